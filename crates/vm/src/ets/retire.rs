//! Frees rows and other memory of tables that threads may be looking at without a lock: later, when
//! all threads that could have seen it have looked away.
//!
//! A thread that looks is pinned ([`super::pin`]), as every scheduler is while it runs a slice.
//! Rows are gathered, so that most cost no more than a place in a list.

use crossbeam_epoch as epoch;
use std::cell::RefCell;
use std::sync::atomic::{AtomicUsize, Ordering};
use term::Row;

/// Rows, and bytes of them and of the binaries that they own, that a thread keeps before it gives
/// them up together.
const ROWS: usize = 256;
const BYTES: usize = 1 << 17;
/// How often the epoch has to advance until memory that has been given up is freed.
const STEPS: u32 = 3;
/// After so many steps that free nothing a thread is taken to be looking: some 100 µs.
const STEPS_IN_VAIN: u32 = 1000;

#[derive(Default)]
struct Limbo {
    rows: Vec<Row>,
    bytes: usize,
}

impl Drop for Limbo {
    fn drop(&mut self) {
        // The thread ends while others may still look, so the rows are leaked. Only schedulers have
        // rows here, and they do not end.
        std::mem::forget(std::mem::take(&mut self.rows));
    }
}

thread_local! {
    static LIMBO: RefCell<Limbo> = RefCell::default();
}

/// How many functions have been given to [`later`] and have not run yet. The thread that gave one
/// may have tried in vain to run it, as another thread was looking, and may sleep now. So each
/// scheduler that has nothing to do tries.
static GIVEN_UP: AtomicUsize = AtomicUsize::new(0);

/// Frees a row later.
pub(super) fn row(row: Row) {
    LIMBO.with_borrow_mut(|limbo| {
        limbo.bytes += row.words() * 8 + row.owned_bytes();
        limbo.rows.push(row);
        if limbo.rows.len() >= ROWS || limbo.bytes >= BYTES {
            give_up(limbo);
        }
    });
}

fn give_up(limbo: &mut Limbo) {
    limbo.bytes = 0;
    let rows = std::mem::replace(&mut limbo.rows, Vec::with_capacity(ROWS));
    later(move || drop(rows));
}

/// Runs a function later, on any thread, when all threads that look now have looked away: it drops
/// memory that nobody finds any more.
pub(super) fn later(drop: impl FnOnce() + Send + 'static) {
    GIVEN_UP.fetch_add(1, Ordering::Relaxed);
    let guard = epoch::pin();
    guard.defer(move || {
        drop();
        GIVEN_UP.fetch_sub(1, Ordering::Relaxed);
    });
    guard.flush();
}

/// Frees a little of what has been given up, as far as others let it: for schedulers that have
/// nothing else to do.
pub(crate) fn settle() {
    LIMBO.with_borrow_mut(|limbo| {
        if !limbo.rows.is_empty() {
            give_up(limbo);
        }
    });
    for _ in 0..STEPS {
        if GIVEN_UP.load(Ordering::Relaxed) == 0 {
            return;
        }
        epoch::pin().flush();
    }
}

/// Frees some of what has been given up; whether it has. The last scheduler to lie down calls this
/// until nothing is left, as no other one is looking then. A table that was written to for long may
/// have given up thousands of bags, and a step frees eight.
pub(crate) fn settle_more() -> bool {
    let before = GIVEN_UP.load(Ordering::Relaxed);
    // The queue's own nodes lie before the memory that is to be freed: a step may free only nodes.
    before != 0
        && (0..STEPS_IN_VAIN).any(|_| {
            epoch::pin().flush();
            GIVEN_UP.load(Ordering::Relaxed) < before
        })
}
