//! What is to be done before the emulator ends: output written, terminal restored.

use std::os::fd::RawFd;
use std::time::Duration;

/// To be called once, just before the emulator's process ends, on every way there. `flush`: wait until
/// ports have written what was given to them.
pub fn at_exit(flush: bool) {
    if flush {
        vm::port::flush_all(Duration::from_secs(3600));
    }
}

/// Columns and rows of a terminal; None if it is none.
pub fn window_size(fd: RawFd) -> Option<(u32, u32)> {
    // SAFETY: there is room for the size; zeros are valid.
    unsafe {
        let mut size: libc::winsize = std::mem::zeroed();
        if libc::ioctl(fd, libc::TIOCGWINSZ, &raw mut size) < 0 || size.ws_col == 0 {
            return None;
        }
        Some((u32::from(size.ws_col), u32::from(size.ws_row)))
    }
}
