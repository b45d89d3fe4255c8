//! The end of the emulator: output is written, the terminal restored.

use std::time::Duration;

/// To be called once, just before the emulator's process ends, on every way there. `flush`: wait
/// until ports have written what was given to them.
pub fn at_exit(flush: bool) {
    if flush {
        vm::port::flush_all(Duration::from_secs(3600));
    }
    crate::tty::restore();
}
