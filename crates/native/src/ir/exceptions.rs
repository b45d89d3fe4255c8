//! Catches: opened, closed and entered in native code. Raising is the emulator's.

use crate::flow;
use crate::ir::Body;
use beamfile::{Arg, Instr, Op};
use native_abi::image::Slot;
use native_abi::{Handler, Handlers, Registers};
use std::mem::offset_of;
use term::word::*;

impl Body<'_> {
    /// Writes an instruction that opens or closes a catch.
    pub(crate) fn catching(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        match i.op {
            Op::Try | Op::Catch => self.open(i),
            Op::TryEnd => self.close(&a[0]),
            Op::CatchEnd => {
                let v = self.source(&Arg::X(0));
                let raised = self.is(&v, NON_VALUE);
                self.unless(&raised, at, |b| b.close(&a[0]));
            }
            _ => {
                self.close(&a[0]);
                for x in 0..3 {
                    let v = self.source(&Arg::X(x + 1));
                    self.set(&Arg::X(x), &v);
                }
            }
        }
    }

    fn handlers(&mut self, offset: usize) -> (String, String) {
        let all = self.get_field(offset_of!(Registers, handlers), "ptr");
        let p = self.value(&format!("getelementptr i8, ptr {all}, i64 {offset}"));
        let v = self.value(&format!("load i64, ptr {p}, align 8"));
        (p, v)
    }

    fn open(&mut self, i: &Instr) {
        let Some(to) = flow::handler(self.file, i) else { return self.line("unreachable") };
        let (place, n) = self.handlers(offset_of!(Handlers, len));
        let (_, room) = self.handlers(offset_of!(Handlers, capacity));
        let full = self.value(&format!("icmp eq i64 {n}, {room}"));
        let (more, on) = (self.name(), self.name());
        self.branch(&full, &more, &on, Some(false));
        self.begin(&more);
        let f = self.get_field(offset_of!(Registers, more_handlers), "ptr");
        // A function without a result would have to keep rax.
        self.value(&format!("call preserve_mostcc i64 {f}(ptr %r) #1"));
        self.line(&format!("br label %{on}"));
        self.begin(&on);
        let (_, all) = self.handlers(offset_of!(Handlers, at));
        let all = self.value(&format!("inttoptr i64 {all} to ptr"));
        let offset = self.value(&format!("mul i64 {n}, {}", size_of::<Handler>()));
        let new = self.value(&format!("getelementptr i8, ptr {all}, i64 {offset}"));
        let end = self.get_field(offset_of!(Registers, stack_end), "ptr");
        let end = self.value(&format!("load i64, ptr {end}, align 8"));
        let e = self.value("load ptr, ptr %E");
        let e = self.value(&format!("ptrtoint ptr {e} to i64"));
        let bytes = self.value(&format!("sub i64 {end}, {e}"));
        let depth = self.value(&format!("lshr i64 {bytes}, 3"));
        let pc = self.constant(Slot::Pc(to as u32));
        let native = format!("ptrtoint (ptr @r{to} to i64)");
        for (offset, v) in [
            (offset_of!(Handler, pc), pc),
            (offset_of!(Handler, native), native),
            (offset_of!(Handler, depth), depth),
        ] {
            let p = self.value(&format!("getelementptr i8, ptr {new}, i64 {offset}"));
            self.line(&format!("store i64 {v}, ptr {p}, align 8"));
        }
        let after = self.value(&format!("add i64 {n}, 1"));
        self.line(&format!("store i64 {after}, ptr {place}, align 8"));
        let mark = self.value(&format!("shl i64 {n}, {IMM_SHIFT}"));
        let mark = self.value(&format!("or disjoint i64 {mark}, {IMM_CATCH}"));
        self.set(&i.args()[0], &mark);
    }

    /// Closes the catch whose mark is in a register, and those inside it.
    fn close(&mut self, mark: &Arg) {
        let v = self.source(mark);
        let n = self.value(&format!("lshr i64 {v}, {IMM_SHIFT}"));
        let (place, _) = self.handlers(offset_of!(Handlers, len));
        self.line(&format!("store i64 {n}, ptr {place}, align 8"));
        self.set(mark, &NIL.to_string());
    }
}
