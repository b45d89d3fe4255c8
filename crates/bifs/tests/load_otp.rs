//! Every module of the installed OTP can be loaded.

use std::path::PathBuf;

fn root() -> String {
    std::env::var("MASER_OTP_ROOT").unwrap_or_else(|_| "/usr/lib/erlang".to_owned())
}

/// The number of the release that is installed.
fn release() -> Option<u8> {
    let data = std::fs::read_to_string(format!("{}/releases/start_erl.data", root())).ok()?;
    data.split_whitespace().nth(1)?.parse().ok()
}

fn beams() -> Vec<PathBuf> {
    let Ok(libs) = std::fs::read_dir(format!("{}/lib", root())) else { return Vec::new() };
    let mut files: Vec<PathBuf> = libs
        .flatten()
        .filter_map(|lib| std::fs::read_dir(lib.path().join("ebin")).ok())
        .flat_map(|files| files.flatten().map(|f| f.path()))
        .filter(|f| f.extension().is_some_and(|e| e == "beam"))
        .collect();
    files.sort();
    files
}

#[test]
fn every_module_loads() {
    if let Some(release) = release() {
        release::choose(release);
    }
    bifs::register(&[]);
    vm::code::init();
    let files = beams();
    if files.is_empty() {
        eprintln!("skipped: no OTP found");
        return;
    }
    let mut failed = Vec::new();
    for file in &files {
        let bytes = std::fs::read(file).expect("a readable file");
        if let Err(why) = vm::code::loader::load(&bytes) {
            failed.push(format!("{}: {why}", file.display()));
        }
    }
    assert!(failed.is_empty(), "{} of {}:\n{}", failed.len(), files.len(), failed.join("\n"));
}
