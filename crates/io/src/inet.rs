//! The little of the network that boot needs.

use vm::bif::BifRow;

/// The rows of this module.
pub const ROWS: &[BifRow] = &[];
