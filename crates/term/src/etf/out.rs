//! Receivers of terms that are written: bytes, a count of them, or parts that share large binaries.

use crate::term::Bits;
use crate::{RefBin, Term};

/// A part of an encoded term.
pub enum Part {
    /// Bytes that were written.
    Bytes(Vec<u8>),
    /// Part of a large binary of the term, not copied: from, number of bytes.
    Shared(RefBin, usize, usize),
}

impl Part {
    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Part::Bytes(bytes) => bytes,
            Part::Shared(bin, from, n) => &bin.bytes()[*from..from + n],
        }
    }
}

/// A receiver of the bytes.
pub(super) trait Out {
    fn put(&mut self, bytes: &[u8]);
    /// Puts the first of some bytes. To write all is quicker than to look how many.
    fn put_first<const N: usize>(&mut self, n: usize, bytes: [u8; N]);
    fn bits(&mut self, bits: Bits<'_>);
    /// Puts the first bytes of a list that has so many.
    fn byte_list(&mut self, n: usize, list: Term<'_>);
    /// Bytes put so far.
    fn position(&self) -> usize;
    /// Changes four bytes that were put at a position.
    fn patch(&mut self, at: usize, value: u32);
    /// Whether only the size is asked for.
    const COUNTING: bool = false;
    /// Whether it does not copy large binaries.
    const SHARES: bool = false;
}

impl Out for Vec<u8> {
    #[inline(always)]
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    #[inline(always)]
    fn put_first<const N: usize>(&mut self, n: usize, bytes: [u8; N]) {
        self.extend_from_slice(&bytes);
        self.truncate(self.len() - (N - n));
    }

    fn bits(&mut self, bits: Bits<'_>) {
        match (bits.aligned(), bits.bit_len() % 8) {
            (Some(bytes), 0) => self.extend_from_slice(&bytes[..bits.bit_len() / 8]),
            _ => self.extend_from_slice(&bits.bytes()),
        }
    }

    fn byte_list(&mut self, n: usize, list: Term<'_>) {
        let from = self.len();
        self.resize(from + n, 0);
        list.copy_byte_list(&mut self[from..]);
    }

    fn position(&self) -> usize {
        self.len()
    }

    fn patch(&mut self, at: usize, value: u32) {
        self[at..at + 4].copy_from_slice(&value.to_be_bytes());
    }
}

/// Counts the bytes.
pub(super) struct Counter(pub(super) usize);

impl Out for Counter {
    fn put(&mut self, bytes: &[u8]) {
        self.0 += bytes.len();
    }

    fn put_first<const N: usize>(&mut self, n: usize, _: [u8; N]) {
        self.0 += n;
    }

    fn bits(&mut self, bits: Bits<'_>) {
        self.0 += bits.bit_len().div_ceil(8);
    }

    fn byte_list(&mut self, n: usize, _: Term<'_>) {
        self.0 += n;
    }

    fn position(&self) -> usize {
        self.0
    }

    fn patch(&mut self, _: usize, _: u32) {}

    const COUNTING: bool = true;
}

/// Bytes of the smallest binary that `term_to_iovec` shares.
pub(super) const SHARED_MIN: usize = crate::heap::HEAP_BIN_MAX + 1;

/// Bytes, and large binaries between them.
pub(super) struct Parts {
    done: Vec<Part>,
    last: Vec<u8>,
    /// Bytes in `done`.
    before: usize,
    /// Bytes of the smallest binary that is shared.
    shared: usize,
}

impl Parts {
    /// Goes on behind these bytes.
    pub(super) fn behind(last: Vec<u8>, shared: usize) -> Parts {
        Parts { done: Vec::new(), last, before: 0, shared }
    }

    /// Ends the part that is being written, if it has that many bytes.
    pub(super) fn cut_from(&mut self, bytes: usize) {
        if self.last.len() >= bytes {
            self.cut();
        }
    }

    /// All parts.
    pub(super) fn done(mut self) -> Vec<Part> {
        self.cut();
        self.done
    }

    fn cut(&mut self) {
        if !self.last.is_empty() {
            self.before += self.last.len();
            self.done.push(Part::Bytes(std::mem::take(&mut self.last)));
        }
    }
}

impl Out for Parts {
    const SHARES: bool = true;

    fn put(&mut self, bytes: &[u8]) {
        self.last.extend_from_slice(bytes);
    }

    fn put_first<const N: usize>(&mut self, n: usize, bytes: [u8; N]) {
        self.last.put_first(n, bytes);
    }

    fn bits(&mut self, bits: Bits<'_>) {
        let (from, whole) = (bits.bit_offset() / 8, bits.bit_len() / 8);
        match bits.original().as_ref_bin() {
            Some(bin) if bits.bit_offset().is_multiple_of(8) && whole >= self.shared => {
                self.cut();
                self.done.push(Part::Shared(bin, from, whole));
                self.before += whole;
                let used = bits.bit_len() % 8;
                if used != 0 {
                    self.last.push(bits.span()[whole] & 0xff << (8 - used));
                }
            }
            _ => self.last.extend_from_slice(&bits.bytes()),
        }
    }

    fn byte_list(&mut self, n: usize, list: Term<'_>) {
        self.last.byte_list(n, list);
    }

    fn position(&self) -> usize {
        self.before + self.last.len()
    }

    fn patch(&mut self, at: usize, value: u32) {
        let bytes = value.to_be_bytes();
        if at >= self.before {
            self.last[at - self.before..][..4].copy_from_slice(&bytes);
            return;
        }
        let mut end = self.before;
        for part in self.done.iter_mut().rev() {
            match part {
                Part::Shared(_, _, n) => end -= *n,
                Part::Bytes(b) => {
                    end -= b.len();
                    if at >= end {
                        b[at - end..][..4].copy_from_slice(&bytes);
                        return;
                    }
                }
            }
        }
    }
}
