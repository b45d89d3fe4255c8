//! Output that a descriptor has not taken yet.

use super::IoData;
use super::iodata::Slice;
use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::ops::Range;
use std::os::fd::RawFd;
use term::RefBin;

/// Most pieces written at once.
const MOST_PIECES: usize = 64;

/// From this length on the bytes of a binary are not copied to wait.
const SHARED: usize = 1024;

/// Bytes that wait, in memory of their own or in a binary.
enum Piece {
    Own(Vec<u8>),
    Shared(RefBin, Range<usize>),
}

impl Piece {
    fn bytes(&self) -> &[u8] {
        match self {
            Piece::Own(bytes) => bytes,
            Piece::Shared(bin, range) => &bin.bytes()[range.clone()],
        }
    }
}

/// Bytes that wait to be written, in pieces.
#[derive(Default)]
pub struct OutQueue {
    pieces: VecDeque<Piece>,
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
            Some(Piece::Own(last)) if last.len() + bytes.len() <= 4096 => {
                last.extend_from_slice(bytes);
            }
            _ => self.pieces.push_back(Piece::Own(bytes.to_vec())),
        }
    }

    /// Adds bytes that are not copied if they are many.
    pub fn push_own(&mut self, bytes: Vec<u8>) {
        if bytes.len() < SHARED {
            return self.push(&bytes);
        }
        self.len += bytes.len();
        self.pieces.push_back(Piece::Own(bytes));
    }

    /// Adds bytes of a binary, which are not copied if they are many.
    pub fn push_shared(&mut self, bin: RefBin, range: Range<usize>) {
        if range.len() < SHARED {
            return self.push(&bin.bytes()[range]);
        }
        self.len += range.len();
        self.pieces.push_back(Piece::Shared(bin, range));
    }

    /// Adds the bytes of a piece from `skip` on.
    fn push_slice(&mut self, slice: &Slice<'_>, skip: usize) {
        let bytes = &slice.bytes[skip..];
        match (bytes.len() >= SHARED).then(|| slice.shared()).flatten() {
            Some((bin, at)) => {
                let from = at + skip;
                self.push_shared(bin, from..from + bytes.len());
            }
            None => self.push(bytes),
        }
    }

    /// Adds what remains of `header` and `data` after the first `skip` bytes.
    pub fn push_rest(&mut self, header: &[u8], data: &IoData<'_>, mut skip: usize) {
        let n = skip.min(header.len());
        self.push(&header[n..]);
        skip -= n;
        for s in data.pieces() {
            let n = skip.min(s.bytes.len());
            self.push_slice(&s, n);
            skip -= n;
        }
    }

    /// Takes the oldest piece.
    pub fn pop(&mut self) -> Option<Vec<u8>> {
        let written = std::mem::take(&mut self.written);
        let piece = match self.pieces.pop_front()? {
            Piece::Own(bytes) if written == 0 => bytes,
            piece => piece.bytes()[written..].to_vec(),
        };
        self.len -= piece.len();
        Some(piece)
    }

    /// Writes as much as the descriptor takes at once.
    pub fn write_to(&mut self, fd: RawFd) -> io::Result<()> {
        while self.len != 0 {
            let mut slices = Vec::with_capacity(self.pieces.len().min(MOST_PIECES));
            for (i, p) in self.pieces.iter().take(MOST_PIECES).enumerate() {
                slices.push(IoSlice::new(&p.bytes()[if i == 0 { self.written } else { 0 }..]));
            }
            let n = write_vectored(fd, &slices)?;
            self.advance(n);
        }
        Ok(())
    }

    /// Writes at most so many bytes of the first piece; how many.
    pub fn write_some(&mut self, fd: RawFd, most: usize) -> io::Result<usize> {
        let Some(first) = self.pieces.front() else { return Ok(most) };
        let piece = &first.bytes()[self.written..];
        let n = write_vectored(fd, &[IoSlice::new(&piece[..most.min(piece.len())])])?;
        self.advance(n);
        Ok(n)
    }

    fn advance(&mut self, mut n: usize) {
        self.len -= n;
        while let Some(first) = self.pieces.front() {
            let left = first.bytes().len() - self.written;
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

#[cfg(test)]
mod tests {
    use super::*;
    use term::Heap;

    #[test]
    fn rests_of_binaries_are_shared() {
        let heap = Heap::new(0);
        let large: Vec<u8> = (0..5000).map(|i| (i * 7) as u8).collect();
        let whole = heap.binary(&large);
        let part = heap.sub_bits(whole, 8 * 100, 8 * 3000);
        let shifted = heap.sub_bits(whole, 4, 8 * 2000);
        let small = heap.binary(b"small");
        let data = heap.list(&[whole, small, part, shifted]);
        let data = IoData::new(data).expect("iodata");
        let all: Vec<u8> = [b"head", &data.flat()[..]].concat();
        for skip in [0, 2, 4, 5, 4 + 4999, 4 + 5000, 5007, 5009, 6000, 8008, 8009, 8010, 10008] {
            let mut queue = OutQueue::default();
            queue.push_rest(b"head", &data, skip);
            assert_eq!(queue.len(), all.len() - skip, "length after {skip}");
            let shared = |p: &Piece| matches!(p, Piece::Shared(..));
            let expected = usize::from(skip <= 4 + 3976) + usize::from(skip <= 5009 + 1976);
            assert_eq!(queue.pieces.iter().filter(|p| shared(p)).count(), expected, "after {skip}");
            let mut out = Vec::new();
            while let Some(piece) = queue.pop() {
                out.extend(piece);
            }
            assert_eq!(out, all[skip..], "bytes after {skip}");
        }
    }
}
