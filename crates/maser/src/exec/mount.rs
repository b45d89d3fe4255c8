//! A view of the file system that only a command and what it starts have: in it every installation
//! of OTP has Maser within ([`crate::within`]), so a node that is started by its path, by another
//! user or without any of this program's variables is Maser all the same.
//!
//! The view is a mount namespace. Over each directory of programs lies a small one in memory, in
//! which files of the installation and of Maser are bound. Root may make a namespace (with the
//! capability `CAP_SYS_ADMIN`); others first become a user namespace of their own in which they
//! are the only user, so all other users, root too, are nobody there. `sudo` and `su` do not work
//! in it, which is why nobody but root gets one unless it is needed.

use crate::within::{LINKS, OWN, Parts, Programs};
use rustix::fs::{Mode, OFlags};
use rustix::mount::{self, MountFlags, MountPropagationFlags, UnmountFlags};
use rustix::thread::UnshareFlags;
use std::env;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

/// Uses that the directories in memory are not for.
const FLAGS: MountFlags = MountFlags::NOSUID.union(MountFlags::NODEV);

/// The owner of a namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Root's: all users are in it as they are outside.
    Root,
    /// A user's, in which there is no other.
    User,
}

/// Gives this program a view of its own. An error means that the system does not allow it, and that
/// nothing has changed.
pub fn begin(whose: Whose) -> io::Result<()> {
    let (uid, gid) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    let user = match whose {
        Whose::Root => UnshareFlags::empty(),
        Whose::User => UnshareFlags::NEWUSER,
    };
    if whose == Whose::User {
        // Without `/proc` nobody would be in it.
        fs::metadata("/proc/self/uid_map")?;
    }
    // SAFETY: descriptors stay shared (no `FILES`), and there is one thread.
    unsafe { rustix::thread::unshare_unsafe(UnshareFlags::NEWNS | user)? };
    if whose == Whose::User {
        // Groups are fixed before a user may map a group.
        fs::write("/proc/self/setgroups", "deny")?;
        fs::write("/proc/self/uid_map", format!("{uid} {uid} 1"))?;
        fs::write("/proc/self/gid_map", format!("{gid} {gid} 1"))?;
    }
    // Later mounts outside show inside; nothing that is done inside shows outside.
    let how = MountPropagationFlags::DOWNSTREAM | MountPropagationFlags::REC;
    Ok(mount::mount_change("/", how)?)
}

/// Lays a directory with Maser over a directory of programs.
pub fn over(programs: &Programs, parts: &Parts) -> io::Result<()> {
    let bindir = &programs.bindir;
    let preloaded = programs.preloaded().map_err(io::Error::other)?;
    // The directory that will be hidden is reached as the current one.
    let before = rustix::fs::open(".", OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?;
    env::set_current_dir(bindir)?;
    let done = mount::mount("maser", bindir, "tmpfs", FLAGS, Some(c"mode=0755,size=1m"))
        .map_err(io::Error::from)
        .and_then(|()| {
            let filled = fill(bindir, parts, &preloaded);
            if filled.is_err() {
                let _ = mount::unmount(bindir, UnmountFlags::DETACH);
            }
            filled
        });
    rustix::process::fchdir(before)?;
    done
}

/// Fills the directory with what is in the current one, and with Maser.
fn fill(bindir: &Path, parts: &Parts, (erts, ebin): &(String, PathBuf)) -> io::Result<()> {
    for entry in fs::read_dir(".")? {
        let name = entry?.file_name();
        let is_emulator = name.to_string_lossy().starts_with("beam.");
        if name != OWN && !is_emulator && LINKS.iter().all(|(link, _)| name != *link) {
            same(&Path::new(".").join(&name), &bindir.join(&name))?;
        }
    }
    let own = bindir.join(OWN);
    directory(&own)?;
    for (name, from) in &parts.0 {
        same(from, &own.join(name))?;
    }
    directory(&own.join(erts))?;
    same(ebin, &own.join(erts).join("ebin"))?;
    for (name, to) in LINKS {
        symlink(Path::new(OWN).join(to), bindir.join(name))?;
    }
    // Root's own programs could write to it.
    mount::mount_remount(bindir, FLAGS | MountFlags::BIND | MountFlags::RDONLY, "")?;
    Ok(())
}

fn directory(path: &Path) -> io::Result<()> {
    fs::create_dir(path)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

/// An error that names the file.
fn at(file: &Path, e: io::Error) -> io::Error {
    io::Error::new(e.kind(), format!("{}: {e}", file.display()))
}

/// Makes the file, directory or link `to` what `from` is.
fn same(from: &Path, to: &Path) -> io::Result<()> {
    bind(from, to).map_err(|e| at(from, e))
}

fn bind(from: &Path, to: &Path) -> io::Result<()> {
    let kind = fs::symlink_metadata(from)?.file_type();
    if kind.is_symlink() {
        return symlink(fs::read_link(from)?, to);
    }
    match kind.is_dir() {
        true => directory(to)?,
        false => drop(File::create(to)?),
    }
    Ok(mount::mount_bind_recursive(from, to)?)
}
