//! `setopt` and `getopt`: options of the kernel, in OTP's form or as they are, and our own.

use super::address::{encode_domain, int32};
use super::reply::*;
use super::socket::{Settings, Socket, State};
use super::tables::{self, Kind};
use super::{option_values, sys};
use crate::inet::sys::Fd;
use std::io;
use std::sync::Arc;
use term::{OwnedTerm, Term, am, atom};
use vm::bif::{BifResult, Exception};
use vm::process::Running;

/// Numbers of our own options.
mod otp {
    pub const DEBUG: i32 = 1001;
    pub const IOW: i32 = 1002;
    pub const CONTROLLING_PROCESS: i32 = 1003;
    pub const RCVBUF: i32 = 1004;
    pub const RCVCTRLBUF: i32 = 1006;
    pub const SNDCTRLBUF: i32 = 1007;
    pub const FD: i32 = 1008;
    pub const META: i32 = 1009;
    pub const USE_REGISTRY: i32 = 1010;
    pub const DOMAIN: i32 = 1999;
}

/// No option's value is larger.
const LARGEST: usize = 64 << 10;

/// Where an option belongs.
enum Level {
    Native(i32),
    Otp,
}

fn level<'h>(p: &Running<'h>, t: Term<'h>) -> Result<Level, BifResult<'h>> {
    if t.is(atom!("socket")) {
        return Ok(Level::Native(libc::SOL_SOCKET));
    }
    if t.is(atom!("otp")) {
        return Ok(Level::Otp);
    }
    int32(t).map(Level::Native).ok_or_else(|| not_int(p, t))
}

fn set(s: &mut State, level: i32, number: i32, value: &[u8]) -> io::Result<()> {
    if (level, number) == (libc::SOL_SOCKET, libc::SO_LINGER) {
        s.settings.lingers = true;
    }
    s.open_fd().map_or(Ok(()), |fd| fd.set_option(level, number, value))
}

fn not_an_option<'h>(p: &Running<'h>) -> BifResult<'h> {
    invalid(p, Term::atom(atom!("socket_option")))
}

/// `nif_setopt(Socket, Level, Number, Value, IsNative)`.
pub fn setopt_5<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    let native = int32(args[4]).ok_or(Exception::BADARG)? != 0;
    let Some(number) = int32(args[2]) else { return not_int(p, args[2]) };
    let level = match level(p, args[1]) {
        Ok(level) => level,
        Err(answer) => return answer,
    };
    let mut state = socket.lock();
    let s = &mut *state;
    let Level::Native(level) = level else {
        return if native {
            Err(Exception::BADARG)
        } else {
            set_own(p, &socket, s, number, args[3])
        };
    };
    if s.open_fd().is_none() {
        return closed(p);
    }
    let value = args[3];
    if native {
        let int = int32(value).or_else(|| value.as_bool().map(i32::from));
        let bytes = match (value.as_binary(), int) {
            (Some(bytes), _) => bytes.to_vec(),
            (None, Some(n)) => n.to_ne_bytes().to_vec(),
            (None, None) => return error_invalid(p, atom!("value")),
        };
        return done(p, set(s, level, number, &bytes));
    }
    let Some(option) = tables::option(level, number).filter(|o| option_values::can_set(o.kind))
    else {
        return not_an_option(p);
    };
    match option_values::decode(option.kind, value) {
        Some(bytes) => done(p, set(s, level, number, &bytes)),
        None => invalid_value(p),
    }
}

/// A size: a number, or `default`.
fn buffer_size(t: Term<'_>, default: usize) -> Option<usize> {
    if t.is(atom!("default")) {
        return Some(default);
    }
    t.as_u64().and_then(|n| usize::try_from(n).ok()).filter(|&n| n != 0 && n <= isize::MAX as usize)
}

/// `{Count, Size}` or a size.
fn read_buffers(t: Term<'_>) -> Option<(u32, usize)> {
    if let Some(size) = buffer_size(t, Settings::READ_SIZE) {
        return Some((0, size));
    }
    let [count, size] = *t.as_tuple_of::<2>()?;
    let count = count.as_u64().and_then(|n| u32::try_from(n).ok()).filter(|&n| n != 0)?;
    Some((count, buffer_size(size, Settings::READ_SIZE)?))
}

fn unknown_own<'h>(p: &Running<'h>, number: i32) -> BifResult<'h> {
    let tag = Term::atom(atom!("otp_socket_option"));
    raise_invalid(p, p.heap().tuple(&[tag, Term::small(i64::from(number))]))
}

fn set_own<'h>(
    p: &Running<'h>,
    socket: &Arc<Socket>,
    s: &mut State,
    number: i32,
    value: Term<'h>,
) -> BifResult<'h> {
    if !(otp::DEBUG..=otp::USE_REGISTRY).contains(&number) || number == otp::FD {
        return unknown_own(p, number);
    }
    if s.open_fd().is_none() {
        return closed(p);
    }
    let own = s.owner == Some(p.id);
    let settings = &mut s.settings;
    let flag = value.as_bool();
    let set = match number {
        otp::DEBUG => flag.map(|v| settings.debug = v),
        otp::IOW => flag.map(|v| settings.wrap_messages = v),
        otp::RCVBUF => read_buffers(value).map(|(count, size)| {
            settings.read_count = count;
            settings.read_size = size;
        }),
        otp::RCVCTRLBUF => {
            buffer_size(value, Settings::CONTROL_SIZE).map(|n| settings.read_control = n)
        }
        otp::SNDCTRLBUF => {
            buffer_size(value, Settings::CONTROL_SIZE).map(|n| settings.write_control = n)
        }
        otp::CONTROLLING_PROCESS | otp::META if !own => {
            return error_invalid(p, atom!("not_owner"));
        }
        otp::META => {
            s.meta = OwnedTerm::new(value);
            Some(())
        }
        otp::CONTROLLING_PROCESS => value.as_pid().map(|pid| {
            if !socket.give_to(s, pid) {
                s.owner = None;
                socket.stop(s);
                socket.close_now(s);
            }
        }),
        otp::USE_REGISTRY => flag.filter(|&v| v).map(|_| {
            if !settings.in_registry {
                settings.in_registry = true;
                socket.tell_registry(atom!("add"));
            }
        }),
        _ => return unknown_own(p, number),
    };
    if set.is_some() { Ok(Term::OK) } else { invalid_value(p) }
}

/// `nif_getopt(Socket, Level, Number)`.
pub fn getopt_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    let Some(number) = int32(args[2]) else { return not_int(p, args[2]) };
    let level = match level(p, args[1]) {
        Ok(level) => level,
        Err(answer) => return answer,
    };
    let s = socket.lock();
    let Level::Native(level) = level else { return get_own(p, &s, number) };
    let Some(fd) = s.open_fd() else { return closed(p) };
    let known = tables::option(level, number)
        .and_then(|o| option_values::size(o.kind, &s).map(|size| (o.kind, size)));
    let Some((kind, size)) = known else { return not_an_option(p) };
    read(p, &s, fd, (level, number), kind, size)
}

fn read<'h>(
    p: &Running<'h>,
    s: &State,
    fd: &Fd,
    (level, number): (i32, i32),
    kind: Kind,
    size: usize,
) -> BifResult<'h> {
    let mut bytes = vec![0; size];
    match fd.option(level, number, &mut bytes) {
        Ok(n) => ok(p, option_values::encode(p.heap(), kind, &bytes[..n], s.domain)),
        Err(e) => os_error(p, &e),
    }
}

fn get_own<'h>(p: &Running<'h>, s: &State, number: i32) -> BifResult<'h> {
    let known = (otp::DEBUG..=otp::USE_REGISTRY).contains(&number) && number != 1005;
    if !known && number != otp::DOMAIN {
        return unknown_own(p, number);
    }
    let Some(fd) = s.open_fd() else {
        return closed(p);
    };
    let settings = &s.settings;
    let size = |n: usize| p.heap().unsigned(n as u64);
    ok(
        p,
        match number {
            otp::DEBUG => Term::bool(settings.debug),
            otp::IOW => Term::bool(settings.wrap_messages),
            otp::CONTROLLING_PROCESS => s.owner.map_or(Term::atom(am::UNDEFINED), Term::pid),
            otp::RCVBUF if settings.read_count == 0 => size(settings.read_size),
            otp::RCVBUF => {
                let count = Term::small(i64::from(settings.read_count));
                p.heap().tuple(&[count, size(settings.read_size)])
            }
            otp::RCVCTRLBUF => size(settings.read_control),
            otp::SNDCTRLBUF => size(settings.write_control),
            otp::FD => Term::small(i64::from(fd.raw())),
            otp::META => p.heap().copy_in(s.meta.term()),
            otp::USE_REGISTRY => Term::bool(settings.in_registry),
            _ => encode_domain(s.domain),
        },
    )
}

/// `nif_getopt(Socket, Level, Option, native, What)`; or with a `value` for options that are read
/// by one, as none of those here is.
pub fn getopt_5<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let &[socket, level, number, how, what] = args else { return Err(Exception::BADARG) };
    match how.is(atom!("native")) {
        true => getopt_4(p, &[socket, level, number, what]),
        false => invalid(p, Term::atom(atom!("socket_option"))),
    }
}

/// `nif_getopt(Socket, Level, Number, What)`: as the kernel has it.
pub fn getopt_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    let Some(number) = int32(args[2]) else { return not_int(p, args[2]) };
    let level = match level(p, args[1]) {
        Ok(Level::Native(level)) => level,
        Ok(Level::Otp) => return Err(Exception::BADARG),
        Err(answer) => return answer,
    };
    let s = socket.lock();
    let Some(fd) = s.open_fd() else { return closed(p) };
    let what = args[3];
    let mut bytes = match (int32(what), what.as_binary()) {
        (Some(0), _) => return done(p, sys::no_option(fd.raw(), level, number)),
        (Some(n), _) if n > 0 => vec![0; (n as usize).min(LARGEST)],
        (_, Some(bytes)) => bytes.to_vec(),
        _ if what.is(atom!("integer")) => {
            return read(p, &s, fd, (level, number), Kind::Int, 4);
        }
        _ if what.is(atom!("boolean")) => {
            return read(p, &s, fd, (level, number), Kind::Bool, 4);
        }
        _ => return invalid_value(p),
    };
    match fd.option(level, number, &mut bytes) {
        Ok(n) => ok(p, p.heap().binary(&bytes[..n])),
        Err(e) => os_error(p, &e),
    }
}
