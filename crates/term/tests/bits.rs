//! Bit fields against a reference that goes bit by bit.

use std::cmp::Ordering;
use term::bits::*;
use term::{Heap, Term, compare};

/// Pseudo-random numbers, the same in each run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 ^ self.0 >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn bytes(&mut self, n: usize) -> Vec<u8> {
        // Runs of equal bits show errors that noise hides.
        (0..n)
            .map(|_| match self.below(4) {
                0 => 0,
                1 => 0xff,
                _ => self.next() as u8,
            })
            .collect()
    }
}

fn bit(bytes: &[u8], i: usize) -> bool {
    bytes[i / 8] >> (7 - i % 8) & 1 != 0
}

fn set(bytes: &mut [u8], i: usize, value: bool) {
    let mask = 1 << (7 - i % 8);
    bytes[i / 8] = bytes[i / 8] & !mask | if value { mask } else { 0 };
}

/// The position, among the bits of a field of `n`, of the bit that is worth 2^`k`.
fn place(n: usize, k: usize, endian: Endian) -> usize {
    match endian {
        Endian::Big => n - 1 - k,
        // Byte k / 8 has it; the last byte may be incomplete.
        Endian::Little => {
            let byte = k / 8;
            let size = (n - byte * 8).min(8);
            byte * 8 + size - 1 - k % 8
        }
    }
}

const ENDIANS: [Endian; 2] = [Endian::Big, Endian::Little];

#[test]
fn copying_and_comparing() {
    let mut random = Random(1);
    for _ in 0..20_000 {
        let src = random.bytes(40);
        let before = random.bytes(40);
        let n = random.below(250);
        let (from, to) = (random.below(321 - n), random.below(321 - n));
        let mut dst = before.clone();
        copy_bits(&mut dst, to, &src, from, n);
        let mut expected = before.clone();
        (0..n).for_each(|i| set(&mut expected, to + i, bit(&src, from + i)));
        assert_eq!(dst, expected, "{n} bits from {from} to {to}");
        assert!(equal_bits(&dst, to, &src, from, n));

        let order = |a: &[u8], b: &[u8]| {
            (0..n).map(|i| bit(a, to + i).cmp(&bit(b, from + i))).find(|o| o.is_ne())
        };
        let expected = order(&before, &src).unwrap_or(Ordering::Equal);
        assert_eq!(compare_bits(&before, to, &src, from, n), expected);
        if n > 0 {
            let i = to + random.below(n);
            let flipped = !bit(&dst, i);
            set(&mut dst, i, flipped);
            assert_eq!(compare_bits(&dst, to, &src, from, n), flipped.cmp(&!flipped));
        }
        let mut cleared = before.clone();
        clear_bits(&mut cleared, to, n);
        let mut expected = before;
        (0..n).for_each(|i| set(&mut expected, to + i, false));
        assert_eq!(cleared, expected);
    }
}

#[test]
fn integers_of_all_sizes() {
    let heap = Heap::new(1 << 16);
    let mut random = Random(2);
    for round in 0..20_000 {
        let src = random.bytes(40);
        let n = if round % 2 == 0 { random.below(65) } else { random.below(200) };
        let at = random.below(321 - n);
        for endian in ENDIANS {
            // The value in two's complement, 256 bits.
            let mut limbs = [0u64; 4];
            for k in 0..n {
                if bit(&src, at + place(n, k, endian)) {
                    limbs[k / 64] |= 1 << (k % 64);
                }
            }
            let unsigned = get_integer(&heap, &src, at, n, endian, false);
            assert!(compare::exactly_equal(unsigned, heap.big(false, &limbs)), "{n} at {at}");
            if n <= 64 {
                assert_eq!(get_u64(&src, at, n, endian), limbs[0]);
            }
            let negative = n > 0 && limbs[(n - 1) / 64] >> ((n - 1) % 64) & 1 != 0;
            let mut magnitude = limbs;
            if negative {
                (n..256).for_each(|k| magnitude[k / 64] |= 1 << (k % 64));
                let mut carry = true;
                for l in &mut magnitude {
                    (*l, carry) = (!*l).overflowing_add(u64::from(carry));
                }
            }
            let expected = heap.big(negative, &magnitude);
            let signed = get_integer(&heap, &src, at, n, endian, true);
            assert!(compare::exactly_equal(signed, expected), "{n} signed at {at} {endian:?}");

            // Writing either into a field of that size gives the same bits, and touches no others.
            let before = random.bytes(60);
            let to = random.below(481 - n);
            for t in [signed, unsigned] {
                let mut dst = before.clone();
                assert!(put_integer(&mut dst, to, n, t, endian));
                let mut wanted = before.clone();
                copy_bits(&mut wanted, to, &src, at, n);
                assert_eq!(dst, wanted, "{n} to {to} {endian:?}");
            }
            // A larger field: the sign is extended. A smaller one: the low bits.
            let wide = n + random.below(150);
            let to = random.below(481 - wide);
            let mut dst = before.clone();
            put_integer(&mut dst, to, wide, signed, endian);
            let back = get_integer(&heap, &dst, to, wide, endian, true);
            assert!(compare::exactly_equal(back, signed), "{n} in {wide} {endian:?}");
            let narrow = random.below(n + 1);
            put_integer(&mut dst, to, narrow, signed, endian);
            for k in 0..narrow {
                let got = bit(&dst, to + place(narrow, k, endian));
                assert_eq!(got, limbs[k / 64] >> (k % 64) & 1 != 0);
            }
        }
    }
    assert!(!put_integer(&mut [0; 8], 0, 8, Term::NIL, Endian::Big));
}

#[test]
fn the_incomplete_byte_of_a_little_field_is_the_last() {
    let mut bytes = [0; 2];
    put_i64(&mut bytes, 0, 12, 0xabc, Endian::Little);
    assert_eq!(bytes, [0xbc, 0xa0]);
    assert_eq!(get_i64(&bytes, 0, 12, Endian::Little), 0xabc - 0x1000);
}

#[test]
fn floats_are_rounded_as_stock_does() {
    let above_half = 1.0 + 2f64.powi(-11) + 2f64.powi(-40);
    let halves = [
        (0.0, 0),
        (-0.0, 0x8000),
        (1.0, 0x3c00),
        (-2.0, 0xc000),
        (above_half, 0x3c01),
        (65504.0, 0x7bff),
        (65519.9, 0x7bff),
        (65520.0, 0x7c00),
        (70000.0, 0x7c00),
        (1.0e-8, 0),
        (3.0e-8, 1),
        (5.9e-8, 1),
        (6.1e-5, 0x3ff),
        (6.103515625e-5, 0x400),
        (1.0e300, 0x7c00),
        (-1.0e300, 0xfc00),
        (5.0e-324, 0),
    ];
    for (f, h) in halves {
        let mut bytes = [0; 3];
        assert!(put_float(&mut bytes, 3, 16, f, Endian::Big));
        assert_eq!(get_u64(&bytes, 3, 16, Endian::Big), h, "{f}");
        assert!(put_float(&mut bytes, 3, 16, f, Endian::Little));
        assert_eq!(get_u64(&bytes, 3, 16, Endian::Little), h, "{f}");
    }
    for h in 0..=u16::MAX {
        let bytes = h.to_be_bytes();
        let f = get_float(&bytes, 0, 16, Endian::Big);
        assert_eq!(f.is_none(), h & 0x7c00 == 0x7c00);
        if let Some(f) = f {
            let mut again = [0; 2];
            put_float(&mut again, 0, 16, f, Endian::Big);
            assert_eq!(again, bytes);
        }
    }
    let mut bytes = [0; 9];
    for f in [0.1, -1.5e300, 5.0e-324, 3.0] {
        for endian in ENDIANS {
            assert!(put_float(&mut bytes, 5, 64, f, endian));
            assert_eq!(get_float(&bytes, 5, 64, endian), Some(f));
            assert!(put_float(&mut bytes, 5, 32, f, endian));
            let single = f as f32;
            let expected = single.is_finite().then_some(f64::from(single));
            assert_eq!(get_float(&bytes, 5, 32, endian), expected);
        }
    }
    assert_eq!(get_float(&bytes, 0, 0, Endian::Big), Some(0.0));
    assert_eq!(get_float(&bytes, 0, 24, Endian::Big), None);
    assert!(!put_float(&mut bytes, 0, 24, 1.0, Endian::Big));
    let not_finite = f64::NAN.to_be_bytes();
    assert_eq!(get_float(&not_finite, 0, 64, Endian::Big), None);
}

#[test]
fn characters() {
    let sample =
        [0, 1, 0x41, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfffe, 0xffff, 0x1_0000, 0x10_ffff];
    for c in sample {
        assert!(is_character(c));
        for at in 0..8 {
            let mut bytes = [0xff; 8];
            let (utf8, n) = encode_utf8(c).expect("a character");
            assert_eq!(n, utf8_len(c));
            copy_bits(&mut bytes, at, &utf8, 0, n * 8);
            assert_eq!(get_utf8(&bytes, at, 64), Some((c, n * 8)));
            assert_eq!(get_utf8(&bytes, at, at + n * 8), Some((c, n * 8)));
            assert_eq!(get_utf8(&bytes, at, at + n * 8 - 1), None);
            for endian in ENDIANS {
                let (utf16, n) = encode_utf16(c, endian).expect("a character");
                assert_eq!(n, utf16_len(c));
                copy_bits(&mut bytes, at, &utf16, 0, n * 8);
                assert_eq!(get_utf16(&bytes, at, at + n * 8, endian), Some((c, n * 8)));
                assert_eq!(get_utf16(&bytes, at, at + n * 8 - 1, endian), None);
                put_i64(&mut bytes, at, 32, i64::from(c), endian);
                assert_eq!(get_utf32(&bytes, at, at + 32, endian), Some(c));
                assert_eq!(get_utf32(&bytes, at, at + 31, endian), None);
            }
        }
    }
    for c in [0xd800, 0xdbff, 0xdc00, 0xdfff, 0x11_0000, u32::MAX] {
        assert!(!is_character(c) && encode_utf8(c).is_none());
        assert!(encode_utf16(c, Endian::Big).is_none());
        assert_eq!(get_utf32(&c.to_be_bytes(), 0, 32, Endian::Big), None);
    }
    // Every sequence of up to three bytes, and four with some of the last, against Rust's own
    // reading.
    for value in 0..1u32 << 24 {
        let [_, a, b, c] = value.to_be_bytes();
        if a < 0x80 && value & 0xffff != 0 {
            continue;
        }
        let bytes = [a, b, c, 0x80 | (value as u8 & 0x3f)];
        let n = (1..=4).find(|&n| std::str::from_utf8(&bytes[..n]).is_ok());
        let expected = n.map(|n| {
            let c = std::str::from_utf8(&bytes[..n]).expect("text").chars().next();
            (c.expect("a character") as u32, n)
        });
        assert_eq!(decode_utf8(&bytes), expected, "{bytes:x?}");
    }
    for bad in [&[0xd8, 0, 0, 0][..], &[0xdc, 0, 0xdc, 0], &[0xd8, 0], &[0xd8, 0, 0xd8, 0]] {
        assert_eq!(decode_utf16(bad, Endian::Big), None);
    }
}
