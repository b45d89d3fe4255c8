//! Descriptors that are shared with other programs, so that they are not made non-blocking: a
//! thread reads, and a thread writes.

use std::io::{self, IoSlice};
use std::os::fd::RawFd;
use std::sync::{Arc, Condvar, Mutex, RwLock, RwLockWriteGuard};
use vm::port::IoData;
use vm::port::queue::{OutQueue, read, write_vectored};
use vm::wakeup::Wakeup;

/// Held by readers while they read, and by who wants them not to.
static INPUT: RwLock<()> = RwLock::new(());

/// No reader takes anything while the result lives.
pub fn pause_readers() -> RwLockWriteGuard<'static, ()> {
    INPUT.write().expect("input")
}

/// A thread that reads. It ends when this is dropped, when its descriptor does, or when `got` says
/// so.
pub struct Reader {
    /// Rung when the thread is to end.
    stop: Arc<Wakeup>,
    fd: RawFd,
    size: usize,
}

impl Reader {
    /// For this descriptor, reading at most `size` bytes at once.
    pub fn new(fd: RawFd, size: usize) -> io::Result<Reader> {
        Ok(Reader { stop: Arc::new(Wakeup::new()?), fd, size })
    }

    /// Starts the thread: it calls `got` with what it has read (nothing: the end).
    /// Without it the emulator would be deaf, so it ends where there can be no thread.
    pub fn start(&self, mut got: impl FnMut(io::Result<&[u8]>) -> bool + Send + 'static) {
        let (fd, size, stop) = (self.fd, self.size, self.stop.clone());
        let run = move || {
            vm::sched::binding::free();
            let mut buffer = vec![0; size];
            while wait_readable(fd, stop.fd()) {
                let on = match read_ready(fd, &mut buffer) {
                    Ok(None) => true,
                    Ok(Some(n)) => got(Ok(&buffer[..n])) && n != 0,
                    // The other side of a terminal has gone.
                    Err(e) if e.raw_os_error() == Some(libc::EIO) => {
                        got(Ok(&[]));
                        false
                    }
                    Err(e) => {
                        got(Err(e));
                        false
                    }
                };
                if !on {
                    return;
                }
            }
        };
        vm::sched::start_thread("reader", run);
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.stop.ring();
    }
}

fn is_readable(fd: RawFd) -> bool {
    poll_input(fd, 0)
}

/// Whether there is input, or the end of it, within so many milliseconds (-1: without a limit).
fn poll_input(fd: RawFd, timeout: i32) -> bool {
    let mut poll = libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
    // SAFETY: the call reads and writes one `pollfd`, and there is one.
    unsafe { libc::poll(&raw mut poll, 1, timeout) > 0 }
}

/// Waits until there is input, or the end of it.
pub fn wait_for_input(fd: RawFd) {
    while !poll_input(fd, -1) {}
}

/// Reads what there is; None if there is nothing after all.
pub fn read_ready(fd: RawFd, buffer: &mut [u8]) -> io::Result<Option<usize>> {
    let _reading = INPUT.read().expect("input");
    // The holder of `INPUT`, who had paused us, may have read what was there.
    if !is_readable(fd) {
        return Ok(None);
    }
    match read(fd, buffer) {
        Ok(n) => Ok(Some(n)),
        Err(e) if e.kind() == io::ErrorKind::WouldBlock => Ok(None),
        Err(e) => Err(e),
    }
}

/// Whether a descriptor is open.
pub fn is_open(fd: RawFd) -> bool {
    // SAFETY: only asks about the descriptor.
    let flags = unsafe { libc::fcntl(fd, libc::F_GETFD) };
    // A filter may forbid to ask.
    flags >= 0 || io::Error::last_os_error().raw_os_error() != Some(libc::EBADF)
}

/// Waits until the descriptor is ready; false if the other one is.
fn wait_readable(fd: RawFd, stop: RawFd) -> bool {
    let poll = |fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
    let mut fds = [poll(fd), poll(stop)];
    loop {
        // SAFETY: the call reads and writes two `pollfd`s, and `fds` has two.
        let n = unsafe { libc::poll(fds.as_mut_ptr(), 2, -1) };
        if n > 0 {
            return fds[1].revents == 0;
        }
        if n < 0 && io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return false;
        }
    }
}

/// Called on the writing thread after each write: how many bytes are left, or what went wrong.
pub type Wrote = Arc<dyn Fn(io::Result<usize>) + Send + Sync>;

/// Output that a thread writes.
pub struct Writer {
    fd: RawFd,
    shared: Arc<Shared>,
    has_thread: bool,
    wrote: Wrote,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Default)]
struct State {
    queue: OutQueue,
    /// Bytes that the thread is writing.
    in_flight: usize,
    ended: bool,
}

impl Writer {
    /// For this descriptor.
    pub fn new(fd: RawFd, wrote: Wrote) -> Writer {
        Writer { fd, shared: Arc::default(), has_thread: false, wrote }
    }

    /// The descriptor.
    pub fn fd(&self) -> RawFd {
        self.fd
    }

    /// Bytes that have not been written.
    pub fn queued(&self) -> usize {
        let state = self.shared.state.lock().expect("output");
        state.queue.len() + state.in_flight
    }

    /// Writes, at once if that cannot take long; gives how many bytes wait.
    pub fn write(&mut self, header: &[u8], data: &IoData<'_>) -> io::Result<usize> {
        let len = header.len() + data.len();
        if len == 0 {
            return Ok(self.queued());
        }
        let mut state = self.shared.state.lock().expect("output");
        let mut written = 0;
        if state.queue.is_empty() && state.in_flight == 0 && takes_at_once(self.fd, len) {
            let slices: Vec<_> =
                std::iter::once(header).chain(data.slices()).map(IoSlice::new).collect();
            match write_vectored(self.fd, &slices) {
                Ok(n) => written = n,
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {}
                Err(e) => return Err(e),
            }
            if written == len {
                return Ok(0);
            }
        }
        state.queue.push_rest(header, data, written);
        let queued = state.queue.len() + state.in_flight;
        drop(state);
        if !self.has_thread {
            let (fd, shared, wrote) = (self.fd, self.shared.clone(), self.wrote.clone());
            self.has_thread = true;
            vm::sched::start_thread("writer", move || write_all(fd, &shared, &wrote));
        }
        self.shared.wake.notify_one();
        Ok(queued)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.shared.state.lock().expect("output").ended = true;
        self.shared.wake.notify_one();
    }
}

fn write_all(fd: RawFd, shared: &Shared, wrote: &Wrote) {
    vm::sched::binding::free();
    loop {
        let piece = {
            let mut state = shared.state.lock().expect("output");
            loop {
                if let Some(piece) = state.queue.pop() {
                    state.in_flight = piece.len();
                    break piece;
                }
                if state.ended {
                    return;
                }
                state = shared.wake.wait(state).expect("output");
            }
        };
        let result = write_blocking(fd, &piece);
        let left = {
            let mut state = shared.state.lock().expect("output");
            state.in_flight = 0;
            if result.is_err() {
                state.queue = OutQueue::default();
            }
            state.queue.len()
        };
        wrote(result.map(|()| left));
    }
}

/// Writes all, however long it takes.
pub fn write_blocking(fd: RawFd, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match write_vectored(fd, &[IoSlice::new(bytes)]) {
            Ok(n) => bytes = &bytes[n..],
            // Another process that shares the descriptor has made it non-blocking.
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                wait_writable(fd, -1);
            }
            Err(e) => return Err(e),
        }
    }
    Ok(())
}

fn wait_writable(fd: RawFd, timeout: i32) -> bool {
    let mut poll = libc::pollfd { fd, events: libc::POLLOUT, revents: 0 };
    // SAFETY: the call reads and writes one `pollfd`, and there is one.
    unsafe { libc::poll(&raw mut poll, 1, timeout) > 0 }
}

/// Whether so many bytes can be written without waiting.
fn takes_at_once(fd: RawFd, len: usize) -> bool {
    let mut s = std::mem::MaybeUninit::<libc::stat>::zeroed();
    // SAFETY: there is room for what `fstat` writes; zeros are valid.
    let mode = unsafe {
        libc::fstat(fd, s.as_mut_ptr());
        s.assume_init().st_mode
    };
    match mode & libc::S_IFMT {
        libc::S_IFREG => true,
        libc::S_IFIFO => len <= libc::PIPE_BUF && wait_writable(fd, 0),
        _ => false,
    }
}
