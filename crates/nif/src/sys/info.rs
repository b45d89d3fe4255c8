//! The emulator's description for C code: versions, threads.

use crate::abi::SysInfo;
use crate::ffi::Out;
use crate::table::{Row, row};
use crate::version;
use std::ffi::{CString, c_int};
use std::mem::offset_of;
use std::sync::OnceLock;
use vm::{sched, system};

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(
        driver_system_info,
        "void(ErlDrvSysInfo *sip, size_t si_size)",
        "1.0",
        "Says what the emulator is."
    ),
    row!(
        enif_system_info,
        "void(ErlNifSysInfo *sip, size_t si_size)",
        "1.0",
        "Says what the emulator is."
    ),
    row!(null_func, "int(void)", "1.0", "Gives 0."),
];

/// Bytes of the structure as it grew: up to `smp_support`, `scheduler_threads`, `nif_minor_version`
/// and `dirty_scheduler_support`.
const SIZES: [usize; 4] = [
    offset_of!(SysInfo, async_threads),
    offset_of!(SysInfo, nif_major_version),
    offset_of!(SysInfo, dirty_scheduler_support),
    offset_of!(SysInfo, dirty_scheduler_support) + size_of::<c_int>(),
];

/// A text of the configuration, as C has it, for the life of the emulator.
fn text(of: &'static OnceLock<CString>, text: &str) -> *const std::ffi::c_char {
    of.get_or_init(|| CString::new(text).unwrap_or_default()).as_ptr()
}

fn all() -> SysInfo {
    static ERTS: OnceLock<CString> = OnceLock::new();
    static RELEASE: OnceLock<CString> = OnceLock::new();
    let config = system::config();
    let number = |n: usize| c_int::try_from(n).unwrap_or(c_int::MAX);
    SysInfo {
        driver_major_version: version::DRIVER.0,
        driver_minor_version: version::DRIVER.1,
        erts_version: text(&ERTS, &config.erts_version),
        otp_release: text(&RELEASE, &config.otp_release),
        thread_support: 1,
        smp_support: 1,
        async_threads: number(config.async_threads),
        scheduler_threads: number(sched::count()),
        nif_major_version: version::nif().0,
        nif_minor_version: version::nif().1,
        dirty_scheduler_support: 1,
    }
}

super::both! {
    /// Fills so many bytes of the structure, or as many as there were when a library's header had
    /// that size. A size that is less than ever, or null, ends the emulator.
    fn enif_system_info, driver_system_info(info: Option<Out<SysInfo>>, size: usize) {
        let known = SIZES.iter().rev().find(|&&known| known <= size);
        match (info, known) {
            (Some(mut info), Some(&known)) => info.set_first(&all(), known),
            (info, _) => super::fatal::invalid_call(format_args!(
                "driver_system_info({:#018x}, {size}) called with invalid arguments",
                info.map_or(0, |i| i.address() as usize),
            )),
        }
    }
}

/// Gives 0, and does nothing.
#[unsafe(no_mangle)]
pub extern "C" fn null_func() -> c_int {
    0
}
