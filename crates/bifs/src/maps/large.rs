//! Built-ins that go through all of a map: making one of a list, listing it. Large maps take
//! several turns, each with so many associations that others do not wait for long.

use super::{checked, path_term};
use crate::args::badarg;
use crate::turns::{self, gone_on};
use smallvec::SmallVec;
use std::sync::Arc;
use term::{Heap, Term, map};
use vm::bif::{BifResult, Exception};
use vm::process::Running;

/// Associations that one turn deals with.
const TURN: usize = 20_000;

/// Associations: as many as a flat map has without memory from elsewhere.
type Pairs<'h> = SmallVec<[(Term<'h>, Term<'h>); map::FLAT_MAX]>;

/// How a built-in goes on, and the terms that it does so with.
enum Going {
    /// The rest of the list, and a list for each part of the map, newest first.
    Parting,
    /// The lists, how many have been dealt with, and the map of those.
    Building,
    /// The map, the path of an iterator in it, and a list of what is before that, backwards.
    Listing,
}

/// The argument for a built-in that is to go on after others have had a turn.
fn going<'h, const N: usize>(p: &Running<'h>, how: Going, parts: [Term<'h>; N]) -> Term<'h> {
    turns::going(p, Arc::new(how), &parts)
}

/// `maps:from_keys/2`
pub(super) fn from_keys_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let again = |state| Exception::yield_with(vec![state, args[1]]);
    if let Some(state) = gone_on(args[0]) {
        return go_on_making(p, state, |key| (key, args[1])).map_err(again);
    }
    let mut keys = args[0].list();
    let pairs: Pairs<'_> = keys.by_ref().map(|k| (k, args[1])).collect();
    if !keys.tail().is_nil() {
        return badarg();
    }
    make(p, &pairs, args[0]).map_err(again)
}

/// `maps:from_list/1`
pub(super) fn from_list_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let pair = |t: Term<'h>| t.as_tuple_of::<2>().map(|&[key, value]| (key, value));
    if let Some(state) = gone_on(args[0]) {
        let made = go_on_making(p, state, |t| pair(t).expect("looked at before"));
        return made.map_err(|state| Exception::yield_with(vec![state]));
    }
    let mut elements = args[0].list();
    let mut pairs = Pairs::new();
    for element in elements.by_ref() {
        pairs.push(pair(element).ok_or(Exception::BADARG)?);
    }
    if !elements.tail().is_nil() {
        return badarg();
    }
    make(p, &pairs, args[0]).map_err(|state| Exception::yield_with(vec![state]))
}

/// A map of pairs, or what is needed to go on making it: of their list, which is known to be one.
fn make<'h>(
    p: &mut Running<'h>,
    pairs: &[(Term<'h>, Term<'h>)],
    list: Term<'h>,
) -> Result<Term<'h>, Term<'h>> {
    if pairs.len() > TURN {
        let lists = p.heap().tuple(&[Term::NIL; map::PARTS]);
        return Err(going(p, Going::Parting, [list, lists]));
    }
    p.bump_reductions(pairs.len() / 4);
    Ok(map::from_pairs(p.heap(), pairs))
}

/// A turn of making a map; `pair` takes what the list has apart.
///
/// First the list is parted by where the keys will be in the map. Then the parts, each of which is
/// made as small maps are, only need to be put together.
fn go_on_making<'h>(
    p: &Running<'h>,
    state: (&Going, &'h [Term<'h>]),
    pair: impl Fn(Term<'h>) -> (Term<'h>, Term<'h>),
) -> Result<Term<'h>, Term<'h>> {
    let heap = p.heap();
    match state {
        (Going::Parting, &[list, lists]) => {
            let mut lists = lists.as_tuple().expect("the lists").to_vec();
            let mut rest = list.list();
            for element in rest.by_ref().take(TURN) {
                let part = &mut lists[map::part_of(pair(element).0)];
                *part = heap.cons(element, *part);
            }
            let (rest, lists) = (rest.tail(), heap.tuple(&lists));
            Err(match rest.is_nil() {
                false => going(p, Going::Parting, [rest, lists]),
                true => going(p, Going::Building, [lists, Term::small(0), map::empty()]),
            })
        }
        (Going::Building, &[lists, done, made]) => {
            let all = lists.as_tuple().expect("the lists");
            let mut done = done.as_small().expect("a number") as usize;
            let mut pairs: Vec<(Term<'h>, Term<'h>)> = Vec::new();
            while done < all.len() && pairs.len() < TURN {
                let from = pairs.len();
                pairs.extend(all[done].list().map(&pair));
                // The oldest first: of equal keys the last counts.
                pairs[from..].reverse();
                done += 1;
            }
            let made = map::merge(heap, made, map::from_pairs(heap, &pairs));
            match done == all.len() {
                true => Ok(made),
                false => Err(going(p, Going::Building, [lists, Term::small(done as i64), made])),
            }
        }
        _ => unreachable!("a map is listed by who makes one"),
    }
}

/// `maps:keys/1`
pub(super) fn keys_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    list(p, args[0], |keys, _| keys, |(key, _)| key)
}

/// `maps:values/1`
pub(super) fn values_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    list(p, args[0], |_, values| values, |(_, value)| value)
}

/// A turn of listing a map, or what stands for one that is being listed: of a small one all, which
/// `whole` takes of its keys and values.
fn list<'h>(
    p: &mut Running<'h>,
    of: Term<'h>,
    whole: impl Fn(&'h [Term<'h>], &'h [Term<'h>]) -> &'h [Term<'h>],
    what: impl Fn((Term<'h>, Term<'h>)) -> Term<'h>,
) -> BifResult<'h> {
    let heap = p.heap();
    let (map, path, before) = match gone_on(of) {
        Some((Going::Listing, &[map, path, before])) => (map, super::path(path)?, before),
        _ => {
            if let Some((keys, values)) = map::flat(checked(p, of)?) {
                return Ok(heap.list(whole(keys, values)));
            }
            (of, 0, Term::NIL)
        }
    };
    let mut iter = map::Iter::resume(map, path).ok_or(Exception::BADARG)?;
    let listed: Vec<Term<'h>> = iter.by_ref().take(TURN).map(what).collect();
    let next = if listed.len() < TURN { None } else { iter.path(map) };
    match next {
        None => {
            p.bump_reductions(listed.len() / 8);
            Ok(put_before(heap, before, heap.list(&listed)))
        }
        Some(path) => {
            let before = listed.into_iter().fold(before, |list, t| heap.cons(t, list));
            let state = going(p, Going::Listing, [map, path_term(heap, path), before]);
            Err(Exception::yield_with(vec![state]))
        }
    }
}

/// A list behind what another has, backwards.
fn put_before<'h>(heap: &'h Heap, mut backwards: Term<'h>, mut list: Term<'h>) -> Term<'h> {
    while let Some((element, rest)) = backwards.as_cons() {
        list = heap.cons(element, list);
        backwards = rest;
    }
    list
}

/// The associations of a large map from where an iterator stands, for `maps:to_list/1`: all of them
/// before `into`; or, if they are too many for a turn, how to go on, as `[Path, Map | Backwards]`.
/// Only who begins may have something in `into` that is not listed backwards.
pub(super) fn pairs<'h>(
    p: &mut Running<'h>,
    (map, mut iter): (Term<'h>, map::Iter<'h>),
    begins: bool,
    into: Term<'h>,
) -> BifResult<'h> {
    let heap = p.heap();
    let turn = if begins && !into.is_nil() { usize::MAX } else { TURN };
    let pairs: Vec<_> = iter.by_ref().take(turn).collect();
    p.bump_reductions(pairs.len() / 8);
    let pair = |(key, value)| heap.tuple(&[key, value]);
    let next = if pairs.len() < turn { None } else { iter.path(map) };
    Ok(match next {
        Some(path) => {
            let list = pairs.into_iter().fold(into, |list, a| heap.cons(pair(a), list));
            heap.cons(path_term(heap, path), heap.cons(map, list))
        }
        None => {
            let (before, after) = if begins { (Term::NIL, into) } else { (into, Term::NIL) };
            let list = pairs.into_iter().rev().fold(after, |list, a| heap.cons(pair(a), list));
            put_before(heap, before, list)
        }
    })
}
