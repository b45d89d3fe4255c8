//! Order and equality of terms against the stock emulator's, and against each other.

mod common;

use common::read;
use std::cmp::Ordering;
use term::word::{Kind, small};
use term::{Heap, Term, compare};

#[test]
fn order_is_that_of_stock() {
    let heap = Heap::new(1 << 16);
    let mut count = 0;
    for line in include_str!("orders.txt").lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [a, b, order, equality] = fields[..] else { panic!("{line}") };
        let (a, b) = (read(&heap, a), read(&heap, b));
        let order = match order {
            "<" => Ordering::Less,
            ">" => Ordering::Greater,
            _ => Ordering::Equal,
        };
        assert_eq!(compare::compare(a, b), order, "{line}");
        assert_eq!(compare::compare(b, a), order.reverse(), "{line}");
        assert_eq!(compare::equal(a, b), equality != "other", "{line}");
        assert_eq!(compare::exactly_equal(a, b), equality == "same", "{line}");
        assert_eq!(compare::compare_exact(a, b).is_eq(), equality == "same", "{line}");
        assert_eq!(compare::compare_exact(b, a), compare::compare_exact(a, b).reverse(), "{line}");
        if equality == "same" {
            assert_eq!(term::hash::internal(a), term::hash::internal(b), "{line}");
        }
        count += 1;
    }
    assert!(count > 1000);
}

#[test]
fn deep_terms_need_no_native_stack() {
    let heap = Heap::new(1 << 16);
    let deep = |last: i64| {
        let mut t = Term::small(last);
        for _ in 0..300_000 {
            t = heap.cons(heap.tuple(&[t, Term::NIL]), Term::NIL);
            t = heap.node(Kind::FlatMap, &[heap.tuple(&[t]), Term::NIL]);
        }
        t
    };
    let (a, b, c) = (deep(1), deep(1), deep(2));
    assert!(compare::exactly_equal(a, b) && compare::equal(a, b));
    assert_eq!(compare::compare(a, c), Ordering::Less);
    assert!(!compare::equal(a, c));
    assert_eq!(term::hash::internal(a), term::hash::internal(b));
    assert_eq!(term::hash::portable(a), term::hash::portable(b));
    assert_ne!(term::hash::phash(a, 1 << 32), term::hash::phash(c, 1 << 32));
}

/// A hash map with one level of inner nodes, the places of keys made up.
fn tree<'h>(heap: &'h Heap, entries: &[(u64, Term<'h>, Term<'h>)]) -> Term<'h> {
    let (mut bitmap, mut children) = (0_i64, Vec::new());
    for slot in 0..16 {
        let here: Vec<_> = entries.iter().filter(|e| e.0 / 16 == slot).collect();
        let leaf = |e: &(u64, Term<'h>, Term<'h>)| heap.cons(e.1, e.2);
        if let [e] = here[..] {
            children.push(leaf(e));
        } else if !here.is_empty() {
            let mut here = here;
            here.sort_by_key(|e| e.0);
            let bits = here.iter().fold(0, |b, e| b | 1 << (e.0 % 16));
            let mut content = vec![Term::small(bits)];
            content.extend(here.into_iter().map(leaf));
            children.push(heap.node(Kind::HashNode, &content));
        } else {
            continue;
        }
        bitmap |= 1 << slot;
    }
    let mut content = vec![Term::small(entries.len() as i64), Term::small(bitmap)];
    content.extend(children);
    assert_eq!(content[0].word(), small(entries.len() as i64));
    heap.node(Kind::HashMap, &content)
}

#[test]
fn large_maps_compare_by_their_keys_in_order_then_by_values() {
    let heap = Heap::new(1 << 16);
    // Only the order of keys may decide, so their places in the tree are anything.
    let place = |key: i64| (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56;
    let build = |entries: &[(i64, i64)]| {
        let entries: Vec<_> =
            entries.iter().map(|&(k, v)| (place(k), Term::small(k), Term::small(v))).collect();
        tree(&heap, &entries)
    };
    let mut seed = 7_u64;
    let mut random = |n: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) % n
    };
    for _ in 0..2000 {
        let mut a: Vec<(i64, i64)> = Vec::new();
        for k in 0..40 {
            if random(4) > 0 && !a.iter().any(|e| place(e.0) == place(k)) {
                a.push((k, random(3) as i64));
            }
        }
        let mut b = a.clone();
        for _ in 0..random(3) {
            let i = random(b.len() as u64) as usize;
            b[i].1 = random(3) as i64;
        }
        for _ in 0..random(3) {
            let k = random(60) as i64;
            if !b.iter().any(|e| place(e.0) == place(k)) {
                let i = random(b.len() as u64) as usize;
                b[i].0 = k;
            }
        }
        b.sort();
        let keys = |m: &[(i64, i64)]| m.iter().map(|e| e.0).collect::<Vec<_>>();
        let values = |m: &[(i64, i64)]| m.iter().map(|e| e.1).collect::<Vec<_>>();
        let order = keys(&a).cmp(&keys(&b)).then(values(&a).cmp(&values(&b)));
        let (x, y) = (build(&a), build(&b));
        assert_eq!(compare::compare(x, y), order, "{a:?} {b:?}");
        assert_eq!(compare::compare_exact(y, x), order.reverse(), "{a:?} {b:?}");
        assert_eq!(compare::equal(x, y), order.is_eq());
        assert_eq!(compare::exactly_equal(x, y), order.is_eq());
        if order.is_eq() {
            assert_eq!(term::hash::internal(x), term::hash::internal(y));
        }
    }
}
