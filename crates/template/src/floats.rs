//! Floats and their registers, which are in memory.

use crate::asm::{Cond, Float, FloatOp, Label, Mem, Reg};
use crate::operands::float;
use crate::{Translator, f_offset};
use beamfile::{Arg, Instr, Op};
use term::word::*;

/// The exponent of floats that are no numbers, without the sign.
const INFINITE: i32 = 0x7ff;

impl Translator<'_> {
    /// Where a floating-point register is.
    fn float_place(a: &Arg) -> Option<Mem> {
        float(a).map(|f| Mem(Reg::R, f_offset(f)))
    }

    /// Writes an instruction on floats.
    pub(crate) fn float(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        match i.op {
            Op::Fmove => match (Self::float_place(&a[0]), Self::float_place(&a[1])) {
                (Some(from), Some(to)) => {
                    self.asm.load(Reg::T0, from);
                    self.asm.store(to, Reg::T0);
                }
                (Some(from), None) => {
                    self.asm.load(Reg::T0, from);
                    self.asm.store(Mem(Reg::H, 8), Reg::T0);
                    self.asm.store_imm(Mem(Reg::H, 0), header(Kind::Float, 1));
                    self.take(2, TAG_BOXED, &a[1]);
                }
                (None, Some(to)) => {
                    let v = self.get(&a[0], Reg::T0);
                    self.element(Reg::T0, v, TAG_BOXED, 1);
                    self.asm.store(to, Reg::T0);
                }
                _ => self.step(at),
            },
            Op::Fconv => match (Self::float_place(&a[0]), Self::float_place(&a[1])) {
                (None, Some(to)) => self.converted(at, &a[0], to),
                _ => self.step(at),
            },
            _ => {
                let op = match i.op {
                    Op::Fadd => FloatOp::Add,
                    Op::Fsub => FloatOp::Sub,
                    Op::Fmul => FloatOp::Mul,
                    _ => FloatOp::Div,
                };
                let places = [&a[1], &a[2], &a[3]].map(Self::float_place);
                let [Some(u), Some(v), Some(to)] = places else { return self.step(at) };
                let (slow, join) = (self.asm.label(), self.asm.label());
                self.asm.load_float(Float::F0, u);
                self.asm.load_float(Float::F1, v);
                self.asm.float_op(op, Float::F0, Float::F1);
                self.unless_finite(Float::F0, slow);
                self.asm.store_float(to, Float::F0);
                self.aside(slow, at, join);
                self.asm.bind(join);
            }
        }
    }

    /// Goes elsewhere if a float is no number.
    pub(crate) fn unless_finite(&mut self, f: Float, other: Label) {
        self.asm.bits_of(Reg::T2, f);
        self.asm.shl(Reg::T2, 1);
        self.asm.shr(Reg::T2, 53);
        self.asm.cmp_imm(Reg::T2, INFINITE);
        self.asm.branch(Cond::Equal, other);
    }

    /// A number as a float: a small integer or a float.
    fn converted(&mut self, at: usize, from: &Arg, to: Mem) {
        let (other, slow, join) = (self.asm.label(), self.asm.label(), self.asm.label());
        self.load(Reg::T1, from);
        self.asm.test_bits(Reg::T1, 1);
        self.asm.branch(Cond::NotEqual, other);
        self.asm.sar(Reg::T1, 1);
        self.asm.float_of(Float::F0, Reg::T1);
        self.asm.store_float(to, Float::F0);
        self.asm.jump(join);
        self.asm.bind(other);
        self.unless_tagged(Reg::T1, TAG_BOXED, Reg::T0, slow);
        self.element(Reg::T0, Reg::T1, TAG_BOXED, 0);
        self.asm.cmp_imm(Reg::T0, header(Kind::Float, 1) as i32);
        self.asm.branch(Cond::NotEqual, slow);
        self.element(Reg::T0, Reg::T1, TAG_BOXED, 1);
        self.asm.store(to, Reg::T0);
        self.aside(slow, at, join);
        self.asm.bind(join);
    }
}
