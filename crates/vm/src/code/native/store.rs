//! The directory of the cache, opened once, and what is said of what cannot be used in it.

use super::Mode;
use crate::log::log_from_emulator;
use native_abi::cache::{Store, Unusable};
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use trust::Make;

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

/// Forgets a cache that is gone: somebody has removed the directory, and there may be a new one.
pub(super) fn forget() {
    *KNOWN.lock().expect("the cache") = Known::Nothing;
}

/// Whether what is made may be kept: there is a place for it, or may be one.
pub(super) fn may_keep() -> bool {
    store().is_some() || !matches!(*KNOWN.lock().expect("the cache"), Known::None)
}

/// No value, after [`say`].
pub(super) fn said<T>(why: Unusable) -> Option<T> {
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
