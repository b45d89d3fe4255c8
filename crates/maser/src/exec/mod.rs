//! Starts erl, or a tool, with Maser in place of the stock emulator.

mod mount;
mod watch;

use crate::shadow::{self, Shadow};
use crate::within::{self, Parts, Programs};
use crate::{Result, emulator, flags, otp, roots, start};
use std::env;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Runs `erl ARGS` on Maser; comes back if nothing is to be started, or that failed.
pub fn erl(args: &[OsString]) -> Result<ExitCode> {
    flags::check(args)?;
    let otp = otp::locate()?;
    let shadow = shadow::prepare(&otp, &emulator::locate()?)?;
    let mut words = Vec::new();
    if let Some(ebin) = emulator::own_modules() {
        words.extend(["-pz".into(), ebin.into_os_string()]);
    }
    words.extend_from_slice(args);
    Ok(start::run(&shadow.origin(&otp), &words))
}

/// A user's wish for a view ([`mount`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// One where it costs nothing, or where the command would pass Maser by.
    Usual,
    /// `--mount`: one, or an error.
    View,
    /// `--no-mount`: none.
    Links,
}

/// Runs a tool so that every Erlang node that it starts is Maser.
pub fn tool(args: &[OsString]) -> Result<ExitCode> {
    let (wanted, args) = match args.first().and_then(|flag| flag.to_str()) {
        Some("--mount") => (Wanted::View, &args[1..]),
        Some("--no-mount") => (Wanted::Links, &args[1..]),
        _ => (Wanted::Usual, args),
    };
    let (name, rest) = args.split_first().ok_or("exec: which command? (maser exec CMD ARGS...)")?;
    let (otp, emulator) = (otp::locate()?, emulator::locate()?);
    let mut command = match view(wanted, &otp, &emulator, name)? {
        Some(command) => command,
        None => through_links(&otp, &emulator, name)?,
    };
    Err(format!("cannot run {}: {}", Path::new(name).display(), command.args(rest).exec()))
}

/// A command that finds Maser on its PATH, and in the root directory that its nodes tell.
fn through_links(otp: &otp::Otp, emulator: &Path, name: &OsStr) -> Result<Command> {
    let shadow = shadow::prepare(otp, emulator)?;
    let mut command = Command::new(program(name, otp, &shadow));
    command.envs(environment(&shadow));
    // Where a release or an installation has Maser within, its nodes are no strangers.
    let mut others = within::all_programs(otp, &found(name));
    others.retain(|programs| !within::has_maser(&programs.bindir));
    let advice = match rustix::process::geteuid().is_root() {
        true => "it was started by its path; `maser use` puts Maser there for good",
        false => "it was started by its path, where `maser exec --mount` puts Maser, too",
    };
    if !others.is_empty() {
        command.env(watch::COMMAND, std::process::id().to_string());
        if let Err(e) = watch::begin(&others, advice) {
            eprintln!("maser: nodes that are not Maser will not be told of: {e}");
        }
    }
    Ok(command)
}

/// A command in a view of the file system in which all installations have Maser within, if that is
/// wanted and the system allows it.
fn view(wanted: Wanted, otp: &otp::Otp, emulator: &Path, name: &OsStr) -> Result<Option<Command>> {
    if wanted == Wanted::Links {
        return Ok(None);
    }
    let forced = wanted == Wanted::View;
    let parts = match Parts::of(emulator) {
        Err(why) if forced => return Err(format!("exec: {why}")),
        Err(_) => return Ok(None),
        Ok(parts) => parts,
    };
    let file = found(name);
    let all = within::all_programs(otp, &file);
    let places: Vec<&Programs> =
        all.iter().filter(|p| p.are_served() && !parts.are_in(&p.bindir)).collect();
    let mut command = Command::new(in_view(name, otp));
    if !places.is_empty() {
        match enter(forced || names_one(otp, &file, &all)) {
            Err(e) if forced => return Err(format!("exec: the system allows no mounts: {e}")),
            Err(_) => return Ok(None),
            Ok(vouched) => command.envs(vouched.map(|list| (trust::VOUCHED, list))),
        };
        for programs in places {
            if let Err(e) = mount::over(programs, &parts) {
                eprintln!("maser: {} stays as it is: {e}", programs.name());
            }
        }
        if !parts.are_in(&otp.bindir()) {
            return Ok(None);
        }
    }
    // Another `maser exec` may have set them.
    command.envs(emulators(&otp.command("erl")));
    if env::var_os("MASER_OTP_ROOT").is_some() {
        let old = env::var_os("PATH").unwrap_or_default();
        let path = std::iter::once(otp.root.join("bin")).chain(env::split_paths(&old));
        if let Ok(path) = env::join_paths(path) {
            command.env("PATH", path);
        }
    }
    Ok(Some(command))
}

/// Makes the view: root's or, if that is not allowed and a user's own is wanted, such a one, in
/// which directories of root's have to be vouched for.
fn enter(also_users: bool) -> io::Result<Option<String>> {
    match mount::begin(mount::Whose::Root) {
        Ok(()) => return Ok(None),
        Err(e) if !also_users || rustix::process::geteuid().is_root() => return Err(e),
        Err(_) => {}
    }
    let variables = ["HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "MASER_NATIVE", "TMPDIR"];
    let mut ways: Vec<PathBuf> =
        variables.iter().filter_map(env::var_os).map(PathBuf::from).collect();
    ways.extend(env::current_dir());
    ways.extend(["/tmp", "/var/tmp", "/run/user"].map(PathBuf::from));
    ways.extend(roots::all(None));
    let vouched = trust::vouch(ways);
    mount::begin(mount::Whose::User)?;
    Ok(Some(vouched))
}

/// The file of a command, by its path or along PATH.
fn found(name: &OsStr) -> PathBuf {
    let given = PathBuf::from(name);
    if given.components().count() > 1 {
        return given;
    }
    along(&env::var_os("PATH").unwrap_or_default(), name).unwrap_or(given)
}

/// The first program of this name in the directories of a path; files in the directory that happens
/// to be the current one are not taken.
fn along(path: &OsStr, name: &OsStr) -> Option<PathBuf> {
    let directories = env::split_paths(path).filter(|dir| dir.is_absolute());
    directories.map(|dir| dir.join(name)).find(|file| otp::is_executable(file))
}

/// The program of a command in a view. Tools are the installation's: one that is found elsewhere
/// may be this program by another name.
fn in_view(name: &OsStr, otp: &otp::Otp) -> PathBuf {
    let is_tool = shadow::TOOLS.iter().any(|tool| name == *tool);
    let of_installation = otp.root.join("bin").join(name);
    match is_tool && otp::is_executable(&of_installation) {
        true => of_installation,
        false => found(name),
    }
}

/// Whether a command is a script that names the `erl` of an installation, or belongs to a release
/// that brings its own erts: a node that it starts would pass PATH by. Commands of the installation
/// that is used go by PATH.
fn names_one(otp: &otp::Otp, command: &Path, all: &[Programs]) -> bool {
    if std::fs::canonicalize(command).is_ok_and(|real| real.starts_with(&otp.root)) {
        return false;
    }
    if !within::release_of(command).is_empty() {
        return true;
    }
    let Some(text) = otp::script(command) else { return false };
    let is_edge = |c: char| c.is_whitespace() || "\"'`=:;(){}$|&<>".contains(c);
    let words = text.split(is_edge).filter(|word| word.starts_with('/'));
    let mut commands = words.filter(|word| word.ends_with("/erl") || word.ends_with("/erlexec"));
    commands.any(|word| {
        let real = std::fs::canonicalize(word).unwrap_or_default();
        let root = real.parent().and_then(Path::parent);
        root.is_some_and(|root| all.iter().any(|programs| programs.bindir.starts_with(root)))
    })
}

/// The variables that make tools use the shadow: first on PATH, and by name for those of OTP.
pub fn environment(shadow: &Shadow) -> Vec<(&'static str, OsString)> {
    let commands = shadow.commands();
    let erl = commands.join("erl");
    let old = env::var_os("PATH").unwrap_or_default();
    let others = env::split_paths(&old).filter(|dir| *dir != commands);
    let path = env::join_paths(std::iter::once(commands.clone()).chain(others))
        .unwrap_or_else(|_| commands.clone().into_os_string());
    let mut all = vec![("PATH", path)];
    all.extend(emulators(&erl));
    all.extend(shadow.for_commands());
    all
}

/// The variables by which tools of OTP find the command that starts their nodes.
fn emulators(erl: &Path) -> [(&'static str, OsString); 5] {
    let erl = || erl.as_os_str().to_owned();
    [
        ("ERLC_EMULATOR", erl()),
        ("ESCRIPT_EMULATOR", erl()),
        ("DIALYZER_EMULATOR", erl()),
        ("TYPER_EMULATOR", erl()),
        // A compile server of the stock emulator may be listening: it must not do our work.
        ("ERLC_USE_SERVER", "no".into()),
    ]
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
        return along(&environment(shadow).swap_remove(0).1, name).unwrap_or(given);
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
