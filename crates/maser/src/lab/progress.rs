//! How far the labs are: rounds that fit into a time, and what the terminal shows of them.

use super::Options;
use super::spec;
use crate::progress::Progress;
use std::time::{Duration, Instant};

/// Rounds of the same, as many as fit into their time, at least one.
pub(super) struct Rounds {
    begun: Instant,
    time: Option<Duration>,
}

impl Rounds {
    /// Whether another round fits behind those that are done.
    pub(super) fn another(&self, done: usize) -> bool {
        fits(done, self.begun.elapsed(), self.time)
    }
}

fn fits(done: usize, elapsed: Duration, time: Option<Duration>) -> bool {
    match time {
        Some(time) if done > 0 => elapsed + elapsed / done as u32 <= time,
        _ => true,
    }
}

impl Options {
    /// Whether the time for the lab is limited.
    pub(super) fn budgeted(&self) -> bool {
        self.until.is_some()
    }

    /// The rounds of the next part of a lab; the lab's time that is left is `parts` times theirs.
    pub(super) fn rounds(&self, parts: f64) -> Rounds {
        let now = Instant::now();
        let left = self.until.map(|until| until.saturating_duration_since(now));
        Rounds { begun: now, time: left.map(|left| left.div_f64(parts.max(1.0))) }
    }

    /// The size of what has one for a measurement and one for a trial.
    pub(super) fn sized(&self, full: u64, quick: u64) -> u64 {
        match self.size {
            Some(size) => size,
            None if self.quick => quick,
            None if self.middle => spec::middle(full, quick),
            None => full,
        }
    }

    /// Tells how far this lab is, and so all of them.
    pub(super) fn progress(&self, part: f64, what: String) -> Part {
        let (from, to) = self.bar;
        Part { part: from + (to - from) * part, what, line: Progress::new() }
    }
}

/// Says on a terminal what is being run.
pub(super) struct Part {
    part: f64,
    what: String,
    line: Progress,
}

impl Part {
    pub(super) fn show(&self, case: &str) {
        self.line.show(self.part, &format!("{}: {case}", self.what));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_go_on_while_they_fit() {
        let s = Duration::from_secs;
        assert!(fits(0, s(9), Some(s(5))), "one at least");
        assert!(fits(2, s(4), Some(s(6))));
        assert!(!fits(2, s(5), Some(s(6))));
        assert!(fits(7, s(500), None));
    }
}
