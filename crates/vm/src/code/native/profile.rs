//! Profiles of modules: what base-tier code has counted goes into the cache when the emulator ends,
//! and images are made and found by it.

use super::store::{log, say, store};
use native_abi::cache::Store;
use native_abi::profile::{FLOAT, OTHER, Profile, SMALL, What};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use term::word::{self, Word};
use trust::Distrust;

/// A module's counters. The counters of a module that is gone are kept: what it did counts, too.
pub struct Counted {
    module: String,
    md5: [u8; 16],
    places: Vec<(u32, What)>,
    counts: Box<[AtomicU64]>,
}

static ALL: Mutex<Vec<Arc<Counted>>> = Mutex::new(Vec::new());

impl Counted {
    /// Counters for these places. They stay where they are until the emulator ends.
    pub fn new(module: &str, md5: [u8; 16], places: Vec<(u32, What)>) -> Arc<Counted> {
        let counts = places.iter().map(|_| AtomicU64::new(0)).collect();
        let counted = Arc::new(Counted { module: module.to_owned(), md5, places, counts });
        ALL.lock().expect("counters").push(counted.clone());
        counted
    }

    /// The address of a counter, for code.
    pub fn address(&self, n: usize) -> u64 {
        std::ptr::from_ref(&self.counts[n]) as u64
    }

    fn is_idle(&self) -> bool {
        self.counts.iter().all(|n| n.load(Ordering::Relaxed) == 0)
    }

    fn add_to(&self, profile: &mut Profile) {
        for (&(at, what), n) in self.places.iter().zip(&self.counts) {
            profile.add(at, what, n.load(Ordering::Relaxed));
        }
    }
}

/// One more, at a counter's address.
///
/// # Safety
/// [`Counted::address`] has given the address.
#[inline]
pub unsafe fn count(address: u64) {
    // SAFETY: the caller promises that `Counted::address` gave the address, so a counter is there.
    // `ALL` keeps it, and `save`, at the emulator's end, leaves it where it is. All threads access
    // it by atomic operations.
    let counter = unsafe { &*(address as *const AtomicU64) };
    counter.fetch_add(1, Ordering::Relaxed);
}

/// Notes the kinds of two operands.
///
/// # Safety
/// [`Counted::address`] has given the address; the operands are terms.
#[inline]
pub unsafe fn note(address: u64, x: Word, y: Word) {
    // SAFETY: the caller promises that `Counted::address` gave the address, so a counter is there.
    // `ALL` keeps it, and `save`, at the emulator's end, leaves it where it is. All threads access
    // it by atomic operations.
    let counter = unsafe { &*(address as *const AtomicU64) };
    let kinds = kind(x) | kind(y) << 3;
    if counter.load(Ordering::Relaxed) & kinds != kinds {
        counter.fetch_or(kinds, Ordering::Relaxed);
    }
}

fn is_float(v: Word) -> bool {
    // SAFETY: `v` is one of the operands of `note`, whose caller promises that they are terms. It
    // is looked at, not kept.
    unsafe { term::Term::from_word(v) }.as_float().is_some()
}

fn kind(v: Word) -> u64 {
    if word::is_small(v) {
        SMALL
    } else if is_float(v) {
        FLOAT
    } else {
        OTHER
    }
}

/// Whether there were profiles when the first module was looked for.
static ANY: LazyLock<bool> = LazyLock::new(|| {
    store().is_some_and(|store| {
        store.has_profiles().unwrap_or_else(|refused| {
            say(&refused.into());
            false
        })
    })
});

/// The digest of a module's profile. One that is damaged is as good as none.
pub(super) fn digest(md5: &[u8; 16]) -> Option<u64> {
    if !*ANY {
        return None;
    }
    store()?.digest(md5).unwrap_or_else(|why| {
        say(&why);
        None
    })
}

/// Adds what has been counted to what earlier emulators have counted.
pub fn save() {
    if native_abi::cache::is_off() {
        return;
    }
    let all = std::mem::take(&mut *ALL.lock().expect("counters"));
    if all.is_empty() {
        return;
    }
    let saved = match store() {
        Some(store) => save_all(&all, &store).map_err(|why| why.to_string()),
        None => Err("there is no place for it".to_owned()),
    };
    if let Err(why) = saved {
        log(&format_args!("What has been counted is lost: {why}"));
    }
    // Schedulers go on counting until the end.
    std::mem::forget(all);
}

fn save_all(all: &[Arc<Counted>], store: &Store) -> Result<(), Distrust> {
    store.change_profiles(|write| {
        for counted in all {
            if counted.is_idle() {
                continue;
            }
            let mut profile = store.profile(&counted.md5).ok().flatten().unwrap_or_default();
            (profile.md5, profile.module) = (counted.md5, counted.module.clone());
            profile.runs = profile.runs.saturating_add(1);
            counted.add_to(&mut profile);
            write(&profile)?;
        }
        Ok(())
    })
}
