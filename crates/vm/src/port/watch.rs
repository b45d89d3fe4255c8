//! Probes of ports and their drivers.

use super::{Core, Driver, IoData};
use crate::peer::Peer;
use crate::poller::Ready;
use crate::system_monitor::{PortCall, port_call};
use crate::trace::events::{self, PortTurn};
use crate::trace::flag;
use probes::{Text, fire, text};
use term::{Atom, Term, am, atom};

fn process(id: u64) -> Text {
    text!("{}", Term::pid(id))
}

fn port(core: &Core) -> Text {
    text!("{}", core.port())
}

/// The name that it was opened with.
fn name(core: &Core) -> Text {
    text!("{}", String::from_utf8_lossy(&core.name))
}

/// A port has been opened, and its driver is about to start.
pub(super) fn opened(core: &Core, driver: &dyn Driver) {
    let owner = core.connected;
    fire!(erlang::port__open, process(owner), name(core), port(core));
    fire!(erlang::driver__start, process(owner), text!("{}", driver.name()), port(core));
}

/// A port ends.
pub(super) fn ends(core: &Core, reason: Term<'_>) {
    let owner = core.connected;
    fire!(erlang::port__exit, process(owner), port(core), name(core), text!("{reason}"));
}

/// A port has ended whose driver still has something to write.
pub(super) fn flushes(core: &Core) {
    fire!(erlang::driver__flush, process(core.connected), port(core), name(core));
}

/// A driver has nothing to do any more.
pub(super) fn stops(core: &Core, driver: &dyn Driver) {
    let owner = core.connected;
    fire!(erlang::driver__stop, process(owner), text!("{}", driver.name()), port(core));
}

/// A process asks something of a port: `command`, `connect` or `close`.
pub(super) fn told(caller: u64, core: &Core, command: &str) {
    let command = || text!("{command}");
    fire!(erlang::port__command, process(caller), port(core), name(core), command());
}

/// A port is to have another owner.
pub(super) fn connects(core: &Core, new: u64) {
    fire!(erlang::port__connect, process(core.connected), port(core), name(core), process(new));
}

/// A port's caller sends it so many bytes, which its driver gets in pieces or in one.
pub fn output(core: &Core, in_pieces: bool, bytes: usize) {
    told(core.caller, core, "command");
    match in_pieces {
        true => fire!(erlang::driver__outputv, process(core.caller), port(core), name(core), bytes),
        false => fire!(erlang::driver__output, process(core.caller), port(core), name(core), bytes),
    }
}

/// A driver gets so many bytes that no process has sent: those of a port that traces.
pub(super) fn raw_output(core: &Core, bytes: usize) {
    fire!(erlang::driver__output, text!("-raw-"), port(core), name(core), bytes);
}

/// A port's caller asks its driver for something with so many bytes.
pub fn control(core: &Core, op: u32, bytes: usize) {
    let caller = core.caller;
    fire!(erlang::port__control, process(caller), port(core), name(core), op);
    fire!(erlang::driver__control, process(caller), port(core), name(core), op, bytes);
}

/// A port's caller calls its driver with so many bytes.
pub fn call(core: &Core, op: u32, bytes: usize) {
    fire!(erlang::driver__call, process(core.caller), port(core), name(core), op, bytes);
}

/// A driver of this name and these numbers is there from now on: versions, flags.
pub fn init(driver: &str, major: i32, minor: i32, flags: i32) {
    fire!(erlang::driver__init, text!("{driver}"), major, minor, flags);
}

/// A driver of this name is about to be unloaded.
pub fn finish(driver: &str) {
    fire!(erlang::driver__finish, text!("{driver}"));
}

/// A turn of a port, until it is dropped.
pub struct Turn {
    _timed: Option<PortCall>,
    _traced: Option<PortTurn>,
}

fn turn(core: &Core, op: Atom) -> Turn {
    Turn { _timed: port_call(core.id, op), _traced: events::port_turn(core.id, "") }
}

/// A descriptor of a driver has become ready: a turn of the port, until the result is dropped.
#[must_use]
pub fn ready(core: &Core, ready: Ready) -> Turn {
    if ready.read {
        tell_input(core);
    }
    if ready.write {
        tell_room(core);
    }
    turn(core, if ready.read { atom!("input") } else { atom!("output") })
}

/// A driver has something to read: a turn of the port, until the result is dropped.
#[must_use]
pub fn input(core: &Core) -> Turn {
    tell_input(core);
    turn(core, atom!("input"))
}

/// A driver can write more: a turn of the port, until the result is dropped.
#[must_use]
pub fn room(core: &Core) -> Turn {
    tell_room(core);
    turn(core, atom!("output"))
}

fn tell_input(core: &Core) {
    fire!(erlang::driver__ready_input, process(core.connected), port(core), name(core));
}

fn tell_room(core: &Core) {
    fire!(erlang::driver__ready_output, process(core.connected), port(core), name(core));
}

/// A process that a driver watches has gone.
pub fn process_exit(core: &Core) {
    fire!(erlang::driver__process_exit, process(core.connected), port(core), name(core));
}

/// A descriptor of a driver of this name may be closed.
pub fn stop_select(driver: &str) {
    fire!(erlang::driver__stop_select, text!("{driver}"));
}

/// A thread of a driver has done something.
pub fn done_by_thread(core: &Core) {
    fire!(erlang::driver__ready_async, process(core.connected), port(core), name(core));
}

/// The time is up that a driver has set: a turn of the port, until the result is dropped.
#[must_use]
pub fn timeout(core: &Core) -> Turn {
    events::port_event(core.id, flag::RECEIVE, "receive", |_| vec![Term::atom(am::TIMEOUT)]);
    fire!(erlang::driver__timeout, process(core.connected), port(core), name(core));
    Turn { _timed: port_call(core.id, am::TIMEOUT), _traced: None }
}

/// Tells tracers that a process gives a port data, in pieces if the driver takes them so.
pub(super) fn told_data(port: u64, from: Peer, pieces: bool, data: &IoData<'_>) {
    events::port_told(port, from, |heap| {
        let data = match pieces {
            true => heap.list(&data.slices().map(|s| heap.binary(s)).collect::<Vec<_>>()),
            false => heap.binary(&data.flat()),
        };
        heap.tuple(&[Term::atom(am::COMMAND), data])
    });
}
