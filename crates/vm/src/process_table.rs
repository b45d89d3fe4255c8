//! The process table: pids to processes, read without locks.
//!
//! The number in a pid counts up; its low bits are the slot. A slot that is taken is skipped, so
//! that a pid is reused only after the whole range of numbers has passed.

use crate::process::Process;
use crossbeam_epoch::Guard;
use std::sync::atomic::{AtomicPtr, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

struct Table {
    slots: Box<[AtomicPtr<Process>]>,
    /// For each [`GROUP`] of slots whether one of them may be taken: [`EMPTY`], [`USED`] or
    /// [`DOUBTFUL`]. A walk through all processes passes over the groups that are
    /// empty.
    used: Box<[AtomicU8]>,
    next: AtomicU64,
    count: AtomicUsize,
    limit: usize,
}

/// Slots of a group.
const GROUP: usize = 1024;

/// No slot of the group is taken.
const EMPTY: u8 = 0;
/// A slot of the group may be taken.
const USED: u8 = 1;
/// A thread looks whether the group is empty, and nobody has taken a slot since.
const DOUBTFUL: u8 = 2;

/// The right to make a group doubtful. With two that do so at a time, one might take the other's
/// doubt for its own.
static DOUBTS: Mutex<()> = Mutex::new(());

static TABLE: OnceLock<Table> = OnceLock::new();

/// Bits of a pid's number; above them is the serial.
pub const NUMBER_BITS: u32 = 28;
const ID_MASK: u64 = (1 << (NUMBER_BITS + 13)) - 1;

fn table() -> &'static Table {
    TABLE.get_or_init(|| new_table(262_144))
}

fn new_table(limit: usize) -> Table {
    let slots = limit.next_power_of_two().max(GROUP);
    Table {
        slots: (0..slots).map(|_| AtomicPtr::default()).collect(),
        used: (0..slots / GROUP).map(|_| AtomicU8::new(EMPTY)).collect(),
        next: AtomicU64::new(0),
        count: AtomicUsize::new(0),
        limit: slots,
    }
}

/// Sets the limit on processes (`+P`); before the first process is made.
pub fn set_limit(limit: usize) {
    let _ = TABLE.set(new_table(limit));
}

/// The limit on processes.
pub fn limit() -> usize {
    table().limit
}

/// Bytes of the table itself.
pub fn bytes() -> usize {
    limit() * 8
}

/// The number of processes.
pub fn count() -> usize {
    table().count.load(Ordering::Relaxed)
}

/// The value of a slot that has been taken, until its process is complete.
const RESERVED: *mut Process = std::ptr::without_provenance_mut(1);

/// Puts a process into the table: `make` gets its pid's number. None if the table is full.
pub fn insert(make: impl FnOnce(u64) -> Box<Process>) -> Option<*mut Process> {
    let t = table();
    if t.count.fetch_add(1, Ordering::Relaxed) >= t.limit {
        t.count.fetch_sub(1, Ordering::Relaxed);
        return None;
    }
    loop {
        let id = t.next.fetch_add(1, Ordering::Relaxed) & ID_MASK;
        let at = id as usize & (t.slots.len() - 1);
        let slot = &t.slots[at];
        if slot
            .compare_exchange(std::ptr::null_mut(), RESERVED, Ordering::SeqCst, Ordering::Relaxed)
            .is_ok()
        {
            // Behind the exchange: whoever doubts this afterwards finds the slot taken.
            let used = &t.used[at / GROUP];
            if used.load(Ordering::SeqCst) != USED {
                used.swap(USED, Ordering::SeqCst);
            }
            let p = Box::into_raw(make(id));
            slot.store(p, Ordering::Release);
            return Some(p);
        }
    }
}

/// The number of the next new process, unless its slot is taken.
pub fn next_id() -> u64 {
    table().next.load(Ordering::Relaxed) & ID_MASK
}

/// Has new processes get numbers from this one on, for tests: even those of processes that have
/// gone only just now.
pub fn set_next_id(id: u64) {
    table().next.store(id & ID_MASK, Ordering::Relaxed);
}

/// The process of a pid.
#[inline]
pub fn lookup(id: u64, _guard: &Guard) -> Option<&Process> {
    let t = table();
    let p = t.slots[id as usize & (t.slots.len() - 1)].load(Ordering::Acquire);
    if p.addr() <= 1 {
        return None;
    }
    // SAFETY: the slot had the process while the guard was held. A process leaves the table before
    // it is handed to the epoch collector, which waits for this guard before it frees the process.
    let p = unsafe { &*p };
    (p.id == id).then_some(p)
}

/// Takes a process out of the table; its memory is freed by [`free`].
pub(crate) fn remove(id: u64) {
    let t = table();
    t.slots[id as usize & (t.slots.len() - 1)].store(std::ptr::null_mut(), Ordering::Release);
    t.count.fetch_sub(1, Ordering::Relaxed);
}

/// Frees a process once nobody can be looking at it.
///
/// # Safety
/// It has been removed from the table, is in no run queue, and the caller does not use it again.
pub(crate) unsafe fn free(p: *mut Process) {
    let guard = crossbeam_epoch::pin();
    // SAFETY: `insert` got the process from a box. The caller promises that nobody finds it any
    // more. A thread that has found it before holds a guard, for which the collector waits.
    unsafe { guard.defer_unchecked(move || drop(Box::from_raw(p))) };
}

/// The pids of all processes.
pub fn all_ids() -> Vec<u64> {
    let mut ids = Vec::with_capacity(count());
    for group in 0..table().used.len() {
        ids_of(group, &mut ids);
    }
    ids.sort_unstable();
    ids
}

/// How many slots a walk is ahead with asking for the memory of processes.
const AHEAD: usize = 8;

/// Calls `look` with each process and a guard, in the order of slots. Processes that are just being
/// made are passed over: this waits for nobody.
pub fn each(mut look: impl FnMut(&Process, &Guard)) {
    let t = table();
    for (slots, used) in t.slots.chunks(GROUP).zip(&t.used) {
        if used.load(Ordering::Relaxed) == EMPTY {
            continue;
        }
        let guard = crossbeam_epoch::pin();
        let at =
            |i: usize| slots.get(i).map_or(std::ptr::null_mut(), |s| s.load(Ordering::Acquire));
        for i in 0..slots.len() {
            term::row::prefetch(at(i + AHEAD).cast_const().cast());
            let p = at(i);
            if p.addr() > 1 {
                // SAFETY: the slot had the process while the guard was held; see `lookup`.
                look(unsafe { &*p }, &guard);
            }
        }
    }
}

/// The pids of the processes in the table's groups from one on, so many groups that there are some;
/// and the group behind these. None behind the last.
pub fn ids_from(mut group: usize) -> Option<(Vec<u64>, usize)> {
    let groups = table().used.len();
    let mut ids = Vec::new();
    while group < groups && ids.is_empty() {
        ids_of(group, &mut ids);
        group += 1;
    }
    (!ids.is_empty()).then_some((ids, group))
}

/// Adds the pids of the processes in a group.
fn ids_of(group: usize, ids: &mut Vec<u64>) {
    let used = &table().used[group];
    if used.load(Ordering::SeqCst) == EMPTY {
        return;
    }
    let slots = &table().slots[group * GROUP..][..GROUP];
    if add_ids(slots, ids) {
        return;
    }
    let Ok(_right) = DOUBTS.try_lock() else { return };
    // A slot that has been taken before is seen below. A process that takes one from here on makes
    // the group a used one.
    used.store(DOUBTFUL, Ordering::SeqCst);
    if !add_ids(slots, ids) {
        let _ = used.compare_exchange(DOUBTFUL, EMPTY, Ordering::SeqCst, Ordering::SeqCst);
    }
}

/// Adds the pids of the processes in these slots; says whether a slot is taken.
fn add_ids(slots: &[AtomicPtr<Process>], ids: &mut Vec<u64>) -> bool {
    let guard = crossbeam_epoch::pin();
    // A purge of code has to ask all processes that may have found the code, those that are being
    // made too.
    let complete = |slot: &AtomicPtr<Process>| {
        loop {
            match slot.load(Ordering::SeqCst) {
                // Making this process may be what has ended the emulator.
                RESERVED if term::fatal::is_ending() => return std::ptr::null_mut(),
                RESERVED => std::thread::yield_now(),
                p => return p,
            }
        }
    };
    let before = ids.len();
    ids.extend(
        slots
            .iter()
            .map(complete)
            // SAFETY: `p` is null or a process that a slot had while the guard was held. A process
            // that leaves the table later is freed only after the guard has been given up.
            .filter_map(|p| unsafe { p.as_ref() }.map(|p| p.id)),
    );
    drop(guard);
    ids.len() > before
}

/// Bytes that processes take, as of the last time each was scheduled out.
pub fn process_bytes() -> usize {
    let guard = crossbeam_epoch::pin();
    let of = |id: u64| {
        let p = lookup(id, &guard)?;
        Some(size_of_val(p) + 8 * p.heap_words.load(Ordering::Relaxed) as usize)
    };
    all_ids().into_iter().filter_map(of).sum()
}

/// Whether there is a process of this number: it is alive, or at least not gone.
pub fn contains(pid: u64) -> bool {
    with_process(pid, |_| ()).is_some()
}

/// Runs `f` on a process that is alive, or at least not gone.
pub fn with_process<R>(pid: u64, f: impl FnOnce(&Process) -> R) -> Option<R> {
    let guard = crossbeam_epoch::pin();
    lookup(pid, &guard).map(f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_in_the_table_is_found_while_groups_become_empty_and_used() {
        let come_and_go = || {
            for _ in 0..2_000 {
                let p = Process::listed_for_test();
                assert!(all_ids().contains(&p.id));
                remove(p.id);
            }
        };
        std::thread::scope(|scope| {
            (0..3).for_each(|_| drop(scope.spawn(come_and_go)));
        });
    }

    #[test]
    fn each_process_is_looked_at_once() {
        let mine: Vec<u64> = (0..100).map(|_| Process::listed_for_test().id).collect();
        let mut seen = Vec::new();
        each(|p, _| seen.push(p.id));
        let times = |id: &u64| seen.iter().filter(|seen| *seen == id).count();
        assert!(mine.iter().all(|id| times(id) == 1), "{mine:?} {seen:?}");
    }

    #[test]
    fn a_walk_through_the_table_comes_to_all_groups() {
        let mine: Vec<u64> = [3, 4, 70, 200]
            .map(|group| {
                set_next_id((group * GROUP) as u64 + 5);
                Process::listed_for_test().id
            })
            .to_vec();
        let mut found = Vec::new();
        let mut group = 0;
        while let Some((ids, next)) = ids_from(group) {
            assert!(next > group && !ids.is_empty());
            found.extend(ids);
            group = next;
        }
        assert!(mine.iter().all(|id| found.contains(id)), "{mine:?} {found:?}");
    }
}
