//! Keeps of a dump some numbers and names of each process, table and port, and of the rest
//! only sums.

use super::read::{Extent, Visitor, function, number, pair, text};
use super::terms::{Heap, Terms, atom_text, hex, split};
use std::collections::HashMap;

/// So much of the heap of one process, and of the literals, is kept while it is read: the initial
/// call and the label of a process are found there.
const HEAP_ROOM: usize = 1 << 20;
const LITERAL_ROOM: usize = 128 << 20;

/// So many entries of a process dictionary are looked at, and so many newest atoms, schedulers,
/// lines of a stack and nodes are kept.
const ENTRIES_MAX: usize = 4096;
const ATOMS_MAX: usize = 8;
const SCHEDULERS_MAX: usize = 4096;
const STACK_MAX: usize = 64;

/// A process's number: `<0.83.0>`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pid(pub u32, pub u32, pub u32);

impl Pid {
    /// The number in `<0.83.0>`, also without the brackets.
    pub fn parse(text: &[u8]) -> Option<Pid> {
        let text = std::str::from_utf8(text).ok()?.trim();
        let mut parts = text.trim_start_matches('<').trim_end_matches('>').split('.');
        let mut part = || parts.next()?.parse().ok();
        let pid = Pid(part()?, part()?, part()?);
        parts.next().is_none().then_some(pid)
    }
}

impl std::fmt::Display for Pid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&format!("<{}.{}.{}>", self.0, self.1, self.2))
    }
}

/// The number of a text that many processes have.
pub type Name = u32;

/// Texts that many processes have, once.
#[derive(Default)]
pub struct Names {
    all: Vec<Box<str>>,
    numbers: HashMap<Box<str>, Name>,
}

impl Names {
    fn number(&mut self, bytes: &[u8]) -> Name {
        let text = text(bytes);
        if let Some(n) = self.numbers.get(text.as_str()) {
            return *n;
        }
        let n = self.all.len() as Name;
        self.all.push(text.as_str().into());
        self.numbers.insert(text.into(), n);
        n
    }

    /// The text of a number.
    pub fn text(&self, name: Name) -> &str {
        self.all.get(name as usize).map_or("", |text| text)
    }
}

/// The parts of a process that are kept. A name of 0 is the empty text.
#[derive(Clone, Debug, Default)]
pub struct Process {
    pub id: Pid,
    pub name: Name,
    pub state: Name,
    pub spawned: Name,
    /// The function that `proc_lib` calls in it.
    pub initial: Name,
    pub label: Name,
    /// The function that it is in.
    pub at: Name,
    pub messages: u64,
    pub memory: u64,
    /// Words of both generations, and of large binaries that they hold.
    pub heap: u64,
    pub binaries: u64,
    pub reductions: u64,
    pub collecting: bool,
}

/// A scheduler and what it ran.
#[derive(Clone, Debug, Default)]
pub struct Scheduler {
    pub kind: String,
    pub number: String,
    pub process: String,
    pub port: String,
    pub state: String,
    pub at: String,
    pub collecting: bool,
    pub queued: u64,
    pub stack: Vec<String>,
}

/// A table of ETS.
#[derive(Clone, Debug, Default)]
pub struct Table {
    pub name: String,
    pub owner: String,
    pub kind: String,
    pub objects: u64,
    pub words: u64,
}

/// A port.
#[derive(Clone, Debug, Default)]
pub struct Port {
    pub id: String,
    pub owner: String,
    pub what: String,
    pub queued: u64,
    pub input: u64,
    pub output: u64,
}

/// The parts of a dump that are kept.
#[derive(Default)]
pub struct Dump {
    pub extent: Extent,
    pub version: String,
    pub time: String,
    pub slogan: String,
    pub system: String,
    pub taints: String,
    pub calling: String,
    pub atoms: u64,
    pub atoms_max: u64,
    pub newest_atoms: Vec<String>,
    pub schedulers: Vec<Scheduler>,
    pub memory: Vec<(String, u64)>,
    /// Bytes that allocators have from the system, and that are used of these.
    pub carriers: u64,
    pub blocks: u64,
    pub names: Names,
    pub processes: Vec<Process>,
    pub ports: Vec<Port>,
    pub tables: Vec<Table>,
    pub timers: u64,
    /// Nodes by the way they are connected.
    pub nodes: Vec<(String, String)>,
    pub alive: Option<bool>,
    pub modules: u64,
    pub code: u64,
    pub old_code: u64,
    pub binaries: u64,
    pub binary_bytes: u64,
    pub persistent_terms: u64,
}

impl Dump {
    /// The bytes of a word of the emulator that wrote it.
    pub fn word(&self) -> u64 {
        if self.system.contains("[32-bit]") { 4 } else { 8 }
    }

    /// Forgets what programs have written: labels, atoms, reasons in slogans, commands of ports,
    /// names of nodes.
    pub fn forget_texts(&mut self) {
        self.slogan = super::slogan::bare(&self.slogan);
        self.newest_atoms.clear();
        self.processes.iter_mut().for_each(|p| p.label = 0);
        self.nodes.iter_mut().for_each(|(_, name)| *name = "a node".into());
        for port in &mut self.ports {
            port.what.truncate(port.what.find(':').unwrap_or(port.what.len()));
        }
    }

    /// Processes, binaries and so on; 0 if the dump does not say.
    pub fn memory_of(&self, kind: &str) -> u64 {
        self.memory.iter().find(|(name, _)| name == kind).map_or(0, |(_, n)| *n)
    }
}

/// The section that is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    General,
    Scheduler,
    RunQueue,
    Memory,
    AtomTable,
    Allocator,
    Process,
    Port,
    Table,
    Node,
    Loaded,
    Dictionary,
    Heap,
    Persistent,
    Literals,
    Binary,
    Atoms,
    Other,
}

/// Takes from a dump what is kept.
pub struct Gather {
    pub dump: Dump,
    section: Section,
    lines: u64,
    by_id: HashMap<Pid, u32>,
    /// The process whose dictionary and heap are being read, with the dictionary's entries.
    of: Option<u32>,
    entries: Vec<Vec<u8>>,
    heap: Heap,
    literals: Heap,
    /// Values that are literals: of which processes, whether it is a label, and the term.
    later: Vec<(u32, bool, Box<[u8]>)>,
}

impl Default for Gather {
    fn default() -> Gather {
        let mut gather = Gather {
            dump: Dump::default(),
            section: Section::Other,
            lines: 0,
            by_id: HashMap::new(),
            of: None,
            entries: Vec::new(),
            heap: Heap::default(),
            literals: Heap::default(),
            later: Vec::new(),
        };
        gather.dump.names.number(b"");
        gather
    }
}

impl Visitor for Gather {
    fn section(&mut self, name: &[u8], id: &[u8]) {
        self.leave();
        self.lines = 0;
        self.section = self.enter(name, id);
    }

    fn line(&mut self, line: &[u8]) {
        self.lines += 1;
        match self.section {
            Section::General => self.general(line),
            Section::Scheduler | Section::RunQueue => self.scheduler(line),
            Section::Memory => {
                if let Some((key, value)) = pair(line)
                    && self.dump.memory.len() < 64
                {
                    self.dump.memory.push((text(key), number(value)));
                }
            }
            Section::AtomTable => {
                if let Some((b"limit", value)) = pair(line) {
                    self.dump.atoms_max = number(value);
                }
            }
            Section::Allocator => self.allocator(line),
            Section::Process => self.process(line),
            Section::Port => self.port(line),
            Section::Table => self.table(line),
            Section::Node => {
                if let (Some((b"Name", value)), Some(node)) =
                    (pair(line), self.dump.nodes.last_mut())
                {
                    node.1 = text(value);
                }
            }
            Section::Loaded => match pair(line) {
                Some((b"Current code", value)) => self.dump.code = number(value),
                Some((b"Old code", value)) => self.dump.old_code = number(value),
                _ => {}
            },
            Section::Dictionary if self.entries.len() < ENTRIES_MAX && line.len() < 64 => {
                self.entries.push(line.to_vec());
            }
            Section::Heap if !self.entries.is_empty() => self.heap.add(line, HEAP_ROOM),
            Section::Literals if !self.later.is_empty() => self.literals.add(line, LITERAL_ROOM),
            Section::Persistent => self.dump.persistent_terms += 1,
            Section::Binary if self.lines == 1 => {
                let size = line.split(|b| *b == b':').next().and_then(hex).unwrap_or(0);
                self.dump.binary_bytes = self.dump.binary_bytes.saturating_add(size);
            }
            Section::Atoms if self.dump.newest_atoms.len() < ATOMS_MAX => {
                self.dump.newest_atoms.push(text(line));
            }
            _ => {}
        }
    }
}

impl Gather {
    /// Ends the reading.
    pub fn done(mut self, extent: Extent) -> Dump {
        self.leave();
        self.dump.extent = extent;
        let heap = std::mem::take(&mut self.literals);
        for (of, is_label, term) in std::mem::take(&mut self.later) {
            self.keep(of, is_label, &term, &[&heap]);
        }
        self.dump
    }

    fn enter(&mut self, name: &[u8], id: &[u8]) -> Section {
        let dump = &mut self.dump;
        match name {
            b"erl_crash_dump" => {
                dump.version = text(id);
                Section::General
            }
            b"scheduler" | b"dirty_cpu_scheduler" | b"dirty_io_scheduler" => {
                let kind = name.strip_suffix(b"scheduler").unwrap_or_default();
                let kind = text(kind).replace('_', " ").trim().to_string();
                self.new_scheduler(Scheduler { kind, number: text(id), ..Scheduler::default() })
            }
            b"dirty_cpu_run_queue" | b"dirty_io_run_queue" => {
                let kind = text(name).replace("_run_queue", " run queue").replace('_', " ");
                self.new_scheduler(Scheduler { kind, ..Scheduler::default() });
                Section::RunQueue
            }
            b"memory" => Section::Memory,
            b"index_table" if id == b"atom_tab" => Section::AtomTable,
            b"allocator" => Section::Allocator,
            b"proc" => match Pid::parse(id) {
                Some(id) => {
                    self.by_id.insert(id, dump.processes.len() as u32);
                    dump.processes.push(Process { id, ..Process::default() });
                    Section::Process
                }
                None => Section::Other,
            },
            b"port" => {
                dump.ports.push(Port { id: text(id), ..Port::default() });
                Section::Port
            }
            b"ets" => {
                dump.tables.push(Table { owner: text(id), ..Table::default() });
                Section::Table
            }
            b"timer" => {
                dump.timers += 1;
                Section::Other
            }
            _ => self.enter_rest(name, id),
        }
    }

    fn enter_rest(&mut self, name: &[u8], id: &[u8]) -> Section {
        let dump = &mut self.dump;
        match name {
            b"node" => dump.alive = Some(true),
            b"no_distribution" => dump.alive = Some(false),
            b"visible_node" | b"hidden_node" | b"not_connected" => {
                dump.nodes.push((text(name).replace("_node", "").replace('_', " "), text(id)));
                return Section::Node;
            }
            b"loaded_modules" => return Section::Loaded,
            b"mod" => dump.modules += 1,
            b"proc_dictionary" => {
                self.of = Pid::parse(id).and_then(|id| self.by_id.get(&id).copied());
                self.entries.clear();
                return if self.of.is_some() { Section::Dictionary } else { Section::Other };
            }
            b"proc_heap" => {
                let own = Pid::parse(id).and_then(|id| self.by_id.get(&id).copied());
                if own != self.of {
                    self.entries.clear();
                }
                return Section::Heap;
            }
            b"persistent_terms" => return Section::Persistent,
            b"literals" => return Section::Literals,
            b"binary" => {
                dump.binaries += 1;
                return Section::Binary;
            }
            b"atoms" => return Section::Atoms,
            _ => {}
        }
        Section::Other
    }

    fn new_scheduler(&mut self, new: Scheduler) -> Section {
        if self.dump.schedulers.len() >= SCHEDULERS_MAX {
            return Section::Other;
        }
        self.dump.schedulers.push(new);
        Section::Scheduler
    }

    /// Looks into the dictionary of a process at the end of its heap.
    fn leave(&mut self) {
        if self.section != Section::Heap {
            return;
        }
        let entries = std::mem::take(&mut self.entries);
        let heap = std::mem::take(&mut self.heap);
        if let Some(of) = self.of {
            let none = HashMap::new();
            let terms = Terms { heaps: &[&heap], binaries: &none };
            for entry in &entries {
                let Some(both) = terms.tuple(entry) else { continue };
                let [key, value] = both[..] else { continue };
                match atom_text(key) {
                    Some(b"$initial_call") => self.keep(of, false, value, &[&heap]),
                    Some(b"$process_label") => self.keep(of, true, value, &[&heap]),
                    _ => {}
                }
            }
        }
        self.heap = heap;
        self.heap.clear();
    }

    /// Notes an initial call or a label, now or when literals have been read.
    fn keep(&mut self, of: u32, is_label: bool, term: &[u8], heaps: &[&Heap]) {
        let none = HashMap::new();
        let terms = Terms { heaps, binaries: &none };
        let shown = match is_label {
            true => Some(terms.show(term, 80)),
            false => terms.tuple(term).and_then(|parts| called(&parts)),
        };
        let shown = shown.unwrap_or_default();
        if self.dump.extent == Extent::default() && (shown.is_empty() || shown.contains("#not-in-"))
        {
            self.later.push((of, is_label, term.into()));
        }
        let name = self.dump.names.number(shown.as_bytes());
        if let Some(process) = self.dump.processes.get_mut(of as usize) {
            *(if is_label { &mut process.label } else { &mut process.initial }) = name;
        }
    }

    fn general(&mut self, line: &[u8]) {
        let dump = &mut self.dump;
        match pair(line) {
            _ if self.lines == 1 => dump.time = text(line),
            Some((b"Slogan", value)) if dump.slogan.is_empty() => dump.slogan = text(value),
            Some((b"System version", value)) => dump.system = text(value),
            Some((b"Taints", value)) => dump.taints = text(value),
            Some((b"Atoms", value)) => dump.atoms = number(value),
            Some((b"Calling Thread", value)) => dump.calling = text(value),
            // A slogan may have several lines.
            _ if dump.system.is_empty() && dump.slogan.len() < super::read::TEXT_MAX => {
                dump.slogan.push(' ');
                dump.slogan.push_str(&text(line));
            }
            _ => {}
        }
    }

    fn scheduler(&mut self, line: &[u8]) {
        let Some(scheduler) = self.dump.schedulers.last_mut() else { return };
        let Some((key, value)) = pair(line) else { return };
        match key {
            b"Current Process" => scheduler.process = text(value),
            b"Current Port" => scheduler.port = text(value),
            b"Current Process State" => scheduler.state = text(value),
            b"Current Process Internal State" => scheduler.collecting = has_flag(value, b"GC"),
            b"Current Process Program counter" => scheduler.at = text(function(value)),
            b"Run Queue Max Length"
            | b"Run Queue High Length"
            | b"Run Queue Normal Length"
            | b"Run Queue Low Length"
            | b"Run Queue Port Length" => {
                scheduler.queued = scheduler.queued.saturating_add(number(value));
            }
            _ if key.starts_with(b"0x") && scheduler.stack.len() < STACK_MAX => {
                scheduler.stack.push(text(function(value)));
            }
            _ => {}
        }
    }

    fn allocator(&mut self, line: &[u8]) {
        let Some((key, value)) = pair(line) else { return };
        let sum = match key {
            b"mbcs carriers size" | b"sbcs carriers size" => &mut self.dump.carriers,
            _ if key.ends_with(b" size") && key.get(1..11) == Some(b"bcs blocks") => {
                &mut self.dump.blocks
            }
            _ => return,
        };
        *sum = sum.saturating_add(number(value));
    }

    fn process(&mut self, line: &[u8]) {
        let Some((key, value)) = pair(line) else { return };
        let Dump { processes, names, .. } = &mut self.dump;
        let Some(process) = processes.last_mut() else { return };
        match key {
            b"State" => {
                process.collecting |= value == b"Garbing";
                process.state = names.number(value);
            }
            b"Name" => process.name = names.number(value),
            b"Spawned as" => process.spawned = names.number(value),
            b"Message queue length" => process.messages = number(value),
            b"Reductions" => process.reductions = number(value),
            b"Memory" => process.memory = number(value),
            b"Stack+heap" | b"OldHeap" => {
                process.heap = process.heap.saturating_add(number(value));
            }
            b"BinVHeap" | b"OldBinVHeap" => {
                process.binaries = process.binaries.saturating_add(number(value));
            }
            b"Program counter" => process.at = names.number(function(value)),
            b"Last scheduled in for" if process.at == 0 => process.at = names.number(value),
            b"Internal State" => process.collecting |= has_flag(value, b"GC"),
            _ => {}
        }
    }

    fn port(&mut self, line: &[u8]) {
        let Some(port) = self.dump.ports.last_mut() else { return };
        let Some((key, value)) = pair(line) else { return };
        match key {
            b"Connected" => port.owner = text(value),
            b"Input" => port.input = number(value),
            b"Output" => port.output = number(value),
            b"Queue" => port.queued = number(value),
            _ if key.starts_with(b"Port is") || key.starts_with(b"Port controls") => {
                let kind = key.strip_prefix(b"Port is ").unwrap_or(key);
                let kind = text(kind.strip_prefix(b"Port controls ").unwrap_or(kind));
                port.what = format!("{}: {}", kind.trim_end_matches(" process"), text(value));
            }
            _ => {}
        }
    }

    fn table(&mut self, line: &[u8]) {
        let Some(table) = self.dump.tables.last_mut() else { return };
        match pair(line) {
            Some((b"Name", value)) => table.name = text(value),
            Some((b"Objects", value)) => table.objects = number(value),
            Some((b"Words", value)) => table.words = number(value),
            Some((b"Type", value)) => table.kind = text(value),
            _ => {}
        }
    }
}

/// Whether a list of flags, `A | B | C`, has one.
fn has_flag(flags: &[u8], flag: &[u8]) -> bool {
    flags.split(|b| *b == b'|').any(|one| one.trim_ascii() == flag)
}

/// The text of `{Module, Function, Arity}`, as processes of `proc_lib` have it.
fn called(parts: &[&[u8]]) -> Option<String> {
    let [module, function, arity] = parts else { return None };
    let name = |term: &[u8]| {
        let mut page = super::page::Page::new(512);
        super::page::atom(atom_text(term)?, &mut page);
        Some(page.text)
    };
    let mut arity = *arity;
    let arity = text(split(&mut arity)?.strip_prefix(b"I")?);
    Some(format!("{}:{}/{arity}", name(module)?, name(function)?))
}
