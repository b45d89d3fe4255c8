//! The part of a crash dump about the schedulers and their queues.

use crate::backtrace::{Place, each_frame};
use crate::process::{Exclusive, Process, Running};
use crate::process_report::pid_text;
use crate::{dirty, sched, system};
use std::fmt::{self, Write};

/// The sections of all schedulers. `current` is the process that the calling thread runs. Its stack
/// is told if the process may be read as a whole: a defect of the emulator may have left it broken.
pub(super) fn describe(
    out: &mut impl Write,
    current: Option<&Process>,
    whole: bool,
) -> fmt::Result {
    let queues = sched::run_queue_lengths();
    let (sleeping, running) = (sched::sleeping(), sched::running_processes());
    for (i, length) in queues.iter().enumerate() {
        writeln!(out, "=scheduler:{}", i + 1)?;
        let flags = if sleeping[i] { "SLEEPING | WAITING" } else { "" };
        writeln!(out, "Scheduler Sleep Info Flags: {flags}\nScheduler Sleep Info Aux Work: ")?;
        writeln!(out, "Current Port: ")?;
        run_queue(out, *length)?;
        writeln!(out, "Run Queue Port Length: 0\nRun Queue Flags: ")?;
        let me = current.filter(|_| sched::current() == i + 1);
        let pid = me.map(|p| p.id).or(running[i]).map(pid_text).unwrap_or_default();
        writeln!(out, "Current Process: {pid}")?;
        match me {
            Some(p) => own_process(out, p, whole)?,
            None if !pid.is_empty() => writeln!(out, "Current Process State: Running")?,
            None => {}
        }
    }
    dirty_ones(out, queues.len())
}

fn run_queue(out: &mut impl Write, length: usize) -> fmt::Result {
    for priority in ["Max", "High", "Normal", "Low"] {
        let n = if priority == "Normal" { length } else { 0 };
        writeln!(out, "Run Queue {priority} Length: {n}")?;
    }
    Ok(())
}

/// The lines about the process that the calling thread runs.
fn own_process(out: &mut impl Write, p: &Process, whole: bool) -> fmt::Result {
    // SAFETY: the process is the one that this thread runs, which does nothing else any more.
    let mut p = unsafe { Exclusive::assume(p) };
    let pc = p.own_ref().pc;
    writeln!(out, "Current Process State: Running")?;
    writeln!(out, "Current Process Program counter: {}", Place::of(pc))?;
    if whole { limited_trace(out, &p.running()) } else { Ok(()) }
}

/// The return addresses of the process that the calling thread runs.
fn limited_trace(out: &mut impl Write, p: &Running<'_>) -> fmt::Result {
    const FRAMES_MAX: usize = 100;
    let mut left = FRAMES_MAX;
    writeln!(out, "Current Process Limited Stack Trace:")?;
    let mut failed = Ok(());
    // The walk ends where there are enough.
    let _ = each_frame(p, |frame| {
        if let Some(at) = frame.on_stack {
            failed = writeln!(out, "{at:#018x}:SReturn addr {}", frame.place);
            left -= 1;
        }
        if left == 0 { Err(fmt::Error) } else { failed }
    });
    failed
}

/// The dirty schedulers, which are numbered behind the others, and their queues.
fn dirty_ones(out: &mut impl Write, before: usize) -> fmt::Result {
    let config = system::config();
    let mut number = before;
    for (kind, io, count) in [("cpu", false, config.dirty_cpu), ("io", true, config.dirty_io)] {
        let (executed, waiting) = dirty::now(io);
        for i in 0..count {
            number += 1;
            let process = executed.get(i).copied().flatten();
            let flags = if process.is_some() { "" } else { "SLEEPING | WAITING" };
            writeln!(out, "=dirty_{kind}_scheduler:{number}")?;
            writeln!(out, "Scheduler Sleep Info Flags: {flags}\nScheduler Sleep Info Aux Work: ")?;
            writeln!(out, "Current Process: {}", process.map(pid_text).unwrap_or_default())?;
            if process.is_some() {
                writeln!(out, "Current Process State: Running")?;
            }
        }
        writeln!(out, "=dirty_{kind}_run_queue")?;
        run_queue(out, waiting)?;
        writeln!(out, "Run Queue Port Length: 0\nRun Queue Flags: ")?;
    }
    Ok(())
}
