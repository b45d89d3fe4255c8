//! Shell scripts that call `maser` as a user would, with their expected output beside them.

use crate::normal::{difference, normal};
use crate::programs::collect;
use crate::report::Report;
use crate::{Outcome, Plan, Result, vm};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

const LIMIT_S: u64 = 120;

/// One script.
pub(crate) struct Script {
    /// `cli/NAME`.
    pub name: String,
    pub source: PathBuf,
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

/// Runs the scripts, one after another.
pub(crate) fn run(plan: &Plan, scripts: Vec<Script>, report: &mut Report) {
    for script in scripts {
        let begun = Instant::now();
        let expected = fs::read_to_string(script.source.with_extension("out")).unwrap_or_default();
        let failure = match output(plan, &script) {
            Ok(text) => difference(&expected, &text),
            Err(why) => Some(why),
        };
        report.add(Outcome { name: script.name, failure, ms: begun.elapsed().as_millis() });
    }
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
