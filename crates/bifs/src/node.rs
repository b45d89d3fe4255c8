//! The node of this and of other things. All else about nodes is in the crate `dist`.

use term::node::this_node;
use term::{Atom, Heap, Term, View};
use vm::bif::{BifResult, BifRow, Exception, guard};
use vm::hook::Hook;
use vm::process::{RefKey, Running};

/// The built-ins of this file.
pub const ROWS: &[BifRow] =
    &[guard("erlang", "node", 0, node_0), guard("erlang", "node", 1, node_1)];

fn node_0<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::atom(this_node()))
}

fn node_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    match args[0].view() {
        View::Pid(_) | View::Port(_) | View::Ref(_) => Ok(Term::atom(this_node())),
        View::ExternalPid(node, ..) | View::ExternalPort(node, _) | View::ExternalRef(node) => {
            Ok(Term::atom(node.name))
        }
        _ => Err(Exception::BADARG),
    }
}

/// The kind of relation that is asked for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `{link_list, Of}`.
    Links,
    /// `{monitor_list, Of}`.
    Monitors,
}

/// The help of distribution for built-ins that are here.
#[derive(Copy, Clone)]
pub struct Distribution {
    /// `process_flag({monitor_nodes, Options}, On)`.
    pub monitor_nodes: for<'h> fn(&mut Running<'h>, bool, Term<'h>) -> BifResult<'h>,
    /// `[{Node, PortOrPid}]`, what carries each connection.
    pub carriers: for<'h> fn(&'h Heap) -> Term<'h>,
    /// The processes that want to hear of nodes, and what they want to hear.
    pub wishes: fn(&Heap) -> Term<'_>,
    /// The links or monitors on the connection with a node; none if there is no such connection.
    pub relations: for<'h> fn(&'h Heap, Atom, Kind) -> Option<Term<'h>>,
    /// The nodes that a process watches.
    pub nodes_watched: fn(&Heap, u64) -> Term<'_>,
    /// The reference of a monitor that another node has on a process, and the name that it watches
    /// (or `[]`), by the monitor's key here.
    pub watched: fn(&Heap, RefKey) -> Option<[Term<'_>; 2]>,
    /// The place of an atom in the caches of connections.
    pub cache_index: fn(Atom) -> usize,
    /// The last of these places.
    pub cache_index_max: usize,
}

/// The help of distribution; set by the crate that has it.
pub static DISTRIBUTION: Hook<Distribution> = Hook::new();

pub(crate) fn monitor_nodes<'h>(p: &mut Running<'h>, on: bool, options: Term<'h>) -> BifResult<'h> {
    (DISTRIBUTION.get().ok_or(Exception::NOTSUP)?.monitor_nodes)(p, on, options)
}

pub(crate) fn carriers(heap: &Heap) -> Term<'_> {
    DISTRIBUTION.get().map_or(Term::NIL, |d| (d.carriers)(heap))
}
