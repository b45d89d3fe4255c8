//! Whom files and directories belong to, and who may change them: what Maser executes, maps or
//! believes is looked at on an open descriptor before it is used.
//!
//! A path is walked from the root, a directory at a time. Each has to belong to the effective user
//! or to root, and nobody else may write to it; so nobody else can change afterwards where the
//! path leads. A group may write to it in which the user is alone. A sticky directory, as `/tmp`
//! is, may be on the way: what lies in it and is ours cannot be put aside by others. Links are
//! followed if they are ours and where nobody else makes links.

mod cache;
mod dir;
mod group;
mod key;
mod place;
mod temporary;
mod vouched;

pub use cache::{cache, caches, dashes, session};
pub use dir::{Dir, File, Make};
pub use key::{Key, TAG};
pub use place::{Base, beside, named, neighbour, program};
pub use temporary::{Scratch, fresh};
pub use vouched::{VOUCHED, vouch};

use rustix::fs::{FileType, Stat};
use rustix::io::Errno;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a file or a directory is not used, in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distrust {
    /// Which.
    pub path: PathBuf,
    /// The reason why it is not trusted.
    pub why: Why,
}

/// A reason not to trust a file or a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It belongs to this user, who is neither root nor the one for whom this program runs.
    Owner(u32),
    /// Others may write to it: the permissions that it has.
    Writable(u32),
    /// Others may read what is secret: the permissions that it has.
    Readable(u32),
    /// It is a symbolic link, where none is followed.
    Link,
    /// It has other names, which others may have made.
    Names,
    /// A directory was expected.
    NotDirectory,
    /// A regular file was expected.
    NotFile,
    /// It is not a path from the root.
    Relative,
    /// It does not have the length that it should have.
    Length,
    /// It cannot be had: an error number of the system.
    System(i32),
}

/// Bits of permissions by which the group and all others may write.
const WRITABLE: u32 = 0o022;

impl Distrust {
    fn new(path: &Path, why: Why) -> Distrust {
        Distrust { path: path.to_path_buf(), why }
    }

    fn system(path: &Path, e: Errno) -> Distrust {
        Distrust::new(path, Why::System(e.raw_os_error()))
    }

    /// A distrust for an error that the system gave.
    pub fn io(path: &Path, e: &io::Error) -> Distrust {
        Distrust::new(path, Why::System(e.raw_os_error().unwrap_or(libc::EIO)))
    }

    /// Whether there is no such thing, so that there is nothing to complain of.
    pub fn is_missing(&self) -> bool {
        matches!(self.why, Why::System(libc::ENOENT | libc::ENOTDIR))
    }

    /// Whether somebody else may have a hand in it. Otherwise the system does not give it.
    pub fn is_refusal(&self) -> bool {
        !matches!(self.why, Why::System(_) | Why::NotDirectory)
    }
}

impl fmt::Display for Distrust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.path.display())?;
        match self.why {
            Why::Owner(uid) => write!(f, "belongs to another user (number {uid})"),
            Why::Writable(mode) => write!(f, "is writable by others (mode {mode:03o})"),
            Why::Readable(mode) => write!(f, "is readable by others (mode {mode:03o})"),
            Why::Link => f.write_str("is a symbolic link"),
            Why::Names => f.write_str("has several names"),
            Why::NotDirectory => f.write_str("is not a directory"),
            Why::NotFile => f.write_str("is not a regular file"),
            Why::Relative => f.write_str("is not an absolute path"),
            Why::Length => f.write_str("is damaged"),
            Why::System(e) => write!(f, "cannot be used: {}", io::Error::from_raw_os_error(e)),
        }
    }
}

impl std::error::Error for Distrust {}

impl From<Distrust> for io::Error {
    fn from(d: Distrust) -> io::Error {
        match d.why {
            Why::System(e) => io::Error::from_raw_os_error(e),
            _ => io::Error::new(io::ErrorKind::PermissionDenied, d),
        }
    }
}

/// For whom this program runs.
fn me() -> u32 {
    rustix::process::geteuid().as_raw()
}

fn owner_is_ours(stat: &Stat) -> bool {
    [0, me()].contains(&stat.st_uid) || vouched::is_roots(stat)
}

fn permissions(stat: &Stat) -> u32 {
    stat.st_mode & 0o7777
}

fn kind(stat: &Stat) -> FileType {
    FileType::from_raw_mode(stat.st_mode)
}

/// Random bytes, which nobody else can tell.
fn random<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    let mut filled = 0;
    while filled < N {
        match rustix::rand::getrandom(&mut bytes[filled..], rustix::rand::GetRandomFlags::empty()) {
            Ok(n) => filled += n,
            Err(Errno::INTR) => {}
            // A kernel, or a filter of system calls, that does not know it.
            Err(_) => {
                use io::Read;
                std::fs::File::open("/dev/urandom")?.read_exact(&mut bytes[filled..])?;
                filled = N;
            }
        }
    }
    Ok(bytes)
}

/// A part of a file's name that nobody else can tell.
pub fn random_name() -> io::Result<String> {
    Ok(format!("{:016x}", u64::from_le_bytes(random()?)))
}
