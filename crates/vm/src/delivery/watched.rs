//! Delivery while somebody watches: tracers, tokens of sequential tracing, probes.
//!
//! The steps are those of [`super`] and [`crate::signal`]; tracers and probes are told of
//! each.

use super::{Destination, Sent};
use crate::bif::Exception;
use crate::mailbox::Rank;
use crate::process::{RefKey, Running};
use crate::remote::Sending;
use crate::signal::{self, Signal, WithToken};
use crate::trace::events;
use crate::trace::seq;
use crate::{in_hand, process_table, watch};
use probes::erlang::message__send;
use term::{OwnedTerm, Term};

/// Whether somebody is to be told of what a process sends.
#[inline(always)]
pub(crate) fn is_watched(p: &Running<'_>) -> bool {
    let s = p.state.bits();
    s.is_traced() || s.is_seq_traced() || message__send::wanted()
}

/// Sends, and tells of it.
#[cold]
pub(crate) fn send<'h>(
    p: &mut Running<'h>,
    to: Term<'h>,
    message: Term<'h>,
    how: Sending,
) -> Result<Sent, Exception<'h>> {
    if !in_hand::has(p) {
        events::sends(p, to, message);
    }
    Ok(match Destination::of(to)? {
        Destination::Process(id) if id == p.id && !p.state.bits().has_signals() => {
            to_itself(p, message);
            Sent::Done
        }
        Destination::Process(id) => {
            let words = to_process(p, id, None, Term::pid(id), message);
            super::pay(p, words);
            Sent::Done
        }
        Destination::Alias(id, key) => {
            to_process(p, id, Some((key, how.rank)), to, message);
            Sent::Done
        }
        Destination::Port(id) => {
            let sent = super::deliver(p, Destination::Port(id), message, how);
            if sent != Sent::Busy {
                // The messages of a port have no token, so this one is only told.
                seq::token_for(p, Term::port(id), message);
            }
            sent
        }
        other @ (Destination::Nobody | Destination::Far(_)) => {
            super::deliver(p, other, message, how)
        }
    })
}

fn to_itself(p: &mut Running<'_>, message: Term<'_>) {
    events::receives(p, Some(p.peer()), message);
    let token = seq::token_for(p, p.pid(), message);
    let message = watch::sent(p, p.id, OwnedTerm::message(message), token.as_deref());
    match token {
        Some(token) => p.own().mailbox.push_with_token(message, token),
        None => p.own().mailbox.push(message),
    }
}

/// As [`super::to_process`], with the token and the probe of what is sent to `to`.
fn to_process(
    p: &mut Running<'_>,
    id: u64,
    alias: Option<(RefKey, Rank)>,
    to: Term<'_>,
    message: Term<'_>,
) -> usize {
    if !p.state.bits().is_seq_traced() && !message__send::wanted() {
        return super::to_process(p, id, alias, message);
    }
    let guard = crossbeam_epoch::pin();
    let receiver = process_table::lookup(id, &guard);
    // It is not known here whether an alias is active.
    if receiver.is_none() && alias.is_none() {
        return 0;
    }
    let token = seq::token_for(p, to, message);
    let message = watch::sent(p, id, OwnedTerm::message(message), token.as_deref());
    let words = message.words();
    if let Some(receiver) = receiver {
        let signal = match token {
            Some(token) => {
                let parts = WithToken { from: Some(p.peer()), alias, message, token };
                Signal::MessageWithToken(Box::new(parts))
            }
            None => super::message_signal(p, receiver, alias, message),
        };
        let _ = signal::send_to(receiver, signal);
    }
    words
}
