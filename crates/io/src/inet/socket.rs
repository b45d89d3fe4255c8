//! The common part of sockets of all kinds: descriptor, settings, counters, replies, messages.

use super::address::Address;
use super::codes::{Answer, Failure, stat};
use super::sys::{Ancillary, Fd};
use bifs::packet::Kind;
use release::Difference;
use std::io;
use term::etf::{self, DecodeOptions};
use term::{Heap, OwnedTerm, Term, atom};
use vm::poller;
use vm::port::{Core, IoData};
use vm::process::RefKey;
use vm::signal::{self, Signal};

/// Whether what arrives is sent to the owner without being asked for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Active {
    /// Only when asked.
    No,
    /// Always.
    Yes,
    /// Once.
    Once,
    /// So many times.
    Count(i16),
}

/// Settings that an accepted connection has from its listener.
#[derive(Clone)]
pub struct Settings {
    /// Data as binaries?
    pub binary: bool,
    /// As data of a port (`{S, {data, …}}`)?
    pub deliver_port: bool,
    /// How a stream is cut; the number that `prim_inet` has for it.
    pub packet: (i32, Kind),
    /// Longest packet; 0 for no limit.
    pub packet_size: u32,
    /// Bytes of each packet that come as a list in front.
    pub header: usize,
    /// Most that is read at once.
    pub buffer: usize,
    /// The size of the buffer has been asked for.
    pub buffer_set: bool,
    /// Does the port end with the connection?
    pub exit_on_close: bool,
    /// The byte that ends a line.
    pub delimiter: u8,
    /// `debug`; it does nothing.
    pub debug: bool,
    /// Limits of `busy_limits_msgq`: low, high. They are only remembered.
    pub msgq: (i32, i32),
}

impl Settings {
    /// The settings of a new socket.
    pub fn new() -> Settings {
        Settings {
            binary: false,
            deliver_port: false,
            packet: (0, Kind::Raw),
            packet_size: 0,
            header: 0,
            buffer: Difference::InetBuffer.value() as usize,
            buffer_set: false,
            exit_on_close: true,
            delimiter: b'\n',
            debug: false,
            msgq: (4096, 8192),
        }
    }
}

/// Values of options of the kernel that need not be asked for: those that every accepted connection
/// copies from its listener.
#[derive(Copy, Clone, Default)]
pub struct Known {
    /// `TCP_NODELAY`.
    pub nodelay: Option<i32>,
    /// `SO_KEEPALIVE`.
    pub keepalive: Option<i32>,
    /// `SO_PRIORITY`.
    pub priority: Option<i32>,
    /// `SO_LINGER`.
    pub linger: Option<(i32, i32)>,
}

impl Known {
    /// As they are in a new socket of the internet.
    const NEW: Known =
        Known { nodelay: Some(0), keepalive: Some(0), priority: Some(0), linger: Some((0, 0)) };
}

/// Which direction.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Input.
    In,
    /// Output.
    Out,
}

/// Number, size, mean and deviation of packets.
#[derive(Default)]
struct Count {
    octets: u64,
    packets: u32,
    max: u32,
    mean: f64,
    deviation: f64,
}

impl Count {
    fn add(&mut self, len: usize) {
        self.packets = self.packets.wrapping_add(1);
        self.octets += len as u64;
        self.max = self.max.max(u32::try_from(len).unwrap_or(u32::MAX));
        let n = f64::from(self.packets.max(1));
        self.mean += (len as f64 - self.mean) / n;
        self.deviation += ((len as f64 - self.mean) - self.deviation) / n;
    }
}

/// A request that is answered later, by `{inet_async, S, Ref, …}`.
#[derive(Copy, Clone, Debug)]
pub struct Op {
    /// Its number.
    pub id: u16,
    /// The process that is told.
    pub caller: u64,
    /// It is told by a signal, to the built-in that it waits in, and not by a message.
    pub by_signal: bool,
}

/// The event that a process waits for, when it waits for a signal.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Awaited {
    /// Data.
    Input,
    /// A connection.
    Connection,
    /// The end of sending.
    Sent,
}

impl Awaited {
    /// The number under which it waits.
    pub fn key(self, port: u64) -> RefKey {
        // The second number tells it from references, and from those who wait for a busy port.
        [port as u32, 1 + self as u32, u32::MAX]
    }
}

/// The common part of all sockets.
pub struct Socket {
    /// The descriptor, while it is open.
    pub fd: Option<Fd>,
    /// Family and type, by the kernel's numbers.
    pub family: i32,
    pub kind: i32,
    pub settings: Settings,
    pub active: Active,
    pub known: Known,
    /// Network namespace to open it in.
    pub netns: Option<Box<[u8]>>,
    /// Names that are told in place of the real ones.
    pub fake_name: Option<Box<Address>>,
    pub fake_peer: Option<Box<Address>>,
    /// Registered with the poller; for output too?
    registered: Option<bool>,
    /// There may be something to read. Only what the poller told since can have made it so again.
    pub readable: bool,
    /// The other side sends no more: a short read does not say that all is read.
    pub ended: bool,
    /// Which of `recvtos`, `recvtclass`, `recvttl` are on, as bits.
    pub ancillary: u8,
    /// `prim_inet:ignorefd/2`: hands off.
    pub ignored: bool,
    input: Count,
    output: Count,
    subscribers: Vec<u64>,
    next_op: u16,
}

impl Socket {
    pub fn new(settings: Settings, fd: Option<Fd>) -> Socket {
        Socket {
            fd,
            family: 0,
            kind: 0,
            settings,
            active: Active::No,
            known: Known::default(),
            netns: None,
            fake_name: None,
            fake_peer: None,
            registered: None,
            readable: true,
            ended: false,
            ancillary: 0,
            ignored: false,
            input: Count::default(),
            output: Count::default(),
            subscribers: Vec::new(),
            next_op: 0,
        }
    }

    /// Opens a new descriptor.
    pub fn open(&mut self, family: i32, kind: i32, protocol: i32) -> Result<(), Failure> {
        let protocol = if family == libc::AF_UNIX { 0 } else { protocol };
        let open = || Fd::open(family, kind, protocol);
        let fd = match &self.netns {
            Some(ns) => super::sys::in_namespace(ns, open)?,
            None => open()?,
        };
        self.use_fd(fd, family, kind);
        if family != libc::AF_UNIX {
            self.known = Known::NEW;
        }
        Ok(())
    }

    /// Takes a descriptor.
    pub fn use_fd(&mut self, fd: Fd, family: i32, kind: i32) {
        self.fd = Some(fd);
        self.family = family;
        self.kind = kind;
    }

    /// Closes the descriptor.
    pub fn close(&mut self) {
        if let Some(fd) = self.fd.take()
            && !fd.is_owned()
            && self.registered.is_some()
        {
            // Nothing else would end it.
            poller::unregister(fd.watched());
        }
        self.registered = None;
        self.subscribers.clear();
    }

    /// The descriptor; fails if it is not open.
    pub fn fd(&self) -> Result<&Fd, Failure> {
        self.fd.as_ref().ok_or(Failure::BAD_PORT)
    }

    /// Makes the poller tell when there is something to read, and if `write` when there is room.
    pub fn register(&mut self, port: u64, write: bool) -> io::Result<()> {
        let Some(fd) = &self.fd else { return Ok(()) };
        match self.registered {
            None => poller::register(fd.watched(), port, write)?,
            Some(false) if write => poller::register_again(fd.watched(), port, true)?,
            Some(_) => return Ok(()),
        }
        self.registered = Some(write);
        Ok(())
    }

    /// Whether the poller tells of it.
    pub fn is_registered(&self) -> bool {
        self.registered.is_some()
    }

    /// Makes the poller tell once more what is so now, after others have had their turn.
    pub fn tell_again(&mut self, port: u64) -> io::Result<()> {
        let Some(fd) = &self.fd else { return Ok(()) };
        match self.registered {
            None => self.register(port, false),
            Some(write) => poller::register_again(fd.watched(), port, write),
        }
    }

    /// A new request of the caller.
    pub fn new_op(&mut self, caller: u64) -> Op {
        self.next_op = self.next_op.wrapping_add(1);
        Op { id: self.next_op, caller, by_signal: false }
    }

    /// Counts a packet.
    pub fn count(&mut self, direction: Direction, len: usize) {
        match direction {
            Direction::In => self.input.add(len),
            Direction::Out => self.output.add(len),
        }
    }

    /// The answer to a request for statistics.
    pub fn statistics(&self, wanted: &[u8], queued: usize) -> Answer {
        let mut out = Vec::with_capacity(wanted.len() * 9);
        for &w in wanted {
            out.push(w);
            let value = match w {
                stat::RECV_OCT => {
                    out.extend(self.input.octets.to_be_bytes());
                    continue;
                }
                stat::SEND_OCT => {
                    out.extend(self.output.octets.to_be_bytes());
                    continue;
                }
                stat::RECV_CNT => self.input.packets,
                stat::RECV_MAX => self.input.max,
                stat::RECV_AVG => self.input.mean as u32,
                stat::RECV_DVI => self.input.deviation.abs() as u32,
                stat::SEND_CNT => self.output.packets,
                stat::SEND_MAX => self.output.max,
                stat::SEND_AVG => self.output.mean as u32,
                stat::SEND_PEND => queued as u32,
                _ => return Err(Failure::EINVAL),
            };
            out.extend(value.to_be_bytes());
        }
        Ok(out)
    }

    /// The answer to a subscription to the emptying of the queue.
    pub fn subscribe(&mut self, wanted: &[u8], caller: u64, queued: usize) -> Answer {
        let mut out = Vec::with_capacity(wanted.len() * 5);
        for &w in wanted {
            if w != super::codes::SUBSCRIBE_EMPTY_OUT_Q {
                return Err(Failure::EINVAL);
            }
            if queued != 0 && !self.subscribers.contains(&caller) {
                self.subscribers.push(caller);
            }
            out.push(w);
            out.extend((queued as u32).to_be_bytes());
        }
        Ok(out)
    }

    /// Tells those who want to know that the queue is empty.
    pub fn queue_is_empty(&mut self, core: &Core) {
        for to in self.subscribers.drain(..) {
            send(core, to, |heap| heap.tuple(&[Term::atom(atom!("empty_out_q")), core.port()]));
        }
    }

    /// Nobody wants to know any more.
    pub fn forget_subscribers(&mut self) {
        self.subscribers.clear();
    }

    /// One delivery to the owner has been made: is there to be another? `passive` is the message
    /// when they are used up.
    pub fn delivered(&mut self, core: &Core, passive: Term<'static>) {
        match self.active {
            Active::Once => self.active = Active::No,
            Active::Count(1) => {
                self.active = Active::No;
                send_event(core, passive);
            }
            Active::Count(n) => self.active = Active::Count(n - 1),
            Active::No | Active::Yes => {}
        }
    }

    /// A packet's bytes in the form that is wanted: with some of them as a list in front.
    pub fn data<'h>(&self, heap: &'h Heap, bytes: &[u8]) -> Term<'h> {
        let n = self.settings.header;
        if !self.settings.binary || n > bytes.len() {
            return heap.byte_list(bytes);
        }
        with_header(heap, &bytes[..n], heap.binary(&bytes[n..]))
    }
}

/// Bytes as a list in front of something.
pub fn with_header<'h>(heap: &'h Heap, header: &[u8], rest: Term<'h>) -> Term<'h> {
    if header.is_empty() {
        return rest;
    }
    let header: Vec<_> = header.iter().map(|&b| Term::small(i64::from(b))).collect();
    heap.list_with_tail(&header, rest)
}

/// Sends a message, of which whoever traces the port is told.
pub fn send(core: &Core, to: u64, make: impl for<'h> FnOnce(&'h Heap) -> Term<'h>) {
    core.send(to, OwnedTerm::build(make));
}

/// Sends `{Tag, S}` to the owner.
pub fn send_event(core: &Core, tag: Term<'static>) {
    let port = core.port();
    send(core, core.connected, |heap| heap.tuple(&[tag, port]));
}

/// Sends `{Tag, S, Error}` to the owner.
pub fn send_error(core: &Core, tag: Term<'static>, reason: Term<'static>) {
    let port = core.port();
    send(core, core.connected, |heap| heap.tuple(&[tag, port, reason]));
}

/// Answers a request: `{inet_async, S, Ref, What}`.
pub fn answer(core: &Core, op: Op, what: impl for<'h> FnOnce(&'h Heap) -> Term<'h>) {
    let port = core.port();
    debug_assert!(!op.by_signal);
    send(core, op.caller, |heap| {
        let what = what(heap);
        heap.tuple(&[Term::atom(atom!("inet_async")), port, Term::small(i64::from(op.id)), what])
    });
}

/// Answers a request with `{ok, What}`.
pub fn answer_ok(core: &Core, op: Op, what: impl for<'h> FnOnce(&'h Heap) -> Term<'h>) {
    answer(core, op, |heap| {
        let what = what(heap);
        heap.tuple(&[Term::OK, what])
    });
}

/// Answers a request with `{error, Reason}`.
pub fn answer_error(core: &Core, op: Op, reason: Term<'static>) {
    answer(core, op, |heap| heap.tuple(&[Term::atom(term::am::ERROR), reason]));
}

/// A process that sends, and the reference by which its answer is known, in newer releases.
pub struct Sender {
    /// The process.
    pub pid: u64,
    tag: Option<OwnedTerm>,
}

impl Sender {
    /// The process whose request the driver is handling; with it the data without the reference in
    /// front of it, which is its length in two bytes, and its external form.
    pub fn of<'d>(core: &Core, data: &'d IoData<'_>) -> Option<(Sender, IoData<'d>)> {
        let pid = core.caller;
        if !Difference::InetTags.is_on() {
            return Some((Sender { pid, tag: None }, data.behind(0)));
        }
        let mut head = data.slices().flatten().copied();
        let len = usize::from(u16::from_be_bytes([head.next()?, head.next()?]));
        let bytes: Vec<u8> = head.take(len).collect();
        let heap = Heap::new(16);
        let tag = etf::decode(&heap, &bytes, DecodeOptions::default()).ok()?;
        Some((Sender { pid, tag: Some(OwnedTerm::new(tag)) }, data.behind(2 + len)))
    }

    /// A process that has sent no reference.
    pub fn untagged(pid: u64) -> Sender {
        Sender { pid, tag: None }
    }
}

/// Answers a sender: `{inet_reply, S, ok}`, or with an error; with its reference if there is one.
pub fn reply(core: &Core, to: &Sender, result: Result<(), Term<'static>>) {
    let port = core.port();
    send(core, to.pid, |heap| {
        let status = match result {
            Ok(()) => Term::OK,
            Err(reason) => heap.tuple(&[Term::atom(term::am::ERROR), reason]),
        };
        let tag = to.tag.as_ref().map(|tag| heap.copy_in(tag.term()));
        let mut parts = vec![Term::atom(atom!("inet_reply")), port, status];
        parts.extend(tag);
        heap.tuple(&parts)
    });
}

/// Tells a process that waits for a signal.
pub fn answer_by_signal(
    core: &Core,
    to: u64,
    awaited: Awaited,
    what: impl for<'h> FnOnce(&'h Heap) -> Term<'h>,
) {
    let _ = signal::send(to, Signal::Reply(awaited.key(core.id), OwnedTerm::build(what)));
}

/// An error of the operating system as an atom.
pub fn errno(e: &io::Error) -> Term<'static> {
    Term::atom(vm::errno::atom(vm::errno::number(e)))
}

/// `[{tos, N}, …]`: what came with a datagram.
pub fn ancillary_terms<'h>(heap: &'h Heap, all: &[Ancillary]) -> Term<'h> {
    let list: Vec<_> = all
        .iter()
        .filter_map(|a| {
            let name = match a.what {
                (libc::IPPROTO_IP, libc::IP_TOS | libc::IP_RECVTOS) => atom!("tos"),
                (libc::IPPROTO_IP, libc::IP_TTL | libc::IP_RECVTTL) => atom!("ttl"),
                (libc::IPPROTO_IPV6, libc::IPV6_TCLASS | libc::IPV6_RECVTCLASS) => atom!("tclass"),
                _ => return None,
            };
            Some(heap.tuple(&[Term::atom(name), Term::small(i64::from(a.value))]))
        })
        .collect();
    heap.list(&list)
}
