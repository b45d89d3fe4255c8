//! `sendfile`: from an open file of `prim_file` to a socket, without a detour.

use super::reply::*;
use super::send::{Write, writing};
use super::socket::{FileCounters, Socket};
use std::io;
use std::os::fd::{AsRawFd, RawFd};
use term::{Term, atom};
use vm::bif::{BifResult, Exception};
use vm::errno;
use vm::process::Running;

/// Most that one system call is asked for.
const CHUNK: u64 = 0x2000_0000;

/// How an attempt has ended.
enum End {
    /// All is sent, or the file is at its end.
    Done,
    /// There is no room.
    Full,
    /// It has failed.
    Failed(io::Error),
}

/// Sends as much as there is room for; 0 for all of the file. Gives how much, and why no more.
fn send(fd: RawFd, file: RawFd, mut offset: i64, count: u64, c: &mut FileCounters) -> (u64, End) {
    let mut sent = 0;
    let end = loop {
        let left = if count == 0 { CHUNK } else { (count - sent).min(CHUNK) };
        c.calls += 1;
        // SAFETY: the offset is ours and lives during the call.
        let n = unsafe { libc::sendfile(fd, file, &raw mut offset, left as usize) };
        if n < 0 {
            let e = io::Error::last_os_error();
            match e.kind() {
                io::ErrorKind::Interrupted => continue,
                io::ErrorKind::WouldBlock => break End::Full,
                _ => break End::Failed(e),
            }
        }
        if n == 0 {
            break End::Done;
        }
        sent += n as u64;
        c.pkg += 1;
        c.byte += n as u64;
        c.current += n as u64;
        if count != 0 && sent == count {
            break End::Done;
        }
    };
    c.pkg_max = c.pkg_max.max(sent);
    c.max = c.max.max(c.current);
    (sent, end)
}

/// Where and how much, or what is to be answered.
fn span<'h>(p: &Running<'h>, args: &[Term<'h>]) -> Result<(i64, u64), BifResult<'h>> {
    if !args[1].is_reference() || !args[3].is_integer() {
        return Err(Err(Exception::BADARG));
    }
    let offset = args[2].as_i64().ok_or_else(|| not_int(p, args[2]))?;
    let count = args[3].as_u64().ok_or_else(|| not_int(p, args[3]))?;
    Ok((offset, count))
}

fn fail<'h>(w: Write<'_, 'h>, reason: Term<'h>, told: Term<'static>) -> BifResult<'h> {
    w.s.file = None;
    w.s.file_counters.get_or_insert_default().fails += 1;
    w.socket.fail(&mut w.s.writers, told);
    error(w.p, reason)
}

fn attempt<'h>(mut w: Write<'_, 'h>, fd: RawFd, (offset, count): (i64, u64)) -> BifResult<'h> {
    let Some(file) = w.s.file.as_ref().map(AsRawFd::as_raw_fd) else { return closed(w.p) };
    let counters = w.s.file_counters.get_or_insert_default();
    let (sent, end) = send(fd, file, offset, count, counters);
    let number = w.p.heap().unsigned(sent);
    match end {
        End::Done => {
            w.s.file = None;
            w.over();
            w.s.write_packet = 0;
            ok(w.p, number)
        }
        End::Full => {
            counters.waits += 1;
            let reply = w.p.heap().tuple(&[Term::atom(atom!("select")), number]);
            w.wait(reply)
        }
        End::Failed(e) => {
            let reason = Term::atom(errno::atom(errno::number(&e)));
            fail(w, reason, reason)
        }
    }
}

/// `nif_sendfile(Socket, Ref, Offset, Count, File)`: the first attempt.
pub fn start_5<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    let span = match span(p, args) {
        Ok(span) => span,
        Err(answer) => return answer,
    };
    if !args[4].is_reference() {
        return Err(Exception::BADARG);
    }
    writing(p, &socket, args[1], |w, fd| {
        if w.s.file.is_some() {
            return error_invalid(w.p, atom!("state"));
        }
        match crate::file::duplicate(args[4]) {
            None => {
                let efile = Term::atom(atom!("efile"));
                let reason = w.p.heap().tuple(&[Term::atom(atom!("invalid")), efile]);
                return fail(w, reason, efile);
            }
            Some(Err(e)) => {
                let reason = Term::atom(errno::atom(errno::number(&e)));
                return fail(w, reason, reason);
            }
            Some(Ok(file)) => w.s.file = Some(file),
        }
        let counters = w.s.file_counters.get_or_insert_default();
        counters.tries += 1;
        counters.current = 0;
        attempt(w, fd, span)
    })
}

/// `nif_sendfile(Socket, Ref, Offset, Count)`: another attempt.
pub fn continue_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    let span = match span(p, args) {
        Ok(span) => span,
        Err(answer) => return answer,
    };
    {
        let s = socket.lock();
        if s.open_fd().is_none() {
            return closed(p);
        }
        let mine = s.writers.current.as_ref().is_some_and(|w| w.pid == p.id);
        if !mine || s.file.is_none() {
            return raise_invalid(p, Term::atom(atom!("state")));
        }
    }
    writing(p, &socket, args[1], |w, fd| attempt(w, fd, span))
}

/// `nif_sendfile(Socket)`: closes the file of a socket that has been closed meanwhile.
pub fn deferred_close_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    match Socket::of(args[0])?.lock().file.take() {
        Some(_) => Ok(Term::OK),
        None => error_invalid(p, atom!("state")),
    }
}
