//! One thread at a time: while `erlang:system_flag(multi_scheduling, block)` is in force, the
//! scheduler that is left and the dirty ones execute by turns.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Whether threads execute by turns.
static ON: AtomicBool = AtomicBool::new(false);
/// Threads that wait for their turns, to be read without the lock.
static WAITING: AtomicUsize = AtomicUsize::new(0);
/// Dirty schedulers that execute without a turn: they began before.
static OUTSIDE: AtomicUsize = AtomicUsize::new(0);

struct Turns {
    /// A thread has its turn.
    taken: bool,
    /// The threads that wait, in the order in which they came, by numbers of their own.
    waiting: VecDeque<u64>,
    next: u64,
}

static TURNS: Mutex<Turns> = Mutex::new(Turns { taken: false, waiting: VecDeque::new(), next: 0 });
static CHANGED: Condvar = Condvar::new();

fn turns() -> MutexGuard<'static, Turns> {
    TURNS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The right to execute while threads do so by turns.
pub(crate) struct Alone(());

impl Drop for Alone {
    fn drop(&mut self) {
        turns().taken = false;
        CHANGED.notify_all();
    }
}

/// Lets threads execute by turns, or not any more.
pub(super) fn set(on: bool) {
    let _turns = turns();
    ON.store(on, Ordering::SeqCst);
    CHANGED.notify_all();
}

/// Whether threads execute by turns.
pub(crate) fn is_on() -> bool {
    ON.load(Ordering::Relaxed)
}

/// Whether a thread waits for its turn.
pub(crate) fn is_wanted() -> bool {
    WAITING.load(Ordering::Relaxed) != 0
}

/// Whether dirty schedulers still execute what they began before.
pub fn is_pending() -> bool {
    is_on() && OUTSIDE.load(Ordering::SeqCst) != 0
}

/// Waits for the thread's turn, if threads execute by turns.
pub(crate) fn take() -> Option<Alone> {
    if !is_on() {
        return None;
    }
    let mut turns = turns();
    let number = turns.next;
    turns.next += 1;
    turns.waiting.push_back(number);
    WAITING.store(turns.waiting.len(), Ordering::Relaxed);
    let is_next = |turns: &Turns| !turns.taken && turns.waiting.front() == Some(&number);
    while is_on() && !is_next(&turns) {
        turns = CHANGED.wait(turns).unwrap_or_else(PoisonError::into_inner);
    }
    let mine = is_on();
    turns.waiting.retain(|&other| other != number);
    WAITING.store(turns.waiting.len(), Ordering::Relaxed);
    turns.taken |= mine;
    mine.then(|| Alone(()))
}

/// The execution of one call by a dirty scheduler.
pub(crate) enum Dirty {
    /// In its turn.
    ByTurns(Alone),
    /// At any time.
    Outside,
}

/// The right of a dirty scheduler to execute, unless threads do so by turns.
pub(crate) fn at_any_time() -> Option<Dirty> {
    OUTSIDE.fetch_add(1, Ordering::SeqCst);
    let outside = Dirty::Outside;
    // Either this is seen by the one who asks for turns, or that is seen here.
    (!ON.load(Ordering::SeqCst)).then_some(outside)
}

/// Waits until a dirty scheduler may execute.
pub(crate) fn dirty() -> Dirty {
    loop {
        if let Some(dirty) = at_any_time().or_else(|| take().map(Dirty::ByTurns)) {
            return dirty;
        }
    }
}

impl Drop for Dirty {
    fn drop(&mut self) {
        if matches!(self, Dirty::Outside) {
            OUTSIDE.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    /// Several threads add to a number without being disturbed by each other, as long as they do so
    /// by turns.
    #[test]
    fn one_at_a_time() {
        static INSIDE: AtomicUsize = AtomicUsize::new(0);
        set(true);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..1000 {
                        let _turn = dirty();
                        assert_eq!(INSIDE.fetch_add(1, Ordering::SeqCst), 0);
                        assert_eq!(INSIDE.fetch_sub(1, Ordering::SeqCst), 1);
                    }
                });
            }
        });
        assert!(!is_wanted() && !is_pending());
        let turn = take();
        let waiter = thread::spawn(|| take().is_none());
        while !is_wanted() {
            thread::yield_now();
        }
        set(false);
        assert!(waiter.join().expect("the waiting thread"));
        assert!(matches!(dirty(), Dirty::Outside));
        drop(turn);
    }
}
