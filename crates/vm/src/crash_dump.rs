//! The crash dump: a text in OTP's format that says what there was when the emulator ended itself.

mod processes;
mod resources;
mod schedulers;
mod terms;

pub use resources::PERSISTENT_TERMS;

use crate::environment::get_at_end;
use crate::process::Process;
use crate::process_report::{self, pid_text};
use crate::{code, ets, farewell, process_table, remote, sched, system, version};
use std::fmt::{self, Write};
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fs, io};
use term::{Atom, RefBin, Term, print};

/// Writes the dump unless the user has forbidden it, and says so on standard error. `current` is
/// the process that the calling thread runs, if it does; it may be read as a whole.
pub fn write(slogan: &str, current: Option<&Process>) {
    crate::port::emergency_close();
    write_as(slogan, current);
}

/// As [`write`], when something has run out in the midst of anything: the calling thread's process,
/// and locks that the thread may hold, are left alone, and the dump ends early if it waits for
/// itself.
pub fn write_at_end(slogan: &str) {
    guard();
    write_as(slogan, None);
}

/// How long a dump may stay without progress, in seconds, when something has run out.
const STUCK_S: u32 = 10;
/// Whether progress is watched.
static GUARDED: AtomicBool = AtomicBool::new(false);

/// Has the system end the emulator if writing the dump does not go on.
fn guard() {
    extern "C" fn stuck(_: i32) {
        let text = b"stopped: it did not go on\r\n";
        // SAFETY: both functions may be called in a handler of signals. The first reads as many
        // bytes as the text has.
        unsafe {
            libc::write(2, text.as_ptr().cast(), text.len());
            libc::_exit(1)
        }
    }
    // SAFETY: a structure of integers and a mask, all zeros being valid; the handler is safe for
    // signals.
    unsafe {
        let mut s: libc::sigaction = std::mem::zeroed();
        s.sa_sigaction = stuck as *const () as libc::sighandler_t;
        libc::sigaction(libc::SIGALRM, &s, std::ptr::null_mut());
    }
    GUARDED.store(true, Ordering::Relaxed);
    progress();
}

/// The dump goes on.
fn progress() {
    if GUARDED.load(Ordering::Relaxed) {
        // SAFETY: the call takes a number, and touches no memory.
        unsafe { libc::alarm(STUCK_S) };
    }
}

fn number<N: std::str::FromStr>(variable: &str) -> Option<N> {
    get_at_end(variable)?.to_str()?.parse().ok()
}

fn write_as(slogan: &str, current: Option<&Process>) {
    static ONCE: AtomicBool = AtomicBool::new(false);
    if ONCE.swap(true, Ordering::SeqCst) {
        return;
    }
    let path = get_at_end("ERL_CRASH_DUMP").unwrap_or_else(|| "erl_crash.dump".into());
    let limit: Option<usize> = number("ERL_CRASH_DUMP_BYTES");
    let seconds: Option<i64> = number("ERL_CRASH_DUMP_SECONDS");
    // Heart is to start the next emulator soon, unless it is told how long a dump may take.
    let heart = || crate::registry::whereis(Atom::existing("heart_port")?).map(|_| 0);
    let seconds = seconds.or_else(heart);
    let mut err = io::stderr();
    let _ = writeln!(err, "{slogan}\r");
    if seconds == Some(0) || limit == Some(0) {
        return;
    }
    if let Some(seconds) = seconds.and_then(|n| u32::try_from(n).ok()) {
        GUARDED.store(false, Ordering::Relaxed);
        // SAFETY: the call takes a number, and touches no memory. The signal ends the process.
        unsafe { libc::alarm(seconds) };
    }
    let _ = write!(err, "\r\nCrash dump is being written to: {}...", path.to_string_lossy());
    // A defect of the emulator itself may have left what the calling thread has in hand broken, or
    // locked.
    let orderly = !std::thread::panicking();
    if !orderly {
        guard();
    }
    let whole = current.filter(|_| orderly);
    processes::stop_others(current);
    // As in OTP, others than the owner's group are not to read what processes had.
    let file =
        fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o640).open(path);
    let written = file.and_then(|file| {
        let mut out =
            Sink { file, text: String::new(), left: limit.unwrap_or(usize::MAX), failed: None };
        // It fails when there is enough, too.
        let _ = text(&mut out, slogan, current, whole);
        out.flush();
        out.failed.map_or(Ok(()), Err)
    });
    match written {
        Ok(()) => {
            let _ = writeln!(err, "done\r");
        }
        Err(e) => {
            let _ = writeln!(err, "failed: {e}\r");
        }
    }
}

/// Where the dump goes: a file, through little memory, up to a limit.
struct Sink {
    file: fs::File,
    text: String,
    /// Bytes that may still be written.
    left: usize,
    failed: Option<io::Error>,
}

impl Sink {
    const AT_ONCE: usize = 1 << 16;

    fn flush(&mut self) {
        progress();
        if let Err(e) = self.file.write_all(self.text.as_bytes()) {
            self.failed = Some(e);
        }
        self.text.clear();
    }
}

impl fmt::Write for Sink {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        let end = (0..=self.left.min(s.len())).rfind(|&at| s.is_char_boundary(at)).unwrap_or(0);
        self.left -= end;
        self.text.push_str(&s[..end]);
        if self.text.len() >= Sink::AT_ONCE {
            self.flush();
        }
        if end < s.len() {
            self.left = 0;
        }
        if self.left == 0 || self.failed.is_some() { Err(fmt::Error) } else { Ok(()) }
    }
}

fn each_process(mut f: impl FnMut(&Process)) {
    let guard = crossbeam_epoch::pin();
    for id in process_table::all_ids() {
        if let Some(p) = process_table::lookup(id, &guard) {
            f(p);
        }
    }
}

/// The text of `erlang:system_info(info)`.
pub fn info_text() -> String {
    let mut out = String::new();
    let _ = resources::memory(&mut out).and_then(|()| resources::own_tables(&mut out));
    out
}

/// The items of `erlang:memory/0`, in bytes.
pub fn memory_items() -> [(&'static str, usize); 9] {
    let total = resident_bytes();
    let processes = process_table::process_bytes() + process_table::bytes();
    let (table, names) = Atom::memory();
    let code = code::memory();
    [
        ("total", total),
        ("processes", processes),
        ("processes_used", processes),
        ("system", total.saturating_sub(processes)),
        ("atom", table + names),
        ("atom_used", table + names),
        ("binary", RefBin::total_bytes()),
        ("code", code.current + code.old),
        ("ets", ets::registry::bytes()),
    ]
}

/// The text of `erlang:system_info(loaded)`.
pub fn modules_text() -> String {
    let code::Memory { current, old } = code::memory();
    let mut out = format!("Current code: {current}\nOld code: {old}\n");
    for name in code::all_known() {
        let bytes = |of: Option<Arc<code::Instance>>| of.map(|instance| instance.bytes());
        let _ = write!(out, "{} ", print::display(Term::atom(name)));
        let _ = write!(out, "{}", bytes(code::current(name)).unwrap_or(0));
        let _ = match bytes(code::old(name)) {
            Some(old) => writeln!(out, " ({old} old)"),
            None => writeln!(out),
        };
    }
    out
}

/// The name of the calling thread. One of a library's has it from the system.
fn calling_thread() -> String {
    if sched::current() != 0 {
        return format!("scheduler:{}", sched::current());
    }
    std::thread::current().name().map_or_else(thread_name, str::to_owned)
}

/// The name that the system has for the calling thread.
pub(crate) fn thread_name() -> String {
    let mut name = [0u8; 16];
    // SAFETY: the call writes as much as there is room for, with a zero at its end.
    unsafe { libc::pthread_getname_np(libc::pthread_self(), name.as_mut_ptr().cast(), name.len()) };
    let text = std::ffi::CStr::from_bytes_until_nul(&name).unwrap_or_default();
    text.to_string_lossy().into_owned()
}

/// Writes all sections. `current` is the process that the calling thread runs, and `whole` is that
/// too if it may be read as a whole.
fn text(
    out: &mut Sink,
    slogan: &str,
    current: Option<&Process>,
    whole: Option<&Process>,
) -> fmt::Result {
    writeln!(out, "=erl_crash_dump:0.5")?;
    writeln!(out, "{}", date())?;
    writeln!(out, "Slogan: {slogan}")?;
    writeln!(out, "System version: {}", version::version_line().trim_end())?;
    let taints: Vec<_> = system::taints().iter().map(|t| t.name()).collect();
    writeln!(out, "Taints: {}", taints.join(","))?;
    writeln!(out, "Atoms: {}", Atom::count())?;
    writeln!(out, "Calling Thread: {}", calling_thread())?;
    schedulers::describe(out, current, whole.is_some())?;
    resources::memory(out)?;
    resources::own_tables(out)?;
    resources::allocated(out)?;
    each_process(|p| {
        progress();
        // The next section notices what cannot be written.
        let _ = processes::of_process(out, p, whole);
    });
    // They have ended, and others have still to be told of that.
    for pid in farewell::pids() {
        writeln!(out, "=proc:{}\nState: Non Existing", pid_text(pid))?;
    }
    process_report::ports(out)?;
    resources::tables(out)?;
    resources::timers(out)?;
    remote::describe(out, false)?;
    resources::modules(out)?;
    resources::funs(out)?;
    terms(out, whole)?;
    writeln!(out, "=atoms")?;
    for i in (0..Atom::count()).rev() {
        if let Some(a) = Atom::from_index_checked(i) {
            // Quoted where Erlang quotes: a line that begins with `=` starts a section.
            writeln!(out, "{}", Term::atom(a))?;
        }
    }
    writeln!(out, "=end")
}

/// The terms of all processes, and what they refer to.
fn terms(out: &mut Sink, current: Option<&Process>) -> fmt::Result {
    let mut shared = terms::Shared::default();
    let mut result = Ok(());
    each_process(|p| {
        progress();
        if result.is_ok() {
            result = processes::terms_of(out, p, current, &mut shared);
        }
    });
    result?;
    resources::persistent_terms(out, &mut shared)?;
    shared.describe(out)
}

/// Bytes of memory that the emulator takes, as the operating system counts.
pub fn resident_bytes() -> usize {
    let pages = fs::read_to_string("/proc/self/statm")
        .ok()
        .and_then(|s| s.split_ascii_whitespace().nth(1)?.parse::<usize>().ok());
    pages.unwrap_or(0) * 4096
}

fn date() -> String {
    let seconds = system::wall_clock_ns() / 1_000_000_000;
    let mut text = [0u8; 64];
    // SAFETY: zeros are a valid `tm`, which `localtime_r` fills. `strftime` writes at most as many
    // bytes as `text` has.
    let n = unsafe {
        let mut tm: libc::tm = std::mem::zeroed();
        libc::localtime_r(&seconds, &mut tm);
        libc::strftime(text.as_mut_ptr().cast(), text.len(), c"%a %b %e %H:%M:%S %Y".as_ptr(), &tm)
    };
    String::from_utf8_lossy(&text[..n]).into_owned()
}
