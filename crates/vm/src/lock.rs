//! The lock of a part of a table: many readers or one writer, one atomic instruction to write.
//!
//! Operations under the lock are short, except for traversals, which end after some thousand
//! objects. So a thread that has to wait tries again: at once, then after others had the processor,
//! then after a while. With one scheduler there is no other thread, and nothing is locked.

use crate::sync::{AtomicU32, Ordering, yield_now};
use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::time::Duration;

/// A thread writes.
const WRITER: u32 = 1 << 31;
/// A thread waits to write: no more readers are let in.
const WANTED: u32 = 1 << 30;

/// A value under a lock.
pub struct Lock<T> {
    /// How many threads read, or [`WRITER`]; and maybe [`WANTED`].
    state: AtomicU32,
    /// Whether there are other threads to keep out.
    shared: bool,
    value: UnsafeCell<T>,
}

// SAFETY: a lock that is moved to another thread takes its value along, which is Send.
unsafe impl<T: Send> Send for Lock<T> {}
// SAFETY: a shared lock gives its value to many readers, so that T has to be Sync, or to one writer
// at a time, so that T has to be Send; `state` keeps them apart. A lock that is not shared is used
// by one thread only: `new` demands that of its caller.
unsafe impl<T: Send + Sync> Sync for Lock<T> {}

/// Waits between two attempts to take a lock.
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
    /// there is another guard.
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
                // The next thread that begins or ends to write takes the mark back.
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
        // SAFETY: as long as this guard lives, `state` counts a reader, so no writer gets in. If
        // the lock is not shared, `new` demands of its caller that there is none.
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
        // SAFETY: as long as this guard lives, `state` is `WRITER`, so nobody else gets in. If the
        // lock is not shared, `new` demands of its caller that there is no other guard.
        unsafe { &*self.lock.value.get() }
    }
}

impl<T> DerefMut for Writing<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: this guard is the only one, by `state` or, if the lock is not shared, by the
        // promise that `new` demands; and it is borrowed mutably as long as the reference lives.
        unsafe { &mut *self.lock.value.get() }
    }
}

impl<T> Drop for Writing<'_, T> {
    #[inline]
    fn drop(&mut self) {
        if self.lock.shared {
            // While a thread writes, others change the state only to set `WANTED`. A mark that is
            // lost here is set again by the thread that waits.
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
