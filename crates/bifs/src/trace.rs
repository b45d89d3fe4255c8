//! Tracing: its built-ins, and what is asked about what there is not.

mod flags;
pub(crate) mod functions;

use crate::link::badarg_because;
use term::{OwnedTerm, Term, View, am, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::process::Process;
use vm::relations;
use vm::trace::seq;

/// The built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erts_internal", "trace", 3, flags::trace_3),
    row("erts_internal", "trace_pattern", 3, functions::trace_pattern_3),
    row("erlang", "trace_info", 2, trace_info_2),
    row("erlang", "trace_delivered", 1, trace_delivered_1),
    row("erlang", "system_profile", 0, none_0),
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
    row("erlang", "dt_spread_tag", 1, dt_true),
    row("erlang", "dt_restore_tag", 1, dt_true),
];

fn trace_info_2<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    match args[0].view() {
        View::Atom(a) if a.name() == "on_load" => functions::on_load_info(p, args[1]),
        View::Atom(a) if matches!(a.name(), "send" | "receive") => {
            functions::event_info(p, a, args[1])
        }
        View::Pid(_) | View::Port(_) | View::Atom(_) => flags::info(p, args[0], args[1]),
        View::Tuple(mfa) => functions::info(p, mfa, args[1]),
        _ => Err(badarg_because(atom!("badopt"))),
    }
}

/// All trace messages have been delivered: they are as soon as what they tell has happened.
fn trace_delivered_1<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    if args[0].as_pid().is_none() && !args[0].is(am::ALL) {
        return Err(Exception::BADARG);
    }
    let key = vm::system::new_ref();
    let tracee = OwnedTerm::new(args[0]);
    relations::send_built(p.id, |h| {
        let tag = Term::atom(atom!("trace_delivered"));
        h.tuple(&[tag, h.copy_in(tracee.term()), h.reference(key)])
    });
    Ok(p.heap().reference(key))
}

fn none_0<'h>(_: &'h Process, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::UNDEFINED)
}

fn system_profile_2<'h>(_: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    if args[0].is(am::UNDEFINED) { Ok(Term::UNDEFINED) } else { Err(Exception::NOTSUP) }
}

fn seq_trace_2<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    seq::set(p, args[0], args[1]).ok_or(Exception::BADARG)
}

fn seq_trace_info_1<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    let value = seq::get(p, args[0]).ok_or(Exception::BADARG)?;
    Ok(if value.is_nil() { value } else { p.heap().tuple(&[args[0], value]) })
}

fn seq_trace_print_1<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::bool(seq::prints(p, None, args[0])))
}

fn seq_trace_print_2<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::bool(seq::prints(p, Some(args[0]), args[1])))
}

fn dt_undefined<'h>(_: &'h Process, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::UNDEFINED)
}

fn dt_same<'h>(_: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(args[0])
}

fn dt_true<'h>(_: &'h Process, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::TRUE)
}
