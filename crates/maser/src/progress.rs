//! How far the work is: a line on the terminal, and nothing elsewhere.

use std::io::{IsTerminal, Write};

/// How wide the bar is.
const BAR: usize = 20;
/// A line that were longer than the terminal could not be removed.
const LINE: usize = 78;

/// The line; it goes with this.
pub(crate) struct Progress {
    shown: bool,
}

impl Progress {
    pub(crate) fn new() -> Progress {
        Progress { shown: std::io::stderr().is_terminal() }
    }

    /// Which part of the work is done, from 0 to 1, and what is next.
    pub(crate) fn show(&self, part: f64, what: &str) {
        if self.shown {
            self.write(&line(part, what));
        }
    }

    /// Writes text in place of the line.
    pub(crate) fn say(&self, text: &str) {
        self.write(text);
    }

    fn write(&self, text: &str) {
        let remove = if self.shown { "\r\x1b[K" } else { "" };
        let mut out = std::io::stderr().lock();
        // Where nothing can be written there is nobody to be told.
        let _ = write!(out, "{remove}{text}").and_then(|()| out.flush());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.say("");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_has_a_width() {
        assert_eq!(line(0.25, "x"), format!("[#####{}]  25 % x", "-".repeat(15)));
        assert_eq!(line(1.0, &"x".repeat(200)).chars().count(), LINE);
    }
}
