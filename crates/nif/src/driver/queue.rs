//! The queue of a port: bytes that wait to be written, in counted binaries.
//!
//! The driver reads it in place (`driver_peekq`), so the pieces lie in one array, which stays where
//! it is until the queue is changed. Without a port data lock only the thread that is in the port
//! uses it; with one, the thread that has the lock.

use super::abi::{DrvBinary, ErlIoVec, PortHandle, bytes_of};
use super::port;
use crate::abi::IoVec;
use crate::ffi::{Array, Out};
use crate::table::{Row, row};
use std::collections::VecDeque;
use std::ffi::c_int;
use std::sync::PoisonError;
use term::RefBin;

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(
        driver_deq,
        "ErlDrvSizeT(ErlDrvPort port, ErlDrvSizeT size)",
        "1.0",
        "Removes the first bytes of the queue."
    ),
    row!(
        driver_enq,
        "int(ErlDrvPort port, char* buf, ErlDrvSizeT len)",
        "1.0",
        "Puts bytes at the end of the queue."
    ),
    row!(
        driver_enq_bin,
        "int(ErlDrvPort port, ErlDrvBinary *bin, ErlDrvSizeT offset, ErlDrvSizeT len)",
        "1.0",
        "Puts a part of a binary at the end of the queue."
    ),
    row!(
        driver_enqv,
        "int(ErlDrvPort port, ErlIOVec *ev, ErlDrvSizeT skip)",
        "1.0",
        "Puts a vector at the end of the queue."
    ),
    row!(
        driver_peekq,
        "SysIOVec*(ErlDrvPort port, int *vlen)",
        "1.0",
        "Shows the pieces of the queue."
    ),
    row!(
        driver_peekqv,
        "ErlDrvSizeT(ErlDrvPort port, ErlIOVec *ev)",
        "2.0",
        "Shows the pieces of the queue with their binaries."
    ),
    row!(
        driver_pushq,
        "int(ErlDrvPort port, char* buf, ErlDrvSizeT len)",
        "1.0",
        "Puts bytes in front of the queue."
    ),
    row!(
        driver_pushq_bin,
        "int(ErlDrvPort port, ErlDrvBinary *bin, ErlDrvSizeT offset, ErlDrvSizeT len)",
        "1.0",
        "Puts a part of a binary in front of the queue."
    ),
    row!(
        driver_pushqv,
        "int(ErlDrvPort port, ErlIOVec *ev, ErlDrvSizeT skip)",
        "1.0",
        "Puts a vector in front of the queue."
    ),
    row!(driver_sizeq, "ErlDrvSizeT(ErlDrvPort port)", "1.0", "Says how many bytes the queue has."),
];

/// Bytes that wait.
#[derive(Default)]
pub(super) struct Queue {
    /// The pieces, as C code sees them.
    pieces: VecDeque<IoVec>,
    /// The binaries that they are in; the queue has a reference for each.
    binaries: VecDeque<Option<DrvBinary>>,
    size: usize,
    /// The driver has failed: what is in it will not be written.
    abandoned: bool,
}

// SAFETY: the addresses of pieces point into binaries, which the queue keeps and any thread may
// have.
unsafe impl Send for Queue {}

/// An end of the queue.
#[derive(Copy, Clone, PartialEq, Eq)]
enum End {
    Front,
    Back,
}

/// A part of a binary.
struct Part {
    bin: RefBin,
    piece: IoVec,
}

impl Part {
    fn copy(bytes: &[u8]) -> Part {
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

    fn add(&mut self, part: Part, end: End) {
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
    fn remove(&mut self, mut n: usize) -> bool {
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

    fn show(&mut self) -> (&mut [IoVec], &mut [Option<DrvBinary>]) {
        (self.pieces.make_contiguous(), self.binaries.make_contiguous())
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Does something with the queue of a port; None if there is no such port.
fn with<R>(port: PortHandle, f: impl FnOnce(&mut Queue) -> R) -> Option<R> {
    let instance = port::instance(port)?;
    let mut queue = instance.queue.lock().unwrap_or_else(PoisonError::into_inner);
    Some(f(&mut queue))
}

fn add(port: PortHandle, part: Part, end: End) -> c_int {
    if part.piece.len == 0 {
        return 0;
    }
    with(port, |queue| queue.add(part, end)).map_or(-1, |()| 0)
}

fn add_vector(port: PortHandle, vector: &ErlIoVec, mut skip: usize, end: End) -> c_int {
    let mut parts = Vec::new();
    for (piece, bin) in vector.pieces() {
        let cut = skip.min(piece.len);
        skip -= cut;
        let rest = IoVec { base: piece.base.wrapping_add(cut), len: piece.len - cut };
        if rest.len == 0 {
            continue;
        }
        parts.push(match bin {
            Some(bin) => Part { bin: bin.share(), piece: rest },
            None => Part::copy(bytes_of(&rest)),
        });
    }
    let added = with(port, |queue| match end {
        End::Back => parts.into_iter().for_each(|part| queue.add(part, end)),
        End::Front => parts.into_iter().rev().for_each(|part| queue.add(part, end)),
    });
    added.map_or(-1, |()| 0)
}

fn part_of(bin: DrvBinary, offset: usize, len: usize) -> Part {
    let bin = bin.share();
    let base = bin.data().wrapping_add(offset);
    Part { bin, piece: IoVec { base, len } }
}

/// Puts a copy of bytes at the end; -1 if there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_enq(port: PortHandle, buf: Array<u8>, len: usize) -> c_int {
    add(port, Part::copy(buf.of_len(len)), End::Back)
}

/// Puts a copy of bytes in front; -1 if there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_pushq(port: PortHandle, buf: Array<u8>, len: usize) -> c_int {
    add(port, Part::copy(buf.of_len(len)), End::Front)
}

/// Puts a part of a binary at the end, of which it takes a reference; -1 if there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_enq_bin(
    port: PortHandle,
    bin: DrvBinary,
    offset: usize,
    len: usize,
) -> c_int {
    add(port, part_of(bin, offset, len), End::Back)
}

/// Puts a part of a binary in front, of which it takes a reference; -1 if there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_pushq_bin(
    port: PortHandle,
    bin: DrvBinary,
    offset: usize,
    len: usize,
) -> c_int {
    add(port, part_of(bin, offset, len), End::Front)
}

/// Puts what follows the first `skip` bytes of a vector at the end; -1 if there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_enqv(port: PortHandle, vector: &ErlIoVec, skip: usize) -> c_int {
    add_vector(port, vector, skip, End::Back)
}

/// Puts what follows the first `skip` bytes of a vector in front; -1 if there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_pushqv(port: PortHandle, vector: &ErlIoVec, skip: usize) -> c_int {
    add_vector(port, vector, skip, End::Front)
}

/// Removes the first bytes and gives how many remain; -1, and nothing is removed, if there are not
/// so many or there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_deq(port: PortHandle, size: usize) -> usize {
    let left = with(port, |queue| queue.remove(size).then_some(queue.size));
    left.flatten().unwrap_or(usize::MAX)
}

/// The number of bytes; -1 if there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_sizeq(port: PortHandle) -> usize {
    with(port, |queue| queue.size).unwrap_or(usize::MAX)
}

/// The pieces and their number; null if there are none. -1 is the number if there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_peekq(port: PortHandle, mut count: Out<c_int>) -> *mut IoVec {
    let shown = with(port, |queue| {
        let (pieces, _) = queue.show();
        let first = if pieces.is_empty() { std::ptr::null_mut() } else { pieces.as_mut_ptr() };
        (first, pieces.len() as c_int)
    });
    let (first, n) = shown.unwrap_or((std::ptr::null_mut(), -1));
    count.set(n);
    first
}

/// Fills in a vector of the pieces; gives the number of bytes, -1 if there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_peekqv(port: PortHandle, vector: &mut ErlIoVec) -> usize {
    let shown = with(port, |queue| {
        let size = queue.size;
        let (pieces, binaries) = queue.show();
        let none = pieces.is_empty();
        *vector = ErlIoVec {
            count: pieces.len() as c_int,
            size,
            iov: if none { std::ptr::null_mut() } else { pieces.as_mut_ptr() },
            binv: if none { std::ptr::null_mut() } else { binaries.as_mut_ptr() },
        };
        size
    });
    shown.unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
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
