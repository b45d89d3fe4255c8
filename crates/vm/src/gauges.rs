//! Figures that are kept only while somebody wants them: how long collections take, and how often
//! schedulers are woken. Otherwise each costs a look at whether it is wanted.

use crate::system;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The upper limits of the classes of pauses, in nanoseconds; there is one more class above.
pub const LIMITS_NS: [u64; 12] = [
    2_000,
    5_000,
    10_000,
    25_000,
    50_000,
    100_000,
    250_000,
    1_000_000,
    5_000_000,
    25_000_000,
    100_000_000,
    1_000_000_000,
];
/// Number of classes.
pub const CLASSES: usize = LIMITS_NS.len() + 1;

static ON: AtomicBool = AtomicBool::new(false);
static WAKE_UPS: AtomicU64 = AtomicU64::new(0);

struct Histogram {
    counts: [AtomicU64; CLASSES],
    total_ns: AtomicU64,
    longest_ns: AtomicU64,
}

/// Of collections of what is new, and of all.
static PAUSES: [Histogram; 2] = [const {
    Histogram {
        counts: [const { AtomicU64::new(0) }; CLASSES],
        total_ns: AtomicU64::new(0),
        longest_ns: AtomicU64::new(0),
    }
}; 2];

/// Keeps the figures from now on.
pub fn begin() {
    ON.store(true, Ordering::Relaxed);
}

/// A scheduler is woken.
#[inline]
pub(crate) fn wakes() {
    if ON.load(Ordering::Relaxed) {
        WAKE_UPS.fetch_add(1, Ordering::Relaxed);
    }
}

/// How often schedulers that slept have been woken since [`begin`].
pub fn wake_ups() -> u64 {
    WAKE_UPS.load(Ordering::Relaxed)
}

/// The time when a collection begins, if it is wanted.
#[inline]
pub(crate) fn collection_begins() -> Option<u64> {
    ON.load(Ordering::Relaxed).then(system::monotonic_ns)
}

/// A collection that began then is over.
#[cold]
pub(crate) fn collection_ends(begun: u64, major: bool) {
    let ns = system::monotonic_ns().saturating_sub(begun);
    let of = &PAUSES[usize::from(major)];
    of.counts[class(ns)].fetch_add(1, Ordering::Relaxed);
    of.total_ns.fetch_add(ns, Ordering::Relaxed);
    of.longest_ns.fetch_max(ns, Ordering::Relaxed);
}

fn class(ns: u64) -> usize {
    LIMITS_NS.partition_point(|&limit| limit < ns)
}

/// The pauses of collections since [`begin`].
#[derive(Copy, Clone, Debug)]
pub struct Pauses {
    /// How many there were in each class.
    pub counts: [u64; CLASSES],
    /// How long they took together.
    pub total_ns: u64,
    /// The longest.
    pub longest_ns: u64,
}

/// The pauses of collections of what is new, or of all.
pub fn pauses(major: bool) -> Pauses {
    let of = &PAUSES[usize::from(major)];
    Pauses {
        counts: std::array::from_fn(|i| of.counts[i].load(Ordering::Relaxed)),
        total_ns: of.total_ns.load(Ordering::Relaxed),
        longest_ns: of.longest_ns.load(Ordering::Relaxed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_have_upper_limits() {
        assert_eq!(class(0), 0);
        assert_eq!(class(2_000), 0);
        assert_eq!(class(2_001), 1);
        assert_eq!(class(u64::MAX), CLASSES - 1);
        assert!(LIMITS_NS.is_sorted());
    }
}
