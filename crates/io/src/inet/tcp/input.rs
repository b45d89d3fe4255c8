//! Input on a stream: reading, cutting into packets, handing on, and the end.

use super::{CLOSED, State, Tcp};
use crate::inet::scratch::{self, CHUNK};
use crate::inet::socket::{self, Active, Awaited, Direction, Socket};
use bifs::packet::{self, Kind, Length, Limits};
use std::io;
use term::{Heap, RefBin, Term, am, atom};
use vm::port::Core;

/// Reads at one readiness; after them others have their turn.
pub const READS: usize = 16;
/// From this length on a packet that is not all there is read into the binary that it will be.
const LONG: usize = 4096;
/// Most memory that is taken for a packet whose length is only claimed yet.
const CLAIM: usize = 16 << 20;

/// Bytes that have been read and not handed on.
#[derive(Default)]
pub struct Buffer {
    /// The packet in front, if it is a long one. It is not in `data`.
    long: Option<Box<Long>>,
    data: Vec<u8>,
    start: usize,
    /// How many there may be.
    room: usize,
    /// How many the waiting `recv` asks for; 0: whatever there is.
    pub wanted: usize,
    /// HTTP: headers come next.
    in_headers: bool,
}

/// A packet that is read into the binary that it will be.
struct Long {
    /// The kind of packet that it has been taken for.
    kind: Kind,
    packet_size: u32,
    /// Length of the header, which is not in the binary.
    header: usize,
    /// The length that the binary will have.
    len: usize,
    bin: RefBin,
}

impl Long {
    fn left(&self) -> usize {
        self.len - self.bin.bytes().len()
    }

    /// The bytes in front of those in the binary.
    fn header(&self) -> [u8; 4] {
        (self.len as u32).to_be_bytes()
    }

    /// Makes room for more, doubling it. False: there is no memory.
    fn grow(&mut self) -> bool {
        self.bin.bytes().len() < self.bin.capacity()
            || self.bin.grow(self.len.min(self.bin.capacity() * 2))
    }
}

/// A packet's bytes.
enum Packet<'a> {
    /// With its header.
    Short(&'a [u8]),
    /// In a binary of its own, without the header; its length with it.
    Long(RefBin, usize),
}

impl Packet<'_> {
    fn len(&self) -> usize {
        match self {
            Packet::Short(bytes) => bytes.len(),
            Packet::Long(_, len) => *len,
        }
    }

    /// Its bytes without the header.
    fn body(&self, kind: Kind) -> &[u8] {
        match self {
            Packet::Short(bytes) => &bytes[packet::body(kind, bytes)],
            Packet::Long(bin, _) => match kind {
                Kind::Length(_) => bin.bytes(),
                _ => &bin.bytes()[packet::body(kind, bin.bytes())],
            },
        }
    }

    /// The term of what is in it.
    fn data<'h>(self, heap: &'h Heap, kind: Kind, socket: &Socket) -> Term<'h> {
        match self {
            Packet::Short(bytes) => socket.data(heap, &bytes[packet::body(kind, bytes)]),
            Packet::Long(bin, _) => {
                let len = match kind {
                    Kind::Length(_) => bin.bytes().len(),
                    _ => packet::body(kind, bin.bytes()).len(),
                };
                heap.binary_from(bin, len)
            }
        }
    }
}

/// The next event on a stream.
pub enum Next {
    /// A packet of this length.
    Packet(usize),
    /// Nothing yet; the poller will tell.
    Nothing,
    /// The end, for this reason. All has been done that it takes.
    End(Term<'static>),
}

/// The next thing to do for a packet.
enum Step {
    /// The first packet is there, with this length.
    Packet(usize),
    /// At most so many bytes are to be read.
    Read(usize),
    /// It is too long, or none.
    Invalid,
    /// There is not so much memory.
    NoMemory,
}

impl Buffer {
    fn bytes(&self) -> &[u8] {
        &self.data[self.start..]
    }

    /// Puts bytes before those that are there.
    pub fn push_front(&mut self, bytes: &[u8]) {
        self.shorten();
        self.data.splice(..self.start, bytes.iter().copied());
        self.start = 0;
        self.room = self.room.max(self.data.len());
    }

    fn clear(&mut self) {
        self.long = None;
        self.start = 0;
        scratch::give_back(std::mem::take(&mut self.data));
    }

    /// Takes no more memory than what is there needs, as the rest may be long in coming.
    fn settle(&mut self) {
        if self.data.capacity() > 2 * (self.data.len() - self.start) {
            let rest = self.bytes().to_vec();
            self.start = 0;
            scratch::give_back(std::mem::replace(&mut self.data, rest));
        }
    }

    /// The packet in front has this length and is to be read into a binary.
    fn lengthen(&mut self, kind: Kind, packet_size: u32, len: usize) -> Step {
        let header = if let Kind::Length(n) = kind { usize::from(n) } else { 0 };
        let len = len - header;
        let Some(mut bin) = RefBin::with_room(len.min(CLAIM).max(self.bytes().len())) else {
            return Step::NoMemory;
        };
        bin.extend(&self.bytes()[header..]);
        self.clear();
        let long = Long { kind, packet_size, header, len, bin };
        let left = long.left();
        self.long = Some(Box::new(long));
        Step::Read(left)
    }

    /// The packet in front is not what it was taken for: it becomes mere bytes again.
    fn shorten(&mut self) {
        let Some(long) = self.long.take() else { return };
        let mut all = long.header()[4 - long.header..].to_vec();
        all.extend_from_slice(long.bin.bytes());
        all.extend_from_slice(self.bytes());
        self.start = 0;
        scratch::give_back(std::mem::replace(&mut self.data, all));
    }

    /// The next thing to do. `direct`: packets may be read into binaries. `ahead`: more may be read
    /// than the packet in front needs.
    fn step(
        &mut self,
        kind: Kind,
        packet_size: u32,
        buffer: usize,
        [direct, ahead]: [bool; 2],
    ) -> Step {
        if let Some(long) = &self.long {
            let wanted = kind != Kind::Raw || long.len == self.wanted;
            if direct && long.kind == kind && long.packet_size == packet_size && wanted {
                return match long.left() {
                    0 => Step::Packet(long.header + long.len),
                    left => Step::Read(left),
                };
            }
            self.shorten();
        }
        let have = self.data.len() - self.start;
        if have == 0 {
            self.room = buffer.max(self.wanted);
        }
        if kind == Kind::Raw {
            return match (self.wanted, have) {
                (0, 0) => Step::Read(self.room),
                (0, _) => Step::Packet(have),
                (n, _) if n <= have => Step::Packet(n),
                (n, _) if direct && n >= LONG => self.lengthen(kind, packet_size, n),
                (n, _) => Step::Read(n - have),
            };
        }
        let line = u32::try_from(self.room).unwrap_or(u32::MAX);
        let limits = Limits { size: packet_size, line };
        match packet::length(kind, self.bytes(), limits, self.in_headers) {
            Length::Known(0) => Step::Invalid,
            Length::Known(n) if n <= have => Step::Packet(n),
            Length::Known(n) if direct && n >= LONG && n > buffer => {
                self.lengthen(kind, packet_size, n)
            }
            Length::Known(n) => {
                self.room = self.room.max(n);
                Step::Read(n - have)
            }
            Length::More if have < self.room && !ahead => Step::Read(packet::missing(kind, have)),
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
            let kind = self.kind();
            let settings = &self.socket.settings;
            let direct = settings.binary && settings.header == 0 && kind != Kind::SslTls;
            let how = [direct, !self.options.no_read_ahead];
            match self.input.step(kind, settings.packet_size, settings.buffer, how) {
                Step::Packet(len) => return Next::Packet(len),
                Step::Invalid => return self.read_failed(core, libc::EMSGSIZE),
                Step::NoMemory => return self.read_failed(core, libc::ENOMEM),
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
        self.input.settle();
        match self.socket.register(core.id, false) {
            Ok(()) => Next::Nothing,
            Err(e) => self.read_failed(core, vm::errno::number(&e)),
        }
    }

    /// Reads once; what follows if there was nothing, or the end.
    fn read(&mut self, core: &mut Core, most: usize) -> Option<Next> {
        let Some(fd) = &self.socket.fd else { return Some(Next::Nothing) };
        let buffer = &mut self.input;
        if buffer.data.capacity() == 0 {
            buffer.data = scratch::take();
        } else if buffer.start != 0 {
            buffer.data.drain(..buffer.start);
            buffer.start = 0;
        }
        let (most, result) = match &mut buffer.long {
            Some(long) => {
                if !long.grow() {
                    return Some(self.read_failed(core, libc::ENOMEM));
                }
                let left = most.min(long.bin.room().len());
                // Bytes that follow in the same go are the beginning of the next packets.
                let ahead = !self.options.no_read_ahead;
                let whole = ahead && left == most && long.kind != Kind::Raw;
                let ahead = if whole { self.socket.settings.buffer.min(CHUNK) } else { 0 };
                (left + ahead, fd.recv_long(&mut long.bin, left, &mut buffer.data, ahead))
            }
            None => {
                let most = most.min(buffer.data.len().max(CHUNK));
                (most, fd.recv(&mut buffer.data, most))
            }
        };
        match result {
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
        self.with_packet(len, |tcp, packet| tcp.deliver_packet(core, packet));
    }

    /// Takes a packet for a built-in that has asked for it.
    pub fn take_packet<'h>(&mut self, core: &Core, heap: &'h Heap, len: usize) -> Term<'h> {
        self.with_packet(len, |tcp, packet| {
            tcp.socket.count(Direction::In, packet.len());
            tcp.packet_term(core, heap, packet)
        })
    }

    /// The term that a packet is for who asks for it.
    fn packet_term<'h>(&mut self, core: &Core, heap: &'h Heap, packet: Packet<'_>) -> Term<'h> {
        let kind = self.kind();
        self.parsed(core, heap, kind, &packet)
            .unwrap_or_else(|| packet.data(heap, kind, &self.socket))
    }

    /// The term that a packet of a protocol is taken apart to.
    fn parsed<'h>(
        &mut self,
        core: &Core,
        heap: &'h Heap,
        kind: Kind,
        packet: &Packet<'_>,
    ) -> Option<Term<'h>> {
        let Packet::Short(bytes) = packet else { return None };
        let text = |t: &[u8]| text(heap, kind, t);
        packet::parsed(heap, kind, bytes, core.port(), &mut self.input.in_headers, &text)
    }

    /// Does something with the first packet, which then is gone.
    fn with_packet<R>(&mut self, len: usize, f: impl FnOnce(&mut Tcp, Packet<'_>) -> R) -> R {
        if let Some(long) = self.input.long.take() {
            return f(self, Packet::Long(long.bin, len));
        }
        let data = std::mem::take(&mut self.input.data);
        let from = self.input.start;
        let result = f(self, Packet::Short(&data[from..from + len]));
        // It may be closed by now, but nothing has been read in between.
        self.input.data = data;
        self.input.start = from + len;
        if self.input.start == self.input.data.len() {
            self.input.clear();
        }
        result
    }

    fn deliver_packet(&mut self, core: &mut Core, packet: Packet<'_>) {
        self.socket.count(Direction::In, packet.len());
        let kind = self.kind();
        if self.socket.active == Active::No {
            let Some(w) = self.waiting.take() else { return };
            self.input.wanted = 0;
            w.answer(core, Awaited::Input, |heap| {
                let packet = self.packet_term(core, heap, packet);
                heap.tuple(&[Term::OK, packet])
            });
            return;
        }
        if let Some(connection) = core.carried.clone() {
            if !connection.arrived(packet.body(kind)) {
                core.fail(Term::atom(am::KILLED));
            }
        } else if self.socket.settings.deliver_port {
            let socket = &self.socket;
            core.message(|heap| {
                heap.tuple(&[Term::atom(am::DATA), packet.data(heap, kind, socket)])
            });
        } else {
            socket::send(core, core.connected, |heap| {
                match self.parsed(core, heap, kind, &packet) {
                    None => {
                        let data = packet.data(heap, kind, &self.socket);
                        heap.tuple(&[Term::atom(atom!("tcp")), core.port(), data])
                    }
                    Some(record) if kind == Kind::SslTls => record,
                    Some(line) => heap.tuple(&[Term::atom(atom!("http")), core.port(), line]),
                }
            });
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
            // Queued output has nobody to go to.
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
