//! Starts erl, or a tool, with Maser in place of the stock emulator.

use crate::shadow::{self, Shadow};
use crate::{Result, emulator, flags, otp, start};
use std::env;
use std::ffi::{OsStr, OsString};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Runs `erl ARGS` on Maser; comes back if nothing is to be started, or that failed.
pub fn erl(args: &[OsString]) -> Result<ExitCode> {
    flags::check(args)?;
    let otp = otp::locate()?;
    let shadow = shadow::prepare(&otp, &emulator::locate()?)?;
    let mut words = Vec::new();
    if let Some(ebin) = own_modules() {
        words.extend(["-pz".into(), ebin.into_os_string()]);
    }
    words.extend_from_slice(args);
    Ok(start::run(&shadow.origin(&otp), &words))
}

/// The directory of Maser's own Erlang modules, if they have been compiled: beside this program.
pub fn own_modules() -> Option<PathBuf> {
    match trust::beside(Path::new("lib/maser/ebin")) {
        Ok(ebin) => ebin.is_dir().then_some(ebin),
        Err(why) => {
            if why.is_refusal() {
                eprintln!("maser: its own modules are not used: {why}");
            }
            None
        }
    }
}

/// Runs a tool so that every Erlang node that it starts is Maser.
pub fn tool(args: &[OsString]) -> Result<ExitCode> {
    let (name, rest) = args.split_first().ok_or("exec: which command? (maser exec CMD ARGS...)")?;
    let otp = otp::locate()?;
    let shadow = shadow::prepare(&otp, &emulator::locate()?)?;
    let mut command = Command::new(program(name, &otp, &shadow));
    command.args(rest);
    for (key, value) in environment(&shadow) {
        command.env(key, value);
    }
    Err(format!("cannot run {}: {}", Path::new(name).display(), command.exec()))
}

/// The variables that make tools use the shadow: first on PATH, and by name for those of OTP.
pub fn environment(shadow: &Shadow) -> Vec<(&'static str, OsString)> {
    let commands = shadow.commands();
    let erl = commands.join("erl").into_os_string();
    let old = env::var_os("PATH").unwrap_or_default();
    let others = env::split_paths(&old).filter(|dir| *dir != commands);
    let path = env::join_paths(std::iter::once(commands.clone()).chain(others))
        .unwrap_or_else(|_| commands.clone().into_os_string());
    let mut all = vec![
        ("PATH", path),
        ("ERLC_EMULATOR", erl.clone()),
        ("ESCRIPT_EMULATOR", erl.clone()),
        ("DIALYZER_EMULATOR", erl.clone()),
        ("TYPER_EMULATOR", erl),
        // A compile server of the stock emulator may be listening: it must not do our work.
        ("ERLC_USE_SERVER", "no".into()),
    ];
    all.extend(shadow.for_commands());
    all
}

/// The program to run: a command of the installation given by its path becomes the shadow's.
pub fn program(name: &OsStr, otp: &otp::Otp, shadow: &Shadow) -> PathBuf {
    let given = PathBuf::from(name);
    let Some(file) = given.file_name().filter(|_| given.components().count() > 1) else {
        // A plain name: looked up along the new PATH, which exec does not do by itself here. Tools
        // are not those by which they are called here: these would only start them again.
        let tools = shadow.tools();
        if shadow::TOOLS.iter().any(|tool| name == *tool) {
            return tools.join(name);
        }
        let path = environment(shadow).swap_remove(0).1;
        let directories = env::split_paths(&path).filter(|dir| dir.is_absolute());
        let found = directories.map(|d| d.join(name)).find(|f| otp::is_executable(f));
        return found.unwrap_or(given);
    };
    let ours = match file.to_str() {
        Some("erl") => shadow.commands().join(file),
        _ => shadow.tools().join(file),
    };
    match std::fs::canonicalize(&given) {
        Ok(real) if real.starts_with(otp.root.join("bin")) && ours.exists() => ours,
        Ok(real) if real.starts_with(otp.bindir()) && ours.exists() => ours,
        _ => given,
    }
}
