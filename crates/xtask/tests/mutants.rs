//! Altered modules that once crashed the emulator do no harm.
#![allow(missing_docs)]

use std::path::{Path, PathBuf};
use std::process::Command;

/// The program of this name beside the chores' own in cargo's target directory.
fn beside(name: &str) -> PathBuf {
    let file = Path::new(env!("CARGO_BIN_EXE_xtask")).with_file_name(name);
    assert!(file.exists(), "{} has not been built", file.display());
    file
}

#[test]
fn altered_modules_that_crashed_once() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/altered");
    let dir = std::env::temp_dir().join(format!("maser-altered-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a directory");
    let erlc = Command::new("erlc").arg("-o").arg(&dir).arg(here.join("altered.erl")).status();
    assert!(erlc.expect("erlc").success());
    let mut command = Command::new(beside("maser"));
    command.env("MASER_EMU", beside("maser-emu")).current_dir(&here);
    command.args(["-noshell", "-noinput", "-pa"]).arg(&dir).args(["-run", "altered", "main"]);
    let names = [13226, 20111, 2127, 3112].map(|n| format!("mutant-{n}.beam"));
    let output = command.args(&names).output().expect("an emulator");
    let _ = std::fs::remove_dir_all(&dir);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "mutant-13226.beam normal\nmutant-20111.beam normal\n\
         mutant-2127.beam refused\nmutant-3112.beam refused\n"
    );
}
