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

pub use crate::term::record::{DEFINITION_HEAD, EXPORTED, MODULE, NAME};

use crate::term::{Definition, Term};
use crate::word::Kind;
use crate::{Atom, Heap, hash};
use smallvec::SmallVec;

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
        let said = [Term::atom(module), Term::atom(name), Term::bool(is_exported)];
        let fields: SmallVec<[Term<'h>; 16]> =
            fields.iter().map(|&name| Term::atom(name)).collect();
        let atoms = said.iter().chain(&fields).filter_map(|t| t.as_atom());
        let hash = hash::portable_of_atoms(said.len() + fields.len(), atoms);
        let places: SmallVec<[_; 16]> = order.iter().map(|&i| Term::small(i as i64)).collect();
        let order = if places.is_empty() { Term::NIL } else { heap.tuple(&places) };
        let head = [order, Term::small(i64::from(hash)), said[0], said[1], said[2]];
        Definition::of(heap.node_of_parts(Kind::Tuple, [&head, &fields]))
    }
}

impl Heap {
    /// A record of the values, as many as its definition has fields.
    pub fn record<'h>(&'h self, definition: Definition<'h>, values: &[Term<'h>]) -> Term<'h> {
        assert!(values.len() == definition.fields().len(), "a value for each field");
        self.node_of_parts(Kind::Record, [&[definition.term()], values])
    }
}
