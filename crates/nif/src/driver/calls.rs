//! `port_control/3` and `port_call/3`.

use super::abi::{DrvBinary, PortHandle, TermData};
use super::instance::{self, Instance};
use crate::table::{Row, row};
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use term::heap::HEAP_BIN_MAX;
use term::{OwnedTerm, Term};
use vm::port::{BadArg, Core, Reply, watch};

/// Rows of this file.
pub const ROWS: &[Row] = &[row!(
    set_port_control_flags,
    "void(ErlDrvPort port, int flags)",
    "1.0",
    "Says whether the results of control are binaries."
)];

/// `PORT_CONTROL_FLAG_BINARY`.
const BINARY: c_int = 1;
/// `DRIVER_CALL_KEEP_BUFFER`.
const KEEP_BUFFER: c_uint = 1;
/// The room that drivers are given for a result, in bytes.
const CONTROL_ROOM: usize = 64;
/// As above, for `port_call/3`.
const CALL_ROOM: usize = 256;

/// Says whether the driver's `control` gives an `ErlDrvBinary` as its result (1) or bytes, which
/// become a list (0).
#[unsafe(no_mangle)]
pub extern "C" fn set_port_control_flags(port: PortHandle, flags: c_int) {
    if let Some(instance) = instance::instance(port) {
        instance.control_flags.store(flags, Ordering::Relaxed);
    }
}

/// The bytes that a driver has put at an address.
fn bytes<'a>(address: *const c_char, len: usize) -> &'a [u8] {
    // SAFETY: the driver has put so many bytes there, and has not run since.
    unsafe { std::slice::from_raw_parts(address.cast(), len) }
}

/// `port_control/3`.
pub(super) fn control(
    instance: &Arc<Instance>,
    core: &mut Core,
    op: u32,
    data: &[u8],
) -> Result<Reply, BadArg> {
    let control = instance.driver.entry.control.ok_or(BadArg)?;
    let caller = TermData::of(core.caller_term());
    let mut data = data.to_vec();
    let len = data.len();
    data.reserve_exact(1);
    let data = data.as_mut_ptr().cast::<c_char>();
    let mut room = [0 as c_char; CONTROL_ROOM];
    let own: *mut c_char = room.as_mut_ptr();
    let mut result = own;
    let place: *mut *mut c_char = &raw mut result;
    let n = instance.call(core, caller, |d| control(d, op, data, len, place, CONTROL_ROOM));
    let n = usize::try_from(n).map_err(|_| BadArg)?;
    if result.is_null() {
        return Ok(Reply::Nothing);
    }
    let binary = instance.control_flags.load(Ordering::Relaxed) & BINARY != 0;
    Ok(match (binary, result == own) {
        (true, false) => as_binary(result),
        (true, true) => Reply::Binary(bytes(result, n).to_vec()),
        (false, own) => {
            let list = bytes(result, n).to_vec();
            if !own {
                crate::sys::memory::driver_free(result.cast());
            }
            Reply::List(list)
        }
    })
}

/// The binary that a driver gives up, at an address: as much of it as its size says. Small ones are
/// copied, and drivers write the next answer into the same one.
fn as_binary(result: *mut c_char) -> Reply {
    let binary = DrvBinary::at(result.cast::<c_void>()).expect("not null");
    let size = binary.size();
    let binary = binary.take();
    match binary.bytes().get(..size) {
        Some(part) if size <= HEAP_BIN_MAX || size < binary.bytes().len() => {
            Reply::Binary(part.to_vec())
        }
        _ => Reply::Shared(binary),
    }
}

/// `port_call/3`.
pub(super) fn call(
    instance: &Arc<Instance>,
    core: &mut Core,
    op: u32,
    data: Term<'_>,
) -> Result<OwnedTerm, BadArg> {
    let call = instance.driver.entry.call.ok_or(BadArg)?;
    let caller = TermData::of(core.caller_term());
    let mut data = term::etf::encode(data, Default::default()).or(Err(BadArg))?;
    watch::call(core, op, data.len());
    let (data, len) = (data.as_mut_ptr().cast::<c_char>(), data.len());
    let mut room = [0 as c_char; CALL_ROOM];
    let own: *mut c_char = room.as_mut_ptr();
    let (mut result, mut flags) = (own, 0);
    let (place, flags_place) = (&raw mut result, &raw mut flags);
    let n = instance.call(core, caller, |d| call(d, op, data, len, place, CALL_ROOM, flags_place));
    let n = usize::try_from(n).ok().filter(|n| *n != 0 && !result.is_null()).ok_or(BadArg)?;
    // The first byte says that it is in the external format.
    let answer = decode(bytes(result, n));
    if result != own && flags & KEEP_BUFFER == 0 {
        crate::sys::memory::driver_free(result.cast());
    }
    answer.ok_or(BadArg)
}

/// The term that is in the external format.
fn decode(bytes: &[u8]) -> Option<OwnedTerm> {
    let heap = term::Heap::new(0);
    let t = term::etf::decode(&heap, bytes, Default::default()).ok()?;
    Some(OwnedTerm::new(t))
}
