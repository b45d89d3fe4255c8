//! Shared libraries that have a driver in them.

use crate::driver::abi::EntryAddress;
use crate::sys::dynamic::{last_error, opened};
use std::ffi::{CStr, CString, c_void};
use std::ptr::NonNull;
use std::sync::{Mutex, PoisonError};
use term::{Atom, Heap, Term, atom};
use vm::faults;

/// Why a driver cannot be loaded.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum LoadError {
    /// The library has no `driver_init`.
    NoInit,
    /// `driver_init` gives nothing, or the driver's `init` fails.
    FailedInit,
    /// The driver has another name.
    BadName,
    /// It has been compiled for a version of the interface that is not taken.
    Version,
    /// The system says why, in a text with this number.
    System(usize),
}

/// Errors that are atoms for programs, with the texts for people. No driver gives the others;
/// programs may ask for their texts.
const ERRORS: [(&str, &str); 9] = [
    ("no_error", "No error"),
    ("no_driver_init", "No driver init in dynamic library"),
    ("driver_init_failed", "Driver init failed"),
    ("bad_driver_name", "Bad driver name"),
    ("driver_name_to_long", "Driver name to long"),
    ("driver_incorrect_version", "Driver compiled with incorrect version of erl_driver.h"),
    ("no_ddll_available", "DDLL functionality not available on this platform"),
    ("unspecified_error", "Unspecified dynamic library error"),
    ("symbol_not_found", "Symbol not found in dynamic library"),
];

/// The number of the first text of the system's, for programs; further ones are less.
const FIRST_SYSTEM: i64 = -10;

/// Texts of the system's that have been told. A program may ask for one at any later time.
static TEXTS: Mutex<Vec<String>> = Mutex::new(Vec::new());

impl LoadError {
    /// For programs.
    pub(super) fn term<'h>(self, heap: &'h Heap) -> Term<'h> {
        let name = match self {
            LoadError::NoInit => "no_driver_init",
            LoadError::FailedInit => "driver_init_failed",
            LoadError::BadName => "bad_driver_name",
            LoadError::Version => "driver_incorrect_version",
            LoadError::System(n) => {
                let number = Term::small(FIRST_SYSTEM - n as i64);
                return heap.tuple(&[Term::atom(atom!("open_error")), number]);
            }
        };
        Term::atom(Atom::new(name))
    }
}

/// The text for an error that programs have been told, if it is one.
pub(super) fn text(error: Term<'_>) -> Option<String> {
    if let Some(name) = error.as_atom() {
        let found = ERRORS.iter().find(|e| e.0 == name.name());
        return found.map(|e| e.1.to_owned());
    }
    let [tag, number] = error.as_tuple_of()?;
    let number = number.as_small().filter(|_| tag.is(atom!("open_error")))?;
    Some(match (-number, usize::try_from(FIRST_SYSTEM - number)) {
        (n @ 0..=8, _) => ERRORS[n as usize].1.to_owned(),
        (_, Ok(n)) => {
            let texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
            texts.get(n).cloned().unwrap_or_else(|| "Unknown dlload error".to_owned())
        }
        _ => "Unspecified error".to_owned(),
    })
}

/// A library that has been opened. Dropping it closes it.
pub(super) struct Library(NonNull<c_void>);

// SAFETY: the functions that take it may be called by any thread.
unsafe impl Send for Library {}

/// The number of a text of the system's.
fn number(text: String) -> usize {
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    texts.iter().position(|t| *t == text).unwrap_or_else(|| {
        texts.push(text);
        texts.len() - 1
    })
}

impl Library {
    /// Opens the library `PATH.so`.
    pub(super) fn open(path: &[u8]) -> Result<Library, LoadError> {
        let file = [path, b".so"].concat();
        let name = String::from_utf8_lossy(&file).into_owned();
        let file =
            CString::new(file).map_err(|_| LoadError::System(number("invalid name".into())))?;
        faults::faults_in_libraries();
        let shown = || format!("{name}, called by dlopen");
        let handle = faults::within_callback(&shown, || opened(&file));
        NonNull::new(handle).map(Library).ok_or_else(|| {
            let text = last_error(c"unspecified error").to_string_lossy().into_owned();
            // The texts of different files are the same without their names.
            let short = text.strip_prefix(&name).map(|t| t.trim_start_matches([':', ' ']));
            LoadError::System(number(short.filter(|t| !t.is_empty()).unwrap_or(&text).to_owned()))
        })
    }

    /// Calls `driver_init`, and gives the driver's entry.
    pub(super) fn driver(&self) -> Result<EntryAddress, LoadError> {
        let find = |name: &CStr| {
            // SAFETY: the library is open, and the name is a string.
            let address = unsafe { libc::dlsym(self.0.as_ptr(), name.as_ptr()) };
            NonNull::new(address)
        };
        let init =
            find(c"driver_init").or_else(|| find(c"_driver_init")).ok_or(LoadError::NoInit)?;
        // SAFETY: a function of this name takes nothing and gives an address: that is what
        // DRIVER_INIT declares.
        let init: extern "C" fn() -> *mut c_void = unsafe { std::mem::transmute(init) };
        let shown = || format!("{}, called as driver_init", faults::library_at(init as usize));
        faults::library_loaded(init as usize);
        let entry = faults::within_callback(&shown, || init());
        EntryAddress::of(entry).ok_or(LoadError::FailedInit)
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        // SAFETY: opened by `open` and closed once. Nothing of it is used any more: whoever uses a
        // driver has a reference to it, and the library is kept until the last has gone.
        unsafe { libc::dlclose(self.0.as_ptr()) };
    }
}
