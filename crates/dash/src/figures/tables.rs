//! ETS tables, the largest first, and persistent terms.

use super::pid_text;
use serde::Serialize;
use std::cmp::Reverse;
use vm::ets::{self, Kind, registry};
use vm::process_table;

/// Tables and persistent terms.
#[derive(Serialize, Debug)]
pub struct Tables {
    /// How many tables there are.
    pub count: usize,
    /// Bytes of all tables.
    pub memory: u64,
    /// The first of them.
    pub rows: Vec<Row>,
    /// How many persistent terms there are.
    pub persistent_terms: usize,
    /// Bytes that they take.
    pub persistent_memory: u64,
}

/// A table.
#[derive(Serialize, Debug)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Whether it is found by its name.
    pub named: bool,
    /// `set`, `bag` and so on.
    pub kind: String,
    /// `public`, `protected` or `private`.
    pub protection: String,
    /// Its owner.
    pub owner: String,
    /// The name that the owner is registered by.
    pub owner_name: Option<String>,
    /// Objects in it.
    pub objects: usize,
    /// Bytes.
    pub memory: u64,
}

/// The largest tables, up to `limit`. Parts of a table that are being written to do not count.
pub fn now(limit: usize) -> Tables {
    let all = registry::all();
    let mut sized: Vec<_> =
        all.iter().map(|table| (8 * table.memory_now() as u64, table)).collect();
    let (count, memory) = (sized.len(), sized.iter().map(|(bytes, _)| bytes).sum());
    sized.sort_by_key(|(bytes, table)| (Reverse(*bytes), table.id));
    sized.truncate(limit);
    let (persistent_terms, words) = bifs::persistent_term::figures();
    Tables {
        count,
        memory,
        rows: sized.into_iter().map(|(bytes, table)| row(table, bytes)).collect(),
        persistent_terms,
        persistent_memory: 8 * words as u64,
    }
}

fn row(table: &ets::Table, memory: u64) -> Row {
    let owner = table.owner();
    let owner_name = process_table::with_process(owner, |p| p.registered_name()).flatten();
    let kind: Kind = table.options.kind;
    Row {
        name: table.name().name().to_owned(),
        named: table.options.named,
        kind: kind.atom().name().to_owned(),
        protection: table.protection().name().to_owned(),
        owner: pid_text(owner),
        owner_name: owner_name.map(|name| name.name().to_owned()),
        objects: table.size_now(),
        memory,
    }
}
