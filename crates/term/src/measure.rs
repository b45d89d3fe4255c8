//! The words that terms take in OTP's own emulator.
//!
//! OTP's documentation tells these sizes, and its module `erts_debug` adds numbers of its own to
//! what the emulator answers: both have to go by the same layout. It differs from ours a little:
//! small integers have 60 bits there, binaries and funs take more words, large maps fewer.

use crate::word::{Kind, Word, address, header_size, is_pointer};
use crate::{Term, View, literal_space, map};
use release::Difference;
use std::collections::HashSet;

/// The least small integer of OTP's emulator, and the one behind the greatest.
const SMALL: std::ops::Range<i64> = -(1 << 59)..1 << 59;

/// Whether a number that is a small integer here is one in OTP's emulator.
pub fn is_small_there(n: i64) -> bool {
    SMALL.contains(&n)
}

/// The words of a term; shared parts count each time.
pub fn flat_words(t: Term<'_>) -> usize {
    let (mut words, mut rest) = (0, vec![t]);
    while let Some(t) = rest.pop() {
        words += parts(t, &mut rest, |_| true);
    }
    words
}

/// The words of a term; shared parts count once, literals not at all.
pub fn shared_words(t: Term<'_>) -> usize {
    let mut seen: HashSet<Word> = HashSet::new();
    let (mut words, mut rest) = (0, vec![t]);
    while let Some(t) = rest.pop() {
        let word = t.word();
        if is_pointer(word) && (literal_space::is_literal(word) || !seen.insert(word)) {
            continue;
        }
        words += parts(t, &mut rest, |keys| seen.insert(keys));
    }
    words
}

/// The words of a term without its parts, which are added to the rest. `counts` says whether the
/// tuple of a map's keys, by its address, counts.
fn parts<'h>(t: Term<'h>, rest: &mut Vec<Term<'h>>, mut counts: impl FnMut(Word) -> bool) -> usize {
    match t.view() {
        View::Small(n) => usize::from(!is_small_there(n)) * 2,
        View::Cons(head, tail) => {
            rest.extend([tail, head]);
            2
        }
        View::Tuple([]) => 0,
        View::Tuple(elements) => {
            rest.extend(elements);
            1 + elements.len()
        }
        View::FlatMap(keys, values) => {
            rest.extend(values);
            let mut words = 3 + values.len();
            if !keys.is_empty() && counts(keys.as_ptr().addr() as Word) {
                rest.extend(keys);
                words += 1 + keys.len();
            }
            words
        }
        View::Record(definition, values) => {
            rest.extend(values);
            rest.push(definition.term());
            2 + values.len()
        }
        View::HashMap(_) => {
            let children = map::node_children(t).unwrap_or_default();
            rest.extend(children);
            children.len() + if t.boxed_kind() == Some(Kind::HashMap) { 2 } else { 1 }
        }
        View::Fun(fun) => {
            rest.extend(fun.free);
            if Difference::FunCreators.is_on() {
                rest.push(fun.creator);
            }
            Difference::FunWords.value() as usize + fun.free.len()
        }
        View::Export(_) => sized(5, 2),
        View::Ref(reference) => 3 + usize::from(reference.alias_pid().is_some()),
        View::ExternalPid(..) | View::ExternalPort(..) => 4,
        View::ExternalRef(_) => whole(t),
        View::Bits(_) => match t.boxed_kind() {
            Some(Kind::RefcBin) => sized(6, 8),
            Some(Kind::SubBits) if Difference::NewSizes.is_on() => part_of_bits(t),
            Some(Kind::SubBits) => {
                // SAFETY: the first word of a part of a binary is the whole binary, which lives as
                // long as the part.
                rest.push(unsafe { Term::from_word(*address(t.word()).add(1)) });
                5
            }
            _ => whole(t),
        },
        _ => whole(t),
    }
}

/// A number of words in older releases and in newer ones.
fn sized(older: usize, newer: usize) -> usize {
    if Difference::NewSizes.is_on() { newer } else { older }
}

/// The words of a part of a bit string in newer releases: one of few bytes is a copy.
fn part_of_bits(t: Term<'_>) -> usize {
    copied_bytes(t).map_or(8, |bytes| 2 + bytes.div_ceil(8))
}

/// The bytes of a part of a bit string that is so short that newer releases copy it.
pub fn copied_bytes(t: Term<'_>) -> Option<usize> {
    const MOST: usize = 64;
    t.as_bits().map(|bits| bits.bit_len().div_ceil(8)).filter(|bytes| *bytes <= MOST)
}

/// The words that an object takes here, which are as many there; none if it is no object.
fn whole(t: Term<'_>) -> usize {
    if !is_pointer(t.word()) {
        return 0;
    }
    // SAFETY: a boxed word of a term that lives: its first word is a header.
    1 + header_size(unsafe { *address(t.word()) })
}

#[cfg(test)]
mod tests {
    use super::{flat_words, shared_words};
    use crate::{Heap, Term, map};

    #[test]
    fn sizes_are_those_of_otp() {
        let heap = Heap::new(1 << 12);
        let pair = heap.tuple(&[Term::small(1), Term::small(2)]);
        let pairs = [(Term::small(1), pair), (Term::small(2), Term::NIL)];
        let flat = map::from_pairs(&heap, &pairs);
        for (t, words) in [
            (Term::NIL, 0),
            (Term::small((1 << 59) - 1), 0),
            (Term::small(1 << 59), 2),
            (Term::small(-(1 << 59)), 0),
            (heap.integer(i64::MIN), 2),
            (heap.tuple(&[]), 0),
            (pair, 3),
            (heap.list(&[pair, pair]), 10),
            (flat, 8 + 3),
            (heap.float(1.0), 2),
            (heap.reference([1, 2, 3]), 3),
            (heap.binary(b"abc"), 3),
            (heap.binary(&[0; 65]), 6),
        ] {
            assert_eq!(flat_words(t), words, "{t:?}");
        }
        assert_eq!(shared_words(heap.list(&[pair, pair])), 7);
    }
}
