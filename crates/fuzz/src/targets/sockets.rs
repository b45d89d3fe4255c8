//! Whatever addresses and control messages the system gives, and requests programs give, making
//! terms of them and bytes of terms ends.

use crate::random::Random;
use crate::terms;
use io::inet::Input;
use io::sock::{address, cmsg};
use term::Heap;
use term::etf::{DecodeOptions, decode};

/// A byte that says what the rest is.
pub fn run(bytes: &[u8]) {
    let [kind, rest @ ..] = bytes else { return };
    let heap = Heap::new(0);
    match kind % 5 {
        0 => drop(term::print::display(address::encode(&heap, rest))),
        1 => drop(term::print::display(cmsg::encode_all(&heap, rest))),
        2 => {
            let [family, rest @ ..] = rest else { return };
            let mut input = Input(rest);
            if let Ok(a) = io::inet::address::Address::parse(i32::from(*family), &mut input) {
                let _ = (a.family(), a.port(), a.bytes().len());
            }
        }
        3 => {
            let _ = io::inet::address::Address::from_bytes(rest).map(|a| (a.family(), a.port()));
        }
        _ => {
            let Ok(t) = decode(&heap, rest, DecodeOptions::default()) else { return };
            let _ = (address::decode(t), cmsg::decode_all(t, 1 << 16));
        }
    }
}

/// Bytes of an address, a message or a term.
pub fn make(random: &mut Random) -> Vec<u8> {
    let kind = random.below(5) as u8;
    let n = random.small(120);
    let mut rest = match kind {
        4 => terms::any(random),
        _ => (0..n).map(|_| if random.once_in(2) { 0 } else { random.byte() % 40 }).collect(),
    };
    if kind < 2 && rest.len() >= 2 {
        let family = [1u16, 2, 10, 16, 17, 40][random.below(6)];
        rest[..2].copy_from_slice(&family.to_ne_bytes());
    }
    [vec![kind], rest].concat()
}
