//! What OTP's library says of a pattern that only Maser's own library refuses.

use super::pcre::CompileError;

const TOO_DEEP: i32 = 119;
const LOOKBEHIND_FIXED: i32 = 125;
const LOOKBEHIND_LIMITED: i32 = 187;

/// The text of an error: where the libraries say the same in other words, those of OTP's.
pub fn text(e: &CompileError) -> &str {
    match e.code {
        TOO_DEEP => "regular expression is too complicated",
        LOOKBEHIND_FIXED | LOOKBEHIND_LIMITED => "lookbehind assertion is not fixed length",
        _ => &e.text,
    }
}
