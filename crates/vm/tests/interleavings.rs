//! Tests the structures by which processes wake each other, and the lock of tables, in all orders
//! in which threads can meet in them, by loom, the memory model included. Shared values are in
//! loom's cells, which find uses that nothing puts in order.
//!
//! `cargo test -p vm --features loom --test interleavings`

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::thread;
use vm::in_queue::{InQueue, Node};
use vm::lock::Lock;
use vm::process::State;
use vm::sched::biased::Biased;

/// Runs a function in all orders in which threads are stopped at most three times where they need
/// not be. With more stops there are too many orders, and hardly a mistake takes more.
fn all_orders(run: impl Fn() + Sync + Send + 'static) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(run);
}

/// A number that is written before it is sent.
type Letter = Arc<UnsafeCell<u32>>;

fn letter(n: u32) -> Letter {
    let letter = Arc::new(UnsafeCell::new(0));
    // SAFETY: the letter has been made just now, and no other thread has it.
    letter.with_mut(|p| unsafe { *p = n });
    letter
}

fn read(letter: &Letter) -> u32 {
    // SAFETY: the letter was written before it was sent and is not written again, as loom checks.
    letter.with(|p| unsafe { *p })
}

/// A process, as far as it is about being woken.
#[derive(Default)]
struct Sleeper {
    queue: InQueue<Letter>,
    state: State,
    /// The numbers that it has read; only the thread that runs it may look.
    read: UnsafeCell<Vec<u32>>,
}

// SAFETY: loom checks that `read` is used by one thread at a time.
unsafe impl Sync for Sleeper {}
// SAFETY: a sleeper has no ties to a thread, and loom checks that its cells, those of its letters
// too, are used by one thread at a time.
unsafe impl Send for Sleeper {}

impl Sleeper {
    /// Reads letters, as a scheduler runs a process, until there are none.
    fn run(&self) {
        loop {
            self.state.look();
            for node in self.queue.take(|_| {}) {
                // SAFETY: this thread runs the sleeper, so it is the only one that looks.
                self.read.with_mut(|read| unsafe { (*read).push(self::read(&node.content)) });
            }
            if self.state.sleep() {
                return;
            }
        }
    }

    /// Gives it a letter at once if it sleeps, or sends it.
    fn hand(&self, n: u32, wakes: bool) {
        if !self.state.claim() {
            return self.send(n);
        }
        // SAFETY: this thread has claimed the sleeper, so it is the only one that runs it.
        self.read.with_mut(|read| unsafe { (*read).push(n) });
        if wakes || !self.state.sleep() {
            self.run();
        }
    }

    /// Looks at what it has read, if it sleeps.
    fn be_looked_at(&self) {
        if self.state.begin_look() {
            // SAFETY: this thread has taken the sleeper for a look, so nobody else touches it.
            self.read.with(|read| assert!(unsafe { (*read).len() } <= 1));
            if self.state.end_look() {
                self.run();
            }
        }
    }

    /// Sends it a letter, and runs it if that falls to this thread.
    fn send(&self, n: u32) {
        assert!(self.queue.push(Node::new(letter(n))).is_ok(), "never closed");
        if self.state.notify() {
            self.run();
        }
    }
}

#[test]
fn no_wake_up_is_lost() {
    all_orders(|| {
        let sleeper = Arc::new(Sleeper::default());
        let senders = [10, 20].map(|n| {
            let sleeper = sleeper.clone();
            thread::spawn(move || sleeper.send(n))
        });
        // A new sleeper is active: it is run, and lies down at some time.
        sleeper.run();
        senders.into_iter().for_each(|s| s.join().expect("a sender"));
        assert!(sleeper.queue.is_empty());
        // SAFETY: all others have ended.
        let mut read = sleeper.read.with(|read| unsafe { (*read).clone() });
        read.sort_unstable();
        assert_eq!(read, [10, 20]);
    });
}

#[test]
fn what_one_sends_stays_in_order() {
    all_orders(|| {
        let sleeper = Arc::new(Sleeper::default());
        let other = sleeper.clone();
        let sender = thread::spawn(move || (1..=3).for_each(|n| other.send(n)));
        sleeper.run();
        sender.join().expect("the sender");
        // SAFETY: the other has ended.
        sleeper.read.with(|read| assert_eq!(unsafe { &*read }, &[1, 2, 3]));
    });
}

/// One thread hands over letters, of which one wakes the sleeper and one does not, while another
/// thread sends: nothing is lost, the letters of one thread stay in order, and no two threads touch
/// the sleeper at a time.
#[test]
fn what_is_handed_over_stays_in_order() {
    all_orders(|| {
        let sleeper = Arc::new(Sleeper::default());
        let (one, other) = (sleeper.clone(), sleeper.clone());
        let one = thread::spawn(move || {
            one.hand(1, true);
            one.hand(2, false);
        });
        let other = thread::spawn(move || other.send(10));
        sleeper.run();
        one.join().expect("the one");
        other.join().expect("the other");
        assert!(sleeper.queue.is_empty());
        // SAFETY: all others have ended.
        let mut read = sleeper.read.with(|read| unsafe { (*read).clone() });
        assert_eq!(read.len(), 3);
        read.retain(|&n| n < 10);
        assert_eq!(read, [1, 2]);
    });
}

/// One thread looks at the sleeper while another hands over a letter: nothing is lost, and nobody
/// touches the sleeper meanwhile.
#[test]
fn a_look_from_outside_holds_nothing_up() {
    all_orders(|| {
        let sleeper = Arc::new(Sleeper::default());
        let (onlooker, sender) = (sleeper.clone(), sleeper.clone());
        let onlooker = thread::spawn(move || onlooker.be_looked_at());
        let sender = thread::spawn(move || sender.hand(1, false));
        sleeper.run();
        onlooker.join().expect("the onlooker");
        sender.join().expect("the sender");
        assert!(sleeper.queue.is_empty());
        // SAFETY: all others have ended.
        sleeper.read.with(|read| assert_eq!(unsafe { &*read }, &[1]));
    });
}

#[test]
fn a_queue_that_is_closed_gives_back() {
    all_orders(|| {
        let queue = Arc::new(InQueue::default());
        let senders = [1, 2].map(|n| {
            let queue = queue.clone();
            thread::spawn(move || match queue.push(Node::new(letter(n))) {
                Ok(()) => 0,
                Err(node) => read(&node.content),
            })
        });
        let taken: u32 =
            queue.take(|_| {}).chain(queue.close()).map(|node| read(&node.content)).sum();
        assert_eq!(queue.take(|_| {}).count(), 0);
        let back: u32 = senders.map(|s| s.join().expect("a sender")).iter().sum();
        assert_eq!(taken + back, 3);
    });
}

/// Two threads use a lock, of which one adds 1; `other` is what the second one does.
fn with_lock(other: fn(&Lock<UnsafeCell<u32>>) -> u32) {
    all_orders(move || {
        // SAFETY: the lock is shared, of which `new` demands nothing.
        let lock = Arc::new(unsafe { Lock::new(UnsafeCell::new(0), true) });
        let here = lock.clone();
        let writer = thread::spawn(move || add_one(&here));
        assert!(other(&lock) <= 2);
        writer.join().expect("the writer");
    });
}

fn add_one(lock: &Lock<UnsafeCell<u32>>) -> u32 {
    lock.write().with_mut(|n| {
        // SAFETY: this thread writes alone, as loom checks.
        unsafe { *n += 1 };
        // SAFETY: nobody else writes while this thread has the lock, as loom checks.
        unsafe { *n }
    })
}

#[test]
fn one_writes_while_nobody_reads() {
    // SAFETY: nobody writes, as loom checks.
    with_lock(|lock| lock.read().with(|n| unsafe { *n }));
}

#[test]
fn one_writes_at_a_time() {
    with_lock(add_one);
}

#[test]
fn the_owner_of_a_run_queue_and_thieves_use_it_one_at_a_time() {
    all_orders(|| {
        // SAFETY: the lock is for three threads, so `new` demands nothing.
        let lock = Arc::new(unsafe { Biased::new(UnsafeCell::new(0), 3) });
        // SAFETY: loom checks that nobody else has it.
        let add = |n: &mut UnsafeCell<u32>| n.with_mut(|p| unsafe { *p += 1 });
        let thieves = [(), ()].map(|()| {
            let lock = lock.clone();
            thread::spawn(move || lock.others(add))
        });
        for _ in 0..2 {
            // SAFETY: this thread is the owner.
            unsafe { lock.own(add) };
        }
        let _ = thieves.map(|thief| thief.join().expect("a thief"));
        // SAFETY: this thread is the owner, and the thieves have ended.
        unsafe { lock.own(|n| n.with(|p| assert_eq!(*p, 4))) };
    });
}
