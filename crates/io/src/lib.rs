//! Drivers and the native halves of OTP's I/O modules: files, external programs, terminal, zlib.
//!
//! **Invariant: nothing here blocks a scheduler.** Calls that may block run on dirty schedulers
//! (files) or on threads of their own (terminal, inherited descriptors, starting programs), or wait
//! for the poller.

mod blocking;
pub mod breaks;
pub mod buffer;
pub mod exit;
pub mod fd;
pub mod file;
pub mod inet;
pub mod packet;
pub mod prim_tty;
pub mod ram_file;
pub mod sock;
pub mod spawn;
pub mod starter;
pub mod trace_file;
pub mod trace_ip;
pub mod tracer;
pub mod tty;
mod vfork;
pub mod zlib;
pub mod zstd;

pub use exit::at_exit;

use vm::bif::BifRow;

/// The rows of this crate, for the table of built-ins.
pub const ROWS: &[&[BifRow]] = &[
    buffer::ROWS,
    file::ROWS,
    inet::ROWS,
    inet::SHORTCUTS,
    prim_tty::ROWS,
    sock::ROWS,
    tracer::ROWS,
    zlib::ROWS,
    zstd::ROWS,
];

/// Makes the drivers known; once, before the first process runs.
pub fn init() {
    starter::init();
    vm::port::open::register_driver("spawn", spawn::open);
    vm::port::open::register_driver("fd", fd::open);
    vm::port::open::register_driver("vanilla", fd::open_path);
    vm::port::open::register_driver("ram_file_drv", ram_file::open);
    vm::port::open::register_driver(trace_file::NAME, trace_file::open);
    vm::port::open::register_driver(trace_ip::NAME, trace_ip::open);
    vm::port::open::register_driver("tty_sl", tty::open);
    vm::port::open::register_driver("tcp_inet", inet::open_tcp);
    vm::port::open::register_driver("udp_inet", inet::open_udp);
    vm::sched::add_exit_hook(|p, _| file::owner_gone(p));
    sock::init();
}
