//! Data from processes to drivers, and from drivers to the owners of their ports.

use super::abi::{DrvBinary, ErlIoVec, PortHandle, TermData, bytes_of};
use super::instance::{self, Instance};
use crate::abi::IoVec;
use crate::ffi::Array;
use crate::table::{Row, row};
use std::ffi::{c_char, c_int};
use std::sync::Arc;
use term::{Heap, RefBin, Term, am};
use vm::port::{Core, IoData};

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(
        driver_output,
        "int(ErlDrvPort port, char *buf, ErlDrvSizeT len)",
        "1.0",
        "Sends bytes to the owner, in the port's form."
    ),
    row!(
        driver_output2,
        "int(ErlDrvPort port, char *hbuf, ErlDrvSizeT hlen, char *buf, ErlDrvSizeT len)",
        "1.0",
        "As driver_output, with a list of bytes in front."
    ),
    row!(
        driver_output_binary,
        "int(ErlDrvPort port, char *hbuf, ErlDrvSizeT hlen, ErlDrvBinary* bin, ErlDrvSizeT offset, ErlDrvSizeT len)",
        "1.0",
        "As driver_output2, with a part of a binary."
    ),
    row!(
        driver_outputv,
        "int(ErlDrvPort port, char* hbuf, ErlDrvSizeT hlen, ErlIOVec *ev, ErlDrvSizeT skip)",
        "1.0",
        "As driver_output2, with a vector of binaries."
    ),
    row!(
        driver_vec_to_buf,
        "ErlDrvSizeT(ErlIOVec *ev, char *buf, ErlDrvSizeT len)",
        "1.0",
        "Copies the first bytes of a vector."
    ),
    row!(
        get_port_flags,
        "int(ErlDrvPort port)",
        "1.0",
        "Says whether the port delivers binaries, and lines."
    ),
    row!(
        set_busy_port,
        "void(ErlDrvPort port, int on)",
        "1.0",
        "Makes processes that send to the port wait, or go on."
    ),
    row!(
        erl_drv_busy_msgq_limits,
        "void(ErlDrvPort port, ErlDrvSizeT *low, ErlDrvSizeT *high)",
        "2.1",
        "Reads and sets from when on messages to the port that wait make it busy."
    ),
    row!(
        erl_drv_consume_timeslice,
        "int(ErlDrvPort port, int percent)",
        "2.2",
        "Pays for work with a part of the time slice."
    ),
    row!(
        erl_drv_set_os_pid,
        "void(ErlDrvPort ix, ErlDrvSInt pid)",
        "3.3",
        "Sets the number that port_info tells as os_pid."
    ),
];

/// Pieces of data in counted binaries, as `outputv` gets them. The first is empty, for a header of
/// the driver's.
struct Vector {
    iov: Vec<IoVec>,
    binv: Vec<Option<DrvBinary>>,
    /// The references that the driver may rely upon during the call.
    _kept: Vec<RefBin>,
    size: usize,
}

impl Vector {
    fn new(data: &IoData<'_>) -> Vector {
        let mut iov = vec![IoVec { base: std::ptr::null_mut(), len: 0 }];
        let (mut binv, mut kept) = (vec![None], Vec::new());
        for piece in data.pieces() {
            let (bin, at) = piece.shared().unwrap_or_else(|| (RefBin::from_slice(piece.bytes), 0));
            // SAFETY: the piece lies at this place in the binary.
            let base = unsafe { bin.data().add(at) };
            iov.push(IoVec { base, len: piece.bytes.len() });
            binv.push(Some(DrvBinary::of(&bin)));
            kept.push(bin);
        }
        Vector { iov, binv, _kept: kept, size: data.len() }
    }

    fn for_c(&mut self) -> ErlIoVec {
        ErlIoVec {
            count: self.iov.len() as c_int,
            size: self.size,
            iov: self.iov.as_mut_ptr(),
            binv: self.binv.as_mut_ptr(),
        }
    }
}

/// Gives the driver what a process sends.
pub(super) fn to_driver(instance: &Arc<Instance>, core: &mut Core, data: &IoData<'_>) {
    let caller = TermData::of(core.caller_term());
    let entry = &instance.driver.entry;
    if let Some(outputv) = entry.outputv {
        let mut vector = Vector::new(data);
        let mut for_c = vector.for_c();
        let for_c: *mut ErlIoVec = &raw mut for_c;
        instance.call(core, caller, |drv_data| outputv(drv_data, for_c));
    } else if let Some(output) = entry.output {
        // The driver may write to it.
        let mut bytes = data.flat().into_owned();
        // Drivers read one byte beyond an empty buffer's start, as stock's has one.
        bytes.reserve_exact(1);
        let (address, len) = (bytes.as_mut_ptr().cast::<c_char>(), bytes.len());
        instance.call(core, caller, |drv_data| output(drv_data, address, len));
    }
}

/// A part of a binary as a term; small ones are copied.
pub(super) fn part<'h>(heap: &'h Heap, bin: &RefBin, at: usize, len: usize) -> Term<'h> {
    if len <= term::heap::HEAP_BIN_MAX {
        return heap.binary(&bin.bytes()[at..at + len]);
    }
    heap.part_of(bin.clone(), at, len)
}

/// Sends `{Port, {data, [Header | Rest]}}` to the owner.
fn send_data(core: &Core, header: &[u8], rest: impl for<'h> FnOnce(&'h Heap) -> Term<'h>) {
    core.message(|heap| {
        let rest = rest(heap);
        heap.tuple(&[Term::atom(am::DATA), byte_list(heap, header, rest)])
    });
}

/// A list of bytes with this tail.
pub(super) fn byte_list<'h>(heap: &'h Heap, bytes: &[u8], tail: Term<'h>) -> Term<'h> {
    let bytes: Vec<_> = bytes.iter().map(|&b| Term::small(i64::from(b))).collect();
    heap.list_with_tail(&bytes, tail)
}

fn in_form<'h>(heap: &'h Heap, core: &Core, bytes: &[u8]) -> Term<'h> {
    if core.binary { heap.binary(bytes) } else { heap.byte_list(bytes) }
}

/// Does something that tells the owner: -1 if there is no such port, 0 also if it is being flushed,
/// when nothing is told any more.
fn tell(port: PortHandle, f: impl FnOnce(&mut Core)) -> c_int {
    let done = instance::with_core(port, |instance, core| {
        if instance.tells() {
            f(core);
        }
    });
    done.map_or(-1, |()| 0)
}

/// Sends bytes to the owner, as binary or list. -1 if there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_output(port: PortHandle, buf: Array<u8>, len: usize) -> c_int {
    driver_output2(port, Array::NULL, 0, buf, len)
}

/// Sends bytes to the owner, as binary or list, with a list of bytes in front. -1 if there is no
/// such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_output2(
    port: PortHandle,
    header: Array<u8>,
    header_len: usize,
    buf: Array<u8>,
    len: usize,
) -> c_int {
    let (header, bytes) = (header.of_len(header_len), buf.of_len(len));
    tell(port, |core| {
        core.count_input(header_len + len);
        if core.line.is_some() {
            core.deliver_lines(header, bytes);
        } else if buf.is_null() {
            send_data(core, header, |_| Term::NIL);
        } else {
            send_data(core, header, |heap| in_form(heap, core, bytes));
        }
    })
}

/// Sends a part of a binary to the owner, as binary or list, with a list of bytes in front. -1 if
/// there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_output_binary(
    port: PortHandle,
    header: Array<u8>,
    header_len: usize,
    bin: DrvBinary,
    offset: usize,
    len: usize,
) -> c_int {
    let bin = bin.share();
    tell(port, |core| {
        core.count_input(header_len + len);
        send_data(core, header.of_len(header_len), |heap| match core.binary {
            true => part(heap, &bin, offset, len),
            false => heap.byte_list(&bin.bytes()[offset..offset + len]),
        });
    })
}

/// Sends the pieces of a vector behind its first `skip` bytes to the owner, as a list of binaries
/// or of bytes, with a list of bytes in front. The vector does not have the skipped bytes
/// afterwards. -1 if there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_outputv(
    port: PortHandle,
    header: Array<u8>,
    header_len: usize,
    vector: &mut ErlIoVec,
    skip: usize,
) -> c_int {
    if vector.size <= skip {
        return driver_output2(port, header, header_len, Array::NULL, 0);
    }
    let left = vector.size - skip;
    tell(port, |core| {
        core.count_input(header_len + left);
        let pieces = behind(vector, skip);
        send_data(core, header.of_len(header_len), |heap| {
            pieces.iter().rev().fold(Term::NIL, |tail, (bytes, bin)| {
                let piece = match (core.binary, bin) {
                    (false, _) => return byte_list(heap, bytes, tail),
                    (true, None) => heap.binary(bytes),
                    (true, Some(bin)) => {
                        let at = bytes.as_ptr() as usize - bin.data() as usize;
                        bin.with(|bin| part(heap, bin, at, bytes.len()))
                    }
                };
                if tail.is_nil() { piece } else { heap.cons(piece, tail) }
            })
        });
    })
}

/// The pieces of a vector behind its first bytes, which are cut off.
fn behind<'a>(vector: &ErlIoVec, mut skip: usize) -> Vec<(&'a [u8], Option<DrvBinary>)> {
    let mut pieces = Vec::new();
    for (i, (piece, bin)) in vector.pieces().enumerate() {
        // A first piece that is empty is the room for a header.
        if skip > 0 || i == 0 {
            if piece.len <= skip {
                skip -= piece.len;
                continue;
            }
            piece.base = piece.base.wrapping_add(skip);
            piece.len -= skip;
            skip = 0;
        }
        pieces.push((bytes_of(piece), bin));
    }
    pieces
}

/// Copies the first bytes of a vector, `len` at most; gives how many.
#[unsafe(no_mangle)]
pub extern "C" fn driver_vec_to_buf(
    vector: &ErlIoVec,
    buf: crate::ffi::Buffer,
    len: usize,
) -> usize {
    let to = buf.of_len(len);
    let mut copied = 0;
    for (piece, _) in vector.pieces() {
        let bytes = bytes_of(piece);
        let bytes = &bytes[..bytes.len().min(len - copied)];
        for (to, from) in to[copied..].iter_mut().zip(bytes) {
            to.write(*from);
        }
        copied += bytes.len();
    }
    copied
}

/// 1 if the port delivers binaries, 2 if it delivers lines, or both; 0 also if there is no such
/// port.
#[unsafe(no_mangle)]
pub extern "C" fn get_port_flags(port: PortHandle) -> c_int {
    let flags = |core: &Core| c_int::from(core.binary) | c_int::from(core.line.is_some()) << 1;
    instance::with_core(port, |_, core| flags(core)).unwrap_or(0)
}

/// Makes processes that send to the port wait, or go on.
#[unsafe(no_mangle)]
pub extern "C" fn set_busy_port(port: PortHandle, on: c_int) {
    instance::with_core(port, |_, core| core.set_busy(on != 0));
}

/// `ERL_DRV_BUSY_MSGQ_DISABLED`.
const DISABLED: usize = vm::port::waiting::NO_LIMIT;

/// Reads the limits of messages to the port that may wait (a variable that is 0), or sets them, or
/// ends them. Fills in those that are valid then.
#[unsafe(no_mangle)]
pub extern "C" fn erl_drv_busy_msgq_limits(
    port: PortHandle,
    low: Option<&mut usize>,
    high: Option<&mut usize>,
) {
    let wanted = (low.as_deref().copied().unwrap_or(0), high.as_deref().copied().unwrap_or(0));
    let limits = instance::with_core(port, |instance, core| {
        if !instance.driver.has_msgq_limits() {
            return (DISABLED, DISABLED);
        }
        let limits = new_limits(core.commands.limits(), wanted);
        core.commands.set_limits(limits);
        limits
    });
    let (low_now, high_now) = limits.unwrap_or((DISABLED, DISABLED));
    low.into_iter().for_each(|low| *low = low_now);
    high.into_iter().for_each(|high| *high = high_now);
}

/// The limits that are valid when these, or none (0), are wanted.
fn new_limits(now: (usize, usize), wanted: (usize, usize)) -> (usize, usize) {
    if now.1 == DISABLED || wanted.0 == DISABLED || wanted.1 == DISABLED {
        return (DISABLED, DISABLED);
    }
    let (mut low, mut high) = now;
    if wanted.0 != 0 {
        low = wanted.0;
        high = high.max(low);
    }
    if wanted.1 != 0 {
        high = wanted.1;
        low = low.min(high);
    }
    (low, high)
}

/// Pays for work with so many per cent of a time slice, 1 to 100: 1 if the slice is used up and the
/// driver should return. -1 if there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn erl_drv_consume_timeslice(port: PortHandle, percent: c_int) -> c_int {
    let percent = percent.clamp(1, 100);
    let consumed = instance::with_core(port, |instance, core| {
        core.work += vm::process::FULL as usize * percent as usize / 100;
        instance.consume(percent)
    });
    consumed.map_or(-1, |consumed| c_int::from(consumed >= 100))
}

/// Sets the number that `erlang:port_info(Port, os_pid)` tells.
#[unsafe(no_mangle)]
pub extern "C" fn erl_drv_set_os_pid(port: PortHandle, pid: isize) {
    instance::with_core(port, |_, core| core.started(i32::try_from(pid).ok()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_waiting_messages() {
        let check = |now, wanted, expected| {
            assert_eq!(new_limits(now, wanted), expected, "{wanted:?} after {now:?}");
        };
        check((4096, 8192), (0, 0), (4096, 8192));
        check((4096, 8192), (10_000, 0), (10_000, 10_000));
        check((4096, 8192), (0, 100), (100, 100));
        check((4096, 8192), (10, 100), (10, 100));
        check((4096, 8192), (100, 10), (10, 10));
        check((4096, 8192), (DISABLED, 0), (DISABLED, DISABLED));
        check((DISABLED, DISABLED), (1, 2), (DISABLED, DISABLED));
    }
}
