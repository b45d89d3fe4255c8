//! Readiness of descriptors: one epoll descriptor, one thread; ports and handlers by number.
//!
//! A driver of sockets registers its descriptor once, edge-triggered, with its port's number
//! ([`register`]), and hears of changes by [`super::Driver::ready`]. Nothing is undone when it
//! closes the descriptor: the kernel forgets it then. What wants to be called as long as a
//! descriptor is ready has a [`Watch`].

use std::collections::HashMap;
use std::os::fd::RawFd;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, Once};

/// What a descriptor is ready for.
#[derive(Copy, Clone, Debug)]
pub struct Ready {
    /// There is something to read, or its end, or an error.
    pub read: bool,
    /// There is room to write, or an error.
    pub write: bool,
    /// The other side sends no more, or there is an error.
    pub ended: bool,
}

/// Set in the numbers of watches; those of ports are smaller.
const WATCH: u64 = 1 << 63;

type Handler = Arc<dyn Fn(Ready) + Send + Sync>;

struct Poller {
    epoll: RawFd,
    handlers: Mutex<HashMap<u64, Handler>>,
}

static POLLER: LazyLock<Poller> = LazyLock::new(|| {
    // SAFETY: no memory is passed.
    let epoll = unsafe { libc::epoll_create1(libc::EPOLL_CLOEXEC) };
    assert!(epoll >= 0, "epoll_create1: {}", std::io::Error::last_os_error());
    Poller { epoll, handlers: Mutex::default() }
});

static NEXT: AtomicU64 = AtomicU64::new(1);
static THREAD: Once = Once::new();

/// A descriptor whose readiness calls a handler. Dropping it ends that; the descriptor is not
/// closed.
pub struct Watch {
    fd: RawFd,
    number: u64,
    interest: (bool, bool),
}

impl Watch {
    /// Calls `handler` on the poller's thread while the descriptor is ready for what is wanted.
    /// Errors if it is of a kind that is always ready (a regular file).
    pub fn new(
        fd: RawFd,
        read: bool,
        write: bool,
        handler: impl Fn(Ready) + Send + Sync + 'static,
    ) -> std::io::Result<Watch> {
        start();
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

fn control(op: i32, fd: RawFd, events: i32, number: u64) -> std::io::Result<()> {
    let mut event = libc::epoll_event { events: events as u32, u64: number };
    // SAFETY: the event is ours and lives during the call.
    match unsafe { libc::epoll_ctl(POLLER.epoll, op, fd, &raw mut event) } {
        0 => Ok(()),
        _ => Err(std::io::Error::last_os_error()),
    }
}

fn start() {
    THREAD.call_once(|| {
        std::thread::Builder::new()
            .name("poller".into())
            .spawn(|| {
                loop {
                    poll_once(-1);
                }
            })
            .expect("cannot start the poller's thread");
    });
}

fn edges(write: bool) -> i32 {
    libc::EPOLLET | libc::EPOLLIN | libc::EPOLLRDHUP | if write { libc::EPOLLOUT } else { 0 }
}

/// Tells the port's driver whenever something comes to be read from the descriptor, or (if `write`)
/// there is room again to write, until it is closed. What is so already is told at once.
pub fn register(fd: RawFd, port: u64, write: bool) -> std::io::Result<()> {
    start();
    control(libc::EPOLL_CTL_ADD, fd, edges(write), port)
}

/// As [`register`], for a descriptor that is registered already.
pub fn register_again(fd: RawFd, port: u64, write: bool) -> std::io::Result<()> {
    control(libc::EPOLL_CTL_MOD, fd, edges(write), port)
}

/// Ends it for a descriptor that stays open.
pub fn unregister(fd: RawFd) {
    let _ = control(libc::EPOLL_CTL_DEL, fd, 0, 0);
}

/// Waits for readiness, at most so many milliseconds (-1: without limit), and calls handlers.
pub fn poll_once(timeout: i32) {
    const MANY: usize = 64;
    let mut events = [libc::epoll_event { events: 0, u64: 0 }; MANY];
    // SAFETY: the array has as many events as said.
    let n = unsafe { libc::epoll_wait(POLLER.epoll, events.as_mut_ptr(), MANY as i32, timeout) };
    for event in events.iter().take(n.max(0) as usize) {
        let (bits, number) = (event.events as i32, event.u64);
        let failed = bits & (libc::EPOLLERR | libc::EPOLLHUP) != 0;
        let ready = Ready {
            read: failed || bits & (libc::EPOLLIN | libc::EPOLLRDHUP) != 0,
            write: failed || bits & libc::EPOLLOUT != 0,
            ended: failed || bits & libc::EPOLLRDHUP != 0,
        };
        if number & WATCH == 0 {
            if let Some(port) = super::lookup(number) {
                port.enter(|driver, core| driver.ready(core, ready));
            }
            continue;
        }
        let handler = POLLER.handlers.lock().expect("poller").get(&number).cloned();
        if let Some(handler) = handler {
            handler(ready);
        }
    }
}
