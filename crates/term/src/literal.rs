//! Literals: terms outside all heaps, shared by all processes, known by their address.
//!
//! One range of addresses is reserved at start, so that "is this a literal" is one comparison.
//! Literals with one owner (a module, a persistent term) lie together in an [`Area`]. An area that
//! is dropped waits to be retired, with others. While it is retired, the copier of a term copies
//! objects in the area as well, and processes copy the objects to which they refer. When nobody can
//! refer to them any more, the area is freed. See [`begin_retiring`].
//!
//! Only what processes have refers to literals, and messages: these are all asked. Everything else
//! ([`crate::OwnedTerm::new`]) has copies.

pub use crate::literal_space::{Retired, is_literal, reserved_bytes, start};

use crate::Word;
use crate::copy;
use crate::heap::{off_heap_link, release_off_heap};
use crate::literal_space::{PIECE, RETIRING, Run, USED, free};
use crate::memory::{self, Purpose};
use crate::term::Term;
use std::any::Any;
use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Literals that are freed together.
#[derive(Default)]
pub struct Area(Contents);

struct Contents {
    runs: Vec<Run>,
    top: *mut Word,
    end: *mut Word,
    words: usize,
    /// Objects in it that own something.
    off_heap: *mut Word,
    /// An object that is dropped with the area.
    kept: Option<Box<dyn Any + Send>>,
}

// SAFETY: it owns all it points to; what is shared (binaries, magic objects) is Send and Sync.
unsafe impl Send for Contents {}
// SAFETY: nothing in it changes through a shared reference.
unsafe impl Sync for Contents {}

impl Default for Contents {
    fn default() -> Contents {
        let null = ptr::null_mut();
        Contents { runs: Vec::new(), top: null, end: null, words: 0, off_heap: null, kept: None }
    }
}

impl Area {
    fn allocate(&mut self, words: usize) -> *mut Word {
        let Contents { runs, top, end, .. } = &mut self.0;
        if (*end as usize - *top as usize) / 8 < words {
            // Few literals take one piece, many some large runs.
            let had: usize = runs.iter().map(|run| run.length).sum();
            let length = (words * 8).div_ceil(PIECE).max(had.min(64));
            let taken = free().take(length);
            let start = taken.unwrap_or_else(|| {
                memory::out_of_memory(Purpose::Literal, "allocate", length * PIECE)
            });
            USED.fetch_add(length * PIECE, Ordering::Relaxed);
            let run = Run { start, length };
            runs.push(run);
            *top = run.at();
            *end = top.wrapping_add(length * PIECE / 8);
        }
        let p = *top;
        *top = p.wrapping_add(words);
        self.0.words += words;
        p
    }

    /// Words that all its terms take.
    pub fn words(&self) -> usize {
        self.0.words
    }

    /// A copy of the term.
    pub fn copy(&mut self, t: Term<'_>) -> Term<'static> {
        let words = copy::flat_size(t);
        let to = if words == 0 { ptr::null_mut() } else { self.allocate(words) };
        // SAFETY: there is the room that the copy needs. It is good as long as somebody can refer
        // to it: see the first page.
        unsafe { Term::from_word(copy::copy_whole(t, to, words, &mut self.0.off_heap)) }
    }

    /// As [`Area::copy`], with parts that the term shares copied once.
    pub fn copy_shared(&mut self, t: Term<'_>) -> Term<'static> {
        let words = copy::whole_shared_size(t);
        let to = if words == 0 { ptr::null_mut() } else { self.allocate(words) };
        // SAFETY: there is the room that the copy needs, as `whole_shared_size` has measured it; it
        // is freed when the area has been retired and nobody refers to it (see the module's text).
        unsafe { Term::from_word(copy::copy_whole_shared(t, to, words, &mut self.0.off_heap)) }
    }

    /// Hands over an object that is to be dropped when the area is freed.
    pub fn keep(&mut self, kept: Box<dyn Any + Send>) {
        self.0.kept = Some(kept);
    }
}

impl Drop for Area {
    fn drop(&mut self) {
        if self.0.runs.is_empty() && self.0.kept.is_none() {
            return;
        }
        WAITING.lock().unwrap_or_else(PoisonError::into_inner).push(std::mem::take(&mut self.0));
        if let Some(wake) = WAKE.get() {
            wake();
        }
    }
}

impl Drop for Contents {
    fn drop(&mut self) {
        let mut object = self.off_heap;
        while !object.is_null() {
            // SAFETY: objects of the list are in the area, which nobody refers to any more.
            unsafe {
                let next = *off_heap_link(object) as *mut Word;
                release_off_heap(object);
                object = next;
            }
        }
        for run in &self.runs {
            run.free();
        }
    }
}

/// Areas that have been dropped.
static WAITING: Mutex<Vec<Contents>> = Mutex::new(Vec::new());
/// Areas that are retired.
static LEAVING: Mutex<Vec<Contents>> = Mutex::new(Vec::new());
static WAKE: OnceLock<fn()> = OnceLock::new();

/// Sets the function that is called when an area waits to be retired.
pub fn when_waiting(wake: fn()) {
    let _ = WAKE.set(wake);
}

/// Retires the areas that wait for it; false if there are none. From now on copies of terms do not
/// refer to them any more. Then, in this order: everybody who has begun to copy before ends that;
/// every process leaves them ([`crate::Heap::leave_retired`]); [`end_retiring`].
pub fn begin_retiring() -> bool {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let mut leaving = LEAVING.lock().unwrap_or_else(PoisonError::into_inner);
    assert!(leaving.is_empty(), "a retirement at a time");
    *leaving = std::mem::take(&mut *WAITING.lock().unwrap_or_else(PoisonError::into_inner));
    if leaving.is_empty() {
        return false;
    }
    let number = NUMBER.fetch_add(1, Ordering::Relaxed).wrapping_add(1).max(1);
    for run in leaving.iter().flat_map(|area| &area.runs) {
        run.set_retirement(number);
    }
    RETIRING.store(number, Ordering::Release);
    true
}

/// Frees what is retired.
pub fn end_retiring() {
    RETIRING.store(0, Ordering::Release);
    let gone = std::mem::take(&mut *LEAVING.lock().unwrap_or_else(PoisonError::into_inner));
    drop(gone);
}

/// Bytes in use.
pub fn used_bytes() -> usize {
    USED.load(Ordering::Relaxed)
}
