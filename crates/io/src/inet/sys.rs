//! System calls on sockets.

use super::address::Address;
use std::io::{self, IoSlice};
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};
use term::RefBin;

/// A socket's descriptor, which closes with its value if it is ours to close.
pub struct Fd {
    raw: RawFd,
    owned: bool,
    /// The descriptor for the poller: another one if this one is not ours, as somebody else may
    /// have the poller watch it already.
    watched: Option<OwnedFd>,
}

impl Drop for Fd {
    fn drop(&mut self) {
        if self.owned {
            // SAFETY: the descriptor is ours, and nobody uses it any more.
            unsafe { libc::close(self.raw) };
        }
    }
}

fn result(n: isize) -> io::Result<usize> {
    if n < 0 { Err(io::Error::last_os_error()) } else { Ok(n as usize) }
}

fn done(n: i32) -> io::Result<()> {
    result(n as isize).map(drop)
}

/// Again, as long as it is interrupted.
fn again(mut call: impl FnMut() -> isize) -> io::Result<usize> {
    loop {
        match result(call()) {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            r => return r,
        }
    }
}

/// A control message that comes with a datagram.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Ancillary {
    /// Protocol level and type.
    pub what: (i32, i32),
    /// Its value.
    pub value: i32,
}

const CONTROL_WORDS: usize = 32;

impl Fd {
    /// A new socket, non-blocking.
    pub fn open(family: i32, kind: i32, protocol: i32) -> io::Result<Fd> {
        let kind = kind | libc::SOCK_NONBLOCK | libc::SOCK_CLOEXEC;
        // SAFETY: no memory is passed.
        let raw = result(unsafe { libc::socket(family, kind, protocol) } as isize)?;
        Ok(Fd { raw: raw as RawFd, owned: true, watched: None })
    }

    /// A descriptor from elsewhere, which stays open; made non-blocking.
    pub fn borrow(raw: RawFd) -> io::Result<Fd> {
        if raw < 0 {
            return Err(io::Error::from_raw_os_error(libc::EBADF));
        }
        // SAFETY: only for the call; a number that is not open makes it fail.
        let watched = unsafe { BorrowedFd::borrow_raw(raw) }.try_clone_to_owned()?;
        crate::starter::set_nonblocking(raw);
        Ok(Fd { raw, owned: false, watched: Some(watched) })
    }

    /// A copy of a descriptor from elsewhere, which is made non-blocking with it.
    pub fn duplicate(raw: RawFd) -> io::Result<Fd> {
        // SAFETY: no memory is passed; a number that is not open makes it fail.
        let raw = result(unsafe { libc::fcntl(raw, libc::F_DUPFD_CLOEXEC, 0) } as isize)? as RawFd;
        crate::starter::set_nonblocking(raw);
        Ok(Fd { raw, owned: true, watched: None })
    }

    /// The descriptor for the poller.
    pub fn watched(&self) -> RawFd {
        self.watched.as_ref().map_or(self.raw, AsRawFd::as_raw_fd)
    }

    /// The number.
    pub fn raw(&self) -> RawFd {
        self.raw
    }

    /// Whether it is closed by us.
    pub fn is_owned(&self) -> bool {
        self.owned
    }

    /// `bind`.
    pub fn bind(&self, to: &Address) -> io::Result<()> {
        let (p, len) = to.raw();
        // SAFETY: the address lives, and has that many bytes.
        done(unsafe { libc::bind(self.raw, p, len) })
    }

    /// `connect`.
    pub fn connect(&self, to: &Address) -> io::Result<()> {
        let (p, len) = to.raw();
        // SAFETY: the address lives, and has that many bytes.
        done(unsafe { libc::connect(self.raw, p, len) })
    }

    /// `listen`.
    pub fn listen(&self, backlog: i32) -> io::Result<()> {
        // SAFETY: no memory is passed.
        done(unsafe { libc::listen(self.raw, backlog) })
    }

    /// `accept`: a non-blocking socket.
    pub fn accept(&self) -> io::Result<Fd> {
        let flags = libc::SOCK_NONBLOCK | libc::SOCK_CLOEXEC;
        let raw = again(|| {
            let null = std::ptr::null_mut();
            // SAFETY: no address is wanted.
            unsafe { libc::accept4(self.raw, null, null.cast(), flags) as isize }
        })?;
        Ok(Fd { raw: raw as RawFd, owned: true, watched: None })
    }

    /// `shutdown`.
    pub fn shutdown(&self, how: i32) -> io::Result<()> {
        // SAFETY: no memory is passed.
        done(unsafe { libc::shutdown(self.raw, how) })
    }

    /// `getsockname`.
    pub fn name(&self) -> io::Result<Address> {
        let mut a = Address::empty();
        let (p, mut len) = a.raw_mut();
        // SAFETY: there is room for that many bytes.
        done(unsafe { libc::getsockname(self.raw, p, &raw mut len) })?;
        a.set_len(len);
        Ok(a)
    }

    /// `getpeername`.
    pub fn peer(&self) -> io::Result<Address> {
        let mut a = Address::empty();
        let (p, mut len) = a.raw_mut();
        // SAFETY: there is room for that many bytes.
        done(unsafe { libc::getpeername(self.raw, p, &raw mut len) })?;
        a.set_len(len);
        Ok(a)
    }

    /// `recv`, adding to the end of a buffer at most `most` bytes.
    pub fn recv(&self, buffer: &mut Vec<u8>, most: usize) -> io::Result<usize> {
        buffer.reserve(most);
        let room = buffer.spare_capacity_mut();
        let most = most.min(room.len());
        let p = room.as_mut_ptr();
        let n = again(|| {
            // SAFETY: the buffer has that much room.
            unsafe { libc::recv(self.raw, p.cast(), most, 0) }
        })?;
        // SAFETY: the kernel has written that many bytes.
        unsafe { buffer.set_len(buffer.len() + n) };
        Ok(n)
    }

    /// `readv`, adding to the end of a binary that has room for `most` bytes more, then to that of
    /// a buffer at most `ahead`. How many altogether.
    pub fn recv_long(
        &self,
        bin: &mut RefBin,
        most: usize,
        buffer: &mut Vec<u8>,
        ahead: usize,
    ) -> io::Result<usize> {
        buffer.reserve(ahead);
        let room = &mut bin.room()[..most];
        let more = buffer.spare_capacity_mut();
        let iov = [
            libc::iovec { iov_base: room.as_mut_ptr().cast(), iov_len: most },
            libc::iovec { iov_base: more.as_mut_ptr().cast(), iov_len: ahead.min(more.len()) },
        ];
        // SAFETY: both have that much room.
        let n = again(|| unsafe { libc::readv(self.raw, iov.as_ptr(), 2) })?;
        // SAFETY: the kernel has written that many bytes, to the binary first.
        unsafe {
            bin.now_used(n.min(most));
            buffer.set_len(buffer.len() + n.saturating_sub(most));
        }
        Ok(n)
    }

    /// `recvmsg` of a datagram of at most `most` bytes into an empty buffer: whence it came, and
    /// what came with it if that is wanted.
    pub fn recv_from(
        &self,
        buffer: &mut Vec<u8>,
        most: usize,
        ancillary: Option<&mut Vec<Ancillary>>,
    ) -> io::Result<Address> {
        buffer.clear();
        buffer.reserve(most);
        let mut from = Address::empty();
        let mut control = [0_u64; CONTROL_WORDS];
        let mut iov = libc::iovec { iov_base: buffer.as_mut_ptr().cast(), iov_len: most };
        // SAFETY: all zeros is a value of it.
        let mut m: libc::msghdr = unsafe { std::mem::zeroed() };
        let (name, name_len) = from.raw_mut();
        m.msg_name = name.cast();
        m.msg_namelen = name_len;
        m.msg_iov = &raw mut iov;
        m.msg_iovlen = 1;
        if ancillary.is_some() {
            m.msg_control = control.as_mut_ptr().cast();
            m.msg_controllen = size_of_val(&control);
        }
        // SAFETY: all that the header names lives and has the room that it says.
        let n = again(|| unsafe { libc::recvmsg(self.raw, &raw mut m, 0) })?;
        // SAFETY: the kernel has written that many bytes.
        unsafe { buffer.set_len(n) };
        from.set_len(m.msg_namelen);
        if let Some(out) = ancillary {
            let used = m.msg_controllen.min(size_of_val(&control));
            // SAFETY: the words have been initialised, and bytes have no alignment.
            let bytes = unsafe { std::slice::from_raw_parts(control.as_ptr().cast::<u8>(), used) };
            parse_ancillary(bytes, out);
        }
        Ok(from)
    }

    /// `sendmsg`: where to (if not connected), what, and what goes with it.
    pub fn send_to<'a>(
        &self,
        to: Option<&Address>,
        pieces: &[IoSlice<'a>],
        ancillary: &[Ancillary],
    ) -> io::Result<usize> {
        let control = build_ancillary(ancillary);
        let m = outgoing(to, pieces, &control);
        // SAFETY: all that the header names lives, and is only read.
        again(|| unsafe { libc::sendmsg(self.raw, &raw const m, libc::MSG_NOSIGNAL) })
    }

    /// `getsockopt` into a buffer; how much of it is written.
    pub fn option(&self, level: i32, name: i32, out: &mut [u8]) -> io::Result<usize> {
        let mut len = out.len() as libc::socklen_t;
        let p = out.as_mut_ptr().cast();
        // SAFETY: the buffer has that many bytes.
        done(unsafe { libc::getsockopt(self.raw, level, name, p, &raw mut len) })?;
        Ok((len as usize).min(out.len()))
    }

    /// `getsockopt` of a number.
    pub fn int_option(&self, level: i32, name: i32) -> io::Result<i32> {
        let mut bytes = [0; 4];
        self.option(level, name, &mut bytes)?;
        Ok(i32::from_ne_bytes(bytes))
    }

    /// `setsockopt`.
    pub fn set_option(&self, level: i32, name: i32, value: &[u8]) -> io::Result<()> {
        let (p, len) = (value.as_ptr().cast(), value.len() as libc::socklen_t);
        // SAFETY: the value has that many bytes.
        done(unsafe { libc::setsockopt(self.raw, level, name, p, len) })
    }

    /// `sendfile`.
    pub fn send_file(&self, file: RawFd, offset: i64, len: usize) -> io::Result<usize> {
        let mut offset = offset;
        // SAFETY: the offset is ours and lives during the call.
        again(|| unsafe { libc::sendfile(self.raw, file, &raw mut offset, len) })
    }
}

/// The header of a message that goes out: it refers to all that is given.
pub fn outgoing<T>(to: Option<&Address>, pieces: &[IoSlice<'_>], control: &[T]) -> libc::msghdr {
    // SAFETY: all zeros is a value of it.
    let mut m: libc::msghdr = unsafe { std::mem::zeroed() };
    if let Some(to) = to {
        let (p, len) = to.raw();
        m.msg_name = p.cast_mut().cast();
        m.msg_namelen = len;
    }
    // `IoSlice` has the layout of `iovec`.
    m.msg_iov = pieces.as_ptr().cast_mut().cast();
    m.msg_iovlen = pieces.len();
    if !control.is_empty() {
        m.msg_control = control.as_ptr().cast_mut().cast();
        m.msg_controllen = size_of_val(control);
    }
    m
}

/// Bytes in front of the value of one piece of ancillary data: length (8), level (4), type (4).
const HEAD: usize = 16;

impl Ancillary {
    /// From the form that the kernel writes.
    pub fn parse(bytes: &[u8]) -> Vec<Ancillary> {
        let mut all = Vec::new();
        parse_ancillary(bytes, &mut all);
        all
    }
}

fn parse_ancillary(mut bytes: &[u8], out: &mut Vec<Ancillary>) {
    while let Some((head, _)) = bytes.split_at_checked(HEAD) {
        let int = |at: usize| i32::from_ne_bytes(head[at..at + 4].try_into().expect("4 bytes"));
        let len = usize::from_ne_bytes(head[..8].try_into().expect("8 bytes"));
        let Some(value) = bytes.get(HEAD..len) else { return };
        // One byte or four, as the kernel likes.
        let value = match *value {
            [a, b, c, d, ..] => i32::from_ne_bytes([a, b, c, d]),
            [a, ..] => i32::from(a),
            [] => 0,
        };
        out.push(Ancillary { what: (int(8), int(12)), value });
        let Some(rest) = bytes.get(len.next_multiple_of(8)..) else { return };
        bytes = rest;
    }
}

fn build_ancillary(all: &[Ancillary]) -> Vec<u64> {
    let mut words = Vec::with_capacity(all.len() * 3);
    for a in all {
        let word = |low: i32, high: i32| {
            let mut bytes = [0; 8];
            bytes[..4].copy_from_slice(&low.to_ne_bytes());
            bytes[4..].copy_from_slice(&high.to_ne_bytes());
            u64::from_ne_bytes(bytes)
        };
        words.extend([(HEAD + 4) as u64, word(a.what.0, a.what.1), word(a.value, 0)]);
    }
    words
}

/// Does something in another network namespace, and comes back.
pub fn in_namespace<R>(path: &[u8], f: impl FnOnce() -> io::Result<R>) -> io::Result<R> {
    use std::os::unix::ffi::OsStrExt;
    let old = std::fs::File::open("/proc/self/ns/net")?;
    let new = std::fs::File::open(std::ffi::OsStr::from_bytes(path))?;
    let enter = |ns: &std::fs::File| {
        // SAFETY: no memory is passed; only this thread is moved.
        done(unsafe { libc::setns(ns.as_raw_fd(), libc::CLONE_NEWNET) })
    };
    enter(&new)?;
    let result = f();
    enter(&old)?;
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ancillary_data_round_trip() {
        let all = [Ancillary { what: (0, 1), value: 7 }, Ancillary { what: (41, 67), value: -1 }];
        let bytes: Vec<u8> = build_ancillary(&all).iter().flat_map(|w| w.to_ne_bytes()).collect();
        let mut got = Vec::new();
        parse_ancillary(&bytes, &mut got);
        assert_eq!(got, all);
        for n in 0..bytes.len() {
            parse_ancillary(&bytes[..n], &mut Vec::new());
        }
        parse_ancillary(&[255; 64], &mut Vec::new());
    }
}
