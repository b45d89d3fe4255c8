//! Program emu.

fn main() {}
