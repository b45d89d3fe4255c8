//! Tells `perf` where the functions of copied code are.

use crate::{Outcome, Range};
use object::read::elf::ElfFile64;
use object::{Object, ObjectSymbol, SymbolKind};
use std::fmt::Write;
use std::path::Path;

/// The lines for `/tmp/perf-PID.map`, in which `perf` looks up what is in memory without a file: of
/// each function of the code that has been copied its address, its size and its name.
pub fn perf_map(outcome: &Outcome) -> String {
    let mut lines = String::new();
    for (file, base) in &outcome.copied {
        let pages: Vec<Range> = outcome.pages.iter().map(|p| p.0).collect();
        // A file that cannot be read has no names for perf; nothing else depends on them.
        let _ = add(file, *base, &pages, &mut lines);
    }
    lines
}

fn add(file: &Path, base: usize, pages: &[Range], lines: &mut String) -> Option<()> {
    let bytes = std::fs::read(file).ok()?;
    let elf: ElfFile64 = ElfFile64::parse(&*bytes).ok()?;
    let mut all: Vec<_> = elf.symbols().chain(elf.dynamic_symbols()).collect();
    all.retain(|s| s.kind() == SymbolKind::Text && s.size() > 0);
    all.sort_by_key(|s| s.address());
    all.dedup_by_key(|s| s.address());
    for symbol in all {
        let from = base + symbol.address() as usize;
        let range = Range { from, to: from + symbol.size() as usize };
        if pages.iter().all(|p| p.common(range).size() == 0) {
            continue;
        }
        let name = symbol.name().ok()?;
        let name = rustc_demangle::demangle(name);
        writeln!(lines, "{from:x} {:x} {name:#}", range.size()).ok()?;
    }
    Some(())
}
