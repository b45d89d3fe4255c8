//! The emulator under test, and running it with a time limit.

use crate::Result;
use maser::otp::{self, Otp};
use maser::{emulator, exec, shadow};
use native_abi::cache;
use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// An `erl` and the environment in which its tools find it.
pub(crate) struct Target {
    pub otp: Otp,
    pub emulator: PathBuf,
    pub erl: PathBuf,
    /// Arguments that put Maser's own modules on the code path: a build of the emulator alone has
    /// none beside it.
    pub paths: Vec<OsString>,
    environment: Vec<(&'static str, OsString)>,
    /// The directory of caches that was used.
    cache: Option<PathBuf>,
}

impl Target {
    /// The stock emulator: the expected outputs come from it.
    pub(crate) fn stock() -> Result<Target> {
        let otp = otp::locate()?;
        let (erl, emulator) = (otp.command("erl"), otp.bindir().join("beam.smp"));
        Ok(Target { otp, emulator, erl, paths: Vec::new(), environment: Vec::new(), cache: None })
    }

    /// `MASER_EMU`, or the emulator built with the same profile as this program.
    pub(crate) fn under_test() -> Result<Target> {
        let otp = otp::locate()?;
        let emulator = match std::env::var_os("MASER_EMU") {
            Some(_) => emulator::locate()?,
            None => built()?,
        };
        let shadow = shadow::prepare(&otp, &emulator)?;
        let environment = exec::environment(&shadow);
        let modules = profile()?.join("lib/maser/ebin");
        let paths = vec!["-pz".into(), modules.into_os_string()];
        let cache = shadow::cache_dir()?.parent().map(Path::to_path_buf);
        let erl = shadow.commands().join("erl");
        Ok(Target { otp, emulator, erl, paths, environment, cache })
    }

    pub(crate) fn described(&self) -> String {
        format!("OTP {} at {}", self.otp.version, self.otp.root.display())
    }

    /// A command in a clean environment, in `dir`, in which `erl` is the one under test.
    pub(crate) fn command(&self, program: &Path, dir: &Path) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .env(cache::MODE, "off")
            .envs(native().into_iter().flatten())
            .envs(templates().into_iter().flatten())
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .envs(self.environment.iter().map(|(k, v)| (*k, v)))
            .env("HOME", dir)
            .env("LC_ALL", "C.UTF-8")
            .env("TZ", "Europe/Stockholm")
            .env("TERM", "xterm")
            .env("ERL_CRASH_DUMP", "/dev/null")
            .env("MASER_EMU", &self.emulator)
            .env("XDG_CACHE_HOME", self.cache.as_deref().unwrap_or(dir))
            .current_dir(dir);
        command
    }

    /// Whether the emulator comes up at all.
    pub(crate) fn boots(&self, dir: &Path) -> Result<()> {
        let mut command = self.command(&self.erl, dir);
        command.args(["-noshell", "-eval", "halt(0)."]);
        let end = finish(&mut command, patience(30))?;
        match end.status {
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(format!("{status}: {}", end.last_words())),
            None => Err(format!("not up in time: {}", end.last_words())),
        }
    }
}

/// Two directories up from this program, which is target/PROFILE/deps/e2e-HASH.
fn profile() -> Result<PathBuf> {
    let own = std::env::current_exe().map_err(|e| e.to_string())?;
    let profile = own.ancestors().nth(2).ok_or("this program is not in a cargo target")?;
    Ok(profile.to_path_buf())
}

/// The emulator built with the same profile as this program.
fn built() -> Result<PathBuf> {
    let emulator = profile()?.join(emulator::NAME);
    if !otp::is_executable(&emulator) {
        return Err(format!(
            "no emulator at {}: build the workspace with the same profile first, or set MASER_EMU",
            emulator.display()
        ));
    }
    Ok(emulator)
}

/// A time limit, longer in builds that are slow on purpose (`E2E_SLOWER`).
pub(crate) fn patience(seconds: u64) -> Duration {
    let factor = std::env::var("E2E_SLOWER").ok().and_then(|f| f.parse().ok()).unwrap_or(1u64);
    Duration::from_secs(seconds * factor.clamp(1, 1000))
}

/// How a command ended.
pub(crate) struct End {
    pub stdout: String,
    pub stderr: String,
    /// Nothing if the time limit was reached.
    pub status: Option<ExitStatus>,
}

impl End {
    pub(crate) fn last_words(&self) -> String {
        let said = format!("{}\n{}", self.stdout, self.stderr);
        let lines: Vec<&str> = said.lines().filter(|l| !l.trim().is_empty()).collect();
        lines[lines.len().saturating_sub(3)..].join(" | ")
    }
}

/// Runs a command to its end, without input; kills it at the time limit.
pub(crate) fn finish(command: &mut Command, limit: Duration) -> Result<End> {
    use std::os::unix::process::CommandExt;
    // A group of its own: children that it leaves behind can be ended with it.
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .map_err(|e| format!("{:?}: {e}", command.get_program()))?;
    let stdout = reader(child.stdout.take());
    let stderr = reader(child.stderr.take());
    let status = wait(&mut child, Instant::now() + limit);
    end_group(child.id());
    let text = |handle: std::thread::JoinHandle<Vec<u8>>| {
        String::from_utf8_lossy(&handle.join().unwrap_or_default()).into_owned()
    };
    Ok(End { stdout: text(stdout), stderr: text(stderr), status })
}

fn reader(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}

/// Waits some milliseconds; the status if the child has ended.
pub(crate) fn wait_a_little(child: &mut Child) -> Option<ExitStatus> {
    match child.try_wait() {
        Ok(Some(status)) => Some(status),
        _ => {
            std::thread::sleep(Duration::from_millis(5));
            None
        }
    }
}

/// Waits until `deadline`; nothing if the child had to be killed.
pub(crate) fn wait(child: &mut Child, deadline: Instant) -> Option<ExitStatus> {
    loop {
        if let Some(status) = wait_a_little(child) {
            return Some(status);
        }
        if Instant::now() > deadline {
            end_group(child.id());
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
    }
}

/// Ends what is left of a process group that this program has made.
pub(crate) fn end_group(leader: u32) {
    let _ = Command::new("kill")
        .args(["-KILL", "--", &format!("-{leader}")])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
}

/// Gives each module code of the template tier when it is loaded, if that is to be tested
/// (`E2E_TEMPLATES`).
fn templates() -> Option<[(&'static str, &'static str); 2]> {
    std::env::var_os("E2E_TEMPLATES")?;
    Some([(cache::MODE, "templates"), ("MASER_TUNE", "templates=2")])
}

/// Where the emulator finds native code, if it is to be tested with that. It makes none itself, so
/// that each run is like the others.
pub(crate) fn native() -> Option<[(&'static str, OsString); 2]> {
    let directory = std::env::var_os(cache::VARIABLE)?;
    Some([(cache::VARIABLE, directory), (cache::MODE, "cache".into())])
}
