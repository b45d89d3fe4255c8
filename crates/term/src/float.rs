//! Floats as text, as `float_to_list/2` writes them and `list_to_float/1` reads them.

use smallvec::SmallVec;
use std::fmt::{self, Write};

/// A text, which is short as a rule.
pub type Text = SmallVec<[u8; 64]>;

/// Longest text that `float_to_list/2` gives.
const MAX_TEXT: usize = 255;

/// As [`put_shortest`], as a string.
pub fn shortest(f: f64) -> String {
    string(|text| {
        put_shortest(f, text);
        Some(())
    })
    .expect("a text for each float")
}

/// A text that is formatted into.
struct Formatted<'t>(&'t mut Text);

impl Write for Formatted<'_> {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        self.0.extend_from_slice(s.as_bytes());
        Ok(())
    }
}

fn string(put: impl FnOnce(&mut Text) -> Option<()>) -> Option<String> {
    let mut text = Text::new();
    put(&mut text)?;
    String::from_utf8(text.into_vec()).ok()
}

/// The digits of a number, `width` of them at least, with zeros in front.
fn put_digits(mut n: u64, width: usize, text: &mut Text) {
    let (mut digits, mut at) = ([b'0'; 20], 20);
    while n > 0 {
        at -= 1;
        digits[at] = b'0' + (n % 10) as u8;
        n /= 10;
    }
    text.extend_from_slice(&digits[at.min(20 - width)..]);
}

/// The shortest text that reads back as the same float (option `short`, `~p`): plain or with an
/// exponent, whichever is shorter; with an exponent from 2^53 on, where not every integer is a
/// float.
pub fn put_shortest(f: f64, to: &mut Text) {
    let mut buffer = ryu::Buffer::new();
    let text = buffer.format_finite(f.abs()).as_bytes();
    // Digits without zeros at either end, and the exponent of ten of the last.
    let (mut digits, mut point, mut exponent) = ([0_u8; 24], 0, 0);
    let mut n = 0;
    let (mantissa, power) = match text.iter().position(|&b| b == b'e') {
        Some(e) => (&text[..e], &text[e + 1..]),
        None => (text, &b""[..]),
    };
    for &b in mantissa {
        if b == b'.' {
            point = 0;
            exponent = 1;
        } else if n > 0 || b != b'0' {
            digits[n] = b;
            n += 1;
            point += exponent;
        } else {
            point += exponent;
        }
    }
    let mut exponent = exponent_of(power) - point;
    while n > 0 && digits[n - 1] == b'0' {
        n -= 1;
        exponent += 1;
    }
    if f.is_sign_negative() {
        to.push(b'-');
    }
    match n {
        0 => to.extend_from_slice(b"0.0"),
        _ => lay_out(f, &digits[..n], exponent, to),
    }
}

/// The number of a text of digits, with a sign or not.
fn exponent_of(text: &[u8]) -> i32 {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    let n = digits.iter().fold(0, |n, b| 10 * n + i32::from(b - b'0'));
    if negative { -n } else { n }
}

/// The text of `digits` times ten to the power of `exponent`.
fn lay_out(f: f64, digits: &[u8], exponent: i32, text: &mut Text) {
    let n = digits.len() as i32;
    let scientific = exponent + n - 1;
    let plain_length = match exponent {
        0.. => n + exponent + 2,
        _ if -exponent < n => n + 1,
        _ => 2 - exponent,
    };
    let exponent_length = match scientific {
        ..=-100 => 5,
        -99..=-10 | 100.. => 4,
        -9..=-1 | 10..=99 => 3,
        0..=9 => 2,
    };
    let scientific_length = n + 1 + i32::from(n == 1) + exponent_length;
    let zeros = |text: &mut Text, n: i32| text.extend(std::iter::repeat_n(b'0', n as usize));
    if plain_length > scientific_length || f.abs() >= (1_u64 << 53) as f64 {
        let (first, rest) = digits.split_at(1);
        text.extend_from_slice(first);
        text.push(b'.');
        text.extend_from_slice(if rest.is_empty() { b"0" } else { rest });
        text.push(b'e');
        if scientific < 0 {
            text.push(b'-');
        }
        put_digits(scientific.unsigned_abs().into(), 1, text);
    } else if exponent >= 0 {
        text.extend_from_slice(digits);
        zeros(text, exponent);
        text.extend_from_slice(b".0");
    } else if -exponent < n {
        let (whole, fraction) = digits.split_at((n + exponent) as usize);
        text.extend_from_slice(whole);
        text.push(b'.');
        text.extend_from_slice(fraction);
    } else {
        text.extend_from_slice(b"0.");
        zeros(text, -exponent - n);
        text.extend_from_slice(digits);
    }
}

/// As [`put_scientific`], as a string.
pub fn scientific(f: f64, digits: i64) -> Option<String> {
    string(|text| put_scientific(f, digits, text))
}

/// With an exponent and that many digits after the point (option `{scientific, N}`; 20 is the
/// default of `float_to_list/1`). Nothing if that is too long.
pub fn put_scientific(f: f64, digits: i64, text: &mut Text) -> Option<()> {
    // A negative number means 6, as in C.
    let digits = if digits < 0 { 6 } else { digits as usize };
    if digits > MAX_TEXT {
        return None;
    }
    write!(Formatted(text), "{f:.digits$e}").ok()?;
    let at = text.iter().rposition(|&b| b == b'e')? + 1;
    let exponent = exponent_of(&text[at..]);
    text.truncate(at);
    text.push(if exponent < 0 { b'-' } else { b'+' });
    put_digits(exponent.unsigned_abs().into(), 2, text);
    (text.len() <= MAX_TEXT).then_some(())
}

/// As [`put_decimals`], as a string.
pub fn decimals(f: f64, digits: i64, compact: bool) -> Option<String> {
    string(|text| put_decimals(f, digits, compact, text))
}

/// Without exponent, with that many digits after the point (option `{decimals, N}`); `compact`
/// takes zeros away at the end but one. Nothing if that is too long or the number is negative.
pub fn put_decimals(f: f64, digits: i64, compact: bool, text: &mut Text) -> Option<()> {
    let digits = usize::try_from(digits).ok().filter(|&d| d <= MAX_TEXT)?;
    let positive = f.abs();
    let exact = positive > (1_u64 << 53) as f64 || digits > 18;
    if exact {
        write!(Formatted(text), "{f:.digits$}").ok()?;
    } else {
        if f.is_sign_negative() {
            text.push(b'-');
        }
        if digits == 0 {
            put_digits(positive.round() as u64, 1, text);
        } else {
            // Rounded by way of a product, not of the exact value: 0.125 becomes 0.13.
            let scale = 10_u64.pow(digits as u32);
            let whole = positive.floor();
            let fraction = ((positive - whole) * scale as f64).round();
            let (whole, fraction) = if fraction >= scale as f64 {
                (whole as u64 + 1, 0)
            } else {
                (whole as u64, fraction as u64)
            };
            put_digits(whole, 1, text);
            text.push(b'.');
            put_digits(fraction, digits, text);
        }
    }
    if text.len() > MAX_TEXT {
        return None;
    }
    // OTP takes the zeros of 1.0e20 with 0 decimals as well: there is no point that would stop it.
    if compact && (digits > 0 || exact) {
        let end = text.iter().rposition(|&b| b != b'0').map_or(0, |last| last + 1);
        text.truncate(end);
        if text.ends_with(b".") {
            text.push(b'0');
        }
    }
    Some(())
}

/// The float of a text: sign or none, digits, `.` (or `,`), digits, exponent or none. Nothing if
/// the syntax is another or the value too large; values too small are 0.
pub fn parse(text: &[u8]) -> Option<f64> {
    let digits = |from: usize| {
        let n = text[from..].iter().take_while(|b| b.is_ascii_digit()).count();
        (n > 0).then_some(from + n)
    };
    let sign = |at: usize| at + usize::from(matches!(text.get(at), Some(b'+' | b'-')));
    let point = digits(sign(0))?;
    if !matches!(text.get(point), Some(b'.' | b',')) {
        return None;
    }
    let mut end = digits(point + 1)?;
    if matches!(text.get(end), Some(b'e' | b'E')) {
        end = digits(sign(end + 1))?;
    }
    if end != text.len() {
        return None;
    }
    let text = std::str::from_utf8(text).ok()?;
    let value: f64 = if text.as_bytes()[point] == b',' {
        text.replace(',', ".").parse().ok()?
    } else {
        text.parse().ok()?
    };
    value.is_finite().then_some(value)
}
