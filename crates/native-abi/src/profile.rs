//! Counts of a module's code, made by emulators: how often instructions were reached, which way
//! tests went, what kinds of numbers arithmetic had to do with.
//!
//! `MASERCNT`, a checksum of what follows: the module's MD5 and name, how many emulators have
//! counted, and the counts, each with the position of a generic instruction in the .beam file,
//! which all loaders and compilers have in common. An instruction without a count was never
//! reached. All numbers
//! are little-endian. Nothing in it is of one version of the emulator.

use crate::image::{Error, Reader, checksum, seal};
use std::collections::BTreeMap;

const MAGIC: &[u8; 8] = b"MASERCNT";
/// Larger files are none of ours.
pub(crate) const LARGEST: u64 = 64 << 20;

/// The kind of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum What {
    /// The label, or conditional instruction, was reached so often.
    Reached = 0,
    /// The conditional instruction was followed by the next one so often.
    Passed = 1,
    /// No count: the kinds of the operands, [`SMALL`] and so on, of the second three bits higher.
    Kinds = 2,
}

/// A small integer.
pub const SMALL: u64 = 1;
/// A float.
pub const FLOAT: u64 = 2;
/// Anything else.
pub const OTHER: u64 = 4;

/// The counts of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Of the module.
    pub md5: [u8; 16],
    /// Its name.
    pub module: String,
    /// How often an emulator has added what it counted.
    pub runs: u32,
    /// By the position of the instruction.
    pub counts: BTreeMap<(u32, What), u64>,
}

impl Profile {
    /// An instruction's count of this kind; 0 if it has none.
    pub fn count(&self, at: usize, what: What) -> u64 {
        self.counts.get(&(at as u32, what)).copied().unwrap_or(0)
    }

    /// How often anything was reached.
    pub fn total(&self) -> u64 {
        let reached = self.counts.iter().filter(|(k, _)| k.1 == What::Reached);
        reached.fold(0, |sum, (_, n)| sum.saturating_add(*n))
    }

    /// Adds what was counted at an instruction.
    pub fn add(&mut self, at: u32, what: What, n: u64) {
        if n != 0 {
            let sum = self.counts.entry((at, what)).or_insert(0);
            *sum = if what == What::Kinds { *sum | n } else { sum.saturating_add(n) };
        }
    }

    /// Its bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend([0; 8]);
        out.extend(self.md5);
        for n in [self.module.len() as u32, self.runs, self.counts.len() as u32] {
            out.extend(n.to_le_bytes());
        }
        out.extend(self.module.as_bytes());
        for (&(at, what), n) in &self.counts {
            out.extend(at.to_le_bytes());
            out.push(what as u8);
            out.extend(n.to_le_bytes());
        }
        seal(&mut out[8..]);
        out
    }

    /// A number that differs between profiles: it is in the names of the images that are made by
    /// them.
    pub fn digest(&self) -> u64 {
        checksum(&self.to_bytes()[16..])
    }

    /// Reads a profile.
    pub fn parse(bytes: &[u8]) -> Result<Profile, Error> {
        let mut counts = BTreeMap::new();
        let head = walk(bytes, |at, what, n| {
            counts.insert((at, what), n);
        })?;
        Ok(Profile { md5: head.md5, module: head.module.to_owned(), runs: head.runs, counts })
    }
}

/// [`Profile::digest`] of that in a file's bytes, if it is of this module.
pub(crate) fn digest_of(bytes: &[u8], md5: &[u8; 16]) -> Result<u64, Error> {
    let head = walk(bytes, |_, _, _| {})?;
    if head.md5 == *md5 { Ok(head.digest) } else { Err(Error::Damaged) }
}

struct Head<'a> {
    digest: u64,
    md5: [u8; 16],
    module: &'a str,
    runs: u32,
}

/// Goes through all counts, which are in the order of their places.
fn walk(bytes: &[u8], mut each: impl FnMut(u32, What, u64)) -> Result<Head<'_>, Error> {
    let mut r = Reader(bytes);
    if r.take(8).ok() != Some(MAGIC) {
        return Err(Error::Magic);
    }
    let sum = r.take(8)?;
    let digest = checksum(r.0);
    if sum != digest.to_le_bytes() {
        return Err(Error::Damaged);
    }
    let md5 = r.take(16)?.try_into().map_err(|_| Error::Damaged)?;
    let (length, runs, number) = (r.number()?, r.number()?, r.number()?);
    let module = str::from_utf8(r.take(length as usize)?).map_err(|_| Error::Damaged)?;
    let mut last = None;
    for _ in 0..number {
        let at = r.number()?;
        let what = match r.take(1)? {
            [0] => What::Reached,
            [1] => What::Passed,
            [2] => What::Kinds,
            _ => return Err(Error::Damaged),
        };
        let n = r.take(8)?.try_into().map_err(|_| Error::Damaged)?;
        if last.replace((at, what)) >= Some((at, what)) {
            return Err(Error::Damaged);
        }
        each(at, what, u64::from_le_bytes(n));
    }
    match r.0 {
        [] => Ok(Head { digest, md5, module, runs }),
        _ => Err(Error::Damaged),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Profile {
        let mut profile = Profile { md5: [7; 16], module: "small".into(), ..Profile::default() };
        profile.runs = 2;
        profile.add(3, What::Reached, 10);
        profile.add(3, What::Passed, 4);
        profile.add(4, What::Kinds, FLOAT | SMALL << 3);
        profile
    }

    #[test]
    fn there_and_back() {
        let profile = example();
        let digest = walk(&profile.to_bytes(), |_, _, _| {}).map(|head| head.digest);
        assert_eq!(digest, Ok(profile.digest()));
        assert_eq!(Profile::parse(&profile.to_bytes()), Ok(profile));
    }

    #[test]
    fn counts_add_up() {
        let mut profile = example();
        profile.add(3, What::Reached, u64::MAX - 5);
        profile.add(4, What::Kinds, OTHER);
        profile.add(9, What::Reached, 0);
        assert_eq!(profile.count(3, What::Reached), u64::MAX);
        assert_eq!(profile.count(4, What::Kinds), OTHER | FLOAT | SMALL << 3);
        assert_eq!(profile.counts.len(), 3);
        assert_ne!(profile.digest(), example().digest());
    }

    #[test]
    fn damage_is_found() {
        let bytes = example().to_bytes();
        for n in 0..bytes.len() {
            assert!(Profile::parse(&bytes[..n]).is_err(), "cut at {n}");
            let mut other = bytes.clone();
            other[n] ^= 0x10;
            assert!(Profile::parse(&other).is_err(), "changed at {n}");
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert_eq!(Profile::parse(&longer), Err(Error::Damaged));
        // Whole by its checksum, but with numbers that nothing has written.
        let mut refused = 0;
        for at in 16..bytes.len() {
            for byte in [0, 3, 0x7f, 0xff] {
                let mut other = bytes.clone();
                other[at] = byte;
                seal(&mut other[8..]);
                match Profile::parse(&other) {
                    Ok(profile) => assert_eq!(profile.to_bytes(), other, "{byte} at {at}"),
                    Err(_) => refused += 1,
                }
            }
        }
        // Lengths, kinds of counts, and places that are out of order.
        assert!(refused > 30, "{refused} refused");
    }
}
