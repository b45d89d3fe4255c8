//! The sections of a crash dump beyond figures: dictionaries, messages, stacks, tables, modules.

use super::pid_text;
use crate::peer::Peer;
use crate::process::{Exclusive, Own, Process};
use crate::{code, ets, interp, sched};
use std::fmt::Write;
use std::time::{Duration, Instant};
use term::etf::{self, EncodeOptions};
use term::{OwnedTerm, Term, View, print};

/// Terms that take more bytes than this are only named.
const TERM_BYTES_MAX: usize = 1 << 16;
/// How long running processes are waited for.
const PATIENCE: Duration = Duration::from_millis(200);

/// Keeps schedulers from starting another slice, and waits for the slices under way to end.
pub(super) fn stop_others(current: Option<&Process>) {
    sched::freeze();
    let begun = Instant::now();
    let guard = crossbeam_epoch::pin();
    let busy =
        |id: u64| crate::process_table::lookup(id, &guard).is_some_and(|p| !is_still(p, current));
    while begun.elapsed() < PATIENCE && crate::process_table::all_ids().into_iter().any(busy) {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Whether nobody touches what belongs to the process from now on. Only after [`stop_others`]: a
/// scheduler that takes a process up later sees that it must not go on.
fn is_still(p: &Process, current: Option<&Process>) -> bool {
    current.is_some_and(|c| std::ptr::eq(c, p)) || !sched::is_running(p)
}

/// The right to a process that stands still.
fn still<'p>(p: &'p Process, current: Option<&Process>) -> Option<Exclusive<'p>> {
    // SAFETY: a process that stands still is run and claimed by nobody else any more, and this
    // thread has the right to one process at a time.
    is_still(p, current).then(|| unsafe { Exclusive::assume(p) })
}

/// The lines of a process beyond its figures, if it stands still.
pub(super) fn of_process(out: &mut impl Write, p: &Process, current: Option<&Process>) {
    let Some(p) = still(p, current) else { return };
    let Own { initial_call: initial, parent, pc, .. } = *p.own_ref();
    let _ = writeln!(out, "Spawned as: {initial}");
    // SAFETY: the word of a pid is a term by itself: it points to nothing.
    let parent = unsafe { Term::from_word(parent) };
    let extra = p.own_ref().extra.as_ref();
    let parent = p.own_ref().far_parent().unwrap_or(parent);
    let _ = writeln!(out, "Spawned by: {}", print::display(parent));
    let links = p.own_ref().links.active();
    let display = |peer: Peer| {
        let name = OwnedTerm::build(|heap| peer.shown(heap));
        print::display(name.term())
    };
    let mut links: Vec<String> = links.map(display).collect();
    let reference = |key| {
        let reference = OwnedTerm::build(|heap| heap.reference(key));
        print::display(reference.term())
    };
    for (&key, monitor) in extra.iter().flat_map(|extra| extra.monitors.iter()) {
        let name = monitor.name.as_ref().map(|name| print::display(name.term()));
        let object = name.or(monitor.target.map(display)).unwrap_or_default();
        links.push(format!("{{to,{object},{}}}", reference(key)));
    }
    for (&key, by) in extra.iter().flat_map(|extra| extra.monitored_by.iter()) {
        links.push(format!("{{from,{},{}}}", display(by.watcher), reference(key)));
    }
    if !links.is_empty() {
        let _ = writeln!(out, "Link list: [{}]", links.join(", "));
    }
    let at = code::function_at(pc).map(|f| f.to_string()).unwrap_or_default();
    let _ = writeln!(out, "Program counter: {:#018x} ({at})", pc.addr());
    let _ = writeln!(out, "arity = {}", p.own_ref().arity);
}

/// The sections with a process's terms, if it stands still and they are no secret.
pub(super) fn terms_of(out: &mut impl Write, p: &Process, current: Option<&Process>) {
    let Some(mut p) = still(p, current).filter(|p| !p.state.bits().is_sensitive()) else { return };
    let pid = pid_text(p.id);
    let mut heap = Heap { lines: String::new(), next: 8 };
    let messages: Vec<String> = p.own_ref().mailbox.iter().map(|m| heap.reference(m)).collect();
    if !messages.is_empty() {
        let _ = writeln!(out, "=proc_messages:{pid}");
        for message in messages {
            let _ = writeln!(out, "{message}:N");
        }
    }
    let entries: Vec<_> = p.own_ref().dictionary.iter().collect();
    if !entries.is_empty() {
        let _ = writeln!(out, "=proc_dictionary:{pid}");
        for pair in entries {
            // SAFETY: the words of a dictionary are terms of the process's heap, which stands
            // still.
            let [key, value] = pair.map(|w| unsafe { Term::from_word(w) });
            let entry = heap.pair(key, value);
            let _ = writeln!(out, "{entry}");
        }
    }
    let _ = writeln!(out, "=proc_stack:{pid}");
    for (pc, function) in interp::stack_functions(&p.running()) {
        let at = match function {
            Some((mfa, offset)) => format!("{mfa} + {}", offset * 8),
            None => "unknown function".to_string(),
        };
        let _ = writeln!(out, "{:#018x}:SReturn addr {:#x} ({at})", pc.addr(), pc.addr());
    }
    let _ = writeln!(out, "=proc_heap:{pid}\n{}", heap.lines.trim_end());
}

/// Terms that need more than a word, as numbered lines in external format.
struct Heap {
    lines: String,
    next: usize,
}

impl Heap {
    /// A term, or the number of its line.
    fn reference(&mut self, t: Term<'_>) -> String {
        match t.view() {
            View::Nil => "N".to_string(),
            View::Small(n) => format!("I{n}"),
            View::Atom(a) => {
                let name = a.to_string();
                format!("A{:X}:{name}", name.len())
            }
            _ => {
                let size = etf::encoded_size(t, EncodeOptions::default());
                let fits = size.is_ok_and(|n| n <= TERM_BYTES_MAX);
                let bytes = fits.then(|| etf::encode(t, EncodeOptions::default()).ok()).flatten();
                let Some(bytes) = bytes else {
                    let name = "<too large for a crash dump>";
                    return format!("A{:X}:{name}", name.len());
                };
                self.line(format!("E{:X}:{}", bytes.len(), base64(&bytes)))
            }
        }
    }

    /// A tuple of two.
    fn pair(&mut self, a: Term<'_>, b: Term<'_>) -> String {
        let (a, b) = (self.reference(a), self.reference(b));
        self.line(format!("t2:{a},{b}"))
    }

    fn line(&mut self, text: String) -> String {
        let number = self.next;
        self.next += 8;
        let _ = writeln!(self.lines, "{number:X}:{text}");
        format!("H{number:X}")
    }
}

/// All tables.
pub(super) fn tables(out: &mut impl Write) {
    for table in ets::registry::all() {
        let name = print::display(Term::atom(table.name()));
        let _ = writeln!(out, "=ets:{}", pid_text(table.owner()));
        let _ = writeln!(out, "Slot: {}", table.id[0]);
        let _ = writeln!(out, "Table: {name}\nName: {name}");
        let _ = writeln!(out, "Objects: {}\nWords: {}", table.size(), table.memory());
        let _ = writeln!(out, "Type: {}", table.options.kind.atom());
        let _ = writeln!(out, "Protection: {}", table.protection().name());
    }
}

/// All modules.
pub(super) fn modules(out: &mut impl Write) {
    let all: Vec<_> = code::all_loaded().into_iter().filter_map(code::current).collect();
    let code::Memory { current, old } = code::memory();
    let _ = writeln!(out, "=loaded_modules\nCurrent code: {current}\nOld code: {old}");
    for module in all {
        let name = print::display(Term::atom(module.module));
        let _ = writeln!(out, "=mod:{name}\nCurrent size: {}", module.bytes());
        for (what, term) in
            [("attributes", module.attributes), ("compilation info", module.compile)]
        {
            let bytes = etf::encode(term, EncodeOptions::default()).unwrap_or_default();
            let _ = writeln!(out, "Current {what}: {}", base64(&bytes));
        }
    }
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word =
            chunk.iter().fold(0u32, |w, b| w << 8 | u32::from(*b)) << (8 * (3 - chunk.len()));
        for i in 0..4 {
            let digit = DIGITS[(word >> (18 - 6 * i)) as usize & 63];
            out.push(if i <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    out
}

/// Whether the dump may take locks and read other processes: not when a defect of the emulator
/// itself ends it.
pub(super) fn orderly() -> bool {
    !std::thread::panicking()
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_has_its_padding() {
        for (bytes, text) in
            [("", ""), ("a", "YQ=="), ("ab", "YWI="), ("abc", "YWJj"), ("abcd", "YWJjZA==")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
