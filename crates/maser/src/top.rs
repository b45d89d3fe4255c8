//! `maser top`: the figures of a node's dash in a terminal.

mod client;
mod draw;
mod state;

use crate::Result;
use client::Dash;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use state::{Does, State};
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

const USAGE: &str = "\
maser top PID          the processes of a node that has a dash, in a terminal: PID is that of the
                       node's process of the operating system
maser top URL          the same, wherever the node is: URL is what `maser +dash 127.0.0.1:9090`
                       prints at its start, or maser:dash() gives, with its token
maser top              the same, of the URL in the variable MASER_DASH
maser top --once ...   the same, written once
";

/// The variable with the address of a dash.
const VARIABLE: &str = "MASER_DASH";
/// Figures are asked for as often as this.
const PERIOD: Duration = Duration::from_secs(1);

/// Does what the arguments say.
pub fn main(args: &[OsString]) -> Result<ExitCode> {
    let words: Vec<&str> = args.iter().map(|a| a.to_str().unwrap_or_default()).collect();
    let (once, words) = match words[..] {
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            return Ok(ExitCode::SUCCESS);
        }
        ["--once", ref rest @ ..] => (true, rest.to_vec()),
        _ => (false, words),
    };
    let url = match words[..] {
        [pid] if !pid.is_empty() && pid.bytes().all(|b| b.is_ascii_digit()) => noted(pid)?,
        [url] => url.to_owned(),
        [] => std::env::var(VARIABLE)
            .map_err(|_| "top: of which node? `maser top PID`, or the URL of its dash")?,
        _ => return Err("top: too many arguments".into()),
    };
    let dash = Dash::at(&url)?;
    let mut state = State::new();
    state.take(dash.look(&state)?);
    if once {
        let _ = write!(std::io::stdout(), "{}", draw::as_text(&state));
        return Ok(ExitCode::SUCCESS);
    }
    if !std::io::stdout().is_terminal() {
        return Err("top: this is no terminal; `maser top --once URL` writes a page".into());
    }
    let mut terminal = ratatui::init();
    let ended = run(&mut terminal, &dash, &mut state);
    ratatui::restore();
    ended.map(|()| ExitCode::SUCCESS)
}

/// The URL of the dash of a node with this process, which the node has noted.
fn noted(pid: &str) -> Result<String> {
    const LONGEST: u64 = 1000;
    let found = trust::dashes().find_map(|dir| dir.file(pid).ok()?.read(LONGEST).ok());
    let none = || format!("top: process {pid} has no dash, is no node of yours, or has ended");
    String::from_utf8(found.ok_or_else(none)?).map_err(|_| none())
}

/// Shows figures and takes keys, until the user has enough.
fn run(terminal: &mut DefaultTerminal, dash: &Dash, state: &mut State) -> Result<()> {
    let mut asked = Instant::now();
    loop {
        terminal.draw(|frame| draw::screen(frame, state)).map_err(|e| format!("top: {e}"))?;
        let left = PERIOD.saturating_sub(asked.elapsed());
        let mut again = left.is_zero() && !state.paused;
        let wait = if state.paused { PERIOD } else { left };
        if !again && event::poll(wait).map_err(|e| format!("top: {e}"))? {
            match event::read().map_err(|e| format!("top: {e}"))? {
                Event::Key(key) if key.kind != KeyEventKind::Release => match state.press(key) {
                    Does::Quit => return Ok(()),
                    Does::Ask => again = true,
                    Does::Draw => {}
                },
                _ => {}
            }
        }
        if again {
            asked = Instant::now();
            match dash.look(state) {
                Ok(seen) => state.take(seen),
                Err(why) => state.problem = Some(why),
            }
        }
    }
}
