//! Terms whose atoms are references to a table.

use term::etf::*;
use term::{Atom, Heap, RefBin, Term, compare};

const OPTIONS: EncodeOptions = EncodeOptions { deterministic: true, ..EncodeOptions::DISTRIBUTION };

fn bytes_of(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2)
        .map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).expect("base 16"))
        .collect()
}

fn joined(parts: &[Part]) -> Vec<u8> {
    let part = |part: &Part| match part {
        Part::Bytes(bytes) => bytes.clone(),
        Part::Shared(bin, from, len) => bin.bytes()[*from..from + len].to_vec(),
    };
    parts.iter().flat_map(part).collect()
}

/// Written behind others with a table, in one step and in many, a term is the same and comes back.
fn check(heap: &Heap, t: Term<'_>) {
    let (mut table, mut plain) = (AtomTable::new(), b"before".to_vec());
    encode_body_with(t, OPTIONS, &mut table, &mut plain).expect("small enough");
    let mut encoding = Encoding::behind(b"before".to_vec(), Some(AtomTable::new()), t, OPTIONS);
    while !encoding.go_on(1).expect("small enough") {}
    let (stepwise, atoms) = encoding.done_with_atoms();
    assert!(stepwise == plain && atoms.expect("the table").atoms() == table.atoms());
    let atoms = Some(AtomTable::new());
    let mut encoding = EncodingParts::behind(b"before".to_vec(), atoms, t, OPTIONS, 100);
    while !encoding.go_on(1).expect("small enough") {}
    assert_eq!(encoding.written(), plain.len());
    let (parts, atoms) = encoding.done_with_atoms();
    assert!(joined(&parts) == plain && atoms.expect("the table").atoms() == table.atoms());

    let atoms = table.atoms();
    let options = DecodeOptions { atoms, ..DecodeOptions::default() };
    let (back, used) = decode_body(heap, &plain[6..], options).expect("a term");
    assert!(used == plain.len() - 6 && compare::exactly_equal(back, t));
    let mut decoding = Decoding::of_body(6);
    let (back, used) = loop {
        if let Some(read) = decoding.go_on(heap, &plain, options, 1).expect("a term") {
            break read;
        }
    };
    assert!(used == plain.len() && compare::exactly_equal(back, t));
    // With an atom less, a reference leads nowhere.
    if let [fewer @ .., _] = atoms {
        let options = DecodeOptions { atoms: fewer, ..DecodeOptions::default() };
        let e = decode_body(heap, &plain[6..], options).expect_err("a fault");
        assert!(matches!(e, DecodeError::Invalid(_) | DecodeError::BadTag(82)), "{e}");
    }
}

#[test]
fn all_kinds_of_terms_come_back() {
    let heap = Heap::new(0);
    for line in include_str!("etf_golden.txt").lines() {
        let form = bytes_of(line.split(' ').nth(3).expect("a form"));
        check(&heap, decode(&heap, &form, DecodeOptions::default()).expect("a term"));
    }
}

/// Atoms wherever they stand: alone, as nodes of identities, in exports and funs.
#[test]
fn each_atom_is_written_once() {
    let heap = Heap::new(0);
    let forms: [&[u8]; 6] = [
        b"\x83w\x03a@b",
        b"\x83Xw\x03a@b\0\0\0\x01\0\0\0\0\0\0\0\x01",
        b"\x83Yw\x03a@b\0\0\0\x01\0\0\0\x01",
        b"\x83Z\0\x01w\x03a@b\0\0\0\x01\0\0\0\x02",
        b"\x83qw\x03a@bw\x03a@ba\x02",
        b"\x83p\0\0\0\x2d\x02aaaaaaaaaaaaaaaa\0\0\0\x01\0\0\0\0w\x03a@ba\x01a\x02Xw\x03a@b\0\0\0\x01\0\0\0\0\0\0\0\x01",
    ];
    for form in forms {
        let t = decode(&heap, form, DecodeOptions::default()).expect("a term");
        let (mut table, mut out) = (AtomTable::new(), Vec::new());
        encode_body_with(t, OPTIONS, &mut table, &mut out).expect("small enough");
        assert_eq!(table.atoms(), [Atom::new("a@b")]);
        assert!(out.windows(2).any(|pair| pair == [82, 0]) && !out.windows(3).any(|w| w == b"a@b"));
        check(&heap, t);
    }
}

/// When the table is full, atoms are written with their names.
#[test]
fn more_atoms_than_a_table_has() {
    let heap = Heap::new(0);
    let atoms: Vec<Term<'_>> =
        (0..400).map(|i| Term::atom(Atom::new(&format!("etf table {i}")))).collect();
    let twice = heap.list(&[heap.tuple(&atoms), heap.tuple(&atoms)]);
    check(&heap, twice);
    let (mut table, mut out) = (AtomTable::new(), Vec::new());
    encode_body_with(twice, OPTIONS, &mut table, &mut out).expect("small enough");
    assert_eq!(table.atoms().len(), ATOMS_MAX);
    let named = out.windows(9).filter(|w| w == b"etf table").count();
    assert_eq!(named, 2 * (400 - ATOMS_MAX));
}

/// A body that ends before it begins.
#[test]
fn bodies_may_be_empty() {
    let heap = Heap::new(0);
    for from in [0, 3, usize::MAX] {
        let mut decoding = Decoding::of_body(from);
        let read = decoding.go_on(&heap, &[], DecodeOptions::default(), usize::MAX);
        assert_eq!(read.err(), Some(DecodeError::Truncated));
    }
}

/// A binary that is a large part of a message is not copied when that is read; the memory of the
/// message stays as long as it.
#[test]
fn large_binaries_stay_where_they_have_come() {
    let heap = Heap::new(0);
    let read = |large: usize, small: usize, is_part: bool| {
        let (large, small) = (vec![7; large], vec![8; small]);
        let t = heap.tuple(&[heap.binary(&large), heap.binary(&small)]);
        let mut bytes = b"before".to_vec();
        encode_body(t, OPTIONS, &mut bytes).expect("small enough");
        let all = RefBin::from_slice(&bytes);
        let options = DecodeOptions { within: Some(&all), ..DecodeOptions::default() };
        let mut decoding = OwnedDecoding::of_body(6);
        let read = loop {
            if let Some(t) = decoding.go_on(all.bytes(), options, 100).expect("a term") {
                break t;
            }
        };
        // Only what is copied is work: a receiver goes on for as long as it has not done much.
        let copied = if is_part {
            decoding.work() < small.len() + 100
        } else {
            decoding.work() > large.len()
        };
        assert!(copied, "{} for {} and {}", decoding.work(), large.len(), small.len());
        drop(decoding);
        assert!(compare::exactly_equal(read.term(), t));
        assert_eq!(all.ref_count() > 1, is_part, "{} of {}", large.len(), bytes.len());
        drop(read);
        assert_eq!(all.ref_count(), 1);
    };
    read(1 << 16, 10, true);
    read((1 << 16) - 1, 10, false);
    read(1 << 17, 1 << 18, true);
    // So small a part would keep four times as much.
    read(1 << 16, 1 << 18, true);
    read(1 << 16, 1 << 15, true);
    read(100, 1 << 15, false);
}
