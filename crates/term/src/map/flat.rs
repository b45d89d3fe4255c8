//! Flat maps: a tuple of the keys in order, which maps of the same shape share, and the values.

use super::*;
use crate::literal::is_literal;
use crate::word::address;
use release::Difference;
use smallvec::SmallVec;
use std::cmp::Ordering;

/// The keys in a key tuple.
#[inline(always)]
pub(super) fn keys<'h>(tuple: Term<'h>) -> &'h [Term<'h>] {
    tuple.as_tuple().expect("the keys of a flat map")
}

/// Where a key is. No order is needed for immediate keys: they are found by their word.
#[inline]
pub(super) fn find(keys: &[Term<'_>], key: Term<'_>) -> Option<usize> {
    if key.is_immediate() {
        return keys.iter().position(|k| k.same(key));
    }
    find_boxed(keys, key)
}

/// Not by order: to compare is slower than to see that keys differ, and the key is often the very
/// one that the map has.
fn find_boxed(keys: &[Term<'_>], key: Term<'_>) -> Option<usize> {
    if let Some(i) = keys.iter().position(|k| k.same(key)) {
        return Some(i);
    }
    if let Some((head, _)) = key.as_cons().filter(|(head, _)| head.is_immediate()) {
        // Texts differ in their first character as a rule.
        return keys.iter().position(|&k| {
            k.as_cons().is_some_and(|(first, _)| first.same(head)) && exactly_equal(k, key)
        });
    }
    let Some(elements) = key.as_tuple() else {
        return keys.iter().position(|&k| exactly_equal(k, key));
    };
    keys.iter().position(|k| {
        k.as_tuple().is_some_and(|own| {
            own.len() == elements.len()
                && own.iter().zip(elements).rev().all(|(&x, &y)| exactly_equal(x, y))
        })
    })
}

/// The order of the keys of a flat map.
#[inline]
pub fn key_order(a: Term<'_>, b: Term<'_>) -> Ordering {
    match (a.as_atom(), b.as_atom()) {
        (Some(a), Some(b)) if Difference::AtomKeys.is_on() => a.index().cmp(&b.index()),
        _ => compare_exact(a, b),
    }
}

/// Where a key is, or where it would have to be.
fn place(keys: &[Term<'_>], key: Term<'_>) -> Result<usize, usize> {
    match keys.iter().position(|k| k.same(key)) {
        Some(i) => Ok(i),
        // The greatest key is often the new one.
        None if keys.last().is_none_or(|&k| key_order(k, key).is_lt()) => Err(keys.len()),
        None => keys.binary_search_by(|&k| key_order(k, key)),
    }
}

/// A flat map of these keys and values.
pub(super) fn build<'h>(heap: &'h Heap, keys: Term<'h>, values: &[Term<'h>]) -> Term<'h> {
    debug_assert!(self::keys(keys).len() == values.len() && values.len() <= FLAT_MAX);
    heap.node_of_parts(Kind::FlatMap, [&[keys], values])
}

/// The map with value `i` changed.
pub(super) fn replace<'h>(
    heap: &'h Heap,
    t: Term<'h>,
    words: &[Term<'h>],
    i: usize,
    value: Term<'h>,
) -> Term<'h> {
    if words[1 + i].same(value) {
        return t;
    }
    heap.node_replacing(Kind::FlatMap, words, 1 + i, value)
}

pub(super) fn put<'h>(
    heap: &'h Heap,
    t: Term<'h>,
    words: &'h [Term<'h>],
    key: Term<'h>,
    value: Term<'h>,
) -> Term<'h> {
    let (keys, values) = (keys(words[0]), &words[1..]);
    let at = match place(keys, key) {
        Ok(i) => return replace(heap, t, words, i, value),
        Err(at) => at,
    };
    if keys.len() == FLAT_MAX {
        let mut pairs: Vec<_> = keys.iter().copied().zip(values.iter().copied()).collect();
        pairs.push((key, value));
        return large(heap, &pairs);
    }
    let new_keys = heap.node_of_parts(Kind::Tuple, [&keys[..at], &[key], &keys[at..]]);
    heap.node_of_parts(Kind::FlatMap, [&[new_keys], &values[..at], &[value], &values[at..]])
}

pub(super) fn remove<'h>(heap: &'h Heap, words: &[Term<'h>], i: usize) -> Term<'h> {
    let (keys, values) = (keys(words[0]), &words[1..]);
    if keys.len() == 1 {
        return empty();
    }
    let new_keys = heap.node_of_parts(Kind::Tuple, [&keys[..i], &keys[i + 1..]]);
    heap.node_of_parts(Kind::FlatMap, [&[new_keys], &values[..i], &values[i + 1..]])
}

/// Few associations, without memory from elsewhere.
type Few<'h> = SmallVec<[(Term<'h>, Term<'h>); FLAT_MAX]>;

/// In the order of the keys, of which there are at most 32; of equal ones the last.
pub(super) fn sorted<'h>(pairs: impl Iterator<Item = (Term<'h>, Term<'h>)>) -> Few<'h> {
    let mut sorted = Few::new();
    for (key, value) in pairs {
        // The pairs are often in order.
        if sorted.last().is_none_or(|last| key_order(last.0, key).is_lt()) {
            sorted.push((key, value));
            continue;
        }
        match sorted.binary_search_by(|pair| key_order(pair.0, key)) {
            Ok(i) => sorted[i] = (key, value),
            Err(i) => sorted.insert(i, (key, value)),
        }
    }
    sorted
}

/// A map of `n` associations, 32 at most; nothing if two keys are equal.
pub(super) fn from_unique<'h>(
    heap: &'h Heap,
    n: usize,
    key: impl Fn(usize) -> Term<'h>,
    value: impl Fn(usize) -> Term<'h>,
) -> Option<Term<'h>> {
    if n == 0 {
        return Some(empty());
    }
    // The keys' places, in the order of the keys that have been looked at.
    let mut order = [0_u8; FLAT_MAX];
    for i in 0..n {
        let compare = |&place: &u8| key_order(key(place.into()), key(i));
        // The keys are often in order.
        let at = match order[..i].last().map(compare) {
            None | Some(Ordering::Less) => i,
            Some(Ordering::Equal) => return None,
            Some(Ordering::Greater) => order[..i - 1].binary_search_by(compare).err()?,
        };
        order.copy_within(at..i, at + 1);
        order[at] = i as u8;
    }
    let order = &order[..n];
    let keys = heap.node_of(Kind::Tuple, n, order.iter().map(|&place| key(place.into())));
    let values = order.iter().map(|&place| value(place.into()));
    let words = std::iter::once(keys).chain(values);
    Some(heap.node_of(Kind::FlatMap, 1 + n, words))
}

/// A map that has its keys and values in any order, put into that of its keys; nothing if two of
/// them are equal.
///
/// # Safety
/// Nothing else refers to the map, or to its keys.
#[inline]
pub(super) unsafe fn in_order(t: Term<'_>) -> Option<Term<'_>> {
    let (keys, _) = t.as_flat_map()?;
    let sorted = self::keys(keys).is_sorted_by(|&a, &b| key_order(a, b).is_lt());
    // SAFETY: passed on.
    if sorted { Some(t) } else { unsafe { sort(t) } }
}

/// As [`in_order`].
unsafe fn sort(t: Term<'_>) -> Option<Term<'_>> {
    let (keys, n) = t.as_flat_map().map(|(keys, values)| (keys, values.len()))?;
    // SAFETY: the objects have so many words behind the header, and behind the place of the keys;
    // nobody else reads them.
    let (keys, values) = unsafe {
        let words = |t: Term<'_>, head| address(t.word()).add(head).cast::<Term<'_>>();
        let keys = std::slice::from_raw_parts_mut(words(keys, 1), n);
        (keys, std::slice::from_raw_parts_mut(words(t, 2), n))
    };
    for i in 1..n {
        let key = keys[i];
        let at = match key_order(keys[i - 1], key) {
            Ordering::Less => continue,
            Ordering::Equal => return None,
            Ordering::Greater => keys[..i - 1].binary_search_by(|&k| key_order(k, key)).err()?,
        };
        keys[at..=i].rotate_right(1);
        values[at..=i].rotate_right(1);
    }
    Some(t)
}

/// A map of sorted associations, 32 at most.
pub(super) fn from_sorted<'h>(heap: &'h Heap, pairs: &[(Term<'h>, Term<'h>)]) -> Term<'h> {
    if pairs.is_empty() {
        return empty();
    }
    let keys = heap.node_of(Kind::Tuple, pairs.len(), pairs.iter().map(|pair| pair.0));
    let words = std::iter::once(keys).chain(pairs.iter().map(|pair| pair.1));
    heap.node_of(Kind::FlatMap, 1 + pairs.len(), words)
}

pub(super) fn merge<'h>(
    heap: &'h Heap,
    a: Term<'h>,
    x: &'h [Term<'h>],
    b: Term<'h>,
    y: &'h [Term<'h>],
) -> Term<'h> {
    let (a_keys, b_keys) = (keys(x[0]), keys(y[0]));
    if x[0].same(y[0]) || a_keys.is_empty() {
        return b;
    }
    if b_keys.is_empty() {
        return a;
    }
    let mut all = SmallVec::<[_; 2 * FLAT_MAX]>::new();
    let (mut i, mut j) = (0, 0);
    while i < a_keys.len() && j < b_keys.len() {
        match key_order(a_keys[i], b_keys[j]) {
            Ordering::Less => {
                all.push((a_keys[i], x[1 + i]));
                i += 1;
            }
            order => {
                all.push((b_keys[j], y[1 + j]));
                j += 1;
                i += usize::from(order == Ordering::Equal);
            }
        }
    }
    all.extend((i..a_keys.len()).map(|i| (a_keys[i], x[1 + i])));
    all.extend((j..b_keys.len()).map(|j| (b_keys[j], y[1 + j])));
    if all.len() > FLAT_MAX {
        return super::from_sorted(heap, &all);
    }
    // Nothing new in the first: the second has all keys, and its values count.
    if b_keys.len() == all.len() {
        return b;
    }
    // Nothing new in the second: the keys of the first are the keys of the result.
    if a_keys.len() == all.len() {
        let mut values = [Term::NIL; FLAT_MAX];
        for (slot, &(_, v)) in values.iter_mut().zip(&all) {
            *slot = v;
        }
        return build(heap, x[0], &values[..all.len()]);
    }
    from_sorted(heap, &all)
}

/// Has a map of this heap refer to the tuple of keys of another, if that is a literal and the same:
/// its own one takes memory.
pub(super) fn share_keys<'h>(_heap: &'h Heap, t: Term<'h>, other: Term<'h>) {
    let (Some(own), Some(keys)) = (super::keys_tuple(t), super::keys_tuple(other)) else { return };
    // Equal keys may be zeros of both signs before OTP 27, and look different.
    let equal = |(&x, &y): (&Term<'h>, &Term<'h>)| {
        x.same(y) || Difference::SignedZeros.is_on() && key_order(x, y) == Ordering::Equal
    };
    let (x, y) = (self::keys(own), self::keys(keys));
    let same = || x.len() == y.len() && x.iter().zip(y).all(equal);
    if own.same(keys) || !is_literal(keys.word()) || is_literal(t.word()) || !same() {
        return;
    }
    let object = address(t.word());
    // SAFETY: the term is a flat map, whose tuple of keys is the first word behind its header, and
    // no literal, so it is on the heap of the caller, who alone uses that and has no reference to
    // its words any more. The new tuple is equal to the old one, and a literal, which any object
    // may refer to.
    unsafe { object.add(1).write(keys.word()) };
}

pub(super) fn put_many<'h>(
    heap: &'h Heap,
    t: Term<'h>,
    words: &'h [Term<'h>],
    pairs: &[(Term<'h>, Term<'h>)],
    exact: bool,
) -> Result<Term<'h>, Term<'h>> {
    let old_keys = keys(words[0]);
    let mut new = [Term::NIL; FLAT_MAX + 1];
    let new = &mut new[..words.len()];
    new.copy_from_slice(words);
    let mut changed = false;
    for (n, &(key, value)) in pairs.iter().enumerate() {
        match find(old_keys, key) {
            Some(i) => {
                changed |= !new[1 + i].same(value);
                new[1 + i] = value;
            }
            None if exact => return Err(key),
            None => return Ok(with_more(heap, old_keys, &new[1..], &pairs[n..])),
        }
    }
    Ok(if changed { heap.node(Kind::FlatMap, new) } else { t })
}

/// A map of these keys, in order, and values, with more associations.
fn with_more<'h>(
    heap: &'h Heap,
    old_keys: &[Term<'h>],
    old_values: &[Term<'h>],
    pairs: &[(Term<'h>, Term<'h>)],
) -> Term<'h> {
    let mut len = old_keys.len();
    if len + pairs.len() > FLAT_MAX {
        let mut all: Vec<_> = old_keys.iter().copied().zip(old_values.iter().copied()).collect();
        all.extend_from_slice(pairs);
        return from_pairs(heap, &all);
    }
    let (mut keys, mut values) = ([Term::NIL; FLAT_MAX], [Term::NIL; FLAT_MAX]);
    keys[..len].copy_from_slice(old_keys);
    values[..len].copy_from_slice(old_values);
    for &(key, value) in pairs {
        let at = match place(&keys[..len], key) {
            Ok(at) => at,
            Err(at) => {
                keys.copy_within(at..len, at + 1);
                values.copy_within(at..len, at + 1);
                len += 1;
                at
            }
        };
        (keys[at], values[at]) = (key, value);
    }
    build(heap, heap.tuple(&keys[..len]), &values[..len])
}
