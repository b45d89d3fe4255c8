//! The share of compiled modules that is still the base tier's, in a few lines.

use beamfile::Op;
use native_abi::image::Image;
use native_abi::stays::{LEFT, Why};
use std::collections::BTreeMap;
use std::fmt;

/// The kinds of instructions that are named, at most.
const NAMED: usize = 8;

/// Sums over modules.
#[derive(Default)]
pub(crate) struct Summary {
    functions: usize,
    left: usize,
    /// How many instructions of a kind are the interpreter's, by kind and reason.
    stays: BTreeMap<(u8, Why), u64>,
}

impl Summary {
    /// Adds a module.
    pub fn add(&mut self, image: &Image) {
        self.functions += image.functions.len();
        self.left += image.left.len();
        for s in &image.stays {
            *self.stays.entry((s.op, s.why)).or_default() += u64::from(s.count);
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} functions, ", self.functions)?;
        match self.left {
            0 => writeln!(f, "all native")?,
            n => writeln!(f, "{n} of them interpreted ({LEFT})")?,
        }
        let missing = self.stays.iter().filter(|((_, why), _)| why.is_missing());
        let mut missing: Vec<_> = missing.map(|(&key, &count)| (count, key)).collect();
        missing.sort_by_key(|&(count, key)| (u64::MAX - count, key));
        if missing.is_empty() {
            return write!(f, "no instructions left to the interpreter but what raises or applies");
        }
        write!(f, "instructions left to the interpreter:")?;
        for (i, (count, (op, why))) in missing.iter().take(NAMED).enumerate() {
            let name = Op::from_u8(*op).map_or("?", Op::name);
            let comma = if i == 0 { "" } else { "," };
            write!(f, "{comma} {count} {name} ({why})")?;
        }
        match missing.len().saturating_sub(NAMED) {
            0 => Ok(()),
            n => write!(f, ", and {n} more kinds"),
        }
    }
}
