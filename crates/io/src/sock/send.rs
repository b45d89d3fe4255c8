//! Output: `send`, `sendto`, `sendmsg`.

use super::address::{self, int32};
use super::connection::cannot_select;
use super::info::IOV_MAX;
use super::reply::*;
use super::select::{Op, Sure, Turn};
use super::socket::{Socket, State};
use super::{cmsg, sys};
use std::borrow::Cow;
use std::io::{self, IoSlice};
use std::os::fd::RawFd;
use std::sync::Arc;
use term::{Term, atom};
use vm::bif::{BifResult, Exception};
use vm::errno;
use vm::process::Running;

/// A write that is to be done.
pub struct Write<'a, 'h> {
    /// The process that writes.
    pub p: &'a mut Running<'h>,
    /// The socket that it writes to.
    pub socket: &'a Arc<Socket>,
    /// The part of the socket that changes.
    pub s: &'a mut State,
    /// Stands for the write in the select message.
    pub reference: Term<'h>,
}

/// Runs `f` if it is the process's turn to write.
pub fn writing<'h>(
    p: &mut Running<'h>,
    socket: &Arc<Socket>,
    reference: Term<'h>,
    f: impl FnOnce(Write<'_, 'h>, RawFd) -> BifResult<'h>,
) -> BifResult<'h> {
    let mut state = socket.lock();
    let s = &mut *state;
    let Some(fd) = s.open_fd().map(|fd| fd.raw()) else { return closed(p) };
    if s.connector.is_busy() {
        return error_invalid(p, atom!("state"));
    }
    match socket.turn(s, Op::Write, p, reference) {
        Turn::Mine => {}
        Turn::Queued => return Ok(Term::atom(atom!("select"))),
        Turn::Twice => return raise_invalid(p, Term::atom(atom!("state"))),
    }
    f(Write { p, socket, s, reference }, fd)
}

impl<'h> Write<'_, 'h> {
    /// The process is done: the next one's turn.
    pub fn over(&mut self) {
        if self.s.writers.is_busy() {
            self.socket.next(self.s, Op::Write);
        }
    }

    /// Has the process told when there is room.
    pub fn wait(mut self, reply: Term<'h>) -> BifResult<'h> {
        self.socket.begin(self.s, Op::Write, self.p, self.reference);
        if self.socket.arm(self.s, Op::Write, Sure::No).is_err() {
            self.over();
            return cannot_select(self.p, "select_write");
        }
        Ok(reply)
    }

    fn count_packet(&mut self) {
        let len = std::mem::take(&mut self.s.write_packet);
        self.s.counters.write_pkg_max = self.s.counters.write_pkg_max.max(len);
        self.s.counters.write_pkg += 1;
    }

    /// Deals with the result of a system call that was to write `len` bytes; there is more if
    /// `more`.
    fn result(mut self, result: io::Result<usize>, len: usize, more: bool) -> BifResult<'h> {
        let written = match result {
            Ok(n) => n,
            Err(e) if matches!(e.raw_os_error(), Some(libc::EAGAIN | libc::EINTR)) => {
                self.s.counters.write_waits += 1;
                return self.wait(Term::atom(atom!("select")));
            }
            Err(e) => {
                self.s.counters.write_fails += 1;
                let reason = Term::atom(errno::atom(errno::number(&e)));
                if e.raw_os_error() != Some(libc::EINVAL) {
                    self.socket.fail(&mut self.s.writers, reason);
                }
                return error(self.p, reason);
            }
        };
        self.p.bump_reductions(written / 1024);
        self.s.write_packet += written as u64;
        let number = Term::small(written as i64);
        if written == len && !more {
            self.s.counters.write_byte += written as u64;
            self.count_packet();
            self.over();
            return Ok(Term::OK);
        }
        if !self.s.is_stream() {
            self.s.counters.write_byte += written as u64;
            self.count_packet();
            self.over();
            return ok(self.p, number);
        }
        if written == len {
            // The rest of the list at once: nobody else gets in between.
            self.socket.begin(self.s, Op::Write, self.p, self.reference);
            return Ok(self.p.heap().tuple(&[Term::atom(atom!("iov")), number]));
        }
        self.s.counters.write_waits += 1;
        let reply = self.p.heap().tuple(&[Term::atom(atom!("select")), number]);
        self.wait(reply)
    }
}

/// `nif_send(Socket, Binary, Flags, Ref)`.
pub fn send_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    let data = args[1].as_binary().filter(|_| args[3].is_reference()).ok_or(Exception::BADARG)?;
    let Some(flags) = int32(args[2]) else { return not_int(p, args[2]) };
    writing(p, &socket, args[3], |w, fd| {
        w.s.counters.write_tries += 1;
        let result = sys::send(fd, None, &[IoSlice::new(&data)], &[], flags);
        w.result(result, data.len(), false)
    })
}

/// `nif_sendto(Socket, Binary, Address, Flags, Ref)`.
pub fn sendto_5<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    let data = args[1].as_binary().filter(|_| args[4].is_reference()).ok_or(Exception::BADARG)?;
    let Some(flags) = int32(args[3]) else { return not_int(p, args[3]) };
    let Some(to) = address::decode(args[2]) else {
        return invalid(p, Term::atom(atom!("sockaddr")));
    };
    writing(p, &socket, args[4], |w, fd| {
        w.s.counters.write_tries += 1;
        let result = sys::send(fd, Some(&to), &[IoSlice::new(&data)], &[], flags);
        w.result(result, data.len(), false)
    })
}

/// The first binaries of a list, as many as a system call takes, and whether there are more. Empty
/// ones do not matter. None if it is no list of binaries.
fn pieces(list: Term<'_>) -> Option<(Vec<Cow<'_, [u8]>>, bool)> {
    let mut list = list.list();
    let pieces = list.by_ref().take(IOV_MAX).map(|t| t.as_binary()).collect::<Option<Vec<_>>>()?;
    let mut rest = list.tail();
    while let Some((head, tail)) = rest.as_cons()
        && head.as_binary().is_some_and(|b| b.is_empty())
    {
        rest = tail;
    }
    (rest.is_cons() || rest.is_nil()).then_some((pieces, rest.is_cons()))
}

/// `nif_sendv(Socket, Binaries, Ref)`.
pub fn sendv_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    let (pieces, more) = pieces(args[1]).ok_or(Exception::BADARG)?;
    if !args[2].is_reference() {
        return Err(Exception::BADARG);
    }
    writing(p, &socket, args[2], |w, fd| {
        w.s.counters.write_tries += 1;
        let slices: Vec<_> = pieces.iter().map(|b| IoSlice::new(b)).collect();
        let result = sys::send(fd, None, &slices, &[], 0);
        w.result(result, pieces.iter().map(|b| b.len()).sum(), more)
    })
}

/// `nif_sendmsg(Socket, Message, Flags, Ref, Binaries)`.
pub fn sendmsg_5<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    let message = args[1];
    if !args[3].is_reference() || !message.is_map() {
        return Err(Exception::BADARG);
    }
    let Some(flags) = int32(args[2]) else { return not_int(p, args[2]) };
    let field = |key| term::map::get(message, Term::atom(key));
    writing(p, &socket, args[3], |w, fd| {
        let to = match field(atom!("addr")) {
            None => None,
            Some(t) => match address::decode(t) {
                None => return invalid(w.p, Term::atom(atom!("addr"))),
                to => to,
            },
        };
        let Some((pieces, more)) = pieces(args[4]).filter(|p| !p.1 || w.s.is_stream()) else {
            return invalid(w.p, Term::atom(atom!("iov")));
        };
        let control = match field(atom!("ctrl")) {
            None => Vec::new(),
            Some(t) => match cmsg::decode_all(t, w.s.settings.write_control) {
                Some(bytes) => bytes,
                None => return invalid(w.p, Term::atom(atom!("ctrl"))),
            },
        };
        w.s.counters.write_tries += 1;
        let slices: Vec<_> = pieces.iter().map(|b| IoSlice::new(b)).collect();
        let result = sys::send(fd, to.as_ref(), &slices, &control, flags);
        w.result(result, pieces.iter().map(|b| b.len()).sum(), more)
    })
}
