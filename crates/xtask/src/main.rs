//! Chores of the project that are not cargo's: `cargo xtask NAME`.

mod builtins;
mod compile_otp;
mod conformance;
mod dependencies;
mod differential;
mod emulator;
mod mutants;
mod tidy;
mod verify;

use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// A chore's result, or why it failed.
type Result<T> = std::result::Result<T, String>;

const USAGE: &str = "\
cargo xtask setup                      install what this machine lacks
cargo xtask tidy [--wrap]              check the house rules (break long comments first)
    --imports CRATE[/MODULE]  show the circles of modules there, and which items make them
cargo xtask builtins                   list the built-ins of stock OTP that Maser lacks
cargo xtask compile-otp [OPTION...]    compile OTP's applications on both emulators, compare bytes
    --app NAME     stdlib, kernel, compiler (default: all three; may be given again)
    --only NAME    modules whose name contains NAME (may be given again)
    --jobs N       emulators at a time (default: the number of processors)
cargo xtask conformance TARGET...      run OTP's own test suites on both emulators
    TARGET         APP (emulator, stdlib, kernel, compiler ...), APP/SUITE or APP/SUITE:CASE
    --emu WHICH    stock, maser, native or both (default both: stock and maser)
    --native       also with native code before the first call
    --ct           by common test, not by the light runner
    --case-limit S seconds for one case (default 60)
    --suite-limit S  and for one suite (default 1800)
    --fast-half    of each recorded suite only the half of the passing cases that stock does fastest
    --slower N     limits of time N times as long, for builds that are slow
    --label NAME   what Maser is called, to run several builds (MASER_EMU) side by side
    --record       keep the results in conformance/results.tsv
    --times        keep stock's times in conformance/times.tsv: the faster half has the suites then
cargo xtask conformance fetch          only fetch the sources that the suites are part of
cargo xtask conformance report         make docs/conformance.md of these
cargo xtask conformance import COLUMN FILE   take over lines of suite, case, outcome
cargo xtask conformance import times FILE    and stock's times: suite, case, outcome, milliseconds
cargo xtask verify [--checks] PATH...  verify all .beam files there: which are refused, why, and
                                       how many tests code needs (--checks: which)
cargo xtask mutants [OPTION...] [PATH...]  load altered modules, call what they export: no crash
    --count N      how many (default 10,000)
    --modules N    of so many modules of OTP, or of those below PATHs (default 250)
    --seed S       which (default 1)
    --from N       begin with this one
    --seconds S    no more of them after this time
    --native       compile them to native code before they are called
    --keep DIR     where to leave those that crash or hang (default: the temporary directory)
cargo xtask hour [WORD...]             labs and recorded suites (those with a WORD in their names)
                                       again and again, each in one emulator: no crash, flat memory
    --minutes M    for all of them together (default 60)
    --native MODE  with native code as +native says: auto, all (default: off)
cargo xtask differential [OPTION...]   run generated programs on stock and Maser
    --seed N       of the first program (default 1); the next have the next seeds
    --programs N   how many (default 1000)
    --seconds S    no more of them after this time
    --root DIR     of another OTP than that on PATH
    --base         without native code
    --no-shrink    do not look for smaller programs that differ, too
    --keep DIR     leave programs and results there
    --print        print the first program and do no more

The emulator is MASER_EMU, or the newest of those built in cargo's target directory.
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rest = args.get(1..).unwrap_or_default();
    let done = match args.first().map(String::as_str) {
        Some("setup") => setup(),
        Some("tidy") => tidy::run(rest),
        Some("builtins") => builtins::run(rest),
        Some("compile-otp") => compile_otp::run(rest),
        Some("differential") => differential::run(rest),
        Some("mutants") => mutants::run(rest),
        Some("verify") => verify::run(rest),
        Some("conformance") => conformance::run(rest),
        Some("hour") => conformance::hour(rest),
        _ => {
            print!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
    };
    done.unwrap_or_else(|why| {
        eprintln!("xtask: {why}");
        ExitCode::FAILURE
    })
}

fn setup() -> Result<ExitCode> {
    let script = root().join("scripts/setup");
    let status = Command::new(&script).status().map_err(|e| format!("{script:?}: {e}"))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The repository's top directory.
fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).map(PathBuf::from).unwrap_or(here)
}
