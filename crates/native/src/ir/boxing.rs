//! Writes code for values of X registers that are not built before somebody looks: see
//! [`crate::flow::unboxed`].

use super::{Body, HEAP};
use crate::flow::contexts::{context_moved, matched};
use crate::flow::unboxed::{Shape, float_into};
use crate::flow::{self, Regs, bits};
use crate::operands::{list, number};
use beamfile::{Arg, Instr, Op};
use native_abi::Registers;
use std::mem::offset_of;
use term::word::*;

impl Body<'_> {
    /// Boxes what an instruction needs as terms.
    pub(crate) fn before(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let (floats, tuples) = (self.shapes().floats(), self.shapes().tuples());
        self.cursor = self.cursor_of(i);
        let cursor = self.cursor.map_or(0, |x| 1 << x);
        let taken = match i.op {
            Op::Fmove | Op::Fconv | Op::IsFloat | Op::IsNumber => floats,
            Op::Move if flow::bit(&a[1]) & floats != 0 => floats,
            Op::Move => self.passed(i),
            Op::GcBif2 if self.makes_float(at, i) != 0 => floats,
            Op::IsLt | Op::IsGe | Op::IsEq | Op::IsNe if self.had_floats(at) => floats,
            Op::IsTuple | Op::TestArity | Op::GetTupleElement => tuples,
            Op::IsTaggedTuple => flow::bit(&a[1]) & tuples,
            Op::CallOnly | Op::CallLast => {
                let function = self.callee(number(&a[1]) as u32);
                if function.is_some_and(|f| self.repeats(f)) { !0 } else { 0 }
            }
            _ => 0,
        };
        let handled =
            if self.handler_follows(at) { flow::EXCEPTION & !flow::touches(i) } else { 0 };
        self.box_all((flow::reads(i) & !taken | handled) & !cursor);
    }

    /// Whether the next instruction is where failures are handled: it is reached with a failure in
    /// the registers, too, so that no variable may stand for these.
    pub(crate) fn handler_follows(&self, at: usize) -> bool {
        let mut next = self.file.code.instrs[at + 1..].iter();
        let next = next.find(|i| !matches!(i.op, Op::Label | Op::Line));
        next.is_some_and(|i| matches!(i.op, Op::CatchEnd | Op::TryCase))
    }

    /// The register of an instruction's match context, if its position may be in a variable.
    fn cursor_of(&self, i: &Instr) -> Option<usize> {
        let contexts = self.shapes().contexts();
        let x = match matched(i) {
            Some((context, _)) => flow::bit(context) & contexts,
            None => self.resumed(i) & contexts,
        };
        (x != 0).then(|| x.trailing_zeros() as usize)
    }

    /// Notes what is unboxed after an instruction.
    pub(crate) fn after(&mut self, at: usize, i: &Instr) {
        let computed = self.makes_float(at, i);
        let made = match i.op {
            Op::PutTuple2 if self.shapes().tuples.contains(&at) => flow::bit(&i.args[0]),
            _ => float_into(i) | self.position_into(i),
        };
        let passed = self.passed(i);
        let moved = match i.op {
            Op::Move if self.unboxed & flow::bit(&i.args[0]) != 0 => flow::bit(&i.args[1]),
            _ if passed != 0 => context_moved(i).map_or(0, |(_, to)| flow::bit(to)),
            _ => 0,
        };
        self.unboxed = self.unboxed & !flow::touches(i) & !passed | made | moved | computed;
        // The compiler has reserved room for boxes, and these take only what is theirs.
        let takes_its_own = matches!(i.op, Op::Fmove | Op::Move | Op::PutList | Op::PutTuple2);
        let kept = if takes_its_own { self.roomy & !flow::touches(i) } else { 0 };
        self.roomy = kept | made;
    }

    /// The register from which an instruction moves a context whose position is in a variable to
    /// one where that may be so, too.
    fn passed(&self, i: &Instr) -> Regs {
        let contexts = self.shapes().contexts();
        let moved = context_moved(i).filter(|(_, to)| flow::bit(to) & contexts != 0);
        moved.map_or(0, |(from, _)| flow::bit(from) & contexts & self.unboxed)
    }

    /// The register with the context that an instruction has only to go on with.
    fn resumed(&self, i: &Instr) -> Regs {
        let (how, from, to) = match (i.op, i.args()) {
            (Op::BsStartMatch3, [_, from, _, to]) => (None, from, to),
            (Op::BsStartMatch4, [Arg::Atom(how), _, from, to]) => (Some(how), from, to),
            (Op::BsStartMatch4, [_, _, from, to]) => (None, from, to),
            _ => return 0,
        };
        let resumes = how.is_some_and(|&how| self.file.atom(how) == "resume");
        let context = if resumes { !0 } else { self.unboxed & self.shapes().contexts() };
        match flow::bit(from) == flow::bit(to) {
            true => flow::bit(from) & context,
            false => self.passed(i),
        }
    }

    /// The register with a context whose position an instruction leaves in a variable.
    fn position_into(&self, i: &Instr) -> Regs {
        let Some(x) = self.cursor else { return 0 };
        match matched(i) {
            Some((_, true)) => 1 << x & !flow::touches(i),
            Some((_, false)) => 0,
            // The context is the same, perhaps in another register.
            None => self.unboxed & 1 << x & !self.passed(i),
        }
    }

    /// Boxes what is in these registers.
    pub(crate) fn box_all(&mut self, which: Regs) {
        for x in bits(self.unboxed & which) {
            let v = self.boxed(x);
            self.line(&format!("store i64 {v}, ptr %X{x}"));
            self.unboxed &= !(1 << x);
            self.roomy &= !(1 << x);
        }
    }

    /// The value of a register, as a term.
    pub(crate) fn boxed(&mut self, x: usize) -> String {
        let shape = self.shapes().shapes[&x];
        let words = shape.words();
        if shape == Shape::Context {
            let context = self.value(&format!("load i64, ptr %X{x}"));
            let position = self.value(&format!("load i64, ptr %P{x}"));
            self.store_position(&context, &position);
            return context;
        }
        if self.roomy >> x & 1 != 0 {
            let at = self.value("load ptr, ptr %H");
            self.move_heap(&at, words);
            return self.built(x, shape, &at);
        }
        let (quick, slow, join) = (self.name(), self.name(), self.name());
        // Words that have been reserved are for others: the compiler knows of a box only where it
        // has put one itself.
        let full = self.lacks(words as u64 + self.shapes().reserved);
        self.branch(&full, &slow, &quick, Some(false));
        self.begin(&slow);
        let elsewhere = self.make(offset_of!(Registers, room), &[&words.to_string()]);
        let elsewhere = self.value(&format!("inttoptr i64 {elsewhere} to ptr"));
        self.line(&format!("br label %{join}"));
        self.begin(&quick);
        let top = self.value("load ptr, ptr %H");
        self.move_heap(&top, words);
        self.line(&format!("br label %{join}"));
        self.begin(&join);
        let at = self.value(&format!("phi ptr [ {elsewhere}, %{slow} ], [ {top}, %{quick} ]"));
        self.built(x, shape, &at)
    }

    fn move_heap(&mut self, top: &str, words: usize) {
        let top = self.value(&format!("getelementptr i64, ptr {top}, i64 {words}"));
        self.line(&format!("store ptr {top}, ptr %H"));
    }

    /// Builds what is in a register.
    fn built(&mut self, x: usize, shape: Shape, at: &str) -> String {
        let parts = match shape {
            Shape::Context => Vec::new(),
            Shape::Float => {
                let d = self.value(&format!("load double, ptr %D{x}"));
                let bits = self.value(&format!("bitcast double {d} to i64"));
                vec![header(Kind::Float, 1).to_string(), bits]
            }
            Shape::Tuple(n) => {
                let mut parts = vec![header(Kind::Tuple, n).to_string()];
                parts.extend((1..=n as u64).map(|k| self.part(x, k)));
                parts
            }
        };
        for (k, part) in parts.iter().enumerate() {
            let p = self.value(&format!("getelementptr i64, ptr {at}, i64 {k}"));
            self.line(&format!("store i64 {part}, ptr {p}, align 8, {HEAP}"));
        }
        let at = self.value(&format!("ptrtoint ptr {at} to i64"));
        self.value(&format!("or disjoint i64 {at}, {TAG_BOXED}"))
    }

    /// Takes what is in X registers out of its boxes again.
    pub(crate) fn unbox(&mut self, which: Regs) {
        for x in bits(which) {
            let v = self.value(&format!("load i64, ptr %X{x}"));
            match self.shapes().shapes[&x] {
                Shape::Float => {
                    let d = self.float_of(&v);
                    self.line(&format!("store double {d}, ptr %D{x}"));
                }
                Shape::Context => {
                    let position = self.stored_position(&v);
                    self.line(&format!("store i64 {position}, ptr %P{x}"));
                }
                Shape::Tuple(n) => {
                    for k in 1..=n as u64 {
                        let part = self.element(&v, TAG_BOXED, k);
                        self.set_part(x, k, &part);
                    }
                }
            }
        }
    }

    /// An element of a tuple that is not built.
    fn part(&mut self, x: usize, k: u64) -> String {
        self.value(&format!("load i64, ptr %T{x}.{k}"))
    }

    fn set_part(&mut self, x: usize, k: u64, value: &str) {
        self.line(&format!("store i64 {value}, ptr %T{x}.{k}"));
    }

    /// Moves what is unboxed.
    pub(crate) fn move_unboxed(&mut self, from: &Arg, to: &Arg) {
        let (from, to) = (flow::bit(from).trailing_zeros(), flow::bit(to).trailing_zeros());
        if self.shapes().shape(from as usize) == Some(Shape::Context) {
            let context = self.value(&format!("load i64, ptr %X{from}"));
            self.line(&format!("store i64 {context}, ptr %X{to}"));
            let position = self.value(&format!("load i64, ptr %P{from}"));
            return self.line(&format!("store i64 {position}, ptr %P{to}"));
        }
        let d = self.value(&format!("load double, ptr %D{from}"));
        self.line(&format!("store double {d}, ptr %D{to}"));
    }

    /// Writes an instruction that does not build its tuple, or takes one that is not built to
    /// pieces. False if it is none of these.
    pub(crate) fn unbuilt(&mut self, at: usize, i: &Instr) -> bool {
        let a = i.args();
        let source = match i.op {
            Op::PutTuple2 if self.shapes().tuples.contains(&at) => {
                let x = flow::bit(&a[0]).trailing_zeros() as usize;
                let elements: Vec<String> = list(&a[1]).iter().map(|e| self.source(e)).collect();
                for (k, e) in (1..).zip(elements) {
                    self.set_part(x, k, &e);
                }
                return true;
            }
            Op::IsTuple | Op::TestArity | Op::IsTaggedTuple => &a[1],
            Op::GetTupleElement => &a[0],
            _ => return false,
        };
        let of = flow::bit(source) & self.unboxed;
        let x = of.trailing_zeros() as usize;
        let Some(Shape::Tuple(n)) = self.shapes().shapes.get(&x).copied() else { return false };
        match i.op {
            Op::IsTuple => {}
            Op::GetTupleElement if number(&a[1]) >= n as u64 => self.leave_at(at),
            Op::GetTupleElement => {
                let part = self.part(x, 1 + number(&a[1]));
                self.set(&a[2], &part);
            }
            // Another one, and what follows would take elements that this one does not have.
            _ if number(&a[2]) != n as u64 => match number(&a[0]) {
                0 => {
                    self.line("unreachable");
                    self.ended = true;
                }
                fail => self.go(self.label(fail as u32)),
            },
            Op::IsTaggedTuple => {
                let (first, tag) = (self.part(x, 1), self.source(&a[3]));
                let is = self.value(&format!("icmp eq i64 {first}, {tag}"));
                self.test(&is, &a[0]);
            }
            _ => {}
        }
        true
    }
}
