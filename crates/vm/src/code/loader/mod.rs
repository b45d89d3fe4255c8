//! The loader: from the generic instructions of a .beam file to base-tier instructions.

mod binary;
mod checks;
mod error;
mod fuse;
mod length;
mod profile;

use super::emit::{Emitter, Operand};
use super::{Frames, FunctionInfo, Instance, native, native::Native, stubs};
use crate::bif;
use crate::code::ops::Op as I;
use beamfile::{AllocKind, Arg, BeamFile, Frame, Instr, Op};
use hashbrown::HashMap;
use native_abi::image::Image;
use smallvec::SmallVec;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use term::literal::Area;
use term::word::header;
use term::{Atom, Export, FunEntry, Heap, Mfa, OldFun, Term, Word, am, etf};

pub use error::LoadError;
use fuse::specialised;
use length::length_1;

pub use binary::segment_kind;

type Load<T> = Result<T, LoadError>;

/// Loads a .beam file's code. It is not current yet, and its funs and exports do not point to it.
pub fn load(bytes: &[u8]) -> Load<Instance> {
    let mut file = beamfile::read(bytes)?;
    let image = native::cache::find(&file.module, &file.md5);
    verify(&mut file, image.as_ref())?;
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

/// Verifies a file's code, unless that was done when an image of it was made.
fn verify(file: &mut BeamFile, image: Option<&Image>) -> Result<(), beamfile::Error> {
    match image {
        Some(image) if beamfile::verified(file, &image.checks) => Ok(()),
        _ => beamfile::verify(file),
    }
}

/// Puts native code into memory for a module that is loaded already, whose file and literals have
/// been kept. None if it does not fit.
fn attach(
    instance: &Instance,
    bytes: &[u8],
    literals: &[Term<'static>],
    image: &Image,
) -> Option<Native> {
    let mut file = beamfile::read(bytes).ok()?;
    verify(&mut file, Some(image)).ok()?;
    let mut loader = Loader::new(&file, Some(literals)).ok()?;
    // The places of instructions have not been kept. The same bytes give the same code in the same
    // places, so they are found by loading again.
    for f in 0..file.code.functions.len() {
        loader.function(f).ok()?;
    }
    let entries = |all: &[FunctionInfo]| all.iter().map(|f| (f.mfa, f.entry)).collect::<Vec<_>>();
    let same = loader.e.here() as u32 == instance.enter
        && entries(&loader.functions) == entries(&instance.functions);
    if !same {
        return None;
    }
    let prepared = loader.source(&instance.code, instance.enter).prepare(image);
    let does_not_fit = |why: &String| native::does_not_fit(instance.module, why);
    let mut native = prepared.inspect_err(does_not_fit).ok()?;
    native.integers = loader.area;
    Some(native)
}

struct Loader<'a> {
    file: &'a BeamFile,
    module: Atom,
    atoms: Vec<Atom>,
    literals: Vec<Term<'static>>,
    /// The memory in which the literals lie.
    area: Area,
    bigs: HashMap<(bool, Vec<u8>), Word>,
    /// Room for the constants of a function.
    constants: Vec<Word>,
    strings: Box<[u8]>,
    funs: Vec<&'static FunEntry>,
    e: Emitter,
    functions: Vec<FunctionInfo>,
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
        Ok(Loader {
            file,
            module,
            literals,
            area,
            bigs: HashMap::new(),
            constants: Vec::new(),
            strings: file.strings.clone().into_boxed_slice(),
            funs: file.lambdas.iter().map(fun).collect(),
            atoms,
            e: Emitter::new(file.code.label_count, file.code.instrs.len()),
            functions: Vec::new(),
            frames: Vec::new(),
            lines: Vec::new(),
            on_load: None,
            place: Mfa::new(module, am::UNDEFINED, 0),
            positions: vec![u32::MAX; file.code.instrs.len()],
            counters: profile::Counters::of(file),
            next_check: 0,
            checked_at: checks::instruction_of(file, 0),
        })
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
        let mfa = Mfa::new(self.module, self.atoms[f.name as usize], f.arity as u8);
        self.place = mfa;
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
        }
        constants.push(Term::atom(am::ALL).word());
        constants.push(Term::NIL.word());
        constants.push(Term::small(0).word());
        constants.push(Term::atom(am::UNDEFINED).word());
        let frames = &self.file.code.frames[f.start as usize..f.end as usize];
        self.e.begin_function(constants.drain(..));
        self.constants = constants;
        let mut frame = u32::MAX;
        let built_in = stubs::built_in_code(mfa);
        let mut i = 0;
        while let Some(instr) = instrs.get(i) {
            let words = match frames[i] {
                Frame::Slots(slots) => u32::from(slots) + 2,
                Frame::None => 0,
                Frame::Unreached => frame,
            };
            if words != frame {
                frame = words;
                self.frames.push((self.e.here() as u32, words));
            }
            self.positions[f.start as usize + i] = self.e.here() as u32;
            let at = f.start as usize + i;
            let counted = self.count_before(at)?;
            self.check_before(at)?;
            let fused = match counted {
                true => 0,
                false => {
                    self.fuse(&instrs[i..self.unchecked_until(at, f.end) - f.start as usize])?
                }
            };
            i += fused.max(1);
            match instr.op {
                _ if fused != 0 => {}
                Op::Label => {
                    let Arg::U(label) = instr.args[0] else {
                        return Err(LoadError::Operand("label"));
                    };
                    self.e.define(label as u32);
                    if label as u32 == f.entry_label {
                        let start = self.functions.last_mut().expect("a func_info");
                        start.entry = self.e.here() as u32;
                        if let Some(code) = &built_in {
                            self.e.code.extend_from_slice(code);
                        }
                    }
                }
                Op::FuncInfo => {
                    let at = self.e.emit(I::FuncInfo, u64::from(f.arity), 0, 0, &[]);
                    self.functions.push(FunctionInfo { start: at as u32, entry: 0, mfa });
                }
                _ => self.instruction(instr, frames[at - f.start as usize])?,
            }
            self.count_after(at);
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
            let words = native::ENTER_WORDS * self.functions.len();
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
            let prepared = self.source(&code, enter).prepare(&image);
            let does_not_fit = |why: &String| native::does_not_fit(self.module, why);
            prepared.inspect_err(does_not_fit).ok()
        });
        Ok(Instance {
            source: native::Kept::new(self.literals.into(), attach),
            native: native.map(OnceLock::from).unwrap_or_default(),
            breakpoints: AtomicUsize::new(0),
            enter,
            module: self.module,
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
    fn source<'b>(&'b mut self, code: &'b [AtomicU64], enter: u32) -> native::Source<'b> {
        // No code is there, but the code of the last function may go until there.
        let last = self.file.code.functions.last().map_or(0, |f| f.end as usize);
        self.positions[last..].fill(enter);
        native::Source {
            file: self.file,
            atoms: &self.atoms,
            literals: &self.literals,
            area: &mut self.area,
            funs: &self.funs,
            functions: &self.functions,
            positions: &self.positions,
            code,
            enter,
        }
    }

    fn unsupported(&self, op: Op) -> LoadError {
        LoadError::Instruction(op.name(), self.place.to_string())
    }

    /// Emits an instruction whose operands are `ops` (as a, b, c), then the words `more`; the
    /// label, if there is one, goes into the upper half of word `link`.
    fn put(&mut self, op: I, ops: &[Operand], more: &[u64], link: Option<(usize, u32)>) {
        let ops = SmallVec::<[Operand; 4]>::from_slice(ops);
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

    fn bif(&mut self, i: &Instr, fail: u32, import: u64, src: &[Arg], dst: &Arg) -> Load<()> {
        let mfa = self.mfa(import);
        let dst = self.operand(dst, i.op)?;
        let mut ops = Vec::new();
        for s in src {
            ops.push(self.operand(s, i.op)?);
        }
        if mfa.module == am::ERLANG {
            let inline = match (mfa.function.name(), mfa.arity) {
                ("+", 2) => Some(I::Add),
                ("+", 1) => {
                    ops.push(Operand::Const(Term::small(0).word()));
                    Some(I::Add)
                }
                ("-", 2) => Some(I::Sub),
                ("*", 2) => Some(I::Mul),
                ("div", 2) => Some(I::IntDiv),
                ("rem", 2) => Some(I::Rem),
                ("band", 2) => Some(I::Band),
                ("bor", 2) => Some(I::Bor),
                ("bxor", 2) => Some(I::Bxor),
                ("bsl", 2) => Some(I::Bsl),
                ("bsr", 2) => Some(I::Bsr),
                ("element", 2) => Some(I::Element),
                ("hd", 1) => Some(I::Hd),
                ("tl", 1) => Some(I::Tl),
                ("tuple_size", 1) => Some(I::TupleSize),
                ("self", 0) => Some(I::SelfPid),
                _ => None,
            };
            if let Some(op) = inline {
                let filler = Operand::X(0);
                let abc = [
                    ops.first().copied().unwrap_or(filler),
                    ops.get(1).copied().unwrap_or(filler),
                    dst,
                ];
                let more: &[u64] = if op == I::SelfPid { &[] } else { &[0] };
                let link = (op != I::SelfPid).then_some((1, fail));
                self.put(op, &abc, more, link);
                return Ok(());
            }
        }
        let f = self.guard_built_in(i, mfa)?;
        let filler = Operand::X(0);
        let first = ops.first().copied().unwrap_or(filler);
        let second = ops.get(1).copied().unwrap_or(filler);
        match ops.len() {
            0 => self.put(I::Bif0, &[filler, filler, dst], &[f], None),
            1 => self.put(I::Bif1, &[first, filler, dst], &[f, 0], Some((2, fail))),
            2 => self.put(I::Bif2, &[first, second, dst], &[f, 0], Some((2, fail))),
            _ => {
                let all = [first, second, ops[2], dst];
                self.e.reachable(&all, I::Bif3.length());
                let at = self.e.here();
                let [a, b, third, d] = all.map(|o| self.e.bits(o, at));
                self.e.emit(I::Bif3, a, b, d, &[f, third, 0]);
                self.e.link(at + 2, at, fail);
            }
        }
        Ok(())
    }

    /// Emits the operands, four to a word.
    fn packed(&mut self, operands: &[Operand], at: usize) {
        for four in operands.chunks(4) {
            let word = four.iter().enumerate().map(|(i, &o)| self.e.bits(o, at) << (16 * i)).sum();
            self.e.code.push(word);
        }
    }

    fn call_ext(&mut self, arity: u64, import: u64, frame: Option<u64>) {
        let mfa = self.mfa(import);
        // None: an ordinary call; Some(0): a tail call without a frame.
        if mfa.module == am::ERLANG && stubs::special(mfa).is_some() {
            let words = match frame {
                None => 0,
                Some(0) => 1,
                Some(n) => n,
            };
            match (mfa.function.name(), mfa.arity) {
                ("apply", 3) => self.e.emit(I::ApplyList, 0, words, 0, &[]),
                ("apply", 2) => self.e.emit(I::ApplyFunList, 0, words, 0, &[]),
                _ => self.e.emit(I::Hibernate, 0, 0, 0, &[]),
            };
            return;
        }
        // A shortcut stands in front of the function's code.
        if let Some(bif) = bif::find(mfa).filter(|b| !b.is_shortcut()) {
            let f = std::ptr::from_ref(bif) as u64;
            match frame {
                None => self.e.emit(I::CallBif, arity, 0, 0, &[f]),
                Some(0) => self.e.emit(I::CallBifOnly, arity, 0, 0, &[f]),
                Some(n) => self.e.emit(I::CallBifLast, arity, n, 0, &[f]),
            };
            return;
        }
        let export = std::ptr::from_ref(Export::get(mfa)) as u64;
        match frame {
            None => self.e.emit(I::CallExt, arity, 0, 0, &[export]),
            Some(0) => self.e.emit(I::CallExtOnly, arity, 0, 0, &[export]),
            Some(n) => self.e.emit(I::CallExtLast, arity, n, 0, &[export]),
        };
    }

    fn call(&mut self, op: I, arity: u64, frame: u64, target: u32) {
        let at = self.e.emit(op, arity, frame, 0, &[0]);
        self.e.link_address(at + 1, target);
    }

    fn instruction(&mut self, i: &Instr, frame: Frame) -> Load<()> {
        let a = i.args();
        match i.op {
            Op::Line => {
                let at = self.e.here() as u32;
                let item = self.file.lines.get(number(&a[0]));
                self.lines.push((at, item.map_or(0, |l| l.file), item.map_or(0, |l| l.line)));
            }
            Op::IntCodeEnd
            | Op::NifStart
            | Op::ExecutableLine
            | Op::DebugLine
            | Op::Fclearerror => {}
            Op::Fcheckerror => {}
            Op::OnLoad => self.on_load = Some(self.functions.last().expect("a function").entry),
            Op::Call => self.call(I::Call, number(&a[0]), 0, label(&a[1])),
            Op::CallOnly => self.call(I::CallOnly, number(&a[0]), 0, label(&a[1])),
            Op::CallLast => self.call(I::CallLast, number(&a[0]), number(&a[2]) + 2, label(&a[1])),
            Op::CallExt => self.call_ext(number(&a[0]), number(&a[1]), None),
            Op::CallExtOnly | Op::CallExtLast => {
                // Of a call that only raises compilers may say a frame of another size, or none.
                let words = match frame {
                    Frame::Slots(slots) => u64::from(slots) + 2,
                    _ => 0,
                };
                self.call_ext(number(&a[0]), number(&a[1]), Some(words));
            }
            Op::CallFun => {
                let arity = number(&a[0]);
                self.e.emit(I::CallFun, arity, arity, 0, &[]);
            }
            Op::CallFun2 => {
                let fun = self.operand(&a[2], i.op)?;
                let ops = [fun];
                self.e.reachable(&ops, 1);
                let bits = self.e.bits(ops[0], self.e.here());
                self.e.emit(I::CallFun, number(&a[1]), bits, 0, &[]);
            }
            Op::Apply => {
                self.e.emit(I::Apply, number(&a[0]), 0, 0, &[]);
            }
            Op::ApplyLast => {
                self.e.emit(I::ApplyLast, number(&a[0]), number(&a[1]) + 2, 0, &[]);
            }
            Op::Return => {
                self.e.emit(I::Return, 0, 0, 0, &[]);
            }
            Op::Allocate | Op::AllocateZero => {
                let op = if i.op == Op::Allocate { I::Allocate } else { I::AllocateZero };
                self.e.emit(op, number(&a[0]) + 2, number(&a[1]), 0, &[0]);
            }
            Op::AllocateHeap | Op::AllocateHeapZero => {
                let op = if i.op == Op::AllocateHeap { I::Allocate } else { I::AllocateZero };
                self.e.emit(op, number(&a[0]) + 2, number(&a[2]), 0, &[need(&a[1])]);
            }
            Op::TestHeap => {
                self.e.emit(I::TestHeap, 0, number(&a[1]), 0, &[need(&a[0])]);
            }
            Op::Deallocate => {
                self.e.emit(I::Deallocate, number(&a[0]) + 2, 0, 0, &[]);
            }
            Op::Trim => {
                self.e.emit(I::Trim, number(&a[0]), 0, 0, &[]);
            }
            Op::Init => {
                let dst = self.operand(&a[0], i.op)?;
                self.put(I::Init, &[dst], &[], None);
            }
            Op::InitYregs => {
                for y in list(&a[0]) {
                    let dst = self.operand(y, i.op)?;
                    self.put(I::Init, &[dst], &[], None);
                }
            }
            Op::Move => {
                let (src, dst) = (self.operand(&a[0], i.op)?, self.operand(&a[1], i.op)?);
                let op = match (src, dst) {
                    (Operand::X(_), Operand::X(_)) => I::MoveXX,
                    (Operand::X(_), Operand::Y(_)) => I::MoveXY,
                    (Operand::Y(_), Operand::X(_)) => I::MoveYX,
                    (Operand::Const(_), Operand::X(_)) => I::MoveCX,
                    _ => I::Move,
                };
                let ops = [src, dst];
                self.e.reachable(&ops, 1);
                let op =
                    if op == I::MoveCX && matches!(ops[0], Operand::X(_)) { I::MoveXX } else { op };
                self.put(op, &ops, &[], None);
            }
            Op::Swap => {
                let ops = [self.operand(&a[0], i.op)?, self.operand(&a[1], i.op)?];
                self.put(I::Swap, &ops, &[], None);
            }
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
                let ops = [self.operand(&a[1], i.op)?, self.operand(&a[2], i.op)?];
                self.put(I::IsFunction2, &ops, &[0], Some((1, label(&a[0]))));
            }
            Op::TestArity => {
                let src = self.operand(&a[1], i.op)?;
                self.put(I::TestArity, &[src], &[number(&a[2])], Some((1, label(&a[0]))));
            }
            Op::IsTaggedTuple => {
                let ops = [self.operand(&a[1], i.op)?, self.operand(&a[3], i.op)?];
                self.put(I::IsTaggedTuple, &ops, &[number(&a[2])], Some((1, label(&a[0]))));
            }
            Op::SelectVal | Op::SelectTupleArity => self.select(i)?,
            Op::GetList => {
                let ops = self.operands(&a[..3], i.op)?;
                self.put(I::GetList, &ops, &[], None);
            }
            Op::GetHd => {
                let ops = self.operands(&a[..2], i.op)?;
                self.put(I::GetHd, &ops, &[], None);
            }
            Op::GetTl => {
                let ops = self.operands(&a[..2], i.op)?;
                self.put(I::GetTl, &ops, &[], None);
            }
            Op::GetTupleElement => {
                let ops = vec![self.operand(&a[0], i.op)?, self.operand(&a[2], i.op)?];
                self.e.reachable(&ops, 1);
                let at = self.e.here();
                let (src, dst) = (self.e.bits(ops[0], at), self.e.bits(ops[1], at));
                let xx = matches!(ops[..], [Operand::X(_), Operand::X(_)]);
                let op = if xx { I::GetTupleElementXX } else { I::GetTupleElement };
                self.e.emit(op, src, dst, number(&a[1]), &[]);
            }
            Op::SetTupleElement => {
                let ops = vec![self.operand(&a[0], i.op)?, self.operand(&a[1], i.op)?];
                self.e.reachable(&ops, 1);
                let at = self.e.here();
                let (src, dst) = (self.e.bits(ops[0], at), self.e.bits(ops[1], at));
                self.e.emit(I::SetTupleElement, src, dst, number(&a[2]), &[]);
            }
            Op::PutList => {
                let ops = self.operands(&a[..3], i.op)?;
                self.put(I::PutList, &ops, &[], None);
            }
            Op::PutTuple2 => {
                let mut ops = vec![self.operand(&a[0], i.op)?];
                for t in list(&a[1]) {
                    ops.push(self.operand(t, i.op)?);
                }
                let words = 2 + ops_words(ops.len());
                self.e.reachable(&ops, words);
                let at = self.e.here();
                let dst = self.e.bits(ops[0], at);
                let n = ops.len() - 1;
                self.e.emit(I::PutTuple, dst, 0, 0, &[n as u64]);
                self.packed(&ops[1..], at);
            }
            Op::UpdateRecord => {
                let (size, pairs) = (number(&a[1]), list(&a[4]));
                let mut ops = vec![self.operand(&a[2], i.op)?, self.operand(&a[3], i.op)?];
                for pair in pairs.chunks(2) {
                    ops.push(self.operand(&pair[1], i.op)?);
                }
                self.e.reachable(&ops, 2 + pairs.len());
                let at = self.e.here();
                let (src, dst) = (self.e.bits(ops[0], at), self.e.bits(ops[1], at));
                let n = pairs.len() as u64 / 2;
                self.e.emit(I::UpdateRecord, src, dst, 0, &[size | n << 32]);
                for (pair, &o) in pairs.chunks(2).zip(&ops[2..]) {
                    let word = self.e.bits(o, at) | number(&pair[0]) << 16;
                    self.e.code.push(word);
                }
            }
            Op::Badmatch => self.one(I::Badmatch, i)?,
            Op::IfEnd => self.put(I::IfEnd, &[], &[], None),
            Op::CaseEnd => self.one(I::CaseEnd, i)?,
            Op::TryCaseEnd => self.one(I::TryCaseEnd, i)?,
            Op::Badrecord => self.one(I::Badrecord, i)?,
            Op::Catch | Op::Try => {
                let dst = self.operand(&a[0], i.op)?;
                self.put(I::Catch, &[dst], &[], Some((0, label(&a[1]))));
            }
            Op::CatchEnd => self.one(I::CatchEnd, i)?,
            Op::TryEnd => self.one(I::TryEnd, i)?,
            Op::TryCase => self.one(I::TryCase, i)?,
            Op::Raise => {
                let ops = self.operands(&a[..2], i.op)?;
                self.put(I::Raise, &ops, &[], None);
            }
            Op::RawRaise => self.put(I::RawRaise, &[], &[], None),
            Op::BuildStacktrace => self.put(I::BuildStacktrace, &[], &[], None),
            Op::MakeFun3 => {
                let entry = self.funs[number(&a[0]) as usize];
                let mut ops = vec![self.operand(&a[1], i.op)?];
                for t in list(&a[2]) {
                    ops.push(self.operand(t, i.op)?);
                }
                self.make_fun(entry, ops);
            }
            Op::MakeFun2 => {
                let entry = self.funs[number(&a[0]) as usize];
                // Unlike its successor, it reserves its heap itself; only the free variables are
                // live.
                let free = u64::from(entry.num_free);
                self.e.emit(I::TestHeap, 0, free, 0, &[3 + free]);
                let mut ops = vec![Operand::X(0)];
                ops.extend((0..entry.num_free).map(|n| Operand::X(n as u16)));
                self.make_fun(entry, ops);
            }
            Op::Bif0 => self.bif(i, 0, number(&a[0]), &[], &a[1])?,
            Op::Bif1 => self.bif(i, label(&a[0]), number(&a[1]), &a[2..3], &a[3])?,
            Op::Bif2 => self.bif(i, label(&a[0]), number(&a[1]), &a[2..4], &a[4])?,
            Op::Bif3 => self.bif(i, label(&a[0]), number(&a[1]), &a[2..5], &a[5])?,
            Op::GcBif1 if self.mfa(number(&a[2])) == length_1() => self.length(i)?,
            Op::GcBif1 => self.bif(i, label(&a[0]), number(&a[2]), &a[3..4], &a[4])?,
            Op::GcBif2 => self.bif(i, label(&a[0]), number(&a[2]), &a[3..5], &a[5])?,
            Op::GcBif3 => self.bif(i, label(&a[0]), number(&a[2]), &a[3..6], &a[6])?,
            Op::Fmove => match (&a[0], &a[1]) {
                (Arg::Fr(f), dst) => {
                    let dst = self.operand(dst, i.op)?;
                    let bits = self.e.bits(dst, self.e.here());
                    self.e.emit(I::FmoveOut, u64::from(*f), 0, bits, &[]);
                }
                (src, Arg::Fr(f)) => self.float_in(I::Fmove, src, *f, i.op)?,
                _ => return Err(LoadError::Operand("fmove")),
            },
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
            Op::RecvMarkerReserve => self.one(I::MarkerReserve, i)?,
            Op::RecvMarkerBind => {
                let ops = self.operands(&a[..2], i.op)?;
                self.put(I::MarkerBind, &ops, &[], None);
            }
            Op::RecvMarkerClear => self.one(I::MarkerClear, i)?,
            Op::RecvMarkerUse => self.one(I::MarkerUse, i)?,
            Op::RecvMark | Op::RecvSet => {}
            Op::PutMapAssoc | Op::PutMapExact => {
                let mut ops = vec![self.operand(&a[1], i.op)?, self.operand(&a[2], i.op)?];
                for t in list(&a[4]) {
                    ops.push(self.operand(t, i.op)?);
                }
                let words = 3 + ops_words(ops.len());
                self.e.reachable(&ops, words);
                let at = self.e.here();
                let (src, dst) = (self.e.bits(ops[0], at), self.e.bits(ops[1], at));
                let exact = u64::from(i.op == Op::PutMapExact);
                let n = ops.len() as u64 - 2;
                self.e.emit(I::PutMap, src, 0, dst, &[n, exact | number(&a[3]) << 32]);
                self.e.link(at + 1, at, label(&a[0]));
                self.packed(&ops[2..], at);
            }
            Op::HasMapFields | Op::GetMapElements => {
                let fields = list(&a[2]);
                if i.op == Op::GetMapElements && fields.len() == 2 {
                    let mut ops = vec![self.operand(&a[1], i.op)?];
                    ops.push(self.operand(&fields[0], i.op)?);
                    ops.push(self.operand(&fields[1], i.op)?);
                    self.put(I::GetMapElement, &ops, &[0], Some((1, label(&a[0]))));
                    return Ok(());
                }
                let mut ops = vec![self.operand(&a[1], i.op)?];
                for t in fields {
                    ops.push(self.operand(t, i.op)?);
                }
                let words = 2 + ops_words(ops.len());
                self.e.reachable(&ops, words);
                let at = self.e.here();
                let src = self.e.bits(ops[0], at);
                let op = if i.op == Op::HasMapFields { I::HasMapFields } else { I::GetMapElements };
                self.e.emit(op, src, 0, 0, &[fields.len() as u64]);
                self.e.link(at + 1, at, label(&a[0]));
                self.packed(&ops[1..], at);
            }
            _ => self.binary(i)?,
        }
        Ok(())
    }

    fn operands(&mut self, args: &[Arg], op: Op) -> Load<Vec<Operand>> {
        args.iter().map(|a| self.operand(a, op)).collect()
    }

    fn one(&mut self, op: I, i: &Instr) -> Load<()> {
        let o = self.operand(&i.args[0], i.op)?;
        self.put(op, &[o], &[], None);
        Ok(())
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

    fn make_fun(&mut self, entry: &'static FunEntry, ops: Vec<Operand>) {
        let words = 2 + ops_words(ops.len());
        self.e.reachable(&ops, words);
        let at = self.e.here();
        let dst = self.e.bits(ops[0], at);
        let n = ops.len() as u64 - 1;
        self.e.emit(I::MakeFun, dst, n, 0, &[std::ptr::from_ref(entry) as u64]);
        self.packed(&ops[1..], at);
    }

    fn select(&mut self, i: &Instr) -> Load<()> {
        let src = self.operand(&i.args[0], i.op)?;
        let fail = label(&i.args[1]);
        let tuple = i.op == Op::SelectTupleArity;
        let mut pairs: Vec<(u64, u32)> = Vec::new();
        let mut linear = false;
        for pair in list(&i.args[2]).chunks(2) {
            let value = if tuple {
                number(&pair[0])
            } else {
                let w = self.constant(&pair[0]).ok_or(LoadError::Operand(i.op.name()))?;
                linear |= term::word::is_pointer(w);
                w
            };
            pairs.push((value, label(&pair[1])));
        }
        if linear {
            // Floats and big integers: one comparison each.
            for &(w, target) in &pairs {
                let at_next = self.e.here();
                let ops = [src, Operand::Const(w)];
                self.e.reachable(&ops, 4);
                let at = self.e.here();
                let (x, y) = (self.e.bits(ops[0], at), self.e.bits(ops[1], at));
                self.e.emit(I::IsNeExact, x, y, 0, &[0]);
                self.e.link(at + 1, at, target);
                debug_assert!(at >= at_next);
            }
            self.put(I::Jump, &[], &[], Some((0, fail)));
            return Ok(());
        }
        pairs.sort_unstable();
        pairs.dedup_by_key(|p| p.0);
        let dense = !tuple
            && pairs.len() >= 4
            && pairs.iter().all(|p| term::word::is_small(p.0))
            && (pairs[pairs.len() - 1].0.wrapping_sub(pairs[0].0) >> 1) < 2 * pairs.len() as u64
            && (pairs[pairs.len() - 1].0 as i64) >= (pairs[0].0 as i64);
        if dense {
            let first = pairs[0].0;
            let n = (pairs[pairs.len() - 1].0.wrapping_sub(first) >> 1) + 1;
            let ops = [src, Operand::Const(first)];
            self.e.reachable(&ops, 2);
            let at = self.e.here();
            let (x, y) = (self.e.bits(ops[0], at), self.e.bits(ops[1], at));
            self.e.emit(I::SelectSmall, x, n, y, &[0]);
            self.e.link(at + 1, at, fail);
            let mut next = pairs.iter().peekable();
            for k in 0..n {
                let value = first.wrapping_add(k << 1);
                let target = next.next_if(|p| p.0 == value).map_or(fail, |p| p.1);
                self.e.code.push(0);
                self.e.link(self.e.here() - 1, at, target);
            }
            return Ok(());
        }
        let op = if tuple { I::SelectTupleArity } else { I::SelectVal };
        let ops = [src];
        self.e.reachable(&ops, 2 + 2 * pairs.len());
        let at = self.e.here();
        let x = self.e.bits(ops[0], at);
        self.e.emit(op, x, 0, 0, &[pairs.len() as u64]);
        self.e.link(at + 1, at, fail);
        for &(value, _) in &pairs {
            let value = if tuple { header(term::word::Kind::Tuple, value as usize) } else { value };
            self.e.code.push(value);
        }
        for &(_, target) in &pairs {
            self.e.code.push(0);
            self.e.link(self.e.here() - 1, at, target);
        }
        Ok(())
    }
}

fn pack_live(arg: &Arg) -> u64 {
    number(arg) & 0xffff_ffff
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
