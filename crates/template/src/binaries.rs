//! Matching of bit strings: what is often needed here, the rest by the emulator.
//!
//! A match context is an object `[original, position, end, bytes]`: position and end in bits, as
//! small integers, and the address of the original's first byte.

use crate::Translator;
use crate::asm::{Cond, Mem, Reg};
use crate::operands::{Give, known_small, label, number};
use beamfile::{Arg, Instr, Op};
use native_abi::{NOT_FOUND, Registers};
use std::mem::offset_of;
use term::RefBin;
use term::heap::HEAP_BIN_MAX;
use term::word::*;

const POSITION: u64 = 2;
const END: u64 = 3;
const BYTES: u64 = 4;

/// Words of a context, with its header.
const CONTEXT_WORDS: u64 = 5;

/// Words that bits of a context take: more if they are copied.
const PART_WORDS: u64 = 2 + HEAP_BIN_MAX as u64 / 8;

/// The flag of a field whose number has a sign.
const SIGNED: u64 = 4;
/// The flag of one whose first byte is the lowest.
const LITTLE: u64 = 2;
/// The flag of one whose bytes are in the processor's order.
const NATIVE: u64 = 16;

/// Fields have fewer bits: more are in no bit string.
const MANY_BITS: u64 = 1 << 40;

impl Translator<'_> {
    fn context_word(context: Reg, n: u64) -> Mem {
        Mem(context, 8 * n as i32 - TAG_BOXED as i32)
    }

    /// Writes an instruction that matches.
    pub(crate) fn binary(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        match i.op {
            Op::BsStartMatch3 => self.start(at, Some(&a[0]), &a[1], &a[3]),
            Op::BsStartMatch4 if matches!(a[0], Arg::Atom(n) if self.file.atom(n) == "resume") => {
                self.copy(&a[2], &a[3]);
            }
            Op::BsStartMatch4 => self.start(at, Some(&a[0]), &a[2], &a[3]),
            Op::BsGetPosition => {
                let context = self.get(&a[0], Reg::T0);
                self.asm.load(Reg::T0, Self::context_word(context, POSITION));
                self.set(&a[1], Reg::T0);
            }
            Op::BsSetPosition => {
                // Any other word than a position of this context: the interpreter raises.
                let out = self.leaving(at);
                let context = self.get(&a[0], Reg::T0);
                let position = self.get(&a[1], Reg::T1);
                self.asm.cmp_mem(position, Self::context_word(context, END));
                self.asm.branch(Cond::Above, out);
                self.asm.test_bits(position, 1);
                self.asm.branch(Cond::NotEqual, out);
                self.asm.store(Self::context_word(context, POSITION), position);
            }
            Op::BsTestTail2 => {
                self.bits_left(&a[1]);
                match i32::try_from(number(&a[2])).ok().and_then(|n| n.checked_mul(2)) {
                    Some(n) => self.asm.cmp_imm(Reg::T0, n),
                    None => {
                        self.asm.imm(Reg::T1, number(&a[2]).wrapping_mul(2));
                        self.asm.cmp(Reg::T0, Reg::T1);
                    }
                }
                self.fail(Cond::NotEqual, &a[0]);
            }
            Op::BsTestUnit if number(&a[2]).is_power_of_two() && number(&a[2]) < 1 << 20 => {
                self.bits_left(&a[1]);
                self.asm.test_bits(Reg::T0, 2 * number(&a[2]) as i32 - 1);
                self.fail(Cond::NotEqual, &a[0]);
            }
            Op::BsSkipBits2 => self.skip(at, i),
            Op::BsGetInteger2 => self.integer(at, i),
            Op::BsGetBinary2 => self.part_of_bits(at, i),
            Op::BsGetUtf8 | Op::BsSkipUtf8 => self.utf8(i),
            Op::BsGetTail => {
                self.reserve(at, PART_WORDS);
                self.make(offset_of!(Registers, match_tail), &[Give::Source(&a[0])]);
                self.set(&a[1], Reg::T0);
            }
            Op::IsBinary | Op::IsBitstr => self.is_bits(i),
            Op::BsMatchString => self.string(at, i),
            _ => self.step(at),
        }
    }

    /// Loads the bits that are left in a context into T0, as a small integer.
    fn bits_left(&mut self, context: &Arg) {
        let context = self.get(context, Reg::T1);
        self.asm.load(Reg::T0, Self::context_word(context, END));
        self.asm.load(Reg::T2, Self::context_word(context, POSITION));
        self.asm.sub(Reg::T0, Reg::T2);
    }

    /// The bits of a field whose size is known, not more than fit into an operand.
    fn field_bits(size: &Arg, unit: u64) -> Option<u64> {
        let bits = (known_small(size)? >> 1).checked_mul(unit)?;
        (bits < 1 << 29).then_some(bits)
    }

    /// Loads a context into T1, its position into T2, and where a field of the bits in T0 (as a
    /// small integer) ends into T0; fails if it has fewer.
    fn room(&mut self, context: &Arg, fail: &Arg) {
        self.load(Reg::T1, context);
        self.asm.load(Reg::T2, Self::context_word(Reg::T1, POSITION));
        self.asm.add(Reg::T0, Reg::T2);
        self.asm.cmp_mem(Reg::T0, Self::context_word(Reg::T1, END));
        self.fail(Cond::Greater, fail);
    }

    /// Loads the bits of a field into T0, as a small integer; fails if that makes no sense. False
    /// if the interpreter is to do it.
    fn size(&mut self, size: &Arg, unit: u64, fail: &Arg) -> bool {
        if let Some(bits) = Self::field_bits(size, unit) {
            self.asm.imm(Reg::T0, 2 * bits);
            return true;
        }
        let is_register = matches!(size, Arg::X(_) | Arg::Y(_) | Arg::TypedX(..) | Arg::TypedY(..));
        if !is_register || unit > 256 {
            return false;
        }
        self.load(Reg::T0, size);
        // Neither is the lowest bit set, nor one of the highest.
        self.asm.imm(Reg::T1, !(MANY_BITS - 2));
        self.asm.and(Reg::T1, Reg::T0);
        self.asm.cmp_imm(Reg::T1, 0);
        self.fail(Cond::NotEqual, fail);
        if unit != 1 {
            self.asm.imm(Reg::T1, unit);
            self.asm.mul(Reg::T0, Reg::T1);
        }
        true
    }

    fn skip(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        if !self.size(&a[2], number(&a[3]), &a[0]) {
            return self.step(at);
        }
        self.room(&a[1], &a[0]);
        self.asm.store(Self::context_word(Reg::T1, POSITION), Reg::T0);
    }

    /// `bs_get_integer2`: whole bytes that begin at one are read here.
    fn integer(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let flags = number(&a[5]);
        let (slow, join) = (self.asm.label(), self.asm.label());
        let known = Self::field_bits(&a[3], number(&a[4]));
        if let Some(bits @ (8 | 16 | 32)) = known
            && flags & (LITTLE | NATIVE | SIGNED) == 0
        {
            self.asm.imm(Reg::T0, 2 * bits);
            self.room(&a[1], &a[0]);
            self.asm.test_bits(Reg::T2, 14);
            self.asm.branch(Cond::NotEqual, slow);
            self.asm.store(Self::context_word(Reg::T1, POSITION), Reg::T0);
            self.next_bytes(bits / 8);
            self.asm.shl(Reg::T0, 1);
            self.set(&a[6], Reg::T0);
            self.asm.jump(join);
            self.asm.bind(slow);
        }
        if !self.size(&a[3], number(&a[4]), &a[0]) {
            return self.step_then(at, join);
        }
        self.asm.mov(Reg::T1, Reg::T0);
        self.asm.shr(Reg::T1, 1);
        let gives = [Give::Source(&a[1]), Give::Reg(Reg::T1), Give::Number(flags)];
        self.make(offset_of!(Registers, match_integer), &gives);
        self.asm.cmp_imm(Reg::T0, NOT_FOUND as i32);
        self.fail(Cond::Equal, &a[0]);
        self.set(&a[6], Reg::T0);
        self.asm.bind(join);
    }

    /// Has the interpreter execute an instruction, and binds a label behind it.
    fn step_then(&mut self, at: usize, join: crate::asm::Label) {
        self.step(at);
        self.asm.bind(join);
    }

    /// `bs_get_binary2`.
    fn part_of_bits(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let unit = number(&a[4]).max(1);
        self.reserve(at, PART_WORDS);
        if matches!(a[3], Arg::Atom(n) if self.file.atom(n) == "all") {
            if !unit.is_power_of_two() || unit >= 1 << 20 {
                return self.step(at);
            }
            self.bits_left(&a[1]);
            self.asm.test_bits(Reg::T0, 2 * unit as i32 - 1);
            self.fail(Cond::NotEqual, &a[0]);
            self.asm.mov(Reg::T1, Reg::T0);
        } else {
            if !self.size(&a[3], unit, &a[0]) {
                return self.step(at);
            }
            self.asm.mov(Reg::T3, Reg::T0);
            self.room(&a[1], &a[0]);
            self.asm.mov(Reg::T1, Reg::T3);
        }
        self.asm.shr(Reg::T1, 1);
        let gives = [Give::Source(&a[1]), Give::Reg(Reg::T1)];
        self.make(offset_of!(Registers, match_binary), &gives);
        self.set(&a[6], Reg::T0);
    }

    /// `bs_match_string`: at most a word, in whole bytes that begin at one, is compared here.
    fn string(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let (bits, from) = (number(&a[2]), number(&a[3]) as usize);
        let file = self.file;
        let bytes = file.strings.get(from..from.saturating_add(bits.div_ceil(8) as usize));
        let Some(bytes) = bytes.filter(|_| matches!(bits, 8 | 16 | 32 | 64)) else {
            return self.step(at);
        };
        let (slow, join) = (self.asm.label(), self.asm.label());
        self.asm.imm(Reg::T0, 2 * bits);
        self.room(&a[1], &a[0]);
        self.asm.test_bits(Reg::T2, 14);
        self.asm.branch(Cond::NotEqual, slow);
        self.asm.mov(Reg::T3, Reg::T0);
        self.next_bytes(bits / 8);
        let all = bytes.iter().fold(0_u64, |v, &b| v << 8 | u64::from(b));
        self.asm.imm(Reg::T2, all);
        self.asm.cmp(Reg::T0, Reg::T2);
        self.fail(Cond::NotEqual, &a[0]);
        self.asm.store(Self::context_word(Reg::T1, POSITION), Reg::T3);
        self.aside(slow, at, join);
        self.asm.bind(join);
    }

    /// Loads so many bytes of the context in T1 from the position in T2 on, which is that of a
    /// byte, into T0.
    fn next_bytes(&mut self, bytes: u64) {
        self.asm.load(Reg::T0, Self::context_word(Reg::T1, BYTES));
        self.asm.shr(Reg::T2, 4);
        self.asm.add(Reg::T2, Reg::T0);
        self.asm.load_big_endian(Reg::T0, Mem(Reg::T2, 0), bytes);
    }

    fn utf8(&mut self, i: &Instr) {
        let a = i.args();
        let (any, join) = (self.asm.label(), self.asm.label());
        self.load(Reg::T1, &a[1]);
        self.asm.load(Reg::T2, Self::context_word(Reg::T1, POSITION));
        self.asm.address(Reg::T3, Mem(Reg::T2, 16));
        self.asm.cmp_mem(Reg::T3, Self::context_word(Reg::T1, END));
        self.asm.branch(Cond::Greater, any);
        self.asm.test_bits(Reg::T2, 14);
        self.asm.branch(Cond::NotEqual, any);
        self.next_bytes(1);
        self.asm.cmp_imm(Reg::T0, 0x7f);
        self.asm.branch(Cond::Above, any);
        self.asm.store(Self::context_word(Reg::T1, POSITION), Reg::T3);
        if i.op == Op::BsGetUtf8 {
            self.asm.shl(Reg::T0, 1);
            self.set(&a[4], Reg::T0);
        }
        self.asm.jump(join);
        self.asm.bind(any);
        let gives = [Give::Source(&a[1]), Give::Number(8), Give::Number(0)];
        self.ask(offset_of!(Registers, match_character), &gives);
        self.asm.cmp_imm(Reg::T0, NOT_FOUND as i32);
        self.fail(Cond::Equal, &a[0]);
        if i.op == Op::BsGetUtf8 {
            self.set(&a[4], Reg::T0);
        }
        self.asm.bind(join);
    }

    /// Writes a test for binaries or bit strings.
    fn is_bits(&mut self, i: &Instr) {
        let a = i.args();
        let (part, next, other) = (self.asm.label(), self.asm.label(), self.asm.label());
        let v = self.get(&a[1], Reg::T1);
        let no = if label(&a[0]) == 0 { other } else { self.target(label(&a[0])) };
        self.unless_tagged(v, TAG_BOXED, Reg::T0, no);
        let head = Mem(v, -(TAG_BOXED as i32));
        for kind in [Kind::HeapBin, Kind::RefcBin] {
            self.asm.cmp_byte(head, header(kind, 0) as u8);
            self.asm.branch(Cond::Equal, next);
        }
        if i.op == Op::IsBitstr {
            // A context of matching passes a test for bit strings, too.
            self.asm.cmp_byte(head, header(Kind::MatchCtx, 0) as u8);
            self.asm.branch(Cond::Equal, next);
        }
        self.asm.bind(part);
        self.asm.cmp_byte(head, header(Kind::SubBits, 0) as u8);
        self.asm.branch(Cond::NotEqual, no);
        if i.op == Op::IsBinary {
            self.element(Reg::T0, v, TAG_BOXED, 3);
            self.asm.test_bits(Reg::T0, 14);
            self.asm.branch(Cond::NotEqual, no);
        }
        self.asm.bind(other);
        self.asm.bind(next);
    }

    /// Begins to match a bit string, or goes on with a context.
    fn start(&mut self, at: usize, fail: Option<&Arg>, src: &Arg, dst: &Arg) {
        let (slow, join, made) = (self.asm.label(), self.asm.label(), self.asm.label());
        let no = match fail {
            Some(Arg::F(to)) if *to != 0 => self.target(*to),
            _ => slow,
        };
        self.load(Reg::T1, src);
        self.unless_tagged(Reg::T1, TAG_BOXED, Reg::T0, no);
        let head = Mem(Reg::T1, -(TAG_BOXED as i32));
        let same = self.asm.label();
        self.asm.cmp_byte(head, header(Kind::MatchCtx, 0) as u8);
        self.asm.branch(Cond::Equal, same);
        self.unless_room(CONTEXT_WORDS, slow);
        let [near, whole, part] = [(); 3].map(|()| self.asm.label());
        // The bytes are in T2, the original in T1, the position in T3, the end in T4.
        self.asm.cmp_byte(head, header(Kind::SubBits, 0) as u8);
        self.asm.branch(Cond::Equal, part);
        self.asm.cmp_byte(head, header(Kind::HeapBin, 0) as u8);
        self.asm.branch(Cond::Equal, whole);
        self.asm.cmp_byte(head, header(Kind::RefcBin, 0) as u8);
        self.asm.branch(Cond::NotEqual, no);
        self.asm.bind(whole);
        self.element(Reg::T4, Reg::T1, TAG_BOXED, 1);
        self.asm.shl(Reg::T4, 3);
        self.asm.imm(Reg::T3, 0);
        self.asm.jump(made);
        self.asm.bind(part);
        self.element(Reg::T3, Reg::T1, TAG_BOXED, 2);
        self.element(Reg::T4, Reg::T1, TAG_BOXED, 3);
        self.asm.add(Reg::T4, Reg::T3);
        self.element(Reg::T1, Reg::T1, TAG_BOXED, 1);
        self.asm.bind(made);
        self.asm.address(Reg::T2, Mem(Reg::T1, 16 - TAG_BOXED as i32));
        self.asm.cmp_byte(head, header(Kind::HeapBin, 0) as u8);
        self.asm.branch(Cond::Equal, near);
        self.element(Reg::T2, Reg::T1, TAG_BOXED, 2);
        self.asm.add_imm(Reg::T2, RefBin::DATA as i32);
        self.asm.bind(near);
        self.asm.store_imm(Mem(Reg::H, 0), header(Kind::MatchCtx, CONTEXT_WORDS as usize - 1));
        self.asm.store(Mem(Reg::H, 8), Reg::T1);
        self.asm.store(Mem(Reg::H, 8 * POSITION as i32), Reg::T3);
        self.asm.store(Mem(Reg::H, 8 * END as i32), Reg::T4);
        self.asm.store(Mem(Reg::H, 8 * BYTES as i32), Reg::T2);
        self.take(CONTEXT_WORDS, TAG_BOXED, dst);
        self.asm.jump(join);
        self.asm.bind(same);
        self.set(dst, Reg::T1);
        self.aside(slow, at, join);
        self.asm.bind(join);
    }
}
