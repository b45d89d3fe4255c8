//! A queue into which many threads put and from which its owner takes all at once: the signals of a
//! process.

use crate::sync::{AtomicPtr, Ordering};
use std::ptr;

/// An element of a queue. Its content is made and taken to pieces in place. If it were moved, the
/// processor would have to read it before it has written it, which takes as long as to handle it.
pub struct Node<T> {
    next: *mut Node<T>,
    /// The value that is queued.
    pub content: T,
}

impl<T> Node<T> {
    /// A node to be queued.
    #[inline(always)]
    pub fn new(content: T) -> Box<Node<T>> {
        Box::new(Node { next: ptr::null_mut(), content })
    }
}

/// The queue: the nodes that have not been taken, newest first, or a mark that it is closed.
pub struct InQueue<T>(AtomicPtr<Node<T>>);

/// The head of a closed queue: no address of a node.
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
                // SAFETY: the node comes from a box, and no exchange has succeeded, so no other
                // thread has seen it: it is ours again.
                return Err(unsafe { Box::from_raw(node) });
            }
            // SAFETY: the node comes from a box, and no exchange has succeeded, so no other thread
            // has seen it.
            unsafe { (*node).next = head };
            match self.0.compare_exchange_weak(head, node, Ordering::SeqCst, Ordering::Relaxed) {
                Ok(_) => return Ok(()),
                Err(now) => head = now,
            }
        }
    }

    /// Whether the queue has no nodes.
    #[inline]
    pub fn is_empty(&self) -> bool {
        let head = self.0.load(Ordering::Acquire);
        head.is_null() || head == closed()
    }

    /// Calls `meets` with the content of each node that is queued, newest first. Only the owner
    /// calls this.
    pub fn each(&self, mut meets: impl FnMut(&T)) {
        let mut node = self.0.load(Ordering::Acquire);
        while !node.is_null() && node != closed() {
            // SAFETY: only the owner takes nodes out and frees them, so what it finds stays.
            unsafe {
                meets(&(*node).content);
                node = (*node).next;
            }
        }
    }

    /// Takes all nodes, oldest first. Before it returns, it calls `meets` with the content of each,
    /// newest first. Only the owner calls this.
    pub fn take(&self, meets: impl FnMut(&T)) -> Taken<T> {
        // Only the owner closes the queue, so it stays closed.
        if self.0.load(Ordering::Relaxed) == closed() {
            return Taken(ptr::null_mut());
        }
        Taken::from_newest(self.0.swap(ptr::null_mut(), Ordering::AcqRel), meets)
    }

    /// Takes all nodes; from now on every push fails. Only the owner calls this.
    pub fn close(&self) -> Taken<T> {
        Taken::from_newest(self.0.swap(closed(), Ordering::AcqRel), |_| {})
    }
}

impl<T> Drop for InQueue<T> {
    fn drop(&mut self) {
        drop(self.close());
    }
}

/// The nodes that have been taken from a queue, oldest first.
pub struct Taken<T>(*mut Node<T>);

impl<T> Taken<T> {
    fn from_newest(mut newest: *mut Node<T>, mut meets: impl FnMut(&T)) -> Taken<T> {
        let mut oldest = ptr::null_mut();
        while !newest.is_null() && newest != closed() {
            // SAFETY: the list has been taken out of its queue by one exchange, so its nodes, which
            // come from boxes, are ours alone. `push` has linked each to the one before, or to
            // null.
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

    /// The contents, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        let mut node = self.0;
        std::iter::from_fn(move || {
            // SAFETY: null, or a node of the list, which is ours alone and is borrowed meanwhile.
            let this = unsafe { node.as_ref()? };
            node = this.next;
            Some(&this.content)
        })
    }

    /// Puts a node in front of the others.
    pub fn put_back(&mut self, mut node: Box<Node<T>>) {
        node.next = self.0;
        self.0 = Box::into_raw(node);
    }
}

impl<T> Iterator for Taken<T> {
    type Item = Box<Node<T>>;

    #[inline]
    fn next(&mut self) -> Option<Box<Node<T>>> {
        if self.0.is_null() {
            return None;
        }
        // SAFETY: the node comes from a box, the list has been taken out of its queue and is ours
        // alone, and the next line takes the node out of the list.
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

    /// Each node is taken or given back, in whatever order senders and the owner go on, and the
    /// nodes of one sender come in their order.
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
