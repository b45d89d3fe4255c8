//! The results of the cases when they were run last: `conformance/results.tsv`, and
//! `results-27.tsv` for the suites of OTP 27. They are kept with the sources so that a case that
//! passed once is missed when it fails.

use super::Results;
use crate::{Result, root};
use maser::otp::OLDEST;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The columns of the file: the emulator, or the tier, that ran the cases.
pub(super) const COLUMNS: [&str; 3] = ["stock", "base", "native"];

/// Stands where nothing is known.
pub(super) const UNKNOWN: &str = "-";

const HEAD: &str = "\
# What OTP's cases gave: stock, Maser as it starts by default, native before the first call.
# Made by `cargo xtask conformance --record`; `cargo xtask conformance report` makes a page of it.
";

/// An outcome for each column.
pub(super) type Row = [String; COLUMNS.len()];

/// All that is known of a release, by application and suite (`emulator/bif`) and case.
pub(super) struct Record {
    release: u32,
    pub(super) suites: BTreeMap<String, BTreeMap<String, Row>>,
}

impl Record {
    fn file(release: u32) -> PathBuf {
        let name = match release {
            OLDEST => "results.tsv".to_string(),
            release => format!("results-{release}.tsv"),
        };
        root().join("conformance").join(name)
    }

    /// Reads the file of a release; nothing is known where there is none.
    pub(super) fn read(release: u32) -> Record {
        Record::parse(release, &fs::read_to_string(Record::file(release)).unwrap_or_default())
    }

    pub(super) fn nothing(release: u32) -> Record {
        Record { release, suites: BTreeMap::new() }
    }

    fn parse(release: u32, text: &str) -> Record {
        let mut record = Record::nothing(release);
        for line in text.lines().filter(|l| !l.starts_with('#')) {
            if let [suite, case, outcomes @ ..] = &line.split('\t').collect::<Vec<_>>()[..] {
                for (column, outcome) in outcomes.iter().enumerate().take(COLUMNS.len()) {
                    record.set(suite, case, column, outcome);
                }
            }
        }
        record
    }

    fn text(&self) -> String {
        let mut text = HEAD.to_string();
        for (suite, cases) in &self.suites {
            for (case, row) in cases {
                text.push_str(&format!("{suite}\t{case}\t{}\n", row.join("\t")));
            }
        }
        text
    }

    pub(super) fn write(&self) -> Result<()> {
        let file = Record::file(self.release);
        let fresh = file.with_extension(format!("{}.new", std::process::id()));
        fs::write(&fresh, self.text())
            .and_then(|()| fs::rename(&fresh, &file))
            .map_err(|e| format!("{}: {e}", file.display()))
    }

    fn set(&mut self, suite: &str, case: &str, column: usize, outcome: &str) {
        let cases = self.suites.entry(suite.to_string()).or_default();
        let row = cases
            .entry(case.to_string())
            .or_insert_with(|| std::array::from_fn(|_| UNKNOWN.to_string()));
        row[column] = outcome.to_string();
    }

    /// Takes over what one column gave for the cases of a suite that were run.
    pub(super) fn take(&mut self, suite: &str, column: usize, results: &Results) {
        for (case, outcome) in results {
            self.set(suite, case, column, &outcome.kind);
        }
    }

    /// Takes over a file of lines `application/suite_SUITE, case, outcome, ...`; of several
    /// outcomes of one case the worst counts.
    pub(super) fn import(&mut self, column: usize, file: &Path) -> Result<usize> {
        let text = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
        let mut outcomes: BTreeMap<(String, String), String> = BTreeMap::new();
        for line in text.lines().filter(|l| !l.starts_with('#')) {
            let [suite, case, outcome, ..] = line.split('\t').collect::<Vec<_>>()[..] else {
                return Err(format!("{}: not a line of results: {line}", file.display()));
            };
            let suite = suite.strip_suffix("_SUITE").unwrap_or(suite).to_string();
            let kept = outcomes.entry((suite, case.to_string())).or_default();
            if kept.is_empty() || kept == "ok" {
                *kept = outcome.to_string();
            }
        }
        for ((suite, case), outcome) in &outcomes {
            self.set(suite, case, column, outcome);
        }
        Ok(outcomes.len())
    }

    /// The cases that were ok and are not any more.
    pub(super) fn lost(&self, suite: &str, column: usize, results: &Results) -> Vec<String> {
        let Some(known) = self.suites.get(suite) else { return Vec::new() };
        let was_ok = |case: &str| known.get(case).is_some_and(|row| row[column] == "ok");
        results
            .iter()
            .filter(|(case, o)| o.kind != "ok" && was_ok(case))
            .map(|(case, o)| format!("{suite}:{case}\t{}\t{}", o.kind, o.why))
            .collect()
    }
}

/// The number of a column.
pub(super) fn column(name: &str) -> Result<usize> {
    let at = COLUMNS.iter().position(|c| *c == name);
    at.ok_or_else(|| format!("conformance: {name} is none of {}", COLUMNS.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::super::Outcome;
    use super::*;

    fn results(of: &[(&str, &str)]) -> Results {
        of.iter().map(|(c, o)| (c.to_string(), Outcome::new(o, "why".to_string()))).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        let mut record = Record::nothing(OLDEST);
        record.take("emulator/bif", 1, &results(&[("types", "ok"), ("group/a", "failed")]));
        let again = Record::parse(OLDEST, &record.text());
        assert_eq!(again.suites, record.suites);
        assert_eq!(again.suites["emulator/bif"]["group/a"], ["-", "failed", "-"]);
    }

    #[test]
    fn only_cases_that_were_ok_are_missed() {
        let mut record = Record::nothing(OLDEST);
        record.take("a/b", 1, &results(&[("x", "ok"), ("y", "failed"), ("z", "ok")]));
        let lost = record.lost("a/b", 1, &results(&[("x", "failed"), ("y", "crash"), ("z", "ok")]));
        assert_eq!(lost, ["a/b:x\tfailed\twhy"]);
        assert!(record.lost("a/b", 2, &results(&[("x", "failed")])).is_empty());
    }
}
