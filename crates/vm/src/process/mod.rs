//! A process: its identity and state, which all threads see, and what only its own thread touches.

mod catches;
mod exclusive;
mod loan;
pub mod marker;
mod own;
mod relation;
pub(crate) mod signals;
mod slots;
mod state;

pub use crate::by_ref::RefKey;
pub use catches::OpenCatches;
pub use exclusive::{Exclusive, Running};
pub(crate) use loan::Loan;
pub use own::{
    Collect, Extra, FULL, Flags, HeldUp, INLINE_ARGS, MIN_BIN_VHEAP_SIZE, MaxHeapSize, NEVER, Own,
    Suspending, TO_COLLECT,
};
pub use relation::FarParent;
pub use slots::Slots;
pub use state::{Bits, State};

use crate::peer::Peer;
use signals::SignalQueue;
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};
use term::row::prefetch;
use term::{Atom, Heap, Term};

/// A process.
///
/// A reference gives the use of the atomic fields only. The heap and the process's own part are
/// reached through [`Exclusive`], which the scheduler that runs the process has, and through
/// [`Running`], which it lends to built-ins. Dirty schedulers run stand-ins.
///
/// The fields that others use stand together at the beginning, in one cache line. The part of the
/// heap that follows there changes seldom: each write of the scheduler that runs a process to this
/// line would cost senders a miss for each message.
#[repr(C)]
pub struct Process {
    /// Number and serial: the payload of the pid.
    pub id: u64,
    /// Signals that have not been looked at.
    pub signals: SignalQueue,
    /// Whether it runs, and all else that others may know of it.
    pub state: State,
    /// Registered name's atom index + 1; 0 when it has none.
    pub registered: AtomicU32,
    /// 0 max, 1 high, 2 normal, 3 low: as in run queues.
    pub priority: AtomicU8,
    /// The priority of a more urgent process that waits for this one to handle a signal;
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

// SAFETY: heap and own part are reached through `Exclusive` and `Running` only, of which one thread
// at a time has one; the other fields are atomic.
unsafe impl Sync for Process {}
// SAFETY: heap and own part are used by one thread at a time and refer to nothing of a thread.
unsafe impl Send for Process {}

const CACHE_LINE: usize = 64;

impl Process {
    /// A process in a place of its own. Its parts are written there, where it is made: moved, they
    /// would be read before the processor has written them.
    #[inline(always)]
    pub(crate) fn boxed(id: u64, heap: Heap, own: Own, priority: u8) -> Box<Process> {
        Box::write(Box::new_uninit(), Process::new(id, heap, own, priority))
    }

    #[inline(always)]
    pub(crate) fn new(id: u64, heap: Heap, own: Own, priority: u8) -> Process {
        Process {
            id,
            state: State::default(),
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

    /// The pid.
    #[inline(always)]
    pub fn pid(&self) -> Term<'static> {
        Term::pid(self.id)
    }

    /// This process, as the other end of a relation.
    #[inline(always)]
    pub fn peer(&self) -> Peer {
        Peer::process(self.id)
    }

    /// The registered name.
    pub fn registered_name(&self) -> Option<Atom> {
        let index = self.registered.load(Ordering::Acquire);
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
