//! Numbers by chance, the same from the same seed.

/// A generator of numbers (xorshift64*).
pub struct Random(u64);

impl Random {
    /// A generator that begins with a seed.
    pub fn new(seed: u64) -> Random {
        // Seeds beside each other are to give sequences that have nothing in common.
        let mixed = (seed ^ 0x5dee_ce66_d1ce_4e5b).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Random((mixed ^ mixed >> 31) | 1)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `n`, which is above 0.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// Whether something happens that happens once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of some things, of which there are any.
    pub fn one<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }

    /// A byte.
    pub fn byte(&mut self) -> u8 {
        (self.bits() >> 56) as u8
    }

    /// So many bytes.
    pub fn bytes(&mut self, n: usize) -> Vec<u8> {
        (0..n).map(|_| self.byte()).collect()
    }

    /// A number of bits that is more often small than large, at most `max`.
    pub fn small(&mut self, max: usize) -> usize {
        let most = 1 + self.below(max.max(1));
        let most = 1 + self.below(most);
        self.below(most + 1).min(max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_numbers_come() {
        let mut random = Random::new(1);
        let mut seen = [0; 10];
        (0..1000).for_each(|_| seen[random.below(10)] += 1);
        assert!(seen.iter().all(|&n| n > 50), "{seen:?}");
        assert!((0..1000).all(|_| random.small(7) <= 7));
    }
}
