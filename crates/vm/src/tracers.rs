//! Services that tracing has from modules above it: messages for tracers that are processes and
//! ports, names, stacks, and the processes of tracers that are modules.

use crate::breakpoint::{self, pattern, slices};
use crate::process::Running;
use crate::signal::{self, Signal};
use crate::spawn::{SpawnOptions, spawn_root};
use crate::trace::session::{self, Id};
use crate::trace::{self, Above, modules, seq};
use crate::{code, port, process_report, process_table, registry, system_monitor, system_profile};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};
use term::{Atom, Mfa, OwnedTerm, Term, atom};

/// Lets tracing reach what is above it. Once, at start.
pub(crate) fn connect() {
    trace::connect(Above {
        deliver,
        has_port: |id| port::lookup(id).is_some(),
        whereis: registry::whereis,
        report: process_report::text,
        is_used: is_used_by_breakpoints,
        place: slices::place,
        profile_port: system_profile::port,
    });
}

/// Hands a message to a tracer.
fn deliver(tracer: Term<'static>, message: OwnedTerm) {
    match tracer.as_pid() {
        Some(pid) => signal::send_message(pid, message),
        None => {
            if let Some(port) = tracer.as_port() {
                port::commands::tell(port, &message);
            }
        }
    }
}

/// Whether a breakpoint, or a pattern for modules that are yet to be loaded, has this tracer.
fn is_used_by_breakpoints(tracer: Term<'static>) -> bool {
    breakpoint::meta_tracers().into_iter().any(|t| t.same(tracer)) || pattern::on_load_uses(tracer)
}

/// Whether a module is a tracer; if it is, whether its functions are those of a library in C.
fn is_library(module: Atom) -> Option<bool> {
    let instance = code::current(module)?;
    let has = |name: Atom, arity: u8| instance.exports.iter().any(|e| (e.0, e.1) == (name, arity));
    let is_tracer = has(atom!("enabled"), 3) && has(atom!("trace"), 5);
    is_tracer.then(|| instance.library.get().is_some())
}

/// The tracer that a module and a state stand for, if it is one. To be followed by
/// [`modules::settled`].
pub fn tracer(module: Atom, state: Term<'_>) -> Option<Term<'static>> {
    if module == atom!("erl_tracer") {
        // A state that is no pid or port stands for a tracer that has gone.
        let tracer = state.to_static().filter(|t| t.as_pid().is_some() || t.is_port());
        return Some(tracer.unwrap_or(Term::NIL));
    }
    let is_library = is_library(module)?;
    modules::caller_of((module, is_library), state, || {
        let run = Mfa::new(atom!("maser_tracer"), atom!("run"), 2);
        let options = SpawnOptions { priority: Some(1), ..SpawnOptions::default() };
        spawn_root(options, run, &[Term::atom(module), state])
    })
}

/// Takes the tokens of sequential tracing of all processes and messages away: those of the caller
/// at once.
pub fn reset(caller: &mut Running<'_>) {
    seq::clear(caller);
    for pid in process_table::all_ids().into_iter().filter(|&pid| pid != caller.id) {
        let _ = signal::send(pid, Signal::Run(Box::new(seq::clear)));
    }
}

/// Sessions that have ended, but of which functions still have patterns.
static ENDED: Mutex<Vec<Id>> = Mutex::new(Vec::new());
/// The process that takes these away, or 0.
static CLEANER: AtomicU64 = AtomicU64::new(0);

/// Sets the process that cleans up after sessions that nobody knows any more. Once, at start.
pub fn set_cleaner(pid: u64) {
    CLEANER.store(pid, Ordering::Relaxed);
}

/// Ends a session: nobody is told any more. Gives whether it had not ended yet. Patterns of
/// functions, which mean nothing any more, are left for [`clean`].
pub fn end_session(session: Id) -> bool {
    let Some(ended) = session::remove(session) else { return false };
    trace::forget_session(session);
    system_monitor::forget_session(session);
    ENDED.lock().expect("ended sessions").push(session);
    if let Some(tracer) = ended.tracer {
        modules::check(tracer);
    }
    true
}

/// As [`end_session`], for a session whose last reference has been collected.
pub fn session_collected(session: Id) {
    if end_session(session) {
        let cleaner = CLEANER.load(Ordering::Relaxed);
        signal::send_message(cleaner, Term::atom(atom!("notify")).into());
    }
}

/// Takes away the patterns that sessions have left, under the lock on changes of code.
pub fn clean(_change: &MutexGuard<'static, ()>) {
    let ended = std::mem::take(&mut *ENDED.lock().expect("ended sessions"));
    ended.into_iter().for_each(pattern::forget_session);
}

/// Takes away what has been set in a session that had just ended.
pub fn forget_session(session: Id) {
    trace::forget_session(session);
    let _change = code::CHANGE.lock().expect("code change");
    pattern::forget_session(session);
}
