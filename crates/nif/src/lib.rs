//! The interface of C code: libraries with NIFs and drivers, as `erl_nif.h` and `erl_driver.h` describe it.
//!
//! ```text
//!  load_nif ──► library (dlopen, entry, load) ──► call: Env on the process's heap ──► C function
//!                                                                                        │ enif_…
//!  table: every function that libraries may call  ◄───────────────────────────────────────┘
//!    terms/    make, get, maps, binaries          sys/     memory, threads, locks, time, printing
//!    resource  select  monitor  message  schedule driver/  ports whose driver is C code
//! ```
//!
//! The functions are safe Rust. What C code promises by calling them is in the types of their parameters
//! ([`ffi`]), and what it may do where is decided by the environment that it passes ([`env`]).

pub mod abi;
pub mod driver;
pub mod env;
pub mod ffi;
pub mod library;
pub mod message;
pub mod monitor;
pub mod resource;
pub mod schedule;
pub mod select;
pub mod sys;
pub mod table;
pub mod terms;

use table::Row;

/// The table, by files.
pub(crate) const TABLE: &[&[Row]] =
    &[library::ROWS, message::ROWS, monitor::ROWS, resource::ROWS, schedule::ROWS, select::ROWS];
