//! Sequential tracing: tokens that processes have and that go with their messages.

use super::call::{FirstCall, mfa_term};
use super::{flag as trace_flag, sequential_tracer};
pub use crate::token::Token;

use crate::mailbox::Carried;
use crate::process::{RefKey, Running};
use crate::system;
use term::node::this_node;
use term::{Atom, Heap, OwnedTerm, Term, Word, am, atom};

/// Bits of a token.
#[allow(missing_docs)]
pub mod flag {
    pub const SEND: u32 = 1;
    pub const RECEIVE: u32 = 2;
    pub const PRINT: u32 = 4;
    pub const TIMESTAMP: u32 = 8;
    pub const STRICT_MONOTONIC_TIMESTAMP: u32 = 16;
    pub const MONOTONIC_TIMESTAMP: u32 = 32;
}

/// The knowledge that a process has of sequential tracing.
#[derive(Default)]
pub struct Own {
    /// Its token.
    pub token: Option<Token>,
    clock: i64,
    last: i64,
}

/// The process's knowledge, made if it has none yet.
fn own<'p>(p: &'p mut Running<'_>) -> &'p mut Own {
    p.extra().slots.get_or_default()
}

/// The token of a process.
pub fn token(p: &Running<'_>) -> Option<Token> {
    p.own_ref().extra.as_ref()?.slots.get::<Own>()?.token.clone()
}

/// Gives a process another token, or none.
pub fn set_token(p: &mut Running<'_>, token: Option<Token>) {
    p.state.set_seq_traced(token.is_some());
    if token.is_some() {
        p.own().mailbox.keep_tokens();
    }
    own(p).token = token;
}

/// Changes the token of a process, made if there is none.
pub fn change<R>(p: &mut Running<'_>, f: impl FnOnce(&mut Token) -> R) -> R {
    let mut token = token(p).unwrap_or_else(|| Token {
        flags: 0,
        label: Term::small(0).into(),
        serial: 0,
        last: own(p).last,
        sender: p.pid().into(),
    });
    let result = f(&mut token);
    set_token(p, Some(token));
    result
}

/// Sets the counters of a process and of its token.
pub fn set_serial(p: &mut Running<'_>, last: i64, serial: i64) {
    change(p, |t| (t.last, t.serial) = (last, serial));
    let own = own(p);
    (own.last, own.clock) = (last, serial);
}

/// `{Flags, Label, Serial, From, Last}`.
pub fn token_term<'h>(heap: &'h Heap, t: &Token) -> Term<'h> {
    let (label, sender) = (heap.copy_in(t.label.term()), heap.copy_in(t.sender.term()));
    heap.tuple(&[
        Term::small(t.flags.into()),
        label,
        Term::small(t.serial),
        sender,
        Term::small(t.last),
    ])
}

/// The token that another node has sent as a term; none if it is not one.
pub fn read(t: Term<'_>) -> Option<Token> {
    let &[flags, label, serial, sender, last] = t.as_tuple_of::<5>()?;
    Some(Token {
        flags: flags.as_small()? as u32,
        label: OwnedTerm::new(label),
        serial: serial.as_small()?,
        last: last.as_small()?,
        sender: OwnedTerm::new(sender),
    })
}

/// The bit of this name.
pub fn flag_named(name: &str) -> Option<u32> {
    Some(match name {
        "send" => flag::SEND,
        "receive" => flag::RECEIVE,
        "print" => flag::PRINT,
        "timestamp" => flag::TIMESTAMP,
        "strict_monotonic_timestamp" => flag::STRICT_MONOTONIC_TIMESTAMP,
        "monotonic_timestamp" => flag::MONOTONIC_TIMESTAMP,
        _ => return None,
    })
}

/// The part of a process's token that has this name: `[]` or `false` without a token.
pub fn get<'h>(p: &Running<'h>, item: Term<'_>) -> Option<Term<'h>> {
    let name = item.as_atom()?.name();
    let (heap, token) = (p.heap(), token(p));
    Some(match (name, token) {
        ("label" | "serial" | "sequential_trace_token", None) => Term::NIL,
        ("label", Some(t)) => heap.copy_in(t.label.term()),
        ("serial", Some(t)) => heap.tuple(&[Term::small(t.last), Term::small(t.serial)]),
        ("sequential_trace_token", Some(t)) => token_term(heap, &t),
        (name, token) => Term::bool(token.map_or(0, |t| t.flags) & flag_named(name)? != 0),
    })
}

/// Sets a part of the token of a process; gives what it was. None if there is no such part, or the
/// value is not one for it.
pub fn set<'h>(p: &mut Running<'h>, item: Term<'_>, value: Term<'_>) -> Option<Term<'h>> {
    let name = item.as_atom()?.name();
    let checked = match name {
        "label" => true,
        "serial" => match value.as_tuple_of::<2>()? {
            [last, serial] => last.as_small().is_some() && serial.as_small().is_some(),
        },
        "sequential_trace_token" => value.is_nil(),
        name => flag_named(name).is_some() && value.as_bool().is_some(),
    };
    if !checked {
        return None;
    }
    if name == "sequential_trace_token" {
        let old = get(p, item);
        set_token(p, None);
        return old;
    }
    change(p, |_| ());
    let old = get(p, item)?;
    match name {
        "label" => change(p, |t| t.label = OwnedTerm::new(value)),
        "serial" => {
            let [last, serial] = value.as_tuple_of::<2>()?;
            set_serial(p, last.as_small()?, serial.as_small()?);
        }
        name => {
            let bit = flag_named(name)?;
            let on = value.as_bool()?;
            change(p, |t| t.flags = if on { t.flags | bit } else { t.flags & !bit });
        }
    }
    Some(old)
}

/// The token with the next number, for what the process does now.
fn next_token(p: &mut Running<'_>) -> Option<Token> {
    token(p)?;
    if sequential_tracer().is_some_and(|t| t.same(p.pid())) {
        return token(p);
    }
    let sender = p.pid().into();
    let own = own(p);
    own.clock += 1;
    let token = own.token.as_mut()?;
    (token.sender, token.serial, token.last) = (sender, own.clock, own.last);
    Some(token.clone())
}

/// Something to be told of a token: the bit that it must have, and its name.
type Kind = (u32, &'static str);
const SEND: Kind = (flag::SEND, "send");
const RECEIVE: Kind = (flag::RECEIVE, "receive");
const PRINT: Kind = (flag::PRINT, "print");

fn tell(p: &Running<'_>, t: &Token, kind: Kind, to: Term<'_>, message: Term<'_>) {
    let is_tracer = sequential_tracer().is_some_and(|t| t.same(p.pid()));
    if !is_tracer && !p.state.bits().is_sensitive() {
        tell_of(t, kind, to, message);
    }
}

/// As [`tell`], of what no process of this node does.
fn tell_of(t: &Token, (kind, tag): Kind, to: Term<'_>, message: Term<'_>) {
    let Some(tracer) = sequential_tracer().filter(|_| t.flags & kind != 0) else { return };
    let mut flags = 0;
    for (ours, theirs) in [
        (flag::TIMESTAMP, trace_flag::TIMESTAMP),
        (flag::STRICT_MONOTONIC_TIMESTAMP, trace_flag::STRICT_MONOTONIC_TIMESTAMP),
        (flag::MONOTONIC_TIMESTAMP, trace_flag::MONOTONIC_TIMESTAMP),
    ] {
        flags |= if t.flags & ours != 0 { theirs } else { 0 };
    }
    let in_parts = |heap: &Heap| -> [Word; 2] {
        let sender = heap.copy_in(t.sender.term());
        let numbers = heap.tuple(&[Term::small(t.last), Term::small(t.serial)]);
        let tag = Term::atom(Atom::new(tag));
        let what = heap.tuple(&[tag, numbers, sender, heap.copy_in(to), heap.copy_in(message)]);
        [heap.copy_in(t.label.term()).word(), what.word()]
    };
    if super::modules::is_one(tracer) {
        return super::modules::tell_sequential(tracer, flags, |heap| {
            // SAFETY: the terms have just been made on this heap, and are used while it is.
            let [label, what] = in_parts(heap).map(|word| unsafe { Term::from_word(word) });
            (label, what)
        });
    }
    let text = OwnedTerm::build(|heap| {
        // SAFETY: the terms have just been made on this heap, and are used while it is.
        let [label, what] = in_parts(heap).map(|word| unsafe { Term::from_word(word) });
        let mut parts = vec![Term::atom(atom!("seq_trace")), label, what];
        if flags != 0 {
            parts.push(super::timestamp(heap, flags));
        }
        heap.tuple(&parts)
    });
    super::deliver(tracer, text);
}

/// A process with a token goes. Gives the token for the signal that tells the other end of a link.
#[cold]
pub fn exits(p: &mut Running<'_>) -> Option<Box<Token>> {
    next_token(p).map(Box::new)
}

/// An exit signal with a token has come to `p`, which counts as this message. The receiver tells
/// that it was sent, so nothing is told if the receiver has gone or is sensitive.
#[cold]
pub fn exit_comes(p: &mut Running<'_>, token: &Token, message: Term<'_>) {
    tell(p, token, SEND, p.pid(), message);
}

/// An exit signal with a token goes to somebody linked at another node.
#[cold]
pub fn exit_goes(token: &Token, from: Term<'_>, to: Term<'_>, reason: Term<'_>) {
    let heap = Heap::new(0);
    let exit = Term::atom(am::EXIT_UPPER);
    tell_of(token, SEND, to, heap.tuple(&[exit, heap.copy_in(from), heap.copy_in(reason)]));
}

/// The token that goes with what a process sends, if it has one.
#[inline]
pub fn token_for(p: &mut Running<'_>, to: Term<'_>, message: Term<'_>) -> Option<Box<Token>> {
    if p.state.bits().is_seq_traced() { sends(p, to, message) } else { None }
}

/// A process with a token sends. Gives the token for the message.
#[cold]
fn sends(p: &mut Running<'_>, to: Term<'_>, message: Term<'_>) -> Option<Box<Token>> {
    let t = next_token(p)?;
    tell(p, &t, SEND, to, message);
    Some(Box::new(t))
}

/// `seq_trace:print/1,2`; whether there was a token (with this label).
pub fn prints(p: &mut Running<'_>, label: Option<Term<'_>>, message: Term<'_>) -> bool {
    let Some(t) = token(p) else { return false };
    if label.is_some_and(|l| !term::compare::exactly_equal(l, t.label.term())) {
        return false;
    }
    if let Some(t) = next_token(p) {
        tell(p, &t, PRINT, Term::NIL, message);
    }
    true
}

/// A process takes a message that came with a token, or without one.
#[cold]
pub fn receives(p: &mut Running<'_>, carried: Carried, message: Term<'_>) {
    let t = match carried {
        Carried::Token(t) => t,
        Carried::Nothing => return set_token(p, None),
        Carried::Unchanged => return,
    };
    set_token(p, Some((*t).clone()));
    let own = own(p);
    own.last = t.serial;
    own.clock = own.clock.max(t.serial);
    tell(p, &t, RECEIVE, p.pid(), message);
}

/// How a new process answers the process that has asked for it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It does not.
    None,
    /// Only as far as tracing is concerned: the parent has the pid at once.
    Told,
    /// With a message, which carries its token.
    Message,
}

/// A request for a new process, as it is told.
pub struct Spawning {
    /// The reference of the request.
    pub key: RefKey,
    /// The options.
    pub options: OwnedTerm,
    /// The tag of the answer; `spawn_reply` if there is none.
    pub tag: Option<OwnedTerm>,
    /// Whether there is an answer.
    pub answer: Answer,
}

/// A process is made by one with a token, which it inherits: told as if the two had sent each other
/// a request and an answer. Gives the token that goes with an answer that is a message.
#[cold]
pub(crate) fn spawns(
    parent: &mut Running<'_>,
    child: &mut Running<'_>,
    call: FirstCall<'_, '_>,
    told_as: Option<Box<Spawning>>,
) -> Option<Box<Token>> {
    let request = next_token(parent)?;
    let told_as = told_as.unwrap_or_else(|| {
        let options = Term::NIL.into();
        Box::new(Spawning { key: system::new_ref(), options, tag: None, answer: Answer::Told })
    });
    let leader = parent.own_ref().group_leader.clone();
    let tag_in = |heap: &Heap| {
        told_as.tag.as_ref().map_or(Term::atom(am::SPAWN_REPLY), |t| heap.copy_in(t.term())).word()
    };
    let message = OwnedTerm::build(|heap| {
        let (mfa, args) = call.told(heap);
        heap.tuple(&[
            Term::atom(atom!("spawn_request")),
            heap.reference(told_as.key),
            parent.pid(),
            heap.copy_in(leader.term()),
            mfa_term(heap, mfa),
            heap.copy_in(told_as.options.term()),
            // SAFETY: the terms have just been made on this heap, and are used while it is.
            unsafe { Term::from_word(tag_in(heap)) },
            args,
        ])
    });
    tell(parent, &request, SEND, child.pid(), message.term());
    tell(parent, &request, RECEIVE, child.pid(), message.term());
    let serial = request.serial;
    set_token(child, Some(request));
    let of_child = own(child);
    (of_child.last, of_child.clock) = (serial, serial);
    let answer = next_token(child)?;
    if told_as.answer == Answer::None {
        return None;
    }
    let message = OwnedTerm::build(|heap| {
        // SAFETY: the terms have just been made on this heap, and are used while it is.
        let tag = unsafe { Term::from_word(tag_in(heap)) };
        heap.tuple(&[tag, heap.reference(told_as.key), Term::OK, child.pid()])
    });
    tell(parent, &answer, SEND, parent.pid(), message.term());
    if told_as.answer == Answer::Message {
        return Some(Box::new(answer));
    }
    tell(parent, &answer, RECEIVE, parent.pid(), message.term());
    None
}

/// A process with a token asks another node for a process: told as two messages to that node, the
/// request without its arguments, and the arguments. Gives the token of the second.
#[cold]
pub fn asks_afar(
    p: &mut Running<'_>,
    node: Atom,
    request: Term<'_>,
    arguments: Term<'_>,
) -> Option<Token> {
    let first = next_token(p)?;
    tell(p, &first, SEND, Term::atom(node), request);
    let second = next_token(p)?;
    tell(p, &second, SEND, Term::atom(node), arguments);
    Some(second)
}

/// The request of another node for a new process, and the answer to it, as they are told.
pub struct FromAfar {
    /// The token that has come with the request: that of its second part.
    pub token: Token,
    /// `{spawn_request, Ref, Parent, Leader, Mfa, Options}`.
    pub request: OwnedTerm,
    /// The parent.
    pub parent: OwnedTerm,
}

impl FromAfar {
    /// The token of the request's first part.
    fn first(&self) -> Token {
        Token { serial: self.token.serial - 1, ..self.token.clone() }
    }

    /// There is a process for the request. It has the request, answers, and has the arguments as
    /// its first message. Gives the token of the answer.
    #[cold]
    pub fn served(
        &self,
        child: &mut Running<'_>,
        answer: Term<'_>,
        arguments: Term<'_>,
    ) -> Option<Token> {
        let first = self.first();
        set_token(child, Some(first.clone()));
        let of_child = own(child);
        (of_child.last, of_child.clock) = (first.serial, first.serial);
        tell(child, &first, RECEIVE, child.pid(), self.request.term());
        let token = next_token(child)?;
        tell(child, &token, SEND, self.parent.term(), answer);
        let second = Carried::Token(Box::new(self.token.clone()));
        receives(child, second, arguments);
        Some(token)
    }

    /// There is none: the node answers itself. Gives the token of the answer.
    #[cold]
    pub fn refused(&self, answer: Term<'_>) -> Token {
        let first = self.first();
        let here = Term::atom(this_node());
        tell_of(&first, RECEIVE, here, self.request.term());
        let token =
            Token { last: first.serial, serial: self.token.serial, sender: here.into(), ..first };
        tell_of(&token, SEND, self.parent.term(), answer);
        token
    }
}

/// Takes the token of a process and of its messages away.
pub(crate) fn clear(p: &mut Running<'_>) {
    set_token(p, None);
    *own(p) = Own::default();
    p.own().mailbox.drop_tokens();
}
