//! Types that the headers declare, laid out as C has them: `erl_nif.h`, `erl_drv_nif.h`.

use crate::env::Env;
use crate::ffi::NifTerm;
use std::ffi::{c_char, c_int, c_uint, c_void};
use vm::process::RefKey;

/// A NIF.
pub type NifFunction = unsafe extern "C" fn(*mut Env, c_int, *const NifTerm) -> NifTerm;

/// `ErlNifFunc`: a function of a library, in the table that the library gives.
#[derive(Copy, Clone)]
#[repr(C)]
pub struct NifFunc {
    /// Name.
    pub name: *const c_char,
    /// Arity.
    pub arity: c_uint,
    /// The function.
    pub function: Option<NifFunction>,
    /// 0, or [`DIRTY_CPU`] or [`DIRTY_IO`].
    pub flags: c_uint,
}

/// The flag of a function for dirty schedulers that compute.
pub const DIRTY_CPU: c_uint = 1;
/// The flag of a function for dirty schedulers that may block.
pub const DIRTY_IO: c_uint = 2;

/// `ErlNifEntry`: what a library gives when it is asked what it is.
#[repr(C)]
pub struct NifEntry {
    /// Version of the interface that it has been compiled for.
    pub major: c_int,
    /// As above.
    pub minor: c_int,
    /// Its module.
    pub name: *const c_char,
    /// Number of functions.
    pub num_of_funcs: c_int,
    /// Functions.
    pub funcs: *const NifFunc,
    /// Called when it has been loaded.
    pub load: Option<unsafe extern "C" fn(*mut Env, *mut *mut c_void, NifTerm) -> c_int>,
    /// Not called any more.
    pub reload: *const c_void,
    /// Called when it has been loaded and there is old code of the module, with a library.
    pub upgrade: Option<
        unsafe extern "C" fn(*mut Env, *mut *mut c_void, *mut *mut c_void, NifTerm) -> c_int,
    >,
    /// Called before it is unloaded.
    pub unload: Option<unsafe extern "C" fn(*mut Env, *mut c_void)>,
    /// Since 2.1: for which kind of emulator it is.
    pub vm_variant: *const c_char,
    /// Since 2.7: unused.
    pub options: c_uint,
    /// Since 2.12.
    pub sizeof_resource_type_init: usize,
    /// Since 2.14: the least version of ERTS.
    pub min_erts: *const c_char,
}

/// `ErlNifBinary`, as far as all versions have it: old ones, as 2.4, end with one field more, newer
/// ones with two. C code leaves them to the emulator, which does not use them.
#[repr(C)]
pub struct NifBinary {
    /// Bytes.
    pub size: usize,
    /// The first of them.
    pub data: *mut u8,
    /// The counted binary that the structure owns (`RefBin::into_raw`); null if the bytes are a
    /// term's or the environment's.
    pub ref_bin: *mut c_void,
}

/// `ErlNifPid`.
#[derive(Copy, Clone)]
#[repr(transparent)]
pub struct NifPid(pub NifTerm);

/// `ErlNifPort`.
#[derive(Copy, Clone)]
#[repr(transparent)]
pub struct NifPort(pub NifTerm);

/// `ErlNifMonitor` and `ErlDrvMonitor`: the numbers of the monitor's reference, then the
/// resource's.
#[derive(Copy, Clone, PartialEq, Eq)]
#[repr(C)]
pub struct Monitor {
    /// Three numbers of the reference; 0.
    pub reference: [u32; 4],
    /// The owner of the monitor.
    pub owner: [u64; 2],
}

impl Monitor {
    /// The monitor of this reference, which the resource or port of this number has.
    pub fn new(key: RefKey, owner: u64) -> Monitor {
        Monitor { reference: [key[0], key[1], key[2], 0], owner: [owner, 0] }
    }

    /// The numbers of its reference.
    pub fn key(&self) -> RefKey {
        let [a, b, c, _] = self.reference;
        [a, b, c]
    }
}

/// `ErlNifResourceTypeInit`.
#[derive(Copy, Clone)]
#[repr(C)]
pub struct ResourceTypeInit {
    /// Called when the last reference to a resource has gone.
    pub dtor: Option<unsafe extern "C" fn(*mut Env, *mut c_void)>,
    /// Called when a descriptor may be closed.
    pub stop: Option<unsafe extern "C" fn(*mut Env, *mut c_void, c_int, c_int)>,
    /// Called when a process that a resource monitors has gone.
    pub down: Option<unsafe extern "C" fn(*mut Env, *mut c_void, *mut NifPid, *mut Monitor)>,
    /// How many of these callbacks there are.
    pub members: c_int,
    /// Called by `enif_dynamic_resource_call`.
    pub dyncall: Option<unsafe extern "C" fn(*mut Env, *mut c_void, *mut c_void)>,
}

/// `SysIOVec`, which is `struct iovec`.
#[derive(Copy, Clone)]
#[repr(C)]
pub struct IoVec {
    /// The first byte.
    pub base: *mut u8,
    /// Bytes.
    pub len: usize,
}

/// The number of pieces for which `ErlNifIOVec` itself has room.
pub const IOVEC_SIZE: usize = 16;

/// `ErlNifIOVec`.
#[repr(C)]
pub struct NifIoVec {
    /// Number of pieces.
    pub count: c_int,
    /// Bytes in all.
    pub size: usize,
    /// The pieces.
    pub iov: *mut IoVec,
    /// The counted binaries that they are part of.
    pub ref_bins: *mut *mut c_void,
    /// Whether it has to be freed.
    pub flags: c_int,
    /// Room for a few.
    pub small_iov: [IoVec; IOVEC_SIZE],
    /// Room for a few.
    pub small_ref_bins: [*mut c_void; IOVEC_SIZE],
}

/// `ErlNifMapIterator`.
#[repr(C)]
pub struct MapIterator {
    /// The map.
    pub map: NifTerm,
    /// Number of keys.
    pub size: usize,
    /// The current one, from 1 to `size`; 0 is before the first, `size + 1` behind the last.
    pub index: usize,
    /// Keys and values, in pairs, of which the iterator owns the memory; null if it has none.
    pub pairs: *mut NifTerm,
    /// Unused.
    pub more: *mut c_void,
    /// Unused.
    pub spare: [*mut c_void; 2],
}

/// `ErlNifSysInfo` and `ErlDrvSysInfo`.
#[repr(C)]
pub struct SysInfo {
    /// Version of the interface for drivers.
    pub driver_major_version: c_int,
    /// As above.
    pub driver_minor_version: c_int,
    /// Version of ERTS.
    pub erts_version: *const c_char,
    /// Release of OTP.
    pub otp_release: *const c_char,
    /// 1.
    pub thread_support: c_int,
    /// 1.
    pub smp_support: c_int,
    /// Number of threads of the pool of `driver_async`.
    pub async_threads: c_int,
    /// Schedulers.
    pub scheduler_threads: c_int,
    /// Version of the interface for NIFs.
    pub nif_major_version: c_int,
    /// As above.
    pub nif_minor_version: c_int,
    /// 1.
    pub dirty_scheduler_support: c_int,
}
