//! `cargo xtask hour`: every lab, and of every recorded suite the faster half of the passing cases,
//! each again and again in one emulator for its share of the time. None may crash, and memory stays
//! flat. Some cases can pass only once in an emulator: they make atoms that must not be there, or
//! leave what they have registered. They are told and do not count.

use super::fast::Times;
use super::record::Record;
use super::{CASE_LIMIT_S, Place, Side, Target, end_group, last_words, spawn, watch};
use crate::Result;
use maser::lab::{self, Program};
use maser::otp::{self, Otp};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitCode};
use std::time::{Duration, Instant};

/// So many rounds are needed before memory is judged.
const ROUNDS: usize = 8;

/// A program, or a suite, to be run in one emulator.
enum What {
    Lab(Program),
    Suite(Target, Vec<String>),
}

impl What {
    fn name(&self) -> String {
        match self {
            What::Lab(program) => format!("lab {}", program.name),
            What::Suite(target, _) => target.path(),
        }
    }
}

/// The results of a program's rounds.
#[derive(Default)]
struct Outcome {
    /// How many cases ended, which of them failed in one of the rounds, and how.
    ended: usize,
    failed: BTreeSet<String>,
    why: Vec<String>,
    under_way: Option<String>,
    /// Kilobytes resident, processes and atoms after each round.
    rounds: Vec<[u64; 3]>,
}

impl Outcome {
    /// Reads the lines of `conformance/hour.erl`.
    fn read(text: &str) -> Outcome {
        let mut outcome = Outcome::default();
        for line in text.lines() {
            match line.splitn(5, '\t').collect::<Vec<_>>()[..] {
                ["begin", name] => outcome.under_way = Some(name.to_string()),
                ["end", name, kind, _, why] => {
                    outcome.ended += 1;
                    outcome.under_way = None;
                    if kind == "failed" && outcome.failed.insert(name.to_string()) {
                        let round = outcome.rounds.len() + 1;
                        outcome.why.push(format!("{name} in round {round}: {why}"));
                    }
                }
                ["round", kb, processes, atoms] => {
                    let number = |word: &str| word.parse().unwrap_or(0);
                    outcome.rounds.push([number(kb), number(processes), number(atoms)]);
                }
                _ => {}
            }
        }
        outcome
    }

    /// The median of a quarter of the rounds, the first of which only warms up.
    fn quarter(&self, first: bool, column: usize) -> u64 {
        let settled = self.rounds.get(1..).unwrap_or_default();
        let length = settled.len().div_ceil(4);
        let part = if first { &settled[..length] } else { &settled[settled.len() - length..] };
        let mut values: Vec<u64> = part.iter().map(|round| round[column]).collect();
        values.sort_unstable();
        values.get(values.len() / 2).copied().unwrap_or(0)
    }

    /// Whether memory is what it was, if there were enough rounds to tell.
    fn flat(&self) -> Option<bool> {
        let enough = self.rounds.len() >= ROUNDS;
        enough.then(|| self.quarter(false, 0) <= self.quarter(true, 0) * 115 / 100 + 8192)
    }
}

/// Runs all of it, or what has one of the words in its name; without native code, unless a mode of
/// it is given.
pub(crate) fn run(args: &[String]) -> Result<ExitCode> {
    let (mut minutes, mut native, mut words) = (60.0, "off", Vec::new());
    let mut rest = args.iter();
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--minutes" => {
                let value = rest.next().and_then(|m| m.parse().ok());
                minutes = value.ok_or("hour: --minutes needs a number")?;
            }
            "--native" => native = rest.next().ok_or("hour: --native needs a mode")?,
            word => words.push(word),
        }
    }
    let otp = otp::locate()?;
    let place = Place::new(&otp)?;
    let (erl, mut environment) = place.maser(&otp, "hour")?;
    environment.push(("MASER_NATIVE_MODE", native.into()));
    // Free memory is given back before memory is measured.
    environment.push(("MASER_TUNE", "give_back_after=50".into()));
    let side = Side { name: "hour".to_string(), column: 1, erl, environment, common_test: false };
    place.build_harness(&otp)?;
    let mut all = everything(&otp, &place)?;
    all.retain(|what| words.is_empty() || words.iter().any(|w| what.name().contains(w)));
    if all.is_empty() {
        return Err("hour: nothing has such a name".into());
    }
    place.give_away();
    let seconds = (minutes * 60.0 / all.len() as f64).max(1.0);
    println!("{} emulators, {seconds:.1} s for each", all.len());
    println!(
        "{:<26} {:>7} {:>7} {:>9} {:>9} {:>10} {:>11}",
        "what", "rounds", "cases", "MB then", "MB now", "processes", "atoms"
    );
    let mut wrong = 0;
    for what in &all {
        let (outcome, died) = place.again(&side, what, seconds as u64)?;
        let mb = |first| outcome.quarter(first, 0) as f64 / 1024.0;
        let change =
            |column| outcome.quarter(false, column) as i64 - outcome.quarter(true, column) as i64;
        let verdict = match (&died, outcome.flat()) {
            (Some(_), _) => "CRASHED",
            (None, Some(false)) => "GROWS",
            (None, None) => "few rounds",
            (None, Some(true)) => "flat",
        };
        println!(
            "{:<26} {:>7} {:>7} {:>9.1} {:>9.1} {:>+10} {:>+11} {verdict}",
            what.name(),
            outcome.rounds.len(),
            outcome.ended,
            mb(true),
            mb(false),
            change(1),
            change(2)
        );
        for why in died.iter().chain(&outcome.why) {
            println!("    {why}");
        }
        wrong += u32::from(died.is_some() || outcome.flat() == Some(false));
    }
    println!("{wrong} of {} crashed or grew", all.len());
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The labs and the recorded suites, with the cases of these that are to be passed over: those that
/// do not pass, and the slower half, so that there are many rounds.
fn everything(otp: &Otp, place: &Place) -> Result<Vec<What>> {
    let dir = place.labs();
    fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let mut all: Vec<What> = lab::programs(otp, &dir)?.into_iter().map(What::Lab).collect();
    let (record, times) = (Record::read(otp.release), Times::read()?);
    let apps: BTreeSet<&str> = record.suites.keys().filter_map(|s| s.split('/').next()).collect();
    for app in apps {
        place.build_suites(otp, app)?;
        for target in place.expand(app)?.into_iter().filter(|t| times.has(&t.path())) {
            let passed_over = times.slower(&target.path(), 1, &record);
            all.push(What::Suite(target, passed_over));
        }
    }
    Ok(all)
}

impl Place {
    /// Where the labs' programs are.
    pub(super) fn labs(&self) -> PathBuf {
        self.dir.join("labs")
    }

    /// Runs one thing for its time; how its emulator died if it did.
    fn again(&self, side: &Side, what: &What, seconds: u64) -> Result<(Outcome, Option<String>)> {
        let work =
            self.dir.join("runs").join(&side.name).join(what.name().replace([' ', '/'], "-"));
        let _ = fs::remove_dir_all(&work);
        let lines = work.join("results");
        let written = |file: &Path, text: String| {
            fs::write(file, text).map_err(|e| format!("{}: {e}", file.display()))
        };
        super::make_home(&work)?;
        written(&lines, String::new())?;
        if let What::Suite(_, passed_over) = what {
            written(&work.join("done"), passed_over.join("\n"))?;
        }
        if self.as_nobody {
            super::finished(
                std::process::Command::new("chown").args(["-R", "65534:65534"]).arg(&work),
            )?;
        }
        let log = work.join("log");
        let mut child = match what {
            What::Lab(program) => self.start_lab(side, program, &work, &log, seconds)?,
            What::Suite(target, _) => {
                self.start(side, target, &work, &log, CASE_LIMIT_S, Some(seconds))?
            }
        };
        // A round that has begun is finished.
        let patience = Duration::from_secs(150);
        let hung = watch(
            &mut child,
            &lines,
            patience,
            Instant::now() + Duration::from_secs(seconds) + 2 * patience,
        );
        end_group(child.id());
        let status = child.wait().map_err(|e| e.to_string())?;
        let text = fs::read(&lines).map_err(|e| format!("{}: {e}", lines.display()))?;
        let outcome = Outcome::read(&String::from_utf8_lossy(&text));
        let at = || outcome.under_way.as_deref().unwrap_or("no case").to_string();
        let died = (hung || !status.success()).then(|| {
            let how = if hung { "stuck".to_string() } else { status.to_string() };
            format!("{how} in {}: {}", at(), last_words(&log))
        });
        Ok((outcome, died))
    }

    fn start_lab(
        &self,
        side: &Side,
        program: &Program,
        work: &Path,
        log: &Path,
        seconds: u64,
    ) -> Result<Child> {
        let mut command = self.erl(side);
        command.arg("-pa").arg(self.labs()).args(&program.flags);
        command.args(["-run", "hour", "lab"]).arg(seconds.to_string());
        command.arg(work.join("results")).arg(program.module).args(&program.cases);
        spawn(command.current_dir(self.labs()), work, log)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(kilobytes: impl Iterator<Item = u64>) -> Outcome {
        Outcome::read(&kilobytes.map(|kb| format!("round\t{kb}\t40\t9000\n")).collect::<String>())
    }

    #[test]
    fn memory_is_flat_after_the_first_round() {
        assert_eq!(after([50_000].into_iter().chain([90_000; 9])).flat(), Some(true));
        assert_eq!(after((1..20).map(|n| n * 10_000)).flat(), Some(false));
        assert_eq!(after([90_000; 3].into_iter()).flat(), None);
    }

    #[test]
    fn a_case_that_fails_is_told_with_its_round() {
        let lines = "begin\ta\nend\ta\tok\t3\t\nround\t9\t9\t9\nend\ta\tfailed\t0\twhy\nbegin\tb\n";
        let outcome = Outcome::read(lines);
        assert_eq!(outcome.why, ["a in round 2: why"]);
        assert_eq!((outcome.ended, outcome.under_way.as_deref()), (2, Some("b")));
    }
}
