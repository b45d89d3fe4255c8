//! The template tier: a thread that makes machine code, from templates, of modules in which
//! somebody is seen to be at work.
//!
//! Making it takes little more than loading the module once more. So one look is enough: where a
//! slice has been used up, or a heap has been collected.

use super::{Instance, Mode, Tier, attach};
use crate::{code, system};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex};
use tune::Tune;

/// How many places a scheduler collects before it hands them over, at most.
const PLACES: usize = 64;
/// How many places wait to be looked at, at most.
const WAITING: usize = 1024;

/// How many places are passed over after each that is noted. It grows while looking finds nothing
/// to do, so that a system whose code is all made is left alone, and is 0 again when a module has
/// been loaded.
static PAUSE: AtomicU32 = AtomicU32::new(0);
/// As many places are looked at then as for the compiler: 16 of 512.
const PAUSE_MOST: u32 = 31;

/// A module has become current: somebody may be at work in it soon.
pub(super) fn loaded() {
    PAUSE.store(0, Ordering::Relaxed);
}

/// Whether modules get templates at all.
pub(super) fn are_made() -> bool {
    tune::get(Tune::Templates) != 0
        && matches!(Mode::now(), Mode::Templates | Mode::Auto | Mode::All)
}

/// Places in code that a scheduler has been at, for the thread.
pub(super) struct Places {
    at: [usize; PLACES],
    len: usize,
    /// How many are still passed over.
    pause: u32,
}

impl Default for Places {
    fn default() -> Self {
        Places { at: [0; PLACES], len: 0, pause: 0 }
    }
}

impl Places {
    /// Adds one.
    #[inline]
    pub fn add(&mut self, pc: usize) {
        if self.pause != 0 {
            self.pause -= 1;
            return;
        }
        self.pause = PAUSE.load(Ordering::Relaxed);
        self.at[self.len] = pc;
        self.len += 1;
        let enough = tune::get(Tune::TemplatePeriod) as usize;
        if self.len == PLACES || self.len >= enough {
            self.hand_over();
        }
    }

    #[cold]
    fn hand_over(&mut self) {
        let places = &self.at[..std::mem::take(&mut self.len)];
        let grace_ns = u64::from(tune::get(Tune::TemplateGrace)) * 1_000_000;
        if !are_made() || system::monotonic_ns() < grace_ns {
            return;
        }
        let mut work = WORK.lock().expect("templates");
        if work.places.len() < WAITING {
            work.places.extend(places);
        }
        if !work.started {
            work.started = true;
            let thread = std::thread::Builder::new().name("templates".into());
            // Without a thread nothing is made, and the interpreter goes on.
            let _ = thread.spawn(run);
        }
        ARRIVED.notify_one();
    }
}

#[derive(Default)]
struct Work {
    places: Vec<usize>,
    started: bool,
}

static WORK: LazyLock<Mutex<Work>> = LazyLock::new(Mutex::default);
static ARRIVED: Condvar = Condvar::new();

fn run() {
    crate::sched::binding::free();
    loop {
        let mut work = WORK.lock().expect("templates");
        while work.places.is_empty() {
            work = ARRIVED.wait(work).expect("templates");
        }
        let mut places = std::mem::take(&mut work.places);
        drop(work);
        places.sort_unstable();
        places.dedup();
        let mut made = false;
        for pc in places {
            if let Some((instance, _)) = code::find(pc as *const u64) {
                made |= make(&instance);
            }
        }
        if !made {
            let longer = |pause: u32| Some((2 * pause + 1).min(PAUSE_MOST));
            let _ = PAUSE.fetch_update(Ordering::Relaxed, Ordering::Relaxed, longer);
        }
    }
}

/// A module is about to become current: gives it machine code if each one gets it.
pub fn before_first_call(instance: &Arc<Instance>) {
    if tune::get(Tune::Templates) == 2 && are_made() {
        make(instance);
    }
}

/// Gives a module machine code. A module of which none can be made is left to the interpreter, and
/// is not tried again. False if there was nothing to do.
fn make(instance: &Arc<Instance>) -> bool {
    let Some(sources) = instance.source.get() else { return false };
    if !instance.native.wants_template() {
        return false;
    }
    let Ok(file) = beamfile::parse(&sources.bytes) else { return true };
    // Nobody is told if there is no memory for it, say: the interpreter does the same, slower.
    if let Ok(image) = template::image(&file) {
        let _ = attach(instance, (&file, &sources), &image, Tier::Template);
    }
    true
}
