//! The program and its libraries, as the dynamic loader has put them into memory.

use crate::{Range, smaps};
use std::ffi::{CStr, c_int, c_void};
use std::path::PathBuf;

/// A program or a library.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub file: PathBuf,
    /// The difference between addresses in memory and in the file.
    pub base: usize,
    pub segments: Vec<Segment>,
}

/// A part of a file that is mapped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment {
    /// Its whole pages.
    pub at: Range,
    /// Where its first page is in the file.
    pub offset: usize,
    pub writable: bool,
    pub code: bool,
}

/// The program, and the libraries that it has been started with.
pub(crate) fn all() -> Vec<Object> {
    let mut found: Vec<Object> = Vec::new();
    let list: *mut Vec<Object> = &mut found;
    // SAFETY: the function is called for each object, before this returns, with the pointer.
    unsafe { libc::dl_iterate_phdr(Some(one), list.cast()) };
    found
}

/// # Safety
/// To be called by `dl_iterate_phdr` with the list.
unsafe extern "C" fn one(info: *mut libc::dl_phdr_info, _: usize, list: *mut c_void) -> c_int {
    // SAFETY: what the dynamic loader says, and the list of the function above.
    let (info, list) = unsafe { (&*info, &mut *list.cast::<Vec<Object>>()) };
    // SAFETY: so many headers are there, and the name is a C string.
    let (headers, name) = unsafe {
        let headers = std::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum.into());
        (headers, CStr::from_ptr(info.dlpi_name).to_string_lossy().into_owned())
    };
    // The program is the first, and has no name.
    let file = if list.is_empty() && name.is_empty() {
        std::fs::read_link("/proc/self/exe").unwrap_or_default()
    } else {
        PathBuf::from(name)
    };
    let segments = headers.iter().filter(|h| h.p_type == libc::PT_LOAD).map(|h| {
        let from = (info.dlpi_addr + h.p_vaddr) as usize;
        let at = smaps::whole(from, from + h.p_memsz as usize);
        Segment {
            at,
            offset: h.p_offset as usize - (from - at.from),
            writable: h.p_flags & libc::PF_W != 0,
            code: h.p_flags & libc::PF_X != 0,
        }
    });
    list.push(Object { file, base: info.dlpi_addr as usize, segments: segments.collect() });
    0
}
