//! `erts_debug:dirty_io/2` and its like: calls that take long on a dirty scheduler, for tests.

use crate::args::badarg;
use crate::turns;
use std::sync::Arc;
use std::time::Duration;
use term::{Atom, Export, Mfa, OwnedTerm, Term, am, atom};
use vm::bif::{BifResult, BifRow, Exception, Other, dirty_cpu, dirty_io, row};
use vm::process::{Process, Running};
use vm::process_table;
use vm::signal::send_built;

/// Built-ins of this file.
pub const ROWS: &[BifRow] = &[
    dirty_cpu("erts_debug", "dirty_cpu", 2, |p, args| test(p, atom!("dirty_cpu"), args)),
    dirty_io("erts_debug", "dirty_io", 2, |p, args| test(p, atom!("dirty_io"), args)),
    row("erts_debug", "dirty", 3, dirty_3),
];

/// How often a call looks whether its process has gone.
const LOOK: Duration = Duration::from_millis(10);

/// How often a call was to go on elsewhere, when it was made.
struct All(usize);

/// `dirty(Where, What, Argument)`.
fn dirty_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    match args[0].as_atom() {
        Some(here) if here == am::NORMAL => test(p, here, &args[1..]),
        // It is told as an error of this function, wherever it is raised.
        Some(there)
            if args[1].is(am::ERROR) && matches!(there.name(), "dirty_cpu" | "dirty_io") =>
        {
            test(p, there, &args[1..])
        }
        Some(elsewhere) => go_on(elsewhere, args[1], args[2]),
        None => badarg(),
    }
}

/// Goes on with the test on another kind of scheduler.
fn go_on<'h>(kind: Atom, what: Term<'h>, argument: Term<'h>) -> BifResult<'h> {
    let debug = atom!("erts_debug");
    let (name, args) = match kind.name() {
        "dirty_cpu" | "dirty_io" => (kind, vec![what, argument]),
        "normal" => (atom!("dirty"), vec![Term::atom(kind), what, argument]),
        _ => return badarg(),
    };
    let arity = args.len() as u8;
    Err(Exception::trap(Export::get(Mfa::new(debug, name, arity)), args))
}

/// Does the task that the first argument names, on a scheduler of this kind.
fn test<'h>(p: &Running<'h>, kind: Atom, args: &[Term<'h>]) -> BifResult<'h> {
    let (what, argument) = (args[0].as_atom().ok_or(Exception::BADARG)?, args[1]);
    let tell = |tag: Atom| {
        if let Some(to) = argument.as_pid() {
            send_built(to, |h| h.tuple(&[Term::atom(tag), p.pid()]));
        }
    };
    match what.name() {
        "scheduler" if argument.is(atom!("type")) => Ok(Term::atom(kind)),
        "error" => match argument.as_atom().map_or("", |a| a.name()) {
            "notsup" | "undef" | "badarith" | "noproc" | "system_limit" => {
                Err(Exception::Error(argument))
            }
            _ => badarg(),
        },
        "copy" => {
            let copies = (0..1000).map(|_| p.heap().copy_in(argument));
            Ok(p.heap().list_from_rev(copies))
        }
        "send" => {
            tell(am::OK);
            Ok(Term::OK)
        }
        "wait" => {
            let ms = argument.as_i64().ok_or(Exception::BADARG)?;
            std::thread::sleep(Duration::from_millis(ms.max(0) as u64));
            Ok(Term::OK)
        }
        "reschedule" => reschedule(p, kind, args[0], argument),
        "ready_wait6_done" => {
            tell(atom!("ready"));
            std::thread::sleep(Duration::from_secs(6));
            tell(atom!("done"));
            Ok(Term::OK)
        }
        name @ ("alive_waitexiting" | "alive_waitexitingonly") => {
            tell(atom!("alive"));
            let lives = |q: &Process| !q.state.bits().is_exiting();
            while process_table::with_process(p.id, lives) == Some(true) {
                std::thread::sleep(LOOK);
            }
            if name == "alive_waitexitingonly" {
                return Ok(Term::OK);
            }
            // Memory is still to be had.
            Ok(p.heap().copy_in(OwnedTerm::build(|h| h.byte_list(&[1; 10_000])).term()))
        }
        _ => badarg(),
    }
}

/// Goes on elsewhere, as often as `argument` says; every fourth time on another kind of scheduler.
fn reschedule<'h>(
    p: &Running<'h>,
    kind: Atom,
    what: Term<'h>,
    argument: Term<'h>,
) -> BifResult<'h> {
    let (all, left) = match turns::gone_on::<All>(argument) {
        Some((all, left)) => (all.0, left[0]),
        None => (argument.as_usize().ok_or(Exception::BADARG)?, argument),
    };
    let left = left.as_usize().ok_or(Exception::BADARG)?;
    let next = match kind.name() {
        _ if left % 4 != 0 => kind,
        "normal" => atom!("dirty_cpu"),
        "dirty_cpu" => atom!("dirty_io"),
        _ => am::NORMAL,
    };
    match left.checked_sub(2) {
        Some(less) => {
            let less = [Term::small(less as i64)];
            go_on(next, what, turns::going(p, Arc::new(All(all)), &less))
        }
        None if left == 0 => Ok(Term::OK),
        // An odd number never changes the kind, so this is the function that was called.
        None => {
            let mut called = vec![what, Term::small(all as i64)];
            if kind == am::NORMAL {
                called.insert(0, Term::atom(kind));
            }
            Err(Exception::Other(Box::new(Other::BadargOf(called))))
        }
    }
}
