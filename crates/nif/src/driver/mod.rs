//! Drivers in C: `erl_driver.h`.
//!
//! ```text
//! erl_ddll (ddll/) ── dlopen, driver_init ──► loaded: Loaded ── open_port ──► port: CDriver
//!                                                                               │ calls the driver
//!    output, calls, queue, binary, terms, timer, select,      ◄─────────────────┘
//!    async_pool, monitors, pdl, failure: which it calls
//!        │ find the port again by
//!        ▼
//!    instance: Instance
//! ```

pub mod abi;
pub mod async_pool;
pub mod binary;
mod calls;
mod data_lock;
pub mod ddll;
pub mod entry;
pub mod failure;
mod instance;
mod loaded;
pub mod monitors;
pub mod output;
pub mod pdl;
mod pieces;
mod port;
pub mod queue;
pub mod select;
pub mod terms;
pub mod timer;

use crate::table::Row;
use vm::timer::{Action, start};

/// The rows of this directory.
pub(crate) const TABLE: &[&[Row]] = &[
    async_pool::ROWS,
    binary::ROWS,
    calls::ROWS,
    entry::ROWS,
    failure::ROWS,
    monitors::ROWS,
    output::ROWS,
    pdl::ROWS,
    queue::ROWS,
    select::ROWS,
    terms::ROWS,
    timer::ROWS,
];

/// Does something on a scheduler's thread, soon.
fn later(f: impl FnOnce() + Send + 'static) {
    start(vm::clock::now_ns(), Action::Call(Box::new(f)));
}

/// Tells OTP's logger of something that a driver does wrong.
fn log(text: &str) {
    vm::log::log_from_emulator("~s", |heap| vec![heap.string(text)]);
}
