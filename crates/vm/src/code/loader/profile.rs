//! Instructions that count, in the code of modules that are loaded to be counted.

use super::{Load, Loader};
use crate::code::native::{Mode, profile::Counted};
use crate::code::ops::Op as I;
use beamfile::{Arg, BeamFile, Instr, Op};
use native_abi::profile::What;
use std::collections::HashMap;
use std::sync::Arc;

/// A module's counters, and their places.
pub(super) struct Counters {
    counted: Arc<Counted>,
    by_place: HashMap<(usize, What), usize>,
}

impl Counters {
    /// The counters of a file, if it is to be counted.
    pub(super) fn of(file: &BeamFile) -> Option<Counters> {
        if Mode::now() != Mode::Profile {
            return None;
        }
        let mut places = Vec::new();
        for (at, i) in (0..).zip(&file.code.instrs) {
            if i.op == Op::Label || is_conditional(i) {
                places.push((at, What::Reached));
            }
            if is_conditional(i) {
                places.push((at, What::Passed));
            }
            if operands(file, i).is_some() {
                places.push((at, What::Kinds));
            }
        }
        let by_place = places.iter().zip(0..).map(|(&(at, what), n)| ((at as usize, what), n));
        let by_place = by_place.collect();
        Some(Counters { counted: Counted::new(&file.module, file.md5, places), by_place })
    }

    fn address(&self, at: usize, what: What) -> Option<u64> {
        self.by_place.get(&(at, what)).map(|&n| self.counted.address(n))
    }
}

/// Whether an instruction goes on behind itself or to its label.
fn is_conditional(i: &Instr) -> bool {
    let waits = matches!(i.op, Op::Wait | Op::WaitTimeout | Op::RecvMark | Op::RecvSet);
    !waits && i.op.falls_through() && matches!(i.args().first(), Some(Arg::F(1..)))
}

/// The two operands whose kinds matter.
fn operands<'a>(file: &BeamFile, i: &'a Instr) -> Option<[&'a Arg; 2]> {
    match (i.op, i.args()) {
        (Op::IsLt | Op::IsGe | Op::IsEq | Op::IsNe, [_, x, y]) => Some([x, y]),
        (Op::GcBif2, [_, _, Arg::U(import), x, y, _]) => {
            let import = file.imports.get(*import as usize)?;
            let arithmetic = matches!(file.atom(import.function), "+" | "-" | "*" | "/");
            (arithmetic && file.atom(import.module) == "erlang").then_some([x, y])
        }
        _ => None,
    }
}

/// Whether a label is that of a receive that looks at no messages. `wait_timeout` goes on with
/// itself there, and knows by that that its limit may be gone from its register: nothing may stand
/// between.
fn waits_at(file: &BeamFile, at: usize) -> bool {
    let behind = file.code.instrs[at..].iter();
    behind.map(|i| i.op).find(|op| !matches!(op, Op::Label | Op::Line)) == Some(Op::WaitTimeout)
}

impl Loader<'_> {
    /// Counts what is known before an instruction of the file. Gives whether the instruction has to
    /// stand alone.
    pub(super) fn count_before(&mut self, at: usize) -> Load<bool> {
        let Some(counters) = &self.counters else { return Ok(false) };
        let file = self.file;
        let instr = &file.code.instrs[at];
        let kinds = counters.address(at, What::Kinds);
        let reached = counters.address(at, What::Reached);
        if let (Some(address), Some([x, y])) = (kinds, operands(file, instr)) {
            let ops = [self.operand(x, instr.op)?, self.operand(y, instr.op)?];
            self.put(I::Kinds, &ops, &[address], None);
        }
        match reached {
            Some(address) if instr.op != Op::Label => {
                self.e.emit(I::Count, 0, 0, 0, &[address]);
                Ok(true)
            }
            // Of labels that lie together the first is counted.
            Some(address) if waits_at(file, at) => {
                if file.code.instrs[at - 1].op != Op::Label {
                    self.e.emit(I::Count, 0, 0, 0, &[address]);
                }
                Ok(false)
            }
            _ => Ok(false),
        }
    }

    /// Counts what is known behind it: that a label has been reached, a test passed.
    pub(super) fn count_after(&mut self, at: usize) {
        let Some(counters) = &self.counters else { return };
        let is_label = self.file.code.instrs[at].op == Op::Label;
        if is_label && waits_at(self.file, at) {
            return;
        }
        let what = if is_label { What::Reached } else { What::Passed };
        if let Some(address) = counters.address(at, what) {
            self.e.emit(I::Count, 0, 0, 0, &[address]);
        }
    }
}
