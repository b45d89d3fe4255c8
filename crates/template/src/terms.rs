//! Lists, tuples and funs: taken apart and made.

use crate::Translator;
use crate::asm::{Mem, Reg};
use crate::operands::{list, number};
use crate::routines::field;
use beamfile::{Arg, Instr, Op};
use native_abi::Registers;
use native_abi::image::Slot;
use std::mem::offset_of;
use term::word::*;

/// Updates of records with at most so many elements are written out.
const SMALL_RECORD: u64 = 32;

impl Translator<'_> {
    /// Writes an instruction that takes a list or a tuple apart, or makes a term.
    pub(crate) fn term(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        match i.op {
            Op::GetList => {
                let v = self.get(&a[0], Reg::T1);
                self.element(Reg::T0, v, TAG_LIST, 0);
                self.element(Reg::T2, v, TAG_LIST, 1);
                self.set(&a[1], Reg::T0);
                self.set(&a[2], Reg::T2);
            }
            Op::GetHd | Op::GetTl => {
                self.part(&a[0], TAG_LIST, u64::from(i.op == Op::GetTl), &a[1]);
            }
            Op::GetTupleElement => self.part(&a[0], TAG_BOXED, 1 + number(&a[1]), &a[2]),
            Op::SetTupleElement => {
                let v = self.get(&a[0], Reg::T0);
                let tuple = self.get(&a[1], Reg::T1);
                let offset = 8 * (1 + number(&a[2])) as i32 - TAG_BOXED as i32;
                self.asm.store(Mem(tuple, offset), v);
            }
            Op::PutList => {
                self.put(0, &a[0]);
                self.put(1, &a[1]);
                self.take(2, TAG_LIST, &a[2]);
            }
            Op::PutTuple2 => {
                let elements = list(&a[1]);
                self.asm.store_imm(Mem(Reg::H, 0), header(Kind::Tuple, elements.len()));
                for (k, e) in (1..).zip(elements) {
                    self.put(k, e);
                }
                self.take(1 + elements.len() as u64, TAG_BOXED, &a[0]);
            }
            Op::UpdateRecord if number(&a[1]) <= SMALL_RECORD => self.update_record(i),
            Op::MakeFun3 => self.make_fun(i),
            _ => self.step(at),
        }
    }

    /// A word of what a pointer points to.
    fn part(&mut self, pointer: &Arg, tag: Word, n: u64, to: &Arg) {
        let v = self.get(pointer, Reg::T0);
        let reg = Self::destination(to, Reg::T0);
        self.element(reg, v, tag, n);
        self.set(to, reg);
    }

    fn update_record(&mut self, i: &Instr) {
        let a = i.args();
        let size = number(&a[1]);
        let mut elements: Vec<Option<&Arg>> = vec![None; size as usize + 1];
        for pair in list(&a[4]).chunks(2) {
            if let Some(element) = elements.get_mut(number(&pair[0]) as usize) {
                *element = Some(&pair[1]);
            }
        }
        let from = self.get(&a[2], Reg::T1);
        for (k, e) in (0..).zip(elements) {
            match e {
                Some(e) => self.put(k, e),
                None => {
                    self.element(Reg::T0, from, TAG_BOXED, k);
                    self.asm.store(Mem(Reg::H, 8 * k as i32), Reg::T0);
                }
            }
        }
        self.take(1 + size, TAG_BOXED, &a[3]);
    }

    fn make_fun(&mut self, i: &Instr) {
        let a = i.args();
        let free = list(&a[2]);
        self.asm.store_imm(Mem(Reg::H, 0), header(Kind::Fun, 2 + free.len()));
        self.asm.slot(Reg::T0, Slot::Fun(number(&a[0]) as u32));
        self.asm.store(Mem(Reg::H, 8), Reg::T0);
        self.asm.load(Reg::T0, field(offset_of!(Registers, pid)));
        self.asm.store(Mem(Reg::H, 16), Reg::T0);
        for (k, e) in (3..).zip(free) {
            self.put(k, e);
        }
        self.take(3 + free.len() as u64, TAG_BOXED, &a[1]);
    }
}
