//! Profiles of modules: what base-tier code has counted goes into the cache when the emulator ends,
//! and images are made and found by it.

use super::cache::say;
use crate::interp::log_from_emulator;
use native_abi::cache;
use native_abi::profile::{self, FLOAT, OTHER, Profile, SMALL, What};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use term::word::{self, Word};

/// A module's counters. Those of one that is gone are kept: what it did counts, too.
pub struct Counted {
    module: String,
    md5: [u8; 16],
    places: Vec<(u32, What)>,
    counts: Box<[AtomicU64]>,
}

static ALL: Mutex<Vec<Arc<Counted>>> = Mutex::new(Vec::new());

impl Counted {
    /// Counters for these places, which stay where they are until the emulator ends.
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
    // SAFETY: as the caller says; counters stay until the emulator ends.
    let counter = unsafe { &*(address as *const AtomicU64) };
    counter.fetch_add(1, Ordering::Relaxed);
}

/// Notes the kinds of two operands.
///
/// # Safety
/// [`Counted::address`] has given the address; the operands are terms.
#[inline]
pub unsafe fn note(address: u64, x: Word, y: Word) {
    // SAFETY: as the caller says; counters stay until the emulator ends.
    let counter = unsafe { &*(address as *const AtomicU64) };
    let kinds = kind(x) | kind(y) << 3;
    if counter.load(Ordering::Relaxed) & kinds != kinds {
        counter.fetch_or(kinds, Ordering::Relaxed);
    }
}

fn is_float(v: Word) -> bool {
    // SAFETY: `v` is a term, as the only caller's caller says; it is looked at, not kept.
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

/// Where profiles are; None if there was none when the first module was looked for.
static ROOT: LazyLock<Option<PathBuf>> =
    LazyLock::new(|| cache::root().filter(|root| cache::profiles(root).is_dir()));

/// The digest of a module's profile. One that is damaged is as good as none.
pub(super) fn digest(md5: &[u8; 16]) -> Option<u64> {
    let path = cache::profile(ROOT.as_ref()?, md5);
    profile::digest_of(&path, md5).unwrap_or_else(|why| {
        say(&path, why);
        None
    })
}

/// Adds what has been counted to what earlier emulators have counted.
pub fn save() {
    let all = std::mem::take(&mut *ALL.lock().expect("counters"));
    let Some(root) = cache::root().filter(|_| !all.is_empty()) else { return };
    if let Err(why) = save_all(&all, &root) {
        let path = cache::profiles(&root);
        log_from_emulator("What has been counted is lost: ~ts: ~ts~n", |heap| {
            vec![heap.string(&path.to_string_lossy()), heap.string(&why.to_string())]
        });
    }
    // Schedulers go on counting until the end.
    std::mem::forget(all);
}

fn save_all(all: &[Arc<Counted>], root: &Path) -> std::io::Result<()> {
    let directory = cache::profiles(root);
    fs::create_dir_all(&directory)?;
    // One emulator at a time reads and writes.
    let lock = File::create(directory.join("lock"))?;
    lock.lock()?;
    let mut last = None;
    for counted in all {
        if counted.is_idle() {
            continue;
        }
        let path = cache::profile(root, &counted.md5);
        let mut profile = Profile::find(root, &counted.md5).unwrap_or_default();
        (profile.md5, profile.module) = (counted.md5, counted.module.clone());
        profile.runs = profile.runs.saturating_add(1);
        counted.add_to(&mut profile);
        cache::write(&path, &profile.to_bytes())?;
        last = Some(path);
    }
    if let Some(path) = last {
        cache::trim(root, cache::limit(), &path);
    }
    Ok(())
}
