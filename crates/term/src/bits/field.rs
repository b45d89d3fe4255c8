//! Numbers in bit fields: integers of any size, floats of 16, 32 and 64 bits, in both byte orders.

use super::{copy_bits, fill_bits, get_be};
use crate::{Heap, Term, View};

/// The order of the bytes of a field. Of a little-endian field that is no whole number of bytes,
/// the incomplete byte is the last and has the most significant bits.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Endian {
    /// The most significant byte first.
    Big,
    /// The least significant byte first.
    Little,
}

/// The unsigned value of a field of 64 bits at most.
#[inline]
pub fn get_u64(src: &[u8], at: usize, n: usize, endian: Endian) -> u64 {
    let bits = get_be(src, at, n);
    match endian {
        Endian::Little if n > 8 => {
            let (whole, rest) = (n / 8 * 8, n % 8);
            let low = (bits >> rest << (64 - whole)).swap_bytes();
            let high = bits & ((1 << rest) - 1);
            if rest == 0 { low } else { low | high << whole }
        }
        _ => bits,
    }
}

/// The signed value of a field of 64 bits at most.
#[inline]
pub fn get_i64(src: &[u8], at: usize, n: usize, endian: Endian) -> i64 {
    let bits = get_u64(src, at, n, endian);
    if n == 0 { 0 } else { ((bits << (64 - n)) as i64) >> (64 - n) }
}

/// Sign and magnitude (least significant limb first, zeros at the end allowed) of a field of any
/// size.
pub fn get_limbs(
    src: &[u8],
    at: usize,
    n: usize,
    endian: Endian,
    signed: bool,
) -> (bool, Vec<u64>) {
    let mut limbs: Vec<u64> = match endian {
        Endian::Big => {
            let mut end = at + n;
            (0..n.div_ceil(64))
                .map(|_| {
                    let size = (end - at).min(64);
                    end -= size;
                    get_be(src, end, size)
                })
                .collect()
        }
        Endian::Little => (0..n)
            .step_by(64)
            .map(|done| get_u64(src, at + done, (n - done).min(64), Endian::Little))
            .collect(),
    };
    let top = (n + 63) % 64;
    let negative = signed && limbs.last().is_some_and(|l| l >> top & 1 != 0);
    if negative {
        if let Some(last) = limbs.last_mut() {
            *last |= !0 << top;
        }
        negate(&mut limbs);
    }
    (negative, limbs)
}

/// The two's complement, in place.
fn negate(limbs: &mut [u64]) {
    let mut carry = true;
    for l in limbs {
        (*l, carry) = (!*l).overflowing_add(u64::from(carry));
    }
}

/// The value of a field of any size as a term.
pub fn get_integer<'h>(
    heap: &'h Heap,
    src: &[u8],
    at: usize,
    n: usize,
    endian: Endian,
    signed: bool,
) -> Term<'h> {
    if n <= 64 {
        return match signed {
            true => heap.integer(get_i64(src, at, n, endian)),
            false => heap.unsigned(get_u64(src, at, n, endian)),
        };
    }
    let (negative, limbs) = get_limbs(src, at, n, endian, signed);
    heap.big(negative, &limbs)
}

/// Writes the low `n` bits (64 at most).
#[inline]
fn put_u64(dst: &mut [u8], at: usize, n: usize, value: u64, endian: Endian) {
    if n == 0 {
        return;
    }
    match endian {
        Endian::Big => {
            let bytes = (value << (64 - n)).to_be_bytes();
            if at.is_multiple_of(8) && n.is_multiple_of(8) {
                dst[at / 8..(at + n) / 8].copy_from_slice(&bytes[..n / 8]);
            } else {
                copy_bits(dst, at, &bytes, 0, n);
            }
        }
        Endian::Little => {
            let mut bytes = value.to_le_bytes();
            if !n.is_multiple_of(8) {
                bytes[n / 8] <<= 8 - n % 8;
            }
            if at.is_multiple_of(8) && n.is_multiple_of(8) {
                dst[at / 8..(at + n) / 8].copy_from_slice(&bytes[..n / 8]);
            } else {
                copy_bits(dst, at, &bytes, 0, n);
            }
        }
    }
}

/// Writes an integer into a field of any size: its low bits, or with its sign extended.
#[inline]
pub fn put_i64(dst: &mut [u8], at: usize, n: usize, value: i64, endian: Endian) {
    if n <= 64 {
        return put_u64(dst, at, n, value as u64, endian);
    }
    let fill = if value < 0 { 0xff } else { 0 };
    let (number, sign) = match endian {
        Endian::Big => (at + n - 64, at),
        Endian::Little => (at, at + 64),
    };
    fill_bits(dst, sign, n - 64, fill);
    put_u64(dst, number, 64, value as u64, endian);
}

/// Writes an integer of sign and magnitude (least significant limb first) into a field of any size:
/// its low bits in two's complement, or with its sign extended.
pub fn put_limbs(
    dst: &mut [u8],
    at: usize,
    n: usize,
    negative: bool,
    limbs: &[u64],
    endian: Endian,
) {
    let mut carry = negative;
    let mut done = 0;
    let mut limbs = limbs.iter();
    while done < n {
        let Some(&magnitude) = limbs.next() else {
            // All bytes that are left are the same: the sign (a carry that is left over means that
            // it was 0).
            let fill = if negative && !carry { 0xff } else { 0 };
            let from = if endian == Endian::Big { at } else { at + done };
            return fill_bits(dst, from, n - done, fill);
        };
        let value = match negative {
            true => {
                let value;
                (value, carry) = (!magnitude).overflowing_add(u64::from(carry));
                value
            }
            false => magnitude,
        };
        let size = (n - done).min(64);
        let to = if endian == Endian::Big { at + n - done - size } else { at + done };
        put_u64(dst, to, size, value, endian);
        done += size;
    }
}

/// Writes an integer term into a field of any size; false if it is no integer.
#[inline]
pub fn put_integer(dst: &mut [u8], at: usize, n: usize, t: Term<'_>, endian: Endian) -> bool {
    if let Some(i) = t.as_small() {
        put_i64(dst, at, n, i, endian);
        return true;
    }
    match t.view() {
        View::Big(b) => put_limbs(dst, at, n, b.negative, b.limbs, endian),
        _ => return false,
    }
    true
}

/// The float in a field of 16, 32 or 64 bits; 0.0 in one of 0 bits. Nothing if the size is another,
/// or if the field has an infinity or no number.
pub fn get_float(src: &[u8], at: usize, n: usize, endian: Endian) -> Option<f64> {
    if n == 0 {
        return Some(0.0);
    }
    if !matches!(n, 16 | 32 | 64) {
        return None;
    }
    let bits = get_u64(src, at, n, endian);
    let f = match n {
        16 => f16_to_f64(bits as u16),
        32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    };
    f.is_finite().then_some(f)
}

/// Writes a float into a field of 16, 32 or 64 bits, rounded to the nearest; what is too large
/// becomes an infinity. False if the size is another.
pub fn put_float(dst: &mut [u8], at: usize, n: usize, f: f64, endian: Endian) -> bool {
    let bits = match n {
        16 => u64::from(f64_to_f16(f)),
        32 => u64::from((f as f32).to_bits()),
        64 => f.to_bits(),
        _ => return false,
    };
    put_u64(dst, at, n, bits, endian);
    true
}

/// A half-precision float: one bit of sign, five of exponent, ten of fraction.
fn f16_to_f64(h: u16) -> f64 {
    let sign = if h >> 15 != 0 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(h >> 10 & 31), f64::from(h & 0x3ff));
    sign * match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        e => (1024.0 + fraction) * 2f64.powi(e - 25),
    }
}

fn f64_to_f16(f: f64) -> u16 {
    let sign = ((f.to_bits() >> 48) & 0x8000) as u16;
    let f = f.abs();
    // The worth of one unit of the last place: at least that of the smallest normal number.
    let exponent = ((f.to_bits() >> 52) as i32 - 1023).max(-14);
    if exponent > 15 {
        return sign | 0x7c00;
    }
    // Scaling by a power of two is exact here, so that there is one rounding only.
    let units = (f * 2f64.powi(10 - exponent)).round_ties_even() as u16;
    // For normal numbers `units` has the hidden bit, which counts as one in the exponent; a carry
    // out of the fraction does the right thing, up to infinity.
    sign | ((((exponent + 14) as u16) << 10) + units)
}
