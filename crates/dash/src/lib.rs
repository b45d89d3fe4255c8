//! The dash: a web page about the running system, its figures as JSON, and metrics for Prometheus.
//!
//! It is served by threads of its own, which ask no scheduler and no process for anything: they
//! read atomics, look at processes that sleep (`vm::onlooker`), and pass over what somebody holds a
//! lock of. So it answers when all schedulers are stuck. Nothing here changes the system.

#![forbid(unsafe_code)]

pub mod access;
mod bifs;
mod events;
pub mod figures;
pub mod http;
pub mod metrics;
mod page;
mod routes;
mod server;
mod short;

/// The built-ins of this crate.
pub const ROWS: &[&[vm::bif::BifRow]] = &[bifs::ROWS];

pub use server::{Running, at_halt, info, start};
