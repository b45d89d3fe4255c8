//! Output on a stream: at once if possible, the rest queued; files; half-closing.

use super::{CLOSED, State, TIMEOUT, Tcp};
use crate::inet::codes::{Answer, Failure, Input};
use crate::inet::socket::{self, Active, Awaited, Sender};
use crate::inet::timer::{self, Timer};
use bifs::packet::Kind;
use release::Difference;
use std::io::{self, IoSlice};
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use term::{Heap, Term, am, atom};
use vm::port::queue::{OutQueue, write_vectored};
use vm::port::{Core, IoData};

/// Output of at most so many bytes is written in one piece.
const SMALL: usize = 512;
/// Bytes of a carried connection that are taken at once to be written. The kernel takes up to a few
/// megabytes; with less at a time a message of a megabyte took up to half as long again.
const CARRIED: usize = 1 << 20;
/// Most bytes of a file sent by one system call.
const FILE_CHUNK: u64 = (1 << 30) - 1;

/// A file that is being sent.
struct SendFile {
    file: OwnedFd,
    offset: i64,
    left: u64,
    sent: u64,
    /// Bytes that were queued before it.
    before: usize,
    caller: u64,
}

/// How sending went.
pub type Sent = Result<(), Term<'static>>;

/// `ok` or `{error, Reason}`.
pub fn sent_term(heap: &Heap, result: Sent) -> Term<'_> {
    match result {
        Ok(()) => Term::OK,
        Err(reason) => heap.tuple(&[Term::atom(am::ERROR), reason]),
    }
}

/// A process that waits until less is queued, and for how long.
struct Blocked {
    sender: Sender,
    by_signal: bool,
    _timer: Option<Timer>,
}

/// Queued output and the reasons that it waits for.
#[derive(Default)]
pub struct Output {
    queue: OutQueue,
    file: Option<Box<SendFile>>,
    /// The poller has been asked to tell when there is room.
    waiting: bool,
    /// The process that sent when it became busy.
    blocked: Option<Box<Blocked>>,
    delay: Option<Box<Timer>>,
    /// The directions that are to be shut down when all has been written.
    pending_shutdown: Option<i32>,
    /// A broken pipe comes from our shutting down. As in OTP, shutting down counts if it is done
    /// later than asked for or in vain, but not if it is done at once.
    shut_down: bool,
    /// Number of times that it has been busy, to know which timer is meant.
    busy_number: u32,
}

impl Output {
    /// Bytes queued.
    pub fn len(&self) -> usize {
        self.queue.len()
    }

    /// Whether a file is being sent.
    pub fn sends_file(&self) -> bool {
        self.file.is_some()
    }

    /// Whether somebody will write what is queued.
    pub fn is_waiting(&self) -> bool {
        self.waiting && self.file.is_none()
    }

    /// Drops what is queued.
    pub fn clear(&mut self) {
        self.queue = OutQueue::default();
        self.file = None;
        self.waiting = false;
        self.delay = None;
    }

    /// The file that is being sent will not be.
    pub fn abort_file(&mut self, core: &Core, errno: i32) -> bool {
        let Some(f) = self.file.take() else { return false };
        let reason = match errno {
            libc::ECONNRESET | libc::ENOTCONN | libc::EPIPE => CLOSED,
            n => Term::atom(vm::errno::atom(n)),
        };
        socket::send(core, f.caller, |heap| {
            let error = heap.tuple(&[Term::atom(am::ERROR), reason]);
            heap.tuple(&[Term::atom(atom!("sendfile")), core.port(), error])
        });
        true
    }
}

/// The length in front of a packet. One that does not fit is cut, as it has always been.
fn header(kind: Kind, len: usize) -> ([u8; 4], usize) {
    let n = if let Kind::Length(n) = kind { usize::from(n) } else { 0 };
    ((len as u32).to_be_bytes(), 4 - n)
}

impl Tcp {
    /// Sends for the caller, who is told how it went by a message.
    pub fn send(&mut self, core: &mut Core, data: &IoData<'_>) {
        let Some((sender, data)) = Sender::of(core, data) else { return };
        match (self.send_now(core, &data, false), &mut self.output.blocked) {
            (Some(result), _) => socket::reply(core, &sender, result),
            (None, Some(blocked)) => blocked.sender = sender,
            (None, None) => {}
        }
    }

    /// Sends for the caller. None: it is told later, by a message or by a signal.
    pub fn send_now(
        &mut self,
        core: &mut Core,
        data: &IoData<'_>,
        by_signal: bool,
    ) -> Option<Sent> {
        let caller = core.caller;
        if self.state != State::Connected {
            let reason = if std::mem::take(&mut self.untold.send) {
                if self.untold.reset { Term::atom(atom!("econnreset")) } else { CLOSED }
            } else {
                Term::atom(atom!("enotconn"))
            };
            return Some(Err(reason));
        }
        if self.output.pending_shutdown.is_some() {
            return self.send_failed(core, libc::EPIPE);
        }
        let (header, from) = header(self.socket.settings.packet.1, data.len());
        let header = &header[from..];
        let len = header.len() + data.len();
        self.count_output(len);
        if !self.output.queue.is_empty() || self.output.file.is_some() {
            self.output.queue.push_rest(header, data, 0);
            return self.queued_more(core, caller, by_signal);
        }
        if len == 0 {
            return Some(Ok(()));
        }
        if self.options.delay_send {
            self.output.queue.push_rest(header, data, 0);
            self.output.waiting = true;
            let write = |d: &mut Tcp, core: &mut Core| d.write_queued(core);
            self.output.delay = Some(Box::new(timer::after(core, 0, write)));
            return Some(Ok(()));
        }
        let written = if self.socket.ignored { Ok(0) } else { self.write(header, data) };
        match written {
            Ok(n) if n == len => {}
            Ok(n) => {
                self.output.queue.push_rest(header, data, n);
                if let Err(e) = self.wait_for_room(core) {
                    return self.send_failed(core, vm::errno::number(&e));
                }
            }
            Err(e) => return self.send_failed(core, vm::errno::number(&e)),
        }
        Some(Ok(()))
    }

    fn write(&self, header: &[u8], data: &IoData<'_>) -> io::Result<usize> {
        let fd = self.socket.fd.as_ref().ok_or(io::ErrorKind::NotConnected)?;
        let len = header.len() + data.len();
        if len <= SMALL {
            // In one piece, for the kernel has less to do then than with several.
            let mut all = [0; SMALL];
            let mut at = 0;
            for s in std::iter::once(header).chain(data.slices()) {
                all[at..at + s.len()].copy_from_slice(s);
                at += s.len();
            }
            return match write_vectored(fd.raw(), &[IoSlice::new(&all[..at])]) {
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => Ok(0),
                r => r,
            };
        }
        let slices: Vec<_> = (!header.is_empty())
            .then_some(header)
            .into_iter()
            .chain(data.slices())
            .map(IoSlice::new)
            .collect();
        match write_vectored(fd.raw(), &slices) {
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => Ok(0),
            r => r,
        }
    }

    fn wait_for_room(&mut self, core: &Core) -> io::Result<()> {
        self.output.waiting = true;
        if self.socket.ignored { Ok(()) } else { self.socket.register(core.id, true) }
    }

    /// More has been queued behind what was queued: the port may be busy now.
    fn queued_more(&mut self, core: &mut Core, caller: u64, by_signal: bool) -> Option<Sent> {
        if self.output.queue.len() < self.options.high {
            return Some(Ok(()));
        }
        if self.options.send_timeout == Some(0) {
            return Some(Err(TIMEOUT));
        }
        core.set_busy(true);
        self.output.busy_number = self.output.busy_number.wrapping_add(1);
        let number = self.output.busy_number;
        let timer = self.options.send_timeout.map(|ms| {
            timer::after(core, ms, move |d: &mut Tcp, core: &mut Core| {
                if d.output.busy_number == number {
                    d.send_timeout(core);
                }
            })
        });
        let sender = Sender::untagged(caller);
        self.output.blocked = Some(Box::new(Blocked { sender, by_signal, _timer: timer }));
        None
    }

    fn send_timeout(&mut self, core: &mut Core) {
        if self.output.blocked.is_none() {
            return;
        }
        self.end_busy(core, Err(TIMEOUT));
        if self.options.send_timeout_close {
            self.answer_all(core, CLOSED);
            self.close(core);
            if self.socket.active != Active::No && Difference::SendTimeoutTells.is_on() {
                self.tell_closed(core);
                core.leave(Term::atom(am::NORMAL));
            }
        }
    }

    /// The port is not busy any more; who has made it so is told how his sending went.
    pub fn end_busy(&mut self, core: &mut Core, result: Sent) {
        core.set_busy(false);
        let Some(who) = self.output.blocked.take() else { return };
        if who.by_signal {
            socket::answer_by_signal(core, who.sender.pid, Awaited::Sent, |heap| {
                sent_term(heap, result)
            });
        } else {
            socket::reply(core, &who.sender, result);
        }
    }

    /// The port is closed for processes: who waits in `prim_inet` has a monitor, but not who waits
    /// for a signal.
    pub fn blocked_by_signal_is_told(&mut self, core: &mut Core) {
        if self.output.blocked.as_ref().is_some_and(|b| b.by_signal) {
            self.end_busy(core, Err(CLOSED));
        }
    }

    /// Whether this process is to be told by a signal how its sending went.
    pub fn is_blocked(&self, caller: u64) -> bool {
        self.output.blocked.as_ref().is_some_and(|b| b.by_signal && b.sender.pid == caller)
    }

    /// Writes what is queued, as far as there is room.
    pub fn write_queued(&mut self, core: &mut Core) {
        self.output.delay = None;
        if self.state != State::Connected || self.socket.ignored {
            return;
        }
        if self.output.file.is_some() {
            return self.continue_file(core);
        }
        let Some(fd) = &self.socket.fd else { return };
        if self.output.queue.is_empty() {
            return;
        }
        match self.output.queue.write_to(fd.raw()) {
            Ok(()) => self.output.waiting = false,
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                if let Err(e) = self.wait_for_room(core) {
                    return self.write_failed(core, vm::errno::number(&e));
                }
            }
            Err(e) => return self.write_failed(core, vm::errno::number(&e)),
        }
        self.written(core);
    }

    /// Writes output of the connection with another node that the port carries.
    pub fn write_carried(&mut self, core: &mut Core) {
        let Some(connection) = core.carried.clone() else { return };
        loop {
            let queued = self.output.queue.len();
            connection.fill(&mut self.output.queue, CARRIED);
            let new = self.output.queue.len() - queued;
            if new == 0 {
                return;
            }
            self.count_output(new);
            if self.output.waiting {
                return;
            }
            self.write_queued(core);
        }
    }

    /// Some of what was queued has been written.
    fn written(&mut self, core: &mut Core) {
        if core.is_busy() && self.output.queue.len() <= self.options.low {
            self.end_busy(core, Ok(()));
        }
        if self.output.queue.is_empty() {
            self.socket.queue_is_empty(core);
            if let Some(how) = self.output.pending_shutdown.take() {
                self.output.shut_down = true;
                self.shutdown_now(how).unwrap_or_else(|e| {
                    self.write_failed(core, vm::errno::number(&e));
                });
            }
        }
    }

    /// `shutdown`: at once, or when all has been written.
    pub fn shutdown(&mut self, how: i32) -> Answer {
        if how != libc::SHUT_RD && !self.output.queue.is_empty() {
            self.output.pending_shutdown = Some(how);
            return Ok(Vec::new());
        }
        if how == libc::SHUT_RD || how == libc::SHUT_RDWR {
            self.socket.readable = true;
        }
        let result = self.shutdown_now(how);
        self.output.shut_down |= how != libc::SHUT_RD && result.is_err();
        result?;
        Ok(Vec::new())
    }

    fn shutdown_now(&self, how: i32) -> io::Result<()> {
        self.socket.fd.as_ref().map_or(Ok(()), |fd| fd.shutdown(how))
    }

    /// Writing for a process that sends has failed; what it is told.
    fn send_failed(&mut self, core: &mut Core, errno: i32) -> Option<Sent> {
        let reason = self.end_of_output(core, errno, true);
        Some(Err(reason))
    }

    /// Writing what was queued has failed.
    fn write_failed(&mut self, core: &mut Core, errno: i32) {
        self.end_of_output(core, errno, false);
    }

    /// The connection has ended. `told`: somebody is sending just now, and is told the reason.
    fn end_of_output(&mut self, core: &mut Core, errno: i32, told: bool) -> Term<'static> {
        // A broken pipe that is not our doing comes from a reset.
        let reset = errno == libc::ECONNRESET || errno == libc::EPIPE && !self.output.shut_down;
        let shown = reset && self.shows_reset();
        let reason = if shown { Term::atom(atom!("econnreset")) } else { CLOSED };
        self.output.abort_file(core, errno);
        let told = told || self.output.blocked.is_some();
        if self.socket.active != Active::No {
            if shown {
                socket::send_error(core, Term::atom(atom!("tcp_error")), reason);
            }
            self.tell_closed(core);
            self.end_busy(core, Err(reason));
            self.close(core);
            if self.socket.settings.exit_on_close {
                core.leave(Term::atom(am::NORMAL));
            }
            return reason;
        }
        self.answer_all(core, CLOSED);
        self.end_busy(core, Err(reason));
        self.untold.send |= !told;
        self.close(core);
        // A process that ignores errors of sending hears of it when it reads.
        self.untold.recv = true;
        self.untold.reset |= shown;
        reason
    }

    /// `prim_inet:sendfile/4`: the file's descriptor, from where, how much.
    pub fn send_file(&mut self, core: &mut Core, input: &mut Input<'_>) -> Answer {
        let raw = i32::from_ne_bytes(input.array()?);
        let (offset, len) =
            (u64::from_be_bytes(input.array()?), u64::from_be_bytes(input.array()?));
        input.end()?;
        if self.output.file.is_some() || raw < 0 {
            return Err(Failure::EINVAL);
        }
        // SAFETY: only for the call; a number that is not open makes it fail.
        let file = unsafe { BorrowedFd::borrow_raw(raw) }.try_clone_to_owned()?;
        self.output.file = Some(Box::new(SendFile {
            file,
            offset: i64::try_from(offset).map_err(|_| Failure::EINVAL)?,
            left: len,
            sent: 0,
            before: self.output.queue.len(),
            caller: core.caller,
        }));
        self.continue_file(core);
        Ok(Vec::new())
    }

    fn continue_file(&mut self, core: &mut Core) {
        let (Some(fd), Some(f)) = (&self.socket.fd, &mut self.output.file) else { return };
        let result = write_file(fd, f, &mut self.output.queue);
        match result {
            Ok(()) => {
                let Some(f) = self.output.file.take() else { return };
                let half = |n: u64| Term::small((n & 0xffff_ffff) as i64);
                socket::send(core, f.caller, |heap| {
                    let sent = [Term::OK, half(f.sent), half(f.sent >> 32)];
                    let sent = heap.tuple(&sent);
                    heap.tuple(&[Term::atom(atom!("sendfile")), core.port(), sent])
                });
                self.output.waiting = false;
                if self.output.queue.is_empty() {
                    self.written(core);
                } else {
                    self.write_queued(core);
                }
            }
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                if let Err(e) = self.wait_for_room(core) {
                    self.write_failed(core, vm::errno::number(&e));
                }
            }
            Err(e) => self.write_failed(core, vm::errno::number(&e)),
        }
    }
}

fn write_file(fd: &crate::inet::sys::Fd, f: &mut SendFile, queue: &mut OutQueue) -> io::Result<()> {
    while f.before > 0 {
        f.before -= queue.write_some(fd.raw(), f.before)?;
    }
    while f.left > 0 {
        let chunk = f.left.min(FILE_CHUNK) as usize;
        match fd.send_file(f.file.as_raw_fd(), f.offset, chunk)? {
            0 => break,
            n => {
                f.offset += n as i64;
                f.sent += n as u64;
                f.left -= n as u64;
            }
        }
    }
    Ok(())
}
