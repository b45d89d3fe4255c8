//! Values of X registers that are not built before somebody looks.
//!
//! Of a match context the position is in a variable while a function matches: a loop over bytes
//! would else write it for each.
//!
//! A float that the compiler moves into an X register may be computed with again at once, after a
//! jump, or after the function has called itself last, or one of its cycle. A tuple that such a
//! call passes on is often taken to pieces there. So they stay what they are, in variables of their
//! own, until they have to be terms. Code that is reached with different sets of such registers is
//! written for each.

use super::contexts::{context_moved, matched};
use super::{Regs, bit, bits, reads, touches};
use crate::operands::{need, number};
use beamfile::{Arg, Instr, Op};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Tuples of more elements are built.
const LARGEST: usize = 8;

/// The form of an unboxed value in an X register.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A float.
    Float,
    /// A tuple with so many elements.
    Tuple(usize),
    /// A match context, but for its position, which what is in memory does not tell.
    Context,
}

impl Shape {
    /// Words of its box.
    pub(crate) fn words(self) -> usize {
        match self {
            Shape::Float => 2,
            Shape::Tuple(n) => 1 + n,
            Shape::Context => 0,
        }
    }
}

/// The forms in which X registers of a function may be unboxed.
pub struct Unboxed {
    pub(crate) shapes: BTreeMap<usize, Shape>,
    /// The instructions, by their indexes in the file, whose tuples are not built.
    pub(crate) tuples: BTreeSet<usize>,
    /// The most words that are reserved for what the function builds.
    pub(crate) reserved: u64,
}

/// Finds what may stay unboxed in instructions, the first of which has this index, and before each
/// of which these registers hold what is read later. `entries`: the
/// labels that are jumped to when they are called last. `made`: the registers in which arithmetic
/// leaves floats by what has been counted.
pub fn of(
    (instrs, read): (&[Instr], &[Regs]),
    start: usize,
    entries: &BTreeSet<u32>,
    made: Regs,
) -> Unboxed {
    let mut floats = instrs.iter().fold(made, |all, i| all | float_into(i));
    loop {
        let moves = instrs.iter().filter(|i| i.op == Op::Move && bit(&i.args[0]) & floats != 0);
        let more = moves.fold(floats, |all, i| all | bit(&i.args[1]));
        if more == floats {
            break;
        }
        floats = more;
    }
    let mut unboxed = Unboxed {
        shapes: bits(floats).map(|x| (x, Shape::Float)).collect(),
        tuples: BTreeSet::new(),
        reserved: instrs.iter().map(reserved).max().unwrap_or(0),
    };
    for (i, instr) in instrs.iter().enumerate() {
        let (Op::PutTuple2, [dst, Arg::List(elements)]) = (instr.op, instr.args()) else {
            continue;
        };
        let (to, shape) = (bit(dst), Shape::Tuple(elements.len()));
        if to == 0 || elements.len() > LARGEST || !passed_on(&instrs[i + 1..], to, entries) {
            continue;
        }
        let x = to.trailing_zeros() as usize;
        if *unboxed.shapes.entry(x).or_insert(shape) == shape {
            unboxed.tuples.insert(start + i);
        }
    }
    for x in bits(contexts(instrs, read)) {
        unboxed.shapes.entry(x).or_insert(Shape::Context);
    }
    unboxed
}

/// The registers with match contexts to which nothing else refers: those from which no context is
/// moved and read there later.
fn contexts(instrs: &[Instr], read: &[Regs]) -> Regs {
    let matched = instrs.iter().filter_map(matched);
    let mut contexts = matched.fold(0, |all, (context, _)| all | bit(context));
    let mut shared = 0;
    for (i, after) in instrs.iter().zip(&read[1..]) {
        shared |= match i.op {
            Op::Swap => reads(i),
            _ => context_moved(i).map_or(0, |(from, _)| bit(from) & after),
        };
    }
    loop {
        let moves = instrs.iter().filter_map(context_moved);
        let moves = moves.filter(|(from, _)| bit(from) & contexts & !shared != 0);
        let more = moves.fold(contexts, |all, (_, to)| all | bit(to));
        if more == contexts {
            return contexts & !shared;
        }
        contexts = more;
    }
}

/// The words that an instruction reserves for those that follow.
fn reserved(i: &Instr) -> u64 {
    let a = i.args();
    match i.op {
        Op::TestHeap => need(&a[0]),
        Op::AllocateHeap | Op::AllocateHeapZero | Op::BsCreateBin => need(&a[1]),
        Op::BsInit2 | Op::BsInitBits | Op::BsAppend => need(&a[2]),
        _ => 0,
    }
}

/// Whether one of these entries is called last with a register that nothing reads before.
fn passed_on(instrs: &[Instr], x: Regs, entries: &BTreeSet<u32>) -> bool {
    let end = instrs.iter().find(|i| {
        let goes_on =
            matches!(i.op, Op::Move | Op::Line | Op::Deallocate | Op::PutTuple2 | Op::PutList);
        !goes_on || (reads(i) | touches(i)) & x != 0
    });
    end.is_some_and(|i| {
        matches!(i.op, Op::CallOnly | Op::CallLast)
            && entries.contains(&(number(&i.args[1]) as u32))
            && reads(i) & x != 0
    })
}

/// The X register that an instruction boxes a float into.
pub fn float_into(i: &Instr) -> Regs {
    match (i.op, i.args()) {
        (Op::Fmove, [Arg::Fr(_), to]) => bit(to),
        _ => 0,
    }
}

impl Unboxed {
    /// The lines that declare the variables.
    pub fn variables(&self) -> String {
        let mut text = String::new();
        for (x, shape) in &self.shapes {
            match shape {
                Shape::Float => {
                    let _ = writeln!(text, "  %D{x} = alloca double");
                }
                Shape::Context => {
                    let _ = writeln!(text, "  %P{x} = alloca i64");
                }
                Shape::Tuple(n) => {
                    for k in 1..=*n {
                        let _ = writeln!(text, "  %T{x}.{k} = alloca i64");
                    }
                }
            }
        }
        text
    }

    /// The form in which a register may be unboxed.
    pub fn shape(&self, x: usize) -> Option<Shape> {
        self.shapes.get(&x).copied()
    }

    /// Whether an instruction's tuple is not built there.
    pub fn is_unbuilt(&self, at: usize) -> bool {
        self.tuples.contains(&at)
    }

    /// Registers that may hold floats, tuples, contexts.
    pub(crate) fn with(&self, is: impl Fn(Shape) -> bool) -> Regs {
        let these = self.shapes.iter().filter(|(_, s)| is(**s));
        these.fold(0, |all, (x, _)| all | 1 << x)
    }

    pub(crate) fn floats(&self) -> Regs {
        self.with(|s| s == Shape::Float)
    }

    pub(crate) fn tuples(&self) -> Regs {
        self.with(|s| matches!(s, Shape::Tuple(_)))
    }

    pub(crate) fn contexts(&self) -> Regs {
        self.with(|s| s == Shape::Context)
    }
}
