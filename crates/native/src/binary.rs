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

/// Flags of a field.
const LITTLE: u64 = 2;
const SIGNED: u64 = 4;
const NATIVE: u64 = 16;

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
                Some(bits)
                    if (1..=62).contains(&bits)
                        && number(&a[5]) & NATIVE == 0
                        && (number(&a[5]) & LITTLE == 0 || bits.is_multiple_of(8)) =>
                {
                    self.integer(i, bits);
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
            Op::BsMatchString => {
                let (bits, from) = (number(&a[2]), number(&a[3]) as usize);
                let file = self.file;
                match file.strings.get(from..from.saturating_add(bits.div_ceil(8) as usize)) {
                    Some(bytes) if (1..=57).contains(&bits) => self.string(i, bits, bytes),
                    _ => self.step(at),
                }
            }
            Op::BsGetUtf8 | Op::BsSkipUtf8 => {
                let context = self.source(&a[1]);
                let f = self.get_field(offset_of!(Registers, match_utf8), "ptr");
                let v = self.value(&format!("call preserve_mostcc i64 {f}(i64 {context}) #0"));
                let right = self.was_made(&v);
                self.test(&right, &a[0]);
                if i.op == Op::BsGetUtf8 {
                    self.set(&a[4], &v);
                }
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

    /// The next bits (1 to 62, and so many are left) of a context at a position, which is moved.
    fn next_bits(&mut self, context: &str, position: &str, bits: u64) -> String {
        let end = self.element(context, TAG_BOXED, END);
        let start = self.and(position, !15);
        let left = self.value(&format!("sub i64 {end}, {start}"));
        let inside = self.and(position, 14);
        let (word, few, bytes, join) = (self.name(), self.name(), self.name(), self.name());
        // Eight bytes at once, if there are so many and the field is in them.
        if bits <= 57 {
            let many = self.value(&format!("icmp sge i64 {left}, {}", 2 * 64));
            self.branch(&many, &word, &few, None);
            self.begin(&few);
        }
        let whole = bits.is_multiple_of(8) && bits <= 32;
        let aligned = match whole {
            true => self.is(&inside, 0),
            false => "false".into(),
        };
        let other = self.name();
        self.branch(&aligned, &bytes, &other, None);
        self.begin(&other);
        let f = self.get_field(offset_of!(Registers, match_bits), "ptr");
        let v = self.value(&format!("call preserve_mostcc i64 {f}(i64 {context}, i64 {bits}) #0"));
        self.line(&format!("br label %{join}"));
        let mut found = vec![(v, other)];

        self.begin(&bytes);
        match whole {
            true => {
                let p = self.bytes_at(context, position);
                let mut all = String::new();
                for k in 0..bits / 8 {
                    let q = self.value(&format!("getelementptr i8, ptr {p}, i64 {k}"));
                    let byte = self.value(&format!("load i8, ptr {q}, align 1, {HEAP}"));
                    let byte = self.value(&format!("zext i8 {byte} to i64"));
                    let byte = self.value(&format!("shl i64 {byte}, {}", bits - 8 * (k + 1)));
                    all = match k {
                        0 => byte,
                        _ => self.value(&format!("or disjoint i64 {all}, {byte}")),
                    };
                }
                self.move_position(context, position, bits);
                let last = self.join(&join);
                found.push((all, last));
            }
            false => self.line("unreachable"),
        }
        if bits <= 57 {
            self.begin(&word);
            let p = self.bytes_at(context, position);
            let v = self.value(&format!("load i64, ptr {p}, align 1, {HEAP}"));
            let v = self.value(&format!("call i64 @llvm.bswap.i64(i64 {v})"));
            let inside = self.value(&format!("lshr i64 {inside}, 1"));
            let v = self.value(&format!("shl i64 {v}, {inside}"));
            let v = self.value(&format!("lshr i64 {v}, {}", 64 - bits));
            self.move_position(context, position, bits);
            let last = self.join(&join);
            found.push((v, last));
        }
        self.begin(&join);
        let from: Vec<String> = found.iter().map(|(v, b)| format!("[ {v}, %{b} ]")).collect();
        self.value(&format!("phi i64 {}", from.join(", ")))
    }

    /// Goes to a block through a new one, whose name it gives.
    pub(crate) fn join(&mut self, to: &str) -> String {
        let last = self.name();
        self.line(&format!("br label %{last}"));
        self.begin(&last);
        self.line(&format!("br label %{to}"));
        last
    }

    fn move_position(&mut self, context: &str, position: &str, bits: u64) {
        let after = self.value(&format!("add i64 {position}, {}", 2 * bits));
        self.set_position(context, &after);
    }

    /// The address of the byte that a position is in.
    fn bytes_at(&mut self, context: &str, position: &str) -> String {
        let original = self.element(context, TAG_BOXED, 1);
        let head = self.element(&original, TAG_BOXED, 0);
        let kind = self.and(&head, 0xff);
        let on_heap = self.is(&kind, header(Kind::HeapBin, 0));
        let (near, far, join) = (self.name(), self.name(), self.name());
        self.branch(&on_heap, &near, &far, None);
        self.begin(&near);
        let data = self.value(&format!("add i64 {original}, {}", 16 - TAG_BOXED as i64));
        self.line(&format!("br label %{join}"));
        self.begin(&far);
        let shared = self.element(&original, TAG_BOXED, 2);
        let bytes = self.value(&format!("add i64 {shared}, {}", RefBin::DATA));
        self.line(&format!("br label %{join}"));
        self.begin(&join);
        let data = self.value(&format!("phi i64 [ {data}, %{near} ], [ {bytes}, %{far} ]"));
        let data = self.value(&format!("inttoptr i64 {data} to ptr"));
        let offset = self.value(&format!("lshr i64 {position}, 4"));
        self.value(&format!("getelementptr i8, ptr {data}, i64 {offset}"))
    }

    fn integer(&mut self, i: &Instr, bits: u64) {
        let a = i.args();
        let context = self.source(&a[1]);
        let position = self.room(&context, bits, &a[0]);
        let mut v = self.next_bits(&context, &position, bits);
        let flags = number(&a[5]);
        if flags & LITTLE != 0 {
            v = self.value(&format!("call i64 @llvm.bswap.i64(i64 {v})"));
            v = self.value(&format!("lshr i64 {v}, {}", 64 - bits));
        }
        v = match flags & SIGNED != 0 {
            true => {
                let v = self.value(&format!("shl i64 {v}, {}", 64 - bits));
                let v = self.value(&format!("ashr i64 {v}, {}", 63 - bits));
                self.and(&v, !1)
            }
            false => self.value(&format!("shl i64 {v}, 1")),
        };
        self.set(&a[6], &v);
    }

    /// `bs_match_string` of few bits.
    fn string(&mut self, i: &Instr, bits: u64, bytes: &[u8]) {
        let a = i.args();
        let context = self.source(&a[1]);
        let position = self.room(&context, bits, &a[0]);
        let v = self.next_bits(&context, &position, bits);
        let all = bytes.iter().fold(0_u64, |v, &b| v << 8 | u64::from(b));
        let expected = all >> (8 * bytes.len() as u64 - bits);
        let same = self.is(&v, expected);
        let (right, wrong) = (self.name(), self.name());
        self.branch(&same, &right, &wrong, None);
        // It is still where it was.
        self.begin(&wrong);
        self.set_position(&context, &position);
        self.test("false", &a[0]);
        self.line("unreachable");
        self.begin(&right);
    }

    /// Writes a test for binaries or bit strings.
    pub(crate) fn is_bits(&mut self, i: &Instr) {
        let a = i.args();
        let v = self.source(&a[1]);
        let head = self.header_or_zero(&v);
        let kind = self.and(&head, 0xff);
        let near = self.is(&kind, header(Kind::HeapBin, 0));
        let far = self.is(&kind, header(Kind::RefcBin, 0));
        let whole = self.value(&format!("or i1 {near}, {far}"));
        let (part, join) = (self.name(), self.name());
        self.branch(&whole, &join, &part, None);
        self.begin(&part);
        let sub = self.is(&kind, header(Kind::SubBits, 0));
        self.test(&sub, &a[0]);
        if i.op == Op::IsBinary {
            let bits = self.element(&v, TAG_BOXED, 3);
            let inside = self.and(&bits, 14);
            let bytes = self.is(&inside, 0);
            self.test(&bytes, &a[0]);
        }
        self.line(&format!("br label %{join}"));
        self.begin(&join);
    }
}
