//! The bytes of a port's queue, in counted binaries.

use super::abi::DrvBinary;
use crate::abi::IoVec;
use std::collections::VecDeque;
use term::RefBin;

/// Bytes that wait.
#[derive(Default)]
pub(super) struct Queue {
    /// The pieces, as C code sees them.
    pub(super) pieces: VecDeque<IoVec>,
    /// The binaries that they are in; the queue has a reference for each.
    pub(super) binaries: VecDeque<Option<DrvBinary>>,
    pub(super) size: usize,
    /// The driver has failed: what is in it will not be written.
    abandoned: bool,
}

// SAFETY: the addresses of pieces point into binaries, which the queue keeps and any thread may
// have.
unsafe impl Send for Queue {}

/// An end of the queue.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum End {
    Front,
    Back,
}

/// A part of a binary.
pub(super) struct Part {
    pub(super) bin: RefBin,
    pub(super) piece: IoVec,
}

impl Part {
    pub(super) fn copy(bytes: &[u8]) -> Part {
        let bin = RefBin::from_slice(bytes);
        let piece = IoVec { base: bin.data(), len: bytes.len() };
        Part { bin, piece }
    }
}

impl Queue {
    /// Bytes that are to be written.
    pub(super) fn size(&self) -> usize {
        if self.abandoned { 0 } else { self.size }
    }

    /// Its content will not be written.
    pub(super) fn abandon(&mut self) {
        self.abandoned = true;
    }

    /// Empties it.
    pub(super) fn clear(&mut self) {
        self.pieces.clear();
        self.size = 0;
        self.binaries.drain(..).flatten().for_each(|bin| drop(bin.take()));
    }

    pub(super) fn add(&mut self, part: Part, end: End) {
        self.size += part.piece.len;
        let bin = Some(DrvBinary::give(part.bin));
        match end {
            End::Back => {
                self.pieces.push_back(part.piece);
                self.binaries.push_back(bin);
            }
            End::Front => {
                self.pieces.push_front(part.piece);
                self.binaries.push_front(bin);
            }
        }
    }

    /// Removes the first bytes; false if there are not so many.
    pub(super) fn remove(&mut self, mut n: usize) -> bool {
        if n > self.size {
            return false;
        }
        self.size -= n;
        while n > 0 {
            let first = self.pieces.front_mut().expect("bytes of the queue");
            if first.len > n {
                first.base = first.base.wrapping_add(n);
                first.len -= n;
                break;
            }
            n -= first.len;
            self.pieces.pop_front();
            drop(self.binaries.pop_front().flatten().map(DrvBinary::take));
        }
        true
    }

    pub(super) fn show(&mut self) -> (&mut [IoVec], &mut [Option<DrvBinary>]) {
        (self.pieces.make_contiguous(), self.binaries.make_contiguous())
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        self.clear();
    }
}

pub(super) fn part_of(bin: DrvBinary, offset: usize, len: usize) -> Part {
    let bin = bin.share();
    let base = bin.data().wrapping_add(offset);
    Part { bin, piece: IoVec { base, len } }
}

#[cfg(test)]
mod tests {
    use super::super::abi::bytes_of;
    use super::*;

    fn content(queue: &mut Queue) -> Vec<u8> {
        queue.show().0.iter().flat_map(|piece| bytes_of(piece).to_vec()).collect()
    }

    #[test]
    fn what_is_put_in_comes_out_in_order() {
        let mut queue = Queue::default();
        queue.add(Part::copy(b"middle "), End::Back);
        queue.add(Part::copy(b"end"), End::Back);
        queue.add(Part::copy(b"begin "), End::Front);
        assert_eq!(content(&mut queue), b"begin middle end");
        assert!(queue.remove(8));
        assert_eq!(content(&mut queue), b"ddle end");
        assert!(!queue.remove(9), "more than there is");
        assert_eq!(queue.size(), 8);
        assert!(queue.remove(8));
        assert_eq!(content(&mut queue), b"");
    }

    #[test]
    fn binaries_are_shared_and_given_up() {
        let bin = RefBin::from_slice(b"0123456789");
        let mut queue = Queue::default();
        queue.add(part_of(DrvBinary::of(&bin), 2, 3), End::Back);
        assert_eq!((bin.ref_count(), content(&mut queue)), (2, b"234".to_vec()));
        queue.abandon();
        assert_eq!(queue.size(), 0);
        drop(queue);
        assert_eq!(bin.ref_count(), 1);
    }
}
