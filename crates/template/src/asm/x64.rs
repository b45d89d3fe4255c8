//! The assembler for x86-64.

use super::{Cond, Float, FloatOp, Mem, Reg, Table};
use dynasmrt::x64::X64Relocation;
use dynasmrt::{DynamicLabel, DynasmApi, DynasmLabelApi, VecAssembler, dynasm};
use native_abi::image::{Slot, TABLE};

/// A place in the code, known or to come.
pub type Label = DynamicLabel;

/// Code being written, and the slots that it refers to.
pub struct Asm {
    code: VecAssembler<X64Relocation>,
    table: Table,
}

/// Bytes of an instruction with one register that refers to a slot.
const SLOT_LENGTH: usize = 7;

impl Reg {
    const fn code(self) -> u8 {
        match self {
            Reg::R => 12,
            Reg::E => 13,
            Reg::H => 14,
            Reg::N => 15,
            Reg::X0 => 7,
            Reg::X1 => 6,
            Reg::X2 => 2,
            Reg::X3 => 1,
            Reg::X4 => 8,
            Reg::X5 => 9,
            Reg::T0 => 0,
            Reg::T1 => 10,
            Reg::T2 => 11,
            Reg::T3 => 3,
            Reg::T4 => 5,
        }
    }
}

/// Writes one instruction of the processor.
macro_rules! put {
    ($asm:expr, $($instruction:tt)+) => {
        dynasm!($asm.code ; .arch x64 ; $($instruction)+)
    };
}

/// Writes one of two instructions that differ in how far from a register's address their operand in
/// memory is: a byte or more.
macro_rules! near_or_far {
    ($asm:expr, $at:expr, |$base:ident, $near:ident| $($short:tt)+) => {
        near_or_far!(@ $asm, $at, $base, $near, [$($short)+])
    };
    (@ $asm:expr, $at:expr, $base:ident, $offset:ident, [{$($short:tt)+} {$($long:tt)+}]) => {{
        let ($base, $offset) = ($at.0.code(), $at.1);
        match i8::try_from($offset) {
            Ok($offset) => put!($asm, $($short)+),
            Err(_) => put!($asm, $($long)+),
        }
    }};
}

impl Asm {
    /// No code yet.
    pub fn new() -> Asm {
        Asm { code: VecAssembler::new(0), table: Table::default() }
    }

    /// Bytes of code so far.
    pub fn written(&self) -> usize {
        self.code.offset().0
    }

    /// The code and its slots.
    ///
    /// # Errors
    /// A label has not been bound, or is too far away.
    pub fn finish(self) -> Result<(Vec<u8>, Vec<Slot>), String> {
        let code = self.code.finalize().map_err(|e| e.to_string())?;
        Ok((code, self.table.into_slots()))
    }

    /// A new label.
    pub fn label(&mut self) -> Label {
        self.code.new_dynamic_label()
    }

    /// Binds a label here.
    pub fn bind(&mut self, label: Label) {
        put!(self, =>label);
    }

    /// Binds a label here to which a return goes: its address has to be a word that the collector
    /// takes for a small integer.
    pub fn bind_return(&mut self, label: Label) {
        if !self.written().is_multiple_of(2) {
            put!(self, nop);
        }
        self.bind(label);
    }

    /// Where a slot is, for an instruction that is written next.
    fn slot_offset(&mut self, slot: Slot) -> i32 {
        let at = TABLE + 8 * self.table.number(slot);
        at.wrapping_sub(self.written() + SLOT_LENGTH) as i32
    }

    /// Loads a slot.
    pub fn slot(&mut self, to: Reg, slot: Slot) {
        let (to, offset) = (to.code(), self.slot_offset(slot));
        put!(self, mov Rq(to), [rip + offset]);
    }

    /// Compares with a slot.
    pub fn cmp_slot(&mut self, a: Reg, slot: Slot) {
        let (a, offset) = (a.code(), self.slot_offset(slot));
        put!(self, cmp Rq(a), [rip + offset]);
    }

    /// Subtracts a slot; a comparison of what there was with it.
    pub fn sub_slot(&mut self, a: Reg, slot: Slot) {
        let (a, offset) = (a.code(), self.slot_offset(slot));
        put!(self, sub Rq(a), [rip + offset]);
    }

    /// Adds a slot.
    pub fn add_slot(&mut self, a: Reg, slot: Slot) {
        let (a, offset) = (a.code(), self.slot_offset(slot));
        put!(self, add Rq(a), [rip + offset]);
    }

    /// Copies a register.
    pub fn mov(&mut self, to: Reg, from: Reg) {
        if to != from {
            let (to, from) = (to.code(), from.code());
            put!(self, mov Rq(to), Rq(from));
        }
    }

    /// A number.
    pub fn imm(&mut self, to: Reg, number: u64) {
        let to = to.code();
        match (u32::try_from(number), i32::try_from(number as i64)) {
            (Ok(n), _) => put!(self, mov Rd(to), DWORD n as i32),
            (_, Ok(n)) => put!(self, mov Rq(to), DWORD n),
            _ => put!(self, mov Rq(to), QWORD number as i64),
        }
    }

    /// Loads a word.
    pub fn load(&mut self, to: Reg, at: Mem) {
        let to = to.code();
        near_or_far!(self, at, |base, offset| { mov Rq(to), [BYTE Rq(base) + offset] }
            { mov Rq(to), [DWORD Rq(base) + offset] });
    }

    /// Loads a byte.
    pub fn load_byte(&mut self, to: Reg, at: Mem) {
        let to = to.code();
        near_or_far!(self, at, |base, offset| { movzx Rd(to), BYTE [BYTE Rq(base) + offset] }
            { movzx Rd(to), BYTE [DWORD Rq(base) + offset] });
    }

    /// Loads so many bytes (1, 2, 4 or 8), of which the first is the highest.
    pub fn load_big_endian(&mut self, to: Reg, at: Mem, bytes: u64) {
        let to_code = to.code();
        let (base, offset) = (at.0.code(), at.1);
        match bytes {
            1 => self.load_byte(to, at),
            2 => dynasm!(self.code ; .arch x64
                ; movzx Rd(to_code), WORD [DWORD Rq(base) + offset]
                ; ror Rw(to_code), 8),
            4 => dynasm!(self.code ; .arch x64
                ; mov Rd(to_code), [DWORD Rq(base) + offset]
                ; bswap Rd(to_code)),
            _ => dynasm!(self.code ; .arch x64
                ; mov Rq(to_code), [DWORD Rq(base) + offset]
                ; bswap Rq(to_code)),
        }
    }

    /// Stores a word.
    pub fn store(&mut self, at: Mem, from: Reg) {
        let from = from.code();
        near_or_far!(self, at, |base, offset| { mov [BYTE Rq(base) + offset], Rq(from) }
            { mov [DWORD Rq(base) + offset], Rq(from) });
    }

    /// Stores a number, through T0 if it is large.
    pub fn store_imm(&mut self, at: Mem, number: u64) {
        match i32::try_from(number as i64) {
            Ok(n) => {
                near_or_far!(self, at, |base, offset| { mov QWORD [BYTE Rq(base) + offset], n }
                    { mov QWORD [DWORD Rq(base) + offset], n });
            }
            Err(_) => {
                self.imm(Reg::T0, number);
                self.store(at, Reg::T0);
            }
        }
    }

    /// The address of a place in memory.
    pub fn address(&mut self, to: Reg, at: Mem) {
        let to = to.code();
        near_or_far!(self, at, |base, offset| { lea Rq(to), [BYTE Rq(base) + offset] }
            { lea Rq(to), [DWORD Rq(base) + offset] });
    }

    /// The address of a label.
    pub fn address_of(&mut self, to: Reg, label: Label) {
        let to = to.code();
        put!(self, lea Rq(to), [=>label]);
    }

    /// Adds a register.
    pub fn add(&mut self, a: Reg, b: Reg) {
        let (a, b) = (a.code(), b.code());
        put!(self, add Rq(a), Rq(b));
    }

    /// Subtracts a register.
    pub fn sub(&mut self, a: Reg, b: Reg) {
        let (a, b) = (a.code(), b.code());
        put!(self, sub Rq(a), Rq(b));
    }

    /// Multiplies, as numbers with a sign.
    pub fn mul(&mut self, a: Reg, b: Reg) {
        let (a, b) = (a.code(), b.code());
        put!(self, imul Rq(a), Rq(b));
    }

    /// The bits of both.
    pub fn and(&mut self, a: Reg, b: Reg) {
        let (a, b) = (a.code(), b.code());
        put!(self, and Rq(a), Rq(b));
    }

    /// The bits of either.
    pub fn or(&mut self, a: Reg, b: Reg) {
        let (a, b) = (a.code(), b.code());
        put!(self, or Rq(a), Rq(b));
    }

    /// The bits of one only.
    pub fn xor(&mut self, a: Reg, b: Reg) {
        let (a, b) = (a.code(), b.code());
        put!(self, xor Rq(a), Rq(b));
    }

    /// Adds a number.
    pub fn add_imm(&mut self, a: Reg, n: i32) {
        let a = a.code();
        put!(self, add Rq(a), n);
    }

    /// The bits of a number with a sign, as a word.
    pub fn and_imm(&mut self, a: Reg, n: i32) {
        let a = a.code();
        put!(self, and Rq(a), n);
    }

    /// Sets the bits of a number with a sign, as a word.
    pub fn or_imm(&mut self, a: Reg, n: i32) {
        let a = a.code();
        put!(self, or Rq(a), n);
    }

    /// Changes the bits of a number with a sign, as a word.
    pub fn xor_imm(&mut self, a: Reg, n: i32) {
        let a = a.code();
        put!(self, xor Rq(a), n);
    }

    /// Turns the order of the bytes round.
    pub fn swap_bytes(&mut self, a: Reg) {
        let a = a.code();
        put!(self, bswap Rq(a));
    }

    /// The number with the other sign.
    pub fn neg(&mut self, a: Reg) {
        let a = a.code();
        put!(self, neg Rq(a));
    }

    /// Shifts to the left.
    pub fn shl(&mut self, a: Reg, bits: u8) {
        let a = a.code();
        put!(self, shl Rq(a), bits as i8);
    }

    /// Shifts to the right, without a sign.
    pub fn shr(&mut self, a: Reg, bits: u8) {
        let a = a.code();
        put!(self, shr Rq(a), bits as i8);
    }

    /// Shifts to the right, with the sign.
    pub fn sar(&mut self, a: Reg, bits: u8) {
        let a = a.code();
        put!(self, sar Rq(a), bits as i8);
    }

    /// Divides T0 by a register that is not X2 nor T0, as numbers with a sign: the quotient comes
    /// to be in T0, the remainder in T1. The quotient has to fit into a word.
    pub fn divide(&mut self, by: Reg) {
        let by = by.code();
        dynasm!(self.code ; .arch x64
            ; mov r10, rdx
            ; cqo
            ; idiv Rq(by)
            ; xchg r10, rdx);
    }

    /// Compares two registers.
    pub fn cmp(&mut self, a: Reg, b: Reg) {
        let (a, b) = (a.code(), b.code());
        put!(self, cmp Rq(a), Rq(b));
    }

    /// Compares with a number.
    pub fn cmp_imm(&mut self, a: Reg, n: i32) {
        let a = a.code();
        match n {
            0 => put!(self, test Rq(a), Rq(a)),
            _ => put!(self, cmp Rq(a), n),
        }
    }

    /// Compares with a word in memory.
    pub fn cmp_mem(&mut self, a: Reg, at: Mem) {
        let a = a.code();
        near_or_far!(self, at, |base, offset| { cmp Rq(a), [BYTE Rq(base) + offset] }
            { cmp Rq(a), [DWORD Rq(base) + offset] });
    }

    /// Compares a byte in memory with a number.
    pub fn cmp_byte(&mut self, at: Mem, n: u8) {
        let (base, offset) = (at.0.code(), at.1);
        put!(self, cmp BYTE [DWORD Rq(base) + offset], n as i8);
    }

    /// Compares the lowest half of the lower half of a word in memory with a number.
    pub fn cmp_quarter(&mut self, at: Mem, n: u16) {
        let (base, offset) = (at.0.code(), at.1);
        put!(self, cmp WORD [DWORD Rq(base) + offset], n as i16);
    }

    /// Compares bits of a register, with none.
    pub fn test_bits(&mut self, a: Reg, bits: i32) {
        let a = a.code();
        match u8::try_from(bits) {
            Ok(n) => put!(self, test Rb(a), n as i8),
            Err(_) => put!(self, test Rq(a), bits),
        }
    }

    /// Jumps.
    pub fn jump(&mut self, to: Label) {
        put!(self, jmp =>to);
    }

    /// Jumps to the address in a register.
    pub fn jump_to(&mut self, to: Reg) {
        let to = to.code();
        put!(self, jmp Rq(to));
    }

    /// Jumps to the address in memory.
    pub fn jump_by(&mut self, at: Mem) {
        near_or_far!(self, at, |base, offset| { jmp QWORD [BYTE Rq(base) + offset] }
            { jmp QWORD [DWORD Rq(base) + offset] });
    }

    /// Jumps if a condition holds.
    pub fn branch(&mut self, when: Cond, to: Label) {
        match when {
            Cond::Equal => put!(self, je =>to),
            Cond::NotEqual => put!(self, jne =>to),
            Cond::Less => put!(self, jl =>to),
            Cond::NotLess => put!(self, jge =>to),
            Cond::Greater => put!(self, jg =>to),
            Cond::NotGreater => put!(self, jle =>to),
            Cond::Below => put!(self, jb =>to),
            Cond::NotBelow => put!(self, jae =>to),
            Cond::Above => put!(self, ja =>to),
            Cond::NotAbove => put!(self, jbe =>to),
            Cond::Overflow => put!(self, jo =>to),
        }
    }

    /// Calls a routine of this code.
    pub fn call(&mut self, routine: Label) {
        put!(self, call =>routine);
    }

    /// Calls the function whose address is in memory.
    pub fn call_by(&mut self, at: Mem) {
        near_or_far!(self, at, |base, offset| { call QWORD [BYTE Rq(base) + offset] }
            { call QWORD [DWORD Rq(base) + offset] });
    }

    /// Returns from a routine; leaves native code outside of one.
    pub fn ret(&mut self) {
        put!(self, ret);
    }

    /// Gives up the return from a routine: what comes next is not in it.
    pub fn drop_return(&mut self) {
        put!(self, add rsp, 8);
    }

    /// Loads a float.
    pub fn load_float(&mut self, to: Float, at: Mem) {
        let (to, base, offset) = (to as u8, at.0.code(), at.1);
        put!(self, movsd Rx(to), [DWORD Rq(base) + offset]);
    }

    /// Stores a float.
    pub fn store_float(&mut self, at: Mem, from: Float) {
        let (from, base, offset) = (from as u8, at.0.code(), at.1);
        put!(self, movsd [DWORD Rq(base) + offset], Rx(from));
    }

    /// The float of an integer.
    pub fn float_of(&mut self, to: Float, from: Reg) {
        let (to, from) = (to as u8, from.code());
        put!(self, cvtsi2sd Rx(to), Rq(from));
    }

    /// The bits of a float.
    pub fn bits_of(&mut self, to: Reg, from: Float) {
        let (to, from) = (to.code(), from as u8);
        put!(self, movq Rq(to), Rx(from));
    }

    /// An operation on two floats; the first becomes the result.
    pub fn float_op(&mut self, op: FloatOp, a: Float, b: Float) {
        let (a, b) = (a as u8, b as u8);
        match op {
            FloatOp::Add => put!(self, addsd Rx(a), Rx(b)),
            FloatOp::Sub => put!(self, subsd Rx(a), Rx(b)),
            FloatOp::Mul => put!(self, mulsd Rx(a), Rx(b)),
            FloatOp::Div => put!(self, divsd Rx(a), Rx(b)),
        }
    }
}

impl Default for Asm {
    fn default() -> Self {
        Asm::new()
    }
}
