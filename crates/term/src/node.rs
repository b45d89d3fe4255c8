//! Names of other nodes, interned for the life of the system, and the name of this one.

use crate::{Atom, am};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{OnceLock, RwLock};

/// A node as it appears in the pids, ports and references that come from it.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Node {
    /// Its name.
    pub name: Atom,
    /// Its incarnation.
    pub creation: u32,
}

static THIS: AtomicU32 = AtomicU32::new(u32::MAX);
static CREATION: AtomicU32 = AtomicU32::new(0);

/// The name of this node; `nonode@nohost` when it is not distributed.
pub fn this_node() -> Atom {
    match THIS.load(Ordering::Acquire) {
        u32::MAX => am::NONODE_NOHOST,
        // SAFETY: only `set_this_node` stores, and it stores the index of an atom.
        index => unsafe { Atom::from_index(index) },
    }
}

/// The incarnation of this node; 0 when it is not distributed.
pub fn this_creation() -> u32 {
    CREATION.load(Ordering::Acquire)
}

/// Makes this node distributed.
pub fn set_this_node(name: Atom, creation: u32) {
    CREATION.store(creation, Ordering::Release);
    THIS.store(name.index(), Ordering::Release);
}

type Nodes = RwLock<HashMap<(Atom, u32), &'static Node>>;

fn nodes() -> &'static Nodes {
    static NODES: OnceLock<Nodes> = OnceLock::new();
    NODES.get_or_init(RwLock::default)
}

impl Node {
    /// The names of all nodes that something has come from, each once.
    pub fn known_names() -> Vec<Atom> {
        let nodes = nodes().read().expect("node table");
        let mut names: Vec<Atom> = nodes.values().map(|n| n.name).collect();
        names.sort_by_key(|name| name.index());
        names.dedup();
        names
    }

    /// An incarnation of the node of this name that something has come from, if there is one.
    pub fn known(name: Atom) -> Option<&'static Node> {
        let nodes = nodes().read().expect("node table");
        nodes.values().copied().filter(|n| n.name == name).max_by_key(|n| n.creation)
    }

    /// Whether something has come from this incarnation of a node.
    pub fn is_known(name: Atom, creation: u32) -> bool {
        nodes().read().expect("node table").contains_key(&(name, creation))
    }

    /// The entry of a node, made if it is new.
    pub fn get(name: Atom, creation: u32) -> &'static Node {
        let nodes = nodes();
        if let Some(n) = nodes.read().expect("node table").get(&(name, creation)) {
            return n;
        }
        nodes
            .write()
            .expect("node table")
            .entry((name, creation))
            .or_insert_with(|| Box::leak(Box::new(Node { name, creation })))
    }
}
