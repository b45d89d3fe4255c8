//! The emulator: takes `beam.smp`'s place, with its command line, and boots the installed OTP.

#[cfg(feature = "mimalloc")]
mod allocator;
mod flags;
mod huge;
mod install;

use release::Difference;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use term::{Atom, Heap, Mfa, OwnedTerm, Term, atom};
use vm::spawn::{self, SpawnOptions};
use vm::system;
use vm::{code, crash_dump, os_signal, process_table, sched, time_offset, turns};

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator;

fn main() -> ExitCode {
    native_abi::processor::check();
    vm::faults::faults_from_outside();
    let mut args = std::env::args_os();
    let program = args.next().unwrap_or_default();
    let args: Vec<OsString> = args.collect();
    if let [first, which @ ..] = args.as_slice()
        && first == "--list-builtins"
    {
        return list_builtins(which.first());
    }
    if args == ["--list-nif-functions"] {
        return list_nif_functions();
    }
    if let [first, files @ ..] = args.as_slice()
        && first == "--open-libraries"
    {
        return open_libraries(files);
    }
    native_abi::set_sources(env!("MASER_SOURCES"));
    if args == ["--kind"] {
        release::choose_by_environment();
        // Which images of native code it takes, for the launcher.
        println!("{}", native_abi::cache::kind());
        return ExitCode::SUCCESS;
    }
    match start(program, &args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            system::say(&problem);
            ExitCode::FAILURE
        }
    }
}

/// Prints the names of all built-ins of a release, in the form in which stock's are listed.
fn list_builtins(which: Option<&OsString>) -> ExitCode {
    if let Some(number) = which.and_then(|n| n.to_str()?.parse().ok()) {
        release::choose(number);
    }
    register_builtins();
    let mut names: Vec<String> = vm::bif::all().iter().map(|b| b.mfa.to_string()).collect();
    names.sort();
    println!("{}", names.join("\n"));
    ExitCode::SUCCESS
}

/// Prints the functions that libraries may call: name, first version that has it, signature, what
/// it does.
fn list_nif_functions() -> ExitCode {
    for row in nif::table::all() {
        println!("{}\t{}\t{}\t{}", row.name, row.since, row.signature, row.what);
    }
    ExitCode::SUCCESS
}

/// Opens libraries, for the launcher, and says of each that cannot be opened why.
fn open_libraries(files: &[OsString]) -> ExitCode {
    let reasons: Vec<String> = files.iter().filter_map(|file| nif::why_not_opened(file)).collect();
    reasons.iter().for_each(|reason| println!("{reason}"));
    if reasons.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn register_builtins() {
    bifs::register(&[io::ROWS, nif::ROWS, dist::ROWS, dash::ROWS].concat());
}

fn start(program: OsString, args: &[OsString]) -> Result<(), String> {
    if std::hint::black_box(false) {
        probes::silent();
    }
    // Defaults of flags are those of the release.
    let (root, bindir) = flags::place(args);
    let installed = install::find(&root, &bindir).inspect(|found| release::choose(found.release));
    let mut inv = flags::parse(args)?;
    for line in &inv.told {
        system::say(line);
    }
    let installed = installed?;
    if inv.print_version {
        let erts = installed.erts;
        let _ = writeln!(
            std::io::stderr(),
            "Erlang (SMP,ASYNC_THREADS) (BEAM) emulator version {erts}"
        );
        return Ok(());
    }
    install::check_compatible(inv.config.compatible_with, installed.release)?;
    huge::code(inv.config.huge_code, inv.config.perf);
    if inv.huge_heaps {
        huge::heaps();
    }
    inv.config.command_line = std::iter::once(&program)
        .chain(args)
        .map(|arg| arg.to_string_lossy().into_owned())
        .collect();
    inv.config.erts_version = installed.erts;
    inv.config.otp_release = installed.release.to_string();
    for &(which, value) in &inv.tune {
        tune::set(which, value).map_err(|_| format!("+tune {}: {value}", which.row().name))?;
    }
    vm::connect();
    process_table::set_limit(inv.config.max_processes);
    system::configure(inv.config);
    system::at_end(vm::code::native::profile::save);
    spawn::configure();
    set_process_defaults(inv.processes);
    install_panic_hook();
    term::fatal::when_ending(something_has_run_out);
    if !term::memory::keep_reserve(term::memory::share(RESERVE, 64, 1 << 20)) {
        return Err("there is no memory to start with".to_owned());
    }
    system::add_halt_hook(nif::halt::at_halt);
    system::add_halt_hook(dist::at_halt);
    system::add_halt_hook(dash::at_halt);
    system::add_halt_hook(io::at_exit);
    sched::add_exit_hook(system_process_gone);
    #[cfg(feature = "mimalloc")]
    sched::leftovers::set_give_back(allocator::give_back, allocator::leave);
    register_builtins();
    code::init();
    io::init();
    nif::init();
    dist::init();
    for (path, bytes) in install::preloaded(&installed.ebin)? {
        code::load_preloaded(&bytes).map_err(|e| format!("{}: {e:?}", path.display()))?;
    }
    set_signals();
    spawn_first(&inv.init_module)?;
    time_offset::start();
    if let Some(address) = inv.dash {
        let (dash, _) = dash::start(address).map_err(|why| format!("+dash: {why}"))?;
        let _ = writeln!(std::io::stderr(), "Dash: {}", dash.url());
    }
    turns::run()
}

fn set_process_defaults(of: flags::ProcessDefaults) {
    let d = &spawn::DEFAULTS;
    d.off_heap_messages.store(of.off_heap_messages, std::sync::atomic::Ordering::Relaxed);
    d.async_dist.store(of.async_dist, std::sync::atomic::Ordering::Relaxed);
    if of.max_words.is_some() || of.max_kill.is_some() || of.max_log.is_some() {
        let mut max = d.max_heap_size();
        max.words = of.max_words.unwrap_or(max.words);
        max.kill = of.max_kill.unwrap_or(max.kill);
        max.error_logger = of.max_log.unwrap_or(max.error_logger);
        d.set_max_heap_size(max);
    }
}

/// The first thread may find no memory for its start: that panics before there is a `main`.
extern "C" fn install_first_panic_hook() {
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if let Some(why) = no_signal_stack(info) {
            term::fatal::end(format_args!("A thread cannot be started: {why}"));
        }
        default(info);
    }));
}

#[used]
// SAFETY: of the section of functions that are called when the program starts; this one needs the
// allocator, which is ready: its function is in a section that comes before.
#[unsafe(link_section = ".init_array")]
static FIRST_PANIC_HOOK: extern "C" fn() = install_first_panic_hook;

/// A defect of the emulator itself ends it, with a crash dump: what runs on after one may corrupt
/// data.
fn install_panic_hook() {
    let first = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        first(info);
        if system::config().crash_dump_on_error {
            let slogan = format!("Internal error: {}", info.to_string().replace('\n', " "));
            crash_dump::write(&slogan, sched::current_process());
        }
        std::process::abort();
    }));
}

/// A line that says that a thread which has just been created found no memory for the stack of its
/// signal handlers; the standard library tells it by a panic.
fn no_signal_stack<'a>(info: &'a std::panic::PanicHookInfo<'_>) -> Option<&'a str> {
    let why = info.payload().downcast_ref::<String>()?;
    let told = ["failed to allocate an alternative stack", "failed to set up alternative stack"];
    told.iter().any(|begin| why.starts_with(begin)).then_some(why)
}

/// Bytes that are kept for writing a crash dump when there is no memory.
const RESERVE: usize = 64 << 20;

/// Memory, or a table, is full, and nothing can go on.
fn something_has_run_out(slogan: &str) -> ! {
    crash_dump::write_at_end(slogan);
    system::halt(1, false)
}

/// The emulator cannot go on without the processes that OTP calls its own.
fn system_process_gone(p: &vm::process::Running<'_>, reason: &OwnedTerm) {
    if p.state.bits().is_system() {
        let slogan = format!("System process {} terminated: {}", p.pid(), reason.term());
        crash_dump::write(&slogan, Some(p));
        system::halt(1, false);
    }
}

fn set_signals() {
    use os_signal::Disposition::{Default, Handle, Ignore};
    // The program that has started the emulator may have ignored the ends of processes.
    for (signal, disposition) in [
        (libc::SIGTERM, Handle),
        (libc::SIGUSR1, Handle),
        (libc::SIGFPE, Ignore),
        (libc::SIGCHLD, Default),
    ] {
        let _ = os_signal::set(signal, disposition);
    }
    io::breaks::init();
}

fn spawn_root(
    options: SpawnOptions,
    module: Atom,
    function: &str,
    args: &[Term<'_>],
) -> Result<Term<'static>, String> {
    let mfa = Mfa::new(module, Atom::new(function), args.len() as u8);
    if !term::Export::find(mfa).is_some_and(code::is_defined) {
        return Err(format!("the installed OTP has no function {mfa}"));
    }
    spawn::spawn_root(options, mfa, args).ok_or_else(|| "no room for processes".to_owned())
}

/// The first process, and those that OTP wants to have from the start: their order gives them their
/// pids.
fn spawn_first(init_module: &str) -> Result<(), String> {
    let heap = Heap::new(256);
    let args: Vec<Term<'_>> = system::config().init_args.iter().map(|a| heap.binary(a)).collect();
    let first = [Term::atom(Atom::new(init_module)), heap.list(&args)];
    let options = SpawnOptions { system: true, ..SpawnOptions::default() };
    spawn_root(options, atom!("erl_init"), "start", &first)?;
    let cleaner = Difference::TraceCleaner.is_on().then_some(("erts_trace_cleaner", 2));
    let helpers = [
        ("erts_code_purger", 1),
        ("erts_literal_area_collector", 1),
        ("erts_dirty_process_signal_handler", 2),
        ("erts_dirty_process_signal_handler", 1),
        ("erts_dirty_process_signal_handler", 0),
    ];
    for (module, priority) in helpers.into_iter().chain(cleaner) {
        let options =
            SpawnOptions { system: true, priority: Some(priority), ..SpawnOptions::default() };
        let pid = spawn_root(options, Atom::new(module), "start", &[])?;
        let number = pid.as_pid().expect("a pid");
        match module {
            "erts_literal_area_collector" => vm::literals::set_collector(number),
            "erts_trace_cleaner" => vm::tracers::set_cleaner(number),
            _ => {}
        }
    }
    Ok(())
}
