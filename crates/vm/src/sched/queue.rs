//! Run queues: the processes that a scheduler is to run, by priority, and what others hand to it.

use super::biased::Biased;
use super::chance::Chance;
use crate::process::{Exclusive, NOT_LENT, Process};
use std::collections::VecDeque;
use std::ops::Range;
use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Number of priorities: max, high, normal, low.
pub(crate) const PRIORITIES: usize = 4;
/// The priority of most processes.
pub(crate) const NORMAL: u8 = 2;
/// A process of low priority has one turn for so many of each of normal priority.
const LOW_PERIOD: usize = 8;

/// Decides which is next, a process of normal or one of low priority.
#[derive(Default)]
pub(crate) struct LowTurns {
    /// The credit of low priority. Each turn of a process of normal priority adds the number of
    /// processes of low priority that wait.
    saved: usize,
}

impl LowTurns {
    /// Whether one of low priority is next, where there are so many of either.
    pub(crate) fn low_is_next(&mut self, normal: usize, low: usize) -> bool {
        // The credit is kept meanwhile: a process of low priority that is asked again and again has
        // another priority for the moment of each answer.
        if normal == 0 || low == 0 {
            return low != 0;
        }
        // At this price each process of low priority has one turn while each of normal priority has
        // `LOW_PERIOD`.
        let price = LOW_PERIOD * normal;
        if self.saved >= price {
            self.saved = (self.saved - price).min(low);
            return true;
        }
        self.saved += low;
        false
    }
}

/// A process in a queue.
#[derive(Copy, Clone)]
pub(crate) struct Entry(pub *mut Process);

// SAFETY: a process in a queue is alive: it is freed only after it has left its last queue.
unsafe impl Send for Entry {}

impl Entry {
    fn process(&self) -> &Process {
        // SAFETY: a process in a queue is alive.
        unsafe { &*self.0 }
    }
}

/// Has the memory of the next two processes fetched while another one runs. Among many processes
/// most have dropped out of the caches since they ran last, and a process reads some ten lines
/// before it does anything.
#[inline]
fn fetch_ahead(queue: &VecDeque<Entry>) {
    if let Some(second) = queue.get(1) {
        second.process().prefetch();
        // SAFETY: the process waits in a queue that the caller has for itself, so no thread runs or
        // claims it until this function has returned.
        let next = unsafe { Exclusive::assume(queue[0].process()) };
        // This one has been the second before.
        next.prefetch_heap();
    } else if let Some(next) = queue.front() {
        next.process().prefetch();
    }
}

#[derive(Default)]
struct Processes {
    /// The process that was added last, if it is of normal priority and none has come since. It can
    /// be claimed: where one process wakes the next there is no other, and a process that has just
    /// been spawned gets a message.
    newest: Option<Entry>,
    queues: [VecDeque<Entry>; PRIORITIES],
    /// How many are in the queues.
    queued: usize,
    low_turns: LowTurns,
}

impl Processes {
    fn len(&self) -> usize {
        self.queued + usize::from(self.newest.is_some())
    }

    #[inline]
    fn push(&mut self, entry: Entry) {
        self.queue_up_newest();
        let p = entry.process();
        if p.priority.load(Ordering::Relaxed) == NORMAL
            && p.lent_priority.load(Ordering::SeqCst) == NOT_LENT
        {
            self.newest = Some(entry);
        } else {
            self.queue_up(entry);
        }
    }

    fn queue_up(&mut self, entry: Entry) {
        let p = entry.process();
        let lent = p.lent_priority.load(Ordering::SeqCst);
        let priority = p.priority.load(Ordering::Relaxed).min(lent);
        self.queues[usize::from(priority)].push_back(entry);
        self.queued += 1;
    }

    /// Puts the newest behind the others.
    #[inline]
    fn queue_up_newest(&mut self) {
        if let Some(newest) = self.newest.take() {
            self.queue_up(newest);
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<Entry> {
        if self.queued == 0 {
            return self.newest.take();
        }
        self.queue_up_newest();
        self.queued -= 1;
        for queue in &mut self.queues[..2] {
            if let Some(entry) = queue.pop_front() {
                fetch_ahead(queue);
                return Some(entry);
            }
        }
        let low_is_next = self.low_turns.low_is_next(self.queues[2].len(), self.queues[3].len());
        let queue = &mut self.queues[if low_is_next { 3 } else { 2 }];
        let entry = queue.pop_front();
        fetch_ahead(queue);
        entry
    }

    /// Takes this process if it is the newest.
    #[inline]
    fn take_if_newest(&mut self, p: &Process) -> bool {
        self.newest.take_if(|entry| ptr::eq(entry.0, p)).is_some()
    }

    /// Draws which process of each priority is the next. Processes that take no part are not drawn
    /// but come first: when they have something to do depends on other things than the seed.
    fn shuffle(&mut self, chance: &Chance) {
        self.queue_up_newest();
        let takes_part = |entry: &Entry| entry.process().state.bits().is_drawn();
        for queue in self.queues.iter_mut().filter(|queue| queue.len() > 1) {
            let other = queue.iter().position(|entry| !takes_part(entry));
            let next = other.unwrap_or_else(|| chance.draw(queue.len()));
            // The others stay in their order, whoever comes and goes.
            let next = queue.remove(next);
            next.into_iter().for_each(|entry| queue.push_front(entry));
        }
    }

    /// Puts a process that is in a queue into the one that it belongs to now.
    fn raise(&mut self, p: &Process) {
        self.queue_up_newest();
        for queue in &mut self.queues[1..] {
            let place = queue.iter().position(|entry| std::ptr::eq(entry.0, p));
            if let Some(entry) = place.and_then(|i| queue.remove(i)) {
                self.queued -= 1;
                return self.queue_up(entry);
            }
        }
    }

    /// Gives up to `most` processes to a thief, the oldest first, but none that is bound to this
    /// scheduler. Each of the priorities gives in proportion to its number; all of them together
    /// give one part of so many.
    fn steal(&mut self, most: usize, priorities: Range<usize>, part: usize) -> Vec<Entry> {
        self.queue_up_newest();
        let queues = &mut self.queues[priorities];
        let all: usize = queues.iter().map(VecDeque::len).sum();
        let wanted = most.min(all / part);
        let mut stolen = Vec::with_capacity(wanted);
        for queue in queues {
            let share = (queue.len() * wanted).div_ceil(all.max(1));
            let share = wanted.min(stolen.len() + share);
            let mut kept = Vec::new();
            while stolen.len() < share
                && let Some(entry) = queue.pop_front()
            {
                let bound = entry.process().bound.load(Ordering::Relaxed) != 0;
                if bound { kept.push(entry) } else { stolen.push(entry) }
            }
            kept.into_iter().rev().for_each(|entry| queue.push_front(entry));
        }
        self.queued -= stolen.len();
        stolen
    }
}

/// The run queue of one scheduler.
///
/// Its scheduler, the owner, pushes and pops; other schedulers steal. Threads that are no
/// schedulers put what they have into the inbox.
#[repr(align(128))]
pub(crate) struct RunQueue {
    processes: Biased<Processes>,
    inbox: Mutex<Vec<Entry>>,
    /// Lengths of both, to look at without a lock.
    len: AtomicUsize,
    inbox_len: AtomicUsize,
}

impl RunQueue {
    /// The empty queue of one of so many schedulers.
    pub fn new(schedulers: usize) -> RunQueue {
        RunQueue {
            // SAFETY: only `own` and `others` use the lock. The callers of `own` are the owner, as
            // its contract says; the callers of `others` are other schedulers, and there are none
            // of them if the number is 1.
            processes: unsafe { Biased::new(Processes::default(), schedulers) },
            inbox: Mutex::default(),
            len: AtomicUsize::new(0),
            inbox_len: AtomicUsize::new(0),
        }
    }

    /// Whether there are other schedulers.
    #[inline]
    pub fn is_shared(&self) -> bool {
        self.processes.is_shared()
    }

    /// Uses the queue and publishes its length.
    ///
    /// # Safety
    /// The caller is the owner.
    #[inline]
    unsafe fn own<R>(&self, f: impl FnOnce(&mut Processes) -> R) -> R {
        // SAFETY: the caller is the owner, which is this function's contract. The functions that
        // are given here work on the processes and the inbox, and do not use the lock again.
        unsafe { self.processes.own(|q| self.published(q, f)) }
    }

    /// The same for other schedulers.
    fn others<R>(&self, f: impl FnOnce(&mut Processes) -> R) -> R {
        self.processes.others(|q| self.published(q, f))
    }

    #[inline]
    fn published<R>(&self, q: &mut Processes, f: impl FnOnce(&mut Processes) -> R) -> R {
        let result = f(q);
        self.len.store(q.len(), Ordering::Relaxed);
        result
    }

    /// Adds a process. A scheduler that lies down says so and then looks at the length. A caller
    /// that wants either to be seen by it, or to see that it lies down, needs a fence after this.
    ///
    /// # Safety
    /// The caller is the owner.
    #[inline]
    pub unsafe fn push(&self, entry: Entry) {
        // SAFETY: the caller is the owner by the contract of this function, and pushing does not
        // use the lock.
        unsafe { self.own(|q| q.push(entry)) };
    }

    /// Takes this process if it was pushed last and nothing has come since. It is ours until it is
    /// pushed again.
    ///
    /// # Safety
    /// The caller is the owner.
    #[inline]
    pub unsafe fn take_if_newest(&self, p: &Process) -> bool {
        // SAFETY: the caller is the owner by the contract of this function, and taking the newest
        // does not use the lock.
        unsafe { self.own(|q| q.take_if_newest(p)) }
    }

    /// Puts a process whose lent priority has changed where it belongs, if it is here. The owner,
    /// if it is about to add it, either has done so when we get in, or sees the priority: so the
    /// length, which is told later, must not be asked first.
    ///
    /// # Safety
    /// The caller is a scheduler, and `is_owner` says whether it is the owner.
    pub unsafe fn raise(&self, p: &Process, is_owner: bool) {
        match is_owner {
            // SAFETY: `is_owner` is true on the owner's thread only, by the contract of this
            // function, and moving a process does not use the lock.
            true => unsafe { self.own(|q| q.raise(p)) },
            false => self.others(|q| q.raise(p)),
        }
    }

    /// Takes the next process to run.
    ///
    /// # Safety
    /// The caller is the owner.
    #[inline]
    pub unsafe fn pop(&self) -> Option<Entry> {
        if self.inbox_len.load(Ordering::Relaxed) != 0 {
            // SAFETY: the caller is the owner by the contract of this function, and emptying the
            // inbox uses the inbox's lock only.
            unsafe { self.own(|q| self.empty_inbox(q)) };
        }
        if self.len.load(Ordering::Relaxed) == 0 {
            return None;
        }
        // SAFETY: the caller is the owner by the contract of this function, and popping does not
        // use the lock.
        unsafe { self.own(Processes::pop) }
    }

    /// Draws which process of each priority is the next.
    ///
    /// # Safety
    /// The caller is the owner.
    #[cold]
    pub unsafe fn shuffle(&self, chance: &Chance) {
        let shuffle = |q: &mut Processes| {
            if self.inbox_len.load(Ordering::Relaxed) != 0 {
                self.empty_inbox(q);
            }
            q.shuffle(chance);
        };
        // SAFETY: the caller is the owner by the contract of this function, and `shuffle` uses the
        // inbox's lock only.
        unsafe { self.own(shuffle) };
    }

    #[cold]
    fn empty_inbox(&self, q: &mut Processes) {
        let mut inbox = self.inbox.lock().expect("inbox");
        self.inbox_len.store(0, Ordering::Relaxed);
        inbox.drain(..).for_each(|entry| q.push(entry));
    }

    /// Adds a process, on whatever thread.
    pub fn hand_in(&self, entry: Entry) {
        let mut inbox = self.inbox.lock().expect("inbox");
        inbox.push(entry);
        self.inbox_len.store(inbox.len(), Ordering::SeqCst);
    }

    /// Takes up to `most` of what may go to another scheduler, and no more than one part of so many
    /// of what has these priorities. To be called by another scheduler.
    pub fn steal(&self, most: usize, priorities: Range<usize>, part: usize) -> Vec<Entry> {
        if self.len() == 0 {
            return Vec::new();
        }
        self.others(|q| {
            if self.inbox_len.load(Ordering::Relaxed) != 0 {
                self.empty_inbox(q);
            }
            q.steal(most, priorities, part)
        })
    }

    /// How many processes there are, those in the inbox included.
    #[inline]
    pub fn len(&self) -> usize {
        self.len.load(Ordering::SeqCst) + self.inbox_len.load(Ordering::SeqCst)
    }
}

#[cfg(test)]
mod tests {
    use super::{LOW_PERIOD, LowTurns};

    #[test]
    fn each_of_low_priority_has_a_turn_for_eight_of_each_other() {
        for (normal, low) in [(500, 500), (1000, 4), (4, 1000), (1, 1), (1, 50)] {
            let mut turns = LowTurns::default();
            let rounds = 100_000;
            let taken = (0..rounds).filter(|_| turns.low_is_next(normal, low)).count();
            let (per_low, per_normal) =
                (taken as f64 / low as f64, (rounds - taken) as f64 / normal as f64);
            let ratio = per_normal / per_low / LOW_PERIOD as f64;
            assert!((0.8..1.25).contains(&ratio), "{normal} and {low}: {ratio}");
        }
    }

    #[test]
    fn who_is_asked_between_its_turns_has_them_all_the_same() {
        let mut turns = LowTurns::default();
        let rounds = 100 * (LOW_PERIOD + 1);
        // Between any two it waits among those of normal priority.
        let taken = (0..rounds).filter(|_| {
            assert!(!turns.low_is_next(1, 0));
            turns.low_is_next(1, 1)
        });
        assert_eq!(taken.count(), 100);
    }

    #[test]
    fn who_is_alone_has_every_turn() {
        let mut turns = LowTurns::default();
        assert!(turns.low_is_next(0, 3) && !turns.low_is_next(3, 0));
    }
}
