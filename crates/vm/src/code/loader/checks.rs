//! Tests of what instructions take for granted and what is not known for certain: see
//! [`beamfile::Check`].

use super::{Load, Loader};
use crate::code::ops::{Needed, Op as I};
use beamfile::{BeamFile, Check, Need};

/// The instruction that the test of this number is for; the end of the code if there is no such.
pub(super) fn instruction_of(file: &BeamFile, check: usize) -> usize {
    file.code.checks.get(check).map_or(file.code.instrs.len(), |c| c.at as usize)
}

impl Loader<'_> {
    /// Emits the tests that have to be made before an instruction of the file.
    #[inline]
    pub(super) fn check_before(&mut self, at: usize) -> Load<()> {
        match at < self.checked_at {
            true => Ok(()),
            false => self.checks_until(at),
        }
    }

    #[cold]
    fn checks_until(&mut self, at: usize) -> Load<()> {
        while self.checked_at <= at
            && let Some(&check) = self.file.code.checks.get(self.next_check)
        {
            self.next_check += 1;
            self.checked_at = instruction_of(self.file, self.next_check);
            self.check(check)?;
        }
        Ok(())
    }

    /// The index of the first instruction behind `at` that is tested for, or `end`.
    #[inline]
    pub(super) fn unchecked_until(&self, at: usize, end: u32) -> usize {
        self.checked_at.min(end as usize).max(at + 1)
    }

    fn check(&mut self, check: Check) -> Load<()> {
        let instr = &self.file.code.instrs[check.at as usize];
        let (needed, size) = match check.need {
            Need::Tuple(least) => {
                let src = self.operand(&instr.args[usize::from(check.operand)], instr.op)?;
                self.put(I::CheckTuple, &[src], &[u64::from(least)], None);
                return Ok(());
            }
            Need::Received => {
                self.put(I::LendMessage, &[], &[], None);
                return Ok(());
            }
            Need::Blank => {
                let dst = self.operand(&instr.args[usize::from(check.operand)], instr.op)?;
                self.put(I::Init, &[dst], &[], None);
                return Ok(());
            }
            // The instruction makes this test itself.
            Need::Raised => return Ok(()),
            Need::TupleOf(size) => (Needed::TupleOf, size),
            Need::Cons => (Needed::Cons, 0),
            Need::Map => (Needed::Map, 0),
            Need::Float => (Needed::Float, 0),
            Need::Context => (Needed::Context, 0),
            Need::Bits => (Needed::Bits, 0),
        };
        let src = self.operand(&instr.args[usize::from(check.operand)], instr.op)?;
        let ops = [src];
        self.e.reachable(&ops, 2);
        let bits = self.e.bits(ops[0], self.e.here());
        self.e.emit(I::Check, bits, needed as u64, 0, &[u64::from(size)]);
        Ok(())
    }
}
