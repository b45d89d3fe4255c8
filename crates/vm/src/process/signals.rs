//! The signals that processes and ports send each other.

pub use super::relation::{Alias, AliasKind, Monitor, MonitoredBy};

use super::{RefKey, Running};
use crate::exception::BifResult;
use crate::in_queue::{self, InQueue};
use crate::mailbox::Rank;
use crate::peer::Peer;
use crate::token::Token;
use std::any::Any;
use std::sync::Arc;
use term::{Atom, Heap, OwnedTerm};

/// A signal that a process, port or timer sends to a process or port.
pub enum Signal {
    /// A message.
    Message(OwnedTerm),
    /// A message that no process has sent: a port, a timer, the emulator itself.
    Told(OwnedTerm),
    /// As [`Signal::Told`], with priority.
    ToldFirst(OwnedTerm),
    /// A message to a process that is traced, with its sender.
    MessageFrom(Peer, OwnedTerm),
    /// A message with a token of sequential tracing.
    MessageWithToken(Box<WithToken>),
    /// A message to an alias: dropped if the alias is not active. It has priority if the alias has,
    /// too.
    AliasMessage(RefKey, OwnedTerm, Rank),
    /// `exit/2`: its sender, and the reason. Only other nodes send a token with it.
    Exit(Peer, OwnedTerm, Option<Box<Token>>),
    /// The same to an alias.
    AliasExit(Box<AliasExit>),
    /// The other end of a link has gone, maybe with a token of sequential tracing.
    LinkExit(Peer, OwnedTerm, Option<Box<Token>>),
    /// Link with this pid or port.
    Link(Peer),
    /// The link is given up; to be acknowledged with the same number.
    Unlink(Peer, u64),
    /// The other end has seen our `Unlink`.
    UnlinkAck(Peer, u64),
    /// Tell the watcher when you go.
    Monitor(RefKey, MonitoredBy),
    /// Do not tell.
    Demonitor(RefKey),
    /// The monitored one has gone, for this reason.
    Down(RefKey, OwnedTerm),
    /// The timer of a receive has fired that was set for this time.
    Timeout(u64),
    /// The answer that a built-in of the receiver waits for.
    Reply(RefKey, OwnedTerm),
    /// A port that the receiver waits for is not busy any more.
    PortFree,
    /// The result of a dirty scheduler for the built-in that the receiver waits for.
    Returned(Box<Returned>),
    /// A signal of a party of another node.
    OfParty(Box<OfParty>),
    /// A signal that its receiver has to decode first.
    Encoded(Box<dyn Encoded>),
    /// Run this on the receiver's thread: requests for information, settings, suspensions.
    Run(Box<dyn FnOnce(&mut Running<'_>) + Send>),
}

/// A message with a token of sequential tracing.
pub struct WithToken {
    /// The process that has sent it, if it is one of this node.
    pub from: Option<Peer>,
    /// The alias that it was sent to, if it was, and how.
    pub alias: Option<(RefKey, Rank)>,
    /// The message.
    pub message: OwnedTerm,
    /// The token.
    pub token: Box<Token>,
}

/// A call of `exit/2` or `exit/3` with an alias.
pub struct AliasExit {
    /// The alias.
    pub alias: RefKey,
    /// The message has priority, if it is one and the alias has, too.
    pub rank: Rank,
    /// The sender.
    pub from: Peer,
    /// The reason.
    pub reason: OwnedTerm,
    /// A token of sequential tracing, which only other nodes send.
    pub token: Option<Box<Token>>,
}

/// A signal of a party of another node, which it keeps: the receiver may have to name it.
pub struct OfParty {
    /// The party.
    pub party: Arc<dyn Any + Send + Sync>,
    /// The signal.
    pub signal: Signal,
}

/// A signal whose terms are bytes yet. Its receiver decodes it, in turns: meanwhile all that came
/// after it waits.
pub trait Encoded: Send {
    /// Decodes for a turn.
    fn go_on(&mut self, p: &mut Running<'_>) -> Decoded;

    /// The message that it will be, if it will be one.
    fn message(&self) -> Option<Bytes<'_>>;
}

/// A message as another node has sent it.
#[derive(Clone, Copy)]
pub struct Bytes<'m> {
    /// The atoms that it refers to.
    pub atoms: &'m [Atom],
    /// A term in external format, without the version.
    pub bytes: &'m [u8],
}

/// The state of a signal after a turn of decoding.
pub enum Decoded {
    /// There is more to decode.
    NotYet,
    /// This is it.
    Signal(Signal),
    /// It cannot be decoded, and `go_on` has told those who have to know: there is no signal.
    Nothing,
}

/// A signal in a queue.
pub(crate) type Node = in_queue::Node<Signal>;

/// The signals of a process that have not been looked at, or closed.
pub type SignalQueue = InQueue<Signal>;

/// Signals that have been taken from a queue.
pub(crate) type Taken = in_queue::Taken<Signal>;

/// The result of a call on a dirty scheduler, with the heap that it is on.
pub struct Returned {
    /// The result; its terms are on the heap.
    pub(crate) result: BifResult<'static>,
    /// The heap.
    pub(crate) heap: Heap,
}

// SAFETY: the result's terms are on the heap that goes with it, or live for ever. Nobody else has
// the heap, which may move between threads.
unsafe impl Send for Returned {}

impl Returned {
    /// Makes the heap part of the process's own, and gives the result.
    ///
    /// # Safety
    /// Nothing collects before the result is used.
    pub(crate) unsafe fn take(self, p: &Running<'_>) -> BifResult<'static> {
        p.heap().adopt_all(self.heap);
        self.result
    }
}
