//! Exceptions: raising, stack traces, and reports of exceptions that nothing catches.
//!
//! When an exception is raised its trace is kept raw: `[{Class, First} | Addresses]`, where `First`
//! is the first entry (`[]` if there is none) and `Addresses` a big integer whose limbs are code
//! addresses, the last being all ones. Of a built-in that has failed it is
//! `[{Class, Call, built_in} | Addresses]`, and `Call`, `{Module, Function, Args}` or
//! `{Module, Function, Args, Cause}`, becomes the first entry. A list that a program passes to
//! `erlang:raise/3` becomes `[{Class, List, given} | Addresses]` without addresses.
//! `build_stacktrace` makes the list of it.

use super::Machine;
use super::frames::{self, return_addresses, skip_trace_frames};
use crate::bif::{Bif, Exception, Other};
use crate::code::ops::Op;
use crate::code::{self, Instance};
use crate::log::log_to_logger;
use crate::process::Running;
use smallvec::SmallVec;
use term::node::this_node;
use term::word::NON_VALUE;
use term::{Atom, Heap, Mfa, OwnedTerm, Term, View, Word, am, atom, map};

/// Entries of a stack trace, at most, beside the first.
static BACKTRACE_DEPTH: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(8);

/// Sets the number of entries of stack traces; gives the old one.
pub fn set_backtrace_depth(n: usize) -> usize {
    BACKTRACE_DEPTH.swap(n, std::sync::atomic::Ordering::Relaxed)
}

/// Entries of a stack trace.
pub fn backtrace_depth() -> usize {
    BACKTRACE_DEPTH.load(std::sync::atomic::Ordering::Relaxed)
}

/// The beginning of the stack trace of a new exception.
pub(super) enum Trace<'h> {
    /// The function at the instruction.
    Here,
    /// This entry, then the function at the instruction.
    Entry(Term<'h>),
    /// The entry of this call of a built-in, then the function at the instruction.
    BuiltIn(Term<'h>),
    /// This entry in place of the function at the instruction.
    Instead(Term<'h>),
    /// The trace there is already.
    Given(Term<'h>),
}

/// The contents of a raw trace without a first entry, and where it lies. Loops raise in the same
/// place again and again: if a trace would be equal to the last one, that is used again.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) struct About {
    /// The walk that has given the addresses.
    walk: u64,
    class: Atom,
    /// How many collections the process had had: another one moves it.
    collections: u32,
}

/// The module that explains errors of a built-in; None for the built-ins of libraries, and others
/// that none explains.
fn errors_module(module: Atom) -> Option<Atom> {
    Some(match module.name() {
        "prim_buffer" | "prim_file" | "prim_net" | "prim_socket" | "zlib" | "zstd" | "records" => {
            return None;
        }
        "binary" | "ets" | "lists" | "maps" | "math" | "re" | "unicode" | "io" => {
            atom!("erl_stdlib_errors")
        }
        "os" => atom!("erl_kernel_errors"),
        _ => atom!("erl_erts_errors"),
    })
}

/// A call of a built-in that has failed, as raw traces have it.
pub(super) fn failed_call<'h>(
    heap: &'h Heap,
    mfa: Mfa,
    args: &[Term<'h>],
    cause: Option<Term<'h>>,
) -> Term<'h> {
    let (module, function) = (Term::atom(mfa.module), Term::atom(mfa.function));
    let args = heap.list(args);
    match cause {
        None => heap.tuple(&[module, function, args]),
        Some(cause) => heap.tuple(&[module, function, args, cause]),
    }
}

/// Its entry: `{Module, Function, Args, [{error_info, #{module => …}}]}`; the list is empty where
/// no module explains errors. None if a program has made the call up.
fn explained<'h>(heap: &'h Heap, call: Term<'h>) -> Option<Term<'h>> {
    let call = call.as_tuple().filter(|call| matches!(call.len(), 3 | 4))?;
    let info = call[0].as_atom().and_then(errors_module).map(|module| {
        let mut info = vec![(Term::atom(am::MODULE), Term::atom(module))];
        info.extend(call.get(3).map(|&cause| (Term::atom(atom!("cause")), cause)));
        heap.tuple(&[Term::atom(am::ERROR_INFO), map::from_pairs(heap, &info)])
    });
    Some(heap.tuple(&[call[0], call[1], call[2], heap.list(info.as_slice())]))
}

fn location<'h>(heap: &'h Heap, instance: &Instance, offset: u32) -> Term<'h> {
    let Some((file, line)) = instance.line_at(offset) else { return Term::NIL };
    let file = heap.tuple(&[Term::atom(am::FILE), heap.string(file)]);
    let line = heap.tuple(&[Term::atom(am::LINE), Term::small(i64::from(line))]);
    heap.list(&[file, line])
}

/// The entry of the function at a code address, with its arity or these arguments.
pub(super) fn entry_at<'h>(
    heap: &'h Heap,
    pc: *const u64,
    args: Option<Term<'h>>,
) -> Option<Term<'h>> {
    let (instance, offset) = code::find(pc)?;
    let f = instance.function_at(offset)?.mfa;
    Some(heap.tuple(&[
        Term::atom(f.module),
        Term::atom(f.function),
        args.unwrap_or(Term::small(i64::from(f.arity))),
        location(heap, &instance, offset),
    ]))
}

/// The trace that begins with the function at a code address, with `{error_info, Info}`.
pub(super) fn entry_with_info<'h>(
    heap: &'h Heap,
    pc: *const u64,
    args: Option<Term<'h>>,
    info: Term<'h>,
) -> Trace<'h> {
    match entry_at(heap, pc, args) {
        Some(entry) => Trace::Instead(entry).with_info(heap, info),
        None => Trace::Here,
    }
}

impl<'h> Trace<'h> {
    /// With `{error_info, Info}` in its entry, if it says one.
    fn with_info(self, heap: &'h Heap, info: Term<'h>) -> Trace<'h> {
        let add = |entry: Term<'h>| {
            let e = entry.as_tuple().expect("an entry");
            let info = heap.tuple(&[Term::atom(am::ERROR_INFO), info]);
            let mut more = e[3].to_vec().unwrap_or_default();
            more.push(info);
            heap.tuple(&[e[0], e[1], e[2], heap.list(&more)])
        };
        match self {
            Trace::Entry(entry) => Trace::Entry(add(entry)),
            Trace::Instead(entry) => Trace::Instead(add(entry)),
            other => other,
        }
    }
}

/// The stack trace of a process that stands where its saved `pc` says, as a list on `heap`.
pub fn current_stacktrace<'h>(p: &Running<'_>, heap: &'h Heap, depth: usize) -> Term<'h> {
    // The stub of a built-in that was called indirectly has no entry of its own.
    let pcs = return_addresses(p.heap(), p.own_ref().pc, depth.saturating_add(1));
    let entries = pcs.iter().filter_map(|&pc| entry_at(heap, pc, None));
    let entries: Vec<_> = entries.take(depth).collect();
    heap.list(&entries)
}

/// The functions on the stack of a process that stands where its saved `pc` says, with the
/// addresses in them.
pub fn stack_functions(p: &Running<'_>) -> Vec<(*const u64, Option<(Mfa, u32)>)> {
    return_addresses(p.heap(), p.own_ref().pc, usize::MAX)
        .into_iter()
        .map(|pc| {
            let found = code::find(pc).and_then(|(instance, offset)| {
                let f = instance.function_at(offset)?;
                Some((f.mfa, offset - f.start))
            });
            (pc, found)
        })
        .collect()
}

fn raw_parts<'h>(raw: Term<'h>) -> Option<(&'h [Term<'h>], Term<'h>)> {
    let (about, addresses) = raw.as_cons()?;
    // Code can say of any term that it is one.
    let about = about.as_tuple().filter(|about| matches!(about.len(), 2 | 3))?;
    matches!(addresses.view(), View::Big(_)).then_some((about, addresses))
}

/// The class of the exception that a raw trace belongs to.
pub(super) fn class_of(raw: Term<'_>) -> Option<Atom> {
    raw_parts(raw)?.0[0].as_atom()
}

/// Makes the list of a raw trace.
pub(super) fn build<'h>(heap: &'h Heap, raw: Term<'h>) -> Term<'h> {
    let Some((about, addresses)) = raw_parts(raw) else { return raw };
    let View::Big(addresses) = addresses.view() else { return raw };
    let mut entries: Vec<Term<'h>> = Vec::new();
    match *about {
        [_, first] if first.is_nil() => {}
        [_, first] => entries.push(first),
        [_, call, kind] if kind.is(atom!("built_in")) => entries.extend(explained(heap, call)),
        _ => return about[1],
    }
    let count = addresses.limbs.len() - 1;
    for &pc in &addresses.limbs[..count] {
        entries.extend(entry_at(heap, pc as *const u64, None));
    }
    heap.list(&entries)
}

/// Whether the instruction is that of a function which is a built-in.
fn is_built_in_code(pc: *const u64) -> bool {
    // SAFETY: an instruction, whose first word has its number.
    let op = unsafe { *pc } as u16;
    // Such a function calls nothing that it returns from.
    let calls = [Op::CallBif as u16, Op::CallBifLast as u16].contains(&op);
    !calls && (code::is_stub(pc) || code::function_at(pc).is_some_and(code::is_built_in))
}

/// Entries of a trace. There is always a first one.
fn trace_depth() -> usize {
    backtrace_depth().max(1)
}

/// A raw trace that begins with an entry, which `about` has, followed by the functions from the
/// instruction on but for so many.
fn raw_trace(heap: &Heap, pc: *const u64, about: &[Term<'_>], skip: usize) -> Word {
    frames::remember(heap, pc, trace_depth() - 1 + skip);
    trace_of_remembered(heap, about, skip)
}

fn trace_of_remembered(heap: &Heap, about: &[Term<'_>], skip: usize) -> Word {
    frames::with_remembered(|all| {
        let mut limbs: SmallVec<[u64; 16]> = SmallVec::new();
        limbs.extend(all.iter().skip(skip).map(|&pc| pc as u64));
        limbs.push(u64::MAX);
        // SAFETY: what it is about is on this heap, or immediate.
        let about = about.iter().map(|t| unsafe { Term::from_word(t.word()) });
        let about: SmallVec<[_; 3]> = about.collect();
        heap.cons(heap.tuple(&about), heap.big(false, &limbs)).word()
    })
}

impl Machine {
    /// The raw trace that begins with the function at the instruction.
    fn trace_from_here(&mut self, p: &Running<'_>, pc: *const u64, class: Atom) -> Word {
        let walk = frames::remember(p.heap(), pc, trace_depth());
        let collections = p.own_ref().collections;
        let about = About { walk, class, collections };
        match self.raw_trace {
            Some((last, trace)) if last == about => trace,
            _ => {
                let trace = trace_of_remembered(p.heap(), &[Term::atom(class), Term::NIL], 0);
                self.raw_trace = Some((about, trace));
                trace
            }
        }
    }

    /// Raises what a built-in has failed with, at the instruction `pc`.
    pub(super) fn raise_failed<'h>(
        &mut self,
        p: &mut Running<'h>,
        pc: *const u64,
        exception: Exception<'h>,
        bif: &'static Bif,
        args: &[Term<'h>],
    ) -> Option<*const u64> {
        let plain = match &exception {
            Exception::Error(reason) => Some((am::ERROR, *reason)),
            Exception::Exit(reason) => Some((am::EXIT, *reason)),
            Exception::Throw(reason) => Some((am::THROW, *reason)),
            Exception::Other(_) => None,
        };
        match plain {
            // Built-ins that exist to raise are not part of the trace.
            Some((class, reason)) if bif.is_raiser() && !bif.behind_breakpoint => {
                self.raise(p, pc, class, reason, Trace::Here)
            }
            _ => self.raise_with_trace(p, pc, exception, bif, args),
        }
    }

    /// The same, where the trace takes more than a look at the stack.
    fn raise_with_trace<'h>(
        &mut self,
        p: &mut Running<'h>,
        pc: *const u64,
        exception: Exception<'h>,
        bif: &'static Bif,
        args: &[Term<'h>],
    ) -> Option<*const u64> {
        if let Exception::Other(other) = &exception
            && let Other::BadargOf(first) = &**other
        {
            return self.raise_with_trace(p, pc, Exception::BADARG, bif, first);
        }
        let heap = p.heap();
        let caller =
            if bif.is_raiser() && bif.behind_breakpoint { self.caller_of_traced(p) } else { None };
        let with_args = |args| match caller {
            None => entry_at(heap, pc, args).map(Trace::Instead),
            Some((at, true)) => entry_at(heap, at, args).map(Trace::Entry),
            Some((at, false)) => entry_at(heap, at, args).map(Trace::Instead),
        };
        let called = |cause| match (bif.is_raiser(), caller) {
            (false, _) if bif.as_foreign().is_some() => {
                let began = args.len() - usize::from(bif.mfa.arity);
                let call = heap.list(&args[began..]);
                let Mfa { module, function, .. } = bif.mfa;
                let entry = [Term::atom(module), Term::atom(function), call, Term::NIL];
                Trace::Entry(heap.tuple(&entry))
            }
            (false, _) => Trace::BuiltIn(failed_call(heap, bif.mfa, args, cause)),
            (true, Some((_, true))) => with_args(None).unwrap_or(Trace::Here),
            (true, _) => Trace::Here,
        };
        match exception {
            Exception::Error(reason) => self.raise(p, pc, am::ERROR, reason, called(None)),
            Exception::Exit(reason) => self.raise(p, pc, am::EXIT, reason, called(None)),
            Exception::Throw(reason) => self.raise(p, pc, am::THROW, reason, called(None)),
            Exception::Other(other) => match *other {
                Other::ErrorArgs(reason, args) => {
                    let trace = with_args(Some(args)).unwrap_or(Trace::Here);
                    self.raise(p, pc, am::ERROR, reason, trace)
                }
                Other::ErrorInfo(reason, args, info) => {
                    let trace = match with_args(args) {
                        Some(trace) => trace.with_info(heap, info),
                        None => Trace::Here,
                    };
                    self.raise(p, pc, am::ERROR, reason, trace)
                }
                Other::Raise(class, reason, trace) => {
                    self.raise(p, pc, class, reason, Trace::Given(trace))
                }
                Other::ErrorCause(reason, cause) => {
                    self.raise(p, pc, am::ERROR, reason, called(Some(cause)))
                }
                Other::BadargOf(_)
                | Other::Trap(..)
                | Other::Yield(_)
                | Other::Wait(_)
                | Other::Original(_) => {
                    self.raise(p, pc, am::ERROR, Term::atom(am::BADARG), called(None))
                }
                Other::Exited => None,
            },
        }
    }

    /// The caller of the built-in that raises behind its breakpoint; and whether that was the
    /// caller's last call, so that it is not on the stack.
    fn caller_of_traced(&mut self, p: &Running<'_>) -> Option<(*const u64, bool)> {
        // Native code calls `apply` itself, and so waits on the stack.
        let is_apply = |at| code::function_at(at) == Some(Mfa::new(am::ERLANG, am::APPLY, 3));
        if let Some(at) = self.raiser_caller.take().filter(|&at| !is_apply(at)) {
            return Some((at, true));
        }
        let frame = skip_trace_frames(p.heap(), p.heap().stack());
        if frame.wrapping_add(2) > p.heap().stack_end() {
            return None;
        }
        // SAFETY: within the stack; the second word of a frame is a return address.
        Some(((unsafe { *frame.add(1) } as *const u64).wrapping_sub(1), false))
    }

    /// Raises an exception at the instruction `pc`. Gives where to go on, or None when nobody
    /// catches it: then the process has a reason to exit, which the caller has it do.
    #[cold]
    pub(super) fn raise(
        &mut self,
        p: &mut Running<'_>,
        pc: *const u64,
        class: Atom,
        reason: Term<'_>,
        trace: Trace<'_>,
    ) -> Option<*const u64> {
        let heap = p.heap();
        // To debug a boot: tells of every exception as it is raised.
        if cfg!(debug_assertions) && std::env::var_os("MASER_DEBUG_RAISE").is_some() {
            eprintln!("{} raises {class} {reason} at {:?}", p.pid(), code::function_at(pc));
        }
        let trace = match trace {
            Trace::Here => self.trace_from_here(p, pc, class),
            // In the code of the built-in itself there is no caller's instruction to be shown.
            Trace::Entry(entry) => {
                raw_trace(heap, pc, &[Term::atom(class), entry], usize::from(is_built_in_code(pc)))
            }
            Trace::BuiltIn(call) => {
                let about = [Term::atom(class), call, Term::atom(atom!("built_in"))];
                raw_trace(heap, pc, &about, usize::from(is_built_in_code(pc)))
            }
            Trace::Instead(entry) => raw_trace(heap, pc, &[Term::atom(class), entry], 1),
            Trace::Given(trace) if class_of(trace) == Some(class) => trace.word(),
            Trace::Given(trace) => {
                // SAFETY: the trace is on this heap.
                let trace = build(heap, unsafe { Term::from_word(trace.word()) });
                let depth = trace_depth();
                let trace = match trace.to_vec() {
                    Some(entries) if entries.len() > depth => heap.list(&entries[..depth]),
                    _ => trace,
                };
                let about = heap.tuple(&[Term::atom(class), trace, Term::atom(atom!("given"))]);
                heap.cons(about, heap.big(false, &[u64::MAX])).word()
            }
        };
        let handler = p.own().handlers.last();
        let traced = p.own_ref().extra.as_ref().is_some_and(|e| e.trace_frames);
        if traced {
            let caught = handler.map(|h| (h.pc, heap.stack_end().wrapping_sub(h.depth as usize)));
            self.leave_trace_frames(p, pc, class, reason, caught);
        }
        let Some(handler) = handler else {
            // SAFETY: the trace was made on this heap.
            let trace = unsafe { Term::from_word(trace) };
            Self::uncaught(p, class, reason, build(heap, trace));
            return None;
        };
        self.registers.x[0] = NON_VALUE;
        self.registers.x[1] = Term::atom(class).word();
        self.registers.x[2] = reason.word();
        self.registers.x[3] = trace;
        self.registers.resume = handler.native;
        let stack = heap.stack_end().wrapping_sub(handler.depth as usize);
        // Native code that is left takes it from there.
        self.registers.stack = stack;
        // SAFETY: that is where the frame with the handler begins.
        unsafe { heap.set_stack(stack) };
        Some(handler.pc)
    }

    /// The value of `catch` for the exception in x1 to x3.
    pub(super) fn caught<'h>(&self, heap: &'h Heap) -> Term<'h> {
        // SAFETY: the registers hold terms of this heap.
        let [class, reason, trace] =
            [1, 2, 3].map(|i| unsafe { Term::from_word(self.registers.x[i]) });
        if class.is(am::THROW) {
            return reason;
        }
        let value =
            if class.is(am::ERROR) { heap.tuple(&[reason, build(heap, trace)]) } else { reason };
        heap.tuple(&[Term::atom(am::EXIT_UPPER), value])
    }

    fn uncaught(p: &mut Running<'_>, class: Atom, reason: Term<'_>, trace: Term<'_>) {
        let term = OwnedTerm::build(|heap: &Heap| {
            let (reason, trace) = (heap.copy_in(reason), heap.copy_in(trace));
            match class {
                am::ERROR => heap.tuple(&[reason, trace]),
                am::THROW => {
                    let nocatch = heap.tuple(&[Term::atom(am::NOCATCH), reason]);
                    heap.tuple(&[nocatch, trace])
                }
                _ => reason,
            }
        });
        if class != am::EXIT {
            log_crash(p, term.term());
        }
        p.own().exit_reason = Some(term);
    }
}

/// Tells the logger that a process has crashed.
fn log_crash(p: &Running<'_>, term: Term<'_>) {
    let node = Some(this_node()).filter(|node| *node != am::NONODE_NOHOST);
    let format = match node {
        Some(_) => "Error in process ~p on node ~p with exit value:~n~p~n",
        None => "Error in process ~p with exit value:~n~p~n",
    };
    log_to_logger(p, format, |heap| {
        [Some(p.pid()), node.map(Term::atom), Some(heap.copy_in(term))]
            .into_iter()
            .flatten()
            .collect()
    });
}
