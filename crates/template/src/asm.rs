//! The language of templates: the instructions of a simple machine, each of which an assembler
//! for a real processor writes as one or a few of its own.
//!
//! The machine has words of 64 bits, the registers of [`Reg`], and operations that change their
//! first operand. A comparison is followed at once by the branch that depends on it.

#[allow(clippy::useless_conversion, reason = "the assembler's macro makes them")]
mod x64;

use native_abi::image::Slot;
use std::collections::HashMap;
pub use x64::{Asm, Label};

/// A register of the machine. The first ten are those of `native_abi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reg {
    /// The address of [`native_abi::Registers`].
    R,
    /// The stack pointer.
    E,
    /// The top of the heap.
    H,
    /// The reductions that are left.
    N,
    /// X0.
    X0,
    /// X1.
    X1,
    /// X2.
    X2,
    /// X3.
    X3,
    /// X4.
    X4,
    /// X5.
    X5,
    /// The result of a helper. Nothing else survives in it from one template to the next, nor in
    /// the others from here on.
    T0,
    /// A helper leaves it alone.
    T1,
    /// A helper may change it.
    T2,
    /// A helper leaves it alone.
    T3,
    /// A helper leaves it alone.
    T4,
}

/// X registers that are registers of the machine, in their order. Helpers take their arguments in
/// them, in the same order.
pub const PASSED: [Reg; native_abi::PASSED] =
    [Reg::X0, Reg::X1, Reg::X2, Reg::X3, Reg::X4, Reg::X5];

/// A register for floats. Nothing survives in it from one template to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Float {
    /// The first.
    F0,
    /// The second.
    F1,
}

/// A place in memory: so many bytes behind the address in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mem(pub Reg, pub i32);

/// The relation that has to hold of the operands of the comparison before, or of the result of the
/// operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cond {
    /// They are equal.
    Equal,
    /// They are not.
    NotEqual,
    /// The first is less, as numbers with a sign.
    Less,
    /// The first is not less.
    NotLess,
    /// The first is greater.
    Greater,
    /// The first is not greater.
    NotGreater,
    /// The first is less, as numbers without a sign.
    Below,
    /// The first is not less, likewise.
    NotBelow,
    /// The first is greater, likewise.
    Above,
    /// The first is not greater, likewise.
    NotAbove,
    /// The result, as a number with a sign, is too large for a word.
    Overflow,
}

/// An operation on two floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
}

/// The table of slots that code refers to.
#[derive(Default)]
pub struct Table {
    slots: Vec<Slot>,
    known: HashMap<Slot, usize>,
}

impl Table {
    /// The number of a slot.
    pub fn number(&mut self, slot: Slot) -> usize {
        let next = self.slots.len();
        *self.known.entry(slot).or_insert_with_key(|slot| {
            self.slots.push(slot.clone());
            next
        })
    }

    /// All slots.
    pub fn into_slots(self) -> Vec<Slot> {
        self.slots
    }
}
