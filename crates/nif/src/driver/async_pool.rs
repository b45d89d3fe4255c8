//! `driver_async`: work that a pool of threads does for drivers.
//!
//! There are as many threads as `+A` says, and each has a queue: jobs with the same key are done
//! one after the other. They are started with the first job.

use super::abi::{PortHandle, TermData};
use super::data_lock::Reference;
use super::loaded::Loaded;
use super::{ddll, instance, pdl};
use crate::table::{Row, row};
use std::collections::VecDeque;
use std::ffi::{c_long, c_uint, c_void};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use vm::port::watch;
use vm::system;

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(
        driver_async,
        "long(ErlDrvPort ix, unsigned int* key, void (*async_invoke)(void*), void* async_data, void (*async_free)(void*))",
        "1.0",
        "Has a thread do some work."
    ),
    row!(
        driver_async_port_key,
        "unsigned int(ErlDrvPort port)",
        "2.1",
        "A key for work of a port."
    ),
];

/// A function of C code's that gets its data.
type Function = extern "C" fn(*mut c_void);

/// Work for a thread.
pub(super) struct Job {
    port: u64,
    driver: Arc<Loaded>,
    invoke: Function,
    data: *mut c_void,
    free: Option<Function>,
    /// The port's data lock, which the work may take although the port has gone.
    _lock: Option<Reference>,
}

// SAFETY: the driver gives its data away until its function gets them back.
unsafe impl Send for Job {}

impl Job {
    /// The data that the driver has given.
    pub(super) fn data(&self) -> *mut c_void {
        self.data
    }

    fn run(self) {
        self.driver.within(Some(self.port), || (self.invoke)(self.data));
        super::later(move || self.done());
    }

    /// Tells the driver; if it is not there any more, or has no function for that, the data are
    /// freed.
    fn done(self) {
        if !ready_async(self.port, &self)
            && let Some(free) = self.free
        {
            self.driver.within(Some(self.port), || free(self.data));
        }
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        ddll::release(&self.driver);
    }
}

#[derive(Default)]
struct Queue {
    jobs: Mutex<VecDeque<Job>>,
    more: Condvar,
}

impl Queue {
    fn work(&self) {
        loop {
            let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
            let job = loop {
                match jobs.pop_front() {
                    Some(job) => break job,
                    None => jobs = self.more.wait(jobs).unwrap_or_else(PoisonError::into_inner),
                }
            };
            drop(jobs);
            job.run();
        }
    }
}

fn queues() -> &'static [Queue] {
    static QUEUES: OnceLock<Box<[Queue]>> = OnceLock::new();
    static STARTED: OnceLock<()> = OnceLock::new();
    let queues = QUEUES.get_or_init(|| {
        (0..system::config().async_threads.max(1)).map(|_| Queue::default()).collect()
    });
    STARTED.get_or_init(|| {
        for queue in queues {
            vm::sched::start_thread("async", || {
                vm::sched::binding::free();
                queue.work();
            });
        }
    });
    queues
}

/// A job of the pool of threads is done.
fn ready_async(id: u64, job: &Job) -> bool {
    let called = instance::enter(id, |instance, core| {
        let Some(ready) = instance.driver.entry.ready_async else { return false };
        watch::done_by_thread(core);
        instance.call(core, TermData::NIL, |data| ready(data, job.data()));
        true
    });
    called == Some(true)
}

/// Has a thread call `async_invoke` with the data, then the driver's `ready_async`; if that cannot
/// be, `async_free` gets them. With the same key it is the same thread. Gives the job's number, -1
/// if there is no such port.
#[unsafe(no_mangle)]
pub extern "C" fn driver_async(
    port: PortHandle,
    key: Option<&mut c_uint>,
    async_invoke: Function,
    async_data: *mut c_void,
    async_free: Option<Function>,
) -> c_long {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let Some(instance) = instance::instance(port) else { return -1 };
    let number = NUMBER.fetch_add(1, Ordering::Relaxed) & 0x7fff_ffff;
    let queues = queues();
    let which = match key {
        // The driver learns which thread it is.
        Some(key) => {
            let which = *key as usize % queues.len();
            *key = which as c_uint;
            which
        }
        None => number % queues.len(),
    };
    ddll::retain(&instance.driver);
    let job = Job {
        port: instance.id,
        driver: instance.driver.clone(),
        invoke: async_invoke,
        data: async_data,
        free: async_free,
        _lock: pdl::share(&instance),
    };
    queues[which].jobs.lock().unwrap_or_else(PoisonError::into_inner).push_back(job);
    queues[which].more.notify_one();
    number as c_long + 1
}

/// A key for the jobs of a port, which is the same for each of them.
#[unsafe(no_mangle)]
pub extern "C" fn driver_async_port_key(port: PortHandle) -> c_uint {
    port.id().unwrap_or(0) as c_uint
}
