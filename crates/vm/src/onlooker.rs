//! Looking at all processes while they stand still: for questions of tests, for which everybody may
//! wait.

use crate::process::{Exclusive, INLINE_ARGS, Process, Running};
use crate::{process_table, sched};
use std::time::{Duration, Instant};
use term::Term;

/// The time for which processes that run are waited for. A process that stays within a call for
/// longer is not looked at.
const PATIENCE: Duration = Duration::from_millis(200);

/// Calls `look` with each process while none of them runs; with the caller, too.
pub fn at_each_process(me: &mut Running<'_>, mut look: impl FnMut(&mut Running<'_>)) {
    sched::while_frozen(|| {
        look(me);
        let begun = Instant::now();
        for id in process_table::all_ids() {
            let guard = crossbeam_epoch::pin();
            let Some(p) = process_table::lookup(id, &guard).filter(|_| id != me.id) else {
                continue;
            };
            while busy(p) && begun.elapsed() < PATIENCE {
                std::thread::sleep(Duration::from_micros(100));
            }
            if busy(p) || p.state.bits().is_exiting() {
                continue;
            }
            // SAFETY: no scheduler runs it or has claimed it, and while slices cannot begin none
            // will: a scheduler that takes it up sees that before it touches what is the process's
            // own. It is not this thread's process, which is the only other one it has the right
            // to.
            let mut p = unsafe { Exclusive::assume(p) };
            look(&mut p.running());
        }
    });
}

fn busy(p: &Process) -> bool {
    sched::is_running(p) || p.state.bits().is_dirty()
}

/// Calls `f` with the terms that a process has: on its stack, in its registers (unless it is the
/// caller of a built-in, whose arguments are they), in its dictionary and its mailbox.
pub fn terms_of<'a>(
    p: &'a Running<'_>,
    arguments: Option<&'a [Term<'a>]>,
    f: &mut dyn FnMut(Term<'a>),
) {
    p.heap().stack_terms().for_each(&mut *f);
    let own = p.own_ref();
    match arguments {
        Some(arguments) => arguments.iter().for_each(|&t| f(t)),
        None => {
            let live = own.arity as usize;
            let more = own.extra.iter().flat_map(|extra| &extra.more_args);
            for &word in own.args[..live.min(INLINE_ARGS)].iter().chain(more) {
                // SAFETY: the registers that are live while the process does not run are terms of
                // its heap, or literals.
                f(unsafe { Term::from_word(word) });
            }
        }
    }
    for word in own.dictionary.iter().flatten() {
        // SAFETY: the words of a dictionary are terms of the process's heap, or literals.
        f(unsafe { Term::from_word(word) });
    }
    own.mailbox.iter().for_each(&mut *f);
    f(own.group_leader.term());
}
