//! `length/1`, the one built-in of an instruction that may take several turns.

use super::super::emit::Operand;
use super::{Load, LoadError, Loader, label, number};
use crate::bif;
use crate::code::ops::Op as I;
use beamfile::{Instr, Op};
use term::{Mfa, am, atom};

/// Its name.
pub(super) fn length_1() -> Mfa {
    Mfa::new(am::ERLANG, atom!("length"), 1)
}

/// Compilers call `get/1` as those allowed in guards: it needs no heap.
fn get_1() -> Mfa {
    Mfa::new(am::ERLANG, atom!("get"), 1)
}

impl Loader<'_> {
    /// The address of a built-in that an instruction calls. All but `length/1` do so in one turn.
    pub(super) fn guard_built_in(&self, i: &Instr, mfa: Mfa) -> Load<u64> {
        // A built-in that is not made for guards may wait or collect, which no instruction but a
        // call can.
        let is_guard = |b: &&'static bif::Bif| b.is_for_guards() || mfa == get_1();
        let known = bif::find(mfa).filter(|_| mfa != length_1() || i.op == Op::GcBif1);
        let known = known.filter(is_guard);
        known.map(|bif| std::ptr::from_ref(bif) as u64).ok_or_else(|| {
            LoadError::Instruction(i.op.name(), format!("{} (built-in {mfa})", self.place))
        })
    }

    /// `length/1`: the instruction that counts, and that which goes on after others have had a
    /// turn.
    pub(super) fn length(&mut self, i: &Instr) -> Load<()> {
        let a = i.args();
        let (fail, live) = (label(&a[0]), Operand::X(number(&a[1]) as u16));
        let f = self.guard_built_in(i, length_1())?;
        let (src, dst) = (self.operand(&a[3], i.op)?, self.operand(&a[4], i.op)?);
        self.put(I::Length, &[src, live, dst], &[f, 0], Some((2, fail)));
        self.put(I::LengthOn, &[live, live, dst], &[f, 0], Some((2, fail)));
        Ok(())
    }
}
