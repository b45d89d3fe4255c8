//! Processes that do not run, taken for a moment by the one that has something for them: it comes
//! there without a signal, and what needs no answer wakes nobody.

use super::queue::Entry;
use super::{CURRENT, FROZEN, IN_SLICE, Scheduler, enqueue, schedulers};
use crate::process::{Process, state};
use probes::erlang::message__queued;
use std::ops::Deref;
use std::ptr;
use std::sync::atomic::{Ordering, compiler_fence};

/// What keeps a process from being taken: what has come before is to be handled before, or somebody
/// is to be told.
const UNLESS: u32 = state::SIGNALS
    | state::EXITING
    | state::DIRTY
    | state::SUSPENDED
    | state::TRACED
    | state::SEQ_TRACED;

/// A process that does not run: whoever has this may do to it what its own thread may, but for
/// executing it. It goes on sleeping afterwards if it has slept.
pub(crate) struct Claimed<'p> {
    process: &'p Process,
    by: &'static Scheduler,
    /// What had been taken before, and still is.
    before: *mut Process,
    from: From,
}

/// Where a process has been.
#[derive(Copy, Clone, PartialEq, Eq)]
enum From {
    /// It has slept.
    Sleep,
    /// It was the newest in the run queue.
    Queue,
    /// It may stay where it is: the caller runs it, or it waits for its turn and nobody else runs
    /// any.
    Here,
}

/// Takes a process that sleeps, that the caller runs, or that waits for its turn if nobody else
/// gives it one. None if signals have come for it that it has not handled, or if a probe is to be
/// told of what comes for processes. To be called with a guard of the process table.
#[inline]
pub(crate) fn claim(process: &Process) -> Option<Claimed<'_>> {
    // Other threads do not stop when the system is frozen.
    if !IN_SLICE.get() || message__queued::wanted() {
        return None;
    }
    let by = &schedulers()[CURRENT.get()];
    let s = process.state.load(Ordering::Relaxed);
    if s & UNLESS != 0 {
        return None;
    }
    let from = if s & state::ACTIVE == 0 {
        process.state.claim(UNLESS).then_some(From::Sleep)?
    } else if !by.queue.is_shared() || ptr::eq(by.current.load(Ordering::Relaxed), process) {
        From::Here
    } else {
        // SAFETY: the thread is that of the scheduler.
        unsafe { by.queue.take_if_newest(process) }.then_some(From::Queue)?
    };
    let before = by.claimed.load(Ordering::Relaxed);
    by.claimed.store(ptr::from_ref(process).cast_mut(), Ordering::Relaxed);
    compiler_fence(Ordering::SeqCst);
    let claimed = Claimed { process, by, before, from };
    // Whoever froze us either sees that it has been taken, or is seen here: see `freeze`.
    (!FROZEN.load(Ordering::Relaxed)).then_some(claimed)
}

impl Claimed<'_> {
    /// Lets it go with something to do for it.
    #[inline]
    pub(crate) fn wake(mut self) {
        self.process.with_own(|own| own.waiting = false);
        if self.from == From::Sleep {
            self.from = From::Here;
            enqueue(self.process);
        }
    }
}

impl Deref for Claimed<'_> {
    type Target = Process;

    #[inline]
    fn deref(&self) -> &Process {
        self.process
    }
}

impl Drop for Claimed<'_> {
    #[inline]
    fn drop(&mut self) {
        match self.from {
            From::Sleep if !self.process.state.sleep() => enqueue(self.process),
            // SAFETY: the thread is that of the scheduler.
            From::Queue => unsafe {
                self.by.queue.push(Entry(ptr::from_ref(self.process).cast_mut()));
            },
            From::Sleep | From::Here => {}
        }
        self.by.claimed.store(self.before, Ordering::Release);
    }
}
