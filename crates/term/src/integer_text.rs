//! Integers as text in bases 2 to 36: printing and parsing, small ones and huge ones quickly.

use crate::arith::max_limbs;
use crate::heap::Heap;
use crate::term::{Term, View};
use dashu_int::UBig;
use std::fmt::Write;

/// Why a text is no integer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ParseError {
    /// Not digits of the base with at most one sign before them.
    Syntax,
    /// More than an integer can hold.
    SystemLimit,
}

/// The digits of an integer, upper case, with `-` if it is negative. Panics if the term is no
/// integer or the base is not 2 to 36.
pub fn to_text(t: Term<'_>, base: u32) -> String {
    assert!((2..=36).contains(&base), "base {base}");
    match t.view() {
        View::Small(i) if base == 10 => i.to_string(),
        View::Small(i) => {
            let mut buffer = [0_u8; 64];
            let mut at = buffer.len();
            let mut u = i.unsigned_abs();
            loop {
                at -= 1;
                buffer[at] =
                    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[(u % u64::from(base)) as usize];
                u /= u64::from(base);
                if u == 0 {
                    break;
                }
            }
            let digits = buffer[at..].iter().map(|&b| b as char);
            (i < 0).then_some('-').into_iter().chain(digits).collect()
        }
        View::Big(b) => {
            let mut text = String::from(if b.negative { "-" } else { "" });
            let magnitude = UBig::from_words(b.limbs);
            // `{:#}` gives upper case.
            write!(text, "{:#}", magnitude.in_radix(base as u8)).expect("writing to a string");
            text
        }
        _ => panic!("text of no integer: {t:?}"),
    }
}

/// The integer of a text: digits of the base in either case, after an optional `+` or `-`.
pub fn parse<'h>(heap: &'h Heap, text: &[u8], base: u32) -> Result<Term<'h>, ParseError> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] | digits => (false, digits),
    };
    parse_digits(heap, negative, digits, base)
}

/// As [`parse`], without a sign in the text.
pub fn parse_digits<'h>(
    heap: &'h Heap,
    negative: bool,
    digits: &[u8],
    base: u32,
) -> Result<Term<'h>, ParseError> {
    if digits.is_empty() || !(2..=36).contains(&base) {
        return Err(ParseError::Syntax);
    }
    // 12 digits of any base fit in 63 bits, 18 of base 10.
    if digits.len() <= if base <= 10 { 18 } else { 12 } {
        let mut value = 0_i64;
        for &b in digits {
            let d = (b as char).to_digit(base).ok_or(ParseError::Syntax)?;
            value = value * i64::from(base) + i64::from(d);
        }
        return Ok(heap.integer(if negative { -value } else { value }));
    }
    // The library's syntax is wider (underscores), so the digits are checked here.
    if !digits.iter().all(|&b| (b as char).is_digit(base)) {
        return Err(ParseError::Syntax);
    }
    let start = digits.iter().position(|&b| b != b'0').unwrap_or(digits.len() - 1);
    let digits = &digits[start..];
    let bits = (digits.len() - 1) as f64 * f64::from(base).log2();
    if bits > (max_limbs() * 64) as f64 {
        return Err(ParseError::SystemLimit);
    }
    let text = std::str::from_utf8(digits).map_err(|_| ParseError::Syntax)?;
    let magnitude = UBig::from_str_radix(text, base).map_err(|_| ParseError::Syntax)?;
    let limbs = magnitude.as_words();
    if limbs.len() > max_limbs() {
        return Err(ParseError::SystemLimit);
    }
    Ok(heap.big(negative, limbs))
}
