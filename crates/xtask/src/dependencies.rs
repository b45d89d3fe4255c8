//! The dependencies of all crates: under which licences, and from where. The check needs nothing
//! installed and no network; `deny.toml` has the same rules for cargo-deny.

use crate::Result;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Licences that may be part of the emulator.
const LICENCES: &[&str] = &[
    "Apache-2.0",
    "MIT",
    "Zlib",
    "Unlicense",
    "BSL-1.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Unicode-3.0",
    "MPL-2.0",
];
/// A crate, as far as the rules look at it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Package {
    name: String,
    version: String,
    licence: String,
    /// Where it is from, unless that is crates.io or this repository.
    source: Option<String>,
}

/// Crates that are built against the rules.
pub(crate) fn findings(root: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for package in packages(root)? {
        if !is_allowed(&package.licence) {
            let Package { name, licence, .. } = &package;
            found.push(format!("Cargo.lock: {name} has the licence {licence:?}"));
        }
        if let Some(source) = package.source {
            found.push(format!("Cargo.lock: {} is from {source}", package.name));
        }
    }
    Ok(found)
}

/// Crates that are there in several versions: no fault, but to be looked at.
pub(crate) fn doubles(root: &Path) -> Result<Vec<String>> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for package in packages(root)? {
        *counts.entry(package.name).or_default() += 1;
    }
    Ok(counts.into_iter().filter(|(_, n)| *n > 1).map(|(name, _)| name).collect())
}

fn packages(root: &Path) -> Result<Vec<Package>> {
    // With features that are off, what they need may not be here, nor the network.
    let attempts: [&[&str]; 3] =
        [&["--all-features", "--offline"], &["--all-features"], &["--offline"]];
    let mut why = String::new();
    for options in attempts {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(["tree", "--workspace", "--locked", "--edges", "normal,build,dev"]);
        command.args(["--prefix", "none", "--format", "{p}|{l}"]).args(options);
        let done = command.current_dir(root).output().map_err(|e| format!("cargo tree: {e}"))?;
        if done.status.success() {
            return Ok(read(&String::from_utf8_lossy(&done.stdout)));
        }
        why = String::from_utf8_lossy(&done.stderr).into_owned();
    }
    Err(format!("cargo tree: {why}"))
}

/// Whether an expression of licences lets us take those of the list: one of all that `OR` (or `/`)
/// stands between, each that `AND` stands between.
fn is_allowed(expression: &str) -> bool {
    let whole = expression.replace('/', " OR ").replace(['(', ')'], " ");
    whole.split(" OR ").any(|choice| {
        choice.split(" AND ").all(|licence| {
            let licence = licence.split(" WITH ").next().unwrap_or_default().trim();
            LICENCES.contains(&licence)
        })
    })
}

/// The crates of what `cargo tree` writes: a line for each place where one is needed, with its
/// name, its version, where it is from if not from crates.io, and its licence.
fn read(text: &str) -> Vec<Package> {
    let mut found: Vec<Package> = Vec::new();
    for line in text.lines() {
        let Some((package, licence)) = line.rsplit_once('|') else { continue };
        let mut words = package.splitn(3, ' ');
        let (Some(name), Some(version)) = (words.next(), words.next()) else { continue };
        // A crate is described where it is seen first, and macros are marked.
        let rest = words.next().unwrap_or_default().replace("(proc-macro)", "").replace("(*)", "");
        let source = Some(rest.trim().trim_matches(['(', ')']).to_string());
        let source = source.filter(|s| !s.is_empty() && !s.starts_with('/'));
        let licence = licence.trim().trim_end_matches(" (*)").to_string();
        found.push(Package { name: name.into(), version: version.into(), licence, source });
    }
    found.sort();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_of_licences() {
        for good in [
            "MIT",
            "MIT OR Apache-2.0",
            "MIT/Apache-2.0",
            "MIT OR Apache-2.0 OR LGPL-2.1-or-later",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception",
        ] {
            assert!(is_allowed(good), "{good}");
        }
        for bad in ["", "GPL-3.0", "LGPL-2.1-or-later", "MIT AND GPL-2.0", "EPL-2.0"] {
            assert!(!is_allowed(bad), "{bad}");
        }
    }

    #[test]
    fn what_cargo_writes_is_read() {
        let text = "a v1.0.0|MIT\nb v0.1.0 (/there/b)|Apache-2.0\nc v2.0.0 (https://x/c#1)|\n\
                    d v1.0.0 (proc-macro)|MIT OR Zlib\na v1.0.0|MIT (*)\n";
        let found = read(text);
        let names: Vec<_> = found.iter().map(|p| (p.name.as_str(), p.licence.as_str())).collect();
        assert_eq!(names, [("a", "MIT"), ("b", "Apache-2.0"), ("c", ""), ("d", "MIT OR Zlib")]);
        let sources: Vec<_> = found.iter().map(|p| p.source.as_deref()).collect();
        assert_eq!(sources, [None, None, Some("https://x/c#1"), None]);
    }
}
