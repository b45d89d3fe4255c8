//! The slices that other schedulers execute at a moment, for who waits until they are over.

use super::{CURRENT, schedulers};
use std::sync::atomic::Ordering;

/// The schedulers that were executing, and how often each had switched processes by then.
pub struct Slices(Vec<(usize, u64)>);

impl Slices {
    /// The slices of this moment, but for that of the calling scheduler.
    pub fn of_others() -> Slices {
        let me = CURRENT.get();
        let all = schedulers().iter().enumerate().filter(|&(index, _)| index != me);
        let busy = all.filter(|(_, s)| s.counters.busy_since.load(Ordering::Relaxed) != 0);
        let slice = |s: &super::Scheduler| s.counters.switches.load(Ordering::Relaxed);
        Slices(busy.map(|(index, s)| (index, slice(s))).collect())
    }

    /// Whether each of them has come to its end. A scheduler that switches for the first time may
    /// have been between two slices, and only begins the one that it was seen at.
    pub fn are_over(&self) -> bool {
        self.0.iter().all(|&(index, switches)| {
            let counters = &schedulers()[index].counters;
            counters.switches.load(Ordering::Relaxed).wrapping_sub(switches) >= 2
                || counters.busy_since.load(Ordering::Relaxed) == 0
        })
    }
}
