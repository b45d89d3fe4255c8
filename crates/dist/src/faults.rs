//! Reports of a peer that does not keep to the protocol. The texts are those of OTP's
//! emulator, so that whoever looks for them in a log finds them.

use std::fmt::{Display, Write};
use term::etf::DecodeError;
use term::node::this_node;
use term::print::display_bytes_bounded;
use term::{Atom, Term};
use vm::log::{Level, log_of_nobody};

/// Parts and characters of a control message that are told.
const CONTROL_LIMIT: usize = 200;
/// Bytes of a packet that are told.
const BYTES_LIMIT: usize = 1 << 16;

/// The fault of a peer, which ends its channel.
#[derive(PartialEq, Eq, Debug)]
pub enum Fault {
    /// Nothing is told of it.
    Silent,
    /// Something is told.
    Told(Level, Vec<u8>),
}

/// Bytes as numbers, with something in front of the first.
fn numbers(text: &mut String, bytes: &[u8], front: &str) {
    for (i, byte) in bytes.iter().take(BYTES_LIMIT).enumerate() {
        let before = if i == 0 { front } else { "," };
        let _ = write!(text, "{before}{byte}");
    }
    if bytes.len() > BYTES_LIMIT {
        text.push_str(",...");
    }
    text.push_str(">>");
}

fn corrupted(peer: Atom, what: &str) -> String {
    let (here, there, channel) = (Term::atom(this_node()), Term::atom(peer), peer.index());
    format!("{here} got a corrupted {what} from {there} on distribution channel {channel}\n")
}

impl Fault {
    /// Tells the logger.
    pub fn tell(&self) {
        if let Fault::Told(level, text) = self {
            log_of_nobody(*level, text);
        }
    }

    /// A packet does not begin as packets do.
    pub fn incompatible(peer: Atom) -> Fault {
        let channel = peer.index();
        let text = format!("** Got message from incompatible erlang on channel {channel}\n");
        Fault::Told(Level::Error, text.into())
    }

    /// The header of a packet is wrong.
    pub fn header(peer: Atom, packet: &[u8]) -> Fault {
        let mut text = corrupted(peer, "distribution header");
        numbers(&mut text, packet, "<<");
        Fault::Told(Level::Warning, text.into())
    }

    /// These bytes are to be a term and are not.
    pub fn term(peer: Atom, bytes: &[u8], atoms: &[Atom]) -> Fault {
        let mut text = corrupted(peer, "external term");
        numbers(&mut text, bytes, "<<...,");
        text.push_str("\nATOM_CACHE_REF translations: ");
        if atoms.is_empty() {
            text.push_str("none");
        }
        for (i, atom) in atoms.iter().enumerate() {
            let before = if i == 0 { "" } else { ", " };
            let _ = write!(text, "{before}{i}={}", Term::atom(*atom));
        }
        Fault::Told(Level::Warning, text.into())
    }

    /// The reason why bytes are no term that this peer may send.
    pub fn decoding(error: DecodeError, peer: Atom, bytes: &[u8], atoms: &[Atom]) -> Fault {
        match error {
            DecodeError::Atoms => Fault::limit(peer, error),
            _ => Fault::term(peer, bytes, atoms),
        }
    }

    /// A control message is none, or says something of others than it may.
    pub fn message(control: Term<'_>) -> Fault {
        let mut text = b"Invalid distribution message: ".to_vec();
        text.extend(display_bytes_bounded(control, CONTROL_LIMIT));
        Fault::Told(Level::Error, text)
    }

    /// Whether the bytes may be a term, but exceed a limit of this emulator.
    pub fn is_limit(&self) -> bool {
        matches!(self, Fault::Told(Level::Error, _))
    }

    /// A limit of this emulator is exceeded.
    pub fn limit(peer: Atom, what: impl Display) -> Fault {
        let text = format!("{} ended the connection with ", Term::atom(this_node()));
        let text = format!("{text}{}: {what}", Term::atom(peer));
        Fault::Told(Level::Error, text.into())
    }
}
