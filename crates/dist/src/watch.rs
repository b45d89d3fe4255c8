//! The probes of connections: OTP's names and arguments.

use crate::channel::Carrier;
use probes::{fire, text};
use term::node::this_node;
use term::{Atom, OwnedTerm, Term};
use vm::token::{Token, numbers};

/// This node, as probes tell it.
fn here() -> Term<'static> {
    Term::atom(this_node())
}

/// A process sends to another node.
pub fn sends(from: Term<'_>, node: Atom, to: Term<'_>, message: Term<'_>, token: Option<&Token>) {
    fire!(
        erlang::message__send__remote,
        text!("{from}"),
        text!("{}", Term::atom(node)),
        text!("{to}"),
        OwnedTerm::new(message).words(),
        numbers(token)[0],
        numbers(token)[1],
        numbers(token)[2]
    );
}

/// A linked process of another node is told that one of this node has gone.
pub fn exits(from: Term<'_>, node: Atom, to: Term<'_>, reason: Term<'_>, token: Option<&Token>) {
    fire!(
        erlang::process__exit_signal__remote,
        text!("{from}"),
        text!("{}", Term::atom(node)),
        text!("{{{to},{}}}", Term::atom(node)),
        text!("{reason}"),
        numbers(token)[0],
        numbers(token)[1],
        numbers(token)[2]
    );
}

/// A node has come or, for a reason, gone.
pub fn node_changes(node: Atom, visible: bool, reason: Option<Term<'_>>) {
    fire!(
        erlang::dist__monitor,
        text!("{}", here()),
        text!("{}", if reason.is_some() { "nodedown" } else { "nodeup" }),
        text!("{}", Term::atom(node)),
        text!("{}", if visible { "visible" } else { "hidden" }),
        text!("{}", reason.unwrap_or(Term::UNDEFINED))
    );
}

/// A process has to wait until less is to be sent.
pub fn busy(node: Atom, carrier: Carrier, pid: Term<'_>) {
    fire!(
        erlang::dist__port_busy,
        text!("{}", here()),
        text!("{}", carrier.term()),
        text!("{}", Term::atom(node)),
        text!("{pid}")
    );
}

/// Processes that have waited go on.
pub fn not_busy(node: Atom, carrier: Carrier) {
    fire!(
        erlang::dist__port_not_busy,
        text!("{}", here()),
        text!("{}", carrier.term()),
        text!("{}", Term::atom(node))
    );
}

/// A port takes a packet.
pub fn packet(node: Atom, carrier: Carrier, bytes: usize) {
    fire!(
        erlang::dist__outputv,
        text!("{}", here()),
        text!("{}", carrier.term()),
        text!("{}", Term::atom(node)),
        bytes
    );
}
