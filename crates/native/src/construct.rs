//! Bit strings being built: what has fields of known size, 64 bits at most, is put together in a
//! register.

use crate::flow::{self, number};
use crate::ir::Body;
use crate::ops::{list, need};
use crate::values::{is_small_constant, known};
use beamfile::{Arg, Instr};
use native_abi::Registers;
use native_abi::image::Slot;
use std::mem::offset_of;
use term::word::*;

/// What the loader has the instruction take from the heap beside what follows needs.
const OWN_WORDS: u64 = 16;

/// A field of known size.
enum Field<'a> {
    Integer {
        value: &'a Arg,
        bits: u64,
        little: bool,
    },
    /// A character in UTF-8, which is ASCII as a rule.
    Character(&'a Arg),
    Bytes(&'a [u8]),
}

/// What is built.
struct Plan<'a> {
    /// What is appended to, and the unit of its size.
    front: Option<(&'a Arg, u64)>,
    fields: Vec<Field<'a>>,
    bits: u64,
}

impl Body<'_> {
    fn plan<'a>(&self, i: &'a Instr) -> Option<Plan<'a>>
    where
        Self: 'a,
    {
        let file = self.file;
        let mut plan = Plan { front: None, fields: Vec::new(), bits: 0 };
        for (k, s) in list(&i.args()[5]).chunks(6).enumerate() {
            let [Arg::Atom(kind), _, unit, flags, src, size] = s else { return None };
            let unit = number(unit);
            let bits = match file.atom(*kind) {
                "append" | "private_append" if k == 0 => {
                    plan.front = Some((src, unit.max(1)));
                    continue;
                }
                "integer" => {
                    let bits = (known(size).filter(|&w| is_small(w))? >> 1).checked_mul(unit)?;
                    if bits > 64 || matches!(src, Arg::BigI(_) | Arg::Literal(_) | Arg::Atom(_)) {
                        return None;
                    }
                    let little = match flags {
                        Arg::Nil => false,
                        Arg::U(u) => u & (2 | 16) != 0,
                        Arg::Literal(n) => {
                            let text = &file.literals[*n as usize];
                            [&b"little"[..], b"native"]
                                .iter()
                                .any(|w| text.windows(6).any(|v| v == *w))
                        }
                        _ => return None,
                    };
                    if little && !bits.is_multiple_of(8) {
                        return None;
                    }
                    plan.fields.push(Field::Integer { value: src, bits, little });
                    bits
                }
                "utf8" => {
                    plan.fields.push(Field::Character(src));
                    8
                }
                "string" => {
                    let (at, n) = (number(src) as usize, number(size) as usize);
                    let bytes =
                        file.strings.get(at..at.checked_add(n)?).filter(|b| b.len() <= 8)?;
                    plan.fields.push(Field::Bytes(bytes));
                    8 * n as u64
                }
                _ => return None,
            };
            plan.bits += bits;
            if plan.bits > 64 {
                return None;
            }
        }
        (plan.bits > 0).then_some(plan)
    }

    /// If a whole bit string is put behind another: both, each with its unit.
    fn joined<'a>(&self, i: &'a Instr) -> Option<[&'a Arg; 4]> {
        let [
            Arg::Atom(first),
            _,
            unit,
            _,
            front,
            _,
            Arg::Atom(second),
            _,
            unit_of_all,
            _,
            all,
            size,
        ] = list(&i.args()[5])
        else {
            return None;
        };
        let file = self.file;
        let whole = matches!(size, Arg::Atom(n) if file.atom(*n) == "all");
        let appended = matches!(file.atom(*first), "append" | "private_append");
        (whole && appended && file.atom(*second) == "binary").then_some([
            front,
            unit,
            all,
            unit_of_all,
        ])
    }

    /// Writes `bs_create_bin`.
    pub(crate) fn create(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let (slow, join) = (self.name(), self.name());
        let after = need(&a[1]);
        if after != 0 {
            let full = self.lacks(after + OWN_WORDS);
            self.go_if(&full, &slow);
        }
        let made = match self.plan(i) {
            Some(plan) => {
                let value = self.fields(&plan, &slow);
                match plan.front {
                    Some((src, unit)) => {
                        let src = self.source(src);
                        let (bits, unit) = (plan.bits.to_string(), unit.to_string());
                        let helper = offset_of!(Registers, append);
                        self.make(helper, &[&src, &value, &bits, &unit])
                    }
                    None => {
                        let made = self.on_heap(&value, plan.bits, &slow);
                        self.set(&a[4], &made);
                        self.line(&format!("br label %{join}"));
                        self.aside(&slow, &join, at);
                        return self.begin(&join);
                    }
                }
            }
            None => match self.joined(i) {
                Some([front, unit, all, unit_of_all]) => {
                    let (front, all) = (self.source(front), self.source(all));
                    let units = [unit, unit_of_all].map(|u| number(u).to_string());
                    let helper = offset_of!(Registers, append_bits);
                    self.make(helper, &[&front, &units[0], &all, &units[1]])
                }
                None => self.create_any(at, i, after),
            },
        };
        let none = self.is(&made, native_abi::NOT_FOUND);
        self.go_if(&none, &slow);
        self.set(&a[4], &made);
        self.line(&format!("br label %{join}"));
        self.aside(&slow, &join, at);
        self.begin(&join);
    }

    /// Has the emulator build it.
    fn create_any(&mut self, at: usize, i: &Instr, after: u64) -> String {
        let read = list(&i.args()[5]).iter().map(flow::bit).fold(0, |u, v| u | v);
        self.spill(read);
        let pc = self.constant(Slot::Pc(at as u32));
        let words = if after != 0 { TEST_HEAP_WORDS } else { 0 };
        let pc = self.value(&format!("add i64 {pc}, {}", 8 * words));
        self.make(offset_of!(Registers, create), &[&pc])
    }

    /// Goes to a block in the rare case that the condition holds.
    pub(crate) fn go_if(&mut self, condition: &str, block: &str) {
        let next = self.name();
        self.branch(condition, block, &next, Some(false));
        self.begin(&next);
    }

    /// All fields as one number; goes to `slow` if a value is not as expected.
    fn fields(&mut self, plan: &Plan<'_>, slow: &str) -> String {
        let mut all = "0".to_owned();
        for field in &plan.fields {
            let (value, bits) = match *field {
                Field::Integer { bits: 0, value, .. } => {
                    self.only_small(value, slow);
                    continue;
                }
                Field::Integer { value, bits, little } => {
                    let v = self.only_small(value, slow);
                    let v = self.value(&format!("ashr i64 {v}, 1"));
                    let v = match little {
                        true => {
                            let v = self.value(&format!("call i64 @llvm.bswap.i64(i64 {v})"));
                            self.value(&format!("lshr i64 {v}, {}", 64 - bits))
                        }
                        false if bits < 64 => self.and(&v, (1 << bits) - 1),
                        false => v,
                    };
                    (v, bits)
                }
                Field::Character(c) => {
                    let v = self.source(c);
                    let low = self.and(&v, 1);
                    let other = self.value(&format!("icmp ne i64 {low}, 0"));
                    let large = self.value(&format!("icmp ugt i64 {v}, {}", 2 * 0x7f));
                    let wrong = self.value(&format!("or i1 {other}, {large}"));
                    self.go_if(&wrong, slow);
                    (self.value(&format!("lshr i64 {v}, 1")), 8)
                }
                Field::Bytes([]) => continue,
                Field::Bytes(bytes) => {
                    let v = bytes.iter().fold(0_u64, |v, &b| v << 8 | u64::from(b));
                    ((v as i64).to_string(), 8 * bytes.len() as u64)
                }
            };
            all = match bits {
                64 => value,
                _ => {
                    let shifted = self.value(&format!("shl i64 {all}, {bits}"));
                    self.value(&format!("or i64 {shifted}, {value}"))
                }
            };
        }
        all
    }

    fn only_small(&mut self, value: &Arg, slow: &str) -> String {
        let v = self.source(value);
        if !is_small_constant(value) {
            let low = self.and(&v, 1);
            let other = self.value(&format!("icmp ne i64 {low}, 0"));
            self.go_if(&other, slow);
        }
        v
    }

    /// A bit string of the low bits of a value.
    fn on_heap(&mut self, value: &str, bits: u64, slow: &str) -> String {
        let full = self.lacks(3 + 4);
        self.go_if(&full, slow);
        let v = self.value(&format!("shl i64 {value}, {}", 64 - bits));
        let v = self.value(&format!("call i64 @llvm.bswap.i64(i64 {v})"));
        self.put(0, &header(Kind::HeapBin, 2).to_string());
        self.put(1, &small(bits.div_ceil(8) as i64).to_string());
        self.put(2, &v);
        let whole = self.take(3, TAG_BOXED);
        if bits.is_multiple_of(8) {
            return whole;
        }
        self.put(0, &header(Kind::SubBits, 3).to_string());
        self.put(1, &whole);
        self.put(2, &small(0).to_string());
        self.put(3, &small(bits as i64).to_string());
        self.take(4, TAG_BOXED)
    }
}

/// Words of the base tier's instruction that reserves what follows needs.
const TEST_HEAP_WORDS: u64 = 2;
