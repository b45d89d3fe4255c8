//! The scheduler: threads, run queues, stealing, sleeping; and the dirty pools beside it.

pub mod biased;
pub mod binding;
pub mod blocking;
mod chance;
mod claim;
pub mod dirty;
pub mod leftovers;
mod queue;

use crate::barrier::membarrier;
use crate::microstates::{self, State};
use crate::port::{self, poller};
pub use crate::process::FULL;

use crate::process::{Collect, Exclusive, NOT_LENT, Own, Process, Running};
use crate::signal::{self, Handled};
use crate::{ets, interp, process_table, system, system_monitor, system_profile, timer, trace};
use chance::Chance;
pub(crate) use claim::{Claimed, claim};
use leftovers::Leftovers;
use probes::{fire, text};
use queue::{Entry, NORMAL, RunQueue};
use std::cell::Cell;
use std::sync::atomic::{
    AtomicBool, AtomicI32, AtomicPtr, AtomicU8, AtomicU64, AtomicUsize, Ordering, compiler_fence,
    fence,
};
use std::sync::{Condvar, Mutex, OnceLock};
use std::time::Duration;
use tune::Tune;

/// Whether no slice may begin any more, because a crash dump is being written.
static FROZEN: AtomicBool = AtomicBool::new(false);

/// Keeps all other threads from running processes, for good: the emulator is about to end. After
/// this, [`is_running`] of a process that does not run stays false.
pub fn freeze() {
    FROZEN.store(true, Ordering::SeqCst);
    // Schedulers say what they run and then look whether they may, without a fence between: this
    // is the fence, for all of them.
    membarrier(libc::MEMBARRIER_CMD_GLOBAL);
}

/// Whether a scheduler is running this process, or doing something to it.
pub fn is_running(p: &Process) -> bool {
    let has = |place: &AtomicPtr<Process>| std::ptr::eq(place.load(Ordering::SeqCst), p);
    schedulers().iter().any(|s| has(&s.current) || s.claimed.iter().any(has))
}

struct Scheduler {
    index: usize,
    queue: RunQueue,
    sleep: AtomicU8,
    wake: Mutex<bool>,
    condvar: Condvar,
    /// The process that it runs.
    current: AtomicPtr<Process>,
    /// Processes that do not run and that it has claimed for a moment.
    claimed: [AtomicPtr<Process>; claim::MOST],
    /// Reductions that the running slice has in all. Only its own thread writes.
    slice: AtomicI32,
    /// Processes have come into its queue since it was last asked whether that is work for two.
    /// Only its own thread writes.
    more: AtomicBool,
    counters: Counters,
    bound: binding::Bound,
    chance: Chance,
}

/// Whether a scheduler sleeps.
mod sleep {
    /// No.
    pub const AWAKE: u8 = 0;
    /// For a short while: there are processes elsewhere, but too little work to share.
    pub const WATCHING: u8 = 1;
    /// Until there is something to do: nobody had anything.
    pub const DEEP: u8 = 2;
}

/// How long a scheduler sleeps at most that is woken for all that happens.
const LONG: Duration = Duration::from_secs(10);
/// The cost of switching to a process, in reductions, beside those that it executes.
const SWITCH_COST: u64 = 10;

/// The counters of a scheduler. Only its own thread writes them.
#[derive(Default)]
#[repr(align(128))]
struct Counters {
    /// Nanoseconds that it has been busy, before `busy_since`.
    busy_ns: AtomicU64,
    /// Since when it has been busy, as [`system::monotonic_ns`]; 0 while it is not.
    busy_since: AtomicU64,
    /// Reductions executed.
    reductions: AtomicU64,
    /// Times a process has been scheduled in.
    switches: AtomicU64,
    /// How many of these switches were to processes of more than normal priority.
    urgent: AtomicU64,
    /// Reductions that slices usually take.
    per_slice: AtomicU64,
}

/// Adds to a counter that no other thread writes.
#[inline]
fn add(counter: &AtomicU64, n: u64) {
    counter.store(counter.load(Ordering::Relaxed).wrapping_add(n), Ordering::Relaxed);
}

impl Scheduler {
    fn new(index: usize, schedulers: usize) -> Scheduler {
        Scheduler {
            index,
            queue: RunQueue::new(schedulers),
            sleep: AtomicU8::new(sleep::AWAKE),
            wake: Mutex::new(false),
            condvar: Condvar::new(),
            current: AtomicPtr::default(),
            claimed: Default::default(),
            slice: AtomicI32::new(FULL),
            more: AtomicBool::new(false),
            counters: Counters::default(),
            bound: binding::Bound::new(),
            chance: Chance::new(tune::get(Tune::ScheduleSeed), index),
        }
    }

    fn unpark(&self) {
        if self.sleep.load(Ordering::SeqCst) == sleep::AWAKE {
            return;
        }
        if poller::is_claimed_by(self.index) {
            poller::interrupt();
        } else {
            *self.wake.lock().expect("scheduler") = true;
            self.condvar.notify_one();
        }
    }

    /// The usual cost of a slice lately, in reductions.
    fn per_slice(&self) -> u64 {
        self.counters.per_slice.load(Ordering::Relaxed) + SWITCH_COST
    }

    /// Reductions that wait to be executed.
    fn backlog(&self) -> u64 {
        self.queue.len() as u64 * self.per_slice()
    }

    /// Whether a scheduler without work should take half of this one's at once: waking it and
    /// moving processes from cache to cache costs little against the work.
    fn has_to_share(&self) -> bool {
        self.backlog() >= u64::from(tune::get(Tune::ShareBacklog))
            && self.per_slice() >= u64::from(tune::get(Tune::ShareSlice))
    }

    fn park(&self, timeout: Duration) {
        fire!(move maser::sched__park, self.index, timeout.as_micros() as u64);
        let _asleep = microstates::within(State::Sleep);
        let mut wake = self.wake.lock().expect("scheduler");
        if !*wake {
            wake = self.condvar.wait_timeout(wake, timeout).expect("scheduler").0;
        }
        *wake = false;
        fire!(move maser::sched__up, self.index);
    }
}

static SCHEDULERS: OnceLock<Box<[Scheduler]>> = OnceLock::new();
/// How many schedulers are to run processes, and how many do: fewer while that is blocked.
static WANTED_ONLINE: AtomicUsize = AtomicUsize::new(1);
static ONLINE: AtomicUsize = AtomicUsize::new(1);
static ROUND_ROBIN: AtomicUsize = AtomicUsize::new(0);
static COMPARED: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static CURRENT: Cell<usize> = const { Cell::new(usize::MAX) };
    static IN_SLICE: Cell<bool> = const { Cell::new(false) };
}

fn schedulers() -> &'static [Scheduler] {
    SCHEDULERS.get_or_init(|| {
        let n = system::config().schedulers;
        (0..n).map(|i| Scheduler::new(i, n)).collect()
    })
}

/// Number of scheduler threads.
pub fn count() -> usize {
    schedulers().len()
}

/// Number of schedulers that run processes.
fn online() -> usize {
    ONLINE.load(Ordering::Relaxed)
}

/// Number of schedulers that run processes unless they are blocked.
pub fn wanted_online() -> usize {
    WANTED_ONLINE.load(Ordering::Relaxed)
}

/// Sets the number of schedulers that run processes: 1 to [`count`].
pub fn set_online(n: usize) {
    WANTED_ONLINE.store(n.clamp(1, count()), Ordering::SeqCst);
    blocking_changed();
}

/// Makes the number of schedulers that run processes what it is to be now.
fn blocking_changed() {
    static CHANGING: Mutex<()> = Mutex::new(());
    let _changing = CHANGING.lock().expect("online");
    let n = if blocking::is_blocked() { 1 } else { wanted_online() };
    if ONLINE.swap(n, Ordering::SeqCst) != n {
        schedulers().iter().for_each(Scheduler::unpark);
    }
}

/// How often busy schedulers have compared what they have to do with what others have.
pub fn comparisons() -> u64 {
    COMPARED.load(Ordering::Relaxed)
}

/// Number of the scheduler that the calling thread is, from 1; 0 on other threads.
pub fn current() -> usize {
    CURRENT.get().wrapping_add(1)
}

/// Whether the calling thread is a scheduler that runs a process: it is pinned meanwhile.
#[inline]
pub fn is_in_slice() -> bool {
    IN_SLICE.get()
}

/// Times a process has been scheduled in.
pub fn context_switches() -> u64 {
    schedulers().iter().map(|s| s.counters.switches.load(Ordering::Relaxed)).sum()
}

/// Lengths of the run queues.
pub fn run_queue_lengths() -> Vec<usize> {
    schedulers().iter().map(|s| s.queue.len()).collect()
}

/// Whether each scheduler executes a process just now.
pub fn running() -> Vec<bool> {
    let busy = |s: &Scheduler| s.counters.busy_since.load(Ordering::Relaxed) != 0;
    schedulers().iter().map(busy).collect()
}

/// Nanoseconds that each scheduler has been busy.
pub fn busy_ns() -> Vec<u64> {
    let busy = |s: &Scheduler| {
        let since = s.counters.busy_since.load(Ordering::Relaxed);
        let now = if since == 0 { 0 } else { system::monotonic_ns().saturating_sub(since) };
        s.counters.busy_ns.load(Ordering::Relaxed) + now
    };
    schedulers().iter().map(busy).collect()
}

/// Reductions that all processes together have executed, as of their last scheduling out.
pub fn reductions() -> u64 {
    schedulers().iter().map(|s| s.counters.reductions.load(Ordering::Relaxed)).sum()
}

/// The process that the calling scheduler thread runs, for crash dumps. The reference must not be
/// used after the slice of the process.
pub fn current_process() -> Option<&'static Process> {
    let s = schedulers().get(CURRENT.get())?;
    // SAFETY: the pointer is null or the process that the calling thread runs, and that thread
    // itself takes the process off `current` before it frees it.
    unsafe { s.current.load(Ordering::Relaxed).as_ref() }
}

/// Starts a process that has been put into the table.
///
/// # Safety
/// `p` comes from [`process_table::insert`], is complete, and is started once.
pub unsafe fn start(p: *mut Process) {
    // SAFETY: the caller has just put the process into the table, complete. Until it is in a run
    // queue no thread runs it, so none can end and free it.
    enqueue(unsafe { &*p });
}

/// Tells a process that a signal has been put into its queue.
#[inline]
pub fn notify(p: &Process) {
    if p.state.notify() {
        enqueue(p);
    }
}

/// Lets a process handle its signals, but nothing else, at this priority if that is higher than its
/// own: a process waits for the answer. To be called after [`notify`]: the scheduler that runs the
/// process and takes the lent priority must see that there are signals.
pub(crate) fn lend_priority(p: &Process, priority: u8) {
    if priority >= p.priority.load(Ordering::Relaxed) {
        return;
    }
    // A thread that puts the process into a queue from now on sees the priority. In the queue where
    // the process is already, `raise` finds it.
    p.lent_priority.fetch_min(priority, Ordering::SeqCst);
    if p.state.bits().is_active() && current() != 0 {
        let here = CURRENT.get();
        // SAFETY: the calling thread is a scheduler, for `current` is not 0, and `here` is its
        // index: `is_owner` is true for its own queue only.
        schedulers().iter().for_each(|s| unsafe { s.queue.raise(p, s.index == here) });
    }
}

/// Puts a process whose state says `ACTIVE` into a run queue.
fn enqueue(p: &Process) {
    let all = schedulers();
    let entry = Entry(std::ptr::from_ref(p).cast_mut());
    let bound = p.bound.load(Ordering::Relaxed) as usize;
    let (here, online) = (CURRENT.get(), online());
    let target = match bound {
        0 if here < online => here,
        0 => all[..online]
            .iter()
            .position(|s| s.sleep.load(Ordering::SeqCst) != sleep::AWAKE)
            .unwrap_or_else(|| ROUND_ROBIN.fetch_add(1, Ordering::Relaxed) % online),
        bound => (bound - 1) % online,
    };
    fire!(move maser::sched__runnable, p.id, target);
    let s = &all[target];
    if target != here {
        s.queue.hand_in(entry);
        return s.unpark();
    }
    // SAFETY: `here` is the index of this thread's scheduler, and `target` is the same: the caller
    // is the owner of the queue.
    unsafe { s.queue.push(entry) };
    // No other scheduler is woken yet: the process that runs here comes to the end of its slice
    // first. It may have sent an answer as the last thing before its exit. A process that got the
    // answer on another scheduler would still find it alive, and for long if the operating system
    // has given this processor to the thread that was woken.
    if bound == 0 {
        s.more.store(true, Ordering::Relaxed);
    }
}

/// Wakes another scheduler if there is enough to do for two, or if nobody watches whether this one
/// gets to what it has.
fn call_help(me: &Scheduler, online: &[Scheduler]) {
    // A scheduler that lies down either sees what has come into the queue, or is seen here.
    fence(Ordering::SeqCst);
    let asleep = |how: u8| online.iter().find(|s| s.sleep.load(Ordering::SeqCst) == how);
    if let Some(watcher) = asleep(sleep::WATCHING) {
        if me.has_to_share() {
            watcher.unpark();
        }
    } else if let Some(sleeper) = asleep(sleep::DEEP) {
        sleeper.unpark();
    }
}

/// Lets the scheduler that sleeps until the next timer look again when that is due.
pub(crate) fn timers_changed() {
    poller::interrupt();
}

/// Starts the scheduler threads; the calling thread becomes the first. Returns when the system
/// halts, or why a thread cannot be started.
pub fn run() -> Result<(), String> {
    set_online(system::config().schedulers_online);
    binding::configure(system::config());
    for i in 1..count() {
        std::thread::Builder::new()
            .name(format!("{}_scheduler", i + 1))
            .stack_size(stack_bytes())
            .spawn(move || scheduler_loop(i))
            .map_err(|e| format!("cannot start scheduler {}: {e}", i + 1))?;
    }
    scheduler_loop(0);
    Ok(())
}

/// Reductions that a slice counts for, beside those that it executes, when it is decided whether to
/// look at the clock again.
const SLICE_OVERHEAD: u64 = 100;

/// For how many slices a scheduler may stay pinned, if each executes fewer reductions than this.
const SLICES_PINNED: u32 = 4;
const SHORT_SLICE: u64 = 200;

/// Bytes of the stack of a scheduler's thread. They are addresses; what is used of them takes
/// memory.
pub fn stack_bytes() -> usize {
    term::memory::share(8 << 20, 128, 512 << 10)
}

/// Bytes of the stack of any other thread, in the same way.
pub fn small_stack_bytes() -> usize {
    term::memory::share(2 << 20, 1024, 128 << 10)
}

/// A tunable that is in microseconds.
fn time(which: Tune) -> Duration {
    Duration::from_micros(tune::get(which).into())
}

/// Starts a thread beside the schedulers, which the emulator cannot do without.
pub fn start_thread(name: &str, run: impl FnOnce() + Send + 'static) {
    let builder = std::thread::Builder::new().name(name.into()).stack_size(small_stack_bytes());
    if let Err(e) = builder.spawn(run) {
        term::fatal::end(format_args!("Failed to create a thread ({name}): {e}"));
    }
}

fn scheduler_loop(index: usize) {
    CURRENT.set(index);
    binding::begins(index);
    port::flush::is_scheduler();
    let all = schedulers();
    let me = &all[index];
    microstates::open(microstates::Kind::Scheduler, index + 1);
    let mut machine = interp::Machine::new(index as u32 + 1);
    let mut habits = Habits {
        seen: vec![u64::MAX; all.len()],
        compared: vec![Ran::default(); all.len()],
        eager: 0,
        inactive: false,
        leftovers: Leftovers::default(),
    };
    let mut now = system::monotonic_ns();
    loop {
        timer::run_due(now);
        port::flush::run();
        if index >= online() {
            hand_over(me);
        } else if let Some(p) = next(all, index, &habits.seen) {
            let begun = now;
            me.counters.busy_since.store(begun, Ordering::Relaxed);
            habits.leftovers.may_come(begun, me.counters.busy_ns.load(Ordering::Relaxed));
            microstates::enter(State::Emulator);
            if habits.inactive {
                habits.inactive = false;
                system_profile::scheduler(index + 1, true, || awake(all));
            }
            run_all(all, index, &mut machine, p, &mut habits);
            me.counters.busy_since.store(0, Ordering::Relaxed);
            microstates::enter(State::Other);
            now = system::monotonic_ns();
            add(&me.counters.busy_ns, now - begun);
            continue;
        }
        let aux = microstates::within(State::Aux);
        ets::settle();
        habits.leftovers.give_back(now, me.counters.busy_ns.load(Ordering::Relaxed));
        drop(aux);
        lie_down(all, index, &mut habits);
        now = system::monotonic_ns();
    }
}

/// Sleeps, unless there is something to do.
///
/// While others are at work this one watches them. When all of them sleep, one does so in the
/// poller, and it alone heeds timers; so what one core can do wakes no other.
fn lie_down(all: &[Scheduler], index: usize, habits: &mut Habits) {
    let me = &all[index];
    let online = &all[..online()];
    let has_work = |s: &Scheduler| s.queue.len() != 0;
    let is_awake = |s: &Scheduler| s.sleep.load(Ordering::SeqCst) == sleep::AWAKE;
    if index >= online.len() {
        // If this scheduler was the one that polled, another one has to.
        call_help(me, online);
        tell_inactive(all, index, habits);
        me.sleep.store(sleep::DEEP, Ordering::SeqCst);
        // Processes that were meant for it before it went offline may still come.
        if !has_work(me) {
            me.park(LONG.min(habits.leftovers.longest_sleep()));
        }
        return me.sleep.store(sleep::AWAKE, Ordering::SeqCst);
    }
    tell_inactive(all, index, habits);
    me.sleep.store(sleep::WATCHING, Ordering::SeqCst);
    if has_work(me) || online.iter().any(Scheduler::has_to_share) {
        return me.sleep.store(sleep::AWAKE, Ordering::SeqCst);
    }
    // A scheduler that goes offline may be awake, too, and may still hold the poller.
    let others_are_up = || all.iter().any(is_awake) || online.iter().any(has_work);
    if others_are_up() {
        let switches = |s: &Scheduler| s.counters.switches.load(Ordering::Relaxed);
        habits.seen = all.iter().map(switches).collect();
        me.park(timer::time_to_next().min(time(Tune::WatchPeriod)));
        me.sleep.store(sleep::AWAKE, Ordering::SeqCst);
        poller::poll_now(index);
        return balance(all, index, &mut habits.compared);
    }
    if ets::settle_more() {
        me.sleep.store(sleep::AWAKE, Ordering::SeqCst);
        return poller::poll_now(index);
    }
    let claim = poller::claim(index);
    me.sleep.store(sleep::DEEP, Ordering::SeqCst);
    // Schedulers that have begun to work in the meantime either see that nobody watches them, or
    // are seen here.
    if !others_are_up() {
        match claim {
            Some(claim) => habits.poll(me, &claim),
            None => me.park(LONG.min(habits.leftovers.longest_sleep())),
        }
    }
    me.sleep.store(sleep::AWAKE, Ordering::SeqCst);
}

/// How often a scheduler has run processes, and how often those of more than normal priority.
#[derive(Copy, Clone, Default)]
struct Ran {
    switches: u64,
    urgent: u64,
}

impl Ran {
    /// Notes what a scheduler has run. Gives whether it has run processes since the last note, all
    /// of more than normal priority.
    fn only_urgent(&mut self, s: &Scheduler) -> bool {
        let before = *self;
        self.switches = s.counters.switches.load(Ordering::Relaxed);
        self.urgent = s.counters.urgent.load(Ordering::Relaxed);
        let urgent = self.urgent.wrapping_sub(before.urgent);
        urgent != 0 && urgent >= self.switches.wrapping_sub(before.switches)
    }
}

/// How many schedulers do not sleep.
fn awake(all: &[Scheduler]) -> usize {
    all.iter().filter(|s| s.sleep.load(Ordering::Relaxed) == sleep::AWAKE).count()
}

/// The system's profiler is told once, until there is something to do again.
fn tell_inactive(all: &[Scheduler], index: usize, habits: &mut Habits) {
    if !habits.inactive {
        habits.inactive = true;
        system_profile::scheduler(index + 1, false, || awake(all) - 1);
    }
}

/// A scheduler's memory of its rests, and of what it has seen of others.
struct Habits {
    /// How often each scheduler had switched processes when this one last began to watch.
    seen: Vec<u64>,
    /// The runs of each scheduler when this one last compared queues.
    compared: Vec<Ran>,
    /// In how many of the next rests it stays awake for a moment, because sleeps have been short
    /// lately.
    eager: u32,
    /// It has nothing to do, which the system's profiler has been told if there was one.
    inactive: bool,
    leftovers: Leftovers,
}

impl Habits {
    /// Sleeps in the poller. A scheduler that has been woken soon lately stays awake for a moment:
    /// waking a processor takes longer than many a program takes to answer.
    fn poll(&mut self, me: &Scheduler, claim: &poller::Claim) {
        let mut happened = claim.wait(Duration::ZERO);
        if happened.is_nothing() {
            let begun = system::monotonic_ns();
            let slept = || Duration::from_nanos(system::monotonic_ns() - begun);
            while self.eager > 0 && happened.is_nothing() && slept() < time(Tune::SpinTime) {
                happened = claim.wait(Duration::ZERO);
            }
            if happened.is_nothing() {
                let longest = timer::time_to_next().min(self.leftovers.longest_sleep());
                fire!(move maser::sched__park, me.index, longest.as_micros() as u64);
                happened = claim.wait(longest);
                fire!(move maser::sched__up, me.index);
            }
            self.eager = match slept() < time(Tune::SpinBelow) {
                true => tune::get(Tune::SpinRests),
                false => self.eager.saturating_sub(1),
            };
        }
        // This comes before the events are handled, for the work that they bring is for this
        // scheduler.
        me.sleep.store(sleep::AWAKE, Ordering::SeqCst);
        happened.handle();
    }
}

/// Runs this process and others, as long as there are any. The clock, which is as dear as a small
/// process, is looked at now and then.
fn run_all(
    all: &[Scheduler],
    index: usize,
    machine: &mut interp::Machine,
    first: Entry,
    habits: &mut Habits,
) {
    // This process may run for long. Another scheduler is woken, so that timers and descriptors do
    // not wait for it.
    call_help(&all[index], &all[..online()]);
    let mut next_one = Some(first);
    let (mut work, mut compare_at, mut poll_at) = (0, 0, 0);
    let (mut pinned, mut slices) = (None, 0_u32);
    while let Some(Entry(p)) = next_one {
        let guard = pinned.take().unwrap_or_else(crossbeam_epoch::pin);
        IN_SLICE.set(true);
        let before = all[index].counters.reductions.load(Ordering::Relaxed);
        let Turn { again, freed } = run_process(&all[index], machine, p);
        port::flush::run();
        IN_SLICE.set(false);
        let executed = all[index].counters.reductions.load(Ordering::Relaxed) - before;
        // Pinning takes as long as sending a small message, so a pin is kept for some short slices.
        // It is not kept longer: others may wait for this thread to unpin, and the memory of a
        // process that has ended is used again best while it is in the cache.
        slices = slices.wrapping_add(1);
        let on = !freed && executed < SHORT_SLICE && !slices.is_multiple_of(SLICES_PINNED);
        pinned = on.then_some(guard);
        work += SLICE_OVERHEAD + executed;
        if work >= u64::from(tune::get(Tune::ClockPeriod)) {
            work = 0;
            let now = system::monotonic_ns();
            let other = microstates::within(State::Other);
            timer::run_due(now);
            drop(other);
            if index >= online() {
                // SAFETY: the process that is to go on is alive: `run_process` gives it only if it
                // has not ended, and it is in no queue, so no other thread can run and end it.
                return again.iter().for_each(|entry| enqueue(unsafe { &*entry.0 }));
            }
            if now >= poll_at {
                poll_at = now + time(Tune::PollPeriod).as_nanos() as u64;
                poller::poll_now(index);
            }
            if online() > 1 && now >= compare_at {
                compare_at = now + time(Tune::WatchPeriod).as_nanos() as u64;
                balance(all, index, &mut habits.compared);
                COMPARED.fetch_add(1, Ordering::Relaxed);
            }
        }
        next_one = again.or_else(|| next(all, index, &habits.seen));
        if all[index].more.load(Ordering::Relaxed) {
            all[index].more.store(false, Ordering::Relaxed);
            if all[index].queue.len() != 0 {
                call_help(&all[index], &all[..online()]);
            }
        }
    }
}

/// Gives the queue of a scheduler that is not online any more to others.
fn hand_over(me: &Scheduler) {
    // SAFETY: `me` is the calling thread's scheduler, so the caller is the owner of its queue.
    while let Some(entry) = unsafe { me.queue.pop() } {
        // SAFETY: the process is alive: it was in the queue, and no other thread can take it now.
        enqueue(unsafe { &*entry.0 });
    }
}

fn next(all: &[Scheduler], index: usize, seen: &[u64]) -> Option<Entry> {
    let me = &all[index];
    if me.chance.draws() {
        // SAFETY: `index` is that of the calling thread's scheduler, so the caller is the owner of
        // the queue.
        unsafe { me.queue.shuffle(&me.chance) };
    }
    // SAFETY: `me` is the calling thread's scheduler, so the caller is the owner of its queue.
    if let Some(entry) = unsafe { me.queue.pop() } {
        return Some(entry);
    }
    for k in 1..all.len() {
        let other = (index + k) % all.len();
        let victim = &all[other];
        let len = victim.queue.len();
        let most = if victim.has_to_share() {
            len.div_ceil(2)
        } else if victim.counters.switches.load(Ordering::Relaxed) == seen[other] {
            // It has been at the same process for long, or does not get the processor.
            len.min(tune::size(Tune::MoveHeldUp))
        } else {
            0
        };
        if most != 0 {
            steal(me, victim, most, 0);
            // SAFETY: `me` is the calling thread's scheduler, so the caller is the owner of its
            // queue.
            return unsafe { me.queue.pop() };
        }
    }
    None
}

/// Moves up to `most` processes, of the priorities from `from` on, from one scheduler to another,
/// which is the calling thread's.
fn steal(me: &Scheduler, victim: &Scheduler, most: usize, from: usize) {
    let taken = victim.queue.steal(most, from);
    fire!(maser::sched__steal, me.index, victim.index, taken.len());
    // SAFETY: `me` is the calling thread's scheduler, so the caller is the owner of its queue.
    unsafe { taken.into_iter().for_each(|entry| me.queue.push(entry)) };
}

/// Takes some processes, even light ones, from a scheduler that has much more to do, or that does
/// not come to them because it has those of higher priority to run.
fn balance(all: &[Scheduler], index: usize, compared: &mut [Ran]) {
    let me = &all[index];
    let (mut busy, mut kept_waiting) = (false, None);
    for (s, ran) in all.iter().zip(compared) {
        if !ran.only_urgent(s) {
        } else if s.index == index {
            busy = true;
        } else if s.queue.len() != 0 {
            kept_waiting = Some(s);
        }
    }
    if busy {
        return;
    }
    if let Some(victim) = kept_waiting {
        let most = victim.queue.len().div_ceil(2).min(tune::size(Tune::MoveMost));
        return steal(me, victim, most, usize::from(NORMAL));
    }
    let Some(victim) = all.iter().max_by_key(|s| s.backlog()) else { return };
    let (mine, theirs) = (me.backlog(), victim.backlog());
    if theirs >= u64::from(tune::get(Tune::ShareBacklog)) && theirs / 2 > mine {
        steal(me, victim, (victim.queue.len() / 2).min(tune::size(Tune::MoveMost)), 0);
    }
}

/// The outcome of a slice for the loop that runs processes.
struct Turn {
    /// The process, if it is to go on at once: no other process waits here, and a process that is
    /// in a queue even for a moment is taken for work that others should share.
    again: Option<Entry>,
    /// It has ended.
    freed: bool,
}

/// Runs a process for a slice.
fn run_process(me: &Scheduler, machine: &mut interp::Machine, raw: *mut Process) -> Turn {
    // SAFETY: the process has been taken from a run queue, so it is alive, and its state keeps
    // others from claiming it until it is in a queue again or sleeps.
    let mut p = unsafe { Exclusive::assume(&*raw) };
    add(&me.counters.switches, 1);
    if p.priority.load(Ordering::Relaxed) < NORMAL {
        add(&me.counters.urgent, 1);
    }
    me.current.store(raw, Ordering::Relaxed);
    compiler_fence(Ordering::SeqCst);
    // A thread that freezes the schedulers either sees that the process runs, or is seen here: see
    // `freeze`.
    while FROZEN.load(Ordering::Relaxed) {
        std::thread::park();
    }
    p.own().scheduler = machine.number();
    fill(me, &mut p);
    let only_signals = take_lent_priority(&p);
    let goes = run_slice(me, machine, &mut p, only_signals);
    // This comes before the process is in a queue again: else it would seem to run here and on
    // another scheduler.
    me.current.store(std::ptr::null_mut(), Ordering::Release);
    let mut turn = Turn { again: None, freed: false };
    match goes {
        Goes::On if me.queue.len() == 0 && p.bound.load(Ordering::Relaxed) == 0 => {
            turn.again = Some(Entry(raw));
        }
        Goes::On => enqueue(&p),
        Goes::ToSleep => {}
        Goes::Away => {
            turn.freed = true;
            // SAFETY: the process has ended, so it is out of the table. It is in no run queue: this
            // thread took it from one, and its state stays active, so that no signal puts it into
            // one again. `p` and `raw` are not used again.
            unsafe { process_table::free(raw) }
        }
    }
    turn
}

/// Gives a process the reductions of a slice; what it has executed stays the same.
fn fill(me: &Scheduler, p: &mut Exclusive<'_>) {
    let most = tune::get(Tune::Slice);
    let draws = me.chance.draws() && p.state.bits().is_drawn();
    let slice = if draws { me.chance.slice(most) } else { most } as i32;
    me.slice.store(slice, Ordering::Relaxed);
    let left = p.own_ref().left();
    p.own().reductions_left = slice;
    p.count_reductions(i64::from(slice) - i64::from(left));
}

/// Draws the order of this process and of those that it spawns from a seed from now on, or, with 0,
/// not any more; it has used up its slice.
pub fn seed(p: &mut Running<'_>, seed: u32) {
    if seed != 0 {
        p.state.be_drawn();
    }
    schedulers().iter().for_each(|s| s.chance.begin(seed, s.index));
    end_slice(p);
}

/// Lets a process give up the rest of its slice. On the thread that runs it.
pub fn end_slice(p: &mut Running<'_>) {
    // The rest, and no more: reductions are counted.
    let unused = p.own_ref().left().max(0);
    p.own().reductions_left -= unused;
    p.count_reductions(-i64::from(unused));
}

/// Reductions that a process has executed in all. On the thread that runs it, or while none does.
pub fn executed(p: &Running<'_>) -> u64 {
    let now = i64::from(FULL) - i64::from(p.own_ref().left());
    let before = p.reductions.load(Ordering::Relaxed);
    before.wrapping_add_signed(now).cast_signed().max(0) as u64
}

/// Reductions that a process has executed in the slice in which it is. On the thread that runs it.
pub fn executed_in_slice(p: &Running<'_>) -> u64 {
    schedulers().get(CURRENT.get()).map_or(0, |me| executed_of_slice(me, p.own_ref()))
}

fn executed_of_slice(me: &Scheduler, own: &Own) -> u64 {
    let slice = i64::from(me.slice.load(Ordering::Relaxed));
    (slice - i64::from(own.left())).max(0) as u64
}

/// Whether a process is run before its turn, because of a priority that it has been lent.
fn take_lent_priority(p: &Process) -> bool {
    let lent = p.lent_priority.load(Ordering::Relaxed);
    if lent == NOT_LENT {
        return false;
    }
    // The signals that it has been lent for are in the queue, to be handled next.
    let lent = p.lent_priority.swap(NOT_LENT, Ordering::SeqCst);
    lent < p.priority.load(Ordering::Relaxed)
}

/// Where a process goes after a slice.
enum Goes {
    /// Into a run queue.
    On,
    /// It waits for a signal. Another thread may run or claim it already.
    ToSleep,
    /// It has ended.
    Away,
}

fn run_slice(
    me: &Scheduler,
    machine: &mut interp::Machine,
    p: &mut Exclusive<'_>,
    only_signals: bool,
) -> Goes {
    loop {
        let s = p.state.bits();
        if s.has_signals_to_handle() {
            match signal::handle(&mut p.running()) {
                Handled::Exit => machine.exit(p),
                Handled::Arrived => p.own().waiting = false,
                Handled::Nothing => {}
            }
        }
        let s = p.state.bits();
        if s.is_exiting() {
            if probes::slices_are_watched() {
                system_profile::exited(&mut p.running());
            }
            publish(me, p);
            return Goes::Away;
        }
        if p.own_ref().flags.is_to_leave_literals() {
            machine.leave_literals(p);
        }
        let suspended = s.is_suspended();
        let asleep = p.own_ref().waiting || p.own_ref().in_dirty_call;
        if (suspended || asleep) && p.own_ref().flags.collect != Collect::No {
            machine.collect_asleep(p);
        }
        if !suspended && !asleep {
            if only_signals {
                publish(me, p);
                return Goes::On;
            }
            let traced = s.is_traced();
            let outcome = match traced || probes::slices_are_watched() {
                false => machine.execute(p),
                true => observed(me, machine, p, traced),
            };
            match outcome {
                interp::Outcome::Yield => {
                    machine.slice_over(p);
                    publish(me, p);
                    return Goes::On;
                }
                interp::Outcome::Wait => {
                    p.own().waiting = true;
                    p.heap().rests();
                }
                interp::Outcome::Exited => continue,
            }
        }
        if p.own_ref().flags.is_to_leave_literals() {
            continue;
        }
        publish(me, p);
        // Sleep, unless signals have come in the meantime.
        me.current.store(std::ptr::null_mut(), Ordering::Relaxed);
        if p.state.sleep() {
            return Goes::ToSleep;
        }
        me.current.store(std::ptr::from_ref(p.process()).cast_mut(), Ordering::Relaxed);
        fill(me, p);
    }
}

/// Executes a process; some, or all, of those who observe slices are told.
#[cold]
#[inline(never)]
fn observed(
    me: &Scheduler,
    machine: &mut interp::Machine,
    p: &mut Exclusive<'_>,
    traced: bool,
) -> interp::Outcome {
    if traced {
        trace::events::slice_begins(&mut p.running());
    }
    system_profile::slice_begins(&mut p.running());
    let watched = system_monitor::slice_begins().map(|b| (b, p.own_ref().pc));
    fire!(erlang::process__scheduled, text!("{}", p.pid()), at(p));
    fire!(maser::sched__running, p.id, me.index);
    let outcome = machine.execute(p);
    fire!(erlang::process__unscheduled, text!("{}", p.pid()));
    fire!(maser::sched__stopped, p.id, me.index);
    if let Some((begun, from)) = watched {
        system_monitor::slice_ends(&p.running(), begun, from);
    }
    if traced {
        trace::events::slice_ends(&p.running(), &outcome);
    }
    if matches!(outcome, interp::Outcome::Wait) {
        system_profile::waits(&mut p.running());
    }
    outcome
}

/// The function in which a process goes on.
fn at(p: &Exclusive<'_>) -> probes::Text {
    match crate::code::function_at(p.own_ref().pc) {
        Some(mfa) => text!("{mfa}"),
        None => text!("undefined"),
    }
}

/// Makes what other threads may read of a process current.
fn publish(me: &Scheduler, p: &Exclusive<'_>) {
    let executed = executed_of_slice(me, p.own_ref());
    add(&me.counters.reductions, executed);
    // This goes up as often as down when half of the slices are longer. So it is the median, and
    // one process among many that are unlike it does not count.
    let usual = me.counters.per_slice.load(Ordering::Relaxed);
    let step = usual / 16 + 1;
    let usual = if executed > usual { usual + step } else { usual - step.min(usual) };
    me.counters.per_slice.store(usual, Ordering::Relaxed);
    p.message_queue_len.store(p.own_ref().mailbox.len() as u32, Ordering::Relaxed);
    let s = p.heap().sizes();
    let words = (s.block + s.old_block + s.fragments).min(u32::MAX as usize);
    p.heap_words.store(words as u32, Ordering::Relaxed);
}

/// Suspends: the process handles signals, but executes no Erlang. To be called on its own thread.
pub fn suspend_self(p: &Process) {
    p.state.suspend();
}

/// Takes back `count` suspensions of process `pid` by process `by`.
pub fn resume_for(pid: u64, by: u64, count: u32) {
    let _ = signal::send(pid, signal::Signal::Run(Box::new(move |p| resume(p, by, count))));
}

/// Takes back `count` suspensions by process `by`; on the process's own thread.
pub fn resume(p: &mut Running<'_>, by: u64, count: u32) {
    let suspended_by = &mut p.extra().suspended_by;
    if let Some(s) = suspended_by.iter_mut().find(|s| s.0 == by) {
        s.1 = s.1.saturating_sub(count);
    }
    suspended_by.retain(|s| s.1 != 0);
    if suspended_by.is_empty() {
        p.state.resume();
        // The process is running just now, to handle this. The signal makes it go on with what it
        // was at.
        let _ = signal::send_to(p, signal::Signal::Run(Box::new(|_| {})));
    }
}

/// A function that is called when a process goes.
type ExitHook = fn(&Running<'_>);
/// The hooks; read at every exit of a process, so without a lock.
static EXIT_HOOKS: [OnceLock<ExitHook>; 8] = [const { OnceLock::new() }; 8];

/// Adds a function that is called when any process goes (for ETS tables, timers); once for each
/// hook.
pub fn add_exit_hook(hook: ExitHook) {
    let added = EXIT_HOOKS.iter().any(|slot| slot.set(hook).is_ok());
    assert!(added, "more than {} exit hooks", EXIT_HOOKS.len());
}

pub(crate) fn run_exit_hooks(p: &Running<'_>) {
    EXIT_HOOKS.iter().map_while(OnceLock::get).for_each(|hook| hook(p));
}
