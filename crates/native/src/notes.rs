//! Notes on how each instruction was translated: for `maser native show`, and for the list of
//! instructions that the base tier still executes.

use crate::flow::Regs;
use beamfile::{BeamFile, Instr, Op};
use native_abi::stays::{Stays, Why};
use std::collections::BTreeMap;

/// A note on the code for an instruction, reached with some registers unboxed.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Note {
    /// Branches in what native code does itself: what is still tested of operands and results.
    pub branches: usize,
    /// The registers that it has boxed before.
    pub boxed: Regs,
    /// The interpreter executes it where the operands are not the usual ones.
    pub fallback: bool,
    /// The interpreter executes it always.
    pub interpreted: bool,
}

impl Note {
    /// Counts the branches in the text of an instruction.
    pub(crate) fn count(&mut self, text: &str) {
        self.branches = text.matches("br i1 ").count();
    }
}

/// The notes of a module, by the index of the instruction and what is unboxed before it.
#[derive(Default)]
pub struct Notes(pub BTreeMap<(usize, Regs), Note>);

impl Notes {
    /// The functions and instructions of a module that native code leaves to the base tier.
    pub fn stays(&self, file: &BeamFile) -> Vec<Stays> {
        let mut counts: BTreeMap<(u32, u8, Why), u32> = BTreeMap::new();
        let mut last = None;
        for (&(at, _), note) in &self.0 {
            let instr = &file.code.instrs[at];
            let why = why(file, instr);
            let always = why.filter(|w| !w.is_missing());
            let Some(why) = always.or(why.filter(|_| note.interpreted)) else { continue };
            if last != Some(at) {
                let function = file.code.function_at(at).expect("an instruction of a function");
                *counts.entry((function, instr.op as u8, why)).or_default() += 1;
                last = Some(at);
            }
        }
        let stays = |((function, op, why), count)| Stays { function, op, why, count };
        counts.into_iter().map(stays).collect()
    }
}

/// Why an instruction is the interpreter's, if it is.
pub fn why(file: &BeamFile, i: &Instr) -> Option<Why> {
    Some(match i.op {
        // Running the head of a function says that no clause fits.
        Op::FuncInfo
        | Op::Badmatch
        | Op::IfEnd
        | Op::CaseEnd
        | Op::TryCaseEnd
        | Op::Badrecord
        | Op::Raise
        | Op::RawRaise => Why::Raises,
        Op::CallExtOnly | Op::CallExtLast => {
            let import = file.imports[crate::flow::number(&i.args()[1]) as usize];
            let names = (file.atom(import.module), file.atom(import.function));
            return (names == ("erlang", "apply")).then_some(Why::Applies);
        }
        Op::SelectVal
        | Op::UpdateRecord
        | Op::PutRecord
        | Op::GetRecordElements
        | Op::GetRecordField
        | Op::IsFunction2
        | Op::Bif2
        | Op::BsGetInteger2
        | Op::BsGetFloat2
        | Op::BsGetBinary2
        | Op::BsSkipBits2
        | Op::BsMatchString
        | Op::BsCreateBin => Why::Operands,
        _ => Why::NotTranslated,
    })
}
