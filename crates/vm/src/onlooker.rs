//! Looking at processes from outside: at all while they stand still, for questions of tests, for
//! which everybody may wait; and at one that sleeps, for threads that run no processes.

use crate::process::{Exclusive, INLINE_ARGS, Process, Running};
use crate::{process_table, sched};
use crossbeam_epoch::Guard;
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

/// Calls `look` with a process that sleeps, on a thread that runs no processes; None if the process
/// runs, waits for its turn or for a dirty scheduler, has signals to handle, or ends. Meanwhile it
/// is not run: `look` should take some microseconds, and waits for nobody. It may not leave
/// anything on the heap.
pub fn at_sleeping<R>(p: &Process, _: &Guard, look: impl FnOnce(&Running<'_>) -> R) -> Option<R> {
    /// Lets it sleep on, however the look ends.
    struct Over<'p>(&'p Process);
    impl Drop for Over<'_> {
        fn drop(&mut self) {
            if self.0.state.end_look() {
                sched::enqueue(self.0);
            }
        }
    }
    debug_assert!(!sched::is_in_slice(), "a look at a process within a slice");
    if !p.state.begin_look() {
        return None;
    }
    let _over = Over(p);
    // A thread that freezes the schedulers notes that first and looks at states then; here it is
    // the other way round. All four are in one order, so at least one thread sees the other.
    if sched::is_frozen_for_others() {
        return None;
    }
    // SAFETY: the process slept. The exchange that found it so has noted in the same word that it
    // is looked at: schedulers run only what is in a run queue, and claim nothing that is looked
    // at; a thread that has frozen the schedulers takes it for one that runs. The exchange by which
    // the process lay down is on this word, too, so all that was written before is seen. It lives
    // as long as the guard.
    let mut p = unsafe { Exclusive::assume(p) };
    Some(look(&p.running()))
}

/// The keys and values of a process's dictionary.
pub fn dictionary_of<'a>(p: &'a Running<'_>) -> impl Iterator<Item = [Term<'a>; 2]> {
    // SAFETY: the words of a dictionary are terms of the process's heap, or literals, and nothing
    // collects as long as it is lent.
    p.own_ref().dictionary.iter().map(|pair| pair.map(|word| unsafe { Term::from_word(word) }))
}

/// The value of a key in a process's dictionary.
pub fn in_dictionary<'a>(p: &'a Running<'_>, key: Term<'_>) -> Option<Term<'a>> {
    // SAFETY: the word that a dictionary has for a key is a term of its process's heap, or a
    // literal; the process is lent, so it collects nothing before the borrow ends.
    p.own_ref().dictionary.get(key).map(|word| unsafe { Term::from_word(word) })
}

/// The process of this node that has spawned a process; `undefined` if none has.
pub fn parent_of(p: &Running<'_>) -> Term<'static> {
    // SAFETY: the word is a pid or an atom, which is a term by itself: it points to nothing.
    unsafe { Term::from_word(p.own_ref().parent) }
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
