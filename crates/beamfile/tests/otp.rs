//! Every .beam file of the installed OTP parses, and means what stock OTP says of it.

use std::path::{Path, PathBuf};

fn beam_files(dir: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => beam_files(&path, out),
            _ if path.extension().is_some_and(|e| e == "beam") => out.push(path),
            _ => {}
        }
    }
}

fn otp_root() -> PathBuf {
    std::env::var_os("MASER_TEST_BEAMS").unwrap_or_else(|| "/usr/lib/erlang".into()).into()
}

#[test]
fn every_module_parses() {
    let mut files = Vec::new();
    beam_files(&otp_root(), &mut files);
    let mut bad = Vec::new();
    let mut instrs = 0;
    for path in &files {
        match beamfile::parse(&std::fs::read(path).unwrap()) {
            Ok(file) => {
                instrs += file.code.instrs.len();
                assert!(beamfile::disasm::module(&file).len() > 10);
            }
            Err(error) => bad.push(format!("{}: {error}", path.display())),
        }
    }
    println!("{} modules, {instrs} instructions", files.len());
    assert!(bad.is_empty(), "{} of {}:\n{}", bad.len(), files.len(), bad.join("\n"));
}
