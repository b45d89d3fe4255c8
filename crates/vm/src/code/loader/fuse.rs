//! Sequences of instructions that become one.

use super::super::emit::Operand;
use super::{Load, Loader, label, number};
use crate::code::ops::Op as I;
use beamfile::{Arg, Frame, Instr, Op};

/// The instruction that does the same for just these kinds of operands, sooner.
pub(super) fn specialised(op: I, ops: &[Operand]) -> I {
    use Operand::{Const, X};
    let small = term::word::is_small;
    match (op, ops) {
        (I::IsLt, [X(_), X(_)]) => I::IsLtXX,
        (I::IsLt, [X(_), Const(w)]) if small(*w) => I::IsLtXC,
        (I::IsLt, [Const(w), X(_)]) if small(*w) => I::IsLtCX,
        (I::IsGe, [X(_), X(_)]) => I::IsGeXX,
        (I::IsGe, [X(_), Const(w)]) if small(*w) => I::IsGeXC,
        (I::IsGe, [Const(w), X(_)]) if small(*w) => I::IsGeCX,
        (I::IsEqImm, [X(_), Const(_)]) => I::IsEqImmX,
        (I::IsNeImm, [X(_), Const(_)]) => I::IsNeImmX,
        (I::IsEqImm, _) if !matches!(ops[1], Const(_)) => I::IsEqExact,
        (I::IsNeImm, _) if !matches!(ops[1], Const(_)) => I::IsNeExact,
        (I::IsNil, [X(_)]) => I::IsNilX,
        (I::IsNonemptyList, [X(_)]) => I::IsNonemptyListX,
        (I::IsTuple, [X(_)]) => I::IsTupleX,
        (I::TestArity, [X(_)]) => I::TestArityX,
        (I::IsTaggedTuple, [X(_), Const(_)]) => I::IsTaggedTupleX,
        (I::GetList, [X(_), X(_), X(_)]) => I::GetListXXX,
        (I::PutList, [X(_), X(_), X(_)]) => I::PutListXXX,
        (I::Add, [X(_), Const(w), X(_)]) if small(*w) => I::AddXC,
        (I::Sub, [X(_), Const(w), X(_)]) if small(*w) => I::SubXC,
        (I::Add, [X(_), X(_), X(_)]) => I::AddXX,
        (I::Sub, [X(_), X(_), X(_)]) => I::SubXX,
        _ => op,
    }
}

fn x(arg: &Arg) -> Option<u64> {
    match *arg {
        Arg::X(x) | Arg::TypedX(x, _) => Some(u64::from(x)),
        _ => None,
    }
}

fn y(arg: &Arg) -> Option<u64> {
    match *arg {
        // As in operands: counted from the stack pointer.
        Arg::Y(y) | Arg::TypedY(y, _) => Some(0x4000 | (u64::from(y) + 2)),
        _ => None,
    }
}

/// Whether two operands are the same register, whatever is known of its type.
fn same(a: &Arg, b: &Arg) -> bool {
    (x(a).is_some() && x(a) == x(b)) || (y(a).is_some() && y(a) == y(b))
}

impl Loader<'_> {
    /// Emits one instruction for the first few of `instrs`, if there is one; gives how many it
    /// stands for. None of them but the first is a label, so nothing can jump between them.
    pub(super) fn fuse(&mut self, instrs: &[Instr]) -> Load<usize> {
        let [first, second, ..] = instrs else { return Ok(0) };
        let (a, b) = (first.args(), second.args());
        match (first.op, second.op) {
            (Op::Deallocate, Op::Return) => {
                self.e.emit(I::DeallocateReturn, number(&a[0]) + 2, 0, 0, &[]);
                Ok(2)
            }
            (Op::Move, Op::Return) if x(&a[1]) == Some(0) => {
                let src = self.operand(&a[0], first.op)?;
                self.put(I::MoveReturn, &[src], &[], None);
                Ok(2)
            }
            (Op::Move, Op::Deallocate)
                if x(&a[1]) == Some(0) && instrs.get(2).is_some_and(|i| i.op == Op::Return) =>
            {
                let ops = [self.operand(&a[0], first.op)?];
                self.e.reachable(&ops, 1);
                let src = self.e.bits(ops[0], self.e.here());
                self.e.emit(I::MoveDeallocateReturn, src, number(&b[0]) + 2, 0, &[]);
                Ok(3)
            }
            // The compiler has no such instruction, but loops through funs must not let the stack
            // grow.
            (Op::CallFun | Op::CallFun2, Op::Deallocate)
                if instrs.get(2).is_some_and(|i| i.op == Op::Return) =>
            {
                self.call_fun_last(first, number(&b[0]) + 2)?;
                Ok(3)
            }
            (Op::IsTuple, Op::TestArity) if same(&a[1], &b[1]) && label(&a[0]) == label(&b[0]) => {
                let src = self.operand(&a[1], first.op)?;
                self.put(I::IsTupleOfArity, &[src], &[number(&b[2])], Some((1, label(&a[0]))));
                Ok(2)
            }
            (Op::IsNonemptyList, Op::GetList) if same(&a[1], &b[0]) => {
                let (Some(src), Some(head), Some(tail)) = (x(&a[1]), x(&b[1]), x(&b[2])) else {
                    return Ok(0);
                };
                let at = self.e.emit(I::GetNonemptyListXXX, src, head, tail, &[0]);
                self.e.link(at + 1, at, label(&a[0]));
                Ok(2)
            }
            (Op::GetTupleElement, Op::GetTupleElement) if same(&a[0], &b[0]) => {
                Ok(self.two_elements(a, b))
            }
            (Op::Move, Op::Line)
                if x(&a[1]).is_some() && instrs.get(2).is_some_and(|i| i.op == Op::Call) =>
            {
                self.instruction(second, Frame::Unreached)?;
                self.move_call(first, &instrs[2])?;
                Ok(3)
            }
            (Op::Move, Op::Call | Op::CallOnly) if x(&a[1]).is_some() => {
                self.move_call(first, second)?;
                Ok(2)
            }
            (Op::Move, Op::Move) => self.two_moves(instrs),
            _ => Ok(0),
        }
    }

    /// A call of a fun that leaves the function, whose frame has `words`.
    fn call_fun_last(&mut self, call: &Instr, words: u64) -> Load<()> {
        let a = call.args();
        let (arity, fun) = match call.op {
            Op::CallFun2 => (number(&a[1]), self.operand(&a[2], call.op)?),
            _ => (number(&a[0]), Operand::X(number(&a[0]) as u16)),
        };
        self.e.reachable(&[fun], 1);
        let fun = self.e.bits(fun, self.e.here());
        self.e.emit(I::CallFunLast, arity, fun, words, &[]);
        Ok(())
    }

    /// Two elements of a tuple, for two `get_tuple_element` with these arguments.
    fn two_elements(&mut self, a: &[Arg], b: &[Arg]) -> usize {
        match (x(&a[0]), x(&a[2]), x(&b[2])) {
            (Some(src), Some(u), Some(v)) if u != src => {
                let elements = number(&a[1]) | number(&b[1]) << 32;
                self.e.emit(I::GetTupleElements2, src, u, v, &[elements]);
                2
            }
            _ => 0,
        }
    }

    fn move_call(&mut self, first: &Instr, second: &Instr) -> Load<()> {
        let (a, b) = (first.args(), second.args());
        let dst = x(&a[1]).unwrap_or(0);
        let ops = [self.operand(&a[0], first.op)?];
        self.e.reachable(&ops, 2);
        let src = self.e.bits(ops[0], self.e.here());
        let op = if second.op == Op::Call { I::MoveCall } else { I::MoveCallOnly };
        let at = self.e.emit(op, number(&b[0]), src, dst, &[0]);
        self.e.link_address(at + 1, label(&b[1]));
        Ok(())
    }

    fn two_moves(&mut self, instrs: &[Instr]) -> Load<usize> {
        let (a, b) = (instrs[0].args(), instrs[1].args());
        // Not the last before a call or a return: those have instructions of their own.
        let third = instrs.get(2).map(|i| i.op);
        if matches!(third, Some(Op::Call | Op::CallOnly | Op::Return | Op::Deallocate | Op::Line)) {
            return Ok(0);
        }
        let pair = |from: &dyn Fn(&Arg) -> Option<u64>, to: &dyn Fn(&Arg) -> Option<u64>| {
            Some([from(&a[0])?, to(&a[1])?, from(&b[0])?, to(&b[1])?])
        };
        let (op, p) = if let Some(p) = pair(&x, &y) {
            (I::Move2XY, p)
        } else if let Some(p) = pair(&y, &x) {
            (I::Move2YX, p)
        } else if let Some(p) = pair(&x, &x) {
            (I::Move2XX, p)
        } else {
            return Ok(0);
        };
        self.e.emit(op, p[0], p[1], p[2], &[p[3]]);
        Ok(2)
    }
}
