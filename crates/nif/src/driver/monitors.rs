//! Processes that a driver watches.

use super::abi::{PortHandle, TermData};
use super::instance;
use crate::abi::Monitor;
use crate::ffi::Out;
use crate::table::{Row, row};
use std::ffi::c_int;
use term::Term;

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(
        driver_compare_monitors,
        "int(const ErlDrvMonitor *monitor1, const ErlDrvMonitor *monitor2)",
        "1.1",
        "Compares two monitors."
    ),
    row!(
        driver_demonitor_process,
        "int(ErlDrvPort port, const ErlDrvMonitor *monitor)",
        "1.1",
        "Ends a monitor."
    ),
    row!(
        driver_get_monitored_process,
        "ErlDrvTermData(ErlDrvPort port, const ErlDrvMonitor *monitor)",
        "1.1",
        "Says which process a monitor watches."
    ),
    row!(
        driver_monitor_process,
        "int(ErlDrvPort port, ErlDrvTermData process, ErlDrvMonitor *monitor)",
        "1.1",
        "Has the driver told when a process goes."
    ),
];

/// Calls the driver's `process_exit` when a process goes. 1 if there is none, -1 if there is no
/// such port or the driver has no such function.
#[unsafe(no_mangle)]
pub extern "C" fn driver_monitor_process(
    port: PortHandle,
    process: TermData,
    mut monitor: Out<Monitor>,
) -> c_int {
    let Some(instance) = instance::instance(port) else { return -1 };
    if instance.driver.entry.process_exit.is_none() {
        return -1;
    }
    let Some(key) = process.pid().and_then(|pid| instance.monitors.add(pid)) else { return 1 };
    monitor.set(Monitor::new(key, instance.id));
    0
}

/// Ends a monitor. 1 if there is no such monitor (any more), -1 if there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_demonitor_process(port: PortHandle, monitor: &Monitor) -> c_int {
    let Some(instance) = instance::instance(port) else { return -1 };
    c_int::from(!instance.monitors.remove(monitor.key()))
}

/// The process that a monitor watches; `driver_term_nil` if there is no such monitor or port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_get_monitored_process(port: PortHandle, monitor: &Monitor) -> TermData {
    let process = instance::instance(port).and_then(|i| i.monitors.process(monitor.key()));
    process.map_or(TermData::NIL, |pid| TermData::of(Term::pid(pid)))
}

/// 0 if two monitors are the same; less or more than that gives an order.
#[unsafe(no_mangle)]
pub extern "C" fn driver_compare_monitors(a: &Monitor, b: &Monitor) -> c_int {
    (a.reference, a.owner).cmp(&(b.reference, b.owner)) as c_int
}
