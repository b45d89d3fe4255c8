//! Freeing literals: OTP's process `erts_literal_area_collector` asks all processes twice, when
//! literals have been given up (see [`term::literal`]).
//!
//! The first time they only have to come to the end of what they do: a process that began to copy a
//! term, or to make a process, before the literals were retired has then ended that. The second
//! time they copy those of the literals that they still have. Terms that they get in between have
//! none of them: the process that copies such a term sees that they are retired.

use crate::process::Running;
use crate::signal::send_built;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
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
    literal::when_waiting(|| {
        let pid = COLLECTOR.load(Ordering::Acquire);
        send_built(pid, |_| Term::atom(atom!("copy_literals")));
    });
}

/// Goes on to the next round of questions, when all processes have answered the last one; false if
/// there is nothing to ask. To be called by the collector only.
pub fn next_round() -> bool {
    let next = match PHASE.load(Ordering::Acquire) {
        ENDING_COPIES => LEAVING,
        phase => {
            if phase == LEAVING {
                literal::end_retiring();
            }
            if literal::begin_retiring() { ENDING_COPIES } else { IDLE }
        }
    };
    PHASE.store(next, Ordering::Release);
    next != IDLE
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
