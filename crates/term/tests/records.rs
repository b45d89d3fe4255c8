//! Native records: what they are made of, their order, their hashes as stock 29.1 computes them.
#![allow(missing_docs)]

use std::cmp::Ordering;
use std::sync::LazyLock;
use term::etf::{DecodeOptions, EncodeOptions, decode, encode};
use term::{Atom, Definition, Heap, OwnedTerm, Term, View, compare, copy, hash, measure, print};

/// The fields whose ages count, in the order in which OTP had made their names. Tests run beside
/// each other: whichever makes its first record makes the names of all.
static AGES: LazyLock<[Atom; 6]> =
    LazyLock::new(|| ["x", "y", "zz", "aa", "zq1", "aq1"].map(Atom::new));

fn record<'h>(
    heap: &'h Heap,
    (module, name, exported): (&str, &str, bool),
    fields: &[(&str, Term<'h>)],
) -> Term<'h> {
    LazyLock::force(&AGES);
    let names: Vec<_> = fields.iter().map(|f| Atom::new(f.0)).collect();
    let values: Vec<_> = fields.iter().map(|f| f.1).collect();
    let made = Definition::new(heap, Atom::new(module), Atom::new(name), exported, &names);
    heap.record(made.expect("a definition"), &values)
}

const fn n(i: i64) -> Term<'static> {
    Term::small(i)
}

#[test]
fn parts_are_told() {
    let heap = Heap::new(1 << 12);
    let t = record(&heap, ("m", "n", true), &[("zz", n(1)), ("aa", n(2))]);
    let (definition, values) = t.as_record().expect("a record");
    assert!(t.is_record() && !t.is_tuple() && !t.is_map());
    assert!(matches!(t.view(), View::Record(..)));
    assert_eq!((definition.module().name(), definition.name().name()), ("m", "n"));
    assert!(definition.is_exported() && definition.is(Atom::new("m"), Atom::new("n")));
    assert_eq!(definition.place(Atom::new("aa")), Some(1));
    assert_eq!(definition.place(Atom::new("m")), None);
    assert_eq!(values.iter().filter_map(|t| t.as_small()).collect::<Vec<_>>(), [1, 2]);
    assert!(definition.by_age().eq([0, 1]) && definition.by_age().len() == 2);
    let again = record(&heap, ("m", "n", true), &[("aa", n(2)), ("zz", n(1))]);
    assert!(again.as_record().expect("a record").0.by_age().eq([1, 0]));
    let twice = [Atom::new("aa"), Atom::new("zz"), Atom::new("aa")];
    assert!(Definition::new(&heap, Atom::new("m"), Atom::new("n"), true, &twice).is_none());
    assert_eq!(print::display(again), "#m:n{zz=1,aa=2}");
    assert_eq!(print::display(record(&heap, ("m", "n o", true), &[])), "#m:'n o'{}");
}

#[test]
fn words_are_those_of_otp() {
    let heap = Heap::new(1 << 12);
    let none = record(&heap, ("t", "a", false), &[]);
    let two = record(&heap, ("t", "a", true), &[("x", n(1)), ("y", heap.tuple(&[n(1), n(2)]))]);
    assert_eq!([none, two].map(measure::flat_words), [8, 18]);
    assert_eq!(measure::shared_words(heap.list(&[two, two])), 18 + 4);
}

#[test]
fn portable_hashes_are_those_of_otp() {
    let heap = Heap::new(1 << 12);
    let [x, y] = [("x", n(1)), ("y", n(2))];
    for (t, hashed) in [
        (record(&heap, ("t", "a", false), &[]), 2_830_154_993),
        (record(&heap, ("t", "a", true), &[x]), 3_706_279_474),
        (record(&heap, ("t", "a", true), &[x, y]), 124_802_189),
    ] {
        assert_eq!(hash::portable(t), hashed, "{t:?}");
    }
    let [z, a] = [("zq1", n(1)), ("aq1", n(2))];
    let both = record(&heap, ("m", "n", true), &[z, a]);
    assert_eq!(hash::portable(both), 2_316_100_495);
    assert_eq!(hash::portable(record(&heap, ("m", "n", true), &[("aq1", n(1)), ("zq1", n(2))])), {
        4_106_101_994
    });
    // The old hash goes by the definition and the values.
    let old = |t| hash::phash(t, 1 << 32);
    assert_eq!(old(record(&heap, ("t1", "e", false), &[])), 3_736_502_722);
}

/// The order of the definitions first: module, name, flag, number of fields, their names.
#[test]
fn definitions_come_before_values() {
    let heap = Heap::new(1 << 12);
    let rising = [
        record(&heap, ("a", "r", true), &[("z", n(9)), ("y", n(9)), ("x", n(9))]),
        record(&heap, ("m", "q", true), &[]),
        record(&heap, ("m", "r", false), &[]),
        record(&heap, ("m", "r", false), &[("x", n(1))]),
        record(&heap, ("m", "r", false), &[("a", n(9)), ("b", n(9))]),
        record(&heap, ("m", "r", false), &[("b", n(1)), ("a", n(1))]),
        record(&heap, ("m", "r", false), &[("b", n(1)), ("a", n(2))]),
        record(&heap, ("m", "r", true), &[]),
        record(&heap, ("n", "a", false), &[]),
    ];
    for (i, &a) in rising.iter().enumerate() {
        for (j, &b) in rising.iter().enumerate() {
            assert_eq!(compare::compare(a, b), i.cmp(&j), "{a:?}, {b:?}");
            assert_eq!(compare::exactly_equal(a, b), i == j);
            assert_eq!(compare::equal(a, b), i == j);
        }
        let (tuple, map) = (heap.tuple(&[n(1); 9]), term::map::empty());
        assert_eq!(compare::compare(a, tuple), Ordering::Greater);
        assert_eq!(compare::compare(a, map), Ordering::Less);
    }
    let of = |value| record(&heap, ("m", "r", false), &[("x", value)]);
    let (one, float) = (of(n(1)), of(heap.float(1.0)));
    assert!(compare::equal(one, float) && !compare::exactly_equal(one, float));
    assert_eq!(compare::compare_exact(one, float), Ordering::Less);
}

#[test]
fn copies_and_forms_are_equal() {
    term_of_29();
    let heap = Heap::new(1 << 12);
    let inner = record(&heap, ("m", "r", true), &[("x", heap.float(1.5))]);
    let many: Vec<_> = (0..300).map(|i| (format!("f{i}"), n(i))).collect();
    let many: Vec<_> = many.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    for t in [
        record(&heap, ("m", "r", false), &[]),
        record(&heap, ("m", "r", true), &[("zz", inner), ("aa", heap.list(&[inner, inner]))]),
        record(&heap, ("m", "large", true), &many),
    ] {
        let owned = OwnedTerm::new(t);
        let elsewhere = Heap::new(64);
        let bytes = encode(t, EncodeOptions::default()).expect("a form");
        let read = decode(&elsewhere, &bytes, DecodeOptions::default()).expect("a term");
        for copied in [owned.term(), heap.copy_in(t), copy::copy_to_heap(t, &elsewhere), read] {
            assert!(compare::exactly_equal(t, copied));
            assert_eq!(hash::internal(t), hash::internal(copied));
            assert_eq!(hash::portable(t), hash::portable(copied));
        }
        for end in 0..bytes.len() {
            assert!(decode(&elsewhere, &bytes[..end], DecodeOptions::default()).is_err());
        }
    }
    // Records of one kind share what is read of it once.
    let list = heap.list(&[inner, heap.tuple(&[inner]), inner]);
    let bytes = encode(list, EncodeOptions::default()).expect("a form");
    let read = decode(&heap, &bytes, DecodeOptions::default()).expect("a term").to_vec();
    let read = read.expect("a list");
    let definition = |t: Term<'_>| t.as_record().expect("a record").0.term().word();
    assert_eq!(definition(read[0]), definition(read[2]));
}

/// Only releases that have native records read them.
fn term_of_29() {
    let heap = Heap::new(64);
    let bytes = encode(record(&heap, ("m", "r", true), &[]), EncodeOptions::default());
    let bytes = bytes.expect("a form");
    assert!(decode(&heap, &bytes, DecodeOptions::default()).is_err());
    release::choose(29);
}
