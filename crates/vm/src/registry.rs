//! Registered names: atoms to local pids and ports.

use crate::peer::Peer;
use crate::process::Process;
use crate::trace::{events, flag};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, RwLock};
use term::{Atom, Term};

/// A port has had a name, ever.
static PORTS: AtomicBool = AtomicBool::new(false);

static NAMES: LazyLock<RwLock<HashMap<Atom, Peer>>> = LazyLock::new(RwLock::default);

/// The pid or port of a name.
pub fn whereis(name: Atom) -> Option<Peer> {
    NAMES.read().expect("registry").get(&name).copied()
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
    if p.state.bits().is_exiting() {
        p.registered.store(0, Ordering::Release);
        return false;
    }
    names.insert(name, p.peer());
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
    names.insert(name, Peer::port(port));
    drop(names);
    events::port_event(port, flag::PORTS, "register", |_| vec![Term::atom(name)]);
    true
}

/// Takes a name back; gives what it named.
pub fn unregister(name: Atom) -> Option<Peer> {
    let mut names = NAMES.write().expect("registry");
    let named = names.remove(&name)?;
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
        && names.get(&name) == Some(&p.peer())
    {
        names.remove(&name);
        events::proc_event(p, "unregister", Term::atom(name));
    }
    p.registered.store(0, Ordering::Release);
}

/// The name of a local process or port.
pub fn name_of(named: Peer) -> Option<Atom> {
    NAMES.read().expect("registry").iter().find(|(_, p)| **p == named).map(|(name, _)| *name)
}

pub(crate) fn port_gone(port: u64) {
    // Nearly no port has a name.
    if !PORTS.load(Ordering::Relaxed) {
        return;
    }
    let named = Peer::port(port);
    let mut names = NAMES.write().expect("registry");
    let lost: Vec<Atom> = names.iter().filter(|(_, p)| **p == named).map(|(n, _)| *n).collect();
    names.retain(|_, p| *p != named);
    drop(names);
    for name in lost {
        events::port_event(port, flag::PORTS, "unregister", |_| vec![Term::atom(name)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::atom;

    #[test]
    fn the_dying_take_only_their_own_names() {
        let (dying, other) = (Process::listed_for_test(), Process::listed_for_test());
        let name = atom!("a name that changes hands");
        assert!(register(name, &dying));
        assert!(!register(name, &other));
        assert!(unregister(name).is_some());
        assert!(register(name, &other));
        dying.state.exit();
        // As if it had looked before the name was taken from it.
        dying.registered.store(name.index() + 1, Ordering::SeqCst);
        process_gone(&dying);
        assert_eq!(whereis(name).and_then(Peer::as_pid), Some(other.id));
        assert!(!register(atom!("a name for the dead"), &dying));
        assert!(whereis(atom!("a name for the dead")).is_none());
    }
}
