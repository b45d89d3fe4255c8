//! The code chunk: decodes its instructions and checks every operand by itself.

use crate::error::{ChunkName, Error, Place};
use crate::model::{AllocKind, Arg, BeamFile, BigInt, Code, Instr};
use crate::op::{Kind, Op};
use crate::reader::{Number, Reader, TAG_A, TAG_F, TAG_H, TAG_I, TAG_U, TAG_X, TAG_Y, TAG_Z};
use crate::tables::MAX_ARITY;

/// The largest code chunk. Decoded code takes up to some 30 times its size.
const MAX_CODE: usize = 32 << 20;
/// How many X, Y or floating-point registers there are.
const MAX_REGISTERS: u64 = 1024;

/// Decodes the code chunk; `file` has the tables that operands index. Also gives the offset of
/// each instruction, for messages.
pub(crate) fn decode(data: &[u8], file: &BeamFile) -> Result<(Code, Vec<u32>), Error> {
    if data.len() > MAX_CODE {
        let at = Place { chunk: ChunkName(*b"Code"), offset: 0 };
        return Err(Error::Malformed { at, what: format!("{} bytes of code", data.len()) });
    }
    let mut reader = Reader::new(*b"Code", data);
    let head_size = reader.u32()? as usize;
    let head = reader.bytes(head_size)?;
    let mut head = Reader::new(*b"Code", head);
    let mut code = Code {
        instruction_set: head.u32()?,
        opcode_max: head.u32()?,
        label_count: head.u32()?,
        function_count: head.u32()?,
        ..Code::default()
    };
    if code.instruction_set != 0 {
        let what = format!("instruction set {}", code.instruction_set);
        return Err(Error::Malformed { at: reader.place(4), what });
    }
    if code.opcode_max > u32::from(Op::MAX) {
        return Err(Error::TooNew { opcode_max: code.opcode_max, supported: Op::MAX });
    }
    // Each label in use and each function takes bytes of code, so that neither table can be
    // larger than the code (label numbers may have holes, but compilers leave few).
    if code.label_count as usize > data.len().saturating_mul(4) {
        let what = format!("{} labels", code.label_count);
        return Err(Error::Malformed { at: reader.place(12), what });
    }
    let mut decoder = Decoder { reader, file, label_count: code.label_count };
    // Instructions take four bytes and a little less: memory is not moved as they become more.
    let expected = data.len() / 3 + 1;
    let mut offsets = Vec::with_capacity(expected);
    code.instrs.reserve_exact(expected);
    loop {
        offsets.push(decoder.reader.pos() as u32);
        let instr = decoder.instr()?;
        let op = instr.op;
        code.instrs.push(instr);
        if op == Op::IntCodeEnd {
            break;
        }
    }
    if !decoder.reader.is_empty() {
        return Err(decoder.reader.malformed("bytes after the end of the code"));
    }
    Ok((code, offsets))
}

/// Decodes a constant, or a list of some, outside of the code.
pub(crate) fn constant<'a>(reader: &mut Reader<'a>, file: &'a BeamFile) -> Result<Arg, Error> {
    let mut decoder = Decoder { reader: reader.clone(), file, label_count: 0 };
    let constant = decoder.arg(false)?;
    *reader = decoder.reader;
    Ok(constant)
}

struct Decoder<'a> {
    reader: Reader<'a>,
    file: &'a BeamFile,
    label_count: u32,
}

fn bad_operand(at: Place, instr: &Instr, operand: usize, what: &str) -> Error {
    let (op, what) = (instr.op.name(), what.into());
    Error::BadOperand { at, op, operand: operand + 1, what }
}

/// A list operand whose length is a multiple of `n`.
fn groups(at: Place, instr: &Instr, operand: usize, n: usize) -> Result<&[Arg], Error> {
    match &instr.args[operand] {
        Arg::List(list) if list.len() % n == 0 => Ok(list),
        _ => Err(bad_operand(at, instr, operand, "incomplete list")),
    }
}

/// Checks that the last operand is a list of pairs of which both parts pass their tests.
fn pairs(
    at: Place,
    instr: &Instr,
    [first, second]: [fn(&Arg) -> bool; 2],
    what: &str,
) -> Result<(), Error> {
    let last = instr.args.len() - 1;
    let mut all = groups(at, instr, last, 2)?.chunks_exact(2);
    match all.all(|pair| first(&pair[0]) && second(&pair[1])) {
        true => Ok(()),
        false => Err(bad_operand(at, instr, last, what)),
    }
}

impl Decoder<'_> {
    fn instr(&mut self) -> Result<Instr, Error> {
        let at = self.reader.at();
        let opcode = self.reader.u8()?;
        let op = Op::from_u8(opcode).ok_or(Error::UnknownOp { at, opcode })?;
        let info = op.info();
        if info.obsolete {
            return Err(Error::ObsoleteOp { at, name: info.name });
        }
        let mut args = Vec::with_capacity(info.operands.len());
        for (i, &kind) in info.operands.iter().enumerate() {
            let arg = self.arg(false)?;
            self.check(kind, &arg).map_err(|what| Error::BadOperand {
                at,
                op: info.name,
                operand: i + 1,
                what,
            })?;
            args.push(arg);
        }
        let instr = Instr { op, args: args.into_boxed_slice() };
        self.check_instr(at, &instr)?;
        Ok(instr)
    }

    fn arg(&mut self, in_list: bool) -> Result<Arg, Error> {
        let at = self.reader.at();
        let bad = |what: &str| Error::Malformed { at, what: what.into() };
        let item = self.reader.tagged()?;
        let number = item.number;
        match item.tag {
            TAG_U => Ok(Arg::U(number.to_u64().unwrap_or(u64::MAX))),
            TAG_I => Ok(match (number.to_i64(), number) {
                (Some(value), _) => Arg::I(value),
                (None, Number::Bytes(bytes)) => Arg::BigI(Box::new(big_int(bytes))),
                (None, Number::Small(n)) => Arg::I(i64::from(n)),
            }),
            TAG_A => match number.to_u64() {
                Some(0) => Ok(Arg::Nil),
                Some(n) if n < self.file.atoms.len() as u64 => Ok(Arg::Atom(n as u32)),
                _ => Err(bad("no such atom")),
            },
            TAG_X => Ok(Arg::X(register(number).ok_or_else(|| bad("no such X register"))?)),
            TAG_Y => Ok(Arg::Y(register(number).ok_or_else(|| bad("no such Y register"))?)),
            TAG_F => match number.to_u64() {
                Some(n) if n < u64::from(self.label_count) || n == 0 => Ok(Arg::F(n as u32)),
                _ => Err(bad("no such label")),
            },
            TAG_H => match number.to_u64() {
                Some(n) if n <= 0x10_ffff => Ok(Arg::Char(n as u32)),
                _ => Err(bad("no such character")),
            },
            TAG_Z => match number.to_u64() {
                Some(1) if in_list => Err(bad("list in a list")),
                Some(1) => self.list(),
                Some(2) => {
                    let index = self.reader.tagged()?;
                    let number = if index.tag == TAG_U { register(index.number) } else { None };
                    Ok(Arg::Fr(number.ok_or_else(|| bad("no such floating-point register"))?))
                }
                Some(3) => self.alloc(),
                Some(4) => {
                    let index = self.reader.tagged_u32("literal index")?;
                    if index as usize >= self.file.literals.len() {
                        return Err(bad("no such literal"));
                    }
                    Ok(Arg::Literal(index))
                }
                Some(5) => self.typed(),
                _ => Err(bad("unknown extended operand")),
            },
            _ => Err(bad("unknown operand")),
        }
    }

    fn list(&mut self) -> Result<Arg, Error> {
        let at = self.reader.at();
        let count = self.reader.tagged_u32("list length")?;
        let count = self.reader.check_count(at, count, 1)?;
        let mut list = Vec::with_capacity(count);
        for _ in 0..count {
            list.push(self.arg(true)?);
        }
        Ok(Arg::List(list.into_boxed_slice()))
    }

    fn alloc(&mut self) -> Result<Arg, Error> {
        /// More than any heap; a sum of three times this still fits easily in 64 bits.
        const MAX_NEED: u32 = i32::MAX as u32;
        let at = self.reader.at();
        let count = self.reader.tagged_u32("allocation list length")?;
        if count > 3 {
            return Err(Error::Malformed { at, what: "allocation list too long".into() });
        }
        let mut needs = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let at = self.reader.at();
            let kind = match self.reader.tagged_u32("allocation kind")? {
                0 => AllocKind::Words,
                1 => AllocKind::Floats,
                2 => AllocKind::Funs,
                _ => return Err(Error::Malformed { at, what: "bad allocation kind".into() }),
            };
            let need = self.reader.tagged_u32("allocation size")?;
            if need > MAX_NEED {
                return Err(Error::Malformed { at, what: "bad allocation size".into() });
            }
            needs.push((kind, need));
        }
        Ok(Arg::Alloc(needs.into_boxed_slice()))
    }

    fn typed(&mut self) -> Result<Arg, Error> {
        let at = self.reader.at();
        let bad = |what: &str| Error::Malformed { at, what: what.into() };
        let item = self.reader.tagged()?;
        let number = register(item.number).ok_or_else(|| bad("no such register"))?;
        let index = self.reader.tagged_u32("type index")?;
        // Without a type table (stripped, or of a version not known) the type means nothing.
        let known = !self.file.types.is_empty();
        if known && index as usize >= self.file.types.len() {
            return Err(bad("no such type"));
        }
        match (item.tag, known) {
            (TAG_X, true) => Ok(Arg::TypedX(number, index)),
            (TAG_X, false) => Ok(Arg::X(number)),
            (TAG_Y, true) => Ok(Arg::TypedY(number, index)),
            (TAG_Y, false) => Ok(Arg::Y(number)),
            _ => Err(bad("typed operand is no register")),
        }
    }

    /// Checks one operand by itself.
    fn check(&self, kind: Kind, arg: &Arg) -> Result<(), String> {
        let below = |n: u64, table: usize, what: &str| match n < table as u64 {
            true => Ok(()),
            false => Err(format!("no {what} {n}")),
        };
        let most = |n: u64, max: u64, what: &str| match n <= max {
            true => Ok(()),
            false => Err(format!("{n} {what}")),
        };
        match (kind, arg) {
            (Kind::LabelDef, Arg::U(n)) if *n > 0 => below(*n, self.label_count as usize, "label"),
            (Kind::Fail | Kind::FailOrAtom, Arg::F(_)) => Ok(()),
            (Kind::Target | Kind::Entry, Arg::F(1..)) => Ok(()),
            (Kind::FunTag | Kind::FailOrAtom, Arg::Atom(_)) => Ok(()),
            (Kind::Import, Arg::U(n)) => below(*n, self.file.imports.len(), "import"),
            (Kind::Lambda | Kind::FunTag, Arg::U(n)) => {
                below(*n, self.file.lambdas.len(), "lambda")
            }
            (Kind::Str, Arg::U(n)) => most(*n, self.file.strings.len() as u64, "is not a string"),
            (Kind::Line, Arg::U(n)) if self.file.lines.present => {
                below(*n, self.file.lines.items.len(), "line")
            }
            (Kind::Line, Arg::U(_)) => Ok(()),
            (Kind::Arity, Arg::U(n)) => most(*n, u64::from(MAX_ARITY), "arguments"),
            (Kind::Live, Arg::U(n)) => most(*n, MAX_REGISTERS, "live registers"),
            (Kind::Slots, Arg::U(n)) => most(*n, MAX_REGISTERS, "stack slots"),
            (Kind::Need, Arg::U(n)) => most(*n, i32::MAX as u64, "heap words"),
            (Kind::Need, Arg::Alloc(_)) => Ok(()),
            (Kind::Num | Kind::SrcOrNum, Arg::U(_)) => Ok(()),
            (Kind::Src | Kind::SrcOrNum | Kind::FSrc, arg) if is_term(arg) => Ok(()),
            (Kind::Dst | Kind::FDst, Arg::X(_) | Arg::Y(_)) => Ok(()),
            (Kind::FReg | Kind::FSrc | Kind::FDst, Arg::Fr(_)) => Ok(()),
            (Kind::Atom, Arg::Atom(_) | Arg::Nil) => Ok(()),
            (Kind::List, Arg::List(_)) => Ok(()),
            _ => Err(format!("{arg:?} is no {kind:?}")),
        }
    }

    /// Checks what concerns several operands of an instruction together.
    fn check_instr(&self, at: Place, instr: &Instr) -> Result<(), Error> {
        let bad = |operand: usize, what: &str| bad_operand(at, instr, operand, what);
        let groups = |operand: usize, n: usize| groups(at, instr, operand, n);
        match instr.op {
            Op::CallExt | Op::CallExtLast | Op::CallExtOnly => {
                if let (Arg::U(arity), Some(expected)) =
                    (&instr.args[0], self.import_arity(instr, 1))
                    && *arity != expected
                {
                    return Err(bad(0, "not the arity of the function called"));
                }
            }
            Op::Bif0 => self.check_bif(instr, 0, 0).ok_or_else(|| bad(0, "wrong arity"))?,
            Op::Bif1 => self.check_bif(instr, 1, 1).ok_or_else(|| bad(1, "wrong arity"))?,
            Op::Bif2 => self.check_bif(instr, 1, 2).ok_or_else(|| bad(1, "wrong arity"))?,
            Op::Bif3 => self.check_bif(instr, 1, 3).ok_or_else(|| bad(1, "wrong arity"))?,
            Op::GcBif1 => self.check_bif(instr, 2, 1).ok_or_else(|| bad(2, "wrong arity"))?,
            Op::GcBif2 => self.check_bif(instr, 2, 2).ok_or_else(|| bad(2, "wrong arity"))?,
            Op::GcBif3 => self.check_bif(instr, 2, 3).ok_or_else(|| bad(2, "wrong arity"))?,
            Op::SelectVal | Op::SelectTupleArity => self.check_select(at, instr)?,
            Op::PutMapAssoc | Op::PutMapExact => {
                pairs(at, instr, [is_term; 2], "not keys and values")?;
            }
            Op::PutRecord => pairs(at, instr, [is_atom, is_term], "not fields and values")?,
            Op::HasMapFields | Op::PutTuple2 => {
                let last = instr.args.len() - 1;
                if !groups(last, 1)?.iter().all(is_term) {
                    return Err(bad(last, "not terms"));
                }
            }
            Op::GetMapElements => {
                pairs(at, instr, [is_term, is_register], "not keys and registers")?;
            }
            Op::GetRecordElements => {
                pairs(at, instr, [is_atom, is_register], "not fields and registers")?;
            }
            Op::UpdateRecord => {
                let Arg::U(size) = instr.args[1] else { return Ok(()) };
                for pair in groups(4, 2)?.chunks_exact(2) {
                    let inside = matches!(pair[0], Arg::U(n) if 0 < n && n <= size);
                    if !inside || !is_term(&pair[1]) {
                        return Err(bad(4, "not positions and values"));
                    }
                }
            }
            Op::InitYregs if !groups(0, 1)?.iter().all(|arg| matches!(arg, Arg::Y(_))) => {
                return Err(bad(0, "not stack slots"));
            }
            Op::MakeFun3 => self.check_fun(at, instr)?,
            Op::BsPutString if !self.string_in_range(&instr.args[1], &instr.args[0], 8) => {
                return Err(bad(1, "beyond the string table"));
            }
            Op::BsMatchString if !self.string_in_range(&instr.args[3], &instr.args[2], 1) => {
                return Err(bad(3, "beyond the string table"));
            }
            Op::BsCreateBin => self.check_segments(at, instr)?,
            Op::BsMatch => {
                self.check_bs_match(groups(2, 1)?).ok_or_else(|| bad(2, "bad command"))?
            }
            _ => {}
        }
        Ok(())
    }

    /// Checks pairs of a value and a label.
    fn check_select(&self, at: Place, instr: &Instr) -> Result<(), Error> {
        let bad = |operand: usize, what: &str| bad_operand(at, instr, operand, what);
        for pair in groups(at, instr, 2, 2)?.chunks_exact(2) {
            let selector = match instr.op {
                Op::SelectVal => is_term(&pair[0]),
                _ => matches!(pair[0], Arg::U(_)),
            };
            if !selector || !matches!(pair[1], Arg::F(1..)) {
                return Err(bad(2, "not a value and a label"));
            }
        }
        Ok(())
    }

    /// Checks the free variables of a fun.
    fn check_fun(&self, at: Place, instr: &Instr) -> Result<(), Error> {
        let bad = |operand: usize, what: &str| bad_operand(at, instr, operand, what);
        let env = groups(at, instr, 2, 1)?;
        let Arg::U(index) = instr.args[0] else { return Ok(()) };
        let lambda = self.file.lambdas.get(index as usize);
        if lambda.is_none_or(|l| l.num_free as usize != env.len()) {
            return Err(bad(2, "wrong number of free variables"));
        }
        if !env.iter().all(is_term) {
            return Err(bad(2, "not terms"));
        }
        Ok(())
    }

    /// Checks the segments of a bit string that is made.
    fn check_segments(&self, at: Place, instr: &Instr) -> Result<(), Error> {
        let bad = |operand: usize, what: &str| bad_operand(at, instr, operand, what);
        // Each segment: type, number, unit, flags, value, size.
        for segment in groups(at, instr, 5, 6)?.chunks_exact(6) {
            let Arg::Atom(kind) = segment[0] else {
                return Err(bad(5, "segment without a type"));
            };
            if !matches!(segment[2], Arg::U(_)) {
                return Err(bad(5, "segment without a unit"));
            }
            let ok = match self.file.atoms[kind as usize].as_str() {
                "string" => self.string_in_range(&segment[4], &segment[5], 8),
                _ => is_term(&segment[4]) && is_term(&segment[5]),
            };
            if !ok {
                return Err(bad(5, "bad segment"));
            }
        }
        Ok(())
    }

    /// Checks that a `bs_match` list consists of whole commands.
    fn check_bs_match(&self, mut list: &[Arg]) -> Option<()> {
        let is_num = |arg: &Arg| matches!(arg, Arg::U(_));
        let is_live = |arg: &Arg| matches!(arg, Arg::U(n) if *n <= MAX_REGISTERS);
        let is_dst = |arg: &Arg| matches!(arg, Arg::X(_) | Arg::Y(_));
        while let Some((Arg::Atom(command), rest)) = list.split_first() {
            let len = match self.file.atoms[*command as usize].as_str() {
                "ensure_at_least" => rest.get(..2)?.iter().all(is_num).then_some(2),
                "ensure_exactly" | "skip" => is_num(rest.first()?).then_some(1),
                "integer" | "binary" => {
                    let [live, _flags, size, unit, dst] = rest.get(..5)? else { return None };
                    (is_live(live) && is_num(size) && is_num(unit) && is_dst(dst)).then_some(5)
                }
                "get_tail" => {
                    let [live, unit, dst] = rest.get(..3)? else { return None };
                    (is_live(live) && is_num(unit) && is_dst(dst)).then_some(3)
                }
                "=:=" => {
                    let [_live, size, value] = rest.get(..3)? else { return None };
                    let is_value = matches!(value, Arg::U(_) | Arg::I(_) | Arg::BigI(_));
                    (is_num(size) && is_value).then_some(3)
                }
                _ => None,
            }?;
            list = &rest[len..];
        }
        list.is_empty().then_some(())
    }

    /// The arity of the import that an operand names.
    fn import_arity(&self, instr: &Instr, operand: usize) -> Option<u64> {
        let Arg::U(index) = instr.args[operand] else { return None };
        let import = self.file.imports.get(usize::try_from(index).ok()?)?;
        Some(u64::from(import.arity))
    }

    fn check_bif(&self, instr: &Instr, operand: usize, arity: u64) -> Option<()> {
        (self.import_arity(instr, operand)? == arity).then_some(())
    }

    /// True if `len` units of `bits` bits from `offset` are in the string table.
    fn string_in_range(&self, offset: &Arg, len: &Arg, bits: u64) -> bool {
        let Arg::U(offset) = offset else { return false };
        let len = match len {
            Arg::U(n) => *n,
            Arg::I(n) if *n >= 0 => *n as u64,
            _ => return false,
        };
        let bytes = len.checked_mul(bits).map(|bits| bits.div_ceil(8));
        let end = bytes.and_then(|bytes| bytes.checked_add(*offset));
        end.is_some_and(|end| end <= self.file.strings.len() as u64)
    }
}

fn register(number: Number) -> Option<u16> {
    number.to_u64().filter(|&n| n < MAX_REGISTERS).map(|n| n as u16)
}

fn is_register(arg: &Arg) -> bool {
    matches!(arg, Arg::X(_) | Arg::Y(_) | Arg::TypedX(..) | Arg::TypedY(..))
}

fn is_atom(arg: &Arg) -> bool {
    matches!(arg, Arg::Atom(_))
}

fn is_term(arg: &Arg) -> bool {
    let constant = matches!(
        arg,
        Arg::I(_) | Arg::BigI(_) | Arg::Atom(_) | Arg::Nil | Arg::Literal(_) | Arg::Char(_)
    );
    constant || is_register(arg)
}

/// An integer from big-endian two's complement.
fn big_int(bytes: &[u8]) -> BigInt {
    let negative = bytes.first().is_some_and(|b| b & 0x80 != 0);
    let mut magnitude: Vec<u8> = bytes.iter().rev().copied().collect();
    if negative {
        let mut carry = true;
        for byte in &mut magnitude {
            let (value, overflow) = (!*byte).overflowing_add(u8::from(carry));
            *byte = value;
            carry = overflow;
        }
    }
    while magnitude.last() == Some(&0) {
        magnitude.pop();
    }
    BigInt { negative, magnitude }
}
