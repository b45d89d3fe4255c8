//! Writes code by the counts of a module: which way tests went, which arithmetic had floats only.

use crate::flow::counted::{float_operation, only_floats};
use crate::flow::unboxed::Shape;
use crate::flow::{self, Regs};
use crate::ir::Body;
use beamfile::{Arg, Instr};
use native_abi::profile::{Profile, What};
use std::collections::HashMap;
use std::fmt::Write;

/// The first number of what says how often branches were taken, behind those of all modules.
const FIRST: usize = 100;

/// The counts, and the text of the weights made from them.
pub struct Weights {
    profile: Option<Profile>,
    known: HashMap<Vec<u32>, usize>,
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

    /// The weights of a branch that goes on behind a test or to its label; nothing if they are not
    /// known.
    fn of(&mut self, at: usize) -> String {
        let Some(profile) = &self.profile else { return String::new() };
        let reached = profile.count(at, What::Reached);
        if reached == 0 {
            return String::new();
        }
        // Emulators count while others go on: one number may be behind the other.
        let passed = profile.count(at, What::Passed).min(reached);
        self.among(&[passed, reached - passed])
    }

    /// How often a label has been reached, from wherever that was.
    fn label(&self, at: usize) -> u64 {
        self.profile.as_ref().map_or(0, |p| p.count(at, What::Reached))
    }

    /// The weights of a branch whose ways were taken so often; nothing if none was taken.
    fn among(&mut self, counts: &[u64]) -> String {
        let most = counts.iter().copied().max().unwrap_or(0);
        if most == 0 {
            return String::new();
        }
        let shift = (64 - most.leading_zeros()).saturating_sub(24);
        let scaled: Vec<u32> = counts.iter().map(|n| (n >> shift) as u32 + 1).collect();
        let next = FIRST + self.known.len();
        let n = *self.known.entry(scaled).or_insert_with_key(|scaled| {
            let all = scaled.iter().map(|n| format!(", i32 {n}")).collect::<String>();
            let _ = writeln!(self.text, "!{next} = !{{!\"branch_weights\"{all}}}");
            next
        });
        format!(", !prof !{n}")
    }
}

impl Body<'_> {
    /// As [`Body::branch`], for the two ways of the test that is being written.
    pub(crate) fn branch_as_counted(&mut self, condition: &str, yes: &str, no: &str) {
        let weights = self.weights.of(self.at);
        self.line(&format!("br i1 {condition}, label %{yes}, label %{no}{weights}"));
        self.ended = true;
    }

    /// How often the code at a label was executed.
    pub(crate) fn times(&self, label: u32) -> u64 {
        self.weights.label(self.label(label))
    }

    /// The weights of a switch to these labels, of which the first is the one for all others. The
    /// counts of a label include the times that it was reached in another way.
    pub(crate) fn weights_of(&mut self, labels: impl Iterator<Item = u32>) -> String {
        let counts: Vec<u64> = labels.map(|l| self.times(l)).collect();
        self.weights.among(&counts)
    }

    /// Whether an instruction had only floats.
    pub(crate) fn had_floats(&self, at: usize) -> bool {
        !self.doubtful && only_floats(self.weights.profile(), at)
    }

    /// The register in which an instruction that had only floats leaves one unboxed.
    pub(crate) fn makes_float(&self, at: usize, i: &Instr) -> Regs {
        let made = float_operation(self.file, self.weights.profile(), at, i);
        match made {
            Some((.., x))
                if self.shapes().shape(x) == Some(Shape::Float)
                    && !self.doubtful
                    && !self.handler_follows(at) =>
            {
                1 << x
            }
            _ => 0,
        }
    }

    /// Writes such an instruction. If its operands are no floats this time, or the result is none,
    /// everything is boxed, and until the function calls itself or another there is code as it
    /// is without a profile: one such version of it, however many instructions lead there.
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
            b.box_all(b.live(at));
            (b.unboxed, b.roomy, b.doubtful) = (0, 0, true);
            b.step(at);
            b.go(at + 1);
        });
        (self.unboxed, self.roomy, self.doubtful) = (before.0, before.1, false);
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
