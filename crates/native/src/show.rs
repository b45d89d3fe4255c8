//! The stages of one function: BEAM code, the compiler's analysis of it, LLVM's text, machine code.

use crate::flow::unboxed::Shape;
use crate::flow::{self, Flow, Regs};
use crate::ir::bifs::is_built_in;
use crate::notes::{self, Note};
use crate::{ir, link, llvm};
use beamfile::{BeamFile, Function, Op, disasm};
use iced_x86::{Decoder, DecoderOptions, Formatter, NasmFormatter};
use native_abi::profile::{FLOAT, OTHER, Profile, SMALL, What};
use native_abi::stays;
use std::fmt::Write;

/// The mark that begins a line behind which a part of the listing stands.
pub const PART: &str = "\u{c}";

/// The parts, each behind a line with its name, for a function given as `name/arity`. With a
/// profile, what is made by it and what has been counted.
pub fn function(beam: &BeamFile, name: &str, profile: Option<&Profile>) -> Result<String, String> {
    let all = &beam.code.functions;
    let index = all.iter().position(|f| format!("{}/{}", beam.atom(f.name), f.arity) == name);
    let index = index.ok_or_else(|| format!("no function {name} in {}", beam.module))?;
    let f = &all[index];
    let mut out = format!("{PART}BEAM\n");
    for instr in &beam.code.instrs[f.start as usize..f.end as usize] {
        let _ = writeln!(out, "{}", disasm::instr(beam, instr));
    }
    let _ = writeln!(out, "{PART}template");
    out += &template(beam, f)?;
    let module = ir::module_by(beam, profile);
    let _ = writeln!(out, "{PART}analysis");
    out += &analysis(beam, index as u32, &module, profile);
    let (optimised, assembly) = llvm::listings(&module.text)?;
    let own = |symbol: &str| link::owner(beam, symbol) == Some(index as u32);
    let _ = writeln!(out, "{PART}LLVM");
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

/// The instructions of a function, each with the machine code that its template has become. Code
/// for what is rare, which stands behind the function, is not shown.
fn template(beam: &BeamFile, f: &Function) -> Result<String, String> {
    let (image, places) = template::listing(beam)?;
    let own = f.start as usize..f.end as usize;
    let mut out = String::new();
    let mut formatter = NasmFormatter::new();
    for pair in places.windows(2) {
        let ((from, at), (to, _)) = (pair[0], pair[1]);
        if !own.contains(&at) {
            continue;
        }
        let _ = writeln!(out, "{}", disasm::instr(beam, &beam.code.instrs[at]).trim_end());
        let bytes = &image.code[from as usize..to as usize];
        for instruction in Decoder::with_ip(64, bytes, from.into(), DecoderOptions::NONE) {
            let mut text = String::new();
            formatter.format(&instruction, &mut text);
            let _ = writeln!(out, "{:>8x}    {text}", instruction.ip());
        }
    }
    Ok(out)
}

/// Where an instruction's remarks stand.
const REMARKS: usize = 60;

/// The compiler's facts at each instruction of a function, and the kind of code that it writes for
/// it. There is no other form between BEAM code and the text for LLVM: registers are variables
/// there, and LLVM makes single assignments of them.
fn analysis(beam: &BeamFile, index: u32, module: &ir::Module, profile: Option<&Profile>) -> String {
    let f = &beam.code.functions[index as usize];
    let Some(flow) = flow::of(beam, index, &|import| is_built_in(beam, import), profile) else {
        return format!("not translated, it stays in the base tier: {}\n", stays::LEFT);
    };
    let mut out = String::new();
    for at in f.start as usize..f.end as usize {
        if flow.roots.contains(&at) {
            let _ = writeln!(out, "{}", root(beam, f, &flow, at));
        }
        let instr = &beam.code.instrs[at];
        let written: Vec<(Regs, &Note)> = module
            .notes
            .0
            .range((at, 0)..=(at, !0))
            .map(|((_, unboxed), n)| (*unboxed, n))
            .collect();
        let indent = if instr.op == Op::Label { "" } else { "  " };
        let text = format!("{indent}{}", disasm::instr(beam, instr));
        if matches!(instr.op, Op::Line | Op::FuncInfo) {
            let _ = writeln!(out, "{}", text.trim_end());
            continue;
        }
        let live = names(flow.live[at - flow.start]);
        let _ = match written.is_empty() && instr.op != Op::Label {
            true => writeln!(out, "{text:REMARKS$} ; never reached"),
            false => writeln!(out, "{text:REMARKS$} ; live {live}"),
        };
        if let Some(counted) = profile.and_then(|p| counted(p, at)) {
            let _ = writeln!(out, "{:REMARKS$} ;   {counted}", "");
        }
        for (unboxed, note) in written {
            let remarks = remarks(beam, &flow, at, unboxed, note);
            if !remarks.is_empty() {
                let _ = writeln!(out, "{:REMARKS$} ;   {remarks}", "");
            }
        }
    }
    out
}

/// The line that begins a function of LLVM.
fn root(beam: &BeamFile, f: &Function, flow: &Flow, at: usize) -> String {
    let how = match beam.code.label(f.entry_label) == Some(at) {
        true => format!("f: called with {}", names(flow::first(f.arity.into()))),
        false => format!("r{at}: entered with {}", names(flow.live[at - flow.start])),
    };
    format!("-- native function {how}")
}

/// The counts of an instruction, if anything is counted there.
fn counted(profile: &Profile, at: usize) -> Option<String> {
    let count = |what| profile.counts.get(&(at as u32, what)).copied();
    let mut parts = Vec::new();
    match (count(What::Reached), count(What::Passed)) {
        (Some(n), None) => parts.push(format!("counted {n}")),
        (Some(n), Some(passed)) => parts.push(format!("counted {n}, {passed} went on")),
        (None, _) => {}
    }
    if let Some(kinds) = count(What::Kinds) {
        let of = |kinds: u64| {
            let names = [(SMALL, "small integers"), (FLOAT, "floats"), (OTHER, "others")];
            let names = names.into_iter().filter(|k| kinds & k.0 != 0).map(|k| k.1);
            names.collect::<Vec<_>>().join(", ")
        };
        let (x, y) = (of(kinds & 7), of(kinds >> 3 & 7));
        parts.push(if x == y { x } else { format!("{x} and {y}") });
    }
    (!parts.is_empty()).then(|| parts.join(": "))
}

/// The facts before an instruction, and the tests that are left to it.
fn remarks(beam: &BeamFile, flow: &Flow, at: usize, unboxed: Regs, note: &Note) -> String {
    let instr = &beam.code.instrs[at];
    if instr.op == Op::Label {
        return String::new();
    }
    let mut parts = Vec::new();
    for x in flow::bits(unboxed) {
        match flow.unboxed.shape(x) {
            Some(Shape::Float) => parts.push(format!("x{x} is a float without a box")),
            Some(Shape::Tuple(n)) => parts.push(format!("x{x} is {n} elements without a tuple")),
            Some(Shape::Context) => parts.push(format!("x{x} does not tell the position")),
            None => {}
        }
    }
    if note.boxed != 0 {
        parts.push(format!("boxes {}", names(note.boxed)));
    }
    if flow.unboxed.is_unbuilt(at) {
        parts.push("builds no tuple".into());
    }
    match notes::why(beam, instr).filter(|w| !w.is_missing() || note.interpreted) {
        Some(why) => parts.push(format!("left to the interpreter: {why}")),
        None => {
            match note.branches {
                0 if is_test(instr.op) => parts.push("holds: not tested".into()),
                0 => {}
                1 => parts.push("1 branch".into()),
                n => parts.push(format!("{n} branches")),
            }
            if note.fallback {
                parts.push("rarely the interpreter".into());
            }
        }
    }
    parts.join(", ")
}

/// Whether an instruction does nothing but test.
fn is_test(op: Op) -> bool {
    op.name().starts_with("is_") || op == Op::TestArity
}

/// The names of X registers.
fn names(which: Regs) -> String {
    let all: Vec<String> = flow::bits(which).map(|x| format!("x{x}")).collect();
    if all.is_empty() { "nothing".into() } else { all.join(" ") }
}
