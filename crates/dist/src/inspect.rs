//! Looking at the links and monitors between this node and others.

use crate::channel::Stage;
use crate::nodes;
use bifs::node::Kind;
use bifs::relation_lists::{Side, link, link_id, monitor};
use term::{Atom, Heap, Term, am, atom, print};
use vm::process::RefKey;

/// A channel, for those who look at it from outside.
pub struct Seen {
    /// The other node.
    pub node: Atom,
    /// `pending`, `up` or `over`; `busy` if somebody has its lock just now.
    pub state: &'static str,
    /// Whether the node is visible.
    pub visible: bool,
    /// The text of its carrier.
    pub carrier: String,
    /// Packets that have been given to the carrier.
    pub packets_out: u64,
    /// Packets that have come.
    pub packets_in: u64,
    /// Packets that wait.
    pub queue: usize,
}

/// All channels, without waiting for a lock.
pub fn channels() -> Vec<Seen> {
    let (all, _) = nodes::all(false);
    let seen = all.into_iter().map(|channel| {
        let node = channel.node;
        let Some(state) = channel.try_state() else {
            let carrier = String::new();
            let (packets_out, packets_in, queue) = (0, 0, 0);
            return Seen {
                node,
                state: "busy",
                visible: false,
                carrier,
                packets_out,
                packets_in,
                queue,
            };
        };
        Seen {
            node,
            state: match state.stage {
                Stage::Pending => "pending",
                Stage::Up => "up",
                Stage::Over => "over",
            },
            visible: nodes::is_visible(state.flags),
            carrier: print::display(state.carrier.term()),
            packets_out: state.output.sent(),
            packets_in: state.packets_in,
            queue: state.output.packets(),
        }
    });
    seen.collect()
}

/// The links or monitors on the channel with a node; none without a channel.
pub fn relations(heap: &Heap, node: Atom, kind: Kind) -> Option<Term<'_>> {
    let channel = nodes::channel(node)?;
    let state = channel.state();
    let dist_process = atom!("dist_process");
    if kind == Kind::Links {
        let links = state.relations.links().filter_map(|(me, party, gives_up)| {
            Some(link(heap, dist_process, me.name(heap)?, gives_up, link_id(me, party)))
        });
        return Some(heap.list(&links.collect::<Vec<_>>()));
    }
    let name_of = |t: Term<'_>| t.as_atom().map_or(Term::NIL, Term::atom);
    let mut list = Vec::new();
    for (key, watcher, party) in state.relations.watches() {
        let name = party.identity().as_tuple_of::<2>().map_or(Term::NIL, |t| name_of(t[0]));
        let ends = [Term::pid(watcher), name];
        list.push(monitor(heap, dist_process, Side::Target, heap.reference(key), ends));
    }
    for watched in state.relations.all_watched() {
        let reference = heap.copy_in(watched.reference.term());
        let target = watched.target.name(heap).unwrap_or(Term::NIL);
        let ends = [target, name_of(watched.item.term())];
        list.push(monitor(heap, dist_process, Side::Origin, reference, ends));
    }
    drop(state);
    for (pid, _) in nodes::watchers(node) {
        let ends = [Term::pid(pid), Term::NIL];
        list.push(monitor(heap, am::NODE, Side::Target, Term::NIL, ends));
    }
    Some(heap.list(&list))
}

/// The nodes that a process watches.
pub fn nodes_watched(heap: &Heap, pid: u64) -> Term<'_> {
    let nodes = nodes::watched_by(pid).into_iter().map(|(node, times)| {
        let ends = [Term::atom(node), Term::small(i64::from(times))];
        monitor(heap, am::NODE, Side::Origin, Term::NIL, ends)
    });
    heap.list(&nodes.collect::<Vec<_>>())
}

/// The reference that another node knows its monitor of a process here by, and the name that it
/// watches, or `[]`.
pub fn watched(heap: &Heap, key: RefKey) -> Option<[Term<'_>; 2]> {
    nodes::connected().iter().find_map(|channel| {
        let state = channel.state();
        let watched = state.relations.watched_as(key)?;
        let name = watched.item.term().as_atom().map_or(Term::NIL, Term::atom);
        Some([heap.copy_in(watched.reference.term()), name])
    })
}

/// The processes that want to hear of nodes, the last one first: `{Pid, Options}` for each time
/// that one has said so, with the options that OTP tells here.
pub fn wishes(heap: &Heap) -> Term<'_> {
    let wishes = nodes::wishes().into_iter().rev().map(|wish| {
        let o = wish.options;
        let reason = o.reason.then(|| Term::atom(atom!("nodedown_reason")));
        let kind = match (o.visible, o.hidden) {
            (true, true) => Some("all"),
            (true, false) => Some("visible"),
            (false, true) => Some("hidden"),
            (false, false) => None,
        };
        let kind = kind
            .map(|kind| heap.tuple(&[Term::atom(atom!("node_type")), Term::atom(Atom::new(kind))]));
        let options: Vec<_> = reason.into_iter().chain(kind).collect();
        heap.tuple(&[Term::pid(wish.pid), heap.list(&options)])
    });
    heap.list(&wishes.collect::<Vec<_>>())
}
