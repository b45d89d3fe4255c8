//! Timers: what is to happen at a time, run by the scheduler that notices first.

use crate::signal::{self, Signal};
use crate::system;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use term::OwnedTerm;

/// What happens when a timer fires.
pub enum Action {
    /// The receive timeout of this number, of this process.
    Timeout(u64, u64),
    /// A message to a process.
    Message(u64, OwnedTerm),
    /// Anything else; runs on a scheduler thread and must be short.
    Call(Box<dyn FnOnce() + Send>),
}

/// A timer: when it fires (monotonic, ns) and its number.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Handle {
    /// Monotonic time in ns.
    pub when_ns: u64,
    number: u64,
}

static TIMERS: Mutex<BTreeMap<Handle, Action>> = Mutex::new(BTreeMap::new());
static NEXT_DUE: AtomicU64 = AtomicU64::new(u64::MAX);
static NUMBER: AtomicU64 = AtomicU64::new(1);

/// The longest that a scheduler sleeps.
const LONGEST_SLEEP: Duration = Duration::from_secs(10);

/// Starts a timer for a monotonic time in ns.
pub fn start(when_ns: u64, action: Action) -> Handle {
    let handle = Handle { when_ns, number: NUMBER.fetch_add(1, Ordering::Relaxed) };
    let mut timers = TIMERS.lock().expect("timers");
    timers.insert(handle, action);
    let earlier = NEXT_DUE.fetch_min(when_ns, Ordering::SeqCst) > when_ns;
    drop(timers);
    // A scheduler looks at the time before it sleeps again; those that sleep do not know of this
    // timer.
    if earlier && crate::sched::current() == 0 {
        crate::sched::timers_changed();
    }
    handle
}

/// Stops a timer; None if it has fired.
pub fn cancel(handle: Handle) -> Option<Action> {
    TIMERS.lock().expect("timers").remove(&handle)
}

/// Runs what is due at this monotonic time in ns.
#[inline]
pub fn run_due(now_ns: u64) {
    if NEXT_DUE.load(Ordering::Relaxed) <= now_ns {
        run_all_due();
    }
}

#[cold]
fn run_all_due() {
    loop {
        let action = {
            let mut timers = TIMERS.lock().expect("timers");
            let first = timers.first_key_value().map(|(h, _)| *h);
            match first {
                Some(h) if h.when_ns <= system::monotonic_ns() => timers.remove(&h),
                first => {
                    NEXT_DUE.store(first.map_or(u64::MAX, |h| h.when_ns), Ordering::SeqCst);
                    None
                }
            }
        };
        match action {
            None => return,
            Some(Action::Timeout(pid, number)) => {
                let _ = signal::send(pid, Signal::Timeout(number));
            }
            Some(Action::Message(pid, message)) => signal::send_message(pid, message),
            Some(Action::Call(f)) => f(),
        }
    }
}

/// How long a scheduler with nothing to do may sleep.
pub fn time_to_next() -> Duration {
    match NEXT_DUE.load(Ordering::SeqCst) {
        u64::MAX => LONGEST_SLEEP,
        due => Duration::from_nanos(due.saturating_sub(system::monotonic_ns())).min(LONGEST_SLEEP),
    }
}

/// Number of timers.
pub fn count() -> usize {
    TIMERS.lock().expect("timers").len()
}
