//! Freeing what somebody may be looking at without a lock: later, when all who could have seen it
//! have looked away.
//!
//! Who looks is pinned ([`super::pin`]), as every scheduler is while it runs a slice. Rows are
//! gathered, so that most cost no more than a place in a list.

use crossbeam_epoch as epoch;
use std::cell::{Cell, RefCell};
use term::Row;

/// Rows, and words in them, that a thread keeps before it gives them up together.
const ROWS: usize = 256;
const WORDS: usize = 1 << 14;
/// How often the epoch has to advance until what has been given up is freed.
const STEPS: u32 = 3;

#[derive(Default)]
struct Limbo {
    rows: Vec<Row>,
    words: usize,
}

impl Drop for Limbo {
    fn drop(&mut self) {
        // The thread ends, and others may still look: only schedulers have such rows, and they
        // do not end.
        std::mem::forget(std::mem::take(&mut self.rows));
    }
}

thread_local! {
    static LIMBO: RefCell<Limbo> = RefCell::default();
    /// How many more times the epoch should advance.
    static PENDING: Cell<u32> = const { Cell::new(0) };
}

/// Frees a row later.
pub(super) fn row(row: Row) {
    LIMBO.with_borrow_mut(|limbo| {
        limbo.words += row.words();
        limbo.rows.push(row);
        if limbo.rows.len() >= ROWS || limbo.words >= WORDS {
            give_up(limbo);
        }
    });
}

fn give_up(limbo: &mut Limbo) {
    limbo.words = 0;
    let rows = std::mem::replace(&mut limbo.rows, Vec::with_capacity(ROWS));
    later(move || drop(rows));
}

/// Does something later, on any thread: dropping what nobody finds any more.
pub(super) fn later(drop: impl FnOnce() + Send + 'static) {
    let guard = epoch::pin();
    guard.defer(drop);
    guard.flush();
    PENDING.set(STEPS);
}

/// Frees what this thread has given up, as far as others let it: for schedulers that have nothing
/// else to do.
pub(crate) fn settle() {
    LIMBO.with_borrow_mut(|limbo| {
        if !limbo.rows.is_empty() {
            give_up(limbo);
        }
    });
    for _ in 0..PENDING.take() {
        epoch::pin().flush();
    }
}
