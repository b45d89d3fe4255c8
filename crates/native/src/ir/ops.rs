//! The native code for each instruction.

use crate::flow::{self, IN_REGISTERS, number};
use crate::ir::{Body, HEAP, TABLE};
use crate::operands::{is_immediate, known, list, need};
use beamfile::{Arg, Instr, Op};
use native_abi::image::Slot;
use native_abi::{CONTROL_WORDS, Registers};
use std::mem::offset_of;
use term::code::FunEntry;
use term::word::*;
use term::{Export, Term};

/// Updates of records with at most so many elements are written out.
const SMALL_RECORD: u64 = 16;

/// Funs with at most so many free variables are called without asking the emulator.
const FREE_VARIABLES: usize = 3;

/// The mask and the tag of small integers.
const SMALL: (Word, Word) = (1, 0);

fn label(a: &Arg) -> u32 {
    match a {
        Arg::F(l) => *l,
        _ => 0,
    }
}

impl Body<'_> {
    /// Goes on behind the instruction if the condition holds, else to its label.
    pub(crate) fn test(&mut self, condition: &str, fail: &Arg) {
        // Without a label the compiler knows that the condition holds.
        if label(fail) == 0 {
            return;
        }
        let to = self.block_of_label(label(fail));
        let next = self.name();
        self.branch_as_counted(condition, &next, &to);
        self.begin(&next);
    }

    /// Whether a value is a boxed object whose header, under the mask, is one of these.
    fn boxed_test(&mut self, v: &str, mask: u64, headers: &[Word], fail: &Arg) {
        let tag = self.and(v, TAG_MASK);
        let boxed = self.is(&tag, TAG_BOXED);
        self.test(&boxed, fail);
        let header = self.element(v, TAG_BOXED, 0);
        let header = if mask == !0 { header } else { self.and(&header, mask) };
        let mut any = self.is(&header, headers[0]);
        for h in &headers[1..] {
            let one = self.is(&header, *h);
            any = self.value(&format!("or i1 {any}, {one}"));
        }
        self.test(&any, fail);
    }

    pub(crate) fn kind_test(&mut self, i: &Instr, kinds: &[Kind]) {
        let v = self.source(&i.args[1]);
        self.boxed_kinds(&v, kinds, &i.args[0]);
    }

    pub(crate) fn boxed_kinds(&mut self, v: &str, kinds: &[Kind], fail: &Arg) {
        let headers: Vec<Word> = kinds.iter().map(|&k| header(k, 0)).collect();
        self.boxed_test(v, 0xff, &headers, fail);
    }

    /// A test for immediates with this tag under a mask, or else boxed objects of these kinds.
    fn immediate_or(&mut self, i: &Instr, (mask, tag): (Word, Word), kinds: &[Kind]) {
        let v = self.source(&i.args[1]);
        let masked = self.and(&v, mask);
        let immediate = self.is(&masked, tag);
        let (yes, no) = (self.name(), self.name());
        self.branch(&immediate, &yes, &no, None);
        self.begin(&no);
        self.boxed_kinds(&v, kinds, &i.args[0]);
        self.line(&format!("br label %{yes}"));
        self.begin(&yes);
    }

    /// Writes an instruction.
    // Formatted by hand: a table of the groups of instructions.
    #[rustfmt::skip]
    pub(crate) fn instruction(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        if self.unbuilt(at, i) || !self.checked_before(at, i) || self.counted_float(at, i) {
            return;
        }
        match i.op {
            Op::Label | Op::Line | Op::IntCodeEnd | Op::NifStart | Op::ExecutableLine
            | Op::DebugLine => {}
            Op::Fclearerror | Op::Fcheckerror | Op::OnLoad | Op::RecvMark | Op::RecvSet => {}

            Op::Move | Op::Swap | Op::Init | Op::InitYregs | Op::Jump => self.movement(at, i),
            Op::Call | Op::CallOnly | Op::CallLast | Op::CallExt | Op::CallExtOnly
            | Op::CallExtLast | Op::CallFun | Op::CallFun2 | Op::Return | Op::Deallocate
            | Op::Trim | Op::Allocate | Op::AllocateZero | Op::AllocateHeap | Op::AllocateHeapZero
            | Op::TestHeap => self.call_or_frame(at, i),
            Op::IsLt | Op::IsGe | Op::IsEq | Op::IsNe | Op::IsEqExact | Op::IsNeExact
            | Op::IsInteger | Op::IsNumber | Op::IsFloat | Op::IsTuple | Op::IsFunction
            | Op::IsMap | Op::IsPid | Op::IsPort | Op::IsReference => self.comparison(at, i),
            Op::IsAtom | Op::IsBoolean | Op::IsNil | Op::IsNonemptyList | Op::IsList
            | Op::TestArity | Op::IsTaggedTuple => self.test_of_value(at, i),
            Op::GetList | Op::GetHd | Op::GetTl | Op::GetTupleElement | Op::SetTupleElement =>
                self.access(at, i),
            Op::PutList | Op::PutTuple2 | Op::UpdateRecord | Op::MakeFun3 =>
                self.construction(at, i),
            Op::SelectVal => self.select(at, i),
            Op::SelectTupleArity => self.select_arity(i),
            Op::Bif0 | Op::Bif1 | Op::Bif2 | Op::GcBif1 | Op::GcBif2 | Op::GcBif3 => {
                self.bif(at, i)
            }
            Op::Fmove | Op::Fconv | Op::Fadd | Op::Fsub | Op::Fmul | Op::Fdiv | Op::Fnegate => {
                self.float(at, i);
            }

            Op::BsStartMatch3 | Op::BsStartMatch4 | Op::BsGetInteger2 | Op::BsSkipBits2
            | Op::BsTestTail2 | Op::BsTestUnit | Op::BsGetPosition | Op::BsSetPosition
            | Op::BsGetBinary2 | Op::BsMatchString | Op::BsGetFloat2 | Op::BsGetUtf16
            | Op::BsSkipUtf16 | Op::BsGetUtf32 | Op::BsSkipUtf32 | Op::BsGetUtf8 | Op::BsSkipUtf8
            | Op::BsGetTail => self.binary(at, i),
            Op::IsBinary | Op::IsBitstr => self.is_bits(i),
            Op::BsCreateBin => self.create(at, i),
            Op::BsInitWritable => self.remake_x0(offset_of!(Registers, writable)),
            Op::BuildStacktrace => self.remake_x0(offset_of!(Registers, stacktrace)),
            Op::Try | Op::Catch | Op::TryEnd | Op::CatchEnd | Op::TryCase => self.catching(at, i),
            Op::PutMapAssoc | Op::PutMapExact if list(&a[4]).len() == 2 => self.map_put(at, i),
            Op::PutMapAssoc | Op::PutMapExact => self.map_put_many(at, i),
            Op::LoopRec | Op::LoopRecEnd | Op::RemoveMessage | Op::Send | Op::Wait
            | Op::WaitTimeout | Op::Timeout | Op::RecvMarkerReserve | Op::RecvMarkerBind
            | Op::RecvMarkerClear | Op::RecvMarkerUse => self.message(at, i),
            Op::IsFunction2 => self.is_function(at, i),
            Op::GetMapElements => self.map_elements(i),
            Op::HasMapFields => self.has_keys(i),
            Op::IsAnyNativeRecord | Op::IsNativeRecord | Op::IsRecordAccessible
            | Op::GetRecordElements | Op::GetRecordField | Op::PutRecord => self.record(at, i),

            Op::Apply | Op::ApplyLast => self.apply(at, i),

            // The interpreter knows what to do.
            Op::FuncInfo | Op::Badmatch | Op::IfEnd | Op::CaseEnd | Op::TryCaseEnd
            | Op::Badrecord | Op::Raise => self.leave_at(at),
            _ => self.step(at),
        }
    }

    /// Writes an instruction that sets registers, or a jump.
    fn movement(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        match i.op {
            Op::Move if self.unboxed & flow::bit(&a[0]) != 0 => self.move_unboxed(&a[0], &a[1]),
            Op::Move => {
                let v = self.source(&a[0]);
                self.set(&a[1], &v);
            }
            Op::Swap => {
                let (u, v) = (self.source(&a[0]), self.source(&a[1]));
                self.set(&a[0], &v);
                self.set(&a[1], &u);
            }
            Op::Init => self.set(&a[0], &NIL.to_string()),
            Op::InitYregs => list(&a[0]).iter().for_each(|y| self.set(y, &NIL.to_string())),
            Op::Jump => {
                self.go(self.label(label(&a[0])));
            }
            _ => self.step(at),
        }
    }

    /// Writes a jump by the size of a tuple.
    fn select_arity(&mut self, i: &Instr) {
        let a = i.args();
        let v = self.source(&a[0]);
        let head = self.header_or_zero(&v);
        let cases = list(&a[2]).chunks(2);
        let cases =
            cases.map(|c| (header(Kind::Tuple, number(&c[0]) as usize).to_string(), label(&c[1])));
        self.switch(&head, cases.collect(), label(&a[1]));
    }

    /// Writes a call, a return, or a change of frame or heap.
    fn call_or_frame(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        match i.op {
            Op::Call | Op::CallOnly | Op::CallLast => {
                let Some(function) = self.callee(label(&a[1])) else { return self.leave_at(at) };
                match i.op {
                    Op::Call => self.call(at, function),
                    Op::CallOnly => self.call_last(function),
                    _ => {
                        self.move_stack(number(&a[2]) as i64 + 2);
                        self.call_last(function);
                    }
                }
            }
            Op::CallExt | Op::CallExtOnly | Op::CallExtLast => self.call_ext(at, i),
            Op::CallFun | Op::CallFun2 => self.call_fun(at, i),
            Op::Return => match self.behind {
                Some(at) => self.tail(&format!("@r{at}"), 1),
                None => self.go_back(None),
            },
            Op::Deallocate => self.move_stack(number(&a[0]) as i64 + 2),
            Op::Trim => self.move_stack(number(&a[0]) as i64),
            Op::Allocate | Op::AllocateZero | Op::AllocateHeap | Op::AllocateHeapZero => {
                let slots = number(&a[0]);
                let heap = matches!(i.op, Op::AllocateHeap | Op::AllocateHeapZero);
                let need = if heap { need(&a[1]) } else { 0 };
                let zero = matches!(i.op, Op::AllocateZero | Op::AllocateHeapZero);
                let full = self.lacks_frame(slots + CONTROL_WORDS as u64, need);
                self.unless(&full, at, |b| {
                    b.move_stack(-(slots as i64 + 2));
                    if zero {
                        b.fill_frame(CONTROL_WORDS as u64, slots, NIL);
                    }
                });
            }
            Op::TestHeap => {
                let full = self.lacks(need(&a[0]));
                self.unless(&full, at, |_| {});
            }
            _ => self.step(at),
        }
    }

    /// Writes a comparison, or a test by the kind of a boxed object.
    fn comparison(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        match i.op {
            Op::IsLt => self.compare(i, "slt"),
            Op::IsGe => self.compare(i, "sge"),
            Op::IsEq => self.compare(i, "eq"),
            Op::IsNe => self.compare(i, "ne"),
            Op::IsEqExact | Op::IsNeExact => {
                let same = self.exactly_equal(&a[1], &a[2]);
                let holds = match i.op {
                    Op::IsEqExact => same,
                    _ => self.value(&format!("xor i1 {same}, true")),
                };
                self.test(&holds, &a[0]);
            }
            Op::IsInteger => self.immediate_or(i, SMALL, &[Kind::PosBig, Kind::NegBig]),
            // An unboxed one.
            Op::IsNumber | Op::IsFloat if self.unboxed & flow::bit(&a[1]) != 0 => {}
            Op::IsNumber => {
                self.immediate_or(i, SMALL, &[Kind::PosBig, Kind::NegBig, Kind::Float]);
            }
            Op::IsFloat => self.kind_test(i, &[Kind::Float]),
            Op::IsTuple => self.kind_test(i, &[Kind::Tuple]),
            Op::IsFunction => self.kind_test(i, &[Kind::Fun, Kind::Export]),
            Op::IsMap => self.kind_test(i, &[Kind::FlatMap, Kind::HashMap]),
            Op::IsPid => self.immediate_or(i, (IMM_MASK, IMM_PID), &[Kind::ExtPid]),
            Op::IsPort => self.immediate_or(i, (IMM_MASK, IMM_PORT), &[Kind::ExtPort]),
            Op::IsReference => self.kind_test(i, &[Kind::Ref, Kind::MagicRef, Kind::ExtRef]),
            _ => self.step(at),
        }
    }

    /// Writes a test by the bits of a value.
    fn test_of_value(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        match i.op {
            Op::IsAtom => {
                let v = self.source(&a[1]);
                let tag = self.and(&v, IMM_MASK);
                let is = self.is(&tag, IMM_ATOM);
                self.test(&is, &a[0]);
            }
            Op::IsBoolean => {
                let v = self.source(&a[1]);
                let (t, f) = (self.is(&v, Term::TRUE.word()), self.is(&v, Term::FALSE.word()));
                let is = self.value(&format!("or i1 {t}, {f}"));
                self.test(&is, &a[0]);
            }
            Op::IsNil => {
                let v = self.source(&a[1]);
                let is = self.is(&v, NIL);
                self.test(&is, &a[0]);
            }
            Op::IsNonemptyList => {
                let v = self.source(&a[1]);
                let tag = self.and(&v, TAG_MASK);
                let is = self.is(&tag, TAG_LIST);
                self.test(&is, &a[0]);
            }
            Op::IsList => {
                let v = self.source(&a[1]);
                let tag = self.and(&v, TAG_MASK);
                let (cons, nil) = (self.is(&tag, TAG_LIST), self.is(&v, NIL));
                let is = self.value(&format!("or i1 {cons}, {nil}"));
                self.test(&is, &a[0]);
            }
            Op::TestArity => {
                let v = self.source(&a[1]);
                let head = self.element(&v, TAG_BOXED, 0);
                let is = self.is(&head, header(Kind::Tuple, number(&a[2]) as usize));
                self.test(&is, &a[0]);
            }
            Op::IsTaggedTuple => {
                let v = self.source(&a[1]);
                self.boxed_test(&v, !0, &[header(Kind::Tuple, number(&a[2]) as usize)], &a[0]);
                let first = self.element(&v, TAG_BOXED, 1);
                let tag = self.source(&a[3]);
                let is = self.value(&format!("icmp eq i64 {first}, {tag}"));
                self.test(&is, &a[0]);
            }
            _ => self.step(at),
        }
    }

    /// Writes an instruction that takes a list or a tuple apart.
    fn access(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        match i.op {
            Op::GetList => {
                let v = self.source(&a[0]);
                let (head, tail) = (self.element(&v, TAG_LIST, 0), self.element(&v, TAG_LIST, 1));
                self.set(&a[1], &head);
                self.set(&a[2], &tail);
            }
            Op::GetHd | Op::GetTl => {
                let v = self.source(&a[0]);
                let part = self.element(&v, TAG_LIST, u64::from(i.op == Op::GetTl));
                self.set(&a[1], &part);
            }
            Op::GetTupleElement => {
                let v = self.source(&a[0]);
                let element = self.element(&v, TAG_BOXED, 1 + number(&a[1]));
                self.set(&a[2], &element);
            }
            Op::SetTupleElement => {
                let (v, tuple) = (self.source(&a[0]), self.source(&a[1]));
                let p = self.value(&format!("inttoptr i64 {tuple} to ptr"));
                let at = 8 * (1 + number(&a[2])) as i64 - TAG_BOXED as i64;
                let p = self.value(&format!("getelementptr i8, ptr {p}, i64 {at}"));
                self.line(&format!("store i64 {v}, ptr {p}, align 8, {HEAP}"));
            }
            _ => self.step(at),
        }
    }

    /// Writes an instruction that makes a list, a tuple or a fun.
    fn construction(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        match i.op {
            Op::PutList => {
                let (head, tail) = (self.source(&a[0]), self.source(&a[1]));
                self.put(0, &head);
                self.put(1, &tail);
                let cons = self.take(2, TAG_LIST);
                self.set(&a[2], &cons);
            }
            Op::PutTuple2 => {
                let elements = list(&a[1]);
                let n = elements.len();
                self.put(0, &header(Kind::Tuple, n).to_string());
                for (k, e) in elements.iter().enumerate() {
                    let v = self.source(e);
                    self.put(1 + k as u64, &v);
                }
                let tuple = self.take(1 + n as u64, TAG_BOXED);
                self.set(&a[0], &tuple);
            }
            Op::UpdateRecord if number(&a[1]) <= SMALL_RECORD => {
                let (size, from) = (number(&a[1]), self.source(&a[2]));
                let mut elements: Vec<Option<&Arg>> = vec![None; size as usize + 1];
                for pair in list(&a[4]).chunks(2) {
                    elements[number(&pair[0]) as usize] = Some(&pair[1]);
                }
                for (k, e) in (0..).zip(elements) {
                    let v = match e {
                        Some(e) => self.source(e),
                        None => self.element(&from, TAG_BOXED, k),
                    };
                    self.put(k, &v);
                }
                let tuple = self.take(1 + size, TAG_BOXED);
                self.set(&a[3], &tuple);
            }
            Op::MakeFun3 => {
                let free = list(&a[2]);
                let entry = self.constant(Slot::Fun(number(&a[0]) as u32));
                let pid = self.get_field(offset_of!(Registers, pid), "i64");
                self.put(0, &header(Kind::Fun, 2 + free.len()).to_string());
                self.put(1, &entry);
                self.put(2, &pid);
                for (k, e) in free.iter().enumerate() {
                    let v = self.source(e);
                    self.put(3 + k as u64, &v);
                }
                let fun = self.take(3 + free.len() as u64, TAG_BOXED);
                self.set(&a[1], &fun);
            }
            _ => self.step(at),
        }
    }

    fn compare(&mut self, i: &Instr, how: &str) {
        let a = i.args();
        let next = self.name();
        let no = match label(&a[0]) {
            0 => next.clone(),
            to => self.block_of_label(to),
        };
        self.compare_to(&a[1], &a[2], how, &next, &no);
        self.begin(&next);
    }

    fn switch(&mut self, v: &str, cases: Vec<(String, u32)>, fail: u32) {
        let weights = self.weights_of([fail].into_iter().chain(cases.iter().map(|c| c.1)));
        let fail = self.block_of_label(fail);
        let mut text = format!("switch i64 {v}, label %{fail} [");
        for (value, to) in cases {
            let to = self.block_of_label(to);
            text += &format!(" i64 {value}, label %{to}");
        }
        text += " ]";
        self.line(&(text + &weights));
        self.ended = true;
    }

    fn select(&mut self, at: usize, i: &Instr) {
        let (cases, fail) = (list(&i.args[2]), label(&i.args[1]));
        if cases.chunks(2).any(|c| !is_immediate(&c[0])) {
            return self.step(at);
        }
        let v = self.source(&i.args[0]);
        let mut numbers = Vec::new();
        let mut atoms = Vec::new();
        for case in cases.chunks(2) {
            match known(&case[0]) {
                Some(word) => numbers.push(((word as i64).to_string(), label(&case[1]))),
                None => atoms.push((&case[0], label(&case[1]))),
            }
        }
        // Atoms are known when the code is loaded: they are compared one by one, what was frequent
        // first.
        atoms.sort_by_key(|case| std::cmp::Reverse(self.times(case.1)));
        for (atom, to) in atoms {
            let atom = self.source(atom);
            let is = self.value(&format!("icmp eq i64 {v}, {atom}"));
            let (to, next) = (self.block_of_label(to), self.name());
            self.branch(&is, &to, &next, None);
            self.begin(&next);
        }
        numbers.sort();
        numbers.dedup_by(|a, b| a.0 == b.0);
        self.switch(&v, numbers, fail);
    }

    fn call_ext(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let import = number(&a[1]) as u32;
        if crate::ir::bifs::is_built_in(self.file, import) {
            return self.call_built_in(at, i);
        }
        let called = self.file.imports[import as usize];
        let names = (self.file.atom(called.module), self.file.atom(called.function));
        if names == ("erlang", "apply") && i.op != Op::CallExt {
            // The caller has to be in the stack trace if there is nothing to call.
            return self.leave_at(at);
        }
        let export = self.constant(Slot::Import(import));
        let p = self.value(&format!("inttoptr i64 {export} to ptr"));
        let p = self.value(&format!("getelementptr i8, ptr {p}, i64 {}", offset_of!(Export, code)));
        let code = self.value(&format!("load ptr, ptr {p}, align 8, {TABLE}"));
        self.least(at, i, &code);
        match i.op {
            Op::CallExt => self.call_from(at),
            Op::CallExtLast => self.move_stack(number(&a[2]) as i64 + 2),
            _ => {}
        }
        let arity = number(&a[0]);
        self.call_base(&code, &arity.to_string(), Some(flow::first(arity)));
    }

    /// Calls a function whose module and name stand behind the arguments.
    fn apply(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let arity = number(&a[0]);
        let [module, function] = [0, 1].map(|n| self.source(&Arg::X((arity + n) as u16)));
        let f = self.get_field(offset_of!(Registers, apply), "ptr");
        let code = self.value(&format!(
            "call preserve_mostcc i64 {f}(ptr %r, i64 {module}, i64 {function}, i64 {arity}) #0"
        ));
        self.leave_if_none(at, &code);
        self.leave_frame(at, (i.op == Op::ApplyLast).then(|| number(&a[1])));
        let code = self.value(&format!("inttoptr i64 {code} to ptr"));
        self.call_base(&code, &arity.to_string(), Some(flow::first(arity)));
    }

    fn call_fun(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let (arity, fun) = match i.op {
            Op::CallFun => (number(&a[0]), Arg::X(number(&a[0]) as u16)),
            _ => (number(&a[1]), a[2].clone()),
        };
        let fun = self.source(&fun);
        let last = flow::last_call(&self.file.code.instrs[at..]);
        self.call_native_fun(at, arity, &fun, last);
        self.spill(self.live(at));
        let f = self.get_field(offset_of!(Registers, fun), "ptr");
        let code = self.value(&format!("call i64 {f}(ptr %r, i64 {fun}, i64 {arity}) #0"));
        self.leave_if_none(at, &code);
        self.leave_frame(at, last);
        // Free variables have come to lie behind the arguments.
        self.reload(flow::IN_REGISTERS);
        let all = self.get_field(offset_of!(Registers, arity), "i64");
        let code = self.value(&format!("inttoptr i64 {code} to ptr"));
        self.call_base(&code, &all, None);
    }

    /// Leaves a call to the interpreter if a helper has found no code for it.
    fn leave_if_none(&mut self, at: usize, code: &str) {
        let none = self.is(code, 0);
        let (other, known) = (self.name(), self.name());
        self.branch(&none, &other, &known, Some(false));
        self.begin(&other);
        self.leave_at(at);
        self.begin(&known);
    }

    /// Calls a fun with few free variables whose code is native; goes on in a new block if it is
    /// anything else.
    fn call_native_fun(&mut self, at: usize, arity: u64, fun: &str, last: Option<u64>) {
        let slow = self.name();
        let check = |b: &mut Self, condition: &str| {
            let next = b.name();
            b.branch(condition, &next, &slow, Some(true));
            b.begin(&next);
        };
        let tag = self.and(fun, TAG_MASK);
        let boxed = self.is(&tag, TAG_BOXED);
        check(self, &boxed);
        let head = self.element(fun, TAG_BOXED, 0);
        let kind = self.and(&head, 0xff);
        let is_fun = self.is(&kind, header(Kind::Fun, 0));
        check(self, &is_fun);
        let entry = self.element(fun, TAG_BOXED, 1);
        let entry = self.value(&format!("inttoptr i64 {entry} to ptr"));
        let field = |b: &mut Self, at: usize, kind: &str| {
            let p = b.value(&format!("getelementptr i8, ptr {entry}, i64 {at}"));
            b.value(&format!("load {kind}, ptr {p}, {TABLE}"))
        };
        let takes = field(self, FunEntry::ARITY, "i8");
        let fits = self.value(&format!("icmp eq i8 {takes}, {arity}"));
        check(self, &fits);
        let code = field(self, FunEntry::CODE, "ptr");
        let native = self.begins_with(&code, native_abi::ENTER);
        check(self, &native);
        let target = self.entered_by(&code);
        let cases: Vec<String> = (0..=FREE_VARIABLES).map(|_| self.name()).collect();
        let mut text = format!("switch i64 {head}, label %{slow} [");
        for (free, case) in cases.iter().enumerate() {
            text += &format!(" i64 {}, label %{case}", header(Kind::Fun, 2 + free));
        }
        self.line(&(text + " ]"));
        for (free, case) in (0..).zip(&cases) {
            self.begin(case);
            for k in 0..free {
                let v = self.element(fun, TAG_BOXED, 3 + k);
                self.set_argument(arity + k, &v);
            }
            self.spill(flow::first(arity) & !IN_REGISTERS);
            self.leave_frame(at, last);
            self.tail(&target, flow::first(arity + free));
        }
        self.begin(&slow);
    }

    /// Before a call: notes where it returns to, or gives up the frame of so many slots.
    fn leave_frame(&mut self, at: usize, last: Option<u64>) {
        match last {
            Some(slots) => self.move_stack(slots as i64 + CONTROL_WORDS as i64),
            None => self.call_from(at),
        }
    }
}
