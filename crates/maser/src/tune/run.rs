//! Runs the command of `maser tune`, with a time limit, and says how far the work is.

use super::plan::Setting;
use super::race::Stop;
use crate::progress::Progress;
use std::ffi::OsString;
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// A run that takes so many times as long as the default has failed.
const TOO_LONG: f64 = 10.0;
/// And at least this, so that a pause of the machine is no failure.
const LEAST_LIMIT: Duration = Duration::from_secs(10);

/// The user's command.
pub struct Command<'a> {
    words: &'a [OsString],
    cpu: bool,
    /// The longest run of the default.
    longest: Duration,
}

impl Command<'_> {
    /// Of these words there is at least one.
    pub fn new(words: &[OsString], cpu: bool) -> Command<'_> {
        Command { words, cpu, longest: Duration::ZERO }
    }

    /// Runs it under a setting, or as it is; gives the seconds that it takes.
    pub fn run(&mut self, setting: Option<&Setting>, left: Duration) -> Result<f64, Stop> {
        let limit = match setting {
            Some(_) => self.longest.mul_f64(TOO_LONG).max(LEAST_LIMIT),
            None => Duration::MAX,
        };
        let mut command = std::process::Command::new(&self.words[0]);
        command.args(&self.words[1..]);
        command.envs(setting.iter().flat_map(|s| s.variables()));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        // A group of its own, to be ended as a whole.
        command.process_group(0);
        // SAFETY: a system call, between fork and exec, that allocates nothing.
        unsafe { command.pre_exec(end_with_parent) };
        let begun = Instant::now();
        let mut child = command.spawn().map_err(|e| {
            Stop::Fails(format!("{} cannot be started: {e}", self.words[0].to_string_lossy()))
        })?;
        let id = child.id();
        let said = child.stderr.take().map(|pipe| std::thread::spawn(move || last_words(pipe)));
        let (ended, watched) = mpsc::channel::<()>();
        let patience = limit.min(left);
        let watcher = std::thread::spawn(move || {
            let late = watched.recv_timeout(patience) == Err(mpsc::RecvTimeoutError::Timeout);
            if late {
                // SAFETY: the group's leader has not been waited for, so the number is still its.
                unsafe { libc::kill(-(id as i32), libc::SIGKILL) };
            }
            late
        });
        await_end(id);
        let elapsed = begun.elapsed();
        drop(ended);
        let late = watcher.join().unwrap_or(false);
        // Processes that it has started and left behind would disturb the next run, and hold the
        // pipe.
        // SAFETY: the call has no pointers; the group is the one that the child made for itself
        // when it began, and the child has not been waited for, so its number is nobody else's.
        unsafe { libc::kill(-(id as i32), libc::SIGKILL) };
        let (status, cpu) = reap(id);
        let said = said.and_then(|reader| reader.join().ok()).unwrap_or_default();
        if late && patience == left {
            return Err(Stop::TimeOver);
        }
        if late {
            return Err(Stop::Fails(format!("not ready after {:.0} s", patience.as_secs_f64())));
        }
        if !status.success() {
            let how = match status.signal() {
                Some(signal) => format!("signal {signal}"),
                None => format!("status {}", status.code().unwrap_or(-1)),
            };
            return Err(Stop::Fails([how, said].join(" ").trim_end().to_string()));
        }
        if setting.is_none() {
            self.longest = self.longest.max(elapsed);
        }
        let time = if self.cpu { cpu } else { elapsed };
        // Of no time there is no logarithm.
        Ok(time.as_secs_f64().max(1e-6))
    }
}

/// Has the kernel end the process that is to become the command when this program goes.
fn end_with_parent() -> std::io::Result<()> {
    // SAFETY: the call takes numbers only.
    match unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) } {
        0 => Ok(()),
        _ => Err(std::io::Error::last_os_error()),
    }
}

/// Waits until a child has ended, and leaves it to be waited for.
fn await_end(id: u32) {
    // SAFETY: plain data, which the call fills.
    let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
    let how = libc::WEXITED | libc::WNOWAIT;
    // SAFETY: `info` is valid. Again if a signal interrupts it.
    while unsafe { libc::waitid(libc::P_PID, id, &mut info, how) } == -1
        && std::io::Error::last_os_error().kind() == std::io::ErrorKind::Interrupted
    {}
}

/// How a child has ended, and the processor time that it has taken, with those that it waited for.
fn reap(id: u32) -> (ExitStatus, Duration) {
    let mut status = 0;
    // SAFETY: plain data, which the call fills.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both are valid; the child is ours and has not been waited for.
    unsafe { libc::wait4(id as i32, &mut status, 0, &mut usage) };
    let time =
        |t: libc::timeval| Duration::new(t.tv_sec.max(0) as u64, t.tv_usec.max(0) as u32 * 1000);
    (ExitStatus::from_raw(status), time(usage.ru_utime) + time(usage.ru_stime))
}

/// The last line of what comes out of a pipe.
fn last_words(mut pipe: impl Read) -> String {
    const KEPT: usize = 4096;
    let (mut all, mut some) = (Vec::new(), [0; KEPT]);
    while let Ok(n) = pipe.read(&mut some) {
        if n == 0 {
            break;
        }
        all.extend_from_slice(&some[..n]);
        all.drain(..all.len().saturating_sub(KEPT));
    }
    let text = String::from_utf8_lossy(&all);
    text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default().to_string()
}

/// Says which round is run.
pub struct Rounds {
    title: &'static str,
    begun: Instant,
    end: Instant,
    rounds: usize,
    line: Progress,
}

impl Rounds {
    pub fn new(title: &'static str, begun: Instant, end: Instant, rounds: usize) -> Rounds {
        Rounds { title, begun, end, rounds, line: Progress::new() }
    }

    /// Shows the round and its setting.
    pub fn show(&self, round: usize, what: &str) {
        // It ends with the rounds or with the time, whichever comes first.
        let of_rounds = round as f64 / self.rounds as f64;
        let whole = self.end.saturating_duration_since(self.begun).as_secs_f64();
        let of_time = self.begun.elapsed().as_secs_f64() / whole.max(1e-9);
        let part = of_rounds.max(of_time).min(1.0);
        self.line.show(part, &format!("{}, round {}: {what}", self.title, round + 1));
    }
}
