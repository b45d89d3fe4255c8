//! Work that follows from something that has become garbage, once no heap and no lock is in hand.
//!
//! The last reference to a library's resource goes in a collection, with a row of a table, or with
//! a message, wherever that is. Its destructor is C code, which may send messages and take its
//! time. So it waits here until its thread has put down what it has in hand: at the end of the
//! collection, between two slices, or before it sleeps. For example, `erlang:garbage_collect/0`
//! returns when the destructors of what it has found have been called.

use crate::microstates;
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

type Work = Box<dyn FnOnce() + Send>;

thread_local! {
    /// The work that this thread has found.
    static OWN: RefCell<Vec<Work>> = const { RefCell::new(Vec::new()) };
}

/// Work that threads have found which do none.
static WORK: Mutex<Vec<Work>> = Mutex::new(Vec::new());
/// Whether there is some.
static PENDING: AtomicBool = AtomicBool::new(false);

/// Has this done soon: by this thread if it is a scheduler of any kind, else by some scheduler.
pub fn later(work: Work) {
    if microstates::kind().is_some() {
        return OWN.with_borrow_mut(|own| own.push(work));
    }
    WORK.lock().unwrap_or_else(PoisonError::into_inner).push(work);
    if !PENDING.swap(true, Ordering::AcqRel) {
        // A thread that is none of the emulator's does not come by here. The scheduler that polls
        // does.
        crate::poller::interrupt();
    }
}

/// Does what there is to do. Its caller has no heap and no lock in hand.
#[inline]
pub fn run() {
    if is_wanted() {
        run_all();
    }
}

/// Whether there is something to do.
#[inline]
pub(crate) fn is_wanted() -> bool {
    PENDING.load(Ordering::Acquire) || OWN.with_borrow(|own| !own.is_empty())
}

#[cold]
fn run_all() {
    loop {
        let mut work = OWN.take();
        if PENDING.swap(false, Ordering::AcqRel) {
            work.append(&mut WORK.lock().unwrap_or_else(PoisonError::into_inner));
        }
        if work.is_empty() {
            return;
        }
        // One piece may make others.
        work.into_iter().for_each(|work| work());
    }
}
