//! Commands that wait because another thread is at work in the port, and the thread that brings
//! them to the driver when that one has gone.
//!
//! Usually nothing waits: whoever has something for a port takes its lock and calls the driver. A
//! driver in C may take its time, though, and a scheduler that waited for it could not run other
//! processes. So a command that finds the port taken for longer than a moment is left here, and its
//! sender goes on. The thread that takes the lock next gives the driver what waits before anything
//! else, so that all that one process sends stays in order.

use super::{IoData, Locked, Port, State, watch};
use crate::peer::Peer;
use crate::process::{FULL, HeldUp, Running};
use crate::signal::{self, Signal};
use crate::system;
use crate::trace::events;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use term::{OwnedTerm, Term, am};

/// Bytes that may wait for a port that has been given no limits: from the second on senders wait,
/// until the first is left.
pub const DEFAULT_LIMITS: (usize, usize) = (4096, 8192);
/// As a limit: there is none.
pub const NO_LIMIT: usize = usize::MAX;
/// Bytes that a command counts beside its data.
const COMMAND_BYTES: usize = 64;
/// How often a command tries to take the lock of a port at once.
const SPINS: u32 = 100;
/// Nanoseconds for which it tries again after that, and lets other threads go first in between.
const PATIENCE_NS: u64 = 50_000;

/// A command that waits.
struct Command {
    sender: u64,
    /// The owner that the sender takes the port to have, if it has named one.
    owner: Option<u64>,
    data: OwnedTerm,
    /// The bytes that it counts.
    bytes: usize,
}

/// The commands that wait for a port.
pub struct Waiting {
    port: u64,
    /// How many commands wait, to be looked at without the lock.
    count: AtomicUsize,
    queue: Mutex<Queue>,
}

#[derive(Default)]
struct Queue {
    commands: VecDeque<Command>,
    /// The sum of what they count.
    bytes: usize,
    limits: Option<(usize, usize)>,
    /// Processes that are to go on when there is room again.
    senders: Vec<u64>,
    /// There is a thread that will bring them to the driver.
    helped: bool,
}

/// The fate of a command that found the port taken.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Left {
    /// It waits, and the sender goes on.
    Waits,
    /// As much waits as may: the sender has to.
    Full,
    /// It is no command, or there is no thread to help: the caller has to wait for the lock.
    Alone,
}

impl Waiting {
    pub(super) fn new(port: u64) -> Waiting {
        Waiting { port, count: AtomicUsize::new(0), queue: Mutex::default() }
    }

    /// Whether commands wait. A process that has left one sees it.
    #[inline]
    pub(super) fn is_any(&self) -> bool {
        self.count.load(Ordering::Relaxed) != 0
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().expect("commands that wait")
    }

    /// The limits, in bytes.
    pub fn limits(&self) -> (usize, usize) {
        self.queue().limits.unwrap_or(DEFAULT_LIMITS)
    }

    /// Sets the limits, in bytes.
    pub fn set_limits(&self, limits: (usize, usize)) {
        self.queue().limits = Some(limits);
    }

    /// Leaves a command here. If it is full, `sender` gets a signal when there is room, if it
    /// `stays` for that.
    fn push(&self, command: Command, stays: bool) -> Left {
        let mut queue = self.queue();
        if queue.bytes >= queue.limits.unwrap_or(DEFAULT_LIMITS).1 {
            if stays && !queue.senders.contains(&command.sender) {
                queue.senders.push(command.sender);
            }
            return Left::Full;
        }
        if !queue.helped && !self.call_helper() {
            return Left::Alone;
        }
        queue.helped = true;
        queue.bytes = queue.bytes.saturating_add(command.bytes);
        queue.commands.push_back(command);
        self.count.fetch_add(1, Ordering::Relaxed);
        Left::Waits
    }

    /// The next command. Lets senders go on when there is room again.
    fn pop(&self) -> Option<Command> {
        let mut queue = self.queue();
        let command = queue.commands.pop_front()?;
        queue.bytes -= command.bytes;
        self.count.fetch_sub(1, Ordering::Relaxed);
        if queue.bytes <= queue.limits.unwrap_or(DEFAULT_LIMITS).0 {
            wake(&mut queue);
        }
        Some(command)
    }

    /// Forgets all of it: the port has ended.
    fn clear(&self) {
        let mut queue = self.queue();
        self.count.fetch_sub(queue.commands.len(), Ordering::Relaxed);
        queue.bytes = 0;
        wake(&mut queue);
        let commands = std::mem::take(&mut queue.commands);
        drop(queue);
        drop(commands);
    }

    /// Starts a thread that waits for the port and gives it what waits; false if there can be none.
    fn call_helper(&self) -> bool {
        let Some(port) = super::lookup(self.port) else { return false };
        let thread = std::thread::Builder::new().name("port".into());
        thread.spawn(move || help(&port)).is_ok()
    }

    /// The port is not busy any more: what could not be given to it can be now.
    pub(super) fn go_on(&self) {
        if self.is_any() {
            let mut queue = self.queue();
            queue.helped = queue.helped || self.call_helper();
        }
    }
}

fn wake(queue: &mut Queue) {
    for sender in queue.senders.drain(..) {
        let _ = signal::send(sender, Signal::PortFree);
    }
}

/// Gives a port what waits, until nothing does or it is busy.
fn help(port: &Arc<Port>) {
    loop {
        let state = port.lock();
        let mut queue = port.waiting.queue();
        // A busy port calls for help when it is not busy any more.
        if queue.commands.is_empty() || state.core.is_busy() {
            queue.helped = false;
            return;
        }
    }
}

impl Port {
    /// The lock, after all that waits has been given to the driver. None if another thread is at
    /// work in the port for longer than a moment.
    pub(super) fn lock_soon(self: &Arc<Self>) -> Option<Locked<'_>> {
        let taken = || {
            let mut state = self.try_lock()?;
            self.catch_up(&mut state);
            Some(state)
        };
        // Commands wait already, so the port is taken for long.
        if self.waiting.is_any() {
            return taken();
        }
        for _ in 0..SPINS {
            if let Some(state) = taken() {
                return Some(state);
            }
            std::hint::spin_loop();
        }
        let begun = system::monotonic_ns();
        while system::monotonic_ns() - begun < PATIENCE_NS {
            std::thread::yield_now();
            if let Some(state) = taken() {
                return Some(state);
            }
        }
        None
    }

    /// Leaves a command of a process for whoever has the port. Its sender, if it has to wait and
    /// `stays` for that, gets a signal when there is room.
    pub(super) fn leave(
        &self,
        p: &mut Running<'_>,
        owner: Option<u64>,
        data: Term<'_>,
        stays: bool,
    ) -> Left {
        let bytes = IoData::new(data).map_or(0, |data| data.len());
        let bytes = bytes.saturating_add(COMMAND_BYTES);
        let command = Command { sender: p.id, owner, data: OwnedTerm::new(data), bytes };
        let left = self.waiting.push(command, stays);
        if left == Left::Full && stays {
            p.extra().held_up = HeldUp::BeforeSending;
            crate::system_monitor::waits_for_port(p, Term::port(self.id));
        }
        left
    }

    /// Gives the driver what waits now, unless the port is busy.
    #[inline]
    pub(super) fn catch_up(self: &Arc<Self>, state: &mut State) {
        if self.waiting.is_any() {
            self.give(state, false);
        }
    }

    /// Gives the driver what waits now: as long as the port is not busy, or all of it if that is
    /// `forced`. A turn of the port ends when the driver says that it has used one up.
    #[cold]
    pub(super) fn give(self: &Arc<Self>, state: &mut State, forced: bool) {
        let mut rest = self.waiting.count.load(Ordering::Relaxed);
        let goes_on = |state: &State| !Port::is_closing(state) && (forced || !state.core.is_busy());
        while rest != 0 && goes_on(state) {
            let _turn = events::port_turn(self.id, "command");
            let mut work = 0;
            while work < FULL as usize && rest != 0 && goes_on(state) {
                let Some(command) = self.waiting.pop() else { return };
                rest -= 1;
                self.execute(state, &command);
                work += state.core.take_work();
            }
        }
        if Port::is_closing(state) {
            self.waiting.clear();
        }
    }

    fn execute(self: &Arc<Self>, state: &mut State, command: &Command) {
        if command.owner.is_some_and(|owner| owner != state.core.connected) {
            state.core.bad_signal();
            return;
        }
        let Some(data) = IoData::new(command.data.term()) else { return };
        let State { driver, core } = state;
        let Some(driver) = driver else { return };
        let pieces = driver.takes_pieces();
        watch::told_data(self.id, Peer::process(command.sender), pieces, &data);
        core.count_output(data.len());
        core.caller = command.sender;
        watch::output(core, pieces, data.len());
        driver.output(core, &data);
        self.after(state);
    }
}

/// The owner and the data of `{Owner, {command, Data}}`, if the message is that.
pub(super) fn as_command<'h>(message: Term<'h>) -> Option<(u64, Term<'h>)> {
    let term::View::Tuple([owner, what]) = message.view() else { return None };
    let term::View::Tuple([tag, data]) = what.view() else { return None };
    let is_command = tag.is(am::COMMAND) && IoData::new(*data).is_some();
    Some((owner.as_pid().filter(|_| is_command)?, *data))
}
