//! Programs and files that are trusted for where they are: beside the running program, beside a
//! file that is used anyway, or named by the user.

use crate::{Distrust, File, WRITABLE, Why, kind, owner_is_ours, permissions};
use rustix::fs::{self, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;
use std::ffi::OsStr;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// This program's file, links resolved. Without `/proc` it is what it was started as.
pub fn program() -> io::Result<PathBuf> {
    std::env::current_exe()
        .or_else(|_| {
            let name = rustix::param::linux_execfn();
            std::path::absolute(OsStr::from_bytes(name.to_bytes()))
        })
        .and_then(std::fs::canonicalize)
}

/// The users who can change a file. The program believes them already, so their other files may be
/// believed as well.
#[derive(Clone, Copy, Debug)]
pub struct Base {
    owner: u32,
    writable: u32,
}

impl Base {
    /// Of a file of this user with these permissions.
    pub fn new(owner: u32, mode: u32) -> Base {
        Base { owner, writable: mode & WRITABLE }
    }

    fn owns(self, stat: &Stat) -> Result<(), Why> {
        match owner_is_ours(stat) || stat.st_uid == self.owner {
            true => Ok(()),
            false => Err(Why::Owner(stat.st_uid)),
        }
    }

    /// Nobody may change this who cannot change that.
    fn allows(self, stat: &Stat) -> Result<(), Why> {
        self.owns(stat)?;
        match stat.st_mode & WRITABLE & !self.writable {
            0 => Ok(()),
            _ => Err(Why::Writable(permissions(stat))),
        }
    }
}

/// The file at such a path beside this program, if nobody can change it who could not change this
/// program as well.
pub fn beside(relative: &Path) -> Result<PathBuf, Distrust> {
    let none = |e: io::Error| Distrust::io(relative, &e);
    let own = program().map_err(none)?;
    let stat = fs::stat(&own).map_err(|e| Distrust::system(&own, e))?;
    let mut at = own.parent().unwrap_or(Path::new("/")).to_path_buf();
    let inside = fs::stat(&at).map_err(|e| Distrust::system(&at, e))?;
    // A user who may write to the program's directory may replace the program.
    let mut base = Base::new(stat.st_uid, stat.st_mode);
    base.writable |= inside.st_mode & WRITABLE;
    for part in relative.components() {
        at.push(part);
        let mut stat = fs::lstat(&at).map_err(|e| Distrust::system(&at, e))?;
        if kind(&stat) == FileType::Symlink {
            base.owns(&stat).map_err(|why| Distrust::new(&at, why))?;
            named(&at)?;
            stat = fs::stat(&at).map_err(|e| Distrust::system(&at, e))?;
        }
        base.allows(&stat).map_err(|why| Distrust::new(&at, why))?;
    }
    Ok(at)
}

/// Opens a file that belongs to another one, in the same directory: nobody may change it who cannot
/// change that.
pub fn neighbour(path: &Path, base: Base) -> Result<File, Distrust> {
    // Without waiting, should it be a pipe.
    let how = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let how = how | OFlags::NOCTTY | OFlags::CLOEXEC;
    let fd: OwnedFd = fs::open(path, how, Mode::empty()).map_err(|e| match e {
        Errno::LOOP => Distrust::new(path, Why::Link),
        e => Distrust::system(path, e),
    })?;
    let stat = fs::fstat(&fd).map_err(|e| Distrust::system(path, e))?;
    let directory = path.parent().unwrap_or(Path::new("/"));
    let inside = fs::stat(directory).map_err(|e| Distrust::system(directory, e))?;
    if kind(&stat) != FileType::RegularFile {
        return Err(Distrust::new(path, Why::NotFile));
    }
    base.allows(&stat).map_err(|why| Distrust::new(path, why))?;
    // A user who may make names in the directory may have given one to any file of the right owner.
    if inside.st_mode & WRITABLE != 0 && stat.st_nlink > 1 {
        return Err(Distrust::new(path, Why::Names));
    }
    Ok(File::taken(fd, path.to_path_buf(), stat))
}

/// Refuses a file, or directory, that the user has named if everybody can change it or the
/// directories on its path. Its owner may be anybody, because the user has chosen the file; but not
/// in a directory where everybody may put files.
pub fn named(path: &Path) -> Result<(), Distrust> {
    let real = std::fs::canonicalize(path).map_err(|e| Distrust::io(path, &e))?;
    let mut ways: Vec<&Path> = real.ancestors().collect();
    ways.reverse();
    let mut sticky = false;
    for way in ways {
        let stat = fs::lstat(way).map_err(|e| Distrust::system(way, e))?;
        if sticky && !owner_is_ours(&stat) {
            return Err(Distrust::new(way, Why::Owner(stat.st_uid)));
        }
        let open = stat.st_mode & Mode::WOTH.as_raw_mode() != 0;
        sticky = open && stat.st_mode & Mode::SVTX.as_raw_mode() != 0;
        if open && !(sticky && kind(&stat) == FileType::Directory) {
            return Err(Distrust::new(way, Why::Writable(permissions(&stat))));
        }
    }
    Ok(())
}
