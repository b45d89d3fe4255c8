//! Numbers and guards: comparisons, arithmetic, built-ins of guards.

use crate::asm::{Asm, Cond, FloatOp, Label, Mem, Reg};
use crate::operands::{Give, known, known_small, label, number};
use crate::routines::{FLOAT_OPS, field};
use crate::{Cold, Translator};
use beamfile::{Arg, Instr, Op};
use native_abi::image::Slot;
use native_abi::{NOT_FOUND, Registers, UNFINISHED};
use std::mem::offset_of;
use term::Term;
use term::word::*;

/// Of a call of a built-in of guards: the label, if it may have one, the import, the arguments, and
/// where the result goes.
pub fn parts(i: &Instr) -> (Option<&Arg>, u32, &[Arg], &Arg) {
    let a = i.args();
    let (fail, import, args, dst) = match i.op {
        Op::Bif1 => (Some(&a[0]), &a[1], &a[2..3], &a[3]),
        Op::Bif2 => (Some(&a[0]), &a[1], &a[2..4], &a[4]),
        Op::GcBif1 => (Some(&a[0]), &a[2], &a[3..4], &a[4]),
        Op::GcBif2 => (Some(&a[0]), &a[2], &a[3..5], &a[5]),
        Op::GcBif3 => (Some(&a[0]), &a[2], &a[3..6], &a[6]),
        _ => (None, &a[0], &a[0..0], &a[1]),
    };
    (fail, number(import) as u32, args, dst)
}

/// Which of two labels is bound next.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Next {
    /// The first, where something holds.
    Yes,
    /// The second.
    No,
}

impl Translator<'_> {
    /// Goes elsewhere unless all these are small integers, as far as that is not known.
    fn unless_small(&mut self, values: &[(Reg, &Arg)], other: Label) {
        let unknown: Vec<Reg> =
            values.iter().filter(|v| known_small(v.1).is_none()).map(|v| v.0).collect();
        match unknown[..] {
            [] => {}
            [v] => {
                self.asm.test_bits(v, 1);
                self.asm.branch(Cond::NotEqual, other);
            }
            [u, v, ..] => {
                self.asm.mov(Reg::T2, u);
                self.asm.or(Reg::T2, v);
                self.asm.test_bits(Reg::T2, 1);
                self.asm.branch(Cond::NotEqual, other);
            }
        }
    }

    /// Goes to the first label if the condition holds of the order of two terms, else to the
    /// second. The first is bound next.
    pub(crate) fn compare_terms(
        &mut self,
        x: &Arg,
        y: &Arg,
        when: Cond,
        (yes, no): (Label, Label),
    ) {
        self.load(Reg::T0, x);
        self.load(Reg::T1, y);
        let slow = self.asm.label();
        self.unless_small(&[(Reg::T0, x), (Reg::T1, y)], slow);
        self.asm.cmp(Reg::T0, Reg::T1);
        self.asm.branch(opposite(when), no);
        self.cold.push(match when {
            Cond::Equal => Cold::Equal(slow, Cond::NotEqual, yes, no),
            Cond::NotEqual => Cold::Equal(slow, Cond::Equal, yes, no),
            _ => Cold::Compare(slow, when, yes, no),
        });
    }

    /// Goes to the first label if two terms are exactly equal, else to the second. The label that
    /// `next` says is bound next.
    pub(crate) fn exactly_equal(
        &mut self,
        (x, y): (&Arg, &Arg),
        (yes, no): (Label, Label),
        next: Next,
    ) {
        let one_word = |a: &Arg| matches!(a, Arg::Atom(_)) || known(a).is_some();
        let (x, y) = if one_word(x) { (y, x) } else { (x, y) };
        if one_word(y) {
            let v = self.get(x, Reg::T0);
            self.compare(v, y, Reg::T1);
            return match next {
                Next::Yes => self.asm.branch(Cond::NotEqual, no),
                Next::No => self.asm.branch(Cond::Equal, yes),
            };
        }
        self.load(Reg::T0, x);
        self.load(Reg::T1, y);
        self.asm.cmp(Reg::T0, Reg::T1);
        self.asm.branch(Cond::Equal, yes);
        // Only two pointers of the same kind can be the same in another way.
        self.asm.mov(Reg::T2, Reg::T0);
        self.asm.xor(Reg::T2, Reg::T1);
        self.asm.test_bits(Reg::T2, TAG_MASK as i32);
        self.asm.branch(Cond::NotEqual, no);
        self.asm.mov(Reg::T2, Reg::T0);
        self.asm.and_imm(Reg::T2, TAG_IMM as i32);
        self.asm.cmp_imm(Reg::T2, TAG_LIST as i32);
        self.asm.branch(Cond::NotEqual, no);
        let deep = self.asm.label();
        self.asm.jump(deep);
        self.cold.push(Cold::Same(deep, Cond::NotEqual, yes, no));
    }

    /// Writes a call of a built-in of guards.
    pub(crate) fn guard(&mut self, at: usize, i: &Instr) {
        let (_, import, args, dst) = parts(i);
        let import = self.file.imports[import as usize];
        if self.file.atom(import.module) != "erlang" {
            return self.call_guard(at, i);
        }
        match (self.file.atom(import.function), args) {
            ("self", []) => {
                let reg = Self::destination(dst, Reg::T0);
                self.asm.load(reg, field(offset_of!(Registers, pid)));
                self.set(dst, reg);
            }
            ("hd", [v]) => self.part_of_list(at, v, 0, dst),
            ("tl", [v]) => self.part_of_list(at, v, 1, dst),
            ("tuple_size", [v]) => self.tuple_size(at, v, dst),
            ("element", [n, v]) if known_small(n).is_some() => self.known_element(at, n, v, dst),
            ("+", [x, y]) => self.arithmetic(at, FloatOp::Add, (x, y), dst),
            ("-", [x, y]) => self.arithmetic(at, FloatOp::Sub, (x, y), dst),
            ("*", [x, y]) => self.arithmetic(at, FloatOp::Mul, (x, y), dst),
            ("/", [x, y]) => self.arithmetic(at, FloatOp::Div, (x, y), dst),
            ("band", [x, y]) => self.bitwise(at, (x, y), dst, Asm::and),
            ("bor", [x, y]) => self.bitwise(at, (x, y), dst, Asm::or),
            ("bxor", [x, y]) => self.bitwise(at, (x, y), dst, Asm::xor),
            ("bsr", [x, y]) => self.shift_right(at, i, (x, y), dst),
            ("bsl", [x, y]) => self.shift_left(at, i, (x, y), dst),
            ("div", [x, y]) => self.division(at, (x, y), dst, Reg::T0),
            ("rem", [x, y]) => self.division(at, (x, y), dst, Reg::T1),
            ("=:=", [x, y]) => self.boolean(dst, |t, to| t.exactly_equal((x, y), to, Next::Yes)),
            ("=/=", [x, y]) => self.boolean(dst, |t, (yes, no)| {
                t.exactly_equal((x, y), (no, yes), Next::No);
            }),
            ("<", [x, y]) => self.boolean(dst, |t, to| t.compare_terms(x, y, Cond::Less, to)),
            (">=", [x, y]) => self.boolean(dst, |t, to| t.compare_terms(x, y, Cond::NotLess, to)),
            (">", [x, y]) => self.boolean(dst, |t, to| t.compare_terms(y, x, Cond::Less, to)),
            ("=<", [x, y]) => self.boolean(dst, |t, to| t.compare_terms(y, x, Cond::NotLess, to)),
            ("==", [x, y]) => self.boolean(dst, |t, to| t.compare_terms(x, y, Cond::Equal, to)),
            ("/=", [x, y]) => self.boolean(dst, |t, to| t.compare_terms(x, y, Cond::NotEqual, to)),
            _ => self.call_guard(at, i),
        }
    }

    /// The atom that says whether a comparison holds, which `compare` writes.
    fn boolean(&mut self, dst: &Arg, compare: impl FnOnce(&mut Self, (Label, Label))) {
        let (yes, no, join) = (self.asm.label(), self.asm.label(), self.asm.label());
        compare(self, (yes, no));
        self.asm.bind(yes);
        self.set_word(dst, Term::TRUE.word());
        self.asm.jump(join);
        self.asm.bind(no);
        self.set_word(dst, Term::FALSE.word());
        self.asm.bind(join);
    }

    fn part_of_list(&mut self, at: usize, v: &Arg, n: u64, dst: &Arg) {
        let (slow, join) = (self.asm.label(), self.asm.label());
        let v = self.get(v, Reg::T1);
        self.unless_tagged(v, TAG_LIST, Reg::T0, slow);
        let reg = Self::destination(dst, Reg::T0);
        self.element(reg, v, TAG_LIST, n);
        self.set(dst, reg);
        self.aside(slow, at, join);
        self.asm.bind(join);
    }

    /// Loads the header of what should be a tuple into T0; goes elsewhere if it is none.
    fn tuple_header(&mut self, v: Reg, slow: Label) {
        self.unless_tagged(v, TAG_BOXED, Reg::T0, slow);
        self.asm.cmp_byte(Mem(v, -(TAG_BOXED as i32)), header(Kind::Tuple, 0) as u8);
        self.asm.branch(Cond::NotEqual, slow);
        self.element(Reg::T0, v, TAG_BOXED, 0);
    }

    fn tuple_size(&mut self, at: usize, v: &Arg, dst: &Arg) {
        let (slow, join) = (self.asm.label(), self.asm.label());
        let v = self.get(v, Reg::T1);
        self.tuple_header(v, slow);
        self.asm.shr(Reg::T0, 8);
        self.asm.shl(Reg::T0, 1);
        self.set(dst, Reg::T0);
        self.aside(slow, at, join);
        self.asm.bind(join);
    }

    fn known_element(&mut self, at: usize, n: &Arg, v: &Arg, dst: &Arg) {
        let Some(n) = known(n).map(|w| w >> 1).filter(|&n| n > 0 && n < 1 << 20) else {
            return self.step(at);
        };
        let (slow, join) = (self.asm.label(), self.asm.label());
        let v = self.get(v, Reg::T1);
        self.tuple_header(v, slow);
        self.asm.cmp_imm(Reg::T0, (n << 8) as i32);
        self.asm.branch(Cond::Below, slow);
        let reg = Self::destination(dst, Reg::T0);
        self.element(reg, v, TAG_BOXED, n);
        self.set(dst, reg);
        self.aside(slow, at, join);
        self.asm.bind(join);
    }

    /// An operation on two small integers, whose words are twice the numbers, or on two floats.
    fn arithmetic(&mut self, at: usize, op: FloatOp, (x, y): (&Arg, &Arg), dst: &Arg) {
        let (other, slow, join) = (self.asm.label(), self.asm.label(), self.asm.label());
        self.load(Reg::T0, x);
        self.load(Reg::T1, y);
        if op == FloatOp::Div {
            self.asm.jump(other);
        } else {
            self.unless_small(&[(Reg::T0, x), (Reg::T1, y)], other);
            self.asm.mov(Reg::T2, Reg::T0);
            match op {
                FloatOp::Add => self.asm.add(Reg::T2, Reg::T1),
                FloatOp::Sub => self.asm.sub(Reg::T2, Reg::T1),
                _ => {
                    self.asm.sar(Reg::T2, 1);
                    self.asm.mul(Reg::T2, Reg::T1);
                }
            }
            self.asm.branch(Cond::Overflow, slow);
            self.set(dst, Reg::T2);
        }
        self.aside(slow, at, join);
        let op = FLOAT_OPS.iter().position(|&o| o == op).expect("one of all");
        self.cold.push(Cold::Floats(other, op, at, dst.clone(), join));
        self.asm.bind(join);
    }

    fn bitwise(&mut self, at: usize, (x, y): (&Arg, &Arg), dst: &Arg, op: fn(&mut Asm, Reg, Reg)) {
        let (slow, join) = (self.asm.label(), self.asm.label());
        self.load(Reg::T0, x);
        let v = self.get(y, Reg::T1);
        self.unless_small(&[(Reg::T0, x), (v, y)], slow);
        op(&mut self.asm, Reg::T0, v);
        self.set(dst, Reg::T0);
        self.aside(slow, at, join);
        self.asm.bind(join);
    }

    fn shift_right(&mut self, at: usize, i: &Instr, (x, y): (&Arg, &Arg), dst: &Arg) {
        let Some(bits) = shift(y) else { return self.call_guard(at, i) };
        let (slow, join) = (self.asm.label(), self.asm.label());
        self.load(Reg::T0, x);
        self.unless_small(&[(Reg::T0, x)], slow);
        self.asm.sar(Reg::T0, bits);
        self.asm.and_imm(Reg::T0, !1);
        self.set(dst, Reg::T0);
        self.aside(slow, at, join);
        self.asm.bind(join);
    }

    fn shift_left(&mut self, at: usize, i: &Instr, (x, y): (&Arg, &Arg), dst: &Arg) {
        let Some(bits) = shift(y) else { return self.call_guard(at, i) };
        let (slow, join) = (self.asm.label(), self.asm.label());
        self.load(Reg::T0, x);
        self.unless_small(&[(Reg::T0, x)], slow);
        self.asm.mov(Reg::T1, Reg::T0);
        self.asm.shl(Reg::T1, bits);
        self.asm.mov(Reg::T2, Reg::T1);
        self.asm.sar(Reg::T2, bits);
        self.asm.cmp(Reg::T2, Reg::T0);
        self.asm.branch(Cond::NotEqual, slow);
        self.set(dst, Reg::T1);
        self.aside(slow, at, join);
        self.asm.bind(join);
    }

    /// A quotient (in T0) or remainder (in T1) of small integers; not by 0, nor by -1, with which
    /// the least number has none.
    fn division(&mut self, at: usize, (x, y): (&Arg, &Arg), dst: &Arg, result: Reg) {
        let (slow, join) = (self.asm.label(), self.asm.label());
        self.load(Reg::T0, x);
        self.load(Reg::T3, y);
        self.unless_small(&[(Reg::T0, x), (Reg::T3, y)], slow);
        self.asm.sar(Reg::T3, 1);
        self.asm.cmp_imm(Reg::T3, 0);
        self.asm.branch(Cond::Equal, slow);
        self.asm.cmp_imm(Reg::T3, -1);
        self.asm.branch(Cond::Equal, slow);
        self.asm.sar(Reg::T0, 1);
        self.asm.divide(Reg::T3);
        self.asm.shl(result, 1);
        self.set(dst, result);
        self.aside(slow, at, join);
        self.asm.bind(join);
    }

    /// Calls a built-in of guards. If it fails, the interpreter calls it once more, to say how.
    pub(crate) fn call_guard(&mut self, at: usize, i: &Instr) {
        let (fail, import, args, dst) = parts(i);
        let (slow, join) = (self.asm.label(), self.asm.label());
        self.asm.slot(Reg::T1, Slot::Bif(import));
        self.asm.store(field(offset_of!(Registers, reductions)), Reg::N);
        let mut gives = vec![Give::Reg(Reg::T1)];
        gives.extend(args.iter().map(Give::Source));
        gives.resize(4, Give::Number(0));
        self.make(offset_of!(Registers, bif), &gives);
        self.asm.load(Reg::N, field(offset_of!(Registers, reductions)));
        if self.file.atom(self.file.imports[import as usize].function) == "length" {
            // The interpreter begins again, and gives others a turn.
            self.asm.cmp_imm(Reg::T0, UNFINISHED as i32);
            self.asm.branch(Cond::Equal, slow);
        }
        self.asm.cmp_imm(Reg::T0, NOT_FOUND as i32);
        match fail {
            Some(to) if label(to) != 0 => self.fail(Cond::Equal, to),
            _ => self.asm.branch(Cond::Equal, slow),
        }
        self.set(dst, Reg::T0);
        self.aside(slow, at, join);
        self.asm.bind(join);
    }
}

/// A known number of bits to shift by.
fn shift(y: &Arg) -> Option<u8> {
    known_small(y).map(|w| w >> 1).filter(|&n| n < 62).map(|n| n as u8)
}

/// The condition that holds if this one does not.
fn opposite(when: Cond) -> Cond {
    match when {
        Cond::Less => Cond::NotLess,
        Cond::NotLess => Cond::Less,
        Cond::Equal => Cond::NotEqual,
        _ => Cond::Equal,
    }
}
