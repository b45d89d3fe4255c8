//! Copying terms from heap to heap, and terms that own their memory.
//!
//! The copy is made breadth first: the words of the copy are themselves the list of what remains to
//! be done, so that no depth of nesting needs a stack. What processes get shares literals; what
//! belongs to no process has copies of them, so that they can be freed (see [`crate::literal`]).

use crate::heap::{Frag, Heap, Magic, copy_words, off_heap_link, point_to_bytes, release_off_heap};
use crate::literal::{self, Retired};
use crate::refbin::RefBin;
use crate::term::Term;
use crate::word::*;
use std::collections::HashMap;
use std::ptr;

/// A term with memory of its own: a message on its way, an ETS object, anything that belongs to no
/// process.
pub struct OwnedTerm {
    root: Word,
    frag: *mut Frag,
}

// SAFETY: it owns all it points to; what is shared (binaries, magic objects, literals) is Send and
// Sync.
unsafe impl Send for OwnedTerm {}
// SAFETY: nothing in it changes.
unsafe impl Sync for OwnedTerm {}

impl OwnedTerm {
    /// A copy of a term, with copies of the literals in it.
    pub fn new(t: Term<'_>) -> OwnedTerm {
        OwnedTerm::with(t, |_| false)
    }

    /// A copy of a term, which shares literals. To be sent to a process at once: a literal may be
    /// freed when no process and no message has it.
    #[inline]
    pub fn message(t: Term<'_>) -> OwnedTerm {
        let retired = Retired::now();
        if retired.is_nothing() {
            return OwnedTerm::with(t, literal::is_literal);
        }
        OwnedTerm::with(t, |w| retired.spares(w))
    }

    #[inline(always)]
    fn with(t: Term<'_>, shares: impl Fn(Word) -> bool + Copy) -> OwnedTerm {
        let words = size_with(t.word(), shares);
        if words == 0 {
            return OwnedTerm { root: t.word(), frag: ptr::null_mut() };
        }
        let frag = Frag::new(words);
        // SAFETY: the fragment has the room that the term needs.
        unsafe {
            let mut off_heap = ptr::null_mut();
            let root =
                copy_with(t.word(), Frag::words(frag), words, &mut off_heap, shares, |_, _| None).0;
            (*frag).off_heap = off_heap;
            OwnedTerm { root, frag }
        }
    }

    /// Makes copies of those literals that it refers to and that are retired.
    pub fn leave_retired(&mut self) {
        let retired = Retired::now();
        let refers = |w: Word| is_pointer(w) && retired.has(w);
        // SAFETY: all words of the fragment have been written, whatever they are.
        let within = |i| unsafe { *Frag::words(self.frag).add(i) };
        if refers(self.root) || (0..self.words()).any(|i| refers(within(i))) {
            *self = OwnedTerm::message(self.term());
        }
    }

    /// Builds a term on a scratch heap and keeps a copy.
    pub fn build(f: impl for<'h> FnOnce(&'h Heap) -> Term<'h>) -> OwnedTerm {
        let heap = Heap::new(0);
        let t = f(&heap);
        OwnedTerm::new(t)
    }

    /// The term.
    #[inline(always)]
    pub fn term(&self) -> Term<'_> {
        // SAFETY: what the root points to lives as long as `self`.
        unsafe { Term::from_word(self.root) }
    }

    /// Words of memory that the term takes, without the root.
    pub fn words(&self) -> usize {
        // SAFETY: the fragment is ours.
        if self.frag.is_null() { 0 } else { unsafe { (*self.frag).size } }
    }

    pub(crate) fn into_parts(self) -> (Word, *mut Frag) {
        let parts = (self.root, self.frag);
        std::mem::forget(self);
        parts
    }

    /// Changes element `index` (from 0) of the tuple that the term is to a term without memory of
    /// its own. Panics if the term is no tuple of that size that this owns.
    pub fn set_immediate_element(&mut self, index: usize, value: Term<'static>) {
        let size = self.term().as_tuple().expect("a tuple").len();
        assert!(index < size && !self.frag.is_null());
        // SAFETY: the element is within the tuple, which we alone own.
        unsafe { address(self.root).add(1 + index).write(value.word()) };
    }
}

impl Clone for OwnedTerm {
    fn clone(&self) -> OwnedTerm {
        OwnedTerm::new(self.term())
    }
}

impl std::fmt::Debug for OwnedTerm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.term().fmt(f)
    }
}

impl Drop for OwnedTerm {
    fn drop(&mut self) {
        if self.frag.is_null() {
            return;
        }
        // SAFETY: nothing refers to the fragment any more: terms borrow `self`.
        unsafe {
            let mut object = (*self.frag).off_heap;
            while !object.is_null() {
                let next = *off_heap_link(object) as *mut Word;
                release_off_heap(object);
                object = next;
            }
            Frag::free(self.frag);
        }
    }
}

impl From<Term<'static>> for OwnedTerm {
    fn from(t: Term<'static>) -> OwnedTerm {
        OwnedTerm::new(t)
    }
}

/// Words a copy of the term on a heap takes; 0 for immediates and literals. Shared parts count each
/// time.
pub fn size_of_term(t: Term<'_>) -> usize {
    size_with(t.word(), literal::is_literal)
}

/// As [`size_of_term`], with literals counted as well (`erts_debug:flat_size/1`).
pub fn flat_size(t: Term<'_>) -> usize {
    size_with(t.word(), |_| false)
}

fn size_with(root: Word, skip: impl Fn(Word) -> bool) -> usize {
    if !is_pointer(root) {
        return 0;
    }
    let mut stack = vec![root];
    let mut words = 0;
    while let Some(mut w) = stack.pop() {
        // SAFETY: pointers in terms refer to live objects.
        unsafe {
            while is_list(w) && !skip(w) {
                words += 2;
                let cell = address(w);
                if is_pointer(*cell) {
                    stack.push(*cell);
                }
                w = *cell.add(1);
            }
            if !is_boxed(w) || skip(w) {
                continue;
            }
            let object = address(w);
            let (kind, size) = (header_kind(*object), header_size(*object));
            words += size + 1;
            if !kind.is_raw() {
                for i in 1..=size {
                    let e = *object.add(i);
                    if is_pointer(e) {
                        stack.push(e);
                    }
                }
            }
        }
    }
    words
}

/// Words that a term takes in memory: as [`flat_size`], with shared parts counted once and literals
/// not at all.
pub fn shared_size(t: Term<'_>) -> usize {
    shared_size_with(t, literal::is_literal)
}

/// As [`shared_size`], with literals.
pub fn whole_shared_size(t: Term<'_>) -> usize {
    shared_size_with(t, |_| false)
}

fn shared_size_with(t: Term<'_>, skip: impl Fn(Word) -> bool) -> usize {
    let mut seen = std::collections::HashSet::new();
    let mut stack = vec![t.word()];
    let mut words = 0;
    while let Some(w) = stack.pop() {
        if !is_pointer(w) || skip(w) || !seen.insert(w) {
            continue;
        }
        // SAFETY: pointers in terms refer to live objects; of those that are not raw all words are
        // terms, smalls or addresses.
        unsafe {
            let object = address(w);
            if is_list(w) {
                words += 2;
                stack.extend([*object, *object.add(1)]);
                continue;
            }
            let size = header_size(*object);
            words += size + 1;
            if !header_kind(*object).is_raw() {
                stack.extend((1..=size).map(|i| *object.add(i)));
            }
        }
    }
    words
}

/// Copies a term onto a heap; literals are shared.
pub fn copy_to_heap<'h>(t: Term<'_>, heap: &'h Heap) -> Term<'h> {
    let retired = Retired::now();
    if retired.is_nothing() {
        return copy_to_heap_with(t, heap, literal::is_literal);
    }
    copy_to_heap_with(t, heap, |w| retired.spares(w))
}

/// Copies a term onto a heap that is no process's, with copies of the literals in it.
pub fn copy_whole_to_heap<'h>(t: Term<'_>, heap: &'h Heap) -> Term<'h> {
    copy_to_heap_with(t, heap, |_| false)
}

#[inline(always)]
fn copy_to_heap_with<'h>(
    t: Term<'_>,
    heap: &'h Heap,
    shares: impl Fn(Word) -> bool + Copy,
) -> Term<'h> {
    let words = size_with(t.word(), shares);
    if words == 0 {
        // SAFETY: an immediate or a literal.
        return unsafe { Term::from_word(t.word()) };
    }
    let p = heap.alloc(words);
    let mut off_heap = heap.off_heap.get();
    // SAFETY: `alloc` gives as many words as the copy needs.
    unsafe {
        let (root, bytes) = copy_with(t.word(), p, words, &mut off_heap, shares, |_, _| None);
        heap.off_heap.set(off_heap);
        heap.virtual_bytes.set(heap.virtual_bytes.get() + bytes);
        Term::from_word(root)
    }
}

/// Copies a term with its literals to `words` words from `to`.
///
/// # Safety
/// `words` is what [`flat_size`] gives, and there are as many at `to`.
pub(crate) unsafe fn copy_whole(
    t: Term<'_>,
    to: *mut Word,
    words: usize,
    off_heap: &mut *mut Word,
) -> Word {
    // SAFETY: as promised.
    unsafe { copy_with(t.word(), to, words, off_heap, |_| false, |_, _| None).0 }
}

/// As [`copy_whole`], with parts that the term shares copied once.
///
/// # Safety
/// `words` is what [`whole_shared_size`] gives, and there are as many at `to`.
pub(crate) unsafe fn copy_whole_shared(
    t: Term<'_>,
    to: *mut Word,
    words: usize,
    off_heap: &mut *mut Word,
) -> Word {
    let mut places = HashMap::new();
    let place = |from: *mut Word, new: Option<Word>| match new {
        Some(new) => {
            places.insert(from as usize, new);
            None
        }
        None => places.get(&(from as usize)).copied(),
    };
    // SAFETY: as promised.
    unsafe { copy_with(t.word(), to, words, off_heap, |_| false, place).0 }
}

/// Copies to `words` words from `to`; gives the new root and the bytes of binaries that the copy
/// refers to. `shares` says which objects are not copied; `place` is asked for the copy of an
/// object, and told of each that is made.
///
/// # Safety
/// `words` is what the copy takes when `shares` and `place` answer as they do, and there are as
/// many at `to`.
#[inline(always)]
unsafe fn copy_with(
    root: Word,
    to: *mut Word,
    words: usize,
    off_heap: &mut *mut Word,
    shares: impl Fn(Word) -> bool,
    mut place: impl FnMut(*mut Word, Option<Word>) -> Option<Word>,
) -> (Word, usize) {
    let mut top = to;
    let mut bytes = 0;
    // SAFETY: as promised; the scan below visits each copied word once, and every object copied
    // lies wholly below `top`.
    unsafe {
        let mut copy = |w: Word, top: &mut *mut Word| -> Word {
            if !is_pointer(w) || shares(w) {
                return w;
            }
            let from = address(w);
            if let Some(copied) = place(from, None) {
                return copied;
            }
            let at = *top;
            if is_list(w) {
                at.write(*from);
                at.add(1).write(*from.add(1));
                *top = at.add(2);
                let new = at as Word | TAG_LIST;
                place(from, Some(new));
                return new;
            }
            let (n, size) = copy_object(from, at, off_heap);
            *top = at.add(n);
            bytes += size;
            let new = at as Word | TAG_BOXED;
            place(from, Some(new));
            new
        };
        let root = copy(root, &mut top);
        let mut scan = to;
        while scan < top {
            let w = *scan;
            if is_header(w) && is_raw_bits(header_kind_bits(w)) {
                scan = scan.add(1 + header_size(w));
            } else if is_header(w) && header_kind_bits(w) == Kind::MatchCtx as u8 {
                *scan.add(1) = copy(*scan.add(1), &mut top);
                point_to_bytes(scan);
                scan = scan.add(1 + header_size(w));
            } else {
                if is_pointer(w) {
                    *scan = copy(w, &mut top);
                }
                scan = scan.add(1);
            }
        }
        debug_assert!(words_used(to, top) == words);
        (root, bytes)
    }
}

/// Copies the words of an object that is no list cell, with its share of what it refers to outside
/// heaps; gives their number, and the bytes of the binary that it refers to.
///
/// # Safety
/// There is an object at `from`, and room for it at `at`.
#[inline(always)]
pub(crate) unsafe fn copy_object(
    from: *mut Word,
    at: *mut Word,
    off_heap: &mut *mut Word,
) -> (usize, usize) {
    // SAFETY: as promised; the words of such objects are these.
    unsafe {
        let n = header_size(*from) + 1;
        copy_words(from, at, n);
        let mut bytes = 0;
        match header_kind(*from) {
            Kind::RefcBin => {
                let raw = *from.add(2) as *mut u8;
                RefBin::with_raw(raw, |b| {
                    bytes = b.capacity();
                    std::mem::forget(b.clone());
                });
                at.add(3).write(*off_heap as Word);
                *off_heap = at;
            }
            Kind::MagicRef => {
                let magic = (*(*from.add(3) as *const Magic)).clone();
                at.add(3).write(Box::into_raw(Box::new(magic)) as Word);
                at.add(4).write(*off_heap as Word);
                *off_heap = at;
            }
            _ => {}
        }
        (n, bytes)
    }
}

fn words_used(from: *mut Word, to: *mut Word) -> usize {
    (to as usize - from as usize) / 8
}
