//! Messages: received here while the mailbox has any, and sent to those who can be sent to at once.

use crate::Translator;
use crate::asm::{Cond, Reg};
use crate::operands::{Give, label};
use crate::routines::field;
use beamfile::{Arg, Instr, Op};
use native_abi::image::Slot;
use native_abi::{NOT_FOUND, NOTHING, Registers, TO_COLLECT, exit, marker};
use std::mem::offset_of;
use term::Term;

impl Translator<'_> {
    /// Writes an instruction that receives or sends.
    pub(crate) fn message(&mut self, at: usize, i: &Instr) {
        match i.op {
            Op::RecvMarkerReserve => {
                self.marker(marker::RESERVE, &[]);
                self.set(&i.args()[0], Reg::T0);
            }
            Op::RecvMarkerBind => self.marker(marker::BIND, i.args()),
            Op::RecvMarkerClear => self.marker(marker::CLEAR, i.args()),
            Op::RecvMarkerUse => self.marker(marker::USE, i.args()),
            Op::LoopRec => self.first_message(at, i),
            Op::LoopRecEnd => self.next_message(at, i),
            Op::Wait => self.wait_at(label(&i.args()[0])),
            Op::WaitTimeout => self.wait_timeout(at, i),
            Op::Timeout => {
                let (told, join) = (self.asm.label(), self.asm.label());
                self.ask(offset_of!(Registers, end_wait), &[Give::Reg(Reg::R)]);
                self.asm.cmp_imm(Reg::T0, NOT_FOUND as i32);
                self.asm.branch(Cond::Equal, told);
                self.aside(told, at, join);
                self.asm.bind(join);
            }
            Op::RemoveMessage => self.remove_message(),
            _ => self.send(at),
        }
    }

    /// Does something with a receive marker.
    fn marker(&mut self, what: u64, of: &[Arg]) {
        let mut gives = vec![Give::Reg(Reg::R), Give::Number(what)];
        gives.extend(of.iter().map(Give::Source));
        gives.resize(4, Give::Number(Term::NIL.word()));
        self.ask(offset_of!(Registers, marker), &gives);
    }

    /// The message that is looked at first, or where waiting begins.
    fn first_message(&mut self, at: usize, i: &Instr) {
        let found = self.asm.label();
        self.ask(offset_of!(Registers, message), &[Give::Reg(Reg::R)]);
        self.asm.cmp_imm(Reg::T0, NOT_FOUND as i32);
        self.asm.branch(Cond::NotEqual, found);
        // None is left: signals are heeded.
        self.hand_over();
        self.asm.slot(Reg::X4, Slot::Pc(at as u32));
        self.asm.call_by(field(offset_of!(Registers, arrived)));
        let on = self.asm.label();
        self.asm.cmp_imm(Reg::T0, NOT_FOUND as i32);
        self.asm.branch(Cond::NotEqual, on);
        self.asm.ret();
        self.asm.bind(on);
        self.back();
        self.asm.cmp_imm(Reg::T0, NOTHING as i32);
        self.fail(Cond::Equal, &i.args()[0]);
        self.asm.bind(found);
        self.asm.mov(Reg::X0, Reg::T0);
    }

    /// Goes on with the next message.
    fn next_message(&mut self, at: usize, i: &Instr) {
        let to = label(&i.args()[0]);
        let again = self.target(to);
        let over = self.asm.label();
        self.asm.address(Reg::T1, crate::asm::Mem(Reg::N, -1));
        self.asm.cmp_imm(Reg::T1, 1);
        self.asm.branch(Cond::Less, over);
        self.asm.mov(Reg::N, Reg::T1);
        self.ask(offset_of!(Registers, next_message), &[Give::Reg(Reg::R)]);
        self.asm.jump(again);
        // The slice is over: the interpreter sees to that, and code goes on here afterwards.
        self.asm.bind(over);
        self.resume_at(to);
        self.step(at);
    }

    /// Notes where machine code goes on in the next slice.
    fn resume_at(&mut self, to: u32) {
        let at = self.at(to);
        let resume = self.return_at(at);
        self.asm.address_of(Reg::T0, resume);
        self.asm.store(field(offset_of!(Registers, resume)), Reg::T0);
    }

    /// Leaves machine code until a message comes; then it goes on at a label.
    fn wait_at(&mut self, to: u32) {
        self.resume_at(to);
        self.save();
        self.asm.slot(Reg::T0, Slot::Pc(self.at(to) as u32));
        self.asm.store(field(offset_of!(Registers, pc)), Reg::T0);
        self.asm.store_imm(field(offset_of!(Registers, exit)), exit::WAIT);
        self.asm.ret();
    }

    fn wait_timeout(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let to = label(&a[0]);
        let from = self.at(to);
        let labels = self.file.code.instrs[from..].iter().take_while(|i| i.op == Op::Label);
        let only_waits = from + labels.count() == at;
        let gives = [Give::Reg(Reg::R), Give::Source(&a[1]), Give::Number(u64::from(only_waits))];
        self.ask(offset_of!(Registers, begin_wait), &gives);
        let (bad, over) = (self.asm.label(), self.asm.label());
        self.asm.cmp_imm(Reg::T0, NOT_FOUND as i32);
        self.asm.branch(Cond::Equal, bad);
        self.asm.cmp_imm(Reg::T0, 1);
        self.asm.branch(Cond::NotEqual, over);
        self.wait_at(to);
        self.aside(bad, at, over);
        self.asm.bind(over);
    }

    fn remove_message(&mut self) {
        self.make(offset_of!(Registers, take_message), &[]);
        // If it is time to collect, then where the live registers are known.
        let on = self.asm.label();
        self.asm.cmp_imm(Reg::T0, 1);
        self.asm.branch(Cond::NotEqual, on);
        self.asm.cmp_imm(Reg::N, 0);
        self.asm.branch(Cond::NotGreater, on);
        self.asm.add_imm(Reg::N, -(TO_COLLECT as i32));
        self.asm.bind(on);
    }

    fn send(&mut self, at: usize) {
        let (slow, join) = (self.asm.label(), self.asm.label());
        self.asm.address(Reg::T0, crate::asm::Mem(Reg::N, -1));
        self.asm.store(field(offset_of!(Registers, reductions)), Reg::T0);
        let (to, message) = (Arg::X(0), Arg::X(1));
        self.make(offset_of!(Registers, send), &[Give::Source(&to), Give::Source(&message)]);
        self.asm.cmp_imm(Reg::T0, NOT_FOUND as i32);
        self.asm.branch(Cond::Equal, slow);
        self.asm.load(Reg::N, field(offset_of!(Registers, reductions)));
        self.asm.mov(Reg::X0, Reg::X1);
        self.aside(slow, at, join);
        self.asm.bind(join);
    }
}
