//! Collections: how many, and how long they have held processes up since the dash was started.

use serde::Serialize;
use vm::gauges::{LIMITS_NS, Pauses, pauses};
use vm::statistics;

/// Collections.
#[derive(Serialize, Debug)]
pub struct Collections {
    /// How many there have been since the emulator was started.
    pub count: u64,
    /// Bytes that they have freed.
    pub freed: u64,
    /// Upper limits of the classes of pauses, in microseconds; the last class has none.
    pub limits_us: Vec<u64>,
    /// Pauses of collections of what is new.
    pub minor: Histogram,
    /// Pauses of collections of all.
    pub major: Histogram,
}

/// Pauses since the dash was started.
#[derive(Serialize, Debug)]
pub struct Histogram {
    /// How many there were in each class.
    pub counts: Vec<u64>,
    /// How many there were.
    pub count: u64,
    /// How long they took together, in microseconds.
    pub total_us: f64,
    /// The longest, in microseconds.
    pub longest_us: f64,
}

/// Collections so far.
pub fn now() -> Collections {
    let (count, words) = statistics::collections();
    Collections {
        count,
        freed: words * 8,
        limits_us: LIMITS_NS.iter().map(|ns| ns / 1_000).collect(),
        minor: histogram(pauses(false)),
        major: histogram(pauses(true)),
    }
}

fn histogram(pauses: Pauses) -> Histogram {
    Histogram {
        counts: pauses.counts.to_vec(),
        count: pauses.counts.iter().sum(),
        total_us: pauses.total_ns as f64 / 1e3,
        longest_us: pauses.longest_ns as f64 / 1e3,
    }
}
