//! Requests of OTP's own preloaded modules to the emulator (`erts_internal`), beyond those of other
//! files.

use crate::spawn::priority;
use crate::tasks::{self, Task};
use std::sync::atomic::Ordering;
use term::{OwnedTerm, Term, am, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::dirty;
use vm::literals::{self, Request};
use vm::process::{Bits, Collect, Running};
use vm::signal::send_built;
use vm::signal::{self, Signal};
use vm::{process_table, relations};

/// The built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erts_internal", "request_system_task", 3, request_system_task_3),
    row("erts_internal", "request_system_task", 4, request_system_task_4),
    row("erts_internal", "is_system_process", 1, is_system_process_1),
    row("erts_internal", "is_process_executing_dirty", 1, is_process_executing_dirty_1),
    row("erts_internal", "dirty_process_handle_signals", 1, dirty_process_handle_signals_1),
    row("erts_internal", "check_dirty_process_code", 2, check_dirty_process_code_2),
    row("erts_internal", "system_check", 1, system_check_1),
    row("erts_internal", "gather_alloc_histograms", 1, gather_nothing),
    row("erts_internal", "gather_carrier_info", 1, gather_nothing),
    row("erts_literal_area_collector", "release_area_switch", 0, release_area_switch_0),
    row("erts_literal_area_collector", "send_copy_request", 3, send_copy_request_3),
];

/// Requests of others to collect, which wait until the process lets them: see [`let_collect`].
#[derive(Default)]
struct Held(Vec<(Collect, Asked)>);

/// Somebody who waits for an answer: the request's name, and the requester.
struct Asked(OwnedTerm, u64);

impl Asked {
    fn answer(&self, done: bool) {
        send_built(self.1, |h| {
            h.tuple(&[
                Term::atom(atom!("garbage_collect")),
                h.copy_in(self.0.term()),
                Term::bool(done),
            ])
        });
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.0.iter().for_each(|(_, asked)| asked.answer(false));
    }
}

/// Sets whether a process does what others ask when they ask it to collect, for tests. Otherwise
/// they wait; it collects nevertheless when it needs room. Gives what was set before.
pub(crate) fn let_collect(p: &mut Running<'_>, on: bool) -> bool {
    let slots = &mut p.extra().slots;
    let before = slots.get::<Held>().is_none();
    if !on {
        slots.get_or_default::<Held>();
    } else if let Some(mut held) = slots.take::<Held>() {
        for (collect, asked) in std::mem::take(&mut held.0) {
            p.own().flags.collect = collect;
            asked.answer(true);
        }
    }
    before
}

/// Has another process do something for the system; a message to the requester says how it went.
fn request<'h>(requester: u64, target: u64, priority: u8, request: Term<'h>) -> BifResult<'h> {
    let (kind, id, argument) = match request.as_tuple() {
        Some(&[kind, id, argument]) => (kind, id, argument),
        Some(&[kind, id]) if kind.is(atom!("system_task_test")) => (kind, id, Term::TRUE),
        _ => return Err(Exception::BADARG),
    };
    let kind = kind.as_atom().ok_or(Exception::BADARG)?;
    let key = OwnedTerm::new(id);
    let answer = move |key: &OwnedTerm, result: Term<'static>| {
        send_built(requester, |h| h.tuple(&[Term::atom(kind), h.copy_in(key.term()), result]));
    };
    let late = key.clone();
    let (task, gone): (Task, _) = if kind == atom!("garbage_collect") {
        let collect = if argument.is(atom!("minor")) { Collect::Minor } else { Collect::Major };
        let task = move |p: &mut Running<'_>| {
            let held = p.own_ref().extra.as_ref().is_some_and(|e| e.slots.get::<Held>().is_some());
            if held && !relations::is_exiting(p) {
                let slots = &mut p.extra().slots;
                slots.get_or_default::<Held>().0.push((collect, Asked(key, requester)));
            } else {
                let alive = !relations::is_exiting(p);
                p.own().flags.collect = collect;
                answer(&key, Term::bool(alive));
            }
        };
        (Box::new(task), Term::FALSE)
    } else if kind == atom!("check_process_code") {
        let module = argument.as_atom().ok_or(Exception::BADARG)?;
        let task = move |p: &mut Running<'_>| {
            let refers = !relations::is_exiting(p) && vm::interp::uses_old_code(p, module);
            answer(&key, Term::bool(refers));
        };
        (Box::new(task), Term::FALSE)
    } else if kind == atom!("system_task_test") {
        (Box::new(move |_: &mut Running<'_>| answer(&key, Term::TRUE)), Term::FALSE)
    } else if kind == atom!("copy_literals") {
        // The collector asks with `send_copy_request/3`.
        (Box::new(move |_: &mut Running<'_>| answer(&key, Term::OK)), Term::OK)
    } else {
        return Err(Exception::BADARG);
    };
    if !tasks::ask(target, priority, task) {
        answer(&late, gone);
    }
    Ok(Term::OK)
}

fn request_system_task_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let own = args[1].is(atom!("inherit")).then(|| p.priority.load(Ordering::Relaxed));
    let priority = own.or_else(|| priority(args[1])).ok_or(Exception::BADARG)?;
    request(p.id, args[0].as_pid().ok_or(Exception::BADARG)?, priority, args[2])
}

fn request_system_task_4<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let requester = args[0].as_pid().ok_or(Exception::BADARG)?;
    let priority = priority(args[2]).ok_or(Exception::BADARG)?;
    request(requester, args[1].as_pid().ok_or(Exception::BADARG)?, priority, args[3])
}

fn is_in_state(t: Term<'_>, has: fn(Bits) -> bool) -> Option<bool> {
    let id = t.as_pid()?;
    Some(process_table::with_process(id, |p| has(p.state.bits())).unwrap_or(false))
}

fn is_system_process_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    is_in_state(args[0], Bits::is_system).map(Term::bool).ok_or(Exception::BADARG)
}

fn is_process_executing_dirty_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let dirty = is_in_state(args[0], Bits::is_dirty).ok_or(Exception::BADARG)?;
    Ok(Term::bool(dirty && args[0].as_pid().is_some_and(|id| !dirty::waits(id))))
}

/// Processes handle their signals themselves when they come back from a dirty scheduler.
fn dirty_process_handle_signals_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    match args[0].as_pid() {
        None => Ok(Term::FALSE),
        Some(id) if !process_table::contains(id) => Ok(Term::atom(am::NOPROC)),
        Some(_) => Ok(Term::atom(am::NORMAL)),
    }
}

/// The schedulers can do no more to show that they live than run the caller.
fn system_check_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if args[0].is(atom!("schedulers")) { Ok(Term::OK) } else { Err(Exception::BADARG) }
}

fn gather_nothing<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::small(0))
}

/// The process has come back from the dirty scheduler, or will: it answers itself.
fn check_dirty_process_code_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if args[0].is_pid() && args[1].as_atom().is_some() {
        Ok(Term::atom(am::NORMAL))
    } else {
        Err(Exception::BADARG)
    }
}

/// The collector has asked all processes: whether it is to ask again.
fn release_area_switch_0<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::bool(literals::next_round()))
}

fn send_copy_request_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let pid = args[0].as_pid().ok_or(Exception::BADARG)?;
    let request = Request::new(p.id, p.heap().tuple(&[args[1], args[2], args[0]]));
    let ask = move |asked: &mut Running<'_>| {
        // One that is on its way out does not look at its heap any more.
        if !relations::is_exiting(asked) {
            request.keep(asked);
        }
    };
    let _ = signal::send(pid, Signal::Run(Box::new(ask)));
    Ok(Term::OK)
}
