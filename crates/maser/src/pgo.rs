//! `maser pgo`: what the user's own work tells about how Maser is best compiled.
//!
//! `make prof-gen` leaves an emulator that counts what it executes. `maser pgo train` runs a
//! command on it; what it has counted is added to a file each time, and `make prof-use` compiles by
//! that.

use crate::{Result, emulator, exec, native, otp, shadow};
use native_abi::cache;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};
use std::time::SystemTime;

const USAGE: &str = "\
maser pgo train -- CMD [ARG...]   run a command with every Erlang node that it starts on the
                                  emulator that `make prof-gen` has left; what it counts is
                                  added to what earlier commands have made it count
maser pgo train --erlang -- CMD [ARG...]
                                  run a command with every Erlang node that it starts counting
                                  what Erlang code does: native code is made by that
                                  (`maser native status`, `maser native clear`)
maser pgo status                  what has been counted so far of the emulator

Then `make prof-use` compiles an emulator for such work. `make prof-clean` forgets the counts.
MASER_PROF_EMU is the file of the counting emulator, if it is not in target/prof-gen.
";

/// Does what the arguments after `maser pgo` say.
pub fn main(args: &[OsString]) -> Result<ExitCode> {
    let words: Vec<Option<&str>> = args.iter().map(|a| a.to_str()).collect();
    match &words[..] {
        [Some("train"), Some("--"), _, ..] => train(&args[2..]),
        [Some("train"), Some("--erlang"), Some("--"), _, ..] => train_erlang(&args[3..]),
        [Some("status")] => {
            let counting = counting()?;
            let counts = Counts::of(&data(&counting))?;
            println!("emulator that counts: {}", counting.display());
            match counts.files {
                0 => println!("nothing has been counted yet"),
                n => println!("counted: {} KB in {n} files", counts.bytes.div_ceil(1024)),
            }
            Ok(ExitCode::SUCCESS)
        }
        [] => {
            print!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
        [Some("train"), ..] => {
            Err("pgo train: which command? (maser pgo train -- CMD ARG...)".into())
        }
        _ => Err(format!("pgo: {:?} is not train or status", args[0])),
    }
}

/// The emulator that counts.
fn counting() -> Result<PathBuf> {
    if let Some(file) = std::env::var_os("MASER_PROF_EMU").filter(|f| !f.is_empty()) {
        let file = PathBuf::from(file);
        if !otp::is_executable(&file) {
            return Err(format!("MASER_PROF_EMU is {}, not a program", file.display()));
        }
        trust::named(&file).map_err(|why| format!("MASER_PROF_EMU: {why}"))?;
        return std::path::absolute(&file).map_err(|e| format!("{}: {e}", file.display()));
    }
    beside("prof-gen", "make prof-gen")
}

/// The emulator that `make prof-use` has left.
pub fn profiled() -> Result<PathBuf> {
    beside("prof-use", "make tuned, or make prof-use behind your own maser pgo train,")
}

/// An emulator in a directory beside that of this program, which some command builds.
fn beside(directory: &str, builder: &str) -> Result<PathBuf> {
    let own = trust::program();
    let own = own.map_err(|e| format!("cannot tell where maser is: {e}"))?;
    let target = own.parent().and_then(Path::parent).unwrap_or(Path::new("."));
    let file = target.join(directory).join(emulator::NAME);
    match otp::is_executable(&file) {
        true => Ok(file),
        false => Err(format!("{} is not there: {builder} builds it", file.display())),
    }
}

/// Where it leaves what it has counted.
fn data(counting: &Path) -> PathBuf {
    counting.with_file_name("data")
}

/// The files with counts.
#[derive(PartialEq, Eq)]
struct Counts {
    files: usize,
    bytes: u64,
    latest: Option<SystemTime>,
}

impl Counts {
    fn of(dir: &Path) -> Result<Counts> {
        let mut counts = Counts { files: 0, bytes: 0, latest: None };
        if !dir.exists() {
            return Ok(counts);
        }
        let said = |e| format!("{}: {e}", dir.display());
        for entry in fs::read_dir(dir).map_err(said)? {
            let about = entry.and_then(|e| e.metadata()).map_err(said)?;
            counts.files += 1;
            counts.bytes += about.len();
            counts.latest = counts.latest.max(about.modified().ok());
        }
        Ok(counts)
    }
}

fn train(command: &[OsString]) -> Result<ExitCode> {
    let counting = counting()?;
    let data = data(&counting);
    fs::create_dir_all(&data).map_err(|e| format!("{}: {e}", data.display()))?;
    let before = Counts::of(&data)?;
    // Emulators that end at the same time share four files, to which each adds its counts.
    let file = data.join("maser-%4m.profraw");
    let status = run_on(&counting, command, ("LLVM_PROFILE_FILE", file.as_os_str()))?;
    let after = Counts::of(&data)?;
    if after == before {
        return Err(nothing_counted(command));
    }
    eprintln!(
        "maser: counted, {} KB in all: make prof-use compiles by it",
        after.bytes.div_ceil(1024)
    );
    ended(command, status)
}

/// Runs a command with every Erlang node that it starts on an emulator, which is told something.
fn run_on(
    emulator: &Path,
    command: &[OsString],
    (name, value): (&str, &OsStr),
) -> Result<ExitStatus> {
    let otp = otp::locate()?;
    let shadow = shadow::prepare(&otp, emulator)?;
    let mut run = Command::new(exec::program(&command[0], &otp, &shadow));
    run.args(&command[1..]).envs(exec::environment(&shadow));
    // A `maser` that the command runs takes the same emulator.
    run.env("MASER_EMU", emulator).env(name, value);
    run.status().map_err(|e| format!("cannot run {}: {e}", command[0].display()))
}

fn nothing_counted(command: &[OsString]) -> String {
    let command = command[0].display();
    format!("{command}: no emulator has ended in order, so nothing has been counted")
}

fn ended(command: &[OsString], status: ExitStatus) -> Result<ExitCode> {
    match status.code() {
        Some(code) => Ok(ExitCode::from(code as u8)),
        None => Err(format!("{} was ended by a signal", command[0].display())),
    }
}

/// Not in the same run as [`train`]: what counts Erlang code would be what is counted.
fn train_erlang(command: &[OsString]) -> Result<ExitCode> {
    let before = native::profiled_runs()?;
    let status = run_on(&emulator::locate()?, command, (cache::MODE, "profile".as_ref()))?;
    if native::profiled_runs()? == before {
        return Err(nothing_counted(command));
    }
    eprintln!("maser: counted: native code is made by it from now on");
    ended(command, status)
}
