//! Compiles the test programs with the stock compiler, all in one go.

use crate::{Result, vm};
use maser::otp::Otp;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Modules that all test programs may use.
const SUPPORT: &[(&str, &str)] = &[
    ("e2e_driver.erl", include_str!("../erl/e2e_driver.erl")),
    ("t.erl", include_str!("../erl/t.erl")),
];

/// Compiles the support modules and the programs below `tests` into `dir`.
pub(crate) fn all(otp: &Otp, tests: &Path, sources: &[PathBuf], dir: &Path) -> Result<()> {
    let mut names = Vec::new();
    for (name, text) in SUPPORT {
        let file = dir.join(name);
        std::fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))?;
        names.push(PathBuf::from(name));
    }
    compile(otp, dir, &names, dir)?;
    let relative = |s: &PathBuf| s.strip_prefix(tests).unwrap_or(s).to_path_buf();
    compile(otp, tests, &sources.iter().map(relative).collect::<Vec<_>>(), dir)?;
    for source in sources {
        library(otp, source, dir)?;
    }
    match vm::native() {
        Some(_) => to_native_code(otp, dir),
        None => Ok(()),
    }
}

/// Compiles the library that goes with a program: `NAME.c` or `NAME.cc` beside `NAME.erl`, into
/// `NAME.so` beside its `NAME.beam`.
fn library(otp: &Otp, source: &Path, dir: &Path) -> Result<()> {
    for (ending, compiler) in [("c", "cc"), ("cc", "c++")] {
        let file = source.with_extension(ending);
        if !file.exists() {
            continue;
        }
        let name = file.file_stem().unwrap_or_default();
        let mut command = Command::new(compiler);
        command.args(["-shared", "-fPIC", "-O2", "-Wall", "-pthread", "-I"]);
        command.arg(otp.root.join("usr/include")).arg("-o");
        command.arg(dir.join(name).with_extension("so")).arg(&file);
        let end = vm::finish(&mut command, Duration::from_secs(60))?;
        if end.status.is_none_or(|s| !s.success()) {
            let text = end.stderr;
            return Err(format!("{} does not compile:\n{text}", file.display()));
        }
    }
    Ok(())
}

/// Compiles what has been compiled once more, to native code.
fn to_native_code(otp: &Otp, dir: &Path) -> Result<()> {
    let own = std::env::current_exe().map_err(|e| e.to_string())?;
    let compiler = own.parent().and_then(Path::parent).unwrap_or(dir).join("maser-native");
    let files = std::fs::read_dir(dir).map_err(|e| e.to_string())?.flatten();
    let beams = files.map(|f| f.path()).filter(|p| p.extension().is_some_and(|e| e == "beam"));
    let mut command = Command::new(compiler);
    command.args(beams).env(release::VARIABLE, otp.release.to_string());
    let end = vm::finish(&mut command, Duration::from_secs(600))?;
    match end.status.is_some_and(|s| s.success()) {
        true => Ok(()),
        false => Err(format!("no native code:\n{}{}", end.stdout, end.stderr)),
    }
}

/// Compiles from within `base`, so that stack traces show the same names on every machine.
fn compile(otp: &Otp, base: &Path, sources: &[PathBuf], dir: &Path) -> Result<()> {
    if sources.is_empty() {
        return Ok(());
    }
    let mut command = Command::new(otp.command("erlc"));
    // Warnings are off: many programs do on purpose what the compiler warns of.
    command.arg("-W0").arg("-o").arg(dir).args(sources).current_dir(base);
    command.env("ERLC_EMULATOR", otp.command("erl"));
    let end = vm::finish(&mut command, Duration::from_secs(300))?;
    if end.status.is_none_or(|s| !s.success()) {
        return Err(format!("the test programs do not compile:\n{}{}", end.stdout, end.stderr));
    }
    Ok(())
}
