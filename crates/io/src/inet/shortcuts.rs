//! Shortcuts in front of `gen_tcp`'s functions: what a process may do with a stream at once,
//! without the way through `inet`, `prim_inet`, bytes of requests and messages of answers.
//!
//! Each does what its function would do for a socket of `tcp_inet`, in the common case; all else it
//! leaves to the function. A process that has to wait does so in the built-in, for a signal.

use super::codes::{MAGIC, req};
use super::socket::{Active, Awaited};
use super::tcp::input::{Next, READS};
use super::tcp::output::sent_term;
use super::tcp::{self, State, Tcp};
use bifs::packet::Kind;
use term::{Term, am, atom};
use vm::bif::{BifResult, BifRow, Exception, shortcut};
use vm::port::commands;
use vm::port::{Core, Driver, IoData, Port, watch};
use vm::process::Running;
use vm::relations::handle_signals;

/// The rows of this file.
pub const ROWS: &[BifRow] = &[
    shortcut("gen_tcp", "accept", 1, accept_1),
    shortcut("gen_tcp", "recv", 2, recv_2),
    shortcut("gen_tcp", "recv", 3, recv_3),
    shortcut("gen_tcp", "send", 2, send_2),
    shortcut("gen_tcp", "close", 1, close_1),
];

/// The outcome of a shortcut.
enum Outcome<'h> {
    Done(Term<'h>),
    Wait,
    /// Something for the function itself.
    Leave,
}

/// Takes the answer that the process has waited for, or calls `f` on the socket of a standard
/// module.
fn with_tcp<'h>(
    p: &mut Running<'h>,
    args: &[Term<'h>],
    awaited: Awaited,
    f: impl FnOnce(&mut Running<'h>, Term<'static>, &mut Tcp, &mut Core) -> Outcome<'h>,
) -> BifResult<'h> {
    let Some(port) = args[0].as_port() else { return Err(Exception::original(args)) };
    let key = awaited.key(port);
    let waits = commands::awaits(p, key);
    // A call that is traced goes the long way, which is told.
    if !waits && vm::trace::ports_are_traced() {
        return Err(Exception::original(args));
    }
    let mut f = Some(f);
    loop {
        if waits && let Some(answer) = commands::take_reply(p, key) {
            return Ok(p.heap().adopt(answer));
        }
        let outcome = commands::enter(p, port, |p, port, driver, core| {
            // A process that waits is answered under the port's lock, so the answer is there by
            // now. Not to look for it would be to ask again, and to get what comes after it.
            if waits && !p.signals.is_empty() {
                return None;
            }
            let driver: &mut dyn std::any::Any = driver;
            let (module, tcp) = (standard_module(port)?, driver.downcast_mut::<Tcp>()?);
            Some(f.take()?(p, module, tcp, core))
        });
        if waits && !matches!(outcome, Some(Some(_))) && !p.signals.is_empty() {
            handle_signals(p)?;
            continue;
        }
        return match outcome.flatten() {
            Some(Outcome::Wait) => {
                commands::await_reply(p, Some(key));
                Err(Exception::wait_with(args.to_vec()))
            }
            other => {
                if waits {
                    commands::await_reply(p, None);
                }
                match other {
                    Some(Outcome::Done(t)) => Ok(t),
                    _ => Err(Exception::original(args)),
                }
            }
        };
    }
}

/// The module that a socket belongs to, if it is one of OTP's own for streams.
fn standard_module(port: &Port) -> Option<Term<'static>> {
    let module = port.data_atom()?;
    let standard = [atom!("inet_tcp"), atom!("inet6_tcp"), atom!("local_tcp")];
    standard.contains(&module).then(|| Term::atom(module))
}

fn ok<'h>(p: &Running<'h>, what: Term<'h>) -> Term<'h> {
    p.heap().tuple(&[Term::OK, what])
}

fn error<'h>(p: &Running<'h>, reason: Term<'static>) -> Term<'h> {
    p.heap().tuple(&[Term::atom(am::ERROR), reason])
}

fn recv_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    recv(p, args, None)
}

fn recv_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if args[2].is(am::INFINITY) {
        return recv(p, args, None);
    }
    match args[2].as_small().and_then(|ms| u32::try_from(ms).ok()) {
        Some(ms) if ms != u32::MAX => recv(p, args, Some(ms)),
        _ => Err(Exception::original(args)),
    }
}

fn recv<'h>(p: &mut Running<'h>, args: &[Term<'h>], timeout: Option<u32>) -> BifResult<'h> {
    let Some(len) = args[1].as_small().and_then(|n| u32::try_from(n).ok()) else {
        return Err(Exception::original(args));
    };
    with_tcp(p, args, Awaited::Input, |p, _, tcp, core| {
        if let Some(w) = &tcp.waiting {
            let mine = w.op.by_signal && w.op.caller == p.id;
            return if mine { Outcome::Wait } else { Outcome::Leave };
        }
        let raw = tcp.socket.settings.packet.1 == Kind::Raw;
        let common = tcp.state == State::Connected
            && tcp.socket.active == Active::No
            && !tcp.socket.ignored
            && (len == 0 || raw && len <= tcp::RECV_MAX);
        if !common {
            return Outcome::Leave;
        }
        // Probes are told here and below as if it had come the long way: by `port_control/3`.
        watch::control(core, MAGIC + req::TCP_RECV, 8);
        tcp.input.wanted = len as usize;
        match tcp.next_packet(core, &mut { READS }) {
            Next::Packet(n) => {
                tcp.input.wanted = 0;
                Outcome::Done(ok(p, tcp.take_packet(core, p.heap(), n)))
            }
            Next::End(reason) => {
                tcp.input.wanted = 0;
                Outcome::Done(error(p, reason))
            }
            Next::Nothing if timeout == Some(0) => {
                tcp.input.wanted = 0;
                Outcome::Done(error(p, tcp::TIMEOUT))
            }
            Next::Nothing => {
                let mut op = tcp.socket.new_op(p.id);
                op.by_signal = true;
                tcp.wait(core, op, timeout, Tcp::recv_timeout);
                Outcome::Wait
            }
        }
    })
}

fn send_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    with_tcp(p, args, Awaited::Sent, |p, _, tcp, core| {
        if tcp.is_blocked(p.id) {
            return Outcome::Wait;
        }
        if core.is_busy() {
            return Outcome::Leave;
        }
        let Some(data) = IoData::new(args[1]) else { return Outcome::Leave };
        watch::output(core, true, data.len());
        commands::count_output(p, core, data.len());
        match tcp.send_now(core, &data, true) {
            Some(result) => Outcome::Done(sent_term(p.heap(), result)),
            None => Outcome::Wait,
        }
    })
}

/// The reductions of an accepted connection. With eight a slice, a burst of connections is served
/// while what it needs is still in the processor's cache.
const ACCEPTED: usize = 500;

fn accept_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let mut created = false;
    let accepted = with_tcp(p, args, Awaited::Connection, |p, module, tcp, core| {
        if tcp.accepting.iter().any(|w| w.op.by_signal && w.op.caller == p.id) {
            return Outcome::Wait;
        }
        let common = tcp.state == State::Listening
            && tcp.socket.active == Active::No
            && !tcp.options.delay_send;
        if !common {
            return Outcome::Leave;
        }
        watch::control(core, MAGIC + req::ACCEPT, 4);
        match tcp.accept_now(core) {
            Ok(Some(fd)) => {
                created = true;
                p.bump_reductions(ACCEPTED);
                match commands::create(p, b"tcp_inet", module, tcp.connection(fd)) {
                    Ok(port) => Outcome::Done(ok(p, Term::port(port))),
                    Err(_) => Outcome::Done(error(p, Term::atom(am::SYSTEM_LIMIT))),
                }
            }
            Ok(None) => {
                let mut op = tcp.socket.new_op(p.id);
                op.by_signal = true;
                tcp.wait_for_connection(core, op, None);
                Outcome::Wait
            }
            Err(_) => Outcome::Leave,
        }
    })?;
    // One that has been waited for still has to learn which module it belongs to: the listener's.
    if !created
        && let Some(&[tag, port]) = accepted.as_tuple_of::<2>()
        && tag.is(am::OK)
        && let Some(module) = args[0].as_port().and_then(|l| module_of(l))
    {
        commands::set_data(port, module);
    }
    Ok(accepted)
}

fn module_of(port: u64) -> Option<Term<'static>> {
    standard_module(&*vm::port::lookup(port)?)
}

fn close_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    // Nothing that the function would take out of the mailbox can be there or come.
    let own = p.own_ref();
    let plain = p.signals.is_empty() && own.mailbox.is_empty() && !own.flags.trap_exit;
    let Some(port) = args[0].as_port().filter(|_| plain) else {
        return Err(Exception::original(args));
    };
    let allowed = |port: &Port, driver: &mut dyn Driver| {
        let driver: &mut dyn std::any::Any = driver;
        let quick = driver.downcast_mut::<Tcp>().is_some_and(|tcp| tcp.closes_at_once());
        quick && standard_module(port).is_some()
    };
    if !commands::close_quietly(p, port, allowed) {
        return Err(Exception::original(args));
    }
    Ok(Term::OK)
}
