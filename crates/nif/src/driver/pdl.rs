//! Port data locks: by them a driver's own threads share a port's queue with the driver.

use super::abi::PortHandle;
use super::port::{self, Instance};
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

/// `struct erl_drv_port_data_lock`.
pub struct PortDataLock {
    /// C code's references, and the port's own.
    count: AtomicIsize,
    taken: Mutex<bool>,
    free: Condvar,
}

/// The reference of C code: `ErlDrvPDL`. Null where there is no lock.
#[derive(Copy, Clone)]
#[repr(transparent)]
pub struct Address(*const PortDataLock);

impl Address {
    const NONE: Address = Address(std::ptr::null());

    /// The lock, while C code has its reference.
    fn lock<'a>(self) -> &'a PortDataLock {
        // SAFETY: C code passes locks of which it, or the port that it is in, has a reference.
        unsafe { &*self.0 }
    }
}

/// The reference of the port, or of work for it, which is given up with this.
pub(super) struct Reference(Address);

// SAFETY: what it refers to may be used by any thread, as the lock is made of a mutex and a
// counter.
unsafe impl Send for Reference {}

impl PortDataLock {
    /// Counts a reference; how many there are.
    fn retain(&self) -> isize {
        self.count.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn take(&self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        while *taken {
            taken = self.free.wait(taken).unwrap_or_else(PoisonError::into_inner);
        }
        *taken = true;
    }

    fn give_back(&self) {
        *self.taken.lock().unwrap_or_else(PoisonError::into_inner) = false;
        self.free.notify_one();
    }
}

/// Gives up a reference; how many are left. With the last one goes the lock.
fn release(lock: Address) -> isize {
    let left = lock.lock().count.fetch_sub(1, Ordering::AcqRel) - 1;
    if left == 0 {
        // SAFETY: it was made by `Arc::into_raw`, and this was the last of the counted references.
        drop(unsafe { Arc::from_raw(lock.0) });
    }
    left
}

impl Drop for Reference {
    fn drop(&mut self) {
        release(self.0);
    }
}

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
    let Some(instance) = port::instance(port) else { return Address::NONE };
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
