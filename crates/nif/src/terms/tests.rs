//! Tests that call the functions as C code does. They expect what stock gives to a library in C.

use super::atoms::*;
use super::binaries::*;
use super::compare::*;
use super::exceptions::*;
use super::external::*;
use super::is::*;
use super::lists::*;
use super::maps::*;
use super::numbers::*;
use super::{LATIN1, UTF8};
use crate::abi::{MapIterator, NifBinary};
use crate::env::{Env, Kind};
use crate::ffi::{Array, Buffer, NifTerm, Out, Text};
use std::ffi::{c_int, c_uint};
use std::ptr;
use term::{Atom, Heap, RefBin, Term, map};

fn env() -> Env {
    Env::with_heap(Kind::Independent, None)
}

/// The result of a function, and the value of a place that it may have set.
fn out<T, R>(value: T, f: impl FnOnce(Out<T>) -> R) -> (R, T) {
    let mut value = value;
    let result = f(Out::to(&mut value));
    (result, value)
}

fn int(i: c_int) -> NifTerm {
    enif_make_int(None, i)
}

fn atom(name: &str) -> NifTerm {
    NifTerm::of(Term::atom(Atom::new(name)))
}

fn show(t: NifTerm) -> String {
    term::print::display(t.get())
}

fn list(env: &Env, elements: &[NifTerm]) -> NifTerm {
    enif_make_list_from_array(env, Array::from(elements), elements.len() as c_uint)
}

fn tuple(env: &Env, elements: &[NifTerm]) -> NifTerm {
    enif_make_tuple_from_array(env, Array::from(elements), elements.len() as c_uint)
}

fn binary(env: &Env, bytes: &[u8]) -> NifTerm {
    env.give(|heap| heap.binary(bytes))
}

/// Seven bits of it are before its three bytes.
fn shifted(env: &Env) -> NifTerm {
    env.give(|heap| heap.sub_bits(heap.binary(&[0, 2, 4, 6]), 7, 24))
}

fn no_binary() -> NifBinary {
    NifBinary { size: 7, data: ptr::null_mut(), ref_bin: ptr::null_mut() }
}

/// One term of each kind, with the number of the kind.
fn kinds(env: &Env) -> Vec<(NifTerm, c_int)> {
    let give = |f: for<'h> fn(&'h Heap) -> Term<'h>| env.give(f);
    let large: Vec<_> = (0..40).map(int).collect();
    let large = out(int(0), |p| {
        enif_make_map_from_arrays(env, Array::from(&large), Array::from(&large), 40, p)
    });
    let node = |heap: &Heap| {
        term::etf::decode(heap, b"\x83Xw\x03a@b\0\0\0\x01\0\0\0\0\0\0\0\x01", Default::default())
            .is_ok()
    };
    assert!(node(env.heap()), "a pid of another node");
    vec![
        (atom("a"), 1),
        (binary(env, b"a"), 2),
        (give(|heap| heap.bits(&[128], 1)), 2),
        (enif_make_double(env, 1.5), 3),
        (int(1), 5),
        (enif_make_long(Some(env), i64::MAX), 5),
        (NifTerm::of(Term::NIL), 6),
        (list(env, &[int(1)]), 6),
        (enif_make_list_cell(env, int(1), int(2)), 6),
        (enif_make_new_map(None), 7),
        (large.1, 7),
        (NifTerm::of(Term::pid(5)), 8),
        (NifTerm::of(Term::port(5)), 9),
        (enif_make_ref(env), 10),
        (tuple(env, &[]), 11),
    ]
}

#[test]
fn kinds_of_terms() {
    let env = env();
    type Is = extern "C" fn(Option<&Env>, NifTerm) -> c_int;
    let by_kind: [(Is, c_int); 7] = [
        (enif_is_atom, 1),
        (enif_is_list, 6),
        (enif_is_map, 7),
        (enif_is_pid, 8),
        (enif_is_port, 9),
        (enif_is_ref, 10),
        (enif_is_tuple, 11),
    ];
    for (t, kind) in kinds(&env) {
        assert_eq!(enif_term_type(Some(&env), t), kind, "{}", show(t));
        assert_eq!(enif_term_type(None, t), kind, "{}", show(t));
        for (is, its) in by_kind {
            assert_eq!(is(Some(&env), t), c_int::from(kind == its), "{}", show(t));
            assert_eq!(is(None, t), c_int::from(kind == its), "{}", show(t));
        }
        assert_eq!(enif_is_number(None, t), c_int::from(kind == 3 || kind == 5));
        assert_eq!(enif_is_fun(None, t), 0);
        assert_eq!(enif_is_empty_list(None, t), c_int::from(show(t) == "[]"));
        assert_eq!(
            enif_is_binary(None, t),
            c_int::from(kind == 2 && show(t) != "<<1:1>>"),
            "{}",
            show(t)
        );
    }
}

#[test]
fn integers_that_fit() {
    let env = env();
    let numbers: [(i128, [bool; 4]); 10] = [
        (0, [true; 4]),
        (-1, [true, false, true, false]),
        (i128::from(c_int::MAX), [true; 4]),
        (i128::from(c_int::MAX) + 1, [false, true, true, true]),
        (i128::from(c_int::MIN), [true, false, true, false]),
        (i128::from(c_int::MIN) - 1, [false, false, true, false]),
        (i128::from(u32::MAX) + 1, [false, false, true, true]),
        (i128::from(i64::MAX) + 1, [false, false, false, true]),
        (i128::from(u64::MAX), [false, false, false, true]),
        (i128::from(u64::MAX) + 1, [false; 4]),
    ];
    for (n, fits) in numbers {
        let t = env.give(|heap| heap.integer128(n));
        let (a, int) = out(7, |p| enif_get_int(Some(&env), t, p));
        let (b, uint) = out(7, |p| enif_get_uint(Some(&env), t, p));
        let (c, long) = out(7, |p| enif_get_long(Some(&env), t, p));
        let (d, ulong) = out(7, |p| enif_get_ulong(Some(&env), t, p));
        assert_eq!([a, b, c, d], fits.map(c_int::from), "{n}");
        let got = [i128::from(int), i128::from(uint), i128::from(long), i128::from(ulong)];
        assert_eq!(got, fits.map(|fit| if fit { n } else { 7 }));
        assert_eq!(out(7.0, |p| enif_get_double(Some(&env), t, p)), (0, 7.0));
        if fits[2] {
            let made = enif_make_long(Some(&env), n as i64);
            assert_eq!(enif_is_identical(made, t), 1);
        }
        if fits[3] {
            assert_eq!(enif_is_identical(enif_make_ulong(Some(&env), n as u64), t), 1);
        }
    }
    for i in [i64::MIN, term::word::SMALL_MIN - 1, term::word::SMALL_MIN, -1, i64::MAX] {
        let t = enif_make_long(Some(&env), i);
        assert_eq!(out(7, |p| enif_get_long(None, t, p)), (1, i));
    }
    assert_eq!(show(enif_make_uint(None, u32::MAX)), "4294967295");
    assert_eq!(out(7, |p| enif_get_int(None, atom("a"), p)), (0, 7));
}

#[test]
fn floats_are_finite() {
    let env = env();
    let t = enif_make_double(&env, -1.5);
    assert_eq!(out(0.0, |p| enif_get_double(None, t, p)), (1, -1.5));
    assert_eq!(out(7, |p| enif_get_ulong(None, t, p)), (0, 7));
    let mut reason = int(0);
    assert_eq!(enif_has_pending_exception(&env, Some(Out::to(&mut reason))), 0);
    assert_eq!(enif_is_exception(&env, NifTerm::NONE), 0);
    for d in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
        let t = enif_make_double(&env, d);
        assert_eq!((t.is_none(), enif_is_exception(&env, t)), (true, 1));
    }
    assert_eq!(enif_has_pending_exception(&env, Some(Out::to(&mut reason))), 1);
    assert_eq!(enif_has_pending_exception(&env, None), 1);
    assert_eq!(show(reason), "badarg");
    assert_eq!(enif_is_exception(&env, int(1)), 0);
    assert!(enif_raise_exception(&env, atom("mine")).is_none());
    enif_has_pending_exception(&env, Some(Out::to(&mut reason)));
    assert_eq!(show(reason), "mine");
    assert!(enif_make_badarg(&env).is_none());
}

#[test]
fn unique_integers_and_references() {
    let env = env();
    let make = |properties| {
        out(0, |p| enif_get_long(None, enif_make_unique_integer(&env, properties), p)).1
    };
    assert!(make(0) < 0 && make(0) != make(0));
    assert!(make(1) > 0 && make(1) != make(1));
    assert!(make(2) < make(2) && make(2) < 0);
    assert!(make(3) < make(3) && make(3) > 0);
    assert_eq!(enif_is_identical(enif_make_ref(&env), enif_make_ref(&env)), 0);
}

#[test]
fn names_of_atoms() {
    let env = env();
    assert_eq!(show(enif_make_atom(None, Text::from(c"hello"))), "hello");
    let with_zero = enif_make_atom_len(None, Array::from(b"a\0b"), 3);
    assert_eq!(with_zero.get().as_atom().map(Atom::name), Some("a\0b"));
    let latin = enif_make_atom_len(None, Array::from(&[0xe5, 0xe9]), 2);
    assert_eq!(latin.get().as_atom().map(Atom::name), Some("åé"));
    let long = [b'l'; 256];
    assert_eq!(enif_is_atom(None, enif_make_atom_len(Some(&env), Array::from(&long), 255)), 1);
    assert!(enif_make_atom_len(Some(&env), Array::from(&long), 256).is_none());
    assert_eq!(enif_has_pending_exception(&env, None), 1);
    // Characters count, and not bytes.
    let wide = "€".repeat(256).into_bytes();
    let new = |len, encoding| {
        let name = Array::from(&wide);
        out(int(7), |p| enif_make_new_atom_len(None, name, len, p, encoding))
    };
    assert_eq!(new(255 * 3, UTF8).0, 1);
    assert_eq!(new(256 * 3, UTF8), (0, int(7)));
    assert_eq!(new(4, UTF8), (0, int(7)), "a part of a character");
    assert_eq!(new(3, 0), (0, int(7)), "no such encoding");
    assert_eq!(new(255, LATIN1).0, 1);
    assert_eq!(
        out(int(7), |p| enif_make_new_atom(None, Text::from(c"\xc3\xa5"), p, UTF8)).1,
        atom("å")
    );
    assert_eq!(
        out(int(7), |p| enif_make_new_atom(None, Text::from(c"\xe5"), p, LATIN1)).1,
        atom("å")
    );
}

#[test]
fn existing_atoms() {
    let find = |name: &'static [u8], encoding| {
        out(int(7), |p| {
            enif_make_existing_atom_len(None, Array::from(name), name.len(), p, encoding)
        })
    };
    assert_eq!(find(b"nobody made this one", LATIN1), (0, int(7)));
    assert_eq!(find(b"nobody made this one", UTF8), (0, int(7)));
    assert_eq!(find(b"true", LATIN1), (1, atom("true")));
    Atom::new("åå");
    assert_eq!(find(b"\xe5\xe5", LATIN1), (1, atom("åå")));
    assert_eq!(find(b"\xe5\xe5", UTF8), (0, int(7)));
    assert_eq!(find("åå".as_bytes(), UTF8), (1, atom("åå")));
    assert_eq!(find(&[b'x'; 256], LATIN1), (0, int(7)));
    let text = Text::from(c"true");
    assert_eq!(out(int(7), |p| enif_make_existing_atom(None, text, p, UTF8)), (1, atom("true")));
}

#[test]
fn atoms_to_buffers() {
    let get = |name: &str, len, encoding| {
        let mut bytes = [b'#'; 12];
        let n = enif_get_atom(None, atom(name), Buffer::to(&mut bytes), len, encoding);
        (n, bytes.split(|&b| b == b'#').next().expect("a part").to_vec())
    };
    assert_eq!(get("abc", 0, LATIN1), (0, vec![]));
    assert_eq!(get("abc", 3, LATIN1), (0, vec![]));
    assert_eq!(get("abc", 4, LATIN1), (4, b"abc\0".to_vec()));
    assert_eq!(get("åé", 2, LATIN1), (0, vec![]));
    assert_eq!(get("åé", 10, LATIN1), (3, vec![0xe5, 0xe9, 0]));
    assert_eq!(get("åé", 5, UTF8), (5, "åé\0".into()));
    assert_eq!(get("€", 10, LATIN1), (0, vec![]));
    assert_eq!(get("€", 10, UTF8), (4, "€\0".into()));
    assert_eq!(get("", 1, LATIN1), (1, vec![0]));
    assert_eq!(get("abc", 10, 3), (0, vec![]));
    let length = |t, encoding| out(77, |p| enif_get_atom_length(None, t, p, encoding));
    assert_eq!(length(atom("åé"), LATIN1), (1, 2));
    assert_eq!(length(atom("åé"), UTF8), (1, 4));
    assert_eq!(length(atom("€"), LATIN1), (0, 77));
    assert_eq!(length(int(1), LATIN1), (0, 77));
    let last = enif_max_atom_cache_index();
    let (found, slot) = out(last + 1, |p| enif_get_atom_cache_index(None, atom("abc"), p));
    assert!(found == 1 && slot <= last);
    assert_eq!(out(9, |p| enif_get_atom_cache_index(None, int(1), p)), (0, 9));
}

#[test]
fn lists_and_tuples() {
    let env = env();
    let three = list(&env, &[int(1), int(2), int(3)]);
    let improper = enif_make_list_cell(&env, int(1), int(2));
    assert_eq!((show(three), show(list(&env, &[]))), ("[1,2,3]".into(), "[]".into()));
    let reverse = |t| {
        let (done, t) = out(int(7), |p| enif_make_reverse_list(&env, t, p));
        (done, show(t))
    };
    assert_eq!(reverse(three), (1, "[3,2,1]".into()));
    assert_eq!(reverse(list(&env, &[])), (1, "[]".into()));
    assert_eq!(reverse(improper), (0, "7".into()));
    assert_eq!(reverse(int(1)), (0, "7".into()));
    let length = |t| out(9, |p| enif_get_list_length(None, t, p));
    assert_eq!([three, improper, int(1)].map(length), [(1, 3), (0, 9), (0, 9)]);
    let (mut head, mut tail) = (int(8), int(8));
    let mut cell = |t| enif_get_list_cell(None, t, Out::to(&mut head), Out::to(&mut tail));
    assert_eq!([cell(list(&env, &[])), cell(int(1)), cell(improper)], [0, 0, 1]);
    assert_eq!((show(head), show(tail)), ("1".into(), "2".into()));
    let pair = tuple(&env, &[three, improper]);
    let (mut arity, mut elements) = (9, ptr::null());
    let mut get = |t| enif_get_tuple(None, t, Out::to(&mut arity), Out::to(&mut elements));
    assert_eq!([get(three), get(pair)], [0, 1]);
    assert_eq!(arity, 2);
    // SAFETY: the tuple has just been made, and has two elements there.
    let elements = unsafe { std::slice::from_raw_parts(elements, 2) };
    assert!(elements == [three, improper]);
    assert_eq!(show(tuple(&env, &[])), "{}");
}

#[test]
fn strings_to_buffers() {
    let env = env();
    let string = |codes: &[c_int]| list(&env, &codes.iter().map(|&c| int(c)).collect::<Vec<_>>());
    let get = |t, len, encoding| {
        let mut bytes = [b'#'; 12];
        let n = enif_get_string(None, t, Buffer::to(&mut bytes), len, encoding);
        (n, bytes.split(|&b| b == b'#').next().expect("a part").to_vec())
    };
    let abc = string(&[97, 98, 99]);
    for encoding in [LATIN1, UTF8] {
        assert_eq!(get(abc, 0, encoding), (0, vec![]));
        assert_eq!(get(abc, 1, encoding), (-1, b"\0".to_vec()));
        assert_eq!(get(abc, 3, encoding), (-3, b"ab\0".to_vec()));
        assert_eq!(get(abc, 4, encoding), (4, b"abc\0".to_vec()));
        assert_eq!(get(string(&[]), 10, encoding), (1, b"\0".to_vec()));
        assert_eq!(get(int(1), 10, encoding), (0, b"\0".to_vec()));
    }
    assert_eq!(get(string(&[97, 256]), 10, LATIN1), (0, b"a\0".to_vec()));
    assert_eq!(get(string(&[97, 256]), 2, LATIN1), (0, b"a\0".to_vec()));
    assert_eq!(get(enif_make_list_cell(&env, int(97), int(98)), 10, LATIN1), (0, b"a\0".to_vec()));
    assert_eq!(get(string(&[97, 0x20ac]), 10, UTF8), (5, "a€\0".into()));
    assert_eq!(get(string(&[97, 0x20ac]), 4, UTF8), (-2, "a\0".into()));
    assert_eq!(get(string(&[97, 0xd800]), 10, UTF8), (0, b"\0".to_vec()));
    assert_eq!(get(string(&[97, -1]), 10, UTF8), (0, b"\0".to_vec()));
    assert_eq!(get(abc, 10, 3), (0, vec![]));
    let length = |t, encoding| out(9, |p| enif_get_string_length(None, t, p, encoding));
    assert_eq!(length(string(&[97, 229]), LATIN1), (1, 2));
    assert_eq!(length(string(&[97, 229]), UTF8), (1, 3));
    assert_eq!(length(string(&[97, 256]), LATIN1), (0, 9));
    assert_eq!(length(string(&[0x110000]), UTF8), (0, 9));
    assert_eq!(length(enif_make_list_cell(&env, int(97), int(98)), UTF8), (0, 9));
    assert_eq!(length(string(&[]), 3), (0, 9));
}

#[test]
fn strings_of_bytes() {
    let env = env();
    let make = |bytes: &[u8], encoding| {
        let t = enif_make_string_len(&env, Array::from(bytes), bytes.len(), encoding);
        t.get().list().filter_map(Term::as_small).collect::<Vec<_>>()
    };
    assert_eq!(make(b"a\0\xe5", LATIN1), [97, 0, 229]);
    assert_eq!(make("a€".as_bytes(), UTF8), [97, 0x20ac]);
    assert!(make(b"", LATIN1).is_empty());
    assert_eq!(show(enif_make_string(&env, Text::from(c""), UTF8)), "[]");
    assert_eq!(enif_has_pending_exception(&env, None), 0);
    assert!(enif_make_string(&env, Text::from(c"\xe5"), UTF8).is_none());
    assert_eq!(enif_has_pending_exception(&env, None), 1);
    assert!(enif_make_string(&env, Text::from(c"a"), 0).is_none());
}

/// Maps with 0, 1, 2 and 100 associations.
fn some_maps(env: &Env) -> [NifTerm; 4] {
    [0, 1, 2, 100].map(|n| {
        (0..n).fold(enif_make_new_map(Some(env)), |m, i| {
            let (done, m) = out(int(0), |p| enif_make_map_put(env, m, int(i), int(-i), p));
            assert_eq!(done, 1);
            m
        })
    })
}

#[test]
fn maps_change() {
    let env = env();
    for (m, size) in some_maps(&env).into_iter().zip([0, 1, 2, 100]) {
        assert_eq!(out(7, |p| enif_get_map_size(None, m, p)), (1, size));
        let has = size > 0;
        let value = out(int(7), |p| enif_get_map_value(None, m, int(0), p));
        assert_eq!(value, if has { (1, int(0)) } else { (0, int(7)) });
        let (done, updated) = out(int(7), |p| enif_make_map_update(&env, m, int(0), int(5), p));
        assert_eq!(done, c_int::from(has));
        if has {
            assert_eq!(out(int(7), |p| enif_get_map_value(None, updated, int(0), p)).1, int(5));
        }
        let (done, removed) = out(int(7), |p| enif_make_map_remove(&env, m, int(0), p));
        assert_eq!(done, 1);
        assert_eq!(out(7, |p| enif_get_map_size(None, removed, p)).1, size - usize::from(has));
        let (_, same) = out(int(7), |p| enif_make_map_remove(&env, m, int(1000), p));
        assert_eq!(enif_is_identical(same, m), 1);
    }
    let t = int(1);
    assert_eq!(out(7, |p| enif_get_map_size(None, t, p)), (0, 7));
    assert_eq!(out(t, |p| enif_get_map_value(None, t, t, p)).0, 0);
    assert_eq!(out(t, |p| enif_make_map_put(&env, t, t, t, p)).0, 0);
    assert_eq!(out(t, |p| enif_make_map_update(&env, t, t, t, p)).0, 0);
    assert_eq!(out(t, |p| enif_make_map_remove(&env, t, t, p)).0, 0);
}

#[test]
fn maps_of_arrays() {
    let env = env();
    for n in [0, 3, 33, 200] {
        let mut keys: Vec<_> = (0..n).map(int).collect();
        let make = |keys: &[NifTerm]| {
            let (k, v) = (Array::from(keys), Array::from(keys));
            out(int(7), |p| enif_make_map_from_arrays(&env, k, v, keys.len(), p))
        };
        let (done, m) = make(&keys);
        assert_eq!((done, map::size(m.get())), (1, keys.len()));
        keys.extend(keys.first().copied());
        assert_eq!(make(&keys).0, c_int::from(n == 0));
    }
}

fn iterator() -> MapIterator {
    MapIterator {
        map: int(0),
        size: 0,
        index: 0,
        pairs: ptr::null_mut(),
        more: ptr::null_mut(),
        spare: [ptr::null_mut(); 2],
    }
}

/// The results for an iterator: at its beginning, after a step back and after two steps on.
fn walk(m: NifTerm, entry: c_int) -> Option<[c_int; 9]> {
    let (done, mut i) = out(iterator(), |p| enif_map_iterator_create(None, m, p, entry));
    let at = |i: &MapIterator| {
        let (mut k, mut v) = (int(0), int(0));
        enif_map_iterator_get_pair(None, i, Out::to(&mut k), Out::to(&mut v))
    };
    if done == 0 {
        return None;
    }
    let found = [
        enif_map_iterator_is_head(None, &i),
        enif_map_iterator_is_tail(None, &i),
        at(&i),
        enif_map_iterator_prev(None, &mut i),
        enif_map_iterator_is_head(None, &i),
        enif_map_iterator_next(None, &mut i),
        enif_map_iterator_next(None, &mut i),
        enif_map_iterator_is_tail(None, &i),
        at(&i),
    ];
    enif_map_iterator_destroy(None, &mut i);
    enif_map_iterator_destroy(None, &mut i);
    Some(found)
}

#[test]
fn iterators_begin_at_both_ends() {
    let env = env();
    let [none, one, two, many] = some_maps(&env);
    assert_eq!(walk(none, 1), Some([1, 1, 0, 0, 1, 0, 0, 1, 0]));
    assert_eq!(walk(none, 2), Some([1, 1, 0, 0, 1, 0, 0, 1, 0]));
    for entry in [1, 2] {
        assert_eq!(walk(one, entry), Some([0, 0, 1, 0, 1, 1, 0, 1, 0]));
    }
    for m in [two, many] {
        assert_eq!(walk(m, 1), Some([0, 0, 1, 0, 1, 1, 1, 0, 1]));
        assert_eq!(walk(m, 2), Some([0, 0, 1, 1, 0, 1, 0, 1, 0]));
        assert_eq!(walk(m, 3), None);
    }
    assert_eq!(walk(int(1), 1), None);
}

#[test]
fn iterators_go_both_ways() {
    let env = env();
    for m in some_maps(&env) {
        let expected: Vec<_> =
            map::entries(m.get()).into_iter().map(|(k, v)| (k.as_small(), v.as_small())).collect();
        let (_, mut i) = out(iterator(), |p| enif_map_iterator_create(None, m, p, 1));
        let pair = |i: &MapIterator| {
            let (mut k, mut v) = (int(0), int(0));
            let there = enif_map_iterator_get_pair(None, i, Out::to(&mut k), Out::to(&mut v));
            (there == 1).then(|| (k.get().as_small(), v.get().as_small()))
        };
        let mut found = Vec::new();
        while let Some(pair) = pair(&i) {
            found.push(pair);
            enif_map_iterator_next(None, &mut i);
        }
        assert_eq!(found, expected);
        assert_eq!(enif_map_iterator_next(None, &mut i), 0);
        while enif_map_iterator_prev(None, &mut i) == 1 {
            assert_eq!(found.pop(), pair(&i));
        }
        assert!(found.is_empty() && enif_map_iterator_is_head(None, &i) == 1);
        enif_map_iterator_destroy(None, &mut i);
    }
}

#[test]
fn binaries_are_inspected_in_place() {
    let mut env = env();
    let (whole, large) = (binary(&env, b"ab"), binary(&env, &[7; 100]));
    let part = enif_make_sub_binary(&env, large, 10, 20);
    for (t, bytes) in [(whole, &b"ab"[..]), (large, &[7; 100]), (part, &[7; 20])] {
        let (done, b) = out(no_binary(), |p| enif_inspect_binary(&mut env, t, p));
        assert_eq!((done, b.bytes()), (1, bytes));
        assert!(b.ref_bin.is_null());
        assert_eq!(b.data.cast_const(), t.get().as_binary().expect("a binary").as_ptr());
    }
    let t = shifted(&env);
    let (done, b) = out(no_binary(), |p| enif_inspect_binary(&mut env, t, p));
    assert_eq!((done, b.bytes()), (1, &[1, 2, 3][..]));
    let bits = env.give(|heap| heap.bits(&[128], 3));
    for t in [bits, int(1), NifTerm::of(Term::NIL)] {
        let (done, b) = out(no_binary(), |p| enif_inspect_binary(&mut env, t, p));
        assert_eq!((done, b.size), (0, 7));
    }
    let empty = binary(&env, b"");
    let (done, b) = out(no_binary(), |p| enif_inspect_binary(&mut env, empty, p));
    assert_eq!((done, b.size, b.data.is_null()), (1, 0, false));
}

#[test]
fn iolists_are_one_piece() {
    let mut env = env();
    let (bytes, bits) = (binary(&env, &[3]), env.give(|heap| heap.bits(&[128], 3)));
    let inner = list(&env, &[int(2), bytes]);
    let improper = enif_make_list_cell(&env, inner, binary(&env, &[4]));
    let iolist = enif_make_list_cell(&env, int(1), improper);
    let twice = enif_make_list_cell(&env, shifted(&env), shifted(&env));
    let mut get = |t| {
        let (done, b) = out(no_binary(), |p| enif_inspect_iolist_as_binary(&mut env, t, p));
        (done == 1).then(|| b.bytes().to_vec())
    };
    assert_eq!(get(iolist), Some(vec![1, 2, 3, 4]));
    assert_eq!(get(twice), Some(vec![1, 2, 3, 1, 2, 3]));
    assert_eq!(get(bytes), Some(vec![3]));
    assert_eq!(get(NifTerm::of(Term::NIL)), Some(vec![]));
    assert_eq!([get(bits), get(int(1))], [None, None]);
    let env = self::env();
    let wrong =
        [list(&env, &[int(256)]), list(&env, &[bits]), enif_make_list_cell(&env, int(1), int(2))];
    assert!(wrong.into_iter().all(|t| get(t).is_none()));
}

/// A structure whose bytes C code has written.
fn filled(size: usize, byte: u8) -> NifBinary {
    let (done, b) = out(no_binary(), |p| enif_alloc_binary(size, p));
    assert_eq!((done, b.size), (1, size));
    // SAFETY: fresh memory of this size.
    unsafe { b.data.write_bytes(byte, size) };
    b
}

fn bytes_of(t: NifTerm) -> Vec<u8> {
    t.get().as_binary().expect("a binary").into_owned()
}

#[test]
fn memory_becomes_binaries() {
    let env = env();
    for size in [0, 1, 64, 65, 10_000] {
        let mut b = filled(size, 9);
        let t = enif_make_binary(&env, &mut b);
        assert_eq!(bytes_of(t), vec![9; size]);
        // The structure owns nothing now, and can be read.
        assert!(b.ref_bin.is_null());
        assert_eq!(b.bytes(), vec![9; size]);
        let copied = t.get().as_binary().expect("a binary").as_ptr() != b.data.cast_const();
        assert_eq!(copied, size <= 64, "of {size}");
        let again = enif_make_binary(&env, &mut b);
        assert_eq!(enif_is_identical(again, t), 1);
        enif_release_binary(&mut b);
    }
    let mut shorter = filled(1000, 9);
    shorter.size = 10;
    assert_eq!(bytes_of(enif_make_binary(&env, &mut shorter)), [9; 10]);
    let mut shorter = filled(1000, 9);
    shorter.size = 500;
    assert_eq!(bytes_of(enif_make_binary(&env, &mut shorter)), [9; 1000]);
}

#[test]
fn memory_is_freed() {
    let before = RefBin::total_bytes();
    const MUCH: usize = 50_000_000;
    let mut b = filled(MUCH, 1);
    assert!(RefBin::total_bytes() >= before + MUCH / 2);
    enif_release_binary(&mut b);
    enif_release_binary(&mut b);
    let env = env();
    enif_make_binary(&env, &mut filled(MUCH, 1));
    drop(env);
    assert!(RefBin::total_bytes() < before + MUCH / 2);
    assert_eq!(out(no_binary(), |p| enif_alloc_binary(usize::MAX / 4, p)).0, 0);
    assert_eq!(out(no_binary(), |p| enif_alloc_binary(usize::MAX, p)).0, 0);
}

#[test]
fn memory_changes_its_size() {
    let mut env = env();
    let mut b = filled(10, 1);
    assert_eq!(enif_realloc_binary(&mut b, 1000), 1);
    // SAFETY: memory of 1000 bytes.
    unsafe { b.data.add(10).write_bytes(2, 990) };
    assert_eq!(enif_realloc_binary(&mut b, usize::MAX / 4), 0);
    assert_eq!((b.size, b.bytes()[9], b.bytes()[10]), (1000, 1, 2));
    assert_eq!(enif_realloc_binary(&mut b, 70), 1);
    let t = enif_make_binary(&env, &mut b);
    assert_eq!(bytes_of(t), [vec![1; 10], vec![2; 60]].concat());
    for size in [20, 70, 90] {
        let (_, mut b) = out(no_binary(), |p| enif_inspect_binary(&mut env, t, p));
        assert_eq!(enif_realloc_binary(&mut b, size), 1);
        assert_eq!((b.size, b.ref_bin.is_null()), (size, false));
        // SAFETY: memory of so many bytes.
        unsafe { b.data.add(5).write_bytes(3, size - 5) };
        assert_eq!(bytes_of(t)[..11], [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
        let expected = [vec![1; 5], vec![3; size - 5]].concat();
        assert_eq!(bytes_of(enif_make_binary(&env, &mut b)), expected);
    }
}

#[test]
fn memory_that_something_shares_is_copied() {
    let env = env();
    let shared = RefBin::from_slice(&[5; 100]);
    let mut b = NifBinary::owning(shared.clone(), 100);
    assert_eq!(enif_realloc_binary(&mut b, 200), 1);
    // SAFETY: memory of 200 bytes.
    unsafe { b.data.write_bytes(6, 200) };
    assert_eq!((shared.bytes(), shared.ref_count()), (&[5; 100][..], 1));
    assert_eq!(bytes_of(enif_make_binary(&env, &mut b)), [6; 200]);
    let owned = || NifBinary::owning(RefBin::with_owner(&[5; 100], std::sync::Arc::new(())), 100);
    assert_eq!(bytes_of(enif_make_binary(&env, &mut owned())), [5; 100]);
    let mut b = owned();
    assert_eq!(enif_realloc_binary(&mut b, 10), 1);
    assert_eq!(bytes_of(enif_make_binary(&env, &mut b)), [5; 10]);
}

#[test]
fn new_binaries_are_written_by_c_code() {
    let env = env();
    for size in [0, 3, 64, 65, 5000] {
        let (data, t) = out(int(0), |p| enif_make_new_binary(&env, size, p));
        // SAFETY: the bytes of a term that nothing has looked at.
        unsafe { data.write_bytes(4, size) };
        assert_eq!(bytes_of(t), vec![4; size]);
    }
}

#[test]
fn parts_of_binaries() {
    let env = env();
    let t = binary(&env, b"abcdef");
    assert_eq!(bytes_of(enif_make_sub_binary(&env, t, 1, 2)), b"bc");
    assert_eq!(bytes_of(enif_make_sub_binary(&env, t, 6, 0)), b"");
    assert_eq!(bytes_of(enif_make_sub_binary(&env, shifted(&env), 1, 2)), [2, 3]);
    let bits = env.give(|heap| heap.bits(&[1, 2, 255], 19));
    assert_eq!(bytes_of(enif_make_sub_binary(&env, bits, 1, 1)), [2]);
    assert_eq!(enif_has_pending_exception(&env, None), 0);
    for (t, position, size) in
        [(t, 5, 2), (t, 7, 0), (t, 1, usize::MAX), (bits, 2, 1), (int(1), 0, 0)]
    {
        assert!(enif_make_sub_binary(&env, t, position, size).is_none());
    }
    assert_eq!(enif_has_pending_exception(&env, None), 1);
}

#[test]
fn external_format_both_ways() {
    let env = env();
    for (t, _) in kinds(&env) {
        let (done, mut b) = out(no_binary(), |p| enif_term_to_binary(None, t, p));
        assert_eq!((done, b.ref_bin.is_null()), (1, false));
        let expected = term::etf::encode(t.get(), Default::default()).expect("small enough");
        assert_eq!(b.bytes(), expected);
        let bytes = [expected.clone(), vec![9, 9]].concat();
        let data = Array::from(&bytes);
        let (used, read) = out(int(7), |p| enif_binary_to_term(&env, data, bytes.len(), p, 0));
        assert_eq!(used, expected.len(), "{}", show(t));
        assert_eq!(enif_is_identical(read, t), 1, "{}", show(t));
        assert_eq!(bytes_of(enif_make_binary(&env, &mut b)), expected);
    }
    let read = |bytes: &[u8], options| {
        out(int(7), |p| enif_binary_to_term(&env, Array::from(bytes), bytes.len(), p, options)).0
    };
    const SAFE: c_uint = 0x2000_0000;
    let new = b"\x83w\x0cnot here yet";
    assert_eq!([read(b"\x83a\x01", 0), read(b"\x83a\x01", SAFE), read(b"\x83a\x01", 1)], [3, 3, 0]);
    assert_eq!([read(new, SAFE), read(new, 0), read(new, SAFE)], [0, 15, 15]);
    assert_eq!(
        [read(b"", 0), read(b"\x82a\x01", 0), read(b"\x83", 0), read(b"\x83b\x01", 0)],
        [0; 4]
    );
    let options = term::etf::EncodeOptions { compressed: 6, ..Default::default() };
    let zeros = binary(&env, &[0; 500]);
    let compressed = term::etf::encode(zeros.get(), options).expect("small enough");
    assert_eq!((compressed[1], read(&compressed, 0)), (80, 0));
}

#[test]
fn order_and_equality() {
    let env = env();
    let float = |d| enif_make_double(&env, d);
    let sign = |a, b| enif_compare(a, b).signum();
    assert_eq!((sign(int(1), float(1.0)), enif_is_identical(int(1), float(1.0))), (0, 0));
    assert_eq!((sign(atom("a"), atom("b")), sign(atom("b"), atom("a"))), (-1, 1));
    assert_eq!(sign(list(&env, &[]), tuple(&env, &[])), 1);
    assert_eq!(sign(enif_make_ulong(Some(&env), u64::MAX), int(1)), 1);
    assert_eq!((sign(float(0.0), float(-0.0)), enif_is_identical(float(0.0), float(-0.0))), (0, 1));
    let (a, b) = (tuple(&env, &[binary(&env, b"x")]), tuple(&env, &[binary(&env, b"x")]));
    assert_eq!((enif_compare(a, b), enif_is_identical(a, b)), (0, 1));
}

#[test]
fn hashes() {
    let env = env();
    let pair = || tuple(&env, &[atom("a"), list(&env, &[int(98)])]);
    // The value of `erlang:phash2({a, "b"})` in stock.
    assert_eq!(enif_hash(2, pair(), 0), 64_280_338);
    assert_eq!(enif_hash(2, pair(), 99), 64_280_338);
    assert_eq!(enif_hash(7, pair(), 0), 0);
    let internal = |salt| enif_hash(1, pair(), salt);
    assert_eq!(internal(5), internal(5));
    assert_eq!(internal(5), internal(5 | 1 << 32));
    assert!(internal(5) != internal(6) && internal(5) <= u64::from(u32::MAX));
    let different: std::collections::HashSet<_> =
        (0..1000).map(|i| enif_hash(1, int(i), 3)).collect();
    assert!(different.len() > 990);
    // Each bit of the hash and of the salt has its effect on each bit of the result.
    for bit in 0..64 {
        let mut changed = [0; 64];
        for n in 0..400_u64 {
            let hash = n.wrapping_mul(0x2545_f491_4f6c_dd1d);
            for other in [salted(hash, n ^ 1 << bit), salted(hash ^ 1 << bit, n)] {
                let differs = salted(hash, n) ^ other;
                (0..64).for_each(|i| changed[i] += differs >> i & 1);
            }
        }
        assert!(changed.iter().all(|n| (250..550).contains(n)), "{bit}: {changed:?}");
    }
}

#[test]
fn copies_stand_alone() {
    let from = env();
    let large = binary(&from, &[1; 100]);
    let t = tuple(&from, &[atom("a"), list(&from, &[large, int(1)]), enif_make_new_map(None)]);
    let text = show(t);
    assert_eq!(enif_term_size(t), 8 * (4 + 4 + 4 + 3), "{text}");
    assert_eq!(enif_term_size(int(1)), 0);
    for kind in [Kind::Independent, Kind::Callback] {
        let to = Env::with_heap(kind, None);
        let copy = enif_make_copy(&to, t);
        assert_eq!((show(copy), enif_is_identical(copy, t)), (text.clone(), 1));
        let [_, _, map] = copy.get().as_tuple_of::<3>().expect("a triple");
        assert!(!map.same(map::empty()), "a literal on a heap that is no process's");
    }
    assert!(enif_make_copy(&from, int(1)) == int(1));
}

#[test]
fn every_function_is_in_the_table() {
    let rows: Vec<_> = crate::table::all().map(|row| row.name).collect();
    for name in ["enif_make_atom", "enif_term_size", "enif_binary_to_term", "enif_get_tuple"] {
        assert_eq!(rows.iter().filter(|row| **row == name).count(), 1, "{name}");
    }
}
