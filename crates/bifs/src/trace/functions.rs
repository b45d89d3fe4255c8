//! `erlang:trace_pattern/3` and what `trace_info/2` says of functions.

use super::flags::tracer_of;
use crate::link::badarg_because;
use release::Difference;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use term::{Atom, Heap, Mfa, OwnedTerm, Term, View, am, atom};
use vm::bif::{BifResult, Exception, Other};
use vm::breakpoint::{self, Functions, How, Part, Parts, Spec, Totals, pattern};
use vm::match_spec::{Dialect, Program, is_too_deep};
use vm::process::Running;
use vm::sched::slices::Slices;
use vm::trace::session::{self, Id, Session};
use vm::trace::{EventPattern, modules};

fn refused(why: &str) -> Exception<'static> {
    badarg_because(Atom::new(why))
}

fn how(pattern: Term<'_>, dialect: Dialect) -> Result<How, Exception<'static>> {
    if pattern.is_nil() {
        return Ok(How::On(None));
    }
    Ok(match pattern.as_atom().map(|a| a.name()) {
        Some("true") => How::On(None),
        Some("false") => How::Off,
        Some("restart") => How::Restart,
        Some("pause") => How::Pause,
        _ => {
            let program = Program::compile(pattern, dialect).map_err(|why| {
                let cause = Term::atom(atom!("match_spec"));
                let reason = if is_too_deep(&why) { am::SYSTEM_LIMIT } else { am::BADARG };
                Exception::Other(Box::new(Other::ErrorCause(Term::atom(reason), cause)))
            })?;
            How::On(Some(Arc::new((program, OwnedTerm::new(pattern)))))
        }
    })
}

/// The parts that a list of options names; `global` if it names none. A session that has a tracer
/// tells nobody else.
fn parts(
    session: &Session,
    me: Term<'static>,
    list: Term<'_>,
) -> Result<Vec<Part>, Exception<'static>> {
    let (mut parts, mut global, mut meta) = (Vec::new(), false, None);
    for t in list.to_vec().ok_or_else(|| refused("badopt"))? {
        if t.is_tuple() && session.tracer.is_none() {
            let tracer = tracer_of(t, "meta").ok_or_else(|| refused("badopt"))?;
            meta = Some(Some(tracer));
            continue;
        }
        let name = t.as_atom().ok_or_else(|| refused("badopt"))?.name();
        let breakpoints = !parts.is_empty() || meta.is_some();
        match name {
            "global" if breakpoints => return Err(refused("badopt")),
            "global" => global = true,
            "local" | "meta" | "call_count" | "call_time" | "call_memory" if global => {
                return Err(refused("badopt"));
            }
            "local" => parts.push(Part::Local),
            "meta" => meta = Some(meta.flatten().or(session.tracer).or(Some(me))),
            "call_count" => parts.push(Part::Count),
            "call_time" => parts.push(Part::Time),
            "call_memory" if Difference::CallMemory.is_on() => parts.push(Part::Memory),
            _ => return Err(refused("badopt")),
        }
    }
    if let Some(tracer) = meta {
        parts.push(Part::Meta(tracer));
    }
    if parts.is_empty() {
        parts.push(Part::Global);
    }
    Ok(parts)
}

/// `{M, F, A}` with `'_'` for the last ones that may be anything.
pub(crate) fn functions(mfa: &[Term<'_>; 3]) -> Option<Functions> {
    let [m, f, a] = *mfa;
    let any = |t: Term<'_>| t.is(am::WILDCARD);
    if m.as_atom().is_none() || f.as_atom().is_none() || !(a.as_small().is_some() || any(a)) {
        return None;
    }
    if any(m) && !(any(f) && any(a)) || any(f) && !any(a) {
        return None;
    }
    Some(Functions {
        module: m.as_atom().filter(|_| !any(m)),
        function: f.as_atom().filter(|_| !any(f)),
        arity: a.as_small().map(|n| u8::try_from(n).unwrap_or(u8::MAX)),
    })
}

/// Sets and takes away breakpoints, and the patterns of messages.
pub(super) fn trace_pattern_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if is_giving_way(p) {
        return give_way(p, args);
    }
    drop(vm::code::change(args)?);
    let result = set_pattern(p, &session::legacy(), args);
    modules::settled();
    begin_to_give_way(p, args, result)
}

/// The result of a change, which its caller has when others have seen the change: those that
/// execute meanwhile, at the end of their slices.
struct GivingWay {
    slices: Slices,
    result: i64,
}

/// Whether the built-in is called again for [`give_way`].
pub(super) fn is_giving_way(p: &Running<'_>) -> bool {
    p.own_ref().extra.as_ref().is_some_and(|e| e.slots.get::<GivingWay>().is_some())
}

/// Lets others run before the caller of a change goes on, so that they have seen it. Stock waits
/// for them, too, and programs count on it.
pub(super) fn begin_to_give_way<'h>(
    p: &mut Running<'h>,
    args: &[Term<'h>],
    result: BifResult<'h>,
) -> BifResult<'h> {
    let result = result?.as_small().unwrap_or(0);
    p.extra().slots.put(GivingWay { slices: Slices::of_others(), result });
    Err(Exception::yield_with(args.to_vec()))
}

/// Goes on with [`begin_to_give_way`], in the next turn.
pub(super) fn give_way<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let slots = &mut p.extra().slots;
    if let Some(GivingWay { slices, result }) = slots.take() {
        if slices.are_over() {
            return Ok(Term::small(result));
        }
        slots.put(GivingWay { slices, result });
    }
    Err(Exception::yield_with(args.to_vec()))
}

/// Sets or takes away a pattern of a session.
pub(super) fn set_pattern<'h>(
    p: &Running<'h>,
    session: &Session,
    args: &[Term<'h>],
) -> BifResult<'h> {
    let event = args[0].as_atom().filter(|a| matches!(a.name(), "send" | "receive"));
    let dialect = match event {
        Some(event) if event == atom!("send") => Dialect::Sent,
        Some(_) => Dialect::Received,
        None => Dialect::Call,
    };
    let how = how(args[1], dialect)?;
    let parts = parts(session, p.pid(), args[2])?;
    let has = |f: fn(&Part) -> bool| parts.iter().any(f);
    let only_counts = !has(|p| matches!(p, Part::Local | Part::Meta(_)));
    if matches!(&how, How::On(Some(_)))
        && only_counts
        && has(|p| matches!(p, Part::Count | Part::Time | Part::Memory))
    {
        return Err(refused("call_count"));
    }
    let none = || badarg_because(am::NONE);
    let count = match args[0].view() {
        View::Atom(name) if name.name() == "on_load" => {
            pattern::set_on_load(session.id, &parts, &how);
            0
        }
        View::Atom(name) if event.is_some() => {
            let global = parts.iter().all(|p| matches!(p, Part::Global));
            let new = match how {
                How::On(spec) if global && args[2].is_nil() => {
                    EventPattern { on: true, program: spec }
                }
                How::Off if global && args[2].is_nil() => EventPattern { on: false, program: None },
                _ => return Err(none()),
            };
            session.set_event_pattern(name.name() == "receive", new);
            1
        }
        View::Tuple(mfa) => {
            let mfa: &[Term<'_>; 3] = mfa.try_into().map_err(|_| none())?;
            functions(mfa).ok_or_else(none)?.set(session.id, &parts, &how)
        }
        _ => return Err(none()),
    };
    Ok(Term::small(count as i64))
}

fn source<'h>(heap: &'h Heap, spec: &Spec) -> Term<'h> {
    spec.as_ref().map_or(Term::NIL, |s| heap.copy_in(s.1.term()))
}

fn call_count<'h>(heap: &'h Heap, parts: &Parts) -> Term<'h> {
    parts
        .count
        .as_ref()
        .map_or(Term::FALSE, |c| heap.integer(c.calls.load(Ordering::Relaxed) as i64))
}

fn call_time<'h>(heap: &'h Heap, parts: &Parts) -> Term<'h> {
    totals(heap, parts.time.as_deref(), |calls, ns| {
        let us = ns / 1_000;
        [calls, us / 1_000_000, us % 1_000_000].map(Term::small).to_vec()
    })
}

fn call_memory<'h>(heap: &'h Heap, parts: &Parts) -> Term<'h> {
    totals(heap, parts.memory.as_deref(), |calls, words| {
        vec![Term::small(calls), heap.integer(words)]
    })
}

/// A tuple for each process, with what is told of its calls and of what they have used.
fn totals<'h>(
    heap: &'h Heap,
    totals: Option<&Totals>,
    told: impl Fn(i64, i64) -> Vec<Term<'h>>,
) -> Term<'h> {
    let Some(totals) = totals else { return Term::FALSE };
    let all = totals.by_process.lock().expect("totals");
    heap.list_from_rev(all.iter().map(|(&pid, &(calls, used))| {
        let told = told(calls as i64, used);
        heap.tuple(&[&[Term::pid(pid)], &told[..]].concat())
    }))
}

fn item<'h>(heap: &'h Heap, parts: &Parts, name: &str) -> Option<Term<'h>> {
    let call = parts.call.as_ref();
    Some(match name {
        "traced" => match call {
            Some(c) => Term::atom(if c.local { atom!("local") } else { atom!("global") }),
            None => Term::FALSE,
        },
        "match_spec" => call.map_or(Term::FALSE, |c| source(heap, &c.spec)),
        "meta" => parts.meta.as_ref().map_or(Term::FALSE, |m| modules::described(heap, m.tracer)),
        "meta_match_spec" => parts.meta.as_ref().map_or(Term::FALSE, |m| source(heap, &m.spec)),
        "call_count" => call_count(heap, parts),
        "call_time" => call_time(heap, parts),
        "call_memory" if Difference::CallMemory.is_on() => call_memory(heap, parts),
        _ => return None,
    })
}

/// All that can be asked, in the order in which `all` tells it.
const ITEMS: [&str; 7] =
    ["traced", "match_spec", "meta", "meta_match_spec", "call_memory", "call_time", "call_count"];

/// The sessions that trace a function, those first that want all its calls; None if there is no
/// such function.
pub(super) fn sessions_of(mfa: Mfa) -> Option<Vec<Id>> {
    let Some(breakpoint) = pattern::find(mfa)? else { return Some(Vec::new()) };
    let wanted = breakpoint.wanted();
    let (global, local): (Vec<_>, Vec<_>) =
        wanted.sessions.iter().partition(|(_, parts)| parts.is_global());
    Some(local.into_iter().chain(global).map(|s| s.0).collect())
}

/// `{M, F, A}`, without wildcards.
pub(super) fn mfa_of(mfa: &[Term<'_>]) -> Option<(Atom, Atom, i64)> {
    let &[m, f, a] = mfa else { return None };
    Some((m.as_atom()?, f.as_atom()?, a.as_small()?))
}

/// `trace_info({M, F, A}, Item)`.
pub(super) fn info<'h>(
    p: &Running<'h>,
    session: &Session,
    mfa: &[Term<'h>],
    what: Term<'h>,
) -> BifResult<'h> {
    let heap = p.heap();
    let (m, f, a) = mfa_of(mfa).ok_or(Exception::BADARG)?;
    let name = what.as_atom().ok_or(Exception::BADARG)?.name();
    let answer = |value: Term<'h>| Ok(heap.tuple(&[what, value]));
    if Difference::TracedItems.is_on() && name != "all" && !ITEMS.contains(&name) {
        return Err(Exception::BADARG);
    }
    let found = u8::try_from(a).ok().and_then(|a| pattern::find(Mfa::new(m, f, a)));
    let Some(found) = found else { return answer(Term::UNDEFINED) };
    let wanted = found.map(|b| b.wanted()).unwrap_or_default();
    let Some(parts) = wanted.of(session.id) else { return answer(Term::FALSE) };
    if name == "all" {
        let all = ITEMS.iter().filter_map(|name| {
            Some(heap.tuple(&[Term::atom(Atom::new(name)), item(heap, parts, name)?]))
        });
        let all: Vec<_> = all.collect();
        return answer(heap.list(&all));
    }
    let mut value = item(heap, parts, name).ok_or(Exception::BADARG)?;
    if name == "meta" && value.is(am::FALSE) {
        value = Term::NIL;
    }
    answer(value)
}

/// `trace_info(on_load, Item)`.
pub(super) fn on_load_info<'h>(
    p: &Running<'h>,
    session: &Session,
    what: Term<'h>,
) -> BifResult<'h> {
    let heap = p.heap();
    let name = what.as_atom().ok_or(Exception::BADARG)?.name();
    let all = breakpoint::on_load(session.id).parts;
    if all.is_empty() {
        return Ok(heap.tuple(&[what, Term::FALSE]));
    }
    let mut parts = Parts::default();
    let (mut count, mut time, mut memory) = (false, false, false);
    for (part, spec) in all {
        match part {
            Part::Global | Part::Local => {
                let local = matches!(part, Part::Local);
                parts.call = Some(breakpoint::Call { local, spec });
            }
            Part::Meta(Some(tracer)) => {
                parts.meta = Some(breakpoint::Meta { tracer, spec });
            }
            Part::Meta(None) | Part::Debug => {}
            Part::Count => count = true,
            Part::Time => time = true,
            Part::Memory => memory = true,
        }
    }
    let one = |name: &str| match name {
        "call_count" => Some(Term::bool(count)),
        "call_time" => Some(Term::bool(time)),
        "call_memory" if Difference::CallMemory.is_on() => Some(Term::bool(memory)),
        _ => item(heap, &parts, name),
    };
    let value = if name == "all" {
        let all = ITEMS
            .iter()
            // These are told only if they are asked for.
            .filter(|name| !matches!(**name, "call_time" | "call_memory"))
            .filter_map(|name| Some(heap.tuple(&[Term::atom(Atom::new(name)), one(name)?])));
        let all: Vec<_> = all.collect();
        heap.list(&all)
    } else {
        one(name).ok_or(Exception::BADARG)?
    };
    Ok(heap.tuple(&[what, value]))
}

/// `trace_info(send | 'receive', match_spec)`.
pub(super) fn event_info<'h>(
    p: &Running<'h>,
    session: &Session,
    event: Atom,
    what: Term<'h>,
) -> BifResult<'h> {
    if !what.is(atom!("match_spec")) {
        return Err(Exception::BADARG);
    }
    let pattern = session.event_pattern(event.name() == "receive");
    let value = match &pattern.program {
        _ if !pattern.on => Term::FALSE,
        None => Term::TRUE,
        spec => source(p.heap(), spec),
    };
    Ok(p.heap().tuple(&[what, value]))
}
