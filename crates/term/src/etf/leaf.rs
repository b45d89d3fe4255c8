//! Terms without parts that are read most often, from the bytes that begin with them.

use super::tag;
use crate::atom::{self, PREFIX};
use crate::{Atom, Term};

/// A small integer, `[]` or an atom that there is already, if bytes begin with one, and the rest of
/// them.
#[inline(always)]
pub(super) fn leaf<'a>(bytes: &'a [u8], atoms: &[Atom]) -> Option<(Term<'static>, &'a [u8])> {
    Some(match bytes {
        [tag::SMALL_INTEGER, byte, rest @ ..] => (Term::small(i64::from(*byte)), rest),
        [tag::INTEGER, a, b, c, d, rest @ ..] => {
            (Term::small(i64::from(i32::from_be_bytes([*a, *b, *c, *d]))), rest)
        }
        [tag::ATOM | tag::ATOM_UTF8, high, low, rest @ ..] => {
            let (atom, rest) = known_atom(usize::from(*high) << 8 | usize::from(*low), rest)?;
            (Term::atom(atom), rest)
        }
        [tag::SMALL_ATOM | tag::SMALL_ATOM_UTF8, n, rest @ ..] => {
            let (atom, rest) = known_atom((*n).into(), rest)?;
            (Term::atom(atom), rest)
        }
        [tag::ATOM_CACHE_REF, i, rest @ ..] => (Term::atom(*atoms.get(usize::from(*i))?), rest),
        [tag::NIL, rest @ ..] => (Term::NIL, rest),
        _ => return None,
    })
}

/// Whether bytes begin with a term that has parts.
#[inline(always)]
pub(super) fn has_parts(bytes: &[u8]) -> bool {
    matches!(
        bytes,
        [
            tag::LIST
                | tag::SMALL_TUPLE
                | tag::LARGE_TUPLE
                | tag::MAP
                | tag::NEW_FUN
                | tag::RECORD
                | tag::LOCAL,
            ..
        ]
    )
}

/// The atom whose name is the first so many bytes, and what is behind them. Nothing if there is no
/// such atom yet, or the name could be in another encoding than UTF-8.
#[inline(always)]
pub(super) fn known_atom(n: usize, bytes: &[u8]) -> Option<(Atom, &[u8])> {
    let (name, rest) = bytes.split_at_checked(n)?;
    let prefix = match (bytes.first_chunk(), n) {
        (Some(ahead), 1..=PREFIX) => u64::from_be_bytes(*ahead) & !0 << (8 * (PREFIX - n)),
        _ => atom::prefix(name),
    };
    let ascii = prefix & 0x8080_8080_8080_8080 == 0 && (n <= PREFIX || name.is_ascii());
    if ascii { Some((Atom::of_bytes(name, prefix)?, rest)) } else { None }
}
