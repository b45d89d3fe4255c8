//! Who runs a process, and when: the word of its state, and the two bits of it by which senders
//! wake those who sleep.
//!
//! Of all who notice that a process sleeps while there is something for it, one gets to put it into
//! a run queue; and it sleeps only if there was nothing when it lay down.

use crate::sync::{AtomicU32, Ordering};
use std::ops::Deref;

/// In a run queue, being executed, or waiting for its start by whoever creates it: whoever
/// sends it a signal need not wake it.
pub const ACTIVE: u32 = 1;
/// Signals have arrived since they were last looked at.
pub const SIGNALS: u32 = 4;

/// The state of a process: bits of [`crate::process::state`].
pub struct Activity(AtomicU32);

impl Deref for Activity {
    type Target = AtomicU32;

    #[inline(always)]
    fn deref(&self) -> &AtomicU32 {
        &self.0
    }
}

impl Default for Activity {
    /// Of a process that whoever creates it starts.
    fn default() -> Activity {
        Activity(AtomicU32::new(ACTIVE))
    }
}

impl Activity {
    /// Tells that a signal has been put into the queue. True if the caller has to put the process
    /// into a run queue.
    #[inline]
    pub fn notify(&self) -> bool {
        let mut s = self.0.load(Ordering::SeqCst);
        loop {
            let idle = s & ACTIVE == 0;
            if !idle && s & SIGNALS != 0 {
                return false;
            }
            let new = s | SIGNALS | ACTIVE;
            match self.0.compare_exchange_weak(s, new, Ordering::SeqCst, Ordering::SeqCst) {
                Ok(_) => return idle,
                Err(now) => s = now,
            }
        }
    }

    /// Takes a process that sleeps, for which nothing has come, and of whose state none of these
    /// bits is set. Until it is in a run queue, or lies down again, the caller is the one who runs
    /// it.
    #[inline]
    pub fn claim(&self, unless: u32) -> bool {
        let s = self.0.load(Ordering::Relaxed);
        s & (ACTIVE | SIGNALS | unless) == 0
            && self.0.compare_exchange(s, s | ACTIVE, Ordering::SeqCst, Ordering::Relaxed).is_ok()
    }

    /// To be called before signals are taken from the queue: what comes later is told again.
    #[inline]
    pub fn look(&self) {
        self.0.fetch_and(!SIGNALS, Ordering::SeqCst);
    }

    /// Lies down, on the thread that runs the process. False if signals have come in the meantime;
    /// else it may be somebody else's at once.
    #[inline]
    pub fn sleep(&self) -> bool {
        let mut s = self.0.load(Ordering::SeqCst);
        while s & SIGNALS == 0 {
            match self.0.compare_exchange_weak(s, s & !ACTIVE, Ordering::SeqCst, Ordering::SeqCst) {
                Ok(_) => return true,
                Err(now) => s = now,
            }
        }
        false
    }
}
