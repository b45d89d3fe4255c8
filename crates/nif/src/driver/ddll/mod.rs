//! Loading and unloading drivers: `erl_ddll`.
//!
//! A driver of a library is used by the processes that have loaded it, by its ports, and by work of
//! the pool of threads. When the last of them has gone it is unloaded, or loaded anew if that was
//! asked for:
//!
//! ```text
//!            try_load          last process goes               last port, last work
//! (nothing) ─────────► Loaded ──────────────────► Unloading ────────────────────────► (nothing)
//!                       │  ▲ ◄── try_load of another ──┘
//!      {reload, …}      ▼  │ last port, last work
//!                    Reloading
//! ```
//!
//! A thread that loads or unloads holds `registry::LOADING`, which may be taken again by the same
//! thread, as a driver's `init` may add further drivers. The table `registry::REGISTRY` is held for
//! short, and no C code is called meanwhile.

mod bifs;
mod library;
mod registry;

pub use bifs::ROWS;

pub(super) use registry::{
    add_static, make_permanent, port_gone, port_opens, release, remove_static, retain,
};

/// To be called once, before the first process runs.
pub fn init() {
    vm::sched::add_exit_hook(|p, _| registry::process_gone(p));
}
