//! Ports, those with the most traffic first. Ports that somebody works with are passed over.

use super::pid_text;
use serde::Serialize;
use std::cmp::Reverse;
use std::convert::Infallible;
use vm::port;
use vm::port::info::{Description, describe_all};

/// Ports.
#[derive(Serialize, Debug)]
pub struct Ports {
    /// How many there are.
    pub count: usize,
    /// How many somebody worked with, so that they are not told of.
    pub busy: usize,
    /// The first of them.
    pub rows: Vec<Row>,
}

/// A port.
#[derive(Serialize, Debug)]
pub struct Row {
    /// Its identifier.
    pub port: String,
    /// The driver, command or descriptors.
    pub name: String,
    /// The name that it is registered by.
    pub registered: Option<String>,
    /// Its owner.
    pub owner: String,
    /// Its links.
    pub links: Vec<String>,
    /// Bytes that it has delivered.
    pub input: u64,
    /// Bytes that were sent to it.
    pub output: u64,
    /// Bytes that wait to be written.
    pub queue: usize,
}

/// The ports with the most traffic, up to `limit`.
pub fn now(limit: usize) -> Ports {
    let mut rows = Vec::new();
    let Ok(()) = describe_all(|port| {
        rows.push(row(port));
        Ok::<(), Infallible>(())
    });
    let told = rows.len();
    rows.sort_by_key(|row| Reverse(row.input.saturating_add(row.output)));
    rows.truncate(limit);
    let count = port::count();
    Ports { count, busy: count.saturating_sub(told), rows }
}

fn row(port: Description) -> Row {
    Row {
        port: format!("#Port<0.{}>", port.id),
        name: port.name,
        registered: port.registered.map(|name| name.name().to_owned()),
        owner: pid_text(port.connected),
        links: port.links,
        input: port.input,
        output: port.output,
        queue: port.queue,
    }
}
