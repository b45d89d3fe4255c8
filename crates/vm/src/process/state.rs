//! The word of a process's state: who runs it, and what others may know of it at any time.
//!
//! Two of its bits are how senders wake processes that sleep. Of all threads that notice that a
//! process sleeps while there is something for it, one gets to put it into a run queue. A process
//! sleeps only if there was nothing for it when it lay down.

use crate::sync::{AtomicU32, Ordering};

/// In a run queue, being executed, or waiting for its start by the one who makes it: a signal need
/// not wake it.
const ACTIVE: u32 = 1 << 0;
/// Signals have arrived since they were last looked at.
const SIGNALS: u32 = 1 << 1;
/// It is on its way out: it executes no Erlang any more.
const EXITING: u32 = 1 << 2;
/// It waits for a built-in that a dirty scheduler executes, or will.
const DIRTY: u32 = 1 << 3;
/// Suspended by other processes: it handles signals, but executes no Erlang.
const SUSPENDED: u32 = 1 << 4;
/// It owns, or has fixed, ETS tables: there is something to do when it goes.
const TABLES: u32 = 1 << 5;
/// It owns open files, or has owned some: there may be something to do when it goes.
const FILES: u32 = 1 << 6;
/// It owns sockets of the module `socket`, or waits for some: there is something to do when it
/// goes.
const SOCKETS: u32 = 1 << 7;
/// A process of the system: `init:stop` spares it, and the emulator ends if it does.
const SYSTEM: u32 = 1 << 8;
/// If orders are drawn, it takes part: as the process that has spawned it does.
const DRAWN: u32 = 1 << 9;
/// It is traced: [`crate::trace`] has a table of what.
const TRACED: u32 = 1 << 10;
/// It has a token of sequential tracing.
const SEQ_TRACED: u32 = 1 << 11;
/// It has secrets (`process_flag(sensitive, true)`): nobody is told of it.
const SENSITIVE: u32 = 1 << 12;
/// It is traced, and its calls are, by some session: breakpoints look at nothing else.
const CALL_TRACED: u32 = 1 << 13;
/// A thread that runs no processes looks at it, which would sleep otherwise: see
/// [`crate::onlooker`].
const LOOKED_AT: u32 = 1 << 14;

/// A process that sleeps is not claimed if one of these is set: earlier signals are to be handled
/// first, or a tracer is to be told; or another thread has it.
const NOT_TO_BE_CLAIMED: u32 =
    SIGNALS | EXITING | DIRTY | SUSPENDED | TRACED | SEQ_TRACED | LOOKED_AT;

/// Nobody looks at a process if one of these is set: somebody has it, or will have it at once.
const NOT_TO_BE_LOOKED_AT: u32 = ACTIVE | SIGNALS | EXITING | DIRTY | LOOKED_AT;

/// The state of a process. It changes by the transitions below only.
pub struct State(AtomicU32);

/// The state at one moment.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Bits(u32);

/// A question for each bit.
macro_rules! questions {
    ($($name:ident $bit:ident $what:literal)*) => {
        impl Bits {
            $(
                #[doc = $what]
                #[inline(always)]
                pub fn $name(self) -> bool {
                    self.0 & $bit != 0
                }
            )*
        }
    };
}

questions! {
    is_active ACTIVE "Whether it is in a run queue or being executed, or has not been started."
    has_signals SIGNALS "Whether signals have arrived that have not been looked at."
    is_exiting EXITING "Whether it is on its way out."
    is_dirty DIRTY "Whether it waits for a dirty scheduler."
    is_suspended SUSPENDED "Whether other processes have suspended it."
    has_tables TABLES "Whether it may own, or have fixed, ETS tables."
    has_files FILES "Whether it may own open files."
    has_sockets SOCKETS "Whether it may own, or wait for, sockets of the module `socket`."
    is_system SYSTEM "Whether it is a process of the system."
    is_drawn DRAWN "Whether it takes part where orders are drawn."
    is_traced TRACED "Whether it is traced."
    is_seq_traced SEQ_TRACED "Whether it has a token of sequential tracing."
    is_call_traced CALL_TRACED "Whether its calls are traced."
    is_sensitive SENSITIVE "Whether nobody is to be told of it."
    is_looked_at LOOKED_AT "Whether a thread that runs no processes looks at it."
}

impl Bits {
    /// Whether a process in this state may be claimed by somebody who does not run it.
    #[inline(always)]
    pub(crate) fn may_be_claimed(self) -> bool {
        self.0 & NOT_TO_BE_CLAIMED == 0
    }

    /// Whether it sleeps, is not on its way out, and has handled all signals that were sent before
    /// this was read. A sender notes its signal in the same word.
    #[inline(always)]
    pub fn is_at_rest(self) -> bool {
        self.0 & (ACTIVE | SIGNALS | EXITING | DIRTY) == 0
    }

    /// Whether signals are to be handled: there are some, and the process is not on its way out.
    #[inline(always)]
    pub(crate) fn has_signals_to_handle(self) -> bool {
        self.0 & (SIGNALS | EXITING) == SIGNALS
    }
}

impl Default for State {
    /// The state of a process that the one who makes it is to start.
    fn default() -> State {
        State(AtomicU32::new(ACTIVE))
    }
}

impl State {
    /// The state now.
    #[inline(always)]
    pub fn bits(&self) -> Bits {
        Bits(self.0.load(Ordering::SeqCst))
    }

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

    /// Takes a process that sleeps, if it may be claimed. Until it is in a run queue, or lies down
    /// again, the caller is the one who runs it.
    #[inline]
    pub fn claim(&self) -> bool {
        let s = self.0.load(Ordering::Relaxed);
        s & (ACTIVE | NOT_TO_BE_CLAIMED) == 0
            && self.0.compare_exchange(s, s | ACTIVE, Ordering::SeqCst, Ordering::Relaxed).is_ok()
    }

    /// Takes a process that sleeps for a look. Until [`State::end_look`] nobody else runs or claims
    /// it.
    pub fn begin_look(&self) -> bool {
        let s = self.0.load(Ordering::Relaxed);
        let taken = s | ACTIVE | LOOKED_AT;
        s & NOT_TO_BE_LOOKED_AT == 0
            && self.0.compare_exchange(s, taken, Ordering::SeqCst, Ordering::Relaxed).is_ok()
    }

    /// Lets a process sleep on. True if signals have come in the meantime: the caller has to put
    /// the process into a run queue, and only that.
    pub fn end_look(&self) -> bool {
        let mut s = self.0.load(Ordering::SeqCst);
        loop {
            let wake = s & SIGNALS != 0;
            let new = s & !(LOOKED_AT | if wake { 0 } else { ACTIVE });
            match self.0.compare_exchange_weak(s, new, Ordering::SeqCst, Ordering::SeqCst) {
                Ok(_) => return wake,
                Err(now) => s = now,
            }
        }
    }

    /// To be called before signals are taken from the queue: later ones are told again.
    #[inline]
    pub fn look(&self) {
        self.lower(SIGNALS);
    }

    /// Signals that have been looked at are still to be handled.
    pub(crate) fn look_again(&self) {
        self.raise(SIGNALS);
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

    /// Begins to exit; the state before.
    pub(crate) fn exit(&self) -> Bits {
        self.raise(EXITING)
    }

    /// Begins to wait for a dirty scheduler.
    pub(crate) fn begin_dirty_call(&self) {
        self.raise(DIRTY);
    }

    /// The dirty scheduler has answered.
    pub(crate) fn end_dirty_call(&self) {
        self.lower(DIRTY);
    }

    /// Executes no Erlang from now on.
    pub(crate) fn suspend(&self) {
        self.raise(SUSPENDED);
    }

    /// Executes Erlang again.
    pub(crate) fn resume(&self) {
        self.lower(SUSPENDED);
    }

    /// Gets a table, or fixes one; the state before.
    pub(crate) fn get_tables(&self) -> Bits {
        self.raise(TABLES)
    }

    /// Gets a file; the state before.
    pub fn get_files(&self) -> Bits {
        self.raise(FILES)
    }

    /// Gets a socket, or waits for one; the state before.
    pub fn get_sockets(&self) -> Bits {
        self.raise(SOCKETS)
    }

    /// Becomes a process of the system.
    pub(crate) fn become_system(&self) {
        self.raise(SYSTEM);
    }

    /// Takes part from now on where orders are drawn.
    pub(crate) fn be_drawn(&self) {
        self.raise(DRAWN);
    }

    /// Whether it is traced from now on, and whether its calls are.
    pub(crate) fn set_traced(&self, traced: bool, calls: bool) {
        self.set(TRACED, traced);
        self.set(CALL_TRACED, calls);
    }

    /// Whether it has a token of sequential tracing from now on.
    pub(crate) fn set_seq_traced(&self, traced: bool) {
        self.set(SEQ_TRACED, traced);
    }

    /// Whether nobody is to be told of it from now on; the state before.
    pub fn set_sensitive(&self, sensitive: bool) -> Bits {
        self.set(SENSITIVE, sensitive)
    }

    fn set(&self, bit: u32, on: bool) -> Bits {
        if on { self.raise(bit) } else { self.lower(bit) }
    }

    #[inline(always)]
    fn raise(&self, bit: u32) -> Bits {
        Bits(self.0.fetch_or(bit, Ordering::SeqCst))
    }

    #[inline(always)]
    fn lower(&self, bit: u32) -> Bits {
        Bits(self.0.fetch_and(!bit, Ordering::SeqCst))
    }
}
