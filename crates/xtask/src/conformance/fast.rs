//! How long stock takes for each case, `conformance/times.tsv`: for builds of which every case
//! takes tens of times as long, the slower half of them can be left out.

use super::record::Record;
use super::{CASE_LIMIT_S, Results};
use crate::{Result, root};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const HEAD: &str = "\
# How many milliseconds stock takes for the cases of the recorded suites.
# Made by `cargo xtask conformance import times FILE`, read for `--fast-half`.
";

/// Milliseconds by suite (`emulator/bif`) and case.
#[derive(Default)]
pub(super) struct Times(BTreeMap<String, BTreeMap<String, u64>>);

impl Times {
    fn file() -> PathBuf {
        root().join("conformance/times.tsv")
    }

    pub(super) fn read() -> Result<Times> {
        let file = Times::file();
        let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        Ok(Times::parse(&text))
    }

    /// Lines `suite, case, milliseconds`.
    fn parse(text: &str) -> Times {
        let mut times = Times::default();
        for line in text.lines().filter(|l| !l.starts_with('#')) {
            if let [suite, case, ms] = line.split('\t').collect::<Vec<_>>()[..] {
                times.add(suite, case, ms);
            }
        }
        times
    }

    /// A case that is there several times counts with all of them.
    fn add(&mut self, suite: &str, case: &str, ms: &str) {
        let cases = self.0.entry(suite.to_string()).or_default();
        *cases.entry(case.to_string()).or_default() += ms.parse().unwrap_or(0);
    }

    /// Takes over, for the suites of the record, a file of lines `application/suite_SUITE, case,
    /// outcome, milliseconds`, in place of what was known of these suites; how many there were.
    pub(super) fn import(record: &Record, file: &Path) -> Result<usize> {
        let text = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
        let mut times = Times::default();
        for line in text.lines().filter(|l| !l.starts_with('#')) {
            if let [suite, case, _, ms] = line.split('\t').collect::<Vec<_>>()[..] {
                let suite = suite.strip_suffix("_SUITE").unwrap_or(suite);
                if record.suites.get(suite).is_some_and(|cases| cases.contains_key(case)) {
                    times.add(suite, case, ms);
                }
            }
        }
        let count = times.0.values().map(BTreeMap::len).sum();
        let mut all = Times::read()?;
        all.0.extend(times.0);
        all.write()?;
        Ok(count)
    }

    /// Takes over how long the cases of a suite took that passed.
    pub(super) fn take(&mut self, suite: &str, results: &Results) {
        let passed = results.iter().filter(|(_, o)| o.kind == "ok");
        let times = passed.filter_map(|(case, o)| Some((case.clone(), o.ms?)));
        self.0.entry(suite.to_string()).or_default().extend(times);
    }

    pub(super) fn write(&self) -> Result<()> {
        let mut text = HEAD.to_string();
        for (suite, cases) in &self.0 {
            for (case, ms) in cases {
                text.push_str(&format!("{suite}\t{case}\t{ms}\n"));
            }
        }
        let file = Times::file();
        fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))
    }

    /// Whether there is a suite of this name.
    pub(super) fn has(&self, suite: &str) -> bool {
        self.0.contains_key(suite)
    }

    /// The cases of a suite that are no part of its faster half: those that did not pass in this
    /// column of the record, those without a time, those that take longer than a case may, and the
    /// slower half of the others.
    pub(super) fn slower(&self, suite: &str, column: usize, record: &Record) -> Vec<String> {
        let (Some(times), Some(cases)) = (self.0.get(suite), record.suites.get(suite)) else {
            return Vec::new();
        };
        let in_time = |ms: &u64| *ms < 1000 * CASE_LIMIT_S;
        let passed =
            |case: &&String| cases[*case][column] == "ok" && times.get(*case).is_some_and(in_time);
        let (mut passing, mut others): (Vec<&String>, Vec<&String>) =
            cases.keys().partition(passed);
        passing.sort_by_key(|case| (times[*case], case.as_str()));
        others.extend(passing.split_off(passing.len().div_ceil(2)));
        others.into_iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Outcome;
    use super::*;

    #[test]
    fn the_slower_half_of_what_passes_is_left_out() {
        let times =
            Times::parse("a/b\tt\t60000\na/b\tv\t1\na/b\tw\t5\na/b\tx\t2\na/b\ty\t1\na/b\tz\t9\n");
        let mut record = Record::nothing(maser::otp::OLDEST);
        let outcomes = [
            ("t", "ok"),
            ("u", "ok"),
            ("v", "failed"),
            ("w", "ok"),
            ("x", "ok"),
            ("y", "ok"),
            ("z", "ok"),
        ];
        let results: Results =
            outcomes.iter().map(|(c, o)| (c.to_string(), Outcome::new(o, String::new()))).collect();
        record.take("a/b", 1, &results);
        assert_eq!(times.slower("a/b", 1, &record), ["t", "u", "v", "w", "z"]);
        assert!(times.has("a/b") && !times.has("a/c"));
    }

    #[test]
    fn the_times_of_what_passed_are_taken_over() {
        let mut times = Times::parse("a/b\tx\t7\na/b\ty\t8\n");
        let outcome = |kind, ms| Outcome { ms, ..Outcome::new(kind, String::new()) };
        let outcomes = [
            ("x", outcome("ok", Some(3))),
            ("y", outcome("failed", Some(4))),
            ("z", outcome("ok", None)),
        ];
        times.take("a/b", &outcomes.map(|(case, o)| (case.to_string(), o)).into());
        assert_eq!(times.0, Times::parse("a/b\tx\t3\na/b\ty\t8\n").0);
    }
}
