//! The emulator's name and version, with what it runs on.

use crate::sched;
use crate::system::config;

/// The first line of the shell, which `erlang:system_info(system_version)` gives.
pub fn version_line() -> String {
    let c = config();
    format!(
        "Erlang/OTP {} [erts-{}] [maser-{}] [64-bit] [smp:{}:{}] [ds:{}:{}:{}] [async-threads:{}]\n",
        c.otp_release,
        c.erts_version,
        env!("CARGO_PKG_VERSION"),
        sched::count(),
        sched::wanted_online(),
        c.dirty_cpu,
        c.dirty_cpu,
        c.dirty_io,
        c.async_threads,
    )
}
