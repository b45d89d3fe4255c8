//! Built-ins against what the stock emulator gives for the same calls: see `generate.escript`.

use std::path::Path;
use term::etf::{DecodeOptions, decode};
use term::{Atom, Heap, Mfa, Term, View, am, print};
use vm::bif::{self, Exception, Other};
use vm::process::{Process, Running};

fn from_hex(text: &str) -> Vec<u8> {
    let digit = |c: u8| (c as char).to_digit(16).expect("a hexadecimal digit") as u8;
    text.as_bytes().chunks(2).map(|c| digit(c[0]) << 4 | digit(c[1])).collect()
}

/// The same bits, not beginning on a byte's boundary.
fn shifted<'h>(heap: &'h Heap, t: Term<'h>) -> Term<'h> {
    let View::Bits(bits) = t.view() else { return t };
    let (bytes, len) = (bits.bytes(), bits.bit_len());
    let mut moved = vec![0xff; len.div_ceil(8) + 1];
    for i in 0..len {
        let bit = bytes[i / 8] >> (7 - i % 8) & 1;
        let at = i + 3;
        moved[at / 8] = moved[at / 8] & !(0x80 >> (at % 8)) | bit << (7 - at % 8);
    }
    heap.sub_bits(heap.binary(&moved), 3, len)
}

/// The outcome of a call, in the form of the tables.
fn outcome<'h>(p: &mut Running<'h>, mfa: Mfa, args: &[Term<'h>]) -> Term<'h> {
    let heap = p.heap();
    let Some(bif) = bif::find(mfa) else {
        return Term::atom(Atom::new("no such built-in"));
    };
    let tagged = |tag, t| heap.tuple(&[Term::atom(tag), t]);
    match bif.call(p, args) {
        Ok(t) => tagged(am::OK, t),
        Err(Exception::Error(t)) => tagged(am::ERROR, t),
        Err(Exception::Exit(t)) => tagged(am::EXIT, t),
        Err(Exception::Throw(t)) => tagged(am::THROW, t),
        Err(Exception::Other(other)) => match *other {
            // A built-in that goes on after others had their turn.
            Other::Trap(export, args) if bif::find(export.mfa).is_some() => {
                outcome(p, export.mfa, &args)
            }
            Other::ErrorArgs(t, _) | Other::ErrorCause(t, _) => tagged(am::ERROR, t),
            Other::BadargOf(_) => tagged(am::ERROR, Term::atom(am::BADARG)),
            Other::Yield(args) => outcome(p, mfa, &args),
            Other::Trap(export, args) => {
                let trap = Atom::new(&format!("trap to {}", export.mfa));
                tagged(trap, heap.list(&args))
            }
            _ => Term::atom(Atom::new("another exception")),
        },
    }
}

static ONCE: std::sync::Once = std::sync::Once::new();

fn check(name: &str) {
    ONCE.call_once(|| bifs::register(&[]));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/calls/{name}.expected"));
    let table = std::fs::read_to_string(&path).expect("table of calls");
    let mut wrong = Vec::new();
    for line in table.lines() {
        let (hex, call) = line.split_once(' ').expect("a call");
        let mut p = Process::for_test();
        let p = &mut p.running();
        let row = decode(p.heap(), &from_hex(hex), DecodeOptions::default()).expect("a term");
        let &[module, function, args, expected] = row.as_tuple_of::<4>().expect("a row");
        let args = args.to_vec().expect("arguments");
        let (module, function) = (module.as_atom().unwrap(), function.as_atom().unwrap());
        let mfa = Mfa::new(module, function, args.len() as u8);
        let unaligned: Vec<_> = args.iter().map(|&t| shifted(p.heap(), t)).collect();
        for args in [args, unaligned] {
            let got = outcome(p, mfa, &args);
            if !term::compare::exactly_equal(got, expected) {
                let (got, expected) = (print::display(got), print::display(expected));
                wrong.push(format!("{call}\n    is {got}\n    not {expected}"));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn long_iolists_are_measured_in_steps() {
    ONCE.call_once(|| bifs::register(&[]));
    let mut p = Process::for_test();
    let p = &mut p.running();
    let heap = p.heap();
    // 2^20 - 1 times the same three bytes, in few cells.
    let leaf = heap.cons(Term::small(1), heap.binary(b"ab"));
    let shared = (0..20).fold(Term::NIL, |t, _| heap.list_with_tail(&[t, leaf], t));
    let mfa = Mfa::new(am::ERLANG, Atom::new("iolist_size"), 1);
    let size = outcome(p, mfa, &[shared]).as_tuple_of::<2>().expect("a size")[1];
    assert_eq!(size.as_u64(), Some(3 * ((1 << 20) - 1)));
}

macro_rules! tables {
    ($($name:ident)*) => {
        $(#[test] fn $name() { check(stringify!($name)); })*
    };
}

tables! {
    arith
    binary
    convert
    debug
    digest
    external
    iolist
    lists
    maps
    match_spec
    math
    order
    packet
    re
    tuples
    types
    unicode
}
