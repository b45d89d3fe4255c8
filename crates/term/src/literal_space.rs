//! The range of addresses in which literals lie: which of it is in use, and what is retired.

use crate::Word;
use crate::memory::{self, Purpose};
use std::collections::{BTreeMap, BTreeSet};
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Bytes of addresses that are reserved where there is no limit on them, and at least. They take
/// no memory.
const RESERVED_MAX: usize = 32 << 30;
const RESERVED_MIN: usize = 16 << 20;
/// Memory is given to areas in pieces of this many bytes.
pub(crate) const PIECE: usize = 256;
/// The part of a limit on addresses that is reserved at most.
const PART: usize = 16;
/// Pieces that are used for the first time are made writable in steps of this many.
const STEP: usize = (1 << 20) / PIECE;
const PAGE: usize = 4096;

static BASE: AtomicUsize = AtomicUsize::new(0);
/// Bytes of the range; 0 before there is one.
static RESERVED: AtomicUsize = AtomicUsize::new(0);
pub(crate) static USED: AtomicUsize = AtomicUsize::new(0);
/// For each piece the number of the retirement that it is part of; 0 if it is of none.
static RETIREMENTS: AtomicPtr<AtomicU32> = AtomicPtr::new(ptr::null_mut());
/// The retirement that goes on; 0 if there is none.
pub(crate) static RETIRING: AtomicU32 = AtomicU32::new(0);

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
pub(crate) struct Free {
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

    pub(crate) fn take(&mut self, length: usize) -> Option<usize> {
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

pub(crate) fn free() -> MutexGuard<'static, Free> {
    static FREE: OnceLock<Mutex<Free>> = OnceLock::new();
    let free = FREE.get_or_init(|| {
        let none = || memory::out_of_memory(Purpose::Literal, "allocate", RESERVED_MIN);
        Mutex::new(Free::new().unwrap_or_else(none))
    });
    free.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A run of pieces that an area has.
#[derive(Copy, Clone)]
pub(crate) struct Run {
    pub(crate) start: usize,
    pub(crate) length: usize,
}

impl Run {
    pub(crate) fn at(self) -> *mut Word {
        (BASE.load(Ordering::Relaxed) + self.start * PIECE) as *mut Word
    }

    pub(crate) fn set_retirement(self, number: u32) {
        let numbers = RETIREMENTS.load(Ordering::Relaxed);
        for piece in self.start..self.start + self.length {
            // SAFETY: there is a number for each piece.
            unsafe { &*numbers.add(piece) }.store(number, Ordering::Relaxed);
        }
    }

    pub(crate) fn free(self) {
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
