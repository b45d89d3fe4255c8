//! The user's own key, by which is known what the user's own programs have made.

use crate::{Dir, Distrust, Make, Why, random};
use std::fmt;

/// Bytes of a tag.
pub const TAG: usize = 32;
/// Bytes of a key.
const LENGTH: usize = 32;
/// The key's file.
const NAME: &str = "key";

/// A key, which is in a file of its own and nobody else can read.
#[derive(Clone, PartialEq, Eq)]
pub struct Key([u8; LENGTH]);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

impl Key {
    /// The key in a directory; it is made, by whoever is first, if there is none.
    pub fn of(dir: &Dir, make: Make) -> Result<Key, Distrust> {
        match Key::read(dir) {
            Err(none) if none.is_missing() && make == Make::Yes => {
                let bytes: [u8; LENGTH] = random().map_err(|e| Distrust::io(dir.path(), &e))?;
                dir.write_first(NAME, &bytes)?;
                Key::read(dir)
            }
            read => read,
        }
    }

    fn read(dir: &Dir) -> Result<Key, Distrust> {
        let bytes = dir.file(NAME)?.secret()?.read(LENGTH as u64)?;
        let damaged = || Distrust::new(&dir.path().join(NAME), Why::Length);
        bytes.try_into().map(Key).map_err(|_| damaged())
    }

    /// Forgets a directory's key, and so all that has been made with it; whether there was one.
    pub fn remove(dir: &Dir) -> bool {
        dir.remove(NAME)
    }

    /// The tag of a file of this name with these contents.
    pub fn tag(&self, name: &str, contents: &[&[u8]]) -> [u8; TAG] {
        self.hash(name, contents).into()
    }

    /// Whether a tag is that of a file of this name with these contents. It takes as long for a
    /// wrong one.
    pub fn is_tag(&self, tag: &[u8; TAG], name: &str, contents: &[&[u8]]) -> bool {
        // Hashes are compared in constant time.
        self.hash(name, contents) == blake3::Hash::from_bytes(*tag)
    }

    fn hash(&self, name: &str, contents: &[&[u8]]) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        // With their lengths, so that nothing can be taken for a part of what is beside it.
        for part in std::iter::once(name.as_bytes()).chain(contents.iter().copied()) {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        hasher.finalize()
    }
}
