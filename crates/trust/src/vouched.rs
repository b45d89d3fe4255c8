//! Directories that belong to root, told to programs that cannot see it: in a user namespace in
//! which root is not mapped, files of root and of every stranger belong to the same nobody. A
//! launcher that makes such a namespace looks before, and leaves a list in the environment: who
//! can change a program's environment can do all that the program can.

use rustix::fs::{self, Stat};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::LazyLock;

/// The variable with the list: numbers of a device and of an inode, `:` between them, `,` behind.
pub const VOUCHED: &str = "MASER_VOUCHED";

/// The variable's value: of these paths and all directories above them those that belong to root,
/// links resolved and not.
pub fn vouch(paths: impl IntoIterator<Item = PathBuf>) -> String {
    let mut found = BTreeSet::new();
    for path in paths {
        let real = std::fs::canonicalize(&path).unwrap_or_default();
        for way in path.ancestors().chain(real.ancestors()).filter(|way| way.is_absolute()) {
            if let Some(stat) = fs::lstat(way).ok().filter(|stat| stat.st_uid == 0) {
                found.insert((stat.st_dev, stat.st_ino));
            }
        }
    }
    found.iter().map(|(device, inode)| format!("{device}:{inode},")).collect()
}

/// Whether it belongs to root as far as the list tells.
pub(crate) fn is_roots(stat: &Stat) -> bool {
    static LIST: LazyLock<BTreeSet<(u64, u64)>> = LazyLock::new(|| {
        let map = std::fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
        match root_is_mapped(&map) {
            true => BTreeSet::new(),
            false => read(&std::env::var(VOUCHED).unwrap_or_default()),
        }
    });
    LIST.contains(&(stat.st_dev, stat.st_ino))
}

/// Whether, by the text of `uid_map`, root is among the users of this namespace; also if that
/// cannot be told.
fn root_is_mapped(map: &str) -> bool {
    map.is_empty() || map.lines().any(|line| line.split_whitespace().next() == Some("0"))
}

fn read(list: &str) -> BTreeSet<(u64, u64)> {
    let pair = |entry: &str| {
        let (device, inode) = entry.split_once(':')?;
        Some((device.parse().ok()?, inode.parse().ok()?))
    };
    list.split(',').filter_map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_as_it_was_written() {
        let dir = crate::Scratch::new("vouched").unwrap();
        let known = read(&vouch([PathBuf::from("/usr/lib"), dir.path().to_path_buf()]));
        let of = |path: &str| fs::lstat(path).map(|stat| (stat.st_dev, stat.st_ino)).unwrap();
        assert!(["/", "/usr", "/usr/lib"].iter().all(|path| known.contains(&of(path))));
        assert!(!known.contains(&of("/etc")));
        assert_eq!(read("1:2,x,3,:5,6:7"), BTreeSet::from([(1, 2), (6, 7)]));
    }

    #[test]
    fn root_is_mapped_by_a_line_of_its_own() {
        assert!(root_is_mapped("         0          0 4294967295\n"));
        assert!(root_is_mapped(" 0 1000 1\n 1 100000 65536\n"));
        assert!(!root_is_mapped("      1000       1000          1\n"));
        assert!(root_is_mapped(""));
    }
}
