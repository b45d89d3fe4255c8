//! The native records that the code of modules defines.

use super::Instance;
use std::sync::Arc;
use term::{Atom, Definition, Term};

/// A native record that a module defines.
pub struct RecordKind {
    /// Its name.
    pub name: Atom,
    /// The definition, which all records of it share: a literal of the module.
    pub definition: Definition<'static>,
    /// The values that fields have if nothing else is said, in the order of the fields.
    pub defaults: Box<[Option<Term<'static>>]>,
}

/// A native record of a module's current code.
pub struct Found {
    /// Keeps the code, and its literals with it.
    instance: Arc<Instance>,
    place: usize,
}

impl Found {
    /// The record.
    pub fn kind(&self) -> &RecordKind {
        &self.instance.records[self.place]
    }
}

/// The native record of this name of the current code of a module.
pub fn current_record(module: Atom, name: Atom) -> Option<Found> {
    let instance = super::current(module)?;
    let place = instance.records.iter().position(|kind| kind.name == name)?;
    Some(Found { instance, place })
}
