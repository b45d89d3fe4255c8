//! Makes external terms by chance: of all kinds, in all their forms, whole and damaged.

use crate::form;
use crate::random::Random;
use std::io::Write;

/// Names that atoms have: few, so that millions of terms do not fill the table of atoms.
const NAMES: &[&str] =
    &["a", "", "ok", "lists", "a@b", "x@y.z", "some_longer_name_of_an_atom", "é", "€uro", "true"];
/// Nodes that identities are of: none of them is the one that reads.
const NODES: &[&str] = &["a@b", "x@y.z", "n@127.0.0.1"];
/// Numbers at which something changes.
const NUMBERS: &[u32] = &[
    0,
    1,
    2,
    3,
    4,
    255,
    256,
    0x7fff,
    0x8000,
    0xffff,
    0x3_ffff,
    0x4_0000,
    0xfff_ffff,
    0x1000_0000,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
];
/// Tags and lengths at which things happen.
pub const INTERESTING: &[u8] = &[
    0, 1, 2, 3, 4, 5, 8, 9, 31, 32, 33, 63, 64, 65, 67, 70, 77, 80, 82, 88, 89, 90, 97, 98, 99,
    100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 118, 119,
    120, 127, 128, 254, 255,
];

/// A term with its version in front, sometimes compressed.
pub fn whole(random: &mut Random) -> Vec<u8> {
    let depth = random.below(5);
    let t = term(random, depth);
    match random.once_in(12) {
        true => compressed(&t),
        false => form::whole(&t),
    }
}

/// A whole term, damaged or not.
pub fn any(random: &mut Random) -> Vec<u8> {
    let mut bytes = whole(random);
    if !random.once_in(4) {
        let other = whole(random);
        damage(&mut bytes, &other, random);
    }
    bytes
}

fn compressed(t: &[u8]) -> Vec<u8> {
    let head = [&[131, 80], &(t.len() as u32).to_be_bytes()[..]].concat();
    let mut encoder = flate2::write::ZlibEncoder::new(head, flate2::Compression::fast());
    // Writing to memory does not fail.
    let _ = encoder.write_all(t);
    encoder.finish().unwrap_or_default()
}

/// Changes some bytes; some of what is put in is of another input.
pub fn damage(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    for _ in 0..1 + random.below(3) {
        let at = random.below(bytes.len() + 1);
        let interesting = INTERESTING[random.below(INTERESTING.len())];
        match random.below(8) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, interesting),
            2 if at < bytes.len() => drop(bytes.remove(at)),
            3 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            4 | 5 if at < bytes.len() => bytes[at] = interesting,
            6 => {
                let from = random.below(other.len() + 1);
                let to = from + random.below(other.len() - from + 1);
                bytes.splice(at..at, other[from..to].iter().copied());
            }
            _ => {
                let to = at + random.below((bytes.len() - at).min(16) + 1);
                bytes.drain(at..to);
            }
        }
    }
}

/// A term without its version.
pub fn term(random: &mut Random, depth: usize) -> Vec<u8> {
    if depth > 0 && !random.once_in(3) {
        return compound(random, depth - 1);
    }
    match random.below(14) {
        0 => form::int(i64::from(random.byte())),
        1 => form::int(random.bits() as i32 as i64),
        2 => big(random),
        3 => form::float(finite(random)),
        4 => old_float(random),
        5 | 6 => atom(random),
        7 => identity(random),
        8 => reference(random),
        9 => {
            let n = random.small(90);
            form::binary(&random.bytes(n))
        }
        10 => {
            let n = random.small(70);
            let bytes = random.bytes(n);
            let last = if n == 0 { 0 } else { 1 + random.below(8) as u8 };
            [&[77], &(n as u32).to_be_bytes()[..], &[last], &bytes].concat()
        }
        11 => {
            let n = random.small(40);
            [&[107, 0, n as u8], &random.bytes(n)[..]].concat()
        }
        12 => {
            let arity = random.below(4) as i64;
            let parts = [atom(random), atom(random), form::int(arity)];
            [vec![113], parts.concat()].concat()
        }
        _ => vec![106],
    }
}

/// A native record, whose fields may have one name.
fn record(random: &mut Random, values: &[Vec<u8>]) -> Vec<u8> {
    let mut record = vec![67, 0, 0, 0, values.len() as u8, random.below(3) as u8];
    record.extend(atom(random));
    record.extend(atom(random));
    for i in 0..values.len() {
        record.extend(match random.once_in(8) {
            true => atom(random),
            false => [&[119, 6], format!("field{i}").as_bytes()].concat(),
        });
    }
    record.extend(values.concat());
    record
}

fn compound(random: &mut Random, depth: usize) -> Vec<u8> {
    let n = random.small(6);
    let elements: Vec<Vec<u8>> = (0..n).map(|_| term(random, depth)).collect();
    match random.below(11) {
        10 => record(random, &elements),
        0..=2 => form::tuple(&elements),
        3 => [&[105, 0, 0, 0, n as u8], &elements.concat()[..]].concat(),
        4 | 5 => form::list(&elements),
        6 => form::improper(&elements, &term(random, depth)),
        7 => fun(random, &elements),
        kind => {
            // Of more than 32 keys maps are another kind of term.
            let n = if random.once_in(6) { 31 + random.below(5) } else { n };
            let mut map = vec![116, 0, 0, 0, n as u8];
            for i in 0..n {
                // Keys of any kind, of which two may be equal, or numbers.
                map.extend(if kind == 8 { term(random, 1) } else { form::int(i as i64) });
                map.extend(term(random, depth.min(1)));
            }
            map
        }
    }
}

fn atom(random: &mut Random) -> Vec<u8> {
    let name = random.one(NAMES);
    let latin1: Vec<u8> = name.chars().filter_map(|c| u8::try_from(u32::from(c)).ok()).collect();
    let (tag, name) = match random.below(5) {
        0 => (100, &latin1[..]),
        1 => (115, &latin1[..]),
        2 => (118, name.as_bytes()),
        _ => (119, name.as_bytes()),
    };
    match tag {
        100 | 118 => [&[tag, 0, name.len() as u8], name].concat(),
        _ => [&[tag, name.len() as u8], name].concat(),
    }
}

fn finite(random: &mut Random) -> f64 {
    match random.below(3) {
        0 => random.byte().into(),
        1 => random.bits() as i32 as f64 / 256.0,
        _ => Some(f64::from_bits(random.bits())).filter(|f| f.is_finite()).unwrap_or(-0.0),
    }
}

fn old_float(random: &mut Random) -> Vec<u8> {
    let mut text = format!("{:.20e}", finite(random)).into_bytes();
    text.resize(31, 0);
    [vec![99], text].concat()
}

fn big(random: &mut Random) -> Vec<u8> {
    let n = random.small(40);
    let mut digits = random.bytes(n);
    if random.once_in(4) {
        digits.extend([0; 3]);
    }
    let (n, sign) = (digits.len(), random.below(2) as u8);
    match random.once_in(4) {
        true => [&[111], &(n as u32).to_be_bytes()[..], &[sign], &digits].concat(),
        false => [&[110, n as u8, sign], &digits[..]].concat(),
    }
}

fn number(random: &mut Random) -> [u8; 4] {
    let n = match random.below(3) {
        0 => random.bits() as u32,
        1 => u32::from(random.byte()),
        _ => NUMBERS[random.below(NUMBERS.len())],
    };
    n.to_be_bytes()
}

fn creation(random: &mut Random, old: bool) -> Vec<u8> {
    match old {
        true => vec![random.below(5) as u8],
        false => number(random).to_vec(),
    }
}

/// A pid or a port of another node.
fn identity(random: &mut Random) -> Vec<u8> {
    let node = form::atom(random.one(NODES));
    let (tag, words, old) = match random.below(5) {
        0 => (103, 2, true),
        1 => (88, 2, false),
        2 => (102, 1, true),
        3 => (89, 1, false),
        _ => (120, 2, false),
    };
    let words: Vec<u8> = (0..words).flat_map(|_| number(random)).collect();
    [vec![tag], node, words, creation(random, old)].concat()
}

/// A reference of another node.
fn reference(random: &mut Random) -> Vec<u8> {
    let node = form::atom(random.one(NODES));
    let n = 1 + random.below(5);
    let mut words: Vec<u8> = number(random).to_vec();
    match random.below(4) {
        0 => [vec![101], node, words, creation(random, true)].concat(),
        tag => {
            // The first number has to be small in old forms.
            if !random.once_in(4) {
                words[..2].fill(0);
            }
            words.extend((1..n).flat_map(|_| number(random)));
            let old = tag == 1;
            let tag = if old { 114 } else { 90 };
            [vec![tag, 0, n as u8], node, creation(random, old), words].concat()
        }
    }
}

/// A fun that no module has.
fn fun(random: &mut Random, free: &[Vec<u8>]) -> Vec<u8> {
    let unique = [random.below(3) as u8; 16];
    let pid = [vec![88], form::atom("a@b"), vec![0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 7]].concat();
    let body = [
        vec![random.below(3) as u8],
        unique.to_vec(),
        vec![0, 0, 0, 0, 0, 0, 0, free.len() as u8],
        form::atom("lists"),
        form::int(0),
        form::int(random.below(3) as i64),
        pid,
        free.concat(),
    ]
    .concat();
    [&[112], &(body.len() as u32 + 4).to_be_bytes()[..], &body].concat()
}
