//! The loader: from the generic instructions of a .beam file to base-tier instructions.

mod binary;
mod calls;
mod checks;
mod error;
mod fuse;
mod length;
mod profile;
mod records;
mod select;
mod terms;

use super::emit::{Emitter, Operand};
use super::native::{self, Native, Tier};
use super::records::RecordKind;
use super::{Frames, FunctionInfo, Instance, stubs};
use crate::code::ops::Op as I;
use beamfile::{AllocKind, Arg, BeamFile, Frame, Instr, Op};
use hashbrown::HashMap;
use native_abi::image::Image;
use smallvec::SmallVec;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use term::literal::Area;
use term::{Atom, Export, FunEntry, Heap, Mfa, OldFun, Term, Word, am, etf};

pub use error::LoadError;
use fuse::specialised;
use length::length_1;

pub use binary::segment_kind;

type Load<T> = Result<T, LoadError>;

/// Operands of one instruction.
type Operands = SmallVec<[Operand; 4]>;

/// Loads a .beam file's code. It is not current yet, and its funs and exports do not point to it.
pub fn load(bytes: &[u8]) -> Load<Instance> {
    let mut file = beamfile::read(bytes)?;
    let image = native::cache::find(&file.module, &file.md5);
    native::verify(&mut file, image.as_ref())?;
    let mut loader = Loader::new(&file, None)?;
    // Before those that the module calls: `module_info(exports)` is in the order of the export
    // table.
    for x in &file.exports {
        Export::get(Mfa::new(loader.module, loader.atoms[x.function as usize], x.arity as u8));
    }
    for f in 0..file.code.functions.len() {
        loader.function(f)?;
    }
    let instance = loader.finish(image)?;
    if native::Mode::now() != native::Mode::Off {
        instance.source.keep(&instance, bytes);
    }
    Ok(instance)
}

/// Puts native code into memory for a module that is loaded already, whose file and literals have
/// been kept. Or why it does not fit.
fn attach(
    instance: &Instance,
    (file, literals): (&BeamFile, &[Term<'static>]),
    image: &Image,
    tier: Tier,
) -> Result<Native, String> {
    let cannot = |e: LoadError| e.to_string();
    let mut loader = Loader::new(file, Some(literals)).map_err(cannot)?;
    // The places of instructions have not been kept. The same bytes give the same code in the same
    // places, so they are found by loading again.
    for f in 0..file.code.functions.len() {
        loader.function(f).map_err(cannot)?;
    }
    let entries = |all: &[FunctionInfo]| all.iter().map(|f| (f.mfa, f.entry)).collect::<Vec<_>>();
    let same = loader.e.here() as u32 == instance.enter
        && entries(&loader.functions) == entries(&instance.functions);
    if !same {
        return Err("the places of functions".into());
    }
    let mut source = loader.source(&instance.code, instance.enter, tier);
    source.records = &instance.records;
    let mut native = source.prepare(image)?;
    native.integers = loader.area;
    Ok(native)
}

struct Loader<'a> {
    file: &'a BeamFile,
    module: Atom,
    atoms: Vec<Atom>,
    literals: Vec<Term<'static>>,
    /// The memory in which the literals lie.
    area: Area,
    bigs: HashMap<(bool, Vec<u8>), Word>,
    /// Maps by their keys: see [`Loader::map_template`].
    templates: HashMap<Vec<Word>, Word>,
    /// The native records that the module defines.
    records: Box<[RecordKind]>,
    /// Room for the constants of a function.
    constants: Vec<Word>,
    strings: Box<[u8]>,
    funs: Vec<&'static FunEntry>,
    e: Emitter,
    functions: Vec<FunctionInfo>,
    /// The functions that a library may have.
    replaceable: Vec<Mfa>,
    frames: Vec<(u32, u32)>,
    lines: Vec<(u32, u32, u32)>,
    on_load: Option<u32>,
    /// The function that is being loaded.
    place: Mfa,
    /// Where each generic instruction's code begins; those that are part of the one before have
    /// none.
    positions: Vec<u32>,
    /// The counters of its code, if it is to count.
    counters: Option<profile::Counters>,
    /// The first of the tests of the file that has not been put into the code, and the instruction
    /// that it is for: the end of all code if there is none.
    next_check: usize,
    checked_at: usize,
}

impl<'a> Loader<'a> {
    fn new(file: &'a BeamFile, literals: Option<&[Term<'static>]>) -> Load<Loader<'a>> {
        let atoms: Vec<Atom> = file.atoms.iter().map(|a| Atom::new(a)).collect();
        let module = Atom::new(&file.module);
        let mut area = Area::default();
        let literal = |(i, bytes): (usize, &Vec<u8>)| {
            etf::decode_literal(bytes, &mut area).map_err(|_| LoadError::Literal(i))
        };
        let literals = match literals {
            Some(literals) => literals.to_vec(),
            None => file.literals.iter().enumerate().map(literal).collect::<Load<_>>()?,
        };
        let fun = |l: &beamfile::Lambda| {
            FunEntry::get(
                module,
                l.index,
                OldFun { index: l.index, uniq: l.old_uniq },
                file.md5,
                (l.arity - l.num_free) as u8,
                l.num_free,
                atoms[l.function as usize],
            )
        };
        let mut loader = Loader {
            file,
            module,
            literals,
            area,
            bigs: HashMap::new(),
            templates: HashMap::new(),
            records: Box::default(),
            constants: Vec::new(),
            strings: file.strings.clone().into_boxed_slice(),
            funs: file.lambdas.iter().map(fun).collect(),
            atoms,
            e: Emitter::new(file.code.label_count, file.code.instrs.len()),
            functions: Vec::new(),
            replaceable: Vec::new(),
            frames: Vec::new(),
            lines: Vec::new(),
            on_load: None,
            place: Mfa::new(module, am::UNDEFINED, 0),
            positions: vec![u32::MAX; file.code.instrs.len()],
            counters: profile::Counters::of(file),
            next_check: 0,
            checked_at: checks::instruction_of(file, 0),
        };
        loader.records = loader.record_kinds()?;
        Ok(loader)
    }

    fn mfa(&self, import: u64) -> Mfa {
        let i = self.file.imports[import as usize];
        Mfa::new(self.atoms[i.module as usize], self.atoms[i.function as usize], i.arity as u8)
    }

    /// A constant's word; None for registers and what is no term.
    fn constant(&mut self, arg: &Arg) -> Option<Word> {
        Some(match arg {
            Arg::I(i) => match Term::try_small(*i) {
                Some(t) => t.word(),
                None => self.big(*i < 0, &i.unsigned_abs().to_le_bytes()),
            },
            Arg::BigI(b) => self.big(b.negative, &b.magnitude),
            Arg::Atom(a) => Term::atom(self.atoms[*a as usize]).word(),
            Arg::Nil => Term::NIL.word(),
            Arg::Literal(i) => self.literals[*i as usize].word(),
            Arg::Char(c) => Term::small(i64::from(*c)).word(),
            Arg::U(u) => Term::try_small(i64::try_from(*u).ok()?)?.word(),
            _ => return None,
        })
    }

    fn big(&mut self, negative: bool, magnitude: &[u8]) -> Word {
        *self.bigs.entry((negative, magnitude.to_vec())).or_insert_with(|| {
            let limbs: Vec<u64> = magnitude
                .chunks(8)
                .map(|c| {
                    let mut b = [0; 8];
                    b[..c.len()].copy_from_slice(c);
                    u64::from_le_bytes(b)
                })
                .collect();
            self.area.copy(Heap::new(0).big(negative, &limbs)).word()
        })
    }

    fn operand(&mut self, arg: &Arg, op: Op) -> Load<Operand> {
        match *arg {
            Arg::X(x) | Arg::TypedX(x, _) => Ok(Operand::X(x)),
            Arg::Y(y) | Arg::TypedY(y, _) => Ok(Operand::Y(y)),
            _ => self.constant(arg).map(Operand::Const).ok_or(LoadError::Operand(op.name())),
        }
    }

    fn function(&mut self, index: usize) -> Load<()> {
        let f = self.file.code.functions[index];
        let instrs = &self.file.code.instrs[f.start as usize..f.end as usize];
        let frames = &self.file.code.frames[f.start as usize..f.end as usize];
        self.place = Mfa::new(self.module, self.atoms[f.name as usize], f.arity as u8);
        self.begin_function(instrs);
        let mut frame = u32::MAX;
        let mut i = 0;
        while let Some(instr) = instrs.get(i) {
            let words = words_of(frames[i]).unwrap_or(frame);
            if words != frame {
                frame = words;
                self.frames.push((self.e.here() as u32, words));
            }
            let at = f.start as usize + i;
            self.positions[at] = self.e.here() as u32;
            let counted = self.count_before(at)?;
            self.check_before(at)?;
            let fused = match counted {
                true => 0,
                false => {
                    self.fuse(&instrs[i..self.unchecked_until(at, f.end) - f.start as usize])?
                }
            };
            match instr.op {
                _ if fused != 0 => {}
                Op::Label => self.define_label(instr, f.entry_label)?,
                Op::FuncInfo => {
                    let start = self.e.emit(I::FuncInfo, u64::from(f.arity), 0, 0, &[]) as u32;
                    self.functions.push(FunctionInfo { start, entry: 0, mfa: self.place });
                }
                _ => self.instruction(instr, frames[i])?,
            }
            self.count_after(at);
            i += fused.max(1);
        }
        Ok(())
    }

    /// Begins a function's code with the constants of its instructions.
    fn begin_function(&mut self, instrs: &[Instr]) {
        let mut constants = std::mem::take(&mut self.constants);
        for i in instrs {
            for a in i.args() {
                match a {
                    Arg::List(list) => {
                        constants.extend(list.iter().filter_map(|a| self.constant(a)))
                    }
                    a => constants.extend(self.constant(a)),
                }
            }
            self.record_constants(i, &mut constants);
            constants.extend(self.map_template(i));
        }
        constants.push(Term::atom(am::ALL).word());
        constants.push(Term::NIL.word());
        constants.push(Term::small(0).word());
        constants.push(Term::atom(am::UNDEFINED).word());
        self.e.begin_function(constants.drain(..));
        self.constants = constants;
    }

    /// Defines a label here. At the entry of a function that is built in stands the code that calls
    /// it.
    fn define_label(&mut self, i: &Instr, entry_label: u32) -> Load<()> {
        let Arg::U(label) = i.args[0] else { return Err(LoadError::Operand("label")) };
        self.e.define(label as u32);
        if label as u32 == entry_label {
            let function = self.functions.last_mut().expect("a func_info");
            function.entry = self.e.here() as u32;
            if let Some(code) = stubs::built_in_code(function.mfa) {
                self.e.code.extend_from_slice(&code);
            }
        }
        Ok(())
    }

    fn finish(mut self, image: Option<Image>) -> Load<Instance> {
        if self.e.overflow {
            return Err(LoadError::TooLarge);
        }
        let enter = self.e.here() as u32;
        if native::Mode::now() != native::Mode::Off {
            self.frames.push((enter, 0));
            let words = native::ENTER_WORDS * native::TIERS * self.functions.len();
            self.e.code.resize(enter as usize + words, 0);
        }
        let code: Box<[AtomicU64]> = self.e.code.iter().map(|_| AtomicU64::default()).collect();
        let calls = self.e.finish(code.as_ptr().cast());
        for (to, &from) in code.iter().zip(&self.e.code) {
            to.store(from, Ordering::Relaxed);
        }
        let file = self.file;
        let position = |label: u32| self.e.position(label).map_or(0, |at| at as u32);
        let exports = file.exports.iter();
        let exports = exports
            .map(|x| (self.atoms[x.function as usize], x.arity as u8, position(x.label)))
            .collect();
        let funs =
            file.lambdas.iter().zip(&self.funs).map(|(l, &f)| (f, position(l.label))).collect();
        let mut info = |chunk, bytes: &[u8]| match bytes {
            [] => Ok(Term::NIL),
            _ => etf::decode_literal(bytes, &mut self.area).map_err(|_| LoadError::Info(chunk)),
        };
        let attributes = info("attributes", &file.attributes)?;
        let compile = info("options of the compiler", &file.compile_info)?;
        let native = image.and_then(|image| {
            let prepared = self.source(&code, enter, Tier::Compiled).prepare(&image);
            let does_not_fit = |why: &String| native::does_not_fit(self.module, why);
            prepared.inspect_err(does_not_fit).ok()
        });
        Ok(Instance {
            source: native::Kept::new(self.literals.into(), attach),
            native: native::Tiers::new(native),
            breakpoints: AtomicUsize::new(0),
            enter,
            stubs: Default::default(),
            library: Default::default(),
            replaceable: self.replaceable,
            module: self.module,
            records: self.records,
            functions: self.functions,
            frames: Frames::new(self.frames),
            lines: self.lines,
            files: file.lines.files.clone(),
            exports,
            funs,
            on_load: self.on_load,
            md5: file.md5,
            attributes,
            compile,
            literals: self.area,
            strings: self.strings,
            code,
            calls,
        })
    }

    /// The parts with which native code is put into memory.
    fn source<'b>(
        &'b mut self,
        code: &'b [AtomicU64],
        enter: u32,
        tier: Tier,
    ) -> native::Source<'b> {
        // No code is there, but the code of the last function may go until there.
        let last = self.file.code.functions.last().map_or(0, |f| f.end as usize);
        self.positions[last..].fill(enter);
        native::Source {
            file: self.file,
            atoms: &self.atoms,
            literals: &self.literals,
            records: &self.records,
            area: &mut self.area,
            funs: &self.funs,
            functions: &self.functions,
            positions: &self.positions,
            code,
            enter,
            tier,
        }
    }

    fn unsupported(&self, op: Op) -> LoadError {
        LoadError::Instruction(op.name(), self.place.to_string())
    }

    /// Emits an instruction whose operands are `ops` (as a, b, c), then the words `more`; the
    /// label, if there is one, goes into the upper half of word `link`.
    fn put(&mut self, op: I, ops: &[Operand], more: &[u64], link: Option<(usize, u32)>) {
        let ops = Operands::from_slice(ops);
        self.e.reachable(&ops, op.length());
        let op = specialised(op, &ops);
        let at = self.e.here();
        let bits = |e: &Emitter, i: usize| ops.get(i).map_or(0, |&o| e.bits(o, at));
        let (a, b, c) = (bits(&self.e, 0), bits(&self.e, 1), bits(&self.e, 2));
        self.e.emit(op, a, b, c, more);
        if let Some((word, label)) = link {
            self.e.link(at + word, at, label);
        }
    }

    /// `IsXxx`: a source and a label.
    fn test(&mut self, op: I, i: &Instr) -> Load<()> {
        let src = self.operand(&i.args[1], i.op)?;
        self.put(op, &[src], &[], Some((0, label(&i.args[0]))));
        Ok(())
    }

    /// A comparison of two sources.
    fn compare(&mut self, op: I, i: &Instr) -> Load<()> {
        let (mut a, mut b) = (self.operand(&i.args[1], i.op)?, self.operand(&i.args[2], i.op)?);
        let mut op = op;
        if let I::IsEqExact | I::IsNeExact = op {
            let immediate =
                |o: Operand| matches!(o, Operand::Const(w) if !term::word::is_pointer(w));
            if immediate(a) {
                (a, b) = (b, a);
            }
            if immediate(b) {
                op = if op == I::IsEqExact { I::IsEqImm } else { I::IsNeImm };
            }
        }
        self.put(op, &[a, b], &[0], Some((1, label(&i.args[0]))));
        Ok(())
    }

    /// Emits the operands, four to a word.
    fn packed(&mut self, operands: &[Operand], at: usize) {
        for four in operands.chunks(4) {
            let word = four.iter().enumerate().map(|(i, &o)| self.e.bits(o, at) << (16 * i)).sum();
            self.e.code.push(word);
        }
    }

    /// Emits the code of a generic instruction.
    fn instruction(&mut self, i: &Instr, frame: Frame) -> Load<()> {
        let a = i.args();
        match i.op {
            Op::Line => self.line(&a[0]),
            Op::NifStart => self.replaceable.push(self.place),
            Op::IntCodeEnd
            | Op::ExecutableLine
            | Op::DebugLine
            | Op::Fclearerror
            | Op::Fcheckerror
            | Op::RecvMark
            | Op::RecvSet => {}
            Op::OnLoad => self.on_load = Some(self.functions.last().expect("a function").entry),
            Op::Call => self.call(I::Call, number(&a[0]), 0, label(&a[1])),
            Op::CallOnly => self.call(I::CallOnly, number(&a[0]), 0, label(&a[1])),
            Op::CallLast => self.call(I::CallLast, number(&a[0]), number(&a[2]) + 2, label(&a[1])),
            Op::CallExt => self.call_ext(number(&a[0]), number(&a[1]), None),
            Op::CallExtOnly | Op::CallExtLast => {
                // Of a call that only raises compilers may say a frame of another size, or none.
                let words = words_of(frame).map_or(0, u64::from);
                self.call_ext(number(&a[0]), number(&a[1]), Some(words));
            }
            Op::CallFun => self.numbers(I::CallFun, [number(&a[0]); 2], &[]),
            Op::CallFun2 => self.call_fun(number(&a[1]), &a[2], i.op)?,
            Op::Apply => self.numbers(I::Apply, [number(&a[0]), 0], &[]),
            Op::ApplyLast => self.numbers(I::ApplyLast, [number(&a[0]), number(&a[1]) + 2], &[]),
            Op::Return => self.numbers(I::Return, [0; 2], &[]),
            Op::Allocate => self.allocate(I::Allocate, &a[0], &a[1], 0),
            Op::AllocateZero => self.allocate(I::AllocateZero, &a[0], &a[1], 0),
            Op::AllocateHeap => self.allocate(I::Allocate, &a[0], &a[2], need(&a[1])),
            Op::AllocateHeapZero => self.allocate(I::AllocateZero, &a[0], &a[2], need(&a[1])),
            Op::TestHeap => self.numbers(I::TestHeap, [0, number(&a[1])], &[need(&a[0])]),
            Op::Deallocate => self.numbers(I::Deallocate, [number(&a[0]) + 2, 0], &[]),
            Op::Trim => self.numbers(I::Trim, [number(&a[0]), 0], &[]),
            Op::Init => self.direct(I::Init, i, 1)?,
            Op::InitYregs => {
                for y in list(&a[0]) {
                    let dst = self.operand(y, i.op)?;
                    self.put(I::Init, &[dst], &[], None);
                }
            }
            Op::Move => self.move_one(i)?,
            Op::Swap => self.direct(I::Swap, i, 2)?,
            Op::Jump => self.put(I::Jump, &[], &[], Some((0, label(&a[0])))),
            Op::IsLt => self.compare(I::IsLt, i)?,
            Op::IsGe => self.compare(I::IsGe, i)?,
            Op::IsEq => self.compare(I::IsEq, i)?,
            Op::IsNe => self.compare(I::IsNe, i)?,
            Op::IsEqExact => self.compare(I::IsEqExact, i)?,
            Op::IsNeExact => self.compare(I::IsNeExact, i)?,
            Op::IsInteger => self.test(I::IsInteger, i)?,
            Op::IsFloat => self.test(I::IsFloat, i)?,
            Op::IsNumber => self.test(I::IsNumber, i)?,
            Op::IsAtom => self.test(I::IsAtom, i)?,
            Op::IsPid => self.test(I::IsPid, i)?,
            Op::IsReference => self.test(I::IsReference, i)?,
            Op::IsPort => self.test(I::IsPort, i)?,
            Op::IsNil => self.test(I::IsNil, i)?,
            Op::IsBinary => self.test(I::IsBinary, i)?,
            Op::IsBitstr => self.test(I::IsBitstr, i)?,
            Op::IsList => self.test(I::IsList, i)?,
            Op::IsNonemptyList => self.test(I::IsNonemptyList, i)?,
            Op::IsTuple => self.test(I::IsTuple, i)?,
            Op::IsFunction => self.test(I::IsFunction, i)?,
            Op::IsBoolean => self.test(I::IsBoolean, i)?,
            Op::IsMap => self.test(I::IsMap, i)?,
            Op::IsFunction2 => {
                let ops = self.operands(&a[1..3], i.op)?;
                self.put(I::IsFunction2, &ops, &[0], Some((1, label(&a[0]))));
            }
            Op::TestArity => {
                let src = self.operand(&a[1], i.op)?;
                self.put(I::TestArity, &[src], &[number(&a[2])], Some((1, label(&a[0]))));
            }
            Op::IsTaggedTuple => {
                let ops = self.operands([&a[1], &a[3]], i.op)?;
                self.put(I::IsTaggedTuple, &ops, &[number(&a[2])], Some((1, label(&a[0]))));
            }
            Op::SelectVal | Op::SelectTupleArity => self.select(i)?,
            Op::GetList => self.direct(I::GetList, i, 3)?,
            Op::GetHd => self.direct(I::GetHd, i, 2)?,
            Op::GetTl => self.direct(I::GetTl, i, 2)?,
            Op::GetTupleElement => self.get_tuple_element(i)?,
            Op::SetTupleElement => self.set_tuple_element(i)?,
            Op::PutList => self.direct(I::PutList, i, 3)?,
            Op::PutTuple2 => self.put_tuple(i)?,
            Op::UpdateRecord => self.update_record(i)?,
            Op::Badmatch => self.direct(I::Badmatch, i, 1)?,
            Op::IfEnd => self.put(I::IfEnd, &[], &[], None),
            Op::CaseEnd => self.direct(I::CaseEnd, i, 1)?,
            Op::TryCaseEnd => self.direct(I::TryCaseEnd, i, 1)?,
            Op::Badrecord => self.direct(I::Badrecord, i, 1)?,
            Op::Catch | Op::Try => {
                let dst = self.operand(&a[0], i.op)?;
                self.put(I::Catch, &[dst], &[], Some((0, label(&a[1]))));
            }
            Op::CatchEnd => self.direct(I::CatchEnd, i, 1)?,
            Op::TryEnd => self.direct(I::TryEnd, i, 1)?,
            Op::TryCase => self.direct(I::TryCase, i, 1)?,
            Op::Raise => self.direct(I::Raise, i, 2)?,
            Op::RawRaise => self.put(I::RawRaise, &[], &[], None),
            Op::BuildStacktrace => self.put(I::BuildStacktrace, &[], &[], None),
            Op::MakeFun3 => {
                let ops = self.operands(a[1..2].iter().chain(list(&a[2])), i.op)?;
                self.make_fun(self.funs[number(&a[0]) as usize], &ops);
            }
            Op::MakeFun2 => self.make_fun_in_x0(self.funs[number(&a[0]) as usize]),
            Op::Bif0 => self.bif(i, 0, number(&a[0]), &[], &a[1])?,
            Op::Bif1 => self.bif(i, label(&a[0]), number(&a[1]), &a[2..3], &a[3])?,
            Op::Bif2 => self.bif(i, label(&a[0]), number(&a[1]), &a[2..4], &a[4])?,
            Op::Bif3 => self.bif(i, label(&a[0]), number(&a[1]), &a[2..5], &a[5])?,
            Op::GcBif1 if self.mfa(number(&a[2])) == length_1() => self.length(i)?,
            Op::GcBif1 => self.bif(i, label(&a[0]), number(&a[2]), &a[3..4], &a[4])?,
            Op::GcBif2 => self.bif(i, label(&a[0]), number(&a[2]), &a[3..5], &a[5])?,
            Op::GcBif3 => self.bif(i, label(&a[0]), number(&a[2]), &a[3..6], &a[6])?,
            Op::Fmove => self.float_move(i)?,
            Op::Fconv => {
                let Arg::Fr(f) = a[1] else { return Err(LoadError::Operand("fconv")) };
                self.float_in(I::Fconv, &a[0], f, i.op)?;
            }
            Op::Fadd => self.float(I::Fadd, i),
            Op::Fsub => self.float(I::Fsub, i),
            Op::Fmul => self.float(I::Fmul, i),
            Op::Fdiv => self.float(I::Fdiv, i),
            Op::Fnegate => {
                self.e.emit(I::Fneg, register(&a[1]), 0, register(&a[2]), &[]);
            }
            Op::Send => self.put(I::Send, &[], &[], None),
            Op::LoopRec => self.put(I::LoopRec, &[], &[], Some((0, label(&a[0])))),
            Op::RemoveMessage => self.put(I::RemoveMessage, &[], &[], None),
            Op::LoopRecEnd => self.put(I::LoopRecEnd, &[], &[], Some((0, label(&a[0])))),
            Op::Wait => self.put(I::Wait, &[], &[], Some((0, label(&a[0])))),
            Op::WaitTimeout => {
                let src = self.operand(&a[1], i.op)?;
                self.put(I::WaitTimeout, &[src], &[], Some((0, label(&a[0]))));
            }
            Op::Timeout => self.put(I::Timeout, &[], &[], None),
            Op::RecvMarkerReserve => self.direct(I::MarkerReserve, i, 1)?,
            Op::RecvMarkerBind => self.direct(I::MarkerBind, i, 2)?,
            Op::RecvMarkerClear => self.direct(I::MarkerClear, i, 1)?,
            Op::RecvMarkerUse => self.direct(I::MarkerUse, i, 1)?,
            Op::PutMapAssoc | Op::PutMapExact => self.put_map(i)?,
            Op::HasMapFields => self.map_fields(I::HasMapFields, i)?,
            Op::GetMapElements => match *list(&a[2]) {
                [ref key, ref dst] => self.get_map_element(i, key, dst)?,
                _ => self.map_fields(I::GetMapElements, i)?,
            },
            Op::IsAnyNativeRecord => self.test(I::IsRecord, i)?,
            Op::IsNativeRecord => self.is_native_record(i)?,
            Op::IsRecordAccessible => self.is_record_accessible(i)?,
            Op::GetRecordElements => self.map_fields(I::GetRecordElements, i)?,
            Op::GetRecordField => self.get_record_field(i)?,
            Op::PutRecord => self.put_record(i)?,
            _ => self.binary(i)?,
        }
        Ok(())
    }

    fn line(&mut self, number_of_line: &Arg) {
        let at = self.e.here() as u32;
        let item = self.file.lines.get(number(number_of_line));
        self.lines.push((at, item.map_or(0, |l| l.file), item.map_or(0, |l| l.line)));
    }

    /// An instruction of two numbers, then the words `more`.
    fn numbers(&mut self, op: I, [a, b]: [u64; 2], more: &[u64]) {
        self.e.emit(op, a, b, 0, more);
    }

    fn operands<'b>(&mut self, args: impl IntoIterator<Item = &'b Arg>, op: Op) -> Load<Operands> {
        args.into_iter().map(|a| self.operand(a, op)).collect()
    }

    /// An instruction whose operands are the first `n` of the generic one.
    fn direct(&mut self, op: I, i: &Instr, n: usize) -> Load<()> {
        let ops = self.operands(&i.args[..n], i.op)?;
        self.put(op, &ops, &[], None);
        Ok(())
    }

    fn allocate(&mut self, op: I, slots: &Arg, live: &Arg, heap_words: u64) {
        self.numbers(op, [number(slots) + 2, number(live)], &[heap_words]);
    }

    fn move_one(&mut self, i: &Instr) -> Load<()> {
        let ops = self.operands(&i.args[..2], i.op)?;
        let op = match ops[..] {
            [Operand::X(_), Operand::X(_)] => I::MoveXX,
            [Operand::X(_), Operand::Y(_)] => I::MoveXY,
            [Operand::Y(_), Operand::X(_)] => I::MoveYX,
            [Operand::Const(_), Operand::X(_)] => I::MoveCX,
            _ => I::Move,
        };
        self.put(op, &ops, &[], None);
        Ok(())
    }

    fn float_move(&mut self, i: &Instr) -> Load<()> {
        match (&i.args[0], &i.args[1]) {
            (&Arg::Fr(f), dst) => {
                let dst = self.operand(dst, i.op)?;
                let bits = self.e.bits(dst, self.e.here());
                self.e.emit(I::FmoveOut, u64::from(f), 0, bits, &[]);
                Ok(())
            }
            (src, &Arg::Fr(f)) => self.float_in(I::Fmove, src, f, i.op),
            _ => Err(LoadError::Operand("fmove")),
        }
    }

    fn float_in(&mut self, op: I, src: &Arg, f: u16, of: Op) -> Load<()> {
        let ops = [self.operand(src, of)?];
        self.e.reachable(&ops, 1);
        let bits = self.e.bits(ops[0], self.e.here());
        self.e.emit(op, bits, 0, u64::from(f), &[]);
        Ok(())
    }

    fn float(&mut self, op: I, i: &Instr) {
        let a = &i.args;
        self.e.emit(op, register(&a[1]), register(&a[2]), register(&a[3]), &[]);
    }
}

fn pack_live(arg: &Arg) -> u64 {
    number(arg) & 0xffff_ffff
}

/// The words of a frame, 0 without one; None if control never comes there.
fn words_of(frame: Frame) -> Option<u32> {
    match frame {
        Frame::Slots(slots) => Some(u32::from(slots) + 2),
        Frame::None => Some(0),
        Frame::Unreached => None,
    }
}

fn ops_words(n: usize) -> usize {
    n.div_ceil(4)
}

fn number(arg: &Arg) -> u64 {
    match arg {
        Arg::U(u) => *u,
        Arg::I(i) => *i as u64,
        Arg::F(l) => u64::from(*l),
        _ => 0,
    }
}

fn label(arg: &Arg) -> u32 {
    match arg {
        Arg::F(l) => *l,
        _ => 0,
    }
}

fn register(arg: &Arg) -> u64 {
    match arg {
        Arg::Fr(f) => u64::from(*f),
        _ => 0,
    }
}

fn list(arg: &Arg) -> &[Arg] {
    match arg {
        Arg::List(l) => l,
        _ => &[],
    }
}

/// Heap words that an instruction asks for.
fn need(arg: &Arg) -> u64 {
    match arg {
        Arg::Alloc(kinds) => kinds
            .iter()
            .map(|&(kind, n)| {
                u64::from(n)
                    * match kind {
                        AllocKind::Words => 1,
                        AllocKind::Floats => 2,
                        AllocKind::Funs => 3,
                    }
            })
            .sum(),
        other => number(other),
    }
}
