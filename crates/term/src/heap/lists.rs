//! Lists on a heap.

use super::{Heap, words_between};
use crate::term::Term;
use crate::word::*;

impl Heap {
    /// A proper list of the elements.
    pub fn list<'h>(&'h self, elements: &[Term<'h>]) -> Term<'h> {
        self.list_with_tail(elements, Term::NIL)
    }

    /// The elements in front of `tail`.
    pub fn list_with_tail<'h>(&'h self, elements: &[Term<'h>], tail: Term<'h>) -> Term<'h> {
        self.list_of(elements.iter().copied(), tail)
    }

    /// What an iterator of known length gives, in front of `tail`: cells one after the other in
    /// memory.
    pub fn list_of<'h>(
        &'h self,
        elements: impl ExactSizeIterator<Item = Term<'h>>,
        tail: Term<'h>,
    ) -> Term<'h> {
        let n = elements.len();
        if n == 0 {
            return tail;
        }
        let first = self.alloc(2 * n);
        let mut cell = first;
        let mut filled = 0;
        // SAFETY: two fresh words for each of `n` elements; `zip` stops there, and the assertion
        // sees to it that none is left empty.
        unsafe {
            for (_, t) in (0..n).zip(elements) {
                cell.write(t.word());
                let next = cell.add(2);
                cell.add(1).write(next as Word | TAG_LIST);
                cell = next;
                filled += 1;
            }
            assert!(filled == n, "an iterator that is shorter than it says");
            cell.sub(1).write(tail.word());
            Term::from_word(first as Word | TAG_LIST)
        }
    }

    /// The cells of a proper list copied in front of `tail`, with their number; None if the list is
    /// not proper. One walk as long as there is room where the heap goes on; only then does it
    /// count what is left.
    pub fn append<'h>(&'h self, list: Term<'h>, tail: Term<'h>) -> Option<(Term<'h>, usize)> {
        let (start, limit) = (self.top.get(), self.limit.get() as usize);
        let (mut at, mut w) = (start, list.word());
        let mut first = tail.word();
        let mut slot: *mut Word = &mut first;
        // SAFETY: cells of a list, and free words up to the limit, which are the heap's when the
        // top says so; each cell's second word is written before anybody else sees it.
        unsafe {
            let mut copy = |at: *mut Word| {
                let cell = address(w);
                at.write(*cell);
                slot.write(at as Word | TAG_LIST);
                (slot, w) = (at.add(1), *cell.add(1));
                w
            };
            let mut rest = list.word();
            while is_list(rest) && limit.wrapping_sub(at as usize) >= 16 {
                rest = copy(at);
                at = at.add(2);
            }
            let left = Term::from_word(rest).list_length()?;
            self.top.set(at);
            let more = if left == 0 { at } else { self.alloc(2 * left) };
            for i in 0..left {
                copy(more.add(2 * i));
            }
            slot.write(tail.word());
            Some((Term::from_word(first), words_between(start, at) / 2 + left))
        }
    }

    /// A proper list of what an iterator from the back gives.
    pub fn list_from_rev<'h>(&'h self, reversed: impl Iterator<Item = Term<'h>>) -> Term<'h> {
        reversed.fold(Term::NIL, |tail, head| self.cons(head, tail))
    }

    /// The list of the characters of a string.
    pub fn string<'h>(&'h self, s: &str) -> Term<'h> {
        if s.is_ascii() {
            return self.byte_list(s.as_bytes());
        }
        self.list_from_rev(s.chars().rev().map(|c| Term::small(c as i64)))
    }

    /// The list of bytes.
    pub fn byte_list<'h>(&'h self, bytes: &[u8]) -> Term<'h> {
        self.list_of(bytes.iter().map(|&b| Term::small(i64::from(b))), Term::NIL)
    }
}
