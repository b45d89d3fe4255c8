//! Which tables there are, by name, by owner and by the processes that have fixed them, and what
//! becomes of them when a process goes.

use super::{Heir, Options, Table, Watch, lock};
use crate::process::Running;
use crate::{process_table, signal};
use std::collections::HashMap;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use term::atom::{Directory, SEGMENT};
use term::{Atom, Heap, OwnedTerm, Term};

/// Tables by the index of the atom that is their name; reading takes no lock.
type Segment = [AtomicPtr<Table>; SEGMENT];
static NAMES: Directory<Segment> = Directory::new();
/// To be held while names are changed.
static NAMING: Mutex<()> = Mutex::new(());

/// The tables that a process owns or has fixed.
#[derive(Default)]
struct Owned {
    tables: Vec<Arc<Table>>,
    fixed: Vec<Arc<Table>>,
}

const SHARDS: usize = 16;
static OWNED: LazyLock<[Mutex<HashMap<u64, Owned>>; SHARDS]> = LazyLock::new(Default::default);

fn owned_by(pid: u64) -> &'static Mutex<HashMap<u64, Owned>> {
    &OWNED[pid as usize % SHARDS]
}

/// The table of a name.
#[inline]
pub fn named(name: Atom, _: &Watch) -> Option<&Table> {
    let i = name.index() as usize;
    let segment = NAMES.segment(i).load(Ordering::Acquire);
    // SAFETY: segments are never freed. A table that leaves its place is dropped only after every
    // `Watch` of that time has ended, and the reference does not outlive this one.
    unsafe { segment.as_ref()?[i % SEGMENT].load(Ordering::Acquire).as_ref() }
}

fn place(name: Atom) -> &'static AtomicPtr<Table> {
    let i = name.index() as usize;
    let slot = NAMES.segment(i);
    let mut segment = slot.load(Ordering::Acquire);
    if segment.is_null() {
        // Only the holder of `NAMING` comes here.
        segment =
            Box::into_raw(Box::new([const { AtomicPtr::new(std::ptr::null_mut()) }; SEGMENT]));
        slot.store(segment, Ordering::Release);
    }
    // SAFETY: segments are never freed.
    unsafe { &(*segment)[i % SEGMENT] }
}

/// Gives a name; false if it is taken.
fn set_name(name: Atom, table: Arc<Table>) -> bool {
    let place = place(name);
    if !place.load(Ordering::Acquire).is_null() {
        return false;
    }
    place.store(Arc::into_raw(table).cast_mut(), Ordering::Release);
    true
}

fn clear_name(name: Atom) {
    let old = place(name).swap(std::ptr::null_mut(), Ordering::AcqRel);
    if !old.is_null() {
        let guard = crossbeam_epoch::pin();
        // SAFETY: it came from `Arc::into_raw`, and nobody finds it here any more.
        unsafe { guard.defer_unchecked(move || drop(Arc::from_raw(old.cast_const()))) };
    }
}

/// Makes a table that the process owns; None if there is one of that name.
pub fn create(
    p: &Running<'_>,
    options: Options,
    name: Atom,
    heir: Option<Heir>,
) -> Option<Arc<Table>> {
    install_hook();
    let table = Table::new(options, name, p.id, heir);
    if options.named {
        let _naming = lock(&NAMING);
        if !set_name(name, table.clone()) {
            return None;
        }
    }
    crate::magic::remember(table.id, table.this.clone());
    p.state.get_tables();
    lock(owned_by(p.id)).entry(p.id).or_default().tables.push(table.clone());
    Some(table)
}

/// Gives the table another name; false if that is taken.
pub fn rename(table: &Table, name: Atom) -> bool {
    let _naming = lock(&NAMING);
    if table.options.named {
        let this = table.this.upgrade().expect("a table in use");
        if !set_name(name, this) {
            return false;
        }
        clear_name(table.name());
    }
    table.name.store(name.index(), Ordering::Release);
    true
}

fn disown(pid: u64, table: &Table) -> Option<Arc<Table>> {
    let mut owned = lock(owned_by(pid));
    let of = owned.get_mut(&pid)?;
    let i = of.tables.iter().position(|t| std::ptr::eq(&**t, table))?;
    let table = of.tables.swap_remove(i);
    if of.tables.is_empty() && of.fixed.is_empty() {
        owned.remove(&pid);
    }
    Some(table)
}

/// Makes a process the owner; false if there is no such process.
fn give(table: Arc<Table>, to: u64) -> Result<(), Arc<Table>> {
    let guard = crossbeam_epoch::pin();
    let Some(receiver) = process_table::lookup(to, &guard) else { return Err(table) };
    let mut owned = lock(owned_by(to));
    // A process that exits looks for tables after it has been marked so.
    let was = receiver.state.get_tables();
    if was.is_exiting() {
        return Err(table);
    }
    table.owner.store(to, Ordering::Release);
    owned.entry(to).or_default().tables.push(table);
    Ok(())
}

fn transfer_message(table: &Table, from: u64, to: u64, data: Term<'_>) {
    let message = OwnedTerm::build(|heap: &Heap| {
        heap.tuple(&[
            Term::atom(term::atom!("ETS-TRANSFER")),
            table.identifier(heap),
            Term::pid(from),
            heap.copy_in(data),
        ])
    });
    signal::send_message(to, message);
}

/// Gives the table away, from the process that owns it; false if there is no such process.
pub fn give_away(table: &Table, from: u64, to: u64, data: Term<'_>) -> bool {
    let Some(this) = disown(from, table) else { return false };
    match give(this, to) {
        Ok(()) => {
            transfer_message(table, from, to, data);
            true
        }
        Err(this) => {
            lock(owned_by(from)).entry(from).or_default().tables.push(this);
            false
        }
    }
}

/// Deletes a table.
pub fn delete(table: &Table) {
    let this = disown(table.owner(), table);
    delete_disowned(table);
    drop(this);
}

fn delete_disowned(table: &Table) {
    if !table.alive.swap(false, Ordering::SeqCst) {
        return;
    }
    if table.options.named {
        let _naming = lock(&NAMING);
        clear_name(table.name());
    }
    let fixation = std::mem::take(&mut *lock(&table.fixation));
    table.fixers.store(0, Ordering::SeqCst);
    for (pid, _) in fixation.by {
        has_unfixed(pid, table);
    }
    table.set_heir(None);
    table.clear();
}

pub(super) fn has_fixed(pid: u64, table: &Table) {
    install_hook();
    let this = table.this.upgrade().expect("a table in use");
    let guard = crossbeam_epoch::pin();
    if let Some(p) = process_table::lookup(pid, &guard) {
        p.state.get_tables();
    }
    lock(owned_by(pid)).entry(pid).or_default().fixed.push(this);
}

pub(super) fn has_unfixed(pid: u64, table: &Table) {
    let mut owned = lock(owned_by(pid));
    if let Some(of) = owned.get_mut(&pid) {
        of.fixed.retain(|t| !std::ptr::eq(&**t, table));
        if of.tables.is_empty() && of.fixed.is_empty() {
            owned.remove(&pid);
        }
    }
}

/// All tables.
pub fn all() -> Vec<Arc<Table>> {
    OWNED
        .iter()
        .flat_map(|m| lock(m).values().flat_map(|o| o.tables.clone()).collect::<Vec<_>>())
        .collect()
}

/// Bytes of all tables.
pub fn bytes() -> usize {
    8 * all().iter().map(|t| t.memory_now()).sum::<usize>()
}

/// Number of tables.
pub fn count() -> usize {
    all().len()
}

fn install_hook() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| crate::sched::add_exit_hook(|p, _| process_exits(p)));
}

/// Gives up what a process has to do with tables: its own go to their heirs or are deleted.
pub fn process_exits(p: &Running<'_>) {
    if !p.state.bits().has_tables() {
        return;
    }
    let Some(owned) = lock(owned_by(p.id)).remove(&p.id) else { return };
    for table in owned.fixed {
        table.unfix(p.id, true);
    }
    for table in owned.tables {
        let heir = lock(&table.heir).take();
        let Some(heir) = heir.filter(|h| h.pid != p.id) else {
            delete_disowned(&table);
            continue;
        };
        match give(table.clone(), heir.pid) {
            Ok(()) => {
                transfer_message(&table, p.id, heir.pid, heir.data.term());
                // As before: the heir may leave it to itself.
                let mut place = lock(&table.heir);
                if place.is_none() {
                    *place = Some(heir);
                }
            }
            Err(table) => delete_disowned(&table),
        }
    }
}

/// Objects beyond which a table's memory is freed by another thread.
const LEISURE: usize = 10_000;

/// Drops what holds `n` objects; if they are many, on a thread of its own.
pub(super) fn free<T: Send + 'static>(n: usize, garbage: T) {
    if n < LEISURE {
        return;
    }
    let free = move || {
        crate::sched::binding::free();
        drop(garbage);
    };
    let _ = std::thread::Builder::new().name("ets_free".to_owned()).spawn(free);
}

static SUPER_USERS: AtomicUsize = AtomicUsize::new(0);
static SUPER: Mutex<Vec<u64>> = Mutex::new(Vec::new());

/// Whether a process may do everything with all tables (`erts_internal:ets_super_user/1`).
#[cold]
pub fn is_super_user(pid: u64) -> bool {
    SUPER_USERS.load(Ordering::Relaxed) != 0 && lock(&SUPER).contains(&pid)
}

/// Sets whether a process may do everything with all tables.
pub fn set_super_user(pid: u64, on: bool) {
    let mut users = lock(&SUPER);
    users.retain(|&u| u != pid);
    if on {
        users.push(pid);
    }
    SUPER_USERS.store(users.len(), Ordering::Relaxed);
}
