//! Registered names: atoms to local pids and ports.

use crate::process::Process;
use crate::trace::{events, flag};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, RwLock};
use term::{Atom, Term, Word};

/// A port has had a name, ever.
static PORTS: AtomicBool = AtomicBool::new(false);

static NAMES: LazyLock<RwLock<HashMap<Atom, Word>>> = LazyLock::new(RwLock::default);

/// The pid or port of a name.
pub fn whereis(name: Atom) -> Option<Term<'static>> {
    let word = NAMES.read().expect("registry").get(&name).copied()?;
    // SAFETY: the registry holds immediates.
    Some(unsafe { Term::from_word(word) })
}

/// Gives a process a name; false if either has one, or the process has gone.
pub fn register(name: Atom, p: &Process) -> bool {
    let mut names = NAMES.write().expect("registry");
    if p.registered.load(Ordering::Acquire) != 0 || names.contains_key(&name) {
        return false;
    }
    // In this order: a process that goes marks itself and then looks whether it has a name. So
    // either it finds this one, or we see the mark.
    p.registered.store(name.index() + 1, Ordering::SeqCst);
    if p.state.load(Ordering::SeqCst) & crate::process::state::EXITING != 0 {
        p.registered.store(0, Ordering::Release);
        return false;
    }
    names.insert(name, p.pid().word());
    drop(names);
    events::proc_event(p, "register", Term::atom(name));
    true
}

/// Gives a port a name; false if the name is taken.
pub fn register_port(name: Atom, port: u64) -> bool {
    PORTS.store(true, Ordering::Relaxed);
    let mut names = NAMES.write().expect("registry");
    if names.contains_key(&name) {
        return false;
    }
    names.insert(name, Term::port(port).word());
    drop(names);
    events::port_event(port, flag::PORTS, "register", |_| vec![Term::atom(name)]);
    true
}

/// Takes a name back; gives what it named.
pub fn unregister(name: Atom) -> Option<Term<'static>> {
    let mut names = NAMES.write().expect("registry");
    let word = names.remove(&name)?;
    // SAFETY: the registry holds immediates.
    let named: Term<'static> = unsafe { Term::from_word(word) };
    if let Some(pid) = named.as_pid() {
        let guard = crossbeam_epoch::pin();
        if let Some(p) = crate::process_table::lookup(pid, &guard) {
            p.registered.store(0, Ordering::Release);
            events::proc_event(p, "unregister", Term::atom(name));
        }
    }
    drop(names);
    if let Some(port) = named.as_port() {
        events::port_event(port, flag::PORTS, "unregister", |_| vec![Term::atom(name)]);
    }
    Some(named)
}

/// All names.
pub fn registered() -> Vec<Atom> {
    NAMES.read().expect("registry").keys().copied().collect()
}

/// Takes back the name of a process that has been marked as exiting.
pub(crate) fn process_gone(p: &Process) {
    if p.registered.load(Ordering::SeqCst) == 0 {
        return;
    }
    let mut names = NAMES.write().expect("registry");
    // It may have lost the name in the meantime, and somebody else may have it.
    if let Some(name) = p.registered_name()
        && names.get(&name) == Some(&p.pid().word())
    {
        names.remove(&name);
        events::proc_event(p, "unregister", Term::atom(name));
    }
    p.registered.store(0, Ordering::Release);
}

/// The name of a local process or port.
pub fn name_of(named: Term<'_>) -> Option<Atom> {
    let word = named.word();
    NAMES.read().expect("registry").iter().find(|(_, w)| **w == word).map(|(name, _)| *name)
}

pub(crate) fn port_gone(port: u64) {
    // Nearly no port has a name.
    if !PORTS.load(Ordering::Relaxed) {
        return;
    }
    let word = Term::port(port).word();
    let mut names = NAMES.write().expect("registry");
    let lost: Vec<Atom> = names.iter().filter(|(_, w)| **w == word).map(|(n, _)| *n).collect();
    names.retain(|_, w| *w != word);
    drop(names);
    for name in lost {
        events::port_event(port, flag::PORTS, "unregister", |_| vec![Term::atom(name)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::state;
    use term::atom;

    #[test]
    fn the_dying_take_only_their_own_names() {
        let (dying, other) = (Process::listed_for_test(), Process::listed_for_test());
        let name = atom!("a name that changes hands");
        assert!(register(name, dying));
        assert!(!register(name, other));
        assert!(unregister(name).is_some());
        assert!(register(name, other));
        dying.state.fetch_or(state::EXITING, Ordering::SeqCst);
        // As if it had looked before the name was taken from it.
        dying.registered.store(name.index() + 1, Ordering::SeqCst);
        process_gone(dying);
        assert_eq!(whereis(name).and_then(Term::as_pid), Some(other.id));
        assert!(!register(atom!("a name for the dead"), dying));
        assert!(whereis(atom!("a name for the dead")).is_none());
    }
}
