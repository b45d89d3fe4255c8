//! The part of a crash dump about a process beyond its figures: relations, stack, messages,
//! dictionary, and the objects that they refer to.

use super::terms::{Objects, Shared, base64};
use crate::backtrace::{Slot, each_frame};
use crate::process::signals::Bytes;
use crate::process::{Exclusive, Process, Running};
use crate::process_report::{self, Terms, Waiting, message_of, pid_text};
use crate::{sched, signal};
use std::fmt::{self, Write};
use std::time::{Duration, Instant};
use term::{Term, etf};

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

/// The report of a process: a whole one if it stands still.
pub(super) fn of_process(
    out: &mut impl Write,
    p: &Process,
    current: Option<&Process>,
) -> fmt::Result {
    match still(p, current) {
        Some(mut p) => process_report::whole(out, &p.running(), Terms::Apart),
        None => process_report::brief(out, p),
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

/// A message as another node has sent it: the atoms that it refers to, and its bytes.
fn undecoded(out: &mut impl Write, message: Bytes<'_>) -> fmt::Result {
    write!(out, "D{:X}:", message.atoms.len())?;
    for atom in message.atoms {
        let name = atom.to_string();
        write!(out, "A{:X}:{name}", name.len())?;
    }
    write!(out, "E{:X}:", message.bytes.len() + 1)?;
    base64(out, &[&[etf::VERSION], message.bytes].concat())
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
    let mut objects = Objects::new(shared);
    writeln!(out, "=proc_stack:{pid}")?;
    stack(out, &p, &mut objects)?;
    let waiting = signal::all_put_off(&p).chain(waiting.iter()).filter_map(message_of);
    let in_order = p.own_ref().mailbox.iter().map(Waiting::Term);
    let messages = in_order.chain(crate::undecoded::all(&p).map(Waiting::Bytes)).chain(waiting);
    for (i, message) in messages.enumerate() {
        if i == 0 {
            writeln!(out, "=proc_messages:{pid}")?;
        }
        match message {
            Waiting::Term(message) => objects.name(out, message)?,
            Waiting::Bytes(message) => undecoded(out, message)?,
        }
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

#[cfg(test)]
mod tests {
    use super::undecoded;
    use crate::process::signals::Bytes;
    use term::atom;

    #[test]
    fn a_message_that_is_bytes_stands_behind_its_atoms() {
        let mut out = String::new();
        let atoms = [atom!("here@host"), atom!("a b")];
        let message = Bytes { atoms: &atoms, bytes: &[b'R', 1] };
        undecoded(&mut out, message).expect("a text takes all");
        assert_eq!(out, "D2:A9:here@hostA3:a bE3:g1IB");
    }
}
