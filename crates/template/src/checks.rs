//! Tests of what instructions take for granted and what is not known for certain: see
//! [`beamfile::Check`]. Where one is not passed, the interpreter goes on, which raises the
//! exception.

use crate::Translator;
use crate::asm::{Cond, Label, Mem, Reg};
use beamfile::{Instr, Need};
use term::word::*;

impl Translator<'_> {
    /// Makes the tests before an instruction; false if it is the interpreter's in any case.
    pub(crate) fn checked_before(&mut self, at: usize, i: &Instr) -> bool {
        let file = self.file;
        for check in file.code.checks_at(at) {
            if matches!(check.need, Need::Received | Need::Raised | Need::Blank) {
                self.leave_at(at);
                return false;
            }
            let out = self.leaving(at);
            let v = self.get(&i.args()[usize::from(check.operand)], Reg::T2);
            if check.need == Need::Cons {
                self.unless_tagged(v, TAG_LIST, Reg::T0, out);
            } else {
                self.unless_tagged(v, TAG_BOXED, Reg::T0, out);
                self.check_head(v, check.need, out);
            }
        }
        true
    }

    /// Goes elsewhere unless a boxed object is what is needed.
    fn check_head(&mut self, v: Reg, need: Need, out: Label) {
        let kinds: &[Kind] = match need {
            Need::TupleOf(n) => return self.unless_header(v, header(Kind::Tuple, n as usize), out),
            Need::Float => return self.unless_header(v, header(Kind::Float, 1), out),
            Need::Tuple(_) => &[Kind::Tuple],
            Need::Map => &[Kind::FlatMap, Kind::HashMap],
            Need::Context => &[Kind::MatchCtx],
            _ => &[Kind::HeapBin, Kind::RefcBin, Kind::SubBits, Kind::MatchCtx],
        };
        let right = self.asm.label();
        for kind in kinds {
            self.asm.cmp_byte(Mem(v, -(TAG_BOXED as i32)), header(*kind, 0) as u8);
            self.asm.branch(Cond::Equal, right);
        }
        self.asm.jump(out);
        self.asm.bind(right);
        if let Need::Tuple(n @ 1..) = need {
            self.element(Reg::T0, v, TAG_BOXED, 0);
            self.asm.cmp_imm(Reg::T0, header(Kind::Tuple, n as usize) as i32);
            self.asm.branch(Cond::Below, out);
        }
    }

    fn unless_header(&mut self, v: Reg, head: Word, out: Label) {
        self.element(Reg::T0, v, TAG_BOXED, 0);
        self.asm.cmp_imm(Reg::T0, head as i32);
        self.asm.branch(Cond::NotEqual, out);
    }
}
