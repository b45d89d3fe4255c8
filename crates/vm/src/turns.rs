//! Schedulers at work: what each thread does in turn, a process's slice, and how it lies down.

use crate::breakpoint::slices;
use crate::dirty::{self, in_place};
use crate::microstates::{self, State};
use crate::process::{Collect, Exclusive, Process};
use crate::sched::alone::{self, Alone};
use crate::sched::leftovers::{self, Leftovers};
use crate::sched::queue::{Entry, NORMAL};
use crate::sched::rests::Rests;
use crate::sched::{
    COMPARED, CURRENT, IN_SLICE, LONG, Ran, Role, Scheduler, add, awake, balance, binding,
    call_help, count, enqueue, executed_of_slice, hand_over, is_frozen, next, online, schedulers,
    set_online, sleep, stack_bytes, take_lent_priority, time,
};
use crate::signal::{self, Handled};
use crate::{
    ets, finalizer, interp, poller, port, process_table, system, system_monitor, system_profile,
    timer,
};
use probes::{fire, text};
use std::sync::atomic::{Ordering, compiler_fence, fence};
use std::time::{Duration, Instant};
use tune::Tune;

/// Starts the scheduler threads; the calling thread becomes the first. Returns when the system
/// halts, or why a thread cannot be started.
pub fn run() -> Result<(), String> {
    dirty::THREAD.set(be);
    set_online(system::config().schedulers_online);
    binding::configure(system::config());
    for i in 1..count() {
        std::thread::Builder::new()
            .name(format!("{}_scheduler", i + 1))
            .stack_size(stack_bytes())
            .spawn(move || be(Role::Scheduler(i)))
            .map_err(|e| format!("cannot start scheduler {}: {e}", i + 1))?;
    }
    be(Role::Scheduler(0));
    Ok(())
}

/// Does what the calling thread is there for, and what it is there for after it has changed places
/// with another thread.
fn be(mut role: Role) {
    leftovers::begins();
    loop {
        role = match role {
            Role::Scheduler(index) => scheduler_loop(index),
            Role::Dirty(kind, index) => dirty::work(kind, index),
        };
        // Rows of tables that it has kept as a scheduler would stay: only schedulers settle them.
        ets::settle();
        name_thread(role);
    }
}

/// Names the calling thread by what it is. The first one has the name of the whole process.
fn name_thread(role: Role) {
    let name = match role {
        Role::Scheduler(index) => format!("{}_scheduler\0", index + 1),
        Role::Dirty(microstates::Kind::DirtyIo, index) => format!("{}_dio\0", index + 1),
        Role::Dirty(_, index) => format!("{}_dcpu\0", index + 1),
    };
    // SAFETY: the first two calls have no arguments. The third one reads a text that ends with a
    // zero, and copies it.
    unsafe {
        if libc::gettid() != libc::getpid() {
            libc::prctl(libc::PR_SET_NAME, name.as_ptr());
        }
    }
}

/// Reductions that a slice counts for, beside those that it executes, when it is decided whether to
/// look at the clock again.
const SLICE_OVERHEAD: u64 = 100;

/// For how many slices a scheduler may stay pinned, if each executes fewer reductions than this.
const SLICES_PINNED: u32 = 4;
const SHORT_SLICE: u64 = 200;

/// Is this scheduler, until the thread has changed places with another one.
fn scheduler_loop(index: usize) -> Role {
    CURRENT.set(index);
    binding::begins(index);
    port::flush::set_scheduler(true);
    let all = schedulers();
    let me = &all[index];
    microstates::open(microstates::Kind::Scheduler, index + 1);
    let mut machine = interp::Machine::new(index as u32 + 1);
    let mut habits = Habits {
        seen: vec![u64::MAX; all.len()],
        compared: vec![Ran::default(); all.len()],
        still: 0,
        rests: Rests::default(),
        inactive: false,
        begun: 0,
        turn: None,
        leftovers: Leftovers::default(),
    };
    let mut now = system::monotonic_ns();
    loop {
        timer::run_due(now);
        port::flush::run();
        if index < online() && alone::is_on() {
            habits.turn = alone::take();
            now = system::monotonic_ns();
        }
        if index >= online() {
            hand_over(me);
        } else if let Some(p) = next(all, index, &habits.seen) {
            habits.begins(me, now);
            habits.leftovers.may_come(now, me.counters.busy_ns.load(Ordering::Relaxed));
            microstates::enter(State::Emulator);
            if habits.inactive {
                habits.inactive = false;
                system_profile::scheduler(index + 1, true, || awake(all));
            }
            if let Some(role) = run_all(all, index, &mut machine, p, &mut habits) {
                return role;
            }
            now = habits.pauses(me);
            habits.turn = None;
            microstates::enter(State::Other);
            continue;
        }
        habits.turn = None;
        let aux = microstates::within(State::Aux);
        ets::settle();
        habits.finalize(me);
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
        me.settling.store(false, Ordering::Relaxed);
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
    me.settling.store(false, Ordering::Relaxed);
    if has_work(me) || online.iter().any(Scheduler::has_to_share) {
        return me.sleep.store(sleep::AWAKE, Ordering::SeqCst);
    }
    // A scheduler that goes offline may be awake, too, and may still hold the poller.
    let others_are_up = || all.iter().any(is_awake) || online.iter().any(has_work);
    if others_are_up() {
        let switches = |s: &Scheduler| s.counters.switches.load(Ordering::Relaxed);
        let seen = all.iter().map(switches).collect();
        let before = std::mem::replace(&mut habits.seen, seen);
        habits.still = if before == habits.seen { habits.still.saturating_add(1) } else { 0 };
        if habits.still < STILL {
            me.park(timer::time_to_next().min(time(Tune::WatchPeriod)));
            me.sleep.store(sleep::AWAKE, Ordering::SeqCst);
            poller::poll_now(index);
        } else {
            watch_seldom(me, online);
        }
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

/// Watches others that have not got on for a while, as those do not that are in a library's
/// function. Descriptors do not wait for it, for it polls meanwhile, and a scheduler that gets on
/// and has something to share finds that nobody watches.
fn watch_seldom(me: &Scheduler, online: &[Scheduler]) {
    let longest = timer::time_to_next().min(SELDOM * time(Tune::WatchPeriod));
    let claim = poller::claim(me.index);
    me.sleep.store(sleep::DEEP, Ordering::SeqCst);
    let happened = match claim {
        _ if online.iter().any(|s| s.queue.len() != 0) => None,
        Some(claim) => Some(claim.wait(longest)),
        None => {
            me.park(longest);
            None
        }
    };
    me.sleep.store(sleep::AWAKE, Ordering::SeqCst);
    if let Some(happened) = happened {
        happened.handle();
    }
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
    /// How often in a row they had switched none since it watched before.
    still: u32,
    /// The runs of each scheduler when this one last compared queues.
    compared: Vec<Ran>,
    rests: Rests,
    /// It has nothing to do, which the system's profiler has been told if there was one.
    inactive: bool,
    /// When it began to execute what it executes, in nanoseconds.
    begun: u64,
    /// Its turn, while schedulers execute by turns.
    turn: Option<Alone>,
    leftovers: Leftovers,
}

/// Looks at others that have not got on, after which the next ones come more seldom, and so many
/// times the usual period apart.
const STILL: u32 = 16;
const SELDOM: u32 = 8;

/// How often a scheduler that stays awake looks for an interrupt before it looks for descriptors,
/// which takes a system call.
const SPINS: usize = 16;

impl Habits {
    /// It is busy from now on.
    fn begins(&mut self, me: &Scheduler, now: u64) {
        self.begun = now;
        me.counters.busy_since.store(now, Ordering::Relaxed);
        me.settling.store(false, Ordering::Relaxed);
    }

    /// It is not busy any more; the time.
    fn pauses(&mut self, me: &Scheduler) -> u64 {
        me.counters.busy_since.store(0, Ordering::Relaxed);
        me.settling.store(true, Ordering::Relaxed);
        let now = system::monotonic_ns();
        add(&me.counters.busy_ns, now - self.begun);
        now
    }

    /// Does what has become work by the end of something else. Others see that it takes time.
    fn finalize(&mut self, me: &Scheduler) {
        if finalizer::is_wanted() {
            self.begins(me, system::monotonic_ns());
            finalizer::run();
            self.pauses(me);
        }
    }

    /// Waits for its turn, if it has none, and gives that up for others that wait.
    #[cold]
    fn by_turns(&mut self, me: &Scheduler) {
        if self.turn.is_none() || alone::is_wanted() {
            self.pauses(me);
            self.turn = None;
            self.turn = alone::take();
            self.begins(me, system::monotonic_ns());
        }
    }

    /// Sleeps in the poller, or looks into it again and again if it has usually been woken soon.
    fn poll(&mut self, me: &Scheduler, claim: &poller::Claim) {
        let mut happened = claim.wait(Duration::ZERO);
        if happened.is_nothing() {
            let begun = Instant::now();
            let end = self.rests.awake_until(begun);
            while end.is_some_and(|end| Instant::now() < end) && happened.is_nothing() {
                if (0..SPINS).any(|_| {
                    std::hint::spin_loop();
                    poller::is_interrupted()
                }) {
                    break;
                }
                happened = claim.wait(Duration::ZERO);
            }
            if happened.is_nothing() {
                let longest = timer::time_to_next().min(self.leftovers.longest_sleep());
                fire!(move maser::sched__park, me.index, longest.as_micros() as u64);
                happened = claim.wait(longest);
                fire!(move maser::sched__up, me.index);
            }
            self.rests.over(begun.elapsed());
        }
        // This comes before the events are handled, for the work that they bring is for this
        // scheduler.
        me.sleep.store(sleep::AWAKE, Ordering::SeqCst);
        happened.handle();
    }
}

/// Runs this process and others, as long as there are any. The clock is looked at now and then
/// only: that takes as long as to run a small process. Gives what the thread is from now on, if it
/// is not this scheduler any more.
fn run_all(
    all: &[Scheduler],
    index: usize,
    machine: &mut interp::Machine,
    first: Entry,
    habits: &mut Habits,
) -> Option<Role> {
    // This process may run for long. Another scheduler is woken, so that timers and descriptors do
    // not wait for it.
    call_help(&all[index], &all[..online()]);
    habits.still = 0;
    let mut next_one = Some(first);
    let (mut work, mut compare_at, mut poll_at) = (0, 0, 0);
    let (mut pinned, mut slices) = (None, 0_u32);
    while let Some(Entry(p)) = next_one {
        let guard = pinned.take().unwrap_or_else(crossbeam_epoch::pin);
        IN_SLICE.set(true);
        let before = all[index].counters.reductions.load(Ordering::Relaxed);
        let Turn { again, freed } = run_process(&all[index], machine, p);
        finalizer::run();
        port::flush::run();
        IN_SLICE.set(false);
        let executed = all[index].counters.reductions.load(Ordering::Relaxed) - before;
        // Pinning takes as long as sending a small message, so a pin is kept for some short slices.
        // It is not kept longer: others may wait for this thread to unpin, and the memory of a
        // process that has ended is used again best while it is in the cache.
        slices = slices.wrapping_add(1);
        let has_call = in_place::is_wanted();
        let on = executed < SHORT_SLICE && !slices.is_multiple_of(SLICES_PINNED);
        pinned = (on && !freed && !has_call).then_some(guard);
        if has_call && let Some(role) = executes_in_place(&all[index], habits) {
            return Some(role);
        }
        work += SLICE_OVERHEAD + executed;
        if work >= u64::from(tune::get(Tune::ClockPeriod)) {
            work = 0;
            if alone::is_on() {
                pinned = None;
                habits.by_turns(&all[index]);
            }
            let now = system::monotonic_ns();
            let other = microstates::within(State::Other);
            timer::run_due(now);
            drop(other);
            if index >= online() {
                // SAFETY: the process that is to go on is alive: `run_process` gives it only if it
                // has not ended, and it is in no queue, so no other thread can run and end it.
                again.iter().for_each(|entry| enqueue(unsafe { &*entry.0 }));
                return None;
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
    None
}

/// Executes a dirty call that the process has handed over which has run last. Gives what the thread
/// is from now on, if it is not this scheduler any more.
#[cold]
fn executes_in_place(me: &Scheduler, habits: &mut Habits) -> Option<Role> {
    habits.pauses(me);
    // It does not look into its queue before the call is over.
    me.settling.store(false, Ordering::Relaxed);
    let role = in_place::run();
    if role.is_none() {
        habits.begins(me, system::monotonic_ns());
    }
    role
}

/// The outcome of a slice for the loop that runs processes.
struct Turn {
    /// The process, if it is to go on at once: no other process waits here, and a process that is
    /// in a queue even for a moment is taken for work that others should share.
    again: Option<Entry>,
    /// It has ended.
    freed: bool,
}

/// Notes what a scheduler runs, before it touches it. Does not return as long as the system is
/// frozen; meanwhile it runs nothing.
fn note_current(me: &Scheduler, raw: *mut Process) {
    // A thread that freezes the system sees with this what the slices before have done.
    me.current.store(raw, Ordering::Release);
    // A thread that freezes the system either sees this, or is seen here: its barrier stands
    // between for all processors (see `freeze`).
    compiler_fence(Ordering::SeqCst);
    while is_frozen() {
        me.current.store(std::ptr::null_mut(), Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(1));
        me.current.store(raw, Ordering::SeqCst);
        fence(Ordering::SeqCst);
    }
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
    note_current(me, raw);
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
        handle_signals(machine, p);
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
        let stays = suspended || asleep || only_signals;
        if stays && p.own_ref().flags.collect != Collect::No {
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
        if signal::has_put_off(&p.running()) {
            return Goes::On;
        }
        // Sleep, unless signals have come in the meantime.
        me.current.store(std::ptr::null_mut(), Ordering::Release);
        if p.state.sleep() {
            return Goes::ToSleep;
        }
        note_current(me, std::ptr::from_ref(p.process()).cast_mut());
        fill(me, p);
    }
}

/// Handles the signals of a process. Twice, for what others ask of it for the system comes in two
/// steps: it would execute between them.
#[inline]
fn handle_signals(machine: &mut interp::Machine, p: &mut Exclusive<'_>) {
    for round in 0..2 {
        let s = p.state.bits();
        if !s.has_signals_to_handle() || round > 0 && s.is_exiting() {
            return;
        }
        match signal::handle(&mut p.running()) {
            Handled::Exit => machine.exit(p),
            Handled::Arrived => p.own().waiting = false,
            Handled::Nothing => {}
        }
        if system_monitor::watches_queues() {
            system_monitor::look_at_queues(&mut p.running());
        }
    }
}

/// Executes a process, and tells those observers of slices that there are.
#[cold]
#[inline(never)]
fn observed(
    me: &Scheduler,
    machine: &mut interp::Machine,
    p: &mut Exclusive<'_>,
    traced: bool,
) -> interp::Outcome {
    if traced {
        slices::slice_begins(&mut p.running());
    }
    system_profile::slice_begins(&mut p.running());
    let watched = system_monitor::slice_begins().map(|b| (b, p.own_ref().pc));
    fire!(erlang::process__scheduled, text!("{}", p.pid()), at(p));
    fire!(maser::sched__running, p.id, me.index);
    let outcome = machine.execute(p);
    fire!(erlang::process__unscheduled, text!("{}", p.pid()));
    fire!(maser::sched__stopped, p.id, me.index);
    if let Some((begun, from)) = watched {
        system_monitor::slice_ends(&mut p.running(), begun, from);
    }
    if traced && !matches!(outcome, interp::Outcome::Exited) {
        slices::slice_ends(&mut p.running());
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
