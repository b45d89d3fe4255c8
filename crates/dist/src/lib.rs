//! The protocol between nodes, as bytes and terms: flags, frames, the cache of atoms, fragments,
//! control messages. `docs/protocol.md` explains it.
//!
//! **Invariant: this crate knows nothing of processes, sockets and threads.** All that a peer sends
//! ends in a value or an error, and takes no more memory than the limits say.

#![forbid(unsafe_code)]

pub mod cache;
pub mod control;
pub mod flags;
pub mod fragments;
pub mod frame;

pub use cache::{HeaderKind, InCache, OutCache};
pub use control::{Control, ControlError};
pub use flags::Flags;
pub use fragments::{Fragments, Limits, Whole};
pub use frame::{Frame, FrameError};
