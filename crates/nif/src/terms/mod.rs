//! Terms: making them, taking them apart, telling their kinds, comparing and converting them.
//!
//! | file | what |
//! |---|---|
//! | `is` | the kind of a term |
//! | `numbers` | integers and floats, unique integers, references |
//! | `atoms` | atoms by their names, and the names |
//! | `lists` | lists, tuples and strings |
//! | `maps` | maps and going through them |
//! | `binaries` | binaries, and memory that becomes one |
//! | `compare` | order, equality, hashes, sizes, copies |
//! | `external` | the external format |
//! | `exceptions` | raising an exception |
//!
//! Many functions look at a term and at nothing of its environment, and stock does not look at it
//! either: such a function may be called with a null environment, as in `enif_is_atom(NULL, t)`.

pub mod atoms;
pub mod binaries;
pub mod compare;
pub mod exceptions;
pub mod external;
pub mod is;
pub mod lists;
pub mod maps;
pub mod numbers;
#[cfg(test)]
mod tests;

use crate::env::{Env, check_term};
use crate::ffi::{NifTerm, Out};
use std::ffi::c_int;
use std::mem::MaybeUninit;
use term::Term;

/// `ErlNifCharEncoding`: ISO Latin-1.
pub const LATIN1: c_int = 1;
/// `ErlNifCharEncoding`, since 2.17: UTF-8.
pub const UTF8: c_int = 2;

/// The term that C code passes with this environment, or with none.
#[inline(always)]
fn term<'e>(env: Option<&Env>, t: NifTerm) -> Term<'e> {
    check_term(env, t);
    t.get()
}

/// Fills a place if there is a value; gives whether there is.
#[inline]
fn fill<T>(mut place: Out<T>, value: Option<T>) -> c_int {
    let there = value.is_some();
    if let Some(value) = value {
        place.set(value);
    }
    c_int::from(there)
}

/// Writes bytes to the beginning of a place, as many as fit.
fn write(to: &mut [MaybeUninit<u8>], bytes: &[u8]) {
    for (place, &byte) in to.iter_mut().zip(bytes) {
        place.write(byte);
    }
}

/// Raises `badarg`; nothing happens without an environment.
fn badarg(env: Option<&Env>) -> NifTerm {
    env.map_or(NifTerm::NONE, |env| env.raise(Term::atom(term::am::BADARG)))
}
