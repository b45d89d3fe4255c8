//! Signals of the operating system: a handler that only writes a few bytes, and a thread that tells
//! `erl_signal_server`.
//!
//! Of SIGCHLD those hear who handle it, but for the emulator's own [`children`].

use crate::peer::Peer;
use crate::registry;
use crate::signal::send_message;
use crate::{children, crash_dump, process_table, system};
use std::io;
use std::os::fd::RawFd;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::{Duration, Instant};
use term::{Atom, OwnedTerm, Term, am};

/// The effect of a signal.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Disposition {
    /// Its default effect.
    Default,
    /// Nothing.
    Ignore,
    /// It becomes a message to `erl_signal_server`.
    Handle,
}

static PIPE_WRITE: AtomicI32 = AtomicI32::new(-1);
/// Whether there has been a server that was told of a signal.
static SERVED: AtomicBool = AtomicBool::new(false);

/// A signal that has come, as the handler passes it on: its number, and the process whose end or
/// stop it tells, 0 if it tells none.
type Come = [i32; 2];

extern "C" fn on_signal(number: i32, info: *const libc::siginfo_t, _: *mut libc::c_void) {
    // SAFETY: `write` may be called in a signal handler; the numbers are valid. The system gives a
    // handler that has asked for it the address of what it knows of the signal. A code above 0 is
    // the system's own; with SIGCHLD it tells of a child, and the field is there.
    unsafe {
        let tells = number == libc::SIGCHLD && (*info).si_code > 0;
        let come: Come = [number, if tells { (*info).si_pid() } else { 0 }];
        let errno = *libc::__errno_location();
        let end = PIPE_WRITE.load(Ordering::Relaxed);
        libc::write(end, (&raw const come).cast(), size_of::<Come>());
        *libc::__errno_location() = errno;
    }
}

/// A function for a signal that is for the emulator itself (SIGINT), called with its number.
pub type Handler = fn(i32);
static INTERRUPT: OnceLock<Handler> = OnceLock::new();

/// Sets what an interrupt (Ctrl-C) does; once.
pub fn on_interrupt(handler: Handler) {
    let _ = INTERRUPT.set(handler);
    let _ = set(libc::SIGINT, Disposition::Handle);
}

fn name(number: i32) -> Option<&'static str> {
    Some(match number {
        libc::SIGHUP => "sighup",
        libc::SIGQUIT => "sigquit",
        libc::SIGABRT => "sigabrt",
        libc::SIGALRM => "sigalrm",
        libc::SIGTERM => "sigterm",
        libc::SIGUSR1 => "sigusr1",
        libc::SIGUSR2 => "sigusr2",
        libc::SIGCHLD => "sigchld",
        libc::SIGTSTP => "sigtstp",
        libc::SIGCONT => "sigcont",
        libc::SIGWINCH => "sigwinch",
        _ => return None,
    })
}

/// How long the system may take to heed a signal that is to end it, before the emulator does that
/// itself: as long as nothing is scheduled, all schedulers are held up.
const PATIENCE: Duration = Duration::from_secs(5);

/// A signal that is to end the system, which its server has been told.
struct Unheeded {
    number: i32,
    server: u64,
    /// The work that the server had done when it was told, and the time of that.
    reductions: u64,
    since: Instant,
}

impl Unheeded {
    fn new(number: i32, server: u64) -> Option<Unheeded> {
        let ends = [libc::SIGTERM, libc::SIGUSR1, libc::SIGQUIT].contains(&number);
        let reductions = reductions(server)?;
        ends.then(|| Unheeded { number, server, reductions, since: Instant::now() })
    }

    /// Whether the server has had its turn, or has gone.
    fn is_heeded(&self) -> bool {
        reductions(self.server) != Some(self.reductions)
    }
}

fn reductions(pid: u64) -> Option<u64> {
    let guard = crossbeam_epoch::pin();
    let p = process_table::lookup(pid, &guard)?;
    let waits = p.message_queue_len.load(Ordering::Relaxed) > 0;
    Some(p.reductions.load(Ordering::Relaxed) << 1 | u64::from(waits))
}

/// Does what the server would do, when no scheduler comes to it.
fn end_anyway(number: i32) -> ! {
    if number == libc::SIGUSR1 {
        crash_dump::write_at_end("Received SIGUSR1");
    }
    system::halt(i32::from(number != libc::SIGQUIT), false)
}

/// Tells the server of signals; gives one that has to be heeded.
fn deliver(number: i32) -> Option<Unheeded> {
    if number == libc::SIGINT {
        if let Some(handler) = INTERRUPT.get() {
            handler(number);
        }
        return None;
    }
    let name = name(number)?;
    let server = registry::whereis(Atom::new("erl_signal_server")).and_then(Peer::as_pid);
    match server {
        Some(pid) => {
            SERVED.store(true, Ordering::Relaxed);
            let unheeded = Unheeded::new(number, pid);
            let message = OwnedTerm::build(|h| {
                h.tuple(&[Term::atom(Atom::new("notify")), Term::atom(Atom::new(name))])
            });
            send_message(pid, message);
            return unheeded;
        }
        // There is no server yet: this does what it would do. A program that has taken the server
        // away wants nobody to be told.
        None if number == libc::SIGTERM && !SERVED.load(Ordering::Relaxed) => terminate(),
        None => {}
    }
    None
}

/// Has init stop everything. Before there is a logger init cannot do that in order, and there is
/// nothing to stop: the signal ends the emulator as it would any program.
fn terminate() {
    if registry::whereis(Atom::new("logger")).is_none()
        && set(libc::SIGTERM, Disposition::Default).is_ok()
    {
        // SAFETY: the call is given a valid number. The signal has its default effect again, so no
        // handler of ours runs.
        unsafe { libc::raise(libc::SIGTERM) };
    }
    if let Some(init) = registry::whereis(am::INIT).and_then(Peer::as_pid) {
        let stop = OwnedTerm::build(|h| {
            let stop = Term::atom(Atom::new("stop"));
            h.tuple(&[stop, Term::atom(Atom::new("stop"))])
        });
        send_message(init, stop);
    }
}

/// Whether a signal has come, within a tenth of a second.
fn is_readable(end: RawFd) -> bool {
    let mut poll = libc::pollfd { fd: end, events: libc::POLLIN, revents: 0 };
    // SAFETY: the call is told of one structure, and is given the address of one.
    unsafe { libc::poll(&raw mut poll, 1, 100) > 0 }
}

fn start() -> io::Result<()> {
    static STARTED: OnceLock<bool> = OnceLock::new();
    let started = STARTED.get_or_init(|| {
        let mut ends = [0; 2];
        // SAFETY: the call writes two descriptors, and there is room for two.
        if unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) } != 0 {
            return false;
        }
        PIPE_WRITE.store(ends[1], Ordering::Relaxed);
        let read_end = ends[0];
        let thread = std::thread::Builder::new().name("sys_sig_dispatch".to_owned());
        let work = move || {
            let mut unheeded: Option<Unheeded> = None;
            loop {
                if unheeded.as_ref().is_some_and(Unheeded::is_heeded) {
                    unheeded = None;
                }
                if let Some(u) = unheeded.as_ref().filter(|u| u.since.elapsed() > PATIENCE) {
                    end_anyway(u.number);
                }
                if unheeded.is_some() && !is_readable(read_end) {
                    continue;
                }
                let mut come: Come = [0; 2];
                // SAFETY: the call writes at most so many bytes, and there is room for them.
                let n = unsafe { libc::read(read_end, (&raw mut come).cast(), size_of::<Come>()) };
                let [number, child] = come;
                if n > 0 && (child == 0 || children::is_of_others(child)) {
                    unheeded = unheeded.or(deliver(number));
                } else if n == 0 {
                    return;
                }
            }
        };
        thread.spawn(work).is_ok()
    });
    if *started { Ok(()) } else { Err(io::Error::other("no thread for signals")) }
}

/// Sets what a signal does.
pub fn set(number: i32, disposition: Disposition) -> io::Result<()> {
    let action = match disposition {
        Disposition::Default => libc::SIG_DFL,
        // Children of a process that ignores their end cannot be waited for. Nothing happens by
        // default, either.
        Disposition::Ignore if number == libc::SIGCHLD => libc::SIG_DFL,
        Disposition::Ignore => libc::SIG_IGN,
        Disposition::Handle => {
            start()?;
            on_signal as *const () as libc::sighandler_t
        }
    };
    // SAFETY: a structure of integers and a mask, all zeros being valid; the handler is safe for
    // signals.
    let done = unsafe {
        let mut s: libc::sigaction = std::mem::zeroed();
        s.sa_sigaction = action;
        s.sa_flags = libc::SA_RESTART | libc::SA_SIGINFO;
        libc::sigemptyset(&raw mut s.sa_mask);
        libc::sigaction(number, &s, std::ptr::null_mut())
    };
    if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
