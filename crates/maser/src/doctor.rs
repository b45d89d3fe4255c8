//! `maser doctor`: what would be used, and what is missing.

use crate::otp::{self, Otp};
use crate::{Result, emulator, huge, native, roots, shadow};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// Prints the findings; the exit status is 1 if Maser cannot run as things are.
pub fn run(args: &[OsString]) -> Result<ExitCode> {
    match args {
        [] => Ok(match findings(&mut |line| println!("{line}")) {
            true => ExitCode::SUCCESS,
            false => ExitCode::FAILURE,
        }),
        [process] => {
            let process = process.to_str().unwrap_or_default();
            let lines = huge::of_process(process).map_err(|e| format!("process {process}: {e}"))?;
            lines.iter().for_each(|line| println!("{line}"));
            Ok(ExitCode::SUCCESS)
        }
        _ => Err("doctor: nothing, the number of a process, or --support FILE is wanted".into()),
    }
}

/// Tells all findings, line by line; gives whether Maser can run as things are.
pub(crate) fn findings(say: &mut dyn FnMut(String)) -> bool {
    let mut broken = false;
    say(format!("         maser      {}", env!("CARGO_PKG_VERSION")));
    let mut line = |say: &mut dyn FnMut(String), what: &str, finding: Result<String>| match finding
    {
        Ok(text) => say(format!("ok       {what:<10} {text}")),
        Err(text) => {
            broken = true;
            say(format!("MISSING  {what:<10} {text}"));
        }
    };
    let otp = otp::locate();
    line(say, "OTP", otp.as_ref().map(described).map_err(Clone::clone));
    for root in roots::all(otp.as_ref().ok().map(|otp| otp.root.as_path())) {
        say(format!("root     {}", state(&root)));
    }
    let emu = emulator::locate();
    line(say, "emulator", emu.as_ref().map(|e| e.display().to_string()).map_err(Clone::clone));
    line(say, "cache", shadow::cache_dir().and_then(|cache| writable(&cache)));
    if let (Ok(otp), Ok(emu)) = (&otp, &emu) {
        line(say, "start", started(otp, emu));
    }
    if let Ok(otp) = &otp {
        if let Ok(emu) = &emu {
            for line in huge::findings(otp, emu) {
                say(format!("pages    {line}"));
            }
        }
        if let Ok(emu) = &emu {
            for line in libraries(otp, emu) {
                say(format!("library  {line}"));
            }
        }
        for warning in wanted(otp) {
            say(format!("note     {warning}"));
        }
    }
    !broken
}

fn described(otp: &Otp) -> String {
    format!("OTP {} (erts {}) at {}", otp.version, otp.erts, otp.root.display())
}

/// The release at a root, and whether it is whole.
fn state(root: &Path) -> String {
    let otp = match otp::at_root(root) {
        Ok(otp) => otp,
        Err(why) => return why,
    };
    let lacks = roots::lacks(&otp);
    let state = if lacks.is_empty() { "whole".to_string() } else { lacks.join(", ") };
    let lacks = if lacks.is_empty() { "" } else { "lacks " };
    format!("OTP {} at {}: {lacks}{state}", otp.version, root.display())
}

fn writable(cache: &Path) -> Result<String> {
    let probe = cache.join(format!("probe-{}", std::process::id()));
    let tried = std::fs::write(&probe, "");
    let _ = std::fs::remove_file(&probe);
    tried.map_err(|e| format!("{}: {e}", cache.display()))?;
    Ok(cache.display().to_string())
}

/// Boots OTP on the emulator and has it name itself.
fn started(otp: &Otp, emu: &Path) -> Result<String> {
    let shadow = shadow::prepare(otp, emu)?;
    let begun = std::time::Instant::now();
    let out = Command::new(shadow.commands().join("erl"))
        .envs(shadow.for_commands())
        .args(["-boot", "no_dot_erlang", "-noshell", "-eval"])
        .arg("io:put_chars(erlang:system_info(otp_release)), halt().")
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("the emulator does not start: {e}"))?;
    if out.status.success() && out.stdout == otp.release.to_string().as_bytes() {
        return Ok(format!("boots OTP {} in {} ms", otp.release, begun.elapsed().as_millis()));
    }
    let said =
        String::from_utf8_lossy(if out.stderr.is_empty() { &out.stdout } else { &out.stderr })
            .lines()
            .find(|l| !l.trim().is_empty())
            .unwrap_or("no output")
            .to_string();
    Err(format!("the emulator does not boot OTP ({}): {said}", out.status))
}

/// The libraries in C of OTP's applications: which of them open, and why others do not. For
/// example, those of `wx` need libraries of the system that may not be installed.
fn libraries(otp: &Otp, emu: &Path) -> Vec<String> {
    let inside = |dir: PathBuf| std::fs::read_dir(dir).into_iter().flatten().flatten();
    let places = inside(otp.root.join("lib")).flat_map(|app| {
        let private = app.path().join("priv");
        [private.join("lib"), private]
    });
    let mut files: Vec<PathBuf> = places
        .flat_map(inside)
        .map(|file| file.path())
        .filter(|file| file.extension().is_some_and(|e| e == "so"))
        .collect();
    files.sort();
    files.iter().map(|file| library(emu, file)).collect()
}

/// The result of opening a library, in an emulator of its own.
fn library(emu: &Path, file: &Path) -> String {
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let out = Command::new(emu).arg("--open-libraries").arg(file).stdin(Stdio::null()).output();
    let finding = match out {
        Ok(out) if out.status.success() => format!("opens: {}", file.display()),
        Ok(out) if out.stdout.is_empty() => format!("does not open: {}", out.status),
        Ok(out) => format!("does not open: {}", String::from_utf8_lossy(&out.stdout).trim_end()),
        Err(e) => format!("does not open: {e}"),
    };
    format!("{name:<24} {finding}")
}

/// Remarks on things that are useful to have, and not needed to run.
fn wanted(otp: &Otp) -> Vec<String> {
    let mut notes = Vec::new();
    notes.push(match native::compiler() {
        Ok(file) => match native::fits(&file) {
            Ok(()) => format!("native code is made by {}", file.display()),
            Err(why) => why,
        },
        Err(_) => "no maser-native: no module is compiled to native code here".to_string(),
    });
    if !otp::is_executable(&otp.command("erlc")) {
        notes.push("erlc is not installed: the labs need it".to_string());
    }
    if !otp::is_executable(&otp.bindir().join("beam.smp")) {
        notes.push("no stock emulator here: the labs run on Maser only".to_string());
    }
    for app in ["stdlib", "kernel", "compiler", "parsetools"] {
        let installed = std::fs::read_dir(otp.root.join("lib"))
            .into_iter()
            .flatten()
            .flatten()
            .any(|e| e.file_name().to_string_lossy().starts_with(&format!("{app}-")));
        if !installed {
            notes.push(format!("the OTP application {app} is not installed"));
        }
    }
    notes
}
