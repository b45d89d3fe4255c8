//! Rows: tuples that live in tables, each in one allocation with what its table notes of it.
//!
//! ```text
//! [hash | place][words | whether it owns anything outside][tuple, and what it refers to …]
//! ```
//! The tuple is first, so whoever has found a row has its elements beside the hash that led to it.
//! A row refers to nothing but its own memory, and to what off-heap objects own. Its elements may
//! be changed in place by other threads, so they are read as atomics where that can happen.

pub use crate::memory::prefetch;

use crate::copy::{copy_to_heap, copy_whole, flat_size};
use crate::heap::{Heap, bytes_of, copy_words, release_off_heap};
use crate::memory::{self, Purpose};
use crate::term::Term;
use crate::word::*;
use std::alloc::Layout;
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicU64, Ordering};

/// The head before the words.
#[repr(C)]
struct Head {
    hash: u32,
    place: u32,
    words: u32,
    /// Whether there are objects that own something outside the row.
    owns: bool,
}

/// A tuple in memory of its own.
#[repr(transparent)]
pub struct Row(NonNull<Head>);

// SAFETY: it owns all it points to; what is shared (binaries, magic objects) is Send and Sync.
unsafe impl Send for Row {}
// SAFETY: only elements change, atomically.
unsafe impl Sync for Row {}

impl Row {
    fn layout(words: usize) -> Layout {
        Layout::from_size_align(size_of::<Head>() + 8 * words, 8).expect("size of a row")
    }

    /// A copy of a tuple that is not empty, with copies of the literals in it.
    pub fn new(tuple: Term<'_>) -> Row {
        let words = flat_size(tuple);
        assert!(tuple.is_tuple() && words > 1, "a row is a tuple that is not empty");
        let size = u32::try_from(words).expect("size of a row");
        let layout = Row::layout(words);
        // SAFETY: all words are written before anybody reads them, and
        // there is room for as many as the copy needs.
        unsafe {
            let head = memory::allocate(Purpose::Row, layout).cast::<Head>();
            let mut off_heap = ptr::null_mut();
            let to = head.as_ptr().add(1).cast::<Word>();
            let root = copy_whole(tuple, to, words, &mut off_heap);
            debug_assert!(address(root) == to);
            head.write(Head { hash: 0, place: 0, words: size, owns: !off_heap.is_null() });
            Row(head)
        }
    }

    fn head(&self) -> &Head {
        // SAFETY: the row owns its memory, whose head changes only through `&mut`.
        unsafe { self.0.as_ref() }
    }

    fn start(&self) -> *mut Word {
        // SAFETY: the words follow the head.
        unsafe { self.0.as_ptr().add(1).cast() }
    }

    /// The tuple. Nobody may change elements in place meanwhile.
    #[inline(always)]
    pub fn term(&self) -> Term<'_> {
        // SAFETY: the tuple is first, and lives as long as `self`.
        unsafe { Term::from_word(self.start() as Word | TAG_BOXED) }
    }

    /// Number of elements.
    #[inline(always)]
    pub fn len(&self) -> usize {
        // SAFETY: the first word is the tuple's header, which never changes.
        unsafe { header_size(*self.start()) }
    }

    /// Never: a row has a key.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// An element, from 0; it must be there. It may change in place, to what is an immediate, too.
    #[inline(always)]
    pub fn element(&self, i: usize) -> Term<'_> {
        debug_assert!(i < self.len());
        // SAFETY: within the tuple; what it refers to lives as long as `self`.
        unsafe {
            let word = AtomicU64::from_ptr(self.start().add(1 + i)).load(Ordering::Acquire);
            Term::from_word(word)
        }
    }

    /// Changes an element, from 0, that is an immediate to another immediate, at once for all who
    /// read it. Panics if it is not there.
    #[inline]
    pub fn set_immediate(&self, i: usize, value: Term<'static>) {
        assert!(i < self.len() && self.element(i).is_immediate());
        // SAFETY: within the tuple.
        unsafe {
            AtomicU64::from_ptr(self.start().add(1 + i)).store(value.word(), Ordering::Release);
        }
    }

    /// The hash that the table has noted.
    #[inline(always)]
    pub fn hash(&self) -> u32 {
        self.head().hash
    }

    /// The place that the table has noted.
    #[inline(always)]
    pub fn place(&self) -> u32 {
        self.head().place
    }

    /// Notes hash and place.
    pub fn note(&mut self, hash: u32, place: u32) {
        // SAFETY: ours alone.
        let head = unsafe { self.0.as_mut() };
        (head.hash, head.place) = (hash, place);
    }

    /// Whether it may own something outside its memory.
    #[inline(always)]
    pub fn owns(&self) -> bool {
        self.head().owns
    }

    /// Words that the tuple takes, with all that it refers to.
    #[inline(always)]
    pub fn words(&self) -> usize {
        self.head().words as usize
    }

    /// Bytes that it keeps from being freed outside its memory, as far as collections care.
    pub fn owned_bytes(&self) -> usize {
        let mut bytes = 0;
        // SAFETY: these are what off-heap lists would hold, and alive.
        self.for_each_owner(|object| bytes += unsafe { bytes_of(object) });
        bytes
    }

    /// Calls `f` with the objects in it that own something outside its memory.
    fn for_each_owner(&self, mut f: impl FnMut(*mut Word)) {
        if !self.owns() {
            return;
        }
        let mut i = 0;
        while i < self.words() {
            // SAFETY: within the row, whose objects follow each other.
            unsafe {
                let object = self.start().add(i);
                let w = *object;
                let raw = is_header(w) && is_raw_bits(header_kind_bits(w));
                i += if raw { 1 + header_size(w) } else { 1 };
                if is_header(w) && matches!(header_kind(w), Kind::RefcBin | Kind::MagicRef) {
                    f(object);
                }
            }
        }
    }

    /// A copy on a heap.
    #[inline]
    pub fn copy_to<'h>(&self, heap: &'h Heap) -> Term<'h> {
        if self.head().owns {
            return copy_to_heap(self.term(), heap);
        }
        let to = heap.alloc(self.words());
        // SAFETY: there is room for as many words, and the row owns nothing outside.
        unsafe { self.copy_at(to) }
    }

    /// A list on a heap that has a copy as its only element.
    #[inline]
    pub fn copy_into_list<'h>(&self, heap: &'h Heap) -> Term<'h> {
        if self.head().owns {
            return heap.cons(copy_to_heap(self.term(), heap), Term::NIL);
        }
        let n = self.words();
        let to = heap.alloc(n + 2);
        // SAFETY: there is room for the row's words and a cell behind them.
        unsafe {
            let copy = self.copy_at(to);
            let cell = to.add(n);
            cell.write(copy.word());
            cell.add(1).write(Term::NIL.word());
            Term::from_word(cell as Word | TAG_LIST)
        }
    }

    /// A copy at `to`: the same words, with what refers to others moved.
    ///
    /// # Safety
    /// It owns nothing outside, and there is room for as many words as it has.
    #[inline(always)]
    unsafe fn copy_at<'h>(&self, to: *mut Word) -> Term<'h> {
        let (from, n) = (self.start(), self.words());
        let moved = |w: Word| {
            let by = if is_pointer(w) { (to as Word).wrapping_sub(from as Word) } else { 0 };
            w.wrapping_add(by)
        };
        // SAFETY: the row is full of objects, the tuple first, whose elements are no headers; they
        // are all that ever changes.
        unsafe {
            let header = *from;
            to.write(header);
            let mut i = 1 + header_size(header);
            for e in 1..i {
                to.add(e).write(moved(AtomicU64::from_ptr(from.add(e)).load(Ordering::Relaxed)));
            }
            while i < n {
                let w = *from.add(i);
                if is_header(w) && is_raw_bits(header_kind_bits(w)) {
                    copy_words(from.add(i), to.add(i), 1 + header_size(w));
                    i += 1 + header_size(w);
                } else {
                    to.add(i).write(moved(w));
                    i += 1;
                }
            }
            Term::from_word(to as Word | TAG_BOXED)
        }
    }

    /// Puts a copy of another tuple in the place of this one, if it takes as many words and neither
    /// refers to anything outside; nobody may read the row meanwhile. Gives whether it did.
    #[inline]
    pub fn overwrite(&mut self, tuple: Term<'_>) -> bool {
        if self.head().owns || self.words() != flat_size(tuple) || !stays_inside(tuple) {
            return false;
        }
        let mut off_heap = ptr::null_mut();
        // SAFETY: there is room for as many words as the copy needs.
        unsafe { copy_whole(tuple, self.start(), self.words(), &mut off_heap) };
        debug_assert!(off_heap.is_null());
        true
    }

    /// The address, for what keeps rows by that.
    #[inline(always)]
    pub fn into_raw(self) -> *mut u8 {
        let p = self.0.as_ptr().cast();
        std::mem::forget(self);
        p
    }

    /// The row at an address.
    ///
    /// # Safety
    /// It comes from [`Row::into_raw`]; only one of the rows that are made of it is dropped, when
    /// none of the others is used any more.
    #[inline(always)]
    pub unsafe fn from_raw(p: *mut u8) -> Row {
        // SAFETY: not null, as it comes from a row.
        Row(unsafe { NonNull::new_unchecked(p.cast()) })
    }

    /// Asks for the memory of the row to be fetched.
    #[inline(always)]
    pub fn fetch(&self) {
        Row::prefetch(self.0.as_ptr().cast());
    }

    /// Asks for the memory at an address to be fetched, two cache lines of it, if there is any.
    #[inline(always)]
    pub fn prefetch(p: *const u8) {
        prefetch(p);
        prefetch(p.wrapping_add(64));
    }
}

/// Whether a tuple certainly refers to nothing outside heaps: looks at its elements only.
fn stays_inside(tuple: Term<'_>) -> bool {
    tuple
        .as_tuple()
        .unwrap_or_default()
        .iter()
        .all(|t| t.is_immediate() || matches!(t.boxed_kind(), Some(Kind::HeapBin | Kind::Float)))
}

impl Drop for Row {
    fn drop(&mut self) {
        let words = self.words();
        // SAFETY: nothing refers to the row any more: terms borrow `self`. The layout is that of
        // `new`.
        unsafe {
            self.for_each_owner(|object| release_off_heap(object));
            #[cfg(feature = "poison")]
            crate::poison::fill(self.start(), words);
            crate::heap::release(self.0.as_ptr().cast(), Row::layout(words));
        }
    }
}

impl Clone for Row {
    fn clone(&self) -> Row {
        let mut copy = Row::new(self.term());
        copy.note(self.hash(), self.place());
        copy
    }
}

impl std::fmt::Debug for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.term().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::exactly_equal;

    #[test]
    fn copies_are_equal() {
        let heap = Heap::new(0);
        let big = heap.binary(&[7; 200]);
        let list = heap.list(&[Term::small(1), heap.float(2.5), heap.binary(b"small")]);
        for tuple in [
            heap.tuple(&[Term::small(1)]),
            heap.tuple(&[list, Term::small(2), list]),
            heap.tuple(&[big, heap.tuple(&[big, Term::TRUE])]),
        ] {
            let row = Row::new(tuple);
            assert!(exactly_equal(row.term(), tuple));
            let other = Heap::new(0);
            assert!(exactly_equal(row.copy_to(&other), tuple));
            let (copy, rest) = row.copy_into_list(&other).as_cons().expect("a list");
            assert!(exactly_equal(copy, tuple) && rest.same(Term::NIL));
            assert_eq!(row.len(), tuple.as_tuple().unwrap().len());
        }
    }

    #[test]
    fn gives_back_what_it_owns() {
        let heap = Heap::new(0);
        let big = heap.binary(&[7; 200]);
        let count = || big.as_ref_bin().expect("outside of the heap").ref_count();
        let before = count();
        let row = Row::new(heap.tuple(&[Term::small(1), heap.list(&[big, Term::NIL]), big]));
        assert!(row.owns());
        assert_eq!(count(), before + 2);
        drop(row);
        assert_eq!(count(), before);
    }

    #[test]
    fn is_overwritten_by_what_fits() {
        let heap = Heap::new(0);
        let tuple = |n: i64, bytes: &[u8]| heap.tuple(&[Term::small(n), heap.binary(bytes)]);
        let mut row = Row::new(tuple(1, b"one"));
        row.note(17, 4);
        assert!(row.overwrite(tuple(2, b"two")));
        assert!(exactly_equal(row.term(), tuple(2, b"two")));
        assert!(!row.overwrite(tuple(3, b"more than eight bytes")));
        assert!(!row.overwrite(tuple(3, &[7; 200])));
        assert_eq!((row.hash(), row.place()), (17, 4));
        row.set_immediate(0, Term::TRUE);
        assert!(exactly_equal(row.term(), heap.tuple(&[Term::TRUE, heap.binary(b"two")])));
    }
}
