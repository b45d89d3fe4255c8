//! `maser lab ... --report`: labs one after another, each for its part of the time, and a page that
//! shows what has come out.

mod flame;
mod html;
mod model;
mod page;
mod plot;

use super::Options;
use super::kinds::{Kind, Outcome};
use super::run;
use crate::Result;
use crate::otp::Otp;
use model::Section;
use page::Head;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Fewer samples than these say nothing.
const ENOUGH: u64 = 50;
/// Which part of a lab's time its measured runs have: the rest is for looking what functions run.
const MEASURED: f64 = 0.8;

/// The labs that are wanted, and which of their cases are.
fn kinds(options: &Options) -> Result<Vec<Kind>> {
    let all = options.lab == "all";
    let mut kinds = Kind::all();
    kinds.retain(|kind| match all {
        // Whole systems are not there on most machines, and take long.
        true => !kind.name().0.starts_with("soak") && !matches!(kind, Kind::Systems),
        false => kind.name().0 == options.lab,
    });
    kinds.retain(|kind| match kind {
        Kind::Cases(lab) => {
            lab.groups.iter().any(|group| group.cases.iter().any(|c| options.wants(group, c)))
        }
        // These have no cases to choose from.
        _ => !all || options.only.is_empty(),
    });
    if kinds.is_empty() {
        return Err(format!("no lab {:?}, or no case fits --only", options.lab));
    }
    Ok(kinds)
}

/// Runs the labs, prints their tables and writes the page.
pub(super) fn run(otp: &Otp, mut options: Options) -> Result<ExitCode> {
    let kinds = kinds(&options)?;
    if let Some(file) = &options.report {
        // Better told now than when all is measured.
        fs::write(file, "").map_err(|e| format!("{}: {e}", file.display()))?;
    }
    let dir = run::scratch()?;
    let begun = Instant::now();
    run::compile(otp, dir.path())?;
    let weights: f64 = kinds.iter().map(Kind::weight).sum();
    let (mut before, native) = (0.0, options.native);
    let mut sections = Vec::new();
    for kind in &kinds {
        let (name, about) = kind.name();
        println!("{name}: {about}\n");
        let mut section = Section::new(name, about);
        let left = options.budget.map(|all| all.saturating_sub(begun.elapsed()));
        let share = left.map(|left| left.mul_f64(kind.weight() / (weights - before)));
        let now = Instant::now();
        options.until = share.map(|share| now + share.mul_f64(MEASURED));
        options.bar = (before / weights, (before + kind.weight()) / weights);
        before += kind.weight();
        options.native = native;
        options.runs = kind.runs(&options);
        match kind.missing(otp) {
            Some(why) => section.left_out = Some(why),
            None => {
                let end = share.map(|share| now + share);
                if let Err(why) = one(kind, otp, &mut options, dir.path(), end, &mut section) {
                    section.failure = Some(why);
                }
            }
        }
        for word in section.left_out.iter().chain(&section.failure) {
            println!("{name}: {word}");
        }
        println!();
        sections.push(section);
    }
    options.native = native;
    if let Some(file) = &options.report {
        let page = page::page(&head(otp, &options, begun.elapsed()), &sections);
        fs::write(file, page).map_err(|e| format!("{}: {e}", file.display()))?;
        println!("{} is written", file.display());
    }
    let right = sections.iter().all(Section::right);
    Ok(if right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs a lab; what functions run is looked for until `end`.
fn one(
    kind: &Kind,
    otp: &Otp,
    options: &mut Options,
    dir: &Path,
    end: Option<Instant>,
    section: &mut Section,
) -> Result<()> {
    let begun = Instant::now();
    let outcome = kind.run(otp, options, dir)?;
    let (lab, emulators) = match (kind, outcome) {
        (Kind::Cases(lab), Outcome::Cases(emulators, results)) => {
            section.cases(lab, &results, &emulators);
            (lab, emulators)
        }
        (_, Outcome::Loads(loads)) => {
            section.loads(&loads);
            return Ok(());
        }
        (_, Outcome::Pairs(pairs)) => {
            section.pairs(&pairs);
            return Ok(());
        }
        // Whole systems take too long for a page of all labs.
        (_, Outcome::Cases(..) | Outcome::Systems(_)) => return Ok(()),
    };
    // One more run of all on one emulator, if there is time for it.
    let rounds = section.rows.iter().flat_map(|r| &r.figures).map(Vec::len).max().unwrap_or(0);
    let one_more = begun.elapsed().div_f64((rounds.max(1) * emulators.len()) as f64);
    if options.report.is_none() || end.is_some_and(|end| Instant::now() + one_more > end) {
        return Ok(());
    }
    for emulator in emulators.iter().rev().filter(|e| !e.is_program && e.name != "base") {
        section.sampled = emulator.name.into();
        section.stacks = run::stacks(lab, emulator, options, dir)?;
        // Where processes wait most of the time Maser answers when they wait again.
        if section.stacks.iter().map(|(_, count)| count).sum::<u64>() >= ENOUGH {
            break;
        }
    }
    Ok(())
}

/// The head of the page.
fn head(otp: &Otp, options: &Options, took: Duration) -> Head {
    let read = |file: &str| fs::read_to_string(file).unwrap_or_default();
    let first = |text: String, name: &str| -> String {
        let line = text.lines().find_map(|l| l.strip_prefix(name));
        line.map_or("unknown", |l| l.trim_start_matches([' ', '\t', ':'])).to_string()
    };
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let kib: u64 = first(read("/proc/meminfo"), "MemTotal:")
        .split(' ')
        .next()
        .and_then(|n| n.parse().ok())
        .unwrap_or(0);
    let machine = format!(
        "{}, {cores} cores, {:.0} GB, Linux {}",
        first(read("/proc/cpuinfo"), "model name"),
        kib as f64 / 1e6,
        read("/proc/sys/kernel/osrelease").trim()
    );
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let command: Vec<String> =
        std::env::args_os().map(|a| a.to_string_lossy().into_owned()).collect();
    let native = match options.native {
        true => "used in all labs; that of OTP as far as it had been made",
        false => "used in the labs that are about it; that of OTP as far as it had been made",
    };
    let title = match &options.lab[..] {
        "all" => "Maser's labs".to_string(),
        lab => format!("Maser's lab {lab}"),
    };
    let program = Path::new(&command[0]).file_name().map(|n| n.to_string_lossy().into_owned());
    let command = [&[program.unwrap_or_default()], &command[1..]].concat().join(" ");
    Head {
        title,
        facts: vec![
            ("date", date(since.as_secs())),
            ("machine", machine),
            ("OTP", format!("{} (erts {})", otp.version, otp.erts)),
            ("Maser", env!("CARGO_PKG_VERSION").to_string()),
            ("command", command),
            ("run", what_was_run(options, took)),
            ("native code", native.to_string()),
        ],
    }
}

fn what_was_run(options: &Options, took: Duration) -> String {
    let sizes = match options {
        Options { size: Some(_), .. } => "the size that was asked for",
        Options { quick: true, .. } => "the small sizes of a trial, no measurement",
        Options { middle: true, .. } => "sizes between those of a trial and the labs' own",
        _ => "the labs' own sizes",
    };
    let runs = match options.budget {
        Some(budget) => {
            format!("as many runs as fit into {:.0} minutes", budget.as_secs_f64() / 60.0)
        }
        None if options.runs == 1 => "one run".to_string(),
        None => format!("{} runs", options.runs),
    };
    let times = if options.cpu { "processor time" } else { "time on the clock" };
    let took = took.as_secs();
    format!("{sizes}; {runs}, in turns; {times}; all took {} min {} s", took / 60, took % 60)
}

/// The date and time that so many seconds after the beginning of 1970 are, of UTC.
fn date(seconds: u64) -> String {
    let (mut days, rest) = (seconds / 86_400, seconds % 86_400);
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02} {:02}:{:02} UTC", days + 1, rest / 3600, rest % 3600 / 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01 00:00 UTC");
        assert_eq!(date(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(date(1_795_360_320), "2026-11-22 15:12 UTC");
        assert_eq!(date(1_798_761_599), "2026-12-31 23:59 UTC");
    }
}
