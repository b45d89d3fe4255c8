//! Reading terms: no recursion, no trust in declared lengths, no more memory than the input is
//! worth.

use super::leaf::{has_parts, known_atom, leaf};
use super::*;
use crate::code::{FunEntry, OldFun};
use crate::heap::Filling;
use crate::literal::Area;
use crate::map::FillingMap;
use crate::node::{self, Node};
use crate::{Atom, Definition, Export, Heap, Mfa, OwnedTerm, RefBin, Term, am, map};
use release::Difference;
use smallvec::SmallVec;
use std::sync::OnceLock;

/// Why bytes are no term. To a program all of them are `badarg`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum DecodeError {
    /// The bytes end within the term.
    Truncated,
    /// The first byte is not the version, or a tag is unknown.
    BadTag(u8),
    /// The bytes say something that no term can be: what is wrong.
    Invalid(&'static str),
    /// With [`DecodeOptions::safe`]: it would make an atom, an export or a fun that is not there.
    Unsafe,
    /// With [`DecodeOptions::spare_atoms`]: it would make one of these atoms.
    Atoms,
}

impl std::fmt::Display for DecodeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DecodeError::Truncated => f.write_str("the bytes end within the term"),
            DecodeError::BadTag(tag) => write!(f, "unknown tag {tag}"),
            DecodeError::Invalid(what) => f.write_str(what),
            DecodeError::Unsafe => f.write_str("an atom, export or fun that does not exist"),
            DecodeError::Atoms => f.write_str("the table of atoms is almost full"),
        }
    }
}

impl std::error::Error for DecodeError {}

/// How to decode.
#[derive(Copy, Clone, Default, Debug)]
pub struct DecodeOptions<'a> {
    /// Refuse what would make an atom, an export or a fun entry: none of them is ever freed.
    pub safe: bool,
    /// Atoms that references to the atom cache of a distribution header stand for.
    pub atoms: &'a [Atom],
    /// Places of the table of atoms that have to stay free.
    pub spare_atoms: u32,
    /// The bytes are those of this binary: a binary that is a large part of them refers to it and
    /// is not copied.
    pub within: Option<&'a RefBin>,
}

/// A binary in a term that is read refers to the bytes from this length on, if it may.
const SHARED_MIN: usize = 64 << 10;
/// And if it is at least this part of them, so that little is kept besides.
const SHARED_PART: usize = 4;

/// Finds the magic reference of some numbers, if the object behind it lives.
pub type FindMagicRef = for<'h> fn(&'h Heap, [u32; 3]) -> Option<Term<'h>>;

/// To be set by whoever keeps a table of magic references. Until then (and for all others)
/// references read from outside are plain ones.
pub static MAGIC_REF: OnceLock<FindMagicRef> = OnceLock::new();

/// The term that `bytes` (with the version in front) begin with.
pub fn decode<'h>(
    heap: &'h Heap,
    bytes: &[u8],
    options: DecodeOptions<'_>,
) -> Result<Term<'h>, DecodeError> {
    decode_used(heap, bytes, options).map(|(t, _)| t)
}

/// As [`decode`], with the number of bytes that the term took.
pub fn decode_used<'h>(
    heap: &'h Heap,
    bytes: &[u8],
    options: DecodeOptions<'_>,
) -> Result<(Term<'h>, usize), DecodeError> {
    if let [VERSION, tag, ..] = bytes
        && *tag != tag::COMPRESSED
    {
        let (t, used) = decode_body(heap, &bytes[1..], options)?;
        return Ok((t, 1 + used));
    }
    let mut decoding = Decoding::new(bytes)?;
    loop {
        if let Some(read) = decoding.go_on(heap, bytes, options, usize::MAX)? {
            return Ok(read);
        }
    }
}

/// A term that is being read, as much at a time as is wanted.
pub struct Decoding<'h> {
    begun: Begun<'h>,
    /// Of the bytes, inflated if they are compressed, those that have been read.
    read: usize,
    /// Of these, those that binaries only refer to.
    referred: usize,
    inflating: Option<Box<Inflating>>,
}

impl<'h> Decoding<'h> {
    /// Begins to read from bytes with the version in front.
    pub fn new(bytes: &[u8]) -> Result<Decoding<'h>, DecodeError> {
        let (read, inflating) = match bytes {
            [] => return Err(DecodeError::Truncated),
            [VERSION, tag::COMPRESSED, a, b, c, d, data @ ..] => {
                let size = u32::from_be_bytes([*a, *b, *c, *d]) as usize;
                (0, Some(Box::new(Inflating::new(data, size))))
            }
            [VERSION, ..] => (1, None),
            [other, ..] => return Err(DecodeError::BadTag(*other)),
        };
        Ok(Decoding { begun: Begun::default(), read, referred: 0, inflating })
    }

    /// Begins to read a term without a version that is so many bytes behind the first of those to
    /// read from; they are counted with those that the term takes.
    pub fn of_body(from: usize) -> Decoding<'h> {
        Decoding { begun: Begun::default(), read: from, referred: 0, inflating: None }
    }

    /// Goes on with the same bytes; gives the term, when it is there, and how many bytes it took.
    /// Work is about as much as it takes to read that many.
    pub fn go_on(
        &mut self,
        heap: &'h Heap,
        bytes: &[u8],
        options: DecodeOptions<'_>,
        work: usize,
    ) -> Result<Option<(Term<'h>, usize)>, DecodeError> {
        if let Some(inflating) = &mut self.inflating
            && !inflating.whole
        {
            inflating.go_on(&bytes[6..], work / INFLATING)?;
            if !inflating.whole || work != usize::MAX {
                return Ok(None);
            }
        }
        let all = self.inflating.as_ref().map_or(bytes, |inflating| &inflating.out);
        let input = Input { bytes: all.get(self.read..).ok_or(DecodeError::Truncated)? };
        let mut decoder = Decoder::new(heap, input, options);
        let t = decoder.go_on(&mut self.begun, work)?;
        self.read = all.len() - decoder.input.bytes.len();
        self.referred += decoder.referred;
        let used = self.inflating.as_ref().map_or(self.read, |inflating| 6 + inflating.used());
        Ok(t.map(|t| (t, used)))
    }

    /// The work done so far: about as much as it takes to read so many bytes.
    pub fn work(&self) -> usize {
        let inflated = self.inflating.as_ref().map_or(0, |inflating| inflating.out.len());
        self.read - self.referred + inflated * INFLATING
    }
}

/// A term that is being read onto a heap of its own, as much at a time as is wanted.
pub struct OwnedDecoding {
    /// Its terms are on the heap, which comes after it, so that it is dropped first.
    decoding: Decoding<'static>,
    heap: Box<Heap>,
}

// SAFETY: the terms of `decoding` are on the heap that goes with it, which nobody else has and
// which may move between threads, or they live for ever.
unsafe impl Send for OwnedDecoding {}

impl OwnedDecoding {
    /// As [`Decoding::of_body`].
    pub fn of_body(from: usize) -> OwnedDecoding {
        OwnedDecoding { decoding: Decoding::of_body(from), heap: Box::new(Heap::new(0)) }
    }

    /// As [`Decoding::go_on`].
    pub fn go_on(
        &mut self,
        bytes: &[u8],
        options: DecodeOptions<'_>,
        work: usize,
    ) -> Result<Option<OwnedTerm>, DecodeError> {
        // SAFETY: the heap has an address of its own, and it lives as long as `decoding`, the only
        // one besides this function to have terms of it. Nothing collects it.
        let heap: &'static Heap = unsafe { &*std::ptr::from_ref(&*self.heap) };
        let read = self.decoding.go_on(heap, bytes, options, work)?;
        Ok(read.map(|(t, _)| OwnedTerm::new(t)))
    }

    /// As [`Decoding::work`].
    pub fn work(&self) -> usize {
        self.decoding.work()
    }
}

/// The term that `bytes`, without a version, begin with, and the number of bytes that it took.
pub fn decode_body<'h>(
    heap: &'h Heap,
    bytes: &[u8],
    options: DecodeOptions<'_>,
) -> Result<(Term<'h>, usize), DecodeError> {
    let mut decoder = Decoder::new(heap, Input { bytes }, options);
    let mut begun = Begun::default();
    loop {
        if let Some(t) = decoder.go_on(&mut begun, usize::MAX)? {
            return Ok((t, bytes.len() - decoder.input.bytes.len()));
        }
    }
}

/// A term (with its version) put into an area of literals.
pub fn decode_literal(bytes: &[u8], area: &mut Area) -> Result<Term<'static>, DecodeError> {
    let heap = Heap::new(0);
    let t = decode(&heap, bytes, DecodeOptions::default())?;
    Ok(area.copy(t))
}

/// How much longer it takes to inflate a byte than to read one.
const INFLATING: usize = 4;

/// Bytes that are inflated in one step.
const INFLATED: usize = 1 << 16;

/// Exactly `size` bytes that come out of a zlib stream. The memory grows with what really comes
/// out, not with what is declared.
struct Inflating {
    stream: flate2::Decompress,
    out: Vec<u8>,
    size: usize,
    /// All of them are there.
    whole: bool,
}

impl Inflating {
    fn new(data: &[u8], size: usize) -> Inflating {
        let out = Vec::with_capacity(size.min(data.len().saturating_mul(4)).min(1 << 20));
        Inflating { stream: flate2::Decompress::new(true), out, size, whole: false }
    }

    /// Goes on until so many more bytes have come out.
    fn go_on(&mut self, data: &[u8], bytes: usize) -> Result<(), DecodeError> {
        const BAD: DecodeError = DecodeError::Invalid("bad compressed data");
        let until = self.out.len().saturating_add(bytes);
        loop {
            let (from, len) = (self.used(), self.out.len());
            // One byte more than declared shows a stream that is too long.
            self.out.resize(len + INFLATED.min(self.size + 1 - len), 0);
            let status = self
                .stream
                .decompress(&data[from..], &mut self.out[len..], flate2::FlushDecompress::None)
                .map_err(|_| BAD)?;
            self.out.truncate(self.stream.total_out() as usize);
            if status == flate2::Status::StreamEnd {
                self.whole = true;
                return if self.out.len() == self.size { Ok(()) } else { Err(BAD) };
            }
            if self.out.len() > self.size || self.used() == from && self.out.len() == len {
                return Err(BAD);
            }
            if self.out.len() >= until {
                return Ok(());
            }
        }
    }

    /// Bytes that the stream has taken.
    fn used(&self) -> usize {
        self.stream.total_in() as usize
    }
}

/// The bytes that have not been read.
struct Input<'a> {
    bytes: &'a [u8],
}

impl<'a> Input<'a> {
    fn take(&mut self, n: usize) -> Result<&'a [u8], DecodeError> {
        let (taken, rest) = self.bytes.split_at_checked(n).ok_or(DecodeError::Truncated)?;
        self.bytes = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        let (taken, rest) = self.bytes.split_first_chunk().ok_or(DecodeError::Truncated)?;
        self.bytes = rest;
        Ok(*taken)
    }

    fn u8(&mut self) -> Result<u8, DecodeError> {
        self.array().map(|[b]| b)
    }

    fn u16(&mut self) -> Result<u16, DecodeError> {
        self.array().map(u16::from_be_bytes)
    }

    fn u32(&mut self) -> Result<u32, DecodeError> {
        self.array().map(u32::from_be_bytes)
    }

    fn u64(&mut self) -> Result<u64, DecodeError> {
        self.array().map(u64::from_be_bytes)
    }

    /// A number of terms that are still to come; each takes a byte or more.
    fn count(&mut self, each: usize) -> Result<usize, DecodeError> {
        let n = self.u32()? as usize;
        if n.checked_mul(each).is_none_or(|bytes| bytes > self.bytes.len()) {
            return Err(DecodeError::Truncated);
        }
        Ok(n)
    }
}

/// The term to be made of the terms that are being collected.
enum Build<'h> {
    /// A large map's keys and values by turns.
    Map,
    /// Creator and free variables.
    Fun(&'static FunEntry),
    /// The values of a native record.
    Record(Definition<'h>),
    /// A term that this emulator has written for itself.
    Local,
}

/// A term in the making.
enum Frame<'h> {
    /// A tuple or a list.
    Parts(Filling<'h>),
    /// A small map.
    Map(FillingMap<'h>),
    /// Another term, of parts that are collected.
    Collected {
        build: Build<'h>,
        /// Terms that are still to come.
        left: usize,
        /// Where its terms begin among the finished ones.
        base: usize,
    },
}

/// Places for the parts of a term.
trait Places<'h> {
    /// Puts the next part; gives the whole if that was the last one, or nothing in its place.
    fn put(&mut self, part: Term<'h>) -> Option<Option<Term<'h>>>;
    /// The places for the parts that are still to come.
    fn frame(self) -> Frame<'h>;
}

impl<'h> Places<'h> for Filling<'h> {
    #[inline(always)]
    fn put(&mut self, part: Term<'h>) -> Option<Option<Term<'h>>> {
        Filling::put(self, part).map(Some)
    }

    #[inline(always)]
    fn frame(self) -> Frame<'h> {
        Frame::Parts(self)
    }
}

impl<'h> Places<'h> for FillingMap<'h> {
    #[inline(always)]
    fn put(&mut self, part: Term<'h>) -> Option<Option<Term<'h>>> {
        FillingMap::put(self, part)
    }

    #[inline(always)]
    fn frame(self) -> Frame<'h> {
        Frame::Map(self)
    }
}

impl Frame<'_> {
    /// Terms that are still to come.
    fn left(&self) -> usize {
        match self {
            Frame::Parts(parts) => parts.left(),
            Frame::Map(map) => map.left(),
            Frame::Collected { left, .. } => *left,
        }
    }
}

/// The term that a tag begins.
enum Item<'h> {
    Term(Term<'h>),
    /// One with parts that are still to come.
    Parts(Frame<'h>),
    /// The one that comes next.
    Behind,
}

struct Decoder<'h, 'a> {
    heap: &'h Heap,
    input: Input<'a>,
    options: DecodeOptions<'a>,
    /// Of the bytes read, those that binaries only refer to.
    referred: usize,
    /// Terms to be read before a look at how much has been done.
    left: usize,
    /// This emulator has written what is being read for itself: what is of this node has no name.
    local: bool,
    /// The definition of the last record: others are of the same kind as a rule.
    definition: Option<Definition<'h>>,
}

/// The parts of a term that have been read.
#[derive(Default)]
struct Begun<'h> {
    /// The terms in the making, each but the first a part of the one before it.
    frames: Vec<Frame<'h>>,
    /// Parts that are collected.
    done: Vec<Term<'h>>,
    /// Terms that are still to come for all frames. Each takes a byte or more, so that no more
    /// memory is taken for them than the input is worth.
    owed: usize,
    /// As in [`Decoder`].
    local: bool,
}

/// Terms that are read between two looks at how much has been done.
const RUN: usize = 1024;

const EQUAL_KEYS: DecodeError = DecodeError::Invalid("a map with two equal keys");

impl<'h, 'a> Decoder<'h, 'a> {
    #[inline(always)]
    fn new(heap: &'h Heap, input: Input<'a>, options: DecodeOptions<'a>) -> Decoder<'h, 'a> {
        Decoder { heap, input, options, referred: 0, left: RUN, local: false, definition: None }
    }

    /// Reads on until about so many bytes have been read, or the term is there.
    fn go_on(
        &mut self,
        begun: &mut Begun<'h>,
        work: usize,
    ) -> Result<Option<Term<'h>>, DecodeError> {
        let before = self.input.bytes.len();
        let mut terms = 0;
        self.local = begun.local;
        loop {
            self.left = RUN;
            let t = self.run(begun)?;
            terms += RUN;
            if t.is_some() || before - self.input.bytes.len() - self.referred + terms >= work {
                begun.local = self.local;
                return Ok(t);
            }
        }
    }

    /// Reads as many terms as are left to be read now; the whole term, if it is there then.
    fn run(&mut self, begun: &mut Begun<'h>) -> Result<Option<Term<'h>>, DecodeError> {
        while self.left > 0 {
            self.left -= 1;
            let mut t = match self.item(begun)? {
                Item::Term(t) => t,
                Item::Parts(frame) => {
                    begun.owed += frame.left();
                    begun.frames.push(frame);
                    continue;
                }
                Item::Behind => continue,
            };
            loop {
                let Some(frame) = begun.frames.last_mut() else { return Ok(Some(t)) };
                begun.owed -= 1;
                let whole = match frame {
                    Frame::Parts(parts) => parts.put(t),
                    Frame::Map(map) => match map.put(t) {
                        Some(map) => Some(map.ok_or(EQUAL_KEYS)?),
                        None => None,
                    },
                    Frame::Collected { build, left, base } => {
                        begun.done.push(t);
                        *left -= 1;
                        match *left {
                            0 => {
                                let t = self.build(build, &begun.done[*base..])?;
                                begun.done.truncate(*base);
                                Some(t)
                            }
                            _ => None,
                        }
                    }
                };
                let Some(whole) = whole else { break };
                begun.frames.pop();
                t = whole;
            }
        }
        Ok(None)
    }

    /// A binary of bytes, which may be a part of the one that they are within.
    #[inline(always)]
    fn binary(&mut self, bytes: &[u8]) -> Term<'h> {
        if bytes.len() >= SHARED_MIN {
            let part = shared(self.heap, bytes, self.options.within);
            self.referred += part.map_or(0, |_| bytes.len());
            if let Some(part) = part {
                return part;
            }
        }
        self.heap.binary(bytes)
    }

    fn build(&mut self, build: &Build<'h>, parts: &[Term<'h>]) -> Result<Term<'h>, DecodeError> {
        match build {
            Build::Map => {
                let n = parts.len() / 2;
                map::from_unique(self.heap, n, |i| parts[2 * i], |i| parts[2 * i + 1])
                    .ok_or(EQUAL_KEYS)
            }
            Build::Local => {
                self.local = false;
                Ok(parts[0])
            }
            Build::Record(definition) => Ok(self.heap.record(*definition, parts)),
            Build::Fun(entry) => {
                let (creator, free) = parts.split_first().expect("a fun has a creator");
                if !creator.is_pid() {
                    return Err(DecodeError::Invalid("the creator of a fun is no pid"));
                }
                Ok(self.heap.fun(entry, *creator, free))
            }
        }
    }

    /// The number of parts of a term; with those that are still to come for others they are no more
    /// than there are bytes.
    #[inline(always)]
    fn parts(&self, n: usize, begun: &Begun<'h>) -> Result<usize, DecodeError> {
        // Of each of them one has begun: this term, or the one that it is in.
        let others = begun.owed - begun.frames.len();
        match n + others <= self.input.bytes.len() {
            true => Ok(n),
            false => Err(DecodeError::Truncated),
        }
    }

    /// Reads those parts of a term that come first and have no parts themselves.
    #[inline(always)]
    fn fill(&mut self, mut places: impl Places<'h>) -> Result<Item<'h>, DecodeError> {
        // In variables of their own: through memory each term would wait for the one before.
        let (mut bytes, mut left) = (self.input.bytes, self.left);
        let whole = loop {
            if left == 0 {
                break None;
            }
            left -= 1;
            let t = match leaf(bytes, self.options.atoms) {
                Some((t, rest)) => {
                    bytes = rest;
                    t
                }
                None if has_parts(bytes) => break None,
                None => {
                    self.input.bytes = bytes;
                    let t = self.one()?;
                    bytes = self.input.bytes;
                    t
                }
            };
            if let Some(whole) = places.put(t) {
                break Some(whole);
            }
        };
        (self.input.bytes, self.left) = (bytes, left);
        match whole {
            Some(whole) => whole.map(Item::Term).ok_or(EQUAL_KEYS),
            None => Ok(Item::Parts(places.frame())),
        }
    }

    /// Reads a term, or the beginning of one.
    #[inline(always)]
    fn item(&mut self, begun: &Begun<'h>) -> Result<Item<'h>, DecodeError> {
        if let Some((t, rest)) = leaf(self.input.bytes, self.options.atoms) {
            self.input.bytes = rest;
            return Ok(Item::Term(t));
        }
        if !has_parts(self.input.bytes) {
            return self.one().map(Item::Term);
        }
        let heap = self.heap;
        match self.input.u8()? {
            tag::LIST => match self.input.count(1)? {
                // The tail alone is the term.
                0 => Ok(Item::Behind),
                n => {
                    self.parts(n + 1, begun)?;
                    self.fill(heap.fill_list(n))
                }
            },
            tag @ (tag::SMALL_TUPLE | tag::LARGE_TUPLE) => {
                let n = match tag {
                    tag::SMALL_TUPLE => usize::from(self.input.u8()?),
                    _ => self.input.count(1)?,
                };
                if n == 0 {
                    return Ok(Item::Term(heap.tuple(&[])));
                }
                self.parts(n, begun)?;
                self.fill(heap.fill_tuple(n))
            }
            tag::MAP => {
                let n = self.input.count(2)?;
                self.parts(2 * n, begun)?;
                match n {
                    0 => Ok(Item::Term(map::empty())),
                    1..=map::FLAT_MAX => self.fill(FillingMap::new(heap, n)),
                    _ => Ok(self.collect(Build::Map, 2 * n, begun)),
                }
            }
            tag::NEW_FUN => self.fun(begun),
            tag::RECORD if Difference::Records.is_on() => self.record(begun),
            tag::LOCAL
                if Difference::LocalTerms.is_on() && self.input.array()? == super::here() =>
            {
                self.local = true;
                Ok(self.collect(Build::Local, 1, begun))
            }
            other => Err(DecodeError::BadTag(other)),
        }
    }

    /// A term of parts that are collected.
    fn collect(&self, build: Build<'h>, left: usize, begun: &Begun<'h>) -> Item<'h> {
        Item::Parts(Frame::Collected { build, left, base: begun.done.len() })
    }

    /// Reads a term that has no parts.
    #[inline(never)]
    fn one(&mut self) -> Result<Term<'h>, DecodeError> {
        let (heap, input) = (self.heap, &mut self.input);
        let tag = input.u8()?;
        Ok(match tag {
            tag::STRING => {
                let n = usize::from(input.u16()?);
                heap.byte_list(input.take(n)?)
            }
            tag::BINARY => {
                let n = input.count(1)?;
                let bytes = input.take(n)?;
                self.binary(bytes)
            }
            tag::NEW_FLOAT => float(heap, f64::from_bits(input.u64()?))?,
            _ => self.seldom(tag)?,
        })
    }

    /// The same for other terms than most.
    #[inline(never)]
    fn seldom(&mut self, tag: u8) -> Result<Term<'h>, DecodeError> {
        let (heap, input) = (self.heap, &mut self.input);
        Ok(match tag {
            tag::SMALL_BIG => {
                let n = usize::from(input.u8()?);
                self.big(n)?
            }
            tag::LARGE_BIG => self.large_big()?,
            tag::FLOAT => float(heap, parse_float(input.take(31)?)?)?,
            tag::BIT_BINARY => {
                let n = input.u32()? as usize;
                let last_bits = usize::from(input.u8()?);
                if (n == 0) != (last_bits == 0) || last_bits > 8 {
                    return Err(DecodeError::Invalid("bits of a bit string's last byte"));
                }
                let bytes = input.take(n)?;
                heap.bits(bytes, if n == 0 { 0 } else { (n - 1) * 8 + last_bits })
            }
            tag::ATOM
            | tag::SMALL_ATOM
            | tag::ATOM_UTF8
            | tag::SMALL_ATOM_UTF8
            | tag::ATOM_CACHE_REF => Term::atom(self.atom_of(tag)?),
            tag::PID | tag::NEW_PID => self.pid(tag)?,
            tag::PORT | tag::NEW_PORT | tag::V4_PORT => self.port(tag)?,
            tag::REFERENCE | tag::NEW_REFERENCE | tag::NEWER_REFERENCE => self.reference(tag)?,
            tag::EXPORT => self.export()?,
            // Only their beginnings are there.
            tag::SMALL_INTEGER | tag::INTEGER => return Err(DecodeError::Truncated),
            other => return Err(DecodeError::BadTag(other)),
        })
    }

    fn large_big(&mut self) -> Result<Term<'h>, DecodeError> {
        let n = self.input.count(1)?;
        if n > crate::arith::max_limbs() * 8 {
            return Err(DecodeError::Invalid("an integer that is too large"));
        }
        self.big(n)
    }

    fn big(&mut self, n: usize) -> Result<Term<'h>, DecodeError> {
        let sign = self.input.u8()?;
        let bytes = self.input.take(n)?;
        let limbs: Vec<u64> = bytes
            .chunks(8)
            .map(|c| {
                let mut limb = [0; 8];
                limb[..c.len()].copy_from_slice(c);
                u64::from_le_bytes(limb)
            })
            .collect();
        Ok(self.heap.big(sign != 0, &limbs))
    }

    fn atom(&mut self) -> Result<Atom, DecodeError> {
        let tag = self.input.u8()?;
        self.atom_of(tag)
    }

    fn atom_of(&mut self, tag: u8) -> Result<Atom, DecodeError> {
        let input = &mut self.input;
        let n = match tag {
            tag::ATOM | tag::ATOM_UTF8 => usize::from(input.u16()?),
            tag::SMALL_ATOM | tag::SMALL_ATOM_UTF8 => usize::from(input.u8()?),
            tag::ATOM_CACHE_REF => {
                let atoms = self.options.atoms;
                let i = usize::from(input.u8()?);
                return atoms.get(i).copied().ok_or(match atoms {
                    [] => DecodeError::BadTag(tag),
                    _ => DecodeError::Invalid("an atom that the header does not have"),
                });
            }
            other => return Err(DecodeError::BadTag(other)),
        };
        let rest = input.bytes;
        let bytes = input.take(n)?;
        if let Some((atom, _)) = known_atom(n, rest) {
            return Ok(atom);
        }
        let utf8 = matches!(tag, tag::ATOM_UTF8 | tag::SMALL_ATOM_UTF8) || bytes.is_ascii();
        self.new_atom(bytes, utf8)
    }

    /// The atom of a name, which may be a new one.
    #[cold]
    fn new_atom(&self, bytes: &[u8], utf8: bool) -> Result<Atom, DecodeError> {
        let latin1: String;
        let name = match utf8 {
            true => std::str::from_utf8(bytes)
                .map_err(|_| DecodeError::Invalid("an atom that is not UTF-8"))?,
            false => {
                latin1 = bytes.iter().map(|&b| char::from(b)).collect();
                &latin1
            }
        };
        let max = crate::atom::MAX_CHARACTERS;
        if name.len() > max && name.chars().count() > max {
            return Err(DecodeError::Invalid("an atom of more than 255 characters"));
        }
        match self.options.safe {
            true => Atom::existing(name).ok_or(DecodeError::Unsafe),
            false => Atom::sparing(name, self.options.spare_atoms).ok_or(DecodeError::Atoms),
        }
    }

    /// A creation in the form that a tag has it: one byte with two bits, or four bytes.
    fn creation(&mut self, one_byte: bool) -> Result<u32, DecodeError> {
        if !one_byte {
            return self.input.u32();
        }
        match self.input.u8()? {
            c @ 0..4 => Ok(u32::from(c)),
            _ => Err(DecodeError::Invalid("the creation of a node")),
        }
    }

    /// The name of a node; nothing if it is this one that had no name when it was written.
    fn node(&mut self) -> Result<Option<Atom>, DecodeError> {
        match self.input.u8()? {
            tag::NIL if self.local => Ok(None),
            tag => self.atom_of(tag).map(Some),
        }
    }

    fn pid(&mut self, tag: u8) -> Result<Term<'h>, DecodeError> {
        let name = self.node()?;
        let (id, serial) = (self.input.u32()?, self.input.u32()?);
        let creation = self.creation(tag == tag::PID)?;
        if let Some(node) = other_node(name, creation) {
            return Ok(self.heap.external_pid(node, id, serial));
        }
        local_pid(id, serial)
    }

    fn port(&mut self, tag: u8) -> Result<Term<'h>, DecodeError> {
        let name = self.node()?;
        let number = match tag {
            tag::V4_PORT => self.input.u64()?,
            _ => u64::from(self.input.u32()?),
        };
        let creation = self.creation(tag == tag::PORT)?;
        if let Some(node) = other_node(name, creation) {
            return Ok(self.heap.external_port(node, number));
        }
        let bits = if Difference::LargePorts.is_on() { u32::BITS } else { PORT_NUMBER_BITS };
        if number >> bits != 0 {
            return Err(DecodeError::Invalid("the number of a local port"));
        }
        Ok(Term::port(number))
    }

    fn reference(&mut self, tag: u8) -> Result<Term<'h>, DecodeError> {
        const BAD: DecodeError = DecodeError::Invalid("the numbers of a reference");
        let n = if tag == tag::REFERENCE { 1 } else { usize::from(self.input.u16()?) };
        if n == 0 {
            return Err(DecodeError::Invalid("a reference without numbers"));
        }
        if n > REF_NUMBERS_MAX {
            return Err(BAD);
        }
        let name = self.node()?;
        let mut numbers = [0; REF_NUMBERS_MAX];
        let creation;
        if tag == tag::REFERENCE {
            numbers[0] = self.input.u32()?;
            creation = self.creation(true)?;
        } else {
            creation = self.creation(tag == tag::NEW_REFERENCE)?;
            for number in &mut numbers[..n] {
                *number = self.input.u32()?;
            }
        }
        let node = other_node(name, creation);
        // Newer forms of other nodes only have more.
        if numbers[0] >= REF_FIRST_END && (node.is_none() || tag != tag::NEWER_REFERENCE) {
            return Err(BAD);
        }
        if let Some(node) = node {
            return Ok(self.heap.external_ref(node, &numbers[..n]));
        }
        let (alias, [a, b, c, id, serial]) = (n == REF_NUMBERS_MAX, numbers);
        if n > 3 && !alias {
            return Err(BAD);
        }
        let numbers = [a, b, c];
        if alias {
            return Ok(self.heap.alias_ref(numbers, Some(local_pid(id, serial)?)));
        }
        let magic = MAGIC_REF.get().and_then(|find| find(self.heap, numbers));
        Ok(magic.unwrap_or_else(|| self.heap.reference(numbers)))
    }

    /// A number where the format has a term but only a small integer makes sense.
    fn number(&mut self) -> Result<i64, DecodeError> {
        let t = match self.input.u8()? {
            tag::SMALL_INTEGER => return Ok(i64::from(self.input.u8()?)),
            tag::INTEGER => return Ok(i64::from(self.input.u32()? as i32)),
            tag::SMALL_BIG => {
                let n = usize::from(self.input.u8()?);
                self.big(n)?
            }
            tag::LARGE_BIG => self.large_big()?,
            other => return Err(DecodeError::BadTag(other)),
        };
        t.as_small().ok_or(DecodeError::Invalid("no small integer"))
    }

    fn export(&mut self) -> Result<Term<'h>, DecodeError> {
        let (module, function) = (self.atom()?, self.atom()?);
        let arity = u8::try_from(self.number()?)
            .map_err(|_| DecodeError::Invalid("the arity of an external fun"))?;
        let mfa = Mfa::new(module, function, arity);
        let export = match self.options.safe {
            true => Export::find(mfa).ok_or(DecodeError::Unsafe)?,
            false => Export::get(mfa),
        };
        Ok(self.heap.export_fun(export))
    }

    fn record(&mut self, begun: &Begun<'h>) -> Result<Item<'h>, DecodeError> {
        let n = self.input.count(2)?;
        let is_exported = match self.input.u8()? {
            0 => false,
            1 => true,
            _ => return Err(DecodeError::Invalid("the flags of a record")),
        };
        let (module, name) = (self.atom()?, self.atom()?);
        let mut fields: SmallVec<[Atom; 16]> = SmallVec::new();
        for _ in 0..n {
            fields.push(self.atom()?);
        }
        let same = self.definition.filter(|last| {
            let its = last.fields();
            last.is(module, name)
                && last.is_exported() == is_exported
                && its.len() == n
                && its.iter().zip(&fields).all(|(its, &field)| its.is(field))
        });
        let definition = same
            .or_else(|| Definition::new(self.heap, module, name, is_exported, &fields))
            .ok_or(DecodeError::Invalid("a record with two fields of one name"))?;
        self.definition = Some(definition);
        match n {
            0 => Ok(Item::Term(self.heap.record(definition, &[]))),
            n => Ok(self.collect(Build::Record(definition), n, begun)),
        }
    }

    fn fun(&mut self, begun: &Begun<'h>) -> Result<Item<'h>, DecodeError> {
        // The size is not looked at: emulators have written wrong ones.
        self.input.u32()?;
        let arity = self.input.u8()?;
        let uniq = self.input.array()?;
        let index = self.input.u32()?;
        let num_free = self.input.u32()?;
        if num_free > 255 {
            return Err(DecodeError::Invalid("the number of free variables of a fun"));
        }
        let module = self.atom()?;
        let old = OldFun { index: self.number()? as u32, uniq: self.number()? as u32 };
        let entry = match FunEntry::find(module, index, old, uniq, arity, num_free) {
            Some(entry) => entry,
            None if self.options.safe => return Err(DecodeError::Unsafe),
            None => FunEntry::get(module, index, old, uniq, arity, num_free, am::EMPTY),
        };
        Ok(self.collect(Build::Fun(entry), 1 + num_free as usize, begun))
    }
}

/// A binary of these bytes that is a part of the one that they are within, if that is worth it.
fn shared<'h>(heap: &'h Heap, bytes: &[u8], within: Option<&RefBin>) -> Option<Term<'h>> {
    let all = within.filter(|_| bytes.len() >= SHARED_MIN)?;
    let (whole, n) = (all.bytes().len(), bytes.len());
    let from = bytes.as_ptr().addr().wrapping_sub(all.bytes().as_ptr().addr());
    let is_within = from.checked_add(n).is_some_and(|end| end <= whole);
    (is_within && n >= whole / SHARED_PART).then(|| heap.part_of(all.clone(), from, n))
}

/// The pid of this node that has these numbers.
fn local_pid(id: u32, serial: u32) -> Result<Term<'static>, DecodeError> {
    if id >> PID_NUMBER_BITS != 0 || serial > PID_SERIAL_MAX {
        return Err(DecodeError::Invalid("the number of a local pid"));
    }
    Ok(Term::pid(u64::from(serial) << PID_NUMBER_BITS | u64::from(id)))
}

/// The node of a name and a creation, unless it is this one, which need not have a name.
fn other_node(name: Option<Atom>, creation: u32) -> Option<&'static Node> {
    let name = name?;
    let here = name == node::this_node() && creation == node::this_creation();
    (!here).then(|| Node::get(name, creation))
}

fn float<'h>(heap: &'h Heap, f: f64) -> Result<Term<'h>, DecodeError> {
    match f.is_finite() {
        true => Ok(heap.float(f)),
        false => Err(DecodeError::Invalid("a float that is no number")),
    }
}

/// A float in decimal, with zeros behind it.
fn parse_float(bytes: &[u8]) -> Result<f64, DecodeError> {
    const BAD: DecodeError = DecodeError::Invalid("a float in decimal");
    let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
    let text = std::str::from_utf8(&bytes[..end]).map_err(|_| BAD)?.replace(',', ".");
    // Rust reads more than the format allows: both sides of the point must have digits, and names
    // of infinities are no numbers.
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(&text);
    let (whole, rest) = unsigned.split_once('.').ok_or(BAD)?;
    let digit = |s: &str| s.starts_with(|c: char| c.is_ascii_digit());
    if !digit(whole) || !digit(rest) || !whole.bytes().all(|b| b.is_ascii_digit()) {
        return Err(BAD);
    }
    text.parse().map_err(|_| BAD)
}
