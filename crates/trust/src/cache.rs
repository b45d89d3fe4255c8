//! Where the user's caches may be: the first place that is there, or can be made, and that nobody
//! else can change.

use crate::{Dir, Distrust, Make, Why, me};
use std::ffi::{CStr, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The directory's name in that of all caches, or in that of a session.
const NAME: &str = "maser";

/// A variable's value, if it is a path from the root.
fn absolute(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute())
}

/// In a home: one that is another user's, as after `sudo` or `su`, or is not there, is no place at
/// all, and nothing to complain of.
fn in_home(home: &Path) -> Option<Result<Dir, Distrust>> {
    match Dir::open(home, Make::No) {
        Ok(home) => Some(home.enter(&Path::new(".cache").join(NAME), Make::Yes)),
        Err(refused) if refused.is_missing() => None,
        Err(refused) => {
            let is_home = std::fs::canonicalize(home).is_ok_and(|home| home == refused.path);
            let is_anothers = is_home && matches!(refused.why, Why::Owner(_));
            (!is_anothers).then_some(Err(refused))
        }
    }
}

/// The places for caches, best first, each made and checked when it is asked for: that of
/// `XDG_CACHE_HOME`, of `HOME`, of the home in the database of users.
pub fn caches() -> impl Iterator<Item = Result<Dir, Distrust>> {
    let named = || Some(Dir::open(&absolute("XDG_CACHE_HOME")?.join(NAME), Make::Yes));
    let home = || in_home(&absolute("HOME")?);
    let listed = || in_home(&listed_home().filter(|h| Some(h) != absolute("HOME").as_ref())?);
    [named as fn() -> _, home, listed].into_iter().filter_map(|place| place())
}

/// A place for what may go with the session: that of `XDG_RUNTIME_DIR`, if there is one.
pub fn session() -> Option<Result<Dir, Distrust>> {
    let session = Dir::open(&absolute("XDG_RUNTIME_DIR")?, Make::No);
    Some(session.and_then(|dir| dir.sub(NAME, Make::Yes)))
}

/// The places where nodes note, by their process's number, how their page is reached, best first:
/// in that of the session, or in a cache.
pub fn dashes() -> impl Iterator<Item = Dir> {
    let places = session().into_iter().chain(caches());
    places.filter_map(|place| place.ok()?.sub("dash", Make::Yes).ok())
}

/// The first of [`caches`] that can be used, or what is wrong with them.
pub fn cache() -> Result<Dir, Vec<Distrust>> {
    let mut refused = Vec::new();
    for place in caches() {
        match place {
            Ok(dir) => return Ok(dir),
            Err(why) => refused.push(why),
        }
    }
    Err(refused)
}

/// The effective user's home by the database of users.
fn listed_home() -> Option<PathBuf> {
    // More than any entry takes: those that are larger are not homes of people.
    let mut text = vec![0; 1 << 16];
    // SAFETY: plain data, which the call fills.
    let mut entry: libc::passwd = unsafe { std::mem::zeroed() };
    let mut found = std::ptr::null_mut();
    // SAFETY: the entry, its text and the result are valid and as long as is said.
    let failed =
        unsafe { libc::getpwuid_r(me(), &mut entry, text.as_mut_ptr(), text.len(), &mut found) };
    if failed != 0 || found.is_null() || entry.pw_dir.is_null() {
        return None;
    }
    // SAFETY: a string that ends in `text`, which lives until it has been copied.
    let home = unsafe { CStr::from_ptr(entry.pw_dir) };
    let home = PathBuf::from(OsStr::from_bytes(home.to_bytes()));
    home.is_absolute().then_some(home)
}
