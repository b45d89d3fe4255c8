//! Tuples and lists whose parts come one after the other.

use super::Heap;
use crate::term::Term;
use crate::word::*;
use std::marker::PhantomData;

/// A tuple or a list in the making. Nothing refers to it before it has all its parts.
pub struct Filling<'h> {
    /// Where the next part goes.
    at: Word,
    /// Parts to come, one at least.
    left: usize,
    /// The term that it will be.
    whole: Word,
    heap: PhantomData<Term<'h>>,
}

impl<'h> Filling<'h> {
    /// Parts to come.
    #[inline(always)]
    pub fn left(&self) -> usize {
        self.left
    }

    /// Puts the next part where it belongs; gives the term if that was the last one.
    #[inline(always)]
    pub fn put(&mut self, part: Term<'h>) -> Option<Term<'h>> {
        let at = self.at as *mut Word;
        assert!(self.left > 0, "a part more than there are places");
        self.left -= 1;
        // SAFETY: `Heap::fill_tuple` and `Heap::fill_list` have taken a word for each part, and in
        // a list one more behind each but the last two. The term is one when all of
        // them are written.
        unsafe {
            at.write(part.word());
            if self.left == 0 {
                return Some(Term::from_word(self.whole));
            }
            let mut next = at.add(1);
            if is_list(self.whole) && self.left > 1 {
                let cell = at.add(2);
                next.write(cell as Word | TAG_LIST);
                next = cell;
            }
            self.at = next as Word;
        }
        None
    }
}

impl Heap {
    /// A tuple of so many elements, one at least, which are its parts.
    #[inline(always)]
    pub fn fill_tuple<'h>(&'h self, n: usize) -> Filling<'h> {
        assert!(n > 0, "an empty tuple has no parts");
        let p = self.alloc(n + 1);
        // SAFETY: fresh words, one more than there are elements.
        unsafe { p.write(header(Kind::Tuple, n)) };
        let at = p.wrapping_add(1) as Word;
        Filling { at, left: n, whole: p as Word | TAG_BOXED, heap: PhantomData }
    }

    /// A list of so many cells, one at least: its parts are the elements and the tail.
    #[inline(always)]
    pub fn fill_list<'h>(&'h self, n: usize) -> Filling<'h> {
        assert!(n > 0, "an empty list has no parts");
        let p = self.alloc(2 * n);
        Filling { at: p as Word, left: n + 1, whole: p as Word | TAG_LIST, heap: PhantomData }
    }
}
