//! Whatever a regular expression, its options and the subject are, compiling and matching end.

use super::calls::{call, register};
use crate::random::Random;
use crate::texts;
use term::{Atom, Mfa, Term, atom};
use vm::process::Process;

const FLAGS: [&str; 16] = [
    "unicode",
    "caseless",
    "multiline",
    "dotall",
    "extended",
    "anchored",
    "dupnames",
    "ungreedy",
    "ucp",
    "no_auto_capture",
    "firstline",
    "dollar_endonly",
    "bsr_anycrlf",
    "bsr_unicode",
    "never_utf",
    "no_start_optimize",
];
const NEWLINES: [&str; 5] = ["cr", "lf", "crlf", "any", "anycrlf"];

/// Two bytes of flags, one for the newline, one for where the pattern ends, pattern and subject.
pub fn run(bytes: &[u8]) {
    let [low, high, newline, length, rest @ ..] = bytes else { return };
    let (pattern, subject) = rest.split_at(usize::from(*length).min(rest.len()));
    register();
    let mut p = Process::for_test();
    let p = &mut p.running();
    let heap = p.heap();
    let flags = u16::from_le_bytes([*low, *high]);
    let mut options: Vec<Term<'_>> =
        (0..16).filter(|i| flags & 1 << i != 0).map(|i| Term::atom(Atom::new(FLAGS[i]))).collect();
    if let Some(name) = NEWLINES.get(usize::from(*newline)) {
        options.push(heap.tuple(&[Term::atom(atom!("newline")), Term::atom(Atom::new(name))]));
    }
    // Nothing may take for ever: most patterns that would are of no interest.
    let limit = heap.tuple(&[Term::atom(atom!("match_limit")), Term::small(10_000)]);
    let (pattern, options) = (heap.binary(pattern), heap.list(&options));
    let re = |name: &str, arity| Mfa::new(atom!("re"), Atom::new(name), arity);
    if call(p, re("compile", 2), &[pattern, options]).is_none() {
        return;
    }
    let options = heap.cons(Term::atom(atom!("report_errors")), heap.cons(limit, options));
    let _ = call(p, re("run", 3), &[heap.binary(subject), pattern, options]);
}

/// A pattern made of pieces.
pub fn make(random: &mut Random) -> Vec<u8> {
    let rare = random.once_in(2);
    let pattern = if rare { texts::rare_pattern(random) } else { texts::pattern(random) };
    let subject = texts::subject(random);
    let flags = if random.once_in(2) { 0 } else { random.bits() as u16 & random.bits() as u16 };
    let length = pattern.len().min(255) as u8;
    [&flags.to_le_bytes()[..], &[random.below(20) as u8, length], &pattern, &subject].concat()
}
