//! The lists that are made of a dump: who is largest, who are alike, and what stands out.

use super::gather::{Dump, Process, Table};
use std::collections::HashMap;

/// Processes that were started alike and were in the same function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    pub what: String,
    pub at: String,
    pub count: u64,
    pub memory: u64,
    pub messages: u64,
}

/// Lists of a dump, in the order in which they are shown.
pub struct Summary<'a> {
    pub dump: &'a Dump,
    pub largest: Vec<&'a Process>,
    pub mailboxes: Vec<&'a Process>,
    pub holders: Vec<&'a Process>,
    pub collecting: Vec<&'a Process>,
    pub groups: Vec<Group>,
    pub tables: Vec<&'a Table>,
    /// Memory by kind, the largest first.
    pub memory: Vec<(&'static str, u64)>,
    pub remarks: Vec<String>,
}

/// Makes the lists, each of so many at most.
pub fn of(dump: &Dump, most: usize) -> Summary<'_> {
    let top = |key: fn(&Process) -> u64| top(&dump.processes, key, most);
    let mut collecting: Vec<&Process> = dump.processes.iter().filter(|p| p.collecting).collect();
    collecting.sort_by_key(|p| std::cmp::Reverse(p.memory));
    collecting.truncate(most);
    let mut summary = Summary {
        dump,
        largest: top(|p| p.memory),
        mailboxes: top(|p| p.messages),
        holders: top(|p| p.binaries),
        collecting,
        groups: groups(dump, most),
        tables: top_tables(dump, most),
        memory: kinds(dump),
        remarks: Vec::new(),
    };
    summary.remarks = remarks(&summary);
    summary
}

/// The processes of which a number is largest; none of which it is 0.
fn top(processes: &[Process], key: fn(&Process) -> u64, most: usize) -> Vec<&Process> {
    let mut all: Vec<&Process> = processes.iter().filter(|p| key(p) > 0).collect();
    let order = |p: &&Process| (std::cmp::Reverse(key(p)), p.id);
    if all.len() > most && most > 0 {
        all.select_nth_unstable_by_key(most - 1, order);
    }
    all.truncate(most);
    all.sort_by_key(order);
    all
}

fn top_tables(dump: &Dump, most: usize) -> Vec<&Table> {
    let mut all: Vec<&Table> = dump.tables.iter().collect();
    all.sort_by_key(|t| std::cmp::Reverse(t.words));
    all.truncate(most);
    all
}

fn groups(dump: &Dump, most: usize) -> Vec<Group> {
    let mut all: HashMap<(u32, u32), Group> = HashMap::new();
    for process in &dump.processes {
        let begun = begun(process);
        let group = all.entry((begun, process.at)).or_default();
        group.count += 1;
        group.memory = group.memory.saturating_add(process.memory);
        group.messages = group.messages.saturating_add(process.messages);
    }
    let mut all: Vec<Group> = all
        .into_iter()
        .map(|((what, at), group)| Group {
            what: dump.names.text(what).into(),
            at: dump.names.text(at).into(),
            ..group
        })
        .collect();
    all.sort_by(|a, b| (b.count, b.memory, &a.what).cmp(&(a.count, a.memory, &b.what)));
    all.truncate(most);
    all
}

/// The name of the function that a process was started with: where `proc_lib` stands before it,
/// that behind it.
fn begun(process: &Process) -> u32 {
    if process.initial != 0 { process.initial } else { process.spawned }
}

/// A process as people know it: its registered name, its label, or what it was started with.
pub fn called<'a>(dump: &'a Dump, process: &Process) -> &'a str {
    let known = [process.name, process.label, begun(process)];
    dump.names.text(known.into_iter().find(|n| *n != 0).unwrap_or(0))
}

/// Memory by kind; what the emulator counts together as `system` is taken apart.
fn kinds(dump: &Dump) -> Vec<(&'static str, u64)> {
    let of = |kind| dump.memory_of(kind);
    let apart: [(&str, u64); 5] = [
        ("processes", of("processes")),
        ("binaries", of("binary")),
        ("tables", of("ets")),
        ("code", of("code")),
        ("atoms", of("atom")),
    ];
    let known = apart[1..].iter().fold(0u64, |sum, (_, n)| sum.saturating_add(*n));
    let mut all: Vec<(&str, u64)> = apart.into_iter().filter(|(_, n)| *n > 0).collect();
    let rest = of("system").saturating_sub(known);
    if rest > 0 {
        all.push(("other", rest));
    }
    all.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    all
}

/// Bytes as people read them.
pub fn size(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["kB", "MB", "GB", "TB", "PB"];
    if bytes < 10_000 {
        return format!("{bytes} B");
    }
    let mut n = bytes as f64 / 1024.0;
    let mut unit = 0;
    while n >= 1000.0 && unit + 1 < UNITS.len() {
        n /= 1024.0;
        unit += 1;
    }
    if n < 10.0 { format!("{n:.1} {}", UNITS[unit]) } else { format!("{n:.0} {}", UNITS[unit]) }
}

/// How many of a hundred.
pub fn percent(part: u64, whole: u64) -> u64 {
    if whole == 0 { 0 } else { (u128::from(part) * 100 / u128::from(whole)) as u64 }
}

/// Sentences on that which somebody should look at first.
fn remarks(summary: &Summary<'_>) -> Vec<String> {
    let dump = summary.dump;
    let mut all = Vec::new();
    about_processes(summary, &mut all);
    let total = dump.memory_of("total");
    let ets = summary.tables.first().map_or(0, |t| t.words.saturating_mul(dump.word()));
    if let Some(table) = summary.tables.first().filter(|_| ets > MUCH && percent(ets, total) >= 30)
    {
        let (name, owner) = (&table.name, &table.owner);
        let (ets, part) = (size(ets), percent(ets, total));
        all.push(format!("The table {name} of {owner} has {ets}, {part} % of all memory."));
    }
    let binary = dump.memory_of("binary");
    if binary > MUCH && percent(binary, total) >= 50 {
        let part = percent(binary, total);
        all.push(format!("Binaries take {}, {part} % of all memory.", size(binary)));
    }
    let atoms = percent(dump.atoms, dump.atoms_max);
    if dump.atoms_max > 0 && atoms >= 80 {
        let newest = dump.newest_atoms.join(" ");
        let text =
            format!("The table of atoms is {atoms} % full ({} of {}).", dump.atoms, dump.atoms_max);
        let newest = if newest.is_empty() { newest } else { format!(" The newest: {newest}") };
        all.push(text + &newest);
    }
    if dump.carriers > MUCH && percent(dump.blocks, dump.carriers) < 50 {
        all.push(format!(
            "Allocators hold {} and use only {} of it: memory is in pieces.",
            size(dump.carriers),
            size(dump.blocks)
        ));
    }
    let queued = dump.schedulers.iter().fold(0u64, |sum, s| sum.saturating_add(s.queued));
    if queued > 100 {
        all.push(format!("{queued} processes and ports waited in run queues: it was overloaded."));
    }
    if let Some(port) = dump.ports.iter().max_by_key(|p| p.queued).filter(|p| p.queued > 1 << 20) {
        let (id, what, queued) = (&port.id, &port.what, size(port.queued));
        all.push(format!("The port {id} ({what}) has {queued} that its receiver does not take."));
    }
    if !dump.taints.is_empty() {
        all.push(format!("Libraries in C were loaded by: {}.", dump.taints));
    }
    all
}

/// Less than this is no reason for anything.
const MUCH: u64 = 64 << 20;

fn about_processes(summary: &Summary<'_>, all: &mut Vec<String>) {
    let dump = summary.dump;
    let memory = dump.memory_of("processes").max(1);
    if let Some(p) = summary.largest.first()
        && p.memory > MUCH
        && percent(p.memory, memory) >= 30
    {
        let part = percent(p.memory, memory);
        let state = if p.collecting { "; it was being collected" } else { "" };
        let (id, who, bytes) = (p.id, called(dump, p), size(p.memory));
        let text = format!("{id} ({who}) has {bytes}, {part} % of the memory of processes{state}.");
        all.push(text);
    }
    if let Some(p) = summary.mailboxes.first()
        && p.messages >= 1000
    {
        let (id, who, n, at) = (p.id, called(dump, p), p.messages, dump.names.text(p.at));
        all.push(format!("{id} ({who}) has {n} messages waiting; it is in {at}."));
    }
    if let Some(group) = summary.groups.first()
        && group.count >= 1000
        && percent(group.count, dump.processes.len() as u64) >= 50
    {
        let (count, what, at) = (group.count, &group.what, &group.at);
        all.push(format!("{count} of {} processes are {what}, in {at}.", dump.processes.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(size(9_999), "9999 B");
        assert_eq!(size(10_240), "10 kB");
        assert_eq!(size(1_678_352_336), "1.6 GB");
        assert_eq!(size(u64::MAX), "16384 PB");
        assert_eq!(percent(u64::MAX, u64::MAX), 100);
        assert_eq!(percent(1, 0), 0);
    }

    #[test]
    fn the_largest() {
        let of = |memory| Process { memory, ..Process::default() };
        let all: Vec<Process> = [3, 9, 0, 7, 1].map(of).into();
        let best =
            |most| top(&all, |p| p.memory, most).iter().map(|p| p.memory).collect::<Vec<_>>();
        assert_eq!(best(2), [9, 7]);
        assert_eq!(best(9), [9, 7, 3, 1]);
        assert!(best(0).is_empty());
    }
}
