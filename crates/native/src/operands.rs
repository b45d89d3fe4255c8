//! Operands of instructions: numbers, lists, constants.

use beamfile::{AllocKind, Arg};
use term::Term;
use term::word::*;

/// A number among the operands.
pub fn number(a: &Arg) -> u64 {
    match a {
        Arg::U(u) => *u,
        Arg::I(i) => *i as u64,
        Arg::F(l) => u64::from(*l),
        _ => 0,
    }
}

/// The elements of a list among the operands.
pub(crate) fn list(a: &Arg) -> &[Arg] {
    match a {
        Arg::List(l) => l,
        _ => &[],
    }
}

/// The words that an operand reserves.
pub(crate) fn need(a: &Arg) -> u64 {
    let Arg::Alloc(kinds) = a else { return number(a) };
    let words = |kind| match kind {
        AllocKind::Words => 1,
        AllocKind::Floats => 2,
        AllocKind::Funs => 3,
    };
    kinds.iter().map(|&(kind, n)| u64::from(n) * words(kind)).sum()
}

/// The word of a constant that is known now: a small integer or the empty list.
pub fn known(a: &Arg) -> Option<Word> {
    match a {
        Arg::I(i) => Some(Term::try_small(*i)?.word()),
        Arg::U(u) => Some(Term::try_small(i64::try_from(*u).ok()?)?.word()),
        Arg::Char(c) => Some(small(i64::from(*c))),
        Arg::Nil => Some(NIL),
        _ => None,
    }
}

/// Whether a constant is a small integer.
pub fn is_small_constant(a: &Arg) -> bool {
    known(a).is_some_and(is_small)
}

/// Whether a constant is a word that only it has.
pub fn is_immediate(a: &Arg) -> bool {
    matches!(a, Arg::Atom(_)) || known(a).is_some()
}
