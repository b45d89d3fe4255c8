//! Tuples, lists and small maps whose parts come one after the other.

use super::Heap;
use crate::map;
use crate::term::Term;
use crate::word::*;
use std::marker::PhantomData;

/// A tuple or a list in the making. Nothing refers to it before it has all its parts.
pub struct Filling<'h> {
    /// Where the next part goes.
    at: Word,
    /// Parts to come, one at least.
    left: usize,
    /// What it will be.
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
        // a list one more behind each but the last two. What refers to all is a term when all of
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

/// A map of at most [`map::FLAT_MAX`] associations in the making: keys and values by turns.
pub struct FillingMap<'h> {
    /// Where the next part goes, and the one behind it.
    at: Word,
    then: Word,
    /// Parts to come, one at least.
    left: usize,
    /// What it will be, but for the order.
    whole: Word,
    heap: PhantomData<Term<'h>>,
}

impl<'h> FillingMap<'h> {
    /// Parts to come.
    #[inline(always)]
    pub fn left(&self) -> usize {
        self.left
    }

    /// Puts the next part where it belongs; gives the map if that was the last one, or nothing in
    /// its place if two keys are equal.
    #[inline(always)]
    pub fn put(&mut self, part: Term<'h>) -> Option<Option<Term<'h>>> {
        let at = self.at as *mut Word;
        assert!(self.left > 0, "a part more than there are places");
        self.left -= 1;
        // SAFETY: `Heap::fill_map` has taken a word for each key and each value, one behind the
        // other. When all of them are written, the map has all its words and only their order may
        // be wrong.
        unsafe {
            at.write(part.word());
            if self.left == 0 {
                return Some(map::in_order(Term::from_word(self.whole)));
            }
            (self.at, self.then) = (self.then, at.add(1) as Word);
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

    /// A map of so many associations, one at least and [`map::FLAT_MAX`] at most.
    #[inline(always)]
    pub fn fill_map<'h>(&'h self, n: usize) -> FillingMap<'h> {
        assert!((1..=map::FLAT_MAX).contains(&n), "associations of a flat map");
        let keys = self.alloc(2 * n + 3);
        let map = keys.wrapping_add(n + 1);
        // SAFETY: fresh words: header and keys; header, place of the keys, and values.
        unsafe {
            keys.write(header(Kind::Tuple, n));
            map.write(header(Kind::FlatMap, n + 1));
            map.add(1).write(keys as Word | TAG_BOXED);
        }
        let (at, then) = (keys.wrapping_add(1) as Word, map.wrapping_add(2) as Word);
        FillingMap { at, then, left: 2 * n, whole: map as Word | TAG_BOXED, heap: PhantomData }
    }
}
