//! The functions whose time and memory run in a process: `call_time` and `call_memory`.
//!
//! A process has an account for each session that measures it, and for each of both. It names the
//! function that runs, and what had been used when that began to. When another function begins, or
//! this one ends, the difference is booked for the function.

use super::{Breakpoint, Parts, Totals};
use crate::process::Running;
use crate::system;
use crate::trace::session::Id;
use smallvec::SmallVec;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use term::{Heap, Term};

/// The thing that is measured.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Nanoseconds.
    Time,
    /// Words on the heap.
    Memory,
}

impl Measure {
    /// Where functions have it.
    fn of(self, parts: &Parts) -> Option<&Arc<Totals>> {
        match self {
            Measure::Time => parts.time.as_ref(),
            Measure::Memory => parts.memory.as_ref(),
        }
    }

    /// Where a function has it, if it counts just now.
    pub(crate) fn active(self, parts: &Parts) -> Option<&Arc<Totals>> {
        self.of(parts).filter(|totals| !totals.paused.load(Ordering::Relaxed))
    }
}

struct Account {
    session: Id,
    measure: Measure,
    /// The function that runs, if one is measured.
    function: Option<&'static Breakpoint>,
    /// The time or the words that had been used when it began to run, or was booked last.
    since: i64,
}

/// The accounts of a process.
#[derive(Default)]
pub(crate) struct Accounts {
    all: SmallVec<[Account; 2]>,
    /// Words that collections have taken away since the process has accounts.
    collected: i64,
}

/// Words that have been allocated on a heap and not been collected.
fn words(heap: &Heap) -> i64 {
    heap.allocated_words() as i64
}

fn used(p: &mut Running<'_>, measure: Measure) -> i64 {
    match measure {
        Measure::Time => system::monotonic_ns() as i64,
        Measure::Memory => words(p.heap()) + accounts(p).collected,
    }
}

fn accounts<'p>(p: &'p mut Running<'_>) -> &'p mut Accounts {
    p.extra().slots.get_or_default()
}

/// The account of a process for a session.
fn account<'p>(p: &'p mut Running<'_>, session: Id, measure: Measure) -> &'p mut Account {
    let all = &mut accounts(p).all;
    let at = all.iter().position(|a| a.session == session && a.measure == measure);
    let at = at.unwrap_or_else(|| {
        all.push(Account { session, measure, function: None, since: 0 });
        all.len() - 1
    });
    &mut all[at]
}

impl Account {
    /// Books what has been used till now.
    fn book(&mut self, pid: u64, now: i64) {
        let used = now - std::mem::replace(&mut self.since, now);
        let Some(wanted) = self.function.map(Breakpoint::wanted) else { return };
        let totals = wanted.of(self.session).and_then(|parts| self.measure.active(parts));
        if let Some(totals) = totals {
            totals.by_process.lock().expect("totals").entry(pid).or_default().1 += used;
        }
    }
}

/// A function begins to run with these arguments, whose calls are counted with its time or memory.
/// Gives the function that has run till now.
pub(crate) fn begins(
    p: &mut Running<'_>,
    (session, measure): (Id, Measure),
    (function, totals): (&'static Breakpoint, &Totals),
    args: &[Term<'_>],
) -> Option<&'static Breakpoint> {
    let is_new = |a: &Account| a.session != session || a.measure != measure;
    let is_first = accounts(p).all.iter().all(is_new);
    let mut now = used(p, measure);
    // A process begins with the words of its arguments, which are its first function's, and OTP
    // makes a list of those that are not immediate.
    if is_first && measure == Measure::Memory && p.own_ref().initial_call == function.mfa {
        now = -2 * args.iter().filter(|arg| !arg.is_immediate()).count() as i64;
    }
    let pid = p.id;
    totals.by_process.lock().expect("totals").entry(pid).or_default().0 += 1;
    let account = account(p, session, measure);
    account.book(pid, now);
    account.function.replace(function)
}

/// The function that has run till now ends, and another goes on, if there is one.
pub(crate) fn ends(
    p: &mut Running<'_>,
    (session, measure): (Id, Measure),
    goes_on: Option<&'static Breakpoint>,
) {
    let now = used(p, measure);
    let pid = p.id;
    let account = account(p, session, measure);
    account.book(pid, now);
    account.function = goes_on;
}

/// Does this with each account of a process's time, and the time.
fn with_times(p: &mut Running<'_>, f: impl Fn(&mut Account, i64)) {
    let own = p.own();
    let Some(accounts) = own.extra.as_mut().and_then(|e| e.slots.get_mut::<Accounts>()) else {
        return;
    };
    let now = system::monotonic_ns() as i64;
    let times = accounts.all.iter_mut().filter(|a| a.measure == Measure::Time);
    times.for_each(|account| f(account, now));
}

/// A process goes on: meanwhile no time has been used.
pub(super) fn go_on(p: &mut Running<'_>) {
    with_times(p, |account, now| account.since = now);
}

/// A process stops for a while: books its time till now.
pub(super) fn stop(p: &mut Running<'_>) {
    let pid = p.id;
    with_times(p, |account, now| account.book(pid, now));
}

/// The words that a process has before a collection, if its memory is measured.
pub(crate) fn before_collection(p: &Running<'_>) -> Option<i64> {
    p.own_ref().extra.as_ref()?.slots.get::<Accounts>()?;
    Some(words(p.heap()))
}

/// A collection has taken words away, which have been used nevertheless.
pub(crate) fn after_collection(p: &mut Running<'_>, before: i64) {
    let after = words(p.heap());
    accounts(p).collected += before - after;
}
