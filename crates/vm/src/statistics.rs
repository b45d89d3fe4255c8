//! Counters of the whole system that several parts add to.

use std::sync::atomic::{AtomicU64, Ordering};

static COLLECTIONS: AtomicU64 = AtomicU64::new(0);
static RECLAIMED_WORDS: AtomicU64 = AtomicU64::new(0);
static INPUT: AtomicU64 = AtomicU64::new(0);
static OUTPUT: AtomicU64 = AtomicU64::new(0);
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

/// Bytes of ETS tables.
pub fn ets_bytes() -> usize {
    8 * crate::ets::registry::all().iter().map(|t| t.memory_now()).sum::<usize>()
}

/// Number of ETS tables.
pub fn ets_tables() -> usize {
    crate::ets::registry::all().len()
}

/// Bytes that processes take, as of the last time each was scheduled out.
pub fn process_bytes() -> usize {
    let guard = crossbeam_epoch::pin();
    let ids = crate::process_table::all_ids();
    let of = |id: u64| {
        let p = crate::process_table::lookup(id, &guard)?;
        Some(size_of_val(p) + 8 * p.heap_words.load(Ordering::Relaxed) as usize)
    };
    ids.into_iter().filter_map(of).sum()
}
