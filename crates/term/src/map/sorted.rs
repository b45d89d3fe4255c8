//! The associations of a large map in key order, sorted some at a time.

use super::Iter;
use crate::Term;
use crate::compare::compare_exact;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

/// Associations that have been sorted: the first that is left, and the others.
struct Run<'h> {
    first: (Term<'h>, Term<'h>),
    others: std::vec::IntoIter<(Term<'h>, Term<'h>)>,
}

impl Ord for Run<'_> {
    /// The one with the least key is the greatest.
    fn cmp(&self, other: &Self) -> Ordering {
        compare_exact(other.first.0, self.first.0)
    }
}

impl PartialOrd for Run<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Run<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Run<'_> {}

/// The associations of a map in the order of `compare_exact` of the keys: first they are sorted in
/// runs, then those are merged as an iterator goes along.
pub struct InKeyOrder<'h> {
    unsorted: Iter<'h>,
    runs: BinaryHeap<Run<'h>>,
}

impl<'h> InKeyOrder<'h> {
    /// The pairs of a map, of which none has been sorted.
    pub fn new(map: Term<'h>) -> InKeyOrder<'h> {
        InKeyOrder { unsorted: Iter::new(map), runs: BinaryHeap::new() }
    }

    /// Sorts a run of up to so many; gives how many, 0 when all have been sorted.
    pub fn sort(&mut self, most: usize) -> usize {
        let mut run: Vec<_> = self.unsorted.by_ref().take(most).collect();
        run.sort_unstable_by(|a, b| compare_exact(a.0, b.0));
        let (n, mut others) = (run.len(), run.into_iter());
        self.runs.extend(others.next().map(|first| Run { first, others }));
        n
    }

    /// About how often keys are compared to find the next association.
    pub fn comparisons(&self) -> usize {
        2 * (self.runs.len() + 1).ilog2() as usize
    }
}

/// All associations must have been sorted.
impl<'h> Iterator for InKeyOrder<'h> {
    type Item = (Term<'h>, Term<'h>);

    fn next(&mut self) -> Option<(Term<'h>, Term<'h>)> {
        let mut run = self.runs.peek_mut()?;
        match run.others.next() {
            Some(first) => Some(std::mem::replace(&mut run.first, first)),
            None => Some(PeekMut::pop(run).first),
        }
    }
}
