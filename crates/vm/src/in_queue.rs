//! A queue that many put into and one takes everything out of: signals of processes.

use crate::sync::{AtomicPtr, Ordering};
use std::ptr;

/// What is in a queue. It is made and taken to pieces where it lies: what is moved is read before
/// the processor has written it, which takes as long as handling it.
pub struct Node<T> {
    next: *mut Node<T>,
    /// What is queued.
    pub content: T,
}

impl<T> Node<T> {
    /// To be queued.
    #[inline(always)]
    pub fn new(content: T) -> Box<Node<T>> {
        Box::new(Node { next: ptr::null_mut(), content })
    }
}

/// What has not been taken, newest first, or closed.
pub struct InQueue<T>(AtomicPtr<Node<T>>);

/// What a closed queue has for a head.
const fn closed<T>() -> *mut Node<T> {
    ptr::without_provenance_mut(8)
}

impl<T> Default for InQueue<T> {
    fn default() -> InQueue<T> {
        InQueue(AtomicPtr::new(ptr::null_mut()))
    }
}

impl<T> InQueue<T> {
    /// Adds a node; gives it back if the queue is closed. One compare-and-swap.
    #[inline]
    pub fn push(&self, node: Box<Node<T>>) -> Result<(), Box<Node<T>>> {
        let node = Box::into_raw(node);
        let mut head = self.0.load(Ordering::Relaxed);
        loop {
            if head == closed() {
                // SAFETY: nobody else has seen the node.
                return Err(unsafe { Box::from_raw(node) });
            }
            // SAFETY: nobody else has seen the node.
            unsafe { (*node).next = head };
            match self.0.compare_exchange_weak(head, node, Ordering::SeqCst, Ordering::Relaxed) {
                Ok(_) => return Ok(()),
                Err(now) => head = now,
            }
        }
    }

    /// Whether there is nothing.
    #[inline]
    pub fn is_empty(&self) -> bool {
        let head = self.0.load(Ordering::Acquire);
        head.is_null() || head == closed()
    }

    /// Takes all there is, oldest first; `meets` each of it before, newest first. For the one
    /// owner.
    pub fn take(&self, meets: impl FnMut(&T)) -> Taken<T> {
        // Only the owner closes: it stays closed.
        if self.0.load(Ordering::Relaxed) == closed() {
            return Taken(ptr::null_mut());
        }
        Taken::from_newest(self.0.swap(ptr::null_mut(), Ordering::AcqRel), meets)
    }

    /// Takes all there is; from now on every push fails. For the one owner.
    pub fn close(&self) -> Taken<T> {
        Taken::from_newest(self.0.swap(closed(), Ordering::AcqRel), |_| {})
    }
}

impl<T> Drop for InQueue<T> {
    fn drop(&mut self) {
        drop(self.close());
    }
}

/// What has been taken from a queue, oldest first.
pub struct Taken<T>(*mut Node<T>);

impl<T> Taken<T> {
    fn from_newest(mut newest: *mut Node<T>, mut meets: impl FnMut(&T)) -> Taken<T> {
        let mut oldest = ptr::null_mut();
        while !newest.is_null() && newest != closed() {
            // SAFETY: the nodes of a list that was taken are ours alone.
            unsafe {
                let next = (*newest).next;
                meets(&(*newest).content);
                (*newest).next = oldest;
                oldest = newest;
                newest = next;
            }
        }
        Taken(oldest)
    }
}

impl<T> Iterator for Taken<T> {
    type Item = Box<Node<T>>;

    #[inline]
    fn next(&mut self) -> Option<Box<Node<T>>> {
        if self.0.is_null() {
            return None;
        }
        // SAFETY: ours alone.
        let node = unsafe { Box::from_raw(self.0) };
        self.0 = node.next;
        Some(node)
    }
}

impl<T> Drop for Taken<T> {
    fn drop(&mut self) {
        self.for_each(drop);
    }
}

#[cfg(all(test, not(feature = "loom")))]
mod tests {
    use super::*;
    use std::sync::Barrier;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn a_closed_queue_stays_closed() {
        let queue = InQueue::default();
        assert!(queue.push(Node::new(1)).is_ok());
        assert_eq!(queue.close().count(), 1);
        assert_eq!(queue.take(|_| {}).count(), 0);
        assert!(queue.push(Node::new(2)).is_err());
    }

    /// Whatever senders and the owner do at the same time, each node is taken or given back, and
    /// those of one sender come in their order.
    #[test]
    fn nothing_is_lost_when_a_queue_is_closed() {
        const SENDERS: u64 = 3;
        const EACH: u64 = 2000;
        for round in 0..50 {
            let (queue, given_back) = (InQueue::default(), AtomicUsize::new(0));
            let start = Barrier::new(SENDERS as usize + 1);
            let mut taken = Vec::new();
            std::thread::scope(|scope| {
                for sender in 0..SENDERS {
                    let (queue, given_back, start) = (&queue, &given_back, &start);
                    scope.spawn(move || {
                        start.wait();
                        for i in 0..EACH {
                            if queue.push(Node::new((sender, i))).is_err() {
                                given_back.fetch_add(1, Ordering::Relaxed);
                            }
                        }
                    });
                }
                start.wait();
                for _ in 0..round * 20 {
                    taken.extend(queue.take(|_| {}));
                }
                taken.extend(queue.close());
                taken.extend(queue.take(|_| {}));
            });
            let given_back = given_back.into_inner();
            assert_eq!(taken.len() + given_back, (SENDERS * EACH) as usize);
            let mut next = [0; SENDERS as usize];
            for node in taken {
                let (sender, i) = node.content;
                assert_eq!(i, next[sender as usize], "order of sender {sender}");
                next[sender as usize] += 1;
            }
        }
    }
}
