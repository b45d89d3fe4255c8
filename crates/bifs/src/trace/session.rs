//! Trace sessions (OTP 27).
//!
//! A session is known by its reference, which keeps it alive, and by its name with a number, which
//! does not. It ends when it is destroyed, or when its reference has become garbage.

use super::{flags, functions, info};
use crate::link::badarg_because;
use std::sync::Arc;
use term::{Atom, Heap, Mfa, Term, View, am, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::breakpoint::pattern;
use vm::process::Running;
use vm::trace::session::{self, Id, Session};
use vm::trace::{self, modules};
use vm::{finalizer, tracers};

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

/// The object behind the reference of a session.
struct Handle {
    id: Id,
    name: Atom,
}

impl Drop for Handle {
    fn drop(&mut self) {
        let id = self.id;
        if session::get(id).is_some() {
            finalizer::later(Box::new(move || tracers::session_collected(id)));
        }
    }
}

/// The number of the session that `{Ref, {Name, Number}}` names, which may have ended.
fn id_of(t: Term<'_>) -> Option<Id> {
    let [reference, weak] = *t.as_tuple_of::<2>()?;
    let magic = reference.as_ref().and_then(|r| r.magic())?;
    let handle = magic.downcast::<Handle>().ok()?;
    let [name, number] = *weak.as_tuple_of::<2>()?;
    (name.is(handle.name) && number.same(handle.id.weak_number())).then_some(handle.id)
}

fn live(t: Term<'_>) -> Option<Arc<Session>> {
    match *t.as_tuple_of::<2>()? {
        [name, number] if name.as_atom().is_some() => session::named(name.as_atom()?, number),
        _ => session::get(id_of(t)?),
    }
}

/// The live session that a term names: `{Ref, {Name, Number}}` or `{Name, Number}`.
pub fn session<'h>(t: Term<'_>) -> Result<Arc<Session>, Exception<'h>> {
    live(t).ok_or_else(|| badarg_because(atom!("session")))
}

/// Whether a session has not ended.
pub fn is_there(session: &Session) -> bool {
    session::get(session.id).is_some()
}

/// A session has been changed. If it has ended meanwhile, what has been set goes, too.
fn changed(session: &Session) {
    modules::settled();
    if !is_there(session) {
        tracers::forget_session(session.id);
    }
}

/// `erts_internal:trace_session_create(Name, Tracer, [])`.
fn create_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let name = args[0].as_atom().ok_or(Exception::BADARG)?;
    if !args[2].is_nil() {
        return Err(Exception::BADARG);
    }
    let tracer = match args[1].as_tuple_of::<2>() {
        _ if args[1].is(am::UNDEFINED) => None,
        Some(&[module, state]) => {
            let module = module.as_atom().ok_or(Exception::BADARG)?;
            Some(tracers::tracer(module, state).ok_or(Exception::BADARG)?)
        }
        None => {
            let tracer = args[1].to_static().filter(|t| t.as_pid().is_some() || t.is_port());
            Some(tracer.ok_or(Exception::BADARG)?)
        }
    };
    let session = session::create(name, tracer);
    modules::settled();
    let heap = p.heap();
    let handle = Arc::new(Handle { id: session.id, name });
    Ok(heap.tuple(&[heap.magic_ref(vm::system::new_ref(), handle), session.weak_term(heap)]))
}

/// `erts_internal:trace_session_destroy(Session)`: nothing is traced any more. Gives whether it had
/// not ended before.
fn destroy_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let change = vm::code::change(args)?;
    let id = live(args[0]).map(|session| session.id).or_else(|| id_of(args[0]));
    let id = id.ok_or_else(|| badarg_because(atom!("badopt")))?;
    let ended = tracers::end_session(id);
    tracers::clean(&change);
    Ok(Term::bool(ended))
}

/// `erts_internal:trace(Session, Who, How, Flags)`.
fn trace_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    drop(vm::code::change(args)?);
    let session = session(args[0])?;
    let result = flags::switch(p, &session, &args[1..], Some(args[0]));
    changed(&session);
    result
}

/// The same in any session, when modules have been asked that are told of some of these processes
/// and ports.
pub(super) fn trace_unasked_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let session = if args[0].is(atom!("legacy")) { session::legacy() } else { session(args[0])? };
    let result = flags::switch(p, &session, &args[1..], None);
    changed(&session);
    result
}

/// `erts_internal:trace_pattern(Session, Functions, How, Parts)`.
fn trace_pattern_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if functions::is_giving_way(p) {
        return functions::give_way(p, args);
    }
    drop(vm::code::change(args)?);
    let session = session(args[0])?;
    let result = functions::set_pattern(p, &session, &args[1..]);
    changed(&session);
    functions::begin_to_give_way(p, args, result)
}

/// `erts_internal:trace_info(Session, What, Item)`: of `any` session which there are.
fn trace_info_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if !args[0].is(atom!("any")) {
        return info(p, &*session(args[0])?, args[1], args[2]);
    }
    let is_asked = args[2].is(atom!("session"));
    let sessions = match args[1].view() {
        View::Atom(_) | View::Tuple(_) | View::Pid(_) | View::Port(_) if !is_asked => {
            return Err(Exception::BADARG);
        }
        View::Atom(name) => {
            all_that(name).ok_or_else(|| badarg_because(atom!("badopt"))).map(Some)?
        }
        View::Tuple(mfa) => {
            let (m, f, a) = functions::mfa_of(mfa).ok_or(Exception::BADARG)?;
            let mfa = u8::try_from(a).ok().map(|a| Mfa::new(m, f, a));
            mfa.and_then(functions::sessions_of).map(those)
        }
        View::Pid(_) | View::Port(_) if !trace::is_alive(args[1]) => return Ok(Term::UNDEFINED),
        View::Pid(_) | View::Port(_) => {
            Some(those(trace::of_word(args[1].word()).into_iter().map(|t| t.session)))
        }
        _ => return Err(badarg_because(atom!("badopt"))),
    };
    let heap = p.heap();
    let list = sessions.map_or(Term::UNDEFINED, |all| weak_terms(heap, &all));
    Ok(heap.tuple(&[args[2], list]))
}

fn weak_terms<'h>(heap: &'h Heap, sessions: &[Arc<Session>]) -> Term<'h> {
    heap.list(&sessions.iter().map(|session| session.weak_term(heap)).collect::<Vec<_>>())
}

/// The sessions of these numbers that have not ended.
fn those(ids: impl IntoIterator<Item = Id>) -> Vec<Arc<Session>> {
    ids.into_iter().filter_map(session::get).collect()
}

/// The sessions that want something of what is new, or of messages; None if it is none of these.
fn all_that(what: Atom) -> Option<Vec<Arc<Session>>> {
    let wants: fn(&Session) -> bool = match what.name() {
        "any" => |_| true,
        "on_load" => |s| !pattern::on_load(s.id).parts.is_empty(),
        "send" => |s| s.event_pattern(false).on,
        "receive" => |s| s.event_pattern(true).on,
        "new" | "new_processes" => |s| s.of_new(false).flags != 0,
        "new_ports" => |s| s.of_new(true).flags != 0,
        _ => return None,
    };
    Some(session::all().into_iter().filter(|s| wants(s)).collect())
}

/// Takes away what sessions have left that nobody knows any more. Nothing remains to be done for
/// processes and ports.
fn check_0<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let change = vm::code::change(args)?;
    tracers::clean(&change);
    Ok(Term::FALSE)
}

fn send_trace_clean_signal_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    match args[0].is_pid() || args[0].is_port() {
        true => Ok(Term::FALSE),
        false => Err(Exception::BADARG),
    }
}
