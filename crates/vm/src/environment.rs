//! The emulator's environment variables: what programs read and change, and what the programs that
//! they start get.
//!
//! A variable may have an empty name, as in stock's emulator. The C library cannot keep such a
//! variable, so its value is kept here.

use std::collections::BTreeMap;
use std::ffi::{CString, OsStr};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::sync::{Arc, Mutex, PoisonError};

/// Whether a name can be that of a variable.
pub fn is_name(name: &[u8]) -> bool {
    !name.contains(&b'=') && !name.contains(&0)
}

/// The parts that the C library does not keep. Its lock is held while the environment changes.
struct State {
    /// The value of the variable without a name.
    nameless: Option<Vec<u8>>,
    /// All variables as a program gets them, until one changes.
    strings: Option<Arc<[CString]>>,
}

impl State {
    fn variables(&self) -> BTreeMap<Vec<u8>, Vec<u8>> {
        let named = std::env::vars_os().map(|(k, v)| (k.into_vec(), v.into_vec()));
        named.chain(self.nameless.clone().map(|value| (Vec::new(), value))).collect()
    }
}

static STATE: Mutex<State> = Mutex::new(State { nameless: None, strings: None });

fn with_state<R>(f: impl FnOnce(&mut State) -> R) -> R {
    f(&mut STATE.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The value of a variable; the name has to be one.
pub fn get(name: &[u8]) -> Option<Vec<u8>> {
    match name {
        [] => with_state(|state| state.nameless.clone()),
        _ => std::env::var_os(OsStr::from_bytes(name)).map(OsStringExt::into_vec),
    }
}

/// Gives a variable a value without a 0, or none; the name has to be one.
pub fn set(name: &[u8], value: Option<&[u8]>) {
    with_state(|state| {
        state.strings = None;
        if name.is_empty() {
            state.nameless = value.map(<[u8]>::to_vec);
            return;
        }
        let name = OsStr::from_bytes(name);
        match value {
            // SAFETY: this program reads and changes the environment through std, which has a lock
            // for that, and takes it here. C code that reads without this lock is not kept out:
            // `mktime` reads TZ, and `getaddrinfo` RES_OPTIONS and LOCALDOMAIN.
            Some(value) => unsafe { std::env::set_var(name, OsStr::from_bytes(value)) },
            // SAFETY: std's lock keeps out all of this program that reads or changes the
            // environment. C code that reads it without that lock (`mktime`, `getaddrinfo`) is not
            // kept out.
            None => unsafe { std::env::remove_var(name) },
        }
    });
}

/// All variables.
pub fn all() -> BTreeMap<Vec<u8>, Vec<u8>> {
    with_state(|state| state.variables())
}

/// All variables, as a program gets them.
pub fn strings() -> Arc<[CString]> {
    with_state(|state| {
        let strings = state.strings.take().unwrap_or_else(|| strings_of(&state.variables()));
        state.strings.insert(strings).clone()
    })
}

/// Variables, as a program gets them.
pub fn strings_of(env: &BTreeMap<Vec<u8>, Vec<u8>>) -> Arc<[CString]> {
    // A variable with a 0 in it cannot be passed; nobody can set one.
    env.iter().filter_map(|(k, v)| CString::new([&k[..], b"=", v].concat()).ok()).collect()
}
