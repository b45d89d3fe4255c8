//! Reads what the kernel tells of a process's mappings.

use crate::{PAGE, Range};
use std::fs;
use std::io;

/// A mapping, as `/proc/PID/maps` and `smaps` describe it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    /// The first address.
    pub from: usize,
    /// The address behind the last byte.
    pub to: usize,
    /// Such as `r-xp`.
    pub rights: String,
    /// Where in the file it begins.
    pub offset: u64,
    /// The file, or what stands in its place; empty for ordinary memory.
    pub name: String,
    /// Bytes that are in memory.
    pub resident: u64,
    /// Bytes of it on huge pages, of whatever kind.
    pub huge: u64,
    /// Bytes of `huge` on pages that have been set aside by the administrator.
    pub reserved: u64,
}

impl Mapping {
    /// Whether it is code.
    pub fn is_code(&self) -> bool {
        self.rights.as_bytes().get(2) == Some(&b'x')
    }

    /// Its addresses.
    pub fn range(&self) -> Range {
        Range { from: self.from, to: self.to }
    }
}

/// The mappings of a process, `self` or a number, without what is in memory of them.
pub fn mappings(process: &str) -> io::Result<Vec<Mapping>> {
    Ok(parse(&fs::read_to_string(format!("/proc/{process}/maps"))?))
}

/// The same with what is in memory: takes longer, for the kernel looks at each page.
pub fn detailed(process: &str) -> io::Result<Vec<Mapping>> {
    Ok(parse(&fs::read_to_string(format!("/proc/{process}/smaps"))?))
}

/// The mappings that a text tells of, as the kernel writes it; other lines are left out.
pub fn parse(text: &str) -> Vec<Mapping> {
    let mut all: Vec<Mapping> = Vec::new();
    for line in text.lines() {
        if let Some(mapping) = head(line) {
            all.push(mapping);
            continue;
        }
        let Some((key, value)) = line.split_once(':') else { continue };
        let kb = value.trim().strip_suffix(" kB").and_then(|n| n.parse::<u64>().ok());
        let (Some(bytes), Some(last)) = (kb.map(|n| n << 10), all.last_mut()) else { continue };
        match key {
            "Rss" => last.resident += bytes,
            "AnonHugePages" | "ShmemPmdMapped" | "FilePmdMapped" => last.huge += bytes,
            // These are not counted as resident.
            "Shared_Hugetlb" | "Private_Hugetlb" => {
                last.huge += bytes;
                last.reserved += bytes;
                last.resident += bytes;
            }
            _ => {}
        }
    }
    all
}

fn head(line: &str) -> Option<Mapping> {
    let mut words = line.split_ascii_whitespace();
    let (from, to) = words.next()?.split_once('-')?;
    let hex = |s: &str| usize::from_str_radix(s, 16).ok();
    let (from, to) = (hex(from)?, hex(to)?);
    let rights = words.next().filter(|r| r.len() == 4)?.to_owned();
    let offset = u64::from_str_radix(words.next()?, 16).ok()?;
    // Device and inode; what follows may have spaces.
    let rest = line.splitn(6, ' ').nth(5).unwrap_or("").trim_start();
    Some(Mapping { from, to, rights, offset, name: rest.to_owned(), ..Mapping::default() })
}

/// A line of `/proc/meminfo`, in bytes or in pages, as the kernel counts it.
pub fn meminfo(key: &str) -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|l| l.strip_prefix(key)?.strip_prefix(':'))?;
    let number = line.split_ascii_whitespace().next()?.parse::<u64>().ok()?;
    Some(if line.ends_with("kB") { number << 10 } else { number })
}

/// Rounds down and up to whole pages.
pub(crate) fn whole(from: usize, to: usize) -> Range {
    Range { from: from & !(PAGE - 1), to: to.next_multiple_of(PAGE) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_kernel_writes_is_read() {
        let text = "\
55d0a0000000-55d0a0200000 r-xp 00200000 fe:00 17 /opt/a b/emu (deleted)
Rss:                 2048 kB
AnonHugePages:          0 kB
FilePmdMapped:       2048 kB
VmFlags: rd ex mr mw me
7f0000000000-7f0000200000 r--p 00000000 00:00 0
Rss:                    0 kB
Private_Hugetlb:     2048 kB
";
        let all = parse(text);
        assert_eq!(all.len(), 2);
        assert_eq!((all[0].name.as_str(), all[0].offset), ("/opt/a b/emu (deleted)", 0x20_0000));
        assert_eq!((all[0].huge, all[0].reserved, all[0].is_code()), (2 << 20, 0, true));
        assert_eq!((all[1].huge, all[1].reserved, all[1].is_code()), (2 << 20, 2 << 20, false));
        assert_eq!(all[1].name, "");
    }

    #[test]
    fn this_process_has_code() {
        assert!(mappings("self").unwrap().iter().any(Mapping::is_code));
        assert!(detailed("self").unwrap().iter().any(|m| m.resident > 0));
        assert!(meminfo("MemTotal").unwrap() > 0);
    }
}
