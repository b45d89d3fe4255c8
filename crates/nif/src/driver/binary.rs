//! Counted binaries in the hands of drivers.

use super::abi::DrvBinary;
use crate::table::{Row, row};
use std::ffi::c_void;
use term::RefBin;

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(driver_alloc_binary, "ErlDrvBinary*(ErlDrvSizeT size)", "1.0", "A new binary."),
    row!(
        driver_binary_dec_refc,
        "ErlDrvSInt(ErlDrvBinary *dbp)",
        "1.0",
        "Gives up a reference to a binary; says how many are left."
    ),
    row!(
        driver_binary_get_refc,
        "ErlDrvSInt(ErlDrvBinary *dbp)",
        "1.0",
        "Says how many references to a binary there are."
    ),
    row!(
        driver_binary_inc_refc,
        "ErlDrvSInt(ErlDrvBinary *dbp)",
        "1.0",
        "Takes another reference to a binary; says how many there are."
    ),
    row!(driver_free_binary, "void(ErlDrvBinary *bin)", "1.0", "Gives up a reference to a binary."),
    row!(
        driver_realloc_binary,
        "ErlDrvBinary*(ErlDrvBinary *bin, ErlDrvSizeT size)",
        "1.0",
        "Makes a binary larger or smaller."
    ),
];

/// A new binary with so many bytes, to be filled in; null if there is no memory.
#[unsafe(no_mangle)]
pub extern "C" fn driver_alloc_binary(size: usize) -> *mut c_void {
    let Some(bin) = RefBin::for_c(size) else { return std::ptr::null_mut() };
    DrvBinary::give(bin).address()
}

/// A binary of another size with the same bytes, as far as there is room, in the place of one that
/// nobody else has; null, and the old one stays, if there is no memory.
#[unsafe(no_mangle)]
pub extern "C" fn driver_realloc_binary(bin: Option<DrvBinary>, size: usize) -> *mut c_void {
    let Some(old) = bin else { return driver_alloc_binary(size) };
    match RefBin::for_c(size) {
        Some(mut new) => {
            let old = old.take();
            let n = size.min(old.bytes().len());
            new.bytes_mut()[..n].copy_from_slice(&old.bytes()[..n]);
            DrvBinary::give(new).address()
        }
        None => std::ptr::null_mut(),
    }
}

/// Gives up a reference to a binary. Null is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn driver_free_binary(bin: Option<DrvBinary>) {
    drop(bin.map(DrvBinary::take));
}

/// The number of references to a binary.
#[unsafe(no_mangle)]
pub extern "C" fn driver_binary_get_refc(bin: DrvBinary) -> isize {
    bin.with(RefBin::ref_count).cast_signed()
}

/// Takes another reference to a binary; gives how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn driver_binary_inc_refc(bin: DrvBinary) -> isize {
    let shared = bin.share();
    let n = shared.ref_count();
    // C code has the new reference.
    let _ = DrvBinary::give(shared);
    n.cast_signed()
}

/// Gives up a reference to a binary; gives how many are left.
#[unsafe(no_mangle)]
pub extern "C" fn driver_binary_dec_refc(bin: DrvBinary) -> isize {
    bin.take().release().cast_signed()
}
