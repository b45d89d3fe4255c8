//! Messages: received here while the mailbox has any, and sent to those who can be sent to at once.

use crate::ir::Body;
use beamfile::{Arg, Instr, Op};
use native_abi::image::Slot;
use native_abi::{NOT_FOUND, NOTHING, Registers, TO_COLLECT, exit, marker, slot};
use std::mem::offset_of;
use term::Term;

impl Body<'_> {
    /// Calls what makes nothing on the heap, with some words; what it gives.
    fn ask(&mut self, helper: usize, words: &[&str]) -> String {
        let f = self.get_field(helper, "ptr");
        let words: String = words.iter().map(|w| format!(", i64 {w}")).collect();
        self.value(&format!("call preserve_mostcc i64 {f}(ptr %r{words}) #0"))
    }

    /// Does something with a receive marker.
    fn marker(&mut self, what: u64, of: &[Arg]) -> String {
        let mut terms: Vec<String> = of.iter().map(|a| self.source(a)).collect();
        terms.resize(2, Term::NIL.word().to_string());
        self.ask(offset_of!(Registers, marker), &[&what.to_string(), &terms[0], &terms[1]])
    }

    /// The message that is looked at first, or where waiting begins.
    fn first_message(&mut self, at: usize, i: &Instr) {
        let x0 = Arg::X(0);
        let v = self.ask(offset_of!(Registers, message), &[]);
        let none = self.is(&v, NOT_FOUND);
        let Arg::F(fail) = i.args()[0] else { return self.line("unreachable") };
        let [empty, come, found, join] = [(); 4].map(|()| self.name());
        self.branch(&none, &empty, &found, None);
        self.begin(&empty);
        self.clean(at);
        let w = self.hand_over_at(offset_of!(Registers, arrived), at);
        let nothing = self.is(&w, NOTHING);
        let wait = self.block_of_label(fail);
        self.branch(&nothing, &wait, &come, None);
        self.begin(&come);
        self.set(&x0, &w);
        self.line(&format!("br label %{join}"));
        self.begin(&found);
        self.set(&x0, &v);
        self.line(&format!("br label %{join}"));
        self.begin(&join);
    }

    /// Goes on with the next message.
    fn next_message(&mut self, at: usize, i: &Instr) {
        let Arg::F(label) = i.args()[0] else { return self.line("unreachable") };
        let (counted, over) = self.counted("1");
        let (slow, on, join) = (self.name(), self.name(), self.name());
        self.branch(&over, &slow, &on, Some(false));
        self.begin(&on);
        self.line(&format!("store i64 {counted}, ptr %N"));
        let first = self.label(label);
        let again = self.block_of_label(label);
        // Behind the instruction that looks at the first one.
        let looks = self.behind_labels(first);
        if self.file.code.instrs[looks].op == Op::LoopRec && !self.crosses(looks + 1) {
            let (none, found) = (self.name(), self.name());
            let near = self.message_behind(&none);
            self.set(&Arg::X(0), &near);
            self.line(&format!("br label %{found}"));
            self.begin(&none);
            let v = self.call_next_message();
            let none = self.is(&v, NOT_FOUND);
            let far = self.name();
            self.branch(&none, &again, &far, None);
            self.begin(&far);
            self.set(&Arg::X(0), &v);
            self.line(&format!("br label %{found}"));
            self.begin(&found);
            self.go(looks + 1);
        } else {
            self.call_next_message();
            self.line(&format!("br label %{again}"));
        }
        // The slice is over: the interpreter sees to that, and native code goes on afterwards.
        self.aside_after(&slow, &join, at, |b| b.resume_at(first));
        self.ended = true;
    }

    /// Notes where native code goes on in the next slice: at an instruction that begins a function
    /// of LLVM and at which nothing is in X registers; else nowhere.
    fn resume_at(&mut self, at: usize) {
        let address = match self.flow.roots.contains(&at) && self.live(at) == 0 {
            true => format!("ptrtoint (ptr @r{at} to i64)"),
            false => "0".into(),
        };
        self.set_field(offset_of!(Registers, resume), "i64", &address);
    }

    /// Leaves native code until a message comes; then it goes on at an instruction.
    fn wait_at(&mut self, at: usize) {
        let pc = self.constant(Slot::Pc(at as u32));
        self.exit(exit::WAIT, "i64", &pc);
    }

    /// The first instruction from there on that is no label.
    fn behind_labels(&self, from: usize) -> usize {
        let labels = self.file.code.instrs[from..].iter().take_while(|i| i.op == Op::Label);
        from + labels.count()
    }

    fn call_next_message(&mut self) -> String {
        self.ask(offset_of!(Registers, next_message), &[])
    }

    /// The message in the slot behind the one that is looked at, if there is such a slot and a
    /// message in it; goes to `none` if not.
    fn message_behind(&mut self, none: &str) -> String {
        let at = self.get_field(offset_of!(Registers, message_at), "ptr");
        let end = self.get_field(offset_of!(Registers, messages_end), "ptr");
        let next = self.value(&format!("getelementptr i8, ptr {at}, i64 {}", slot::SIZE));
        let within = self.value(&format!("icmp ult ptr {next}, {end}"));
        let (exists, come) = (self.name(), self.name());
        self.branch(&within, &exists, none, Some(true));
        self.begin(&exists);
        let p = self.value(&format!("getelementptr i8, ptr {next}, i64 {}", slot::MEMORY));
        let memory = self.value(&format!("load ptr, ptr {p}"));
        let gap = self.value(&format!("icmp eq ptr {memory}, null"));
        self.branch(&gap, none, &come, Some(false));
        self.begin(&come);
        self.set_field(offset_of!(Registers, message_at), "ptr", &next);
        let save = self.get_field(offset_of!(Registers, save), "ptr");
        let n = self.value(&format!("load i64, ptr {save}"));
        let n = self.value(&format!("add i64 {n}, 1"));
        self.line(&format!("store i64 {n}, ptr {save}"));
        let p = self.value(&format!("getelementptr i8, ptr {next}, i64 {}", slot::TERM));
        self.value(&format!("load i64, ptr {p}"))
    }

    /// Writes an instruction that receives or sends.
    pub(crate) fn message(&mut self, at: usize, i: &Instr) {
        let x0 = Arg::X(0);
        match i.op {
            Op::RecvMarkerReserve => {
                let number = self.marker(marker::RESERVE, &[]);
                self.set(&i.args()[0], &number);
            }
            Op::RecvMarkerBind => drop(self.marker(marker::BIND, i.args())),
            Op::RecvMarkerClear => drop(self.marker(marker::CLEAR, i.args())),
            Op::RecvMarkerUse => drop(self.marker(marker::USE, i.args())),
            Op::LoopRec => self.first_message(at, i),
            Op::LoopRecEnd => self.next_message(at, i),
            Op::Wait => {
                let Arg::F(label) = i.args()[0] else { return self.line("unreachable") };
                let to = self.label(label);
                self.clean(at);
                self.resume_at(to);
                self.wait_at(to);
            }
            Op::WaitTimeout => {
                let Arg::F(label) = i.args()[0] else { return self.line("unreachable") };
                let to = self.label(label);
                let limit = self.source(&i.args()[1]);
                let only_waits = if self.behind_labels(to) == at { "1" } else { "0" };
                let how = self.ask(offset_of!(Registers, begin_wait), &[&limit, only_waits]);
                let bad = self.is(&how, NOT_FOUND);
                self.unless(&bad, at, |b| {
                    let (wait, over) = (b.name(), b.name());
                    let on = b.is(&how, 1);
                    b.branch(&on, &wait, &over, Some(true));
                    b.begin(&wait);
                    b.clean(at);
                    b.resume_at(to);
                    b.wait_at(to);
                    b.begin(&over);
                });
            }
            Op::Timeout => {
                let done = self.ask(offset_of!(Registers, end_wait), &[]);
                let told = self.is(&done, NOT_FOUND);
                self.unless(&told, at, |_| {});
            }
            Op::RemoveMessage => {
                let collect = self.make(offset_of!(Registers, take_message), &[]);
                // If it is time to collect, then where the live registers are known.
                let n = self.value("load i64, ptr %N");
                let wanted = self.is(&collect, 1);
                let goes_on = self.value(&format!("icmp sgt i64 {n}, 0"));
                let takes = self.value(&format!("and i1 {wanted}, {goes_on}"));
                let fewer = self.value(&format!("sub nsw i64 {n}, {TO_COLLECT}"));
                let n = self.value(&format!("select i1 {takes}, i64 {fewer}, i64 {n}"));
                self.line(&format!("store i64 {n}, ptr %N"));
            }
            _ => {
                let (to, message) = (self.source(&x0), self.source(&Arg::X(1)));
                let n = self.value("load i64, ptr %N");
                let counted = self.value(&format!("sub nsw i64 {n}, 1"));
                self.set_field(offset_of!(Registers, reductions), "i64", &counted);
                let sent = self.make(offset_of!(Registers, send), &[&to, &message]);
                let not = self.is(&sent, NOT_FOUND);
                self.unless(&not, at, |b| {
                    let n = b.get_field(offset_of!(Registers, reductions), "i64");
                    b.line(&format!("store i64 {n}, ptr %N"));
                    b.set(&x0, &message);
                });
            }
        }
    }
}
