//! Packets of another node: the messages in them, and what each control message does here.
//!
//! A peer that does not keep to the protocol loses its channel, and nothing else happens.

use crate::cache::HeaderError;
use crate::channel::Channel;
use crate::control::{self, Control, altact, spawn_reply};
use crate::faults::Fault;
use crate::flags::Flags;
use crate::fragments::{FragmentError, Whole};
use crate::frame::{self, Frame, FrameError};
use crate::input::{Input, spare_atoms};
use crate::origin::{Fate, fate};
use crate::payload::{Payload, Purpose, Unread};
use crate::relations::key;
use crate::tokens::{message_signal, token_of};
use crate::{nodes, outgoing, spawning};
use std::sync::Arc;
use term::etf::{self, DecodeError, DecodeOptions, OwnedDecoding, VERSION};
use term::{Atom, Heap, OwnedTerm, Term, View, am};
use vm::mailbox::Rank;
use vm::peer::Peer;
use vm::remote::{Connection, Far, Party};
use vm::signal::{self, AliasExit, MonitoredBy, Signal};
use vm::{registry, system, trace};

/// A packet has come; false if the channel is over now, which is logged: a port that carries it has
/// to end as well.
pub fn arrived(channel: &Arc<Channel>, packet: &[u8]) -> bool {
    let flags = {
        let mut state = channel.state();
        if !state.is_up() {
            return false;
        }
        state.packets_in += 1;
        state.flags
    };
    let done = take(channel, flags, packet);
    let Err(fault) = done else { return true };
    nodes::broken(channel, &fault);
    false
}

fn take(channel: &Arc<Channel>, flags: Flags, packet: &[u8]) -> Result<(), Fault> {
    let peer = channel.node;
    let mut input = channel.input();
    let Input { cache, fragments } = &mut *input;
    let whole = match frame::read(packet, cache, flags).map_err(|e| of_frame(e, peer, packet))? {
        Frame::Tick => return Ok(()),
        Frame::Message { atoms, body } => return message(channel, &atoms, body, None),
        Frame::PassThrough { body } => return message(channel, &[], body, Some(VERSION)),
        Frame::First { sequence, fragments: n, atoms, body } => {
            // The control message is whole in the first fragment.
            read(&Heap::new(0), body, None, &atoms, peer)?;
            fragments.first(sequence, n, atoms, body)
        }
        Frame::Next { sequence, fragment, body } => fragments.next(sequence, fragment, body),
    };
    match whole.map_err(|e| of_fragment(e, peer))? {
        Some(whole) => large(channel, whole),
        None => Ok(()),
    }
}

fn of_frame(error: FrameError, peer: Atom, packet: &[u8]) -> Fault {
    match error {
        FrameError::Begin(_) => Fault::incompatible(peer),
        FrameError::Truncated if packet.len() < 2 => Fault::Silent,
        FrameError::Empty => Fault::term(peer, &[], &[]),
        FrameError::Header(HeaderError::Refused(_)) => Fault::limit(peer, DecodeError::Atoms),
        _ => Fault::header(peer, packet),
    }
}

fn of_fragment(error: FragmentError, peer: Atom) -> Fault {
    match error {
        FragmentError::Repeated(_) | FragmentError::Unknown(_) | FragmentError::Order { .. } => {
            Fault::Silent
        }
        e => Fault::limit(peer, e),
    }
}

/// A term that is read on behalf of a peer, and the bytes that it took.
fn read<'h>(
    heap: &'h Heap,
    bytes: &[u8],
    version: Option<u8>,
    atoms: &[Atom],
    peer: Atom,
) -> Result<(Term<'h>, usize), Fault> {
    let options = DecodeOptions { atoms, spare_atoms: spare_atoms(), ..DecodeOptions::default() };
    let versions = usize::from(version.is_some());
    if version.is_some_and(|version| bytes.first() != Some(&version)) {
        return Err(Fault::term(peer, bytes, atoms));
    }
    match etf::decode_body(heap, &bytes[versions..], options) {
        Ok((t, used)) => Ok((t, versions + used)),
        Err(e) => Err(Fault::decoding(e, peer, bytes, atoms)),
    }
}

/// A message, whose terms may have their version in front.
fn message(
    channel: &Arc<Channel>,
    atoms: &[Atom],
    body: &[u8],
    version: Option<u8>,
) -> Result<(), Fault> {
    let peer = channel.node;
    let scratch = Heap::new(0);
    if version.is_some() && body.first() != version.as_ref() {
        return Err(Fault::incompatible(peer));
    }
    let (term, used) = read(&scratch, body, version, atoms, peer)?;
    let (control, heeded) = allowed(term, peer)?;
    let payload = match control.op().payload {
        false => Payload::Read(Term::NIL.into()),
        true => {
            let mut failed = None;
            let payload =
                OwnedTerm::build(|heap| match read(heap, &body[used..], version, atoms, peer) {
                    Ok((t, _)) => t,
                    Err(fault) => {
                        failed = Some(fault);
                        Term::NIL
                    }
                });
            let unversioned = version.is_some_and(|version| body.get(used) != Some(&version));
            match failed {
                None => Payload::Read(payload),
                Some(fault) if unversioned || fault.is_limit() => return Err(fault),
                // Its receiver finds out that it is no term, when it looks at it.
                Some(_) => {
                    let version = version.is_some();
                    Payload::Unread(Unread::of_packet(channel, atoms, body, used, version))
                }
            }
        }
    };
    match heeded {
        true => heed(channel, control, payload),
        false => Ok(()),
    }
}

/// The control message that a term is, and whether it is heeded.
fn allowed(term: Term<'_>, peer: Atom) -> Result<(Control<'_>, bool), Fault> {
    let control = control::parse(term).map_err(|_| Fault::message(term))?;
    match fate(&control, peer) {
        Fate::Refused => Err(Fault::message(term)),
        fate => Ok((control, fate == Fate::Heeded)),
    }
}

/// A message that has come in fragments. Its receiver decodes what follows the control message.
fn large(channel: &Arc<Channel>, Whole { atoms, body }: Whole) -> Result<(), Fault> {
    let scratch = Heap::new(0);
    let (term, used) = read(&scratch, body.bytes(), None, &atoms, channel.node)?;
    let (control, heeded) = allowed(term, channel.node)?;
    let decoding = OwnedDecoding::of_body(used);
    let payload = match control.op().payload {
        false => Payload::Read(Term::NIL.into()),
        true => Payload::Unread(Unread { channel: channel.clone(), atoms, body, used, decoding }),
    };
    match heeded {
        true => heed(channel, control, payload),
        false => Ok(()),
    }
}

fn party(channel: &Arc<Channel>, t: Term<'_>) -> Arc<Party> {
    let far = Far::of(t).unwrap_or(Far::Identity(t, channel.node));
    channel.clone().party(far)
}

/// The process of this node that a term means; none if it is of an earlier incarnation, or of
/// another node.
fn local(t: Term<'_>) -> Option<u64> {
    t.as_pid()
}

/// Does what a control message says.
///
/// # Errors
/// The message or reason that follows it cannot be decoded.
fn heed(channel: &Arc<Channel>, control: Control<'_>, payload: Payload) -> Result<(), Fault> {
    match control {
        Control::Send { to, token } => {
            return message_to(channel, (None, local(to)), payload, token);
        }
        Control::SendSender { from, to, token } => {
            return message_to(channel, (Some(from), local(to)), payload, token);
        }
        Control::RegSend { from, to, token } => {
            let peer = to.as_atom().and_then(registry::whereis);
            let to = peer.and_then(Peer::as_pid);
            return message_to(channel, (Some(from), to), payload, token);
        }
        Control::AliasSend { alias, token, .. } => {
            return message_to_alias(alias, Rank::Usual, payload, token);
        }
        Control::Link { from, to } => link(channel, from, to),
        Control::Unlink { from, to } => unlink(channel, from, to, system::unique()),
        Control::UnlinkId { id, from, to } => unlink(channel, from, to, id),
        Control::UnlinkIdAck { id, from, to } => {
            let party = party(channel, from);
            if let Some(pid) = local(to) {
                channel.state().relations.unlink_seen(Peer::process(pid), &party);
                let _ = signal::send(pid, party.signal(Signal::UnlinkAck(party.peer(), id)));
            }
        }
        Control::Exit { from, to, reason, token } => {
            return exit(channel, (from, to), Payload::new(reason), token, true);
        }
        Control::PayloadExit { from, to, token } => {
            return exit(channel, (from, to), payload, token, true);
        }
        Control::Exit2 { from, to, reason, token } => {
            return exit(channel, (from, to), Payload::new(reason), token, false);
        }
        Control::PayloadExit2 { from, to, token } => {
            return exit(channel, (from, to), payload, token, false);
        }
        Control::GroupLeader { from, to } => {
            let leader = OwnedTerm::new(from);
            let set = Signal::Run(Box::new(move |p| p.own().group_leader = leader));
            let _ = local(to).map(|pid| signal::send(pid, set));
        }
        Control::Monitor { from, to, reference } => monitor(channel, from, to, reference),
        Control::Demonitor { reference, .. } => demonitor(channel, reference),
        Control::MonitorExit { reference, reason, .. } => {
            return monitor_exit(channel, reference, Payload::new(reason));
        }
        Control::PayloadMonitorExit { reference, .. } => {
            return monitor_exit(channel, reference, payload);
        }
        Control::SpawnRequest { id, from, group_leader, mfa, options, token } => {
            let asked = spawning::Asked { id, from, group_leader, mfa, options, token };
            spawning::requested(channel, &asked, &payload.read()?);
        }
        Control::SpawnReply { id, flags, result, token, .. } => {
            let linked = flags & spawn_reply::LINK != 0;
            let monitored = flags & spawn_reply::MONITOR != 0;
            spawning::replied(channel, id, (result, token), linked, monitored);
        }
        Control::AltactSigSend { flags, from, to, token } => {
            return with_flags(channel, flags, (from, to), payload, token);
        }
    }
    Ok(())
}

fn link(channel: &Arc<Channel>, from: Term<'_>, to: Term<'_>) {
    let party = party(channel, from);
    let me = match Peer::of(to) {
        Some(me) => me,
        None => {
            let reason = Term::atom(am::NOPROC);
            let control = Control::PayloadExit { from: to, to: from, token: None };
            channel.pass(0, control, Some(reason));
            return;
        }
    };
    channel.state().relations.linked_by_party(me, &party);
    if !signal::send_to_peer(me, party.signal(Signal::Link(party.peer()))) {
        outgoing::no_process(channel, me, &party);
    }
}

fn unlink(channel: &Arc<Channel>, from: Term<'_>, to: Term<'_>, id: u64) {
    let party = party(channel, from);
    let Some(me) = Peer::of(to) else {
        channel.pass(0, Control::UnlinkIdAck { id, from: to, to: from }, None);
        return;
    };
    channel.state().relations.unlinked_by_party(me, &party);
    if !signal::send_to_peer(me, party.signal(Signal::Unlink(party.peer(), id))) {
        outgoing::signal(channel, &party, Signal::UnlinkAck(me, id));
    }
}

/// Sends a message to a process, maybe with a token. Its sender comes with it if the receiver's
/// tracer may ask for that: the node, if it has not said who it is.
fn message_to(
    channel: &Arc<Channel>,
    (from, to): (Option<Term<'_>>, Option<u64>),
    payload: Payload,
    token: Option<Term<'_>>,
) -> Result<(), Fault> {
    let (token, traced) = (token_of(token), to.is_some_and(trace::is_traced_process));
    let from = traced.then(|| party(channel, from.unwrap_or(Term::atom(channel.node))));
    let make = move |m| match from {
        Some(party) => party.signal(message_signal((Some(party.peer()), None), m, token)),
        None => message_signal((None, None), m, token),
    };
    payload.give(to.map(Peer::process), Purpose::Message, make)
}

/// Sends a message to an alias, maybe with a token.
fn message_to_alias(
    alias: Term<'_>,
    rank: Rank,
    payload: Payload,
    token: Option<Term<'_>>,
) -> Result<(), Fault> {
    let View::Ref(r) = alias.view() else { return Ok(()) };
    let (to, alias, token) = (r.alias_pid(), Some((r.numbers(), rank)), token_of(token));
    let make = move |m| message_signal((None, alias), m, token);
    payload.give(to.map(Peer::process), Purpose::Message, make)
}

/// A message or an exit signal, with flags of [`altact`]. It has priority with an alias only.
fn with_flags(
    channel: &Arc<Channel>,
    flags: u32,
    (from, to): (Term<'_>, Term<'_>),
    payload: Payload,
    token: Option<Term<'_>>,
) -> Result<(), Fault> {
    let rank = Rank::priority_if(flags & altact::PRIO != 0);
    let pid = match to.as_atom() {
        Some(name) => registry::whereis(name).and_then(Peer::as_pid),
        None => local(to),
    };
    let exits = flags & altact::EXIT != 0;
    match (to.view(), exits) {
        (View::Ref(r), true) => {
            let (party, token) = (party(channel, from), token_of(token));
            let (pid, alias, from) = (r.alias_pid(), r.numbers(), party.peer());
            let make = move |reason| {
                let exit = AliasExit { alias, rank, from, reason, token };
                party.signal(Signal::AliasExit(Box::new(exit)))
            };
            payload.give(pid.map(Peer::process), Purpose::Exit, make)
        }
        (View::Ref(_), false) => message_to_alias(to, rank, payload, token),
        (_, true) => match pid {
            Some(pid) => exit(channel, (from, Term::pid(pid)), payload, token, false),
            None => Ok(()),
        },
        (_, false) => message_to(channel, (Some(from), pid), payload, token),
    }
}

/// An exit signal; `of_link`: of somebody who is linked, and has gone.
fn exit(
    channel: &Arc<Channel>,
    (from, to): (Term<'_>, Term<'_>),
    reason: Payload,
    token: Option<Term<'_>>,
    of_link: bool,
) -> Result<(), Fault> {
    let (party, token) = (party(channel, from), token_of(token));
    let is_for = |me: &Peer| !of_link || channel.state().relations.end_link(*me, &party);
    let me = Peer::of(to).filter(is_for);
    let (signal, purpose) = match of_link {
        true => (Signal::LinkExit as fn(_, _, _) -> _, Purpose::EndOfRelation),
        false => (Signal::Exit as fn(_, _, _) -> _, Purpose::Exit),
    };
    reason.give(me, purpose, move |r| party.signal(signal(party.peer(), r, token)))
}

fn monitor(channel: &Arc<Channel>, from: Term<'_>, to: Term<'_>, reference: Term<'_>) {
    let party = party(channel, from);
    let target = match to.as_atom() {
        Some(name) => registry::whereis(name).filter(|t| !t.is_port()),
        None => local(to).map(Peer::process),
    };
    let Some(target) = target else {
        let control = Control::PayloadMonitorExit { from: to, to: from, reference };
        channel.pass(0, control, Some(Term::atom(am::NOPROC)));
        return;
    };
    let key = system::new_ref();
    let (item, by) = (OwnedTerm::new(to), MonitoredBy { watcher: party.peer() });
    let reference = OwnedTerm::new(reference);
    if !channel.state().begin(|r| r.watched(key, reference, item, target, party.clone())) {
        return;
    }
    if !signal::monitor(target, key, by) {
        let noproc = OwnedTerm::from(Term::atom(am::NOPROC));
        outgoing::signal(channel, &party, Signal::Down(key, noproc));
    }
}

fn demonitor(channel: &Channel, reference: Term<'_>) {
    let watched = {
        let relations = &mut channel.state().relations;
        relations.key_of(reference).and_then(|k| Some((k, relations.end_watched(k)?)))
    };
    if let Some((key, watched)) = watched {
        signal::demonitor(watched.target, key);
    }
}

fn monitor_exit(channel: &Arc<Channel>, reference: Term<'_>, reason: Payload) -> Result<(), Fault> {
    let watch = key(reference).and_then(|k| Some((k, channel.state().relations.end_watch(k)?)));
    let Some((key, (pid, _))) = watch else { return Ok(()) };
    reason.give(Some(Peer::process(pid)), Purpose::EndOfRelation, move |r| Signal::Down(key, r))
}
