//! The links and monitors of processes and of connections, as `erts_debug:get_internal_state/1`
//! lists them in records that OTP's own tests know.

use crate::node::{DISTRIBUTION, Kind};
use std::collections::BTreeMap;
use term::{Atom, Heap, Term, View, am, atom};
use vm::bif::BifResult;
use vm::exception::Exception;
use vm::onlooker::at_each_process;
use vm::peer::{End, Peer};
use vm::process::{RefKey, Running};
use vm::relations;

/// The list of a process, or of the connection with the node of a name.
pub(crate) fn list<'h>(
    p: &mut Running<'h>,
    args: &[Term<'h>],
    of: Term<'h>,
    kind: Kind,
) -> BifResult<'h> {
    match of.view() {
        View::Pid(id) if id == p.id => {
            let names = names(p, kind);
            Ok(of_process(p, p.heap(), kind, &names))
        }
        View::Pid(id) => {
            let names = names(p, kind);
            let reply = relations::ask(p, args, id, move |other| {
                term::OwnedTerm::build(|heap| of_process(other, heap, kind, &names))
            })?;
            Ok(reply.map_or(Term::UNDEFINED, |r| p.heap().adopt(r)))
        }
        View::Atom(node) if node == term::node::this_node() => Ok(Term::NIL),
        View::Atom(node) if node.name().contains('@') => {
            let list = DISTRIBUTION.get().and_then(|d| (d.relations)(p.heap(), node, kind));
            Ok(list.unwrap_or(Term::UNDEFINED))
        }
        View::Port(_) => Ok(Term::NIL),
        _ => Err(Exception::BADARG),
    }
}

/// The names by which processes watch others of this node, which do not know them.
type Names = BTreeMap<RefKey, Atom>;

fn names(p: &mut Running<'_>, kind: Kind) -> Names {
    let mut names = Names::new();
    if kind == Kind::Monitors {
        at_each_process(p, |p| {
            for (&key, monitor) in p.own_ref().extra.iter().flat_map(|e| e.monitors.iter()) {
                let name =
                    monitor.name.as_ref().and_then(|n| n.term().as_tuple_of::<2>()?[0].as_atom());
                names.extend(name.map(|name| (key, name)));
            }
        });
    }
    names
}

fn of_process<'h>(p: &Running<'_>, heap: &'h Heap, kind: Kind, names: &Names) -> Term<'h> {
    match kind {
        Kind::Links => links(p, heap),
        Kind::Monitors => monitors(p, heap, names),
    }
}

/// The number by which both a process and a connection name a link between the two nodes.
pub fn link_id(me: Peer, party: Peer) -> u64 {
    party.word().rotate_left(32) ^ me.word()
}

/// A record of a link: the other end's kind, its pid or port, and a number.
pub fn link<'h>(heap: &'h Heap, kind: Atom, with: Term<'h>, gives_up: bool, id: u64) -> Term<'h> {
    let state = if gives_up { atom!("unlinking") } else { atom!("linked") };
    let [tag, kind, state] = [atom!("erl_link"), kind, state].map(Term::atom);
    heap.tuple(&[tag, kind, with, state, heap.unsigned(id)])
}

fn links<'h>(p: &Running<'_>, heap: &'h Heap) -> Term<'h> {
    heap.list_from_rev(p.own_ref().links.all().filter_map(|l| {
        let (kind, id) = match l.peer.end() {
            End::Port(_) => (am::PORT, 0),
            End::Party(_) => (atom!("dist_process"), link_id(p.peer(), l.peer)),
            End::Process(_) | End::Resource(_) => (am::PROCESS, 0),
        };
        Some(link(heap, kind, l.peer.name(heap)?, l.unlinking != 0, id))
    }))
}

/// The side of a monitor on which something is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Side {
    /// Its watcher's.
    Origin,
    /// The side of the one that is watched.
    Target,
}

/// A record of a monitor: the other end, and the name by which the process is watched, or how often
/// a node is.
pub fn monitor<'h>(
    heap: &'h Heap,
    kind: Atom,
    side: Side,
    reference: Term<'h>,
    [with, extra]: [Term<'h>; 2],
) -> Term<'h> {
    let side = match side {
        Side::Origin => atom!("origin"),
        Side::Target => atom!("target"),
    };
    let [tag, kind, side] = [atom!("erl_monitor"), kind, side].map(Term::atom);
    heap.tuple(&[tag, kind, side, reference, with, extra])
}

fn monitors<'h>(p: &Running<'_>, heap: &'h Heap, names: &Names) -> Term<'h> {
    let mut list = match DISTRIBUTION.get() {
        Some(d) => (d.nodes_watched)(heap, p.id),
        None => Term::NIL,
    };
    let Some(extra) = &p.own_ref().extra else { return list };
    for (key, m) in extra.monitors.iter() {
        let name = m.name.as_ref().and_then(|n| n.term().as_tuple_of::<2>().copied());
        let (kind, with) = match (m.target, name) {
            (Some(target), name) if matches!(target.end(), End::Party(_)) => {
                let node = name.map(|[_, node]| heap.copy_in(node));
                (atom!("dist_process"), node.or_else(|| target.name(heap)))
            }
            (target, _) => (m.kind, target.and_then(|t| t.name(heap))),
        };
        let with = match m.kind {
            am::TIME_OFFSET => Term::atom(atom!("clock_service")),
            _ => with.unwrap_or(Term::NIL),
        };
        let name = name.and_then(|[name, _]| name.as_atom()).map_or(Term::NIL, Term::atom);
        let record = monitor(heap, kind, Side::Origin, heap.reference(*key), [with, name]);
        list = heap.cons(record, list);
    }
    for (key, by) in extra.monitored_by.iter() {
        let with = by.watcher.name(heap).unwrap_or(Term::NIL);
        let (kind, [reference, name]) = match by.watcher.end() {
            End::Process(_) => {
                let name = names.get(key).map_or(Term::NIL, |&name| Term::atom(name));
                (am::PROCESS, [heap.reference(*key), name])
            }
            End::Port(_) => (am::PORT, [heap.reference(*key), Term::NIL]),
            End::Resource(_) => (atom!("resource"), [heap.reference(*key), Term::NIL]),
            End::Party(_) => (atom!("dist_process"), watched(heap, *key)),
        };
        list = heap.cons(monitor(heap, kind, Side::Target, reference, [with, name]), list);
    }
    list
}

/// The reference that a party knows its monitor by, and the name that it watches.
fn watched(heap: &Heap, key: RefKey) -> [Term<'_>; 2] {
    let found = DISTRIBUTION.get().and_then(|d| (d.watched)(heap, key));
    found.unwrap_or_else(|| [heap.reference(key), Term::NIL])
}
