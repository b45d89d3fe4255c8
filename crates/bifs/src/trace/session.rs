//! Trace sessions (OTP 27). There may be one at a time beside what `erlang:trace/3` sets, and both
//! see the same flags and patterns.

use super::{flags, functions, trace_info_2};
use crate::link::badarg_because;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use term::{Atom, Heap, OwnedTerm, Term, am, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::process::Running;
use vm::trace::modules;

/// The built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erts_internal", "trace_session_create", 3, create_3).since(27),
    row("erts_internal", "trace_session_destroy", 1, destroy_1).since(27),
    row("erts_internal", "trace", 4, trace_4).since(27),
    row("erts_internal", "trace_pattern", 4, trace_pattern_4).since(27),
    row("erts_internal", "trace_info", 3, trace_info_3).since(27),
    row("erts_trace_cleaner", "check", 0, check_0).since(27),
    row("erts_trace_cleaner", "send_trace_clean_signal", 1, send_trace_clean_signal_1).since(27),
];

/// A session, which its magic reference keeps alive.
struct Session {
    name: Atom,
    /// The number of its reference, which tells it from others of its name.
    number: u32,
    /// A process, a port, or `{Module, State}`.
    tracer: OwnedTerm,
}

static LIVE: Mutex<Weak<Session>> = Mutex::new(Weak::new());

fn live() -> Option<Arc<Session>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner).upgrade()
}

impl Session {
    /// `{Name, Number}`, by which it is known without being kept alive.
    fn weak_term<'h>(&self, heap: &'h Heap) -> Term<'h> {
        heap.tuple(&[Term::atom(self.name), Term::small(i64::from(self.number))])
    }

    /// The option of `trace/3` or `trace_pattern/3` that names its tracer.
    fn option<'h>(&self, heap: &'h Heap, name: Atom) -> Term<'h> {
        let tracer = heap.copy_in(self.tracer.term());
        match tracer.as_tuple_of::<2>() {
            Some(&[module, state]) => heap.tuple(&[Term::atom(name), module, state]),
            None => heap.tuple(&[Term::atom(name), tracer]),
        }
    }
}

/// The live session that a term names: `{Ref, {Name, Number}}`.
fn session<'h>(t: Term<'_>) -> Result<Arc<Session>, Exception<'h>> {
    let wrong = || badarg_because(atom!("session"));
    let [reference, _] = *t.as_tuple_of::<2>().ok_or_else(wrong)?;
    let magic = reference.as_ref().and_then(|r| r.magic()).ok_or_else(wrong)?;
    let session = magic.downcast::<Session>().map_err(|_| wrong())?;
    live().filter(|live| Arc::ptr_eq(live, &session)).ok_or_else(wrong)
}

/// `erts_internal:trace_session_create(Name, Tracer, [])`.
fn create_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let name = args[0].as_atom().ok_or(Exception::BADARG)?;
    let is_module = args[1].as_tuple_of::<2>().is_some_and(|t| t[0].as_atom().is_some());
    if !(args[1].is_pid() || args[1].is_port() || is_module) || !args[2].is_nil() {
        return Err(Exception::BADARG);
    }
    let mut live = LIVE.lock().unwrap_or_else(PoisonError::into_inner);
    if live.strong_count() != 0 {
        return Err(Exception::SYSTEM_LIMIT);
    }
    let (heap, numbers) = (p.heap(), vm::system::new_ref());
    let session = Session { name, number: numbers[0], tracer: OwnedTerm::new(args[1]) };
    let session = Arc::new(session);
    *live = Arc::downgrade(&session);
    let weak = session.weak_term(heap);
    Ok(heap.tuple(&[heap.magic_ref(numbers, session), weak]))
}

/// `erts_internal:trace_session_destroy(Session)`: nothing is traced any more.
fn destroy_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    drop(vm::code::change(args)?);
    if session(args[0]).is_err() {
        return Ok(Term::FALSE);
    }
    *LIVE.lock().unwrap_or_else(PoisonError::into_inner) = Weak::new();
    let heap = p.heap();
    let any = Term::atom(am::WILDCARD);
    let all = heap.list(&[Term::atom(am::ALL)]);
    flags::switch(p, &[Term::atom(am::ALL), Term::FALSE, all], false)?;
    for part in [am::LOCAL, atom!("meta"), atom!("call_count"), atom!("call_time")] {
        let part = heap.list(&[Term::atom(part)]);
        functions::set_pattern(p, &[heap.tuple(&[any, any, any]), Term::FALSE, part])?;
    }
    for event in [atom!("send"), atom!("receive")] {
        functions::set_pattern(p, &[Term::atom(event), Term::TRUE, Term::NIL])?;
    }
    modules::settled();
    Ok(Term::TRUE)
}

/// `erts_internal:trace(Session, Who, How, Flags)`.
fn trace_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    drop(vm::code::change(args)?);
    let session = session(args[0])?;
    let names_tracer = args[3].list().any(Term::is_tuple);
    if names_tracer {
        return Err(badarg_because(atom!("badopt")));
    }
    let heap = p.heap();
    let flags = match args[2].is(am::TRUE) {
        true => heap.cons(session.option(heap, atom!("tracer")), args[3]),
        false => args[3],
    };
    let result = flags::switch(p, &[args[1], args[2], flags], true);
    modules::settled();
    result
}

/// `erts_internal:trace_pattern(Session, Functions, How, Parts)`.
fn trace_pattern_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    drop(vm::code::change(args)?);
    let session = session(args[0])?;
    let heap = p.heap();
    let parts = args[3].to_vec().ok_or(Exception::BADARG)?;
    // `meta` alone means the session's tracer.
    let told = |part: Term<'h>| match part.is(atom!("meta")) && !args[2].is(am::FALSE) {
        true => session.option(heap, atom!("meta")),
        false => part,
    };
    let parts = heap.list(&parts.into_iter().map(told).collect::<Vec<_>>());
    let result = functions::set_pattern(p, &[args[1], args[2], parts]);
    modules::settled();
    result
}

/// `erts_internal:trace_info(Session, What, Item)`: of `any` session which there are.
fn trace_info_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if !args[0].is(atom!("any")) {
        session(args[0])?;
        return trace_info_2(p, &args[1..]);
    }
    if !args[2].is(atom!("session")) {
        return Err(Exception::BADARG);
    }
    let heap = p.heap();
    let legacy = heap.tuple(&[Term::atom(atom!("legacy")), Term::atom(atom!("default"))]);
    let live = live().map(|session| session.weak_term(heap));
    let all = heap.list(&live.into_iter().chain([legacy]).collect::<Vec<_>>());
    if args[1].is(atom!("any")) {
        return Ok(heap.tuple(&[args[2], all]));
    }
    let item = if args[1].is_tuple() { am::ALL } else { atom!("flags") };
    let told = trace_info_2(p, &[args[1], Term::atom(item)])?;
    let Some(&[_, value]) = told.as_tuple_of::<2>() else { return Ok(told) };
    let is_traced = !(value.is_nil() || value.is(am::FALSE));
    let sessions = match live {
        Some(session) if is_traced => heap.list(&[session]),
        None if is_traced => heap.list(&[legacy]),
        _ => Term::NIL,
    };
    Ok(heap.tuple(&[args[2], sessions]))
}

/// Nothing is left to be cleaned when a session has been destroyed.
fn check_0<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::FALSE)
}

fn send_trace_clean_signal_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    match args[0].is_pid() || args[0].is_port() {
        true => Ok(Term::FALSE),
        false => Err(Exception::BADARG),
    }
}
