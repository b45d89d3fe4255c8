//! Connections with other nodes.

use serde::Serialize;
use term::node;

/// Nodes.
#[derive(Serialize, Debug)]
pub struct Nodes {
    /// This one's name.
    pub node: String,
    /// Whether others can reach it.
    pub alive: bool,
    /// The others.
    pub rows: Vec<Row>,
}

/// A connection.
#[derive(Serialize, Debug)]
pub struct Row {
    /// The other node.
    pub node: String,
    /// `pending`, `up` or `over`; `busy` if it could not be looked at just now.
    pub state: &'static str,
    /// Whether the node is visible.
    pub visible: bool,
    /// The port or process that carries it.
    pub carrier: String,
    /// Packets that have been sent.
    pub packets_out: u64,
    /// Packets that have come.
    pub packets_in: u64,
    /// Packets that wait to be sent.
    pub queue: usize,
}

/// All connections.
pub fn now() -> Nodes {
    let rows = dist::inspect::channels().into_iter().map(|c| Row {
        node: c.node.name().to_owned(),
        state: c.state,
        visible: c.visible,
        carrier: c.carrier,
        packets_out: c.packets_out,
        packets_in: c.packets_in,
        queue: c.queue,
    });
    Nodes {
        node: node::this_node().name().to_owned(),
        alive: node::this_creation() != 0,
        rows: rows.collect(),
    }
}
