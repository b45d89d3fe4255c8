//! The choices that a program is made of: random ones, or those of a program that is made again.

/// A source of choices, which notes them.
pub(super) struct Choices {
    /// For random ones.
    state: u64,
    /// Choices to be taken again; nothing but the simplest behind them. None: random ones.
    given: Option<Vec<u32>>,
    made: Vec<u32>,
}

/// After so many choices all others are the simplest: programs have an end.
const MOST: usize = 6000;

impl Choices {
    /// Random ones.
    pub(super) fn random(seed: u64) -> Choices {
        Choices { state: seed ^ 0x9e37_79b9_7f4a_7c15, given: None, made: Vec::new() }
    }

    /// These.
    pub(super) fn given(choices: Vec<u32>) -> Choices {
        Choices { state: 0, given: Some(choices), made: Vec::new() }
    }

    /// The choices so far.
    pub(super) fn made(self) -> Vec<u32> {
        self.made
    }

    /// One of `0..n`; 0 is to be the simplest.
    pub(super) fn below(&mut self, n: usize) -> usize {
        let n = n.max(1) as u32;
        let choice = match &self.given {
            _ if self.made.len() >= MOST => 0,
            Some(given) => given.get(self.made.len()).copied().unwrap_or(0) % n,
            None => (self.next() >> 33) as u32 % n,
        };
        self.made.push(choice);
        choice as usize
    }

    /// True one time in so many.
    pub(super) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) + 1 == n && n > 1
    }

    /// One of these.
    pub(super) fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }

    // SplitMix64.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
