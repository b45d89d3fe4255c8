//! Finding images: in the cache, or beside the .beam file that a module was read from.

use super::store::said;
use super::{Mode, profile, program, store};
use native_abi::cache;
use native_abi::image::Image;
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};
use trust::Base;

/// Whether images are looked for.
fn uses_images() -> bool {
    matches!(Mode::now(), Mode::Cache | Mode::Auto | Mode::All)
}

/// The image of a module, if there is one. One that is damaged is removed.
pub fn find(module: &str, md5: &[u8; 16]) -> Option<Image> {
    if !uses_images() {
        return None;
    }
    let digest = profile::digest(md5);
    cached(md5, digest).or_else(|| {
        // An image that was shipped was made without the profile of this machine.
        if program::program().is_some() && digest.is_some() {
            return None;
        }
        let (beam, base) = READ.lock().expect("files").remove(OsStr::new(module))?;
        cache::beside(&beam, base, md5).unwrap_or_else(said)
    })
}

/// The image of a module in the cache: that by its profile, if it has one. Without a compiler that
/// could make it, one without.
pub(super) fn in_cache(md5: &[u8; 16]) -> Option<Image> {
    cached(md5, profile::digest(md5))
}

fn cached(md5: &[u8; 16], digest: Option<u64>) -> Option<Image> {
    let image = |digest| {
        let store = store::store()?;
        if let found @ Some(_) = store.image(md5, digest).unwrap_or_else(said) {
            return found;
        }
        if !store.is_gone() {
            return None;
        }
        store::forget();
        store::store()?.image(md5, digest).unwrap_or_else(said)
    };
    let found = image(digest);
    if found.is_none() && digest.is_some() && program::program().is_none() {
        return image(None);
    }
    found
}

/// The .beam files that have been read lately and who can change them, by their modules' names.
static READ: LazyLock<Mutex<HashMap<OsString, (PathBuf, Base)>>> = LazyLock::new(Mutex::default);
/// So many are remembered: those that are only looked at would stay.
const REMEMBERED: usize = 1000;

/// A program has read a file, which some can change: if the module in it is loaded next, there may
/// be an image beside it.
pub fn file_read(path: &[u8], base: Base) {
    if !path.ends_with(b".beam") || !uses_images() {
        return;
    }
    let path = Path::new(OsStr::from_bytes(path));
    if let (Some(module), Ok(path)) = (path.file_stem(), std::path::absolute(path)) {
        let mut read = READ.lock().expect("files");
        if read.len() >= REMEMBERED {
            read.clear();
        }
        read.insert(module.to_owned(), (path, base));
    }
}
