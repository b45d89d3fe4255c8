//! `{packet, N}`: data in packets with their length in front, as external programs send and get it.

/// Takes input apart.
pub struct Framer {
    /// Bytes of the length; 0 for a stream.
    size: u8,
    header: Vec<u8>,
    body: Vec<u8>,
    /// Bytes of the body still to come, once the header is there.
    missing: Option<usize>,
}

/// Most bytes that are reserved for a packet before they have come: its length is only a claim.
const RESERVED: usize = 1 << 20;

impl Framer {
    /// For lengths of `size` bytes; 0 for a stream.
    pub fn new(size: u8) -> Framer {
        Framer { size, header: Vec::new(), body: Vec::new(), missing: None }
    }

    /// Calls `out` with each whole packet.
    pub fn feed(&mut self, mut bytes: &[u8], mut out: impl FnMut(&[u8])) {
        if self.size == 0 {
            if !bytes.is_empty() {
                out(bytes);
            }
            return;
        }
        loop {
            let missing = match self.missing {
                Some(n) => n,
                None => {
                    let n = (self.size as usize - self.header.len()).min(bytes.len());
                    self.header.extend_from_slice(&bytes[..n]);
                    bytes = &bytes[n..];
                    if self.header.len() < self.size as usize {
                        return;
                    }
                    let len = self.header.drain(..).fold(0, |n, b| n << 8 | usize::from(b));
                    self.body.reserve(len.min(RESERVED));
                    len
                }
            };
            if bytes.len() < missing {
                self.body.extend_from_slice(bytes);
                self.missing = Some(missing - bytes.len());
                return;
            }
            let (last, rest) = bytes.split_at(missing);
            if self.body.is_empty() {
                out(last);
            } else {
                self.body.extend_from_slice(last);
                out(&self.body);
                self.body = Vec::new();
            }
            self.missing = None;
            bytes = rest;
        }
    }
}

/// The length in front of a packet of output; None if it does not fit.
pub fn header(size: u8, len: usize) -> Option<([u8; 4], usize)> {
    let size = size as usize;
    let limit = [0, u8::MAX as usize, u16::MAX as usize, 0, u32::MAX as usize][size];
    if size != 0 && len > limit {
        return None;
    }
    Some(((len as u32).to_be_bytes(), 4 - size))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(size: u8, input: &[&[u8]], expected: &[&[u8]]) {
        let mut framer = Framer::new(size);
        let mut got: Vec<Vec<u8>> = Vec::new();
        for i in input {
            framer.feed(i, |p| got.push(p.to_vec()));
        }
        assert_eq!(got, expected, "packets of {size} in {input:?}");
    }

    #[test]
    fn packets() {
        check(0, &[b"ab", b"", b"c"], &[b"ab", b"c"]);
        check(1, &[b"\x02ab\x00\x01c"], &[b"ab", b"", b"c"]);
        check(1, &[b"\x03a", b"b", b"c\x01"], &[b"abc"]);
        check(2, &[b"\x00", b"\x01", b"x\x00\x02yz"], &[b"x", b"yz"]);
        check(4, &[b"\x00\x00\x00\x01x\xff\xff\xff\xffq"], &[b"x"]);
    }

    #[test]
    fn headers() {
        assert!(header(1, 256).is_none());
        assert!(header(2, 65536).is_none());
        assert_eq!(header(2, 258), Some(([0, 0, 1, 2], 2)));
        assert_eq!(header(0, 9).map(|h| h.1), Some(4));
    }
}
