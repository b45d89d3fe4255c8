//! The driver behind `{fd, In, Out}`: descriptors that the emulator was started with.
//!
//! They are shared with other programs, so they are not made non-blocking; a thread reads, and a thread
//! writes what cannot be written without waiting.

use crate::packet::{self, Framer};
use crate::spawn::{HIGH, READ_SIZE};
use std::io::{self, IoSlice};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::sync::{Arc, Condvar, Mutex};
use vm::errno;
use vm::port::open::{OpenError, Options, Target};
use vm::port::queue::{OutQueue, read, write_vectored};
use vm::port::{Core, Driver, IoData, with_driver};

struct Fd {
    input: Option<Input>,
    output: Option<Output>,
    framer: Framer,
    packet: u8,
    limits: (usize, usize),
}

struct Input {
    fd: RawFd,
    /// Written to when the reading thread is to end.
    stop: Arc<OwnedFd>,
}

struct Output {
    fd: RawFd,
    shared: Arc<Shared>,
    has_thread: bool,
}

#[derive(Default)]
struct Shared {
    state: Mutex<OutputState>,
    wake: Condvar,
}

#[derive(Default)]
struct OutputState {
    queue: OutQueue,
    /// Bytes that the thread is writing.
    in_flight: usize,
    ended: bool,
}

/// Makes an instance.
pub fn open(_core: &mut Core, target: &Target, o: &Options) -> Result<Box<dyn Driver>, OpenError> {
    let &Target::Fds(input, output) = target else { return Err(OpenError::BadArg) };
    let is_open = |fd| {
        // SAFETY: only asks about the descriptor.
        unsafe { libc::fcntl(fd, libc::F_GETFD) >= 0 }
    };
    if (o.input && !is_open(input)) || (o.output && !is_open(output)) {
        return Err(OpenError::Errno(libc::EBADF));
    }
    let input = if o.input {
        // SAFETY: no memory is passed.
        let stop = unsafe { libc::eventfd(0, libc::EFD_CLOEXEC) };
        if stop < 0 {
            return Err(OpenError::Errno(errno::number(&io::Error::last_os_error())));
        }
        // SAFETY: just opened.
        Some(Input { fd: input, stop: Arc::new(unsafe { OwnedFd::from_raw_fd(stop) }) })
    } else {
        None
    };
    let output = o.output.then(|| Output { fd: output, shared: Arc::default(), has_thread: false });
    let (low, high) = o.busy_limits.unwrap_or((HIGH / 2, HIGH));
    let framer = Framer::new(o.packet);
    Ok(Box::new(Fd { input, output, framer, packet: o.packet, limits: (low, high) }))
}

impl Drop for Input {
    fn drop(&mut self) {
        let one = 1_u64;
        // SAFETY: eight bytes of ours are written.
        unsafe { libc::write(self.stop.as_raw_fd(), (&raw const one).cast(), 8) };
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        self.shared.state.lock().expect("output").ended = true;
        self.shared.wake.notify_one();
    }
}

/// Whether the descriptor is ready; the other is watched too (if it is, the answer is false).
fn wait_readable(fd: RawFd, stop: RawFd) -> bool {
    let poll = |fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
    let mut fds = [poll(fd), poll(stop)];
    loop {
        // SAFETY: two structures are passed, as said.
        let n = unsafe { libc::poll(fds.as_mut_ptr(), 2, -1) };
        if n > 0 {
            return fds[1].revents == 0;
        }
        if n < 0 && io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return false;
        }
    }
}

fn read_all(port: u64, fd: RawFd, stop: &OwnedFd) {
    let mut buffer = vec![0; READ_SIZE];
    while wait_readable(fd, stop.as_raw_fd()) {
        let result = read(fd, &mut buffer);
        let on = with_driver(port, |d: &mut Fd, core| match result {
            Ok(0) => {
                d.input = None;
                core.eof();
                false
            }
            Ok(n) => {
                d.framer.feed(&buffer[..n], |packet| core.deliver(packet));
                true
            }
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => true,
            // The other side of a terminal has gone.
            Err(e) if e.raw_os_error() == Some(libc::EIO) => {
                d.input = None;
                core.eof();
                false
            }
            Err(e) => {
                d.input = None;
                core.fail_errno(errno::number(&e));
                false
            }
        });
        if on != Some(true) {
            return;
        }
    }
}

fn write_all(port: u64, fd: RawFd, shared: &Shared) {
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
        with_driver(port, |d: &mut Fd, core| {
            if left <= d.limits.0 {
                core.set_busy(false);
            }
            if let Err(e) = result {
                core.fail_errno(errno::number(&e));
            }
        });
    }
}

fn write_blocking(fd: RawFd, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match write_vectored(fd, &[IoSlice::new(bytes)]) {
            Ok(n) => bytes = &bytes[n..],
            // Whoever shares the descriptor has made it non-blocking.
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
    // SAFETY: one structure is passed, as said.
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

impl Driver for Fd {
    fn start(&mut self, core: &mut Core) {
        if let Some(input) = &self.input {
            let (port, fd, stop) = (core.id, input.fd, input.stop.clone());
            std::thread::Builder::new()
                .name("fd_reader".into())
                .spawn(move || read_all(port, fd, &stop))
                .expect("cannot start a thread");
        }
    }

    fn output(&mut self, core: &mut Core, data: &IoData<'_>) {
        let Some((header, from)) = packet::header(self.packet, data.len()) else {
            return core.fail_errno(libc::EINVAL);
        };
        let header = &header[from..];
        let Some(output) = &mut self.output else { return core.fail_errno(libc::EINVAL) };
        let len = header.len() + data.len();
        if len == 0 {
            return;
        }
        let mut state = output.shared.state.lock().expect("output");
        let mut written = 0;
        if state.queue.is_empty() && state.in_flight == 0 && takes_at_once(output.fd, len) {
            let slices: Vec<_> =
                std::iter::once(header).chain(data.slices()).map(IoSlice::new).collect();
            match write_vectored(output.fd, &slices) {
                Ok(n) => written = n,
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {}
                Err(e) => return core.fail_errno(errno::number(&e)),
            }
            if written == len {
                return;
            }
        }
        state.queue.push_rest(header, data, written);
        let queued = state.queue.len() + state.in_flight;
        drop(state);
        if !output.has_thread {
            output.has_thread = true;
            let (port, fd, shared) = (core.id, output.fd, output.shared.clone());
            std::thread::Builder::new()
                .name("fd_writer".into())
                .spawn(move || write_all(port, fd, &shared))
                .expect("cannot start a thread");
        }
        output.shared.wake.notify_one();
        if queued >= self.limits.1 {
            core.set_busy(true);
        }
    }

    fn control(
        &mut self,
        _core: &mut Core,
        op: u32,
        _data: &[u8],
    ) -> Result<vm::port::Reply, vm::port::BadArg> {
        const GET_WINDOW_SIZE: u32 = 100;
        let Some(output) = self.output.as_ref().filter(|_| op == GET_WINDOW_SIZE) else {
            return Err(vm::port::BadArg);
        };
        let (columns, rows) = crate::exit::window_size(output.fd).unwrap_or((80, 24));
        Ok(vm::port::Reply::List([columns.to_ne_bytes(), rows.to_ne_bytes()].concat()))
    }

    fn queued(&self) -> usize {
        self.output.as_ref().map_or(0, |o| {
            let state = o.shared.state.lock().expect("output");
            state.queue.len() + state.in_flight
        })
    }

    fn closing(&mut self, _core: &mut Core) {
        self.input = None;
    }
}
