//! Runs OTP's own test suites on both emulators and tells where they differ.

use crate::Result;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Not there yet.
pub(crate) fn run(_args: &[String]) -> Result<ExitCode> {
    Err("conformance: being written".into())
}

/// All files with this ending below `dir`, in order.
pub(crate) fn files(dir: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(dir) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
}
