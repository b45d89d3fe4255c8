//! Tracing: its built-ins, and what is asked about what there is not.

mod flags;
pub(crate) mod functions;
pub mod session;

use crate::link::badarg_because;
use std::sync::Arc;
use term::{Atom, OwnedTerm, Term, View, am, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::process::Running;
use vm::signal::Signal;
use vm::system_profile::{self, Settings, what};
use vm::trace::session::{self as sessions, Session};
use vm::trace::{flag, forget_tracer, is_alive, modules, seq, with_signals};

/// The built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erts_internal", "trace", 3, flags::trace_3),
    row("erts_internal", "trace_pattern", 3, functions::trace_pattern_3),
    row("erlang", "trace_info", 2, trace_info_2),
    row("erlang", "trace_delivered", 1, trace_delivered_1),
    row("maser_tracer", "leave", 0, leave_0),
    row("maser_tracer", "remove", 2, remove_2),
    row("maser_tracer", "trace", 4, session::trace_unasked_4),
    row("erlang", "system_profile", 0, system_profile_0),
    row("erlang", "system_profile", 2, system_profile_2),
    row("erlang", "seq_trace", 2, seq_trace_2),
    row("erlang", "seq_trace_info", 1, seq_trace_info_1),
    row("erlang", "seq_trace_print", 1, seq_trace_print_1),
    row("erlang", "seq_trace_print", 2, seq_trace_print_2),
    row("erlang", "dt_get_tag", 0, dt_undefined),
    row("erlang", "dt_get_tag_data", 0, dt_undefined),
    row("erlang", "dt_put_tag", 1, dt_undefined),
    row("erlang", "dt_prepend_vm_tag_data", 1, dt_same),
    row("erlang", "dt_append_vm_tag_data", 1, dt_same),
    row("erlang", "dt_spread_tag", 1, dt_spread_tag_1),
    row("erlang", "dt_restore_tag", 1, dt_restore_tag_1),
];

fn trace_info_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    info(p, &sessions::legacy(), args[0], args[1])
}

/// The answer to `trace_info/2` in a session.
fn info<'h>(p: &Running<'h>, session: &Session, of: Term<'h>, item: Term<'h>) -> BifResult<'h> {
    match of.view() {
        View::Atom(a) if a.name() == "on_load" => functions::on_load_info(p, session, item),
        View::Atom(a) if matches!(a.name(), "send" | "receive") => {
            functions::event_info(p, session, a, item)
        }
        View::Pid(_) | View::Port(_) | View::Atom(_) => flags::info(p, session, of, item),
        View::Tuple(mfa) => functions::info(p, session, mfa, item),
        _ => Err(badarg_because(atom!("badopt"))),
    }
}

/// `maser_tracer:remove(Tracee, Tracer)`: the tracer is not told of somebody any more.
fn remove_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if !(args[0].is_pid() || args[0].is_port()) || args[0].to_static().is_none() {
        return Err(Exception::BADARG);
    }
    forget_tracer(args[0].word(), args[1]);
    modules::settled();
    Ok(Term::OK)
}

/// A process of the module `maser_tracer` asks whether it is needed any more.
fn leave_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::bool(modules::leave(p.pid())))
}

/// `{trace_delivered, Tracee, Ref}`, which is sent when this is dropped.
struct Delivered {
    to: u64,
    tracee: Option<Term<'static>>,
    message: OwnedTerm,
}

impl Drop for Delivered {
    fn drop(&mut self) {
        if !modules::pass_on(self.to, self.tracee, &self.message) {
            vm::signal::send_message(self.to, self.message.clone());
        }
    }
}

/// All trace messages have been delivered: they are as soon as what they tell has happened, but to
/// modules. A signal that has been sent to a process is told of when the process handles it.
fn trace_delivered_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if args[0].as_pid().is_none() && !args[0].is(am::ALL) {
        return Err(Exception::BADARG);
    }
    let key = vm::system::new_ref();
    let message = OwnedTerm::build(|h| {
        let tag = Term::atom(atom!("trace_delivered"));
        h.tuple(&[tag, h.copy_in(args[0]), h.reference(key)])
    });
    let tracee = args[0].to_static().filter(|t| t.is_pid());
    let delivered = Arc::new(Delivered { to: p.id, tracee, message });
    for pid in with_signals(args[0].as_pid()) {
        let waits = delivered.clone();
        let _ = vm::signal::send(pid, Signal::Run(Box::new(move |_| drop(waits))));
    }
    Ok(p.heap().reference(key))
}

/// `{Profiler, Names}`, or `undefined`.
fn profile_term<'h>(p: &Running<'h>, settings: Option<Settings>) -> Term<'h> {
    let Some(s) = settings else { return Term::UNDEFINED };
    let names = what::NAMES.iter().filter(|n| s.what & n.1 != 0);
    let names: Vec<_> = names.map(|n| Term::atom(Atom::new(n.0))).collect();
    p.heap().tuple(&[s.profiler, p.heap().list(&names)])
}

fn system_profile_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(profile_term(p, system_profile::get()))
}

fn system_profile_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if args[1].is_nil() || !(args[0].is_pid() || args[0].is_port()) {
        let off = args[1].is_nil() || args[0].is(am::UNDEFINED);
        return match off {
            true => Ok(profile_term(p, system_profile::set(None))),
            false => Err(Exception::BADARG),
        };
    }
    let profiler = args[0].to_static().filter(|&t| is_alive(t)).ok_or(Exception::BADARG)?;
    let mut settings = Settings { profiler, what: 0, timestamp: flag::TIMESTAMP };
    for option in args[1].to_vec().ok_or(Exception::BADARG)? {
        let name = option.as_atom().ok_or(Exception::BADARG)?.name();
        match (name, what::NAMES.iter().find(|n| n.0 == name)) {
            (_, Some((_, bit))) => settings.what |= bit,
            ("timestamp", _) => settings.timestamp = flag::TIMESTAMP,
            ("monotonic_timestamp", _) => settings.timestamp = flag::MONOTONIC_TIMESTAMP,
            ("strict_monotonic_timestamp", _) => {
                settings.timestamp = flag::STRICT_MONOTONIC_TIMESTAMP;
            }
            _ => return Err(Exception::BADARG),
        }
    }
    Ok(profile_term(p, system_profile::set(Some(settings))))
}

fn seq_trace_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    seq::set(p, args[0], args[1]).ok_or(Exception::BADARG)
}

fn seq_trace_info_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let value = seq::get(p, args[0]).ok_or(Exception::BADARG)?;
    Ok(if value.is_nil() { value } else { p.heap().tuple(&[args[0], value]) })
}

fn seq_trace_print_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::bool(seq::prints(p, None, args[0])))
}

fn seq_trace_print_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::bool(seq::prints(p, Some(args[0]), args[1])))
}

fn dt_undefined<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::UNDEFINED)
}

fn dt_same<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(args[0])
}

/// There are no tags of dynamic traces: what is saved is `true`, as on an emulator without them.
fn dt_spread_tag_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    args[0].as_bool().map(|_| Term::TRUE).ok_or(Exception::BADARG)
}

/// Takes what [`dt_spread_tag_1`] gave.
fn dt_restore_tag_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if args[0].is(am::TRUE) { Ok(Term::TRUE) } else { Err(Exception::BADARG) }
}
