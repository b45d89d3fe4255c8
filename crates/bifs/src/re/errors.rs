//! What is wrong with a pattern, and where, in the terms of OTP's library, which is an older one.

use super::pcre::CompileError;

const MISSING_PAREN: i32 = 114;
const NO_SUCH_GROUP: i32 = 115;
const LOOKBEHIND_FIXED: i32 = 125;
const UNKNOWN_CLASS: i32 = 130;
const UNSUPPORTED: i32 = 137;
const SAME_NAME: i32 = 143;
const UNKNOWN_PROPERTY: i32 = 147;
const BAD_NUMBER: i32 = 157;
const NAME_EXPECTED: i32 = 162;
const BAD_VERB: i32 = 160;
const BAD_NAME: i32 = 169;
const LOOKBEHIND_LIMITED: i32 = 187;
const UNSUPPORTED_NAMED: i32 = 193;

/// The text of an error: where the libraries say the same in other words, those of OTP's.
pub fn text<'e>(pattern: &[u8], e: &'e CompileError) -> &'e str {
    match e.code {
        ..0 => "invalid UTF-8 string",
        109 => "nothing to repeat",
        MISSING_PAREN if pattern.ends_with(b"(?") => "unrecognized character after (? or (?-",
        MISSING_PAREN => "missing )",
        118 => "missing ) after comment",
        119 => "regular expression is too complicated",
        122 => "unmatched parentheses",
        LOOKBEHIND_FIXED | LOOKBEHIND_LIMITED => "lookbehind assertion is not fixed length",
        134 => "character value in \\x{} or \\o{} is too large",
        UNSUPPORTED | UNSUPPORTED_NAMED => "PCRE does not support \\L, \\l, \\N{name}, \\U, or \\u",
        138 => "number after (?C is > 255",
        142 => "syntax error in subpattern name (missing terminator)",
        SAME_NAME => "two named subpatterns have the same name",
        UNKNOWN_PROPERTY => "unknown property name after \\P or \\p",
        BAD_NUMBER if e.offset == pattern.len() => "a numbered reference must not be zero",
        174 => "setting UTF is disabled by the application",
        144 => "group name must start with a non-digit",
        NAME_EXPECTED if pattern.ends_with(b"(?<") => "unrecognized character after (?<",
        _ => &e.text,
    }
}

/// Where OTP's library says the error is: it notices some of them later.
pub fn offset(pattern: &[u8], e: &CompileError) -> usize {
    let at = e.offset.min(pattern.len());
    let rest = &pattern[at..];
    match e.code {
        SAME_NAME | UNSUPPORTED | UNSUPPORTED_NAMED | UNKNOWN_PROPERTY | BAD_NUMBER | BAD_NAME => {
            at.saturating_sub(1)
        }
        BAD_VERB => match pattern[..at].windows(2).rposition(|w| w == b"(*") {
            // Its name consists of letters.
            Some(n) => {
                n + 2 + pattern[n + 2..].iter().take_while(|b| b.is_ascii_alphabetic()).count()
            }
            None => at,
        },
        NO_SUCH_GROUP => reference_end(pattern, at).unwrap_or_else(|| match rest.first() {
            Some(b'(') => at + rest.iter().position(|&b| b == b')').map_or(0, |n| n + 1),
            Some(b) if b.is_ascii_alphabetic() || *b == b'_' => {
                at + rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count()
            }
            _ => pattern.len(),
        }),
        LOOKBEHIND_FIXED | LOOKBEHIND_LIMITED => {
            at + rest.iter().position(|&b| b == b')').unwrap_or(0)
        }
        UNKNOWN_CLASS => {
            pattern[..at].windows(2).rposition(|w| w == b"[:").map_or(at, |start| start + 2)
        }
        _ => at,
    }
}

/// Where a reference to no group ends that OTP's library notices at once: a condition, a call of a
/// group, or a number of groups back. `at` is somewhere in it.
fn reference_end(pattern: &[u8], at: usize) -> Option<usize> {
    const BEGINS: [&[u8]; 5] = [b"(?(", b"(?", b"\\g{-", b"\\g-", b"\\g"];
    let begin = pattern[..at].iter().rposition(|b| matches!(b, b'\\' | b'?'))?;
    let begin = if pattern[begin] == b'?' { begin.checked_sub(1)? } else { begin };
    let which = BEGINS.iter().position(|b| pattern[begin..].starts_with(b))?;
    let name = begin + BEGINS[which].len();
    let end = |byte: u8| pattern[name..].iter().position(|&b| b == byte).map(|n| name + n);
    let digits = pattern[name..].iter().take_while(|b| b.is_ascii_digit()).count();
    match which {
        0 => end(b')').map(|n| n + 1),
        1 if digits > 0 => Some(name + digits),
        2 => end(b'}'),
        3 => Some(name + digits),
        _ => None,
    }
}
