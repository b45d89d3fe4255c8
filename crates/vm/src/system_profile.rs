//! `erlang:system_profile/2`: one process or port is told when processes become runnable, when
//! ports are at work, and when schedulers find something to do.
//!
//! Events of processes are told where a process gets its turn: slices are watched there anyway, so
//! nothing is looked at twice. Ports are called at once and never wait for a turn, so a port is
//! active as long as its driver is at work.

use crate::breakpoint::slices;
use crate::process::Running;
use crate::trace::{self, call};
use std::sync::RwLock;
use std::sync::atomic::{AtomicU8, Ordering};
use term::{Atom, Heap, OwnedTerm, Term, atom};

/// Bits for the kinds of events that are told.
#[allow(missing_docs)]
pub mod what {
    pub const EXCLUSIVE: u8 = 1;
    pub const SCHEDULERS: u8 = 2;
    pub const PROCESSES: u8 = 4;
    pub const PORTS: u8 = 8;

    /// With their names, in the order in which they are listed.
    pub const NAMES: [(&str, u8); 4] = [
        ("exclusive", EXCLUSIVE),
        ("scheduler", SCHEDULERS),
        ("runnable_procs", PROCESSES),
        ("runnable_ports", PORTS),
    ];
}

/// The events that are told, and their receiver.
#[derive(Copy, Clone)]
pub struct Settings {
    /// The pid or port.
    pub profiler: Term<'static>,
    /// Bits of [`what`].
    pub what: u8,
    /// The time, as a bit of [`trace::flag`].
    pub timestamp: u32,
}

static SETTINGS: RwLock<Option<Settings>> = RwLock::new(None);
/// The bits of [`what`] that are wanted now, to be looked at often.
static WANTED: AtomicU8 = AtomicU8::new(0);
/// The number of these settings, never 0: what processes remember of earlier ones does not count.
static SESSION: AtomicU8 = AtomicU8::new(1);

/// Sets what is told; gives the settings before.
pub fn set(new: Option<Settings>) -> Option<Settings> {
    let mut settings = SETTINGS.write().expect("system profile");
    let old = settings.filter(|s| trace::is_alive(s.profiler));
    *settings = new;
    SESSION.store(SESSION.load(Ordering::Relaxed).checked_add(1).unwrap_or(1), Ordering::Relaxed);
    let wanted = new.map_or(0, |s| s.what);
    WANTED.store(wanted, Ordering::Relaxed);
    probes::watch_slices(probes::Watcher::Profile, wanted & what::PROCESSES != 0);
    trace::profile_ports(wanted & what::PORTS != 0);
    old
}

/// The settings; None if the profiler has gone.
pub fn get() -> Option<Settings> {
    SETTINGS.read().expect("system profile").filter(|s| trace::is_alive(s.profiler))
}

/// The settings, if events of this kind are wanted.
fn wanted(what: u8) -> Option<Settings> {
    if WANTED.load(Ordering::Relaxed) & what == 0 {
        return None;
    }
    let settings = *SETTINGS.read().expect("system profile");
    if settings.is_some_and(|s| !trace::is_alive(s.profiler)) {
        set(None);
        return None;
    }
    settings.filter(|s| s.what & what != 0)
}

/// `{profile, …, Time}`
fn tell(s: &Settings, parts: impl for<'h> FnOnce(&'h Heap) -> Vec<Term<'h>>) {
    let message = OwnedTerm::build(|heap| {
        let mut all = vec![Term::atom(atom!("profile"))];
        all.extend(parts(heap));
        all.push(trace::timestamp(heap, s.timestamp));
        heap.tuple(&all)
    });
    trace::deliver(s.profiler, message);
}

fn activity(active: bool) -> Term<'static> {
    Term::atom(if active { atom!("active") } else { atom!("inactive") })
}

fn tell_process(p: &mut Running<'_>, active: bool, exits: bool) {
    let session = SESSION.load(Ordering::Relaxed);
    p.own().flags.told_active = if active { session } else { 0 };
    let settings = wanted(what::PROCESSES).filter(|s| !s.profiler.same(p.pid()));
    let Some(settings) = settings.filter(|_| !p.state.bits().is_sensitive()) else {
        return;
    };
    tell(&settings, |heap| {
        let place = match exits {
            true => Term::small(0),
            false => call::mfa_term(heap, slices::place(p)),
        };
        vec![p.pid(), activity(active), place]
    });
}

/// A process begins a slice.
pub(crate) fn slice_begins(p: &mut Running<'_>) {
    if WANTED.load(Ordering::Relaxed) & what::PROCESSES != 0
        && p.own_ref().flags.told_active != SESSION.load(Ordering::Relaxed)
    {
        tell_process(p, true, false);
    }
}

/// A process has nothing more to do.
pub(crate) fn waits(p: &mut Running<'_>) {
    if WANTED.load(Ordering::Relaxed) & what::PROCESSES != 0 {
        tell_process(p, false, false);
    }
}

/// A process has ended.
#[cold]
pub(crate) fn exited(p: &mut Running<'_>) {
    if p.own_ref().flags.told_active == SESSION.load(Ordering::Relaxed) {
        tell_process(p, false, true);
    }
}

/// A port is at work, or not any more. Of the profiler itself nothing is told.
pub(crate) fn port(port: u64, active: bool) {
    let settings = wanted(what::PORTS).filter(|s| !s.profiler.same(Term::port(port)));
    let Some(settings) = settings else { return };
    tell(&settings, |_| vec![Term::port(port), activity(active), Term::small(0)]);
}

/// A scheduler has something to do, or not any more; so many of them have.
#[inline]
pub(crate) fn scheduler(number: usize, active: bool, count: impl FnOnce() -> usize) {
    if WANTED.load(Ordering::Relaxed) & what::SCHEDULERS != 0 {
        tell_scheduler(number, active, count());
    }
}

#[cold]
fn tell_scheduler(number: usize, active: bool, count: usize) {
    let Some(settings) = wanted(what::SCHEDULERS) else { return };
    tell(&settings, |_| {
        let name = Term::atom(Atom::new("scheduler"));
        vec![name, Term::small(number as i64), activity(active), Term::small(count as i64)]
    });
}
