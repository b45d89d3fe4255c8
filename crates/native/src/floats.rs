//! Floats: their registers, and those that are not boxed before somebody looks.
//!
//! What the compiler puts into an X register from a floating-point register may be computed with
//! again at once, after a jump, or after the function has called itself last. So it stays what it
//! is, in a variable of its own, until it has to be a term. Code that is reached with different
//! sets of such registers is written for each.

use crate::flow;
use crate::ir::{Body, bits};
use beamfile::{Arg, Instr, Op};
use flow::Regs;
use native_abi::Registers;
use std::mem::offset_of;
use term::word::*;

/// The exponent of floats that are no numbers.
pub(crate) const INFINITE: u64 = 0x7ff0_0000_0000_0000;

fn f(a: &Arg) -> Option<u16> {
    if let Arg::Fr(f) = a { Some(*f) } else { None }
}

impl Body<'_> {
    /// Boxes what an instruction needs as terms.
    pub(crate) fn before(&mut self, i: &Instr) {
        let a = i.args();
        let takes_floats = match i.op {
            Op::Fmove | Op::Fconv | Op::IsFloat | Op::IsNumber => true,
            Op::Move => self.has_place(&a[1]),
            Op::CallOnly | Op::CallLast => self.repeats(&a[1]),
            _ => false,
        };
        if !takes_floats {
            self.box_floats(flow::reads(i));
        }
    }

    /// Whether a register may hold a float without its box.
    fn has_place(&self, a: &Arg) -> bool {
        flow::bit(a) & self.boxes() != 0
    }

    /// Notes what is unboxed after an instruction.
    pub(crate) fn after(&mut self, i: &Instr) {
        let moved = match i.op {
            Op::Move if self.unboxed & flow::bit(&i.args[0]) != 0 => flow::bit(&i.args[1]),
            _ => flow::boxed_into(i),
        };
        self.unboxed = self.unboxed & !flow::touches(i) | moved;
        // The compiler has reserved room for boxes, and these take only what is theirs.
        let takes_its_own = matches!(i.op, Op::Fmove | Op::Move | Op::PutList | Op::PutTuple2);
        let kept = if takes_its_own { self.roomy & !flow::touches(i) } else { 0 };
        self.roomy = kept | flow::boxed_into(i);
    }

    /// Boxes floats.
    pub(crate) fn box_floats(&mut self, which: Regs) {
        for x in bits(self.unboxed & which) {
            let v = self.boxed(x);
            self.line(&format!("store i64 {v}, ptr %X{x}"));
            self.unboxed &= !(1 << x);
            self.roomy &= !(1 << x);
        }
    }

    /// The box of a float that has none.
    pub(crate) fn boxed(&mut self, x: usize) -> String {
        let d = self.value(&format!("load double, ptr %D{x}"));
        let bits = self.value(&format!("bitcast double {d} to i64"));
        if self.roomy >> x & 1 != 0 {
            return self.float_on_heap(&bits);
        }
        let (quick, slow, join) = (self.name(), self.name(), self.name());
        let full = self.lacks(2);
        self.branch(&full, &slow, &quick, Some(false));
        self.begin(&slow);
        let made = self.make(offset_of!(Registers, float), &[&bits]);
        self.line(&format!("br label %{join}"));
        self.begin(&quick);
        let put = self.float_on_heap(&bits);
        self.line(&format!("br label %{join}"));
        self.begin(&join);
        self.value(&format!("phi i64 [ {made}, %{slow} ], [ {put}, %{quick} ]"))
    }

    fn float_on_heap(&mut self, bits: &str) -> String {
        self.put(0, &header(Kind::Float, 1).to_string());
        self.put(1, bits);
        self.take(2, TAG_BOXED)
    }

    /// Takes floats out of their boxes again.
    pub(crate) fn unbox(&mut self, which: Regs) {
        for x in bits(which) {
            let v = self.value(&format!("load i64, ptr %X{x}"));
            let d = self.float_of(&v);
            self.line(&format!("store double {d}, ptr %D{x}"));
        }
    }

    fn float_of(&mut self, v: &str) -> String {
        let bits = self.element(v, TAG_BOXED, 1);
        self.value(&format!("bitcast i64 {bits} to double"))
    }

    /// Moves a float that has no box.
    pub(crate) fn move_float(&mut self, from: &Arg, to: &Arg) {
        let (from, to) = (flow::bit(from).trailing_zeros(), flow::bit(to).trailing_zeros());
        let d = self.value(&format!("load double, ptr %D{from}"));
        self.line(&format!("store double {d}, ptr %D{to}"));
    }

    /// The number of a float's source, if it needs no check.
    fn known_float(&mut self, src: &Arg) -> Option<String> {
        if let Arg::Literal(n) = src
            && let [131, 70, ref bits @ ..] = self.file.literals[*n as usize][..]
            && let Ok(bits) = <[u8; 8]>::try_from(bits)
        {
            return Some(format!("0x{:016X}", u64::from_be_bytes(bits)));
        }
        match (f(src), flow::bit(src) & self.unboxed) {
            (Some(f), _) => Some(self.value(&format!("load double, ptr %F{f}"))),
            (None, 0) => None,
            (None, x) => Some(self.value(&format!("load double, ptr %D{}", x.trailing_zeros()))),
        }
    }

    fn set_float(&mut self, to: &Arg, d: &str) {
        if let Some(f) = f(to) {
            self.line(&format!("store double {d}, ptr %F{f}"));
        }
    }

    /// Writes an instruction on floats.
    pub(crate) fn float(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let known = self.known_float(match i.op {
            Op::Fmove | Op::Fconv => &a[0],
            _ => &a[1],
        });
        match (i.op, known) {
            (Op::Fmove, Some(d)) => match flow::boxed_into(i) {
                0 if f(&a[1]).is_some() => self.set_float(&a[1], &d),
                0 => {
                    let bits = self.value(&format!("bitcast double {d} to i64"));
                    let boxed = self.float_on_heap(&bits);
                    self.set(&a[1], &boxed);
                }
                x => self.line(&format!("store double {d}, ptr %D{}", x.trailing_zeros())),
            },
            (Op::Fconv, Some(d)) => self.set_float(&a[1], &d),
            (Op::Fmove, None) => {
                let v = self.source(&a[0]);
                let d = self.float_of(&v);
                self.set_float(&a[1], &d);
            }
            (Op::Fconv, None) => self.converted(at, &a[0], &a[1]),
            (Op::Fnegate, Some(d)) => {
                let d = self.value(&format!("fneg double {d}"));
                self.set_float(&a[2], &d);
            }
            (_, Some(u)) => {
                let op = match i.op {
                    Op::Fadd => "fadd",
                    Op::Fsub => "fsub",
                    Op::Fmul => "fmul",
                    _ => "fdiv",
                };
                let v = self.known_float(&a[2]).unwrap_or_else(|| "poison".into());
                let d = self.value(&format!("{op} double {u}, {v}"));
                let bits = self.value(&format!("bitcast double {d} to i64"));
                let exponent = self.and(&bits, INFINITE);
                let wrong = self.is(&exponent, INFINITE);
                self.unless(&wrong, at, |b| b.set_float(&a[3], &d));
            }
            (_, None) => self.line("unreachable"),
        }
    }

    /// A number as a float: a small integer or a float.
    fn converted(&mut self, at: usize, src: &Arg, to: &Arg) {
        let v = self.source(src);
        let (small, other, slow, join) = (self.name(), self.name(), self.name(), self.name());
        let low = self.and(&v, 1);
        let is_small = self.is(&low, 0);
        self.branch(&is_small, &small, &other, None);
        self.begin(&small);
        let n = self.value(&format!("ashr i64 {v}, 1"));
        let d = self.value(&format!("sitofp i64 {n} to double"));
        self.set_float(to, &d);
        self.line(&format!("br label %{join}"));
        self.begin(&other);
        let head = self.header_or_zero(&v);
        let is_float = self.is(&head, header(Kind::Float, 1));
        let float = self.name();
        self.branch(&is_float, &float, &slow, Some(true));
        self.begin(&float);
        let d = self.float_of(&v);
        self.set_float(to, &d);
        self.line(&format!("br label %{join}"));
        self.aside(&slow, &join, at);
        self.begin(&join);
    }
}
