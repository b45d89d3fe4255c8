//! Calls: of functions of the module, of others, and what is counted of them.

use super::*;

impl Body<'_> {
    /// The number of the function with this entry.
    pub fn callee(&self, label: u32) -> Option<u32> {
        self.by_label.get(&label).copied()
    }

    /// The reductions that are left after so many more, and whether the slice is over then.
    pub fn counted(&mut self, cost: &str) -> (String, String) {
        let n = self.value("load i64, ptr %N");
        let counted = self.value(&format!("sub nsw i64 {n}, {cost}"));
        let over = self.value(&format!("icmp slt i64 {counted}, 1"));
        (counted, over)
    }

    /// Calls a function of this module as the last thing: by a jump if it is in this function of
    /// LLVM. The call counts.
    pub fn call_last(&mut self, function: u32) {
        let arity = self.arity(function);
        if !self.repeats(function) {
            return self.call_function(function, arity);
        }
        self.count_call(function);
        self.doubtful = false;
        self.go(self.entry_of(function));
    }

    /// Calls a function of this module that returns behind the instruction. The beginning of the
    /// called function is written here if the call is to the function that this code is part of,
    /// and if that is worth it.
    pub fn call(&mut self, at: usize, function: u32) {
        self.call_from(at);
        if function != self.function || !self.flow.heads {
            return self.call_function(function, self.arity(function));
        }
        self.count_call(function);
        self.box_all(flow::first(self.arity(function)));
        let head = self.block_in(self.entry_of(function), Some(at + 1));
        self.line(&format!("br label %{head}"));
        self.ended = true;
    }

    /// The block that an instruction begins with nothing unboxed, in what is called and returns
    /// there, or not.
    pub fn block_in(&mut self, at: usize, behind: Option<usize>) -> String {
        let version = Version { at, unboxed: 0, doubtful: false, behind };
        self.todo.push(version);
        version.block('i')
    }

    /// Counts a call of a function that is not entered as others are; it is if the slice is over.
    fn count_call(&mut self, function: u32) {
        let arity = self.arity(function);
        let slot = self.slot(Slot::Cost(function));
        let cost = self.value(&format!("load i64, ptr {slot}, align 8, {TABLE}"));
        let (counted, over) = self.counted(&cost);
        self.line(&format!("store i64 {counted}, ptr %N"));
        let (out, on) = (self.name(), self.name());
        self.branch(&over, &out, &on, Some(false));
        let hot = self.set_aside();
        self.begin(&out);
        self.spill(flow::first(arity) & !IN_REGISTERS);
        self.tail(&format!("@f{function}.leave"), flow::first(arity));
        self.put_back(hot);
        self.begin(&on);
    }

    /// Jumps to a function of this module.
    pub fn call_function(&mut self, function: u32, arity: u64) {
        let passed = flow::first(arity);
        self.spill(passed & !IN_REGISTERS);
        self.tail(&format!("@f{function}"), passed);
    }

    /// Whether an instruction of the base tier is the one of this number.
    pub fn begins_with(&mut self, code: &str, op: u64) -> String {
        let word = self.value(&format!("load i64, ptr {code}, align 8, {TABLE}"));
        let found = self.and(&word, 0xffff);
        self.is(&found, op)
    }

    /// The native address that an instruction of the base tier enters.
    pub fn entered_by(&mut self, code: &str) -> String {
        let p = self.value(&format!("getelementptr i8, ptr {code}, i64 8"));
        self.value(&format!("load ptr, ptr {p}, align 8, {TABLE}"))
    }

    /// Calls what base-tier code at an address stands for: native code if that enters it. With
    /// these X registers; None: with all, which are in memory, too.
    pub fn call_base(&mut self, code: &str, arity: &str, passed: Option<Regs>) {
        let native = self.begins_with(code, native_abi::ENTER);
        let (yes, no) = (self.name(), self.name());
        self.branch(&native, &yes, &no, None);
        self.begin(&yes);
        let target = self.entered_by(code);
        self.spill(passed.unwrap_or(0) & !IN_REGISTERS);
        self.tail(&target, passed.unwrap_or(IN_REGISTERS));
        self.begin(&no);
        self.spill(passed.unwrap_or(0));
        self.set_field(offset_of!(Registers, arity), "i64", arity);
        self.leave_for(code);
    }

    /// Leaves native code to call what base-tier code at an address stands for. X registers are in
    /// memory.
    fn leave_for(&mut self, code: &str) {
        let e = self.value("load ptr, ptr %E");
        let h = self.value("load ptr, ptr %H");
        let n = self.value("load i64, ptr %N");
        let code = self.value(&format!("ptrtoint ptr {code} to i64"));
        let arguments = left_for(&e, &h, &n, &code);
        self.line(&format!("musttail call preserve_nonecc void @leave({arguments})"));
        self.line("ret void");
        self.ended = true;
    }

    /// Notes on the stack that the call at an instruction returns behind it.
    pub fn call_from(&mut self, at: usize) {
        let e = self.value("load ptr, ptr %E");
        self.line(&format!(
            "store i64 ptrtoint (ptr @r{} to i64), ptr {e}, align 8, {STACK}",
            at + 1
        ));
        let pc = self.constant(Slot::Pc(at as u32 + 1));
        let p = self.value(&format!("getelementptr i64, ptr {e}, i64 1"));
        self.line(&format!("store i64 {pc}, ptr {p}, align 8, {STACK}"));
    }
}
