//! Floats as text, as `float_to_list/2` writes them and `list_to_float/1` reads them.

use std::fmt::Write;

/// Longest text that `float_to_list/2` gives.
const MAX_TEXT: usize = 255;

/// The shortest text that reads back as the same float (option `short`, `~p`): plain or with an
/// exponent, whichever is shorter; with an exponent from 2^53 on, where not every integer is a
/// float.
pub fn shortest(f: f64) -> String {
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
    let mut exponent =
        std::str::from_utf8(power).ok().and_then(|p| p.parse().ok()).unwrap_or(0) - point;
    while n > 0 && digits[n - 1] == b'0' {
        n -= 1;
        exponent += 1;
    }
    if n == 0 {
        return String::from(if f.is_sign_negative() { "-0.0" } else { "0.0" });
    }
    let digits = std::str::from_utf8(&digits[..n]).expect("digits");
    layout(f, digits, exponent)
}

/// The text of `digits` times ten to the power of `exponent`.
fn layout(f: f64, digits: &str, exponent: i32) -> String {
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
    let mut text = String::with_capacity(26);
    if f.is_sign_negative() {
        text.push('-');
    }
    if plain_length > scientific_length || f.abs() >= (1_u64 << 53) as f64 {
        let (first, rest) = digits.split_at(1);
        let rest = if rest.is_empty() { "0" } else { rest };
        write!(text, "{first}.{rest}e{scientific}").expect("writing to a string");
    } else if exponent >= 0 {
        text.push_str(digits);
        text.extend(std::iter::repeat_n('0', exponent as usize));
        text.push_str(".0");
    } else if -exponent < n {
        let (whole, fraction) = digits.split_at((n + exponent) as usize);
        text.extend([whole, ".", fraction]);
    } else {
        text.push_str("0.");
        text.extend(std::iter::repeat_n('0', (-exponent - n) as usize));
        text.push_str(digits);
    }
    text
}

/// With an exponent and that many digits after the point (option `{scientific, N}`; 20 is the
/// default of `float_to_list/1`). Nothing if that is too long.
pub fn scientific(f: f64, digits: i64) -> Option<String> {
    // A negative number means 6, as in C.
    let digits = if digits < 0 { 6 } else { digits as usize };
    if digits > MAX_TEXT {
        return None;
    }
    let text = format!("{f:.digits$e}");
    let (mantissa, exponent) = text.split_once('e')?;
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    let text = format!("{mantissa}e{sign}{exponent:0>2}");
    (text.len() <= MAX_TEXT).then_some(text)
}

/// Without exponent, with that many digits after the point (option `{decimals, N}`); `compact`
/// takes zeros away at the end but one. Nothing if that is too long or the number is negative.
pub fn decimals(f: f64, digits: i64, compact: bool) -> Option<String> {
    let digits = usize::try_from(digits).ok().filter(|&d| d <= MAX_TEXT)?;
    let positive = f.abs();
    let exact = positive > (1_u64 << 53) as f64 || digits > 18;
    let mut text = if exact {
        format!("{f:.digits$}")
    } else {
        let sign = if f.is_sign_negative() { "-" } else { "" };
        if digits == 0 {
            format!("{sign}{}", positive.round() as u64)
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
            format!("{sign}{whole}.{fraction:0digits$}")
        }
    };
    if text.len() > MAX_TEXT {
        return None;
    }
    // OTP takes the zeros of 1.0e20 with 0 decimals as well: there is no point that would stop it.
    if compact && (digits > 0 || exact) {
        text.truncate(text.trim_end_matches('0').len());
        if text.ends_with('.') {
            text.push('0');
        }
    }
    Some(text)
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
