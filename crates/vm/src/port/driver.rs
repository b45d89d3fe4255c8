//! The trait of drivers: a driver is the half of a port that knows about a device.

use super::lock::DriverLock;
use super::{Core, IoData};
use crate::poller::Ready;
use crate::process::RefKey;
use std::sync::Arc;
use term::{OwnedTerm, RefBin, Term};

/// Why a port could not be opened.
#[derive(Debug)]
pub enum OpenError {
    /// The name is wrong.
    BadArg,
    /// An option is wrong.
    BadOption,
    /// Too many ports.
    SystemLimit,
    /// The operating system refuses.
    Errno(i32),
    /// There is no such driver.
    NoDriver,
    /// The driver says no more than that: `einval`.
    Refused,
}

/// A bad argument of `port_control/3` or `port_call/3`.
#[derive(Debug)]
pub struct BadArg;

/// The result of `port_control/3`.
pub enum Reply {
    /// A list of bytes.
    List(Vec<u8>),
    /// A binary.
    Binary(Vec<u8>),
    /// All bytes of a binary that others may have, too.
    Shared(RefBin),
    /// The empty list.
    Nothing,
}

impl Reply {
    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Reply::List(bytes) | Reply::Binary(bytes) => bytes,
            Reply::Shared(bin) => bin.bytes(),
            Reply::Nothing => &[],
        }
    }
}

/// A driver's instance. All methods are called under the port's lock and must not block.
pub trait Driver: std::any::Any + Send {
    /// Its name.
    fn name(&self) -> &str;

    /// Whether OTP's driver of this name takes data in pieces, for which there is a probe of its
    /// own.
    fn takes_pieces(&self) -> bool {
        false
    }

    /// The lock that all ports of the driver share; None if each port has its own alone.
    fn shared_lock(&self) -> Option<Arc<DriverLock>> {
        None
    }

    /// Whether ports of OTP's driver of this name have a lock each, which `port_info` tells.
    fn locks_each_port(&self) -> bool {
        true
    }

    /// The port is in the table: from now on it may be called by the poller.
    fn start(&mut self, _core: &mut Core) {}

    /// As [`Driver::start`], which it calls, for drivers that can still refuse. If it fails, the
    /// port is dropped without [`Driver::stop`].
    fn open(&mut self, core: &mut Core) -> Result<(), OpenError> {
        self.start(core);
        Ok(())
    }

    /// Data from a process.
    fn output(&mut self, core: &mut Core, data: &IoData<'_>);

    /// The time has come that [`super::flush::at_end_of_slice`] was asked to tell.
    fn flush(&mut self, _core: &mut Core) {}

    /// A descriptor that has been registered with the poller has become ready.
    fn ready(&mut self, _core: &mut Core, _ready: Ready) {}

    /// `port_control/3`.
    fn control(&mut self, _core: &mut Core, _op: u32, _data: &[u8]) -> Result<Reply, BadArg> {
        Err(BadArg)
    }

    /// `port_call/3`.
    fn call(&mut self, _core: &mut Core, _op: u32, _data: Term<'_>) -> Result<OwnedTerm, BadArg> {
        Err(BadArg)
    }

    /// Bytes that wait to be written. While there are any, a port that is closed goes on writing.
    fn queued(&self) -> usize {
        0
    }

    /// The port has been closed while data was queued: no input is wanted any more.
    fn closing(&mut self, _core: &mut Core) {}

    /// The port has ended; what follows is the drop of this value.
    fn stop(&mut self, _core: &mut Core) {}

    /// A process that is in [`Core::monitors`] has gone. The entry is removed behind this.
    fn down(&mut self, _core: &mut Core, _monitor: RefKey) {}

    /// The port has another owner.
    fn owner_changed(&mut self, _core: &mut Core) {}

    /// The emulator is about to end with a crash dump.
    fn emergency_close(&mut self, _core: &mut Core) {}

    /// Whether `port_command/3` may be forced on it while it is busy.
    fn soft_busy(&self) -> bool {
        false
    }
}
