//! Run queues: which scheduler a process waits at, who is woken for it, and what one scheduler
//! takes from another. The threads themselves and their slices are in [`crate::turns`].

pub mod alone;
pub mod biased;
pub mod binding;
pub mod blocking;
mod chance;
mod claim;
pub mod leftovers;
pub(crate) mod queue;
pub(crate) mod rests;
pub mod slices;

use crate::barrier::membarrier;
use crate::gauges;
use crate::microstates::{self, State};
use crate::poller;
pub use crate::process::FULL;
use crate::process::{NOT_LENT, Own, Process, Running};
use crate::system;
use chance::Chance;
pub(crate) use claim::{Claimed, claim};
use probes::fire;
use queue::{Entry, NORMAL, PRIORITIES, RunQueue};
use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::{
    AtomicBool, AtomicI32, AtomicPtr, AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence,
};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use term::OwnedTerm;
use tune::Tune;

/// How many threads want that no slice begins: because a crash dump is being written, or for a
/// while ([`while_frozen`]).
static FROZEN: AtomicU32 = AtomicU32::new(0);

/// Keeps all other threads from running processes, for good: the emulator is about to end. After
/// this, [`is_running`] of a process that does not run stays false.
pub fn freeze() {
    FROZEN.fetch_add(1, Ordering::SeqCst);
    // A scheduler notes the process that it runs and then looks whether it may, without a fence in
    // between. This call is the fence for all of them.
    membarrier(libc::MEMBARRIER_CMD_GLOBAL);
}

/// Whether no slice may begin. If one may, all has been seen that was done while none might.
pub(crate) fn is_frozen() -> bool {
    FROZEN.load(Ordering::Acquire) != 0
}

/// As [`is_frozen`], in one order with changes of processes' states: for threads that are no
/// schedulers.
pub(crate) fn is_frozen_for_others() -> bool {
    FROZEN.load(Ordering::SeqCst) != 0
}

/// Keeps all of the emulator standing still for a time, but for threads that run no processes: no
/// process runs, and nothing is read from descriptors. For a process in its slice.
pub fn stand_still(time: Duration) {
    while_frozen(|| {
        let claim = poller::claim_from_others(CURRENT.get());
        std::thread::sleep(time);
        drop(claim);
    });
}

/// Does something while no other slice begins. For a process in its slice.
pub(crate) fn while_frozen<R>(f: impl FnOnce() -> R) -> R {
    /// Lets slices begin again, however `f` ends.
    struct Thaw;
    impl Drop for Thaw {
        fn drop(&mut self) {
            FROZEN.fetch_sub(1, Ordering::SeqCst);
        }
    }
    // Another one that wants this waits until it is over.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    freeze();
    let _thaw = Thaw;
    f()
}

/// Whether a scheduler is running this process, or a thread is doing something to it.
pub fn is_running(p: &Process) -> bool {
    let has = |place: &AtomicPtr<Process>| std::ptr::eq(place.load(Ordering::SeqCst), p);
    p.state.bits().is_looked_at()
        || schedulers().iter().any(|s| has(&s.current) || s.claimed.iter().any(has))
}

/// The part that a thread has. Threads change places: see `dirty::in_place`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// The scheduler of this index.
    Scheduler(usize),
    /// The dirty scheduler of this kind and index.
    Dirty(microstates::Kind, usize),
}

/// Whether the calling scheduler draws orders from a seed.
pub(crate) fn chance_draws() -> bool {
    schedulers().get(CURRENT.get()).is_some_and(|s| s.chance.draws())
}

pub(crate) struct Scheduler {
    pub(crate) index: usize,
    pub(crate) queue: RunQueue,
    pub(crate) sleep: AtomicU8,
    /// It has run out of work, and is about to sleep: before, it looks into its queue.
    pub(crate) settling: AtomicBool,
    pub(crate) wake: Mutex<bool>,
    pub(crate) condvar: Condvar,
    /// The process that it runs.
    pub(crate) current: AtomicPtr<Process>,
    /// Processes that do not run and that it has claimed for a moment.
    pub(crate) claimed: [AtomicPtr<Process>; claim::MOST],
    /// Reductions that the running slice has in all. Only its own thread writes.
    pub(crate) slice: AtomicI32,
    /// Processes have come into its queue since it was last asked whether that is work for two.
    /// Only its own thread writes.
    pub(crate) more: AtomicBool,
    pub(crate) counters: Counters,
    pub(crate) bound: binding::Bound,
    pub(crate) chance: Chance,
}

/// Whether a scheduler sleeps.
pub(crate) mod sleep {
    /// No.
    pub const AWAKE: u8 = 0;
    /// For a short while: there are processes elsewhere, but too little work to share.
    pub const WATCHING: u8 = 1;
    /// Until there is something to do: nobody had anything.
    pub const DEEP: u8 = 2;
}

/// How long a scheduler sleeps at most that is woken for all that happens.
pub(crate) const LONG: Duration = Duration::from_secs(10);
/// The cost of switching to a process, in reductions, beside those that it executes.
const SWITCH_COST: u64 = 10;

/// The counters of a scheduler. Only its own thread writes them.
#[derive(Default)]
#[repr(align(128))]
pub(crate) struct Counters {
    /// Nanoseconds that it has been busy, before `busy_since`.
    pub(crate) busy_ns: AtomicU64,
    /// Since when it has been busy, as [`system::monotonic_ns`]; 0 while it is not.
    pub(crate) busy_since: AtomicU64,
    /// Reductions executed.
    pub(crate) reductions: AtomicU64,
    /// Times a process has been scheduled in.
    pub(crate) switches: AtomicU64,
    /// How many of these switches were to processes of more than normal priority.
    pub(crate) urgent: AtomicU64,
    /// Reductions that slices usually take.
    pub(crate) per_slice: AtomicU64,
}

/// Adds to a counter that no other thread writes.
#[inline]
pub(crate) fn add(counter: &AtomicU64, n: u64) {
    counter.store(counter.load(Ordering::Relaxed).wrapping_add(n), Ordering::Relaxed);
}

impl Scheduler {
    fn new(index: usize, schedulers: usize) -> Scheduler {
        Scheduler {
            index,
            queue: RunQueue::new(schedulers),
            sleep: AtomicU8::new(sleep::AWAKE),
            settling: AtomicBool::new(false),
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
        gauges::wakes();
        if poller::is_claimed_by(self.index) {
            poller::interrupt();
        } else {
            *self.wake.lock().expect("scheduler") = true;
            self.condvar.notify_one();
        }
    }

    /// Whether it has run out of work, and looks into its queue soon.
    fn is_settling(&self) -> bool {
        self.settling.load(Ordering::Relaxed) && self.queue.len() == 0
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
    pub(crate) fn has_to_share(&self) -> bool {
        self.backlog() >= u64::from(tune::get(Tune::ShareBacklog))
            && self.per_slice() >= u64::from(tune::get(Tune::ShareSlice))
    }

    pub(crate) fn park(&self, timeout: Duration) {
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
pub(crate) static ONLINE: AtomicUsize = AtomicUsize::new(1);
static ROUND_ROBIN: AtomicUsize = AtomicUsize::new(0);
pub(crate) static COMPARED: AtomicU64 = AtomicU64::new(0);

thread_local! {
    pub(crate) static CURRENT: Cell<usize> = const { Cell::new(usize::MAX) };
    pub(crate) static IN_SLICE: Cell<bool> = const { Cell::new(false) };
}

pub(crate) fn schedulers() -> &'static [Scheduler] {
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
pub(crate) fn online() -> usize {
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
    alone::set(blocking::blocked() == Some(blocking::Block::All));
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

/// Times that each scheduler has scheduled a process in.
pub fn switches() -> Vec<u64> {
    schedulers().iter().map(|s| s.counters.switches.load(Ordering::Relaxed)).collect()
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

/// Whether each scheduler sleeps.
pub fn sleeping() -> Vec<bool> {
    let asleep = |s: &Scheduler| s.sleep.load(Ordering::Relaxed) != sleep::AWAKE;
    schedulers().iter().map(asleep).collect()
}

/// The number of the process that each scheduler runs.
pub fn running_processes() -> Vec<Option<u64>> {
    let _guard = crossbeam_epoch::pin();
    let number = |s: &Scheduler| {
        // SAFETY: the pointer is null or a process that is in the table, or was when it was read
        // under this guard: a process is freed only after all guards of that time are gone.
        unsafe { s.current.load(Ordering::SeqCst).as_ref() }.map(|p| p.id)
    };
    schedulers().iter().map(number).collect()
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
pub(crate) fn enqueue(p: &Process) {
    let all = schedulers();
    let entry = Entry(std::ptr::from_ref(p).cast_mut());
    let bound = p.bound.load(Ordering::Relaxed) as usize;
    let (here, online) = (CURRENT.get(), online());
    let target = match bound {
        0 if here < online => here,
        0 => {
            let mut all = all[..online].iter();
            let asleep = |s: &&Scheduler| s.sleep.load(Ordering::SeqCst) != sleep::AWAKE;
            // The one at the poller may not really sleep yet. Only there a scheduler waits for a
            // moment, as for the end of a call that a dirty scheduler executes. If that is quick,
            // the scheduler has not come so far: it looks into its queue again before it sleeps.
            let polls = |s: &&Scheduler| asleep(s) && poller::is_claimed_by(s.index);
            let found = all.clone().find(polls).or_else(|| all.clone().find(|s| s.is_settling()));
            match found.or_else(|| all.find(asleep)) {
                Some(s) => s.index,
                None => ROUND_ROBIN.fetch_add(1, Ordering::Relaxed) % online,
            }
        }
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
pub(crate) fn call_help(me: &Scheduler, online: &[Scheduler]) {
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

/// Bytes of the stack of a scheduler's thread. They are addresses; only those that have been used
/// take memory.
pub fn stack_bytes() -> usize {
    term::memory::share(8 << 20, 128, 512 << 10)
}

/// Bytes of the stack of any other thread, in the same way.
pub fn small_stack_bytes() -> usize {
    term::memory::share(2 << 20, 1024, 128 << 10)
}

/// A tunable that is in microseconds.
pub(crate) fn time(which: Tune) -> Duration {
    Duration::from_micros(tune::get(which).into())
}

/// Starts a thread beside the schedulers, which the emulator cannot do without.
pub fn start_thread(name: &str, run: impl FnOnce() + Send + 'static) {
    let builder = std::thread::Builder::new().name(name.into()).stack_size(small_stack_bytes());
    if let Err(e) = builder.spawn(run) {
        term::fatal::end(format_args!("Failed to create a thread ({name}): {e}"));
    }
}

/// How often a scheduler has run processes, and how often those of more than normal priority.
#[derive(Copy, Clone, Default)]
pub(crate) struct Ran {
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
pub(crate) fn awake(all: &[Scheduler]) -> usize {
    all.iter().filter(|s| s.sleep.load(Ordering::Relaxed) == sleep::AWAKE).count()
}

/// Gives the queue of a scheduler that is not online any more to others.
pub(crate) fn hand_over(me: &Scheduler) {
    // SAFETY: `me` is the calling thread's scheduler, so the caller is the owner of its queue.
    while let Some(entry) = unsafe { me.queue.pop() } {
        // SAFETY: the process is alive: it was in the queue, and no other thread can take it now.
        enqueue(unsafe { &*entry.0 });
    }
}

pub(crate) fn next(all: &[Scheduler], index: usize, seen: &[u64]) -> Option<Entry> {
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
            steal(me, victim, most, 0..PRIORITIES, 1);
            // SAFETY: `me` is the calling thread's scheduler, so the caller is the owner of its
            // queue.
            return unsafe { me.queue.pop() };
        }
    }
    None
}

/// Moves up to `most` processes of these priorities, and one part of so many of them at most, from
/// one scheduler to another, which is the calling thread's; says how many.
fn steal(
    me: &Scheduler,
    victim: &Scheduler,
    most: usize,
    priorities: Range<usize>,
    part: usize,
) -> usize {
    let taken = victim.queue.steal(most, priorities, part);
    let moved = taken.len();
    fire!(maser::sched__steal, me.index, victim.index, moved);
    // SAFETY: `me` is the calling thread's scheduler, so the caller is the owner of its queue.
    unsafe { taken.into_iter().for_each(|entry| me.queue.push(entry)) };
    moved
}

/// Takes some processes, even light ones, from a scheduler that has much more to do, or that has
/// only processes of higher priority to run: half of those that wait there, as they come before all
/// others wherever they are, or else some of the others.
pub(crate) fn balance(all: &[Scheduler], index: usize, compared: &mut [Ran]) {
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
        let normal = usize::from(NORMAL);
        if steal(me, victim, most, 0..normal, 2) == 0 {
            steal(me, victim, most, normal..PRIORITIES, 1);
        }
        return;
    }
    let Some(victim) = all.iter().max_by_key(|s| s.backlog()) else { return };
    let (mine, theirs) = (me.backlog(), victim.backlog());
    if theirs >= u64::from(tune::get(Tune::ShareBacklog)) && theirs / 2 > mine {
        let most = (victim.queue.len() / 2).min(tune::size(Tune::MoveMost));
        steal(me, victim, most, 0..PRIORITIES, 1);
    }
}

/// Draws the order in which this process and those that it spawns run from a seed, from now on;
/// with 0 not any more. The process has then used up its slice.
pub fn seed(p: &mut Running<'_>, seed: u32) {
    if seed != 0 {
        p.state.be_drawn();
    }
    schedulers().iter().for_each(|s| s.chance.begin(seed, s.index));
    end_slice(p);
}

/// Lets a process give up the rest of its slice. On the thread that runs it.
pub fn end_slice(p: &mut Running<'_>) {
    // Only the unused rest is taken away, and it does not count as executed.
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

pub(crate) fn executed_of_slice(me: &Scheduler, own: &Own) -> u64 {
    let slice = i64::from(me.slice.load(Ordering::Relaxed));
    (slice - i64::from(own.left())).max(0) as u64
}

/// Whether a process is run before its turn, because of a priority that it has been lent.
pub(crate) fn take_lent_priority(p: &Process) -> bool {
    let lent = p.lent_priority.load(Ordering::Relaxed);
    if lent == NOT_LENT {
        return false;
    }
    // The signals that it has been lent for are in the queue, to be handled next.
    let lent = p.lent_priority.swap(NOT_LENT, Ordering::SeqCst);
    lent < p.priority.load(Ordering::Relaxed)
}

/// A function that is called when a process goes, with the reason.
type ExitHook = fn(&Running<'_>, &OwnedTerm);
/// The hooks; read at every exit of a process, so without a lock.
static EXIT_HOOKS: [OnceLock<ExitHook>; 8] = [const { OnceLock::new() }; 8];

/// Adds a function that is called when any process goes (for ETS tables, timers); once for each
/// hook.
pub fn add_exit_hook(hook: ExitHook) {
    let added = EXIT_HOOKS.iter().any(|slot| slot.set(hook).is_ok());
    assert!(added, "more than {} exit hooks", EXIT_HOOKS.len());
}

pub(crate) fn run_exit_hooks(p: &Running<'_>, reason: &OwnedTerm) {
    EXIT_HOOKS.iter().map_while(OnceLock::get).for_each(|hook| hook(p, reason));
}
