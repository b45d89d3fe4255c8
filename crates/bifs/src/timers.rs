//! Timers that send messages: `send_after`, `start_timer`, and what is asked of them.

use crate::link::badarg_because;
use std::sync::Once;
use term::{Atom, OwnedTerm, Term, View, am, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::process::{RefKey, Running};
use vm::signal::Signal;
use vm::timer::{self, Action};
use vm::{clock, relations, signal};

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

const NS_PER_MS: i128 = 1_000_000;

/// Bytes that running timers take, about.
pub(crate) fn bytes() -> usize {
    const EACH: usize = 160;
    timer::count_numbered() * EACH
}

/// To whom: a process of this node, or whoever has the name when it fires.
#[derive(Copy, Clone)]
enum Dest {
    Pid(u64),
    Name(Atom),
}

fn start<'h>(p: &mut Running<'h>, args: &[Term<'h>], wrap: bool) -> BifResult<'h> {
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
        time * NS_PER_MS - i128::from(clock::MONOTONIC_START)
    } else if time < 0 {
        return Err(bad_time());
    } else {
        i128::from(clock::now_ns()) + time * NS_PER_MS
    };
    let end = i128::from(clock::MONOTONIC_END) - i128::from(clock::MONOTONIC_START);
    if !(0..=end).contains(&when) {
        return Err(bad_time());
    }
    let when = u64::try_from(when).map_err(|_| bad_time())?;
    let key = timer::new_reference();
    let reference = p.heap().reference(key);
    let message =
        if wrap { p.heap().tuple(&[Term::atom(am::TIMEOUT), reference, args[2]]) } else { args[2] };
    let message = OwnedTerm::new(message);
    let action = match dest {
        Dest::Pid(id) => Action::Message(id, message),
        Dest::Name(name) => Action::MessageTo(name, message),
    };
    timer::start_numbered(when, key, action);
    match dest {
        Dest::Pid(id) if id == p.id => owned(p, key),
        Dest::Pid(id) => {
            if signal::send(id, Signal::Run(Box::new(move |p| owned(p, key)))).is_err() {
                timer::cancel_numbered(key);
            }
        }
        Dest::Name(_) => {}
    }
    Ok(reference)
}

/// Notes a timer that ends with the process.
fn owned(p: &mut Running<'_>, key: RefKey) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| vm::sched::add_exit_hook(|p, _| process_exits(p)));
    if relations::is_exiting(p) {
        timer::cancel_numbered(key);
        return;
    }
    let e = p.extra();
    if e.timers.len() == e.timers.capacity() {
        // Timers that have fired are forgotten; as many may come as there are, so that it costs
        // little, whatever the timers do.
        e.timers.retain(|&key| timer::is_running(key));
        e.timers.reserve_exact((2 * e.timers.len()).max(16) - e.timers.len());
    }
    e.timers.push(key);
}

/// Forgets a timer that the process has stopped, if it is the one that it started last: most are
/// stopped soon.
fn disowned(p: &mut Running<'_>, key: RefKey) {
    let own = p.own();
    if let Some(e) = &mut own.extra
        && e.timers.last() == Some(&key)
    {
        e.timers.pop();
    }
}

fn process_exits(p: &Running<'_>) {
    for &key in p.own_ref().extra.iter().flat_map(|e| &e.timers) {
        timer::cancel_numbered(key);
    }
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

fn send_after_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    start(p, args, false)
}

fn send_after_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    start(p, args, false)
}

fn start_timer_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    start(p, args, true)
}

fn start_timer_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    start(p, args, true)
}

/// Whole milliseconds that remain, none of them cut off.
fn remaining(when_ns: u64) -> i64 {
    when_ns.saturating_sub(clock::now_ns()).div_ceil(NS_PER_MS as u64) as i64
}

/// Milliseconds that remain of a timer, or false; it is stopped if `stop`.
fn look(p: &mut Running<'_>, t: Term<'_>, stop: bool) -> Term<'static> {
    let key = match t.view() {
        View::Ref(r) => r.numbers(),
        _ => return Term::FALSE,
    };
    let when = if stop { timer::cancel_numbered(key) } else { timer::when_numbered(key) };
    let Some(when) = when else { return Term::FALSE };
    if stop {
        disowned(p, key);
    }
    Term::small(remaining(when))
}

fn look_with_options<'h>(
    p: &mut Running<'h>,
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
    let result = look(p, args[0], stop);
    if asynchronous && info {
        let reference = args[0];
        let message = OwnedTerm::new(p.heap().tuple(&[Term::atom(tag), reference, result]));
        signal::send_message(p.id, message);
    }
    Ok(if asynchronous || !info { Term::OK } else { result })
}

fn cancel_timer_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if args[0].is_reference() { Ok(look(p, args[0], true)) } else { Err(Exception::BADARG) }
}

fn cancel_timer_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    look_with_options(p, args, true, atom!("cancel_timer"))
}

fn read_timer_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if args[0].is_reference() { Ok(look(p, args[0], false)) } else { Err(Exception::BADARG) }
}

fn read_timer_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    look_with_options(p, args, false, atom!("read_timer"))
}
