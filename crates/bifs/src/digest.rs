//! Hashes and checksums: MD5, CRC-32, Adler-32, `phash`, `phash2`.

use crate::args::{badarg, binary};
use crate::iolist::{BYTES_PER_REDUCTION, PART, Part, Rest, pay_bytes, short_iolist_to_vec, walk};
use crate::turns::{InHand, pause, resumed};
use md5::digest::common::hazmat::SerializableState;
use md5::{Digest, Md5};
use std::borrow::Cow;
use term::hash::{self, Portable};
use term::{Bits, Heap, Term};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::process::Running;

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

/// Bytes that are summed up in a turn.
const BYTES: usize = BYTES_PER_REDUCTION * tune::SLICE as usize;

/// A checksum of the bytes so far.
enum Sum {
    Md5(Md5),
    /// The same, as a context for more.
    Context(Md5),
    Crc32(crc32fast::Hasher),
    Adler32(u32),
}

impl Sum {
    fn add(&mut self, bytes: &[u8]) {
        match self {
            Sum::Md5(md5) | Sum::Context(md5) => md5.update(bytes),
            Sum::Crc32(crc) => crc.update(bytes),
            Sum::Adler32(sum) => *sum = adler32(*sum, bytes),
        }
    }

    fn done(self, heap: &Heap) -> Term<'_> {
        match self {
            Sum::Md5(md5) => heap.binary(&md5.finalize()),
            Sum::Context(md5) => heap.binary(&md5.serialize()),
            Sum::Crc32(crc) => Term::small(crc.finalize().into()),
            Sum::Adler32(sum) => Term::small(sum.into()),
        }
    }
}

/// An iolist that is summed up: what is left of it, before that of a binary in it.
struct Summing<'h> {
    sum: Sum,
    bits: Option<Bits<'h>>,
    rest: Rest<'h>,
}

struct Summed;

// SAFETY: only terms and bits that it refers to depend on the lifetime, and it does not own them.
unsafe impl InHand for Summed {
    type Of<'h> = Summing<'h>;
}

/// The bytes of an iolist that are summed up in one turn.
#[inline]
fn short(data: Term<'_>) -> Option<Cow<'_, [u8]>> {
    match data.as_bits() {
        None => short_iolist_to_vec(data, BYTES).map(Cow::Owned),
        Some(bits) => {
            let is_short = bits.bit_len().is_multiple_of(8) && bits.bit_len() / 8 <= BYTES;
            is_short.then(|| bits.bytes())
        }
    }
}

/// Sums up the iolist that is the last argument; `begin` gives the sum of nothing.
fn summed_up<'h>(
    p: &mut Running<'h>,
    args: &[Term<'h>],
    begin: impl FnOnce() -> Result<Sum, Exception<'h>>,
) -> BifResult<'h> {
    if let Some(summing) = resumed::<Summed>(p) {
        return go_on_summing(p, summing, args);
    }
    let (mut sum, data) = (begin()?, args[args.len() - 1]);
    if let Some(bytes) = short(data) {
        pay_bytes(p, bytes.len());
        // An empty binary reduces Adler-32's sums, as other bytes do; no part at all does not.
        if !bytes.is_empty() || walk(data, |_| None).is_none() {
            sum.add(&bytes);
        }
        return Ok(sum.done(p.heap()));
    }
    go_on_summing(p, Summing { sum, bits: None, rest: Rest::of(data) }, args)
}

/// Sums up for a turn; `args` are those of the first call.
fn go_on_summing<'h>(
    p: &mut Running<'h>,
    mut summing: Summing<'h>,
    args: &[Term<'h>],
) -> BifResult<'h> {
    let Summing { sum, bits, rest } = &mut summing;
    let mut left = BYTES;
    // Bytes of lists are gathered.
    let (mut few, mut n) = ([0; 256], 0);
    while left > 0 {
        let part = match bits.take() {
            Some(bits) => Some(Ok(Part::Bits(bits, Term::NIL))),
            None => rest.next(),
        };
        left = left.saturating_sub(PART);
        match part {
            Some(Ok(Part::Byte(byte))) => {
                (few[n], n) = (byte, n + 1);
                if n == few.len() {
                    sum.add(&few);
                    n = 0;
                }
            }
            Some(Ok(Part::Bits(all, _))) if all.bit_len().is_multiple_of(8) => {
                sum.add(&few[..n]);
                n = 0;
                let now = all.bit_len().min(left * 8);
                sum.add(&all.part(0, now).bytes());
                left -= now / 8;
                *bits = (now < all.bit_len()).then(|| all.part(now, all.bit_len() - now));
            }
            Some(_) => return Err(Exception::BADARG),
            None => {
                sum.add(&few[..n]);
                pay_bytes(p, BYTES - left);
                return Ok(summing.sum.done(p.heap()));
            }
        }
    }
    sum.add(&few[..n]);
    Err(pause::<Summed>(p, summing, args))
}

fn md5_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    // Most calls are for short binaries.
    if args[0].as_bits().is_some()
        && let Some(bytes) = short(args[0])
    {
        pay_bytes(p, bytes.len());
        return Ok(p.heap().binary(&Md5::digest(bytes)));
    }
    summed_up(p, args, || Ok(Sum::Md5(Md5::new())))
}

fn md5_context<'h>(t: Term<'_>) -> Result<Md5, Exception<'h>> {
    let state = binary(t)?;
    let state = state.as_ref().try_into().or(badarg())?;
    Md5::deserialize(state).or(badarg())
}

fn md5_init_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(p.heap().binary(&Md5::new().serialize()))
}

fn md5_update_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    summed_up(p, args, || Ok(Sum::Context(md5_context(args[0])?)))
}

fn md5_final_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(p.heap().binary(&md5_context(args[0])?.finalize()))
}

/// An argument of 32 bits.
fn word<'h>(t: Term<'_>) -> Result<u32, Exception<'h>> {
    t.as_u64().and_then(|n| u32::try_from(n).ok()).ok_or(Exception::BADARG)
}

fn sum<'h>(sum: u32) -> BifResult<'h> {
    Ok(Term::small(i64::from(sum)))
}

fn crc32<'h>(before: u32) -> Result<Sum, Exception<'h>> {
    Ok(Sum::Crc32(crc32fast::Hasher::new_with_initial(before)))
}

fn crc32_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    summed_up(p, args, || crc32(0))
}

fn crc32_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    summed_up(p, args, || crc32(word(args[0])?))
}

fn crc32_combine_3<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
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
        let (pieces, rest) = chunk.as_chunks();
        for piece in pieces {
            let (sum, weighted) = adler_sums(piece);
            b = b.wrapping_add(a * ADLER_PIECE as u32 + weighted);
            a += sum;
        }
        for &byte in rest {
            a += u32::from(byte);
            b = b.wrapping_add(a);
        }
        (a, b) = (a % ADLER, b % ADLER);
    }
    ((b % ADLER) << 16) | (a % ADLER)
}

/// Bytes that are summed up side by side.
const ADLER_PIECE: usize = 32;

/// How often each of them is in the second sum.
const ADLER_TIMES: [i32; ADLER_PIECE] = {
    let (mut times, mut i) = ([0; ADLER_PIECE], 0);
    while i < ADLER_PIECE {
        times[i] = (ADLER_PIECE - i) as i32;
        i += 1;
    }
    times
};

/// The sum of the bytes, and that of what it is after each of them. Products of 16 bits are added
/// in pairs by one instruction.
#[inline(always)]
fn adler_sums(piece: &[u8; ADLER_PIECE]) -> (u32, u32) {
    let (mut sum, mut sums) = (0, 0);
    for (&byte, times) in piece.iter().zip(ADLER_TIMES) {
        sum += i32::from(byte);
        sums += i32::from(i16::from(byte)) * times;
    }
    (sum as u32, sums as u32)
}

fn adler32_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    summed_up(p, args, || Ok(Sum::Adler32(1)))
}

fn adler32_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    summed_up(p, args, || Ok(Sum::Adler32(word(args[0])?)))
}

fn adler32_combine_3<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
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

fn phash_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
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
    p: &mut Running<'h>,
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
fn phash2<'h>(
    p: &mut Running<'h>,
    args: &[Term<'h>],
    within: impl Fn(u32) -> u32,
) -> BifResult<'h> {
    if let Some(hashing) = resumed::<Hashing>(p) {
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

fn phash2_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    phash2(p, args, |hash| hash & (hash::PHASH2_RANGE as u32 - 1))
}

fn phash2_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let range = range(args[1])?;
    phash2(p, args, |hash| (u64::from(hash) % range) as u32)
}
