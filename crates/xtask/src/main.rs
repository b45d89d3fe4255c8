//! Program xtask.

fn main() {}
