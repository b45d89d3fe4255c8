//! The packets that a channel has still to send, in the order of their headers.

use crate::cache::{HeaderKind, OutCache};
use crate::encoding::Encoded;
use crate::flags::Flags;
use crate::fragments::{FRAGMENT_SIZE, split};
use std::collections::VecDeque;
use term::OwnedTerm;
use term::etf::AtomTable;
use vm::system;

/// A control message that was sent before the channel was up, with what follows it.
pub struct Early {
    /// The control message.
    pub control: OwnedTerm,
    /// The message or reason.
    pub payload: Option<OwnedTerm>,
}

/// Packets and messages that wait to be sent.
pub struct Output {
    cache: OutCache,
    packets: VecDeque<Vec<u8>>,
    /// Bytes of the packets, and words of what was sent before the channel was up.
    bytes: usize,
    early: Vec<Early>,
    /// Processes that sleep until less waits.
    waiting: Vec<u64>,
    /// The carrier knows that there is output, or does not want to be told yet.
    asked: bool,
    /// The number of the last message in fragments.
    sequence: u64,
    /// Packets that have been given to the carrier.
    sent: u64,
    /// A process that carries the channel is told the sizes of packets.
    pub with_size: bool,
}

/// Nothing yet.
impl Default for Output {
    fn default() -> Output {
        Output {
            cache: OutCache::new(),
            packets: VecDeque::new(),
            bytes: 0,
            early: Vec::new(),
            waiting: Vec::new(),
            asked: false,
            sequence: 0,
            sent: 0,
            with_size: false,
        }
    }
}

/// Bytes that may wait (`+zdbbl`).
fn busy_limit() -> usize {
    system::config().dist_buf_busy_limit * 1024
}

impl Output {
    /// Keeps a message until the channel is up.
    pub fn push_early(&mut self, control: OwnedTerm, payload: Option<OwnedTerm>) {
        self.bytes += 8 * (control.words() + payload.as_ref().map_or(0, OwnedTerm::words));
        self.early.push(Early { control, payload });
    }

    /// Takes what was kept until the channel is up.
    pub fn take_early(&mut self) -> Vec<Early> {
        self.bytes = 0;
        std::mem::take(&mut self.early)
    }

    /// Puts a message behind all others, in fragments if it is long and both nodes know them.
    pub fn push(&mut self, flags: Flags, encoded: Encoded) {
        let Encoded { atoms, control, bytes } = encoded;
        if !flags.intersects(Flags::HEADERS) {
            return self.packet(&AtomTable::new(), HeaderKind::PassThrough, &bytes);
        }
        if bytes.len() <= FRAGMENT_SIZE || !flags.contains(Flags::FRAGMENTS) {
            return self.packet(&atoms, HeaderKind::Whole, &bytes);
        }
        self.sequence += 1;
        let sequence = self.sequence;
        let parts = split(control, bytes.len() - control, FRAGMENT_SIZE);
        let fragments = parts.len() as u64;
        for (i, range) in parts.enumerate() {
            let kind = match i as u64 {
                0 => HeaderKind::First { sequence, fragments },
                i => HeaderKind::Next { sequence, fragment: fragments - i },
            };
            self.packet(&atoms, kind, &bytes[range]);
        }
    }

    fn packet(&mut self, atoms: &AtomTable, kind: HeaderKind, body: &[u8]) {
        let mut packet = Vec::with_capacity(body.len() + 32);
        self.cache.header(atoms, kind, &mut packet);
        packet.extend_from_slice(body);
        self.bytes += packet.len();
        self.packets.push_back(packet);
    }

    /// The oldest packet.
    pub fn take(&mut self) -> Option<Vec<u8>> {
        let packet = self.packets.pop_front()?;
        self.bytes -= packet.len();
        self.sent += 1;
        Some(packet)
    }

    /// Whether so much waits that nobody should send more.
    pub fn is_busy(&self) -> bool {
        self.bytes >= busy_limit()
    }

    /// Packets that wait.
    pub fn packets(&self) -> usize {
        self.packets.len()
    }

    /// Packets that have been given to the carrier.
    pub fn sent(&self) -> u64 {
        self.sent
    }

    /// Whether no packet waits.
    pub fn is_empty(&self) -> bool {
        self.packets.is_empty()
    }

    /// Whether the carrier is to be told that there is output: not if it has been.
    pub fn ask(&mut self) -> bool {
        !std::mem::replace(&mut self.asked, true)
    }

    /// The carrier does not want to be told of output until it says so.
    pub fn not_yet(&mut self) {
        self.asked = true;
    }

    /// The carrier wants to be told of output that comes; true if there is some already.
    pub fn tell(&mut self) -> bool {
        self.asked = !self.packets.is_empty();
        self.asked
    }

    /// A process sleeps until less waits.
    pub fn waits(&mut self, pid: u64) {
        if !self.waiting.contains(&pid) {
            self.waiting.push(pid);
        }
    }

    /// The processes that may go on, when little enough waits.
    pub fn no_longer_busy(&mut self) -> Vec<u64> {
        if self.bytes < busy_limit().div_ceil(2) {
            std::mem::take(&mut self.waiting)
        } else {
            Vec::new()
        }
    }

    /// Drops all that waits; gives the processes that slept.
    pub fn clear(&mut self) -> Vec<u64> {
        self.packets.clear();
        self.early.clear();
        self.bytes = 0;
        std::mem::take(&mut self.waiting)
    }
}
