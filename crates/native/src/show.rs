//! What becomes of one function: BEAM code, what LLVM makes of it, machine code.

use crate::{ir, link, llvm};
use beamfile::{BeamFile, disasm};
use std::fmt::Write;

/// What a line begins with behind which a part of the listing stands.
pub const PART: &str = "\u{c}";

/// The parts, each behind a line with its name, for a function given as `name/arity`.
pub fn function(beam: &BeamFile, name: &str) -> Result<String, String> {
    let all = &beam.code.functions;
    let index = all.iter().position(|f| format!("{}/{}", beam.atom(f.name), f.arity) == name);
    let index = index.ok_or_else(|| format!("no function {name} in {}", beam.module))?;
    let f = &all[index];
    let mut out = format!("{PART}BEAM\n");
    for instr in &beam.code.instrs[f.start as usize..f.end as usize] {
        let _ = writeln!(out, "{}", disasm::instr(beam, instr));
    }
    let module = ir::module(beam);
    let left = module.left.contains(&(index as u32));
    let (optimised, assembly) = llvm::listings(&module.text)?;
    let own = |symbol: &str| link::owner(beam, symbol) == Some(index as u32);
    let _ = writeln!(out, "{PART}LLVM");
    if left {
        out += "; not translated: it stays in the base tier\n";
    }
    let mut inside = false;
    for line in optimised.lines() {
        if let Some(rest) = line.strip_prefix("define ") {
            inside =
                rest.split_once('@').and_then(|r| r.1.split_once('(')).is_some_and(|r| own(r.0));
        }
        if inside {
            let _ = writeln!(out, "{line}");
        }
        inside &= line != "}";
    }
    let _ = writeln!(out, "{PART}assembly");
    for line in assembly.lines() {
        let symbol =
            line.split_once(':').map(|l| l.0).filter(|l| !l.starts_with(['.', '\t', ' ', '#']));
        if let Some(symbol) = symbol {
            inside = own(symbol);
        }
        inside &= !line.starts_with(".Lfunc_end");
        // Directives say nothing to a reader.
        if inside && !line.starts_with("\t.") {
            let _ = writeln!(out, "{line}");
        }
    }
    Ok(out)
}
