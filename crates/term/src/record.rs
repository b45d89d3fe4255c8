//! Native records: values with named fields, of a kind that a module defines.
//!
//! A record is an object of its definition and its values. The definition is a tuple, which all
//! records of a kind share as small maps share the tuple of their keys: code has it among its
//! literals, and it is copied with a record where no literal is at hand. Nothing else knows of a
//! definition, so two of them are the same if they say the same.
//!
//! The tuple is `{Order, Hash, Module, Name, IsExported, Field…}`, its fields in the order in which
//! they were declared, as the values are. `Order` names the places of the fields by the age of
//! their names: some of what can be seen of a record goes by that, as with small maps. `Hash` is
//! the part that the definition has in the record's portable hash. Both are there so that they need
//! not be found out each time.

use crate::term::Term;
use crate::word::Kind;
use crate::{Atom, Heap, hash};
use smallvec::SmallVec;
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

/// What the records of one kind have in common.
#[derive(Copy, Clone)]
pub struct Definition<'h> {
    tuple: Term<'h>,
    words: &'h [Term<'h>],
}

impl<'h> Definition<'h> {
    /// A new definition; none if two fields have one name.
    pub fn new(
        heap: &'h Heap,
        module: Atom,
        name: Atom,
        is_exported: bool,
        fields: &[Atom],
    ) -> Option<Definition<'h>> {
        let mut order: SmallVec<[usize; 16]> = (0..fields.len()).collect();
        order.sort_unstable_by_key(|&place| fields[place].index());
        if order.windows(2).any(|pair| fields[pair[0]] == fields[pair[1]]) {
            return None;
        }
        let exported = if is_exported { Term::TRUE } else { Term::FALSE };
        let said = [Term::atom(module), Term::atom(name), exported];
        let fields: SmallVec<[Term<'h>; 16]> =
            fields.iter().map(|&name| Term::atom(name)).collect();
        let atoms = said.iter().chain(&fields).filter_map(|t| t.as_atom());
        let hash = hash::portable_of_atoms(said.len() + fields.len(), atoms);
        let places: SmallVec<[_; 16]> = order.iter().map(|&i| Term::small(i as i64)).collect();
        let order = if places.is_empty() { Term::NIL } else { heap.tuple(&places) };
        let head = [order, Term::small(i64::from(hash)), said[0], said[1], said[2]];
        Definition::of(heap.node_of_parts(Kind::Tuple, [&head, &fields]))
    }

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

impl Heap {
    /// A record of the values, as many as its definition has fields.
    pub fn record<'h>(&'h self, definition: Definition<'h>, values: &[Term<'h>]) -> Term<'h> {
        assert!(values.len() == definition.fields().len(), "a value for each field");
        self.node_of_parts(Kind::Record, [&[definition.tuple], values])
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
