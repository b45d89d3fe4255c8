//! `maser lab`: an experiment on stock erl and on Maser, alternately, compared in a table.

mod http;
mod huge;
mod json;
mod kinds;
mod operations;
mod pairs;
mod pgo;
mod progress;
mod report;
mod run;
mod spec;
mod systems;
mod table;

use crate::otp::{self, Otp};
use crate::shadow::Shadow;
use crate::{Result, emulator, shadow, within};
use kinds::Kind;
use spec::{Lab, Reference};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// A lab's program for others to run: the cases at the sizes of a trial, as `maser_lab` names them.
pub struct Program {
    /// The lab's name.
    pub name: &'static str,
    /// The module whose run/2 does the work.
    pub module: &'static str,
    /// The emulator's flags.
    pub flags: Vec<String>,
    /// Each with its size: `ring:20000`.
    pub cases: Vec<String>,
}

/// Compiles the labs' programs into a directory; those that run on one emulator alone, with the
/// flags of their last group. The long soaks run again and again themselves.
pub fn programs(otp: &Otp, dir: &Path) -> Result<Vec<Program>> {
    run::compile(otp, dir)?;
    let mut programs = Vec::new();
    let alone =
        |lab: &Lab| lab.reference != Some(Reference::BaseTier) && !lab.name.ends_with("-long");
    for lab in spec::all().into_iter().filter(alone) {
        run::compile_others(otp, dir, &lab)?;
        let Some(last) = lab.groups.last() else { continue };
        let mut cases: Vec<String> = lab
            .groups
            .iter()
            .flat_map(|g| &g.cases)
            .map(|c| format!("{}:{}", c.name, c.quick))
            .collect();
        cases.sort();
        cases.dedup();
        let (name, module, flags) = (lab.name, lab.module, last.flags.clone());
        programs.push(Program { name, module, flags, cases });
    }
    Ok(programs)
}

const USAGE: &str = "\
maser lab NAME [OPTION...]     run a lab on stock erl and on Maser, alternately
maser lab all [OPTION...]      run all that measure, each for its part of the time
maser lab                      list the labs

  --runs N                 how often each emulator runs it (default 3, of huge-pages and pgo
                           15; medians are compared)
  --only CASE              only cases whose name contains CASE (may be given again)
  --emu stock|maser|both   which emulators (default both)
  --native                 with native code: that of the lab's programs is made first,
                           that of OTP is used if maser native build has made it
  --cpu                    compare processor time, not time on the clock: for busy machines
  --size N                 the size of all cases, in place of their own
  --quick                  small sizes, one run: a trial, not a measurement
  --json FILE              write every figure to FILE as well (not of all)
  --report FILE            write a page with tables and plots to FILE, for a browser
  --budget MINUTES         how long all may take (default 20): sizes between those of --quick
                           and the labs' own, up to 5 or 15 runs; with one lab, its own runs
";

/// The meaning of the command line.
struct Options {
    lab: String,
    /// How often each side is run, if that is said.
    asked: Option<usize>,
    /// How often it is.
    runs: usize,
    only: Vec<String>,
    stock: bool,
    maser: bool,
    quick: bool,
    size: Option<u64>,
    cpu: bool,
    native: bool,
    /// Sizes between those of a trial and of a measurement.
    middle: bool,
    json: Option<PathBuf>,
    report: Option<PathBuf>,
    budget: Option<Duration>,
    /// When the lab is to be done: no further round is begun that would not be.
    until: Option<Instant>,
    /// Which part of the progress bar is the lab's.
    bar: (f64, f64),
}

/// Runs the lab that the arguments name.
pub fn main(args: &[OsString]) -> Result<ExitCode> {
    let Some(mut options) = parse(args)? else {
        print!("{USAGE}\nLabs:\n");
        for kind in Kind::all() {
            let (name, about) = kind.name();
            println!("  {name:<12} {about}");
        }
        return Ok(ExitCode::SUCCESS);
    };
    let otp = otp::locate()?;
    if options.stock {
        stock_is_there(&otp)?;
    }
    if options.lab == "all" || options.report.is_some() || options.budget.is_some() {
        return report::run(&otp, options);
    }
    let kind = Kind::all()
        .into_iter()
        .find(|kind| kind.name().0 == options.lab)
        .ok_or_else(|| format!("no lab {:?}; `maser lab` lists them", options.lab))?;
    options.runs = kind.runs(&options);
    if let Some(why) = kind.missing(&otp) {
        return Err(why);
    }
    let dir = run::scratch()?;
    run::compile(&otp, dir.path())?;
    let outcome = kind.run(&otp, &mut options, dir.path())?;
    Ok(if outcome.right() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// One of the sides of a comparison.
pub(crate) struct Emulator {
    pub name: &'static str,
    /// Its `erl`; of a lab's program in C, that program, where the lab is run.
    pub erl: PathBuf,
    /// Whether it is such a program, which takes only a group's own flags and the cases.
    pub is_program: bool,
    /// Whether native code is used, if the lab is run with it.
    pub native: bool,
}

/// Under `maser exec`, or after `maser use`, there is nothing to compare Maser with.
fn stock_is_there(otp: &Otp) -> Result<()> {
    match within::has_maser(&otp.bindir()) {
        true => Err(format!("lab: {} starts Maser, not stock", otp.command("erl").display())),
        false => Ok(()),
    }
}

fn emulators(otp: &Otp, reference: Option<Reference>, options: &Options) -> Result<Vec<Emulator>> {
    let side = |name, erl| Emulator { name, erl, is_program: false, native: true };
    let mut list = Vec::new();
    if options.stock {
        list.push(side("stock", otp.command("erl")));
    }
    if options.maser {
        let shadow: Shadow = shadow::prepare(otp, &emulator::locate()?)?;
        let erl = shadow.commands().join("erl");
        list.push(side("maser", erl));
    }
    if let [_, maser] = &list[..] {
        let third = match reference {
            None => None,
            Some(Reference::Program(name)) => {
                Some(Emulator { is_program: true, ..side("C", name.into()) })
            }
            Some(Reference::BaseTier) => {
                Some(Emulator { native: false, ..side("base", maser.erl.clone()) })
            }
        };
        list.extend(third);
    }
    Ok(list)
}

fn parse(args: &[OsString]) -> Result<Option<Options>> {
    let mut options = Options {
        lab: String::new(),
        asked: None,
        runs: 1,
        only: Vec::new(),
        stock: true,
        maser: true,
        quick: false,
        size: None,
        cpu: false,
        native: false,
        middle: false,
        json: None,
        report: None,
        budget: None,
        until: None,
        bar: (0.0, 1.0),
    };
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let word = word.to_str().ok_or("lab: an argument is not UTF-8")?;
        let mut value =
            || words.next().cloned().ok_or_else(|| format!("lab: {word} needs a value"));
        match word {
            "--help" | "-h" => return Ok(None),
            "--quick" => options.quick = true,
            "--cpu" => options.cpu = true,
            "--native" => options.native = true,
            "--json" => options.json = Some(value()?.into()),
            "--report" => options.report = Some(value()?.into()),
            "--budget" => {
                let text = value()?;
                let minutes = text.to_str().and_then(|t| t.parse::<f64>().ok());
                let minutes = minutes.filter(|m| *m > 0.0 && *m < 1e6);
                let minutes = minutes.ok_or("lab: --budget needs a number of minutes")?;
                options.budget = Some(Duration::from_secs_f64(60.0 * minutes));
            }
            "--only" => options.only.push(value()?.to_string_lossy().into_owned()),
            "--runs" => {
                let text = value()?;
                let count = text.to_str().and_then(|t| t.parse().ok()).filter(|n| *n > 0);
                options.asked = Some(count.ok_or("lab: --runs needs a number above 0")?);
            }
            "--size" => {
                let text = value()?;
                let size = text.to_str().and_then(|t| t.parse().ok());
                options.size = Some(size.ok_or("lab: --size needs a number")?);
            }
            "--emu" => match value()?.to_str() {
                Some("both") => {}
                Some("stock") => options.maser = false,
                Some("maser") => options.stock = false,
                _ => return Err("lab: --emu is stock, maser or both".into()),
            },
            name if !name.starts_with('-') && options.lab.is_empty() => options.lab = name.into(),
            other => return Err(format!("lab: unknown argument {other}")),
        }
    }
    if options.lab == "all" {
        if options.json.is_some() {
            return Err("lab: --json is for one lab".into());
        }
        options.budget.get_or_insert(Duration::from_secs(20 * 60));
        options.middle = true;
    }
    Ok(if options.lab.is_empty() { None } else { Some(options) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Option<Options>> {
        parse(&line.split_whitespace().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn options_are_read_and_wrong_ones_named() {
        let o = parsed("spawn --runs 5 --only a --only b --emu maser").unwrap().unwrap();
        assert_eq!((o.lab.as_str(), o.asked, o.only.len(), o.stock), ("spawn", Some(5), 2, false));
        assert_eq!(parsed("mixed --size 60").unwrap().unwrap().size, Some(60));
        assert!(parsed("").unwrap().is_none());
        let all = parsed("all --report x.html --native").unwrap().unwrap();
        assert_eq!((all.middle, all.budget), (true, Some(Duration::from_secs(1200))));
        assert!(parsed("all --json x").is_err() && parsed("all --budget 0").is_err());
        for wrong in
            ["spawn --runs 0", "spawn --runs", "spawn other", "x --emu y", "x --nope", "x --size y"]
        {
            assert!(parsed(wrong).is_err(), "{wrong}");
        }
    }
}
