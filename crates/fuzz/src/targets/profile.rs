//! Whatever the bytes behind a right checksum are, reading them as a profile ends in one, which is
//! written as the same bytes again, or in an error.

use super::image::sealed;
use crate::random::Random;
use native_abi::profile::Profile;

/// The bytes behind the head and the checksum.
pub fn run(bytes: &[u8]) {
    let _ = Profile::parse(bytes);
    let file = sealed(b"MASERCNT", bytes);
    if let Ok(profile) = Profile::parse(&file) {
        assert_eq!(profile.to_bytes(), file);
        let _ = (profile.total(), profile.digest());
    }
}

/// An MD5 and counters, most of them small.
pub fn make(random: &mut Random) -> Vec<u8> {
    let n = random.small(200);
    (0..n).map(|_| if random.once_in(3) { random.byte() } else { random.byte() % 6 }).collect()
}
