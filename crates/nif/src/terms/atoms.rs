//! Atoms by their names, and the names.

use super::{LATIN1, UTF8, badarg, fill, term, write};
use crate::env::Env;
use crate::ffi::{Array, Buffer, NifTerm, Out, Text};
use crate::table::{Row, row};
use std::borrow::Cow;
use std::ffi::{c_int, c_uint};
use term::{Atom, Term};

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(
        enif_get_atom,
        "int(ErlNifEnv*, ERL_NIF_TERM atom, char* buf, unsigned len, ErlNifCharEncoding)",
        "1.0",
        "Writes the name of an atom to a buffer."
    ),
    row!(
        enif_get_atom_cache_index,
        "int(ErlNifEnv* env, ERL_NIF_TERM atom, unsigned* index)",
        "2.18",
        "Says which slot of the distribution's cache an atom has."
    ),
    row!(
        enif_get_atom_length,
        "int(ErlNifEnv*, ERL_NIF_TERM atom, unsigned* len, ErlNifCharEncoding)",
        "2.0",
        "Counts the bytes of an atom's name."
    ),
    row!(
        enif_make_atom,
        "ERL_NIF_TERM(ErlNifEnv* env, const char* name)",
        "0.1",
        "Makes an atom of a name in Latin-1."
    ),
    row!(
        enif_make_atom_len,
        "ERL_NIF_TERM(ErlNifEnv* env, const char* name, size_t len)",
        "2.0",
        "Makes an atom of a name in Latin-1, of a length."
    ),
    row!(
        enif_make_existing_atom,
        "int(ErlNifEnv* env, const char* name, ERL_NIF_TERM* atom, ErlNifCharEncoding)",
        "1.0",
        "Finds the atom of a name."
    ),
    row!(
        enif_make_existing_atom_len,
        "int(ErlNifEnv* env, const char* name, size_t len, ERL_NIF_TERM* atom, ErlNifCharEncoding)",
        "2.0",
        "Finds the atom of a name, of a length."
    ),
    row!(
        enif_make_new_atom,
        "int(ErlNifEnv* env, const char* name, ERL_NIF_TERM* atom, ErlNifCharEncoding encoding)",
        "2.17",
        "Makes an atom of a name in some encoding."
    ),
    row!(
        enif_make_new_atom_len,
        "int(ErlNifEnv* env, const char* name, size_t len, ERL_NIF_TERM* atom, ErlNifCharEncoding encoding)",
        "2.17",
        "Makes an atom of a name in some encoding, of a length."
    ),
    row!(
        enif_max_atom_cache_index,
        "unsigned(void)",
        "2.18",
        "Gives the last slot of the distribution's cache of atoms."
    ),
];

/// Most characters of an atom's name.
const LENGTH_MAX: usize = 255;

/// Slots of the cache of atoms that a distribution header refers to: their numbers have 11 bits.
const CACHE_SIZE: c_uint = 2048;

/// The name in these bytes, of an atom that is not too long. None if they are not correctly
/// encoded.
fn name(bytes: &[u8], encoding: c_int) -> Option<Cow<'_, str>> {
    let text = match encoding {
        LATIN1 if bytes.len() > LENGTH_MAX => return None,
        LATIN1 if !bytes.is_ascii() => bytes.iter().map(|&b| char::from(b)).collect(),
        LATIN1 | UTF8 => Cow::Borrowed(std::str::from_utf8(bytes).ok()?),
        _ => return None,
    };
    (text.len() <= LENGTH_MAX || text.chars().count() <= LENGTH_MAX).then_some(text)
}

fn make(bytes: &[u8], encoding: c_int) -> Option<NifTerm> {
    name(bytes, encoding).map(|name| NifTerm::of(Term::atom(Atom::new(&name))))
}

fn existing(bytes: &[u8], encoding: c_int) -> Option<NifTerm> {
    let name = name(bytes, encoding)?;
    Atom::existing(&name).map(|atom| NifTerm::of(Term::atom(atom)))
}

/// The atom of this name, in Latin-1. Raises `badarg` if it has more than 255 characters.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_atom(env: Option<&Env>, name: Text) -> NifTerm {
    make(name.bytes(), LATIN1).unwrap_or_else(|| badarg(env))
}

/// The atom of this name, in Latin-1, which may have zeros in it. Raises `badarg` if it has more
/// than 255 characters.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_atom_len(env: Option<&Env>, name: Array<u8>, len: usize) -> NifTerm {
    if len > LENGTH_MAX {
        return badarg(env);
    }
    make(name.of_len(len), LATIN1).unwrap_or_else(|| badarg(env))
}

/// The atom of this name, if there is one already. 0 if there is none, or the name is none.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_existing_atom(
    _: Option<&Env>,
    name: Text,
    place: Out<NifTerm>,
    encoding: c_int,
) -> c_int {
    fill(place, existing(name.bytes(), encoding))
}

/// The atom of this name, which may have zeros in it, if there is one already. 0 if there is none,
/// or the name is none.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_existing_atom_len(
    _: Option<&Env>,
    name: Array<u8>,
    len: usize,
    place: Out<NifTerm>,
    encoding: c_int,
) -> c_int {
    fill(place, existing(name.of_len(len), encoding))
}

/// The atom of this name. 0 if it has more than 255 characters or is not correctly encoded.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_new_atom(
    _: Option<&Env>,
    name: Text,
    place: Out<NifTerm>,
    encoding: c_int,
) -> c_int {
    fill(place, make(name.bytes(), encoding))
}

/// The atom of this name, which may have zeros in it. 0 if it has more than 255 characters or is
/// not correctly encoded.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_new_atom_len(
    _: Option<&Env>,
    name: Array<u8>,
    len: usize,
    place: Out<NifTerm>,
    encoding: c_int,
) -> c_int {
    fill(place, make(name.of_len(len), encoding))
}

/// The name of an atom in this encoding. None if it is no atom, or has characters that the encoding
/// lacks.
fn encoded(t: Term<'_>, encoding: c_int) -> Option<Cow<'static, [u8]>> {
    let name = t.as_atom()?.name();
    match encoding {
        LATIN1 if !name.is_ascii() => name.chars().map(|c| u8::try_from(c).ok()).collect(),
        LATIN1 | UTF8 => Some(Cow::Borrowed(name.as_bytes())),
        _ => None,
    }
}

/// Writes the name of an atom, and a zero. Gives how many bytes that were; 0 if it is no atom, if
/// there is not so much room, or if the encoding lacks one of the characters.
#[unsafe(no_mangle)]
pub extern "C" fn enif_get_atom(
    env: Option<&Env>,
    t: NifTerm,
    buffer: Buffer,
    len: c_uint,
    encoding: c_int,
) -> c_int {
    let Some(name) = encoded(term(env, t), encoding) else { return 0 };
    let Some(to) = buffer.of_len(len as usize).get_mut(..=name.len()) else { return 0 };
    write(to, &name);
    to[name.len()].write(0);
    to.len() as c_int
}

/// Bytes of an atom's name, without a zero. 0 if it is no atom, or if the encoding lacks one of the
/// characters.
#[unsafe(no_mangle)]
pub extern "C" fn enif_get_atom_length(
    env: Option<&Env>,
    t: NifTerm,
    place: Out<c_uint>,
    encoding: c_int,
) -> c_int {
    fill(place, encoded(term(env, t), encoding).map(|name| name.len() as c_uint))
}

/// The slot that an atom has in the cache of those sent to another node, from 0 to what
/// [`enif_max_atom_cache_index`] gives. 0 if the term is no atom.
#[unsafe(no_mangle)]
pub extern "C" fn enif_get_atom_cache_index(
    env: Option<&Env>,
    t: NifTerm,
    place: Out<c_uint>,
) -> c_int {
    fill(place, term(env, t).as_atom().map(|atom| atom.index() % CACHE_SIZE))
}

/// The last slot of the cache of atoms sent to another node.
#[unsafe(no_mangle)]
pub extern "C" fn enif_max_atom_cache_index() -> c_uint {
    CACHE_SIZE - 1
}
