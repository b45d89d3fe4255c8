//! The end of the emulator when something has run out without which nothing can go on.

use std::cell::Cell;
use std::fmt::{self, Write};
use std::io::Write as _;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Writes the crash dump, if there is to be one, and ends the process.
pub type End = fn(slogan: &str) -> !;

static END: OnceLock<End> = OnceLock::new();
/// A thread has begun to end the emulator.
static ENDING: AtomicBool = AtomicBool::new(false);

thread_local! {
    static MINE: Cell<bool> = const { Cell::new(false) };
}

/// Sets how the emulator ends; once, at start. Before, it says why and ends with status 1.
pub fn when_ending(end: End) {
    let _ = END.set(end);
}

/// Whether a thread has begun to end the emulator: whatever others were at stays as it is.
pub fn is_ending() -> bool {
    ENDING.load(Ordering::SeqCst)
}

/// Text of a limited length, in no allocated memory; what is longer is cut off.
struct Slogan {
    bytes: [u8; 256],
    used: usize,
}

impl Slogan {
    fn text(&self) -> &str {
        let bytes = &self.bytes[..self.used];
        std::str::from_utf8(bytes).unwrap_or_else(|e| {
            // A character that was cut in two is left out.
            std::str::from_utf8(&bytes[..e.valid_up_to()]).unwrap_or_default()
        })
    }
}

impl Write for Slogan {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        let n = s.len().min(self.bytes.len() - self.used);
        self.bytes[self.used..self.used + n].copy_from_slice(&s.as_bytes()[..n]);
        self.used += n;
        Ok(())
    }
}

/// Ends the emulator with a crash dump and exit status 1; it may be called by any thread, with any
/// lock held but those that the writer of crash dumps waits for. It allocates nothing itself. A
/// thread that comes second waits for the end; the one that is at it ends at once when it comes
/// here again, since writing the dump has failed then.
#[cold]
#[inline(never)]
pub fn end(slogan: fmt::Arguments<'_>) -> ! {
    let mut text = Slogan { bytes: [0; 256], used: 0 };
    let _ = text.write_fmt(slogan);
    if MINE.get() {
        // SAFETY: ends the process; nothing of it runs afterwards.
        unsafe { libc::_exit(1) };
    }
    if ENDING.swap(true, Ordering::SeqCst) {
        loop {
            std::thread::park();
        }
    }
    MINE.set(true);
    if let Some(end) = END.get() {
        end(text.text());
    }
    let mut err = std::io::stderr();
    let _ = err.write_all(b"maser-emu: ");
    let _ = err.write_all(text.text().as_bytes());
    let _ = err.write_all(b"\n");
    // SAFETY: ends the process; there is nothing left to be put in order.
    unsafe { libc::_exit(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slogan_is_cut_between_characters() {
        let mut text = Slogan { bytes: [0; 256], used: 0 };
        for _ in 0..100 {
            text.write_str("a→").unwrap();
        }
        assert_eq!(text.text().len(), 256);
        let mut text = Slogan { bytes: [0; 256], used: 0 };
        for _ in 0..100 {
            text.write_str("→").unwrap();
        }
        assert_eq!(text.text(), "→".repeat(85));
    }
}
