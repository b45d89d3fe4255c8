//! The tests that verifying has asked for, in bytes: to be kept with native code of the same file,
//! so that it need not be done again.
//!
//! A test is 10 bytes: the index of its instruction (4, little-endian), the operand (1), a number
//! for what is needed (1), and the number of elements if that is a tuple (4).

use super::{Check, Need};
use crate::model::{Arg, BeamFile};

const SIZE: usize = 10;

/// The tests that the code of a file needs, which has been verified.
pub fn checks_to_bytes(file: &BeamFile) -> Vec<u8> {
    file.code.checks.iter().flat_map(to_bytes).collect()
}

/// Takes over the tests that verifying a file of the same essential chunks has given. The
/// caller has reason to believe them; false, and nothing has changed, if they cannot be of this
/// file.
pub fn verified(file: &mut BeamFile, bytes: &[u8]) -> bool {
    let (tests, []) = bytes.as_chunks::<SIZE>() else { return false };
    let checks: Option<Vec<Check>> = tests.iter().map(|test| from_bytes(file, *test)).collect();
    match checks {
        Some(checks) if checks.is_sorted_by_key(|c| (c.at, c.operand)) => {
            file.code.checks = checks;
            true
        }
        _ => false,
    }
}

fn to_bytes(check: &Check) -> [u8; SIZE] {
    let (need, elements) = match check.need {
        Need::Cons => (0, 0),
        Need::Tuple(n) => (1, n),
        Need::TupleOf(n) => (2, n),
        Need::Map => (3, 0),
        Need::Float => (4, 0),
        Need::Context => (5, 0),
        Need::Bits => (6, 0),
        Need::Received => (7, 0),
        Need::Blank => (8, 0),
        Need::Raised => (9, 0),
    };
    let [a, b, c, d] = check.at.to_le_bytes();
    let [e, f, g, h] = elements.to_le_bytes();
    [a, b, c, d, check.operand, need, e, f, g, h]
}

fn from_bytes(file: &BeamFile, bytes: [u8; SIZE]) -> Option<Check> {
    let [a, b, c, d, operand, need, e, f, g, h] = bytes;
    let (at, elements) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]));
    let need = match need {
        0 => Need::Cons,
        1 => Need::Tuple(elements),
        2 => Need::TupleOf(elements),
        3 => Need::Map,
        4 => Need::Float,
        5 => Need::Context,
        6 => Need::Bits,
        7 => Need::Received,
        8 => Need::Blank,
        9 => Need::Raised,
        _ => return None,
    };
    let instr = file.code.instrs.get(at as usize)?;
    let has_operand = !matches!(need, Need::Received | Need::Raised);
    let arg = instr.args().get(usize::from(operand));
    let is_register =
        matches!(arg, Some(Arg::X(_) | Arg::TypedX(..) | Arg::Y(_) | Arg::TypedY(..)));
    (is_register || !has_operand).then_some(Check { at, operand, need })
}
