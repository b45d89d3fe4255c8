//! Lists, tuples, and strings, which are lists of characters.

use super::{LATIN1, UTF8, badarg, fill, term, write};
use crate::check;
use crate::env::{Env, check_term};
use crate::ffi::{Array, Buffer, NifTerm, Out, Text};
use crate::sys::variadic::nif_make_tuple;
use crate::table::{Row, row};
use std::arch::naked_asm;
use std::ffi::{c_int, c_uint};
use std::mem::MaybeUninit;
use term::Term;

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(
        enif_get_list_cell,
        "int(ErlNifEnv* env, ERL_NIF_TERM term, ERL_NIF_TERM* head, ERL_NIF_TERM* tail)",
        "0.1",
        "Takes a list cell apart."
    ),
    row!(
        enif_get_list_length,
        "int(ErlNifEnv* env, ERL_NIF_TERM term, unsigned* len)",
        "2.0",
        "Counts the elements of a list."
    ),
    row!(
        enif_get_string,
        "int(ErlNifEnv*, ERL_NIF_TERM list, char* buf, unsigned len, ErlNifCharEncoding)",
        "1.0",
        "Writes a string to a buffer."
    ),
    row!(
        enif_get_string_length,
        "int(ErlNifEnv* env, ERL_NIF_TERM list, unsigned* len, ErlNifCharEncoding encoding)",
        "2.17",
        "Counts the bytes of a string."
    ),
    row!(
        enif_get_tuple,
        "int(ErlNifEnv* env, ERL_NIF_TERM tpl, int* arity, const ERL_NIF_TERM** array)",
        "1.0",
        "Gives the elements of a tuple."
    ),
    row!(
        enif_make_list_cell,
        "ERL_NIF_TERM(ErlNifEnv* env, ERL_NIF_TERM car, ERL_NIF_TERM cdr)",
        "0.1",
        "Makes a list cell."
    ),
    row!(
        enif_make_list_from_array,
        "ERL_NIF_TERM(ErlNifEnv*, const ERL_NIF_TERM arr[], unsigned cnt)",
        "1.0",
        "Makes a list of an array's elements."
    ),
    row!(
        enif_make_reverse_list,
        "int(ErlNifEnv*, ERL_NIF_TERM term, ERL_NIF_TERM *list)",
        "2.3",
        "Makes a list backwards."
    ),
    row!(
        enif_make_string,
        "ERL_NIF_TERM(ErlNifEnv* env, const char* string, ErlNifCharEncoding)",
        "0.1",
        "Makes a string."
    ),
    row!(
        enif_make_string_len,
        "ERL_NIF_TERM(ErlNifEnv* env, const char* string, size_t len, ErlNifCharEncoding)",
        "2.0",
        "Makes a string, of a length."
    ),
    row!(
        enif_make_tuple,
        "ERL_NIF_TERM(ErlNifEnv* env, unsigned cnt, ...)",
        "0.1",
        "Makes a tuple of the arguments."
    ),
    row!(
        enif_make_tuple_from_array,
        "ERL_NIF_TERM(ErlNifEnv*, const ERL_NIF_TERM arr[], unsigned cnt)",
        "1.0",
        "Makes a tuple of an array's elements."
    ),
];

/// `[head|tail]`.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_list_cell(env: &Env, head: NifTerm, tail: NifTerm) -> NifTerm {
    if !env.is_usual(2) {
        return list_cell_apart(env, head, tail);
    }
    env.give_object(|heap| heap.cons(head.get(), tail.get()))
}

#[cold]
#[inline(never)]
extern "C" fn list_cell_apart(env: &Env, head: NifTerm, tail: NifTerm) -> NifTerm {
    env.give(|heap| heap.cons(head.of_env(env), tail.of_env(env)))
}

/// A proper list of the elements of an array.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_list_from_array(
    env: &Env,
    elements: Array<NifTerm>,
    count: c_uint,
) -> NifTerm {
    let elements = elements.of_len(count as usize).iter();
    env.give(|heap| heap.list_of(elements.map(|t| t.of_env(env)), Term::NIL))
}

/// A tuple of the elements of an array.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_tuple_from_array(
    env: &Env,
    elements: Array<NifTerm>,
    count: c_uint,
) -> NifTerm {
    let elements = elements.of_len(count as usize);
    env.give(|heap| heap.tuple_of(elements.len(), elements.iter().map(|t| t.of_env(env))))
}

/// Tuples of few elements, which C code has in registers: `$name` makes one in the usual way,
/// `$apart` in any.
macro_rules! small_tuple {
    ($name:ident, $apart:ident, $n:literal, $($element:ident),*) => {
        extern "C" fn $name(env: &Env, $($element: NifTerm),*) -> NifTerm {
            if !env.is_usual($n + 1) {
                return $apart(env, $($element),*);
            }
            env.give_object(|heap| heap.tuple_of($n, [$($element.get()),*].into_iter()))
        }

        #[cold]
        #[inline(never)]
        extern "C" fn $apart(env: &Env, $($element: NifTerm),*) -> NifTerm {
            env.give(|heap| heap.tuple_of($n, [$($element.of_env(env)),*].into_iter()))
        }
    };
}

small_tuple!(tuple_of_2, tuple_of_2_apart, 2, a, b);
small_tuple!(tuple_of_3, tuple_of_3_apart, 3, a, b, c);
small_tuple!(tuple_of_4, tuple_of_4_apart, 4, a, b, c, d);

/// A tuple of the arguments behind `count`. Most tuples are small, and their elements are in
/// registers: they go on in registers, one further to the front. C would write them to memory, as
/// it does for others.
#[unsafe(no_mangle)]
#[unsafe(naked)]
pub extern "C" fn enif_make_tuple(env: &Env, count: c_uint) -> NifTerm {
    naked_asm!(
        "cmp esi, 2",
        "jne 2f",
        "mov rsi, rdx",
        "mov rdx, rcx",
        "jmp {of_2}",
        "2:",
        "cmp esi, 3",
        "jne 3f",
        "mov rsi, rdx",
        "mov rdx, rcx",
        "mov rcx, r8",
        "jmp {of_3}",
        "3:",
        "cmp esi, 4",
        "jne {of_any}",
        "mov rsi, rdx",
        "mov rdx, rcx",
        "mov rcx, r8",
        "mov r8, r9",
        "jmp {of_4}",
        of_2 = sym tuple_of_2,
        of_3 = sym tuple_of_3,
        of_4 = sym tuple_of_4,
        of_any = sym nif_make_tuple,
    )
}

/// The list backwards. 0 if it is no proper list.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_reverse_list(env: &Env, t: NifTerm, place: Out<NifTerm>) -> c_int {
    let list: Term<'_> = t.of_env(env);
    let proper = list.list_length().is_some();
    let reversed = proper.then(|| env.give(|heap| heap.list_from_rev(t.of_env(env).list())));
    fill(place, reversed)
}

/// Head and tail of a list cell. 0 if it is none, as `[]`.
#[unsafe(no_mangle)]
pub extern "C" fn enif_get_list_cell(
    env: Option<&Env>,
    t: NifTerm,
    head: Out<NifTerm>,
    tail: Out<NifTerm>,
) -> c_int {
    if check::is_on() {
        return get_list_cell_apart(env, t, head, tail);
    }
    take_apart(t, head, tail)
}

#[inline(always)]
fn take_apart(t: NifTerm, mut head: Out<NifTerm>, mut tail: Out<NifTerm>) -> c_int {
    let Some((first, rest)) = t.cell() else { return 0 };
    head.set(NifTerm::of_value(first));
    tail.set(NifTerm::of_value(rest));
    1
}

#[cold]
#[inline(never)]
extern "C" fn get_list_cell_apart(
    env: Option<&Env>,
    t: NifTerm,
    head: Out<NifTerm>,
    tail: Out<NifTerm>,
) -> c_int {
    check_term(env, t);
    take_apart(t, head, tail)
}

/// The length of a proper list. 0 if it is none, or the length does not fit.
#[unsafe(no_mangle)]
pub extern "C" fn enif_get_list_length(env: Option<&Env>, t: NifTerm, place: Out<c_uint>) -> c_int {
    fill(place, term(env, t).list_length().and_then(|n| c_uint::try_from(n).ok()))
}

/// The number of elements of a tuple, and where they are, for reading. 0 if it is no tuple.
#[unsafe(no_mangle)]
pub extern "C" fn enif_get_tuple(
    env: Option<&mut Env>,
    t: NifTerm,
    mut arity: Out<c_int>,
    mut elements: Out<*const NifTerm>,
) -> c_int {
    let Some(found) = term(env.as_deref(), t).as_tuple() else { return 0 };
    arity.set(found.len() as c_int);
    elements.set(match env {
        Some(env) if !NifTerm::are_alike(found) => own_words(env, found),
        _ => found.as_ptr().cast(),
    });
    1
}

/// Elements of which some are other words for C code, which has them as long as the environment.
#[cold]
fn own_words(env: &mut Env, elements: &[Term<'_>]) -> *const NifTerm {
    let words: Vec<NifTerm> = elements.iter().map(|&t| NifTerm::of(t)).collect();
    env.keep(Box::new(words)).as_ptr()
}

/// The string in these bytes, as a list. Raises `badarg` if they are not correctly encoded.
fn make_string(env: &Env, bytes: &[u8], encoding: c_int) -> NifTerm {
    match (encoding, std::str::from_utf8(bytes)) {
        (LATIN1, _) => env.give(|heap| heap.byte_list(bytes)),
        (UTF8, Ok(text)) => env.give(|heap| heap.string(text)),
        _ => badarg(Some(env)),
    }
}

/// A string, as a list of characters. Raises `badarg` if it is not correctly encoded.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_string(env: &Env, text: Text, encoding: c_int) -> NifTerm {
    make_string(env, text.bytes(), encoding)
}

/// A string, which may have zeros in it, as a list of characters. Raises `badarg` if it is not
/// correctly encoded.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_string_len(
    env: &Env,
    text: Array<u8>,
    len: usize,
    encoding: c_int,
) -> NifTerm {
    make_string(env, text.of_len(len), encoding)
}

/// A character in an encoding.
struct Encoded {
    bytes: [u8; 4],
    len: usize,
}

/// An element of a string in this encoding. None if it is no character that the encoding has.
fn encode(element: Term<'_>, encoding: c_int) -> Option<Encoded> {
    let number = element.as_small()?;
    let mut bytes = [0; 4];
    let len = match encoding {
        LATIN1 => {
            bytes[0] = u8::try_from(number).ok()?;
            1
        }
        _ => char::from_u32(u32::try_from(number).ok()?)?.encode_utf8(&mut bytes).len(),
    };
    Some(Encoded { bytes, len })
}

/// How far a string has been written to a buffer.
enum Written {
    /// All of it: so many bytes.
    Whole(usize),
    /// The first so many bytes, and then there was no more room.
    Part(usize),
    /// The first so many bytes, and then came something else than a character.
    Wrong(usize),
}

/// Writes a string as far as it fits.
fn write_string(t: Term<'_>, to: &mut [MaybeUninit<u8>], encoding: c_int) -> Written {
    let (mut list, mut n) = (t.list(), 0);
    for element in list.by_ref() {
        let Some(encoded) = encode(element, encoding) else { return Written::Wrong(n) };
        let Some(place) = to.get_mut(n..n + encoded.len) else { return Written::Part(n) };
        write(place, &encoded.bytes);
        n += encoded.len;
    }
    if list.tail().is_nil() { Written::Whole(n) } else { Written::Wrong(n) }
}

/// Writes a string and a zero to a buffer. Gives how many bytes that were; if there is not enough
/// room, what fits and a zero are written, and the result is below 0: the number of these bytes,
/// which in Latin-1 is the size of the buffer. 0 if it is no string of characters that the encoding
/// has, or if there is no room at all.
#[unsafe(no_mangle)]
pub extern "C" fn enif_get_string(
    env: Option<&Env>,
    t: NifTerm,
    buffer: Buffer,
    len: c_uint,
    encoding: c_int,
) -> c_int {
    let Some((zero, to)) = buffer.of_len(len as usize).split_last_mut() else { return 0 };
    if encoding != LATIN1 && encoding != UTF8 {
        return 0;
    }
    let written = write_string(term(env, t), to, encoding);
    let (end, result) = match written {
        Written::Whole(n) => (n, n as c_int + 1),
        Written::Part(n) => (n, -(n as c_int + 1)),
        Written::Wrong(n) if encoding == LATIN1 => (n, 0),
        Written::Wrong(_) => (0, 0),
    };
    to.get_mut(end).unwrap_or(zero).write(0);
    result
}

/// Bytes of a string, without a zero. 0 if it is no string of characters that the encoding has.
#[unsafe(no_mangle)]
pub extern "C" fn enif_get_string_length(
    env: Option<&Env>,
    t: NifTerm,
    place: Out<c_uint>,
    encoding: c_int,
) -> c_int {
    let mut list = term(env, t).list();
    let known = encoding == LATIN1 || encoding == UTF8;
    let bytes = list
        .by_ref()
        .try_fold(0usize, |n, element| Some(n + encode(element, encoding)?.len))
        .filter(|_| known && list.tail().is_nil());
    fill(place, bytes.and_then(|n| c_uint::try_from(n).ok()))
}
