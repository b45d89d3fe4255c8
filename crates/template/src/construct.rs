//! Bit strings being built: fields of known size are put together in a register.

use crate::Translator;
use crate::asm::{Cond, Label, Mem, Reg};
use crate::operands::{Give, known_small, list, need, number};
use beamfile::{Arg, Instr};
use native_abi::image::Slot;
use native_abi::{NOT_FOUND, PRIVATE, Registers};
use std::mem::offset_of;
use term::word::*;

/// Words that a piece of what is built takes at most; as the loader has the instruction take from
/// the heap beside what follows needs.
const OWN_WORDS: u64 = 16;

/// Words of the base tier's instruction that reserves what follows needs.
const TEST_HEAP_WORDS: i32 = 2;

/// At most so many pieces are appended here.
const PIECES: usize = 6;

/// The largest character that is one byte.
const ASCII: i32 = 0x7f;

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

/// A piece that is put behind something else at once.
enum Piece<'a> {
    /// Fields of so many bits, not more than a word has.
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
    fn add(&mut self, field: Field<'a>, bits: u64) {
        match self.pieces.last_mut() {
            Some(Piece::Fields(fields, all)) if *all + bits <= 64 => {
                fields.push(field);
                *all += bits;
            }
            _ => self.pieces.push(Piece::Fields(vec![field], bits)),
        }
    }

    /// Whether all can be done here.
    fn fits(&self) -> bool {
        let some = |p: &Piece<'_>| !matches!(p, Piece::Fields(_, 0));
        // A bit string that grows itself has all of it behind at once, or nothing.
        let at_once = match self.front {
            Some((_, unit)) if unit & PRIVATE == 0 => PIECES,
            _ => 1,
        };
        (1..=at_once).contains(&self.pieces.len()) && self.pieces.iter().all(some)
    }
}

impl Translator<'_> {
    /// How to build it here; None: it is left to the emulator.
    fn plan<'b>(&self, i: &'b Instr) -> Option<Plan<'b>>
    where
        Self: 'b,
    {
        let file = self.file;
        let mut plan = Plan { front: None, pieces: Vec::new() };
        for (k, segment) in list(&i.args()[5]).chunks(6).enumerate() {
            let [Arg::Atom(kind), _, unit, flags, src, size] = segment else { return None };
            let unit = number(unit);
            match file.atom(*kind) {
                "append" if k == 0 => plan.front = Some((src, unit.max(1))),
                "private_append" if k == 0 => plan.front = Some((src, unit.max(1) | PRIVATE)),
                "integer" => {
                    let bits = (known_small(size)? >> 1).checked_mul(unit)?;
                    let known = matches!(src, Arg::BigI(_) | Arg::Literal(_) | Arg::Atom(_));
                    let little = self.is_little(flags)?;
                    if bits > 64 || known || little && !bits.is_multiple_of(8) {
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
        plan.fits().then_some(plan)
    }

    /// Whether the flags of a field say that its first byte is the lowest; None if they are not
    /// understood.
    fn is_little(&self, flags: &Arg) -> Option<bool> {
        match flags {
            Arg::Nil => Some(false),
            Arg::U(u) => Some(u & (2 | 16) != 0),
            Arg::Literal(n) => {
                let text = &self.file.literals[*n as usize];
                let has = |word: &[u8]| text.windows(word.len()).any(|w| w == word);
                Some(has(b"little") || has(b"native"))
            }
            _ => None,
        }
    }

    /// Writes `bs_create_bin`.
    pub(crate) fn create(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let (slow, join) = (self.asm.label(), self.asm.label());
        let after = need(&a[1]);
        let plan = self.plan(i);
        let pieces = plan.as_ref().map_or(1, |p| p.pieces.len() as u64);
        self.reserve(at, after + pieces * OWN_WORDS);
        match plan {
            Some(Plan { front: Some((front, unit)), pieces }) => {
                for (k, piece) in pieces.iter().enumerate() {
                    // The unit has been tested for pieces behind the first.
                    match k {
                        0 => self.load(Reg::T4, front),
                        _ => self.asm.mov(Reg::T4, Reg::T0),
                    }
                    self.append(if k == 0 { unit } else { 1 }, piece, slow);
                }
                self.set(&a[4], Reg::T0);
            }
            Some(Plan { front: None, pieces }) => match &pieces[0] {
                Piece::Fields(fields, bits) => {
                    self.fields(fields, slow);
                    self.on_heap(*bits, &a[4]);
                }
                Piece::Bits(..) => {
                    self.asm.bind(slow);
                    self.step(at);
                    return self.asm.bind(join);
                }
            },
            None => {
                self.spill();
                self.asm.slot(Reg::T1, Slot::Pc(at as u32));
                if after != 0 {
                    self.asm.add_imm(Reg::T1, 8 * TEST_HEAP_WORDS);
                }
                self.make(offset_of!(Registers, create), &[Give::Reg(Reg::T1)]);
                self.asm.cmp_imm(Reg::T0, NOT_FOUND as i32);
                self.asm.branch(Cond::Equal, slow);
                self.set(&a[4], Reg::T0);
            }
        }
        self.aside(slow, at, join);
        self.asm.bind(join);
    }

    /// The bit string in T4 with a piece behind it, in T0. Goes to `slow` if that cannot be.
    fn append(&mut self, unit: u64, piece: &Piece<'_>, slow: Label) {
        let front = Give::Reg(Reg::T4);
        match piece {
            Piece::Fields(fields, bits) => {
                self.fields(fields, slow);
                let gives = [front, Give::Reg(Reg::T3), Give::Number(*bits), Give::Number(unit)];
                self.make(offset_of!(Registers, append), &gives);
            }
            Piece::Bits(all, unit_of_all) => {
                let unit_of_all = Give::Number(*unit_of_all);
                let gives = [front, Give::Number(unit), Give::Source(all), unit_of_all];
                self.make(offset_of!(Registers, append_bits), &gives);
            }
        }
        self.asm.cmp_imm(Reg::T0, NOT_FOUND as i32);
        self.asm.branch(Cond::Equal, slow);
    }

    /// All fields as one number in T3; goes to `slow` if a value is not as expected.
    fn fields(&mut self, fields: &[Field<'_>], slow: Label) {
        self.asm.imm(Reg::T3, 0);
        for field in fields {
            let bits = match *field {
                Field::Integer { value, bits, little } => {
                    self.load(Reg::T0, value);
                    if known_small(value).is_none() {
                        self.asm.test_bits(Reg::T0, 1);
                        self.asm.branch(Cond::NotEqual, slow);
                    }
                    self.asm.sar(Reg::T0, 1);
                    let above = 64 - bits as u8;
                    match little {
                        true => self.asm.swap_bytes(Reg::T0),
                        false if above > 0 && above < 64 => self.asm.shl(Reg::T0, above),
                        false => {}
                    }
                    if above > 0 && above < 64 {
                        self.asm.shr(Reg::T0, above);
                    }
                    bits
                }
                Field::Character(c) => {
                    self.load(Reg::T0, c);
                    self.asm.test_bits(Reg::T0, 1);
                    self.asm.branch(Cond::NotEqual, slow);
                    self.asm.cmp_imm(Reg::T0, 2 * ASCII);
                    self.asm.branch(Cond::Above, slow);
                    self.asm.shr(Reg::T0, 1);
                    8
                }
                Field::Bytes(bytes) => {
                    let v = bytes.iter().fold(0_u64, |v, &b| v << 8 | u64::from(b));
                    self.asm.imm(Reg::T0, v);
                    8 * bytes.len() as u64
                }
            };
            match bits {
                0 => continue,
                64 => self.asm.mov(Reg::T3, Reg::T0),
                _ => {
                    self.asm.shl(Reg::T3, bits as u8);
                    self.asm.or(Reg::T3, Reg::T0);
                }
            }
        }
    }

    /// A bit string on the heap of the bits in T3.
    fn on_heap(&mut self, bits: u64, dst: &Arg) {
        if bits < 64 {
            self.asm.shl(Reg::T3, 64 - bits as u8);
        }
        self.asm.swap_bytes(Reg::T3);
        self.asm.store_imm(Mem(Reg::H, 0), header(Kind::HeapBin, 2));
        self.asm.store_imm(Mem(Reg::H, 8), small(bits.div_ceil(8) as i64));
        self.asm.store(Mem(Reg::H, 16), Reg::T3);
        if bits.is_multiple_of(8) {
            return self.take(3, TAG_BOXED, dst);
        }
        self.asm.address(Reg::T1, Mem(Reg::H, TAG_BOXED as i32));
        self.asm.add_imm(Reg::H, 24);
        self.asm.store_imm(Mem(Reg::H, 0), header(Kind::SubBits, 3));
        self.asm.store(Mem(Reg::H, 8), Reg::T1);
        self.asm.store_imm(Mem(Reg::H, 16), small(0));
        self.asm.store_imm(Mem(Reg::H, 24), small(bits as i64));
        self.take(4, TAG_BOXED, dst);
    }
}
