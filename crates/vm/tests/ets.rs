//! ETS tables against a model, with random operations; and from several threads at once.

use std::collections::BTreeMap;
use std::sync::Arc;
use term::{Atom, Heap, OwnedTerm, Row, Term};
use vm::ets::{Edit, Kind, Options, Position, Protection, Table, WriteConcurrency, registry};
use vm::process::Process;

fn options(kind: Kind, write_concurrency: WriteConcurrency) -> Options {
    Options {
        kind,
        keypos: 0,
        named: false,
        protection: Protection::Public,
        read_concurrency: false,
        write_concurrency,
        decentralized_counters: false,
        compressed: false,
    }
}

fn table(kind: Kind, write_concurrency: WriteConcurrency) -> Arc<Table> {
    let mut p = Process::for_test();
    let p = &mut p.running();
    registry::create(p, options(kind, write_concurrency), Atom::new("t"), None).expect("a table")
}

/// A key for a number: of several types.
fn key<'h>(heap: &'h Heap, n: u64) -> Term<'h> {
    let i = Term::small(n as i64);
    match n % 4 {
        0 => i,
        1 => heap.tuple(&[i, i]),
        2 => heap.binary(n.to_string().as_bytes()),
        _ => heap.list(&[i]),
    }
}

fn object(n: u64, value: u64) -> Row {
    let heap = Heap::new(0);
    Row::new(heap.tuple(&[key(&heap, n), Term::small(value as i64)]))
}

fn value(o: &Row) -> u64 {
    o.term().as_tuple().unwrap()[1].as_small().unwrap() as u64
}

/// The values of the objects, by the number of their key.
type Model = BTreeMap<u64, Vec<u64>>;

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }
}

/// Values by key, as the table has them: by asking, by going from key to key, and by walking.
fn check(t: &Table, model: &Model, keys: u64) {
    assert_eq!(t.size(), model.values().map(Vec::len).sum::<usize>());
    let heap = Heap::new(0);
    for n in 0..keys {
        let got = t.with_objects(key(&heap, n), |o| o.iter().map(value).collect::<Vec<_>>());
        assert_eq!(got, model.get(&n).cloned().unwrap_or_default(), "key {n}");
    }
    let mut seen = 0;
    let mut at = t.first(|k| heap.copy_in(k));
    while let Some(k) = at {
        seen += 1;
        assert!(t.with_objects(k, |o| !o.is_empty()));
        at = t.next(k, |k| heap.copy_in(k)).expect("a key of the table");
    }
    assert_eq!(seen, model.len());
    let mut all: Vec<u64> = Vec::new();
    if t.is_ordered() {
        let mut last: Option<Term<'_>> = None;
        t.walk_ordered(None, &|_| std::cmp::Ordering::Equal, false, |k, o| {
            let k = heap.copy_in(k);
            if let Some(last) = last {
                assert!(term::compare::compare(last, k).is_lt());
            }
            last = Some(k);
            all.push(value(o));
            true
        });
        let mut back = Vec::new();
        t.walk_ordered(None, &|_| std::cmp::Ordering::Equal, true, |_, o| {
            back.push(value(o));
            true
        });
        back.reverse();
        assert_eq!(all, back);
    } else {
        // In parts, each as small as can be.
        let mut from = Some(Position::START);
        while let Some(at) = from {
            from = t.walk(at, |o| {
                all.extend(o.iter().map(value));
                false
            });
        }
    }
    let mut expected: Vec<u64> = model.values().flatten().copied().collect();
    all.sort_unstable();
    expected.sort_unstable();
    assert_eq!(all, expected);
}

/// Adds 1 to the object of a key, if it is there.
fn count_up(t: &Table, model: &mut Model, n: u64, in_place: bool) {
    let heap = Heap::new(0);
    let result = t.update(key(&heap, n), None::<fn() -> Row>, |o| {
        let v = value(o) + 1;
        let replacement = if in_place {
            o.set_immediate(1, Term::small(v as i64));
            None
        } else {
            Some(object(n, v))
        };
        Ok::<_, ()>((v, replacement))
    });
    let expected = model.get_mut(&n).map(|all| {
        all[0] += 1;
        Ok(all[0])
    });
    assert_eq!(result, expected);
}

/// Removes all objects of a value on walks in small parts.
fn remove_all(t: &Table, model: &mut Model, doomed: u64) {
    let each = |o: &Row| {
        if value(o) == doomed { Edit::Remove } else { Edit::Keep }
    };
    if t.is_ordered() {
        let mut after: Option<OwnedTerm> = None;
        loop {
            let key = after.as_ref().map(OwnedTerm::term);
            let any = &|_: Term<'_>| std::cmp::Ordering::Equal;
            after = t.edit_ordered(key, any, 3, each);
            if after.is_none() {
                break;
            }
        }
    } else {
        let mut from = Some(Position::START);
        while let Some(at) = from {
            from = t.edit(at, 2, each);
        }
    }
    model.values_mut().for_each(|all| all.retain(|&v| v != doomed));
    model.retain(|_, all| !all.is_empty());
}

fn random_operations(kind: Kind, concurrency: WriteConcurrency, keys: u64, seed: u64) {
    let t = table(kind, concurrency);
    let mut model = Model::new();
    let mut random = Random(seed);
    let heap = Heap::new(0);
    let mut fixed = 0;
    for step in 0..20_000_u64 {
        let n = random.below(keys);
        let k = key(&heap, n);
        match random.below(100) {
            0..45 => {
                let v = random.below(4);
                t.insert(object(n, v).term());
                let all = model.entry(n).or_default();
                match kind {
                    Kind::Set | Kind::OrderedSet => *all = vec![v],
                    Kind::Bag if all.contains(&v) => {}
                    _ => all.push(v),
                }
            }
            45..50 => {
                let new = t.insert_new(object(n, 9));
                assert_eq!(new, !model.contains_key(&n));
                model.entry(n).or_insert_with(|| vec![9]);
            }
            50..75 => {
                let taken = t.take(k, |o| o.iter().map(value).collect::<Vec<_>>());
                assert_eq!(taken, model.remove(&n).unwrap_or_default());
            }
            75..85 => {
                let o = object(n, random.below(4));
                t.delete_object(o.term());
                if let Some(all) = model.get_mut(&n) {
                    all.retain(|&v| v != value(&o));
                    if all.is_empty() {
                        model.remove(&n);
                    }
                }
            }
            85..90 if kind.is_set() => count_up(&t, &mut model, n, step % 2 == 0),
            90..93 => remove_all(&t, &mut model, random.below(4)),
            93..95 => {
                t.fix(1);
                fixed += 1;
            }
            95..98 => {
                t.unfix(1, false);
                fixed = (fixed - 1).max(0);
            }
            98 if random.below(10) == 0 => {
                assert_eq!(t.clear(), model.values().map(Vec::len).sum::<usize>());
                model.clear();
            }
            _ => {}
        }
        if step % 500 == 0 {
            check(&t, &model, keys);
        }
    }
    t.unfix(1, true);
    check(&t, &model, keys);
}

#[test]
fn random() {
    let kinds = [Kind::Set, Kind::OrderedSet, Kind::Bag, Kind::DuplicateBag];
    for (i, kind) in kinds.into_iter().enumerate() {
        for (j, concurrency) in
            [WriteConcurrency::Off, WriteConcurrency::On].into_iter().enumerate()
        {
            for keys in [5, 100, 3000] {
                random_operations(kind, concurrency, keys, 77 + i as u64 * 10 + j as u64 + keys);
            }
        }
    }
}

#[test]
fn threads() {
    for kind in [Kind::Set, Kind::OrderedSet] {
        for concurrency in [WriteConcurrency::Off, WriteConcurrency::On] {
            let t = table(kind, concurrency);
            std::thread::scope(|s| {
                for thread in 0..4 {
                    let t = &t;
                    s.spawn(move || {
                        let heap = Heap::new(0);
                        for i in 0..2000 {
                            t.insert(object(i * 4 + thread, i).term());
                            let counter = key(&heap, 1_000_000);
                            let make = || object(1_000_000, 0);
                            let _ = t.update(counter, Some(make), |o| {
                                let v = value(o) + 1;
                                Ok::<_, ()>(((), Some(object(1_000_000, v))))
                            });
                            if i % 3 == 0 {
                                t.take(key(&heap, i * 4 + thread), |o| assert_eq!(o.len(), 1));
                            }
                        }
                    });
                }
            });
            assert_eq!(t.size(), 4 * (2000 - 667) + 1);
            let heap = Heap::new(0);
            let count = t.with_objects(key(&heap, 1_000_000), |o| value(&o[0]));
            assert_eq!(count, 8000);
        }
    }
}

/// Objects that stay are found by every walk through an ordered table, forwards and backwards,
/// while other threads write and the table is divided.
#[test]
fn walks_beside_writers() {
    use std::sync::atomic::{AtomicBool, Ordering};
    let t = table(Kind::OrderedSet, WriteConcurrency::On);
    let kept: Vec<u64> = (0..100).map(|n| n * 40).collect();
    kept.iter().for_each(|&n| t.insert(object(n, n).term()));
    let (done, any) = (AtomicBool::new(false), &|_: Term<'_>| std::cmp::Ordering::Equal);
    std::thread::scope(|s| {
        s.spawn(|| {
            let heap = Heap::new(0);
            while !done.load(Ordering::Relaxed) {
                for reverse in [false, true] {
                    let mut seen = Vec::new();
                    let stays = |k: Term<'_>| k.as_small().filter(|n| n % 40 == 0);
                    t.walk_ordered(None, any, reverse, |k, _| {
                        seen.extend(stays(k));
                        true
                    });
                    // Key by key.
                    let mut at = if reverse {
                        t.last(|k| heap.copy_in(k))
                    } else {
                        t.first(|k| heap.copy_in(k))
                    };
                    let mut found = Vec::new();
                    while let Some(k) = at {
                        found.extend(stays(k));
                        let next = match reverse {
                            false => t.next(k, |k| heap.copy_in(k)),
                            true => t.prev(k, |k| heap.copy_in(k)),
                        };
                        at = next.expect("an ordered table");
                    }
                    for mut all in [seen, found] {
                        if reverse {
                            all.reverse();
                        }
                        assert!(all.iter().copied().eq(kept.iter().map(|&n| n as i64)));
                    }
                }
            }
        });
        let writers: Vec<_> = (0..2_u64)
            .map(|w| {
                let t = &t;
                s.spawn(move || {
                    let heap = Heap::new(0);
                    let mut random = Random(99 + w);
                    for _ in 0..20_000 {
                        let n = random.below(1000) * 4 + 4 * w % 8;
                        if !n.is_multiple_of(40) && random.below(2) == 0 {
                            t.insert(object(n, n).term());
                        } else if !n.is_multiple_of(40) {
                            t.take(key(&heap, n), |_| ());
                        }
                    }
                })
            })
            .collect();
        writers.into_iter().for_each(|w| w.join().expect("a writer"));
        done.store(true, Ordering::Relaxed);
    });
    // All together, or none.
    let new = |from: u64| (0..10).map(|n| object((from + n) * 4 + 1, 0)).collect::<Vec<_>>();
    assert!(t.insert_all(new(5), true) && !t.insert_all(new(14), true));
    assert!(t.with_objects(key(&Heap::new(0), 15 * 4 + 1), <[_]>::is_empty));
}

/// An object that stays is always found without a lock, and whole, while others come and go.
#[test]
fn looks_without_lock() {
    use std::sync::atomic::{AtomicBool, Ordering};
    for concurrency in [WriteConcurrency::Off, WriteConcurrency::On] {
        let t = table(Kind::Set, concurrency);
        let kept: Vec<u64> = (0..16).collect();
        kept.iter().for_each(|&n| t.insert(object(n, n).term()));
        let done = AtomicBool::new(false);
        std::thread::scope(|s| {
            for _ in 0..2 {
                s.spawn(|| {
                    let heap = Heap::new(0);
                    while !done.load(Ordering::Relaxed) {
                        for &n in &kept {
                            let watch = vm::ets::watch();
                            let found = t.get(key(&heap, n), n % 2 == 0, &watch).expect("a set");
                            let copy = found.expect("a key that stays").copy_to(&heap);
                            let elements = copy.as_tuple().unwrap();
                            assert_eq!(elements[1].as_small().unwrap() as u64 % 100, n);
                            assert!(term::compare::exactly_equal(elements[0], key(&heap, n)));
                        }
                    }
                });
            }
            let writers: Vec<_> = (0..2_u64)
                .map(|w| {
                    let t = &t;
                    s.spawn(move || {
                        let heap = Heap::new(0);
                        for round in 0..30 {
                            let mine = |i: u64| 1000 + i * 2 + w;
                            (0..400).for_each(|i| t.insert(object(mine(i), i).term()));
                            // Objects that stay change: one is replaced, and one changes in place.
                            t.insert(object(w, w + 100 * round).term());
                            assert!(t.add_small(key(&heap, w + 4), 1, 100).is_some());
                            (0..400).for_each(|i| t.take(key(&heap, mine(i)), |_| ()));
                        }
                    })
                })
                .collect();
            writers.into_iter().for_each(|w| w.join().expect("a writer"));
            done.store(true, Ordering::Relaxed);
        });
        assert_eq!(t.size(), kept.len());
    }
}
