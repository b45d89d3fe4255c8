//! A summary as text: about 60 lines that say first what is needed first.

use super::gather::{Dump, Process, Scheduler};
use super::slogan;
use super::summary::{Summary, called, percent, size};
use std::fmt::Write;

/// Columns of a line, but for what cannot be broken.
const WIDTH: usize = 100;

/// The text of a summary. With `all`, nothing is left out of lists.
pub fn text(summary: &Summary<'_>, file: &str, all: bool) -> String {
    let mut out = String::new();
    head(&mut out, summary.dump, file);
    memory(&mut out, summary);
    if !summary.remarks.is_empty() {
        let _ = writeln!(out, "\nWhat stands out");
        summary.remarks.iter().for_each(|remark| wrapped(&mut out, "  ", "    ", remark));
    }
    processes(&mut out, summary);
    groups(&mut out, summary);
    schedulers(&mut out, summary.dump, all);
    tables(&mut out, summary);
    if all {
        ports(&mut out, summary.dump);
    }
    rest(&mut out, summary.dump, all);
    out
}

/// Writes a text in lines; all but the first are indented.
fn wrapped(out: &mut String, first: &str, others: &str, text: &str) {
    let mut line = first.to_string();
    let mut fresh = true;
    for word in text.split_whitespace() {
        if !fresh && line.chars().count() + 1 + word.chars().count() > WIDTH {
            let _ = writeln!(out, "{line}");
            line = others.to_string();
            fresh = true;
        }
        if !fresh {
            line.push(' ');
        }
        line.push_str(word);
        fresh = false;
    }
    let _ = writeln!(out, "{line}");
}

/// A text, cut where it is longer than so many characters.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some(_) => text.chars().take(most.saturating_sub(2)).collect::<String>() + "..",
        None => text.to_string(),
    }
}

fn head(out: &mut String, dump: &Dump, file: &str) {
    let extent = &dump.extent;
    let bytes = size(extent.bytes);
    match extent.whole {
        true => {
            let _ = writeln!(out, "{file}: {bytes}, whole");
        }
        false => {
            let text = format!(
                "{file}: CUT OFF after {bytes}, in the section {}: the disk was full, or \
                 ERL_CRASH_DUMP_SECONDS or _BYTES ended it. The rest is not counted.",
                cut(&extent.last, 60)
            );
            wrapped(out, "", "  ", &text);
        }
    }
    let system = cut(&dump.system, 200);
    wrapped(out, "died     ", "         ", &format!("{}; {system}", dump.time));
    let (means, next) = slogan::meaning(&dump.slogan);
    wrapped(out, "slogan   ", "         ", &cut(&dump.slogan, 600));
    wrapped(out, "means    ", "         ", means);
    wrapped(out, "do next  ", "         ", next);
}

fn memory(out: &mut String, summary: &Summary<'_>) {
    let total = summary.dump.memory_of("total");
    if total == 0 {
        return;
    }
    let kinds: Vec<String> = summary
        .memory
        .iter()
        .map(|(kind, n)| format!("{kind} {} ({} %)", size(*n), percent(*n, total)))
        .collect();
    let text = match kinds.is_empty() {
        true => size(total),
        false => format!("{}: {}", size(total), kinds.join(", ")),
    };
    wrapped(out, "memory   ", "         ", &text);
}

fn processes(out: &mut String, summary: &Summary<'_>) {
    let dump = summary.dump;
    if dump.processes.is_empty() {
        return;
    }
    let of = dump.processes.len();
    let title = if of == 1 { "The process".into() } else { format!("Largest of {of} processes") };
    list(out, dump, &title, &summary.largest);
    list(out, dump, "Fullest mailboxes", &summary.mailboxes);
    list(out, dump, "Most large binaries on the heap", &summary.holders);
    list(out, dump, "Being collected", &summary.collecting);
}

/// A table of processes; what is in no dump of a kind is no list.
fn list(out: &mut String, dump: &Dump, title: &str, all: &[&Process]) {
    if all.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "\n{title:<31} {:>9} {:>9} {:>9}  state, place",
        "memory", "messages", "binaries"
    );
    for process in all {
        let who = format!("{} {}", process.id, cut(called(dump, process), 200));
        let collected = if process.collecting { "collected" } else { "" };
        let place = cut(dump.names.text(process.at), 40);
        let state = [dump.names.text(process.state), collected, &place];
        let state: Vec<&str> = state.into_iter().filter(|part| !part.is_empty()).collect();
        let _ = writeln!(
            out,
            "  {:<29} {:>9} {:>9} {:>9}  {}",
            cut(&who, 29),
            size(process.memory),
            process.messages,
            size(process.binaries.saturating_mul(dump.word())),
            state.join(", "),
        );
    }
}

fn groups(out: &mut String, summary: &Summary<'_>) {
    if summary.groups.is_empty() {
        return;
    }
    let _ =
        writeln!(out, "\n{:<31} {:>9} {:>9} {:>9}  place", "Alike", "count", "memory", "messages");
    for group in &summary.groups {
        let _ = writeln!(
            out,
            "  {:<29} {:>9} {:>9} {:>9}  {}",
            cut(&group.what, 29),
            group.count,
            size(group.memory),
            group.messages,
            cut(&group.at, 40),
        );
    }
}

/// Schedulers that ran something; of the others only their number.
fn schedulers(out: &mut String, dump: &Dump, all: bool) {
    let own: Vec<&Scheduler> = dump.schedulers.iter().filter(|s| !s.number.is_empty()).collect();
    if own.is_empty() {
        return;
    }
    let idle = own.iter().filter(|s| s.process.is_empty() && s.port.is_empty()).count();
    let mut queues = dump.schedulers.iter().map(|s| s.queued);
    let queued = queues.by_ref().fold(0u64, u64::saturating_add);
    let _ = writeln!(
        out,
        "\nSchedulers: {} ran something, {idle} were idle; {queued} waited in queues; {} wrote this",
        own.len() - idle,
        dump.calling
    );
    let running = own.iter().filter(|s| !s.process.is_empty() || !s.port.is_empty());
    for scheduler in running.take(if all { usize::MAX } else { 6 }) {
        let kind = format!("{} {}", scheduler.kind, scheduler.number);
        let _ = writeln!(out, "  {:<12} {}", kind.trim(), ran(dump, scheduler));
        let stack = scheduler.stack.iter().filter(|at| !at.is_empty());
        let stack: Vec<&str> = stack.map(String::as_str).take(if all { 64 } else { 4 }).collect();
        if !stack.is_empty() {
            wrapped(out, "               called by ", "               ", &stack.join(" "));
        }
    }
}

fn ran(dump: &Dump, scheduler: &Scheduler) -> String {
    if scheduler.process.is_empty() {
        return scheduler.port.clone();
    }
    let id = super::gather::Pid::parse(scheduler.process.as_bytes());
    let process = dump.processes.iter().find(|p| Some(p.id) == id);
    let who = process.map_or(String::new(), |p| format!(" {}", cut(called(dump, p), 60)));
    let at = if scheduler.at.is_empty() { "" } else { ", in " };
    let collected = if scheduler.collecting { ", being collected" } else { "" };
    let state = &scheduler.state;
    format!("{}{who}: {state}{collected}{at}{}", scheduler.process, scheduler.at)
}

fn tables(out: &mut String, summary: &Summary<'_>) {
    if summary.tables.is_empty() {
        return;
    }
    let of = summary.dump.tables.len();
    let title = if of == 1 { "The table".into() } else { format!("Largest of {of} tables") };
    let _ = writeln!(out, "\n{title:<31} {:>9} {:>9}  owner, kind", "memory", "objects");
    for table in &summary.tables {
        let _ = writeln!(
            out,
            "  {:<29} {:>9} {:>9}  {} {}",
            cut(&table.name, 29),
            size(table.words.saturating_mul(summary.dump.word())),
            table.objects,
            table.owner,
            table.kind,
        );
    }
}

fn ports(out: &mut String, dump: &Dump) {
    if dump.ports.is_empty() {
        return;
    }
    let _ =
        writeln!(out, "\n{:<31} {:>9} {:>9} {:>9}  owner, what", "Ports", "queued", "in", "out");
    for port in &dump.ports {
        let (queued, input, output) = (size(port.queued), size(port.input), size(port.output));
        let _ = writeln!(
            out,
            "  {:<29} {queued:>9} {input:>9} {output:>9}  {} {}",
            port.id, port.owner, port.what
        );
    }
}

/// A number of things.
fn count(n: u64, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

/// One line on the other things that there are, and one on the node.
fn rest(out: &mut String, dump: &Dump, all: bool) {
    let mut line = format!(
        "{}, {}, {} with {} of code",
        count(dump.ports.len() as u64, "port"),
        count(dump.timers, "timer"),
        count(dump.modules, "module"),
        size(dump.code)
    );
    if dump.old_code > 0 {
        let _ = write!(line, " and {} of old code", size(dump.old_code));
    }
    if dump.persistent_terms > 0 {
        let _ = write!(line, ", {}", count(dump.persistent_terms, "persistent term"));
    }
    if dump.binaries > 0 {
        let binaries = dump.binaries;
        let word = if binaries == 1 { "binary" } else { "binaries" };
        let _ = write!(line, ", {binaries} large {word} with {}", size(dump.binary_bytes));
    }
    let _ = write!(line, ", {}", count(dump.atoms, "atom"));
    if dump.atoms_max > 0 {
        let _ = write!(line, " of {}", dump.atoms_max);
    }
    out.push('\n');
    wrapped(out, "Other      ", "           ", &line);
    let others: Vec<_> = dump.nodes.iter().filter(|(_, name)| name != "'nonode@nohost'").collect();
    let nodes: Vec<String> = others
        .iter()
        .take(if all { usize::MAX } else { 8 })
        .map(|(kind, name)| format!("{name} ({kind})"))
        .collect();
    let more = others.len() - nodes.len();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let text = match dump.alive {
        None => return,
        Some(false) => "not alive: no distribution".to_string(),
        Some(true) if nodes.is_empty() => "alive; no other node is known".to_string(),
        Some(true) => format!("alive; knows {}{more}", nodes.join(", ")),
    };
    wrapped(out, "Node       ", "           ", &text);
}
