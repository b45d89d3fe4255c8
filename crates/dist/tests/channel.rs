//! Several senders on one channel, by chance: what they write in any steps and pieces comes out as
//! it was, in the order of each sender.

use dist::fragments::cut;
use dist::{Control, Flags, Fragments, Frame, HeaderKind, InCache, Limits, OutCache, Whole};
use dist::{control, frame};
use std::collections::{HashMap, VecDeque};
use term::etf::{
    AtomTable, DecodeOptions, Decoding, EncodeOptions, EncodingParts, Part, encode_body_with,
};
use term::node::Node;
use term::{Atom, Heap, OwnedTerm, Term, compare, map};

/// Pseudo-random numbers, the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((self.0 ^ self.0 >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 11) % n as u64) as usize
    }
}

/// More atoms than a cache has entries, so that they replace each other.
fn atoms() -> Vec<Atom> {
    let long = (0..20).map(|i| Atom::new(&format!("{i}{}", "é".repeat(200))));
    (0..3000).map(|i| Atom::new(&format!("channel {i}"))).chain(long).collect()
}

fn any<'h>(heap: &'h Heap, random: &mut Random, atoms: &[Atom], depth: usize) -> Term<'h> {
    let node = || Node::get(Atom::new("far@away"), 1 << 31);
    let atom = Term::atom(atoms[random.below(atoms.len())]);
    match random.below(if depth == 0 { 8 } else { 12 }) {
        0 => Term::small(random.below(1 << 40) as i64 - (1 << 39)),
        1 => heap.float(random.below(1000) as f64 / 8.0),
        2 => heap.external_pid(node(), random.below(1 << 32) as u32, 1),
        3 => heap.external_ref(node(), &[random.below(1 << 32) as u32, 2, 3]),
        4 => heap.binary(&vec![7; random.below(3000)]),
        5 => heap.bits(&[1, 2, 3], random.below(25)),
        6..8 => atom,
        kind => {
            let n = [3, 3, 12, 100][random.below(4)];
            let parts: Vec<_> =
                (0..random.below(n)).map(|_| any(heap, random, atoms, depth - 1)).collect();
            match kind {
                8 | 9 => heap.tuple(&parts),
                10 => heap.list(&parts),
                _ => map::from_pairs(heap, &parts.iter().map(|&t| (t, t)).collect::<Vec<_>>()),
            }
        }
    }
}

/// A message as its sender has written it.
struct Written {
    sequence: u64,
    atoms: AtomTable,
    pieces: VecDeque<Vec<Part>>,
    fragments: u64,
}

fn written(sequence: u64, payload: Term<'_>, random: &mut Random) -> Written {
    let heap = Heap::new(0);
    let from = heap.external_pid(Node::get(Atom::new("far@away"), 1), sequence as u32, 0);
    let control = Control::SendSender { from, to: Term::pid(sequence), token: None };
    let (mut atoms, mut out) = (AtomTable::new(), Vec::new());
    encode_body_with(control.build(&heap), EncodeOptions::DISTRIBUTION, &mut atoms, &mut out)
        .expect("small enough");
    let options = EncodeOptions::DISTRIBUTION;
    let shared = 100 + random.below(3000);
    let mut encoding = EncodingParts::behind(out, Some(atoms), payload, options, shared);
    while !encoding.go_on(1 + random.below(500)).expect("small enough") {
        encoding.cut(random.below(300));
    }
    let all = encoding.written();
    let (parts, atoms) = encoding.done_with_atoms();
    let pieces = cut(parts, all / 20 + 1 + random.below(2 * all));
    let fragments = pieces.len() as u64;
    Written { sequence, atoms: atoms.expect("the table"), pieces, fragments }
}

impl Written {
    /// The next frame; whether it is the last.
    fn frame(&mut self, out: &mut OutCache) -> (Vec<u8>, bool) {
        let (sequence, fragments) = (self.sequence, self.fragments);
        let left = self.pieces.len() as u64;
        let kind = match left == fragments {
            true if fragments == 1 => HeaderKind::Whole,
            true => HeaderKind::First { sequence, fragments },
            false => HeaderKind::Next { sequence, fragment: left },
        };
        let mut frame = Vec::new();
        out.header(&self.atoms, kind, &mut frame);
        let piece = self.pieces.pop_front().expect("a piece");
        piece.iter().for_each(|part| frame.extend(part.bytes()));
        (frame, self.pieces.is_empty())
    }
}

fn received<'h>(heap: &'h Heap, whole: &Whole, random: &mut Random) -> (u64, Term<'h>) {
    let options = DecodeOptions { atoms: &whole.atoms, ..DecodeOptions::default() };
    let bytes = whole.body.bytes();
    let mut term = |from| {
        let mut decoding = Decoding::of_body(from);
        loop {
            let work = 1 + random.below(500);
            if let Some(read) = decoding.go_on(heap, bytes, options, work).expect("a term") {
                return read;
            }
        }
    };
    let (t, used) = term(0);
    let (payload, all) = term(used);
    assert_eq!(all, bytes.len());
    let Ok(Control::SendSender { from, to, token: None }) = control::parse(t) else {
        panic!("another operation")
    };
    assert!(from.is_pid());
    match to.view() {
        term::View::Pid(n) => (n, payload),
        _ => panic!("not a local pid"),
    }
}

#[test]
fn what_is_sent_comes_in_order() {
    let limits = Limits { sequences: 4, bytes: 1 << 24 };
    let atoms = atoms();
    let mut random = Random(1);
    let (mut out, mut cache) = (OutCache::new(), InCache::new());
    let mut fragments = Fragments::new(limits);
    let mut sent: HashMap<u64, VecDeque<OwnedTerm>> = HashMap::new();
    let mut under_way: Vec<Written> = Vec::new();
    let mut fragmented = 0;
    for _ in 0..5000 {
        let sequence = 1 + random.below(4) as u64;
        let at = match under_way.iter().position(|w| w.sequence == sequence) {
            Some(at) => at,
            None => {
                let heap = Heap::new(0);
                let payload = any(&heap, &mut random, &atoms, 2);
                under_way.push(written(sequence, payload, &mut random));
                sent.entry(sequence).or_default().push_back(OwnedTerm::new(payload));
                under_way.len() - 1
            }
        };
        let (bytes, last) = under_way[at].frame(&mut out);
        if last {
            drop(under_way.remove(at));
        }
        let got = match frame::read(&bytes, &mut cache, Flags::DEFAULT).expect("a frame") {
            Frame::Message { atoms, body } => {
                Some(Whole { atoms, body: term::RefBin::from_slice(body) })
            }
            Frame::First { sequence, fragments: n, atoms, body } => {
                fragmented += 1;
                fragments.first(sequence, n, atoms, body).expect("in order")
            }
            Frame::Next { sequence, fragment, body } => {
                fragments.next(sequence, fragment, body).expect("in order")
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(got.is_some(), last);
        let Some(whole) = got else { continue };
        let heap = Heap::new(0);
        let (to, payload) = received(&heap, &whole, &mut random);
        assert_eq!(to, sequence);
        let expected = sent.get_mut(&to).and_then(VecDeque::pop_front).expect("it was sent");
        assert!(compare::exactly_equal(expected.term(), payload));
    }
    assert!(fragmented > 300, "{fragmented} messages in fragments");
    assert_eq!(fragments.under_way().0, under_way.iter().filter(|w| w.fragments > 1).count());
}
