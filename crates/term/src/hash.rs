//! Hashes of terms: `erlang:phash2`, `erlang:phash` as every OTP computes them, and the internal
//! one.

use crate::map_words::{self, node_bitmap};
use crate::term::record::DEFINITION_HEAD;
use crate::term::{Bits, Definition, Term, View};
use crate::word::*;
use crate::{Atom, FunEntry, am};
use smallvec::SmallVec;

/// The portable hash of a tuple of so many atoms.
pub(crate) fn portable_of_atoms(size: usize, atoms: impl Iterator<Item = Atom>) -> u32 {
    let mut h = 0;
    mix_tuple(&mut h, size);
    atoms.for_each(|atom| mix(&mut h, atom.name_hash(), salt(3)));
    h
}

/// The range of `erlang:phash2/1`.
pub const PHASH2_RANGE: u64 = 1 << 27;

/// `erlang:phash2/1`.
pub fn phash2(t: Term<'_>) -> u32 {
    portable(t) & (PHASH2_RANGE as u32 - 1)
}

/// The same, if it does not take long.
pub fn phash2_of_small(t: Term<'_>) -> Option<u32> {
    let hash = match portable_of_small(t, SMALL) {
        Some((hash, _)) => hash,
        None => Portable::new(t).go_on(SMALL)?,
    };
    Some(hash & (PHASH2_RANGE as u32 - 1))
}

/// Parts of a term that do not take long to hash.
const SMALL: usize = 10_000;

/// `erlang:phash/2`; the range is 1 to 2^32. The result is 1 to `range`.
pub fn phash(t: Term<'_>, range: u64) -> u64 {
    u64::from(old_portable(t)) % range + 1
}

/// Bob Jenkins' mixing of three words; gives the third.
#[inline(always)]
const fn jenkins(a: &mut u32, b: &mut u32, c: &mut u32) {
    const SHIFTS: [(u32, u32, u32); 3] = [(13, 8, 13), (12, 16, 5), (3, 10, 15)];
    let mut i = 0;
    while i < SHIFTS.len() {
        let (x, y, z) = SHIFTS[i];
        *a = a.wrapping_sub(*b).wrapping_sub(*c) ^ *c >> x;
        *b = b.wrapping_sub(*c).wrapping_sub(*a) ^ *a << y;
        *c = c.wrapping_sub(*a).wrapping_sub(*b) ^ *b >> z;
        i += 1;
    }
}

/// The golden ratio times `n`: one salt for each type of term.
const fn salt(n: u32) -> u32 {
    0x9e37_79b9_u32.wrapping_mul(n)
}

#[inline(always)]
const fn mix2(h: &mut u32, x: u32, y: u32, salt: u32) {
    let (mut a, mut b) = (salt.wrapping_add(x), salt.wrapping_add(y));
    jenkins(&mut a, &mut b, h);
}

#[inline(always)]
const fn mix(h: &mut u32, x: u32, salt: u32) {
    mix2(h, x, 0, salt);
}

/// The hashes with which tuples begin, for each usual size: a mixing takes longer than a look at
/// this table, and everything that follows waits for it.
const TUPLES: [u32; 16] = {
    let mut begun = [0; 16];
    let mut size = 0;
    while size < begun.len() {
        mix(&mut begun[size], size as u32, salt(9));
        size += 1;
    }
    begun
};

/// Mixes in a tuple of this size, before its elements.
#[inline(always)]
fn mix_tuple(h: &mut u32, size: usize) {
    match TUPLES.get(size) {
        Some(&begun) if *h == 0 => *h = begun,
        _ => mix(h, size as u32, salt(9)),
    }
}

#[inline(always)]
fn mix64(h: &mut u32, x: u64, salt: u32) {
    mix2(h, x as u32, (x >> 32) as u32, salt);
}

fn mix_bytes(bytes: &[u8], start: u32) -> u32 {
    let mut mixed = Bytes::new(start);
    let (blocks, rest) = bytes.as_chunks();
    mixed.blocks(blocks);
    mixed.end(rest, bytes.len())
}

/// The mix of the bytes of a bit string so far.
#[derive(Copy, Clone)]
struct Bytes(u32, u32, u32);

/// Bytes that are mixed in at once.
const BLOCK: usize = 12;

impl Bytes {
    #[inline(always)]
    fn new(start: u32) -> Bytes {
        Bytes(salt(1), salt(1), start)
    }

    #[inline(always)]
    fn blocks(&mut self, blocks: &[[u8; BLOCK]]) {
        let Bytes(mut a, mut b, mut c) = *self;
        for k in blocks {
            a = a.wrapping_add(word(&k[..4]));
            b = b.wrapping_add(word(&k[4..8]));
            c = c.wrapping_add(word(&k[8..]));
            jenkins(&mut a, &mut b, &mut c);
        }
        *self = Bytes(a, b, c);
    }

    /// The hash, with the bytes behind the last block, of so many in all.
    #[inline(always)]
    fn end(self, rest: &[u8], all: usize) -> u32 {
        let Bytes(mut a, mut b, mut c) = self;
        let part = |from: usize| word(rest.get(from..).unwrap_or_default());
        a = a.wrapping_add(part(0));
        b = b.wrapping_add(part(4));
        // The lowest byte of the third word is the length's.
        c = c.wrapping_add(all as u32).wrapping_add(part(8) << 8);
        jenkins(&mut a, &mut b, &mut c);
        c
    }
}

/// The first four bytes, or those that there are, as a number.
#[inline(always)]
fn word(bytes: &[u8]) -> u32 {
    match *bytes {
        [a, b, c, d, ..] => u32::from_le_bytes([a, b, c, d]),
        [a, b, c] => u32::from_le_bytes([a, b, c, 0]),
        [a, b] => u32::from_le_bytes([a, b, 0, 0]),
        [a] => u32::from(a),
        [] => 0,
    }
}

/// Bits that are as much work as a part of a term.
const PART_BITS: usize = 128;

/// Parts of a long bit string that are hashed in one step: whole blocks, without gaps.
const LONG: usize = 3 * 256;

/// A long bit string that is being hashed, as [`mix_bits`] does it.
#[derive(Copy, Clone)]
struct Long<'t> {
    mixed: Bytes,
    whole: usize,
    /// Whole bytes that are left, and bits behind those.
    left: Bits<'t>,
    end: Bits<'t>,
}

impl<'t> Long<'t> {
    fn new(h: u32, bits: Bits<'t>) -> Long<'t> {
        let whole = whole_bytes(bits);
        let end = bits.part(whole * 8, bits.bit_len() % 8);
        let mixed = Bytes::new(salt(13).wrapping_add(h));
        Long { mixed, whole, left: bits.part(0, whole * 8), end }
    }

    /// Hashes the next parts; the hash if these were the last.
    fn go_on(&mut self) -> Option<u32> {
        const AT_ONCE: usize = LONG * PART_BITS;
        const { assert!(AT_ONCE.is_multiple_of(BLOCK * 8)) };
        let now = self.left.bit_len().min(AT_ONCE);
        let bytes = self.left.part(0, now).bytes();
        let (blocks, rest) = bytes.as_chunks();
        self.mixed.blocks(blocks);
        self.left = self.left.part(now, self.left.bit_len() - now);
        if self.left.bit_len() > 0 {
            return None;
        }
        if self.whole == 0 && self.end.bit_len() == 0 {
            return Some(self.mixed.2);
        }
        let mut h = self.mixed.end(rest, self.whole);
        if let Some(&last) = self.end.bytes().first() {
            let n = self.end.bit_len();
            mix2(&mut h, n as u32, u32::from(last >> (8 - n)), salt(15));
        }
        Some(h)
    }
}

/// Sizes count modulo 2^32 here, as they always have: four gigabytes are as nothing.
fn whole_bytes(bits: Bits<'_>) -> usize {
    (bits.bit_len() / 8) & 0xffff_ffff
}

fn mix_bits(h: u32, bits: Bits<'_>) -> u32 {
    let start = salt(13).wrapping_add(h);
    let whole = whole_bytes(bits);
    let rest = bits.bit_len() % 8;
    if whole == 0 && rest == 0 {
        return start;
    }
    if let (Some(bytes), 0) = (bits.aligned(), rest) {
        return mix_bytes(&bytes[..whole], start);
    }
    let bytes = bits.bytes();
    let mut h = mix_bytes(&bytes[..whole], start);
    if rest != 0 {
        mix2(&mut h, rest as u32, u32::from(bytes[whole] >> (8 - rest)), salt(15));
    }
    h
}

#[inline(always)]
fn mix_small(h: &mut u32, i: i64) {
    let size = i.unsigned_abs();
    let (x, y, salt) = if (-(1 << 27)..1 << 27).contains(&i) {
        if i < 0 {
            mix(h, size as u32, salt(1));
        }
        (i as u32, 0, salt(1))
    } else {
        (size as u32, (size >> 32) as u32, salt(if i < 0 { 10 } else { 11 }))
    };
    mix2(h, x, y, salt);
}

/// A part that remains to be hashed.
#[derive(Copy, Clone)]
enum Work<'t> {
    Term(Term<'t>),
    Array(&'t [Term<'t>]),
    /// The end of a map: the hashes before it, of the whole and of the pairs.
    MapEnd(u32, u32),
    PairEnd,
    /// The long bit string.
    Long,
}

/// All 32 bits of what `phash2` takes the remainder of.
pub fn portable(t: Term<'_>) -> u32 {
    let mut left = usize::MAX;
    quick_portable(0, t, SHALLOW, &mut left).unwrap_or_else(|| portable_slow(t))
}

/// The same if the term is of common kinds and has at most so many parts: with how many it has.
pub fn portable_of_small(t: Term<'_>, most: usize) -> Option<(u32, usize)> {
    let mut left = most;
    let h = quick_portable(0, t, SHALLOW, &mut left)?;
    Some((h, most - left))
}

/// The result of [`Portable`] for a term that follows the result `h`, if the term is not deep, has
/// only the commonest kinds of terms in it, and not more parts than are `left`.
fn quick_portable(mut h: u32, mut t: Term<'_>, depth: u32, left: &mut usize) -> Option<u32> {
    loop {
        if let Some(i) = t.as_small() {
            mix_small(&mut h, i);
            return Some(h);
        }
        if let Some(a) = t.as_atom() {
            match h {
                0 => h = a.name_hash(),
                _ => mix(&mut h, a.name_hash(), salt(3)),
            }
            return Some(h);
        }
        if t.is_nil() {
            match h {
                0 => h = 3_468_870_702,
                _ => mix(&mut h, 2, salt(2)),
            }
            return Some(h);
        }
        if t.is_cons() {
            // Bytes that follow one another are hashed as a string.
            let (mut word, mut n, mut cells) = (0_u32, 0, 0);
            let most = *left;
            while let Some((head, tail)) = t.as_cons() {
                t = tail;
                cells += 1;
                if cells > most {
                    return None;
                }
                match head.as_small() {
                    Some(byte @ 0..256) => {
                        (word, n) = (word << 8 | byte as u32, n + 1);
                        if n == 4 {
                            mix(&mut h, word, salt(4));
                            (word, n) = (0, 0);
                        }
                    }
                    _ => {
                        if n > 0 {
                            mix(&mut h, word, salt(4));
                            (word, n) = (0, 0);
                        }
                        h = match depth {
                            0 => return None,
                            _ => quick_portable(h, head, depth - 1, left)?,
                        };
                    }
                }
            }
            *left = left.checked_sub(cells)?;
            if n > 0 {
                mix(&mut h, word, salt(4));
            }
            continue;
        }
        if let Some(elements) = t.as_tuple() {
            *left = left.checked_sub(elements.len())?;
            mix_tuple(&mut h, elements.len());
            let Some((&last, others)) = elements.split_last() else { return Some(h) };
            for &t in others {
                h = match depth {
                    0 => return None,
                    _ => quick_portable(h, t, depth - 1, left)?,
                };
            }
            t = last;
            continue;
        }
        if let Some(f) = t.as_float() {
            mix_float(&mut h, f);
            return Some(h);
        }
        let bits = t.as_bits()?;
        *left = left.checked_sub(bits.bit_len() / PART_BITS)?;
        return Some(mix_bits(h, bits));
    }
}

#[inline(always)]
fn mix_float(h: &mut u32, f: f64) {
    let raw = (f + 0.0).to_bits();
    mix2(h, (raw >> 32) as u32, raw as u32, salt(12));
}

#[cold]
#[inline(never)]
fn portable_slow(t: Term<'_>) -> u32 {
    let mut hashing = Portable::new(t);
    loop {
        if let Some(h) = hashing.go_on(usize::MAX) {
            return h;
        }
    }
}

/// Bytes of a list that are hashed in one step: words of four.
const BYTES: usize = 1024;

/// A term that is being hashed as [`portable`] does it, some parts at a time.
pub struct Portable<'t> {
    stack: SmallVec<[Work<'t>; 16]>,
    h: u32,
    /// Pairs of a map are hashed apart and combined so that their order does not matter.
    pairs: u32,
    next: Option<Term<'t>>,
    long: Option<Long<'t>>,
}

impl<'t> Portable<'t> {
    /// Begins to hash.
    pub fn new(t: Term<'t>) -> Portable<'t> {
        Portable { stack: SmallVec::new(), h: 0, pairs: 0, next: Some(t), long: None }
    }

    /// Goes on for about as many parts; the hash if these were all.
    pub fn go_on(&mut self, mut parts: usize) -> Option<u32> {
        let &mut Portable { ref mut stack, mut h, mut pairs, mut next, ref mut long } = self;
        loop {
            match parts.checked_sub(1) {
                Some(left) => parts = left,
                None => {
                    (self.h, self.pairs, self.next) = (h, pairs, next);
                    return None;
                }
            }
            if let Some(t) = next.take() {
                match t.view() {
                    View::Small(i) => mix_small(&mut h, i),
                    View::Atom(a) if h == 0 => h = a.name_hash(),
                    View::Atom(a) => mix(&mut h, a.name_hash(), salt(3)),
                    View::Nil if h == 0 => h = 3_468_870_702,
                    View::Nil => mix(&mut h, 2, salt(2)),
                    View::Cons(..) => {
                        let (mut list, mut word, mut n, mut run) = (t, 0_u32, 0, 0);
                        let more = loop {
                            let Some((head, tail)) = list.as_cons() else { break None };
                            let Some(byte) = head.as_small().filter(|i| (0..256).contains(i))
                            else {
                                break Some((head, tail));
                            };
                            (word, n) = (word << 8 | byte as u32, n + 1);
                            list = tail;
                            if n == 4 {
                                mix(&mut h, word, salt(4));
                                (word, n) = (0, 0);
                                run += 4;
                                if run == BYTES {
                                    parts = parts.saturating_sub(BYTES);
                                    break None;
                                }
                            }
                        };
                        if n > 0 {
                            mix(&mut h, word, salt(4));
                        }
                        next = Some(list);
                        if let Some((head, tail)) = more {
                            stack.push(Work::Term(tail));
                            next = Some(head);
                        }
                        continue;
                    }
                    View::Tuple(elements) => {
                        mix_tuple(&mut h, elements.len());
                        stack.push(Work::Array(elements));
                    }
                    View::Bits(bits) if bits.bit_len() > LONG * PART_BITS => {
                        *long = Some(Long::new(h, bits));
                        stack.push(Work::Long);
                    }
                    View::Bits(bits) => {
                        parts = parts.saturating_sub(bits.bit_len() / PART_BITS);
                        h = mix_bits(h, bits);
                    }
                    View::Big(big) => {
                        let salt = salt(if big.negative { 10 } else { 11 });
                        for &limb in big.limbs {
                            mix64(&mut h, limb, salt);
                        }
                    }
                    View::Float(f) => mix_float(&mut h, f),
                    View::Fun(f) => {
                        let entry: &FunEntry = f.entry;
                        mix2(&mut h, f.free.len() as u32, entry.module.name_hash(), salt(1));
                        mix2(&mut h, entry.index, entry.old.uniq, salt(1));
                        stack.push(Work::Array(f.free));
                    }
                    View::Export(e) => {
                        mix2(&mut h, u32::from(e.mfa.arity), e.mfa.module.name_hash(), salt(1));
                        mix(&mut h, e.mfa.function.name_hash(), salt(14));
                    }
                    View::FlatMap(keys, values) => {
                        mix(&mut h, keys.len() as u32, salt(16));
                        if !keys.is_empty() {
                            stack.push(Work::MapEnd(h, pairs));
                            (h, pairs) = (0, 0);
                            for (&k, &v) in keys.iter().zip(values) {
                                stack.extend([Work::PairEnd, Work::Term(v), Work::Term(k)]);
                            }
                        }
                    }
                    View::Record(definition, values) => {
                        mix2(&mut h, values.len() as u32, definition.hash(), salt(23));
                        let by_age = definition.by_age().rev();
                        stack.extend(by_age.map(|place| Work::Term(values[place])));
                    }
                    View::HashMap(map) => {
                        if map.boxed_kind() == Some(Kind::HashMap) {
                            mix(&mut h, map_words::size(map) as u32, salt(16));
                            stack.push(Work::MapEnd(h, pairs));
                            (h, pairs) = (0, 0);
                        }
                        for &child in node_bitmap(map).map_or(&[][..], |n| n.1) {
                            match child.as_cons() {
                                Some((k, v)) => {
                                    stack.extend([Work::PairEnd, Work::Term(v), Work::Term(k)]);
                                }
                                None => stack.push(Work::Term(child)),
                            }
                        }
                    }
                    identifier => mix_identifier(&mut h, t, identifier),
                }
            }
            match stack.pop() {
                None => return Some(h),
                Some(Work::Term(t)) => next = Some(t),
                Some(Work::Array([])) => {}
                Some(Work::Array([t, rest @ ..])) => {
                    stack.push(Work::Array(rest));
                    next = Some(*t);
                }
                Some(Work::Long) => {
                    parts = parts.saturating_sub(LONG);
                    match long.as_mut().and_then(Long::go_on) {
                        Some(hash) => h = hash,
                        None => stack.push(Work::Long),
                    }
                }
                Some(Work::PairEnd) => {
                    pairs ^= h;
                    h = 0;
                }
                Some(Work::MapEnd(whole, outer)) => {
                    h = whole;
                    mix(&mut h, pairs, salt(19));
                    pairs = outer;
                }
            }
        }
    }
}

/// A pid, a port or a reference, in [`Portable`].
fn mix_identifier(h: &mut u32, t: Term<'_>, view: View<'_>) {
    match view {
        View::Pid(n) => mix(h, n as u32 & 0x0fff_ffff, salt(5)),
        View::ExternalPid(_, id, _) => mix(h, id, salt(5)),
        View::Port(n) | View::ExternalPort(_, n) => mix64(h, n, salt(6)),
        View::Ref(_) | View::ExternalRef(_) => mix(h, first_number(t), salt(7)),
        _ => {}
    }
}

fn first_number(t: Term<'_>) -> u32 {
    t.ref_numbers().and_then(|n| n.first().copied()).unwrap_or(0)
}

/// Multipliers of the old hash, primes just above 2^28.
mod prime {
    pub const ATOM: u32 = 268_440_163;
    pub const BYTE: u32 = 268_439_161;
    pub const POSITIVE: u32 = 268_435_459;
    pub const NEGATIVE: u32 = 268_436_141;
    pub const PID: u32 = 268_438_633;
    pub const PID_END: u32 = 268_437_017;
    pub const LIST_END: u32 = 268_437_511;
    pub const TUPLE_END: u32 = 268_439_627;
    pub const FUN: u32 = 268_440_479;
    pub const EXPORT: u32 = 268_440_577;
    pub const BITS_END: u32 = 268_440_581;
    pub const MAP: u32 = 268_440_593;
    pub const MAP_ADD: u32 = 268_440_611;
    pub const RECORD_END: u32 = 268_440_629;
}

struct Old(u32);

impl Old {
    fn step(&mut self, prime: u32, x: u32) {
        self.0 = self.0.wrapping_mul(prime).wrapping_add(x);
    }

    fn bytes(&mut self, prime: u32, word: u32) {
        for b in word.to_le_bytes() {
            self.step(prime, u32::from(b));
        }
    }

    fn integer(&mut self, negative: bool, limbs: &[u64]) {
        for (i, &limb) in limbs.iter().enumerate() {
            self.bytes(prime::BYTE, limb as u32);
            if i + 1 < limbs.len() || limb >> 32 != 0 {
                self.bytes(prime::BYTE, (limb >> 32) as u32);
            }
        }
        self.step(if negative { prime::NEGATIVE } else { prime::POSITIVE }, 0);
    }

    fn bits(&mut self, bits: Bits<'_>) {
        let (whole, rest) = (bits.bit_len() / 8, bits.bit_len() % 8);
        let bytes = bits.bytes();
        for &b in &bytes[..whole] {
            self.step(prime::ATOM, u32::from(b));
        }
        if rest != 0 {
            self.step(prime::ATOM, u32::from(bytes[whole] >> (8 - rest)));
            self.step(prime::BITS_END, rest as u32);
        }
        self.step(prime::NEGATIVE, whole as u32);
    }
}

enum OldWork<'t> {
    Term(Term<'t>),
    Array(&'t [Term<'t>]),
    /// The tail behind an element of a list.
    Tail(Term<'t>),
    ListEnd,
    TupleEnd(u32),
    RecordEnd(u32),
}

impl Old {
    /// The definition that records share: a tuple to OTP, whose first element has the places of the
    /// fields by age.
    fn definition(&mut self, definition: Definition<'_>) {
        let (fields, by_age) = (definition.fields(), definition.by_age());
        let mut ages = vec![0_u64; fields.len()];
        for (age, place) in by_age.enumerate() {
            ages[place] = age as u64;
        }
        ages.iter().for_each(|&age| self.integer(false, &[age]));
        self.step(prime::TUPLE_END, fields.len() as u32);
        self.integer(false, &[u64::from(definition.hash())]);
        let exported = if definition.is_exported() { am::TRUE } else { am::FALSE };
        let names = definition.by_age().filter_map(|place| fields[place].as_atom());
        for atom in [definition.module(), definition.name(), exported].into_iter().chain(names) {
            self.step(prime::ATOM, atom.name_hash());
        }
        self.step(prime::TUPLE_END, (DEFINITION_HEAD + fields.len()) as u32);
    }

    /// A pid, a port or a reference.
    fn identifier(&mut self, t: Term<'_>, view: View<'_>) {
        match view {
            View::Pid(n) => {
                self.bytes(prime::PID, n as u32 & 0x0fff_ffff);
                self.step(prime::PID_END, 0);
            }
            View::ExternalPid(_, id, _) => {
                self.bytes(prime::PID, id);
                self.step(prime::PID_END, 0);
            }
            View::Port(n) | View::ExternalPort(_, n) => {
                if n >> 32 != 0 {
                    self.bytes(prime::EXPORT, (n >> 32) as u32);
                }
                self.bytes(prime::TUPLE_END, n as u32);
                self.step(prime::FUN, 0);
            }
            View::Ref(_) | View::ExternalRef(_) => {
                self.bytes(prime::TUPLE_END, first_number(t));
                self.step(prime::FUN, 0);
            }
            _ => {}
        }
    }
}

/// The bytes that a list begins with; the rest is pushed.
fn old_list<'t>(h: &mut Old, mut head: Term<'t>, mut tail: Term<'t>, stack: &mut Vec<OldWork<'t>>) {
    loop {
        match head.as_small() {
            Some(byte) if (0..256).contains(&byte) => h.step(prime::BYTE, byte as u32),
            _ => {
                stack.extend([OldWork::Tail(tail), OldWork::Term(head)]);
                break;
            }
        }
        match tail.as_cons() {
            Some(next) => (head, tail) = next,
            None => {
                stack.push(OldWork::Tail(tail));
                break;
            }
        }
    }
}

fn old_portable(t: Term<'_>) -> u32 {
    let mut h = Old(0);
    let mut stack = vec![OldWork::Term(t)];
    while let Some(work) = stack.pop() {
        let t = match work {
            OldWork::Term(t) => t,
            OldWork::Array([]) => continue,
            OldWork::Array([t, rest @ ..]) => {
                stack.push(OldWork::Array(rest));
                *t
            }
            OldWork::Tail(t) if t.is_cons() => t,
            OldWork::Tail(t) => {
                stack.push(OldWork::ListEnd);
                t
            }
            OldWork::ListEnd => {
                h.step(prime::LIST_END, 0);
                continue;
            }
            OldWork::TupleEnd(arity) => {
                h.step(prime::TUPLE_END, arity);
                continue;
            }
            OldWork::RecordEnd(size) => {
                h.step(prime::RECORD_END, size);
                continue;
            }
        };
        match t.view() {
            View::Nil => h.step(prime::POSITIVE, 1),
            View::Atom(a) => h.step(prime::ATOM, a.name_hash()),
            View::Small(i) => h.integer(i < 0, &[i.unsigned_abs()]),
            View::Big(b) => h.integer(b.negative, b.limbs),
            View::Float(f) => {
                let raw = (f + 0.0).to_bits();
                h.step(prime::PID_END, (raw >> 32) as u32 ^ raw as u32);
            }
            View::Bits(bits) => h.bits(bits),
            View::Cons(head, tail) => old_list(&mut h, head, tail, &mut stack),
            View::Tuple(elements) => {
                let end = OldWork::TupleEnd(elements.len() as u32);
                stack.extend([end, OldWork::Array(elements)]);
            }
            View::Record(definition, values) => {
                h.definition(definition);
                stack.push(OldWork::RecordEnd(1 + values.len() as u32));
                let by_age = definition.by_age().rev();
                stack.extend(by_age.map(|place| OldWork::Term(values[place])));
            }
            View::FlatMap(..) | View::HashMap(_) => {
                h.step(prime::MAP, prime::MAP_ADD.wrapping_add(portable(t)));
            }
            View::Fun(f) => {
                h.step(prime::FUN, f.free.len() as u32);
                h.step(prime::ATOM, f.entry.module.name_hash());
                h.step(prime::BYTE, f.entry.index);
                h.step(prime::BYTE, f.entry.old.uniq);
                stack.push(OldWork::Array(f.free));
            }
            View::Export(e) => {
                h.step(prime::EXPORT, u32::from(e.mfa.arity));
                h.step(prime::ATOM, e.mfa.module.name_hash());
                h.step(prime::ATOM, e.mfa.function.name_hash());
            }
            other => h.identifier(t, other),
        }
    }
    h.0
}

const K0: u64 = 0x9e37_79b9_7f4a_7c15;
const K1: u64 = 0xd6e8_feb8_6659_fd93;

/// Both halves of the product: each bit of the input reaches every bit of the output.
#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let p = u128::from(a).wrapping_mul(u128::from(b));
    p as u64 ^ (p >> 64) as u64
}

#[inline(always)]
fn add(h: u64, x: u64) -> u64 {
    fold(h ^ x ^ K1, K0)
}

fn add_bytes(mut h: u64, bytes: &[u8]) -> u64 {
    let eight =
        |from: usize| u64::from_le_bytes(bytes[from..from + 8].try_into().expect("eight bytes"));
    let n = bytes.len();
    let mut at = 0;
    while n - at > 16 {
        h = fold(eight(at) ^ h ^ K1, eight(at + 8) ^ h.rotate_left(32) ^ K0);
        at += 16;
    }
    // The bytes that are left as two words, overlapping if their number is no multiple of 8.
    let (x, y) = match n - at {
        8.. => (eight(at), eight(n - 8)),
        4.. => {
            let four = |from: usize| {
                u32::from_le_bytes(bytes[from..from + 4].try_into().expect("four bytes"))
            };
            (u64::from(four(at)), u64::from(four(n - 4)))
        }
        1.. => {
            let middle = u64::from(bytes[at + (n - at) / 2]) << 8;
            (u64::from(bytes[at]) | middle, u64::from(bytes[n - 1]))
        }
        0 => (0, 0),
    };
    fold(x ^ h ^ K1, y ^ h.rotate_left(32) ^ K0 ^ n as u64)
}

/// A fast hash for maps and tables in memory: the same for terms that are `=:=`, different between
/// runs.
#[inline]
pub fn internal(t: Term<'_>) -> u64 {
    match t.is_immediate() {
        true => add(0, t.word()),
        false => quick_internal(0, t, SHALLOW).unwrap_or_else(|| internal_slow(t)),
    }
}

/// How deep those hashes look that need no stack of what remains.
const SHALLOW: u32 = 4;

/// The result of [`internal_slow`] for a term that follows the result `h`, if it is a text or
/// binary, or a tuple of such terms and immediates that is not deep.
fn quick_internal(mut h: u64, t: Term<'_>, depth: u32) -> Option<u64> {
    if let Some(elements) = t.as_tuple() {
        h = add(h, (elements.len() as u64) << 8 | 2);
        for &t in elements {
            h = match t.is_immediate() {
                true => add(h, t.word()),
                false if depth == 0 => return None,
                false => quick_internal(h, t, depth - 1)?,
            };
        }
        return Some(h);
    }
    if let Some(mut cell) = t.as_cons() {
        h = add(h, 1);
        while cell.0.is_immediate() {
            h = add(h, cell.0.word());
            match cell.1.as_cons() {
                Some(next) => cell = next,
                None => return cell.1.is_immediate().then(|| add(h, cell.1.word())),
            }
        }
        return None;
    }
    let bits = t.as_bits().filter(|bits| bits.bit_len().is_multiple_of(8))?;
    Some(add_bytes(add(h, bits.bit_len() as u64), bits.aligned()?))
}

/// A pid, a port or a reference, in [`internal_slow`].
fn add_identifier(h: u64, t: Term<'_>, view: View<'_>) -> u64 {
    match view {
        View::Ref(r) => {
            let [a, b, c] = r.numbers();
            add(add(h, u64::from(a) | u64::from(b) << 32), u64::from(c))
        }
        View::ExternalPid(n, id, serial) => {
            add(add(h, std::ptr::from_ref(n) as u64), u64::from(id) | u64::from(serial) << 32)
        }
        View::ExternalPort(n, id) => add(add(h, std::ptr::from_ref(n) as u64), id),
        View::ExternalRef(n) => {
            add(add(h, std::ptr::from_ref(n) as u64), u64::from(first_number(t)))
        }
        _ => h,
    }
}

enum InternalWork<'t> {
    Term(Term<'t>),
    Array(&'t [Term<'t>]),
    PairEnd,
    /// Hash before the map, and sum of the pairs of an outer one.
    MapEnd(u64, u64),
}

#[inline(never)]
fn internal_slow(t: Term<'_>) -> u64 {
    use InternalWork as Work;
    let mut stack: SmallVec<[Work<'_>; 8]> = SmallVec::new();
    let (mut h, mut pairs) = (0_u64, 0_u64);
    let mut next = Some(t);
    loop {
        if let Some(t) = next.take() {
            if t.is_immediate() {
                h = add(h, t.word());
            } else if let Some((mut head, mut tail)) = t.as_cons() {
                h = add(h, 1);
                loop {
                    if head.is_immediate() {
                        h = add(h, head.word());
                    } else {
                        stack.extend([Work::Term(tail), Work::Term(head)]);
                        break;
                    }
                    match tail.as_cons() {
                        Some(cell) => (head, tail) = cell,
                        None => {
                            next = Some(tail);
                            break;
                        }
                    }
                }
                if next.is_some() {
                    continue;
                }
            } else {
                match t.view() {
                    View::Tuple(elements) => {
                        h = add(h, (elements.len() as u64) << 8 | 2);
                        stack.push(Work::Array(elements));
                    }
                    View::Bits(bits) => {
                        h = add_bytes(add(h, bits.bit_len() as u64), &bits.bytes());
                    }
                    View::Big(b) => {
                        h = add(h, 3 + u64::from(b.negative));
                        h = b.limbs.iter().fold(h, |h, &l| add(h, l));
                    }
                    View::Float(f) => h = add(add(h, 5), (f + 0.0).to_bits()),
                    View::Fun(f) => {
                        let (m, i) = (u64::from(f.entry.module.index()), f.entry.index);
                        h = add(h, m << 32 | u64::from(i));
                        h = add(h, u64::from(f.entry.old.uniq));
                        stack.push(Work::Array(f.free));
                    }
                    View::Export(e) => h = add(h, std::ptr::from_ref(e) as u64),
                    View::FlatMap(keys, values) => {
                        h = add(h, (keys.len() as u64) << 8 | 6);
                        stack.extend([Work::Array(values), Work::Array(keys)]);
                    }
                    View::Record(definition, values) => {
                        let hash = u64::from(definition.hash()) << 32;
                        h = add(h, hash | (values.len() as u64) << 8 | 8);
                        stack.push(Work::Array(values));
                    }
                    View::HashMap(map) => {
                        if map.boxed_kind() == Some(Kind::HashMap) {
                            h = add(h, (map_words::size(map) as u64) << 8 | 7);
                            stack.push(Work::MapEnd(h, pairs));
                            (h, pairs) = (0, 0);
                        }
                        for &child in node_bitmap(map).map_or(&[][..], |n| n.1) {
                            match child.as_cons() {
                                Some((k, v)) => {
                                    stack.extend([Work::PairEnd, Work::Term(v), Work::Term(k)]);
                                }
                                None => stack.push(Work::Term(child)),
                            }
                        }
                    }
                    identifier => h = add_identifier(h, t, identifier),
                }
            }
        }
        match stack.pop() {
            None => return h,
            Some(Work::Term(t)) => next = Some(t),
            Some(Work::Array(elements)) => {
                for (i, &t) in elements.iter().enumerate() {
                    if t.is_immediate() {
                        h = add(h, t.word());
                        continue;
                    }
                    stack.push(Work::Array(&elements[i + 1..]));
                    next = Some(t);
                    break;
                }
            }
            Some(Work::PairEnd) => {
                pairs = pairs.wrapping_add(h);
                h = 0;
            }
            Some(Work::MapEnd(whole, outer)) => {
                h = add(whole, pairs);
                pairs = outer;
            }
        }
    }
}
