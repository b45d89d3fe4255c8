//! The faults of a .beam file, and where they are.

use std::fmt;

/// The four-byte name of a chunk, such as `Code`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChunkName(pub [u8; 4]);

impl fmt::Display for ChunkName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.escape_ascii())
    }
}

impl fmt::Debug for ChunkName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A place in a file: a chunk, and a byte offset from the start of that chunk's data.
///
/// For the literal table the offset counts in the decompressed data; for `FOR1` (the container
/// itself) it counts from the start of the (decompressed) file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The chunk.
    pub chunk: ChunkName,
    /// Bytes from the start of its data.
    pub offset: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "chunk {}, offset {}", self.chunk, self.offset)
    }
}

/// Why a file was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The bytes are no BEAM container at all.
    NotABeamFile,
    /// A compressed file or literal table does not decompress.
    Decompress {
        /// Where the compressed data starts.
        at: Place,
        /// The fault.
        what: String,
    },
    /// The data ends in the middle of something.
    Truncated {
        /// Where it was to be read.
        at: Place,
        /// How many bytes were needed from there.
        need: usize,
    },
    /// A chunk that every module must have is not there.
    MissingChunk(ChunkName),
    /// A byte that is the number of no generic instruction known here.
    UnknownOp {
        /// Where it stands.
        at: Place,
        /// The number.
        opcode: u8,
    },
    /// An instruction that OTP 25's loader no longer accepts either.
    ObsoleteOp {
        /// Where it stands.
        at: Place,
        /// Its name.
        name: &'static str,
    },
    /// An instruction is made for a newer runtime than this.
    TooNew {
        /// The highest opcode that the module says it uses.
        opcode_max: u32,
        /// The highest opcode known here.
        supported: u8,
    },
    /// An operand is of the wrong kind, or its value is out of range.
    BadOperand {
        /// Where the instruction starts.
        at: Place,
        /// The instruction's name.
        op: &'static str,
        /// Which operand, from 1.
        operand: usize,
        /// The fault.
        what: String,
    },
    /// An instruction does what it must not: see [`crate::Check`] for what is merely not known.
    Unsound {
        /// The function.
        function: String,
        /// Which of its instructions, from 1.
        number: usize,
        /// The instruction's name.
        op: &'static str,
        /// The fault.
        what: String,
    },
    /// A table says what cannot be.
    Table {
        /// The fault.
        what: String,
    },
    /// Anything else that does not fit the format.
    Malformed {
        /// Where.
        at: Place,
        /// The fault.
        what: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NotABeamFile => write!(f, "not a BEAM file: no FOR1/BEAM header"),
            Error::Decompress { at, what } => write!(f, "cannot decompress ({at}): {what}"),
            Error::Truncated { at, need } => {
                write!(f, "truncated: {need} more byte(s) expected ({at})")
            }
            Error::MissingChunk(name) => write!(f, "missing chunk {name}"),
            Error::UnknownOp { at, opcode } => write!(f, "unknown opcode {opcode} ({at})"),
            Error::ObsoleteOp { at, name } => {
                write!(f, "obsolete instruction {name}: compiled for an old OTP ({at})")
            }
            Error::TooNew { opcode_max, supported } => write!(
                f,
                "compiled for a later OTP: uses opcode {opcode_max}, supported up to {supported}"
            ),
            Error::BadOperand { at, op, operand, what } => {
                write!(f, "{op}, operand {operand}: {what} ({at})")
            }
            Error::Unsound { function, number, op, what } => {
                write!(f, "{function}, instruction {number} {op}: {what}")
            }
            Error::Table { what } => f.write_str(what),
            Error::Malformed { at, what } => write!(f, "{what} ({at})"),
        }
    }
}

impl std::error::Error for Error {}
