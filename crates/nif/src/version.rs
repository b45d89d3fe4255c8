//! The versions of the interfaces: those of OTP 25.

use std::ffi::c_int;

/// `ERL_NIF_MAJOR_VERSION`, `ERL_NIF_MINOR_VERSION`.
pub const NIF: (c_int, c_int) = (2, 16);
/// `ERL_DRV_EXTENDED_MAJOR_VERSION`, `ERL_DRV_EXTENDED_MINOR_VERSION`.
pub const DRIVER: (c_int, c_int) = (3, 3);
