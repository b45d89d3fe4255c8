//! The lock of a part of a table: many readers or one writer, one atomic instruction to write.
//!
//! What is done under it is short, except for traversals, which end after some thousand objects; so
//! who has to wait tries again, at once, then after others had the processor, then after a while.
//! With one scheduler nobody else is there, and nothing is locked.

use crate::sync::{AtomicU32, Ordering, yield_now};
use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::time::Duration;

/// Somebody writes.
const WRITER: u32 = 1 << 31;
/// Somebody waits to write: no more readers.
const WANTED: u32 = 1 << 30;

/// A value under a lock.
pub struct Lock<T> {
    /// How many read, or [`WRITER`].
    state: AtomicU32,
    /// Whether there is anybody to keep out.
    shared: bool,
    value: UnsafeCell<T>,
}

// SAFETY: as for `RwLock`; what is not shared is used by one thread only, as `new` demands.
unsafe impl<T: Send> Send for Lock<T> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync> Sync for Lock<T> {}

/// What waits between two attempts.
#[cold]
fn wait(attempt: u32) {
    match attempt {
        // Loom goes on with others only where it is told to.
        _ if cfg!(feature = "loom") => yield_now(),
        0..100 => std::hint::spin_loop(),
        100..120 => yield_now(),
        _ => std::thread::sleep(Duration::from_micros(20)),
    }
}

impl<T> Lock<T> {
    /// A lock; one that is not shared locks nothing.
    ///
    /// # Safety
    /// If it is not shared, it is used by one thread only, and no guard that writes is held while
    /// there is another.
    pub unsafe fn new(value: T, shared: bool) -> Lock<T> {
        Lock { state: AtomicU32::new(0), shared, value: UnsafeCell::new(value) }
    }

    /// To read.
    #[inline]
    pub fn read(&self) -> Reading<'_, T> {
        let mut attempt = 0;
        while self.shared && !self.try_to_read() {
            wait(attempt);
            attempt += 1;
        }
        Reading { lock: self }
    }

    /// To read, if that can be done at once.
    pub fn try_read(&self) -> Option<Reading<'_, T>> {
        (!self.shared || self.try_to_read()).then(|| Reading { lock: self })
    }

    #[inline]
    fn try_to_read(&self) -> bool {
        let n = self.state.load(Ordering::Relaxed);
        n & (WRITER | WANTED) == 0
            && self.state.compare_exchange(n, n + 1, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// To write.
    #[inline]
    pub fn write(&self) -> Writing<'_, T> {
        self.write_and_tell().0
    }

    /// To write, and whether that took waiting.
    #[inline]
    pub fn write_and_tell(&self) -> (Writing<'_, T>, bool) {
        let waits = self.shared
            && self
                .state
                .compare_exchange(0, WRITER, Ordering::Acquire, Ordering::Relaxed)
                .is_err();
        if waits {
            self.wait_to_write();
        }
        (Writing { lock: self }, waits)
    }

    #[cold]
    fn wait_to_write(&self) {
        for attempt in 0.. {
            let n = self.state.load(Ordering::Relaxed);
            if n & !WANTED == 0 {
                let taken =
                    self.state.compare_exchange(n, WRITER, Ordering::Acquire, Ordering::Relaxed);
                if taken.is_ok() {
                    return;
                }
            } else if n & (WRITER | WANTED) == 0 {
                // Whoever writes next takes it back.
                self.state.fetch_or(WANTED, Ordering::Relaxed);
            }
            wait(attempt);
        }
    }
}

/// The value, to be read.
pub struct Reading<'a, T> {
    lock: &'a Lock<T>,
}

impl<T> Deref for Reading<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: nobody writes as long as this lives.
        unsafe { &*self.lock.value.get() }
    }
}

impl<T> Drop for Reading<'_, T> {
    #[inline]
    fn drop(&mut self) {
        if self.lock.shared {
            self.lock.state.fetch_sub(1, Ordering::Release);
        }
    }
}

/// The value, to be written.
pub struct Writing<'a, T> {
    lock: &'a Lock<T>,
}

impl<T> Deref for Writing<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: nobody else has it as long as this lives.
        unsafe { &*self.lock.value.get() }
    }
}

impl<T> DerefMut for Writing<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as above.
        unsafe { &mut *self.lock.value.get() }
    }
}

impl<T> Drop for Writing<'_, T> {
    #[inline]
    fn drop(&mut self) {
        if self.lock.shared {
            // While somebody writes nobody else changes it, except to say that they want to write,
            // which they say again.
            self.lock.state.store(0, Ordering::Release);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing is lost among writers, and readers see nothing half done.
    #[test]
    fn keeps_others_out() {
        // SAFETY: it is shared.
        let lock = unsafe { Lock::new((0_u64, 0_u64), true) };
        std::thread::scope(|s| {
            for thread in 0..4 {
                let lock = &lock;
                s.spawn(move || {
                    for i in 0..2000 {
                        if (i + thread) % 2 == 0 {
                            let mut both = lock.write();
                            both.0 += 1;
                            both.1 += 1;
                        } else {
                            let both = lock.read();
                            assert_eq!(both.0, both.1);
                        }
                    }
                });
            }
        });
        assert_eq!(*lock.read(), (4000, 4000));
        let _reading = lock.read();
        assert!(lock.try_read().is_some());
    }
}
