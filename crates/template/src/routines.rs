//! The routines that all functions of a module share: how code is left, and calls of the emulator's
//! helpers that need all registers in memory.

use crate::asm::{Asm, Cond, Float, FloatOp, Label, Mem, PASSED, Reg};
use crate::{Translator, x_offset};
use native_abi::{CALL_BUILT_IN, NOT_FOUND, Registers, exit};
use std::mem::offset_of;
use term::word::*;

/// The labels of the routines. A routine that is called returns behind the call.
pub(crate) struct Routines {
    /// Called with two addresses of the base tier in T0 and T1: has the interpreter go from the
    /// first to the second. T0 is where it has got to.
    pub step: Label,
    /// The interpreter goes on at the address of the base tier in T0.
    pub leave_at: Label,
    /// The code in T0 is called by the interpreter, with as many arguments as T1 says.
    pub call_out: Label,
    /// Called with the address of a call of a built-in in the base tier in T0: makes it. X0 is the
    /// result.
    pub built_in: Label,
    /// Called with two terms in T0 and T1: what is compared behind it is their order and 0.
    pub compare: Label,
    /// The same: whether they are equal (not 0) and 0.
    pub equal: Label,
    /// The same: whether they are exactly equal (not 0) and 0.
    pub exactly_equal: Label,
    /// Called with two terms in T0 and T1, one for each of [`FLOAT_OPS`]: T0 is the float that the
    /// operation gives of two floats, or 0 if they are none, it is none, or there is no room.
    pub floats: [Label; 4],
}

/// The operations that have a routine.
pub(crate) const FLOAT_OPS: [FloatOp; 4] = [FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div];

/// A field of the registers.
pub(crate) fn field(offset: usize) -> Mem {
    Mem(Reg::R, offset as i32)
}

impl Routines {
    pub fn new(asm: &mut Asm) -> Routines {
        Routines {
            step: asm.label(),
            leave_at: asm.label(),
            call_out: asm.label(),
            built_in: asm.label(),
            compare: asm.label(),
            equal: asm.label(),
            exactly_equal: asm.label(),
            floats: [(); 4].map(|()| asm.label()),
        }
    }
}

impl Translator<'_> {
    /// Writes all routines.
    pub(crate) fn routines(&mut self) {
        self.write_step();
        self.write_leaving();
        self.write_built_in();
        for (label, op) in self.routines.floats.into_iter().zip(FLOAT_OPS) {
            self.write_float(label, op);
        }
        let helpers = [
            (self.routines.compare, offset_of!(Registers, compare), false),
            (self.routines.equal, offset_of!(Registers, equal), true),
            (self.routines.exactly_equal, offset_of!(Registers, exactly_equal), true),
        ];
        for (label, helper, is_bool) in helpers {
            let asm = &mut self.asm;
            asm.bind(label);
            asm.store(Mem(Reg::R, x_offset(0)), Reg::X0);
            asm.store(Mem(Reg::R, x_offset(1)), Reg::X1);
            asm.mov(Reg::X0, Reg::T0);
            asm.mov(Reg::X1, Reg::T1);
            asm.call_by(field(helper));
            asm.load(Reg::X0, Mem(Reg::R, x_offset(0)));
            asm.load(Reg::X1, Mem(Reg::R, x_offset(1)));
            match is_bool {
                true => asm.test_bits(Reg::T0, 0xff),
                false => asm.cmp_imm(Reg::T0, 0),
            }
            asm.ret();
        }
    }

    /// Writes the passed X registers to memory.
    pub(crate) fn spill(&mut self) {
        self.spill_first(PASSED.len());
    }

    /// Writes the first few X registers to memory.
    pub(crate) fn spill_first(&mut self, n: usize) {
        for (x, reg) in (0..).zip(&PASSED[..n.min(PASSED.len())]) {
            self.asm.store(Mem(Reg::R, x_offset(x)), *reg);
        }
    }

    /// Reads the passed X registers from memory.
    pub(crate) fn reload(&mut self) {
        self.reload_first(PASSED.len());
    }

    /// Reads the first few X registers from memory.
    pub(crate) fn reload_first(&mut self, n: usize) {
        for (x, reg) in (0..).zip(&PASSED[..n.min(PASSED.len())]) {
            self.asm.load(*reg, Mem(Reg::R, x_offset(x)));
        }
    }

    /// Writes stack, heap and reductions to memory.
    pub(crate) fn save(&mut self) {
        self.asm.store(field(offset_of!(Registers, stack)), Reg::E);
        self.asm.store(field(offset_of!(Registers, heap)), Reg::H);
        self.asm.store(field(offset_of!(Registers, reductions)), Reg::N);
    }

    /// Takes stack, heap and reductions as a helper has left them.
    pub(crate) fn back(&mut self) {
        self.asm.load(Reg::E, field(offset_of!(Registers, stack)));
        self.asm.load(Reg::H, field(offset_of!(Registers, heap)));
        self.asm.load(Reg::N, field(offset_of!(Registers, reductions)));
    }

    /// The arguments that helpers take which may change everything.
    pub(crate) fn hand_over(&mut self) {
        for (argument, reg) in PASSED.into_iter().zip([Reg::R, Reg::E, Reg::H, Reg::N]) {
            self.asm.mov(argument, reg);
        }
    }

    fn write_float(&mut self, label: Label, op: FloatOp) {
        let none = self.asm.label();
        self.asm.bind(label);
        for v in [Reg::T0, Reg::T1] {
            self.unless_tagged(v, TAG_BOXED, Reg::T2, none);
            self.element(Reg::T2, v, TAG_BOXED, 0);
            self.asm.cmp_imm(Reg::T2, header(Kind::Float, 1) as i32);
            self.asm.branch(Cond::NotEqual, none);
        }
        let number = 8 - TAG_BOXED as i32;
        self.asm.load_float(Float::F0, Mem(Reg::T0, number));
        self.asm.load_float(Float::F1, Mem(Reg::T1, number));
        self.asm.float_op(op, Float::F0, Float::F1);
        self.unless_finite(Float::F0, none);
        self.unless_room(2, none);
        self.asm.store_imm(Mem(Reg::H, 0), header(Kind::Float, 1));
        self.asm.store_float(Mem(Reg::H, 8), Float::F0);
        self.asm.address(Reg::T0, Mem(Reg::H, TAG_BOXED as i32));
        self.asm.add_imm(Reg::H, 16);
        self.asm.ret();
        self.asm.bind(none);
        self.asm.imm(Reg::T0, 0);
        self.asm.ret();
    }

    fn write_step(&mut self) {
        self.asm.bind(self.routines.step);
        self.spill();
        self.hand_over();
        self.asm.mov(Reg::X4, Reg::T0);
        self.asm.mov(Reg::X5, Reg::T1);
        self.asm.call_by(field(offset_of!(Registers, step)));
        self.back();
        self.reload();
        self.asm.ret();
    }

    fn write_leaving(&mut self) {
        self.asm.bind(self.routines.leave_at);
        self.spill();
        self.save();
        self.asm.store(field(offset_of!(Registers, pc)), Reg::T0);
        self.asm.store_imm(field(offset_of!(Registers, exit)), exit::GO);
        self.asm.ret();

        self.asm.bind(self.routines.call_out);
        self.asm.store(field(offset_of!(Registers, arity)), Reg::T1);
        self.spill();
        let out = self.asm.label();
        self.asm.cmp_quarter(Mem(Reg::T0, 0), CALL_BUILT_IN as u16);
        self.asm.branch(Cond::NotEqual, out);
        // A built-in stands in the function's place: its caller goes on here.
        let built_in = self.routines.built_in;
        self.asm.call(built_in);
        self.asm.jump_by(Mem(Reg::E, 0));
        self.asm.bind(out);
        self.save();
        self.asm.store(field(offset_of!(Registers, pc)), Reg::T0);
        self.asm.store_imm(field(offset_of!(Registers, exit)), exit::CALL);
        self.asm.ret();
    }

    fn write_built_in(&mut self) {
        self.asm.bind(self.routines.built_in);
        self.spill();
        self.hand_over();
        self.asm.mov(Reg::X4, Reg::T0);
        self.asm.call_by(field(offset_of!(Registers, call_bif)));
        let left = self.asm.label();
        self.asm.cmp_imm(Reg::T0, NOT_FOUND as i32);
        self.asm.branch(Cond::Equal, left);
        self.back();
        self.asm.mov(Reg::X0, Reg::T0);
        self.asm.ret();
        self.asm.bind(left);
        self.asm.drop_return();
        self.asm.ret();
    }
}
