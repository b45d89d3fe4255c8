//! Probes that several places have in common: messages, hibernating.

use crate::process::Process;
use crate::trace::seq::Token;
use probes::{fire, text};
use term::{OwnedTerm, Term};

/// What probes tell of a token: label, number of what was received before, and of what it goes
/// with.
#[cold]
fn numbers(token: Option<&Token>) -> [i64; 3] {
    let Some(token) = token else { return [0; 3] };
    let label = token.label.term().as_small().filter(|&n| i32::try_from(n).is_ok());
    [label.unwrap_or(i32::MIN.into()), token.last, token.serial]
}

/// A process has sent a message to another.
#[inline]
pub fn sent(p: &Process, to: u64, m: &OwnedTerm, token: Option<&Token>) {
    fire!(
        move erlang::message__send,
        text!("{}", p.pid()),
        text!("{}", Term::pid(to)),
        m.words(),
        numbers(token)[0],
        numbers(token)[1],
        numbers(token)[2]
    );
}

/// A message comes into the mailbox of a process.
#[inline]
pub fn queued(p: &Process, m: &OwnedTerm, token: Option<&Token>) {
    fire!(
        move erlang::message__queued,
        text!("{}", p.pid()),
        m.words(),
        p.with_own(|own| own.mailbox.len() + 1),
        numbers(token)[0],
        numbers(token)[1],
        numbers(token)[2]
    );
}

/// A process has taken a message out of its mailbox.
#[inline]
pub fn taken(p: &Process, m: &OwnedTerm) {
    let token = || p.with_own(|own| numbers(own.mailbox.token_of_taken()));
    fire!(
        move erlang::message__receive,
        text!("{}", p.pid()),
        m.words(),
        p.with_own(|own| own.mailbox.len()),
        token()[0],
        token()[1],
        token()[2]
    );
}

/// A process hibernates, to go on with a function.
#[inline]
pub fn hibernates(p: &Process, call: &[Term<'_>; 3]) {
    let arity = || call[2].list_length().unwrap_or(0);
    fire!(
        move erlang::process__hibernate,
        text!("{}", p.pid()),
        text!("{}:{}/{}", call[0], call[1], arity())
    );
}
