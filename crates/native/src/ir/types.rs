//! The types of operands that the compiler has written into the file's table of types. The base
//! tier heeds none of them. Native code believes them where a lie gives a wrong number or the wrong
//! branch, and no more: a result computed from operands that are said to be small integers is made
//! a small integer in any case.

use crate::ir::Body;
use crate::operands::{is_immediate, known};
use beamfile::{Arg, TypeEntry};
use std::ops::RangeInclusive;
use term::Term;
use term::word::is_small;

impl Body<'_> {
    fn type_of(&self, a: &Arg) -> Option<&TypeEntry> {
        match a {
            Arg::TypedX(_, n) | Arg::TypedY(_, n) => self.file.types.get(*n as usize),
            _ => None,
        }
    }

    /// Between which numbers an operand is, if it is known to be a small integer.
    fn range(&self, a: &Arg) -> Option<RangeInclusive<i64>> {
        if let Some(word) = known(a).filter(|&w| is_small(w)) {
            let n = word.cast_signed() >> 1;
            return Some(n..=n);
        }
        let known = self.type_of(a).filter(|t| t.only(TypeEntry::INTEGER))?;
        let bound = |n: Option<i64>| n.filter(|&n| Term::try_small(n).is_some());
        Some(bound(known.min)?..=bound(known.max)?)
    }

    /// Whether an operand is known to be a small integer.
    pub(crate) fn is_small(&self, a: &Arg) -> bool {
        self.range(a).is_some()
    }

    /// Whether an operand is known to be an integer.
    pub(crate) fn is_integer(&self, a: &Arg) -> bool {
        self.is_small(a) || self.type_of(a).is_some_and(|t| t.only(TypeEntry::INTEGER))
    }

    /// Whether an operand is known to be a word that only it has.
    pub(crate) fn is_one_word(&self, a: &Arg) -> bool {
        let words = TypeEntry::ATOM | TypeEntry::NIL;
        is_immediate(a) || self.is_small(a) || self.type_of(a).is_some_and(|t| t.only(words))
    }

    /// Whether the result of `sadd`, `ssub` or `smul` is known to be a small integer.
    pub(crate) fn stays_small(&self, op: &str, x: &Arg, y: &Arg) -> bool {
        let (Some(x), Some(y)) = (self.range(x), self.range(y)) else { return false };
        let ends = |r: &RangeInclusive<i64>| [i128::from(*r.start()), i128::from(*r.end())];
        ends(&x).iter().all(|u| {
            ends(&y).iter().all(|v| {
                let w = match op {
                    "sadd" => u + v,
                    "ssub" => u - v,
                    _ => u * v,
                };
                i64::try_from(w).is_ok_and(|w| Term::try_small(w).is_some())
            })
        })
    }
}
