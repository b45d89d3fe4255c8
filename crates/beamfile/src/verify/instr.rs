//! The demands of each instruction, and the knowledge behind it.

use super::bifs::{Bif, Special};
use super::kinds::Ty;
use super::state::{Looking, Node, Open};
use super::{Check, Need, Result_, Verifier};
use crate::model::{AllocKind, Arg, Instr};
use crate::op::{Kind, Op};

/// Words that functions ask for beyond what their instructions can use, at most.
const SPARE_WORDS: u64 = 4096;
/// Elements of a tuple, at most.
const MAX_TUPLE: u64 = (1 << 24) - 1;

pub(super) fn number(arg: &Arg) -> u64 {
    match arg {
        Arg::U(n) => *n,
        _ => 0,
    }
}

pub(super) fn list(arg: &Arg) -> &[Arg] {
    match arg {
        Arg::List(list) => list,
        _ => &[],
    }
}

/// The words of an allocation.
fn need(arg: &Arg) -> u64 {
    let Arg::Alloc(kinds) = arg else { return number(arg) };
    let words = |kind| match kind {
        AllocKind::Words => 1,
        AllocKind::Floats => 2,
        AllocKind::Funs => 3,
    };
    kinds.iter().map(|&(kind, n)| u64::from(n) * words(kind)).sum()
}

/// The words that an instruction takes from what is reserved.
fn words(instr: &Instr) -> u64 {
    let a = instr.args();
    match instr.op {
        Op::PutList => 2,
        Op::PutTuple2 => 1 + list(&a[1]).len() as u64,
        Op::UpdateRecord => 1 + number(&a[1]),
        Op::MakeFun3 => 3 + list(&a[2]).len() as u64,
        Op::Fmove if matches!(a[0], Arg::Fr(_)) => 2,
        _ => 0,
    }
}

pub(super) fn same(a: &Arg, b: &Arg) -> bool {
    let register = |arg: &Arg| match *arg {
        Arg::X(x) | Arg::TypedX(x, _) => Some((false, x)),
        Arg::Y(y) | Arg::TypedY(y, _) => Some((true, y)),
        _ => None,
    };
    register(a).is_some() && register(a) == register(b)
}

impl Verifier<'_> {
    /// Checks what an instruction demands, and notes what is known behind it.
    // Formatted by hand: a table of the groups of instructions.
    #[rustfmt::skip]
    pub(super) fn instruction(&mut self, instr: &Instr) -> Result_<()> {
        let a = instr.args();
        match instr.op {
            Op::Label | Op::Line | Op::NifStart | Op::ExecutableLine | Op::DebugLine
            | Op::Fclearerror | Op::Fcheckerror | Op::RecvMark | Op::RecvSet => {}
            Op::OnLoad if self.function.arity != 0 => {
                return Err("a function that is called on loading has arguments".into());
            }
            Op::OnLoad => {}
            Op::IntCodeEnd => return Err("the code goes on behind the function".into()),
            Op::FuncInfo => return Err("the code goes on into a function".into()),

            Op::Move => {
                let ty = self.term(&a[0])?;
                self.set(&a[1], ty)?;
            }
            Op::Swap => {
                let (u, v) = (self.term(&a[0])?, self.term(&a[1])?);
                self.set(&a[0], v)?;
                self.set(&a[1], u)?;
            }
            Op::Init => self.set(&a[0], Ty::NIL)?,
            Op::InitYregs => list(&a[0]).iter().try_for_each(|y| self.set(y, Ty::NIL))?,
            Op::Jump => {
                self.fails(&a[0])?;
                self.live = false;
            }

            Op::Call | Op::CallOnly | Op::CallLast | Op::CallExt | Op::CallExtOnly
            | Op::CallExtLast | Op::CallFun | Op::CallFun2 | Op::Apply | Op::ApplyLast
            | Op::Return => self.call_or_return(instr)?,
            Op::Allocate | Op::AllocateZero | Op::AllocateHeap | Op::AllocateHeapZero
            | Op::TestHeap | Op::Deallocate | Op::Trim => self.frame_or_room(instr)?,
            Op::IsLt | Op::IsGe | Op::IsEq | Op::IsNe | Op::IsNeExact | Op::IsEqExact
            | Op::SelectVal | Op::SelectTupleArity => self.comparison(instr)?,
            Op::IsInteger | Op::IsFloat | Op::IsNumber | Op::IsAtom | Op::IsPid
            | Op::IsReference | Op::IsPort | Op::IsNil | Op::IsList | Op::IsNonemptyList
            | Op::IsTuple | Op::IsFunction | Op::IsMap | Op::IsBinary | Op::IsBitstr
            | Op::IsBoolean | Op::IsFunction2 | Op::TestArity | Op::IsTaggedTuple
            | Op::IsAnyNativeRecord | Op::IsNativeRecord | Op::IsRecordAccessible =>
                self.type_test(instr)?,
            Op::GetList | Op::GetHd | Op::GetTl | Op::GetTupleElement | Op::SetTupleElement
            | Op::PutList | Op::PutTuple2 | Op::UpdateRecord => self.list_or_tuple(instr)?,
            Op::Badmatch | Op::CaseEnd | Op::TryCaseEnd | Op::Badrecord | Op::IfEnd | Op::Catch
            | Op::Try | Op::CatchEnd | Op::TryEnd | Op::TryCase | Op::Raise | Op::RawRaise
            | Op::BuildStacktrace => self.exception(instr)?,
            Op::MakeFun3 | Op::MakeFun2 | Op::Bif0 | Op::Bif1 | Op::Bif2 | Op::Bif3 | Op::GcBif1
            | Op::GcBif2 | Op::GcBif3 => self.fun_or_bif(instr)?,
            Op::Fmove | Op::Fconv | Op::Fadd | Op::Fsub | Op::Fmul | Op::Fdiv | Op::Fnegate =>
                self.arithmetic(instr)?,
            Op::Send | Op::LoopRec | Op::RemoveMessage | Op::LoopRecEnd | Op::Wait
            | Op::WaitTimeout | Op::Timeout | Op::RecvMarkerReserve | Op::RecvMarkerBind
            | Op::RecvMarkerClear | Op::RecvMarkerUse => self.message(instr)?,
            Op::PutMapAssoc | Op::PutMapExact | Op::HasMapFields | Op::GetMapElements =>
                self.map(instr)?,
            Op::PutRecord | Op::GetRecordElements | Op::GetRecordField => self.record(instr)?,
            _ if !self.binary(instr)? => self.other(instr)?,
            _ => {}
        }
        Ok(())
    }

    /// A call, or the return from one.
    fn call_or_return(&mut self, instr: &Instr) -> Result_<()> {
        let a = instr.args();
        match instr.op {
            Op::Call | Op::CallOnly | Op::CallLast => {
                self.calls(instr, number(&a[0]), a.get(2), Ty::ANY)?;
            }
            Op::CallExt | Op::CallExtOnly | Op::CallExtLast => {
                let bif = self.imports[number(&a[1]) as usize];
                if bif.raises {
                    return self.calls_to_raise(instr, number(&a[0]));
                }
                self.calls(instr, number(&a[0]), a.get(2), bif.result)?;
                if bif.kind == Special::SetElement && self.live {
                    self.set_x(0, Ty::TUPLE.fresh());
                    self.now.rest.fresh = true;
                }
            }
            Op::CallFun => self.calls(instr, number(&a[0]) + 1, None, Ty::ANY)?,
            Op::CallFun2 => {
                if self.term(&a[2])?.is_fragile() {
                    return Err("a fun is called that has not been received yet".into());
                }
                self.calls(instr, number(&a[1]), None, Ty::ANY)?;
            }
            Op::Apply => self.calls(instr, number(&a[0]) + 2, None, Ty::ANY)?,
            Op::ApplyLast => self.calls(instr, number(&a[0]) + 2, a.get(1), Ty::ANY)?,
            Op::Return => {
                self.arguments(1)?;
                self.leaves(None)?;
                self.live = false;
            }
            _ => return self.other(instr),
        }
        Ok(())
    }

    /// A change of the frame, or room on the heap.
    fn frame_or_room(&mut self, instr: &Instr) -> Result_<()> {
        let a = instr.args();
        match instr.op {
            Op::Allocate | Op::AllocateZero => self.allocates(instr, 0, number(&a[1]))?,
            Op::AllocateHeap | Op::AllocateHeapZero => {
                self.allocates(instr, need(&a[1]), number(&a[2]))?;
            }
            Op::TestHeap => {
                self.collects(number(&a[1]))?;
                self.reserves(need(&a[0]))?;
            }
            Op::Deallocate => {
                self.leaves(Some(number(&a[0])))?;
                self.now.rest.frame = false;
                self.now.y.clear();
            }
            Op::Trim => {
                let (dropped, left) = (number(&a[0]), number(&a[1]));
                self.has_frame_of(dropped + left)?;
                if self.now.rest.open != Open::NONE {
                    return Err("a frame is trimmed inside a catch".into());
                }
                self.now.y.drain(..dropped as usize);
                self.now.rest.untold = true;
            }
            _ => return self.other(instr),
        }
        Ok(())
    }

    /// A comparison, or a jump by a value.
    fn comparison(&mut self, instr: &Instr) -> Result_<()> {
        let a = instr.args();
        match instr.op {
            Op::IsLt | Op::IsGe | Op::IsEq | Op::IsNe | Op::IsNeExact => {
                self.term(&a[1])?;
                self.term(&a[2])?;
                self.tests(&a[0])?;
            }
            Op::IsEqExact => {
                let (u, v) = (self.term(&a[1])?, self.term(&a[2])?);
                self.tests(&a[0])?;
                let both = u.meet(v);
                // A context is as good as the bit string that it stands for.
                if !both.is_none() && !u.has(Ty::CONTEXT) && !v.has(Ty::CONTEXT) {
                    self.know(&a[1], both.part_of(u));
                    self.know(&a[2], both.part_of(v));
                } else if !matches!(a[2], Arg::X(_) | Arg::Y(_) | Arg::TypedX(..) | Arg::TypedY(..))
                    && !v.has(Ty::MATCHABLE)
                    && !both.is_none()
                {
                    self.know(&a[1], both.part_of(u));
                }
            }
            Op::SelectVal => {
                self.term(&a[0])?;
                for label in a[2].labels() {
                    self.goes_to(label)?;
                }
                self.tests(&a[1])?;
                self.live = false;
            }
            Op::SelectTupleArity => {
                let ty = self.term(&a[0])?;
                for pair in list(&a[2]).chunks_exact(2) {
                    let tuple = ty.meet(Ty::tuple(self.size(&pair[0])?));
                    let Arg::F(label) = pair[1] else { continue };
                    if !tuple.is_none() {
                        self.know(&a[0], tuple);
                        self.goes_to(label)?;
                    }
                }
                self.know(&a[0], ty);
                self.tests(&a[1])?;
                self.live = false;
            }
            _ => return self.other(instr),
        }
        Ok(())
    }

    /// A test of the kind of a value.
    fn type_test(&mut self, instr: &Instr) -> Result_<()> {
        let a = instr.args();
        match instr.op {
            Op::IsInteger => self.kind_test(a, Ty::INTEGER)?,
            Op::IsFloat => self.kind_test(a, Ty::FLOAT)?,
            Op::IsNumber => self.kind_test(a, Ty::NUMBER)?,
            Op::IsAtom => self.kind_test(a, Ty::ATOM)?,
            Op::IsPid => self.kind_test(a, Ty::PID)?,
            Op::IsReference => self.kind_test(a, Ty::REFERENCE)?,
            Op::IsPort => self.kind_test(a, Ty::PORT)?,
            Op::IsNil => self.kind_test(a, Ty::NIL)?,
            Op::IsList => self.kind_test(a, Ty::LIST)?,
            Op::IsNonemptyList => self.kind_test(a, Ty::CONS)?,
            Op::IsTuple => self.kind_test(a, Ty::TUPLE)?,
            Op::IsFunction => self.kind_test(a, Ty::FUN)?,
            Op::IsMap => self.kind_test(a, Ty::MAP)?,
            Op::IsAnyNativeRecord => self.kind_test(a, Ty::RECORD)?,
            Op::IsNativeRecord | Op::IsRecordAccessible => self.half_test(a, Ty::RECORD)?,
            // A value that fails the test may still be one of these.
            Op::IsBinary | Op::IsBitstr => self.half_test(a, Ty::MATCHABLE)?,
            Op::IsBoolean => self.half_test(a, Ty::ATOM)?,
            Op::IsFunction2 => {
                self.term(&a[2])?;
                self.half_test(a, Ty::FUN)?;
            }
            Op::TestArity => {
                self.needs(1, Need::Tuple(0))?;
                self.half_test(a, Ty::tuple(self.size(&a[2])?))?;
            }
            Op::IsTaggedTuple => {
                let size = self.size(&a[2])?;
                if size == 0 {
                    return Err("a tuple without elements has no tag".into());
                }
                self.half_test(a, Ty::tuple(size))?;
            }
            _ => return self.other(instr),
        }
        Ok(())
    }

    /// A list or a tuple is taken apart, made or changed.
    fn list_or_tuple(&mut self, instr: &Instr) -> Result_<()> {
        let a = instr.args();
        match instr.op {
            Op::GetList => {
                let ty = self.needs(0, Need::Cons)?;
                self.set(&a[1], Ty::ANY.part_of(ty))?;
                self.set(&a[2], Ty::ANY.part_of(ty))?;
            }
            Op::GetHd | Op::GetTl => {
                let ty = self.needs(0, Need::Cons)?;
                self.set(&a[1], Ty::ANY.part_of(ty))?;
            }
            Op::GetTupleElement => {
                let least = self.elements_taken(instr);
                let ty = self.needs(0, Need::Tuple(least))?;
                self.set(&a[2], Ty::ANY.part_of(ty))?;
            }
            Op::SetTupleElement => {
                if self.term(&a[0])?.is_fragile() || self.term(&a[1])?.is_fragile() {
                    return Err("an element has not been received yet".into());
                }
                if !self.term(&a[1])?.is_fresh() {
                    return Err("a tuple is changed that has not just been made".into());
                }
                let least = self.size(&a[2])? as u32 + 1;
                self.needs(1, Need::Tuple(least))?;
                let tuple = self.term(&a[1])?;
                self.know(&a[1], tuple.fresh());
                self.now.rest.fresh = true;
            }
            Op::PutList => {
                let (head, tail) = (self.term(&a[0])?, self.term(&a[1])?);
                self.takes(words(instr))?;
                self.set(&a[2], Ty::CONS.part_of(head).part_of(tail))?;
            }
            Op::PutTuple2 => {
                let elements = list(&a[1]);
                let mut ty = Ty::tuple(elements.len() as u64);
                for element in elements {
                    ty = ty.part_of(self.term(element)?);
                }
                self.takes(words(instr))?;
                self.set(&a[0], ty)?;
            }
            Op::UpdateRecord => {
                let size = self.size(&a[1])?;
                let mut ty = self.needs(2, Need::TupleOf(size as u32))?;
                for pair in list(&a[4]).chunks_exact(2) {
                    ty = ty.part_of(self.term(&pair[1])?);
                }
                self.takes(words(instr))?;
                self.set(&a[3], Ty::tuple(size).part_of(ty))?;
            }
            _ => return self.other(instr),
        }
        Ok(())
    }

    /// An exception is raised or caught.
    fn exception(&mut self, instr: &Instr) -> Result_<()> {
        let a = instr.args();
        match instr.op {
            Op::Badmatch | Op::CaseEnd | Op::TryCaseEnd | Op::Badrecord => {
                if self.term(&a[0])?.is_fragile() {
                    return Err("an exception has what has not been received yet".into());
                }
                self.may_raise()?;
                self.live = false;
            }
            Op::IfEnd => {
                self.may_raise()?;
                self.live = false;
            }
            Op::Catch | Op::Try => self.opens(instr)?,
            Op::CatchEnd => {
                let ty = self.x(0);
                self.closes(&a[0])?;
                if !ty.only(Ty::ANY.or(Ty::EXCEPTION)) {
                    return Err(format!("{{x,0}} is {ty}").into());
                }
                let value = if ty.has(Ty::EXCEPTION) { Ty::ANY.part_of(ty) } else { ty };
                self.set_x(0, value);
                self.collects(1)?;
            }
            Op::TryEnd => self.closes(&a[0])?,
            Op::TryCase => {
                let ty = self.x(0);
                if !ty.has(Ty::EXCEPTION) || !ty.only(Ty::ANY.or(Ty::EXCEPTION)) {
                    return Err("there is no exception".into());
                }
                self.closes(&a[0])?;
                if ty != Ty::EXCEPTION {
                    // The call before it does not return, as the compiler knew.
                    self.checks.push(Check { at: self.at as u32, operand: 0, need: Need::Raised });
                    self.may_raise()?;
                }
                self.now.x.clear();
                self.now.x.extend([Ty::ATOM, Ty::ANY, Ty::ANY]);
                self.now.allocated();
            }
            Op::Raise => {
                if self.term(&a[0])?.is_fragile() || self.term(&a[1])?.is_fragile() {
                    return Err("an exception has what has not been received yet".into());
                }
                self.may_raise()?;
                self.live = false;
            }
            Op::RawRaise => {
                self.arguments(3)?;
                self.may_raise()?;
                self.now.x.clear();
                self.now.x.push(Ty::ATOM);
                self.now.allocated();
            }
            Op::BuildStacktrace => {
                self.arguments(1)?;
                self.set_x(0, Ty::ANY);
                self.collects(1)?;
            }
            _ => return self.other(instr),
        }
        Ok(())
    }

    /// A fun is made, or a built-in called.
    fn fun_or_bif(&mut self, instr: &Instr) -> Result_<()> {
        let a = instr.args();
        match instr.op {
            Op::MakeFun3 => {
                let mut ty = Ty::FUN;
                for free in list(&a[2]) {
                    ty = ty.part_of(self.term(free)?);
                }
                self.takes(words(instr))?;
                self.set(&a[1], ty)?;
            }
            Op::MakeFun2 => {
                let lambda = self.file.lambdas[number(&a[0]) as usize];
                self.arguments(u64::from(lambda.num_free))?;
                self.collects(u64::from(lambda.num_free))?;
                self.set_x(0, Ty::FUN);
            }
            Op::Bif0 | Op::Bif1 | Op::Bif2 | Op::Bif3 => {
                let fail = usize::from(instr.op != Op::Bif0);
                let label = if fail == 0 { &Arg::F(0) } else { &a[0] };
                let (args, import) = (&a[fail + 1..a.len() - 1], number(&a[fail]));
                self.bif(self.imports[import as usize], label, args, &a[a.len() - 1], None)?;
            }
            Op::GcBif1 | Op::GcBif2 | Op::GcBif3 => {
                let (args, import) = (&a[3..a.len() - 1], number(&a[2]));
                let live = number(&a[1]);
                self.bif(self.imports[import as usize], &a[0], args, &a[a.len() - 1], Some(live))?;
            }
            _ => return self.other(instr),
        }
        Ok(())
    }

    /// Arithmetic with floating-point registers.
    fn arithmetic(&mut self, instr: &Instr) -> Result_<()> {
        let a = instr.args();
        match instr.op {
            Op::Fmove => match (&a[0], &a[1]) {
                (Arg::Fr(f), dst) => {
                    self.float(*f)?;
                    self.takes(2)?;
                    self.set(dst, Ty::FLOAT)?;
                }
                (_, Arg::Fr(f)) => {
                    self.needs(0, Need::Float)?;
                    self.set_float(*f);
                }
                _ => return Err("neither operand is a floating-point register".into()),
            },
            Op::Fconv => {
                let ty = self.term(&a[0])?;
                if matches!(a[0], Arg::Fr(_)) {
                    return Err("a floating-point register is converted".into());
                }
                self.may_raise()?;
                let number = ty.meet(Ty::NUMBER);
                if !number.is_none() {
                    self.know(&a[0], number);
                }
                if let Arg::Fr(f) = a[1] {
                    self.set_float(f);
                }
            }
            Op::Fadd | Op::Fsub | Op::Fmul | Op::Fdiv | Op::Fnegate => {
                for arg in &a[1..a.len() - 1] {
                    if let Arg::Fr(f) = arg {
                        self.float(*f)?;
                    }
                }
                self.may_raise()?;
                if let Arg::Fr(f) = a[a.len() - 1] {
                    self.set_float(f);
                }
            }
            _ => return self.other(instr),
        }
        Ok(())
    }

    /// A message is sent or received.
    fn message(&mut self, instr: &Instr) -> Result_<()> {
        let a = instr.args();
        match instr.op {
            Op::Send => {
                self.arguments(2)?;
                self.needs_frame()?;
                self.slots_are_kept()?;
                self.may_raise()?;
                self.after_call(Ty::ANY);
            }
            Op::LoopRec => {
                if !matches!(a[1], Arg::X(0) | Arg::TypedX(0, _)) {
                    return Err("a message goes elsewhere than into {x,0}".into());
                }
                self.slots_are_kept()?;
                self.now.keep(0);
                self.now.rest.floats = 0;
                self.now.allocated();
                self.now.rest.looking = Looking::No;
                self.fails(&a[0])?;
                self.set_x(0, Ty::ANY.fragile());
                self.now.rest.looking = Looking::Yes;
            }
            Op::RemoveMessage => {
                if self.now.rest.looking != Looking::Yes {
                    self.slots_are_kept()?;
                    self.arguments(self.now.x.len() as u64)?;
                }
                for ty in self.now.x.iter_mut().chain(&mut self.now.y) {
                    *ty = ty.taken();
                }
                self.now.age();
                self.now.rest.looking = Looking::No;
            }
            Op::LoopRecEnd | Op::Wait => {
                self.waits(&a[0])?;
                self.live = false;
            }
            Op::WaitTimeout => {
                self.term(&a[1])?;
                self.slots_are_kept()?;
                self.may_raise()?;
                if !self.only_waits(&a[0]) {
                    self.waits(&a[0])?;
                }
                self.now.keep(0);
                self.now.rest.floats = 0;
                self.now.allocated();
                self.now.rest.looking = Looking::No;
            }
            Op::Timeout => self.now.rest.looking = Looking::No,
            Op::RecvMarkerReserve => self.set(&a[0], Ty::INTEGER)?,
            Op::RecvMarkerBind => {
                self.term(&a[0])?;
                self.term(&a[1])?;
            }
            Op::RecvMarkerClear => {
                self.term(&a[0])?;
            }
            Op::RecvMarkerUse => {
                self.term(&a[0])?;
                self.now.rest.looking = Looking::No;
            }
            _ => return self.other(instr),
        }
        Ok(())
    }

    /// A map is made or looked into.
    fn map(&mut self, instr: &Instr) -> Result_<()> {
        let a = instr.args();
        match instr.op {
            Op::PutMapAssoc | Op::PutMapExact => {
                let mut ty = self.term(&a[1])?;
                for arg in list(&a[4]) {
                    ty = ty.part_of(self.term(arg)?);
                }
                self.first_x(number(&a[3]))?;
                self.slots_are_set()?;
                self.now.allocated();
                self.now.keep(number(&a[3]) as usize);
                self.fails(&a[0])?;
                self.set(&a[2], Ty::MAP.part_of(ty))?;
            }
            Op::HasMapFields => {
                self.needs(1, Need::Map)?;
                for arg in list(&a[2]) {
                    self.term(arg)?;
                }
                self.tests(&a[0])?;
            }
            Op::GetMapElements => {
                let ty = self.needs(1, Need::Map)?;
                let pairs = list(&a[2]);
                for pair in pairs.chunks_exact(2) {
                    self.term(&pair[0])?;
                }
                // A key may be read behind what has been found for another.
                let found: Vec<&Arg> = pairs.chunks_exact(2).map(|pair| &pair[1]).collect();
                self.takes_apart(&a[0], &found, |_| Ty::ANY.part_of(ty))?;
            }
            _ => return self.other(instr),
        }
        Ok(())
    }

    /// A native record is made, changed or taken apart. These instructions look themselves whether
    /// it is one, and which.
    fn record(&mut self, instr: &Instr) -> Result_<()> {
        let a = instr.args();
        match instr.op {
            Op::PutRecord => {
                self.term(&a[1])?;
                let mut ty = self.term(&a[2])?;
                self.first_x(number(&a[4]))?;
                self.slots_are_set()?;
                self.now.allocated();
                // It may collect before it reads the values.
                self.now.keep(number(&a[4]) as usize);
                for pair in list(&a[5]).chunks_exact(2) {
                    ty = ty.part_of(self.term(&pair[1])?);
                }
                self.fails(&a[0])?;
                self.set(&a[3], Ty::RECORD.part_of(ty))?;
            }
            Op::GetRecordElements => {
                let ty = self.term(&a[1])?;
                let found: Vec<&Arg> = list(&a[2]).chunks_exact(2).map(|pair| &pair[1]).collect();
                self.takes_apart(&a[0], &found, |_| Ty::ANY.part_of(ty))?;
            }
            Op::GetRecordField => {
                let ty = self.term(&a[1])?;
                self.term(&a[2])?;
                self.fails(&a[0])?;
                self.set(&a[4], Ty::ANY.part_of(ty))?;
            }
            _ => return self.other(instr),
        }
        Ok(())
    }

    /// A jump to where the function fails for want of a clause.
    pub(super) fn fails_clause(&mut self) -> Result_<()> {
        self.arguments(u64::from(self.function.arity))?;
        if self.now.rest.frame || self.now.rest.open != Open::NONE {
            return Err("the function fails within a frame".into());
        }
        Ok(())
    }

    /// An instruction of which only its operands are known.
    fn other(&mut self, instr: &Instr) -> Result_<()> {
        let a = instr.args();
        for (kind, arg) in instr.op.info().operands.iter().zip(a) {
            match (kind, arg) {
                (Kind::Src | Kind::SrcOrNum, arg) => {
                    self.term(arg)?;
                }
                (Kind::Live, Arg::U(live)) => self.first_x(*live)?,
                (Kind::Fail | Kind::Target, arg) => self.fails(arg)?,
                _ => {}
            }
        }
        for (kind, arg) in instr.op.info().operands.iter().zip(a) {
            if *kind == Kind::Dst {
                self.set(arg, Ty::ANY)?;
            }
        }
        self.now.allocated();
        Ok(())
    }

    /// Where a test goes that is not passed: it has to have a label.
    pub(super) fn tests(&mut self, label: &Arg) -> Result_<()> {
        match label {
            Arg::F(label @ 1..) => self.goes_to(*label),
            _ => Err("a test without a label".into()),
        }
    }

    /// A test for kinds: its other way has none of them.
    fn kind_test(&mut self, a: &[Arg], kinds: Ty) -> Result_<()> {
        let ty = self.term(&a[1])?;
        let Arg::F(label @ 1..) = a[0] else { return Err("a test without a label".into()) };
        self.fails_knowing(label, &a[1], ty.without(kinds), ty.meet(kinds.or_any_tuple()))
    }

    /// A test that only what is of these kinds passes, though not all of it.
    fn half_test(&mut self, a: &[Arg], kinds: Ty) -> Result_<()> {
        let ty = self.term(&a[1])?;
        let Arg::F(label @ 1..) = a[0] else { return Err("a test without a label".into()) };
        self.fails_knowing(label, &a[1], ty, ty.meet(kinds))
    }

    fn size(&self, arg: &Arg) -> Result_<u64> {
        match number(arg) {
            n if n <= MAX_TUPLE => Ok(n),
            n => Err(format!("no tuple has {n} elements").into()),
        }
    }

    /// How many elements the tuple has to have from which this instruction, and those like it right
    /// behind, take some: one test does for them all.
    fn elements_taken(&self, instr: &Instr) -> u32 {
        let a = instr.args();
        let mut least = number(&a[1]).min(u64::from(u32::MAX) - 1);
        let end = self.function.end as usize;
        let mut taken = &a[2];
        for next in &self.code.instrs[self.at + 1..end] {
            let b = next.args();
            if next.op != Op::GetTupleElement || !same(&a[0], &b[0]) || same(&a[0], taken) {
                break;
            }
            taken = &b[2];
            least = least.max(number(&b[1]).min(u64::from(u32::MAX) - 1));
        }
        least as u32 + 1
    }

    /// Values are put into several registers, perhaps only into some of them if the test fails.
    fn takes_apart(&mut self, label: &Arg, into: &[&Arg], ty: impl Fn(usize) -> Ty) -> Result_<()> {
        let before: Vec<Ty> = into.iter().map(|dst| self.peek(dst)).collect();
        for (i, dst) in into.iter().enumerate() {
            // Where it was nothing before it is nothing in any case.
            let either = if before[i].is_term() { before[i].join(ty(i)) } else { before[i] };
            self.know(dst, either);
        }
        self.tests(label)?;
        for (dst, ty) in into.iter().zip(&before) {
            self.know(dst, *ty);
        }
        for (i, dst) in into.iter().enumerate() {
            self.set(dst, ty(i))?;
        }
        Ok(())
    }

    /// The type of a register's content, which may be no term.
    pub(super) fn peek(&self, arg: &Arg) -> Ty {
        match *arg {
            Arg::X(x) | Arg::TypedX(x, _) => self.x(x),
            Arg::Y(y) | Arg::TypedY(y, _) => {
                self.now.y.get(usize::from(y)).copied().unwrap_or(Ty::UNSET)
            }
            _ => Ty::UNSET,
        }
    }

    /// Arguments of a call that are of a message that has not been taken: only code does that that
    /// was written by hand.
    fn receives(&mut self, count: u64) -> Result_<()> {
        let fragile = self.now.x.iter().take(count as usize).any(|ty| ty.is_fragile());
        if fragile { self.lends() } else { Ok(()) }
    }

    /// The message that is looked at has to be put onto the heap before the instruction, since an
    /// exception or a function gets some of it.
    pub(super) fn lends(&mut self) -> Result_<()> {
        if self.now.rest.looking != Looking::Yes {
            return Err("something is passed on that has not been received yet".into());
        }
        self.checks.push(Check { at: self.at as u32, operand: 0, need: Need::Received });
        for ty in self.now.x.iter_mut().chain(&mut self.now.y) {
            *ty = ty.taken();
        }
        Ok(())
    }

    fn needs_frame(&self) -> Result_<()> {
        match self.now.rest.frame {
            true => Ok(()),
            false => Err("a call without a frame".into()),
        }
    }

    fn has_frame_of(&self, slots: u64) -> Result_<()> {
        match self.now.frame_size() {
            Some(n) if n as u64 == slots => Ok(()),
            Some(n) => Err(format!("the frame has {n} slots, not {slots}").into()),
            None => Err("there is no frame".into()),
        }
    }

    /// The function's frame, if there is one, is given up: as one of so many slots.
    fn leaves(&mut self, slots: Option<u64>) -> Result_<()> {
        match slots {
            Some(slots) => self.has_frame_of(slots)?,
            None if self.now.rest.frame => return Err("the function is left with its frame".into()),
            None => {}
        }
        match self.now.rest.open {
            Open::NONE => Ok(()),
            _ => Err("the frame is left with an open catch".into()),
        }
    }

    /// A call with so many registers; `slots` of the frame that it gives up.
    fn calls(&mut self, instr: &Instr, live: u64, slots: Option<&Arg>, result: Ty) -> Result_<()> {
        self.receives(live)?;
        self.arguments(live)?;
        let last = matches!(
            instr.op,
            Op::CallOnly | Op::CallLast | Op::CallExtOnly | Op::CallExtLast | Op::ApplyLast
        );
        if last {
            self.leaves(slots.map(number))?;
            self.live = false;
            return Ok(());
        }
        self.needs_frame()?;
        self.slots_are_kept()?;
        self.may_raise()?;
        self.after_call(result);
        Ok(())
    }

    /// A call of a built-in that raises an exception. Compilers let ways with other frames and
    /// catches share it.
    fn calls_to_raise(&mut self, instr: &Instr, arity: u64) -> Result_<()> {
        self.arguments(arity)?;
        if instr.op == Op::CallExt {
            self.needs_frame()?;
        }
        self.slots_are_kept()?;
        self.may_raise()?;
        self.live = false;
        Ok(())
    }

    fn after_call(&mut self, result: Ty) {
        self.now.x.clear();
        self.now.x.push(result);
        self.now.rest.floats = 0;
        self.now.allocated();
        self.now.rest.looking = Looking::No;
    }

    fn allocates(&mut self, instr: &Instr, need: u64, live: u64) -> Result_<()> {
        if self.now.rest.frame {
            return Err("there is a frame already".into());
        }
        self.collects(live)?;
        self.reserves(need)?;
        let zero = matches!(instr.op, Op::AllocateZero | Op::AllocateHeapZero);
        self.now.rest.frame = true;
        self.now.y.clear();
        let slots = number(&instr.args()[0]) as usize;
        self.now.y.resize(slots, if zero { Ty::NIL } else { Ty::UNSET });
        self.now.rest.untold = true;
        Ok(())
    }

    /// Heap is reserved, but not more than there can be any use for.
    pub(super) fn reserves(&mut self, need: u64) -> Result_<()> {
        if need > SPARE_WORDS {
            let body = self.function.start as usize..self.function.end as usize;
            let most: u64 = self.code.instrs[body].iter().map(words).sum();
            if need > most + SPARE_WORDS {
                return Err(
                    format!("{need} words of heap are reserved, at most {most} are used").into()
                );
            }
        }
        self.now.rest.heap = need;
        Ok(())
    }

    /// A catch is opened.
    fn opens(&mut self, instr: &Instr) -> Result_<()> {
        let (Arg::Y(slot) | Arg::TypedY(slot, _), Arg::F(handler)) =
            (&instr.args()[0], &instr.args()[1])
        else {
            return Err("the tag of a catch goes into a register".into());
        };
        if matches!(self.catches.node(self.now.rest.open), Some(Node::Either(..))) {
            return Err("other ways here have other catches open".into());
        }
        self.set(&instr.args()[0], Ty::TAG)?;
        let node = Node::Catch { handler: *handler, slot: *slot, around: self.now.rest.open };
        self.now.rest.open = self.catches.add(node);
        self.now.rest.untold = true;
        Ok(())
    }

    /// The innermost catch is closed, whose tag is in this slot.
    fn closes(&mut self, arg: &Arg) -> Result_<()> {
        let (Arg::Y(y) | Arg::TypedY(y, _)) = arg else {
            return Err("the tag of a catch is in a register".into());
        };
        match self.catches.node(self.now.rest.open) {
            Some(Node::Catch { slot, around, .. }) if slot == *y => self.now.rest.open = around,
            Some(Node::Either(..)) => {
                return Err("other ways here have other catches open".into());
            }
            Some(_) => return Err("another catch is the innermost".into()),
            None => return Err("no catch is open".into()),
        }
        self.know(arg, Ty::NIL);
        self.now.rest.untold = true;
        Ok(())
    }

    /// A built-in that is an instruction; `live` if it may collect.
    fn bif(
        &mut self,
        bif: Bif,
        label: &Arg,
        args: &[Arg],
        dst: &Arg,
        live: Option<u64>,
    ) -> Result_<()> {
        let mut whole = Ty::NONE;
        for arg in args {
            whole = whole.part_of(self.term(arg)?);
        }
        if let Some(live) = live {
            self.first_x(live)?;
            self.slots_are_set()?;
        }
        if whole.is_fragile() && !matches!(label, Arg::F(1..)) {
            self.lends()?;
            whole = whole.taken();
        }
        let heap = self.now.rest.heap;
        self.now.rest.heap = 0;
        // It may fail when the heap has been collected, or others have had a turn.
        if let Some(live) = live {
            self.now.keep(live as usize);
        }
        if bif.kind == Special::IsMapKey
            && matches!(label, Arg::F(1..))
            && self.peek(dst).is_unset()
        {
            let operand = self.code.instrs[self.at].args.len() as u8 - 1;
            self.checks.push(Check { at: self.at as u32, operand, need: Need::Blank });
            self.set(dst, Ty::NIL)?;
        }
        if !bif.succeeds {
            self.fails(label)?;
        }
        if live.is_some() || !bif.is_light {
            self.now.allocated();
        } else {
            self.now.rest.heap = heap;
        }
        for (arg, takes) in args.iter().zip(bif.takes) {
            if let Some(takes) = takes {
                let known = self.peek(arg).meet(takes.or_any_tuple());
                self.know_if_any(arg, known);
            }
        }
        if let (Special::Element, [Arg::I(n @ 1..), tuple]) = (bif.kind, args) {
            let known = self.peek(tuple).meet(Ty::tuple_of(*n as u64));
            self.know_if_any(tuple, known);
        }
        self.set(dst, bif.result.part_of(whole))
    }

    fn know_if_any(&mut self, arg: &Arg, ty: Ty) {
        if !ty.is_none() {
            self.know(arg, ty);
        }
    }

    fn float(&self, f: u16) -> Result_<()> {
        match f < 64 && self.now.rest.floats & 1 << f == 0 {
            true => Err(format!("{{fr,{f}}} is not initialised").into()),
            false => Ok(()),
        }
    }

    fn set_float(&mut self, f: u16) {
        if f < 64 {
            self.now.rest.floats |= 1 << f;
        }
    }

    /// The process may sleep, and goes on at a label.
    fn waits(&mut self, label: &Arg) -> Result_<()> {
        if self.now.y.iter().any(|ty| ty.is_fragile()) && self.now.rest.looking == Looking::Yes {
            // Slots keep parts of a message that does not match after all.
            self.lends()?;
        }
        self.slots_are_kept()?;
        self.now.keep(0);
        self.now.rest.floats = 0;
        self.now.allocated();
        self.now.rest.looking = Looking::No;
        self.fails(label)
    }

    /// Whether a receive looks at no messages: it goes on with itself.
    fn only_waits(&self, label: &Arg) -> bool {
        let Arg::F(label) = label else { return false };
        let to = self.code.labels[*label as usize] as usize;
        let between = self.code.instrs.get(to..self.at).unwrap_or_default();
        to < self.at && between.iter().all(|i| matches!(i.op, Op::Label | Op::Line))
    }
}
