//! The characters that end a line in a subject.

use pcre2_sys as sys;

/// The characters that end a line.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Newline {
    /// As the pattern says, else as the library does (`\n`).
    Default = 0,
    /// `\r`.
    Cr = sys::PCRE2_NEWLINE_CR as u8,
    /// `\n`.
    Lf = sys::PCRE2_NEWLINE_LF as u8,
    /// `\r\n`.
    CrLf = sys::PCRE2_NEWLINE_CRLF as u8,
    /// Any line end of Unicode.
    Any = sys::PCRE2_NEWLINE_ANY as u8,
    /// One of the first three.
    AnyCrLf = sys::PCRE2_NEWLINE_ANYCRLF as u8,
}
