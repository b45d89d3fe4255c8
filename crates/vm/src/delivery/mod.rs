//! Sending: the receiver of a message, and the way to it while nobody watches the sender.
//!
//! If somebody does, [`watched`] sends instead, and tells of it.

mod watched;

use crate::bif::Exception;
use crate::log::log_of_process;
use crate::mailbox::Rank;
use crate::peer::{End, Peer};
use crate::process::{Process, RefKey, Running};
pub use crate::remote::Sent;
use crate::remote::{self, Far, Sending};
use crate::signal::{self, Signal};
use crate::{in_hand, port, process_table, registry};
use term::node::{this_creation, this_node};
use term::print::display_bytes;
use term::{OwnedTerm, Term, View};

/// The receiver of a message.
pub(crate) enum Destination<'h> {
    /// A process of this node.
    Process(u64),
    /// A process of this node, if it has this alias.
    Alias(u64, RefKey),
    /// A port of this node.
    Port(u64),
    /// A name of this node that nobody has, or a reference that is no alias.
    Nobody,
    /// Another node.
    Far(Far<'h>),
}

impl From<Peer> for Destination<'_> {
    fn from(peer: Peer) -> Self {
        match peer.end() {
            End::Process(id) => Destination::Process(id),
            End::Port(id) => Destination::Port(id),
            End::Resource(_) | End::Party(_) => Destination::Nobody,
        }
    }
}

impl<'h> Destination<'h> {
    /// The destination that a term names.
    ///
    /// # Errors
    /// `badarg` for a name that nobody has, and for what is no destination.
    #[inline]
    pub(crate) fn of(to: Term<'h>) -> Result<Destination<'h>, Exception<'h>> {
        // By far most messages go to a pid.
        match to.as_pid() {
            Some(id) => Ok(Destination::Process(id)),
            None => Destination::other(to),
        }
    }

    fn other(to: Term<'h>) -> Result<Destination<'h>, Exception<'h>> {
        Ok(match to.view() {
            View::Atom(name) => registry::whereis(name).ok_or(Exception::BADARG)?.into(),
            View::Ref(r) => match r.alias_pid() {
                Some(pid) => Destination::Alias(pid, r.numbers()),
                None => Destination::Nobody,
            },
            View::Port(id) => Destination::Port(id),
            View::Tuple(&[name, node]) => {
                let (Some(name), Some(node)) = (name.as_atom(), node.as_atom()) else {
                    return Err(Exception::BADARG);
                };
                match registry::whereis(name) {
                    _ if node != this_node() => Destination::Far(Far::Name(name, node)),
                    Some(peer) => peer.into(),
                    None => Destination::Nobody,
                }
            }
            // Nobody can send to a port of another node.
            View::ExternalPort(node, _) if node.name != this_node() => {
                return Err(Exception::BADARG);
            }
            _ => Destination::Far(Far::of(to).ok_or(Exception::BADARG)?),
        })
    }
}

/// `to ! message`. When a port is busy the caller sleeps and tries again.
#[inline]
pub fn send<'h>(
    p: &mut Running<'h>,
    to: Term<'h>,
    message: Term<'h>,
) -> Result<Sent, Exception<'h>> {
    match try_send(p, to, message, Sending::USUAL)? {
        Sent::Busy => Err(Exception::wait_with(vec![to, message])),
        Sent::Held => Err(remote::wait(message)),
        Sent::Unfinished => Err(Exception::yield_with(vec![to, message])),
        Sent::TooLarge => Err(Exception::SYSTEM_LIMIT),
        sent => Ok(sent),
    }
}

/// As [`send`], without sleeping: a busy receiver is for the caller to deal with, and so is a node
/// with which there is no connection, if none is to be made.
pub fn try_send<'h>(
    p: &mut Running<'h>,
    to: Term<'h>,
    message: Term<'h>,
    how: Sending,
) -> Result<Sent, Exception<'h>> {
    if watched::is_watched(p) {
        return watched::send(p, to, message, how);
    }
    Ok(deliver(p, Destination::of(to)?, message, how))
}

/// Gives a message to its receiver. Nothing fails any more: the message arrives, or there is no
/// receiver.
pub(crate) fn deliver<'h>(
    p: &mut Running<'h>,
    to: Destination<'h>,
    message: Term<'h>,
    how: Sending,
) -> Sent {
    match to {
        // To itself without a detour, unless something that came earlier has not been looked at.
        Destination::Process(id) if id == p.id && !p.state.bits().has_signals() => {
            p.own().mailbox.push(OwnedTerm::message(message));
        }
        Destination::Process(id) => {
            let words = to_process(p, id, None, message);
            pay(p, words);
        }
        Destination::Alias(id, key) => {
            to_process(p, id, Some((key, how.rank)), message);
        }
        Destination::Port(id) => return to_port(p, id, message),
        Destination::Nobody => {}
        Destination::Far(_) if in_hand::has(p) => return remote::go_on(p),
        Destination::Far(Far::Identity(to, node)) if node == this_node() => {
            discard(p, Far::Identity(to, node), message);
        }
        Destination::Far(far) => {
            return match remote::connection(far.node(), how.connect) {
                Some(connection) => connection.send(p, far, message, how),
                None => Sent::NoConnection,
            };
        }
    }
    Sent::Done
}

/// A message to a process or port of a node that had the name of this one before.
#[cold]
fn discard(p: &Running<'_>, to: Far<'_>, message: Term<'_>) {
    let to = to.owned();
    let before = match to.term().view() {
        View::ExternalPid(node, ..) | View::ExternalPort(node, _) | View::ExternalRef(node) => {
            node.creation
        }
        _ => 0,
    };
    let now = this_creation();
    let mut text = b"Discarding message ".to_vec();
    text.extend(display_bytes(message));
    let (me, to) = (p.pid(), to.term());
    let rest =
        format!(" from {me} to {to} in an old incarnation ({before}) of this node ({now})\n");
    text.extend(rest.as_bytes());
    log_of_process(p, &text);
}

/// Has the sender pay for the words of a message, so that senders do not overrun receivers.
pub(crate) fn pay(p: &mut Running<'_>, words: usize) {
    p.bump_reductions(words / 16);
}

/// Gives a message to a process, maybe through an alias: at once if it does not run, else as a
/// signal. The words that were copied beside its heap.
#[inline]
pub(crate) fn to_process(
    p: &mut Running<'_>,
    id: u64,
    alias: Option<(RefKey, Rank)>,
    message: Term<'_>,
) -> usize {
    let guard = crossbeam_epoch::pin();
    let Some(to) = process_table::lookup(id, &guard) else { return 0 };
    let has_priority = alias.is_some_and(|(_, rank)| rank == Rank::Priority);
    if !has_priority && let Some(words) = signal::hand(p, to, alias.map(|(key, _)| key), message) {
        return words;
    }
    let message = OwnedTerm::message(message);
    let words = message.words();
    let _ = signal::send_to(to, message_signal(p, to, alias, message));
    words
}

/// The signal that carries a message without a token: one for a process that is traced says who has
/// sent it.
pub(crate) fn message_signal(
    p: &Running<'_>,
    to: &Process,
    alias: Option<(RefKey, Rank)>,
    message: OwnedTerm,
) -> Signal {
    match alias {
        Some((key, rank)) => Signal::AliasMessage(key, message, rank),
        None if to.state.bits().is_traced() => Signal::MessageFrom(p.peer(), message),
        None => Signal::Message(message),
    }
}

fn to_port<'h>(p: &mut Running<'h>, id: u64, message: Term<'h>) -> Sent {
    match port::commands::send(p, id, message) {
        port::commands::Sent::Busy => Sent::Busy,
        port::commands::Sent::Done | port::commands::Sent::Bad => Sent::Done,
    }
}
