//! Operands of instructions: numbers, lists, constants.

use beamfile::Arg;
pub use template::operands::{known, number};
pub(crate) use template::operands::{list, need};
use term::word::is_small;

/// Whether a constant is a small integer.
pub fn is_small_constant(a: &Arg) -> bool {
    known(a).is_some_and(is_small)
}

/// Whether a constant is a word that only it has.
pub fn is_immediate(a: &Arg) -> bool {
    matches!(a, Arg::Atom(_)) || known(a).is_some()
}
