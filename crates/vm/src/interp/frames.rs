//! The frames on a process's stack, and the code addresses in them.

use crate::code;
use smallvec::SmallVec;
use std::cell::RefCell;
use term::{Heap, Word};

/// Code addresses: mostly not more than a trace shows.
pub(crate) type Addresses = SmallVec<[*const u64; 16]>;

/// The return addresses on the stack of a process that executes `pc`; the first is `pc` itself. Of
/// equal ones in a row, which recursion leaves, only the first counts.
pub(crate) fn return_addresses(heap: &Heap, pc: *const u64, depth: usize) -> Addresses {
    walk(heap, pc, depth).addresses
}

/// The places of calls on the stack of a process whose function begins, perhaps behind one in a
/// function that has no frame any more.
pub(super) fn callers(heap: &Heap, last: Option<*const u64>, depth: usize) -> Addresses {
    // Nothing is known of a frame at no address: the first frame is that of the caller.
    let pc = last.unwrap_or(std::ptr::null());
    // Of a recursion both of the first two are there.
    let mut callers = return_addresses(heap, pc, depth.saturating_add(1));
    callers.dedup();
    callers.truncate(depth);
    callers
}

thread_local! {
    static LAST: RefCell<Option<Remembered>> = const { RefCell::new(None) };
}

/// Finds the [`return_addresses`], for exceptions. Gives a number that in this thread only these
/// addresses have. Loops raise in the same place again and again, with the same functions below. To
/// see that nothing has changed is quicker than to walk, where each frame says where the next one
/// is.
pub(super) fn remember(heap: &Heap, pc: *const u64, depth: usize) -> u64 {
    let changes = code::range_changes();
    let from = From { changes, pc, depth, stack: heap.stack(), end: heap.stack_end() };
    LAST.with_borrow_mut(|last| match last {
        Some(last) if last.is_of(&from) => last.number,
        _ => {
            let number = last.as_ref().map_or(0, |last| last.number + 1);
            *last = Some(Remembered { from, walk: walk(heap, pc, depth), number });
            number
        }
    })
}

/// Gives `f` the addresses that have been found last.
pub(super) fn with_remembered<R>(f: impl FnOnce(&[*const u64]) -> R) -> R {
    LAST.with_borrow(|last| f(last.as_ref().map_or(&[], |last| &last.walk.addresses)))
}

/// The values on which a walk depends, beside the words of the stack that it reads.
#[derive(PartialEq, Eq)]
struct From {
    /// How often code had come or gone by then.
    changes: u64,
    pc: *const u64,
    depth: usize,
    stack: *mut Word,
    end: *mut Word,
}

/// A walk, to be taken again.
struct Remembered {
    from: From,
    walk: Walk,
    number: u64,
}

impl Remembered {
    /// Whether a walk from there would be this one.
    fn is_of(&self, from: &From) -> bool {
        let Walk { returns, all_remembered, .. } = &self.walk;
        // SAFETY: the comparison before has found the same stack, from the same end to the same
        // pointer, so the places are within it, and stacks are readable.
        *all_remembered
            && self.from == *from
            && returns.iter().all(|&(at, ret)| unsafe { *at } == ret)
    }
}

/// The result of a walk over the frames.
struct Walk {
    addresses: Addresses,
    /// Where the return addresses were, and which.
    returns: SmallVec<[(*const Word, Word); 16]>,
    /// Whether that is all that the walk depends on.
    all_remembered: bool,
}

fn walk(heap: &Heap, pc: *const u64, depth: usize) -> Walk {
    let (bottom, end) = (code::normal_exit(), heap.stack_end());
    let mut walk =
        Walk { addresses: Addresses::new(), returns: SmallVec::new(), all_remembered: true };
    let all = &mut walk.addresses;
    code::with_known_frames(|frames| {
        // The code of a breakpoint is nobody's.
        if depth > 0 && frames.words(pc).is_some() {
            all.push(pc);
        }
        let mut at = pc;
        let mut frame = heap.stack();
        while all.len() < depth {
            let words = match frames.words(at) {
                Some(words) => words,
                // In the code of a breakpoint there is no frame.
                None if at == pc => 0,
                None => break,
            };
            let next = frame.wrapping_add(words);
            frame = skip_trace_frames(heap, next);
            if frame.wrapping_add(2) > end {
                walk.all_remembered &= frame == next;
                break;
            }
            let place = frame.wrapping_add(1);
            // SAFETY: within the stack; the second word of a frame is a return address.
            let ret = unsafe { *place };
            match frame == next && walk.returns.len() < walk.returns.inline_size() {
                true => walk.returns.push((place, ret)),
                false => walk.all_remembered = false,
            }
            // The call is before the place that it returns to.
            at = (ret as *const u64).wrapping_sub(1);
            // Of a recursion only one call is shown.
            if ret as *const u64 != bottom && (all.len() <= 1 || all.last() != Some(&at)) {
                all.push(at);
            }
        }
    });
    walk
}

/// The first frame from here on that no breakpoint has made.
pub(crate) fn skip_trace_frames(heap: &Heap, mut frame: *mut Word) -> *mut Word {
    let (end, traced) = (heap.stack_end(), code::traced_return() as u64);
    // SAFETY: within the stack; the second word of a frame is a return address.
    while frame.wrapping_add(2) <= end && unsafe { *frame.add(1) } == traced {
        frame = frame.wrapping_add(crate::breakpoint::frame::WORDS);
    }
    frame
}
