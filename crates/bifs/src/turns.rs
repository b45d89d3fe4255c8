//! Built-ins that take several turns, so that others do not wait for long: what they go on with.
//!
//! The work that a built-in has done so far is in one of two forms. If it is a few terms, they are
//! arguments of the next call ([`going`]), and collections come in between as usual. If it is a
//! Rust object with terms anywhere in it ([`pause`]), the process does not collect before the
//! built-in has ended: no term moves, and none is freed.

use smallvec::SmallVec;
use std::any::Any;
use std::mem::ManuallyDrop;
use std::sync::{Arc, Mutex, PoisonError};
use term::Term;
use vm::bif::{Exception, Other};
use vm::process::Running;
use vm::sched;

/// The argument for a built-in that is to go on after others have had a turn: a tuple of a
/// reference that no program can make, with `state` behind it, and of terms.
pub(crate) fn going<'h, S: Any + Send + Sync>(
    p: &Running<'h>,
    state: Arc<S>,
    terms: &[Term<'h>],
) -> Term<'h> {
    let reference = p.heap().magic_ref(vm::system::new_ref(), state);
    let all: SmallVec<[Term<'h>; 4]> = std::iter::once(reference).chain(terms.to_vec()).collect();
    p.heap().tuple(&all)
}

/// The state and the terms in such an argument, if it has this kind of state.
pub(crate) fn gone_on<'h, S: Any + Send + Sync>(t: Term<'h>) -> Option<(&'h S, &'h [Term<'h>])> {
    let (first, terms) = t.as_tuple()?.split_first()?;
    Some((first.as_ref()?.magic_as::<S>()?, terms))
}

/// Counts the work of a turn that is over before its built-in is.
pub(crate) fn pay_turn(p: &mut Running<'_>) {
    p.bump_reductions(sched::FULL as usize);
}

/// The type of a built-in's work between its turns.
///
/// # Safety
/// `Of<'a>` and `Of<'b>` are the same but for the lifetime of terms, and of references to what is
/// on the heap or kept by it; to drop one does not look at them.
pub(crate) unsafe trait InHand: 'static {
    /// It, with terms of a heap.
    type Of<'h>;
}

struct Kept<W: InHand>(Mutex<Option<W::Of<'static>>>);

// SAFETY: what is kept is only moved on other threads than that of its process, and dropped; it is
// taken for use by its own process only (see `resumed`).
unsafe impl<W: InHand> Send for Kept<W> {}
// SAFETY: a shared reference gives the work to nobody but the lock's holder, by `take`. The only
// one to take it is `resumed`, on the thread of the work's own process.
unsafe impl<W: InHand> Sync for Kept<W> {}

/// Gives others a turn; the built-in, which was called with `args`, is called again then, and
/// finds by [`resumed`] what it had in hand. Until then the process does not collect.
pub(crate) fn pause<'h, W: InHand>(
    p: &mut Running<'h>,
    work: W::Of<'h>,
    args: &[Term<'h>],
) -> Exception<'h> {
    pay_turn(p);
    let work = ManuallyDrop::new(work);
    // SAFETY: the types differ in a lifetime only. It is not used before `resumed` has given it
    // the lifetime that it had; what it refers to stays where it is, as the process collects
    // nothing while `in_hand` is set, and until then the arguments are kept.
    let work = unsafe { std::mem::transmute_copy::<_, W::Of<'static>>(&*work) };
    let state = going(p, Arc::new(Kept::<W>(Mutex::new(Some(work)))), args);
    let mut again = args.to_vec();
    again[0] = state;
    p.own().flags.in_hand = true;
    Exception::yield_with(again)
}

/// The work that the built-in had when it paused, if it is called again with this first argument,
/// and the arguments of the first call. From now on the process may collect, between built-ins.
#[inline]
pub(crate) fn resumed<'h, W: InHand>(
    p: &mut Running<'h>,
    first: Term<'h>,
) -> Option<(W::Of<'h>, &'h [Term<'h>])> {
    if p.own_ref().flags.in_hand { taken::<W>(p, first) } else { None }
}

#[cold]
fn taken<'h, W: InHand>(
    p: &mut Running<'h>,
    first: Term<'h>,
) -> Option<(W::Of<'h>, &'h [Term<'h>])> {
    let (kept, args) = gone_on::<Kept<W>>(first)?;
    let work = kept.0.lock().unwrap_or_else(PoisonError::into_inner).take()?;
    p.own().flags.in_hand = false;
    let work = ManuallyDrop::new(work);
    // SAFETY: the types differ in a lifetime only. A process that has something in hand calls the
    // same built-in again before anything else, so this is its own, of this heap; see `pause`.
    Some((unsafe { std::mem::transmute_copy::<_, W::Of<'h>>(&*work) }, args))
}

/// `badarg` of a built-in that may have been called again: as of its first call.
pub(crate) fn badarg_of<'h>(args: &[Term<'h>]) -> Exception<'h> {
    Exception::Other(Box::new(Other::BadargOf(args.to_vec())))
}
