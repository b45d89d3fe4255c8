//! Finding images: in the cache, or beside the .beam file that a module was read from.

use super::{Mode, compiler, profile};
use crate::interp::log_from_emulator;
use native_abi::cache;
use native_abi::image::{Error, Image};
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex};

/// Where images are kept; None: nowhere.
static DIRECTORY: LazyLock<Option<PathBuf>> = LazyLock::new(cache::directory);

/// The image of a module, if there is one. One that is damaged is removed.
pub fn find(module: &str, md5: &[u8; 16]) -> Option<Image> {
    if matches!(Mode::now(), Mode::Off | Mode::Profile) {
        return None;
    }
    let digest = profile::digest(md5);
    cached(md5, digest).or_else(|| {
        // What was shipped knows nothing of a profile that has been made here.
        if compiler::program().is_some() && digest.is_some() {
            return None;
        }
        let beam = READ.lock().expect("files").remove(OsStr::new(module))?;
        read(&cache::shipped(&beam), md5, false)
    })
}

/// The image of a module in the cache: that by its profile, if it has one. Without a compiler that
/// could make it, one without.
pub(super) fn in_cache(md5: &[u8; 16]) -> Option<Image> {
    cached(md5, profile::digest(md5))
}

fn cached(md5: &[u8; 16], digest: Option<u64>) -> Option<Image> {
    let directory = DIRECTORY.as_ref()?;
    let image = read(&cache::file_by(directory, md5, digest), md5, true);
    if image.is_none() && digest.is_some() && compiler::program().is_none() {
        return read(&cache::file(directory, md5), md5, true);
    }
    image
}

fn read(path: &Path, md5: &[u8; 16], own: bool) -> Option<Image> {
    // Without waiting, should it be a pipe.
    let mut file = File::options().read(true).custom_flags(libc::O_NONBLOCK).open(path).ok()?;
    let mut bytes = Vec::new();
    let why = match file.read_to_end(&mut bytes).map(|_| Image::parse(bytes)) {
        Ok(Ok(image)) if image.md5 == *md5 => {
            if own {
                cache::touch(&file);
            }
            return Some(image);
        }
        // Beside a .beam file that has been compiled again.
        Ok(Ok(_)) if !own => return None,
        Ok(Ok(_)) => Error::Damaged.to_string(),
        Ok(Err(e)) => e.to_string(),
        Err(e) => e.to_string(),
    };
    let removed = own && std::fs::remove_file(path).is_ok();
    static SAID: AtomicBool = AtomicBool::new(false);
    say_once(&SAID, "Native code", path, (&why, removed));
    None
}

/// Says that a profile cannot be used.
pub(super) fn say(path: &Path, why: Error) {
    static SAID: AtomicBool = AtomicBool::new(false);
    say_once(&SAID, "A profile", path, (&why.to_string(), false));
}

/// The first time that such a file cannot be used, and whether it has been removed.
fn say_once(said: &AtomicBool, what: &str, path: &Path, (why, removed): (&str, bool)) {
    if said.swap(true, Ordering::Relaxed) {
        return;
    }
    let done = if removed { ", and has been removed" } else { "" };
    let path = path.to_string_lossy();
    log_from_emulator("~ts in ~ts is not used: ~ts~ts~n", |heap| {
        vec![heap.string(what), heap.string(&path), heap.string(why), heap.string(done)]
    });
}

/// The .beam files that have been read lately, by the names of their modules.
static READ: LazyLock<Mutex<HashMap<OsString, PathBuf>>> = LazyLock::new(Mutex::default);
/// So many are remembered: those that are only looked at would stay.
const REMEMBERED: usize = 1000;

/// A program has read a file: if the module in it is loaded next, there may be an image beside it.
pub fn file_read(path: &[u8]) {
    if !path.ends_with(b".beam") || matches!(Mode::now(), Mode::Off | Mode::Profile) {
        return;
    }
    let path = Path::new(OsStr::from_bytes(path));
    if let (Some(module), Ok(path)) = (path.file_stem(), std::path::absolute(path)) {
        let mut read = READ.lock().expect("files");
        if read.len() >= REMEMBERED {
            read.clear();
        }
        read.insert(module.to_owned(), path);
    }
}
