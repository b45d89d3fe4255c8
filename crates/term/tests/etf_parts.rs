//! Parts of terms in the external format: where they are put, and what is claimed of their number.

use term::etf::*;
use term::{Atom, Heap, Term, compare, map};

fn read<'h>(heap: &'h Heap, bytes: &[u8]) -> Result<Term<'h>, DecodeError> {
    decode(heap, bytes, DecodeOptions::default())
}

/// It is written the same at once and a term at a time, and read the same in both ways.
fn there_and_back(heap: &Heap, t: Term<'_>) -> Vec<u8> {
    for minor_version in [1, 2] {
        let options = EncodeOptions { minor_version, ..EncodeOptions::default() };
        let bytes = encode(t, options).expect("small enough");
        let mut encoding = Encoding::new(t, options);
        while !encoding.go_on(1).expect("small enough") {}
        assert_eq!(encoding.done(), bytes);
        let mut at_once = Vec::new();
        let rest = Encoding::all_or_begin(t, options, &mut at_once, usize::MAX);
        assert!(rest.expect("small enough").is_none() && at_once == bytes);
        assert_eq!(encoded_size(t, options).expect("small enough"), bytes.len());
        assert!(compare::exactly_equal(read(heap, &bytes).expect("a term"), t));
        let mut decoding = Decoding::new(&bytes).expect("a version");
        let again = loop {
            let read = decoding.go_on(heap, &bytes, DecodeOptions::default(), 1);
            if let Some((t, used)) = read.expect("a term") {
                assert_eq!(used, bytes.len());
                break t;
            }
        };
        assert!(compare::exactly_equal(again, t));
        for end in 0..bytes.len().min(300) {
            assert!(read(heap, &bytes[..end]).is_err(), "the first {end} bytes are a term");
        }
    }
    encode(t, EncodeOptions::default()).expect("small enough")
}

#[test]
fn atoms_of_all_lengths() {
    let heap = Heap::new(0);
    for letter in ["a", "å", "ÿ", "漢", "😀"] {
        for n in (0..20).chain([127, 128, 254, 255]) {
            let atom = Term::atom(Atom::new(&letter.repeat(n)));
            there_and_back(&heap, atom);
            there_and_back(&heap, heap.tuple(&[atom, Term::small(n as i64), atom]));
        }
    }
    // Bytes of latin1 that would be another atom's name in UTF-8.
    Atom::new("Ã¥");
    Atom::new("å");
    let latin1 = read(&heap, &[131, 100, 0, 2, 0xc3, 0xa5]).expect("an atom");
    assert_eq!(latin1.as_atom().map(Atom::name), Some("Ã¥"));
    let utf8 = read(&heap, &[131, 119, 2, 0xc3, 0xa5]).expect("an atom");
    assert_eq!(utf8.as_atom().map(Atom::name), Some("å"));
    assert!(read(&heap, &[131, 119, 2, 0xc3, b'a']).is_err());
}

/// More atoms than the first table has places for, asked for by several threads.
#[test]
fn atoms_are_found_while_others_are_made() {
    let name = |i: usize| format!("{}{i}", ["", "x", "a longer name "][i % 3]);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for i in 0..40_000 {
                    let atom = Atom::new(&name(i));
                    assert!(atom.name() == name(i) && Atom::existing(&name(i)) == Some(atom));
                }
            });
        }
    });
    assert!((0..40_000).all(|i| Atom::existing(&name(i)).is_some_and(|a| a.name() == name(i))));
    assert_eq!(Atom::existing_of_bytes(&[0xff, 0xfe]), None);
}

#[test]
fn parts_of_each_kind_in_each() {
    let heap = Heap::new(0);
    let simple = [
        Term::small(255),
        Term::small(256),
        Term::small(-1),
        heap.integer(i64::from(i32::MIN) - 1),
        heap.big(true, &[1, 2, 3]),
        heap.float(1.5),
        Term::NIL,
        heap.byte_list(b"text"),
        heap.binary(&[7; 100]),
        heap.bits(&[7; 3], 17),
        Term::atom(Atom::new("some")),
        map::empty(),
        heap.tuple(&[]),
    ];
    let mut terms = simple.to_vec();
    for round in 0..3 {
        let of = |t: Term<'_>| there_and_back(&heap, t);
        let some: Vec<_> = terms.iter().copied().cycle().skip(7 * round).take(40).collect();
        let pairs: Vec<_> = some.iter().zip(&some[1..]).map(|(&k, &v)| (k, v)).collect();
        let made = [
            heap.tuple(&some),
            heap.list(&some),
            heap.list_with_tail(&some[..3], some[4]),
            map::from_pairs(&heap, &pairs[..9]),
            map::from_pairs(&heap, &pairs),
        ];
        made.iter().for_each(|&t| drop(of(t)));
        terms.extend(made);
    }
    for n in [1, 31, 32, 33, 64, 65, 500, 5000] {
        let pairs: Vec<_> = (0..n).map(|i| (Term::small(i * 77 % 5003), Term::small(i))).collect();
        there_and_back(&heap, map::from_pairs(&heap, &pairs));
        let elements: Vec<_> = pairs.iter().map(|pair| heap.tuple(&[pair.0, pair.1])).collect();
        there_and_back(&heap, heap.tuple(&elements));
        there_and_back(&heap, heap.list(&elements));
    }
}

#[test]
fn keys_come_in_any_order_but_once() {
    let heap = Heap::new(0);
    let form = |keys: &[u8]| {
        let mut bytes = vec![131, 116, 0, 0, 0, keys.len() as u8];
        keys.iter().for_each(|&key| bytes.extend([97, key, 97, key ^ 255]));
        bytes
    };
    for n in 1..=100_u8 {
        let keys: Vec<u8> = (0..n).map(|i| (u32::from(i) * 37 % 101) as u8).collect();
        let t = read(&heap, &form(&keys)).expect("a map");
        map::check(t);
        for &key in &keys {
            let value = map::get(t, Term::small(key.into())).and_then(Term::as_small);
            assert_eq!(value, Some(i64::from(key ^ 255)));
        }
        for again in [0, n / 2, n - 1] {
            let twice = [&keys[..], &[keys[usize::from(again)]]].concat();
            assert!(read(&heap, &form(&twice)).is_err(), "{again} of {n} keys is there twice");
        }
    }
}

/// Each list and tuple claims as many parts as there are bytes behind it. Memory for all of these
/// would be as large as the square of the input.
#[test]
fn no_memory_for_more_parts_than_there_are_bytes() {
    for tag in [105_u8, 108] {
        let heap = Heap::new(0);
        let mut bytes = vec![131];
        while bytes.len() < 1 << 20 {
            bytes.push(tag);
            bytes.extend(((1 << 20) - bytes.len() as u32 - 4).to_be_bytes());
        }
        assert_eq!(read(&heap, &bytes).err(), Some(DecodeError::Truncated));
        assert!(heap.fragment_words() < 1 << 23, "{} words", heap.fragment_words());
    }
    let heap = Heap::new(0);
    let mut bytes = vec![131];
    bytes.extend([108, 0, 0, 0, 0].repeat(200_000));
    bytes.extend([97, 7]);
    assert_eq!(read(&heap, &bytes).ok().and_then(Term::as_small), Some(7));
}

#[test]
fn lists_of_bytes_are_measured_and_copied() {
    let heap = Heap::new(0);
    for n in [0, 1, 2, 100, 65_535, 65_536] {
        let bytes: Vec<u8> = (0..n).map(|i| i as u8).collect();
        let list = heap.byte_list(&bytes);
        assert_eq!(list.byte_list_length(usize::MAX), Some(n));
        assert_eq!(list.byte_list_length(n), Some(n));
        assert!(n == 0 || list.byte_list_length(n - 1).is_none());
        let mut copied = vec![0; n];
        list.copy_byte_list(&mut copied);
        assert_eq!(copied, bytes);
        for other in [Term::small(256), Term::small(-1), Term::NIL, Term::atom(Atom::new("a"))] {
            assert_eq!(heap.cons(other, list).byte_list_length(usize::MAX), None);
        }
        let improper = heap.cons(Term::small(1), Term::small(2));
        assert_eq!(improper.byte_list_length(usize::MAX), None);
        there_and_back(&heap, list);
        there_and_back(&heap, improper);
    }
}
