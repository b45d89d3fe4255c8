//! Tokens of sequential tracing that come from other nodes.

use term::{OwnedTerm, Term};
use vm::mailbox::Rank;
use vm::peer::Peer;
use vm::process::RefKey;
use vm::signal::{Signal, WithToken};
use vm::trace::seq::{self, Token};

/// The token that has come with a control message.
pub fn token_of(t: Option<Term<'_>>) -> Option<Box<Token>> {
    t.and_then(seq::read).map(Box::new)
}

/// The signal that carries a message, maybe of somebody, maybe to an alias, maybe with a token.
pub fn message_signal(
    (from, alias): (Option<Peer>, Option<(RefKey, Rank)>),
    message: OwnedTerm,
    token: Option<Box<Token>>,
) -> Signal {
    match (token, alias, from) {
        (Some(token), ..) => {
            Signal::MessageWithToken(Box::new(WithToken { from, alias, message, token }))
        }
        (None, Some((key, rank)), _) => Signal::AliasMessage(key, message, rank),
        (None, None, Some(from)) => Signal::MessageFrom(from, message),
        (None, None, None) => Signal::Message(message),
    }
}
