//! `process_flag(save_calls, N)`: the last calls, sends and receives of a process.
//!
//! A process that saves calls is executed by a variant of the interpreter's loop that notes them,
//! and that never enters native code; so it costs nothing to those that save none.

use crate::process::{Exclusive, Running};
use std::collections::VecDeque;
use term::{Heap, Mfa, Term, View, am, atom};

/// An event that is saved.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Saved {
    /// A call of a function through its module's name.
    Call(Mfa),
    /// A message has been sent.
    Send,
    /// A message has been taken out of the mailbox.
    Receive,
    /// The time of a receive was up.
    Timeout,
}

/// The last events of a process, the newest last.
pub struct SavedCalls {
    size: usize,
    last: VecDeque<Saved>,
}

/// Makes a process save its last `size` calls, or none for 0, and forgets what it has saved; gives
/// the size that it had. Saving begins or ends with the process's next slice. On the thread that
/// runs the process.
pub fn set(p: &mut Running<'_>, size: usize) -> usize {
    let slots = &mut p.extra().slots;
    let old = match size {
        0 => slots.take::<SavedCalls>(),
        _ => slots.put(SavedCalls { size, last: VecDeque::new() }),
    };
    p.own().flags.saves_calls = size > 0;
    old.map_or(0, |o| o.size)
}

/// The events that a process has saved, the oldest first; `false` if it saves none.
pub fn last_calls<'h>(p: &Running<'_>, heap: &'h Heap) -> Term<'h> {
    let Some(saved) = p.own_ref().extra.as_ref().and_then(|e| e.slots.get::<SavedCalls>()) else {
        return Term::FALSE;
    };
    let terms: Vec<_> = saved.last.iter().map(|s| s.term(heap)).collect();
    heap.list(&terms)
}

/// The same as text, as reports of processes have it, if the process saves any.
pub(crate) fn text(p: &Running<'_>) -> Option<String> {
    let saved = p.own_ref().extra.as_ref().and_then(|e| e.slots.get::<SavedCalls>())?;
    let text = saved.last.iter().rev().map(|s| match s {
        Saved::Call(mfa) => format!(" {mfa}\n"),
        Saved::Send => " send\n".to_owned(),
        Saved::Receive => " 'receive'\n".to_owned(),
        Saved::Timeout => " timeout\n".to_owned(),
    });
    Some(text.collect())
}

impl Saved {
    fn term<'h>(&self, heap: &'h Heap) -> Term<'h> {
        match self {
            Saved::Call(mfa) => heap.tuple(&[
                Term::atom(mfa.module),
                Term::atom(mfa.function),
                Term::small(mfa.arity.into()),
            ]),
            Saved::Send => Term::atom(atom!("send")),
            Saved::Receive => Term::atom(atom!("receive")),
            Saved::Timeout => Term::atom(am::TIMEOUT),
        }
    }
}

/// Saves one more call, unless the process is sensitive.
pub(crate) fn save_call(p: &mut Exclusive<'_>, what: Saved) {
    if p.state.bits().is_sensitive() {
        return;
    }
    let extra = p.own().extra.as_mut();
    let Some(saved) = extra.and_then(|e| e.slots.get_mut::<SavedCalls>()) else { return };
    if saved.last.len() == saved.size {
        saved.last.pop_front();
    }
    saved.last.push_back(what);
}

/// Saves the call of a fun, if it names its function's module.
pub(crate) fn save_fun_call(p: &mut Exclusive<'_>, fun: Term<'_>) {
    if let View::Export(export) = fun.view() {
        save_call(p, Saved::Call(export.mfa));
    }
}

/// Saves the call of a built-in.
pub(crate) fn save_built_in_call(p: &mut Exclusive<'_>, mfa: Mfa) {
    let erlang = mfa.module == am::ERLANG;
    // `yield` is an instruction on OTP.
    if erlang && mfa.function == atom!("yield") {
        return;
    }
    save_call(p, Saved::Call(mfa));
    if erlang && [atom!("send"), atom!("!")].contains(&mfa.function) {
        save_call(p, Saved::Send);
    }
}
