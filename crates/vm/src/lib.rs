//! The machine: processes, collector, signals, scheduler, code server, base tier, ETS, timers.
//!
//! **Invariant: a process's heap and its own part are reached through [`process::Exclusive`], of
//! which one thread at a time has one, and through [`process::Running`], which that lends.**
//! Everything else reaches a process by a signal.

pub(crate) mod affinity;
pub mod backtrace;
mod barrier;
pub mod bif;
pub mod breakpoint;
pub mod by_ref;
pub mod children;
pub mod clock;
pub mod code;
pub mod crash_dump;
pub mod delivery;
pub mod dictionary;
pub mod dirty;
pub mod environment;
pub mod errno;
pub mod ets;
pub mod exception;
pub mod farewell;
pub mod faults;
pub mod filename;
pub mod finalizer;
pub mod gauges;
pub mod hook;
pub mod in_hand;
pub mod in_queue;
pub mod interp;
pub mod links;
pub mod literals;
pub mod lock;
pub mod log;
pub mod magic;
pub mod mailbox;
pub mod match_spec;
pub mod microstates;
pub mod onlooker;
pub mod os_signal;
pub mod peer;
pub mod poller;
pub mod port;
pub mod process;
pub mod process_report;
pub mod process_table;
pub mod processors;
pub mod registry;
pub mod relations;
pub mod remote;
pub mod saved_calls;
pub mod sched;
pub mod signal;
pub mod spawn;
pub mod statistics;
mod sync;
pub mod system;
pub mod system_monitor;
pub mod system_profile;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod time_offset;
pub mod timer;
pub mod token;
pub mod topology;
pub mod trace;
pub mod tracers;
pub mod turns;
pub mod undecoded;
pub mod version;
pub mod wakeup;
mod watch;
mod wheel;

/// Registers the functions of upper modules with the lower ones that call them ([`hook`]). To be
/// called at start, before there are schedulers; more calls do nothing.
pub fn connect() {
    signal::connect();
    remote::connect();
    port::connect();
    breakpoint::connect();
    tracers::connect();
}
