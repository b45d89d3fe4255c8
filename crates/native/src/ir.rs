//! The text of an LLVM module from a module's BEAM code.
//!
//! Each Erlang function becomes a function of LLVM, and so does each point that a call returns to,
//! and what several of these reach. They call each other by jumps. Within one, stack pointer, heap
//! pointer, reductions and X registers are variables, which LLVM keeps in registers of the
//! processor. An instruction that is not translated here is left to the interpreter: see
//! [`Body::step`].

mod arith;
pub(crate) mod bifs;
mod binary;
mod boxing;
mod calls;
mod checks;
mod construct;
mod exceptions;
mod floats;
mod maps;
mod messages;
mod ops;
mod records;
mod returns;
mod types;
mod values;
mod weights;

use crate::cycles;
use crate::flow::unboxed::Unboxed;
use crate::flow::{self, Flow, IN_REGISTERS, Regs, bits};
use crate::notes::{Note, Notes};
use crate::shapes::Shapes;
use beamfile::{BeamFile, Op};
use bifs::is_built_in;
use native_abi::image::Slot;
use native_abi::profile::Profile;
use native_abi::{CONTROL_WORDS, NOT_FOUND, PASSED, Registers, exit};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::mem::offset_of;
use term::Term;
use term::word::Word;
use weights::Weights;

/// A module for LLVM, and what goes with it.
pub struct Module {
    /// Its text.
    pub text: String,
    /// The table that its code refers to.
    pub slots: Vec<Slot>,
    /// How many functions there are.
    pub functions: u32,
    /// Functions that stay in the base tier.
    pub left: Vec<u32>,
    /// The notes of each instruction: how it was translated.
    pub notes: Notes,
}

/// The parameters that all functions have.
const PARAMETERS: &str =
    "ptr %r, ptr %e0, ptr %h0, i64 %n0, i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5";

/// Bytes of a line of the cache. Where a function begins in one decides about up to a third of the
/// speed of short ones.
const LINE: u32 = 64;

const HEAD: &str = "\
target triple = \"x86_64-unknown-linux-gnu\"
@T = external hidden global [0 x i64]
declare { i64, i1 } @llvm.sadd.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.ssub.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.smul.with.overflow.i64(i64, i64)
declare i64 @llvm.bswap.i64(i64)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare i32 @llvm.bswap.i32(i32)
declare i16 @llvm.bswap.i16(i16)
";

const TAIL: &str = "\
attributes #0 = { nounwind }
attributes #1 = { nounwind cold }
attributes #2 = { nounwind willreturn memory(read) }
!llvm.module.flags = !{!10}
!10 = !{i32 1, !\"override-stack-alignment\", i32 8}
!0 = !{!\"maser\"}
!1 = !{!\"stack\", !0}
!2 = !{!\"heap\", !0}
!3 = !{!\"registers\", !0}
!4 = !{!\"table\", !0}
!5 = !{!1, !1, i64 0}
!6 = !{!2, !2, i64 0}
!7 = !{!3, !3, i64 0}
!8 = !{!4, !4, i64 0}
!30 = !{!\"context\", !0}
!31 = !{!30, !30, i64 0}
!32 = !{!\"fixed\", !0}
!33 = !{!32, !32, i64 0}
!9 = !{!\"branch_weights\", i32 4000, i32 1}
!11 = !{}
!12 = !{!\"branch_weights\", i32 1, i32 4000}
";

/// Kinds of memory, which do not overlap.
pub const STACK: &str = "!tbaa !5";
/// As above.
pub const HEAP: &str = "!tbaa !6";
/// As above.
pub const REGISTERS: &str = "!tbaa !7";
/// As above.
pub const TABLE: &str = "!tbaa !8";

/// As above: positions in match contexts.
pub const CONTEXT: &str = "!tbaa !31";

/// As above: words of match contexts that never change, but for their headers.
pub const FIXED: &str = "!tbaa !33";

/// The slots that a module refers to.
#[derive(Default)]
pub struct Table {
    slots: Vec<Slot>,
    known: HashMap<Slot, usize>,
}

impl Table {
    fn slot(&mut self, slot: Slot) -> usize {
        let next = self.slots.len();
        *self.known.entry(slot).or_insert_with_key(|slot| {
            self.slots.push(slot.clone());
            next
        })
    }
}

/// Translates a module.
pub fn module(file: &BeamFile) -> Module {
    module_by(file, None)
}

/// Translates a module, by what has been counted of it if that is known.
pub fn module_by(file: &BeamFile, profile: Option<&Profile>) -> Module {
    let mut text = HEAD.to_owned();
    let mut table = Table::default();
    let mut weights = Weights::new(profile);
    let mut left = Vec::new();
    let mut notes = Notes::default();
    let shapes = Shapes::of(file);
    let by_label: HashMap<u32, u32> =
        file.code.functions.iter().zip(0..).map(|(f, i)| (f.entry_label, i)).collect();
    let built_in = |import| is_built_in(file, import);
    let all = 0..file.code.functions.len() as u32;
    let flows: Vec<Option<Flow>> = all.map(|f| flow::of(file, f, &built_in, profile)).collect();
    let cycles = cycles::of(file, &by_label, &flows);
    for (index, f) in (0..).zip(&file.code.functions) {
        leave(&mut text, &mut table, index, f.arity.into());
        match &flows[index as usize] {
            Some(own) => {
                let entry = file.code.entry(index);
                let cycle = cycles.get(&index).map(|cycle| {
                    let of = |&f: &u32| Some((f, flows[f as usize].as_ref()?));
                    let cycle: Vec<_> = cycle.iter().filter_map(of).collect();
                    flow::of_cycle(file, index, &cycle, &built_in, profile)
                });
                for &root in &own.roots {
                    let flow = cycle.as_ref().filter(|_| entry == Some(root)).unwrap_or(own);
                    let shared = (&mut table, &mut notes, &mut weights);
                    let of = (file, &by_label, &shapes);
                    Body::new(of, index, flow, root, shared).write(&mut text);
                }
            }
            None => {
                left.push(index);
                let _ = writeln!(
                    text,
                    "define hidden preserve_nonecc void @f{index}({PARAMETERS}) #1 {{\n{}  {}\n  ret void\n}}",
                    count(&mut table, index),
                    leaving(index),
                );
            }
        }
    }
    text += &leave_for_code();
    text += TAIL;
    text += weights.text();
    let functions = file.code.functions.len() as u32;
    Module { text, slots: table.slots, functions, left, notes }
}

/// The lines that count a call of a function.
fn count(table: &mut Table, function: u32) -> String {
    let slot = table.slot(Slot::Cost(function));
    format!(
        "  %slot = getelementptr i64, ptr @T, i64 {slot}\n  %cost = load i64, ptr %slot, align 8, {TABLE}\n  %counted = sub nsw i64 %n0, %cost\n"
    )
}

/// The line that leaves it, after that.
fn leaving(function: u32) -> String {
    let counted = PARAMETERS.replace("%n0", "%counted");
    format!("musttail call preserve_nonecc void @f{function}.leave({counted})")
}

/// The code that leaves native code to call a function, if the call has been counted and is too
/// much for the slice.
fn leave(text: &mut String, table: &mut Table, index: u32, arity: u64) {
    let (slot, cost) = (table.slot(Slot::Entry(index)), table.slot(Slot::Cost(index)));
    let mut out =
        format!("define hidden preserve_nonecc void @f{index}.leave({PARAMETERS}) #1 {{\n");
    let _ = writeln!(
        out,
        "  %c = getelementptr i64, ptr @T, i64 {cost}\n  %d = load i64, ptr %c, align 8, {TABLE}\n  %n = add i64 %n0, %d"
    );
    let mut store = |kind: &str, value: &str, at: usize| {
        let _ = writeln!(
            out,
            "  %p{at} = getelementptr i8, ptr %r, i64 {at}\n  store {kind} {value}, ptr %p{at}, align 8, {REGISTERS}"
        );
    };
    store("i64", &arity.to_string(), offset_of!(Registers, arity));
    for x in 0..(arity as usize).min(PASSED) {
        store("i64", &format!("%a{x}"), x_field(x));
    }
    let _ = writeln!(
        out,
        "  %s = getelementptr i64, ptr @T, i64 {slot}\n  %t = load i64, ptr %s, align 8, {TABLE}\n  musttail call preserve_nonecc void @leave({})\n  ret void\n}}",
        left_for("%e0", "%h0", "%n", "%t"),
    );
    *text += &out;
}

/// The arguments of the function `leave`.
fn left_for(stack: &str, heap: &str, reductions: &str, code: &str) -> String {
    let rest = ", i64 poison".repeat(PASSED - 1);
    format!("ptr %r, ptr {stack}, ptr {heap}, i64 {reductions}, i64 {code}{rest}")
}

/// The function that leaves native code to call what base-tier code at an address, its first X
/// register, stands for. All X registers that it takes are in memory, and their number. If that
/// code is one instruction which calls a built-in, as where a library has a function, the built-in
/// is called at once and its caller goes on natively.
fn leave_for_code() -> String {
    let [stack, heap, reductions, pc, how, call] = [
        offset_of!(Registers, stack),
        offset_of!(Registers, heap),
        offset_of!(Registers, reductions),
        offset_of!(Registers, pc),
        offset_of!(Registers, exit),
        offset_of!(Registers, call_bif),
    ];
    let back = left_for("%e", "%h", "%n", "%v");
    format!(
        "define hidden preserve_nonecc void @leave({PARAMETERS}) #1 {{
  %code = inttoptr i64 %a0 to ptr
  %w = load i64, ptr %code, align 8, {TABLE}
  %op = and i64 %w, 65535
  %built.in = icmp eq i64 %op, {}
  br i1 %built.in, label %call, label %out
call:
  %c = getelementptr i8, ptr %r, i64 {call}
  %f = load ptr, ptr %c, align 8, {REGISTERS}
  %v = call i64 %f(ptr %r, ptr %e0, ptr %h0, i64 %n0, i64 %a0) #0
  %none = icmp eq i64 %v, {}
  br i1 %none, label %left, label %back
left:
  ret void
back:
  %pe = getelementptr i8, ptr %r, i64 {stack}
  %e = load ptr, ptr %pe, align 8, {REGISTERS}
  %ph = getelementptr i8, ptr %r, i64 {heap}
  %h = load ptr, ptr %ph, align 8, {REGISTERS}
  %pn = getelementptr i8, ptr %r, i64 {reductions}
  %n = load i64, ptr %pn, align 8, {REGISTERS}
  %to = load ptr, ptr %e, align 8, {STACK}
  musttail call preserve_nonecc void %to({back})
  ret void
out:
  %qe = getelementptr i8, ptr %r, i64 {stack}
  store ptr %e0, ptr %qe, align 8, {REGISTERS}
  %qh = getelementptr i8, ptr %r, i64 {heap}
  store ptr %h0, ptr %qh, align 8, {REGISTERS}
  %qn = getelementptr i8, ptr %r, i64 {reductions}
  store i64 %n0, ptr %qn, align 8, {REGISTERS}
  %qx = getelementptr i8, ptr %r, i64 {how}
  store i64 {}, ptr %qx, align 8, {REGISTERS}
  %qp = getelementptr i8, ptr %r, i64 {pc}
  store i64 %a0, ptr %qp, align 8, {REGISTERS}
  ret void
}}
",
        native_abi::CALL_BUILT_IN,
        native_abi::NOT_FOUND,
        exit::CALL,
    )
}

/// A function of LLVM being written.
pub struct Body<'a> {
    /// The module.
    pub file: &'a BeamFile,
    by_label: &'a HashMap<u32, u32>,
    /// Of the maps that the module makes.
    pub shapes: &'a Shapes<'a>,
    /// Number of the Erlang function.
    pub function: u32,
    /// Where control goes in it.
    pub flow: &'a Flow,
    /// The instruction that this function of LLVM begins with.
    pub root: usize,
    table: &'a mut Table,
    notes: &'a mut Notes,
    /// The counts of the profile.
    pub weights: &'a mut Weights,
    /// The instruction that is being written.
    pub at: usize,
    /// Of the instruction that is being written.
    pub note: Note,
    out: String,
    temps: u32,
    /// The block being written has come to its end.
    pub ended: bool,
    /// Code for what is rare, behind the rest.
    cold: String,
    /// The X register with the match context of the instruction that is being written, if its
    /// position may be in a variable.
    pub cursor: Option<usize>,
    /// The X registers whose parts are in variables: see [`crate::flow::unboxed`].
    pub unboxed: Regs,
    /// Registers of `unboxed` for which there is room on the heap.
    pub roomy: Regs,
    /// Something has not been as it was counted: what is counted is not believed here.
    pub doubtful: bool,
    /// In what a function begins with, written where it is called: where it returns to.
    pub behind: Option<usize>,
    labels: BTreeSet<Version>,
    done: BTreeSet<Version>,
    /// The versions that are to be written yet.
    todo: Vec<Version>,
}

impl<'a> Body<'a> {
    fn new(
        (file, by_label, shapes): (&'a BeamFile, &'a HashMap<u32, u32>, &'a Shapes<'a>),
        function: u32,
        flow: &'a Flow,
        root: usize,
        (table, notes, weights): (&'a mut Table, &'a mut Notes, &'a mut Weights),
    ) -> Body<'a> {
        Body {
            file,
            by_label,
            shapes,
            function,
            flow,
            root,
            table,
            notes,
            weights,
            at: root,
            note: Note::default(),
            out: String::new(),
            temps: 0,
            ended: false,
            cold: String::new(),
            cursor: None,
            unboxed: 0,
            roomy: 0,
            doubtful: false,
            behind: None,
            labels: BTreeSet::new(),
            done: BTreeSet::new(),
            todo: Vec::new(),
        }
    }

    fn entry(&self) -> usize {
        self.entry_of(self.function)
    }

    fn entry_of(&self, function: u32) -> usize {
        self.file.code.entry(function).expect("an entry")
    }

    fn arity(&self, function: u32) -> u64 {
        self.file.code.functions[function as usize].arity.into()
    }

    /// The shapes in which X registers may be unboxed.
    pub fn shapes(&self) -> &'a Unboxed {
        &self.flow.unboxed
    }

    /// Whether a function that is called last is in this function of LLVM.
    pub fn repeats(&self, function: u32) -> bool {
        self.root == self.entry() && self.flow.repeated.contains(&function)
    }

    /// Live registers before an instruction.
    pub fn live(&self, at: usize) -> Regs {
        self.flow.live(at)
    }

    fn write(mut self, text: &mut String) {
        let is_entry = self.root == self.entry();
        let name = match is_entry {
            true => format!("f{}", self.function),
            false => format!("r{}", self.root),
        };
        let given =
            if is_entry { flow::first(self.arity(self.function)) } else { self.live(self.root) };
        let mut head = format!(
            "define hidden preserve_nonecc void @{name}({PARAMETERS}) #0 align {LINE} {{\n"
        );
        for v in ["%E", "%H"] {
            let _ = writeln!(head, "  {v} = alloca ptr");
        }
        let _ = writeln!(head, "  %N = alloca i64");
        for x in bits(self.flow.used) {
            let _ = writeln!(head, "  %X{x} = alloca i64");
        }
        head += &self.flow.unboxed.variables();
        for f in bits(self.flow.floats) {
            let _ = writeln!(head, "  %F{f} = alloca double");
        }
        if is_entry {
            // A call, which counts.
            let _ = writeln!(
                head,
                "{}  %over = icmp slt i64 %counted, 1\n  br i1 %over, label %out, label %in, !prof !12\nout:\n  {}\n  ret void\nin:",
                count(self.table, self.function),
                leaving(self.function),
            );
        }
        let n = if is_entry { "%counted" } else { "%n0" };
        let _ = writeln!(
            head,
            "  store ptr %e0, ptr %E\n  store ptr %h0, ptr %H\n  store i64 {n}, ptr %N"
        );
        for x in bits(given) {
            if x < PASSED {
                let _ = writeln!(head, "  store i64 %a{x}, ptr %X{x}");
            } else {
                let at = x_field(x);
                let _ = writeln!(
                    head,
                    "  %xp{x} = getelementptr i8, ptr %r, i64 {at}\n  %xv{x} = load i64, ptr %xp{x}, align 8, {REGISTERS}\n  store i64 %xv{x}, ptr %X{x}"
                );
            }
        }
        for f in bits(self.flow.live_floats[self.root - self.flow.start]) {
            let at = f_field(f);
            let _ = writeln!(
                head,
                "  %fp{f} = getelementptr i8, ptr %r, i64 {at}\n  %fv{f} = load double, ptr %fp{f}, align 8, {REGISTERS}\n  store double %fv{f}, ptr %F{f}"
            );
        }
        let _ = writeln!(head, "  br label %i{}", self.root);
        self.todo.push(Version { at: self.root, unboxed: 0, doubtful: false, behind: None });
        while let Some(version) = self.todo.pop() {
            self.block(version);
        }
        *text += &head;
        *text += &self.out;
        *text += &self.cold;
        *text += "}\n";
    }

    /// Writes from an instruction on until control goes elsewhere.
    fn block(&mut self, version: Version) {
        if !self.done.insert(version) {
            return;
        }
        let mut at = version.at;
        let function = self.file.code.function_at(at).expect("an instruction of a function");
        let end = self.file.code.functions[function as usize].end as usize;
        self.begin(&version.block('i'));
        (self.unboxed, self.roomy, self.doubtful) = (version.unboxed, 0, version.doubtful);
        self.behind = version.behind;
        loop {
            let file = self.file;
            let instr = &file.code.instrs[at];
            let (from, unboxed) = (self.out.len(), self.unboxed);
            (self.note, self.at) = (Note::default(), at);
            self.before(at, instr);
            self.note.boxed = unboxed & !self.unboxed;
            self.instruction(at, instr);
            self.note.count(&self.out[from..]);
            if !self.doubtful {
                self.notes.0.insert((at, unboxed), self.note);
            }
            self.after(at, instr);
            if self.ended {
                return;
            }
            at += 1;
            if at >= end {
                // Nothing follows the last instruction of a function.
                return self.line("unreachable");
            }
            let boundary = file.code.instrs[at].op == Op::Label;
            let known = self.done.contains(&self.version(at));
            if boundary || known || self.flow.roots.contains(&at) {
                return self.go(at);
            }
        }
    }

    /// Writes a line.
    pub fn line(&mut self, text: &str) {
        self.out += "  ";
        self.out += text;
        self.out += "\n";
    }

    /// Writes a line that gives a value; its name.
    pub fn value(&mut self, text: &str) -> String {
        self.temps += 1;
        let name = format!("%v{}", self.temps);
        self.line(&format!("{name} = {text}"));
        name
    }

    /// A new name for a block.
    pub fn name(&mut self) -> String {
        self.temps += 1;
        format!("b{}", self.temps)
    }

    /// Begins a block.
    pub fn begin(&mut self, name: &str) {
        self.out += name;
        self.out += ":\n";
        self.ended = false;
    }

    /// Goes on in one of two blocks; `likely` says in which if that is known.
    pub fn branch(&mut self, condition: &str, yes: &str, no: &str, likely: Option<bool>) {
        let weights = match likely {
            Some(true) => ", !prof !9",
            Some(false) => ", !prof !12",
            None => "",
        };
        self.line(&format!("br i1 {condition}, label %{yes}, label %{no}{weights}"));
        self.ended = true;
    }

    /// Goes to an instruction.
    pub fn go(&mut self, at: usize) {
        let block = self.block_of(at);
        self.line(&format!("br label %{block}"));
        self.ended = true;
    }

    /// The block that an instruction begins. If it belongs to another function of LLVM, or is
    /// to be reached with all registers boxed, one that goes there.
    pub fn block_of(&mut self, at: usize) -> String {
        let version = self.version(at);
        let boxed = Version { unboxed: 0, ..version };
        if self.behind.is_some() && at == self.root {
            // Not as the beginning of what is called, but as that of this function of LLVM.
            return self.block_in(at, None);
        }
        let other = at != self.root && self.flow.roots.contains(&at);
        let known = self.done.iter().chain(&self.todo);
        let known = known.filter(|v| v.unboxed != 0 && Version { unboxed: 0, ..**v } == boxed);
        let mut versions: BTreeSet<Version> = known.copied().collect();
        versions.insert(version);
        if !other && (version == boxed || versions.len() <= VERSIONS) {
            self.todo.push(version);
            return version.block('i');
        }
        let name = version.block('j');
        if self.labels.insert(version) {
            let (hot, ended) = (self.set_aside(), self.ended);
            let before = (self.unboxed, self.roomy);
            self.begin(&name);
            let live = self.live(at);
            if other {
                self.spill(live & !IN_REGISTERS);
                self.spill_floats(self.flow.live_floats[at - self.flow.start]);
                self.tail(&format!("@r{at}"), live);
            } else {
                self.roomy = 0;
                self.box_all(live);
                self.todo.push(boxed);
                self.line(&format!("br label %{}", boxed.block('i')));
            }
            (self.unboxed, self.roomy) = before;
            self.put_back(hot);
            self.ended = ended;
        }
        name
    }

    fn version(&self, at: usize) -> Version {
        let unboxed = self.unboxed & self.live(at);
        Version { at, unboxed, doubtful: self.doubtful, behind: self.behind }
    }

    /// The block of a label.
    pub fn block_of_label(&mut self, label: u32) -> String {
        self.block_of(self.label(label))
    }

    /// Jumps to native code with these X registers.
    pub fn tail(&mut self, target: &str, passed: Regs) {
        let before = (self.unboxed, std::mem::take(&mut self.roomy));
        self.box_all(passed & IN_REGISTERS);
        (self.unboxed, self.roomy) = before;
        let e = self.value("load ptr, ptr %E");
        let h = self.value("load ptr, ptr %H");
        let n = self.value("load i64, ptr %N");
        let mut text = format!(
            "musttail call preserve_nonecc void {target}(ptr %r, ptr {e}, ptr {h}, i64 {n}"
        );
        let mut xs = String::new();
        for x in 0..PASSED {
            if passed >> x & 1 != 0 {
                let v = self.value(&format!("load i64, ptr %X{x}"));
                let _ = write!(xs, ", i64 {v}");
            } else {
                xs += ", i64 poison";
            }
        }
        text += &xs;
        text += ")";
        self.line(&text);
        self.line("ret void");
        self.ended = true;
    }

    /// Address of a field of the registers.
    pub fn field(&mut self, offset: usize) -> String {
        self.value(&format!("getelementptr i8, ptr %r, i64 {offset}"))
    }

    /// Stores into a field of the registers.
    pub fn set_field(&mut self, offset: usize, kind: &str, value: &str) {
        let p = self.field(offset);
        self.line(&format!("store {kind} {value}, ptr {p}, align 8, {REGISTERS}"));
    }

    /// Loads a field of the registers.
    pub fn get_field(&mut self, offset: usize, kind: &str) -> String {
        let p = self.field(offset);
        self.value(&format!("load {kind}, ptr {p}, align 8, {REGISTERS}"))
    }

    /// Sets an X register for a call that passes it on.
    pub fn set_argument(&mut self, x: u64, value: &str) {
        match IN_REGISTERS >> x & 1 {
            0 => self.set_field(x_field(x as usize), "i64", value),
            _ => self.line(&format!("store i64 {value}, ptr %X{x}")),
        }
    }

    /// Writes X registers to memory.
    pub fn spill(&mut self, which: Regs) {
        for x in bits(which) {
            let v = match self.unboxed >> x & 1 {
                0 => self.value(&format!("load i64, ptr %X{x}")),
                _ => self.boxed(x),
            };
            self.set_field(x_field(x), "i64", &v);
        }
    }

    /// Writes floating-point registers to memory.
    fn spill_floats(&mut self, which: Regs) {
        for f in bits(which) {
            let d = self.value(&format!("load double, ptr %F{f}"));
            self.set_field(f_field(f), "double", &d);
        }
    }

    /// Reads floating-point registers from memory.
    fn reload_floats(&mut self, which: Regs) {
        for f in bits(which) {
            let d = self.get_field(f_field(f), "double");
            self.line(&format!("store double {d}, ptr %F{f}"));
        }
    }

    /// Reads X registers from memory.
    pub fn reload(&mut self, which: Regs) {
        for x in bits(which) {
            let v = self.get_field(x_field(x), "i64");
            self.line(&format!("store i64 {v}, ptr %X{x}"));
        }
    }

    /// Writes stack, heap and reductions to memory.
    pub fn save(&mut self) {
        let e = self.value("load ptr, ptr %E");
        self.set_field(offset_of!(Registers, stack), "ptr", &e);
        let h = self.value("load ptr, ptr %H");
        self.set_field(offset_of!(Registers, heap), "ptr", &h);
        let n = self.value("load i64, ptr %N");
        self.set_field(offset_of!(Registers, reductions), "i64", &n);
    }

    /// Address of a slot of the table.
    pub fn slot(&mut self, slot: Slot) -> String {
        let n = self.table.slot(slot);
        self.value(&format!("getelementptr i64, ptr @T, i64 {n}"))
    }

    /// The word in a slot that never changes.
    pub fn constant(&mut self, slot: Slot) -> String {
        let p = self.slot(slot);
        self.value(&format!("load i64, ptr {p}, align 8, {TABLE}, !invariant.load !11"))
    }

    /// The instruction that a label stands before.
    pub fn label(&self, label: u32) -> usize {
        self.file.code.label(label).expect("a label")
    }

    /// Whether an instruction begins another function of LLVM.
    pub fn crosses(&self, at: usize) -> bool {
        at != self.root && self.flow.roots.contains(&at)
    }

    /// Leaves native code for the interpreter, which goes on at an instruction.
    pub fn leave_at(&mut self, at: usize) {
        self.clean(at);
        let live = self.live(at);
        self.spill(live);
        let pc = self.constant(Slot::Pc(at as u32));
        self.exit(exit::GO, "i64", &pc);
    }

    /// Leaves native code, with what is live in memory.
    pub fn exit(&mut self, how: u64, kind: &str, pc: &str) {
        self.save();
        self.set_field(offset_of!(Registers, pc), kind, pc);
        self.set_field(offset_of!(Registers, exit), "i64", &how.to_string());
        self.line("ret void");
        self.ended = true;
    }

    /// Calls a helper that may change stack, heap and reductions, with all three and these words;
    /// the value is the helper's result. Live registers are in memory.
    fn hand_over(&mut self, helper: usize, words: &[&str]) -> String {
        let f = self.get_field(helper, "ptr");
        let e = self.value("load ptr, ptr %E");
        let h = self.value("load ptr, ptr %H");
        let n = self.value("load i64, ptr %N");
        let words: String = words.iter().map(|w| format!(", i64 {w}")).collect();
        self.value(&format!("call i64 {f}(ptr %r, ptr {e}, ptr {h}, i64 {n}{words}) #0"))
    }

    /// The same, with the place of an instruction. Native code is left if the helper gives nothing.
    pub fn hand_over_at(&mut self, helper: usize, at: usize) -> String {
        let pc = self.constant(Slot::Pc(at as u32));
        let given = self.hand_over(helper, &[&pc]);
        let none = self.is(&given, NOT_FOUND);
        let (left, on) = (self.name(), self.name());
        self.branch(&none, &left, &on, Some(false));
        self.begin(&left);
        self.line("ret void");
        self.begin(&on);
        self.back();
        given
    }

    /// Has the interpreter execute an instruction. Afterwards, in a new block, native code goes on
    /// behind it; or at the labels that it may jump to.
    pub fn step(&mut self, at: usize) {
        self.note.interpreted = true;
        self.clean(at);
        let instr = &self.file.code.instrs[at];
        let after = if instr.op.falls_through() { self.live(at + 1) } else { 0 };
        let mut back = after;
        let targets: BTreeSet<usize> =
            flow::labels(instr).iter().filter_map(|&l| self.file.code.label(l)).collect();
        for &t in &targets {
            back |= self.live(t);
        }
        let live = self.live(at);
        self.spill(live | back & !flow::defines(instr));
        // An unboxed value would need a place on the native stack, too, but is boxed in its X
        // register. It is taken out of its box only where it is known to be there: behind a
        // failure, the registers hold something else.
        let unboxed = self.unboxed & back & !flow::touches(instr);
        let floats = &self.flow.live_floats[at - self.flow.start..];
        let (floats, floats_back) = (floats[0], floats[0] | floats[1]);
        self.spill_floats(floats);
        let from = self.constant(Slot::Pc(at as u32));
        let until = self.constant(Slot::Pc(at as u32 + 1));
        let to = self.hand_over(offset_of!(Registers, step), &[&from, &until]);
        self.back();
        self.reload(back);
        self.reload_floats(floats_back);
        // Loaded once more: to keep it would need a place on the native stack.
        let until = self.slot(Slot::Pc(at as u32 + 1));
        let until = self.value(&format!("load i64, ptr {until}, align 8, {TABLE}"));
        let next = self.name();
        let other = self.name();
        if instr.op.falls_through() {
            let here = self.value(&format!("icmp eq i64 {to}, {until}"));
            self.branch(&here, &next, &other, Some(true));
            self.begin(&other);
        }
        for t in targets {
            let pc = self.constant(Slot::Pc(t as u32));
            let there = self.value(&format!("icmp eq i64 {to}, {pc}"));
            let (yes, not) = (self.name(), self.name());
            self.branch(&there, &yes, &not, None);
            self.begin(&yes);
            self.unbox(unboxed & self.live(t));
            self.go(t);
            self.begin(&not);
        }
        self.line("ret void");
        self.ended = true;
        if instr.op.falls_through() {
            self.begin(&next);
            self.unbox(unboxed & after);
        }
    }

    /// Collects before an instruction that says what is live, and needs so many words.
    pub fn collect(&mut self, at: usize, words: u64) {
        self.clean(at);
        let instr = &self.file.code.instrs[at];
        let said = flow::first(flow::live_of(instr));
        // A built-in of guards may have operands behind what is live when it is done.
        let operands = flow::reads(instr) & !said;
        let count = 64 - u64::from((said | operands).leading_zeros());
        for x in bits(flow::first(count) & !said & !operands) {
            self.set_field(x_field(x), "i64", &Term::NIL.word().to_string());
        }
        let live = self.live(at) & (said | operands);
        let floats = self.flow.live_floats[at - self.flow.start];
        self.spill(live);
        self.spill_floats(floats);
        let pc = self.constant(Slot::Pc(at as u32));
        let how = (count | words << 16).to_string();
        self.hand_over(offset_of!(Registers, collect), &[&pc, &how]);
        self.back();
        self.reload(live);
        self.reload_floats(floats);
        self.unbox(self.unboxed & live);
    }

    /// Begins an instruction that may begin anew when the heap has been collected: the block at
    /// which it does. It is to be called before the instruction reads anything.
    pub fn anew(&mut self) -> String {
        let again = self.name();
        self.line(&format!("br label %{again}"));
        self.begin(&again);
        again
    }

    /// Does in the interpreter what is rarely needed: if the condition holds, the instruction is
    /// executed there, and this block ends; otherwise native code goes on in a new block.
    /// `fast` writes what native code does itself.
    pub fn unless(&mut self, condition: &str, at: usize, fast: impl FnOnce(&mut Self)) {
        let (slow, quick, join) = (self.name(), self.name(), self.name());
        self.branch(condition, &slow, &quick, Some(false));
        self.aside(&slow, &join, at);
        self.begin(&quick);
        fast(self);
        if !self.ended {
            self.line(&format!("br label %{join}"));
        }
        self.begin(&join);
    }

    /// Writes, behind the rest, a block that has the interpreter execute an instruction, and then
    /// joins native code.
    pub fn aside(&mut self, name: &str, join: &str, at: usize) {
        self.aside_after(name, join, at, |_| {});
    }

    /// The same, after something else.
    pub fn aside_after(
        &mut self,
        name: &str,
        join: &str,
        at: usize,
        before: impl FnOnce(&mut Self),
    ) {
        let hot = self.set_aside();
        self.begin(name);
        before(self);
        let always = self.note.interpreted;
        self.step(at);
        (self.note.interpreted, self.note.fallback) = (always, true);
        if !self.ended {
            self.line(&format!("br label %{join}"));
        }
        self.put_back(hot);
    }

    /// Writes a block of what is rare behind the rest.
    pub fn rare(&mut self, name: &str, write: impl FnOnce(&mut Self)) {
        let (hot, ended) = (self.set_aside(), self.ended);
        self.begin(name);
        write(self);
        self.put_back(hot);
        self.ended = ended;
    }

    /// From here on what is written is put behind the rest.
    fn set_aside(&mut self) -> String {
        std::mem::take(&mut self.out)
    }

    /// Ends that.
    fn put_back(&mut self, hot: String) {
        self.cold += &std::mem::replace(&mut self.out, hot);
    }

    /// Moves the stack pointer by so many words.
    pub fn move_stack(&mut self, words: i64) {
        let e = self.value("load ptr, ptr %E");
        let e = self.value(&format!("getelementptr i64, ptr {e}, i64 {words}"));
        self.line(&format!("store ptr {e}, ptr %E"));
    }

    /// Gives the frame control words that are terms, if nobody has called from it before this
    /// instruction. To be done before anybody else looks at the stack.
    pub fn clean(&mut self, at: usize) {
        if self.flow.stale[at - self.flow.start] {
            self.fill_frame(0, CONTROL_WORDS as u64, 0);
        }
    }

    /// Stores a word into so many slots of the frame from one on.
    pub fn fill_frame(&mut self, first: u64, count: u64, word: Word) {
        let e = self.value("load ptr, ptr %E");
        for i in first..first + count {
            let p = self.value(&format!("getelementptr i64, ptr {e}, i64 {i}"));
            self.line(&format!("store i64 {word}, ptr {p}, align 8, {STACK}"));
        }
    }
}

/// For how many sets of unboxed registers an instruction has versions.
const VERSIONS: usize = 2;

/// From an instruction on, code for what is unboxed there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    at: usize,
    unboxed: Regs,
    doubtful: bool,
    /// As in [`Body::behind`].
    behind: Option<usize>,
}

impl Version {
    fn block(self, kind: char) -> String {
        let Version { at, unboxed, doubtful, behind } = self;
        let unboxed = if unboxed == 0 { String::new() } else { format!("u{unboxed:x}") };
        let doubtful = if doubtful { "d" } else { "" };
        let behind = behind.map_or_else(String::new, |at| format!("b{at}"));
        format!("{kind}{at}{unboxed}{doubtful}{behind}")
    }
}

/// Where a floating-point register is in memory.
fn f_field(f: usize) -> usize {
    offset_of!(Registers, f) + 8 * f
}

/// Where an X register is in memory.
fn x_field(x: usize) -> usize {
    offset_of!(Registers, x) + 8 * x
}
