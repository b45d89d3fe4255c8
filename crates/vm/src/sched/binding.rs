//! Schedulers that are bound to processors (`+sbt`).
//!
//! A thread has the processors of the one that starts it; so all that are started while schedulers
//! are bound, and are no schedulers, free themselves first ([`free`]).

use super::schedulers;
use crate::affinity;
use crate::system::{self, Config};
use crate::topology::{self, Place, Spread};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Mutex, MutexGuard};

/// The binding that has been asked for.
struct Wanted {
    spread: Spread,
    /// Where processors are, if the kernel's word is not taken for it.
    defined: Option<Vec<Place>>,
    /// The processors that schedulers are bound to, one after the other.
    order: Vec<u32>,
}

static WANTED: Mutex<Wanted> =
    Mutex::new(Wanted { spread: Spread::Unbound, defined: None, order: Vec::new() });
/// Whether any scheduler has been bound.
static ANY: AtomicBool = AtomicBool::new(false);

/// A scheduler's thread, and the processor that it is bound to, or -1.
pub(crate) struct Bound {
    thread: AtomicI32,
    to: AtomicI32,
}

impl Bound {
    pub(crate) fn new() -> Bound {
        Bound { thread: AtomicI32::new(0), to: AtomicI32::new(-1) }
    }
}

fn wanted() -> MutexGuard<'static, Wanted> {
    WANTED.lock().expect("binding")
}

fn is_usable(logical: u32) -> bool {
    let logical = logical as usize;
    // SAFETY: `CPU_ISSET` reads a bit of the set that it is given, and the number is below the
    // number of bits.
    logical < libc::CPU_SETSIZE as usize && unsafe { libc::CPU_ISSET(logical, &affinity::usable()) }
}

/// Looks whether somebody outside has given the emulator other processors, and gives whether it is
/// so. The first thread's set shows it. The first thread is a scheduler, so its set may also be the
/// one processor that it is bound to.
pub fn look_again() -> bool {
    // SAFETY: the call has no arguments.
    let now = affinity::of(unsafe { libc::getpid() });
    let own = u32::try_from(schedulers()[0].bound.to.load(Ordering::Relaxed)).ok();
    // SAFETY: both sets are initialized in full, and are only read.
    let is_now = |set: libc::cpu_set_t| unsafe { libc::CPU_EQUAL(&now, &set) };
    if own.map(only).is_some_and(is_now) || is_now(affinity::usable()) {
        return false;
    }
    affinity::set_usable(now);
    let wanted = wanted();
    if wanted.spread != Spread::Unbound {
        bind_all(&wanted);
    }
    true
}

/// The set of one processor.
fn only(logical: u32) -> libc::cpu_set_t {
    // SAFETY: the set is plain bits; a number that it has no bit for is left out.
    unsafe {
        let mut one: libc::cpu_set_t = std::mem::zeroed();
        if (logical as usize) < libc::CPU_SETSIZE as usize {
            libc::CPU_SET(logical as usize, &mut one);
        }
        one
    }
}

/// Lets a thread of the emulator run on this processor only, or on all.
fn set_affinity(thread: i32, to: Option<u32>) -> bool {
    let set = to.map_or_else(affinity::usable, only);
    // SAFETY: the set is initialized in full and as long as the call is told; the kernel only reads
    // it.
    unsafe { libc::sched_setaffinity(thread, size_of_val(&set), &set) == 0 }
}

/// Takes over what `+sbt` and `+sct` say. To be called before there are schedulers.
pub(crate) fn configure(config: &Config) {
    affinity::usable();
    let mut wanted = wanted();
    wanted.defined = config.topology.clone();
    wanted.spread_by(config.spread);
}

/// The calling thread is this scheduler from now on.
pub(crate) fn begins(index: usize) {
    let wanted = wanted();
    let bound = &schedulers()[index].bound;
    // SAFETY: the call has no arguments.
    bound.thread.store(unsafe { libc::gettid() }, Ordering::Relaxed);
    // If another thread was this scheduler, that one was bound and not this one.
    bound.to.store(-1, Ordering::Relaxed);
    if wanted.spread != Spread::Unbound {
        bind_all(&wanted);
    }
}

impl Wanted {
    /// Wants schedulers to be bound in this way.
    fn spread_by(&mut self, spread: Spread) {
        self.spread = spread;
        self.order = match spread {
            Spread::Unbound => Vec::new(),
            spread => spread.order(&used_of(self).unwrap_or_default()),
        };
    }
}

/// Binds all schedulers that have begun, as it is wanted.
fn bind_all(wanted: &Wanted) {
    ANY.store(!wanted.order.is_empty() || ANY.load(Ordering::Relaxed), Ordering::SeqCst);
    let mut processors = wanted.order.iter().copied().filter(|&logical| is_usable(logical));
    for scheduler in schedulers() {
        let processor = processors.next();
        let Bound { thread, to } = &scheduler.bound;
        let is = u32::try_from(to.load(Ordering::Relaxed)).ok();
        let thread = thread.load(Ordering::Relaxed);
        if thread != 0 && is != processor {
            let done = set_affinity(thread, processor);
            to.store(processor.filter(|_| done).map_or(-1, |p| p as i32), Ordering::Relaxed);
        }
    }
}

/// Lets the calling thread, which is no scheduler, run on all processors, whoever has started it.
pub fn free() {
    if ANY.load(Ordering::SeqCst) {
        set_affinity(0, None);
    }
}

/// How schedulers are bound.
pub fn spread() -> Spread {
    wanted().spread
}

/// Binds schedulers in another way; gives how they were. None, and nothing done, if nothing is
/// known of processors.
pub fn set_spread(spread: Spread) -> Option<Spread> {
    let mut wanted = wanted();
    used_of(&wanted)?;
    let old = wanted.spread;
    wanted.spread_by(spread);
    bind_all(&wanted);
    Some(old)
}

/// The processor that each scheduler is bound to, if any.
pub fn bindings() -> Vec<Option<u32>> {
    schedulers().iter().map(|s| u32::try_from(s.bound.to.load(Ordering::Relaxed)).ok()).collect()
}

/// Where processors are, as the user has said.
pub fn defined() -> Option<Vec<Place>> {
    wanted().defined.clone()
}

/// Says where processors are, or no more. Schedulers stay where they are.
pub fn define(places: Option<Vec<Place>>) {
    wanted().defined = places;
}

/// Where processors are according to the kernel. None if the command line has said where they are,
/// or that the kernel is not to be asked.
pub fn detected() -> Option<Vec<Place>> {
    let config = system::config();
    (config.topology.is_none() && config.read_topology).then(topology::detected)
}

fn used_of(wanted: &Wanted) -> Option<Vec<Place>> {
    wanted.defined.clone().or_else(detected)
}

/// The processors in the order in which schedulers would be bound to them if they were spread so.
pub fn order_if(spread: Spread) -> Option<Vec<u32>> {
    used().map(|places| spread.order(&places))
}

/// Where processors are.
pub fn used() -> Option<Vec<Place>> {
    used_of(&wanted())
}
