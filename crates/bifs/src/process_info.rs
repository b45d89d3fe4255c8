//! `process_info`: what a process is and does.

use crate::process::{max_heap_of, max_heap_size_term};
use crate::spawn::priority_name;
use release::Difference;
use std::sync::atomic::Ordering;
use term::{Atom, Heap, Mfa, OwnedTerm, Term, am, atom};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::mailbox::Rank;
use vm::peer::Peer;
use vm::process::{HeldUp, Process, Running};
use vm::{dirty, interp, relations, spawn, undecoded};

/// The built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erlang", "process_info", 1, process_info_1),
    row("erlang", "process_info", 2, process_info_2),
];

/// The items of `process_info/1`, in its order.
const USUAL: &[&str] = &[
    "registered_name",
    "current_function",
    "initial_call",
    "status",
    "message_queue_len",
    "links",
    "dictionary",
    "trap_exit",
    "error_handler",
    "priority",
    "group_leader",
    "total_heap_size",
    "heap_size",
    "stack_size",
    "reductions",
    "garbage_collection",
    "suspending",
];

/// All that can be asked for.
pub(crate) const ALL: &[&str] = &[
    "backtrace",
    "binary",
    "catchlevel",
    "current_function",
    "current_location",
    "current_stacktrace",
    "dictionary",
    "error_handler",
    "fullsweep_after",
    "garbage_collection",
    "garbage_collection_info",
    "group_leader",
    "heap_size",
    "initial_call",
    "last_calls",
    "links",
    "magic_ref",
    "max_heap_size",
    "memory",
    "message_queue_data",
    "message_queue_len",
    "messages",
    "min_bin_vheap_size",
    "min_heap_size",
    "monitored_by",
    "monitors",
    "parent",
    "priority",
    "reductions",
    "registered_name",
    "sequential_trace_token",
    "stack_size",
    "status",
    "suspending",
    "total_heap_size",
    "trace",
    "trap_exit",
];

/// Items that only some releases have.
const NEWER: &[(&str, Difference)] = &[
    ("async_dist", Difference::AsyncDist),
    ("label", Difference::ProcessLabels),
    ("priority_messages", Difference::SignalPriority),
];

/// The items that are asked for.
#[derive(Clone)]
enum Question {
    /// `process_info/1`.
    Usual,
    One(Item),
    Many(Vec<Item>),
}

/// An item that is asked for by name, or an entry of the dictionary by its key.
#[derive(Clone)]
enum Item {
    Named(Atom),
    Entry(OwnedTerm),
}

impl Item {
    fn is(&self, name: &str) -> bool {
        matches!(self, Item::Named(item) if item.name() == name)
    }
}

/// Items that are told at once, as in OTP: asking for them is no work of the process that is asked.
const NO_WORK: &[&str] = &[
    "registered_name",
    "initial_call",
    "status",
    "message_queue_len",
    "error_handler",
    "heap_size",
    "stack_size",
    "garbage_collection",
    "group_leader",
    "reductions",
    "priority",
    "trace",
    "sequential_trace_token",
    "catchlevel",
    "last_calls",
];

impl Question {
    /// Whether the process that is asked has to work for the answer.
    fn takes_work(&self) -> bool {
        let works = |item: &Item| match item {
            Item::Named(item) => !NO_WORK.contains(&item.name()),
            Item::Entry(_) => true,
        };
        match self {
            Question::Usual => true,
            Question::One(item) => works(item),
            Question::Many(items) => items.iter().any(works),
        }
    }

    /// Whether this item is asked for.
    fn asks(&self, item: &str) -> bool {
        match self {
            Question::Usual => USUAL.contains(&item),
            Question::One(one) => one.is(item),
            Question::Many(items) => items.iter().any(|one| one.is(item)),
        }
    }

    /// Looks at the messages of a process as far as it takes that to answer.
    fn look(&self, p: &mut Running<'_>) {
        if !undecoded::has(p) {
            return;
        }
        let on_heap = !p.own_ref().flags.off_heap_messages;
        if self.asks("messages") {
            undecoded::look(p);
        } else if self.asks("memory") || on_heap && self.asks("total_heap_size") {
            undecoded::measure(p);
        }
    }
}

fn known(t: Term<'_>) -> Option<Item> {
    if let Some(&[item, key]) = t.as_tuple_of::<2>() {
        let there = Difference::DictionaryEntries.is_on() && item.is(atom!("dictionary"));
        return there.then(|| Item::Entry(OwnedTerm::new(key)));
    }
    let newer = |name: &str| {
        let row = NEWER.iter().find(|row| row.0 == name);
        row.is_some_and(|row| row.1.is_on())
    };
    t.as_atom().filter(|a| ALL.contains(&a.name()) || newer(a.name())).map(Item::Named)
}

fn process_info_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    answer(p, args, Question::Usual)
}

fn process_info_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let question = match known(args[1]) {
        Some(item) => Question::One(item),
        None => {
            let items = args[1].to_vec().ok_or(Exception::BADARG)?;
            let items: Option<Vec<Item>> = items.into_iter().map(known).collect();
            Question::Many(items.ok_or(Exception::BADARG)?)
        }
    };
    answer(p, args, question)
}

fn answer<'h>(p: &mut Running<'h>, args: &[Term<'h>], question: Question) -> BifResult<'h> {
    let pid = args[0].as_pid().ok_or(Exception::BADARG)?;
    if pid == p.id {
        relations::handle_signals(p)?;
        return Ok(describe(p, p.heap(), &question, true));
    }
    // If there is no such process any more, `ask` answers at once.
    let reply = relations::ask(p, args, pid, move |other| {
        if relations::is_exiting(other) {
            return Term::UNDEFINED.into();
        }
        question.look(other);
        let answer = OwnedTerm::build(|heap| describe(other, heap, &question, false));
        if question.takes_work() {
            other.count_reductions(1);
        }
        answer
    })?;
    Ok(reply.map_or(Term::UNDEFINED, |r| p.heap().adopt(r)))
}

/// `{{dictionary, Key}, Value}`.
fn entry_of_dictionary<'h>(p: &Running<'_>, heap: &'h Heap, key: &OwnedTerm) -> Term<'h> {
    let value = p.own_ref().dictionary.get(key.term());
    let value = value.filter(|_| !p.state.bits().is_sensitive());
    let value = value.map_or(Term::UNDEFINED, |value| copied(p, heap, value));
    let item = heap.tuple(&[Term::atom(atom!("dictionary")), heap.copy_in(key.term())]);
    heap.tuple(&[item, value])
}

fn describe<'h>(p: &Running<'_>, heap: &'h Heap, question: &Question, own: bool) -> Term<'h> {
    let pair = |item: Atom| heap.tuple(&[Term::atom(item), value(p, heap, item, own)]);
    let any = |item: &Item| match item {
        Item::Named(item) => pair(*item),
        Item::Entry(key) => entry_of_dictionary(p, heap, key),
    };
    match question {
        Question::One(item) if item.is("registered_name") && p.registered_name().is_none() => {
            Term::NIL
        }
        Question::One(item) => any(item),
        Question::Many(items) => heap.list(&items.iter().map(any).collect::<Vec<_>>()),
        Question::Usual => {
            let items = USUAL.iter().map(|name| Atom::new(name));
            let named = p.registered_name().is_some();
            let pairs: Vec<Term<'h>> =
                items.filter(|&item| named || item != atom!("registered_name")).map(pair).collect();
            heap.list(&pairs)
        }
    }
}

fn mfa_term<'h>(heap: &'h Heap, mfa: Mfa) -> Term<'h> {
    let arity = Term::small(i64::from(mfa.arity));
    heap.tuple(&[Term::atom(mfa.module), Term::atom(mfa.function), arity])
}

fn size(n: usize) -> Term<'static> {
    Term::small(n as i64)
}

/// Terms of the process itself, for another heap.
fn copied<'h>(p: &Running<'_>, heap: &'h Heap, word: term::Word) -> Term<'h> {
    // SAFETY: callers pass words of the process's own state, on whose thread this runs.
    heap.copy_in(unsafe { p.term(word) })
}

/// The process that has spawned this one, of this node or another.
fn parent<'h>(p: &Running<'_>, heap: &'h Heap) -> Term<'h> {
    let own = p.own_ref();
    own.far_parent().map_or_else(|| copied(p, heap, own.parent), |far| heap.copy_in(far))
}

/// The activity of a process.
fn status(p: &Running<'_>, own: bool) -> Atom {
    let s = p.state.bits();
    if own {
        am::RUNNING
    } else if s.is_exiting() {
        am::EXITING
    } else if s.is_dirty() {
        if dirty::waits(p.id) { am::RUNNABLE } else { am::RUNNING }
    } else if s.is_suspended() || p.own_ref().held_up() != HeldUp::No {
        am::SUSPENDED
    } else if p.own_ref().waiting {
        am::WAITING
    } else {
        am::RUNNABLE
    }
}

/// Bytes that a process takes.
fn memory(p: &Running<'_>) -> usize {
    let s = p.heap().sizes();
    let messages: usize = p.own_ref().mailbox.words();
    size_of::<Process>() + 8 * (s.block + s.old_block + s.fragments + messages)
}

fn value<'h>(p: &Running<'_>, heap: &'h Heap, item: Atom, own_call: bool) -> Term<'h> {
    let sizes = p.heap().sizes();
    let heap_block = sizes.block.max(1);
    let sensitive = p.state.bits().is_sensitive();
    match item.name() {
        "label" => label(p, heap),
        // The contents of such a process are nobody's business.
        "messages" | "dictionary" if sensitive => Term::NIL,
        "backtrace" if sensitive => heap.binary(&[]),
        "registered_name" => p.registered_name().map_or(Term::NIL, Term::atom),
        "current_function" => mfa_term(heap, current_function(p)),
        "current_location" => current_location(p, heap),
        "current_stacktrace" => interp::current_stacktrace(p, heap, interp::backtrace_depth()),
        "initial_call" => mfa_term(heap, p.own_ref().initial_call),
        "status" => Term::atom(status(p, own_call)),
        "message_queue_len" => size(p.own_ref().mailbox.len() + undecoded::count(p)),
        "messages" => {
            let messages: Vec<_> = p.own_ref().mailbox.iter().map(|m| heap.copy_in(m)).collect();
            heap.list(&messages)
        }
        "links" => {
            // Parents before children, as on stock where there are few: crash reports show them.
            let peers = p.own_ref().links.active().rev();
            heap.list_from_rev(peers.filter_map(|peer| peer.name(heap)))
        }
        "monitors" => monitors(p, heap),
        "monitored_by" => monitored_by(p, heap),
        "dictionary" => dictionary(p, heap),
        "trap_exit" => Term::bool(p.own_ref().flags.trap_exit),
        "async_dist" => Term::bool(p.own_ref().flags.async_dist),
        "error_handler" => error_handler(p),
        "priority" => Term::atom(priority_name(p.priority.load(Ordering::Relaxed))),
        "group_leader" => heap.copy_in(p.own_ref().group_leader.term()),
        "parent" => parent(p, heap),
        "total_heap_size" => {
            let messages = interp::message_words(p.own_ref());
            size(sizes.block + sizes.old_block + sizes.fragments + messages)
        }
        "heap_size" => size(heap_block),
        "stack_size" => size(sizes.stack),
        "memory" => size(memory(p)),
        "reductions" => size(reductions(p)),
        "catchlevel" => size(p.own_ref().handlers.len()),
        "suspending" => suspending(p, heap),
        "garbage_collection" => garbage_collection(p, heap),
        "garbage_collection_info" => interp::heap_figures(p, heap),
        "min_heap_size" => size(settings(p).min_heap_size),
        "min_bin_vheap_size" => size(settings(p).min_bin_vheap_size),
        "fullsweep_after" => size(settings(p).fullsweep_after),
        "max_heap_size" => max_heap_size_term(heap, max_heap_of(p)),
        "message_queue_data" => {
            let off = p.own_ref().flags.off_heap_messages;
            Term::atom(if off { atom!("off_heap") } else { atom!("on_heap") })
        }
        "binary" => binaries(p, heap),
        "trace" => Term::small(vm::trace::of(p).iter().fold(0, |all, t| all | t.flags).into()),
        "priority_messages" => Term::bool(takes_priority(p)),
        "last_calls" => vm::saved_calls::last_calls(p, heap),
        "sequential_trace_token" => match vm::trace::seq::token(p) {
            Some(t) => vm::trace::seq::token_term(heap, &t),
            None => Term::NIL,
        },
        "magic_ref" => Term::NIL,
        "backtrace" => {
            let text = vm::backtrace::text(p);
            heap.binary(text.as_bytes())
        }
        _ => Term::UNDEFINED,
    }
}

fn reductions(p: &Running<'_>) -> usize {
    vm::sched::executed(p) as usize
}

/// The function that a process executes; of one that has not begun, its first.
fn current_function(p: &Running<'_>) -> Mfa {
    if let Some(mfa) = dirty_built_in(p) {
        return mfa;
    }
    let of_stack = interp::stack_functions(p).into_iter().find_map(|(_, f)| f);
    let current = of_stack.map_or_else(|| p.own_ref().last_entered(), |(mfa, _)| mfa);
    let in_erlang = |function| Mfa { module: am::ERLANG, function, arity: 2 };
    match p.own_ref().held_up() {
        // A port that is busy holds it up in `!`, or in the half of `port_command/3` that is here.
        HeldUp::BeforeSending if current.module != atom!("erts_internal") => {
            in_erlang(atom!("send"))
        }
        HeldUp::AfterSending => in_erlang(atom!("bif_return_trap")),
        _ => current,
    }
}

/// The built-in that a dirty scheduler executes for a process.
fn dirty_built_in(p: &Running<'_>) -> Option<Mfa> {
    let own = p.own_ref();
    let pc = own.in_dirty_call.then_some(own.pc)?;
    // SAFETY: it stands at the instruction that has called the built-in.
    unsafe { vm::code::built_in_at(pc) }
}

/// The innermost function that a process is in, with its place in the source.
fn current_location<'h>(p: &Running<'_>, heap: &'h Heap) -> Term<'h> {
    match dirty_built_in(p) {
        Some(mfa) => {
            let arity = Term::small(mfa.arity.into());
            heap.tuple(&[Term::atom(mfa.module), Term::atom(mfa.function), arity, Term::NIL])
        }
        None => match interp::current_stacktrace(p, heap, 1).as_cons() {
            Some((first, _)) => first,
            None => Term::UNDEFINED,
        },
    }
}

/// Whether there is an alias, a monitor or a link by which messages with priority come.
fn takes_priority(p: &Running<'_>) -> bool {
    let own = p.own_ref();
    own.links.active_with_priority()
        || own.extra.as_ref().is_some_and(|e| {
            e.aliases.values().any(|a| a.rank == Rank::Priority)
                || e.monitors.values().any(|m| m.rank == Rank::Priority)
        })
}

/// The process dictionary, in the order of `get/0`.
fn dictionary<'h>(p: &Running<'_>, heap: &'h Heap) -> Term<'h> {
    let entries: Vec<_> = p.own_ref().dictionary.iter().collect();
    heap.list_from_rev(entries.into_iter().map(|[k, v]| {
        let pair = [copied(p, heap, k), copied(p, heap, v)];
        heap.tuple(&pair)
    }))
}

/// The module that is asked when a process calls what does not exist.
fn error_handler(p: &Running<'_>) -> Term<'static> {
    let set = p.own_ref().extra.as_ref().and_then(|e| e.error_handler);
    Term::atom(set.unwrap_or(am::ERROR_HANDLER))
}

/// The name that a process has given to itself for those who look at it.
fn label<'h>(p: &Running<'_>, heap: &'h Heap) -> Term<'h> {
    let label = p.own_ref().dictionary.get(Term::atom(atom!("$process_label")));
    let label = label.filter(|_| !p.state.bits().is_sensitive());
    label.map_or(Term::UNDEFINED, |label| copied(p, heap, label))
}

/// The processes that monitor this one.
fn monitored_by<'h>(p: &Running<'_>, heap: &'h Heap) -> Term<'h> {
    let Some(extra) = &p.own_ref().extra else { return Term::NIL };
    heap.list_from_rev(extra.monitored_by.values().filter_map(|m| m.watcher.name(heap)))
}

fn monitors<'h>(p: &Running<'_>, heap: &'h Heap) -> Term<'h> {
    let Some(extra) = &p.own_ref().extra else { return Term::NIL };
    heap.list_from_rev(extra.monitors.values().map(|m| {
        let what = match &m.name {
            Some(name) => heap.copy_in(name.term()),
            None => m.target.map_or(Term::NIL, Peer::term),
        };
        heap.tuple(&[Term::atom(m.kind), what])
    }))
}

fn suspending<'h>(p: &Running<'_>, heap: &'h Heap) -> Term<'h> {
    let Some(extra) = &p.own_ref().extra else { return Term::NIL };
    // The second number is that of those which are on their way.
    heap.list_from_rev(extra.suspending.iter().map(|s| {
        let count = size(s.count as usize);
        let (active, on_their_way) = match s.taken.load(Ordering::SeqCst) {
            true => (count, Term::small(0)),
            false => (Term::small(0), count),
        };
        heap.tuple(&[Term::pid(s.pid), active, on_their_way])
    }))
}

struct Settings {
    min_heap_size: usize,
    min_bin_vheap_size: usize,
    fullsweep_after: usize,
}

fn settings(p: &Running<'_>) -> Settings {
    let e = p.own_ref().extra.as_ref();
    let of = |f: fn(&vm::process::Extra) -> Option<usize>| e.and_then(|e| f(e));
    let set = (
        of(|e| e.min_heap_size),
        of(|e| e.min_bin_vheap_size),
        of(|e| e.fullsweep_after.map(|n| n as usize)),
    );
    let d = &spawn::DEFAULTS;
    let usual = |n: &std::sync::atomic::AtomicU32| n.load(Ordering::Relaxed) as usize;
    Settings {
        min_heap_size: set.0.unwrap_or_else(|| usual(&d.min_heap_size)),
        min_bin_vheap_size: set.1.unwrap_or_else(|| usual(&vm::process::MIN_BIN_VHEAP_SIZE)),
        fullsweep_after: set.2.unwrap_or_else(|| usual(&d.fullsweep_after)),
    }
}

fn pairs<'h>(heap: &'h Heap, list: &[(Atom, Term<'h>)]) -> Term<'h> {
    let pairs: Vec<_> = list.iter().map(|&(k, v)| heap.tuple(&[Term::atom(k), v])).collect();
    heap.list(&pairs)
}

fn garbage_collection<'h>(p: &Running<'_>, heap: &'h Heap) -> Term<'h> {
    let s = settings(p);
    pairs(
        heap,
        &[
            (atom!("max_heap_size"), max_heap_size_term(heap, max_heap_of(p))),
            (atom!("min_bin_vheap_size"), size(s.min_bin_vheap_size)),
            (atom!("min_heap_size"), size(s.min_heap_size)),
            (atom!("fullsweep_after"), size(s.fullsweep_after)),
            (atom!("minor_gcs"), size(p.heap().sizes().minor_collections)),
        ],
    )
}

fn binaries<'h>(p: &Running<'_>, heap: &'h Heap) -> Term<'h> {
    let found = p.heap().off_heap_binaries();
    heap.list_from_rev(found.into_iter().map(|(address, bytes, references)| {
        heap.tuple(&[heap.unsigned(address as u64), size(bytes), size(references)])
    }))
}
