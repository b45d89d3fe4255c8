//! `fuzz`: runs targets and campaigns; `fuzz help` says how.

use fuzz::campaign::{self, Kind, Options};
use fuzz::{Result, engine};
use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "\
fuzz list                            the targets
fuzz run [OPTION...] [TARGET...]     gives inputs to targets, or to all of them
    --seconds S      for all together (default 60)
    --seed N         of what is made by chance (default: the time)
    --corpus DIR     beside the corpus in the repository: read, and new inputs are left there
    --findings DIR   where inputs are left that a target does not survive (default fuzz-findings)
fuzz replay TARGET FILE...           gives these inputs to a target, in this process
fuzz made TARGET DIR N               writes N inputs that a target makes itself
fuzz minimise TARGET FROM TO         copies the inputs that reach code that no smaller one reaches
fuzz terms [OPTION...]               reads external terms, most of them damaged
fuzz texts [OPTION...]               calls what reads packets and texts
    --count N        how many (default 100000)
    --seed N         of the first 50,000 (default 1); the next have the next seeds
    --differential   on stock and on Maser, and compares (MASER_EMU: the emulator)
    --keep DIR       leaves those there that differ
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rest = args.get(1..).unwrap_or_default();
    let done = match args.first().map(String::as_str) {
        Some("list") => engine::list(),
        Some("run") => engine::run(rest),
        Some("work") => engine::work(rest),
        Some("replay") => engine::replay(rest),
        Some("made") => engine::made(rest),
        Some("minimise") => engine::minimise(rest),
        Some("terms") => options(rest).and_then(|o| campaign::run(Kind::Terms, &o)),
        Some("texts") => options(rest).and_then(|o| campaign::run(Kind::Texts, &o)),
        Some("survive") => survive(rest),
        _ => {
            print!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
    };
    done.unwrap_or_else(|why| {
        eprintln!("fuzz: {why}");
        ExitCode::FAILURE
    })
}

fn options(args: &[String]) -> Result<Options> {
    let mut options = Options { count: 100_000, seed: 1, differential: false, keep: None };
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        let number = |v: &String| v.parse::<u64>().map_err(|_| format!("{word} needs a number"));
        match word.as_str() {
            "--count" => options.count = number(value()?)? as usize,
            "--seed" => options.seed = number(value()?)?,
            "--differential" => options.differential = true,
            "--keep" => options.keep = Some(PathBuf::from(value()?)),
            _ => return Err(format!("what is {word}?")),
        }
    }
    Ok(options)
}

/// A batch of a campaign that compares nothing, in a process of its own.
fn survive(args: &[String]) -> Result<ExitCode> {
    let bad = || "survive: KIND SEED COUNT".to_string();
    let [kind, seed, count] = args else { return Err(bad()) };
    let kind = match kind.as_str() {
        "terms" => Kind::Terms,
        "texts" => Kind::Texts,
        _ => return Err(bad()),
    };
    let (seed, count) = (seed.parse().map_err(|_| bad())?, count.parse().map_err(|_| bad())?);
    println!("{}", campaign::survive_batch(kind, seed, count));
    Ok(ExitCode::SUCCESS)
}
