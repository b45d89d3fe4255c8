//! How far the labs are: rounds that fit into a time, and a bar on a terminal.

use super::Options;
use super::spec;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// How wide the bar is.
const BAR: usize = 20;
/// A line that were longer than the terminal could not be removed.
const LINE: usize = 78;

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
    pub(super) fn progress(&self, part: f64, what: String) -> Progress {
        let (from, to) = self.bar;
        Progress { part: from + (to - from) * part, what, shown: std::io::stderr().is_terminal() }
    }
}

/// Says on a terminal what is being run, and removes it at the end.
pub(super) struct Progress {
    part: f64,
    what: String,
    shown: bool,
}

impl Progress {
    pub(super) fn show(&self, case: &str) {
        if self.shown {
            eprint!("\r\x1b[K{}", line(self.part, &format!("{}: {case}", self.what)));
            let _ = std::io::stderr().flush();
        }
    }
}

fn line(part: f64, what: &str) -> String {
    let full = ((part * BAR as f64).round() as usize).min(BAR);
    let text = format!(
        "[{}{}] {:>3.0} % {what}",
        "#".repeat(full),
        "-".repeat(BAR - full),
        (100.0 * part).clamp(0.0, 100.0)
    );
    text.chars().take(LINE).collect()
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            eprint!("\r\x1b[K");
        }
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

    #[test]
    fn the_bar_has_a_width() {
        assert_eq!(line(0.25, "x"), format!("[#####{}]  25 % x", "-".repeat(15)));
        assert_eq!(line(1.0, &"x".repeat(200)).chars().count(), LINE);
    }
}
