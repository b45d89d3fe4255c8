//! Input: `recv`, `recvfrom`, `recvmsg`.

use super::address::{self, int32};
use super::connection::cannot_select;
use super::reply::*;
use super::select::{Op, Sure, Turn};
use super::socket::{Socket, State};
use super::{cmsg, sys, tables};
use release::Difference;
use std::borrow::Cow;
use std::cell::RefCell;
use std::io;
use std::os::fd::RawFd;
use std::sync::Arc;
use term::{RefBin, Term, am, atom};
use vm::bif::{BifResult, Exception};
use vm::errno;
use vm::process::Running;

/// Messages up to this size are read into the thread's buffer, and copied from there.
const SMALL: usize = 64 << 10;
/// No datagram that is larger is expected, unless the kernel says that one is there.
const LARGE: usize = 1 << 20;

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = RefCell::new(vec![0; SMALL]);
}

/// Reads with `read` into a buffer of this size; gives what it gives, and the bytes as a binary.
fn read_binary<'h, R>(
    p: &Running<'h>,
    size: usize,
    read: impl FnOnce(&mut [u8]) -> io::Result<(usize, R)>,
) -> io::Result<(Term<'h>, usize, R)> {
    if size <= SMALL {
        return BUFFER.with_borrow_mut(|buffer| {
            let (n, r) = read(&mut buffer[..size])?;
            Ok((p.heap().binary(&buffer[..n]), n, r))
        });
    }
    let mut bin = RefBin::zeroed(size, size);
    let (n, r) = read(bin.bytes_mut())?;
    // Bytes that leave much of the buffer empty are copied.
    let t = match n < size / 2 || n <= term::heap::HEAP_BIN_MAX {
        true => p.heap().binary(&bin.bytes_mut()[..n]),
        false => p.heap().binary_from(bin, n),
    };
    Ok((t, n, r))
}

/// A read that is to be done.
struct Read<'a, 'h> {
    p: &'a mut Running<'h>,
    socket: &'a Arc<Socket>,
    s: &'a mut State,
    /// Stands for the read in the select message; `zero` if it is not to wait.
    reference: Term<'h>,
}

/// Runs `f` if it is the process's turn to read.
fn reading<'h>(
    p: &mut Running<'h>,
    socket: &Arc<Socket>,
    reference: Term<'h>,
    f: impl FnOnce(Read<'_, 'h>, RawFd) -> BifResult<'h>,
) -> BifResult<'h> {
    let mut state = socket.lock();
    let s = &mut *state;
    let Some(fd) = s.open_fd().map(|fd| fd.raw()) else { return closed(p) };
    if s.acceptors.is_busy() {
        return error_invalid(p, atom!("state"));
    }
    let zero = reference.is(atom!("zero"));
    // A call that is not to wait does not stand in the queue.
    if !zero || s.readers.is_queued(p.id) {
        match socket.turn(s, Op::Read, p, reference) {
            Turn::Mine => {}
            Turn::Queued => return Ok(Term::atom(atom!("select"))),
            Turn::Twice => return raise_invalid(p, Term::atom(atom!("state"))),
        }
    }
    s.counters.read_tries += 1;
    f(Read { p, socket, s, reference }, fd)
}

impl<'h> Read<'_, 'h> {
    /// The process is done: the next one's turn.
    fn over(&mut self) {
        if self.s.readers.is_turn_of(self.p.id) {
            self.socket.next(self.s, Op::Read);
        }
    }

    fn fail(self, reason: Term<'static>) -> BifResult<'h> {
        self.s.counters.read_fails += 1;
        self.socket.fail(&mut self.s.readers, reason);
        error(self.p, reason)
    }

    /// Nothing has come of it.
    fn failed(self, e: &io::Error) -> BifResult<'h> {
        if e.kind() != io::ErrorKind::WouldBlock {
            return self.fail(Term::atom(errno::atom(errno::number(e))));
        }
        if self.reference.is(atom!("zero")) {
            let told = Difference::ZeroTimeouts.is_on();
            return Ok(if told { Term::atom(am::TIMEOUT) } else { Term::OK });
        }
        self.s.read_filled = 0;
        self.wait(Sure::Yes, Term::atom(atom!("select")))
    }

    fn wait(mut self, sure: Sure, reply: Term<'h>) -> BifResult<'h> {
        self.socket.begin(self.s, Op::Read, self.p, self.reference);
        if self.socket.arm(self.s, Op::Read, sure).is_err() {
            self.over();
            return cannot_select(self.p, "select_read");
        }
        Ok(reply)
    }

    /// The other side sends no more.
    fn end(self) -> BifResult<'h> {
        self.s.counters.read_fails += 1;
        closed(self.p)
    }

    /// A whole message of so many bytes has come.
    fn message(&mut self, n: usize) {
        self.count(n);
        self.s.read_packet = 0;
        self.s.counters.read_pkg += 1;
        self.over();
    }

    fn count(&mut self, n: usize) {
        self.s.counters.read_byte += n as u64;
        self.s.read_packet += n as u64;
        self.p.bump_reductions(n / 1024);
    }

    fn count_packet(&mut self) {
        self.s.counters.read_pkg += 1;
        let len = std::mem::take(&mut self.s.read_packet);
        self.s.counters.read_pkg_max = self.s.counters.read_pkg_max.max(len);
    }

    fn done(mut self, data: Term<'h>) -> BifResult<'h> {
        self.count_packet();
        self.s.read_filled = 0;
        self.over();
        ok(self.p, data)
    }

    /// Answers a `recv` of `asked` bytes (0 for any number), which has got `n`.
    fn got(mut self, data: Term<'h>, n: usize, size: usize, asked: usize) -> BifResult<'h> {
        if n == 0 && self.s.is_stream() {
            return self.fail(Term::atom(atom!("closed")));
        }
        self.count(n);
        let (heap, stream) = (self.p.heap(), self.s.is_stream());
        if n == size && asked == 0 && stream {
            // There is probably more: a few buffers are filled before it is enough.
            self.s.read_filled += 1;
            if self.s.read_filled >= self.s.settings.read_count {
                return self.done(data);
            }
            self.socket.begin(self.s, Op::Read, self.p, self.reference);
            return Ok(heap.tuple(&[Term::atom(atom!("more")), data]));
        }
        let zero = self.reference.is(atom!("zero"));
        let less = n < size && asked != 0 && stream;
        if less && zero && Difference::ZeroTimeouts.is_on() {
            self.count_packet();
            self.over();
            return Ok(heap.tuple(&[Term::atom(am::TIMEOUT), data]));
        }
        if !less || zero {
            return self.done(data);
        }
        let select = Term::atom(atom!("select"));
        if Difference::PartialReads.is_on() {
            self.s.kept = data.as_binary().map(Cow::into_owned).unwrap_or_default();
            return self.wait(Sure::No, select);
        }
        let reply = heap.tuple(&[select, data]);
        self.wait(Sure::No, reply)
    }

    /// As a `recv` of `size` bytes (or any number, if none are `asked` for), when there are bytes
    /// that an earlier one has got: these come first.
    fn read_on(mut self, fd: RawFd, flags: i32, size: usize, asked: usize) -> BifResult<'h> {
        let mut bytes = std::mem::take(&mut self.s.kept);
        let have = bytes.len();
        let heap = self.p.heap();
        if asked == 0 || have >= size {
            let wanted = if asked == 0 { have } else { size };
            self.s.kept = bytes.split_off(wanted);
            return self.done(heap.binary(&bytes));
        }
        bytes.resize(have + room(self.s, fd, size - have), 0);
        let read = sys::recv(fd, &mut bytes[have..], flags);
        bytes.truncate(have + read.as_ref().copied().unwrap_or(0));
        match read {
            Ok(0) => {
                let closed = Term::atom(atom!("closed"));
                self.s.counters.read_fails += 1;
                self.socket.fail(&mut self.s.readers, closed);
                error(self.p, heap.tuple(&[closed, heap.binary(&bytes)]))
            }
            Ok(n) => {
                self.count(n);
                if bytes.len() == size {
                    return self.done(heap.binary(&bytes));
                }
                if self.reference.is(atom!("zero")) {
                    self.count_packet();
                    self.over();
                    return Ok(heap.tuple(&[Term::atom(am::TIMEOUT), heap.binary(&bytes)]));
                }
                self.s.kept = bytes;
                self.wait(Sure::No, Term::atom(atom!("select")))
            }
            Err(e) => {
                self.s.kept = bytes;
                self.failed(&e)
            }
        }
    }
}

/// A number of bytes, or what is to be answered.
fn size<'h>(p: &Running<'h>, t: Term<'h>) -> Result<usize, BifResult<'h>> {
    t.as_i64().and_then(|n| usize::try_from(n).ok()).ok_or_else(|| not_int(p, t))
}

fn reference<'h>(t: Term<'h>) -> Result<Term<'h>, Exception<'h>> {
    if t.is_reference() || t.is(atom!("zero")) { Ok(t) } else { Err(Exception::BADARG) }
}

/// How large a buffer is to be of which `size` bytes are asked for: one may ask for a gigabyte in
/// order to get what is there.
fn room(s: &State, fd: RawFd, size: usize) -> usize {
    let usual = if s.is_stream() { SMALL } else { LARGE };
    if size <= usual { size } else { sys::available(fd).clamp(usual, size) }
}

/// `nif_recv(Socket, Length, Flags, Ref)`.
pub fn recv_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    let reference = reference(args[3])?;
    let asked = match size(p, args[1]) {
        Ok(n) => n,
        Err(answer) => return answer,
    };
    let Some(flags) = int32(args[2]) else { return not_int(p, args[2]) };
    reading(p, &socket, reference, |r, fd| {
        let size = if asked == 0 { r.s.settings.read_size } else { asked };
        if !r.s.kept.is_empty() {
            return r.read_on(fd, flags, size, asked);
        }
        let room = room(r.s, fd, size);
        match read_binary(r.p, room, |b| Ok((sys::recv(fd, b, flags)?, ()))) {
            Ok((data, n, ())) => r.got(data, n, size, asked),
            Err(e) => r.failed(&e),
        }
    })
}

/// `nif_recvfrom(Socket, Length, Flags, Ref)`.
pub fn recvfrom_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    let reference = reference(args[3])?;
    let asked = match size(p, args[1]) {
        Ok(n) => n,
        Err(answer) => return answer,
    };
    let Some(flags) = int32(args[2]) else { return not_int(p, args[2]) };
    reading(p, &socket, reference, |mut r, fd| {
        let size = if asked == 0 { r.s.settings.read_size } else { asked };
        let room = room(r.s, fd, size);
        match read_binary(r.p, room, |b| sys::recv_from(fd, b, flags)) {
            Ok((_, 0, _)) if r.s.is_stream() => r.end(),
            Ok((data, n, from)) => {
                r.message(n);
                let from = address::encode(r.p.heap(), from.bytes());
                ok(r.p, r.p.heap().tuple(&[from, data]))
            }
            Err(e) => r.failed(&e),
        }
    })
}

/// `nif_recvmsg(Socket, BufferSize, ControlSize, Flags, Ref)`.
pub fn recvmsg_5<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    let reference = reference(args[4])?;
    let mut asked = [0; 2];
    for (n, t) in asked.iter_mut().zip(&args[1..3]) {
        *n = match size(p, *t) {
            Ok(n) => n,
            Err(answer) => return answer,
        };
    }
    let Some(flags) = int32(args[3]) else { return not_int(p, args[3]) };
    reading(p, &socket, reference, |mut r, fd| {
        let or = |asked, otherwise| if asked == 0 { otherwise } else { asked };
        let room = room(r.s, fd, or(asked[0], r.s.settings.read_size));
        let mut control = vec![0; or(asked[1], r.s.settings.read_control).min(LARGE)];
        let read = |b: &mut [u8]| {
            let m = sys::recv_message(fd, b, &mut control, flags)?;
            Ok((m.len, m))
        };
        match read_binary(r.p, room, read) {
            Ok((_, 0, _)) if r.s.is_stream() => r.end(),
            Ok((data, n, m)) => {
                r.message(n);
                let heap = r.p.heap();
                let mut fields = vec![
                    ("iov", heap.list(&[data])),
                    ("ctrl", cmsg::encode_all(heap, &control[..m.control])),
                    ("flags", tables::message_flags(heap, m.flags)),
                ];
                if let Some(from) = m.from {
                    fields.push(("addr", address::encode(heap, from.bytes())));
                }
                ok(r.p, map_of(heap, &fields))
            }
            Err(e) => r.failed(&e),
        }
    })
}
