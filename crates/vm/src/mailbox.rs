//! The message queue of a process, as its receives see it: in order, with a place to resume the search.

use std::collections::VecDeque;
use term::OwnedTerm;

/// A place in a mailbox, as a receive marker remembers it.
#[derive(Copy, Clone, Debug)]
pub struct Place {
    number: u64,
    moves: u64,
}

/// Messages that have arrived, oldest first. A message taken from the middle leaves a gap.
#[derive(Default)]
pub struct Mailbox {
    queue: VecDeque<Option<OwnedTerm>>,
    gaps: usize,
    /// Number of messages and gaps that have gone from the front.
    passed: u64,
    /// Grows when messages have been moved, which makes places invalid.
    moves: u64,
    /// Index of the message that the current receive looks at.
    save: usize,
}

impl Mailbox {
    /// Adds the newest message.
    pub fn push(&mut self, message: OwnedTerm) {
        self.queue.push_back(Some(message));
    }

    /// Number of messages.
    pub fn len(&self) -> usize {
        self.queue.len() - self.gaps
    }

    /// Whether there is no message.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The message that the current receive looks at, if it has not seen all.
    #[inline]
    pub fn current(&mut self) -> Option<&OwnedTerm> {
        while let Some(slot) = self.queue.get(self.save) {
            if slot.is_some() {
                break;
            }
            self.save += 1;
        }
        self.queue.get(self.save)?.as_ref()
    }

    /// Goes on to the next message.
    #[inline]
    pub fn advance(&mut self) {
        self.save += 1;
    }

    /// Starts the next search at the oldest message.
    #[inline]
    pub fn rewind(&mut self) {
        self.save = 0;
    }

    /// Takes the message that the receive looks at out of the queue, and rewinds.
    #[inline]
    pub fn take_current(&mut self) -> Option<OwnedTerm> {
        let index = self.save;
        self.save = 0;
        if index == 0 {
            let message = self.queue.pop_front().flatten();
            self.passed += 1;
            self.drop_leading_gaps();
            return message;
        }
        if index + 1 == self.queue.len() {
            return self.queue.pop_back().flatten();
        }
        let message = self.queue.get_mut(index)?.take();
        self.gaps += usize::from(message.is_some());
        if self.gaps > 16 && self.gaps > self.queue.len() / 2 {
            self.queue.retain(Option::is_some);
            self.gaps = 0;
            self.moves += 1;
        }
        message
    }

    fn drop_leading_gaps(&mut self) {
        while self.gaps > 0 && matches!(self.queue.front(), Some(None)) {
            self.queue.pop_front();
            self.passed += 1;
            self.gaps -= 1;
        }
    }

    /// Where a message that arrives next will stand: what a receive marker remembers.
    pub fn end(&self) -> Place {
        Place { number: self.passed + self.queue.len() as u64, moves: self.moves }
    }

    /// Starts the next search at this place, or at the oldest message if it is not known any more.
    pub fn start_at(&mut self, place: Place) {
        let known = place.moves == self.moves;
        let index = if known { place.number.saturating_sub(self.passed) as usize } else { 0 };
        self.save = index.min(self.queue.len());
    }

    /// The messages, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &OwnedTerm> {
        self.queue.iter().flatten()
    }

    /// Removes those messages that the predicate tells.
    pub fn remove_where(&mut self, mut gone: impl FnMut(&OwnedTerm) -> bool) {
        self.queue.retain(|m| m.as_ref().is_some_and(|m| !gone(m)));
        self.gaps = 0;
        self.moves += 1;
        self.save = 0;
    }

    /// Takes all messages.
    pub fn drain(&mut self) -> Vec<OwnedTerm> {
        self.gaps = 0;
        self.save = 0;
        self.moves += 1;
        self.queue.drain(..).flatten().collect()
    }
}
