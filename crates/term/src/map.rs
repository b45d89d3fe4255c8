//! Maps: at most 32 associations flat and in key order, above that a hash array mapped trie.
//!
//! The trie is 16-way; level `l` looks at bits `4l..4l+4` of the key's 64-bit hash. It is canonical
//! (the same associations always give the same trie): an inner node has at least two associations
//! below it. Below the last level, where all bits are used up, keys of one hash stand in a
//! *collision node*: a `HashNode` of leaves in key order, whose bitmap has as many bits set as
//! there are leaves, from bit 0 on.

mod filling;
mod flat;
mod iter;
mod sorted;
#[cfg(test)]
mod tests;
mod trie;

pub use crate::map_words::size;
pub use filling::FillingMap;
pub use flat::key_order;
pub use iter::Iter;
pub use sorted::InKeyOrder;
pub use trie::PARTS;

use crate::compare::{compare_exact, exactly_equal};
use crate::hash;
use crate::word::Kind;
use crate::{Heap, Term, View};
use std::sync::OnceLock;

/// Most associations that a flat map has.
pub const FLAT_MAX: usize = 32;

/// Where a flat map has its first value, in words from its header on.
pub const VALUES: usize = 2;

/// The map without associations.
pub fn empty() -> Term<'static> {
    static EMPTY: OnceLock<Term<'static>> = OnceLock::new();
    *EMPTY.get_or_init(|| {
        let heap = Heap::new(8);
        let mut area = crate::literal::Area::default();
        let empty = area.copy(heap.node(Kind::FlatMap, &[heap.tuple(&[])]));
        std::mem::forget(area);
        empty
    })
}

/// The value of a key. Panics if `t` is no map.
#[inline]
pub fn get<'h>(t: Term<'h>, key: Term<'_>) -> Option<Term<'h>> {
    match t.map_words().expect("a map") {
        (Kind::FlatMap, words) => flat::find(flat::keys(words[0]), key).map(|i| words[1 + i]),
        (_, words) => trie::get(words, key),
    }
}

/// The map with this association added or changed. Panics if `t` is no map.
pub fn put<'h>(heap: &'h Heap, t: Term<'h>, key: Term<'h>, value: Term<'h>) -> Term<'h> {
    match t.map_words().expect("a map") {
        (Kind::FlatMap, words) => flat::put(heap, t, words, key, value),
        (_, words) => trie::put(heap, t, words, key, value),
    }
}

/// The map with the value of a key changed; nothing if it lacks the key. Panics if `t` is no map.
pub fn update<'h>(heap: &'h Heap, t: Term<'h>, key: Term<'h>, value: Term<'h>) -> Option<Term<'h>> {
    match t.map_words().expect("a map") {
        (Kind::FlatMap, words) => {
            let i = flat::find(flat::keys(words[0]), key)?;
            Some(flat::replace(heap, t, words, i, value))
        }
        (_, words) => {
            trie::get(words, key)?;
            Some(trie::put(heap, t, words, key, value))
        }
    }
}

/// The trie of associations that are too many for a flat map.
fn large<'h>(heap: &'h Heap, pairs: &[(Term<'h>, Term<'h>)]) -> Term<'h> {
    trie::build(heap, &trie::entries_of(pairs.iter().copied()))
}

/// The flat map of a trie's associations but the one with this key.
fn flat_without<'h>(heap: &'h Heap, words: &'h [Term<'h>], key: Term<'_>) -> Term<'h> {
    let others = Iter::over(words).filter(|&(k, _)| !exactly_equal(k, key));
    flat::from_sorted(heap, &flat::sorted(others))
}

/// The map without a key; the map itself if it lacks the key. Panics if `t` is no map.
pub fn remove<'h>(heap: &'h Heap, t: Term<'h>, key: Term<'_>) -> Term<'h> {
    take(heap, t, key).map_or(t, |(_, rest)| rest)
}

/// The value of a key and the map without it. Panics if `t` is no map.
pub fn take<'h>(heap: &'h Heap, t: Term<'h>, key: Term<'_>) -> Option<(Term<'h>, Term<'h>)> {
    match t.map_words().expect("a map") {
        (Kind::FlatMap, words) => {
            let i = flat::find(flat::keys(words[0]), key)?;
            Some((words[1 + i], flat::remove(heap, words, i)))
        }
        (_, words) => trie::take(heap, words, key),
    }
}

/// The keys of a flat map, and their values. Nothing if it is a large one. Panics if `t` is no map.
#[inline]
pub fn flat<'h>(t: Term<'h>) -> Option<(&'h [Term<'h>], &'h [Term<'h>])> {
    match t.map_words().expect("a map") {
        (Kind::FlatMap, words) => Some((flat::keys(words[0]), &words[1..])),
        _ => None,
    }
}

/// A map of these associations; of equal keys the last one counts.
pub fn from_pairs<'h>(heap: &'h Heap, pairs: &[(Term<'h>, Term<'h>)]) -> Term<'h> {
    if pairs.len() <= FLAT_MAX {
        // They are often in order, and need not be copied then.
        match pairs.is_sorted_by(|a, b| flat::key_order(a.0, b.0).is_lt()) {
            true => flat::from_sorted(heap, pairs),
            false => flat::from_sorted(heap, &flat::sorted(pairs.iter().copied())),
        }
    } else {
        let mut entries = trie::entries_of(pairs.iter().copied());
        trie::keep_last(&mut entries);
        from_entries(heap, entries)
    }
}

/// Which of the root's parts a key belongs to, of [`PARTS`]. Merging maps that have no part in
/// common takes the parts as they are.
pub fn part_of(key: Term<'_>) -> usize {
    trie::part_of(key)
}

/// A map of `n` associations, by their numbers; nothing if two keys are equal.
pub fn from_unique<'h>(
    heap: &'h Heap,
    n: usize,
    key: impl Fn(usize) -> Term<'h>,
    value: impl Fn(usize) -> Term<'h>,
) -> Option<Term<'h>> {
    if n <= FLAT_MAX {
        return flat::from_unique(heap, n, key, value);
    }
    let mut entries = trie::entries_of((0..n).map(|i| (key(i), value(i))));
    trie::keep_last(&mut entries);
    (entries.len() == n).then(|| trie::build(heap, &entries))
}

/// A map of associations whose keys are all different and in the order of flat maps.
pub fn from_sorted<'h>(heap: &'h Heap, pairs: &[(Term<'h>, Term<'h>)]) -> Term<'h> {
    debug_assert!(pairs.is_sorted_by(|a, b| flat::key_order(a.0, b.0).is_lt()));
    if pairs.len() <= FLAT_MAX {
        flat::from_sorted(heap, pairs)
    } else {
        from_entries(heap, trie::entries_of(pairs.iter().copied()))
    }
}

/// A map with the keys of a flat map's key tuple, and these values.
pub fn with_keys<'h>(heap: &'h Heap, keys: Term<'h>, values: &[Term<'h>]) -> Term<'h> {
    flat::build(heap, keys, values)
}

/// A map of entries in trie order with different keys.
fn from_entries<'h>(heap: &'h Heap, entries: Vec<trie::Entry<'h>>) -> Term<'h> {
    if entries.len() <= FLAT_MAX {
        flat::from_sorted(heap, &flat::sorted(entries.iter().map(|e| (e.key, e.value))))
    } else {
        trie::build(heap, &entries)
    }
}

/// Both maps together; where both have a key, the value is `b`'s. Panics if one is no map.
pub fn merge<'h>(heap: &'h Heap, a: Term<'h>, b: Term<'h>) -> Term<'h> {
    if a.same(b) {
        return a;
    }
    match (a.map_words().expect("a map"), b.map_words().expect("a map")) {
        ((Kind::FlatMap, x), (Kind::FlatMap, y)) => {
            let merged = flat::merge(heap, a, x, b, y);
            if merged.same(b) {
                flat::share_keys(heap, b, a);
            }
            merged
        }
        ((Kind::FlatMap, x), (_, _)) => {
            let mut t = b;
            for (&k, &v) in flat::keys(x[0]).iter().zip(&x[1..]) {
                if get(b, k).is_none() {
                    t = put(heap, t, k, v);
                }
            }
            t
        }
        ((_, _), (Kind::FlatMap, y)) => {
            let pairs = flat::keys(y[0]).iter().zip(&y[1..]);
            pairs.fold(a, |t, (&k, &v)| put(heap, t, k, v))
        }
        ((_, x), (_, y)) => trie::merge(heap, (a, x), (b, y)),
    }
}

/// The map with several associations added or changed in this order. With `exact` all keys must be
/// there: if not, the least that is missing is the error. Panics if `t` is no map.
pub fn put_many<'h>(
    heap: &'h Heap,
    t: Term<'h>,
    pairs: &[(Term<'h>, Term<'h>)],
    exact: bool,
) -> Result<Term<'h>, Term<'h>> {
    let done = match t.map_words().expect("a map") {
        (Kind::FlatMap, words) => flat::put_many(heap, t, words, pairs, exact),
        _ => pairs.iter().try_fold(t, |t, &(k, v)| match exact {
            true => update(heap, t, k, v).ok_or(k),
            false => Ok(put(heap, t, k, v)),
        }),
    };
    done.map_err(|first| {
        let missing = pairs.iter().map(|p| p.0).filter(|&k| get(t, k).is_none());
        missing.min_by(|&a, &b| flat::key_order(a, b)).unwrap_or(first)
    })
}

/// All associations: of a flat map in key order, of a larger one in the trie's. Panics if `t` is no
/// map.
pub fn entries<'h>(t: Term<'h>) -> Vec<(Term<'h>, Term<'h>)> {
    let mut all = Vec::with_capacity(size(t));
    match flat(t) {
        Some((keys, values)) => all.extend(keys.iter().copied().zip(values.iter().copied())),
        None => all.extend(Iter::new(t)),
    }
    all
}

/// All keys, in the order of [`entries`].
pub fn keys<'h>(t: Term<'h>) -> Vec<Term<'h>> {
    match flat(t) {
        Some((keys, _)) => keys.to_vec(),
        None => Iter::new(t).map(|(k, _)| k).collect(),
    }
}

/// All values, in the order of [`entries`].
pub fn values<'h>(t: Term<'h>) -> Vec<Term<'h>> {
    match flat(t) {
        Some((_, values)) => values.to_vec(),
        None => Iter::new(t).map(|(_, v)| v).collect(),
    }
}

/// The tuple of a small map's keys, which maps may share.
pub fn keys_tuple<'h>(t: Term<'h>) -> Option<Term<'h>> {
    match t.map_words()? {
        (Kind::FlatMap, words) => words.first().copied(),
        _ => None,
    }
}

/// The children of a node of a large map's trie, from the root on; nothing if the term is no such
/// node.
pub fn node_children<'h>(t: Term<'h>) -> Option<&'h [Term<'h>]> {
    match t.map_words()? {
        (Kind::HashMap, words) => Some(&words[2..]),
        (Kind::HashNode, words) => Some(&words[1..]),
        _ => None,
    }
}

/// Whether the term is the root of a large map's trie, and no inner node.
pub fn is_trie(t: Term<'_>) -> bool {
    matches!(t.map_words(), Some((Kind::HashMap, _)))
}

/// Whether the trie is laid out as it must be: for tests.
pub fn check(t: Term<'_>) {
    match t.view() {
        View::FlatMap(keys, values) => {
            assert!(keys.len() == values.len() && keys.len() <= FLAT_MAX);
            assert!(keys.is_sorted_by(|&a, &b| compare_exact(a, b).is_lt()), "keys in order");
        }
        View::HashMap(_) => trie::check(t),
        _ => panic!("no map"),
    }
}
