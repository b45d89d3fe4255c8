//! `erl_ddll`: drivers from libraries cannot be loaded; what there is, is built in.

use term::{Term, am, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::filename;
use vm::port::open::{driver_names, find_driver};
use vm::process::Running;

/// The rows of this module.
pub const ROWS: &[BifRow] = &[
    row("erl_ddll", "loaded_drivers", 0, loaded_drivers_0),
    row("erl_ddll", "info", 2, info_2),
    row("erl_ddll", "try_load", 3, try_load_3),
    row("erl_ddll", "try_unload", 2, try_unload_2),
    row("erl_ddll", "format_error_int", 1, format_error_int_1),
    row("erl_ddll", "monitor", 2, monitor_2),
    row("erl_ddll", "demonitor", 1, demonitor_1),
];

/// The drivers behind `{spawn, …}`, `{fd, …}` and paths have no name for programs.
fn has_name(name: &str) -> bool {
    !["spawn", "fd", "vanilla"].contains(&name)
}

fn name<'h>(t: Term<'_>) -> Result<String, Exception<'h>> {
    let bytes = filename::to_native(t, true).ok_or(Exception::BADARG)?;
    String::from_utf8(bytes).map_err(|_| Exception::BADARG)
}

fn exists(name: &str) -> bool {
    has_name(name) && find_driver(name).is_some()
}

fn error<'h>(p: &Running<'h>, reason: Term<'h>) -> Term<'h> {
    p.heap().tuple(&[Term::atom(am::ERROR), reason])
}

fn loaded_drivers_0<'h>(p: &mut Running<'h>, _args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    let names: Vec<_> =
        driver_names().into_iter().filter(|n| has_name(n)).map(|n| heap.string(&n)).collect();
    Ok(heap.tuple(&[Term::OK, heap.list(&names)]))
}

fn info_2<'h>(_p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if !exists(&name(args[0])?) {
        return Err(Exception::BADARG);
    }
    Ok(match args[1].as_atom().map_or("", |a| a.name()) {
        "linked_in_driver" => Term::TRUE,
        "permanent" => Term::FALSE,
        "processes" | "driver_options" | "port_count" | "awaiting_load" | "awaiting_unload" => {
            Term::atom(atom!("linked_in_driver"))
        }
        _ => return Err(Exception::BADARG),
    })
}

fn try_load_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (path, driver) = (name(args[0])?, name(args[1])?);
    if exists(&driver) {
        return Ok(error(p, Term::atom(atom!("linked_in_driver"))));
    }
    let file = format!("{path}/{driver}.so");
    let code = if std::path::Path::new(&file).exists() { am::NOTSUP } else { am::ENOENT };
    let reason = p.heap().tuple(&[Term::atom(atom!("open_error")), Term::atom(code)]);
    Ok(error(p, reason))
}

fn try_unload_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let known = exists(&name(args[0])?);
    let reason = if known { atom!("linked_in_driver") } else { atom!("not_loaded") };
    Ok(error(p, Term::atom(reason)))
}

fn format_error_int_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let reason = match args[0].as_tuple_of() {
        Some([_, reason]) => *reason,
        None => args[0],
    };
    let text = match reason.as_atom().map_or("", |a| a.name()) {
        "notsup" => "This emulator does not load drivers from libraries",
        "enoent" => "The library does not exist",
        "not_loaded" => "The driver is not loaded",
        "linked_in_driver" => "The driver is part of the emulator",
        _ => "Unknown error",
    };
    Ok(p.heap().string(text))
}

fn monitor_2<'h>(_p: &mut Running<'h>, _args: &[Term<'h>]) -> BifResult<'h> {
    Err(Exception::NOTSUP)
}

fn demonitor_1<'h>(_p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if args[0].is_reference() { Ok(Term::TRUE) } else { Err(Exception::BADARG) }
}
