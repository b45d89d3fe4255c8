//! Small maps whose keys and values come one after the other.

use super::{FLAT_MAX, flat};
use crate::word::*;
use crate::{Heap, Term};
use std::marker::PhantomData;

/// A map of at most [`FLAT_MAX`] associations in the making: keys and values by turns.
pub struct FillingMap<'h> {
    /// Where the next part goes, and the one behind it.
    at: Word,
    then: Word,
    /// Parts to come, one at least.
    left: usize,
    /// The map that it will be, but for the order.
    whole: Word,
    heap: PhantomData<Term<'h>>,
}

impl<'h> FillingMap<'h> {
    /// A map of so many associations, one at least and [`FLAT_MAX`] at most.
    #[inline(always)]
    pub fn new(heap: &'h Heap, n: usize) -> FillingMap<'h> {
        assert!((1..=FLAT_MAX).contains(&n), "associations of a flat map");
        let keys = heap.alloc(2 * n + 3);
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
        // SAFETY: `FillingMap::new` has taken a word for each key and each value, one behind the
        // other. When all of them are written, the map has all its words and only their order may
        // be wrong.
        unsafe {
            at.write(part.word());
            if self.left == 0 {
                return Some(flat::in_order(Term::from_word(self.whole)));
            }
            (self.at, self.then) = (self.then, at.add(1) as Word);
        }
        None
    }
}
