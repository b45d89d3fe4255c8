//! All processes, by what they have done lately, by memory or by mailbox.
//!
//! A walk through all of them reads the words that every thread may read: some ten nanoseconds for
//! each. So that one viewer of 100,000 processes costs less than a hundredth of a core, walks are
//! as far apart as the last one took 400 times.

use super::status::status;
use super::{pid_text, process};
use crate::http::Request;
use serde::Serialize;
use std::cmp::Reverse;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use vm::process::Process;
use vm::process_table;

/// Walks are at least so far apart.
const PERIOD_LEAST: Duration = Duration::from_millis(400);
/// A walk may take one part of so many of the time.
const SHARE: u32 = 400;

/// The processes that are wanted.
#[derive(PartialEq, Eq, Debug)]
pub struct Wish {
    /// By what they are sorted.
    pub sort: Sort,
    /// Only those whose name or pid contains this.
    pub filter: String,
    /// How many.
    pub limit: usize,
}

/// The order of processes: those with the most come first.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Sort {
    /// Reductions since the walk before.
    Reductions,
    /// Bytes.
    Memory,
    /// Messages.
    Messages,
}

impl Wish {
    /// The wish of a request.
    pub fn of(request: &Request) -> Wish {
        let sort = match request.query("sort").as_deref() {
            Some("memory") => Sort::Memory,
            Some("messages") => Sort::Messages,
            _ => Sort::Reductions,
        };
        let filter = request.query("filter").unwrap_or_default().trim().to_owned();
        Wish { sort, filter, limit: request.limit() }
    }
}

/// Processes.
#[derive(Serialize, Debug)]
pub struct Processes {
    /// How many there are.
    pub count: usize,
    /// How many of them match the filter.
    pub matching: usize,
    /// Over how many milliseconds `reductions_lately` is.
    pub period_ms: u64,
    /// How old these figures are, in milliseconds.
    pub age_ms: u64,
    /// The first of them.
    pub rows: Vec<Row>,
}

/// A process.
#[derive(Serialize, Debug)]
pub struct Row {
    /// Its pid.
    pub pid: String,
    /// The name that it is registered by.
    pub name: Option<String>,
    /// The label that it has given to itself.
    pub label: Option<String>,
    /// The function that it began with; not told of a process that runs.
    pub initial_call: Option<String>,
    /// The function in which it sleeps; not told of a process that runs.
    pub current_function: Option<String>,
    /// Its state.
    pub status: &'static str,
    /// Reductions that it has executed in all, as of its last slice.
    pub reductions: u64,
    /// Reductions between the last two walks.
    pub reductions_lately: u64,
    /// Bytes.
    pub memory: u64,
    /// Messages that wait, as of its last slice if it runs.
    pub messages: u64,
}

/// A process, as a walk has seen it.
#[derive(Copy, Clone)]
struct Seen {
    id: u64,
    reductions: u64,
    lately: u64,
    words: u32,
    messages: u32,
    named: bool,
}

impl Seen {
    fn key(&self, sort: Sort) -> u64 {
        match sort {
            Sort::Reductions => self.lately,
            Sort::Memory => self.words.into(),
            Sort::Messages => self.messages.into(),
        }
    }
}

/// A walk through all processes, in the order of their slots.
struct Walk {
    at: Instant,
    /// Since the walk before.
    period: Duration,
    /// The processor time that it took.
    took: Duration,
    seen: Vec<Seen>,
    /// Bytes that all of them take.
    bytes: usize,
}

static WALK: Mutex<Option<Walk>> = Mutex::new(None);

/// Runs `f` with a walk that is no older than it has to be.
fn with_walk<R>(f: impl FnOnce(&Walk) -> R) -> R {
    let mut walk = WALK.lock().unwrap_or_else(PoisonError::into_inner);
    let old = walk.take_if(|w| w.at.elapsed() >= PERIOD_LEAST.max(w.took * SHARE));
    f(walk.get_or_insert_with(|| take_walk(old)))
}

/// Gives the memory of walks back.
pub fn forget() {
    *WALK.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

fn take_walk(before: Option<Walk>) -> Walk {
    let (at, cpu) = (Instant::now(), thread_cpu());
    let slots = process_table::limit() as u64;
    let mut old = before.as_ref().map_or(&[][..], |w| &w.seen);
    let mut seen = Vec::with_capacity(process_table::count() + 64);
    process_table::each(|p, _| {
        let reductions = p.reductions.load(Ordering::Relaxed);
        // Both walks are in the order of slots.
        while let [first, rest @ ..] = old
            && first.id % slots < p.id % slots
        {
            old = rest;
        }
        let lately = match old.first().filter(|first| first.id == p.id) {
            Some(first) => reductions.saturating_sub(first.reductions),
            // It has come since, unless this is the first walk.
            None if before.is_some() => reductions,
            None => 0,
        };
        seen.push(Seen {
            id: p.id,
            reductions,
            lately,
            words: p.heap_words.load(Ordering::Relaxed),
            messages: p.message_queue_len.load(Ordering::Relaxed),
            named: p.registered.load(Ordering::Relaxed) != 0,
        });
    });
    let period = before.map_or(Duration::ZERO, |w| at.duration_since(w.at));
    let words: usize = seen.iter().map(|seen| seen.words as usize).sum();
    let bytes = words * 8 + seen.len() * size_of::<Process>();
    Walk { at, period, took: thread_cpu().saturating_sub(cpu), seen, bytes }
}

/// Processor time of the calling thread.
fn thread_cpu() -> Duration {
    // Nanoseconds that it has run are the first number.
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let ns = text.split_ascii_whitespace().next().and_then(|n| n.parse().ok());
    Duration::from_nanos(ns.unwrap_or(0))
}

/// Bytes that all processes take.
pub fn bytes() -> usize {
    with_walk(|walk| walk.bytes)
}

/// The processes that are wanted.
pub fn now(wish: &Wish) -> Processes {
    with_walk(|walk| {
        let (first, matching) = first(&walk.seen, wish);
        Processes {
            count: walk.seen.len(),
            matching,
            period_ms: walk.period.as_millis() as u64,
            age_ms: walk.at.elapsed().as_millis() as u64,
            rows: first.iter().filter_map(row).collect(),
        }
    })
}

/// The first of the processes that are wanted, in order, and how many are wanted.
fn first(seen: &[Seen], wish: &Wish) -> (Vec<Seen>, usize) {
    let key = |seen: &Seen| (Reverse(seen.key(wish.sort)), seen.id);
    let (mut kept, mut matching) = (Vec::with_capacity(2 * wish.limit), 0);
    // Most come behind the last of those that are kept, and are not even copied.
    let mut last = None;
    for seen in seen.iter().filter(|s| wish.filter.is_empty() || matches(s, &wish.filter)) {
        matching += 1;
        if last.is_some_and(|last| key(seen) > last) {
            continue;
        }
        kept.push(*seen);
        if kept.len() == 2 * wish.limit {
            let (_, nth, _) = kept.select_nth_unstable_by_key(wish.limit - 1, key);
            last = Some(key(nth));
            kept.truncate(wish.limit);
        }
    }
    kept.sort_unstable_by_key(key);
    kept.truncate(wish.limit);
    (kept, matching)
}

fn matches(seen: &Seen, filter: &str) -> bool {
    let name = || process_table::with_process(seen.id, |p| p.registered_name()).flatten();
    pid_text(seen.id).contains(filter)
        || seen.named && name().is_some_and(|name| name.name().contains(filter))
}

/// A process's row; none if it has ended.
fn row(seen: &Seen) -> Option<Row> {
    let guard = crossbeam_epoch::pin();
    let p = process_table::lookup(seen.id, &guard)?;
    let status = status(p);
    let asleep = process::brief(p, &guard);
    let noted = u64::from(seen.words) * 8 + size_of::<Process>() as u64;
    let reductions = asleep.as_ref().map_or(seen.reductions, |b| b.reductions);
    let (label, initial, current, memory, messages) = match asleep {
        Some(b) => (b.label, Some(b.initial_call), b.current_function, b.memory, b.messages),
        None => (None, None, None, noted, u64::from(seen.messages)),
    };
    Some(Row {
        pid: pid_text(seen.id),
        name: p.registered_name().map(|name| name.name().to_owned()),
        label,
        initial_call: initial,
        current_function: current,
        status,
        reductions,
        reductions_lately: seen.lately,
        memory,
        messages,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_are_those_with_the_most() {
        let seen = |id: u64| Seen {
            id,
            reductions: 0,
            lately: (id * 7919) % 1000,
            words: (id * 31) as u32 % 100,
            messages: 0,
            named: false,
        };
        let all: Vec<Seen> = (0..1000).map(seen).collect();
        for (sort, limit) in [(Sort::Reductions, 5), (Sort::Memory, 70), (Sort::Messages, 1000)] {
            let wish = Wish { sort, filter: String::new(), limit };
            let mut sorted: Vec<_> = all.iter().map(|s| (Reverse(s.key(sort)), s.id)).collect();
            sorted.sort_unstable();
            let (kept, matching) = first(&all, &wish);
            assert_eq!((kept.len(), matching), (limit, 1000));
            assert!(kept.iter().map(|s| s.id).eq(sorted.iter().take(limit).map(|s| s.1)));
        }
    }
}
