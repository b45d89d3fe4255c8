//! Integers, floats, and what the emulator numbers: unique integers, references.
//!
//! `enif_make_int64` and its relatives are other names of those for `long`, which has 64 bits.

use super::{badarg, fill, term};

use crate::env::{Env, check_term};
use crate::ffi::{NifTerm, Out};
use crate::table::{Row, row};
use std::ffi::{c_double, c_int, c_long, c_uint, c_ulong};
use term::Term;
use vm::system;

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(
        enif_get_double,
        "int(ErlNifEnv*, ERL_NIF_TERM term, double* dp)",
        "1.0",
        "Reads a float."
    ),
    row!(
        enif_get_int,
        "int(ErlNifEnv*, ERL_NIF_TERM term, int* ip)",
        "0.1",
        "Reads an integer that fits an int."
    ),
    row!(
        enif_get_long,
        "int(ErlNifEnv*, ERL_NIF_TERM term, long* ip)",
        "1.0",
        "Reads an integer that fits a long."
    ),
    row!(
        enif_get_uint,
        "int(ErlNifEnv*, ERL_NIF_TERM term, unsigned* ip)",
        "1.0",
        "Reads an integer that fits an unsigned int."
    ),
    row!(
        enif_get_ulong,
        "int(ErlNifEnv*, ERL_NIF_TERM term, unsigned long* ip)",
        "0.1",
        "Reads an integer that fits an unsigned long."
    ),
    row!(enif_make_double, "ERL_NIF_TERM(ErlNifEnv* env, double d)", "1.0", "Makes a float."),
    row!(enif_make_int, "ERL_NIF_TERM(ErlNifEnv* env, int i)", "0.1", "Makes an integer."),
    row!(enif_make_long, "ERL_NIF_TERM(ErlNifEnv*, long i)", "1.0", "Makes an integer."),
    row!(enif_make_ref, "ERL_NIF_TERM(ErlNifEnv* env)", "1.0", "Makes a new reference."),
    row!(enif_make_uint, "ERL_NIF_TERM(ErlNifEnv*, unsigned i)", "1.0", "Makes an integer."),
    row!(
        enif_make_ulong,
        "ERL_NIF_TERM(ErlNifEnv* env, unsigned long i)",
        "0.1",
        "Makes an integer."
    ),
    row!(
        enif_make_unique_integer,
        "ERL_NIF_TERM(ErlNifEnv *env, ErlNifUniqueInteger properties)",
        "2.11",
        "Makes an integer that no other call gives."
    ),
];

/// `ErlNifUniqueInteger`: above 0.
const POSITIVE: c_int = 1;
/// `ErlNifUniqueInteger`: above all that were made before.
const MONOTONIC: c_int = 2;

/// An integer.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_int(_: Option<&Env>, i: c_int) -> NifTerm {
    NifTerm::of(Term::small(i64::from(i)))
}

/// An integer.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_uint(_: Option<&Env>, i: c_uint) -> NifTerm {
    NifTerm::of(Term::small(i64::from(i)))
}

/// An integer. Only one that is outside of the range of small integers needs an environment.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_long(env: Option<&Env>, i: c_long) -> NifTerm {
    match (Term::try_small(i), env) {
        (Some(t), _) => NifTerm::of(t),
        (None, Some(env)) => env.give(|heap| heap.integer(i)),
        (None, None) => NifTerm::NONE,
    }
}

/// An integer. Only one that is outside of the range of small integers needs an environment.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_ulong(env: Option<&Env>, i: c_ulong) -> NifTerm {
    match (i64::try_from(i).ok().and_then(Term::try_small), env) {
        (Some(t), _) => NifTerm::of(t),
        (None, Some(env)) => env.give(|heap| heap.unsigned(i)),
        (None, None) => NifTerm::NONE,
    }
}

/// A float. Raises `badarg` if it is infinite or no number.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_double(env: &Env, d: c_double) -> NifTerm {
    if !d.is_finite() || !env.is_usual(2) {
        return double_apart(env, d);
    }
    env.give_object(|heap| heap.float(d))
}

#[cold]
#[inline(never)]
extern "C" fn double_apart(env: &Env, d: c_double) -> NifTerm {
    match d.is_finite() {
        true => env.give(|heap| heap.float(d)),
        false => badarg(Some(env)),
    }
}

/// Fills a place with the value of an integer, if it fits. Small ones come first: that is a test
/// and a shift.
macro_rules! integer {
    ($env:ident, $t:ident, $place:ident, $large:ident) => {{
        check_term($env, $t);
        if let Some(small) = $t.small() {
            return fill($place, small.try_into().ok());
        }
        fill($place, $t.get().$large().and_then(|i| i.try_into().ok()))
    }};
}

/// The value of an integer that fits. 0 if the term is something else.
#[unsafe(no_mangle)]
pub extern "C" fn enif_get_int(env: Option<&Env>, t: NifTerm, place: Out<c_int>) -> c_int {
    integer!(env, t, place, as_i64)
}

/// The value of an integer that fits. 0 if the term is something else.
#[unsafe(no_mangle)]
pub extern "C" fn enif_get_uint(env: Option<&Env>, t: NifTerm, place: Out<c_uint>) -> c_int {
    integer!(env, t, place, as_u64)
}

/// The value of an integer that fits. 0 if the term is something else.
#[unsafe(no_mangle)]
pub extern "C" fn enif_get_long(env: Option<&Env>, t: NifTerm, place: Out<c_long>) -> c_int {
    integer!(env, t, place, as_i64)
}

/// The value of an integer that fits. 0 if the term is something else.
#[unsafe(no_mangle)]
pub extern "C" fn enif_get_ulong(env: Option<&Env>, t: NifTerm, place: Out<c_ulong>) -> c_int {
    integer!(env, t, place, as_u64)
}

/// The value of a float. 0 if the term is something else, as an integer.
#[unsafe(no_mangle)]
pub extern "C" fn enif_get_double(env: Option<&Env>, t: NifTerm, place: Out<c_double>) -> c_int {
    fill(place, term(env, t).as_float())
}

/// An integer that no other call gives, as `erlang:unique_integer/1`.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_unique_integer(env: &Env, properties: c_int) -> NifTerm {
    let n = match properties & MONOTONIC {
        0 => system::unique(),
        _ => system::unique_monotonic(),
    };
    let least = if properties & POSITIVE == 0 { system::LEAST_UNIQUE } else { 0 };
    env.give(|heap| heap.integer(least + n as i64))
}

/// A reference that no other call gives.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_ref(env: &Env) -> NifTerm {
    env.give(|heap| heap.reference(system::new_ref()))
}
