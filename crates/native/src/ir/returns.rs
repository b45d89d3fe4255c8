//! Returning. The code behind a call is a function of LLVM; a chain of returns to the same place,
//! as in a function that makes a list of another, is a loop within that function.

use crate::flow::{calls, first};
use crate::ir::{Body, STACK};

impl Body<'_> {
    /// Returns, and drops the frame of so many slots.
    pub(crate) fn go_back(&mut self, slots: Option<u64>) {
        if let Some(slots) = slots {
            self.move_stack(slots as i64 + 2);
        }
        let e = self.value("load ptr, ptr %E");
        let to = self.value(&format!("load ptr, ptr {e}, align 8, {STACK}"));
        if self.returns_to_itself() {
            let same = self.value(&format!("icmp eq ptr {to}, @r{}", self.root));
            let (again, other) = (self.name(), self.name());
            self.branch(&same, &again, &other, None);
            self.begin(&again);
            let before = (self.unboxed, self.roomy);
            self.box_all(first(1));
            let root = self.block_in(self.root, None);
            self.line(&format!("br label %{root}"));
            (self.unboxed, self.roomy) = before;
            self.begin(&other);
        }
        self.tail(&to, 1);
    }

    /// Whether what goes on where this function of LLVM begins returns there, mostly: behind the
    /// only call that a function makes of itself. A chain of such calls is left by a loop then.
    fn returns_to_itself(&self) -> bool {
        let f = &self.file.code.functions[self.function as usize];
        let instrs = &self.file.code.instrs[f.start as usize..f.end as usize];
        let behind = self.root.checked_sub(f.start as usize + 1);
        behind.is_some_and(|at| instrs.get(at).is_some_and(|i| calls(i, f)))
            && instrs.iter().filter(|i| calls(i, f)).count() == 1
    }
}
