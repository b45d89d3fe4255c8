//! Requests of processes to other nodes.
//!
//! Each arm of a function that meets a pid, port or reference of another node goes through
//! [`Remote`]. Distribution will implement it for the nodes that there is a connection with;
//! without one the answers are those of [`Unconnected`].

use crate::bif::Exception;
use crate::process::Running;
use crate::signal::{self, Signal};
use term::node::this_node;
use term::{Atom, Term, View, am};

/// Where a message went.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Sent {
    /// To a process or port of this node, or to nobody.
    Local,
    /// It is for this other node, with which there is no connection.
    NoConnection(Atom),
    /// Nowhere: the port is busy. Sleep until a signal arrives, then try again.
    Busy,
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
}

/// A way to another node.
pub trait Remote: Sync {
    /// `Far ! Message`.
    fn send<'h>(&self, p: &mut Running<'h>, to: Far<'h>, message: Term<'h>) -> Sent;

    /// `link(Far)`.
    ///
    /// # Errors
    /// The exception of `link/1`.
    fn link<'h>(&self, p: &mut Running<'h>, to: Far<'h>) -> Result<(), Exception<'h>>;

    /// `unlink(Far)`.
    fn unlink<'h>(&self, p: &mut Running<'h>, from: Far<'h>);

    /// `exit(Far, Reason)`.
    fn exit<'h>(&self, p: &mut Running<'h>, to: Far<'h>, reason: Term<'h>);

    /// Begins to watch for `monitor(process, Far)`; the reason of the `DOWN` message that comes at
    /// once, if the object cannot be watched.
    fn monitor<'h>(&self, p: &mut Running<'h>, of: Far<'h>) -> Option<Atom>;

    /// `group_leader(Leader, Far)`.
    fn group_leader<'h>(&self, p: &mut Running<'h>, leader: Term<'h>, of: Far<'h>);
}

/// The way to a node, by name.
pub fn of(_node: Atom) -> &'static dyn Remote {
    &Unconnected
}

/// A node that there is no connection with: what is sent there is lost, and relations are as if the
/// connection had been lost at once.
struct Unconnected;

impl Remote for Unconnected {
    fn send<'h>(&self, _: &mut Running<'h>, to: Far<'h>, _: Term<'h>) -> Sent {
        Sent::NoConnection(to.node())
    }

    fn link<'h>(&self, p: &mut Running<'h>, _: Far<'h>) -> Result<(), Exception<'h>> {
        let reason = Term::atom(am::NOCONNECTION).into();
        let _ = signal::send_to(p, Signal::Exit(p.peer(), reason));
        Ok(())
    }

    fn unlink<'h>(&self, _: &mut Running<'h>, _: Far<'h>) {}

    fn exit<'h>(&self, _: &mut Running<'h>, _: Far<'h>, _: Term<'h>) {}

    fn monitor<'h>(&self, _: &mut Running<'h>, of: Far<'h>) -> Option<Atom> {
        // A process of an earlier incarnation of this node is known to be gone.
        Some(if of.node() == this_node() { am::NOPROC } else { am::NOCONNECTION })
    }

    fn group_leader<'h>(&self, _: &mut Running<'h>, _: Term<'h>, _: Far<'h>) {}
}
