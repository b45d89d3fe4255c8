//! A process that no scheduler knows, for unit tests of built-ins.

use crate::process::{Exclusive, Own, Process, Running};
use crate::process_table;
use term::{Heap, Mfa, OwnedTerm, Term, am};

/// A process that nobody else knows of.
pub struct TestProcess(Box<Process>);

impl TestProcess {
    /// Lends it, to call built-ins with.
    pub fn running(&mut self) -> Running<'_> {
        Exclusive::of_new(&mut self.0).into_running()
    }
}

impl Process {
    /// A process to call built-ins with. It is in no table and no run queue.
    pub fn for_test() -> TestProcess {
        crate::connect();
        TestProcess(Process::boxed(1, Heap::new(1024), own_for_test(), 2))
    }

    /// As [`Process::for_test`], and in the process table, so that signals reach it.
    pub fn listed_for_test() -> Running<'static> {
        crate::connect();
        let p = process_table::insert(|id| Process::boxed(id, Heap::new(1024), own_for_test(), 2));
        // SAFETY: the process has just been made, is in no run queue, and is never freed. Its state
        // is active, so nobody claims it.
        unsafe { Exclusive::assume(&*p.expect("a full process table")) }.into_running()
    }
}

fn own_for_test() -> Own {
    let initial_call = Mfa::new(am::ERLANG, am::APPLY, 2);
    Own::new(std::ptr::null(), initial_call, Term::UNDEFINED, OwnedTerm::new(Term::pid(1)))
}
