//! `erlang:statistics/1`, and memory in the shape in which `erlang.erl` adds it up.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use term::{Heap, OwnedTerm, RefBin, Term, am, atom, map};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::microstates::{self, Kind};
use vm::process::Running;
use vm::{dirty, sched};
use vm::{signal, system};

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

/// Bytes taken, by purpose.
struct Memory {
    processes: usize,
    binary: usize,
    ets: usize,
    rest: usize,
}

fn memory() -> Memory {
    let resident = vm::crash_dump::resident_bytes();
    let binary = RefBin::total_bytes();
    let ets = vm::ets::registry::bytes();
    let processes = vm::process_table::process_bytes();
    let rest = resident.saturating_sub(binary + ets + processes);
    Memory { processes, binary, ets, rest }
}

/// Names of what OTP calls allocators, that we account memory under.
pub(crate) const ALLOCATORS: &[&str] = &[
    "temp_alloc",
    "sl_alloc",
    "std_alloc",
    "ll_alloc",
    "eheap_alloc",
    "ets_alloc",
    "fix_alloc",
    "literal_alloc",
    "binary_alloc",
    "driver_alloc",
];

fn bytes_of(name: &str, m: &Memory) -> usize {
    match name {
        "eheap_alloc" => m.processes,
        "ets_alloc" => m.ets,
        "binary_alloc" => m.binary,
        "ll_alloc" => m.rest,
        _ => 0,
    }
}

/// `[{mbcs, [{blocks, [{Type, [{size, …}]}]}, {carriers_size, …}]}, {sbcs, …}]`: all is in one
/// carrier.
fn instance<'h>(heap: &'h Heap, name: &str, bytes: usize, counts: bool) -> Term<'h> {
    let pair = |k: term::Atom, v: Term<'h>| heap.tuple(&[Term::atom(k), v]);
    let n = Term::small(bytes as i64);
    let of = |k: term::Atom, n: Term<'h>| heap.tuple(&[Term::atom(k), n, n, n]);
    let mut sizes = vec![of(atom!("size"), n)];
    if counts {
        sizes.insert(0, of(atom!("count"), Term::small(i64::from(bytes != 0))));
    }
    let blocks = match bytes {
        0 => Term::NIL,
        _ => heap.list(&[pair(term::Atom::new(name), heap.list(&sizes))]),
    };
    let carriers = |blocks: Term<'h>, n: Term<'h>| {
        let mut list = vec![pair(atom!("blocks"), blocks)];
        if counts {
            list.push(of(atom!("carriers"), Term::small(i64::from(!blocks.is_nil()))));
        }
        list.push(of(atom!("carriers_size"), n));
        heap.list(&list)
    };
    let mut list = vec![
        pair(atom!("mbcs"), carriers(blocks, n)),
        pair(atom!("sbcs"), carriers(Term::NIL, Term::small(0))),
    ];
    if name == "fix_alloc" {
        let timers = Term::small(crate::timers::bytes() as i64);
        let timers = heap.tuple(&[Term::atom(atom!("bif_timer")), timers, timers]);
        list.insert(0, pair(atom!("fix_types"), heap.list(&[timers])));
    }
    heap.list(&list)
}

/// Answers `system_info({memory_internal | allocator | allocator_sizes, Ref, Allocators})` by the
/// message `{Ref, SchedulerId, Data}`.
pub(crate) fn send_allocator_info<'h>(
    p: &Running<'h>,
    reference: Term<'h>,
    allocators: Term<'h>,
    counts: bool,
) -> BifResult<'h> {
    let heap = p.heap();
    let m = memory();
    let mut data = Vec::new();
    for t in allocators.to_vec().ok_or(Exception::BADARG)? {
        let name = t.as_atom().ok_or(Exception::BADARG)?;
        let known = ALLOCATORS.contains(&name.name());
        if !known && !["mseg_alloc", "sys_alloc", "erts_mmap"].contains(&name.name()) {
            return Err(Exception::BADARG);
        }
        data.push(if known {
            let what = instance(heap, name.name(), bytes_of(name.name(), &m), counts);
            heap.tuple(&[t, Term::small(0), what])
        } else {
            heap.tuple(&[t, Term::FALSE])
        });
    }
    let message = heap.tuple(&[reference, Term::small(0), heap.list(&data)]);
    signal::send_message(p.id, OwnedTerm::new(message));
    Ok(Term::TRUE)
}
