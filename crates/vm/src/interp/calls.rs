//! Rare parts of the loop: ends of slices, calls of funs, functions without code, failures.

use super::Machine;
use super::exceptions::{Trace, entry_at, entry_with_info, failed_call};
use crate::bif::{self, Bif};
use crate::breakpoint::Breakpoint;
use crate::code;
use crate::process::{Collect, Exclusive, Running};
use release::Difference;
use std::sync::atomic::Ordering;
use term::arith::ArithError;
use term::code::FunCode;
use term::{Atom, Export, FunEntry, Heap, Mfa, Term, View, am, atom, map};

impl Machine {
    /// At the end of a slice, or when it is time to collect, which is done then; with `arity` live
    /// registers. True if the process has to let others run.
    #[cold]
    pub(super) fn slice_end(&mut self, p: &mut Exclusive<'_>, arity: usize) -> bool {
        let left = p.own_ref().left();
        p.own().reductions_left = left;
        let asked = std::mem::take(&mut p.own().flags.collect);
        if asked != Collect::No || self.wants_collection(p.heap()) {
            if asked != Collect::No {
                p.heap().rests();
            }
            self.collect(p, arity, 0, asked == Collect::Major);
        }
        left <= 0
    }

    pub(super) fn set_args(&mut self, args: &[Term<'_>]) {
        for (slot, t) in self.registers.x.iter_mut().zip(args) {
            *slot = t.word();
        }
    }

    /// Where a call of a fun with `arity` arguments in the X registers goes, and how many are live
    /// then.
    #[inline]
    pub(super) fn fun_target(
        &mut self,
        p: &mut Running<'_>,
        pc: *const u64,
        fun: Term<'_>,
        arity: usize,
    ) -> Result<(*const u64, usize), Option<*const u64>> {
        match fun.view() {
            View::Fun(f) if usize::from(f.entry.arity) == arity => {
                let target = match f.entry.code() {
                    FunCode::At(target) => target,
                    none => return self.fun_without_code(p, pc, f.entry, none, fun, arity),
                };
                for (slot, t) in self.registers.x[arity..].iter_mut().zip(f.free) {
                    *slot = t.word();
                }
                Ok((target, arity + f.free.len()))
            }
            View::Export(export) if usize::from(export.mfa.arity) == arity => {
                Ok((export.code.load(Ordering::Acquire), arity))
            }
            View::Fun(_) | View::Export(_) => {
                let heap = p.heap();
                let args = heap.list(self.args(arity));
                // SAFETY: the fun is on this heap.
                let fun = unsafe { Term::from_word(fun.word()) };
                let reason = heap.tuple(&[Term::atom(am::BADARITY), heap.tuple(&[fun, args])]);
                Err(self.raise(p, pc, am::ERROR, reason, Trace::Here))
            }
            _ => {
                // SAFETY: the term is on this heap.
                let fun = unsafe { Term::from_word(fun.word()) };
                let reason = p.heap().tuple(&[Term::atom(am::BADFUN), fun]);
                Err(self.raise(p, pc, am::ERROR, reason, Trace::Here))
            }
        }
    }

    /// Prepares the call of the function that deals with a fun that cannot be called.
    #[cold]
    fn fun_without_code(
        &mut self,
        p: &mut Running<'_>,
        pc: *const u64,
        entry: &'static FunEntry,
        state: FunCode,
        fun: Term<'_>,
        arity: usize,
    ) -> Result<(*const u64, usize), Option<*const u64>> {
        let heap = p.heap();
        let handler = if state == FunCode::Purging {
            Mfa::new(atom!("erts_code_purger"), atom!("pending_purge_lambda"), 3)
        } else if code::current(entry.module).is_some() {
            // The module is there, without this fun.
            // SAFETY: the fun is on this heap.
            let fun = unsafe { Term::from_word(fun.word()) };
            let reason = heap.tuple(&[Term::atom(am::BADFUN), fun]);
            return Err(self.raise(p, pc, am::ERROR, reason, Trace::Here));
        } else {
            let module = p.own_ref().extra.as_ref().and_then(|e| e.error_handler);
            Mfa::new(module.unwrap_or(am::ERROR_HANDLER), am::UNDEFINED_LAMBDA, 3)
        };
        if !code::is_defined(Export::get(handler)) {
            return Err(self.raise(p, pc, am::ERROR, Term::atom(am::UNDEF), Trace::Here));
        }
        let args = heap.list(self.args(arity));
        self.registers.x[0] = Term::atom(entry.module).word();
        self.registers.x[1] = fun.word();
        self.registers.x[2] = args.word();
        Ok((code::start_address(handler), 3))
    }

    /// Prepares the call of the error handler for a function without code.
    #[cold]
    pub(super) fn error_handler(
        &mut self,
        p: &mut Running<'_>,
        pc: *const u64,
        export: &'static Export,
    ) -> Result<*const u64, Option<*const u64>> {
        self.handled(p, pc, export.mfa, am::UNDEFINED_FUNCTION)
    }

    /// Prepares the call of the error handler for a function that is debugged.
    #[cold]
    pub(super) fn debugged(
        &mut self,
        p: &mut Running<'_>,
        pc: *const u64,
        mfa: Mfa,
    ) -> Result<*const u64, Option<*const u64>> {
        self.handled(p, pc, mfa, atom!("breakpoint"))
    }

    /// Prepares the call of a function of the error handler in place of another.
    fn handled(
        &mut self,
        p: &mut Running<'_>,
        pc: *const u64,
        mfa: Mfa,
        function: Atom,
    ) -> Result<*const u64, Option<*const u64>> {
        let heap = p.heap();
        let args = heap.list(self.args(usize::from(mfa.arity)));
        let module = p.own_ref().extra.as_ref().and_then(|e| e.error_handler);
        let handler = Mfa::new(module.unwrap_or(am::ERROR_HANDLER), function, 3);
        if mfa == handler || !code::is_defined(Export::get(handler)) {
            let Mfa { module, function, .. } = mfa;
            let entry = heap.tuple(&[Term::atom(module), Term::atom(function), args, Term::NIL]);
            return Err(self.raise(p, pc, am::ERROR, Term::atom(am::UNDEF), Trace::Entry(entry)));
        }
        self.registers.x[0] = Term::atom(mfa.module).word();
        self.registers.x[1] = Term::atom(mfa.function).word();
        self.registers.x[2] = args.word();
        Ok(code::start_address(handler))
    }

    /// The trace entry of a function with its arguments.
    pub(super) fn entry<'h>(
        &self,
        heap: &'h Heap,
        pc: *const u64,
        mfa: Mfa,
        args: Term<'h>,
    ) -> Term<'h> {
        entry_at(heap, pc, Some(args)).unwrap_or_else(|| {
            heap.tuple(&[Term::atom(mfa.module), Term::atom(mfa.function), args, Term::NIL])
        })
    }

    /// Arithmetic has failed. The trace begins with the operator, except that older releases do not
    /// show that a small constant has been added or subtracted.
    #[cold]
    pub(super) fn arith_failed(
        &mut self,
        p: &mut Running<'_>,
        pc: *const u64,
        (name, constant): (&str, bool),
        error: ArithError,
        args: &[Term<'_>],
    ) -> Option<*const u64> {
        let reason = match error {
            ArithError::SystemLimit => am::SYSTEM_LIMIT,
            ArithError::BadArith => am::BADARITH,
        };
        if constant && matches!(name, "+" | "-") && Difference::ConstantsHidden.is_on() {
            return self.raise(p, pc, am::ERROR, Term::atom(reason), Trace::Here);
        }
        self.bif_failed(p, pc, Mfa::new(am::ERLANG, Atom::new(name), 2), reason, args)
    }

    #[cold]
    pub(super) fn bit_syntax_failed(
        &mut self,
        p: &mut Running<'_>,
        pc: *const u64,
        reason: Term<'_>,
        cause: Term<'_>,
    ) -> Option<*const u64> {
        let heap = p.heap();
        // SAFETY: the cause is on this process's heap.
        let cause = unsafe { Term::from_word(cause.word()) };
        let info = map::from_pairs(
            heap,
            &[
                (Term::atom(atom!("cause")), cause),
                (Term::atom(am::MODULE), Term::atom(atom!("erl_erts_errors"))),
                (Term::atom(am::FUNCTION), Term::atom(atom!("format_bs_fail"))),
            ],
        );
        let trace = entry_with_info(heap, pc, None, info);
        self.raise(p, pc, am::ERROR, reason, trace)
    }

    #[cold]
    pub(super) fn inline_failed(
        &mut self,
        p: &mut Running<'_>,
        pc: *const u64,
        name: Atom,
        args: &[Term<'_>],
    ) -> Option<*const u64> {
        self.bif_failed(p, pc, Mfa::new(am::ERLANG, name, args.len() as u8), am::BADARG, args)
    }

    /// The function that an `apply` calls in the end, with its arguments in the registers: if
    /// `apply` itself is applied, the function that this one applies. So the stack trace names the
    /// function that began.
    pub(super) fn unrolled(&mut self, mut mfa: Mfa) -> Mfa {
        let apply = Mfa::new(am::ERLANG, am::APPLY, 3);
        while mfa == apply && Breakpoint::at(code::start_address(apply)).is_none() {
            let [module, function, list] = [0, 1, 2].map(|n| self.args(3)[n]);
            // With wrong arguments it fails as a call of `apply`.
            let (Some(module), Some(function), Some(args)) =
                (module.as_atom(), function.as_atom(), list.to_vec())
            else {
                break;
            };
            let Ok(arity) = u8::try_from(args.len()) else { break };
            self.set_args(&args);
            mfa = Mfa::new(module, function, arity);
        }
        mfa
    }

    /// A built-in that raises is applied by the function at `pc`, which the stack trace has to name
    /// even if that was its last call. The arguments are in the registers.
    #[cold]
    pub(super) fn raise_applied<'h>(
        &mut self,
        p: &mut Running<'h>,
        pc: *const u64,
        bif: &'static Bif,
    ) -> Option<*const u64> {
        let args: Vec<Term<'h>> = self.args(usize::from(bif.mfa.arity)).to_vec();
        // Native code calls `apply` itself, and so waits on the stack.
        let apply = Mfa::new(am::ERLANG, am::APPLY, 3);
        let frame = p.heap().stack();
        let waits =
            code::function_at(pc) == Some(apply) && frame.wrapping_add(2) <= p.heap().stack_end();
        // SAFETY: within the stack; the second word of a frame is a return address.
        let caller = waits.then(|| unsafe { (*frame.add(1) as *const u64).wrapping_sub(1) });
        let pc = caller.filter(|&at| code::function_at(at).is_some()).unwrap_or(pc);
        p.own().pc = pc;
        match bif.call(p, &args) {
            Err(exception) => self.raise_failed(p, pc, exception, bif, &args),
            Ok(_) => unreachable!("{} returned", bif.mfa.function),
        }
    }

    #[cold]
    pub(super) fn apply_failed(
        &mut self,
        p: &mut Running<'_>,
        pc: *const u64,
        args: &[Term<'_>],
    ) -> Option<*const u64> {
        self.bif_failed(p, pc, Mfa::new(am::ERLANG, am::APPLY, args.len() as u8), am::BADARG, args)
    }

    pub(super) fn bif_failed(
        &mut self,
        p: &mut Running<'_>,
        pc: *const u64,
        mfa: Mfa,
        reason: Atom,
        args: &[Term<'_>],
    ) -> Option<*const u64> {
        // SAFETY: the arguments are on this process's heap.
        let args: Vec<Term<'_>> =
            args.iter().map(|t| unsafe { Term::from_word(t.word()) }).collect();
        let call = failed_call(p.heap(), mfa, &args, None);
        self.raise(p, pc, am::ERROR, Term::atom(reason), Trace::BuiltIn(call))
    }
}

/// The built-in if it is one that exists to raise: its caller is shown, not itself.
#[inline]
pub(super) fn raiser(mfa: Mfa) -> Option<&'static Bif> {
    let raises =
        mfa.module == am::ERLANG && matches!(mfa.function, am::ERROR | am::THROW | am::EXIT);
    if raises { bif::find(mfa).filter(|bif| bif.is_raiser()) } else { None }
}
