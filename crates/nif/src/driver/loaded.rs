//! A driver, as the library that has it describes it.

use super::abi::{self, DrvEntry, EmergencyClose, EntryAddress};
use std::sync::Arc;
use term::Term;
use vm::faults;
use vm::port::DriverLock;

/// A driver.
pub(super) struct Loaded {
    /// Its name, which `open_port/2` is given.
    pub(super) name: String,
    /// Its functions.
    pub(super) entry: DrvEntry,
    pub(super) emergency_close: Option<EmergencyClose>,
    /// Where the entry is.
    pub(super) address: EntryAddress,
    /// The lock that all its ports share.
    pub(super) lock: Option<Arc<DriverLock>>,
}

// SAFETY: the entry consists of functions of a library, which any thread may call as `erl_driver.h`
// says, and of addresses that are not used.
unsafe impl Send for Loaded {}
// SAFETY: nothing in it changes.
unsafe impl Sync for Loaded {}

impl Loaded {
    /// The driver of an entry that is compatible. None if it has no name in UTF-8.
    pub(super) fn new(address: EntryAddress) -> Option<Loaded> {
        let (entry, emergency_close) = address.read();
        let name = entry.name()?.to_str().ok()?.to_owned();
        let lock = (entry.driver_flags & abi::USE_PORT_LOCKING == 0).then(Arc::default);
        Some(Loaded { name, entry, emergency_close, address, lock })
    }

    /// Runs what calls a function of the driver's, for a port or for none, so that faults in it are
    /// told as its own: for example `./old_drv.so, called as driver old_drv by #Port<0.5>`.
    pub(super) fn within<R>(&self, port: Option<u64>, call: impl FnOnce() -> R) -> R {
        let what = || {
            let library = faults::library_at(self.address.address().addr());
            let by = port.map(|id| format!(" by {}", Term::port(id))).unwrap_or_default();
            format!("{library}, called as driver {}{by}", self.name)
        };
        faults::within_callback(&what, call)
    }

    /// Whether `port_command/3` may be forced on its ports.
    pub(super) fn is_soft_busy(&self) -> bool {
        self.entry.driver_flags & abi::SOFT_BUSY != 0
    }

    /// Whether it calls `erl_drv_init_ack`.
    pub(super) fn wants_init_ack(&self) -> bool {
        self.entry.driver_flags & abi::USE_INIT_ACK != 0
    }

    /// Whether limits on waiting messages concern it.
    pub(super) fn has_msgq_limits(&self) -> bool {
        self.entry.driver_flags & abi::NO_BUSY_MSGQ == 0
    }
}
