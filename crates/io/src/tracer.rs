//! `erl_tracer`: the tracer that sends to a process or port. The emulator itself tells such
//! tracers; these functions are for calls by name.

use term::{OwnedTerm, Term, atom, map};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::process::Running;
use vm::trace::{self, flag, is_alive};

/// The rows of this module.
pub const ROWS: &[BifRow] =
    &[row("erl_tracer", "enabled", 3, enabled_3), row("erl_tracer", "trace", 5, trace_5)];

fn enabled_3<'h>(_p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let &[tag, tracer, tracee] = args else { return Err(Exception::BADARG) };
    let status = tag.is(atom!("trace_status"));
    let there = is_alive(tracer) && (status || !tracer.same(tracee));
    Ok(Term::atom(match (there, status) {
        (true, _) => atom!("trace"),
        (false, true) => atom!("remove"),
        (false, false) => atom!("discard"),
    }))
}

/// Sends what the arguments say.
fn trace_5<'h>(_p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let &[tag, tracer, tracee, term, options] = args else { return Err(Exception::BADARG) };
    let Some(tracer) = tracer.to_static().filter(|&t| is_alive(t)) else { return Ok(Term::OK) };
    let option = |name: &str| {
        let key = Term::atom(term::Atom::new(name));
        if options.is_map() { map::get(options, key) } else { None }
    };
    let time = option("timestamp").and_then(|t| t.as_atom()).map(|a| match a.name() {
        "monotonic" => flag::MONOTONIC_TIMESTAMP,
        "strict_monotonic" => flag::STRICT_MONOTONIC_TIMESTAMP,
        _ => flag::TIMESTAMP,
    });
    let message = OwnedTerm::build(|heap| {
        let mut parts = Vec::new();
        if tag.is(atom!("seq_trace")) {
            parts.push(heap.copy_in(tag));
            parts.push(heap.copy_in(tracee));
        } else {
            let kind = if time.is_some() { atom!("trace_ts") } else { atom!("trace") };
            parts.extend([Term::atom(kind), heap.copy_in(tracee), heap.copy_in(tag)]);
        }
        parts.push(heap.copy_in(term));
        let more = ["extra", "match_spec_result", "scheduler_id"];
        parts.extend(more.into_iter().filter_map(option).map(|t| heap.copy_in(t)));
        parts.extend(time.map(|flags| trace::timestamp(heap, flags)));
        heap.tuple(&parts)
    });
    trace::deliver(tracer, message);
    Ok(Term::OK)
}
