//! Whatever the bytes are, decoding ends in a term or an error; a term encodes to bytes that give
//! it again.

use crate::random::Random;
use crate::terms;
use term::etf::{
    DecodeOptions, Decoding, EncodeOptions, decode, decode_used, encode, encoded_size,
};
use term::{Heap, Term, atom, compare, print};

/// Decodes in all ways, without making atoms.
pub fn run(bytes: &[u8]) {
    // Atoms are never freed: a long run must not make any beside these.
    let _ = (atom!("a"), atom!("a@b"), atom!("x@y.z"), atom!("lists"), atom!("map"), atom!("é"));
    for release in [release::NEWEST, release::OLDEST] {
        release::choose(release);
        check(bytes, DecodeOptions { safe: true, ..DecodeOptions::default() });
    }
}

/// The same with atoms made; whether it is a term.
pub fn survives(bytes: &[u8]) -> bool {
    check(bytes, DecodeOptions::default())
}

fn check(bytes: &[u8], options: DecodeOptions<'_>) -> bool {
    let heap = Heap::new(0);
    let in_steps = stepwise(&heap, bytes, options);
    let (t, used) = match decode_used(&heap, bytes, options) {
        Ok(read) => read,
        Err(e) => {
            assert!(in_steps.is_none() && !e.to_string().is_empty());
            return false;
        }
    };
    let (same, used_in_steps) = in_steps.expect("a term in one step is one in many");
    assert!(compare::exactly_equal(same, t) && used == used_in_steps && used <= bytes.len());
    let encoding = EncodeOptions { deterministic: true, ..EncodeOptions::default() };
    let form = encode(t, encoding).expect("small enough");
    assert!(encoded_size(t, encoding).expect("small enough") >= form.len());
    // What has been read exists.
    let again = decode(&heap, &form, options).expect("what was encoded");
    assert!(compare::exactly_equal(again, t));
    assert_eq!(encode(again, encoding).expect("small enough"), form);
    let _ = print::display_bounded(t, 1000);
    true
}

fn stepwise<'h>(
    heap: &'h Heap,
    bytes: &[u8],
    options: DecodeOptions<'_>,
) -> Option<(Term<'h>, usize)> {
    let mut decoding = Decoding::new(bytes).ok()?;
    loop {
        if let Some(read) = decoding.go_on(heap, bytes, options, 50).ok()? {
            return Some(read);
        }
    }
}

/// A term, most often damaged.
pub fn make(random: &mut Random) -> Vec<u8> {
    terms::any(random)
}
