//! A summary for other programs.

use super::gather::{Dump, Process};
use super::slogan;
use super::summary::{Summary, called};
use std::fmt::Write;

/// A text in JSON.
fn string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A field whose value is a text.
fn word(name: &str, text: &str) -> String {
    format!("\"{name}\":{}", string(text))
}

/// A field whose value is a number, or JSON already.
fn plain(name: &str, value: impl std::fmt::Display) -> String {
    format!("\"{name}\":{value}")
}

fn object(fields: &[String]) -> String {
    format!("{{{}}}", fields.join(","))
}

fn array(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(",\n  "))
}

fn process(dump: &Dump, process: &Process) -> String {
    let name = |n| dump.names.text(n);
    object(&[
        word("pid", &process.id.to_string()),
        word("called", called(dump, process)),
        word("name", name(process.name)),
        word("label", name(process.label)),
        word("initial_call", name(process.initial)),
        word("spawned_as", name(process.spawned)),
        word("state", name(process.state)),
        word("current_function", name(process.at)),
        plain("memory", process.memory),
        plain("heap_words", process.heap),
        plain("binary_words", process.binaries),
        plain("messages", process.messages),
        plain("reductions", process.reductions),
        plain("collecting", process.collecting),
    ])
}

/// One object for the whole summary.
pub fn text(summary: &Summary<'_>) -> String {
    let dump = summary.dump;
    let list = |all: &[&Process]| array(all.iter().map(|p| process(dump, p)));
    let (means, next) = slogan::meaning(&dump.slogan);
    let groups = summary.groups.iter().map(|g| {
        object(&[
            word("initial_call", &g.what),
            word("current_function", &g.at),
            plain("count", g.count),
            plain("memory", g.memory),
            plain("messages", g.messages),
        ])
    });
    let tables = summary.tables.iter().map(|t| {
        object(&[
            word("name", &t.name),
            word("owner", &t.owner),
            word("type", &t.kind),
            plain("objects", t.objects),
            plain("words", t.words),
        ])
    });
    let memory: Vec<String> = dump.memory.iter().map(|(kind, n)| plain(kind, n)).collect();
    let fields = [
        plain("bytes", dump.extent.bytes),
        plain("whole", dump.extent.whole),
        word("last_section", &dump.extent.last),
        word("format", &dump.version),
        word("time", &dump.time),
        word("slogan", &dump.slogan),
        word("means", means),
        word("next", next),
        word("system", &dump.system),
        word("taints", &dump.taints),
        plain("remarks", array(summary.remarks.iter().map(|r| string(r)))),
        plain("memory", object(&memory)),
        plain("word_bytes", dump.word()),
        plain("processes", dump.processes.len()),
        plain("largest", list(&summary.largest)),
        plain("mailboxes", list(&summary.mailboxes)),
        plain("binary_holders", list(&summary.holders)),
        plain("collecting", list(&summary.collecting)),
        plain("groups", array(groups)),
        plain("schedulers", schedulers(dump)),
        plain("tables", array(tables)),
        plain("ports", ports(dump)),
        plain("nodes", array(dump.nodes.iter().map(|n| string(&n.1)))),
        plain("timers", dump.timers),
        plain("modules", dump.modules),
        plain("code_bytes", dump.code),
        plain("atoms", dump.atoms),
        plain("atoms_limit", dump.atoms_max),
    ];
    format!("{{{}}}\n", fields.join(",\n "))
}

fn schedulers(dump: &Dump) -> String {
    array(dump.schedulers.iter().map(|s| {
        object(&[
            word("kind", &s.kind),
            word("number", &s.number),
            word("process", &s.process),
            word("port", &s.port),
            word("state", &s.state),
            word("current_function", &s.at),
            plain("queued", s.queued),
            plain("stack", array(s.stack.iter().map(|at| string(at)))),
        ])
    }))
}

fn ports(dump: &Dump) -> String {
    array(dump.ports.iter().map(|p| {
        object(&[
            word("id", &p.id),
            word("owner", &p.owner),
            word("what", &p.what),
            plain("queued", p.queued),
            plain("input", p.input),
            plain("output", p.output),
        ])
    }))
}

#[cfg(test)]
mod tests {
    #[test]
    fn texts_are_escaped() {
        assert_eq!(super::string("a\"b\\c\nd\u{e9}"), "\"a\\\"b\\\\c\\u000ad\u{e9}\"");
    }
}
