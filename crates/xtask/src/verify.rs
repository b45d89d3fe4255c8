//! `cargo xtask verify`: verifies every .beam file below directories.

use crate::Result;
use beamfile::Need;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Counts over all modules.
#[derive(Default)]
struct Seen {
    modules: usize,
    refused: usize,
    instructions: usize,
    /// By instruction and need.
    checks: BTreeMap<(&'static str, &'static str), usize>,
    reading: Duration,
    verifying: Duration,
}

/// Runs the chore.
pub(crate) fn run(args: &[String]) -> Result<ExitCode> {
    let list = args.iter().any(|a| a == "--checks");
    let mut files = Vec::new();
    for dir in args.iter().filter(|a| !a.starts_with("--")) {
        find(Path::new(dir), &mut files)?;
    }
    files.sort();
    let mut seen = Seen::default();
    for file in &files {
        look(file, &mut seen, list)?;
    }
    let checks: usize = seen.checks.values().sum();
    println!(
        "{} modules, {} refused, {} instructions, {checks} checks",
        seen.modules, seen.refused, seen.instructions
    );
    for ((op, need), count) in &seen.checks {
        println!("  {count:7} {op} {need}");
    }
    println!("reading {:?}, verifying {:?}", seen.reading, seen.verifying);
    Ok(if seen.refused == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The .beam files below a directory, or the file itself.
pub(crate) fn find(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let bad = |e: std::io::Error| format!("{}: {e}", path.display());
    if path.is_dir() {
        for entry in std::fs::read_dir(path).map_err(bad)? {
            let path = entry.map_err(bad)?.path();
            let is_link = path.is_symlink() && path.is_dir();
            if !is_link && (path.is_dir() || path.extension().is_some_and(|e| e == "beam")) {
                find(&path, files)?;
            }
        }
    } else {
        files.push(path.to_path_buf());
    }
    Ok(())
}

fn look(path: &Path, seen: &mut Seen, list: bool) -> Result<()> {
    let bytes = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    seen.modules += 1;
    let begun = Instant::now();
    let mut file = match beamfile::read(&bytes) {
        Ok(file) => file,
        Err(e) => {
            seen.refused += 1;
            println!("{}: {e}", path.display());
            return Ok(());
        }
    };
    seen.reading += begun.elapsed();
    let begun = Instant::now();
    let verified = beamfile::verify(&mut file);
    seen.verifying += begun.elapsed();
    seen.instructions += file.code.instrs.len();
    if let Err(e) = verified {
        seen.refused += 1;
        println!("{}: {e}", path.display());
    }
    for check in &file.code.checks {
        let op = file.code.instrs[check.at as usize].op.name();
        let need = match check.need {
            Need::Cons => "cons",
            Need::Tuple(_) => "tuple",
            Need::TupleOf(_) => "tuple_of",
            Need::Map => "map",
            Need::Float => "float",
            Need::Context => "context",
            Need::Bits => "bits",
            Need::Received => "received",
            Need::Raised => "raised",
            Need::Blank => "blank",
        };
        *seen.checks.entry((op, need)).or_default() += 1;
        if list {
            let instr = beamfile::disasm::instr(&file, &file.code.instrs[check.at as usize]);
            let f = file.code.function_at(check.at as usize);
            let f = f.map(|f| file.code.functions[f as usize]);
            let name = f.map_or(String::new(), |f| format!("{}/{}", file.atom(f.name), f.arity));
            println!("{}:{name} {}: {instr}", file.module, check.at);
        }
    }
    Ok(())
}
