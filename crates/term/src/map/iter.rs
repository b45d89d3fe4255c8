//! Going through a map's associations, with stops: a path says where to go on.

use super::trie::Node;
use super::*;
use crate::map_words::LEVELS;

/// The associations of a map one by one: of a flat map in key order, of a larger one in the trie's.
#[derive(Clone)]
pub struct Iter<'h> {
    /// Flat: the keys and values that remain.
    flat: (&'h [Term<'h>], &'h [Term<'h>]),
    /// Trie: the nodes that are not finished yet, with the next child of each.
    stack: [(Node<'h>, usize); LEVELS + 1],
    depth: usize,
}

impl<'h> Iter<'h> {
    /// From the first one on. Panics if `t` is no map.
    pub fn new(t: Term<'h>) -> Iter<'h> {
        match t.map_words().expect("a map") {
            (Kind::FlatMap, words) => {
                let mut iter = Iter::nothing();
                iter.flat = (flat::keys(words[0]), &words[1..]);
                iter
            }
            (_, words) => Iter::over(words),
        }
    }

    fn nothing() -> Iter<'h> {
        let nothing: &'h [Term<'h>] = &[];
        Iter { flat: (nothing, nothing), stack: [(Node::NONE, 0); LEVELS + 1], depth: 0 }
    }

    /// Over the words of a hash map.
    pub(super) fn over(words: &'h [Term<'h>]) -> Iter<'h> {
        let mut iter = Iter::nothing();
        iter.stack[0] = (Node::root(words), 0);
        iter.depth = 1;
        iter
    }

    /// From the place on that [`Iter::path`] gave for the same map; nothing if it is no place of
    /// it. 0 is the beginning. Panics if `t` is no map.
    pub fn resume(t: Term<'h>, path: u128) -> Option<Iter<'h>> {
        let mut iter = Iter::new(t);
        if iter.depth == 0 {
            let (keys, values) = iter.flat;
            let from = usize::try_from(path).ok()?;
            iter.flat = (keys.get(from..)?, values.get(from..)?);
            return Some(iter);
        }
        if path == 0 {
            return Some(iter);
        }
        let (ways, leaf) = (path as u64, (path >> 64) as usize);
        loop {
            let level = iter.depth - 1;
            let (node, at) = &mut iter.stack[level];
            if level == LEVELS {
                *at = leaf;
                return (leaf < node.children().len()).then_some(iter);
            }
            let bit = 1u32 << ((ways >> (4 * level)) & 15);
            *at = (node.bitmap() & (bit - 1)).count_ones() as usize;
            if node.bitmap() & bit == 0 {
                return None;
            }
            let Some(inner) = Node::inner(node.children()[*at]) else {
                let rest = if level + 1 < LEVELS { ways >> (4 * (level + 1)) } else { 0 };
                return (rest == 0 && leaf == 0).then_some(iter);
            };
            *at += 1;
            iter.stack[iter.depth] = (inner, 0);
            iter.depth += 1;
        }
    }

    /// Where the next association of the map `t` is, for [`Iter::resume`]; nothing at the end. It
    /// is a small integer, unless keys collide in 60 bits of their hash.
    pub fn path(&mut self, t: Term<'h>) -> Option<u128> {
        if self.depth == 0 {
            let left = self.flat.0.len();
            return match t.map_words() {
                Some((Kind::FlatMap, words)) if left > 0 => Some((words.len() - 1 - left) as u128),
                _ => None,
            };
        }
        self.settle()?;
        let mut path = 0u128;
        for level in 0..self.depth {
            let (node, next) = self.stack[level];
            let at = if level + 1 < self.depth { next - 1 } else { next };
            path |= match level {
                LEVELS => (at as u128) << 64,
                _ => u128::from(nth_way(node.bitmap(), at)) << (4 * level),
            };
        }
        Some(path)
    }

    /// Goes down or up to the next leaf.
    fn settle(&mut self) -> Option<Term<'h>> {
        while let Some(level) = self.depth.checked_sub(1) {
            let (node, next) = &mut self.stack[level];
            let Some(&child) = node.children().get(*next) else {
                self.depth = level;
                continue;
            };
            let Some(inner) = Node::inner(child) else { return Some(child) };
            *next += 1;
            self.stack[self.depth] = (inner, 0);
            self.depth += 1;
        }
        None
    }
}

/// The position of the `n`th bit that is set.
fn nth_way(bitmap: u32, n: usize) -> u32 {
    (0..n).fold(bitmap, |b, _| b & (b - 1)).trailing_zeros()
}

impl<'h> Iterator for Iter<'h> {
    type Item = (Term<'h>, Term<'h>);

    fn next(&mut self) -> Option<(Term<'h>, Term<'h>)> {
        if let ([k, keys @ ..], [v, values @ ..]) = self.flat {
            self.flat = (keys, values);
            return Some((*k, *v));
        }
        let leaf = self.settle()?;
        self.stack[self.depth - 1].1 += 1;
        leaf.as_cons()
    }
}
