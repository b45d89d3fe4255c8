//! Processes that one node spawns on another.

use crate::channel::{Channel, Transmitted};
use crate::control::{Control, spawn_reply};
use crate::flags::Flags;
use crate::relations::key;
use crate::requests::Waiting;
use crate::tokens::{message_signal, token_of};
use crate::{nodes, outgoing};
use bifs::spawn::{Reply, spawn_option};
use release::Difference;
use std::sync::Arc;
use term::{Atom, Heap, Mfa, OwnedTerm, Term, am, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::mailbox::Rank;
use vm::peer::Peer;
use vm::process::{FarParent, RefKey, Running};
use vm::relations::MonitorOptions;
use vm::remote::{self, Connect, Connection, Far, Party};
use vm::signal::{self, Monitor, MonitoredBy, Signal};
use vm::spawn::{SpawnOptions, spawn_root};
use vm::system;
use vm::trace::events;
use vm::trace::seq::{self, FromAfar};

/// The built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erlang", "spawn_request_abandon", 1, spawn_request_abandon_1),
    row("erts_internal", "dist_spawn_request", 4, dist_spawn_request_4),
];

/// The reference under which a request is answered; for `spawn_opt` also whether it will be that of
/// a monitor.
fn dist_spawn_request_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let badarg = Ok(Term::atom(am::BADARG));
    let (Some(node), Some(&[module, function, arguments])) =
        (args[0].as_atom(), args[1].as_tuple_of::<3>())
    else {
        return badarg;
    };
    let Some(arity) = arguments.list_length() else { return badarg };
    let is_call = module.as_atom().is_some() && function.as_atom().is_some();
    if !is_call || args[2].list_length().is_none() {
        return badarg;
    }
    let mut reply = Reply::default();
    let for_opt = args[3].is(atom!("spawn_opt"));
    let mut options = SpawnOptions::default();
    for option in args[2].list() {
        let valid = spawn_option(&mut options, Some(&mut reply), option).is_some();
        // At all others the other node looks.
        let bad = match key_of(option) {
            Some(am::MONITOR) => !valid,
            Some(am::LINK) if Difference::SignalPriority.is_on() => !valid,
            _ if is_for_here(option) => !valid || for_opt,
            _ => false,
        };
        if bad && for_opt {
            return badarg;
        }
        reply.bad_option |= bad;
    }
    let monitors = options.monitor.is_some();
    let monitor = options.monitor.take();
    let key = monitor.as_ref().map_or_else(system::new_ref, |m| m.0);
    let alias = monitor.as_ref().and_then(|m| m.1.alias);
    let waiting = Waiting {
        pid: p.id,
        tag: reply.tag,
        success: reply.success,
        error: reply.error,
        monitor: monitor.map(|m| m.1),
        link_rank: options.link_rank,
        abandoned: false,
        answered: false,
        gone: None,
    };
    if let Some(kind) = alias {
        p.extra().aliases.insert(key, kind.into());
    }
    let reference = p.heap().alias_ref(key, alias.map(|_| p.pid()));
    if reply.bad_option {
        waiting.fail(key, Term::atom(atom!("badopt")));
    } else {
        request(p, node, (key, waiting), [module, function, arguments, args[2]], arity);
    }
    let value = match for_opt {
        true => p.heap().tuple(&[reference, Term::bool(monitors)]),
        false => reference,
    };
    remote::sent(p, value)
}

fn request<'h>(
    p: &mut Running<'h>,
    node: Atom,
    (key, waiting): (RefKey, Waiting),
    [module, function, arguments, options]: [Term<'h>; 4],
    arity: usize,
) {
    let Some(channel) = nodes::connection(node, Connect::Make) else {
        return waiting.fail(key, Term::atom(am::NOCONNECTION));
    };
    {
        let mut state = channel.state();
        if !state.is_open() || (state.is_up() && !state.flags.contains(Flags::SPAWN)) {
            let why = if state.is_open() { atom!("notsup") } else { am::NOCONNECTION };
            drop(state);
            return waiting.fail(key, Term::atom(why));
        }
        nodes::now_known(waiting.pid);
        state.requests.0.insert(key, waiting);
    }
    let scratch = Heap::new(0);
    let options = for_there(options);
    let (id, from, group_leader) = (scratch.reference(key), p.pid(), p.group_leader());
    let mfa = scratch.tuple(&[module, function, Term::small(arity as i64)]);
    let options = scratch.list(&options);
    let token = match p.state.bits().is_seq_traced() {
        true => {
            let told = told(&scratch, [id, from, group_leader, mfa, options]);
            seq::asks_afar(p, node, told, arguments)
        }
        false => None,
    };
    let token = token.map(|t| seq::token_term(&scratch, &t));
    let control = Control::SpawnRequest { id, from, group_leader, mfa, options, token };
    if channel.transmit(p.id, control, Some(arguments)) == Transmitted::TooLarge {
        let waiting = channel.state().requests.0.remove(&key);
        if let Some(waiting) = waiting {
            waiting.fail(key, Term::atom(am::SYSTEM_LIMIT));
        }
    }
    channel.hold_up(p);
}

/// A request as sequential tracing tells it.
fn told<'h>(heap: &'h Heap, [id, from, leader, mfa, options]: [Term<'h>; 5]) -> Term<'h> {
    heap.tuple(&[Term::atom(atom!("spawn_request")), id, from, leader, mfa, options])
}

fn key_of(option: Term<'_>) -> Option<Atom> {
    option.as_tuple_of::<2>()?[0].as_atom()
}

/// Whether an option is about the answer, which only this node gives.
fn is_for_here(option: Term<'_>) -> bool {
    key_of(option).is_some_and(|key| key == atom!("reply_tag") || key == am::REPLY)
}

/// The options as the other node gets them. It need not know how a monitor or a link is told.
fn for_there(options: Term<'_>) -> Vec<Term<'_>> {
    let kinds = match Difference::SignalPriority.is_on() {
        true => &[am::MONITOR, am::LINK][..],
        false => &[am::MONITOR],
    };
    let relation = |o: Term<'_>| key_of(o).filter(|key| kinds.contains(key));
    let relations = kinds.iter().filter(|kind| options.list().any(|o| relation(o) == Some(**kind)));
    let others = options.list().filter(|o| !is_for_here(*o) && relation(*o).is_none());
    relations.map(|kind| Term::atom(*kind)).chain(others).collect()
}

/// Whether the request had not been answered; then what becomes of it is nobody's business.
fn spawn_request_abandon_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if !args[0].is_reference() {
        return Err(Exception::BADARG);
    }
    let Some(key) = key(args[0]) else { return Ok(Term::FALSE) };
    for channel in nodes::all(true).0 {
        if let Some(waiting) = channel.state().requests.0.get_mut(&key)
            && waiting.pid == p.id
            && !waiting.abandoned
            && !waiting.answered
        {
            waiting.abandoned = true;
            return Ok(Term::TRUE);
        }
    }
    Ok(Term::FALSE)
}

/// The other node has answered a request.
pub fn replied(
    channel: &Arc<Channel>,
    id: Term<'_>,
    (result, token): (Term<'_>, Option<Term<'_>>),
    linked: bool,
    watched: bool,
) {
    let Some(key) = key(id) else { return };
    let Some(far) = Far::of(result) else {
        let waiting = channel.state().requests.0.remove(&key);
        return waiting.into_iter().for_each(|w| w.refused(key, result, token));
    };
    let party = channel.clone().party(far);
    let mut state = channel.state();
    let Some(waiting) = state.requests.0.get_mut(&key) else { return };
    let me = Peer::process(waiting.pid);
    if waiting.abandoned {
        state.requests.0.remove(&key);
        drop(state);
        if linked {
            let abandoned = OwnedTerm::from(Term::atom(atom!("abandoned")));
            outgoing::signal(channel, &party, Signal::LinkExit(me, abandoned, None));
        }
        return;
    }
    waiting.answered = true;
    let (monitor, link_rank) = (waiting.monitor.take(), waiting.link_rank);
    let message = waiting
        .success
        .then(|| (waiting.answer(key, am::OK, &monitor, result), token.map(OwnedTerm::new)));
    let pid = waiting.pid;
    if linked {
        state.relations.link(me, &party);
    }
    if watched {
        state.relations.watch(key, pid, &party);
    }
    drop(state);
    let new = party.clone();
    let (link, monitor) = (linked.then_some(link_rank), (key, watched.then_some(monitor)));
    let take = move |p: &mut Running<'_>| begin(p, &new, monitor, message, link);
    let taken = signal::send(pid, Signal::Run(Box::new(take))).is_ok();
    // A process that is gone has left its reason before it took no more signals.
    let waiting = channel.state().requests.0.remove(&key);
    if !taken {
        let reason = waiting.and_then(|w| w.gone);
        let reason = reason.unwrap_or_else(|| OwnedTerm::from(Term::atom(am::NOPROC)));
        if linked {
            outgoing::signal(channel, &party, Signal::LinkExit(me, reason, None));
        }
        if watched {
            outgoing::signal(channel, &party, Signal::Demonitor(key));
        }
    }
}

/// The process that has asked for another one has it now. If it is on its way out, it tells the new
/// one of that as it tells all others.
fn begin(
    p: &mut Running<'_>,
    party: &Arc<Party>,
    (key, monitor): (RefKey, Option<Option<MonitorOptions>>),
    message: Option<(OwnedTerm, Option<OwnedTerm>)>,
    link: Option<Rank>,
) {
    if let Some(rank) = link {
        let peer = party.peer();
        events::links(p, peer);
        p.own().links.add_with(peer, rank);
    }
    if let Some(monitor) = monitor {
        let MonitorOptions { tag, alias, rank } = monitor.unwrap_or_default();
        let name = Some(OwnedTerm::new(party.identity()));
        let target = Some(party.peer());
        let monitor = Monitor { kind: am::PROCESS, target, name, tag, alias, rank };
        p.extra().monitors.insert(key, monitor);
    }
    if let Some((message, token)) = message {
        let token = token_of(token.as_ref().map(OwnedTerm::term));
        let _ = signal::send_to(p, message_signal((None, None), message, token));
    }
}

/// A request of another node.
pub struct Asked<'h> {
    /// The reference of the request.
    pub id: Term<'h>,
    /// The parent.
    pub from: Term<'h>,
    /// Its group leader.
    pub group_leader: Term<'h>,
    /// `{Module, Function, Arity}`.
    pub mfa: Term<'h>,
    /// The options.
    pub options: Term<'h>,
    /// The parent's token of sequential tracing.
    pub token: Option<Term<'h>>,
}

impl Asked<'_> {
    /// The request as sequential tracing tells it, if it has a token.
    fn traced(&self) -> Option<Arc<FromAfar>> {
        let token = self.token.and_then(seq::read)?;
        let parts = [self.id, self.from, self.group_leader, self.mfa, self.options];
        let request = OwnedTerm::build(|h| told(h, parts.map(|t| h.copy_in(t))));
        Some(Arc::new(FromAfar { token, request, parent: OwnedTerm::new(self.from) }))
    }
}

/// An answer as sequential tracing tells it.
fn spawn_reply_told<'h>(heap: &'h Heap, id: Term<'h>, result: Atom, value: Term<'h>) -> Term<'h> {
    heap.tuple(&[Term::atom(am::SPAWN_REPLY), id, Term::atom(result), value])
}

/// Answers that there will be no process.
fn refuse(
    channel: &Channel,
    asked: &Asked<'_>,
    traced: Option<&Arc<FromAfar>>,
    result: Term<'static>,
) {
    let (id, to, heap) = (asked.id, asked.from, Heap::new(0));
    let token = traced.map(|traced| {
        let answer = spawn_reply_told(&heap, heap.copy_in(id), am::ERROR, result);
        seq::token_term(&heap, &traced.refused(answer))
    });
    channel.pass(0, Control::SpawnReply { id, to, flags: 0, result, token }, None);
}

/// Spawns a process for a process of another node, and answers.
pub fn requested(channel: &Arc<Channel>, asked: &Asked<'_>, arguments: &OwnedTerm) {
    let traced = asked.traced();
    let refuse = |reason| refuse(channel, asked, traced.as_ref(), Term::atom(reason));
    let mut reply = Reply::default();
    let mut options = SpawnOptions::default();
    if asked.options.list_length().is_none() {
        return refuse(am::BADARG);
    }
    for option in asked.options.list() {
        if spawn_option(&mut options, Some(&mut reply), option).is_none() {
            return refuse(atom!("badopt"));
        }
    }
    let list: Vec<Term<'_>> = arguments.term().list().collect();
    let Some(mfa) = call(asked.mfa, list.len()) else {
        return refuse(am::BADARG);
    };
    let party = match Far::of(asked.from) {
        Some(far) => channel.clone().party(far),
        None => return refuse(am::BADARG),
    };
    let linked = options.link;
    let watched = options.monitor.take().is_some();
    options.link = false;
    let (leader, parent) = (OwnedTerm::new(asked.group_leader), party.peer());
    let (key, with) = (system::new_ref(), channel.clone());
    let (reference, id) = (OwnedTerm::new(asked.id), OwnedTerm::new(asked.id));
    let traced_with = traced.clone().map(|traced| (traced, arguments.clone()));
    options.prepare = Some(Box::new(move |p: &mut Running<'_>| {
        p.own().group_leader = leader;
        p.extra().slots.put(FarParent(OwnedTerm::new(party.identity())));
        let me = p.peer();
        let item = OwnedTerm::from(p.pid());
        let open = with.state().begin(|r| {
            if linked {
                r.link(me, &party);
            }
            if watched {
                r.watched(key, reference, item, me, party.clone());
            }
        });
        if open && linked {
            p.own().links.add(parent);
        }
        if open && watched {
            p.extra().monitored_by.insert(key, MonitoredBy { watcher: parent });
        }
        // The answer comes before anything that the new process does.
        let flags =
            (u32::from(linked) * spawn_reply::LINK) | (u32::from(watched) * spawn_reply::MONITOR);
        let (id, to, result) = (id.term(), party.identity(), p.pid());
        let scratch = Heap::new(0);
        let token = traced_with.and_then(|(traced, arguments)| {
            let answer = spawn_reply_told(&scratch, id, am::OK, result);
            traced.served(p, answer, arguments.term())
        });
        let token = token.map(|t| seq::token_term(&scratch, &t));
        with.pass(p.id, Control::SpawnReply { id, to, flags, result, token }, None);
    }));
    if spawn_root(options, mfa, &list).is_none() {
        refuse(am::SYSTEM_LIMIT);
    }
}

/// The function of `{Module, Function, Arity}`, with so many arguments.
fn call(mfa: Term<'_>, arguments: usize) -> Option<Mfa> {
    let &[module, function, arity] = mfa.as_tuple_of::<3>()?;
    let arity = arity.as_usize().filter(|&arity| arity == arguments)?;
    Some(Mfa::new(module.as_atom()?, function.as_atom()?, u8::try_from(arity).ok()?))
}
