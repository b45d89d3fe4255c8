//! Which metrics there are.

use super::{Family, Kind};
use crate::figures::{collections, dist, native, overview, ports};
use vm::microstates::{self, NAMES};
use vm::processors::Processors;
use vm::{sched, system};

/// All of them, now.
pub(super) fn now() -> Vec<Family> {
    let overview = overview::now();
    let mut all = memory(&overview);
    all.extend(statistics(&overview));
    all.extend(system_info(&overview));
    all.extend(microstates());
    all.extend(distribution());
    all.extend(of_the_emulator(&overview));
    all.extend(collections_and_code());
    all
}

fn memory(overview: &overview::Overview) -> Vec<Family> {
    let bytes = |kind: &str| overview.memory.get(kind).copied().unwrap_or(0);
    let gauge = |name, help| Family::new(name, Kind::Gauge, help);
    let mut system = gauge("erlang_vm_memory_system_bytes_total", "Memory that no process has.");
    for kind in ["atom", "binary", "code", "ets", "other"] {
        system = system.with(&[("usage", kind)], bytes(kind));
    }
    let mut allocators = gauge("erlang_vm_allocators", "Memory by its use, as OTP's allocators.");
    for (allocator, kind) in
        [("eheap_alloc", "processes"), ("ets_alloc", "ets"), ("binary_alloc", "binary")]
    {
        for usage in ["blocks_size", "carriers_size"] {
            let labels =
                [("alloc", allocator), ("instance_no", "0"), ("kind", "mbcs"), ("usage", usage)];
            allocators = allocators.with(&labels, bytes(kind));
        }
    }
    vec![
        gauge("erlang_vm_memory_atom_bytes_total", "Memory for atoms.")
            .with(&[("usage", "used")], bytes("atom"))
            .with(&[("usage", "free")], 0_u64),
        gauge("erlang_vm_memory_bytes_total", "Memory, by whether processes have it.")
            .with(&[("kind", "system")], bytes("system"))
            .with(&[("kind", "processes")], bytes("processes")),
        gauge("erlang_vm_memory_processes_bytes_total", "Memory of processes.")
            .with(&[("usage", "used")], bytes("processes"))
            .with(&[("usage", "free")], 0_u64),
        system,
        gauge("erlang_vm_memory_ets_tables", "Tables of ETS.")
            .with(&[], overview.counts.get("ets_tables").map_or(0, |count| count.now)),
        allocators,
    ]
}

fn statistics(overview: &overview::Overview) -> Vec<Family> {
    let total = |name: &str| overview.totals.get(name).copied().unwrap_or(0);
    let waiting: usize = overview.schedulers.iter().map(|s| s.run_queue).sum();
    let rows: [(&str, Kind, &'static str, u64); 12] = [
        ("bytes_output_total", Kind::Counter, "Bytes written to ports.", total("bytes_out")),
        ("bytes_received_total", Kind::Counter, "Bytes read from ports.", total("bytes_in")),
        ("context_switches", Kind::Counter, "Switches to processes.", total("context_switches")),
        (
            "dirty_cpu_run_queue_length",
            Kind::Gauge,
            "Calls that wait for dirty schedulers that compute.",
            overview.dirty_cpu.waiting as u64,
        ),
        (
            "dirty_io_run_queue_length",
            Kind::Gauge,
            "Calls that wait for dirty schedulers that may block.",
            overview.dirty_io.waiting as u64,
        ),
        (
            "garbage_collection_number_of_gcs",
            Kind::Counter,
            "Garbage collections.",
            total("collections"),
        ),
        (
            "garbage_collection_bytes_reclaimed",
            Kind::Counter,
            "Bytes that collections have freed.",
            total("collected_bytes"),
        ),
        (
            "garbage_collection_words_reclaimed",
            Kind::Counter,
            "Words that collections have freed.",
            total("collected_bytes") / 8,
        ),
        ("reductions_total", Kind::Counter, "Reductions.", total("reductions")),
        ("run_queues_length", Kind::Gauge, "Processes that wait in run queues.", waiting as u64),
        ("runtime_milliseconds", Kind::Counter, "Processor time.", total("cpu_ms")),
        ("wallclock_time_milliseconds", Kind::Counter, "Time since the start.", overview.uptime_ms),
    ];
    let family = |(name, kind, help, value)| {
        Family::new(format!("erlang_vm_statistics_{name}"), kind, help).with(&[], value)
    };
    rows.into_iter().map(family).collect()
}

fn system_info(overview: &overview::Overview) -> Vec<Family> {
    let config = system::config();
    let count = |name: &str| overview.counts.get(name).map_or(0, |count| count.now);
    let limit = |name: &str| overview.counts.get(name).and_then(|c| c.limit).unwrap_or(0);
    let processors = Processors::look();
    let gauges: [(&str, &'static str, usize); 18] = [
        ("atom_count", "Atoms.", count("atoms")),
        ("atom_limit", "The most atoms that there may be.", limit("atoms")),
        ("dirty_cpu_schedulers", "Dirty schedulers that compute.", config.dirty_cpu),
        (
            "dirty_cpu_schedulers_online",
            "Dirty schedulers that compute and take calls.",
            vm::dirty::cpu_online(),
        ),
        ("dirty_io_schedulers", "Dirty schedulers that may block.", config.dirty_io),
        ("ets_limit", "The most tables of ETS that there may be.", limit("ets_tables")),
        ("logical_processors", "Processors of the machine.", processors.configured),
        (
            "logical_processors_available",
            "Processors for this system.",
            processors.for_schedulers(),
        ),
        ("logical_processors_online", "Processors that are online.", processors.configured),
        ("port_count", "Ports.", count("ports")),
        ("port_limit", "The most ports that there may be.", limit("ports")),
        ("process_count", "Processes.", count("processes")),
        ("process_limit", "The most processes that there may be.", limit("processes")),
        ("schedulers", "Schedulers.", sched::count()),
        ("schedulers_online", "Schedulers that run processes.", sched::wanted_online()),
        ("thread_pool_size", "Threads of the asynchronous pool.", config.async_threads),
        ("wordsize_bytes", "Bytes of a word.", 8),
        ("ets_tables", "Tables of ETS.", count("ets_tables")),
    ];
    let flags = [
        ("smp_support", "Whether there may be several schedulers.", true),
        ("threads", "Whether there are threads.", true),
        ("time_correction", "Whether Erlang's time is corrected.", config.time_correction),
    ];
    let gauge = |(name, help, value): (&str, _, usize)| {
        Family::new(format!("erlang_vm_{name}"), Kind::Gauge, help).with(&[], value)
    };
    let flag = |(name, help, on): (&str, _, bool)| {
        Family::new(format!("erlang_vm_{name}"), Kind::Untyped, help).with(&[], usize::from(on))
    };
    gauges.map(gauge).into_iter().chain(flags.map(flag)).collect()
}

/// The time of threads by what they were doing, since that is counted:
/// `system_flag(microstate_accounting, true)`.
fn microstates() -> Vec<Family> {
    const HELP: [&str; 7] = [
        "Seconds spent on auxiliary work.",
        "Seconds spent asking for input and output.",
        "Seconds spent executing processes.",
        "Seconds spent collecting garbage.",
        "Seconds spent on all else.",
        "Seconds spent in ports.",
        "Seconds spent asleep.",
    ];
    let kinds = [
        ("scheduler", microstates::Kind::Scheduler),
        ("dirty_cpu_scheduler", microstates::Kind::DirtyCpu),
        ("dirty_io_scheduler", microstates::Kind::DirtyIo),
    ];
    let rows = kinds.map(|(name, kind)| (name, microstates::counters(kind)));
    let family = |(state, name): (usize, &&str)| {
        let name = format!("erlang_vm_msacc_{name}_seconds_total");
        let mut family = Family::new(name, Kind::Counter, HELP[state]);
        for (kind, threads) in &rows {
            for (number, ns) in threads {
                let labels = [("type", *kind), ("id", &number.to_string())];
                family = family.with(&labels, ns[state] as f64 / 1e9);
            }
        }
        family
    };
    NAMES.iter().enumerate().map(family).collect()
}

fn distribution() -> Vec<Family> {
    let nodes = dist::now().rows;
    let ports = if nodes.is_empty() { Vec::new() } else { ports::now(usize::MAX).rows };
    let gauge = |name: &str, help| Family::new(format!("erlang_vm_dist_{name}"), Kind::Gauge, help);
    let mut state = gauge("node_state", "The connection: pending is 1, up is 3.");
    let mut received = gauge("recv_cnt", "Packets received.");
    let mut sent = gauge("send_cnt", "Packets sent.");
    let mut input = gauge("port_input_bytes", "Bytes read from the port.");
    let mut output = gauge("port_output_bytes", "Bytes written to the port.");
    let mut queue = gauge("port_queue_size_bytes", "Bytes that wait in the port.");
    for node in &nodes {
        let number = match node.state {
            "pending" => 1_u64,
            "up" => 3,
            _ => continue,
        };
        let labels = [("peer", node.node.as_str())];
        state = state.with(&labels, number);
        received = received.with(&labels, node.packets_in);
        sent = sent.with(&labels, node.packets_out);
        if let Some(port) = ports.iter().find(|port| port.port == node.carrier) {
            input = input.with(&labels, port.input);
            output = output.with(&labels, port.output);
            queue = queue.with(&labels, port.queue);
        }
    }
    vec![state, received, sent, input, output, queue]
}

/// Figures that only Maser has.
fn of_the_emulator(overview: &overview::Overview) -> Vec<Family> {
    let memory = |kind: &str| overview.memory.get(kind).copied().unwrap_or(0);
    let count = |name: &str| overview.counts.get(name).map_or(0, |count| count.now);
    let total = |name: &str| overview.totals.get(name).copied().unwrap_or(0);
    let counter = |name, help| Family::new(name, Kind::Counter, help);
    let gauge = |name, help| Family::new(name, Kind::Gauge, help);
    let versions = &overview.versions;
    let labels = [
        ("version", versions.maser),
        ("otp", versions.otp.as_str()),
        ("erts", versions.erts.as_str()),
        ("node", overview.node.as_str()),
    ];
    let mut busy = counter(
        "maser_scheduler_busy_seconds_total",
        "Seconds in which a scheduler has had something to do.",
    );
    let mut queue = gauge("maser_scheduler_run_queue_length", "Processes that wait in a queue.");
    for scheduler in &overview.schedulers {
        let number = scheduler.number.to_string();
        busy = busy.with(&[("scheduler", &number)], scheduler.busy_s);
        queue = queue.with(&[("scheduler", &number)], scheduler.run_queue);
    }
    vec![
        gauge("maser_info", "What this system is.").with(&labels, 1_u64),
        gauge("maser_uptime_seconds", "Seconds since the start.")
            .with(&[], overview.uptime_ms as f64 / 1e3),
        gauge("maser_memory_resident_bytes", "Memory that the system counts as the emulator's.")
            .with(&[], memory("resident")),
        counter("maser_cpu_seconds_total", "Processor time.")
            .with(&[], total("cpu_ms") as f64 / 1e3),
        busy,
        queue,
        counter("maser_wake_ups_total", "How often a scheduler that slept has been woken.")
            .with(&[], total("wake_ups")),
        gauge("maser_timers", "Timers that run.").with(&[], count("timers")),
        gauge("maser_persistent_terms", "Persistent terms.").with(&[], count("persistent_terms")),
        gauge("maser_persistent_term_bytes", "Memory of persistent terms.")
            .with(&[], memory("persistent_term")),
    ]
}

fn collections_and_code() -> Vec<Family> {
    let collections = collections::now();
    let limits: Vec<f64> = collections.limits_us.iter().map(|&us| us as f64 / 1e6).collect();
    let mut pauses = Family::new(
        "maser_collection_pause_seconds",
        Kind::Histogram,
        "How long collections have held a process up, since metrics are served.",
    );
    for (kind, of) in [("minor", &collections.minor), ("major", &collections.major)] {
        pauses = pauses.with_classes(("kind", kind), &of.counts, &limits, of.total_us / 1e6);
    }
    let native = native::now();
    let gauge = |name, help| Family::new(name, Kind::Gauge, help);
    let base = native.modules - native.compiled - native.templates;
    vec![
        pauses,
        gauge("maser_modules", "Modules, by what executes their code.")
            .with(&[("tier", "compiled")], native.compiled)
            .with(&[("tier", "template")], native.templates)
            .with(&[("tier", "base")], base),
        gauge("maser_native_code_bytes", "Native code.").with(&[], native.bytes),
        gauge("maser_native_waiting", "Modules that are known to wait for the compiler.")
            .with(&[], native.waiting.unwrap_or(0)),
    ]
}
