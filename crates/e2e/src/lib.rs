//! End-to-end tests: Erlang programs, command lines and terminal sessions on a whole emulator.
//!
//! - `tests/erl/AREA/NAME.erl` with the expected output in `NAME.out`: several programs share one
//!   emulator, unless a line `%% vm: FLAGS` or `%% args: ARGS` asks for one of its own.
//! - `tests/shell/NAME.tmux`: keys typed into a shell in a terminal, and what must appear.
//! - `tests/cli/NAME.sh` with `NAME.out`: shell commands that call `maser`. A part of one, behind a
//!   line `== PART`, that prints `skipped: WHY` is not compared.
//!
//! `MASER_OTP_ROOT` names another OTP than that on PATH. Where an output differs in a newer
//! release it is in `NAME.out.RELEASE`, which counts for those after it, too. A program may be for
//! some releases only: lines `%% since OTP 27` and `%% until OTP 25`. Where stock of some release
//! cannot run it, `%% not blessed on OTP 27: WHY` or `%% blessed by hand: WHY` keeps `BLESS=1` from
//! taking what comes there; Maser has to say what is expected of older releases.
//!
//! `E2E_TEMPLATES=1` gives each module machine code of the template tier when it is loaded.
//!
//! An emulator built to be slow (`E2E_SLOWER=10`) has its own known failures (`E2E_VARIANT=NAME`).
//!
//! `BLESS=1` writes the expected outputs anew, from the stock emulator; `BLESS=maser` those of
//! programs with the line `%% maser only`, from Maser: look at them. Tests that are known to fail
//! are listed in `tests/known-failures.txt`.

mod bless;
mod cli;
mod compile;
mod known;
mod normal;
mod programs;
mod report;
mod shell;
mod vm;

use bless::Bless;
use known::Known;
use report::Report;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use trust::Scratch;
use vm::Target;

/// A failed step of the harness itself, said in one line.
pub(crate) type Result<T> = std::result::Result<T, String>;

/// One test's name and how it ended.
pub(crate) struct Outcome {
    pub name: String,
    /// The fault, or nothing if the test passed.
    pub failure: Option<String>,
    pub ms: u128,
}

/// Where the tests are, what is under test, and which tests are wanted.
pub(crate) struct Plan {
    pub tests: PathBuf,
    pub scratch: PathBuf,
    pub target: Target,
    pub filters: Vec<String>,
    pub jobs: usize,
}

impl Plan {
    pub(crate) fn wants(&self, name: &str) -> bool {
        self.filters.is_empty() || self.filters.iter().any(|f| name.contains(f.as_str()))
    }
}

/// Runs the tests that the command line names (all of them without names).
pub fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(why) => {
            eprintln!("e2e: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<ExitCode> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.iter().any(|a| a == "--list") {
        // Asked by tools that enumerate tests; ours are files.
        return Ok(ExitCode::SUCCESS);
    }
    let filters = args.into_iter().filter(|a| !a.starts_with('-')).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().map_err(|e| format!("{}: {e}", root.display()))?;
    let blessing = Bless::asked();
    let stock = blessing == Some(Bless::Stock);
    let target = if stock { Target::stock()? } else { Target::under_test()? };
    let scratch = Scratch::new("e2e").map_err(|e| format!("no temporary directory: {e}"))?;
    let jobs = std::thread::available_parallelism().map_or(2, |n| n.get().min(8));
    let scratch_path = scratch.path().to_path_buf();
    let plan = Plan { tests: root.join("tests"), scratch: scratch_path, target, filters, jobs };
    match blessing {
        Some(bless) => bless::run(&plan, bless),
        None => check(&plan),
    }
}

fn check(plan: &Plan) -> Result<ExitCode> {
    let known = Known::read(&plan.tests.join("known-failures.txt"), plan.target.otp.release)?;
    let mut report = Report::new(known);
    println!("e2e: {} on {}", plan.target.emulator.display(), plan.target.described());
    let programs = programs::find(plan)?;
    let sessions = shell::find(plan)?;
    let scripts = cli::find(plan)?;
    let mut all: Vec<String> = programs.iter().map(|p| p.name.clone()).collect();
    all.extend(sessions.iter().map(|s| s.name.clone()));
    all.extend(scripts.iter().map(|s| s.name.clone()));
    if let Err(why) = plan.target.boots(&plan.scratch) {
        // Without this, each of some hundred tests would wait for its own time limit.
        println!("e2e: the emulator does not boot: {why}");
        for name in all {
            report.add(Outcome { name, failure: Some("does not boot".into()), ms: 0 });
        }
        return Ok(report.close());
    }
    programs::run(plan, programs, &mut report)?;
    cli::run(plan, scripts, &mut report);
    shell::run(plan, sessions, &mut report);
    Ok(report.close())
}
