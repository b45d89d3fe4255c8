//! Links, monitors, aliases, exit signals and questions between processes. [`crate::delivery`] is
//! how they send.

use crate::bif::{Exception, Other};
use crate::mailbox::Rank;
use crate::peer::Peer;
use crate::process::{RefKey, Running};
use crate::remote::{self, Connect, Far, Party};
use crate::signal::{self, Alias, AliasExit, AliasKind, Handled, Monitor, MonitoredBy, Signal};
use crate::trace::{self, Traces, events};
use crate::{port, process_table, registry, system, time_offset};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use term::node::this_node;
use term::{Atom, OwnedTerm, Term, View, am, compare};

/// Asks another process: `question` runs on its thread, and its result comes back. None if there is
/// no such process.
///
/// To be called by a built-in with its own arguments, again each time that it is called again;
/// nothing must come before it that has an effect.
pub fn ask<'h>(
    p: &mut Running<'h>,
    args: &[Term<'h>],
    pid: u64,
    question: impl FnOnce(&mut Running<'_>) -> OwnedTerm + Send + 'static,
) -> Result<Option<OwnedTerm>, Exception<'h>> {
    debug_assert!(pid != p.id, "a process that asks itself would wait for ever");
    if let Some(key) = p.extra().awaited {
        return match p.extra().take_reply(&key) {
            Some(reply) => Ok(Some(reply)),
            None => Err(Exception::wait_with(args.to_vec())),
        };
    }
    let (me, key) = (p.id, system::new_ref());
    let question = move |other: &mut Running<'_>| {
        let _ = signal::send(me, Signal::Reply(key, question(other)));
    };
    let priority = p.priority.load(Ordering::Relaxed);
    if signal::request(pid, priority, Box::new(question)).is_err() {
        return Ok(None);
    }
    p.extra().awaited = Some(key);
    Err(Exception::wait_with(args.to_vec()))
}

/// Whether another process is alive and has handled all signals that the caller has sent to it, as
/// far as that is seen without asking it. Not if the caller has asked already.
pub fn is_seen_alive(p: &Running<'_>, pid: u64) -> bool {
    if p.own_ref().extra.as_ref().is_some_and(|e| e.awaited.is_some()) {
        return false;
    }
    let guard = crossbeam_epoch::pin();
    process_table::lookup(pid, &guard).is_some_and(|other| other.state.bits().is_at_rest())
}

/// Whether the process is on its way out. On its own thread.
pub fn is_exiting(p: &Running<'_>) -> bool {
    p.state.bits().is_exiting() || p.own_ref().exit_reason.is_some()
}

/// Handles what has arrived, from within a built-in of the same process.
pub fn handle_signals(p: &mut Running<'_>) -> Result<(), Exception<'static>> {
    if !p.state.bits().has_signals() && !signal::has_put_off(p) {
        return Ok(());
    }
    loop {
        match signal::handle(p) {
            Handled::Exit => return Err(exited()),
            Handled::Arrived | Handled::Nothing if !signal::has_put_off(p) => return Ok(()),
            Handled::Arrived | Handled::Nothing => {}
        }
    }
}

fn exited() -> Exception<'static> {
    Exception::Other(Box::new(Other::Exited))
}

/// `link(to)`; `rank` is how the message comes that tells of the other's end.
pub fn link<'h>(p: &mut Running<'h>, to: Term<'h>, rank: Rank) -> Result<(), Exception<'h>> {
    let peer = match to.view() {
        View::Pid(id) if id == p.id => return Ok(()),
        View::Pid(id) => Peer::process(id),
        View::Port(id) => Peer::port(id),
        View::ExternalPid(..) | View::ExternalPort(..) => {
            link_far(p, Far::of(to).ok_or(Exception::BADARG)?, rank);
            return Ok(());
        }
        _ => return Err(Exception::BADARG),
    };
    if begin_link(p, peer, rank) {
        return Ok(());
    }
    // There is no such process. A caller that traps exits gets a message, any other an error.
    if p.own_ref().flags.trap_exit {
        signal::answer_gone(peer, Signal::Link(p.peer()));
        return Ok(());
    }
    p.own().links.remove(peer);
    Err(Exception::Error(Term::atom(am::NOPROC)))
}

/// Notes a link, and tells the other end if it is new; false if that is not there.
fn begin_link(p: &mut Running<'_>, peer: Peer, rank: Rank) -> bool {
    pass_on(events::links(p, peer), peer);
    let links = &mut p.own().links;
    let mut new = links.add_with(peer, rank);
    if let Some(link) = links.get_mut(peer) {
        new |= std::mem::take(&mut link.unlinking) != 0;
    }
    !new || signal::send_to_peer(peer, Signal::Link(p.peer()))
}

/// Flags of tracing go with a link: by a signal, as the link does.
fn pass_on(flags: Traces, peer: Peer) {
    for t in flags {
        let change = move |p: &mut Running<'_>| {
            trace::change(t.session, p.pid().word(), t.flags, 0, t.tracer);
        };
        signal::send_to_peer(peer, Signal::Run(Box::new(change)));
    }
}

/// Links to a party: without a connection it is as if that had been lost at once.
fn link_far(p: &mut Running<'_>, to: Far<'_>, rank: Rank) {
    let party = remote::party_of(to, Connect::Make);
    let peer = party.peer();
    if !begin_link(p, peer, rank) {
        let reason = Term::atom(am::NOCONNECTION).into();
        let _ = signal::send_to(p, party.signal(Signal::LinkExit(peer, reason, None)));
    }
    remote::hold_up(p, peer);
}

/// `unlink(from)`.
pub fn unlink<'h>(p: &mut Running<'h>, from: Term<'h>) -> Result<(), Exception<'h>> {
    let peer = match from.view() {
        View::Pid(id) => Peer::process(id),
        View::Port(id) => Peer::port(id),
        View::ExternalPid(..) | View::ExternalPort(..) => {
            let far = Far::of(from).ok_or(Exception::BADARG)?;
            remote::party_of(far, Connect::Leave).peer()
        }
        _ => return Err(Exception::BADARG),
    };
    let number = system::unique();
    events::proc_event(p, "unlink", from);
    let link = p.own().links.get_mut(peer).filter(|l| l.unlinking == 0);
    let linked = link.map(|l| l.unlinking = number).is_some();
    if linked && !signal::send_to_peer(peer, Signal::Unlink(p.peer(), number)) {
        p.own().links.remove(peer);
    }
    if linked {
        remote::hold_up(p, peer);
    }
    // The other end may have gone just before: that signal does not count any more.
    Ok(())
}

/// The options of a monitor.
#[derive(Default)]
pub struct MonitorOptions {
    /// The first element of the message, in place of `'DOWN'`.
    pub tag: Option<OwnedTerm>,
    /// The monitor is also an alias.
    pub alias: Option<AliasKind>,
    /// How its messages come.
    pub rank: Rank,
}

/// The object of a monitor.
#[derive(Default)]
struct Object {
    /// The process, port or party; none if there is no such one.
    target: Option<Peer>,
    /// The object in the `DOWN` message, if it is not a pid or port of this node.
    name: Option<OwnedTerm>,
    /// The party, which lives as long as its connection has something of it.
    party: Option<Arc<Party>>,
}

/// The object that `monitor(kind, item)` names.
fn object<'h>(kind: Atom, item: Term<'h>) -> Result<Object, Exception<'h>> {
    let registered = |n: Atom| registry::whereis(n).filter(|t| t.is_port() == (kind == am::PORT));
    let mut far = None;
    let mut object = Object { name: Some(OwnedTerm::new(item)), ..Object::default() };
    match (kind, item.view()) {
        (am::PROCESS, View::Pid(_)) | (am::PORT, View::Port(_)) => {
            object = Object { target: Peer::of(item), ..Object::default() };
        }
        (am::PROCESS | am::PORT, View::Atom(n)) => {
            object.target = registered(n);
            let node = Term::atom(this_node());
            object.name = Some(OwnedTerm::build(|h| h.tuple(&[Term::atom(n), node])));
        }
        (am::PROCESS | am::PORT, View::Tuple(&[n, node])) => {
            let (Some(n), Some(node)) = (n.as_atom(), node.as_atom()) else {
                return Err(Exception::BADARG);
            };
            if node == this_node() {
                object.target = registered(n);
            } else if kind == am::PORT {
                return Err(Exception::BADARG);
            } else {
                far = Some(Far::Name(n, node));
            }
        }
        // A process of an earlier incarnation of this node is known to be gone.
        (am::PROCESS, View::ExternalPid(node, ..)) if node.name == this_node() => {}
        (am::PROCESS, View::ExternalPid(node, ..)) => far = Some(Far::Identity(item, node.name)),
        (am::PORT, View::ExternalPort(node, ..)) if node.name == this_node() => {}
        (am::TIME_OFFSET, View::Atom(n)) if n == term::atom!("clock_service") => {}
        _ => return Err(Exception::BADARG),
    }
    if let Some(far) = far {
        let party = remote::party_of(far, Connect::Make);
        (object.target, object.party) = (Some(party.peer()), Some(party));
    }
    Ok(object)
}

/// `monitor(kind, item, options)`; gives the reference.
pub fn monitor<'h>(
    p: &mut Running<'h>,
    kind: Term<'h>,
    item: Term<'h>,
    MonitorOptions { tag, alias, rank }: MonitorOptions,
) -> Result<Term<'h>, Exception<'h>> {
    let kind = kind.as_atom().ok_or(Exception::BADARG)?;
    let Object { target, name, party } = object(kind, item)?;
    let key = system::new_ref();
    let reference = p.heap().alias_ref(key, alias.map(|_| p.pid()));
    if let Some(alias) = alias {
        p.extra().aliases.insert(key, alias.into());
    }
    if target == Some(p.peer()) {
        return Ok(reference);
    }
    let monitor = Monitor { kind, target, name, tag, alias, rank };
    p.extra().monitors.insert(key, monitor);
    if kind == am::TIME_OFFSET {
        time_offset::watch(p.id);
        return Ok(reference);
    }
    let by = MonitoredBy { watcher: p.peer() };
    let watched = target.is_some_and(|t| signal::monitor(t, key, by));
    if !watched {
        let reason = if party.is_some() { am::NOCONNECTION } else { am::NOPROC };
        let _ = signal::send_to(p, Signal::Down(key, Term::atom(reason).into()));
    }
    if let Some(party) = party {
        remote::hold_up(p, party.peer());
    }
    Ok(reference)
}

/// `demonitor(reference)`; the monitor's kind, if there was one.
pub fn demonitor(p: &mut Running<'_>, key: RefKey) -> Option<Atom> {
    let monitor = signal::end_monitor(p.own(), key)?;
    if let Some(target) = monitor.target {
        // The party may be gone with the monitor.
        remote::hold_up(p, target);
        signal::demonitor(target, key);
    }
    Some(monitor.kind)
}

/// Removes the first message of a monitor that is no more, or all of them.
pub fn flush_monitor(p: &mut Running<'_>, reference: Term<'_>, all: bool) {
    let mut found = false;
    p.own().mailbox.remove_where(|m| {
        let is = (all || !found)
            && matches!(m.term().as_tuple(), Some(&[_, r, _, _, _])
                if r.is_reference() && compare::exactly_equal(r, reference));
        found |= is;
        is
    });
}

/// `alias(Options)`; gives the reference.
pub fn alias<'h>(p: &mut Running<'h>, alias: Alias) -> Term<'h> {
    let key = system::new_ref();
    p.extra().aliases.insert(key, alias);
    p.heap().alias_ref(key, Some(p.pid()))
}

/// `unalias(reference)`; whether it was an active alias of this process.
pub fn unalias(p: &mut Running<'_>, key: RefKey) -> bool {
    let Some(extra) = &mut p.own().extra else { return false };
    if let Some(m) = extra.monitors.get_mut(&key) {
        m.alias = m.alias.map(|_| AliasKind::Explicit);
    }
    extra.aliases.remove(&key).is_some()
}

/// `exit(to, reason)`. It may be for an alias, which may have priority.
pub fn exit<'h>(
    p: &mut Running<'h>,
    to: Term<'h>,
    reason: Term<'h>,
    rank: Rank,
) -> Result<(), Exception<'h>> {
    let from = p.peer();
    match to.view() {
        View::Pid(id) if id == p.id => {
            // The signals that came earlier are first; then this one, which is to have an effect
            // before the process goes on.
            let _ = signal::send_to(p, Signal::Exit(from, OwnedTerm::new(reason), None));
            return handle_signals(p);
        }
        View::Pid(id) => {
            let _ = signal::send(id, Signal::Exit(from, OwnedTerm::new(reason), None));
        }
        View::Port(id) => {
            port::signal(id, Signal::Exit(from, OwnedTerm::new(reason), None));
        }
        View::Ref(r) => {
            if let Some(pid) = r.alias_pid() {
                let (alias, reason) = (r.numbers(), OwnedTerm::new(reason));
                let exit = AliasExit { alias, rank, from, reason, token: None };
                let _ = signal::send(pid, Signal::AliasExit(Box::new(exit)));
            }
        }
        View::ExternalPid(..) | View::ExternalPort(..) | View::ExternalRef(_) => {
            let far = Far::of(to).ok_or(Exception::BADARG)?;
            let party = remote::party_of(far, Connect::Make);
            remote::exit(from.term(), &party, reason, rank)?;
            remote::hold_up(p, party.peer());
        }
        _ => return Err(Exception::BADARG),
    }
    Ok(())
}
