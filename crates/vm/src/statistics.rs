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
