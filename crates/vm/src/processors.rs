//! How many processors there are, how many the emulator may use, and what share of their time it
//! gets: what the numbers of schedulers are by default.

use std::fs;
use std::path::{Path, PathBuf};

/// Numbers of processors, each at least 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Processors {
    /// The processors that the machine has.
    pub configured: usize,
    /// The processors that are switched on.
    pub online: usize,
    /// The processors that are switched on and on which the emulator may run.
    pub available: usize,
    /// How many processors' time the emulator's control group gets; None if there is no such group.
    pub quota: Option<usize>,
}

impl Processors {
    /// Asks the system.
    pub fn look() -> Processors {
        // SAFETY: the call takes and gives a number, and touches no memory of ours.
        let configured = unsafe { libc::sysconf(libc::_SC_NPROCESSORS_CONF) }.max(1) as usize;
        // SAFETY: the call takes and gives a number, and touches no memory of ours.
        let online = unsafe { libc::sysconf(libc::_SC_NPROCESSORS_ONLN) }.max(1) as usize;
        let online = online.min(configured);
        let available = match crate::affinity::usable_processors() {
            0 => online,
            n => n.min(online),
        };
        let quota = Groups::of_system().quota(online);
        Processors { configured, online, available, quota }
    }

    /// How many schedulers are online if nothing else is said.
    pub fn for_schedulers(&self) -> usize {
        self.quota.unwrap_or(self.available).min(self.available)
    }
}

/// The system's facts about control groups: two files of `/proc`, and a directory before all paths
/// in them.
struct Groups<'a> {
    mounts: String,
    own: String,
    under: &'a Path,
}

impl Groups<'static> {
    fn of_system() -> Groups<'static> {
        let read = |file: &str| fs::read_to_string(file).unwrap_or_default();
        Groups {
            mounts: read("/proc/self/mountinfo"),
            own: read("/proc/self/cgroup"),
            under: Path::new("/"),
        }
    }
}

impl Groups<'_> {
    /// How many of `online` processors' time the group of this process gets: nothing if no group
    /// has a say in it. As OTP does, only the first mount that has to do with processors is looked
    /// at, of version 2 the group that is mounted, and parts of a processor are left out.
    fn quota(&self, online: usize) -> Option<usize> {
        let (quota, period) = self.mounts.lines().find_map(|line| self.mounted(line))??;
        Some(match (quota, period) {
            (1.., 1..) => match (quota / period).max(1) as usize {
                n if n <= online => n,
                _ => online,
            },
            _ => online,
        })
    }

    /// The limit on processors' time for which a line of `mountinfo` stands: its `quota` and
    /// `period`, or nothing where these cannot be read. None if the line has nothing to do with
    /// that time.
    fn mounted(&self, line: &str) -> Option<Option<(i64, i64)>> {
        let (before, behind) = line.split_once(" - ")?;
        let mut fields = before.split(' ').skip(3);
        let (root, place) = (fields.next()?, fields.next()?);
        let mut fields = behind.split(' ');
        let (kind, _, options) = (fields.next()?, fields.next()?, fields.next()?);
        let place = self.under.join(place.trim_start_matches('/'));
        match kind {
            "cgroup2" => {
                let controllers = fs::read_to_string(place.join("cgroup.controllers")).ok()?;
                controllers.split_ascii_whitespace().find(|&c| c == "cpu")?;
                let text = fs::read_to_string(place.join("cpu.max")).unwrap_or_default();
                let mut numbers = text.split_ascii_whitespace().map(str::parse);
                // `max` is no number: then nothing is known.
                let quota = numbers.next().and_then(Result::ok);
                Some(quota.zip(numbers.next().and_then(Result::ok)))
            }
            "cgroup" if options.split(',').any(|option| option == "cpu") => {
                let group = self.group("cpu")?;
                let place: PathBuf = match group == root {
                    true => place,
                    false => place.join(group.trim_start_matches('/')),
                };
                let number = |file: &str| -> Option<i64> {
                    fs::read_to_string(place.join(file)).ok()?.trim().parse().ok()
                };
                Some(number("cpu.cfs_quota_us").zip(number("cpu.cfs_period_us")))
            }
            _ => None,
        }
    }

    /// The group of version 1 in which this process is for `controller`.
    fn group(&self, controller: &str) -> Option<&str> {
        self.own.lines().find_map(|line| {
            let mut fields = line.splitn(3, ':');
            let controllers = fields.nth(1)?;
            let group = fields.next()?;
            controllers.split(',').any(|c| c == controller).then_some(group)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(mount: &str, own: &str, files: &[(&str, &str)], wanted: Option<usize>) {
        let scratch = trust::Scratch::new("groups-test").unwrap();
        let dir = scratch.path();
        for (file, text) in files {
            let file = dir.join(file);
            fs::create_dir_all(file.parent().expect("a directory")).unwrap();
            fs::write(file, text).unwrap();
        }
        let mounts = format!("20 1 0:3 / /proc rw,relatime - proc proc rw\n{mount}\n");
        let groups = Groups { mounts, own: own.to_owned(), under: dir };
        assert_eq!(groups.quota(4), wanted);
    }

    #[test]
    fn version_1() {
        let mount = "33 30 0:28 / /cg/cpu rw,relatime shared:15 - cgroup cgroup rw,cpu,cpuacct";
        let files = |quota| {
            [("cg/cpu/a/cpu.cfs_quota_us", quota), ("cg/cpu/a/cpu.cfs_period_us", "100000\n")]
        };
        let own = "5:memory:/b\n4:cpu,cpuacct:/a\n";
        check(mount, own, &files("250000\n"), Some(2));
        check(mount, own, &files("5000\n"), Some(1));
        check(mount, own, &files("900000\n"), Some(4));
        check(mount, own, &files("-1\n"), Some(4));
        check(mount, "5:memory:/b\n", &files("250000\n"), None);
        // A group that is what is mounted, as in a container.
        let mount = "33 30 0:28 /a /cg/cpu rw,relatime - cgroup cgroup rw,cpu,cpuacct";
        let files = [("cg/cpu/cpu.cfs_quota_us", "200000"), ("cg/cpu/cpu.cfs_period_us", "100000")];
        check(mount, own, &files, Some(2));
    }

    #[test]
    fn version_2() {
        let mount = "33 30 0:28 / /cg rw,relatime shared:4 - cgroup2 cgroup2 rw,nsdelegate";
        let controllers = ("cg/cgroup.controllers", "cpuset cpu io\n");
        let own = "0::/\n";
        check(mount, own, &[controllers, ("cg/cpu.max", "300000 100000\n")], Some(3));
        check(mount, own, &[controllers, ("cg/cpu.max", "10000 100000\n")], Some(1));
        check(mount, own, &[controllers, ("cg/cpu.max", "max 100000\n")], None);
        check(mount, own, &[controllers], None);
        check(mount, own, &[("cg/cgroup.controllers", "io\n")], None);
        check("", "", &[], None);
    }
}
