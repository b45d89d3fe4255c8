//! Whatever a text is, reading it as a number, an atom, an identifier or characters ends; what is a
//! number is written as a text that gives it again.

use super::calls::{call, register};
use crate::random::Random;
use crate::texts;
use term::{Atom, Heap, Mfa, Term, compare, float, integer_text};
use vm::process::Process;

const ENCODINGS: [&str; 6] = ["latin1", "unicode", "utf8", "utf16", "utf32", "other"];
const IDENTIFIERS: [&str; 3] = ["list_to_pid", "list_to_port", "list_to_ref"];

/// A byte that says what the rest is to be, and that.
pub fn run(bytes: &[u8]) {
    let [kind, text @ ..] = bytes else { return };
    let heap = Heap::new(0);
    match kind % 4 {
        0 => {
            if let Some(f) = float::parse(text) {
                assert!(f.is_finite());
                assert_eq!(float::parse(float::shortest(f).as_bytes()), Some(f));
                let digits = i64::from(kind / 4);
                let _ = (float::decimals(f, digits, true), float::scientific(f, digits));
            }
        }
        1 => {
            let base = 2 + u32::from(kind / 4) % 35;
            if let Ok(t) = integer_text::parse(&heap, text, base) {
                let again = integer_text::to_text(t, base);
                let same = integer_text::parse(&heap, again.as_bytes(), base);
                assert!(same.is_ok_and(|same| compare::exactly_equal(same, t)));
            }
        }
        2 => {
            register();
            let mut p = Process::for_test();
            let p = &mut p.running();
            let encoding = |n: u8| Term::atom(Atom::new(ENCODINGS[usize::from(n) % 6]));
            let (from, to) = (encoding(kind / 4), encoding(kind / 24));
            let data = p.heap().binary(text);
            let unicode = |name, arity| Mfa::new(Atom::new("unicode"), Atom::new(name), arity);
            let _ = call(p, unicode("characters_to_binary", 3), &[data, from, to]);
            let _ = call(p, unicode("characters_to_list", 2), &[data, from]);
        }
        _ => {
            register();
            let mut p = Process::for_test();
            let p = &mut p.running();
            let name = IDENTIFIERS[usize::from(kind / 4) % 3];
            let list = p.heap().byte_list(text);
            let _ = call(p, Mfa::new(Atom::new("erlang"), Atom::new(name), 1), &[list]);
        }
    }
}

/// A text of one of these kinds.
pub fn make(random: &mut Random) -> Vec<u8> {
    let kind = random.byte();
    let text = match kind % 4 {
        0 | 1 => texts::number_text(random),
        2 => texts::characters(random),
        _ => texts::identifier(random),
    };
    [vec![kind], text].concat()
}
