//! The template for each instruction: moves, jumps, frames and tests here, the others by area.

use crate::arith::Next;
use crate::asm::{Cond, Label, Mem, Reg};
use crate::operands::{known, label, list, need, number};
use crate::{Translator, y_offset};
use beamfile::{Arg, Instr, Op};
use native_abi::CONTROL_WORDS;
use term::Term;
use term::word::*;

/// Numbers up to so many in a choice are compared one by one; more are halved first.
const FEW: usize = 4;

impl Translator<'_> {
    /// Writes an instruction.
    // Formatted by hand: a table of the groups of instructions.
    #[rustfmt::skip]
    pub(crate) fn instruction(&mut self, at: usize, i: &Instr) {
        match i.op {
            Op::Label | Op::Line | Op::IntCodeEnd | Op::NifStart | Op::ExecutableLine
            | Op::DebugLine | Op::Fclearerror | Op::Fcheckerror | Op::OnLoad | Op::RecvMark
            | Op::RecvSet => {}
            Op::Move | Op::Swap | Op::Init | Op::InitYregs | Op::Jump => self.movement(i),
            Op::Return | Op::Deallocate | Op::Trim | Op::Allocate | Op::AllocateZero
            | Op::AllocateHeap | Op::AllocateHeapZero | Op::TestHeap => self.frame(at, i),
            Op::Call | Op::CallOnly | Op::CallLast | Op::CallExt | Op::CallExtOnly
            | Op::CallExtLast | Op::CallFun | Op::CallFun2 | Op::Apply | Op::ApplyLast =>
                self.call(at, i),
            Op::IsLt | Op::IsGe | Op::IsEq | Op::IsNe | Op::IsEqExact | Op::IsNeExact =>
                self.comparison(i),
            Op::IsInteger | Op::IsNumber | Op::IsFloat | Op::IsTuple | Op::IsFunction | Op::IsMap
            | Op::IsPid | Op::IsPort | Op::IsReference | Op::IsAtom | Op::IsBoolean | Op::IsNil
            | Op::IsNonemptyList | Op::IsList | Op::TestArity | Op::IsTaggedTuple
            | Op::IsFunction2 => self.test(at, i),
            Op::SelectVal | Op::SelectTupleArity => self.choice(at, i),
            Op::GetList | Op::GetHd | Op::GetTl | Op::GetTupleElement | Op::SetTupleElement
            | Op::PutList | Op::PutTuple2 | Op::UpdateRecord | Op::MakeFun3 => self.term(at, i),
            Op::Bif0 | Op::Bif1 | Op::Bif2 | Op::GcBif1 | Op::GcBif2 | Op::GcBif3 =>
                self.guard(at, i),
            Op::Fmove | Op::Fconv | Op::Fadd | Op::Fsub | Op::Fmul | Op::Fdiv =>
                self.float(at, i),
            Op::BsStartMatch3 | Op::BsStartMatch4 | Op::BsGetInteger2 | Op::BsSkipBits2
            | Op::BsTestTail2 | Op::BsTestUnit | Op::BsGetPosition | Op::BsSetPosition
            | Op::BsGetBinary2 | Op::BsGetUtf8 | Op::BsSkipUtf8 | Op::BsGetTail | Op::IsBinary
            | Op::IsBitstr | Op::BsMatchString => self.binary(at, i),
            Op::BsCreateBin => self.create(at, i),
            Op::Try | Op::Catch | Op::TryEnd | Op::CatchEnd | Op::TryCase => self.catching(at, i),
            Op::LoopRec | Op::LoopRecEnd | Op::RemoveMessage | Op::Send | Op::Wait
            | Op::WaitTimeout | Op::Timeout | Op::RecvMarkerReserve | Op::RecvMarkerBind
            | Op::RecvMarkerClear | Op::RecvMarkerUse => self.message(at, i),
            Op::GetMapElements | Op::HasMapFields => self.map_elements(at, i),
            Op::PutMapAssoc | Op::PutMapExact => self.map_put(at, i),
            // The interpreter raises the exception.
            Op::FuncInfo | Op::Badmatch | Op::IfEnd | Op::CaseEnd | Op::TryCaseEnd
            | Op::Badrecord | Op::Raise => self.leave_at(at),
            _ => self.step(at),
        }
    }

    /// Writes an instruction that sets registers, or a jump.
    fn movement(&mut self, i: &Instr) {
        let a = i.args();
        match i.op {
            Op::Move => self.copy(&a[0], &a[1]),
            Op::Swap => {
                self.load(Reg::T1, &a[0]);
                self.load(Reg::T2, &a[1]);
                self.set(&a[0], Reg::T2);
                self.set(&a[1], Reg::T1);
            }
            Op::Init => self.set_word(&a[0], NIL),
            Op::InitYregs => list(&a[0]).iter().for_each(|y| self.set_word(y, NIL)),
            _ => {
                let to = self.target(label(&a[0]));
                self.asm.jump(to);
            }
        }
    }

    /// Moves the stack pointer by so many words.
    pub(crate) fn move_stack(&mut self, words: i64) {
        self.asm.add_imm(Reg::E, 8 * words as i32);
    }

    /// Writes a change of the frame or the heap.
    fn frame(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        match i.op {
            Op::Return => self.asm.jump_by(Mem(Reg::E, 0)),
            Op::Deallocate => self.move_stack(number(&a[0]) as i64 + CONTROL_WORDS as i64),
            Op::Trim => {
                self.move_stack(number(&a[0]) as i64);
                self.clean();
            }
            Op::TestHeap => {
                let (full, join) = (self.asm.label(), self.asm.label());
                self.unless_room(need(&a[0]), full);
                self.aside(full, at, join);
                self.asm.bind(join);
            }
            _ => {
                let slots = number(&a[0]);
                let heap = matches!(i.op, Op::AllocateHeap | Op::AllocateHeapZero);
                let need = if heap { need(&a[1]) } else { 0 };
                let (full, join) = (self.asm.label(), self.asm.label());
                let words = slots as i32 + CONTROL_WORDS as i32;
                self.asm.address(Reg::T0, Mem(Reg::E, -8 * words));
                let top = match need {
                    0 => Reg::H,
                    _ => {
                        self.asm.address(Reg::T1, Mem(Reg::H, 8 * need as i32));
                        Reg::T1
                    }
                };
                self.asm.cmp(Reg::T0, top);
                self.asm.branch(Cond::Below, full);
                self.asm.mov(Reg::E, Reg::T0);
                self.clean();
                if matches!(i.op, Op::AllocateZero | Op::AllocateHeapZero) {
                    for y in 0..slots as u16 {
                        self.asm.store_imm(Mem(Reg::E, y_offset(y)), NIL);
                    }
                }
                self.aside(full, at, join);
                self.asm.bind(join);
            }
        }
    }

    /// Gives the frame control words that are terms: nobody has called from it yet.
    fn clean(&mut self) {
        for word in 0..CONTROL_WORDS as i32 {
            self.asm.store_imm(Mem(Reg::E, 8 * word), 0);
        }
    }

    /// Writes a comparison of two terms.
    fn comparison(&mut self, i: &Instr) {
        let a = i.args();
        let next = self.asm.label();
        let no = match label(&a[0]) {
            0 => next,
            to => self.target(to),
        };
        match i.op {
            Op::IsLt => self.compare_terms(&a[1], &a[2], Cond::Less, (next, no)),
            Op::IsGe => self.compare_terms(&a[1], &a[2], Cond::NotLess, (next, no)),
            Op::IsEq => self.compare_terms(&a[1], &a[2], Cond::Equal, (next, no)),
            Op::IsNe => self.compare_terms(&a[1], &a[2], Cond::NotEqual, (next, no)),
            Op::IsEqExact => self.exactly_equal((&a[1], &a[2]), (next, no), Next::Yes),
            _ => self.exactly_equal((&a[1], &a[2]), (no, next), Next::No),
        }
        self.asm.bind(next);
    }

    /// Writes a test of one value.
    fn test(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        match i.op {
            Op::IsInteger => self.immediate_or(i, (1, 0), &[Kind::PosBig, Kind::NegBig]),
            Op::IsNumber => {
                self.immediate_or(i, (1, 0), &[Kind::PosBig, Kind::NegBig, Kind::Float]);
            }
            Op::IsPid => self.immediate_or(i, (IMM_MASK, IMM_PID), &[Kind::ExtPid]),
            Op::IsPort => self.immediate_or(i, (IMM_MASK, IMM_PORT), &[Kind::ExtPort]),
            Op::IsFloat => self.kind_test(i, &[Kind::Float]),
            Op::IsTuple => self.kind_test(i, &[Kind::Tuple]),
            Op::IsFunction => self.kind_test(i, &[Kind::Fun, Kind::Export]),
            Op::IsMap => self.kind_test(i, &[Kind::FlatMap, Kind::HashMap]),
            Op::IsReference => self.kind_test(i, &[Kind::Ref, Kind::MagicRef, Kind::ExtRef]),
            Op::IsAtom => self.tag_test(i, IMM_MASK, IMM_ATOM),
            Op::IsNonemptyList => self.tag_test(i, TAG_MASK, TAG_LIST),
            Op::IsList => {
                let v = self.get(&a[1], Reg::T0);
                let next = self.asm.label();
                self.asm.cmp_imm(v, NIL as i32);
                self.asm.branch(Cond::Equal, next);
                self.tag_test(i, TAG_MASK, TAG_LIST);
                self.asm.bind(next);
            }
            Op::IsNil => {
                let v = self.get(&a[1], Reg::T0);
                self.asm.cmp_imm(v, NIL as i32);
                self.fail(Cond::NotEqual, &a[0]);
            }
            Op::IsBoolean => {
                let v = self.get(&a[1], Reg::T0);
                let next = self.asm.label();
                self.asm.cmp_imm(v, Term::TRUE.word() as i32);
                self.asm.branch(Cond::Equal, next);
                self.asm.cmp_imm(v, Term::FALSE.word() as i32);
                self.fail(Cond::NotEqual, &a[0]);
                self.asm.bind(next);
            }
            Op::TestArity => {
                let v = self.get(&a[1], Reg::T0);
                self.element(Reg::T1, v, TAG_BOXED, 0);
                self.asm.cmp_imm(Reg::T1, header(Kind::Tuple, number(&a[2]) as usize) as i32);
                self.fail(Cond::NotEqual, &a[0]);
            }
            Op::IsTaggedTuple => {
                let v = self.get(&a[1], Reg::T0);
                self.boxed_test(v, &a[0]);
                self.element(Reg::T1, v, TAG_BOXED, 0);
                self.asm.cmp_imm(Reg::T1, header(Kind::Tuple, number(&a[2]) as usize) as i32);
                self.fail(Cond::NotEqual, &a[0]);
                self.element(Reg::T1, v, TAG_BOXED, 1);
                self.compare(Reg::T1, &a[3], Reg::T2);
                self.fail(Cond::NotEqual, &a[0]);
            }
            _ => self.is_function(at, i),
        }
    }

    /// Goes on if a value has this tag under a mask.
    fn tag_test(&mut self, i: &Instr, mask: Word, tag: Word) {
        let a = i.args();
        self.load(Reg::T0, &a[1]);
        self.asm.and_imm(Reg::T0, mask as i32);
        self.asm.cmp_imm(Reg::T0, tag as i32);
        self.fail(Cond::NotEqual, &a[0]);
    }

    /// Goes on if a value is a pointer to a boxed object.
    fn boxed_test(&mut self, v: Reg, fail: &Arg) {
        self.asm.mov(Reg::T1, v);
        self.asm.and_imm(Reg::T1, TAG_MASK as i32);
        self.asm.cmp_imm(Reg::T1, TAG_BOXED as i32);
        self.fail(Cond::NotEqual, fail);
    }

    /// Goes on if a value is a boxed object of one of these kinds.
    fn kind_test(&mut self, i: &Instr, kinds: &[Kind]) {
        let a = i.args();
        let v = self.get(&a[1], Reg::T0);
        self.boxed_test(v, &a[0]);
        self.kinds(v, kinds, &a[0]);
    }

    /// Goes on if a boxed object is of one of these kinds.
    pub(crate) fn kinds(&mut self, v: Reg, kinds: &[Kind], fail: &Arg) {
        let Some((last, others)) = kinds.split_last() else { return };
        let next = self.asm.label();
        let at = Mem(v, -(TAG_BOXED as i32));
        for kind in others {
            self.asm.cmp_byte(at, header(*kind, 0) as u8);
            self.asm.branch(Cond::Equal, next);
        }
        self.asm.cmp_byte(at, header(*last, 0) as u8);
        self.fail(Cond::NotEqual, fail);
        self.asm.bind(next);
    }

    /// Goes on if a value has this tag under a mask, or is a boxed object of one of these kinds.
    fn immediate_or(&mut self, i: &Instr, (mask, tag): (Word, Word), kinds: &[Kind]) {
        let next = self.asm.label();
        let v = self.get(&i.args()[1], Reg::T0);
        self.asm.mov(Reg::T1, v);
        self.asm.and_imm(Reg::T1, mask as i32);
        self.asm.cmp_imm(Reg::T1, tag as i32);
        self.asm.branch(Cond::Equal, next);
        self.kind_test(i, kinds);
        self.asm.bind(next);
    }

    /// Writes a jump by a value, or by the size of a tuple.
    fn choice(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let cases = list(&a[2]).chunks(2);
        let fail = self.target(label(&a[1]));
        if i.op == Op::SelectTupleArity {
            let v = self.get(&a[0], Reg::T1);
            self.unless_tagged(v, TAG_BOXED, Reg::T0, fail);
            self.element(Reg::T0, v, TAG_BOXED, 0);
            let word = |n: &Arg| header(Kind::Tuple, number(n) as usize) as i64;
            let numbers = cases.map(|c| (word(&c[0]), label(&c[1]))).collect();
            return self.numbers(Reg::T0, numbers, fail);
        }
        if cases.clone().any(|c| !matches!(c[0], Arg::Atom(_)) && known(&c[0]).is_none()) {
            return self.step(at);
        }
        let v = self.get(&a[0], Reg::T1);
        let mut numbers = Vec::new();
        for case in cases {
            match known(&case[0]) {
                Some(word) => numbers.push((word as i64, label(&case[1]))),
                None => {
                    self.compare(v, &case[0], Reg::T2);
                    let to = self.target(label(&case[1]));
                    self.asm.branch(Cond::Equal, to);
                }
            }
        }
        self.numbers(v, numbers, fail);
    }

    /// Goes to the label of the first of these words that a register is, or to `fail`.
    fn numbers(&mut self, v: Reg, mut cases: Vec<(i64, u32)>, fail: Label) {
        // The first of several that are equal counts.
        cases.sort_by_key(|case| case.0);
        cases.dedup_by_key(|case| case.0);
        self.halves(v, &cases, fail);
    }

    fn halves(&mut self, v: Reg, cases: &[(i64, u32)], fail: Label) {
        if cases.len() <= FEW {
            for &(word, to) in cases {
                self.compare_word(v, word);
                let to = self.target(to);
                self.asm.branch(Cond::Equal, to);
            }
            return self.asm.jump(fail);
        }
        let (low, high) = cases.split_at(cases.len() / 2);
        let upper = self.asm.label();
        self.compare_word(v, high[0].0);
        self.asm.branch(Cond::NotLess, upper);
        self.halves(v, low, fail);
        self.asm.bind(upper);
        self.halves(v, high, fail);
    }

    fn compare_word(&mut self, v: Reg, word: i64) {
        match i32::try_from(word) {
            Ok(n) => self.asm.cmp_imm(v, n),
            Err(_) => {
                self.asm.imm(Reg::T2, word as u64);
                self.asm.cmp(v, Reg::T2);
            }
        }
    }
}
