//! Tracing: which processes and ports are traced, by whom, and the messages about them.
//!
//! One table beside the processes says which are traced, and how, by each session ([`session`]). A
//! process that is in the table has a bit ([`is_traced`]), and nothing else is looked at while
//! nothing is traced. So any process can set the flags of another at once, without asking it.

pub(crate) mod arrival;
pub mod call;
pub mod events;
pub mod modules;
pub mod seq;
pub mod session;

use crate::clock;
use crate::hook::Hook;
use crate::match_spec::Program;
use crate::peer::Peer;
use crate::process::{Process, Running};
use crate::{process_table, sched, system};
use session::{Id, Session};
use smallvec::SmallVec;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex, RwLock};
use term::{Atom, Heap, OwnedTerm, Term, Word, atom};

/// Bits of what is traced.
#[allow(missing_docs)]
pub mod flag {
    pub const SEND: u32 = 1;
    pub const RECEIVE: u32 = 1 << 1;
    pub const CALL: u32 = 1 << 2;
    pub const PROCS: u32 = 1 << 3;
    pub const PORTS: u32 = 1 << 4;
    pub const RUNNING: u32 = 1 << 5;
    pub const EXITING: u32 = 1 << 6;
    pub const RUNNING_PROCS: u32 = 1 << 7;
    pub const RUNNING_PORTS: u32 = 1 << 8;
    pub const GARBAGE_COLLECTION: u32 = 1 << 9;
    pub const TIMESTAMP: u32 = 1 << 10;
    pub const MONOTONIC_TIMESTAMP: u32 = 1 << 11;
    pub const STRICT_MONOTONIC_TIMESTAMP: u32 = 1 << 12;
    pub const ARITY: u32 = 1 << 13;
    pub const SILENT: u32 = 1 << 14;
    pub const RETURN_TO: u32 = 1 << 15;
    pub const SET_ON_SPAWN: u32 = 1 << 16;
    pub const SET_ON_FIRST_SPAWN: u32 = 1 << 17;
    pub const SET_ON_LINK: u32 = 1 << 18;
    pub const SET_ON_FIRST_LINK: u32 = 1 << 19;
    pub const SCHEDULER_ID: u32 = 1 << 20;

    /// Any form of time.
    pub const ANY_TIMESTAMP: u32 = TIMESTAMP | MONOTONIC_TIMESTAMP | STRICT_MONOTONIC_TIMESTAMP;
    /// All that `all` stands for.
    pub const ALL: u32 = (1 << 21) - 1;
    /// Flags of processes and ports alike: how events are told, and events of messages.
    pub const MODIFIERS: u32 = ANY_TIMESTAMP | SCHEDULER_ID | SILENT | RECEIVE | SEND;
    /// Flags that ports can have.
    pub const OF_PORTS: u32 = PORTS | RUNNING_PORTS | MODIFIERS;
    /// Flags that processes can have.
    pub const OF_PROCESSES: u32 = ALL & !(PORTS | RUNNING_PORTS);
    /// Flags that make a process pass its flags on to those that it spawns.
    pub const ON_SPAWN: u32 = SET_ON_SPAWN | SET_ON_FIRST_SPAWN;
    /// Flags that make a process pass its flags on to those that it links to.
    pub const ON_LINK: u32 = SET_ON_LINK | SET_ON_FIRST_LINK;

    /// Names, in the order in which `trace_info/2` lists them from the last to the first.
    pub const NAMES: &[(&str, u32)] = &[
        ("timestamp", TIMESTAMP),
        ("strict_monotonic_timestamp", STRICT_MONOTONIC_TIMESTAMP),
        ("monotonic_timestamp", MONOTONIC_TIMESTAMP),
        ("send", SEND),
        ("receive", RECEIVE),
        ("set_on_spawn", SET_ON_SPAWN),
        ("call", CALL),
        ("procs", PROCS),
        ("set_on_first_spawn", SET_ON_FIRST_SPAWN),
        ("set_on_link", SET_ON_LINK),
        ("set_on_first_link", SET_ON_FIRST_LINK),
        ("running", RUNNING),
        ("exiting", EXITING),
        ("garbage_collection", GARBAGE_COLLECTION),
        ("arity", ARITY),
        ("return_to", RETURN_TO),
        ("silent", SILENT),
        ("scheduler_id", SCHEDULER_ID),
        ("ports", PORTS),
        ("running_ports", RUNNING_PORTS),
        ("running_procs", RUNNING_PROCS),
    ];
}

/// The flags that a process or port has in a session, and its tracer there.
#[derive(Copy, Clone, Debug, Default)]
pub struct Traced {
    /// The session.
    pub session: Id,
    /// Bits of [`flag`].
    pub flags: u32,
    /// The pid or port.
    pub tracer: Option<Term<'static>>,
}

impl Traced {
    /// Whether any of these flags is set.
    pub fn has(&self, flags: u32) -> bool {
        self.flags & flags != 0
    }
}

/// How a process or port is traced by the sessions that trace it, mostly one.
pub type Traces = SmallVec<[Traced; 1]>;

type Table = HashMap<Word, Traces>;

/// All that are traced, by the words of their pids and ports.
static TABLE: LazyLock<RwLock<Table>> = LazyLock::new(RwLock::default);

/// Functions of the modules above, which send, know names and ports, and set breakpoints.
#[derive(Copy, Clone)]
pub(crate) struct Above {
    /// Hands a message to a tracer that is a process or a port.
    pub deliver: fn(Term<'static>, OwnedTerm),
    /// Whether there is a port of this number.
    pub has_port: fn(u64) -> bool,
    /// The process or port that has a name.
    pub whereis: fn(Atom) -> Option<Peer>,
    /// All that there is to say of a process, as text.
    pub report: fn(&Running<'_>) -> String,
    /// Whether a breakpoint, or a pattern for modules that are yet to be loaded, has this tracer.
    pub is_used: fn(Term<'static>) -> bool,
    /// The function that a process is in.
    pub place: fn(&Running<'_>) -> term::Mfa,
    /// Tells the system's profiler that a port is at work, or not any more.
    pub profile_port: fn(u64, bool),
}

static ABOVE: Hook<Above> = Hook::new();

/// Sets the functions of the modules above. Once, at start.
pub(crate) fn connect(above: Above) {
    ABOVE.set(above);
}

fn above() -> Option<Above> {
    ABOVE.get()
}

/// The parts of the emulator that are told of events of ports, as bits. Mostly there are none,
/// which is seen at one look.
static PORTS: AtomicU8 = AtomicU8::new(0);
/// Ports are in the table: to be looked at for each of their events.
const TRACED: u8 = 1;
/// The system's profiler wants to know when ports are at work.
const PROFILED: u8 = 2;

/// Whether this is the pid of a process, or a port, that exists.
pub fn is_alive(tracer: Term<'_>) -> bool {
    match tracer.as_pid() {
        Some(pid) => process_table::contains(pid),
        None => {
            tracer.as_port().is_some_and(|id| above().is_some_and(|above| (above.has_port)(id)))
        }
    }
}

/// How the process or port of this word is traced. A session whose tracer has gone traces it no
/// more.
pub fn of_word(word: Word) -> Traces {
    let Some(mut all) = TABLE.read().expect("traced").get(&word).cloned() else {
        return Traces::new();
    };
    let known = all.len();
    all.retain(|t| is_told(t));
    if all.len() < known {
        forget_dead(word);
    }
    all
}

/// This tracer is not told any more of what this word stands for.
pub fn forget_tracer(word: Word, tracer: Term<'_>) {
    for t in of_word(word).iter().filter(|t| t.tracer.is_some_and(|t| t.same(tracer))) {
        replace(word, Traced { session: t.session, ..Traced::default() });
    }
}

fn is_told(t: &Traced) -> bool {
    t.tracer.is_some_and(is_alive)
}

/// Forgets the sessions that trace what this word stands for, but whose tracers have gone.
#[cold]
fn forget_dead(word: Word) {
    let mut table = TABLE.write().expect("traced");
    let Some(all) = table.get_mut(&word) else { return };
    all.retain(|t| is_told(t));
    mark(word, all);
    if all.is_empty() {
        table.remove(&word);
        note_ports(&table, word);
    }
}

/// How a session traces the process or port of this word.
pub fn in_session(session: Id, word: Word) -> Option<Traced> {
    of_word(word).into_iter().find(|t| t.session == session)
}

/// Whether anything is traced of a process.
#[inline]
pub fn is_traced(p: &Process) -> bool {
    p.state.bits().is_traced()
}

/// Whether anything is traced of the process with this pid.
pub fn is_traced_process(pid: u64) -> bool {
    process_table::lookup(pid, &crossbeam_epoch::pin()).is_some_and(is_traced)
}

/// How a process is traced.
#[inline]
pub fn of(p: &Process) -> Traces {
    if !is_traced(p) {
        return Traces::new();
    }
    of_word(p.pid().word())
}

/// As [`of`], where it has any of these flags.
#[inline]
pub fn with_flags(p: &Process, flags: u32) -> Traces {
    let mut all = of(p);
    if p.state.bits().is_sensitive() {
        all.clear();
    }
    all.retain(|t| t.has(flags));
    all
}

/// How calls of a process are traced.
#[inline]
pub fn of_calls(p: &Process) -> Traces {
    if p.state.bits().is_call_traced() { with_flags(p, flag::CALL) } else { Traces::new() }
}

/// How a session traces a process that has any of these flags there.
pub fn with_flags_in(session: Id, p: &Process, flags: u32) -> Option<Traced> {
    with_flags(p, flags).into_iter().find(|t| t.session == session)
}

/// The processes that are traced, all or this one, and have signals that they have not handled yet.
pub fn with_signals(tracee: Option<u64>) -> Vec<u64> {
    let pids = match tracee {
        Some(pid) => vec![pid],
        None => {
            let table = TABLE.read().expect("traced");
            // SAFETY: the words of the table are those of pids and ports, so they are immediates.
            let pid = |word: &Word| unsafe { Term::from_word(*word) }.as_pid();
            table.keys().filter_map(pid).collect()
        }
    };
    let guard = crossbeam_epoch::pin();
    let has = |pid: u64| {
        process_table::lookup(pid, &guard).is_some_and(|p| {
            let state = p.state.bits();
            state.is_traced() && state.has_signals_to_handle()
        })
    };
    pids.into_iter().filter(|&pid| has(pid)).collect()
}

/// Whether any port is traced.
#[inline]
pub fn ports_are_traced() -> bool {
    PORTS.load(Ordering::Relaxed) & TRACED != 0
}

/// Whether somebody is told when ports are at work.
#[inline]
fn ports_are_watched() -> bool {
    PORTS.load(Ordering::Relaxed) != 0
}

/// The system's profiler wants to know when ports are at work, or not any more.
pub(crate) fn profile_ports(wanted: bool) {
    watch_ports(PROFILED, wanted);
}

fn watch_ports(watcher: u8, wanted: bool) {
    match wanted {
        true => PORTS.fetch_or(watcher, Ordering::SeqCst),
        false => PORTS.fetch_and(!watcher, Ordering::SeqCst),
    };
}

/// How a port is traced.
#[inline]
pub fn of_port(id: u64) -> Traces {
    if !ports_are_traced() {
        return Traces::new();
    }
    of_word(Term::port(id).word())
}

/// Notes in a process how it is traced.
fn mark(word: Word, traces: &[Traced]) {
    // SAFETY: the word is that of a pid or port, as all words of the table are, so it is an
    // immediate.
    let Some(pid) = unsafe { Term::from_word(word) }.as_pid() else { return };
    let guard = crossbeam_epoch::pin();
    if let Some(p) = process_table::lookup(pid, &guard) {
        p.state.set_traced(!traces.is_empty(), traces.iter().any(|t| t.has(flag::CALL)));
    }
}

/// Nothing is traced any more of what this word stands for.
pub fn forget(word: Word) {
    let mut table = TABLE.write().expect("traced");
    let Some(all) = table.remove(&word) else { return };
    note_ports(&table, word);
    mark(word, &[]);
    drop(table);
    all.iter().filter_map(|t| t.tracer).for_each(modules::check);
}

/// Nothing is traced any more by a session.
pub(crate) fn forget_session(session: Id) {
    let mut table = TABLE.write().expect("traced");
    table.retain(|&word, all| {
        let known = all.len();
        all.retain(|t| t.session != session);
        if all.len() < known {
            mark(word, all);
        }
        !all.is_empty()
    });
    watch_ports(TRACED, table.keys().any(|&word| is_port(word)));
}

fn is_port(word: Word) -> bool {
    // SAFETY: the word is that of a pid or port, as all words of the table are, so it is an
    // immediate.
    unsafe { Term::from_word(word) }.is_port()
}

/// Notes whether there are ports in the table, after `changed` has come or gone.
fn note_ports(table: &Table, changed: Word) {
    if is_port(changed) {
        watch_ports(TRACED, table.keys().any(|&word| is_port(word)));
    }
}

/// Puts this into the table in place of what its session had there.
fn replace(word: Word, traced: Traced) {
    let mut table = TABLE.write().expect("traced");
    let entry = table.entry(word).or_default();
    match entry.iter().position(|t| t.session == traced.session) {
        Some(at) if traced.flags == 0 => drop(entry.remove(at)),
        Some(at) => entry[at] = traced,
        None if traced.flags == 0 => {}
        None => entry.push(traced),
    }
    mark(word, entry);
    if entry.is_empty() {
        table.remove(&word);
    }
    note_ports(&table, word);
}

/// Changes flags in a session on behalf of somebody; false if another tracer is at work there.
pub fn change(session: Id, word: Word, on: u32, off: u32, tracer: Option<Term<'static>>) -> bool {
    // SAFETY: `word` is that of a pid or port, so it is an immediate.
    if modules::is_one(unsafe { Term::from_word(word) }) {
        return false;
    }
    let old = in_session(session, word).unwrap_or_default();
    if let (Some(new), Some(old)) = (tracer, old.tracer)
        && !new.same(old)
    {
        return false;
    }
    let flags = (old.flags | on) & !off;
    let tracer = if flags == 0 { None } else { tracer.or(old.tracer) };
    replace(word, Traced { session, flags, tracer });
    true
}

/// A new process or port gets the flags that sessions have for it.
fn mark_new(word: Word, ports: bool) {
    for session in session::all() {
        let new = session.of_new(ports);
        if new.flags != 0 {
            replace(word, new);
        }
    }
}

/// For a new process that does not run yet, and its parent: it may be traced from its start.
pub(crate) fn process_made(parent: Option<&Process>, child: &Process, linked: bool) {
    if session::marks_new_ones() {
        mark_new(child.pid().word(), false);
    }
    let Some(parent) = parent else { return };
    for t in of(parent) {
        inherit(parent, child, &t, linked);
    }
}

/// A new process gets the flags that its parent has in a session, if those say so.
fn inherit(parent: &Process, child: &Process, t: &Traced, linked: bool) {
    let spawns = t.has(flag::ON_SPAWN);
    let links = linked && t.has(flag::ON_LINK);
    let (mut mine, mut its) = (t.flags, if spawns || links { Some(t.flags) } else { None });
    if t.has(flag::SET_ON_FIRST_SPAWN) {
        mine &= !flag::ON_SPAWN;
        its = its.map(|f| f & !flag::ON_SPAWN);
    }
    if linked && t.has(flag::SET_ON_FIRST_LINK) {
        mine &= !flag::ON_LINK;
        its = its.map(|f| f & !flag::ON_LINK);
    }
    if mine != t.flags {
        replace(parent.pid().word(), Traced { flags: mine, ..*t });
    }
    if let Some(flags) = its {
        replace(child.pid().word(), Traced { flags, ..*t });
    }
}

/// For a new port.
pub(crate) fn port_made(id: u64) -> Traces {
    if session::marks_new_ones() {
        mark_new(Term::port(id).word(), true);
    }
    of_port(id)
}

/// `cpu_timestamp`: times are of the processor, for all.
pub static CPU_TIMESTAMPS: AtomicBool = AtomicBool::new(false);

fn cpu_microseconds() -> i64 {
    // SAFETY: zeros are a valid `timespec`, and the call writes to it alone.
    unsafe {
        let mut time: libc::timespec = std::mem::zeroed();
        libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time);
        time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
    }
}

/// `{Mega, Seconds, Micro}`, each time later than before.
fn now(heap: &Heap) -> Term<'_> {
    let us = match CPU_TIMESTAMPS.load(Ordering::Relaxed) {
        true => cpu_microseconds(),
        false => clock::unique_microseconds(),
    };
    let (seconds, micro) = (us / 1_000_000, us % 1_000_000);
    heap.tuple(&[seconds / 1_000_000, seconds % 1_000_000, micro].map(Term::small))
}

/// The time as these flags want it.
pub fn timestamp(heap: &Heap, flags: u32) -> Term<'_> {
    if flags & flag::TIMESTAMP != 0 {
        return now(heap);
    }
    if flags & flag::STRICT_MONOTONIC_TIMESTAMP == 0 {
        return heap.integer(clock::monotonic_time());
    }
    let time = heap.integer(clock::monotonic_time());
    heap.tuple(&[time, heap.integer(system::LEAST_UNIQUE + system::unique_monotonic() as i64)])
}

/// Sends a message about `tracee` to the tracer: `{trace, Tracee, Tag, …}`, with what else the
/// flags want in it.
pub fn tell(
    t: &Traced,
    tracee: Term<'static>,
    tag: &str,
    rest: impl for<'h> FnOnce(&'h Heap) -> Vec<Term<'h>>,
) {
    // No tracer is told of itself.
    let Some(tracer) = t.tracer.filter(|t| !t.same(tracee)) else { return };
    if modules::is_one(tracer) {
        return modules::tell(t, (tracer, tracee), tag, rest);
    }
    let message = OwnedTerm::build(|heap| {
        let timed = t.has(flag::ANY_TIMESTAMP);
        let kind = if timed { atom!("trace_ts") } else { atom!("trace") };
        let mut parts = vec![Term::atom(kind), tracee, Term::atom(Atom::new(tag))];
        parts.extend(rest(heap));
        if t.has(flag::SCHEDULER_ID) {
            parts.push(Term::small(sched::current() as i64));
        }
        if timed {
            parts.push(timestamp(heap, t.flags));
        }
        heap.tuple(&parts)
    });
    deliver(tracer, message);
}

/// Hands a message to a tracer.
pub fn deliver(tracer: Term<'static>, message: OwnedTerm) {
    if let Some(above) = above() {
        (above.deliver)(tracer, message);
    }
}

/// The trace control word of match specifications.
pub static CONTROL_WORD: AtomicU32 = AtomicU32::new(0);

/// The pattern that `trace_pattern(send | 'receive', …)` has set.
#[derive(Clone)]
pub struct EventPattern {
    /// Events are told at all.
    pub on: bool,
    /// Of those, only what this lets pass; with its source.
    pub program: Option<Arc<(Program, OwnedTerm)>>,
}

/// The pattern of messages sent, or received, in a session.
fn event_pattern(session: Id, receive: bool) -> Option<EventPattern> {
    session::get(session).map(|s: Arc<Session>| s.event_pattern(receive))
}

static SEQUENTIAL: Mutex<Option<Term<'static>>> = Mutex::new(None);

/// The tracer of sequential tracing: a pid or port, if there is one.
pub fn sequential_tracer() -> Option<Term<'static>> {
    let mut tracer = SEQUENTIAL.lock().expect("tracer");
    *tracer = tracer.filter(|&t| is_alive(t));
    *tracer
}

/// Sets the tracer of sequential tracing.
pub fn set_sequential_tracer(new: Option<Term<'static>>) {
    *SEQUENTIAL.lock().expect("tracer") = new;
}
