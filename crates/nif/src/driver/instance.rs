//! A port whose driver is C code: how the emulator calls it, and how its functions find the port
//! again.
//!
//! The emulator enters a port with its lock and calls the driver: [`Instance::call`]. The functions
//! that the driver calls meanwhile name the port by its handle, and need what the emulator has in
//! hand just then, its [`Core`]. So each thread has a stack of the ports that it is in
//! ([`with_core`]):
//!
//! ```text
//! process ── port_command ──► Port::enter (lock) ──► CDriver::output ──► C: output(data, buf, len)
//!                                  │ &mut Core            │                       │
//!                                  └──► STACK: (instance, core) ◄── driver_output(handle, …)
//! ```

use super::abi::{DrvData, PortHandle, TermData};
use super::data_lock::Reference;
use super::loaded::Loaded;
use super::pieces::Queue;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use vm::port::waiting::NO_LIMIT;
use vm::port::{Core, Driver, Held, Monitors};
use vm::timer::Handle;

/// A time of a port's life.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Life {
    /// `start` has not returned.
    Starting,
    /// It works.
    Open,
    /// It has ended for programs, and the driver writes what is queued.
    Flushing,
    /// The driver has asked for its end; functions do not know it any more.
    Failed,
    /// `stop` is being called.
    Stopping,
    /// It has gone.
    Gone,
}

/// A timer that has been started.
pub(super) struct Timer {
    pub(super) handle: Handle,
    /// By which it is told from those that have been started before it.
    pub(super) number: u64,
    /// In ns of the emulator's clock.
    pub(super) when_ns: u64,
}

/// The part of a port that its driver's functions need, on any thread.
pub(super) struct Instance {
    pub(super) id: u64,
    pub(super) driver: Arc<Loaded>,
    /// The data that `start` has given.
    data: AtomicPtr<c_void>,
    life: AtomicU8,
    /// It has been flushed, and programs are told nothing of it any more, not even while it stops.
    pub(super) silent: AtomicBool,
    /// The owner, a pid's payload.
    pub(super) owner: AtomicU64,
    /// The process that has the driver called, as a word: a pid or `[]`.
    caller: AtomicU64,
    /// `set_port_control_flags`.
    pub(super) control_flags: AtomicI32,
    pub(super) queue: Mutex<Queue>,
    pub(super) timer: Mutex<Option<Timer>>,
    pub(super) lock: Mutex<Option<Reference>>,
    pub(super) monitors: Arc<Monitors>,
    /// Per cent of a time slice that `erl_drv_consume_timeslice` has told of in the call that goes
    /// on.
    consumed: AtomicI32,
}

impl Instance {
    /// Where it is in its life.
    pub(super) fn life(&self) -> Life {
        const LIVES: [Life; 6] =
            [Life::Starting, Life::Open, Life::Flushing, Life::Failed, Life::Stopping, Life::Gone];
        LIVES[usize::from(self.life.load(Ordering::Acquire))]
    }

    /// Whether what the driver tells is still told to programs.
    pub(super) fn tells(&self) -> bool {
        !self.silent.load(Ordering::Acquire)
    }

    pub(super) fn set_life(&self, life: Life) {
        self.life.store(life as u8, Ordering::Release);
    }

    /// Whether functions of the interface take it.
    pub(super) fn is_valid(&self) -> bool {
        !matches!(self.life(), Life::Failed | Life::Gone)
    }

    /// The data that `start` has given.
    pub(super) fn data(&self) -> DrvData {
        self.data.load(Ordering::Acquire)
    }

    pub(super) fn set_data(&self, data: DrvData) {
        self.data.store(data, Ordering::Release);
    }

    /// `driver_caller`.
    pub(super) fn caller(&self) -> TermData {
        TermData(self.caller.load(Ordering::Relaxed))
    }

    /// Notes that the call that goes on has used so much of a time slice; how much it has used, per
    /// cent.
    pub(super) fn consume(&self, percent: i32) -> i32 {
        self.consumed.fetch_add(percent, Ordering::Relaxed).saturating_add(percent)
    }

    /// Calls a function of the driver's, under the port's lock.
    pub(super) fn call<R>(
        self: &Arc<Instance>,
        core: &mut Core,
        caller: TermData,
        function: impl FnOnce(DrvData) -> R,
    ) -> R {
        let before = self.caller.swap(caller.0, Ordering::Relaxed);
        self.consumed.store(0, Ordering::Relaxed);
        let depth = STACK.with_borrow(Vec::len);
        let entered =
            Entered { instance: self.clone(), core: NonNull::from(&mut *core), held: None };
        STACK.with_borrow_mut(|stack| stack.push(entered));
        let result = self.driver.within(Some(self.id), || function(self.data()));
        // With this port go those that it has made meanwhile. They may call their driver, so the
        // stack is not borrowed then.
        let left = STACK.with_borrow_mut(|stack| stack.split_off(depth));
        drop(left);
        self.caller.store(before, Ordering::Relaxed);
        if caller == TermData::NIL {
            // There is nobody to pay for its work.
            core.work = 0;
        }
        result
    }
}

/// A port that this thread is in.
struct Entered {
    instance: Arc<Instance>,
    core: NonNull<Core>,
    /// The right to be in it, if it is the port's alone.
    held: Option<Held>,
}

thread_local! {
    /// The ports that this thread is in, the outermost first.
    static STACK: RefCell<Vec<Entered>> = const { RefCell::new(Vec::new()) };
}

/// Holds a port that has just been made until the thread leaves the innermost one that it is in.
/// Nothing is done if it is in none.
pub(super) fn hold(id: u64) {
    if STACK.with_borrow(Vec::is_empty) {
        return;
    }
    let Some(mut held) = Held::new(id) else { return };
    let Some((driver, core)) = held.parts() else { return };
    let Some(driver) = as_c(driver) else { return };
    let (instance, core) = (driver.0.clone(), NonNull::from(core));
    STACK.with_borrow_mut(|stack| stack.push(Entered { instance, core, held: Some(held) }));
}

impl Drop for Entered {
    fn drop(&mut self) {
        // Its port may end now, which calls the driver.
        drop(self.held.take());
    }
}

/// The driver, if it is C code.
pub(super) fn as_c(driver: &mut dyn Driver) -> Option<&mut CDriver> {
    let driver: &mut dyn std::any::Any = driver;
    driver.downcast_mut()
}

/// Does something with a port and its core. None if there is no such port (any more).
pub(super) fn with_core<R>(
    port: PortHandle,
    f: impl FnOnce(&Arc<Instance>, &mut Core) -> R,
) -> Option<R> {
    let id = port.id()?;
    let entered = STACK.with_borrow(|stack| {
        let found = stack.iter().rev().find(|e| e.instance.id == id)?;
        Some((found.instance.clone(), found.core))
    });
    let Some((instance, mut core)) = entered else {
        let port = vm::port::lookup(id)?;
        let result = port.enter(|driver, core| {
            let instance = as_c(driver)?.0.clone();
            instance.is_valid().then(|| f(&instance, core))
        });
        return result.flatten();
    };
    // SAFETY: the core was lent to the call of the driver's function that goes on further down this
    // thread's stack. It is used by nobody else until that returns, which takes the entry away; and
    // what is called here does not come back to C code.
    instance.is_valid().then(|| f(&instance, unsafe { core.as_mut() }))
}

/// All ports of C code, for threads that are in none.
static INSTANCES: RwLock<Option<HashMap<u64, Arc<Instance>>>> = RwLock::new(None);

/// A port that functions of the interface take.
pub(super) fn instance(port: PortHandle) -> Option<Arc<Instance>> {
    instance_of(port.id()?)
}

/// The port of this number, if its driver is C code and functions of the interface take it.
pub(super) fn instance_of(id: u64) -> Option<Arc<Instance>> {
    let entered = STACK.with_borrow(|stack| {
        stack.iter().rev().find(|e| e.instance.id == id).map(|e| e.instance.clone())
    });
    let found = entered.or_else(|| {
        let all = INSTANCES.read().unwrap_or_else(PoisonError::into_inner);
        all.as_ref()?.get(&id).cloned()
    });
    found.filter(|i| i.is_valid())
}

/// The port of this number has gone.
pub(super) fn forget(id: u64) {
    let mut all = INSTANCES.write().unwrap_or_else(PoisonError::into_inner);
    all.get_or_insert_default().remove(&id);
}

/// Whether this thread is in a port.
pub(super) fn is_within(id: u64) -> bool {
    STACK.with_borrow(|stack| stack.iter().any(|e| e.instance.id == id))
}

/// The driver of a port, for the emulator.
pub(super) struct CDriver(pub(super) Arc<Instance>);

impl CDriver {
    /// The driver of a new port. Its data are given already if another port has made it.
    pub(super) fn new(core: &Core, driver: Arc<Loaded>, data: Option<DrvData>) -> CDriver {
        let life = if data.is_some() { Life::Open } else { Life::Starting };
        if !driver.has_msgq_limits() {
            core.commands.set_limits((NO_LIMIT, NO_LIMIT));
        }
        let instance = Arc::new(Instance {
            id: core.id,
            driver,
            data: AtomicPtr::new(data.unwrap_or(std::ptr::null_mut())),
            life: AtomicU8::new(life as u8),
            silent: AtomicBool::new(false),
            owner: AtomicU64::new(core.connected),
            caller: AtomicU64::new(TermData::NIL.0),
            control_flags: AtomicI32::new(0),
            queue: Mutex::default(),
            timer: Mutex::default(),
            lock: Mutex::default(),
            monitors: core.monitors.clone(),
            consumed: AtomicI32::new(0),
        });
        let mut all = INSTANCES.write().unwrap_or_else(PoisonError::into_inner);
        all.get_or_insert_default().insert(core.id, instance.clone());
        CDriver(instance)
    }

    /// A port that answers: `start` has returned.
    pub(super) fn answers(&self) -> bool {
        matches!(self.0.life(), Life::Open | Life::Flushing)
    }
}

/// Calls the driver of a port. None, and nothing done, if the port has gone.
pub(super) fn enter<R>(id: u64, f: impl FnOnce(&Arc<Instance>, &mut Core) -> R) -> Option<R> {
    let result = vm::port::lookup(id)?.enter(|driver, core| {
        let driver = as_c(driver)?;
        driver.answers().then(|| f(&driver.0.clone(), core))
    });
    result.flatten()
}
