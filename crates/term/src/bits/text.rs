//! Characters in bit strings: UTF-8, UTF-16 and UTF-32, with OTP's idea of what a character is.

use super::{Endian, copy_bits, get_be, get_u64};

/// Whether the number is that of a character: up to 10FFFF, but no half of a surrogate pair.
pub const fn is_character(c: u32) -> bool {
    c < 0xd800 || c > 0xdfff && c <= 0x10_ffff
}

/// Bytes of a character in UTF-8.
pub const fn utf8_len(c: u32) -> usize {
    match c {
        0..0x80 => 1,
        0x80..0x800 => 2,
        0x800..0x1_0000 => 3,
        _ => 4,
    }
}

/// Bytes of a character in UTF-16.
pub const fn utf16_len(c: u32) -> usize {
    if c < 0x1_0000 { 2 } else { 4 }
}

/// A character in UTF-8, and how many of the bytes it takes; nothing if it is no character.
pub fn encode_utf8(c: u32) -> Option<([u8; 4], usize)> {
    let mut bytes = [0; 4];
    let n = char::from_u32(c)?.encode_utf8(&mut bytes).len();
    Some((bytes, n))
}

/// A character in UTF-16, and how many of the bytes it takes; nothing if it is no character.
pub fn encode_utf16(c: u32, endian: Endian) -> Option<([u8; 4], usize)> {
    let mut units = [0; 2];
    let n = char::from_u32(c)?.encode_utf16(&mut units).len();
    let [[a, b], [c, d]] = units.map(|u| match endian {
        Endian::Big => u.to_be_bytes(),
        Endian::Little => u.to_le_bytes(),
    });
    Some(([a, b, c, d], n * 2))
}

/// The character that the bytes begin with, and how many of them it takes.
#[inline]
pub fn decode_utf8(bytes: &[u8]) -> Option<(u32, usize)> {
    let part = |byte: u8| u32::from(byte & 0x3f);
    let (c, n, least) = match *bytes {
        [a @ 0..0x80, ..] => return Some((u32::from(a), 1)),
        [a @ 0xc2..=0xdf, b @ 0x80..=0xbf, ..] => {
            return Some((u32::from(a & 0x1f) << 6 | part(b), 2));
        }
        [a @ 0xe0..=0xef, b @ 0x80..=0xbf, c @ 0x80..=0xbf, ..] => {
            (u32::from(a & 0x0f) << 12 | part(b) << 6 | part(c), 3, 0x800)
        }
        [a @ 0xf0..=0xf4, b @ 0x80..=0xbf, c @ 0x80..=0xbf, d @ 0x80..=0xbf, ..] => {
            let c = u32::from(a & 0x07) << 18 | part(b) << 12 | part(c) << 6 | part(d);
            (c, 4, 0x1_0000)
        }
        _ => return None,
    };
    (c >= least && is_character(c)).then_some((c, n))
}

/// The character that the bytes begin with, and how many of them it takes.
#[inline]
pub fn decode_utf16(bytes: &[u8], endian: Endian) -> Option<(u32, usize)> {
    let unit = |i: usize| {
        let pair = *bytes.get(i..)?.first_chunk()?;
        Some(u32::from(match endian {
            Endian::Big => u16::from_be_bytes(pair),
            Endian::Little => u16::from_le_bytes(pair),
        }))
    };
    match unit(0)? {
        high @ 0xd800..=0xdbff => match unit(2)? {
            low @ 0xdc00..=0xdfff => Some((((high & 0x3ff) << 10 | low & 0x3ff) + 0x1_0000, 4)),
            _ => None,
        },
        0xdc00..=0xdfff => None,
        c => Some((c, 2)),
    }
}

/// Up to four whole bytes of the bits from `at` to `end`.
fn bytes_at(src: &[u8], at: usize, end: usize) -> ([u8; 4], usize) {
    let n = ((end - at) / 8).min(4);
    let mut bytes = [0; 4];
    copy_bits(&mut bytes, 0, src, at, n * 8);
    (bytes, n)
}

/// The character in UTF-8 at `at`, within the bits before `end`, and how many bits it takes.
#[inline]
pub fn get_utf8(src: &[u8], at: usize, end: usize) -> Option<(u32, usize)> {
    let (c, n) = if at.is_multiple_of(8) {
        decode_utf8(&src[at / 8..end / 8])?
    } else {
        let (bytes, n) = bytes_at(src, at, end);
        decode_utf8(&bytes[..n])?
    };
    Some((c, n * 8))
}

/// The character in UTF-16 at `at`, within the bits before `end`, and how many bits it takes.
pub fn get_utf16(src: &[u8], at: usize, end: usize, endian: Endian) -> Option<(u32, usize)> {
    let (c, n) = if at.is_multiple_of(8) {
        decode_utf16(&src[at / 8..end / 8], endian)?
    } else {
        let (bytes, n) = bytes_at(src, at, end);
        decode_utf16(&bytes[..n], endian)?
    };
    Some((c, n * 8))
}

/// The character in UTF-32 at `at`, within the bits before `end`; it takes 32 bits.
pub fn get_utf32(src: &[u8], at: usize, end: usize, endian: Endian) -> Option<u32> {
    if end - at < 32 {
        return None;
    }
    let c = match endian {
        Endian::Big => get_be(src, at, 32),
        Endian::Little => get_u64(src, at, 32, endian),
    } as u32;
    is_character(c).then_some(c)
}
