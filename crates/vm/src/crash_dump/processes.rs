//! The part of a crash dump about a process beyond its figures: relations, stack, messages,
//! dictionary, and the objects that they refer to.

use super::pid_text;
use super::terms::{Objects, Shared};
use crate::backtrace::{Place, Slot, each_frame};
use crate::interp::binary_words;
use crate::peer::Peer;
use crate::process::signals::Signal;
use crate::process::{Exclusive, Own, Process, Running};
use crate::sched;
use std::fmt::{self, Write};
use std::time::{Duration, Instant};
use term::{Heap, OwnedTerm, Term, print};

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

/// The message that a signal is, if it is one.
fn message_of(signal: &Signal) -> Option<&OwnedTerm> {
    match signal {
        Signal::Message(message)
        | Signal::Told(message)
        | Signal::ToldFirst(message)
        | Signal::MessageFrom(_, message)
        | Signal::AliasMessage(_, message, _) => Some(message),
        Signal::MessageWithToken(with) => Some(&with.message),
        Signal::OfParty(of) => message_of(&of.signal),
        _ => None,
    }
}

/// The number of messages that a process has, those that it has not taken in yet, too, if it stands
/// still.
pub(super) fn message_queue_len(p: &Process, current: Option<&Process>) -> Option<usize> {
    let p = still(p, current)?;
    let mut len = p.own_ref().mailbox.len();
    p.signals.each(|signal| len += usize::from(message_of(signal).is_some()));
    Some(len)
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
    heap_figures(out, p.own_ref(), p.heap());
    let _ = writeln!(out, "Program counter: {}", Place::of(pc));
    if !sched::is_running(&p) {
        let _ = writeln!(out, "arity = {}", p.own_ref().arity);
    }
}

/// The sizes of a heap, in words.
fn heap_figures(out: &mut impl Write, own: &Own, heap: &Heap) {
    let sizes = heap.sizes();
    let fragments = sizes.fragments + own.mailbox.words();
    let figures = [
        ("Heap fragment data", fragments),
        ("OldHeap", sizes.old_block),
        ("Heap unused", sizes.block.saturating_sub(sizes.used + sizes.stack)),
        ("OldHeap unused", sizes.old_block.saturating_sub(sizes.old_used)),
        ("BinVHeap", binary_words(heap)),
    ];
    for (name, words) in figures {
        let _ = writeln!(out, "{name}: {words}");
    }
}

/// The frames on a stack: Y registers, and where each goes on.
fn stack<'p>(
    out: &mut impl Write,
    p: &'p Running<'_>,
    objects: &mut Objects<'p, '_>,
) -> fmt::Result {
    each_frame(p, |frame| {
        if let Some(at) = frame.on_stack {
            writeln!(out, "{at:#018x}:SReturn addr {}", frame.place)?;
        }
        for (i, slot) in frame.slots.iter().enumerate() {
            write!(out, "y{i}:")?;
            match slot {
                Slot::Term(t) => objects.name(out, *t)?,
                Slot::Catch(place) => write!(out, "SCatch {place}")?,
            }
            writeln!(out)?;
        }
        Ok(())
    })
}

/// The sections with a process's terms, if it stands still and they are no secret.
pub(super) fn terms_of(
    out: &mut impl Write,
    p: &Process,
    current: Option<&Process>,
    shared: &mut Shared,
) -> fmt::Result {
    let Some(mut p) = still(p, current).filter(|p| !p.state.bits().is_sensitive()) else {
        return Ok(());
    };
    let (pid, p) = (pid_text(p.id), p.running());
    // The process will not run any more, and so not miss them.
    let waiting = p.signals.take(|_| {});
    let waiting = || waiting.iter().filter_map(message_of).map(OwnedTerm::term);
    let mut objects = Objects::new(shared);
    writeln!(out, "=proc_stack:{pid}")?;
    stack(out, &p, &mut objects)?;
    let messages = || p.own_ref().mailbox.iter().chain(waiting());
    if messages().next().is_some() {
        writeln!(out, "=proc_messages:{pid}")?;
    }
    for message in messages() {
        objects.name(out, message)?;
        writeln!(out, ":N")?;
    }
    if p.own_ref().dictionary.iter().next().is_some() {
        writeln!(out, "=proc_dictionary:{pid}")?;
    }
    for pair in p.own_ref().dictionary.iter() {
        // SAFETY: the words of a dictionary are terms of the process's heap, which stands still.
        let [key, value] = pair.map(|w| unsafe { Term::from_word(w) });
        objects.pair(out, key, value)?;
        writeln!(out)?;
    }
    writeln!(out, "=proc_heap:{pid}")?;
    objects.describe(out)
}
