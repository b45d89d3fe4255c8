//! Whether a thread without work stays awake for a moment: to wake it takes longer than many an
//! answer takes to come.

use super::time;
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use tune::Tune;

/// A thread's memory of how long it has rested lately.
pub(crate) struct Rests {
    /// The mean of its rests, in nanoseconds. A rest counts for a quarter, the one before for a
    /// quarter of what is left, and so on.
    usual: u64,
}

/// A rest counts for no more than this many times the longest that is passed awake. So one long
/// rest is enough to sleep at once in those that follow, and five short ones make up for it.
const LONGEST: u64 = 8;

impl Default for Rests {
    fn default() -> Rests {
        Rests { usual: u64::MAX / 2 }
    }
}

impl Rests {
    /// Until when to stay awake in a rest that began at `begun`, if rests have usually been shorter
    /// than that and there is another processor for those who are waited for.
    pub fn awake_until(&self, begun: Instant) -> Option<Instant> {
        static HAS_OTHERS: LazyLock<bool> =
            LazyLock::new(|| std::thread::available_parallelism().map_or(1, |n| n.get()) > 1);
        let most = time(Tune::SpinTime);
        (self.usual < most.as_nanos() as u64 && *HAS_OTHERS).then(|| begun + most)
    }

    /// A rest has taken so long.
    pub fn over(&mut self, rest: Duration) {
        let most = time(Tune::SpinTime).as_nanos() as u64 * LONGEST;
        let rest = (rest.as_nanos() as u64).min(most);
        self.usual = self.usual.min(most) / 4 * 3 + rest / 4;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stays_awake_where_rests_are_short() {
        let now = Instant::now();
        let mut rests = Rests::default();
        let mut awake_after = |micros: u64| {
            rests.over(Duration::from_micros(micros));
            rests.awake_until(now).is_some()
        };
        let several = std::thread::available_parallelism().is_ok_and(|n| n.get() > 1);
        assert!(!awake_after(1_000_000));
        assert!(!awake_after(10));
        assert!((0..3).all(|_| !awake_after(10)));
        (0..20).for_each(|_| {
            awake_after(20);
        });
        assert_eq!(awake_after(20), several);
        assert_eq!(awake_after(60), several);
        assert!(!awake_after(10_000_000));
    }
}
