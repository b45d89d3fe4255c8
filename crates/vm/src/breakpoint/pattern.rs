//! `erlang:trace_pattern/3`: which functions get breakpoints, and what these do.

use super::{Breakpoint, Spec, Wanted, with_part};
use crate::trace::session::Id;
use crate::{bif, code};
use std::sync::Mutex;
use term::{Atom, Mfa, Term, am};

/// The part of a function's tracing that a pattern is about.
#[derive(Clone, Debug)]
pub enum Part {
    /// Calls through the export.
    Global,
    /// All calls.
    Local,
    /// All calls by any process, told to this pid or port.
    Meta(Option<Term<'static>>),
    /// The number of calls.
    Count,
    /// The time that calls take.
    Time,
    /// The words that calls take.
    Memory,
    /// The process's error handler is called instead (`erts_debug:breakpoint/2`).
    Debug,
}

/// The change that a pattern makes to a part.
#[derive(Clone)]
pub enum How {
    /// Sets it.
    On(Spec),
    /// Takes it away.
    Off,
    /// Counts from 0.
    Restart,
    /// Stops counting.
    Pause,
}

/// The functions that a pattern is for.
#[derive(Copy, Clone)]
pub struct Functions {
    /// The module, if it says one.
    pub module: Option<Atom>,
    /// The function, if it says one.
    pub function: Option<Atom>,
    /// The number of arguments, if it says one.
    pub arity: Option<u8>,
}

impl Functions {
    fn contains(&self, mfa: Mfa) -> bool {
        self.module.is_none_or(|m| m == mfa.module)
            && self.function.is_none_or(|f| f == mfa.function)
            && self.arity.is_none_or(|a| a == mfa.arity)
    }

    /// Applies parts of a pattern of a session; gives how many functions there are.
    pub fn set(&self, session: Id, parts: &[Part], how: &How) -> usize {
        let _change = code::CHANGE.lock().expect("code change");
        let modules = match self.module {
            Some(m) => vec![m],
            None => code::all_loaded(),
        };
        let instances = modules.into_iter().filter_map(code::current);
        instances.map(|i| self.set_in(&i, session, parts, how)).sum()
    }

    fn set_in(&self, instance: &code::Instance, session: Id, parts: &[Part], how: &How) -> usize {
        let global = parts.iter().any(|p| matches!(p, Part::Global));
        let mut count = 0;
        for f in instance.functions.iter().filter(|f| self.contains(f.mfa)) {
            let exported =
                || instance.exports.iter().any(|e| e.0 == f.mfa.function && e.1 == f.mfa.arity);
            if global && !exported() {
                // Global calls take the place of all that was wanted before, here too.
                if matches!(how, How::On(_)) {
                    use Part::{Count, Local, Memory, Meta, Time};
                    let all = [Local, Meta(None), Count, Time, Memory];
                    set_one((instance, f), session, &all, &How::Off);
                }
                continue;
            }
            count += 1;
            set_one((instance, f), session, parts, how);
        }
        count
    }
}

/// `erlang:apply/2`, with which processes begin that are made of a fun.
pub(crate) fn apply_2() -> Mfa {
    Mfa::new(am::ERLANG, am::APPLY, 2)
}

fn set_one(
    (instance, f): (&code::Instance, &code::FunctionInfo),
    session: Id,
    parts: &[Part],
    how: &How,
) {
    let bif = bif::find(f.mfa).filter(|b| !b.is_shortcut());
    let address = match bif {
        Some(bif) => std::ptr::from_ref(bif) as usize,
        None => instance.address(f.entry) as usize,
    };
    let known = Breakpoint::find(address).filter(|b| b.mfa == f.mfa);
    if known.is_none() && !matches!(how, How::On(_)) {
        return;
    }
    let bp = known.unwrap_or_else(|| match bif {
        Some(bif) => Breakpoint::of_bif(bif),
        None => Breakpoint::of_function(instance, f.entry, f.mfa),
    });
    let wanted = changed(&bp.wanted(), session, parts, how);
    match bif {
        Some(_) => bp.set_of_bif(wanted),
        None => bp.set_of_function(instance, wanted),
    }
}

fn changed(old: &Wanted, session: Id, parts: &[Part], how: &How) -> Wanted {
    let mut new = old.clone();
    if parts.iter().any(|part| matches!(part, Part::Debug)) {
        new.debug = matches!(how, How::On(_));
    }
    let before = old.of(session).cloned().unwrap_or_default();
    let after = parts.iter().fold(before, |before, part| with_part(&before, part, how));
    new.set(session, after);
    new
}

/// The breakpoint of a function, if it has one; None if there is no such function.
pub fn find(mfa: Mfa) -> Option<Option<&'static Breakpoint>> {
    if let Some(bif) = bif::find(mfa).filter(|b| !b.is_shortcut()) {
        return Some(Breakpoint::find(std::ptr::from_ref(bif) as usize));
    }
    let instance = code::current(mfa.module)?;
    let f = instance.functions.iter().find(|f| f.mfa == mfa)?;
    Some(Breakpoint::find(instance.address(f.entry) as usize).filter(|b| b.mfa == mfa))
}

/// The parts of tracing that functions get when their modules are loaded.
#[derive(Clone, Default)]
pub struct OnLoad {
    /// The parts, each with its match specification.
    pub parts: Vec<(Part, Spec)>,
}

/// By the sessions that have some.
static ON_LOAD: Mutex<Vec<(Id, OnLoad)>> = Mutex::new(Vec::new());

/// The parts of tracing that functions get in a session when their modules are loaded.
pub fn on_load(session: Id) -> OnLoad {
    let all = ON_LOAD.lock().expect("patterns");
    all.iter().find(|s| s.0 == session).map(|s| s.1.clone()).unwrap_or_default()
}

/// Whether a session has this tracer for functions whose modules are yet to be loaded.
pub(crate) fn on_load_uses(tracer: Term<'_>) -> bool {
    let all = ON_LOAD.lock().expect("patterns");
    let is_it = |part: &Part| matches!(part, Part::Meta(Some(t)) if t.same(tracer));
    all.iter().any(|(_, on_load)| on_load.parts.iter().any(|(part, _)| is_it(part)))
}

/// Sets the parts of tracing that functions get in a session when their modules are loaded.
pub fn set_on_load(session: Id, parts: &[Part], how: &How) {
    let mut new = on_load(session);
    let global = parts.iter().any(|p| matches!(p, Part::Global));
    let same = |a: &Part, b: &Part| std::mem::discriminant(a) == std::mem::discriminant(b);
    match how {
        How::On(spec) => {
            let was_global = new.parts.iter().any(|(p, _)| matches!(p, Part::Global));
            if global || was_global {
                new.parts.clear();
            }
            for part in parts {
                new.parts.retain(|(p, _)| !same(p, part));
                new.parts.push((part.clone(), spec.clone()));
            }
        }
        How::Off => new.parts.retain(|(p, _)| !parts.iter().any(|part| same(p, part))),
        How::Restart | How::Pause => {}
    }
    let old = replace_on_load(session, new);
    // A pattern may hold the last reference to another session.
    drop(old);
}

fn replace_on_load(session: Id, new: OnLoad) -> Vec<(Id, OnLoad)> {
    let mut all = ON_LOAD.lock().expect("patterns");
    let (old, mut others): (Vec<_>, Vec<_>) = all.drain(..).partition(|s| s.0 == session);
    if !new.parts.is_empty() {
        others.push((session, new));
    }
    *all = others;
    old
}

/// Takes away all that a session wants of functions. The caller holds the lock on changes of code.
pub(crate) fn forget_session(session: Id) {
    replace_on_load(session, OnLoad::default());
    super::forget_session(session);
}

/// A module has been loaded. The caller holds the lock on changes of code.
pub(crate) fn module_loaded(instance: &code::Instance) {
    let on_load = ON_LOAD.lock().expect("patterns").clone();
    let all = Functions { module: Some(instance.module), function: None, arity: None };
    for (session, on_load) in on_load {
        for (part, spec) in on_load.parts {
            all.set_in(instance, session, &[part], &How::On(spec));
        }
    }
}

/// A module is not current any more. The caller holds the lock on changes of code.
pub(crate) fn module_gone(instance: &code::Instance) {
    for bp in super::of_instance(instance) {
        bp.drop_of_function(instance);
    }
}
