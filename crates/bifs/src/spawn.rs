//! Making processes: `spawn` in all forms.

use crate::link::{badarg_because, monitor_options, rank_of};
use release::Difference;
use smallvec::SmallVec;
use term::{Atom, Mfa, OwnedTerm, Term, am, atom, map};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::peer::Peer;
use vm::process::{MaxHeapSize, RefKey, Running};
use vm::relations::MonitorOptions;
use vm::signal::{Signal, WithToken};
use vm::spawn::{BeforeStart, SpawnOptions, spawn};
use vm::trace::seq::{Answer, Spawning, Token};
use vm::{signal, spawn, system};

/// The built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erlang", "spawn", 3, spawn_3),
    row("erlang", "spawn_link", 3, spawn_link_3),
    row("erlang", "spawn_opt", 4, spawn_opt_4),
    row("erts_internal", "spawn_request", 4, spawn_request_4),
    row("erts_internal", "spawn_system_process", 3, spawn_system_process_3),
];

/// Module, function, and how many arguments there are, which are a list. No function has more than
/// 255: `apply` is called then, and fails in the new process.
fn call<'h>(args: &[Term<'h>]) -> Result<Mfa, Exception<'h>> {
    let (module, function) = (args[0].as_atom(), args[1].as_atom());
    let (Some(module), Some(function)) = (module, function) else { return Err(Exception::BADARG) };
    let arity = args[2].list_length().ok_or(Exception::BADARG)?;
    Ok(match u8::try_from(arity) {
        Ok(arity) => Mfa::new(module, function, arity),
        Err(_) => Mfa::new(am::ERLANG, am::APPLY, 3),
    })
}

/// The error of a process that finds no room for another one, which the log says, too.
#[cold]
fn too_many(p: &Running<'_>) -> Exception<'static> {
    vm::log::log_of_process(p, b"Too many processes\n");
    Exception::SYSTEM_LIMIT
}

/// Makes a process that makes the call of these arguments, of which [`call`] has given what is
/// called; None if there are too many processes.
#[inline]
fn spawn_call<'h>(
    p: &mut Running<'h>,
    options: SpawnOptions,
    mfa: Mfa,
    args: &[Term<'h>],
) -> Option<Term<'static>> {
    let mut arguments: SmallVec<[Term<'h>; 8]> = SmallVec::new();
    arguments.extend(args[2].list());
    match arguments.len() == usize::from(mfa.arity) {
        true => spawn(p, options, mfa, &arguments),
        false => spawn(p, options, mfa, &args[..3]),
    }
}

#[inline]
fn start<'h>(p: &mut Running<'h>, options: SpawnOptions, args: &[Term<'h>]) -> BifResult<'h> {
    let mfa = call(args)?;
    spawn_call(p, options, mfa, args).ok_or_else(|| too_many(p))
}

/// The facts that sequential tracing tells of a new process, for a parent that has a token; without
/// options it is to be linked.
fn told_as(
    p: &Running<'_>,
    options: Option<Term<'_>>,
    key: Option<RefKey>,
    (tag, answer): (Option<&OwnedTerm>, Answer),
) -> Option<Box<Spawning>> {
    if !p.state.bits().is_seq_traced() {
        return None;
    }
    let key = key.unwrap_or_else(system::new_ref);
    let options = match options {
        Some(options) => OwnedTerm::new(options),
        None => OwnedTerm::build(|h| h.list(&[Term::atom(am::LINK)])),
    };
    Some(Box::new(Spawning { key, options, tag: tag.cloned(), answer }))
}

fn spawn_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    start(p, SpawnOptions::default(), args)
}

fn spawn_link_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let told_as = told_as(p, None, None, (None, Answer::Told));
    start(p, SpawnOptions { link: true, told_as, ..SpawnOptions::default() }, args)
}

fn spawn_system_process_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    start(p, SpawnOptions { system: true, ..SpawnOptions::default() }, args)
}

/// `max`, `high`, `normal`, `low` as 0 to 3.
pub(crate) fn priority(t: Term<'_>) -> Option<u8> {
    let names = [am::MAX, am::HIGH, am::NORMAL, am::LOW];
    names.iter().position(|&a| t.is(a)).map(|i| i as u8)
}

/// The name of a priority.
pub(crate) fn priority_name(priority: u8) -> Atom {
    [am::MAX, am::HIGH, am::NORMAL, am::LOW][usize::from(priority.min(3))]
}

/// A number that is a small integer in OTP, which has 60 bits for these.
pub(crate) fn small(t: Term<'_>) -> Option<usize> {
    t.as_usize().filter(|&n| n < 1 << 59)
}

/// `max_heap_size`: a number of words, or a map.
pub(crate) fn max_heap_size(t: Term<'_>) -> Option<MaxHeapSize> {
    let defaults = spawn::DEFAULTS.max_heap_size();
    if let Some(words) = small(t) {
        return sized(MaxHeapSize { words, ..defaults });
    }
    if !t.is_map() {
        return None;
    }
    let flag = |key: Atom, default: bool| match map::get(t, Term::atom(key)) {
        Some(value) => value.as_bool(),
        None => Some(default),
    };
    sized(MaxHeapSize {
        words: map::get(t, Term::atom(atom!("size"))).and_then(small)?,
        kill: flag(am::KILL, defaults.kill)?,
        error_logger: flag(atom!("error_logger"), defaults.error_logger)?,
        include_shared_binaries: flag(atom!("include_shared_binaries"), false)?,
    })
}

fn sized(size: MaxHeapSize) -> Option<MaxHeapSize> {
    let least = spawn::DEFAULTS.min_heap_size.load(std::sync::atomic::Ordering::Relaxed);
    (size.words == 0 || size.words >= least as usize).then_some(size)
}

/// `on_heap` or `off_heap`; off?
pub(crate) fn message_queue_data(t: Term<'_>) -> Option<bool> {
    if t.is(atom!("off_heap")) {
        Some(true)
    } else if t.is(atom!("on_heap")) {
        Some(false)
    } else {
        None
    }
}

/// When a `spawn_request` is answered, and with what.
pub struct Reply {
    /// The first element of the answer, in place of `spawn_reply`.
    pub tag: Option<OwnedTerm>,
    /// Success is told.
    pub success: bool,
    /// An error is told.
    pub error: bool,
    /// There is an option that does not exist, or has a wrong value.
    pub bad_option: bool,
}

impl Default for Reply {
    fn default() -> Reply {
        Reply { tag: None, success: true, error: true, bad_option: false }
    }
}

/// One option of `spawn_opt`; None if it is none.
pub fn spawn_option(
    options: &mut SpawnOptions,
    reply: Option<&mut Reply>,
    option: Term<'_>,
) -> Option<()> {
    match option.as_atom() {
        Some(am::LINK) => options.link = true,
        Some(am::MONITOR) => {
            options.monitor = Some((system::new_ref(), MonitorOptions::default()));
        }
        Some(_) => return None,
        None => {
            let &[key, value] = option.as_tuple_of::<2>()?;
            let key = key.as_atom()?;
            if key == am::MONITOR {
                options.monitor = Some((system::new_ref(), monitor_options(value)?));
            } else if key == am::LINK && Difference::SignalPriority.is_on() {
                (options.link, options.link_rank) = (true, rank_of(value)?);
            } else if key == atom!("priority") {
                options.priority = Some(priority(value)?);
            } else if key == atom!("min_heap_size") {
                options.min_heap_size = Some(spawn::least_heap_size(heap_size(value)?));
            } else if key == atom!("min_bin_vheap_size") {
                options.min_bin_vheap_size = Some(heap_size(value)?);
            } else if key == atom!("max_heap_size") {
                options.max_heap_size = Some(max_heap_size(value)?);
            } else if key == atom!("fullsweep_after") {
                options.fullsweep_after = Some(small(value)?.min(65_535) as u32);
            } else if key == atom!("message_queue_data") {
                options.off_heap_messages = Some(message_queue_data(value)?);
            } else if key == atom!("async_dist") && Difference::AsyncDist.is_on() {
                options.async_dist = Some(value.as_bool()?);
            } else if key == atom!("scheduler") {
                let n = value.as_usize().filter(|&n| n <= vm::sched::count().min(254))?;
                options.scheduler = n as u8;
            } else {
                let reply = reply?;
                if key == atom!("reply_tag") {
                    reply.tag = Some(OwnedTerm::new(value));
                } else if key == am::REPLY {
                    let value = value.as_atom()?;
                    let error_only = value == atom!("error_only");
                    let success_only = value == atom!("success_only");
                    if !error_only && !success_only && value != am::YES && value != am::NO {
                        return None;
                    }
                    reply.success = value == am::YES || success_only;
                    reply.error = value == am::YES || error_only;
                } else {
                    return None;
                }
            }
        }
    }
    Some(())
}

/// A heap's size in words, as an option: not so large that making it would end the emulator.
pub(crate) fn heap_size(t: Term<'_>) -> Option<usize> {
    t.as_usize().filter(|&n| n < 1 << 31)
}

/// All options of a proper list. A request with a wrong one is answered.
fn all_options(list: Term<'_>, mut reply: Option<&mut Reply>) -> Option<SpawnOptions> {
    let mut options = SpawnOptions::default();
    for option in list.list() {
        let valid = spawn_option(&mut options, reply.as_deref_mut(), option).is_some();
        match &mut reply {
            Some(reply) if !valid => reply.bad_option = true,
            _ if !valid => return None,
            _ => {}
        }
    }
    Some(options)
}

fn spawn_opt_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let mfa = call(args)?;
    if args[3].list_length().is_none() {
        return Err(Exception::BADARG);
    }
    let mut options = all_options(args[3], None).ok_or_else(|| badarg_because(atom!("badopt")))?;
    let monitor = options.monitor.as_ref().map(|(key, m)| (*key, m.alias.is_some()));
    options.told_as = told_as(p, Some(args[3]), monitor.map(|m| m.0), (None, Answer::Told));
    let pid = spawn_call(p, options, mfa, args).ok_or_else(|| too_many(p))?;
    Ok(match monitor {
        None => pid,
        Some((key, alias)) => {
            let reference = p.heap().alias_ref(key, alias.then(|| p.pid()));
            p.heap().tuple(&[pid, reference])
        }
    })
}

/// The reference under which a request is answered, or the atom that `erlang.erl` makes an error
/// of.
fn spawn_request_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let Ok(mfa) = call(args) else { return Ok(Term::atom(am::BADARG)) };
    let mut reply = Reply::default();
    if args[3].list_length().is_none() {
        return Ok(Term::atom(atom!("badopt")));
    }
    let Some(mut options) = all_options(args[3], Some(&mut reply)) else {
        return Ok(Term::atom(atom!("badopt")));
    };
    let (key, alias) = match &options.monitor {
        Some((key, m)) => (*key, m.alias.is_some()),
        None => (system::new_ref(), false),
    };
    let (me, tag, when_spawned) = (p.id, reply.tag, reply.success);
    let reply_as = if when_spawned { Answer::Message } else { Answer::None };
    options.by_request = true;
    options.told_as = told_as(p, Some(args[3]), Some(key), (tag.as_ref(), reply_as));
    let answer = move |result: Atom, value: Term<'static>, token: Option<Box<Token>>| {
        let message = OwnedTerm::build(|h| {
            let tag = tag.as_ref().map_or(Term::atom(am::SPAWN_REPLY), |t| h.copy_in(t.term()));
            let reference = h.alias_ref(key, alias.then_some(Term::pid(me)));
            h.tuple(&[tag, reference, Term::atom(result), value])
        });
        // A token comes from the new process.
        match token.zip(Peer::of(value)) {
            Some((token, from)) => {
                let parts = WithToken { from: Some(from), alias: None, message, token };
                let _ = signal::send(me, Signal::MessageWithToken(Box::new(parts)));
            }
            None => signal::send_message(me, message),
        }
    };
    let full = vm::process_table::count() >= vm::process_table::limit();
    if full || reply.bad_option {
        if !reply.bad_option {
            too_many(p);
        }
        if reply.error {
            let reason = if reply.bad_option { atom!("badopt") } else { am::SYSTEM_LIMIT };
            answer(am::ERROR, Term::atom(reason), None);
        }
    } else {
        // The answer has to come before anything that the new process does.
        options.before_start =
            when_spawned.then(|| -> BeforeStart { Box::new(move |pid, t| answer(am::OK, pid, t)) });
        spawn_call(p, options, mfa, args);
    }
    Ok(p.heap().alias_ref(key, alias.then(|| p.pid())))
}
