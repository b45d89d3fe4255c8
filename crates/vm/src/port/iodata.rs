//! iodata as slices: small pieces gathered, large binaries where they are.

use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;
use term::{RefBin, Term, View};

/// Binaries of at least this size are not copied.
const BY_REFERENCE: usize = 256;

enum Part<'h> {
    Gathered(usize, usize),
    /// The binary has them, if it is known.
    Borrowed(Cow<'h, [u8]>, Option<Term<'h>>),
}

/// One of the pieces that [`IoData`] consists of.
pub struct Slice<'a> {
    /// Its bytes.
    pub bytes: &'a [u8],
    binary: Option<Term<'a>>,
}

impl Slice<'_> {
    /// The off-heap binary in which they are, and where they begin in it; None if they are
    /// elsewhere.
    pub fn shared(&self) -> Option<(RefBin, usize)> {
        let bin = self.binary?.as_ref_bin()?;
        let all = bin.bytes().as_ptr_range();
        let mine = self.bytes.as_ptr_range();
        // Bits that begin within a byte have been copied.
        let within = all.start <= mine.start && mine.end <= all.end;
        within.then(|| (bin.clone(), mine.start as usize - all.start as usize))
    }
}

/// The bytes of an iodata term.
pub struct IoData<'h> {
    gathered: Vec<u8>,
    /// Most often there is one.
    parts: SmallVec<[Part<'h>; 1]>,
    len: usize,
}

impl<'h> IoData<'h> {
    /// The bytes of a binary or an iolist; None if it is neither.
    pub fn new(t: Term<'h>) -> Option<IoData<'h>> {
        if t.is_binary() {
            let View::Bits(bits) = t.view() else { return None };
            let bytes = bits.bytes();
            let len = bytes.len();
            let whole = (len != 0).then_some(Part::Borrowed(bytes, Some(t)));
            let parts = whole.into_iter().collect();
            return Some(IoData { gathered: Vec::new(), parts, len });
        }
        if !(t.is_cons() || t.is_nil()) {
            return None;
        }
        let mut data = IoData { gathered: Vec::new(), parts: SmallVec::new(), len: 0 };
        let mut rest = Vec::new();
        let mut next = Some(t);
        while let Some(t) = next.take().or_else(|| rest.pop()) {
            match t.view() {
                View::Nil => {}
                View::Cons(head, tail) => {
                    match head.as_small() {
                        Some(b) => {
                            data.gathered.push(u8::try_from(b).ok()?);
                            next = Some(tail);
                        }
                        None => {
                            rest.push(tail);
                            next = Some(head);
                        }
                    }
                    // An improper tail may be a binary, but not a byte.
                    if tail.as_small().is_some() {
                        return None;
                    }
                }
                View::Bits(bits) if bits.bit_len() % 8 == 0 => data.push(bits.bytes(), t),
                _ => return None,
            }
        }
        data.end_gathered();
        data.len = data.slices().map(<[u8]>::len).sum();
        Some(data)
    }

    /// These bytes.
    pub fn of(bytes: &'h [u8]) -> IoData<'h> {
        let parts = smallvec![Part::Borrowed(Cow::Borrowed(bytes), None)];
        IoData { gathered: Vec::new(), parts, len: bytes.len() }
    }

    /// The bytes behind the first `n`.
    pub fn behind(&self, n: usize) -> IoData<'_> {
        let mut before = n;
        let mut parts = SmallVec::new();
        for piece in self.pieces() {
            let left = piece.bytes.get(before..).unwrap_or_default();
            before = before.saturating_sub(piece.bytes.len());
            if !left.is_empty() {
                parts.push(Part::Borrowed(Cow::Borrowed(left), piece.binary));
            }
        }
        IoData { gathered: Vec::new(), parts, len: self.len.saturating_sub(n) }
    }

    fn push(&mut self, bytes: Cow<'h, [u8]>, t: Term<'h>) {
        if bytes.len() < BY_REFERENCE {
            self.gathered.extend_from_slice(&bytes);
        } else {
            self.end_gathered();
            self.parts.push(Part::Borrowed(bytes, Some(t)));
        }
    }

    fn end_gathered(&mut self) {
        let from = self
            .parts
            .iter()
            .rev()
            .find_map(|p| if let Part::Gathered(_, to) = p { Some(*to) } else { None })
            .unwrap_or(0);
        if from < self.gathered.len() {
            self.parts.push(Part::Gathered(from, self.gathered.len()));
        }
    }

    /// Number of bytes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bytes, in pieces.
    pub fn slices(&self) -> impl Iterator<Item = &[u8]> {
        self.pieces().map(|s| s.bytes)
    }

    /// The bytes, in pieces that know where they are.
    pub fn pieces(&self) -> impl Iterator<Item = Slice<'_>> {
        self.parts.iter().map(|p| match p {
            Part::Gathered(from, to) => Slice { bytes: &self.gathered[*from..*to], binary: None },
            Part::Borrowed(bytes, binary) => Slice { bytes, binary: *binary },
        })
    }

    /// The bytes in one piece.
    pub fn flat(&self) -> Cow<'_, [u8]> {
        let mut slices = self.slices();
        match (slices.next(), slices.next()) {
            (None, _) => Cow::Borrowed(&[]),
            (Some(one), None) => Cow::Borrowed(one),
            _ => {
                let mut all = Vec::with_capacity(self.len);
                self.slices().for_each(|s| all.extend_from_slice(s));
                Cow::Owned(all)
            }
        }
    }
}
