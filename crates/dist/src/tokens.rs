//! Tokens of sequential tracing that come from other nodes.

use term::{OwnedTerm, Term};
use vm::process::RefKey;
use vm::signal::{Signal, WithToken};
use vm::trace::seq::{self, Token};

/// The token that has come with a control message.
pub fn token_of(t: Option<Term<'_>>) -> Option<Box<Token>> {
    t.and_then(seq::read).map(Box::new)
}

/// The signal that carries a message, maybe to an alias, maybe with a token.
pub fn message_signal(
    alias: Option<RefKey>,
    message: OwnedTerm,
    token: Option<Box<Token>>,
) -> Signal {
    match (token, alias) {
        (Some(token), _) => {
            Signal::MessageWithToken(Box::new(WithToken { from: None, alias, message, token }))
        }
        (None, Some(key)) => Signal::AliasMessage(key, message),
        (None, None) => Signal::Message(message),
    }
}
