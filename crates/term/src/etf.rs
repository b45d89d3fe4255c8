//! The external term format: what `term_to_binary` writes and `binary_to_term` reads.

mod atoms;
mod decode;
mod encode;
mod leaf;
mod out;

pub use atoms::{ATOMS_MAX, AtomTable};
pub use decode::{
    DecodeError, DecodeOptions, Decoding, FindMagicRef, MAGIC_REF, OwnedDecoding, decode,
    decode_body, decode_literal, decode_used,
};
pub use encode::{
    EncodeOptions, Encoding, EncodingParts, TooLarge, encode, encode_body, encode_body_with,
    encoded_size,
};

pub use out::Part;

use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;

/// First byte of a term with its version.
pub const VERSION: u8 = 131;

/// Bits of a local pid's number; the serial comes above them.
const PID_NUMBER_BITS: u32 = 28;
/// Largest serial of a local pid.
const PID_SERIAL_MAX: u32 = (1 << 30) - 1;
/// Bits of a local port's number.
const PORT_NUMBER_BITS: u32 = 28;
/// The first number of a reference is below this, but for those of other nodes in the newest form.
const REF_FIRST_END: u32 = 1 << 18;
/// Most 32-bit numbers that a reference may have.
const REF_NUMBERS_MAX: usize = 5;

/// The byte behind it, if the term is compressed.
pub const COMPRESSED: u8 = tag::COMPRESSED;

mod tag {
    pub const RECORD: u8 = 67;
    pub const NEW_FLOAT: u8 = 70;
    pub const BIT_BINARY: u8 = 77;
    pub const COMPRESSED: u8 = 80;
    /// In front of a term that only the emulator reads that has written it.
    pub const LOCAL: u8 = 121;
    pub const ATOM_CACHE_REF: u8 = 82;
    pub const NEW_PID: u8 = 88;
    pub const NEW_PORT: u8 = 89;
    pub const NEWER_REFERENCE: u8 = 90;
    pub const SMALL_INTEGER: u8 = 97;
    pub const INTEGER: u8 = 98;
    pub const FLOAT: u8 = 99;
    pub const ATOM: u8 = 100;
    pub const REFERENCE: u8 = 101;
    pub const PORT: u8 = 102;
    pub const PID: u8 = 103;
    pub const SMALL_TUPLE: u8 = 104;
    pub const LARGE_TUPLE: u8 = 105;
    pub const NIL: u8 = 106;
    pub const STRING: u8 = 107;
    pub const LIST: u8 = 108;
    pub const BINARY: u8 = 109;
    pub const SMALL_BIG: u8 = 110;
    pub const LARGE_BIG: u8 = 111;
    pub const NEW_FUN: u8 = 112;
    pub const EXPORT: u8 = 113;
    pub const NEW_REFERENCE: u8 = 114;
    pub const SMALL_ATOM: u8 = 115;
    pub const MAP: u8 = 116;
    pub const ATOM_UTF8: u8 = 118;
    pub const SMALL_ATOM_UTF8: u8 = 119;
    pub const V4_PORT: u8 = 120;
}
/// Four bytes by which this emulator knows what it has written for itself.
fn here() -> [u8; 4] {
    static HERE: OnceLock<[u8; 4]> = OnceLock::new();
    *HERE.get_or_init(|| (RandomState::new().hash_one(0_u8) as u32).to_be_bytes())
}
