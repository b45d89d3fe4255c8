//! Opening, naming, connecting, accepting, closing sockets, and no longer waiting for them.

use super::address::{self, Domain, int32};
use super::info::Defaults;
use super::reply::*;
use super::select::{Cancelled, Op, Sure, Turn};
use super::socket::{Phase, Settings, Socket, State, close_and_reply};
use crate::inet::address::Address;
use crate::inet::sys::{Fd, in_namespace};
use std::io;
use term::{Atom, Term, atom};
use vm::bif::{BifResult, Exception};
use vm::process::Running;
use vm::system;

fn option<'h>(options: Term<'h>, key: &str) -> Option<Term<'h>> {
    term::map::get(options, Term::atom(Atom::new(key)))
}

fn settings(options: Term<'_>) -> Settings {
    let flag = |key, otherwise| option(options, key).and_then(Term::as_bool).unwrap_or(otherwise);
    Settings {
        read_size: Settings::READ_SIZE,
        read_count: 0,
        read_control: Settings::CONTROL_SIZE,
        write_control: Settings::CONTROL_SIZE,
        wrap_messages: false,
        debug: flag("debug", Defaults::socket_debug()),
        in_registry: flag("use_registry", Defaults::use_registry()),
        lingers: false,
    }
}

fn domain_number(t: Term<'_>) -> Option<i32> {
    address::decode_domain(t).map(|d| match d {
        Domain::Named(n) | Domain::Native(n) => n,
    })
}

/// `nif_open(Fd, Options)`.
pub fn open_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (number, options) = (args[0], args[1]);
    let Some(raw) = int32(number) else { return not_int(p, number) };
    if !options.is_map() {
        return Err(Exception::BADARG);
    }
    let asked = |name| super::sys::int_option(raw, libc::SOL_SOCKET, name).ok();
    let domain =
        asked(libc::SO_DOMAIN).or_else(|| option(options, "domain").and_then(domain_number));
    let Some(domain) = domain else { return invalid(p, Term::atom(atom!("domain"))) };
    let kind =
        asked(libc::SO_TYPE).or_else(|| option(options, "type").and_then(address::decode_type));
    let Some(kind) = kind else { return invalid(p, Term::atom(atom!("type"))) };
    let protocol = asked(libc::SO_PROTOCOL).or_else(|| option(options, "protocol").and_then(int32));
    let dup = option(options, "dup").and_then(Term::as_bool).unwrap_or(true);
    let fd = match if dup { Fd::duplicate(raw) } else { Fd::borrow(raw) } {
        Ok(fd) => fd,
        Err(e) => return os_error(p, &e),
    };
    let settings = Settings { lingers: true, ..settings(options) };
    let mut state = State::new(fd, (domain, kind, protocol.unwrap_or(0)), settings);
    state.from_fd = Some((raw, dup));
    state.marks.connected = state.fd.as_ref().is_some_and(|fd| fd.peer().is_ok());
    ok(p, Socket::create(p, state))
}

/// `nif_open(Domain, Type, Protocol, Options)`.
pub fn open_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let Some(protocol) = int32(args[2]) else { return not_int(p, args[2]) };
    let options = args[3];
    if !options.is_map() {
        return Err(Exception::BADARG);
    }
    let Some(domain) = domain_number(args[0]) else {
        return invalid(p, Term::atom(atom!("domain")));
    };
    let Some(kind) = address::decode_type(args[1]) else {
        return invalid(p, Term::atom(atom!("type")));
    };
    let open = || Fd::open(domain, kind, protocol);
    let fd = match option(options, "netns").and_then(|t| t.as_binary()) {
        Some(path) => in_namespace(&path, open),
        None => open(),
    };
    let fd = match fd {
        Ok(fd) => fd,
        Err(e) => return os_error(p, &e),
    };
    let protocol = match protocol {
        0 => fd.int_option(libc::SOL_SOCKET, libc::SO_PROTOCOL).unwrap_or(0),
        n => n,
    };
    ok(p, Socket::create(p, State::new(fd, (domain, kind, protocol), settings(options))))
}

fn with_fd<'h>(
    p: &Running<'h>,
    socket: &Socket,
    f: impl FnOnce(&mut State) -> BifResult<'h>,
) -> BifResult<'h> {
    let mut state = socket.lock();
    if state.phase == Phase::Open { f(&mut state) } else { closed(p) }
}

fn fd(s: &State) -> io::Result<&Fd> {
    s.fd.as_ref().ok_or_else(|| io::Error::from_raw_os_error(libc::EBADF))
}

/// `nif_bind(Socket, Address)`.
pub fn bind_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    let Some(to) = address::decode(args[1]) else {
        return invalid(p, Term::atom(atom!("sockaddr")));
    };
    with_fd(p, &socket, |s| {
        let result = fd(s).and_then(|fd| fd.bind(&to));
        s.marks.bound |= result.is_ok();
        done(p, result)
    })
}

/// `nif_listen(Socket, Backlog)`.
pub fn listen_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    let Some(backlog) = int32(args[1]) else { return not_int(p, args[1]) };
    with_fd(p, &socket, |s| {
        let result = fd(s).and_then(|fd| fd.listen(backlog));
        s.marks.listening |= result.is_ok();
        done(p, result)
    })
}

/// `nif_shutdown(Socket, How)`.
pub fn shutdown_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    let how = match args[1].as_atom().map_or("", Atom::name) {
        "read" => libc::SHUT_RD,
        "write" => libc::SHUT_WR,
        "read_write" => libc::SHUT_RDWR,
        _ => {
            let what = p.heap().tuple(&[Term::atom(atom!("how")), args[1]]);
            return raise_invalid(p, what);
        }
    };
    with_fd(p, &socket, |s| done(p, fd(s).and_then(|fd| fd.shutdown(how))))
}

fn name<'h>(p: &Running<'h>, name: io::Result<Address>) -> BifResult<'h> {
    match name {
        Ok(a) => ok(p, address::encode(p.heap(), a.bytes())),
        Err(e) => os_error(p, &e),
    }
}

/// `nif_sockname(Socket)`.
pub fn sockname_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    with_fd(p, &socket, |s| name(p, fd(s).and_then(Fd::name)))
}

/// `nif_peername(Socket)`.
pub fn peername_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    with_fd(p, &socket, |s| name(p, fd(s).and_then(Fd::peer)))
}

/// `nif_connect(Socket)`: what has become of the connection.
pub fn connect_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    with_fd(p, &socket, |s| match &s.connector.current {
        _ if s.writers.is_busy() => error_invalid(p, atom!("state")),
        Some(w) if w.pid == p.id => connected(p, s),
        _ => raise_invalid(p, Term::atom(atom!("state"))),
    })
}

fn connected<'h>(p: &Running<'h>, s: &mut State) -> BifResult<'h> {
    s.connector.current = None;
    s.connector.armed = false;
    s.marks.connecting = false;
    let failed = fd(s).and_then(|fd| fd.int_option(libc::SOL_SOCKET, libc::SO_ERROR));
    match failed {
        Ok(0) => {
            s.marks.connected = true;
            Ok(Term::OK)
        }
        Ok(n) => os_error(p, &io::Error::from_raw_os_error(n)),
        Err(e) => os_error(p, &e),
    }
}

/// `nif_connect(Socket, Ref, Address)`.
pub fn connect_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    if !args[1].is_reference() {
        return Err(Exception::BADARG);
    }
    let Some(to) = address::decode(args[2]) else {
        return invalid(p, Term::atom(atom!("sockaddr")));
    };
    with_fd(p, &socket, |s| {
        if s.writers.is_busy() {
            return error_invalid(p, atom!("state"));
        }
        if let Some(w) = &s.connector.current {
            if w.pid != p.id {
                return error(p, Term::atom(atom!("already")));
            }
            return connected(p, s);
        }
        match fd(s).and_then(|fd| fd.connect(&to)) {
            Ok(()) => {
                s.marks.connected = true;
                Ok(Term::OK)
            }
            // A local socket's queue of connections is full (EAGAIN), or it takes time.
            Err(e) if matches!(e.raw_os_error(), Some(libc::EINPROGRESS | libc::EAGAIN)) => {
                socket.begin(s, Op::Connect, p, args[1]);
                if socket.arm(s, Op::Connect, Sure::No).is_err() {
                    s.connector.current = None;
                    return cannot_select(p, "select_write");
                }
                s.marks.connecting = true;
                Ok(Term::atom(atom!("select")))
            }
            Err(e) => os_error(p, &e),
        }
    })
}

/// Raises what tells that the poller does not take a descriptor.
pub fn cannot_select<'h>(p: &Running<'h>, tag: &str) -> BifResult<'h> {
    let reason = p.heap().tuple(&[Term::atom(Atom::new(tag)), Term::small(-1)]);
    Err(Exception::Error(reason))
}

/// `nif_accept(Socket, Ref)`.
pub fn accept_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    with_fd(p, &socket, |s| {
        if s.readers.is_busy() {
            return error_invalid(p, atom!("state"));
        }
        match socket.turn(s, Op::Accept, p, args[1]) {
            Turn::Mine => {}
            Turn::Queued => return Ok(Term::atom(atom!("select"))),
            Turn::Twice => return raise_invalid(p, Term::atom(atom!("state"))),
        }
        s.counters.acc_tries += 1;
        let waited = s.acceptors.is_busy();
        match fd(s).and_then(Fd::accept) {
            Ok(fd) => {
                s.counters.acc_success += 1;
                // As with stock, the mark is the listener's.
                s.marks.connected = true;
                let settings = Settings { ..s.settings.clone() };
                let of = (s.domain, s.kind, s.protocol);
                let new = Socket::create(p, State::new(fd, of, settings));
                if waited {
                    socket.next(s, Op::Accept);
                }
                ok(p, new)
            }
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                s.counters.acc_waits += u64::from(waited);
                socket.begin(s, Op::Accept, p, args[1]);
                s.marks.accepting = true;
                if socket.arm(s, Op::Accept, Sure::Yes).is_err() {
                    socket.next(s, Op::Accept);
                    return cannot_select(p, "select_read");
                }
                Ok(Term::atom(atom!("select")))
            }
            Err(e) => {
                s.counters.acc_fails += 1;
                let reason = Term::atom(vm::errno::atom(vm::errno::number(&e)));
                socket.fail(&mut s.acceptors, reason);
                error(p, reason)
            }
        }
    })
}

/// `nif_close(Socket)`: everybody who waits is told; `finalize_close` does the rest.
pub fn close_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    with_fd(p, &socket, |s| {
        s.closer = Some(p.id);
        socket.involve(s, p.id);
        socket.stop(s);
        Ok(Term::OK)
    })
}

/// `nif_finalize_close(Socket)`.
pub fn finalize_close_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let awaited = p.own_ref().extra.as_ref().and_then(|e| e.awaited);
    if let Some(key) = awaited {
        // Another thread is closing the descriptor.
        if p.extra().take_reply(&key).is_none() {
            return Err(Exception::wait_with(args.to_vec()));
        }
        return Ok(Term::OK);
    }
    let socket = Socket::of(args[0])?;
    let mut s = socket.lock();
    if s.phase == Phase::Closed {
        return closed(p);
    }
    if s.phase == Phase::Open || s.closer != Some(p.id) {
        return raise_invalid(p, Term::atom(atom!("state")));
    }
    s.closer = None;
    s.owner = None;
    let (lingers, in_registry) = (s.settings.lingers, s.settings.in_registry);
    let fd = socket.take_fd(&mut s);
    drop(s);
    if in_registry {
        socket.tell_registry(atom!("del"));
    }
    match fd {
        Some(fd) if lingers && fd.is_owned() => {
            let key = system::new_ref();
            p.extra().awaited = Some(key);
            close_and_reply(fd, p.id, key);
            Err(Exception::wait_with(args.to_vec()))
        }
        _ => Ok(Term::OK),
    }
}

/// `nif_cancel(Socket, Operation, Ref)`.
pub fn cancel_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    let op = match args[1].as_atom().map_or("", Atom::name) {
        "recv" | "recvfrom" | "recvmsg" => Op::Read,
        "send" | "sendto" | "sendmsg" | "sendfile" => Op::Write,
        "accept" => Op::Accept,
        "connect" => Op::Connect,
        _ => return with_fd(p, &socket, |_| Err(Exception::BADARG)),
    };
    with_fd(p, &socket, |s| {
        let result = socket.cancel(s, op, p.id, args[2]);
        if op == Op::Connect && result != Cancelled::NotFound {
            s.marks.connecting = false;
        }
        Ok(Term::atom(match result {
            Cancelled::Yes => atom!("ok"),
            Cancelled::TooLate => atom!("select_sent"),
            Cancelled::NotFound => atom!("not_found"),
        }))
    })
}
