//! Streams of packets: however a stream arrives, it is cut into the same packets, which are taken
//! apart to the same terms.

use crate::random::Random;
use crate::texts::{PACKETS, damage};
use bifs::packet::{self, Kind, Length, Limits};
use term::etf::{EncodeOptions, encode};
use term::{Heap, Term};

const KINDS: &[Kind] = &[
    Kind::Length(1),
    Kind::Length(2),
    Kind::Length(4),
    Kind::Asn1,
    Kind::SunRm,
    Kind::Cdr,
    Kind::Fcgi,
    Kind::Line(b'\n'),
    Kind::Line(0),
    Kind::Tpkt,
    Kind::Http(false),
    Kind::Http(true),
    Kind::HttpHeader(false),
    Kind::HttpHeader(true),
    Kind::SslTls,
    Kind::Raw,
];

/// A stream made of pieces, some of them damaged.
pub fn make(random: &mut Random) -> Vec<u8> {
    let mut input = vec![random.byte()];
    for _ in 0..2 {
        input.push(if random.once_in(3) { random.below(128) as u8 } else { 255 });
    }
    input.push(random.below(20) as u8);
    for _ in 0..random.below(6) {
        let mut piece = random.one(PACKETS).to_vec();
        if random.once_in(2) {
            damage(&mut piece, random);
        }
        input.extend(piece);
    }
    input
}

/// Takes the first bytes for the kind, the limits and the way to split, and the rest for a stream:
/// it must not matter in which pieces that comes, but for raw bytes.
pub fn run(input: &[u8]) {
    let [kind, size, line, split, stream @ ..] = input else { return };
    let kind = KINDS[usize::from(*kind) % KINDS.len()];
    // Most streams without limits; small ones are hit often, large ones never.
    let limit = |n: u8| if n >= 128 { 0 } else { u32::from(n) };
    let mut limits = Limits { size: limit(*size), line: limit(*line) };
    if matches!(kind, Kind::Line(_)) && limits.size >= limits.line {
        // A line that is too long is one in pieces as long as its end has not come: so it is in
        // OTP.
        limits.line = 0;
    }
    if matches!(kind, Kind::Http(_) | Kind::HttpHeader(_))
        && [limits.size, limits.line].contains(&1)
    {
        // An end of line that has come as a whole is never too long: so it is in OTP.
        limits = Limits::default();
    }
    let whole = packets(kind, limits, stream, || stream.len());
    if kind == Kind::Raw {
        return;
    }
    let mut state = u32::from(*split);
    let pieces = packets(kind, limits, stream, || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        match *split {
            0 => 1,
            n => (state >> 16) as usize % usize::from(n) + 1,
        }
    });
    assert_eq!(whole, pieces, "{kind:?}, {limits:?}, {stream:?}");
}

/// A packet: its length, and what it is taken apart to.
type Packet = (usize, Vec<u8>);

/// The packets of a stream that comes in pieces, and whether something follows that is none.
fn packets(
    kind: Kind,
    limits: Limits,
    stream: &[u8],
    mut piece: impl FnMut() -> usize,
) -> (Vec<Packet>, bool) {
    let mut all = Vec::new();
    let (mut at, mut here) = (0, 0);
    let mut in_headers = false;
    loop {
        match packet::length(kind, &stream[at..here], limits, in_headers) {
            Length::Known(0) | Length::Invalid => return (all, true),
            Length::Known(n) if n <= here - at => {
                all.push((n, contents(kind, &stream[at..at + n], &mut in_headers)));
                at += n;
            }
            Length::Known(_) | Length::More if here == stream.len() => return (all, false),
            Length::Known(_) | Length::More => here = stream.len().min(here + piece()),
        }
    }
}

/// What is handed on of a packet, in the external format.
fn contents(kind: Kind, packet: &[u8], in_headers: &mut bool) -> Vec<u8> {
    let heap = Heap::new(0);
    let text = |t: &[u8]| heap.binary(t);
    let term = packet::parsed(&heap, kind, packet, Term::NIL, in_headers, &text)
        .unwrap_or_else(|| heap.binary(&packet[packet::body(kind, packet)]));
    encode(term, EncodeOptions::default()).expect("small enough")
}
