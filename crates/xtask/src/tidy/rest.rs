//! Findings that remain for some of the rules, area by area: a table that may only shrink.

use super::ratchet::{self, Entry};
use std::collections::BTreeMap;

/// Findings that are still there, for a crate or for the documents.
const REST: &[Entry] = &[("vm", 12)];

/// A line that is against a rule.
pub(super) struct Finding {
    path: String,
    line: usize,
    what: String,
}

impl Finding {
    pub(super) fn new(path: &str, line: usize, what: &str) -> Finding {
        Finding { path: path.into(), line, what: what.into() }
    }

    pub(super) fn text(&self) -> String {
        format!("{}:{}: {}", self.path, self.line, self.what)
    }

    #[cfg(test)]
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// The crate whose file this is; all files that belong to no crate are the documents.
    fn area(&self) -> &str {
        let name = self.path.strip_prefix("crates/").and_then(|p| p.split('/').next());
        name.filter(|_| !self.path.ends_with(".md")).unwrap_or("documents")
    }
}

/// The findings of an area.
pub(super) fn of_area(area: &str, findings: &[Finding]) -> Vec<String> {
    findings.iter().filter(|f| f.area() == area).map(Finding::text).collect()
}

/// Adds each finding of an area that the table does not have; of the others it adds their number if
/// it has changed.
pub(super) fn compare(findings: &[Finding], found: &mut Vec<String>) {
    let listed = |area: &str| REST.iter().any(|(a, _)| *a == area);
    found.extend(findings.iter().filter(|f| !listed(f.area())).map(Finding::text));
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for finding in findings.iter().filter(|f| listed(f.area())) {
        *counts.entry(finding.area().to_string()).or_default() += 1;
    }
    let rule = "lines against the rules (cargo xtask tidy --rest AREA shows them)";
    ratchet::compare(REST, &counts, 0, rule, found);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_of_files() {
        let area = |path| Finding::new(path, 1, "").area().to_string();
        assert_eq!(area("crates/vm/src/a.rs"), "vm");
        assert_eq!(area("crates/hugetext/preload/src/lib.rs"), "hugetext");
        for path in ["docs/a.md", "README.md", "crates/vm/docs/a.md", "scripts/setup"] {
            assert_eq!(area(path), "documents", "{path}");
        }
    }
}
