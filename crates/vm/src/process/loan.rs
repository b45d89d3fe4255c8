//! A heap that its process lends to a call on a dirty scheduler.

use std::sync::{Mutex, PoisonError};
use term::Heap;

/// The heap of a process that a call reads. The process and the call have it; with the last of the
/// two that lets go of it goes the heap of a process that has ended.
#[derive(Default)]
pub(crate) struct Loan(Mutex<Option<(Heap, Box<dyn Send>)>>);

impl Loan {
    /// Keeps the heap of the process, which ends, and `with` it.
    pub(crate) fn keep(&self, heap: Heap, with: Box<dyn Send>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((heap, with));
    }
}
