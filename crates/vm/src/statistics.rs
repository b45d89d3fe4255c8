//! Counters of the whole system that several parts add to.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

static COLLECTIONS: AtomicU64 = AtomicU64::new(0);
static RECLAIMED_WORDS: AtomicU64 = AtomicU64::new(0);
static INPUT: AtomicU64 = AtomicU64::new(0);
static OUTPUT: AtomicU64 = AtomicU64::new(0);
static PROCESS_BYTES: AtomicUsize = AtomicUsize::new(0);
static CODE_BYTES: AtomicUsize = AtomicUsize::new(0);
static ETS: OnceLock<fn() -> EtsUse> = OnceLock::new();

/// What ETS takes.
#[derive(Copy, Clone, Default, Debug)]
pub struct EtsUse {
    /// Tables.
    pub tables: usize,
    /// Bytes of all of them.
    pub bytes: usize,
}

/// Counts a collection that has freed so many words.
pub fn collected(words: u64) {
    COLLECTIONS.fetch_add(1, Ordering::Relaxed);
    RECLAIMED_WORDS.fetch_add(words, Ordering::Relaxed);
}

/// Collections, and words that they have freed.
pub fn collections() -> (u64, u64) {
    (COLLECTIONS.load(Ordering::Relaxed), RECLAIMED_WORDS.load(Ordering::Relaxed))
}

/// Counts bytes that ports have read.
pub fn input(bytes: u64) {
    INPUT.fetch_add(bytes, Ordering::Relaxed);
}

/// Counts bytes that ports have written.
pub fn output(bytes: u64) {
    OUTPUT.fetch_add(bytes, Ordering::Relaxed);
}

/// Bytes that ports have read and written.
pub fn io() -> (u64, u64) {
    (INPUT.load(Ordering::Relaxed), OUTPUT.load(Ordering::Relaxed))
}

/// Sets who knows how much ETS takes; once.
pub fn set_ets(f: fn() -> EtsUse) {
    let _ = ETS.set(f);
}

/// Bytes of ETS tables.
pub fn ets_bytes() -> usize {
    ETS.get().map_or(0, |f| f().bytes)
}

/// Number of ETS tables.
pub fn ets_tables() -> usize {
    ETS.get().map_or(0, |f| f().tables)
}

/// Adds to the bytes that loaded code takes.
pub fn code_loaded(bytes: usize) {
    CODE_BYTES.fetch_add(bytes, Ordering::Relaxed);
}

/// Bytes of loaded code.
pub fn code_bytes() -> usize {
    CODE_BYTES.load(Ordering::Relaxed)
}

/// Adds to the bytes that processes take.
pub fn process_bytes_changed(old: usize, new: usize) {
    PROCESS_BYTES.fetch_add(new.wrapping_sub(old), Ordering::Relaxed);
}

/// Bytes that processes take, as far as they have been reported.
pub fn process_bytes() -> usize {
    let count = crate::process_table::count();
    // Heaps that nobody reports count with the least that a process takes.
    PROCESS_BYTES.load(Ordering::Relaxed) + count * (size_of::<crate::process::Process>() + 512)
}
