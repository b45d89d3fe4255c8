//! `erlang:system_monitor/0,1,2`.

use crate::args::badarg;
use term::{Heap, Term, am, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::process::Running;
use vm::process_table;
use vm::system_monitor::{self, Settings};

/// The built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erlang", "system_monitor", 0, system_monitor_0).until(27),
    row("erlang", "system_monitor", 1, system_monitor_1).until(27),
    row("erlang", "system_monitor", 2, system_monitor_2).until(27),
    row("erts_internal", "system_monitor", 1, of_session_1).since(28),
    row("erts_internal", "system_monitor", 3, of_session_3).since(28),
];

fn system_monitor_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(settings_term(p.heap(), system_monitor::get()))
}

fn system_monitor_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    match args[0].as_tuple_of() {
        Some(&[pid, options]) => set(p, pid, options),
        None if args[0].is(am::UNDEFINED) => set(p, args[0], Term::NIL),
        None => badarg(),
    }
}

fn system_monitor_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    set(p, args[0], args[1])
}

/// The one session that can watch the system.
fn only_legacy<'h>(session: Term<'_>) -> Result<(), Exception<'h>> {
    if session.is(atom!("legacy")) { Ok(()) } else { Err(Exception::NOTSUP) }
}

/// `erts_internal:system_monitor(Session)`.
fn of_session_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    only_legacy(args[0])?;
    system_monitor_0(p, &[])
}

/// `erts_internal:system_monitor(Session, Pid, Options)`.
fn of_session_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    only_legacy(args[0])?;
    set(p, args[1], args[2])
}

fn set<'h>(p: &Running<'h>, pid: Term<'h>, options: Term<'h>) -> BifResult<'h> {
    let new = match pid.as_pid() {
        _ if pid.is(am::UNDEFINED) || options.is_nil() => None,
        None => return badarg(),
        Some(pid) => {
            let settings = parse(pid, options).ok_or(Exception::BADARG)?;
            if !process_table::contains(pid) {
                return badarg();
            }
            settings
        }
    };
    Ok(settings_term(p.heap(), system_monitor::set(new)))
}

/// The settings that options mean, or that nothing is watched; None if they are wrong.
fn parse(pid: u64, options: Term<'_>) -> Option<Option<Settings>> {
    let nothing = Settings {
        pid,
        long_gc: None,
        long_schedule: None,
        large_heap: None,
        busy_port: false,
        busy_dist_port: false,
    };
    let mut s = nothing;
    let mut list = options.list();
    for option in list.by_ref() {
        if let Some([tag, limit]) = option.as_tuple_of() {
            // A limit of 0 would be reached always, and told always.
            let limit = Some(limit.as_u64()?.max(1));
            match tag.as_atom()?.name() {
                "long_gc" => s.long_gc = limit,
                "long_schedule" => s.long_schedule = limit,
                "large_heap" => s.large_heap = limit,
                _ => return None,
            }
        } else {
            match option.as_atom()?.name() {
                "busy_port" => s.busy_port = true,
                "busy_dist_port" => s.busy_dist_port = true,
                _ => return None,
            }
        }
    }
    list.tail().is_nil().then(|| (s != nothing).then_some(s))
}

fn settings_term(heap: &Heap, settings: Option<Settings>) -> Term<'_> {
    let Some(s) = settings else { return Term::UNDEFINED };
    let limits = [
        (atom!("long_gc"), s.long_gc),
        (atom!("long_schedule"), s.long_schedule),
        (atom!("large_heap"), s.large_heap),
    ];
    let flags = [(atom!("busy_port"), s.busy_port), (atom!("busy_dist_port"), s.busy_dist_port)];
    let limits = limits
        .into_iter()
        .filter_map(|(name, n)| n.map(|n| heap.tuple(&[Term::atom(name), heap.unsigned(n)])));
    let flags = flags.into_iter().filter(|f| f.1).map(|f| Term::atom(f.0));
    let options: Vec<Term<'_>> = limits.chain(flags).collect();
    heap.tuple(&[Term::pid(s.pid), heap.list(&options)])
}
