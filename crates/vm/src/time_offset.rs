//! Changes of the time offset: the clocks are compared now and then, and processes that have a
//! monitor of the offset are told of a new one.

use crate::by_ref::RefKey;
use crate::clock::{self, CHECK_OFTEN, offset};
use crate::mailbox::Rank;
use crate::signal::{self, Signal};
use crate::timer::{self, Action};
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};
use term::{OwnedTerm, Term, am, atom};

/// Compares the clocks from now on, again and again. To be called once there are schedulers.
pub fn start() {
    TOLD.store(offset(), Ordering::Relaxed);
    clock::set_offset_read(tell);
    check_in(CHECK_OFTEN);
}

fn check_in(ns: u64) {
    timer::start(clock::now_ns() + ns, Action::Call(Box::new(|| check_in(clock::check()))));
}

/// The offset that watchers know.
static TOLD: AtomicI64 = AtomicI64::new(0);

/// Processes that may have a monitor of the offset. Processes that have gone are dropped when there
/// are many.
struct Watchers {
    pids: Vec<u64>,
    most: usize,
}

static WATCHERS: Mutex<Watchers> = Mutex::new(Watchers { pids: Vec::new(), most: 64 });

/// Has the process be told when the offset changes, by its monitors.
pub(crate) fn watch(pid: u64) {
    let mut watchers = WATCHERS.lock().expect("watchers");
    if watchers.pids.last() == Some(&pid) {
        return;
    }
    if watchers.pids.len() >= watchers.most {
        let guard = crossbeam_epoch::pin();
        watchers.pids.sort_unstable();
        watchers.pids.dedup();
        watchers.pids.retain(|&pid| crate::process_table::lookup(pid, &guard).is_some());
        watchers.most = (2 * watchers.pids.len()).max(64);
    }
    watchers.pids.push(pid);
}

/// Tells the processes that watch the offset of a change, if there is one.
fn tell() {
    let offset = offset();
    if TOLD.load(Ordering::Relaxed) == offset || TOLD.swap(offset, Ordering::Relaxed) == offset {
        return;
    }
    let pids = {
        let mut watchers = WATCHERS.lock().expect("watchers");
        watchers.pids.sort_unstable();
        watchers.pids.dedup();
        watchers.pids.clone()
    };
    for pid in pids {
        let told = Signal::Run(Box::new(move |p| {
            let monitors = p.own_ref().extra.iter().flat_map(|e| e.monitors.iter());
            let signals: Vec<_> = monitors
                .filter(|(_, m)| m.kind == am::TIME_OFFSET)
                .map(|(&key, m)| {
                    let alias = m.alias.map(|_| p.pid());
                    let message = changed(key, alias, m.tag.as_ref(), offset);
                    match m.rank {
                        Rank::Usual => Signal::Told(message),
                        Rank::Priority => Signal::ToldFirst(message),
                    }
                })
                .collect();
            for signal in signals {
                let _ = signal::send(p.id, signal);
            }
        }));
        let _ = signal::send(pid, told);
    }
}

/// `{'CHANGE', Ref, time_offset, clock_service, Offset}`.
fn changed(
    key: RefKey,
    alias: Option<Term<'static>>,
    tag: Option<&OwnedTerm>,
    offset: i64,
) -> OwnedTerm {
    OwnedTerm::build(|heap| {
        let tag = tag.map_or(Term::atom(atom!("CHANGE")), |t| heap.copy_in(t.term()));
        let reference = heap.alias_ref(key, alias);
        let service = Term::atom(atom!("clock_service"));
        let kind = Term::atom(am::TIME_OFFSET);
        heap.tuple(&[tag, reference, kind, service, heap.integer(offset)])
    })
}
