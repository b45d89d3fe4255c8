//! Arithmetic that had floats only when it was counted.

use super::{Regs, bit};
use crate::operands::number;
use beamfile::{Arg, BeamFile, Instr, Op};
use native_abi::profile::{FLOAT, Profile, What};

/// The operation, its operands, and the X register that the result goes to.
pub(crate) type Operation<'a> = (&'static str, &'a Arg, &'a Arg, usize);

pub(crate) fn only_floats(profile: Option<&Profile>, at: usize) -> bool {
    profile.is_some_and(|p| p.count(at, What::Kinds) == FLOAT | FLOAT << 3)
}

/// The operation of an instruction that had only floats, what it is of, and the register that its
/// result goes to.
pub(crate) fn float_operation<'a>(
    file: &BeamFile,
    profile: Option<&Profile>,
    at: usize,
    i: &'a Instr,
) -> Option<Operation<'a>> {
    let (Op::GcBif2, [Arg::F(0), _, import, x, y, dst]) = (i.op, i.args()) else { return None };
    if !only_floats(profile, at) || bit(dst) == 0 {
        return None;
    }
    let import = file.imports[number(import) as usize];
    let op = match (file.atom(import.module), file.atom(import.function)) {
        ("erlang", "+") => "fadd",
        ("erlang", "-") => "fsub",
        ("erlang", "*") => "fmul",
        ("erlang", "/") => "fdiv",
        _ => return None,
    };
    Some((op, x, y, bit(dst).trailing_zeros() as usize))
}

/// The X registers that instructions leave floats in, by what has been counted.
pub(crate) fn floats_made(
    file: &BeamFile,
    instrs: &[Instr],
    start: usize,
    profile: Option<&Profile>,
) -> Regs {
    let made = |(at, i)| float_operation(file, profile, at, i).map_or(0, |o| 1 << o.3);
    (start..).zip(instrs).map(made).fold(0, |all, x: Regs| all | x)
}
