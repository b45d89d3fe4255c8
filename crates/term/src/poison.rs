//! Freed memory of heaps in test builds: filled with what is no address, and reused late.

use crate::word::Word;
use std::alloc::{Layout, dealloc};
use std::cell::RefCell;
use std::collections::VecDeque;

/// A boxed pointer to nowhere: reading through it faults, whatever the machine has mapped.
pub const POISON: Word = 0xdead_beef_dead_beeb;

/// Bytes that each thread keeps from being reused.
const KEPT: usize = 8 << 20;

#[derive(Default)]
struct Kept {
    blocks: VecDeque<(usize, Layout)>,
    bytes: usize,
}

impl Drop for Kept {
    fn drop(&mut self) {
        for (p, layout) in self.blocks.drain(..) {
            // SAFETY: given up by `release`'s caller, once.
            unsafe { dealloc(p as *mut u8, layout) };
        }
    }
}

thread_local! {
    static KEPT_BLOCKS: RefCell<Kept> = RefCell::default();
}

/// Fills words that are about to be freed.
///
/// # Safety
/// The words may be written, and nothing reads them any more.
pub unsafe fn fill(p: *mut Word, words: usize) {
    for i in 0..words {
        // SAFETY: the caller's `words` words from `p` on may be written.
        unsafe { p.add(i).write(POISON) };
    }
}

/// Frees a block, after others that were released before.
///
/// # Safety
/// As for [`dealloc`].
pub unsafe fn release(p: *mut u8, layout: Layout) {
    let kept = KEPT_BLOCKS.try_with(|kept| {
        let mut kept = kept.borrow_mut();
        kept.blocks.push_back((p as usize, layout));
        kept.bytes += layout.size();
        while kept.bytes > KEPT {
            let Some((old, layout)) = kept.blocks.pop_front() else { break };
            kept.bytes -= layout.size();
            // SAFETY: given up by an earlier caller, once.
            unsafe { dealloc(old as *mut u8, layout) };
        }
    });
    if kept.is_err() {
        // The thread ends. SAFETY: passed on.
        unsafe { dealloc(p, layout) };
    }
}
