//! The packets that a channel has still to send.
//!
//! They go out in the order in which they came, but for the later fragments of large messages: of
//! these and of other packets about as many bytes go out by turns, so that nobody waits for the end
//! of another's large message. All that the sender of a large message sends meanwhile is kept
//! behind it.

use crate::cache::{HeaderKind, OutCache};
use crate::encoding::Encoded;
use crate::flags::Flags;
use crate::fragments::{FRAGMENT_SIZE, cut};
use std::collections::{HashMap, VecDeque};
use term::OwnedTerm;
use term::etf::{AtomTable, Part};
use vm::signal::{self, Signal};
use vm::{farewell, system};

/// A control message that was sent before the channel was up, with what follows it.
pub struct Early {
    /// The sender, as [`Output::push`] has it.
    pub by: u64,
    /// The control message.
    pub control: OwnedTerm,
    /// The message or reason.
    pub payload: Option<OwnedTerm>,
}

/// A packet to be sent, without its length in front.
pub struct Packet {
    /// Its first bytes.
    pub head: Vec<u8>,
    /// The rest.
    pub rest: Vec<Part>,
    /// How many bytes there are.
    pub len: usize,
}

/// A packet that waits, and the rest of the message whose first fragment it is.
struct Waits {
    packet: Packet,
    opens: Option<Box<Large>>,
}

/// The later fragments of a message.
struct Large {
    by: u64,
    sequence: u64,
    pieces: VecDeque<Vec<Part>>,
}

/// The messages of a sender behind a large one of his.
struct Behind {
    /// Bytes that wait, with those of the large one.
    bytes: usize,
    messages: VecDeque<Encoded>,
}

/// Packets and messages that wait to be sent.
pub struct Output {
    cache: OutCache,
    packets: VecDeque<Waits>,
    /// Bytes of the packets, and words of what was sent before the channel was up.
    bytes: usize,
    /// Large messages whose first fragment has gone out, in the order of their next turns.
    large: VecDeque<Box<Large>>,
    /// Bytes that have gone out since the last turn of a large message.
    since: usize,
    /// Messages behind large ones, by their senders.
    behind: HashMap<u64, Behind>,
    /// Fragments of large messages, and messages behind them.
    later: usize,
    /// Their bytes.
    later_bytes: usize,
    early: Vec<Early>,
    /// Processes that sleep until less waits, in the order in which they came.
    waiting: VecDeque<u64>,
    /// So much waited that processes sleep now: all senders do, until half as much waits.
    was_full: bool,
    /// Processes that have ended have left something to be said until less waits.
    farewells: bool,
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
            large: VecDeque::new(),
            since: 0,
            behind: HashMap::new(),
            later: 0,
            later_bytes: 0,
            early: Vec::new(),
            waiting: VecDeque::new(),
            was_full: false,
            farewells: false,
            asked: false,
            sequence: 0,
            sent: 0,
            with_size: false,
        }
    }
}

/// Processes and words that have waited and may go on.
#[must_use]
pub struct Woken {
    /// Processes that sleep.
    pub processes: Vec<u64>,
    /// The words that processes have left which have ended.
    pub farewells: bool,
}

impl Woken {
    /// Lets them go on.
    pub fn wake(self) {
        for pid in self.processes {
            let _ = signal::send(pid, Signal::PortFree);
        }
        if self.farewells {
            farewell::go_on();
        }
    }
}

/// Bytes that may wait (`+zdbbl`).
fn busy_limit() -> usize {
    system::config().dist_buf_busy_limit * 1024
}

/// Bytes of all parts.
fn size(parts: &[Part]) -> usize {
    parts.iter().map(|part| part.bytes().len()).sum()
}

impl Output {
    /// Keeps a message until the channel is up.
    pub fn push_early(&mut self, by: u64, control: OwnedTerm, payload: Option<OwnedTerm>) {
        self.bytes += 8 * (control.words() + payload.as_ref().map_or(0, OwnedTerm::words));
        self.early.push(Early { by, control, payload });
    }

    /// Takes what was kept until the channel is up.
    pub fn take_early(&mut self) -> Vec<Early> {
        self.bytes = 0;
        std::mem::take(&mut self.early)
    }

    /// Puts a message of a process (0: of somebody else) behind all others of the same, in
    /// fragments if it is long and both nodes know them.
    pub fn push(&mut self, flags: Flags, by: u64, encoded: Encoded) {
        if !self.behind.is_empty()
            && let Some(behind) = self.behind.get_mut(&by)
        {
            behind.bytes += encoded.len;
            self.later_bytes += encoded.len;
            behind.messages.push_back(encoded);
            self.later += 1;
            return;
        }
        let Encoded { atoms, parts, len } = encoded;
        if len <= FRAGMENT_SIZE || !flags.contains(Flags::FRAGMENTS) {
            let kind = match flags.intersects(Flags::HEADERS) {
                true => HeaderKind::Whole,
                false => HeaderKind::PassThrough,
            };
            let packet = self.packet(&atoms, kind, parts);
            return self.waits(packet, None);
        }
        self.sequence += 1;
        let sequence = self.sequence;
        let mut pieces = cut(parts, FRAGMENT_SIZE);
        let fragments = pieces.len() as u64;
        let first = pieces.pop_front().unwrap_or_default();
        let left = len - size(&first);
        let packet = self.packet(&atoms, HeaderKind::First { sequence, fragments }, first);
        if pieces.is_empty() {
            return self.waits(packet, None);
        }
        self.later += pieces.len();
        self.later_bytes += left;
        self.behind.insert(by, Behind { bytes: left, messages: VecDeque::new() });
        self.waits(packet, Some(Box::new(Large { by, sequence, pieces })));
    }

    fn waits(&mut self, packet: Packet, opens: Option<Box<Large>>) {
        self.bytes += packet.len;
        self.packets.push_back(Waits { packet, opens });
    }

    fn packet(&mut self, atoms: &AtomTable, kind: HeaderKind, mut parts: Vec<Part>) -> Packet {
        // Most packets are small: their bytes go behind the header.
        const COPIED: usize = 1024;
        let small = match &parts[..] {
            [Part::Bytes(bytes)] if bytes.len() <= COPIED => bytes.len(),
            _ => 0,
        };
        let mut head = Vec::with_capacity(32 + small);
        self.cache.header(atoms, kind, &mut head);
        if small > 0
            && let Some(part) = parts.pop()
        {
            head.extend_from_slice(part.bytes());
            parts = Vec::new();
        }
        let len = head.len() + size(&parts);
        Packet { head, rest: parts, len }
    }

    /// The packet whose turn it is.
    pub fn take(&mut self) -> Option<Packet> {
        let packet = match self.large.is_empty() {
            false if self.packets.is_empty() || self.since >= FRAGMENT_SIZE => self.fragment()?,
            _ => {
                let Waits { packet, opens } = self.packets.pop_front()?;
                self.bytes -= packet.len;
                self.since += packet.len;
                self.large.extend(opens);
                packet
            }
        };
        self.sent += 1;
        Some(packet)
    }

    /// The next fragment of the large message whose turn it is.
    fn fragment(&mut self) -> Option<Packet> {
        let mut large = self.large.pop_front()?;
        let piece = large.pieces.pop_front()?;
        self.since = 0;
        let bytes = size(&piece);
        self.later -= 1;
        self.later_bytes -= bytes;
        if let Some(behind) = self.behind.get_mut(&large.by) {
            behind.bytes -= bytes;
        }
        let fragment = large.pieces.len() as u64 + 1;
        let kind = HeaderKind::Next { sequence: large.sequence, fragment };
        let packet = self.packet(&AtomTable::new(), kind, piece);
        match large.pieces.is_empty() {
            true => self.large_is_over(large.by),
            false => self.large.push_back(large),
        }
        Some(packet)
    }

    /// The messages behind a large one have their turn, up to the next large one.
    fn large_is_over(&mut self, by: u64) {
        let Some(behind) = self.behind.remove(&by) else { return };
        for encoded in behind.messages {
            self.later -= 1;
            self.later_bytes -= encoded.len;
            // Only where there are fragments is there a large message.
            self.push(Flags::HEADERS, by, encoded);
        }
    }

    /// Whether so much waits that this process, which sends or has sent, should wait. Others pass
    /// large messages, but wait as long as anything of what passes does.
    pub fn is_busy(&self, by: u64) -> bool {
        let least = if self.was_full { self.most().div_ceil(2) } else { self.most() };
        self.bytes >= least || self.is_behind(by)
    }

    /// How many bytes of packets may wait before senders do.
    fn most(&self) -> usize {
        if self.bytes + self.later_bytes >= busy_limit() { 1 } else { busy_limit() }
    }

    /// Whether much of the process waits behind a large message of its own.
    fn is_behind(&self, by: u64) -> bool {
        !self.behind.is_empty() && self.behind.get(&by).is_some_and(|b| b.bytes >= busy_limit())
    }

    /// Packets that wait.
    pub fn packets(&self) -> usize {
        self.packets.len() + self.later
    }

    /// Packets that have been given to the carrier.
    pub fn sent(&self) -> u64 {
        self.sent
    }

    /// Whether no packet waits.
    pub fn is_empty(&self) -> bool {
        self.packets.is_empty() && self.large.is_empty()
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
        self.asked = !self.is_empty();
        self.asked
    }

    /// A process sleeps until less waits.
    pub fn sleeps(&mut self, pid: u64) {
        self.was_full |= self.bytes >= self.most();
        if !self.waiting.contains(&pid) {
            self.waiting.push_back(pid);
        }
    }

    /// Whether so much waits, large messages and all, that what a process leaves to be said when it
    /// ends is to wait. Large messages of others may be passed by a process that lives, for it can
    /// send one of its own and then sleeps; those that end one after the other would have no end.
    pub fn is_full(&mut self) -> bool {
        let full = self.bytes + self.later_bytes >= busy_limit();
        self.farewells |= full;
        full
    }

    /// Processes and words that may go on, when little enough waits.
    pub fn no_longer_busy(&mut self) -> Woken {
        let left = self.bytes + self.later_bytes;
        let farewells = self.farewells && left < busy_limit().div_ceil(2);
        self.farewells &= !farewells;
        Woken { processes: self.processes_to_wake(), farewells }
    }

    fn processes_to_wake(&mut self) -> Vec<u64> {
        if self.waiting.is_empty() || self.bytes >= self.most().div_ceil(2) {
            return Vec::new();
        }
        self.was_full = false;
        let (on, waiting) = self.waiting.drain(..).partition(|&pid| {
            let behind = self.behind.get(&pid);
            behind.is_none_or(|b| b.bytes < busy_limit().div_ceil(2))
        });
        self.waiting = waiting;
        Vec::from(on)
    }

    /// Drops all that waits; gives those who have waited.
    pub fn clear(&mut self) -> Woken {
        let processes = Vec::from(std::mem::take(&mut self.waiting));
        let farewells = self.farewells;
        *self = Output { asked: self.asked, sent: self.sent, ..Output::default() };
        Woken { processes, farewells }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cache::InCache;
    use crate::fragments::{Fragments, Limits};
    use crate::frame::{self, Frame};
    use term::RefBin;

    /// A message of which all bytes are the same.
    fn message(byte: u8, len: usize) -> Encoded {
        let shared = Part::Shared(RefBin::from_slice(&vec![byte; len - 1]), 0, len - 1);
        Encoded { atoms: AtomTable::new(), parts: vec![Part::Bytes(vec![byte]), shared], len }
    }

    /// The messages in the order in which they are whole: first byte and length.
    fn come(output: &mut Output) -> Vec<(u8, usize)> {
        let mut cache = InCache::new();
        let mut fragments = Fragments::new(Limits { sequences: 9, bytes: 1 << 30 });
        let mut come = Vec::new();
        while let Some(packet) = output.take() {
            let mut bytes = packet.head.clone();
            packet.rest.iter().for_each(|part| bytes.extend(part.bytes()));
            assert_eq!(bytes.len(), packet.len);
            let whole = match frame::read(&bytes, &mut cache, Flags::DEFAULT).expect("a frame") {
                Frame::Message { body, .. } => {
                    come.push((body[0], body.len()));
                    continue;
                }
                Frame::First { sequence, fragments: n, atoms, body } => {
                    fragments.first(sequence, n, atoms, body)
                }
                Frame::Next { sequence, fragment, body } => {
                    fragments.next(sequence, fragment, body)
                }
                other => panic!("{other:?}"),
            };
            if let Some(whole) = whole.expect("in order") {
                come.push((whole.body.bytes()[0], whole.body.bytes().len()));
            }
        }
        assert!(output.is_empty() && output.packets() == 0);
        assert_eq!(fragments.under_way(), (0, 0));
        come
    }

    const LARGE: usize = 10 * FRAGMENT_SIZE;

    fn pushed(messages: &[(u64, u8, usize)]) -> Output {
        let mut output = Output::default();
        for &(by, byte, len) in messages {
            output.push(Flags::DEFAULT, by, message(byte, len));
        }
        output
    }

    #[test]
    fn others_pass_a_large_message() {
        let mut output = pushed(&[(1, b'a', LARGE), (2, b'b', 10), (2, b'c', 10)]);
        assert_eq!(output.packets(), 12);
        assert_eq!(come(&mut output), [(b'b', 10), (b'c', 10), (b'a', LARGE)]);
    }

    #[test]
    fn messages_of_one_sender_stay_in_order() {
        let mut output = pushed(&[
            (1, b'a', 10),
            (1, b'b', LARGE),
            (1, b'c', 10),
            (1, b'd', 2 * LARGE),
            (1, b'e', 10),
            (2, b'x', LARGE + 1),
            (2, b'y', 10),
            (1, b'f', 10),
        ]);
        let come = come(&mut output);
        let of = |bytes: &[u8]| -> Vec<u8> {
            come.iter().map(|c| c.0).filter(|b| bytes.contains(b)).collect()
        };
        assert_eq!(of(b"abcdef"), b"abcdef");
        assert_eq!(of(b"xy"), b"xy");
        assert_eq!(come.len(), 8);
        assert!(output.behind.is_empty());
    }

    /// A stream of small messages does not keep a large one from its end.
    #[test]
    fn large_messages_have_their_turns() {
        let mut output = pushed(&[(1, b'a', LARGE)]);
        for _ in 0..40 {
            output.push(Flags::DEFAULT, 2, message(b'b', FRAGMENT_SIZE / 2));
        }
        let come = come(&mut output);
        let place = come.iter().position(|c| c.0 == b'a').expect("it has come");
        assert_eq!(place, 16);
    }

    /// As long as senders sleep, others do not pass them.
    #[test]
    fn a_full_channel_is_busy_until_it_is_half_empty() {
        let messages = 2 * busy_limit() / (FRAGMENT_SIZE / 2);
        let mut output = pushed(&vec![(1, b'a', FRAGMENT_SIZE / 2); messages]);
        output.sleeps(1);
        let mut taken = 0;
        while output.no_longer_busy().processes.is_empty() {
            assert!(output.is_busy(2), "after {taken} bytes");
            taken += output.take().expect("a packet").len;
        }
        assert!(taken >= busy_limit() && !output.is_busy(2), "{taken} bytes");
    }

    /// A channel that stands still is busy for all, however it has become so.
    #[test]
    fn others_wait_for_their_turn_beside_a_large_message() {
        let mut output = pushed(&[(1, b'a', 4 << 20)]);
        output.take().expect("the first fragment");
        output.push(Flags::DEFAULT, 2, message(b'b', 10));
        assert!(output.is_busy(2));
        output.sleeps(2);
        assert_eq!(output.no_longer_busy().processes, []);
        while output.take().expect("a packet").len > 1000 {}
        assert_eq!(output.no_longer_busy().processes, [2]);
        assert!(!output.is_busy(2));
    }

    #[test]
    fn farewells_wait_for_large_messages() {
        let mut output = pushed(&[(1, b'a', 4 << 20)]);
        output.take().expect("the first fragment");
        assert!(!output.is_busy(2) && output.is_full());
        let mut taken = 0;
        while !output.no_longer_busy().farewells {
            taken += output.take().expect("a packet").len;
        }
        assert!((3 << 20..4 << 20).contains(&taken), "{taken} bytes");
        assert!(!output.is_full() && !output.no_longer_busy().farewells);
    }

    #[test]
    fn senders_sleep_behind_their_own_large_messages() {
        let mut output = pushed(&[(1, b'a', 4 << 20)]);
        // The first fragment is as any packet.
        assert!(output.is_busy(1) && output.is_busy(2));
        output.sleeps(1);
        let mut taken = output.take().expect("a packet").len;
        assert!(output.is_busy(1) && !output.is_busy(2));
        while output.no_longer_busy().processes.is_empty() {
            taken += output.take().expect("a packet").len;
        }
        assert!(!output.is_busy(1));
        assert!((3 << 20..4 << 20).contains(&taken), "{taken} bytes");
        output.sleeps(3);
        assert_eq!(output.clear().processes, [3]);
    }
}
