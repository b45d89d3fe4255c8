//! Packets of another node: the messages in them, and what each control message does here.
//!
//! A peer that does not keep to the protocol loses its channel, and nothing else happens.

use crate::channel::Channel;
use crate::control::{self, Control, spawn_reply};
use crate::flags::Flags;
use crate::fragments::Whole;
use crate::frame::{self, Frame};
use crate::input::Input;
use crate::payload::{Payload, Unread, complain};
use crate::relations::key;
use crate::{nodes, outgoing, spawning};
use std::fmt::Display;
use std::sync::Arc;
use term::etf::{self, DecodeOptions, OwnedDecoding};
use term::{Atom, Heap, OwnedTerm, Term, View, am};
use vm::peer::Peer;
use vm::remote::{Connection, Far, Party};
use vm::signal::{self, MonitoredBy, Signal};
use vm::{registry, system};

/// A packet has come; false if the channel is over now, which is logged: a port that carries it has to
/// end as well.
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
    if let Err(why) = &done {
        complain(channel, why);
        nodes::broken(channel);
    }
    done.is_ok()
}

fn text(error: impl Display) -> String {
    error.to_string()
}

fn take(channel: &Arc<Channel>, flags: Flags, packet: &[u8]) -> Result<(), String> {
    let mut input = channel.input();
    let Input { cache, fragments } = &mut *input;
    let whole = match frame::read(packet, cache, flags).map_err(text)? {
        Frame::Tick => return Ok(()),
        Frame::Message { atoms, body } => return message(channel, &atoms, body, 0),
        Frame::PassThrough { body } => return message(channel, &[], body, 1),
        Frame::First { sequence, fragments: n, atoms, body } => {
            fragments.first(sequence, n, atoms, body)
        }
        Frame::Next { sequence, fragment, body } => fragments.next(sequence, fragment, body),
    };
    match whole.map_err(text)? {
        Some(whole) => large(channel, whole),
        None => Ok(()),
    }
}

/// A message, whose terms have so many bytes in front (their versions).
fn message(
    channel: &Arc<Channel>,
    atoms: &[Atom],
    body: &[u8],
    versions: usize,
) -> Result<(), String> {
    let options = DecodeOptions { atoms, ..DecodeOptions::default() };
    let scratch = Heap::new(0);
    let bytes = body.get(versions..).ok_or("the message is too short")?;
    let (control, used) = etf::decode_body(&scratch, bytes, options).map_err(text)?;
    let control = control::parse(control).map_err(text)?;
    let rest = bytes.get(used..).unwrap_or_default();
    let payload = match control.op().payload {
        false => OwnedTerm::from(Term::NIL),
        true => {
            let bytes = rest.get(versions..).ok_or("the payload is missing")?;
            let mut fault = None;
            let payload = OwnedTerm::build(|heap| match etf::decode_body(heap, bytes, options) {
                Ok((t, _)) => t,
                Err(e) => {
                    fault = Some(text(e));
                    Term::NIL
                }
            });
            if let Some(fault) = fault {
                return Err(fault);
            }
            payload
        }
    };
    heed(channel, control, Payload::Read(payload))
}

/// A message that has come in fragments. Its receiver decodes what follows the control message.
fn large(channel: &Arc<Channel>, Whole { atoms, body }: Whole) -> Result<(), String> {
    let options = DecodeOptions { atoms: &atoms, ..DecodeOptions::default() };
    let scratch = Heap::new(0);
    let (control, used) = etf::decode_body(&scratch, body.bytes(), options).map_err(text)?;
    let control = control::parse(control).map_err(text)?;
    let decoding = OwnedDecoding::of_body(used);
    let payload = match control.op().payload {
        false => Payload::Read(OwnedTerm::from(Term::NIL)),
        true => Payload::Unread(Unread { channel: channel.clone(), atoms, body, decoding }),
    };
    heed(channel, control, payload)
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
fn heed(channel: &Arc<Channel>, control: Control<'_>, payload: Payload) -> Result<(), String> {
    match control {
        Control::Send { to, .. } | Control::SendSender { to, .. } => {
            let to = local(to).map(Peer::process);
            return payload.give(to, Signal::Message);
        }
        Control::RegSend { to, .. } => {
            let peer = to.as_atom().and_then(registry::whereis);
            return payload.give(peer.filter(|p| p.as_pid().is_some()), Signal::Message);
        }
        Control::AliasSend { alias, .. } => {
            if let View::Ref(r) = alias.view() {
                let (to, key) = (r.alias_pid().map(Peer::process), r.numbers());
                return payload.give(to, move |m| Signal::AliasMessage(key, m));
            }
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
        Control::Exit { from, to, reason, .. } => {
            return link_exit(channel, from, to, Payload::new(reason));
        }
        Control::PayloadExit { from, to, .. } => return link_exit(channel, from, to, payload),
        Control::Exit2 { from, to, reason, .. } => {
            return exit(channel, from, to, Payload::new(reason));
        }
        Control::PayloadExit2 { from, to, .. } => return exit(channel, from, to, payload),
        Control::GroupLeader { from, to } => {
            let leader = OwnedTerm::new(from);
            let set = Signal::Run(Box::new(move |p| p.own().group_leader = leader));
            let _ = local(to).map(|pid| signal::send(pid, set));
        }
        Control::Monitor { from, to, reference } => monitor(channel, from, to, reference),
        Control::Demonitor { reference, .. } => {
            let watched = {
                let relations = &mut channel.state().relations;
                relations.key_of(reference).and_then(|k| Some((k, relations.end_watched(k)?)))
            };
            if let Some((key, watched)) = watched {
                signal::demonitor(watched.target, key);
            }
        }
        Control::MonitorExit { reference, reason, .. } => {
            return monitor_exit(channel, reference, Payload::new(reason));
        }
        Control::PayloadMonitorExit { reference, .. } => {
            return monitor_exit(channel, reference, payload);
        }
        Control::SpawnRequest { id, from, group_leader, mfa, options, .. } => {
            let asked = spawning::Asked { id, from, group_leader, mfa, options };
            spawning::requested(channel, &asked, &payload.read()?);
        }
        Control::SpawnReply { id, flags, result, .. } => {
            let linked = flags & spawn_reply::LINK != 0;
            let monitored = flags & spawn_reply::MONITOR != 0;
            spawning::replied(channel, id, result, linked, monitored);
        }
        // Nobody sends it as long as this node does not say that it knows it.
        Control::AltactSigSend { .. } => {}
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
            channel.transmit(0, control, Some(reason));
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
        channel.transmit(0, Control::UnlinkIdAck { id, from: to, to: from }, None);
        return;
    };
    channel.state().relations.unlinked_by_party(me, &party);
    if !signal::send_to_peer(me, party.signal(Signal::Unlink(party.peer(), id))) {
        outgoing::signal(channel, &party, Signal::UnlinkAck(me, id));
    }
}

fn link_exit(
    channel: &Arc<Channel>,
    from: Term<'_>,
    to: Term<'_>,
    reason: Payload,
) -> Result<(), String> {
    let party = party(channel, from);
    let me = Peer::of(to).filter(|me| channel.state().relations.end_link(*me, &party));
    reason.give(me, move |r| party.signal(Signal::LinkExit(party.peer(), r, None)))
}

fn exit(
    channel: &Arc<Channel>,
    from: Term<'_>,
    to: Term<'_>,
    reason: Payload,
) -> Result<(), String> {
    let party = party(channel, from);
    reason.give(Peer::of(to), move |r| party.signal(Signal::Exit(party.peer(), r)))
}

fn monitor(channel: &Arc<Channel>, from: Term<'_>, to: Term<'_>, reference: Term<'_>) {
    let party = party(channel, from);
    let target = match to.as_atom() {
        Some(name) => registry::whereis(name).filter(|t| !t.is_port()),
        None => local(to).map(Peer::process),
    };
    let Some(target) = target else {
        let control = Control::PayloadMonitorExit { from: to, to: from, reference };
        channel.transmit(0, control, Some(Term::atom(am::NOPROC)));
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

fn monitor_exit(
    channel: &Arc<Channel>,
    reference: Term<'_>,
    reason: Payload,
) -> Result<(), String> {
    let watch = key(reference).and_then(|k| Some((k, channel.state().relations.end_watch(k)?)));
    let Some((key, (pid, _))) = watch else { return Ok(()) };
    reason.give(Some(Peer::process(pid)), move |r| Signal::Down(key, r))
}
