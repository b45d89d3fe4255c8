//! The knowledge about the value in a register, in one word.

use crate::model::{Arg, BeamFile};
use std::fmt;

/// The values that a register may hold: a set of kinds of value, and for a tuple how many elements
/// it has at least, or exactly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ty(u32);

const FRAGILE: u32 = 1 << 18;
const FRESH: u32 = 1 << 19;
const EXACT: u32 = 1 << 20;
const KINDS: u32 = FRAGILE - 1;
const ARITY_SHIFT: u32 = 21;
/// The largest number of elements that a word holds; of larger tuples nothing more is known.
const ARITY_MAX: u32 = (1 << (32 - ARITY_SHIFT)) - 1;

impl Ty {
    pub const ATOM: Ty = Ty(1 << 0);
    pub const NIL: Ty = Ty(1 << 1);
    pub const CONS: Ty = Ty(1 << 2);
    pub const INTEGER: Ty = Ty(1 << 3);
    pub const FLOAT: Ty = Ty(1 << 4);
    pub const FUN: Ty = Ty(1 << 5);
    pub const MAP: Ty = Ty(1 << 6);
    pub const PID: Ty = Ty(1 << 7);
    pub const PORT: Ty = Ty(1 << 8);
    pub const REFERENCE: Ty = Ty(1 << 9);
    pub const TUPLE: Ty = Ty(1 << 10);
    pub const BITS: Ty = Ty(1 << 11);
    /// A match context. Built-ins see a bit string in it, so that it may be anywhere a term may be.
    pub const CONTEXT: Ty = Ty(1 << 12);
    pub const RECORD: Ty = Ty(1 << 13);
    /// Every term, contexts included.
    pub const ANY: Ty = Ty((1 << 14) - 1);
    /// Nothing has been put there.
    pub const UNSET: Ty = Ty(1 << 15);
    /// The mark of a raised exception: only `catch_end` and `try_case` read it.
    pub const EXCEPTION: Ty = Ty(1 << 16);
    /// The tag of a catch or try.
    pub const TAG: Ty = Ty(1 << 17);
    pub const NUMBER: Ty = Ty::INTEGER.or(Ty::FLOAT);
    pub const LIST: Ty = Ty::CONS.or(Ty::NIL);
    pub const MATCHABLE: Ty = Ty::BITS.or(Ty::CONTEXT);

    /// No value at all.
    pub const NONE: Ty = Ty(0);

    pub const fn or(self, other: Ty) -> Ty {
        Ty(self.0 | other.0)
    }

    /// A tuple of just so many elements.
    pub fn tuple(size: u64) -> Ty {
        match u32::try_from(size) {
            Ok(n) if n <= ARITY_MAX => Ty(Ty::TUPLE.0 | EXACT | n << ARITY_SHIFT),
            _ => Ty(Ty::TUPLE.0 | ARITY_MAX << ARITY_SHIFT),
        }
    }

    /// A tuple of so many elements or more.
    pub fn tuple_of(least: u64) -> Ty {
        Ty(Ty::TUPLE.0 | (least.min(u64::from(ARITY_MAX)) as u32) << ARITY_SHIFT)
    }

    pub fn is_term(self) -> bool {
        self.0 & KINDS & !Ty::ANY.0 == 0
    }

    pub fn is_unset(self) -> bool {
        self.0 & Ty::UNSET.0 != 0
    }

    pub fn has(self, kinds: Ty) -> bool {
        self.0 & kinds.0 & KINDS != 0
    }

    /// Whether it is of none but these kinds.
    pub fn only(self, kinds: Ty) -> bool {
        self.0 & KINDS & !kinds.0 == 0
    }

    pub fn is_none(self) -> bool {
        self.0 & KINDS == 0
    }

    /// How many elements it has at least, if it is a tuple.
    pub fn least(self) -> u64 {
        u64::from(self.0 >> ARITY_SHIFT)
    }

    /// Whether it is a tuple of just so many elements.
    pub fn is_tuple_of(self, size: u64) -> bool {
        self.only(Ty::TUPLE) && self.0 & EXACT != 0 && self.least() == size
    }

    /// Whether it may be a tuple of so many elements or more.
    pub fn may_have(self, least: u64) -> bool {
        self.has(Ty::TUPLE) && (self.0 & EXACT == 0 || self.least() >= least)
    }

    /// Whether it may be a tuple of just so many elements.
    pub fn may_be_tuple_of(self, size: u64) -> bool {
        let same = self.least() == size || (self.0 & EXACT == 0 && self.least() <= size);
        self.has(Ty::TUPLE) && same
    }

    /// Whether it is, or consists of, a message that has not been taken yet.
    pub fn is_fragile(self) -> bool {
        self.0 & FRAGILE != 0
    }

    pub fn fragile(self) -> Ty {
        Ty(self.0 | FRAGILE)
    }

    /// As fragile as another value, of which it may be a part.
    pub fn part_of(self, whole: Ty) -> Ty {
        Ty(self.0 | whole.0 & FRAGILE)
    }

    pub fn taken(self) -> Ty {
        Ty(self.0 & !FRAGILE)
    }

    /// A tuple that has just been made: nothing has been allocated since.
    pub fn is_fresh(self) -> bool {
        self.0 & FRESH != 0
    }

    pub fn fresh(self) -> Ty {
        Ty(self.0 | FRESH)
    }

    pub fn aged(self) -> Ty {
        Ty(self.0 & !FRESH)
    }

    fn elements(self) -> u32 {
        match self.has(Ty::TUPLE) {
            true => self.0 & (EXACT | ARITY_MAX << ARITY_SHIFT),
            false => 0,
        }
    }

    /// The values of the one or the other.
    #[inline]
    pub fn join(self, other: Ty) -> Ty {
        if self == other {
            return self;
        }
        let kinds = (self.0 | other.0) & (KINDS | FRAGILE) | self.0 & other.0 & FRESH;
        let elements = match (self.has(Ty::TUPLE), other.has(Ty::TUPLE)) {
            (true, true) => {
                let exact =
                    if self.least() == other.least() { self.0 & other.0 & EXACT } else { 0 };
                exact | (self.least().min(other.least()) as u32) << ARITY_SHIFT
            }
            _ => self.elements() | other.elements(),
        };
        Ty(kinds | elements)
    }

    /// The values of both.
    pub fn meet(self, other: Ty) -> Ty {
        let kinds = self.0 & other.0 & KINDS | self.0 & (FRAGILE | FRESH);
        if kinds & Ty::TUPLE.0 == 0 {
            return Ty(kinds);
        }
        let (exact, least) = match (self.0 & EXACT != 0, other.0 & EXACT != 0) {
            (true, _) => (EXACT, self.least()),
            (_, true) => (EXACT, other.least()),
            _ => (0, self.least().max(other.least())),
        };
        let fits = least >= self.least() && least >= other.least();
        let both = exact != 0 && self.0 & other.0 & EXACT != 0;
        if !fits || both && self.least() != other.least() {
            return Ty(kinds & !Ty::TUPLE.0);
        }
        Ty(kinds | exact | (least as u32) << ARITY_SHIFT)
    }

    /// These kinds, with tuples of any size.
    pub fn or_any_tuple(self) -> Ty {
        Ty(self.0 & KINDS)
    }

    /// The values of it that are of none of these kinds.
    pub fn without(self, kinds: Ty) -> Ty {
        let left = Ty(self.0 & !(kinds.0 & KINDS));
        match left.has(Ty::TUPLE) {
            true => left,
            false => Ty(left.0 & (KINDS | FRAGILE)),
        }
    }

    /// The same values with nothing known of a tuple's size: for loops, in which sizes shrink.
    pub fn widened(self) -> Ty {
        Ty(self.0 & (KINDS | FRAGILE | FRESH))
    }

    /// The type of a constant.
    pub fn of_constant(file: &BeamFile, arg: &Arg) -> Ty {
        match arg {
            Arg::I(_) | Arg::BigI(_) | Arg::Char(_) | Arg::U(_) => Ty::INTEGER,
            Arg::Atom(_) => Ty::ATOM,
            Arg::Nil => Ty::NIL,
            Arg::Literal(i) => {
                file.literals.get(*i as usize).map_or(Ty::ANY, |term| Ty::of_external(term))
            }
            _ => Ty::NONE,
        }
    }

    /// The type of an external term, as its first bytes tell.
    fn of_external(term: &[u8]) -> Ty {
        let number = |n: usize| {
            let bytes = term.get(2..2 + n)?;
            Some(bytes.iter().fold(0u64, |number, &b| number << 8 | u64::from(b)))
        };
        let ty = match term.get(1) {
            Some(97 | 98 | 110 | 111) => Some(Ty::INTEGER),
            Some(70 | 99) => Some(Ty::FLOAT),
            Some(100 | 115 | 118 | 119) => Some(Ty::ATOM),
            Some(106) => Some(Ty::NIL),
            Some(107) => number(2).map(|n| if n == 0 { Ty::NIL } else { Ty::CONS }),
            Some(108) => number(4).map(|n| if n == 0 { Ty::ANY } else { Ty::CONS }),
            Some(104) => number(1).map(Ty::tuple),
            Some(105) => number(4).map(Ty::tuple),
            Some(109 | 77) => Some(Ty::BITS),
            Some(116) => Some(Ty::MAP),
            Some(67) => Some(Ty::RECORD),
            Some(113) => Some(Ty::FUN),
            _ => None,
        };
        ty.unwrap_or(Ty::ANY)
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMES: &[(Ty, &str)] = &[
            (Ty::UNSET, "not initialised"),
            (Ty::EXCEPTION, "an exception"),
            (Ty::TAG, "the tag of a catch"),
            (Ty::ATOM, "an atom"),
            (Ty::NIL, "[]"),
            (Ty::CONS, "a non-empty list"),
            (Ty::INTEGER, "an integer"),
            (Ty::FLOAT, "a float"),
            (Ty::FUN, "a fun"),
            (Ty::MAP, "a map"),
            (Ty::PID, "a pid"),
            (Ty::PORT, "a port"),
            (Ty::REFERENCE, "a reference"),
            (Ty::TUPLE, "a tuple"),
            (Ty::BITS, "a bit string"),
            (Ty::CONTEXT, "a match context"),
            (Ty::RECORD, "a native record"),
        ];
        if self.only(Ty::ANY) && Ty::ANY.only(*self) {
            return f.write_str("any term");
        }
        let mut first = true;
        for (kind, name) in NAMES.iter().filter(|(kind, _)| self.has(*kind)) {
            if !first {
                f.write_str(" or ")?;
            }
            first = false;
            f.write_str(name)?;
            if *kind == Ty::TUPLE && self.0 & EXACT != 0 {
                write!(f, " of {}", self.least())?;
            } else if *kind == Ty::TUPLE && self.least() > 0 {
                write!(f, " of {} or more", self.least())?;
            }
        }
        if first { f.write_str("nothing") } else { Ok(()) }
    }
}
