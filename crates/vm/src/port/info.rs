//! `erlang:port_info/1,2`.

use super::commands::{find, tell_sender};
use super::{Answer, Core, OsPid, Port};
use crate::peer::Peer;
use crate::process::{RefKey, Running};
use crate::trace::events;
use crate::{registry, system};
use std::sync::Arc;
use term::{Atom, Heap, Term, am, atom};

/// The result of `port_info`.
pub enum Info<'h> {
    /// The answer.
    Now(Term<'h>),
    /// It will come as `{Ref, Answer}`.
    Later(RefKey),
    /// There is no such port.
    Undefined,
    /// There is no such item.
    BadItem,
}

struct Facts {
    queue_size: usize,
    memory: usize,
    shares_lock: bool,
}

fn item<'h>(heap: &'h Heap, core: &Core, facts: &Facts, item: Atom) -> Option<Term<'h>> {
    let name = |peer: &Peer| peer.name(heap);
    let value = match item.name() {
        "registered_name" => match registry::name_of(core.peer()) {
            Some(name) => Term::atom(name),
            None => return Some(Term::NIL),
        },
        "id" => Term::small(core.id as i64),
        "connected" => Term::pid(core.connected),
        "links" => heap.list(&core.links.iter().filter_map(name).collect::<Vec<_>>()),
        "name" => heap.byte_list(&core.name),
        "input" => heap.unsigned(core.input),
        "output" => heap.unsigned(core.output),
        "os_pid" => match core.os_pid {
            OsPid::Known(n) => Term::small(i64::from(n)),
            _ => Term::UNDEFINED,
        },
        "monitors" => {
            let process = |pid| heap.tuple(&[Term::atom(am::PROCESS), Term::pid(pid)]);
            let all: Vec<_> = core.monitors.processes().into_iter().map(process).collect();
            heap.list(&all)
        }
        "monitored_by" => {
            heap.list(&core.monitored_by.values().filter_map(name).collect::<Vec<_>>())
        }
        "memory" => heap.unsigned(facts.memory as u64),
        "queue_size" => heap.unsigned(facts.queue_size as u64),
        "locking" if facts.shares_lock => Term::atom(atom!("driver_level")),
        "locking" => Term::atom(atom!("port_level")),
        "parallelism" => Term::bool(core.parallelism),
        _ => return None,
    };
    Some(heap.tuple(&[Term::atom(item), value]))
}

const ALL: [&str; 8] =
    ["registered_name", "name", "links", "id", "connected", "input", "output", "os_pid"];

fn all<'h>(heap: &'h Heap, core: &Core, facts: &Facts) -> Term<'h> {
    let items: Vec<_> = ALL
        .iter()
        .filter_map(|name| item(heap, core, facts, Atom::new(name)))
        .filter(|t| t.is_tuple())
        .collect();
    heap.list(&items)
}

/// `port_info(Port, Item)`, or of all usual items.
pub fn info<'h>(p: &Running<'h>, port: Term<'_>, what: Option<Atom>) -> Info<'h> {
    let Some(port) = find(port) else { return Info::Undefined };
    tell_sender(p, "out");
    let info = of_port(p, &port, what);
    tell_sender(p, "in");
    info
}

fn of_port<'h>(p: &Running<'h>, port: &Arc<Port>, what: Option<Atom>) -> Info<'h> {
    let mut state = port.lock();
    let _turn = events::port_turn(port.id, "info");
    if Port::is_closing(&state) {
        return Info::Undefined;
    }
    let facts = Facts {
        queue_size: state.driver.as_ref().map_or(0, |d| d.queued()),
        memory: state.core.links.len() * 40
            + state.core.line.as_ref().map_or(0, |l| l.len() + 40)
            + port.data.lock().expect("port data").words() * 8,
        shares_lock: port.shared_lock.is_some(),
    };
    let wants_os_pid = what.is_none_or(|a| a == atom!("os_pid"));
    if wants_os_pid && let OsPid::Starting(waiting) = &mut state.core.os_pid {
        let (caller, key) = (p.id, system::new_ref());
        waiting.push(Box::new(move |core| {
            Answer::new(caller, key, |heap| match what {
                None => all(heap, core, &facts),
                Some(what) => item(heap, core, &facts, what).unwrap_or(Term::UNDEFINED),
            })
        }));
        return Info::Later(key);
    }
    match what {
        None => Info::Now(all(p.heap(), &state.core, &facts)),
        Some(a) if a == am::UNDEFINED => Info::BadItem,
        Some(a) => item(p.heap(), &state.core, &facts, a).map_or(Info::BadItem, Info::Now),
    }
}
