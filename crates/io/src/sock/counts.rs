//! How many sockets there are, of all and of each kind.

use std::sync::atomic::{AtomicI64, Ordering};

const COUNTED: [&str; 11] = [
    "num_sockets",
    "num_tstreams",
    "num_tdgrams",
    "num_tseqpkgs",
    "num_dlocal",
    "num_dinet",
    "num_dinet6",
    "num_pip",
    "num_ptcp",
    "num_pudp",
    "num_psctp",
];
static COUNTS: [AtomicI64; COUNTED.len()] = [const { AtomicI64::new(0) }; COUNTED.len()];

/// Counts a socket of this family, type and protocol that there is now (1) or no longer (-1).
pub fn count((domain, kind, protocol): (i32, i32, i32), change: i64) {
    let add = |what: usize| {
        COUNTS[what].fetch_add(change, Ordering::Relaxed);
    };
    add(0);
    match kind {
        libc::SOCK_STREAM => add(1),
        libc::SOCK_DGRAM => add(2),
        libc::SOCK_SEQPACKET => add(3),
        _ => {}
    }
    match domain {
        libc::AF_UNIX => add(4),
        libc::AF_INET => add(5),
        libc::AF_INET6 => add(6),
        _ => {}
    }
    match protocol {
        libc::IPPROTO_IP => add(7),
        libc::IPPROTO_TCP => add(8),
        libc::IPPROTO_UDP => add(9),
        libc::IPPROTO_SCTP => add(10),
        _ => {}
    }
}

/// The names of the counters, as `info/0` has them, and their values.
pub fn all() -> impl Iterator<Item = (&'static str, i64)> {
    COUNTED.into_iter().zip(COUNTS.iter().map(|c| c.load(Ordering::Relaxed).max(0)))
}
