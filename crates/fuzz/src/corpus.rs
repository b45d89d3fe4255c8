//! The corpus in the repository: for each target a directory of small inputs, made by us.

use crate::Result;
use std::fs;
use std::path::{Path, PathBuf};

/// A file and what is in it.
pub type Input = (PathBuf, Vec<u8>);

/// Where the inputs of a target are.
pub fn directory(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target)
}

/// The files of a directory, sorted by name.
pub fn files(dir: &Path) -> Result<Vec<Input>> {
    let failed = |e: std::io::Error| format!("{}: {e}", dir.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_file() {
            let bytes = fs::read(&path).map_err(failed)?;
            found.push((path, bytes));
        }
    }
    found.sort();
    Ok(found)
}

/// The inputs of a target; none if there is no directory, as where the sources are not.
pub fn inputs(target: &str) -> Result<Vec<Vec<u8>>> {
    let dir = directory(target);
    if !dir.is_dir() {
        return Ok(Vec::new());
    }
    Ok(files(&dir)?.into_iter().map(|(_, bytes)| bytes).collect())
}

/// A number for a name (FNV-1a).
pub fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |h, &b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
}
