//! Matching of bit strings: what is quick when fields begin at bytes.
//!
//! A match context is an object `[original, position, end]`, both in bits and small integers.

use crate::flow::number;
use crate::ir::{Body, HEAP};
use crate::values::known;
use beamfile::{Arg, Instr, Op};
use native_abi::Registers;
use std::mem::offset_of;
use term::RefBin;
use term::word::*;

const POSITION: u64 = 2;
const END: u64 = 3;

/// Flags of a field: little-endian, signed, of the machine.
const NOT_PLAIN: u64 = 2 | 4 | 16;

impl Body<'_> {
    fn set_position(&mut self, context: &str, position: &str) {
        let p = self.value(&format!("inttoptr i64 {context} to ptr"));
        let at = 8 * POSITION as i64 - TAG_BOXED as i64;
        let p = self.value(&format!("getelementptr i8, ptr {p}, i64 {at}"));
        self.line(&format!("store i64 {position}, ptr {p}, align 8, {HEAP}"));
    }

    /// The bits that are left, as a small integer.
    fn left(&mut self, context: &str) -> (String, String) {
        let position = self.element(context, TAG_BOXED, POSITION);
        let end = self.element(context, TAG_BOXED, END);
        let left = self.value(&format!("sub i64 {end}, {position}"));
        (position, left)
    }

    /// Writes an instruction that matches.
    pub fn binary(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        match i.op {
            Op::BsStartMatch3 => self.start(Some(&a[0]), &a[1], &a[3]),
            Op::BsStartMatch4 if matches!(a[0], Arg::Atom(n) if self.file.atom(n) == "resume") => {
                let v = self.source(&a[2]);
                self.set(&a[3], &v);
            }
            Op::BsStartMatch4 => {
                let fail = Some(&a[0]).filter(|a| matches!(a, Arg::F(l) if *l != 0));
                self.start(fail, &a[2], &a[3]);
            }
            Op::BsGetPosition => {
                let context = self.source(&a[0]);
                let position = self.element(&context, TAG_BOXED, POSITION);
                self.set(&a[1], &position);
            }
            Op::BsSetPosition => {
                let (context, position) = (self.source(&a[0]), self.source(&a[1]));
                self.set_position(&context, &position);
            }
            Op::BsTestTail2 => {
                let context = self.source(&a[1]);
                let (_, left) = self.left(&context);
                let is = self.is(&left, small(number(&a[2]) as i64));
                self.test(&is, &a[0]);
            }
            Op::BsTestUnit => {
                let unit = number(&a[2]).max(1);
                let context = self.source(&a[1]);
                let (_, left) = self.left(&context);
                let rest = self.value(&format!("urem i64 {left}, {}", 2 * unit));
                let is = self.is(&rest, 0);
                self.test(&is, &a[0]);
            }
            Op::BsSkipBits2 => match self.bits(&a[2], number(&a[3])) {
                Some(bits) => {
                    let context = self.source(&a[1]);
                    let position = self.room(&context, bits, &a[0]);
                    let after = self.value(&format!("add i64 {position}, {}", 2 * bits));
                    self.set_position(&context, &after);
                }
                None => self.step(at),
            },
            Op::BsGetInteger2 => match self.bits(&a[3], number(&a[4])) {
                Some(bits) if [8, 16, 24, 32].contains(&bits) && number(&a[5]) & NOT_PLAIN == 0 => {
                    self.integer(at, i, bits);
                }
                Some(bits) => {
                    let context = self.source(&a[1]);
                    let (bits, flags) = (bits.to_string(), number(&a[5]).to_string());
                    let helper = offset_of!(Registers, match_integer);
                    let made = self.make(helper, &[&context, &bits, &flags]);
                    let right = self.was_made(&made);
                    self.test(&right, &a[0]);
                    self.set(&a[6], &made);
                }
                None => self.step(at),
            },
            Op::BsGetBinary2 => {
                let context = self.source(&a[1]);
                let (_, left) = self.left(&context);
                let left = self.value(&format!("lshr i64 {left}, 1"));
                let unit = number(&a[4]).max(1);
                let all = matches!(a[3], Arg::Atom(n) if self.file.atom(n) == "all");
                let bits = match (all, self.bits(&a[3], unit)) {
                    (true, _) => {
                        let rest = self.value(&format!("urem i64 {left}, {unit}"));
                        let whole = self.is(&rest, 0);
                        self.test(&whole, &a[0]);
                        left
                    }
                    (_, Some(bits)) => bits.to_string(),
                    (_, None)
                        if matches!(
                            a[3],
                            Arg::X(_) | Arg::Y(_) | Arg::TypedX(..) | Arg::TypedY(..)
                        ) =>
                    {
                        // A size that is no small integer, or much too large, fits nothing.
                        let size = self.source(&a[3]);
                        let largest = self.value(&format!("icmp ult i64 {size}, {}", 1_u64 << 40));
                        let low = self.and(&size, 1);
                        let small = self.is(&low, 0);
                        let right = self.value(&format!("and i1 {largest}, {small}"));
                        self.test(&right, &a[0]);
                        let size = self.value(&format!("lshr i64 {size}, 1"));
                        self.value(&format!("mul i64 {size}, {unit}"))
                    }
                    _ => return self.step(at),
                };
                let made = self.make(offset_of!(Registers, match_binary), &[&context, &bits]);
                let right = self.was_made(&made);
                self.test(&right, &a[0]);
                self.set(&a[6], &made);
            }
            Op::BsGetTail => {
                let context = self.source(&a[0]);
                let made = self.make(offset_of!(Registers, match_tail), &[&context]);
                self.set(&a[1], &made);
            }
            _ => self.step(at),
        }
    }

    /// The bits of a field of known size.
    fn bits(&self, size: &Arg, unit: u64) -> Option<u64> {
        let size = known(size).filter(|&w| is_small(w) && (w as i64) >= 0)? >> 1;
        size.checked_mul(unit).filter(|&bits| bits < 1 << 32)
    }

    fn start(&mut self, fail: Option<&Arg>, src: &Arg, dst: &Arg) {
        let v = self.source(src);
        let head = self.header_or_zero(&v);
        let context = self.is(&head, header(Kind::MatchCtx, 3));
        let (again, new, join) = (self.name(), self.name(), self.name());
        self.branch(&context, &again, &new, None);
        self.begin(&again);
        self.set(dst, &v);
        self.line(&format!("br label %{join}"));
        self.begin(&new);
        let made = self.make(offset_of!(Registers, match_start), &[&v]);
        if let Some(fail) = fail {
            let right = self.was_made(&made);
            self.test(&right, fail);
        }
        self.set(dst, &made);
        self.line(&format!("br label %{join}"));
        self.begin(&join);
    }

    /// The position of a context with so many bits left; goes to the label if there are fewer.
    fn room(&mut self, context: &str, bits: u64, fail: &Arg) -> String {
        let (position, left) = self.left(context);
        let enough = self.value(&format!("icmp sge i64 {left}, {}", 2 * bits));
        self.test(&enough, fail);
        position
    }

    fn integer(&mut self, at: usize, i: &Instr, bits: u64) {
        let a = i.args();
        let context = self.source(&a[1]);
        let position = self.room(&context, bits, &a[0]);
        let inside = self.and(&position, 14);
        let odd = self.value(&format!("icmp ne i64 {inside}, 0"));
        self.unless(&odd, at, |b| {
            let original = b.element(&context, TAG_BOXED, 1);
            let head = b.element(&original, TAG_BOXED, 0);
            let kind = b.and(&head, 0xff);
            let on_heap = b.is(&kind, header(Kind::HeapBin, 0));
            let (near, far, join) = (b.name(), b.name(), b.name());
            b.branch(&on_heap, &near, &far, None);
            b.begin(&near);
            let data = b.value(&format!("add i64 {original}, {}", 16 - TAG_BOXED as i64));
            b.line(&format!("br label %{join}"));
            b.begin(&far);
            let shared = b.element(&original, TAG_BOXED, 2);
            let bytes = b.value(&format!("add i64 {shared}, {}", RefBin::DATA));
            b.line(&format!("br label %{join}"));
            b.begin(&join);
            let data = b.value(&format!("phi i64 [ {data}, %{near} ], [ {bytes}, %{far} ]"));
            let data = b.value(&format!("inttoptr i64 {data} to ptr"));
            let offset = b.value(&format!("lshr exact i64 {position}, 4"));
            let p = b.value(&format!("getelementptr i8, ptr {data}, i64 {offset}"));
            let mut all = String::new();
            for k in 0..bits / 8 {
                let q = b.value(&format!("getelementptr i8, ptr {p}, i64 {k}"));
                let byte = b.value(&format!("load i8, ptr {q}, align 1, {HEAP}"));
                let byte = b.value(&format!("zext i8 {byte} to i64"));
                let byte = b.value(&format!("shl i64 {byte}, {}", bits - 8 * (k + 1) + 1));
                all = match k {
                    0 => byte,
                    _ => b.value(&format!("or disjoint i64 {all}, {byte}")),
                };
            }
            let after = b.value(&format!("add i64 {position}, {}", 2 * bits));
            b.set_position(&context, &after);
            b.set(&a[6], &all);
        });
    }
}
