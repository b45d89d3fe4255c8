//! Requests of processes to ports: `Port ! {Owner, …}`, the built-ins `port_command` and its like,
//! signals.

use super::open::OpenError;
use super::waiting::{Left, as_command};
use super::{BadArg, Core, IoData, Port, Reply, State, lookup, watch};
use crate::log::log_of_port;
use crate::microstates;
use crate::peer::Peer;
use crate::process::{HeldUp, RefKey, Running};
use crate::registry;
use crate::signal::{self, Signal};
use crate::trace::{self, events, flag};
use std::cell::Cell;
use std::sync::Arc;
use term::{Atom, Heap, OwnedTerm, Term, View, am, atom};

/// The fate of a message or request that was sent to a port.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Sent {
    /// It is done (or dropped, as there is no such port).
    Done,
    /// The port is busy: the process is to wait for a signal, then to send it again.
    Busy,
    /// It made no sense; built-ins fail with `badarg`.
    Bad,
}

fn wait_for(p: &mut Running<'_>, core: &mut Core) -> Sent {
    if !core.waiting.contains(&p.id) {
        core.waiting.push(p.id);
    }
    p.extra().held_up = HeldUp::BeforeSending;
    crate::system_monitor::waits_for_port(p, core.port());
    Sent::Busy
}

/// The port that a term means: a port, or a name of one.
pub fn find(t: Term<'_>) -> Option<Arc<Port>> {
    let port = named(t)?;
    let open = !Port::is_closing(&port.lock());
    open.then_some(port)
}

/// As [`find`], but the port may be closing.
fn named(t: Term<'_>) -> Option<Arc<Port>> {
    lookup(match t.as_atom() {
        Some(name) => registry::whereis(name)?.as_port()?,
        None => t.as_port()?,
    })
}

/// Whether commands wait that a busy port does not take. All else that a process asks for then has
/// to wait behind them.
fn holds_commands(port: &Port, core: &Core) -> bool {
    port.waiting.is_any() && core.is_busy()
}

/// Whether the process has to wait before it asks for anything else of this port, because commands
/// wait that the port is too busy to take. It gets a signal when that is over.
pub fn has_to_wait(p: &mut Running<'_>, to: Term<'_>) -> bool {
    p.own().awake();
    let Some(port) = named(to).filter(|port| port.waiting.is_any()) else { return false };
    let mut state = port.lock();
    let waits = !Port::is_closing(&state) && holds_commands(&port, &state.core);
    if waits {
        wait_for(p, &mut state.core);
    }
    waits
}

/// Tells tracers that a process is not at work while a port is for it: it stops, `out`, or goes on,
/// `in`.
pub(super) fn tell_sender(p: &Running<'_>, tag: &str) {
    if trace::is_traced(p) {
        events::in_port(p, tag);
    }
}

/// `Port ! Message`. When the port is busy nothing has been done.
pub fn send<'h>(p: &mut Running<'h>, port: u64, message: Term<'h>) -> Sent {
    let waited = p.own().awake();
    let Some(port) = lookup(port) else { return Sent::Done };
    let mut state = match port.lock_soon() {
        Some(state) => state,
        None => match leave_message(p, &port, message) {
            Left::Waits => return Sent::Done,
            Left::Full => return Sent::Busy,
            Left::Alone => port.lock(),
        },
    };
    if Port::is_closing(&state) {
        return Sent::Done;
    }
    // A message has woken it: what it sends has been looked at when it began to wait.
    if waited && state.core.is_busy() || holds_commands(&port, &state.core) {
        return wait_for(p, &mut state.core);
    }
    let sent = message_to(p, &port, &mut state, message);
    if sent == Sent::Bad {
        state.core.bad_signal();
        return Sent::Done;
    }
    sent
}

/// Leaves a message for whoever is in the port, if it is a command.
fn leave_message(p: &mut Running<'_>, port: &Port, message: Term<'_>) -> Left {
    let command = as_command(message);
    command.map_or(Left::Alone, |(owner, data)| port.leave(p, Some(owner), data, true))
}

/// Gives a port, which traces, a message in the external format.
pub(crate) fn tell(port: u64, message: &OwnedTerm) {
    let Some(port) = lookup(port) else { return };
    let Ok(bytes) = term::etf::encode(message.term(), Default::default()) else { return };
    let mut state = port.lock();
    if Port::is_closing(&state) {
        return;
    }
    let State { driver, core } = &mut *state;
    if let Some(driver) = driver {
        watch::raw_output(core, bytes.len());
        core.caller = super::NOBODY;
        driver.output(core, &IoData::of(&bytes));
    }
    port.after(&mut state);
}

/// Gives a port data for a library that acts for a process, if there is one; false if the port is
/// not there, is busy, or the term is no data.
pub fn command_from_library(port: u64, caller: Option<u64>, data: &OwnedTerm) -> bool {
    let (Some(port), Some(data)) = (lookup(port), IoData::new(data.term())) else { return false };
    let mut state = port.lock();
    if Port::is_closing(&state) || state.core.is_busy() {
        return false;
    }
    let State { driver, core } = &mut *state;
    if let Some(driver) = driver {
        core.caller = caller.unwrap_or(core.connected);
        watch::raw_output(core, data.len());
        driver.output(core, &data);
    }
    port.after(&mut state);
    true
}

/// The data of a command. Data that is none is logged.
fn checked<'h>(p: &Running<'_>, core: &Core, data: Term<'h>) -> Option<IoData<'h>> {
    let checked = IoData::new(data);
    if checked.is_none() {
        let mut text = b"Bad value on output port '".to_vec();
        text.extend_from_slice(&core.name);
        text.extend_from_slice(b"'\n");
        log_of_port(p, &text);
    }
    checked
}

fn message_to(p: &mut Running<'_>, port: &Arc<Port>, state: &mut State, message: Term<'_>) -> Sent {
    let View::Tuple([owner, what]) = message.view() else { return Sent::Bad };
    let data = match what.view() {
        View::Tuple([tag, data]) if tag.is(am::COMMAND) && owner.is_pid() => {
            let Some(data) = checked(p, &state.core, *data) else { return Sent::Bad };
            Some(data)
        }
        _ => None,
    };
    if owner.as_pid() != Some(state.core.connected) {
        return Sent::Bad;
    }
    if let Some(data) = data {
        if state.core.is_busy() {
            return wait_for(p, &mut state.core);
        }
        output(p, port, state, &data);
        return Sent::Done;
    }
    match what.view() {
        View::Atom(am::CLOSE) => {
            watch::told(p.id, &state.core, "close");
            tell_sender(p, "out");
            let turn = events::port_turn(port.id, "close");
            events::port_told(port.id, p.peer(), |_| Term::atom(am::CLOSE));
            state.core.send_closed = true;
            port.end(state, Term::atom(am::NORMAL).into());
            drop(turn);
            tell_sender(p, "in");
            Sent::Done
        }
        View::Tuple([tag, new]) if tag.is(am::CONNECT) => {
            let Some(new) = new.as_pid() else { return Sent::Bad };
            watch::told(p.id, &state.core, "connect");
            let old = state.core.connected;
            if !connect_to(p, port, state, new, false) {
                return Sent::Bad;
            }
            let message = OwnedTerm::build(|heap| {
                heap.tuple(&[Term::port(port.id), Term::atom(am::CONNECTED)])
            });
            signal::send_message(old, message);
            Sent::Done
        }
        _ => Sent::Bad,
    }
}

fn tell_connect(port: u64, p: &Running<'_>, new: u64) {
    events::port_told(port, p.peer(), |heap| {
        heap.tuple(&[Term::atom(am::CONNECT), Term::pid(new)])
    });
}

fn tell_connected(port: u64, p: &Running<'_>) {
    events::port_event(port, flag::SEND, "send", |heap| {
        let message = heap.tuple(&[Term::port(port), Term::atom(am::CONNECTED)]);
        vec![message, p.pid()]
    });
}

/// `{Kind, {Operation, Bytes}}`, as it is told.
fn operation<'h>(heap: &'h Heap, kind: &str, op: u32, bytes: &[u8]) -> Term<'h> {
    let what = heap.tuple(&[heap.unsigned(op.into()), heap.binary(bytes)]);
    heap.tuple(&[Term::atom(Atom::new(kind)), what])
}

/// Tells tracers that `{Port, {Kind, Bytes}}` goes to the caller.
fn tell_result(port: u64, p: &Running<'_>, kind: &str, bytes: &[u8]) {
    events::port_event(port, flag::SEND, "send", |heap| {
        let what = heap.tuple(&[Term::atom(Atom::new(kind)), heap.binary(bytes)]);
        vec![heap.tuple(&[Term::port(port), what]), p.pid()]
    });
}

fn output(p: &mut Running<'_>, port: &Arc<Port>, state: &mut State, data: &IoData<'_>) {
    tell_sender(p, "out");
    let turn = events::port_turn(port.id, "command");
    let pieces = state.driver.as_ref().is_some_and(|d| d.takes_pieces());
    watch::told_data(port.id, p.peer(), pieces, data);
    count_output(p, &mut state.core, data.len());
    state.core.caller = p.id;
    if let Some(driver) = &mut state.driver {
        watch::output(&state.core, driver.takes_pieces(), data.len());
        driver.output(&mut state.core, data);
    }
    p.bump_reductions(state.core.take_work());
    port.after(state);
    drop(turn);
    tell_sender(p, "in");
}

/// Makes another process the owner, and links it; false if it is not there.
fn set_owner(state: &mut State, new: u64) -> bool {
    let State { driver, core } = state;
    let owner = Peer::process(new);
    watch::connects(core, new);
    if !core.links.contains(&owner) {
        if signal::send(new, Signal::Link(core.peer())).is_err() {
            return false;
        }
        core.links.push(owner);
    }
    core.connected = new;
    if let Some(driver) = driver {
        driver.owner_changed(core);
    }
    true
}

/// The outcome of `port_command/3`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Commanded {
    /// Done.
    Done,
    /// The port is busy and the caller does not want to wait.
    Refused,
    /// Wait for a signal and try again.
    Wait,
    /// `badarg`.
    Bad,
    /// The port cannot be forced.
    NotSupported,
}

/// `port_command(Port, Data, Options)`.
pub fn command(
    p: &mut Running<'_>,
    to: Term<'_>,
    data: Term<'_>,
    force: bool,
    nosuspend: bool,
) -> Commanded {
    p.own().awake();
    let Some(port) = named(to) else { return Commanded::Bad };
    let soon = if force { None } else { port.lock_soon() };
    let mut state = match soon {
        Some(state) => state,
        None if force || IoData::new(data).is_none() => port.lock(),
        None => match port.leave(p, None, data, !nosuspend) {
            Left::Waits => return Commanded::Done,
            Left::Full if nosuspend => return Commanded::Refused,
            Left::Full => return Commanded::Wait,
            Left::Alone => port.lock(),
        },
    };
    if Port::is_closing(&state) {
        return Commanded::Bad;
    }
    if force && !state.driver.as_ref().is_some_and(|d| d.soft_busy()) {
        return Commanded::NotSupported;
    }
    let Some(data) = checked(p, &state.core, data) else { return Commanded::Bad };
    if state.core.is_busy() && !force {
        if nosuspend {
            return Commanded::Refused;
        }
        wait_for(p, &mut state.core);
        return Commanded::Wait;
    }
    output(p, &port, &mut state, &data);
    Commanded::Done
}

/// Why a port gives no answer.
#[derive(Debug)]
pub enum Unanswered {
    /// `badarg`.
    BadArg,
    /// Wait for a signal and try again.
    Wait,
}

impl From<BadArg> for Unanswered {
    fn from(_: BadArg) -> Unanswered {
        Unanswered::BadArg
    }
}

/// `port_control(Port, Operation, Data)`.
pub fn control(
    p: &mut Running<'_>,
    to: Term<'_>,
    op: u32,
    data: &[u8],
) -> Result<Reply, Unanswered> {
    p.own().awake();
    let port = find(to).ok_or(BadArg)?;
    let reply = port.enter(|driver, core| {
        if holds_commands(&port, core) {
            wait_for(p, core);
            return Err(Unanswered::Wait);
        }
        core.caller = p.id;
        tell_sender(p, "out");
        let turn = events::port_turn(core.id, "control");
        events::port_told(core.id, p.peer(), |heap| operation(heap, "control", op, data));
        watch::control(core, op, data.len());
        let reply = driver.control(core, op, data);
        p.bump_reductions(core.take_work());
        if let Ok(reply) = &reply {
            tell_result(core.id, p, "control", reply.bytes());
        }
        drop(turn);
        tell_sender(p, "in");
        Ok(reply?)
    });
    reply.ok_or(BadArg)?
}

thread_local! {
    /// The port that was entered last: often it is the next one, too.
    static RECENT: Cell<Option<Arc<Port>>> = const { Cell::new(None) };
}

/// Calls the driver for the process that runs on this thread; None if there is no such port.
pub fn enter<'h, R>(
    p: &mut Running<'h>,
    port: u64,
    f: impl FnOnce(&mut Running<'h>, &Port, &mut dyn super::Driver, &mut Core) -> R,
) -> Option<R> {
    let recent = RECENT.take().filter(|r| r.id == port);
    let port = recent.map_or_else(|| lookup(port), Some)?;
    let _in_port = microstates::within(microstates::State::Port);
    let mut state = port.lock();
    if Port::is_closing(&state) {
        return None;
    }
    let State { driver, core } = &mut *state;
    core.caller = p.id;
    let result = f(p, &port, driver.as_deref_mut()?, core);
    port.after(&mut state);
    drop(state);
    RECENT.set(Some(port));
    Some(result)
}

/// Counts what a process sends to a port.
pub fn count_output(p: &mut Running<'_>, core: &mut Core, bytes: usize) {
    p.bump_reductions(bytes / 4096);
    core.count_output(bytes);
}

/// Closes a port if that is allowed, for a process that takes no notice of exits of ports: the link
/// between the two goes without a signal. False if that is not allowed, or there is no such port.
pub fn close_quietly(
    p: &mut Running<'_>,
    port: u64,
    allowed: impl FnOnce(&Port, &mut dyn super::Driver) -> bool,
) -> bool {
    // It is told as it is done with signals.
    if trace::ports_are_traced() {
        return false;
    }
    let Some(port) = lookup(port) else { return false };
    let mut state = port.lock();
    if Port::is_closing(&state)
        || port.waiting.is_any()
        || !state.driver.as_deref_mut().is_some_and(|d| allowed(&port, d))
    {
        return false;
    }
    let (me, it) = (p.peer(), state.core.peer());
    if state.core.links.contains(&me) && p.own().links.get_mut(it).is_some_and(|l| l.unlinking == 0)
    {
        state.core.links.retain(|l| *l != me);
        p.own().links.remove(it);
    }
    port.end(&mut state, Term::atom(am::NORMAL).into());
    true
}

/// Whether the process waits for the answer of a driver that has this reference.
pub fn awaits(p: &Running<'_>, key: RefKey) -> bool {
    p.own_ref().extra.as_ref().is_some_and(|e| e.awaited == Some(key))
}

/// Notes which answer of a driver the process waits for, if any.
pub fn await_reply(p: &mut Running<'_>, key: Option<RefKey>) {
    p.extra().awaited = key;
}

/// Takes the answer of a driver that the process has waited for, if it has arrived.
pub fn take_reply(p: &mut Running<'_>, key: RefKey) -> Option<OwnedTerm> {
    p.extra().take_reply(&key)
}

/// `port_call(Port, Operation, Data)`.
pub fn call(
    p: &mut Running<'_>,
    to: Term<'_>,
    op: u32,
    data: Term<'_>,
) -> Result<OwnedTerm, Unanswered> {
    p.own().awake();
    let port = find(to).ok_or(BadArg)?;
    let reply = port.enter(|driver, core| {
        if holds_commands(&port, core) {
            wait_for(p, core);
            return Err(Unanswered::Wait);
        }
        core.caller = p.id;
        tell_sender(p, "out");
        let turn = events::port_turn(core.id, "call");
        let bytes = |t| term::etf::encode(t, Default::default()).unwrap_or_default();
        let reply = driver.call(core, op, data);
        p.bump_reductions(core.take_work());
        if trace::ports_are_traced()
            && let Ok(reply) = &reply
        {
            events::port_told(core.id, p.peer(), |heap| operation(heap, "call", op, &bytes(data)));
            tell_result(core.id, p, "call", &bytes(reply.term()));
        }
        drop(turn);
        tell_sender(p, "in");
        Ok(reply?)
    });
    reply.ok_or(BadArg)?
}

/// `port_connect(Port, Pid)`; false: `badarg`.
pub fn connect(p: &Running<'_>, to: Term<'_>, owner: Term<'_>) -> bool {
    let (Some(port), Some(owner)) = (find(to), owner.as_pid()) else { return false };
    connect_to(p, &port, &mut port.lock(), owner, true)
}

/// Makes another process the owner because a process asks for that; false if it is not there.
/// Tracers hear of the new link if it `tells` of that.
fn connect_to(p: &Running<'_>, port: &Port, state: &mut State, owner: u64, tells: bool) -> bool {
    tell_sender(p, "out");
    let turn = events::port_turn(port.id, "connect");
    if tells && !state.core.links.contains(&Peer::process(owner)) {
        events::port_event(port.id, flag::PORTS, "getting_linked", |_| vec![Term::pid(owner)]);
    }
    tell_connect(port.id, p, owner);
    let done = set_owner(state, owner);
    if done {
        tell_connected(port.id, p);
    }
    drop(turn);
    tell_sender(p, "in");
    done
}

/// `port_close(Port)` by a process; false: `badarg`.
pub fn close(from: Peer, to: Term<'_>) -> bool {
    let Some(port) = find(to) else { return false };
    let _turn = events::port_turn(port.id, "close");
    events::port_told(port.id, from, |_| Term::atom(am::CLOSE));
    port.end(&mut port.lock(), Term::atom(am::NORMAL).into());
    true
}

/// `port_set_data(Port, Data)`; false: `badarg`.
pub fn set_data(to: Term<'_>, data: Term<'_>) -> bool {
    let Some(port) = find(to) else { return false };
    let old = std::mem::replace(&mut *port.data.lock().expect("port data"), OwnedTerm::new(data));
    drop(old);
    true
}

impl Port {
    /// The data that [`set_data`] has set, if it is an atom.
    pub fn data_atom(&self) -> Option<Atom> {
        self.data.lock().expect("port data").term().as_atom()
    }
}

/// A new port for the process that runs on this thread, linked with it, with this data.
pub fn create(
    p: &mut Running<'_>,
    name: &[u8],
    data: Term<'static>,
    driver: Box<dyn super::Driver>,
) -> Result<u64, OpenError> {
    let port = super::create_with(name, p.id, data, |_| Ok(driver))?.id;
    p.own().links.add(Peer::port(port));
    Ok(port)
}

/// `port_get_data(Port)`.
pub fn get_data<'h>(p: &Running<'h>, to: Term<'_>) -> Option<Term<'h>> {
    let port = find(to)?;
    let data = port.data.lock().expect("port data");
    Some(p.heap().copy_in(data.term()))
}

/// Opens a port for a process and links the two. The result is the port, the reference of the
/// message that will tell it, or, as an atom, why not.
pub fn open<'h>(p: &mut Running<'h>, name: Term<'h>, settings: Term<'h>) -> Term<'h> {
    match super::open::open(p.id, name, settings) {
        Ok(opened) => {
            p.own().links.add(Peer::port(opened.id));
            match opened.told_by {
                Some(key) => p.heap().reference(key),
                None => Term::port(opened.id),
            }
        }
        Err(OpenError::Refused) => Term::atom(am::EINVAL),
        Err(OpenError::BadOption) => Term::atom(atom!("badopt")),
        Err(OpenError::BadArg | OpenError::NoDriver) => Term::atom(am::BADARG),
        Err(OpenError::SystemLimit) => Term::atom(am::SYSTEM_LIMIT),
        Err(OpenError::Errno(n)) => Term::atom(crate::errno::atom(n)),
    }
}

/// Handles a signal to a port; false if there is none.
pub fn signal(id: u64, signal: Signal) -> bool {
    let Some(port) = lookup(id) else { return false };
    let (_party, signal) = match signal {
        Signal::OfParty(of) => (Some(of.party), of.signal),
        signal => (None, signal),
    };
    let mut state = port.lock();
    if Port::is_closing(&state) {
        return false;
    }
    let core = &mut state.core;
    match signal {
        Signal::Link(from) => {
            let _turn = events::port_turn(id, "link");
            if !core.links.contains(&from) {
                core.links.push(from);
                tell_link(id, "getting_linked", from);
            }
        }
        Signal::Unlink(from, number) => {
            let _turn = events::port_turn(id, "unlink");
            if core.links.contains(&from) {
                core.links.retain(|l| *l != from);
                tell_link(id, "getting_unlinked", from);
            }
            let me = core.peer();
            signal::send_to_peer(from, Signal::UnlinkAck(me, number));
        }
        Signal::Monitor(key, by) => {
            let _turn = events::port_turn(id, "monitor");
            core.monitored_by.insert(key, by.watcher);
        }
        Signal::Demonitor(key) => {
            let _turn = events::port_turn(id, "demonitor");
            core.monitored_by.remove(&key);
        }
        Signal::Exit(from, reason, _) => exit(&port, &mut state, from, reason),
        Signal::LinkExit(from, reason, _) => {
            let linked = core.links.contains(&from);
            core.links.retain(|l| *l != from);
            if linked {
                exit(&port, &mut state, from, reason);
            }
        }
        Signal::Down(key, _) => {
            let State { driver, core } = &mut *state;
            if let Some(driver) = driver.as_mut().filter(|_| core.monitors.process(key).is_some()) {
                driver.down(core, key);
                core.monitors.told(key);
            }
            port.after(&mut state);
        }
        Signal::Message(_)
        | Signal::Told(_)
        | Signal::ToldFirst(_)
        | Signal::MessageFrom(..)
        | Signal::MessageWithToken(_)
        | Signal::AliasMessage(..)
        | Signal::AliasExit(_)
        | Signal::UnlinkAck(..)
        | Signal::Timeout(_)
        | Signal::Reply(..)
        | Signal::PortFree
        | Signal::Returned(_)
        | Signal::OfParty(_)
        | Signal::Encoded(_)
        | Signal::Run(_) => {}
    }
    true
}

fn exit(port: &Arc<Port>, state: &mut State, from: Peer, reason: OwnedTerm) {
    let owner = Peer::process(state.core.connected);
    if reason.term().is(am::NORMAL) && from != owner {
        return;
    }
    if !reason.term().is(am::KILL) {
        // Nothing that has been sent before is lost, though the port is busy.
        port.give(state, true);
    }
    if Port::is_closing(state) {
        return;
    }
    let _turn = events::port_turn(port.id, "close");
    events::port_told(port.id, from, |_| Term::atom(am::CLOSE));
    port.end(state, reason);
}

fn tell_link(port: u64, tag: &str, from: Peer) {
    events::port_event(port, flag::PORTS, tag, |heap| vec![from.shown(heap)]);
}
