//! Matching and building of bit strings against a model that goes bit by bit.

use term::word::Kind;
use term::{Heap, OwnedTerm, RefBin, Term, View, am, atom, compare};
use vm::code::ops::SegmentKind;
use vm::interp::binary::*;

/// Pseudo-random numbers, the same in each run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 ^ self.0 >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn flags(&mut self) -> u64 {
        [0, LITTLE, SIGNED, LITTLE | SIGNED, NATIVE, NATIVE | SIGNED][self.below(6)]
    }

    fn bits(&mut self, n: usize) -> Vec<bool> {
        let kind = self.below(4);
        (0..n)
            .map(|_| match kind {
                0 => false,
                1 => true,
                _ => self.next() & 1 != 0,
            })
            .collect()
    }
}

fn little(flags: u64) -> bool {
    flags & (LITTLE | NATIVE) != 0
}

fn pack(bits: &[bool]) -> Vec<u8> {
    bits.chunks(8)
        .map(|c| c.iter().enumerate().fold(0, |byte, (i, &b)| byte | u8::from(b) << (7 - i)))
        .collect()
}

fn unpack(bytes: &[u8]) -> Vec<bool> {
    bytes.iter().flat_map(|b| (0..8).map(move |i| b >> (7 - i) & 1 != 0)).collect()
}

/// The bits of a term of any kind of object.
fn bits_of(t: Term<'_>) -> Vec<bool> {
    let bits = t.as_bits().expect("a bit string");
    let mut all = unpack(&bits.bytes());
    all.truncate(bits.bit_len());
    all
}

/// A bit string of these bits, at some place of an original of some kind.
fn place<'h>(heap: &'h Heap, random: &mut Random, bits: &[bool]) -> Term<'h> {
    let (before, after) = (random.below(30), random.below(100));
    let mut all = random.bits(before);
    all.extend(bits);
    all.extend(random.bits(after));
    let bytes = pack(&all);
    let original = match random.below(2) {
        0 => heap.binary(&bytes),
        _ => {
            let spare = random.below(20);
            let mut bin = RefBin::zeroed(bytes.len(), bytes.len() + spare);
            bin.bytes_mut().copy_from_slice(&bytes);
            heap.binary_from(bin, bytes.len())
        }
    };
    heap.sub_bits(original, before, bits.len())
}

/// From a field's bits to the order of significance, the least significant bit first. Of a
/// little-endian field the last byte may be incomplete.
fn significance(field: &[bool], little: bool) -> Vec<bool> {
    match little {
        true => field.chunks(8).flat_map(|byte| byte.iter().rev().copied()).collect(),
        false => field.iter().rev().copied().collect(),
    }
}

fn negate(bits: &mut [bool]) {
    let mut carry = true;
    for b in bits {
        let flipped = !*b;
        (*b, carry) = (flipped ^ carry, flipped & carry);
    }
}

fn field_value<'h>(heap: &'h Heap, field: &[bool], flags: u64) -> Term<'h> {
    let mut bits = significance(field, little(flags));
    let negative = flags & SIGNED != 0 && bits.last() == Some(&true);
    if negative {
        negate(&mut bits);
    }
    let limbs: Vec<u64> = bits
        .chunks(64)
        .map(|c| c.iter().enumerate().fold(0, |l, (i, &b)| l | u64::from(b) << i))
        .collect();
    heap.big(negative, &limbs)
}

/// The field of `n` bits that an integer makes.
fn field_of(t: Term<'_>, n: usize, flags: u64) -> Vec<bool> {
    let (negative, limbs) = match t.view() {
        View::Small(i) => (i < 0, vec![i.unsigned_abs()]),
        View::Big(b) => (b.negative, b.limbs.to_vec()),
        _ => panic!("no integer"),
    };
    let mut bits: Vec<bool> =
        limbs.iter().flat_map(|l| (0..64).map(move |i| l >> i & 1 != 0)).collect();
    bits.resize(bits.len().max(n) + 1, false);
    if negative {
        negate(&mut bits);
    }
    bits.truncate(n);
    // The same permutation there and back, but for the incomplete byte.
    match little(flags) {
        true => bits.chunks(8).flat_map(|byte| byte.iter().rev().copied()).collect(),
        false => bits.into_iter().rev().collect(),
    }
}

fn same(a: Term<'_>, b: Term<'_>) -> bool {
    compare::exactly_equal(a, b)
}

fn size(random: &mut Random) -> usize {
    match random.below(4) {
        0 => [8, 16, 24, 32, 48, 64, 56, 128][random.below(8)],
        1 => random.below(9),
        2 => random.below(70),
        _ => random.below(300),
    }
}

/// The first `n` bits of those that are `left` match, others do not, nor do more than there are.
fn strings(random: &mut Random, ctx: Term<'_>, left: &[bool], n: usize) {
    let at = position(ctx);
    let mut string = left[..n].to_vec();
    assert!(match_string(ctx, &pack(&string), n));
    if n > 0 {
        assert!(set_position(ctx, Term::small(at as i64)));
        let wrong = random.below(n);
        string[wrong] = !string[wrong];
        assert!(!match_string(ctx, &pack(&string), n));
        assert!(set_position(ctx, Term::small((at + n) as i64)));
    }
    assert!(!match_string(ctx, &[0; 200], left.len() - n + 1));
}

#[test]
fn matching() {
    let random = &mut Random(1);
    for _ in 0..3_000 {
        let heap = &Heap::new(100);
        let n = random.below(1500);
        let model = random.bits(n);
        let t = place(heap, random, &model);
        let ctx = start_match(heap, t).expect("a context");
        let start = position(ctx);
        let mut at = 0;
        assert_eq!(remaining(ctx), n);
        for _ in 0..40 {
            let n = size(random);
            let flags = random.flags();
            let left = model.len() - at;
            let ok = n <= left;
            let field = if ok { &model[at..at + n] } else { &[] };
            match random.below(7) {
                0 => {
                    let byte = get_byte(ctx);
                    assert_eq!(byte.is_some(), left >= 8);
                    if let Some(b) = byte {
                        assert_eq!(unpack(&[b]), &model[at..at + 8]);
                        at += 8;
                    }
                }
                1 => {
                    let i = get_integer(heap, ctx, n, flags);
                    assert_eq!(i.is_some(), ok);
                    if let Some(i) = i {
                        assert!(same(i, field_value(heap, field, flags)), "{n} {flags} {field:?}");
                        at += n;
                    }
                }
                2 => {
                    let b = get_binary(heap, ctx, n);
                    assert_eq!(b.is_some(), ok);
                    if let Some(b) = b {
                        assert!(bits_of(b) == field);
                        at += n;
                    }
                }
                3 => {
                    assert_eq!(skip(ctx, n), ok);
                    at += if ok { n } else { 0 };
                }
                4 => {
                    let n = n.min(left);
                    strings(random, ctx, &model[at..], n);
                    at += n;
                }
                5 => assert!(bits_of(get_rest(heap, ctx)) == model[at..]),
                _ => {
                    let copy = start_match(heap, ctx).expect("a context");
                    skip(copy, n);
                }
            }
            assert_eq!(position(ctx), start + at);
            assert_eq!(remaining(ctx), model.len() - at);
        }
    }
}

#[test]
fn no_context_of_other_terms() {
    let heap = &Heap::new(100);
    for t in [Term::NIL, Term::small(1), Term::OK, heap.tuple(&[]), heap.cons(Term::OK, Term::NIL)]
    {
        assert!(start_match(heap, t).is_none());
    }
}

#[test]
fn segment_sizes() {
    let heap = &Heap::new(100);
    for (size, unit, expected) in [
        (Term::small(0), 8, Some(0)),
        (Term::small(3), 8, Some(24)),
        (Term::small(-1), 8, None),
        (Term::small((1 << 62) - 1), 1, Some((1 << 62) - 1)),
        (Term::small(1 << 60), 256, None),
        (heap.big(false, &[0, 1]), 1, None),
        (Term::OK, 1, None),
    ] {
        assert_eq!(segment_bits(size, unit), expected);
    }
}

fn segment(kind: SegmentKind, src: Term<'_>, size: i64, unit: u64, flags: u64) -> Segment<'_> {
    Segment { kind, flags, unit, src, size: Term::small(size), string: &[] }
}

fn whole(kind: SegmentKind, src: Term<'_>, unit: u64) -> Segment<'_> {
    Segment { kind, flags: 0, unit, src, size: Term::atom(am::ALL), string: &[] }
}

#[test]
fn floats_and_characters() {
    let heap = &Heap::new(100);
    for shift in 0..9 {
        for flags in [0, LITTLE, NATIVE] {
            for (f, sizes) in [
                (0.0, &[16, 32, 64][..]),
                (-1.5, &[16, 32, 64]),
                (65504.0, &[16, 32, 64]),
                (2f64.powi(-24), &[16, 32, 64]),
                (3.4e38_f32 as f64, &[32, 64]),
                (-1.7e308, &[64]),
            ] {
                for &n in sizes {
                    let segments = [
                        segment(SegmentKind::Integer, Term::small(-1), shift, 1, 0),
                        segment(SegmentKind::Float, heap.float(f), n, 1, flags),
                    ];
                    let t = create_bin(heap, &segments).expect("a bit string");
                    let ctx = start_match(heap, t).expect("a context");
                    assert!(skip(ctx, shift as usize));
                    assert!(get_float(heap, ctx, n as usize + 1, flags).is_none());
                    let g = get_float(heap, ctx, n as usize, flags).expect("a float");
                    assert_eq!(g.as_float(), Some(f));
                    assert_eq!(remaining(ctx), 0);
                }
            }
            for c in [0, 0x41, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff]
            {
                for kind in [SegmentKind::Utf8, SegmentKind::Utf16, SegmentKind::Utf32] {
                    let mut last = segment(kind, Term::small(c), 0, 0, flags);
                    last.size = Term::UNDEFINED;
                    let first = segment(SegmentKind::Integer, Term::small(-1), shift, 1, 0);
                    let t = create_bin(heap, &[first, last]).expect("a bit string");
                    let ch = char::from_u32(c as u32).expect("a character");
                    let bytes: Vec<u8> = match kind {
                        SegmentKind::Utf8 => ch.to_string().into_bytes(),
                        SegmentKind::Utf16 => {
                            ch.encode_utf16(&mut [0; 2])
                                .iter()
                                .flat_map(|u| {
                                    if little(flags) { u.to_le_bytes() } else { u.to_be_bytes() }
                                })
                                .collect()
                        }
                        _ if little(flags) => (c as u32).to_le_bytes().to_vec(),
                        _ => (c as u32).to_be_bytes().to_vec(),
                    };
                    assert!(bits_of(t)[shift as usize..] == unpack(&bytes));
                    let ctx = start_match(heap, t).expect("a context");
                    assert!(skip(ctx, shift as usize));
                    let got = match kind {
                        SegmentKind::Utf8 => get_utf8(ctx),
                        SegmentKind::Utf16 => get_utf16(ctx, flags),
                        _ => get_utf32(ctx, flags),
                    };
                    assert_eq!(got, Some(c));
                    assert_eq!(remaining(ctx), 0);
                    assert!(get_utf8(ctx).or(get_utf16(ctx, 0)).or(get_utf32(ctx, 0)).is_none());
                }
            }
        }
    }
    let ctx = |bytes: &[u8]| start_match(heap, heap.binary(bytes)).expect("a context");
    assert!(get_float(heap, ctx(&[0x7c, 0]), 16, 0).is_none());
    assert!(get_float(heap, ctx(&[0x7f, 0xf0, 0, 0, 0, 0, 0, 1]), 64, 0).is_none());
    assert!(get_utf8(ctx(&[0xed, 0xa0, 0x80])).is_none());
    assert!(get_utf16(ctx(&[0xd8, 0, 0, 0x41]), 0).is_none());
    assert!(get_utf32(ctx(&[0, 0x11, 0, 0]), 0).is_none());
}

fn random_integer<'h>(heap: &'h Heap, random: &mut Random) -> Term<'h> {
    let limbs: Vec<u64> = (0..1 + random.below(4))
        .map(|_| match random.below(3) {
            0 => 0,
            1 => u64::MAX,
            _ => random.next(),
        })
        .collect();
    match random.below(3) {
        0 => Term::small(random.next() as i64 >> (2 + random.below(60))),
        _ => heap.big(random.below(2) == 0, &limbs),
    }
}

/// A random segment (no append), and its bits.
fn random_segment<'h>(heap: &'h Heap, random: &mut Random) -> (Segment<'h>, Vec<bool>) {
    let flags = random.flags();
    match random.below(4) {
        0 | 1 => {
            let unit = [1, 1, 8, 3][random.below(4)];
            let n = size(random) / unit as usize;
            let i = random_integer(heap, random);
            let bits = field_of(i, n * unit as usize, flags);
            (segment(SegmentKind::Integer, i, n as i64, unit, flags), bits)
        }
        2 => {
            let n = size(random);
            let mut bits = random.bits(n);
            let src = place(heap, random, &bits);
            if random.below(2) == 0 {
                return (whole(SegmentKind::Binary, src, 1), bits);
            }
            bits.truncate(random.below(n + 1));
            (segment(SegmentKind::Binary, src, bits.len() as i64, 1, flags), bits)
        }
        _ => {
            const STRING: &[u8] = b"What strings are made of; this one is long enough to matter.";
            let string = &STRING[..random.below(STRING.len())];
            let mut s = segment(SegmentKind::String, Term::NIL, string.len() as i64, 8, 0);
            s.string = string;
            (s, unpack(string))
        }
    }
}

#[test]
fn building() {
    let random = &mut Random(2);
    for _ in 0..8_000 {
        let heap = &Heap::new(1000);
        let (segments, fields): (Vec<_>, Vec<_>) =
            (0..random.below(6)).map(|_| random_segment(heap, random)).unzip();
        let model = fields.concat();
        let t = create_bin(heap, &segments).expect("a bit string");
        assert!(t.is_bitstring() && bits_of(t) == model);
        let small = model.len() <= 64 * 8;
        assert_eq!(t.as_ref_bin().is_none(), small);
        if model.len() % 8 != 0 {
            // Unused bits stay zeros, as nothing writes them.
            let last = t.as_bits().and_then(|b| b.span().last().copied()).expect("a byte");
            assert_eq!(last & 0xff >> (model.len() % 8), 0);
        }
    }
}

/// Appends to random older versions too; none of them may change but by a private append, which
/// may give the very term that it appends to.
#[test]
fn appending() {
    let random = &mut Random(3);
    for round in 0..60 {
        let mut heap = Heap::new(1000);
        let whole_bytes = round % 2 == 0;
        let mut words;
        let mut models;
        {
            let heap = &heap;
            let n = random.below(100) * 8;
            let first = random.bits(n);
            let mut versions = vec![(place(heap, random, &first), first)];
            versions.push((initial_writable(heap, Term::small(256)), vec![]));
            for _ in 0..60 {
                let last = versions.len() - 1;
                let which = if random.below(8) == 0 { random.below(last + 1) } else { last };
                let (src, mut model) = (versions[which].0, versions[which].1.clone());
                let kind = match which == last && random.below(2) == 0 {
                    true => SegmentKind::PrivateAppend,
                    false => SegmentKind::Append,
                };
                let mut segments = vec![whole(kind, src, 1)];
                for _ in 0..random.below(3) {
                    let (s, bits) = random_segment(heap, random);
                    if whole_bytes && bits.len() % 8 != 0 {
                        continue;
                    }
                    segments.push(s);
                    model.extend(bits);
                }
                if random.below(5) == 0 {
                    // The binary itself once more.
                    segments.push(whole(SegmentKind::Binary, src, 1));
                    model.extend(versions[which].1.clone());
                }
                if model.len() > 20_000 {
                    continue;
                }
                if random.below(10) == 0 {
                    segments.push(segment(SegmentKind::Integer, Term::OK, 70, 1, 0));
                    assert!(create_bin(heap, &segments).is_err());
                    segments.pop();
                }
                let t = create_bin(heap, &segments).expect("a bit string");
                if kind == SegmentKind::PrivateAppend {
                    let same = versions.iter_mut().filter(|(old, _)| old.word() == t.word());
                    same.for_each(|(_, old)| old.clone_from(&model));
                }
                versions.push((t, model));
                let copy = OwnedTerm::new(t);
                for (t, model) in &versions {
                    assert!(bits_of(*t) == *model);
                }
                drop(copy);
            }
            words = versions.iter().map(|v| v.0.word()).collect::<Vec<_>>();
            models = versions.into_iter().map(|v| v.1).collect::<Vec<_>>();
        }
        heap.collect_roots(0, &mut words);
        for (w, model) in words.drain(..).zip(models.drain(..)) {
            // SAFETY: the collector has updated the words, and `heap` is borrowed.
            let t: Term<'_> = unsafe { Term::from_word(w) };
            assert!(bits_of(t) == model);
        }
    }
}

/// Building piece by piece copies rarely: the address of the bytes changes only when the room is
/// used up.
#[test]
fn appending_is_linear() {
    for (piece, private) in [(8, true), (8, false), (3, true), (3, false), (1, true)] {
        let heap = &Heap::new(1000);
        let kind = if private { SegmentKind::PrivateAppend } else { SegmentKind::Append };
        let mut t = initial_writable(heap, Term::small(256));
        let mut copies = 0;
        let mut model = vec![];
        for i in 0..20_000 {
            let before = t.as_ref_bin().expect("outside the heap").data();
            let i = Term::small(i);
            let last = segment(SegmentKind::Integer, i, piece, 1, 0);
            t = create_bin(heap, &[whole(kind, t, 1), last]).expect("a bit string");
            model.extend(field_of(i, piece as usize, 0));
            copies += usize::from(t.as_ref_bin().expect("outside the heap").data() != before);
        }
        assert!(bits_of(t) == model);
        assert!(copies < 12, "{copies} copies with pieces of {piece}");
    }
}

#[test]
fn a_shared_byte_is_not_written() {
    let heap = &Heap::new(1000);
    let t = initial_writable(heap, Term::small(256));
    let bit = segment(SegmentKind::Integer, Term::small(1), 1, 1, 0);
    let t = create_bin(heap, &[whole(SegmentKind::Append, t, 1), bit]).expect("a bit string");
    let message = OwnedTerm::new(t);
    let u = create_bin(heap, &[whole(SegmentKind::Append, t, 1), bit]).expect("a bit string");
    assert_eq!(u.boxed_kind(), Some(Kind::SubBits));
    let data = |t: Term<'_>| t.as_bits().map(|b| b.span().as_ptr());
    assert!(data(u) != data(t) && data(message.term()) == data(t));
}

fn check_error<'h>(
    heap: &'h Heap,
    segments: &[Segment<'h>],
    reason: &str,
    cause: (usize, &str, &str),
) {
    let Err(e) = create_bin(heap, segments) else { panic!("no error: {reason} {cause:?}") };
    let c = e.cause();
    let got = (c.segment, c.operation.to_string(), c.what.to_string());
    assert_eq!((got.0, got.1.as_str(), got.2.as_str()), cause);
    assert_eq!(e.reason().to_string(), reason);
    assert_eq!(c.to_term(heap, 7).as_tuple().map(<[_]>::len), Some(4));
}

/// Segments that cannot be built fail for the same reasons as in the stock emulator.
#[test]
fn errors() {
    use SegmentKind::*;
    let heap = &Heap::new(1000);
    let a = Term::atom(atom!("a"));
    let three = heap.bits(&[0x20], 3);
    let huge = heap.big(false, &[0, 1]);
    let one = segment(Integer, Term::small(1), 8, 1, 0);
    let sized = |kind, src, size, unit| Segment { size, ..segment(kind, src, 0, unit, 0) };
    let check = |second, reason, operation, what| {
        check_error(heap, &[one, second], reason, (1, operation, what));
    };
    let small = Term::small;
    check(segment(Integer, a, 8, 1, 0), "badarg", "integer", "type");
    check(segment(Integer, heap.float(1.0), 8, 1, 0), "badarg", "integer", "type");
    check(segment(Integer, small(1), -1, 1, 0), "badarg", "integer", "size");
    check(sized(Integer, small(1), huge, 1), "system_limit", "integer", "size");
    check(segment(Integer, small(1), 1 << 60, 8, 0), "system_limit", "integer", "size");
    check(segment(Integer, small(1), 1 << 50, 1, 0), "system_limit", "integer", "size");
    check(sized(Integer, heap.float(1.0), a, 1), "badarg", "integer", "size");
    check(segment(Float, heap.float(1.0), 33, 1, 0), "badarg", "float", "invalid");
    check(segment(Float, a, 33, 1, 0), "badarg", "float", "invalid");
    check(segment(Float, a, 32, 1, 0), "badarg", "float", "type");
    check(segment(Float, heap.big(false, &[1; 20]), 32, 1, 0), "badarg", "float", "no_float");
    check(sized(Float, a, huge, 1), "system_limit", "float", "size");
    check(whole(Binary, a, 8), "badarg", "binary", "type");
    check(whole(Binary, three, 8), "badarg", "binary", "unit");
    check(segment(Binary, three, 1, 8, 0), "badarg", "binary", "short");
    check(segment(Binary, a, 1, 8, 0), "badarg", "binary", "type");
    check(segment(Binary, a, -2, 8, 0), "badarg", "binary", "size");
    check(sized(Binary, three, huge, 8), "system_limit", "binary", "size");
    for (kind, name) in [(Utf8, "utf8"), (Utf16, "utf16"), (Utf32, "utf32")] {
        for c in [small(0xd800), small(0xdfff), small(0x11_0000), small(-1), a, huge] {
            check(sized(kind, c, Term::UNDEFINED, 0), "badarg", name, "type");
        }
    }
    let first = |first, second, cause| check_error(heap, &[first, second], "badarg", cause);
    first(whole(Append, a, 8), one, (0, "binary", "type"));
    first(whole(Append, three, 8), one, (0, "binary", "unit"));
    first(whole(Append, three, 8), segment(Integer, a, 8, 1, 0), (0, "binary", "unit"));
    first(whole(Append, three, 1), segment(Integer, a, 8, 1, 0), (1, "integer", "type"));
    first(whole(Append, three, 1), segment(Integer, a, 0, 1, 0), (1, "integer", "type"));
    // Sizes come first.
    first(sized(Utf8, a, a, 0), whole(Binary, a, 8), (1, "binary", "type"));
    first(sized(Utf8, a, a, 0), segment(Integer, a, 8, 1, 0), (0, "utf8", "type"));
    first(sized(Utf32, a, a, 0), segment(Integer, a, -1, 1, 0), (0, "utf32", "type"));
    first(segment(Integer, a, 8, 1, 0), segment(Integer, a, -1, 1, 0), (1, "integer", "size"));
}

#[test]
fn integers_as_floats() {
    let heap = &Heap::new(1000);
    let check = |i: Term<'_>, n: i64, expected: &[u8]| {
        let t = create_bin(heap, &[segment(SegmentKind::Float, heap.copy_in(i), n, 1, 0)]);
        assert_eq!(t.ok().and_then(|t| t.as_binary()).as_deref(), Some(expected));
    };
    check(Term::small(1), 64, &1f64.to_be_bytes());
    check(Term::small(-3), 32, &(-3f32).to_be_bytes());
    // Halfway but for the last bit, which rounding to a double first would lose.
    check(
        Term::small((1 << 60) + (1 << 36) + 1),
        32,
        &((1_i64 << 60) as f32 * (1.0 + f32::EPSILON)).to_be_bytes(),
    );
    check(heap.big(true, &[0, 1]), 64, &(-(2f64.powi(64))).to_be_bytes());
    check(Term::small(70_000), 16, &[0x7c, 0]);
    check(Term::small(2), 16, &[0x40, 0]);
}
