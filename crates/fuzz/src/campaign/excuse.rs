//! Differences that are known and meant: where stock reads what is not its input, and what
//! `docs/differences-with-otp.md` says.

use super::{Difference, Kind};
use term::Heap;
use term::etf::{DecodeError, DecodeOptions, decode};

/// Why a difference counts for nothing.
pub(super) fn excuse(kind: Kind, d: &Difference) -> Option<&'static str> {
    match kind {
        Kind::Terms => term(&d.input),
        Kind::Texts => None,
    }
}

fn term(bytes: &[u8]) -> Option<&'static str> {
    if bytes.windows(32).any(|w| w[0] == 99 && !w[1..].contains(&0)) {
        return Some("stock reads on behind a float that has no end");
    }
    let heap = Heap::new(0);
    match decode(&heap, bytes, DecodeOptions::default()) {
        Err(DecodeError::BadTag(b'I' | b'K')) => {
            Some("stock takes its private tags for atoms from anybody")
        }
        Err(DecodeError::Invalid("the creator of a fun is no pid")) => {
            Some("stock takes whatever stands there for a fun's creator, and may crash of it")
        }
        Err(DecodeError::Invalid("a reference without numbers")) => Some(
            "stock reads a number of a reference that has none, behind the input or in the next term",
        ),
        Err(DecodeError::Invalid("the arity of an external fun")) => {
            Some("stock takes external funs of more than 255 arguments")
        }
        _ => None,
    }
}
