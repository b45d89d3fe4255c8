//! Whatever addresses, control messages and values of options the system gives, and requests
//! programs give, making terms of them and bytes of terms ends.

use crate::form;
use crate::random::Random;
use crate::terms;
use io::inet::Input;
use io::sock::{address, cmsg, option_values, tables};
use term::Heap;
use term::etf::{DecodeOptions, decode};

const LEVELS: [i32; 6] = [
    libc::SOL_SOCKET,
    libc::IPPROTO_IP,
    libc::IPPROTO_IPV6,
    libc::IPPROTO_SCTP,
    libc::IPPROTO_TCP,
    libc::IPPROTO_UDP,
];
/// Keys of maps that are values of options.
const FIELDS: &[&str] = &[
    "onoff",
    "linger",
    "multiaddr",
    "interface",
    "sourceaddr",
    "mode",
    "slist",
    "sec",
    "usec",
    "data_io",
    "address",
    "initial",
    "max",
    "min",
    "num_outstreams",
    "assoc_id",
];

/// A byte that says what the rest is.
pub fn run(bytes: &[u8]) {
    let [kind, rest @ ..] = bytes else { return };
    let heap = Heap::new(0);
    match kind % 7 {
        5 => {
            let Some((kind, rest)) = option(rest) else { return };
            for domain in [libc::AF_UNIX, libc::AF_INET] {
                drop(term::print::display(option_values::encode(&heap, kind, rest, domain)));
            }
        }
        6 => {
            let Some((kind, rest)) = option(rest) else { return };
            let Ok(t) = decode(&heap, rest, DecodeOptions::default()) else { return };
            let bytes = option_values::decode(kind, t);
            assert!(bytes.is_none() || option_values::can_set(kind));
        }
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

/// The option that two bytes say, and what follows.
fn option(bytes: &[u8]) -> Option<(tables::Kind, &[u8])> {
    let [level, number, rest @ ..] = bytes else { return None };
    let level = LEVELS[usize::from(*level) % LEVELS.len()];
    Some((tables::option(level, i32::from(*number))?.kind, rest))
}

/// A value that some option takes, or nearly.
fn value(random: &mut Random) -> Vec<u8> {
    let t = match random.below(4) {
        0 => return terms::any(random),
        1 => form::int(random.bits() as i32 as i64 >> random.below(32)),
        2 => {
            form::atom(random.one(&["true", "abort", "null", "default", "lowdelay", "do", "inet6"]))
        }
        _ => {
            let n = random.small(8);
            let mut map = vec![116, 0, 0, 0, n as u8];
            for _ in 0..n {
                map.extend(form::atom(random.one(FIELDS)));
                map.extend(match random.below(5) {
                    0 => form::atom(random.one(&["true", "any", "loopback", "include"])),
                    1 => form::tuple(&[form::int(127), form::int(0), form::int(0), form::int(1)]),
                    2 => form::list(&[form::tuple(&vec![form::int(1); 4])]),
                    3 => form::tuple(&vec![form::int(65535); 8]),
                    _ => form::int(random.bits() as i32 as i64 >> random.below(32)),
                });
            }
            map
        }
    };
    form::whole(&t)
}

/// Bytes of an address, a message or a term.
pub fn make(random: &mut Random) -> Vec<u8> {
    let kind = random.below(7) as u8;
    let n = random.small(120);
    let mut rest = match kind {
        4 => terms::any(random),
        5 | 6 => {
            let option = [random.byte() % 6, random.byte() % 80];
            let value = match kind {
                5 => random.bytes(n % 40),
                _ => value(random),
            };
            [&option[..], &value].concat()
        }
        _ => (0..n).map(|_| if random.once_in(2) { 0 } else { random.byte() % 40 }).collect(),
    };
    if kind < 2 && rest.len() >= 2 {
        let family = [1u16, 2, 10, 16, 17, 40][random.below(6)];
        rest[..2].copy_from_slice(&family.to_ne_bytes());
    }
    [vec![kind], rest].concat()
}
