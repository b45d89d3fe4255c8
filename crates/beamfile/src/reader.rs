//! Bounds-checked cursor over one chunk: big-endian words and the compact tagged numbers.

use crate::error::{ChunkName, Error, Place};

pub(crate) const TAG_U: u8 = 0;
pub(crate) const TAG_I: u8 = 1;
pub(crate) const TAG_A: u8 = 2;
pub(crate) const TAG_X: u8 = 3;
pub(crate) const TAG_Y: u8 = 4;
pub(crate) const TAG_F: u8 = 5;
pub(crate) const TAG_H: u8 = 6;
pub(crate) const TAG_Z: u8 = 7;

/// A compact number with its tag, as the code and line chunks hold them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tagged<'a> {
    pub tag: u8,
    pub number: Number<'a>,
}

/// The value part of a [`Tagged`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Number<'a> {
    /// The one- and two-byte forms (up to 11 bits, never negative).
    Small(u16),
    /// The long form: big-endian two's complement, at least two bytes.
    Bytes(&'a [u8]),
}

impl Number<'_> {
    /// The value as an unsigned number, if it fits in a word.
    pub fn to_u64(self) -> Option<u64> {
        match self {
            Number::Small(n) => Some(u64::from(n)),
            Number::Bytes(bytes) => {
                let start = bytes.iter().position(|&b| b != 0).unwrap_or(bytes.len());
                let digits = &bytes[start..];
                (digits.len() <= 8)
                    .then(|| digits.iter().fold(0u64, |acc, &b| (acc << 8) | u64::from(b)))
            }
        }
    }

    /// The value as a signed number, if it fits in a word.
    pub fn to_i64(self) -> Option<i64> {
        match self {
            Number::Small(n) => Some(i64::from(n)),
            Number::Bytes(bytes) => {
                let negative = bytes.first().is_some_and(|b| b & 0x80 != 0);
                let fill = if negative { 0xff } else { 0 };
                let keep = bytes.len().saturating_sub(8);
                let (extra, low) = bytes.split_at(keep);
                if extra.iter().any(|&b| b != fill) {
                    return None;
                }
                let start = if negative { u64::MAX } else { 0 };
                let word = low.iter().fold(start, |acc, &b| (acc << 8) | u64::from(b));
                let value = word as i64;
                ((value < 0) == negative).then_some(value)
            }
        }
    }
}

/// A cursor over one chunk's data.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a> {
    data: &'a [u8],
    pos: usize,
    chunk: ChunkName,
}

impl<'a> Reader<'a> {
    pub fn new(chunk: [u8; 4], data: &'a [u8]) -> Self {
        Reader { data, pos: 0, chunk: ChunkName(chunk) }
    }

    pub fn at(&self) -> Place {
        Place { chunk: self.chunk, offset: self.pos }
    }

    pub fn place(&self, offset: usize) -> Place {
        Place { chunk: self.chunk, offset }
    }

    pub fn pos(&self) -> usize {
        self.pos
    }

    pub fn remaining(&self) -> usize {
        self.data.len() - self.pos
    }

    pub fn is_empty(&self) -> bool {
        self.remaining() == 0
    }

    pub fn malformed(&self, what: impl Into<String>) -> Error {
        Error::Malformed { at: self.at(), what: what.into() }
    }

    pub fn bytes(&mut self, n: usize) -> Result<&'a [u8], Error> {
        if n > self.remaining() {
            return Err(Error::Truncated { at: self.at(), need: n });
        }
        let out = &self.data[self.pos..self.pos + n];
        self.pos += n;
        Ok(out)
    }

    pub fn rest(&mut self) -> &'a [u8] {
        let out = &self.data[self.pos..];
        self.pos = self.data.len();
        out
    }

    pub fn u8(&mut self) -> Result<u8, Error> {
        Ok(self.bytes(1)?[0])
    }

    pub fn u16(&mut self) -> Result<u16, Error> {
        let b = self.bytes(2)?;
        Ok(u16::from_be_bytes([b[0], b[1]]))
    }

    pub fn u32(&mut self) -> Result<u32, Error> {
        let b = self.bytes(4)?;
        Ok(u32::from_be_bytes([b[0], b[1], b[2], b[3]]))
    }

    pub fn i64(&mut self) -> Result<i64, Error> {
        let mut word = [0; 8];
        word.copy_from_slice(self.bytes(8)?);
        Ok(i64::from_be_bytes(word))
    }

    /// Reads an item count, refusing one whose items (each at least `item_size` bytes) cannot be
    /// there, so that no table is allocated for items that do not exist.
    pub fn count(&mut self, item_size: usize) -> Result<usize, Error> {
        let at = self.at();
        let count = self.u32()?;
        self.check_count(at, count, item_size)
    }

    pub fn check_count(&self, at: Place, count: u32, item_size: usize) -> Result<usize, Error> {
        let fits = (self.remaining() / item_size.max(1)) as u64;
        if u64::from(count) > fits {
            return Err(Error::Malformed {
                at,
                what: format!("table of {count} entries in {} bytes", self.remaining()),
            });
        }
        Ok(count as usize)
    }

    /// Reads a compact tagged number.
    pub fn tagged(&mut self) -> Result<Tagged<'a>, Error> {
        let first = self.u8()?;
        let tag = first & 0x07;
        if first & 0x08 == 0 {
            return Ok(Tagged { tag, number: Number::Small(u16::from(first >> 4)) });
        }
        if first & 0x10 == 0 {
            let low = self.u8()?;
            let number = Number::Small(u16::from(first >> 5) << 8 | u16::from(low));
            return Ok(Tagged { tag, number });
        }
        let len = match first >> 5 {
            7 => self.long_length()?,
            n => usize::from(n) + 2,
        };
        Ok(Tagged { tag, number: Number::Bytes(self.bytes(len)?) })
    }

    /// Reads the length of a number longer than eight bytes: itself an unsigned tagged number,
    /// which may not be that long in turn (this bounds the recursion).
    fn long_length(&mut self) -> Result<usize, Error> {
        let at = self.at();
        if self.data.get(self.pos).is_some_and(|first| first & 0xf8 == 0xf8) {
            return Err(Error::Malformed { at, what: "number length too long".into() });
        }
        let length = self.tagged()?;
        match length.number.to_u64().and_then(|n| usize::try_from(n).ok()?.checked_add(9)) {
            Some(n) if length.tag == TAG_U => Ok(n),
            _ => Err(Error::Malformed { at, what: "bad number length".into() }),
        }
    }

    /// Reads a tagged number that must be unsigned and fit in 32 bits.
    pub fn tagged_u32(&mut self, what: &str) -> Result<u32, Error> {
        let at = self.at();
        let t = self.tagged()?;
        match t.number.to_u64().and_then(|n| u32::try_from(n).ok()) {
            Some(n) if t.tag == TAG_U => Ok(n),
            _ => Err(Error::Malformed { at, what: format!("bad {what}") }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(bytes: &[u8]) -> (u8, Option<u64>, Option<i64>) {
        let mut reader = Reader::new(*b"test", bytes);
        let t = reader.tagged().unwrap();
        assert!(reader.is_empty());
        (t.tag, t.number.to_u64(), t.number.to_i64())
    }

    #[test]
    fn tagged_numbers() {
        assert_eq!(one(&[0xf0]), (TAG_U, Some(15), Some(15)));
        assert_eq!(one(&[0x09, 0x10]), (TAG_I, Some(16), Some(16)));
        assert_eq!(one(&[0xe9, 0xff]), (TAG_I, Some(2047), Some(2047)));
        assert_eq!(one(&[0x19, 0xff, 0xff]), (TAG_I, Some(0xffff), Some(-1)));
        assert_eq!(one(&[0x19, 0x08, 0x00]).2, Some(2048));
        let max = [0xd9, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
        assert_eq!(one(&max).2, Some(i64::MAX));
        let min = [0xd9, 0x80, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(one(&min).2, Some(i64::MIN));
        // Nine bytes: 2^63 does not fit a signed word, but an unsigned one.
        let nine = [0xf9, 0x00, 0, 0x80, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(one(&nine), (TAG_I, Some(1 << 63), None));
        let nine = [0xf9, 0x00, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(one(&nine).2, Some(i64::MIN));
        let nine = [0xf9, 0x00, 0xff, 0x7f, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(one(&nine).2, None);
    }

    #[test]
    fn bad_tagged_numbers() {
        for bytes in [&[][..], &[0x08], &[0x18, 0], &[0xf8], &[0xf8, 0xf8, 0], &[0xf8, 0x01]] {
            assert!(Reader::new(*b"test", bytes).tagged().is_err(), "{bytes:?}");
        }
    }
}
