//! The processes that a control message may speak of: the peer acts for its own, on those of
//! this node.

use crate::control::Control;
use term::node::this_node;
use term::{Atom, Term, View};

/// The node that a pid or reference is of.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Of {
    /// This node.
    Here,
    /// A node that had the name of this one before.
    Before,
    /// The peer.
    Peer,
    /// Another node.
    Third,
    /// It is neither pid nor reference.
    Nobody,
}

fn of(t: Term<'_>, peer: Atom) -> Of {
    match t.view() {
        View::Pid(_) | View::Ref(_) => Of::Here,
        View::ExternalPid(node, ..) | View::ExternalRef(node) => match node.name {
            name if name == this_node() => Of::Before,
            name if name == peer => Of::Peer,
            _ => Of::Third,
        },
        _ => Of::Nobody,
    }
}

/// The fate of a control message.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is heeded.
    Heeded,
    /// It is for a process of a node that had the name of this one before: nothing happens.
    Ignored,
    /// It ends the channel.
    Refused,
}

/// A message for what is here, or was.
fn for_one_of_here(to: Of) -> Fate {
    match to {
        Of::Here => Fate::Heeded,
        Of::Before => Fate::Ignored,
        _ => Fate::Refused,
    }
}

fn only_if(allowed: bool) -> Fate {
    if allowed { Fate::Heeded } else { Fate::Refused }
}

/// The fate of a control message of this peer. It is as with OTP's emulator, except that one
/// ends the connection when an earlier process of this node is unlinked.
pub fn fate(control: &Control<'_>, peer: Atom) -> Fate {
    let of = |t| of(t, peer);
    let is_peers = |t| of(t) == Of::Peer;
    // A link with an earlier process, or a monitor of one, is answered.
    let of_here = |t| matches!(of(t), Of::Here | Of::Before);
    match *control {
        Control::Link { from, to }
        | Control::Unlink { from, to }
        | Control::UnlinkId { from, to, .. }
        | Control::UnlinkIdAck { from, to, .. } => only_if(is_peers(from) && of_here(to)),
        Control::Exit { from, to, .. } | Control::PayloadExit { from, to, .. } => {
            only_if(is_peers(from) && of(to) == Of::Here)
        }
        Control::Exit2 { from, to, .. } | Control::PayloadExit2 { from, to, .. } => {
            if is_peers(from) { for_one_of_here(of(to)) } else { Fate::Refused }
        }
        Control::Monitor { from, to, .. } | Control::Demonitor { from, to, .. } => {
            only_if(is_peers(from) && (of_here(to) || to.as_atom().is_some()))
        }
        Control::MonitorExit { from, to, .. } | Control::PayloadMonitorExit { from, to, .. } => {
            if of(from) == Of::Here {
                Fate::Refused
            } else {
                for_one_of_here(of(to))
            }
        }
        Control::SpawnRequest { id, from, .. } => only_if(is_peers(from) && of(id) != Of::Here),
        Control::SpawnReply { id, to, result, .. } => {
            match (for_one_of_here(of(to)), for_one_of_here(of(id))) {
                (Fate::Heeded, Fate::Heeded) => only_if(of(result) != Of::Here),
                (Fate::Refused, _) | (Fate::Heeded, Fate::Refused) => Fate::Refused,
                _ => Fate::Ignored,
            }
        }
        // A peer may send for others, and the receiver is looked for here. So it is for an exit
        // signal with flags: OTP's emulator does not ask who has sent that.
        Control::Send { .. }
        | Control::SendSender { .. }
        | Control::RegSend { .. }
        | Control::AliasSend { .. }
        | Control::AltactSigSend { .. }
        | Control::GroupLeader { .. } => Fate::Heeded,
    }
}
