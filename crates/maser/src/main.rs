//! Program maser.

fn main() {}
