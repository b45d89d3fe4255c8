//! Whatever the bits and the segment are, reading a segment and writing it gives the same bits.

use crate::random::Random;
use term::Heap;
use term::bits::{self, Endian};

/// Where the segment begins, its size in bits (two bytes), how it is read, and the bytes.
pub fn run(bytes: &[u8]) {
    let [at, low, high, how, src @ ..] = bytes else { return };
    let (at, n) = (usize::from(*at), usize::from(u16::from_le_bytes([*low, *high])));
    let endian = if how & 1 == 0 { Endian::Big } else { Endian::Little };
    let all = src.len() * 8;
    if at <= all {
        let _ = bits::get_utf8(src, at, all);
        let _ = bits::get_utf16(src, at, all, endian);
        let _ = bits::get_utf32(src, at, all, endian);
    }
    let _ = (bits::decode_utf8(src), bits::decode_utf16(src, endian));
    if at + n > all {
        return;
    }
    let heap = Heap::new(0);
    let t = bits::get_integer(&heap, src, at, n, endian, how & 2 != 0);
    let mut copy = vec![0; src.len()];
    assert!(bits::put_integer(&mut copy, at, n, t, endian));
    assert!(bits::equal_bits(&copy, at, src, at, n), "{n} bits at {at}");
    if matches!(n, 16 | 32 | 64)
        && let Some(f) = bits::get_float(src, at, n, endian)
    {
        assert!(f.is_finite() && bits::put_float(&mut copy, at, n, f, endian));
        assert_eq!(bits::get_float(&copy, at, n, endian).map(f64::to_bits), Some(f.to_bits()));
    }
}

/// A segment within bytes.
pub fn make(random: &mut Random) -> Vec<u8> {
    let len = random.small(80);
    let at = random.below(20.min(len * 8 + 1));
    let n = match random.below(3) {
        0 => [16, 32, 64][random.below(3)],
        _ => random.below(len * 8 - at.min(len * 8) + 1),
    };
    let head = [at as u8, n as u8, (n >> 8) as u8, random.byte()];
    [&head[..], &random.bytes(len)].concat()
}
