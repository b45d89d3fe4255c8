//! The channels that there are, and the processes that are told when nodes come and go.

use crate::channel::{Carrier, Channel};
use crate::faults::Fault;
use crate::flags::Flags;
use crate::watch;
use release::Difference;
use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use term::node::{Node, set_this_node, this_node};
use term::{Atom, Heap, OwnedTerm, Term, am, atom, map};
use vm::process::Running;
use vm::remote::{Connect, Connection};
use vm::signal;

/// A wish to be told when nodes come and go: `process_flag({monitor_nodes, Options}, true)`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The process.
    pub pid: u64,
    /// The kinds of nodes, and the facts, that it wants to hear of.
    pub options: Options,
}

/// The options of a [`Wish`]. Without any the message is `{nodeup, Node}`.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Options {
    /// There are some.
    pub any: bool,
    /// The information is a map.
    pub as_map: bool,
    /// Of visible nodes is to be told.
    pub visible: bool,
    /// Of hidden nodes is to be told.
    pub hidden: bool,
    /// Why a node has gone is to be told.
    pub reason: bool,
    /// The number of the channel is to be told.
    pub connection_id: bool,
}

#[derive(Default)]
struct Table {
    channels: HashMap<Atom, Arc<Channel>>,
    /// The nodes that one has wanted to be connected with.
    wanted: BTreeSet<Atom>,
    /// The processes that are told that a node has gone, and how often they have asked for it.
    watchers: HashMap<Atom, HashMap<u64, u32>>,
    wishes: Vec<Wish>,
    /// `net_kernel`'s process, since the node has a name.
    kernel: Option<u64>,
}

static TABLE: LazyLock<Mutex<Table>> = LazyLock::new(Mutex::default);

/// Processes of which the table may know something, as bits by their numbers: most processes that
/// end need not look into it.
static KNOWN: [AtomicU64; 64] = [const { AtomicU64::new(0) }; 64];

fn bit(pid: u64) -> (&'static AtomicU64, u64) {
    (&KNOWN[pid as usize / 64 % KNOWN.len()], 1 << (pid % 64))
}

/// The table, or a channel, is about to know something of a process.
pub(crate) fn now_known(pid: u64) {
    let (word, bit) = bit(pid);
    word.fetch_or(bit, Ordering::Relaxed);
}

fn table() -> MutexGuard<'static, Table> {
    TABLE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn new_channel(table: &mut Table, node: Atom) -> Arc<Channel> {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    let channel = Channel::new(node, NEXT.fetch_add(1, Ordering::Relaxed));
    table.channels.insert(node, channel.clone());
    table.wanted.insert(node);
    channel
}

/// The way to other nodes, for the rest of the emulator.
pub fn way(node: Atom, connect: Connect) -> Option<Arc<dyn Connection>> {
    connection(node, connect).map(|c| -> Arc<dyn Connection> { c })
}

/// The channel with a node; `net_kernel` is asked to make it if it is wanted.
pub fn connection(node: Atom, connect: Connect) -> Option<Arc<Channel>> {
    if is_this(node) {
        return None;
    }
    let mut table = table();
    if let Some(channel) = table.channels.get(&node) {
        return Some(channel.clone());
    }
    let kernel = table.kernel.filter(|_| connect == Connect::Make)?;
    let channel = new_channel(&mut table, node);
    drop(table);
    signal::send_built(kernel, |heap| {
        let tag = Term::atom(atom!("auto_connect"));
        heap.tuple(&[tag, Term::atom(node), channel.handle(heap)])
    });
    Some(channel)
}

/// Whether there is a channel with a node, or one is being made.
pub fn has_channel(node: Atom) -> bool {
    table().channels.contains_key(&node)
}

/// The channel with a node, new and being made if there is none.
pub fn pending(node: Atom) -> Option<Arc<Channel>> {
    let mut table = table();
    // This node may get its name by connecting, so it need not have one.
    if is_this(node) {
        return None;
    }
    Some(match table.channels.get(&node) {
        Some(channel) => channel.clone(),
        None => new_channel(&mut table, node),
    })
}

/// The number in a handle; none for any other term.
pub fn handle_number(t: Term<'_>) -> Option<u64> {
    let &[number, reference] = t.as_tuple_of::<2>()?;
    number.as_u64().filter(|_| reference.is_reference())
}

/// The channel of a number, unless it is over.
pub fn of_number(number: u64) -> Option<Arc<Channel>> {
    table().channels.values().find(|c| u64::from(c.number) == number).cloned()
}

/// The names of all nodes that this one knows: it was to be connected with them, or something has
/// come from them. Where they are forgotten, these are those connected, and those referred to.
pub fn known(referred: Option<Vec<Atom>>) -> Vec<Atom> {
    let names = referred.map(|names| (names, table().channels.keys().copied().collect()));
    let (mut names, others): (_, Vec<Atom>) =
        names.unwrap_or_else(|| (Node::known_names(), table().wanted.iter().copied().collect()));
    names.extend(others);
    names.sort_by_key(|name| name.index());
    names.dedup();
    names
}

/// All channels, in the order in which they were made, and the nodes of them and of former ones.
/// `wait`: for the lock of the table; otherwise there may be none.
pub fn all(wait: bool) -> (Vec<Arc<Channel>>, Vec<Atom>) {
    let table = match wait {
        true => table(),
        false => match TABLE.try_lock() {
            Ok(table) => table,
            Err(_) => return (Vec::new(), Vec::new()),
        },
    };
    (in_order(&table), table.wanted.iter().copied().collect())
}

/// All channels, in the order in which they were made.
fn in_order(table: &Table) -> Vec<Arc<Channel>> {
    let mut all: Vec<_> = table.channels.values().cloned().collect();
    all.sort_by_key(|c| c.number);
    all
}

/// All channels that are up.
pub fn connected() -> Vec<Arc<Channel>> {
    let mut all = in_order(&table());
    all.retain(|c| c.state().is_up());
    all
}

/// `erlang:system_info(dist_ctrl)`.
pub fn carriers(heap: &Heap) -> Term<'_> {
    let all = connected();
    let carriers = all.iter().map(|channel| {
        let carrier = channel.state().carrier.term();
        heap.tuple(&[Term::atom(channel.node), carrier])
    });
    heap.list(&carriers.collect::<Vec<_>>())
}

/// Gives the ports that carry channels all that is to be sent, as far as they take it.
pub fn flush() {
    for channel in connected() {
        let carrier = channel.state().carrier;
        if let Carrier::Port(port) = carrier {
            vm::port::flush::now(port);
        }
    }
}

/// Whether a node with these flags shows itself.
pub fn is_visible(flags: Flags) -> bool {
    flags.contains(Flags::PUBLISHED)
}

/// A channel is up, which a process has made: `net_kernel`, and those who want to know, are told.
/// False if it was not being made.
pub fn now_up(channel: &Arc<Channel>, by: u64, carrier: Carrier, flags: Flags) -> bool {
    if let Carrier::Process(pid) = carrier {
        now_known(pid);
    }
    let Some(kernel) = kernel() else { return false };
    if !channel.up(carrier, flags) {
        return false;
    }
    if !flags.contains(Flags::SPAWN) {
        // Some may have been made before the flags were known.
        let requests = std::mem::take(&mut channel.state().requests);
        requests.all_fail(atom!("notsup"));
    }
    let carrier = carrier.term();
    signal::send_built(kernel, |h| {
        let tag = Term::atom(atom!("dist_ctrlr"));
        h.tuple(&[tag, carrier, Term::atom(channel.node), Term::pid(by)])
    });
    tell(channel.node, Some(channel.number), is_visible(flags), None);
    true
}

/// A channel is over, for a reason that those who watch nodes are told. All that had to do with it
/// is told, and those who wait go on.
pub fn over(channel: &Arc<Channel>, reason: Term<'_>) {
    let Some(left) = channel.close() else { return };
    left.relations.lost();
    left.requests.all_fail(am::NOCONNECTION);
    left.woken.wake();
    let node = channel.node;
    let watchers = {
        let mut table = table();
        if table.channels.get(&node).is_some_and(|c| c.number == channel.number) {
            table.channels.remove(&node);
        }
        table.watchers.remove(&node).unwrap_or_default()
    };
    for (pid, times) in watchers {
        for _ in 0..times {
            send_nodedown(pid, node);
        }
    }
    if left.was_up {
        tell(node, Some(channel.number), is_visible(left.flags), Some(reason));
    }
}

/// The peer does not keep to the protocol, which is logged: nothing that it has sent after that is
/// read, and a process that carries the channel is killed, so that the connection ends. A port is
/// left to the caller, who may have it locked.
pub(crate) fn broken(channel: &Arc<Channel>, fault: &Fault) {
    fault.tell();
    let carrier = channel.state().carrier;
    over(channel, Term::atom(am::KILLED));
    if matches!(carrier, Carrier::Process(_)) {
        carrier.kill();
    }
}

fn send_nodedown(pid: u64, node: Atom) {
    signal::send_built(pid, |h| h.tuple(&[Term::atom(atom!("nodedown")), Term::atom(node)]));
}

/// Tells those who want to know that a node has come or, for a reason, gone: one with a channel of
/// this number, or this one.
fn tell(node: Atom, number: Option<u32>, visible: bool, reason: Option<Term<'_>>) {
    watch::node_changes(node, visible, reason);
    let wishes: Vec<Wish> = table().wishes.clone();
    for Wish { pid, options } in wishes {
        let wanted = match options.any {
            false => visible,
            true if visible => options.visible || !options.hidden,
            true => options.hidden,
        };
        if wanted {
            let message = OwnedTerm::build(|h| message(h, node, number, visible, reason, options));
            signal::send_message(pid, message);
        }
    }
}

fn message<'h>(
    heap: &'h Heap,
    node: Atom,
    number: Option<u32>,
    visible: bool,
    reason: Option<Term<'_>>,
    options: Options,
) -> Term<'h> {
    let what = Term::atom(if reason.is_some() { atom!("nodedown") } else { atom!("nodeup") });
    if !options.any {
        return heap.tuple(&[what, Term::atom(node)]);
    }
    let mut info = Vec::new();
    if options.connection_id {
        let number = number.map_or(Term::UNDEFINED, |n| Term::small(i64::from(n)));
        info.push((Term::atom(atom!("connection_id")), number));
    }
    if let Some(reason) = reason.filter(|_| options.reason) {
        info.push((Term::atom(atom!("nodedown_reason")), heap.copy_in(reason)));
    }
    if options.visible || options.hidden {
        let kind = if visible { atom!("visible") } else { atom!("hidden") };
        info.push((Term::atom(atom!("node_type")), Term::atom(kind)));
    }
    let info = if options.as_map {
        map::from_pairs(heap, &info)
    } else {
        let pairs: Vec<_> = info.iter().map(|&(k, v)| heap.tuple(&[k, v])).collect();
        heap.list(&pairs)
    };
    heap.tuple(&[what, Term::atom(node), info])
}

/// A process wants to be told of nodes that come and go, once more, or no longer at all; how often
/// it has said so before.
pub fn wish(wish: Wish, on: bool) -> u32 {
    now_known(wish.pid);
    let wishes = &mut table().wishes;
    let before = wishes.iter().filter(|w| **w == wish).count();
    if on {
        wishes.push(wish);
    } else {
        wishes.retain(|w| *w != wish);
    }
    before as u32
}

/// A process wants to be told when a node goes, or withdraws that once. If there is no such node
/// and none can be connected with, it hears that at once.
pub fn watch(pid: u64, node: Atom, on: bool) {
    let mut locked = table();
    if !on {
        if let Some(watchers) = locked.watchers.get_mut(&node)
            && let Some(times) = watchers.get_mut(&pid)
        {
            *times -= 1;
            watchers.retain(|_, times| *times > 0);
        }
        return;
    }
    now_known(pid);
    // Noted before there is a channel, so that none can go meanwhile.
    *locked.watchers.entry(node).or_default().entry(pid).or_default() += 1;
    drop(locked);
    if connection(node, Connect::Make).is_none() {
        watch(pid, node, false);
        send_nodedown(pid, node);
    }
}

/// All wishes to be told of nodes.
pub fn wishes() -> Vec<Wish> {
    table().wishes.clone()
}

/// The processes that watch a node, with how often each does.
pub fn watchers(node: Atom) -> Vec<(u64, u32)> {
    let table = table();
    let watchers = table.watchers.get(&node);
    watchers.into_iter().flatten().map(|(&pid, &times)| (pid, times)).collect()
}

/// The nodes that a process watches, with how often it does.
pub fn watched_by(pid: u64) -> Vec<(Atom, u32)> {
    let table = table();
    let nodes = table.watchers.iter();
    nodes.filter_map(|(&node, watchers)| Some((node, *watchers.get(&pid)?))).collect()
}

/// The channel with a node, if there is one.
pub fn channel(node: Atom) -> Option<Arc<Channel>> {
    table().channels.get(&node).cloned()
}

/// This node has a name from now on, and `net_kernel` a process that it lives with.
pub fn named(name: Atom, creation: u32, kernel: u64) -> bool {
    now_known(kernel);
    let mut table = table();
    if table.kernel.is_some() || this_node() != am::NONODE_NOHOST {
        return false;
    }
    table.kernel = Some(kernel);
    // Terms of another incarnation of this name must not become this node's own.
    let creation = match Difference::CreationsApart.is_on() {
        true => unused_creation(name, creation.max(LEAST_CREATION)),
        false => creation,
    };
    set_this_node(name, creation);
    drop(table);
    tell(name, None, true, None);
    true
}

/// The least creation that a node takes.
const LEAST_CREATION: u32 = 4;

/// The first creation from this one on of which nothing has come.
fn unused_creation(name: Atom, from: u32) -> u32 {
    let unused = |creation: &u32| !Node::is_known(name, *creation);
    (from..=u32::MAX).find(unused).unwrap_or(from)
}

/// Whether the node has a name.
pub fn is_alive() -> bool {
    table().kernel.is_some()
}

/// `net_kernel`'s process, if the node has a name.
pub fn kernel() -> Option<u64> {
    table().kernel
}

/// A process has gone, for a reason that is also why a channel ends that it has carried. With
/// `net_kernel`'s the node loses its name, and all channels.
pub(crate) fn process_gone(p: &Running<'_>, reason: &OwnedTerm) {
    let pid = p.id;
    let (word, bit) = bit(pid);
    if word.load(Ordering::Relaxed) & bit == 0 {
        return;
    }
    let mut locked = table();
    locked.wishes.retain(|w| w.pid != pid);
    locked.watchers.retain(|_, watchers| {
        watchers.remove(&pid);
        !watchers.is_empty()
    });
    let carried: Vec<_> = locked.channels.values().cloned().collect();
    let was_kernel = locked.kernel == Some(pid);
    let name = this_node();
    if was_kernel {
        locked.kernel = None;
        set_this_node(am::NONODE_NOHOST, 0);
    }
    drop(locked);
    let why_kernel = Term::atom(atom!("net_kernel_terminated"));
    for channel in carried {
        let lost = {
            let mut state = channel.state();
            state.requests.parent_gone(pid, reason);
            state.carrier == Carrier::Process(pid)
        };
        if was_kernel {
            over(&channel, why_kernel);
        } else if lost {
            over(&channel, why(reason.term()));
        }
    }
    if was_kernel {
        tell(name, None, true, Some(why_kernel));
    }
}

/// The reason why a node has gone, of that for which a process has gone that carried its channel: a
/// supervised one that ends as it should has a `shutdown` around it.
fn why(reason: Term<'_>) -> Term<'_> {
    match reason.as_tuple_of::<2>() {
        Some([tag, why]) if tag.is(atom!("shutdown")) => *why,
        _ if reason.is(am::KILL) => Term::atom(am::KILLED),
        _ => reason,
    }
}

/// Whether a node is this one.
pub fn is_this(node: Atom) -> bool {
    node == this_node() || node == am::NONODE_NOHOST
}
