//! Slices as tracing is told of them: where a process goes on and stops, and the time that a
//! function takes meanwhile.

use super::{Breakpoint, accounts};
use crate::process::Running;
use crate::trace::events;
use crate::{code, sched};
use term::Mfa;

/// A traced process begins a slice.
#[cold]
pub(crate) fn slice_begins(p: &mut Running<'_>) {
    scheduled(p, "in");
    p.own().flags.told_out = false;
    accounts::go_on(p);
}

/// A process that was traced at its beginning ends a slice.
#[cold]
pub(crate) fn slice_ends(p: &mut Running<'_>) {
    if p.own_ref().flags.told_out {
        return;
    }
    accounts::stop(p);
    scheduled(p, "out");
}

fn scheduled(p: &Running<'_>, tag: &str) {
    events::scheduled(p, tag, || place(p));
}

/// The function in which a process goes on, or has stopped.
pub(crate) fn place(p: &Running<'_>) -> Mfa {
    let pc = p.own_ref().pc;
    // A process that has not begun is told to be at its first call, and not in the fun that is
    // called.
    let breakpoint = Breakpoint::at(pc);
    if sched::executed(p) == 0 && (breakpoint.is_some() || code::is_entry(pc)) {
        return p.own_ref().initial_call;
    }
    let function = breakpoint.map(|b| b.mfa);
    // SAFETY: between two slices, or in a built-in, `pc` is the address of an instruction, of a
    // module or of the code that no module has.
    let function = function.or_else(|| unsafe { code::built_in_at(pc) });
    let function = function.or_else(|| code::function_at(pc));
    function.unwrap_or_else(|| p.own_ref().last_entered())
}
