//! Calls: of functions of the module, of others, of funs, and of what is built in.

use crate::asm::{Cond, Label, Mem, PASSED, Reg};
use crate::operands::{Give, known, label, number};
use crate::routines::field;
use crate::{Cold, Translator, x_offset};
use beamfile::{Arg, Instr, Op};
use native_abi::built_in::is_built_in;
use native_abi::image::Slot;
use native_abi::{CONTROL_WORDS, ENTER, Registers};
use std::mem::offset_of;
use term::Export;
use term::code::FunEntry;
use term::word::*;

/// Funs with at most so many free variables are called without asking the emulator.
const FREE_VARIABLES: u64 = 3;

/// Where `EnterNative` has the address that it enters.
const ENTERED: i32 = 8;

/// The frame of a call that is the last thing: so many slots, or none.
#[derive(Clone, Copy)]
enum Last {
    /// The call returns behind the instruction.
    No,
    /// It does not, and there is a frame of so many slots.
    Frame(u64),
    /// It does not, and there is no frame.
    NoFrame,
}

impl Translator<'_> {
    /// Writes a call.
    pub(crate) fn call(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        match i.op {
            Op::Call | Op::CallOnly | Op::CallLast => {
                let Some(&function) = self.by_label.get(&label(&a[1])) else {
                    return self.leave_at(at);
                };
                match i.op {
                    Op::Call => self.leave_frame(at, Last::No),
                    Op::CallLast => self.leave_frame(at, Last::Frame(number(&a[2]))),
                    _ => {}
                }
                let entry = self.entries[function as usize];
                self.asm.jump(entry);
            }
            Op::CallExt | Op::CallExtOnly | Op::CallExtLast => self.call_ext(at, i),
            Op::CallFun | Op::CallFun2 => self.call_fun(at, i),
            _ => self.apply(at, i),
        }
    }

    /// Before a call: notes where it returns to, or gives up the frame.
    fn leave_frame(&mut self, at: usize, last: Last) {
        match last {
            Last::No => {
                let back = self.return_at(at + 1);
                self.asm.address_of(Reg::T2, back);
                self.asm.store(Mem(Reg::E, 0), Reg::T2);
                self.asm.slot(Reg::T2, Slot::Pc(at as u32 + 1));
                self.asm.store(Mem(Reg::E, 8), Reg::T2);
            }
            Last::Frame(slots) => self.move_stack(slots as i64 + CONTROL_WORDS as i64),
            Last::NoFrame => {}
        }
    }

    /// Calls what the code in T0 stands for: machine code if that enters it.
    fn call_code(&mut self, arity: u64) {
        let out = self.asm.label();
        self.asm.cmp_quarter(Mem(Reg::T0, 0), ENTER as u16);
        self.asm.branch(Cond::NotEqual, out);
        self.asm.jump_by(Mem(Reg::T0, ENTERED));
        self.cold.push(Cold::CallOut(out, arity));
    }

    fn call_ext(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let import = number(&a[1]) as u32;
        let last = match i.op {
            Op::CallExt => Last::No,
            Op::CallExtLast => Last::Frame(number(&a[2])),
            _ => Last::NoFrame,
        };
        let called = self.file.imports[import as usize];
        let names = (self.file.atom(called.module), self.file.atom(called.function));
        if is_built_in(names.0, names.1, called.arity) {
            self.asm.slot(Reg::T0, Slot::Pc(at as u32));
            let built_in = self.routines.built_in;
            self.asm.call(built_in);
            if let Last::Frame(_) = last {
                self.leave_frame(at, last);
            }
            if i.op != Op::CallExt {
                self.asm.jump_by(Mem(Reg::E, 0));
            }
            return;
        }
        if names == ("erlang", "apply") && i.op != Op::CallExt {
            // The caller has to be in the stack trace if there is nothing to call.
            return self.leave_at(at);
        }
        self.leave_frame(at, last);
        self.asm.slot(Reg::T0, Slot::Import(import));
        self.asm.load(Reg::T0, Mem(Reg::T0, offset_of!(Export, code) as i32));
        self.call_code(number(&a[0]));
    }

    /// Calls a function whose module and name stand behind the arguments.
    fn apply(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let arity = number(&a[0]);
        let [module, function] = [0, 1].map(|n| Arg::X((arity + n) as u16));
        self.ask(
            offset_of!(Registers, apply),
            &[
                Give::Reg(Reg::R),
                Give::Source(&module),
                Give::Source(&function),
                Give::Number(arity),
            ],
        );
        let none = self.leaving(at);
        self.asm.cmp_imm(Reg::T0, 0);
        self.asm.branch(Cond::Equal, none);
        let last = match i.op {
            Op::ApplyLast => Last::Frame(number(&a[1])),
            _ => Last::No,
        };
        self.leave_frame(at, last);
        self.call_code(arity);
    }

    fn call_fun(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let (arity, fun) = match i.op {
            Op::CallFun => (number(&a[0]), Arg::X(number(&a[0]) as u16)),
            _ => (number(&a[1]), a[2].clone()),
        };
        let last = self.last_call(at).map_or(Last::No, Last::Frame);
        self.load(Reg::T3, &fun);
        let slow = self.asm.label();
        self.call_native_fun(at, arity, last, slow);
        self.asm.bind(slow);
        // Its free variables come to lie behind the arguments, in memory.
        self.spill();
        self.ask(
            offset_of!(Registers, fun),
            &[Give::Reg(Reg::R), Give::Reg(Reg::T3), Give::Number(arity)],
        );
        let none = self.leaving(at);
        self.asm.cmp_imm(Reg::T0, 0);
        self.asm.branch(Cond::Equal, none);
        self.leave_frame(at, last);
        self.reload();
        let out = self.asm.label();
        self.asm.load(Reg::T1, field(offset_of!(Registers, arity)));
        self.asm.cmp_quarter(Mem(Reg::T0, 0), ENTER as u16);
        self.asm.branch(Cond::NotEqual, out);
        self.asm.jump_by(Mem(Reg::T0, ENTERED));
        self.asm.bind(out);
        let call_out = self.routines.call_out;
        self.asm.jump(call_out);
    }

    /// The slots of the frame if a fun is called last there: the compiler has no instruction for
    /// that.
    fn last_call(&self, at: usize) -> Option<u64> {
        match &self.file.code.instrs[at + 1..] {
            [d, r, ..] if d.op == Op::Deallocate && r.op == Op::Return => {
                Some(number(&d.args()[0]))
            }
            _ => None,
        }
    }

    /// Calls the fun in T3 if it has few free variables and its code is native; else goes to
    /// `slow`.
    fn call_native_fun(&mut self, at: usize, arity: u64, last: Last, slow: Label) {
        self.unless_tagged(Reg::T3, TAG_BOXED, Reg::T0, slow);
        self.element(Reg::T4, Reg::T3, TAG_BOXED, 0);
        self.asm.cmp_byte(Mem(Reg::T3, -(TAG_BOXED as i32)), header(Kind::Fun, 0) as u8);
        self.asm.branch(Cond::NotEqual, slow);
        let most = header(Kind::Fun, 2 + FREE_VARIABLES as usize);
        self.asm.cmp_imm(Reg::T4, most as i32);
        self.asm.branch(Cond::Above, slow);
        self.element(Reg::T1, Reg::T3, TAG_BOXED, 1);
        self.asm.cmp_byte(Mem(Reg::T1, FunEntry::ARITY as i32), arity as u8);
        self.asm.branch(Cond::NotEqual, slow);
        self.asm.load(Reg::T1, Mem(Reg::T1, FunEntry::CODE as i32));
        self.asm.cmp_quarter(Mem(Reg::T1, 0), ENTER as u16);
        self.asm.branch(Cond::NotEqual, slow);
        self.asm.load(Reg::T1, Mem(Reg::T1, ENTERED));
        let go = self.asm.label();
        for free in 0..FREE_VARIABLES {
            self.asm.cmp_imm(Reg::T4, header(Kind::Fun, 2 + free as usize) as i32);
            self.asm.branch(Cond::Equal, go);
            self.element(Reg::T0, Reg::T3, TAG_BOXED, 3 + free);
            match PASSED.get((arity + free) as usize) {
                Some(reg) => self.asm.mov(*reg, Reg::T0),
                None => self.asm.store(Mem(Reg::R, x_offset((arity + free) as u16)), Reg::T0),
            }
        }
        self.asm.bind(go);
        self.leave_frame(at, last);
        self.asm.jump_to(Reg::T1);
    }

    /// Writes a test for a fun of some arity. The interpreter tests everything that is no usual
    /// fun.
    pub(crate) fn is_function(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let Some(arity) = known(&a[2]).map(|w| w >> 1).filter(|&n| n < 256) else {
            return self.step(at);
        };
        let (slow, join) = (self.asm.label(), self.asm.label());
        let v = self.get(&a[1], Reg::T1);
        self.unless_tagged(v, TAG_BOXED, Reg::T0, slow);
        self.asm.cmp_byte(Mem(v, -(TAG_BOXED as i32)), header(Kind::Fun, 0) as u8);
        self.asm.branch(Cond::NotEqual, slow);
        self.element(Reg::T0, v, TAG_BOXED, 1);
        self.asm.cmp_byte(Mem(Reg::T0, FunEntry::ARITY as i32), arity as u8);
        self.fail(Cond::NotEqual, &a[0]);
        self.aside(slow, at, join);
        self.asm.bind(join);
    }
}
