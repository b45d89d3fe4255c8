//! Fragments: large messages in parts, so that others need not wait for their end.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::fmt;
use term::etf::Part;
use term::{Atom, RefBin};

/// Bytes of a message in one fragment, as OTP has them.
pub const FRAGMENT_SIZE: usize = 64 << 10;

/// The bounds of what the fragments of one channel take.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Messages that may be under way at a time. Each takes up to about 1,300 bytes beside what
    /// has come of it.
    pub sequences: usize,
    /// Bytes that may have come of all these together. The memory for them is at most three times
    /// as much, and most of that is never touched.
    pub bytes: usize,
}

/// A message all of which has come.
pub struct Whole {
    /// The atoms that its terms refer to.
    pub atoms: Vec<Atom>,
    /// Its terms, without versions.
    pub body: RefBin,
}

/// The atoms and how many bytes there are.
impl fmt::Debug for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Whole({:?}, {} bytes)", self.atoms, self.body.bytes().len())
    }
}

/// A fault of a fragment.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FragmentError {
    /// A message with this number is under way already.
    Repeated(u64),
    /// No message with this number is under way.
    Unknown(u64),
    /// Not the fragment that comes next.
    Order {
        /// Which message.
        sequence: u64,
        /// The number that was to come.
        expected: u64,
        /// The one that has come.
        got: u64,
    },
    /// More messages under way than there may be.
    Sequences(usize),
    /// More bytes than there may be.
    Bytes(usize),
    /// The system has no memory for it.
    Memory(usize),
}

impl fmt::Display for FragmentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FragmentError::Repeated(sequence) => {
                write!(f, "sequence {sequence} begins while it is under way")
            }
            FragmentError::Unknown(sequence) => {
                write!(f, "a fragment of sequence {sequence}, which has not begun")
            }
            FragmentError::Order { sequence, expected, got } => {
                write!(f, "fragment {got} of sequence {sequence} in place of {expected}")
            }
            FragmentError::Sequences(limit) => {
                write!(f, "more than {limit} fragmented messages at a time")
            }
            FragmentError::Bytes(limit) => write!(f, "more than {limit} bytes in fragments"),
            FragmentError::Memory(bytes) => write!(f, "no memory for {bytes} bytes in fragments"),
        }
    }
}

impl std::error::Error for FragmentError {}

/// A message under way.
struct Open {
    /// The number of the fragment that comes next.
    expected: u64,
    atoms: Vec<Atom>,
    body: RefBin,
}

/// The messages under way on one channel.
pub struct Fragments {
    open: HashMap<u64, Open>,
    limits: Limits,
    /// Bytes that have come of them.
    bytes: usize,
    /// Bytes for which they have memory.
    reserved: usize,
}

impl Fragments {
    /// None, on a new channel.
    pub fn new(limits: Limits) -> Fragments {
        Fragments { open: HashMap::new(), limits, bytes: 0, reserved: 0 }
    }

    /// Messages under way, and bytes that have come of them.
    pub fn under_way(&self) -> (usize, usize) {
        (self.open.len(), self.bytes)
    }

    /// Takes a first fragment; the message, if it is its only one. After an error the channel has
    /// to end.
    pub fn first(
        &mut self,
        sequence: u64,
        fragments: u64,
        atoms: Vec<Atom>,
        body: &[u8],
    ) -> Result<Option<Whole>, FragmentError> {
        if self.open.contains_key(&sequence) {
            return Err(FragmentError::Repeated(sequence));
        }
        if self.open.len() >= self.limits.sequences {
            return Err(FragmentError::Sequences(self.limits.sequences));
        }
        self.admit(body.len())?;
        // Room for the others, if they are as long, so that they need not be moved later. It is
        // not touched before they come, and a peer that announces more than there may be gets none.
        let all = usize::try_from(fragments).unwrap_or(usize::MAX).saturating_mul(body.len());
        let room = all.min(self.limits.bytes.saturating_sub(self.reserved)).max(body.len());
        let new = RefBin::with_room(room).or_else(|| RefBin::with_room(body.len()));
        let mut new = new.ok_or(FragmentError::Memory(body.len()))?;
        new.extend(body);
        if fragments == 1 {
            return Ok(Some(Whole { atoms, body: new }));
        }
        (self.bytes, self.reserved) = (self.bytes + body.len(), self.reserved + new.capacity());
        self.open.insert(sequence, Open { expected: fragments - 1, atoms, body: new });
        Ok(None)
    }

    /// Takes another fragment; the message, if it is its last one. After an error the channel has
    /// to end.
    pub fn next(
        &mut self,
        sequence: u64,
        fragment: u64,
        body: &[u8],
    ) -> Result<Option<Whole>, FragmentError> {
        self.admit(body.len())?;
        let Entry::Occupied(mut entry) = self.open.entry(sequence) else {
            return Err(FragmentError::Unknown(sequence));
        };
        let open = entry.get_mut();
        if open.expected != fragment {
            let expected = open.expected;
            return Err(FragmentError::Order { sequence, expected, got: fragment });
        }
        let (old, needed) = (open.body.capacity(), open.body.bytes().len() + body.len());
        if needed > old && !(open.body.grow(needed.saturating_mul(2)) || open.body.grow(needed)) {
            return Err(FragmentError::Memory(needed));
        }
        open.body.extend(body);
        open.expected -= 1;
        self.reserved += open.body.capacity() - old;
        self.bytes += body.len();
        if fragment > 1 {
            return Ok(None);
        }
        let Open { atoms, body, .. } = entry.remove();
        self.bytes -= needed;
        self.reserved -= body.capacity();
        Ok(Some(Whole { atoms, body }))
    }

    /// Whether so many bytes more may come.
    fn admit(&self, more: usize) -> Result<(), FragmentError> {
        match self.bytes.checked_add(more) {
            Some(bytes) if bytes <= self.limits.bytes => Ok(()),
            _ => Err(FragmentError::Bytes(self.limits.bytes)),
        }
    }
}

/// Cuts a message, of which each part but those that are shared stays whole, into pieces of about
/// `size` bytes. The control message is whole in the first piece, as the protocol demands, if it is
/// in one part.
pub fn cut(parts: Vec<Part>, size: usize) -> VecDeque<Vec<Part>> {
    let mut pieces = VecDeque::new();
    let (mut piece, mut room) = (Vec::new(), size);
    for part in parts {
        match part {
            Part::Bytes(bytes) => {
                if bytes.len() > room && !piece.is_empty() {
                    pieces.push_back(std::mem::take(&mut piece));
                    room = size;
                }
                room = room.saturating_sub(bytes.len());
                piece.push(Part::Bytes(bytes));
            }
            Part::Shared(bin, mut from, mut left) => {
                while left > 0 {
                    if room == 0 {
                        pieces.push_back(std::mem::take(&mut piece));
                        room = size;
                    }
                    let n = left.min(room);
                    piece.push(Part::Shared(bin.clone(), from, n));
                    (from, left, room) = (from + n, left - n, room - n);
                }
            }
        }
    }
    if !piece.is_empty() {
        pieces.push_back(piece);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { sequences: 3, bytes: 100 };

    fn body(whole: Result<Option<Whole>, FragmentError>) -> Vec<u8> {
        whole.expect("no fault").expect("the last fragment").body.bytes().to_vec()
    }

    #[test]
    fn messages_of_several_senders_come_at_once() {
        let mut fragments = Fragments::new(LIMITS);
        let atoms = vec![Atom::new("fragment")];
        assert!(matches!(fragments.first(1, 3, atoms.clone(), b"ab"), Ok(None)));
        assert!(matches!(fragments.first(2, 2, Vec::new(), b"AB"), Ok(None)));
        assert_eq!(body(fragments.first(3, 1, Vec::new(), b"x")), b"x");
        assert!(matches!(fragments.next(1, 2, b"cdefghij"), Ok(None)));
        assert_eq!(fragments.under_way(), (2, 12));
        assert_eq!(body(fragments.next(2, 1, b"")), b"AB");
        let whole = fragments.next(1, 1, b"k").expect("no fault").expect("the last fragment");
        assert_eq!((whole.atoms, whole.body.bytes()), (atoms, &b"abcdefghijk"[..]));
        assert_eq!((fragments.under_way(), fragments.reserved), ((0, 0), 0));
        // Its number may come again.
        assert!(matches!(fragments.first(1, 2, Vec::new(), b"a"), Ok(None)));
        assert_eq!(body(fragments.next(1, 1, b"b")), b"ab");
    }

    #[test]
    fn only_the_next_fragment_may_come() {
        let begun = || {
            let mut fragments = Fragments::new(LIMITS);
            assert!(matches!(fragments.first(7, 4, Vec::new(), b"a"), Ok(None)));
            assert!(matches!(fragments.next(7, 3, b"b"), Ok(None)));
            fragments
        };
        let again = begun().first(7, 4, Vec::new(), b"a").expect_err("a fault");
        assert_eq!(again, FragmentError::Repeated(7));
        assert_eq!(begun().next(8, 1, b"c").expect_err("a fault"), FragmentError::Unknown(8));
        for got in [0, 1, 3, 4, u64::MAX] {
            let e = begun().next(7, got, b"c").expect_err("a fault");
            assert_eq!(e, FragmentError::Order { sequence: 7, expected: 2, got });
            assert!(e.to_string().contains("in place of 2"), "{e}");
        }
    }

    #[test]
    fn limits_hold_for_all_together() {
        let mut fragments = Fragments::new(LIMITS);
        for sequence in 0..3 {
            assert!(matches!(fragments.first(sequence, 2, Vec::new(), b"a"), Ok(None)));
        }
        let more = fragments.first(3, 2, Vec::new(), b"a").expect_err("a fault");
        assert_eq!(more, FragmentError::Sequences(3));
        let mut fragments = Fragments::new(LIMITS);
        assert!(matches!(fragments.first(1, 9, Vec::new(), &[0; 60]), Ok(None)));
        assert!(matches!(fragments.first(2, 9, Vec::new(), &[0; 40]), Ok(None)));
        let more = fragments.first(3, 9, Vec::new(), b"a").expect_err("a fault");
        assert_eq!(more, FragmentError::Bytes(100));
        let more = fragments.next(1, 8, b"a").expect_err("a fault");
        assert_eq!(more, FragmentError::Bytes(100));
        assert!(matches!(fragments.next(1, 8, b""), Ok(None)));
    }

    #[test]
    fn announced_fragments_take_no_more_memory_than_the_limit() {
        let mut fragments = Fragments::new(Limits { sequences: 3, bytes: 1000 });
        for sequence in 0..3 {
            let whole = fragments.first(sequence, u64::MAX, Vec::new(), &[0; 10]);
            assert!(matches!(whole, Ok(None)));
        }
        assert_eq!(fragments.reserved, 1000 + 10 + 10);
        assert!(matches!(fragments.next(2, u64::MAX - 1, &[0; 20]), Ok(None)));
        assert!(fragments.reserved <= 3 * 1000);
    }

    /// Parts as long as the first are put where they belong at once.
    #[test]
    fn parts_are_copied_once() {
        let mut fragments = Fragments::new(Limits { sequences: 1, bytes: 1 << 20 });
        assert!(matches!(fragments.first(1, 10, Vec::new(), &[1; 1000]), Ok(None)));
        let place = fragments.open[&1].body.data();
        for n in (2..10).rev() {
            assert!(matches!(fragments.next(1, n, &[n as u8; 1000]), Ok(None)));
        }
        let whole = fragments.next(1, 1, &[9; 10]).expect("no fault").expect("the last");
        assert_eq!((whole.body.data(), whole.body.bytes().len()), (place, 9010));
    }

    #[test]
    fn messages_are_cut_between_their_parts() {
        let bin = RefBin::from_slice(&[7; 50]);
        let sizes = |parts: Vec<Part>, size| -> Vec<Vec<usize>> {
            cut(parts, size).iter().map(|p| p.iter().map(|p| p.bytes().len()).collect()).collect()
        };
        let bytes = |n| Part::Bytes(vec![1; n]);
        let shared = |from, n| Part::Shared(bin.clone(), from, n);
        assert_eq!(sizes(vec![bytes(3)], 10), [[3]]);
        assert_eq!(sizes(vec![bytes(12)], 10), [[12]]);
        assert_eq!(sizes(vec![bytes(12), bytes(3)], 10), [[12], [3]]);
        assert_eq!(sizes(vec![bytes(3), bytes(7), bytes(1)], 10), [vec![3, 7], vec![1]]);
        assert_eq!(
            sizes(vec![bytes(3), shared(1, 40), bytes(2)], 10),
            [vec![3, 7], vec![10], vec![10], vec![10], vec![3, 2]]
        );
        assert_eq!(sizes(vec![bytes(12), shared(0, 10), shared(5, 3)], 10), [[12], [10], [3]]);
    }
}
