//! Whatever a match specification is, compiling it gives a program, which runs, or errors.

use super::calls::{call, register};
use crate::random::Random;
use crate::texts;
use term::etf::{DecodeOptions, decode};
use term::{Mfa, Term, atom};
use vm::process::Process;

/// An external term: `{Object, Specification}`.
pub fn run(bytes: &[u8]) {
    register();
    let mut p = Process::for_test();
    let p = &mut p.running();
    let heap = p.heap();
    let Ok(t) = decode(heap, bytes, DecodeOptions::default()) else { return };
    let Some(&[object, spec]) = t.as_tuple_of::<2>() else { return };
    let test = Mfa::new(atom!("erlang"), atom!("match_spec_test"), 3);
    let _ = call(p, test, &[object, spec, Term::atom(atom!("table"))]);
    let list = heap.list(&[object]);
    let _ = call(p, test, &[list, spec, Term::atom(atom!("trace"))]);
    let _ = call(p, Mfa::new(atom!("ets"), atom!("match_spec_compile"), 1), &[spec]);
}

/// An object and clauses.
pub fn make(random: &mut Random) -> Vec<u8> {
    let (object, spec) = texts::object_and_spec(random);
    let mut bytes = crate::form::whole(&crate::form::tuple(&[object, spec]));
    if random.once_in(3) {
        texts::damage(&mut bytes, random);
    }
    bytes
}
