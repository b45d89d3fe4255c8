//! The emulator's environment variables: what programs read and change, and what the programs that
//! they start get.
//!
//! They are copied from the process's own environment at the first use, and only the copy changes,
//! as in stock's emulator: functions of the C library that read the environment, as `mktime` reads
//! TZ, do so without a lock that could keep a change out. A variable of the copy may have an empty
//! name.

use std::collections::BTreeMap;
use std::ffi::{CString, OsString};
use std::os::unix::ffi::OsStringExt;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// Whether a name can be that of a variable.
pub fn is_name(name: &[u8]) -> bool {
    !name.contains(&b'=') && !name.contains(&0)
}

struct State {
    variables: BTreeMap<Vec<u8>, Vec<u8>>,
    /// All variables as a program gets them, until one changes.
    strings: Option<Arc<[CString]>>,
}

static STATE: LazyLock<Mutex<State>> = LazyLock::new(|| {
    let variables = std::env::vars_os().map(|(k, v)| (k.into_vec(), v.into_vec())).collect();
    Mutex::new(State { variables, strings: None })
});

fn with_state<R>(f: impl FnOnce(&mut State) -> R) -> R {
    f(&mut STATE.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The value of a variable; the name has to be one.
pub fn get(name: &[u8]) -> Option<Vec<u8>> {
    with_state(|state| state.variables.get(name).cloned())
}

/// As [`get`], for an emulator that ends, perhaps in the middle of a change: then the value is that
/// at start.
pub(crate) fn get_at_end(name: &str) -> Option<OsString> {
    match STATE.try_lock() {
        Ok(state) => state.variables.get(name.as_bytes()).cloned().map(OsString::from_vec),
        Err(_) => std::env::var_os(name),
    }
}

/// Gives a variable a value without a 0, or none; the name has to be one.
pub fn set(name: &[u8], value: Option<&[u8]>) {
    with_state(|state| {
        state.strings = None;
        match value {
            Some(value) => state.variables.insert(name.to_vec(), value.to_vec()),
            None => state.variables.remove(name),
        };
    });
}

/// All variables.
pub fn all() -> BTreeMap<Vec<u8>, Vec<u8>> {
    with_state(|state| state.variables.clone())
}

/// All variables, as a program gets them.
pub fn strings() -> Arc<[CString]> {
    with_state(|state| {
        let strings = state.strings.take().unwrap_or_else(|| strings_of(&state.variables));
        state.strings.insert(strings).clone()
    })
}

/// Variables, as a program gets them.
pub fn strings_of(env: &BTreeMap<Vec<u8>, Vec<u8>>) -> Arc<[CString]> {
    // A variable with a 0 in it cannot be passed; nobody can set one.
    env.iter().filter_map(|(k, v)| CString::new([&k[..], b"=", v].concat()).ok()).collect()
}
