//! Timers: what is to happen at a time, run by the scheduler that notices first.
//!
//! Each scheduler has a wheel for the timers that its processes start; all look after all wheels,
//! so that none waits for a scheduler that is held up. Timers that have a reference are found by
//! it: it says in which wheel they are, and that has a table of their numbers.

pub(crate) mod waiting;

pub use crate::wheel::Handle;

use crate::hook::Hook;
use crate::lock::Lock;
use crate::process::RefKey;
use crate::wheel::{Place, Wheel};
use crate::{clock, sched, system};
use hashbrown::HashTable;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;
use term::{Atom, OwnedTerm};

/// The effect of a timer that fires.
pub enum Action {
    /// The receive of this process has a limit of time; with the time of the timer.
    Timeout(u64, u64),
    /// A message to a process, of a timer that has a reference.
    Message(u64, OwnedTerm),
    /// A message to the process that has the name by then, of a timer that has a reference.
    MessageTo(Atom, OwnedTerm),
    /// Anything else; runs on a scheduler thread and must be short.
    Call(Box<dyn FnOnce() + Send>),
}

impl Action {
    fn has_reference(&self) -> bool {
        matches!(self, Action::Message(..) | Action::MessageTo(..))
    }
}

/// Timers, and those that have references by their numbers.
struct Timers {
    wheel: Wheel<Action>,
    numbered: HashTable<u32>,
}

// SAFETY: the wheel's actions are why it is not `Sync` by itself. Through a shared reference only
// times and numbers are read, never an action.
unsafe impl Sync for Timers {}

#[repr(align(128))]
struct Shard {
    timers: Lock<Timers>,
    /// No timer of the wheel is due before; changed under the wheel's lock.
    next: AtomicU64,
    /// The number of the last reference; only the scheduler whose shard it is changes it.
    last: AtomicU64,
    /// Held while timers fire, so that they do so in order.
    firing: Mutex<()>,
}

fn shards() -> &'static [Shard] {
    static SHARDS: OnceLock<Box<[Shard]>> = OnceLock::new();
    let new = |_| Shard {
        // SAFETY: the lock is made to be shared, so it may be used by any thread.
        timers: unsafe {
            Lock::new(Timers { wheel: Wheel::new(), numbered: HashTable::new() }, true)
        },
        next: AtomicU64::new(u64::MAX),
        last: AtomicU64::new(1 << 18),
        firing: Mutex::new(()),
    };
    SHARDS.get_or_init(|| (0..sched::count()).map(new).collect())
}

/// Does what is due.
static FIRE: Hook<fn(Action)> = Hook::new();

/// Sets the function that does what is due; once, at start.
pub(crate) fn set_fire(fire: fn(Action)) {
    FIRE.set(fire);
}

/// The longest that a scheduler sleeps.
const LONGEST_SLEEP: Duration = Duration::from_secs(10);

fn hash(number: u64) -> u64 {
    let h = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    h ^ h >> 32
}

/// Starts a timer for a time of Erlang's monotonic clock, in ns since the start.
pub fn start(when_ns: u64, action: Action) -> Handle {
    let scheduler = sched::current();
    let index = scheduler.saturating_sub(1);
    let place = insert(scheduler, when_ns, None, action);
    Handle { wheel: index as u32, place }
}

/// A reference for a timer that is to be started by the same built-in, with [`start_numbered`].
/// Only schedulers make such.
pub fn new_reference() -> RefKey {
    let index = sched::current().checked_sub(1).expect("a scheduler");
    let last = &shards()[index].last;
    let number = last.load(Ordering::Relaxed) + 1;
    last.store(number, Ordering::Relaxed);
    system::timer_ref(index, number)
}

/// Starts a timer that sends a message, and can be found by its reference.
pub fn start_numbered(when_ns: u64, key: RefKey, action: Action) {
    debug_assert!(action.has_reference());
    let (index, number) = system::timer_of(key).expect("the reference of a timer");
    debug_assert!(index + 1 == sched::current());
    insert(index + 1, when_ns, Some(number), action);
}

fn insert(scheduler: usize, when_ns: u64, number: Option<u64>, action: Action) -> Place {
    let shard = &shards()[scheduler.saturating_sub(1)];
    let mut timers = shard.timers.write();
    let Timers { wheel, numbered } = &mut *timers;
    let place = wheel.insert(when_ns, number, action);
    if let Some(number) = number {
        numbered.insert_unique(hash(number), place.index, |&i| hash(wheel.number(i)));
    }
    let earlier = when_ns < shard.next.load(Ordering::Relaxed);
    if earlier {
        shard.next.store(when_ns, Ordering::SeqCst);
    }
    drop(timers);
    // A scheduler looks at the time before it sleeps again; those that sleep do not know of this
    // timer.
    if earlier && scheduler == 0 {
        sched::timers_changed();
    }
    place
}

/// Stops a timer; None if it has fired.
pub fn cancel(handle: Handle) -> Option<Action> {
    shards()[handle.wheel as usize].timers.write().wheel.remove(handle.place)
}

fn shard_of(key: RefKey) -> Option<(&'static Shard, u64)> {
    let (index, number) = system::timer_of(key)?;
    Some((shards().get(index)?, number))
}

/// Stops the timer of a reference; gives when it would have fired. If there is none any more, it
/// has been stopped, or its message has been sent.
pub fn cancel_numbered(key: RefKey) -> Option<u64> {
    let (shard, number) = shard_of(key)?;
    let stopped = shard.timers.write().take(number);
    match stopped {
        // The message is dropped without the lock.
        Some((when_ns, _message)) => Some(when_ns),
        None => {
            shard.wait_for_fire();
            None
        }
    }
}

/// When the timer of a reference fires; None as for [`cancel_numbered`].
pub fn when_numbered(key: RefKey) -> Option<u64> {
    let (shard, number) = shard_of(key)?;
    let when = {
        let timers = shard.timers.read();
        timers.find(number).map(|i| timers.wheel.when(i))
    };
    if when.is_none() {
        shard.wait_for_fire();
    }
    when
}

/// Whether the timer of a reference runs.
pub fn is_running(key: RefKey) -> bool {
    shard_of(key).is_some_and(|(shard, number)| shard.timers.read().find(number).is_some())
}

impl Timers {
    fn find(&self, number: u64) -> Option<u32> {
        self.numbered.find(hash(number), |&i| self.wheel.number(i) == number).copied()
    }

    fn take(&mut self, number: u64) -> Option<(u64, Action)> {
        let Timers { wheel, numbered } = self;
        let found = numbered.find_entry(hash(number), |&i| wheel.number(i) == number).ok()?;
        let index = found.remove().0;
        Some((wheel.when(index), wheel.take(index)))
    }
}

/// Runs what is due when the system's monotonic clock says this.
#[inline]
pub fn run_due(system_ns: u64) {
    let now_ns = clock::at(system_ns);
    for shard in shards() {
        if shard.next.load(Ordering::Relaxed) <= now_ns {
            shard.run_due();
        }
    }
}

impl Shard {
    #[cold]
    fn run_due(&self) {
        // Another thread that fires them already will do.
        let Ok(_firing) = self.firing.try_lock() else { return };
        let due = {
            let mut timers = self.timers.write();
            let Timers { wheel, numbered } = &mut *timers;
            let due = wheel.expire(clock::now_ns(), |number, index, action| {
                if action.has_reference()
                    && let Ok(found) = numbered.find_entry(hash(number), |&i| i == index)
                {
                    found.remove();
                }
            });
            self.next.store(wheel.next().unwrap_or(u64::MAX), Ordering::SeqCst);
            due
        };
        let fire = FIRE.get().expect("signals are connected");
        for action in due {
            fire(action);
        }
    }

    /// Waits until messages have been sent whose timers are not found any more: a process that
    /// fails to stop a timer finds its message.
    fn wait_for_fire(&self) {
        drop(self.firing.lock());
    }
}

/// How long a scheduler with nothing to do may sleep.
pub fn time_to_next() -> Duration {
    let next = shards().iter().map(|s| s.next.load(Ordering::SeqCst)).min();
    match next.unwrap_or(u64::MAX) {
        u64::MAX => LONGEST_SLEEP,
        due => clock::time_to(due).min(LONGEST_SLEEP),
    }
}

/// Number of timers.
pub fn count() -> usize {
    shards().iter().map(|s| s.timers.read().wheel.len()).sum()
}

/// Number of timers that have references.
pub fn count_numbered() -> usize {
    shards().iter().map(|s| s.timers.read().numbered.len()).sum()
}

/// A timer that has a reference, as [`each_message`] shows it.
pub struct Waiting<'t> {
    /// The process that gets the message; none if it is for whoever has the name by then.
    pub process: Option<u64>,
    /// The name of whoever gets it.
    pub name: Option<Atom>,
    /// When, in the emulator's monotonic nanoseconds.
    pub when_ns: u64,
    /// The message.
    pub message: &'t OwnedTerm,
}

/// Calls `f` with each timer that has a reference.
pub fn each_message(mut f: impl FnMut(Waiting<'_>)) {
    for shard in shards() {
        // Actions are read under the lock of those who change them: see `Timers`.
        let timers = shard.timers.write();
        for (when_ns, action) in timers.wheel.iter() {
            let (process, name, message) = match action {
                Action::Message(pid, message) => (Some(*pid), None, message),
                Action::MessageTo(name, message) => (None, Some(*name), message),
                Action::Timeout(..) | Action::Call(_) => continue,
            };
            f(Waiting { process, name, when_ns, message });
        }
    }
}
