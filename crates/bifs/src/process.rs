//! A process's dealings with itself and with names: sending, dictionary, flags, registering,
//! suspending.

use crate::link::{badarg_because, is_priority};
use crate::spawn::{heap_size, max_heap_size, message_queue_data, priority, priority_name, small};
use release::Difference;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use term::{Atom, Export, Mfa, OwnedTerm, Term, View, Word, am, atom, compare};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::delivery::{self, Sent};
use vm::mailbox::Rank;
use vm::peer::Peer;
use vm::process::{Collect, MaxHeapSize, Running, Suspending};
use vm::relations;
use vm::remote::{self, Connect, Far, Sending};
use vm::signal::Signal;
use vm::{process_table, registry, saved_calls, sched, signal, spawn};

/// The built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erlang", "!", 2, send_2),
    row("erlang", "send", 2, send_2),
    row("erlang", "send", 3, send_3),
    vm::bif::guard("erlang", "self", 0, self_0),
    row("erlang", "processes", 0, processes_0),
    row("erts_internal", "processes_next", 1, processes_next_1).since(28),
    row("erlang", "hibernate", 0, hibernate_0).since(28),
    row("erlang", "is_process_alive", 1, is_process_alive_1),
    row("erts_internal", "is_process_alive", 2, internal_is_process_alive_2),
    row("erlang", "register", 2, register_2),
    row("erlang", "unregister", 1, unregister_1),
    row("erlang", "whereis", 1, whereis_1),
    row("erlang", "registered", 0, registered_0),
    row("erlang", "get", 0, get_0),
    row("erlang", "get", 1, get_1),
    row("erlang", "get_keys", 0, get_keys_0),
    row("erlang", "get_keys", 1, get_keys_1),
    row("erlang", "put", 2, put_2),
    row("erlang", "erase", 0, erase_0),
    row("erlang", "erase", 1, erase_1),
    row("erlang", "group_leader", 0, group_leader_0),
    row("erts_internal", "group_leader", 2, group_leader_2),
    row("erts_internal", "group_leader", 3, group_leader_3),
    row("erlang", "process_flag", 2, process_flag_2),
    row("erts_internal", "process_flag", 3, process_flag_3),
    row("erts_internal", "suspend_process", 2, suspend_process_2),
    row("erlang", "resume_process", 1, resume_process_1),
    row("erlang", "bump_reductions", 1, bump_reductions_1),
    row("erlang", "yield", 0, yield_0),
    row("erts_internal", "garbage_collect", 1, garbage_collect_1),
    row("erlang", "garbage_collect_message_area", 0, garbage_collect_message_area_0),
];

fn send_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    delivery::send(p, args[0], args[1])?;
    Ok(args[1])
}

fn send_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let mut how = Sending::USUAL;
    for option in args[2].to_vec().ok_or_else(|| badarg_because(atom!("badopt")))? {
        if option.is(atom!("noconnect")) {
            how.connect = Connect::Leave;
        } else if option.is(atom!("nosuspend")) {
            how.waits = false;
        } else if is_priority(option) {
            how.rank = Rank::Priority;
        } else {
            return Err(badarg_because(atom!("badopt")));
        }
    }
    match delivery::try_send(p, args[0], args[1], how)? {
        Sent::NoConnection if how.connect == Connect::Leave => Ok(Term::atom(atom!("noconnect"))),
        Sent::Busy if !how.waits => {
            p.own().awake();
            Ok(Term::atom(atom!("nosuspend")))
        }
        Sent::Busy => Err(Exception::wait_with(args.to_vec())),
        Sent::Held => Err(remote::wait(Term::OK)),
        Sent::Unfinished => Err(Exception::yield_with(args.to_vec())),
        Sent::TooLarge => Err(Exception::SYSTEM_LIMIT),
        Sent::Done | Sent::NoConnection => Ok(Term::OK),
    }
}

fn self_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(p.pid())
}

pub(crate) fn processes_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    let ids = process_table::all_ids();
    p.bump_reductions(ids.len());
    Ok(p.heap().list_from_rev(ids.into_iter().rev().map(|id| -> Term<'h> { Term::pid(id) })))
}

/// `erlang:hibernate()`: with as little memory as possible, until there is a message.
fn hibernate_0<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    relations::handle_signals(p)?;
    if !p.own_ref().mailbox.is_empty() {
        return Ok(Term::OK);
    }
    p.own().flags.collect = Collect::Major;
    Err(Exception::wait_with(args.to_vec()))
}

/// Reductions of a step through the table.
const STEP: usize = 100;

/// `erts_internal:processes_next(Place)`: `{Next, Pids}` of the places from there on, or `none`.
fn processes_next_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let from = args[0].as_usize().ok_or(Exception::BADARG)?;
    let Some((ids, next)) = process_table::ids_from(from) else {
        return Ok(Term::atom(am::NONE));
    };
    p.bump_reductions(STEP);
    let heap = p.heap();
    let pids = heap.list_from_rev(ids.into_iter().rev().map(|id| -> Term<'h> { Term::pid(id) }));
    Ok(heap.tuple(&[Term::small(next as i64), pids]))
}

fn is_process_alive_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    match args[0].view() {
        View::Pid(id) if id == p.id || relations::is_seen_alive(p, id) => Ok(Term::TRUE),
        View::Pid(id) => {
            let alive = |other: &mut Running<'_>| Term::bool(!relations::is_exiting(other)).into();
            let reply = relations::ask(p, args, id, alive)?;
            Ok(Term::bool(reply.is_some_and(|r| r.term().is(am::TRUE))))
        }
        _ => Err(Exception::BADARG),
    }
}

/// Lets the other process answer with the message `{Ref, Answer}`; if it is gone, `gone` is the
/// answer.
fn answer_by_message<'h>(
    p: &Running<'h>,
    pid: u64,
    reference: Term<'h>,
    gone: Atom,
    f: impl FnOnce(&mut Running<'_>) -> Option<OwnedTerm> + Send + 'static,
) {
    let (me, key) = (p.id, OwnedTerm::new(reference));
    let reply = move |key: OwnedTerm, answer: Term<'_>| {
        signal::send_built(me, |h| h.tuple(&[h.copy_in(key.term()), h.copy_in(answer)]));
    };
    let late = key.clone();
    let run = move |other: &mut Running<'_>| {
        if let Some(answer) = f(other) {
            reply(key, answer.term());
        }
    };
    if signal::request(pid, p.priority.load(Ordering::Relaxed), Box::new(run)).is_err() {
        reply(late, Term::atom(gone));
    }
}

fn internal_is_process_alive_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (Some(pid), true) = (args[0].as_pid(), args[1].is_reference()) else {
        return Err(Exception::BADARG);
    };
    answer_by_message(p, pid, args[1], am::FALSE, |other| {
        Some(Term::bool(!relations::is_exiting(other)).into())
    });
    Ok(Term::OK)
}

fn register_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let name = args[0].as_atom().ok_or(Exception::BADARG)?;
    if name == am::UNDEFINED {
        return Err(badarg_because(am::NONE));
    }
    match args[1].view() {
        View::Pid(id) if id == p.id => {
            if registry::register(name, p) {
                Ok(Term::TRUE)
            } else {
                Err(badarg_because(am::NONE))
            }
        }
        View::Pid(id) => {
            match process_table::with_process(id, |other| registry::register(name, other)) {
                Some(true) => Ok(Term::TRUE),
                Some(false) => Err(badarg_because(am::NONE)),
                None => Err(badarg_because(atom!("notalive"))),
            }
        }
        View::Port(id) => {
            if registry::register_port(name, id) {
                Ok(Term::TRUE)
            } else {
                Err(badarg_because(am::NONE))
            }
        }
        _ => Err(badarg_because(am::NONE)),
    }
}

fn unregister_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let name = args[0].as_atom().ok_or(Exception::BADARG)?;
    registry::unregister(name).map(|_| Term::TRUE).ok_or(Exception::BADARG)
}

fn whereis_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let name = args[0].as_atom().ok_or(Exception::BADARG)?;
    Ok(registry::whereis(name).map_or(Term::UNDEFINED, Peer::term))
}

fn registered_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(p.heap()
        .list_from_rev(registry::registered().into_iter().map(|a| -> Term<'h> { Term::atom(a) })))
}

/// A word of the dictionary, as a term of the heap that it is on.
fn stored<'h>(p: &Running<'h>, word: Word) -> Term<'h> {
    // SAFETY: the dictionary's words are terms of its process's heap, or immediates or literals.
    unsafe { p.term(word) }
}

fn entries(p: &Running<'_>) -> Vec<[Word; 2]> {
    p.own_ref().dictionary.iter().collect()
}

fn get_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    let pairs = entries(p).into_iter().map(|[k, v]| p.heap().tuple(&[stored(p, k), stored(p, v)]));
    Ok(p.heap().list_from_rev(pairs))
}

fn value_of<'h>(p: &Running<'h>, word: Option<Word>) -> Term<'h> {
    word.map_or(Term::UNDEFINED, |w| stored(p, w))
}

fn get_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(value_of(p, p.own_ref().dictionary.get(args[0])))
}

fn get_keys_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(p.heap().list_from_rev(entries(p).into_iter().map(|[k, _]| stored(p, k))))
}

fn get_keys_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let with_value = entries(p)
        .into_iter()
        .filter(|&[_, v]| compare::exactly_equal(stored(p, v), args[0]))
        .map(|[k, _]| stored(p, k));
    Ok(p.heap().list_from_rev(with_value))
}

fn put_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let before = p.own().dictionary.put(args[0], args[1]);
    Ok(value_of(p, before))
}

fn erase_0<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let all = get_0(p, args);
    p.own().dictionary.clear();
    all
}

fn erase_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let before = p.own().dictionary.erase(args[0]);
    Ok(value_of(p, before))
}

fn group_leader_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(p.group_leader())
}

/// `true`, `badarg`, or `false`: then the caller asks again with a reference, and waits for the
/// answer.
fn group_leader_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if !args[0].is_pid() {
        return Ok(Term::atom(am::BADARG));
    }
    match args[1].view() {
        View::Pid(id) if id == p.id => {
            p.own().group_leader = OwnedTerm::new(args[0]);
            Ok(Term::TRUE)
        }
        View::Pid(_) => Ok(Term::FALSE),
        View::ExternalPid(node, ..) => {
            let of = Far::Identity(args[1], node.name);
            if let Some(connection) = remote::connection(node.name, Connect::Make) {
                let party = connection.clone().party(of);
                connection.group_leader(p.id, args[0], &party);
                connection.hold_up(p);
            }
            remote::sent(p, Term::TRUE)
        }
        _ => Ok(Term::atom(am::BADARG)),
    }
}

fn group_leader_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (true, Some(pid), true) = (args[0].is_pid(), args[1].as_pid(), args[2].is_reference())
    else {
        return Err(Exception::BADARG);
    };
    let leader = OwnedTerm::new(args[0]);
    answer_by_message(p, pid, args[2], am::BADARG, |other| {
        if relations::is_exiting(other) {
            return Some(Term::atom(am::BADARG).into());
        }
        other.own().group_leader = leader;
        Some(Term::TRUE.into())
    });
    Ok(Term::OK)
}

/// `max_heap_size` as a map.
pub(crate) fn max_heap_size_term<'h>(heap: &'h term::Heap, m: MaxHeapSize) -> Term<'h> {
    let mut pairs = vec![
        (Term::atom(atom!("error_logger")), Term::bool(m.error_logger)),
        (Term::atom(am::KILL), Term::bool(m.kill)),
        (Term::atom(atom!("size")), Term::small(m.words as i64)),
    ];
    if m.include_shared_binaries || Difference::SharedBinaries.is_on() {
        let all = Term::bool(m.include_shared_binaries);
        pairs.push((Term::atom(atom!("include_shared_binaries")), all));
    }
    term::map::from_pairs(heap, &pairs)
}

/// The limit on a process's heap.
pub(crate) fn max_heap_of(p: &Running<'_>) -> MaxHeapSize {
    let own = p.own_ref().extra.as_ref().map(|e| e.max_heap_size);
    own.filter(|m| *m != MaxHeapSize::default()).unwrap_or_else(|| spawn::DEFAULTS.max_heap_size())
}

fn process_flag_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let value = args[1];
    let boolean = || value.as_bool().ok_or(Exception::BADARG);
    if let Some(&[key, options]) = args[0].as_tuple_of::<2>()
        && key.is(atom!("monitor_nodes"))
    {
        return crate::node::monitor_nodes(p, boolean()?, options);
    }
    let flag = args[0].as_atom().ok_or_else(|| badarg_because(atom!("badopt")))?;
    if flag == atom!("trap_exit") {
        let new = boolean()?;
        // Exit signals that have arrived are for the old setting.
        relations::handle_signals(p)?;
        let old = std::mem::replace(&mut p.own().flags.trap_exit, new);
        return Ok(Term::bool(old));
    }
    if flag == atom!("async_dist") && Difference::AsyncDist.is_on() {
        let new = boolean()?;
        let old = std::mem::replace(&mut p.own().flags.async_dist, new);
        return Ok(Term::bool(old));
    }
    if flag == atom!("priority") {
        let new = priority(value).ok_or(Exception::BADARG)?;
        return Ok(Term::atom(priority_name(p.priority.swap(new, Ordering::Relaxed))));
    }
    if flag == atom!("sensitive") {
        let new = boolean()?;
        let old = p.state.set_sensitive(new).is_sensitive();
        return Ok(Term::bool(old));
    }
    if flag == am::ERROR_HANDLER {
        let new = value.as_atom().ok_or(Exception::BADARG)?;
        let old = p.extra().error_handler.replace(new);
        return Ok(Term::atom(old.unwrap_or(am::ERROR_HANDLER)));
    }
    if let Some(old) = set_memory_flag(p, flag, value)? {
        return Ok(old);
    }
    if flag == atom!("save_calls") {
        let new = value.as_usize().filter(|&n| n <= 10_000).ok_or(Exception::BADARG)?;
        let old = saved_calls::set(p, new);
        sched::end_slice(p);
        return Ok(Term::small(old as i64));
    }
    if flag == atom!("scheduler") {
        let new = value.as_usize().filter(|&n| n <= sched::count().min(254));
        let new = new.ok_or(Exception::BADARG)? as u8;
        let old = p.bound.swap(new, Ordering::Relaxed);
        // It goes on where it is bound to.
        if new != 0 && usize::from(new) != sched::current() {
            sched::end_slice(p);
        }
        return Ok(Term::small(i64::from(old)));
    }
    if flag == atom!("monitor_nodes") {
        let new = boolean()?;
        return crate::node::monitor_nodes(p, new, Term::NIL);
    }
    Err(badarg_because(atom!("badopt")))
}

/// Sets a flag about a process's memory; gives its old value, or none if it is no such flag.
fn set_memory_flag<'h>(
    p: &mut Running<'h>,
    flag: Atom,
    value: Term<'h>,
) -> Result<Option<Term<'h>>, Exception<'h>> {
    let size = || heap_size(value).ok_or(Exception::BADARG);
    if flag == atom!("min_heap_size") {
        let new = spawn::least_heap_size(size()?);
        let old = p.extra().min_heap_size.replace(new);
        let usual = spawn::DEFAULTS.min_heap_size.load(Ordering::Relaxed) as usize;
        return Ok(Some(Term::small(old.unwrap_or(usual) as i64)));
    }
    if flag == atom!("min_bin_vheap_size") {
        let new = size()?;
        let old = p.extra().min_bin_vheap_size.replace(new);
        let usual = vm::process::MIN_BIN_VHEAP_SIZE.load(Ordering::Relaxed) as usize;
        return Ok(Some(Term::small(old.unwrap_or(usual) as i64)));
    }
    if flag == atom!("fullsweep_after") {
        let new = small(value).ok_or(Exception::BADARG)?.min(65_535);
        let old = p.extra().fullsweep_after.replace(new as u32);
        let usual = spawn::DEFAULTS.fullsweep_after.load(Ordering::Relaxed);
        return Ok(Some(Term::small(i64::from(old.unwrap_or(usual)))));
    }
    if flag == atom!("max_heap_size") {
        let new = max_heap_size(value).ok_or(Exception::BADARG)?;
        let old = max_heap_of(p);
        p.extra().max_heap_size = new;
        return Ok(Some(max_heap_size_term(p.heap(), old)));
    }
    if flag == atom!("message_queue_data") {
        let new = message_queue_data(value).ok_or(Exception::BADARG)?;
        let old = std::mem::replace(&mut p.own().flags.off_heap_messages, new);
        return Ok(Some(Term::atom(if old { atom!("off_heap") } else { atom!("on_heap") })));
    }
    Ok(None)
}

/// `process_flag(Pid, save_calls, N)`.
fn process_flag_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let Some(pid) = args[0].as_pid() else { return Ok(Term::atom(am::BADARG)) };
    if !args[1].is(atom!("save_calls")) {
        return Ok(Term::atom(am::BADARG));
    }
    let Some(n) = args[2].as_usize().filter(|&n| n <= 10_000) else {
        return Ok(Term::atom(am::BADARG));
    };
    if pid == p.id {
        return process_flag_2(p, &args[1..]);
    }
    let reference = p.heap().reference(vm::system::new_ref());
    answer_by_message(p, pid, reference, am::BADARG, move |other| {
        if relations::is_exiting(other) {
            return Some(Term::atom(am::BADARG).into());
        }
        let old = saved_calls::set(other, n);
        Some(Term::small(old as i64).into())
    });
    Ok(reference)
}

/// Options of `suspend_process/2`.
#[derive(Default)]
struct SuspendOptions {
    unless_suspending: bool,
    asynchronous: bool,
    /// The caller is told by a message with this tag.
    tag: Option<OwnedTerm>,
}

impl SuspendOptions {
    fn new(list: Term<'_>) -> Option<SuspendOptions> {
        let mut options = SuspendOptions::default();
        for option in list.to_vec()? {
            if option.is(atom!("unless_suspending")) {
                options.unless_suspending = true;
            } else if option.is(atom!("asynchronous")) {
                options.asynchronous = true;
            } else {
                let &[key, tag] = option.as_tuple_of::<2>()?;
                key.is(atom!("asynchronous")).then_some(())?;
                options.asynchronous = true;
                options.tag = Some(OwnedTerm::new(tag));
            }
        }
        Some(options)
    }
}

fn suspend_process_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let Some(pid) = args[0].as_pid().filter(|&pid| pid != p.id) else {
        return Ok(Term::atom(am::BADARG));
    };
    let Some(options) = SuspendOptions::new(args[1]) else { return Ok(Term::atom(am::BADARG)) };
    let already = p.extra().suspending.iter().find(|s| s.pid == pid);
    let already = already.map(|s| s.taken.load(Ordering::SeqCst));
    if let Some(taken) = already
        && options.unless_suspending
    {
        if !taken && !options.asynchronous {
            // The one that is on its way is waited for.
            let reference = p.heap().reference(vm::system::new_ref());
            let answer = move |_: &mut Running<'_>| Some(Term::FALSE.into());
            answer_by_message(p, pid, reference, am::BADARG, answer);
            return Ok(reference);
        }
        if let Some(tag) = options.tag {
            signal::send_message(p.id, async_reply(tag, am::FALSE));
        }
        return Ok(Term::FALSE);
    }
    let suspend = suspension(p.id, count_suspension(p, pid));
    if options.asynchronous {
        suspend_later(p, pid, options.tag, suspend);
        return Ok(Term::TRUE);
    }
    let reference = p.heap().reference(vm::system::new_ref());
    answer_by_message(p, pid, reference, am::BADARG, move |other| {
        Some(if suspend(other) { Term::TRUE } else { Term::atom(am::BADARG) }.into())
    });
    Ok(reference)
}

/// Counts that a process suspends another one once more; gives the mark that it has been done.
fn count_suspension(p: &mut Running<'_>, pid: u64) -> Arc<AtomicBool> {
    let suspending = &mut p.extra().suspending;
    match suspending.iter_mut().find(|s| s.pid == pid) {
        Some(s) => {
            s.count += 1;
            s.taken.clone()
        }
        None => {
            let taken = Arc::<AtomicBool>::default();
            suspending.push(Suspending { pid, count: 1, taken: taken.clone() });
            taken
        }
    }
}

/// Suspends the process that runs it, for `by`; false if that process is exiting.
fn suspension(
    by: u64,
    taken: Arc<AtomicBool>,
) -> impl FnOnce(&mut Running<'_>) -> bool + Send + 'static {
    move |other| {
        if relations::is_exiting(other) {
            return false;
        }
        let e = other.extra();
        match e.suspended_by.iter_mut().find(|s| s.0 == by) {
            Some(s) => s.1 += 1,
            None => e.suspended_by.push((by, 1)),
        }
        signal::suspend_self(other);
        taken.store(true, Ordering::SeqCst);
        true
    }
}

/// Has a process suspended without waiting for it; the caller is told by a message if `tag` is
/// there.
fn suspend_later(
    p: &mut Running<'_>,
    pid: u64,
    tag: Option<OwnedTerm>,
    suspend: impl FnOnce(&mut Running<'_>) -> bool + Send + 'static,
) {
    let me = p.id;
    let late = tag.clone();
    let run = Signal::Run(Box::new(move |other: &mut Running<'_>| {
        let answer = if suspend(other) { am::SUSPENDED } else { atom!("exited") };
        if let Some(tag) = tag {
            signal::send_message(me, async_reply(tag, answer));
        }
    }));
    if signal::send(pid, run).is_err() {
        p.extra().suspending.retain(|s| s.pid != pid);
        if let Some(tag) = late {
            signal::send_message(me, async_reply(tag, atom!("exited")));
        }
    }
}

/// `{Ref, Answer}` of an asynchronous suspension.
fn async_reply(tag: OwnedTerm, answer: Atom) -> OwnedTerm {
    OwnedTerm::build(|h| h.tuple(&[h.copy_in(tag.term()), Term::atom(answer)]))
}

fn resume_process_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let pid = args[0].as_pid().ok_or(Exception::BADARG)?;
    let suspending = &mut p.extra().suspending;
    let found = suspending.iter_mut().find(|s| s.pid == pid).map(|s| s.count -= 1).is_some();
    suspending.retain(|s| s.count != 0);
    if !found {
        return Err(Exception::BADARG);
    }
    signal::resume_for(pid, p.id, 1);
    let alive = process_table::with_process(pid, |other| !other.state.bits().is_exiting());
    if alive == Some(true) { Ok(Term::TRUE) } else { Err(Exception::BADARG) }
}

fn bump_reductions_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let n = small(args[0]).ok_or(Exception::BADARG)?;
    // The rest of the slice at most. For example, erl_eval's receive asks for 134,217,727.
    let left = p.own_ref().left().max(0) as usize;
    p.bump_reductions(n.min(left));
    Ok(Term::TRUE)
}

/// In the module's own code this calls itself for ever: it has to be built in. The rest of the
/// slice goes, so that the next call gives way.
fn yield_0<'h>(p: &mut Running<'h>, _args: &[Term<'h>]) -> BifResult<'h> {
    sched::end_slice(p);
    Ok(Term::TRUE)
}

fn garbage_collect_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let collect = if args[0].is(atom!("major")) {
        Collect::Major
    } else if args[0].is(atom!("minor")) {
        Collect::Minor
    } else if args[0].is(am::NONE) {
        // It has been done.
        return Ok(Term::TRUE);
    } else {
        return Err(Exception::BADARG);
    };
    // Done before the next turn, which begins here.
    p.own().flags.collect = collect;
    Err(Exception::yield_with(vec![Term::atom(am::NONE)]))
}

/// Messages have no area of their own.
fn garbage_collect_message_area_0<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::FALSE)
}

/// The export of a function, for traps.
pub(crate) fn export(module: Atom, function: Atom, arity: u8) -> &'static Export {
    Export::get(Mfa::new(module, function, arity))
}
