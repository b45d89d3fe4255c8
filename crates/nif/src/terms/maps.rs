//! Maps, and going through their associations.
//!
//! An iterator stands at an association, before the first or behind the last. Its order is that of
//! `maps:iterator/1`. The associations of a small map are read where they lie; of a large one the
//! iterator has a table, which `enif_map_iterator_destroy` frees.

use super::{fill, term};
use crate::abi::MapIterator;
use crate::env::Env;
use crate::ffi::{Array, NifTerm, Out};
use crate::table::{Row, row};
use std::ffi::c_int;
use std::ptr;
use term::{Term, map};

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(
        enif_get_map_size,
        "int(ErlNifEnv* env, ERL_NIF_TERM term, size_t *size)",
        "2.5",
        "Counts the associations of a map."
    ),
    row!(
        enif_get_map_value,
        "int(ErlNifEnv* env, ERL_NIF_TERM map, ERL_NIF_TERM key, ERL_NIF_TERM* value)",
        "2.5",
        "Finds the value of a key."
    ),
    row!(
        enif_make_map_from_arrays,
        "int(ErlNifEnv *env, ERL_NIF_TERM keys[], ERL_NIF_TERM values[], size_t cnt, ERL_NIF_TERM *map_out)",
        "2.14",
        "Makes a map of keys and values."
    ),
    row!(
        enif_make_map_put,
        "int(ErlNifEnv* env, ERL_NIF_TERM map_in, ERL_NIF_TERM key, ERL_NIF_TERM value, ERL_NIF_TERM* map_out)",
        "2.5",
        "Adds or changes an association."
    ),
    row!(
        enif_make_map_remove,
        "int(ErlNifEnv* env, ERL_NIF_TERM map_in, ERL_NIF_TERM key, ERL_NIF_TERM* map_out)",
        "2.5",
        "Removes a key."
    ),
    row!(
        enif_make_map_update,
        "int(ErlNifEnv* env, ERL_NIF_TERM map_in, ERL_NIF_TERM key, ERL_NIF_TERM value, ERL_NIF_TERM* map_out)",
        "2.5",
        "Changes the value of a key."
    ),
    row!(enif_make_new_map, "ERL_NIF_TERM(ErlNifEnv* env)", "2.5", "Makes an empty map."),
    row!(
        enif_map_iterator_create,
        "int(ErlNifEnv *env, ERL_NIF_TERM map, ErlNifMapIterator *iter, ErlNifMapIteratorEntry entry)",
        "2.5",
        "Begins to go through a map."
    ),
    row!(
        enif_map_iterator_destroy,
        "void(ErlNifEnv *env, ErlNifMapIterator *iter)",
        "2.5",
        "Frees what an iterator has."
    ),
    row!(
        enif_map_iterator_get_pair,
        "int(ErlNifEnv *env, ErlNifMapIterator *iter, ERL_NIF_TERM *key, ERL_NIF_TERM *value)",
        "2.5",
        "Gives the association where an iterator is."
    ),
    row!(
        enif_map_iterator_is_head,
        "int(ErlNifEnv *env, ErlNifMapIterator *iter)",
        "2.5",
        "Whether an iterator is before the first association."
    ),
    row!(
        enif_map_iterator_is_tail,
        "int(ErlNifEnv *env, ErlNifMapIterator *iter)",
        "2.5",
        "Whether an iterator is behind the last association."
    ),
    row!(
        enif_map_iterator_next,
        "int(ErlNifEnv *env, ErlNifMapIterator *iter)",
        "2.5",
        "Goes to the next association."
    ),
    row!(
        enif_map_iterator_prev,
        "int(ErlNifEnv *env, ErlNifMapIterator *iter)",
        "2.5",
        "Goes to the association before."
    ),
];

/// `ErlNifMapIteratorEntry`: begin at the first association.
const FIRST: c_int = 1;
/// `ErlNifMapIteratorEntry`: begin at the last association.
const LAST: c_int = 2;

/// The term, if it is a map.
fn map_of<'e>(env: Option<&Env>, t: NifTerm) -> Option<Term<'e>> {
    Some(term(env, t)).filter(|t| t.is_map())
}

/// A map without associations.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_new_map(_: Option<&Env>) -> NifTerm {
    NifTerm::of(map::empty())
}

/// A map of keys and values. 0 if two keys are the same.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_map_from_arrays(
    env: &Env,
    keys: Array<NifTerm>,
    values: Array<NifTerm>,
    count: usize,
    place: Out<NifTerm>,
) -> c_int {
    let keys = NifTerm::all_of_env(keys.of_len(count), env);
    let values = NifTerm::all_of_env(values.of_len(count), env);
    let made = map::from_unique(env.heap(), count, |i| keys[i], |i| values[i]);
    fill(place, made.map(NifTerm::of))
}

/// The map with this association, added or changed. 0 if it is no map.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_map_put(
    env: &Env,
    t: NifTerm,
    key: NifTerm,
    value: NifTerm,
    place: Out<NifTerm>,
) -> c_int {
    let put = |m| map::put(env.heap(), m, key.of_env(env), value.of_env(env));
    fill(place, map_of(Some(env), t).map(put).map(NifTerm::of))
}

/// The map with the value of a key changed. 0 if it is no map or lacks the key.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_map_update(
    env: &Env,
    t: NifTerm,
    key: NifTerm,
    value: NifTerm,
    place: Out<NifTerm>,
) -> c_int {
    let update = |m| map::update(env.heap(), m, key.of_env(env), value.of_env(env));
    fill(place, map_of(Some(env), t).and_then(update).map(NifTerm::of))
}

/// The map without a key; the same map if it lacks the key. 0 if it is no map.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_map_remove(
    env: &Env,
    t: NifTerm,
    key: NifTerm,
    place: Out<NifTerm>,
) -> c_int {
    let remove = |m| map::remove(env.heap(), m, key.of_env(env));
    fill(place, map_of(Some(env), t).map(remove).map(NifTerm::of))
}

/// The number of associations. 0 if it is no map.
#[unsafe(no_mangle)]
pub extern "C" fn enif_get_map_size(env: Option<&Env>, t: NifTerm, place: Out<usize>) -> c_int {
    fill(place, map_of(env, t).map(map::size))
}

/// The value of a key. 0 if it is no map or lacks the key.
#[unsafe(no_mangle)]
pub extern "C" fn enif_get_map_value(
    env: Option<&Env>,
    t: NifTerm,
    key: NifTerm,
    place: Out<NifTerm>,
) -> c_int {
    let value = map_of(env, t).and_then(|m| map::get(m, term(env, key)));
    fill(place, value.map(NifTerm::of))
}

/// The table of a large map's associations; null for a small one, which needs none.
fn table(m: Term<'_>) -> *mut NifTerm {
    if map::flat(m).is_some() {
        return ptr::null_mut();
    }
    let pairs = map::entries(m).into_iter();
    let words: Box<[NifTerm]> = pairs.flat_map(|(k, v)| [k, v].map(NifTerm::of)).collect();
    Box::into_raw(words).cast()
}

/// An iterator at the first or the last association. 0 if it is no map, or the place is unknown.
#[unsafe(no_mangle)]
pub extern "C" fn enif_map_iterator_create(
    env: Option<&Env>,
    t: NifTerm,
    place: Out<MapIterator>,
    entry: c_int,
) -> c_int {
    let iterator = map_of(env, t).filter(|_| matches!(entry, FIRST | LAST)).map(|m| {
        let size = map::size(m);
        let index = if entry == FIRST { 1 } else { size };
        let pairs = table(m);
        MapIterator {
            map: t,
            size,
            index,
            pairs,
            more: ptr::null_mut(),
            spare: [ptr::null_mut(); 2],
        }
    });
    fill(place, iterator)
}

/// Frees what an iterator has.
#[unsafe(no_mangle)]
pub extern "C" fn enif_map_iterator_destroy(_: Option<&Env>, iterator: &mut MapIterator) {
    let pairs = std::mem::replace(&mut iterator.pairs, ptr::null_mut());
    if !pairs.is_null() {
        let table = ptr::slice_from_raw_parts_mut(pairs, 2 * iterator.size);
        // SAFETY: C code passes an iterator that `enif_map_iterator_create` has filled and that
        // nothing but functions of this file has changed: `pairs` is null or the box of twice
        // `size` words that `table` has made, and null from now on.
        drop(unsafe { Box::from_raw(table) });
    }
}

/// Whether an iterator is before the first association.
#[unsafe(no_mangle)]
pub extern "C" fn enif_map_iterator_is_head(_: Option<&Env>, iterator: &MapIterator) -> c_int {
    c_int::from(iterator.size == 0 || iterator.index == 0)
}

/// Whether an iterator is behind the last association.
#[unsafe(no_mangle)]
pub extern "C" fn enif_map_iterator_is_tail(_: Option<&Env>, iterator: &MapIterator) -> c_int {
    c_int::from(iterator.index > iterator.size || iterator.size == 0)
}

/// Goes to the next association. 0 if there is none: the iterator is behind the last then.
#[unsafe(no_mangle)]
pub extern "C" fn enif_map_iterator_next(_: Option<&Env>, iterator: &mut MapIterator) -> c_int {
    if iterator.index <= iterator.size {
        iterator.index += 1;
    }
    c_int::from(iterator.index <= iterator.size)
}

/// Goes to the association before. 0 if there is none: the iterator is before the first then.
#[unsafe(no_mangle)]
pub extern "C" fn enif_map_iterator_prev(_: Option<&Env>, iterator: &mut MapIterator) -> c_int {
    iterator.index = iterator.index.saturating_sub(1);
    c_int::from(iterator.index > 0)
}

/// Key and value where an iterator is.
fn current(env: Option<&Env>, iterator: &MapIterator) -> Option<(NifTerm, NifTerm)> {
    let at = iterator.index.checked_sub(1).filter(|&at| at < iterator.size)?;
    if iterator.pairs.is_null() {
        let (keys, values) = map::flat(map_of(env, iterator.map)?)?;
        return Some((NifTerm::of(*keys.get(at)?), NifTerm::of(*values.get(at)?)));
    }
    // SAFETY: C code passes an iterator that `enif_map_iterator_create` has filled and that it has
    // not destroyed: the table has a pair of words for each of the `size` associations, and `at` is
    // below that.
    unsafe { Some((*iterator.pairs.add(2 * at), *iterator.pairs.add(2 * at + 1))) }
}

/// Key and value where an iterator is. 0 if it is before the first association or behind the last.
#[unsafe(no_mangle)]
pub extern "C" fn enif_map_iterator_get_pair(
    env: Option<&Env>,
    iterator: &MapIterator,
    mut key: Out<NifTerm>,
    mut value: Out<NifTerm>,
) -> c_int {
    let Some((k, v)) = current(env, iterator) else { return 0 };
    key.set(k);
    value.set(v);
    1
}
