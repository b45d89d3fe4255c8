//! Ports, through which processes reach drivers and external programs.
//!
//! A port is a driver with a lock, an owner (the *connected* process), links and monitors.
//! Processes that send to a port, the poller and helper threads of the driver take the lock, call
//! the driver and let go; drivers never block. So a process's own calls are done when they return,
//! and the messages that one process sends to a port stay in order. Drivers in C may take their
//! time, though: commands to a port in which another thread stays for longer than a moment are left
//! for it ([`waiting`]).
//!
//! **Readiness.** The schedulers poll one epoll descriptor and enter the ports whose descriptors
//! are ready: see [`crate::poller`].
//!
//! **End of a port.** Links and monitors are told at once; the driver itself goes when its output
//! has been written (or at once, for the reason `kill`).

pub mod carried;
pub mod commands;
pub mod delivery;
pub mod driver;
pub mod flush;
pub mod info;
pub mod iodata;
pub mod lock;
mod monitors;
pub mod open;
pub mod queue;
mod table;
pub mod waiting;
pub mod watch;

pub use carried::Carried;
pub use commands::{Sent, send, signal};
pub use delivery::LineBuffer;
pub use driver::{BadArg, Driver, Reply};
pub use iodata::IoData;
pub use lock::{DriverLock, DriverTurn};
pub use monitors::Monitors;
pub use table::{all_ids, count, limit, lookup};

use crate::microstates;
use crate::peer::Peer;
use crate::poller;
use crate::process::RefKey;
use crate::process_table;
use crate::registry;
use crate::signal::{self, Signal};
use crate::trace::{self, events, flag};
use probes::{fire, text};
use smallvec::{SmallVec, smallvec};
use std::collections::HashMap;
use std::mem::ManuallyDrop;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use term::{Heap, OwnedTerm, Term, am};
use waiting::Waiting;

/// A port.
pub struct Port {
    /// Its number: the payload of the port's term.
    pub id: u64,
    /// Taken before `state`.
    shared_lock: Option<Arc<DriverLock>>,
    state: Mutex<State>,
    /// Looked at under the lock before anything else is done.
    waiting: Arc<Waiting>,
    /// `erlang:port_set_data/2`.
    data: Mutex<OwnedTerm>,
}

struct State {
    driver: Option<Box<dyn Driver>>,
    core: Core,
}

/// A port's state, under its locks. They are given up in this order.
struct Locked<'a> {
    state: MutexGuard<'a, State>,
    _turn: Option<DriverTurn>,
}

impl Deref for Locked<'_> {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}

impl DerefMut for Locked<'_> {
    fn deref_mut(&mut self) -> &mut State {
        &mut self.state
    }
}

/// A port that the calling thread holds until this is dropped: only it calls the driver meanwhile.
pub struct Held {
    /// Dropped before `port`, whose lock it is.
    locked: ManuallyDrop<Locked<'static>>,
    port: Arc<Port>,
}

impl Held {
    /// The port of this number, when no other thread is in it. None if there is no such port. The
    /// calling thread must not be in it already.
    pub fn new(id: u64) -> Option<Held> {
        let port = lookup(id)?;
        let locked = port.lock();
        // SAFETY: the guard borrows from the port, which `port` keeps where it is, and it is
        // dropped before that: nothing else takes it out.
        let locked = unsafe { std::mem::transmute::<Locked<'_>, Locked<'static>>(locked) };
        Some(Held { locked: ManuallyDrop::new(locked), port })
    }

    /// Driver and core. None if the driver has gone.
    pub fn parts(&mut self) -> Option<(&mut dyn Driver, &mut Core)> {
        let State { driver, core } = &mut **self.locked;
        Some((driver.as_deref_mut()?, core))
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.port.after(&mut self.locked);
        // SAFETY: taken out once, here.
        unsafe { ManuallyDrop::drop(&mut self.locked) };
    }
}

/// Makes an answer once a program has been started, or cannot be.
pub type WhenStarted = Box<dyn FnOnce(&Core) -> Answer + Send>;

/// A message for a process that waits for it in `erlang`'s half of a port's built-in. It is sent
/// when this is dropped: at best when the port's lock is free, since the process may go on with the
/// port at once.
pub struct Answer {
    to: u64,
    message: Option<OwnedTerm>,
}

impl Answer {
    /// `{Ref, Result}`.
    fn new(to: u64, key: RefKey, result: impl for<'h> FnOnce(&'h Heap) -> Term<'h>) -> Answer {
        let message = OwnedTerm::build(|heap| {
            let result = result(heap);
            heap.tuple(&[heap.reference(key), result])
        });
        Answer { to, message: Some(message) }
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        // Not a message of the port's, so tracers do not hear of it.
        if let Some(message) = self.message.take() {
            signal::send_message(self.to, message);
        }
    }
}

/// The operating system's process that belongs to a port.
pub enum OsPid {
    /// There is none.
    None,
    /// It is being started; these functions make the answers of those that have asked for it.
    Starting(Vec<WhenStarted>),
    /// This one.
    Known(i32),
}

/// The caller of a driver that gets data which no process has sent.
const NOBODY: u64 = u64::MAX;

/// All of a port but its driver, for the driver to work with.
pub struct Core {
    /// The port's number.
    pub id: u64,
    /// The owner, a local pid's number.
    pub connected: u64,
    /// The process whose request the driver is handling.
    pub caller: u64,
    /// Linked processes, as words.
    pub links: SmallVec<[Peer; 1]>,
    /// The processes that monitor the port, by the references of their monitors.
    pub monitored_by: HashMap<RefKey, Peer>,
    /// The processes that the port monitors.
    pub monitors: Arc<Monitors>,
    /// The process that waits for the outcome of `open_port/2`, as the driver said that it will
    /// tell later ([`Core::opened`]).
    pub opener: Option<(u64, RefKey)>,
    /// The commands that wait, and their limits.
    pub commands: Arc<Waiting>,
    /// `name` of `erlang:port_info/2`.
    pub name: Vec<u8>,
    /// The thing that it was opened for.
    pub kind: Kind,
    /// Data is delivered as binaries?
    pub binary: bool,
    /// `eof`: the end of input is told and does not close the port.
    pub soft_eof: bool,
    /// `{line, L}`: input is cut into lines.
    pub line: Option<LineBuffer>,
    /// `parallelism`.
    pub parallelism: bool,
    /// Bytes delivered.
    pub input: u64,
    /// Bytes sent to the driver.
    pub output: u64,
    /// The operating system's process.
    pub os_pid: OsPid,
    /// The connection with another node that the port carries.
    pub carried: Option<Arc<dyn Carried>>,
    /// Reductions that the driver has told of, for the process that has it called.
    pub work: usize,
    busy: bool,
    /// Processes that wait until it is not busy.
    waiting: Vec<u64>,
    /// Its links have been told of its end; what remains is to write what is queued.
    closing: bool,
    /// `{Port, closed}` is to be sent to the owner in the end.
    send_closed: bool,
    /// Why the driver wants it to end.
    exit: Option<OwnedTerm>,
}

/// The things that ports are opened for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A driver by its name.
    Driver,
    /// A program.
    Program,
    /// Open descriptors.
    Descriptors,
    /// A file or device.
    File,
}

impl Core {
    /// Tells the owner that somebody has sent the port what makes no sense.
    fn bad_signal(&self) {
        let reason = Term::atom(am::BADSIG).into();
        let _ = signal::send(self.connected, Signal::Exit(self.peer(), reason, None));
    }

    /// Counts what the driver is given.
    fn count_output(&mut self, bytes: usize) {
        self.output += bytes as u64;
        crate::statistics::output(bytes as u64);
    }

    /// The port, as the other end of a relation.
    pub fn peer(&self) -> Peer {
        Peer::port(self.id)
    }

    /// The reductions that the driver has told of since the last time.
    fn take_work(&mut self) -> usize {
        std::mem::take(&mut self.work)
    }

    /// The process whose request the driver is handling: its pid, `[]` if there is none.
    pub fn caller_term(&self) -> Term<'static> {
        if self.caller == NOBODY { Term::NIL } else { Term::pid(self.caller) }
    }

    /// The port.
    pub fn port(&self) -> Term<'static> {
        Term::port(self.id)
    }

    /// Sends `{Port, What}` to the owner.
    pub fn message(&self, what: impl for<'h> FnOnce(&'h Heap) -> Term<'h>) {
        let port = self.port();
        let message = OwnedTerm::build(|heap| {
            let what = what(heap);
            heap.tuple(&[port, what])
        });
        self.send(self.connected, message);
    }

    /// Sends a message that the port's driver has made; false if there is no such process.
    pub fn send(&self, to: u64, message: OwnedTerm) -> bool {
        let is_gone = trace::ports_are_traced() && !process_table::contains(to);
        let tag = if is_gone { "send_to_non_existing_process" } else { "send" };
        events::port_event(self.id, flag::SEND, tag, |heap| {
            vec![heap.copy_in(message.term()), Term::pid(to)]
        });
        signal::send(to, Signal::Told(message)).is_ok()
    }

    /// Sends `{Port, closed}` to the owner, of which only the second part is told.
    fn tell_closed(&self) {
        let (port, owner) = (self.port(), self.connected);
        events::port_event(self.id, flag::SEND, "send", |_| {
            vec![Term::atom(am::CLOSED), Term::pid(owner)]
        });
        let message = OwnedTerm::build(|heap| heap.tuple(&[port, Term::atom(am::CLOSED)]));
        signal::send_message(owner, message);
    }

    /// Ends the port for a reason once the driver returns.
    pub fn fail(&mut self, reason: Term<'static>) {
        if self.exit.is_none() {
            self.exit = Some(OwnedTerm::from(reason));
        }
    }

    /// Ends the port because of an error of the operating system.
    pub fn fail_errno(&mut self, errno: i32) {
        self.fail(Term::atom(crate::errno::atom(errno)));
    }

    /// Ends the port as [`Self::fail`] does, but of its end the owner is not told: it has been told
    /// by a message.
    pub fn leave(&mut self, reason: Term<'static>) {
        self.unlink(self.connected);
        self.fail(reason);
    }

    /// Ends the link to a process, which is not told of the end of the port then.
    pub fn unlink(&mut self, pid: u64) {
        let process = Peer::process(pid);
        if self.links.contains(&process) {
            self.links.retain(|l| *l != process);
            let _ = signal::send(pid, Signal::Unlink(self.peer(), 1));
        }
    }

    /// Tells the process that waits for it what has come of `open_port/2`: the port, or an atom
    /// that says why not. False, and nothing done, if no process waits.
    pub fn opened(&mut self, result: Term<'static>) -> bool {
        let Some((pid, key)) = self.opener.take() else { return false };
        if !result.is_port() {
            self.unlink(pid);
        }
        drop(Answer::new(pid, key, |_| result));
        true
    }

    /// Whether it has ended for programs. Only what is queued is still written.
    pub fn is_closing(&self) -> bool {
        self.closing
    }

    /// Input has ended: tells the owner, or ends the port.
    pub fn eof(&mut self) {
        self.flush_line();
        if self.soft_eof {
            self.message(|_| Term::atom(am::EOF));
        } else {
            self.fail(Term::atom(am::NORMAL));
        }
    }

    /// Makes senders wait, or lets them go on.
    pub fn set_busy(&mut self, busy: bool) {
        match (self.busy, busy) {
            (false, true) => fire!(erlang::port__busy, text!("{}", self.port())),
            (true, false) => fire!(erlang::port__not_busy, text!("{}", self.port())),
            _ => {}
        }
        if self.busy && !busy {
            let me = Term::port(self.id);
            for pid in self.waiting.drain(..) {
                fire!(erlang::process__port_unblocked, text!("{}", Term::pid(pid)), text!("{me}"));
                let _ = signal::send(pid, Signal::PortFree);
            }
            self.commands.go_on();
        }
        self.busy = busy;
    }

    /// Whether senders wait.
    pub fn is_busy(&self) -> bool {
        self.busy
    }

    /// The operating system's process has been started, or cannot be. The result are the answers to
    /// those that have asked for it.
    #[must_use]
    pub fn started(&mut self, pid: Option<i32>) -> Vec<Answer> {
        let new = pid.map_or(OsPid::None, OsPid::Known);
        match std::mem::replace(&mut self.os_pid, new) {
            OsPid::Starting(waiting) => waiting.into_iter().map(|f| f(self)).collect(),
            _ => Vec::new(),
        }
    }
}

impl Port {
    /// `name` of `erlang:port_info/2`.
    pub fn name(&self) -> Vec<u8> {
        self.lock_alone().core.name.clone()
    }

    /// The lock, after all that waits has been given to the driver.
    fn lock(self: &Arc<Self>) -> Locked<'_> {
        let mut locked = self.lock_alone();
        self.catch_up(&mut locked);
        locked
    }

    /// The lock, and nothing else is done.
    fn lock_alone(&self) -> Locked<'_> {
        let turn = self.shared_lock.as_ref().map(DriverLock::take);
        Locked { state: self.state.lock().expect("a driver panicked"), _turn: turn }
    }

    /// The lock, if no other thread has it.
    fn try_lock(&self) -> Option<Locked<'_>> {
        let turn = match &self.shared_lock {
            Some(lock) => Some(DriverLock::try_take(lock)?),
            None => None,
        };
        match self.state.try_lock() {
            Ok(state) => Some(Locked { state, _turn: turn }),
            Err(TryLockError::WouldBlock) => None,
            Err(TryLockError::Poisoned(_)) => panic!("a driver panicked"),
        }
    }

    /// Calls the driver under the port's lock. None if the driver has gone.
    pub fn enter<R>(
        self: &Arc<Self>,
        f: impl FnOnce(&mut dyn Driver, &mut Core) -> R,
    ) -> Option<R> {
        let _in_port = microstates::within(microstates::State::Port);
        let mut state = self.lock();
        let State { driver, core } = &mut *state;
        let result = f(driver.as_deref_mut()?, core);
        self.after(&mut state);
        Some(result)
    }

    /// Lets the driver begin.
    fn start(self: &Arc<Self>) -> Result<Opened, open::OpenError> {
        let _in_port = microstates::within(microstates::State::Port);
        let mut state = self.lock();
        let State { driver, core } = &mut *state;
        let driver = driver.as_deref_mut().expect("the driver of a new port");
        watch::opened(core, driver);
        if let Err(e) = driver.open(core) {
            self.abandon(&mut state);
            return Err(e);
        }
        let told_by = core.opener.map(|(_, key)| key);
        self.after(&mut state);
        Ok(Opened { id: self.id, told_by })
    }

    /// Ends the port after a call of the driver that asked for it, or that wrote the last of a
    /// closing port's output.
    fn after(self: &Arc<Self>, state: &mut State) {
        if let Some(reason) = state.core.exit.take() {
            if state.core.closing {
                self.terminate(state);
            } else {
                self.end(state, reason);
            }
        } else if state.core.closing && state.driver.as_ref().is_some_and(|d| d.queued() == 0) {
            self.terminate(state);
        }
    }

    /// Tells all that are linked to the port or watch it, and ends it when its output has been
    /// written.
    fn end(self: &Arc<Self>, state: &mut State, reason: OwnedTerm) {
        let me = Peer::port(self.id);
        let core = &mut state.core;
        core.set_busy(false);
        core.closing = true;
        events::port_event(self.id, flag::PORTS, "closed", |heap| {
            vec![heap.copy_in(reason.term())]
        });
        watch::ends(core, reason.term());
        let kill = reason.term().is(am::KILL);
        let reason = if kill { Term::atom(am::KILLED).into() } else { reason };
        registry::port_gone(self.id);
        if let Some(connection) = core.carried.take() {
            connection.ended(&reason);
        }
        for peer in std::mem::take(&mut core.links) {
            signal::send_to_peer(peer, Signal::LinkExit(me, reason.clone(), None));
        }
        for (key, watcher) in std::mem::take(&mut core.monitored_by) {
            signal::send_to_peer(watcher, Signal::Down(key, reason.clone()));
        }
        core.monitors.clear();
        let queued = state.driver.as_ref().map_or(0, |d| d.queued());
        if kill || queued == 0 {
            self.terminate(state);
        } else if let Some(driver) = &mut state.driver {
            watch::flushes(&state.core);
            driver.closing(&mut state.core);
            if driver.queued() == 0 {
                self.terminate(state);
            }
        }
    }

    /// Drops a port whose driver has refused to open it.
    fn abandon(&self, state: &mut State) {
        state.driver = None;
        state.core.closing = true;
        state.core.monitors.clear();
        state.core.set_busy(false);
        table::remove(self.id);
        trace::forget(Term::port(self.id).word());
    }

    fn terminate(self: &Arc<Self>, state: &mut State) {
        let Some(mut driver) = state.driver.take() else { return };
        watch::stops(&state.core, &*driver);
        driver.stop(&mut state.core);
        drop(driver);
        table::remove(self.id);
        if state.core.send_closed {
            state.core.tell_closed();
        }
        trace::forget(Term::port(self.id).word());
        // Requests that wait for the process's number learn that there is none.
        drop(state.core.started(None));
    }

    /// Whether it is on its way out: for processes it does not exist any more.
    fn is_closing(state: &State) -> bool {
        state.core.closing || state.driver.is_none()
    }
}

/// Enters the port of this number, if it is there with a driver of this type.
pub fn with_driver<D: Driver, R>(id: u64, f: impl FnOnce(&mut D, &mut Core) -> R) -> Option<R> {
    lookup(id)?
        .enter(|driver, core| {
            let driver: &mut dyn std::any::Any = driver;
            driver.downcast_mut::<D>().map(|d| f(d, core))
        })
        .flatten()
}

/// A new port, connected to this process and linked with it (the caller does the process's half).
pub fn create(
    name: &[u8],
    connected: u64,
    make: impl FnOnce(&mut Core) -> Result<Box<dyn Driver>, open::OpenError>,
) -> Result<u64, open::OpenError> {
    create_with(name, connected, Term::UNDEFINED, make).map(|opened| opened.id)
}

/// A port that has been opened.
pub struct Opened {
    /// Its number.
    pub id: u64,
    /// The reference of the message that will tell what has come of it.
    pub told_by: Option<RefKey>,
}

fn create_with(
    name: &[u8],
    connected: u64,
    data: Term<'static>,
    make: impl FnOnce(&mut Core) -> Result<Box<dyn Driver>, open::OpenError>,
) -> Result<Opened, open::OpenError> {
    let mut failure = None;
    let inserted = table::insert(|id| {
        let waiting = Arc::new(Waiting::new(id));
        let mut core = Core {
            id,
            connected,
            caller: connected,
            links: smallvec![Peer::process(connected)],
            monitored_by: HashMap::new(),
            monitors: Arc::new(Monitors::new(id)),
            opener: None,
            commands: waiting.clone(),
            name: name.to_vec(),
            kind: Kind::Driver,
            binary: false,
            soft_eof: false,
            line: None,
            parallelism: false,
            input: 0,
            output: 0,
            os_pid: OsPid::None,
            carried: None,
            work: 0,
            busy: false,
            waiting: Vec::new(),
            closing: false,
            send_closed: false,
            exit: None,
        };
        let driver = match make(&mut core) {
            Ok(d) => d,
            Err(e) => {
                failure = Some(e);
                return None;
            }
        };
        Some(Port {
            id,
            shared_lock: driver.shared_lock(),
            state: Mutex::new(State { driver: Some(driver), core }),
            waiting,
            data: Mutex::new(data.into()),
        })
    });
    match (inserted, failure) {
        (_, Some(e)) => Err(e),
        (None, None) => Err(open::OpenError::SystemLimit),
        (Some(port), None) => {
            events::port_opened(port.id, connected, name);
            let _turn = events::port_turn(port.id, "open");
            port.start()
        }
    }
}

/// A new port that a driver makes for a process: as [`create`], but the process's half of the link
/// is done by a signal. None if the process has gone; then there is no port.
pub fn create_for(
    name: &[u8],
    connected: u64,
    make: impl FnOnce(&mut Core) -> Box<dyn Driver>,
) -> Result<Option<u64>, open::OpenError> {
    let id = create(name, connected, |core| Ok(make(core)))?;
    if signal::send(connected, Signal::Link(Peer::port(id))).is_err() {
        if let Some(port) = lookup(id) {
            port.end(&mut port.lock(), Term::atom(am::NOPROC).into());
        }
        return Ok(None);
    }
    Ok(Some(id))
}

/// Ends all ports and waits until what they have queued is written, at most for this time. For
/// halt.
pub fn flush_all(longest: std::time::Duration) {
    let deadline = std::time::Instant::now() + longest;
    flush::run();
    let ids = all_ids();
    for &id in &ids {
        if let Some(port) = lookup(id) {
            let mut state = port.lock();
            port.give(&mut state, true);
            let queued = state.driver.as_ref().map_or(0, |d| d.queued());
            if queued != 0 && !Port::is_closing(&state) {
                port.end(&mut state, Term::atom(am::NORMAL).into());
            }
        }
    }
    for id in ids {
        while lookup(id).is_some_and(|p| p.lock().driver.as_ref().is_some_and(|d| d.queued() != 0))
        {
            if std::time::Instant::now() >= deadline {
                return;
            }
            let a_moment = std::time::Duration::from_micros(200);
            // A scheduler that sleeps polls, but it may be that none does.
            match poller::claim(poller::NO_SCHEDULER) {
                Some(claim) => claim.wait(a_moment).handle(),
                None => std::thread::sleep(a_moment),
            }
        }
    }
}

/// Lets drivers close at once what must not stay open while a crash dump is written. Ports in which
/// somebody is are passed over.
pub fn emergency_close() {
    for id in all_ids() {
        if let Some(port) = lookup(id)
            && let Ok(mut state) = port.state.try_lock()
        {
            let State { driver, core } = &mut *state;
            if let Some(driver) = driver {
                driver.emergency_close(core);
            }
        }
    }
}

/// Has the poller tell ports of their descriptors. Once, at start.
pub(crate) fn connect() {
    poller::set_handler(poller::Kind::Port, |number, ready| {
        if let Some(port) = lookup(number) {
            port.enter(|driver, core| {
                let _turn = watch::ready(core, ready);
                driver.ready(core, ready);
            });
        }
    });
    poller::set_afterwards(flush::run);
}
