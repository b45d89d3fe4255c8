//! Finding images: in the cache, or beside the .beam file that a module was read from.

use super::{Mode, compiler, profile};
use crate::log::log_from_emulator;
use native_abi::cache::{self, Store, Unusable};
use native_abi::image::Image;
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use trust::{Base, Make};

/// The cache, as far as it has been looked for.
enum Known {
    Nothing,
    /// There is none, and there will be none.
    None,
    Open(Arc<Store>),
}

static KNOWN: Mutex<Known> = Mutex::new(Known::Nothing);

/// The cache, if there is a place for one. It is said once if there is one that is not trusted.
pub(super) fn store() -> Option<Arc<Store>> {
    let mut known = KNOWN.lock().expect("the cache");
    match &*known {
        Known::Open(store) => return Some(store.clone()),
        Known::None => return None,
        Known::Nothing => {}
    }
    let make = if Mode::now() == Mode::Cache { Make::No } else { Make::Yes };
    match Store::usual(make) {
        Ok(Some(store)) => {
            let store = Arc::new(store);
            *known = Known::Open(store.clone());
            Some(store)
        }
        Ok(None) | Err(Unusable::Nowhere) => {
            *known = Known::None;
            None
        }
        // It may be there later. A caller that wants to keep something is told then why that cannot
        // be.
        Err(why) if !why.is_refusal() => None,
        Err(why) => {
            *known = Known::None;
            drop(known);
            say(&why);
            None
        }
    }
}

/// Whether what is made may be kept: there is a place for it, or may be one.
pub(super) fn may_keep() -> bool {
    store().is_some() || !matches!(*KNOWN.lock().expect("the cache"), Known::None)
}

/// The image of a module, if there is one. One that is damaged is removed.
pub fn find(module: &str, md5: &[u8; 16]) -> Option<Image> {
    if matches!(Mode::now(), Mode::Off | Mode::Profile) {
        return None;
    }
    let digest = profile::digest(md5);
    cached(md5, digest).or_else(|| {
        // An image that was shipped was made without the profile of this machine.
        if compiler::program().is_some() && digest.is_some() {
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
        let store = store()?;
        if let found @ Some(_) = store.image(md5, digest).unwrap_or_else(said) {
            return found;
        }
        if !store.is_gone() {
            return None;
        }
        // The directory has been removed. There may be a new one.
        *KNOWN.lock().expect("the cache") = Known::Nothing;
        self::store()?.image(md5, digest).unwrap_or_else(said)
    };
    let found = image(digest);
    if found.is_none() && digest.is_some() && compiler::program().is_none() {
        return image(None);
    }
    found
}

fn said<T>(why: Unusable) -> Option<T> {
    say(&why);
    None
}

/// Says that something cannot be used, the first time that something of its kind cannot.
pub(super) fn say(why: &Unusable) {
    static SAID: [AtomicBool; 3] = [const { AtomicBool::new(false) }; 3];
    let kind = match why {
        Unusable::Distrust(_) | Unusable::Nowhere => 0,
        Unusable::Image(..) => 1,
        Unusable::Profile(..) => 2,
    };
    if !SAID[kind].swap(true, Ordering::Relaxed) {
        log(why);
    }
}

/// Has it logged in a line.
pub(super) fn log(what: &dyn Display) {
    log_from_emulator("~ts~n", |heap| vec![heap.string(&what.to_string())]);
}

/// The .beam files that have been read lately and who can change them, by their modules' names.
static READ: LazyLock<Mutex<HashMap<OsString, (PathBuf, Base)>>> = LazyLock::new(Mutex::default);
/// So many are remembered: those that are only looked at would stay.
const REMEMBERED: usize = 1000;

/// A program has read a file, which some can change: if the module in it is loaded next, there may
/// be an image beside it.
pub fn file_read(path: &[u8], base: Base) {
    if !path.ends_with(b".beam") || matches!(Mode::now(), Mode::Off | Mode::Profile) {
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
