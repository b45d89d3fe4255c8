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
        View::Small(i) => {
            let mut buffer = [0; 64];
            small_digits(i, base, &mut buffer).iter().map(|&b| char::from(b)).collect()
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

/// As [`to_text`], of a number below 2^63 and its like, in a buffer that is large enough for any.
#[inline(always)]
pub fn small_digits(i: i64, base: u32, buffer: &mut [u8; 64]) -> &[u8] {
    const DIGITS: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let (mut rest, mut at) = (i.unsigned_abs(), buffer.len());
    let base = u64::from(base.clamp(2, 36));
    let shift = base.is_power_of_two().then(|| base.ilog2());
    loop {
        at -= 1;
        let digit = match shift {
            Some(shift) => {
                let digit = rest & (base - 1);
                rest >>= shift;
                digit
            }
            None => {
                let digit = rest % base;
                rest /= base;
                digit
            }
        };
        buffer[at] = DIGITS[digit as usize];
        if rest == 0 {
            break;
        }
    }
    // 63 bits, and a sign.
    if i < 0 {
        at -= 1;
        buffer[at] = b'-';
    }
    &buffer[at..]
}

/// The number of so few digits that it needs no more than 128 bits.
fn short_magnitude(digits: &[u8], base: u32) -> Option<u128> {
    // As many digits as 64 bits hold at the least.
    let most = if base <= 10 { 19 } else { 12 };
    let part = |digits: &[u8]| {
        digits.iter().try_fold(0_u64, |value, &b| {
            Some(value * u64::from(base) + u64::from((b as char).to_digit(base)?))
        })
    };
    let (first, last) = digits.split_at(digits.len().saturating_sub(most));
    let scale = u64::from(base).pow(last.len() as u32);
    Some(u128::from(part(first)?) * u128::from(scale) + u128::from(part(last)?))
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
    let few = if base <= 10 { 38 } else { 24 };
    if digits.len() <= few {
        let value = short_magnitude(digits, base).ok_or(ParseError::Syntax)?;
        return Ok(heap.big(negative, &[value as u64, (value >> 64) as u64]));
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
