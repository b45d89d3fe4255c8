//! A child process that shares memory and descriptors with the emulator until it executes a
//! program, so that its cost depends neither on the size of the one nor on the number of the
//! others.
//!
//! The child gives the descriptors up that it is not to have, all at once, in the moment in which
//! it gets a table of its own (`CLOSE_RANGE_UNSHARE`, Linux 5.9): the kernel then copies only those
//! below. So that what the program is to have is below, it is copied to [`Slots`], which are
//! reserved when the emulator starts.

use probes::fire;
use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::ptr;
use std::sync::{Arc, LazyLock};
use vm::children;

/// Descriptors that a program gets, at most: input and output.
const GIVEN: usize = 2;
/// Programs that can be started at the same time.
pub const THREADS: usize = 4;
const STACK: usize = 64 << 10;

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
}

/// Low descriptors, taken from the beginning on.
pub struct Slots {
    own: [OwnedFd; GIVEN],
    /// The descriptor that slots are copies of while they are not in use.
    null: Arc<OwnedFd>,
}

impl Slots {
    /// Takes slots for all threads; before the emulator has opened much.
    pub fn reserve() -> io::Result<Vec<Slots>> {
        // SAFETY: a string with a 0 at its end.
        let null = unsafe { libc::open(c"/dev/null".as_ptr(), libc::O_RDWR | libc::O_CLOEXEC) };
        if null < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: just opened.
        let null = Arc::new(unsafe { OwnedFd::from_raw_fd(null) });
        let slot = || low_copy(null.as_raw_fd());
        let slots = |_| Ok(Slots { own: [slot()?, slot()?], null: null.clone() });
        (0..THREADS).map(slots).collect()
    }
}

/// A copy of a descriptor with the lowest number from 5 on: lower ones are for the programs.
pub fn low_copy(fd: RawFd) -> io::Result<OwnedFd> {
    // SAFETY: no memory is passed; the new descriptor is ours.
    unsafe {
        match libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, 5) {
            n if n < 0 => Err(io::Error::last_os_error()),
            n => Ok(OwnedFd::from_raw_fd(n)),
        }
    }
}

/// The slots and the stack by which one thread starts programs.
pub struct Starter {
    slots: Slots,
    stack: Box<[u128]>,
}

/// The orders of the child, and its error: its memory is ours.
struct Child<'a> {
    file: &'a CStr,
    args: &'a [*const libc::c_char],
    env: &'a [*const libc::c_char],
    cd: Option<&'a CStr>,
    /// From, to.
    descriptors: &'a [(RawFd, RawFd)],
    /// All of `descriptors`, from and to, are below.
    limit: RawFd,
    close_from: RawFd,
    /// Whether it shares its table of descriptors until it has closed its own.
    shares: bool,
    error: i32,
}

/// Whether a table of descriptors is copied as far as it is kept (close_range(2), of Linux 5.9,
/// which filters may forbid). Without that a child has a copy of the whole table from the start.
static CLOSES_RANGES: LazyLock<bool> =
    // No descriptor has the last number.
    LazyLock::new(|| close_from(RawFd::from_ne_bytes(u32::MAX.to_ne_bytes()), 0) == 0);

impl Starter {
    /// For the calling thread.
    pub fn new(slots: Slots) -> Starter {
        Starter { slots, stack: vec![0; STACK / size_of::<u128>()].into_boxed_slice() }
    }

    /// Starts a program; its process's number.
    pub fn start(&mut self, program: &Program) -> io::Result<i32> {
        let mut descriptors = Vec::with_capacity(program.descriptors.len());
        let mut copied: Vec<(RawFd, RawFd)> = Vec::with_capacity(GIVEN);
        for &(ours, its) in &program.descriptors {
            let slot = match copied.iter().find(|c| c.0 == ours) {
                Some(&(_, slot)) => slot,
                None => {
                    let slot = self.slots.own[copied.len()].as_raw_fd();
                    // SAFETY: no memory is passed, and the slot is ours.
                    if unsafe { libc::dup3(ours, slot, libc::O_CLOEXEC) } < 0 {
                        return Err(io::Error::last_os_error());
                    }
                    copied.push((ours, slot));
                    slot
                }
            };
            descriptors.push((slot, its));
        }
        let (args, env) = (pointers(&program.args), pointers(&program.env));
        let mut child = Child {
            file: &program.file,
            args: &args,
            env: &env,
            cd: program.cd.as_deref(),
            descriptors: &descriptors,
            limit: 1 + self.slots.own.iter().map(|s| s.as_raw_fd()).max().unwrap_or(5),
            close_from: program.close_from,
            shares: *CLOSES_RANGES,
            error: 0,
        };
        fire!(maser::program__vfork, child.file);
        let started = children::start_child(|| self.vfork(&mut child).map(|pid| (pid, ())));
        // The other ends would never see the end of a pipe that is open here.
        for &(_, slot) in &copied {
            // SAFETY: no memory is passed. The slot is ours, and becomes a copy of `null`, which is
            // open as long as the slots.
            unsafe { libc::dup3(self.slots.null.as_raw_fd(), slot, libc::O_CLOEXEC) };
        }
        let (pid, ()) = started?;
        match child.error {
            0 => Ok(pid),
            error => {
                // SAFETY: no memory is passed but a null pointer, which is allowed.
                unsafe { libc::waitpid(pid, ptr::null_mut(), 0) };
                children::child_ended(pid);
                Err(io::Error::from_raw_os_error(error))
            }
        }
    }

    fn vfork(&mut self, child: &mut Child<'_>) -> io::Result<i32> {
        let files = if child.shares { libc::CLONE_FILES } else { 0 };
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | files | libc::SIGCHLD;
        let (mut all, mut old) = (no_signals(), no_signals());
        // SAFETY: the sets are ours. The child runs on a stack of its own, which this thread,
        // asleep until the child has executed the program or ended, keeps; `in_child` uses what
        // `child` points to, which lives as long. With all signals blocked no handler of ours runs
        // in the child.
        unsafe {
            libc::sigfillset(&raw mut all);
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut old);
            let top = self.stack.as_mut_ptr_range().end.cast();
            let pid = __clone(in_child, top, flags, ptr::from_mut(child).cast());
            let result = if pid < 0 { Err(io::Error::last_os_error()) } else { Ok(pid) };
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const old, ptr::null_mut());
            result
        }
    }
}

unsafe extern "C" {
    /// The C library's `clone` under the name that is its own: thread sanitizer replaces the other
    /// by one that takes the child for a copy of the process.
    fn __clone(
        f: extern "C" fn(*mut libc::c_void) -> libc::c_int,
        stack: *mut libc::c_void,
        flags: libc::c_int,
        argument: *mut libc::c_void,
    ) -> libc::c_int;
}

fn no_signals() -> libc::sigset_t {
    let mut set = std::mem::MaybeUninit::uninit();
    // SAFETY: the call initialises the set.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        set.assume_init()
    }
}

/// Null-terminated pointers to the strings, which must outlive them.
fn pointers(strings: &[CString]) -> Vec<*const libc::c_char> {
    strings.iter().map(|s| s.as_ptr()).chain([ptr::null()]).collect()
}

/// A system call of the child. Not by the C library's functions: they may keep records, in memory
/// that is the parent's.
macro_rules! call {
    ($number:ident $(, $argument:expr)*) => {
        libc::syscall(libc::$number $(, $argument)*)
    };
}

/// The child: only system calls, nothing that allocates, takes a lock or panics.
extern "C" fn in_child(child: *mut libc::c_void) -> libc::c_int {
    // SAFETY: what `vfork` has passed; the parent sleeps.
    let child = unsafe { &mut *child.cast::<Child<'_>>() };
    child.error = become_program(child);
    // SAFETY: ends this process without running anything of the emulator's.
    unsafe { call!(SYS_exit_group, 127) };
    127
}

/// Executes the program; gives the error's number if that fails.
fn become_program(child: &Child<'_>) -> i32 {
    const LAST_SIGNAL: i32 = 64;
    /// For old values.
    const NOWHERE: *mut libc::c_void = ptr::null_mut();
    /// Bytes of the kernel's sets of signals.
    const SET_BYTES: usize = 8;
    // A probe is no more than an instruction and its arguments here, which the child may run.
    fire!(maser::program__child, child.file);
    // SAFETY: system calls alone. The strings and arrays that they read belong to `Starter::start`,
    // whose thread sleeps until the child has executed the program or ended; what they write is on
    // the child's own stack.
    unsafe {
        if child.shares {
            if close_from(child.limit, libc::CLOSE_RANGE_UNSHARE as libc::c_int) < 0 {
                return errno();
            }
        } else {
            // An older kernel: the slow way, over all that there may be if that is not told.
            let mut limits = libc::rlimit { rlim_cur: 1 << 20, rlim_max: 0 };
            call!(SYS_prlimit64, 0, libc::RLIMIT_NOFILE, NOWHERE, &raw mut limits);
            for fd in child.limit..limits.rlim_cur.min(1 << 20) as RawFd {
                call!(SYS_close, fd);
            }
        }
        fire!(maser::program__closed, child.file);
        for &(from, to) in child.descriptors {
            if call!(SYS_dup3, from, to, 0) < 0 {
                return errno();
            }
        }
        for fd in child.close_from..child.limit {
            call!(SYS_close, fd);
        }
        if let Some(cd) = child.cd
            && call!(SYS_chdir, cd.as_ptr()) < 0
        {
            return errno();
        }
        call!(SYS_setsid);
        // All zero: the default action.
        let default = [0_u64; 4];
        for signal in 1..=LAST_SIGNAL {
            call!(SYS_rt_sigaction, signal, default.as_ptr(), NOWHERE, SET_BYTES);
        }
        let none = 0_u64;
        call!(SYS_rt_sigprocmask, libc::SIG_SETMASK, &raw const none, NOWHERE, SET_BYTES);
        fire!(maser::program__exec, child.file);
        call!(SYS_execve, child.file.as_ptr(), child.args.as_ptr(), child.env.as_ptr());
        errno()
    }
}

fn close_from(first: RawFd, flags: libc::c_int) -> i64 {
    // SAFETY: no memory is passed.
    unsafe { libc::syscall(libc::SYS_close_range, first, libc::c_uint::MAX, flags) }
}

fn errno() -> i32 {
    // SAFETY: the calling thread's own.
    unsafe { *libc::__errno_location() }
}
