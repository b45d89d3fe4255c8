//! How far the work is: a line on the terminal, and nothing elsewhere.

use std::io::{IsTerminal, Write};

/// How wide the bar is.
const BAR: usize = 20;
/// The longest line.
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
            self.write(&line(part, what, LINE.min(columns().saturating_sub(1))));
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

/// How wide the terminal is. A line that were longer could not be removed.
fn columns() -> usize {
    let mut size = libc::winsize { ws_row: 0, ws_col: 0, ws_xpixel: 0, ws_ypixel: 0 };
    // SAFETY: the request writes such a structure, and it lives during the call.
    let asked = unsafe { libc::ioctl(libc::STDERR_FILENO, libc::TIOCGWINSZ, &raw mut size) };
    if asked == 0 && size.ws_col > 0 { size.ws_col.into() } else { LINE + 1 }
}

fn line(part: f64, what: &str, longest: usize) -> String {
    let full = ((part * BAR as f64).round() as usize).min(BAR);
    let text = format!(
        "[{}{}] {:>3.0} % {what}",
        "#".repeat(full),
        "-".repeat(BAR - full),
        (100.0 * part).clamp(0.0, 100.0)
    );
    text.chars().take(longest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_has_a_width() {
        assert_eq!(line(0.25, "x", LINE), format!("[#####{}]  25 % x", "-".repeat(15)));
        assert_eq!(line(1.0, &"x".repeat(200), 30).chars().count(), 30);
    }
}
