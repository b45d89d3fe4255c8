//! Ports: what processes see of drivers and external programs.

use crate::signal::Signal;

/// Sends a signal to a port; false if there is none.
pub fn signal(_port: u64, _signal: Signal) -> bool {
    false
}
