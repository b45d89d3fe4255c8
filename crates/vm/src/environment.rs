//! The environment variables of the emulator: what `os:getenv/1` sees and external programs get.
//!
//! It is our own copy: the C library's may not be changed while other threads read it.

use std::collections::BTreeMap;
use std::os::unix::ffi::OsStringExt;
use std::sync::{LazyLock, RwLock};

type Variables = BTreeMap<Vec<u8>, Vec<u8>>;

static VARIABLES: LazyLock<RwLock<Variables>> = LazyLock::new(|| {
    RwLock::new(std::env::vars_os().map(|(k, v)| (k.into_vec(), v.into_vec())).collect())
});

/// The value of a variable.
pub fn get(name: &[u8]) -> Option<Vec<u8>> {
    VARIABLES.read().expect("environment").get(name).cloned()
}

/// Sets a variable.
pub fn put(name: &[u8], value: &[u8]) {
    VARIABLES.write().expect("environment").insert(name.to_vec(), value.to_vec());
}

/// Removes a variable.
pub fn unset(name: &[u8]) {
    VARIABLES.write().expect("environment").remove(name);
}

/// All variables.
pub fn all() -> BTreeMap<Vec<u8>, Vec<u8>> {
    VARIABLES.read().expect("environment").clone()
}
