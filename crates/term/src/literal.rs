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

use crate::Word;
use crate::copy;
use crate::heap::{off_heap_link, release_off_heap};
use crate::memory::{self, Purpose};
use crate::term::Term;
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Bytes of addresses that are reserved where there is no limit on them, and at least. They take
/// no memory.
const RESERVED_MAX: usize = 32 << 30;
const RESERVED_MIN: usize = 16 << 20;
/// Memory is given to areas in pieces of this many bytes.
const PIECE: usize = 256;
/// The part of a limit on addresses that is reserved at most.
const PART: usize = 16;
/// Pieces that are used for the first time are made writable in steps of this many.
const STEP: usize = (1 << 20) / PIECE;
const PAGE: usize = 4096;

static BASE: AtomicUsize = AtomicUsize::new(0);
/// Bytes of the range; 0 before there is one.
static RESERVED: AtomicUsize = AtomicUsize::new(0);
static USED: AtomicUsize = AtomicUsize::new(0);
/// For each piece the number of the retirement that it is part of; 0 if it is of none.
static RETIREMENTS: AtomicPtr<AtomicU32> = AtomicPtr::new(ptr::null_mut());
/// The retirement that goes on; 0 if there is none.
static RETIRING: AtomicU32 = AtomicU32::new(0);

/// Where the range of literals begins.
pub fn start() -> Word {
    BASE.load(Ordering::Relaxed) as Word
}

/// Bytes of the range of literals.
pub fn reserved_bytes() -> usize {
    RESERVED.load(Ordering::Relaxed)
}

/// Whether the pointer word refers to a literal.
#[inline(always)]
pub fn is_literal(w: Word) -> bool {
    (w as usize).wrapping_sub(BASE.load(Ordering::Relaxed)) < RESERVED.load(Ordering::Relaxed)
}

/// The areas that are retired, as of one moment: a caller that asks several times gets the same
/// answers.
#[derive(Copy, Clone)]
pub struct Retired(u32);

impl Retired {
    /// As of now.
    #[inline(always)]
    pub fn now() -> Retired {
        Retired(RETIRING.load(Ordering::Acquire))
    }

    /// Whether nothing is.
    #[inline(always)]
    pub fn is_nothing(self) -> bool {
        self.0 == 0
    }

    /// Whether the word refers to a literal that is retired.
    #[inline(always)]
    pub fn has(self, w: Word) -> bool {
        self.0 != 0 && is_literal(w) && self.has_literal(w)
    }

    /// Whether the word refers to a literal that is not retired.
    #[inline(always)]
    pub fn spares(self, w: Word) -> bool {
        is_literal(w) && (self.0 == 0 || !self.has_literal(w))
    }

    #[cold]
    fn has_literal(self, w: Word) -> bool {
        let piece = (w as usize - BASE.load(Ordering::Relaxed)) / PIECE;
        // SAFETY: there is a number for each piece of the range that the literal lies in.
        unsafe { &*RETIREMENTS.load(Ordering::Relaxed).add(piece) }.load(Ordering::Relaxed)
            == self.0
    }
}

/// Pieces that nobody has.
#[derive(Default)]
struct Free {
    /// All pieces of the range.
    pieces: usize,
    /// Pieces from the beginning that can be written.
    writable: usize,
    /// Lengths of runs, by their starts.
    runs: BTreeMap<usize, usize>,
    /// `(length, start)`.
    by_length: BTreeSet<(usize, usize)>,
}

impl Free {
    fn add(&mut self, start: usize, length: usize) {
        self.runs.insert(start, length);
        self.by_length.insert((length, start));
    }

    fn remove(&mut self, start: usize) -> usize {
        let length = self.runs.remove(&start).expect("a run");
        self.by_length.remove(&(length, start));
        length
    }

    fn take(&mut self, length: usize) -> Option<usize> {
        let &(found, start) = self.by_length.range((length, 0)..).next()?;
        if start + length > self.writable && !self.open(start + length) {
            return None;
        }
        self.remove(start);
        if found > length {
            self.add(start + length, found - length);
        }
        Some(start)
    }

    /// Gives back a run; gives the run that it is now part of.
    fn give(&mut self, mut start: usize, mut length: usize) -> (usize, usize) {
        if let Some((&before, &n)) = self.runs.range(..start).next_back()
            && before + n == start
        {
            self.remove(before);
            (start, length) = (before, length + n);
        }
        if self.runs.contains_key(&(start + length)) {
            length += self.remove(start + length);
        }
        self.add(start, length);
        (start, length)
    }
}

/// Addresses where nothing may be written so far: systems that count what may be written do not
/// count them. With `rights` of reading there are zeros.
fn reserve(bytes: usize, rights: libc::c_int) -> Option<*mut u8> {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: an anonymous private mapping at an address of the kernel's choice.
    let p = unsafe { libc::mmap(ptr::null_mut(), bytes, rights, flags, -1, 0) };
    (p != libc::MAP_FAILED).then_some(p.cast())
}

/// Makes the part `from..to` of what [`reserve`] gave writable, whole pages; false if there is no
/// memory.
fn make_writable(base: usize, from: usize, to: usize) -> bool {
    let (from, to) = (from & !(PAGE - 1), to.next_multiple_of(PAGE));
    // SAFETY: it is a part of a mapping of ours that keeps what has been written.
    unsafe {
        let at = (base + from) as *mut libc::c_void;
        libc::mprotect(at, to - from, libc::PROT_READ | libc::PROT_WRITE) == 0
    }
}

impl Free {
    /// Reserves as much as there is room for: the whole range, or halves of it.
    fn new() -> Option<Free> {
        let mut bytes = memory::share(RESERVED_MAX, PART, RESERVED_MIN);
        let (base, numbers) = loop {
            let pieces = bytes / PIECE;
            // A search for retired literals looks at all words of a heap, and bytes of a binary may
            // be the address of a literal that is not there yet: its number is read, and is 0.
            let numbers = reserve(pieces * 4, libc::PROT_READ);
            if let (Some(base), Some(numbers)) = (reserve(bytes, libc::PROT_NONE), numbers) {
                break (base, numbers);
            }
            if bytes <= RESERVED_MIN {
                return None;
            }
            bytes /= 2;
        };
        RETIREMENTS.store(numbers.cast(), Ordering::Relaxed);
        BASE.store(base as usize, Ordering::Relaxed);
        RESERVED.store(bytes, Ordering::Release);
        let mut free = Free { pieces: bytes / PIECE, ..Free::default() };
        free.add(0, free.pieces);
        Some(free)
    }

    /// Makes pieces up to `end` writable, and what is beside them.
    fn open(&mut self, end: usize) -> bool {
        let end = end.next_multiple_of(STEP).min(self.pieces);
        let base = BASE.load(Ordering::Relaxed);
        let numbers = RETIREMENTS.load(Ordering::Relaxed) as usize;
        let done = make_writable(base, self.writable * PIECE, end * PIECE)
            && make_writable(numbers, self.writable * 4, end * 4);
        if done {
            self.writable = end;
        }
        done
    }
}

fn free() -> MutexGuard<'static, Free> {
    static FREE: OnceLock<Mutex<Free>> = OnceLock::new();
    let free = FREE.get_or_init(|| {
        let none = || memory::out_of_memory(Purpose::Literal, "allocate", RESERVED_MIN);
        Mutex::new(Free::new().unwrap_or_else(none))
    });
    free.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A run of pieces that an area has.
#[derive(Copy, Clone)]
struct Run {
    start: usize,
    length: usize,
}

impl Run {
    fn at(self) -> *mut Word {
        (BASE.load(Ordering::Relaxed) + self.start * PIECE) as *mut Word
    }

    fn set_retirement(self, number: u32) {
        let numbers = RETIREMENTS.load(Ordering::Relaxed);
        for piece in self.start..self.start + self.length {
            // SAFETY: there is a number for each piece.
            unsafe { &*numbers.add(piece) }.store(number, Ordering::Relaxed);
        }
    }

    fn free(self) {
        USED.fetch_sub(self.length * PIECE, Ordering::Relaxed);
        #[cfg(feature = "poison")]
        // SAFETY: the words are the run's own, and nobody refers to them any more.
        unsafe {
            crate::poison::fill(self.at(), self.length * PIECE / 8);
        }
        self.set_retirement(0);
        let mut free = free();
        let (start, length) = free.give(self.start, self.length);
        // Whole pages go back to the system: those that this run has, or has a part of.
        let base = BASE.load(Ordering::Relaxed);
        let (first, last) = (self.at() as usize, self.at() as usize + self.length * PIECE);
        let from = (base + start * PIECE).next_multiple_of(PAGE).max(first & !(PAGE - 1));
        let to = ((base + (start + length) * PIECE) & !(PAGE - 1)).min(last.next_multiple_of(PAGE));
        if from < to && !cfg!(feature = "poison") {
            // SAFETY: these pages are free as a whole: the lock is held.
            unsafe { libc::madvise(from as *mut _, to - from, libc::MADV_DONTNEED) };
        }
    }
}

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
