//! All that the emulator says of a process in words: in a crash dump, in the text of
//! `erlang:system_info(procs)`, and for the function `process_dump` of match specifications.

use crate::backtrace::{self, Place};
use crate::breakpoint::slices;
use crate::interp::binary_words;
use crate::peer::Peer;
use crate::port::info::{Description, describe_all};
use crate::process::signals::{Bytes, Signal};
use crate::process::{Bits, MIN_BIN_VHEAP_SIZE, Own, Process, Running};
use crate::{process_table, saved_calls, sched, signal, undecoded};
use std::fmt::{self, Write};
use std::sync::atomic::Ordering;
use term::{OwnedTerm, Term, am, print};

/// The state of a process, looked at before it is taken in hand, which changes it.
#[derive(Clone, Copy)]
struct Doing {
    bits: Bits,
    runs: bool,
    waits_for_dirty: bool,
}

impl Doing {
    fn of(p: &Process) -> Doing {
        let bits = p.state.bits();
        let waits_for_dirty = bits.is_dirty() && crate::dirty::waits(p.id);
        Doing { bits, runs: sched::is_running(p), waits_for_dirty }
    }

    /// In the words of crash dumps.
    fn status(self) -> &'static str {
        let Doing { bits, runs, waits_for_dirty } = self;
        if bits.is_exiting() {
            "Exiting"
        } else if bits.is_dirty() {
            if waits_for_dirty { "Scheduled" } else { "Running" }
        } else if runs {
            "Running"
        } else if bits.is_suspended() {
            "Suspended"
        } else if bits.is_active() {
            "Scheduled"
        } else {
            "Waiting"
        }
    }
}

/// The text of a local pid, of which this is the number.
pub fn pid_text(id: u64) -> String {
    print::display(Term::pid(id))
}

/// The lines that every report begins with.
fn begin(out: &mut impl Write, p: &Process, doing: Doing) -> fmt::Result {
    writeln!(out, "=proc:{}\nState: {}", pid_text(p.id), doing.status())?;
    match p.registered_name() {
        Some(name) => writeln!(out, "Name: {}", print::display(Term::atom(name))),
        None => Ok(()),
    }
}

/// Only what other threads may read of a process while it runs.
pub(crate) fn brief(out: &mut impl Write, p: &Process) -> fmt::Result {
    begin(out, p, Doing::of(p))?;
    writeln!(out, "Message queue length: {}", p.message_queue_len.load(Ordering::Relaxed))?;
    writeln!(out, "Reductions: {}", p.reductions.load(Ordering::Relaxed))?;
    let words = p.heap_words.load(Ordering::Relaxed);
    writeln!(out, "Stack+heap: {words}\nMemory: {}", u64::from(words) * 8)
}

/// Where the terms of a process are told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Terms {
    /// In sections of their own, which follow.
    Apart,
    /// As text, in the report.
    Within,
}

/// The whole report of a process.
pub(crate) fn whole(out: &mut impl Write, p: &Running<'_>, terms: Terms) -> fmt::Result {
    of_process(out, p, terms, Doing::of(p))
}

fn of_process(out: &mut impl Write, p: &Running<'_>, terms: Terms, doing: Doing) -> fmt::Result {
    begin(out, p, doing)?;
    let own = p.own_ref();
    writeln!(out, "Spawned as: {}", own.initial_call)?;
    if doing.bits.is_active() {
        let what = if doing.runs { "Last scheduled in for" } else { "Current call" };
        writeln!(out, "{what}: {}", slices::place(p))?;
    }
    // SAFETY: the word of a pid is a term by itself: it points to nothing.
    let parent = own.far_parent().unwrap_or(unsafe { Term::from_word(own.parent) });
    let parent = if parent.is(am::UNDEFINED) { Term::NIL } else { parent };
    writeln!(out, "Spawned by: {}", print::display(parent))?;
    let shown = terms == Terms::Within && !p.state.bits().is_sensitive();
    messages(out, p, shown)?;
    let sizes = p.heap().sizes();
    let fragments = sizes.fragments + own.mailbox.words();
    writeln!(out, "Number of heap fragments: {}", usize::from(fragments > 0))?;
    writeln!(out, "Heap fragment data: {fragments}")?;
    if let Some(calls) = saved_calls::text(p) {
        writeln!(out, "Last calls:{calls}")?;
    }
    relations(out, own)?;
    if shown && own.dictionary.iter().next().is_some() {
        dictionary(out, own)?;
    }
    figures(out, p)?;
    match terms {
        Terms::Apart => {
            writeln!(out, "Program counter: {}", Place::of(own.pc))?;
            if !doing.runs {
                writeln!(out, "arity = {}", own.arity)?;
            }
        }
        Terms::Within if shown => writeln!(out, "Stack dump:\n{}", backtrace::text(p).trim_end())?,
        Terms::Within => writeln!(out, "Stack dump:")?,
    }
    internal_state(out, p, doing)
}

/// A message that is still a signal.
pub(crate) enum Waiting<'s> {
    Term(Term<'s>),
    Bytes(Bytes<'s>),
}

/// The message that a signal is, if it is one.
pub(crate) fn message_of(signal: &Signal) -> Option<Waiting<'_>> {
    let term = match signal {
        Signal::Message(message)
        | Signal::Told(message)
        | Signal::ToldFirst(message)
        | Signal::MessageFrom(_, message)
        | Signal::AliasMessage(_, message, _) => message,
        Signal::MessageWithToken(with) => &with.message,
        Signal::OfParty(of) => return message_of(&of.signal),
        Signal::Encoded(encoded) => return encoded.message().map(Waiting::Bytes),
        _ => return None,
    };
    Some(Waiting::Term(term.term()))
}

/// How many messages there are, those that have not been taken in yet, too.
fn messages(out: &mut impl Write, p: &Running<'_>, shown: bool) -> fmt::Result {
    let mailbox = &p.own_ref().mailbox;
    let mut len = mailbox.len() + undecoded::count(p);
    len += signal::all_put_off(p).filter_map(message_of).count();
    p.signals.each(|signal| len += usize::from(message_of(signal).is_some()));
    writeln!(out, "Message queue length: {len}")?;
    if !shown || mailbox.is_empty() {
        return Ok(());
    }
    write!(out, "Message queue: [")?;
    separated(out, mailbox.iter())?;
    writeln!(out, "]")
}

fn separated<'t>(out: &mut impl Write, terms: impl Iterator<Item = Term<'t>>) -> fmt::Result {
    for (i, t) in terms.enumerate() {
        if i > 0 {
            out.write_char(',')?;
        }
        print::write_term(out, t, usize::MAX)?;
    }
    Ok(())
}

/// Links, and monitors of either direction.
fn relations(out: &mut impl Write, own: &Own) -> fmt::Result {
    let display = |peer: Peer| {
        let name = OwnedTerm::build(|heap| peer.shown(heap));
        print::display(name.term())
    };
    let mut links: Vec<String> = own.links.active().map(display).collect();
    let reference = |key| {
        let reference = OwnedTerm::build(|heap| heap.reference(key));
        print::display(reference.term())
    };
    let extra = own.extra.as_ref();
    for (&key, monitor) in extra.iter().flat_map(|extra| extra.monitors.iter()) {
        let name = monitor.name.as_ref().map(|name| print::display(name.term()));
        let object = name.or(monitor.target.map(display)).unwrap_or_default();
        links.push(format!("{{to,{object},{}}}", reference(key)));
    }
    for (&key, by) in extra.iter().flat_map(|extra| extra.monitored_by.iter()) {
        links.push(format!("{{from,{},{}}}", display(by.watcher), reference(key)));
    }
    match links.is_empty() {
        true => Ok(()),
        false => writeln!(out, "Link list: [{}]", links.join(", ")),
    }
}

fn dictionary(out: &mut impl Write, own: &Own) -> fmt::Result {
    write!(out, "Dictionary: [")?;
    for (i, pair) in own.dictionary.iter().enumerate() {
        // SAFETY: the words of a dictionary are terms of the process's heap, which stands still.
        let [key, value] = pair.map(|w| unsafe { Term::from_word(w) });
        write!(out, "{}{{", if i > 0 { "," } else { "" })?;
        separated(out, [key, value].into_iter())?;
        write!(out, "}}")?;
    }
    writeln!(out, "]")
}

/// Reductions, and the sizes of the heap, in words.
fn figures(out: &mut impl Write, p: &Running<'_>) -> fmt::Result {
    let (sizes, binaries) = (p.heap().sizes(), binary_words(p.heap()));
    let set = p.own_ref().extra.as_ref().and_then(|e| e.min_bin_vheap_size);
    let most = set.unwrap_or_else(|| MIN_BIN_VHEAP_SIZE.load(Ordering::Relaxed) as usize);
    let words = p.heap_words.load(Ordering::Relaxed);
    writeln!(out, "Reductions: {}", sched::executed(p))?;
    for (name, words) in [
        ("Stack+heap", words as usize),
        ("OldHeap", sizes.old_block),
        ("Heap unused", sizes.block.saturating_sub(sizes.used + sizes.stack)),
        ("OldHeap unused", sizes.old_block.saturating_sub(sizes.old_used)),
        ("BinVHeap", binaries),
        // Binaries of the old heap count as those of the young one.
        ("OldBinVHeap", 0),
        ("BinVHeap unused", most.saturating_sub(binaries)),
        ("OldBinVHeap unused", most),
    ] {
        writeln!(out, "{name}: {words}")?;
    }
    writeln!(out, "Memory: {}", u64::from(words) * 8)
}

/// The process's priorities and the bits of its state, by their names in OTP.
fn internal_state(out: &mut impl Write, p: &Running<'_>, doing: Doing) -> fmt::Result {
    const PRIORITIES: [&str; 4] = ["MAX", "HIGH", "NORMAL", "LOW"];
    let own_priority = p.priority.load(Ordering::Relaxed);
    let priority = PRIORITIES[usize::from(own_priority).min(PRIORITIES.len() - 1)];
    write!(out, "Internal State: ACT_PRIO_{priority} | USR_PRIO_{priority}")?;
    write!(out, " | PRQ_PRIO_{priority}")?;
    let Doing { bits: s, runs, .. } = doing;
    for (name, set) in [
        ("EXITING", s.is_exiting()),
        ("ACTIVE", s.is_active()),
        ("IN_RUNQ", s.is_active() && !runs && !s.is_dirty()),
        ("RUNNING", runs && !s.is_dirty()),
        ("SUSPENDED", s.is_suspended()),
        ("SIG_IN_Q", s.has_signals()),
        ("OFF_HEAP_MSGQ", p.own_ref().flags.off_heap_messages),
        ("DIRTY_RUNNING", runs && s.is_dirty()),
    ] {
        if set {
            write!(out, " | {name}")?;
        }
    }
    writeln!(out)
}

/// The text of `process_dump` in match specifications.
pub(crate) fn text(p: &Running<'_>) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = whole(&mut text, p, Terms::Within);
    text
}

/// The text of `erlang:system_info(procs)`: whole reports of the caller, if there is one, and of
/// those that do not run; ports, too.
pub fn all(caller: Option<&Running<'_>>) -> String {
    let (mut out, guard) = (String::new(), crossbeam_epoch::pin());
    for id in process_table::all_ids() {
        let Some(p) = process_table::lookup(id, &guard) else { continue };
        // Writing to a string does not fail.
        let _ = match caller.filter(|caller| caller.id == p.id) {
            Some(caller) => whole(&mut out, caller, Terms::Within),
            None => {
                let doing = Doing::of(p);
                match sched::claim(p) {
                    Some(mut p) => of_process(&mut out, &p.running(), Terms::Within, doing),
                    None => brief(&mut out, p),
                }
            }
        };
    }
    let _ = ports(&mut out);
    out
}

/// All ports that nobody is working with.
pub(crate) fn ports(out: &mut impl Write) -> fmt::Result {
    describe_all(|port| {
        let Description { id, name, kind, state, connected, links, input, output, queue, .. } =
            port;
        writeln!(out, "=port:#Port<0.{id}>")?;
        writeln!(out, "State: {state}\nSlot: {id}\nConnected: {}", pid_text(connected))?;
        if !links.is_empty() {
            writeln!(out, "Links: {}", links.join(", "))?;
        }
        if !port.monitors.is_empty() {
            writeln!(out, "Monitors: {}", port.monitors.concat())?;
        }
        if !port.suspended.is_empty() {
            let pids: Vec<_> = port.suspended.into_iter().map(pid_text).collect();
            writeln!(out, "Suspended: {}", pids.join(" "))?;
        }
        if let Some(registered) = port.registered {
            writeln!(out, "Registered as: {}", print::display(Term::atom(registered)))?;
        }
        writeln!(out, "{kind}: {name}")?;
        writeln!(out, "Input: {input}\nOutput: {output}\nQueue: {queue}")?;
        port.data.map_or(Ok(()), |data| writeln!(out, "Port Data: {data}"))
    })
}
