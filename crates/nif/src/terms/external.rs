//! The external format, which `term_to_binary/1` writes and `binary_to_term/1` reads.

use super::{fill, term};
use crate::abi::NifBinary;
use crate::env::Env;
use crate::ffi::{Array, NifTerm, Out};
use crate::table::{Row, row};
use std::ffi::{c_int, c_uint};
use term::RefBin;
use term::etf::{self, DecodeOptions, EncodeOptions};

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(
        enif_binary_to_term,
        "size_t(ErlNifEnv *env, const unsigned char* data, size_t sz, ERL_NIF_TERM *term, unsigned int opts)",
        "2.11",
        "Reads a term of the external format."
    ),
    row!(
        enif_term_to_binary,
        "int(ErlNifEnv *env, ERL_NIF_TERM term, ErlNifBinary *bin)",
        "2.11",
        "Writes a term in the external format."
    ),
];

/// `ErlNifBinaryToTerm`: no new atoms, funs of modules or exports.
const SAFE: c_uint = 0x2000_0000;

/// The bytes of a term, in memory that C code owns. 0 if there is not so much memory, or
/// if the format has no form for the term.
#[unsafe(no_mangle)]
pub extern "C" fn enif_term_to_binary(
    env: Option<&Env>,
    t: NifTerm,
    place: Out<NifBinary>,
) -> c_int {
    let encoded = etf::encode(term(env, t), EncodeOptions::default());
    let binary = encoded.ok().and_then(|bytes| {
        let mut bin = RefBin::with_room(bytes.len())?;
        bin.extend(&bytes);
        Some(NifBinary::owning(bin, bytes.len()))
    });
    fill(place, binary)
}

/// The term that bytes begin with, and the number of bytes that it takes. 0 if they are no term, if
/// the options are unknown, or if they are compressed, which this function does not read.
#[unsafe(no_mangle)]
pub extern "C" fn enif_binary_to_term(
    env: &Env,
    data: Array<u8>,
    size: usize,
    mut place: Out<NifTerm>,
    options: c_uint,
) -> usize {
    let bytes = match (options, data.of_len(size)) {
        (0 | SAFE, [etf::VERSION, bytes @ ..]) => bytes,
        _ => return 0,
    };
    let options = DecodeOptions { safe: options == SAFE, ..DecodeOptions::default() };
    let Ok((t, used)) = etf::decode_body(env.heap(), bytes, options) else { return 0 };
    place.set(NifTerm::of(t));
    used + 1
}
