//! The driver behind `{spawn, Command}` and `{spawn_executable, File}`: pipes to an external
//! program.

use crate::packet::{self, Framer};
use crate::starter::{self, Job};
use crate::vfork::Program;
use std::cell::RefCell;
use std::ffi::CString;
use std::io::{self, IoSlice};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use term::{Term, am};
use vm::environment;
use vm::errno;
use vm::poller::Watch;
use vm::port::flush;
use vm::port::open::{OpenError, Options, Target};
use vm::port::queue::{OutQueue, read, write_vectored};
use vm::port::{Answer, Core, Driver, IoData, OsPid, watch, with_driver};

/// Queued bytes from which on a port is busy, unless said otherwise; half of it ends that.
pub const HIGH: usize = 8192;
/// Most bytes that one read takes.
pub const READ_SIZE: usize = 64 << 10;
/// Bytes of output that are held back, to go out together with others; more go out at once.
const SMALL: usize = 4096;
/// Reads at one readiness.
const READS: usize = 4;

thread_local! {
    static BUFFER: RefCell<Box<[u8]>> = RefCell::new(vec![0; READ_SIZE].into_boxed_slice());
}

/// One of our ends of a pipe. The watch ends before the descriptor is closed.
struct End {
    watch: Option<Watch>,
    fd: OwnedFd,
}

impl End {
    fn new(fd: OwnedFd) -> End {
        starter::set_nonblocking_pipe(fd.as_raw_fd());
        End { watch: None, fd }
    }

    fn raw(&self) -> RawFd {
        self.fd.as_raw_fd()
    }
}

struct Spawn {
    read: Option<End>,
    write: Option<End>,
    framer: Framer,
    packet: u8,
    queue: OutQueue,
    /// Queued output waits for the end of a slice, not for room.
    held_back: bool,
    limits: (usize, usize),
    /// `exit_status`?
    wants_status: bool,
    status: Option<i64>,
    /// Input has ended (or there is none).
    eof: bool,
    program: Option<Job>,
}

/// Makes an instance.
pub fn open(core: &mut Core, target: &Target, o: &Options) -> Result<Box<dyn Driver>, OpenError> {
    let text = |bytes: &[u8]| CString::new(bytes).map_err(|_| OpenError::BadArg);
    let failed = |e: io::Error| OpenError::Errno(errno::number(&e));
    let (file, args) = match target {
        Target::Executable(file) => {
            let file = text(file)?;
            // SAFETY: a string with a 0 at its end.
            if unsafe { libc::access(file.as_ptr(), libc::X_OK) } < 0 {
                return Err(failed(io::Error::last_os_error()));
            }
            let mut args = vec![o.arg0.as_deref().map_or_else(|| Ok(file.clone()), text)?];
            for a in o.args.iter().flatten() {
                args.push(text(a)?);
            }
            (file, args)
        }
        Target::Command(command) => {
            let command = [b"exec ", &command[..]].concat();
            let args = vec![c"sh".to_owned(), c"-c".to_owned(), text(&command)?];
            (c"/bin/sh".to_owned(), args)
        }
        _ => return Err(OpenError::BadArg),
    };
    let env = o.env.as_ref().map_or_else(environment::strings, environment::strings_of);
    let cd = o.cd.as_deref().map(text).transpose()?;
    let (mut descriptors, mut given) = (Vec::new(), Vec::new());
    let (mut input, mut output) = (None, None);
    if o.output {
        let (read, write) = starter::pipe().map_err(failed)?;
        descriptors.push((read.as_raw_fd(), if o.nouse_stdio { 3 } else { 0 }));
        given.push(read);
        output = Some(End::new(write));
    }
    if o.input {
        let (read, write) = starter::pipe().map_err(failed)?;
        descriptors.push((write.as_raw_fd(), if o.nouse_stdio { 4 } else { 1 }));
        if o.stderr_to_stdout {
            descriptors.push((write.as_raw_fd(), 2));
        }
        given.push(write);
        input = Some(End::new(read));
    }
    let close_from = if o.nouse_stdio { 5 } else { 3 };
    let job = Job {
        program: Program { file, args, env, cd, descriptors, close_from },
        given,
        started: started(core.id),
        ended: ended(core.id),
    };
    core.os_pid = OsPid::Starting(Vec::new());
    let (low, high) = o.busy_limits.unwrap_or((HIGH / 2, HIGH));
    Ok(Box::new(Spawn {
        eof: input.is_none(),
        read: input,
        write: output,
        framer: Framer::new(o.packet),
        packet: o.packet,
        queue: OutQueue::default(),
        held_back: false,
        limits: (low, high),
        wants_status: o.exit_status,
        status: None,
        program: Some(job),
    }))
}

fn started(port: u64) -> Box<dyn FnOnce(io::Result<i32>) + Send> {
    Box::new(move |result| {
        let answers = with_driver(port, |d: &mut Spawn, core| match result {
            Ok(pid) => core.started(Some(pid)),
            Err(e) => d.not_started(core, &e),
        });
        // A process that has waited for this finds the port free when it goes on.
        drop(answers);
    })
}

fn ended(port: u64) -> Box<dyn FnOnce(i32) + Send> {
    Box::new(move |status| {
        with_driver(port, |d: &mut Spawn, core| d.ended(core, starter::exit_code(status)));
    })
}

impl Spawn {
    fn ended(&mut self, core: &mut Core, code: i64) {
        self.status = Some(code);
        if self.eof && self.wants_status {
            self.finish(core);
        }
    }

    /// Input has ended, and the program too if its status is wanted.
    fn finish(&mut self, core: &mut Core) {
        if let (true, Some(code)) = (self.wants_status, self.status) {
            core.message(|heap| heap.tuple(&[Term::atom(am::EXIT_STATUS), Term::small(code)]));
        }
        core.eof();
    }

    fn input_ended(&mut self, core: &mut Core) {
        self.read = None;
        self.eof = true;
        if !self.wants_status || self.status.is_some() {
            self.finish(core);
        }
    }

    fn readable(&mut self, core: &mut Core) {
        BUFFER.with_borrow_mut(|buffer| {
            for _ in 0..READS {
                let Some(end) = &self.read else { return };
                match read(end.raw(), buffer) {
                    Ok(0) => return self.input_ended(core),
                    Ok(n) => {
                        self.framer.feed(&buffer[..n], |packet| core.deliver(packet));
                        if n < buffer.len() {
                            return;
                        }
                    }
                    Err(e) if e.kind() == io::ErrorKind::WouldBlock => return,
                    Err(e) => {
                        self.read = None;
                        return core.fail_errno(errno::number(&e));
                    }
                }
            }
        });
    }

    fn write_failed(&mut self, core: &mut Core, e: &io::Error) {
        self.queue = OutQueue::default();
        self.write = None;
        core.fail_errno(errno::number(e));
    }

    fn start_program(&mut self, core: &mut Core) {
        if let Some(job) = self.program.take()
            && let Err(why) = starter::start(job)
        {
            drop(self.not_started(core, &why));
        }
    }

    /// As if the program had ended with the error's number.
    fn not_started(&mut self, core: &mut Core, why: &io::Error) -> Vec<Answer> {
        let answers = core.started(None);
        self.ended(core, i64::from(errno::number(why) & 0xff));
        answers
    }

    /// Keeps a small piece of output until the slice is over; false if it is not to be kept.
    fn hold_back(&mut self, core: &mut Core, header: &[u8], data: &IoData<'_>) -> bool {
        if data.len() > SMALL || self.write.is_none() {
            return false;
        }
        if !self.held_back {
            self.held_back = self.queue.is_empty() && flush::at_end_of_slice(core.id);
        }
        if !self.held_back {
            return false;
        }
        self.queue.push_rest(header, data, 0);
        if self.queue.len() >= self.limits.1.min(READ_SIZE) {
            // From here on it may wait for room; it is in the queue in any case.
            self.write_queued(core);
        }
        true
    }

    /// Writes what is queued, as far as there is room, and waits for more room if that is not all.
    fn write_queued(&mut self, core: &mut Core) {
        let Some(end) = &mut self.write else { return };
        match self.queue.write_to(end.raw()) {
            Ok(()) => {
                if let Some(w) = &mut end.watch {
                    w.set(false, false);
                }
            }
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                self.held_back = false;
                self.wait_for_room(core);
            }
            Err(e) => return self.write_failed(core, &e),
        }
        self.heed_limits(core);
    }

    /// Makes senders wait while much is queued.
    fn heed_limits(&mut self, core: &mut Core) {
        if self.queue.len() >= self.limits.1 {
            core.set_busy(true);
        } else if self.queue.len() <= self.limits.0 {
            core.set_busy(false);
        }
    }

    fn wait_for_room(&mut self, core: &mut Core) {
        let Some(end) = &mut self.write else { return };
        match &mut end.watch {
            Some(w) => w.set(false, true),
            None => {
                let port = core.id;
                let watch = Watch::new(end.raw(), false, true, move |ready| {
                    with_driver(port, |d: &mut Spawn, core| {
                        let _turn = watch::ready(core, ready);
                        d.write_queued(core);
                    });
                });
                match watch {
                    Ok(w) => end.watch = Some(w),
                    Err(e) => self.write_failed(core, &e),
                }
            }
        }
    }
}

impl Driver for Spawn {
    fn name(&self) -> &'static str {
        "spawn"
    }

    fn start(&mut self, core: &mut Core) {
        if let Some(end) = &mut self.read {
            let port = core.id;
            let watch = Watch::new(end.raw(), true, false, move |ready| {
                with_driver(port, |d: &mut Spawn, core| {
                    let _turn = watch::ready(core, ready);
                    d.readable(core);
                });
            });
            match watch {
                Ok(w) => end.watch = Some(w),
                Err(e) => return core.fail_errno(errno::number(&e)),
            }
        }
        // The thread that starts it is not to take the processor from the process that asks for it.
        if !flush::at_end_of_slice(core.id) {
            self.start_program(core);
        }
    }

    fn output(&mut self, core: &mut Core, data: &IoData<'_>) {
        let Some((header, from)) = packet::header(self.packet, data.len()) else {
            return core.fail_errno(libc::EINVAL);
        };
        let header = &header[from..];
        if self.hold_back(core, header, data) {
            return;
        }
        if self.held_back {
            self.write_queued(core);
        }
        let Some(end) = &self.write else { return core.fail_errno(libc::EBADF) };
        let mut written = 0;
        if self.queue.is_empty() {
            let slices: Vec<_> = std::iter::once(header)
                .chain(data.slices())
                .filter(|s| !s.is_empty())
                .map(IoSlice::new)
                .collect();
            match write_vectored(end.raw(), &slices) {
                Ok(n) => written = n,
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {}
                Err(e) => return self.write_failed(core, &e),
            }
            if written == header.len() + data.len() {
                return;
            }
        }
        self.queue.push_rest(header, data, written);
        self.wait_for_room(core);
        self.heed_limits(core);
    }

    fn flush(&mut self, core: &mut Core) {
        self.start_program(core);
        if self.held_back {
            self.held_back = false;
            self.write_queued(core);
        }
    }

    fn queued(&self) -> usize {
        self.queue.len()
    }

    fn closing(&mut self, _core: &mut Core) {
        self.read = None;
    }

    fn stop(&mut self, core: &mut Core) {
        // A process that closes the port at once wants the program all the same.
        self.start_program(core);
    }
}
