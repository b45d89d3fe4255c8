//! Whatever the bytes are, decoding ends in a term or an error; a term encodes to bytes that
//! give it again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use term::etf::{DecodeOptions, EncodeOptions, decode, encode};
use term::{Heap, atom, compare};

fuzz_target!(|bytes: &[u8]| {
    // Atoms are never freed: a long run must not make any beside these.
    let _ = (atom!("a"), atom!("a@b"), atom!("lists"), atom!("map"));
    let options = DecodeOptions { safe: true, atoms: &[] };
    let mut input = vec![131];
    input.extend_from_slice(bytes);
    let heap = Heap::new(0);
    let Ok(t) = decode(&heap, &input, options) else { return };
    let form = encode(t, EncodeOptions::default());
    let again = decode(&heap, &form, options).expect("what was encoded");
    assert!(compare::exactly_equal(t, again));
});
