//! `prim_file`: files and directories, on dirty I/O schedulers.

mod handle;
mod names;
mod system;

pub use handle::{duplicate, owner_gone};

use std::ffi::CStr;
use std::io;
use term::{Term, am};
use vm::bif::{BifRow, dirty_io, row};
use vm::errno;
use vm::process::Running;

/// The rows of this module.
pub const ROWS: &[BifRow] = &[
    row("prim_file", "internal_name2native", 1, names::name2native_1),
    row("prim_file", "internal_native2name", 1, names::native2name_1),
    row("prim_file", "internal_normalize_utf8", 1, names::normalize_utf8_1),
    row("prim_file", "is_translatable", 1, names::is_translatable_1),
    row("prim_file", "get_handle_nif", 1, handle::get_handle_1),
    dirty_io("prim_file", "open_nif", 2, handle::open_2),
    dirty_io("prim_file", "file_desc_to_ref_nif", 1, handle::file_desc_to_ref_1),
    dirty_io("prim_file", "close_nif", 1, handle::close_1),
    dirty_io("prim_file", "delayed_close_nif", 1, handle::delayed_close_1),
    dirty_io("prim_file", "read_nif", 2, handle::read_2),
    dirty_io("prim_file", "write_nif", 2, handle::write_2),
    dirty_io("prim_file", "pread_nif", 3, handle::pread_3),
    dirty_io("prim_file", "pwrite_nif", 3, handle::pwrite_3),
    dirty_io("prim_file", "seek_nif", 3, handle::seek_3),
    dirty_io("prim_file", "sync_nif", 2, handle::sync_2),
    dirty_io("prim_file", "truncate_nif", 1, handle::truncate_1),
    dirty_io("prim_file", "allocate_nif", 3, handle::allocate_3),
    dirty_io("prim_file", "advise_nif", 4, handle::advise_4),
    dirty_io("prim_file", "read_handle_info_nif", 1, handle::read_handle_info_1),
    dirty_io("prim_file", "ipread_s32bu_p32bu_nif", 3, handle::ipread_3),
    dirty_io("prim_file", "read_file_nif", 1, handle::read_file_1),
    dirty_io("prim_file", "make_hard_link_nif", 2, system::make_hard_link_2),
    dirty_io("prim_file", "make_soft_link_nif", 2, system::make_soft_link_2),
    dirty_io("prim_file", "rename_nif", 2, system::rename_2),
    dirty_io("prim_file", "read_info_nif", 2, system::read_info_2),
    dirty_io("prim_file", "set_permissions_nif", 2, system::set_permissions_2),
    dirty_io("prim_file", "set_owner_nif", 3, system::set_owner_3),
    dirty_io("prim_file", "set_time_nif", 4, system::set_time_4),
    dirty_io("prim_file", "read_link_nif", 1, system::read_link_1),
    dirty_io("prim_file", "list_dir_nif", 1, system::list_dir_1),
    dirty_io("prim_file", "make_dir_nif", 1, system::make_dir_1),
    dirty_io("prim_file", "del_file_nif", 1, system::del_file_1),
    dirty_io("prim_file", "del_dir_nif", 1, system::del_dir_1),
    dirty_io("prim_file", "get_device_cwd_nif", 1, system::get_device_cwd_1),
    dirty_io("prim_file", "set_cwd_nif", 1, system::set_cwd_1),
    dirty_io("prim_file", "get_cwd_nif", 0, system::get_cwd_0),
    dirty_io("prim_file", "altname_nif", 1, system::altname_1),
];

/// `{error, Reason}` of an error number.
pub(crate) fn error_term<'h>(p: &Running<'h>, number: i32) -> Term<'h> {
    p.heap().tuple(&[Term::atom(am::ERROR), Term::atom(errno::atom(number))])
}

fn ok_or_error<'h>(p: &Running<'h>, result: io::Result<()>) -> Term<'h> {
    match result {
        Ok(()) => Term::OK,
        Err(e) => error_term(p, errno::number(&e)),
    }
}

/// Runs `f` with the path: a binary with a 0 at its end (and perhaps more of them).
fn with_path<'h>(p: &Running<'h>, path: Term<'h>, f: impl FnOnce(&CStr) -> Term<'h>) -> Term<'h> {
    let einval = || error_term(p, libc::EINVAL);
    let Some(bytes) = path.as_binary() else { return einval() };
    let Ok(name) = CStr::from_bytes_until_nul(&bytes) else { return einval() };
    if bytes[name.count_bytes()..].iter().any(|&b| b != 0) {
        return einval();
    }
    f(name)
}

/// Turns the -1 of a system call into an error.
pub(crate) fn check(result: i32) -> io::Result<()> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
