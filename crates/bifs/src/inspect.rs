//! Looking inside: `erts_debug`, `erlang:display`, and a process's backtrace.

use crate::internal;
use crate::node::Kind;
use crate::node::{self, DISTRIBUTION};
use crate::process_info;
use crate::references;
use crate::relation_lists;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use term::{Atom, Term, View, am, atom, compare};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::breakpoint::pattern::{How, Part};
use vm::clock;
use vm::process::Running;
use vm::process_table;
use vm::relations;
use vm::sched::binding;
use vm::system::{LAST_MONOTONIC, LEAST_UNIQUE};
use vm::timer::{self, Action};
use vm::topology::Spread;
use vm::trace::session::Id;

/// The built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erlang", "display", 1, display_1),
    row("erlang", "display_nl", 0, display_nl_0).until(25),
    row("erlang", "display_string", 1, display_string_1).until(25),
    row("erlang", "display_string", 2, display_string_2).since(26),
    row("erts_internal", "term_to_string", 2, term_to_string_2).since(26),
    row("erts_internal", "process_display", 2, process_display_2),
    row("erts_debug", "breakpoint", 2, breakpoint_2),
    row("erts_debug", "disassemble", 1, disassemble_1),
    row("erts_debug", "instructions", 0, instructions_0),
    row("erts_debug", "interpreter_size", 0, interpreter_size_0),
    row("erts_debug", "get_internal_state", 1, get_internal_state_1),
    row("erts_debug", "set_internal_state", 2, set_internal_state_2),
    row("erts_debug", "dist_ext_to_term", 2, not_supported),
    row("erts_debug", "lcnt_control", 1, |_, _| Err(Exception::BADARG)),
    row("erts_debug", "lcnt_control", 2, |_, _| Err(Exception::BADARG)),
    row("erts_debug", "lcnt_collect", 0, not_counting),
    row("erts_debug", "lcnt_clear", 0, not_counting),
];

/// Writes at once, for when nothing else works; lines end as a terminal in any mode wants them.
fn put(mut out: impl std::io::Write, text: &[u8]) {
    for line in text.split_inclusive(|&c| c == b'\n') {
        let _ = match line.strip_suffix(b"\n") {
            Some(line) => out.write_all(line).and_then(|()| out.write_all(b"\r\n")),
            None => out.write_all(line),
        };
    }
    let _ = out.flush();
}

fn display_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    put(std::io::stdout().lock(), format!("{}\n", term::print::display(args[0])).as_bytes());
    Ok(Term::TRUE)
}

fn display_nl_0<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    put(std::io::stderr().lock(), b"\n");
    Ok(Term::TRUE)
}

fn display_string_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let text = args[0].to_string_lossless().ok_or(Exception::BADARG)?;
    put(std::io::stderr().lock(), text.as_bytes());
    Ok(Term::TRUE)
}

/// `erlang:display_string(Device, Text)`.
fn display_string_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let text = match args[1].to_string_lossless() {
        Some(text) => text.into_bytes(),
        None => crate::args::binary(args[1])?.into_owned(),
    };
    let mut device: Box<dyn std::io::Write> = match args[0].as_atom().map(Atom::name) {
        Some("stdout") => Box::new(std::io::stdout()),
        Some("stderr") => Box::new(std::io::stderr()),
        _ => return Err(Exception::BADARG),
    };
    let _ = device.write_all(&text).and_then(|()| device.flush());
    Ok(Term::TRUE)
}

/// `erts_internal:term_to_string(Term, Limit)`: the text that `erlang:display/1` prints.
fn term_to_string_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let text = match args[1].as_small().map(usize::try_from) {
        Some(Ok(limit)) => term::print::display_bounded(args[0], limit),
        _ if args[1].is(am::UNDEFINED) => term::print::display(args[0]),
        _ => return Err(Exception::BADARG),
    };
    Ok(p.heap().string(&text))
}

fn process_display_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if !args[1].is(atom!("backtrace")) {
        return Ok(Term::atom(atom!("badopt")));
    }
    let Some(id) = args[0].as_pid() else { return Ok(Term::atom(am::BADARG)) };
    let show = |p: &Running<'_>| {
        if !p.state.bits().is_sensitive() {
            eprint!("{}", vm::backtrace::text(p).replace('\n', "\r\n"));
        }
    };
    if id == p.id {
        show(p);
        return Ok(Term::TRUE);
    }
    match relations::ask(p, args, id, move |other| {
        show(other);
        Term::TRUE.into()
    })? {
        Some(_) => Ok(Term::TRUE),
        None => Ok(Term::atom(am::BADARG)),
    }
}

/// `erts_debug:breakpoint/2`: whether calls of functions go to the error handler instead, as the
/// debugger wants it. Gives how many functions these are.
fn breakpoint_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let mfa = args[0].as_tuple_of::<3>().ok_or(Exception::BADARG)?;
    let functions = crate::trace::functions::functions(mfa).ok_or(Exception::BADARG)?;
    let how = if args[1].as_bool().ok_or(Exception::BADARG)? { How::On(None) } else { How::Off };
    Ok(Term::small(functions.set(Id::STATIC, &[Part::Debug], &how) as i64))
}

/// Code has no form that `erts_debug:df` could show.
fn disassemble_1<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::FALSE)
}

fn instructions_0<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::NIL)
}

fn interpreter_size_0<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::small(0))
}

fn not_supported<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Err(Exception::NOTSUP)
}

/// Locks are not counted.
fn not_counting<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::atom(am::ERROR))
}

/// Whether the functions about the inside do anything: some caller has asked for it.
static INSIDE_OPEN: AtomicBool = AtomicBool::new(false);

/// They do not: as if there were no such functions.
const CLOSED: Exception<'static> = Exception::Error(Term::atom(am::UNDEF));

/// A few of the questions that OTP's own tests and tools ask.
fn get_internal_state_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if !INSIDE_OPEN.load(Ordering::Relaxed) {
        return Err(CLOSED);
    }
    let heap = p.heap();
    match args[0].view() {
        View::Atom(a) => match a.name() {
            "reds_left" => Ok(Term::small(i64::from(p.own_ref().left()))),
            "available_internal_state" => Ok(Term::TRUE),
            "memory" => {
                let items = vm::crash_dump::memory_items();
                Ok(heap.list_from_rev(items.into_iter().rev().map(|(item, bytes)| {
                    let item = Term::atom(term::Atom::new(item));
                    heap.tuple(&[item, Term::small(bytes as i64)])
                })))
            }
            // No descriptor is wrong, and all that are used are selected on.
            "check_io_debug" => {
                let known = Term::small(vm::poller::descriptors() as i64);
                let none = Term::small(0);
                Ok(heap.tuple(&[none, known, known, none]))
            }
            "node_and_dist_references" => Ok(references::of_nodes(p, args)),
            // Nothing recurses on a scheduler's own stack for long.
            "stack_check" => Ok(Term::small(vm::sched::stack_bytes() as i64)),
            "nbalance" => Ok(heap.unsigned(vm::sched::comparisons())),
            "max_atom_out_cache_index" => Ok(match DISTRIBUTION.get() {
                Some(d) => Term::small(d.cache_index_max as i64),
                None => Term::UNDEFINED,
            }),
            "unique_monotonic_integer_state" => {
                Ok(heap.unsigned(LAST_MONOTONIC.load(Ordering::SeqCst)))
            }
            "min_unique_monotonic_integer" | "min_unique_integer" => Ok(heap.integer(LEAST_UNIQUE)),
            "processes" => crate::process::processes_0(p, &[]),
            "monitoring_nodes" => Ok(DISTRIBUTION.get().map_or(Term::NIL, |d| (d.wishes)(heap))),
            "next_pid" => Ok(Term::small(process_table::next_id() as i64)),
            "next_port" => Ok(Term::small(0)),
            "node_tab" => Ok(Term::NIL),
            "process_info_args" => Ok(heap.list_from_rev(
                process_info::ALL.iter().rev().map(|a| Term::atom(term::Atom::new(a))),
            )),
            // How `processes/0` goes about it: at once, whatever the size.
            "processes_bif_info" => {
                let size = vm::process_table::limit() as i64;
                let mut t = vec![Term::atom(atom!("ptab_list_bif_info"))];
                t.extend([1, 1, size, 25, 1000, 25, 1000, 25, 0].map(Term::small));
                Ok(heap.tuple(&t))
            }
            // The size of its table, which OTP counts as memory of persistent terms, and we do not.
            "persistent_term" => {
                Ok(term::map::from_pairs(heap, &[(Term::atom(atom!("table")), Term::small(1))]))
            }
            // Words of a table, and of what its size is estimated by.
            "DbTable_words" => Ok(heap.tuple(&[Term::small(0), Term::small(0)])),
            other => of_build(other).ok_or(Exception::BADARG),
        },
        View::Tuple(&[key, value]) => internal_state_of(p, args, key, value),
        View::Tuple(&[key, correction, mode]) if key.is(atom!("check_time_config")) => {
            check_time_config(correction, mode)
        }
        // These are OTP's own.
        View::Tuple(&[key, ..])
            if key.is(atom!("make_unique_integer")) || key.is(atom!("term_to_binary")) =>
        {
            Ok(Term::UNDEFINED)
        }
        _ => Err(Exception::BADARG),
    }
}

/// Any mode is as good as another.
fn check_time_config<'h>(correction: Term<'_>, mode: Term<'_>) -> BifResult<'h> {
    let known = ["no_time_warp", "single_time_warp", "multi_time_warp"];
    let mode = mode.as_atom().is_some_and(|mode| known.contains(&mode.name()));
    match mode && correction.as_bool().is_some() {
        true => Ok(Term::TRUE),
        false => Err(Exception::BADARG),
    }
}

/// Switches and sizes of OTP's own that no build of this emulator has.
fn of_build(name: &str) -> Option<Term<'static>> {
    let release = release::number();
    Some(match name {
        "force_heap_frags" => Term::FALSE,
        "hashmap_collision_bonanza" if release > 25 => Term::FALSE,
        "debugger_support" if release > 27 => Term::FALSE,
        "re_yield_coverage" if release > 27 => Term::UNDEFINED,
        // The size of a heap that OTP collects on a dirty scheduler.
        "dirty_gc_limit" if release > 28 => Term::small(1 << 17),
        "lc_graph" | "flxctr_memory_usage" => Term::atom(am::NOTSUP),
        "mmap" | "scheduler_dump" => Term::UNDEFINED,
        _ => return None,
    })
}

/// A question about something.
fn internal_state_of<'h>(
    p: &mut Running<'h>,
    args: &[Term<'h>],
    key: Term<'h>,
    value: Term<'h>,
) -> BifResult<'h> {
    let heap = p.heap();
    match key.as_atom().map(|a| a.name()) {
        Some("process_status") => {
            let id = value.as_pid().ok_or(Exception::BADARG)?;
            let alive = process_table::with_process(id, |_| ());
            Ok(Term::atom(if alive.is_some() { am::RUNNING } else { am::UNDEFINED }))
        }
        Some("link_list") => relation_lists::list(p, args, value, Kind::Links),
        Some("monitor_list") => relation_lists::list(p, args, value, Kind::Monitors),
        Some("binary_info") => binary_info(heap, value),
        Some("dist_ctrl") => {
            let carriers = node::carriers(heap);
            let pairs = carriers.list().filter_map(|pair| pair.as_tuple_of::<2>());
            let mut of_node = pairs.filter(|pair| compare::exactly_equal(pair[0], value));
            Ok(of_node.next().map_or(Term::UNDEFINED, |pair| pair[1]))
        }
        Some("atom_out_cache_index") => Ok(match (value.as_atom(), DISTRIBUTION.get()) {
            (Some(atom), Some(d)) => Term::small((d.cache_index)(atom) as i64),
            _ => Term::UNDEFINED,
        }),
        Some("is_off_heap") => Ok(Term::FALSE),
        Some("magic_ref") => Ok(magic_ref(heap, value)),
        Some("atom") => {
            let index = value.as_u64().and_then(|n| u32::try_from(n).ok());
            let atom = index.and_then(term::Atom::from_index_checked).ok_or(Exception::BADARG)?;
            Ok(Term::atom(atom))
        }
        Some("fake_scheduler_bindings") => Ok(bindings_if(heap, value)),
        Some("channel_number") if value.is(term::node::this_node()) => Ok(Term::small(0)),
        // OTP's tests ask that of OTP's own insides.
        Some(
            "channel_number"
            | "connection_id"
            | "internal_hash"
            | "native_record_def"
            | "node_and_dist_references"
            | "reader_groups_map"
            | "term_to_binary",
        ) => Ok(Term::UNDEFINED),
        _ => Err(Exception::BADARG),
    }
}

/// Where a binary's bytes are; of one that is not on the heap how many bytes are used, and how many
/// there is room for.
fn binary_info<'h>(heap: &'h term::Heap, t: Term<'_>) -> BifResult<'h> {
    t.as_bits().ok_or(Exception::BADARG)?;
    Ok(match t.as_ref_bin() {
        Some(bin) => {
            let allocated = [Term::atom(am::BINARY), Term::small(bin.capacity() as i64)];
            heap.tuple(&[
                Term::atom(atom!("refc_binary")),
                Term::small(bin.bytes().len() as i64),
                heap.tuple(&allocated),
                Term::small(0),
            ])
        }
        None => Term::atom(atom!("heap_binary")),
    })
}

/// The object of a magic reference: its address, how many references it has, and whether
/// [`set_internal_state_2`] has made it. Of another reference, whether it has been a magic one.
fn magic_ref<'h>(heap: &'h term::Heap, t: Term<'_>) -> Term<'h> {
    let Some(reference) = t.as_ref() else { return Term::FALSE };
    let Some(magic) = reference.magic() else {
        return Term::bool(vm::magic::is_known(reference.numbers()));
    };
    let address = heap.unsigned(std::sync::Arc::as_ptr(&magic).addr() as u64);
    // This look is one of them.
    let count = std::sync::Arc::strong_count(&magic) as i64 - 1;
    heap.tuple(&[address, Term::small(count), Term::bool(magic.is::<Dummy>())])
}

/// The object of a magic reference that is for tests.
struct Dummy;

/// The processors that schedulers would be bound to if they were spread in this way.
fn bindings_if<'h>(heap: &'h term::Heap, spread: Term<'_>) -> Term<'h> {
    let spread = spread.as_atom().and_then(|a| Spread::named(a.name()));
    match spread.map(binding::order_if) {
        Some(Some(order)) => {
            let order: Vec<_> = order.into_iter().map(|n| Term::small(i64::from(n))).collect();
            heap.tuple(&order)
        }
        _ => Term::FALSE,
    }
}

/// Lets others run until nobody else has anything to do, for a while at most: memory is freed by
/// then, and timers are stopped.
fn wait<'h>(args: &[Term<'h>]) -> BifResult<'h> {
    const TURNS: i64 = 1000;
    let turns = args[1].as_small().unwrap_or(0);
    let others: usize = vm::sched::run_queue_lengths().iter().sum();
    if turns != 0 && others == 0 || turns == TURNS {
        return Ok(Term::OK);
    }
    Err(Exception::yield_with(vec![args[0], Term::small(turns + 1)]))
}

/// Starts a timer that starts another one when it fires, for the same time, and so on; the last one
/// tells the process.
fn fire_again(due: u64, process: u64, times: u32) {
    let action: Box<dyn FnOnce() + Send> = match times {
        0 => Box::new(move || {
            let done =
                term::OwnedTerm::from(Term::atom(atom!("multizero_timeout_in_timeout_done")));
            vm::signal::send_message(process, done);
        }),
        _ => Box::new(move || fire_again(clock::now_ns(), process, times - 1)),
    };
    timer::start(due, Action::Call(action));
}

/// A time of so many milliseconds, fewer than `end`.
fn milliseconds<'h>(t: Term<'_>, end: u64) -> Result<Duration, Exception<'h>> {
    t.as_u64().filter(|&ms| ms < end).map(Duration::from_millis).ok_or(Exception::BADARG)
}

/// The log says who may do harm.
fn warn_of_inside(p: &Running<'_>) {
    let node = term::node::this_node();
    let is_alive = node != atom!("nonode@nohost");
    let on = if is_alive { format!("on node {} ", Term::atom(node)) } else { String::new() };
    let text = format!(
        "Process {} {on}enabled access to the emulator internal state.\nNOTE: This is an erts \
         internal test feature and should *only* be used by OTP test-suites.\n",
        p.pid()
    );
    vm::log::warn_of_process(p, &text);
}

fn set_internal_state_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let name = args[0].as_atom().map(|a| a.name());
    if name == Some("available_internal_state")
        && let Some(open) = args[1].as_bool()
    {
        if open {
            warn_of_inside(p);
        }
        return Ok(Term::bool(INSIDE_OPEN.swap(open, Ordering::Relaxed)));
    }
    if !INSIDE_OPEN.load(Ordering::Relaxed) {
        return Err(CLOSED);
    }
    match name {
        // The emulator ends as if it had found itself broken, with a crash dump.
        Some("abort" | "broken_halt") => {
            vm::crash_dump::write(&term::print::display(args[1]).to_string(), Some(p));
            vm::system::abort()
        }
        // It finds itself broken.
        Some("panic") => panic!("{}", term::print::display(args[1])),
        Some("reds_left") => {
            let left = args[1].as_small().ok_or(Exception::BADARG)?;
            p.own().reductions_left = left.clamp(0, 1 << 20) as i32;
            Ok(Term::TRUE)
        }
        Some("sleep") => {
            std::thread::sleep(milliseconds(args[1], 600_000)?);
            Ok(Term::TRUE)
        }
        // All of the emulator stands still.
        Some("block") => {
            vm::sched::stand_still(milliseconds(args[1], 600_000)?);
            Ok(Term::TRUE)
        }
        Some("test_long_gc_sleep") => {
            let ms = milliseconds(args[1], 10_000)?.as_millis() as u64;
            vm::system_monitor::COLLECTION_DELAY_MS.store(ms, Ordering::Relaxed);
            Ok(Term::TRUE)
        }
        Some("code_write_permission" | "code_mod_permission") => {
            vm::code::hold_changes_back(args[1].as_bool().ok_or(Exception::BADARG)?);
            Ok(Term::TRUE)
        }
        Some(name) => set_for_tests(p, name, args),
        None => Ok(Term::UNDEFINED),
    }
}

/// The switches of single tests.
fn set_for_tests<'h>(p: &mut Running<'h>, name: &str, args: &[Term<'h>]) -> BifResult<'h> {
    match name {
        // Tables have no such switches.
        "ets_force_trap" => Ok(Term::atom(am::NOTSUP)),
        "ets_force_split" | "ets_debug_random_split_join" => Ok(Term::OK),
        "wait" => wait(args),
        // A binary that is not on the heap, however short.
        "binary" => {
            let n = args[1].as_usize().filter(|n| *n < 1 << 20).ok_or(Exception::BADARG)?;
            let mut bytes = term::RefBin::with_room(n.max(1)).ok_or(Exception::SYSTEM_LIMIT)?;
            bytes.extend(&vec![0; n]);
            Ok(p.heap().binary_from(bytes, n))
        }
        "multizero_timeout_in_timeout" => {
            let due = clock::now_ns() + milliseconds(args[1], 600_000)?.as_nanos() as u64;
            fire_again(due, p.id, 3);
            Ok(Term::OK)
        }
        "make" if args[1].is(atom!("magic_ref")) => {
            let object = std::sync::Arc::new(Dummy);
            let address = std::sync::Arc::as_ptr(&object).addr() as u64;
            let reference = vm::magic::reference(p.heap(), object);
            Ok(p.heap().tuple(&[reference, p.heap().unsigned(address)]))
        }
        "node_tab_delayed_delete" => {
            let seconds = args[1].as_i64().ok_or(Exception::BADARG)?;
            references::FORGETS.store(seconds == 0, Ordering::Relaxed);
            Ok(Term::OK)
        }
        "next_pid" => {
            process_table::set_next_id(args[1].as_u64().ok_or(Exception::BADARG)?);
            Ok(Term::small(process_table::next_id() as i64))
        }
        "unique_monotonic_integer_state" => {
            let last = args[1].as_u64().or_else(|| args[1].as_i64().map(|n| n as u64));
            LAST_MONOTONIC.store(last.ok_or(Exception::BADARG)?, Ordering::SeqCst);
            Ok(Term::TRUE)
        }
        "gc_state" => {
            let on = args[1].as_bool().ok_or(Exception::BADARG)?;
            Ok(Term::bool(internal::let_collect(p, on)))
        }
        "proc_sig_buffers" => Ok(Term::TRUE),
        // A term that is whole is what others see at any time.
        "inconsistent_heap" if args[1].is(atom!("start")) => {
            Ok(p.heap().tuple(&[Term::small(0); 3]))
        }
        "inconsistent_heap" => Ok(Term::OK),
        "mbuf" => Ok(p.heap().copy_in(args[1])),
        // Names that share a bucket: all names are the same to us.
        "colliding_names" => {
            let (name, n) = match args[1].as_tuple() {
                Some(&[name, n]) => (name.as_atom(), n.as_usize().filter(|&n| n <= 100)),
                _ => (None, None),
            };
            let (name, n) = (name.ok_or(Exception::BADARG)?, n.ok_or(Exception::BADARG)?);
            let names: Vec<_> =
                (0..n).map(|i| Term::atom(term::Atom::new(&format!("{name}{i}")))).collect();
            Ok(p.heap().list(&names))
        }
        _ => Ok(Term::UNDEFINED),
    }
}
