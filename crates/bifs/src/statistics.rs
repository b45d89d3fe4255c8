//! `erlang:statistics/1`.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use term::{Heap, Term, am, atom, map};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::microstates::{self, Kind};
use vm::process::Running;
use vm::system;
use vm::{dirty, sched};

/// The built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erlang", "statistics", 1, statistics_1),
    row("erts_internal", "scheduler_wall_time", 1, scheduler_wall_time_1),
    row("erts_internal", "no_aux_work_threads", 0, no_aux_work_threads_0),
];

fn int(n: u64) -> Term<'static> {
    Term::small(n as i64)
}

/// `{Total, SinceTheLastCall}`.
fn since_last<'h>(heap: &'h Heap, total: u64, last: &AtomicU64) -> Term<'h> {
    let before = last.swap(total, Ordering::Relaxed);
    heap.tuple(&[int(total), int(total.saturating_sub(before))])
}

static LAST_REDUCTIONS: AtomicU64 = AtomicU64::new(0);
static LAST_EXACT_REDUCTIONS: AtomicU64 = AtomicU64::new(0);
static LAST_RUNTIME: AtomicU64 = AtomicU64::new(0);
static LAST_WALL_CLOCK: AtomicU64 = AtomicU64::new(0);
static WALL_TIME_ON: AtomicBool = AtomicBool::new(false);
static WALL_TIME_START: AtomicU64 = AtomicU64::new(0);

/// CPU time of the emulator in ms: user, and user plus system.
fn cpu_ms() -> u64 {
    // SAFETY: a structure of integers, all zeros being valid, filled by the call.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &mut usage);
        usage
    };
    let us = |t: libc::timeval| t.tv_sec as u64 * 1_000_000 + t.tv_usec as u64;
    (us(usage.ru_utime) + us(usage.ru_stime)) / 1_000
}

fn list_of<'h>(heap: &'h Heap, lengths: Vec<u64>) -> Term<'h> {
    heap.list_from_rev(lengths.into_iter().rev().map(|n| -> Term<'h> { int(n) }))
}

/// The number of tasks that wait in each scheduler's queue and, at the end, for the dirty
/// schedulers: for those for input and output only with `all`. With `active` the tasks that are
/// executed count too.
fn tasks(active: bool, all: bool) -> Vec<u64> {
    let mut tasks: Vec<u64> = sched::run_queue_lengths().into_iter().map(|n| n as u64).collect();
    if active {
        tasks.iter_mut().zip(sched::running()).for_each(|(n, running)| *n += u64::from(running));
    }
    let kinds: &[bool] = if all { &[false, true] } else { &[false] };
    tasks.extend(kinds.iter().map(|&io| {
        let load = dirty::load(io);
        (load.waiting + if active { load.running } else { 0 }) as u64
    }));
    tasks
}

/// Reductions, with those that the caller has executed in its slice.
fn reductions(p: &Running<'_>) -> u64 {
    sched::reductions() + sched::executed_in_slice(p)
}

fn statistics_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    let item = args[0].as_atom().ok_or(Exception::BADARG)?;
    Ok(match item.name() {
        "active_tasks" => list_of(heap, tasks(true, false)),
        "active_tasks_all" => list_of(heap, tasks(true, true)),
        "total_active_tasks" => int(tasks(true, false).iter().sum()),
        "total_active_tasks_all" => int(tasks(true, true).iter().sum()),
        "run_queue_lengths" => list_of(heap, tasks(false, false)),
        "run_queue_lengths_all" => list_of(heap, tasks(false, true)),
        "run_queue" | "total_run_queue_lengths" => int(tasks(false, false).iter().sum()),
        "total_run_queue_lengths_all" => int(tasks(false, true).iter().sum()),
        "context_switches" => heap.tuple(&[int(sched::context_switches()), int(0)]),
        "reductions" => since_last(heap, reductions(p), &LAST_REDUCTIONS),
        "exact_reductions" => since_last(heap, reductions(p), &LAST_EXACT_REDUCTIONS),
        "runtime" => since_last(heap, cpu_ms(), &LAST_RUNTIME),
        "wall_clock" => since_last(heap, system::monotonic_ns() / 1_000_000, &LAST_WALL_CLOCK),
        "garbage_collection" => {
            let (collections, words) = vm::statistics::collections();
            heap.tuple(&[int(collections), int(words), int(0)])
        }
        "io" => {
            let (input, output) = vm::statistics::io();
            let input = heap.tuple(&[Term::atom(atom!("input")), int(input)]);
            heap.tuple(&[input, heap.tuple(&[Term::atom(atom!("output")), int(output)])])
        }
        "scheduler_wall_time" | "scheduler_wall_time_all" => {
            wall_time(heap, item.name().len() > 19)
        }
        "microstate_accounting" => microstates(heap),
        _ => return Err(Exception::BADARG),
    })
}

fn wall_time(heap: &Heap, all: bool) -> Term<'_> {
    if !WALL_TIME_ON.load(Ordering::Relaxed) {
        return Term::UNDEFINED;
    }
    let total = system::monotonic_ns() - WALL_TIME_START.load(Ordering::Relaxed);
    let mut busy = sched::busy_ns();
    busy.extend(dirty::load(false).busy_ns);
    if all {
        busy.extend(dirty::load(true).busy_ns);
    }
    let rows: Vec<_> = busy
        .into_iter()
        .enumerate()
        .map(|(i, b)| heap.tuple(&[int(i as u64 + 1), int(b.min(total)), int(total)]))
        .collect();
    heap.list(&rows)
}

/// `system_flag(scheduler_wall_time, Bool)`; the old setting.
fn scheduler_wall_time_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let on = args[0].as_bool().ok_or(Exception::BADARG)?;
    let old = WALL_TIME_ON.swap(on, Ordering::Relaxed);
    if on && !old {
        WALL_TIME_START.store(0, Ordering::Relaxed);
    }
    Ok(Term::bool(old))
}

/// A row for each thread; dirty schedulers that have not been needed yet have done nothing.
fn microstates(heap: &Heap) -> Term<'_> {
    let names = microstates::NAMES;
    let row = |kind: &'static str, (id, ns): (usize, [u64; 7])| {
        let counter =
            |(name, ns): (&'static str, u64)| (Term::atom(term::Atom::new(name)), int(ns));
        let counters: Vec<_> = names.into_iter().zip(ns).map(counter).collect();
        let pairs = [
            (Term::atom(atom!("counters")), map::from_pairs(heap, &counters)),
            (Term::atom(am::ID), int(id as u64)),
            (Term::atom(atom!("type")), Term::atom(term::Atom::new(kind))),
        ];
        map::from_pairs(heap, &pairs)
    };
    let c = system::config();
    let kinds = [
        ("scheduler", Kind::Scheduler, sched::count()),
        ("dirty_cpu_scheduler", Kind::DirtyCpu, c.dirty_cpu),
        ("dirty_io_scheduler", Kind::DirtyIo, c.dirty_io),
    ];
    let mut rows = Vec::new();
    for (name, kind, threads) in kinds {
        let there = microstates::counters(kind);
        for id in 1..=threads {
            let known = there.iter().find(|row| row.0 == id).copied();
            rows.push(row(name, known.unwrap_or((id, [0; 7]))));
        }
    }
    heap.list(&rows)
}

/// Threads that answer questions about memory, plus one: ours are answered by a single message.
fn no_aux_work_threads_0<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::small(2))
}
