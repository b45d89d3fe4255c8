//! `udp_inet`: datagrams, of the internet and local.

use super::address::Address;
use super::codes::{Answer, Failure, Input, kind, opt, protocol, req};
use super::options::{Asked, Own};
use super::scratch;
use super::socket::{self, Active, Direction, Op, Sender, Settings, Socket};
use super::sys::{Ancillary, Fd};
use super::tcp::{CLOSED, TIMEOUT, family};
use super::timer::{self, Timer};
use std::io::{self, IoSlice};
use term::{Term, am, atom};
use vm::poller::Ready;
use vm::port::{BadArg, Core, Driver, IoData, Reply};

/// Datagrams read at one readiness, unless said otherwise.
const READ_PACKETS: i32 = 5;

/// Options of datagram sockets only.
struct Options {
    read_packets: i32,
}

impl Own for Options {
    fn set(&mut self, option: u8, value: i32) -> Result<(), Failure> {
        match option {
            opt::READ_PACKETS if value <= 0 => return Err(Failure::EINVAL),
            opt::READ_PACKETS => self.read_packets = value,
            _ => {}
        }
        Ok(())
    }

    fn get(&self, option: u8) -> Option<i32> {
        (option == opt::READ_PACKETS).then_some(self.read_packets)
    }
}

/// A datagram socket.
pub struct Udp {
    socket: Socket,
    options: Options,
    connected: bool,
    waiting: Option<(Op, Option<Timer>)>,
    /// Room for datagrams, while they are read.
    buffer: Vec<u8>,
}

impl Udp {
    /// A socket that is not open yet.
    pub fn new() -> Udp {
        let settings = Settings::new();
        Udp {
            socket: Socket::new(settings, None),
            options: Options { read_packets: READ_PACKETS },
            connected: false,
            waiting: None,
            buffer: Vec::new(),
        }
    }

    fn request(&mut self, core: &mut Core, op: u32, data: &[u8]) -> Answer {
        let mut input = Input(data);
        match op {
            req::OPEN => {
                let (family, kind) = family_and_type(&mut input)?;
                if input.opened_protocol()?.is_some_and(|p| p != protocol::UDP) {
                    return Err(Failure::EINVAL);
                }
                if self.socket.fd.is_some() {
                    return Err(Failure::Name("exbadseq"));
                }
                let protocol = if kind == libc::SOCK_DGRAM { libc::IPPROTO_UDP } else { 0 };
                self.socket.open(family, kind, protocol)?;
                self.activate(core);
                Ok(Vec::new())
            }
            req::FD_OPEN => {
                let (family, kind) = family_and_type(&mut input)?;
                let raw = input.int()?;
                let bound = input.0.is_empty() || input.int()? != 0;
                input.end()?;
                let fd = Fd::borrow(raw)?;
                if bound && fd.name()?.family() != family {
                    return Err(Failure::EINVAL);
                }
                self.socket.use_fd(fd, family, kind);
                self.activate(core);
                Ok(Vec::new())
            }
            req::CONNECT => self.connect(core, &mut input),
            req::CLOSE => {
                self.socket.close();
                Ok(Vec::new())
            }
            req::LISTEN => Err(Failure::BAD_PORT),
            req::PACKET_RECV => self.recv(core, &mut input),
            req::SET_OPTS => {
                let old = self.socket.active;
                let asked = self.socket.set_options(data, &mut self.options)?;
                self.options_set(core, &asked, old);
                Ok(Vec::new())
            }
            req::GET_OPTS => self.socket.get_options(data, &self.options),
            req::GET_STAT => self.socket.statistics(data, 0),
            req::SUBSCRIBE => self.socket.subscribe(data, core.caller, 0),
            req::GET_STATUS => {
                let open = u32::from(self.socket.fd.is_some());
                Ok((open | if self.connected { 4 } else { 0 }).to_be_bytes().to_vec())
            }
            req::PEER if !self.connected => Err(Failure::Errno(libc::ENOTCONN)),
            req::IGNORE_FD => Err(Failure::EINVAL),
            _ => self.socket.request(op, data),
        }
    }

    /// Sets the destination; nothing is sent.
    fn connect(&mut self, core: &mut Core, input: &mut Input<'_>) -> Answer {
        let fd = self.socket.fd()?;
        if input.0.is_empty() {
            let _ = fd.connect(&Address::unspecified());
            self.connected = false;
        } else {
            let _ignored = input.time()?;
            let to = Address::parse(self.socket.family, input)?;
            if self.connected {
                // Or the kernel keeps the source address.
                let _ = fd.connect(&Address::unspecified());
            }
            if let Err(e) = fd.connect(&to) {
                let _ = fd.connect(&Address::unspecified());
                self.connected = false;
                return Err(e.into());
            }
            self.connected = true;
        }
        let op = self.socket.new_op(core.caller);
        socket::answer(core, op, |_| Term::OK);
        Ok(op.id.to_be_bytes().to_vec())
    }

    fn recv(&mut self, core: &mut Core, input: &mut Input<'_>) -> Answer {
        self.socket.fd()?;
        let (timeout, _length) = (input.time()?, input.int()?);
        input.end()?;
        if self.socket.active != Active::No {
            return Err(Failure::EINVAL);
        }
        if self.waiting.is_some() {
            return Err(Failure::Errno(libc::EALREADY));
        }
        let op = self.socket.new_op(core.caller);
        self.waiting = Some((op, None));
        self.receive(core);
        if let (Some((_, timer)), Some(ms)) = (&mut self.waiting, timeout) {
            *timer = Some(timer::after(core, ms, move |d: &mut Udp, core| {
                if let Some((op, _)) = d.waiting.take_if(|w| w.0.id == op.id) {
                    socket::answer_error(core, op, TIMEOUT);
                }
            }));
        }
        Ok(op.id.to_be_bytes().to_vec())
    }

    fn options_set(&mut self, core: &mut Core, asked: &Asked, old: Active) {
        if asked.passive {
            socket::send_event(core, Term::atom(atom!("udp_passive")));
        }
        if old == Active::No {
            self.activate(core);
        }
    }

    fn activate(&mut self, core: &mut Core) {
        if self.socket.fd.is_some() && self.socket.active != Active::No {
            self.receive(core);
        }
    }

    fn wants_input(&self) -> bool {
        self.socket.fd.is_some() && (self.socket.active != Active::No || self.waiting.is_some())
    }

    /// Reads and hands on, as long as there is something and somebody wants it.
    fn receive(&mut self, core: &mut Core) {
        if !self.socket.is_registered() {
            self.socket.readable = true;
        }
        self.buffer = scratch::take();
        self.receive_some(core);
        scratch::give_back(std::mem::take(&mut self.buffer));
    }

    fn receive_some(&mut self, core: &mut Core) {
        let mut left = self.options.read_packets;
        while self.wants_input() {
            if left == 0 {
                let _ = self.socket.tell_again(core.id);
                return;
            }
            left -= 1;
            if !self.socket.readable {
                return self.wait_for_input(core);
            }
            let Some(fd) = &self.socket.fd else { return };
            let mut ancillary = Vec::new();
            let wanted = self.socket.ancillary != 0 && !self.connected;
            let size = self.socket.settings.buffer;
            let extra = wanted.then_some(&mut ancillary);
            match fd.recv_from(&mut self.buffer, size, extra) {
                Ok(from) => self.deliver(core, &from, wanted.then_some(&ancillary)),
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => self.socket.readable = false,
                Err(e) => self.read_failed(core, &e),
            }
        }
    }

    fn wait_for_input(&mut self, core: &mut Core) {
        if let Err(e) = self.socket.register(core.id, false) {
            self.read_failed(core, &e);
            core.fail_errno(vm::errno::number(&e));
        }
    }

    fn read_failed(&mut self, core: &mut Core, e: &io::Error) {
        match self.waiting.take() {
            Some((op, _)) => socket::answer_error(core, op, socket::errno(e)),
            None => socket::send_error(core, Term::atom(atom!("udp_error")), socket::errno(e)),
        }
    }

    fn deliver(&mut self, core: &mut Core, from: &Address, extra: Option<&Vec<Ancillary>>) {
        let buffer = std::mem::take(&mut self.buffer);
        let bytes = &buffer[..];
        self.socket.count(Direction::In, bytes.len());
        let socket = &self.socket;
        if socket.active == Active::No {
            let Some((op, _)) = self.waiting.take() else { return };
            socket::answer_ok(core, op, |heap| {
                let mut address = from.encode_any();
                let header = socket.settings.header;
                let data = if socket.settings.binary && header <= bytes.len() {
                    address.extend(&bytes[..header]);
                    heap.binary(&bytes[header..])
                } else {
                    heap.byte_list(bytes)
                };
                let data = socket::with_header(heap, &address, data);
                match extra {
                    None => data,
                    Some(all) => heap.tuple(&[data, socket::ancillary_terms(heap, all)]),
                }
            });
        } else {
            if socket.settings.deliver_port {
                core.message(|heap| {
                    let data = socket.data(heap, bytes);
                    let data = socket::with_header(heap, &from.encode_any(), data);
                    heap.tuple(&[Term::atom(am::DATA), data])
                });
            } else {
                let port = core.port();
                socket::send(core, core.connected, |heap| {
                    let (address, number) = from.terms(heap);
                    let mut message = vec![Term::atom(atom!("udp")), port, address, number];
                    message.extend(extra.map(|all| socket::ancillary_terms(heap, all)));
                    message.push(socket.data(heap, bytes));
                    heap.tuple(&message)
                });
            }
            self.socket.delivered(core, Term::atom(atom!("udp_passive")));
        }
        self.buffer = buffer;
    }

    /// Sends a datagram: address, ancillary data with its length, data.
    fn send(&mut self, data: &IoData<'_>) -> Result<(), Failure> {
        let flat = data.flat();
        let mut input = Input(&flat);
        let fd = self.socket.fd.as_ref().ok_or(Failure::EINVAL)?;
        let to = Address::parse(self.socket.family, &mut input)?;
        let len = usize::try_from(input.int()?).map_err(|_| Failure::EINVAL)?;
        let ancillary = ancillary_to_send(input.take(len)?)?;
        let to = (!self.connected).then_some(&to);
        let sent = fd.send_to(to, &[IoSlice::new(input.0)], &ancillary);
        self.socket.count(Direction::Out, input.0.len());
        sent.map(drop).map_err(Failure::from)
    }
}

/// The control messages that go with a datagram.
fn ancillary_to_send(bytes: &[u8]) -> Result<Vec<Ancillary>, Failure> {
    let mut input = Input(bytes);
    let mut all = Vec::new();
    while let Ok(option) = input.byte() {
        let what = match option {
            opt::TOS => (libc::IPPROTO_IP, libc::IP_TOS),
            opt::TTL => (libc::IPPROTO_IP, libc::IP_TTL),
            opt::TCLASS => (libc::IPPROTO_IPV6, libc::IPV6_TCLASS),
            _ => return Err(Failure::EINVAL),
        };
        all.push(Ancillary { what, value: input.int()? });
    }
    // There is room for a type of service and a time to live.
    if all.len() > 2 { Err(Failure::EINVAL) } else { Ok(all) }
}

fn family_and_type(input: &mut Input<'_>) -> Result<(i32, i32), Failure> {
    let family = family(input.byte()?)?;
    let kind = match input.byte()? {
        kind::STREAM => libc::SOCK_STREAM,
        kind::DGRAM => libc::SOCK_DGRAM,
        kind::SEQPACKET => libc::SOCK_SEQPACKET,
        _ => return Err(Failure::EINVAL),
    };
    Ok((family, kind))
}

impl Driver for Udp {
    fn name(&self) -> &'static str {
        "udp_inet"
    }

    fn output(&mut self, core: &mut Core, data: &IoData<'_>) {
        let Some((sender, data)) = Sender::of(core, data) else { return };
        let result = self.send(&data).map_err(|e| Term::atom(term::Atom::new(e.name())));
        socket::reply(core, &sender, result);
    }

    fn control(&mut self, core: &mut Core, op: u32, data: &[u8]) -> Result<Reply, BadArg> {
        let answer = self.request(core, op.wrapping_sub(super::codes::MAGIC), data);
        Ok(super::reply(answer))
    }

    fn ready(&mut self, core: &mut Core, ready: Ready) {
        if ready.read {
            self.socket.readable = true;
            if self.wants_input() {
                self.receive(core);
            }
        }
    }

    fn stop(&mut self, core: &mut Core) {
        if let Some((op, _)) = self.waiting.take() {
            socket::answer_error(core, op, CLOSED);
        }
    }
}
