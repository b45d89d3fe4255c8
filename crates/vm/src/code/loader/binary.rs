//! Instructions on bit strings: matching and building.

use super::super::emit::Operand;
use super::{Load, LoadError, Loader, label, list, need, number, pack_live};
use crate::code::ops::Op as I;
use crate::code::ops::SegmentKind;
use beamfile::{Arg, Instr, Op};
use term::{Atom, Term, am, atom};

impl Loader<'_> {
    /// Instructions on bit strings.
    pub(super) fn binary(&mut self, i: &Instr) -> Load<()> {
        let a = i.args();
        match i.op {
            Op::BsStartMatch3 => {
                let ops = [self.operand(&a[1], i.op)?, Operand::X(0), self.operand(&a[3], i.op)?];
                self.put(I::StartMatch, &ops, &[pack_live(&a[2])], Some((1, label(&a[0]))));
            }
            Op::BsStartMatch4 => self.start_match_4(i)?,
            Op::BsGetInteger2 => self.get_field(I::GetInteger, i)?,
            Op::BsGetFloat2 => self.get_field(I::GetFloat, i)?,
            Op::BsGetBinary2 => self.get_field(I::GetBinary, i)?,
            Op::BsSkipBits2 => {
                let ops = [self.operand(&a[1], i.op)?, self.operand(&a[2], i.op)?];
                self.put(I::SkipBits, &ops, &[0, number(&a[3])], Some((1, label(&a[0]))));
            }
            Op::BsTestTail2 => self.test_context(I::TestTail, i, 2)?,
            Op::BsTestUnit => self.test_context(I::TestUnit, i, 2)?,
            Op::BsMatchString => {
                let ops = [self.operand(&a[1], i.op)?];
                let bytes = self.string_address(number(&a[3]));
                self.put(I::MatchString, &ops, &[0, number(&a[2]), bytes], Some((1, label(&a[0]))));
            }
            Op::BsGetTail => self.of_context(I::GetTail, i)?,
            Op::BsGetPosition => self.of_context(I::GetPosition, i)?,
            Op::BsSetPosition => self.direct(I::SetPosition, i, 2)?,
            Op::BsGetUtf8 => self.get_utf(I::GetUtf8, i)?,
            Op::BsGetUtf16 => self.get_utf(I::GetUtf16, i)?,
            Op::BsGetUtf32 => self.get_utf(I::GetUtf32, i)?,
            Op::BsSkipUtf8 => self.test_context(I::SkipUtf8, i, 3)?,
            Op::BsSkipUtf16 => self.test_context(I::SkipUtf16, i, 3)?,
            Op::BsSkipUtf32 => self.test_context(I::SkipUtf32, i, 3)?,
            Op::BsMatch => self.bs_match(i)?,
            Op::BsCreateBin => self.create_bin(i)?,
            Op::BsAdd => {
                let ops = self.operands([&a[1], &a[2], &a[4]], i.op)?;
                self.put(I::SizeAdd, &ops, &[0, number(&a[3])], Some((1, label(&a[0]))));
            }
            Op::BsUtf8Size => self.utf_size(8, i)?,
            Op::BsUtf16Size => self.utf_size(16, i)?,
            Op::BsInitWritable => self.put(I::InitWritable, &[], &[], None),
            _ => return Err(self.unsupported(i.op)),
        }
        Ok(())
    }

    fn start_match_4(&mut self, i: &Instr) -> Load<()> {
        let a = i.args();
        let (src, dst) = (self.operand(&a[2], i.op)?, self.operand(&a[3], i.op)?);
        if matches!(a[0], Arg::Atom(x) if self.atoms[x as usize] == atom!("resume")) {
            if src != dst {
                self.put(I::Move, &[src, dst], &[], None);
            }
        } else {
            let (ops, live) = ([src, Operand::X(0), dst], pack_live(&a[1]));
            self.put(I::StartMatch, &ops, &[live], Some((1, label(&a[0]))));
        }
        Ok(())
    }

    /// A field of a size that an operand says, or all that is left.
    fn get_field(&mut self, op: I, i: &Instr) -> Load<()> {
        let a = i.args();
        let (fail, unit, flags) = (label(&a[0]), number(&a[4]), number(&a[5]));
        let [context, size, dst] =
            [self.operand(&a[1], i.op)?, self.operand(&a[3], i.op)?, self.operand(&a[6], i.op)?];
        let known = if let Operand::Const(w) = size { Some(w) } else { None };
        let all = known == Some(Term::atom(am::ALL).word());
        let byte = known == Some(Term::small(8).word()) && unit == 1
            || known == Some(Term::small(1).word()) && unit == 8;
        if op == I::GetInteger && byte && flags & 4 == 0 {
            self.put(I::GetInteger8, &[context, Operand::X(0), dst], &[0], Some((1, fail)));
        } else if op == I::GetBinary && all {
            self.e.reachable(&[context, dst], 2);
            let at = self.e.here();
            let (context, dst) = (self.e.bits(context, at), self.e.bits(dst, at));
            self.e.emit(I::GetBinaryAll, context, unit, dst, &[0]);
            self.e.link(at + 1, at, fail);
        } else {
            let more = [pack_live(&a[2]), unit | flags << 32];
            self.put(op, &[context, size, dst], &more, Some((1, fail)));
        }
        Ok(())
    }

    /// A test of a context with the number that is argument `n`.
    fn test_context(&mut self, op: I, i: &Instr, n: usize) -> Load<()> {
        let ops = [self.operand(&i.args[1], i.op)?];
        self.put(op, &ops, &[number(&i.args[n])], Some((1, label(&i.args[0]))));
        Ok(())
    }

    /// The rest of a context, or its position.
    fn of_context(&mut self, op: I, i: &Instr) -> Load<()> {
        let a = i.args();
        let ops = [self.operand(&a[0], i.op)?, Operand::X(0), self.operand(&a[1], i.op)?];
        self.put(op, &ops, &[], None);
        Ok(())
    }

    fn get_utf(&mut self, op: I, i: &Instr) -> Load<()> {
        let a = i.args();
        let ops = [self.operand(&a[1], i.op)?, Operand::X(0), self.operand(&a[4], i.op)?];
        self.put(op, &ops, &[number(&a[3])], Some((1, label(&a[0]))));
        Ok(())
    }

    fn utf_size(&mut self, width: u64, i: &Instr) -> Load<()> {
        let a = i.args();
        let ops = [self.operand(&a[1], i.op)?, Operand::X(0), self.operand(&a[2], i.op)?];
        self.put(I::UtfSize, &ops, &[width], None);
        Ok(())
    }

    fn string_address(&self, offset: u64) -> u64 {
        self.strings.as_ptr().wrapping_add(offset as usize) as u64
    }

    /// The flags of a segment, as bits: little 2, signed 4, native 16.
    fn flags(&mut self, arg: &Arg) -> u64 {
        let little = if cfg!(target_endian = "little") { 2 } else { 0 };
        let flag = |t: Term<'_>| match t.as_atom().map(Atom::name) {
            Some("little") => 2,
            Some("signed") => 4,
            Some("native") => little,
            _ => 0,
        };
        match arg {
            Arg::Literal(i) => self.literals[*i as usize].list().map(flag).fold(0, |a, b| a | b),
            Arg::U(u) => {
                if u & 16 != 0 {
                    u & 4 | little
                } else {
                    u & 6
                }
            }
            _ => 0,
        }
    }

    /// `bs_match` (OTP 26): a list of commands, expanded to instructions for each.
    fn bs_match(&mut self, i: &Instr) -> Load<()> {
        let a = i.args();
        let fail = label(&a[0]);
        let context = self.operand(&a[1], i.op)?;
        let commands = list(&a[2]);
        let mut k = 0;
        while k < commands.len() {
            let Arg::Atom(name) = commands[k] else { return Err(LoadError::Operand("bs_match")) };
            let c = &commands[k + 1..];
            k += 1 + match self.atoms[name as usize].name() {
                "ensure_at_least" => {
                    let more = [number(&c[1]), number(&c[0])];
                    self.put(I::EnsureAtLeast, &[context], &more, Some((1, fail)));
                    2
                }
                "ensure_exactly" => {
                    self.put(I::EnsureExactly, &[context], &[0, number(&c[0])], Some((1, fail)));
                    1
                }
                command @ ("integer" | "binary") => {
                    // Live, flags, size, unit, destination.
                    let flags = self.flags(&c[1]);
                    let (size, unit) = (number(&c[2]), number(&c[3]));
                    let dst = self.operand(&c[4], i.op)?;
                    let size = Operand::Const(Term::small(size as i64).word());
                    let op = if command == "integer" { I::GetInteger } else { I::GetBinary };
                    let ops = [context, size, dst];
                    self.put(op, &ops, &[pack_live(&c[0]), unit | flags << 32], Some((1, fail)));
                    5
                }
                "skip" => {
                    let size = Operand::Const(Term::small(number(&c[0]) as i64).word());
                    self.put(I::SkipBits, &[context, size], &[0, 1], Some((1, fail)));
                    1
                }
                "get_tail" => {
                    let dst = self.operand(&c[2], i.op)?;
                    self.put(I::GetTail, &[context, Operand::X(0), dst], &[], None);
                    3
                }
                "=:=" => {
                    // Live (or nothing), size, value.
                    let (size, value) = (number(&c[1]), number(&c[2]));
                    let bytes = value.wrapping_shl(64 - size.min(64) as u32).to_be_bytes();
                    let bytes: &'static [u8] = Box::leak(bytes.to_vec().into_boxed_slice());
                    let more = [0, size, bytes.as_ptr() as u64];
                    self.put(I::MatchString, &[context], &more, Some((1, fail)));
                    3
                }
                _ => return Err(LoadError::Operand("bs_match")),
            };
        }
        Ok(())
    }

    fn create_bin(&mut self, i: &Instr) -> Load<()> {
        let a = i.args();
        // The instruction also reserves the heap that those after it need. It takes its own words
        // from the heap first: at most those of a binary on it, or of a reference to one
        // outside, twice.
        const OWN_WORDS: u64 = 16;
        let after = need(&a[1]);
        if after != 0 {
            self.e.emit(I::TestHeap, 0, number(&a[2]), 0, &[after + OWN_WORDS]);
        }
        let mut ops = vec![self.operand(&a[4], i.op)?];
        let mut segments = Vec::new();
        for s in list(&a[5]).chunks(6) {
            let [Arg::Atom(kind), seg, unit, flags, src, size] = s else {
                return Err(LoadError::Operand("bs_create_bin"));
            };
            let kind = self.atoms[*kind as usize];
            let flags = self.flags(flags);
            let number_of = |arg: &Arg| match arg {
                Arg::U(u) => *u,
                Arg::I(i) => *i as u64,
                _ => 0,
            };
            let kind =
                segment_kind_from_name(kind.name()).ok_or(LoadError::Operand("bs_create_bin"))?;
            let head = kind as u64 | flags << 8 | (number_of(unit) & 0xffff) << 16;
            let mut segment = [head, number_of(seg), 0];
            if kind == SegmentKind::String {
                segment[1] = self.string_address(number_of(src));
                segment[2] = number_of(size);
                ops.extend([Operand::X(0); 2]);
            } else {
                ops.push(self.operand(src, i.op)?);
                ops.push(self.operand(size, i.op)?);
            }
            segments.push(segment);
        }
        self.e.reachable(&ops, 3 + 3 * segments.len());
        let at = self.e.here();
        let dst = self.e.bits(ops[0], at);
        let first_unit = number(&a[3]);
        let n = segments.len() as u64;
        self.e.emit(I::CreateBin, n, 0, dst, &[pack_live(&a[2]), first_unit]);
        self.e.link(at + 1, at, label(&a[0]));
        for (segment, pair) in segments.iter().zip(ops[1..].chunks(2)) {
            let (src, size) = (self.e.bits(pair[0], at), self.e.bits(pair[1], at));
            self.e.code.extend([segment[0] | src << 32 | size << 48, segment[1], segment[2]]);
        }
        Ok(())
    }
}

fn segment_kind_from_name(name: &str) -> Option<SegmentKind> {
    Some(match name {
        "integer" => SegmentKind::Integer,
        "float" => SegmentKind::Float,
        "binary" => SegmentKind::Binary,
        "append" => SegmentKind::Append,
        "private_append" => SegmentKind::PrivateAppend,
        "string" => SegmentKind::String,
        "utf8" => SegmentKind::Utf8,
        "utf16" => SegmentKind::Utf16,
        "utf32" => SegmentKind::Utf32,
        _ => return None,
    })
}

/// The kind of segment in the low byte of a segment's first word.
#[inline]
pub fn segment_kind(word: u64) -> SegmentKind {
    match word & 0xff {
        0 => SegmentKind::Integer,
        1 => SegmentKind::Float,
        2 => SegmentKind::Binary,
        3 => SegmentKind::Append,
        4 => SegmentKind::PrivateAppend,
        5 => SegmentKind::String,
        6 => SegmentKind::Utf8,
        7 => SegmentKind::Utf16,
        _ => SegmentKind::Utf32,
    }
}
