//! Allocating with a purpose: what the emulator says when there is no memory for it.
//!
//! The emulator's allocator never gives null: when there is no memory, [`failed`] ends the emulator
//! as OTP does. It may give null only within [`may_fail`].

use crate::fatal;
use std::alloc::{Layout, alloc, alloc_zeroed};
use std::cell::Cell;
use std::ptr::{NonNull, null_mut};
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// The purpose of some memory. The names are OTP's: of the allocator that has the memory there, and
/// of the type.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Purpose {
    /// Anything else.
    Other,
    /// A process's heap.
    Heap,
    /// The parts of a heap besides its blocks: messages, too.
    HeapFragment,
    /// A binary.
    Binary,
    /// A row of a table.
    Row,
    /// The index of a table.
    Table,
    /// Literals of modules, and persistent terms.
    Literal,
    /// Memory for a caller that finds another way if there is none.
    MayFail,
}

impl Purpose {
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Purpose::Other | Purpose::MayFail => ("std_alloc", "unknown"),
            Purpose::Heap => ("eheap_alloc", "heap"),
            Purpose::HeapFragment => ("eheap_alloc", "heap_frag"),
            Purpose::Binary => ("binary_alloc", "binary"),
            Purpose::Row => ("ets_alloc", "db_term"),
            Purpose::Table => ("ets_alloc", "db_seg"),
            Purpose::Literal => ("literal_alloc", "literal"),
        }
    }
}

thread_local! {
    static PURPOSE: Cell<Purpose> = const { Cell::new(Purpose::Other) };
}

/// Runs something that allocates for a purpose.
#[inline(always)]
fn with<T>(purpose: Purpose, allocate: impl FnOnce() -> T) -> T {
    PURPOSE.set(purpose);
    let result = allocate();
    PURPOSE.set(Purpose::Other);
    result
}

/// Memory for a purpose; the emulator ends if there is none. The layout is not of size 0.
#[inline]
pub fn allocate(purpose: Purpose, layout: Layout) -> NonNull<u8> {
    debug_assert!(layout.size() > 0, "memory of no size");
    // SAFETY: the layout is not of size 0.
    let p = with(purpose, || unsafe { alloc(layout) });
    NonNull::new(p).unwrap_or_else(|| out_of_memory(purpose, "allocate", layout.size()))
}

/// As [`allocate`], of zeros.
#[inline]
pub fn allocate_zeroed(purpose: Purpose, layout: Layout) -> NonNull<u8> {
    debug_assert!(layout.size() > 0, "memory of no size");
    // SAFETY: the layout is not of size 0.
    let p = with(purpose, || unsafe { alloc_zeroed(layout) });
    NonNull::new(p).unwrap_or_else(|| out_of_memory(purpose, "allocate", layout.size()))
}

/// Runs one call of the allocator that may give null when there is no memory.
pub fn may_fail(allocate: impl FnOnce() -> *mut u8) -> *mut u8 {
    with(Purpose::MayFail, allocate)
}

/// Whether the allocator is to give null to the one who calls it.
pub fn may_give_null() -> bool {
    PURPOSE.get() == Purpose::MayFail
}

/// Ends the emulator, or returns if its allocator is to give null. `what` is `allocate` or
/// `reallocate`, the size in bytes. To be called by the allocator only.
#[cold]
#[inline(never)]
pub fn failed(what: &str, size: usize) {
    if !may_give_null() {
        out_of_memory(PURPOSE.get(), what, size);
    }
}

/// Ends the emulator for lack of memory.
#[cold]
pub fn out_of_memory(purpose: Purpose, what: &str, size: usize) -> ! {
    let (allocator, kind) = purpose.names();
    // Memory that the end itself needs is no part of the failure.
    PURPOSE.set(Purpose::Other);
    give_up_reserve();
    fatal::end(format_args!(
        "{allocator}: Cannot {what} {size} bytes of memory (of type \"{kind}\")."
    ))
}

/// Addresses that are given up when there is no memory, so that a crash dump can be written.
static RESERVE: AtomicPtr<u8> = AtomicPtr::new(null_mut());
static RESERVE_BYTES: AtomicUsize = AtomicUsize::new(0);

/// Keeps so many bytes back for the end: they take no memory as long as there is any. Gives whether
/// the system has so many.
pub fn keep_reserve(bytes: usize) -> bool {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    let rights = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: an anonymous private mapping at an address of the kernel's choice.
    let p = unsafe { libc::mmap(null_mut(), bytes, rights, flags, -1, 0) };
    if p == libc::MAP_FAILED {
        return false;
    }
    RESERVE_BYTES.store(bytes, Ordering::Relaxed);
    RESERVE.store(p.cast(), Ordering::Release);
    true
}

/// Gives the reserve back to the system, once.
fn give_up_reserve() {
    let p = RESERVE.swap(null_mut(), Ordering::AcqRel);
    if !p.is_null() {
        // SAFETY: it is the mapping that `keep_reserve` made, which nobody uses.
        unsafe { libc::munmap(p.cast(), RESERVE_BYTES.load(Ordering::Relaxed)) };
    }
}

/// Bytes of addresses, or of writable memory if that is less, that the system lets the emulator
/// have (`ulimit -v`, `ulimit -d`); None if it sets no limit.
pub fn limit() -> Option<usize> {
    let of = |resource| {
        // SAFETY: the structure is filled by the call.
        unsafe {
            let mut r: libc::rlimit = std::mem::zeroed();
            let told = libc::getrlimit(resource, &raw mut r) == 0;
            (told && r.rlim_cur != libc::RLIM_INFINITY).then_some(r.rlim_cur as usize)
        }
    };
    [of(libc::RLIMIT_AS), of(libc::RLIMIT_DATA)].into_iter().flatten().min()
}

/// Bytes that something should reserve that takes `usual` where there is no limit: at most a
/// `1 / part` of the limit, at least `least`; a power of two if `usual` and `least` are.
pub fn share(usual: usize, part: usize, least: usize) -> usize {
    match limit() {
        None => usual,
        Some(limit) => {
            let most = limit / part;
            let mut size = usual;
            while size > most && size > least {
                size /= 2;
            }
            size
        }
    }
}

/// Asks for the cache line at an address to be fetched, if there is any.
#[inline(always)]
pub fn prefetch(p: *const u8) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint; no address is wrong.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(p.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = p;
}
