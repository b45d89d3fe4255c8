//! The same programs run in two ways, alternately: the processor times of each pair are compared.

use super::http::{self, Contender};
use super::{Options, run};
use crate::Result;
use crate::median::median;
use crate::otp::Otp;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// A program in two ways, as commands.
pub(super) struct Pair {
    pub name: String,
    pub without: Vec<String>,
    pub with: Vec<String>,
    /// It is a server, to be measured under load.
    pub serves: bool,
}

/// The words of a command.
pub(super) fn words(text: &str) -> Vec<String> {
    text.split(' ').map(String::from).collect()
}

/// The flag for native code in a lab of pairs: code that is there, or none.
pub(super) fn native(options: &Options) -> &'static str {
    if options.native { "+nativecache" } else { "+nativeoff" }
}

/// Makes the native code that a lab of pairs uses, if it is to use any; that of OTP if there is
/// time for it.
pub(super) fn make_native(otp: &Otp, options: &Options, dir: &Path) -> Result<()> {
    run::make_native(otp, &["kernel", "stdlib", "compiler"], options, dir)
}

/// The measurements of a pair, without and with, in its unit.
pub(super) struct Measured {
    pub name: String,
    pub unit: &'static str,
    pub times: Vec<(f64, f64)>,
}

/// Runs the pairs, prints what has come out, and writes it to the file that is wanted.
pub(super) fn compare(
    lab: &str,
    what: &str,
    pairs: &[Pair],
    options: &Options,
    dir: &Path,
) -> Result<Vec<Measured>> {
    println!("processor time without and with {what}; above 1: with is faster");
    println!("{:<16} {:>11} {:>11} {:>7}  interval", "", "without", "with", "ratio");
    let mut rows = Vec::new();
    let mut all = Vec::new();
    for (at, pair) in pairs.iter().enumerate() {
        let (name, mut times) = (&pair.name, Vec::new());
        let rounds = options.rounds((pairs.len() - at) as f64);
        for round in (0..options.runs).take_while(|&done| rounds.another(done)) {
            let part = (at as f64 + round as f64 / options.runs as f64) / pairs.len() as f64;
            let progress = options.progress(part, lab.to_string());
            progress.show(name);
            times.push(both(pair, round, options, dir)?);
        }
        let (without, with) =
            (median(times.iter().map(|t| t.0)), median(times.iter().map(|t| t.1)));
        let ratio = median(times.iter().map(|t| t.0 / t.1));
        let (low, high, sure) = interval(times.iter().map(|t| t.0 / t.1).collect());
        let unit = if pair.serves { "us" } else { "ms" };
        println!(
            "{name:<16} {without:>8.1} {unit} {with:>8.1} {unit} {ratio:>7.3}  {low:.3} - {high:.3} \
             ({:.0} % sure)",
            100.0 * sure
        );
        rows.push(format!(
            "{{\"name\": \"{name}\", \"ratio\": {ratio:.4}, \"low\": {low:.4}, \"high\": {high:.4}}}"
        ));
        all.push(Measured { name: name.clone(), unit, times });
    }
    if let Some(file) = &options.json {
        let rows = rows.join(",\n  ");
        let text = format!("{{\"lab\": \"{lab}\", \"results\": [\n  {rows}\n]}}\n");
        fs::write(file, text).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(all)
}

/// The cost of a round of a pair, without and with, in its unit of processor time: microseconds for
/// a request to a server, else milliseconds.
fn both(pair: &Pair, round: usize, options: &Options, dir: &Path) -> Result<(f64, f64)> {
    if pair.serves {
        let requests = match options {
            Options { quick: true, .. } => 2_000,
            Options { middle: true, .. } => 18_000,
            _ => 50_000,
        };
        let server =
            |command: &Vec<String>| Contender { name: &pair.name, command: command.clone() };
        let (without, with) = (server(&pair.without), server(&pair.with));
        return http::measure_both([&without, &with], 60, requests, dir);
    }
    // Each is as often the first, should a machine get warm or slow.
    if round.is_multiple_of(2) {
        let without = time(&pair.name, &pair.without, dir)?;
        Ok((without, time(&pair.name, &pair.with, dir)?))
    } else {
        let with = time(&pair.name, &pair.with, dir)?;
        Ok((time(&pair.name, &pair.without, dir)?, with))
    }
}

/// Milliseconds of processor time that a command takes.
fn time(name: &str, command: &[String], dir: &Path) -> Result<f64> {
    let before = used_by_children();
    let out = Command::new(&command[0])
        .args(&command[1..])
        .current_dir(dir)
        .stdin(Stdio::null())
        .env("ERL_CRASH_DUMP", "/dev/null")
        .output()
        .map_err(|e| format!("{}: {e}", command[0]))?;
    if !out.status.success() {
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        return Err(format!("{name} has failed: {said}"));
    }
    Ok(used_by_children() - before)
}

/// Processor time of the processes that have ended, in milliseconds.
fn used_by_children() -> f64 {
    // SAFETY: the structure is plain numbers, which the call fills.
    let used = unsafe {
        let mut used: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &mut used);
        used
    };
    let ms = |t: libc::timeval| t.tv_sec as f64 * 1e3 + t.tv_usec as f64 / 1e3;
    ms(used.ru_utime) + ms(used.ru_stime)
}

/// Between which two of the values the true median lies, and how sure that is: at least 95 % if
/// there are enough of them. Nothing is assumed of how they are distributed.
pub(super) fn interval(mut all: Vec<f64>) -> (f64, f64, f64) {
    all.sort_by(f64::total_cmp);
    let n = all.len();
    // The median is below the k-th smallest if at most k - 1 of n fall below it: as coins fall.
    let below = |k: usize| -> f64 {
        let mut ways = 1.0;
        let mut sum = 0.0;
        for i in 0..k {
            sum += ways;
            ways *= (n - i) as f64 / (i + 1) as f64;
        }
        sum / 2f64.powi(n as i32)
    };
    let k = (1..=n / 2).rev().find(|&k| 1.0 - 2.0 * below(k) >= 0.95).unwrap_or(1);
    match n {
        0 => (f64::NAN, f64::NAN, 0.0),
        _ => (all[k - 1], all[n - k], (1.0 - 2.0 * below(k)).max(0.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_order_statistics() {
        let values = |n: usize| (1..=n).map(|i| i as f64).collect::<Vec<_>>();
        // The known ones: of 10 values the second and the ninth, 97.9 %.
        let (low, high, sure) = interval(values(10));
        assert_eq!((low, high), (2.0, 9.0));
        assert!((sure - 0.9785).abs() < 0.0001);
        let (low, high, sure) = interval(values(5));
        assert_eq!((low, high, sure), (1.0, 5.0, 0.9375));
        assert_eq!(interval(values(1)), (1.0, 1.0, 0.0));
        assert_eq!(median(values(4).into_iter()), 2.5);
    }
}
