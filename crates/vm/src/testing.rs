//! A process that no scheduler knows, for unit tests of built-ins.

use crate::dictionary::Dictionary;
use crate::mailbox::Mailbox;
use crate::process::{Flags, INLINE_ARGS, Own, Process};
use term::{Heap, Mfa, OwnedTerm, Term, am};

impl Process {
    /// A process to call built-ins with. It is in no table and no run queue.
    pub fn for_test() -> Box<Process> {
        let own = Own {
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
        };
        Box::new(Process::new(1, Heap::new(1024), own, 2))
    }
}
