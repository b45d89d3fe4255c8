//! Going through all that terms refer to.

use crate::word::{Word, address, is_pointer};
use crate::{Heap, Term, View, map};
use std::collections::HashMap;

/// Words of memory on a page, for each of which [`Seen`] has a bit.
const PAGE_WORDS: usize = 512;

/// Which objects have been seen, by their addresses: a bit for each word of the pages that have
/// objects, some 2 % of their memory.
#[derive(Default)]
pub struct Seen(HashMap<usize, [u64; PAGE_WORDS / 64]>);

impl Seen {
    /// Whether the term is an object that has not been seen before: what takes no room on a heap is
    /// none.
    pub fn is_new(&mut self, t: Term<'_>) -> bool {
        is_pointer(t.word()) && self.insert(address(t.word()).addr())
    }

    fn insert(&mut self, address: usize) -> bool {
        let word = address / size_of::<Word>();
        let page = self.0.entry(word / PAGE_WORDS).or_default();
        let (place, bit) = (&mut page[word % PAGE_WORDS / 64], 1 << (word % 64));
        let new = *place & bit == 0;
        *place |= bit;
        new
    }
}

/// Goes through terms and their parts, each object once however often it is referred to.
#[derive(Default)]
pub struct Walk<'h> {
    seen: Seen,
    rest: Vec<Term<'h>>,
}

impl<'h> Walk<'h> {
    /// Calls `visit` with each object of a term that has not been visited before: what takes no
    /// room on a heap is none.
    pub fn through(&mut self, t: Term<'h>, mut visit: impl FnMut(Term<'h>)) {
        self.rest.push(t);
        while let Some(t) = self.rest.pop() {
            if !self.seen.is_new(t) {
                continue;
            }
            visit(t);
            match t.view() {
                View::Cons(head, tail) => self.rest.extend([head, tail]),
                View::Tuple(elements) => self.rest.extend(elements),
                View::FlatMap(keys, values) => self.rest.extend(keys.iter().chain(values)),
                View::Record(definition, values) => {
                    self.rest.push(definition.term());
                    self.rest.extend(values);
                }
                View::HashMap(_) => {
                    self.rest.extend(map::node_children(t).unwrap_or_default());
                }
                View::Fun(fun) => {
                    self.rest.extend(fun.free);
                    self.rest.push(fun.creator);
                }
                _ => {}
            }
        }
    }
}

impl Heap {
    /// The terms on the stack that take room on the heap.
    pub fn stack_terms(&self) -> impl Iterator<Item = Term<'_>> {
        let (mut at, end) = (self.stack(), self.stack_end());
        std::iter::from_fn(move || {
            while at < end {
                // SAFETY: a word of the stack.
                let word: Word = unsafe { *at };
                at = at.wrapping_add(1);
                if is_pointer(word) {
                    // SAFETY: a word of the stack that has a pointer's tag is a term, as those who
                    // set the stack pointer promise, and refers to this heap or a literal.
                    return Some(unsafe { Term::from_word(word) });
                }
            }
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Walk;
    use crate::{Heap, Term, map};

    #[test]
    fn each_object_is_visited_once() {
        let heap = Heap::new(1 << 12);
        let shared = heap.tuple(&[Term::small(1)]);
        let list = heap.list(&[shared, shared]);
        let pairs: Vec<_> = (0..100).map(|i| (Term::small(i), shared)).collect();
        let large = map::from_pairs(&heap, &pairs);
        let mut tuples = 0;
        let mut walk = Walk::default();
        for t in [list, large, shared, Term::NIL] {
            walk.through(t, |t| tuples += usize::from(t.as_tuple().is_some()));
        }
        assert_eq!(tuples, 1);
    }

    #[test]
    fn all_leaves_of_a_large_map_are_visited() {
        let heap = Heap::new(1 << 12);
        let pairs: Vec<_> =
            (0..1000).map(|i| (Term::small(i), heap.tuple(&[Term::small(i)]))).collect();
        let (mut walk, mut tuples) = (Walk::default(), 0);
        let large = map::from_pairs(&heap, &pairs);
        walk.through(large, |t| tuples += usize::from(t.as_tuple().is_some()));
        assert_eq!(tuples, 1000);
    }
}
