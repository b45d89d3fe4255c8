//! Directories that only their user and root can change, and the files in them.

use crate::{Distrust, WRITABLE, Why, group, kind, me, owner_is_ours, permissions, random_name};
use rustix::fs::{self, AtFlags, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::io::{Seek, Write};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

/// Whether a directory that is not there is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Make {
    /// With permissions for its user only.
    Yes,
    /// It is an error.
    No,
}

/// So many links may be on the way to a directory.
const LINKS_MAX: u32 = 40;
/// How directories are opened: to walk through them it is not necessary that they can be listed.
const WALKED: OFlags =
    OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// An open directory: nobody but its user and root can change it, or where its path leads.
#[derive(Debug)]
pub struct Dir {
    fd: OwnedFd,
    path: PathBuf,
}

/// A directory on the way.
struct Step {
    fd: OwnedFd,
    path: PathBuf,
    /// Whether others may put things into it, though they cannot take away what is ours.
    shared: bool,
}

impl Step {
    fn root() -> Result<Step, Distrust> {
        let path = PathBuf::from("/");
        let fd = fs::open(&path, WALKED, Mode::empty()).map_err(|e| Distrust::system(&path, e))?;
        Step::checked(fd, path)
    }

    fn checked(fd: OwnedFd, path: PathBuf) -> Result<Step, Distrust> {
        let stat = fs::fstat(&fd).map_err(|e| Distrust::system(&path, e))?;
        if !owner_is_ours(&stat) {
            return Err(Distrust::new(&path, Why::Owner(stat.st_uid)));
        }
        let shared = stat.st_mode & WRITABLE != 0 && !group::only_ours(&fd, &stat);
        let step = Step { fd, path, shared };
        match shared && stat.st_mode & Mode::SVTX.as_raw_mode() == 0 {
            true => Err(step.writable(&stat)),
            false => Ok(step),
        }
    }

    fn writable(&self, stat: &Stat) -> Distrust {
        Distrust::new(&self.path, Why::Writable(permissions(stat)))
    }

    fn inner(&self, name: &OsStr) -> PathBuf {
        let mut path = self.path.clone();
        match name == ".." {
            true => drop(path.pop()),
            false => path.push(name),
        }
        path
    }

    /// The directory of this name in this one. A link is told as such.
    fn enter(&self, name: &OsStr, make: Make) -> Result<Step, Distrust> {
        let path = self.inner(name);
        let open = || fs::openat(&self.fd, name, WALKED, Mode::empty());
        let opened = match open() {
            Err(Errno::NOENT) if make == Make::Yes => {
                match fs::mkdirat(&self.fd, name, Mode::RWXU) {
                    Ok(()) | Err(Errno::EXIST) => open(),
                    Err(e) => Err(e),
                }
            }
            opened => opened,
        };
        match opened {
            Ok(fd) => Step::checked(fd, path),
            Err(Errno::LOOP | Errno::NOTDIR) => Err(match self.link(name)? {
                Some(_) => Distrust::new(&path, Why::Link),
                None => Distrust::new(&path, Why::NotDirectory),
            }),
            Err(e) => Err(Distrust::system(&path, e)),
        }
    }

    /// Where a link in this directory leads, if it is one that may be followed; None if it is none.
    fn link(&self, name: &OsStr) -> Result<Option<PathBuf>, Distrust> {
        let path = self.inner(name);
        let system = |e| Distrust::system(&path, e);
        let how = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let fd = fs::openat(&self.fd, name, how, Mode::empty()).map_err(system)?;
        let stat = fs::fstat(&fd).map_err(system)?;
        if kind(&stat) != FileType::Symlink {
            return Ok(None);
        }
        if !owner_is_ours(&stat) {
            return Err(Distrust::new(&path, Why::Owner(stat.st_uid)));
        }
        if self.shared {
            // It may be another name of a link that is ours and elsewhere.
            return Err(Distrust::new(&path, Why::Link));
        }
        let target = fs::readlinkat(&fd, "", Vec::new()).map_err(system)?;
        Ok(Some(OsStr::from_bytes(target.as_bytes()).into()))
    }

    fn done(self) -> Result<Dir, Distrust> {
        if self.shared {
            let stat = fs::fstat(&self.fd).map_err(|e| Distrust::system(&self.path, e))?;
            return Err(self.writable(&stat));
        }
        Ok(Dir { fd: self.fd, path: self.path })
    }
}

/// The names on a path, the first one last.
fn parts(path: &Path) -> Vec<OsString> {
    let mut parts: Vec<OsString> = path
        .components()
        .filter(|c| matches!(c, Component::Normal(_) | Component::ParentDir))
        .map(|c| c.as_os_str().to_owned())
        .collect();
    parts.reverse();
    parts
}

fn walk(mut step: Step, path: &Path, make: Make) -> Result<Dir, Distrust> {
    let mut left = parts(path);
    let mut links = 0;
    while let Some(name) = left.pop() {
        match step.enter(&name, make) {
            Ok(inner) => step = inner,
            Err(refused) if refused.why == Why::Link => {
                let target = step.link(&name)?.ok_or(refused)?;
                links += 1;
                if links > LINKS_MAX {
                    return Err(Distrust::system(&step.inner(&name), Errno::LOOP));
                }
                if target.is_absolute() {
                    step = Step::root()?;
                }
                left.extend(parts(&target));
            }
            Err(refused) => return Err(refused),
        }
    }
    step.done()
}

impl Dir {
    /// Opens the directory at an absolute path, and with it all that are on the way.
    pub fn open(path: &Path, make: Make) -> Result<Dir, Distrust> {
        if !path.is_absolute() {
            return Err(Distrust::new(path, Why::Relative));
        }
        walk(Step::root()?, path, make)
    }

    /// As [`Dir::open`], at a path from this directory on.
    pub fn enter(&self, path: &Path, make: Make) -> Result<Dir, Distrust> {
        if path.is_absolute() {
            return Err(Distrust::new(path, Why::Relative));
        }
        walk(self.step()?, path, make)
    }

    /// A directory in this one, which may not be a link.
    pub fn sub(&self, name: impl AsRef<OsStr>, make: Make) -> Result<Dir, Distrust> {
        self.step()?.enter(name.as_ref(), make)?.done()
    }

    fn step(&self) -> Result<Step, Distrust> {
        let fd = self.fd.try_clone().map_err(|e| Distrust::io(&self.path, &e))?;
        Ok(Step { fd, path: self.path.clone(), shared: false })
    }

    /// Where it is, links resolved.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it has been removed since it was opened.
    pub fn is_gone(&self) -> bool {
        fs::fstat(&self.fd).is_ok_and(|stat| stat.st_nlink == 0)
    }

    /// Opens a regular file to be read: it is ours, and nobody else may write to it. It may have
    /// other names: in this directory nobody but its user and root has given it one.
    pub fn file(&self, name: impl AsRef<OsStr>) -> Result<File, Distrust> {
        let (name, path) = (name.as_ref(), self.path.join(name.as_ref()));
        // Without waiting, should it be a pipe.
        let how = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY;
        File::checked(self.open_file(name, how, Mode::empty())?, path)
    }

    fn open_file(&self, name: &OsStr, how: OFlags, mode: Mode) -> Result<OwnedFd, Distrust> {
        let how = how | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        fs::openat(&self.fd, name, how, mode).map_err(|e| {
            let path = self.path.join(name);
            match e {
                Errno::LOOP => Distrust::new(&path, Why::Link),
                e => Distrust::system(&path, e),
            }
        })
    }

    /// Opens a file to be locked, which is made if it is not there.
    pub fn lock(&self, name: &str) -> Result<std::fs::File, Distrust> {
        let how = OFlags::RDWR | OFlags::CREATE | OFlags::NONBLOCK;
        let fd = self.open_file(name.as_ref(), how, Mode::RUSR | Mode::WUSR)?;
        let file = File::checked(fd, self.path.join(name))?;
        file.file.lock().map_err(|e| Distrust::io(&self.path.join(name), &e))?;
        Ok(file.file)
    }

    /// Writes a file so that others see all of it or nothing. Only its user may read it.
    pub fn write(&self, name: impl AsRef<OsStr>, bytes: &[u8]) -> Result<(), Distrust> {
        let name = name.as_ref();
        let making = self.begin(name, bytes, false)?;
        fs::renameat(&self.fd, &making, &self.fd, name).map_err(|e| {
            self.remove(&making);
            Distrust::system(&self.path.join(name), e)
        })
    }

    /// As [`Dir::write`], unless there is such a file: of several writers the first one wins. The
    /// bytes are on the disk before the file can be seen.
    pub(crate) fn write_first(&self, name: &str, bytes: &[u8]) -> Result<(), Distrust> {
        let making = self.begin(name.as_ref(), bytes, true)?;
        let linked = fs::linkat(&self.fd, &making, &self.fd, name, AtFlags::empty());
        let named = match linked {
            Ok(()) | Err(Errno::EXIST) => Ok(()),
            // Some file systems have no such links: then whoever is last.
            Err(_) => fs::renameat(&self.fd, &making, &self.fd, name),
        };
        self.remove(&making);
        named.map_err(|e| Distrust::system(&self.path.join(name), e))
    }

    /// A new file with these bytes and an odd name.
    fn begin(&self, name: &OsStr, bytes: &[u8], sync: bool) -> Result<OsString, Distrust> {
        let path = self.path.join(name);
        let mut making = name.to_owned();
        making.push(".tmp-");
        making.push(random_name().map_err(|e| Distrust::io(&path, &e))?);
        let how = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL;
        let fd = self.open_file(&making, how, Mode::RUSR | Mode::WUSR)?;
        let mut file = std::fs::File::from(fd);
        let written = file.write_all(bytes);
        match written.and_then(|()| if sync { file.sync_all() } else { Ok(()) }) {
            Ok(()) => Ok(making),
            Err(e) => {
                self.remove(&making);
                Err(Distrust::io(&path, &e))
            }
        }
    }

    /// Removes a file; whether there was one.
    pub fn remove(&self, name: impl AsRef<OsStr>) -> bool {
        fs::unlinkat(&self.fd, name.as_ref(), AtFlags::empty()).is_ok()
    }

    /// Where a link in this directory leads.
    pub fn link_target(&self, name: &str) -> Option<PathBuf> {
        let target = fs::readlinkat(&self.fd, name, Vec::new()).ok()?;
        Some(OsStr::from_bytes(target.as_bytes()).into())
    }
}

/// An open regular file: it is ours, and nobody else may write to it.
#[derive(Debug)]
pub struct File {
    file: std::fs::File,
    path: PathBuf,
    stat: Stat,
}

impl File {
    pub(crate) fn checked(fd: OwnedFd, path: PathBuf) -> Result<File, Distrust> {
        let stat = fs::fstat(&fd).map_err(|e| Distrust::system(&path, e))?;
        let why = if kind(&stat) != FileType::RegularFile {
            Why::NotFile
        } else if !owner_is_ours(&stat) {
            Why::Owner(stat.st_uid)
        } else if stat.st_mode & WRITABLE != 0 {
            Why::Writable(permissions(&stat))
        } else {
            return Ok(File { file: fd.into(), path, stat });
        };
        Err(Distrust::new(&path, why))
    }

    /// One that has been looked at.
    pub(crate) fn taken(fd: OwnedFd, path: PathBuf, stat: Stat) -> File {
        File { file: fd.into(), path, stat }
    }

    /// Refuses it if others may read it, or if it is not the effective user's own.
    pub(crate) fn secret(self) -> Result<File, Distrust> {
        if self.stat.st_uid != me() {
            return Err(Distrust::new(&self.path, Why::Owner(self.stat.st_uid)));
        }
        match self.stat.st_mode & 0o077 {
            0 => Ok(self),
            _ => Err(Distrust::new(&self.path, Why::Readable(permissions(&self.stat)))),
        }
    }

    /// The open file.
    pub fn file(&self) -> &std::fs::File {
        &self.file
    }

    /// The file's bytes, if there are at most so many.
    pub fn read(&self, longest: u64) -> Result<Vec<u8>, Distrust> {
        let size = self.stat.st_size as u64;
        if size > longest {
            return Err(Distrust::new(&self.path, Why::Length));
        }
        let mut bytes = Vec::with_capacity(size as usize);
        while bytes.len() < size as usize {
            match rustix::io::read(&self.file, rustix::buffer::spare_capacity(&mut bytes)) {
                // It has been cut while it was read.
                Ok(0) => break,
                Ok(_) | Err(Errno::INTR) => {}
                Err(e) => return Err(Distrust::system(&self.path, e)),
            }
        }
        Ok(bytes)
    }
    /// As [`File::read`], once more.
    pub fn again(&self, longest: u64) -> Result<Vec<u8>, Distrust> {
        (&self.file).rewind().map_err(|e| Distrust::io(&self.path, &e))?;
        self.read(longest)
    }
}
