//! Freeing literals: OTP's process `erts_literal_area_collector` asks all processes twice, when
//! literals have been given up (see [`term::literal`]).
//!
//! The first time they only have to come to the end of what they do: a process that began to copy a
//! term, or to make a process, before the literals were retired has then ended that. The second
//! time they copy those of the literals that they still have. Terms that they get in between have
//! none of them: the process that copies such a term sees that they are retired.

use crate::process::Running;
use crate::signal::send_built;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use term::{OwnedTerm, Term, am, atom, literal};

/// The pid of the collector.
static COLLECTOR: AtomicU64 = AtomicU64::new(0);
/// The questions, each with the process that has been asked. They are few: the collector does not
/// ask all at once.
static PENDING: Mutex<Vec<(u64, Request)>> = Mutex::new(Vec::new());
static PHASE: AtomicU8 = AtomicU8::new(IDLE);

const IDLE: u8 = 0;
const ENDING_COPIES: u8 = 1;
const LEAVING: u8 = 2;

/// Makes a process the one that is told when there are literals to be freed.
pub fn set_collector(pid: u64) {
    COLLECTOR.store(pid, Ordering::Release);
    literal::when_waiting(tell_collector);
}

/// Goes on to the next round of questions, when all processes have answered the last one; false if
/// there is nothing to ask. To be called by the collector only.
pub fn next_round() -> bool {
    let next = match PHASE.load(Ordering::SeqCst) {
        ENDING_COPIES => LEAVING,
        // The last of them tells the collector to go on.
        LEAVING if ORPHANS.load(Ordering::SeqCst) > 0 => return false,
        phase => {
            if phase == LEAVING {
                literal::end_retiring();
            }
            if literal::begin_retiring() { ENDING_COPIES } else { IDLE }
        }
    };
    PHASE.store(next, Ordering::SeqCst);
    next != IDLE
}

/// How many heaps there are that are still read though their processes have ended: these cannot be
/// asked any more.
static ORPHANS: AtomicUsize = AtomicUsize::new(0);

/// A heap whose process has ended and that is still read. Nothing that is retired is freed as long
/// as there is one: a dirty scheduler that executes a call of the process may look at a literal.
pub(crate) struct Orphan(());

impl Orphan {
    pub(crate) fn new() -> Orphan {
        ORPHANS.fetch_add(1, Ordering::SeqCst);
        Orphan(())
    }
}

impl Drop for Orphan {
    fn drop(&mut self) {
        let last = ORPHANS.fetch_sub(1, Ordering::SeqCst) == 1;
        if last && PHASE.load(Ordering::SeqCst) == LEAVING {
            tell_collector();
        }
    }
}

fn tell_collector() {
    let pid = COLLECTOR.load(Ordering::Acquire);
    send_built(pid, |_| Term::atom(atom!("copy_literals")));
}

/// Whether a process that is asked has to leave what is retired.
pub(crate) fn to_be_left() -> bool {
    PHASE.load(Ordering::Acquire) == LEAVING
}

/// A question of the collector to a process: it has been answered when it is dropped, be it because
/// the process is gone.
pub struct Request {
    from: u64,
    id: OwnedTerm,
}

impl Request {
    /// A question from this process, with the term that the answer is to have.
    pub fn new(from: u64, id: Term<'_>) -> Request {
        Request { from, id: OwnedTerm::new(id) }
    }

    /// Keeps the question until the process is between two slices. On its own thread.
    pub fn keep(self, p: &mut Running<'_>) {
        p.own().flags.asked_to_leave = true;
        PENDING.lock().unwrap_or_else(PoisonError::into_inner).push((p.id, self));
    }
}

/// Answers what a process has been asked. On its own thread.
pub(crate) fn answer(p: &mut Running<'_>) {
    if !std::mem::take(&mut p.own().flags.asked_to_leave) {
        return;
    }
    let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
    let answered: Vec<_> = pending.extract_if(.., |(id, _)| *id == p.id).collect();
    drop(pending);
    drop(answered);
}

impl Drop for Request {
    fn drop(&mut self) {
        send_built(self.from, |h| {
            let id = h.copy_in(self.id.term());
            h.tuple(&[Term::atom(atom!("copy_literals")), id, Term::atom(am::OK)])
        });
    }
}
