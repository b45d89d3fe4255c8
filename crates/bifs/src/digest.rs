//! Hashes and checksums: MD5, CRC-32, Adler-32, `phash`, `phash2`.

use crate::args::{badarg, binary};
use crate::iolist::{iolist_len, iolist_to_vec, pay_bytes};
use crate::turns::{InHand, pause, resumed};
use md5::digest::common::hazmat::SerializableState;
use md5::{Digest, Md5};
use term::Term;
use term::hash::{self, Portable};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::process::Process;

/// Built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erlang", "md5", 1, md5_1),
    row("erlang", "md5_init", 0, md5_init_0),
    row("erlang", "md5_update", 2, md5_update_2),
    row("erlang", "md5_final", 1, md5_final_1),
    row("erlang", "crc32", 1, crc32_1),
    row("erlang", "crc32", 2, crc32_2),
    row("erlang", "crc32_combine", 3, crc32_combine_3),
    row("erlang", "adler32", 1, adler32_1),
    row("erlang", "adler32", 2, adler32_2),
    row("erlang", "adler32_combine", 3, adler32_combine_3),
    row("erlang", "phash", 2, phash_2),
    row("erlang", "phash2", 1, phash2_1),
    row("erlang", "phash2", 2, phash2_2),
];

fn data<'h>(p: &Process, t: Term<'_>) -> Result<Vec<u8>, Exception<'h>> {
    let bytes = iolist_to_vec(t).ok_or(Exception::BADARG)?;
    pay_bytes(p, bytes.len());
    Ok(bytes)
}

fn md5_1<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    let digest = match args[0].as_bits().filter(|b| b.bit_len().is_multiple_of(8)) {
        Some(bits) => {
            pay_bytes(p, bits.bit_len() / 8);
            Md5::digest(bits.bytes())
        }
        None => Md5::digest(data(p, args[0])?),
    };
    Ok(p.heap().binary(&digest))
}

fn md5_context<'h>(t: Term<'_>) -> Result<Md5, Exception<'h>> {
    let state = binary(t)?;
    let state = state.as_ref().try_into().or(badarg())?;
    Md5::deserialize(state).or(badarg())
}

fn md5_init_0<'h>(p: &'h Process, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(p.heap().binary(&Md5::new().serialize()))
}

fn md5_update_2<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    let mut context = md5_context(args[0])?;
    context.update(data(p, args[1])?);
    Ok(p.heap().binary(&context.serialize()))
}

fn md5_final_1<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(p.heap().binary(&md5_context(args[0])?.finalize()))
}

/// An argument of 32 bits.
fn word<'h>(t: Term<'_>) -> Result<u32, Exception<'h>> {
    t.as_u64().and_then(|n| u32::try_from(n).ok()).ok_or(Exception::BADARG)
}

fn sum<'h>(sum: u32) -> BifResult<'h> {
    Ok(Term::small(i64::from(sum)))
}

fn crc32_of<'h>(p: &'h Process, before: u32, t: Term<'h>) -> BifResult<'h> {
    let mut hasher = crc32fast::Hasher::new_with_initial(before);
    match t.as_binary() {
        Some(bytes) => {
            pay_bytes(p, bytes.len());
            hasher.update(&bytes);
        }
        None => hasher.update(&data(p, t)?),
    }
    sum(hasher.finalize())
}

fn crc32_1<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    crc32_of(p, 0, args[0])
}

fn crc32_2<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    crc32_of(p, word(args[0])?, args[1])
}

fn crc32_combine_3<'h>(_: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    let (first, second, len) = (word(args[0])?, word(args[1])?, word(args[2])?);
    let mut hasher = crc32fast::Hasher::new_with_initial(first);
    hasher.combine(&crc32fast::Hasher::new_with_initial_len(second, u64::from(len)));
    sum(hasher.finalize())
}

/// The largest prime below 2^16.
const ADLER: u32 = 65_521;

/// Adler-32: its two sums. Values from outside may be above the modulus.
fn adler32(before: u32, bytes: &[u8]) -> u32 {
    let (mut a, mut b) = (before & 0xffff, before >> 16);
    // As many bytes as the sums can take before they have to be reduced.
    for chunk in bytes.chunks(5552) {
        for &byte in chunk {
            a += u32::from(byte);
            b = b.wrapping_add(a);
        }
        (a, b) = (a % ADLER, b % ADLER);
    }
    b << 16 | a
}

fn adler32_of<'h>(p: &'h Process, before: u32, t: Term<'h>) -> BifResult<'h> {
    if iolist_len(t) == Some(0) {
        return sum(before);
    }
    sum(adler32(before, &data(p, t)?))
}

fn adler32_1<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    adler32_of(p, 1, args[0])
}

fn adler32_2<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    adler32_of(p, word(args[0])?, args[1])
}

fn adler32_combine_3<'h>(_: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    let (first, second, len) = (word(args[0])?, word(args[1])?, word(args[2])?);
    if len == 0 {
        return sum(first);
    }
    let parts = |sum: u32| (u64::from(sum & 0xffff), u64::from(sum >> 16));
    let ((a1, b1), (a2, b2), m) = (parts(first), parts(second), u64::from(ADLER));
    // The second sum starts its `a` at 1, and counts the first one's `a` once for each of its
    // bytes.
    let a = (a1 + a2 + m - 1) % m;
    let b = (b1 + b2 + u64::from(len) % m * (a1 + m - 1)) % m;
    sum((b << 16 | a) as u32)
}

/// The range of a hash: 1 to 2^32.
fn range<'h>(t: Term<'_>) -> Result<u64, Exception<'h>> {
    t.as_u64().filter(|n| (1..=1 << 32).contains(n)).ok_or(Exception::BADARG)
}

fn phash_2<'h>(_: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::small(hash::phash(args[0], range(args[1])?) as i64))
}

/// Parts of a term that one reduction pays for.
const PARTS_PER_REDUCTION: usize = 16;

/// Parts of a term that are hashed in a turn.
const TURN: usize = PARTS_PER_REDUCTION * tune::SLICE as usize;

struct Hashing;

// SAFETY: only terms that it refers to depend on the lifetime, and it does not own them.
unsafe impl InHand for Hashing {
    type Of<'h> = Portable<'h>;
}

/// Hashes for a turn; `args` are those of the first call.
#[cold]
fn go_on_hashing<'h>(
    p: &'h Process,
    mut hashing: Portable<'h>,
    args: &[Term<'h>],
    within: impl Fn(u32) -> u32,
) -> BifResult<'h> {
    match hashing.go_on(TURN) {
        Some(hash) => sum(within(hash)),
        None => Err(pause::<Hashing>(p, hashing, args)),
    }
}

/// The hash of the first argument; `within` brings it into its range.
fn phash2<'h>(p: &'h Process, args: &[Term<'h>], within: impl Fn(u32) -> u32) -> BifResult<'h> {
    if let Some((hashing, args)) = resumed::<Hashing>(p, args[0]) {
        return go_on_hashing(p, hashing, args, within);
    }
    let Some((hash, parts)) = hash::portable_of_small(args[0], TURN) else {
        return go_on_hashing(p, Portable::new(args[0]), args, within);
    };
    if parts >= PARTS_PER_REDUCTION {
        p.bump_reductions(parts / PARTS_PER_REDUCTION);
    }
    sum(within(hash))
}

fn phash2_1<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    phash2(p, args, |hash| hash & (hash::PHASH2_RANGE as u32 - 1))
}

fn phash2_2<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    let range = range(args[1])?;
    phash2(p, args, |hash| (u64::from(hash) % range) as u32)
}
