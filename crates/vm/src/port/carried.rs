//! Connections with other nodes that a port carries, as sockets do: its input is for no process in
//! particular, and its output comes from all of them.

use super::flush;
use super::queue::OutQueue;
use std::sync::Arc;
use term::OwnedTerm;

/// A connection that a port carries. All methods are called under the port's lock, and call no
/// port.
pub trait Carried: Send + Sync {
    /// A packet has come. False: nothing that could follow would be understood.
    fn arrived(&self, packet: &[u8]) -> bool;

    /// Gives output to the driver, packets with their lengths in front, until as many bytes wait
    /// in `queue`.
    fn fill(&self, queue: &mut OutQueue, most: usize);

    /// The port has ended, for this reason.
    fn ended(&self, reason: &OwnedTerm);
}

/// Has a port carry a connection from now on; false if it cannot, or carries one.
pub fn carry(port: u64, connection: Arc<dyn Carried>) -> bool {
    let Some(port) = super::lookup(port) else { return false };
    let taken = port.enter(|driver, core| {
        if !driver.soft_busy() || core.carried.is_some() || core.is_closing() {
            return false;
        }
        core.carried = Some(connection);
        true
    });
    taken == Some(true)
}

/// There is output for the driver of this port. It is asked for when the slice or the round of
/// polling ends, so that many messages go out by one system call.
pub fn has_output(port: u64) {
    if !flush::at_end_of_slice(port) {
        flush::now(port);
    }
}
