//! Groups of one user: systems whose users have one each let them make what their group may write
//! to.

use crate::me;
use rustix::fs::{self, Mode, OFlags, Stat};
use rustix::io::Errno;
use std::os::fd::{AsFd, OwnedFd};

/// Whether only its owner, who is the effective user, is in the group that may write to a
/// directory, and nobody else may. Its list of access is no part of its permissions, so it may have
/// none. Root makes nothing that its group may write to.
pub(crate) fn only_ours(directory: &OwnedFd, stat: &Stat) -> bool {
    let others = 0o002;
    if me() == 0 || stat.st_uid != me() || stat.st_mode & others != 0 || has_list(directory) {
        return false;
    }
    let text = |path| std::fs::read(path).map(|b| String::from_utf8_lossy(&b).into_owned());
    let (Ok(users), Ok(groups)) = (text("/etc/passwd"), text("/etc/group")) else { return false };
    is_private(&users, &groups, stat.st_uid, stat.st_gid)
}

/// Whether others may have been given rights by name; also if that cannot be told.
fn has_list(directory: &OwnedFd) -> bool {
    // A descriptor that was opened to be walked through (`O_PATH`) has no attributes to be read.
    let how = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let Ok(open) = fs::openat(directory.as_fd(), ".", how, Mode::empty()) else { return true };
    let mut no_room: [u8; 0] = [];
    match fs::fgetxattr(open, "system.posix_acl_access", &mut no_room) {
        Err(Errno::NODATA | Errno::OPNOTSUPP) => false,
        Ok(_) | Err(_) => true,
    }
}

/// Whether, by the texts of `/etc/passwd` and `/etc/group`, the group is named as the user, is the
/// user's first, and has no other member.
fn is_private(users: &str, groups: &str, uid: u32, gid: u32) -> bool {
    let number = |field: Option<&&str>| field.and_then(|n| n.parse::<u32>().ok());
    let fields = |line| str::split(line, ':').collect::<Vec<&str>>();
    let users: Vec<Vec<&str>> = users.lines().map(fields).collect();
    let of_uid: Vec<&Vec<&str>> = users.iter().filter(|u| number(u.get(2)) == Some(uid)).collect();
    let [user] = of_uid[..] else { return false };
    let in_group = users.iter().filter(|u| number(u.get(3)) == Some(gid)).count();
    if number(user.get(3)) != Some(gid) || in_group != 1 {
        return false;
    }
    let groups: Vec<Vec<&str>> = groups.lines().map(fields).collect();
    let of_gid: Vec<&Vec<&str>> = groups.iter().filter(|g| number(g.get(2)) == Some(gid)).collect();
    let [group] = of_gid[..] else { return false };
    let members = group.get(3).copied().unwrap_or_default();
    let is_user = |member: &str| member.is_empty() || member == user[0];
    group[0] == user[0] && members.split(',').all(|m| is_user(m.trim()))
}

#[cfg(test)]
mod tests {
    use super::is_private;

    const USERS: &str = "root:x:0:0:root:/root:/bin/sh\n\
        ann:x:1000:1000:,,,:/home/ann:/bin/sh\n\
        bob:x:1001:1001::/home/bob:/bin/sh\n\
        eve:x:1002:1001::/home/eve:/bin/sh\n\
        joe:x:1003:100::/home/joe:/bin/sh\n\
        pat:x:1004:1004::/home/pat:/bin/sh\n\
        tom:x:1005:1005::/home/tom:/bin/sh\n\
        tim:x:1005:1006::/home/tim:/bin/sh\n\
        sue:x:1007:1007::/home/sue:/bin/sh\n\
        amy:x:1008:1008::/home/amy:/bin/sh\n";
    const GROUPS: &str = "root:x:0:\nusers:x:100:\nann:x:1000:\nbob:x:1001:\npat:x:1004:pat,ann\n\
        tom:x:1005:\ntim:x:1006:\nsue:x:1007:sue\nstaff:x:1008:\n\nbroken\n::\n";

    #[test]
    fn one_user_alone_is_in_a_private_group() {
        let private = |uid, gid| is_private(USERS, GROUPS, uid, gid);
        assert!(private(0, 0));
        assert!(private(1000, 1000));
        assert!(private(1007, 1007), "as a member, too");
        assert!(!private(1000, 1001), "another's");
        assert!(!private(1001, 1001), "it is the first of another");
        assert!(!private(1003, 100), "of another name");
        assert!(!private(1008, 1008), "of another name");
        assert!(!private(1004, 1004), "another member");
        assert!(!private(1005, 1005), "two names of a user");
        assert!(!private(1009, 1009), "no user");
        assert!(!is_private(USERS, "", 1000, 1000), "no group");
        assert!(!is_private("ann:x:1000:1000\n", "ann:x:1000:\nann:x:1000:eve\n", 1000, 1000));
    }
}
