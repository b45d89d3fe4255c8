//! Memory that is left over. The allocator keeps what is freed for what comes next, and looks at it
//! only when it is called: in a system that comes to rest after much work, never again. So a
//! scheduler that has had little to do for a while has it give all of that back to the system, and
//! so has a thread for dirty calls that has had none.

use std::sync::OnceLock;
use std::time::Duration;
use tune::Tune;

/// Gives back what the calling thread and nobody in particular keeps; and the same, where the
/// thread also leaves to all what of its memory is in use.
static GIVE_BACK: OnceLock<[fn(); 2]> = OnceLock::new();

/// A scheduler that has been busy for more than one part in so many of the time has use for the
/// memory that it freed.
const LITTLE: u64 = 4;

/// Sets what gives free memory back to the system: what the calling thread keeps of it, and what
/// nobody in particular does. `leave` is for threads that may never work again: it also leaves to
/// all what is in use, for others may free it. Without them, nothing is given back.
pub fn set_give_back(give_back: fn(), leave: fn()) {
    let _ = GIVE_BACK.set([give_back, leave]);
}

/// The calling thread calls [`leave`], or has [`Leftovers`]: so it may keep memory that it frees.
pub(crate) fn begins() {
    if GIVE_BACK.get().is_some() {
        term::refbin::keep();
    }
}

/// How long a scheduler must have had little to do.
pub(crate) fn period() -> Duration {
    Duration::from_millis(u64::from(tune::get(Tune::GiveBackAfter)))
}

/// Gives back what the calling thread and nobody in particular keeps; the thread may never work
/// again.
pub(crate) fn leave() {
    if let Some([_, leave]) = GIVE_BACK.get() {
        leave();
    }
}

/// Whether a scheduler may have memory to give back.
#[derive(Default)]
pub(crate) struct Leftovers {
    /// Since when, on the monotonic clock, and how long it had been busy until then; both in
    /// nanoseconds. None if it has not run anything since it gave back.
    since: Option<(u64, u64)>,
}

impl Leftovers {
    /// The scheduler begins to run processes.
    #[inline]
    pub fn may_come(&mut self, now: u64, busy: u64) {
        self.since.get_or_insert((now, busy));
    }

    /// Gives back if there has been little to do. To be called by a scheduler that has nothing to
    /// do now.
    pub fn give_back(&mut self, now: u64, busy: u64) {
        let Some((since, busy_then)) = self.since else { return };
        let passed = now.saturating_sub(since);
        if u128::from(passed) < period().as_nanos() {
            return;
        }
        if busy.saturating_sub(busy_then) > passed / LITTLE {
            self.since = Some((now, busy));
            return;
        }
        self.since = None;
        if let Some([give_back, _]) = GIVE_BACK.get() {
            give_back();
        }
    }

    /// How long its scheduler may sleep before it is to be asked again.
    pub fn longest_sleep(&self) -> Duration {
        self.since.map_or(Duration::MAX, |_| period())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_busy_keeps_it() {
        let whole = period().as_nanos() as u64;
        let mut mine = Leftovers::default();
        assert_eq!(mine.longest_sleep(), Duration::MAX);
        mine.may_come(10, 0);
        mine.give_back(10 + whole - 1, 0);
        assert!(mine.since.is_some() && mine.longest_sleep() == period());
        mine.give_back(10 + whole, whole / 2);
        assert_eq!(mine.since, Some((10 + whole, whole / 2)));
        mine.give_back(10 + 2 * whole, whole / 2 + whole / 8);
        assert!(mine.since.is_none());
    }
}
