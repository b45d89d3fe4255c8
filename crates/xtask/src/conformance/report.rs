//! Makes `docs/conformance.md` of what was recorded and of the reasons in
//! `conformance/reasons.txt`.

use super::record::{Record, Row, UNKNOWN};
use crate::{Result, root};
use maser::otp::{NEWEST, OLDEST};
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

/// A reason and the cases that fail for it: `emulator/bif:name`, where `*` stands for any text.
struct Reason {
    title: String,
    text: String,
    cases: Vec<String>,
    /// It is the subject of the cases that Maser has not: they count as left.
    left: bool,
}

impl Reason {
    fn is_of(&self, name: &str) -> bool {
        self.cases.iter().any(|p| matches(p, name))
    }
}

/// Reads reasons: a line `# title`, which may end with `(left)`, lines of text, and indented lines
/// with cases.
fn reasons(text: &str) -> Vec<Reason> {
    let mut reasons: Vec<Reason> = Vec::new();
    for line in text.lines().filter(|l| !l.trim().is_empty()) {
        if let Some(title) = line.strip_prefix("# ") {
            let left = title.strip_suffix(" (left)");
            reasons.push(Reason {
                title: left.unwrap_or(title).to_string(),
                text: String::new(),
                cases: Vec::new(),
                left: left.is_some(),
            });
        } else if let Some(reason) = reasons.last_mut() {
            if line.starts_with(' ') {
                reason.cases.extend(line.split_whitespace().map(str::to_string));
            } else {
                reason.text.push_str(line);
                reason.text.push('\n');
            }
        }
    }
    reasons
}

/// Whether a name is what a pattern with `*` describes.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((head, rest)) => name.strip_prefix(head).is_some_and(|name| {
            let mut ends = (0..=name.len()).filter(|&at| name.is_char_boundary(at));
            ends.any(|at| matches(rest, &name[at..]))
        }),
    }
}

/// Writes the page.
pub(super) fn write() -> Result<()> {
    let file = root().join("conformance/reasons.txt");
    let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    let date = Command::new("date").arg("+%Y-%m-%d").output().map_err(|e| e.to_string())?;
    let date = String::from_utf8_lossy(&date.stdout).trim().to_string();
    let reasons = reasons(&text);
    let mut page = HEAD.replace("DATE", &date) + &tables(&Record::read(OLDEST), &reasons, "");
    for release in OLDEST + 1..=NEWEST {
        let record = Record::read(release);
        if !record.suites.is_empty() {
            page += &tables(&record, &reasons, &format!("OTP {release}: "));
        }
    }
    page += &builds()?;
    let file = root().join("docs/conformance.md");
    fs::write(&file, page).map_err(|e| format!("{}: {e}", file.display()))
}

/// The text about suites on other builds than the usual one, which is written by hand.
fn builds() -> Result<String> {
    let file = root().join("conformance/builds.md");
    fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))
}

const HEAD: &str = "\
# Conformance: OTP's own suites

Made on DATE by `cargo xtask conformance report` from `conformance/results.tsv`, where each case
is, and `conformance/reasons.txt`; from `results-27.tsv` and `results-29.tsv` for these releases.
The suites come from the source package of each OTP, 25.2.3 of Debian 12 and those that
`scripts/otp-roots` fetches (`MASER_OTP_ROOT`), and are not part of this project.
`cargo xtask conformance emulator/guard` runs one of them on both emulators; with `--native` a third
time, with native code before the first call.

Both emulators ran the cases on one machine as named nodes with peers, most by a light runner,
`conformance/conformance.erl`, and by OTP's own common test (`--ct`) where a suite wants that: the
suites of `mnesia`, `common_test` and of TLS distribution, and of kernel those of code, loaders,
distribution, `global`, `global_group`, `heart`. Of `mnesia` the light group is recorded.
Maser ran as it starts by default: code that is busy is compiled while it runs.
Native is with native code before the first call, `-` where that was not run.
";

/// How a group of cases ended.
#[derive(Default, Clone, Copy)]
struct Counts {
    cases: usize,
    stock: usize,
    /// Of those that stock passes: ok, skipped; as Maser starts by default, and native.
    ok: [usize; 2],
    skipped: [usize; 2],
    native: bool,
}

impl Counts {
    /// A case, whose reason to fail may be its subject.
    fn add(&mut self, row: &Row, left: bool) {
        self.cases += 1;
        let [stock, maser @ ..] = row;
        if stock != "ok" {
            return;
        }
        self.stock += 1;
        for (at, outcome) in maser.iter().enumerate() {
            self.ok[at] += usize::from(outcome == "ok");
            let skipped = outcome == "skipped" || outcome == UNKNOWN;
            self.skipped[at] += usize::from(skipped || left && outcome != "ok");
        }
        self.native |= row[2] != UNKNOWN;
    }

    fn merge(&mut self, other: Counts) {
        self.cases += other.cases;
        self.stock += other.stock;
        for at in 0..2 {
            self.ok[at] += other.ok[at];
            self.skipped[at] += other.skipped[at];
        }
        self.native |= other.native;
    }

    fn line(self, name: &str) -> String {
        let of = (self.stock - self.skipped[0]).max(1);
        let native = if self.native { self.ok[1].to_string() } else { UNKNOWN.to_string() };
        format!(
            "| {name} | {} | {} | {} | {native} | {} | {:.1} % |\n",
            self.cases,
            self.stock,
            self.ok[0],
            self.skipped[0],
            100.0 * self.ok[0] as f64 / of as f64
        )
    }
}

/// The tables of a release, whose name is at the beginning of each heading.
fn tables(record: &Record, reasons: &[Reason], release: &str) -> String {
    let mut page = String::new();
    let heads = "| cases | stock ok | Maser ok | native ok | left | ok of the rest |\n\
                 |---|---|---|---|---|---|---|\n";
    let (mut applications, mut whole) = (BTreeMap::<&str, Counts>::new(), Vec::new());
    let mut table = format!("\n## {release}Suites in which something differs\n\n| suite {heads}");
    for (suite, cases) in &record.suites {
        let mut counts = Counts::default();
        for (case, row) in cases {
            let name = format!("{suite}:{case}");
            counts.add(row, reasons.iter().any(|r| r.left && r.is_of(&name)));
        }
        let application = suite.split('/').next().unwrap_or(suite);
        applications.entry(application).or_default().merge(counts);
        let native_differs = counts.native && counts.ok[1] != counts.stock;
        if counts.ok[0] == counts.stock && !native_differs {
            whole.push(suite.as_str());
        } else {
            table.push_str(&counts.line(suite));
        }
    }
    page.push_str(&format!("\n## {release}Applications\n\n| application {heads}"));
    for (application, counts) in applications {
        page.push_str(&counts.line(application));
    }
    page.push_str(&table);
    page.push_str(&format!(
        "\nIn these {} suites Maser passes whatever stock passes: {}.\n",
        whole.len(),
        whole.join(", ")
    ));
    page.push_str(&failures(record, reasons, release));
    page
}

/// The cases that stock passes and Maser does not, by reason.
fn failures(record: &Record, reasons: &[Reason], release: &str) -> String {
    let mut cases: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for (suite, rows) in &record.suites {
        for (case, row) in rows.iter().filter(|(_, row)| row[0] == "ok") {
            let fine = ["ok", "skipped", UNKNOWN];
            let bad = [&row[1], &row[2]].map(|outcome| !fine.contains(&outcome.as_str()));
            let tier = match bad {
                [true, _] => "",
                [false, true] => " (native)",
                _ => continue,
            };
            let name = format!("{suite}:{case}");
            let reason = reasons.iter().position(|r| r.is_of(&name)).unwrap_or(reasons.len());
            cases.entry(reason).or_default().push(format!("`{name}`{tier}"));
        }
    }
    let mut text = format!("\n## {release}What fails, by reason\n");
    for (reason, cases) in cases {
        let (title, why) = match reasons.get(reason) {
            Some(reason) => (reason.title.as_str(), reason.text.as_str()),
            None => ("Not yet looked into", ""),
        };
        let list = cases.join(", ");
        text.push_str(&format!("\n### {title} ({})\n\n{why}\n{list}.\n", cases.len()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        assert!(matches("a/b:*", "a/b:case"));
        assert!(matches("a/*:case*", "a/b:case_2"));
        assert!(!matches("a/b:case", "a/b:case_2"));
        assert!(!matches("a/*:x", "a/b:y"));
    }

    #[test]
    fn failing_cases_stand_under_their_reasons() {
        let reasons = reasons("# No drivers\nBecause.\n  a/b:x* a/c:y\n");
        let mut record = Record::nothing(OLDEST);
        let row = |of: [&str; 3]| of.map(str::to_string);
        let suite = record.suites.entry("a/b".into()).or_default();
        suite.insert("x1".into(), row(["ok", "failed", "-"]));
        suite.insert("z".into(), row(["ok", "ok", "crash"]));
        suite.insert("fine".into(), row(["ok", "ok", "ok"]));
        suite.insert("none".into(), row(["failed", "failed", "failed"]));
        let text = failures(&record, &reasons, "");
        assert!(text.contains("### No drivers (1)\n\nBecause.\n\n`a/b:x1`.\n"), "{text}");
        assert!(text.contains("### Not yet looked into (1)\n\n\n`a/b:z` (native).\n"), "{text}");
    }
}
