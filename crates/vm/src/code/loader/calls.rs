//! Calls: of functions, of funs and of built-ins.

use super::super::emit::Operand;
use super::super::stubs;
use super::{Load, Loader};
use crate::bif;
use crate::code::ops::Op as I;
use beamfile::{Arg, Instr, Op};
use term::{Export, Mfa, Term, am};

impl Loader<'_> {
    /// A call of the built-in that is this import, whose result goes to `dst`.
    pub(super) fn bif(
        &mut self,
        i: &Instr,
        fail: u32,
        import: u64,
        src: &[Arg],
        dst: &Arg,
    ) -> Load<()> {
        let mfa = self.mfa(import);
        let dst = self.operand(dst, i.op)?;
        let mut ops = self.operands(src, i.op)?;
        if let Some(op) = own_instruction(mfa) {
            if mfa.arity == 1 && op == I::Add {
                ops.push(Operand::Const(Term::small(0).word()));
            }
            let filler = Operand::X(0);
            let abc = [
                ops.first().copied().unwrap_or(filler),
                ops.get(1).copied().unwrap_or(filler),
                dst,
            ];
            let more: &[u64] = if op == I::SelfPid { &[] } else { &[0] };
            let link = (op != I::SelfPid).then_some((1, fail));
            self.put(op, &abc, more, link);
            return Ok(());
        }
        let f = self.guard_built_in(i, mfa)?;
        let filler = Operand::X(0);
        let first = ops.first().copied().unwrap_or(filler);
        let second = ops.get(1).copied().unwrap_or(filler);
        match ops.len() {
            0 => self.put(I::Bif0, &[filler, filler, dst], &[f], None),
            1 => self.put(I::Bif1, &[first, filler, dst], &[f, 0], Some((2, fail))),
            2 => self.put(I::Bif2, &[first, second, dst], &[f, 0], Some((2, fail))),
            _ => {
                let all = [first, second, ops[2], dst];
                self.e.reachable(&all, I::Bif3.length());
                let at = self.e.here();
                let [a, b, third, d] = all.map(|o| self.e.bits(o, at));
                self.e.emit(I::Bif3, a, b, d, &[f, third, 0]);
                self.e.link(at + 2, at, fail);
            }
        }
        Ok(())
    }

    /// A call of a function of any module. `frame` is None for an ordinary call, for a tail call
    /// the words of the frame that goes.
    pub(super) fn call_ext(&mut self, arity: u64, import: u64, frame: Option<u64>) {
        let mfa = self.mfa(import);
        if mfa.module == am::ERLANG && stubs::special(mfa).is_some() {
            let words = match frame {
                None => 0,
                Some(0) => 1,
                Some(n) => n,
            };
            match (mfa.function.name(), mfa.arity) {
                ("apply", 3) => self.e.emit(I::ApplyList, 0, words, 0, &[]),
                ("apply", 2) => self.e.emit(I::ApplyFunList, 0, words, 0, &[]),
                _ => self.e.emit(I::Hibernate, 0, 0, 0, &[]),
            };
            return;
        }
        // A shortcut stands in front of the function's code.
        if let Some(bif) = bif::find(mfa).filter(|b| !b.is_shortcut()) {
            let f = std::ptr::from_ref(bif) as u64;
            match frame {
                None => self.e.emit(I::CallBif, arity, 0, 0, &[f]),
                Some(0) => self.e.emit(I::CallBifOnly, arity, 0, 0, &[f]),
                Some(n) => self.e.emit(I::CallBifLast, arity, n, 0, &[f]),
            };
            return;
        }
        let export = std::ptr::from_ref(Export::get(mfa)) as u64;
        match frame {
            None => self.e.emit(I::CallExt, arity, 0, 0, &[export]),
            Some(0) => self.e.emit(I::CallExtOnly, arity, 0, 0, &[export]),
            Some(n) => self.e.emit(I::CallExtLast, arity, n, 0, &[export]),
        };
    }

    /// A call of a function of the module.
    pub(super) fn call(&mut self, op: I, arity: u64, frame: u64, target: u32) {
        let at = self.e.emit(op, arity, frame, 0, &[0]);
        self.e.link_address(at + 1, target);
    }

    /// A call of a fun that is in an operand.
    pub(super) fn call_fun(&mut self, arity: u64, fun: &Arg, op: Op) -> Load<()> {
        let ops = [self.operand(fun, op)?];
        self.e.reachable(&ops, 1);
        let bits = self.e.bits(ops[0], self.e.here());
        self.numbers(I::CallFun, [arity, bits], &[]);
        Ok(())
    }
}

/// The instruction that does what a built-in does, if there is one for it alone.
fn own_instruction(mfa: Mfa) -> Option<I> {
    if mfa.module != am::ERLANG {
        return None;
    }
    Some(match (mfa.function.name(), mfa.arity) {
        // Of one argument it adds 0.
        ("+", 1 | 2) => I::Add,
        ("-", 2) => I::Sub,
        ("*", 2) => I::Mul,
        ("div", 2) => I::IntDiv,
        ("rem", 2) => I::Rem,
        ("band", 2) => I::Band,
        ("bor", 2) => I::Bor,
        ("bxor", 2) => I::Bxor,
        ("bsl", 2) => I::Bsl,
        ("bsr", 2) => I::Bsr,
        ("element", 2) => I::Element,
        ("hd", 1) => I::Hd,
        ("tl", 1) => I::Tl,
        ("tuple_size", 1) => I::TupleSize,
        ("self", 0) => I::SelfPid,
        _ => return None,
    })
}
