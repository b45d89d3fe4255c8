//! Readiness of descriptors: one epoll descriptor; ports and handlers by number.
//!
//! Schedulers poll: one of those that sleep waits in the epoll descriptor, and one that is busy
//! looks now and then. The scheduler that learns of an event handles it, and no other one is woken.
//!
//! A descriptor is registered with a number, whose highest bits say the [`Kind`] of what is told.
//! Each kind has one handler for all its numbers ([`set_handler`]). A driver of sockets registers
//! its descriptor once, edge-triggered, with its port's number ([`register`]), and hears of changes
//! by its `ready`. Nothing is undone when it closes the descriptor: the kernel forgets it then. A
//! part of the emulator that is no port and no socket, as the one that waits for the end of
//! programs, has a [`Watch`], whose handler is called as long as the descriptor is ready.

use crate::hook::Hook;
use crate::microstates::{self, State};
use crate::system;
use crate::wakeup::Wakeup;
use std::collections::HashMap;
use std::os::fd::RawFd;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

/// The operations that a descriptor is ready for.
#[derive(Copy, Clone, Debug)]
pub struct Ready {
    /// There is something to read, or its end, or an error.
    pub read: bool,
    /// There is room to write, or an error.
    pub write: bool,
    /// The other side sends no more, or there is an error.
    pub ended: bool,
}

/// The owner of a number.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A port: the number is the port's own.
    Port,
    /// A socket that is no port: [`SOCKET`] is set.
    Socket,
}

/// Set in the numbers of watches; those of ports are smaller.
const WATCH: u64 = 1 << 63;
/// Set in the numbers of sockets that are no ports.
pub const SOCKET: u64 = 1 << 62;
/// The number of the descriptor that interrupts.
const INTERRUPT: u64 = u64::MAX;

type Handler = Arc<dyn Fn(Ready) + Send + Sync>;

struct Poller {
    epoll: RawFd,
    /// Makes [`interrupt`] known; edge-triggered.
    interrupts: Wakeup,
    handlers: Mutex<HashMap<u64, Handler>>,
}

static POLLER: LazyLock<Poller> = LazyLock::new(|| match Poller::new() {
    Ok(poller) => poller,
    Err(why) => system::cannot("poll descriptors", &why),
});

impl Poller {
    fn new() -> std::io::Result<Poller> {
        // SAFETY: no memory is passed.
        let epoll = unsafe { libc::epoll_create1(libc::EPOLL_CLOEXEC) };
        if epoll < 0 {
            return Err(std::io::Error::last_os_error());
        }
        let interrupts = Wakeup::new()?;
        let bits = (libc::EPOLLIN | libc::EPOLLET) as u32;
        let mut event = libc::epoll_event { events: bits, u64: INTERRUPT };
        // SAFETY: the event is ours and lives during the call.
        let added =
            unsafe { libc::epoll_ctl(epoll, libc::EPOLL_CTL_ADD, interrupts.fd(), &raw mut event) };
        if added != 0 {
            return Err(std::io::Error::last_os_error());
        }
        Ok(Poller { epoll, interrupts, handlers: Mutex::default() })
    }
}

/// The handler of all numbers of a kind.
type KindHandler = fn(number: u64, Ready);
static HANDLERS: [Hook<KindHandler>; 2] = [const { Hook::new() }; 2];
/// Called when all that has become ready at a time has been handled.
static AFTERWARDS: Hook<fn()> = Hook::new();

/// Sets the handler of a kind; once, at start. Watches have their own.
pub fn set_handler(kind: Kind, handler: KindHandler) {
    HANDLERS[kind as usize].set(handler);
}

/// Sets the function that is called when all that has become ready at a time has been handled;
/// once, at start.
pub(crate) fn set_afterwards(f: fn()) {
    AFTERWARDS.set(f);
}

static NEXT: AtomicU64 = AtomicU64::new(1);
/// Whether any descriptor has ever been registered.
static USED: AtomicBool = AtomicBool::new(false);

/// A descriptor whose readiness calls a handler. Dropping it ends that; the descriptor is not
/// closed.
pub struct Watch {
    fd: RawFd,
    number: u64,
    interest: (bool, bool),
}

impl Watch {
    /// Calls `handler` on a scheduler's thread while the descriptor is ready for what is wanted.
    /// Errors if it is of a kind that is always ready (a regular file).
    pub fn new(
        fd: RawFd,
        read: bool,
        write: bool,
        handler: impl Fn(Ready) + Send + Sync + 'static,
    ) -> std::io::Result<Watch> {
        let number = NEXT.fetch_add(1, Ordering::Relaxed) | WATCH;
        POLLER.handlers.lock().expect("poller").insert(number, Arc::new(handler));
        let watch = Watch { fd, number, interest: (read, write) };
        watch.control(libc::EPOLL_CTL_ADD)?;
        Ok(watch)
    }

    /// Changes what is wanted.
    pub fn set(&mut self, read: bool, write: bool) {
        if self.interest != (read, write) {
            self.interest = (read, write);
            // It cannot fail for a descriptor that has been added and is open.
            let _ = self.control(libc::EPOLL_CTL_MOD);
        }
    }

    fn control(&self, op: i32) -> std::io::Result<()> {
        let (read, write) = self.interest;
        let mut events = 0;
        if read {
            events |= libc::EPOLLIN | libc::EPOLLRDHUP;
        }
        if write {
            events |= libc::EPOLLOUT;
        }
        if !read && !write {
            // Errors would be told again and again otherwise.
            events |= libc::EPOLLONESHOT | libc::EPOLLET;
        }
        control(op, self.fd, events, self.number)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.control(libc::EPOLL_CTL_DEL);
        POLLER.handlers.lock().expect("poller").remove(&self.number);
    }
}

/// A descriptor whose readiness calls a handler once each time that it is armed. Dropping it ends
/// that; the descriptor is not closed.
pub struct OneShot {
    fd: RawFd,
    number: u64,
}

impl OneShot {
    /// Calls `handler` on a scheduler's thread, once it is armed and ready.
    pub fn new(fd: RawFd, handler: impl Fn(Ready) + Send + Sync + 'static) -> OneShot {
        let number = NEXT.fetch_add(1, Ordering::Relaxed) | WATCH;
        POLLER.handlers.lock().expect("poller").insert(number, Arc::new(handler));
        OneShot { fd, number }
    }

    /// Has the handler called when the descriptor is ready for what is wanted, or not any more.
    /// `EPERM` if it is of a kind that is always ready, `EBADF` if it is closed.
    pub fn arm(&self, read: bool, write: bool) -> std::io::Result<()> {
        if !read && !write {
            unregister(self.fd);
            return Ok(());
        }
        let mut events = libc::EPOLLONESHOT;
        if read {
            events |= libc::EPOLLIN | libc::EPOLLRDHUP;
        }
        if write {
            events |= libc::EPOLLOUT;
        }
        // The descriptor may have been closed, and opened for something else, behind our back.
        match control(libc::EPOLL_CTL_MOD, self.fd, events, self.number) {
            Err(e) if e.raw_os_error() == Some(libc::ENOENT) => {
                control(libc::EPOLL_CTL_ADD, self.fd, events, self.number)
            }
            done => done,
        }
    }
}

impl Drop for OneShot {
    fn drop(&mut self) {
        unregister(self.fd);
        POLLER.handlers.lock().expect("poller").remove(&self.number);
    }
}

/// How many descriptors are registered, as the kernel knows: it forgets those that are closed.
pub fn descriptors() -> usize {
    let text = std::fs::read_to_string(format!("/proc/self/fdinfo/{}", POLLER.epoll));
    let known = text.unwrap_or_default().lines().filter(|line| line.starts_with("tfd:")).count();
    // Without the one that interrupts.
    known.saturating_sub(1)
}

/// How many descriptors there may be.
pub fn most_descriptors() -> usize {
    // SAFETY: the limits are plain numbers, which the call fills.
    let limits = unsafe {
        let mut limits: libc::rlimit = std::mem::zeroed();
        libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limits);
        limits
    };
    usize::try_from(limits.rlim_cur).unwrap_or(usize::MAX >> 8).min(usize::MAX >> 8)
}

fn control(op: i32, fd: RawFd, events: i32, number: u64) -> std::io::Result<()> {
    USED.store(true, Ordering::Relaxed);
    let mut event = libc::epoll_event { events: events as u32, u64: number };
    // SAFETY: the event is ours and lives during the call.
    match unsafe { libc::epoll_ctl(POLLER.epoll, op, fd, &raw mut event) } {
        0 => Ok(()),
        _ => Err(std::io::Error::last_os_error()),
    }
}

fn edges(write: bool) -> i32 {
    libc::EPOLLET | libc::EPOLLIN | libc::EPOLLRDHUP | if write { libc::EPOLLOUT } else { 0 }
}

/// Tells the port's driver whenever something comes to be read from the descriptor, or (if `write`)
/// there is room again to write, until it is closed. A descriptor that is ready already is told of
/// at once.
pub fn register(fd: RawFd, port: u64, write: bool) -> std::io::Result<()> {
    control(libc::EPOLL_CTL_ADD, fd, edges(write), port)
}

/// As [`register`], for a descriptor that is registered already.
pub fn register_again(fd: RawFd, port: u64, write: bool) -> std::io::Result<()> {
    control(libc::EPOLL_CTL_MOD, fd, edges(write), port)
}

/// Ends the registration of a descriptor that stays open.
pub fn unregister(fd: RawFd) {
    let _ = control(libc::EPOLL_CTL_DEL, fd, 0, 0);
}

/// The right to poll, which one scheduler has at a time.
pub struct Claim(());

/// The index of the scheduler that has it.
static CLAIMED_BY: AtomicUsize = AtomicUsize::new(usize::MAX);

/// For threads that are no schedulers.
pub const NO_SCHEDULER: usize = usize::MAX - 1;

/// Takes the right to poll for a scheduler, if it is free.
pub fn claim(scheduler: usize) -> Option<Claim> {
    CLAIMED_BY
        .compare_exchange(usize::MAX, scheduler, Ordering::SeqCst, Ordering::Relaxed)
        .ok()
        .map(|_| Claim(()))
}

/// Takes the right to poll as soon as the scheduler that has it gives it up, which is told to do
/// so.
pub(crate) fn claim_from_others(scheduler: usize) -> Claim {
    loop {
        match claim(scheduler) {
            Some(claim) => return claim,
            None => interrupt(),
        }
        std::thread::sleep(Duration::from_micros(100));
    }
}

/// Whether this scheduler has the right to poll.
pub fn is_claimed_by(scheduler: usize) -> bool {
    CLAIMED_BY.load(Ordering::SeqCst) == scheduler
}

/// Whether the thread that polls is in the kernel for a time, where only a descriptor reaches it.
static BLOCKED: AtomicBool = AtomicBool::new(false);
/// An interrupt that the thread that polls, or is to poll, has not heeded yet.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Ends the wait of the scheduler that polls, now or the next time.
pub fn interrupt() {
    INTERRUPTED.store(true, Ordering::SeqCst);
    // A thread that is about to block says so before it looks for interrupts a last time.
    if BLOCKED.load(Ordering::SeqCst) {
        POLLER.interrupts.ring();
    }
}

/// Whether there is an interrupt that will end the next wait.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Handles the descriptors that have become ready, for a busy scheduler, unless another one polls.
pub fn poll_now(scheduler: usize) {
    if USED.load(Ordering::Relaxed)
        && let Some(claim) = claim(scheduler)
    {
        claim.wait(Duration::ZERO).handle();
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        CLAIMED_BY.store(usize::MAX, Ordering::SeqCst);
    }
}

const MANY: usize = 64;
type Events = [libc::epoll_event; MANY];

impl Claim {
    /// Waits until descriptors are ready, at most for this time, and not if there is an interrupt.
    /// The caller is to handle the descriptors.
    pub fn wait(&self, timeout: Duration) -> Happened {
        let mut events: Events = [libc::epoll_event { events: 0, u64: 0 }; MANY];
        if timeout.is_zero() {
            let _state = microstates::within(State::CheckIo);
            let n = wait(&mut events, timeout).max(0) as usize;
            return Happened { events, n };
        }
        BLOCKED.store(true, Ordering::SeqCst);
        let mut n = 0;
        if !INTERRUPTED.swap(false, Ordering::SeqCst) {
            let _state = microstates::within(State::Sleep);
            n = wait(&mut events, timeout).max(0) as usize;
            // The caller looks for work after this, and sees what came before the interrupt.
            INTERRUPTED.swap(false, Ordering::SeqCst);
        }
        BLOCKED.store(false, Ordering::SeqCst);
        Happened { events, n }
    }
}

/// The descriptors that have become ready. They are not reported again, so they have to be handled:
/// see [`Happened::handle`].
#[must_use]
pub struct Happened {
    events: Events,
    n: usize,
}

impl Happened {
    /// Whether there are none.
    pub fn is_nothing(&self) -> bool {
        self.n == 0
    }

    /// Lets the ports and watches do what is due.
    pub fn handle(self) {
        for event in &self.events[..self.n] {
            handle(event.events as i32, event.u64);
        }
        if let Some(f) = AFTERWARDS.get() {
            f();
        }
    }
}

fn wait(events: &mut Events, timeout: Duration) -> i32 {
    // Without this call, of Linux 5.11, waits end with a millisecond. Filters that do not know it
    // give errors of all kinds.
    static PRECISE: AtomicBool = AtomicBool::new(true);
    let (epoll, into) = (POLLER.epoll, events.as_mut_ptr());
    let seconds = timeout.as_secs().min(i32::MAX as u64);
    // SAFETY: both calls write at most `MANY` events into the array, which has room for so many.
    // The time lives during the call, and a null mask of signals is allowed. The location of
    // `errno` is valid in every thread.
    unsafe {
        if !timeout.is_zero() && PRECISE.load(Ordering::Relaxed) {
            let time = libc::timespec {
                tv_sec: seconds as libc::time_t,
                tv_nsec: timeout.subsec_nanos().into(),
            };
            let no_mask = std::ptr::null::<libc::sigset_t>();
            let n = libc::syscall(libc::SYS_epoll_pwait2, epoll, into, MANY, &time, no_mask, 0);
            if n >= 0 || *libc::__errno_location() == libc::EINTR {
                return n as i32;
            }
            PRECISE.store(false, Ordering::Relaxed);
        }
        let ms = timeout.as_nanos().div_ceil(1_000_000).min(i32::MAX as u128);
        let n = libc::epoll_wait(epoll, into, MANY as i32, ms as i32);
        if n < 0 && ms > 0 && *libc::__errno_location() != libc::EINTR {
            system::cannot("wait for descriptors", &std::io::Error::last_os_error());
        }
        n
    }
}

fn handle(bits: i32, number: u64) {
    let failed = bits & (libc::EPOLLERR | libc::EPOLLHUP) != 0;
    let ready = Ready {
        read: failed || bits & (libc::EPOLLIN | libc::EPOLLRDHUP) != 0,
        write: failed || bits & libc::EPOLLOUT != 0,
        ended: failed || bits & libc::EPOLLRDHUP != 0,
    };
    match number {
        INTERRUPT => POLLER.interrupts.heard(),
        watch if watch & WATCH != 0 => {
            let handler = POLLER.handlers.lock().expect("poller").get(&watch).cloned();
            if let Some(handler) = handler {
                handler(ready);
            }
        }
        _ => {
            let kind = if number & SOCKET != 0 { Kind::Socket } else { Kind::Port };
            if let Some(handler) = HANDLERS[kind as usize].get() {
                handler(number, ready);
            }
        }
    }
}
