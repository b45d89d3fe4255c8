//! Bits at any place of a byte array: copying, comparing, and the fields of binary matching and
//! building.
//!
//! Positions are bit numbers from the start of a slice; bit 0 is the top bit of byte 0. All bits
//! that a function is told to read or write must be within the slice, else it panics.

mod field;
mod text;

pub use field::{
    Endian, get_float, get_i64, get_integer, get_limbs, get_u64, put_float, put_i64, put_integer,
    put_limbs,
};
pub use text::{
    decode_utf8, decode_utf16, encode_utf8, encode_utf16, get_utf8, get_utf16, get_utf32,
    is_character, utf8_len, utf16_len,
};

use std::cmp::Ordering;

/// The `n` bits (64 at most) from `at` as a number; the first is the most significant.
#[inline]
pub fn get_be(src: &[u8], at: usize, n: usize) -> u64 {
    assert!(n <= 64 && at + n <= src.len() * 8, "bits outside of the slice");
    if n == 0 {
        return 0;
    }
    let (byte, shift) = (at / 8, at % 8);
    let rest = &src[byte..];
    let top = match rest.first_chunk() {
        Some(bytes) => u64::from_be_bytes(*bytes),
        None => {
            let mut bytes = [0; 8];
            bytes[..rest.len()].copy_from_slice(rest);
            u64::from_be_bytes(bytes)
        }
    };
    let bits = if shift + n <= 64 {
        top << shift
    } else {
        top << shift | u64::from(rest[8]) >> (8 - shift)
    };
    bits >> (64 - n)
}

/// Changes `n` bits of a byte, from bit `at` on (`at + n` is 8 at most), to the low bits of
/// `value`.
#[inline]
fn put_in_byte(byte: &mut u8, at: usize, n: usize, value: u8) {
    let shift = 8 - at - n;
    let mask = (0xff_u8 >> (8 - n)) << shift;
    *byte = *byte & !mask | (value << shift) & mask;
}

/// Copies `n` bits; the others of `dst` stay as they are.
pub fn copy_bits(dst: &mut [u8], dst_at: usize, src: &[u8], src_at: usize, n: usize) {
    assert!(
        dst_at + n <= dst.len() * 8 && src_at + n <= src.len() * 8,
        "bits outside of the slice"
    );
    let (mut to, mut from, mut left) = (dst_at, src_at, n);
    if !to.is_multiple_of(8) && left > 0 {
        let head = (8 - to % 8).min(left);
        put_in_byte(&mut dst[to / 8], to % 8, head, get_be(src, from, head) as u8);
        (to, from, left) = (to + head, from + head, left - head);
    }
    let (bytes, start) = (left / 8, from / 8);
    let whole = &mut dst[to / 8..to / 8 + bytes];
    match from % 8 {
        0 => whole.copy_from_slice(&src[start..start + bytes]),
        shift => {
            let mut words = whole.chunks_exact_mut(8);
            let mut i = start;
            for word in &mut words {
                let top = u64::from_be_bytes(src[i..i + 8].try_into().expect("eight bytes"));
                let bits = top << shift | u64::from(src[i + 8]) >> (8 - shift);
                word.copy_from_slice(&bits.to_be_bytes());
                i += 8;
            }
            for byte in words.into_remainder() {
                *byte = src[i] << shift | src[i + 1] >> (8 - shift);
                i += 1;
            }
        }
    }
    (to, from, left) = (to + bytes * 8, from + bytes * 8, left % 8);
    if left > 0 {
        put_in_byte(&mut dst[to / 8], 0, left, get_be(src, from, left) as u8);
    }
}

/// Sets `n` bits to 0.
pub fn clear_bits(dst: &mut [u8], at: usize, n: usize) {
    fill_bits(dst, at, n, 0);
}

/// Sets the bits to those of a byte that is repeated (0 or 255, so that no alignment shows).
fn fill_bits(dst: &mut [u8], at: usize, n: usize, byte: u8) {
    let (mut at, mut n) = (at, n);
    if !at.is_multiple_of(8) && n > 0 {
        let head = (8 - at % 8).min(n);
        put_in_byte(&mut dst[at / 8], at % 8, head, byte);
        (at, n) = (at + head, n - head);
    }
    dst[at / 8..(at + n) / 8].fill(byte);
    if !n.is_multiple_of(8) {
        put_in_byte(&mut dst[(at + n) / 8], 0, n % 8, byte);
    }
}

/// How `n` bits compare, as bit strings of the same length.
pub fn compare_bits(a: &[u8], a_at: usize, b: &[u8], b_at: usize, n: usize) -> Ordering {
    assert!(a_at + n <= a.len() * 8 && b_at + n <= b.len() * 8, "bits outside of the slice");
    let mut done = 0;
    if a_at % 8 == b_at % 8 {
        let head = ((8 - a_at % 8) % 8).min(n);
        let order = get_be(a, a_at, head).cmp(&get_be(b, b_at, head));
        if order.is_ne() {
            return order;
        }
        let bytes = (n - head) / 8;
        let (i, j) = ((a_at + head) / 8, (b_at + head) / 8);
        let order = a[i..i + bytes].cmp(&b[j..j + bytes]);
        if order.is_ne() {
            return order;
        }
        done = head + bytes * 8;
    }
    while done < n {
        let step = (n - done).min(64);
        let order = get_be(a, a_at + done, step).cmp(&get_be(b, b_at + done, step));
        if order.is_ne() {
            return order;
        }
        done += step;
    }
    Ordering::Equal
}

/// Whether `n` bits are the same.
pub fn equal_bits(a: &[u8], a_at: usize, b: &[u8], b_at: usize, n: usize) -> bool {
    compare_bits(a, a_at, b, b_at, n).is_eq()
}
