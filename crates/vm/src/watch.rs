//! Probes that several modules fire: messages, hibernating.

use crate::process::{Process, Running};
use crate::token::{Token, numbers};
use probes::{erlang, fire, text};
use term::{OwnedTerm, Term};

/// A process sends a message to another. Usually no probe wants to know. This function and those
/// below take the message and give it back, as a message that is borrowed would have to be in
/// memory and not in registers.
#[inline(always)]
pub fn sent(p: &Process, to: u64, m: OwnedTerm, token: Option<&Token>) -> OwnedTerm {
    #[cold]
    #[inline(never)]
    fn tell(p: &Process, to: u64, m: OwnedTerm, token: Option<&Token>) -> OwnedTerm {
        let [label, last, serial] = numbers(token);
        let (from, to) = (text!("{}", p.pid()), text!("{}", Term::pid(to)));
        fire!(erlang::message__send, from, to, m.words(), label, last, serial);
        m
    }
    if erlang::message__send::wanted() { tell(p, to, m, token) } else { m }
}

/// A message comes into the mailbox of a process.
#[inline(always)]
pub fn queued(p: &Running<'_>, m: OwnedTerm, token: Option<&Token>) -> OwnedTerm {
    #[cold]
    #[inline(never)]
    fn tell(p: &Running<'_>, m: OwnedTerm, token: Option<&Token>) -> OwnedTerm {
        let [label, last, serial] = numbers(token);
        let length = p.own_ref().mailbox.len() + 1;
        let to = text!("{}", p.pid());
        fire!(erlang::message__queued, to, m.words(), length, label, last, serial);
        m
    }
    if erlang::message__queued::wanted() { tell(p, m, token) } else { m }
}

/// A process takes a message out of its mailbox.
#[inline(always)]
pub fn taken(p: &Running<'_>, m: OwnedTerm) -> OwnedTerm {
    #[cold]
    #[inline(never)]
    fn tell(p: &Running<'_>, m: OwnedTerm) -> OwnedTerm {
        let [label, last, serial] = numbers(p.own_ref().mailbox.token_of_taken());
        let length = p.own_ref().mailbox.len();
        let to = text!("{}", p.pid());
        fire!(erlang::message__receive, to, m.words(), length, label, last, serial);
        m
    }
    if erlang::message__receive::wanted() { tell(p, m) } else { m }
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
