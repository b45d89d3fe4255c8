//! The state of the whole emulator: its configuration, its clocks, its end.

use crate::topology::{Place, Spread};
use release::Difference;
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::LocalKey;
use std::time::Duration;
use term::Atom;

/// The emulator's configuration, from its flags.
#[derive(Clone, Debug)]
pub struct Config {
    /// Scheduler threads (`+S N`).
    pub schedulers: usize,
    /// Schedulers online at start (`+S _:N`).
    pub schedulers_online: usize,
    /// Dirty CPU schedulers (`+SDcpu`).
    pub dirty_cpu: usize,
    /// How many of these take calls.
    pub dirty_cpu_online: usize,
    /// Whether the kernel is asked where processors are.
    pub read_topology: bool,
    /// Dirty I/O schedulers (`+SDio`).
    pub dirty_io: usize,
    /// Limit on processes (`+P`).
    pub max_processes: usize,
    /// Limit on ports (`+Q`).
    pub max_ports: usize,
    /// Least heap size of a process in words (`+hms`), as reported. A process gets that much if it
    /// is more than OTP's usual size.
    pub min_heap_words: usize,
    /// Least virtual binary heap size in words (`+hmbs`).
    pub min_bin_vheap_words: usize,
    /// `fullsweep_after` of new processes.
    pub fullsweep_after: u32,
    /// Installation root (`-root`).
    pub root: String,
    /// Directory of the emulator's programs (`-bindir`).
    pub bindir: String,
    /// Name of the program (`-progname`).
    pub progname: String,
    /// All arguments after `--`, as `init` gets them.
    pub init_args: Vec<Vec<u8>>,
    /// Async threads, as reported (`+A`).
    pub async_threads: usize,
    /// Encoding of file names: latin1, unicode or auto (`+fn`).
    pub file_names_utf8: bool,
    /// The treatment of names that are not in that encoding when a directory is listed: `warning`,
    /// `ignore` or `error`.
    pub bad_file_names: &'static str,
    /// Limit of the buffer of a connection between nodes (`+zdbbl`), in kB, as reported.
    pub dist_buf_busy_limit: usize,
    /// The longest time for what programs have written to go out when the system halts (`+zhft`).
    pub halt_flush_timeout: Option<Duration>,
    /// `+Bi`, `+Bd`, `+Bc`: what Ctrl-C does.
    pub break_mode: BreakMode,
    /// Exact printing of characters in the shell: `+pc unicode`.
    pub printable_unicode: bool,
    /// How schedulers are bound to processors (`+sbt`).
    pub spread: Spread,
    /// Where processors are (`+sct`), if the kernel's word is not to be taken for it.
    pub topology: Option<Vec<Place>>,
    /// Release number, such as `25`.
    pub otp_release: String,
    /// Version of erts that we stand in for, such as `13.1.5`.
    pub erts_version: String,
    /// The level that `error_logger` gives warnings: `w`, `i` or `e` (`+W`).
    pub warnings: char,
    /// Limit on atoms (`+t`).
    pub atom_limit: usize,
    /// Limit on ETS tables, as reported (`+e`).
    pub ets_limit: usize,
    /// Whether ETS tables are compressed that do not ask for it (`+ec`).
    pub ets_compressed: bool,
    /// `time_warp_mode` (`+C`).
    pub time_warp_mode: Warp,
    /// The release that the emulator was told to be compatible with (`+R`), as reported.
    pub compatible_with: Option<i64>,
    /// Time correction (`+c`).
    pub time_correction: bool,
    /// Modified timing (`+T`), as reported.
    pub modified_timing: Option<u8>,
    /// `parallelism` of ports (`+spp`), as reported.
    pub port_parallelism: bool,
    /// How long unused entries of nodes are kept (`+zdntgc`), for ever without a number; as
    /// reported.
    pub delayed_node_gc_s: Option<u32>,
    /// Limit on outstanding requests of system processes, if one was given (`+zosrl`).
    pub outstanding_requests: Option<u32>,
    /// Write a crash dump when the emulator itself fails (not with `+d`).
    pub crash_dump_on_error: bool,
    /// Whether there is native code, and which (`+native`).
    pub native: NativeMode,
    /// Tell `perf` where native code is (`+JPperf`).
    pub perf: PerfFiles,
    /// Whether it is looked what libraries do with terms and environments (`+nif_check`).
    pub nif_check: bool,
    /// Which code is put onto huge pages (`+huge_code_pages`).
    pub huge_code: HugeCode,
    /// The emulator's whole command line.
    pub command_line: Vec<String>,
}

/// The effect of Ctrl-C.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum BreakMode {
    /// The menu.
    Menu,
    /// Ends the emulator (`+Bd`, or `+B` alone).
    Disabled,
    /// Nothing (`+Bi`).
    Ignored,
    /// Interrupts the current shell command (`+Bc`).
    Cooked,
}

/// Whether there is native code, and which.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum NativeMode {
    /// There is none.
    Off,
    /// Modules that time is spent in have that of the template tier.
    Templates,
    /// Code that has been compiled before is used.
    Cache,
    /// Modules that much time is spent in are compiled, too.
    Auto,
    /// All modules are.
    All,
    /// There is none, and base-tier code counts what it does.
    Profile,
}

/// The files that are written for `perf`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct PerfFiles {
    /// The map.
    pub map: bool,
    /// The dump.
    pub dump: bool,
}

/// The way in which Erlang's system time follows when the system's is set (`+C`).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Warp {
    /// It is led there; the offset never changes.
    #[default]
    No,
    /// The offset changes once, when somebody says so. It is led there afterwards.
    Single,
    /// The offset changes.
    Multi,
}

impl Warp {
    /// The mode of this name.
    pub fn named(name: &str) -> Option<Warp> {
        Some(match name {
            "no_time_warp" => Warp::No,
            "single_time_warp" => Warp::Single,
            "multi_time_warp" => Warp::Multi,
            _ => return None,
        })
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Warp::No => "no_time_warp",
            Warp::Single => "single_time_warp",
            Warp::Multi => "multi_time_warp",
        }
    }
}

/// Which code is put onto huge pages.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum HugeCode {
    /// None.
    Off,
    /// Code for which that costs nothing: the emulator's own if its file can stay where it is, and
    /// native code when there is enough to fill a huge page.
    Auto,
    /// All.
    All,
}

impl Default for Config {
    fn default() -> Config {
        let processors = crate::processors::Processors::look();
        let (all, online) = (processors.configured, processors.for_schedulers());
        Config {
            schedulers: all,
            schedulers_online: online,
            dirty_cpu: all,
            dirty_cpu_online: online,
            read_topology: true,
            dirty_io: 10,
            max_processes: Difference::MaxProcesses.value() as usize,
            max_ports: 65_536,
            min_heap_words: 233,
            min_bin_vheap_words: 46_422,
            halt_flush_timeout: None,
            fullsweep_after: 65_535,
            root: String::new(),
            bindir: String::new(),
            progname: "erl".to_owned(),
            init_args: Vec::new(),
            async_threads: 1,
            file_names_utf8: true,
            bad_file_names: "warning",
            dist_buf_busy_limit: 1024,
            break_mode: BreakMode::Menu,
            printable_unicode: false,
            spread: Spread::Unbound,
            topology: None,
            otp_release: "25".to_owned(),
            erts_version: "13.1.5".to_owned(),
            warnings: 'w',
            atom_limit: term::atom::DEFAULT_LIMIT as usize,
            ets_limit: 8192,
            ets_compressed: false,
            time_warp_mode: match Difference::MultiTimeWarp.is_on() {
                true => Warp::Multi,
                false => Warp::No,
            },
            compatible_with: None,
            time_correction: true,
            modified_timing: None,
            port_parallelism: false,
            delayed_node_gc_s: Some(60),
            outstanding_requests: None,
            crash_dump_on_error: true,
            native: NativeMode::Cache,
            perf: Default::default(),
            nif_check: false,
            huge_code: HugeCode::Auto,
            command_line: Vec::new(),
        }
    }
}

static CONFIG: OnceLock<Config> = OnceLock::new();

/// Sets the configuration; once, before anything else of this crate is used.
pub fn configure(config: Config) {
    term::atom::set_limit(config.atom_limit as u32);
    assert!(CONFIG.set(config).is_ok(), "the emulator is configured twice");
}

/// The configuration.
pub fn config() -> &'static Config {
    CONFIG.get_or_init(Config::default)
}

/// Nanoseconds of the system's monotonic clock. `Instant` asks the same clock, and to take two of
/// them apart and subtract them costs some 3 % of starting and stopping a timer.
#[inline]
fn clock_ns() -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes to `now` alone.
    let result = unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut now) };
    debug_assert_eq!(result, 0, "every system has this clock");
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

/// The operating system's monotonic time, in ns since the emulator's start. Timers and programs go
/// by [`crate::clock::now_ns`].
#[inline]
pub fn monotonic_ns() -> u64 {
    static START: OnceLock<u64> = OnceLock::new();
    let start = *START.get_or_init(clock_ns);
    clock_ns() - start
}

/// The operating system's clock, in ns since 1970.
pub fn wall_clock_ns() -> i64 {
    match std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH) {
        Ok(d) => d.as_nanos() as i64,
        Err(before) => -(before.duration().as_nanos() as i64),
    }
}

static COUNTER: AtomicU64 = AtomicU64::new(0);
static REF_HIGH: AtomicU32 = AtomicU32::new(0);

/// Where unique numbers begin that may be negative.
pub const LEAST_UNIQUE: i64 = -(1 << 59);

/// The last number that [`unique_monotonic`] has given. Only tests set it.
pub static LAST_MONOTONIC: AtomicU64 = AtomicU64::new(0);

/// A number greater than all that were given before; after the greatest comes 0.
pub fn unique_monotonic() -> u64 {
    LAST_MONOTONIC.fetch_add(1, Ordering::SeqCst).wrapping_add(1)
}

/// A number above 0 that no other call gives.
pub fn unique() -> u64 {
    thread_local! {
        static NEXT: Cell<u64> = const { Cell::new(0) };
    }
    next_of(&COUNTER, &NEXT) + 1
}

/// The next of a thread's numbers. It takes many at once: to count on where all others do would
/// take as long as sending a message.
#[inline]
fn next_of(taken: &AtomicU64, next: &'static LocalKey<Cell<u64>>) -> u64 {
    const AT_ONCE: u64 = 1 << 10;
    let mut n = next.get();
    if n.is_multiple_of(AT_ONCE) {
        n = taken.fetch_add(AT_ONCE, Ordering::Relaxed);
    }
    next.set(n + 1);
    n
}

/// The third number of references, which is odd and different from run to run.
fn ref_salt() -> u32 {
    match REF_HIGH.load(Ordering::Relaxed) {
        0 => {
            // So that references of one run are not those of another.
            let seed = std::process::id().wrapping_mul(0x9e37_79b1) | 1;
            REF_HIGH.store(seed, Ordering::Relaxed);
            seed
        }
        salt => salt,
    }
}

/// A number that no other call of this function gives.
#[inline]
pub fn new_number() -> u64 {
    static TAKEN: AtomicU64 = AtomicU64::new(1 << 18);
    thread_local! {
        static NEXT: Cell<u64> = const { Cell::new(0) };
    }
    next_of(&TAKEN, &NEXT)
}

/// The numbers of a new reference.
#[inline]
pub fn new_ref() -> [u32; 3] {
    let n = new_number();
    [(n & 0x3_ffff) as u32, (n >> 18) as u32, ref_salt()]
}

/// The numbers of the reference of timer `n` (below 2^50) of a wheel: they differ from those of all
/// other references in the lowest bit of the third, and say where the timer is.
pub fn timer_ref(wheel: usize, n: u64) -> [u32; 3] {
    [(n & 0x3_ffff) as u32, (n >> 18) as u32, ref_salt() & !1 ^ (wheel as u32) << 1]
}

/// Wheel and number of the timer that these are the numbers of, if they are that.
pub fn timer_of(numbers: [u32; 3]) -> Option<(usize, u64)> {
    let [low, high, third] = numbers;
    let n = u64::from(low) | u64::from(high) << 18;
    (third & 1 == 0).then_some((((third ^ ref_salt()) >> 1) as usize, n))
}

type HaltHook = fn(flush: bool);
static HALT_HOOKS: std::sync::Mutex<Vec<HaltHook>> = std::sync::Mutex::new(Vec::new());

/// Adds a function that is called before the emulator ends (to write out what ports hold, to give
/// the terminal back); at start. Its argument says whether there is time for it.
pub fn add_halt_hook(hook: HaltHook) {
    HALT_HOOKS.lock().expect("halt hooks").push(hook);
}

static LAST: OnceLock<fn()> = OnceLock::new();

/// Sets the function that is called last of all when the emulator ends in order; once, at start.
pub fn at_end(last: fn()) {
    assert!(LAST.set(last).is_ok(), "two things are to be the last");
}

static TAINTS: Mutex<Vec<Atom>> = Mutex::new(Vec::new());

/// Notes that code which is not the emulator's has been loaded for a module or driver of this name.
pub fn taint(name: Atom) {
    let mut all = TAINTS.lock().unwrap_or_else(PoisonError::into_inner);
    if !all.contains(&name) {
        all.push(name);
    }
}

/// The names of modules and drivers whose code is not the emulator's, the newest first.
pub fn taints() -> Vec<Atom> {
    let all = TAINTS.lock().unwrap_or_else(PoisonError::into_inner);
    all.iter().rev().copied().collect()
}

/// The receiver of messages that the emulator itself logs.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SystemLogger {
    /// The process that is registered as `logger`.
    Registered,
    /// Nobody.
    Nobody,
    /// A process.
    Process(u64),
}

static SYSTEM_LOGGER: Mutex<SystemLogger> = Mutex::new(SystemLogger::Registered);

/// Sets the receiver of messages that the emulator itself logs; gives the one before.
pub fn set_system_logger(who: SystemLogger) -> SystemLogger {
    std::mem::replace(&mut *SYSTEM_LOGGER.lock().expect("system logger"), who)
}

/// The receiver of messages that the emulator itself logs.
pub fn system_logger() -> SystemLogger {
    *SYSTEM_LOGGER.lock().expect("system logger")
}

/// A process has gone: if it was the receiver, `logger` is from now on.
pub fn system_logger_is_gone(gone: u64) {
    let mut who = SYSTEM_LOGGER.lock().expect("system logger");
    if *who == SystemLogger::Process(gone) {
        *who = SystemLogger::Registered;
    }
}

/// Ends the emulator with this exit code.
pub fn halt(code: i32, flush: bool) -> ! {
    run_halt_hooks(flush);
    if let Some(last) = LAST.get() {
        last();
    }
    #[cfg(maser_profile)]
    write_profile();
    // SAFETY: the call takes a number and ends the program. Nothing of it runs afterwards, so
    // nothing has to be put in order.
    unsafe { libc::_exit(code) }
}

/// As [`halt`], when what programs have written has gone out. If that takes longer than `limit` or
/// than `+zhft` says, the status is 255.
pub fn halt_flushing(code: i32, limit: Option<Duration>) -> ! {
    if let Some(limit) = limit.into_iter().chain(config().halt_flush_timeout).min() {
        let end = move || {
            std::thread::sleep(limit);
            // SAFETY: the call takes a number and ends the program, as it does in `halt`.
            unsafe { libc::_exit(255) }
        };
        // Where the system has no thread for this, flushing takes as long as it does.
        let _ = std::thread::Builder::new().name("halt".to_string()).spawn(end);
    }
    halt(code, true)
}

/// Tells the user something in a line; nothing becomes of it where that cannot be written.
pub fn say(line: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "maser-emu: {line}");
}

/// Ends the emulator, which cannot go on without something that the system refuses: one line, and
/// status 1.
pub fn cannot(what: &str, why: &std::io::Error) -> ! {
    say(&format!("cannot {what}: {why}"));
    halt(1, false)
}

/// Writes the counts of what has been executed, in a build that has them (`make prof-gen`). The
/// runtime would do so at the end of a program, but not at `_exit`.
#[cfg(maser_profile)]
fn write_profile() {
    unsafe extern "C" {
        fn __llvm_profile_write_file() -> libc::c_int;
    }
    // SAFETY: the function is one of the runtime that such a build links. It takes no arguments,
    // reads counters and writes a file.
    if unsafe { __llvm_profile_write_file() } != 0 {
        say("the profile cannot be written");
    }
}

/// Ends the emulator by `abort`, so that it leaves a core.
pub fn abort() -> ! {
    run_halt_hooks(false);
    std::process::abort()
}

fn run_halt_hooks(flush: bool) {
    // A thread that comes second waits for the end that the first brings about.
    static HALTING: std::sync::Mutex<()> = std::sync::Mutex::new(());
    std::mem::forget(HALTING.lock());
    let hooks = HALT_HOOKS.lock().map(|h| h.clone()).unwrap_or_default();
    hooks.into_iter().rev().for_each(|hook| hook(flush));
}
