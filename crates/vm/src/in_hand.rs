//! Work that a process has in hand between two turns of a built-in: Rust objects with terms
//! anywhere in them. Until the built-in goes on, the process does not collect: no term moves, and
//! none is freed.

use crate::process::Running;
use std::mem::ManuallyDrop;
use term::etf::EncodingParts;

/// The type of a built-in's work between its turns.
///
/// # Safety
/// `Of<'a>` and `Of<'b>` are the same but for the lifetime of terms, and of references to what is
/// on the heap or kept by it; to drop one, on any thread, does not look at them.
pub unsafe trait InHand: 'static {
    /// It, with terms of a heap.
    type Of<'h>;
}

struct Work<W: InHand>(W::Of<'static>);

/// Keeps work for the built-in's next turn. The built-in has to be called again before anything
/// else, with the same arguments, which keep what the work refers to.
pub fn keep<'h, W: InHand>(p: &mut Running<'h>, work: W::Of<'h>) {
    let work = ManuallyDrop::new(work);
    // SAFETY: the types differ in a lifetime only. It is not used before `take` has given it the
    // lifetime that it had; what it refers to stays where it is, as the process collects nothing
    // while `in_hand` is set, and until then the arguments are kept.
    let work = unsafe { std::mem::transmute_copy::<_, W::Of<'static>>(&*work) };
    p.extra().slots.put(Work::<W>(work));
    p.own().flags.in_hand = true;
}

/// Whether the process has something in hand.
#[inline(always)]
pub fn has(p: &Running<'_>) -> bool {
    p.own_ref().flags.in_hand
}

/// The work that the built-in has kept, if it is of this type. From now on the process may collect,
/// between built-ins.
#[inline]
pub fn take<'h, W: InHand>(p: &mut Running<'h>) -> Option<W::Of<'h>> {
    if has(p) { taken::<W>(p) } else { None }
}

#[cold]
fn taken<'h, W: InHand>(p: &mut Running<'h>) -> Option<W::Of<'h>> {
    let Work(work) = p.extra().slots.take::<Work<W>>()?;
    let work = ManuallyDrop::new(work);
    p.own().flags.in_hand = false;
    // SAFETY: the types differ in a lifetime only. A process that has something in hand calls the
    // same built-in again before anything else, so this is its own, of this heap; see `keep`.
    Some(unsafe { std::mem::transmute_copy::<_, W::Of<'h>>(&*work) })
}

/// A term that is being encoded, and what is to become of it.
pub struct Encoding<T>(T);

// SAFETY: of both parts only the terms that are still to be encoded depend on the lifetime, and it
// does not own them.
unsafe impl<T: Send + 'static> InHand for Encoding<T> {
    type Of<'h> = (EncodingParts<'h>, T);
}
