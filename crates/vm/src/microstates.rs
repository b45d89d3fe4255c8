//! Microstate accounting (`statistics(microstate_accounting)`): how long each thread has been
//! doing what. While it is off, which it is at first, all that it costs is to look whether it is.

use crate::system;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The things that a thread may be doing.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum State {
    /// Work for all threads that is in none of the other states: freeing memory that others may
    /// have looked at.
    Aux,
    /// Asking which descriptors are ready.
    CheckIo,
    /// Executing processes.
    Emulator,
    /// Collecting garbage.
    Gc,
    /// All else: timers, finding work.
    Other,
    /// In drivers.
    Port,
    /// Sleeping.
    Sleep,
}

/// The names of states, by number.
pub const NAMES: [&str; 7] = ["aux", "check_io", "emulator", "gc", "other", "port", "sleep"];

/// The kinds of threads, each the type of a row.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A scheduler.
    Scheduler,
    /// A dirty scheduler that computes.
    DirtyCpu,
    /// A dirty scheduler that may block.
    DirtyIo,
}

/// The account of a thread.
pub(crate) struct Account {
    kind: Kind,
    number: usize,
    ns: [AtomicU64; NAMES.len()],
    /// The state, and since when. A thread that counts the time up to now renews `since`, so no
    /// time is counted twice.
    state: AtomicU8,
    since: AtomicU64,
}

static ON: AtomicBool = AtomicBool::new(false);
static ACCOUNTS: Mutex<Vec<&'static Account>> = Mutex::new(Vec::new());

thread_local! {
    static MINE: Cell<Option<&'static Account>> = const { Cell::new(None) };
}

/// The kind of this thread, if it is one of these.
pub fn kind() -> Option<Kind> {
    MINE.get().map(|account| account.kind)
}

fn accounts() -> std::sync::MutexGuard<'static, Vec<&'static Account>> {
    ACCOUNTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The account of the calling thread, if it has one.
pub(crate) fn mine() -> Option<&'static Account> {
    MINE.get()
}

/// The calling thread works for this account from now on.
pub(crate) fn work_for(account: Option<&'static Account>) {
    MINE.set(account);
}

/// Opens the account of a kind and number for the calling thread, or goes on with it: threads
/// change places. It lives as long as the system.
pub(crate) fn open(kind: Kind, number: usize) {
    let mut accounts = accounts();
    if let Some(account) = accounts.iter().find(|a| a.kind == kind && a.number == number) {
        return MINE.set(Some(account));
    }
    let account = Account {
        kind,
        number,
        ns: Default::default(),
        state: AtomicU8::new(State::Other as u8),
        since: AtomicU64::new(system::monotonic_ns()),
    };
    let account: &'static Account = Box::leak(Box::new(account));
    MINE.set(Some(account));
    accounts.push(account);
}

impl Account {
    /// Counts the time up to now for what the thread has been doing.
    fn settle(&self) {
        let now = system::monotonic_ns();
        let since = self.since.swap(now, Ordering::Relaxed);
        let state = self.state.load(Ordering::Relaxed) as usize;
        self.ns[state].fetch_add(now.saturating_sub(since), Ordering::Relaxed);
    }
}

/// The calling thread does something else from now on. Gives what it was doing.
#[inline]
pub fn enter(state: State) -> Option<State> {
    if ON.load(Ordering::Relaxed) { change(state) } else { None }
}

#[cold]
fn change(state: State) -> Option<State> {
    const STATES: [State; NAMES.len()] = [
        State::Aux,
        State::CheckIo,
        State::Emulator,
        State::Gc,
        State::Other,
        State::Port,
        State::Sleep,
    ];
    let mine = MINE.get()?;
    mine.settle();
    Some(STATES[mine.state.swap(state as u8, Ordering::Relaxed) as usize])
}

/// The calling thread does something until what this gives is dropped; then it goes on with what
/// it was doing.
#[inline]
pub fn within(state: State) -> Within {
    Within(enter(state))
}

/// See [`within`].
#[must_use]
pub struct Within(Option<State>);

impl Drop for Within {
    #[inline]
    fn drop(&mut self) {
        if let Some(before) = self.0 {
            enter(before);
        }
    }
}

/// Turns accounting on or off; gives whether it was on. A thread counts as asleep until it does
/// something else; threads that run do so soon.
pub fn turn(on: bool) -> bool {
    let accounts = accounts();
    let was = ON.swap(on, Ordering::SeqCst);
    match (was, on) {
        (false, true) => {
            for account in accounts.iter() {
                account.state.store(State::Sleep as u8, Ordering::Relaxed);
                account.since.store(system::monotonic_ns(), Ordering::Relaxed);
            }
            drop(accounts);
            enter(State::Emulator);
        }
        (true, false) => accounts.iter().for_each(|a| a.settle()),
        _ => {}
    }
    was
}

/// Sets all counters to 0; gives whether accounting is on.
pub fn reset() -> bool {
    for account in accounts().iter() {
        account.since.store(system::monotonic_ns(), Ordering::Relaxed);
        account.ns.iter().for_each(|n| n.store(0, Ordering::Relaxed));
    }
    ON.load(Ordering::Relaxed)
}

/// The number of each thread of a kind, and the nanoseconds that it has spent in each state.
/// Threads that have not been needed so far are not there.
pub fn counters(kind: Kind) -> Vec<(usize, [u64; NAMES.len()])> {
    let on = ON.load(Ordering::Relaxed);
    let mut rows = Vec::new();
    for account in accounts().iter().filter(|a| a.kind == kind) {
        if on {
            account.settle();
        }
        let ns = std::array::from_fn(|i| account.ns[i].load(Ordering::Relaxed));
        rows.push((account.number, ns));
    }
    rows
}
