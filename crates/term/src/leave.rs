//! Copies retired literals to which a heap refers onto that heap.
//!
//! Nothing moves: words that refer to retired literals are changed where they are.

use crate::copy::copy_object;
use crate::gc::Roots;
use crate::heap::{Frag, Heap, point_to_bytes, words_between};
use crate::literal::Retired;
use crate::word::*;
use std::collections::{HashMap, HashSet};

impl Heap {
    /// Makes copies of those retired literals that the words of `roots`, the stack and what they
    /// lead to refer to.
    ///
    /// # Safety
    /// As for [`Heap::collect`].
    pub unsafe fn leave_retired(&mut self, roots: &[Roots]) {
        let retired = Retired::now();
        let stack =
            Roots { start: self.limit.get(), len: words_between(self.limit.get(), self.end.get()) };
        let roots = || roots.iter().chain([&stack]);
        // SAFETY: these are the words of the heap, of its stack and of its caller's roots.
        unsafe {
            let refers = |r: &Roots| Heap::any_in(retired, r.start, r.len);
            if !roots().any(refers) && !self.may_refer(retired) {
                return;
            }
            let mut copier = Leaver {
                heap: self,
                retired,
                seen: HashSet::new(),
                copies: HashMap::new(),
                rest: Vec::new(),
            };
            for r in roots() {
                (0..r.len).for_each(|i| copier.visit(r.start.add(i)));
            }
            while let Some(w) = copier.rest.pop() {
                copier.visit_parts(w);
            }
        }
        // Old objects may refer to the copies, which are young.
        self.major_next.set(true);
    }

    /// Whether one of the words looks like a reference to a retired literal.
    ///
    /// # Safety
    /// The words can be read.
    unsafe fn any_in(retired: Retired, start: *mut Word, len: usize) -> bool {
        // SAFETY: the caller has words that can be read. Some have perhaps never been written: the
        // read is volatile, so that they are taken as they are, and at worst make us look closer.
        let word = |i| unsafe { start.add(i).read_volatile() };
        (0..len).any(|i| is_pointer(word(i)) && retired.has(word(i)))
    }

    /// Whether there may be references to retired literals: whatever the words are, these would be
    /// among them.
    fn may_refer(&self, retired: Retired) -> bool {
        // SAFETY: these are the heap's blocks.
        unsafe {
            let young = words_between(self.start.get(), self.top.get());
            let in_old = |(from, to)| Heap::any_in(retired, from, words_between(from, to));
            if Heap::any_in(retired, self.start.get(), young) || self.old_objects().any(in_old) {
                return true;
            }
            let mut frag = self.frags.get();
            while !frag.is_null() {
                if Heap::any_in(retired, Frag::words(frag), (*frag).size) {
                    return true;
                }
                frag = (*frag).next;
            }
        }
        false
    }
}

struct Leaver<'a> {
    heap: &'a Heap,
    retired: Retired,
    /// Objects of the heap that have been found.
    seen: HashSet<Word>,
    /// Copies of literals, by their words.
    copies: HashMap<Word, Word>,
    /// Objects whose parts have not been visited.
    rest: Vec<Word>,
}

impl Leaver<'_> {
    /// # Safety
    /// `slot` holds a word that a collection could find.
    unsafe fn visit(&mut self, slot: *mut Word) {
        // SAFETY: a collection could find this word, so it is a term of the heap, or a retired
        // literal, whose objects are there until nobody refers to them.
        unsafe {
            let w = *slot;
            if !is_pointer(w) {
                return;
            }
            if self.retired.has(w) {
                let copied = self.copies.get(&w).copied();
                *slot = copied.unwrap_or_else(|| self.copy(w));
            } else if !crate::literal::is_literal(w) && self.seen.insert(w) {
                self.rest.push(w);
            }
        }
    }

    /// # Safety
    /// `w` refers to an object of the heap.
    unsafe fn visit_parts(&mut self, w: Word) {
        // SAFETY: the caller's word refers to an object; a list cell has two words, any other
        // object as many as its header says.
        unsafe {
            let object = address(w);
            if is_list(w) {
                self.visit(object);
                self.visit(object.add(1));
            } else if !header_kind(*object).is_raw() {
                (1..=header_size(*object)).for_each(|i| self.visit(object.add(i)));
                if header_kind(*object) == Kind::MatchCtx {
                    point_to_bytes(object);
                }
            }
        }
    }

    /// # Safety
    /// `w` refers to a literal.
    unsafe fn copy(&mut self, w: Word) -> Word {
        // SAFETY: the copy has room for all words of the object.
        let new = unsafe {
            let from = address(w);
            if is_list(w) {
                let at = self.heap.alloc(2);
                at.write(*from);
                at.add(1).write(*from.add(1));
                at as Word | TAG_LIST
            } else {
                let at = self.heap.alloc(header_size(*from) + 1);
                let mut off_heap = self.heap.off_heap.get();
                let (_, bytes) = copy_object(from, at, &mut off_heap);
                self.heap.off_heap.set(off_heap);
                self.heap.virtual_bytes.set(self.heap.virtual_bytes.get() + bytes);
                at as Word | TAG_BOXED
            }
        };
        self.copies.insert(w, new);
        self.rest.push(new);
        new
    }
}
