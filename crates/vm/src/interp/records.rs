//! Native records: making, changing, and looking into them.

use crate::code::records::{RecordKind, current_record};
use smallvec::SmallVec;
use term::{Atom, Definition, Heap, Term, am, atom};

/// Tag and value of an exception's reason.
type Failure<'h> = (Atom, Term<'h>);

fn badrecord(value: Term<'_>) -> Failure<'_> {
    (am::BADRECORD, value)
}

/// The reason that names a field of a record.
fn of_field<'h>(
    heap: &'h Heap,
    tag: Atom,
    definition: Definition<'_>,
    field: Term<'h>,
) -> Failure<'h> {
    let of = [definition.module(), definition.name()].map(Term::atom);
    (tag, heap.tuple(&[heap.tuple(&of), field]))
}

/// The field among these whose name is the oldest.
fn oldest<'h>(fields: impl Iterator<Item = Term<'h>>) -> Option<Term<'h>> {
    fields.min_by_key(|field| field.as_atom().map_or(0, Atom::index))
}

/// Module and name, as code names a record of another module.
fn names(id: Term<'_>) -> Option<(Atom, Atom)> {
    let &[module, name] = id.as_tuple_of()?;
    Some((module.as_atom()?, name.as_atom()?))
}

/// A record with these values in some fields: the one that is given with others in them, or, if it
/// is `[]`, a new one. A new one is of this `kind`, the module's own, or else of the current code
/// of another module.
pub(super) fn put<'h>(
    heap: &'h Heap,
    kind: Option<&RecordKind>,
    id: Term<'h>,
    source: Term<'h>,
    pairs: &[(Term<'h>, Term<'h>)],
) -> Result<Term<'h>, Failure<'h>> {
    if !source.is_nil() {
        let (definition, values) = source.as_record().ok_or(badrecord(source))?;
        let mut values: SmallVec<[Term<'h>; 16]> = SmallVec::from_slice(values);
        let unknown = set(definition, pairs, |place, value| values[place] = value);
        return match unknown {
            Some(field) => Err(of_field(heap, atom!("badfield"), definition, field)),
            None => Ok(heap.record(definition, &values)),
        };
    }
    if let Some(kind) = kind {
        return create(heap, kind, pairs);
    }
    let found = names(id).and_then(|(module, name)| current_record(module, name));
    let found = found.filter(|found| found.kind().definition.is_exported());
    create(heap, found.ok_or(badrecord(id))?.kind(), pairs)
}

/// Sets values by the names of their fields; the oldest name that is none of a field.
fn set<'h>(
    definition: Definition<'_>,
    pairs: &[(Term<'h>, Term<'h>)],
    mut set: impl FnMut(usize, Term<'h>),
) -> Option<Term<'h>> {
    let mut unknown: SmallVec<[Term<'h>; 2]> = SmallVec::new();
    for &(field, value) in pairs {
        match field.as_atom().and_then(|field| definition.place(field)) {
            Some(place) => set(place, value),
            None => unknown.push(field),
        }
    }
    oldest(unknown.into_iter())
}

fn create<'h>(
    heap: &'h Heap,
    kind: &RecordKind,
    pairs: &[(Term<'h>, Term<'h>)],
) -> Result<Term<'h>, Failure<'h>> {
    let definition = kind.definition;
    let mut values: SmallVec<[Option<Term<'h>>; 16]> = SmallVec::from_slice(&kind.defaults);
    let unknown = set(definition, pairs, |place, value| values[place] = Some(value));
    if let Some(field) = unknown {
        return Err(of_field(heap, atom!("badfield"), definition, field));
    }
    match values.iter().copied().collect::<Option<SmallVec<[Term<'h>; 16]>>>() {
        Some(values) => Ok(heap.record(definition, &values)),
        None => {
            let unset = definition.fields().iter().zip(&values).filter(|(_, v)| v.is_none());
            let field = oldest(unset.map(|(&field, _)| field)).unwrap_or(Term::NIL);
            Err(of_field(heap, atom!("novalue"), definition, field))
        }
    }
}

/// Whether the term is a record whose fields the module may see; only others may, without one.
pub(super) fn is_open(t: Term<'_>, module: Term<'_>) -> bool {
    t.as_record()
        .is_some_and(|(definition, _)| definition.is_exported() || module.is(definition.module()))
}

/// The value of a field of a record of this name, or of any (`_`), or of this module and name if
/// others may see its fields.
pub(super) fn get<'h>(
    heap: &'h Heap,
    source: Term<'h>,
    id: Term<'h>,
    field: Term<'h>,
) -> Result<Term<'h>, Failure<'h>> {
    let (definition, values) = source.as_record().ok_or(badrecord(source))?;
    let fits = match names(id) {
        Some((module, name)) => definition.is_exported() && definition.is(module, name),
        None => id.is(am::WILDCARD) || id.is(definition.name()),
    };
    if !fits {
        return Err(badrecord(source));
    }
    let place = field.as_atom().and_then(|field| definition.place(field));
    match place {
        Some(place) => Ok(values[place]),
        None => Err(of_field(heap, atom!("badfield"), definition, field)),
    }
}
