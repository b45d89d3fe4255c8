//! The emulator's allocator: mimalloc, without its detour for alignments that it guarantees anyway;
//! what is large is on huge pages.

use hugetext::{Range, memory};
use libmimalloc_sys as mi;
use std::alloc::{GlobalAlloc, Layout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use term::memory as limits;

/// mimalloc aligns whatever it gives to the words of the machine, and to this if it is as large.
const GUARANTEED: usize = 16;

/// Bytes from which on memory is on huge pages: more than one of them is filled by it alone.
const LARGE: usize = 4 << 20;

/// mimalloc.
pub struct Allocator;

/// The longest time for making a huge page that is worth it. It takes 0.1 ms on a machine that has
/// the memory, and 5 ms where a host has to find it: then small pages are used again soon.
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
    term::refbin::give_back();
    // SAFETY: always allowed.
    unsafe { mi::mi_collect(true) };
}

/// Gives memory that is free back to the system, and leaves what is not to all threads: what others
/// free of it later goes back as well. For threads that may have nothing to do for ever. The
/// program's first thread keeps what is in use: mimalloc has its heap for as long as the program
/// is there, and for all threads to look at.
pub fn leave() {
    give_back();
    if inside::_mi_is_main_thread() {
        return;
    }
    // SAFETY: always allowed: the next allocation gives the thread a heap again. It comes at once,
    // for when the thread ends, mimalloc looks at the heap that the thread had last.
    unsafe { mi::mi_thread_done() };
    drop(std::hint::black_box(Box::new(0_u64)));
}

/// Number of mimalloc's option for how it makes what it has reserved writable: 2 all at once, 0
/// part by part.
const EAGER_COMMIT: mi::mi_option_t = 4;
/// Number of its option for how much it reserves at a time, in kB.
const RESERVE: mi::mi_option_t = 23;
/// Number of its option for pages (of its own: up to 4 MB each) to be made writable part by part.
const PAGES_ON_DEMAND: mi::mi_option_t = 40;
/// The least that it can reserve.
const RESERVE_LEAST_KB: std::ffi::c_long = 32 << 10;

/// Where addresses are limited, mimalloc reserves few at a time; a gigabyte otherwise. Before the
/// first allocation.
extern "C" fn heed_limits() {
    if limits::limit().is_some() {
        // SAFETY: these are its options, and it has not looked at them so far; that of the C
        // library may be set at any time.
        unsafe {
            mi::mi_option_set(RESERVE, RESERVE_LEAST_KB);
            mi::mi_option_set(EAGER_COMMIT, 0);
            mi::mi_option_set(PAGES_ON_DEMAND, 1);
            // The C library has an allocator, too, which reserves 64 MB for each thread.
            libc::mallopt(libc::M_ARENA_MAX, 1);
        }
    }
}

/// Called before anything allocates: Rust's own start does.
#[used]
// SAFETY: of the section of functions that are called first when the program starts; this one needs
// nothing that is not there by then.
#[unsafe(link_section = ".init_array.00099")]
static AT_START: extern "C" fn() = heed_limits;

/// mimalloc's own functions, not for programs: see [`leave`] and [`have_a_heap`].
mod inside {
    use std::ffi::c_void;

    unsafe extern "C" {
        /// Whether the calling thread is the program's first one.
        pub safe fn _mi_is_main_thread() -> bool;
        /// The calling thread's heap, which is made if there is none; null if that cannot be.
        pub safe fn _mi_theap_default_safe() -> *mut c_void;
        /// Gives the calling thread a heap.
        pub fn _mi_theap_default_set(heap: *mut c_void);
        /// The heap of threads that have allocated nothing.
        pub static _mi_theap_empty: u8;
    }
}

/// A thread that has allocated nothing, and for whose heap there is no memory, is left with a null
/// pointer as its heap: its next allocation would crash. It gets the heap of a thread that has
/// allocated nothing once more.
fn have_a_heap() {
    if inside::_mi_theap_default_safe().is_null() {
        // SAFETY: each thread has that heap at first. It is never written to: it has no page, so
        // that allocating from it makes the thread one of its own, or fails.
        unsafe {
            inside::_mi_theap_default_set((&raw const inside::_mi_theap_empty).cast_mut().cast())
        };
    }
}

/// Another try, when there was no memory: with what is free given back. Null only to those who may
/// get it: see [`limits::failed`].
#[cold]
#[inline(never)]
fn again(what: &str, size: usize, allocate: impl Fn() -> *mut u8) -> *mut u8 {
    have_a_heap();
    give_back();
    let at = allocate();
    if at.is_null() {
        have_a_heap();
        limits::failed(what, size);
    }
    at
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
        let allocate = || unsafe {
            if is_aligned_anyway(layout) {
                mi::mi_malloc(layout.size()).cast::<u8>()
            } else {
                mi::mi_malloc_aligned(layout.size(), layout.align()).cast::<u8>()
            }
        };
        let mut at = allocate();
        if at.is_null() {
            at = again("allocate", layout.size(), allocate);
        }
        prepared(at, layout.size())
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: any size and any power of two will do.
        let allocate = || unsafe {
            if is_aligned_anyway(layout) {
                mi::mi_zalloc(layout.size()).cast::<u8>()
            } else {
                mi::mi_zalloc_aligned(layout.size(), layout.align()).cast::<u8>()
            }
        };
        let mut at = allocate();
        if at.is_null() {
            at = again("allocate", layout.size(), allocate);
        }
        prepared(at, layout.size())
    }

    #[inline]
    unsafe fn dealloc(&self, p: *mut u8, _: Layout) {
        // SAFETY: the caller's pointer is from here.
        unsafe { mi::mi_free(p.cast()) };
    }

    #[inline]
    unsafe fn realloc(&self, p: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: the caller's pointer is from here, and stays as it is where there is no memory; a
        // layout of the new size and the old alignment is what the caller gets.
        let reallocate =
            || unsafe { mi::mi_realloc_aligned(p.cast(), new_size, layout.align()).cast::<u8>() };
        let at = reallocate();
        if at.is_null() { again("reallocate", new_size, reallocate) } else { at }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_have_these_numbers() {
        // The values where nothing is limited: a gigabyte, all at once.
        if limits::limit().is_none() {
            // SAFETY: reading options is always allowed.
            let get = |option| unsafe { mi::mi_option_get(option) };
            assert_eq!([RESERVE, EAGER_COMMIT, PAGES_ON_DEMAND].map(get), [1 << 20, 2, 0]);
        }
    }
}
