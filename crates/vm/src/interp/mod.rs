//! The base tier: executes the instructions that the loader makes.

pub mod binary;
mod calls;
mod exceptions;
mod execute;
mod figures;
pub(crate) mod frames;
mod native;
mod operands;
mod records;
mod tracing;

use crate::breakpoint::{Breakpoint, accounts};
use crate::code;
use crate::gauges;
use crate::microstates;
use crate::process::{Collect, Exclusive, INLINE_ARGS, Own, Running};
use crate::signal::{self, Handled};
use crate::system_monitor;
use native_abi::Registers;
use probes::{fire, text};
use term::gc::Roots;
use term::{Export, Heap, Mfa, OwnedTerm, Term, Word};

/// How a slice of execution ended.
pub enum Outcome {
    /// Reductions used up: others first.
    Yield,
    /// Nothing to do until a signal arrives.
    Wait,
    /// The process is finished.
    Exited,
}

const EXPORT_CACHE: usize = 512;

/// The registers with which one scheduler executes processes, and what belongs to them.
pub struct Machine {
    number: u32,
    /// How many slices it has executed.
    slice: u8,
    registers: Box<Registers>,
    /// How the process stops that native code has executed, if it stops.
    outcome: Option<Outcome>,
    roots: Vec<Roots>,
    exports: Box<[Option<&'static Export>]>,
    samples: code::native::compiler::Samples,
    /// Where a built-in with a breakpoint has been called last in a function.
    bif_caller: Option<*const u64>,
    /// The same for a built-in that raises, from its breakpoint until it does.
    raiser_caller: Option<*const u64>,
    /// The raw trace that has been made last in this slice.
    raw_trace: Option<(exceptions::About, term::Word)>,
    /// Where the build that collects wherever it can has not done so since it did.
    passed_over: usize,
}

/// How many words the build that collects wherever it can looks through at most, on average, for
/// each place where it can collect. On a large heap it passes most places over, so that no program
/// takes too long to come to its end.
const LOOKED_THROUGH: usize = 1024;

impl Machine {
    /// For the scheduler of this number.
    pub fn new(number: u32) -> Machine {
        Machine {
            number,
            slice: 0,
            registers: native::registers(),
            outcome: None,
            roots: Vec::new(),
            exports: vec![None; EXPORT_CACHE].into_boxed_slice(),
            samples: code::native::compiler::Samples::new(),
            bif_caller: None,
            raiser_caller: None,
            raw_trace: None,
            passed_over: 0,
        }
    }

    /// The scheduler's number.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Executes the process until it has to stop.
    pub fn execute(&mut self, p: &mut Exclusive<'_>) -> Outcome {
        self.slice = self.slice.wrapping_add(1);
        self.raw_trace = None;
        let arity = self.restore(p);
        // The result of a dirty built-in, if there is one, would not be found, nor would what one
        // has in hand that goes on now: later then.
        if !p.own_ref().is_to_be_left_alone() {
            match std::mem::take(&mut p.own().flags.collect) {
                Collect::No => {}
                asked => {
                    p.heap().rests();
                    self.collect(p, arity, 0, asked == Collect::Major);
                }
            }
        }
        let resumes = std::mem::take(&mut p.own().flags.resumes);
        self.registers.resume = if resumes { p.own_ref().args[0] } else { 0 };
        let until = std::ptr::null();
        // SAFETY: the loader's code, the process's own state, on the thread that runs it.
        let outcome = unsafe {
            match p.own_ref().flags.saves_calls {
                false => self.run::<false, false>(p, until),
                true => self.run::<false, true>(p, until),
            }
        };
        outcome.expect("an outcome")
    }

    /// Notes where a process is whose slice is over.
    #[inline]
    pub fn slice_over(&mut self, p: &Exclusive<'_>) {
        if p.own_ref().left() <= 0 {
            self.samples.add(p.own_ref().pc);
        }
    }

    /// Collects, as asked, for a process that does not execute now.
    pub fn collect_asleep(&mut self, p: &mut Exclusive<'_>) {
        if p.own_ref().is_to_be_left_alone() {
            return;
        }
        let arity = self.restore(p);
        let asked = std::mem::take(&mut p.own().flags.collect);
        let pc = p.own_ref().pc;
        self.collect(p, arity, 0, asked == Collect::Major);
        self.save(p, pc, arity);
    }

    /// Answers the questions whether the process has left the literals that are to be freed.
    /// Between two slices, and not while a built-in has terms in hand.
    pub fn leave_literals(&mut self, p: &mut Exclusive<'_>) {
        if crate::literals::to_be_left() {
            self.roots.clear();
            let (heap, own) = p.parts();
            let inline = (own.arity as usize).min(INLINE_ARGS);
            self.roots.push(Roots::of(&mut own.args[..inline]));
            if let Some(extra) = &mut own.extra {
                self.roots.push(Roots::of(&mut extra.more_args));
            }
            own.dictionary.add_roots(&mut self.roots);
            add_messages(heap, own, &mut self.roots);
            own.mailbox.leave_retired();
            // SAFETY: while a process does not run, these registers, the stack, the dictionary and
            // the message that it looks at are all that it has; what a dirty scheduler has given
            // refers to no literal.
            unsafe { p.heap_mut().leave_retired(&self.roots) };
            // The terms that it has copied count for the largest heap that it may have, which only
            // collections look at. A process that hibernates keeps to one piece of memory.
            let s = p.heap().sizes();
            let words = s.block + s.old_block + s.fragments;
            let own = p.own();
            let limit = own.extra.as_ref().map_or(0, |e| e.max_heap_size.words);
            if limit != 0 && words > limit || own.hibernated && s.fragments != 0 {
                own.flags.collect = Collect::Major;
            }
        }
        crate::literals::answer(&mut p.running());
    }

    /// Takes back what [`Machine::save`] has kept; gives the number of registers.
    fn restore(&mut self, p: &mut Exclusive<'_>) -> usize {
        let own = p.own();
        let n = own.arity as usize;
        let inline = n.min(INLINE_ARGS);
        self.registers.x[..inline].copy_from_slice(&own.args[..inline]);
        if n > INLINE_ARGS {
            let more = &mut own.extra.get_or_insert_default().more_args;
            self.registers.x[INLINE_ARGS..n].copy_from_slice(more);
            more.clear();
        }
        n
    }

    /// Ends the process for the reason in `exit_reason`.
    pub fn exit(&mut self, p: &mut Exclusive<'_>) {
        let loan = p.own().extra.as_mut().and_then(|extra| extra.loan.take());
        let reason = p.own().exit_reason.take();
        let reason = reason.unwrap_or_else(|| OwnedTerm::from(Term::atom(term::am::NORMAL)));
        signal::finish(&mut p.running(), &reason);
        let own = p.own();
        own.dictionary.clear();
        own.handlers = Default::default();
        own.mailbox = Default::default();
        if let Some(extra) = &mut own.extra {
            extra.dirty_result = None;
        }
        // Its receive timeout, which may be weeks away.
        crate::timer::waiting::stop(own);
        let heap = std::mem::replace(p.heap_mut(), Heap::new(0));
        match loan {
            Some(loan) => loan.keep(heap, Box::new(crate::literals::Orphan::new())),
            None => drop(heap),
        }
        crate::finalizer::run();
        crate::literals::answer(&mut p.running());
    }

    /// Whether it is time to collect, on a heap whose top and stack are noted.
    #[inline(always)]
    fn wants_collection(&mut self, heap: &Heap) -> bool {
        heap.wants_collection() || self.collects_always(heap, (heap.top(), heap.stack()))
    }

    /// Whether this is the build that collects wherever it can, and does so here.
    #[inline(always)]
    fn collects_always(&mut self, heap: &Heap, (top, stack): (*mut Word, *mut Word)) -> bool {
        if !cfg!(feature = "collect-always") {
            return false;
        }
        self.passed_over += 1;
        heap.words_in_use(top, stack) <= self.passed_over * LOOKED_THROUGH
    }

    /// Collects with the first `live` X registers as roots; `need` words are free afterwards.
    fn collect(&mut self, p: &mut Exclusive<'_>, live: usize, need: usize, major: bool) {
        assert!(!p.own_ref().flags.in_hand, "a collection while terms are in hand");
        let _collecting = microstates::within(microstates::State::Gc);
        self.samples.passed(p.own_ref().pc);
        let pid = p.pid();
        self.passed_over = 0;
        self.roots.clear();
        self.roots.push(Roots::of(&mut self.registers.x[..live]));
        p.own().dictionary.add_roots(&mut self.roots);
        let traced = crate::trace::with_flags(p, crate::trace::flag::GARBAGE_COLLECTION);
        tracing::tell_collection(&p.running(), &traced, major, false);
        let measured = accounts::before_collection(&p.running());
        let before = p.heap().sizes();
        let major = p.heap().collects_all(major);
        match major {
            true => fire!(move erlang::gc_major__start, text!("{pid}"), need),
            false => fire!(move erlang::gc_minor__start, text!("{pid}"), need),
        }
        let begun = system_monitor::collection_begins();
        let measured_from = gauges::collection_begins();
        // The compiler collects between looking at a message and taking it, and has parts of it in
        // registers. It is not in its slot then.
        self.registers.messages_end = std::ptr::null();
        let (heap, own) = p.parts();
        add_messages(heap, own, &mut self.roots);
        // SAFETY: at the instructions that collect, these registers, the stack and the dictionary
        // hold all references that are used again.
        unsafe {
            p.heap_mut().collects_in(self.slice);
            p.heap_mut().collect(need, &self.roots, major);
        }
        if let Some(begun) = measured_from {
            gauges::collection_ends(begun, major);
        }
        let own = p.own();
        own.collections += 1;
        own.reductions_left = own.left();
        if let Some(words) = measured {
            accounts::after_collection(&mut p.running(), words);
        }
        tracing::tell_collection(&p.running(), &traced, major, true);
        if let Some(begun) = begun {
            system_monitor::collection_ends(&p.running(), begun);
        }
        #[cfg(feature = "collect-always")]
        self.registers.x[live..native_abi::X_REGISTERS.min(live + 64)].fill(term::poison::POISON);
        let words = p.heap().sizes();
        let had = before.used + before.old_used + before.fragments;
        let freed = had.saturating_sub(words.used + words.old_used);
        crate::statistics::collected(freed as u64);
        crate::finalizer::run();
        match major {
            true => fire!(move erlang::gc_major__end, text!("{pid}"), freed),
            false => fire!(move erlang::gc_minor__end, text!("{pid}"), freed),
        }
        let (old, new) = (before.block + before.old_block, words.block + words.old_block);
        if new > old {
            fire!(move erlang::process__heap_grow, text!("{pid}"), old, new);
        } else if new < old {
            fire!(move erlang::process__heap_shrink, text!("{pid}"), old, new);
        }
        figures::heed_limit(p, words.block + words.old_block);
    }

    /// Heeds the signals of a process that executes the receive at `pc`, where nothing is in X
    /// registers; whether it stops because of them.
    fn heed_signals(&mut self, p: &mut Exclusive<'_>, pc: *const u64) -> Option<Outcome> {
        let watched = system_monitor::watches_queues();
        if watched {
            system_monitor::look_at_queues(&mut p.running());
        }
        if signal::handle(&mut p.running()) == Handled::Exit {
            self.exit(p);
            return Some(Outcome::Exited);
        }
        if watched {
            system_monitor::look_at_queues(&mut p.running());
        }
        let suspended = p.state.bits().is_suspended();
        suspended.then(|| {
            self.save(p, pc, 0);
            Outcome::Yield
        })
    }

    /// Leaves a process that has just collected, and has no messages, no room for more.
    fn fit(&mut self, p: &mut Exclusive<'_>, live: usize) {
        self.roots.clear();
        self.roots.push(Roots::of(&mut self.registers.x[..live]));
        p.own().dictionary.add_roots(&mut self.roots);
        let measured = accounts::before_collection(&p.running());
        // SAFETY: the process has just collected, to hibernate: its stack has one frame without
        // terms, and it has no messages. So the live X registers and the dictionary hold all
        // references.
        unsafe { p.heap_mut().fit(&self.roots) };
        if let Some(words) = measured {
            accounts::after_collection(&mut p.running(), words);
        }
    }

    /// Keeps the registers of a process that stops at `pc`.
    fn save(&mut self, p: &mut Exclusive<'_>, pc: *const u64, arity: usize) {
        let own = p.own();
        own.pc = pc;
        own.flags.resumes = false;
        own.arity = arity as u32;
        let inline = arity.min(INLINE_ARGS);
        own.args[..inline].copy_from_slice(&self.registers.x[..inline]);
        if arity > INLINE_ARGS {
            let more = &mut own.extra.get_or_insert_default().more_args;
            more.clear();
            more.extend_from_slice(&self.registers.x[INLINE_ARGS..arity]);
        }
    }

    /// After that, if the process has no registers: notes where native code goes on, if it has said
    /// so.
    fn resumes(&mut self, p: &mut Exclusive<'_>) {
        let native = std::mem::take(&mut self.registers.resume);
        if native != 0 {
            let own = p.own();
            debug_assert_eq!(own.arity, 0);
            own.flags.resumes = true;
            own.args[0] = native;
        }
    }

    /// The export of a function, from a small cache first.
    fn export(&mut self, mfa: Mfa) -> &'static Export {
        let key = mfa.module.index().wrapping_mul(31) ^ mfa.function.index().wrapping_mul(7);
        let slot =
            &mut self.exports[(key.wrapping_add(u32::from(mfa.arity))) as usize % EXPORT_CACHE];
        match slot {
            Some(e) if e.mfa == mfa => e,
            _ => slot.insert(Export::get(mfa)),
        }
    }

    /// X registers as terms.
    fn args<'h>(&self, n: usize) -> &[Term<'h>] {
        // SAFETY: `Term` is a transparent word; callers pass the number of live registers.
        unsafe { std::slice::from_raw_parts(self.registers.x.as_ptr().cast(), n) }
    }
}

pub use exceptions::{backtrace_depth, current_stacktrace, set_backtrace_depth, stack_functions};
pub use figures::heap_figures;
pub use tracing::caller_of_load_nif;

/// Whether a process has addresses of a module's old code on its stack, or is about to execute it.
pub fn uses_old_code(p: &Running<'_>, module: term::Atom) -> bool {
    let Some(old) = code::purging(module) else { return false };
    let range = old.range();
    let pc = p.own_ref().pc;
    let pc = Breakpoint::at(pc).map_or(pc, Breakpoint::entry);
    frames::return_addresses(p.heap(), pc, usize::MAX)
        .iter()
        .any(|&pc| range.contains(&(pc as usize)))
        // The stub of a function that a library has lies elsewhere.
        || code::find(pc).is_some_and(|(instance, _)| std::sync::Arc::ptr_eq(&instance, &old))
}

/// Writes the bottom frame of a new process's stack: where its first function returns to.
pub fn init_stack(heap: &Heap) {
    let stack = heap.stack_end().wrapping_sub(2);
    assert!(stack >= heap.top(), "no room for a first frame");
    // SAFETY: there is room, and nothing is on the stack yet.
    unsafe {
        stack.write(native::bridge());
        stack.add(1).write(code::normal_exit() as u64);
        heap.set_stack(stack);
    }
}

/// Adds the messages that are on the heap to the roots of a collection, and the one that a receive
/// is looking at, which comes there.
fn add_messages(heap: &Heap, own: &mut Own, roots: &mut Vec<Roots>) {
    if let Some(message) = own.mailbox.lend(|m| heap.adopt(m).word()) {
        roots.push(Roots::of(std::slice::from_mut(message)));
    }
    roots.extend(own.mailbox.roots().map(|word| Roots::of(std::slice::from_mut(word))));
}

/// Words of the binaries outside of the heap that it refers to: each as often as it does.
pub(crate) fn binary_words(heap: &Heap) -> usize {
    heap.off_heap_binaries().iter().map(|&(_, bytes, _)| bytes / size_of::<Word>()).sum()
}

/// Words of the messages that count as part of the heap.
pub fn message_words(own: &Own) -> usize {
    if own.flags.off_heap_messages { 0 } else { own.mailbox.words() }
}
