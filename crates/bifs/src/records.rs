//! Native records: the module `records`, by which tools make them and look into them.

use crate::args::{atom, badarg};
use term::{Atom, Definition, Heap, Term, am, atom, map};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::code::records::current_record;
use vm::process::Running;

/// Built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("records", "create", 4, create_4).since(29),
    row("records", "get", 2, get_2).since(29),
    row("records", "get_definition", 2, get_definition_2).since(29),
    row("records", "get_field_names", 1, get_field_names_1).since(29),
    row("records", "get_module", 1, get_module_1).since(29),
    row("records", "get_name", 1, get_name_1).since(29),
    row("records", "is_exported", 1, is_exported_1).since(29),
    row("records", "update", 4, update_4).since(29),
];

fn badrecord<'h>(heap: &'h Heap, t: Term<'h>) -> Exception<'h> {
    Exception::tagged(heap, am::BADRECORD, t)
}

fn badfield<'h>(heap: &'h Heap, (module, name): (Atom, Atom), field: Term<'h>) -> Exception<'h> {
    let record = heap.tuple(&[Term::atom(module), Term::atom(name)]);
    Exception::tagged(heap, atom!("badfield"), heap.tuple(&[record, field]))
}

/// The definition of an argument that has to be a record.
fn definition<'h>(args: &[Term<'h>]) -> Option<Definition<'h>> {
    args[0].as_record().map(|(definition, _)| definition)
}

fn get_module_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    definition(args).map(|d| Term::atom(d.module())).ok_or(Exception::BADARG)
}

fn get_name_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    definition(args).map(|d| Term::atom(d.name())).ok_or(Exception::BADARG)
}

fn is_exported_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let exported = definition(args).map(|d| Term::bool(d.is_exported()));
    exported.ok_or_else(|| badrecord(p.heap(), args[0]))
}

fn get_field_names_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let fields = definition(args).map(|d| p.heap().list(d.fields()));
    fields.ok_or_else(|| badrecord(p.heap(), args[0]))
}

fn get_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (definition, values) = args[1].as_record().ok_or(Exception::BADARG)?;
    definition.place(atom(args[0])?).map(|place| values[place]).ok_or(Exception::BADARG)
}

/// The definition that current code has, with the values that fields have if nothing else is said.
fn get_definition_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let found = current_record(atom(args[0])?, atom(args[1])?).ok_or(Exception::BADARG)?;
    let (heap, kind) = (p.heap(), found.kind());
    let field = |(&name, default): (&Term<'h>, &Option<Term<'h>>)| match *default {
        Some(value) => heap.tuple(&[name, value]),
        None => name,
    };
    let fields: Vec<_> = kind.definition.fields().iter().zip(&kind.defaults).map(field).collect();
    let exported = Term::bool(kind.definition.is_exported());
    let options = map::from_pairs(heap, &[(Term::atom(atom!("is_exported")), exported)]);
    Ok(heap.tuple(&[options, heap.list(&fields)]))
}

/// Makes a record, whatever its module defines.
fn create_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    let &[module, name, fields, options] = args else { return badarg() };
    let (Some(module), Some(name)) = (module.as_atom(), name.as_atom()) else {
        return Err(badrecord(heap, name));
    };
    if !options.is_map() {
        return Err(Exception::tagged(heap, am::BADMAP, options));
    }
    let exported = map::get(options, Term::atom(atom!("is_exported")));
    let exported = exported.filter(|_| map::size(options) == 1).and_then(Term::as_bool);
    let exported = exported.ok_or(Exception::BADARG)?;
    let fields = fields.to_vec().ok_or(Exception::BADARG)?;
    let (mut names, mut values) = (Vec::new(), Vec::new());
    for field in fields {
        let &[name_of_field, value] = field.as_tuple_of().ok_or(Exception::BADARG)?;
        match name_of_field.as_atom() {
            Some(name) => names.push(name),
            None => return Err(badfield(heap, (module, name), name_of_field)),
        }
        values.push(value);
    }
    p.bump_reductions(names.len() / 16);
    let made = current_record(module, name).map(|found| found.kind().definition);
    let same = made.filter(|its| {
        its.is_exported() == exported
            && its.fields().len() == names.len()
            && its.fields().iter().zip(&names).all(|(its, &name)| its.is(name))
    });
    // A literal of the code, if that says the same, is shared by all records.
    let definition = same.or_else(|| Definition::new(heap, module, name, exported, &names));
    Ok(heap.record(definition.ok_or(Exception::BADARG)?, &values))
}

fn update_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    let &[source, module, name, changes] = args else { return badarg() };
    let (definition, values) = source.as_record().ok_or_else(|| badrecord(heap, source))?;
    let fits = match (module.as_atom(), name.as_atom()) {
        (_, Some(am::WILDCARD)) => true,
        (Some(module), Some(name)) => definition.is(module, name),
        _ => false,
    };
    if !fits {
        return Err(badrecord(heap, name));
    }
    if !changes.is_map() {
        return Err(Exception::tagged(heap, am::BADMAP, changes));
    }
    if map::size(changes) == 0 {
        return Ok(source);
    }
    let (mut new, mut unknown) = (values.to_vec(), Vec::new());
    for (field, value) in map::entries(changes) {
        match field.as_atom().and_then(|field| definition.place(field)) {
            Some(place) => new[place] = value,
            None => unknown.push(field),
        }
    }
    p.bump_reductions(new.len() / 16);
    // The error names the one that comes first among the keys of a map.
    match unknown.into_iter().min_by(|&a, &b| map::key_order(a, b)) {
        Some(field) => Err(badfield(heap, (definition.module(), definition.name()), field)),
        None => Ok(heap.record(definition, &new)),
    }
}
