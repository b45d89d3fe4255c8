//! One process, as a whole if it sleeps; otherwise what can be seen from outside.

use super::status::status;
use super::{peer_text, pid_text};
use crate::short::short;
use crossbeam_epoch::Guard;
use serde::Serialize;
use std::fmt;
use std::sync::atomic::Ordering;
use term::{Mfa, Term, atom, print};
use vm::backtrace::{Place, Slot, What, each_frame};
use vm::onlooker;
use vm::peer::Peer;
use vm::process::{Process, Running};
use vm::{code, process_table, sched, undecoded};

/// The limits of what is told: the process waits meanwhile.
const FRAMES_MOST: usize = 30;
const SLOTS_MOST: usize = 8;
const MESSAGES_MOST: usize = 10;
const RELATIONS_MOST: usize = 200;
const PAIRS_MOST: usize = 20;
/// Characters of a value on the stack, and of a message.
const VALUE_ROOM: usize = 60;
const MESSAGE_ROOM: usize = 160;

/// A process.
#[derive(Serialize, Debug)]
pub struct Details {
    /// Its pid.
    pub pid: String,
    /// The name that it is registered by.
    pub name: Option<String>,
    /// Its state.
    pub status: &'static str,
    /// Whether all of it could be looked at, as it slept.
    pub whole: bool,
    /// Whether it has forbidden to look at its contents.
    pub sensitive: bool,
    /// Its priority.
    pub priority: &'static str,
    /// Reductions that it has executed, as of its last slice.
    pub reductions: u64,
    /// Bytes.
    pub memory: u64,
    /// Messages that wait.
    pub messages: u64,
    /// All else, of a process that sleeps.
    pub inside: Option<Inside>,
}

/// The inside of a process.
#[derive(Serialize, Debug, Default)]
pub struct Inside {
    /// The label that it has given to itself.
    pub label: Option<String>,
    /// The function that it began with.
    pub initial_call: String,
    /// The function in which it sleeps.
    pub current_function: Option<String>,
    /// The process that has spawned it.
    pub parent: String,
    /// Its group leader.
    pub group_leader: String,
    /// Whether it traps exits.
    pub trap_exit: bool,
    /// Sizes in words.
    pub heap: Heap,
    /// Collections so far.
    pub collections: u32,
    /// Links.
    pub links: Vec<String>,
    /// Its monitors: the processes and names that it watches.
    pub monitors: Vec<String>,
    /// The processes that watch it.
    pub monitored_by: Vec<String>,
    /// The first messages.
    pub first_messages: Vec<String>,
    /// Its dictionary.
    pub dictionary: Vec<[String; 2]>,
    /// The functions that it is in, the innermost first.
    pub stack: Vec<Frame>,
}

/// The parts of a heap, in words.
#[derive(Serialize, Debug, Default)]
pub struct Heap {
    /// The block of what is new, with the stack.
    pub young: usize,
    /// Of it what is used.
    pub young_used: usize,
    /// The blocks of what is old.
    pub old: usize,
    /// Of them what is used.
    pub old_used: usize,
    /// Memory beside the blocks.
    pub fragments: usize,
    /// The stack.
    pub stack: usize,
    /// Messages that are not on the heap.
    pub messages: usize,
}

/// A function on the stack.
#[derive(Serialize, Debug)]
pub struct Frame {
    /// The function.
    pub function: String,
    /// File and line.
    pub line: Option<String>,
    /// Its variables.
    pub values: Vec<String>,
}

/// The part of a process that sleeps which rows of lists have.
pub struct Brief {
    /// The label that it has given to itself.
    pub label: Option<String>,
    /// The function that it began with.
    pub initial_call: String,
    /// The function in which it sleeps.
    pub current_function: Option<String>,
    /// Bytes.
    pub memory: u64,
    /// Messages that wait.
    pub messages: u64,
    /// Reductions that it has executed.
    pub reductions: u64,
}

/// A short look at a process that sleeps.
pub fn brief(p: &Process, guard: &Guard) -> Option<Brief> {
    let (initial, current, brief) = onlooker::at_sleeping(p, guard, |p| {
        let brief = Brief {
            label: label(p),
            initial_call: String::new(),
            current_function: None,
            memory: memory(p),
            messages: messages(p),
            reductions: sched::executed(p),
        };
        (p.own_ref().initial_call, current_function(p), brief)
    })?;
    let initial_call = initial.to_string();
    Some(Brief { initial_call, current_function: current.map(|mfa| mfa.to_string()), ..brief })
}

/// A process by its number; none if there is no such process.
pub fn look(id: u64) -> Option<Details> {
    let guard = crossbeam_epoch::pin();
    let p = process_table::lookup(id, &guard)?;
    let status = status(p);
    let inside = onlooker::at_sleeping(p, &guard, |p| {
        (inside(p), memory(p), messages(p), sched::executed(p))
    });
    let noted = u64::from(p.heap_words.load(Ordering::Relaxed)) * 8 + size_of::<Process>() as u64;
    let waiting = u64::from(p.message_queue_len.load(Ordering::Relaxed));
    let (inside, memory, messages, reductions) = match inside {
        Some((inside, memory, messages, executed)) => (Some(inside), memory, messages, executed),
        None => (None, noted, waiting, p.reductions.load(Ordering::Relaxed)),
    };
    Some(Details {
        pid: pid_text(id),
        name: p.registered_name().map(|name| name.name().to_owned()),
        status,
        whole: inside.is_some(),
        sensitive: p.state.bits().is_sensitive(),
        priority: match p.priority.load(Ordering::Relaxed) {
            0 => "max",
            1 => "high",
            2 => "normal",
            _ => "low",
        },
        reductions,
        memory,
        messages,
        // Relations by number are named behind the look: that may take a lock.
        inside: inside.map(|(inside, peers)| named(inside, peers)),
    })
}

/// The other ends of relations: links, monitors, watchers.
type Peers = [Vec<Peer>; 3];

fn named(mut inside: Inside, [links, monitors, watchers]: Peers) -> Inside {
    let texts = |peers: Vec<Peer>| peers.into_iter().map(peer_text).collect::<Vec<_>>();
    inside.links = texts(links);
    inside.monitors.extend(texts(monitors));
    inside.monitored_by = texts(watchers);
    inside
}

/// All that is told of a process that sleeps.
fn inside(p: &Running<'_>) -> (Inside, Peers) {
    let own = p.own_ref();
    let extra = own.extra.as_ref();
    let links = own.links.active().take(RELATIONS_MOST).collect();
    let mut monitors = Vec::new();
    let mut by_name = Vec::new();
    for (_, monitor) in extra.iter().flat_map(|e| e.monitors.iter()).take(RELATIONS_MOST) {
        match (&monitor.name, monitor.target) {
            (Some(name), _) => by_name.push(short(name.term(), VALUE_ROOM)),
            (None, Some(target)) => monitors.push(target),
            (None, None) => {}
        }
    }
    let watchers = extra.iter().flat_map(|e| e.monitored_by.values()).take(RELATIONS_MOST);
    let watchers = watchers.map(|by| by.watcher).collect();
    let secret = p.state.bits().is_sensitive();
    let parent =
        own.far_parent().map_or_else(|| print::display(onlooker::parent_of(p)), print::display);
    let inside = Inside {
        label: label(p),
        initial_call: own.initial_call.to_string(),
        current_function: current_function(p).map(|mfa| mfa.to_string()),
        parent,
        group_leader: print::display(own.group_leader.term()),
        trap_exit: own.flags.trap_exit,
        heap: heap(p),
        collections: own.collections,
        monitors: by_name,
        first_messages: if secret { Vec::new() } else { first_messages(p) },
        dictionary: if secret { Vec::new() } else { dictionary(p) },
        stack: stack(p, secret),
        ..Inside::default()
    };
    (inside, [links, monitors, watchers])
}

fn heap(p: &Running<'_>) -> Heap {
    let sizes = p.heap().sizes();
    Heap {
        young: sizes.block,
        young_used: sizes.used,
        old: sizes.old_block,
        old_used: sizes.old_used,
        fragments: sizes.fragments,
        stack: sizes.stack,
        messages: p.own_ref().mailbox.words(),
    }
}

/// Bytes, as `process_info(Pid, memory)` has them.
fn memory(p: &Running<'_>) -> u64 {
    let s = p.heap().sizes();
    let words = s.block + s.old_block + s.fragments + p.own_ref().mailbox.words();
    (size_of::<Process>() + 8 * words) as u64
}

fn messages(p: &Running<'_>) -> u64 {
    (p.own_ref().mailbox.len() + undecoded::count(p)) as u64
}

fn label(p: &Running<'_>) -> Option<String> {
    let label = onlooker::in_dictionary(p, Term::atom(atom!("$process_label")))?;
    (!p.state.bits().is_sensitive()).then(|| short(label, VALUE_ROOM))
}

fn first_messages(p: &Running<'_>) -> Vec<String> {
    let messages = p.own_ref().mailbox.iter().take(MESSAGES_MOST);
    messages.map(|message| short(message, MESSAGE_ROOM)).collect()
}

fn dictionary(p: &Running<'_>) -> Vec<[String; 2]> {
    let pairs = onlooker::dictionary_of(p).take(PAIRS_MOST);
    pairs.map(|pair| pair.map(|t| short(t, VALUE_ROOM))).collect()
}

/// The innermost function.
fn current_function(p: &Running<'_>) -> Option<Mfa> {
    let mut found = None;
    let _ = each_frame(p, |frame| match frame.place.what {
        What::Function(mfa, _) => {
            found = Some(mfa);
            Err(fmt::Error)
        }
        _ => Ok(()),
    });
    found.or_else(|| Some(p.own_ref().last_entered()))
}

fn stack(p: &Running<'_>, secret: bool) -> Vec<Frame> {
    let mut frames = Vec::new();
    let _ = each_frame(p, |frame| {
        let What::Function(mfa, _) = frame.place.what else { return Ok(()) };
        let value = |slot: &Slot<'_>| match slot {
            Slot::Term(t) => short(*t, VALUE_ROOM),
            Slot::Catch(_) => "catch".to_owned(),
        };
        let slots = frame.slots.iter().take(if secret { 0 } else { SLOTS_MOST });
        let values = slots.map(value).collect();
        frames.push(Frame { function: mfa.to_string(), line: line(frame.place), values });
        if frames.len() < FRAMES_MOST { Ok(()) } else { Err(fmt::Error) }
    });
    frames
}

/// File and line of a place.
fn line(place: Place) -> Option<String> {
    let (instance, offset) = code::find(place.address.wrapping_byte_sub(1))?;
    let (file, line) = instance.line_at(offset)?;
    Some(format!("{file}:{line}"))
}
