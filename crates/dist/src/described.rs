//! Nodes and connections as text: `erlang:system_info(dist)` and crash dumps have the same lines.

use crate::channel::Channel;
use crate::nodes;
use std::fmt;
use std::sync::Arc;
use term::node::{Node, this_node};
use term::{Atom, Term, am};

/// The sections about the nodes that this one is connected with, or knows. Without `wait` those are
/// left out of which somebody holds a lock.
pub fn describe(out: &mut dyn fmt::Write, wait: bool) -> fmt::Result {
    let (all, wanted) = nodes::all(wait);
    let mut told = vec![this_node()];
    for visible in [true, false] {
        for channel in &all {
            if connected(out, channel, visible, wait)? {
                told.push(channel.node);
            }
        }
    }
    for node in wanted.into_iter().chain(Node::known_names()).chain([am::NONODE_NOHOST]) {
        if !told.contains(&node) {
            told.push(node);
            section(out, "not_connected", node)?;
        }
    }
    Ok(())
}

fn section(out: &mut dyn fmt::Write, kind: &str, node: Atom) -> fmt::Result {
    writeln!(out, "={kind}:{}\nName: {}", node.index(), Term::atom(node))
}

/// The section of a channel that is up, if its node is visible or hidden as wanted; whether it is.
fn connected(
    out: &mut dyn fmt::Write,
    channel: &Arc<Channel>,
    visible: bool,
    wait: bool,
) -> Result<bool, fmt::Error> {
    let state = if wait { Some(channel.state()) } else { channel.try_state() };
    let Some(state) = state.filter(|state| state.is_up()) else { return Ok(false) };
    if nodes::is_visible(state.flags) != visible {
        return Ok(false);
    }
    section(out, if visible { "visible_node" } else { "hidden_node" }, channel.node)?;
    writeln!(out, "Controller: {}", state.carrier.term())?;
    if let Some(node) = Node::known(channel.node) {
        writeln!(out, "Creation: {}", node.creation)?;
    }
    state.relations.describe(out)?;
    Ok(true)
}
