//! Every module of the installed OTP can be loaded.

use std::path::PathBuf;

fn beams() -> Vec<PathBuf> {
    let root = std::env::var("MASER_OTP_ROOT").unwrap_or_else(|_| "/usr/lib/erlang".to_owned());
    let Ok(libs) = std::fs::read_dir(format!("{root}/lib")) else { return Vec::new() };
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
