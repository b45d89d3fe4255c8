//! `maser native`: native code ahead of time. The compiler is a program of its own; this one tells
//! it what to compile, a module a process, so that nothing that happens to one of them harms the
//! others.

use crate::{Result, otp};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::time::Instant;

const HELP: &str = "\
maser native build [--otp] [PATH...]   compile .beam files, and those in directories, to
                                       native code; --otp: kernel, stdlib, compiler and erts
maser native status                    say what is compiled
maser native clear                     remove all native code

Modules are found by their contents when they are loaded, wherever they are then.
";

/// The compiler's name, beside the launcher.
const COMPILER: &str = "maser-native";
/// Applications that `--otp` stands for.
const OTP: &[&str] = &["erts", "kernel", "stdlib", "compiler"];

/// Runs `maser native ARGS`.
pub fn main(args: &[std::ffi::OsString]) -> Result<ExitCode> {
    let words: Vec<&str> = args.iter().filter_map(|a| a.to_str()).collect();
    match words.split_first() {
        Some((&"build", what)) if !what.is_empty() => build(what),
        Some((&"status", [])) => status(),
        Some((&"clear", [])) => clear(),
        None | Some((&"help", [])) => {
            print!("{HELP}");
            Ok(ExitCode::SUCCESS)
        }
        _ => Err(format!("native: what is to be done?\n{HELP}")),
    }
}

fn cache() -> Result<PathBuf> {
    native_abi::cache::directory().ok_or_else(|| {
        format!("native: there is no cache ({} is off, or no HOME)", native_abi::cache::VARIABLE)
    })
}

fn images(directory: &Path) -> Vec<(PathBuf, u64)> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let image = |e: std::fs::DirEntry| Some((e.path(), e.metadata().ok()?.len()));
    entries
        .filter_map(image)
        .filter(|(p, _)| p.extension().is_some_and(|e| e == "native"))
        .collect()
}

fn status() -> Result<ExitCode> {
    let directory = cache()?;
    let images = images(&directory);
    let kilobytes: u64 = images.iter().map(|i| i.1).sum::<u64>() / 1024;
    println!("{} modules, {kilobytes} kB, in {}", images.len(), directory.display());
    Ok(ExitCode::SUCCESS)
}

fn clear() -> Result<ExitCode> {
    for (image, _) in images(&cache()?) {
        std::fs::remove_file(&image).map_err(|e| format!("{}: {e}", image.display()))?;
    }
    status()
}

fn compiler() -> Result<PathBuf> {
    let own = std::env::current_exe().and_then(std::fs::canonicalize);
    let file = own.map_err(|e| format!("cannot find this program: {e}"))?.with_file_name(COMPILER);
    if !otp::is_executable(&file) {
        return Err(format!(
            "native: no compiler: {} is missing (make native builds it; it needs LLVM)",
            file.display()
        ));
    }
    Ok(file)
}

/// The .beam files that a path stands for.
fn beams(path: &Path) -> Result<Vec<PathBuf>> {
    let failed = |e: std::io::Error| format!("native: {}: {e}", path.display());
    if !std::fs::metadata(path).map_err(failed)?.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut all = Vec::new();
    for entry in std::fs::read_dir(path).map_err(failed)?.flatten() {
        let inner = entry.path();
        if entry.file_type().is_ok_and(|t| t.is_dir()) {
            all.extend(beams(&inner)?);
        } else if inner.extension().is_some_and(|e| e == "beam") {
            all.push(inner);
        }
    }
    Ok(all)
}

fn build(what: &[&str]) -> Result<ExitCode> {
    let mut files = Vec::new();
    for word in what {
        match *word {
            "--otp" => {
                let root = otp::locate()?.root;
                let lib = root.join("lib");
                for entry in std::fs::read_dir(&lib).into_iter().flatten().flatten() {
                    let name = entry.file_name().to_string_lossy().into_owned();
                    if OTP
                        .iter()
                        .any(|app| name.strip_prefix(app).is_some_and(|v| v.starts_with('-')))
                    {
                        files.push(entry.path().join("ebin"));
                    }
                }
            }
            option if option.starts_with('-') => {
                return Err(format!("native: no such option: {option}"));
            }
            path => files.push(PathBuf::from(path)),
        }
    }
    compile(&files)
}

/// Compiles .beam files, and those in directories.
pub(crate) fn compile(what: &[PathBuf]) -> Result<ExitCode> {
    let (compiler, directory) = (compiler()?, cache()?);
    let mut files = Vec::new();
    for path in what {
        files.extend(beams(path)?);
    }
    files.sort();
    let before = images(&directory).len();
    let (begun, number) = (Instant::now(), files.len());
    let queue = Mutex::new(VecDeque::from(files));
    let failed = Mutex::new(0);
    let work = || {
        while let Some(file) = queue.lock().expect("files").pop_front() {
            let done = Command::new(&compiler).arg(&file).stdin(Stdio::null()).status();
            if !done.is_ok_and(|s| s.success()) {
                eprintln!("maser native: {} stays in the base tier", file.display());
                *failed.lock().expect("failures") += 1;
            }
        }
    };
    let jobs = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|s| (0..jobs).for_each(|_| drop(s.spawn(work))));
    let new = images(&directory).len().saturating_sub(before);
    let seconds = begun.elapsed().as_secs_f64();
    println!("{number} files, {new} new images in {seconds:.1} s");
    let failed = *failed.lock().expect("failures");
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
