//! The part that each thread has of binaries for itself: how many bytes it has made and freed, and
//! memory of binaries that it has freed, for its next ones.
//!
//! A process whose binaries are collected frees a hundred of them at once and makes as many again.
//! An allocator hands pages of a dozen such blocks from one thread to all and back then. So a
//! thread keeps them, if it has said that it will give them back ([`keep`], [`give_back`]).

use std::alloc::{Layout, dealloc};
use std::cell::Cell;
use std::ptr::{NonNull, null_mut};
use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Blocks of more than so many bytes are kept: an allocator has many smaller ones in a page.
const LEAST: usize = 1 << 10;
/// Blocks of up to so many bytes are kept.
const LARGEST: usize = 16 << 10;
/// Sizes of blocks: four from each power of two to the next.
const SIZES: usize = 16;
/// How many bytes a thread keeps at most.
const MOST: usize = 1 << 20;

static COUNTS: Mutex<Counts> = Mutex::new(Counts { all: Vec::new(), free: Vec::new() });
/// As a [`Count`], for threads that are about to end.
static OTHERS: AtomicIsize = AtomicIsize::new(0);

/// How many bytes a thread has made more than freed. It alone writes, in a cache line of its own.
#[repr(align(64))]
struct Count {
    bytes: AtomicIsize,
}

struct Counts {
    all: Vec<&'static Count>,
    /// Counts of threads that have ended, with which the next threads go on.
    free: Vec<&'static Count>,
}

struct Thread {
    count: Cell<Option<&'static Count>>,
    /// The first block of each size that is kept; its first word has the address of the next one.
    kept: [Cell<*mut u8>; SIZES],
    kept_bytes: Cell<usize>,
    most: Cell<usize>,
}

thread_local! {
    static THREAD: Thread = const {
        Thread {
            count: Cell::new(None),
            kept: [const { Cell::new(null_mut()) }; SIZES],
            kept_bytes: Cell::new(0),
            most: Cell::new(0),
        }
    };
}

/// The size of the blocks for so many bytes, and its index; None if such blocks are not kept.
#[inline]
fn kept_size(bytes: usize) -> Option<(usize, usize)> {
    if bytes <= LEAST || bytes > LARGEST {
        return None;
    }
    let shift = (bytes - 1).ilog2() as usize - 2;
    let steps = (bytes - 1) >> shift;
    Some(((steps + 1) << shift, (shift - 8) * 4 + steps - 4))
}

/// The layout of a block for so many bytes, which are not 0.
pub(super) fn layout(bytes: usize) -> Layout {
    let size = kept_size(bytes).map_or(bytes, |(size, _)| size);
    Layout::from_size_align(size, 8).expect("size of a binary")
}

/// A block for so many bytes that the thread has kept, if it has.
#[inline]
pub(super) fn kept(bytes: usize) -> Option<NonNull<u8>> {
    let (size, index) = kept_size(bytes)?;
    THREAD.try_with(|t| t.take(size, index)).ok().flatten()
}

/// Keeps or frees a block.
///
/// # Safety
/// It is of the layout for so many bytes, and nobody uses it any more.
pub(super) unsafe fn free(block: NonNull<u8>, bytes: usize) {
    let is_kept = |(size, index)| THREAD.try_with(|t| t.put(block, size, index)) == Ok(true);
    if !kept_size(bytes).is_some_and(is_kept) {
        // SAFETY: the caller's block is of this layout.
        unsafe { dealloc(block.as_ptr(), layout(bytes)) };
    }
}

/// The calling thread keeps memory of binaries from now on: it will call [`give_back`].
pub fn keep() {
    let _ = THREAD.try_with(|t| t.most.set(MOST));
}

/// Frees all that the calling thread has kept.
pub fn give_back() {
    let _ = THREAD.try_with(Thread::give_back);
}

/// Counts bytes of a binary that is made, or less than 0 of one that is freed.
#[inline]
pub(super) fn count(bytes: isize) {
    let counted = THREAD.try_with(|t| {
        let count = t.count.get().unwrap_or_else(|| t.begin_to_count());
        // No other thread writes, so this loses nothing.
        count.bytes.store(count.bytes.load(Ordering::Relaxed) + bytes, Ordering::Relaxed);
    });
    if counted.is_err() {
        // The thread is about to end.
        OTHERS.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// How many bytes all threads have made more than freed.
pub(super) fn total() -> usize {
    let counts = COUNTS.lock().unwrap_or_else(PoisonError::into_inner);
    let of_threads = counts.all.iter().map(|c| c.bytes.load(Ordering::Relaxed)).sum::<isize>();
    // While others count, it may be seen that one has freed what another has not made so far.
    (of_threads + OTHERS.load(Ordering::Relaxed)).max(0) as usize
}

impl Thread {
    #[cold]
    fn begin_to_count(&self) -> &'static Count {
        let mut counts = COUNTS.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.free.pop().unwrap_or_else(|| {
            let count: &Count = Box::leak(Box::new(Count { bytes: AtomicIsize::new(0) }));
            counts.all.push(count);
            count
        });
        self.count.set(Some(count));
        count
    }

    fn take(&self, size: usize, index: usize) -> Option<NonNull<u8>> {
        let block = NonNull::new(self.kept[index].get())?;
        // SAFETY: a kept block is nobody else's, and `put` has written the address of the next one
        // there.
        self.kept[index].set(unsafe { block.cast::<*mut u8>().read() });
        self.kept_bytes.set(self.kept_bytes.get() - size);
        Some(block)
    }

    /// Keeps a block, if there is room for it.
    fn put(&self, block: NonNull<u8>, size: usize, index: usize) -> bool {
        let bytes = self.kept_bytes.get() + size;
        if bytes > self.most.get() {
            return false;
        }
        // SAFETY: the caller's block is nobody else's, is larger than an address, and aligned for
        // one.
        unsafe { block.cast::<*mut u8>().write(self.kept[index].get()) };
        self.kept[index].set(block.as_ptr());
        self.kept_bytes.set(bytes);
        true
    }

    #[cold]
    fn give_back(&self) {
        for index in 0..SIZES {
            let size = (index % 4 + 5) << (index / 4 + 8);
            while let Some(block) = self.take(size, index) {
                // SAFETY: a kept block is nobody else's, and of the layout of its size.
                unsafe { dealloc(block.as_ptr(), layout(size)) };
            }
        }
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        self.give_back();
        if let Some(count) = self.count.take() {
            COUNTS.lock().unwrap_or_else(PoisonError::into_inner).free.push(count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::RefBin;
    use super::*;
    use std::alloc::alloc;
    use std::sync::Barrier;

    #[test]
    fn sizes_have_room_and_an_index_each() {
        assert_eq!((kept_size(LEAST), kept_size(LARGEST + 1)), (None, None));
        let mut last = 0;
        for bytes in LEAST + 1..=LARGEST {
            let (size, index) = kept_size(bytes).expect("such blocks are kept");
            assert!(size >= bytes && size - bytes <= bytes / 4, "{bytes}: {size}");
            assert_eq!(size, (index % 4 + 5) << (index / 4 + 8));
            assert_eq!(kept_size(size), Some((size, index)));
            assert!(index == last || index == last + 1, "{bytes}");
            last = index;
        }
        assert_eq!(last, SIZES - 1);
    }

    fn block(bytes: usize) -> NonNull<u8> {
        // SAFETY: the layout is not of size 0.
        kept(bytes).or_else(|| NonNull::new(unsafe { alloc(layout(bytes)) })).expect("memory")
    }

    #[test]
    fn kept_memory_is_used_again_and_given_back() {
        let kept_bytes = || THREAD.with(|t| t.kept_bytes.get());
        keep();
        let first = block(5000);
        // SAFETY: blocks for 5000 and 5001 bytes are of one layout.
        unsafe { free(first, 5001) };
        assert_eq!(kept_bytes(), 5120);
        assert_eq!(kept(4999), Some(first));
        // SAFETY: blocks for 5000 and 4999 bytes are of one layout.
        unsafe { free(first, 4999) };
        give_back();
        assert_eq!(kept_bytes(), 0);
        let blocks: Vec<_> = (0..100).map(|_| block(16000)).collect();
        for block in blocks {
            // SAFETY: it is of the layout for as many bytes.
            unsafe { free(block, 16000) };
        }
        assert_eq!(kept_bytes(), MOST);
        give_back();
    }

    /// The thread sanitizer sees here whether a thread reads memory that another may have freed.
    #[test]
    fn threads_give_up_their_references_at_once() {
        const THREADS: usize = 3;
        let barrier = Barrier::new(THREADS);
        for size in [65, 5000] {
            let rounds: Vec<_> = (0..200).map(|_| RefBin::zeroed(size, size)).collect();
            std::thread::scope(|scope| {
                for _ in 0..THREADS {
                    let mine = rounds.clone();
                    scope.spawn(|| {
                        mine.into_iter().for_each(|reference| {
                            barrier.wait();
                            drop(reference);
                        });
                    });
                }
                // The last references are those of the threads.
                drop(rounds);
            });
        }
    }
}
