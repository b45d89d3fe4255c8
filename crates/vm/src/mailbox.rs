//! The message queue of a process, as its receives see it: in order, with a place to resume the
//! search.

use crate::trace::seq::Token;
use std::collections::VecDeque;
use term::{OwnedTerm, Term, Word};

/// A place in a mailbox, as a receive marker remembers it.
#[derive(Copy, Clone, Debug)]
pub struct Place {
    number: u64,
    moves: u64,
}

/// What becomes of the token of sequential tracing of the process that takes a message.
#[derive(Default)]
pub enum Carried {
    /// It has none any more: a process without one has sent the message.
    #[default]
    Nothing,
    /// It keeps what it has: no process has sent the message.
    Unchanged,
    /// It has this one, which the sender had.
    Token(Box<Token>),
}

/// Tokens of sequential tracing.
#[derive(Default)]
struct Tokens {
    /// Those of messages and gaps.
    queue: VecDeque<Carried>,
    /// That of the message that was taken last.
    taken: Carried,
    /// That message, if it was on the process's heap already.
    lent: Option<Word>,
}

/// Messages that have arrived, oldest first. A message taken from the middle leaves a gap.
#[derive(Default)]
pub struct Mailbox {
    queue: VecDeque<Option<OwnedTerm>>,
    gaps: u32,
    /// Number of messages and gaps that have gone from the front.
    passed: u64,
    /// Grows when messages have been moved, which makes places invalid.
    moves: u64,
    /// The highest number of a place that has been given out: messages that come must not get a
    /// lower one.
    placed: u64,
    /// Index of the message that the current receive looks at.
    save: usize,
    /// A receive has the message at `save` in its registers and has not decided about it yet.
    looking: bool,
    /// For each message and gap its token of sequential tracing, while there may be any.
    tokens: Option<Box<Tokens>>,
    /// That message, when a collection has come in between: on the process's heap, with a
    /// placeholder in the queue.
    lent: Option<Word>,
}

impl Mailbox {
    /// From now on messages are kept with their tokens, as long as there are any.
    pub fn keep_tokens(&mut self) {
        let n = self.queue.len();
        let queue = || (0..n).map(|_| Carried::Nothing).collect();
        self.tokens.get_or_insert_with(|| Box::new(Tokens { queue: queue(), ..Tokens::default() }));
    }

    /// Forgets the tokens of all messages.
    pub fn drop_tokens(&mut self) {
        self.tokens = None;
    }

    /// Whether tokens are kept.
    #[inline]
    pub fn keeps_tokens(&self) -> bool {
        self.tokens.is_some()
    }

    /// The token of the message that was taken last, which stays.
    pub fn token_of_taken(&self) -> Option<&Token> {
        match &self.tokens.as_ref()?.taken {
            Carried::Token(token) => Some(token),
            _ => None,
        }
    }

    /// The token of the message that was taken last, and that message if it had been lent.
    pub fn taken_token(&mut self) -> (Carried, Option<Word>) {
        self.tokens
            .as_mut()
            .map_or_else(Default::default, |t| (std::mem::take(&mut t.taken), t.lent.take()))
    }

    /// Adds the newest message, with its token.
    pub fn push_with_token(&mut self, message: OwnedTerm, token: Box<Token>) {
        self.keep_tokens();
        self.add(message, Carried::Token(token));
    }

    /// Adds the newest message, which a process without a token has sent.
    pub fn push(&mut self, message: OwnedTerm) {
        self.add(message, Carried::Nothing);
    }

    /// Adds the newest message, which no process has sent.
    pub fn push_from_nobody(&mut self, message: OwnedTerm) {
        self.add(message, Carried::Unchanged);
    }

    fn add(&mut self, message: OwnedTerm, carried: Carried) {
        self.queue.push_back(Some(message));
        if let Some(tokens) = &mut self.tokens {
            tokens.queue.push_back(carried);
        }
    }

    /// Number of messages.
    pub fn len(&self) -> usize {
        self.queue.len() - self.gaps as usize
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
        let current = self.queue.get(self.save)?.as_ref();
        self.looking = current.is_some();
        current
    }

    /// For native code, that it may look at the next message itself: the slots that lie one behind
    /// the other from the one that is looked at on, and the index of the first.
    pub fn slots(&mut self) -> (&[Option<OwnedTerm>], *mut usize) {
        let (first, second) = self.queue.as_slices();
        let slots = match self.lent {
            Some(_) => &[],
            None => match first.get(self.save..) {
                Some(slots @ [_, ..]) => slots,
                _ => second.get(self.save - first.len()..).unwrap_or_default(),
            },
        };
        (slots, &raw mut self.save)
    }

    /// Before a collection: if a receive is looking at a message, puts the message onto the
    /// process's heap by `adopt`, since the registers and the stack may refer to parts of it.
    /// Gives the word that is then a root.
    pub fn lend(&mut self, adopt: impl FnOnce(OwnedTerm) -> Word) -> Option<&mut Word> {
        if !self.looking {
            return None;
        }
        if self.lent.is_none() {
            let message = self.queue.get_mut(self.save)?.replace(Term::NIL.into())?;
            self.lent = Some(adopt(message));
        }
        self.lent.as_mut()
    }

    /// Makes copies of what the messages have of retired literals. None is being looked at, but one
    /// that has been lent.
    pub fn leave_retired(&mut self) {
        self.queue.iter_mut().flatten().for_each(OwnedTerm::leave_retired);
    }

    /// The receive does not look at the message any more. One that has been lent stays in the queue
    /// only as a placeholder if it is `taken`.
    fn look_away(&mut self, taken: bool) {
        self.looking = false;
        if let Some(word) = self.lent.take()
            && !taken
            && let Some(slot) = self.queue.get_mut(self.save)
        {
            // SAFETY: collections have had the word as a root since the message was put onto the
            // heap.
            *slot = Some(OwnedTerm::new(unsafe { Term::from_word(word) }));
        }
    }

    /// Goes on to the next message.
    #[inline]
    pub fn advance(&mut self) {
        if self.lent.is_some() {
            self.look_away(false);
        }
        self.looking = false;
        self.save += 1;
    }

    /// Starts the next search at the oldest message.
    #[inline]
    pub fn rewind(&mut self) {
        if self.lent.is_some() {
            self.look_away(false);
        }
        self.looking = false;
        self.save = 0;
    }

    /// Takes the message that the receive looks at out of the queue, and rewinds. One that has been
    /// lent is on the heap already: in its stead comes a term without memory.
    #[inline]
    pub fn take_current(&mut self) -> Option<OwnedTerm> {
        let index = self.save;
        if let Some(tokens) = &mut self.tokens {
            tokens.lent = self.lent;
        }
        self.look_away(true);
        self.save = 0;
        if let Some(tokens) = &mut self.tokens {
            tokens.taken = tokens.queue.get_mut(index).map(std::mem::take).unwrap_or_default();
        }
        if index == 0 {
            let message = self.queue.pop_front().flatten();
            if let Some(tokens) = &mut self.tokens {
                tokens.queue.pop_front();
            }
            self.passed += 1;
            self.drop_leading_gaps();
            return message;
        }
        if index + 1 == self.queue.len() && self.passed + index as u64 >= self.placed {
            if let Some(tokens) = &mut self.tokens {
                tokens.queue.pop_back();
            }
            return self.queue.pop_back().flatten();
        }
        let message = self.queue.get_mut(index)?.take();
        self.gaps += u32::from(message.is_some());
        if self.gaps > 16 && self.gaps as usize > self.queue.len() / 2 {
            self.retain(|_| true);
            self.gaps = 0;
            self.moves += 1;
        }
        message
    }

    fn drop_leading_gaps(&mut self) {
        while self.gaps > 0 && matches!(self.queue.front(), Some(None)) {
            self.queue.pop_front();
            if let Some(tokens) = &mut self.tokens {
                tokens.queue.pop_front();
            }
            self.passed += 1;
            self.gaps -= 1;
        }
    }

    /// Where a message that arrives next will stand: what a receive marker remembers.
    pub fn end(&mut self) -> Place {
        self.placed = self.passed + self.queue.len() as u64;
        Place { number: self.placed, moves: self.moves }
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
        self.retain(|m| !gone(m));
        self.gaps = 0;
        self.moves += 1;
        self.save = 0;
    }

    /// Keeps those messages that are wanted, and no gaps.
    fn retain(&mut self, mut wanted: impl FnMut(&OwnedTerm) -> bool) {
        let mut kept = Vec::new();
        let watched = self.tokens.is_some();
        self.queue.retain(|m| {
            let keep = m.as_ref().is_some_and(&mut wanted);
            if watched {
                kept.push(keep);
            }
            keep
        });
        let mut kept = kept.into_iter();
        if let Some(tokens) = &mut self.tokens {
            tokens.queue.retain(|_| kept.next().unwrap_or(true));
        }
    }

    /// Takes all messages.
    pub fn drain(&mut self) -> Vec<OwnedTerm> {
        self.gaps = 0;
        self.save = 0;
        self.moves += 1;
        self.tokens = None;
        self.queue.drain(..).flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pushes, and takes by selection, as a script says: `+a` comes, `-a` is received, `m` makes a
    /// marker, `u` starts the next search there. Gives what a receive of anything would take at
    /// last.
    fn check(script: &str, expected: &str) {
        let mut mailbox = Mailbox::default();
        let mut place = mailbox.end();
        let number = |c: char| Term::small(c as i64);
        for step in script.split(' ') {
            let mut chars = step.chars();
            match (chars.next(), chars.next()) {
                (Some('+'), Some(c)) => mailbox.push(number(c).into()),
                (Some('-'), Some(c)) => {
                    mailbox.rewind();
                    while !mailbox.current().expect("the message").term().same(number(c)) {
                        mailbox.advance();
                    }
                    mailbox.take_current();
                }
                (Some('m'), None) => place = mailbox.end(),
                (Some('u'), None) => mailbox.start_at(place),
                step => panic!("no step: {step:?}"),
            }
        }
        let mut rest = String::new();
        while let Some(m) = mailbox.current() {
            rest.push(m.term().as_small().map_or('?', |i| i as u8 as char));
            mailbox.advance();
        }
        assert_eq!(rest, expected, "{script}");
    }

    #[test]
    fn markers() {
        check("+a +b m +c u", "c");
        check("+a +b m +c -a u", "c");
        check("+a +b m -b +c u", "c");
        check("+a +b m -b -a +c u", "c");
        check("+a m -a +b u", "b");
        check("+a +b +c m -c -b +d +e u", "de");
        check("m +a +b -b +c u", "ac");
    }

    #[test]
    fn a_message_is_lent_to_a_collection() {
        for taken in [true, false] {
            let mut mailbox = Mailbox::default();
            let heap = term::Heap::new(0);
            mailbox.push(OwnedTerm::build(|h| h.string("a message")));
            mailbox.push(OwnedTerm::build(|h| h.string("another")));
            assert!(mailbox.lend(|_| unreachable!("nobody looks")).is_none());
            mailbox.current();
            let lent = *mailbox.lend(|m| heap.adopt(m).word()).expect("a receive looks");
            // SAFETY: it is on the heap, which does not collect.
            assert_eq!(unsafe { Term::from_word(lent) }.to_string(), "\"a message\"");
            if taken {
                assert_eq!(mailbox.take_current().map(|m| m.words()), Some(0));
            } else {
                mailbox.advance();
                mailbox.rewind();
            }
            let first = if taken { "\"another\"" } else { "\"a message\"" };
            assert_eq!(mailbox.current().expect("a message").term().to_string(), first);
            assert_eq!(mailbox.len(), if taken { 1 } else { 2 });
        }
    }
}
