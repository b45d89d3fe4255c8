//! A descriptor by which one thread wakes another that polls: an eventfd, or a pipe where there is
//! none.

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

/// Such a descriptor.
#[derive(Debug)]
pub struct Wakeup {
    read: OwnedFd,
    /// The other end, if it is a pipe.
    write: Option<OwnedFd>,
}

impl Wakeup {
    /// Makes one. Its calls do not block.
    pub fn new() -> io::Result<Wakeup> {
        // SAFETY: no memory is passed.
        let fd = unsafe { libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK) };
        if fd >= 0 {
            // SAFETY: the call has just opened it, and nobody else knows it.
            return Ok(Wakeup { read: unsafe { OwnedFd::from_raw_fd(fd) }, write: None });
        }
        Wakeup::pipe()
    }

    fn pipe() -> io::Result<Wakeup> {
        let mut ends = [0; 2];
        // SAFETY: the call writes two descriptors, and there is room for two.
        if unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC | libc::O_NONBLOCK) } != 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the call has just opened both, and nobody else knows them.
        let [read, write] = ends.map(|fd| unsafe { OwnedFd::from_raw_fd(fd) });
        Ok(Wakeup { read, write: Some(write) })
    }

    /// The descriptor that becomes readable.
    pub fn fd(&self) -> RawFd {
        self.read.as_raw_fd()
    }

    /// Wakes the thread that polls. A pipe that is full wakes, too: only [`Wakeup::heard`] empties
    /// it.
    pub fn ring(&self) {
        let one = 1_u64;
        let to = self.write.as_ref().unwrap_or(&self.read).as_raw_fd();
        // SAFETY: the call reads the eight bytes of `one`.
        unsafe { libc::write(to, (&raw const one).cast(), 8) };
    }

    /// Makes room for the next time, after it has been reported. An eventfd needs none, and each
    /// ring of one is an event for a thread that polls for edges.
    pub fn heard(&self) {
        if self.write.is_some() {
            let mut bytes = [0_u8; 4096];
            // SAFETY: the call writes at most as many bytes as there is room for.
            while unsafe { libc::read(self.fd(), bytes.as_mut_ptr().cast(), bytes.len()) } > 0 {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_readable(wakeup: &Wakeup) -> bool {
        let mut poll = libc::pollfd { fd: wakeup.fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: the call is told of one structure, and is given the address of one.
        unsafe { libc::poll(&raw mut poll, 1, 0) == 1 }
    }

    #[test]
    fn of_both_kinds() {
        for wakeup in [Wakeup::new().unwrap(), Wakeup::pipe().unwrap()] {
            assert!(!is_readable(&wakeup));
            for _ in 0..20_000 {
                wakeup.ring();
            }
            assert!(is_readable(&wakeup));
            wakeup.heard();
            wakeup.ring();
            assert!(is_readable(&wakeup));
        }
    }
}
