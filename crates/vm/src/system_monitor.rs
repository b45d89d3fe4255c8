//! `erlang:system_monitor/2` and `trace:system/3`: a process for each trace session is told of what
//! takes long, gets large or has to wait.

use crate::process::Running;
use crate::trace::session::Id;
use crate::{code, process_table, signal, system};
use std::sync::RwLock;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::Duration;
use term::{Atom, Heap, OwnedTerm, Term, atom};

/// When a message queue is long.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct LongQueue {
    /// A queue of so many messages is long.
    pub enable: u64,
    /// It is not any more when it has no more than so many.
    pub disable: u64,
    /// The number of this watch, which goes on with other limits: processes whose queues are long
    /// keep it.
    pub watch: u64,
}

/// The events that are watched, and the process that is told.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The session.
    pub session: Id,
    /// The number of the process that is told.
    pub pid: u64,
    /// Collections of at least so many milliseconds.
    pub long_gc: Option<u64>,
    /// Slices of at least so many milliseconds.
    pub long_schedule: Option<u64>,
    /// Heaps of at least so many words after a collection.
    pub large_heap: Option<u64>,
    /// Message queues that are long.
    pub long_queue: Option<LongQueue>,
    /// Processes that have to wait for a busy port.
    pub busy_port: bool,
    /// The same for ports to other nodes.
    pub busy_dist_port: bool,
}

impl Settings {
    /// The settings of a session with which nothing is watched.
    pub fn nothing(session: Id, pid: u64) -> Settings {
        Settings {
            session,
            pid,
            long_gc: None,
            long_schedule: None,
            large_heap: None,
            long_queue: None,
            busy_port: false,
            busy_dist_port: false,
        }
    }
}

type All = Vec<Settings>;

/// The settings of the sessions that watch something.
static SETTINGS: RwLock<All> = RwLock::new(Vec::new());
/// Whether anything is watched, and whether slices are: to be looked at often.
static WATCHED: AtomicU8 = AtomicU8::new(0);
const SOMETHING: u8 = 1;
const SLICES: u8 = 2;
const QUEUES: u8 = 4;

/// For tests: every collection takes so many milliseconds longer while collections are watched.
pub static COLLECTION_DELAY_MS: AtomicU64 = AtomicU64::new(0);

/// Sets what a session watches; gives the settings before.
pub fn set(session: Id, mut new: Option<Settings>) -> Option<Settings> {
    let mut all = SETTINGS.write().expect("system monitor");
    let old = alive(find(&all, session));
    if let Some(queue) = new.as_mut().and_then(|new| new.long_queue.as_mut()) {
        let before = old.and_then(|old| old.long_queue);
        queue.watch = before.map_or_else(system::new_number, |before| before.watch);
    }
    all.retain(|s| s.session != session);
    all.extend(new);
    let queues = all.iter().any(|s| s.long_queue.is_some());
    // A queue is looked at when a slice ends, too.
    let slices = queues || all.iter().any(|s| s.long_schedule.is_some());
    let idle = all.iter().all(|s| *s == Settings::nothing(s.session, s.pid));
    let something = if idle { 0 } else { SOMETHING };
    let bit = |on: bool, bit: u8| if on { bit } else { 0 };
    WATCHED.store(something | bit(slices, SLICES) | bit(queues, QUEUES), Ordering::Relaxed);
    // Schedulers look at one place for all who want to know.
    probes::watch_slices(probes::Watcher::Monitor, slices);
    old
}

/// Nothing is watched any more by a session.
pub(crate) fn forget_session(session: Id) {
    set(session, None);
}

/// The settings of a session. None for the static one if the process that is told has gone.
pub fn get(session: Id) -> Option<Settings> {
    let all = SETTINGS.read().expect("system monitor");
    let settings = find(&all, session);
    if session == Id::STATIC { alive(settings) } else { settings }
}

fn find(all: &All, session: Id) -> Option<Settings> {
    all.iter().find(|s| s.session == session).copied()
}

fn alive(settings: Option<Settings>) -> Option<Settings> {
    settings.filter(|s| process_table::contains(s.pid))
}

fn all() -> All {
    SETTINGS.read().expect("system monitor").clone()
}

/// The settings for this process: those that are told watch others only.
fn of(p: &Running<'_>) -> All {
    let mut all = all();
    all.retain(|s| s.pid != p.id);
    all
}

fn tell(
    s: &Settings,
    p: &Running<'_>,
    event: Atom,
    info: impl for<'h> FnOnce(&'h Heap) -> Term<'h>,
) {
    tell_of(s, Term::pid(p.id), event, info);
}

/// `{monitor, PidOrPort, Event, Info}`
fn tell_of(
    s: &Settings,
    of: Term<'static>,
    event: Atom,
    info: impl for<'h> FnOnce(&'h Heap) -> Term<'h>,
) {
    let message = OwnedTerm::build(|heap| {
        heap.tuple(&[Term::atom(atom!("monitor")), of, Term::atom(event), info(heap)])
    });
    signal::send_message(s.pid, message);
}

fn pair<'h>(heap: &'h Heap, name: Atom, n: u64) -> Term<'h> {
    heap.tuple(&[Term::atom(name), heap.unsigned(n)])
}

fn heap_sizes<'h>(p: &Running<'_>, heap: &'h Heap, first: Option<Term<'h>>) -> Term<'h> {
    let s = p.heap().sizes();
    let one = |name: Atom, n: usize| pair(heap, name, n as u64);
    let sizes = [
        one(atom!("heap_block_size"), s.block),
        one(atom!("heap_size"), s.used),
        one(atom!("mbuf_size"), s.fragments),
        one(atom!("stack_size"), s.stack),
        one(atom!("old_heap_size"), s.old_used),
        one(atom!("old_heap_block_size"), s.old_block),
    ];
    heap.list(&first.into_iter().chain(sizes).collect::<Vec<_>>())
}

/// A time that is watched, from [`begin`] on.
#[derive(Copy, Clone)]
pub(crate) struct Begun(u64);

/// A collection begins; None if nobody wants to know.
#[inline]
pub(crate) fn collection_begins() -> Option<Begun> {
    begin(SOMETHING)
}

/// A slice begins; None if nobody wants to know.
pub(crate) fn slice_begins() -> Option<Begun> {
    begin(SLICES)
}

#[inline]
fn begin(what: u8) -> Option<Begun> {
    let watched = WATCHED.load(Ordering::Relaxed) & what != 0;
    watched.then(|| Begun(system::monotonic_ns()))
}

impl Begun {
    /// Milliseconds until now, if they reach a limit.
    fn reaches(self, limit: Option<u64>) -> Option<u64> {
        let ms = (system::monotonic_ns() - self.0) / 1_000_000;
        limit.is_some_and(|limit| ms >= limit).then_some(ms)
    }
}

/// A collection has ended, on the process's own thread.
#[cold]
pub(crate) fn collection_ends(p: &Running<'_>, begun: Begun) {
    for settings in of(p) {
        if settings.long_gc.is_some() {
            std::thread::sleep(Duration::from_millis(COLLECTION_DELAY_MS.load(Ordering::Relaxed)));
        }
        if let Some(ms) = begun.reaches(settings.long_gc) {
            tell(&settings, p, atom!("long_gc"), |heap| {
                heap_sizes(p, heap, Some(pair(heap, atom!("timeout"), ms)))
            });
        }
        let s = p.heap().sizes();
        let words = (s.block + s.old_block + s.fragments) as u64;
        if settings.large_heap.is_some_and(|limit| words >= limit) {
            tell(&settings, p, atom!("large_heap"), |heap| heap_sizes(p, heap, None));
        }
    }
}

/// A slice that began at this instruction has ended, on the process's own thread.
#[cold]
pub(crate) fn slice_ends(p: &mut Running<'_>, begun: Begun, from: *const u64) {
    let to = p.own_ref().pc;
    for settings in of(p) {
        look_at_queue(p, &settings);
        let Some(ms) = begun.reaches(settings.long_schedule) else { continue };
        tell(&settings, p, atom!("long_schedule"), |heap| {
            let place = |name: Atom, pc: *const u64| {
                let mfa = code::function_at(pc).map_or(Term::UNDEFINED, |f| {
                    let arity = Term::small(i64::from(f.arity));
                    heap.tuple(&[Term::atom(f.module), Term::atom(f.function), arity])
                });
                heap.tuple(&[Term::atom(name), mfa])
            };
            let time = pair(heap, atom!("timeout"), ms);
            heap.list(&[time, place(atom!("in"), from), place(atom!("out"), to)])
        });
    }
}

/// Whether message queues are watched: [`look_at_queues`] is to be called before and after messages
/// are put into one.
#[inline]
pub(crate) fn watches_queues() -> bool {
    WATCHED.load(Ordering::Relaxed) & QUEUES != 0
}

/// Tells of the message queue of a process that has become long, or is not any more.
#[cold]
pub(crate) fn look_at_queues(p: &mut Running<'_>) {
    for settings in of(p) {
        look_at_queue(p, &settings);
    }
}

/// As [`look_at_queues`], to one session.
fn look_at_queue(p: &mut Running<'_>, settings: &Settings) {
    let Some(limits) = settings.long_queue.filter(|_| !p.state.bits().is_exiting()) else {
        return;
    };
    let n = p.own_ref().mailbox.len() as u64;
    let known = |p: &Running<'_>| {
        let extra = p.own_ref().extra.as_ref();
        extra.and_then(|extra| extra.long_queues.iter().position(|w| *w == limits.watch))
    };
    let long = match known(p) {
        None if n >= limits.enable => {
            // Of watches that are over nothing is kept.
            let all = all();
            let goes_on = |w: &u64| all.iter().any(|s| s.long_queue.is_some_and(|q| q.watch == *w));
            p.extra().long_queues.retain(goes_on);
            p.extra().long_queues.push(limits.watch);
            true
        }
        Some(at) if n <= limits.disable => {
            p.extra().long_queues.swap_remove(at);
            false
        }
        _ => return,
    };
    tell(settings, p, atom!("long_message_queue"), |_| Term::bool(long));
}

/// A call of a port's driver that is timed, until it is dropped.
pub(crate) struct PortCall {
    port: u64,
    op: Atom,
    begun: Begun,
}

/// A port's driver is called, for what OTP calls `op`; None if nobody wants to know.
#[inline]
pub(crate) fn port_call(port: u64, op: Atom) -> Option<PortCall> {
    begin(SLICES).map(|begun| PortCall { port, op, begun })
}

impl Drop for PortCall {
    fn drop(&mut self) {
        for settings in all() {
            let Some(ms) = self.begun.reaches(settings.long_schedule) else { continue };
            tell_of(&settings, Term::port(self.port), atom!("long_schedule"), |heap| {
                let op = heap.tuple(&[Term::atom(atom!("port_op")), Term::atom(self.op)]);
                heap.list(&[pair(heap, atom!("timeout"), ms), op])
            });
        }
    }
}

/// A process has to wait for the carrier of a connection with another node.
pub fn waits_for_carrier(p: &Running<'_>, carrier: Term<'static>) {
    if WATCHED.load(Ordering::Relaxed) == 0 {
        return;
    }
    for settings in of(p).iter().filter(|s| s.busy_dist_port) {
        tell(settings, p, atom!("busy_dist_port"), |_| carrier);
    }
}

/// A process has to wait for a port.
pub(crate) fn waits_for_port(p: &Running<'_>, port: Term<'static>) {
    if WATCHED.load(Ordering::Relaxed) == 0 {
        return;
    }
    for settings in of(p).iter().filter(|s| s.busy_port) {
        tell(settings, p, atom!("busy_port"), |_| port);
    }
}
