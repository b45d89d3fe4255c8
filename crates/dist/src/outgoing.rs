//! Signals of this node's processes on their way out.

use crate::channel::Channel;
use crate::control::Control;
use crate::flags::Flags;
use crate::watch;
use std::sync::Arc;
use term::{Heap, OwnedTerm, Term, View, am};
use vm::peer::Peer;
use vm::process::RefKey;
use vm::remote::Party;
use vm::signal::Signal;
use vm::trace::seq;

/// Passes a signal of a process or port on to a party; false if the channel is over.
pub(crate) fn signal(channel: &Channel, to: &Arc<Party>, signal: Signal) -> bool {
    let heap = Heap::new(0);
    let party = heap.copy_in(to.identity());
    match signal {
        Signal::Link(me) => {
            if !channel.state().begin(|r| r.link(me, to)) {
                return false;
            }
            channel.pass(number(me), Control::Link { from: me.term(), to: party }, None)
        }
        Signal::Unlink(me, id) => {
            let (acknowledged, alive) = {
                let mut state = channel.state();
                let old = state.is_up() && !state.flags.contains(Flags::UNLINK_ID);
                state.relations.unlink(me, to, old);
                (old, state.is_open())
            };
            if acknowledged {
                vm::signal::send_to_peer(me, Signal::UnlinkAck(to.peer(), id));
            }
            let control = Control::UnlinkId { id, from: me.term(), to: party };
            alive && channel.pass(number(me), control, None)
        }
        Signal::UnlinkAck(me, id) => {
            let known = {
                let mut state = channel.state();
                state.relations.answered(me, to);
                state.flags.contains(Flags::UNLINK_ID)
            };
            let control = Control::UnlinkIdAck { id, from: me.term(), to: party };
            !known || channel.pass(number(me), control, None)
        }
        Signal::LinkExit(me, reason, token) => {
            if !channel.state().end_link(me, to) {
                return false;
            }
            watch::exits(me.term(), channel.node, party, reason.term(), token.as_deref());
            if let Some(token) = &token {
                seq::exit_goes(token, me.term(), party, reason.term());
            }
            let token = token.map(|t| seq::token_term(&heap, &t));
            let control = Control::PayloadExit { from: me.term(), to: party, token };
            channel.pass(number(me), control, Some(reason.term()))
        }
        Signal::Monitor(key, by) => {
            let Some(pid) = by.watcher.as_pid() else { return false };
            if !channel.state().begin(|r| r.watch(key, pid, to)) {
                return false;
            }
            let reference = heap.reference(key);
            let to = name_or_pid(party);
            let control = Control::Monitor { from: by.watcher.term(), to, reference };
            channel.pass(pid, control, None)
        }
        Signal::Demonitor(key) => {
            let Some((pid, _)) = channel.state().relations.end_watch(key) else { return true };
            let (reference, from, to) = (heap.reference(key), Term::pid(pid), name_or_pid(party));
            channel.pass(pid, Control::Demonitor { from, to, reference }, None)
        }
        Signal::Down(key, reason) => down(channel, key, party, &reason),
        _ => false,
    }
}

/// The sender as output has it: a process by its pid.
fn number(sender: Peer) -> u64 {
    sender.as_pid().unwrap_or(0)
}

/// The name in `{Name, Node}`; any other term itself.
fn name_or_pid(party: Term<'_>) -> Term<'_> {
    match party.view() {
        View::Tuple(&[name, _]) => name,
        _ => party,
    }
}

/// Tells a party that somebody has gone whom it watches.
fn down(channel: &Channel, key: RefKey, to: Term<'_>, reason: &OwnedTerm) -> bool {
    let Some(watched) = channel.state().relations.end_watched(key) else { return true };
    let heap = Heap::new(0);
    let (from, reference) =
        (heap.copy_in(watched.item.term()), heap.copy_in(watched.reference.term()));
    let control = Control::PayloadMonitorExit { from, to, reference };
    channel.pass(number(watched.target), control, Some(reason.term()))
}

/// Tells a party that somebody is not there.
pub(crate) fn no_process(channel: &Channel, who: Peer, party: &Arc<Party>) {
    let noproc = OwnedTerm::from(Term::atom(am::NOPROC));
    signal(channel, party, Signal::LinkExit(who, noproc, None));
}
