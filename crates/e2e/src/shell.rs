//! Sessions in a terminal: keys typed into a shell under tmux, and what must appear.
//!
//! A session file has one step a line: `start ARGS` starts erl with these arguments, `keys KEYS`
//! sends tmux key names, `type TEXT` sends the text as it is, `expect TEXT` waits until a line of
//! the screen contains the text, `line TEXT` until one is nothing but the text, `last TEXT` until
//! the last one with anything in it is.
//!
//! OTP drops keys that come in one piece with (and behind) one that recalls a line of the history,
//! and all that come in one piece with Ctrl-G; the job menu drops what comes with an Enter. So a
//! session waits until such a key has shown its effect before it types on.

use crate::programs::collect;
use crate::report::Report;
use crate::{Outcome, Plan, Result, vm};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

const LIMIT_S: u64 = 20;

/// One session.
pub(crate) struct Session {
    /// `shell/NAME`.
    pub name: String,
    source: PathBuf,
}

/// All sessions that the filters want.
pub(crate) fn find(plan: &Plan) -> Result<Vec<Session>> {
    let mut sources = Vec::new();
    collect(&plan.tests.join("shell"), "tmux", &mut sources)?;
    let sessions = sources.into_iter().map(|source| {
        let relative = source.strip_prefix(&plan.tests).unwrap_or(&source);
        Session { name: relative.with_extension("").display().to_string(), source: source.clone() }
    });
    Ok(sessions.filter(|s| plan.wants(&s.name)).collect())
}

/// Plays the sessions, one after another.
pub(crate) fn run(plan: &Plan, sessions: Vec<Session>, report: &mut Report) {
    for session in sessions {
        let begun = Instant::now();
        let failure = play(plan, &session).err();
        report.add(Outcome { name: session.name, failure, ms: begun.elapsed().as_millis() });
    }
}

fn play(plan: &Plan, session: &Session) -> Result<()> {
    let text = fs::read_to_string(&session.source).map_err(|e| e.to_string())?;
    let dir = plan.scratch.join(session.name.replace('/', "-"));
    fs::create_dir_all(&dir).map_err(|e| e.to_string())?;
    let mut terminal = Terminal { socket: dir.join("tmux"), dir: dir.clone(), started: false };
    for (number, line) in text.lines().enumerate() {
        let (step, rest) = line.split_once(' ').unwrap_or((line, ""));
        let done = match step {
            "" | "#" => Ok(()),
            "start" => terminal.start(plan, rest),
            "keys" => terminal.tmux(&[&["send-keys"], &words(rest)[..]].concat()).map(drop),
            "type" => terminal.tmux(&["send-keys", "-l", rest]).map(drop),
            "expect" => terminal.expect(|s| s.lines().any(|line| line.contains(rest))),
            "line" => terminal.expect(|s| s.lines().any(|line| line.trim() == rest.trim())),
            "last" => {
                terminal.expect(|s| s.trim().lines().last().map(str::trim) == Some(rest.trim()))
            }
            other => Err(format!("no such step: {other}")),
        };
        done.map_err(|why| format!("line {}: {line}\n{why}", number + 1))?;
    }
    Ok(())
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// A tmux server of this session's own.
struct Terminal {
    socket: PathBuf,
    dir: PathBuf,
    started: bool,
}

impl Terminal {
    fn tmux(&self, args: &[&str]) -> Result<String> {
        let out = Command::new("tmux")
            .arg("-S")
            .arg(&self.socket)
            .args(["-f", "/dev/null"])
            .args(args)
            .env_remove("TMUX")
            .output()
            .map_err(|e| format!("tmux: {e}"))?;
        if !out.status.success() {
            return Err(format!("tmux {args:?}: {}", String::from_utf8_lossy(&out.stderr)));
        }
        Ok(String::from_utf8_lossy(&out.stdout).into_owned())
    }

    /// Starts erl in a window; the environment is written out, for tmux keeps its own.
    fn start(&mut self, plan: &Plan, args: &str) -> Result<()> {
        let command = plan.target.command(&plan.target.erl, &self.dir);
        let mut script = String::from("#!/bin/sh\n");
        for (key, value) in command.get_envs() {
            if let (Some(key), Some(value)) = (key.to_str(), value.and_then(|v| v.to_str())) {
                script.push_str(&format!("export {key}='{value}'\n"));
            }
        }
        // Ctrl-C goes to this script too, which has to live on for the last line.
        script.push_str("export TERM=screen\ntrap : INT\n");
        script.push_str(&format!("cd '{}'\n", self.dir.display()));
        script.push_str(&format!("'{}' {args}\n", plan.target.erl.display()));
        script.push_str("echo \"exit status $?\"\nexec sleep 60\n");
        let file = self.dir.join("start.sh");
        fs::write(&file, script).map_err(|e| e.to_string())?;
        self.started = true;
        let run = format!("sh '{}'", file.display());
        self.tmux(&["new-session", "-d", "-x", "100", "-y", "40", &run]).map(drop)
    }

    fn screen(&self) -> Result<String> {
        self.tmux(&["capture-pane", "-p", "-J"])
    }

    /// Waits until the screen is as wanted.
    fn expect(&self, wanted: impl Fn(&str) -> bool) -> Result<()> {
        let deadline = Instant::now() + vm::patience(LIMIT_S);
        loop {
            let screen = self.screen()?;
            if wanted(&screen) {
                return Ok(());
            }
            if Instant::now() > deadline {
                return Err(format!("does not appear; the screen is\n{}", screen.trim_end()));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        if self.started {
            let _ = self.tmux(&["kill-server"]);
        }
    }
}
