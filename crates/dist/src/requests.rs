//! Requests to spawn that wait for their answers.

use crate::tokens::{message_signal, token_of};
use std::collections::HashMap;
use term::{Atom, OwnedTerm, Term, am};
use vm::process::RefKey;
use vm::signal;
use vm::spawn::MonitorOptions;

/// A request that has not been answered.
pub struct Waiting {
    /// The process that has made it.
    pub pid: u64,
    /// The first element of the answer, in place of `spawn_reply`.
    pub tag: Option<OwnedTerm>,
    /// Success is told.
    pub success: bool,
    /// An error is told.
    pub error: bool,
    /// The monitor that comes with it.
    pub monitor: Option<MonitorOptions>,
    /// Nobody wants the process any more.
    pub abandoned: bool,
}

/// Requests to the other node of a channel that have not been answered, by their references.
#[derive(Default)]
pub struct Requests(pub HashMap<RefKey, Waiting>);

impl Waiting {
    /// The answer that the process gets.
    pub fn answer(&self, key: RefKey, result: Atom, value: Term<'_>) -> OwnedTerm {
        let alias = self.monitor.as_ref().and_then(|m| m.alias).map(|_| Term::pid(self.pid));
        OwnedTerm::build(|h| {
            let tag = self.tag.as_ref();
            let tag = tag.map_or(Term::atom(am::SPAWN_REPLY), |t| h.copy_in(t.term()));
            let reference = h.alias_ref(key, alias);
            h.tuple(&[tag, reference, Term::atom(result), h.copy_in(value)])
        })
    }

    /// Tells the process that there will be none.
    pub fn fail(&self, key: RefKey, reason: Term<'_>) {
        if self.error && !self.abandoned {
            signal::send_message(self.pid, self.answer(key, am::ERROR, reason));
        }
    }

    /// As [`Waiting::fail`]; the other node has said so, maybe with a token.
    pub fn refused(&self, key: RefKey, reason: Term<'_>, token: Option<Term<'_>>) {
        if self.error && !self.abandoned {
            let message = self.answer(key, am::ERROR, reason);
            let _ = signal::send(self.pid, message_signal(None, message, token_of(token)));
        }
    }
}

impl Requests {
    /// The channel is over: nobody will answer.
    pub fn lost(self) {
        for (key, waiting) in self.0 {
            waiting.fail(key, Term::atom(am::NOCONNECTION));
        }
    }
}
