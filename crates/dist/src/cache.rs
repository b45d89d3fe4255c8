//! The cache of atoms of a channel: headers that fill it and refer to it, written and read.

use std::fmt;
use term::Atom;
use term::atom::MAX_CHARACTERS;
use term::etf::{AtomTable, VERSION};

/// Entries of a cache: 8 segments of 256.
pub const ENTRIES: usize = 2048;

/// Second byte of a frame with a whole message.
pub const WHOLE: u8 = 68;
/// Second byte of the first fragment of a message.
pub const FIRST: u8 = 69;
/// Second byte of another fragment.
pub const NEXT: u8 = 70;
/// First byte of a frame without a header.
pub const PASS_THROUGH: u8 = 112;

/// Bit of a reference's flags: the entry is new, its text follows.
const NEW: u8 = 8;
/// Bit of the flags behind those of the last reference: lengths of texts have two bytes.
const LONG: u8 = 1;

/// The kind of a frame.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum HeaderKind {
    /// A whole message.
    Whole,
    /// The first fragment of a message.
    First {
        /// Which message: a number that no other message has that is under way on this channel.
        /// It must not be 0, which OTP takes for a message without fragments.
        sequence: u64,
        /// Fragments of the message, at least 1.
        fragments: u64,
    },
    /// Another fragment. It has no atoms: those of the first are for the whole message.
    Next {
        /// Which message.
        sequence: u64,
        /// How many fragments are to come, with this one.
        fragment: u64,
    },
    /// No header: terms have their versions and no references to atoms.
    PassThrough,
}

/// The peer's cache for the frames that are sent to it, as it is there.
pub struct OutCache {
    entries: Box<[Option<Atom>]>,
}

impl Default for OutCache {
    fn default() -> OutCache {
        OutCache::new()
    }
}

impl OutCache {
    /// An empty cache, for a new channel.
    pub fn new() -> OutCache {
        OutCache { entries: vec![None; ENTRIES].into() }
    }

    /// Writes the beginning of a frame, up to its terms, to the end of `out`. Frames have to be
    /// sent in the order in which their headers are written.
    pub fn header(&mut self, atoms: &AtomTable, kind: HeaderKind, out: &mut Vec<u8>) {
        let (kind, numbers) = match kind {
            HeaderKind::Whole => (WHOLE, None),
            HeaderKind::First { sequence, fragments } => (FIRST, Some((sequence, fragments))),
            HeaderKind::Next { sequence, fragment } => (NEXT, Some((sequence, fragment))),
            HeaderKind::PassThrough => return out.push(PASS_THROUGH),
        };
        out.extend([VERSION, kind]);
        if let Some((sequence, number)) = numbers {
            out.extend(sequence.to_be_bytes());
            out.extend(number.to_be_bytes());
        }
        if kind != NEXT {
            self.references(atoms.atoms(), out);
        }
    }

    fn references(&mut self, atoms: &[Atom], out: &mut Vec<u8>) {
        out.push(atoms.len() as u8);
        if atoms.is_empty() {
            return;
        }
        let flags_at = out.len();
        out.resize(flags_at + flag_bytes(atoms.len()), 0);
        let mut long = false;
        for (i, &atom) in atoms.iter().enumerate() {
            let slot = slot_of(atom);
            let mut flags = (slot >> 8) as u8;
            // Also if an atom before it in this message has just taken its place.
            if self.entries[slot].replace(atom) != Some(atom) {
                flags |= NEW;
                long |= atom.name().len() > usize::from(u8::MAX);
            }
            out[flags_at + i / 2] |= flags << (i % 2 * 4);
        }
        if long {
            out[flags_at + atoms.len() / 2] |= LONG << (atoms.len() % 2 * 4);
        }
        for (i, &atom) in atoms.iter().enumerate() {
            out.push(slot_of(atom) as u8);
            if out[flags_at + i / 2] >> (i % 2 * 4) & NEW != 0 {
                let text = atom.name().as_bytes();
                match long {
                    true => out.extend((text.len() as u16).to_be_bytes()),
                    false => out.push(text.len() as u8),
                }
                out.extend(text);
            }
        }
    }
}

/// Where an atom is in the cache: any place would be right. Atoms that are made one after the
/// other, as those of one program often are, do not meet there.
pub fn slot_of(atom: Atom) -> usize {
    atom.index() as usize % ENTRIES
}

/// Bytes of the flags: half a byte for each reference and another one.
fn flag_bytes(references: usize) -> usize {
    references / 2 + 1
}

/// A fault of a header.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum HeaderError {
    /// The frame ends within it.
    Truncated,
    /// It refers to an entry that nothing was ever put into.
    Undefined(u16),
    /// The text of a new entry is not UTF-8.
    Text(u16),
    /// The text of a new entry has more than 255 characters.
    TooLong(u16),
    /// The atom of a new entry is not wanted here.
    Refused(u16),
}

impl fmt::Display for HeaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeaderError::Truncated => f.write_str("the frame ends within its header"),
            HeaderError::Undefined(slot) => write!(f, "entry {slot} of the cache is empty"),
            HeaderError::Text(slot) => write!(f, "the atom for entry {slot} is not UTF-8"),
            HeaderError::TooLong(slot) => {
                write!(f, "the atom for entry {slot} has more than 255 characters")
            }
            HeaderError::Refused(slot) => write!(f, "the atom for entry {slot} is refused"),
        }
    }
}

impl std::error::Error for HeaderError {}

/// The cache for the frames that come.
pub struct InCache {
    entries: Box<[Option<Atom>]>,
    /// Gives the atom of a name, or none if it is not wanted.
    atom: fn(&str) -> Option<Atom>,
}

impl Default for InCache {
    fn default() -> InCache {
        InCache::new()
    }
}

impl InCache {
    /// An empty cache, for a new channel. Atoms that are new are made.
    pub fn new() -> InCache {
        InCache::with_atoms(|name| Some(Atom::new(name)))
    }

    /// The same with atoms from a function, which refuses those that it does not want: atoms are
    /// never freed, and the emulator ends when there are too many.
    pub fn with_atoms(atom: fn(&str) -> Option<Atom>) -> InCache {
        InCache { entries: vec![None; ENTRIES].into(), atom }
    }

    /// Reads the references of a header, from the byte that says how many there are; the atoms
    /// for the terms behind them, and what is behind them. After an error the cache is of no more
    /// use: the channel has to end.
    pub fn references<'a>(
        &mut self,
        bytes: &'a [u8],
    ) -> Result<(Vec<Atom>, &'a [u8]), HeaderError> {
        let mut rest = bytes;
        let n = usize::from(byte(&mut rest)?);
        if n == 0 {
            return Ok((Vec::new(), rest));
        }
        let flags = take(&mut rest, flag_bytes(n))?;
        let flags_of = |i: usize| flags[i / 2] >> (i % 2 * 4) & 0xf;
        let long = flags_of(n) & LONG != 0;
        // Each takes a byte or more.
        let mut atoms = Vec::with_capacity(n.min(rest.len()));
        for i in 0..n {
            let slot = u16::from(flags_of(i) & !NEW) << 8 | u16::from(byte(&mut rest)?);
            let entry = &mut self.entries[usize::from(slot)];
            if flags_of(i) & NEW != 0 {
                let len = match long {
                    true => usize::from(byte(&mut rest)?) << 8 | usize::from(byte(&mut rest)?),
                    false => usize::from(byte(&mut rest)?),
                };
                let name = name_of(take(&mut rest, len)?, slot)?;
                *entry = Some((self.atom)(name).ok_or(HeaderError::Refused(slot))?);
            }
            atoms.push(entry.ok_or(HeaderError::Undefined(slot))?);
        }
        Ok((atoms, rest))
    }
}

fn name_of(text: &[u8], slot: u16) -> Result<&str, HeaderError> {
    let name = std::str::from_utf8(text).map_err(|_| HeaderError::Text(slot))?;
    if name.len() > MAX_CHARACTERS && name.chars().count() > MAX_CHARACTERS {
        return Err(HeaderError::TooLong(slot));
    }
    Ok(name)
}

fn byte(rest: &mut &[u8]) -> Result<u8, HeaderError> {
    take(rest, 1).map(|b| b[0])
}

fn take<'a>(rest: &mut &'a [u8], n: usize) -> Result<&'a [u8], HeaderError> {
    let (taken, more) = rest.split_at_checked(n).ok_or(HeaderError::Truncated)?;
    *rest = more;
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(atoms: &[Atom]) -> AtomTable {
        let mut table = AtomTable::new();
        assert!(atoms.iter().all(|&atom| table.index(atom).is_some()));
        table
    }

    /// The bytes of a header with these atoms.
    fn header(out: &mut OutCache, atoms: &[Atom]) -> Vec<u8> {
        let mut bytes = Vec::new();
        out.header(&table(atoms), HeaderKind::Whole, &mut bytes);
        assert_eq!(bytes[..2], [VERSION, WHOLE]);
        bytes
    }

    /// Writes a header and reads it: the same atoms come out, with nothing left.
    fn round_trip(out: &mut OutCache, into: &mut InCache, atoms: &[Atom]) -> usize {
        let bytes = header(out, atoms);
        let (read, rest) = into.references(&bytes[2..]).expect("a header");
        assert!(read == atoms && rest.is_empty(), "{atoms:?} became {read:?}");
        for end in 2..bytes.len() {
            let cut = InCache::new().references(&bytes[2..end]);
            let undefined = matches!(cut, Err(HeaderError::Undefined(_)));
            assert!(undefined || cut == Err(HeaderError::Truncated), "{end} of {bytes:?}");
        }
        bytes.len()
    }

    #[test]
    fn atoms_come_with_their_text_once() {
        let names = ["a", "é", "", "Ω\u{10ffff}"];
        let atoms: Vec<Atom> = names.iter().map(|name| Atom::new(name)).collect();
        let (mut out, mut into) = (OutCache::new(), InCache::new());
        for n in 0..=atoms.len() {
            let text: usize = names[..n].iter().map(|name| name.len()).sum();
            let flags = if n == 0 { 0 } else { n / 2 + 1 };
            let first = round_trip(&mut out, &mut into, &atoms[..n]);
            assert!(first == 3 + flags + 2 * n + text || n > 1, "{n}");
            assert_eq!(round_trip(&mut out, &mut into, &atoms[..n]), 3 + flags + n);
        }
    }

    #[test]
    fn long_texts_have_long_lengths() {
        let short = Atom::new("short");
        let long = Atom::new(&"é".repeat(255));
        for atoms in [&[long][..], &[short, long], &[long, short]] {
            let (mut out, mut into) = (OutCache::new(), InCache::new());
            let first = round_trip(&mut out, &mut into, atoms);
            let text: usize = atoms.iter().map(|a| 3 + a.name().len()).sum();
            assert_eq!(first, 3 + flag_bytes(atoms.len()) + text);
            // Afterwards there is no text.
            round_trip(&mut out, &mut into, atoms);
            let bytes = header(&mut out, atoms);
            assert_eq!(bytes[3 + atoms.len() / 2] >> (atoms.len() % 2 * 4) & LONG, 0);
        }
    }

    #[test]
    fn atoms_that_meet_replace_each_other() {
        let mut seen: Vec<Option<Atom>> = vec![None; ENTRIES];
        let mut i = 0;
        let (a, b) = loop {
            let atom = Atom::new(&format!("meeting {i}"));
            match seen[slot_of(atom)].replace(atom) {
                Some(other) if other != atom => break (other, atom),
                _ => i += 1,
            }
        };
        let (mut out, mut into) = (OutCache::new(), InCache::new());
        for atoms in [&[a][..], &[b], &[a, b], &[b, a], &[b], &[a], &[b, a], &[a]] {
            round_trip(&mut out, &mut into, atoms);
        }
    }

    #[test]
    fn as_many_as_there_may_be() {
        let atoms: Vec<Atom> = (0..255).map(|i| Atom::new(&format!("many {i}"))).collect();
        let (mut out, mut into) = (OutCache::new(), InCache::new());
        for n in [255, 254, 1, 9, 255] {
            round_trip(&mut out, &mut into, &atoms[..n]);
        }
    }

    #[test]
    fn faults_have_their_names() {
        let read = |bytes: &[u8]| InCache::new().references(bytes).expect_err("a fault");
        assert_eq!(read(&[]), HeaderError::Truncated);
        assert_eq!(read(&[1, 0x07, 5]), HeaderError::Undefined(0x705));
        assert_eq!(read(&[1, 0x08, 5, 2, 0xc3]), HeaderError::Truncated);
        assert_eq!(read(&[1, 0x08, 5, 1, 0xc3]), HeaderError::Text(5));
        let mut long = vec![1, 0x18, 5, 1, 0];
        long.extend([b'a'; 256]);
        assert_eq!(read(&long), HeaderError::TooLong(5));
        let refused = InCache::with_atoms(|_| None).references(&[1, 0x08, 5, 1, b'a']);
        assert_eq!(refused, Err(HeaderError::Refused(5)));
        for e in [HeaderError::Undefined(7), HeaderError::Text(7), HeaderError::TooLong(7)] {
            assert!(e.to_string().contains("entry 7"), "{e}");
        }
    }
}
