//! The other end of a relation: the process or port that is linked, watches or is watched, or has
//! sent a signal, or the resource of a library that watches, or a party of another node.

use crate::hook::Hook;
use std::num::NonZeroU64;
use term::{Heap, Term, View, Word};

/// A process, port, resource or party that another one has to do with. One word, so that comparing
/// two is one comparison, and lists and signals hold it as it is.
///
/// ```
/// # use vm::peer::{End, Peer};
/// # use term::Term;
/// assert_eq!(Peer::of(Term::pid(7)), Some(Peer::process(7)));
/// assert_eq!(Peer::port(7).end(), End::Port(7));
/// assert_eq!(Peer::of(Term::small(7)), None);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Peer(
    /// The word of the pid, port or number: an immediate, and so the same for all heaps.
    NonZeroU64,
);

/// The kind of the other end.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// A process of this node: the payload of its pid.
    Process(u64),
    /// A port of this node: its number.
    Port(u64),
    /// A resource of a library: its number.
    Resource(u64),
    /// A party of another node: its number (see [`crate::remote`]).
    Party(u64),
}

impl Peer {
    /// A process of this node, by the payload of its pid.
    #[inline]
    pub fn process(id: u64) -> Peer {
        Peer::of_immediate(Term::pid(id))
    }

    /// A port of this node, by its number.
    #[inline]
    pub fn port(id: u64) -> Peer {
        Peer::of_immediate(Term::port(id))
    }

    /// A resource of a library, by its number, which is not 0 and at most 2^62 - 1.
    pub fn resource(number: u64) -> Peer {
        Peer::of_immediate(Term::small(number as i64))
    }

    /// A party of another node, by its number, which is not 0 and at most 2^62 - 1.
    pub fn party(number: u64) -> Peer {
        Peer::of_immediate(Term::small(-(number as i64)))
    }

    /// The process or port of this node that a term names; none for any other term.
    #[inline]
    pub fn of(t: Term<'_>) -> Option<Peer> {
        (t.as_pid().is_some() || t.is_port()).then(|| Peer::of_immediate(t))
    }

    #[inline]
    fn of_immediate(t: Term<'_>) -> Peer {
        Peer(NonZeroU64::new(t.word()).expect("a tag, or a number"))
    }

    /// The pid or port of this node. Resources and parties are no terms: see [`Peer::name`].
    #[inline]
    pub fn term(self) -> Term<'static> {
        // SAFETY: the word is that of a pid or port of this node, or of a small integer; none of
        // them refers to a heap.
        unsafe { Term::from_word(self.word()) }
    }

    /// Its word, as a key.
    #[inline]
    pub fn word(self) -> Word {
        self.0.get()
    }

    /// The payload of the pid, of a process.
    #[inline]
    pub fn as_pid(self) -> Option<u64> {
        self.term().as_pid()
    }

    /// The number, of a port.
    #[inline]
    pub fn as_port(self) -> Option<u64> {
        self.term().as_port()
    }

    /// Whether it is a port.
    #[inline]
    pub fn is_port(self) -> bool {
        self.term().is_port()
    }

    /// Which kind it is, and its number.
    #[inline]
    pub fn end(self) -> End {
        match self.term().view() {
            View::Pid(id) => End::Process(id),
            View::Port(id) => End::Port(id),
            View::Small(n) if n > 0 => End::Resource(n.unsigned_abs()),
            View::Small(n) => End::Party(n.unsigned_abs()),
            _ => unreachable!("a pid, a port or a number"),
        }
    }

    /// The term that stands for it where somebody is told of it: `undefined` if it has gone.
    pub(crate) fn shown(self, heap: &Heap) -> Term<'_> {
        self.name(heap).unwrap_or(Term::UNDEFINED)
    }

    /// The term that stands for it; none for a resource or party that has gone.
    pub fn name(self, heap: &Heap) -> Option<Term<'_>> {
        match self.end() {
            End::Process(_) | End::Port(_) => Some(self.term()),
            End::Resource(number) => RESOURCES.get()?(heap, number),
            End::Party(number) => PARTIES.get()?(heap, number),
        }
    }
}

/// Gives the term that names what has this number.
pub type Name = for<'h> fn(&'h Heap, u64) -> Option<Term<'h>>;

static RESOURCES: Hook<Name> = Hook::new();
static PARTIES: Hook<Name> = Hook::new();

/// Sets how resources are named; once, at start.
pub fn set_names_of_resources(name: Name) {
    RESOURCES.set(name);
}

/// Sets how parties are named; once, at start.
pub(crate) fn set_names_of_parties(name: Name) {
    PARTIES.set(name);
}
