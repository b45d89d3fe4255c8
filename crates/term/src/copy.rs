//! Copying terms from heap to heap, and terms that own their memory.
//!
//! The copy is made breadth first: the words of the copy are themselves the list of what remains to
//! be done, so that no depth of nesting needs a stack. Literals are shared, not copied.

use crate::heap::{Frag, Heap, Magic, copy_words, off_heap_link, release_off_heap};
use crate::literal;
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
    /// A copy of a term.
    pub fn new(t: Term<'_>) -> OwnedTerm {
        let words = size_of_term(t);
        if words == 0 {
            return OwnedTerm { root: t.word(), frag: ptr::null_mut() };
        }
        let frag = Frag::new(words);
        // SAFETY: the fragment has the room that the term needs.
        unsafe {
            let mut off_heap = ptr::null_mut();
            let root = copy_to(t.word(), Frag::words(frag), words, &mut off_heap).0;
            (*frag).off_heap = off_heap;
            OwnedTerm { root, frag }
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
        assert!(index < size && !self.frag.is_null() && !literal::is_literal(self.root));
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

/// Words a copy of the term takes; 0 for immediates and literals. Shared parts count each time.
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
    let mut seen = std::collections::HashSet::new();
    let mut stack = vec![t.word()];
    let mut words = 0;
    while let Some(w) = stack.pop() {
        if !is_pointer(w) || literal::is_literal(w) || !seen.insert(w) {
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

/// Copies a term onto a heap.
pub fn copy_to_heap<'h>(t: Term<'_>, heap: &'h Heap) -> Term<'h> {
    let words = size_of_term(t);
    if words == 0 {
        // SAFETY: an immediate or a literal.
        return unsafe { Term::from_word(t.word()) };
    }
    let p = heap.alloc(words);
    let mut off_heap = heap.off_heap.get();
    // SAFETY: `alloc` gives as many words as the copy needs.
    unsafe {
        let (root, bytes) = copy_to(t.word(), p, words, &mut off_heap);
        heap.off_heap.set(off_heap);
        heap.virtual_bytes.set(heap.virtual_bytes.get() + bytes);
        Term::from_word(root)
    }
}

/// Copies a term into the literal area, for good.
pub fn copy_to_literals(t: Term<'_>) -> Term<'static> {
    let words = size_of_term(t);
    if words == 0 {
        // SAFETY: an immediate or a literal.
        return unsafe { Term::from_word(t.word()) };
    }
    let p = literal::allocate(words);
    // SAFETY: as many words as the copy needs, and never freed. The off-heap objects live for ever
    // too.
    unsafe { Term::from_word(copy_to(t.word(), p, words, &mut ptr::null_mut()).0) }
}

/// As [`copy_to_literals`], with parts that the term shares copied once.
pub fn copy_to_literals_shared(t: Term<'_>) -> Term<'static> {
    let words = shared_size(t);
    if words == 0 {
        // SAFETY: an immediate or a literal.
        return unsafe { Term::from_word(t.word()) };
    }
    let p = literal::allocate(words);
    let mut places = HashMap::new();
    // SAFETY: as many words as the copy needs, and never freed. The off-heap objects live for ever
    // too.
    unsafe {
        let off_heap = &mut ptr::null_mut();
        Term::from_word(
            copy_with(t.word(), p, words, off_heap, |from, new| match new {
                Some(new) => {
                    places.insert(from as usize, new);
                    None
                }
                None => places.get(&(from as usize)).copied(),
            })
            .0,
        )
    }
}

/// Copies to `words` words from `to`; gives the new root and the bytes of binaries that the copy
/// refers to.
///
/// # Safety
/// `words` is what [`size_of_term`] gives, and there are as many at `to`.
unsafe fn copy_to(
    root: Word,
    to: *mut Word,
    words: usize,
    off_heap: &mut *mut Word,
) -> (Word, usize) {
    // SAFETY: as promised.
    unsafe { copy_with(root, to, words, off_heap, |_, _| None) }
}

/// As [`copy_to`]; `place` is asked for the copy of an object, and told of each that is made.
///
/// # Safety
/// As for [`copy_to`], with `words` what the copy takes when `place` answers as it does.
#[inline(always)]
unsafe fn copy_with(
    root: Word,
    to: *mut Word,
    words: usize,
    off_heap: &mut *mut Word,
    mut place: impl FnMut(*mut Word, Option<Word>) -> Option<Word>,
) -> (Word, usize) {
    let mut top = to;
    let mut bytes = 0;
    // SAFETY: as promised; the scan below visits each copied word once, and every object copied
    // lies wholly below `top`.
    unsafe {
        let mut copy = |w: Word, top: &mut *mut Word| -> Word {
            if !is_pointer(w) || literal::is_literal(w) {
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
            let n = header_size(*from) + 1;
            copy_words(from, at, n);
            *top = at.add(n);
            match header_kind(*from) {
                Kind::RefcBin => {
                    let raw = *from.add(2) as *mut u8;
                    RefBin::with_raw(raw, |b| {
                        bytes += b.capacity();
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

fn words_used(from: *mut Word, to: *mut Word) -> usize {
    (to as usize - from as usize) / 8
}
