//! Timers: what is to happen at a time, run by the scheduler that notices first.
//!
//! Each scheduler has a wheel for the timers that its processes start; all look after all wheels,
//! so that none waits for a scheduler that is held up.

mod wheel;

use crate::signal::{self, Signal};
use crate::{sched, system};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;
use term::OwnedTerm;
use wheel::{Place, Wheel};

/// What happens when a timer fires.
pub enum Action {
    /// The receive timeout of this number, of this process.
    Timeout(u64, u64),
    /// A message to a process.
    Message(u64, OwnedTerm),
    /// Anything else; runs on a scheduler thread and must be short.
    Call(Box<dyn FnOnce() + Send>),
}

/// A timer.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Handle {
    /// When it fires: monotonic time in ns.
    pub when_ns: u64,
    wheel: u32,
    place: Place,
}

#[repr(align(128))]
struct Shard {
    wheel: Mutex<Wheel<Action>>,
    /// No timer of the wheel is due before; changed under the wheel's lock.
    next: AtomicU64,
    /// Held while timers fire, so that they do so in order.
    firing: Mutex<()>,
}

fn shards() -> &'static [Shard] {
    static SHARDS: OnceLock<Box<[Shard]>> = OnceLock::new();
    let new = |_| Shard {
        wheel: Mutex::new(Wheel::new()),
        next: AtomicU64::new(u64::MAX),
        firing: Mutex::new(()),
    };
    SHARDS.get_or_init(|| (0..sched::count()).map(new).collect())
}

/// The longest that a scheduler sleeps.
const LONGEST_SLEEP: Duration = Duration::from_secs(10);

/// Starts a timer for a monotonic time in ns.
pub fn start(when_ns: u64, action: Action) -> Handle {
    let scheduler = sched::current();
    let index = scheduler.saturating_sub(1);
    let shard = &shards()[index];
    let mut wheel = shard.wheel.lock().expect("timers");
    let place = wheel.insert(when_ns, action);
    let earlier = when_ns < shard.next.load(Ordering::Relaxed);
    if earlier {
        shard.next.store(when_ns, Ordering::SeqCst);
    }
    drop(wheel);
    // A scheduler looks at the time before it sleeps again; those that sleep do not know of this
    // timer.
    if earlier && scheduler == 0 {
        sched::timers_changed();
    }
    Handle { when_ns, wheel: index as u32, place }
}

/// Stops a timer; None if it has fired.
pub fn cancel(handle: Handle) -> Option<Action> {
    shards()[handle.wheel as usize].wheel.lock().expect("timers").remove(handle.place)
}

/// Runs what is due at this monotonic time in ns.
#[inline]
pub fn run_due(now_ns: u64) {
    for shard in shards() {
        if shard.next.load(Ordering::Relaxed) <= now_ns {
            shard.run_due();
        }
    }
}

impl Shard {
    #[cold]
    fn run_due(&self) {
        // If somebody else is at it, that will do.
        let Ok(_firing) = self.firing.try_lock() else { return };
        let due = {
            let mut wheel = self.wheel.lock().expect("timers");
            let due = wheel.expire(system::monotonic_ns());
            self.next.store(wheel.next().unwrap_or(u64::MAX), Ordering::SeqCst);
            due
        };
        for action in due {
            match action {
                Action::Timeout(pid, number) => {
                    let _ = signal::send(pid, Signal::Timeout(number));
                }
                Action::Message(pid, message) => signal::send_message(pid, message),
                Action::Call(f) => f(),
            }
        }
    }
}

/// How long a scheduler with nothing to do may sleep.
pub fn time_to_next() -> Duration {
    let next = shards().iter().map(|s| s.next.load(Ordering::SeqCst)).min();
    match next.unwrap_or(u64::MAX) {
        u64::MAX => LONGEST_SLEEP,
        due => Duration::from_nanos(due.saturating_sub(system::monotonic_ns())).min(LONGEST_SLEEP),
    }
}

/// Number of timers.
pub fn count() -> usize {
    shards().iter().map(|s| s.wheel.lock().expect("timers").len()).sum()
}
