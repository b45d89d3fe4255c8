//! Bit strings being built: fields of known size are put together in registers, and grow in place
//! behind what is appended to if there is room.

use crate::flow::{self, number};
use crate::ir::{Body, HEAP};
use crate::operands::known;
use crate::operands::{list, need};
use beamfile::{Arg, Instr};
use native_abi::image::Slot;
use native_abi::{PRIVATE, Registers};
use std::mem::offset_of;
use term::RefBin;
use term::heap::HEAP_BIN_MAX;
use term::word::*;

/// Words that a piece of what is built takes at most; as the loader has the instruction take from
/// the heap beside what follows needs.
const OWN_WORDS: u64 = 16;

/// A field of known size.
enum Field<'a> {
    Integer {
        value: &'a Arg,
        bits: u64,
        little: bool,
    },
    /// A character in UTF-8, which is ASCII as a rule.
    Character(&'a Arg),
    Bytes(&'a [u8]),
}

/// At most so many pieces are appended here.
const PIECES: usize = 6;

/// Bits behind what is appended to go into a word with what is left of a byte before them.
const WITH_REST: u64 = 57;

/// A piece that is put behind something else at once.
enum Piece<'a> {
    /// Fields of so many bits.
    Fields(Vec<Field<'a>>, u64),
    /// A whole bit string, with the unit of its size.
    Bits(&'a Arg, u64),
}

/// The parts of a bit string that is built.
struct Plan<'a> {
    /// The bit string that is appended to, and the unit of its size, with [`PRIVATE`] or without.
    front: Option<(&'a Arg, u64)>,
    pieces: Vec<Piece<'a>>,
}

impl<'a> Plan<'a> {
    fn has_characters(&self) -> bool {
        self.pieces.iter().any(|piece| match piece {
            Piece::Fields(fields, _) => fields.iter().any(|f| matches!(f, Field::Character(_))),
            Piece::Bits(..) => false,
        })
    }

    fn add(&mut self, field: Field<'a>, bits: u64) {
        let at_most = if self.front.is_some() { 64 } else { 8 * HEAP_BIN_MAX as u64 };
        match self.pieces.last_mut() {
            Some(Piece::Fields(fields, all)) if *all + bits <= at_most => {
                fields.push(field);
                *all += bits;
            }
            _ => self.pieces.push(Piece::Fields(vec![field], bits)),
        }
    }
}

impl Body<'_> {
    /// How to build it here; None: it is left to the emulator.
    fn plan<'a>(&self, i: &'a Instr) -> Option<Plan<'a>>
    where
        Self: 'a,
    {
        let file = self.file;
        let mut plan = Plan { front: None, pieces: Vec::new() };
        for (k, s) in list(&i.args()[5]).chunks(6).enumerate() {
            let [Arg::Atom(kind), _, unit, flags, src, size] = s else { return None };
            let unit = number(unit);
            match file.atom(*kind) {
                "append" if k == 0 => plan.front = Some((src, unit.max(1))),
                "private_append" if k == 0 => plan.front = Some((src, unit.max(1) | PRIVATE)),
                "integer" => {
                    let bits = (known(size).filter(|&w| is_small(w))? >> 1).checked_mul(unit)?;
                    if bits > 64 || matches!(src, Arg::BigI(_) | Arg::Literal(_) | Arg::Atom(_)) {
                        return None;
                    }
                    let little = match flags {
                        Arg::Nil => false,
                        Arg::U(u) => u & (2 | 16) != 0,
                        Arg::Literal(n) => {
                            let text = &file.literals[*n as usize];
                            [&b"little"[..], b"native"]
                                .iter()
                                .any(|w| text.windows(6).any(|v| v == *w))
                        }
                        _ => return None,
                    };
                    if little && !bits.is_multiple_of(8) {
                        return None;
                    }
                    plan.add(Field::Integer { value: src, bits, little }, bits);
                }
                "utf8" => plan.add(Field::Character(src), 8),
                "string" => {
                    let (at, n) = (number(src) as usize, number(size) as usize);
                    let bytes = file.strings.get(at..at.checked_add(n)?)?;
                    for part in bytes.chunks(8) {
                        plan.add(Field::Bytes(part), 8 * part.len() as u64);
                    }
                }
                "binary"
                    if plan.front.is_some()
                        && matches!(size, Arg::Atom(n) if file.atom(*n) == "all") =>
                {
                    plan.pieces.push(Piece::Bits(src, unit.max(1)));
                }
                _ => return None,
            }
        }
        let some = |p: &Piece<'_>| !matches!(p, Piece::Fields(_, 0));
        // A bit string that grows itself has all of it behind at once, or nothing.
        let at_once = match plan.front {
            Some((_, unit)) if unit & PRIVATE == 0 => PIECES,
            _ => 1,
        };
        let fits = (1..=at_once).contains(&plan.pieces.len()) && plan.pieces.iter().all(some);
        fits.then_some(plan)
    }

    /// Writes `bs_create_bin`.
    pub(crate) fn create(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let (slow, join) = (self.name(), self.name());
        let after = need(&a[1]);
        let plan = self.plan(i);
        let pieces = plan.as_ref().map_or(1, |p| p.pieces.len() as u64);
        let has_characters = plan.as_ref().is_some_and(Plan::has_characters);
        self.reserve(at, after + pieces * OWN_WORDS);
        let made = match plan {
            Some(Plan { front: Some((front, unit)), pieces }) => {
                let mut made = self.source(front);
                for (k, piece) in pieces.iter().enumerate() {
                    // The unit has been tested for pieces behind the first.
                    made = self.append(&made, if k == 0 { unit } else { 1 }, piece, &slow);
                }
                made
            }
            Some(Plan { front: None, pieces }) => match &pieces[0] {
                Piece::Fields(fields, bits) => {
                    let words = self.fields(fields, &slow);
                    self.on_heap(&words, *bits)
                }
                Piece::Bits(..) => return self.step(at),
            },
            None => {
                let made = self.create_any(at, i, after);
                let none = self.is(&made, native_abi::NOT_FOUND);
                self.go_if(&none, &slow);
                made
            }
        };
        self.set(&a[4], &made);
        self.line(&format!("br label %{join}"));
        self.aside_after(&slow, &join, at, |b| {
            // Characters beyond ASCII are frequent enough for the emulator to be called at once.
            if has_characters {
                let other = b.name();
                let made = b.create_any(at, i, after);
                let none = b.is(&made, native_abi::NOT_FOUND);
                b.go_if(&none, &other);
                b.set(&a[4], &made);
                b.line(&format!("br label %{join}"));
                b.begin(&other);
            }
        });
        self.begin(&join);
    }

    /// A bit string with a piece behind it. Goes to `slow` if that cannot be.
    fn append(&mut self, front: &str, unit: u64, piece: &Piece<'_>, slow: &str) -> String {
        let (other, join) = (self.name(), self.name());
        let place = (front, unit, other.as_str());
        let unit = unit.to_string();
        let (quick, helper, args) = match piece {
            Piece::Fields(fields, bits) => {
                let words = self.fields(fields, slow);
                let known = bits.to_string();
                let quick = self.append_in_place(place, (&words[0], &known), *bits);
                (quick, offset_of!(Registers, append), [words[0].clone(), known, unit])
            }
            Piece::Bits(all, unit_of_all) => {
                let all = self.source(all);
                let (value, bits) = self.few_bits(&all, *unit_of_all, &other);
                let quick = self.append_in_place(place, (&value, &bits), WITH_REST);
                let helper = offset_of!(Registers, append_bits);
                (quick, helper, [unit, all, unit_of_all.to_string()])
            }
        };
        let here = self.join(&join);
        self.begin(&other);
        let made = self.make(helper, &[front, &args[0], &args[1], &args[2]]);
        let none = self.is(&made, native_abi::NOT_FOUND);
        self.go_if(&none, slow);
        let there = self.join(&join);
        self.begin(&join);
        self.value(&format!("phi i64 [ {quick}, %{here} ], [ {made}, %{there} ]"))
    }

    /// Writes the low bits of a value, `at_most` so many, behind a bit string that alone refers to
    /// its binary and is all of it that is used, and gives both as one; goes to `other` if it is
    /// not, or if there is no room for a word. (Bytes behind the used part of a binary are
    /// nobody's.)
    fn append_in_place(
        &mut self,
        (front, unit, other): (&str, u64, &str),
        (value, bits): (&str, &str),
        at_most: u64,
    ) -> String {
        let [binary, offset, size] = self.own_part(front, other);
        let (grows_itself, unit) = (unit & PRIVATE != 0, unit & !PRIVATE);
        if unit > 1 {
            let whole = self.is_multiple(&size, unit);
            self.go_on_if(&whole, other);
        }
        let end = self.value(&format!("add i64 {offset}, {size}"));
        let end = self.value(&format!("lshr i64 {end}, 1"));
        let shift = self.and(&end, 7);
        if at_most > WITH_REST {
            let aligned = self.is(&shift, 0);
            self.go_on_if(&aligned, other);
        }
        let bytes = self.element(&binary, TAG_BOXED, 2);
        let bytes = self.value(&format!("inttoptr i64 {bytes} to ptr"));
        let field =
            |b: &mut Self, at: usize| b.value(&format!("getelementptr i8, ptr {bytes}, i64 {at}"));
        let count = field(self, RefBin::COUNT);
        let count = self.value(&format!("load i64, ptr {count}, align 8, {HEAP}"));
        let alone = self.is(&count, 1);
        self.go_on_if(&alone, other);
        let used_at = field(self, RefBin::USED);
        let used = self.value(&format!("load i64, ptr {used_at}, align 8, {HEAP}"));
        let last = self.value(&format!("icmp eq i64 {used}, {end}"));
        self.go_on_if(&last, other);
        let capacity = field(self, RefBin::CAPACITY);
        let capacity = self.value(&format!("load i64, ptr {capacity}, align 8, {HEAP}"));
        let at = self.value(&format!("lshr i64 {end}, 3"));
        let behind = self.value(&format!("add i64 {at}, 8"));
        let room = self.value(&format!("icmp ule i64 {behind}, {capacity}"));
        self.go_on_if(&room, other);
        let used = self.value(&format!("add i64 {end}, {bits}"));
        self.line(&format!("store i64 {used}, ptr {used_at}, align 8, {HEAP}"));
        let data = field(self, RefBin::DATA);
        let p = self.value(&format!("getelementptr i8, ptr {data}, i64 {at}"));
        let above = self.value(&format!("sub i64 64, {bits}"));
        let mut v = self.value(&format!("shl i64 {value}, {above}"));
        if at_most <= WITH_REST {
            v = self.with_bits_before(&p, &v, &shift);
        }
        let v = self.value(&format!("call i64 @llvm.bswap.i64(i64 {v})"));
        self.line(&format!("store i64 {v}, ptr {p}, align 1, {HEAP}"));

        let added = self.value(&format!("shl i64 {bits}, 1"));
        let size = self.value(&format!("add i64 {size}, {added}"));
        if grows_itself {
            let words = TAG_BOXED as i64;
            let p = self.value(&format!("inttoptr i64 {front} to ptr"));
            let p = self.value(&format!("getelementptr i8, ptr {p}, i64 {}", 24 - words));
            self.line(&format!("store i64 {size}, ptr {p}, align 8, {HEAP}"));
            return front.to_string();
        }
        self.put(0, &header(Kind::SubBits, 3).to_string());
        self.put(1, &binary);
        self.put(2, &offset);
        self.put(3, &size);
        self.take(4, TAG_BOXED)
    }

    /// The binary of a part of one outside the heaps, and which part it is (offset and size); goes
    /// to `other` if it is something else, or a literal.
    fn own_part(&mut self, front: &str, other: &str) -> [String; 3] {
        let head = self.header_or_zero(front);
        let part = self.is(&head, header(Kind::SubBits, 3));
        self.go_on_if(&part, other);
        let binary = self.element(front, TAG_BOXED, 1);
        let literals = self.get_field(offset_of!(Registers, literals), "i64");
        let from = self.value(&format!("sub i64 {binary}, {literals}"));
        let bytes = self.get_field(offset_of!(Registers, literal_bytes), "i64");
        let own = self.value(&format!("icmp uge i64 {from}, {bytes}"));
        self.go_on_if(&own, other);
        let head = self.element(&binary, TAG_BOXED, 0);
        let shared = self.is(&head, header(Kind::RefcBin, 3));
        self.go_on_if(&shared, other);
        let offset = self.element(front, TAG_BOXED, 2);
        let size = self.element(front, TAG_BOXED, 3);
        [binary, offset, size]
    }

    /// Goes on behind this if the condition holds, else to `other`.
    fn go_on_if(&mut self, condition: &str, other: &str) {
        let next = self.name();
        self.branch(condition, &next, other, None);
        self.begin(&next);
    }

    /// Bits (the highest ones of a word) with those in front of them that share the first byte.
    fn with_bits_before(&mut self, p: &str, v: &str, shift: &str) -> String {
        let rest = self.value(&format!("load i8, ptr {p}, align 1, {HEAP}"));
        let rest = self.value(&format!("zext i8 {rest} to i64"));
        let rest = self.value(&format!("shl i64 {rest}, 56"));
        let mask = self.value(&format!("lshr i64 -1, {shift}"));
        let mask = self.value(&format!("xor i64 {mask}, -1"));
        let rest = self.value(&format!("and i64 {rest}, {mask}"));
        let shifted = self.value(&format!("lshr i64 {v}, {shift}"));
        self.value(&format!("or i64 {shifted}, {rest}"))
    }

    /// A short bit string as a number, and its bits; goes to `other` if it is empty or longer, or
    /// its size no multiple of the unit.
    fn few_bits(&mut self, v: &str, unit: u64, other: &str) -> (String, String) {
        let check = |b: &mut Self, condition: &str| {
            let next = b.name();
            b.branch(condition, &next, other, None);
            b.begin(&next);
        };
        let head = self.header_or_zero(v);
        let (whole, part, join) = (self.name(), self.name(), self.name());
        let next = self.name();
        let kind = self.and(&head, 0xff);
        let is_whole = self.is(&kind, header(Kind::HeapBin, 0));
        self.branch(&is_whole, &whole, &next, None);
        self.begin(&next);
        let is_part = self.is(&head, header(Kind::SubBits, 3));
        self.branch(&is_part, &part, other, None);
        self.begin(&whole);
        let bytes = self.value(&format!("add i64 {v}, {}", 16 - TAG_BOXED as i64));
        let size = self.element(v, TAG_BOXED, 1);
        let bits = self.value(&format!("shl i64 {size}, 3"));
        self.line(&format!("br label %{join}"));
        self.begin(&part);
        let binary = self.element(v, TAG_BOXED, 1);
        let part_bytes = self.bytes_of(&binary);
        let position = self.element(v, TAG_BOXED, 2);
        let part_bits = self.element(v, TAG_BOXED, 3);
        let part = self.join(&join);
        self.begin(&join);
        let bytes =
            self.value(&format!("phi i64 [ {bytes}, %{whole} ], [ {part_bytes}, %{part} ]"));
        let position = self.value(&format!("phi i64 [ 0, %{whole} ], [ {position}, %{part} ]"));
        let bits = self.value(&format!("phi i64 [ {bits}, %{whole} ], [ {part_bits}, %{part} ]"));
        let less = self.value(&format!("sub i64 {bits}, 2"));
        let few = self.value(&format!("icmp ult i64 {less}, {}", 2 * WITH_REST - 1));
        check(self, &few);
        if unit > 1 {
            let whole = self.is_multiple(&bits, unit);
            check(self, &whole);
        }
        let bits = self.value(&format!("lshr i64 {bits}, 1"));
        let at = self.value(&format!("lshr i64 {position}, 4"));
        let p = self.value(&format!("add i64 {bytes}, {at}"));
        let p = self.value(&format!("inttoptr i64 {p} to ptr"));
        let v = self.eight_bytes(&p, other);
        let v = self.value(&format!("call i64 @llvm.bswap.i64(i64 {v})"));
        let inside = self.and(&position, 14);
        let inside = self.value(&format!("lshr i64 {inside}, 1"));
        let v = self.value(&format!("shl i64 {v}, {inside}"));
        let above = self.value(&format!("sub i64 64, {bits}"));
        (self.value(&format!("lshr i64 {v}, {above}")), bits)
    }

    /// Has the emulator build it.
    fn create_any(&mut self, at: usize, i: &Instr, after: u64) -> String {
        let read = list(&i.args()[5]).iter().map(flow::bit).fold(0, |u, v| u | v);
        self.spill(read);
        let pc = self.constant(Slot::Pc(at as u32));
        let words = if after != 0 { TEST_HEAP_WORDS } else { 0 };
        let pc = self.value(&format!("add i64 {pc}, {}", 8 * words));
        self.make(offset_of!(Registers, create), &[&pc])
    }

    /// Goes to a block in the rare case that the condition holds.
    pub(crate) fn go_if(&mut self, condition: &str, block: &str) {
        let next = self.name();
        self.branch(condition, block, &next, Some(false));
        self.begin(&next);
    }

    /// All fields as numbers of 64 bits, but for the last, which has what is left; goes to `slow`
    /// if a value is not as expected.
    fn fields(&mut self, fields: &[Field<'_>], slow: &str) -> Vec<String> {
        let (mut words, mut all, mut filled) = (Vec::new(), "0".to_owned(), 0);
        for field in fields {
            let (value, bits) = match *field {
                Field::Integer { bits: 0, value, .. } => {
                    self.only_small(value, slow);
                    continue;
                }
                Field::Integer { value, bits, little } => {
                    let v = self.only_small(value, slow);
                    let v = self.value(&format!("ashr i64 {v}, 1"));
                    let v = match little {
                        true => {
                            let v = self.value(&format!("call i64 @llvm.bswap.i64(i64 {v})"));
                            self.value(&format!("lshr i64 {v}, {}", 64 - bits))
                        }
                        false if bits < 64 => self.and(&v, (1 << bits) - 1),
                        false => v,
                    };
                    (v, bits)
                }
                Field::Character(c) => {
                    let v = self.source(c);
                    let low = self.and(&v, 1);
                    let other = self.value(&format!("icmp ne i64 {low}, 0"));
                    let large = self.value(&format!("icmp ugt i64 {v}, {}", 2 * 0x7f));
                    let wrong = self.value(&format!("or i1 {other}, {large}"));
                    self.go_if(&wrong, slow);
                    (self.value(&format!("lshr i64 {v}, 1")), 8)
                }
                Field::Bytes([]) => continue,
                Field::Bytes(bytes) => {
                    let v = bytes.iter().fold(0_u64, |v, &b| v << 8 | u64::from(b));
                    ((v as i64).to_string(), 8 * bytes.len() as u64)
                }
            };
            // Bits that do not fit begin the next word.
            let over = (filled + bits).saturating_sub(64);
            let high = match over {
                0 => value.clone(),
                _ => self.value(&format!("lshr i64 {value}, {over}")),
            };
            all = match bits - over {
                64 => high,
                0 => all,
                here => {
                    let shifted = self.value(&format!("shl i64 {all}, {here}"));
                    self.value(&format!("or i64 {shifted}, {high}"))
                }
            };
            filled += bits;
            if filled >= 64 {
                words.push(std::mem::replace(&mut all, "0".to_owned()));
                filled -= 64;
                if filled > 0 {
                    all = self.and(&value, (1 << filled) - 1);
                }
            }
        }
        if filled > 0 {
            words.push(all);
        }
        words
    }

    fn only_small(&mut self, value: &Arg, slow: &str) -> String {
        let v = self.source(value);
        if !self.is_small(value) {
            let low = self.and(&v, 1);
            let other = self.value(&format!("icmp ne i64 {low}, 0"));
            self.go_if(&other, slow);
        }
        v
    }

    /// A bit string on the heap of these numbers.
    fn on_heap(&mut self, values: &[String], bits: u64) -> String {
        let words = values.len() as u64;
        self.put(0, &header(Kind::HeapBin, 1 + values.len()).to_string());
        self.put(1, &small(bits.div_ceil(8) as i64).to_string());
        for (n, value) in (0..).zip(values) {
            let v = match bits - 64 * n {
                64.. => value.clone(),
                rest => self.value(&format!("shl i64 {value}, {}", 64 - rest)),
            };
            let v = self.value(&format!("call i64 @llvm.bswap.i64(i64 {v})"));
            self.put(2 + n, &v);
        }
        let whole = self.take(2 + words, TAG_BOXED);
        if bits.is_multiple_of(8) {
            return whole;
        }
        self.put(0, &header(Kind::SubBits, 3).to_string());
        self.put(1, &whole);
        self.put(2, &small(0).to_string());
        self.put(3, &small(bits as i64).to_string());
        self.take(4, TAG_BOXED)
    }
}

/// Words of the base tier's instruction that reserves what follows needs.
const TEST_HEAP_WORDS: u64 = 2;
