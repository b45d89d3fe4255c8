//! Tracers that are modules: a process of their own calls them.
//!
//! Such a module has `enabled/3` and `trace/5`, which are ordinary functions here: they cannot be
//! called where something is told, in the middle of a built-in or under a lock. So for each module
//! with its state there is a process (`maser_tracer`) that calls them with what it is told, in
//! order. Everywhere else that process is a tracer like any other.

use super::session::{self, Id};
use super::{TABLE, Traced, deliver, flag, timestamp};
use crate::process_table;
use std::cell::RefCell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use term::{Atom, Heap, OwnedTerm, Term, Word, atom, compare, map};

struct Caller {
    pid: Term<'static>,
    module: Atom,
    state: OwnedTerm,
    /// Whether its functions are those of a library in C, which are told what stock tells them.
    is_library: bool,
    /// So many have asked for it and not used it yet.
    wanted: u32,
}

static ALL: Mutex<Vec<Caller>> = Mutex::new(Vec::new());
/// Their number, to be looked at often.
static COUNT: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The tracers that [`caller_of`] has given to this thread since the last call of [`settled`].
    static ASKED_FOR: RefCell<Vec<Term<'static>>> = const { RefCell::new(Vec::new()) };
}

fn with_all<R>(f: impl FnOnce(&mut Vec<Caller>) -> R) -> R {
    let mut all = ALL.lock().expect("tracer modules");
    all.retain(|c| super::is_alive(c.pid));
    let result = f(&mut all);
    COUNT.store(all.len(), Ordering::SeqCst);
    result
}

/// The process that calls a module with its state: the one that there is, or a new one that `make`
/// gives. To be followed by [`settled`].
pub(crate) fn caller_of(
    (module, is_library): (Atom, bool),
    state: Term<'_>,
    make: impl FnOnce() -> Option<Term<'static>>,
) -> Option<Term<'static>> {
    let pid = with_all(|all| {
        let same = |c: &Caller| c.module == module && compare::exactly_equal(c.state.term(), state);
        if let Some(caller) = all.iter_mut().find(|c| same(c)) {
            caller.is_library = is_library;
            caller.wanted += 1;
            return Some((caller.pid, false));
        }
        let pid = make()?;
        all.push(Caller { pid, module, state: OwnedTerm::new(state), is_library, wanted: 1 });
        Some((pid, true))
    });
    let (pid, new) = pid?;
    if new {
        // New processes may be traced; this one is not.
        super::forget(pid.word());
    }
    ASKED_FOR.with_borrow_mut(|asked| asked.push(pid));
    Some(pid)
}

/// The tracers that this thread has asked for are used now, or not; those that nobody uses any more
/// go.
pub fn settled() {
    if !any() {
        return;
    }
    let asked = ASKED_FOR.take();
    let pids: Vec<_> = with_all(|all| {
        for pid in asked {
            if let Some(c) = all.iter_mut().find(|c| c.pid.same(pid)) {
                c.wanted -= 1;
            }
        }
        all.iter().map(|c| c.pid).collect()
    });
    pids.into_iter().for_each(check);
}

/// Whether any tracer is a module.
pub fn any() -> bool {
    COUNT.load(Ordering::SeqCst) != 0
}

/// Lets the process of a tracer look whether it is still used.
pub(crate) fn check(tracer: Term<'static>) {
    if is_one(tracer) {
        deliver(tracer, Term::atom(atom!("check")).into());
    }
}

/// Whether a tracer is the process of a module.
pub fn is_one(tracer: Term<'_>) -> bool {
    any() && with_all(|all| all.iter().any(|c| c.pid.same(tracer)))
}

/// A tracer as programs know it: `{Module, State}` for the process of a module.
pub fn described<'h>(heap: &'h Heap, tracer: Term<'static>) -> Term<'h> {
    if !any() {
        return tracer;
    }
    with_all(|all| match all.iter().find(|c| c.pid.same(tracer)) {
        Some(c) => heap.tuple(&[Term::atom(c.module), heap.copy_in(c.state.term())]),
        None => tracer,
    })
}

/// The module and the state of the tracer that this process or port has in a session, and the
/// tracer, if it is another one than `new`.
pub fn other_than<'h>(
    heap: &'h Heap,
    (session, tracee): (Id, Word),
    new: Term<'static>,
) -> Option<(Term<'h>, Term<'static>)> {
    if !any() {
        return None;
    }
    let traced = super::in_session(session, tracee)?;
    let tracer = traced.tracer.filter(|old| !old.same(new) && is_one(*old))?;
    Some((described(heap, tracer), tracer))
}

/// The processes of modules that are told of this process or port; all for None.
pub fn callers(tracee: Option<Term<'_>>) -> Vec<Term<'static>> {
    if !any() {
        return Vec::new();
    }
    let traces = tracee.map(|t| super::of_word(t.word()));
    let tells = |pid: Term<'_>| {
        let is_it = |t: &Traced| t.tracer.is_some_and(|t| t.same(pid));
        traces.as_ref().is_none_or(|all| all.iter().any(is_it))
    };
    with_all(|all| all.iter().map(|c| c.pid).filter(|&pid| tells(pid)).collect())
}

fn is_used(tracer: Term<'static>) -> bool {
    let is_it = |t: Option<Term<'static>>| t.is_some_and(|t| t.same(tracer));
    let table = TABLE.read().expect("traced");
    let traces = table.values().flatten().any(|t| is_it(t.tracer));
    drop(table);
    traces
        || session::all().iter().any(|session| session.uses(tracer))
        || is_it(super::sequential_tracer())
        || super::above().is_some_and(|above| (above.is_used)(tracer))
}

/// Forgets the process of a module if nobody needs it any more; whether it was so.
pub fn leave(pid: Term<'static>) -> bool {
    with_all(|all| {
        let Some(i) = all.iter().position(|c| c.pid.same(pid)) else { return true };
        let goes = all[i].wanted == 0 && !is_used(pid);
        if goes {
            all.swap_remove(i);
        }
        goes
    })
}

fn send(tracer: Term<'static>, message: OwnedTerm) {
    if let Some(pid) = tracer.as_pid()
        && process_table::contains(pid)
    {
        deliver(tracer, message);
    }
}

/// Adds the kind of time that is wanted, and for modules in Erlang the time of telling, too: they
/// are called later.
fn time_options<'h>(
    heap: &'h Heap,
    tracer: Term<'static>,
    flags: u32,
    options: &mut Vec<(Term<'h>, Term<'h>)>,
) {
    let kind = if flags & flag::TIMESTAMP != 0 {
        atom!("timestamp")
    } else if flags & flag::STRICT_MONOTONIC_TIMESTAMP != 0 {
        atom!("strict_monotonic")
    } else if flags & flag::MONOTONIC_TIMESTAMP != 0 {
        atom!("monotonic")
    } else {
        return;
    };
    options.push((Term::atom(atom!("timestamp")), Term::atom(kind)));
    let is_library = with_all(|all| all.iter().any(|c| c.is_library && c.pid.same(tracer)));
    if !is_library {
        options.push((Term::atom(atom!("time")), timestamp(heap, flags)));
    }
}

fn message<'h>(
    heap: &'h Heap,
    (tag, tracee, term): (Atom, Term<'h>, Term<'h>),
    options: &[(Term<'h>, Term<'h>)],
) -> Term<'h> {
    let options = map::from_pairs(heap, options);
    heap.tuple(&[Term::atom(atom!("trace")), Term::atom(tag), tracee, term, options])
}

/// Tells a module's process what happens to `tracee`.
pub(super) fn tell(
    t: &Traced,
    (tracer, tracee): (Term<'static>, Term<'static>),
    tag: &str,
    rest: impl for<'h> FnOnce(&'h Heap) -> Vec<Term<'h>>,
) {
    let message = OwnedTerm::build(|heap| {
        let mut rest = rest(heap).into_iter();
        let term = rest.next().unwrap_or(Term::NIL);
        let mut options = Vec::new();
        let has_extra = matches!(
            tag,
            "send"
                | "send_to_non_existing_process"
                | "return_from"
                | "exception_from"
                | "spawn"
                | "spawned"
                | "open"
        );
        if has_extra && let Some(extra) = rest.next() {
            options.push((Term::atom(atom!("extra")), extra));
        }
        if let Some(result) = rest.next() {
            options.push((Term::atom(atom!("match_spec_result")), result));
        }
        if t.has(flag::SCHEDULER_ID) {
            let number = Term::small(crate::sched::current() as i64);
            options.push((Term::atom(atom!("scheduler_id")), number));
        }
        time_options(heap, tracer, t.flags, &mut options);
        message(heap, (Atom::new(tag), tracee, term), &options)
    });
    send(tracer, message);
}

/// Tells a module's process of sequential tracing: the label, and what else is in the message.
pub(super) fn tell_sequential(
    tracer: Term<'static>,
    flags: u32,
    parts: impl for<'h> FnOnce(&'h Heap) -> (Term<'h>, Term<'h>),
) {
    let message = OwnedTerm::build(|heap| {
        let (label, what) = parts(heap);
        let mut options = Vec::new();
        time_options(heap, tracer, flags, &mut options);
        message(heap, (atom!("seq_trace"), label, what), &options)
    });
    send(tracer, message);
}

/// `trace_delivered/1`: the message goes through the processes of all modules that may still have
/// something to tell; false if there are none.
pub fn pass_on(to: u64, tracee: Option<Term<'_>>, text: &OwnedTerm) -> bool {
    let mut pids = callers(tracee);
    let Some(first) = pids.pop() else { return false };
    let message = OwnedTerm::build(|heap| {
        let others = heap.list(&pids);
        let text = heap.copy_in(text.term());
        heap.tuple(&[Term::atom(atom!("delivered")), others, Term::pid(to), text])
    });
    send(first, message);
    true
}
