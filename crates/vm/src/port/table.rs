//! The port table: numbers to ports, read without locks.

use super::Port;
use std::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

struct Table {
    slots: Box<[AtomicPtr<Port>]>,
    next: AtomicU64,
    count: AtomicUsize,
    limit: usize,
    /// Held for reading while a port comes or goes, and for writing while all are listed: a list is
    /// of one moment.
    changes: RwLock<()>,
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let limit = crate::system::config().max_ports.max(1);
        Table {
            slots: (0..limit.next_power_of_two().max(1024)).map(|_| AtomicPtr::default()).collect(),
            // OTP gives number 0 to its port for starting programs, which has no counterpart here.
            next: AtomicU64::new(1),
            count: AtomicUsize::new(0),
            limit,
            changes: RwLock::new(()),
        }
    })
}

/// Bits of a port's number.
const NUMBER_MASK: u64 = (1 << 28) - 1;

/// Puts a port into the table; None if that is full, or `make` makes none.
pub(super) fn insert(make: impl FnOnce(u64) -> Option<Port>) -> Option<Arc<Port>> {
    let t = table();
    if t.count.fetch_add(1, Ordering::Relaxed) >= t.limit {
        t.count.fetch_sub(1, Ordering::Relaxed);
        return None;
    }
    // A taken slot holds a port or, for a moment, this mark.
    let reserved: *mut Port = std::ptr::without_provenance_mut(1);
    loop {
        let id = t.next.fetch_add(1, Ordering::Relaxed) & NUMBER_MASK;
        let slot = &t.slots[id as usize & (t.slots.len() - 1)];
        if slot
            .compare_exchange(std::ptr::null_mut(), reserved, Ordering::Relaxed, Ordering::Relaxed)
            .is_err()
        {
            continue;
        }
        let Some(port) = make(id) else {
            slot.store(std::ptr::null_mut(), Ordering::Release);
            t.count.fetch_sub(1, Ordering::Relaxed);
            return None;
        };
        let port = Arc::new(port);
        let _change = t.changes.read().unwrap_or_else(PoisonError::into_inner);
        slot.store(Arc::into_raw(port.clone()).cast_mut(), Ordering::Release);
        return Some(port);
    }
}

/// The port of this number.
pub fn lookup(id: u64) -> Option<Arc<Port>> {
    let t = table();
    let _guard = crossbeam_epoch::pin();
    let p = t.slots[id as usize & (t.slots.len() - 1)].load(Ordering::Acquire);
    if p.addr() <= 1 {
        return None;
    }
    // SAFETY: the table's own count is given up only after the epoch of this guard (see `remove`),
    // so the port lives; the new count is ours.
    let port = unsafe {
        Arc::increment_strong_count(p);
        Arc::from_raw(p)
    };
    (port.id == id).then_some(port)
}

/// Takes a port out of the table.
pub(super) fn remove(id: u64) {
    let t = table();
    let slot = &t.slots[id as usize & (t.slots.len() - 1)];
    let change = t.changes.read().unwrap_or_else(PoisonError::into_inner);
    let p = slot.swap(std::ptr::null_mut(), Ordering::AcqRel);
    drop(change);
    debug_assert!(p.addr() > 1);
    t.count.fetch_sub(1, Ordering::Relaxed);
    let guard = crossbeam_epoch::pin();
    // SAFETY: the table's count, from `into_raw`, given up when no `lookup` can be looking at the
    // slot's old value.
    unsafe { guard.defer_unchecked(move || drop(Arc::from_raw(p))) };
}

/// The number of ports.
pub fn count() -> usize {
    table().count.load(Ordering::Relaxed)
}

/// The limit on ports.
pub fn limit() -> usize {
    table().limit
}

/// The numbers of all ports that there are at one moment, in order.
pub fn all_ids() -> Vec<u64> {
    let t = table();
    let _guard = crossbeam_epoch::pin();
    let _none_changes = t.changes.write().unwrap_or_else(PoisonError::into_inner);
    let mut ids: Vec<u64> = t
        .slots
        .iter()
        .filter_map(|s| {
            let p = s.load(Ordering::Acquire);
            // SAFETY: it is no mark, so it is a port. The table's count of the port is given up
            // only after the epoch of this guard (see `remove`), so the port lives.
            (p.addr() > 1).then(|| unsafe { (*p).id })
        })
        .collect();
    ids.sort_unstable();
    ids
}
