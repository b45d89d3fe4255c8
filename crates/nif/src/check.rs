//! `+nif_check true`: what libraries must not do with environments and terms ends the emulator, and
//! is told.
//!
//! Each use of a term with an environment is looked at: whether the term is one of that
//! environment's, whether the environment has ended, and whether a call's environment is used by
//! the thread that executes the call. For example, a library that keeps a term in a static
//! variable, and gives it back in a later call, is told at the first such use.

use crate::env::Env;
use crate::ffi::NifTerm;
use std::any::Any;
use std::arch::{asm, naked_asm};
use std::cell::Cell;
use std::collections::VecDeque;
use std::ptr;
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

/// Whether it is looked what libraries do.
#[inline(always)]
pub(crate) fn is_on() -> bool {
    ON.load(Ordering::Relaxed)
}

/// Looks at the use of a term with an environment, if that is wanted.
#[inline(always)]
pub(crate) fn term(env: Option<&Env>, t: NifTerm) {
    if is_on() {
        look_apart(env, t);
    }
}

/// Calls `look` by a way that keeps all registers. Functions of the interface are short, and this
/// is the only call in many of them: else each would save registers at its beginning, for a call
/// that it does not make.
#[cold]
#[inline(always)]
fn look_apart(env: Option<&Env>, t: NifTerm) {
    let env = env.map_or(ptr::null(), ptr::from_ref);
    // SAFETY: the function takes these arguments in these registers, keeps all registers but the
    // flags, and uses the stack as calls do.
    unsafe {
        asm!("call {look}", look = sym look_keeping_registers, in("rdi") env, in("rsi") t.word());
    }
}

#[unsafe(naked)]
unsafe extern "C" fn look_keeping_registers() {
    naked_asm!(
        "push rbp",
        "mov rbp, rsp",
        "push rax",
        "push rcx",
        "push rdx",
        "push rsi",
        "push rdi",
        "push r8",
        "push r9",
        "push r10",
        "push r11",
        "sub rsp, 528",
        "and rsp, -64",
        "fxsave64 [rsp]",
        "call {look}",
        "fxrstor64 [rsp]",
        "lea rsp, [rbp - 72]",
        "pop r11",
        "pop r10",
        "pop r9",
        "pop r8",
        "pop rdi",
        "pop rsi",
        "pop rdx",
        "pop rcx",
        "pop rax",
        "pop rbp",
        "ret",
        look = sym look,
    )
}

extern "C" fn look(env: Option<&Env>, t: NifTerm) {
    if let Some((env, checked)) = env.and_then(|env| Some((env, env.checked()?))) {
        checked.look(|| env.has(t), t);
    }
}

impl Checked {
    /// For a new environment, which one thread may use or all.
    pub(crate) fn new(of_thread: bool) -> Checked {
        let thread = of_thread.then(|| std::thread::current().id());
        Checked { thread, ended: Cell::new(false) }
    }

    /// Looks at the use of a term.
    fn look(&self, has: impl FnOnce() -> bool, t: NifTerm) {
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
