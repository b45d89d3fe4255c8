//! `erlang:port_info/1,2`.

use super::commands::{find, tell_sender};
use super::{Answer, Core, Kind, OsPid, Port, State};
use crate::peer::Peer;
use crate::process::{RefKey, Running};
use crate::trace::events;
use crate::{registry, system};
use std::sync::Arc;
use term::{Atom, Heap, OwnedTerm, Term, am, atom, print};

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
        shares_lock: !locks_each_port(port, &state),
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

fn locks_each_port(port: &Port, state: &State) -> bool {
    port.shared_lock.is_none() && state.driver.as_ref().is_none_or(|d| d.locks_each_port())
}

/// A port, for those who look at it from outside.
pub struct Description {
    /// Its number.
    pub id: u64,
    /// The command, driver or descriptors that it was opened with.
    pub name: String,
    /// Which of these it is, in the words of crash dumps.
    pub kind: &'static str,
    /// Flags, likewise.
    pub state: String,
    /// The number of its owner.
    pub connected: u64,
    /// The name that it is registered by.
    pub registered: Option<Atom>,
    /// Its links, as text.
    pub links: Vec<String>,
    /// Monitors of either direction, likewise.
    pub monitors: Vec<String>,
    /// The processes that wait until it is not busy.
    pub suspended: Vec<u64>,
    /// Bytes that it has delivered.
    pub input: u64,
    /// Bytes that were sent to it.
    pub output: u64,
    /// Bytes that wait to be written.
    pub queue: usize,
    /// The term that `port_set_data` has left, as text.
    pub data: Option<String>,
}

/// Calls `f` with each port that nobody works with at the moment, until it fails.
///
/// # Errors
/// The error of `f`.
pub fn describe_all<E>(mut f: impl FnMut(Description) -> Result<(), E>) -> Result<(), E> {
    for port in super::all_ids().into_iter().filter_map(super::lookup) {
        if let Some(state) = port.try_lock() {
            f(description(&port, &state))?;
        }
    }
    Ok(())
}

fn description(port: &Port, state: &State) -> Description {
    let core = &state.core;
    let name = String::from_utf8_lossy(&core.name).into_owned();
    let kind = match core.kind {
        Kind::Descriptors => "Port is UNIX fd not opened by emulator",
        Kind::File => "Port is a file",
        Kind::Program => "Port controls external process",
        Kind::Driver => "Port controls linked-in driver",
    };
    let flags = [
        ("CONNECTED", true),
        ("CLOSING", core.closing),
        ("BINARY_IO", core.binary),
        ("SOFT_EOF", core.soft_eof),
        ("LINEBUF_IO", core.line.is_some()),
        ("PORT_BUSY", core.busy),
        ("PORT_LOCK", locks_each_port(port, state)),
    ];
    let set: Vec<&str> = flags.iter().filter(|(_, set)| *set).map(|(name, _)| *name).collect();
    let shown = |peer: &Peer| {
        let name = OwnedTerm::build(|heap| peer.shown(heap));
        print::display(name.term()).to_string()
    };
    Description {
        id: core.id,
        name,
        kind,
        state: set.join("|"),
        connected: core.connected,
        registered: registry::name_of(core.peer()),
        links: core.links.iter().map(shown).collect(),
        monitors: monitors(core, &shown),
        suspended: core.waiting.clone(),
        input: core.input,
        output: core.output,
        queue: state.driver.as_ref().map_or(0, |d| d.queued()),
        data: port.data.try_lock().ok().and_then(|data| {
            let set = !data.term().is(am::UNDEFINED);
            set.then(|| print::display(data.term()).to_string())
        }),
    }
}

/// The processes that monitor the port, with the references, and those that it monitors.
fn monitors(core: &Core, shown: &impl Fn(&Peer) -> String) -> Vec<String> {
    let by = core.monitored_by.iter().map(|(&key, by)| {
        let reference = OwnedTerm::build(|heap| heap.reference(key));
        format!("({},{})", shown(by), print::display(reference.term()))
    });
    let of = core.monitors.at_end().into_iter().map(|(key, pid)| {
        let reference = OwnedTerm::build(|heap| heap.reference(key));
        format!("({},{})", shown(&Peer::process(pid)), print::display(reference.term()))
    });
    by.chain(of).collect()
}
