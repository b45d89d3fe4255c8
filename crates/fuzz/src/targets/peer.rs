//! A peer that sends anything: its channel lives on or ends, a process of this node gets messages
//! and signals, and nothing is left of the channel when it is over.

use super::frames::cut;
use crate::random::Random;
use crate::terms;
use dist::channel::{Carrier, Channel};
use dist::control::{Kind, OPS, Op};
use dist::{Flags, incoming, nodes};
use std::cell::RefCell;
use term::node::set_this_node;
use term::{Term, atom};
use vm::process::{Process, Running};
use vm::system::{SystemLogger, set_system_logger};
use vm::{process_table, signal};

/// The table of processes has no place left: no process is spawned, for nobody would run it.
const PROCESSES: usize = 1024;
const CREATION: u32 = 5;

/// The process that gets what comes.
struct Victim(Running<'static>);

thread_local! {
    static VICTIM: RefCell<Victim> = RefCell::new(Victim::new());
}

impl Victim {
    fn new() -> Victim {
        set_system_logger(SystemLogger::Nobody);
        process_table::set_limit(PROCESSES);
        assert_eq!(process_table::limit(), PROCESSES, "the table of processes is somebody else's");
        set_this_node(atom!("here@x"), CREATION);
        let mut p = Process::listed_for_test();
        p.own().flags.trap_exit = true;
        while process_table::count() < process_table::limit() {
            Process::listed_for_test();
        }
        Victim(p)
    }

    /// Handles what has come, and forgets it.
    fn settle(&mut self) {
        let p = &mut self.0;
        let _ = signal::handle(p);
        p.own().exit_reason = None;
        p.own().mailbox.rewind();
        while p.own().mailbox.current().is_some() {
            drop(p.own().mailbox.take_current());
            p.own().mailbox.rewind();
        }
    }

    /// Relations with others.
    fn relations(&mut self) -> usize {
        let own = self.0.own();
        let watched = own.extra.as_ref().map_or(0, |extra| extra.monitored_by.iter().count());
        own.links.active().count() + watched
    }
}

/// A byte that says what both nodes can do, and frames, each with its length in two bytes.
pub fn run(bytes: &[u8]) {
    let Some((flags, mut rest)) = bytes.split_first() else { return };
    let flags = match flags % 4 {
        0 => Flags::mandatory(),
        1 => Flags::DEFAULT.difference(Flags::DIST_HDR_ATOM_CACHE),
        _ => Flags::DEFAULT,
    };
    VICTIM.with_borrow_mut(|victim| {
        let channel = Channel::new(atom!("a@b"), 1);
        assert!(channel.up(Carrier::None, flags));
        while let Some((frame, more)) = cut(rest) {
            rest = more;
            let lives = incoming::arrived(&channel, frame);
            assert_eq!(lives, channel.state().is_up());
            victim.settle();
            while let Some(packet) = channel.take_packet() {
                assert!(packet.len > 0);
            }
        }
        nodes::over(&channel, Term::NIL);
        victim.settle();
        assert_eq!(victim.relations(), 0, "something is left of the channel");
    });
}

/// Frames of some messages, now and then damaged.
pub fn make(random: &mut Random) -> Vec<u8> {
    VICTIM.with_borrow(|_| ());
    let flags = random.byte();
    let mut input = vec![flags];
    let mut before = Vec::new();
    for _ in 0..1 + random.below(8) {
        let mut frame = made(random, flags.is_multiple_of(4));
        if random.once_in(6) {
            terms::damage(&mut frame, &before, random);
        }
        frame.truncate(usize::from(u16::MAX));
        input.extend((frame.len() as u16).to_be_bytes());
        input.extend(&frame);
        before = frame;
    }
    input
}

fn made(random: &mut Random, pass_through: bool) -> Vec<u8> {
    let version: &[u8] = if pass_through { &[131] } else { &[] };
    let mut frame = match (pass_through, random.below(5)) {
        (true, _) => vec![112],
        (_, 0) => [&[131, 69], &numbers(random)[..], &[0]].concat(),
        (_, 1) => {
            let part = [&[131, 70], &numbers(random)[..]].concat();
            return [part, terms::term(random, 1)].concat();
        }
        _ => vec![131, 68, 0],
    };
    let op = &OPS[random.below(OPS.len())];
    frame.extend(version);
    frame.extend(control(random, op));
    if op.payload || random.once_in(10) {
        frame.extend(version);
        frame.extend(terms::term(random, 1));
    }
    frame
}

/// The numbers of a fragment.
fn numbers(random: &mut Random) -> [u8; 16] {
    let mut numbers = [0; 16];
    (numbers[7], numbers[15]) = (1 + random.below(3) as u8, 1 + random.below(3) as u8);
    numbers
}

/// A control message that is right but for a field here and there.
fn control(random: &mut Random, op: &Op) -> Vec<u8> {
    let mut control = vec![104, op.arity() as u8, 97, op.number];
    let here = || external(VICTIM.with_borrow(|victim| victim.0.pid()));
    for &(field, kind) in op.fields {
        let name = [&[119, 4], &b"name"[..]].concat();
        let numbered = |tag: &[u8], node: &str, creation: u32, n: [u8; 8]| {
            let name = node.as_bytes();
            [tag, &[119, name.len() as u8], name, &tail(tag, n, creation)].concat()
        };
        let small = [0, 0, 0, random.below(3) as u8, 0, 0, 0, 0];
        let (node, creation) = match (field, random.below(30)) {
            (_, 0) => ("x@y.z", 1),
            (_, 1) => ("here@x", CREATION + 1),
            (_, 2) | ("to", _) => ("here@x", CREATION),
            _ => ("a@b", 7),
        };
        let pid = match node {
            "here@x" if creation == CREATION && !random.once_in(10) => here(),
            _ => numbered(b"X", node, creation, small),
        };
        let reference = numbered(b"Z\0\x02", node, creation, small);
        let number = vec![97, random.below(5) as u8];
        control.extend(match kind {
            _ if random.once_in(60) => terms::term(random, 1),
            Kind::Pid => pid,
            Kind::Ref => reference,
            Kind::Atom | Kind::Unused => name,
            Kind::Process => {
                if random.once_in(8) {
                    name
                } else {
                    pid
                }
            }
            Kind::Receiver => random.one(&[&pid, &reference, &name]).to_vec(),
            Kind::Mfa => [b"h\x03", &name[..], &name, &[97, 0]].concat(),
            Kind::Id | Kind::IdBack | Kind::Bits => number,
            Kind::Token => [b"h\x05a\x01", &number[..], &number, &pid, &number].concat(),
            Kind::Any if field == "options" => {
                random.one(&[&b"j"[..], b"l\0\0\0\x01w\x04linkj"]).to_vec()
            }
            Kind::Any => terms::term(random, 1),
        });
    }
    control
}

/// The part of a pid or reference behind the name of its node.
fn tail(tag: &[u8], n: [u8; 8], creation: u32) -> Vec<u8> {
    let creation = creation.to_be_bytes();
    if tag[0] == b'X' { [&n[..], &creation].concat() } else { [&creation, &n[..]].concat() }
}

fn external(t: Term<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    term::etf::encode_body(t, term::etf::EncodeOptions::DISTRIBUTION, &mut bytes)
        .expect("small enough");
    bytes
}
