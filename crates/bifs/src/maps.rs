//! Maps: `maps`, the guards on maps, and what `maps.erl` iterates with.

mod large;

use crate::args::badarg;
use large::{from_keys_2, from_list_1, keys_1, values_1};
use term::{Heap, Term, View, am, atom, map};
use vm::bif::{BifResult, BifRow, Exception, guard, row};
use vm::process::Running;

/// Built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("maps", "find", 2, find_2),
    row("maps", "from_keys", 2, from_keys_2),
    row("maps", "from_list", 1, from_list_1),
    row("maps", "get", 2, get_2),
    row("maps", "is_key", 2, is_key_2),
    row("maps", "keys", 1, keys_1),
    row("maps", "merge", 2, merge_2),
    row("maps", "put", 3, put_3),
    row("maps", "remove", 2, remove_2),
    row("maps", "take", 2, take_2),
    row("maps", "update", 3, update_3),
    row("maps", "values", 1, values_1),
    guard("erlang", "map_size", 1, map_size_1),
    guard("erlang", "map_get", 2, get_2),
    guard("erlang", "is_map_key", 2, is_key_2),
    row("erts_internal", "map_next", 3, map_next_3),
    row("erts_internal", "map_to_tuple_keys", 1, map_to_tuple_keys_1),
    row("erts_internal", "map_hashmap_children", 1, map_hashmap_children_1),
];

/// Associations that one step of an iterator delivers.
const STEP: usize = 100;
/// As [`STEP`], of the first: who looks at the beginning only should not pay for more.
const FIRST_STEP: usize = map::FLAT_MAX;

fn checked<'h>(p: &Running<'h>, t: Term<'h>) -> Result<Term<'h>, Exception<'h>> {
    if t.is_map() { Ok(t) } else { Err(Exception::tagged(p.heap(), am::BADMAP, t)) }
}

fn find_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(match map::get(checked(p, args[1])?, args[0]) {
        Some(value) => p.heap().tuple(&[Term::OK, value]),
        None => Term::atom(am::ERROR),
    })
}

fn get_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    map::get(checked(p, args[1])?, args[0])
        .ok_or_else(|| Exception::tagged(p.heap(), am::BADKEY, args[0]))
}

fn is_key_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::bool(map::get(checked(p, args[1])?, args[0]).is_some()))
}

fn map_size_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::small(map::size(checked(p, args[0])?) as i64))
}

fn merge_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (a, b) = (checked(p, args[0])?, checked(p, args[1])?);
    p.bump_reductions((map::size(a) + map::size(b)) / 8);
    Ok(map::merge(p.heap(), a, b))
}

fn put_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(map::put(p.heap(), checked(p, args[2])?, args[0], args[1]))
}

fn remove_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(map::remove(p.heap(), checked(p, args[1])?, args[0]))
}

fn take_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(match map::take(p.heap(), checked(p, args[1])?, args[0]) {
        Some((value, rest)) => p.heap().tuple(&[value, rest]),
        None => Term::atom(am::ERROR),
    })
}

fn update_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    map::update(p.heap(), checked(p, args[2])?, args[0], args[1])
        .ok_or_else(|| Exception::tagged(p.heap(), am::BADKEY, args[0]))
}

/// The path of an iterator: 0 at the start, else what an earlier step gave.
fn path<'h>(t: Term<'_>) -> Result<u128, Exception<'h>> {
    match t.view() {
        View::Small(i) => u128::try_from(i).or(badarg()),
        View::Big(b) if !b.negative && b.limbs.len() <= 2 => {
            Ok(b.limbs.iter().rev().fold(0, |path, &l| path << 64 | u128::from(l)))
        }
        _ => badarg(),
    }
}

fn path_term(heap: &Heap, path: u128) -> Term<'_> {
    heap.big(false, &[path as u64, (path >> 64) as u64])
}

fn map_next_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (heap, map, into) = (p.heap(), args[1], args[2]);
    if !map.is_map() {
        return badarg();
    }
    if args[0].is_cons() || args[0].is_nil() {
        return of_keys(heap, args[0], map, into);
    }
    let at = path(args[0])?;
    if let Some(of) = map::flat(map) {
        return rest_of_flat(heap, of, at, into);
    }
    let mut iter = map::Iter::resume(map, at).ok_or(Exception::BADARG)?;
    if into.is(atom!("iterator")) {
        let step = if at == 0 { FIRST_STEP } else { STEP };
        let pairs: Vec<_> = iter.by_ref().take(step).collect();
        p.bump_reductions(pairs.len() / 8);
        let rest = match iter.path(map) {
            Some(path) => heap.cons(path_term(heap, path), map),
            None => Term::atom(am::NONE),
        };
        Ok(pairs.into_iter().rev().fold(rest, |next, (k, v)| heap.tuple(&[k, v, next])))
    } else if into.is_nil() || into.is_cons() {
        large::pairs(p, (map, iter), at == 0, into)
    } else {
        badarg()
    }
}

/// The associations of the keys in a list, some at a time, as an iterator.
fn of_keys<'h>(heap: &'h Heap, keys: Term<'h>, map: Term<'h>, into: Term<'h>) -> BifResult<'h> {
    if !into.is(atom!("iterator")) {
        return badarg();
    }
    let mut list = keys.list();
    let pair = |key| map::get(map, key).map(|value| (key, value)).ok_or(Exception::BADARG);
    let pairs = list.by_ref().take(STEP).map(pair).collect::<Result<Vec<_>, _>>()?;
    let rest = match list.tail() {
        rest if rest.is_nil() => Term::atom(am::NONE),
        rest if rest.is_cons() => heap.cons(rest, map),
        _ => return badarg(),
    };
    Ok(pairs.into_iter().rev().fold(rest, |next, (k, v)| heap.tuple(&[k, v, next])))
}

/// The associations of a flat map from a place on: as an iterator, or in front of the list `into`.
fn rest_of_flat<'h>(
    heap: &'h Heap,
    (keys, values): (&[Term<'h>], &[Term<'h>]),
    at: u128,
    into: Term<'h>,
) -> BifResult<'h> {
    let at = usize::try_from(at).ok().filter(|&at| at <= keys.len()).ok_or(Exception::BADARG)?;
    let pairs = keys[at..].iter().zip(&values[at..]).rev();
    if into.is(atom!("iterator")) {
        let none = Term::atom(am::NONE);
        Ok(pairs.fold(none, |next, (&k, &v)| heap.tuple(&[k, v, next])))
    } else if into.is_nil() || into.is_cons() {
        Ok(pairs.fold(into, |list, (&k, &v)| heap.cons(heap.tuple(&[k, v]), list)))
    } else {
        badarg()
    }
}

fn map_to_tuple_keys_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    match args[0].view() {
        View::FlatMap(..) => map::keys_tuple(args[0]).ok_or(Exception::BADARG),
        View::HashMap(_) => badarg(),
        _ => Err(Exception::tagged(p.heap(), am::BADMAP, args[0])),
    }
}

fn map_hashmap_children_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    match map::node_children(args[0]) {
        Some(children) => Ok(p.heap().list(children)),
        None => Err(Exception::tagged(p.heap(), am::BADMAP, args[0])),
    }
}
