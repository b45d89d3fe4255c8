//! The lock that all ports of a driver share, if the driver wants that.

use std::sync::{Arc, Condvar, Mutex};
use std::thread::ThreadId;

/// A lock that the thread which has it may take again. Drivers in C that do not lock by port have
/// one: while a thread is in one of their ports, no other thread is in any.
#[derive(Default)]
pub struct DriverLock {
    /// The thread that has it, and how often.
    holder: Mutex<(Option<ThreadId>, usize)>,
    free: Condvar,
}

/// The right to be in ports of a driver, until it is dropped.
pub struct DriverTurn(Arc<DriverLock>);

impl DriverLock {
    /// Waits until no other thread has it, and takes it.
    pub fn take(lock: &Arc<DriverLock>) -> DriverTurn {
        let me = std::thread::current().id();
        let mut holder = lock.holder.lock().expect("driver lock");
        while holder.0.is_some_and(|id| id != me) {
            holder = lock.free.wait(holder).expect("driver lock");
        }
        *holder = (Some(me), holder.1 + 1);
        drop(holder);
        DriverTurn(lock.clone())
    }

    /// Takes it, if no other thread has it.
    pub fn try_take(lock: &Arc<DriverLock>) -> Option<DriverTurn> {
        let me = std::thread::current().id();
        let mut holder = lock.holder.lock().expect("driver lock");
        if holder.0.is_some_and(|id| id != me) {
            return None;
        }
        *holder = (Some(me), holder.1 + 1);
        Some(DriverTurn(lock.clone()))
    }
}

impl Drop for DriverTurn {
    fn drop(&mut self) {
        let mut holder = self.0.holder.lock().expect("driver lock");
        holder.1 -= 1;
        if holder.1 == 0 {
            holder.0 = None;
            self.0.free.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn a_thread_takes_it_again_and_others_wait() {
        let lock = Arc::new(DriverLock::default());
        let outer = DriverLock::take(&lock);
        drop(DriverLock::take(&lock));
        let entered = Arc::new(AtomicBool::new(false));
        let (lock2, entered2) = (lock.clone(), entered.clone());
        let thread = std::thread::spawn(move || {
            assert!(DriverLock::try_take(&lock2).is_none(), "taken while another thread has it");
            let _turn = DriverLock::take(&lock2);
            entered2.store(true, Ordering::SeqCst);
        });
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert!(!entered.load(Ordering::SeqCst), "taken while another thread has it");
        drop(outer);
        thread.join().expect("the other thread");
        assert!(entered.load(Ordering::SeqCst));
        assert!(DriverLock::try_take(&lock).is_some());
    }
}
