//! A process: its identity and state, which all threads see, and what only its own thread touches.

use crate::activity::Activity;
use crate::by_ref::ByRef;
use crate::dictionary::Dictionary;
use crate::mailbox::Mailbox;
use crate::signal::SignalQueue;
use std::cell::UnsafeCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};
use term::row::prefetch;
use term::{Atom, Heap, Mfa, OwnedTerm, Term, Word, am, atom};

/// A process.
///
/// Other threads use only the atomic fields; the rest is in [`Own`], reached through
/// [`Process::own`] by the scheduler that runs the process. Dirty schedulers run stand-ins.
///
/// What others use stands together at the beginning, in one cache line, and what follows there of
/// the heap changes seldom: each write of the one who runs a process to this line would cost those
/// who send to it a miss for each message.
#[repr(C)]
pub struct Process {
    /// Number and serial: the payload of the pid.
    pub id: u64,
    /// Signals that have not been looked at.
    pub signals: SignalQueue,
    /// Bits of [`state`].
    pub state: Activity,
    /// Registered name's atom index + 1; 0 when it has none.
    pub registered: AtomicU32,
    /// 0 max, 1 high, 2 normal, 3 low: as in run queues.
    pub priority: AtomicU8,
    /// The priority of somebody more urgent who waits for this process to handle a signal;
    /// [`NOT_LENT`] if there is none.
    pub(crate) lent_priority: AtomicU8,
    /// Scheduler it is bound to + 1; 0 when free to move.
    pub bound: AtomicU8,
    /// Number of messages in the inner queue, as of the last time it was scheduled out.
    pub message_queue_len: AtomicU32,
    /// Words of its heap blocks, as of the last time it was scheduled out.
    pub heap_words: AtomicU32,
    /// Reductions executed before this slice; only the thread that runs it changes them.
    pub reductions: AtomicU64,
    heap: UnsafeCell<Heap>,
    own: UnsafeCell<Own>,
}

/// No priority.
pub(crate) const NOT_LENT: u8 = u8::MAX;

/// Bits of a process's state.
pub mod state {
    pub use crate::activity::{ACTIVE, SIGNALS};

    /// It is on its way out: it executes no Erlang any more.
    pub const EXITING: u32 = 8;
    /// It waits for a built-in that a dirty scheduler executes, or will.
    pub const DIRTY: u32 = 32;
    /// Suspended by other processes: it handles signals, but executes no Erlang.
    pub const SUSPENDED: u32 = 64;
    /// It owns, or has fixed, ETS tables: there is something to do when it goes.
    pub const ETS: u32 = 1024;
    /// A process of the system: `init:stop` spares it, and the emulator ends if it does.
    pub const SYSTEM: u32 = 2048;
    /// It is traced: what of it stands in the table of [`crate::trace`].
    pub const TRACED: u32 = 4096;
    /// It has a token of sequential tracing.
    pub const SEQ_TRACED: u32 = 8192;
    /// It owns open files, or has owned some: there may be something to do when it goes.
    pub const FILES: u32 = 16384;
    /// If orders are drawn, it takes part: as what has spawned it does.
    pub const DRAWN: u32 = 65536;
    /// It owns sockets of the module `socket`, or waits for some: there is something to do when it
    /// goes.
    pub const SOCKETS: u32 = 32768;
}

// SAFETY: `own` is used only by the thread that executes the process (see `Process::own`); the
// other fields are atomic.
unsafe impl Sync for Process {}
// SAFETY: what it owns may move between threads.
unsafe impl Send for Process {}

/// Flags of `process_flag/2`.
#[derive(Copy, Clone, Debug, Default)]
pub struct Flags {
    /// `trap_exit`.
    pub trap_exit: bool,
    /// `sensitive`.
    pub sensitive: bool,
    /// `message_queue_data`: off_heap?
    pub off_heap_messages: bool,
    /// Asked to collect at the next safe point.
    pub collect: Collect,
    /// Asked whether it has left the literals that are to be freed.
    pub asked_to_leave: bool,
    /// It looks for a message, or waits for one, and native code goes on at the address that stands
    /// for its first argument.
    pub resumes: bool,
    /// It saves its calls.
    pub saves_calls: bool,
    /// It does so, and has called the built-in before with which it goes on.
    pub called_again: bool,
    /// A built-in that goes on in its next turn has terms of the heap in hand, which no collection
    /// knows of.
    pub in_hand: bool,
    /// The system's profiler that has been told that it is runnable; 0 if none has.
    pub told_active: u8,
}

/// A process that this one suspends.
pub struct Suspending {
    /// Its number.
    pub pid: u64,
    /// How often.
    pub count: u32,
    /// It has been told.
    pub taken: Arc<AtomicBool>,
}

/// What somebody has asked the collector to do.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Collect {
    /// Nothing.
    #[default]
    No,
    /// The young generation.
    Minor,
    /// Everything.
    Major,
}

/// `max_heap_size`.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct MaxHeapSize {
    /// Words; 0 for no limit.
    pub words: usize,
    /// Kill the process that exceeds it?
    pub kill: bool,
    /// Log an error?
    pub error_logger: bool,
    /// Count shared binaries?
    pub include_shared_binaries: bool,
}

/// The number of argument registers that a process keeps in itself while it does not run.
pub const INLINE_ARGS: usize = 6;

/// [`Own::timeout`] of a process that waits for ever and looks at no messages.
pub const NEVER: u64 = u64::MAX;

/// A reference's numbers, as a key.
pub type RefKey = [u32; 3];

/// What a process needs only when it has relations to others or settings of its own.
#[derive(Default)]
pub struct Extra {
    /// Monitors that this process has created.
    pub monitors: ByRef<crate::signal::Monitor>,
    /// Monitors that others have on this process: reference to watcher.
    pub monitored_by: ByRef<crate::signal::MonitoredBy>,
    /// Live argument registers beyond [`INLINE_ARGS`], while it does not run.
    pub more_args: Vec<Word>,
    /// What a built-in has given that a dirty scheduler has executed.
    pub dirty_result: Option<crate::bif::BifResult<'static>>,
    /// Active aliases.
    pub aliases: ByRef<crate::signal::AliasKind>,
    /// Receive markers, the newest last.
    pub markers: Vec<crate::marker::Marker>,
    /// Processes that have suspended this one, with their counts.
    pub suspended_by: Vec<(u64, u32)>,
    /// Processes that this one has suspended, with their counts.
    pub suspending: Vec<Suspending>,
    /// `max_heap_size`.
    pub max_heap_size: MaxHeapSize,
    /// `error_handler`, when it is not the usual one.
    pub error_handler: Option<Atom>,
    /// `save_calls`, when it is on.
    pub saved_calls: Option<Box<crate::saved_calls::SavedCalls>>,
    /// Timers that end with the process, and some that have fired.
    pub timers: Vec<RefKey>,
    /// How often `monitor_nodes` has been set.
    pub monitor_nodes: u32,
    /// Breakpoints have put frames on its stack.
    pub trace_frames: bool,
    /// The function whose time runs.
    pub call_time: Option<crate::trace::breakpoint::Running>,
    /// Sequential tracing.
    pub seq: Option<Box<crate::trace::seq::Own>>,
    /// `label` of `proc_lib`-like tools.
    pub label: Option<OwnedTerm>,
    /// Replies that have arrived for built-ins that wait for them, by reference: seldom more than
    /// one.
    pub replies: Vec<(RefKey, OwnedTerm)>,
    /// It waits until a port is not busy any more.
    pub waits_for_port: bool,
    /// The reply that the current built-in waits for.
    pub awaited: Option<RefKey>,
    /// `min_bin_vheap_size`, when it is not the usual one.
    pub min_bin_vheap_size: Option<usize>,
    /// `min_heap_size`, when it is not the usual one.
    pub min_heap_size: Option<usize>,
    /// `fullsweep_after`, when it is not the usual one.
    pub fullsweep_after: Option<u32>,
}

impl Extra {
    /// Keeps a reply for the built-in that waits for it.
    pub fn keep_reply(&mut self, key: RefKey, reply: OwnedTerm) {
        self.replies.retain(|r| r.0 != key);
        self.replies.push((key, reply));
    }

    /// Takes the reply with this reference, if it has arrived: then nothing is waited for any more.
    pub fn take_reply(&mut self, key: &RefKey) -> Option<OwnedTerm> {
        let i = self.replies.iter().position(|r| r.0 == *key)?;
        self.awaited = None;
        Some(self.replies.swap_remove(i).1)
    }
}

/// Taken from the reductions that are left when it is time to collect: so the next call, which
/// knows the live registers, stops and collects; whoever collects gives them back. It is more than
/// anything executes at once.
pub const TO_COLLECT: i32 = native_abi::TO_COLLECT as i32;

/// What only the thread that runs a process touches.
pub struct Own {
    /// Where to go on: an instruction.
    pub pc: *const u64,
    /// Reductions left in this slice, less [`TO_COLLECT`] if it is time to collect: see
    /// [`Own::left`].
    pub reductions_left: i32,
    /// Number of live argument registers while it does not run.
    pub arity: u32,
    /// The live argument registers while it does not run.
    pub args: [Word; INLINE_ARGS],
    /// Messages that have been looked at.
    pub mailbox: Mailbox,
    /// The catches that are open, the innermost last.
    pub handlers: crate::interp::OpenCatches,
    /// Collections so far.
    pub collections: u32,
    /// What it began with is over: it hibernates, or has done so.
    pub hibernated: bool,
    /// Where the process began.
    pub initial_call: Mfa,
    /// Flags.
    pub flags: Flags,
    /// The process that spawned it: its pid's word.
    pub parent: Word,
    /// The group leader.
    pub group_leader: OwnedTerm,
    /// Links, with state.
    pub links: crate::links::Links,
    /// The dictionary.
    pub dictionary: Dictionary,
    /// When the time of the receive is up, in ns; 0 while no receive has a limit, [`NEVER`] if it
    /// never is.
    pub timeout: u64,
    /// When its timer fires, in ns, at the latest when the time is up; 0: it has none. The timer
    /// of a receive that has got its message is left to the next one.
    pub alarm: u64,
    /// The timer.
    pub timer: crate::timer::Handle,
    /// Whether the receive timeout has fired.
    pub timed_out: bool,
    /// Whether it sleeps in a receive (or in a built-in that waits for a reply).
    pub waiting: bool,
    /// Why it exits, once it does.
    pub exit_reason: Option<OwnedTerm>,
    /// Settings and relations that most processes do not have.
    pub extra: Option<Box<Extra>>,
    /// Number of the scheduler that runs it, from 1.
    pub scheduler: u32,
    /// A dirty scheduler executes a built-in for it, or will.
    pub in_dirty_call: bool,
}

impl Own {
    /// Reductions left in this slice.
    #[inline]
    pub fn left(&self) -> i32 {
        let left = self.reductions_left;
        if left < -(TO_COLLECT / 2) { left + TO_COLLECT } else { left }
    }

    /// For a process that starts at `pc`, without arguments.
    #[inline(always)]
    pub fn new(
        pc: *const u64,
        initial_call: Mfa,
        parent: Term<'static>,
        group_leader: OwnedTerm,
    ) -> Own {
        Own {
            pc,
            reductions_left: crate::sched::FULL,
            arity: 0,
            args: [Term::NIL.word(); INLINE_ARGS],
            mailbox: Mailbox::default(),
            handlers: Default::default(),
            collections: 0,
            hibernated: false,
            initial_call,
            flags: Flags::default(),
            parent: parent.word(),
            group_leader,
            links: Default::default(),
            dictionary: Dictionary::default(),
            timeout: 0,
            alarm: 0,
            timer: Default::default(),
            timed_out: false,
            waiting: false,
            exit_reason: None,
            extra: None,
            scheduler: 1,
            in_dirty_call: false,
        }
    }

    /// The function that it entered last without a caller: its first, or that of hibernation.
    pub fn last_entered(&self) -> Mfa {
        match self.hibernated {
            true => Mfa::new(am::ERLANG, atom!("hibernate"), 3),
            false => self.initial_call,
        }
    }

    /// Whether a dirty scheduler has given a result that has not been taken.
    pub fn has_dirty_result(&self) -> bool {
        self.extra.as_ref().is_some_and(|e| e.dirty_result.is_some())
    }

    /// Whether something refers to the heap that a collection would not see: it has to wait.
    pub fn is_to_be_left_alone(&self) -> bool {
        self.flags.in_hand || self.has_dirty_result()
    }

    /// Takes what a dirty scheduler has given.
    pub fn take_dirty_result(&mut self) -> Option<crate::bif::BifResult<'static>> {
        self.extra.as_mut()?.dirty_result.take()
    }
}

const CACHE_LINE: usize = 64;

impl Process {
    /// A process in a place of its own. What it consists of is written there, where it is made:
    /// moved, it would be read before the processor has written it.
    #[inline(always)]
    pub(crate) fn boxed(id: u64, heap: Heap, own: Own, priority: u8) -> Box<Process> {
        Box::write(Box::new_uninit(), Process::new(id, heap, own, priority))
    }

    #[inline(always)]
    pub(crate) fn new(id: u64, heap: Heap, own: Own, priority: u8) -> Process {
        Process {
            id,
            state: Activity::default(),
            priority: AtomicU8::new(priority),
            lent_priority: AtomicU8::new(NOT_LENT),
            bound: AtomicU8::new(0),
            registered: AtomicU32::new(0),
            signals: SignalQueue::default(),
            reductions: AtomicU64::new(0),
            message_queue_len: AtomicU32::new(0),
            heap_words: AtomicU32::new(0),
            heap: UnsafeCell::new(heap),
            own: UnsafeCell::new(own),
        }
    }

    /// The heap and what only its own thread touches, of a process that nobody else knows of yet.
    #[inline(always)]
    pub(crate) fn parts(&mut self) -> (&mut Heap, &mut Own) {
        (self.heap.get_mut(), self.own.get_mut())
    }

    /// Gives the heap and forgets the rest.
    pub(crate) fn into_heap(self) -> Heap {
        self.heap.into_inner()
    }

    /// Asks for its lines to be brought into the cache.
    #[inline]
    pub(crate) fn prefetch(&self) {
        let start: *const u8 = std::ptr::from_ref(self).cast();
        for offset in (0..size_of::<Process>()).step_by(CACHE_LINE) {
            prefetch(start.wrapping_add(offset));
        }
    }

    /// Asks for the ends of its stack and heap to be brought into the cache. For whoever has taken
    /// it out of a run queue, or keeps others from doing so.
    #[inline]
    pub(crate) fn prefetch_heap(&self) {
        let heap = self.heap();
        let stack: *const u8 = heap.stack().cast();
        prefetch(stack);
        prefetch(stack.wrapping_add(CACHE_LINE));
        prefetch(heap.top().cast());
    }

    /// The pid.
    #[inline(always)]
    pub fn pid(&self) -> Term<'static> {
        Term::pid(self.id)
    }

    /// Adds to the reductions that have been executed. On the thread that runs it.
    pub fn count_reductions(&self, n: i64) {
        let done = self.reductions.load(Ordering::Relaxed).wrapping_add_signed(n);
        self.reductions.store(done, Ordering::Relaxed);
    }

    /// The heap. To be used by built-ins, which run on the process's own thread.
    #[inline(always)]
    pub fn heap(&self) -> &Heap {
        // SAFETY: a shared borrow; whoever takes `&mut` to the heap (the interpreter, to collect)
        // does so while no built-in runs.
        unsafe { &*self.heap.get() }
    }

    /// The heap, to collect.
    ///
    /// # Safety
    /// The caller runs on the thread that executes this process, and no term of it is in use.
    #[allow(clippy::mut_from_ref)]
    #[inline(always)]
    pub unsafe fn heap_mut(&self) -> &mut Heap {
        // SAFETY: as promised by the caller.
        unsafe { &mut *self.heap.get() }
    }

    /// What only the running thread touches. The borrow must be short: not across a call of
    /// anything that takes it again.
    ///
    /// # Safety
    /// The caller runs on the thread that executes this process (built-ins do), and holds no other
    /// reference from here.
    #[allow(clippy::mut_from_ref)]
    #[inline(always)]
    pub unsafe fn own(&self) -> &mut Own {
        // SAFETY: as promised by the caller.
        unsafe { &mut *self.own.get() }
    }

    /// Runs `f` on what only the running thread touches. For built-ins: they run on the thread that
    /// executes the process.
    #[inline]
    pub fn with_own<R>(&self, f: impl FnOnce(&mut Own) -> R) -> R {
        // SAFETY: built-ins get a `&Process` only of the process they are executed for, on its
        // thread; `f` ends before anyone else takes the borrow.
        f(unsafe { self.own() })
    }

    /// Runs `f` on the rare part, made if needed.
    pub fn with_extra<R>(&self, f: impl FnOnce(&mut Extra) -> R) -> R {
        self.with_own(|own| f(own.extra.get_or_insert_default()))
    }

    /// A term of a word that this process keeps (dictionary, exception).
    ///
    /// # Safety
    /// The word is a term on this process's heap, or immediate, or a literal.
    #[inline(always)]
    pub unsafe fn term(&self, w: Word) -> Term<'_> {
        // SAFETY: as promised.
        unsafe { Term::from_word(w) }
    }

    /// Counts work of a built-in beyond its call, so that long work is paid for.
    #[inline]
    pub fn bump_reductions(&self, n: usize) {
        self.with_own(|own| own.reductions_left -= n.min(1 << 20) as i32);
    }

    /// The group leader, on this process's heap.
    pub fn group_leader(&self) -> Term<'_> {
        // SAFETY: runs on the process's thread; the borrow ends with the copy.
        let leader = unsafe { &(*self.own.get()).group_leader };
        self.heap().copy_in(leader.term())
    }

    /// The registered name.
    pub fn registered_name(&self) -> Option<Atom> {
        let index = self.registered.load(std::sync::atomic::Ordering::Acquire);
        // SAFETY: only the registry stores here, and it stores indexes of atoms.
        index.checked_sub(1).map(|i| unsafe { Atom::from_index(i) })
    }
}

#[cfg(test)]
mod tests {
    /// With its first block, an idle process is to take at most 950 bytes; the allocator's size
    /// classes around here are 448, 512 and 640.
    #[test]
    fn size() {
        assert!(size_of::<super::Process>() <= 512, "{}", size_of::<super::Process>());
    }
}
