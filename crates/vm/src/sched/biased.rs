//! A lock that is its owner's but for moments: to take it costs the owner two stores and a load, no
//! atomic instruction, and others a system call.

use crate::barrier::Barrier;
use crate::sync::{AtomicBool, Mutex, Ordering, yield_now};
use std::cell::UnsafeCell;

/// A value that one thread, the owner, uses all the time, and others now and then.
///
/// The owner says that it is inside and looks whether others want to be; others say that they want
/// to be and look whether the owner is inside: Dekker's algorithm, with a barrier that is
/// asymmetric.
pub struct Biased<T> {
    /// Whether there are others.
    shared: bool,
    barrier: Barrier,
    /// The owner is inside.
    inside: AtomicBool,
    /// One of the others is inside, or waits for the owner to leave.
    wanted: AtomicBool,
    /// Held by the one of the others for whom `wanted` is set.
    others: Mutex<()>,
    value: UnsafeCell<T>,
}

// SAFETY: one thread at a time gets at the value, which may go from thread to thread: `own` and
// `others` keep each other out, and a mutex keeps one caller of `others` from the next.
unsafe impl<T: Send> Sync for Biased<T> {}

/// Waits between two attempts to get in. The work inside takes some hundred nanoseconds, unless the
/// operating system has taken the processor from the thread that is inside.
#[cold]
fn wait(attempt: u32) {
    match attempt {
        // Loom goes on with others only where it is told to.
        0..100 if !cfg!(feature = "loom") => std::hint::spin_loop(),
        _ => yield_now(),
    }
}

impl<T> Biased<T> {
    /// A lock for this many threads. A lock for a single thread locks nothing.
    ///
    /// # Safety
    /// If `threads` is 1, only the owner uses the lock.
    pub unsafe fn new(value: T, threads: usize) -> Biased<T> {
        Biased {
            shared: threads > 1,
            barrier: Barrier::new(threads),
            inside: AtomicBool::new(false),
            wanted: AtomicBool::new(false),
            others: Mutex::new(()),
            value: UnsafeCell::new(value),
        }
    }

    /// Whether there are others.
    #[inline]
    pub fn is_shared(&self) -> bool {
        self.shared
    }

    /// Runs `f` on the value.
    ///
    /// # Safety
    /// The caller is the owner: no other thread calls this, and `f` does not use the lock.
    #[inline]
    pub unsafe fn own<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        if self.shared {
            self.enter();
        }
        // SAFETY: only the owner calls this, and not from within `f`, as the caller promises. No
        // other thread is inside: `enter` returns only after it has seen `wanted` not set, and a
        // thread that sets it later finds `inside` set and waits. If the lock is not shared, there
        // is no other thread.
        let result = f(unsafe { &mut *self.value.get() });
        if self.shared {
            self.inside.store(false, Ordering::Release);
        }
        result
    }

    #[inline]
    fn enter(&self) {
        self.inside.store(true, Ordering::Relaxed);
        self.barrier.light();
        if self.wanted.load(Ordering::Acquire) {
            self.give_way();
        }
    }

    #[cold]
    fn give_way(&self) {
        loop {
            self.inside.store(false, Ordering::Release);
            let mut attempt = 0;
            while self.wanted.load(Ordering::Relaxed) {
                wait(attempt);
                attempt += 1;
            }
            self.inside.store(true, Ordering::Relaxed);
            self.barrier.light();
            if !self.wanted.load(Ordering::Acquire) {
                return;
            }
        }
    }

    /// Runs `f` on the value, on another thread than the owner's. `f` must not use the lock.
    ///
    /// # Panics
    /// If it is not shared.
    pub fn others<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        assert!(self.shared, "nobody else is there");
        let _alone = self.others.lock().expect("the others");
        self.wanted.store(true, Ordering::Relaxed);
        self.barrier.heavy();
        let mut attempt = 0;
        while self.inside.load(Ordering::Acquire) {
            wait(attempt);
            attempt += 1;
        }
        // SAFETY: the owner is not inside, and does not come in as long as `wanted` is set. The
        // mutex `others` keeps all other threads out.
        let result = f(unsafe { &mut *self.value.get() });
        self.wanted.store(false, Ordering::Release);
        result
    }
}

#[cfg(all(test, not(feature = "loom")))]
mod tests {
    use super::Biased;

    #[test]
    fn keeps_others_out() {
        // The system interrupts few, and many use fences.
        [3, 1000].into_iter().for_each(keeps_out);
    }

    fn keeps_out(threads: usize) {
        const EACH: u64 = 20_000;
        // SAFETY: there is more than one thread, so the lock locks.
        let lock = unsafe { Biased::new((0_u64, 0_u64), threads) };
        let add = |both: &mut (u64, u64)| {
            assert_eq!(both.0, both.1);
            both.0 += 1;
            both.1 += 1;
        };
        std::thread::scope(|s| {
            for _ in 0..2 {
                s.spawn(|| (0..EACH / 10).for_each(|_| lock.others(add)));
            }
            // SAFETY: no other thread calls `own`, and `add` does not use the lock.
            (0..EACH).for_each(|_| unsafe { lock.own(add) });
        });
        assert_eq!(lock.others(|both| *both), (EACH + EACH / 5, EACH + EACH / 5));
    }
}
