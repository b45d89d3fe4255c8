//! The overview: schedulers, memory, counts and limits, rates.

use super::{pid_text, processes};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use term::{Atom, RefBin, node};
use vm::{code, crash_dump, dirty, ets, port, process_table, sched, statistics, system};

/// How old an overview may be that is given once more; rates are of at least this time.
const FRESH: Duration = Duration::from_millis(400);

/// All of it.
#[derive(Serialize, Debug)]
pub struct Overview {
    /// Now, in milliseconds since 1970.
    pub time_ms: i64,
    /// Milliseconds since the emulator was started.
    pub uptime_ms: u64,
    /// The node's name, `nonode@nohost` if it has none.
    pub node: String,
    /// The number of the operating system's process.
    pub os_pid: u32,
    /// The emulator's version, and OTP's.
    pub versions: Versions,
    /// The schedulers.
    pub schedulers: Vec<Scheduler>,
    /// The dirty schedulers that compute.
    pub dirty_cpu: Dirty,
    /// The dirty schedulers that may block.
    pub dirty_io: Dirty,
    /// Bytes, by kind; `resident` is what the system counts.
    pub memory: BTreeMap<&'static str, u64>,
    /// How many there are, and how many there may be.
    pub counts: BTreeMap<&'static str, Count>,
    /// Counters since the start.
    pub totals: BTreeMap<&'static str, u64>,
    /// The same by second, lately.
    pub rates: BTreeMap<&'static str, f64>,
}

/// Versions.
#[derive(Serialize, Debug)]
pub struct Versions {
    /// Of Maser.
    pub maser: &'static str,
    /// The release of OTP.
    pub otp: String,
    /// The version of OTP's emulator that this one stands for.
    pub erts: String,
}

/// A scheduler.
#[derive(Serialize, Debug)]
pub struct Scheduler {
    /// Its number, from 1.
    pub number: usize,
    /// Whether it runs processes.
    pub online: bool,
    /// The part of the time in which it has been busy lately, from 0 to 1.
    pub utilisation: f64,
    /// Seconds in which it has been busy.
    pub busy_s: f64,
    /// Processes that wait in its queue.
    pub run_queue: usize,
    /// The process that it runs.
    pub runs: Option<String>,
    /// Whether it sleeps.
    pub asleep: bool,
    /// How often it has scheduled a process in.
    pub switches: u64,
}

/// Dirty schedulers of a kind.
#[derive(Serialize, Debug)]
pub struct Dirty {
    /// How many there are.
    pub threads: usize,
    /// How many are at work.
    pub running: usize,
    /// Calls that wait.
    pub waiting: usize,
    /// The part of the time in which they have been busy lately, together: 1 is one thread.
    pub utilisation: f64,
}

/// A number and its limit.
#[derive(Serialize, Debug, Copy, Clone)]
pub struct Count {
    /// The number.
    pub now: usize,
    /// Its limit; none if there is none.
    pub limit: Option<usize>,
}

/// Counters at a time.
struct Sample {
    at: Instant,
    /// Of schedulers, dirty ones that compute, and those that may block.
    busy_ns: [Vec<u64>; 3],
    totals: BTreeMap<&'static str, u64>,
}

/// The samples between which rates are, and the overview that was made of them.
static LAST: Mutex<Option<(Sample, Arc<Overview>)>> = Mutex::new(None);

/// The overview, no older than a moment.
pub fn now() -> Arc<Overview> {
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((sample, overview)) = &*last
        && sample.at.elapsed() < FRESH
    {
        return overview.clone();
    }
    let sample = sample();
    let overview = Arc::new(overview(&sample, last.as_ref().map(|(sample, _)| sample)));
    *last = Some((sample, overview.clone()));
    overview
}

fn sample() -> Sample {
    let (input, output) = statistics::io();
    let (collections, words) = statistics::collections();
    let totals = [
        ("reductions", sched::reductions()),
        ("context_switches", sched::context_switches()),
        ("bytes_in", input),
        ("bytes_out", output),
        ("collections", collections),
        ("collected_bytes", words * 8),
        ("wake_ups", vm::gauges::wake_ups()),
        ("cpu_ms", cpu_ms()),
    ];
    let busy = [sched::busy_ns(), dirty::load(false).busy_ns, dirty::load(true).busy_ns];
    Sample { at: Instant::now(), busy_ns: busy, totals: totals.into() }
}

/// Processor time of the emulator.
fn cpu_ms() -> u64 {
    // User and system time stand behind the name, which may have anything in it.
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let behind = text.rsplit_once(')').map_or("", |(_, rest)| rest);
    let mut fields =
        behind.split_ascii_whitespace().skip(11).map(|n| n.parse::<u64>().unwrap_or(0));
    let ticks = fields.next().unwrap_or(0) + fields.next().unwrap_or(0);
    // The kernel tells hundredths of a second, whatever it counts in.
    ticks * 10
}

/// The part of the time between two samples in which each thread was busy.
fn parts(now: &Sample, before: Option<&Sample>, kind: usize) -> Vec<f64> {
    let busy = &now.busy_ns[kind];
    let Some(before) = before else { return vec![0.0; busy.len()] };
    let time = now.at.duration_since(before.at).as_nanos().max(1) as f64;
    let old = before.busy_ns[kind].iter().chain(std::iter::repeat(&0));
    let part = |(now, old): (&u64, &u64)| (now.saturating_sub(*old) as f64 / time).min(1.0);
    busy.iter().zip(old).map(part).collect()
}

fn overview(now: &Sample, before: Option<&Sample>) -> Overview {
    let config = system::config();
    let seconds = before.map(|b| now.at.duration_since(b.at).as_secs_f64().max(1e-3));
    let rate = |(&name, &total): (&&'static str, &u64)| {
        let old = before.and_then(|b| b.totals.get(name)).copied().unwrap_or(total);
        (name, seconds.map_or(0.0, |s| total.saturating_sub(old) as f64 / s))
    };
    let dirty = |io: bool| {
        let load = dirty::load(io);
        let utilisation = parts(now, before, 1 + usize::from(io)).iter().sum();
        let threads = if io { config.dirty_io } else { config.dirty_cpu };
        Dirty { threads, running: load.running, waiting: load.waiting, utilisation }
    };
    Overview {
        time_ms: system::wall_clock_ns() / 1_000_000,
        uptime_ms: system::monotonic_ns() / 1_000_000,
        node: node::this_node().name().to_owned(),
        os_pid: std::process::id(),
        versions: Versions {
            maser: env!("CARGO_PKG_VERSION"),
            otp: config.otp_release.clone(),
            erts: config.erts_version.clone(),
        },
        schedulers: schedulers(now, before),
        dirty_cpu: dirty(false),
        dirty_io: dirty(true),
        memory: memory(),
        counts: counts(),
        totals: now.totals.clone(),
        rates: now.totals.iter().map(rate).collect(),
    }
}

fn schedulers(now: &Sample, before: Option<&Sample>) -> Vec<Scheduler> {
    let online = sched::wanted_online();
    let (queues, asleep) = (sched::run_queue_lengths(), sched::sleeping());
    let (runs, switches) = (sched::running_processes(), sched::switches());
    let utilisation = parts(now, before, 0);
    let scheduler = |i: usize| Scheduler {
        number: i + 1,
        online: i < online,
        utilisation: utilisation[i],
        busy_s: now.busy_ns[0][i] as f64 / 1e9,
        run_queue: queues[i],
        runs: runs[i].map(pid_text),
        asleep: asleep[i],
        switches: switches[i],
    };
    (0..sched::count()).map(scheduler).collect()
}

/// Bytes by kind, as `erlang:memory/0` has them.
pub fn memory() -> BTreeMap<&'static str, u64> {
    let resident = crash_dump::resident_bytes();
    let processes = processes::bytes() + process_table::bytes();
    let (table, names) = Atom::memory();
    let code = code::memory();
    let (atom, binary, ets) = (table + names, RefBin::total_bytes(), ets::registry::bytes());
    let code = code.current + code.old;
    let system = resident.saturating_sub(processes);
    let items = [
        ("resident", resident),
        ("processes", processes),
        ("system", system),
        ("atom", atom),
        ("binary", binary),
        ("code", code),
        ("ets", ets),
        ("persistent_term", bifs::persistent_term::figures().1 * 8),
        ("other", system.saturating_sub(atom + binary + code + ets)),
    ];
    items.map(|(name, bytes)| (name, bytes as u64)).into()
}

fn counts() -> BTreeMap<&'static str, Count> {
    let config = system::config();
    let limited = |now, limit| Count { now, limit: Some(limit) };
    let free = |now| Count { now, limit: None };
    [
        ("processes", limited(process_table::count(), process_table::limit())),
        ("ports", limited(port::count(), port::limit())),
        ("atoms", limited(Atom::count() as usize, config.atom_limit)),
        ("ets_tables", limited(ets::registry::count(), config.ets_limit)),
        ("persistent_terms", free(bifs::persistent_term::figures().0)),
        ("modules", free(code::all_loaded().len())),
        ("timers", free(vm::timer::count())),
    ]
    .into()
}
