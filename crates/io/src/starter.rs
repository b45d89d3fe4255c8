//! Starting external programs, on threads of its own, and learning how they end.
//!
//! Only the thread that starts a program waits until it is executed: see [`crate::vfork`].

use crate::vfork::{Program, Slots, Starter, THREADS, low_copy};
use probes::fire;
use std::collections::VecDeque;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::sync::{Arc, Condvar, Mutex};
use vm::poller::Watch;

/// A program to start, and the calls that tell how that went.
pub struct Job {
    /// The program.
    pub program: Program,
    /// Descriptors that are ours no longer once it is started.
    pub given: Vec<OwnedFd>,
    /// Called with its process number, or why it could not be started.
    pub started: Box<dyn FnOnce(io::Result<i32>) + Send>,
    /// Called with its wait status when it has ended.
    pub ended: Box<dyn FnOnce(i32) + Send>,
}

struct Queue {
    jobs: VecDeque<Job>,
    /// One for each thread that may still be started.
    slots: Vec<Slots>,
    idle: usize,
    /// How many threads have been started.
    threads: usize,
}

static QUEUE: Mutex<Queue> =
    Mutex::new(Queue { jobs: VecDeque::new(), slots: Vec::new(), idle: 0, threads: 0 });
static ARRIVED: Condvar = Condvar::new();

/// Reserves what is needed; when the emulator starts.
pub fn init() {
    let slots = Slots::reserve().unwrap_or_else(|e| {
        vm::system::say(&format!("no external programs can be started: {e}"));
        Vec::new()
    });
    let threads = vm::system::config().schedulers.clamp(1, THREADS);
    QUEUE.lock().expect("starter").slots = slots.into_iter().take(threads).collect();
}

/// Starts a program; returns at once. An error says why nobody could start it: then nobody is
/// called.
pub fn start(job: Job) -> io::Result<()> {
    fire!(maser::program__asked, job.program.file.as_c_str());
    let mut queue = QUEUE.lock().expect("starter");
    queue.jobs.push_back(job);
    if queue.idle < queue.jobs.len()
        && let Some(slots) = queue.slots.pop()
    {
        vm::sched::start_thread("starter", move || work(Starter::new(slots)));
        queue.threads += 1;
    }
    // Nobody is there to take it.
    if queue.threads == 0 {
        queue.jobs.clear();
        return Err(io::Error::from_raw_os_error(libc::EMFILE));
    }
    drop(queue);
    ARRIVED.notify_one();
    Ok(())
}

fn work(mut starter: Starter) {
    // A program may run on the processors that the thread may run on.
    vm::sched::binding::free();
    loop {
        let mut queue = QUEUE.lock().expect("starter");
        queue.idle += 1;
        while queue.jobs.is_empty() {
            queue = ARRIVED.wait(queue).expect("starter");
        }
        queue.idle -= 1;
        let Job { program, given, started, ended } = queue.jobs.pop_front().expect("not empty");
        drop(queue);
        fire!(maser::program__taken, program.file.as_c_str());
        let result = starter.start(&program);
        let pid = result.as_ref().map_or_else(|e| -e.raw_os_error().unwrap_or(1), |pid| *pid);
        fire!(maser::program__started, program.file.as_c_str(), pid);
        drop(given);
        match result {
            Ok(pid) => {
                started(Ok(pid));
                reap(pid, ended);
            }
            Err(e) => started(Err(e)),
        }
    }
}

type Ended = Arc<Mutex<Option<(Box<dyn FnOnce(i32) + Send>, Watch, OwnedFd)>>>;

/// Waits for the process's end, by the poller.
fn reap(pid: i32, ended: Box<dyn FnOnce(i32) + Send>) {
    // SAFETY: no memory is passed.
    let fd = unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) } as RawFd;
    if fd < 0 {
        return reap_by_thread(pid, ended);
    }
    // SAFETY: just opened.
    let fd = unsafe { OwnedFd::from_raw_fd(fd) };
    let slot: Ended = Arc::default();
    // The lock keeps the handler out until the slot is filled.
    let mut guard = slot.lock().expect("child");
    let in_handler = slot.clone();
    let watch = Watch::new(fd.as_raw_fd(), true, false, move |_| {
        let mut slot = in_handler.lock().expect("child");
        if slot.is_some()
            && let Some(status) = wait(pid, libc::WNOHANG)
            && let Some((ended, watch, fd)) = slot.take()
        {
            drop((watch, fd));
            drop(slot);
            ended(status);
        }
    });
    match watch {
        Ok(watch) => *guard = Some((ended, watch, fd)),
        Err(_) => reap_by_thread(pid, ended),
    }
}

fn reap_by_thread(pid: i32, ended: Box<dyn FnOnce(i32) + Send>) {
    vm::sched::start_thread("waiter", move || {
        vm::sched::binding::free();
        if let Some(status) = wait(pid, 0) {
            ended(status);
        }
    });
}

/// The status of a process that has ended; None if it has not.
fn wait(pid: i32, options: i32) -> Option<i32> {
    let mut status = 0;
    loop {
        // SAFETY: there is room for the status.
        let n = unsafe { libc::waitpid(pid, &raw mut status, options) };
        if n == pid {
            vm::children::child_ended(pid);
            return Some(status);
        }
        if n == 0 {
            return None;
        }
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            // Somebody else has waited for it: all that is known is that it has ended.
            vm::children::child_ended(pid);
            return Some(0);
        }
    }
}

/// The exit status that Erlang programs see for a wait status.
pub fn exit_code(status: i32) -> i64 {
    if libc::WIFSIGNALED(status) {
        128 + i64::from(libc::WTERMSIG(status))
    } else {
        i64::from(libc::WEXITSTATUS(status))
    }
}

/// A pipe: read end, write end. Both are closed in programs, and numbered 5 or higher, so that they
/// are in nobody's way.
pub fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut fds = [0; 2];
    // SAFETY: there is room for two descriptors.
    if unsafe { libc::pipe2(fds.as_mut_ptr(), libc::O_CLOEXEC) } < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: just opened.
    let [read, write] = fds.map(|fd| unsafe { OwnedFd::from_raw_fd(fd) });
    Ok((out_of_the_way(read)?, out_of_the_way(write)?))
}

fn out_of_the_way(fd: OwnedFd) -> io::Result<OwnedFd> {
    if fd.as_raw_fd() >= 5 {
        return Ok(fd);
    }
    low_copy(fd.as_raw_fd())
}

/// Makes reads and writes of a pipe's end that nobody has changed return at once.
pub fn set_nonblocking_pipe(fd: RawFd) {
    // SAFETY: no memory is passed. The other flags that can be set are off in a new pipe.
    unsafe { libc::fcntl(fd, libc::F_SETFL, libc::O_NONBLOCK) };
}

/// Makes reads and writes of a descriptor return at once.
pub fn set_nonblocking(fd: RawFd) {
    // SAFETY: no memory is passed.
    unsafe {
        let flags = libc::fcntl(fd, libc::F_GETFL);
        libc::fcntl(fd, libc::F_SETFL, flags | libc::O_NONBLOCK);
    }
}
