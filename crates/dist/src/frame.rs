//! Frames: what comes over a channel in one piece, without its length in front.

use crate::cache::{FIRST, HeaderError, InCache, NEXT, PASS_THROUGH, WHOLE};
use crate::flags::Flags;
use std::fmt;
use term::Atom;
use term::etf::VERSION;

/// A frame that has been read.
#[derive(PartialEq, Eq, Debug)]
pub enum Frame<'a> {
    /// Nothing: the peer is alive.
    Tick,
    /// A message.
    Message {
        /// The atoms that its terms refer to.
        atoms: Vec<Atom>,
        /// Its terms, without versions.
        body: &'a [u8],
    },
    /// The first fragment of a message.
    First {
        /// Which message.
        sequence: u64,
        /// Its fragments, at least 1.
        fragments: u64,
        /// The atoms that the message's terms refer to.
        atoms: Vec<Atom>,
        /// The control message and the beginning of what follows it, without versions.
        body: &'a [u8],
    },
    /// Another fragment.
    Next {
        /// Which message.
        sequence: u64,
        /// How many fragments are to come, with this one; at least 1.
        fragment: u64,
        /// More of the message.
        body: &'a [u8],
    },
    /// A message from a peer that writes no headers.
    PassThrough {
        /// Its terms, each with its version.
        body: &'a [u8],
    },
}

/// A fault of a frame.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FrameError {
    /// It ends before its terms begin.
    Truncated,
    /// Its first byte is not what frames on this channel begin with.
    Begin(u8),
    /// Nobody knows this kind of header.
    Kind(u8),
    /// A fragment, on a channel without fragments.
    NoFragments,
    /// A header with atoms, on a channel without a cache.
    NoCache,
    /// The number of fragments is 0.
    Zero,
    /// There is no message behind the header.
    Empty,
    /// The references to the cache of atoms are wrong.
    Header(HeaderError),
}

impl From<HeaderError> for FrameError {
    fn from(e: HeaderError) -> FrameError {
        FrameError::Header(e)
    }
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FrameError::Truncated => f.write_str("the frame is too short"),
            FrameError::Begin(byte) => write!(f, "the frame begins with {byte}"),
            FrameError::Kind(kind) => write!(f, "unknown kind of header {kind}"),
            FrameError::NoFragments => f.write_str("a fragment where there are none"),
            FrameError::NoCache => f.write_str("atoms in a header where there is no cache"),
            FrameError::Zero => f.write_str("a fragment with number 0"),
            FrameError::Empty => f.write_str("nothing behind the header"),
            FrameError::Header(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for FrameError {}

/// Reads a frame; `flags` are those that both nodes have. After an error the channel has to end.
pub fn read<'a>(
    frame: &'a [u8],
    cache: &mut InCache,
    flags: Flags,
) -> Result<Frame<'a>, FrameError> {
    if !flags.intersects(Flags::HEADERS) {
        return match frame {
            [] => Ok(Frame::Tick),
            [PASS_THROUGH] => Err(FrameError::Empty),
            [PASS_THROUGH, body @ ..] => Ok(Frame::PassThrough { body }),
            [other, ..] => Err(FrameError::Begin(*other)),
        };
    }
    let (kind, rest) = match frame {
        [] => return Ok(Frame::Tick),
        [VERSION, kind, rest @ ..] => (*kind, rest),
        [VERSION] => return Err(FrameError::Truncated),
        [other, ..] => return Err(FrameError::Begin(*other)),
    };
    match kind {
        WHOLE => {
            let (atoms, body) = references(rest, cache, flags)?;
            Ok(Frame::Message { atoms, body })
        }
        FIRST | NEXT if !flags.contains(Flags::FRAGMENTS) => Err(FrameError::NoFragments),
        FIRST => {
            let (sequence, fragments, rest) = numbers(rest)?;
            let (atoms, body) = references(rest, cache, flags)?;
            Ok(Frame::First { sequence, fragments, atoms, body })
        }
        NEXT => {
            let (sequence, fragment, body) = numbers(rest)?;
            Ok(Frame::Next { sequence, fragment, body })
        }
        other => Err(FrameError::Kind(other)),
    }
}

/// The two numbers of a fragment.
fn numbers(rest: &[u8]) -> Result<(u64, u64, &[u8]), FrameError> {
    let (sequence, rest) = rest.split_first_chunk().ok_or(FrameError::Truncated)?;
    let (number, rest) = rest.split_first_chunk().ok_or(FrameError::Truncated)?;
    match u64::from_be_bytes(*number) {
        0 => Err(FrameError::Zero),
        number => Ok((u64::from_be_bytes(*sequence), number, rest)),
    }
}

fn references<'a>(
    rest: &'a [u8],
    cache: &mut InCache,
    flags: Flags,
) -> Result<(Vec<Atom>, &'a [u8]), FrameError> {
    if !flags.contains(Flags::DIST_HDR_ATOM_CACHE) && rest.first().is_some_and(|n| *n != 0) {
        return Err(FrameError::NoCache);
    }
    let (atoms, body) = cache.references(rest)?;
    if body.is_empty() {
        return Err(FrameError::Empty);
    }
    Ok((atoms, body))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cache::{HeaderKind, OutCache};
    use term::etf::AtomTable;

    fn written(kind: HeaderKind, atoms: &[Atom], body: &[u8]) -> Vec<u8> {
        let mut table = AtomTable::new();
        assert!(atoms.iter().all(|&atom| table.index(atom).is_some()));
        let mut frame = Vec::new();
        OutCache::new().header(&table, kind, &mut frame);
        frame.extend(body);
        frame
    }

    fn fault(frame: &[u8], flags: Flags) -> FrameError {
        let e = read(frame, &mut InCache::new(), flags).expect_err("a fault");
        assert!(!e.to_string().is_empty());
        e
    }

    #[test]
    fn frames_of_all_kinds_come_back() {
        let atoms = vec![Atom::new("frame"), Atom::new("of all kinds")];
        let body = &b"j"[..];
        let (sequence, fragments, fragment) = (u64::MAX, 3, 2);
        let kinds = [
            (HeaderKind::Whole, Frame::Message { atoms: atoms.clone(), body }),
            (
                HeaderKind::First { sequence, fragments },
                Frame::First { sequence, fragments, atoms: atoms.clone(), body },
            ),
            (HeaderKind::Next { sequence, fragment }, Frame::Next { sequence, fragment, body }),
        ];
        for (kind, expected) in kinds {
            let frame = written(kind, &atoms, body);
            assert_eq!(read(&frame, &mut InCache::new(), Flags::DEFAULT), Ok(expected));
            let header = frame.len() - body.len();
            for end in 1..header {
                let e = fault(&frame[..end], Flags::DEFAULT);
                let within = FrameError::Header(HeaderError::Truncated);
                assert!(e == FrameError::Truncated || e == within, "{end}: {e:?}");
            }
            let empty = read(&frame[..header], &mut InCache::new(), Flags::DEFAULT);
            match kind {
                HeaderKind::Next { .. } => assert!(empty.is_ok()),
                _ => assert_eq!(empty, Err(FrameError::Empty)),
            }
        }
        assert_eq!(read(&[], &mut InCache::new(), Flags::DEFAULT), Ok(Frame::Tick));
    }

    #[test]
    fn peers_without_headers_pass_terms_through() {
        let frame = written(HeaderKind::PassThrough, &[], b"\x83h\0");
        let flags = Flags::mandatory();
        let read = |frame| super::read(frame, &mut InCache::new(), flags).map(|f| format!("{f:?}"));
        assert_eq!(read(&frame), Ok("PassThrough { body: [131, 104, 0] }".to_owned()));
        assert_eq!(read(&[]), Ok("Tick".to_owned()));
        assert_eq!(fault(&frame[..1], flags), FrameError::Empty);
        assert_eq!(fault(&frame[1..], flags), FrameError::Begin(131));
        assert_eq!(fault(&frame, Flags::DEFAULT), FrameError::Begin(112));
    }

    #[test]
    fn a_channel_has_only_what_both_nodes_have() {
        let cache = Flags::DIST_HDR_ATOM_CACHE;
        let fragments = Flags::FRAGMENTS;
        let first = HeaderKind::First { sequence: 1, fragments: 1 };
        let next = HeaderKind::Next { sequence: 1, fragment: 1 };
        for kind in [first, next] {
            assert_eq!(fault(&written(kind, &[], b"j"), cache), FrameError::NoFragments);
            assert!(read(&written(kind, &[], b"j"), &mut InCache::new(), fragments).is_ok());
        }
        let with_atoms = written(first, &[Atom::new("ok")], b"j");
        assert_eq!(fault(&with_atoms, fragments), FrameError::NoCache);
        assert!(read(&with_atoms, &mut InCache::new(), fragments.union(cache)).is_ok());
    }

    #[test]
    fn faults_have_their_names() {
        let all = Flags::DEFAULT;
        assert_eq!(fault(&[112, 131, 106], all), FrameError::Begin(112));
        assert_eq!(fault(&[131, 71, 0], all), FrameError::Kind(71));
        assert_eq!(fault(&[131, 104, 0], all), FrameError::Kind(104));
        let zero = written(HeaderKind::First { sequence: 1, fragments: 0 }, &[], b"j");
        assert_eq!(fault(&zero, all), FrameError::Zero);
        let undefined = FrameError::Header(HeaderError::Undefined(0x109));
        assert_eq!(fault(&[131, 68, 1, 1, 9, 106], all), undefined);
        assert!(undefined.to_string().contains("265"));
    }
}
