//! The own part of a process: all that belongs to it alone, besides its heap.

use super::marker::Markers;
use super::relation::FarParent;
use super::slots::Slots;
use crate::by_ref::{ByRef, RefKey};
use crate::dictionary::Dictionary;
use crate::mailbox::Mailbox;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32};
use term::{Atom, Mfa, OwnedTerm, Term, Word, am, atom};

/// Flags of `process_flag/2`.
#[derive(Copy, Clone, Debug, Default)]
pub struct Flags {
    /// `trap_exit`.
    pub trap_exit: bool,
    /// `async_dist`: it never waits for a channel to another node.
    pub async_dist: bool,
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
    /// It saves its calls, and that of the built-in with which it goes on has been saved already.
    pub called_again: bool,
    /// A built-in that goes on in the process's next turn holds terms of its heap that no
    /// collection would know of.
    pub in_hand: bool,
    /// A dirty scheduler reads terms on its heap, or has given a result that refers to some:
    /// nothing there may be moved or freed.
    pub lent: bool,
    /// Its tracer has been told that it stops, before it does.
    pub told_out: bool,
    /// The system's profiler that has been told that it is runnable; 0 if none has.
    pub told_active: u8,
}

impl Flags {
    /// Whether it has been asked to leave literals, and can do so now.
    pub fn is_to_leave_literals(&self) -> bool {
        self.asked_to_leave && !self.in_hand && !self.lent
    }
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

/// A collection that somebody has asked for.
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

/// `min_bin_vheap_size` of processes for which nothing else is said: words, as reported.
pub static MIN_BIN_VHEAP_SIZE: AtomicU32 = AtomicU32::new(46_422);

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

/// The part of a process that is there when it has relations to others or settings of its own.
#[derive(Default)]
pub struct Extra {
    /// Monitors that this process has created.
    pub monitors: ByRef<super::relation::Monitor>,
    /// Monitors that others have on this process: reference to watcher.
    pub monitored_by: ByRef<super::relation::MonitoredBy>,
    /// Live argument registers beyond [`INLINE_ARGS`], while it does not run.
    pub more_args: Vec<Word>,
    /// A call of a library's function on a dirty scheduler, whose arguments are on the heap.
    pub(crate) loan: Option<Arc<super::Loan>>,
    /// The result of a built-in that a dirty scheduler has executed.
    pub dirty_result: Option<crate::exception::BifResult<'static>>,
    /// The watches of the system's monitors for which the message queue is long.
    pub long_queues: Vec<u64>,
    /// Active aliases.
    pub aliases: ByRef<super::relation::Alias>,
    /// Receive markers.
    pub markers: Markers,
    /// Processes that have suspended this one, with their counts.
    pub suspended_by: Vec<(u64, u32)>,
    /// Processes that this one has suspended, with their counts.
    pub suspending: Vec<Suspending>,
    /// `max_heap_size`.
    pub max_heap_size: MaxHeapSize,
    /// `error_handler`, when it is not the usual one.
    pub error_handler: Option<Atom>,
    /// Timers that end with the process, and some that have fired.
    pub timers: Vec<RefKey>,
    /// Breakpoints have put frames on its stack.
    pub trace_frames: bool,
    /// Values of parts of the emulator that most processes have nothing to do with.
    pub slots: Slots,
    /// `label` of `proc_lib`-like tools.
    pub label: Option<OwnedTerm>,
    /// Replies that have arrived for built-ins that wait for them, by reference: seldom more than
    /// one.
    pub replies: Vec<(RefKey, OwnedTerm)>,
    /// It waits until a port or connection is not busy any more.
    pub held_up: HeldUp,
    /// The reply that the current built-in waits for.
    pub awaited: Option<RefKey>,
    /// `min_bin_vheap_size`, when it is not the usual one.
    pub min_bin_vheap_size: Option<usize>,
    /// `min_heap_size`, when it is not the usual one.
    pub min_heap_size: Option<usize>,
    /// `fullsweep_after`, when it is not the usual one.
    pub fullsweep_after: Option<u32>,
}

/// Whether a busy port, or connection with another node, holds a process up.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum HeldUp {
    /// No.
    #[default]
    No,
    /// Before it sends to a port: it tries again when a signal arrives.
    BeforeSending,
    /// After it has sent to another node: it goes on when it is told to.
    AfterSending,
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

/// Reductions that a process has left at first. The number that it has executed in all is
/// [`super::Process::reductions`] and the part of this that is missing.
pub const FULL: i32 = tune::SLICE as i32;

/// Taken from the reductions that are left when it is time to collect: so the next call, which
/// knows the live registers, stops and collects; the collection gives them back. It is more than
/// anything executes at once.
pub const TO_COLLECT: i32 = native_abi::TO_COLLECT as i32;

/// The own part of a process: see [`super::Exclusive`].
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
    pub handlers: super::catches::OpenCatches,
    /// Collections so far.
    pub collections: u32,
    /// It hibernates, or has done so: the function that it began with is over.
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
    pub timer: crate::wheel::Handle,
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
    /// Whether a busy port or connection holds the process up.
    pub fn held_up(&self) -> HeldUp {
        self.extra.as_ref().map_or(HeldUp::No, |e| e.held_up)
    }

    /// The port or connection is not busy any more. Whether the process has waited for that.
    pub(crate) fn may_go_on(&mut self) -> bool {
        let held_up = self.held_up();
        if held_up == HeldUp::AfterSending {
            self.awake();
        }
        held_up != HeldUp::No
    }

    /// The process tries again what it was held up in. Whether it was held up.
    pub fn awake(&mut self) -> bool {
        self.extra.as_mut().is_some_and(|e| std::mem::take(&mut e.held_up) != HeldUp::No)
    }

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
            reductions_left: FULL,
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

    /// The process of another node that has spawned it, if one has.
    pub fn far_parent(&self) -> Option<Term<'_>> {
        self.extra.as_ref()?.slots.get::<FarParent>().map(|far| far.0.term())
    }

    /// Whether a dirty scheduler has given a result that has not been taken.
    pub fn has_dirty_result(&self) -> bool {
        self.extra.as_ref().is_some_and(|e| e.dirty_result.is_some())
    }

    /// Whether something refers to the heap that a collection would not see: it has to wait.
    pub fn is_to_be_left_alone(&self) -> bool {
        self.flags.in_hand || self.flags.lent || self.has_dirty_result()
    }

    /// Takes what a dirty scheduler has given.
    pub fn take_dirty_result(&mut self) -> Option<crate::exception::BifResult<'static>> {
        let extra = self.extra.as_mut()?;
        let result = extra.dirty_result.take()?;
        extra.loan = None;
        self.flags.lent = false;
        Some(result)
    }
}

/// Receive markers.
impl Own {
    /// Makes a marker at the end of the message queue: its number.
    pub fn reserve_marker(&mut self) -> Term<'static> {
        let place = self.mailbox.end();
        self.extra.get_or_insert_default().markers.reserve(place)
    }

    /// Ties a marker to a reference.
    pub fn bind_marker(&mut self, marker: Term<'_>, reference: Term<'_>) {
        if let Some(extra) = &mut self.extra {
            extra.markers.bind(marker, reference);
        }
    }

    /// Forgets a marker, by its number or its reference.
    pub fn clear_marker(&mut self, of: Term<'_>) {
        if let Some(extra) = &mut self.extra {
            extra.markers.clear(of);
        }
    }

    /// Has the next receive begin at the marker of a reference, if it has one.
    pub fn use_marker(&mut self, reference: Term<'_>) {
        if let Some(extra) = &self.extra
            && let Some(place) = extra.markers.place(reference)
        {
            self.mailbox.start_at(place);
        }
    }
}
