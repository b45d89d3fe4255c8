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
