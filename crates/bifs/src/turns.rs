//! Built-ins that take several turns, so that others do not wait for long: what they go on with.

use smallvec::SmallVec;
use std::any::Any;
use std::sync::Arc;
use term::Term;
use vm::process::Process;

/// The argument for a built-in that is to go on after others have had a turn: a tuple of a
/// reference that no program can make, with `state` behind it, and of terms.
pub(crate) fn going<'h, S: Any + Send + Sync, const N: usize>(
    p: &'h Process,
    state: Arc<S>,
    terms: [Term<'h>; N],
) -> Term<'h> {
    let reference = p.heap().magic_ref(vm::system::new_ref(), state);
    let all: SmallVec<[Term<'h>; 4]> = std::iter::once(reference).chain(terms).collect();
    p.heap().tuple(&all)
}

/// What such an argument says, if it is one of this kind of state.
pub(crate) fn gone_on<'h, S: Any + Send + Sync>(t: Term<'h>) -> Option<(&'h S, &'h [Term<'h>])> {
    let (first, terms) = t.as_tuple()?.split_first()?;
    Some((first.as_ref()?.magic_as::<S>()?, terms))
}
