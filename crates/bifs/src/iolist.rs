//! Binaries, bit strings and iolists: sizes, parts, conversions to and from lists.

use crate::args::{badarg, binary, index};
use crate::turns::{self, InHand, pause, resumed};
use release::Difference;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::slice;
use std::sync::{Arc, Mutex};
use term::heap::HEAP_BIN_MAX;
use term::{Bits, Export, Heap, Mfa, RefBin, Term, atom};
use vm::bif::{BifResult, BifRow, Exception, Other, guard, row};
use vm::process::Running;
use vm::sched;

/// Built-ins of this file.
pub const ROWS: &[BifRow] = &[
    guard("erlang", "byte_size", 1, byte_size_1),
    guard("erlang", "bit_size", 1, bit_size_1),
    guard("erlang", "binary_part", 2, binary_part_2),
    guard("erlang", "binary_part", 3, binary_part_3),
    row("erlang", "split_binary", 2, split_binary_2),
    row("erlang", "list_to_binary", 1, list_to_binary_1),
    row("binary", "list_to_bin", 1, list_to_binary_1),
    row("erlang", "iolist_to_binary", 1, iolist_to_binary_1),
    row("erlang", "list_to_bitstring", 1, list_to_bitstring_1),
    row("erlang", "iolist_size", 1, iolist_size_1),
    row("erts_internal", "iolist_size_continue", 2, iolist_size_continue_2),
    row("erlang", "iolist_to_iovec", 1, iolist_to_iovec_1),
    row("erlang", "binary_to_list", 1, binary_to_list_1),
    row("erlang", "binary_to_list", 3, binary_to_list_3),
    row("erlang", "bitstring_to_list", 1, bitstring_to_list_1),
];

/// Bytes that one reduction pays for.
pub(crate) const BYTES_PER_REDUCTION: usize = 256;

/// Counts the work on this many bytes.
pub(crate) fn pay_bytes(p: &mut Running<'_>, bytes: usize) {
    if bytes >= BYTES_PER_REDUCTION {
        p.bump_reductions(bytes / BYTES_PER_REDUCTION);
    }
}

/// Bytes that are as much work as to get at a part of an iolist.
pub(crate) const PART: usize = 8;

/// Parts of an iolist that are measured or copied before others get a turn.
const PARTS_AT_ONCE: usize = 200_000;

/// Bytes that are made a list before others get a turn.
const BYTES_AT_ONCE: usize = 100_000;

/// A part of an iolist.
pub(crate) enum Part<'h> {
    /// An integer from 0 to 255.
    Byte(u8),
    /// A bit string.
    Bits(Bits<'h>, Term<'h>),
}

/// Goes through the parts of an iolist (or of a bit string) from left to right; `None` when
/// something in it is neither a byte, a bit string nor a list of such.
#[inline]
pub(crate) fn walk<'h>(t: Term<'h>, mut f: impl FnMut(Part<'h>) -> Option<()>) -> Option<()> {
    let mut rests = SmallVec::<[Term<'h>; 8]>::new();
    let mut at = t;
    loop {
        let (t, rest) = match at.as_cons() {
            Some((head, tail)) if head.is_cons() => {
                rests.push(tail);
                at = head;
                continue;
            }
            Some((head, tail)) => (head, Some(tail)),
            None => (at, None),
        };
        let part = match t.as_small() {
            Some(i) if rest.is_some() => Some(Part::Byte(u8::try_from(i).ok()?)),
            _ if t.is_nil() => None,
            _ => Some(Part::Bits(t.as_bits()?, t)),
        };
        if let Some(part) = part {
            f(part)?;
        }
        match rest.or_else(|| rests.pop()) {
            Some(rest) => at = rest,
            None => return Some(()),
        }
    }
}

/// Bytes that binaries within an iolist have at most if it is not measured before it is copied.
const SHORT: usize = 512;

/// Parts of such an iolist.
const FEW_PARTS: usize = 16_384;

/// Copies the bytes of an iolist in one pass: to measure many small parts takes as long as to copy
/// them. `None` when it is none, or has more parts, or more in its binaries.
fn copy_short(t: Term<'_>, to: &mut SmallVec<[u8; SHORT]>) -> Option<()> {
    let mut parts = 0;
    walk(t, |part| {
        parts += 1;
        match part {
            Part::Byte(b) => to.push(b),
            Part::Bits(bits, _) => {
                let len = bits.bit_len();
                if to.len() + len / 8 > SHORT || !len.is_multiple_of(8) {
                    return None;
                }
                to.extend_from_slice(&bits.bytes());
            }
        }
        (parts <= FEW_PARTS).then_some(())
    })
}

/// Fills `to` with the bytes of an iolist, which has so many.
fn fill(t: Term<'_>, to: &mut [u8]) {
    let mut at = 0;
    let whole = walk(t, |part| {
        match part {
            Part::Byte(b) => {
                to[at] = b;
                at += 1;
            }
            Part::Bits(bits, _) => {
                let bytes = bits.bytes();
                to[at..at + bytes.len()].copy_from_slice(&bytes);
                at += bytes.len();
            }
        }
        Some(())
    });
    debug_assert!(whole.is_some() && at == to.len());
}

/// The bytes of an iolist; `None` when it is none.
pub fn iolist_to_vec(t: Term<'_>) -> Option<Vec<u8>> {
    short_iolist_to_vec(t, usize::MAX)
}

/// The same of one that is short: it has at most so many bytes, each part counted as some more.
pub(crate) fn short_iolist_to_vec(t: Term<'_>, most: usize) -> Option<Vec<u8>> {
    let (mut len, mut left) = (0, most);
    walk(t, |part| {
        let n = match part {
            Part::Byte(_) => 1,
            Part::Bits(bits, _) if bits.bit_len().is_multiple_of(8) => bits.bit_len() / 8,
            Part::Bits(..) => return None,
        };
        (len, left) = (len + n, left.checked_sub(n + PART)?);
        Some(())
    })?;
    let mut bytes = vec![0; len];
    fill(t, &mut bytes);
    Some(bytes)
}

/// A list that is made a binary, in several turns: the bytes so far. With it go what is left and
/// what the built-in was called with.
struct Flattening(Mutex<Vec<u8>>);

/// Goes on with that: after so many parts others get a turn.
fn go_on_flattening<'h>(
    p: &mut Running<'h>,
    bytes: Vec<u8>,
    rest: Term<'h>,
    first: Term<'h>,
) -> BifResult<'h> {
    let (heap, mut bytes, mut parts) = (p.heap(), bytes, 0);
    let before = bytes.len();
    let (mut at, mut rests) = (rest, Vec::new());
    let wrong = || Exception::Other(Box::new(Other::BadargOf(vec![first])));
    let add = |bytes: &mut Vec<u8>, t: Term<'h>| {
        let bits = t.as_bits().filter(|b| b.bit_len().is_multiple_of(8)).ok_or_else(wrong)?;
        bytes.extend_from_slice(&bits.bytes());
        Ok(())
    };
    loop {
        while let Some((head, tail)) = at.as_cons() {
            parts += 1;
            at = tail;
            if let Some(byte) = head.as_small().and_then(|i| u8::try_from(i).ok()) {
                bytes.push(byte);
            } else if head.is_cons() {
                rests.push(tail);
                at = head;
            } else if !head.is_nil() {
                add(&mut bytes, head)?;
            }
            if parts + (bytes.len() - before) / BYTES_PER_REDUCTION >= PARTS_AT_ONCE {
                p.bump_reductions(sched::FULL as usize);
                let rest = left(heap, at, &rests);
                let state = Arc::new(Flattening(Mutex::new(bytes)));
                return Err(Exception::yield_with(vec![turns::going(p, state, &[rest, first])]));
            }
        }
        if !at.is_nil() {
            add(&mut bytes, at)?;
        }
        match rests.pop() {
            Some(rest) => at = rest,
            None => break,
        }
    }
    p.bump_reductions(parts / 64);
    Ok(heap.binary(&bytes))
}

/// The rest of an iolist, which is an iolist again.
fn left<'h>(heap: &'h Heap, at: Term<'h>, rests: &[Term<'h>]) -> Term<'h> {
    heap.cons(at, rests.iter().fold(Term::NIL, |l, &t| heap.cons(t, l)))
}

/// A binary of the bytes of an iolist that is a list, in several turns if there are many parts.
fn flatten<'h>(p: &mut Running<'h>, t: Term<'h>) -> BifResult<'h> {
    if !t.is_cons() && !t.is_nil() {
        let Some((state, &[rest, first])) = turns::gone_on::<Flattening>(t) else {
            return badarg();
        };
        let bytes = std::mem::take(&mut *state.0.lock().expect("bytes"));
        return go_on_flattening(p, bytes, rest, first);
    }
    let mut bytes = SmallVec::new();
    if copy_short(t, &mut bytes).is_some() {
        pay_bytes(p, bytes.len());
        return Ok(p.heap().binary(&bytes));
    }
    let (mut len, mut parts) = (0, 0);
    let measured = walk(t, |part| {
        match part {
            Part::Byte(_) => len += 1,
            Part::Bits(bits, _) if bits.bit_len().is_multiple_of(8) => {
                let bytes = bits.bit_len() / 8;
                len += bytes;
                parts += bytes / BYTES_PER_REDUCTION;
            }
            Part::Bits(..) => return None,
        }
        parts += 1;
        (parts < PARTS_AT_ONCE).then_some(())
    });
    match measured {
        Some(()) => Ok(filled(p, t, len)),
        None if parts < PARTS_AT_ONCE => badarg(),
        None => go_on_flattening(p, Vec::new(), t, t),
    }
}

/// As [`flatten`], of an iolist of this length, in one turn.
fn filled<'h>(p: &mut Running<'h>, t: Term<'h>, len: usize) -> Term<'h> {
    pay_bytes(p, len);
    if len <= HEAP_BIN_MAX {
        return p.heap().heap_binary(len, |to| fill(t, to));
    }
    let mut bin = RefBin::zeroed(len, len);
    fill(t, bin.bytes_mut());
    p.heap().binary_from(bin, len)
}

fn bits<'t, 'h>(t: Term<'t>) -> Result<Bits<'t>, Exception<'h>> {
    t.as_bits().ok_or(Exception::BADARG)
}

fn byte_size_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::small(bits(args[0])?.bit_len().div_ceil(8) as i64))
}

fn bit_size_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::small(bits(args[0])?.bit_len() as i64))
}

/// Where the part `{Start, Length}` of `size` bytes begins and how long it is; a negative length
/// goes backwards.
pub(crate) fn part_of(size: usize, start: Term<'_>, length: Term<'_>) -> Option<(usize, usize)> {
    let (start, length) = (start.as_small()?, length.as_small()?);
    let end = start.checked_add(length)?;
    let (from, to) = (start.min(end), start.max(end));
    (from >= 0 && to <= size as i64).then_some((from as usize, (to - from) as usize))
}

/// A part of a binary that shares its bytes.
pub(crate) fn part<'h>(
    p: &Running<'h>,
    whole: Term<'h>,
    start: Term<'h>,
    length: Term<'h>,
) -> BifResult<'h> {
    let size = match bits(whole)?.bit_len() {
        bits if bits % 8 != 0 && Difference::StrictBinaries.is_on() => return badarg(),
        bits => bits / 8,
    };
    let (from, len) = part_of(size, start, length).ok_or(Exception::BADARG)?;
    Ok(p.heap().sub_bits(whole, from * 8, len * 8))
}

fn binary_part_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let &[start, length] = args[1].as_tuple_of::<2>().ok_or(Exception::BADARG)?;
    part(p, args[0], start, length)
}

fn binary_part_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    part(p, args[0], args[1], args[2])
}

fn split_binary_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let len = bits(args[0])?.bit_len();
    let at = index(args[1])?;
    if at > len / 8 {
        return badarg();
    }
    let heap = p.heap();
    let left = heap.sub_bits(args[0], 0, at * 8);
    Ok(heap.tuple(&[left, heap.sub_bits(args[0], at * 8, len - at * 8)]))
}

fn list_to_binary_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    flatten(p, args[0])
}

fn iolist_to_binary_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if args[0].is_binary() { Ok(args[0]) } else { list_to_binary_1(p, args) }
}

/// A list that is made a bit string: the bits so far, and what is left.
struct Joining<'h> {
    bytes: Vec<u8>,
    len: usize,
    rest: Rest<'h>,
}

impl<'h> Joining<'h> {
    fn add(&mut self, part: Part<'h>) {
        let (more, n) = match &part {
            Part::Byte(b) => (Cow::Borrowed(slice::from_ref(b)), 8),
            Part::Bits(bits, _) => (bits.bytes(), bits.bit_len()),
        };
        append_bits(&mut self.bytes, self.len, &more);
        self.len += n;
        self.bytes.truncate(self.len.div_ceil(8));
    }
}

struct Joinings;

// SAFETY: only terms that it refers to depend on the lifetime, and it does not own them.
unsafe impl InHand for Joinings {
    type Of<'h> = Joining<'h>;
}

fn list_to_bitstring_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if let Some(joining) = resumed::<Joinings>(p) {
        return go_on_joining(p, joining, args);
    }
    if !args[0].is_cons() && !args[0].is_nil() {
        return badarg();
    }
    let mut joining = Joining { bytes: Vec::new(), len: 0, rest: Rest::of(args[0]) };
    let mut parts = 0;
    let walked = walk(args[0], |part| {
        joining.add(part);
        parts += 1;
        (parts < PARTS_AT_ONCE).then_some(())
    });
    match walked {
        Some(()) => {
            pay_bytes(p, joining.bytes.len());
            Ok(p.heap().bits(&joining.bytes, joining.len))
        }
        None if parts < PARTS_AT_ONCE => badarg(),
        None => {
            (joining.bytes, joining.len) = (Vec::new(), 0);
            go_on_joining(p, joining, args)
        }
    }
}

/// Joins for a turn; `args` are those of the first call.
fn go_on_joining<'h>(
    p: &mut Running<'h>,
    mut joining: Joining<'h>,
    args: &[Term<'h>],
) -> BifResult<'h> {
    let before = joining.bytes.len();
    for parts in 0.. {
        if parts + (joining.bytes.len() - before) / BYTES_PER_REDUCTION >= PARTS_AT_ONCE {
            return Err(pause::<Joinings>(p, joining, args));
        }
        match joining.rest.next() {
            Some(Ok(part)) => joining.add(part),
            Some(Err(_)) => return Err(Exception::BADARG),
            None => break,
        }
    }
    pay_bytes(p, joining.bytes.len() - before);
    Ok(p.heap().bits(&joining.bytes, joining.len))
}

/// The rest of an iolist, or of a like list with bits in it: an iterator of its parts. An error is
/// something that is neither.
pub(crate) struct Rest<'h> {
    at: Term<'h>,
    outer: Vec<Term<'h>>,
}

impl<'h> Rest<'h> {
    /// All of it.
    pub fn of(t: Term<'h>) -> Rest<'h> {
        Rest { at: t, outer: Vec::new() }
    }
}

impl<'h> Iterator for Rest<'h> {
    type Item = Result<Part<'h>, ()>;

    fn next(&mut self) -> Option<Result<Part<'h>, ()>> {
        loop {
            let t = match self.at.as_cons() {
                Some((head, tail)) if head.is_cons() => {
                    self.outer.push(tail);
                    self.at = head;
                    continue;
                }
                Some((head, tail)) => {
                    self.at = tail;
                    head
                }
                None if self.at.is_nil() => {
                    self.at = self.outer.pop()?;
                    continue;
                }
                None => match std::mem::replace(&mut self.at, Term::NIL) {
                    t if t.as_bits().is_some() => t,
                    _ => return Some(Err(())),
                },
            };
            if let Some(i) = t.as_small() {
                return Some(u8::try_from(i).map(Part::Byte).or(Err(())));
            }
            if let Some(bits) = t.as_bits() {
                return Some(Ok(Part::Bits(bits, t)));
            }
            if !t.is_nil() {
                return Some(Err(()));
            }
        }
    }
}

/// Appends bits, given from the top of their first byte on, after the first `len` bits of `to`.
fn append_bits(to: &mut Vec<u8>, len: usize, more: &[u8]) {
    let used = len % 8;
    if used == 0 {
        to.extend_from_slice(more);
        return;
    }
    for &b in more {
        *to.last_mut().expect("an incomplete byte") |= b >> used;
        to.push(b << (8 - used));
    }
}

/// Goes on measuring: an iolist of few cells may have many parts, as it may have itself in it
/// several times.
fn measure<'h>(p: &mut Running<'h>, before: u64, t: Term<'h>) -> BifResult<'h> {
    let (heap, mut size, mut parts) = (p.heap(), before, 0);
    let mut rests = SmallVec::<[Term<'h>; 8]>::new();
    let mut at = t;
    loop {
        while let Some((head, tail)) = at.as_cons() {
            parts += 1;
            at = tail;
            if head.word() & !Term::small(0xff).word() == 0 {
                size = size.saturating_add(1);
            } else if let Some(bytes) = head.whole_bytes() {
                size = size.saturating_add(bytes.len() as u64);
            } else if head.is_cons() {
                rests.push(tail);
                at = head;
            } else if !head.is_nil() {
                size = size.saturating_add(whole_bytes(head)?);
            }
            if parts >= PARTS_AT_ONCE {
                p.bump_reductions(4000);
                let rest = left(heap, at, &rests);
                let mfa = Mfa::new(atom!("erts_internal"), atom!("iolist_size_continue"), 2);
                let args = vec![heap.unsigned(size), rest];
                return Err(Exception::trap(Export::get(mfa), args));
            }
        }
        if !at.is_nil() {
            size = size.saturating_add(whole_bytes(at)?);
        }
        match rests.pop() {
            Some(rest) => at = rest,
            None => break,
        }
    }
    p.bump_reductions(parts / 64);
    Ok(match i64::try_from(size).ok().and_then(Term::try_small) {
        Some(size) => size,
        None => heap.unsigned(size),
    })
}

fn whole_bytes<'h>(t: Term<'_>) -> Result<u64, Exception<'h>> {
    let len = t.as_bits().ok_or(Exception::BADARG)?.bit_len();
    if len.is_multiple_of(8) { Ok(len as u64 / 8) } else { badarg() }
}

fn iolist_size_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    measure(p, 0, args[0])
}

/// Not OTP's: where [`iolist_size_1`] goes on after others had their turn.
fn iolist_size_continue_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    measure(p, args[0].as_u64().ok_or(Exception::BADARG)?, args[1])
}

/// An iolist that is made a list of binaries: those so far, bytes that go into the next one, and
/// what is left.
struct Gathering<'h> {
    parts: Vec<Term<'h>>,
    small: Vec<u8>,
    rest: Rest<'h>,
}

impl<'h> Gathering<'h> {
    /// Adds a part; None if it is not of whole bytes.
    fn add(&mut self, heap: &'h Heap, part: Part<'h>) -> Option<()> {
        match part {
            Part::Byte(b) => self.small.push(b),
            Part::Bits(bits, _) if !bits.bit_len().is_multiple_of(8) => return None,
            Part::Bits(bits, t) if bits.bit_len() / 8 > HEAP_BIN_MAX => {
                self.cut(heap);
                let aligned = bits.bit_offset().is_multiple_of(8);
                self.parts.push(if aligned { t } else { heap.binary(&bits.bytes()) });
            }
            Part::Bits(bits, _) => self.small.extend_from_slice(&bits.bytes()),
        }
        Some(())
    }

    /// Makes a binary of the small parts.
    fn cut(&mut self, heap: &'h Heap) {
        if !self.small.is_empty() {
            self.parts.push(heap.binary(&self.small));
            self.small.clear();
        }
    }
}

struct Gatherings;

// SAFETY: only terms that it refers to depend on the lifetime, and it does not own them.
unsafe impl InHand for Gatherings {
    type Of<'h> = Gathering<'h>;
}

fn iolist_to_iovec_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if let Some(gathering) = resumed::<Gatherings>(p) {
        return go_on_gathering(p, gathering, args);
    }
    let begin = || Gathering { parts: Vec::new(), small: Vec::new(), rest: Rest::of(args[0]) };
    let (mut gathering, mut pieces) = (begin(), 0);
    let walked = walk(args[0], |part| {
        gathering.add(p.heap(), part)?;
        pieces += 1;
        (pieces < PARTS_AT_ONCE).then_some(())
    });
    match walked {
        Some(()) => {
            gathering.cut(p.heap());
            p.bump_reductions(pieces / 16);
            Ok(p.heap().list(&gathering.parts))
        }
        None if pieces < PARTS_AT_ONCE => badarg(),
        None => go_on_gathering(p, begin(), args),
    }
}

/// Gathers for a turn; `args` are those of the first call.
fn go_on_gathering<'h>(
    p: &mut Running<'h>,
    mut gathering: Gathering<'h>,
    args: &[Term<'h>],
) -> BifResult<'h> {
    let (heap, mut pieces) = (p.heap(), 0);
    while let Some(part) = gathering.rest.next() {
        if part.ok().and_then(|part| gathering.add(heap, part)).is_none() {
            return Err(Exception::BADARG);
        }
        pieces += 1;
        if pieces >= PARTS_AT_ONCE {
            return Err(pause::<Gatherings>(p, gathering, args));
        }
    }
    gathering.cut(heap);
    p.bump_reductions(pieces / 16);
    Ok(heap.list(&gathering.parts))
}

/// A binary that is made a list, from its end on, in several turns: from where to where there are
/// bytes left. With it go the binary and the list so far.
struct Listing(std::ops::Range<usize>);

/// Begins or goes on with that.
fn go_on_listing<'h>(
    p: &mut Running<'h>,
    range: std::ops::Range<usize>,
    whole: Term<'h>,
    list: Term<'h>,
    arity: usize,
) -> BifResult<'h> {
    let heap = p.heap();
    let from = range.start.max(range.end.saturating_sub(BYTES_AT_ONCE));
    // Not all of the bytes, which may have to be shifted.
    let part = heap.sub_bits(whole, from * 8, (range.end - from) * 8);
    let bytes = bits(part)?.bytes();
    let list = bytes.iter().rev().fold(list, |l, &b| heap.cons(Term::small(b.into()), l));
    if from == range.start {
        p.bump_reductions(bytes.len() / 16);
        return Ok(list);
    }
    p.bump_reductions(sched::FULL as usize);
    let state = Arc::new(Listing(range.start..from));
    let mut args = vec![turns::going(p, state, &[whole, list])];
    args.resize(arity, Term::NIL);
    Err(Exception::yield_with(args))
}

fn binary_to_list_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    match binary(args[0]) {
        Ok(bytes) if bytes.len() <= BYTES_AT_ONCE => {
            p.bump_reductions(bytes.len() / 16);
            Ok(p.heap().byte_list(&bytes))
        }
        Ok(bytes) => go_on_listing(p, 0..bytes.len(), args[0], Term::NIL, 1),
        Err(wrong) => match turns::gone_on(args[0]) {
            Some((Listing(range), &[whole, list])) => {
                go_on_listing(p, range.clone(), whole, list, 1)
            }
            _ => Err(wrong),
        },
    }
}

fn binary_to_list_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if let Some((Listing(range), &[whole, list])) = turns::gone_on(args[0]) {
        return go_on_listing(p, range.clone(), whole, list, 3);
    }
    let size = bits(args[0])?.bit_len() / 8;
    let (start, stop) = (index(args[1])?, index(args[2])?);
    if start < 1 || start > size || stop < 1 || stop > size || stop < start {
        return badarg();
    }
    go_on_listing(p, start - 1..stop, args[0], Term::NIL, 3)
}

fn bitstring_to_list_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if let Some((Listing(range), &[whole, list])) = turns::gone_on(args[0]) {
        return go_on_listing(p, range.clone(), whole, list, 1);
    }
    let (heap, len) = (p.heap(), bits(args[0])?.bit_len());
    let tail = match len % 8 {
        0 => Term::NIL,
        n => heap.list(&[heap.sub_bits(args[0], len - n, n)]),
    };
    if len / 8 > BYTES_AT_ONCE {
        return go_on_listing(p, 0..len / 8, args[0], tail, 1);
    }
    let bytes = bits(args[0])?.bytes();
    p.bump_reductions(bytes.len() / 16);
    let whole = bytes[..len / 8].iter().rev();
    Ok(whole.fold(tail, |tail, &b| heap.cons(Term::small(i64::from(b)), tail)))
}
