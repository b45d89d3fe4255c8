//! `erl_ddll`: drivers in shared libraries. None can be loaded: all drivers are part of the emulator.

use term::{Term, am, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::process::Process;

/// The built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erl_ddll", "try_load", 3, try_load_3),
    row("erl_ddll", "try_unload", 2, try_unload_2),
    row("erl_ddll", "loaded_drivers", 0, loaded_drivers_0),
    row("erl_ddll", "info", 2, info_2),
    row("erl_ddll", "format_error_int", 1, format_error_int_1),
    row("erl_ddll", "monitor", 2, monitor_2),
    row("erl_ddll", "demonitor", 1, demonitor_1),
];

fn error<'h>(p: &'h Process, reason: Term<'h>) -> BifResult<'h> {
    Ok(p.heap().tuple(&[Term::atom(am::ERROR), reason]))
}

/// What a library answers that cannot be opened.
const NOT_SUPPORTED: i64 = -1;

fn try_load_3<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    if args[2].list_length().is_none() {
        return Err(Exception::BADARG);
    }
    let reason = [Term::atom(atom!("open_error")), Term::small(NOT_SUPPORTED)];
    error(p, p.heap().tuple(&reason))
}

fn try_unload_2<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    if args[1].list_length().is_none() {
        return Err(Exception::BADARG);
    }
    error(p, Term::atom(atom!("not_loaded")))
}

fn loaded_drivers_0<'h>(p: &'h Process, _: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    let names: Vec<_> =
        vm::port::open::driver_names().into_iter().map(|name| heap.string(name)).collect();
    Ok(heap.tuple(&[Term::OK, heap.list(&names)]))
}

fn info_2<'h>(_: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    let name = args[0].to_string_lossless().ok_or(Exception::BADARG)?;
    if vm::port::open::find_driver(&name).is_none() {
        return Err(Exception::BADARG);
    }
    let item = args[1].as_atom().ok_or(Exception::BADARG)?;
    Ok(match item.name() {
        "processes" => Term::NIL,
        "driver_options" | "awaiting_load" | "awaiting_unload" => Term::NIL,
        "port_count" => Term::small(vm::port::count() as i64),
        "linked_in_driver" | "permanent" => Term::TRUE,
        _ => return Err(Exception::BADARG),
    })
}

fn format_error_int_1<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    let text = match args[0].as_atom().map(|a| a.name()) {
        Some("inconsistent") => {
            "Driver name and/or driver path is inconsistent with currently loaded driver"
        }
        Some("linked_in_driver") => "Driver is statically linked and cannot be loaded/unloaded",
        Some("permanent") => "DDLL driver is permanent an can not be unloaded/loaded",
        Some("not_loaded") => "DDLL driver is not loaded",
        Some("not_loaded_by_this_process") => "DDLL driver was not loaded by this process",
        Some("not_pending") => "DDLL load not pending for this driver name",
        Some("already_loaded") => "DDLL driver is already loaded successfully",
        Some("pending_reload") => "Driver reloading is already pending",
        Some("pending_process") => "Driver is loaded by others when attempting to use it",
        Some(_) => return Err(Exception::BADARG),
        None if args[0].as_small().is_some() => {
            "This emulator loads no drivers: those that it has are part of it"
        }
        None => return Err(Exception::BADARG),
    };
    Ok(p.heap().string(text))
}

/// Whatever is waited for, a driver is not going to be loaded.
fn monitor_2<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    if !args[0].is(atom!("driver")) {
        return Err(Exception::BADARG);
    }
    let key = vm::system::new_ref();
    let what = term::OwnedTerm::new(args[1]);
    vm::relations::send_built(p.id, |h| {
        let name = what.term().as_tuple().and_then(|t| t.first().copied());
        let name = h.copy_in(name.unwrap_or(what.term()));
        let [down, driver, gone] =
            [am::DOWN_UPPER, atom!("driver"), atom!("unloaded")].map(Term::atom);
        h.tuple(&[down, h.reference(key), driver, name, gone])
    });
    Ok(p.heap().reference(key))
}

fn demonitor_1<'h>(_: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    if args[0].is_reference() { Ok(Term::TRUE) } else { Err(Exception::BADARG) }
}
