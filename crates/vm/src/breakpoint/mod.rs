//! Breakpoints: functions whose calls are told, counted or timed.
//!
//! A breakpoint is a piece of code of its own that is called in place of the function: its one
//! instruction looks what is wanted by each session and goes on at the function's entry. It has two
//! such pieces. Setting one points the export at the first, and if calls within the module are to
//! be seen, the funs and each such call at the second. So a session that wants calls through the
//! export is not told of others that another session wants. Nothing is left in the function itself,
//! so what is not traced costs nothing. A built-in is marked in the table of built-ins instead, and
//! its breakpoint goes on with an unmarked copy.

pub mod accounts;
pub mod pattern;
pub(crate) mod slices;

pub use pattern::{Functions, How, OnLoad, Part, on_load, set_on_load};

use crate::bif::{Bif, BifKind};
use crate::code::Instance;
use crate::code::ops::Op;
use crate::match_spec::Program;
use crate::trace::session::Id;
use crate::trace::{self, Traced};
use smallvec::SmallVec;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, RwLock};
use term::{Mfa, OwnedTerm, Term};

/// A match specification with its source, which `trace_info/2` gives back.
pub type Spec = Option<Arc<(Program, OwnedTerm)>>;

/// `local` or `global` calls, told to the tracer of the process.
#[derive(Clone)]
pub struct Call {
    /// `local`.
    pub local: bool,
    /// Which calls, and what to do.
    pub spec: Spec,
}

/// `meta`: told to a tracer of the function's own.
#[derive(Clone)]
pub struct Meta {
    /// The pid or port; `[]` once it has been seen to have gone.
    pub tracer: Term<'static>,
    /// Which calls, and what to do.
    pub spec: Spec,
}

/// `call_count`.
#[derive(Default)]
pub struct Counter {
    /// Calls so far.
    pub calls: AtomicU64,
    /// It does not count just now.
    pub paused: AtomicBool,
}

/// `call_time` or `call_memory`.
#[derive(Default)]
pub struct Totals {
    /// By process: calls, and nanoseconds or words.
    pub by_process: Mutex<HashMap<u64, (u64, i64)>>,
    /// It does not count just now.
    pub paused: AtomicBool,
}

/// The kinds of tracing that are on for a function in a session.
#[derive(Clone, Default)]
pub struct Parts {
    /// Calls by traced processes.
    pub call: Option<Call>,
    /// Calls by any process.
    pub meta: Option<Meta>,
    /// How many.
    pub count: Option<Arc<Counter>>,
    /// How long.
    pub time: Option<Arc<Totals>>,
    /// How many words they take.
    pub memory: Option<Arc<Totals>>,
}

impl Parts {
    /// Whether nothing is wanted.
    pub fn is_empty(&self) -> bool {
        let traced = self.call.is_some() || self.meta.is_some() || self.count.is_some();
        !traced && self.time.is_none() && self.memory.is_none()
    }

    /// Whether it is for calls through the export only.
    pub fn is_global(&self) -> bool {
        self.call.as_ref().is_some_and(|c| !c.local)
    }
}

/// All that is wanted of a function.
#[derive(Clone, Default)]
pub struct Wanted {
    /// The error handler of the process is called in its place.
    pub debug: bool,
    /// By the sessions that want something, in the order in which they have begun to.
    pub sessions: SmallVec<[(Id, Parts); 1]>,
}

impl Wanted {
    /// The kinds of tracing that are on in a session.
    pub fn of(&self, session: Id) -> Option<&Parts> {
        self.sessions.iter().find(|s| s.0 == session).map(|s| &s.1)
    }

    /// Sets the kinds of tracing that are on in a session.
    fn set(&mut self, session: Id, parts: Parts) {
        match self.sessions.iter().position(|s| s.0 == session) {
            Some(at) if parts.is_empty() => drop(self.sessions.remove(at)),
            Some(at) => self.sessions[at].1 = parts,
            None if parts.is_empty() => {}
            None => self.sessions.push((session, parts)),
        }
    }

    /// Whether calls through the export have to come to the breakpoint, and whether others have to.
    fn calls(&self) -> (bool, bool) {
        let local = self.debug || self.sessions.iter().any(|(_, parts)| !parts.is_global());
        (local || !self.sessions.is_empty(), local)
    }
}

/// A breakpoint. They live for ever: stacks refer to them, with bits of [`frame`] in the part of
/// the address that is always 0.
#[repr(align(256))]
pub struct Breakpoint {
    /// The function.
    pub mfa: Mfa,
    /// The code that is called in its place: one instruction, with the breakpoint's address, for
    /// calls through the export and one for others, and for a built-in one that calls it.
    code: [AtomicU64; 6],
    /// Where the function is, or null.
    base: *const u64,
    /// Where to go on.
    entry: AtomicPtr<u64>,
    /// The built-in, if it is one.
    bif: Option<&'static Bif>,
    wanted: RwLock<Arc<Wanted>>,
}

// SAFETY: `base` is why it is not `Sync` by itself. It is an address of code, does not change once
// the breakpoint is known to others, and is not read through here. The other fields are atomics, a
// lock, and references to values that are `Sync`.
unsafe impl Sync for Breakpoint {}
// SAFETY: `base` is why it is not `Send` by itself. It is an address, no thread's property, and
// the other fields are `Send`.
unsafe impl Send for Breakpoint {}

/// Where in a breakpoint's code that for calls within the module begins.
const LOCAL: usize = 2;
/// Where its built-in is called.
const BUILT_IN: usize = 4;

/// `erlang:apply/2` has a breakpoint.
static APPLY_IS_WANTED: AtomicBool = AtomicBool::new(false);

/// Whether a process that is made of a fun must not begin with the fun itself.
pub(crate) fn apply_is_wanted() -> bool {
    APPLY_IS_WANTED.load(Ordering::Relaxed)
}

/// All breakpoints by the address of the function's entry, or of the built-in.
static ALL: LazyLock<RwLock<HashMap<usize, &'static Breakpoint>>> = LazyLock::new(RwLock::default);
/// All breakpoints by the address of their own code.
static STUBS: LazyLock<RwLock<HashMap<usize, &'static Breakpoint>>> =
    LazyLock::new(RwLock::default);

impl Breakpoint {
    fn make(
        mfa: Mfa,
        base: Option<*const u64>,
        entry: Option<*const u64>,
        bif: Option<&'static Bif>,
    ) -> &'static Breakpoint {
        let raw = Box::leak(Box::new(Breakpoint {
            mfa,
            code: Default::default(),
            base: base.unwrap_or(std::ptr::null()),
            entry: AtomicPtr::new(entry.unwrap_or(std::ptr::null()).cast_mut()),
            bif,
            wanted: RwLock::default(),
        }));
        let arity = u64::from(mfa.arity) << 16;
        for (at, by_export) in [(0, 1), (LOCAL, 0)] {
            let op = Op::Breakpoint as u64 | arity | by_export << 32;
            raw.code[at].store(op, Ordering::Relaxed);
            raw.code[at + 1].store(std::ptr::from_ref(raw) as u64, Ordering::Relaxed);
        }
        if let Some(bif) = bif {
            let unmarked: &'static Bif = Box::leak(Box::new(bif.unmarked()));
            raw.code[BUILT_IN].store(Op::CallBifOnly as u64 | arity, Ordering::Relaxed);
            raw.code[BUILT_IN + 1].store(std::ptr::from_ref(unmarked) as u64, Ordering::Relaxed);
            let code: *mut u64 = raw.code[BUILT_IN].as_ptr();
            raw.entry.store(code, Ordering::Relaxed);
        }
        let raw = &*raw;
        let mut stubs = STUBS.write().expect("breakpoints");
        stubs.extend([raw.stub(), raw.local_stub()].map(|stub| (stub as usize, raw)));
        raw
    }

    /// The breakpoint of a function of a module, made if there is none.
    pub fn of_function(instance: &Instance, entry: u32, mfa: Mfa) -> &'static Breakpoint {
        let address = instance.address(entry);
        let mut all = ALL.write().expect("breakpoints");
        match all.get(&(address as usize)) {
            Some(b) if b.mfa == mfa => b,
            _ => {
                let goes_on = instance.stubs.of(entry).unwrap_or(address);
                let new = Breakpoint::make(mfa, Some(address), Some(goes_on), None);
                all.insert(address as usize, new);
                new
            }
        }
    }

    /// The breakpoint of a built-in, made if there is none.
    pub fn of_bif(bif: &'static Bif) -> &'static Breakpoint {
        let mut all = ALL.write().expect("breakpoints");
        all.entry(std::ptr::from_ref(bif) as usize)
            .or_insert_with(|| Breakpoint::make(bif.mfa, None, None, Some(bif)))
    }

    /// The breakpoint of a function or built-in at this address, if it has been made.
    pub fn find(address: usize) -> Option<&'static Breakpoint> {
        ALL.read().expect("breakpoints").get(&address).copied()
    }

    /// The breakpoint whose code begins here.
    pub fn at(pc: *const u64) -> Option<&'static Breakpoint> {
        STUBS.read().expect("breakpoints").get(&(pc as usize)).copied()
    }

    /// The code that calls through the export go to.
    pub fn stub(&self) -> *const u64 {
        self.code[0].as_ptr()
    }

    /// The code that other calls go to.
    fn local_stub(&self) -> *const u64 {
        self.code[LOCAL].as_ptr()
    }

    /// Where to go on after it.
    pub fn entry(&self) -> *const u64 {
        self.entry.load(Ordering::Acquire)
    }

    /// All that is wanted of the function.
    pub fn wanted(&self) -> Arc<Wanted> {
        self.wanted.read().expect("breakpoints").clone()
    }

    /// The tracer that a session has for this function has gone.
    pub fn lose_tracer(&self, session: Id) {
        let mut wanted = self.wanted.write().expect("breakpoints");
        let mut new = (**wanted).clone();
        let parts = new.sessions.iter_mut().find(|s| s.0 == session);
        if let Some(meta) = parts.and_then(|s| s.1.meta.as_mut()) {
            meta.tracer = Term::NIL;
        }
        *wanted = Arc::new(new);
    }

    /// Changes what is wanted; gives what was wanted before.
    fn change(&self, new: Wanted) -> Arc<Wanted> {
        std::mem::replace(&mut *self.wanted.write().expect("breakpoints"), Arc::new(new))
    }

    /// Changes what is wanted of a built-in.
    fn set_of_bif(&self, wanted: Wanted) {
        let (on, _) = wanted.calls();
        self.change(wanted);
        if let Some(bif) = self.bif {
            bif.mark(on.then_some(self));
        }
    }

    /// Changes what is wanted of a function of this module, and points calls here or back.
    /// The caller holds the lock on changes of code.
    fn set_of_function(&self, instance: &Instance, wanted: Wanted) {
        let (on, local) = wanted.calls();
        if on {
            crate::code::native::remove(instance);
        }
        let (was_on, was_local) = self.change(wanted).calls();
        if self.mfa == pattern::apply_2() {
            APPLY_IS_WANTED.store(on, Ordering::Relaxed);
        }
        let to_and_fro = |stub| if on { (self.entry(), stub) } else { (stub, self.entry()) };
        if on != was_on {
            instance.redirect_export(self.mfa, to_and_fro(self.stub()));
        }
        if local != was_local {
            let (entry, stub) = (self.entry(), self.local_stub());
            instance.redirect_local(if local { (entry, stub) } else { (stub, entry) });
        }
        match (was_on, on) {
            (false, true) => drop(instance.breakpoints.fetch_add(1, Ordering::Relaxed)),
            (true, false) if instance.breakpoints.fetch_sub(1, Ordering::Relaxed) == 1 => {
                crate::code::native::install(instance);
            }
            _ => {}
        }
    }

    /// Forgets it, because its module is not current any more.
    pub fn drop_of_function(&self, instance: &Instance) {
        self.set_of_function(instance, Wanted::default());
        ALL.write().expect("breakpoints").remove(&(self.base as usize));
    }
}

/// All breakpoints of the functions of a module.
pub fn of_instance(instance: &Instance) -> Vec<&'static Breakpoint> {
    let range = instance.range();
    let all = ALL.read().expect("breakpoints");
    all.iter().filter(|(at, _)| range.contains(*at)).map(|(_, &b)| b).collect()
}

/// A library has functions of a module from now on: those with breakpoints go on there.
fn replaced(instance: &Instance) {
    for breakpoint in of_instance(instance) {
        let entry = instance.functions.iter().find(|f| f.mfa == breakpoint.mfa).map(|f| f.entry);
        if let Some(stub) = entry.and_then(|entry| instance.stubs.of(entry)) {
            breakpoint.entry.store(stub.cast_mut(), Ordering::Release);
        }
    }
}

/// The tracers that breakpoints have of their own.
pub(crate) fn meta_tracers() -> Vec<Term<'static>> {
    let all = ALL.read().expect("breakpoints");
    let tracers = |b: &&Breakpoint| {
        let wanted = b.wanted();
        let metas = wanted.sessions.iter().filter_map(|(_, parts)| parts.meta.as_ref());
        metas.map(|meta| meta.tracer).collect::<Vec<_>>()
    };
    all.values().flat_map(tracers).collect()
}

/// Nothing is wanted any more by a session. The caller holds the lock on changes of code.
pub(crate) fn forget_session(session: Id) {
    let all: Vec<_> = ALL.read().expect("breakpoints").values().copied().collect();
    for breakpoint in all {
        let mut wanted = (*breakpoint.wanted()).clone();
        if wanted.of(session).is_none() {
            continue;
        }
        wanted.set(session, Parts::default());
        if breakpoint.bif.is_some() {
            breakpoint.set_of_bif(wanted);
        } else if let Some(instance) = crate::code::current(breakpoint.mfa.module)
            && instance.range().contains(&(breakpoint.base as usize))
        {
            breakpoint.set_of_function(&instance, wanted);
        }
    }
}

/// The parts that result if this one of `old` is set, taken away, or changed.
fn with_part(old: &Parts, part: &Part, how: &pattern::How) -> Parts {
    let mut parts = old.clone();
    let on = matches!(how, pattern::How::On(_));
    let spec = match how {
        pattern::How::On(spec) => spec.clone(),
        _ => None,
    };
    match part {
        Part::Global if on => {
            let call = Some(Call { local: false, spec });
            parts = Parts { call, ..Parts::default() };
        }
        Part::Debug => {}
        Part::Global => {
            if parts.is_global() {
                parts.call = None;
            }
        }
        _ if parts.is_global() && on => {
            return with_part(&Parts::default(), part, how);
        }
        Part::Local => {
            if on {
                parts.call = Some(Call { local: true, spec });
            } else if !parts.is_global() {
                parts.call = None;
            }
        }
        Part::Meta(tracer) => {
            parts.meta = if on { tracer.map(|tracer| Meta { tracer, spec }) } else { None };
        }
        Part::Count => match (how, &parts.count) {
            (pattern::How::Restart, Some(c)) => {
                c.calls.store(0, Ordering::Relaxed);
                c.paused.store(false, Ordering::Relaxed);
            }
            (pattern::How::Pause, Some(c)) => c.paused.store(true, Ordering::Relaxed),
            (pattern::How::On(_), _) => parts.count = Some(Arc::default()),
            (pattern::How::Off, _) => parts.count = None,
            _ => {}
        },
        Part::Time => change_totals(&mut parts.time, how),
        Part::Memory => change_totals(&mut parts.memory, how),
    }
    parts
}

fn change_totals(totals: &mut Option<Arc<Totals>>, how: &pattern::How) {
    match (how, &*totals) {
        (pattern::How::Restart, Some(t)) => {
            t.by_process.lock().expect("totals").clear();
            t.paused.store(false, Ordering::Relaxed);
        }
        (pattern::How::Pause, Some(t)) => t.paused.store(true, Ordering::Relaxed),
        (pattern::How::On(_), _) => *totals = Some(Arc::default()),
        (pattern::How::Off, _) => *totals = None,
        _ => {}
    }
}

/// The frames that breakpoints put on the stack, and what each is for.
pub mod frame {
    /// Words of a frame: two for control, the breakpoint with these bits, one that depends on them,
    /// and the session.
    pub const WORDS: usize = 5;
    /// Tell the value that the function returns.
    pub const RETURN: u64 = 2;
    /// Tell the exception that leaves the function.
    pub const EXCEPTION: u64 = 4;
    /// Tell where it returns to. The last word is that place, if it is not in the frame below.
    pub const RETURN_TO: u64 = 8;
    /// Tell the tracer in the last word, which is the breakpoint's own.
    pub const META: u64 = 16;
    /// The function's time ends, and that of the breakpoint in the last word goes on.
    pub const TIME: u64 = 32;
    /// The same for memory.
    pub const MEMORY: u64 = 64;
    /// All of them.
    pub const BITS: u64 = 254;
}

/// Flags and tracer for what a breakpoint with a tracer of its own tells.
pub fn meta_traced(session: Id, tracer: Term<'static>) -> Traced {
    let flags = trace::flag::CALL | trace::flag::TIMESTAMP;
    Traced { session, flags, tracer: Some(tracer) }
}

impl Bif {
    /// Marks it as having a breakpoint, or not.
    fn mark(&self, breakpoint: Option<&Breakpoint>) {
        let at = breakpoint.map_or(std::ptr::null_mut(), |b| b.stub().cast_mut());
        if breakpoint.is_some() {
            self.breakpoint.store(at, Ordering::Release);
        }
        let kind = if breakpoint.is_some() { BifKind::Traced } else { self.real_kind };
        self.kind.store(kind as u8, Ordering::Release);
    }
}

/// Lets the code server tell of modules. Once, at start.
pub(crate) fn connect() {
    crate::code::set_observer(crate::code::Observer {
        loaded: pattern::module_loaded,
        gone: pattern::module_gone,
        replaced,
    });
}
