//! Figures of the running system, as plain structures.
//!
//! Nothing here waits for a scheduler, a process, or a lock that somebody may hold for long.

pub mod collections;
pub mod dist;
pub mod native;
pub mod overview;
pub mod ports;
pub mod process;
pub mod processes;
mod status;
pub mod tables;

use term::{Term, print};
use vm::peer::Peer;
use vm::process_report::pid_text;
use vm::process_table::NUMBER_BITS;

/// The number of a local pid: of `<0.95.0>`, `0.95.0` or `95`.
pub fn parse_pid(text: &str) -> Option<u64> {
    let text = text.trim();
    let text = text.strip_prefix('<').and_then(|t| t.strip_suffix('>')).unwrap_or(text);
    let mut parts = text.split('.');
    let (first, second, third) = (parts.next()?, parts.next(), parts.next());
    if parts.next().is_some() {
        return None;
    }
    let (number, serial) = match (second, third) {
        (None, _) => (first, "0"),
        (Some(number), serial) if first == "0" => (number, serial.unwrap_or("0")),
        _ => return None,
    };
    let (number, serial): (u64, u64) = (number.parse().ok()?, serial.parse().ok()?);
    let fits = number < 1 << NUMBER_BITS && serial < 1 << 13;
    fits.then_some(number | serial << NUMBER_BITS)
}

/// The text of the other end of a relation.
fn peer_text(peer: Peer) -> String {
    let heap = term::Heap::new(16);
    print::display(peer.name(&heap).unwrap_or(Term::UNDEFINED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pids_are_read_as_they_are_written() {
        for id in [0, 95, (1 << NUMBER_BITS) - 1, 7 | 3 << NUMBER_BITS] {
            assert_eq!(parse_pid(&pid_text(id)), Some(id));
        }
        assert_eq!(parse_pid("95"), Some(95));
        assert_eq!(parse_pid("0.95.1"), Some(95 | 1 << NUMBER_BITS));
        for text in ["", "<0.95.0", "1.95.0", "0.1.2.3", "-1", "268435456", "0.1.8192"] {
            assert_eq!(parse_pid(text), None, "{text}");
        }
    }
}
