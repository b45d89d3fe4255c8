//! The image of a compiled module: code, what it refers to, and where its functions are.
//!
//! `MASERNAT`, the fingerprint, a tag, a checksum of what follows: the module's MD5, how long it
//! took to compile, then sections, each a length of 4 bytes and so many entries. All numbers are
//! little-endian. The tag is made with the key of the cache that the image is in, of all else and
//! of the file's name; in an image beside a .beam file it is zero. Code is independent of its
//! position; at a fixed distance from it, in memory that is never executed, the emulator puts the
//! table of slots, a word each, to which the code refers relative to itself.

use crate::stays::{Stays, Why};
use std::fmt;
use std::ops::{Deref, Range};
use trust::{Key, TAG};

/// Distance in bytes from the beginning of a module's code to its slots: no code is larger, and it
/// is within the reach of an instruction.
pub const TABLE: usize = 32 << 20;
const MAGIC: &[u8; 8] = b"MASERNAT";
/// Where the tag is.
const TAGGED: Range<usize> = 16..16 + TAG;
/// Bytes before what the checksum is of.
const HEAD: usize = TAGGED.end + 8;

/// The content of a slot of the table, which the emulator fills in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// The atom of this number in the file.
    Atom(u32),
    /// The literal of this number.
    Literal(u32),
    /// A constant that the file does not have: its external form.
    Constant(Box<[u8]>),
    /// Of small maps whose keys are the atoms of these numbers: where the value of the first of
    /// them is, in words from the map's header on.
    Place(Box<[u32]>),
    /// The definition of the native record of this number.
    Record(u32),
    /// The address of the export of the import of this number.
    Import(u32),
    /// The address of the built-in that is the import of this number.
    Bif(u32),
    /// The address of the entry of the fun of this number.
    Fun(u32),
    /// The base-tier address of the generic instruction of this number.
    Pc(u32),
    /// The reductions that a call of the function of this number counts: one, or
    /// [`crate::TOO_MANY`] if its native code is not to be executed.
    Cost(u32),
    /// The base-tier address that calls of the function of this number go to.
    Entry(u32),
}

/// The code of an image: bytes of its own, or where in the file's they are, so that they are not
/// copied before they come to where they are executed.
#[derive(Clone, Default)]
pub struct Code {
    bytes: Vec<u8>,
    range: Range<usize>,
}

impl From<Vec<u8>> for Code {
    fn from(bytes: Vec<u8>) -> Code {
        Code { range: 0..bytes.len(), bytes }
    }
}

impl Deref for Code {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[self.range.clone()]
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.deref().fmt(f)
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Code) -> bool {
        **self == **other
    }
}

impl Eq for Code {}

/// A compiled function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its number in the file.
    pub index: u32,
    /// Where it begins in the code.
    pub entry: u32,
}

/// An image.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    /// Of the module.
    pub md5: [u8; 16],
    /// Instructions and constants.
    pub code: Code,
    /// The table.
    pub slots: Vec<Slot>,
    /// The functions.
    pub functions: Vec<Function>,
    /// `(offset, function)`: from this offset on, code is of the function of this number.
    pub owners: Vec<(u32, u32)>,
    /// The numbers of the functions that stay in the base tier.
    pub left: Vec<u32>,
    /// Instructions of the other functions that the base tier executes, and why.
    pub stays: Vec<Stays>,
    /// The tests that the verifier has asked for, as `beamfile::checks_to_bytes` gives them: code
    /// that has an image need not be verified again.
    pub checks: Vec<u8>,
    /// How long it took to compile, in milliseconds.
    pub milliseconds: u32,
}

/// A fault of a file in the cache; the message says which file, so this names the fault only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// It is something else.
    Magic,
    /// It is for another emulator.
    Fingerprint,
    /// It ends too early, or has something that makes no sense.
    Damaged,
    /// It is whole, and was not made for this cache with its key.
    Foreign,
}

/// By what it is known that an image is what the compiler has made.
#[derive(Clone, Copy, Debug)]
pub enum Proof<'a> {
    /// By its tag: the key, and the name of the image's file.
    Key(&'a Key, &'a str),
    /// By where it lies; the checksum tells damage.
    Place,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Error::Magic => "it is something else",
            Error::Fingerprint => "it is for another emulator",
            Error::Damaged => "it is damaged",
            Error::Foreign => "it was not made for this cache",
        })
    }
}

impl std::error::Error for Error {}

impl Image {
    /// How many bytes of the code are of each function.
    pub fn sizes(&self) -> Vec<u32> {
        let mut sizes = vec![0; self.functions.len()];
        let ends = self.owners.iter().skip(1).map(|o| o.0).chain([self.code.len() as u32]);
        for (&(at, function), end) in self.owners.iter().zip(ends) {
            sizes[function as usize] += end - at;
        }
        sizes
    }

    /// Its bytes, for a file of this name in a cache with this key.
    pub fn to_bytes_for(&self, key: &Key, name: &str) -> Vec<u8> {
        let mut out = self.to_bytes();
        let tag = key.tag(name, &[&out[..TAGGED.start], &out[TAGGED.end..]]);
        out[TAGGED].copy_from_slice(&tag);
        out
    }

    /// Its bytes, without a tag.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend(crate::fingerprint().to_le_bytes());
        out.extend([0; TAG + 8]);
        out.extend(self.md5);
        out.extend(self.milliseconds.to_le_bytes());
        let number = |out: &mut Vec<u8>, n: usize| out.extend((n as u32).to_le_bytes());
        number(&mut out, self.code.len());
        out.extend(&*self.code);
        number(&mut out, self.slots.len());
        for slot in &self.slots {
            let (tag, n) = match slot {
                Slot::Atom(n) => (0, *n),
                Slot::Literal(n) => (1, *n),
                Slot::Constant(bytes) => (2, bytes.len() as u32),
                Slot::Import(n) => (3, *n),
                Slot::Fun(n) => (4, *n),
                Slot::Pc(n) => (5, *n),
                Slot::Cost(n) => (6, *n),
                Slot::Entry(n) => (7, *n),
                Slot::Bif(n) => (8, *n),
                Slot::Place(keys) => (9, keys.len() as u32),
                Slot::Record(n) => (10, *n),
            };
            out.push(tag);
            number(&mut out, n as usize);
            match slot {
                Slot::Constant(bytes) => out.extend(bytes),
                Slot::Place(keys) => keys.iter().for_each(|&n| number(&mut out, n as usize)),
                _ => {}
            }
        }
        number(&mut out, self.functions.len());
        for f in &self.functions {
            for n in [f.index, f.entry] {
                number(&mut out, n as usize);
            }
        }
        number(&mut out, self.owners.len());
        for &(at, function) in &self.owners {
            number(&mut out, at as usize);
            number(&mut out, function as usize);
        }
        number(&mut out, self.left.len());
        for &function in &self.left {
            number(&mut out, function as usize);
        }
        number(&mut out, self.stays.len());
        for s in &self.stays {
            number(&mut out, s.function as usize);
            number(&mut out, s.count as usize);
            out.extend([s.op, s.why as u8]);
        }
        number(&mut out, self.checks.len());
        out.extend(&self.checks);
        seal(&mut out[HEAD - 8..]);
        out
    }

    /// Reads an image, which keeps its file's bytes.
    pub fn parse(bytes: Vec<u8>, proof: Proof<'_>) -> Result<Image, Error> {
        let mut r = Reader(&bytes);
        if r.take(8).ok() != Some(MAGIC) {
            return Err(Error::Magic);
        }
        if r.take(8)? != crate::fingerprint().to_le_bytes() {
            return Err(Error::Fingerprint);
        }
        let tag: &[u8; TAG] = r.take(TAG)?.try_into().map_err(|_| Error::Damaged)?;
        let tagged = [&bytes[..TAGGED.start], r.0];
        let sum = r.take(8)?;
        let is_whole = || sum == checksum(r.0).to_le_bytes();
        match proof {
            // A file with the right tag has the right checksum.
            Proof::Key(key, name) if key.is_tag(tag, name, &tagged) => {}
            Proof::Key(..) if is_whole() => return Err(Error::Foreign),
            Proof::Place if *tag == [0; TAG] && is_whole() => {}
            _ => return Err(Error::Damaged),
        }
        let md5 = r.take(16)?.try_into().map_err(|_| Error::Damaged)?;
        let milliseconds = r.number()?;
        let n = r.number()?;
        let begin = bytes.len() - r.0.len();
        let code = begin..begin + r.take(n as usize)?.len();
        let slots = slots(&mut r)?;
        let mut functions = Vec::new();
        for _ in 0..r.number()? {
            let f = Function { index: r.number()?, entry: r.number()? };
            if f.entry as usize >= code.len() {
                return Err(Error::Damaged);
            }
            functions.push(f);
        }
        let number_of = functions.len();
        let known = |n: u32| if (n as usize) < number_of { Ok(n) } else { Err(Error::Damaged) };
        let mut owners: Vec<(u32, u32)> = Vec::new();
        for _ in 0..r.number()? {
            let (at, function) = (r.number()?, known(r.number()?)?);
            if at as usize >= code.len() || owners.last().is_some_and(|last| last.0 > at) {
                return Err(Error::Damaged);
            }
            owners.push((at, function));
        }
        let mut left = Vec::new();
        for _ in 0..r.number()? {
            left.push(known(r.number()?)?);
        }
        let mut stays = Vec::new();
        for _ in 0..r.number()? {
            let (function, count) = (known(r.number()?)?, r.number()?);
            let [op, why] = *r.take(2)? else { return Err(Error::Damaged) };
            let why = Why::from_u8(why).ok_or(Error::Damaged)?;
            stays.push(Stays { function, op, why, count });
        }
        let n = r.number()?;
        let checks = r.take(n as usize)?.to_vec();
        if !r.0.is_empty() {
            return Err(Error::Damaged);
        }
        let code = Code { bytes, range: code };
        Ok(Image { md5, code, slots, functions, owners, left, stays, checks, milliseconds })
    }
}

/// Reads the slots of an image's table.
fn slots(r: &mut Reader) -> Result<Vec<Slot>, Error> {
    let count = r.number()? as usize;
    // Each takes five bytes and more.
    let mut slots = Vec::with_capacity(count.min(r.0.len() / 5));
    for _ in 0..count {
        let tag = r.take(1)?[0];
        let n = r.number()?;
        slots.push(match tag {
            0 => Slot::Atom(n),
            1 => Slot::Literal(n),
            2 => Slot::Constant(r.take(n as usize)?.into()),
            3 => Slot::Import(n),
            4 => Slot::Fun(n),
            5 => Slot::Pc(n),
            6 => Slot::Cost(n),
            7 => Slot::Entry(n),
            8 => Slot::Bif(n),
            9 => Slot::Place((0..n).map(|_| r.number()).collect::<Result<_, _>>()?),
            10 => Slot::Record(n),
            _ => return Err(Error::Damaged),
        });
    }
    Ok(slots)
}

/// Tells damage, not malice: that is what tags and places are for. Four times eight bytes at a
/// time, for images are read at each start, and a multiplication need not wait for the one before.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let mix =
        |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let (blocks, rest) = bytes.as_chunks::<32>();
    let mut lanes = [0, 1, 2, 3];
    for block in blocks {
        let (words, _) = block.as_chunks::<8>();
        for (lane, word) in lanes.iter_mut().zip(words) {
            *lane = mix(*lane, u64::from_le_bytes(*word));
        }
    }
    let hash = lanes.into_iter().fold(bytes.len() as u64, mix);
    rest.iter().fold(hash, |h, &b| mix(h, b.into()))
}

/// Writes the checksum of the rest into the first 8 bytes: for who makes a file, or damages one.
pub fn seal(bytes: &mut [u8]) {
    if let Some((sum, rest)) = bytes.split_first_chunk_mut() {
        *sum = checksum(rest).to_le_bytes();
    }
}

pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn take(&mut self, n: usize) -> Result<&'a [u8], Error> {
        let (taken, rest) = self.0.split_at_checked(n).ok_or(Error::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    pub(crate) fn number(&mut self) -> Result<u32, Error> {
        let bytes = self.take(4)?.try_into().map_err(|_| Error::Damaged)?;
        Ok(u32::from_le_bytes(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trust::{Dir, Make, Scratch};

    fn example() -> Image {
        Image {
            md5: [7; 16],
            code: vec![1, 2, 3, 4, 5].into(),
            slots: vec![
                Slot::Atom(3),
                Slot::Constant([131, 98, 0, 0, 0, 1].into()),
                Slot::Place([3, 1].into()),
                Slot::Pc(9),
            ],
            functions: vec![Function { index: 0, entry: 1 }],
            owners: vec![(0, 0), (4, 0)],
            left: vec![0],
            stays: vec![Stays { function: 0, op: 22, why: Why::Operands, count: 3 }],
            checks: vec![1, 2, 3],
            milliseconds: 12,
        }
    }

    #[test]
    fn there_and_back() {
        let image = example();
        assert_eq!(Image::parse(image.to_bytes(), Proof::Place), Ok(image.clone()));
        let (_scratch, key) = key();
        let tagged = image.to_bytes_for(&key, "a");
        assert_eq!(Image::parse(tagged, Proof::Key(&key, "a")), Ok(image));
    }

    /// A new key.
    fn key() -> (Scratch, Key) {
        let scratch = Scratch::new("image-test").unwrap();
        let dir = Dir::open(scratch.path(), Make::No).unwrap();
        let key = Key::of(&dir, Make::Yes).unwrap();
        (scratch, key)
    }

    #[test]
    fn damage_is_found() {
        let (_scratch, key) = key();
        for proof in [Proof::Place, Proof::Key(&key, "a")] {
            let bytes = match proof {
                Proof::Place => example().to_bytes(),
                Proof::Key(key, name) => example().to_bytes_for(key, name),
            };
            let parse = |bytes| Image::parse(bytes, proof);
            for n in 0..bytes.len() {
                assert!(parse(bytes[..n].to_vec()).is_err(), "cut at {n}");
            }
            assert_eq!(parse(b"something else".to_vec()), Err(Error::Magic));
            let mut other = bytes.clone();
            other[8] ^= 1;
            assert_eq!(parse(other), Err(Error::Fingerprint));
            for n in TAGGED.start..bytes.len() {
                let mut other = bytes.clone();
                other[n] ^= 0x10;
                assert!(parse(other).is_err(), "changed at {n}");
            }
            let mut longer = bytes;
            longer.push(0);
            assert_eq!(parse(longer), Err(Error::Damaged));
        }
    }

    #[test]
    fn a_right_checksum_is_not_enough() {
        let ((_scratch, key), (_other, stranger)) = (key(), key());
        let parse = |bytes| Image::parse(bytes, Proof::Key(&key, "a"));
        // Made by who does not know the key, or for a file of another name.
        assert_eq!(parse(example().to_bytes()), Err(Error::Foreign));
        assert_eq!(parse(example().to_bytes_for(&stranger, "a")), Err(Error::Foreign));
        assert_eq!(parse(example().to_bytes_for(&key, "b")), Err(Error::Foreign));
        // Changed, and sealed again.
        let mut changed = example().to_bytes_for(&key, "a");
        *changed.last_mut().unwrap() ^= 1;
        seal(&mut changed[HEAD - 8..]);
        assert_eq!(parse(changed), Err(Error::Foreign));
        // An image with a tag is none to be shipped.
        let tagged = example().to_bytes_for(&key, "a");
        assert_eq!(Image::parse(tagged, Proof::Place), Err(Error::Damaged));
    }
}
