//! Order, equality, hashes, sizes and copies of terms of any kind.

use crate::env::Env;
use crate::ffi::NifTerm;
use crate::table::{Row, row};
use release::Difference;
use std::ffi::c_int;
use term::heap::copy;
use term::{compare, hash};

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(
        enif_compare,
        "int(ERL_NIF_TERM lhs, ERL_NIF_TERM rhs)",
        "1.0",
        "Compares two terms by their order."
    ),
    row!(
        enif_hash,
        "ErlNifUInt64(ErlNifHash type, ERL_NIF_TERM term, ErlNifUInt64 salt)",
        "2.12",
        "Hashes a term."
    ),
    row!(
        enif_is_identical,
        "int(ERL_NIF_TERM lhs, ERL_NIF_TERM rhs)",
        "1.0",
        "Whether two terms are the same."
    ),
    row!(
        enif_make_copy,
        "ERL_NIF_TERM(ErlNifEnv* dst_env, ERL_NIF_TERM src_term)",
        "2.0",
        "Copies a term to another environment."
    ),
    row!(
        enif_term_size,
        "size_t(ERL_NIF_TERM term)",
        "2.18",
        "Counts the bytes that a term takes."
    ),
];

/// `ErlNifHash`: a hash within one run of the emulator.
const INTERNAL_HASH: c_int = 1;
/// `ErlNifHash`: `erlang:phash2/1`.
const PHASH2: c_int = 2;

/// `=:=`.
#[unsafe(no_mangle)]
pub extern "C" fn enif_is_identical(a: NifTerm, b: NifTerm) -> c_int {
    c_int::from(compare::exactly_equal(a.get(), b.get()))
}

/// The order of two terms: below 0, 0 or above 0. Numbers compare by their values, so that 1 and
/// 1.0 give 0.
#[unsafe(no_mangle)]
pub extern "C" fn enif_compare(a: NifTerm, b: NifTerm) -> c_int {
    compare::compare(a.get(), b.get()) as c_int
}

/// The hash of a term. The internal one and its salt have 64 bits, or 32 in older releases;
/// `phash2` has 27 and takes no salt. 0 for an unknown kind of hash.
#[unsafe(no_mangle)]
pub extern "C" fn enif_hash(kind: c_int, t: NifTerm, salt: u64) -> u64 {
    match kind {
        INTERNAL_HASH => {
            let hash = hash::internal(t.get());
            let wide = Difference::WideHashes.is_on();
            if wide { salted(hash, salt) } else { salted(hash, salt & u64::from(u32::MAX)) >> 32 }
        }
        PHASH2 => u64::from(hash::phash2(t.get())),
        _ => 0,
    }
}

/// Mixes a hash and a salt: each bit of both counts for all of the result.
pub(super) fn salted(hash: u64, salt: u64) -> u64 {
    let mut mixed = hash ^ salt.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for (shift, odd) in [(30, 0xbf58_476d_1ce4_e5b9), (27, 0x94d0_49bb_1331_11eb)] {
        mixed = (mixed ^ mixed >> shift).wrapping_mul(odd);
    }
    mixed ^ mixed >> 31
}

/// Bytes of memory that a term takes, without its own word and without the bytes of binaries
/// outside of heaps. Shared parts count each time.
#[unsafe(no_mangle)]
pub extern "C" fn enif_term_size(t: NifTerm) -> usize {
    copy::flat_size(t.get()) * size_of::<term::Word>()
}

/// A copy, in this environment, of a term of any other.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_copy(env: &Env, t: NifTerm) -> NifTerm {
    NifTerm::of(env.copy(t.get()))
}
