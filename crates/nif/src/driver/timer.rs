//! The timer of a port: it has one.

use super::abi::{PortHandle, TermData};
use super::instance::{self, Instance, Timer};
use crate::ffi::Out;
use crate::table::{Row, row};
use std::ffi::c_int;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};
use vm::clock::now_ns;
use vm::port::watch;
use vm::timer::{self, Action};

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(driver_cancel_timer, "int(ErlDrvPort port)", "1.0", "Stops the port's timer."),
    row!(
        driver_read_timer,
        "int(ErlDrvPort port, unsigned long *time_left)",
        "1.0",
        "Says how long the port's timer still has."
    ),
    row!(
        driver_set_timer,
        "int(ErlDrvPort port, unsigned long time)",
        "1.0",
        "Starts the port's timer."
    ),
];

static NUMBER: AtomicU64 = AtomicU64::new(0);
const NS_IN_MS: u64 = 1_000_000;

/// Stops the timer, if there is one.
pub(super) fn cancel(instance: &Instance) {
    let running = instance.timer.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(running) = running {
        timer::cancel(running.handle);
    }
}

/// Starts the port's timer, in ms, in the place of one that runs. -1 if there is no such port, or
/// the driver has no `timeout`.
#[unsafe(no_mangle)]
pub extern "C" fn driver_set_timer(port: PortHandle, time_ms: u64) -> c_int {
    let Some(instance) = instance::instance(port) else { return -1 };
    if instance.driver.entry.timeout.is_none() {
        return -1;
    }
    cancel(&instance);
    let (id, number) = (instance.id, NUMBER.fetch_add(1, Ordering::Relaxed));
    let when_ns = now_ns().saturating_add(time_ms.saturating_mul(NS_IN_MS));
    let mut timer = instance.timer.lock().unwrap_or_else(PoisonError::into_inner);
    let handle = timer::start(when_ns, Action::Call(Box::new(move || fire(id, number))));
    *timer = Some(Timer { handle, number, when_ns });
    0
}

/// The time is up, if the timer has not been stopped meanwhile.
fn fire(id: u64, number: u64) {
    instance::enter(id, |instance, core| {
        let mut timer = instance.timer.lock().unwrap_or_else(PoisonError::into_inner);
        if timer.take_if(|running| running.number == number).is_none() {
            return;
        }
        drop(timer);
        if let Some(timeout) = instance.driver.entry.timeout {
            let _turn = watch::timeout(core);
            instance.call(core, TermData::NIL, |data| timeout(data));
        }
    });
}

/// Stops the port's timer. -1 if there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_cancel_timer(port: PortHandle) -> c_int {
    let Some(instance) = instance::instance(port) else { return -1 };
    cancel(&instance);
    0
}

/// The ms that the port's timer still has; 0 if there is none. -1 if there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_read_timer(port: PortHandle, mut left_ms: Out<u64>) -> c_int {
    let Some(instance) = instance::instance(port) else { return -1 };
    let timer = instance.timer.lock().unwrap_or_else(PoisonError::into_inner);
    let when_ns = timer.as_ref().map_or(0, |running| running.when_ns);
    left_ms.set(when_ns.saturating_sub(now_ns()).div_ceil(NS_IN_MS));
    0
}
