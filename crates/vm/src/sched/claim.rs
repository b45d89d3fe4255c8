//! Processes that do not run, claimed for a moment by a process that has something for them: it
//! comes there without a signal, and nobody is woken if no answer is needed.

use super::queue::Entry;
use super::{CURRENT, IN_SLICE, Scheduler, enqueue, is_frozen, schedulers};
use crate::process::{Exclusive, Process};
use probes::erlang::message__queued;
use std::ops::{Deref, DerefMut};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering, compiler_fence};

/// How many processes a scheduler takes at a time: one for which it has something, and one that a
/// monitor of that watches.
pub(super) const MOST: usize = 2;

/// The right to a process that does not run, for a moment: all that its own thread may do, but for
/// executing it. A process that has slept goes on sleeping afterwards.
pub(crate) struct Claimed<'p> {
    process: Exclusive<'p>,
    by: &'static Scheduler,
    /// Where the scheduler has noted that it is taken.
    place: &'static AtomicPtr<Process>,
    from: From,
}

/// Where a process has been.
#[derive(Copy, Clone, PartialEq, Eq)]
enum From {
    /// It has slept.
    Sleep,
    /// It was the newest in the run queue.
    Queue,
    /// It may stay where it is: it waits for its turn, and nobody else runs any.
    Here,
}

/// Takes a process that sleeps, or that waits for its turn if nobody else gives it one. None if
/// signals have come for it that it has not handled, if a probe is to be told of what comes for
/// processes, if the calling scheduler runs the process or has taken it already, or if it has taken
/// [`MOST`] others. To be called with a guard of the process table.
#[inline]
pub(crate) fn claim(process: &Process) -> Option<Claimed<'_>> {
    // Other threads do not stop when the system is frozen.
    if !IN_SLICE.get() || message__queued::wanted() {
        return None;
    }
    let by = &schedulers()[CURRENT.get()];
    let s = process.state.bits();
    let is = |place: &AtomicPtr<Process>| ptr::eq(place.load(Ordering::Relaxed), process);
    if !s.may_be_claimed() || is(&by.current) || by.claimed.iter().any(is) {
        return None;
    }
    let place = by.claimed.iter().find(|place| place.load(Ordering::Relaxed).is_null())?;
    let from = if !s.is_active() {
        process.state.claim().then_some(From::Sleep)?
    } else if !by.queue.is_shared() {
        From::Here
    } else {
        // SAFETY: `by` is the scheduler whose thread this is, so the caller is the owner of its
        // queue.
        unsafe { by.queue.take_if_newest(process) }.then_some(From::Queue)?
    };
    place.store(ptr::from_ref(process).cast_mut(), Ordering::Release);
    compiler_fence(Ordering::SeqCst);
    // SAFETY: the process has slept and its state says now that somebody has it, or it has been
    // taken out of the run queue; or this is the only scheduler, and the process is neither what it
    // runs nor what it has taken, so it is in the queue.
    let process = unsafe { Exclusive::assume(process) };
    let claimed = Claimed { process, by, place, from };
    // A thread that freezes the schedulers either sees that it has been taken, or is seen here:
    // see `freeze`.
    (!is_frozen()).then_some(claimed)
}

impl Claimed<'_> {
    /// Lets it go with something to do for it.
    #[inline]
    pub(crate) fn wake(mut self) {
        self.process.own().waiting = false;
        if self.from == From::Sleep {
            self.from = From::Here;
            enqueue(&self.process);
        }
    }
}

impl<'p> Deref for Claimed<'p> {
    type Target = Exclusive<'p>;

    #[inline]
    fn deref(&self) -> &Exclusive<'p> {
        &self.process
    }
}

impl DerefMut for Claimed<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.process
    }
}

impl Drop for Claimed<'_> {
    #[inline]
    fn drop(&mut self) {
        match self.from {
            From::Sleep if !self.process.state.sleep() => enqueue(&self.process),
            // SAFETY: `by` is the scheduler whose thread this is, so the caller is the owner of its
            // queue.
            From::Queue => unsafe {
                self.by.queue.push(Entry(ptr::from_ref(self.process.process()).cast_mut()));
            },
            From::Sleep | From::Here => {}
        }
        self.place.store(ptr::null_mut(), Ordering::Release);
    }
}
