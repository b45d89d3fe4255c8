//! One process of a dump, whole.

use super::gather::Pid;
use super::page::base64;
use super::read::{Extent, Visitor, function, pair, text};
use super::terms::{Heap, Terms, hex};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// So much of the process's heap, and of the literals that it may refer to, is kept.
const HEAP_ROOM: usize = 512 << 20;
const LITERAL_ROOM: usize = 256 << 20;

/// So many lines of each of its parts are kept.
const LINES_MAX: usize = 100_000;

/// So much of each large binary is kept, and so many of them.
const BINARY_ROOM: usize = 1024;
const BINARIES_MAX: usize = 100_000;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    State,
    Messages,
    Dictionary,
    Stack,
    Heap,
    Literals,
    Binary(u64),
    Other,
}

/// Takes from a dump what is said of one process.
pub struct Whole {
    pid: Pid,
    section: Section,
    found: bool,
    state: Vec<String>,
    messages: Vec<Vec<u8>>,
    dictionary: Vec<Vec<u8>>,
    stack: Vec<Vec<u8>>,
    heap: Heap,
    literals: Heap,
    /// The large binaries that heap and literals refer to, once both have been read.
    wanted: Option<HashSet<u64>>,
    binaries: HashMap<u64, Vec<u8>>,
}

impl Whole {
    pub fn of(pid: Pid) -> Whole {
        Whole {
            pid,
            section: Section::Other,
            found: false,
            state: Vec::new(),
            messages: Vec::new(),
            dictionary: Vec::new(),
            stack: Vec::new(),
            heap: Heap::default(),
            literals: Heap::default(),
            wanted: None,
            binaries: HashMap::new(),
        }
    }
}

impl Visitor for Whole {
    fn section(&mut self, name: &[u8], id: &[u8]) {
        let own = name.starts_with(b"proc") && Pid::parse(id) == Some(self.pid);
        self.found |= own && name == b"proc";
        self.section = match name {
            b"proc" if own => Section::State,
            b"proc_messages" if own => Section::Messages,
            b"proc_dictionary" if own => Section::Dictionary,
            b"proc_stack" if own => Section::Stack,
            b"proc_heap" if own => Section::Heap,
            b"literals" => Section::Literals,
            b"binary" => {
                let (heap, literals) = (&self.heap, &self.literals);
                let wanted = self
                    .wanted
                    .get_or_insert_with(|| heap.binaries().chain(literals.binaries()).collect());
                match hex(id).filter(|at| wanted.contains(at)) {
                    Some(at) if self.binaries.len() < BINARIES_MAX => Section::Binary(at),
                    _ => Section::Other,
                }
            }
            _ => Section::Other,
        };
    }

    fn line(&mut self, line: &[u8]) {
        let keep = |lines: &mut Vec<Vec<u8>>| {
            if lines.len() < LINES_MAX {
                lines.push(line.to_vec());
            }
        };
        match self.section {
            Section::State if self.state.len() < LINES_MAX => self.state.push(text(line)),
            Section::Messages => keep(&mut self.messages),
            Section::Dictionary => keep(&mut self.dictionary),
            Section::Stack => keep(&mut self.stack),
            Section::Heap => self.heap.add(line, HEAP_ROOM),
            Section::Literals => self.literals.add(line, LITERAL_ROOM),
            Section::Binary(at) => {
                let content = line.split(|b| *b == b':').nth(1).unwrap_or_default();
                self.binaries.insert(at, base64(content, BINARY_ROOM));
                self.section = Section::Other;
            }
            _ => {}
        }
    }
}

impl Whole {
    /// The text of it; nothing if it is not in the dump. With `all`, long values and mailboxes
    /// are written whole.
    pub fn text(&self, extent: &Extent, all: bool) -> Option<String> {
        if !self.found {
            return None;
        }
        let terms = Terms { heaps: &[&self.heap, &self.literals], binaries: &self.binaries };
        let room = if all { 1 << 20 } else { 400 };
        let most = if all { usize::MAX } else { 10 };
        let mut out = format!("process {}\n", self.pid);
        for line in &self.state {
            let _ = writeln!(out, "  {line}");
        }
        if !self.stack.is_empty() {
            let _ = writeln!(out, "\nStack, the newest first, with the values in it");
            self.stack.iter().for_each(|line| frame(&mut out, &terms, line, room));
        }
        if !self.dictionary.is_empty() {
            let _ = writeln!(out, "\nDictionary");
        }
        for entry in &self.dictionary {
            let _ = writeln!(out, "  {}", terms.show(entry, room));
        }
        if !self.messages.is_empty() {
            let _ = writeln!(out, "\nMailbox, the oldest first");
        }
        for message in self.messages.iter().take(most) {
            let _ = writeln!(out, "  {}", terms.show(message, room));
        }
        if self.messages.len() > most {
            let more = self.messages.len() - most;
            let _ = writeln!(out, "  and {more} more: --all");
        }
        if !extent.whole {
            let last = &extent.last;
            let _ =
                writeln!(out, "\nThe dump is cut off in the section {last}: parts may be missing.");
        }
        if self.heap.cut || self.literals.cut {
            let _ = writeln!(out, "\nThe heap is too large to be kept: some values are missing.");
        }
        Some(out)
    }
}

/// Writes a line of a stack: a value in it, or the place to which a function returns.
fn frame(out: &mut String, terms: &Terms<'_>, line: &[u8], room: usize) {
    let Some((name, value)) = pair(line) else { return };
    match value.strip_prefix(b"SReturn addr ") {
        Some(_) => {
            let _ = writeln!(out, "  {}", text(function(value)));
        }
        None => {
            let _ = writeln!(out, "    {} = {}", text(name), terms.show(value, room));
        }
    }
}
