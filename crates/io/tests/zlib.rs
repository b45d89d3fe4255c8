//! Streams of `zlib`: what is compressed comes back, in any format and in any pieces.

use term::Term;
use vm::bif::{BifResult, Exception};
use vm::process::{Process, Running};

fn call<'h>(p: &mut Running<'h>, name: &str, args: &[Term<'h>]) -> BifResult<'h> {
    let row = io::zlib::ROWS.iter().find(|r| r.function == name).expect("a row");
    assert_eq!(row.arity as usize, args.len(), "{name}");
    (row.f)(p, args)
}

fn ok<'h>(p: &mut Running<'h>, name: &str, args: &[Term<'h>]) -> Term<'h> {
    match call(p, name, args) {
        Ok(t) => t,
        Err(Exception::Error(t)) => panic!("{name}: {t:?}"),
        Err(_) => panic!("{name}"),
    }
}

/// Runs a stream to the end of its input.
fn run<'h>(p: &mut Running<'h>, z: Term<'h>, name: &str, input: &[&[u8]], flush: i64) -> Vec<u8> {
    let pieces: Vec<_> = input.iter().map(|b| p.heap().binary(b)).collect();
    ok(p, "enqueue_nif", &[z, p.heap().list(&pieces)]);
    let mut out = Vec::new();
    loop {
        let sizes = [Term::small(1000), Term::small(700), Term::small(flush)];
        let t = ok(p, name, &[z, sizes[0], sizes[1], sizes[2]]);
        let e = t.as_tuple().expect("a tuple");
        for b in e[1].list() {
            out.extend_from_slice(&b.as_binary().expect("a binary"));
        }
        if e[0].is(term::Atom::new("finished")) {
            return out;
        }
    }
}

fn check(bits: i64, level: i64, data: &[u8]) {
    let mut p = Process::for_test();
    let p = &mut p.running();
    let z = ok(p, "open_nif", &[]);
    let n = Term::small;
    ok(p, "deflateInit_nif", &[z, n(level), n(8), n(bits), n(8), n(0)]);
    let half = data.len() / 2;
    let packed = run(p, z, "deflate_nif", &[&data[..half], &data[half..]], 4);
    ok(p, "deflateEnd_nif", &[z]);
    let z = ok(p, "open_nif", &[]);
    ok(p, "inflateInit_nif", &[z, n(bits), n(2)]);
    let pieces: Vec<_> = packed.chunks(333).collect();
    assert!(run(p, z, "inflate_nif", &pieces, 0) == data, "{bits} {level} {}", data.len());
    ok(p, "inflateEnd_nif", &[z]);
    ok(p, "close_nif", &[z]);
}

#[test]
fn what_is_compressed_comes_back() {
    let mut noise = vec![0; 100_000];
    let mut x = 1_u32;
    for b in &mut noise {
        x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *b = (x >> 24) as u8;
    }
    let text = b"the quick brown fox jumps over the lazy dog ".repeat(2000);
    for bits in [15, -15, 31, 9] {
        for level in [-1, 0, 1, 9] {
            for data in [&b""[..], b"x", &text, &noise] {
                check(bits, level, data);
            }
        }
    }
}

#[test]
fn errors() {
    let mut p = Process::for_test();
    let p = &mut p.running();
    let z = ok(p, "open_nif", &[]);
    let reason = |r: BifResult<'_>| match r {
        Err(Exception::Error(t)) => format!("{t:?}"),
        Ok(t) => format!("ok {t:?}"),
        Err(_) => "?".into(),
    };
    assert_eq!(reason(call(p, "inflateEnd_nif", &[z])), "not_initialized");
    ok(p, "inflateInit_nif", &[z, Term::small(15), Term::small(2)]);
    let again = call(p, "inflateInit_nif", &[z, Term::small(15), Term::small(2)]);
    assert_eq!(reason(again), "already_initialized");
    ok(p, "enqueue_nif", &[z, p.heap().list(&[p.heap().binary(b"this is not compressed")])]);
    let n = Term::small(1000);
    assert_eq!(reason(call(p, "inflate_nif", &[z, n, n, Term::small(0)])), "data_error");
    assert_eq!(reason(call(p, "inflateEnd_nif", &[z])), "data_error");
    assert_eq!(reason(call(p, "close_nif", &[Term::small(1)])), "badarg");
}
