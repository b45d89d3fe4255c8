//! The parts of native records: definition and values, see the module `record` of the crate.

use super::Term;
use crate::Atom;
use crate::word::Kind;
use std::cmp::Ordering;

/// The words of a definition before its fields.
pub const DEFINITION_HEAD: usize = 5;

const ORDER: usize = 0;
const HASH: usize = 1;
/// The place of the module among the words of a definition.
pub const MODULE: usize = 2;
/// The place of the name.
pub const NAME: usize = 3;
/// The place of the flag that says whether others may see the fields.
pub const EXPORTED: usize = 4;

/// The facts that the records of one kind have in common.
#[derive(Copy, Clone)]
pub struct Definition<'h> {
    tuple: Term<'h>,
    words: &'h [Term<'h>],
}

impl<'h> Definition<'h> {
    /// The definition that a term is, which has been made as one, or is a copy of one.
    pub fn of(tuple: Term<'h>) -> Option<Definition<'h>> {
        let words = tuple.as_tuple()?;
        (words.len() >= DEFINITION_HEAD).then_some(Definition { tuple, words })
    }

    /// The term that it is kept as. It is none of the program's.
    pub const fn term(self) -> Term<'h> {
        self.tuple
    }

    /// The module that the records are of.
    pub fn module(self) -> Atom {
        self.words[MODULE].as_atom().expect("a module")
    }

    /// The name of the records.
    pub fn name(self) -> Atom {
        self.words[NAME].as_atom().expect("a name")
    }

    /// Whether other modules may see the fields.
    pub fn is_exported(self) -> bool {
        self.words[EXPORTED].same(Term::TRUE)
    }

    /// The names of the fields, in the order in which they were declared.
    pub fn fields(self) -> &'h [Term<'h>] {
        &self.words[DEFINITION_HEAD..]
    }

    /// The place of a field among the values.
    #[inline]
    pub fn place(self, field: Atom) -> Option<usize> {
        self.fields().iter().position(|name| name.is(field))
    }

    /// Whether it is that of the records of this module and name.
    #[inline]
    pub fn is(self, module: Atom, name: Atom) -> bool {
        self.words[MODULE].is(module) && self.words[NAME].is(name)
    }

    /// The places of the fields, those first whose names are older.
    pub fn by_age(self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator {
        let order = self.words[ORDER].as_tuple().unwrap_or_default();
        order.iter().map(|place| place.as_usize().unwrap_or(0))
    }

    /// The part of a record's portable hash.
    pub(crate) fn hash(self) -> u32 {
        self.words[HASH].as_small().unwrap_or(0) as u32
    }

    /// Whether both say the same.
    #[inline]
    pub fn is_same(self, other: Definition<'_>) -> bool {
        let (mine, its) = (&self.words[HASH..], &other.words[HASH..]);
        self.tuple.same(other.tuple)
            || mine.len() == its.len() && mine.iter().zip(its).all(|(x, y)| x.same(*y))
    }

    /// The order of records by their definitions, which comes before that by their values.
    pub fn compare(self, other: Definition<'_>) -> Ordering {
        let (mine, its) = (self.fields(), other.fields());
        let atoms = |a: Term<'_>, b: Term<'_>| match (a.as_atom(), b.as_atom()) {
            (Some(a), Some(b)) => a.compare(b),
            _ => Ordering::Equal,
        };
        let of_atoms = |a: &[Term<'_>], b: &[Term<'_>]| {
            a.iter().zip(b).map(|(&a, &b)| atoms(a, b)).find(|order| order.is_ne())
        };
        of_atoms(&self.words[MODULE..DEFINITION_HEAD], &other.words[MODULE..DEFINITION_HEAD])
            .unwrap_or_else(|| mine.len().cmp(&its.len()))
            .then_with(|| of_atoms(mine, its).unwrap_or(Ordering::Equal))
    }
}

impl<'h> Term<'h> {
    /// The definition and the values, if it is a native record.
    #[inline]
    pub fn as_record(self) -> Option<(Definition<'h>, &'h [Term<'h>])> {
        let (definition, values) = self.record_words()?;
        Some((Definition::of(definition)?, values))
    }

    /// A native record?
    #[inline(always)]
    pub fn is_record(self) -> bool {
        self.boxed_kind() == Some(Kind::Record)
    }
}
