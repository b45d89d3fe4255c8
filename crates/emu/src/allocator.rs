//! The emulator's allocator: mimalloc, without its detour for alignments that it guarantees anyway;
//! what is large is on huge pages.

use hugetext::{Range, memory};
use libmimalloc_sys as mi;
use std::alloc::{GlobalAlloc, Layout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// mimalloc aligns whatever it gives to the words of the machine, and to this if it is as large.
const GUARANTEED: usize = 16;

/// Bytes from which on memory is on huge pages: more than one of them is filled by it alone.
const LARGE: usize = 4 << 20;

/// mimalloc.
pub struct Allocator;

/// What a huge page takes at most that is worth it. It is 0.1 ms where the machine has the memory,
/// and 5 where a host has to find it: small pages are used again sooner, so there are some then.
const WORTH_IT: Duration = Duration::from_millis(1);

/// Has the kernel use huge pages for large memory that is about to be written, until one has taken
/// too long.
#[inline]
fn prepared(at: *mut u8, size: usize) -> *mut u8 {
    static SLOW: AtomicBool = AtomicBool::new(false);
    #[cold]
    fn advise(from: usize, size: usize) {
        let Some(whole) = memory::advise_within(Range { from, to: from + size }) else { return };
        let begun = Instant::now();
        // SAFETY: a byte of memory that nobody has yet; a zero, as it is in new memory.
        unsafe { std::ptr::with_exposed_provenance_mut::<u8>(whole.from).write_volatile(0) };
        if begun.elapsed() > WORTH_IT {
            SLOW.store(true, Ordering::Relaxed);
        }
    }
    if size >= LARGE && !at.is_null() && !SLOW.load(Ordering::Relaxed) {
        advise(at.expose_provenance(), size);
    }
    at
}

/// Gives memory that is free back to the system: what the calling thread keeps for itself, and what
/// nobody in particular does.
pub fn give_back() {
    // SAFETY: always allowed.
    unsafe { mi::mi_collect(true) };
}

fn is_aligned_anyway(layout: Layout) -> bool {
    layout.align() <= size_of::<usize>()
        || layout.align() <= GUARANTEED && layout.size() >= GUARANTEED
}

// SAFETY: mimalloc's functions keep the contract; memory of all of them is freed by `mi_free`.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: any size and any power of two will do.
        unsafe {
            let at = if is_aligned_anyway(layout) {
                mi::mi_malloc(layout.size()).cast()
            } else {
                mi::mi_malloc_aligned(layout.size(), layout.align()).cast()
            };
            prepared(at, layout.size())
        }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        unsafe {
            let at = if is_aligned_anyway(layout) {
                mi::mi_zalloc(layout.size()).cast()
            } else {
                mi::mi_zalloc_aligned(layout.size(), layout.align()).cast()
            };
            prepared(at, layout.size())
        }
    }

    #[inline]
    unsafe fn dealloc(&self, p: *mut u8, _: Layout) {
        // SAFETY: the caller's pointer is from here.
        unsafe { mi::mi_free(p.cast()) };
    }

    #[inline]
    unsafe fn realloc(&self, p: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: as above; `Layout` of the new size and the old alignment is what the caller gets.
        unsafe { mi::mi_realloc_aligned(p.cast(), new_size, layout.align()).cast() }
    }
}
