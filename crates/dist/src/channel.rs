//! Channels: connections with other nodes, from the moment in which one is wanted until it is over.
//!
//! A channel has a number that no other has had. All that refers to it (handles of carriers,
//! parties, signals on the way) refers to this one and not to the next channel with the same node,
//! so nothing gets from one to the other.
//!
//! Locks: that of the input is taken before that of the state; with the state locked no port,
//! process or other channel is called.

use crate::control::{self, Control};
use crate::encoding::{Encoded, Refused, encode};
use crate::flags::Flags;
use crate::input::Input;
use crate::output::{Output, Packet, Woken};
use crate::relations::Relations;
use crate::requests::Requests;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use term::etf::{self, EncodeOptions};
use term::{Atom, Heap, OwnedTerm, Term, am};
use vm::peer::Peer;
use vm::port::carried::has_output;
use vm::process::RefKey;
use vm::remote::Party;
use vm::signal::{self, Signal};
use vm::system;

/// Where a channel is in its life.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// It is wanted, and being made. Messages wait.
    Pending,
    /// It is there.
    Up,
    /// It is no more.
    Over,
}

/// The carrier of a channel.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Carrier {
    /// None yet.
    None,
    /// A port of this number.
    Port(u64),
    /// A process with this pid.
    Process(u64),
}

impl Carrier {
    /// The port or process.
    pub fn term(self) -> Term<'static> {
        match self {
            Carrier::None => Term::UNDEFINED,
            Carrier::Port(port) => Term::port(port),
            Carrier::Process(pid) => Term::pid(pid),
        }
    }

    /// Ends it, and so the connection.
    pub fn kill(self) {
        match self {
            Carrier::None => {}
            Carrier::Port(port) => {
                let (port, killed) = (Peer::port(port), Term::atom(am::KILLED).into());
                signal::send_to_peer(port, Signal::Exit(port, killed, None));
            }
            Carrier::Process(pid) => {
                let kill = Term::atom(am::KILL).into();
                let _ = signal::send(pid, Signal::Exit(Peer::process(pid), kill, None));
            }
        }
    }
}

/// A connection with another node.
pub struct Channel {
    /// The node.
    pub node: Atom,
    /// The number that only this channel has.
    pub number: u32,
    /// The reference in its handle.
    reference: RefKey,
    state: Mutex<State>,
    input: Mutex<Input>,
}

/// The part of a channel that all threads change.
pub struct State {
    /// Where the channel is in its life.
    pub stage: Stage,
    /// The flags that both nodes have.
    pub flags: Flags,
    /// The carrier.
    pub carrier: Carrier,
    /// Packets and messages to be sent.
    pub output: Output,
    /// Links and monitors between the nodes.
    pub relations: Relations,
    /// Packets that have come.
    pub packets_in: u64,
    /// The process that gives what comes, if the carrier is a process and it is another.
    pub input_handler: Option<u64>,
    /// Processes that are being spawned at the other node.
    pub requests: Requests,
}

/// The fate of a message that is sent on a channel.
pub enum Fate {
    /// Nothing: the channel is over.
    Over,
    /// Nothing: there is no form for what is in it.
    TooLarge,
    /// It is kept until the channel is up.
    Kept,
    /// It is to be encoded for a node with these flags.
    Encode(Flags),
}

/// The fate of a message that has been encoded.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Pushed {
    /// The channel is over.
    Over,
    /// It goes out.
    Done,
    /// It goes out, and so much else that its sender should wait.
    Busy,
}

/// The fate of a control message.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Transmitted {
    /// The channel is over.
    Over,
    /// It goes out, or will when the channel is up, or the peer would not understand it.
    Done,
    /// Nothing: there is no form for what is in it.
    TooLarge,
}

/// The rest of a channel that is over: it has to be told.
pub struct Left {
    /// It has been up.
    pub was_up: bool,
    /// The flags that both nodes had.
    pub flags: Flags,
    /// Links and monitors.
    pub relations: Relations,
    /// Processes that are being spawned.
    pub requests: Requests,
    /// Processes and words that have waited until less waits.
    pub woken: Woken,
}

/// The thing to be done for a carrier, once the state is not locked any more.
pub enum Wake {
    /// Nothing.
    Nobody,
    /// A port is told that there is output.
    Port(u64),
    /// A process is told that there is output.
    Process(u64),
}

impl Wake {
    /// Does it.
    pub fn wake(self) {
        match self {
            Wake::Nobody => {}
            Wake::Port(port) => has_output(port),
            Wake::Process(pid) => {
                signal::send_built(pid, |_| Term::atom(term::atom!("dist_data")));
            }
        }
    }
}

impl Channel {
    /// A channel with a node that is being connected.
    pub fn new(node: Atom, number: u32) -> Arc<Channel> {
        Arc::new(Channel {
            node,
            number,
            reference: system::new_ref(),
            state: Mutex::new(State {
                stage: Stage::Pending,
                flags: Flags::empty(),
                carrier: Carrier::None,
                output: Output::default(),
                relations: Relations::default(),
                packets_in: 0,
                input_handler: None,
                requests: Requests::default(),
            }),
            input: Mutex::new(Input::default()),
        })
    }

    /// The handle by which carriers and `net_kernel` name it.
    pub fn handle<'h>(&self, heap: &'h Heap) -> Term<'h> {
        heap.tuple(&[Term::small(i64::from(self.number)), heap.reference(self.reference)])
    }

    /// Its state, locked.
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its state, locked, unless somebody else holds the lock.
    pub fn try_state(&self) -> Option<MutexGuard<'_, State>> {
        match self.state.try_lock() {
            Ok(state) => Some(state),
            Err(TryLockError::Poisoned(e)) => Some(e.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    pub(crate) fn input(&self) -> MutexGuard<'_, Input> {
        self.input.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The channel is up from now on. Messages that have been sent before go out first. False if it
    /// is over or was up.
    pub fn up(&self, carrier: Carrier, flags: Flags) -> bool {
        let mut state = self.state();
        if state.stage != Stage::Pending {
            return false;
        }
        (state.stage, state.flags, state.carrier) = (Stage::Up, flags, carrier);
        if matches!(carrier, Carrier::Process(_)) {
            state.output.not_yet();
        }
        for early in state.output.take_early() {
            let control = control::parse(early.control.term());
            let control = control.expect("a control message that was built here");
            let payload = early.payload.as_ref().map(OwnedTerm::term);
            if let Ok(encoded) = encode(flags, control, payload) {
                state.output.push(flags, early.by, encoded);
            }
        }
        let wake = state.wake();
        drop(state);
        wake.wake();
        true
    }

    /// The flags of a message that is to be encoded. Before the channel is up, the message is kept
    /// as it is.
    pub fn flags_for(&self, by: u64, control: Control<'_>, payload: Option<Term<'_>>) -> Fate {
        let mut state = self.state();
        match state.stage {
            Stage::Over => Fate::Over,
            Stage::Pending => {
                let options = EncodeOptions::DISTRIBUTION;
                if payload.is_some_and(|t| etf::encoded_size(t, options).is_err()) {
                    return Fate::TooLarge;
                }
                let scratch = Heap::new(0);
                let control = OwnedTerm::new(control.build(&scratch));
                state.output.push_early(by, control, payload.map(OwnedTerm::new));
                Fate::Kept
            }
            Stage::Up => Fate::Encode(state.flags),
        }
    }

    /// Sends a control message of a process (0: of somebody else), maybe with a payload.
    pub fn transmit(
        &self,
        by: u64,
        control: Control<'_>,
        payload: Option<Term<'_>>,
    ) -> Transmitted {
        let flags = match self.flags_for(by, control, payload) {
            Fate::Over => return Transmitted::Over,
            Fate::TooLarge => return Transmitted::TooLarge,
            Fate::Kept => return Transmitted::Done,
            Fate::Encode(flags) => flags,
        };
        match encode(flags, control, payload) {
            Ok(encoded) => match self.push(by, encoded) {
                Pushed::Over => Transmitted::Over,
                Pushed::Done | Pushed::Busy => Transmitted::Done,
            },
            Err(Refused::Unknown) => Transmitted::Done,
            Err(Refused::TooLarge) => Transmitted::TooLarge,
        }
    }

    /// As [`Channel::transmit`]; false if the channel is over. It ends if there is no form for what
    /// the other end has to know.
    pub fn pass(&self, by: u64, control: Control<'_>, payload: Option<Term<'_>>) -> bool {
        let sent = self.transmit(by, control, payload);
        if sent == Transmitted::TooLarge {
            let carrier = self.state().carrier;
            carrier.kill();
        }
        sent != Transmitted::Over
    }

    /// Sends what has been encoded.
    pub fn push(&self, by: u64, encoded: Encoded) -> Pushed {
        let mut state = self.state();
        if !state.is_up() {
            return Pushed::Over;
        }
        let flags = state.flags;
        state.output.push(flags, by, encoded);
        let (wake, busy) = (state.wake(), state.is_busy(by));
        drop(state);
        wake.wake();
        if busy { Pushed::Busy } else { Pushed::Done }
    }

    /// The channel is over; gives what it leaves behind. None if it was over already.
    pub fn close(&self) -> Option<Left> {
        let mut state = self.state();
        let before = std::mem::replace(&mut state.stage, Stage::Over);
        if before == Stage::Over {
            return None;
        }
        Some(Left {
            was_up: before == Stage::Up,
            flags: state.flags,
            relations: std::mem::take(&mut state.relations),
            requests: std::mem::take(&mut state.requests),
            woken: state.output.clear(),
        })
    }

    /// Gives what has been sent to a process that carries the channel: at most one packet.
    pub fn take_packet(&self) -> Option<Packet> {
        let mut state = self.state();
        let packet = state.output.take();
        let woken = state.output.no_longer_busy();
        drop(state);
        woken.wake();
        packet
    }
}

impl State {
    /// Whom to tell that there is output, unless he knows.
    fn wake(&mut self) -> Wake {
        if self.output.is_empty() {
            return Wake::Nobody;
        }
        match self.carrier {
            Carrier::Port(port) if self.output.ask() => Wake::Port(port),
            Carrier::Process(pid) if self.output.ask() => Wake::Process(pid),
            _ => Wake::Nobody,
        }
    }

    /// Whether the channel is up.
    pub fn is_up(&self) -> bool {
        self.stage == Stage::Up
    }

    /// Whether the channel is not over.
    pub fn is_open(&self) -> bool {
        self.stage != Stage::Over
    }

    /// Whether so much waits that this process, which sends or has sent, should wait.
    pub fn is_busy(&self, by: u64) -> bool {
        self.is_open() && self.output.is_busy(by)
    }

    /// Ends a link; false if the channel is over.
    pub fn end_link(&mut self, me: Peer, party: &Arc<Party>) -> bool {
        self.relations.end_link(me, party);
        self.is_open()
    }

    /// Notes a relation; false if the channel is over, which will tell nobody any more.
    pub fn begin(&mut self, note: impl FnOnce(&mut Relations)) -> bool {
        if self.is_open() {
            note(&mut self.relations);
        }
        self.is_open()
    }
}
