//! Calls of what the emulator has built in.

use crate::flow::{self, number};
use crate::ir::{Body, HEAP, TABLE};
use crate::operands::known;
use beamfile::{Arg, BeamFile, Instr, Op};
use native_abi::Registers;
use native_abi::image::Slot;
use std::mem::offset_of;
use term::code::FunEntry;
use term::word::*;

/// Whether a call of an import is best left to the interpreter: see
/// [`native_abi::built_in::is_built_in`].
pub fn is_built_in(file: &BeamFile, import: u32) -> bool {
    let i = file.imports[import as usize];
    native_abi::built_in::is_built_in(file.atom(i.module), file.atom(i.function), i.arity)
}

impl Body<'_> {
    /// Calls a built-in with the arguments in X registers. The emulator does everything other than
    /// giving a value: native code is left then.
    pub(crate) fn call_built_in(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let done = self.name();
        if self.calls(i, "setelement", 3) {
            self.changed_tuple(i, &done);
        } else if self.calls(i, "phash2", 1) {
            self.hashed(i, &done);
        }
        self.clean(at);
        self.spill(flow::first(number(&a[0])));
        let v = self.hand_over_at(offset_of!(Registers, call_bif), at);
        self.set(&Arg::X(0), &v);
        self.line(&format!("br label %{done}"));
        self.begin(&done);
        match i.op {
            Op::CallExt => {}
            Op::CallExtLast => self.go_back(Some(number(&a[2]))),
            _ => self.go_back(None),
        }
    }

    /// Whether an instruction calls this function of `erlang`.
    fn calls(&self, i: &Instr, function: &str, arity: u32) -> bool {
        let import = self.file.imports[number(&i.args()[1]) as usize];
        self.file.atom(import.module) == "erlang"
            && self.file.atom(import.function) == function
            && import.arity == arity
    }

    /// `setelement/3`, where there is room on the heap: goes to `done` then, with the tuple in X0,
    /// and goes on in a new block if not.
    fn changed_tuple(&mut self, i: &Instr, done: &str) {
        let slow = self.name();
        let [n, tuple, value] = [0, 1, 2].map(|x| self.source(&Arg::X(x)));
        self.unless_usual(i, &slow);
        let head = self.header_or_zero(&tuple);
        let (index, wrong) = self.no_place(&n, &head);
        self.go_if(&wrong, &slow);
        let made = self.changed(&tuple, &head, (&index, &value), &slow);
        self.set(&Arg::X(0), &made);
        self.line(&format!("br label %{done}"));
        self.begin(&slow);
    }

    /// `phash2/1`, likewise.
    fn hashed(&mut self, i: &Instr, done: &str) {
        let slow = self.name();
        let v = self.source(&Arg::X(0));
        self.unless_usual(i, &slow);
        let f = self.get_field(offset_of!(Registers, phash2), "ptr");
        let hash = self.value(&format!("call preserve_mostcc i64 {f}(i64 {v}) #0"));
        let none = self.is(&hash, native_abi::NOT_FOUND);
        self.go_if(&none, &slow);
        self.set(&Arg::X(0), &hash);
        self.line(&format!("br label %{done}"));
        self.begin(&slow);
    }

    /// Goes to a block if the built-in that is called is not to be called as usual.
    fn unless_usual(&mut self, i: &Instr, other: &str) {
        let bif = self.constant(Slot::Bif(number(&i.args()[1]) as u32));
        let bif = self.value(&format!("inttoptr i64 {bif} to ptr"));
        let kind = self.value(&format!("load i8, ptr {bif}, {TABLE}"));
        let traced = self.value(&format!("icmp ugt i8 {kind}, {}", native_abi::USUAL_BIF));
        self.go_if(&traced, other);
    }

    /// The number of an element, and whether it is none of the object with this header: because it
    /// is no small integer, or the object is smaller, or no tuple.
    fn no_place(&mut self, n: &str, head: &str) -> (String, String) {
        let low = self.and(head, 0xff);
        let other = self.value(&format!("icmp ne i64 {low}, {}", header(Kind::Tuple, 0)));
        let size = self.value(&format!("lshr i64 {head}, 8"));
        // With its lowest bit at the top, what is no small integer is too large.
        let index = self.value(&format!("call i64 @llvm.fshl.i64(i64 {n}, i64 {n}, i64 63)"));
        let before = self.value(&format!("sub i64 {index}, 1"));
        let beyond = self.value(&format!("icmp uge i64 {before}, {size}"));
        (index, self.value(&format!("or i1 {other}, {beyond}")))
    }

    /// `element/2` with a number that is not known.
    pub(crate) fn some_element(&mut self, at: usize, n: &Arg, tuple: &Arg, dst: &Arg) {
        let (n, v) = (self.source(n), self.source(tuple));
        let head = self.header_or_zero(&v);
        let (index, wrong) = self.no_place(&n, &head);
        self.unless(&wrong, at, |b| {
            let p = b.word_at(&v, &index, 0);
            let element = b.value(&format!("load i64, ptr {p}, align 8, {HEAP}"));
            b.set(dst, &element);
        });
    }

    /// Takes stack, heap and reductions as a call has left them.
    pub(crate) fn back(&mut self) {
        let e = self.get_field(offset_of!(Registers, stack), "ptr");
        self.line(&format!("store ptr {e}, ptr %E"));
        let h = self.get_field(offset_of!(Registers, heap), "ptr");
        self.line(&format!("store ptr {h}, ptr %H"));
        let n = self.get_field(offset_of!(Registers, reductions), "i64");
        self.line(&format!("store i64 {n}, ptr %N"));
    }

    /// The size of a bit string or map in a usual form.
    pub(crate) fn size(&mut self, at: usize, i: &Instr, name: &str, x: &Arg, dst: &Arg) {
        let v = self.source(x);
        let head = self.header_or_zero(&v);
        let kind = self.and(&head, 0xff);
        let join = self.name();
        if name == "map_size" {
            let flat = self.is(&kind, header(Kind::FlatMap, 0));
            let (yes, no) = (self.name(), self.name());
            self.branch(&flat, &yes, &no, Some(true));
            self.begin(&yes);
            let n = self.value(&format!("lshr i64 {head}, 8"));
            let n = self.value(&format!("sub i64 {n}, 1"));
            let n = self.value(&format!("shl i64 {n}, 1"));
            self.set(dst, &n);
            self.line(&format!("br label %{join}"));
            self.begin(&no);
        } else {
            let (whole, part, sub, other) = (self.name(), self.name(), self.name(), self.name());
            let near = self.is(&kind, header(Kind::HeapBin, 0));
            let far = self.is(&kind, header(Kind::RefcBin, 0));
            let is_whole = self.value(&format!("or i1 {near}, {far}"));
            self.branch(&is_whole, &whole, &part, None);
            self.begin(&whole);
            let mut n = self.element(&v, TAG_BOXED, 1);
            if name == "bit_size" {
                n = self.value(&format!("shl i64 {n}, 3"));
            }
            self.set(dst, &n);
            self.line(&format!("br label %{join}"));
            self.begin(&part);
            let is_sub = self.is(&kind, header(Kind::SubBits, 0));
            self.branch(&is_sub, &sub, &other, None);
            self.begin(&sub);
            let mut n = self.element(&v, TAG_BOXED, 3);
            if name == "byte_size" {
                n = self.value(&format!("add i64 {n}, {}", small(7)));
                n = self.value(&format!("lshr i64 {n}, 3"));
                n = self.and(&n, !1);
            }
            self.set(dst, &n);
            self.line(&format!("br label %{join}"));
            self.begin(&other);
        }
        self.call_bif(at, i);
        self.line(&format!("br label %{join}"));
        self.begin(&join);
    }

    /// Writes a test for a fun of some arity. The interpreter tests everything that is no usual
    /// fun.
    pub(crate) fn is_function(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let Some(arity) = known(&a[2]).map(|w| w >> 1).filter(|&n| n < 256) else {
            return self.step(at);
        };
        let v = self.source(&a[1]);
        let head = self.header_or_zero(&v);
        let kind = self.and(&head, 0xff);
        let other = self.value(&format!("icmp ne i64 {kind}, {}", header(Kind::Fun, 0)));
        self.unless(&other, at, |b| {
            let entry = b.element(&v, TAG_BOXED, 1);
            let entry = b.value(&format!("inttoptr i64 {entry} to ptr"));
            let p = b.value(&format!("getelementptr i8, ptr {entry}, i64 {}", FunEntry::ARITY));
            let takes = b.value(&format!("load i8, ptr {p}, {TABLE}"));
            let fits = b.value(&format!("icmp eq i8 {takes}, {}", arity as u8 as i8));
            b.test(&fits, &a[0]);
        });
    }

    /// Before a call of `min/2` or `max/2`, which are functions like others: what they give for
    /// small integers. Not if they have breakpoints.
    pub(crate) fn least(&mut self, at: usize, i: &Instr, code: &str) {
        let a = i.args();
        let import = self.file.imports[number(&a[1]) as usize];
        let how = match (self.file.atom(import.module), self.file.atom(import.function)) {
            ("erlang", "min") if import.arity == 2 => "sle",
            ("erlang", "max") if import.arity == 2 => "sge",
            _ => return,
        };
        let broken = self.begins_with(code, native_abi::BREAKPOINT);
        let usual = self.value(&format!("xor i1 {broken}, true"));
        let (x, y) = (Arg::X(0), Arg::X(1));
        let (u, v) = (self.source(&x), self.source(&y));
        let small = self.both_small((&u, &x), (&v, &y));
        let quick = self.value(&format!("and i1 {usual}, {small}"));
        let (fast, slow) = (self.name(), self.name());
        self.branch(&quick, &fast, &slow, Some(true));
        self.begin(&fast);
        let first = self.value(&format!("icmp {how} i64 {u}, {v}"));
        let w = self.value(&format!("select i1 {first}, i64 {u}, i64 {v}"));
        self.set(&x, &w);
        match i.op {
            Op::CallExt => {
                // As after a call.
                self.clean(at);
                self.go(at + 1);
            }
            Op::CallExtLast => self.go_back(Some(number(&a[2]))),
            _ => self.go_back(None),
        }
        self.begin(&slow);
    }
}
