//! The right to what belongs to one process alone: its heap and its own part.
//!
//! [`Exclusive`] is that right as a value: one thread has it at a time. [`Running`] is lent by it
//! for a stretch of execution within which nothing collects, so that terms on the heap can be held
//! while the own part changes.

use super::{CACHE_LINE, Extra, Own, Process};
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::atomic::Ordering;
use term::row::prefetch;
use term::{Heap, Term, Word};

/// The right to all of a process: of the scheduler that runs it, of the one who has claimed it
/// while it sleeps, or of the one who makes it.
///
/// A term cannot be held across a collection:
/// ```compile_fail
/// # use vm::process::Exclusive;
/// fn collects(p: &mut Exclusive<'_>) {
///     let term = p.heap().tuple(&[]);
///     p.heap_mut();
///     drop(term);
/// }
/// ```
/// A process alone gives nothing of this:
/// ```compile_fail
/// # use vm::process::Process;
/// fn own(p: &Process) {
///     p.own();
/// }
/// ```
/// ```compile_fail
/// # use vm::process::Process;
/// fn heap(p: &Process) {
///     p.heap();
/// }
/// ```
/// The right stays on its thread:
/// ```compile_fail
/// # use vm::process::Exclusive;
/// fn sent(p: &mut Exclusive<'_>) {
///     std::thread::scope(|scope| {
///         scope.spawn(|| p.own());
///     });
/// }
/// ```
pub struct Exclusive<'p> {
    process: &'p Process,
    /// Neither `Send` nor `Sync`: the scheduler's thread is part of the right.
    thread: PhantomData<*mut ()>,
}

impl<'p> Exclusive<'p> {
    /// The right to a process, for a caller that knows to have it.
    ///
    /// # Safety
    /// As long as the value is used, nobody else uses one of the same process: the caller's thread
    /// runs it, has claimed it, or knows that no thread will run it.
    #[inline(always)]
    pub unsafe fn assume(process: &'p Process) -> Exclusive<'p> {
        Exclusive { process, thread: PhantomData }
    }

    /// The right to a process that nobody else knows of yet.
    #[inline(always)]
    pub fn of_new(process: &'p mut Process) -> Exclusive<'p> {
        Exclusive { process, thread: PhantomData }
    }

    /// The heap.
    #[inline(always)]
    pub fn heap(&self) -> &Heap {
        // SAFETY: this value is the only right to the heap, and `heap_mut` borrows it mutably.
        unsafe { &*self.process.heap.get() }
    }

    /// The heap, to collect. No term of it is held: each would borrow this value.
    #[inline(always)]
    pub fn heap_mut(&mut self) -> &mut Heap {
        // SAFETY: this value is the only right to the heap, and is borrowed mutably.
        unsafe { &mut *self.process.heap.get() }
    }

    /// The own part.
    #[inline(always)]
    pub fn own(&mut self) -> &mut Own {
        // SAFETY: this value is the only right to the own part, and is borrowed mutably.
        unsafe { &mut *self.process.own.get() }
    }

    /// Where the own part is, for the loop that executes instructions.
    #[inline(always)]
    pub(crate) fn own_place(&mut self) -> *mut Own {
        self.process.own.get()
    }

    /// The own part, to look at.
    #[inline(always)]
    pub fn own_ref(&self) -> &Own {
        // SAFETY: this value is the only right to the own part, and `own` borrows it mutably.
        unsafe { &*self.process.own.get() }
    }

    /// The part that few processes have, made if it is not there.
    pub fn extra(&mut self) -> &mut Extra {
        self.own().extra.get_or_insert_default()
    }

    /// Heap and own part.
    #[inline(always)]
    pub fn parts(&mut self) -> (&mut Heap, &mut Own) {
        // SAFETY: this value is the only right to both, and is borrowed mutably.
        unsafe { (&mut *self.process.heap.get(), &mut *self.process.own.get()) }
    }

    /// Asks for the ends of its stack and heap to be brought into the cache.
    #[inline]
    pub(crate) fn prefetch_heap(&self) {
        let heap = self.heap();
        let stack: *const u8 = heap.stack().cast();
        prefetch(stack);
        prefetch(stack.wrapping_add(CACHE_LINE));
        prefetch(heap.top().cast());
    }

    /// Lends the process for a stretch in which nothing collects.
    #[inline(always)]
    pub fn running(&mut self) -> Running<'_> {
        Running { process: self.process, thread: PhantomData }
    }

    /// Lends the process for as long as the right lasts.
    #[inline(always)]
    pub fn into_running(self) -> Running<'p> {
        Running { process: self.process, thread: PhantomData }
    }

    /// The process, as anybody may see it.
    #[inline(always)]
    pub fn process(&self) -> &'p Process {
        self.process
    }

    /// Adds to the reductions that have been executed.
    pub fn count_reductions(&mut self, n: i64) {
        count_reductions(self.process, n);
    }
}

impl Deref for Exclusive<'_> {
    type Target = Process;

    #[inline(always)]
    fn deref(&self) -> &Process {
        self.process
    }
}

/// A process within a stretch of execution in which nothing collects: what built-ins get, and what
/// handles signals.
///
/// Its heap's terms live as long as the stretch (`'h`), whatever happens to the own part meanwhile:
/// ```
/// # use vm::process::Running;
/// # use term::Term;
/// fn keeps<'h>(p: &mut Running<'h>) -> Term<'h> {
///     let term = p.heap().tuple(&[]);
///     p.own().flags.trap_exit = true;
///     term
/// }
/// ```
/// Nothing can be collected within it:
/// ```compile_fail
/// # use vm::process::Running;
/// fn collects(p: &mut Running<'_>) {
///     p.heap_mut();
/// }
/// ```
/// The own part is borrowed once at a time:
/// ```compile_fail
/// # use vm::process::Running;
/// fn twice(p: &mut Running<'_>) {
///     let flags = &mut p.own().flags;
///     p.own().reductions_left = 0;
///     flags.trap_exit = true;
/// }
/// ```
pub struct Running<'h> {
    process: &'h Process,
    /// Neither `Send` nor `Sync`: the scheduler's thread is part of the right.
    thread: PhantomData<*mut ()>,
}

impl<'h> Running<'h> {
    /// A process that the caller runs, for as long as it says that nothing is collected.
    ///
    /// # Safety
    /// The caller's thread has the [`Exclusive`] of this process, and does not use it before this
    /// value and the terms that come from it are used no more.
    #[inline(always)]
    pub unsafe fn assume(process: &'h Process) -> Running<'h> {
        Running { process, thread: PhantomData }
    }

    /// Lends the process for a shorter stretch.
    #[inline(always)]
    pub fn lend(&mut self) -> Running<'_> {
        Running { process: self.process, thread: PhantomData }
    }

    /// The heap.
    #[inline(always)]
    pub fn heap(&self) -> &'h Heap {
        // SAFETY: the [`Exclusive`] that has lent this value is borrowed for `'h`, so that nobody
        // has the heap mutably.
        unsafe { &*self.process.heap.get() }
    }

    /// The own part.
    #[inline(always)]
    pub fn own(&mut self) -> &mut Own {
        // SAFETY: this value is the only right to the own part for `'h`, and is borrowed mutably.
        unsafe { &mut *self.process.own.get() }
    }

    /// The own part, to look at.
    #[inline(always)]
    pub fn own_ref(&self) -> &Own {
        // SAFETY: this value is the only right to the own part for `'h`, and `own` borrows it
        // mutably.
        unsafe { &*self.process.own.get() }
    }

    /// The part that few processes have, made if it is not there.
    pub fn extra(&mut self) -> &mut Extra {
        self.own().extra.get_or_insert_default()
    }

    /// The process, as anybody may see it.
    #[inline(always)]
    pub fn process(&self) -> &'h Process {
        self.process
    }

    /// A term of a word that this process keeps (dictionary, exception).
    ///
    /// # Safety
    /// The word is a term on this process's heap, or immediate, or a literal.
    #[inline(always)]
    pub unsafe fn term(&self, w: Word) -> Term<'h> {
        // SAFETY: the caller promises that it is such a term, which the heap keeps for `'h`.
        unsafe { Term::from_word(w) }
    }

    /// Counts work of a built-in beyond its call, so that long work is paid for.
    #[inline]
    pub fn bump_reductions(&mut self, n: usize) {
        self.own().reductions_left -= n.min(1 << 20) as i32;
    }

    /// Adds to the reductions that have been executed.
    pub fn count_reductions(&mut self, n: i64) {
        count_reductions(self.process, n);
    }

    /// The group leader, on this process's heap.
    pub fn group_leader(&self) -> Term<'h> {
        self.heap().copy_in(self.own_ref().group_leader.term())
    }
}

impl Deref for Running<'_> {
    type Target = Process;

    #[inline(always)]
    fn deref(&self) -> &Process {
        self.process
    }
}

fn count_reductions(p: &Process, n: i64) {
    let done = p.reductions.load(Ordering::Relaxed).wrapping_add_signed(n);
    p.reductions.store(done, Ordering::Relaxed);
}
