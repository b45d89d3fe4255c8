//! The queue of a port: bytes that wait to be written, in counted binaries.
//!
//! The driver reads it in place (`driver_peekq`), so the pieces lie in one array, which stays where
//! it is until the queue is changed. Without a port data lock only the thread that is in the port
//! uses it; with one, the thread that has the lock.

use super::abi::{DrvBinary, ErlIoVec, PortHandle, bytes_of};
use super::instance;
use super::pieces::{End, Part, Queue, part_of};
use crate::abi::IoVec;
use crate::ffi::{Array, Out};
use crate::table::{Row, row};
use std::ffi::c_int;
use std::sync::PoisonError;

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

/// Does something with the queue of a port; None if there is no such port.
fn with<R>(port: PortHandle, f: impl FnOnce(&mut Queue) -> R) -> Option<R> {
    let instance = instance::instance(port)?;
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
