//! Match contexts whose position is in a variable while a function matches.

use super::bit;
use crate::operands::{known, number};
use beamfile::{Arg, Instr, Op};
use term::word::is_small;

/// Flags of a field.
pub(crate) const LITTLE: u64 = 2;
pub(crate) const NATIVE: u64 = 16;

/// So many bits are in eight bytes wherever they begin.
pub(crate) const IN_A_WORD: u64 = 57;

/// The bits of a field of known size.
pub(crate) fn field_size(size: &Arg, unit: u64) -> Option<u64> {
    let size = known(size).filter(|&w| is_small(w) && (w as i64) >= 0)? >> 1;
    size.checked_mul(unit).filter(|&bits| bits < 1 << 32)
}

/// The context of an instruction that can do with its position in a variable, and whether it
/// changes that.
pub fn matched(i: &Instr) -> Option<(&Arg, bool)> {
    let a = i.args();
    match i.op {
        Op::BsTestTail2 | Op::BsTestUnit => Some((&a[1], false)),
        Op::BsGetPosition => Some((&a[0], false)),
        Op::BsSetPosition => Some((&a[0], true)),
        Op::BsSkipBits2 => field_size(&a[2], number(&a[3])).map(|_| (&a[1], true)),
        Op::BsMatchString => (1..=IN_A_WORD).contains(&number(&a[2])).then_some((&a[1], true)),
        Op::BsGetInteger2 => {
            let little = number(&a[5]) & (LITTLE | NATIVE) != 0;
            let bits = field_size(&a[3], number(&a[4]))?;
            let simple = (1..=IN_A_WORD).contains(&bits) && (!little || bits.is_multiple_of(8));
            simple.then_some((&a[1], true))
        }
        _ => None,
    }
}

/// From where and to where an instruction may move a match context, if that is elsewhere.
pub(crate) fn context_moved(i: &Instr) -> Option<(&Arg, &Arg)> {
    let (from, to) = match (i.op, i.args()) {
        (Op::Move, [from, to])
        | (Op::BsStartMatch3, [_, from, _, to])
        | (Op::BsStartMatch4, [_, _, from, to]) => (from, to),
        _ => return None,
    };
    (bit(from) != bit(to)).then_some((from, to))
}
