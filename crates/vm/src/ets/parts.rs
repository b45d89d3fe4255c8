//! The objects of an ordered table in parts, each sorted and under a lock of its own, so that
//! processes that write to different parts do not wait for each other.
//!
//! A table begins as one part. A part that writers wait for is divided, as the trees of "A
//! Contention Adapting Approach to Concurrent Ordered Sets" (Sagonas and Winblad, 2018) are; parts
//! are never joined. Each part knows the one behind it, as nodes of a B-link tree do (Lehman and
//! Yao, 1981): a search that comes to a part which has been divided meanwhile goes on to the right.
//! So nothing but the part is ever locked to find a key, and the list of parts may lag behind.

use super::tree::Tree;
use crate::lock::{Lock, Reading, Writing};
use std::cmp::Ordering;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering as Order};
use std::sync::{Mutex, OnceLock};
use term::{OwnedTerm, Term, compare};

/// Parts of a table at most.
const MOST: usize = 64;
/// A writer that had to wait for a part's lock adds so much to the part's contention; one that had
/// not takes 1 off.
const WAITED: u32 = 100;
/// A part is divided when its contention is above this.
const CONTENDED: u32 = 1000;

/// Some of the objects: from one key on, up to the first key of the next part.
#[repr(align(128))]
pub struct Part {
    /// The first key that belongs here; None in the first part, to which all keys belong that are
    /// less than those of the next one.
    from: Option<OwnedTerm>,
    content: Lock<Content>,
}

/// The data under a part's lock.
pub struct Content {
    /// The objects.
    pub tree: Tree,
    /// The part behind, which lives as long as the table.
    next: *const Part,
    contention: u32,
}

/// A part that is read.
pub type ReadPart<'a> = Reading<'a, Content>;
/// A part that is written.
pub type WritePart<'a> = Writing<'a, Content>;

// SAFETY: all but `next` is Send by itself. `next` serves as a reference to a part, which lives as
// long as the table, and a part is Sync: its key does not change, and its lock guards the rest.
unsafe impl Send for Content {}
// SAFETY: all but `next` is Sync by itself. Through a shared `Content` the pointer is only copied
// and followed to a part, which is Sync and lives as long as the table.
unsafe impl Sync for Content {}

/// All parts of a table.
pub struct Parts {
    first: Part,
    /// The others, in order; as many as `count` says.
    others: OnceLock<Box<[AtomicPtr<Part>; MOST]>>,
    count: AtomicUsize,
    /// Held to enter a part into the list.
    entering: Mutex<()>,
    divisible: bool,
    shared: bool,
}

/// Whether a key belongs to a part that begins at another key, or behind that.
fn is_from(from: &OwnedTerm, key: Term<'_>) -> bool {
    compare::compare(key, from.term()) != Ordering::Less
}

impl Content {
    /// The part behind this one, which is of these parts.
    pub fn next<'p>(&self, _parts: &'p Parts) -> Option<&'p Part> {
        // SAFETY: null or a part that `divide` has made from a box. It is freed only with the
        // `Parts` that the content is of, which callers pass and which stays borrowed.
        unsafe { self.next.as_ref() }
    }

    /// The part behind, if the key belongs there or further on.
    #[inline]
    fn beyond<'p>(&self, parts: &'p Parts, key: Term<'_>) -> Option<&'p Part> {
        self.next(parts).filter(|next| next.from.as_ref().is_some_and(|from| is_from(from, key)))
    }
}

impl Part {
    fn new(from: Option<OwnedTerm>, content: Content, shared: bool) -> Part {
        // SAFETY: `Parts::new` demands of its caller what `Lock::new` demands: a lock that is not
        // shared is used by one thread only.
        Part { from, content: unsafe { Lock::new(content, shared) } }
    }

    /// To read.
    pub fn read(&self) -> ReadPart<'_> {
        self.content.read()
    }

    /// To write.
    pub fn write(&self) -> WritePart<'_> {
        self.content.write()
    }

    /// To read, if that can be done at once.
    pub fn try_read(&self) -> Option<ReadPart<'_>> {
        self.content.try_read()
    }

    /// Whether the first key that belongs here is one of which `is` says true; the first part has
    /// none.
    pub fn begins(&self, is: impl FnOnce(Term<'_>) -> bool) -> bool {
        self.from.as_ref().is_some_and(|from| is(from.term()))
    }
}

impl Parts {
    /// One part without objects, which is divided or not.
    ///
    /// # Safety
    /// If it is not shared, it is used by one thread only, as [`Lock::new`] demands.
    pub unsafe fn new(divisible: bool, shared: bool) -> Parts {
        let content = Content { tree: Tree::default(), next: std::ptr::null(), contention: 0 };
        Parts {
            first: Part::new(None, content, shared),
            others: OnceLock::new(),
            count: AtomicUsize::new(0),
            entering: Mutex::new(()),
            divisible,
            shared,
        }
    }

    /// The first part.
    pub fn first(&self) -> &Part {
        &self.first
    }

    #[inline(never)]
    fn search(&self, others: &[AtomicPtr<Part>], is: impl Fn(Term<'_>) -> bool) -> &Part {
        // SAFETY: callers pass entries below `count`, which `divide` has stored before it counted
        // them: parts from boxes, which are freed only when `self` is dropped.
        let part = |p: &AtomicPtr<Part>| unsafe { &*p.load(Order::Acquire) };
        // While a part is entered the others move up, one by one. The parts that are seen are in
        // order at any time, but the last look need not find the part that the search has found.
        let behind = others.partition_point(|p| part(p).begins(&is));
        let found = behind.checked_sub(1).map(|i| part(&others[i]));
        found.filter(|part| part.begins(&is)).unwrap_or(&self.first)
    }

    /// The part that a key belongs to, to be read.
    #[inline]
    pub fn read(&self, key: Term<'_>) -> ReadPart<'_> {
        let mut part = self.last_that(|from| compare::compare(from, key) != Ordering::Greater);
        loop {
            let content = part.content.read();
            match content.beyond(self, key) {
                Some(next) => part = next,
                None => return content,
            }
        }
    }

    /// The part that a key belongs to, to be written.
    #[inline]
    pub fn write(&self, key: Term<'_>) -> WritePart<'_> {
        let mut part = self.last_that(|from| compare::compare(from, key) != Ordering::Greater);
        loop {
            let (mut content, waited) = part.content.write_and_tell();
            if self.divisible {
                self.count_contention(&mut content, waited);
            }
            match content.beyond(self, key) {
                Some(next) => part = next,
                None => return content,
            }
        }
    }

    #[inline]
    fn count_contention(&self, content: &mut Content, waited: bool) {
        // Tests divide wherever they can.
        if !waited && !cfg!(feature = "testing") {
            content.contention = content.contention.saturating_sub(1);
        } else {
            content.contention += WAITED;
            if content.contention > CONTENDED {
                content.contention = 0;
                self.divide(content);
            }
        }
    }

    /// Divides a part, if there may be one more and it has enough objects.
    #[cold]
    fn divide(&self, content: &mut Content) {
        let entering = self.entering.lock().expect("parts");
        let count = self.count.load(Order::Relaxed);
        if count == MOST {
            return;
        }
        let Some(upper) = content.tree.divide() else { return };
        let (first, _) = upper.get(upper.first()).expect("half of the objects");
        let from = OwnedTerm::new(first);
        let upper = Content { tree: upper, next: content.next, contention: 0 };
        let part = Box::into_raw(Box::new(Part::new(Some(from), upper, self.shared)));
        content.next = part;
        let others =
            self.others.get_or_init(|| Box::new([const { AtomicPtr::new(null_mut()) }; MOST]));
        // SAFETY: both kinds of pointers come from boxes: the new part and those entered before,
        // which are freed only when `self` is dropped. Nobody changes a part's first key.
        let from = |p: *mut Part| unsafe { (*p).from.as_ref().expect("a key").term() };
        let mut at = count;
        while at > 0 {
            let before = others[at - 1].load(Order::Relaxed);
            if compare::compare(from(before), from(part)) == Ordering::Less {
                break;
            }
            others[at].store(before, Order::Release);
            at -= 1;
        }
        others[at].store(part, Order::Release);
        self.count.store(count + 1, Order::Release);
        drop(entering);
    }

    /// The part before one that is not the first, to be read.
    pub fn before(&self, part: &Part) -> Option<(&Part, ReadPart<'_>)> {
        let from = part.from.as_ref()?;
        let before = self.last_that(|key| compare::compare(key, from.term()) == Ordering::Less);
        Some(self.read_on(before, |next| !std::ptr::eq(next, part)))
    }

    /// The last part, to be read, that begins at a key of which `is` says true, as it says of all
    /// before; the first if there is none.
    pub fn read_last(&self, is: impl Fn(Term<'_>) -> bool) -> (&Part, ReadPart<'_>) {
        self.read_on(self.last_that(&is), |next| next.begins(&is))
    }

    /// A part to be read, or the last one behind it that can be reached through parts that are
    /// wanted.
    fn read_on<'p>(
        &'p self,
        mut part: &'p Part,
        is_wanted: impl Fn(&Part) -> bool,
    ) -> (&'p Part, ReadPart<'p>) {
        loop {
            let content = part.read();
            match content.next(self).filter(|next| is_wanted(next)) {
                Some(next) => part = next,
                None => return (part, content),
            }
        }
    }

    /// The part at which a search begins that then goes on to the right: of the list, which may
    /// lag, the last one that begins at a key of which `is` says true.
    #[inline]
    pub fn last_that(&self, is: impl Fn(Term<'_>) -> bool) -> &Part {
        let count = self.count.load(Order::Acquire);
        if count == 0 {
            return &self.first;
        }
        self.search(&self.others.get().expect("what is counted")[..count], is)
    }

    /// The sum of something over all parts, which are read one after the other.
    pub fn sum(&self, of: impl Fn(&Tree) -> usize) -> usize {
        let (mut part, mut sum) = (&self.first, 0);
        loop {
            let content = part.read();
            sum += of(&content.tree);
            match content.next(self) {
                Some(next) => part = next,
                None => return sum,
            }
        }
    }

    /// Words of memory, without waiting: of the parts up to the first that is being written to.
    pub fn words_now(&self) -> usize {
        self.sum_now(Tree::words)
    }

    /// Number of objects, in the same way.
    pub fn len_now(&self) -> usize {
        self.sum_now(Tree::len)
    }

    fn sum_now(&self, of: impl Fn(&Tree) -> usize) -> usize {
        let next = |content: &ReadPart<'_>| content.next(self)?.try_read();
        let parts = std::iter::successors(self.first.try_read(), next);
        parts.map(|content| of(&content.tree)).sum()
    }

    /// All parts, to be read: nobody writes meanwhile.
    pub fn read_all(&self) -> Vec<ReadPart<'_>> {
        let mut all = Vec::new();
        let mut part = Some(&self.first);
        while let Some(p) = part {
            let content = p.read();
            part = content.next(self);
            all.push(content);
        }
        all
    }

    /// All parts, to be written, in order: nobody else reads or writes.
    pub fn write_all(&self) -> Vec<WritePart<'_>> {
        let mut all = Vec::new();
        let mut part = Some(&self.first);
        while let Some(p) = part {
            let content = p.write();
            part = content.next(self);
            all.push(content);
        }
        all
    }

    /// Of all parts that are written, the one that a key belongs to.
    pub fn among<'a, 'p>(
        &self,
        all: &'a mut [WritePart<'p>],
        key: Term<'_>,
    ) -> &'a mut WritePart<'p> {
        let i = all.partition_point(|content| content.beyond(self, key).is_some());
        &mut all[i]
    }
}

impl Drop for Parts {
    fn drop(&mut self) {
        let Some(others) = self.others.get() else { return };
        for p in &others[..self.count.load(Order::Relaxed)] {
            // SAFETY: `divide` has entered each part once, from a box. `self` is dropped, so no
            // reference to a part, which borrows it, is left.
            drop(unsafe { Box::from_raw(p.load(Order::Relaxed)) });
        }
    }
}
