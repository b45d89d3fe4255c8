//! A process that no scheduler knows, for unit tests of built-ins.

use crate::dictionary::Dictionary;
use crate::mailbox::Mailbox;
use crate::process::{Flags, INLINE_ARGS, Own, Process};
use crate::process_table;
use term::{Heap, Mfa, OwnedTerm, Term, am};

impl Process {
    /// A process to call built-ins with. It is in no table and no run queue.
    pub fn for_test() -> Box<Process> {
        Box::new(Process::new(1, Heap::new(1024), own_for_test(), 2))
    }

    /// As [`Process::for_test`], and in the process table, so that signals reach it.
    pub fn listed_for_test() -> &'static Process {
        let p = process_table::insert(|id| Process::new(id, Heap::new(1024), own_for_test(), 2));
        // SAFETY: just made, and never freed.
        unsafe { &*p.expect("a full process table") }
    }
}

fn own_for_test() -> Own {
    Own {
        pc: std::ptr::null(),
        reductions_left: 4000,
        arity: 0,
        args: [Term::NIL.word(); INLINE_ARGS],
        more_args: Vec::new(),
        mailbox: Mailbox::default(),
        reductions_done: 0,
        catches: 0,
        current: None,
        initial_call: Mfa::new(am::ERLANG, am::APPLY, 2),
        flags: Flags::default(),
        parent: Term::UNDEFINED.word(),
        group_leader: OwnedTerm::new(Term::pid(1)),
        links: Vec::new(),
        dictionary: Dictionary::default(),
        timeout: 0,
        timed_out: false,
        exception: [Term::NIL.word(); 3],
        exit_reason: None,
        extra: None,
        scheduler: 1,
        dirty: None,
    }
}
