//! Drivers: what a library, or a driver, gives to the emulator.

use super::abi::{self, DrvData, EntryAddress, PortHandle, TermData};
use super::ddll;
use super::instance::{self, CDriver};
use super::loaded::Loaded;
use crate::ffi::Text;
use crate::table::{Row, row};
use std::ffi::c_int;
use std::sync::Arc;
use vm::port::open::{Maker, OpenError, Options, Target};
use vm::port::{Core, Driver};

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(
        add_driver_entry,
        "void(ErlDrvEntry *de)",
        "1.0",
        "Adds a driver that is part of the calling one's library."
    ),
    row!(
        driver_create_port,
        "ErlDrvPort(ErlDrvPort creator_port, ErlDrvTermData connected, char* name, ErlDrvData drv_data)",
        "1.0",
        "Opens another port of the same driver."
    ),
    row!(driver_lock_driver, "int(ErlDrvPort ix)", "1.0", "Keeps the driver for ever."),
    row!(
        erl_drv_init_ack,
        "void(ErlDrvPort ix, ErlDrvData res)",
        "3.3",
        "Ends the wait of the process that has opened the port."
    ),
    row!(
        remove_driver_entry,
        "int(ErlDrvEntry *de)",
        "1.0",
        "Removes a driver that add_driver_entry has added."
    ),
];

impl Loaded {
    /// Makes its ports.
    pub(super) fn maker(self: &Arc<Loaded>) -> Maker {
        let driver = self.clone();
        Arc::new(move |core: &mut Core, _: &Target, options: &Options| {
            driver.check(options)?;
            if !ddll::port_opens(&driver) {
                return Err(OpenError::NoDriver);
            }
            Ok(Box::new(CDriver::new(core, driver.clone(), None)) as Box<dyn Driver>)
        })
    }

    /// Whether a port may have these options.
    fn check(&self, options: &Options) -> Result<(), OpenError> {
        let disabled = |limits: (usize, usize)| limits.1 == usize::MAX;
        let limits = options.msgq_limits.is_some_and(|limits| !disabled(limits));
        let wrong = options.exit_status
            || options.busy_limits.is_some()
            || limits && !self.has_msgq_limits();
        if wrong { Err(OpenError::BadArg) } else { Ok(()) }
    }
}

/// Adds a driver of the calling driver's library, and calls its `init`, whose result is not looked
/// at.
#[unsafe(no_mangle)]
pub extern "C" fn add_driver_entry(entry: EntryAddress) {
    ddll::add_static(entry);
}

/// Removes a driver that [`add_driver_entry`] has added: 1. 0 if there is no such driver, -1 if it
/// is one that has been loaded.
#[unsafe(no_mangle)]
pub extern "C" fn remove_driver_entry(entry: EntryAddress) -> c_int {
    ddll::remove_static(entry)
}

/// Keeps the driver of a port for ever; -1 if there is no such port, or its driver has not been
/// loaded.
#[unsafe(no_mangle)]
pub extern "C" fn driver_lock_driver(port: PortHandle) -> c_int {
    match instance::instance(port) {
        Some(instance) if ddll::make_permanent(&instance.driver) => 0,
        _ => -1,
    }
}

/// A new port of the same driver, connected to a process and linked with it, for whose data `start`
/// is not called. -1 if there is no such port or process. Only to be called on a scheduler's
/// thread.
#[unsafe(no_mangle)]
pub extern "C" fn driver_create_port(
    creator: PortHandle,
    connected: TermData,
    name: Text,
    data: DrvData,
) -> PortHandle {
    let (Some(instance), Some(owner)) = (instance::instance(creator), connected.pid()) else {
        return PortHandle::NONE;
    };
    if vm::sched::current() == 0 || !ddll::port_opens(&instance.driver) {
        return PortHandle::NONE;
    }
    let driver = instance.driver.clone();
    let mut made = false;
    let created = vm::port::create_for(name.bytes(), owner, |core| {
        made = true;
        Box::new(CDriver::new(core, driver.clone(), Some(data)))
    });
    if !made {
        ddll::port_gone(&driver);
    }
    let Ok(Some(id)) = created else { return PortHandle::NONE };
    instance::hold(id);
    PortHandle::of(id)
}

/// Tells the process that has opened the port what has come of it: -1, -2 and -3 are errors as for
/// `start`, anything else is the driver's data from now on.
#[unsafe(no_mangle)]
pub extern "C" fn erl_drv_init_ack(handle: PortHandle, result: DrvData) {
    let errno = std::io::Error::last_os_error().raw_os_error().unwrap_or(0);
    instance::with_core(handle, |instance, core| {
        if core.opener.is_none() {
            return;
        }
        let reason = match result as isize {
            abi::ERROR_GENERAL => term::am::EINVAL,
            abi::ERROR_ERRNO => vm::errno::atom(errno),
            abi::ERROR_BADARG => term::am::BADARG,
            _ => {
                core.opened(core.port());
                return instance.set_data(result);
            }
        };
        core.opened(term::Term::atom(reason));
        super::failure::fail(instance, core, term::Term::atom(term::am::NORMAL));
        instance.set_data(result);
    });
}
