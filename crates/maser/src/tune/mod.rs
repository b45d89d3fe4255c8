//! `maser tune`: runs a command under a plan of settings until it is known which make it faster.

mod plan;
mod race;
mod run;
mod stats;

use crate::median::median;
use crate::{Result, emulator, pgo};
use plan::Setting;
use race::{Rules, Runner, Stop, Verdict};
use run::{Command, Rounds};
use stats::Interval;
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const USAGE: &str = "\
maser tune [OPTION...] -- CMD [ARG...]

Runs CMD, in which erl is Maser (maser ..., maser exec rebar3 ...), again and again: as it is, and
under settings of the emulator, in turns; until it is known which of them make it faster. The best
are confirmed by fresh runs. CMD is told by ERL_AFLAGS and MASER_TUNE; its own flags go before.

  --worth PERCENT        what gain is worth a setting (default 1)
  --confidence PERCENT   how sure it is to be (default 95)
  --minutes N            time for all of it (default 10)
  --rounds N             rounds at most (default 25)
  --only TEXT            only settings, or groups of them, whose name contains TEXT
                         (may be given again)
  --cpu                  processor time counts, not time on the clock
  --list                 print the settings that would be tried
";

/// The meaning of the command line.
struct Options {
    worth: f64,
    confidence: f64,
    time: Duration,
    rounds: usize,
    only: Vec<String>,
    cpu: bool,
    list: bool,
    command: Vec<OsString>,
}

impl Options {
    /// As a logarithm.
    fn worth(&self) -> f64 {
        (1.0 + self.worth / 100.0).ln()
    }
}

/// Runs `maser tune`.
pub fn main(args: &[OsString]) -> Result<ExitCode> {
    let Some(options) = parse(args)? else {
        print!("{USAGE}");
        return Ok(ExitCode::SUCCESS);
    };
    let processors = std::thread::available_parallelism().map_or(1, |n| n.get());
    let wanted = |s: &Setting| {
        let names = [s.group.to_string(), s.shown()];
        let fits = |only: &String| names.iter().any(|name| name.contains(only.as_str()));
        options.only.is_empty() || options.only.iter().any(fits)
    };
    let profiled = pgo::profiled().ok().filter(|file| emulator::locate().is_ok_and(|e| e != *file));
    let settings = plan::settings(processors, profiled.as_deref());
    let settings: Vec<Setting> = settings.into_iter().filter(wanted).collect();
    if options.list {
        settings.iter().for_each(|s| println!("{:<12} {}", s.group, s.shown()));
        return Ok(ExitCode::SUCCESS);
    }
    if settings.is_empty() {
        return Err("tune: no setting fits --only; --list prints all".into());
    }
    let begun = Instant::now();
    let mut command = Command::new(&options.command, options.cpu);
    let fails = |stop| match stop {
        Stop::Fails(why) => format!("tune: the command fails: {why}"),
        Stop::TimeOver => "tune: the command takes longer than there is time".to_string(),
    };
    // The first run pays for what later ones find: files in memory, native code.
    let progress = Rounds::new("running once and again", begun, begun + options.time, 2);
    for round in 0..2 {
        progress.show(round, "the default");
        command.run(None, options.time).map_err(fails)?;
    }
    drop(progress);
    // Fresh runs confirm what the first part finds, so part of the time is theirs.
    let first = Part { title: "trying", end: begun + options.time * 2 / 3, begun };
    let runners = first.race(&mut command, &settings, &options)?;
    print_all(&settings, &runners, &options);
    let winners = winners(&settings, &runners);
    let mut finalists: Vec<Setting> = winners.first().map(|&s| s.clone()).into_iter().collect();
    if winners.len() > 1 {
        finalists.push(Setting::together(&winners));
    }
    if finalists.is_empty() {
        println!("{}", nothing(&settings, &runners, &options));
        return Ok(ExitCode::SUCCESS);
    }
    let second = Part { title: "confirming", end: begun + options.time, begun: Instant::now() };
    let fresh = second.race(&mut command, &finalists, &options)?;
    match best(&fresh, options.worth()) {
        Some(i) => print_best(&finalists[i], &fresh[i], &options),
        None => {
            println!("No difference: fresh runs do not confirm {}.", finalists[0].shown());
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// One of the two parts of the work.
struct Part {
    title: &'static str,
    begun: Instant,
    end: Instant,
}

impl Part {
    fn race(
        &self,
        command: &mut Command,
        settings: &[Setting],
        options: &Options,
    ) -> Result<Vec<Runner>> {
        let rules = Rules {
            alpha: 1.0 - options.confidence / 100.0,
            worth: options.worth(),
            rounds: options.rounds,
        };
        let progress = Rounds::new(self.title, self.begun, self.end, rules.rounds);
        race::race(settings.len(), rules, |i, round| {
            let left = self.end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Stop::TimeOver);
            }
            let setting = i.checked_sub(1).map(|i| &settings[i]);
            progress.show(round, &setting.map_or("the default".into(), Setting::shown));
            command.run(setting, left)
        })
        .map_err(|why| format!("tune: the command fails now and then: {why}"))
    }
}

/// The fastest settings, one of each group, the best first.
fn winners<'a>(settings: &'a [Setting], runners: &[Runner]) -> Vec<&'a Setting> {
    let mut faster: Vec<(&Setting, f64)> = settings
        .iter()
        .zip(runners)
        .filter(|(_, r)| r.verdict == Verdict::Faster)
        .map(|(s, r)| (s, r.gain.mean))
        .collect();
    faster.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut all: Vec<&Setting> = Vec::new();
    for (setting, _) in faster {
        if all.iter().all(|s| s.group != setting.group) {
            all.push(setting);
        }
    }
    all
}

/// Which of the finalists it is: the second, several settings at once, only if the gain over the
/// first is worth it.
fn best(fresh: &[Runner], worth: f64) -> Option<usize> {
    let gain = |i: usize| {
        let r = fresh.get(i)?;
        (r.verdict == Verdict::Faster).then_some(r.gain.mean)
    };
    match (gain(0), gain(1)) {
        (Some(one), Some(all)) => Some(usize::from(all >= one + worth)),
        (one, all) => one.map(|_| 0).or(all.map(|_| 1)),
    }
}

fn print_all(settings: &[Setting], runners: &[Runner], options: &Options) {
    let what = if options.cpu { "processor time" } else { "time" };
    println!("{:<64} {:>5} {:>10}  times as fast", "setting", "runs", what);
    let longest = runners.iter().max_by_key(|r| r.base.len());
    if let Some(r) = longest.filter(|r| !r.base.is_empty()) {
        println!(
            "{:<64} {:>5} {:>10}",
            "the default",
            r.base.len(),
            seconds(median(r.base.iter().copied()))
        );
    }
    for (setting, r) in settings.iter().zip(runners) {
        let said = match &r.verdict {
            Verdict::Faster => format!("{}  faster", factors(r.gain)),
            Verdict::NotFaster => factors(r.gain),
            Verdict::Unknown if r.times.len() < 2 => "not enough runs".into(),
            Verdict::Unknown => format!("{}  not known", factors(r.gain)),
            Verdict::Fails(why) => format!("fails: {why}"),
        };
        let time = if r.times.is_empty() {
            String::new()
        } else {
            seconds(median(r.times.iter().copied()))
        };
        println!("{:<64} {:>5} {:>10}  {said}", setting.shown(), r.times.len(), time);
    }
    println!();
}

fn print_best(setting: &Setting, fresh: &Runner, options: &Options) {
    println!(
        "Best: {}\n{} times as fast as the default, at {} % confidence, in {} fresh runs of each.",
        setting.shown(),
        factors(fresh.gain),
        options.confidence,
        fresh.times.len()
    );
    let as_variables: Vec<String> = setting
        .variables()
        .iter()
        .map(|(name, value)| format!("{name}='{}'", value.to_string_lossy()))
        .collect();
    println!("In the environment: {}", as_variables.join(" "));
}

/// The message that no setting is better, and how sure that is.
fn nothing(settings: &[Setting], runners: &[Runner], options: &Options) -> String {
    let open: Vec<(&Setting, &Runner)> =
        settings.iter().zip(runners).filter(|(_, r)| r.verdict == Verdict::Unknown).collect();
    if open.is_empty() {
        return format!(
            "No difference: no setting is faster by {} % or more, at {} % confidence.",
            options.worth, options.confidence
        );
    }
    let most = open.iter().map(|(_, r)| r.gain.high).fold(0.0, f64::max);
    let most = if most.is_finite() {
        format!("more than {:.1} % is in none", (most.exp() - 1.0) * 100.0)
    } else {
        "there was no time for enough runs".into()
    };
    format!(
        "No difference that can be told from chance, at {} % confidence; of {} settings it is not \
         known, but {most}.",
        options.confidence,
        open.len()
    )
}

fn factors(gain: Interval) -> String {
    let [low, mean, high] = [gain.low, gain.mean, gain.high].map(f64::exp);
    format!("{mean:.3} ({low:.3} - {high:.3})")
}

fn seconds(s: f64) -> String {
    if s < 1.0 { format!("{:.1} ms", s * 1e3) } else { format!("{s:.3} s") }
}

fn parse(args: &[OsString]) -> Result<Option<Options>> {
    let mut options = Options {
        worth: 1.0,
        confidence: 95.0,
        time: Duration::from_secs(600),
        rounds: *race::LOOKS.last().expect("looks"),
        only: Vec::new(),
        cpu: false,
        list: false,
        command: Vec::new(),
    };
    let mut words = args.iter();
    while let Some(word) = words.next() {
        if word == "--" {
            options.command = words.cloned().collect();
            if options.command.is_empty() {
                return Err("tune: which command? (maser tune -- CMD ARG...)".into());
            }
            break;
        }
        let name = word.to_str().ok_or("tune: an option is not UTF-8")?;
        let mut value = || {
            let value = words.next().and_then(|v| v.to_str());
            value.ok_or_else(|| format!("tune: {name} needs a value"))
        };
        let number = |text: &str, least: f64, most: f64| match text.parse::<f64>() {
            Ok(n) if n >= least && n <= most => Ok(n),
            _ => Err(format!("tune: {name} is from {least} to {most}, not {text}")),
        };
        match name {
            "--worth" => options.worth = number(value()?, 0.0, 1000.0)?,
            "--confidence" => options.confidence = number(value()?, 50.0, 99.9999)?,
            "--minutes" => {
                options.time = Duration::from_secs_f64(60.0 * number(value()?, 0.01, 10_000.0)?);
            }
            "--rounds" => options.rounds = number(value()?, 2.0, 1000.0)? as usize,
            "--only" => options.only.push(value()?.to_string()),
            "--cpu" => options.cpu = true,
            "--list" => options.list = true,
            "--help" => return Ok(None),
            _ => return Err(format!("tune: no option {name}; a command stands behind --")),
        }
    }
    Ok((options.list || !options.command.is_empty()).then_some(options))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runner(verdict: Verdict, mean: f64) -> Runner {
        let gain = Interval { low: mean - 0.01, mean, high: mean + 0.01 };
        Runner { base: vec![], times: vec![], verdict, gain }
    }

    #[test]
    fn the_best_of_each_group_go_on_together() {
        let all = plan::settings(2, None);
        let runners: Vec<Runner> = (0..all.len())
            .map(|i| match all[i].shown().as_str() {
                "+hms 4000" => runner(Verdict::Faster, 0.1),
                "+hms 40000" => runner(Verdict::Faster, 0.3),
                "+tune spin_time=0" => runner(Verdict::Faster, 0.2),
                "+S 1:1" => runner(Verdict::Unknown, 0.9),
                _ => runner(Verdict::NotFaster, 0.0),
            })
            .collect();
        let shown: Vec<String> = winners(&all, &runners).iter().map(|s| s.shown()).collect();
        assert_eq!(shown, ["+hms 40000", "+tune spin_time=0"]);
    }

    #[test]
    fn several_at_once_have_to_be_worth_it() {
        let faster = |gain| runner(Verdict::Faster, gain);
        let not = || runner(Verdict::NotFaster, 0.0);
        for (fresh, wanted) in [
            (vec![faster(0.2)], Some(0)),
            (vec![not()], None),
            (vec![faster(0.2), faster(0.25)], Some(1)),
            (vec![faster(0.2), faster(0.205)], Some(0)),
            (vec![faster(0.2), not()], Some(0)),
            (vec![not(), faster(0.2)], Some(1)),
            (vec![not(), not()], None),
        ] {
            assert_eq!(best(&fresh, 0.01), wanted);
        }
    }
}
