//! Files and directories where everybody may make such: nobody else can have prepared them.

use crate::{Distrust, Why, kind, me, random_name};
use rustix::fs::{self, FileType, Mode, OFlags};
use rustix::io::Errno;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

/// A new file of this name, for reading and writing by this user only. One of that name that this
/// user has left goes; anything else of that name is left alone.
pub fn fresh(path: &Path) -> Result<std::fs::File, Distrust> {
    let how = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let open = || fs::open(path, how, Mode::RUSR | Mode::WUSR);
    let opened = match open() {
        Err(Errno::EXIST) => {
            let stat = fs::lstat(path).map_err(|e| Distrust::system(path, e))?;
            if kind(&stat) == FileType::Symlink {
                return Err(Distrust::new(path, Why::Link));
            }
            if stat.st_uid != me() {
                return Err(Distrust::new(path, Why::Owner(stat.st_uid)));
            }
            fs::unlink(path).and_then(|()| open())
        }
        opened => opened,
    };
    opened.map(Into::into).map_err(|e| Distrust::system(path, e))
}

/// A temporary directory for this user only, with a name that nobody could tell; it is removed at
/// the end.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// A new one: what it is for is a part of its name.
    pub fn new(what: &str) -> io::Result<Scratch> {
        let dir = std::env::temp_dir().join(format!("maser-{what}-{}", random_name()?));
        // It fails if there is anything of that name.
        std::fs::DirBuilder::new().mode(0o700).create(&dir)?;
        Ok(Scratch(dir))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
