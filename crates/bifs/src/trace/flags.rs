//! `erlang:trace/3` and what `trace_info/2` says of processes and ports.

use crate::link::badarg_because;
use term::{Atom, Export, Mfa, Term, View, Word, atom};
use vm::bif::{BifResult, Exception};
use vm::process::Running;
use vm::trace::session::{self, Session};
use vm::trace::{self, events, flag, modules};
use vm::{port, process_table};

/// The flags and the tracer that a list of options asks for.
pub(super) struct Wanted {
    flags: u32,
    tracer: Option<Term<'static>>,
    cpu_timestamp: bool,
}

/// `{tracer, PidOrPort}`, `{tracer, Module, State}`, and the same with `meta`: what is named. One
/// that has gone is one, too, that is never told anything.
pub(super) fn tracer_of(t: Term<'_>, tag: &str) -> Option<Term<'static>> {
    let (name, module, state) = match *t.as_tuple()? {
        [name, tracer] if tracer.is_pid() || tracer.is_port() => {
            (name, atom!("erl_tracer"), tracer)
        }
        [name, module, state] => (name, module.as_atom()?, state),
        _ => return None,
    };
    if name.as_atom()?.name() != tag {
        return None;
    }
    vm::tracers::tracer(module, state)
}

/// A session that has a tracer tells nobody else.
fn wanted(session: &Session, list: Term<'_>) -> Option<Wanted> {
    let mut wanted = Wanted { flags: 0, tracer: None, cpu_timestamp: false };
    for t in list.to_vec()? {
        if t.is_tuple() && session.tracer.is_none() {
            wanted.tracer = Some(tracer_of(t, "tracer")?);
            continue;
        }
        let name = t.as_atom()?.name();
        if name == "cpu_timestamp" {
            wanted.cpu_timestamp = true;
        } else if name == "all" {
            wanted.flags |= flag::ALL;
        } else {
            wanted.flags |= flag::NAMES.iter().find(|f| f.0 == name)?.1;
        }
    }
    Some(wanted)
}

/// Switches flags of those that `trace/3` names. Modules that trace some of them for somebody else
/// are asked first whether they still do.
pub(super) fn trace_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    drop(vm::code::change(args)?);
    let result = switch(p, &session::legacy(), args, Some(Term::atom(atom!("legacy"))));
    modules::settled();
    result
}

/// Switches flags in a session. Modules are asked first, and then the session is named by a term;
/// None if they have been.
pub(super) fn switch<'h>(
    p: &Running<'h>,
    session: &Session,
    args: &[Term<'h>],
    asks: Option<Term<'h>>,
) -> BifResult<'h> {
    let mut wanted = wanted(session, args[2]).ok_or_else(|| badarg_because(atom!("badopt")))?;
    let on = args[1].as_bool().ok_or(Exception::BADARG)?;
    if on && wanted.tracer.is_none() {
        wanted.tracer = session.tracer.or(Some(p.pid()));
    }
    if let (Some(new), Some(named)) = (wanted.tracer, asks) {
        let others = traced_by_modules(p, session, args[0], new);
        if !others.is_nil() {
            let ask = Mfa::new(atom!("maser_tracer"), atom!("ask"), 5);
            return Err(Exception::trap(Export::get(ask), [&[others, named], args].concat()));
        }
    }
    let matches = match args[0].view() {
        View::Pid(_) | View::Port(_) => one(p, session, args[0], on, &wanted)?,
        View::Atom(name) => many(session, name.name(), on, &wanted)?,
        _ => return Err(Exception::BADARG),
    };
    Ok(Term::small(matches as i64))
}

/// `[{Tracee, {Module, State}, Tracer}]` of those of whom another module than the new tracer's is
/// told.
fn traced_by_modules<'h>(
    p: &Running<'h>,
    session: &Session,
    who: Term<'h>,
    new: Term<'static>,
) -> Term<'h> {
    let heap = p.heap();
    let tracees = match who.view() {
        View::Pid(_) | View::Port(_) => vec![who],
        View::Atom(name) if !name.name().starts_with("new") && modules::any() => {
            let processes = process_table::all_ids().into_iter().map(Term::pid);
            processes.chain(port::all_ids().into_iter().map(Term::port)).collect()
        }
        _ => Vec::new(),
    };
    let with_tracer = |tracee: Term<'h>| {
        let traced = (session.id, tracee.word());
        let (module, tracer) = modules::other_than(heap, traced, new)?;
        Some(heap.tuple(&[tracee, module, tracer]))
    };
    heap.list(&tracees.into_iter().filter_map(with_tracer).collect::<Vec<_>>())
}

fn change(session: &Session, word: Word, on: bool, wanted: &Wanted) -> bool {
    let (set, clear) = if on { (wanted.flags, 0) } else { (0, wanted.flags) };
    trace::change(session.id, word, set, clear, wanted.tracer)
}

fn one<'h>(
    p: &Running<'h>,
    session: &Session,
    who: Term<'h>,
    on: bool,
    wanted: &Wanted,
) -> Result<usize, Exception<'h>> {
    if !trace::is_alive(who) || wanted.cpu_timestamp {
        return Err(Exception::BADARG);
    }
    if !change(session, who.word(), on, wanted) {
        vm::log::log_of_process(p, b"** can only have one tracer per process\n");
        return Err(Exception::BADARG);
    }
    Ok(1)
}

fn many<'h>(
    session: &Session,
    name: &str,
    on: bool,
    wanted: &Wanted,
) -> Result<usize, Exception<'h>> {
    if wanted.cpu_timestamp && name != "all" {
        return Err(Exception::BADARG);
    }
    if wanted.cpu_timestamp {
        trace::CPU_TIMESTAMPS.store(on, std::sync::atomic::Ordering::Relaxed);
    }
    let (existing, new) = match name {
        "all" | "processes" | "ports" => (true, true),
        "existing" | "existing_processes" | "existing_ports" => (true, false),
        "new" | "new_processes" | "new_ports" => (false, true),
        _ => return Err(Exception::BADARG),
    };
    let (for_processes, for_ports) = (!name.ends_with("ports"), !name.ends_with("processes"));
    let mut matches = 0;
    if existing {
        let what = |kind: u32| wanted.flags & (kind | flag::MODIFIERS) != 0;
        if for_processes && what(flag::OF_PROCESSES) {
            let words = process_table::all_ids().into_iter().map(|id| Term::pid(id).word());
            matches += words.filter(|&word| change(session, word, on, wanted)).count();
        }
        if for_ports && what(flag::OF_PORTS) {
            let words = port::all_ids().into_iter().map(|id| Term::port(id).word());
            matches += words.filter(|&word| change(session, word, on, wanted)).count();
        }
    }
    if new {
        for (ports, wants, of_kind) in
            [(false, for_processes, flag::OF_PROCESSES), (true, for_ports, flag::OF_PORTS)]
        {
            let flags = wanted.flags & of_kind;
            if wants && flags != 0 {
                let (set, clear) = if on { (flags, 0) } else { (0, flags) };
                session.change_new(ports, set, clear, wanted.tracer);
            }
        }
    }
    Ok(matches)
}

/// `trace_info(PidOrPort | new…, flags | tracer)`.
pub(super) fn info<'h>(
    p: &Running<'h>,
    session: &Session,
    who: Term<'h>,
    item: Term<'h>,
) -> BifResult<'h> {
    let heap = p.heap();
    let item_name = item.as_atom().map_or("", Atom::name);
    let known = matches!(item_name, "flags" | "tracer");
    let traced = match who.view() {
        View::Pid(_) if !known => return Err(Exception::BADARG),
        View::Pid(_) | View::Port(_) if !trace::is_alive(who) => return Ok(Term::UNDEFINED),
        View::Pid(_) | View::Port(_) => trace::in_session(session.id, who.word()),
        View::Atom(name) => match name.name() {
            "new" | "new_processes" => Some(session.of_new(false)),
            "new_ports" => Some(session.of_new(true)),
            _ => return Err(badarg_because(atom!("badopt"))),
        },
        _ => return Err(badarg_because(atom!("badopt"))),
    };
    let traced = traced.unwrap_or_default();
    let value = match item_name {
        "flags" => events::flag_names(heap, traced.flags),
        "tracer" => traced.tracer.map_or(Term::NIL, |t| modules::described(heap, t)),
        _ => return Err(Exception::BADARG),
    };
    Ok(heap.tuple(&[item, value]))
}
