//! Bit syntax: functions that the interpreter calls to match and to build bit strings.
//!
//! A match context is an object `[original, position, end, bytes]` that is changed in place. The
//! functions that take one (`ctx`) rely on that the loader has made sure that it is one.

use crate::code::ops::SegmentKind;
use smallvec::SmallVec;
use term::bits::{self, Endian};
use term::heap::HEAP_BIN_MAX;
use term::measure::is_small_there;
use term::word::{Kind, address, small, small_value};
use term::{Atom, Heap, RefBin, Term, View, am, arith, atom, literal};

/// Flag of a field: little-endian.
pub const LITTLE: u64 = 2;
/// Flag of a field: signed.
pub const SIGNED: u64 = 4;
/// Flag of a field: of the machine's byte order.
pub const NATIVE: u64 = 16;

/// Bits that a bit string may have; more is `system_limit`.
const MAX_BITS: usize = 1 << 43;
/// Least room, in bytes, in a binary that has been appended to.
const MIN_CAPACITY: usize = 256;
/// Most room that [`initial_writable`] makes beforehand.
const MAX_INITIAL: usize = 1 << 26;

#[inline(always)]
fn endian(flags: u64) -> Endian {
    match flags & LITTLE != 0 || flags & NATIVE != 0 && cfg!(target_endian = "little") {
        true => Endian::Little,
        false => Endian::Big,
    }
}

/// The contents of a match context.
#[derive(Copy, Clone)]
struct Cursor<'h> {
    base: Term<'h>,
    pos: usize,
    end: usize,
    /// The original's first byte.
    data: *const u8,
}

impl<'h> Cursor<'h> {
    #[inline(always)]
    fn of(ctx: Term<'h>) -> Cursor<'h> {
        debug_assert!(ctx.boxed_kind() == Some(Kind::MatchCtx));
        // SAFETY: match contexts have these four words.
        unsafe {
            Cursor {
                base: Term::from_word(ctx.raw(1)),
                pos: small_value(ctx.raw(2)) as usize,
                end: small_value(ctx.raw(3)) as usize,
                data: ctx.raw(4) as *const u8,
            }
        }
    }

    #[inline(always)]
    fn left(&self) -> usize {
        self.end - self.pos
    }

    /// The original's bytes up to the end of the bits that are matched.
    #[inline(always)]
    fn bytes(&self) -> &'h [u8] {
        // SAFETY: the end is within the original, whose bytes live and do not change for 'h.
        unsafe { std::slice::from_raw_parts(self.data, self.end.div_ceil(8)) }
    }

    /// The bytes from the position on, if it is on a byte's boundary and so many bits are left.
    #[inline(always)]
    fn chunk<const N: usize>(&self) -> Option<&'h [u8; N]> {
        if !self.pos.is_multiple_of(8) || self.left() < N * 8 {
            return None;
        }
        // SAFETY: within the bits to be matched.
        Some(unsafe { &*self.data.add(self.pos / 8).cast() })
    }
}

#[inline(always)]
fn set_pos(ctx: Term<'_>, pos: usize) {
    // SAFETY: match contexts have such a word; only the process that runs knows of them, and no
    // reference to the word is kept.
    unsafe { address(ctx.word()).add(2).write(small(pos as i64)) }
}

/// A match context at the start of a bit string, or where another context is; `None` for other
/// terms.
#[inline]
pub fn start_match<'h>(heap: &'h Heap, t: Term<'h>) -> Option<Term<'h>> {
    let (base, pos, end) = match t.boxed_kind()? {
        // SAFETY: word 1 of both is the size in bytes.
        Kind::HeapBin | Kind::RefcBin => (t, 0, small_value(unsafe { t.raw(1) }) as usize * 8),
        Kind::SubBits | Kind::MatchCtx => {
            let bits = t.as_bits()?;
            (bits.original(), bits.bit_offset(), bits.bit_offset() + bits.bit_len())
        }
        _ => return None,
    };
    Some(heap.match_context(base, pos, end))
}

/// Bits that are left.
#[inline]
pub fn remaining(ctx: Term<'_>) -> usize {
    Cursor::of(ctx).left()
}

/// Where the context is, in bits from the start of the original.
#[inline]
pub fn position(ctx: Term<'_>) -> usize {
    Cursor::of(ctx).pos
}

/// Goes to a position that [`position`] gave; false if that was of a longer bit string.
#[inline]
pub fn set_position(ctx: Term<'_>, position: Term<'_>) -> bool {
    let end = Cursor::of(ctx).end;
    let pos = position.as_small().and_then(|pos| usize::try_from(pos).ok());
    let pos = pos.filter(|&pos| pos <= end);
    pos.inspect(|&pos| set_pos(ctx, pos)).is_some()
}

/// The next byte.
#[inline]
pub fn get_byte(ctx: Term<'_>) -> Option<u8> {
    let c = Cursor::of(ctx);
    let byte = match c.chunk::<1>() {
        Some(&[byte]) => byte,
        None if c.left() >= 8 => bits::get_be(c.bytes(), c.pos, 8) as u8,
        None => return None,
    };
    set_pos(ctx, c.pos + 8);
    Some(byte)
}

/// The unsigned big-endian number in the next `n` bits (64 at most, and so many are left).
#[inline(always)]
fn peek(c: &Cursor<'_>, n: usize) -> u64 {
    let aligned = match n {
        8 => c.chunk::<1>().map(|b| u64::from(b[0])),
        16 => c.chunk().map(|&b| u64::from(u16::from_be_bytes(b))),
        24 => c.chunk().map(|&[x, y, z]| u64::from(u32::from_be_bytes([0, x, y, z]))),
        32 => c.chunk().map(|&b| u64::from(u32::from_be_bytes(b))),
        64 => c.chunk().map(|&b| u64::from_be_bytes(b)),
        _ => None,
    };
    aligned.unwrap_or_else(|| bits::get_be(c.bytes(), c.pos, n))
}

/// The integer in the next `bits` bits.
#[inline]
pub fn get_integer<'h>(heap: &'h Heap, ctx: Term<'h>, bits: usize, flags: u64) -> Option<Term<'h>> {
    let c = Cursor::of(ctx);
    if bits > c.left() {
        return None;
    }
    let signed = flags & SIGNED != 0;
    let t = if bits == 0 {
        Term::small(0)
    } else if bits <= 64 {
        let u = match endian(flags) {
            Endian::Little if bits.is_multiple_of(8) => peek(&c, bits).swap_bytes() >> (64 - bits),
            Endian::Little => bits::get_u64(c.bytes(), c.pos, bits, Endian::Little),
            Endian::Big => peek(&c, bits),
        };
        if signed {
            heap.integer((u << (64 - bits)) as i64 >> (64 - bits))
        } else if u >> 62 == 0 {
            Term::small(u as i64)
        } else {
            heap.unsigned(u)
        }
    } else {
        // No integer has more bits than this, but there may be any number of copies of its sign
        // before it: zeros, or ones.
        let most = 64 * term::arith::max_limbs();
        let negative = signed && bits > most && bits::get_be(c.bytes(), c.pos, 1) == 1;
        let fill = if negative { u64::MAX } else { 0 };
        let mut before = 0;
        while bits - before > most {
            let at = c.pos + before;
            if endian(flags) == Endian::Little || bits::get_be(c.bytes(), at, 64) != fill {
                return None;
            }
            before += 64;
        }
        // Behind copies of the sign the first bit is no sign, unless it is a copy, too.
        if negative && bits::get_be(c.bytes(), c.pos + before, 1) == 0 {
            return None;
        }
        let signed = negative || signed && before == 0;
        bits::get_integer(heap, c.bytes(), c.pos + before, bits - before, endian(flags), signed)
    };
    set_pos(ctx, c.pos + bits);
    Some(t)
}

/// The float in the next 16, 32 or 64 bits (0.0 in 0 bits); not in other sizes, and no infinities.
pub fn get_float<'h>(heap: &'h Heap, ctx: Term<'h>, bits: usize, flags: u64) -> Option<Term<'h>> {
    let c = Cursor::of(ctx);
    if bits > c.left() {
        return None;
    }
    let f = bits::get_float(c.bytes(), c.pos, bits, endian(flags))?;
    set_pos(ctx, c.pos + bits);
    Some(heap.float(f))
}

/// Bits of the original as a bit string. Few bytes are copied: that takes no more room than
/// sharing, and does not keep the original alive.
#[inline]
fn extract<'h>(heap: &'h Heap, c: &Cursor<'h>, bits: usize) -> Term<'h> {
    if bits > HEAP_BIN_MAX * 8 || !bits.is_multiple_of(8) {
        return heap.sub_object(c.base, c.pos, bits);
    }
    if c.pos.is_multiple_of(8) {
        let from = c.pos / 8;
        return heap.binary(&c.bytes()[from..from + bits / 8]);
    }
    heap.heap_binary(bits / 8, |dst| bits::copy_bits(dst, 0, c.bytes(), c.pos, bits))
}

/// The next `bits` bits as a bit string.
#[inline]
pub fn get_binary<'h>(heap: &'h Heap, ctx: Term<'h>, bits: usize) -> Option<Term<'h>> {
    let c = Cursor::of(ctx);
    if bits > c.left() {
        return None;
    }
    let t = extract(heap, &c, bits);
    set_pos(ctx, c.pos + bits);
    Some(t)
}

/// The bits that are left, as a bit string; the context stays where it is.
#[inline]
pub fn get_rest<'h>(heap: &'h Heap, ctx: Term<'h>) -> Term<'h> {
    let c = Cursor::of(ctx);
    extract(heap, &c, c.left())
}

/// Passes over `bits` bits; false if fewer are left.
#[inline]
pub fn skip(ctx: Term<'_>, bits: usize) -> bool {
    let c = Cursor::of(ctx);
    let ok = bits <= c.left();
    if ok {
        set_pos(ctx, c.pos + bits);
    }
    ok
}

/// The bits of a field of `size` units; `None` if the size is no integer, negative or too large.
#[inline]
pub fn segment_bits(size: Term<'_>, unit: u64) -> Option<usize> {
    usize::try_from(size.as_small()?).ok()?.checked_mul(unit as usize)
}

/// `first + second * unit`, as compilers before OTP 25 reckon the size of a bit string; or the
/// reason why that is no size. The limit is that of OTP's small integers.
pub fn add_sizes(first: Term<'_>, second: Term<'_>, unit: u64) -> Result<Term<'static>, Atom> {
    let part = |t: Term<'_>| match t.as_small() {
        Some(n) if n > 0 && !is_small_there(n) => Err(am::SYSTEM_LIMIT),
        Some(n) => u64::try_from(n).map_err(|_| am::BADARG),
        None if t.is_integer() && term::compare::compare(t, Term::small(0)).is_gt() => {
            Err(am::SYSTEM_LIMIT)
        }
        None => Err(am::BADARG),
    };
    // A term that is no size at all counts more than an integer that is too large for one.
    let (first, second) = match (part(first), part(second)) {
        (Err(am::BADARG), _) | (_, Err(am::BADARG)) => return Err(am::BADARG),
        (first, second) => (first?, second?),
    };
    let sum = second.checked_mul(unit).and_then(|n| n.checked_add(first));
    let size = sum.and_then(|n| i64::try_from(n).ok()).filter(|n| is_small_there(*n));
    size.map(Term::small).ok_or(am::SYSTEM_LIMIT)
}

/// The bytes that a character takes in UTF-8 or, if `width` is 16, in UTF-16. A term that is no
/// character has a size, too: it is refused when it is written.
pub fn utf_size(t: Term<'_>, width: u64) -> i64 {
    let c = t.as_small().unwrap_or(i64::MAX);
    match (width, c) {
        (16, ..0x1_0000) => 2,
        (16, _) => 4,
        (_, ..0x80) => 1,
        (_, ..0x800) => 2,
        (_, ..0x1_0000) => 3,
        _ => 4,
    }
}

/// Passes over the first `bits` bits of `bytes` if they are the next; else false.
#[inline]
pub fn match_string(ctx: Term<'_>, bytes: &[u8], bits: usize) -> bool {
    let c = Cursor::of(ctx);
    if bits > c.left() {
        return false;
    }
    let same = if c.pos.is_multiple_of(8) && bits.is_multiple_of(8) {
        let (from, n) = (c.pos / 8, bits / 8);
        c.bytes()[from..from + n] == bytes[..n]
    } else {
        bits::equal_bits(c.bytes(), c.pos, bytes, 0, bits)
    };
    if same {
        set_pos(ctx, c.pos + bits);
    }
    same
}

/// The next character, in UTF-8.
#[inline]
pub fn get_utf8(ctx: Term<'_>) -> Option<i64> {
    let c = Cursor::of(ctx);
    if let Some(&[byte @ 0..0x80]) = c.chunk::<1>() {
        set_pos(ctx, c.pos + 8);
        return Some(i64::from(byte));
    }
    let (character, n) = bits::get_utf8(c.bytes(), c.pos, c.end)?;
    set_pos(ctx, c.pos + n);
    Some(i64::from(character))
}

/// The next character, in UTF-16.
pub fn get_utf16(ctx: Term<'_>, flags: u64) -> Option<i64> {
    let c = Cursor::of(ctx);
    let (character, n) = bits::get_utf16(c.bytes(), c.pos, c.end, endian(flags))?;
    set_pos(ctx, c.pos + n);
    Some(i64::from(character))
}

/// The next character, in UTF-32.
pub fn get_utf32(ctx: Term<'_>, flags: u64) -> Option<i64> {
    let c = Cursor::of(ctx);
    let character = bits::get_utf32(c.bytes(), c.pos, c.end, endian(flags))?;
    set_pos(ctx, c.pos + 32);
    Some(i64::from(character))
}

/// A segment of a bit string to be built.
#[derive(Copy, Clone)]
pub struct Segment<'h> {
    /// The kind of value that is put there.
    pub kind: SegmentKind,
    /// Byte order.
    pub flags: u64,
    /// The number of bits by which the size is multiplied. The size of a whole bit string must be a
    /// multiple of it.
    pub unit: u64,
    /// The value.
    pub src: Term<'h>,
    /// Number of units, or `all`; not used for strings and characters.
    pub size: Term<'h>,
    /// The bytes of a [`SegmentKind::String`].
    pub string: &'h [u8],
}

/// Why a bit string cannot be built.
#[derive(Copy, Clone, Debug)]
pub enum CreateError<'h> {
    /// `badarg`.
    BadArg(Cause<'h>),
    /// `system_limit`.
    SystemLimit(Cause<'h>),
}

impl<'h> CreateError<'h> {
    /// The reason to fail with.
    pub fn reason(&self) -> Atom {
        match self {
            CreateError::BadArg(_) => am::BADARG,
            CreateError::SystemLimit(_) => am::SYSTEM_LIMIT,
        }
    }

    /// The segment that is at fault, and how.
    pub fn cause(&self) -> Cause<'h> {
        match *self {
            CreateError::BadArg(cause) | CreateError::SystemLimit(cause) => cause,
        }
    }
}

/// The fault of a segment.
#[derive(Copy, Clone, Debug)]
pub struct Cause<'h> {
    /// Index of the segment among those given, from 0.
    pub segment: usize,
    /// The segment's type, as it is in the source: `integer`, `binary`, `utf8`…
    pub operation: Atom,
    /// `type`, `size`, `unit`, `short`, `no_float` or `invalid`.
    pub what: Atom,
    /// The value that is wrong.
    pub value: Term<'h>,
}

impl<'h> Cause<'h> {
    /// `{Segment, Operation, What, Value}`: the `cause` in the exception's `error_info`, whose
    /// `module` is `erl_erts_errors` and whose `function` is `format_bs_fail`. The number of
    /// the segment is that of the source, which the instruction has.
    pub fn to_term(&self, heap: &'h Heap, segment_number: i64) -> Term<'h> {
        heap.tuple(&[
            Term::small(segment_number),
            Term::atom(self.operation),
            Term::atom(self.what),
            self.value,
        ])
    }
}

#[cold]
fn cause<'h>(segment: &Segment<'h>, index: usize, what: Atom, value: Term<'h>) -> Cause<'h> {
    let operation = match segment.kind {
        SegmentKind::Integer => atom!("integer"),
        SegmentKind::Float => atom!("float"),
        SegmentKind::Binary | SegmentKind::Append | SegmentKind::PrivateAppend => atom!("binary"),
        SegmentKind::String => atom!("string"),
        SegmentKind::Utf8 => atom!("utf8"),
        SegmentKind::Utf16 => atom!("utf16"),
        SegmentKind::Utf32 => atom!("utf32"),
    };
    Cause { segment: index, operation, what, value }
}

#[cold]
fn type_error<'h>(segment: &Segment<'h>, index: usize) -> CreateError<'h> {
    CreateError::BadArg(cause(segment, index, atom!("type"), segment.src))
}

#[cold]
fn size_error<'h>(segment: &Segment<'h>, index: usize) -> CreateError<'h> {
    let cause = cause(segment, index, atom!("size"), segment.size);
    match segment.size.view() {
        View::Small(i) if i >= 0 => CreateError::SystemLimit(cause),
        View::Big(b) if !b.negative => CreateError::SystemLimit(cause),
        _ => CreateError::BadArg(cause),
    }
}

impl<'h> Segment<'h> {
    /// The number, if it is that of a character.
    fn character(&self) -> Option<u32> {
        let c = u32::try_from(self.src.as_small()?).ok()?;
        bits::is_character(c).then_some(c)
    }

    fn is_whole(&self) -> bool {
        match self.kind {
            SegmentKind::Binary => self.size.is(am::ALL),
            SegmentKind::Append | SegmentKind::PrivateAppend => true,
            _ => false,
        }
    }

    /// The bytes that the segment makes, if they are whole ones, of a usual size, and the value is
    /// as it has to be.
    #[inline(always)]
    fn piece(&self) -> Option<Piece<'h>> {
        Some(match self.kind {
            SegmentKind::String => Piece::Bytes(self.string),
            SegmentKind::Binary if self.is_whole() && matches!(self.unit, 1 | 8) => {
                let src = self.src.as_bits()?;
                if !src.bit_len().is_multiple_of(8) {
                    return None;
                }
                Piece::Bytes(src.aligned()?)
            }
            SegmentKind::Integer if endian(self.flags) == Endian::Big => {
                let value = self.src.as_small()?;
                match segment_bits(self.size, self.unit)? {
                    n @ (8 | 16 | 24 | 32 | 40 | 48 | 56 | 64) => {
                        Piece::Number((value << (64 - n)).to_be_bytes(), n / 8)
                    }
                    _ => return None,
                }
            }
            SegmentKind::Float if endian(self.flags) == Endian::Big => {
                let value = self.src.as_float()?;
                if segment_bits(self.size, self.unit) != Some(64) {
                    return None;
                }
                Piece::Number(value.to_be_bytes(), 8)
            }
            SegmentKind::Utf8 => {
                let (bytes, n) = bits::encode_utf8(self.character()?)?;
                let mut number = [0; 8];
                number[..n].copy_from_slice(&bytes[..n]);
                Piece::Number(number, n)
            }
            _ => return None,
        })
    }

    /// The bits that the segment takes. Values that have no say in it are not looked at: if several
    /// segments are wrong, OTP complains of wrong sizes first.
    #[inline]
    fn bits(&self, index: usize) -> Result<usize, CreateError<'h>> {
        let bits = match self.kind {
            SegmentKind::String => self.string.len() * 8,
            SegmentKind::Utf8 => bits::utf8_len(self.character().unwrap_or(0)) * 8,
            SegmentKind::Utf16 => bits::utf16_len(self.character().unwrap_or(0)) * 8,
            SegmentKind::Utf32 => match self.character() {
                Some(_) => 32,
                None => return Err(type_error(self, index)),
            },
            _ => match segment_bits(self.size, self.unit) {
                Some(bits) => bits,
                None if self.is_whole() => match self.src.as_bits() {
                    Some(bits) => bits.bit_len(),
                    None => return Err(type_error(self, index)),
                },
                None => return Err(size_error(self, index)),
            },
        };
        if bits > MAX_BITS {
            return Err(size_error(self, index));
        }
        Ok(bits)
    }

    /// Writes the segment, and gives the bits that it takes.
    #[inline]
    fn put(&self, dst: &mut [u8], at: usize, index: usize) -> Result<usize, CreateError<'h>> {
        match self.kind {
            SegmentKind::Integer => {
                let n = segment_bits(self.size, self.unit).unwrap_or(0);
                if let (8, 0, Some(i)) = (n, at % 8, self.src.as_small()) {
                    dst[at / 8] = i as u8;
                } else if !bits::put_integer(dst, at, n, self.src, endian(self.flags)) {
                    return Err(type_error(self, index));
                }
                Ok(n)
            }
            SegmentKind::String => {
                let n = self.string.len();
                bits::copy_bits(dst, at, self.string, 0, n * 8);
                Ok(n * 8)
            }
            SegmentKind::Float => self.put_float(dst, at, index),
            SegmentKind::Binary | SegmentKind::Append | SegmentKind::PrivateAppend => {
                self.put_bits(dst, at, index)
            }
            SegmentKind::Utf8 | SegmentKind::Utf16 | SegmentKind::Utf32 => {
                self.put_character(dst, at, index)
            }
        }
    }

    fn put_bits(&self, dst: &mut [u8], at: usize, index: usize) -> Result<usize, CreateError<'h>> {
        let Some(src) = self.src.as_bits() else { return Err(type_error(self, index)) };
        let n = match segment_bits(self.size, self.unit) {
            Some(n) if n > src.bit_len() => {
                let cause = cause(self, index, atom!("short"), self.src);
                return Err(CreateError::BadArg(cause));
            }
            Some(n) => n,
            None => {
                self.check_unit(src.bit_len(), index)?;
                src.bit_len()
            }
        };
        bits::copy_bits(dst, at, src.span(), src.bit_offset() % 8, n);
        Ok(n)
    }

    #[inline]
    fn check_unit(&self, bits: usize, index: usize) -> Result<(), CreateError<'h>> {
        if self.unit > 1 && !(bits as u64).is_multiple_of(self.unit) {
            return Err(CreateError::BadArg(cause(self, index, atom!("unit"), self.src)));
        }
        Ok(())
    }

    fn put_float(&self, dst: &mut [u8], at: usize, index: usize) -> Result<usize, CreateError<'h>> {
        let n = segment_bits(self.size, self.unit).unwrap_or(0);
        let wrong = |what, value| Err(CreateError::BadArg(cause(self, index, what, value)));
        if !matches!(n, 16 | 32 | 64) {
            return wrong(atom!("invalid"), Term::small(n as i64));
        }
        let f = match self.src.view() {
            View::Float(f) => f,
            // Rounded once only.
            View::Small(i) if n == 32 => f64::from(i as f32),
            View::Small(i) => i as f64,
            View::Big(b) => match arith::big_to_f64(b.negative, b.limbs) {
                Ok(f) => f,
                Err(_) => return wrong(atom!("no_float"), self.src),
            },
            _ => return wrong(atom!("type"), self.src),
        };
        bits::put_float(dst, at, n, f, endian(self.flags));
        Ok(n)
    }

    fn put_character(
        &self,
        dst: &mut [u8],
        at: usize,
        index: usize,
    ) -> Result<usize, CreateError<'h>> {
        let Some(c) = self.character() else { return Err(type_error(self, index)) };
        let order = endian(self.flags);
        let encoded = match self.kind {
            SegmentKind::Utf8 => bits::encode_utf8(c),
            SegmentKind::Utf16 => bits::encode_utf16(c, order),
            _ => Some((if order == Endian::Big { c.to_be_bytes() } else { c.to_le_bytes() }, 4)),
        };
        let Some((bytes, n)) = encoded else { return Err(type_error(self, index)) };
        bits::copy_bits(dst, at, &bytes, 0, n * 8);
        Ok(n * 8)
    }
}

/// Writes the segments from index `first` on.
#[inline]
fn fill<'h>(
    segments: &[Segment<'h>],
    first: usize,
    dst: &mut [u8],
    mut at: usize,
) -> Result<(), CreateError<'h>> {
    for (i, segment) in segments.iter().enumerate().skip(first) {
        at += segment.put(dst, at, i)?;
    }
    Ok(())
}

/// Builds the bit string that the segments make.
pub fn create_bin<'h>(
    heap: &'h Heap,
    segments: &[Segment<'h>],
) -> Result<Term<'h>, CreateError<'h>> {
    let append = segments.first().is_some_and(|s| s.kind.appends());
    let first = usize::from(append);
    let mut total = 0;
    for (i, segment) in segments.iter().enumerate().skip(first) {
        total += segment.bits(i)?;
        if total > MAX_BITS {
            let cause = cause(segment, i, atom!("size"), segment.size);
            return Err(CreateError::SystemLimit(cause));
        }
    }
    if append {
        return append_to(heap, segments, total);
    }
    let len = total.div_ceil(8);
    if len <= HEAP_BIN_MAX {
        return on_heap(heap, total, |dst| fill(segments, 0, dst, 0));
    }
    let mut bin = RefBin::with_bits(total, len);
    fill(segments, 0, bin.bytes_mut(), 0)?;
    Ok(first_bits(heap, heap.binary_from(bin, len), total))
}

/// Bytes of which a binary is built: texts, whole binaries, and numbers of whole bytes.
#[derive(Default)]
pub struct Bytes<'h> {
    pieces: SmallVec<[Piece<'h>; 8]>,
    /// How many bytes there are.
    all: usize,
}

enum Piece<'h> {
    Bytes(&'h [u8]),
    /// The first ones of a few.
    Number([u8; 8], usize),
}

impl<'h> Bytes<'h> {
    /// Adds what a segment makes; false if that is something else, or too much for native code.
    #[inline(always)]
    pub fn add(&mut self, segment: &Segment<'h>) -> bool {
        let Some(piece) = segment.piece() else { return false };
        self.all += match piece {
            Piece::Bytes(bytes) => bytes.len(),
            Piece::Number(_, n) => n,
        };
        self.pieces.push(piece);
        self.all < LARGE
    }

    /// The binary.
    #[inline]
    pub fn made(&self, heap: &'h Heap) -> Term<'h> {
        if self.all <= HEAP_BIN_MAX {
            return heap.heap_binary(self.all, |dst| self.write(dst));
        }
        let mut bin = RefBin::with_bits(8 * self.all, self.all);
        self.write(bin.bytes_mut());
        heap.binary_from(bin, self.all)
    }

    #[inline]
    fn write(&self, mut dst: &mut [u8]) {
        for piece in &self.pieces {
            let bytes = match piece {
                Piece::Bytes(bytes) => bytes,
                Piece::Number(bytes, n) => &bytes[..*n],
            };
            let (place, rest) = dst.split_at_mut(bytes.len());
            place.copy_from_slice(bytes);
            dst = rest;
        }
    }
}

/// From so many bytes on copying them counts as reductions.
const LARGE: usize = 1 << 15;

/// Whether so much is copied that native code leaves it to the interpreter, which counts it. A bit
/// string that is appended to does not count, as it may stay where it is.
pub fn is_large(segments: &[Segment<'_>]) -> bool {
    let large = |t: Term<'_>| t.as_bits().is_some_and(|bits| bits.bit_len() / 8 >= LARGE);
    segments.iter().any(|s| s.kind == SegmentKind::Binary && large(s.src))
}

/// The reductions for what was copied into a new bit string: one for each kilobyte.
#[inline]
pub fn reductions(segments: &[Segment<'_>], made: Term<'_>) -> i32 {
    let Some(bits) = made.as_bits().filter(|bits| bits.bit_len() / 8 >= LARGE) else { return 0 };
    if segments.first().is_some_and(|s| s.kind.appends() && s.src.word() == made.word()) {
        let others = segments[1..].iter().filter(|s| s.kind == SegmentKind::Binary);
        let copied: usize = others.filter_map(|s| s.src.as_bits()).map(|b| b.bit_len()).sum();
        return i32::try_from(copied >> 13).unwrap_or(i32::MAX);
    }
    let grown = segments.first().filter(|s| s.kind.appends());
    let kept = grown.and_then(|s| s.src.as_bits());
    let kept = kept.filter(|src| src.original().word() == bits.original().word());
    let copied = bits.bit_len() - kept.map_or(0, |src| src.bit_len());
    i32::try_from(copied >> 13).unwrap_or(i32::MAX)
}

/// A bit string on the heap itself.
#[inline]
fn on_heap<'h, E>(
    heap: &'h Heap,
    bits: usize,
    fill: impl FnOnce(&mut [u8]) -> Result<(), E>,
) -> Result<Term<'h>, E> {
    let mut result = Ok(());
    let whole = heap.heap_binary(bits.div_ceil(8), |dst| result = fill(dst));
    result?;
    Ok(first_bits(heap, whole, bits))
}

/// The first bits of a binary, which has no more than 7 others.
#[inline]
fn first_bits<'h>(heap: &'h Heap, whole: Term<'h>, bits: usize) -> Term<'h> {
    if bits.is_multiple_of(8) { whole } else { heap.sub_object(whole, 0, bits) }
}

/// The first segment's bit string with `added` bits of the other segments behind it: in place if
/// its binary ends there and has room, else in a copy with room for more.
fn append_to<'h>(
    heap: &'h Heap,
    segments: &[Segment<'h>],
    added: usize,
) -> Result<Term<'h>, CreateError<'h>> {
    let segment = &segments[0];
    let Some(src) = segment.src.as_bits() else { return Err(type_error(segment, 0)) };
    segment.check_unit(src.bit_len(), 0)?;
    if added == 0 {
        fill(segments, 1, &mut [], 0)?;
        return Ok(segment.src);
    }
    let (base, offset) = (src.original(), src.bit_offset());
    let (end, total) = (offset + src.bit_len(), src.bit_len() + added);
    if total > MAX_BITS {
        let cause = cause(segment, 0, atom!("size"), segment.src);
        return Err(CreateError::SystemLimit(cause));
    }
    // Literals are shared between processes without being counted.
    if base.boxed_kind() == Some(Kind::RefcBin) && (end % 8 == 0 || !is_literal(base)) {
        // SAFETY: the object keeps its binary alive. Its reference is on this process's heap, so
        // that only this thread has access to it. `fill` keeps nothing.
        let appended = unsafe {
            RefBin::with_raw(base.raw(2) as *mut u8, |bin| {
                bin.append(end, added, |dst, at| fill(segments, 1, dst, at))
            })
        };
        if let Some(result) = appended {
            result?;
            return Ok(grown(heap, segment, (base, offset, total)));
        }
    }
    let copy = |dst: &mut [u8]| {
        bits::copy_bits(dst, 0, src.span(), offset % 8, src.bit_len());
        fill(segments, 1, dst, src.bit_len())
    };
    let len = total.div_ceil(8);
    if len <= HEAP_BIN_MAX && segment.kind == SegmentKind::Append {
        return on_heap(heap, total, copy);
    }
    let mut bin = RefBin::with_bits(total, (len * 2).max(MIN_CAPACITY));
    copy(bin.bytes_mut())?;
    let counted = base.boxed_kind() == Some(Kind::RefcBin) && !is_literal(base);
    if grows_itself(segment) && offset == 0 && counted {
        // SAFETY: the object is no literal, so it is on this heap, and keeps its binary alive.
        unsafe {
            // No other term of it has more than this one.
            if RefBin::with_raw(base.raw(2) as *mut u8, |old| old.used() == end) {
                heap.exchange(base, bin);
                return Ok(grown(heap, segment, (base, 0, total)));
            }
        }
    }
    Ok(first_bits(heap, heap.binary_from(bin, len), total))
}

/// Whether what is appended becomes a part of the very term that it is appended to. Nobody else
/// sees that, but the compilers of OTP 28 and 29 have comprehensions with several generators that
/// go together pass the term on as if it were the result.
fn grows_itself(segment: &Segment<'_>) -> bool {
    segment.kind == SegmentKind::PrivateAppend
        && segment.src.boxed_kind() == Some(Kind::SubBits)
        && !is_literal(segment.src)
}

/// The first segment with what has been appended in its binary: so many bits of that from an
/// offset on.
fn grown<'h>(
    heap: &'h Heap,
    segment: &Segment<'h>,
    (base, offset, total): (Term<'h>, usize, usize),
) -> Term<'h> {
    if !grows_itself(segment) {
        return heap.sub_object(base, offset, total);
    }
    // SAFETY: such a part is no literal, so it is on this heap; the binary has so many bits.
    unsafe { heap.grow_part(segment.src, total) };
    segment.src
}

/// A bit string with the low `n` bits (64 at most) of a value behind it, if it can grow in place.
#[inline]
pub fn append_value<'h>(
    heap: &'h Heap,
    (kind, src): (SegmentKind, Term<'h>),
    (value, n): (u64, usize),
    unit: usize,
) -> Option<Term<'h>> {
    // SAFETY: the words of such objects; the binary is kept alive by its object, which is on this
    // process's heap, so that only this thread has access to the reference.
    unsafe {
        let (base, offset, len) = match src.boxed_kind()? {
            Kind::SubBits => {
                let base: Term<'h> = Term::from_word(src.raw(1));
                if base.boxed_kind() != Some(Kind::RefcBin) {
                    return None;
                }
                (base, small_value(src.raw(2)) as usize, small_value(src.raw(3)) as usize)
            }
            Kind::RefcBin => (src, 0, small_value(src.raw(1)) as usize * 8),
            _ => return None,
        };
        if unit > 1 && !len.is_multiple_of(unit) || len + n > MAX_BITS || is_literal(base) {
            return None;
        }
        let bin = base.raw(2) as *mut u8;
        let segment = front(kind, src, unit as u64);
        RefBin::with_raw(bin, |bin| bin.append_value(offset + len, value, n))
            .then(|| grown(heap, &segment, (base, offset, len + n)))
    }
}

/// A bit string with another one behind it, each with the unit of its size; None if that cannot be.
pub fn append_bits<'h>(
    heap: &'h Heap,
    (kind, src, unit): (SegmentKind, Term<'h>, u64),
    (all, unit_of_all): (Term<'h>, u64),
) -> Option<Term<'h>> {
    let bits = all.as_bits()?;
    let n = bits.bit_len();
    if n / 8 >= LARGE {
        return None;
    }
    if (1..=64).contains(&n) && (n as u64).is_multiple_of(unit_of_all.max(1)) {
        let value = bits::get_be(bits.span(), bits.bit_offset() % 8, n);
        if let Some(t) = append_value(heap, (kind, src), (value, n), unit as usize) {
            return Some(t);
        }
    }
    let segments = [front(kind, src, unit), front(SegmentKind::Binary, all, unit_of_all)];
    create_bin(heap, &segments).ok()
}

/// A segment of all of a bit string.
fn front(kind: SegmentKind, src: Term<'_>, unit: u64) -> Segment<'_> {
    Segment { kind, flags: 0, unit, src, size: Term::atom(am::ALL), string: &[] }
}

/// The next `n` bits (64 at most, and so many are left).
#[inline]
pub fn next_bits(ctx: Term<'_>, n: usize) -> u64 {
    if n == 0 { 0 } else { peek(&Cursor::of(ctx), n) }
}

fn is_literal(t: Term<'_>) -> bool {
    literal::is_literal(t.word())
}

/// An empty binary with room for so many bytes (a guess, if it is one) to be appended.
pub fn initial_writable<'h>(heap: &'h Heap, capacity: Term<'_>) -> Term<'h> {
    let capacity = capacity.as_usize().unwrap_or(256);
    heap.sub_object(heap.binary_from(RefBin::zeroed(0, capacity.min(MAX_INITIAL)), 0), 0, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_small_integers_of_otp() {
        let sum = |a, b| add_sizes(Term::small(a), Term::small(b), 8);
        let large = 1 << 59;
        assert_eq!(sum(3, 2).map(|t| t.as_small()), Ok(Some(19)));
        assert_eq!(sum(large - 9, 1).map(|t| t.as_small()), Ok(Some(large - 1)));
        for (a, b) in [(large - 8, 1), (large, 0), (0, large), (0, large / 8), (large, large)] {
            assert_eq!(sum(a, b).err(), Some(am::SYSTEM_LIMIT), "{a} {b}");
        }
        for (a, b) in [(-1, 1), (1, -1), (large, -1), (-large - 1, 0)] {
            assert_eq!(sum(a, b).err(), Some(am::BADARG), "{a} {b}");
        }
    }
}
