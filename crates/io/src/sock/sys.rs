//! System calls that only these sockets need: with flags, control messages, any descriptor.

use crate::inet::address::Address;
use crate::inet::sys::outgoing;
use std::io::{self, IoSlice};
use std::os::fd::RawFd;

fn result(n: isize) -> io::Result<usize> {
    if n < 0 { Err(io::Error::last_os_error()) } else { Ok(n as usize) }
}

/// `getsockopt` of a number.
pub fn int_option(fd: RawFd, level: i32, name: i32) -> io::Result<i32> {
    let mut value = 0_i32;
    let mut len = size_of::<i32>() as libc::socklen_t;
    let p = (&raw mut value).cast();
    // SAFETY: the call writes to `value`, no more than `len` bytes, which is its size.
    result(unsafe { libc::getsockopt(fd, level, name, p, &raw mut len) } as isize)?;
    Ok(value)
}

/// `getsockopt` without room for a value.
pub fn no_option(fd: RawFd, level: i32, name: i32) -> io::Result<()> {
    let null = std::ptr::null_mut();
    // SAFETY: the kernel refuses to write to where nothing is.
    result(unsafe { libc::getsockopt(fd, level, name, null, null.cast()) } as isize)?;
    Ok(())
}

/// `recv`: how much of the buffer is filled.
pub fn recv(fd: RawFd, buffer: &mut [u8], flags: i32) -> io::Result<usize> {
    let p = buffer.as_mut_ptr().cast();
    // SAFETY: the buffer has that many bytes.
    result(unsafe { libc::recv(fd, p, buffer.len(), flags) })
}

/// `recvfrom`: how much of the buffer is filled, and whence it comes.
pub fn recv_from(fd: RawFd, buffer: &mut [u8], flags: i32) -> io::Result<(usize, Address)> {
    let mut from = Address::empty();
    let (name, mut len) = from.raw_mut();
    let p = buffer.as_mut_ptr().cast();
    // SAFETY: the buffer and the address have the room that is said.
    let n = result(unsafe { libc::recvfrom(fd, p, buffer.len(), flags, name, &raw mut len) })?;
    from.set_len(len);
    Ok((n, from))
}

/// A message that `recvmsg` has got.
pub struct Message {
    /// How much of the buffer is filled.
    pub len: usize,
    /// Whence it comes; None if that is not told.
    pub from: Option<Address>,
    /// How much of the buffer for control messages is filled.
    pub control: usize,
    /// Flags.
    pub flags: i32,
}

/// `recvmsg`.
pub fn recv_message(
    fd: RawFd,
    buffer: &mut [u8],
    control: &mut [u8],
    flags: i32,
) -> io::Result<Message> {
    let mut from = Address::empty();
    let mut iov = libc::iovec { iov_base: buffer.as_mut_ptr().cast(), iov_len: buffer.len() };
    // SAFETY: all zeros is a value of it.
    let mut m: libc::msghdr = unsafe { std::mem::zeroed() };
    let (name, len) = from.raw_mut();
    m.msg_name = name.cast();
    m.msg_namelen = len;
    m.msg_iov = &raw mut iov;
    m.msg_iovlen = 1;
    m.msg_control = control.as_mut_ptr().cast();
    m.msg_controllen = control.len();
    // SAFETY: all that the header names lives and has the room that it says.
    let len = result(unsafe { libc::recvmsg(fd, &raw mut m, flags) })?;
    from.set_len(m.msg_namelen);
    let from = (m.msg_namelen != 0).then_some(from);
    Ok(Message { len, from, control: m.msg_controllen.min(control.len()), flags: m.msg_flags })
}

/// `sendmsg`: how many bytes have gone.
pub fn send(
    fd: RawFd,
    to: Option<&Address>,
    pieces: &[IoSlice<'_>],
    control: &[u8],
    flags: i32,
) -> io::Result<usize> {
    let flags = flags | libc::MSG_NOSIGNAL;
    if let ([piece], None, []) = (pieces, to, control) {
        // SAFETY: the piece has as many bytes as it says.
        return result(unsafe { libc::send(fd, piece.as_ptr().cast(), piece.len(), flags) });
    }
    let m = outgoing(to, pieces, control);
    // SAFETY: all that the header names lives, and is only read.
    result(unsafe { libc::sendmsg(fd, &raw const m, flags) })
}

/// How many bytes there are to read.
pub fn available(fd: RawFd) -> usize {
    let mut n = 0_i32;
    // SAFETY: the kernel writes an `int`.
    unsafe { libc::ioctl(fd, libc::FIONREAD, &raw mut n) };
    n.max(0) as usize
}

/// `ioctl` with a request about an interface, which it may change.
pub fn interface_request(fd: RawFd, request: u64, ifreq: &mut libc::ifreq) -> io::Result<()> {
    // SAFETY: requests about interfaces read and write an `ifreq`.
    result(unsafe { libc::ioctl(fd, request, std::ptr::from_mut(ifreq)) } as isize)?;
    Ok(())
}

/// The number that the kernel answers a request with that is about a socket itself.
pub fn number_request(fd: RawFd, request: u64) -> io::Result<i32> {
    let mut number = 0;
    // SAFETY: these requests write an `int`.
    result(unsafe { libc::ioctl(fd, request, std::ptr::from_mut(&mut number)) } as isize)?;
    Ok(number)
}

/// The names and addresses of all interfaces that have one, as the kernel writes them.
pub fn interface_list(fd: RawFd) -> io::Result<Vec<libc::ifreq>> {
    let mut room = 64;
    loop {
        // SAFETY: an `ifreq` is a name and a union of numbers, addresses and pointers, all of which
        // may be zero.
        let mut all: Vec<libc::ifreq> = vec![unsafe { std::mem::zeroed() }; room];
        // SAFETY: an `ifconf` is a number and a pointer, both of which may be zero.
        let mut conf: libc::ifconf = unsafe { std::mem::zeroed() };
        conf.ifc_len = std::mem::size_of_val(&all[..]) as i32;
        conf.ifc_ifcu.ifcu_req = all.as_mut_ptr();
        // SAFETY: `conf` points to `all` and has its size in bytes; the kernel writes no more than
        // that.
        result(unsafe { libc::ioctl(fd, libc::SIOCGIFCONF, &raw mut conf) } as isize)?;
        let n = conf.ifc_len.max(0) as usize / size_of::<libc::ifreq>();
        if n < room {
            all.truncate(n);
            return Ok(all);
        }
        room *= 2;
    }
}
