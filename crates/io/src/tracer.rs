//! `erl_tracer`: the tracer that sends to a process or port. Nothing traces yet, so it says so.

use term::{Term, atom};
use vm::bif::{BifResult, BifRow, row};
use vm::process::Process;

/// The rows of this module.
pub const ROWS: &[BifRow] =
    &[row("erl_tracer", "enabled", 3, enabled_3), row("erl_tracer", "trace", 5, trace_5)];

fn enabled_3<'h>(_p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    let status = args[0].is(atom!("trace_status"));
    Ok(Term::atom(if status { atom!("remove") } else { atom!("discard") }))
}

fn trace_5<'h>(_p: &'h Process, _args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::OK)
}
