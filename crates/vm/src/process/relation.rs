//! Relations between processes and ports: monitors and aliases.

use crate::mailbox::Rank;
use crate::peer::Peer;
use term::{Atom, OwnedTerm};

/// The parent of a process, if it is one of another node; kept in a slot.
pub struct FarParent(pub OwnedTerm);

/// A monitor that a process has created.
#[derive(Debug)]
pub struct Monitor {
    /// `process`, `port` or `time_offset`.
    pub kind: Atom,
    /// The process or port that is watched; none when it did not exist.
    pub target: Option<Peer>,
    /// The object in the `DOWN` message: `{Name, Node}`, if it was watched by name.
    pub name: Option<OwnedTerm>,
    /// The first element of the message, in place of `'DOWN'`.
    pub tag: Option<OwnedTerm>,
    /// The monitor's alias goes with it?
    pub alias: Option<AliasKind>,
    /// How its messages come.
    pub rank: Rank,
}

/// A monitor as the watched process sees it.
#[derive(Copy, Clone, Debug)]
pub struct MonitoredBy {
    /// The process or port that watches.
    pub watcher: Peer,
}

/// An alias.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Alias {
    /// When it ends by itself.
    pub kind: AliasKind,
    /// With priority: whoever sends through it may ask for that.
    pub rank: Rank,
}

/// An alias without priority.
impl From<AliasKind> for Alias {
    fn from(kind: AliasKind) -> Alias {
        Alias { kind, rank: Rank::Usual }
    }
}

/// When an alias ends by itself.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum AliasKind {
    /// By `unalias/1` only.
    Explicit,
    /// With its monitor.
    Demonitor,
    /// With the first message through it, or with its monitor.
    Reply,
}
