//! The tokens of sequential tracing, as they go with messages and signals.

use term::OwnedTerm;

/// A token.
#[derive(Clone)]
pub struct Token {
    /// Bits of [`crate::trace::seq::flag`].
    pub flags: u32,
    /// The label, by which it is told apart.
    pub label: OwnedTerm,
    /// Number of what it was last sent with.
    pub serial: i64,
    /// Number of what the sender had received before.
    pub last: i64,
    /// The process that has sent it, or the node.
    pub sender: OwnedTerm,
}

/// The numbers that probes tell of a token: its label, the number of the message that was received
/// before it, and the number of the message that it goes with.
#[cold]
pub fn numbers(token: Option<&Token>) -> [i64; 3] {
    let Some(token) = token else { return [0; 3] };
    let label = token.label.term().as_small().filter(|&n| i32::try_from(n).is_ok());
    [label.unwrap_or(i32::MIN.into()), token.last, token.serial]
}
