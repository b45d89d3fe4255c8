//! A driver that ends its port: `driver_failure_*`, `driver_exit`.
//!
//! The function that asks for the end goes on: the port ends, and `stop` is called, when the
//! driver's function returns. From the failure on until then functions of the interface do not know
//! the port.

use super::abi::PortHandle;
use super::instance::{self, Instance, Life};
use crate::ffi::Text;
use crate::table::{Row, row};
use std::ffi::c_int;
use std::sync::PoisonError;
use term::{Atom, Term, am};
use vm::port::Core;

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(
        driver_exit,
        "int(ErlDrvPort port, int err)",
        "1.0",
        "Ends the port, of which the owner has heard already."
    ),
    row!(
        driver_failure,
        "int(ErlDrvPort port, int error)",
        "1.0",
        "Ends the port because of an error, a number."
    ),
    row!(
        driver_failure_atom,
        "int(ErlDrvPort port, char *string)",
        "1.0",
        "Ends the port because of an error, an atom."
    ),
    row!(
        driver_failure_eof,
        "int(ErlDrvPort port)",
        "1.0",
        "Tells that the input has ended, or ends the port."
    ),
    row!(
        driver_failure_posix,
        "int(ErlDrvPort port, int error)",
        "1.0",
        "Ends the port because of an error of the operating system."
    ),
];

/// Has the port end for a reason.
pub(super) fn fail(instance: &Instance, core: &mut Core, reason: Term<'static>) {
    core.opened(core.port());
    instance.queue.lock().unwrap_or_else(PoisonError::into_inner).abandon();
    instance.set_life(Life::Failed);
    core.fail(reason);
}

fn failure(port: PortHandle, reason: Term<'static>) -> c_int {
    instance::with_core(port, |instance, core| fail(instance, core, reason)).map_or(-1, |()| 0)
}

/// Ends the port for an atom of Latin-1 text; -1 if there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_failure_atom(port: PortHandle, string: Text) -> c_int {
    failure(port, Term::atom(super::terms::atom(string.bytes())))
}

/// Ends the port for an error of the operating system, `enoent` for 2; -1 if there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_failure_posix(port: PortHandle, error: c_int) -> c_int {
    failure(port, Term::atom(vm::errno::atom(error)))
}

/// Ends the port for a number; 0 is the end of input. -1 if there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_failure(port: PortHandle, error: c_int) -> c_int {
    match error {
        0 => driver_failure_eof(port),
        _ => failure(port, Term::small(error.into())),
    }
}

/// The input has ended: a port with the option `eof` tells its owner, any other ends. -1 if there
/// is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_failure_eof(port: PortHandle) -> c_int {
    let done = instance::with_core(port, |instance, core| {
        let ends = !core.soft_eof || core.is_closing();
        core.opened(core.port());
        core.flush_line();
        match ends {
            true => fail(instance, core, Term::atom(am::NORMAL)),
            false => core.message(|_| Term::atom(am::EOF)),
        }
    });
    done.map_or(-1, |()| 0)
}

/// Ends the port, of whose end the owner is not told: 0 is `normal`, else it is an error of the
/// operating system. -1 if there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_exit(port: PortHandle, error: c_int) -> c_int {
    let reason: Atom = if error == 0 { am::NORMAL } else { vm::errno::atom(error) };
    let done = instance::with_core(port, |instance, core| {
        core.unlink(core.connected);
        fail(instance, core, Term::atom(reason));
    });
    done.map_or(-1, |()| 0)
}
