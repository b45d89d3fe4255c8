//! Events of processes and ports, told to their tracers.

use super::call::{FirstCall, mfa_term};
use super::session::Id;
use super::{CONTROL_WORD, Traced, Traces, event_pattern, flag, seq, tell};
use crate::match_spec::{Action, Actions, Subject};
use crate::peer::Peer;
use crate::process::{Process, Running};
use crate::process_table;
use std::sync::atomic::Ordering;
use term::node::this_node;
use term::{Atom, Heap, Mfa, Term, View, Word, am, atom};

/// The flags of a list of names; None if there is another.
pub fn flags_of(list: Term<'_>) -> Option<u32> {
    list.to_vec()?.iter().try_fold(0, |all, t| Some(all | flag_of(*t)?))
}

fn flag_of(t: Term<'_>) -> Option<u32> {
    let name = t.as_atom()?.name();
    if name == "all" {
        return Some(flag::ALL);
    }
    flag::NAMES.iter().find(|f| f.0 == name).map(|f| f.1)
}

/// The session that a match specification is executed in.
#[derive(Copy, Clone)]
pub struct Within {
    /// The session.
    pub session: Id,
    /// The tracer that others get if none is named.
    pub tracer: Option<Term<'static>>,
}

impl From<&Traced> for Within {
    fn from(t: &Traced) -> Within {
        Within { session: t.session, tracer: t.tracer }
    }
}

/// The functions of match specifications that any kind of tracing has.
pub fn act<'h>(
    p: &mut Running<'h>,
    within: Within,
    action: Action,
    args: &[Term<'h>],
) -> Option<Term<'h>> {
    let me = p.pid().word();
    Some(match action {
        Action::Silent => {
            match args[0].as_bool() {
                Some(true) => super::change(within.session, me, flag::SILENT, 0, None),
                Some(false) => super::change(within.session, me, 0, flag::SILENT, None),
                None => false,
            };
            Term::TRUE
        }
        Action::EnableTrace | Action::DisableTrace => {
            change_flag(p, within, action == Action::EnableTrace, args)?
        }
        Action::Trace => change_flags(p, within, args)?,
        Action::Display => {
            println!("{}", args[0]);
            Term::TRUE
        }
        Action::ProcessDump => {
            let text = super::above().map(|above| (above.report)(p));
            p.heap().binary(text.unwrap_or_default().as_bytes())
        }
        Action::GetTcw => Term::small(CONTROL_WORD.load(Ordering::Relaxed).into()),
        Action::SetTcw => {
            let old = CONTROL_WORD.load(Ordering::Relaxed);
            if let Some(new) = args[0].as_u64().and_then(|n| u32::try_from(n).ok()) {
                CONTROL_WORD.store(new, Ordering::Relaxed);
            }
            Term::small(old.into())
        }
        Action::IsSeqTrace => Term::bool(seq::token(p).is_some()),
        Action::GetSeqToken => match seq::token(p) {
            Some(t) => seq::token_term(p.heap(), &t),
            None => Term::NIL,
        },
        Action::SetSeqToken => match seq::set(p, args[0], args[1]) {
            Some(_) => args[1],
            None => Term::FALSE,
        },
        Action::Caller | Action::CallerLine | Action::CurrentStacktrace => Term::UNDEFINED,
        Action::ReturnTrace | Action::ExceptionTrace => Term::TRUE,
    })
}

/// `enable_trace` and `disable_trace`: of the process itself, or of one that is named.
fn change_flag(
    p: &Process,
    Within { session, tracer }: Within,
    on: bool,
    args: &[Term<'_>],
) -> Option<Term<'static>> {
    let (target, name) = match *args {
        [name] => (Some(p.pid().word()), name),
        [target, name] => (word_of(target), name),
        _ => return None,
    };
    let bit = flag_of(name).filter(|_| tracer.is_some() || args.len() == 1);
    if let (Some(word), Some(bit)) = (target, bit) {
        match on {
            true => super::change(session, word, bit, 0, tracer),
            false => super::change(session, word, 0, bit, None),
        };
    }
    Some(Term::TRUE)
}

/// `trace`: takes away the flags of one list and sets those of another. Gives whether this changed
/// anything.
fn change_flags(
    p: &Process,
    Within { session, tracer }: Within,
    args: &[Term<'_>],
) -> Option<Term<'static>> {
    let (target, off, on) = match *args {
        [off, on] => (Some(p.pid().word()), off, on),
        [target, off, on] => (word_of(target), off, on),
        _ => return None,
    };
    let (Some((off, _)), Some((on, new))) = (flags_and_tracer(off), flags_and_tracer(on)) else {
        return Some(Term::FALSE);
    };
    let old = target.and_then(|word| super::in_session(session, word)).unwrap_or_default();
    // Flags are taken away first, so a flag in both lists is on. Without a tracer, named here or of
    // the process that executes this, nothing is told any more.
    let mine = super::of(p).into_iter().find(|t| t.session == session);
    let tracer = new.or(tracer).or(mine.and_then(|t| t.tracer));
    let (flags, tracer) = match tracer {
        Some(_) => ((old.flags & !off) | on, tracer),
        None => (0, None),
    };
    let changed = flags != old.flags || tracer.map(Term::word) != old.tracer.map(Term::word);
    if let Some(word) = target {
        let tracer = tracer.filter(|_| flags != 0);
        super::replace(word, Traced { session, flags, tracer });
    }
    Some(Term::bool(changed && target.is_some()))
}

/// The flags of a list, and the last tracer in it, if it is a process or a port.
fn flags_and_tracer(list: Term<'_>) -> Option<(u32, Option<Term<'static>>)> {
    let (mut flags, mut tracer) = (0, None);
    for t in list.to_vec()? {
        match t.as_tuple_of::<2>() {
            Some([tag, new]) if tag.is(term::atom!("tracer")) => {
                tracer = new.to_static().filter(|t| t.is_pid() || t.is_port());
            }
            _ => flags |= flag_of(t)?,
        }
    }
    Some((flags, tracer))
}

/// The process or port of this name or identifier; None if it is not there.
fn word_of(t: Term<'_>) -> Option<Word> {
    match t.as_atom() {
        Some(name) => super::above().and_then(|above| (above.whereis)(name)).map(Peer::word),
        None => t.as_pid().filter(|&id| process_table::contains(id)).map(|id| Term::pid(id).word()),
    }
}

struct EventActions<'a>(&'a Traced);

impl Actions for EventActions<'_> {
    fn act<'h>(
        &mut self,
        p: &mut Running<'h>,
        action: Action,
        args: &[Term<'h>],
    ) -> Option<Term<'h>> {
        act(p, self.0.into(), action, args)
    }
}

/// The result of the pattern of messages for these arguments; None if the event is not to be told.
fn pattern_result<'h>(
    p: &mut Running<'h>,
    t: &Traced,
    receive: bool,
    args: &[Term<'_>],
) -> Option<Term<'h>> {
    let pattern = event_pattern(t.session, receive)?;
    if !pattern.on {
        return None;
    }
    let Some(spec) = &pattern.program else { return Some(Term::TRUE) };
    let session = t.session;
    let told = spec.0.view().run_with(p, Subject::Arguments(args), &mut EventActions(t))?;
    let silent = super::of(p).iter().any(|t| t.session == session && t.has(flag::SILENT));
    (!told.is(am::FALSE) && !silent).then_some(told)
}

/// A process sends; before the message goes.
#[inline]
pub fn sends(p: &mut Running<'_>, to: Term<'_>, message: Term<'_>) {
    if super::is_traced(p) {
        tell_sent(p, to, message);
    }
}

#[cold]
fn tell_sent(p: &mut Running<'_>, to: Term<'_>, message: Term<'_>) {
    for t in super::with_flags(p, flag::SEND) {
        let Some(told) = pattern_result(p, &t, false, &[to, message]) else { continue };
        let there = to.as_pid().is_none_or(process_table::contains);
        let tag = if there { "send" } else { "send_to_non_existing_process" };
        tell(&t, p.pid(), tag, |heap| {
            let mut rest = vec![heap.copy_in(message), heap.copy_in(to)];
            if !told.is(am::TRUE) {
                rest.push(heap.copy_in(told));
            }
            rest
        });
    }
}

/// A message arrives at a process: on its own thread.
#[inline]
pub fn receives(p: &mut Running<'_>, from: Option<Peer>, message: Term<'_>) {
    if super::is_traced(p) {
        tell_received(p, from, message);
    }
}

#[cold]
fn tell_received(p: &mut Running<'_>, from: Option<Peer>, message: Term<'_>) {
    let heap = Heap::new(0);
    let [node, sender] = sender_of(&heap, from);
    tell_receipt(p, &[node, sender, message]);
}

/// Tells that a message has come, or that the time for it is up, with what patterns see of that:
/// the message is last.
fn tell_receipt(p: &mut Running<'_>, args: &[Term<'_>; 3]) {
    for t in super::with_flags(p, flag::RECEIVE) {
        let Some(told) = pattern_result(p, &t, true, args) else { continue };
        tell(&t, p.pid(), "receive", |heap| {
            let mut rest = vec![heap.copy_in(args[2])];
            if !told.is(am::TRUE) {
                rest.push(heap.copy_in(told));
            }
            rest
        });
    }
}

/// The node and the pid or port of the sender of a message, as patterns see them.
fn sender_of(heap: &Heap, from: Option<Peer>) -> [Term<'_>; 2] {
    let Some(sender) = from.map(|peer| peer.shown(heap)) else {
        return [Term::atom(atom!("system")), Term::UNDEFINED];
    };
    match sender.view() {
        View::ExternalPid(node, ..) => [Term::atom(node.name), sender],
        // Another node has not said who it is.
        View::Atom(_) => [sender, Term::UNDEFINED],
        _ => [Term::atom(this_node()), sender],
    }
}

/// A receive of a process has timed out.
#[cold]
pub(crate) fn timed_out(p: &mut Running<'_>) {
    let from = Term::atom(atom!("clock_service"));
    tell_receipt(p, &[from, Term::UNDEFINED, Term::atom(am::TIMEOUT)]);
}

/// Something happens to a process that is about another one, or about a name.
#[cold]
pub fn proc_event(p: &Process, tag: &str, about: Term<'_>) {
    for t in super::with_flags(p, flag::PROCS) {
        tell(&t, p.pid(), tag, |heap| vec![heap.copy_in(about)]);
    }
}

/// As [`proc_event`], about the other end of a relation.
#[cold]
pub(crate) fn proc_event_with(p: &Process, tag: &str, peer: Peer) {
    for t in super::with_flags(p, flag::PROCS) {
        tell(&t, p.pid(), tag, |heap| vec![peer.shown(heap)]);
    }
}

/// A process has been made, and does not run yet.
pub(crate) fn spawned(
    parent: &Running<'_>,
    child: &Running<'_>,
    call: FirstCall<'_, '_>,
    linked: bool,
) {
    let about = |t: &Traced, me: &Process, other: &Process, tag: &str| {
        let other = other.pid();
        tell(t, me.pid(), tag, |heap| {
            let (mfa, args) = call.told(heap);
            let call = [Term::atom(mfa.module), Term::atom(mfa.function), args];
            vec![other, heap.tuple(&call)]
        });
    };
    for t in super::with_flags(parent, flag::PROCS) {
        about(&t, parent, child, "spawn");
    }
    if linked {
        proc_event(parent, "link", child.pid());
    }
    for t in super::with_flags(child, flag::PROCS) {
        about(&t, child, parent, "spawned");
    }
    if linked {
        proc_event(child, "getting_linked", parent.pid());
    }
}

/// A process links to another. Flags may go with the link: gives those that the other one gets,
/// before it is told of the link.
#[cold]
pub fn links(p: &Process, peer: Peer) -> Traces {
    proc_event_with(p, "link", peer);
    if peer.as_pid().is_none() {
        return Traces::new();
    }
    let mut all = super::with_flags(p, flag::ON_LINK);
    for t in all.iter_mut().filter(|t| t.has(flag::SET_ON_FIRST_LINK)) {
        t.flags &= !flag::ON_LINK;
        super::change(t.session, p.pid().word(), 0, flag::ON_LINK, None);
    }
    all
}

/// A process goes on in a function, `in`, or stops there, `out`.
#[cold]
pub(crate) fn scheduled(p: &Process, tag: &str, function: impl FnOnce() -> Mfa) {
    let traces = super::with_flags(p, flag::RUNNING | flag::RUNNING_PROCS);
    if traces.is_empty() {
        return;
    }
    let function = function();
    for t in traces {
        tell(&t, p.pid(), tag, |heap| vec![mfa_term(heap, function)]);
    }
}

/// A process asks a port for something, which is told as if it had stopped meanwhile: it stops,
/// `out`, or goes on, `in`.
#[cold]
pub(crate) fn in_port(p: &Running<'_>, tag: &str) {
    let Some(above) = super::above() else { return };
    for t in super::with_flags(p, flag::RUNNING_PROCS) {
        let function = (above.place)(p);
        tell(&t, p.pid(), tag, |heap| vec![mfa_term(heap, function)]);
    }
}

/// A process ends.
#[cold]
pub(crate) fn exits(p: &Running<'_>, reason: Term<'_>) {
    for t in super::with_flags(p, flag::PROCS) {
        tell(&t, p.pid(), "exit", |heap| vec![heap.copy_in(reason)]);
    }
}

/// The last that is told of a process.
pub(crate) type Last = Box<dyn FnOnce() + Send>;

/// The last that is to be told of a process, when all has been said that it has left: nothing is
/// told of it any more after that.
#[cold]
pub(crate) fn last(p: &Running<'_>) -> Last {
    let (pid, told) = (p.pid(), super::with_flags(p, flag::EXITING));
    Box::new(move || {
        for t in told {
            tell(&t, pid, "out_exited", |_| vec![Term::small(0)]);
        }
        super::forget(pid.word());
    })
}

/// The names of flags.
pub fn flag_names(heap: &Heap, flags: u32) -> Term<'_> {
    let names = flag::NAMES.iter().filter(|f| flags & f.1 != 0);
    heap.list_from_rev(names.map(|f| -> Term<'_> { Term::atom(Atom::new(f.0)) }))
}

/// Something happens to a port.
#[inline]
pub(crate) fn port_event(
    port: u64,
    flags: u32,
    tag: &str,
    rest: impl for<'h> Fn(&'h Heap) -> Vec<Term<'h>>,
) {
    for t in super::of_port(port).iter().filter(|t| t.has(flags)) {
        tell(t, Term::port(port), tag, &rest);
    }
}

/// A port is asked for something by `from`; `what` makes the second part of `{From, What}`.
#[inline]
pub(crate) fn port_told(port: u64, from: Peer, what: impl for<'h> Fn(&'h Heap) -> Term<'h>) {
    port_event(port, flag::RECEIVE, "receive", |heap| {
        let what = what(heap);
        vec![heap.tuple(&[from.shown(heap), what])]
    });
}

/// A turn of a port, which ends when this is dropped.
pub struct PortTurn {
    port: u64,
    task: Term<'static>,
}

/// A port does something for somebody, or because of a descriptor, for which there is no name.
#[inline]
pub(crate) fn port_turn(port: u64, task: &str) -> Option<PortTurn> {
    if super::ports_are_watched() { begin_turn(port, task) } else { None }
}

#[cold]
fn begin_turn(port: u64, task: &str) -> Option<PortTurn> {
    let task = if task.is_empty() { Term::small(0) } else { Term::atom(Atom::new(task)) };
    let turn = PortTurn { port, task };
    turn.profile(true);
    port_event(port, flag::RUNNING | flag::RUNNING_PORTS, "in", |_| vec![task]);
    Some(turn)
}

impl PortTurn {
    /// Tells the system's profiler, to which a port that is being opened is not at work yet.
    fn profile(&self, active: bool) {
        if !self.task.is(term::atom!("open"))
            && let Some(above) = super::above()
        {
            (above.profile_port)(self.port, active);
        }
    }
}

impl Drop for PortTurn {
    fn drop(&mut self) {
        let task = self.task;
        port_event(self.port, flag::RUNNING | flag::RUNNING_PORTS, "out", |_| vec![task]);
        self.profile(false);
    }
}

/// A port has been made, and does nothing yet.
pub(crate) fn port_opened(port: u64, owner: u64, name: &[u8]) {
    for t in super::port_made(port).iter().filter(|t| t.has(flag::PORTS)) {
        tell(t, Term::port(port), "open", |_| {
            let name = String::from_utf8_lossy(name);
            vec![Term::pid(owner), Term::atom(Atom::new(&name))]
        });
    }
    port_event(port, flag::PORTS, "getting_linked", |_| vec![Term::pid(owner)]);
}
