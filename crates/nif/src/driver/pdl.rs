//! Port data locks: by them a driver's own threads share a port's queue with the driver.

use super::abi::PortHandle;
use super::data_lock::{Address, PortDataLock, Reference, release};
use super::instance::{self, Instance};
use crate::table::{Row, row};
use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(driver_pdl_create, "ErlDrvPDL(ErlDrvPort)", "1.1", "Makes the port's data lock."),
    row!(
        driver_pdl_dec_refc,
        "ErlDrvSInt(ErlDrvPDL)",
        "1.1",
        "Gives up a reference to a lock; says how many are left."
    ),
    row!(
        driver_pdl_get_refc,
        "ErlDrvSInt(ErlDrvPDL)",
        "1.1",
        "Says how many references to a lock there are."
    ),
    row!(
        driver_pdl_inc_refc,
        "ErlDrvSInt(ErlDrvPDL)",
        "1.1",
        "Takes another reference to a lock; says how many there are."
    ),
    row!(driver_pdl_lock, "void(ErlDrvPDL)", "1.1", "Takes a lock."),
    row!(driver_pdl_unlock, "void(ErlDrvPDL)", "1.1", "Gives a lock back."),
];

/// The port has gone, and with it its reference.
pub(super) fn end(instance: &Instance) {
    drop(instance.lock.lock().unwrap_or_else(PoisonError::into_inner).take());
}

/// A reference to the port's lock, for work that the lock has to outlive.
pub(super) fn share(instance: &Instance) -> Option<Reference> {
    let place = instance.lock.lock().unwrap_or_else(PoisonError::into_inner);
    let lock = place.as_ref()?.0;
    lock.lock().retain();
    Some(Reference(lock))
}

/// Makes the data lock of a port. Null if there is no such port, or it has one.
#[unsafe(no_mangle)]
pub extern "C" fn driver_pdl_create(port: PortHandle) -> Address {
    let Some(instance) = instance::instance(port) else { return Address::NONE };
    let mut place = instance.lock.lock().unwrap_or_else(PoisonError::into_inner);
    if place.is_some() {
        return Address::NONE;
    }
    let lock = Address(Arc::into_raw(Arc::new(PortDataLock {
        count: AtomicIsize::new(1),
        taken: Mutex::new(false),
        free: Condvar::new(),
    })));
    *place = Some(Reference(lock));
    lock
}

/// Waits until nobody has the lock, and takes it, with a reference.
#[unsafe(no_mangle)]
pub extern "C" fn driver_pdl_lock(lock: &PortDataLock) {
    lock.retain();
    lock.take();
}

/// Gives the lock back, with the reference.
#[unsafe(no_mangle)]
pub extern "C" fn driver_pdl_unlock(lock: Address) {
    lock.lock().give_back();
    release(lock);
}

/// The number of references.
#[unsafe(no_mangle)]
pub extern "C" fn driver_pdl_get_refc(lock: &PortDataLock) -> isize {
    lock.count.load(Ordering::Relaxed)
}

/// Takes another reference; gives how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn driver_pdl_inc_refc(lock: &PortDataLock) -> isize {
    lock.retain()
}

/// Gives up a reference; gives how many are left.
#[unsafe(no_mangle)]
pub extern "C" fn driver_pdl_dec_refc(lock: Address) -> isize {
    release(lock)
}
