//! Channels as the rest of the emulator sees them: as connections, and as the business of a port.

use crate::channel::{Carrier, Channel, Fate, Pushed, Transmitted};
use crate::control::{Control, altact};
use crate::encoding::{self, Encoding, Refused, TURN};
use crate::incoming::arrived;
use crate::{nodes, outgoing, watch};
use std::sync::Arc;
use term::etf::{Part, TooLarge};
use term::{Heap, OwnedTerm, Term, View, am, atom};
use vm::in_hand;
use vm::mailbox::Rank;
use vm::port::Carried;
use vm::port::queue::OutQueue;
use vm::process::{HeldUp, Running};
use vm::remote::{Connection, Far, Party, Sending, Sent};
use vm::signal::Signal;
use vm::trace::seq;
use vm::{sched, system_monitor};

impl Channel {
    /// Tells observers of a process that waits, or leaves something that does.
    fn tell_busy(&self, p: &Running<'_>, carrier: Carrier) {
        watch::busy(self.node, carrier, p.pid());
        system_monitor::waits_for_carrier(p, carrier.term());
    }
}

impl Connection for Channel {
    fn party(self: Arc<Self>, far: Far<'_>) -> Arc<Party> {
        let identity = far.owned();
        let connection: Arc<dyn Connection> = self.clone();
        self.state().relations.party(identity, &connection)
    }

    fn send<'h>(
        self: Arc<Self>,
        p: &mut Running<'h>,
        to: Far<'h>,
        message: Term<'h>,
        Sending { waits, rank, .. }: Sending,
    ) -> Sent {
        if !waits && !p.own_ref().flags.async_dist && self.state().is_busy(p.id) {
            return Sent::Busy;
        }
        let heap = Heap::new(0);
        let full = match to {
            Far::Name(name, node) => heap.tuple(&[Term::atom(name), Term::atom(node)]),
            Far::Identity(to, _) => to,
        };
        // Nobody gets what is sent to a port of another node.
        if matches!(full.view(), View::ExternalPort(..)) {
            return Sent::Done;
        }
        let token = seq::token_for(p, full, message);
        let from = p.pid();
        watch::sends(from, self.node, full, message, token.as_deref());
        let token = token.map(|t| seq::token_term(p.heap(), &t));
        let control = match to {
            Far::Name(name, _) if rank == Rank::Usual => {
                Control::RegSend { from, to: Term::atom(name), token }
            }
            Far::Name(name, _) => with_flags(altact::NAME, rank, (from, Term::atom(name), token)),
            Far::Identity(to, _) => match to.view() {
                View::ExternalPid(..) if rank == Rank::Usual => {
                    Control::SendSender { from, to, token }
                }
                View::ExternalPid(..) => with_flags(0, rank, (from, to, token)),
                View::ExternalRef(_) => with_flags(altact::ALIAS, rank, (from, to, token)),
                _ => return Sent::Done,
            },
        };
        match self.flags_for(p.id, control, Some(message)) {
            Fate::Over => Sent::Done,
            Fate::Kept => kept(p, &self, waits),
            Fate::TooLarge => Sent::TooLarge,
            Fate::Encode(flags) => match encoding::begin(flags, control, Some(message)) {
                Ok(encoding) => encode(p, (self, waits), encoding),
                Err(Refused::Unknown) => Sent::Done,
                Err(Refused::TooLarge) => Sent::TooLarge,
            },
        }
    }

    fn hold_up(&self, p: &mut Running<'_>) -> bool {
        let mut state = self.state();
        if p.own_ref().flags.async_dist || !state.is_busy(p.id) {
            return false;
        }
        state.output.sleeps(p.id);
        let carrier = state.carrier;
        drop(state);
        p.extra().held_up = HeldUp::AfterSending;
        self.tell_busy(p, carrier);
        true
    }

    fn is_full(&self, p: Option<&Running<'_>>) -> bool {
        let mut state = self.state();
        let full = state.is_open() && state.output.is_full();
        let carrier = state.carrier;
        drop(state);
        if full && let Some(p) = p {
            self.tell_busy(p, carrier);
        }
        full
    }

    fn signal(&self, to: &Arc<Party>, signal: Signal) -> bool {
        outgoing::signal(self, to, signal)
    }

    fn exit(
        &self,
        by: Term<'_>,
        reason: Term<'_>,
        of: &Arc<Party>,
        rank: Rank,
    ) -> Result<(), TooLarge> {
        let scratch = Heap::new(0);
        let to = scratch.copy_in(of.identity());
        let control = match (to.is_reference(), rank) {
            (true, _) => with_flags(altact::EXIT | altact::ALIAS, rank, (by, to, None)),
            (false, Rank::Priority) => with_flags(altact::EXIT, rank, (by, to, None)),
            (false, Rank::Usual) => Control::PayloadExit2 { from: by, to, token: None },
        };
        let sent = self.transmit(by.as_pid().unwrap_or(0), control, Some(reason));
        if sent == Transmitted::TooLarge { Err(TooLarge) } else { Ok(()) }
    }

    fn group_leader(&self, by: u64, leader: Term<'_>, of: &Arc<Party>) {
        let scratch = Heap::new(0);
        let to = scratch.copy_in(of.identity());
        self.pass(by, Control::GroupLeader { from: scratch.copy_in(leader), to }, None);
    }
}

/// A signal with flags. A peer that does not know them gets an older form of it.
fn with_flags<'h>(
    flags: u32,
    rank: Rank,
    (from, to, token): (Term<'h>, Term<'h>, Option<Term<'h>>),
) -> Control<'h> {
    let priority = if rank == Rank::Priority { altact::PRIO } else { 0 };
    let has_token = if token.is_some() { altact::TOKEN } else { 0 };
    Control::AltactSigSend { flags: flags | priority | has_token, from, to, token }
}

/// A message that is being encoded: the channel, and whether its sender may wait.
type InHand = in_hand::Encoding<(Arc<Channel>, bool)>;

/// A message of a process is on its way. The process is to wait, if it `waits` and the channel is
/// busy.
fn kept(p: &mut Running<'_>, channel: &Channel, waits: bool) -> Sent {
    if waits && channel.hold_up(p) { Sent::Held } else { Sent::Done }
}

/// Encodes a message for a turn, and sends it if that was all.
fn encode<'h>(
    p: &mut Running<'h>,
    (channel, waits): (Arc<Channel>, bool),
    encoding: Encoding<'h>,
) -> Sent {
    let encoding = match encoding {
        Encoding::Begun(begun) => encoding::go_on(begun, TURN),
        done => Ok(done),
    };
    let Ok(encoding) = encoding else { return Sent::TooLarge };
    match encoding {
        Encoding::Begun(begun) => {
            p.bump_reductions(sched::FULL as usize);
            in_hand::keep::<InHand>(p, (begun, (channel, waits)));
            Sent::Unfinished
        }
        Encoding::Done(encoded) => {
            p.bump_reductions(encoded.len.min(TURN) * sched::FULL as usize / TURN);
            match channel.push(p.id, encoded) {
                Pushed::Busy => kept(p, &channel, waits),
                Pushed::Done | Pushed::Over => Sent::Done,
            }
        }
    }
}

/// Goes on to send the message that a process has begun to send.
pub fn go_on(p: &mut Running<'_>) -> Sent {
    match in_hand::take::<InHand>(p) {
        Some((begun, with)) => encode(p, with, Encoding::Begun(begun)),
        None => Sent::Done,
    }
}

impl Carried for ForPort {
    fn arrived(&self, packet: &[u8]) -> bool {
        arrived(&self.0, packet)
    }

    fn fill(&self, queue: &mut OutQueue, most: usize) {
        let mut state = self.0.state();
        while queue.len() < most {
            let Some(packet) = state.output.take() else { break };
            watch::packet(self.0.node, state.carrier, packet.len);
            queue.push(&(packet.len as u32).to_be_bytes());
            queue.push_own(packet.head);
            for part in packet.rest {
                match part {
                    Part::Bytes(bytes) => queue.push_own(bytes),
                    Part::Shared(bin, from, n) => queue.push_shared(bin, from..from + n),
                }
            }
        }
        state.output.tell();
        let (woken, carrier) = (state.output.no_longer_busy(), state.carrier);
        drop(state);
        if !woken.processes.is_empty() {
            watch::not_busy(self.0.node, carrier);
        }
        woken.wake();
    }

    fn ended(&self, reason: &OwnedTerm) {
        let reason = reason.term();
        // A connection that is closed ends its port in the usual way.
        let reason =
            if reason.is(am::NORMAL) { Term::atom(atom!("connection_closed")) } else { reason };
        nodes::over(&self.0, reason);
    }
}

/// A channel as the port sees it that carries it.
pub struct ForPort(pub Arc<Channel>);
