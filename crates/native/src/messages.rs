//! Messages: received here while the mailbox has any, and sent to those who can be sent to at once.

use crate::ir::Body;
use beamfile::{Arg, Instr, Op};
use native_abi::{NOT_FOUND, Registers};
use std::mem::offset_of;

impl Body<'_> {
    /// Writes an instruction that receives or sends.
    pub(crate) fn message(&mut self, at: usize, i: &Instr) {
        let x0 = Arg::X(0);
        match i.op {
            // The interpreter looks for signals, and goes to where waiting begins.
            Op::LoopRec => {
                let f = self.get_field(offset_of!(Registers, message), "ptr");
                let v = self.value(&format!("call preserve_mostcc i64 {f}(ptr %r) #0"));
                self.keep(at, &v, &x0);
            }
            Op::LoopRecEnd => {
                let (counted, over) = self.counted();
                let (slow, on, join) = (self.name(), self.name(), self.name());
                self.branch(&over, &slow, &on, Some(false));
                self.begin(&on);
                let f = self.get_field(offset_of!(Registers, next_message), "ptr");
                // It gives something, so that its register is not taken for one that is kept.
                self.value(&format!("call preserve_mostcc i64 {f}(ptr %r) #0"));
                self.line(&format!("store i64 {counted}, ptr %N"));
                let Arg::F(label) = i.args()[0] else { return self.line("unreachable") };
                let to = self.block_of_label(label);
                self.line(&format!("br label %{to}"));
                self.aside(&slow, &join, at);
                self.ended = true;
            }
            Op::RemoveMessage => {
                let collect = self.make(offset_of!(Registers, take_message), &[]);
                // If it is time to collect, then where the live registers are known.
                let n = self.value("load i64, ptr %N");
                let wanted = self.is(&collect, 1);
                let n = self.value(&format!("select i1 {wanted}, i64 0, i64 {n}"));
                self.line(&format!("store i64 {n}, ptr %N"));
            }
            _ => {
                let (to, message) = (self.source(&x0), self.source(&Arg::X(1)));
                let n = self.value("load i64, ptr %N");
                let counted = self.value(&format!("sub nsw i64 {n}, 1"));
                self.set_field(offset_of!(Registers, reductions), "i64", &counted);
                let sent = self.make(offset_of!(Registers, send), &[&to, &message]);
                let not = self.is(&sent, NOT_FOUND);
                self.unless(&not, at, |b| {
                    let n = b.get_field(offset_of!(Registers, reductions), "i64");
                    b.line(&format!("store i64 {n}, ptr %N"));
                    b.set(&x0, &message);
                });
            }
        }
    }
}
