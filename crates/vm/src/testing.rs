//! A process that no scheduler knows, for unit tests of built-ins.

use crate::process::{Own, Process};
use crate::process_table;
use term::{Heap, Mfa, OwnedTerm, Term, am};

impl Process {
    /// A process to call built-ins with. It is in no table and no run queue.
    pub fn for_test() -> Box<Process> {
        Process::boxed(1, Heap::new(1024), own_for_test(), 2)
    }

    /// As [`Process::for_test`], and in the process table, so that signals reach it.
    pub fn listed_for_test() -> &'static Process {
        let p = process_table::insert(|id| Process::boxed(id, Heap::new(1024), own_for_test(), 2));
        // SAFETY: just made, and never freed.
        unsafe { &*p.expect("a full process table") }
    }
}

fn own_for_test() -> Own {
    let initial_call = Mfa::new(am::ERLANG, am::APPLY, 2);
    Own::new(std::ptr::null(), initial_call, Term::UNDEFINED, OwnedTerm::new(Term::pid(1)))
}
