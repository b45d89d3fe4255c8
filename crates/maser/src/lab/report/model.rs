//! The content of a page about a lab, whatever kind of lab it is.

use crate::lab::http::{self, Load};
use crate::lab::pairs::{self, Measured};
use crate::lab::run::Results;
use crate::lab::spec::Lab;
use crate::lab::table::{self, LATENCY};
use crate::lab::{Emulator, table::geometric_mean};
use crate::median::median;

/// One lab.
#[derive(Default)]
pub(super) struct Section {
    pub name: String,
    pub about: String,
    /// The names of the sides; the ratio is that of the first by the second.
    pub sides: Vec<String>,
    pub rows: Vec<Row>,
    /// Whether memory is part of the result.
    pub memory: bool,
    pub remarks: Vec<String>,
    /// Why it was not run.
    pub left_out: Option<String>,
    /// Why it could not be run to its end.
    pub failure: Option<String>,
    /// Of which emulator the stacks are, and how often each was seen.
    pub sampled: String,
    pub stacks: Vec<(String, u64)>,
}

/// One case.
#[derive(Default)]
pub(super) struct Row {
    pub group: String,
    pub case: String,
    /// With its size, if that is part of it.
    pub label: String,
    pub size: u64,
    /// Of its figures.
    pub unit: &'static str,
    /// Of each side, one for each run.
    pub figures: Vec<Vec<f64>>,
    /// Whether it is a measurement, not only a check.
    pub measured: bool,
    pub peaks: Vec<u64>,
    /// Bytes for each process, message or binary, of each side.
    pub each: Vec<Option<f64>>,
    /// The notes: the side's name, and the text.
    pub notes: Vec<(String, String)>,
    pub failures: Vec<(String, String)>,
    /// Of each side how many calls took at least so many nanoseconds, and less than the next.
    pub latencies: Vec<Vec<(u64, u64)>>,
}

/// How many times as fast the second side is as the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ratio {
    pub value: f64,
    pub low: f64,
    pub high: f64,
    /// How sure it is that the true median lies between these.
    pub sure: f64,
}

impl Row {
    /// The ratio of the medians; its interval is that of the ratios of the single rounds.
    pub(super) fn ratio(&self) -> Option<Ratio> {
        let [first, second, ..] = &self.figures[..] else { return None };
        if !self.measured || first.is_empty() || second.is_empty() {
            return None;
        }
        let by = |a: f64, b: f64| a / b.max(f64::MIN_POSITIVE);
        let value = by(median(first.iter().copied()), median(second.iter().copied()));
        let rounds = first.iter().zip(second).map(|(a, b)| by(*a, *b)).collect();
        let (low, high, sure) = pairs::interval(rounds);
        let ratio = Ratio { value, low: low.min(value), high: high.max(value), sure };
        (value.is_finite() && value > 0.0).then_some(ratio)
    }

    /// The median of a side.
    pub(super) fn median(&self, side: usize) -> Option<f64> {
        self.figures.get(side).filter(|f| !f.is_empty()).map(|f| median(f.iter().copied()))
    }
}

impl Section {
    pub(super) fn new(name: &str, about: &str) -> Section {
        Section { name: name.into(), about: about.into(), ..Section::default() }
    }

    /// Whether nothing has failed.
    pub(super) fn right(&self) -> bool {
        self.failure.is_none() && self.rows.iter().all(|row| row.failures.is_empty())
    }

    /// The geometric mean of the ratios, with the least and the greatest of them.
    pub(super) fn mean(&self) -> Option<Ratio> {
        let ratios: Vec<f64> = self.rows.iter().filter_map(Row::ratio).map(|r| r.value).collect();
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let most = ratios.iter().copied().fold(0.0, f64::max);
        Some(Ratio { value: geometric_mean(&ratios)?, low: least, high: most, sure: 0.0 })
    }

    /// How many cases have a ratio.
    pub(super) fn measured(&self) -> usize {
        self.rows.iter().filter(|row| row.ratio().is_some()).count()
    }

    /// Of a lab with cases.
    pub(super) fn cases(&mut self, lab: &Lab, all: &[Results], emulators: &[Emulator]) {
        self.sides = emulators.iter().map(|e| e.name.to_string()).collect();
        self.memory = lab.memory;
        self.remarks.extend(table::flatness(all, emulators));
        self.rows = all.iter().map(|results| case_row(lab, results, emulators)).collect();
    }

    /// Of servers under load.
    pub(super) fn loads(&mut self, loads: &[Load]) {
        for load in loads {
            let mut row = Row {
                case: format!("{} clients", load.clients),
                label: format!("{} clients, {} requests", load.clients, load.requests),
                unit: "µs",
                measured: true,
                ..Row::default()
            };
            self.sides = load.servers.iter().map(|(name, _)| name.clone()).collect();
            for (name, runs) in &load.servers {
                row.figures.push(runs.iter().map(http::Figures::cpu_us).collect());
                let per_second = median(runs.iter().map(|r| r.per_second));
                row.notes.push((name.clone(), format!("{per_second:.0} requests a second")));
                match http::failed(runs) {
                    0 => {}
                    n => row.failures.push((name.clone(), format!("{n} requests have failed"))),
                }
            }
            self.rows.push(row);
        }
    }

    /// Of programs without something and with it.
    pub(super) fn pairs(&mut self, pairs: &[Measured]) {
        self.sides = vec!["without".into(), "with".into()];
        self.rows = pairs
            .iter()
            .map(|pair| Row {
                case: pair.name.clone(),
                label: pair.name.clone(),
                unit: pair.unit,
                figures: vec![
                    pair.times.iter().map(|t| t.0).collect(),
                    pair.times.iter().map(|t| t.1).collect(),
                ],
                measured: true,
                ..Row::default()
            })
            .collect();
    }
}

fn case_row(lab: &Lab, results: &Results, emulators: &[Emulator]) -> Row {
    let name = table::name(lab, results);
    let label = name.strip_prefix(&format!("{}: ", results.group)).unwrap_or(&name).to_string();
    let mut row = Row {
        group: results.group.clone(),
        case: results.case.clone(),
        label,
        size: results.size,
        unit: "ms",
        measured: !results.check,
        ..Row::default()
    };
    for (side, emulator) in results.sides.iter().zip(emulators) {
        let name = || emulator.name.to_string();
        row.figures.push(side.micros.iter().map(|&us| us as f64 / 1000.0).collect());
        row.peaks.push(side.peak);
        row.each.push(table::bytes_each(side, results.size));
        match &side.failure {
            Some(why) => row.failures.push((name(), why.clone())),
            None if side.micros.is_empty() => {
                row.failures.push((name(), "no result".to_string()));
            }
            None => {}
        }
        let mut counts = std::collections::BTreeMap::new();
        for note in &side.notes {
            match note.strip_prefix(LATENCY) {
                Some(text) => {
                    for (at, count) in latencies(text) {
                        *counts.entry(at).or_insert(0) += count;
                    }
                }
                None => row.notes.push((name(), note.clone())),
            }
        }
        row.latencies.push(counts.into_iter().collect());
    }
    row
}

/// Pairs of time and count, as a program tells them.
fn latencies(text: &str) -> impl Iterator<Item = (u64, u64)> {
    text.split_whitespace().filter_map(|pair| {
        let (at, count) = pair.split_once(':')?;
        Some((at.parse().ok()?, count.parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_have_the_interval_of_their_rounds() {
        let figures = vec![vec![2.0, 4.0, 3.0], vec![1.0, 1.0, 2.0]];
        let row = Row { figures, measured: true, ..Row::default() };
        let ratio = row.ratio().unwrap();
        assert_eq!((ratio.value, ratio.low, ratio.high), (3.0, 1.5, 4.0));
        let check = Row { figures: row.figures.clone(), measured: false, ..Row::default() };
        assert_eq!(check.ratio(), None);
        let failed = Row { figures: vec![vec![1.0], vec![]], measured: true, ..Row::default() };
        assert_eq!(failed.ratio(), None);
        let mut section = Section::new("a", "b");
        section.rows = vec![row, failed];
        assert_eq!((section.measured(), section.mean().unwrap().value.round()), (1, 3.0));
    }

    #[test]
    fn counts_of_latencies_are_read() {
        assert_eq!(latencies("16:3 x 24:9 7").collect::<Vec<_>>(), [(16, 3), (24, 9)]);
    }
}
