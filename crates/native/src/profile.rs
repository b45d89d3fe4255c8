//! What has been counted of a module: which way tests went, and arithmetic that had floats only.

use crate::flow::{self, Regs, number};
use crate::ir::Body;
use crate::unboxed::Shape;
use beamfile::{Arg, BeamFile, Instr, Op};
use native_abi::profile::{FLOAT, Profile, What};
use std::collections::HashMap;
use std::fmt::Write;

/// The first number of what says how often branches were taken, behind those of all modules.
const FIRST: usize = 100;

/// What has been counted, and what the text says of it.
pub struct Weights {
    profile: Option<Profile>,
    known: HashMap<(u32, u32), usize>,
    text: String,
}

impl Weights {
    /// Of a profile.
    pub fn new(profile: Option<&Profile>) -> Weights {
        Weights { profile: profile.cloned(), known: HashMap::new(), text: String::new() }
    }

    /// The lines that the branches refer to.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The profile.
    pub fn profile(&self) -> Option<&Profile> {
        self.profile.as_ref()
    }

    /// What a branch has that goes on behind a test or to its label; nothing if it is not known.
    fn of(&mut self, at: usize) -> String {
        let Some(profile) = &self.profile else { return String::new() };
        let reached = profile.count(at, What::Reached);
        if reached == 0 {
            return String::new();
        }
        // Emulators count while others go on: one number may be behind the other.
        let passed = profile.count(at, What::Passed).min(reached);
        let shift = (64 - reached.leading_zeros()).saturating_sub(24);
        let scaled = |n: u64| (n >> shift) as u32 + 1;
        let pair = (scaled(passed), scaled(reached - passed));
        let next = FIRST + self.known.len();
        let n = *self.known.entry(pair).or_insert_with(|| {
            let (yes, no) = pair;
            let _ = writeln!(self.text, "!{next} = !{{!\"branch_weights\", i32 {yes}, i32 {no}}}");
            next
        });
        format!(", !prof !{n}")
    }
}

/// What is done, with what, and the X register that the result goes to.
type Operation<'a> = (&'static str, &'a Arg, &'a Arg, usize);

fn only_floats(profile: Option<&Profile>, at: usize) -> bool {
    profile.is_some_and(|p| p.count(at, What::Kinds) == FLOAT | FLOAT << 3)
}

/// The operation of an instruction that had only floats, what it is of, and the register that its
/// result goes to.
fn float_operation<'a>(
    file: &BeamFile,
    profile: Option<&Profile>,
    at: usize,
    i: &'a Instr,
) -> Option<Operation<'a>> {
    let (Op::GcBif2, [Arg::F(0), _, import, x, y, dst]) = (i.op, i.args()) else { return None };
    if !only_floats(profile, at) || flow::bit(dst) == 0 {
        return None;
    }
    let import = file.imports[number(import) as usize];
    let op = match (file.atom(import.module), file.atom(import.function)) {
        ("erlang", "+") => "fadd",
        ("erlang", "-") => "fsub",
        ("erlang", "*") => "fmul",
        ("erlang", "/") => "fdiv",
        _ => return None,
    };
    Some((op, x, y, flow::bit(dst).trailing_zeros() as usize))
}

/// The X registers that instructions leave floats in, by what has been counted.
pub fn floats_made(
    file: &BeamFile,
    instrs: &[Instr],
    start: usize,
    profile: Option<&Profile>,
) -> Regs {
    let made = |(at, i)| float_operation(file, profile, at, i).map_or(0, |o| 1 << o.3);
    (start..).zip(instrs).map(made).fold(0, |all, x: Regs| all | x)
}

impl Body<'_> {
    /// As [`Body::branch`], for the two ways of the test that is being written.
    pub(crate) fn branch_as_counted(&mut self, condition: &str, yes: &str, no: &str) {
        let weights = self.weights.of(self.at);
        self.line(&format!("br i1 {condition}, label %{yes}, label %{no}{weights}"));
        self.ended = true;
    }

    /// Whether an instruction had only floats.
    pub(crate) fn had_floats(&self, at: usize) -> bool {
        only_floats(self.weights.profile(), at)
    }

    /// The register in which an instruction that had only floats leaves one unboxed.
    pub(crate) fn makes_float(&self, at: usize, i: &Instr) -> Regs {
        let made = float_operation(self.file, self.weights.profile(), at, i);
        match made {
            Some((.., x))
                if self.shapes().shape(x) == Some(Shape::Float) && !self.handler_follows(at) =>
            {
                1 << x
            }
            _ => 0,
        }
    }

    /// Writes such an instruction. If its operands are no floats this time, or the result is none,
    /// the interpreter executes it, and what follows takes its result as it is.
    pub(crate) fn counted_float(&mut self, at: usize, i: &Instr) -> bool {
        if self.makes_float(at, i) == 0 {
            return false;
        }
        let of = float_operation(self.file, self.weights.profile(), at, i);
        let Some((op, x, y, to)) = of else { return false };
        let slow = self.name();
        let (d, f) = (self.checked_float(x, &slow), self.checked_float(y, &slow));
        let d = self.value(&format!("{op} double {d}, {f}"));
        let infinite = self.is_infinite(&d);
        let finite = self.name();
        self.branch(&infinite, &slow, &finite, Some(false));
        self.begin(&finite);
        self.line(&format!("store double {d}, ptr %D{to}"));
        let (always, before) = (self.note.interpreted, (self.unboxed, self.roomy));
        self.rare(&slow, |b| {
            b.step(at);
            (b.unboxed, b.roomy) = (b.unboxed & !flow::touches(i), 0);
            b.go(at + 1);
        });
        (self.unboxed, self.roomy) = before;
        (self.note.interpreted, self.note.fallback) = (always, true);
        true
    }

    /// Compares what has always been floats; goes on, in a new block, with what is none this time:
    /// the two terms.
    pub(crate) fn counted_comparison(
        &mut self,
        (x, y): (&Arg, &Arg),
        ordered: &str,
        (yes, no): (&str, &str),
    ) -> (String, String) {
        let other = self.name();
        let (d, f) = (self.checked_float(x, &other), self.checked_float(y, &other));
        let holds = self.value(&format!("fcmp {ordered} double {d}, {f}"));
        self.branch_as_counted(&holds, yes, no);
        self.begin(&other);
        // The room for boxes is there once, for the other way.
        let roomy = std::mem::take(&mut self.roomy);
        let terms = (self.term_of(x), self.term_of(y));
        self.roomy = roomy;
        terms
    }

    fn term_of(&mut self, a: &Arg) -> String {
        match flow::bit(a) & self.unboxed {
            0 => self.source(a),
            x => self.boxed(x.trailing_zeros() as usize),
        }
    }
}
