//! The figures of a process's heap, as OTP lists them, and the limit on them.

use super::exceptions::{backtrace_depth, current_stacktrace};
use super::{binary_words, message_words};
use crate::log::log_to_logger;
use crate::process::{Exclusive, MIN_BIN_VHEAP_SIZE, MaxHeapSize, Running};
use crate::signal;
use release::Difference;
use std::sync::atomic::Ordering;
use term::{Atom, Heap, OwnedTerm, Term, am, atom};

/// The figures of `process_info(P, garbage_collection_info)`, which are told of collections, too.
pub fn heap_figures<'h>(p: &Running<'_>, heap: &'h Heap) -> Term<'h> {
    let s = p.heap().sizes();
    let set = p.own_ref().extra.as_ref().and_then(|e| e.min_bin_vheap_size);
    let usual = || MIN_BIN_VHEAP_SIZE.load(Ordering::Relaxed) as usize;
    let vheap = set.unwrap_or_else(usual);
    let one = |name: Atom, n: usize| heap.tuple(&[Term::atom(name), Term::small(n as i64)]);
    heap.list(&[
        one(atom!("old_heap_block_size"), s.old_block),
        one(atom!("heap_block_size"), s.block),
        one(atom!("mbuf_size"), s.fragments),
        one(atom!("recent_size"), s.used),
        one(atom!("stack_size"), s.stack),
        one(atom!("old_heap_size"), s.old_used),
        one(atom!("heap_size"), s.used),
        one(atom!("bin_vheap_size"), s.binary_bytes / 8),
        one(atom!("bin_vheap_block_size"), vheap),
        one(atom!("bin_old_vheap_size"), 0),
        one(atom!("bin_old_vheap_block_size"), vheap),
    ])
}

/// Ends a process, or logs it, whose heap of so many words is larger than `max_heap_size` allows,
/// with what counts besides.
pub(super) fn heed_limit(p: &mut Exclusive<'_>, heap: usize) {
    let limit = p.own_ref().extra.as_ref().map(|e| e.max_heap_size);
    let Some(limit) = limit.filter(|limit| limit.words != 0) else { return };
    let binaries = if limit.include_shared_binaries { binary_words(p.heap()) } else { 0 };
    let total = heap + message_words(p.own_ref()) + binaries;
    if total > limit.words {
        limit_reached(&mut p.running(), limit, total);
    }
}

/// Logs that the heap of a process has grown beyond its limit, and kills the process, as the limit
/// says.
fn limit_reached(p: &mut Running<'_>, limit: MaxHeapSize, total: usize) {
    if limit.error_logger {
        log(p, limit, total);
    }
    if limit.kill {
        let killed = OwnedTerm::from(Term::atom(am::KILLED));
        p.own().exit_reason = Some(killed);
        let _ = signal::send_to(p, signal::Signal::Run(Box::new(|_| {})));
        p.own().reductions_left = 0;
    }
}

fn log(p: &Running<'_>, limit: MaxHeapSize, total: usize) {
    let traced = Difference::LimitStacktrace.is_on();
    let mut format = String::new();
    let names = [
        "Process:            ~p ",
        "Context:            maximum heap size reached",
        "Max Heap Size:      ~p",
        "Total Heap Size:    ~p",
        "Kill:               ~p",
        "Error Logger:       ~p",
        "Message Queue Len:  ~p",
        "GC Info:            ~p",
        "Stacktrace:         ~p",
    ];
    for name in &names[..names.len() - usize::from(!traced)] {
        format += &format!("     {name}~n");
    }
    log_to_logger(p, &format, |heap| {
        let size = |n: usize| Term::small(n as i64);
        let mut args = vec![
            p.pid(),
            size(limit.words),
            size(total),
            Term::bool(limit.kill),
            Term::bool(limit.error_logger),
            size(p.own_ref().mailbox.len()),
            heap_figures(p, heap),
        ];
        if traced {
            args.push(current_stacktrace(p, heap, backtrace_depth()));
        }
        args
    });
}
