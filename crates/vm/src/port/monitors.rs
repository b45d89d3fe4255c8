//! The processes that a port watches.

use crate::peer::Peer;
use crate::process::RefKey;
use crate::signal::{self, MonitoredBy};
use crate::system;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

/// The monitors of a port. Any thread may add some and take them back, also one that is not in the
/// port.
pub struct Monitors {
    port: Peer,
    /// Pids, by the references of the monitors.
    processes: Mutex<HashMap<RefKey, u64>>,
}

impl Monitors {
    /// None, for the port of this number.
    pub(super) fn new(port: u64) -> Monitors {
        Monitors { port: Peer::port(port), processes: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<RefKey, u64>> {
        self.processes.lock().expect("monitors of a port")
    }

    /// Has the port's driver told when a process goes: by [`super::Driver::down`]. None if it is
    /// not there.
    pub fn add(&self, pid: u64) -> Option<RefKey> {
        let key = system::new_ref();
        self.lock().insert(key, pid);
        let there = signal::monitor(Peer::process(pid), key, MonitoredBy { watcher: self.port });
        if !there {
            self.lock().remove(&key);
        }
        there.then_some(key)
    }

    /// Takes a monitor back; false if it is not there.
    pub fn remove(&self, key: RefKey) -> bool {
        let Some(pid) = self.lock().remove(&key) else { return false };
        signal::demonitor(Peer::process(pid), key);
        true
    }

    /// The process that is watched.
    pub fn process(&self, key: RefKey) -> Option<u64> {
        self.lock().get(&key).copied()
    }

    /// All monitors, for a crash dump: none if another thread has them in hand.
    pub(super) fn at_end(&self) -> Vec<(RefKey, u64)> {
        let monitors = self.processes.try_lock();
        monitors.map(|all| all.iter().map(|(&key, &pid)| (key, pid)).collect()).unwrap_or_default()
    }

    /// All processes that are watched.
    pub fn processes(&self) -> Vec<u64> {
        self.lock().values().copied().collect()
    }

    /// Ends a monitor that has told.
    pub(super) fn told(&self, key: RefKey) {
        self.lock().remove(&key);
    }

    /// Takes all back.
    pub(super) fn clear(&self) {
        let processes = std::mem::take(&mut *self.lock());
        for (key, pid) in processes {
            signal::demonitor(Peer::process(pid), key);
        }
    }
}
