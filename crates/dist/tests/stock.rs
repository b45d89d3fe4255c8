//! A node of the installed OTP takes what is written here, and its answers are read: with all that
//! nodes can do, without a cache of atoms, and without headers.

use dist::control::{self, Control};
use dist::fragments::cut;
use dist::{Flags, Fragments, Frame, HeaderKind, InCache, Limits, OutCache, Whole, frame};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command};
use std::time::{Duration, Instant};
use term::etf::{
    AtomTable, DecodeOptions, EncodeOptions, EncodingParts, VERSION, decode_body, encode_body,
    encode_body_with,
};
use term::node::{self, Node};
use term::{Atom, Heap, RefBin, Term, atom, compare, map};

const PATIENCE: Duration = Duration::from_secs(30);
/// Large enough for a few fragments of a message.
const LIMITS: Limits = Limits { sequences: 10, bytes: 1 << 22 };

/// The connection to the node, of which this program has the other end.
struct Peer {
    child: Child,
    socket: TcpStream,
    flags: Flags,
    out: OutCache,
    cache: InCache,
    fragments: Fragments,
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A port that is free now.
fn free_port() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port().to_string()
}

impl Peer {
    /// Starts a node; None if there is no OTP here.
    fn start(flags: Flags) -> Option<Peer> {
        let tests = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stock.erl");
        let beams = env!("CARGO_TARGET_TMPDIR");
        let compiled = Command::new("erlc").args(["-o", beams, tests]).status().ok()?;
        assert!(compiled.success());
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let theirs = listener.local_addr().expect("an address").port().to_string();
        let (own, flags_text) = (free_port(), flags.bits().to_string());
        let name = "stock@127.0.0.1";
        let child = Command::new("erl")
            .args(["-noinput", "-hidden", "-name", name, "-setcookie", "dist", "-pa", beams])
            .args(["-start_epmd", "false", "-erl_epmd_port", &own])
            .args(["-kernel", "inet_dist_use_interface", "{127,0,0,1}"])
            .args(["-run", "stock", "start", &own, &theirs, &flags_text])
            .spawn()
            .expect("erl");
        listener.set_nonblocking(true).expect("a listener");
        let begun = Instant::now();
        let socket = loop {
            match listener.accept() {
                Ok((socket, _)) => break socket,
                Err(_) => assert!(begun.elapsed() < PATIENCE, "the node does not start"),
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        socket.set_nonblocking(false).expect("a socket");
        socket.set_nodelay(true).expect("a socket");
        socket.set_read_timeout(Some(PATIENCE)).expect("a socket");
        let (out, cache, fragments) = (OutCache::new(), InCache::new(), Fragments::new(LIMITS));
        Some(Peer { child, socket, flags, out, cache, fragments })
    }

    fn send(&mut self, control: Control<'_>, payload: Option<Term<'_>>) {
        let heap = Heap::new(0);
        let control = heap.copy_in(control.build(&Heap::new(0)));
        let (mut table, mut body) = (AtomTable::new(), Vec::new());
        let options = EncodeOptions::DISTRIBUTION;
        if !self.flags.intersects(Flags::HEADERS) {
            self.out.header(&table, HeaderKind::PassThrough, &mut body);
            for t in [control].into_iter().chain(payload) {
                body.push(VERSION);
                encode_body(t, options, &mut body).expect("small enough");
            }
            return self.write(&body);
        }
        let cached = self.flags.contains(Flags::DIST_HDR_ATOM_CACHE);
        match cached {
            true => {
                encode_body_with(control, options, &mut table, &mut body).expect("small enough")
            }
            false => encode_body(control, options, &mut body).expect("small enough"),
        }
        let Some(payload) = payload else {
            let mut frame = Vec::new();
            self.out.header(&table, HeaderKind::Whole, &mut frame);
            frame.extend(body);
            return self.write(&frame);
        };
        let mut encoding =
            EncodingParts::behind(body, cached.then_some(table), payload, options, 200);
        while !encoding.go_on(1000).expect("small enough") {
            encoding.cut(500);
        }
        let all = encoding.written();
        let (parts, table) = encoding.done_with_atoms();
        let table = table.unwrap_or_default();
        let size = if self.flags.contains(Flags::FRAGMENTS) { 1000 } else { all };
        let pieces = cut(parts, size);
        let (sequence, fragments) = (77, pieces.len() as u64);
        for (piece, fragment) in pieces.into_iter().zip((1..=fragments).rev()) {
            let kind = match (fragments, fragment == fragments) {
                (1, _) => HeaderKind::Whole,
                (_, true) => HeaderKind::First { sequence, fragments },
                _ => HeaderKind::Next { sequence, fragment },
            };
            let mut frame = Vec::new();
            self.out.header(&table, kind, &mut frame);
            piece.iter().for_each(|part| frame.extend(part.bytes()));
            self.write(&frame);
        }
    }

    fn write(&mut self, frame: &[u8]) {
        let whole = [&(frame.len() as u32).to_be_bytes(), frame].concat();
        self.socket.write_all(&whole).expect("the node");
    }

    /// The next message: its control message and what follows it.
    fn receive<'h>(&mut self, heap: &'h Heap) -> (Control<'h>, Option<Term<'h>>) {
        loop {
            let mut len = [0; 4];
            self.socket.read_exact(&mut len).expect("the node ends the channel");
            let mut bytes = vec![0; u32::from_be_bytes(len) as usize];
            self.socket.read_exact(&mut bytes).expect("a frame");
            let whole = match frame::read(&bytes, &mut self.cache, self.flags).expect("a frame") {
                Frame::Tick => None,
                Frame::PassThrough { body } => return terms(heap, body, &[], 1),
                Frame::Message { atoms, body } => {
                    Some(Whole { atoms, body: RefBin::from_slice(body) })
                }
                Frame::First { sequence, fragments, atoms, body } => {
                    self.fragments.first(sequence, fragments, atoms, body).expect("in order")
                }
                Frame::Next { sequence, fragment, body } => {
                    self.fragments.next(sequence, fragment, body).expect("in order")
                }
            };
            if let Some(whole) = whole {
                return terms(heap, whole.body.bytes(), &whole.atoms, 0);
            }
        }
    }

    /// Sends a term to the process that sends it back.
    fn echo(&mut self, t: Term<'_>) {
        let heap = Heap::new(0);
        let message = heap.tuple(&[Term::pid(5), heap.copy_in(t)]);
        let to = Term::atom(atom!("echo"));
        self.send(Control::RegSend { from: Term::pid(5), to, token: None }, Some(message));
        let (control, payload) = self.receive(&heap);
        let to = match control {
            Control::SendSender { to, .. } | Control::Send { to, .. } => to,
            other => panic!("{other:?}"),
        };
        assert!(compare::exactly_equal(to, Term::pid(5)));
        let [_, back] = payload.and_then(Term::as_tuple_of).expect("an answer");
        assert!(compare::exactly_equal(*back, t), "{back:?} for {t:?}");
    }
}

/// The terms of a message, each behind so many bytes.
fn terms<'h>(
    heap: &'h Heap,
    body: &[u8],
    atoms: &[Atom],
    version: usize,
) -> (Control<'h>, Option<Term<'h>>) {
    let options = DecodeOptions { atoms, ..DecodeOptions::default() };
    let (t, used) = decode_body(heap, &body[version..], options).expect("a control message");
    let control = control::parse(t).unwrap_or_else(|e| panic!("{e}"));
    let payload = control.op().payload.then(|| &body[version + used + version..]);
    (control, payload.map(|bytes| decode_body(heap, bytes, options).expect("a payload").0))
}

fn echoes(peer: &mut Peer) {
    let heap = Heap::new(0);
    let atoms: Vec<Term<'_>> =
        (0..5000).map(|i| Term::atom(Atom::new(&format!("stock {i}")))).collect();
    for some in atoms.chunks(300) {
        peer.echo(heap.list(some));
    }
    // Once more, now that most have been replaced; and few at a time.
    for some in atoms.chunks(7).step_by(13) {
        peer.echo(heap.tuple(some));
        peer.echo(heap.tuple(some));
    }
    let long = Term::atom(Atom::new(&"é".repeat(255)));
    let node = Node::get(atom!("stock@127.0.0.1"), 1);
    let others = [
        long,
        heap.list(&[long, Term::atom(atom!("short")), long]),
        heap.float(1.5),
        heap.bits(&[1, 2, 3], 21),
        heap.binary(&[7; 5000]),
        heap.external_pid(node, 9, 10),
        heap.reference([1, 2, 3]),
        map::from_pairs(&heap, &[(long, Term::small(1)), (Term::small(2), Term::NIL)]),
        heap.big(true, &[1, 2, 3]),
    ];
    others.into_iter().for_each(|t| peer.echo(t));
    peer.echo(heap.tuple(&others));
    peer.echo(heap.binary(&vec![8; 200_000]));
}

/// Links, monitors, spawns and exits with the process that sends back.
fn operations(peer: &mut Peer) {
    let heap = Heap::new(0);
    let from = Term::pid(5);
    let name = Term::atom(atom!("echo"));
    let ask = heap.tuple(&[from, Term::atom(atom!("pid"))]);
    peer.send(Control::RegSend { from, to: name, token: None }, Some(ask));
    let to = peer.receive(&heap).1.expect("a pid");
    let (by_name, by_pid) = (heap.reference([1, 0, 1]), heap.reference([2, 0, 2]));
    peer.send(Control::Monitor { from, to: name, reference: by_name }, None);
    peer.send(Control::Monitor { from, to, reference: by_pid }, None);
    peer.send(Control::Demonitor { from, to, reference: by_pid }, None);
    peer.send(Control::Link { from, to }, None);
    peer.send(Control::UnlinkId { id: u64::MAX, from, to }, None);
    let (ack, _) = peer.receive(&heap);
    assert!(matches!(ack, Control::UnlinkIdAck { id: u64::MAX, .. }), "{ack:?}");
    peer.send(Control::Link { from, to }, None);
    let reason = heap.tuple(&[Term::atom(atom!("because")), Term::small(1)]);
    peer.send(Control::PayloadExit2 { from, to, token: None }, Some(reason));
    // The order of these two is not told.
    for _ in 0..2 {
        let (control, payload) = peer.receive(&heap);
        assert!(payload.is_some_and(|t| compare::exactly_equal(t, reason)), "{control:?}");
        match control {
            Control::PayloadMonitorExit { from, reference, .. } => {
                assert!(compare::exactly_equal(from, name));
                assert!(compare::exactly_equal(reference, by_name));
            }
            Control::PayloadExit { from, .. } => assert!(compare::exactly_equal(from, to)),
            other => panic!("{other:?}"),
        }
    }
    spawns(peer, from);
}

fn spawns(peer: &mut Peer, from: Term<'_>) {
    let heap = Heap::new(0);
    let from = heap.copy_in(from);
    let id = heap.reference([3, 0, 3]);
    let mfa = [Term::atom(atom!("erlang")), Term::atom(atom!("exit")), Term::small(1)];
    let options = heap.list(&[Term::atom(atom!("monitor")), Term::atom(atom!("link"))]);
    let (mfa, token) = (heap.tuple(&mfa), None);
    let request = Control::SpawnRequest { id, from, group_leader: from, mfa, options, token };
    let done = Term::atom(atom!("done"));
    peer.send(request, Some(heap.list(&[done])));
    let (reply, _) = peer.receive(&heap);
    let Control::SpawnReply { flags: 3, result, .. } = reply else { panic!("{reply:?}") };
    assert!(result.is_pid());
    for _ in 0..2 {
        let (control, payload) = peer.receive(&heap);
        let exit = matches!(
            control,
            Control::PayloadMonitorExit { from, .. } | Control::PayloadExit { from, .. }
                if compare::exactly_equal(from, result)
        );
        assert!(exit && payload.is_some_and(|t| compare::exactly_equal(t, done)), "{control:?}");
    }
}

#[test]
fn stock_understands_what_is_written_and_answers() {
    node::set_this_node(atom!("other@127.0.0.1"), 7);
    let without = |flags| Flags::DEFAULT.difference(flags);
    let all = [
        Flags::DEFAULT,
        without(Flags::DIST_HDR_ATOM_CACHE),
        without(Flags::FRAGMENTS),
        without(Flags::HEADERS),
    ];
    for flags in all {
        let Some(mut peer) = Peer::start(flags) else {
            return eprintln!("skipped: there is no erlc here");
        };
        echoes(&mut peer);
        operations(&mut peer);
    }
}
