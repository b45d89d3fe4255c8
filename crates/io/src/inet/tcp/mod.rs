//! `tcp_inet`: streams, of the internet and local.

pub mod input;
pub mod output;

use super::address::Address;
use super::codes::{Answer, Failure, Input, af, kind, opt, protocol, req};
use super::options::{Asked, Own};
use super::socket::{self, Active, Awaited, Direction, Op, Settings, Socket};
use super::sys::Fd;
use super::timer::{self, Timer};
use bifs::packet::Kind;
use input::Buffer;
use output::Output;
use std::collections::VecDeque;
use std::io;
use term::{Heap, Term, atom};
use vm::poller::Ready;
use vm::port::{BadArg, Core, Driver, IoData, Reply, create_for};

/// Most that one `recv` may ask for.
pub const RECV_MAX: u32 = 64 << 20;
/// Connections accepted at one readiness.
const ACCEPTS: usize = 256;

/// The connection has ended, or the socket has been closed.
pub const CLOSED: Term<'static> = Term::atom(term::am::CLOSED);
/// It has taken too long.
pub const TIMEOUT: Term<'static> = Term::atom(term::am::TIMEOUT);

/// Where the socket is in its life.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum State {
    Closed,
    Open,
    Listening,
    Connecting,
    Connected,
}

/// Options of streams only.
#[derive(Clone)]
pub struct Options {
    pub high: usize,
    pub low: usize,
    /// Milliseconds; None: without end.
    pub send_timeout: Option<u32>,
    pub send_timeout_close: bool,
    pub delay_send: bool,
    pub show_econnreset: bool,
    /// No more is read than the packet in front has, as far as that is known.
    pub no_read_ahead: bool,
    /// Lingering for no time: what is queued is dropped at the end.
    pub linger_zero: bool,
}

impl Own for Options {
    fn set(&mut self, option: u8, value: i32) -> Result<(), Failure> {
        let size = value.max(0) as usize;
        match option {
            opt::HIGH_WATERMARK => (self.high, self.low) = (size, self.low.min(size)),
            opt::LOW_WATERMARK => (self.high, self.low) = (self.high.max(size), size),
            opt::SEND_TIMEOUT => self.send_timeout = u32::try_from(value).ok(),
            opt::SEND_TIMEOUT_CLOSE => self.send_timeout_close = value != 0,
            opt::DELAY_SEND => self.delay_send = value != 0,
            opt::SHOW_ECONNRESET => self.show_econnreset = value != 0,
            opt::READ_AHEAD => self.no_read_ahead = value == 0,
            opt::LINGER => self.linger_zero = value != 0,
            _ => {}
        }
        Ok(())
    }

    fn get(&self, option: u8) -> Option<i32> {
        Some(match option {
            opt::HIGH_WATERMARK => self.high as i32,
            opt::LOW_WATERMARK => self.low as i32,
            opt::SEND_TIMEOUT => self.send_timeout.map_or(-1, |ms| ms as i32),
            opt::SEND_TIMEOUT_CLOSE => i32::from(self.send_timeout_close),
            opt::DELAY_SEND => i32::from(self.delay_send),
            opt::SHOW_ECONNRESET => i32::from(self.show_econnreset),
            opt::READ_AHEAD => i32::from(!self.no_read_ahead),
            _ => return None,
        })
    }
}

/// The calls that are still to be told of an error that nobody has heard of.
#[derive(Default)]
pub struct Untold {
    pub recv: bool,
    pub send: bool,
    pub reset: bool,
}

/// A process that waits for a connection, or for data, or to be connected.
pub struct Waiting {
    pub op: Op,
    _timer: Option<Timer>,
}

impl Waiting {
    /// Tells who waits.
    pub fn answer(
        &self,
        core: &Core,
        awaited: Awaited,
        what: impl for<'h> FnOnce(&'h Heap) -> Term<'h>,
    ) {
        if self.op.by_signal {
            socket::answer_by_signal(core, self.op.caller, awaited, what);
        } else {
            socket::answer(core, self.op, what);
        }
    }

    fn fail(&self, core: &Core, awaited: Awaited, reason: Term<'static>) {
        self.answer(core, awaited, |heap| heap.tuple(&[Term::atom(term::am::ERROR), reason]));
    }
}

/// A stream's socket.
pub struct Tcp {
    pub socket: Socket,
    pub options: Options,
    pub state: State,
    pub untold: Untold,
    /// The owner has been told of the end.
    pub close_sent: bool,
    pub input: Buffer,
    pub output: Output,
    /// The process that waits for data or to be connected.
    pub waiting: Option<Waiting>,
    /// The processes that wait for a connection.
    pub accepting: VecDeque<Waiting>,
    /// The port is closed for processes; what is queued is still written.
    closing: bool,
}

impl Tcp {
    /// A socket that is not open yet.
    pub fn new() -> Tcp {
        let settings = Settings::new();
        let options = Options {
            high: 8192,
            low: 4096,
            send_timeout: None,
            send_timeout_close: false,
            delay_send: false,
            show_econnreset: false,
            no_read_ahead: false,
            linger_zero: false,
        };
        Tcp::with(Socket::new(settings, None), options, State::Closed)
    }

    fn with(socket: Socket, options: Options, state: State) -> Tcp {
        Tcp {
            socket,
            options,
            state,
            untold: Untold::default(),
            close_sent: false,
            input: Buffer::default(),
            output: Output::default(),
            waiting: None,
            accepting: VecDeque::new(),
            closing: false,
        }
    }

    fn request(&mut self, core: &mut Core, op: u32, data: &[u8]) -> Answer {
        let mut input = Input(data);
        match op {
            req::OPEN => {
                let family = stream_family(&mut input)?;
                let protocol = match input.opened_protocol()? {
                    None | Some(protocol::TCP) => libc::IPPROTO_TCP,
                    Some(protocol::MPTCP) => libc::IPPROTO_MPTCP,
                    Some(_) => return Err(Failure::EINVAL),
                };
                if self.state != State::Closed {
                    return Err(Failure::Name("exbadseq"));
                }
                self.socket.open(family, libc::SOCK_STREAM, protocol)?;
                self.state = State::Open;
                Ok(Vec::new())
            }
            req::FD_OPEN => self.open_fd(&mut input),
            req::LISTEN => {
                let fd = self.socket.fd()?;
                fd.listen(i32::from(input.u16()?))?;
                self.state = State::Listening;
                Ok(Vec::new())
            }
            req::CONNECT => self.connect(core, &mut input),
            req::ACCEPT => self.accept(core, &mut input),
            req::CLOSE => {
                self.answer_all(core, CLOSED);
                self.close(core);
                Ok(Vec::new())
            }
            req::TCP_RECV => self.recv(core, &mut input),
            req::TCP_UNRECV => {
                self.connected()?;
                self.input.push_front(data);
                if self.socket.active != Active::No {
                    self.receive(core);
                }
                Ok(Vec::new())
            }
            req::TCP_SHUTDOWN => {
                self.connected()?;
                let how = i32::from(input.byte()?);
                self.shutdown(how)
            }
            req::TCP_SENDFILE => {
                self.connected()?;
                self.send_file(core, &mut input)
            }
            req::SET_OPTS => {
                let (old, old_packet) = (self.socket.active, self.socket.settings.packet);
                let asked = self.socket.set_options(data, &mut self.options)?;
                self.options_set(core, &asked, old, old_packet);
                Ok(Vec::new())
            }
            req::GET_OPTS => self.socket.get_options(data, &self.options),
            req::GET_STAT => self.socket.statistics(data, self.output.len()),
            req::SUBSCRIBE => self.socket.subscribe(data, core.caller, self.output.len()),
            req::GET_STATUS => Ok(self.status(core).to_be_bytes().to_vec()),
            req::PEER if self.state != State::Connected => Err(Failure::Errno(libc::ENOTCONN)),
            req::IGNORE_FD => {
                self.connected()?;
                self.ignore(core, input.byte()? != 0)
            }
            _ => self.socket.request(op, data),
        }
    }

    fn status(&mut self, core: &Core) -> u32 {
        self.accepting.retain(|w| is_alive(w.op.caller));
        let state = match self.state {
            State::Closed => 0,
            State::Open => 1,
            State::Listening => 1 | 8 | if self.accepting.is_empty() { 0 } else { 0x20 },
            State::Connecting => 1 | 0x10,
            State::Connected => 1 | 4,
        };
        state | if core.is_busy() { 0x80 } else { 0 }
    }

    pub fn connected(&self) -> Result<(), Failure> {
        let ok = self.state == State::Connected;
        if ok { Ok(()) } else { Err(Failure::Errno(libc::ENOTCONN)) }
    }

    fn open_fd(&mut self, input: &mut Input<'_>) -> Answer {
        let family = stream_family(input)?;
        let raw = input.int()?;
        let bound = input.0.is_empty() || input.int()? != 0;
        input.end()?;
        let fd = Fd::borrow(raw)?;
        if bound && fd.name()?.family() != family {
            return Err(Failure::EINVAL);
        }
        self.state = if fd.peer().is_ok() { State::Connected } else { State::Open };
        self.socket.use_fd(fd, family, libc::SOCK_STREAM);
        Ok(Vec::new())
    }

    fn connect(&mut self, core: &mut Core, input: &mut Input<'_>) -> Answer {
        let fd = self.socket.fd()?;
        match self.state {
            State::Connected => return Err(Failure::Errno(libc::EISCONN)),
            State::Connecting => return Err(Failure::EINVAL),
            _ => {}
        }
        let timeout = input.time()?;
        let to = Address::parse(self.socket.family, input)?;
        let result = fd.connect(&to);
        let op = self.socket.new_op(core.caller);
        match result {
            Ok(()) => self.now_connected(core, op),
            Err(e) if e.raw_os_error() == Some(libc::EINPROGRESS) => {
                self.state = State::Connecting;
                self.socket.register(core.id, true)?;
                self.wait(core, op, timeout, Tcp::connect_timeout);
            }
            Err(e) => return Err(e.into()),
        }
        Ok(op.id.to_be_bytes().to_vec())
    }

    fn now_connected(&mut self, core: &mut Core, op: Op) {
        self.state = State::Connected;
        socket::answer(core, op, |_| Term::OK);
        if self.socket.active != Active::No {
            self.receive(core);
        }
    }

    fn connect_timeout(&mut self, core: &mut Core, op: u16) {
        if let Some(w) = self.waiting.take_if(|w| w.op.id == op) {
            self.close(core);
            w.fail(core, Awaited::Input, TIMEOUT);
        }
    }

    /// The end of connecting, whatever it is.
    fn connect_done(&mut self, core: &mut Core) {
        let Some(w) = self.waiting.take() else { return };
        let Some(fd) = &self.socket.fd else { return };
        let error = match fd.int_option(libc::SOL_SOCKET, libc::SO_ERROR) {
            Ok(0) => return self.now_connected(core, w.op),
            Ok(n) => n,
            Err(e) => vm::errno::number(&e),
        };
        self.state = State::Open;
        socket::answer_error(core, w.op, Term::atom(vm::errno::atom(error)));
    }

    /// Makes a request wait, for at most that time.
    pub fn wait(
        &mut self,
        core: &Core,
        op: Op,
        ms: Option<u32>,
        late: fn(&mut Tcp, &mut Core, u16),
    ) {
        self.waiting = Some(waiting(core, op, ms, late));
    }

    fn accept(&mut self, core: &mut Core, input: &mut Input<'_>) -> Answer {
        if self.state != State::Listening {
            return Err(Failure::EINVAL);
        }
        let timeout = input.time()?;
        input.end()?;
        self.accepting.retain(|w| is_alive(w.op.caller));
        let op = self.socket.new_op(core.caller);
        match self.accept_now(core)? {
            Some(fd) => self.accepted(core, &waiting(core, op, None, Tcp::accept_timeout), fd),
            None => self.wait_for_connection(core, op, timeout),
        }
        Ok(op.id.to_be_bytes().to_vec())
    }

    /// A connection, if there is one and nobody else waits for it.
    pub fn accept_now(&mut self, core: &Core) -> io::Result<Option<Fd>> {
        if !self.accepting.is_empty() || (!self.socket.readable && self.socket.is_registered()) {
            return Ok(None);
        }
        let Some(fd) = &self.socket.fd else { return Ok(None) };
        match fd.accept() {
            Ok(fd) => Ok(Some(fd)),
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                self.socket.readable = false;
                self.socket.register(core.id, false)?;
                Ok(None)
            }
            Err(e) => Err(e),
        }
    }

    pub fn wait_for_connection(&mut self, core: &Core, op: Op, timeout: Option<u32>) {
        self.accepting.push_back(waiting(core, op, timeout, Tcp::accept_timeout));
    }

    fn accept_timeout(&mut self, core: &mut Core, op: u16) {
        if let Some(at) = self.accepting.iter().position(|w| w.op.id == op) {
            let w = self.accepting.remove(at).expect("just found");
            w.fail(core, Awaited::Connection, TIMEOUT);
        }
    }

    /// Takes the connections that there are, for those who wait for one.
    fn accept_all(&mut self, core: &mut Core) {
        for _ in 0..ACCEPTS {
            while self.accepting.front().is_some_and(|w| !is_alive(w.op.caller)) {
                self.accepting.pop_front();
            }
            let (Some(fd), false) = (&self.socket.fd, self.accepting.is_empty()) else { return };
            match fd.accept() {
                Ok(fd) => {
                    let w = self.accepting.pop_front().expect("not empty");
                    self.accepted(core, &w, fd);
                }
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                    self.socket.readable = false;
                    return;
                }
                Err(e) => {
                    let w = self.accepting.pop_front().expect("not empty");
                    w.fail(core, Awaited::Connection, socket::errno(&e));
                }
            }
        }
        let _ = self.socket.tell_again(core.id);
    }

    /// The driver of a connection to this listener.
    pub fn connection(&self, fd: Fd) -> Box<Tcp> {
        let mut s = Socket::new(self.socket.settings.clone(), Some(fd));
        (s.family, s.kind, s.known) = (self.socket.family, self.socket.kind, self.socket.known);
        let options = Options { delay_send: false, ..self.options.clone() };
        Box::new(Tcp::with(s, options, State::Connected))
    }

    fn accepted(&mut self, core: &mut Core, w: &Waiting, fd: Fd) {
        let connection = self.connection(fd);
        match create_for(b"tcp_inet", w.op.caller, |_| connection) {
            Ok(Some(port)) => w.answer(core, Awaited::Connection, |heap| {
                heap.tuple(&[Term::OK, Term::port(port)])
            }),
            Ok(None) => {}
            Err(_) => w.fail(core, Awaited::Connection, Term::atom(term::am::SYSTEM_LIMIT)),
        }
    }

    fn recv(&mut self, core: &mut Core, input: &mut Input<'_>) -> Answer {
        if self.state != State::Connected {
            if !std::mem::take(&mut self.untold.recv) {
                return Err(Failure::Errno(libc::ENOTCONN));
            }
            self.untold.send = false;
            let reset = std::mem::take(&mut self.untold.reset);
            return Err(Failure::Name(if reset { "econnreset" } else { "closed" }));
        }
        let (timeout, len) = (input.time()?, input.int()? as u32);
        input.end()?;
        let raw = self.socket.settings.packet.1 == Kind::Raw;
        if self.socket.active != Active::No || (!raw && len != 0) {
            return Err(Failure::EINVAL);
        }
        if len > RECV_MAX {
            return Err(Failure::Errno(libc::ENOMEM));
        }
        if self.waiting.is_some() {
            return Err(Failure::Errno(libc::EALREADY));
        }
        let op = self.socket.new_op(core.caller);
        self.waiting = Some(Waiting { op, _timer: None });
        self.input.wanted = len as usize;
        self.receive(core);
        // Not answered at once?
        if self.waiting.is_some() {
            if timeout == Some(0) {
                self.recv_timeout(core, op.id);
            } else if timeout.is_some() {
                self.wait(core, op, timeout, Tcp::recv_timeout);
            }
        }
        Ok(op.id.to_be_bytes().to_vec())
    }

    pub fn recv_timeout(&mut self, core: &mut Core, op: u16) {
        if let Some(w) = self.waiting.take_if(|w| w.op.id == op) {
            self.input.wanted = 0;
            w.fail(core, Awaited::Input, TIMEOUT);
        }
    }

    /// Acts on a change of options.
    fn options_set(
        &mut self,
        core: &mut Core,
        asked: &Asked,
        old: Active,
        old_packet: (i32, Kind),
    ) {
        if asked.passive {
            socket::send_event(core, Term::atom(atom!("tcp_passive")));
        }
        let active = self.socket.active != Active::No;
        if self.state == State::Closed && asked.active && active {
            // The end that has not been told yet.
            if std::mem::take(&mut self.untold.reset) {
                let reset = Term::atom(atom!("econnreset"));
                socket::send_error(core, Term::atom(atom!("tcp_error")), reset);
            }
            self.tell_closed(core);
            if self.socket.settings.exit_on_close {
                core.leave(Term::atom(term::am::NORMAL));
            }
            return;
        }
        let changed = old == Active::No || self.socket.settings.packet != old_packet;
        if self.state == State::Connected && active && changed {
            self.receive(core);
        }
    }

    /// Sends `{tcp_closed, S}`, once.
    pub fn tell_closed(&mut self, core: &Core) {
        if !std::mem::replace(&mut self.close_sent, true) {
            socket::send_event(core, Term::atom(atom!("tcp_closed")));
        }
    }

    /// Answers all requests that wait.
    pub fn answer_all(&mut self, core: &Core, reason: Term<'static>) {
        if let Some(w) = self.waiting.take() {
            w.fail(core, Awaited::Input, reason);
        }
        for w in self.accepting.drain(..) {
            w.fail(core, Awaited::Connection, reason);
        }
    }

    /// Closes the descriptor, with all that was to be read or written.
    pub fn close(&mut self, core: &Core) {
        self.input = Buffer::default();
        self.output.clear();
        self.socket.queue_is_empty(core);
        self.socket.close();
        self.state = State::Closed;
    }

    fn ignore(&mut self, core: &mut Core, ignore: bool) -> Answer {
        if ignore == self.socket.ignored {
            return Err(Failure::EINVAL);
        }
        self.socket.ignored = ignore;
        if !ignore {
            self.socket.readable = true;
            if self.waiting.is_some() || self.socket.active != Active::No {
                self.receive(core);
            }
            self.write_queued(core);
        }
        Ok(Vec::new())
    }
}

fn waiting(core: &Core, op: Op, ms: Option<u32>, late: fn(&mut Tcp, &mut Core, u16)) -> Waiting {
    let timer = ms.map(|ms| timer::after(core, ms, move |d: &mut Tcp, core| late(d, core, op.id)));
    Waiting { op, _timer: timer }
}

fn is_alive(pid: u64) -> bool {
    vm::process_table::contains(pid)
}

/// The family and type of a request to open a stream.
fn stream_family(input: &mut Input<'_>) -> Result<i32, Failure> {
    let family = family(input.byte()?)?;
    if input.byte()? != kind::STREAM {
        return Err(Failure::EINVAL);
    }
    Ok(family)
}

/// The kernel's number of a family.
pub fn family(af: u8) -> Result<i32, Failure> {
    match af {
        af::INET => Ok(libc::AF_INET),
        af::INET6 => Ok(libc::AF_INET6),
        af::LOCAL => Ok(libc::AF_UNIX),
        _ => Err(Failure::Name("eafnosupport")),
    }
}

impl Driver for Tcp {
    fn name(&self) -> &'static str {
        "tcp_inet"
    }

    fn takes_pieces(&self) -> bool {
        true
    }

    fn output(&mut self, core: &mut Core, data: &IoData<'_>) {
        self.send(core, data);
    }

    fn control(&mut self, core: &mut Core, op: u32, data: &[u8]) -> Result<Reply, BadArg> {
        let answer = self.request(core, op.wrapping_sub(super::codes::MAGIC), data);
        Ok(super::reply(answer))
    }

    fn flush(&mut self, core: &mut Core) {
        self.write_carried(core);
    }

    fn ready(&mut self, core: &mut Core, ready: Ready) {
        if ready.read {
            self.socket.readable = true;
        }
        self.socket.ended |= ready.ended;
        match self.state {
            State::Listening if ready.read => self.accept_all(core),
            State::Connecting if ready.write => self.connect_done(core),
            State::Connected if !self.socket.ignored => {
                if ready.write {
                    self.write_queued(core);
                    self.write_carried(core);
                }
                let wanted = self.waiting.is_some() || self.socket.active != Active::No;
                if ready.read && wanted && !self.closing && self.state == State::Connected {
                    self.receive(core);
                }
            }
            _ => {}
        }
    }

    fn queued(&self) -> usize {
        self.output.len()
    }

    fn closing(&mut self, core: &mut Core) {
        self.closing = true;
        self.socket.forget_subscribers();
        self.answer_all(core, CLOSED);
        self.blocked_by_signal_is_told(core);
        // Without a wish to write there is nobody who would.
        if self.options.linger_zero || !self.output.is_waiting() {
            self.output.clear();
        }
    }

    fn stop(&mut self, core: &mut Core) {
        self.answer_all(core, CLOSED);
        self.end_busy(core, Err(CLOSED));
    }

    fn soft_busy(&self) -> bool {
        true
    }
}

impl Tcp {
    /// Whether closing it has nothing to wait for.
    pub fn closes_at_once(&self) -> bool {
        let lingers = self.socket.known.linger.is_none_or(|l| l.0 != 0);
        self.output.len() == 0 && !self.output.sends_file() && !lingers
    }

    /// Counts what a process sends.
    pub fn count_output(&mut self, len: usize) {
        self.socket.count(Direction::Out, len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_small() {
        // The allocator's next size is a quarter more; there may be very many.
        assert!(size_of::<Tcp>() <= 512, "{} bytes", size_of::<Tcp>());
    }
}
