//! Makes processes: heap, first arguments, relations to the parent.

use crate::mailbox::Rank;
use crate::process::{Exclusive, MaxHeapSize, Own, Process, RefKey, Running};
use crate::relations::MonitorOptions;
use crate::signal::{Monitor, MonitoredBy};
use crate::trace::call::FirstCall;
use crate::{breakpoint, interp, process_table, sched, system, trace};
use probes::{fire, text};
use smallvec::SmallVec;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use term::code::FunCode;
use term::{Export, Fun, Heap, Mfa, OwnedTerm, Term, am, copy};
use tune::Tune;

/// `min_heap_size` if nobody says otherwise, in words.
const USUAL_MIN_HEAP: u32 = 233;

/// How to spawn.
#[derive(Default)]
pub struct SpawnOptions {
    /// Link with the parent.
    pub link: bool,
    /// How the parent is told of the end of that link.
    pub link_rank: Rank,
    /// Monitor by the parent, under this reference.
    pub monitor: Option<(RefKey, MonitorOptions)>,
    /// 0 max to 3 low; normal if not said.
    pub priority: Option<u8>,
    /// Number of the scheduler to bind it to; 0 for none.
    pub scheduler: u8,
    /// Words of the first block.
    pub min_heap_size: Option<usize>,
    /// Words of binaries before a collection.
    pub min_bin_vheap_size: Option<usize>,
    /// Minor collections before a major one.
    pub fullsweep_after: Option<u32>,
    /// Limit on the heap.
    pub max_heap_size: Option<MaxHeapSize>,
    /// Messages stay off the heap.
    pub off_heap_messages: Option<bool>,
    /// It never waits for a channel to another node.
    pub async_dist: Option<bool>,
    /// A process of the system: the emulator ends if it does, and `init:stop` spares it.
    pub system: bool,
    /// Called with the process, whose parent is of another node, before it can do anything that
    /// others notice.
    pub prepare: Option<Prepare>,
    /// Called with the pid before the process can do anything that others notice.
    pub before_start: Option<BeforeStart>,
    /// It is made by `spawn_request`.
    pub by_request: bool,
    /// The request as sequential tracing tells it; only for a parent that has a token.
    pub told_as: Option<Box<trace::seq::Spawning>>,
}

/// A function that is called with a new process.
pub type Prepare = Box<dyn FnOnce(&mut Running<'_>)>;

/// A function that is called with a new pid, and with the token that its answer carries.
pub type BeforeStart = Box<dyn FnOnce(Term<'static>, Option<Box<trace::seq::Token>>)>;

/// The settings of new processes for which nothing else is said; `erlang:system_flag/2` changes
/// them.
pub struct Defaults {
    /// Words, as reported.
    pub min_heap_size: AtomicU32,
    /// Minor collections before a major one.
    pub fullsweep_after: AtomicU32,
    /// Messages stay off the heap.
    pub off_heap_messages: AtomicBool,
    /// They never wait for a channel to another node.
    pub async_dist: AtomicBool,
    max_heap_size: Mutex<Option<MaxHeapSize>>,
}

impl Defaults {
    /// Limit on heaps.
    pub fn max_heap_size(&self) -> MaxHeapSize {
        self.max_heap_size.lock().expect("defaults").unwrap_or(NO_MAX_HEAP)
    }

    /// Sets the limit on heaps.
    pub fn set_max_heap_size(&self, size: MaxHeapSize) {
        *self.max_heap_size.lock().expect("defaults") = Some(size);
        HAS_MAX_HEAP.store(size.words != 0, Ordering::Release);
    }
}

static HAS_MAX_HEAP: AtomicBool = AtomicBool::new(false);

/// The `max_heap_size` when none has been set.
pub const NO_MAX_HEAP: MaxHeapSize =
    MaxHeapSize { words: 0, kill: true, error_logger: true, include_shared_binaries: false };

/// The settings of new processes for which nothing else is said.
pub static DEFAULTS: Defaults = Defaults {
    min_heap_size: AtomicU32::new(USUAL_MIN_HEAP),
    fullsweep_after: AtomicU32::new(65_535),
    off_heap_messages: AtomicBool::new(false),
    async_dist: AtomicBool::new(false),
    max_heap_size: Mutex::new(None),
};

/// Takes the defaults from the configuration; at start.
pub fn configure() {
    let c = system::config();
    DEFAULTS.min_heap_size.store(c.min_heap_words as u32, Ordering::Relaxed);
    crate::process::MIN_BIN_VHEAP_SIZE.store(c.min_bin_vheap_words as u32, Ordering::Relaxed);
    DEFAULTS.fullsweep_after.store(c.fullsweep_after, Ordering::Relaxed);
}

/// The code that a process executes first.
enum Start<'a, 'h> {
    Function(Mfa, &'a [Term<'h>]),
    /// A fun with its arguments; those of `erlang:apply/2` in case that it has no code just now.
    Fun(Fun<'h>, &'a [Term<'h>], &'a [Term<'h>]),
}

/// Makes a process that calls `mfa` with these arguments, and lets it run. None if there are too
/// many processes.
#[inline]
pub fn spawn<'h>(
    parent: &mut Running<'h>,
    mut options: SpawnOptions,
    mfa: Mfa,
    args: &[Term<'h>],
) -> Option<Term<'static>> {
    debug_assert!(args.len() == usize::from(mfa.arity));
    // `spawn(fun() -> … end)` comes as a call of `erlang:apply/2`: go to the fun at once.
    if mfa.module.index() == am::ERLANG.index()
        && mfa.function == am::APPLY
        && let &[f, list] = args
        && let (Some(fun), Some(arity)) = (f.as_fun(), list.list_length())
        && arity == usize::from(fun.entry.arity)
        && !breakpoint::apply_is_wanted()
    {
        let fun_args: SmallVec<[Term<'_>; 4]> = list.list().collect();
        return make(Some(parent), &mut options, (mfa, args), &Start::Fun(fun, &fun_args, args));
    }
    make(Some(parent), &mut options, (mfa, args), &Start::Function(mfa, args))
}

/// Makes a process that has no parent: the first, and those of the system.
pub fn spawn_root(mut options: SpawnOptions, mfa: Mfa, args: &[Term<'_>]) -> Option<Term<'static>> {
    make(None, &mut options, (mfa, args), &Start::Function(mfa, args))
}

fn make(
    parent: Option<&mut Running<'_>>,
    options: &mut SpawnOptions,
    (initial_call, args): (Mfa, &[Term<'_>]),
    start: &Start<'_, '_>,
) -> Option<Term<'static>> {
    let giver = parent.as_deref();
    let raw = process_table::insert(|id| build(id, giver, options, initial_call, start))?;
    // SAFETY: the process has just been made, so it is there until it has been started and has run,
    // and its state says that somebody has it, so that nobody claims it.
    let mut child = unsafe { Exclusive::assume(&*raw) };
    if options.scheduler != 0 {
        child.bound.store(options.scheduler, Ordering::Relaxed);
    }
    if options.system {
        child.state.become_system();
    }
    let pid = child.pid();
    fire!(move erlang::process__spawn, text!("{pid}"), text!("{initial_call}"));
    let before_start = options.before_start.take();
    let linked = options.link;
    trace::process_made(parent.as_deref().map(|p| p.process()), &child, linked);
    // If orders are drawn from the start on, the first process takes part, and so do all that it
    // spawns.
    let drawn = match &parent {
        Some(parent) => parent.state.bits().is_drawn(),
        None => tune::get(Tune::ScheduleSeed) != 0,
    };
    if drawn {
        child.state.be_drawn();
    }
    let mut token = None;
    let call = FirstCall { mfa: initial_call, args, by_request: options.by_request };
    if let Some(parent) = parent {
        if parent.state.bits().is_seq_traced() {
            let told_as = options.told_as.take();
            token = trace::seq::spawns(parent, &mut child.running(), call, told_as);
        }
        trace::events::spawned(parent, &child.running(), call, linked);
        relate(parent, &mut child.running(), options);
    }
    if let Some(f) = options.prepare.take() {
        f(&mut child.running());
    }
    if let Some(f) = before_start {
        f(pid, token);
    }
    // SAFETY: `raw` comes from the table, the process is complete, and it is started here only.
    unsafe { sched::start(raw) };
    Some(pid)
}

/// Link and monitor, in place at both ends before the child runs.
fn relate(parent: &mut Running<'_>, child: &mut Running<'_>, options: &mut SpawnOptions) {
    let (me, pid) = (parent.peer(), child.peer());
    if options.link {
        parent.own().links.add_with(pid, options.link_rank);
        child.own().links.add(me);
    }
    let Some((key, monitor)) = options.monitor.take() else { return };
    child.extra().monitored_by.insert(key, MonitoredBy { watcher: me });
    let e = parent.extra();
    let MonitorOptions { tag, alias, rank } = monitor;
    if let Some(kind) = alias {
        e.aliases.insert(key, kind.into());
    }
    let (kind, target) = (am::PROCESS, Some(pid));
    e.monitors.insert(key, Monitor { kind, target, name: None, tag, alias, rank });
}

fn build(
    id: u64,
    parent: Option<&Running<'_>>,
    options: &mut SpawnOptions,
    initial_call: Mfa,
    start: &Start<'_, '_>,
) -> Box<Process> {
    // The code is looked up here and not before: the process has its place in the table. So either
    // a purge of code finds the process there, or the code of after the change is found here.
    let address_of = |mfa: Mfa| Export::get(mfa).code.load(Ordering::SeqCst).cast_const();
    let (pc, args, free): (*const u64, &[Term<'_>], &[Term<'_>]) = match start {
        Start::Function(mfa, args) => (address_of(*mfa), args, &[]),
        Start::Fun(fun, args, apply) => match fun.entry.code() {
            FunCode::At(address) => (address, args, fun.free),
            FunCode::Unloaded | FunCode::Purging => (address_of(initial_call), apply, &[]),
        },
    };
    let all = || args.iter().chain(free).copied();
    let need: usize = all().map(copy::size_of_term).sum();
    // The usual size of stock is more than most processes need, so it does not count. A size that
    // somebody has asked for does.
    let least = DEFAULTS.min_heap_size.load(Ordering::Relaxed);
    let asked = if least > USUAL_MIN_HEAP { least as usize } else { 0 };
    let first = tune::size(Tune::FirstHeap).max(asked);
    let words = options.min_heap_size.unwrap_or(0).max(first + need);
    let group_leader = match parent {
        Some(parent) => parent.own_ref().group_leader.clone(),
        None => OwnedTerm::from(Term::pid(id)),
    };
    let parent = parent.map_or(Term::UNDEFINED, |p| p.pid());
    let own = Own::new(pc, initial_call, parent, group_leader);
    let mut p = Process::boxed(id, Heap::new(words), own, options.priority.unwrap_or(2));
    let (heap, own) = p.parts();
    heap.set_min_words(options.min_heap_size.unwrap_or(first) as u32);
    heap.set_fullsweep_after(
        options.fullsweep_after.unwrap_or_else(|| DEFAULTS.fullsweep_after.load(Ordering::Relaxed)),
    );
    for t in all() {
        let word = heap.copy_in(t).word();
        match own.args.get_mut(own.arity as usize) {
            Some(slot) => *slot = word,
            None => own.extra.get_or_insert_default().more_args.push(word),
        }
        own.arity += 1;
    }
    interp::init_stack(heap);
    own.flags.off_heap_messages = options
        .off_heap_messages
        .unwrap_or_else(|| DEFAULTS.off_heap_messages.load(Ordering::Relaxed));
    own.flags.async_dist =
        options.async_dist.unwrap_or_else(|| DEFAULTS.async_dist.load(Ordering::Relaxed));
    let max_heap = options
        .max_heap_size
        .take()
        .or_else(|| HAS_MAX_HEAP.load(Ordering::Acquire).then(|| DEFAULTS.max_heap_size()));
    let options = &*options;
    let sizes = (options.min_heap_size, options.min_bin_vheap_size, options.fullsweep_after);
    if max_heap.is_some() || sizes != (None, None, None) {
        {
            let e = p.parts().1.extra.get_or_insert_default();
            e.max_heap_size = max_heap.unwrap_or(NO_MAX_HEAP);
            (e.min_heap_size, e.min_bin_vheap_size, e.fullsweep_after) = sizes;
        };
    }
    p
}

/// The least of OTP's sizes of heaps that is at least `words`: each is the sum of the two before it
/// and one more, and large ones are a fifth larger than the one before.
pub fn next_heap_size(words: usize) -> usize {
    const SUMS: usize = 21;
    let (mut before, mut size) = (12, 38);
    if words <= before {
        return before;
    }
    for step in 0.. {
        if words <= size {
            break;
        }
        (before, size) = (size, if step < SUMS { before + size + 1 } else { size + size / 5 });
    }
    size
}

/// The size that a `min_heap_size` stands for: one of OTP's sizes, and not less than is usual.
pub fn least_heap_size(words: usize) -> usize {
    next_heap_size(words).max(DEFAULTS.min_heap_size.load(Ordering::Relaxed) as usize)
}

#[cfg(test)]
mod tests {
    use super::next_heap_size;

    #[test]
    fn sizes_are_those_of_otp() {
        let sizes = [0, 13, 234, 300, 10_000, 28_000, 500_000, 1_300_000, 5_000_000, 10_000_000];
        let otps = [12, 38, 376, 376, 10_958, 28_690, 514_838, 1_439_468, 5_157_867, 10_695_351];
        assert_eq!(sizes.map(next_heap_size), otps);
    }
}
