//! The state of the screen: what has been seen, what is chosen, and what keys do.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde_json::Value;

/// Figures.
pub struct Seen {
    /// The overview.
    pub overview: Value,
    /// Processes, or one; none if that has ended.
    pub view: Option<Value>,
}

/// The order of processes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Sort {
    Reductions,
    Memory,
    Messages,
}

impl Sort {
    /// Its name for the dash.
    pub fn name(self) -> &'static str {
        match self {
            Sort::Reductions => "reductions",
            Sort::Memory => "memory",
            Sort::Messages => "messages",
        }
    }

    fn next(self) -> Sort {
        match self {
            Sort::Reductions => Sort::Memory,
            Sort::Memory => Sort::Messages,
            Sort::Messages => Sort::Reductions,
        }
    }
}

/// The state.
pub struct State {
    /// The figures seen last.
    pub seen: Option<Seen>,
    /// The order of processes.
    pub sort: Sort,
    /// Only processes with this in name or pid.
    pub filter: String,
    /// The filter is being typed.
    pub typing: bool,
    /// The process that is shown alone.
    pub process: Option<String>,
    /// The row that is chosen.
    pub row: usize,
    /// Lines that are passed over where one process is shown.
    pub down: usize,
    /// Nothing new is asked for.
    pub paused: bool,
    /// The keys are shown.
    pub help: bool,
    /// Why there are no new figures.
    pub problem: Option<String>,
}

/// The consequence of a key.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Does {
    /// The end.
    Quit,
    /// New figures are asked for.
    Ask,
    /// The screen is drawn.
    Draw,
}

/// Rows of a page.
const PAGE: usize = 20;

impl State {
    /// At first.
    pub fn new() -> State {
        State {
            seen: None,
            sort: Sort::Reductions,
            filter: String::new(),
            typing: false,
            process: None,
            row: 0,
            down: 0,
            paused: false,
            help: false,
            problem: None,
        }
    }

    /// Takes new figures.
    pub fn take(&mut self, seen: Seen) {
        self.problem = None;
        self.seen = Some(seen);
        self.row = self.row.min(self.rows().len().saturating_sub(1));
    }

    /// The processes that are shown.
    pub fn rows(&self) -> &[Value] {
        let view = self.seen.as_ref().and_then(|seen| seen.view.as_ref());
        view.and_then(|view| view["rows"].as_array()).map_or(&[], Vec::as_slice)
    }

    /// A key is pressed.
    pub fn press(&mut self, key: KeyEvent) -> Does {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c')) {
            return Does::Quit;
        }
        if self.typing {
            return self.type_filter(key.code);
        }
        if std::mem::take(&mut self.help) {
            return Does::Draw;
        }
        match key.code {
            KeyCode::Char('q') | KeyCode::F(10) => Does::Quit,
            KeyCode::Char('h' | '?') | KeyCode::F(1) => {
                self.help = true;
                Does::Draw
            }
            KeyCode::Char(' ' | 'Z') => {
                self.paused = !self.paused;
                if self.paused { Does::Draw } else { Does::Ask }
            }
            KeyCode::Esc | KeyCode::Backspace | KeyCode::Left => {
                self.down = 0;
                if self.process.take().is_some() { Does::Ask } else { Does::Draw }
            }
            code if self.process.is_some() => {
                self.down = moved(self.down, code);
                Does::Draw
            }
            KeyCode::Char('P' | 'R') => self.sorted(Sort::Reductions),
            KeyCode::Char('M') => self.sorted(Sort::Memory),
            KeyCode::Char('N') => self.sorted(Sort::Messages),
            KeyCode::Char('>' | '.') | KeyCode::F(6) => self.sorted(self.sort.next()),
            KeyCode::Char('/' | '\\') | KeyCode::F(3 | 4) => {
                self.typing = true;
                Does::Draw
            }
            KeyCode::Enter | KeyCode::Right => {
                let pid = self.rows().get(self.row).and_then(|row| row["pid"].as_str());
                self.process = pid.map(str::to_owned);
                if self.process.is_some() { Does::Ask } else { Does::Draw }
            }
            code => {
                self.row = moved(self.row, code).min(self.rows().len().saturating_sub(1));
                Does::Draw
            }
        }
    }

    fn sorted(&mut self, sort: Sort) -> Does {
        self.sort = sort;
        self.row = 0;
        Does::Ask
    }

    fn type_filter(&mut self, code: KeyCode) -> Does {
        match code {
            KeyCode::Enter => self.typing = false,
            KeyCode::Esc => {
                self.typing = false;
                self.filter.clear();
            }
            KeyCode::Backspace => {
                self.filter.pop();
            }
            KeyCode::Char(c) => self.filter.push(c),
            _ => return Does::Draw,
        }
        self.row = 0;
        Does::Ask
    }
}

/// A place after a key that moves.
fn moved(from: usize, code: KeyCode) -> usize {
    match code {
        KeyCode::Up | KeyCode::Char('k') => from.saturating_sub(1),
        KeyCode::Down | KeyCode::Char('j') => from + 1,
        KeyCode::PageUp => from.saturating_sub(PAGE),
        KeyCode::PageDown => from + PAGE,
        KeyCode::Home => 0,
        KeyCode::End => usize::MAX / 2,
        _ => from,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn keys_do_as_in_htop() {
        let mut state = State::new();
        let rows = json!({"rows": [{"pid": "<0.1.0>"}, {"pid": "<0.2.0>"}]});
        state.take(Seen { overview: json!({}), view: Some(rows) });
        let mut press = |code: KeyCode| {
            let does = state.press(KeyEvent::from(code));
            (does, state.row, state.sort, state.filter.clone(), state.process.clone())
        };
        assert_eq!(press(KeyCode::Down).1, 1);
        assert_eq!(press(KeyCode::Down).1, 1);
        let (does, .., process) = press(KeyCode::Enter);
        assert_eq!((does, process.as_deref()), (Does::Ask, Some("<0.2.0>")));
        assert_eq!(press(KeyCode::Esc).4, None);
        assert_eq!(press(KeyCode::Char('M')).2, Sort::Memory);
        assert_eq!(press(KeyCode::F(6)).2, Sort::Messages);
        press(KeyCode::Char('/'));
        assert_eq!(press(KeyCode::Char('q')).3, "q");
        assert_eq!(press(KeyCode::Enter).3, "q");
        assert_eq!(press(KeyCode::Char(' ')).0, Does::Draw);
        assert_eq!(press(KeyCode::Char('q')).0, Does::Quit);
    }
}
