//! The processes that want the same of a socket: the current one, and those in the queue behind it.

use std::collections::VecDeque;
use term::{OwnedTerm, Term};
use vm::process::Running;

/// A process that waits.
pub struct Waiter {
    /// The process.
    pub pid: u64,
    /// Its name for that which it waits for.
    pub reference: OwnedTerm,
}

impl Waiter {
    /// A process that calls it so.
    pub fn new(p: &Running<'_>, reference: Term<'_>) -> Waiter {
        Waiter { pid: p.id, reference: OwnedTerm::new(reference) }
    }

    /// Whether it calls it so.
    pub fn is(&self, reference: Term<'_>) -> bool {
        term::compare::exactly_equal(self.reference.term(), reference)
    }
}

/// The processes that want the same of a socket.
#[derive(Default)]
pub struct Line {
    /// The process whose turn it is.
    pub current: Option<Waiter>,
    /// Whether that one is to get a select message.
    pub armed: bool,
    /// The others, the next one in front.
    pub queue: VecDeque<Waiter>,
}

impl Line {
    /// Whether another process has its turn.
    pub fn is_others(&self, pid: u64) -> bool {
        self.current.as_ref().is_some_and(|w| w.pid != pid)
    }

    /// Whether the process has its turn.
    pub fn is_turn_of(&self, pid: u64) -> bool {
        self.current.as_ref().is_some_and(|w| w.pid == pid)
    }

    /// Whether the process stands in the queue.
    pub fn is_queued(&self, pid: u64) -> bool {
        self.queue.iter().any(|w| w.pid == pid)
    }

    /// Whether it is somebody's turn.
    pub fn is_busy(&self) -> bool {
        self.current.is_some()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self.current {
            Some(_) => 1 + self.queue.len(),
            None => 0,
        }
    }

    /// Ends the line; gives the processes that wait for a message, which will not come.
    pub fn end(&mut self) -> impl Iterator<Item = Waiter> {
        let current = self.current.take().filter(|_| std::mem::take(&mut self.armed));
        current.into_iter().chain(self.queue.drain(..))
    }

    /// Ends the line after a failure of the current one, if there is one; gives the others.
    pub fn fail(&mut self) -> impl Iterator<Item = Waiter> {
        let failed = self.current.take().is_some();
        self.armed &= !failed;
        let others = if failed { self.queue.len() } else { 0 };
        self.queue.drain(..others)
    }

    /// The process that is to get its select message now, if one is due.
    pub fn take_due(&mut self) -> Option<&Waiter> {
        let current = self.current.as_ref()?;
        std::mem::take(&mut self.armed).then_some(current)
    }
}
