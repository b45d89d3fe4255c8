//! Built-ins that take several turns, so that others do not wait for long: what they go on with.
//!
//! The work that a built-in has done so far is in one of two forms. If it is a few terms, they are
//! arguments of the next call ([`going`]), and collections come in between as usual. If it is a
//! Rust object with terms anywhere in it ([`pause`]), the process does not collect before the
//! built-in has ended: no term moves, and none is freed.

use smallvec::SmallVec;
use std::any::Any;
use std::sync::Arc;
use term::Term;
use vm::bif::{Exception, Other};
use vm::in_hand;
pub(crate) use vm::in_hand::{InHand, take as resumed};
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

/// Gives others a turn; the built-in, which was called with `args`, is called again with them then,
/// and finds by [`resumed`] what it had in hand. Until then the process does not collect.
pub(crate) fn pause<'h, W: InHand>(
    p: &mut Running<'h>,
    work: W::Of<'h>,
    args: &[Term<'h>],
) -> Exception<'h> {
    pay_turn(p);
    in_hand::keep::<W>(p, work);
    Exception::yield_with(args.to_vec())
}

/// `badarg` of a built-in that may have been called again: as of its first call.
pub(crate) fn badarg_of<'h>(args: &[Term<'h>]) -> Exception<'h> {
    Exception::Other(Box::new(Other::BadargOf(args.to_vec())))
}
