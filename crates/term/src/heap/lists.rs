//! Lists on a heap.

use super::{Heap, words_between};
use crate::term::Term;
use crate::term::walk::Walk;
use crate::word::*;

/// The first cells of a list, copied to stand before something else.
pub struct Appending<'h> {
    /// The word that refers to the first of them.
    first: Word,
    /// The second word of the last one.
    end: Option<*mut Word>,
    /// The elements that have not been copied.
    rest: Term<'h>,
}

impl<'h> Appending<'h> {
    /// Of a list of which nothing has been copied.
    pub fn new(list: Term<'h>) -> Appending<'h> {
        Appending { first: NIL, end: None, rest: list }
    }

    /// The list, when all of its cells have been copied.
    pub fn done(self, tail: Term<'h>) -> Term<'h> {
        let Some(end) = self.end else { return tail };
        // SAFETY: the last of the cells, which nobody else knows yet; and the first.
        unsafe {
            end.write(tail.word());
            Term::from_word(self.first)
        }
    }
}

impl Heap {
    /// A proper list of the elements.
    pub fn list<'h>(&'h self, elements: &[Term<'h>]) -> Term<'h> {
        self.list_with_tail(elements, Term::NIL)
    }

    /// The elements in front of `tail`.
    pub fn list_with_tail<'h>(&'h self, elements: &[Term<'h>], tail: Term<'h>) -> Term<'h> {
        self.list_of(elements.iter().copied(), tail)
    }

    /// A list of an iterator's elements, whose number is known, in front of `tail`: cells one after
    /// the other in memory.
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
    /// not proper, or about more than `most` long. One walk as long as there is room where the heap
    /// goes on; only then does it count what is left.
    pub fn append<'h>(
        &'h self,
        list: Term<'h>,
        tail: Term<'h>,
        most: usize,
    ) -> Option<(Term<'h>, usize)> {
        let (start, limit) = (self.top.get(), self.limit.get() as usize);
        let limit = limit.min((start as usize).saturating_add(most.saturating_mul(16)));
        let (mut at, mut walk) = (start, Walk::new(list));
        let mut goes_on = list.is_cons();
        // SAFETY: cells of a list, and free words up to the limit, which are the heap's when the
        // top says so; each cell's second word is that of the next cell before anybody sees it.
        unsafe {
            while goes_on && limit.wrapping_sub(at as usize) >= 16 {
                goes_on = walk.copy_to(at);
                at = at.add(2);
            }
            let left = match walk.rest().cells(most) {
                (left, rest) if rest.is_nil() => left,
                _ => return None,
            };
            self.top.set(at);
            let copied = words_between(start, at) / 2;
            let mut rest = tail.word();
            if left > 0 {
                let (first, end) = self.copy_cells(&mut walk, left);
                end.write(tail.word());
                rest = first;
            }
            if copied > 0 {
                at.sub(1).write(rest);
                rest = start as Word | TAG_LIST;
            }
            Some((Term::from_word(rest), copied + left))
        }
    }

    /// Copies the next `n` cells, one at least: what refers to the first copy, and the second word
    /// of the last one, which the caller writes.
    ///
    /// # Safety
    /// There are so many.
    #[inline(always)]
    unsafe fn copy_cells(&self, walk: &mut Walk<'_>, n: usize) -> (Word, *mut Word) {
        let first = self.alloc(2 * n);
        let mut at = first;
        // SAFETY: there are `n` cells, as the caller has counted, and two fresh words for each.
        unsafe {
            for _ in 0..n {
                walk.copy_to(at);
                at = at.add(2);
            }
            (first as Word | TAG_LIST, at.sub(1))
        }
    }

    /// Copies up to `most` more cells; gives their number, and whether these were all. None if the
    /// list is not proper.
    pub fn append_more<'h>(&'h self, to: &mut Appending<'h>, most: usize) -> Option<(usize, bool)> {
        let (cells, rest) = to.rest.cells(most);
        let whole = !rest.is_cons();
        if whole && !rest.is_nil() {
            return None;
        }
        if cells == 0 {
            return Some((0, whole));
        }
        let mut walk = Walk::new(to.rest);
        // SAFETY: so many cells have been seen, and there are two fresh words for each, of which
        // both are written; the end is that of cells which only `to` knows.
        unsafe {
            let (first, end) = self.copy_cells(&mut walk, cells);
            end.write(NIL);
            match to.end.replace(end) {
                Some(before) => before.write(first),
                None => to.first = first,
            }
        }
        to.rest = walk.rest();
        Some((cells, whole))
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
        let left = s.chars().count();
        self.character_list(left, s)
    }

    /// The list of the characters of UTF-8; nothing if it is none.
    pub fn utf8_list<'h>(&'h self, bytes: &[u8]) -> Option<Term<'h>> {
        if bytes.is_ascii() {
            return Some(self.byte_list(bytes));
        }
        let text = std::str::from_utf8(bytes).ok()?;
        // All bytes of a character but the first begin with the bits 10.
        let n = bytes.iter().filter(|&&b| b & 0xc0 != 0x80).count();
        Some(self.character_list(n, text))
    }

    fn character_list<'h>(&'h self, left: usize, text: &str) -> Term<'h> {
        let characters = Characters { left, text: text.chars() };
        self.list_of(characters.map(|c| Term::small(c as i64)), Term::NIL)
    }

    /// The list of bytes.
    pub fn byte_list<'h>(&'h self, bytes: &[u8]) -> Term<'h> {
        self.list_of(bytes.iter().map(|&b| Term::small(i64::from(b))), Term::NIL)
    }
}

/// The characters of a text, as many as are left.
struct Characters<'t> {
    left: usize,
    text: std::str::Chars<'t>,
}

impl Iterator for Characters<'_> {
    type Item = char;

    #[inline]
    fn next(&mut self) -> Option<char> {
        let c = self.text.next()?;
        self.left -= 1;
        Some(c)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Characters<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells at any distance from each other are found, and those that come after a run of others.
    #[test]
    fn walks_irregular_lists() {
        let heap = Heap::new(10_000);
        let mut lists = vec![Term::NIL];
        for gaps in [&[0][..], &[0, 0, 0, 3], &[1, 2, 3], &[5, 0], &[0, 0, 7, 0, 0, 0, 1]] {
            let mut list = Term::NIL;
            for i in 0..40 {
                heap.tuple(&vec![Term::NIL; gaps[i % gaps.len()]]);
                list = heap.cons(Term::small(i as i64), list);
            }
            lists.push(list);
            lists.push(heap.list(&list.to_vec().expect("a list")));
        }
        for list in lists {
            let elements = list.to_vec().expect("a list");
            assert_eq!(list.list_length(), Some(elements.len()));
            let (both, copied) = heap.append(list, Term::small(7), usize::MAX).expect("a list");
            assert_eq!(copied, elements.len());
            let mut walked = both.list();
            assert!(walked.by_ref().zip(&elements).all(|(a, &b)| a.same(b)));
            assert_eq!(walked.tail().as_small(), Some(7));
            assert!(list.is_nil() || both.list_length().is_none());
            assert!(list.is_nil() || heap.append(both, Term::NIL, usize::MAX).is_none());
        }
    }

    /// A list that is copied some cells at a time, on a heap with and without room, is the same.
    #[test]
    fn appends_in_turns() {
        for (room, most) in [(10_000, 7), (50, 7), (0, 1), (0, 99), (0, 100), (10_000, 100)] {
            let heap = Heap::new(room);
            let elements: Vec<_> = (0..100).map(Term::small).collect();
            let from = Heap::new(0);
            let list = from.list(&elements);
            let at_once = heap.append(list, Term::small(7), most).is_some();
            assert!(!at_once || most == 100 || room > 100 && most > 49);
            let mut appending = Appending::new(list);
            while !heap.append_more(&mut appending, most).expect("a list").1 {}
            let both = appending.done(Term::small(7));
            let mut walked = both.list();
            let taken: Vec<_> = walked.by_ref().filter_map(Term::as_small).collect();
            assert_eq!(taken, (0..100).collect::<Vec<_>>());
            assert_eq!(walked.tail().as_small(), Some(7));
        }
    }
}
