//! Errors of compiling a pattern, and the words that OTP's library has for those of Maser's own.

use release::Difference;

/// Why a pattern cannot be compiled: the library's number, its text, and where.
pub struct CompileError {
    /// Number.
    pub code: i32,
    /// Text.
    pub text: String,
    /// Byte in the pattern.
    pub offset: usize,
}

const TOO_DEEP: i32 = 119;
const LOOKBEHIND_FIXED: i32 = 125;
const LOOKBEHIND_LIMITED: i32 = 187;

/// The text of an error: where the libraries say the same in other words, those of OTP's.
pub fn text(e: &CompileError) -> &str {
    match e.code {
        _ if Difference::NewPatterns.is_on() => &e.text,
        TOO_DEEP => "regular expression is too complicated",
        LOOKBEHIND_FIXED | LOOKBEHIND_LIMITED => "lookbehind assertion is not fixed length",
        _ => &e.text,
    }
}
