//! What arrives on a stream: reading, cutting into packets, handing on, and the end.

use super::socket::{self, Active, Awaited, Direction};
use super::tcp::{CLOSED, State, Tcp};
use bifs::packet::{self, Kind, Length, Limits};
use std::io;
use term::{Heap, Term, am, atom};
use vm::port::Core;

/// Reads at one readiness; after them others have their turn.
pub const READS: usize = 16;
/// Least room for a packet that is longer than what is there: its length is only a claim.
const CHUNK: usize = 256 << 10;

/// Bytes that have been read and not handed on.
#[derive(Default)]
pub struct Buffer {
    data: Vec<u8>,
    start: usize,
    /// How many there may be.
    room: usize,
    /// How many the waiting `recv` asks for; 0: whatever there is.
    pub wanted: usize,
    /// HTTP: headers come next.
    in_headers: bool,
}

/// What comes next on a stream.
pub enum Next {
    /// A packet of this length.
    Packet(usize),
    /// Nothing yet; the poller will tell.
    Nothing,
    /// The end, for this reason. All has been done that it takes.
    End(Term<'static>),
}

/// What there is to do.
enum Step {
    /// The first packet is there, with this length.
    Packet(usize),
    /// At most so many bytes are to be read.
    Read(usize),
    /// It is too long, or none.
    Invalid,
}

impl Buffer {
    fn bytes(&self) -> &[u8] {
        &self.data[self.start..]
    }

    /// Puts bytes before those that are there.
    pub fn push_front(&mut self, bytes: &[u8]) {
        self.data.splice(..self.start, bytes.iter().copied());
        self.start = 0;
        self.room = self.room.max(self.data.len());
    }

    fn clear(&mut self) {
        self.data.clear();
        self.start = 0;
    }

    fn step(&mut self, kind: Kind, packet_size: u32, buffer: usize) -> Step {
        let have = self.data.len() - self.start;
        if have == 0 {
            self.room = buffer.max(self.wanted);
        }
        if kind == Kind::Raw {
            return match (self.wanted, have) {
                (0, 0) => Step::Read(self.room),
                (0, _) => Step::Packet(have),
                (n, _) if n <= have => Step::Packet(n),
                (n, _) => Step::Read(n - have),
            };
        }
        let line = u32::try_from(self.room).unwrap_or(u32::MAX);
        let limits = Limits { size: packet_size, line };
        match packet::length(kind, self.bytes(), limits, self.in_headers) {
            Length::Known(0) => Step::Invalid,
            Length::Known(n) if n <= have => Step::Packet(n),
            Length::Known(n) => {
                self.room = self.room.max(n);
                Step::Read(n - have)
            }
            Length::More if have < self.room => Step::Read(self.room - have),
            Length::More if have < packet_size as usize => {
                self.room = packet_size as usize;
                Step::Read(self.room - have)
            }
            Length::More | Length::Invalid => Step::Invalid,
        }
    }
}

impl Tcp {
    fn kind(&self) -> Kind {
        match self.socket.settings.packet.1 {
            Kind::Line(_) => Kind::Line(self.socket.settings.delimiter),
            kind => kind,
        }
    }

    fn wants_input(&self) -> bool {
        self.state == State::Connected
            && !self.socket.ignored
            && (self.socket.active != Active::No || self.waiting.is_some())
    }

    /// Reads and hands on, as long as there is something and somebody wants it.
    pub fn receive(&mut self, core: &mut Core) {
        let mut reads = READS;
        while self.wants_input() {
            match self.next_packet(core, &mut reads) {
                Next::Packet(len) => self.deliver(core, len),
                Next::Nothing | Next::End(_) => return,
            }
        }
    }

    /// Reads until there is a packet, at most so many times.
    pub fn next_packet(&mut self, core: &mut Core, reads: &mut usize) -> Next {
        if !self.socket.is_registered() {
            // Nobody has told what there is.
            self.socket.readable = true;
        }
        loop {
            let settings = &self.socket.settings;
            match self.input.step(self.kind(), settings.packet_size, settings.buffer) {
                Step::Packet(len) => return Next::Packet(len),
                Step::Invalid => return self.read_failed(core, libc::EMSGSIZE),
                Step::Read(_) if !self.socket.readable => return self.wait_for_input(core),
                Step::Read(_) if *reads == 0 => {
                    let _ = self.socket.tell_again(core.id);
                    return Next::Nothing;
                }
                Step::Read(most) => {
                    *reads -= 1;
                    if let Some(next) = self.read(core, most) {
                        return next;
                    }
                }
            }
        }
    }

    fn wait_for_input(&mut self, core: &mut Core) -> Next {
        match self.socket.register(core.id, false) {
            Ok(()) => Next::Nothing,
            Err(e) => self.read_failed(core, vm::errno::number(&e)),
        }
    }

    /// Reads once; what follows if there was nothing, or the end.
    fn read(&mut self, core: &mut Core, most: usize) -> Option<Next> {
        let Some(fd) = &self.socket.fd else { return Some(Next::Nothing) };
        let buffer = &mut self.input;
        if buffer.start != 0 {
            buffer.data.drain(..buffer.start);
            buffer.start = 0;
        }
        let most = most.min(buffer.data.len().max(CHUNK));
        match fd.recv(&mut buffer.data, most) {
            Ok(0) => Some(self.input_ended(core)),
            Ok(n) => {
                self.socket.readable = n == most || self.socket.ended;
                None
            }
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                self.socket.readable = false;
                Some(self.wait_for_input(core))
            }
            Err(e) if e.kind() == io::ErrorKind::ConnectionReset && !self.shows_reset() => {
                Some(self.input_ended(core))
            }
            Err(e) => Some(self.read_failed(core, vm::errno::number(&e))),
        }
    }

    pub fn shows_reset(&self) -> bool {
        self.options.show_econnreset
    }

    /// Hands on a packet.
    fn deliver(&mut self, core: &mut Core, len: usize) {
        self.with_packet(len, |tcp, packet| tcp.deliver_bytes(core, packet));
    }

    /// Takes a packet for a built-in that has asked for it.
    pub fn take_packet<'h>(&mut self, core: &Core, heap: &'h Heap, len: usize) -> Term<'h> {
        self.with_packet(len, |tcp, packet| {
            tcp.socket.count(Direction::In, packet.len());
            tcp.packet_term(core, heap, packet)
        })
    }

    /// The term that a packet is for who asks for it.
    fn packet_term<'h>(&mut self, core: &Core, heap: &'h Heap, packet: &[u8]) -> Term<'h> {
        let kind = self.kind();
        let text = |t: &[u8]| text(heap, kind, t);
        let in_headers = &mut self.input.in_headers;
        packet::parsed(heap, kind, packet, core.port(), in_headers, &text)
            .unwrap_or_else(|| self.socket.data(heap, &packet[packet::body(kind, packet)]))
    }

    /// Does something with the first bytes, which then are gone.
    fn with_packet<R>(&mut self, len: usize, f: impl FnOnce(&mut Tcp, &[u8]) -> R) -> R {
        let data = std::mem::take(&mut self.input.data);
        let from = self.input.start;
        let result = f(self, &data[from..from + len]);
        // It may be closed by now, but nothing has been read in between.
        self.input.data = data;
        self.input.start = from + len;
        if self.input.start == self.input.data.len() {
            self.input.clear();
            if self.input.data.capacity() > CHUNK {
                self.input.data = Vec::new();
            }
        }
        result
    }

    fn deliver_bytes(&mut self, core: &mut Core, packet: &[u8]) {
        self.socket.count(Direction::In, packet.len());
        let kind = self.kind();
        let body = &packet[packet::body(kind, packet)];
        let mut in_headers = self.input.in_headers;
        let socket = &self.socket;
        let port = core.port();
        if self.socket.active == Active::No {
            let Some(w) = self.waiting.take() else { return };
            self.input.wanted = 0;
            w.answer(core, Awaited::Input, |heap| {
                let packet = self.packet_term(core, heap, packet);
                heap.tuple(&[Term::OK, packet])
            });
            return;
        }
        if socket.settings.deliver_port {
            core.message(|heap| heap.tuple(&[Term::atom(am::DATA), socket.data(heap, body)]));
        } else {
            socket::send(core.connected, |heap| {
                let text = |t: &[u8]| text(heap, kind, t);
                match packet::parsed(heap, kind, packet, port, &mut in_headers, &text) {
                    None => {
                        let data = socket.data(heap, body);
                        heap.tuple(&[Term::atom(atom!("tcp")), port, data])
                    }
                    Some(record) if kind == Kind::SslTls => record,
                    Some(line) => heap.tuple(&[Term::atom(atom!("http")), port, line]),
                }
            });
            self.input.in_headers = in_headers;
        }
        self.socket.delivered(core, Term::atom(atom!("tcp_passive")));
    }

    /// A sender that waits is told that there is nobody to send to any more. Whether there was one.
    fn tell_senders(&mut self, core: &mut Core, errno: i32) -> bool {
        let blocked = core.is_busy();
        if blocked {
            self.output.clear();
            self.socket.queue_is_empty(core);
            self.end_busy(core, Err(CLOSED));
        }
        let sending_file = self.output.abort_file(core, errno);
        blocked || sending_file
    }

    /// The other side sends no more.
    fn input_ended(&mut self, core: &mut Core) -> Next {
        // The next to send hears of the end, and not that there never was a connection.
        self.untold.send |= !self.tell_senders(core, libc::ENOTCONN);
        self.ended(core, CLOSED, None);
        Next::End(CLOSED)
    }

    fn read_failed(&mut self, core: &mut Core, errno: i32) -> Next {
        self.tell_senders(core, errno);
        let reason = Term::atom(vm::errno::atom(errno));
        self.ended(core, reason, Some(errno));
        Next::End(reason)
    }

    fn ended(&mut self, core: &mut Core, reason: Term<'static>, errno: Option<i32>) {
        self.input.clear();
        let exits = self.socket.settings.exit_on_close;
        // If it goes on, the next `recv` finds the end again.
        self.socket.ended = true;
        if self.socket.active == Active::No {
            if exits {
                self.close(core);
            }
            self.answer_all(core, reason);
            return;
        }
        if errno.is_some() {
            socket::send_error(core, Term::atom(atom!("tcp_error")), reason);
        }
        self.tell_closed(core);
        if exits {
            // What is queued has nobody to go to.
            self.output.clear();
            core.leave(if errno.is_some() { reason } else { Term::atom(am::NORMAL) });
        }
    }
}

/// A text in a line of HTTP.
fn text<'h>(heap: &'h Heap, kind: Kind, bytes: &[u8]) -> Term<'h> {
    match kind {
        Kind::Http(true) | Kind::HttpHeader(true) => heap.binary(bytes),
        _ => heap.byte_list(bytes),
    }
}
