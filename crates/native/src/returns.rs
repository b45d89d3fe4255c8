//! Returning. What a call returns to is a function of LLVM; a chain of calls of one function, as
//! those of what makes a list of another, is left by a loop within that.

use crate::flow::{first, number};
use crate::ir::{Body, STACK};
use beamfile::{Instr, Op};

impl Body<'_> {
    /// Returns, and drops the frame of so many slots.
    pub(crate) fn go_back(&mut self, slots: Option<u64>) {
        if let Some(slots) = slots {
            self.move_stack(slots as i64 + 2);
        }
        let e = self.value("load ptr, ptr %E");
        let to = self.value(&format!("load ptr, ptr {e}, align 8, {STACK}"));
        if let Some(here) = self.returns_to_itself() {
            let same = self.value(&format!("icmp eq ptr {to}, @r{here}"));
            let (again, other) = (self.name(), self.name());
            self.branch(&same, &again, &other, None);
            self.begin(&again);
            self.again(here);
            self.begin(&other);
        }
        self.tail(&to, 1);
    }

    /// The beginning of this function of LLVM, if what goes on there returns there, mostly: behind
    /// the only call that a function makes of itself. A chain of such calls is left by a loop then.
    fn returns_to_itself(&self) -> Option<usize> {
        let function = &self.file.code.functions[self.function as usize];
        let instrs = &self.file.code.instrs[function.start as usize..function.end as usize];
        let entry = u64::from(function.entry_label);
        let calls = |i: &Instr| i.op == Op::Call && number(&i.args()[1]) == entry;
        let behind = self.root.checked_sub(function.start as usize + 1)?;
        let chain = instrs.get(behind).is_some_and(calls)
            && instrs.iter().filter(|i| calls(i)).count() == 1;
        chain.then_some(self.root)
    }

    /// Goes on where this function of LLVM begins, with what is returned.
    fn again(&mut self, root: usize) {
        let before = (self.unboxed, self.roomy);
        self.box_all(first(1));
        let block = self.block_in(root, None);
        self.line(&format!("br label %{block}"));
        (self.unboxed, self.roomy) = before;
    }
}
