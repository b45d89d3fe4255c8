//! The screen.

use super::state::{Sort, State};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Cell, Clear, Paragraph, Row, Table, TableState};
use serde_json::Value;
use std::fmt::Write;

/// Schedulers that have a bar of their own; more have one together.
const BARS_MOST: usize = 8;
const KEYS: &str = "h keys   P reductions   M memory   N messages   / filter   Enter one   q quit";
const HELP: &str = "\
Up Down PgUp PgDn Home End   choose a process
Enter   one process          Esc   back to all
P  most reductions           M  most memory
N  most messages             > or F6  the next order
/ or F4  filter              Space  pause
q or F10  quit               any key closes this";

const FAINT: Style = Style::new().fg(Color::DarkGray);
const HEAD: Style = Style::new().fg(Color::Black).bg(Color::Green);

/// Draws all of it.
pub fn screen(frame: &mut Frame<'_>, state: &State) {
    let Some(seen) = &state.seen else { return };
    let bars = bars(&seen.overview);
    let heights = [bars.len() as u16 + 2, 0, 1];
    let [top, middle, bottom] = Layout::vertical([
        Constraint::Length(heights[0]),
        Constraint::Fill(1),
        Constraint::Length(heights[2]),
    ])
    .areas(frame.area());
    head(frame, top, &seen.overview, &bars, state);
    match &state.process {
        Some(pid) => {
            let lines = details(pid, seen.view.as_ref());
            let down = state.down.min(lines.len().saturating_sub(1)) as u16;
            let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
            frame.render_widget(Paragraph::new(lines).scroll((down, 0)), middle);
        }
        None => processes(frame, middle, state),
    }
    let line = match state.typing {
        true => format!("filter: {}_", state.filter),
        false => KEYS.to_owned(),
    };
    frame.render_widget(Paragraph::new(line).style(FAINT), bottom);
    if state.help {
        let area = frame.area();
        let (width, height) = (area.width.min(58), area.height.min(8));
        let (x, y) = ((area.width - width) / 2, (area.height - height) / 2);
        let place = Rect { x, y, width, height };
        frame.render_widget(Clear, place);
        frame.render_widget(Paragraph::new(HELP).block(Block::bordered().title("Keys")), place);
    }
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(0.0)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("")
}

/// Names and parts, from 0 to 1.
fn bars(overview: &Value) -> Vec<(String, f64)> {
    let all = overview["schedulers"].as_array().map_or(&[][..], Vec::as_slice);
    let part = |s: &Value| number(&s["utilisation"]);
    if all.len() > BARS_MOST {
        let mean = all.iter().map(part).sum::<f64>() / all.len() as f64;
        return vec![(format!("{} schedulers", all.len()), mean)];
    }
    all.iter().map(|s| (format!("scheduler {}", s["number"]), part(s))).collect()
}

fn head(
    frame: &mut Frame<'_>,
    area: Rect,
    overview: &Value,
    bars: &[(String, f64)],
    state: &State,
) {
    let mut lines = Vec::new();
    for (name, part) in bars {
        let width = usize::from(area.width).saturating_sub(26).min(40);
        let full = (part * width as f64).round() as usize;
        let colour = if *part > 0.9 { Color::Red } else { Color::Green };
        lines.push(Line::from(vec![
            Span::raw(format!("{name:>14} [")),
            Span::styled("|".repeat(full.min(width)), Style::new().fg(colour)),
            Span::raw(" ".repeat(width.saturating_sub(full))),
            Span::raw(format!("{:>5.1} %]", part * 100.0)),
        ]));
    }
    lines.push(Line::from(summary(overview)));
    let line = match (&state.problem, state.paused) {
        (Some(why), _) => Line::styled(why.clone(), Style::new().fg(Color::Red)),
        (None, true) => Line::styled("paused", Style::new().fg(Color::Yellow)),
        (None, false) => Line::styled(identity(overview), FAINT),
    };
    lines.push(line);
    frame.render_widget(Paragraph::new(lines), area);
}

fn summary(overview: &Value) -> String {
    let count = |name: &str| number(&overview["counts"][name]["now"]);
    let queues = overview["schedulers"].as_array().map_or(&[][..], Vec::as_slice);
    let queued: f64 = queues.iter().map(|s| number(&s["run_queue"])).sum();
    format!(
        "{} processes, {queued} wait; {} resident, {} processes, {} tables; {} reductions/s",
        count("processes"),
        bytes(number(&overview["memory"]["resident"])),
        bytes(number(&overview["memory"]["processes"])),
        bytes(number(&overview["memory"]["ets"])),
        few(number(&overview["rates"]["reductions"])),
    )
}

fn identity(overview: &Value) -> String {
    let versions = &overview["versions"];
    let seconds = number(&overview["uptime_ms"]) as u64 / 1000;
    let (days, clock) = (seconds / 86_400, seconds % 86_400);
    format!(
        "{}, Maser {}, OTP {}, process {}, up {days} d {:02}:{:02}:{:02}",
        text(&overview["node"]),
        text(&versions["maser"]),
        text(&versions["otp"]),
        overview["os_pid"],
        clock / 3600,
        clock / 60 % 60,
        clock % 60,
    )
}

/// A process's cells: pid, reductions, memory, messages, name, where it is.
fn cells(row: &Value) -> [String; 6] {
    let name = ["name", "label", "initial_call"].into_iter().find_map(|key| row[key].as_str());
    let place = row["current_function"].as_str();
    [
        text(&row["pid"]).to_owned(),
        few(number(&row["reductions_lately"])),
        bytes(number(&row["memory"])),
        few(number(&row["messages"])),
        name.unwrap_or("").to_owned(),
        place.map_or_else(|| format!("({})", text(&row["status"])), str::to_owned),
    ]
}

fn titles(sort: Sort) -> [String; 6] {
    let mark =
        |of: Sort, name: &str| if of == sort { format!("{name} v") } else { name.to_owned() };
    [
        "process".to_owned(),
        mark(Sort::Reductions, "lately"),
        mark(Sort::Memory, "memory"),
        mark(Sort::Messages, "messages"),
        "name or initial call".to_owned(),
        "in".to_owned(),
    ]
}

fn processes(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let right = |text: String| Cell::from(Line::from(text).right_aligned());
    let row = |cells: [String; 6]| {
        let [pid, reductions, memory, messages, name, place] = cells;
        let numbers = [reductions, memory, messages].map(right);
        let words = [name, place].map(Cell::from);
        Row::new([Cell::from(pid)].into_iter().chain(numbers).chain(words))
    };
    let rows = state.rows().iter().map(|r| row(cells(r)));
    let widths = [
        Constraint::Length(13),
        Constraint::Length(9),
        Constraint::Length(10),
        Constraint::Length(10),
        Constraint::Fill(1),
        Constraint::Fill(1),
    ];
    let table = Table::new(rows, widths)
        .header(row(titles(state.sort)).style(HEAD))
        .row_highlight_style(Style::new().add_modifier(Modifier::REVERSED));
    let mut chosen = TableState::new().with_selected(Some(state.row));
    frame.render_stateful_widget(table, area, &mut chosen);
}

/// The lines about one process.
fn details(pid: &str, details: Option<&Value>) -> Vec<String> {
    let Some(d) = details.filter(|d| d["pid"] == pid) else {
        return vec![format!("{pid}: there is no such process, or it has ended.")];
    };
    let inside = &d["inside"];
    let mut lines = vec![format!(
        "{pid} {}: {}, {} priority, {}, {} messages, {} reductions",
        text(&d["name"]),
        text(&d["status"]),
        text(&d["priority"]),
        bytes(number(&d["memory"])),
        d["messages"],
        d["reductions"],
    )];
    if inside.is_null() {
        lines
            .push("It runs, or is about to: no more is told than can be seen from outside.".into());
        return lines;
    }
    lines.push(format!(
        "began with {}, spawned by {}, group leader {}",
        text(&inside["initial_call"]),
        text(&inside["parent"]),
        text(&inside["group_leader"]),
    ));
    let list = |lines: &mut Vec<String>, title: &str, items: &Value| {
        let items = items.as_array().map_or(&[][..], Vec::as_slice);
        if !items.is_empty() {
            lines.push(String::new());
            lines.push(format!("{title}:"));
            lines.extend(items.iter().map(|item| match item.as_array() {
                Some(pair) => format!("  {}", pair.iter().map(text).collect::<Vec<_>>().join(": ")),
                None => format!("  {}", text(item)),
            }));
        }
    };
    lines.extend([String::new(), "Stack:".to_owned()]);
    for frame in inside["stack"].as_array().map_or(&[][..], Vec::as_slice) {
        lines.push(format!("  {} {}", text(&frame["function"]), text(&frame["line"])));
        let values = frame["values"].as_array().map_or(&[][..], Vec::as_slice);
        lines.extend(values.iter().map(|value| format!("      {}", text(value))));
    }
    list(&mut lines, "First messages", &inside["first_messages"]);
    list(&mut lines, "Links", &inside["links"]);
    list(&mut lines, "Watches", &inside["monitors"]);
    list(&mut lines, "Watched by", &inside["monitored_by"]);
    list(&mut lines, "Dictionary", &inside["dictionary"]);
    lines
}

/// The page as a text, for who has no terminal.
pub fn as_text(state: &State) -> String {
    let Some(seen) = &state.seen else { return String::new() };
    let mut out = format!("{}\n{}\n", identity(&seen.overview), summary(&seen.overview));
    for (name, part) in bars(&seen.overview) {
        let _ = writeln!(out, "{name:>14} {:>5.1} %", part * 100.0);
    }
    for cells in std::iter::once(titles(state.sort)).chain(state.rows().iter().map(cells)) {
        let [pid, reductions, memory, messages, name, place] = cells;
        let line =
            format!("{pid:<13} {reductions:>9} {memory:>10} {messages:>10}  {name:<34} {place}");
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

/// A number in few digits.
fn few(n: f64) -> String {
    match n {
        1e9.. => format!("{:.1} G", n / 1e9),
        1e6.. => format!("{:.1} M", n / 1e6),
        1e4.. => format!("{:.1} k", n / 1e3),
        _ => format!("{n:.0}"),
    }
}

fn bytes(n: f64) -> String {
    const KIB: f64 = 1024.0;
    for (size, unit) in [(KIB * KIB * KIB, "GiB"), (KIB * KIB, "MiB"), (KIB, "KiB")] {
        if n >= size {
            return format!("{:.1} {unit}", n / size);
        }
    }
    format!("{n:.0} B")
}

#[cfg(test)]
mod tests {
    use super::super::state::Seen;
    use super::*;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::buffer::Buffer;
    use serde_json::json;

    fn seen() -> Seen {
        let overview = json!({
            "node": "a@b", "uptime_ms": 90_061_000, "os_pid": 7,
            "versions": {"maser": "0.1.0", "otp": "25", "erts": "13"},
            "schedulers": [{"number": 1, "utilisation": 0.5, "run_queue": 2},
                           {"number": 2, "utilisation": 1.0, "run_queue": 0}],
            "counts": {"processes": {"now": 40}},
            "memory": {"resident": 52_428_800, "processes": 2048, "ets": 100},
            "rates": {"reductions": 1_234_567.0},
        });
        let rows = json!({"rows": [
            {"pid": "<0.1.0>", "name": "one", "reductions_lately": 12_345, "memory": 2048,
             "messages": 3, "current_function": "a:b/1", "status": "waiting"},
            {"pid": "<0.2.0>", "name": null, "label": null, "initial_call": null,
             "current_function": null, "reductions_lately": 0, "memory": 5, "messages": 0,
             "status": "running"},
        ]});
        Seen { overview, view: Some(rows) }
    }

    fn lines(state: &State, width: u16, height: u16) -> Vec<String> {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| screen(frame, state)).unwrap();
        let buffer: &Buffer = terminal.backend().buffer();
        let rows = buffer.content().chunks(usize::from(width));
        rows.map(|row| row.iter().map(|c| c.symbol()).collect::<String>().trim_end().to_owned())
            .collect()
    }

    #[test]
    fn a_screen_has_schedulers_and_processes() {
        let mut state = State::new();
        state.take(seen());
        let shown = lines(&state, 100, 12);
        assert!(shown[0].contains("scheduler 1 [||||||||||||||||||||  "), "{shown:#?}");
        assert!(shown[1].ends_with("100.0 %]"), "{shown:#?}");
        assert!(shown[2].starts_with("40 processes, 2 wait; 50.0 MiB resident"), "{shown:#?}");
        assert!(shown[3].contains("up 1 d 01:01:01"), "{shown:#?}");
        assert!(shown[4].contains("lately v") && shown[4].contains("memory"), "{shown:#?}");
        assert!(shown[5].starts_with("<0.1.0>") && shown[5].contains("12.3 k"), "{shown:#?}");
        assert!(shown[6].contains("(running)"), "{shown:#?}");
        assert!(
            as_text(&state).contains("<0.1.0>          12.3 k    2.0 KiB"),
            "{}",
            as_text(&state)
        );
        state.help = true;
        assert!(lines(&state, 30, 5).len() == 5);
        assert!(lines(&state, 1, 1).len() == 1);
    }

    #[test]
    fn one_process() {
        let mut state = State::new();
        state.process = Some("<0.1.0>".to_owned());
        let inside = json!({"initial_call": "a:b/0", "stack": [{"function": "a:b/1",
            "line": "a.erl:7", "values": ["x"]}], "links": ["<0.9.0>"], "dictionary": [["k", "v"]]});
        let view = json!({"pid": "<0.1.0>", "status": "waiting", "messages": 2, "inside": inside});
        state.take(Seen { view: Some(view), ..seen() });
        let shown = lines(&state, 80, 24).join("\n");
        for part in ["2 messages", "a:b/1 a.erl:7", "      x", "Links:\n  <0.9.0>", "  k: v"] {
            assert!(shown.contains(part), "{part} {shown}");
        }
        state.take(Seen { view: None, ..seen() });
        assert!(lines(&state, 80, 24).join("\n").contains("has ended"));
    }
}
