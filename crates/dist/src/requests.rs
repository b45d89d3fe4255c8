//! Requests to spawn that wait for their answers.

use crate::tokens::{message_signal, token_of};
use std::collections::HashMap;
use term::{Atom, OwnedTerm, Term, am};
use vm::mailbox::Rank;
use vm::process::RefKey;
use vm::relations::MonitorOptions;
use vm::signal;

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
    /// How the process is told of the end of the link, if there will be one.
    pub link_rank: Rank,
    /// Nobody wants the process any more.
    pub abandoned: bool,
    /// The other node has answered, and the process is about to be told.
    pub answered: bool,
    /// The reason for which the process has gone meanwhile.
    pub gone: Option<OwnedTerm>,
}

/// Requests to the other node of a channel that have not been answered, by their references.
#[derive(Default)]
pub struct Requests(pub HashMap<RefKey, Waiting>);

impl Waiting {
    /// The answer that the process gets.
    pub fn answer(
        &self,
        key: RefKey,
        result: Atom,
        monitor: &Option<MonitorOptions>,
        value: Term<'_>,
    ) -> OwnedTerm {
        let alias = monitor.as_ref().and_then(|m| m.alias).map(|_| Term::pid(self.pid));
        OwnedTerm::build(|h| {
            let tag = self.tag.as_ref();
            let tag = tag.map_or(Term::atom(am::SPAWN_REPLY), |t| h.copy_in(t.term()));
            let reference = h.alias_ref(key, alias);
            h.tuple(&[tag, reference, Term::atom(result), h.copy_in(value)])
        })
    }

    /// Tells the process that there will be none.
    pub fn fail(&self, key: RefKey, reason: Term<'_>) {
        if self.error && !self.abandoned && !self.answered {
            signal::send_message(self.pid, self.answer(key, am::ERROR, &self.monitor, reason));
        }
    }

    /// As [`Waiting::fail`]; the other node has said so, maybe with a token.
    pub fn refused(&self, key: RefKey, reason: Term<'_>, token: Option<Term<'_>>) {
        if self.error && !self.abandoned {
            let message = self.answer(key, am::ERROR, &self.monitor, reason);
            let _ = signal::send(self.pid, message_signal((None, None), message, token_of(token)));
        }
    }
}

impl Requests {
    /// A process has gone. Its requests wait on: new processes are told, if they are linked to it.
    pub fn parent_gone(&mut self, pid: u64, reason: &OwnedTerm) {
        for waiting in self.0.values_mut().filter(|w| w.pid == pid) {
            waiting.gone = Some(reason.clone());
        }
    }

    /// Nobody will answer: the channel is over, or the other node does not spawn for others.
    pub fn all_fail(self, why: Atom) {
        for (key, waiting) in self.0 {
            waiting.fail(key, Term::atom(why));
        }
    }
}
