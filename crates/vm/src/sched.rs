//! The scheduler: threads, run queues, stealing, sleeping; and the dirty pools beside it.

use crate::bif::BifKind;
use crate::process::{Collect, Process, state};
use crate::signal::{self, Handled};
use crate::{interp, process_table, system, timer};
use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, OnceLock};
use std::time::Duration;

/// Reductions in a slice.
pub const SLICE: i32 = if cfg!(feature = "yield-always") { 20 } else { 4000 };

/// Whether no slice may begin any more, because a crash dump is being written.
static FROZEN: AtomicBool = AtomicBool::new(false);

/// Keeps all other threads from running processes, for good: the emulator is about to end.
pub fn freeze() {
    FROZEN.store(true, Ordering::SeqCst);
}

/// Number of priorities: max, high, normal, low.
const PRIORITIES: usize = 4;
/// A process of low priority runs once for so many of normal priority.
const LOW_PERIOD: u32 = 8;

#[derive(Default)]
struct RunQueue {
    queues: [VecDeque<Entry>; PRIORITIES],
    len: usize,
    low_skipped: u32,
}

/// A process in a run queue.
struct Entry(*mut Process);

// SAFETY: a process in a run queue is alive: it is freed only after it has left its last queue.
unsafe impl Send for Entry {}

impl RunQueue {
    fn push(&mut self, p: *mut Process, priority: usize) {
        self.queues[priority].push_back(Entry(p));
        self.len += 1;
    }

    fn pop(&mut self) -> Option<*mut Process> {
        if self.len == 0 {
            return None;
        }
        self.len -= 1;
        for queue in &mut self.queues[..2] {
            if let Some(Entry(p)) = queue.pop_front() {
                return Some(p);
            }
        }
        let low_first = !self.queues[3].is_empty()
            && (self.queues[2].is_empty() || self.low_skipped >= LOW_PERIOD);
        if low_first {
            self.low_skipped = 0;
        } else if !self.queues[3].is_empty() {
            self.low_skipped += 1;
        }
        self.queues[if low_first { 3 } else { 2 }].pop_front().map(|Entry(p)| p)
    }

    /// Gives half of what is not bound to this scheduler to a thief.
    fn steal(&mut self) -> Vec<*mut Process> {
        let mut stolen = Vec::new();
        let wanted = self.len.div_ceil(2);
        for queue in &mut self.queues {
            let mut rest = VecDeque::new();
            while let Some(Entry(p)) = queue.pop_back() {
                // SAFETY: a process in a run queue is alive.
                let bound = unsafe { (*p).bound.load(Ordering::Relaxed) } != 0;
                if bound || stolen.len() >= wanted {
                    rest.push_front(Entry(p));
                } else {
                    stolen.push(p);
                }
            }
            *queue = rest;
        }
        self.len -= stolen.len();
        stolen.reverse();
        stolen
    }
}

struct Scheduler {
    queue: Mutex<RunQueue>,
    /// Length of the queue, to look at without the lock.
    len: AtomicUsize,
    parked: AtomicBool,
    wake: Mutex<bool>,
    condvar: Condvar,
    /// What it runs, for crash dumps.
    current: AtomicPtr<Process>,
    /// Nanoseconds spent running processes.
    busy_ns: AtomicU64,
    /// Reductions executed.
    reductions: AtomicU64,
}

impl Scheduler {
    fn new() -> Scheduler {
        Scheduler {
            queue: Mutex::default(),
            len: AtomicUsize::new(0),
            parked: AtomicBool::new(false),
            wake: Mutex::new(false),
            condvar: Condvar::new(),
            current: AtomicPtr::default(),
            busy_ns: AtomicU64::new(0),
            reductions: AtomicU64::new(0),
        }
    }

    fn unpark(&self) {
        if self.parked.load(Ordering::SeqCst) {
            *self.wake.lock().expect("scheduler") = true;
            self.condvar.notify_one();
        }
    }

    fn park(&self, timeout: Duration) {
        let mut wake = self.wake.lock().expect("scheduler");
        if !*wake {
            wake = self.condvar.wait_timeout(wake, timeout).expect("scheduler").0;
        }
        *wake = false;
    }
}

static SCHEDULERS: OnceLock<Box<[Scheduler]>> = OnceLock::new();
static ONLINE: AtomicUsize = AtomicUsize::new(1);
static ROUND_ROBIN: AtomicUsize = AtomicUsize::new(0);
static CONTEXT_SWITCHES: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static CURRENT: Cell<usize> = const { Cell::new(usize::MAX) };
}

fn schedulers() -> &'static [Scheduler] {
    SCHEDULERS.get_or_init(|| (0..system::config().schedulers).map(|_| Scheduler::new()).collect())
}

/// Number of scheduler threads.
pub fn count() -> usize {
    schedulers().len()
}

/// Number of schedulers that run processes.
pub fn online() -> usize {
    ONLINE.load(Ordering::Relaxed)
}

/// Sets the number of schedulers that run processes: 1 to [`count`].
pub fn set_online(n: usize) {
    ONLINE.store(n.clamp(1, count()), Ordering::SeqCst);
    schedulers().iter().for_each(Scheduler::unpark);
}

/// Number of the scheduler that the calling thread is, from 1; 0 on other threads.
pub fn current() -> usize {
    CURRENT.get().wrapping_add(1)
}

/// Times a process has been scheduled in.
pub fn context_switches() -> u64 {
    CONTEXT_SWITCHES.load(Ordering::Relaxed)
}

/// Lengths of the run queues.
pub fn run_queue_lengths() -> Vec<usize> {
    schedulers().iter().map(|s| s.len.load(Ordering::Relaxed)).collect()
}

/// Nanoseconds that each scheduler has spent running processes.
pub fn busy_ns() -> Vec<u64> {
    schedulers().iter().map(|s| s.busy_ns.load(Ordering::Relaxed)).collect()
}

/// Reductions that all processes together have executed, as of their last scheduling out.
pub fn reductions() -> u64 {
    schedulers().iter().map(|s| s.reductions.load(Ordering::Relaxed)).sum()
}

/// What the calling scheduler thread runs, for crash dumps.
pub fn current_process() -> Option<&'static Process> {
    let s = schedulers().get(CURRENT.get())?;
    // SAFETY: a process that a scheduler runs is alive; the thread asks about itself.
    unsafe { s.current.load(Ordering::Relaxed).as_ref() }
}

/// Starts a process that has been put into the table.
///
/// # Safety
/// `p` comes from [`process_table::insert`], is complete, and is started once.
pub unsafe fn start(p: *mut Process) {
    // SAFETY: alive, as just made: until it is in a run queue nobody can end it.
    let process = unsafe { &*p };
    // In one step, or somebody's signal could start it, and it could be gone before we are.
    let mut s = process.state.load(Ordering::SeqCst);
    while let Err(now) = process.state.compare_exchange_weak(
        s,
        (s & !state::NEW) | state::QUEUED,
        Ordering::SeqCst,
        Ordering::SeqCst,
    ) {
        s = now;
    }
    enqueue(process);
}

/// Tells a process that a signal has been put into its queue.
#[inline]
pub fn notify(p: &Process) {
    let mut s = p.state.load(Ordering::SeqCst);
    loop {
        let idle =
            s & (state::QUEUED | state::RUNNING | state::DIRTY | state::NEW | state::EXITING) == 0;
        if !idle && s & state::SIGNALS != 0 {
            return;
        }
        let new = s | state::SIGNALS | if idle { state::QUEUED } else { 0 };
        match p.state.compare_exchange_weak(s, new, Ordering::SeqCst, Ordering::SeqCst) {
            Ok(_) if idle => return enqueue(p),
            Ok(_) => return,
            Err(now) => s = now,
        }
    }
}

/// Puts a process whose state says `QUEUED` into a run queue.
fn enqueue(p: &Process) {
    let all = schedulers();
    let bound = p.bound.load(Ordering::Relaxed) as usize;
    let here = CURRENT.get();
    let target = if bound != 0 {
        (bound - 1) % online()
    } else if here < all.len() && here < online() {
        here
    } else {
        ROUND_ROBIN.fetch_add(1, Ordering::Relaxed) % online()
    };
    let s = &all[target];
    let len = {
        let mut queue = s.queue.lock().expect("run queue");
        queue.push(std::ptr::from_ref(p).cast_mut(), p.priority.load(Ordering::Relaxed) as usize);
        s.len.store(queue.len, Ordering::SeqCst);
        queue.len
    };
    if target != here {
        s.unpark();
    }
    if len > 1 && bound == 0 {
        wake_one(all);
    }
}

/// Lets the first scheduler look at the time.
pub(crate) fn wake_first() {
    schedulers()[0].unpark();
}

fn wake_one(all: &[Scheduler]) {
    if all.len() > 1
        && let Some(s) = all[..online()].iter().find(|s| s.parked.load(Ordering::Relaxed))
    {
        s.unpark();
    }
}

/// Starts the scheduler threads; the calling thread becomes the first. Returns when the system
/// halts.
pub fn run() {
    ONLINE.store(system::config().schedulers_online, Ordering::SeqCst);
    for i in 1..count() {
        std::thread::Builder::new()
            .name(format!("{}_scheduler", i + 1))
            .stack_size(8 << 20)
            .spawn(move || scheduler_loop(i))
            .expect("cannot start a scheduler thread");
    }
    scheduler_loop(0);
}

fn scheduler_loop(index: usize) {
    CURRENT.set(index);
    let all = schedulers();
    let me = &all[index];
    let mut machine = interp::Machine::new(index as u32 + 1);
    // The clock is read once for each process that runs: the end of one is the beginning of the
    // next.
    let mut now = system::monotonic_ns();
    loop {
        timer::run_due(now);
        if index >= online() {
            hand_over(me);
        } else if let Some(p) = next(all, index) {
            let guard = crossbeam_epoch::pin();
            me.current.store(p, Ordering::Relaxed);
            run_process(&mut machine, p);
            let end = system::monotonic_ns();
            me.busy_ns.fetch_add(end - now, Ordering::Relaxed);
            now = end;
            me.current.store(std::ptr::null_mut(), Ordering::Relaxed);
            drop(guard);
            continue;
        }
        me.parked.store(true, Ordering::SeqCst);
        let work = |s: &Scheduler| s.len.load(Ordering::SeqCst) != 0;
        // One that has gone offline may still be given what was meant for it before.
        let some = if index >= online() { work(me) } else { all[..online()].iter().any(work) };
        if !some {
            me.park(timer::time_to_next());
        }
        me.parked.store(false, Ordering::SeqCst);
        now = system::monotonic_ns();
    }
}

/// Gives the queue of a scheduler that is not online any more to the first.
fn hand_over(me: &Scheduler) {
    loop {
        let p = {
            let mut queue = me.queue.lock().expect("run queue");
            let p = queue.pop();
            me.len.store(queue.len, Ordering::SeqCst);
            p
        };
        let Some(p) = p else { return };
        // SAFETY: alive, as it was queued.
        enqueue(unsafe { &*p });
    }
}

fn next(all: &[Scheduler], index: usize) -> Option<*mut Process> {
    let me = &all[index];
    if me.len.load(Ordering::SeqCst) != 0 {
        let mut queue = me.queue.lock().expect("run queue");
        let p = queue.pop();
        me.len.store(queue.len, Ordering::SeqCst);
        if p.is_some() {
            return p;
        }
    }
    for k in 1..all.len() {
        let victim = &all[(index + k) % all.len()];
        if victim.len.load(Ordering::Relaxed) == 0 {
            continue;
        }
        let stolen = {
            let mut queue = victim.queue.lock().expect("run queue");
            let stolen = queue.steal();
            victim.len.store(queue.len, Ordering::SeqCst);
            stolen
        };
        if stolen.is_empty() {
            continue;
        }
        let mut queue = me.queue.lock().expect("run queue");
        for p in stolen {
            // SAFETY: alive, as it was queued.
            let priority = unsafe { (*p).priority.load(Ordering::Relaxed) };
            queue.push(p, priority as usize);
        }
        let p = queue.pop();
        me.len.store(queue.len, Ordering::SeqCst);
        return p;
    }
    None
}

fn run_process(machine: &mut interp::Machine, raw: *mut Process) {
    // SAFETY: taken from a run queue: alive, and ours until we put it back.
    let p = unsafe { &*raw };
    CONTEXT_SWITCHES.fetch_add(1, Ordering::Relaxed);
    let mut s = p.state.load(Ordering::SeqCst);
    while let Err(now) = p.state.compare_exchange_weak(
        s,
        (s & !state::QUEUED) | state::RUNNING,
        Ordering::SeqCst,
        Ordering::SeqCst,
    ) {
        s = now;
    }
    // After the change of state: whoever froze us either sees that it runs, or is seen here.
    while FROZEN.load(Ordering::SeqCst) {
        std::thread::park();
    }
    p.with_own(|own| {
        own.reductions_left = SLICE;
        own.scheduler = machine.number();
    });
    loop {
        let s = p.state.load(Ordering::SeqCst);
        if s & (state::SIGNALS | state::EXITING) == state::SIGNALS {
            match signal::handle(p) {
                Handled::Exit => machine.exit(p),
                Handled::Arrived => p.with_own(|own| own.waiting = false),
                Handled::Nothing => {}
            }
        }
        if p.state.load(Ordering::SeqCst) & state::EXITING != 0 {
            p.state.fetch_and(!state::RUNNING, Ordering::SeqCst);
            // SAFETY: it has been finished, so it is out of the table, and it is in no queue.
            unsafe { process_table::free(raw) };
            return;
        }
        let suspended = p.state.load(Ordering::SeqCst) & state::SUSPENDED != 0;
        let asleep = p.with_own(|own| own.waiting);
        if (suspended || asleep) && p.with_own(|own| own.flags.collect != Collect::No) {
            machine.collect_asleep(p);
        }
        if !suspended && !asleep {
            match machine.execute(p) {
                interp::Outcome::Yield => {
                    publish(p);
                    let mut s = p.state.load(Ordering::SeqCst);
                    while let Err(now) = p.state.compare_exchange_weak(
                        s,
                        (s & !state::RUNNING) | state::QUEUED,
                        Ordering::SeqCst,
                        Ordering::SeqCst,
                    ) {
                        s = now;
                    }
                    return enqueue(p);
                }
                interp::Outcome::Wait => {
                    p.with_own(|own| own.waiting = true);
                }
                interp::Outcome::Exited => continue,
                interp::Outcome::Dirty(kind) => {
                    publish(p);
                    p.state.fetch_or(state::DIRTY, Ordering::SeqCst);
                    p.state.fetch_and(!state::RUNNING, Ordering::SeqCst);
                    return dirty::submit(raw, kind);
                }
            }
        }
        publish(p);
        // Sleep, unless signals have come in the meantime.
        let mut s = p.state.load(Ordering::SeqCst);
        loop {
            if s & state::SIGNALS != 0 {
                break;
            }
            let new = s & !state::RUNNING;
            match p.state.compare_exchange_weak(s, new, Ordering::SeqCst, Ordering::SeqCst) {
                Ok(_) => return,
                Err(now) => s = now,
            }
        }
    }
}

/// Makes what other threads may read of a process current.
fn publish(p: &Process) {
    p.with_own(|own| {
        let executed = (SLICE - own.reductions_left).max(0) as u64;
        own.reductions_done = own.reductions_done.wrapping_add(executed);
        if let Some(s) = schedulers().get(CURRENT.get()) {
            s.reductions.fetch_add(executed, Ordering::Relaxed);
        }
        own.reductions_left = SLICE;
        p.reductions.store(own.reductions_done, Ordering::Relaxed);
        p.message_queue_len.store(own.mailbox.len() as u32, Ordering::Relaxed);
        let s = p.heap().sizes();
        let words = (s.block + s.old_block + s.fragments).min(u32::MAX as usize);
        p.heap_words.store(words as u32, Ordering::Relaxed);
    });
}

/// Suspends: the process handles signals, but executes no Erlang. To be called on its own thread.
pub fn suspend_self(p: &Process) {
    p.state.fetch_or(state::SUSPENDED, Ordering::SeqCst);
}

/// Takes back `count` suspensions of process `pid` by process `by`.
pub fn resume_for(pid: u64, by: u64, count: u32) {
    let _ = signal::send(pid, signal::Signal::Run(Box::new(move |p| resume(p, by, count))));
}

/// Takes back `count` suspensions by process `by`; on the process's own thread.
pub fn resume(p: &Process, by: u64, count: u32) {
    let free = p.with_extra(|e| {
        if let Some(s) = e.suspended_by.iter_mut().find(|s| s.0 == by) {
            s.1 = s.1.saturating_sub(count);
        }
        e.suspended_by.retain(|s| s.1 != 0);
        e.suspended_by.is_empty()
    });
    if free {
        p.state.fetch_and(!state::SUSPENDED, Ordering::SeqCst);
        // It is running just now (to handle this): let it look for what it was at.
        let _ = signal::send_to(p, signal::Signal::Run(Box::new(|_| {})));
    }
}

/// What is done when a process goes.
type ExitHook = fn(&Process);
/// The hooks; read at every exit of a process, so without a lock.
static EXIT_HOOKS: [OnceLock<ExitHook>; 8] = [const { OnceLock::new() }; 8];

/// Adds what is to be done when any process goes (ETS tables, timers); once for each hook.
pub fn add_exit_hook(hook: ExitHook) {
    let added = EXIT_HOOKS.iter().any(|slot| slot.set(hook).is_ok());
    assert!(added, "more than {} exit hooks", EXIT_HOOKS.len());
}

pub(crate) fn run_exit_hooks(p: &Process) {
    EXIT_HOOKS.iter().map_while(OnceLock::get).for_each(|hook| hook(p));
}

/// Threads that execute what would block or hold up a scheduler.
mod dirty {
    use super::*;

    #[derive(Default)]
    struct Pool {
        queue: Mutex<(VecDeque<Entry>, usize, usize)>,
        condvar: Condvar,
    }

    static IO: OnceLock<Pool> = OnceLock::new();
    static CPU: OnceLock<Pool> = OnceLock::new();

    /// Hands a process with a dirty built-in to execute to a pool, which gets another thread if all
    /// are busy and there may be more.
    pub(super) fn submit(p: *mut Process, kind: BifKind) {
        let (pool, limit, name) = if kind == BifKind::DirtyCpu {
            (CPU.get_or_init(Pool::default), system::config().dirty_cpu, "dcpu")
        } else {
            (IO.get_or_init(Pool::default), system::config().dirty_io, "dio")
        };
        let mut q = pool.queue.lock().expect("dirty queue");
        q.0.push_back(Entry(p));
        let (threads, idle) = (q.1, q.2);
        if idle < q.0.len() && threads < limit {
            q.1 += 1;
            std::thread::Builder::new()
                .name(format!("{}_{name}", threads + 1))
                .spawn(move || work(pool))
                .expect("cannot start a dirty scheduler thread");
        }
        drop(q);
        pool.condvar.notify_one();
    }

    fn work(pool: &'static Pool) {
        loop {
            let Entry(raw) = {
                let mut q = pool.queue.lock().expect("dirty queue");
                q.2 += 1;
                while q.0.is_empty() {
                    q = pool.condvar.wait(q).expect("dirty queue");
                }
                q.2 -= 1;
                q.0.pop_front().expect("not empty")
            };
            // SAFETY: submitted by a scheduler that has given it up; it is ours until we put it
            // back.
            let p = unsafe { &*raw };
            interp::execute_dirty(p);
            let mut s = p.state.load(Ordering::SeqCst);
            while let Err(now) = p.state.compare_exchange_weak(
                s,
                (s & !state::DIRTY) | state::QUEUED,
                Ordering::SeqCst,
                Ordering::SeqCst,
            ) {
                s = now;
            }
            enqueue(p);
        }
    }
}
