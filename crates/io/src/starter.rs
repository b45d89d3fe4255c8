//! Starting external programs, on threads of its own, and learning how they end.
//!
//! `posix_spawn` shares the memory with the child until it executes the program, so that its cost
//! does not grow with the emulator; only the thread that calls it waits. The child closes all
//! descriptors with one system call.

use std::collections::VecDeque;
use std::ffi::CString;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::sync::{Arc, Condvar, Mutex};
use vm::port::poller::Watch;

unsafe extern "C" {
    // From glibc 2.29 and 2.34.
    fn posix_spawn_file_actions_addchdir_np(
        actions: *mut libc::posix_spawn_file_actions_t,
        path: *const libc::c_char,
    ) -> libc::c_int;
    fn posix_spawn_file_actions_addclosefrom_np(
        actions: *mut libc::posix_spawn_file_actions_t,
        from: libc::c_int,
    ) -> libc::c_int;
}

/// A program to start.
pub struct Program {
    /// Its file.
    pub file: CString,
    /// Its arguments, with its name in front.
    pub args: Vec<CString>,
    /// Its environment.
    pub env: Arc<[CString]>,
    /// Its directory, if it is not the emulator's.
    pub cd: Option<CString>,
    /// Descriptors it gets: ours (5 or higher), its. In that order.
    pub descriptors: Vec<(RawFd, RawFd)>,
    /// The first descriptor that it is not to have.
    pub close_from: RawFd,
    /// Descriptors that are ours no longer once it is started.
    pub given: Vec<OwnedFd>,
    /// Called with its process number, or why it could not be started.
    pub started: Box<dyn FnOnce(io::Result<i32>) + Send>,
    /// Called with its wait status when it has ended.
    pub ended: Box<dyn FnOnce(i32) + Send>,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Program>,
    threads: usize,
    idle: usize,
}

/// Programs that are started at the same time, at most.
const MOST_THREADS: usize = 4;

static QUEUE: Mutex<Queue> = Mutex::new(Queue { jobs: VecDeque::new(), threads: 0, idle: 0 });
static ARRIVED: Condvar = Condvar::new();

/// Starts a program; returns at once.
pub fn start(program: Program) {
    let most = vm::system::config().schedulers.clamp(1, MOST_THREADS);
    let mut queue = QUEUE.lock().expect("starter");
    queue.jobs.push_back(program);
    if queue.idle < queue.jobs.len() && queue.threads < most {
        queue.threads += 1;
        std::thread::Builder::new()
            .name("starter".into())
            .spawn(work)
            .expect("cannot start a thread");
    }
    drop(queue);
    ARRIVED.notify_one();
}

fn work() {
    let stepped_back = step_back();
    loop {
        let mut queue = QUEUE.lock().expect("starter");
        queue.idle += 1;
        while queue.jobs.is_empty() {
            queue = ARRIVED.wait(queue).expect("starter");
        }
        queue.idle -= 1;
        let program = queue.jobs.pop_front().expect("not empty");
        drop(queue);
        run(program, stepped_back);
    }
}

/// Keeps the calling thread from taking the processor from a scheduler when it is woken: starting
/// a program takes half a millisecond. True if programs are to be given the usual policy back.
fn step_back() -> bool {
    // SAFETY: the calls only read the parameter, which lives.
    unsafe {
        libc::sched_getscheduler(0) == libc::SCHED_OTHER
            && libc::sched_setscheduler(
                0,
                libc::SCHED_BATCH,
                &libc::sched_param { sched_priority: 0 },
            ) == 0
    }
}

fn run(mut program: Program, stepped_back: bool) {
    let result = spawn(&program, stepped_back);
    program.given.clear();
    match result {
        Ok(pid) => {
            (program.started)(Ok(pid));
            reap(pid, program.ended);
        }
        Err(e) => (program.started)(Err(e)),
    }
}

/// Null-terminated pointers to the strings, which must outlive them.
fn pointers(strings: &[CString]) -> Vec<*mut libc::c_char> {
    strings.iter().map(|s| s.as_ptr().cast_mut()).chain([std::ptr::null_mut()]).collect()
}

fn spawn(program: &Program, stepped_back: bool) -> io::Result<i32> {
    let (args, env) = (pointers(&program.args), pointers(&program.env));
    let mut actions = std::mem::MaybeUninit::uninit();
    let mut attributes = std::mem::MaybeUninit::uninit();
    let mut pid = 0;
    let ok = |n: i32| if n == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(n)) };
    // SAFETY: both structures are initialised before use and destroyed after; all strings and
    // arrays live until `posix_spawn` returns, which is when the child has its own memory.
    unsafe {
        ok(libc::posix_spawn_file_actions_init(actions.as_mut_ptr()))?;
        ok(libc::posix_spawnattr_init(attributes.as_mut_ptr()))?;
        let (actions, attributes) = (actions.assume_init_mut(), attributes.assume_init_mut());
        let mut prepare = || {
            if let Some(cd) = &program.cd {
                ok(posix_spawn_file_actions_addchdir_np(actions, cd.as_ptr()))?;
            }
            for &(ours, its) in &program.descriptors {
                ok(libc::posix_spawn_file_actions_adddup2(actions, ours, its))?;
            }
            ok(posix_spawn_file_actions_addclosefrom_np(actions, program.close_from))?;
            let mut signals = std::mem::MaybeUninit::uninit();
            libc::sigemptyset(signals.as_mut_ptr());
            ok(libc::posix_spawnattr_setsigmask(attributes, signals.as_ptr()))?;
            libc::sigfillset(signals.as_mut_ptr());
            ok(libc::posix_spawnattr_setsigdefault(attributes, signals.as_ptr()))?;
            let mut flags = libc::POSIX_SPAWN_SETSIGMASK
                | libc::POSIX_SPAWN_SETSIGDEF
                | i32::from(libc::POSIX_SPAWN_SETSID);
            if stepped_back {
                let usual = libc::sched_param { sched_priority: 0 };
                ok(libc::posix_spawnattr_setschedparam(attributes, &usual))?;
                ok(libc::posix_spawnattr_setschedpolicy(attributes, libc::SCHED_OTHER))?;
                flags |= libc::POSIX_SPAWN_SETSCHEDULER;
            }
            ok(libc::posix_spawnattr_setflags(attributes, flags as libc::c_short))
        };
        let prepared = prepare();
        let result = prepared.and_then(|()| {
            ok(libc::posix_spawn(
                &raw mut pid,
                program.file.as_ptr(),
                actions,
                attributes,
                args.as_ptr(),
                env.as_ptr(),
            ))
        });
        libc::posix_spawn_file_actions_destroy(actions);
        libc::posix_spawnattr_destroy(attributes);
        result.map(|()| pid)
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
    let spawned = std::thread::Builder::new().name("waiter".into()).spawn(move || {
        if let Some(status) = wait(pid, 0) {
            ended(status);
        }
    });
    spawned.expect("cannot start a thread");
}

/// The status of a process that has ended; None if it has not.
fn wait(pid: i32, options: i32) -> Option<i32> {
    let mut status = 0;
    loop {
        // SAFETY: there is room for the status.
        let n = unsafe { libc::waitpid(pid, &raw mut status, options) };
        if n == pid {
            return Some(status);
        }
        if n == 0 {
            return None;
        }
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            // Somebody else has waited for it: all that is known is that it has ended.
            return Some(0);
        }
    }
}

/// What Erlang programs see of a wait status.
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
    // SAFETY: no memory is passed; the new descriptor is ours.
    unsafe {
        match libc::fcntl(fd.as_raw_fd(), libc::F_DUPFD_CLOEXEC, 5) {
            n if n < 0 => Err(io::Error::last_os_error()),
            n => Ok(OwnedFd::from_raw_fd(n)),
        }
    }
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
