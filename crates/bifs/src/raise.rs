//! Built-ins that raise exceptions.

use term::{Atom, Term, View, am};
use vm::bif::{BifResult, BifRow, Exception, Other, row};
use vm::process::Running;

/// Rows of the table.
pub const ROWS: &[BifRow] = &[
    row("erlang", "error", 1, error_1),
    row("erlang", "error", 2, error_2),
    row("erlang", "error", 3, error_3),
    row("erlang", "exit", 1, exit_1),
    row("erlang", "throw", 1, throw_1),
    row("erlang", "raise", 3, raise_3),
    row("erlang", "nif_error", 1, error_1),
    row("erlang", "nif_error", 2, error_2),
];

fn error_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Err(Exception::Error(args[0]))
}

/// Arguments for the trace: a list, whatever its end is, or none.
fn given(t: Term<'_>) -> Option<Term<'_>> {
    (t.is_nil() || t.as_cons().is_some()).then_some(t)
}

fn error_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    match given(args[1]) {
        Some(list) => Err(Exception::Other(Box::new(Other::ErrorArgs(args[0], list)))),
        None => Err(Exception::Error(args[0])),
    }
}

fn error_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    // As in OTP, options of which one makes no sense are all passed over; of several maps the last
    // counts.
    let mut info = None;
    for option in args[2].to_vec().unwrap_or_default() {
        match option.as_tuple_of::<2>() {
            Some([key, map]) if key.is(am::ERROR_INFO) && map.is_map() => info = Some(*map),
            _ => return error_2(p, &args[..2]),
        }
    }
    match info {
        Some(info) => {
            Err(Exception::Other(Box::new(Other::ErrorInfo(args[0], given(args[1]), info))))
        }
        None => error_2(p, &args[..2]),
    }
}

fn exit_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Err(Exception::Exit(args[0]))
}

fn throw_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Err(Exception::Throw(args[0]))
}

/// Whether a term may stand in a stack trace: `{M,F,A}`, `{M,F,A,Location}`, `{Fun,Args}`,
/// `{Fun,Args,Location}`.
fn is_entry(t: Term<'_>) -> bool {
    let arity = |t: Term<'_>| t.as_small().is_some_and(|n| n >= 0) || t.list_length().is_some();
    let location = |t: Term<'_>| t.list_length().is_some();
    match t.as_tuple() {
        Some([m, f, a]) if m.as_atom().is_some() => f.as_atom().is_some() && arity(*a),
        Some([m, f, a, l]) if m.as_atom().is_some() => {
            f.as_atom().is_some() && arity(*a) && location(*l)
        }
        Some([f, a]) => matches!(f.view(), View::Fun(_) | View::Export(_)) && arity(*a),
        Some([f, a, l]) => {
            matches!(f.view(), View::Fun(_) | View::Export(_)) && arity(*a) && location(*l)
        }
        _ => false,
    }
}

/// Bad arguments are no exception but a value, `badarg`, as OTP has it.
fn raise_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let class: Option<Atom> = args[0].as_atom();
    let Some(class @ (am::ERROR | am::EXIT | am::THROW)) = class else {
        return Ok(Term::atom(am::BADARG));
    };
    let Some(entries) = args[2].to_vec().filter(|l| l.iter().all(|&t| is_entry(t))) else {
        return Ok(Term::atom(am::BADARG));
    };
    // Entries of three elements get an empty location, so that all that read traces see the same
    // shape.
    let heap = p.heap();
    let complete: Vec<_> = entries
        .into_iter()
        .map(|t| match t.as_tuple() {
            Some([m, f, a]) if m.as_atom().is_some() => heap.tuple(&[*m, *f, *a, Term::NIL]),
            _ => t,
        })
        .collect();
    let trace = heap.list(&complete);
    Err(Exception::Other(Box::new(Other::Raise(class, args[1], trace))))
}
