//! References counted: how many funs there are of an entry, and what is left of other nodes. It is
//! looked up when somebody asks, while all processes stand still, so that nothing has to be counted
//! before.

use crate::ets::select;
use crate::node::DISTRIBUTION;
use release::Difference;
use std::collections::{BTreeMap, HashSet};
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use term::compare::exactly_equal;
use term::node::{Node, this_creation, this_node};
use term::walk::Walk;
use term::{Atom, FunEntry, Heap, OwnedTerm, Term, View, atom};
use vm::ets::{Position, Table, registry};
use vm::onlooker::{at_each_process, terms_of};
use vm::peer::{End, Peer};
use vm::process::Running;
use vm::timer;

/// Whether a node is known only as long as something refers to it: `erts_debug` sets it for tests.
/// Otherwise it is known for good.
pub static FORGETS: AtomicBool = AtomicBool::new(false);

/// Somebody who refers to something.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Holder {
    /// A process, by its number.
    Process(u64),
    /// A table, by its place among all of them.
    Table(usize),
    /// A timer whose message goes to a name.
    System,
}

/// The ways in which it does.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Heap,
    Binary,
    Link,
    Monitor,
    Ets,
    Timer,
}

impl Way {
    fn name(self) -> Atom {
        match self {
            Way::Heap => atom!("heap"),
            Way::Binary => term::am::BINARY,
            Way::Link => atom!("link"),
            Way::Monitor => atom!("monitor"),
            Way::Ets => atom!("ets"),
            Way::Timer => atom!("timer"),
        }
    }
}

/// Calls `visit` with all objects that processes, tables and timers have; with what two of them
/// share more than once. `p` calls a built-in with `args`.
fn each_object(
    p: &mut Running<'_>,
    args: &[Term<'_>],
    tables: &[Arc<Table>],
    visit: &mut dyn FnMut(Holder, Way, Term<'_>),
) {
    let me = p.id;
    at_each_process(p, |p| {
        let (id, mut walk) = (Holder::Process(p.id), Walk::default());
        let mut programs = HashSet::new();
        terms_of(p, (p.id == me).then_some(args), &mut |t| {
            walk.through(t, |object| {
                if let Some(program) = object.as_ref().and_then(select::program_of)
                    && programs.insert(ptr::from_ref(program))
                {
                    // A constant is kept for the pattern, and for each place where it stands there.
                    let mut kept = Vec::new();
                    Walk::default().through(program.constants(), |t| {
                        if node_of(t).is_some() && !kept.iter().any(|&k| exactly_equal(k, t)) {
                            kept.push(t);
                            visit(id, Way::Binary, t);
                        }
                    });
                }
                visit(id, Way::Heap, object);
            });
        });
        relations(p, &mut |way, t| visit(id, way, t));
    });
    for (i, table) in tables.iter().enumerate() {
        let mut row = |row: &term::Row| {
            Walk::default().through(row.term(), |t| visit(Holder::Table(i), Way::Ets, t));
        };
        if table.is_ordered() {
            table.walk_ordered(None, &|_| std::cmp::Ordering::Equal, false, |_, object| {
                row(object);
                true
            });
        } else {
            table.walk(Position::START, |rows| {
                rows.iter().for_each(&mut row);
                true
            });
        }
    }
    timer::each_message(|timer| {
        let holder = timer.process.map_or(Holder::System, Holder::Process);
        Walk::default().through(timer.message.term(), |t| visit(holder, Way::Timer, t));
    });
}

/// Calls `visit` with what a process's links and monitors keep of other nodes.
fn relations(p: &Running<'_>, visit: &mut dyn FnMut(Way, Term<'_>)) {
    let is_far = |peer: Peer| matches!(peer.end(), End::Party(_));
    let name = |peer: Peer| OwnedTerm::build(|heap| peer.name(heap).unwrap_or(Term::NIL));
    let own = p.own_ref();
    for link in own.links.all().filter(|link| is_far(link.peer)) {
        visit(Way::Link, name(link.peer).term());
    }
    let Some(extra) = &own.extra else { return };
    for peer in extra.monitors.values().filter_map(|m| m.target).filter(|&peer| is_far(peer)) {
        visit(Way::Monitor, name(peer).term());
    }
    for (&key, by) in extra.monitored_by.iter().filter(|(_, by)| is_far(by.watcher)) {
        visit(Way::Monitor, name(by.watcher).term());
        // The reference by which the other node knows it.
        if let Some(d) = DISTRIBUTION.get() {
            let known =
                OwnedTerm::build(|heap| (d.watched)(heap, key).map_or(Term::NIL, |found| found[0]));
            visit(Way::Monitor, known.term());
        }
    }
}

/// The number of references to a fun's entry, as the release that is run counts them.
pub(crate) fn of_fun(p: &mut Running<'_>, args: &[Term<'_>], entry: &FunEntry) -> usize {
    let how = Difference::FunReferences.value();
    if how > 1 {
        return 1;
    }
    let mut seen = HashSet::new();
    each_object(p, args, &registry::all(), &mut |_, way, t| {
        let counts = how == 0 || way != Way::Heap;
        if counts && matches!(t.view(), View::Fun(fun) if ptr::eq(fun.entry, entry)) {
            seen.insert(t.word());
        }
    });
    let of_module = if how == 0 { 1 } else { 2 };
    of_module + seen.len()
}

fn node_of(t: Term<'_>) -> Option<&'static Node> {
    match t.view() {
        View::ExternalPid(node, ..) | View::ExternalPort(node, _) | View::ExternalRef(node) => {
            Some(node)
        }
        _ => None,
    }
}

/// The names of the nodes to which something refers.
pub fn nodes_referred(p: &mut Running<'_>, args: &[Term<'_>]) -> Vec<Atom> {
    let mut names = Vec::new();
    each_object(p, args, &registry::all(), &mut |_, _, t| {
        if let Some(node) = node_of(t)
            && !names.contains(&node.name)
        {
            names.push(node.name);
        }
    });
    names
}

type Counts = BTreeMap<Holder, BTreeMap<Way, usize>>;

/// The holders of nodes, by the incarnation, and to connections, by the name: in the form of
/// `erts_debug:get_internal_state(node_and_dist_references)`.
pub(crate) fn of_nodes<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> Term<'h> {
    let tables = registry::all();
    let mut found: BTreeMap<(u32, u32), (&'static Node, Counts)> = BTreeMap::new();
    each_object(p, args, &tables, &mut |holder, way, t| {
        if let Some(node) = node_of(t) {
            let key = (node.name.index(), node.creation);
            let counts = &mut found.entry(key).or_insert_with(|| (node, Counts::new())).1;
            *counts.entry(holder).or_default().entry(way).or_default() += 1;
        }
    });
    let heap = p.heap();
    let this = Node { name: this_node(), creation: this_creation() };
    let mut nodes = vec![entry(heap, node_name(heap, &this), vec![(system(heap), unit("system"))])];
    let mut dists = BTreeMap::from([(
        this.name.index(),
        (this.name, vec![(system(heap), unit("system")), of_node(heap, &this)]),
    )]);
    for (node, counts) in found.values() {
        let holders = counts.iter().map(|(&holder, ways)| {
            let ways = ways.iter().map(|(way, &n)| (way.name(), n)).collect();
            (holder_name(heap, holder, &tables), ways)
        });
        nodes.push(entry(heap, node_name(heap, node), holders.collect()));
        let of_name = dists.entry(node.name.index()).or_insert_with(|| (node.name, Vec::new()));
        of_name.1.push(of_node(heap, node));
    }
    for pair in crate::node::carriers(heap).list().filter_map(|t| t.as_tuple_of::<2>()) {
        let Some(name) = pair[0].as_atom() else { continue };
        let kind = if pair[1].is_port() { term::am::PORT } else { term::am::PROCESS };
        let of_name = dists.entry(name.index()).or_insert_with(|| (name, Vec::new()));
        of_name.1.push((heap.tuple(&[Term::atom(kind), pair[1]]), unit("control")));
    }
    let dists: Vec<_> =
        dists.into_values().map(|(name, all)| entry(heap, Term::atom(name), all)).collect();
    let part = |name, list: &[Term<'h>]| heap.tuple(&[Term::atom(name), heap.list(list)]);
    heap.tuple(&[part(atom!("node_references"), &nodes), part(atom!("dist_references"), &dists)])
}

/// A holder's name, and how often it refers to something in which way.
type Named<'h> = (Term<'h>, Vec<(Atom, usize)>);

fn unit(way: &str) -> Vec<(Atom, usize)> {
    vec![(Atom::new(way), 1)]
}

fn system(heap: &Heap) -> Term<'_> {
    heap.tuple(&[Term::atom(atom!("system")), Term::UNDEFINED])
}

fn node_name<'h>(heap: &'h Heap, node: &Node) -> Term<'h> {
    heap.tuple(&[Term::atom(node.name), Term::small(i64::from(node.creation))])
}

/// A node's entry as what refers to all that belongs to the name.
fn of_node<'h>(heap: &'h Heap, node: &Node) -> Named<'h> {
    let name = heap.tuple(&[Term::atom(term::am::NODE), node_name(heap, node)]);
    (name, unit("node"))
}

fn holder_name<'h>(heap: &'h Heap, holder: Holder, tables: &[Arc<Table>]) -> Term<'h> {
    match holder {
        Holder::Process(id) => heap.tuple(&[Term::atom(term::am::PROCESS), Term::pid(id)]),
        Holder::Table(i) => heap.tuple(&[Term::atom(atom!("ets")), tables[i].reference(heap)]),
        Holder::System => system(heap),
    }
}

/// `{Name, Count, [{Holder, [{Way, Count}]}]}`.
fn entry<'h>(heap: &'h Heap, name: Term<'h>, holders: Vec<Named<'h>>) -> Term<'h> {
    let all: usize = holders.iter().flat_map(|(_, ways)| ways).map(|(_, n)| n).sum();
    let number = |n: usize| Term::small(n as i64);
    let holders: Vec<_> = holders
        .into_iter()
        .map(|(holder, ways)| {
            let ways: Vec<_> = ways
                .into_iter()
                .map(|(way, n)| heap.tuple(&[Term::atom(way), number(n)]))
                .collect();
            heap.tuple(&[holder, heap.list(&ways)])
        })
        .collect();
    heap.tuple(&[name, number(all), heap.list(&holders)])
}

/// Whether a node is forgotten when nothing refers to it any more.
pub fn forgets() -> bool {
    FORGETS.load(Ordering::Relaxed)
}
