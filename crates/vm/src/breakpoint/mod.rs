//! Breakpoints: functions whose calls are told, counted or timed.
//!
//! A breakpoint is a piece of code of its own that is called in place of the function: its one
//! instruction looks what is wanted and goes on at the function's entry. Setting one points the
//! calls at it: the export, the funs, and for a local one each call in the module's code. Nothing
//! is left in the function itself, so what is not traced costs nothing. A built-in is marked in the
//! table of built-ins instead, and its breakpoint goes on with an unmarked copy.

pub mod pattern;
pub(crate) mod slices;

pub use pattern::{Functions, How, OnLoad, Part, on_load, set_on_load};

use crate::bif::{Bif, BifKind};
use crate::code::Instance;
use crate::code::ops::Op;
use crate::match_spec::Program;
use crate::process::Process;
use crate::system;
use crate::trace::{self, Traced};
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

/// `call_time`.
#[derive(Default)]
pub struct Times {
    /// By process: calls and nanoseconds.
    pub by_process: Mutex<HashMap<u64, (u64, u64)>>,
    /// It does not count just now.
    pub paused: AtomicBool,
}

/// The kinds of tracing that are on for a function.
#[derive(Clone, Default)]
pub struct Parts {
    /// Calls by traced processes.
    pub call: Option<Call>,
    /// Calls by any process.
    pub meta: Option<Meta>,
    /// How many.
    pub count: Option<Arc<Counter>>,
    /// How long.
    pub time: Option<Arc<Times>>,
    /// The error handler of the process is called in its place.
    pub debug: bool,
}

impl Parts {
    /// Whether nothing is wanted.
    pub fn is_empty(&self) -> bool {
        let traced = self.call.is_some() || self.meta.is_some();
        !traced && self.count.is_none() && self.time.is_none() && !self.debug
    }

    /// Whether it is for calls through the export only.
    fn is_global(&self) -> bool {
        !self.debug && self.call.as_ref().is_some_and(|c| !c.local)
    }
}

/// A breakpoint. They live for ever: stacks refer to them, with bits of [`frame`] in the part of
/// the address that is always 0.
#[repr(align(256))]
pub struct Breakpoint {
    /// The function.
    pub mfa: Mfa,
    /// The code that is called in its place: one instruction, with the breakpoint's address, and
    /// for a built-in one that calls it.
    code: [AtomicU64; 4],
    /// Where the function is, or null.
    base: *const u64,
    /// Where to go on.
    entry: AtomicPtr<u64>,
    /// The built-in, if it is one.
    bif: Option<&'static Bif>,
    parts: RwLock<Arc<Parts>>,
}

// SAFETY: `base` is why it is not `Sync` by itself. It is an address of code, does not change once
// the breakpoint is known to others, and is not read through here. The other fields are atomics, a
// lock, and references to values that are `Sync`.
unsafe impl Sync for Breakpoint {}
// SAFETY: `base` is why it is not `Send` by itself. It is an address, no thread's property, and
// the other fields are `Send`.
unsafe impl Send for Breakpoint {}

/// Where in a breakpoint's code its built-in is called.
const BUILT_IN: usize = 2;

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
            parts: RwLock::default(),
        }));
        let arity = u64::from(mfa.arity) << 16;
        raw.code[0].store(Op::Breakpoint as u64 | arity, Ordering::Relaxed);
        raw.code[1].store(std::ptr::from_ref(raw) as u64, Ordering::Relaxed);
        if let Some(bif) = bif {
            let unmarked: &'static Bif = Box::leak(Box::new(bif.unmarked()));
            raw.code[BUILT_IN].store(Op::CallBifOnly as u64 | arity, Ordering::Relaxed);
            raw.code[BUILT_IN + 1].store(std::ptr::from_ref(unmarked) as u64, Ordering::Relaxed);
            let code: *mut u64 = raw.code[BUILT_IN].as_ptr();
            raw.entry.store(code, Ordering::Relaxed);
        }
        let raw = &*raw;
        STUBS.write().expect("breakpoints").insert(raw.stub() as usize, raw);
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

    /// The code that calls go to.
    pub fn stub(&self) -> *const u64 {
        self.code[0].as_ptr()
    }

    /// Where to go on after it.
    pub fn entry(&self) -> *const u64 {
        self.entry.load(Ordering::Acquire)
    }

    /// The kinds of tracing that are on.
    pub fn parts(&self) -> Arc<Parts> {
        self.parts.read().expect("breakpoints").clone()
    }

    /// The tracer of its own has gone.
    pub fn lose_tracer(&self) {
        let mut parts = self.parts.write().expect("breakpoints");
        let mut new = (**parts).clone();
        if let Some(meta) = &mut new.meta {
            meta.tracer = Term::NIL;
        }
        *parts = Arc::new(new);
    }

    /// Changes the kinds of tracing that are on. Gives whether they are for global calls only; None
    /// if none is on.
    fn change(&self, parts: Parts) -> Option<bool> {
        let result = (!parts.is_empty()).then(|| parts.is_global());
        *self.parts.write().expect("breakpoints") = Arc::new(parts);
        result
    }

    /// Changes what is wanted of a built-in.
    pub fn set_of_bif(&self, parts: Parts) {
        let on = self.change(parts).is_some();
        if let Some(bif) = self.bif {
            bif.mark(on.then_some(self));
        }
    }

    /// Changes what is wanted of a function of this module, and points calls here or back.
    /// The caller holds the lock on changes of code.
    pub fn set_of_function(&self, instance: &Instance, parts: Parts) {
        let before = !self.parts().is_empty();
        if !parts.is_empty() {
            crate::code::native::remove(instance);
        }
        let wanted = self.change(parts);
        if self.mfa == pattern::apply_2() {
            APPLY_IS_WANTED.store(wanted.is_some(), Ordering::Relaxed);
        }
        let (entry, stub) = (self.entry(), self.stub());
        let pick = |on: bool| if on { (entry, stub) } else { (stub, entry) };
        instance.redirect_export(self.mfa, pick(wanted.is_some()));
        instance.redirect_local(pick(wanted == Some(false)));
        match (before, wanted.is_some()) {
            (false, true) => drop(instance.breakpoints.fetch_add(1, Ordering::Relaxed)),
            (true, false) if instance.breakpoints.fetch_sub(1, Ordering::Relaxed) == 1 => {
                crate::code::native::install(instance);
            }
            _ => {}
        }
    }

    /// Forgets it, because its module is not current any more.
    pub fn drop_of_function(&self, instance: &Instance) {
        self.set_of_function(instance, Parts::default());
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
    all.values().filter_map(|b| Some(b.parts().meta.as_ref()?.tracer)).collect()
}

/// A function whose time runs, and since when (nanoseconds).
#[derive(Copy, Clone)]
pub struct Timed(pub &'static Breakpoint, pub u64);

/// Books the time of the function that has run till now; gives the time.
pub fn book_time(p: &Process, running: Option<Timed>) -> u64 {
    let now = system::monotonic_ns();
    if let Some(Timed(bp, since)) = running
        && let Some(times) = &bp.parts().time
        && !times.paused.load(Ordering::Relaxed)
    {
        let mut all = times.by_process.lock().expect("times");
        all.entry(p.id).or_default().1 += now.saturating_sub(since);
    }
    now
}

/// The parts that result if this one of `old` is set, taken away, or changed.
pub fn with_part(old: &Parts, part: &Part, how: &pattern::How) -> Parts {
    let mut parts = old.clone();
    let on = matches!(how, pattern::How::On(_));
    let spec = match how {
        pattern::How::On(spec) => spec.clone(),
        _ => None,
    };
    match part {
        Part::Global if on => {
            let call = Some(Call { local: false, spec });
            parts = Parts { call, debug: old.debug, ..Parts::default() };
        }
        Part::Debug => parts.debug = on,
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
        Part::Time => match (how, &parts.time) {
            (pattern::How::Restart, Some(t)) => {
                t.by_process.lock().expect("times").clear();
                t.paused.store(false, Ordering::Relaxed);
            }
            (pattern::How::Pause, Some(t)) => t.paused.store(true, Ordering::Relaxed),
            (pattern::How::On(_), _) => parts.time = Some(Arc::default()),
            (pattern::How::Off, _) => parts.time = None,
            _ => {}
        },
    }
    parts
}

/// The frames that breakpoints put on the stack, and what each is for.
pub mod frame {
    /// Words of a frame: two for control, the breakpoint with these bits, and one that depends on
    /// them.
    pub const WORDS: usize = 4;
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
    /// All of them.
    pub const BITS: u64 = 254;
}

/// Flags and tracer for what a breakpoint with a tracer of its own tells.
pub fn meta_traced(tracer: Term<'static>) -> Traced {
    Traced { flags: trace::flag::CALL | trace::flag::TIMESTAMP, tracer: Some(tracer) }
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
