//! The lock of a port's data, which is counted.

use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// `struct erl_drv_port_data_lock`.
pub struct PortDataLock {
    /// C code's references, and the port's own.
    pub(super) count: AtomicIsize,
    pub(super) taken: Mutex<bool>,
    pub(super) free: Condvar,
}

/// The reference of C code: `ErlDrvPDL`. Null where there is no lock.
#[derive(Copy, Clone)]
#[repr(transparent)]
pub struct Address(pub(super) *const PortDataLock);

impl Address {
    pub(super) const NONE: Address = Address(std::ptr::null());

    /// The lock, while C code has its reference.
    pub(super) fn lock<'a>(self) -> &'a PortDataLock {
        // SAFETY: C code passes locks of which it, or the port that it is in, has a reference.
        unsafe { &*self.0 }
    }
}

/// The reference of the port, or of work for it, which is given up with this.
pub(super) struct Reference(pub(super) Address);

// SAFETY: what it refers to may be used by any thread, as the lock is made of a mutex and a
// counter.
unsafe impl Send for Reference {}

impl PortDataLock {
    /// Counts a reference; how many there are.
    pub(super) fn retain(&self) -> isize {
        self.count.fetch_add(1, Ordering::Relaxed) + 1
    }

    pub(super) fn take(&self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        while *taken {
            taken = self.free.wait(taken).unwrap_or_else(PoisonError::into_inner);
        }
        *taken = true;
    }

    pub(super) fn give_back(&self) {
        *self.taken.lock().unwrap_or_else(PoisonError::into_inner) = false;
        self.free.notify_one();
    }
}

/// Gives up a reference; how many are left. With the last one goes the lock.
pub(super) fn release(lock: Address) -> isize {
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
