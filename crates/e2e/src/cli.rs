//! Shell scripts that call `maser` as a user would, with their expected output beside them.

use crate::normal::{difference, normal};
use crate::programs::collect;
use crate::report::Report;
use crate::{Outcome, Plan, Result, vm};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

const LIMIT_S: u64 = 120;

/// One script.
pub(crate) struct Script {
    /// `cli/NAME`.
    pub name: String,
    pub source: PathBuf,
}

impl Script {
    /// The output that is expected of a release: that of the newest one up to it which differs
    /// from those before it.
    fn expected(&self, release: u32) -> String {
        let own = (1..=release).rev().map(|release| format!("out.{release}"));
        let mut files = own.chain(["out".to_string()]);
        let text = |end: String| fs::read_to_string(self.source.with_extension(end)).ok();
        files.find_map(text).unwrap_or_default()
    }
}

/// All scripts that the filters want.
pub(crate) fn find(plan: &Plan) -> Result<Vec<Script>> {
    let mut sources = Vec::new();
    collect(&plan.tests.join("cli"), "sh", &mut sources)?;
    let scripts = sources.into_iter().map(|source| {
        let relative = source.strip_prefix(&plan.tests).unwrap_or(&source);
        Script { name: relative.with_extension("").display().to_string(), source: source.clone() }
    });
    Ok(scripts.filter(|s| plan.wants(&s.name)).collect())
}

/// Runs the scripts, several at a time.
pub(crate) fn run(plan: &Plan, scripts: Vec<Script>, report: &mut Report) {
    let work = Mutex::new(scripts.into_iter());
    let report = Mutex::new(report);
    let next = || work.lock().expect("no worker panics").next();
    let add = |outcome| report.lock().expect("no worker panics").add(outcome);
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs {
            scope.spawn(|| {
                while let Some(script) = next() {
                    add(outcome(plan, script))
                }
            });
        }
    });
}

fn outcome(plan: &Plan, script: Script) -> Outcome {
    let begun = Instant::now();
    let expected = script.expected(plan.target.otp.release);
    let failure = match output(plan, &script) {
        Ok(text) => {
            let (expected, skipped) = without_skipped(&expected, &text);
            for line in skipped {
                println!("e2e: {}: {line}", script.name);
            }
            difference(&expected, &text)
        }
        Err(why) => Some(why),
    };
    Outcome { name: script.name, failure, ms: begun.elapsed().as_millis() }
}

/// A part of a script, from a line `== NAME` to the next, may say `skipped: WHY` where something is
/// missing that it needs: then that is what is expected of it. Gives what is expected now, and what
/// is skipped.
fn without_skipped(expected: &str, got: &str) -> (String, Vec<String>) {
    let mut skipped = Vec::new();
    let got = parts(got);
    let mut now = String::new();
    for (name, text) in parts(expected) {
        let in_its_place = got.iter().find(|(n, _)| *n == name).map(|g| g.1.as_str());
        let why = in_its_place.and_then(|t| t.lines().find(|l| l.starts_with(SKIPPED)));
        match (why, in_its_place) {
            (Some(why), Some(in_its_place)) => {
                skipped.push(format!("{name}: {why}"));
                now.push_str(in_its_place);
            }
            _ => now.push_str(&text),
        }
    }
    (now, skipped)
}

const SKIPPED: &str = "skipped: ";

/// The parts of an output, each with its name and that line.
fn parts(text: &str) -> Vec<(String, String)> {
    let mut all = vec![(String::new(), String::new())];
    for line in text.split_inclusive('\n') {
        if let Some(name) = line.strip_prefix("== ") {
            all.push((name.trim_end().to_string(), String::new()));
        }
        if let Some((_, text)) = all.last_mut() {
            text.push_str(line);
        }
    }
    all
}

/// The script's output with what varies taken out; `maser` is first on its PATH.
pub(crate) fn output(plan: &Plan, script: &Script) -> Result<String> {
    let dir = plan.scratch.join(script.name.replace('/', "-"));
    let bin = dir.join("bin");
    fs::create_dir_all(&bin).map_err(|e| e.to_string())?;
    let launcher = launcher()?;
    let _ = std::os::unix::fs::symlink(&launcher, bin.join("maser"));
    let mut command = plan.target.command(Path::new("sh"), &dir);
    let old = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(bin).chain(std::env::split_paths(&old)));
    command.env("PATH", path.map_err(|e| e.to_string())?);
    command.env("OTP_ROOT", &plan.target.otp.root);
    if let Some(root) = std::env::var_os("MASER_OTP_ROOT") {
        command.env("MASER_OTP_ROOT", root);
    }
    command.env("TESTS", &plan.tests);
    // The scripts' stderr matters as much as their stdout, in the order of writing.
    command.arg("-c").arg(format!("exec 2>&1; . {}", script.source.display()));
    let end = vm::finish(&mut command, vm::patience(LIMIT_S))?;
    match end.status {
        None => Err(format!("ran out of time\n{}", end.stdout)),
        Some(status) if status.success() => Ok(normal(&end.stdout)),
        Some(status) => Ok(format!("{}\n{status}\n", normal(&end.stdout))),
    }
}

/// The launcher built with the same profile as this program.
fn launcher() -> Result<PathBuf> {
    let own = std::env::current_exe().map_err(|e| e.to_string())?;
    let file = own.ancestors().nth(2).ok_or("this program is not in a cargo target")?.join("maser");
    if !maser::otp::is_executable(&file) {
        return Err(format!("no launcher at {}: build the workspace first", file.display()));
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_may_be_skipped() {
        let expected = "first\n== a\n1\n== b\n2\n";
        let of = |got| without_skipped(expected, got);
        let got = "first\n== a\nskipped: no tool\n== b\n3\n";
        let (now, skipped) = of(got);
        assert_eq!(now, "first\n== a\nskipped: no tool\n== b\n2\n");
        assert_eq!(skipped, ["a: skipped: no tool"]);
        assert_eq!(of("other\n"), (expected.to_string(), Vec::new()));
    }
}
