//! Signals between processes: the in-queue, and what each signal does to the process that gets it.
//!
//! A sender pushes onto the receiver's in-queue with one compare-and-swap and wakes it if it
//! sleeps. The receiver takes the whole queue at once and handles it in order, so that what one
//! process sends to another stays in order, whatever kind of signal it is.

pub use crate::process::signals::{
    Alias, AliasExit, AliasKind, Bytes, Decoded, Encoded, Monitor, MonitoredBy, OfParty, Signal,
    SignalQueue, WithToken,
};

use crate::farewell::{Farewell, is_far};
use crate::hook::Hook;
use crate::mailbox::{Carried, Mailbox, Rank};
use crate::peer::{End, Peer};
use crate::process::signals::{Node, Returned, Taken};
use crate::process::{Own, Process, RefKey, Running, Suspending};
use crate::sched::{self, Claimed};
use crate::timer::{self, Action};
use crate::trace;
use crate::trace::events;
use crate::trace::seq::{self, Token};
use crate::{process_table, registry, remote, undecoded};
use probes::{fire, text};
use release::Difference;
use term::{Heap, OwnedTerm, Term, am, copy};

/// Sends a signal to a process that the caller holds.
#[inline(always)]
pub fn send_to(p: &Process, signal: Signal) -> Result<(), Signal> {
    p.signals.push(Node::new(signal)).map_err(|node| node.content)?;
    sched::notify(p);
    Ok(())
}

/// Sends a signal to a process; gives it back if there is none.
#[inline(always)]
pub fn send(pid: u64, signal: Signal) -> Result<(), Signal> {
    send_node(pid, Node::new(signal)).map_err(|node| node.content)
}

fn send_node(pid: u64, node: Box<Node>) -> Result<(), Box<Node>> {
    let guard = crossbeam_epoch::pin();
    let Some(p) = process_table::lookup(pid, &guard) else { return Err(node) };
    p.signals.push(node)?;
    sched::notify(p);
    Ok(())
}

/// Asks a process to run this for somebody who waits for it: it does so at this priority at least.
pub fn request(
    pid: u64,
    priority: u8,
    task: Box<dyn FnOnce(&mut Running<'_>) + Send>,
) -> Result<(), Signal> {
    let guard = crossbeam_epoch::pin();
    let task = Signal::Run(task);
    let Some(p) = process_table::lookup(pid, &guard) else { return Err(task) };
    send_to(p, task)?;
    sched::lend_priority(p, priority);
    Ok(())
}

/// Sends a message that `build` makes.
pub fn send_built(pid: u64, build: impl for<'h> FnOnce(&'h Heap) -> Term<'h>) {
    send_message(pid, OwnedTerm::build(build));
}

/// Sends a message that no process sends; to nobody if there is no such process.
pub fn send_message(pid: u64, message: OwnedTerm) {
    let _ = send(pid, Signal::Told(message));
}

/// Tells a resource of a library, by its number, that a process has gone which it watches, by the
/// key of the monitor; false if there is no such resource.
pub type ResourceDown = fn(u64, RefKey) -> bool;

static RESOURCE_DOWN: Hook<ResourceDown> = Hook::new();

/// Sets how resources are told; once, at start.
pub fn set_resource_down(down: ResourceDown) {
    RESOURCE_DOWN.set(down);
}

/// Sends a signal to a process, port, resource or party; false if there is no such one.
pub fn send_to_peer(to: Peer, signal: Signal) -> bool {
    match to.end() {
        End::Process(pid) => send(pid, signal).is_ok(),
        End::Port(port) => crate::port::signal(port, signal),
        End::Resource(number) => match (signal, RESOURCE_DOWN.get()) {
            (Signal::Down(key, _), Some(down)) => down(number, key),
            _ => false,
        },
        End::Party(number) => remote::signal(number, signal),
    }
}

/// Lets a process or port tell when it goes; false if there is no such one.
pub fn monitor(target: Peer, key: RefKey, by: MonitoredBy) -> bool {
    with_claimed(target, |mut p| p.extra().monitored_by.insert(key, by)).is_some()
        || send_to_peer(target, Signal::Monitor(key, by))
}

/// Takes [`monitor`] back.
pub fn demonitor(target: Peer, key: RefKey) {
    if with_claimed(target, |mut p| not_monitored(p.own(), key)).is_none() {
        send_to_peer(target, Signal::Demonitor(key));
    }
}

/// Does something to a process that does not run, at once and without a signal. None, and nothing
/// done, if it runs.
fn with_claimed<R>(target: Peer, change: impl FnOnce(Claimed<'_>) -> R) -> Option<R> {
    let End::Process(pid) = target.end() else { return None };
    let guard = crossbeam_epoch::pin();
    let p = process_table::lookup(pid, &guard)?;
    // Of many processes most have dropped out of the caches, and a message follows a monitor soon.
    p.prefetch();
    let p = sched::claim(p)?;
    p.prefetch_heap();
    Some(change(p))
}

fn not_monitored(own: &mut Own, key: RefKey) {
    own.extra.as_mut().map(|e| e.monitored_by.remove(&key));
}

/// Gives a message of the process `by` to one that does not run at once, without a signal, maybe
/// through an alias: the words that were copied beside its heap. None if it has to be sent.
#[inline]
pub fn hand(
    by: &mut Running<'_>,
    to: &Process,
    alias: Option<RefKey>,
    message: Term<'_>,
) -> Option<usize> {
    let mut to = sched::claim(to)?;
    if let Some(key) = alias {
        match use_alias(to.own(), key) {
            Use::Refused => return Some(0),
            Use::Taken => {}
            Use::EndsMonitor(target) if target == by.peer() => not_monitored(by.own(), key),
            Use::EndsMonitor(target) => demonitor(target, key),
        }
    }
    let (heap, own) = to.parts();
    let copied = match takes_on_heap(own) {
        true => copy::copy_small(message, heap),
        false => None,
    };
    let words = match copied {
        Some(copy) => {
            own.mailbox.push_on_heap(copy.word());
            0
        }
        None => {
            let copy = OwnedTerm::message(message);
            let words = copy.words();
            own.mailbox.push(copy);
            words
        }
    };
    to.wake();
    Some(words)
}

/// Whether a message may come right onto the heap of a process that does not run.
#[inline]
fn takes_on_heap(own: &Own) -> bool {
    // Built-ins that have terms in hand may not expect others on their heap.
    own.mailbox.takes_on_heap() && !own.flags.off_heap_messages && !own.flags.in_hand
}

/// Tells a watcher that what it watches has gone: at once if it does not run.
fn down(watcher: Peer, key: RefKey, reason: &OwnedTerm) {
    let given = with_claimed(watcher, |mut p| {
        let Some(monitor) = end_monitor(p.own(), key) else { return };
        let pid = p.pid();
        let why = reason.term();
        let carried = carried_by_down(&monitor, why);
        give(p, |h| down_message(h, pid, key, &monitor, why), (monitor.rank, carried));
    });
    if given.is_none() {
        send_to_peer(watcher, Signal::Down(key, reason.clone()));
    }
}

/// Tells the other end of a link that this one has gone: at once if it does not run and
/// lives on.
fn link_exit(peer: Peer, me: Peer, reason: &OwnedTerm, token: Option<Box<Token>>) {
    let why = reason.term();
    let give_exit = |mut p: Claimed<'_>| {
        let traps = p.own_ref().flags.trap_exit;
        if !traps && !why.is(am::NORMAL) {
            return None;
        }
        let link = p.own().links.remove(me);
        if let Some(link) = link.filter(|l| l.unlinking == 0) {
            exit_comes(&p, me, why);
            if traps {
                let put = (link.rank, Carried::Nothing);
                give(p, |heap| exit_message(heap, me, why), put);
            }
        }
        Some(())
    };
    if token.is_some() || with_claimed(peer, give_exit).flatten().is_none() {
        send_to_peer(peer, Signal::LinkExit(me, reason.clone(), token));
    }
}

/// Gives a message to a process that does not run: built on its heap, or put into its mailbox.
fn give(
    mut p: Claimed<'_>,
    build: impl for<'h> FnOnce(&'h Heap) -> Term<'h>,
    (rank, carried): (Rank, Carried),
) {
    if rank == Rank::Usual && takes_on_heap(p.own()) {
        let message = build(p.heap()).word();
        p.own().mailbox.push_on_heap(message);
    } else {
        let message = OwnedTerm::build(build);
        put(&mut p.own().mailbox, message, rank, carried);
    }
    p.wake();
}

fn put(mailbox: &mut Mailbox, message: OwnedTerm, rank: Rank, carried: Carried) {
    match (rank, carried) {
        (Rank::Priority, carried) => mailbox.push_with_priority(message, carried),
        (Rank::Usual, Carried::Nothing) => mailbox.push(message),
        (Rank::Usual, Carried::Unchanged) => mailbox.push_from_nobody(message),
        (Rank::Usual, Carried::Token(token)) => mailbox.push_with_token(message, token),
    }
}

/// The effect that handling signals has had on a process.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Handled {
    /// Nothing it notices.
    Nothing,
    /// Messages (or a timeout, or a reply) have arrived: it has something to look at.
    Arrived,
    /// It has to exit, for the reason in `exit_reason`.
    Exit,
}

/// Handles all signals that have arrived. To be called on the thread that runs the process, when no
/// built-in is running.
pub fn handle(p: &mut Running<'_>) -> Handled {
    p.state.look();
    let mut handled = Handled::Nothing;
    if let Some(put_off) = put_off(p) {
        handled = handle_all(p, put_off, handled);
        if has_put_off(p) {
            return handled;
        }
    }
    // Each message of a row lies in the cache of another core: the memory of the next ones is
    // fetched while the first ones are taken.
    let fetch = |signal: &Signal| {
        if let Signal::Message(m) = signal {
            m.prefetch();
        }
    };
    let taken = p.signals.take(fetch);
    handle_all(p, taken, handled)
}

/// Handles signals, up to one that takes more turns to decode: the rest is put off.
fn handle_all(p: &mut Running<'_>, mut nodes: Taken, mut handled: Handled) -> Handled {
    while let Some(mut node) = nodes.next() {
        // A signal behind the one that ends the process comes too late.
        if handled == Handled::Exit {
            too_late(p, node.content);
            continue;
        }
        if let Signal::Encoded(encoded) = &mut node.content {
            match encoded.go_on(p) {
                Decoded::Nothing => continue,
                Decoded::Signal(signal) => node = Node::new(signal),
                Decoded::NotYet => {
                    nodes.put_back(node);
                    p.extra().slots.put(PutOff(nodes));
                    p.state.look_again();
                    return handled;
                }
            }
        }
        match handle_one(p, node) {
            Handled::Nothing => {}
            h => handled = h,
        }
    }
    handled
}

/// Signals that wait until the first of them has been decoded.
struct PutOff(Taken);

/// Takes the signals that are put off.
fn put_off(p: &mut Running<'_>) -> Option<Taken> {
    p.own().extra.as_mut()?.slots.take::<PutOff>().map(|put_off| put_off.0)
}

/// The signals that are put off.
pub(crate) fn all_put_off<'p>(p: &'p Running<'_>) -> impl Iterator<Item = &'p Signal> {
    let extra = p.own_ref().extra.as_ref();
    extra.and_then(|extra| extra.slots.get::<PutOff>()).into_iter().flat_map(|off| off.0.iter())
}

/// Whether signals are put off until others have had a turn.
pub fn has_put_off(p: &Running<'_>) -> bool {
    p.own_ref().extra.as_ref().is_some_and(|extra| extra.slots.get::<PutOff>().is_some())
}

fn message(p: &mut Running<'_>, m: OwnedTerm) -> Handled {
    message_from(p, None, m)
}

/// As [`message`], if no process has sent it.
fn told(p: &mut Running<'_>, mut m: OwnedTerm) -> Handled {
    if trace::arrival::is_awaited(p) {
        m = trace::arrival::arrives(p, None, m, None);
    }
    p.own().mailbox.push_from_nobody(m);
    Handled::Arrived
}

fn message_from(p: &mut Running<'_>, from: Option<Peer>, mut m: OwnedTerm) -> Handled {
    if trace::arrival::is_awaited(p) {
        m = trace::arrival::arrives(p, from, m, None);
    }
    p.own().mailbox.push(m);
    Handled::Arrived
}

/// As [`message_from`], for a message that may have priority, or a token.
fn message_of(
    p: &mut Running<'_>,
    from: Option<Peer>,
    mut m: OwnedTerm,
    (rank, carried): (Rank, Carried),
) -> Handled {
    if trace::arrival::is_awaited(p) {
        let token = match &carried {
            Carried::Token(token) => Some(&**token),
            _ => None,
        };
        m = trace::arrival::arrives(p, from, m, token);
    }
    put(&mut p.own().mailbox, m, rank, carried);
    Handled::Arrived
}

/// The fate of a message to an alias.
enum Use {
    /// The alias is not active.
    Refused,
    /// The alias takes it.
    Taken,
    /// The alias takes it as its only reply, and its monitor, on this pid or port, has ended.
    EndsMonitor(Peer),
}

/// Uses an alias for a message: one for a single reply ends with that.
fn use_alias(own: &mut Own, key: RefKey) -> Use {
    let Some(extra) = &mut own.extra else { return Use::Refused };
    match extra.aliases.get(&key).map(|alias| alias.kind) {
        None => return Use::Refused,
        Some(AliasKind::Explicit | AliasKind::Demonitor) => return Use::Taken,
        Some(AliasKind::Reply) => {}
    }
    extra.aliases.remove(&key);
    extra.monitors.remove(&key).and_then(|m| m.target).map_or(Use::Taken, Use::EndsMonitor)
}

/// As [`use_alias`], on the thread of the process that has the alias: how a message that is sent so
/// comes, if the alias takes it.
fn alias_takes(p: &mut Running<'_>, (key, rank): (RefKey, Rank)) -> Option<Rank> {
    let rank = rank_by_alias(p, key, rank);
    match use_alias(p.own(), key) {
        Use::Refused => return None,
        Use::Taken => {}
        Use::EndsMonitor(target) => demonitor(target, key),
    }
    rank
}

/// How a message comes that is sent so, if the alias is active: with priority if both have it.
fn rank_by_alias(p: &Running<'_>, key: RefKey, rank: Rank) -> Option<Rank> {
    let alias = p.own_ref().extra.as_ref()?.aliases.get(&key)?;
    Some(Rank::priority_if(rank == Rank::Priority && alias.rank == Rank::Priority))
}

#[expect(clippy::boxed_local, reason = "a signal is not moved")]
fn handle_one(p: &mut Running<'_>, node: Box<Node>) -> Handled {
    match node.content {
        Signal::Message(m) => message(p, m),
        Signal::Told(m) => told(p, m),
        Signal::MessageFrom(from, m) => message_from(p, Some(from), m),
        Signal::MessageWithToken(parts) => {
            let WithToken { from, alias, message, token } = *parts;
            let rank = alias.map_or(Some(Rank::Usual), |alias| alias_takes(p, alias));
            let Some(rank) = rank else { return Handled::Nothing };
            message_of(p, from, message, (rank, Carried::Token(token)))
        }
        Signal::AliasMessage(key, m, rank) => match alias_takes(p, (key, rank)) {
            Some(rank) => message_of(p, None, m, (rank, Carried::Nothing)),
            None => Handled::Nothing,
        },
        Signal::ToldFirst(m) => message_of(p, None, m, (Rank::Priority, Carried::Unchanged)),
        Signal::Exit(from, reason, token) => exit_signal(p, from, reason, token, By::Process),
        Signal::AliasExit(exit) => {
            let AliasExit { alias, rank, from, reason, token } = *exit;
            match rank_by_alias(p, alias, rank) {
                Some(rank) => exit_signal(p, from, reason, token, By::Alias(rank)),
                None => Handled::Nothing,
            }
        }
        Signal::LinkExit(from, reason, token) => link_ended(p, from, reason, token),
        relation @ (Signal::Link(_)
        | Signal::Unlink(..)
        | Signal::UnlinkAck(..)
        | Signal::Monitor(..)
        | Signal::Demonitor(_)) => {
            change_relation(p, &relation);
            Handled::Nothing
        }
        Signal::Down(key, reason) => gone(p, key, reason.term()),
        Signal::Timeout(when) => {
            let process = p.id;
            match timer::waiting::fired(p.own(), process, when) {
                true => Handled::Arrived,
                false => Handled::Nothing,
            }
        }
        Signal::Reply(key, reply) => {
            p.extra().keep_reply(key, reply);
            Handled::Arrived
        }
        Signal::PortFree => {
            if p.own().may_go_on() {
                Handled::Arrived
            } else {
                Handled::Nothing
            }
        }
        Signal::Returned(returned) => dirty_call_ended(p, *returned),
        Signal::OfParty(of_party) => {
            let OfParty { party: _party, signal } = *of_party;
            handle_one(p, Node::new(signal))
        }
        // Only what is decoded gets here.
        Signal::Encoded(_) => Handled::Nothing,
        Signal::Run(f) => {
            f(p);
            // It may have asked for anything, even an exit.
            if p.own_ref().exit_reason.is_some() { Handled::Exit } else { Handled::Nothing }
        }
    }
}

/// A process or port that the process watches has gone.
fn gone(p: &mut Running<'_>, key: RefKey, reason: Term<'_>) -> Handled {
    let Some(monitor) = end_monitor(p.own(), key) else { return Handled::Nothing };
    let message = OwnedTerm::build(|heap| down_message(heap, p.pid(), key, &monitor, reason));
    let carried = carried_by_down(&monitor, reason);
    message_of(p, None, message, (monitor.rank, carried))
}

/// The other end of a link has gone.
fn link_ended(
    p: &mut Running<'_>,
    from: Peer,
    reason: OwnedTerm,
    token: Option<Box<Token>>,
) -> Handled {
    let link = p.own().links.remove(from).filter(|l| l.unlinking == 0);
    let Some(link) = link else { return Handled::Nothing };
    if p.own_ref().flags.trap_exit || reason.term().is(am::NORMAL) {
        events::proc_event_with(p, "getting_unlinked", from);
    }
    exit_signal(p, from, reason, token, By::Link(link.rank))
}

/// Somebody links to the process or watches it, or does so no more.
fn change_relation(p: &mut Running<'_>, change: &Signal) {
    match *change {
        Signal::Link(from) => {
            // If we are unlinking, our `Unlink` comes after this at the other end and undoes it
            // there: had it been seen already, its acknowledgement would have come first. So the
            // link that there is stays as it is.
            let is_new = p.own().links.add(from);
            if is_new {
                events::proc_event_with(p, "getting_linked", from);
            }
        }
        Signal::Unlink(from, id) => {
            if p.own().links.get_mut(from).is_some_and(|l| l.unlinking == 0) {
                events::proc_event_with(p, "getting_unlinked", from);
            }
            p.own().links.remove_if(from, 0);
            send_to_peer(from, Signal::UnlinkAck(p.peer(), id));
        }
        Signal::UnlinkAck(from, id) => p.own().links.remove_if(from, id),
        Signal::Monitor(key, by) => p.extra().monitored_by.insert(key, by),
        Signal::Demonitor(key) => not_monitored(p.own(), key),
        _ => {}
    }
}

/// A dirty scheduler has executed the built-in that the process waits for.
fn dirty_call_ended(p: &mut Running<'_>, returned: Returned) -> Handled {
    p.state.end_dirty_call();
    // SAFETY: the process does not collect as long as it has a result that it has not used.
    let result = unsafe { returned.take(p) };
    let own = p.own();
    own.in_dirty_call = false;
    // Questions that come right behind this signal find the process ready to go on.
    own.waiting = false;
    own.extra.get_or_insert_default().dirty_result = Some(result);
    Handled::Arrived
}

/// Takes out a monitor whose object has gone, with its alias if that goes with it.
pub(crate) fn end_monitor(own: &mut Own, key: RefKey) -> Option<Monitor> {
    let extra = own.extra.as_mut()?;
    let monitor = extra.monitors.remove(&key)?;
    if monitor.alias.is_some_and(|a| a != AliasKind::Explicit) {
        extra.aliases.remove(&key);
    }
    Some(monitor)
}

/// The token that comes with the message that a monitored one has gone. It takes that of its
/// receiver away, as the message of a process without a token does, if another node has sent it, or
/// (in older releases) it has a reason that needs memory.
fn carried_by_down(monitor: &Monitor, reason: Term<'_>) -> Carried {
    let is_far = monitor.target.is_some_and(|target| matches!(target.end(), End::Party(_)));
    let needs_memory = !reason.is_immediate() && !Difference::DownTokens.is_on();
    match needs_memory || (is_far && !reason.is(am::NOCONNECTION)) {
        true => Carried::Nothing,
        false => Carried::Unchanged,
    }
}

/// `{Tag, Ref, Kind, Object, Reason}`, for a process that watches.
fn down_message<'h>(
    heap: &'h Heap,
    watcher: Term<'static>,
    key: RefKey,
    monitor: &Monitor,
    reason: Term<'_>,
) -> Term<'h> {
    let tag = monitor.tag.as_ref().map_or(Term::atom(am::DOWN_UPPER), |t| heap.copy_in(t.term()));
    let object = match (&monitor.name, monitor.target) {
        (Some(name), _) => heap.copy_in(name.term()),
        (None, Some(target)) => target.name(heap).expect("what is of another node has a name"),
        (None, None) => unreachable!("a monitor by name has a name, any other an object"),
    };
    let alias = monitor.alias.map(|_| watcher);
    let reference = heap.alias_ref(key, alias);
    heap.tuple(&[tag, reference, Term::atom(monitor.kind), object, heap.copy_in(reason)])
}

/// `{'EXIT', From, Why}`.
fn exit_message<'h>(heap: &'h Heap, from: Peer, why: Term<'_>) -> Term<'h> {
    let from = from.name(heap).expect("a process or port, or a party that the signal keeps");
    heap.tuple(&[Term::atom(am::EXIT_UPPER), from, heap.copy_in(why)])
}

/// Fires the probe for an exit signal that comes.
#[inline]
fn exit_comes(p: &Process, from: Peer, why: Term<'_>) {
    let name = || OwnedTerm::build(|heap| from.shown(heap));
    fire!(
        erlang::process__exit_signal,
        text!("{}", name().term()),
        text!("{}", p.pid()),
        text!("{why}")
    );
}

/// The way by which an exit signal comes.
#[derive(Copy, Clone, PartialEq, Eq)]
enum By {
    /// It was sent to the process.
    Process,
    /// It was sent to an alias of the process.
    Alias(Rank),
    /// It is the end of a link.
    Link(Rank),
}

fn exit_signal(
    p: &mut Running<'_>,
    from: Peer,
    reason: OwnedTerm,
    token: Option<Box<Token>>,
    by: By,
) -> Handled {
    let why = reason.term();
    exit_comes(p, from, why);
    let trap = p.own_ref().flags.trap_exit;
    let kill = why.is(am::KILL) && !matches!(by, By::Link(_));
    let exit = || OwnedTerm::build(|heap: &Heap| exit_message(heap, from, why));
    // A process of another node has told it itself.
    if let Some(token) = &token
        && !matches!(from.end(), End::Party(_))
    {
        seq::exit_comes(p, token, exit().term());
    }
    if trap && !kill {
        let rank = match by {
            By::Process => Rank::Usual,
            By::Alias(rank) | By::Link(rank) => rank,
        };
        let carried = token.map_or(Carried::Nothing, Carried::Token);
        return message_of(p, None, exit(), (rank, carried));
    }
    let by_itself = from == p.peer() && by == By::Process;
    if why.is(am::NORMAL) && !by_itself {
        return Handled::Nothing;
    }
    let own = p.own();
    if own.exit_reason.is_none() {
        own.exit_reason = Some(if kill { Term::atom(am::KILLED).into() } else { reason });
    }
    Handled::Exit
}

/// Ends a process: tells all that are linked to it or watch it, gives up what it owns, and answers
/// the signals that come too late. After this the process is not in the table any more.
pub fn finish(p: &mut Running<'_>, reason: &OwnedTerm) {
    let before = p.state.exit();
    let traced = before.is_traced();
    fire!(erlang::process__exit, text!("{}", p.pid()), text!("{}", reason.term()));
    if traced {
        events::exits(p, reason.term());
    }
    crate::registry::process_gone(p);
    crate::sched::run_exit_hooks(p, reason);
    process_table::remove(p.id);
    for node in put_off(p).into_iter().flatten().chain(p.signals.close()) {
        too_late(p, node.content);
    }
    let me = p.peer();
    let mut farewell = Farewell::default();
    let links = std::mem::take(&mut p.own().links);
    for peer in links.active() {
        let seq_traced = before.is_seq_traced();
        let token = seq_traced.then(|| seq::exits(p)).flatten();
        match is_far(peer) {
            true => farewell.linked(peer, token),
            false => link_exit(peer, me, reason, token),
        }
    }
    let extra = p.own().extra.take();
    let last = traced.then(|| events::last(p));
    if let Some(extra) = extra {
        for (key, by) in extra.monitored_by.into_all() {
            match is_far(by.watcher) {
                true => farewell.watching(by.watcher, key),
                false => down(by.watcher, key, reason),
            }
        }
        for (key, monitor) in extra.monitors.into_all() {
            if let Some(target) = monitor.target {
                demonitor(target, key);
            }
        }
        for Suspending { pid, count, .. } in extra.suspending {
            resume_for(pid, p.id, count);
        }
    }
    farewell.say(p, reason, last);
}

/// A signal to a process that is going.
fn too_late(p: &mut Running<'_>, signal: Signal) {
    match signal {
        Signal::Message(_)
        | Signal::Told(_)
        | Signal::ToldFirst(_)
        | Signal::MessageFrom(..)
        | Signal::MessageWithToken(_)
        | Signal::AliasMessage(..)
        | Signal::AliasExit(_)
        | Signal::Timeout(_)
        | Signal::Reply(..)
        | Signal::PortFree
        | Signal::Returned(_)
        | Signal::Encoded(_) => {}
        Signal::OfParty(of_party) => {
            let OfParty { party: _party, signal } = *of_party;
            too_late(p, signal);
        }
        Signal::Run(f) => f(p),
        late => {
            if let Some(answer) = handle_late(p, late) {
                answer_gone(p.peer(), answer);
            }
        }
    }
}

/// Relations still change while the process goes. Relations that remain are told of its end.
fn handle_late(p: &mut Running<'_>, signal: Signal) -> Option<Signal> {
    match signal {
        Signal::Link(_) | Signal::Monitor(..) => Some(signal),
        Signal::Exit(..) => None,
        relation => {
            handle_one(p, Node::new(relation));
            None
        }
    }
}

/// Answers a signal to a process or port that does not exist.
pub fn answer_gone(gone: Peer, signal: Signal) {
    let noproc = || OwnedTerm::from(Term::atom(am::NOPROC));
    match signal {
        Signal::Link(from) => {
            send_to_peer(from, Signal::LinkExit(gone, noproc(), None));
        }
        Signal::Unlink(from, id) => {
            send_to_peer(from, Signal::UnlinkAck(gone, id));
        }
        Signal::Monitor(key, by) => {
            send_to_peer(by.watcher, Signal::Down(key, noproc()));
        }
        _ => {}
    }
}

/// Has timers fire here, where their messages are sent. Once, at start.
pub(crate) fn connect() {
    timer::set_fire(|action| match action {
        Action::Timeout(pid, when) => {
            let _ = send(pid, Signal::Timeout(when));
        }
        Action::Message(pid, message) => send_message(pid, message),
        Action::MessageTo(name, message) => {
            if let Some(pid) = registry::whereis(name).and_then(Peer::as_pid) {
                send_message(pid, message);
            }
        }
        Action::Call(f) => f(),
    });
}

/// Suspends: the process handles signals, but executes no Erlang. To be called on its own thread.
pub fn suspend_self(p: &Process) {
    p.state.suspend();
}

/// Takes back `count` suspensions of process `pid` by process `by`.
pub fn resume_for(pid: u64, by: u64, count: u32) {
    let _ = send(pid, Signal::Run(Box::new(move |p| resume(p, by, count))));
}

/// Takes back `count` suspensions by process `by`; on the process's own thread.
fn resume(p: &mut Running<'_>, by: u64, count: u32) {
    let suspended_by = &mut p.extra().suspended_by;
    if let Some(s) = suspended_by.iter_mut().find(|s| s.0 == by) {
        s.1 = s.1.saturating_sub(count);
    }
    suspended_by.retain(|s| s.1 != 0);
    if suspended_by.is_empty() {
        p.state.resume();
        undecoded::look(p);
        // The process is running just now, to handle this. The signal makes it go on with what it
        // was at.
        let _ = send_to(p, Signal::Run(Box::new(|_| {})));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A link that comes while we give the same link up is older than our unlinking, for the other
    /// end.
    #[test]
    fn links_and_unlinking_cross() {
        let mut p = Process::for_test();
        let p = &mut p.running();
        let peer = Peer::process(4711);
        let receive = |p: &mut Running<'_>, signal| {
            assert!(send_to(p, signal).is_ok());
            handle(p);
            p.own().links.get_mut(peer).map(|l| l.unlinking)
        };
        assert_eq!(receive(p, Signal::Link(peer)), Some(0));
        p.own().links.get_mut(peer).expect("a link").unlinking = 7;
        assert_eq!(receive(p, Signal::Link(peer)), Some(7));
        assert_eq!(receive(p, Signal::UnlinkAck(peer, 6)), Some(7));
        assert_eq!(receive(p, Signal::Unlink(peer, 1)), Some(7));
        assert_eq!(receive(p, Signal::UnlinkAck(peer, 7)), None);
        assert_eq!(receive(p, Signal::Link(peer)), Some(0));
        assert_eq!(receive(p, Signal::Unlink(peer, 2)), None);
    }
}
