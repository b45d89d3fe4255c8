//! Floats and their registers.

use crate::flow::unboxed;
use crate::flow::{self, f_of};
use crate::ir::Body;
use beamfile::{Arg, Instr, Op};
use release::Difference;
use term::word::*;

/// The exponent of floats that are no numbers.
pub(crate) const INFINITE: u64 = 0x7ff0_0000_0000_0000;

impl Body<'_> {
    pub(crate) fn float_on_heap(&mut self, bits: &str) -> String {
        self.put(0, &header(Kind::Float, 1).to_string());
        self.put(1, bits);
        self.take(2, TAG_BOXED)
    }

    pub(crate) fn float_of(&mut self, v: &str) -> String {
        let bits = self.element(v, TAG_BOXED, 1);
        self.value(&format!("bitcast i64 {bits} to double"))
    }

    /// The number of a float's source, if it needs no check.
    fn known_float(&mut self, src: &Arg) -> Option<String> {
        if let Arg::Literal(n) = src
            && let [131, 70, ref bits @ ..] = self.file.literals[*n as usize][..]
            && let Ok(bits) = <[u8; 8]>::try_from(bits)
        {
            return Some(format!("0x{:016X}", u64::from_be_bytes(bits)));
        }
        match (f_of(src), flow::bit(src) & self.unboxed) {
            (Some(f), _) => Some(self.value(&format!("load double, ptr %F{f}"))),
            (None, 0) => None,
            (None, x) => Some(self.value(&format!("load double, ptr %D{}", x.trailing_zeros()))),
        }
    }

    /// The number of a source that should be a float; goes elsewhere if it is none.
    pub(crate) fn checked_float(&mut self, src: &Arg, other: &str) -> String {
        if let Some(d) = self.known_float(src) {
            return d;
        }
        let v = self.source(src);
        let head = self.header_or_zero(&v);
        let is = self.is(&head, header(Kind::Float, 1));
        let float = self.name();
        self.branch(&is, &float, other, Some(true));
        self.begin(&float);
        self.float_of(&v)
    }

    /// Whether the result of an operation is no number.
    pub(crate) fn is_infinite(&mut self, d: &str) -> String {
        let bits = self.value(&format!("bitcast double {d} to i64"));
        let exponent = self.and(&bits, INFINITE);
        self.is(&exponent, INFINITE)
    }

    fn set_float(&mut self, to: &Arg, d: &str) {
        if let Some(f) = f_of(to) {
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
            (Op::Fmove, Some(d)) => match unboxed::float_into(i) {
                0 if f_of(&a[1]).is_some() => self.set_float(&a[1], &d),
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
                // Older releases of OTP make 0.0 of 0.0.
                let negative = match Difference::SignedZeros.is_on() {
                    true => format!("fneg double {d}"),
                    false => format!("fsub double 0.0, {d}"),
                };
                let d = self.value(&negative);
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
                let wrong = self.is_infinite(&d);
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
