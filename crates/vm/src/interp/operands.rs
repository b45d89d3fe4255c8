//! Operands of instructions, as the loader lays them out.

use super::binary::Segment;
use crate::code;
use crate::code::ops::SegmentKind;
use smallvec::SmallVec;
use term::{Term, Word};

/// Operands at most in one packed list: a map's or tuple's elements.
pub(super) type Gathered<'h> = SmallVec<[Term<'h>; 16]>;

/// An operand of the instruction at an address.
///
/// # Safety
/// `pc` is an instruction that the loader has made, `o` an operand of it, and `x` and `e` are the X
/// registers and the stack pointer for it. Nothing is collected as long as the term is used.
#[inline(always)]
pub(super) unsafe fn operand<'h>(
    pc: *const u64,
    x: *const Word,
    e: *const Word,
    o: usize,
) -> Term<'h> {
    // SAFETY: the loader puts constants so many words before the instruction, and has checked that
    // registers are within the X registers and the frame and have been set. All of these are terms.
    unsafe {
        Term::from_word(match o {
            o if o & 0x8000 != 0 => *pc.sub(o & 0x3fff),
            o if o & 0x4000 != 0 => *e.add(o & 0x3fff),
            o => *x.add(o),
        })
    }
}

/// `n` operands, four to a word, from a word of the instruction on.
///
/// # Safety
/// `pc` is an instruction that the loader has made, with so many operands there, and `x` and `e`
/// are the X registers and the stack pointer for it. Nothing is collected as long as the terms are
/// used.
pub(super) unsafe fn operands<'h>(
    pc: *const u64,
    x: *const Word,
    e: *const Word,
    from: usize,
    n: usize,
) -> Gathered<'h> {
    // SAFETY: the caller says that the instruction has `n` operands in its words from this one on,
    // and `i` is less than `n`.
    let at = |i: usize| unsafe {
        operand(pc, x, e, (*pc.add(from + i / 4) >> (16 * (i % 4)) & 0xffff) as usize)
    };
    (0..n).map(at).collect()
}

/// The segments of the `CreateBin` at an address.
///
/// # Safety
/// As of [`each_segment`]; nothing is collected as long as the segments are used.
#[inline(always)]
pub(super) unsafe fn segments<'h>(
    pc: *const u64,
    x: *const Word,
    e: *const Word,
) -> SmallVec<[Segment<'h>; 8]> {
    let mut segments = SmallVec::new();
    let keep = |segment| {
        segments.push(segment);
        true
    };
    // SAFETY: the caller says that `pc` is such an instruction and that registers and stack are
    // ready for it. `keep` collects nothing.
    unsafe { each_segment(pc, x, e, keep) };
    segments
}

/// Calls `f` with the segments of the `CreateBin` at an address as long as it says true; whether it
/// always has.
///
/// # Safety
/// `pc` is a `CreateBin` that the loader has made, and `x` and `e` are the X registers and the
/// stack pointer for it. `f` collects nothing.
#[inline(always)]
pub(super) unsafe fn each_segment<'h>(
    pc: *const u64,
    x: *const Word,
    e: *const Word,
    mut f: impl FnMut(Segment<'h>) -> bool,
) -> bool {
    // SAFETY: a `CreateBin` says in its first word how many segments it has, and has three words
    // for each from the fourth on. The first of them has two operands, which for a string are not
    // looked at. A string's other words are its address and length; the strings of a module
    // live as long as its code.
    unsafe {
        (0..(*pc >> 16 & 0xffff) as usize).all(|i| {
            let s = *pc.add(3 + 3 * i);
            let kind = code::loader::segment_kind(s);
            let string: &[u8] = if kind == SegmentKind::String {
                let (at, len) = (*pc.add(4 + 3 * i), *pc.add(5 + 3 * i));
                std::slice::from_raw_parts(at as *const u8, len as usize)
            } else {
                &[]
            };
            // A string has no operands: the places of these say nothing.
            let operand = |o: u64| match kind {
                SegmentKind::String => Term::NIL,
                _ => operand(pc, x, e, (o & 0xffff) as usize),
            };
            f(Segment {
                kind,
                flags: s >> 8 & 0xff,
                unit: s >> 16 & 0xffff,
                src: operand(s >> 32),
                size: operand(s >> 48),
                string,
            })
        })
    }
}
