//! The beginnings of messages that a peer sends.

use crate::cache::InCache;
use crate::fragments::{Fragments, Limits};
use term::{Atom, atom};

/// Messages in fragments that may be under way on a channel: each of a peer's processes may have
/// begun one.
const SEQUENCES: usize = 1 << 16;
/// Bytes of them, in all.
const BYTES: usize = 4 << 30;

/// The places in the table of atoms that peers leave free: the emulator ends when it is full, and
/// does not for what another node sends.
pub fn spare_atoms() -> u32 {
    atom::limit() / 16
}

fn atom(name: &str) -> Option<Atom> {
    Atom::sparing(name, spare_atoms())
}

/// The state of what a peer sends: atoms and messages that are not whole yet.
pub struct Input {
    /// The atoms that the peer has sent.
    pub cache: InCache,
    /// Messages that are not whole.
    pub fragments: Fragments,
}

/// Nothing yet.
impl Default for Input {
    fn default() -> Input {
        let limits = Limits { sequences: SEQUENCES, bytes: BYTES };
        Input { cache: InCache::with_atoms(atom), fragments: Fragments::new(limits) }
    }
}
