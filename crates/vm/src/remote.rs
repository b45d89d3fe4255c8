//! Other nodes: who is there, and how signals get to them.
//!
//! A [`Party`] is a process, port or name of another node that something of this node is related
//! to or has to do with just now. It has a number, so that it is a [`Peer`] as others are: links,
//! monitors and signals treat it as they treat a local process. It belongs to one connection. The
//! crate `dist` says, behind [`Connection`], how a signal gets to the other node.

use crate::bif::{BifResult, Exception};
use crate::hook::Hook;
use crate::mailbox::Rank;
use crate::peer::{self, End, Peer};
use crate::process::{HeldUp, Running};
use crate::signal::{OfParty, Signal};
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};
use term::etf::TooLarge;
use term::node::this_node;
use term::{Atom, Export, Heap, Mfa, OwnedTerm, Term, View, am, atom};

/// Where a message went.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Sent {
    /// To a process or port of this node, or to another node, or to nobody.
    Done,
    /// Nowhere: it is for another node, with which there is no connection.
    NoConnection,
    /// Nowhere: the port or the connection is busy. Sleep until a signal arrives, then try again;
    /// the connection is so only for a sender that does not wait.
    Busy,
    /// To another node, and the connection is busy: the process is to wait before it goes on
    /// ([`wait`]).
    Held,
    /// Nowhere yet: it is being encoded, which the process has in hand. Let others have a turn,
    /// then go on with the same arguments.
    Unfinished,
    /// Nowhere: there is no form for it between nodes.
    TooLarge,
}

/// A process, port or reference of another node, or a name there.
#[derive(Copy, Clone)]
pub enum Far<'h> {
    /// A pid, port or reference, as it is on the heap, and the name of its node.
    Identity(Term<'h>, Atom),
    /// A name at a node.
    Name(Atom, Atom),
}

impl<'h> Far<'h> {
    /// The identity that a pid, port or reference of another node is; none for any other term.
    pub fn of(t: Term<'h>) -> Option<Far<'h>> {
        match t.view() {
            View::ExternalPid(node, ..) | View::ExternalPort(node, _) | View::ExternalRef(node) => {
                Some(Far::Identity(t, node.name))
            }
            _ => None,
        }
    }

    /// The node.
    pub fn node(self) -> Atom {
        match self {
            Far::Identity(_, node) | Far::Name(_, node) => node,
        }
    }

    /// The pid, port or reference, or `{Name, Node}`.
    pub fn owned(self) -> OwnedTerm {
        match self {
            Far::Identity(t, _) => OwnedTerm::new(t),
            Far::Name(name, node) => {
                OwnedTerm::build(|h| h.tuple(&[Term::atom(name), Term::atom(node)]))
            }
        }
    }
}

/// A connection with another node.
pub trait Connection: Send + Sync {
    /// The party on this connection that is somebody at the other node.
    fn party(self: Arc<Self>, far: Far<'_>) -> Arc<Party>;

    /// `Far ! Message`. The connection is there: how it is to be made is of no interest.
    fn send<'h>(
        self: Arc<Self>,
        p: &mut Running<'h>,
        to: Far<'h>,
        message: Term<'h>,
        how: Sending,
    ) -> Sent;

    /// Holds a process up that sends a signal, if the connection is busy; whether it is.
    fn hold_up(&self, p: &mut Running<'_>) -> bool;

    /// Whether so much waits that what a process leaves to be said when it ends is to wait, too.
    /// Observers are told of the process, if it is named.
    fn is_full(&self, p: Option<&Running<'_>>) -> bool;

    /// Passes a signal on to a party; false if the connection is no more.
    fn signal(&self, to: &Arc<Party>, signal: Signal) -> bool;

    /// `exit(Party, Reason)` of a process; the party is a pid or an alias.
    ///
    /// # Errors
    /// There is no form for the reason between nodes.
    fn exit(
        &self,
        by: Term<'_>,
        reason: Term<'_>,
        of: &Arc<Party>,
        rank: Rank,
    ) -> Result<(), TooLarge>;

    /// `group_leader(Leader, Party)` of the process with this number.
    fn group_leader(&self, by: u64, leader: Term<'_>, of: &Arc<Party>);
}

/// Somebody at another node.
pub struct Party {
    number: u64,
    /// The pid or port, or `{Name, Node}`.
    identity: OwnedTerm,
    /// The connection; none if there was none when it was needed.
    connection: Option<Arc<dyn Connection>>,
}

/// The parties that there are, by their numbers.
static PARTIES: LazyLock<Mutex<HashMap<u64, Weak<Party>>>> = LazyLock::new(Mutex::default);

fn parties() -> MutexGuard<'static, HashMap<u64, Weak<Party>>> {
    PARTIES.lock().unwrap_or_else(PoisonError::into_inner)
}

fn party(number: u64) -> Option<Arc<Party>> {
    parties().get(&number)?.upgrade()
}

impl Party {
    /// A new party.
    pub fn new(identity: OwnedTerm, connection: Option<Arc<dyn Connection>>) -> Arc<Party> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let party = Arc::new(Party { number, identity, connection });
        parties().insert(number, Arc::downgrade(&party));
        party
    }

    /// The pid or port, or `{Name, Node}`.
    pub fn identity(&self) -> Term<'_> {
        self.identity.term()
    }

    /// The other end of a relation that it is.
    pub fn peer(&self) -> Peer {
        Peer::party(self.number)
    }

    /// A signal of this party.
    pub fn signal(self: &Arc<Self>, signal: Signal) -> Signal {
        Signal::OfParty(Box::new(OfParty { party: self.clone(), signal }))
    }
}

impl Drop for Party {
    fn drop(&mut self) {
        parties().remove(&self.number);
    }
}

fn name(heap: &Heap, number: u64) -> Option<Term<'_>> {
    Some(heap.copy_in(party(number)?.identity()))
}

/// The connection with this peer, if that is a party.
fn connection_of(peer: Peer) -> Option<Arc<dyn Connection>> {
    let End::Party(number) = peer.end() else { return None };
    party(number)?.connection.clone()
}

/// Holds a process up that sends a signal to this peer, if that is a party and the connection with
/// it is busy. The process waits when its built-in ends by [`sent`].
pub fn hold_up(p: &mut Running<'_>, peer: Peer) {
    if let Some(connection) = connection_of(peer) {
        connection.hold_up(p);
    }
}

/// Whether what a process leaves to be said to this peer when it ends is to wait, as the connection
/// is busy. The end of that is told by [`crate::farewell::go_on`]. Observers are told of the
/// process, if it is named.
pub(crate) fn is_to_wait(peer: Peer, p: Option<&Running<'_>>) -> bool {
    connection_of(peer).is_some_and(|connection| connection.is_full(p))
}

/// The value of a built-in that may have sent a signal, for a process that nothing holds up.
///
/// # Errors
/// The connection is busy: the process is to wait.
pub fn sent<'h>(p: &Running<'h>, value: Term<'h>) -> BifResult<'h> {
    match p.own_ref().held_up() {
        HeldUp::AfterSending => Err(wait(value)),
        HeldUp::BeforeSending | HeldUp::No => Ok(value),
    }
}

/// The process is to wait before it has this value.
pub fn wait(value: Term<'_>) -> Exception<'_> {
    let wait = Mfa { module: am::ERLANG, function: atom!("bif_return_trap"), arity: 1 };
    Exception::trap(Export::get(wait), vec![value])
}

/// Sends a signal to the party of this number; false if there is none, or no connection with it.
pub(crate) fn signal(number: u64, signal: Signal) -> bool {
    let Some(party) = party(number) else { return false };
    party.connection.as_ref().is_some_and(|c| c.signal(&party, signal))
}

/// Sends a signal to a peer, if that is a party with a connection.
pub(crate) fn tell(peer: Peer, told: Signal) {
    if let End::Party(number) = peer.end() {
        signal(number, told);
    }
}

/// Sends the exit signal of `exit/2` to a party.
///
/// # Errors
/// There is no form for the reason between nodes.
pub(crate) fn exit<'h>(
    from: Term<'_>,
    to: &Arc<Party>,
    reason: Term<'_>,
    rank: Rank,
) -> Result<(), Exception<'h>> {
    let Some(connection) = &to.connection else { return Ok(()) };
    connection.exit(from, reason, to, rank).map_err(|TooLarge| Exception::SYSTEM_LIMIT)
}

/// The fate of a node that there is no connection with.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Connect {
    /// A connection is made.
    Make,
    /// Nothing.
    Leave,
}

/// How a message is sent.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Sending {
    /// The fate of a node that there is no connection with.
    pub connect: Connect,
    /// The sender waits if the port or connection is busy.
    pub waits: bool,
    /// With priority, if it is for an alias that has it.
    pub rank: Rank,
}

impl Sending {
    /// As `!` does.
    pub const USUAL: Sending = Sending { connect: Connect::Make, waits: true, rank: Rank::Usual };
}

/// Gives the connection with a node.
pub type Way = fn(Atom, Connect) -> Option<Arc<dyn Connection>>;

static WAY: Hook<Way> = Hook::new();

/// Goes on with a message that a process has in hand.
pub type GoOn = fn(&mut Running<'_>) -> Sent;

static GO_ON: Hook<GoOn> = Hook::new();

/// Sets how connections are found and made, and how sending goes on; once, at start.
pub fn set_way(way: Way, go_on: GoOn) {
    WAY.set(way);
    GO_ON.set(go_on);
}

/// Goes on with a message that the process has in hand.
pub(crate) fn go_on(p: &mut Running<'_>) -> Sent {
    GO_ON.get().map_or(Sent::Done, |go_on| go_on(p))
}

/// Describes nodes and connections, in sections as crash dumps have them: all of them, or those of
/// which nobody holds a lock.
pub type Describe = fn(&mut dyn fmt::Write, bool) -> fmt::Result;

static DESCRIBE: Hook<Describe> = Hook::new();

/// Sets what describes nodes and connections; once, at start.
pub fn set_describe(describe: Describe) {
    DESCRIBE.set(describe);
}

/// The sections about nodes and connections; `wait`: for locks, so that all is there.
pub fn describe(out: &mut dyn fmt::Write, wait: bool) -> fmt::Result {
    writeln!(out, "=node:{}", Term::atom(this_node()))?;
    match DESCRIBE.get() {
        Some(describe) if this_node() != am::NONODE_NOHOST => describe(out, wait),
        _ => writeln!(out, "=no_distribution"),
    }
}

/// The connection with a node; none if there is none, and cannot be one.
pub fn connection(node: Atom, connect: Connect) -> Option<Arc<dyn Connection>> {
    WAY.get()?(node, connect)
}

/// Somebody at another node, on the connection with it, which is made if it is wanted. A party
/// without a connection gets no signals.
pub fn party_of(far: Far<'_>, connect: Connect) -> Arc<Party> {
    match connection(far.node(), connect) {
        Some(connection) => connection.party(far),
        None => Party::new(far.owned(), None),
    }
}

/// Has peers that are parties be named. Once, at start.
pub(crate) fn connect() {
    peer::set_names_of_parties(name);
}
