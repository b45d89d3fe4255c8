//! The versions of the interfaces: those of the release that is run.

use release::Difference;
use std::ffi::c_int;

/// `ERL_NIF_MAJOR_VERSION`, `ERL_NIF_MINOR_VERSION`.
pub fn nif() -> (c_int, c_int) {
    (2, Difference::NifMinor.value() as c_int)
}
/// `ERL_DRV_EXTENDED_MAJOR_VERSION`, `ERL_DRV_EXTENDED_MINOR_VERSION`.
pub const DRIVER: (c_int, c_int) = (3, 3);
