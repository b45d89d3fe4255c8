//! Functions and instructions that native code leaves to the base tier, and why.

use std::fmt;

/// Why functions have no native code.
pub const LEFT: &str = "a register is numbered 64 or above";

/// Instructions of one kind in a function that its native code leaves to the base tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stays {
    /// The number of the function.
    pub function: u32,
    /// The number of the generic instruction.
    pub op: u8,
    /// The reason.
    pub why: Why,
    /// How many there are.
    pub count: u32,
}

/// Why an instruction is the base tier's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Why {
    /// Nobody has written it for native code.
    NotTranslated,
    /// It is native with other operands: a size that is known, say.
    Operands,
    /// It raises an exception.
    Raises,
    /// It calls what only its arguments say.
    Applies,
}

impl Why {
    const ALL: [Why; 4] = [Why::NotTranslated, Why::Operands, Why::Raises, Why::Applies];

    /// The reason of this number.
    pub fn from_u8(n: u8) -> Option<Why> {
        Why::ALL.get(usize::from(n)).copied()
    }

    /// Whether it says that something is missing, and not what has to be so.
    pub fn is_missing(self) -> bool {
        matches!(self, Why::NotTranslated | Why::Operands)
    }

    /// Its name in Erlang.
    pub fn atom(self) -> &'static str {
        match self {
            Why::NotTranslated => "not_translated",
            Why::Operands => "operands",
            Why::Raises => "raises",
            Why::Applies => "applies",
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::NotTranslated => "not translated",
            Why::Operands => "not translated with such operands",
            Why::Raises => "raises an exception",
            Why::Applies => "calls what only its arguments say",
        })
    }
}
