//! Choices drawn from a seed: which process runs next, and for how long. With one scheduler, and
//! programs that depend on nothing from outside, the same seed gives the same order again; other
//! seeds give others, that first come, first served never gives.

use std::sync::atomic::{AtomicU64, Ordering};

/// The state of one scheduler's row of choices; 0 if it does not draw.
pub(crate) struct Chance(AtomicU64);

impl Chance {
    /// The row of a seed; of 0 none.
    pub fn new(seed: u32, scheduler: usize) -> Chance {
        let chance = Chance(AtomicU64::new(0));
        chance.begin(seed, scheduler);
        chance
    }

    /// Begins the row of a seed.
    pub fn begin(&self, seed: u32, scheduler: usize) {
        let state = match seed {
            0 => 0,
            // Odd numbers are none of them 0, and far apart for seeds that are near each other.
            _ => (u64::from(seed) << 16 | scheduler as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
        };
        self.0.store(state, Ordering::Relaxed);
    }

    /// Whether it draws.
    #[inline]
    pub fn draws(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// A number below another one. Only the scheduler's own thread draws.
    pub fn draw(&self, below: usize) -> usize {
        // Marsaglia's xorshift, by Vigna's multiplication: "An experimental exploration of
        // Marsaglia's xorshift generators, scrambled", xorshift64*.
        let mut x = self.0.load(Ordering::Relaxed);
        x ^= x >> 12;
        x ^= x << 25;
        x ^= x >> 27;
        self.0.store(x, Ordering::Relaxed);
        let drawn = x.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        (drawn as usize * below) >> 32
    }

    /// The reductions of a slice: at most so many, and short ones as often as long ones, for what
    /// goes wrong does so between two calls.
    pub fn slice(&self, most: u32) -> u32 {
        let bits = self.draw(most.ilog2() as usize + 1);
        most.min(1 + self.draw(1 << bits) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_its_row() {
        let row = |seed| {
            let chance = Chance::new(seed, 0);
            (0..100).map(|_| chance.draw(1000)).collect::<Vec<_>>()
        };
        assert_eq!(row(7), row(7));
        assert_ne!(row(7), row(8));
        assert!(row(1).iter().all(|&n| n < 1000));
        let chance = Chance::new(3, 1);
        let slices: Vec<u32> = (0..1000).map(|_| chance.slice(4000)).collect();
        assert!(slices.iter().all(|n| (1..=4000).contains(n)));
        assert!(slices.iter().filter(|&&n| n < 64).count() > 300);
        assert!(slices.iter().any(|&n| n > 2000));
    }
}
