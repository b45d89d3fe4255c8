//! The message or reason that follows a control message. If it is large, its receiver decodes it,
//! in turns, so that nobody waits for that but him.

use crate::channel::{Carrier, Channel};
use crate::faults::Fault;
use crate::input::spare_atoms;
use crate::nodes;
use std::sync::Arc;
use term::etf::{self, DecodeOptions, OwnedDecoding};
use term::{Atom, OwnedTerm, RefBin, Term, am};
use vm::peer::Peer;
use vm::process::Running;
use vm::signal::{self, Bytes, Decoded, Encoded, Signal};
use vm::{sched, undecoded};

/// The message or reason.
pub enum Payload {
    /// A term.
    Read(OwnedTerm),
    /// A term that is bytes yet.
    Unread(Unread),
}

/// A term that is bytes yet.
pub struct Unread {
    /// The channel that it has come by, which ends if it is no term.
    pub channel: Arc<Channel>,
    /// The atoms that it refers to.
    pub atoms: Vec<Atom>,
    /// The whole message.
    pub body: RefBin,
    /// Where it begins.
    pub used: usize,
    /// How far it has been read.
    pub decoding: OwnedDecoding,
}

/// The purpose of a signal that has a term in it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// It tells that a link or monitor has ended.
    EndOfRelation,
    /// It is a message.
    Message,
    /// It is an exit signal that somebody has sent.
    Exit,
}

/// The reason for which relations end when a channel does.
fn lost() -> OwnedTerm {
    Term::atom(am::NOCONNECTION).into()
}

/// Bytes that a receiver reads in a turn.
const TURN: usize = 128 << 10;

impl Payload {
    /// A term.
    pub fn new(t: Term<'_>) -> Payload {
        Payload::Read(OwnedTerm::new(t))
    }

    /// The term.
    ///
    /// # Errors
    /// It is none.
    pub fn read(self) -> Result<OwnedTerm, Fault> {
        let mut unread = match self {
            Payload::Read(t) => return Ok(t),
            Payload::Unread(unread) => unread,
        };
        loop {
            if let Some(t) = unread.go_on(usize::MAX)? {
                return Ok(t);
            }
        }
    }

    /// Sends the signal that it is part of, if there is somebody to get it. If it is no term, the
    /// channel ends; the end of a relation, which the channel knows no more, is told with that for
    /// a reason.
    ///
    /// # Errors
    /// It is no term.
    pub fn give(
        self,
        to: Option<Peer>,
        purpose: Purpose,
        make: impl FnOnce(OwnedTerm) -> Signal + Send + 'static,
    ) -> Result<(), Fault> {
        let Some(to) = to else { return Ok(()) };
        let (signal, done) = match self {
            Payload::Unread(unread) if to.as_pid().is_some() => {
                let later = Later { unread, make: Some(make), purpose };
                (Signal::Encoded(Box::new(later)), Ok(()))
            }
            payload => match payload.read() {
                Ok(t) => (make(t), Ok(())),
                Err(fault) if purpose == Purpose::EndOfRelation => (make(lost()), Err(fault)),
                Err(fault) => return Err(fault),
            },
        };
        signal::send_to_peer(to, signal);
        done
    }
}

impl Unread {
    /// A term behind the control message of a packet, whose atoms these are. It begins at `used`,
    /// its version, if it has one, not counted.
    pub fn of_packet(
        channel: &Arc<Channel>,
        atoms: &[Atom],
        body: &[u8],
        used: usize,
        version: bool,
    ) -> Unread {
        let decoding = OwnedDecoding::of_body(used + usize::from(version));
        let body = RefBin::from_slice(body);
        Unread { channel: channel.clone(), atoms: atoms.to_vec(), body, used, decoding }
    }

    /// All of it, as a message.
    fn message(&self) -> Bytes<'_> {
        let bytes = &self.body.bytes()[self.used..];
        let bytes = bytes.strip_prefix(&[etf::VERSION]).unwrap_or(bytes);
        Bytes { atoms: &self.atoms, bytes }
    }

    /// Reads on, about as many bytes as `work`; the term, if that was all.
    fn go_on(&mut self, work: usize) -> Result<Option<OwnedTerm>, Fault> {
        let within = Some(&self.body);
        let (atoms, spare_atoms) = (&self.atoms[..], spare_atoms());
        let options = DecodeOptions { atoms, within, spare_atoms, ..DecodeOptions::default() };
        let (bytes, peer) = (self.body.bytes(), self.channel.node);
        let read = self.decoding.go_on(bytes, options, work);
        read.map_err(|e| Fault::decoding(e, peer, &bytes[self.used..], atoms))
    }
}

/// A peer has sent something that is no term. Nothing is locked, so a port ends here.
fn is_broken(channel: &Arc<Channel>, fault: &Fault) {
    let carrier = channel.state().carrier;
    nodes::broken(channel, fault);
    if matches!(carrier, Carrier::Port(_)) {
        carrier.kill();
    }
}

/// A signal that its receiver decodes.
struct Later<F> {
    unread: Unread,
    make: Option<F>,
    purpose: Purpose,
}

impl<F: FnOnce(OwnedTerm) -> Signal + Send> Encoded for Later<F> {
    fn go_on(&mut self, p: &mut Running<'_>) -> Decoded {
        let before = self.unread.decoding.work();
        let read = self.unread.go_on(TURN);
        let work = self.unread.decoding.work() - before;
        p.bump_reductions(work.min(TURN) * sched::FULL as usize / TURN);
        let term = match read {
            Ok(None) => return Decoded::NotYet,
            Ok(term) => term,
            Err(fault) if self.purpose == Purpose::EndOfRelation => {
                is_broken(&self.unread.channel, &fault);
                Some(lost())
            }
            Err(fault) => {
                let channel = self.unread.channel.clone();
                undecoded::arrived(p, self.unread.message(), move || is_broken(&channel, &fault));
                None
            }
        };
        match (term, self.make.take()) {
            (Some(t), Some(make)) => Decoded::Signal(make(t)),
            _ => Decoded::Nothing,
        }
    }

    fn message(&self) -> Option<Bytes<'_>> {
        (self.purpose == Purpose::Message).then(|| self.unread.message())
    }
}
