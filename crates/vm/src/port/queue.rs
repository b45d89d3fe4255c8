//! Output that a descriptor has not taken yet.

use super::IoData;
use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::os::fd::RawFd;

/// Most pieces written at once.
const MOST_PIECES: usize = 64;

/// Bytes that wait to be written, in pieces.
#[derive(Default)]
pub struct OutQueue {
    pieces: VecDeque<Vec<u8>>,
    /// Bytes of the first piece that have been written.
    written: usize,
    len: usize,
}

impl OutQueue {
    /// Number of bytes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        self.len += bytes.len();
        match self.pieces.back_mut() {
            Some(last) if last.len() + bytes.len() <= 4096 => last.extend_from_slice(bytes),
            _ => self.pieces.push_back(bytes.to_vec()),
        }
    }

    /// Adds what remains of `header` and `data` after the first `skip` bytes.
    pub fn push_rest(&mut self, header: &[u8], data: &IoData<'_>, mut skip: usize) {
        for s in std::iter::once(header).chain(data.slices()) {
            let n = skip.min(s.len());
            self.push(&s[n..]);
            skip -= n;
        }
    }

    /// Takes the oldest piece.
    pub fn pop(&mut self) -> Option<Vec<u8>> {
        let mut piece = self.pieces.pop_front()?;
        piece.drain(..std::mem::take(&mut self.written));
        self.len -= piece.len();
        Some(piece)
    }

    /// Writes as much as the descriptor takes at once.
    pub fn write_to(&mut self, fd: RawFd) -> io::Result<()> {
        while self.len != 0 {
            let mut slices = Vec::with_capacity(self.pieces.len().min(MOST_PIECES));
            for (i, p) in self.pieces.iter().take(MOST_PIECES).enumerate() {
                slices.push(IoSlice::new(&p[if i == 0 { self.written } else { 0 }..]));
            }
            let n = write_vectored(fd, &slices)?;
            self.advance(n);
        }
        Ok(())
    }

    /// Writes at most so many bytes of the first piece; how many.
    pub fn write_some(&mut self, fd: RawFd, most: usize) -> io::Result<usize> {
        let Some(first) = self.pieces.front() else { return Ok(most) };
        let piece = &first[self.written..];
        let n = write_vectored(fd, &[IoSlice::new(&piece[..most.min(piece.len())])])?;
        self.advance(n);
        Ok(n)
    }

    fn advance(&mut self, mut n: usize) {
        self.len -= n;
        while let Some(first) = self.pieces.front() {
            let left = first.len() - self.written;
            if n < left {
                self.written += n;
                return;
            }
            n -= left;
            self.written = 0;
            self.pieces.pop_front();
        }
    }
}

/// `writev`; what is interrupted is tried again.
pub fn write_vectored(fd: RawFd, slices: &[IoSlice<'_>]) -> io::Result<usize> {
    loop {
        let count = slices.len().min(1024) as i32;
        let n = match slices {
            // SAFETY: the slice lives.
            [one] => unsafe { libc::write(fd, one.as_ptr().cast(), one.len()) },
            // SAFETY: `IoSlice` has the layout of `iovec`, and the slices live.
            _ => unsafe { libc::writev(fd, slices.as_ptr().cast(), count) },
        };
        if n >= 0 {
            return Ok(n as usize);
        }
        let e = io::Error::last_os_error();
        if e.kind() != io::ErrorKind::Interrupted {
            return Err(e);
        }
    }
}

/// `read` into `buffer`; what is interrupted is tried again.
pub fn read(fd: RawFd, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        // SAFETY: the buffer is ours to be written to.
        let n = unsafe { libc::read(fd, buffer.as_mut_ptr().cast(), buffer.len()) };
        if n >= 0 {
            return Ok(n as usize);
        }
        let e = io::Error::last_os_error();
        if e.kind() != io::ErrorKind::Interrupted {
            return Err(e);
        }
    }
}
