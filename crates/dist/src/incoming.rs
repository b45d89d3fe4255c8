//! Packets of another node: the messages in them, and what each control message does here.
//!
//! A peer that does not keep to the protocol loses its channel, and nothing else happens.

use crate::channel::Channel;
use crate::control::{self, Control, spawn_reply};
use crate::flags::Flags;
use crate::frame::{self, Frame};
use crate::input::Input;
use crate::relations::key;
use crate::{nodes, outgoing, spawning};
use std::fmt::Display;
use std::sync::Arc;
use term::etf::{self, DecodeOptions};
use term::{Atom, Heap, OwnedTerm, Term, View, am};
use vm::log::log_from_emulator;
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

fn complain(channel: &Channel, why: &str) {
    log_from_emulator("got an invalid message from node ~p: ~s~n", |heap| {
        vec![Term::atom(channel.node), heap.byte_list(why.as_bytes())]
    });
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
        Some(whole) => message(channel, &whole.atoms, whole.body.bytes(), 0),
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
    let read = |bytes: &[u8]| {
        let bytes = bytes.get(versions..).ok_or("the message is too short")?;
        etf::decode_body(&scratch, bytes, options).map_err(text)
    };
    let (control, used) = read(body)?;
    let control = control::parse(control).map_err(text)?;
    let rest = body.get(versions + used..).unwrap_or_default();
    let payload = match control.op().payload {
        false => None,
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
            Some(payload)
        }
    };
    heed(channel, control, payload);
    Ok(())
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

/// Sends a signal to a process of this node, if it is there.
fn send(to: Option<u64>, signal: Signal) {
    if let Some(pid) = to {
        let _ = signal::send(pid, signal);
    }
}

/// Does what a control message says.
fn heed(channel: &Arc<Channel>, control: Control<'_>, payload: Option<OwnedTerm>) {
    let payload = payload.unwrap_or_else(|| OwnedTerm::from(Term::NIL));
    match control {
        Control::Send { to, .. } | Control::SendSender { to, .. } => {
            send(local(to), Signal::Message(payload));
        }
        Control::RegSend { to, .. } => {
            let peer = to.as_atom().and_then(registry::whereis);
            send(peer.and_then(Peer::as_pid), Signal::Message(payload));
        }
        Control::AliasSend { alias, .. } => {
            if let View::Ref(r) = alias.view() {
                send(r.alias_pid(), Signal::AliasMessage(r.numbers(), payload));
            }
        }
        Control::Link { from, to } => link(channel, from, to),
        Control::Unlink { from, to } => {
            unlink(channel, from, to, system::unique());
        }
        Control::UnlinkId { id, from, to } => unlink(channel, from, to, id),
        Control::UnlinkIdAck { id, from, to } => {
            let party = party(channel, from);
            if let Some(pid) = local(to) {
                channel.state().relations.unlink_seen(Peer::process(pid), &party);
                let _ = signal::send(pid, party.signal(Signal::UnlinkAck(party.peer(), id)));
            }
        }
        Control::Exit { from, to, reason, .. } => {
            link_exit(channel, from, to, OwnedTerm::new(reason));
        }
        Control::PayloadExit { from, to, .. } => link_exit(channel, from, to, payload),
        Control::Exit2 { from, to, reason, .. } => exit(channel, from, to, OwnedTerm::new(reason)),
        Control::PayloadExit2 { from, to, .. } => exit(channel, from, to, payload),
        Control::GroupLeader { from, to } => {
            let leader = OwnedTerm::new(from);
            send(local(to), Signal::Run(Box::new(move |p| p.own().group_leader = leader)));
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
            monitor_exit(channel, reference, OwnedTerm::new(reason));
        }
        Control::PayloadMonitorExit { reference, .. } => monitor_exit(channel, reference, payload),
        Control::SpawnRequest { id, from, group_leader, mfa, options, .. } => {
            let asked = spawning::Asked { id, from, group_leader, mfa, options };
            spawning::requested(channel, &asked, &payload);
        }
        Control::SpawnReply { id, flags, result, .. } => {
            let linked = flags & spawn_reply::LINK != 0;
            let monitored = flags & spawn_reply::MONITOR != 0;
            spawning::replied(channel, id, result, linked, monitored);
        }
        // Nobody sends it as long as this node does not say that it knows it.
        Control::AltactSigSend { .. } => {}
    }
}

fn link(channel: &Arc<Channel>, from: Term<'_>, to: Term<'_>) {
    let party = party(channel, from);
    let me = match Peer::of(to) {
        Some(me) => me,
        None => {
            let reason = Term::atom(am::NOPROC);
            channel
                .transmit(Control::PayloadExit { from: to, to: from, token: None }, Some(reason));
            return;
        }
    };
    channel.state().relations.link(me, &party);
    if !signal::send_to_peer(me, party.signal(Signal::Link(party.peer()))) {
        outgoing::no_process(channel, me, &party);
    }
}

fn unlink(channel: &Arc<Channel>, from: Term<'_>, to: Term<'_>, id: u64) {
    let party = party(channel, from);
    let Some(me) = Peer::of(to) else {
        channel.transmit(Control::UnlinkIdAck { id, from: to, to: from }, None);
        return;
    };
    channel.state().relations.unlinked_by_party(me, &party);
    if !signal::send_to_peer(me, party.signal(Signal::Unlink(party.peer(), id))) {
        outgoing::signal(channel, &party, Signal::UnlinkAck(me, id));
    }
}

fn link_exit(channel: &Arc<Channel>, from: Term<'_>, to: Term<'_>, reason: OwnedTerm) {
    let party = party(channel, from);
    let Some(me) = Peer::of(to) else { return };
    if channel.state().relations.end_link(me, &party) {
        let exit = Signal::LinkExit(party.peer(), reason, None);
        signal::send_to_peer(me, party.signal(exit));
    }
}

fn exit(channel: &Arc<Channel>, from: Term<'_>, to: Term<'_>, reason: OwnedTerm) {
    let party = party(channel, from);
    if let Some(me) = Peer::of(to) {
        signal::send_to_peer(me, party.signal(Signal::Exit(party.peer(), reason)));
    }
}

fn monitor(channel: &Arc<Channel>, from: Term<'_>, to: Term<'_>, reference: Term<'_>) {
    let party = party(channel, from);
    let target = match to.as_atom() {
        Some(name) => registry::whereis(name).filter(|t| !t.is_port()),
        None => local(to).map(Peer::process),
    };
    let Some(target) = target else {
        let control = Control::PayloadMonitorExit { from: to, to: from, reference };
        channel.transmit(control, Some(Term::atom(am::NOPROC)));
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

fn monitor_exit(channel: &Arc<Channel>, reference: Term<'_>, reason: OwnedTerm) {
    let watch = key(reference).and_then(|k| Some((k, channel.state().relations.end_watch(k)?)));
    if let Some((key, (pid, _))) = watch {
        let _ = signal::send(pid, Signal::Down(key, reason));
    }
}
