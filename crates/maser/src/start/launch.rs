//! Starts an emulator in place of this program.

use super::Fault;
use super::line::{Epmd, Plan, Start};
use crate::otp::DEPTH;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode};

/// Does what is planned; comes back when there is nothing to start, or that failed.
pub fn launch(plan: Plan) -> Result<ExitCode, Fault> {
    match plan {
        Plan::Print(text) => {
            print(&text);
            Ok(ExitCode::SUCCESS)
        }
        Plan::Manual(words, env) => {
            let _ = Command::new("man").args(words).envs(env).exec();
            Err(Fault::told("erlexec: Could not execute the 'man' command."))
        }
        Plan::Start(start) => begin(start),
    }
}

fn begin(start: Start) -> Result<ExitCode, Fault> {
    if let Some(epmd) = &start.epmd {
        daemon(epmd, &start.env);
    }
    if let Some((text, goes_on)) = &start.told {
        print(text);
        if !goes_on {
            return Ok(ExitCode::SUCCESS);
        }
    }
    if start.detached && !detach()? {
        return Ok(ExitCode::SUCCESS);
    }
    let mut argv = start.argv.iter();
    let mut command = Command::new(&start.program);
    if let Some(name) = argv.next() {
        command.arg0(name);
    }
    let failed = command.args(argv).env_remove(DEPTH).envs(start.env).exec();
    Err(not_executed(&start.program, start.special, &failed))
}

/// Output that nobody takes does not matter.
fn print(text: &[u8]) {
    let mut out = io::stdout();
    let _ = out.write_all(text).and_then(|()| out.flush());
}

/// Starts the daemon that knows nodes by their names; it ends by itself if there is one already.
/// Where it cannot be started the node says what that means.
fn daemon(epmd: &Epmd, env: &[(OsString, OsString)]) {
    let (mut command, name) = match epmd {
        Epmd::Program(file) => {
            let mut command = Command::new(file);
            command.arg("-daemon");
            (command, file.as_os_str())
        }
        Epmd::Command(text) => {
            let mut command = Command::new("/bin/sh");
            command.arg("-c").arg(text);
            (command, text.as_os_str())
        }
    };
    if let Err(e) = command.envs(env.iter().cloned()).status() {
        let _ = writeln!(io::stderr(), "maser: cannot start {}: {e}", Path::new(name).display());
    }
}

/// Goes into the background: gives true in a process without a terminal whose parent is gone, and
/// false in this one.
fn detach() -> Result<bool, Fault> {
    // SAFETY: this program has one thread, so the child may do all that its parent may.
    let is_child = || match unsafe { libc::fork() } {
        -1 => Err(Fault::told(&format!("maser: cannot fork: {}", io::Error::last_os_error()))),
        pid => Ok(pid == 0),
    };
    if !is_child()? {
        return Ok(false);
    }
    // SAFETY: it changes nothing in memory. A child leads no group, so it does not fail.
    unsafe { libc::setsid() };
    if !is_child()? {
        return Ok(false);
    }
    let nothing = "/dev/null";
    let input = File::open(nothing);
    let output = OpenOptions::new().write(true).open(nothing);
    for (number, file) in [(0, &input), (1, &output), (2, &output)] {
        match file {
            // SAFETY: descriptors of this program, which does not take them for anything else.
            Ok(file) => unsafe { libc::dup2(file.as_raw_fd(), number) },
            // SAFETY: a standard descriptor, which nothing in this program owns.
            Err(_) => unsafe { libc::close(number) },
        };
    }
    Ok(true)
}

/// The reason why the emulator was not executed.
fn not_executed(program: &Path, special: bool, why: &io::Error) -> Fault {
    let shown = program.display();
    let errno = why.raw_os_error().unwrap_or(0);
    if errno != libc::ENOENT {
        return Fault::told(&format!("erlexec: Error {errno} executing '{shown}'."));
    }
    if !special {
        return Fault::told(&format!("erlexec: The emulator '{shown}' does not exist."));
    }
    let directory = program.parent().unwrap_or(Path::new("."));
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let mut others: Vec<String> = entries.filter_map(|e| flags_of(&e.file_name())).collect();
    others.sort();
    Fault::told(&format!(
        "erlexec: Invalid emulator type or flavor. Available combinations are: {}\n",
        others.concat()
    ))
}

/// The flags that choose an emulator of this file's name, on a line of their own.
fn flags_of(name: &OsStr) -> Option<String> {
    let kind = name.to_str()?.strip_prefix("beam.")?;
    Some(match kind.split_once('.') {
        Some((kind, flavor)) => format!("\n  -emu_type {kind} -emu_flavor {flavor}"),
        None => format!("\n  -emu_flavor {kind}"),
    })
}
