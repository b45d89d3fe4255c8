//! Erlang programs with their expected output beside them.

use crate::normal::{difference, normal};
use crate::report::Report;
use crate::{Outcome, Plan, Result, compile, vm};
use maser::otp::OLDEST;
use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Mutex;
use std::time::Instant;

/// How long one program may run, in seconds.
const LIMIT_S: u64 = 60;
/// How many programs share an emulator at most.
const BATCH: usize = 25;

/// One program.
pub(crate) struct Program {
    /// `erl/AREA/NAME`.
    pub name: String,
    pub module: String,
    pub source: PathBuf,
    /// The arguments of an emulator of its own, if it wants one.
    pub own_vm: Option<Vec<String>>,
    /// The oldest release that has what it is about.
    pub oldest: u32,
    /// Uses what stock does not have, so its expected output comes from Maser.
    pub maser_only: bool,
    /// Whether the release's stock emulator can say what is expected.
    pub is_stocks: bool,
}

impl Program {
    /// The output of the oldest release that has what it is about.
    pub(crate) fn expected_file(&self) -> PathBuf {
        self.source.with_extension("out")
    }

    /// The output of a release that differs from that of older ones, if it does.
    pub(crate) fn expected_of(&self, release: u32) -> PathBuf {
        self.source.with_extension(format!("out.{release}"))
    }

    /// The output that is expected of a release: that of the newest one up to it which differs
    /// from those before it.
    pub(crate) fn expected(&self, release: u32) -> String {
        let own = (self.oldest + 1..=release).rev().map(|release| self.expected_of(release));
        let mut files = own.chain([self.expected_file()]);
        files.find_map(|file| fs::read_to_string(file).ok()).unwrap_or_default()
    }
}

/// All programs that the filters want.
pub(crate) fn find(plan: &Plan) -> Result<Vec<Program>> {
    let mut sources = Vec::new();
    collect(&plan.tests.join("erl"), "erl", &mut sources)?;
    distinct(&sources)?;
    let mut programs = Vec::new();
    for source in sources {
        let relative = source.strip_prefix(&plan.tests).unwrap_or(&source);
        let name = relative.with_extension("").display().to_string();
        let module = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if plan.wants(&name) {
            let text = fs::read_to_string(&source);
            let text = text.map_err(|e| format!("{}: {e}", source.display()))?;
            let head: Vec<&str> = text.lines().take_while(|l| l.starts_with('%')).collect();
            if !is_for(&head, plan.target.otp.release) {
                continue;
            }
            let own_vm = own_vm(&head, &module);
            let maser_only = head.contains(&"%% maser only");
            let oldest = said(&head, "%% since OTP").unwrap_or(OLDEST);
            let is_stocks = is_stocks(&head, plan.target.otp.release);
            programs.push(Program { name, module, source, own_vm, oldest, maser_only, is_stocks });
        }
    }
    Ok(programs)
}

/// Programs share emulators: of two with the same module name one would run twice.
fn distinct(sources: &[PathBuf]) -> Result<()> {
    let mut known = std::collections::HashMap::new();
    for source in sources {
        if let Some(other) = known.insert(source.file_stem(), source) {
            let (other, source) = (other.display(), source.display());
            return Err(format!("{other} and {source} have the same module name"));
        }
    }
    Ok(())
}

/// Whether a release has what a program is about: lines `%% since OTP N` and `%% until OTP N` say.
fn is_for(head: &[&str], release: u32) -> bool {
    let since = said(head, "%% since OTP").unwrap_or(0);
    let until = said(head, "%% until OTP").unwrap_or(u32::MAX);
    (since..=until).contains(&release)
}

/// The number behind these words in a comment line.
fn said(head: &[&str], words: &str) -> Option<u32> {
    let line = head.iter().find_map(|line| line.strip_prefix(words));
    line.and_then(|n| n.trim().parse().ok())
}

/// Whether stock of a release can run a program: a line `%% not blessed on OTP 27 29: WHY` names
/// those that cannot, `%% blessed by hand: WHY` says that none can.
fn is_stocks(head: &[&str], release: u32) -> bool {
    let without = head.iter().find_map(|line| line.strip_prefix("%% not blessed on OTP"));
    let named = without.and_then(|line| line.split(':').next()).unwrap_or_default();
    let here = release.to_string();
    let by_hand = head.iter().any(|line| line.starts_with("%% blessed by hand"));
    !by_hand && !named.split_whitespace().any(|n| n == here)
}

/// Files with this ending below `dir`, in order.
pub(crate) fn collect(dir: &Path, ending: &str, found: &mut Vec<PathBuf>) -> Result<()> {
    let Ok(entries) = fs::read_dir(dir) else { return Ok(()) };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, ending, found)?;
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
    Ok(())
}

/// The words behind `%% vm:` (flags of an emulator that runs main/0 and stops) or `%% args:` (all
/// of the arguments) among the first comment lines.
fn own_vm(head: &[&str], module: &str) -> Option<Vec<String>> {
    let words = |line: &str| -> Vec<String> {
        line.split_whitespace().map(|w| w.replace("MODULE", module)).collect()
    };
    head.iter().find_map(|line| {
        if let Some(args) = line.strip_prefix("%% args:") {
            return Some(words(args));
        }
        let flags = line.strip_prefix("%% vm:")?;
        Some(words(&format!("{flags} -s {module} main -s erlang halt")))
    })
}

/// Compiles and runs `programs`, several emulators at a time.
pub(crate) fn run(plan: &Plan, programs: Vec<Program>, report: &mut Report) -> Result<()> {
    let sources: Vec<PathBuf> = programs.iter().map(|p| p.source.clone()).collect();
    let ebin = plan.scratch.join("ebin");
    fs::create_dir_all(&ebin).map_err(|e| e.to_string())?;
    compile::all(&plan.target.otp, &plan.tests, &sources, &ebin)?;
    let report = Mutex::new(report);
    outputs(plan, &ebin, &programs, &|program, got, ms| {
        let expected = program.expected(plan.target.otp.release);
        let failure = match got {
            Ok(text) => difference(&expected, &text),
            Err(why) => Some(why),
        };
        let outcome = Outcome { name: program.name.clone(), failure, ms };
        report.lock().expect("no thread panics with the report").add(outcome);
    });
    Ok(())
}

/// A receiver of each program's output: the program, its output or how it failed, the time.
pub(crate) type Sink<'a> = &'a (dyn Fn(&Program, Result<String>, u128) + Sync);

/// Runs the programs and hands over each one's output.
pub(crate) fn outputs(plan: &Plan, ebin: &Path, programs: &[Program], sink: Sink) {
    let shared: Vec<&Program> = programs.iter().filter(|p| p.own_vm.is_none()).collect();
    let size = shared.len().div_ceil(plan.jobs).clamp(1, BATCH);
    let mut work: VecDeque<Vec<&Program>> = shared.chunks(size).map(<[_]>::to_vec).collect();
    work.extend(programs.iter().filter(|p| p.own_vm.is_some()).map(|p| vec![p]));
    let work = Mutex::new(work);
    std::thread::scope(|scope| {
        for worker in 0..plan.jobs {
            let (work, ebin) = (&work, &ebin);
            scope.spawn(move || {
                loop {
                    let next = work.lock().expect("no worker panics").pop_front();
                    let Some(batch) = next else { return };
                    match batch[..] {
                        [one] if one.own_vm.is_some() => alone(plan, ebin, one, sink),
                        _ => together(plan, ebin, worker, batch, sink),
                    }
                }
            });
        }
    });
}

/// Runs one program in its own emulator: output, what went to stderr, and the exit status.
fn alone(plan: &Plan, ebin: &Path, program: &Program, sink: Sink) {
    let dir = plan.scratch.join(&program.module);
    let begun = Instant::now();
    let got = fs::create_dir_all(&dir).map_err(|e| e.to_string()).and_then(|()| {
        let mut command = plan.target.command(&plan.target.erl, &dir);
        command.arg("-noshell").arg("-pa").arg(ebin).args(&plan.target.paths);
        command.args(program.own_vm.iter().flatten());
        let end = vm::finish(&mut command, vm::patience(LIMIT_S))?;
        let mut text = end.stdout;
        if !end.stderr.is_empty() {
            text.push_str(&format!("stderr:\n{}", end.stderr));
        }
        match end.status {
            None => return Err(format!("ran out of time\n{text}")),
            Some(status) if status.success() => {}
            Some(status) => text.push_str(&format!("\n{status}\n")),
        }
        Ok(normal(&text))
    });
    sink(program, got, begun.elapsed().as_millis());
}

/// Runs programs in one emulator; after a crash, the rest in another.
fn together(plan: &Plan, ebin: &Path, worker: usize, batch: Vec<&Program>, sink: Sink) {
    let mut rest: VecDeque<&Program> = batch.into();
    let mut round = 0;
    while !rest.is_empty() {
        round += 1;
        let dir = plan.scratch.join(format!("worker-{worker}-{}-{round}", rest[0].module));
        let died = match session(plan, ebin, &dir, &mut rest, sink) {
            Ok(died) => died,
            Err(why) => Some(why),
        };
        if let (Some(why), Some(culprit)) = (died, rest.pop_front()) {
            sink(culprit, Err(why), 0);
        }
    }
}

/// One emulator for as many of `rest` as it survives; says how it died, if it did.
fn session(
    plan: &Plan,
    ebin: &Path,
    dir: &Path,
    rest: &mut VecDeque<&Program>,
    sink: Sink,
) -> Result<Option<String>> {
    fs::create_dir_all(dir).map_err(|e| e.to_string())?;
    let log = dir.join("log");
    let file = fs::File::create(&log).map_err(|e| e.to_string())?;
    let errors = file.try_clone().map_err(|e| e.to_string())?;
    let mut command = plan.target.command(&plan.target.erl, dir);
    command.args(["-noshell", "-pa"]).arg(ebin).args(&plan.target.paths);
    command.args(["-run", "e2e_driver", "main"]).arg(dir);
    command.arg(vm::patience(LIMIT_S).as_millis().to_string()).args(rest.iter().map(|p| &p.module));
    use std::os::unix::process::CommandExt;
    let mut child = command
        .stdin(Stdio::null())
        .stdout(file)
        .stderr(errors)
        .process_group(0)
        .spawn()
        .map_err(|e| e.to_string())?;
    let mut begun = Instant::now();
    let mut status = None;
    let why = loop {
        while let Some(program) = rest.front() {
            // The file appears under this name when it is complete.
            let Ok(bytes) = fs::read(dir.join(format!("{}.got", program.module))) else { break };
            let text = normal(&String::from_utf8_lossy(&bytes));
            sink(program, Ok(text), begun.elapsed().as_millis());
            rest.pop_front();
            begun = Instant::now();
        }
        if rest.is_empty() {
            break None;
        }
        if let Some(status) = status {
            break Some(format!("the emulator ended: {status}"));
        }
        if begun.elapsed() > vm::patience(LIMIT_S + 10) {
            break Some("the emulator hangs".to_string());
        }
        status = vm::wait_a_little(&mut child);
    };
    vm::end_group(child.id());
    let _ = child.wait();
    Ok(why.map(|why| {
        let log = fs::read(&log).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        let lines: Vec<&str> = log.lines().collect();
        format!("{why}\n{}", lines[lines.len().saturating_sub(12)..].join("\n"))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_named_at_the_head_of_a_program() {
        let head = ["%% Its subject.", "%% since OTP 27", "%% not blessed on OTP 28 29: why 27"];
        assert_eq!([26, 27, 29].map(|release| is_for(&head, release)), [false, true, true]);
        assert_eq!([27, 28, 29].map(|release| is_stocks(&head, release)), [true, false, false]);
        assert!(!is_stocks(&["%% blessed by hand: why"], 25));
        assert!(is_for(&["%% until OTP 25"], 25) && !is_for(&["%% until OTP 25"], 26));
    }
}
