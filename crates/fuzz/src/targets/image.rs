//! Whatever the bytes behind a right checksum are, reading them as an image of native code ends in
//! one, which is written as the same bytes again, or in an error.

use crate::random::Random;
use native_abi::image::{Image, Proof, seal};
use trust::TAG;

/// The bytes behind the head and the checksum.
pub fn run(bytes: &[u8]) {
    let _ = Image::parse(bytes.to_vec(), Proof::Place);
    let fingerprint = native_abi::fingerprint().to_le_bytes();
    let head = [&b"MASERNAT"[..], &fingerprint, &[0; TAG]].concat();
    let file = sealed(&head, bytes);
    if let Ok(image) = Image::parse(file.clone(), Proof::Place) {
        assert_eq!(image.to_bytes(), file);
        assert_eq!(image.sizes().len(), image.functions.len());
    }
}

/// A file with its checksum.
pub(super) fn sealed(head: &[u8], rest: &[u8]) -> Vec<u8> {
    let mut bytes = [head, &[0; 8], rest].concat();
    seal(&mut bytes[head.len()..]);
    bytes
}

/// An MD5, a time, and sections with few entries.
pub fn make(random: &mut Random) -> Vec<u8> {
    let mut bytes = random.bytes(24);
    for _ in 0..random.small(12) {
        let n = random.small(4);
        bytes.extend((n as u32).to_le_bytes());
        for _ in 0..n {
            let size = [1, 4, 5, 8, 12, 16][random.below(6)];
            let high = random.once_in(6);
            bytes.extend((0..size).map(|i| if i > 0 && !high { 0 } else { random.byte() % 10 }));
        }
    }
    bytes
}
