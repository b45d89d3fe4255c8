//! The template tier: machine code for a module at once, from a template for each instruction.
//!
//! An instruction becomes the same few machine instructions wherever it stands. Nothing is analysed
//! and no register is chosen, so a module takes about as long as reading its file. The code keeps
//! to the conventions of `native_abi`, as LLVM's does: registers, frames, slots, and an image that
//! the emulator puts into memory. So code of both kinds calls and returns to each other directly,
//! and every instruction without a template is the interpreter's ([`Translator::step`]).
//!
//! Between two instructions everything is where the interpreter and all other code expect it: X0 to
//! X5 in registers of the processor, the other X registers and floats in memory, Y registers on the
//! stack. Within a template only the registers T0 to T4 of [`asm`] are free.
//!
//! Code that is rarely needed stands behind each function ([`Cold`]). Code that is the same
//! everywhere is written once for each module ([`routines`]).

pub mod arith;
pub mod asm;
mod binaries;
mod calls;
mod checks;
mod construct;
mod exceptions;
mod floats;
mod maps;
mod messages;
pub mod operands;
mod ops;
mod routines;
mod terms;

use asm::{Asm, Cond, Label};
use beamfile::{Arg, BeamFile, Instr, Op};
use native_abi::image::{Function, Image, Slot, TABLE};
use native_abi::{CONTROL_WORDS, Registers};
use routines::Routines;
use std::collections::{BTreeSet, HashMap};
use std::time::Instant;

/// Translates a module.
///
/// # Errors
/// The code is too large, or refers to something that the file does not have. The message says so.
pub fn image(file: &BeamFile) -> Result<Image, String> {
    translate(file, &mut |_, _| ())
}

/// The code of a module, and where in it the code of each instruction begins: pairs of an offset
/// and the instruction's index, in the order of offsets. Code that is rarely needed is between
/// functions.
///
/// # Errors
/// As [`image`] has them.
pub fn listing(file: &BeamFile) -> Result<(Image, Vec<(u32, usize)>), String> {
    let mut places = Vec::new();
    let image = translate(file, &mut |offset, at| places.push((offset, at)))?;
    Ok((image, places))
}

/// Translates a module, and tells where the code of each instruction begins, and that of a function
/// ends: with an index behind its last instruction.
fn translate(file: &BeamFile, tell: &mut dyn FnMut(u32, usize)) -> Result<Image, String> {
    let begun = Instant::now();
    let mut t = Translator::new(file);
    let mut owners = Vec::new();
    for index in 0..file.code.functions.len() as u32 {
        owners.push((t.asm.written() as u32, index));
        t.function(index, tell)?;
    }
    t.routines();
    let entries: Vec<u32> = t.entry_offsets;
    let (code, slots) = t.asm.finish()?;
    let needed = code.len().max(8 * slots.len());
    if needed > TABLE {
        return Err(format!("{needed} bytes of code or slots are more than {TABLE}"));
    }
    let functions = (0..).zip(entries).map(|(index, entry)| Function { index, entry }).collect();
    Ok(Image {
        md5: file.md5,
        code: code.into(),
        slots,
        functions,
        owners,
        left: Vec::new(),
        stays: Vec::new(),
        checks: beamfile::checks_to_bytes(file),
        milliseconds: begun.elapsed().as_millis() as u32,
    })
}

/// Code that is rarely needed, written behind the function.
enum Cold {
    /// The interpreter executes the instruction; then code goes on at the second label.
    Step(Label, usize, Label),
    /// Room is made for so many words, and the instruction begins anew at the second label.
    Collect(Label, usize, u64, Label),
    /// The interpreter goes on at the instruction, for good.
    Leave(Label, usize),
    /// Two terms are compared, which are in T0 and T1: goes to the second label if the condition
    /// holds of their order, else to the third one.
    Compare(Label, Cond, Label, Label),
    /// The same, by whether they are equal.
    Equal(Label, Cond, Label, Label),
    /// The same, by whether they are exactly equal.
    Same(Label, Cond, Label, Label),
    /// An operation, by its number among the routines, on what may be two floats in T0 and T1,
    /// whose result goes to the operand; if they are none the interpreter executes the
    /// instruction. Then code goes on at the second label.
    Floats(Label, usize, usize, Arg, Label),
    /// Code in T0 with so many arguments is called by the interpreter.
    CallOut(Label, u64),
    /// A call of the function, whose arity is the second number, is too much for the slice.
    LeaveFunction(Label, u32, u64),
}

/// A module being translated.
pub(crate) struct Translator<'a> {
    pub(crate) file: &'a BeamFile,
    pub(crate) asm: Asm,
    pub(crate) routines: Routines,
    /// The numbers of functions by their labels.
    by_label: HashMap<u32, u32>,
    /// Where calls of functions go.
    entries: Vec<Label>,
    entry_offsets: Vec<u32>,
    /// Labels of instructions that something refers to, by their index.
    labels: HashMap<usize, Label>,
    cold: Vec<Cold>,
    /// Instructions that something returns to.
    returns: BTreeSet<usize>,
}

impl<'a> Translator<'a> {
    fn new(file: &'a BeamFile) -> Translator<'a> {
        let mut asm = Asm::new();
        let functions = &file.code.functions;
        Translator {
            file,
            routines: Routines::new(&mut asm),
            entries: functions.iter().map(|_| asm.label()).collect(),
            entry_offsets: Vec::with_capacity(functions.len()),
            asm,
            by_label: functions.iter().zip(0..).map(|(f, i)| (f.entry_label, i)).collect(),
            labels: HashMap::new(),
            cold: Vec::new(),
            returns: BTreeSet::new(),
        }
    }

    fn function(&mut self, index: u32, tell: &mut dyn FnMut(u32, usize)) -> Result<(), String> {
        let file = self.file;
        let f = &file.code.functions[index as usize];
        let entry = file.code.entry(index).ok_or("a function without an entry")?;
        self.labels.clear();
        self.returns.clear();
        for at in f.start as usize..f.end as usize {
            let instr = &file.code.instrs[at];
            tell(self.asm.written() as u32, at);
            if at == entry {
                self.enter(index, f.arity.into());
            }
            if instr.op == Op::Label || self.labels.contains_key(&at) {
                let label = self.label_at(at);
                match self.returns.contains(&at) {
                    true => self.asm.bind_return(label),
                    false => self.asm.bind(label),
                }
            }
            if self.checked_before(at, instr) {
                self.instruction(at, instr);
            }
        }
        tell(self.asm.written() as u32, f.end as usize);
        // A return behind the last instruction: nothing comes back there.
        let end = f.end as usize;
        if self.labels.contains_key(&end) {
            let label = self.label_at(end);
            self.asm.bind_return(label);
            self.asm.ret();
        }
        self.write_cold();
        Ok(())
    }

    /// Writes a function's entry: a call, which counts.
    fn enter(&mut self, index: u32, arity: u64) {
        let entry = self.entries[index as usize];
        self.asm.bind_return(entry);
        self.entry_offsets.push(self.asm.written() as u32);
        let over = self.asm.label();
        self.asm.sub_slot(asm::Reg::N, Slot::Cost(index));
        self.asm.branch(Cond::NotGreater, over);
        self.cold.push(Cold::LeaveFunction(over, index, arity));
    }

    /// The label of an instruction.
    pub(crate) fn label_at(&mut self, at: usize) -> Label {
        let asm = &mut self.asm;
        *self.labels.entry(at).or_insert_with(|| asm.label())
    }

    /// The label of an instruction that something returns to.
    pub(crate) fn return_at(&mut self, at: usize) -> Label {
        self.returns.insert(at);
        self.label_at(at)
    }

    /// The index of the instruction that a label of the file stands before.
    pub(crate) fn at(&self, label: u32) -> usize {
        self.file.code.label(label).expect("a label that has been checked")
    }

    /// Where a jump to a label of the file goes.
    pub(crate) fn target(&mut self, label: u32) -> Label {
        let at = self.at(label);
        self.label_at(at)
    }

    /// Has the interpreter execute an instruction; code goes on behind it.
    pub(crate) fn step(&mut self, at: usize) {
        let next = self.asm.label();
        self.step_to(at, next);
        self.asm.bind(next);
    }

    /// The same, on the rare path that begins at the label; it joins the code at `next`.
    pub(crate) fn aside(&mut self, from: Label, at: usize, next: Label) {
        self.cold.push(Cold::Step(from, at, next));
    }

    /// A label at which the interpreter goes on at an instruction, for good.
    pub(crate) fn leaving(&mut self, at: usize) -> Label {
        let label = self.asm.label();
        self.cold.push(Cold::Leave(label, at));
        label
    }

    /// Has the interpreter go on at an instruction, for good.
    pub(crate) fn leave_at(&mut self, at: usize) {
        self.asm.slot(asm::Reg::T0, Slot::Pc(at as u32));
        let leave = self.routines.leave_at;
        self.asm.jump(leave);
    }

    fn step_to(&mut self, at: usize, next: Label) {
        let instr = &self.file.code.instrs[at];
        let until = Slot::Pc(at as u32 + 1);
        self.asm.slot(asm::Reg::T0, Slot::Pc(at as u32));
        self.asm.slot(asm::Reg::T1, until.clone());
        let step = self.routines.step;
        self.asm.call(step);
        if instr.op.falls_through() {
            self.asm.cmp_slot(asm::Reg::T0, until);
            self.asm.branch(Cond::Equal, next);
        }
        for to in self.jumps(instr) {
            let label = self.label_at(to);
            self.asm.cmp_slot(asm::Reg::T0, Slot::Pc(to as u32));
            self.asm.branch(Cond::Equal, label);
        }
        self.asm.ret();
    }

    /// The instructions that one may jump to. Handlers of exceptions are entered by the emulator.
    fn jumps(&self, instr: &Instr) -> BTreeSet<usize> {
        match instr.op {
            Op::Call | Op::CallLast | Op::CallOnly | Op::Catch | Op::Try => BTreeSet::new(),
            _ => {
                let labels = instr.args().iter().flat_map(|a| a.labels());
                labels.filter_map(|l| self.file.code.label(l)).collect()
            }
        }
    }

    fn write_cold(&mut self) {
        for cold in std::mem::take(&mut self.cold) {
            match cold {
                Cold::Step(from, at, next) => {
                    self.asm.bind(from);
                    self.step_to(at, next);
                }
                Cold::Collect(from, at, words, again) => {
                    self.asm.bind(from);
                    self.collect(at, words);
                    self.asm.jump(again);
                }
                Cold::Leave(from, at) => {
                    self.asm.bind(from);
                    self.leave_at(at);
                }
                Cold::Compare(from, when, yes, no) => {
                    self.decide(from, self.routines.compare, when, (yes, no));
                }
                Cold::Equal(from, when, yes, no) => {
                    self.decide(from, self.routines.equal, when, (yes, no));
                }
                Cold::Same(from, when, yes, no) => {
                    self.decide(from, self.routines.exactly_equal, when, (yes, no));
                }
                Cold::Floats(from, op, at, to, next) => {
                    let none = self.asm.label();
                    self.asm.bind(from);
                    let routine = self.routines.floats[op];
                    self.asm.call(routine);
                    self.asm.cmp_imm(asm::Reg::T0, 0);
                    self.asm.branch(Cond::Equal, none);
                    self.set(&to, asm::Reg::T0);
                    self.asm.jump(next);
                    self.asm.bind(none);
                    self.step_to(at, next);
                }
                Cold::CallOut(from, arity) => {
                    self.asm.bind(from);
                    self.asm.imm(asm::Reg::T1, arity);
                    let out = self.routines.call_out;
                    self.asm.jump(out);
                }
                Cold::LeaveFunction(from, function, arity) => {
                    self.asm.bind(from);
                    self.asm.add_slot(asm::Reg::N, Slot::Cost(function));
                    self.asm.slot(asm::Reg::T0, Slot::Entry(function));
                    self.asm.imm(asm::Reg::T1, arity);
                    let out = self.routines.call_out;
                    self.asm.jump(out);
                }
            }
        }
    }

    fn decide(&mut self, from: Label, routine: Label, when: Cond, (yes, no): (Label, Label)) {
        self.asm.bind(from);
        self.asm.call(routine);
        self.asm.branch(when, yes);
        self.asm.jump(no);
    }
}

/// Where a Y register is: so many bytes from the stack pointer on.
fn y_offset(y: u16) -> i32 {
    8 * (i32::from(y) + CONTROL_WORDS as i32)
}

/// Where an X register is in memory: so many bytes from the registers on.
fn x_offset(x: u16) -> i32 {
    std::mem::offset_of!(Registers, x) as i32 + 8 * i32::from(x)
}

/// Where a floating-point register is, likewise.
fn f_offset(f: u16) -> i32 {
    std::mem::offset_of!(Registers, f) as i32 + 8 * i32::from(f)
}
