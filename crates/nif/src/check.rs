//! `+nif_check true`: what libraries must not do with environments and terms ends the emulator, and
//! is told.
//!
//! Each use of a term with an environment is looked at: whether the term is one of that
//! environment's, whether the environment has ended, and whether a call's environment is used by
//! the thread that executes the call. For example, a library that keeps a term in a static
//! variable, and gives it back in a later call, is told at the first such use.

use crate::ffi::NifTerm;
use std::any::Any;
use std::arch::asm;
use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::ThreadId;
use vm::{faults, system};

/// The facts about an environment that is checked.
pub(crate) struct Checked {
    /// The thread that may use it; none if any may.
    thread: Option<ThreadId>,
    ended: Cell<bool>,
}

/// Whether it is looked what libraries do: `+nif_check`, in a place that is quick to look at.
static ON: AtomicBool = AtomicBool::new(false);

/// Heeds `+nif_check`: to be called before there is any environment.
pub(crate) fn begin() {
    ON.store(system::config().nif_check, Ordering::Relaxed);
}

/// Whether it is looked what libraries do. The compiler would take the address from a table, since
/// it does not know that the symbol is of the same file: a load more in each short function.
#[inline(always)]
pub(crate) fn is_on() -> bool {
    let on: u32;
    // SAFETY: reads a byte that is there as long as the program, in one access, as a relaxed load
    // of an atomic is.
    unsafe {
        asm!(
            "movzx {on:e}, byte ptr [rip + {flag}]",
            on = lateout(reg) on,
            flag = sym ON,
            options(pure, readonly, nostack, preserves_flags)
        );
    }
    on != 0
}

impl Checked {
    /// For a new environment, which one thread may use or all.
    pub(crate) fn new(of_thread: bool) -> Checked {
        let thread = of_thread.then(|| std::thread::current().id());
        Checked { thread, ended: Cell::new(false) }
    }

    /// Looks at the use of a term.
    pub(crate) fn look(&self, has: impl FnOnce() -> bool, t: NifTerm) {
        if self.ended.get() {
            fail("a term is used with an environment that has ended");
        }
        if self.thread.is_some_and(|thread| thread != std::thread::current().id()) {
            fail("a term is used by a thread that does not execute the call of its environment");
        }
        if t.is_none() || term::word::is_header(t.word()) {
            fail("what is used as a term is none");
        }
        if !has() {
            fail("a term of another environment is used");
        }
    }
}

/// Ends the emulator, and says which function of which library it is.
fn fail(what: &str) -> ! {
    match faults::called() {
        Some(called) => term::fatal::end(format_args!("nif_check: {what}, in {called}")),
        None => term::fatal::end(format_args!("nif_check: {what}, by a thread of a library")),
    }
}

/// How many environments that have ended are kept, so that their use is noticed.
const KEPT: usize = 1000;

/// An environment that has ended.
struct Ended(#[expect(dead_code, reason = "kept for its address")] Box<dyn Any>);

// SAFETY: nothing is done with it but that it is dropped.
unsafe impl Send for Ended {}

static ENDED: Mutex<VecDeque<Ended>> = Mutex::new(VecDeque::new());

impl Checked {
    /// The environment has ended.
    pub(crate) fn end(&self) {
        self.ended.set(true);
    }
}

/// Keeps an environment that has ended for a while.
pub(crate) fn keep(env: Box<dyn Any>) {
    let mut all = ENDED.lock().unwrap_or_else(PoisonError::into_inner);
    all.push_back(Ended(env));
    let oldest = if all.len() > KEPT { all.pop_front() } else { None };
    drop(all);
    drop(oldest);
}
