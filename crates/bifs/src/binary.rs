//! `binary`: parts, copies, integers in bytes. Searching is in [`search`].

mod search;

use crate::args::{badarg, binary, list};
use crate::iolist::{part_of, pay_bytes};
use release::Difference;
use std::borrow::Cow;
use term::{RefBin, Term, View, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::process::Running;

/// Built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("binary", "at", 2, at_2),
    row("binary", "first", 1, first_1),
    row("binary", "last", 1, last_1),
    row("binary", "copy", 1, copy_1),
    row("binary", "copy", 2, copy_2),
    row("binary", "part", 2, part_2),
    row("binary", "part", 3, part_3),
    row("binary", "encode_unsigned", 1, encode_unsigned_1),
    row("binary", "encode_unsigned", 2, encode_unsigned_2),
    row("binary", "decode_unsigned", 1, decode_unsigned_1),
    row("binary", "decode_unsigned", 2, decode_unsigned_2),
    row("binary", "longest_common_prefix", 1, longest_common_prefix_1),
    row("binary", "longest_common_suffix", 1, longest_common_suffix_1),
    row("binary", "referenced_byte_size", 1, referenced_byte_size_1),
    row("binary", "compile_pattern", 1, search::compile_pattern_1),
    row("binary", "match", 2, search::match_2),
    row("binary", "match", 3, search::match_3),
    row("binary", "matches", 2, search::matches_2),
    row("binary", "matches", 3, search::matches_3),
    row("binary", "split", 2, search::split_2),
    row("binary", "split", 3, search::split_3),
];

/// No binary may be longer than this.
const MAX_BYTES: usize = 1 << 47;

fn byte<'h>(b: Option<&u8>) -> BifResult<'h> {
    b.map(|&b| Term::small(i64::from(b))).ok_or(Exception::BADARG)
}

fn at_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let at = args[1].as_usize().ok_or(Exception::BADARG)?;
    match args[0].whole_bytes() {
        Some(bytes) => byte(bytes.get(at)),
        None => byte(binary(args[0])?.get(at)),
    }
}

fn first_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    byte(binary(args[0])?.first())
}

fn last_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    byte(binary(args[0])?.last())
}

fn copies<'h>(p: &mut Running<'h>, t: Term<'h>, n: usize) -> BifResult<'h> {
    let any = n == 0 && t.as_bits().is_some() && !Difference::StrictBinaries.is_on();
    let bytes = if any { Cow::Borrowed(&b""[..]) } else { binary(t)? };
    let len = bytes.len().checked_mul(n).ok_or(Exception::BADARG)?;
    if len > MAX_BYTES {
        return Err(Exception::SYSTEM_LIMIT);
    }
    pay_bytes(p, len);
    if n == 1 {
        return Ok(p.heap().binary(&bytes));
    }
    if len <= term::heap::HEAP_BIN_MAX {
        return Ok(p.heap().heap_binary(len, |to| fill_with(to, &bytes)));
    }
    let mut bin = RefBin::zeroed(len, len);
    fill_with(bin.bytes_mut(), &bytes);
    Ok(p.heap().binary_from(bin, len))
}

/// Fills a whole number of times the bytes with them.
fn fill_with(to: &mut [u8], bytes: &[u8]) {
    match bytes {
        [] => {}
        [one] => to.fill(*one),
        few if few.len() <= 8 => {
            for copy in to.chunks_exact_mut(few.len()) {
                copy.iter_mut().zip(few).for_each(|(to, &byte)| *to = byte);
            }
        }
        many => to.chunks_exact_mut(many.len()).for_each(|copy| copy.copy_from_slice(many)),
    }
}

fn copy_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    copies(p, args[0], 1)
}

fn copy_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    copies(p, args[0], args[1].as_usize().ok_or(Exception::BADARG)?)
}

fn part_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let &[start, length] = args[1].as_tuple_of::<2>().ok_or(Exception::BADARG)?;
    crate::iolist::part(p, args[0], start, length)
}

fn part_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    crate::iolist::part(p, args[0], args[1], args[2])
}

/// Whether `big` or `little` is asked for.
fn is_big_endian<'h>(t: Term<'_>) -> Result<bool, Exception<'h>> {
    match t.is(atom!("big")) {
        true => Ok(true),
        false if t.is(atom!("little")) => Ok(false),
        false => badarg(),
    }
}

fn encode<'h>(p: &mut Running<'h>, t: Term<'h>, big_endian: bool) -> BifResult<'h> {
    let mut bytes: Vec<u8> = match t.view() {
        View::Small(i) if i >= 0 => i.to_le_bytes().to_vec(),
        View::Big(b) if !b.negative => b.limbs.iter().flat_map(|l| l.to_le_bytes()).collect(),
        _ => return badarg(),
    };
    let used = bytes.iter().rposition(|&b| b != 0).map_or(1, |i| i + 1);
    bytes.truncate(used);
    if big_endian {
        bytes.reverse();
    }
    pay_bytes(p, bytes.len());
    Ok(p.heap().binary(&bytes))
}

fn encode_unsigned_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    encode(p, args[0], true)
}

fn encode_unsigned_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    encode(p, args[0], is_big_endian(args[1])?)
}

fn decode<'h>(p: &mut Running<'h>, t: Term<'h>, big_endian: bool) -> BifResult<'h> {
    let bytes = binary(t)?;
    let bytes = match big_endian {
        true => Cow::Owned(bytes.iter().rev().copied().collect::<Vec<u8>>()),
        false => bytes,
    };
    let used = bytes.iter().rposition(|&b| b != 0).map_or(0, |i| i + 1);
    let limb = |chunk: &[u8]| chunk.iter().rev().fold(0, |l, &b| l << 8 | u64::from(b));
    let limbs: Vec<u64> = bytes[..used].chunks(8).map(limb).collect();
    if limbs.len() > term::arith::max_limbs() {
        return Err(Exception::SYSTEM_LIMIT);
    }
    pay_bytes(p, bytes.len());
    Ok(p.heap().big(false, &limbs))
}

fn decode_unsigned_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    decode(p, args[0], true)
}

fn decode_unsigned_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    decode(p, args[0], is_big_endian(args[1])?)
}

/// The number of bytes that all binaries of a list have in common, counted by `common`.
fn common<'h>(
    p: &mut Running<'h>,
    t: Term<'h>,
    common: fn(&[u8], &[u8]) -> usize,
) -> BifResult<'h> {
    let binaries: Vec<_> = list(t)?.into_iter().map(binary).collect::<Result<_, _>>()?;
    let (first, others) = binaries.split_first().ok_or(Exception::BADARG)?;
    let n = others.iter().map(|b| common(first, b)).min().unwrap_or(first.len());
    pay_bytes(p, n * binaries.len());
    Ok(Term::small(n as i64))
}

fn longest_common_prefix_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    common(p, args[0], |a, b| a.iter().zip(b).take_while(|(a, b)| a == b).count())
}

fn longest_common_suffix_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    common(p, args[0], |a, b| {
        a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count()
    })
}

fn referenced_byte_size_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let bits = args[0].as_bits().ok_or(Exception::BADARG)?;
    let bytes = match args[0].as_ref_bin() {
        Some(bin) => bin.bytes().len(),
        None => bits.original().as_bits().map_or(0, |b| b.bit_len() / 8),
    };
    Ok(Term::small(bytes as i64))
}

/// The part `{Start, Length}` of `size` bytes.
fn scope<'h>(t: Term<'_>, size: usize) -> Result<(usize, usize), Exception<'h>> {
    let &[start, length] = t.as_tuple_of::<2>().ok_or(Exception::BADARG)?;
    part_of(size, start, length).ok_or(Exception::BADARG)
}
