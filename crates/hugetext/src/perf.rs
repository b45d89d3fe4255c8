//! Tells `perf` where the functions of copied code are.

use crate::{Outcome, Range};
use object::read::elf::ElfFile64;
use object::{Object, ObjectSymbol, SymbolKind};
use std::fmt::Write;

/// The lines for `/tmp/perf-PID.map`, in which `perf` looks up what is in memory without a file: of
/// each function of the code that has been copied its address, its size and its name.
pub fn perf_map(outcome: &Outcome) -> String {
    let mut lines = String::new();
    for (file, base) in &outcome.copied {
        let pages: Vec<Range> = outcome.pages.iter().map(|p| p.0).collect();
        // A file that cannot be read has no names for perf; nothing else depends on them.
        let Ok(bytes) = std::fs::read(file) else { continue };
        lines += &perf_lines(&bytes, *base, &pages).unwrap_or_default();
    }
    lines
}

/// The same of one file's contents, which are at `base`, as far as they are on these pages. None if
/// that is no program.
pub fn perf_lines(file: &[u8], base: usize, pages: &[Range]) -> Option<String> {
    let mut lines = String::new();
    let elf: ElfFile64 = ElfFile64::parse(file).ok()?;
    let mut all: Vec<_> = elf.symbols().chain(elf.dynamic_symbols()).collect();
    all.retain(|s| s.kind() == SymbolKind::Text && s.size() > 0);
    all.sort_by_key(|s| s.address());
    all.dedup_by_key(|s| s.address());
    for symbol in all {
        // A symbol whose address overflows is on no page.
        let Some(from) = base.checked_add(symbol.address() as usize) else { continue };
        let Some(to) = from.checked_add(symbol.size() as usize) else { continue };
        let range = Range { from, to };
        if pages.iter().all(|p| p.common(range).size() == 0) {
            continue;
        }
        let Ok(name) = symbol.name() else { continue };
        let name = rustc_demangle::demangle(name);
        writeln!(lines, "{from:x} {:x} {name:#}", range.size()).ok()?;
    }
    Some(lines)
}
