//! Why a module cannot be loaded.

use std::fmt;

/// Why a module cannot be loaded.
#[derive(Debug)]
pub enum LoadError {
    /// The file is damaged or foreign.
    File(beamfile::Error),
    /// A literal is no external term.
    Literal(usize),
    /// A chunk with facts about the module is no external term.
    Info(&'static str),
    /// An instruction that this emulator does not have.
    Instruction(&'static str, String),
    /// A number in an instruction is larger than any that the compiler makes.
    TooLarge,
    /// An instruction with operands that make no sense.
    Operand(&'static str),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::File(e) => e.fmt(f),
            LoadError::Literal(i) => write!(f, "literal {i} is damaged"),
            LoadError::Info(what) => write!(f, "the {what} are damaged"),
            LoadError::Instruction(op, place) => {
                write!(
                    f,
                    "instruction {op} in {place} is not supported; compile the module with OTP 25 or later"
                )
            }
            LoadError::TooLarge => f.write_str("a number in an instruction is too large"),
            LoadError::Operand(op) => write!(f, "an operand of instruction {op} makes no sense"),
        }
    }
}

impl std::error::Error for LoadError {}

impl From<beamfile::Error> for LoadError {
    fn from(e: beamfile::Error) -> LoadError {
        LoadError::File(e)
    }
}
