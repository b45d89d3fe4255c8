//! Arrival of messages while somebody watches: tracers and probes.
//!
//! [`crate::signal`] puts messages into mailboxes; where [`is_awaited`] says so, it shows them here
//! first.

use super::events;
use super::seq::Token;
use crate::peer::Peer;
use crate::process::Running;
use crate::watch;
use probes::erlang::message__queued;
use term::OwnedTerm;

/// Whether somebody is to be told of what comes for a process.
#[inline(always)]
pub(crate) fn is_awaited(p: &Running<'_>) -> bool {
    p.state.bits().is_traced() || message__queued::wanted()
}

/// Tells that a message comes into the mailbox of a process; gives it again.
#[cold]
pub(crate) fn arrives(
    p: &mut Running<'_>,
    from: Option<Peer>,
    message: OwnedTerm,
    token: Option<&Token>,
) -> OwnedTerm {
    events::receives(p, from, message.term());
    watch::queued(p, message, token)
}
