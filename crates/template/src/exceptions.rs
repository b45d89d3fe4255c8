//! Catches: opened, closed and entered. Raising is the emulator's.

use crate::Translator;
use crate::asm::{Cond, Mem, Reg};
use crate::operands::label;
use crate::routines::field;
use beamfile::{Arg, Instr, Op};
use native_abi::image::Slot;
use native_abi::{Handler, Handlers, Registers};
use std::mem::offset_of;
use term::word::*;

impl Translator<'_> {
    /// Writes an instruction that opens or closes a catch.
    pub(crate) fn catching(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        match i.op {
            Op::Try | Op::Catch => self.open(i),
            Op::TryEnd => self.close(&a[0]),
            Op::CatchEnd => {
                let (raised, join) = (self.asm.label(), self.asm.label());
                self.asm.cmp_imm(Reg::X0, NON_VALUE as i32);
                self.asm.branch(Cond::Equal, raised);
                self.close(&a[0]);
                self.aside(raised, at, join);
                self.asm.bind(join);
            }
            _ => {
                self.close(&a[0]);
                self.asm.mov(Reg::X0, Reg::X1);
                self.asm.mov(Reg::X1, Reg::X2);
                self.asm.mov(Reg::X2, Reg::X3);
            }
        }
    }

    fn open(&mut self, i: &Instr) {
        let a = i.args();
        let to = self.at(label(&a[1]));
        let on = self.asm.label();
        self.asm.load(Reg::T1, field(offset_of!(Registers, handlers)));
        self.asm.load(Reg::T3, Mem(Reg::T1, offset_of!(Handlers, len) as i32));
        self.asm.cmp_mem(Reg::T3, Mem(Reg::T1, offset_of!(Handlers, capacity) as i32));
        self.asm.branch(Cond::NotEqual, on);
        self.ask(offset_of!(Registers, more_handlers), &[crate::operands::Give::Reg(Reg::R)]);
        self.asm.load(Reg::T1, field(offset_of!(Registers, handlers)));
        self.asm.bind(on);
        // Where the new one is: so many times the size of one from the first on.
        const { assert!(size_of::<Handler>() == 24) };
        self.asm.mov(Reg::T2, Reg::T3);
        self.asm.shl(Reg::T2, 1);
        self.asm.add(Reg::T2, Reg::T3);
        self.asm.shl(Reg::T2, 3);
        self.asm.load(Reg::T0, Mem(Reg::T1, offset_of!(Handlers, at) as i32));
        self.asm.add(Reg::T2, Reg::T0);
        self.asm.slot(Reg::T0, Slot::Pc(to as u32));
        self.asm.store(Mem(Reg::T2, offset_of!(Handler, pc) as i32), Reg::T0);
        let handler = self.return_at(to);
        self.asm.address_of(Reg::T0, handler);
        self.asm.store(Mem(Reg::T2, offset_of!(Handler, native) as i32), Reg::T0);
        self.asm.load(Reg::T0, field(offset_of!(Registers, stack_end)));
        self.asm.load(Reg::T0, Mem(Reg::T0, 0));
        self.asm.sub(Reg::T0, Reg::E);
        self.asm.shr(Reg::T0, 3);
        self.asm.store(Mem(Reg::T2, offset_of!(Handler, depth) as i32), Reg::T0);
        self.asm.address(Reg::T0, Mem(Reg::T3, 1));
        self.asm.store(Mem(Reg::T1, offset_of!(Handlers, len) as i32), Reg::T0);
        self.asm.shl(Reg::T3, IMM_SHIFT as u8);
        self.asm.or_imm(Reg::T3, IMM_CATCH as i32);
        self.set(&a[0], Reg::T3);
    }

    /// Closes the catch whose mark is in a register, and those inside it.
    fn close(&mut self, mark: &Arg) {
        self.load(Reg::T0, mark);
        self.asm.shr(Reg::T0, IMM_SHIFT as u8);
        self.asm.load(Reg::T1, field(offset_of!(Registers, handlers)));
        self.asm.store(Mem(Reg::T1, offset_of!(Handlers, len) as i32), Reg::T0);
        self.set_word(mark, NIL);
    }
}
