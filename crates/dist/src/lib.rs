//! Distribution: what the emulator does below `dist_util` and `net_kernel`.
//!
//! The protocol is bytes and terms: [`flags`], [`frame`], [`cache`], [`fragments`], [`control`].
//! These modules know nothing of processes, sockets and threads. All that a peer sends ends in a
//! value or an error there, and takes no more memory than the limits say. `docs/protocol.md`
//! explains it.
//!
//! A connection is a [`channel`]. [`nodes`] has all of them.

#![forbid(unsafe_code)]

mod bifs;
pub mod cache;
pub mod channel;
pub mod connection;
pub mod control;
mod described;
pub mod encoding;
mod faults;
pub mod flags;
pub mod fragments;
pub mod frame;
pub mod incoming;
pub mod input;
pub mod inspect;
pub mod nodes;
mod origin;
pub mod outgoing;
pub mod output;
mod payload;
pub mod relations;
pub mod requests;
pub mod spawning;
mod tokens;
mod watch;

pub use cache::{HeaderKind, InCache, OutCache};
pub use control::{Control, ControlError};
pub use flags::Flags;
pub use fragments::{Fragments, Limits, Whole};
pub use frame::{Frame, FrameError};

use vm::bif::BifRow;

/// The rows of this crate, for the table of built-ins.
pub const ROWS: &[&[BifRow]] = &[bifs::ROWS, spawning::ROWS];

/// Gives ports all that is to go to other nodes, before the emulator waits until they have written
/// it. To be called when it ends; `flush`: it waits.
pub fn at_halt(flush: bool) {
    if flush {
        nodes::flush();
    }
}

/// Connects the rest of the emulator with other nodes; once, before the first process runs.
pub fn init() {
    vm::remote::set_way(nodes::way, connection::go_on);
    vm::remote::set_describe(described::describe);
    ::bifs::node::DISTRIBUTION.set(::bifs::node::Distribution {
        monitor_nodes: bifs::monitor_nodes,
        carriers: nodes::carriers,
        wishes: inspect::wishes,
        relations: inspect::relations,
        nodes_watched: inspect::nodes_watched,
        watched: inspect::watched,
        cache_index: cache::slot_of,
        cache_index_max: cache::ENTRIES - 1,
    });
    vm::sched::add_exit_hook(nodes::process_gone);
}
