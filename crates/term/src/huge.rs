//! Large blocks of processes that compute, on huge pages.

use crate::word::Word;
use tune::Tune;

/// Bytes of a huge page.
const HUGE: usize = 2 << 20;

/// Has the kernel put a new block onto huge pages, if it is a large one. It is for blocks that are
/// about to be filled: to touch memory for the first time costs more than to collect it, and a huge
/// page a fifth of what the small ones cost that it replaces (docs/huge-pages.md).
///
/// The first and the last huge page reach beyond the block. What lies there is memory that the
/// allocator gives to others, or will: it goes on to be what it is.
#[inline]
pub(crate) fn will_be_filled(block: *mut Word, words: usize) {
    let bytes = words * size_of::<Word>();
    if bytes >= tune::size(Tune::HugeBlock) << 10 {
        advise(block.addr(), bytes);
    }
}

#[cold]
fn advise(at: usize, bytes: usize) {
    let (from, to) = (at / HUGE * HUGE, (at + bytes).next_multiple_of(HUGE));
    // SAFETY: it does not change what is in memory; where it cannot be done nothing is lost.
    unsafe { libc::madvise(from as *mut libc::c_void, to - from, libc::MADV_HUGEPAGE) };
}
