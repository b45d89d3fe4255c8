//! The message queue of a process, as its receives see it: messages with priority first, each kind
//! in order, with a place to resume the search.

use crate::token::Token;
use std::collections::VecDeque;
use term::{OwnedTerm, Term, Word};

/// A place in a mailbox, as a receive marker remembers it.
#[derive(Copy, Clone, Debug)]
pub struct Place {
    number: i64,
    moves: u64,
}

/// The order in which a message comes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Rank {
    /// Behind all others.
    #[default]
    Usual,
    /// Behind others with priority only.
    Priority,
}

impl Rank {
    /// Priority, if it is so.
    pub fn priority_if(priority: bool) -> Rank {
        if priority { Rank::Priority } else { Rank::Usual }
    }
}

/// Messages with priority, while there are any.
#[derive(Default)]
struct First {
    /// Messages and gaps that they are, at the front.
    slots: usize,
    /// Where the current search goes on behind them, if it had been further before.
    then: Option<usize>,
}

/// The token of sequential tracing that a process has after it has taken a message.
#[derive(Default)]
pub enum Carried {
    /// None: the sender of the message had none.
    #[default]
    Nothing,
    /// The same as before: no process has sent the message.
    Unchanged,
    /// This one, which the sender had.
    Token(Box<Token>),
}

/// Tokens of sequential tracing.
#[derive(Default)]
struct Tokens {
    /// The tokens of messages and gaps, in their order.
    queue: VecDeque<Carried>,
    /// The token of the message that was taken last.
    taken: Carried,
    /// The message that was taken last, if it was on the process's heap already.
    lent: Option<Word>,
}

/// How many movements are told apart.
const MOVEMENTS: usize = 8;

/// The movements after which a message may have a lower number than a place that was given out
/// before it came, oldest first: when, and the lowest number that is concerned. The numbers ascend.
#[derive(Default)]
struct Movements(Vec<(u64, i64)>);

impl Movements {
    fn add(&mut self, when: u64, lowest: i64) {
        while self.0.last().is_some_and(|last| last.1 >= lowest) {
            self.0.pop();
        }
        self.0.push((when, lowest));
        if self.0.len() > MOVEMENTS {
            let (_, lowest) = self.0.remove(0);
            self.0[0].1 = lowest;
        }
    }

    /// The number from which on messages may have come since this place was given out.
    fn number(&self, place: Place) -> i64 {
        let since = self.0.iter().find(|(when, _)| *when > place.moves);
        since.map_or(place.number, |(_, lowest)| place.number.min(*lowest))
    }
}

/// The parts that few mailboxes have.
#[derive(Default)]
struct Parts {
    tokens: Option<Tokens>,
    first: Option<First>,
    movements: Movements,
}

/// A place for these parts, empty in most mailboxes.
#[derive(Default)]
struct Rare(Option<Box<Parts>>);

impl Rare {
    #[inline]
    fn tokens(&self) -> Option<&Tokens> {
        self.0.as_ref()?.tokens.as_ref()
    }

    #[inline]
    fn tokens_mut(&mut self) -> Option<&mut Tokens> {
        self.0.as_mut()?.tokens.as_mut()
    }

    #[inline]
    fn first(&self) -> Option<&First> {
        self.0.as_ref()?.first.as_ref()
    }

    #[inline]
    fn first_mut(&mut self) -> Option<&mut First> {
        self.0.as_mut()?.first.as_mut()
    }

    fn set_tokens(&mut self, tokens: Option<Tokens>) {
        self.0.get_or_insert_default().tokens = tokens;
        self.shrink();
    }

    fn set_first(&mut self, first: Option<First>) {
        self.0.get_or_insert_default().first = first;
        self.shrink();
    }

    fn shrink(&mut self) {
        let needed =
            |p: &Parts| p.tokens.is_some() || p.first.is_some() || !p.movements.0.is_empty();
        self.0 = self.0.take().filter(|parts| needed(parts));
    }
}

/// Messages that have arrived, oldest first. A message taken from the middle leaves a gap.
#[derive(Default)]
pub struct Mailbox {
    queue: VecDeque<Option<OwnedTerm>>,
    gaps: u32,
    /// Number of messages and gaps that have gone from the front, less those that have come there.
    passed: i64,
    /// How many movements there have been.
    moves: u64,
    /// The highest number of a place that has been given out since the last movement. Messages get
    /// lower ones only by another movement.
    placed: i64,
    /// Index of the message that the current receive looks at.
    save: usize,
    /// A receive has the message at `save` in its registers and has not decided about it yet.
    looking: bool,
    /// For each message and gap its token of sequential tracing, while there may be any; messages
    /// with priority.
    rare: Rare,
    /// The message at `save`, when it is on the process's heap, with a placeholder in the queue: it
    /// has come there at once, or a collection has put it there while a receive looked at it.
    lent: Option<Word>,
    /// It is the only message, and there is nothing in the queue, not even its placeholder.
    alone: bool,
    /// Messages that are on the process's heap are among so many of the first messages and gaps.
    on_heap: u8,
}

/// How many messages and gaps there may be at most before one that comes onto the process's heap:
/// each message there is a root of its collections. Less than 256.
const MOST_ON_HEAP: usize = 64;

/// How many messages are moved at most to close a gap behind them: a receive that has looked at
/// each of them has done more.
const MOST_MOVED: usize = 64;

/// Takes out the element at an index by moving those before it.
fn close_gap<T>(queue: &mut VecDeque<T>, index: usize) {
    for i in (0..index).rev() {
        queue.swap(i, i + 1);
    }
    queue.pop_front();
}

fn on_heap(message: &mut Option<OwnedTerm>) -> Option<&mut Word> {
    message.as_mut()?.on_heap()
}

impl Mailbox {
    /// From now on messages are kept with their tokens, as long as there are any.
    pub fn keep_tokens(&mut self) {
        self.be_queued();
        if self.rare.tokens().is_none() {
            let queue = self.queue.iter().map(|_| Carried::Nothing).collect();
            self.rare.set_tokens(Some(Tokens { queue, ..Tokens::default() }));
        }
    }

    /// Forgets the tokens of all messages.
    pub fn drop_tokens(&mut self) {
        self.rare.set_tokens(None);
    }

    /// Whether tokens are kept.
    #[inline]
    pub fn keeps_tokens(&self) -> bool {
        self.rare.tokens().is_some()
    }

    /// The token of the message that was taken last, which stays.
    pub fn token_of_taken(&self) -> Option<&Token> {
        match &self.rare.tokens()?.taken {
            Carried::Token(token) => Some(token),
            _ => None,
        }
    }

    /// The token of the message that was taken last, and that message if it had been lent.
    pub fn taken_token(&mut self) -> (Carried, Option<Word>) {
        self.rare
            .tokens_mut()
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

    /// Whether a message may come onto the process's heap at once.
    #[inline]
    pub fn takes_on_heap(&self) -> bool {
        self.queue.len() < MOST_ON_HEAP && self.rare.tokens().is_none()
    }

    /// Adds a message that is on the process's heap, as its root from now on: see
    /// [`Mailbox::takes_on_heap`].
    #[inline]
    pub fn push_on_heap(&mut self, message: Word) {
        debug_assert!(self.takes_on_heap());
        if self.queue.is_empty() && !self.alone {
            debug_assert!(self.lent.is_none());
            // Code that was altered may have gone on to a next message where there was none.
            (self.lent, self.alone, self.save) = (Some(message), true, 0);
            return;
        }
        self.be_queued();
        // SAFETY: `roots` gives it to collections.
        self.queue.push_back(Some(unsafe { OwnedTerm::lying_on_heap(message) }));
        self.on_heap = self.queue.len() as u8;
    }

    /// For a collection: the words of the messages that are on the heap, but for the one that has
    /// been lent.
    pub fn roots(&mut self) -> impl Iterator<Item = &mut Word> {
        let first = self.queue.len().min(self.on_heap as usize);
        let last = self.queue.range_mut(..first).rposition(|m| on_heap(m).is_some());
        self.on_heap = last.map_or(0, |i| i as u8 + 1);
        self.queue.range_mut(..self.on_heap as usize).filter_map(on_heap)
    }

    /// From now on the only message has a placeholder in the queue.
    fn be_queued(&mut self) {
        if std::mem::take(&mut self.alone) {
            self.queue.push_back(Some(Term::NIL.into()));
        }
    }

    /// Adds the newest message, which no process has sent.
    pub fn push_from_nobody(&mut self, message: OwnedTerm) {
        self.add(message, Carried::Unchanged);
    }

    fn add(&mut self, message: OwnedTerm, carried: Carried) {
        self.be_queued();
        self.queue.push_back(Some(message));
        if let Some(tokens) = self.rare.tokens_mut() {
            tokens.queue.push_back(carried);
        }
    }

    /// Adds a message with priority. No receive is looking at a message.
    pub fn push_with_priority(&mut self, message: OwnedTerm, carried: Carried) {
        if matches!(carried, Carried::Token(_)) {
            self.keep_tokens();
        }
        self.be_queued();
        // A message on the heap has its place by its index, which may change.
        self.look_away(false);
        if self.rare.first().is_none() {
            self.rare.set_first(Some(First::default()));
        }
        let Some(first) = self.rare.first_mut() else { return };
        let index = first.slots;
        first.slots += 1;
        match &mut first.then {
            Some(then) => *then += 1,
            // The search has been further: it looks at this one, and goes on where it was.
            None if self.save > index => {
                first.then = Some(self.save + 1);
                self.save = index;
            }
            None => {}
        }
        self.queue.insert(index, Some(message));
        if let Some(tokens) = self.rare.tokens_mut() {
            tokens.queue.insert(index, carried);
        }
        if index < usize::from(self.on_heap) {
            self.on_heap = self.on_heap.checked_add(1).unwrap_or_else(|| self.leave_heap());
        }
        // The messages behind it keep their numbers.
        self.passed -= 1;
    }

    /// Takes all messages off the process's heap: so many are left there.
    fn leave_heap(&mut self) -> u8 {
        for message in self.queue.iter_mut().flatten() {
            if message.on_heap().is_some() {
                *message = OwnedTerm::new(message.term());
            }
        }
        0
    }

    /// A message or gap is no more.
    fn slot_gone(&mut self, index: usize) {
        if let Some(first) = self.rare.first_mut()
            && index < first.slots
        {
            let left = first.slots - 1;
            self.keep_first(left);
        }
    }

    /// So many messages and gaps of those with priority are left.
    fn keep_first(&mut self, left: usize) {
        match self.rare.first_mut() {
            Some(first) if left > 0 => first.slots = left,
            Some(_) => self.rare.set_first(None),
            None => {}
        }
    }

    /// Goes on to where the search had been, if it has seen all messages with priority.
    #[inline]
    fn pass_first(&mut self) {
        if let Some(first) = self.rare.first_mut()
            && self.save >= first.slots
            && let Some(then) = first.then.take()
        {
            self.save = then;
        }
    }

    /// Number of messages.
    pub fn len(&self) -> usize {
        self.end_of_queue() - self.gaps as usize
    }

    /// The number of messages and gaps.
    #[inline]
    fn end_of_queue(&self) -> usize {
        self.queue.len() + usize::from(self.alone)
    }

    /// Whether there is no message.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The message that the current receive looks at, if it has not seen all: a term of the
    /// process's heap, or of the mailbox as long as it is in there.
    #[inline]
    pub fn current(&mut self) -> Option<Word> {
        if self.lent.is_some() {
            self.looking = true;
            return self.lent;
        }
        loop {
            self.pass_first();
            let Some(slot) = self.queue.get(self.save) else { break };
            if let Some(message) = slot {
                self.looking = true;
                return Some(message.term().word());
            }
            self.save += 1;
        }
        self.looking = false;
        None
    }

    /// For native code, that it may look at the next message itself: the slots that lie one behind
    /// the other from the one that is looked at on, and the index of the first.
    pub fn slots(&mut self) -> (&[Option<OwnedTerm>], *mut usize) {
        let jumps = self.rare.first().filter(|first| first.then.is_some());
        let end = jumps.map_or(self.queue.len(), |first| first.slots);
        let (first, second) = self.queue.as_slices();
        let slots = match self.lent {
            Some(_) => None,
            None if self.save < first.len() => first.get(self.save..end.min(first.len())),
            None => second.get(self.save - first.len()..end.saturating_sub(first.len())),
        };
        (slots.unwrap_or_default(), &raw mut self.save)
    }

    /// Before a collection: if a receive is looking at a message, puts the message onto the
    /// process's heap by `adopt`, since the registers and the stack may refer to parts of it.
    /// Gives the word of the message that is on the heap, which is a root.
    pub fn lend(&mut self, adopt: impl FnOnce(OwnedTerm) -> Word) -> Option<&mut Word> {
        if self.lent.is_none() {
            if !self.looking {
                return None;
            }
            let message = self.queue.get_mut(self.save)?.replace(Term::NIL.into())?;
            self.lent = Some(adopt(message));
        }
        self.lent.as_mut()
    }

    /// Has the messages copy what they have of retired literals. No receive is looking at a
    /// message, except for one that has been lent.
    pub fn leave_retired(&mut self) {
        self.queue.iter_mut().flatten().for_each(OwnedTerm::leave_retired);
    }

    /// The message at `save` is not the one that is looked at any more. One that is on the heap
    /// stays in the queue only as a placeholder if it is `taken`.
    fn look_away(&mut self, taken: bool) {
        self.looking = false;
        let Some(word) = self.lent.take() else { return };
        if taken {
            return;
        }
        self.be_queued();
        if let Some(slot) = self.queue.get_mut(self.save) {
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
        self.go_to(0);
    }

    /// Starts the next search at this message.
    #[inline]
    fn go_to(&mut self, index: usize) {
        if self.lent.is_some() && self.save != index {
            self.look_away(false);
        }
        self.looking = false;
        self.save = index;
        self.then(None);
    }

    /// Where the search goes on when it has seen the messages with priority.
    #[inline]
    fn then(&mut self, then: Option<usize>) {
        if let Some(first) = self.rare.first_mut() {
            first.then = then;
        }
    }

    /// Takes the message that the receive looks at out of the queue, and rewinds. One that has been
    /// lent is on the heap already: in its stead comes a term without memory.
    #[inline]
    pub fn take_current(&mut self) -> Option<OwnedTerm> {
        if std::mem::take(&mut self.alone) {
            (self.lent, self.looking) = (None, false);
            self.passed += 1;
            return Some(Term::NIL.into());
        }
        let index = self.save;
        if let Some(tokens) = self.rare.tokens_mut() {
            tokens.lent = self.lent;
        }
        self.look_away(true);
        self.save = 0;
        self.then(None);
        if let Some(tokens) = self.rare.tokens_mut() {
            tokens.taken = tokens.queue.get_mut(index).map(std::mem::take).unwrap_or_default();
        }
        if index == 0 {
            let message = self.queue.pop_front().flatten();
            if let Some(tokens) = self.rare.tokens_mut() {
                tokens.queue.pop_front();
            }
            self.passed += 1;
            self.slot_gone(0);
            self.drop_leading_gaps();
            return message;
        }
        if index + 1 == self.queue.len() {
            return self.take_last();
        }
        let message = self.queue.get_mut(index)?.take();
        if index <= MOST_MOVED {
            // The messages before it get higher numbers. A receive that starts at a place may look
            // at older messages therefore, but misses none that has come since.
            close_gap(&mut self.queue, index);
            if let Some(tokens) = self.rare.tokens_mut() {
                close_gap(&mut tokens.queue, index);
            }
            self.passed += 1;
            self.slot_gone(index);
            return message;
        }
        self.gaps += u32::from(message.is_some());
        // Each receive goes by them again. When that has been as much as it is to close them, it
        // is done.
        if self.gaps > 16 && self.gaps as usize * self.gaps as usize > 2 * self.queue.len() {
            let gap = self.queue.iter().position(Option::is_none).unwrap_or(0);
            self.retain(|_| true);
            self.gaps = 0;
            self.moved(gap);
        }
        message
    }

    /// Takes the last message, and the gaps before it.
    fn take_last(&mut self) -> Option<OwnedTerm> {
        let message = self.drop_last();
        while self.gaps > 0 && matches!(self.queue.back(), Some(None)) {
            self.drop_last();
            self.gaps -= 1;
        }
        self.moved(self.queue.len());
        message
    }

    fn drop_last(&mut self) -> Option<OwnedTerm> {
        let slot = self.queue.pop_back()?;
        if let Some(tokens) = self.rare.tokens_mut() {
            tokens.queue.pop_back();
        }
        self.slot_gone(self.queue.len());
        slot
    }

    /// Messages from this index on have lower numbers than before, or will have.
    fn moved(&mut self, from: usize) {
        let lowest = self.passed + from as i64;
        if lowest >= self.placed {
            return;
        }
        self.moves += 1;
        self.placed = lowest;
        self.rare.0.get_or_insert_default().movements.add(self.moves, lowest);
    }

    fn drop_leading_gaps(&mut self) {
        while self.gaps > 0 && matches!(self.queue.front(), Some(None)) {
            self.queue.pop_front();
            if let Some(tokens) = self.rare.tokens_mut() {
                tokens.queue.pop_front();
            }
            self.passed += 1;
            self.gaps -= 1;
            self.slot_gone(0);
        }
    }

    /// The place of the message that arrives next, for a receive marker to remember.
    pub fn end(&mut self) -> Place {
        self.placed = self.passed + self.end_of_queue() as i64;
        Place { number: self.placed, moves: self.moves }
    }

    /// Starts the next search at this place, or before it: no message that has come since is passed
    /// over. Messages with priority may have come since, and are looked at before.
    pub fn start_at(&mut self, place: Place) {
        let number = match &self.rare.0 {
            Some(parts) => parts.movements.number(place),
            None => place.number,
        };
        let index = (number - self.passed).max(0) as usize;
        let index = index.min(self.end_of_queue());
        match self.rare.first() {
            Some(first) => {
                let then = Some(index).filter(|&index| index > first.slots);
                self.go_to(0);
                self.then(then);
            }
            None => self.go_to(index),
        }
    }

    /// The messages, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = Term<'_>> {
        // SAFETY: collections have had the word as a root since the message was put onto the heap.
        let lent = self.lent.map(|word| unsafe { Term::from_word(word) });
        let save = self.save;
        let queued = self.queue.iter().enumerate().filter_map(move |(i, message)| match lent {
            Some(lent) if i == save => Some(lent),
            _ => message.as_ref().map(OwnedTerm::term),
        });
        lent.filter(|_| self.alone).into_iter().chain(queued)
    }

    /// Words of memory that the messages take outside of the process's heap.
    pub fn words(&self) -> usize {
        self.queue.iter().flatten().map(OwnedTerm::words).sum()
    }

    /// Removes the messages of which the predicate says true.
    pub fn remove_where(&mut self, mut gone: impl FnMut(&OwnedTerm) -> bool) {
        self.look_away(false);
        self.retain(|m| !gone(m));
        self.gaps = 0;
        self.moved(0);
        self.save = 0;
        self.then(None);
    }

    /// Keeps the messages that are wanted, and no gaps.
    fn retain(&mut self, mut wanted: impl FnMut(&OwnedTerm) -> bool) {
        let mut kept = Vec::new();
        let watched = self.rare.tokens().is_some();
        let slots = self.rare.first().map_or(0, |first| first.slots);
        let (mut index, mut first) = (0, 0);
        self.queue.retain(|m| {
            let keep = m.as_ref().is_some_and(&mut wanted);
            first += usize::from(keep && index < slots);
            index += 1;
            if watched {
                kept.push(keep);
            }
            keep
        });
        self.keep_first(first);
        let mut kept = kept.into_iter();
        if let Some(tokens) = self.rare.tokens_mut() {
            tokens.queue.retain(|_| kept.next().unwrap_or(true));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pushes, and takes by selection, as a script says: `+a` comes, `!a` comes with priority, `-a`
    /// is received, `m` makes a marker, `u` starts the next search there, `s` looks at all, `.` at
    /// one. Gives what a receive of anything would take at last.
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
                    while mailbox.current().expect("the message") != number(c).word() {
                        mailbox.advance();
                    }
                    mailbox.take_current();
                }
                (Some('!'), Some(c)) => {
                    mailbox.push_with_priority(number(c).into(), Carried::Nothing);
                }
                (Some('m'), None) => place = mailbox.end(),
                (Some('u'), None) => mailbox.start_at(place),
                (Some('.'), None) => {
                    mailbox.current();
                    mailbox.advance();
                }
                (Some('s'), None) => {
                    while mailbox.current().is_some() {
                        mailbox.advance();
                    }
                }
                step => panic!("no step: {step:?}"),
            }
        }
        let mut rest = String::new();
        while let Some(m) = mailbox.current() {
            // SAFETY: a small integer, as all here.
            let m = unsafe { Term::from_word(m) };
            rest.push(m.as_small().map_or('?', |i| i as u8 as char));
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
        check("+a +b +c m -b +d u", "d");
        // A message from before the marker is looked at again; none is left out.
        check("+a m +b +c +d -c u", "abd");
    }

    /// Replies that are awaited one within the other behind a queue that nobody reads: none is
    /// passed over, and few others are looked at.
    #[test]
    fn nested_markers() {
        let (before, depth, replies) = (10_000, 3, 10);
        let mut mailbox = Mailbox::default();
        (0..before).for_each(|_| mailbox.push(Term::NIL.into()));
        let mut looked = 0;
        for round in 0..500 {
            let places: Vec<Place> = (0..depth)
                .map(|level| {
                    let place = mailbox.end();
                    (0..replies).for_each(|_| mailbox.push(Term::small(level).into()));
                    place
                })
                .collect();
            for level in (0..depth).rev() {
                for _ in 0..replies {
                    mailbox.start_at(places[level as usize]);
                    while mailbox.current() != Some(Term::small(level).word()) {
                        assert!(mailbox.save < mailbox.queue.len(), "passed over");
                        mailbox.advance();
                        looked += 1;
                    }
                    mailbox.take_current();
                }
            }
            // Now and then some of the others are taken.
            if round % 100 == 0 {
                (0..3).for_each(|_| {
                    mailbox.rewind();
                    mailbox.current();
                    mailbox.take_current();
                });
            }
        }
        assert_eq!(mailbox.len(), before - 15);
        assert!(looked < 500 * replies * depth, "{looked}");
    }

    #[test]
    fn movements_that_are_forgotten_count_as_later_ones() {
        let mut movements = Movements::default();
        (1..=20).for_each(|when| movements.add(when, 100 + when as i64));
        let number = |moves, number| movements.number(Place { number, moves });
        assert_eq!([number(20, 500), number(19, 500), number(19, 50)], [500, 120, 50]);
        assert_eq!([number(0, 500), number(12, 500), number(13, 500)], [101, 101, 114]);
        movements.add(21, 105);
        assert_eq!(
            [0, 15, 20, 21].map(|moves| movements.number(Place { number: 500, moves })),
            [101, 105, 105, 500]
        );
    }

    #[test]
    fn messages_with_priority() {
        check("+a +b !c !d +e u", "cdabe");
        check("+a !c -c +b !d u", "dab");
        check("+a +b !c !d -d !e -a !f u", "cefb");
        check("+a +b !c -c -b !d u", "da");
        // A search that has been further looks at them, and goes on where it was.
        check("+a +b s !c", "c");
        check("+a +b s !c !d +e", "cde");
        check("+a +b . !c", "cb");
        check("!x +a +b . !c", "cab");
        check("!x +a +b . . !c", "cb");
        check("!x +a +b . . !c . !d +e", "dbe");
        check("+a s !b s !c +d", "cd");
        // A marker passes by the others only.
        check("+a +b m !c +d u", "cd");
        check("!a +b m !c +d u", "acd");
        check("+a +b m !c -c +d u", "d");
        check("m !a +b u", "ab");
        check("+a m !b u !c +d", "bcd");
        check("+a +b m !c +d -b u", "cd");
    }

    /// Many of them, taken from the middle, with and without tokens, and on the heap.
    #[test]
    fn many_messages_with_priority() {
        for tokens in [false, true] {
            let heap = term::Heap::new(1000);
            let mut mailbox = Mailbox::default();
            (0..40).for_each(|n| mailbox.push_on_heap(heap.tuple(&[Term::small(n)]).word()));
            if tokens {
                mailbox.keep_tokens();
            }
            let text = |m: &Mailbox| m.iter().map(|t| t.to_string()).collect::<Vec<_>>();
            for n in 0..300 {
                mailbox.push_with_priority(Term::small(n).into(), Carried::Nothing);
            }
            assert_eq!(mailbox.roots().count(), 0);
            let mut expected: Vec<_> = (0..300).map(|n| n.to_string()).collect();
            expected.extend((0..40).map(|n| format!("{{{n}}}")));
            assert_eq!(text(&mailbox), expected);
            for at in [200, 250, 299, 10, 64, 65, 66, 120, 0, 290, 200, 298].repeat(20) {
                if at >= expected.len() {
                    continue;
                }
                mailbox.rewind();
                (0..at).for_each(|_| {
                    mailbox.current();
                    mailbox.advance();
                });
                mailbox.current();
                mailbox.take_current();
                expected.remove(at);
                assert_eq!(text(&mailbox), expected);
            }
            mailbox.push_with_priority(Term::atom(term::am::OK).into(), Carried::Nothing);
            let urgent = expected.iter().filter(|text| !text.starts_with('{')).count();
            assert_eq!(text(&mailbox)[urgent], "ok");
        }
    }

    /// Messages that nobody takes, before many that are taken one by one.
    #[test]
    fn receives_go_by_few_gaps() {
        for left in [1, 64, 65, 200] {
            let mut mailbox = Mailbox::default();
            let n = 10_000;
            (0..left + n).for_each(|i| mailbox.push(Term::small(i).into()));
            for i in left..left + n {
                (0..left).for_each(|_| {
                    mailbox.current();
                    mailbox.advance();
                });
                assert_eq!(mailbox.current(), Some(Term::small(i).word()));
                assert!(mailbox.save - left as usize <= 150);
                mailbox.take_current();
            }
            assert_eq!(mailbox.len(), left as usize);
        }
    }

    /// All operations handle a message that has come onto the heap at once.
    #[test]
    fn a_message_comes_onto_the_heap() {
        let heap = term::Heap::new(64);
        let text = |m: Word| {
            // SAFETY: on the heap, which does not collect, or in the mailbox.
            unsafe { Term::from_word(m) }.to_string()
        };
        let made = || {
            let mut mailbox = Mailbox::default();
            assert!(mailbox.takes_on_heap());
            mailbox.push_on_heap(heap.string("first").word());
            assert!(mailbox.len() == 1 && !mailbox.is_empty());
            mailbox
        };
        let second = || OwnedTerm::build(|h| h.string("second"));
        // A receive that has gone on where there is nothing, as no compiler has it.
        let mut mailbox = Mailbox::default();
        mailbox.advance();
        mailbox.push_on_heap(heap.string("seen").word());
        assert_eq!(mailbox.current().map(text).as_deref(), Some("\"seen\""));
        mailbox.advance();
        assert_eq!((mailbox.current(), mailbox.len()), (None, 1));
        let all = |m: &Mailbox| m.iter().map(|t| t.to_string()).collect::<Vec<_>>();

        let mut mailbox = made();
        assert_eq!(all(&mailbox), ["\"first\""]);
        assert_eq!(mailbox.current().map(text).as_deref(), Some("\"first\""));
        assert_eq!(mailbox.take_current().map(|m| m.words()), Some(0));
        assert!(mailbox.is_empty() && mailbox.current().is_none() && mailbox.takes_on_heap());

        let mut mailbox = made();
        let place = mailbox.end();
        mailbox.push(second());
        assert_eq!(all(&mailbox), ["\"first\"", "\"second\""]);
        mailbox.start_at(place);
        assert_eq!(mailbox.current().map(text).as_deref(), Some("\"second\""));
        mailbox.take_current();
        assert_eq!(all(&mailbox), ["\"first\""]);
        assert_eq!(mailbox.current().map(text).as_deref(), Some("\"first\""));

        let mut mailbox = made();
        mailbox.current();
        mailbox.advance();
        assert!(mailbox.current().is_none());
        mailbox.rewind();
        mailbox.push(second());
        assert_eq!(mailbox.current().map(text).as_deref(), Some("\"first\""));
        mailbox.rewind();
        mailbox.remove_where(|m| m.term().to_string() == "\"first\"");
        assert_eq!(all(&mailbox), ["\"second\""]);

        let mut mailbox = made();
        let root = *mailbox.lend(|_| unreachable!("it is on the heap")).expect("a root");
        assert_eq!(text(root), "\"first\"");
    }

    /// Several of them, among others, are the roots of a collection, wherever they have come to.
    #[test]
    fn messages_come_onto_the_heap() {
        let heap = term::Heap::new(1000);
        let number = |m: Word| {
            // SAFETY: on the heap, which does not collect.
            unsafe { Term::from_word(m) }.as_tuple().and_then(|t| t[0].as_small()).expect("one")
        };
        let message = |n| heap.tuple(&[Term::small(n)]).word();
        let roots = |m: &mut Mailbox| m.roots().map(|w| number(*w)).collect::<Vec<_>>();
        let mut mailbox = Mailbox::default();
        (0..3).for_each(|n| mailbox.push_on_heap(message(n)));
        mailbox.push(OwnedTerm::build(|h| h.tuple(&[Term::small(3)])));
        mailbox.push_on_heap(message(4));
        // The first has a place of its own.
        assert_eq!(mailbox.lend(|_| unreachable!("on the heap")).map(|w| number(*w)), Some(0));
        assert_eq!(roots(&mut mailbox), [1, 2, 4]);
        let mut take = |skipped| {
            for _ in 0..skipped {
                mailbox.current();
                mailbox.advance();
            }
            let taken = mailbox.current().map(number);
            mailbox.take_current();
            (taken, roots(&mut mailbox))
        };
        // The first has been passed over: it is not there any more.
        assert_eq!(take(2), (Some(2), vec![1, 4]));
        assert_eq!(take(0), (Some(0), vec![1, 4]));
        assert_eq!(take(2), (Some(4), vec![1]));
        assert_eq!(take(0), (Some(1), vec![]));
        assert_eq!(take(0), (Some(3), vec![]));
        assert!(mailbox.is_empty());
        (0..MOST_ON_HEAP as i64).for_each(|n| mailbox.push_on_heap(message(n)));
        assert!(!mailbox.takes_on_heap());
        assert_eq!(roots(&mut mailbox), (1..MOST_ON_HEAP as i64).collect::<Vec<_>>());
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
            let current = mailbox.current().expect("a message");
            // SAFETY: on the heap, which does not collect, or in the mailbox.
            assert_eq!(unsafe { Term::from_word(current) }.to_string(), first);
            assert_eq!(mailbox.len(), if taken { 1 } else { 2 });
        }
    }
}
