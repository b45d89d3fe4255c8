//! Whatever the bytes behind a right checksum are, reading them as a profile or an image ends in
//! one, which is written as the same bytes again, or in an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use native_abi::image::{Image, Proof, seal};
use native_abi::profile::Profile;

fn sealed(head: &[u8], rest: &[u8]) -> Vec<u8> {
    let mut bytes = [head, &[0; 8], rest].concat();
    seal(&mut bytes[head.len()..]);
    bytes
}

fuzz_target!(|bytes: &[u8]| {
    let file = sealed(b"MASERCNT", bytes);
    if let Ok(profile) = Profile::parse(&file) {
        assert_eq!(profile.to_bytes(), file);
        let _ = profile.total();
    }
    let fingerprint = native_abi::fingerprint().to_le_bytes();
    let file = sealed(&[b"MASERNAT", &fingerprint[..], &[0; trust::TAG]].concat(), bytes);
    if let Ok(image) = Image::parse(file.clone(), Proof::Place) {
        assert_eq!(image.to_bytes(), file);
        assert_eq!(image.sizes().len(), image.functions.len());
    }
});
