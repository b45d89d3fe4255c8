//! `erlang:system_info/1` and `erlang:system_flag/2`.

mod allocators;
mod topology;

use crate::code::is_built_in_otp;
use crate::link::badarg_because;
use crate::process::max_heap_size_term;
use crate::spawn::{max_heap_size, message_queue_data};
use allocators::ALLOCATORS;
use release::Difference;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use term::{Atom, Heap, Term, View, am, arith, atom};
use tune::Tune;
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::dirty;
use vm::process::{MIN_BIN_VHEAP_SIZE, Running};
use vm::processors::Processors;
use vm::sched::blocking::{self, Block};
use vm::sched::{alone, binding};
use vm::spawn::DEFAULTS;
use vm::system::SystemLogger;
use vm::topology::Spread;
use vm::trace::{self, modules};
use vm::tracers;
use vm::version;
use vm::{clock, microstates, process_table, sched, system};

/// The built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erlang", "system_info", 1, system_info_1),
    row("erlang", "system_flag", 2, system_flag_2),
];

fn size(n: usize) -> Term<'static> {
    Term::small(n as i64)
}

fn name(s: &str) -> Term<'static> {
    Term::atom(Atom::new(s))
}

fn flag(n: &AtomicU32) -> Term<'static> {
    Term::small(i64::from(n.load(Ordering::Relaxed)))
}

static OUTSTANDING_REQUESTS: AtomicI64 = AtomicI64::new(0);

fn outstanding_requests() -> i64 {
    match OUTSTANDING_REQUESTS.load(Ordering::Relaxed) {
        0 => match system::config().outstanding_requests {
            Some(limit) => i64::from(limit),
            None => 2 * sched::count() as i64,
        },
        n => n,
    }
}

fn pair<'h>(heap: &'h Heap, key: Atom, value: Term<'h>) -> Term<'h> {
    heap.tuple(&[Term::atom(key), value])
}

fn clock<'h>(heap: &'h Heap, id: &str, extended: bool, time: u64) -> Term<'h> {
    let mut list = vec![
        pair(heap, am::FUNCTION, name("clock_gettime")),
        pair(heap, atom!("clock_id"), name(id)),
        pair(heap, atom!("resolution"), Term::small(1_000_000_000)),
    ];
    if extended {
        list.push(pair(heap, atom!("extended"), Term::atom(am::NO)));
    }
    list.push(pair(heap, atom!("parallel"), Term::atom(am::YES)));
    list.push(pair(heap, atom!("time"), heap.unsigned(time)));
    heap.list(&list)
}

fn system_info_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    match args[0].view() {
        View::Atom(a) if a == atom!("procs") => {
            Ok(p.heap().binary(vm::process_report::all(Some(p)).as_bytes()))
        }
        View::Atom(a) => item(p.heap(), a.name()).ok_or(Exception::BADARG),
        View::Tuple(&[key, value]) => {
            let key = key.as_atom().ok_or(Exception::BADARG)?;
            let value_name = value.as_atom().map(Atom::name);
            match (key.name(), value_name) {
                ("wordsize", Some("internal" | "external")) => Ok(Term::small(8)),
                ("cpu_topology", Some("used")) => Ok(topology::term(p.heap(), binding::used())),
                ("cpu_topology", Some("detected")) => {
                    Ok(topology::term(p.heap(), binding::detected()))
                }
                ("cpu_topology", Some("defined")) => {
                    Ok(topology::term(p.heap(), binding::defined()))
                }
                ("allocator", _) => erlang_call("alloc_info", value),
                ("allocator_sizes", _) => erlang_call("alloc_sizes", value),
                ("processor_type" | "error_checker" | "purify", _) => Err(Exception::BADARG),
                _ => Err(Exception::BADARG),
            }
        }
        View::Tuple(&[key, reference, allocators]) => {
            let key = key.as_atom().ok_or(Exception::BADARG)?;
            if !reference.is_reference() {
                return Err(Exception::BADARG);
            }
            match key.name() {
                "memory_internal" | "allocator_sizes" => {
                    allocators::send_info(p, reference, allocators, false)
                }
                "allocator" => allocators::send_info(p, reference, allocators, true),
                _ => Err(Exception::BADARG),
            }
        }
        _ => Err(Exception::BADARG),
    }
}

/// Lets a function of `erlang.erl` gather what schedulers would answer one by one.
fn erlang_call<'h>(function: &str, value: Term<'h>) -> BifResult<'h> {
    let export = crate::process::export(am::ERLANG, Atom::new(function), 1);
    Err(Exception::trap(export, vec![value]))
}

fn multi_scheduling() -> Term<'static> {
    name(match blocking::blocked() {
        None => "enabled",
        Some(Block::All) => "blocked",
        Some(Block::Normal) => "blocked_normal",
    })
}

fn logger_term(who: SystemLogger) -> Term<'static> {
    match who {
        SystemLogger::Registered => name("logger"),
        SystemLogger::Nobody => Term::UNDEFINED,
        SystemLogger::Process(pid) => Term::pid(pid),
    }
}

/// How many schedulers run processes.
fn active() -> usize {
    if blocking::is_blocked() { 1 } else { sched::wanted_online() }
}

/// How many schedulers there are, are online, and run processes.
fn schedulers_state() -> [Term<'static>; 3] {
    [sched::count(), sched::wanted_online(), active()].map(size)
}

/// The same of each kind of schedulers. A process that blocks all others has the dirty ones counted
/// as blocked, too.
fn all_schedulers_state(heap: &Heap) -> Term<'_> {
    let c = system::config();
    let of = |kind: &str, numbers: [Term<'static>; 3]| {
        let [all, online, active] = numbers;
        heap.tuple(&[name(kind), all, online, active])
    };
    let active = |online: usize| match blocking::blocked() {
        Some(Block::All) => 0,
        _ => online,
    };
    let cpu = dirty::cpu_online();
    heap.list(&[
        of("normal", schedulers_state()),
        of("dirty_cpu", [c.dirty_cpu, cpu, active(cpu)].map(size)),
        of("dirty_io", [c.dirty_io, c.dirty_io, active(c.dirty_io)].map(size)),
    ])
}

fn blockers(heap: &Heap, what: Block) -> Term<'_> {
    let pids: Vec<Term<'_>> = blocking::blockers(what).into_iter().map(Term::pid).collect();
    heap.list(&pids)
}

/// The value of an item; none if there is no such item.
fn item<'h>(heap: &'h Heap, item: &str) -> Option<Term<'h>> {
    schedulers_item(heap, item)
        .or_else(|| limits_item(item))
        .or_else(|| build_item(heap, item))
        .or_else(|| memory_item(heap, item))
        .or_else(|| clocks_item(heap, item))
        .or_else(|| state_item(heap, item))
}

/// Items about schedulers and the processors that they run on.
fn schedulers_item<'h>(heap: &'h Heap, item: &str) -> Option<Term<'h>> {
    let c = system::config();
    Some(match item {
        "schedulers" => size(sched::count()),
        "schedulers_online" => size(sched::wanted_online()),
        "schedulers_active" => size(active()),
        "schedulers_state" => heap.tuple(&schedulers_state()),
        "all_schedulers_state" => all_schedulers_state(heap),
        "run_queues" => size(sched::count()),
        "scheduler_id" => size(sched::current().max(1)),
        "dirty_cpu_schedulers" => size(c.dirty_cpu),
        "dirty_cpu_schedulers_online" => size(dirty::cpu_online()),
        "dirty_io_schedulers" => size(c.dirty_io),
        "thread_pool_size" => size(c.async_threads),
        "multi_scheduling_blockers" => blockers(heap, Block::All),
        "normal_multi_scheduling_blockers" => blockers(heap, Block::Normal),
        "context_reductions" => Term::small(tune::get(Tune::Slice).into()),
        "cpu_topology" => topology::term(heap, binding::used()),
        "update_cpu_info" => name(if binding::look_again() { "changed" } else { "unchanged" }),
        "cpu_quota" => Processors::look().quota.map_or(name("unknown"), size),
        "logical_processors" => size(Processors::look().configured),
        "logical_processors_available" => size(Processors::look().available),
        "logical_processors_online" => size(Processors::look().online),
        "multi_scheduling" => multi_scheduling(),
        "scheduler_bind_type" => name(binding::spread().name()),
        "scheduler_bindings" => {
            let bound = |to: Option<u32>| to.map_or(name("unbound"), |n| Term::small(n.into()));
            let all: Vec<_> = binding::bindings().into_iter().map(bound).collect();
            heap.tuple(&all)
        }
        _ => return None,
    })
}

/// Numbers of things, and the limits on them.
fn limits_item(item: &str) -> Option<Term<'static>> {
    let c = system::config();
    Some(match item {
        "process_count" => size(process_table::count()),
        "process_limit" => size(process_table::limit()),
        "port_count" => size(vm::port::count()),
        "port_limit" => size(c.max_ports),
        "atom_count" => Term::small(i64::from(Atom::count())),
        "atom_limit" => size(c.atom_limit),
        "ets_count" => size(vm::ets::registry::count()),
        "ets_limit" => size(c.ets_limit),
        "dist_buf_busy_limit" => size(c.dist_buf_busy_limit * 1024),
        "outstanding_system_requests_limit" => Term::small(outstanding_requests()),
        _ => return None,
    })
}

/// Items about heaps and allocators.
fn memory_item<'h>(heap: &'h Heap, item: &str) -> Option<Term<'h>> {
    Some(match item {
        "fullsweep_after" => pair(heap, atom!("fullsweep_after"), flag(&DEFAULTS.fullsweep_after)),
        "min_heap_size" => pair(heap, atom!("min_heap_size"), flag(&DEFAULTS.min_heap_size)),
        "min_bin_vheap_size" => pair(heap, atom!("min_bin_vheap_size"), flag(&MIN_BIN_VHEAP_SIZE)),
        "max_heap_size" => max_heap_size_term(heap, DEFAULTS.max_heap_size()),
        "message_queue_data" => queue_data_name(DEFAULTS.off_heap_messages.load(Ordering::Relaxed)),
        "garbage_collection" => heap.list(&[
            pair(heap, atom!("max_heap_size"), size(DEFAULTS.max_heap_size().words)),
            pair(heap, atom!("min_bin_vheap_size"), flag(&MIN_BIN_VHEAP_SIZE)),
            pair(heap, atom!("min_heap_size"), flag(&DEFAULTS.min_heap_size)),
            pair(heap, atom!("fullsweep_after"), flag(&DEFAULTS.fullsweep_after)),
        ]),
        "heap_sizes" => {
            let sizes = std::iter::successors(Some(8i64), |n| n.checked_mul(2));
            let sizes: Vec<_> = sizes.take_while(|&n| n < 1 << 51).map(Term::small).collect();
            heap.list(&sizes)
        }
        "heap_type" => name("private"),
        "constant_pool_support" => Term::TRUE,
        "alloc_util_allocators" => {
            let all: Vec<_> = ALLOCATORS.iter().map(|a| name(a)).collect();
            heap.list(&all)
        }
        "allocator" => allocators::description(heap),
        "allocated_areas" => allocated_areas(heap),
        _ => return None,
    })
}

/// Items about the emulator as it was built, and the system that it was built for.
fn build_item<'h>(heap: &'h Heap, item: &str) -> Option<Term<'h>> {
    let c = system::config();
    let string = |s: &str| heap.string(s);
    Some(match item {
        "otp_release" => string(&c.otp_release),
        "version" => string(&c.erts_version),
        "system_version" => string(&version::version_line()),
        "system_architecture" => string("x86_64-pc-linux-gnu"),
        "machine" => string("BEAM"),
        "build_type" | "emu_type" => name("opt"),
        "emu_flavor" => name("maser"),
        "debug_compiled"
        | "lock_checking"
        | "lock_counting"
        | "dynamic_trace_probes"
        | "ets_realloc_moves" => Term::FALSE,
        "smp_support" | "threads" | "kernel_poll" | "eager_check_io" | "beam_jump_table"
        | "port_tasks" | "thread_progress" => Term::TRUE,
        "wordsize" => Term::small(8),
        "halt_flush_timeout" if Difference::HaltFlushTimeout.is_on() => c
            .halt_flush_timeout
            .map_or(Term::atom(am::INFINITY), |limit| Term::small(limit.as_millis() as i64)),
        "async_dist" if Difference::AsyncDist.is_on() => {
            Term::bool(DEFAULTS.async_dist.load(Ordering::Relaxed))
        }
        "max_integer" if Difference::MaxInteger.is_on() => {
            heap.big(false, &vec![u64::MAX; arith::max_limbs()])
        }
        "compat_rel" => c
            .compatible_with
            .or_else(|| c.otp_release.parse().ok())
            .map_or(Term::UNDEFINED, Term::small),
        "driver_version" => string("3.3"),
        "nif_version" => string(&format!("2.{}", Difference::NifMinor.value())),
        "c_compiler_used" => heap.tuple(&[name("rustc"), Term::UNDEFINED]),
        "compile_info" => compile_info(heap),
        "hipe_architecture" => Term::UNDEFINED,
        "os_type" => heap.tuple(&[name("unix"), name("linux")]),
        "os_version" => os_version(heap),
        "snifs" => snifs(heap),
        "endian" => Term::atom(am::LITTLE),
        "literal_test" => name("range"),
        "ethread_info" => ethread_info(heap),
        "ethread_used_tse" => Term::small(0),
        _ => return None,
    })
}

/// Items about time.
fn clocks_item<'h>(heap: &'h Heap, item: &str) -> Option<Term<'h>> {
    let c = system::config();
    Some(match item {
        "time_correction" => Term::bool(c.time_correction),
        "os_monotonic_time_source" => clock(heap, "CLOCK_MONOTONIC", true, system::monotonic_ns()),
        "os_system_time_source" => {
            clock(heap, "CLOCK_REALTIME", false, system::wall_clock_ns().max(0) as u64)
        }
        "start_time" => heap.integer(clock::MONOTONIC_START),
        "end_time" => heap.integer(clock::MONOTONIC_END),
        "time_offset" => name(clock::offset_state()),
        "time_warp_mode" => name(c.time_warp_mode.name()),
        "tolerant_timeofday" => {
            let tolerant = c.time_correction && c.time_warp_mode == system::Warp::No;
            name(if tolerant { "enabled" } else { "disabled" })
        }
        _ => return None,
    })
}

/// Settings and state of the running emulator.
fn state_item<'h>(heap: &'h Heap, item: &str) -> Option<Term<'h>> {
    let c = system::config();
    let string = |s: &str| heap.string(s);
    Some(match item {
        "ets_always_compress" => Term::bool(c.ets_compressed),
        "port_parallelism" => Term::bool(c.port_parallelism),
        "break_ignored" => Term::bool(c.break_mode == system::BreakMode::Ignored),
        "dynamic_trace" => Term::atom(am::NONE),
        "creation" => Term::small(i64::from(term::node::this_creation())),
        "delayed_node_table_gc" => c
            .delayed_node_gc_s
            .map_or(Term::atom(atom!("infinity")), |seconds| Term::small(seconds.into())),
        "dist" => {
            let mut text = String::new();
            let _ = vm::remote::describe(&mut text, true);
            heap.binary(text.as_bytes())
        }
        "dist_ctrl" => crate::node::carriers(heap),
        "taints" => {
            let names: Vec<_> = system::taints().into_iter().map(Term::atom).collect();
            heap.list(&names)
        }
        "modified_timing_level" => {
            c.modified_timing.map_or(Term::UNDEFINED, |level| Term::small(level.into()))
        }
        "trace_control_word" => flag(&vm::trace::CONTROL_WORD),
        "sequential_tracer" => {
            let tracer =
                trace::sequential_tracer().map_or(Term::FALSE, |t| modules::described(heap, t));
            pair(heap, atom!("sequential_tracer"), tracer)
        }
        "system_logger" => logger_term(system::system_logger()),
        "emu_args" => {
            let all: Vec<_> = c.command_line.iter().map(|s| string(s)).collect();
            heap.list(&all)
        }
        "check_io" => check_io(heap),
        "scheduling_statistics" | "total_scheduling_statistics" => {
            // OTP counts nothing either, as it is built.
            let kinds = ["process_max", "process_high", "process_normal", "process_low", "port"];
            let row = |kind: &str| heap.tuple(&[name(kind), Term::small(0), Term::small(0)]);
            heap.list(&kinds.map(row))
        }
        "loaded" => heap.binary(vm::crash_dump::modules_text().as_bytes()),
        "info" => heap.binary(vm::crash_dump::info_text().as_bytes()),
        _ => return None,
    })
}

/// How the emulator was compiled: no C compiler had a part in it.
fn compile_info(heap: &Heap) -> Term<'_> {
    heap.list(&[
        pair(heap, atom!("ldflags"), Term::NIL),
        pair(heap, atom!("cflags"), Term::NIL),
        pair(heap, atom!("config_h"), Term::NIL),
    ])
}

/// The built-ins that OTP has too, by module, function and arity.
fn snifs(heap: &Heap) -> Term<'_> {
    let arity = |b: &vm::bif::Bif| Term::small(i64::from(b.mfa.arity));
    let own = |b: &&vm::bif::Bif| !b.is_shortcut() && is_built_in_otp(b.mfa);
    let table =
        heap.list_from_rev(vm::bif::all().iter().rev().filter(own).map(|b| {
            heap.tuple(&[Term::atom(b.mfa.module), Term::atom(b.mfa.function), arity(b)])
        }));
    // An instruction here, a built-in there.
    let hibernate = [Term::atom(am::ERLANG), Term::atom(atom!("hibernate")), Term::small(3)];
    heap.cons(heap.tuple(&hibernate), table)
}

/// Features of the atomics and the processor, as OTP's library of threads would tell them: all is
/// native.
fn ethread_info(heap: &Heap) -> Term<'_> {
    let item = |name: &str| heap.tuple(&[heap.string(name), heap.string("native"), Term::NIL]);
    let yes = |name: &str| heap.tuple(&[heap.string(name), heap.string("yes")]);
    heap.list(&[
        item("32-bit native atomics"),
        item("64-bit native atomics"),
        item("Double word native atomics"),
        yes("sse2"),
    ])
}

/// The one set of descriptors: whichever scheduler has the time polls it.
fn check_io(heap: &Heap) -> Term<'_> {
    let known = size(vm::poller::descriptors());
    let items = [
        (am::NAME, name("erts_poll")),
        (atom!("primary"), name("epoll")),
        (atom!("kernel_poll"), name("epoll")),
        (atom!("memory_size"), Term::small(0)),
        (atom!("total_poll_set_size"), known),
        (atom!("lazy_updates"), Term::FALSE),
        (atom!("pending_updates"), Term::small(0)),
        (atom!("batch_updates"), Term::FALSE),
        (atom!("concurrent_updates"), Term::TRUE),
        (atom!("fallback"), Term::FALSE),
        (atom!("max_fds"), size(vm::poller::most_descriptors())),
        (atom!("active_fds"), Term::small(0)),
        (atom!("poll_threads"), Term::small(1)),
    ];
    let all: Vec<_> = items.into_iter().map(|(key, value)| pair(heap, key, value)).collect();
    heap.list(&[heap.list(&all)])
}

fn queue_data_name(off_heap: bool) -> Term<'static> {
    name(if off_heap { "off_heap" } else { "on_heap" })
}

fn os_version(heap: &Heap) -> Term<'_> {
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let mut numbers = release
        .split(|c: char| !c.is_ascii_digit())
        .map(|part| part.parse().unwrap_or(0))
        .chain(std::iter::repeat(0));
    let mut next = || Term::small(numbers.next().unwrap_or(0));
    let version = [next(), next(), next()];
    heap.tuple(&version)
}

/// The figures that `erlang:memory/0` adds to those of the allocators. A size that cannot be told
/// apart from others is 0.
fn allocated_areas(heap: &Heap) -> Term<'_> {
    let (atoms, names) = Atom::memory();
    let table = process_table::bytes();
    let areas: Vec<_> = [
        ("sys_misc", 0),
        ("static", 0),
        ("atom_table", atoms),
        ("module_table", 0),
        ("export_table", 0),
        ("export_list", 0),
        ("register_table", 0),
        ("fun_table", 0),
        ("module_refs", 0),
        ("loaded_code", vm::code::memory().current + vm::code::memory().old),
        ("dist_table", 0),
        ("node_table", 0),
        ("bits_bufs_size", 0),
        ("bif_timer", 0),
        ("process_table", table),
        ("port_table", 0),
        ("ets_misc", 0),
        ("external_alloc", 0),
    ]
    .iter()
    .map(|(k, n)| pair(heap, Atom::new(k), size(*n)))
    .collect();
    let space = heap.tuple(&[name("atom_space"), size(names), size(names)]);
    heap.cons(space, heap.list(&areas))
}

/// Flags that OTP means to give up, in its words.
const OLD_TOPOLOGY: &str = "A call to erlang:system_flag(cpu_topology, _) was made.\n\
    The cpu_topology argument is deprecated and scheduled\n\
    for removal in Erlang/OTP 18. For more information\n\
    see the erlang:system_flag/2 documentation.\n";
const OLD_BIND_TYPE: &str = "A call to erlang:system_flag(scheduler_bind_type, _) was\n\
    made. The scheduler_bind_type argument is deprecated and\n\
    scheduled for removal in Erlang/OTP 18. For more\n\
    information see the erlang:system_flag/2 documentation.\n";

fn system_flag_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    let key = args[0].as_atom().ok_or(Exception::BADARG)?;
    let value = args[1];
    let number = || value.as_usize().filter(|&n| n < 1 << 31).ok_or(Exception::BADARG);
    let swap =
        |n: &AtomicU32, new: usize| Term::small(i64::from(n.swap(new as u32, Ordering::Relaxed)));
    Ok(match key.name() {
        "backtrace_depth" => size(vm::interp::set_backtrace_depth(number()?.min(2048))),
        "fullsweep_after" => swap(&DEFAULTS.fullsweep_after, number()?.min(65_535)),
        "min_heap_size" => swap(&DEFAULTS.min_heap_size, vm::spawn::next_heap_size(number()?)),
        "min_bin_vheap_size" => swap(&MIN_BIN_VHEAP_SIZE, number()?),
        "trace_control_word" => {
            let new = value.as_u64().and_then(|n| u32::try_from(n).ok());
            let new = new.ok_or(Exception::BADARG)?;
            Term::small(i64::from(vm::trace::CONTROL_WORD.swap(new, Ordering::Relaxed)))
        }
        "max_heap_size" => {
            let new = max_heap_size(value).ok_or(Exception::BADARG)?;
            let old = DEFAULTS.max_heap_size();
            DEFAULTS.set_max_heap_size(new);
            max_heap_size_term(heap, old)
        }
        "message_queue_data" => {
            let new = message_queue_data(value).ok_or(Exception::BADARG)?;
            queue_data_name(DEFAULTS.off_heap_messages.swap(new, Ordering::Relaxed))
        }
        "schedulers_online" => set_schedulers_online(number()?)?,
        "dirty_cpu_schedulers_online" => set_dirty_cpu_online(number()?)?,
        "multi_scheduling" => set_multi_scheduling(p, value)?,
        "scheduler_bind_type" => {
            vm::log::warn_of_process(p, OLD_BIND_TYPE);
            let spread = value.as_atom().and_then(|a| Spread::named(a.name()));
            let old = spread.and_then(binding::set_spread);
            name(old.ok_or(Exception::BADARG)?.name())
        }
        "scheduler_wall_time" => {
            value.as_bool().ok_or(Exception::BADARG)?;
            let trap = crate::process::export(
                atom!("erts_internal"),
                atom!("system_flag_scheduler_wall_time"),
                1,
            );
            return Err(Exception::trap(trap, vec![value]));
        }
        "microstate_accounting" => match value.as_atom() {
            Some(a @ (am::TRUE | am::FALSE)) => Term::bool(microstates::turn(a == am::TRUE)),
            Some(a) if a == atom!("reset") => Term::bool(microstates::reset()),
            _ => return Err(Exception::BADARG),
        },
        "time_offset" if value.is(atom!("finalize")) => name(clock::finalize()),
        "outstanding_system_requests_limit" => {
            let n = number()?.max(1);
            let old = outstanding_requests();
            OUTSTANDING_REQUESTS.store(n as i64, Ordering::Relaxed);
            Term::small(old)
        }
        "system_logger" => set_system_logger(value)?,
        "cpu_topology" => {
            vm::log::warn_of_process(p, OLD_TOPOLOGY);
            set_cpu_topology(heap, value)?
        }
        "sequential_tracer" => set_sequential_tracer(heap, value)?,
        "reset_seq_trace" if value.is(am::TRUE) => {
            tracers::reset(p);
            Term::TRUE
        }
        _ => return Err(badarg_because(atom!("badopt"))),
    })
}

fn set_schedulers_online<'h>(n: usize) -> BifResult<'h> {
    if n < 1 || n > sched::count() {
        return Err(Exception::BADARG);
    }
    let old = sched::wanted_online();
    sched::set_online(n);
    // As many dirty ones in proportion.
    dirty::set_cpu_online((dirty::cpu_online() * n / old).min(n));
    Ok(size(old))
}

fn set_dirty_cpu_online<'h>(n: usize) -> BifResult<'h> {
    if n < 1 || n > system::config().dirty_cpu.min(sched::wanted_online()) {
        return Err(Exception::BADARG);
    }
    let old = dirty::cpu_online();
    dirty::set_cpu_online(n);
    Ok(size(old))
}

/// In the slots of a process that has blocked, and waits until dirty schedulers are done.
struct Blocks;

fn set_multi_scheduling<'h>(p: &mut Running<'h>, value: Term<'h>) -> BifResult<'h> {
    let asked = p.own_ref().extra.as_ref().is_some_and(|e| e.slots.get::<Blocks>().is_some());
    match value.as_atom().map_or("", |a| a.name()) {
        "block" if asked => {}
        "block" => blocking::block(p, Block::All),
        "block_normal" => blocking::block(p, Block::Normal),
        "unblock" => blocking::unblock(p, Block::All),
        "unblock_normal" => blocking::unblock(p, Block::Normal),
        _ => return Err(Exception::BADARG),
    }
    // Calls that dirty schedulers have begun are to be over.
    if value.is(atom!("block")) && alone::is_pending() {
        p.extra().slots.put(Blocks);
        return Err(Exception::yield_with(vec![Term::atom(atom!("multi_scheduling")), value]));
    }
    if asked {
        p.extra().slots.take::<Blocks>();
    }
    // The caller may be where no processes are to run any more.
    p.bump_reductions(tune::size(Tune::Slice));
    Ok(multi_scheduling())
}

fn set_system_logger<'h>(value: Term<'h>) -> BifResult<'h> {
    let who = match value.as_pid() {
        Some(pid) => SystemLogger::Process(pid),
        None if value.is(atom!("logger")) => SystemLogger::Registered,
        None if value.is(am::UNDEFINED) => SystemLogger::Nobody,
        None => return Err(Exception::BADARG),
    };
    Ok(logger_term(system::set_system_logger(who)))
}

fn set_cpu_topology<'h>(heap: &'h Heap, value: Term<'h>) -> BifResult<'h> {
    let old = topology::term(heap, binding::used());
    binding::define(match value.is(am::UNDEFINED) {
        true => None,
        false => Some(topology::places(value).ok_or(Exception::BADARG)?),
    });
    Ok(old)
}

fn set_sequential_tracer<'h>(heap: &'h Heap, value: Term<'h>) -> BifResult<'h> {
    let old = trace::sequential_tracer().map_or(Term::FALSE, |t| modules::described(heap, t));
    let new = match value.as_tuple_of::<2>() {
        Some([module, state]) => module.as_atom().and_then(|m| tracers::tracer(m, *state)),
        None => value.to_static(),
    };
    let new = new.filter(|&t| vm::trace::is_alive(t));
    if new.is_none() && !value.is(am::FALSE) {
        return Err(badarg_because(atom!("badopt")));
    }
    trace::set_sequential_tracer(new);
    modules::settled();
    Ok(old)
}
