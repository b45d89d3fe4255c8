//! `erlang:system_monitor/0,1,2`.

use crate::args::badarg;
use crate::trace::session::{self, session};
use release::Difference;
use term::{Heap, Term, am, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::process::Running;
use vm::process_table;
use vm::system_monitor::{self, LongQueue, Settings};
use vm::trace::session::Id;

/// The least number of words of a heap that can be called large.
const LEAST_LARGE: u64 = 16 * 1024;

/// The built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erlang", "system_monitor", 0, system_monitor_0).until(27),
    row("erlang", "system_monitor", 1, system_monitor_1).until(27),
    row("erlang", "system_monitor", 2, system_monitor_2).until(27),
    row("erts_internal", "system_monitor", 1, of_session_1).since(28),
    row("erts_internal", "system_monitor", 3, of_session_3).since(28),
];

fn system_monitor_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(settings_term(p.heap(), system_monitor::get(Id::STATIC)))
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

/// `erts_internal:system_monitor(Session)`.
fn of_session_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if args[0].is(atom!("legacy")) {
        return system_monitor_0(p, &[]);
    }
    let session = session(args[0])?;
    Ok(settings_term(p.heap(), system_monitor::get(session.id)))
}

/// `erts_internal:system_monitor(legacy, Pid, Options)`, and `(Session, session, Changes)`, where
/// changes are events with their limits, or with whether they are watched.
fn of_session_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if args[0].is(atom!("legacy")) {
        return set(p, args[1], args[2]);
    }
    let session = session(args[0])?;
    if !args[1].is(atom!("session")) {
        return badarg();
    }
    let pid = session.tracer.and_then(|t| t.as_pid()).ok_or(Exception::BADARG)?;
    let old = system_monitor::get(session.id);
    let mut new = old.unwrap_or_else(|| Settings::nothing(session.id, pid));
    for change in args[2].to_vec().ok_or(Exception::BADARG)? {
        let &[event, value] = change.as_tuple_of().ok_or(Exception::BADARG)?;
        watch(&mut new, event, value).ok_or(Exception::BADARG)?;
    }
    system_monitor::set(session.id, Some(new));
    if !session::is_there(&session) {
        system_monitor::set(session.id, None);
    }
    Ok(Term::OK)
}

/// Watches an event, or not any more; None if there is no such event or value.
fn watch(s: &mut Settings, event: Term<'_>, value: Term<'_>) -> Option<()> {
    let name = event.as_atom()?.name();
    match name {
        "busy_port" => s.busy_port = value.as_bool()?,
        "busy_dist_port" => s.busy_dist_port = value.as_bool()?,
        "long_message_queue" if Difference::LongQueues.is_on() => {
            s.long_queue = if value.is(am::FALSE) { None } else { Some(long_queue(value)?) };
        }
        _ => {
            // A limit of 0 would be reached always, and told always.
            let limit = match value.is(am::FALSE) {
                true => None,
                false => Some(value.as_u64()?.max(1)),
            };
            match name {
                "long_gc" => s.long_gc = limit,
                "long_schedule" => s.long_schedule = limit,
                "large_heap" => s.large_heap = limit.map(|words| words.max(LEAST_LARGE)),
                _ => return None,
            }
        }
    }
    Some(())
}

/// `{Disable, Enable}`: when a message queue is long. None if these are no such numbers.
fn long_queue(value: Term<'_>) -> Option<LongQueue> {
    let &[disable, enable] = value.as_tuple_of()?;
    let limit = |t: Term<'_>| t.as_i64().and_then(|n| u64::try_from(n).ok());
    let (disable, enable) = (limit(disable)?, limit(enable)?);
    (disable < enable).then_some(LongQueue { enable, disable, watch: 0 })
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
    Ok(settings_term(p.heap(), system_monitor::set(Id::STATIC, new)))
}

/// The settings that options mean, or that nothing is watched; None if they are wrong.
/// Since OTP 28 an option may say that an event is watched or not.
fn parse(pid: u64, options: Term<'_>) -> Option<Option<Settings>> {
    let takes_booleans = Difference::MonitorBooleans.is_on();
    let nothing = Settings::nothing(Id::STATIC, pid);
    let mut s = nothing;
    let mut list = options.list();
    for option in list.by_ref() {
        match option.as_tuple_of() {
            Some(&[event, value]) if takes_booleans || value.as_bool().is_none() => {
                watch(&mut s, event, value)?;
            }
            Some(_) => return None,
            None => watch(&mut s, option, Term::TRUE)?,
        }
    }
    list.tail().is_nil().then(|| (s != nothing).then_some(s))
}

fn settings_term(heap: &Heap, settings: Option<Settings>) -> Term<'_> {
    let Some(s) = settings else { return Term::UNDEFINED };
    let limits = [
        (atom!("large_heap"), s.large_heap),
        (atom!("long_schedule"), s.long_schedule),
        (atom!("long_gc"), s.long_gc),
    ];
    let flags = [(atom!("busy_dist_port"), s.busy_dist_port), (atom!("busy_port"), s.busy_port)];
    let limits = limits
        .into_iter()
        .filter_map(|(name, n)| n.map(|n| heap.tuple(&[Term::atom(name), heap.unsigned(n)])));
    let flags = flags.into_iter().filter(|f| f.1).map(|f| Term::atom(f.0));
    let queue = s.long_queue.map(|queue| {
        let limits = [queue.disable, queue.enable].map(|n| heap.unsigned(n));
        heap.tuple(&[Term::atom(atom!("long_message_queue")), heap.tuple(&limits)])
    });
    let options: Vec<Term<'_>> = flags.chain(limits).chain(queue).collect();
    heap.tuple(&[Term::pid(s.pid), heap.list(&options)])
}
