//! The end of the emulator after a call that makes no sense, with the words of stock's emulator.

use std::ffi::{CStr, c_int};
use std::fmt;
use std::io::Write;

/// The system's words for an error number.
fn words(error: c_int) -> String {
    let mut text = [0; 128];
    // SAFETY: the buffer is ours, and its length is given.
    unsafe { libc::strerror_r(error, text.as_mut_ptr(), text.len()) };
    // SAFETY: the call has left a string that ends with a zero: the buffer was zeros, and is longer
    // than any of the C library's texts.
    unsafe { CStr::from_ptr(text.as_ptr()) }.to_string_lossy().into_owned()
}

/// Ends the emulator by `abort`: a function of the interface for drivers has been called in a way
/// that is an error.
pub(super) fn error(number: c_int, function: &str) -> ! {
    let mut err = std::io::stderr();
    let _ = writeln!(err, "Fatal error in {function}(): {} [{number}]", words(number));
    vm::system::abort()
}

/// Ends the emulator by `abort`, after a crash dump and a line on standard error.
pub(super) fn invalid_call(what: fmt::Arguments<'_>) -> ! {
    vm::crash_dump::write_at_end(&what.to_string());
    vm::system::abort()
}
