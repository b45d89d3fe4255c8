//! Each frame that a peer sends ends in a message or an error, within the limits; a message that has
//! been read is written again and comes back.

use crate::random::Random;
use crate::terms;
use dist::fragments::{self, FRAGMENT_SIZE};
use dist::{
    Control, Flags, Fragments, Frame, HeaderKind, InCache, Limits, OutCache, control, frame,
};
use term::etf::{
    AtomTable, DecodeOptions, EncodeOptions, EncodingParts, VERSION, decode_body, encode_body_with,
};
use term::{Atom, Heap, Term, atom, compare};

const LIMITS: Limits = Limits { sequences: 3, bytes: 4000 };

/// Names of atoms that are there.
const NAMES: &[&str] = &["a", "a@b", "x@y.z", "lists", "map", "é", "", "name"];

/// A byte that says what both nodes can do, and frames, each with its length in two bytes.
pub fn run(bytes: &[u8]) {
    let _ = frames_taken(bytes);
}

/// Takes frames up to the first that ends the channel; how many these are.
fn frames_taken(bytes: &[u8]) -> usize {
    // Atoms are never freed: a long run must not make any beside these.
    let _ = (atom!("a"), atom!("a@b"), atom!("x@y.z"), atom!("lists"), atom!("map"), atom!("é"));
    let _ = atom!("name");
    let [flags, rest @ ..] = bytes else { return 0 };
    let flags = match flags % 4 {
        0 => Flags::mandatory(),
        1 => Flags::FRAGMENTS,
        2 => Flags::DIST_HDR_ATOM_CACHE,
        _ => Flags::DEFAULT,
    };
    let (mut cache, mut fragments) = (InCache::with_atoms(Atom::existing), Fragments::new(LIMITS));
    let (mut rest, mut taken) = (rest, 0);
    while let Some((frame, more)) = cut(rest) {
        rest = more;
        if step(frame, flags, &mut cache, &mut fragments).is_none() {
            break;
        }
        taken += 1;
        let (open, bytes) = fragments.under_way();
        assert!(open <= LIMITS.sequences && bytes <= LIMITS.bytes);
    }
    taken
}

/// The first frame, and what is behind it.
pub(super) fn cut(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (len, rest) = bytes.split_first_chunk()?;
    rest.split_at_checked(usize::from(u16::from_be_bytes(*len)))
}

/// A frame; None if it ends the channel.
fn step(bytes: &[u8], flags: Flags, cache: &mut InCache, fragments: &mut Fragments) -> Option<()> {
    let read = match frame::read(bytes, cache, flags) {
        Ok(read) => read,
        Err(e) => return told(e),
    };
    let whole = match read {
        Frame::Tick => return Some(()),
        Frame::PassThrough { body } => return pass_through(body),
        Frame::Message { atoms, body } => return message(&atoms, body),
        Frame::First { sequence, fragments: n, atoms, body } => {
            fragments.first(sequence, n, atoms, body)
        }
        Frame::Next { sequence, fragment, body } => fragments.next(sequence, fragment, body),
    };
    match whole {
        Ok(Some(whole)) => message(&whole.atoms, whole.body.bytes()),
        Ok(None) => Some(()),
        Err(e) => told(e),
    }
}

/// An error ends the channel; it says what is wrong.
fn told<T>(e: impl std::fmt::Display) -> Option<T> {
    assert!(!e.to_string().is_empty());
    None
}

fn pass_through(body: &[u8]) -> Option<()> {
    let heap = Heap::new(0);
    let options = DecodeOptions { safe: true, ..DecodeOptions::default() };
    let (t, used) = decode_body(&heap, body.strip_prefix(&[VERSION])?, options).ok()?;
    if control::parse(t).ok()?.op().payload {
        let rest = body[1 + used..].strip_prefix(&[VERSION])?;
        decode_body(&heap, rest, options).ok()?;
    }
    Some(())
}

/// A message; None if it is none.
fn message(atoms: &[Atom], body: &[u8]) -> Option<()> {
    let heap = Heap::new(0);
    let options = DecodeOptions { safe: true, atoms, ..DecodeOptions::default() };
    let (t, used) = decode_body(&heap, body, options).ok()?;
    let control = match control::parse(t) {
        Ok(control) => control,
        Err(e) => return told(e),
    };
    let payload = match control.op().payload {
        true => Some(decode_body(&heap, &body[used..], options).ok()?.0),
        false => None,
    };
    again(&heap, &control, payload);
    Some(())
}

/// Writes a message in fragments, and reads it.
fn again(heap: &Heap, control: &Control<'_>, payload: Option<Term<'_>>) {
    let (mut atoms, mut out) = (AtomTable::new(), Vec::new());
    let first = Heap::new(0);
    let t = first.copy_in(control_term(control, heap));
    encode_body_with(t, EncodeOptions::DISTRIBUTION, &mut atoms, &mut out).expect("small enough");
    let payload = payload.unwrap_or(Term::NIL);
    let mut encoding =
        EncodingParts::behind(out, Some(atoms), payload, EncodeOptions::DISTRIBUTION, 100);
    while !encoding.go_on(FRAGMENT_SIZE).expect("small enough") {
        encoding.cut(FRAGMENT_SIZE);
    }
    let all = encoding.written();
    let (parts, atoms) = encoding.done_with_atoms();
    let atoms = atoms.expect("the table");
    let (mut into, mut cache) =
        (Fragments::new(Limits { sequences: 1, bytes: all }), InCache::new());
    let mut out = OutCache::new();
    let pieces = fragments::cut(parts, all / 3 + 1);
    let (sequence, fragments) = (1, pieces.len() as u64);
    for (piece, left) in pieces.into_iter().zip((1..=fragments).rev()) {
        let kind = match left == fragments {
            true => HeaderKind::First { sequence, fragments },
            false => HeaderKind::Next { sequence, fragment: left },
        };
        let mut bytes = Vec::new();
        out.header(&atoms, kind, &mut bytes);
        piece.iter().for_each(|part| bytes.extend(part.bytes()));
        let got = match frame::read(&bytes, &mut cache, Flags::DEFAULT).expect("our frame") {
            Frame::First { sequence, fragments, atoms, body } => {
                into.first(sequence, fragments, atoms, body)
            }
            Frame::Next { sequence, fragment, body } => into.next(sequence, fragment, body),
            other => panic!("{other:?}"),
        };
        let Some(whole) = got.expect("our fragment") else { continue };
        let within = Some(&whole.body);
        let options = DecodeOptions { atoms: &whole.atoms, within, ..DecodeOptions::default() };
        let bytes = whole.body.bytes();
        let (same, used) = decode_body(heap, bytes, options).expect("our control message");
        assert!(compare::exactly_equal(same, t));
        let (same, _) = decode_body(heap, &bytes[used..], options).expect("our payload");
        assert!(compare::exactly_equal(same, payload));
        return;
    }
    panic!("the last fragment gives no message");
}

/// A control message that can be read again, as a term.
fn control_term<'h>(control: &Control<'_>, heap: &'h Heap) -> Term<'h> {
    let own = Heap::new(0);
    let t = heap.copy_in(control.build(&own));
    assert!(control::parse(t).is_ok_and(|again| again.op() == control.op()));
    t
}

/// Frames of some messages, most often damaged.
pub fn make(random: &mut Random) -> Vec<u8> {
    let flags = random.byte();
    let mut input = vec![flags];
    let mut out = OutCache::new();
    for _ in 0..random.below(6) {
        let mut frame = made(random, flags % 4, &mut out);
        if random.once_in(4) {
            let other = made(random, flags % 4, &mut OutCache::new());
            terms::damage(&mut frame, &other, random);
        }
        frame.truncate(usize::from(u16::MAX));
        input.extend((frame.len() as u16).to_be_bytes());
        input.extend(frame);
    }
    input
}

/// One frame.
fn made(random: &mut Random, flags: u8, out: &mut OutCache) -> Vec<u8> {
    let mut table = AtomTable::new();
    if flags >= 2 {
        for _ in 0..random.below(4) {
            let _ = table.index(Atom::new(random.one(NAMES)));
        }
    }
    let (sequence, number) = (1 + random.below(4) as u64, 1 + random.below(3) as u64);
    let kind = match (flags, random.below(4)) {
        (0, _) => HeaderKind::PassThrough,
        (1 | 3, 2) => HeaderKind::First { sequence, fragments: number },
        (1 | 3, 3) => HeaderKind::Next { sequence, fragment: number },
        _ => HeaderKind::Whole,
    };
    let mut frame = Vec::new();
    out.header(&table, kind, &mut frame);
    let version: &[u8] = if flags == 0 { &[VERSION] } else { &[] };
    frame.extend(version);
    frame.extend(made_control(random, table.atoms().len()));
    frame.extend(version);
    let depth = random.below(3);
    frame.extend(terms::term(random, depth));
    frame
}

/// A control message with fields of the right kinds, or nearly so.
fn made_control(random: &mut Random, atoms: usize) -> Vec<u8> {
    use control::{Kind, OPS};
    let op = &OPS[random.below(OPS.len())];
    let node = match atoms {
        0 => b"w\x03a@b".to_vec(),
        n => vec![82, random.below(n) as u8],
    };
    let pid = [b"X", &node[..], &[0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 7]].concat();
    let reference = [b"Z\0\x01", &node[..], &[0, 0, 0, 7, 0, 0, 0, 1]].concat();
    let number = [97, random.byte()].to_vec();
    let mut control = vec![104, op.arity() as u8, 97, op.number];
    for (_, kind) in op.fields {
        control.extend(match kind {
            _ if random.once_in(40) => terms::term(random, 1),
            Kind::Pid => pid.clone(),
            Kind::Ref => reference.clone(),
            Kind::Atom | Kind::Unused => node.clone(),
            Kind::Process => if random.once_in(2) { &pid } else { &node }.clone(),
            Kind::Receiver => random.one(&[&pid[..], &reference, &node]).to_vec(),
            Kind::Mfa => [b"h\x03", &node[..], &node, &number].concat(),
            Kind::Id | Kind::IdBack | Kind::Bits => number.clone(),
            Kind::Token => [b"h\x05a\x01", &number[..], &number, &pid, &number].concat(),
            Kind::Any => terms::term(random, 1),
        });
    }
    control
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Otherwise nothing behind the first check is ever reached.
    #[test]
    fn many_frames_are_taken() {
        let mut random = Random::new(1);
        let taken: usize = (0..1000).map(|_| frames_taken(&make(&mut random))).sum();
        assert!(taken > 500, "{taken} frames of 1,000 inputs are taken");
    }
}
