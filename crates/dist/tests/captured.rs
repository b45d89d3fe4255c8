//! Frames that two nodes of OTP 25 have exchanged, and those that its documentation shows.
//!
//! `frames.txt` has all frames of a connection on which each operation was used: `>` and `<` are
//! its two directions, `61*100` stands for a hundred bytes 61.

use dist::cache::{NEXT, PASS_THROUGH};
use dist::control::{self, Control, OPS};
use dist::{Flags, Fragments, Frame, HeaderKind, InCache, Limits, OutCache, Whole, frame};
use std::collections::BTreeSet;
use term::etf::{
    AtomTable, DecodeOptions, EncodeOptions, VERSION, decode_body, encode_body, encode_body_with,
};
use term::{Atom, Heap, RefBin, Term, compare};

const LIMITS: Limits = Limits { sequences: 10, bytes: 1 << 20 };

fn frames() -> Vec<(char, Vec<u8>)> {
    let byte = |s: &str| u8::from_str_radix(s, 16).expect("base 16");
    let frame = |line: &str| {
        let mut words = line.split(' ');
        let direction = words.next().and_then(|w| w.chars().next()).expect("a direction");
        let bytes = words.flat_map(|word| match word.split_once('*') {
            Some((b, n)) => vec![byte(b); n.parse().expect("a number")],
            None => (0..word.len() / 2).map(|i| byte(&word[2 * i..2 * i + 2])).collect(),
        });
        (direction, bytes.collect())
    };
    include_str!("frames.txt").lines().map(frame).collect()
}

/// One end of a connection, with what it has of what the other one sends.
struct Receiver {
    cache: InCache,
    fragments: Fragments,
}

impl Receiver {
    fn new() -> Receiver {
        Receiver { cache: InCache::new(), fragments: Fragments::new(LIMITS) }
    }

    fn take(&mut self, bytes: &[u8]) -> Option<Whole> {
        match frame::read(bytes, &mut self.cache, Flags::DEFAULT).expect("a frame") {
            Frame::Tick => None,
            Frame::Message { atoms, body } => Some(Whole { atoms, body: RefBin::from_slice(body) }),
            Frame::First { sequence, fragments, atoms, body } => {
                self.fragments.first(sequence, fragments, atoms, body).expect("in order")
            }
            Frame::Next { sequence, fragment, body } => {
                self.fragments.next(sequence, fragment, body).expect("in order")
            }
            Frame::PassThrough { .. } => panic!("terms without a header"),
        }
    }
}

/// The control message of a message, and what follows it.
fn terms<'h>(heap: &'h Heap, whole: &Whole) -> (Control<'h>, Option<Term<'h>>) {
    let options = DecodeOptions { atoms: &whole.atoms, ..DecodeOptions::default() };
    let bytes = whole.body.bytes();
    let (t, used) = decode_body(heap, bytes, options).expect("a control message");
    let control = control::parse(t).unwrap_or_else(|e| panic!("{e}"));
    if !control.op().payload {
        assert_eq!(used, bytes.len());
        return (control, None);
    }
    let (payload, more) = decode_body(heap, &bytes[used..], options).expect("a payload");
    assert_eq!(used + more, bytes.len());
    (control, Some(payload))
}

/// The terms of a message, with the atoms of a table if there is one.
fn write(terms: &[Term<'_>], mut atoms: Option<&mut AtomTable>) -> Vec<u8> {
    let mut body = Vec::new();
    for &t in terms {
        match &mut atoms {
            Some(table) => encode_body_with(t, EncodeOptions::DISTRIBUTION, table, &mut body)
                .expect("small enough"),
            None => encode_body(t, EncodeOptions::DISTRIBUTION, &mut body).expect("small enough"),
        }
    }
    body
}

#[test]
fn frames_of_stock_are_read_and_written_again() {
    let mut receivers = [Receiver::new(), Receiver::new()];
    let (mut out, mut back) = (OutCache::new(), Receiver::new());
    let mut seen = BTreeSet::new();
    let mut same = 0;
    let mut messages = 0;
    for (direction, bytes) in frames() {
        let Some(whole) = receivers[usize::from(direction == '<')].take(&bytes) else { continue };
        messages += 1;
        let heap = Heap::new(0);
        let (control, payload) = terms(&heap, &whole);
        seen.insert(control.op().name);
        let both: Vec<_> = [control.build(&heap)].into_iter().chain(payload).collect();
        // With the atoms in stock's order the terms are the same bytes, but for maps whose order
        // is not told. A message that is written before the nodes know each other has none.
        let mut table = AtomTable::new();
        assert!(whole.atoms.iter().all(|&atom| table.index(atom).is_some()));
        let body = write(&both, Some(&mut table).filter(|_| !whole.atoms.is_empty()));
        assert_eq!(body.len(), whole.body.bytes().len());
        same += usize::from(body == whole.body.bytes());
        let (mut table, mut frame) = (AtomTable::new(), Vec::new());
        let body = write(&both, Some(&mut table));
        out.header(&table, HeaderKind::Whole, &mut frame);
        frame.extend(body);
        let again = back.take(&frame).expect("a message");
        let (control, payload) = terms(&heap, &again);
        let again: Vec<_> = [control.build(&heap)].into_iter().chain(payload).collect();
        let equal = both.iter().zip(&again).all(|(&a, &b)| compare::exactly_equal(a, b));
        assert!(equal && both.len() == again.len());
    }
    assert!(receivers.iter().all(|receiver| receiver.fragments.under_way() == (0, 0)));
    assert!(same + 2 >= messages, "{same} of {messages} are the same");
    // All that a node of OTP 25 sends to another one.
    let old = ["SEND", "EXIT", "UNLINK", "EXIT2", "SEND_TT", "EXIT_TT", "EXIT2_TT"];
    let others = ["MONITOR_P_EXIT", "PAYLOAD_EXIT2_TT", "ALTACT_SIG_SEND"];
    let never: BTreeSet<_> = old.into_iter().chain(others).collect();
    let expected: BTreeSet<_> =
        OPS.iter().map(|op| op.name).filter(|n| !never.contains(n)).collect();
    assert_eq!(seen, expected);
}

/// The fragmented message in the chapter on the external term format.
#[test]
fn the_documented_fragments_are_read() {
    let mut receiver = Receiver::new();
    let node = Atom::new("node@host");
    // An earlier message has put these into the cache.
    let before = b"\x83D\x02\x8c\x00\x0a\x09node@host\x05\x00j";
    assert!(receiver.take(before).is_some());
    let header = [
        131, 69, 0, 0, 2, 168, 0, 0, 5, 83, 0, 0, 0, 0, 0, 0, 0, 2, 5, 4, 137, 9, 10, 5, 236, 3,
        114, 101, 103, 9, 4, 99, 97, 108, 108, 238, 13, 115, 101, 116, 95, 103, 101, 116, 95, 115,
        116, 97, 116, 101,
    ];
    let control = [104, 4, 97, 6, 103, 82, 0, 0, 0, 0, 85, 0, 0, 0, 0, 2, 82, 1, 82, 2];
    let mut payload = vec![
        104, 3, 82, 3, 103, 82, 0, 0, 0, 0, 245, 0, 0, 0, 2, 2, 104, 2, 82, 4, 109, 0, 0, 0, 128,
    ];
    payload.extend([0; 128]);
    let (now, later) = payload.split_at(128);
    assert_eq!(later.len(), 25);
    assert!(receiver.take(&[&header, &control[..], now].concat()).is_none());
    let continuing = [131, 70, 0, 0, 2, 168, 0, 0, 5, 83, 0, 0, 0, 0, 0, 0, 0, 1];
    let whole = receiver.take(&[&continuing, later].concat()).expect("a message");
    let names = ["node@host", "", "reg", "call", "set_get_state"];
    assert_eq!(whole.atoms, names.map(Atom::new));
    let heap = Heap::new(0);
    let (control, payload) = terms(&heap, &whole);
    let Control::RegSend { to, token: None, .. } = control else { panic!("{control:?}") };
    assert!(to.is(Atom::new("reg")));
    let payload = payload.and_then(Term::as_tuple).expect("a tuple");
    assert!(payload[0].is(Atom::new("call")) && payload[1].is_pid());
    let [what, data] = payload[2].as_tuple_of().expect("a pair");
    assert!(what.is(Atom::new("set_get_state")) && data.as_binary().as_deref() == Some(&[0; 128]));
    assert_eq!(receiver.cache.references(&[1, 4, 10]).expect("in the cache").0, [node]);
}

/// Ours begin with the bytes of the documentation.
#[test]
fn headers_have_the_documented_bytes() {
    let mut out = OutCache::new();
    let none = AtomTable::new();
    let (sequence, fragments, fragment) = (0x102_0304_0506_0708, 3, 2);
    let mut header = |kind| {
        let mut bytes = Vec::new();
        out.header(&none, kind, &mut bytes);
        bytes
    };
    assert_eq!(header(HeaderKind::Whole), [VERSION, 68, 0]);
    let numbers = [1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0];
    let first = [&[VERSION, 69][..], &numbers, &[3, 0]].concat();
    assert_eq!(header(HeaderKind::First { sequence, fragments }), first);
    let next = [&[VERSION, NEXT][..], &numbers, &[2]].concat();
    assert_eq!(header(HeaderKind::Next { sequence, fragment }), next);
    assert_eq!(header(HeaderKind::PassThrough), [PASS_THROUGH]);
}
