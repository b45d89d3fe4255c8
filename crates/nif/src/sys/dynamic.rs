//! Opening shared objects, and names of the system's errors.

use crate::ffi::{Opaque, Text};
use crate::table::{Row, row};
use std::cell::RefCell;
use std::ffi::{CStr, CString, OsStr, c_char, c_int};
use std::os::unix::ffi::OsStrExt;
use std::ptr;
use vm::errno;

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(driver_dl_close, "int(void *)", "1.0", "Closes a shared object."),
    row!(
        driver_dl_error,
        "char *(void)",
        "1.0",
        "Gives the text of the last error of a shared object."
    ),
    row!(driver_dl_open, "void *(char *)", "1.0", "Opens a shared object."),
    row!(driver_dl_sym, "void *(void *, char *)", "1.0", "Finds a symbol of a shared object."),
    row!(
        enif_dlopen,
        "void*(const char* lib, void (*err_handler)(void*,const char*), void* err_arg)",
        "2.3",
        "Opens a shared object."
    ),
    row!(
        enif_dlsym,
        "void*(void* handle, const char* symbol, void (*err_handler)(void*,const char*), void* err_arg)",
        "2.3",
        "Finds a symbol of a shared object."
    ),
    row!(erl_errno_id, "char*(int error)", "1.0", "Gives the name of a system's error."),
];

/// The function that C code wants to be called with the text of an error.
pub type ErrorHandler = unsafe extern "C" fn(Opaque, *const c_char);

thread_local! {
    /// The text of the last error of `driver_dl_…` on this thread.
    static LAST: RefCell<CString> = RefCell::new(c"No error".to_owned());
}

/// The text of an error that the C library says nothing of.
const UNSPECIFIED: &CStr = c"Unspecified dynamic library error";

/// The text of the error of the last call on this thread; this one if there is none.
pub fn last_error(otherwise: &CStr) -> CString {
    // SAFETY: the call has no arguments.
    let text = unsafe { libc::dlerror() };
    if text.is_null() {
        return otherwise.to_owned();
    }
    // SAFETY: the text is the C library's, ends with a zero, and stays until the next call of this
    // thread.
    unsafe { CStr::from_ptr(text) }.to_owned()
}

/// Libraries that stock's emulator is linked with. Some that are made for it use these without
/// being linked with them themselves: `ezlib` of ejabberd's packages does so with zlib.
const COMPANIONS: &[&CStr] = &[c"libz.so.1", c"libstdc++.so.6", c"libtinfo.so.6"];

/// Opens a shared object; null if it cannot be opened, which `dlerror` explains. Where it may have
/// missed a symbol, the libraries that stock's emulator brings along are opened for all before a
/// second attempt.
pub fn opened(file: &CStr) -> Opaque {
    let open = |file: &CStr, how| {
        // SAFETY: the name ends with a zero. The code that the object executes when it is opened is
        // what whoever opens it wants; a library of the system's is made to be opened by any
        // program.
        unsafe { libc::dlopen(file.as_ptr(), how) }
    };
    let handle = open(file, libc::RTLD_NOW);
    if !handle.is_null() {
        return handle;
    }
    for library in COMPANIONS {
        open(library, libc::RTLD_NOW | libc::RTLD_GLOBAL);
    }
    open(file, libc::RTLD_NOW)
}

/// Opens a library and leaves it open; the reason, if it cannot be opened.
pub fn why_not_opened(file: &OsStr) -> Option<String> {
    let path = CString::new(file.as_bytes()).unwrap_or_default();
    let handle = opened(&path);
    handle.is_null().then(|| last_error(UNSPECIFIED).to_string_lossy().into_owned())
}

/// Opens a shared object, whose name has to be given without its `.so`.
fn open(name: Text) -> Result<Opaque, CString> {
    let file = CString::new([name.bytes(), b".so"].concat()).unwrap_or_default();
    let handle = opened(&file);
    if handle.is_null() { Err(last_error(UNSPECIFIED)) } else { Ok(handle) }
}

/// The address of a symbol.
fn symbol(handle: Opaque, name: &CStr) -> Result<Opaque, CString> {
    // SAFETY: C code passes what opening has given, and has not closed it.
    let (address, error) = unsafe {
        libc::dlerror();
        let address = libc::dlsym(handle, name.as_ptr());
        (address, libc::dlerror())
    };
    if error.is_null() {
        return Ok(address);
    }
    // SAFETY: the text is the C library's, ends with a zero, and stays until the next call of this
    // thread.
    Err(unsafe { CStr::from_ptr(error) }.to_owned())
}

/// Closes a shared object.
fn close(handle: Opaque) -> Result<(), CString> {
    // SAFETY: C code passes what opening has given, and uses nothing of the object any more.
    let failed = unsafe { libc::dlclose(handle) } != 0;
    if failed { Err(last_error(UNSPECIFIED)) } else { Ok(()) }
}

/// Gives what there is, or null after telling C code of the error.
fn or_tell(
    result: Result<Opaque, CString>,
    handler: Option<ErrorHandler>,
    argument: Opaque,
) -> Opaque {
    match (result, handler) {
        (Ok(found), _) => found,
        (Err(text), Some(handler)) => {
            // SAFETY: C code passes its own function with the argument that is for it.
            unsafe { handler(argument, text.as_ptr()) };
            ptr::null_mut()
        }
        (Err(_), None) => ptr::null_mut(),
    }
}

/// Opens a shared object, whose name is to be given without its `.so`, and calls its `nif_init` if
/// it has one. Null if that fails; then `handler`, which may be null, gets the argument and the
/// text of the error.
#[unsafe(no_mangle)]
pub extern "C" fn enif_dlopen(
    name: Text,
    handler: Option<ErrorHandler>,
    argument: Opaque,
) -> Opaque {
    let handle = or_tell(open(name), handler, argument);
    if handle.is_null() {
        return handle;
    }
    if let Ok(init) = symbol(handle, c"nif_init").or_else(|_| symbol(handle, c"_nif_init"))
        && !init.is_null()
    {
        // SAFETY: a function of this name is made by the macros of `erl_nif.h`, and takes nothing.
        unsafe { std::mem::transmute::<Opaque, extern "C" fn() -> Opaque>(init)() };
    }
    handle
}

/// Gives the address of a symbol of an object. Null if there is none; then `handler`, which may be
/// null, gets the argument and the text of the error.
#[unsafe(no_mangle)]
pub extern "C" fn enif_dlsym(
    handle: Opaque,
    name: Text,
    handler: Option<ErrorHandler>,
    argument: Opaque,
) -> Opaque {
    or_tell(symbol(handle, name.c_str()), handler, argument)
}

/// Gives what there is, or null, and keeps the text of the error.
fn or_keep(result: Result<Opaque, CString>) -> Opaque {
    result.unwrap_or_else(|text| {
        LAST.set(text);
        ptr::null_mut()
    })
}

/// Opens a shared object, whose name is to be given without its `.so`. Null if that fails.
#[unsafe(no_mangle)]
pub extern "C" fn driver_dl_open(name: Text) -> Opaque {
    or_keep(open(name))
}

/// Gives the address of a symbol of an object. Null if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn driver_dl_sym(handle: Opaque, name: Text) -> Opaque {
    or_keep(symbol(handle, name.c_str()))
}

/// Closes a shared object: 0, or less than that if it fails.
#[unsafe(no_mangle)]
pub extern "C" fn driver_dl_close(handle: Opaque) -> c_int {
    match close(handle) {
        Ok(()) => 0,
        Err(text) => {
            LAST.set(text);
            -1
        }
    }
}

/// Gives the text of the last error of these functions on the calling thread; there until the next.
#[unsafe(no_mangle)]
pub extern "C" fn driver_dl_error() -> *const c_char {
    LAST.with(|text| text.borrow().as_ptr())
}

/// Gives the name of the system's error of this number, as `enoent`; `unknown` if it has none.
#[unsafe(no_mangle)]
pub extern "C" fn erl_errno_id(number: c_int) -> *const c_char {
    errno::c_name(number).as_ptr()
}
