//! Runs the code of breakpoints, and of the returns that breakpoints have asked for.

use super::calls::raiser;
use super::exceptions::entry_at;
use super::figures::heap_figures;
use super::frames::{self, skip_trace_frames};
use super::{Machine, binary};
use crate::breakpoint::accounts::{self, Measure};
use crate::breakpoint::{self, Breakpoint, Meta, Parts, Spec, frame};
use crate::code::{self, Instance};
use crate::match_spec::{self, Action, Actions, Subject};
use crate::process::{Exclusive, Process, Running};
use crate::trace::events::Within;
use crate::trace::session::{self, Id};
use crate::trace::{self, Traced, Traces, events, flag};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use term::word::{Kind, address, header_kind_bits, is_boxed};
use term::{Atom, Heap, Mfa, Term, Word, am, atom};

/// The frame that a breakpoint puts on the stack.
struct Frame {
    bits: u64,
    /// A tracer, a place in code, a breakpoint, or nothing, as the bits say.
    last: Word,
    session: Id,
}

/// The functions of match specifications that trace calls.
struct CallActions<'a> {
    caller: &'a dyn Fn() -> Option<*const u64>,
    /// Where a built-in has been called last in a function.
    last_caller: Option<*const u64>,
    /// Bits of [`frame`].
    asked: u64,
    within: Within,
}

impl Actions for CallActions<'_> {
    fn act<'h>(
        &mut self,
        p: &mut Running<'h>,
        action: Action,
        args: &[Term<'h>],
    ) -> Option<Term<'h>> {
        let heap = p.heap();
        Some(match action {
            Action::ReturnTrace => {
                self.asked |= frame::RETURN;
                Term::TRUE
            }
            Action::ExceptionTrace => {
                self.asked |= frame::RETURN | frame::EXCEPTION;
                Term::TRUE
            }
            Action::Caller | Action::CallerLine => {
                let Some((instance, at)) = (self.caller)().and_then(|pc| {
                    let (instance, offset) = code::find(pc.wrapping_sub(1))?;
                    Some((instance, offset))
                }) else {
                    return Some(Term::UNDEFINED);
                };
                let Some(f) = instance.function_at(at) else { return Some(Term::UNDEFINED) };
                let mut parts = vec![
                    Term::atom(f.mfa.module),
                    Term::atom(f.mfa.function),
                    Term::small(f.mfa.arity.into()),
                ];
                if action == Action::CallerLine {
                    let Some((file, line)) = instance.line_at(at) else {
                        return Some(Term::UNDEFINED);
                    };
                    parts.push(heap.tuple(&[heap.string(file), Term::small(line.into())]));
                }
                heap.tuple(&parts)
            }
            Action::CurrentStacktrace => {
                let depth = match_spec::depth(args).min(super::backtrace_depth());
                let callers = frames::callers(heap, self.last_caller, depth);
                let entries = callers.iter().filter_map(|&pc| entry_at(heap, pc, None));
                heap.list(&entries.collect::<Vec<_>>())
            }
            _ => return events::act(p, self.within, action, args),
        })
    }
}

/// A call of a function, as a session sees it.
#[derive(Copy, Clone)]
struct Called {
    bp: &'static Breakpoint,
    session: Id,
    by_export: bool,
    /// Where a built-in has been called last in a function.
    tail: Option<*const u64>,
}

/// Where a traced built-in has been called last in a function.
struct LastCaller(*const u64);

/// The code that has called the traced built-in `load_nif/2`, which a process executes.
pub fn caller_of_load_nif(p: &mut Running<'_>) -> Option<Arc<Instance>> {
    if let Some(LastCaller(pc)) = p.extra().slots.take() {
        return code::find(pc).map(|found| found.0);
    }
    super::stack_functions(p).into_iter().find_map(|(pc, _)| Some(code::find(pc)?.0))
}

fn function_term<'h>(heap: &'h Heap, mfa: Mfa, third: Term<'h>) -> Term<'h> {
    heap.tuple(&[Term::atom(mfa.module), Term::atom(mfa.function), third])
}

impl Machine {
    /// A function with a breakpoint is called, through its export or not, with its arguments in the
    /// X registers.
    #[cold]
    pub(super) fn breakpoint(
        &mut self,
        p: &mut Exclusive<'_>,
        bp: &'static Breakpoint,
        by_export: bool,
    ) {
        let wanted = bp.wanted();
        // A built-in that is called last in a function is still called by that function.
        let tail = self.bif_caller.take().filter(|&pc| code::function_at(pc) != Some(bp.mfa));
        self.raiser_caller = tail.filter(|_| raiser(bp.mfa).is_some());
        if let Some(pc) = tail
            && bp.mfa == Mfa::new(am::ERLANG, atom!("load_nif"), 2)
        {
            p.extra().slots.put(LastCaller(pc));
        }
        let traces = trace::of_calls(p);
        let mut frames: Vec<Frame> = Vec::new();
        for (session, parts) in &wanted.sessions {
            let called = Called { bp, session: *session, by_export, tail };
            let traced = traces.iter().find(|t| t.session == *session);
            self.called(p, (called, traced), parts, &mut frames);
        }
        self.push_frames(p, bp, &frames);
    }

    /// Does what a session wants at a call of a function.
    fn called(
        &mut self,
        p: &mut Exclusive<'_>,
        (called, traced): (Called, Option<&Traced>),
        parts: &Parts,
        frames: &mut Vec<Frame>,
    ) {
        let Called { bp, session, by_export, tail } = called;
        if let (Some(call), Some(t)) = (&parts.call, traced)
            && (call.local || by_export)
        {
            let how = (false, call.local);
            let bits = self.call_event(&mut p.running(), bp.mfa, t, &call.spec, how, tail);
            if bits != 0 {
                frames.push(Frame { bits, last: tail.map_or(0, |pc| pc as Word), session });
            }
        }
        if let Some(meta) = &parts.meta {
            self.meta_called(p, called, meta, frames);
        }
        if let Some(counter) = &parts.count
            && !counter.paused.load(Ordering::Relaxed)
        {
            counter.calls.fetch_add(1, Ordering::Relaxed);
        }
        if traced.is_none() {
            return;
        }
        for (measure, bit) in [(Measure::Time, frame::TIME), (Measure::Memory, frame::MEMORY)] {
            let Some(totals) = measure.active(parts) else { continue };
            let function = (bp, &**totals);
            let args = self.args(bp.mfa.arity.into());
            let ran = accounts::begins(&mut p.running(), (session, measure), function, args);
            // A tail call ends with the function that it is in; and when a call by the same
            // function ends, its time goes on.
            let goes_on = ran.is_some_and(|ran| std::ptr::eq(ran, bp));
            if !goes_on && !self.has_frame(p.heap(), bit, session) {
                let last = ran.map_or(0, |ran| std::ptr::from_ref(ran) as Word);
                frames.push(Frame { bits: bit, last, session });
            }
        }
    }

    /// Tells a call to the tracer that a session has for the function.
    fn meta_called(
        &mut self,
        p: &mut Exclusive<'_>,
        Called { bp, session, tail, .. }: Called,
        meta: &Meta,
        frames: &mut Vec<Frame>,
    ) {
        let sensitive = p.state.bits().is_sensitive();
        if sensitive || meta.tracer.same(p.pid()) || meta.tracer.is_nil() {
            return;
        }
        if !trace::is_alive(meta.tracer) {
            return bp.lose_tracer(session);
        }
        // Functions may still have the patterns of a session that has just ended.
        if session::get(session).is_none() {
            return;
        }
        let t = breakpoint::meta_traced(session, meta.tracer);
        let how = (true, true);
        let bits = self.call_event(&mut p.running(), bp.mfa, &t, &meta.spec, how, tail);
        if bits != 0 {
            let last = meta.tracer.word();
            frames.push(Frame { bits: bits | frame::META, last, session });
        }
    }

    fn is_trace_frame(&self, at: *mut Word) -> bool {
        // SAFETY: there is always a frame on the stack, of two words at least.
        unsafe { *at.add(1) == code::traced_return() as u64 }
    }

    fn push_frames(&mut self, p: &mut Exclusive<'_>, bp: &'static Breakpoint, frames: &[Frame]) {
        if frames.is_empty() {
            return;
        }
        let need = frames.len() * frame::WORDS;
        let (top, stack) = (p.heap().top(), p.heap().stack());
        let free = stack as usize - top as usize;
        if free < need * 8 || self.collects_always(p.heap(), (top, stack)) {
            self.collect(p, usize::from(bp.mfa.arity), need, false);
        }
        let mut e = p.heap().stack();
        for f in frames {
            e = e.wrapping_sub(frame::WORDS);
            let words = [
                super::native::bridge(),
                code::traced_return() as u64,
                std::ptr::from_ref(bp) as u64 | f.bits,
                f.last,
                f.session.as_small().word(),
            ];
            for (i, word) in words.into_iter().enumerate() {
                // SAFETY: the collection has left so many words between heap and stack.
                unsafe { e.add(i).write(word) };
            }
        }
        // SAFETY: whole frames have been written there.
        unsafe { p.heap().set_stack(e) };
        p.extra().trace_frames = true;
    }

    /// Tells a call, if the match specification agrees; gives bits of [`frame`].
    fn call_event(
        &self,
        p: &mut Running<'_>,
        mfa: Mfa,
        t: &Traced,
        spec: &Spec,
        (meta, local): (bool, bool),
        tail: Option<*const u64>,
    ) -> u64 {
        let heap = p.heap();
        let caller = || {
            if let Some(pc) = tail {
                return Some(pc.wrapping_add(1));
            }
            let frame = skip_trace_frames(heap, heap.stack());
            // SAFETY: the second word of a frame is a return address.
            (frame.wrapping_add(2) <= heap.stack_end())
                .then(|| unsafe { *frame.add(1) } as *const u64)
        };
        let args: Vec<Term<'_>> = self
            .args(mfa.arity.into())
            .iter()
            .map(|&a| {
                let word: Word = Term::word(a);
                // SAFETY: boxed terms begin with a header.
                let context = is_boxed(word)
                    && unsafe { header_kind_bits(*address(word)) } == Kind::MatchCtx as u8;
                if context { binary::get_rest(heap, a) } else { a }
            })
            .collect();
        let (mut asked, mut told) = (0, Term::TRUE);
        let mut silent = t.has(flag::SILENT);
        if let Some(spec) = spec {
            let within = if meta { within_meta(t.session) } else { t.into() };
            let mut actions = CallActions { caller: &caller, last_caller: tail, asked: 0, within };
            let subject = Subject::Arguments(&args);
            told = spec.0.view().run_with(p, subject, &mut actions).unwrap_or(Term::FALSE);
            asked = actions.asked;
            // The specification may have changed it.
            silent = is_silent(&trace::of(p), t.session);
        }
        if !meta && silent {
            return 0;
        }
        if told.is(am::FALSE) {
            return asked;
        }
        if !meta
            && local
            && t.has(flag::RETURN_TO)
            && (tail.is_some() || !self.has_frame(heap, frame::RETURN_TO, t.session))
        {
            asked |= frame::RETURN_TO;
        }
        trace::tell(t, p.pid(), "call", |heap| {
            let third = if t.has(flag::ARITY) {
                Term::small(mfa.arity.into())
            } else {
                let args: Vec<_> = args.iter().map(|&a| heap.copy_in(a)).collect();
                heap.list(&args)
            };
            let mut rest = vec![function_term(heap, mfa, third)];
            if !told.is(am::TRUE) {
                rest.push(heap.copy_in(told));
            }
            rest
        });
        asked
    }

    /// Whether one of the frames of breakpoints on top of the stack has this bit for a session.
    fn has_frame(&self, heap: &Heap, bit: u64, session: Id) -> bool {
        let mut e = heap.stack();
        while e.wrapping_add(frame::WORDS) <= heap.stack_end() && self.is_trace_frame(e) {
            let (_, frame) = self.frame_at(e);
            if frame.bits & bit != 0 && frame.session == session {
                return true;
            }
            e = e.wrapping_add(frame::WORDS);
        }
        false
    }

    /// The parts of a breakpoint's frame.
    fn frame_at(&self, e: *const Word) -> (&'static Breakpoint, Frame) {
        // SAFETY: callers pass the address of a frame that `push_frames` has written, of five
        // words. Its third word is the address of a breakpoint, with bits; breakpoints live for
        // ever. The last one is a small integer, which is an immediate.
        unsafe {
            let word = *e.add(2);
            let bp = &*((word & !frame::BITS) as *const Breakpoint);
            let session = Id::of_small(Term::from_word(*e.add(4))).unwrap_or_default();
            (bp, Frame { bits: word & frame::BITS, last: *e.add(3), session })
        }
    }

    /// The tracer that is told at the end of a call, if there is one.
    fn told_at_end(&self, p: &Process, f: &Frame) -> Option<Traced> {
        if f.bits & frame::META != 0 {
            session::get(f.session)?;
            // SAFETY: a tracer, which is an immediate.
            return Some(breakpoint::meta_traced(f.session, unsafe { Term::from_word(f.last) }));
        }
        trace::with_flags_in(f.session, p, flag::CALL)
    }

    /// The call that a frame is for does not use anything any more.
    fn account_ends(&self, p: &mut Running<'_>, f: &Frame) {
        for (measure, bit) in [(Measure::Time, frame::TIME), (Measure::Memory, frame::MEMORY)] {
            if f.bits & bit != 0 {
                // SAFETY: null, or a breakpoint, as `called` has written it.
                let previous = unsafe { (f.last as *const Breakpoint).as_ref() };
                accounts::ends(p, (f.session, measure), previous);
            }
        }
    }

    /// A function has returned to the frame of a breakpoint, with its value in x0.
    #[cold]
    pub(super) fn traced_return(&mut self, p: &mut Exclusive<'_>) {
        let e = p.heap().stack();
        let (bp, f) = self.frame_at(e);
        // SAFETY: the frame is whole.
        unsafe { p.heap().set_stack(e.add(frame::WORDS)) };
        self.account_ends(&mut p.running(), &f);
        let Some(t) = self.told_at_end(p, &f) else { return };
        if f.bits & frame::RETURN != 0 {
            let value = self.args(1)[0];
            trace::tell(&t, p.pid(), "return_from", |heap| {
                let mfa = function_term(heap, bp.mfa, Term::small(bp.mfa.arity.into()));
                vec![mfa, heap.copy_in(value)]
            });
        }
        if f.bits & frame::RETURN_TO != 0 && t.has(flag::RETURN_TO) {
            let below = skip_trace_frames(p.heap(), p.heap().stack());
            let to = match f.last as *const u64 {
                // SAFETY: the second word of a frame is a return address.
                to if to.is_null() => (unsafe { *below.add(1) }) as *const u64,
                to => to.wrapping_add(1),
            };
            self.tell_return_to(p, &t, to);
        }
    }

    fn tell_return_to(&self, p: &Process, t: &Traced, to: *const u64) {
        let to = code::function_at(to.wrapping_sub(1));
        trace::tell(t, p.pid(), "return_to", |heap| {
            vec![
                to.map_or(Term::UNDEFINED, |f| function_term(heap, f, Term::small(f.arity.into()))),
            ]
        });
    }

    /// An exception leaves the functions between `pc` and where it is caught: instruction and
    /// stack there, if it is.
    #[cold]
    pub(super) fn leave_trace_frames(
        &mut self,
        p: &mut Running<'_>,
        pc: *const u64,
        class: Atom,
        reason: Term<'_>,
        caught: Option<(*const u64, *mut Word)>,
    ) {
        let end = caught.map_or(p.heap().stack_end(), |c| c.1);
        let (mut at, mut frame_at, mut first) = (pc, p.heap().stack(), true);
        let mut returns = Traces::new();
        loop {
            let words = match code::find(at) {
                Some((instance, offset)) => instance.frame_at(offset),
                None if first => 0,
                None => break,
            };
            first = false;
            frame_at = frame_at.wrapping_add(words);
            while frame_at.wrapping_add(2) <= end && self.is_trace_frame(frame_at) {
                let (bp, f) = self.frame_at(frame_at);
                self.account_ends(p, &f);
                if let Some(t) = self.told_at_end(p, &f) {
                    if f.bits & frame::EXCEPTION != 0 {
                        tell_exception(p, &t, bp.mfa, (class, reason), caught.is_some());
                    }
                    if f.bits & frame::RETURN_TO != 0 && t.has(flag::RETURN_TO) {
                        returns.retain(|other| other.session != t.session);
                        returns.push(t);
                    }
                }
                frame_at = frame_at.wrapping_add(frame::WORDS);
            }
            if frame_at.wrapping_add(2) > end {
                break;
            }
            // SAFETY: within the stack; the second word of a frame is a return address.
            at = (unsafe { *frame_at.add(1) } as *const u64).wrapping_sub(1);
        }
        if let Some((handler, _)) = caught {
            for t in &returns {
                self.tell_return_to(p, t, handler.wrapping_add(1));
            }
        }
    }
}

/// Tells the exception that leaves a function.
fn tell_exception(
    p: &Process,
    t: &Traced,
    mfa: Mfa,
    (class, reason): (Atom, Term<'_>),
    is_caught: bool,
) {
    trace::tell(t, p.pid(), "exception_from", |heap| {
        let mfa = function_term(heap, mfa, Term::small(mfa.arity.into()));
        let (mut class, mut reason) = (class, heap.copy_in(reason));
        if class == am::THROW && !is_caught {
            reason = heap.tuple(&[Term::atom(am::NOCATCH), reason]);
            class = am::ERROR;
        }
        let what = heap.tuple(&[Term::atom(class), reason]);
        vec![mfa, what]
    });
}

/// Whether a process that is traced like this is silent in a session.
fn is_silent(traces: &Traces, session: Id) -> bool {
    traces.iter().any(|t| t.session == session && t.has(flag::SILENT))
}

/// The session of a pattern that is for all processes: others get its tracer, if it has one.
fn within_meta(session: Id) -> Within {
    Within { session, tracer: session::get(session).and_then(|s| s.tracer) }
}

/// Tells that a collection begins or ends.
pub(super) fn tell_collection(p: &Running<'_>, traces: &Traces, major: bool, end: bool) {
    for t in traces {
        let tag = collection_tag(major, end);
        trace::tell(t, p.pid(), tag, |heap| vec![heap_figures(p, heap)]);
    }
}

/// The atom that says which collection begins or ends.
fn collection_tag(major: bool, end: bool) -> &'static str {
    match (major, end) {
        (false, false) => "gc_minor_start",
        (false, true) => "gc_minor_end",
        (true, false) => "gc_major_start",
        (true, true) => "gc_major_end",
    }
}
