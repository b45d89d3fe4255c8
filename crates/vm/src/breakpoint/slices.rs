//! Slices as tracing is told of them: where a process goes on and stops, and the time that a
//! function takes meanwhile.

use super::{Breakpoint, Timed, book_time};
use crate::process::Running;
use crate::trace::events;
use crate::{code, sched, system};
use term::Mfa;

/// A traced process begins a slice.
#[cold]
pub(crate) fn slice_begins(p: &mut Running<'_>) {
    scheduled(p, "in");
    let own = p.own();
    own.flags.told_out = false;
    if let Some(running) = own.extra.as_mut().and_then(|e| e.slots.get_mut::<Timed>()) {
        running.1 = system::monotonic_ns();
    }
}

/// A process that was traced at its beginning ends a slice.
#[cold]
pub(crate) fn slice_ends(p: &Running<'_>) {
    if p.own_ref().flags.told_out {
        return;
    }
    let running = p.own_ref().extra.as_ref().and_then(|e| e.slots.get::<Timed>().copied());
    if running.is_some() {
        book_time(p, running);
    }
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
