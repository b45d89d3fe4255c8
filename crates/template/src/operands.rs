//! Operands: where they are, and how they get into registers of the machine and back.

use crate::asm::{Cond, Label, Mem, PASSED, Reg};
use crate::routines::field;
use crate::{Cold, Translator, x_offset, y_offset};
use beamfile::{AllocKind, Arg, Instr, Kind};
use native_abi::Registers;
use native_abi::image::Slot;
use std::mem::offset_of;
use term::Term;
use term::word::{NIL, TAG_MASK, Word, is_small, small};

/// A number among the operands.
pub fn number(a: &Arg) -> u64 {
    match a {
        Arg::U(u) => *u,
        Arg::I(i) => *i as u64,
        Arg::F(l) => u64::from(*l),
        _ => 0,
    }
}

/// A label among the operands; 0 for none.
pub(crate) fn label(a: &Arg) -> u32 {
    if let Arg::F(label) = a { *label } else { 0 }
}

/// The elements of a list among the operands.
pub fn list(a: &Arg) -> &[Arg] {
    if let Arg::List(list) = a { list } else { &[] }
}

/// The words that an operand reserves.
pub fn need(a: &Arg) -> u64 {
    let Arg::Alloc(kinds) = a else { return number(a) };
    let words = |kind| match kind {
        AllocKind::Words => 1,
        AllocKind::Floats => 2,
        AllocKind::Funs => 3,
    };
    kinds.iter().map(|&(kind, n)| u64::from(n) * words(kind)).sum()
}

/// The word of a constant that is known now: a small integer or the empty list.
pub fn known(a: &Arg) -> Option<Word> {
    match a {
        Arg::I(i) => Some(Term::try_small(*i)?.word()),
        Arg::U(u) => Some(Term::try_small(i64::try_from(*u).ok()?)?.word()),
        Arg::Char(c) => Some(small(i64::from(*c))),
        Arg::Nil => Some(NIL),
        _ => None,
    }
}

/// The word of a small integer that is known now.
pub(crate) fn known_small(a: &Arg) -> Option<Word> {
    known(a).filter(|&w| is_small(w))
}

/// The slot of a constant that is known when the code is put into memory.
pub fn constant(a: &Arg) -> Option<Slot> {
    Some(match a {
        Arg::Atom(n) => Slot::Atom(*n),
        Arg::Literal(n) => Slot::Literal(*n),
        Arg::I(i) => {
            let mut bytes = vec![131, 110, 8, u8::from(*i < 0)];
            bytes.extend(i.unsigned_abs().to_le_bytes());
            Slot::Constant(bytes.into())
        }
        Arg::BigI(b) => {
            let n = b.magnitude.len();
            let mut bytes = match u8::try_from(n) {
                Ok(n) => vec![131, 110, n],
                Err(_) => [&[131, 111][..], &(n as u32).to_be_bytes()].concat(),
            };
            bytes.push(u8::from(b.negative));
            bytes.extend(&b.magnitude);
            Slot::Constant(bytes.into())
        }
        _ => return None,
    })
}

/// The number of a floating-point register.
pub(crate) fn float(a: &Arg) -> Option<u16> {
    if let Arg::Fr(f) = a { Some(*f) } else { None }
}

/// The number of live X registers that an instruction says, 0 if it says none.
fn live_of(i: &Instr) -> u64 {
    let at = i.op.info().operands.iter().position(|kind| *kind == Kind::Live);
    at.map_or(0, |at| number(&i.args()[at]))
}

/// The X registers that an instruction names and does not set.
fn reads(i: &Instr) -> Vec<u16> {
    let read = i.op.info().operands.iter().zip(i.args()).filter(|(kind, _)| **kind != Kind::Dst);
    let each = read.flat_map(|(_, a)| match a {
        Arg::List(list) => &list[..],
        one => std::slice::from_ref(one),
    });
    let x = each.filter_map(|a| match a {
        Arg::X(x) | Arg::TypedX(x, _) => Some(*x),
        _ => None,
    });
    x.collect()
}

/// An argument of a helper.
#[derive(Clone, Copy)]
pub(crate) enum Give<'a> {
    /// The content of a register that is no X register.
    Reg(Reg),
    /// A term.
    Source(&'a Arg),
    /// A number.
    Number(u64),
}

impl Translator<'_> {
    /// Where a register of a program is in memory; None if it is one of the machine's, or none.
    fn place(&self, a: &Arg) -> Option<Mem> {
        match *a {
            Arg::X(x) | Arg::TypedX(x, _) if usize::from(x) >= PASSED.len() => {
                Some(Mem(Reg::R, x_offset(x)))
            }
            Arg::Y(y) | Arg::TypedY(y, _) => Some(Mem(Reg::E, y_offset(y))),
            _ => None,
        }
    }

    /// The machine's register that an operand is.
    fn register(a: &Arg) -> Option<Reg> {
        match *a {
            Arg::X(x) | Arg::TypedX(x, _) => PASSED.get(usize::from(x)).copied(),
            _ => None,
        }
    }

    /// The word of an atom that is the same in every emulator.
    fn atom_word(&self, a: &Arg) -> Option<Word> {
        let Arg::Atom(n) = a else { return None };
        match self.file.atom(*n) {
            "true" => Some(Term::TRUE.word()),
            "false" => Some(Term::FALSE.word()),
            _ => None,
        }
    }

    /// Loads a source into a register.
    pub(crate) fn load(&mut self, to: Reg, a: &Arg) {
        if let Some(reg) = Self::register(a) {
            self.asm.mov(to, reg);
        } else if let Some(at) = self.place(a) {
            self.asm.load(to, at);
        } else if let Some(word) = known(a).or_else(|| self.atom_word(a)) {
            self.asm.imm(to, word);
        } else if let Some(slot) = constant(a) {
            self.asm.slot(to, slot);
        }
    }

    /// The register that a source is in: its own, or `scratch`, into which it is loaded.
    pub(crate) fn get(&mut self, a: &Arg, scratch: Reg) -> Reg {
        Self::register(a).unwrap_or_else(|| {
            self.load(scratch, a);
            scratch
        })
    }

    /// Stores into a register of the program.
    pub(crate) fn set(&mut self, a: &Arg, from: Reg) {
        if let Some(reg) = Self::register(a) {
            self.asm.mov(reg, from);
        } else if let Some(at) = self.place(a) {
            self.asm.store(at, from);
        }
    }

    /// Stores a word that is known now.
    pub(crate) fn set_word(&mut self, a: &Arg, word: Word) {
        if let Some(reg) = Self::register(a) {
            self.asm.imm(reg, word);
        } else if let Some(at) = self.place(a) {
            self.asm.store_imm(at, word);
        }
    }

    /// A register in which a value for this destination may be made: its own, or `scratch`. It is
    /// to be given to [`Translator::set`].
    pub(crate) fn destination(a: &Arg, scratch: Reg) -> Reg {
        Self::register(a).unwrap_or(scratch)
    }

    /// Moves a source to a destination.
    pub(crate) fn copy(&mut self, from: &Arg, to: &Arg) {
        if let Some(reg) = Self::register(to) {
            return self.load(reg, from);
        }
        if let (Some(word), Some(at)) =
            (known(from).or_else(|| self.atom_word(from)), self.place(to))
        {
            return self.asm.store_imm(at, word);
        }
        let reg = self.get(from, Reg::T0);
        self.set(to, reg);
    }

    /// Stores a source at the top of the heap, so many words on.
    pub(crate) fn put(&mut self, word: u64, a: &Arg) {
        let at = Mem(Reg::H, 8 * word as i32);
        if let Some(w) = known(a).or_else(|| self.atom_word(a)) {
            return self.asm.store_imm(at, w);
        }
        let reg = self.get(a, Reg::T0);
        self.asm.store(at, reg);
    }

    /// Takes so many words that have been put at the top of the heap: a pointer to them.
    pub(crate) fn take(&mut self, words: u64, tag: Word, to: &Arg) {
        let reg = Self::destination(to, Reg::T0);
        self.asm.address(reg, Mem(Reg::H, tag as i32));
        self.asm.add_imm(Reg::H, 8 * words as i32);
        self.set(to, reg);
    }

    /// Compares a register with a constant or register of the program.
    pub(crate) fn compare(&mut self, a: Reg, b: &Arg, scratch: Reg) {
        if let Some(reg) = Self::register(b) {
            self.asm.cmp(a, reg);
        } else if let Some(at) = self.place(b) {
            self.asm.cmp_mem(a, at);
        } else {
            match known(b).or_else(|| self.atom_word(b)).map(|w| (w, i32::try_from(w as i64))) {
                Some((_, Ok(n))) => self.asm.cmp_imm(a, n),
                Some((word, Err(_))) => {
                    self.asm.imm(scratch, word);
                    self.asm.cmp(a, scratch);
                }
                None => {
                    if let Some(slot) = constant(b) {
                        self.asm.cmp_slot(a, slot);
                    }
                }
            }
        }
    }

    /// Goes to a label of the file if the condition holds; nowhere if there is none, since the
    /// compiler knows that it does not then.
    pub(crate) fn fail(&mut self, when: Cond, to: &Arg) {
        if label(to) != 0 {
            let target = self.target(label(to));
            self.asm.branch(when, target);
        }
    }

    /// Goes elsewhere unless a value is a pointer with this tag.
    pub(crate) fn unless_tagged(&mut self, v: Reg, tag: Word, scratch: Reg, other: Label) {
        self.asm.mov(scratch, v);
        self.asm.and_imm(scratch, TAG_MASK as i32);
        self.asm.cmp_imm(scratch, tag as i32);
        self.asm.branch(Cond::NotEqual, other);
    }

    /// A word of what a pointer points to.
    pub(crate) fn element(&mut self, to: Reg, pointer: Reg, tag: Word, n: u64) {
        self.asm.load(to, Mem(pointer, 8 * n as i32 - tag as i32));
    }

    /// Goes elsewhere if so many words are not free on the heap.
    pub(crate) fn unless_room(&mut self, words: u64, other: Label) {
        self.asm.address(Reg::T0, Mem(Reg::H, 8 * words as i32));
        self.asm.cmp(Reg::T0, Reg::E);
        self.asm.branch(Cond::Above, other);
    }

    /// Sees to it that an instruction that says what is live has so many words of the heap; to be
    /// called before it reads anything. It may begin anew.
    pub(crate) fn reserve(&mut self, at: usize, words: u64) {
        let (again, full) = (self.asm.label(), self.asm.label());
        self.asm.bind(again);
        self.unless_room(words, full);
        self.cold.push(Cold::Collect(full, at, words, again));
    }

    /// Collects before an instruction that says what is live, and needs so many words.
    pub(crate) fn collect(&mut self, at: usize, words: u64) {
        let i = &self.file.code.instrs[at];
        let said = live_of(i);
        // Operands may be behind what is live when the instruction is done.
        let operands = reads(i);
        let count = operands.iter().fold(said, |count, &x| count.max(u64::from(x) + 1));
        self.spill();
        for x in said..count {
            if !operands.contains(&(x as u16)) {
                self.asm.store_imm(Mem(Reg::R, x_offset(x as u16)), NIL);
            }
        }
        self.hand_over();
        self.asm.slot(Reg::X4, Slot::Pc(at as u32));
        self.asm.imm(Reg::X5, count | words << 16);
        self.asm.call_by(field(offset_of!(Registers, collect)));
        self.back();
        self.reload();
    }

    /// Calls a helper that leaves registers alone and changes neither heap nor reductions. T0 is
    /// its result.
    pub(crate) fn ask(&mut self, helper: usize, gives: &[Give<'_>]) {
        let n = gives.len();
        self.spill_first(n);
        for (to, give) in PASSED.into_iter().zip(gives) {
            match *give {
                Give::Reg(reg) => self.asm.mov(to, reg),
                Give::Number(number) => self.asm.imm(to, number),
                Give::Source(&(Arg::X(x) | Arg::TypedX(x, _))) if usize::from(x) < n => {
                    self.asm.load(to, Mem(Reg::R, x_offset(x)));
                }
                Give::Source(a) => self.load(to, a),
            }
        }
        self.asm.call_by(field(helper));
        self.reload_first(n);
    }

    /// Calls a helper that makes a term on the heap, with these behind the registers and the top of
    /// the heap. T0 is its result.
    pub(crate) fn make(&mut self, helper: usize, gives: &[Give<'_>]) {
        self.asm.store(field(offset_of!(Registers, stack)), Reg::E);
        let mut all = [Give::Number(0); PASSED.len()];
        (all[0], all[1]) = (Give::Reg(Reg::R), Give::Reg(Reg::H));
        all[2..2 + gives.len()].copy_from_slice(gives);
        self.ask(helper, &all[..2 + gives.len()]);
        self.asm.load(Reg::H, field(offset_of!(Registers, heap)));
    }
}
