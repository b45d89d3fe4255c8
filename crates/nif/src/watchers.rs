//! The monitors that a resource has on processes, and the resources that have some.

use std::any::Any;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};
use vm::peer::Peer;
use vm::process::RefKey;
use vm::signal;

/// The monitors that a resource has.
#[derive(Default)]
pub(crate) struct Monitors {
    /// The resource's number as the other end of a relation; 0 until it has had a monitor.
    pub(crate) number: u64,
    pub(crate) active: Vec<(RefKey, u64)>,
}

static NEXT: AtomicU64 = AtomicU64::new(1);
/// The resources that have monitors, or have had some, by their numbers.
static WATCHERS: LazyLock<Mutex<HashMap<u64, Weak<dyn Any + Send + Sync>>>> =
    LazyLock::new(Mutex::default);

pub(crate) fn watchers() -> MutexGuard<'static, HashMap<u64, Weak<dyn Any + Send + Sync>>> {
    WATCHERS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Monitors {
    /// The resource has gone.
    pub(crate) fn end(&mut self) {
        if self.number != 0 {
            watchers().remove(&self.number);
        }
        for (key, pid) in self.active.drain(..) {
            signal::demonitor(Peer::process(pid), key);
        }
    }

    /// Takes a monitor out; gives the process.
    pub(crate) fn take(&mut self, key: RefKey) -> Option<u64> {
        let at = self.active.iter().position(|m| m.0 == key)?;
        Some(self.active.swap_remove(at).1)
    }

    /// Adds a monitor of a process; gives the resource's number.
    pub(crate) fn add(
        &mut self,
        key: RefKey,
        pid: u64,
        resource: &Arc<dyn Any + Send + Sync>,
    ) -> u64 {
        if self.number == 0 {
            self.number = NEXT.fetch_add(1, Ordering::Relaxed);
            watchers().insert(self.number, Arc::downgrade(resource));
        }
        self.active.push((key, pid));
        self.number
    }
}
