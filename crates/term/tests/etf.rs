//! The external term format against what stock OTP writes.

use std::io::Write;
use std::process::Command;
use term::etf::*;
use term::hash::{Portable, portable};
use term::literal::Area;
use term::{Atom, FunEntry, Heap, OldFun, Term, View, compare};

fn bytes_of(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2)
        .map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).expect("base 16"))
        .collect()
}

/// One line of the golden file: each form decodes, and encodes to the same bytes.
fn check_line(line: &str) {
    let fields: Vec<&str> = line.split(' ').collect();
    let [large, size1, size0, one, others @ ..] = &fields[..] else { panic!("fields of {line}") };
    let plain = bytes_of(one);
    let heap = Heap::new(0);
    let (t, used) = decode_used(&heap, &plain, DecodeOptions::default())
        .unwrap_or_else(|e| panic!("decoding {one}: {e}"));
    assert_eq!(used, plain.len());
    let default = EncodeOptions { deterministic: *large == "1", ..EncodeOptions::default() };
    let options = [
        EncodeOptions { minor_version: 0, ..default },
        EncodeOptions { minor_version: 2, ..default },
        EncodeOptions { compressed: 6, ..default },
        EncodeOptions { compressed: 1, ..default },
        EncodeOptions { compressed: 9, ..default },
    ];
    let forms = others.iter().map(|&f| if f == "=" { *one } else { f });
    for (options, form) in [(default, *one)].into_iter().chain(options.into_iter().zip(forms)) {
        let form = bytes_of(form);
        assert_eq!(
            hex(&encode(t, options).expect("small enough")),
            hex(&form),
            "{options:?} of {one}"
        );
        let (again, used) = decode_used(&heap, &form, DecodeOptions::default()).expect("a form");
        assert_eq!(used, form.len());
        if options.minor_version > 0 {
            assert!(compare::exactly_equal(t, again), "{options:?} of {one}");
        }
    }
    let sizes = (
        encoded_size(t, default).expect("small enough"),
        encoded_size(t, options[0]).expect("small enough"),
    );
    assert_eq!(sizes, (size1.parse().expect("size"), size0.parse().expect("size")), "of {one}");
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02X}")).collect()
}

#[test]
fn forms_of_stock_come_back_the_same() {
    let lines: Vec<_> = include_str!("etf_golden.txt").lines().collect();
    assert!(lines.len() > 150);
    lines.into_iter().for_each(check_line);
}

#[test]
fn forms_of_the_installed_emulator_come_back_the_same() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/etf_golden.escript");
    let Ok(output) = Command::new("escript").args([script, "400"]).output() else {
        eprintln!("skipped: there is no escript here");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.lines().count() > 500);
    text.lines().for_each(check_line);
}

fn encode_to_parts(t: Term<'_>, options: EncodeOptions) -> Vec<Part> {
    let mut encoding = EncodingParts::new(t, options);
    while !encoding.go_on(usize::MAX).expect("small enough") {}
    encoding.done()
}

/// A form that takes as many turns as possible gives the same result.
fn bit_by_bit(form: &[u8], t: Term<'_>) {
    for compressed in [0, 1] {
        let options = EncodeOptions { compressed, ..EncodeOptions::default() };
        let mut encoding = Encoding::new(t, options);
        while !encoding.go_on(1).expect("small enough") {}
        let form = encoding.done();
        assert!(form == encode(t, options).expect("small enough"));
        let heap = Heap::new(0);
        let mut decoding = Decoding::new(&form).expect("a form");
        let (again, used) = loop {
            let read = decoding.go_on(&heap, &form, DecodeOptions::default(), 1).expect("a form");
            if let Some(read) = read {
                break read;
            }
        };
        assert!(used == form.len() && compare::exactly_equal(again, t));
    }
    let cut = &form[..form.len() - 1];
    let mut decoding = Decoding::new(cut).expect("a form");
    let heap = Heap::new(0);
    let refused = loop {
        match decoding.go_on(&heap, cut, DecodeOptions::default(), 1) {
            Ok(None) => {}
            other => break other.is_err(),
        }
    };
    assert!(refused);
    let mut hashing = Portable::new(t);
    let hash = loop {
        if let Some(hash) = hashing.go_on(1) {
            break hash;
        }
    };
    assert_eq!(hash, portable(t));
}

/// Decoding succeeds, and encoding gives the same bytes again.
fn round_trip(form: &[u8]) {
    let heap = Heap::new(0);
    let t = decode(&heap, form, DecodeOptions::default()).expect("a term");
    assert!(encode(t, EncodeOptions::default()).expect("small enough") == form);
    bit_by_bit(form, t);
    let shared = encode_to_parts(t, EncodeOptions::default());
    let joined: Vec<u8> = shared
        .iter()
        .flat_map(|part| match part {
            Part::Bytes(bytes) => bytes.clone(),
            Part::Shared(bin, from, n) => bin.bytes()[*from..from + n].to_vec(),
        })
        .collect();
    assert!(joined == form);
}

fn repeated(n: usize, open: &[u8], core: &[u8], close: &[u8]) -> Vec<u8> {
    [&[131][..], &open.repeat(n), core, &close.repeat(n)].concat()
}

#[test]
fn deep_terms_need_no_native_stack() {
    let n = 300_000;
    for (open, core, close) in [
        (&[108, 0, 0, 0, 1][..], &[106][..], &[106][..]), // [[…[]…]]
        (&[104, 1], &[106], &[]),                         // {{…[]…}}
        (&[104, 2, 97, 1], &[106], &[]),
        (&[108, 0, 0, 0, 1], &[106], &[97, 2]),   // [[…|2]|2]
        (&[116, 0, 0, 0, 1, 97, 1], &[106], &[]), // #{1 => #{1 => …}}
    ] {
        round_trip(&repeated(n, open, core, close));
    }
    // Unfinished ones of all sorts.
    let heap = Heap::new(0);
    for open in [
        &[108, 0, 0, 0, 1][..],
        &[108, 0, 0, 0, 0],
        &[104, 1],
        &[116, 0, 0, 0, 1],
        &[113, 119, 1, b'a', 119, 1, b'b'],
        &[88],
        &[112, 0, 0, 0, 0, 0],
    ] {
        assert!(decode(&heap, &repeated(n, open, &[], &[]), DecodeOptions::default()).is_err());
    }
    // A list of no elements is its tail.
    let form = repeated(n, &[108, 0, 0, 0, 0], &[97, 7], &[]);
    let t = decode(&heap, &form, DecodeOptions::default()).expect("7");
    assert_eq!(t.as_small(), Some(7));
}

#[test]
fn declared_sizes_are_not_trusted() {
    let heap = Heap::new(0);
    for form in [
        &[131, 105, 255, 255, 255, 255, 106][..],
        &[131, 108, 255, 255, 255, 255, 106],
        &[131, 109, 255, 255, 255, 255, 106],
        &[131, 77, 255, 255, 255, 255, 1, 106],
        &[131, 111, 255, 255, 255, 255, 0, 1],
        &[131, 116, 255, 255, 255, 255, 106],
        &[131, 80, 255, 255, 255, 255, 0x78, 0x9c, 3, 0, 0, 0, 0, 1],
    ] {
        assert!(decode(&heap, form, DecodeOptions::default()).is_err(), "{form:?}");
    }
}

/// The compressed form of some bytes, with a size declared for them.
fn compressed(body: &[u8], size: u32) -> Vec<u8> {
    let mut form = vec![131, 80];
    form.extend_from_slice(&size.to_be_bytes());
    let mut stream = flate2::write::ZlibEncoder::new(form, flate2::Compression::new(9));
    stream.write_all(body).expect("room");
    stream.finish().expect("room")
}

#[test]
fn compressed_sizes_must_be_right() {
    let heap = Heap::new(0);
    for n in [0, 1, 63, 64, 65, 5_000, 1 << 20, (1 << 22) + 1] {
        let mut body = vec![109];
        body.extend_from_slice(&(n as u32).to_be_bytes());
        body.resize(5 + n, 0);
        let size = body.len() as u32;
        let mut form = compressed(&body, size);
        let used = form.len();
        form.extend_from_slice(b"something else");
        let (t, taken) = decode_used(&heap, &form, DecodeOptions::default()).expect("a binary");
        assert_eq!((t.as_binary().expect("a binary").len(), taken), (n, used));
        for wrong in [size - 1, size + 1, 0, u32::MAX] {
            let form = compressed(&body, wrong);
            assert!(decode(&heap, &form, DecodeOptions::default()).is_err());
        }
        for len in 0..used.min(100) {
            assert!(decode(&heap, &form[..len], DecodeOptions::default()).is_err());
        }
        assert!(decode(&heap, &form[..used - 1], DecodeOptions::default()).is_err());
    }
}

#[test]
fn integers_have_the_largest_size_that_arithmetic_knows() {
    let heap = Heap::new(0);
    let largest = term::arith::max_limbs() as u32 * 8;
    for (n, good) in [(largest, true), (largest + 1, false)] {
        let mut form = vec![131, 111];
        form.extend_from_slice(&n.to_be_bytes());
        form.push(1);
        form.resize(form.len() + n as usize, 0xff);
        assert_eq!(decode(&heap, &form, DecodeOptions::default()).is_ok(), good);
    }
}

#[test]
fn strings_end_at_65535_bytes() {
    let heap = Heap::new(0);
    for (n, tag) in [(1, 107), (65_535, 107), (65_536, 108)] {
        let form =
            encode(heap.byte_list(&vec![7; n]), EncodeOptions::default()).expect("small enough");
        assert_eq!(form[1], tag);
        round_trip(&form);
    }
}

#[test]
fn large_binaries_are_shared() {
    let heap = Heap::new(0);
    let big = heap.binary(&[5; 1_000]);
    let bits = heap.sub_bits(big, 8, 900 * 8 + 3);
    let fun = FunEntry::get(
        Atom::new("m"),
        0,
        OldFun { index: 0, uniq: 0 },
        [0; 16],
        0,
        2,
        Atom::new("f"),
    );
    let t = heap.tuple(&[
        big,
        heap.binary(b"small"),
        heap.list(&[bits, heap.sub_bits(big, 1, 800)]),
        heap.fun(fun, Term::pid(1), &[big, bits]),
        big,
    ]);
    let form = encode(t, EncodeOptions::default()).expect("small enough");
    round_trip(&form);
    let parts = encode_to_parts(t, EncodeOptions::default());
    assert_eq!(parts.iter().filter(|p| matches!(p, Part::Shared(..))).count(), 5);
    let joined: Vec<u8> = parts
        .into_iter()
        .flat_map(|part| match part {
            Part::Bytes(bytes) => bytes,
            Part::Shared(bin, from, n) => bin.bytes()[from..from + n].to_vec(),
        })
        .collect();
    assert_eq!(hex(&joined), hex(&form));
}

#[test]
fn safe_decoding_makes_nothing_new() {
    let heap = Heap::new(0);
    let safe = DecodeOptions { safe: true, ..DecodeOptions::default() };
    let refused: [&[u8]; 4] = [
        b"\x83\x77\x13never seen atom one",
        b"\x83\x64\0\x13never seen atom two",
        b"\x83\x71\x77\x05lists\x77\x05flush\x61\x09",
        b"\x83\x58\x77\x0bnever@seen1\0\0\0\x01\0\0\0\x01\0\0\0\x01",
    ];
    for form in refused {
        let atoms = Atom::count();
        assert_eq!(decode(&heap, form, safe).err(), Some(DecodeError::Unsafe));
        assert_eq!(Atom::count(), atoms);
        assert!(decode(&heap, form, DecodeOptions::default()).is_ok());
        assert!(decode(&heap, form, safe).is_ok());
    }
}

#[test]
fn references_to_the_atom_cache() {
    let heap = Heap::new(0);
    let atoms = [Atom::new("first"), Atom::new("second")];
    let options = DecodeOptions { atoms: &atoms, ..DecodeOptions::default() };
    let form = [131, 104, 2, 82, 1, 88, 82, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3];
    let t = decode(&heap, &form, options).expect("a tuple");
    let [second, pid] = t.as_tuple_of().expect("two elements");
    assert!(second.is(atoms[1]));
    let View::ExternalPid(node, 1, 2) = pid.view() else { panic!("an external pid") };
    assert!(node.name == atoms[0] && node.creation == 3);
    assert!(decode(&heap, &[131, 82, 2], options).is_err());
    assert!(decode(&heap, &form, DecodeOptions::default()).is_err());
}

#[test]
fn literals_outlive_their_heap() {
    let mut area = Area::default();
    let form = encode(Term::TRUE, EncodeOptions::default()).expect("small enough");
    let t = decode_literal(&form, &mut area).expect("a literal");
    assert!(t.same(Term::TRUE));
    let form = [131, 104, 2, 107, 0, 2, 1, 2, 116, 0, 0, 0, 1, 97, 1, 97, 2];
    let t = decode_literal(&form, &mut area).expect("a literal");
    assert_eq!(encode(t, EncodeOptions::default()).expect("small enough"), form);
}
