//! Maps: the emulator looks into them and changes them.

use crate::Translator;
use crate::asm::{Cond, Reg};
use crate::operands::{Give, list};
use beamfile::{Arg, Instr, Op};
use native_abi::{NOT_FOUND, Registers};
use std::mem::offset_of;
use term::map;

/// The words that changing a map takes at most.
const ROOM: u64 = 2 * (2 + map::FLAT_MAX as u64);

/// Whether two operands are the same register.
fn is_same(a: &Arg, b: &Arg) -> bool {
    match (a, b) {
        (Arg::X(x) | Arg::TypedX(x, _), Arg::X(y) | Arg::TypedX(y, _))
        | (Arg::Y(x) | Arg::TypedY(x, _), Arg::Y(y) | Arg::TypedY(y, _)) => x == y,
        _ => false,
    }
}

impl Translator<'_> {
    /// Writes an instruction that takes values out of a map, or a test for keys.
    pub(crate) fn map_elements(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let takes = i.op == Op::GetMapElements;
        let values = list(&a[2]).iter().skip(1).step_by(2);
        if takes && values.rev().skip(1).any(|value| is_same(value, &a[1])) {
            return self.step(at);
        }
        for pair in list(&a[2]).chunks(if takes { 2 } else { 1 }) {
            let gives = [Give::Source(&a[1]), Give::Source(&pair[0])];
            self.ask(offset_of!(Registers, map_get), &gives);
            self.asm.cmp_imm(Reg::T0, NOT_FOUND as i32);
            self.fail(Cond::Equal, &a[0]);
            if takes {
                self.set(&pair[1], Reg::T0);
            }
        }
    }

    /// Writes an instruction that adds or changes associations; one of them here.
    pub(crate) fn map_put(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let [key, value] = list(&a[4]) else { return self.step(at) };
        let (slow, join) = (self.asm.label(), self.asm.label());
        self.reserve(at, ROOM);
        let exact = u64::from(i.op == Op::PutMapExact);
        let gives =
            [Give::Source(&a[1]), Give::Source(key), Give::Source(value), Give::Number(exact)];
        self.make(offset_of!(Registers, map_put), &gives);
        self.asm.cmp_imm(Reg::T0, NOT_FOUND as i32);
        self.asm.branch(Cond::Equal, slow);
        self.set(&a[2], Reg::T0);
        self.aside(slow, at, join);
        self.asm.bind(join);
    }
}
