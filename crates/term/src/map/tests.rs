//! Maps against a model, with good hashes and with hashes that collide.

use super::*;
use crate::Atom;
use std::cell::Cell;
use std::collections::BTreeMap;

thread_local! {
    /// The bits of hashes that are used; fewer make keys collide.
    pub(super) static MASK: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Keys of all sorts; different numbers give different keys.
fn key(heap: &Heap, n: u32) -> Term<'_> {
    let i = i64::from(n);
    match n % 6 {
        0 => Term::small(i),
        1 => Term::atom(Atom::new(&format!("key_{n}"))),
        2 => heap.float(f64::from(n)),
        3 => heap.binary(format!("a binary {n}").as_bytes()),
        4 => heap.tuple(&[Term::small(i), heap.integer128(i128::from(i) << 70)]),
        _ => heap.list(&[Term::small(i), Term::NIL]),
    }
}

/// Pseudo-random numbers, the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((self.0 >> 33) as u32) % n
    }
}

fn agree(heap: &Heap, t: Term<'_>, model: &BTreeMap<u32, i64>) {
    check(t);
    assert_eq!(size(t), model.len());
    for (&k, &v) in model {
        assert_eq!(get(t, key(heap, k)).and_then(Term::as_small), Some(v));
    }
    let pairs = entries(t);
    assert_eq!(pairs.len(), model.len());
    for most in [1, 7, usize::MAX] {
        let mut sorted = InKeyOrder::new(t);
        while sorted.sort(most) > 0 {}
        let sorted: Vec<_> = sorted.collect();
        assert_eq!(sorted.len(), model.len());
        assert!(sorted.is_sorted_by(|a, b| compare_exact(a.0, b.0).is_lt()));
    }
    // The layout depends on nothing but the associations.
    let mut shuffled = pairs.clone();
    shuffled.reverse();
    let again = from_pairs(heap, &shuffled);
    assert!(exactly_equal(t, again));
    let same = |(a, b): (&(Term<'_>, Term<'_>), &(Term<'_>, Term<'_>))| {
        exactly_equal(a.0, b.0) && a.1.same(b.1)
    };
    assert!(entries(again).iter().zip(&pairs).all(same), "the order of the associations");
    // Stopping and going on at each place.
    let mut iter = Iter::new(t);
    let mut path = if pairs.is_empty() { u128::MAX } else { 0 };
    for pair in &pairs {
        let next = Iter::resume(t, path).expect("a path").next().expect("an association");
        assert!(same((&next, pair)));
        iter.next();
        path = iter.path(t).unwrap_or(u128::MAX);
    }
    assert!(iter.next().is_none() && path == u128::MAX);
}

fn check_model(mask: u64, keys: u32, steps: u32) {
    MASK.set(mask);
    let heap = Heap::new(0);
    let mut random = Random(u64::from(keys));
    let (mut t, mut model) = (empty(), BTreeMap::new());
    let mut others: Vec<(Term<'_>, BTreeMap<u32, i64>)> = vec![(empty(), BTreeMap::new())];
    for step in 0..steps {
        let k = random.below(keys);
        let v = i64::from(random.below(3));
        match random.below(8) {
            0..=2 => {
                t = put(&heap, t, key(&heap, k), Term::small(v));
                model.insert(k, v);
            }
            3 | 4 => {
                let taken = take(&heap, t, key(&heap, k));
                assert_eq!(taken.and_then(|(v, _)| v.as_small()), model.remove(&k));
                t = remove(&heap, t, key(&heap, k));
            }
            5 => {
                let new = update(&heap, t, key(&heap, k), Term::small(v));
                assert_eq!(new.is_some(), model.contains_key(&k));
                if let Some(new) = new {
                    t = new;
                    model.insert(k, v);
                }
            }
            6 => {
                let n = random.below(6);
                let new: Vec<(u32, i64)> =
                    (0..n).map(|_| (random.below(keys), i64::from(random.below(9)))).collect();
                let pairs: Vec<_> =
                    new.iter().map(|&(k, v)| (key(&heap, k), Term::small(v))).collect();
                let missing = new.iter().map(|p| p.0).filter(|k| !model.contains_key(k));
                let missing = missing.min_by(|&a, &b| compare_exact(key(&heap, a), key(&heap, b)));
                match (put_many(&heap, t, &pairs, true), missing) {
                    (Ok(_), None) => {}
                    (Err(k), Some(n)) => assert!(exactly_equal(k, key(&heap, n))),
                    _ => panic!("put_many"),
                }
                t = put_many(&heap, t, &pairs, false).expect("a map");
                model.extend(new);
            }
            _ => {
                let i = random.below(others.len() as u32) as usize;
                let (other, other_model) = others[i].clone();
                let mut merged = model.clone();
                merged.extend(&other_model);
                let both = merge(&heap, t, other);
                agree(&heap, both, &merged);
                let mut merged = other_model.clone();
                merged.extend(&model);
                agree(&heap, merge(&heap, other, t), &merged);
                others.push((t, model.clone()));
                if step % 3 == 0 {
                    (t, model) = (merge(&heap, other, t), merged);
                }
            }
        }
        agree(&heap, t, &model);
    }
    MASK.set(u64::MAX);
}

#[test]
fn maps_behave_as_the_model() {
    check_model(u64::MAX, 20, 400);
    check_model(u64::MAX, 90, 400);
    check_model(u64::MAX, 600, 300);
}

#[test]
fn keys_that_collide_are_kept_apart() {
    for mask in [0, 1, 0x11, 0x1000_0000_0000_0000, 0xf000_0000_0000_000f, 0xff00_0000] {
        check_model(mask, 80, 150);
    }
}

#[test]
fn a_large_map_grows_and_shrinks() {
    let heap = Heap::new(0);
    let n = 3_000;
    let mut t = empty();
    for i in 0..n {
        t = put(&heap, t, Term::small(i), Term::small(-i));
    }
    check(t);
    let pairs: Vec<_> = (0..n).rev().map(|i| (Term::small(i), Term::small(-i))).collect();
    assert!(exactly_equal(t, from_pairs(&heap, &pairs)));
    for i in 0..n {
        assert_eq!(size(t), (n - i) as usize);
        t = remove(&heap, t, Term::small(i));
    }
    check(t);
    assert!(t.word() == empty().word());
}

#[test]
fn changes_of_values_share_the_keys() {
    let heap = Heap::new(0);
    let t = from_pairs(&heap, &[(Term::small(1), Term::OK), (Term::small(2), Term::OK)]);
    let keys = |t: Term<'_>| t.map_words().expect("a map").1[0].word();
    let a = put(&heap, t, Term::small(2), Term::TRUE);
    let b = put_many(&heap, t, &[(Term::small(1), Term::NIL)], true).expect("a map");
    assert!(keys(t) == keys(a) && keys(t) == keys(b));
    assert!(put(&heap, t, Term::small(2), Term::OK).same(t), "no change, no new map");
    let c = merge(&heap, t, from_pairs(&heap, &[(Term::small(2), Term::NIL)]));
    assert!(keys(c) == keys(t));
}

#[test]
fn maps_survive_collections_and_copies() {
    let mut heap = Heap::new(64);
    let mut roots = [empty().word()];
    for round in 0..200u32 {
        {
            // SAFETY: the root was a term of this heap when it was collected last.
            let mut t = unsafe { Term::from_word(roots[0]) };
            for n in round * 5..round * 5 + 5 {
                t = put(&heap, t, key(&heap, n), heap.float(f64::from(n)));
            }
            roots[0] = remove(&heap, t, key(&heap, round * 2)).word();
        }
        heap.collect_roots(10, &mut roots);
    }
    // SAFETY: the root was collected last in the loop, which left a term of this heap in it.
    let t = unsafe { Term::from_word(roots[0]) };
    check(t);
    let copy = crate::OwnedTerm::new(t);
    check(copy.term());
    for n in 0..1_000 {
        let value = get(copy.term(), key(&heap, n)).and_then(Term::as_float);
        let removed = n < 400 && n % 2 == 0;
        assert_eq!(value, (!removed).then_some(f64::from(n)));
    }
}
