//! Copying terms from heap to heap, and terms that own their memory.
//!
//! A copy takes two walks: one measures, one copies. Both follow lists to their ends, take tuples
//! of what needs no memory as they find them, and note the rest on a stack of their own, so
//! that no depth of nesting needs the native one. Small terms, as most messages are, are copied by
//! one walk and without notes ([`small`]). Copies for processes share literals; copies that belong
//! to no process have their own copies of literals, so that these can be freed (see
//! [`crate::literal`]).

mod small;

use crate::heap::{Frag, Heap, Magic, copy_words, off_heap_link, point_to_bytes, release_off_heap};
use crate::literal_space::{Retired, is_literal};
use crate::memory::prefetch;
use crate::refbin::RefBin;
use crate::term::Term;
use crate::word::*;
use smallvec::SmallVec;
use std::collections::HashMap;
use std::mem::offset_of;
use std::ptr::{self, NonNull};

/// A term with memory of its own: a message on its way, an ETS object, anything that belongs to no
/// process; or, in a mailbox, a message that is on the heap of its process already.
#[repr(C)]
pub struct OwnedTerm {
    root: Word,
    /// [`NO_MEMORY`] if it needs none: never null, so that no term at all is known by that.
    frag: NonNull<Frag>,
}

const NO_MEMORY: NonNull<Frag> = NonNull::dangling();

// Native code knows these places in messages.
const _: () = assert!(
    size_of::<Option<OwnedTerm>>() == 16
        && offset_of!(OwnedTerm, root) == 0
        && offset_of!(OwnedTerm, frag) == 8
);

// SAFETY: it owns all it points to; what is shared (binaries, magic objects, literals) is Send and
// Sync.
unsafe impl Send for OwnedTerm {}
// SAFETY: nothing in it changes.
unsafe impl Sync for OwnedTerm {}

impl OwnedTerm {
    /// A copy of a term, with copies of the literals in it.
    #[inline]
    pub fn new(t: Term<'_>) -> OwnedTerm {
        match is_pointer(t.word()) {
            true => OwnedTerm::copied(t),
            false => OwnedTerm { root: t.word(), frag: NO_MEMORY },
        }
    }

    /// A term of a process's heap, as it stands in that process's mailbox.
    ///
    /// # Safety
    /// For each collection of that heap [`OwnedTerm::on_heap`] is a root, as long as the term is
    /// used.
    #[inline]
    pub unsafe fn lying_on_heap(root: Word) -> OwnedTerm {
        OwnedTerm { root, frag: NO_MEMORY }
    }

    /// Has its memory fetched, if it has any: its header and what it begins with.
    #[inline]
    pub fn prefetch(&self) {
        if self.frag != NO_MEMORY {
            prefetch(self.frag.as_ptr().cast());
            prefetch(ptr::without_provenance(self.root as usize));
        }
    }

    /// The word of a term that lies on a process's heap.
    #[inline]
    pub fn on_heap(&mut self) -> Option<&mut Word> {
        let lies_there = self.frag == NO_MEMORY && is_pointer(self.root) && !is_literal(self.root);
        lies_there.then_some(&mut self.root)
    }

    #[inline(never)]
    fn copied(t: Term<'_>) -> OwnedTerm {
        OwnedTerm::with(t, |_| false)
    }

    /// A copy of a term, which shares literals. To be sent to a process at once: a literal may be
    /// freed when no process and no message has it.
    #[inline]
    pub fn message(t: Term<'_>) -> OwnedTerm {
        let retired = Retired::now();
        if retired.is_nothing() {
            return match small::owned(t) {
                Some(copy) => copy,
                None => OwnedTerm::with(t, is_literal),
            };
        }
        OwnedTerm::with(t, |w| retired.spares(w))
    }

    #[inline(always)]
    fn with(t: Term<'_>, shares: impl Fn(Word) -> bool + Copy) -> OwnedTerm {
        let words = size_with(t.word(), shares);
        if words == 0 {
            return OwnedTerm { root: t.word(), frag: NO_MEMORY };
        }
        probes::fire!(move erlang::copy__struct, words);
        let frag = Frag::new(words);
        // SAFETY: the fragment has the room that the term needs.
        unsafe {
            let mut off_heap = ptr::null_mut();
            let root =
                copy_with(t.word(), Frag::words(frag), words, &mut off_heap, shares, |_, _| None).0;
            (*frag).off_heap = off_heap;
            OwnedTerm { root, frag: NonNull::new_unchecked(frag) }
        }
    }

    /// Makes copies of those literals that it refers to and that are retired.
    pub fn leave_retired(&mut self) {
        let retired = Retired::now();
        let refers = |w: Word| is_pointer(w) && retired.has(w);
        // SAFETY: all words of the fragment have been written, whatever they are.
        let within = |i| unsafe { *Frag::words(self.frag.as_ptr()).add(i) };
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
        if self.frag == NO_MEMORY { 0 } else { unsafe { self.frag.as_ref().size } }
    }

    /// The root and the memory, if there is any.
    pub(crate) fn into_parts(self) -> (Word, Option<*mut Frag>) {
        let parts = (self.root, (self.frag != NO_MEMORY).then_some(self.frag.as_ptr()));
        std::mem::forget(self);
        parts
    }
}

impl Clone for OwnedTerm {
    #[inline]
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
        if self.frag == NO_MEMORY {
            return;
        }
        // SAFETY: nothing refers to the fragment any more: terms borrow `self`.
        unsafe {
            let mut object = self.frag.as_ref().off_heap;
            while !object.is_null() {
                let next = *off_heap_link(object) as *mut Word;
                release_off_heap(object);
                object = next;
            }
            Frag::free(self.frag.as_ptr());
        }
    }
}

impl From<Term<'static>> for OwnedTerm {
    #[inline]
    fn from(t: Term<'static>) -> OwnedTerm {
        OwnedTerm::new(t)
    }
}

/// Words a copy of the term on a heap takes; 0 for immediates and literals. Shared parts count each
/// time.
pub fn size_of_term(t: Term<'_>) -> usize {
    size_with(t.word(), is_literal)
}

/// As [`size_of_term`], with literals counted as well.
pub fn flat_size(t: Term<'_>) -> usize {
    size_with(t.word(), |_| false)
}

fn size_with(root: Word, shares: impl Fn(Word) -> bool) -> usize {
    let needs = |w: Word| is_pointer(w) && !shares(w);
    if !needs(root) {
        return 0;
    }
    let mut words = 0;
    let mut stack: SmallVec<[Word; 32]> = SmallVec::new();
    let mut w = root;
    loop {
        // SAFETY: pointers in terms refer to live objects.
        unsafe {
            if is_list(w) {
                loop {
                    words += 2;
                    let cell = address(w);
                    let head = *cell;
                    if needs(head) {
                        match is_list(head) {
                            true => stack.push(head),
                            false => words += size_of_object(head, needs, &mut stack),
                        }
                    }
                    w = *cell.add(1);
                    if !is_list(w) || shares(w) {
                        break;
                    }
                }
                if is_boxed(w) && !shares(w) {
                    words += size_of_object(w, needs, &mut stack);
                }
            } else {
                words += size_of_object(w, needs, &mut stack);
            }
        }
        match stack.pop() {
            Some(next) => w = next,
            None => return words,
        }
    }
}

/// Words of an object that is no list cell; what it refers to is noted.
///
/// # Safety
/// The word points to a live object.
#[inline(always)]
unsafe fn size_of_object(
    w: Word,
    needs: impl Fn(Word) -> bool,
    stack: &mut SmallVec<[Word; 32]>,
) -> usize {
    // SAFETY: the word points to a live object, which has as many words as its header says; the
    // words of objects that are not raw are terms, smalls or addresses.
    unsafe {
        let object = address(w);
        let size = header_size(*object);
        let kind = header_kind_bits(*object);
        if !is_raw_bits(kind) {
            // Of a match context only the first word is a pointer to an object.
            let terms = if kind == Kind::MatchCtx as u8 { 1 } else { size };
            // An inclusive range has a flag for its end, which costs as much as the rest.
            for i in 1..1 + terms {
                let e = *object.add(i);
                if needs(e) {
                    stack.push(e);
                }
            }
        }
        size + 1
    }
}

/// Words that a term takes in memory: as [`flat_size`], with shared parts counted once.
pub fn whole_shared_size(t: Term<'_>) -> usize {
    let mut seen = std::collections::HashSet::new();
    let mut stack = vec![t.word()];
    let mut words = 0;
    while let Some(w) = stack.pop() {
        if !is_pointer(w) || !seen.insert(w) {
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
        return copy_to_heap_with(t, heap, is_literal);
    }
    copy_to_heap_with(t, heap, |w| retired.spares(w))
}

/// Copies a small term onto a heap that has room for it, by one walk. None if it is not small, if
/// it refers to something outside heaps, or if there is no room: then nothing has happened.
#[inline]
pub fn copy_small<'h>(t: Term<'_>, heap: &'h Heap) -> Option<Term<'h>> {
    if !Retired::now().is_nothing() {
        return None;
    }
    let (top, room) = (heap.top.get(), heap.room());
    // SAFETY: so much room is at the top.
    let (root, words) = unsafe { small::copy(t.word(), top, room.min(small::MOST))? };
    heap.top.set(top.wrapping_add(words));
    // SAFETY: a copy on that heap.
    Some(unsafe { Term::from_word(root) })
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
    // SAFETY: the caller has as many words at `to` as `flat_size` has counted: nothing is shared,
    // as here, where `shares` is always false.
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
    // SAFETY: the caller has as many words at `to` as `whole_shared_size` has counted, which counts
    // an object once, as `place` has it copied once.
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
    place: impl FnMut(*mut Word, Option<Word>) -> Option<Word>,
) -> (Word, usize) {
    let mut copier = Copier { top: to, off_heap, bytes: 0, stack: SmallVec::new(), shares, place };
    let mut copied = root;
    // SAFETY: the caller has room for the copy at `to`, where the copier begins; the root's new
    // word goes to a local variable.
    unsafe { copier.copy(root, &mut copied) };
    debug_assert!(words_used(to, copier.top) == words);
    (copied, copier.bytes)
}

/// A copy being made.
struct Copier<'a, S, P> {
    /// Where the next object goes.
    top: *mut Word,
    off_heap: &'a mut *mut Word,
    bytes: usize,
    /// Words that are still to be copied, and where they stand in the copy.
    stack: SmallVec<[(Word, *mut Word); 32]>,
    shares: S,
    place: P,
}

impl<S: Fn(Word) -> bool, P: FnMut(*mut Word, Option<Word>) -> Option<Word>> Copier<'_, S, P> {
    #[inline(always)]
    fn needs(&self, w: Word) -> bool {
        is_pointer(w) && !(self.shares)(w)
    }

    /// Copies what a word refers to, and writes what refers to the copy to `slot`.
    ///
    /// # Safety
    /// As for [`copy_with`].
    #[inline(always)]
    unsafe fn copy(&mut self, root: Word, slot: *mut Word) {
        if !self.needs(root) {
            return;
        }
        let (mut w, mut slot) = (root, slot);
        loop {
            // SAFETY: there is room for each object, as the whole has been measured; each slot lies
            // in an object that has been copied, or is the caller's.
            unsafe {
                if is_list(w) {
                    self.list(w, slot);
                } else {
                    self.object(w, slot);
                }
            }
            match self.stack.pop() {
                Some(next) => (w, slot) = next,
                None => return,
            }
        }
    }

    /// Copies the cells of a list to its end.
    #[inline(always)]
    unsafe fn list(&mut self, mut w: Word, mut slot: *mut Word) {
        // SAFETY: `w` is a live list, and there is room for its cells, as the whole has been
        // measured; the slot may be written, and from the second cell on it lies in the copy
        // before.
        unsafe {
            loop {
                let from = address(w);
                if let Some(copied) = (self.place)(from, None) {
                    slot.write(copied);
                    return;
                }
                let at = self.top;
                self.top = at.add(2);
                let new = at as Word | TAG_LIST;
                (self.place)(from, Some(new));
                slot.write(new);
                let (head, tail) = (*from, *from.add(1));
                if !self.needs(head) {
                    at.write(head);
                } else if is_list(head) {
                    self.stack.push((head, at));
                } else {
                    self.object(head, at);
                }
                slot = at.add(1);
                w = tail;
                if !self.needs(w) {
                    return slot.write(w);
                }
                if !is_list(w) {
                    return self.object(w, slot);
                }
            }
        }
    }

    /// Copies a match context and its original, to whose bytes it points.
    #[cold]
    unsafe fn context(&mut self, from: *mut Word, at: *mut Word) {
        // SAFETY: `from` is a live match context, whose first word refers to its original; there is
        // room for both, as the whole has been measured, unless the original is shared.
        unsafe {
            copy_words(from, at, 1 + header_size(*from));
            let original = *from.add(1);
            if self.needs(original) {
                let (n, bytes) = copy_object(address(original), self.top, self.off_heap);
                at.add(1).write(self.top as Word | TAG_BOXED);
                self.bytes += bytes;
                self.top = self.top.add(n);
            }
            point_to_bytes(at);
        }
    }

    /// Copies an object that is no list cell; what it refers to is noted.
    #[inline(always)]
    unsafe fn object(&mut self, w: Word, slot: *mut Word) {
        // SAFETY: `w` points to a live object that is no cell, and there is room for it, as the
        // whole has been measured; the slot may be written.
        unsafe {
            let from = address(w);
            if let Some(copied) = (self.place)(from, None) {
                return slot.write(copied);
            }
            let at = self.top;
            let new = at as Word | TAG_BOXED;
            (self.place)(from, Some(new));
            slot.write(new);
            let head = *from;
            if is_raw_bits(header_kind_bits(head)) {
                let (n, bytes) = copy_object(from, at, self.off_heap);
                self.bytes += bytes;
                self.top = at.add(n);
                return;
            }
            let size = header_size(head);
            self.top = at.add(1 + size);
            if header_kind(head) == Kind::MatchCtx {
                return self.context(from, at);
            }
            at.write(head);
            for i in 1..1 + size {
                let e = *from.add(i);
                if self.needs(e) {
                    self.stack.push((e, at.add(i)));
                } else {
                    at.add(i).write(e);
                }
            }
        }
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
    // SAFETY: the caller has an object at `from` and room for it at `at`: as many words as its
    // header says; the words that are read and written below are those that objects of the kind
    // have.
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
                // Its words have been copied: one more owns what they point to.
                std::mem::forget((*from.add(3).cast::<Magic>()).clone());
                off_heap_link(at).write(*off_heap as Word);
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
