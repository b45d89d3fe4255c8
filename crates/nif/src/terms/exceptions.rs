//! Raising an exception, which the calling process gets when the NIF returns.

use crate::env::Env;
use crate::ffi::{NifTerm, Out};
use crate::table::{Row, row};
use std::ffi::c_int;

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(
        enif_has_pending_exception,
        "int(ErlNifEnv *env, ERL_NIF_TERM* reason)",
        "2.8",
        "Whether an exception has been raised, and its reason."
    ),
    row!(
        enif_is_exception,
        "int(ErlNifEnv*, ERL_NIF_TERM term)",
        "2.2",
        "Whether a result stands for an exception."
    ),
    row!(
        enif_make_badarg,
        "ERL_NIF_TERM(ErlNifEnv* env)",
        "0.1",
        "Raises badarg when the NIF returns."
    ),
    row!(
        enif_raise_exception,
        "ERL_NIF_TERM(ErlNifEnv *env, ERL_NIF_TERM reason)",
        "2.8",
        "Raises an error when the NIF returns."
    ),
];

/// Raises an error with this reason. The result is no term: it is for the NIF to return.
#[unsafe(no_mangle)]
pub extern "C" fn enif_raise_exception(env: &Env, reason: NifTerm) -> NifTerm {
    env.raise(reason.of_env(env))
}

/// Raises the error `badarg`. The result is no term: it is for the NIF to return.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_badarg(env: &Env) -> NifTerm {
    super::badarg(Some(env))
}

/// Whether an exception has been raised in the environment; `reason`, unless it is null, is set to
/// its reason then.
#[unsafe(no_mangle)]
pub extern "C" fn enif_has_pending_exception(env: &Env, reason: Option<Out<NifTerm>>) -> c_int {
    let raised = env.exception();
    if let (Some(raised), Some(mut reason)) = (raised, reason) {
        reason.set(raised);
    }
    c_int::from(raised.is_some())
}

/// Whether it is what a function that raised an exception in this environment gave.
#[unsafe(no_mangle)]
pub extern "C" fn enif_is_exception(env: &Env, t: NifTerm) -> c_int {
    c_int::from(t.is_none() && env.exception().is_some())
}
