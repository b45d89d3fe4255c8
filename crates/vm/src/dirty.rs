//! Threads that execute what would block or hold up a scheduler.
//!
//! They never change a process. A call gets copies of its arguments and runs with a stand-in for
//! its process, which has the process's pid and an empty heap; what it gives goes to the process as
//! a signal, with that heap. So the process handles signals meanwhile, as in any other wait, and
//! can even end: then the result is dropped.
//!
//! The function of a library gets its arguments as they are. The process lends its heap (see
//! [`Loan`]): it collects nothing, and if it ends, the heap stays until the call is over. For
//! example, a binary of 100 MB as an argument costs nothing.

pub(crate) mod in_place;

use crate::bif::{Bif, BifKind, BifResult, Foreign};
use crate::breakpoint::slices;
use crate::finalizer;
use crate::hook::Hook;
use crate::microstates::{self, Account, Kind, State};
use crate::process::signals::Returned;
use crate::process::{Exclusive, Loan, Own, Process};
use crate::sched::alone::{self, Dirty};
use crate::sched::queue::{LowTurns, PRIORITIES};
use crate::sched::rests::Rests;
use crate::sched::{CURRENT, Role, binding, chance_draws, leftovers, online, stack_bytes};
use crate::signal::{self, Signal};
use crate::system;
use crate::trace::events;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant};
use term::{Heap, Mfa, OwnedTerm, Term, Word, am};
use tune::Tune;

/// A call of a built-in on its way to a dirty scheduler.
struct Call {
    process: u64,
    /// The process's, for reports of the call.
    group_leader: OwnedTerm,
    /// The process's.
    priority: u8,
    /// Whether tracers are to be told of the process.
    traced: bool,
    bif: &'static Bif,
    /// Terms on the heap, or on the process's if it has lent that.
    args: Vec<Word>,
    heap: Heap,
    /// The function of a library that is called, which stays meanwhile, and the heap of its
    /// arguments.
    foreign: Option<(Arc<Foreign>, Arc<Loan>)>,
}

/// Calls that wait, by the priority of their processes.
#[derive(Default)]
struct Calls {
    queues: [VecDeque<Call>; PRIORITIES],
    low_turns: LowTurns,
}

impl Calls {
    fn len(&self) -> usize {
        self.queues.iter().map(VecDeque::len).sum()
    }

    fn push(&mut self, call: Call) {
        self.queues[usize::from(call.priority)].push_back(call);
    }

    fn pop(&mut self) -> Option<Call> {
        let [max, high, normal, low] = &mut self.queues;
        if let Some(call) = max.pop_front().or_else(|| high.pop_front()) {
            return Some(call);
        }
        let low_is_next = self.low_turns.low_is_next(normal.len(), low.len());
        if low_is_next { low.pop_front() } else { normal.pop_front() }
    }
}

#[derive(Default)]
struct Waiting {
    calls: Calls,
    /// Threads that watch: they take a call without being woken.
    watching: usize,
    /// Threads that have only to hand over what their calls have given: they look for a call then.
    finishing: usize,
    threads: Vec<Times>,
}

impl Waiting {
    /// Threads that sleep or watch, and would take a call.
    fn idle(&self) -> usize {
        self.threads.iter().filter(|t| t.rests && t.lent == Lent::No).count()
    }

    /// Whether the place of some thread is lent: that thread may be woken in vain.
    fn lends(&self) -> bool {
        self.threads.iter().any(|t| t.lent != Lent::No)
    }
}

/// A dirty scheduler.
#[derive(Default)]
struct Times {
    /// When it began its call, in nanoseconds; 0 if it has none.
    since: u64,
    /// How long the calls before took, in nanoseconds.
    busy: u64,
    /// The process whose call it executes, or has executed last.
    process: u64,
    /// It is one of the threads that are finishing.
    finishing: bool,
    /// It sleeps or watches, and would take a call.
    rests: bool,
    /// It rests, and looks now and then how long a call takes that is executed in its place.
    guards: bool,
    /// Whether another thread executes a call in its place.
    lent: Lent,
    /// How often its place has been lent.
    times_lent: u64,
    account: Option<&'static Account>,
}

/// The thread that executes a call in the place of a dirty scheduler that rests: see [`in_place`].
#[derive(Copy, Clone, Default, PartialEq, Eq)]
enum Lent {
    /// Nobody.
    #[default]
    No,
    /// A scheduler, which is about to begin.
    Soon,
    /// The scheduler of this index.
    To(usize),
    /// A thread that was a scheduler when it began: it is this dirty scheduler from now on.
    Away,
}

/// How often a thread that guards looks, and how long a call may take before both change places.
const GUARD_PERIOD: Duration = Duration::from_micros(200);
const PATIENCE_NS: u64 = 100_000;
/// After so many looks at nothing a thread guards no more.
const QUIET_LOOKS: u32 = 20;
/// Calls that came within so many nanoseconds make a thread guard.
const SOON_NS: u64 = 2_000_000;

/// The work that the dirty schedulers of one kind have.
pub struct Load {
    /// Calls that wait for a thread.
    pub waiting: usize,
    /// Calls that are executed.
    pub running: usize,
    /// How long each thread has been busy, in nanoseconds, also those that have not been started.
    pub busy_ns: Vec<u64>,
}

/// The work of the dirty schedulers for input and output, or of the others.
pub fn load(io: bool) -> Load {
    let (pool, limit) = match io {
        true => (IO.get(), system::config().dirty_io),
        false => (CPU.get(), system::config().dirty_cpu),
    };
    let mut load = Load { waiting: 0, running: 0, busy_ns: vec![0; limit] };
    if let Some(pool) = pool {
        let w = pool.lock();
        let now = system::monotonic_ns();
        load.waiting = w.calls.len();
        for (thread, busy) in w.threads.iter().zip(&mut load.busy_ns) {
            let running = thread.since != 0;
            load.running += usize::from(running);
            *busy = thread.busy + if running { now.saturating_sub(thread.since) } else { 0 };
        }
    }
    load
}

/// The process whose call each dirty scheduler for input and output (or of the others) executes,
/// and how many calls wait; nothing if the queue cannot be looked at just now.
pub(crate) fn now(io: bool) -> (Vec<Option<u64>>, usize) {
    let pool = if io { IO.get() } else { CPU.get() };
    let Some(Ok(w)) = pool.map(|pool| pool.waiting.try_lock()) else { return (Vec::new(), 0) };
    let executed = |times: &Times| (times.since != 0).then_some(times.process);
    (w.threads.iter().map(executed).collect(), w.calls.len())
}

/// Whether a call of this process waits for a thread.
pub fn waits(process: u64) -> bool {
    [IO.get(), CPU.get()].into_iter().flatten().any(|pool| {
        let w = pool.lock();
        w.calls.queues.iter().flatten().any(|call| call.process == process)
    })
}

struct Pool {
    kind: Kind,
    waiting: Mutex<Waiting>,
    condvar: Condvar,
    /// How many calls wait, for threads that watch for one.
    pending: AtomicUsize,
}

impl Pool {
    /// The pool of this kind of calls.
    fn of(kind: Kind) -> &'static Pool {
        let new = || Pool {
            kind,
            waiting: Mutex::default(),
            condvar: Condvar::new(),
            pending: AtomicUsize::new(0),
        };
        if kind == Kind::DirtyIo { IO.get_or_init(new) } else { CPU.get_or_init(new) }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().expect("dirty queue")
    }

    /// How many calls it may execute at a time.
    fn limit(&self) -> usize {
        if self.kind == Kind::DirtyIo { system::config().dirty_io } else { cpu_online() }
    }
}

/// The function of a thread that may become a scheduler.
pub(crate) static THREAD: Hook<fn(Role)> = Hook::new();

static IO: OnceLock<Pool> = OnceLock::new();
static CPU: OnceLock<Pool> = OnceLock::new();
/// How many of the dirty schedulers that are not for input and output take calls; 0 as at start.
static CPU_ONLINE: AtomicUsize = AtomicUsize::new(0);

/// How many of the dirty schedulers that are not for input and output take calls.
pub fn cpu_online() -> usize {
    match CPU_ONLINE.load(Ordering::SeqCst) {
        0 => system::config().dirty_cpu_online,
        n => n,
    }
}

/// Sets how many of these schedulers take calls, at least one. Calls that others execute are
/// finished.
pub fn set_cpu_online(n: usize) {
    CPU_ONLINE.store(n.clamp(1, system::config().dirty_cpu), Ordering::SeqCst);
    if let Some(pool) = CPU.get() {
        // A thread that looks at the number holds the lock until it sleeps. So each thread either
        // sees the new number or is woken.
        drop(pool.lock());
        pool.condvar.notify_all();
    }
}

/// Hands a call to a pool, which gets another thread if all are busy and there may be more.
pub(crate) fn submit(p: &mut Exclusive<'_>, bif: &'static Bif, args: &[Term<'_>]) {
    let heap = Heap::new(0);
    let (args, foreign) = match bif.as_foreign() {
        None => (args.iter().map(|t| heap.copy_whole_in(*t).word()).collect(), None),
        Some(foreign) => {
            let loan = Arc::<Loan>::default();
            p.extra().loan = Some(loan.clone());
            p.own().flags.lent = true;
            (args.iter().map(|t| t.word()).collect(), Some((foreign.clone(), loan)))
        }
    };
    let priority = p.priority.load(Ordering::Relaxed);
    let state = p.state.bits();
    let traced = state.is_traced() && !state.is_sensitive();
    if traced {
        // It goes on over there, perhaps before this slice is over here.
        slices::slice_ends(&mut p.running());
        p.own().flags.told_out = true;
    }
    let group_leader = p.own_ref().group_leader.clone();
    let call = Call { process: p.id, group_leader, priority, traced, bif, args, heap, foreign };
    let kind = if bif.real_kind == BifKind::DirtyCpu { Kind::DirtyCpu } else { Kind::DirtyIo };
    let pool = Pool::of(kind);
    let mut w = pool.lock();
    let Some(call) = lend_place(pool, &mut w, call) else { return };
    w.calls.push(call);
    pool.pending.store(w.calls.len(), Ordering::Release);
    let limit = pool.limit();
    if w.idle() + w.finishing < w.calls.len() && w.threads.len() < limit {
        let number = w.threads.len();
        w.threads.push(Times::default());
        let name = if kind == Kind::DirtyCpu { "dcpu" } else { "dio" };
        let started = std::thread::Builder::new()
            .name(format!("{}_{name}", number + 1))
            .stack_size(stack_bytes())
            .spawn(move || THREAD.get().expect("schedulers run")(Role::Dirty(kind, number)));
        if let Err(e) = started {
            w.threads.pop();
            // The threads that have been started take the call later.
            if w.threads.is_empty() {
                drop(w);
                term::fatal::end(format_args!("Failed to create a dirty scheduler thread: {e}"));
            }
        }
    }
    // A thread that takes no calls might be the only one that is woken.
    let all_take_calls = w.threads.len() <= limit && !w.lends();
    let is_seen = w.calls.len() <= w.watching + w.finishing;
    drop(w);
    if is_seen {
        return;
    }
    if all_take_calls { pool.condvar.notify_one() } else { pool.condvar.notify_all() }
}

/// Whether the calls of a function have usually been short lately.
fn is_short(foreign: &Foreign) -> bool {
    foreign.usual.is_below(u64::from(tune::get(Tune::DirtyShort)) * 1_000)
}

/// Has the calling scheduler execute a call itself, if it is a short one and a thread guards it;
/// gives the call back if not.
fn lend_place(pool: &'static Pool, w: &mut Waiting, call: Call) -> Option<Call> {
    let is_short = call.foreign.as_ref().is_some_and(|(foreign, _)| is_short(foreign));
    let index = CURRENT.get();
    if !is_short || call.traced || w.calls.len() != 0 || index >= online() || chance_draws() {
        return Some(call);
    }
    let limit = pool.limit();
    let guards = |t: &Times| t.guards && t.rests && t.lent == Lent::No;
    let Some(thread) = w.threads.iter().take(limit).position(guards) else { return Some(call) };
    let Some(right) = alone::at_any_time() else { return Some(call) };
    let times = &mut w.threads[thread];
    times.lent = Lent::Soon;
    times.times_lent += 1;
    times.process = call.process;
    in_place::put(in_place::Here { pool, thread, call, right });
    None
}

/// The scheduler of this index begins with a call in the place of a dirty scheduler, whose account
/// this gives; `since` is the time. The dirty scheduler may become this one from now on: the
/// calling thread has left it.
fn begin_lent(pool: &Pool, thread: usize, index: usize, since: u64) -> Option<&'static Account> {
    let mut w = pool.lock();
    let times = &mut w.threads[thread];
    (times.lent, times.since) = (Lent::To(index), since);
    times.account
}

/// A call in the place of a dirty scheduler is over. False if the calling thread is that one now.
fn take_back(pool: &Pool, thread: usize) -> bool {
    let mut w = pool.lock();
    let times = &mut w.threads[thread];
    times.busy += system::monotonic_ns().saturating_sub(times.since);
    times.since = 0;
    let stays = std::mem::take(&mut times.lent) != Lent::Away;
    if stays && w.calls.len() != 0 {
        // The one in whose place it was may take them.
        pool.condvar.notify_all();
    }
    stays
}

/// How many threads of a pool may watch at once. They leave processors to those for whom they would
/// work.
fn most_watching() -> usize {
    (system::config().schedulers / 2).max(1)
}

/// Watches until then whether a call comes.
fn watch(pool: &Pool, end: Instant) {
    while pool.pending.load(Ordering::Acquire) == 0 && Instant::now() < end {
        std::hint::spin_loop();
    }
}

/// The next thing that a dirty scheduler does.
enum Next {
    /// It executes a call, with the right to. Whether that came soon.
    Call(Box<Call>, Dirty, bool),
    /// It becomes the scheduler of this index, whose thread is kept by a call.
    Scheduler(usize),
}

/// Finds what a thread does next. It `guards` schedulers for a while, if it is asked to.
fn next(pool: &Pool, thread: usize, rests: &mut Rests, guards: bool) -> Next {
    // Of the call before: it is given back if the next one does not come soon.
    let mut has_leftovers = true;
    let begun = Instant::now();
    let mut w = pool.lock();
    let mut was_expected = std::mem::take(&mut w.threads[thread].finishing);
    w.finishing -= usize::from(was_expected);
    let mut awake_until = rests.awake_until(begun).filter(|_| !guards);
    let mut looks = if guards { QUIET_LOOKS } else { 0 };
    loop {
        let is_online = pool.kind == Kind::DirtyIo || thread < cpu_online();
        let takes_calls = is_online && w.threads[thread].lent == Lent::No;
        if std::mem::take(&mut was_expected) && !takes_calls && w.calls.len() != 0 {
            // Nobody has been woken for them.
            pool.condvar.notify_all();
        }
        if takes_calls && w.calls.len() != 0 {
            let mut right = alone::at_any_time();
            if right.is_none() {
                drop(w);
                right = Some(alone::dirty());
                w = pool.lock();
            }
            // Its place may have been lent in between.
            if w.threads[thread].lent == Lent::No
                && let Some(right) = right
                && let Some(call) = w.calls.pop()
            {
                pool.pending.store(w.calls.len(), Ordering::Release);
                let times = &mut w.threads[thread];
                (times.since, times.process) = (system::monotonic_ns(), call.process);
                times.guards = false;
                let rest = begun.elapsed();
                rests.over(rest);
                return Next::Call(Box::new(call), right, rest.as_nanos() < SOON_NS.into());
            }
        }
        w.threads[thread].rests = is_online;
        let may_watch = takes_calls && w.watching < most_watching();
        let lent = w.threads[thread].lent != Lent::No;
        if may_watch && let Some(end) = awake_until.take() {
            w.watching += 1;
            drop(w);
            watch(pool, end);
            w = pool.lock();
            w.watching -= 1;
            was_expected = true;
        } else if looks != 0 || lent {
            let scheduler;
            (w, scheduler) = guard(pool, w, thread, &mut looks);
            if let Some(index) = scheduler {
                return Next::Scheduler(index);
            }
        } else if has_leftovers {
            let (guard, waited) =
                pool.condvar.wait_timeout(w, leftovers::period()).expect("dirty queue");
            w = guard;
            if waited.timed_out() {
                has_leftovers = false;
                w.threads[thread].rests = false;
                drop(w);
                leftovers::leave();
                w = pool.lock();
            }
        } else {
            w = pool.condvar.wait(w).expect("dirty queue");
        }
        w.threads[thread].rests = false;
    }
}

/// Sleeps until the next look at a call that is executed in the place of this thread. Gives the
/// scheduler that it has to become, if the call takes too long; counts down the `looks` at nothing.
fn guard<'w>(
    pool: &'w Pool,
    mut w: MutexGuard<'w, Waiting>,
    thread: usize,
    looks: &mut u32,
) -> (MutexGuard<'w, Waiting>, Option<usize>) {
    let before = w.threads[thread].times_lent;
    w.threads[thread].guards = *looks != 0;
    w = pool.condvar.wait_timeout(w, GUARD_PERIOD).expect("dirty queue").0;
    let times = &mut w.threads[thread];
    if let Lent::To(scheduler) = times.lent
        && system::monotonic_ns().saturating_sub(times.since) > PATIENCE_NS
    {
        (times.lent, times.guards, times.rests) = (Lent::Away, false, false);
        return (w, Some(scheduler));
    }
    let is_quiet = times.times_lent == before && times.lent == Lent::No;
    *looks = if is_quiet { looks.saturating_sub(1) } else { QUIET_LOOKS };
    times.guards = *looks != 0;
    (w, None)
}

/// Executes calls as this dirty scheduler, until the thread becomes a scheduler.
pub(crate) fn work(kind: Kind, thread: usize) -> Role {
    microstates::open(kind, thread + 1);
    binding::free();
    let pool = Pool::of(kind);
    pool.lock().threads[thread].account = microstates::mine();
    let mut rests = Rests::default();
    let mut guards = false;
    loop {
        microstates::enter(State::Sleep);
        let (call, right, is_soon) = match next(pool, thread, &mut rests, guards) {
            Next::Call(call, right, is_soon) => (call, right, is_soon),
            Next::Scheduler(index) => return Role::Scheduler(index),
        };
        microstates::enter(State::Emulator);
        let id = call.process;
        let foreign = call.foreign.as_ref().map(|(foreign, _)| foreign.clone());
        let begun = system::monotonic_ns();
        let returned = execute(*call);
        guards = foreign.is_some_and(|foreign| {
            foreign.usual.took(system::monotonic_ns().saturating_sub(begun));
            is_soon && is_short(&foreign)
        });
        finish(pool, thread);
        // A process that has gone in the meantime needs no result.
        let _ = signal::send(id, Signal::Returned(Box::new(returned)));
        if finalizer::is_wanted() {
            is_late(pool, thread);
            finalizer::run();
        }
        drop(right);
    }
}

/// A thread has executed its call. If it has nothing else to do, the process that it answers may
/// have the next call, which needs no other thread.
fn finish(pool: &Pool, thread: usize) {
    let soon = !finalizer::is_wanted();
    let mut w = pool.lock();
    w.finishing += usize::from(soon);
    let times = &mut w.threads[thread];
    times.finishing = soon;
    times.busy += system::monotonic_ns().saturating_sub(times.since);
    times.since = 0;
}

/// A thread has something else to do after all.
#[cold]
fn is_late(pool: &Pool, thread: usize) {
    let mut w = pool.lock();
    if std::mem::take(&mut w.threads[thread].finishing) {
        w.finishing -= 1;
        if w.calls.len() != 0 {
            pool.condvar.notify_all();
        }
    }
}

fn execute(call: Call) -> Returned {
    let initial_call = Mfa::new(am::ERLANG, am::APPLY, 2);
    let own = Own::new(std::ptr::null(), initial_call, Term::UNDEFINED, call.group_leader);
    let mut stand_in = Process::new(call.process, call.heap, own, 2);
    let mut exclusive = Exclusive::of_new(&mut stand_in);
    let mut running = exclusive.running();
    // SAFETY: `submit` copied the arguments to the call's heap, literals too, and that heap is the
    // stand-in's, which outlives the arguments. Or the process has lent the heap that they are on,
    // where nothing is moved or freed as long as there is the loan.
    let args: Vec<Term<'_>> = call.args.iter().map(|&w| unsafe { Term::from_word(w) }).collect();
    let result = match &call.foreign {
        Some((foreign, _)) => {
            // Tracers are told of what a library does as the process's own work.
            running.state.set_traced(call.traced, call.traced);
            events::scheduled(&running, "in", || foreign.mfa);
            let result = (foreign.call)(foreign, &mut running, &args);
            events::scheduled(&running, "out", || foreign.mfa);
            result
        }
        None => call.bif.call(&mut running, &args),
    };
    // SAFETY: the terms of the result lie on the stand-in's heap, or live for ever. `Returned` owns
    // that heap beside the result, so they do not outlive it.
    let result = unsafe { std::mem::transmute::<BifResult<'_>, BifResult<'static>>(result) };
    drop(call.foreign);
    Returned { result, heap: stand_in.into_heap() }
}
