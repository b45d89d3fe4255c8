//! The kind of a term.

use super::term;
use crate::env::Env;
use crate::ffi::NifTerm;
use crate::table::{Row, row};
use std::ffi::c_int;
use term::View;

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(enif_is_atom, "int(ErlNifEnv*, ERL_NIF_TERM term)", "1.0", "Whether a term is an atom."),
    row!(
        enif_is_binary,
        "int(ErlNifEnv*, ERL_NIF_TERM term)",
        "0.1",
        "Whether a term is a binary."
    ),
    row!(
        enif_is_empty_list,
        "int(ErlNifEnv*, ERL_NIF_TERM term)",
        "1.0",
        "Whether a term is the empty list."
    ),
    row!(enif_is_fun, "int(ErlNifEnv*, ERL_NIF_TERM term)", "1.0", "Whether a term is a fun."),
    row!(
        enif_is_list,
        "int(ErlNifEnv*, ERL_NIF_TERM term)",
        "2.0",
        "Whether a term is a list, perhaps empty or improper."
    ),
    row!(enif_is_map, "int(ErlNifEnv* env, ERL_NIF_TERM term)", "2.5", "Whether a term is a map."),
    row!(
        enif_is_number,
        "int(ErlNifEnv*, ERL_NIF_TERM term)",
        "2.3",
        "Whether a term is an integer or a float."
    ),
    row!(enif_is_pid, "int(ErlNifEnv*, ERL_NIF_TERM term)", "1.0", "Whether a term is a pid."),
    row!(enif_is_port, "int(ErlNifEnv*, ERL_NIF_TERM term)", "1.0", "Whether a term is a port."),
    row!(
        enif_is_ref,
        "int(ErlNifEnv*, ERL_NIF_TERM term)",
        "1.0",
        "Whether a term is a reference."
    ),
    row!(enif_is_tuple, "int(ErlNifEnv*, ERL_NIF_TERM term)", "2.0", "Whether a term is a tuple."),
    row!(
        enif_term_type,
        "ErlNifTermType(ErlNifEnv* env, ERL_NIF_TERM term)",
        "2.15",
        "Says of which kind a term is."
    ),
];

/// Whether it is an atom.
#[unsafe(no_mangle)]
pub extern "C" fn enif_is_atom(env: Option<&Env>, t: NifTerm) -> c_int {
    c_int::from(term(env, t).as_atom().is_some())
}

/// Whether it is a binary: a bit string of whole bytes.
#[unsafe(no_mangle)]
pub extern "C" fn enif_is_binary(env: Option<&Env>, t: NifTerm) -> c_int {
    c_int::from(term(env, t).is_binary())
}

/// Whether it is `[]`.
#[unsafe(no_mangle)]
pub extern "C" fn enif_is_empty_list(env: Option<&Env>, t: NifTerm) -> c_int {
    c_int::from(term(env, t).is_nil())
}

/// Whether it is a fun, one of a module's or `fun M:F/A`.
#[unsafe(no_mangle)]
pub extern "C" fn enif_is_fun(env: Option<&Env>, t: NifTerm) -> c_int {
    c_int::from(term(env, t).is_function())
}

/// Whether it is `[]` or a list cell; the tail is not looked at.
#[unsafe(no_mangle)]
pub extern "C" fn enif_is_list(env: Option<&Env>, t: NifTerm) -> c_int {
    let t = term(env, t);
    c_int::from(t.is_nil() || t.is_cons())
}

/// Whether it is a map.
#[unsafe(no_mangle)]
pub extern "C" fn enif_is_map(env: Option<&Env>, t: NifTerm) -> c_int {
    c_int::from(term(env, t).is_map())
}

/// Whether it is an integer or a float.
#[unsafe(no_mangle)]
pub extern "C" fn enif_is_number(env: Option<&Env>, t: NifTerm) -> c_int {
    c_int::from(term(env, t).is_number())
}

/// Whether it is a pid, of this node or another.
#[unsafe(no_mangle)]
pub extern "C" fn enif_is_pid(env: Option<&Env>, t: NifTerm) -> c_int {
    c_int::from(term(env, t).is_pid())
}

/// Whether it is a port, of this node or another.
#[unsafe(no_mangle)]
pub extern "C" fn enif_is_port(env: Option<&Env>, t: NifTerm) -> c_int {
    c_int::from(term(env, t).is_port())
}

/// Whether it is a reference, of this node or another.
#[unsafe(no_mangle)]
pub extern "C" fn enif_is_ref(env: Option<&Env>, t: NifTerm) -> c_int {
    c_int::from(term(env, t).is_reference())
}

/// Whether it is a tuple.
#[unsafe(no_mangle)]
pub extern "C" fn enif_is_tuple(env: Option<&Env>, t: NifTerm) -> c_int {
    c_int::from(term(env, t).is_tuple())
}

/// The kind of a term, as `ErlNifTermType` numbers them from 1 on; 0, which is no kind, for what is
/// no term.
#[unsafe(no_mangle)]
pub extern "C" fn enif_term_type(env: Option<&Env>, t: NifTerm) -> c_int {
    match term(env, t).view() {
        View::Atom(_) => 1,
        View::Bits(_) => 2,
        View::Float(_) => 3,
        View::Fun(_) | View::Export(_) => 4,
        View::Small(_) | View::Big(_) => 5,
        View::Nil | View::Cons(..) => 6,
        View::FlatMap(..) | View::HashMap(_) => 7,
        View::Pid(_) | View::ExternalPid(..) => 8,
        View::Port(_) | View::ExternalPort(..) => 9,
        View::Ref(_) | View::ExternalRef(_) => 10,
        View::Tuple(_) => 11,
        // The interface has no number for native records.
        View::Record(..) | View::None => 0,
    }
}
