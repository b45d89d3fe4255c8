//! Short dirty calls of libraries, which the scheduler executes itself.
//!
//! To hand a call to another thread, and its result back, takes some microseconds, more than many a
//! call. So the scheduler executes a call that has usually been short, as a dirty scheduler would:
//! on a stand-in, after the process has lain down, in the place of a dirty scheduler that rests. So
//! there are never more calls at a time than there are dirty schedulers.
//!
//! The one that rests looks a few thousand times a second how long the call has taken (it *guards*
//! the scheduler). If that is too long, both change places: the thread that guards becomes the
//! scheduler, and the thread that executes the call goes on as the dirty scheduler. For example, a
//! function that usually takes a microsecond and now waits for a lock holds its scheduler up for a
//! quarter of a millisecond at most.
//!
//! The threads may change places only from the moment on at which the call begins: until then its
//! thread is a scheduler, which has its run queue in hand. All that they agree on is under the lock
//! of the pool, which therefore orders what one thread has done as a scheduler and what the other
//! does as the same one.

use super::{Call, Pool, begin_lent, execute, take_back};
use crate::finalizer;
use crate::microstates::{self, State};
use crate::port::flush;
use crate::sched::alone::Dirty;
use crate::sched::{CURRENT, Role};
use crate::signal::{self, Signal};
use crate::system;
use std::cell::RefCell;

/// A call that this scheduler is to execute when its process has lain down.
pub(super) struct Here {
    pub(super) pool: &'static Pool,
    /// The dirty scheduler in whose place that is.
    pub(super) thread: usize,
    pub(super) call: Call,
    pub(super) right: Dirty,
}

thread_local! {
    static HERE: RefCell<Option<Here>> = const { RefCell::new(None) };
}

/// Keeps a call for [`run`].
pub(super) fn put(here: Here) {
    HERE.set(Some(here));
}

/// Whether there is a call to execute here.
#[inline]
pub(crate) fn is_wanted() -> bool {
    HERE.with_borrow(Option::is_some)
}

/// Executes the call. Gives what this thread is from now on, if it is not the scheduler that it
/// was: it must not touch anything of that any more.
///
/// To be called by a scheduler that has no process, no lock and no guard in hand.
pub(crate) fn run() -> Option<Role> {
    let Here { pool, thread, call, right } = HERE.take()?;
    let index = CURRENT.get();
    // It is no scheduler meanwhile: somebody else may be this one.
    CURRENT.set(usize::MAX);
    flush::set_scheduler(false);
    microstates::enter(State::Sleep);
    let account = microstates::mine();
    let begun = system::monotonic_ns();
    microstates::work_for(begin_lent(pool, thread, index, begun));
    microstates::enter(State::Emulator);
    let (id, foreign) = (call.process, call.foreign.as_ref().map(|(foreign, _)| foreign.clone()));
    let returned = execute(call);
    finalizer::run();
    if let Some(foreign) = foreign {
        foreign.usual.took(system::monotonic_ns().saturating_sub(begun));
    }
    microstates::enter(State::Sleep);
    let stays = take_back(pool, thread);
    if stays {
        CURRENT.set(index);
        flush::set_scheduler(true);
        microstates::work_for(account);
        microstates::enter(State::Other);
    }
    // A process that has gone in the meantime needs no result.
    let _ = signal::send(id, Signal::Returned(Box::new(returned)));
    drop(right);
    (!stays).then_some(Role::Dirty(pool.kind, thread))
}
