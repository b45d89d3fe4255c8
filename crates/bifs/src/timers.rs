//! Timers that send messages: `send_after`, `start_timer`, and what is asked of them.

use crate::link::badarg_because;
use std::collections::HashMap;
use std::sync::{Mutex, Once};
use term::{Atom, OwnedTerm, Term, View, am, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::process::{Process, RefKey};
use vm::signal::Signal;
use vm::timer::{self, Action, Handle};
use vm::{registry, relations, signal, system};

/// The built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erlang", "send_after", 3, send_after_3),
    row("erlang", "send_after", 4, send_after_4),
    row("erlang", "start_timer", 3, start_timer_3),
    row("erlang", "start_timer", 4, start_timer_4),
    row("erlang", "cancel_timer", 1, cancel_timer_1),
    row("erlang", "cancel_timer", 2, cancel_timer_2),
    row("erlang", "read_timer", 1, read_timer_1),
    row("erlang", "read_timer", 2, read_timer_2),
];

/// Running timers, in shards so that schedulers seldom meet.
static RUNNING: [Mutex<Option<HashMap<RefKey, Handle>>>; SHARDS] =
    [const { Mutex::new(None) }; SHARDS];
const SHARDS: usize = 16;

const NS_PER_MS: i128 = 1_000_000;

fn with_running<R>(key: RefKey, f: impl FnOnce(&mut HashMap<RefKey, Handle>) -> R) -> R {
    let shard = &RUNNING[key[0] as usize % SHARDS];
    f(shard.lock().expect("timers").get_or_insert_default())
}

/// Bytes that running timers take, about.
pub(crate) fn bytes() -> usize {
    const EACH: usize = 160;
    count() * EACH
}

/// Number of running timers.
fn count() -> usize {
    RUNNING.iter().map(|s| s.lock().expect("timers").as_ref().map_or(0, HashMap::len)).sum()
}

/// To whom: a process of this node, or whoever has the name when it fires.
#[derive(Copy, Clone)]
enum Dest {
    Pid(u64),
    Name(Atom),
}

fn start<'h>(p: &'h Process, args: &[Term<'h>], wrap: bool) -> BifResult<'h> {
    let absolute = match args.get(3) {
        Some(&options) => absolute_option(options)?,
        None => false,
    };
    let bad_time = || badarg_because(atom!("time"));
    let time = match args[0].view() {
        View::Small(n) => i128::from(n),
        View::Big(_) if !absolute => return Err(bad_time()),
        View::Big(b) => i128::from(b.to_i64().ok_or_else(bad_time)?),
        _ => return Err(bad_time()),
    };
    let dest = match args[1].view() {
        View::Pid(id) => Dest::Pid(id),
        View::Atom(name) => Dest::Name(name),
        _ => return Err(Exception::BADARG),
    };
    let when = if absolute {
        time * NS_PER_MS - i128::from(system::MONOTONIC_START)
    } else if time < 0 {
        return Err(bad_time());
    } else {
        i128::from(system::monotonic_ns()) + time * NS_PER_MS
    };
    let when = u64::try_from(when.max(0)).map_err(|_| bad_time())?;
    let key = system::new_ref();
    let reference = p.heap().reference(key);
    let message =
        if wrap { p.heap().tuple(&[Term::atom(am::TIMEOUT), reference, args[2]]) } else { args[2] };
    let message = OwnedTerm::new(message);
    let fire = move || {
        let to = match dest {
            Dest::Pid(id) => Some(id),
            Dest::Name(name) => registry::whereis(name).and_then(Term::as_pid),
        };
        // Sent under the lock: whoever fails to cancel the timer finds its message there.
        with_running(key, |running| {
            if let (Some(_), Some(to)) = (running.remove(&key), to) {
                signal::send_message(to, message);
            }
        });
    };
    // The lock is held while the timer is started, so that it cannot fire before it is known.
    with_running(key, |running| {
        running.insert(key, timer::start(when, Action::Call(Box::new(fire))));
    });
    match dest {
        Dest::Pid(id) if id == p.id => owned(p, key),
        Dest::Pid(id) => {
            if signal::send(id, Signal::Run(Box::new(move |p| owned(p, key)))).is_err() {
                cancel(key);
            }
        }
        Dest::Name(_) => {}
    }
    Ok(reference)
}

/// Timers of a process beyond which those are forgotten that have fired.
const PRUNE: usize = 16;

/// Notes a timer that ends with the process.
fn owned(p: &Process, key: RefKey) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| vm::sched::add_exit_hook(process_exits));
    if relations::is_exiting(p) {
        cancel(key);
        return;
    }
    p.with_extra(|e| {
        e.timers.push(key);
        let n = e.timers.len();
        // Each time that the number has doubled: so that it costs little, whatever the timers do.
        if n >= PRUNE && n.is_power_of_two() {
            e.timers.retain(|&key| with_running(key, |running| running.contains_key(&key)));
        }
    });
}

fn process_exits(p: &Process) {
    let timers = p.with_own(|own| own.extra.as_mut().map(|e| std::mem::take(&mut e.timers)));
    timers.into_iter().flatten().for_each(|key| {
        cancel(key);
    });
}

/// Stops a timer; None if it has fired.
fn cancel(key: RefKey) -> Option<Handle> {
    let handle = with_running(key, |running| running.remove(&key))?;
    timer::cancel(handle);
    Some(handle)
}

fn absolute_option<'h>(options: Term<'_>) -> Result<bool, Exception<'h>> {
    let bad = || badarg_because(atom!("badopt"));
    let mut absolute = false;
    for option in options.to_vec().ok_or_else(bad)? {
        let &[key, value] = option.as_tuple_of::<2>().ok_or_else(bad)?;
        if !key.is(atom!("abs")) {
            return Err(bad());
        }
        absolute = value.as_bool().ok_or_else(bad)?;
    }
    Ok(absolute)
}

fn send_after_3<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    start(p, args, false)
}

fn send_after_4<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    start(p, args, false)
}

fn start_timer_3<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    start(p, args, true)
}

fn start_timer_4<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    start(p, args, true)
}

/// Whole milliseconds that remain, none of them cut off.
fn remaining(handle: Handle) -> i64 {
    handle.when_ns.saturating_sub(system::monotonic_ns()).div_ceil(NS_PER_MS as u64) as i64
}

/// Milliseconds that remain of a timer, or false; it is stopped if `stop`.
fn look(t: Term<'_>, stop: bool) -> Term<'static> {
    let key = match t.view() {
        View::Ref(r) => r.numbers(),
        _ => return Term::FALSE,
    };
    let handle =
        if stop { cancel(key) } else { with_running(key, |running| running.get(&key).copied()) };
    let Some(handle) = handle else { return Term::FALSE };
    Term::small(remaining(handle))
}

fn look_with_options<'h>(
    p: &'h Process,
    args: &[Term<'h>],
    stop: bool,
    tag: Atom,
) -> BifResult<'h> {
    if !args[0].is_reference() {
        return Err(Exception::BADARG);
    }
    let bad = || badarg_because(atom!("badopt"));
    let (mut asynchronous, mut info) = (false, true);
    for option in args[1].to_vec().ok_or_else(bad)? {
        let &[key, value] = option.as_tuple_of::<2>().ok_or_else(bad)?;
        let value = value.as_bool().ok_or_else(bad)?;
        if key.is(atom!("async")) {
            asynchronous = value;
        } else if key.is(am::INFO) && stop {
            info = value;
        } else {
            return Err(bad());
        }
    }
    let result = look(args[0], stop);
    if asynchronous && info {
        let reference = args[0];
        let message = OwnedTerm::new(p.heap().tuple(&[Term::atom(tag), reference, result]));
        signal::send_message(p.id, message);
    }
    Ok(if asynchronous || !info { Term::OK } else { result })
}

fn cancel_timer_1<'h>(_: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    if args[0].is_reference() { Ok(look(args[0], true)) } else { Err(Exception::BADARG) }
}

fn cancel_timer_2<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    look_with_options(p, args, true, atom!("cancel_timer"))
}

fn read_timer_1<'h>(_: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    if args[0].is_reference() { Ok(look(args[0], false)) } else { Err(Exception::BADARG) }
}

fn read_timer_2<'h>(p: &'h Process, args: &[Term<'h>]) -> BifResult<'h> {
    look_with_options(p, args, false, atom!("read_timer"))
}
