//! The loop that executes instructions.
//!
//! The program counter, the stack pointer, the heap pointer and the reductions live in local
//! variables; `sync_out!` writes them to the process before anything else looks at it, `sync_in!`
//! reads them back.

use super::binary::{self};
use super::exceptions::{Trace, build, class_of};
use super::operands::{operands, segments};
use super::{Machine, Outcome, calls, native, records};
use crate::bif::{Bif, BifKind, Exception, Other};
use crate::breakpoint::Breakpoint;
use crate::code::native::profile;
use crate::code::ops::{Needed, Op};
use crate::code::records::RecordKind;
use crate::dirty;
use crate::process::{Exclusive, Running, TO_COLLECT};
use crate::saved_calls::{Saved, save_built_in_call, save_call, save_fun_call};
use crate::timer::waiting::{self, Wait};
use crate::trace::{events, seq};
use crate::watch;
use crate::{code, delivery};
use native_abi::{Handler, X_REGISTERS, exit};
use release::Difference;
use smallvec::SmallVec;
use std::sync::atomic::{AtomicU64, Ordering};
use term::arith::{self, ArithError};
use term::heap::copy_words;
use term::word::*;
use term::{Export, Heap, Mfa, Term, View, Word, am, atom, compare, map};

type Arith = for<'h> fn(&'h Heap, Term<'h>, Term<'h>) -> Result<Term<'h>, ArithError>;

impl Machine {
    /// Executes from the process's `pc`. With `STEP`, on behalf of native code: only what stands
    /// before `until`; None when something else comes, with `pc` there. With `SAVES`, for a process
    /// that saves its calls, and without native code.
    ///
    /// # Safety
    /// The process is run by this thread; its registers have been loaded; its `pc` is an
    /// instruction of loaded code.
    #[allow(clippy::cognitive_complexity)]
    pub(super) unsafe fn run<const STEP: bool, const SAVES: bool>(
        &mut self,
        p: &mut Exclusive<'_>,
        until: *const u64,
    ) -> Option<Outcome> {
        // SAFETY: code comes from the loader, which has checked operands, labels and indexes, and
        // has had the code verified (`beamfile::verify`): registers that it reads are set, frames
        // are there, `test_heap` and `allocate` ask for enough, and what an instruction takes for
        // granted of a term has been proved, or a `Check` stands before it. `own` and `heap` are
        // this process's, on its own thread; references into them are not kept across calls that
        // use them.
        unsafe {
            // Own part, heap and process are at fixed distances: one register for all.
            let process = p.process();
            let own: *mut crate::process::Own = p.own_place();
            let heap: &Heap = &*std::ptr::from_ref(p.heap());
            let x: *mut Word = self.registers.x.as_mut_ptr();
            let f: *mut f64 = self.registers.f.as_mut_ptr();
            let mut pc: *const u64 = (*own).pc;
            let mut e: *mut Word = heap.stack();
            let mut h: *mut Word = heap.top();
            let mut reds: i32 = (*own).reductions_left;
            let within = pc..until;
            // Where native code goes on that has waited.
            let resume = if STEP { 0 } else { std::mem::take(&mut self.registers.resume) };
            let enter = [native_abi::ENTER, resume];
            if !SAVES && resume != 0 {
                // The instruction gives this reduction back.
                (pc, reds) = (enter.as_ptr(), reds - 1);
            }
            let bridge = native::bridge();

            macro_rules! sync_out {
                () => {{
                    heap.set_top(h);
                    heap.set_stack(e);
                    (*own).reductions_left = reds;
                    (*own).pc = pc;
                }};
            }
            macro_rules! sync_in {
                () => {{
                    h = heap.top();
                    e = heap.stack();
                    reds = (*own).reductions_left;
                }};
            }
            macro_rules! word {
                ($i:expr) => {
                    *pc.add($i)
                };
            }
            // The target of a call within the module, which breakpoints change.
            macro_rules! target {
                () => {
                    (*pc.add(1).cast::<AtomicU64>()).load(Ordering::Acquire) as *const u64
                };
            }
            macro_rules! a {
                ($w:expr) => {
                    ($w >> 16 & 0xffff) as usize
                };
            }
            macro_rules! b {
                ($w:expr) => {
                    ($w >> 32 & 0xffff) as usize
                };
            }
            macro_rules! c {
                ($w:expr) => {
                    ($w >> 48) as usize
                };
            }
            macro_rules! src {
                ($o:expr) => {{
                    let o: usize = $o;
                    if o & 0x8000 != 0 {
                        *pc.sub(o & 0x3fff)
                    } else if o & 0x4000 != 0 {
                        *e.add(o & 0x3fff)
                    } else {
                        *x.add(o)
                    }
                }};
            }
            macro_rules! dst {
                ($o:expr, $v:expr) => {{
                    let o: usize = $o;
                    let v: Word = $v;
                    if o & 0x4000 != 0 { *e.add(o & 0x3fff) = v } else { *x.add(o) = v }
                }};
            }
            macro_rules! term {
                ($w:expr) => {
                    Term::from_word($w)
                };
            }
            macro_rules! branch {
                ($w:expr) => {{
                    pc = pc.offset(($w as i64 >> 32) as isize);
                    continue;
                }};
            }
            macro_rules! next {
                ($n:expr) => {{
                    pc = pc.add($n);
                    continue;
                }};
            }
            macro_rules! test {
                ($w:expr, $cond:expr) => {{
                    if $cond {
                        next!(1)
                    }
                    branch!($w)
                }};
            }
            // Goes on where a raised exception is caught.
            macro_rules! resume {
                ($to:expr) => {{
                    match $to {
                        Some(to) => {
                            sync_in!();
                            pc = to;
                            let native = std::mem::take(&mut self.registers.resume);
                            if SAVES || native == 0 {
                                continue;
                            }
                            if STEP {
                                sync_out!();
                                self.registers.resume = native;
                                self.registers.exit = exit::RESUME;
                                return None;
                            }
                            break native;
                        }
                        None => {
                            self.exit(exclusive!());
                            return Some(Outcome::Exited);
                        }
                    }
                }};
            }
            // All of the process, for a call that may collect.
            macro_rules! exclusive {
                () => {
                    &mut Exclusive::assume(process)
                };
            }
            // The process for a stretch in which nothing collects.
            macro_rules! running {
                () => {
                    &mut Running::assume(process)
                };
            }
            macro_rules! raise {
                ($reason:expr) => {{
                    sync_out!();
                    let reason: Term<'_> = $reason;
                    resume!(self.raise(running!(), pc, am::ERROR, reason, Trace::Here))
                }};
            }
            macro_rules! raise_tagged {
                ($tag:expr, $value:expr) => {{
                    sync_out!();
                    let reason = heap.tuple(&[Term::atom($tag), term!($value)]);
                    resume!(self.raise(running!(), pc, am::ERROR, reason, Trace::Here))
                }};
            }
            // Code is not what its compiler said of it.
            macro_rules! raise_bad_code {
                ($what:expr, $value:expr) => {{
                    sync_out!();
                    let (tag, what) = (Term::atom(atom!("bad_code")), Term::atom($what));
                    let reason = heap.tuple(&[tag, what, term!($value)]);
                    resume!(self.raise(running!(), pc, am::ERROR, reason, Trace::Here))
                }};
            }
            // Counts a call of the function at `pc`; others first if that was the last of the
            // slice.
            macro_rules! count_call {
                ($arity:expr) => {{
                    reds -= 1;
                    if reds <= 0 || cfg!(feature = "yield-always") {
                        let arity: usize = $arity;
                        sync_out!();
                        if self.slice_end(exclusive!(), arity) {
                            self.save(exclusive!(), pc, arity);
                            return Some(Outcome::Yield);
                        }
                        sync_in!();
                    }
                }};
            }
            // Saves a call, if calls are saved.
            macro_rules! saves {
                ($what:expr) => {
                    if SAVES {
                        save_call(exclusive!(), $what)
                    }
                };
            }
            // Goes to a function whose arguments are in the X registers; the frame, if any, is
            // ready.
            macro_rules! go {
                ($target:expr, $arity:expr) => {{
                    pc = $target;
                    count_call!($arity);
                    continue;
                }};
            }
            // Notes where a call of the instruction, of so many words, returns to.
            macro_rules! call_from {
                ($words:expr) => {{
                    *e = bridge;
                    *e.add(1) = pc.add($words) as Word
                }};
            }
            // Calls what `apply` names with the arguments in registers: for 0 as a body, else after
            // so many words of stack have been given up, 1 for none.
            macro_rules! apply_to {
                ($mfa:expr, $words:expr) => {{
                    let (mut mfa, words) = ($mfa, $words);
                    if mfa.module == am::ERLANG {
                        mfa = self.unrolled(mfa);
                    }
                    saves!(Saved::Call(mfa));
                    let export = self.export(mfa);
                    let raiser = calls::raiser(mfa);
                    if let Some(bif) = raiser.filter(|bif| bif.kind() == BifKind::Normal) {
                        sync_out!();
                        resume!(self.raise_applied(running!(), pc, bif))
                    }
                    match words {
                        0 => call_from!(1),
                        1 => {}
                        n => e = e.add(n),
                    }
                    if let Some(bif) = raiser {
                        self.bif_caller = (words != 0).then_some(pc);
                        pc = bif.breakpoint.load(Ordering::Acquire);
                        continue;
                    }
                    go!(export.code.load(Ordering::Acquire), usize::from(mfa.arity))
                }};
            }
            // Returns to the frame on top: if that is one of native code, the loop ends.
            macro_rules! ret {
                () => {{
                    pc = *e.add(1) as *const u64;
                    if SAVES || *e == bridge {
                        continue;
                    }
                    if STEP {
                        sync_out!();
                        self.registers.exit = exit::RETURN;
                        return None;
                    }
                    break *e;
                }};
            }
            macro_rules! binary_op {
                ($w:expr, $fast:expr, $slow:expr, $name:literal) => {
                    binary_op!($w, src!(a!($w)), src!(b!($w)), $fast, $slow, $name)
                };
                ($w:expr, $u:expr, $v:expr, $fast:expr, $slow:expr, $name:literal) => {{
                    let w: Word = $w;
                    let (u, v): (Word, Word) = ($u, $v);
                    if (u | v) & 1 == 0 {
                        let fast: Option<Word> = $fast(u as i64, v as i64);
                        if let Some(r) = fast {
                            dst!(c!(w), r);
                            next!(2)
                        }
                    }
                    sync_out!();
                    let slow: Arith = $slow;
                    match slow(heap, term!(u), term!(v)) {
                        Ok(t) => {
                            sync_in!();
                            dst!(c!(w), t.word());
                            next!(2)
                        }
                        Err(error) => {
                            if word!(1) >> 32 != 0 {
                                branch!(word!(1))
                            }
                            let (i, j) = (a!(w) & 0x8000 != 0, b!(w) & 0x8000 != 0);
                            // As OTP's loader looks at small integers of 60 bits.
                            let least = if $name == "-" { 0 } else { -1 << 60 };
                            let small = |w| is_small(w) && (least..1 << 60).contains(&(w as i64));
                            let first = $name != "-" && i && !j && small(u);
                            let constant = first || (j && !i && small(v));
                            let args = [term!(u), term!(v)];
                            resume!(self.arith_failed(
                                running!(),
                                pc,
                                ($name, constant),
                                error,
                                &args
                            ))
                        }
                    }
                }};
            }
            macro_rules! x {
                ($o:expr) => {
                    *x.add($o)
                };
            }
            macro_rules! constant {
                ($o:expr) => {
                    *pc.sub($o & 0x3fff)
                };
            }
            macro_rules! compare_op {
                ($w:expr, $fast:expr, $slow:expr) => {
                    compare_op!($w, src!(a!($w)), src!(b!($w)), $fast, $slow)
                };
                ($w:expr, $u:expr, $v:expr, $fast:expr, $slow:expr) => {{
                    let (u, v): (Word, Word) = ($u, $v);
                    let holds = if (u | v) & 1 == 0 {
                        $fast(&(u as i64), &(v as i64))
                    } else {
                        $slow(term!(u), term!(v))
                    };
                    if holds {
                        next!(2)
                    }
                    branch!(word!(1))
                }};
            }
            // A built-in of an instruction, which may have a label, has failed.
            macro_rules! guard_failed {
                ($bif:expr, $args:expr, $exception:expr, $length:expr) => {{
                    sync_in!();
                    if $length > 2 && word!(2) >> 32 != 0 {
                        branch!(word!(2))
                    }
                    resume!(self.raise_failed(running!(), pc, $exception, $bif, &$args))
                }};
            }
            // A built-in of an instruction with a label.
            macro_rules! guard_bif {
                ($w:expr, $args:expr, $length:expr) => {{
                    let bif = &*(word!(1) as *const Bif);
                    let args = $args;
                    sync_out!();
                    match bif.call(running!(), &args) {
                        Ok(t) => {
                            sync_in!();
                            dst!(c!($w), t.word());
                            next!($length)
                        }
                        Err(exception) => guard_failed!(bif, args, exception, $length),
                    }
                }};
            }
            // `length/1`, which may take several turns, in guards as well: the state with which it
            // goes on is kept in the first register that is not live.
            macro_rules! length {
                ($w:expr, $on:expr, $length:expr) => {{
                    let bif = &*(word!(1) as *const Bif);
                    let args = [term!(src!(a!($w)))];
                    sync_out!();
                    match bif.call(running!(), &args) {
                        Ok(t) => {
                            sync_in!();
                            dst!(c!($w), t.word());
                            next!($length)
                        }
                        Err(exception) => {
                            if let Exception::Other(other) = &exception
                                && let Other::Yield(again) = &**other
                            {
                                let live = b!($w);
                                *x.add(live) = again[0].word();
                                self.save(exclusive!(), pc.add($on), live + 1);
                                return Some(Outcome::Yield);
                            }
                            guard_failed!(bif, args, exception, $length)
                        }
                    }
                }};
            }
            macro_rules! gather {
                ($from:expr, $n:expr) => {
                    operands(pc, x, e, $from, $n)
                };
            }
            macro_rules! select {
                ($value:expr, $fail:expr) => {{
                    let n = ($fail & 0xffff_ffff) as usize;
                    let values = std::slice::from_raw_parts(pc.add(2), n);
                    let value: Word = $value;
                    let found = if n <= 8 {
                        values.iter().position(|&v| v == value)
                    } else {
                        values.binary_search(&value).ok()
                    };
                    match found {
                        Some(i) => branch!(word!(2 + n + i)),
                        None => branch!($fail),
                    }
                }};
            }

            loop {
                let mut address: Word = loop {
                    if STEP && !within.contains(&pc) {
                        sync_out!();
                        self.registers.exit = exit::GO;
                        return None;
                    }
                    let w = *pc;
                    // The loader writes only numbers of the table.
                    let op = std::mem::transmute::<u16, Op>(w as u16);
                    match op {
                        Op::EnterNative => {
                            if SAVES {
                                pc = code::behind_native(pc);
                                continue;
                            }
                            // Native code counts the call itself.
                            reds += 1;
                            break word!(1);
                        }
                        Op::Move => {
                            dst!(b!(w), src!(a!(w)));
                            next!(1)
                        }
                        Op::MoveXX => {
                            *x.add(b!(w)) = *x.add(a!(w));
                            next!(1)
                        }
                        Op::MoveXY => {
                            *e.add(b!(w) & 0x3fff) = *x.add(a!(w));
                            next!(1)
                        }
                        Op::MoveYX => {
                            *x.add(b!(w)) = *e.add(a!(w) & 0x3fff);
                            next!(1)
                        }
                        Op::MoveCX => {
                            *x.add(b!(w)) = *pc.sub(a!(w) & 0x3fff);
                            next!(1)
                        }
                        Op::Swap => {
                            let (u, v) = (src!(a!(w)), src!(b!(w)));
                            dst!(a!(w), v);
                            dst!(b!(w), u);
                            next!(1)
                        }
                        Op::Init => {
                            dst!(a!(w), NIL);
                            next!(1)
                        }
                        Op::Jump => branch!(w),

                        // Calls.
                        Op::Call => {
                            call_from!(2);
                            go!(target!(), a!(w))
                        }
                        Op::CallOnly => go!(target!(), a!(w)),
                        Op::CallLast => {
                            e = e.add(b!(w));
                            go!(target!(), a!(w))
                        }
                        Op::CallExt => {
                            call_from!(2);
                            let export = &*(word!(1) as *const Export);
                            saves!(Saved::Call(export.mfa));
                            go!(export.code.load(Ordering::Acquire), a!(w))
                        }
                        Op::CallExtOnly => {
                            let export = &*(word!(1) as *const Export);
                            saves!(Saved::Call(export.mfa));
                            go!(export.code.load(Ordering::Acquire), a!(w))
                        }
                        Op::CallExtLast => {
                            e = e.add(b!(w));
                            let export = &*(word!(1) as *const Export);
                            saves!(Saved::Call(export.mfa));
                            go!(export.code.load(Ordering::Acquire), a!(w))
                        }
                        Op::CallBif | Op::CallBifOnly | Op::CallBifLast => {
                            let bif = &*(word!(1) as *const Bif);
                            reds -= 1;
                            sync_out!();
                            let arity = a!(w);
                            if SAVES
                                && !std::mem::take(&mut (*own).flags.called_again)
                                && code::function_at(pc) != Some(bif.mfa)
                            {
                                save_built_in_call(exclusive!(), bif.mfa);
                            }
                            let kind = bif.kind();
                            let here = [BifKind::Normal, BifKind::Guard, BifKind::Shortcut];
                            // One that goes on has been traced when it began.
                            let result = if here.contains(&kind) || (*own).flags.in_hand {
                                // A built-in that looks at the stack starts here.
                                (*own).pc = pc;
                                bif.call(running!(), self.args(arity))
                            } else if kind == BifKind::Traced {
                                match op {
                                    Op::CallBif => call_from!(2),
                                    Op::CallBifLast => e = e.add(b!(w)),
                                    _ => {}
                                }
                                self.bif_caller = (op != Op::CallBif).then_some(pc);
                                pc = bif.breakpoint.load(Ordering::Acquire);
                                continue;
                            } else if let Some(result) = (*own).take_dirty_result() {
                                result
                            } else {
                                (*own).in_dirty_call = true;
                                process.state.begin_dirty_call();
                                (*own).flags.called_again = SAVES;
                                self.save(exclusive!(), pc, arity);
                                dirty::submit(exclusive!(), bif, self.args(arity));
                                return Some(Outcome::Wait);
                            };
                            match result {
                                Ok(t) => {
                                    *x = t.word();
                                    if self.wants_collection(heap) {
                                        self.collect(exclusive!(), 1, 0, false);
                                    }
                                    sync_in!();
                                    // A library's function ends as any function does: the next
                                    // call finds that the slice is over.
                                    let is_over = reds <= 0 && bif.as_foreign().is_none();
                                    if op == Op::CallBif {
                                        pc = pc.add(2);
                                    } else {
                                        if op == Op::CallBifLast {
                                            e = e.add(b!(w));
                                        }
                                        if !is_over {
                                            ret!()
                                        }
                                        pc = *e.add(1) as *const u64;
                                    }
                                    if is_over {
                                        sync_out!();
                                        if self.slice_end(exclusive!(), 1) {
                                            self.save(exclusive!(), pc, 1);
                                            return Some(Outcome::Yield);
                                        }
                                        sync_in!();
                                    }
                                    continue;
                                }
                                Err(Exception::Other(other)) => {
                                    sync_in!();
                                    match *other {
                                        Other::Trap(export, args) => {
                                            let arity = args.len();
                                            saves!(Saved::Call(export.mfa));
                                            self.set_args(&args);
                                            match op {
                                                Op::CallBif => call_from!(2),
                                                Op::CallBifLast => e = e.add(b!(w)),
                                                _ => {}
                                            }
                                            go!(export.code.load(Ordering::Acquire), arity)
                                        }
                                        Other::Yield(args) => {
                                            let arity = args.len();
                                            self.set_args(&args);
                                            sync_out!();
                                            (*own).flags.called_again = SAVES;
                                            self.save(exclusive!(), pc, arity);
                                            return Some(Outcome::Yield);
                                        }
                                        Other::Wait(args) => {
                                            let arity = args.len();
                                            self.set_args(&args);
                                            sync_out!();
                                            (*own).flags.called_again = SAVES;
                                            self.save(exclusive!(), pc, arity);
                                            return Some(Outcome::Wait);
                                        }
                                        Other::Original(args) => {
                                            // The function's own code follows.
                                            self.set_args(&args);
                                            pc = pc.add(2);
                                            continue;
                                        }
                                        other => {
                                            let exception = Exception::Other(Box::new(other));
                                            let args = self.args(arity).to_vec();
                                            resume!(self.raise_failed(
                                                running!(),
                                                pc,
                                                exception,
                                                bif,
                                                &args
                                            ))
                                        }
                                    }
                                }
                                Err(exception) => {
                                    let args = self.args(arity).to_vec();
                                    resume!(self.raise_failed(
                                        running!(),
                                        pc,
                                        exception,
                                        bif,
                                        &args
                                    ))
                                }
                            }
                        }
                        Op::CallFun | Op::CallFunLast => {
                            let fun = src!(b!(w));
                            let arity = a!(w);
                            if SAVES {
                                save_fun_call(exclusive!(), term!(fun));
                            }
                            sync_out!();
                            match self.fun_target(running!(), pc, term!(fun), arity) {
                                Ok((target, live)) => {
                                    sync_in!();
                                    if op == Op::CallFun {
                                        call_from!(1);
                                    } else {
                                        e = e.add(c!(w));
                                    }
                                    go!(target, live)
                                }
                                Err(to) => resume!(to),
                            }
                        }
                        Op::Apply | Op::ApplyLast => {
                            let arity = a!(w);
                            let (module, function) = (*x.add(arity), *x.add(arity + 1));
                            let (Some(module), Some(function)) =
                                (term!(module).as_atom(), term!(function).as_atom())
                            else {
                                sync_out!();
                                let args = heap.list(self.args(arity));
                                let all = [term!(module), term!(function), args];
                                resume!(self.apply_failed(running!(), pc, &all))
                            };
                            let words = if op == Op::Apply { 0 } else { b!(w) };
                            apply_to!(Mfa::new(module, function, arity as u8), words)
                        }
                        Op::ApplyList => {
                            sync_out!();
                            let all = [term!(*x), term!(*x.add(1)), term!(*x.add(2))];
                            let (Some(module), Some(function), Some(args)) =
                                (all[0].as_atom(), all[1].as_atom(), all[2].to_vec())
                            else {
                                resume!(self.apply_failed(running!(), pc, &all))
                            };
                            if args.len() > 255 {
                                // No function has so many arguments.
                                let entry = heap.tuple(&[all[0], all[1], all[2], Term::NIL]);
                                let undef = Term::atom(am::UNDEF);
                                resume!(self.raise(
                                    running!(),
                                    pc,
                                    am::ERROR,
                                    undef,
                                    Trace::Entry(entry)
                                ))
                            }
                            self.set_args(&args);
                            apply_to!(Mfa::new(module, function, args.len() as u8), b!(w))
                        }
                        Op::ApplyFunList => {
                            sync_out!();
                            let (fun, list) = (term!(*x), term!(*x.add(1)));
                            if SAVES {
                                save_fun_call(exclusive!(), fun);
                            }
                            let Some(args) = list.to_vec().filter(|a| a.len() <= 255) else {
                                resume!(self.apply_failed(running!(), pc, &[fun, list]))
                            };
                            self.set_args(&args);
                            match self.fun_target(running!(), pc, fun, args.len()) {
                                Ok((target, live)) => {
                                    sync_in!();
                                    match b!(w) {
                                        0 => call_from!(1),
                                        1 => {}
                                        n => e = e.add(n),
                                    }
                                    go!(target, live)
                                }
                                Err(to) => resume!(to),
                            }
                        }
                        Op::Hibernate => {
                            sync_out!();
                            let all = [term!(*x), term!(*x.add(1)), term!(*x.add(2))];
                            let names = all[0].as_atom().is_some() && all[1].as_atom().is_some();
                            let length = all[2].list_length().filter(|_| names);
                            if length.is_none_or(|n| n > X_REGISTERS) {
                                let reason =
                                    if length.is_some() { am::SYSTEM_LIMIT } else { am::BADARG };
                                let called = Mfa::new(am::ERLANG, atom!("hibernate"), 3);
                                resume!(self.bif_failed(running!(), pc, called, reason, &all))
                            }
                            watch::hibernates(process, &all);
                            (*own).handlers.truncate(0);
                            heap.set_stack(heap.stack_end());
                            // There was a bottom frame, so there is room for one.
                            super::init_stack(heap);
                            if (*own).mailbox.is_empty() {
                                (*own).hibernated = true;
                                self.collect(exclusive!(), 3, 0, true);
                                self.fit(exclusive!(), 3);
                                // Here again after any signal: only a message ends it.
                                pc = code::start_address(Mfa::new(
                                    am::ERLANG,
                                    atom!("hibernate"),
                                    3,
                                ));
                                self.save(exclusive!(), pc, 3);
                                return Some(Outcome::Wait);
                            }
                            sync_in!();
                            pc = code::start_address(Mfa::new(am::ERLANG, am::APPLY, 3));
                            continue;
                        }
                        Op::CallErrorHandler => {
                            let export = &*(word!(1) as *const Export);
                            sync_out!();
                            match self.error_handler(running!(), pc, export) {
                                Ok(target) => {
                                    sync_in!();
                                    go!(target, 3)
                                }
                                Err(to) => resume!(to),
                            }
                        }
                        Op::NormalExit => {
                            sync_out!();
                            (*own).exit_reason = Some(Term::atom(am::NORMAL).into());
                            self.exit(exclusive!());
                            return Some(Outcome::Exited);
                        }
                        Op::Breakpoint => {
                            sync_out!();
                            let breakpoint = &*(word!(1) as *const Breakpoint);
                            if breakpoint.wanted().debug {
                                match self.debugged(running!(), pc, breakpoint.mfa) {
                                    Ok(target) => {
                                        sync_in!();
                                        go!(target, 3)
                                    }
                                    Err(to) => resume!(to),
                                }
                            }
                            self.breakpoint(exclusive!(), breakpoint, b!(word!(0)) != 0);
                            sync_in!();
                            pc = breakpoint.entry();
                        }
                        Op::TracedReturn => {
                            sync_out!();
                            self.traced_return(exclusive!());
                            sync_in!();
                            ret!()
                        }
                        Op::Return => {
                            ret!()
                        }

                        // Frames and heap.
                        Op::Allocate | Op::AllocateZero => {
                            let words = a!(w);
                            let need = word!(1) as usize;
                            if (e as usize).wrapping_sub(h as usize) < (need + words) * 8
                                || self.collects_always(heap, (h, e))
                            {
                                sync_out!();
                                self.collect(exclusive!(), b!(w), need + words, false);
                                sync_in!();
                            }
                            e = e.sub(words);
                            *e = 0;
                            *e.add(1) = 0;
                            if op == Op::AllocateZero {
                                for i in 2..words {
                                    *e.add(i) = NIL;
                                }
                            }
                            next!(2)
                        }
                        Op::Deallocate => {
                            e = e.add(a!(w));
                            next!(1)
                        }
                        Op::TestHeap => {
                            let need = word!(1) as usize;
                            if (e as usize).wrapping_sub(h as usize) < need * 8
                                || self.collects_always(heap, (h, e))
                            {
                                sync_out!();
                                self.collect(exclusive!(), b!(w), need, false);
                                sync_in!();
                            }
                            next!(2)
                        }
                        Op::Trim => {
                            e = e.add(a!(w));
                            *e = 0;
                            *e.add(1) = 0;
                            next!(1)
                        }
                        Op::FuncInfo => {
                            sync_out!();
                            let args = heap.list(self.args(a!(w)));
                            let mfa = code::function_at(pc).expect("a function");
                            let entry = self.entry(heap, pc, mfa, args);
                            let reason = Term::atom(am::FUNCTION_CLAUSE);
                            resume!(self.raise(
                                running!(),
                                pc,
                                am::ERROR,
                                reason,
                                Trace::Instead(entry)
                            ))
                        }

                        // Tests.
                        Op::IsLt => compare_op!(w, i64::lt, |u, v| compare::compare(u, v).is_lt()),
                        Op::IsGe => compare_op!(w, i64::ge, |u, v| compare::compare(u, v).is_ge()),
                        Op::IsEq => compare_op!(w, i64::eq, |u, v| compare::equal(u, v)),
                        Op::IsNe => compare_op!(w, i64::ne, |u, v| !compare::equal(u, v)),
                        Op::IsLtXX => {
                            compare_op!(w, x!(a!(w)), x!(b!(w)), i64::lt, |u, v| compare::compare(
                                u, v
                            )
                            .is_lt())
                        }
                        Op::IsLtXC => {
                            compare_op!(w, x!(a!(w)), constant!(b!(w)), i64::lt, |u, v| {
                                compare::compare(u, v).is_lt()
                            })
                        }
                        Op::IsLtCX => {
                            compare_op!(w, constant!(a!(w)), x!(b!(w)), i64::lt, |u, v| {
                                compare::compare(u, v).is_lt()
                            })
                        }
                        Op::IsGeXX => {
                            compare_op!(w, x!(a!(w)), x!(b!(w)), i64::ge, |u, v| compare::compare(
                                u, v
                            )
                            .is_ge())
                        }
                        Op::IsGeXC => {
                            compare_op!(w, x!(a!(w)), constant!(b!(w)), i64::ge, |u, v| {
                                compare::compare(u, v).is_ge()
                            })
                        }
                        Op::IsGeCX => {
                            compare_op!(w, constant!(a!(w)), x!(b!(w)), i64::ge, |u, v| {
                                compare::compare(u, v).is_ge()
                            })
                        }
                        Op::IsEqImmX => {
                            if x!(a!(w)) == constant!(b!(w)) {
                                next!(2)
                            }
                            branch!(word!(1))
                        }
                        Op::IsNeImmX => {
                            if x!(a!(w)) != constant!(b!(w)) {
                                next!(2)
                            }
                            branch!(word!(1))
                        }
                        Op::IsNilX => test!(w, x!(a!(w)) == NIL),
                        Op::IsNonemptyListX => test!(w, is_list(x!(a!(w)))),
                        Op::IsTupleX => {
                            let v = x!(a!(w));
                            test!(
                                w,
                                is_boxed(v) && header_kind_bits(*address(v)) == Kind::Tuple as u8
                            )
                        }
                        Op::TestArityX => {
                            let to = word!(1);
                            if *address(x!(a!(w)))
                                == header(Kind::Tuple, (to & 0xffff_ffff) as usize)
                            {
                                next!(2)
                            }
                            branch!(to)
                        }
                        Op::IsTaggedTupleX => {
                            let (v, to) = (x!(a!(w)), word!(1));
                            if is_boxed(v)
                                && *address(v) == header(Kind::Tuple, (to & 0xffff_ffff) as usize)
                                && *address(v).add(1) == constant!(b!(w))
                            {
                                next!(2)
                            }
                            branch!(to)
                        }
                        Op::IsEqExact => {
                            let (u, v) = (src!(a!(w)), src!(b!(w)));
                            if u == v || compare::exactly_equal(term!(u), term!(v)) {
                                next!(2)
                            }
                            branch!(word!(1))
                        }
                        Op::IsNeExact => {
                            let (u, v) = (src!(a!(w)), src!(b!(w)));
                            if u != v && !compare::exactly_equal(term!(u), term!(v)) {
                                next!(2)
                            }
                            branch!(word!(1))
                        }
                        Op::IsEqImm => {
                            if src!(a!(w)) == *pc.sub(b!(w) & 0x3fff) {
                                next!(2)
                            }
                            branch!(word!(1))
                        }
                        Op::IsNeImm => {
                            if src!(a!(w)) != *pc.sub(b!(w) & 0x3fff) {
                                next!(2)
                            }
                            branch!(word!(1))
                        }
                        Op::IsInteger => {
                            let v = src!(a!(w));
                            test!(w, is_small(v) || term!(v).is_integer())
                        }
                        Op::IsFloat => {
                            test!(w, term!(src!(a!(w))).boxed_kind() == Some(Kind::Float))
                        }
                        Op::IsNumber => test!(w, term!(src!(a!(w))).is_number()),
                        Op::IsAtom => test!(w, src!(a!(w)) & IMM_MASK == IMM_ATOM),
                        Op::IsPid => test!(w, term!(src!(a!(w))).is_pid()),
                        Op::IsReference => test!(w, term!(src!(a!(w))).is_reference()),
                        Op::IsPort => test!(w, term!(src!(a!(w))).is_port()),
                        Op::IsNil => test!(w, src!(a!(w)) == NIL),
                        Op::IsBinary => test!(w, term!(src!(a!(w))).is_binary()),
                        Op::IsBitstr => test!(w, term!(src!(a!(w))).is_matchable()),
                        Op::IsList => {
                            let v = src!(a!(w));
                            test!(w, is_list(v) || v == NIL)
                        }
                        Op::IsNonemptyList => test!(w, is_list(src!(a!(w)))),
                        Op::IsTuple => test!(w, term!(src!(a!(w))).is_tuple()),
                        Op::IsFunction => test!(w, term!(src!(a!(w))).is_function()),
                        Op::IsBoolean => {
                            let v = src!(a!(w));
                            test!(w, v == Term::TRUE.word() || v == Term::FALSE.word())
                        }
                        Op::IsMap => test!(w, term!(src!(a!(w))).is_map()),
                        Op::IsFunction2 => {
                            let (fun, arity) = (term!(src!(a!(w))), term!(src!(b!(w))));
                            let has = match fun.view() {
                                View::Fun(fun) => Some(i64::from(fun.entry.arity)),
                                View::Export(export) => Some(i64::from(export.mfa.arity)),
                                _ => None,
                            };
                            if has.is_some() && has == arity.as_small() {
                                next!(2)
                            }
                            branch!(word!(1))
                        }
                        Op::TestArity => {
                            let to = word!(1);
                            let head = *address(src!(a!(w)));
                            if head == header(Kind::Tuple, (to & 0xffff_ffff) as usize) {
                                next!(2)
                            }
                            branch!(to)
                        }
                        Op::IsTupleOfArity => {
                            let (v, to) = (src!(a!(w)), word!(1));
                            if is_boxed(v)
                                && *address(v) == header(Kind::Tuple, (to & 0xffff_ffff) as usize)
                            {
                                next!(2)
                            }
                            branch!(to)
                        }
                        Op::IsTaggedTuple => {
                            let (v, to) = (src!(a!(w)), word!(1));
                            if is_boxed(v)
                                && *address(v) == header(Kind::Tuple, (to & 0xffff_ffff) as usize)
                                && *address(v).add(1) == src!(b!(w))
                            {
                                next!(2)
                            }
                            branch!(to)
                        }
                        Op::SelectVal => select!(src!(a!(w)), word!(1)),
                        Op::SelectTupleArity => {
                            let v = src!(a!(w));
                            if !is_boxed(v) {
                                branch!(word!(1))
                            }
                            select!(*address(v), word!(1))
                        }
                        Op::SelectSmall => {
                            let v = src!(a!(w));
                            let i = v.wrapping_sub(src!(c!(w)));
                            if i & 1 == 0 && i >> 1 < b!(w) as u64 {
                                branch!(word!(2 + (i >> 1) as usize))
                            }
                            branch!(word!(1))
                        }

                        // Properties of terms that the loader could not prove.
                        Op::CheckTuple => {
                            let v = src!(a!(w));
                            if is_boxed(v) {
                                let head = *address(v);
                                if header_kind_bits(head) == Kind::Tuple as u8
                                    && header_size(head) >= word!(1) as usize
                                {
                                    next!(2)
                                }
                            }
                            raise_bad_code!(atom!("tuple"), v)
                        }
                        Op::Check => {
                            let (v, needed) = (src!(a!(w)), Needed::of(b!(w)));
                            if needed.is(term!(v), word!(1) as usize) {
                                next!(2)
                            }
                            raise_bad_code!(needed.name(), v)
                        }
                        Op::LendMessage => {
                            sync_out!();
                            let _ = (*own).mailbox.lend(|m| heap.adopt(m).word());
                            sync_in!();
                            next!(1)
                        }

                        // Lists and tuples.
                        Op::GetList => {
                            let cell = address(src!(a!(w)));
                            let (head, tail) = (*cell, *cell.add(1));
                            dst!(b!(w), head);
                            dst!(c!(w), tail);
                            next!(1)
                        }
                        Op::GetListXXX => {
                            let cell = address(x!(a!(w)));
                            let (head, tail) = (*cell, *cell.add(1));
                            x!(b!(w)) = head;
                            x!(c!(w)) = tail;
                            next!(1)
                        }
                        Op::GetTupleElementXX => {
                            x!(b!(w)) = *address(x!(a!(w))).add(1 + c!(w));
                            next!(1)
                        }
                        Op::PutListXXX => {
                            *h = x!(a!(w));
                            *h.add(1) = x!(b!(w));
                            x!(c!(w)) = h as Word | TAG_LIST;
                            h = h.add(2);
                            next!(1)
                        }
                        Op::DeallocateReturn => {
                            e = e.add(a!(w));
                            ret!()
                        }
                        Op::MoveDeallocateReturn => {
                            *x = src!(a!(w));
                            e = e.add(b!(w));
                            ret!()
                        }
                        Op::MoveCall => {
                            x!(c!(w)) = src!(b!(w));
                            call_from!(2);
                            go!(target!(), a!(w))
                        }
                        Op::MoveCallOnly => {
                            x!(c!(w)) = src!(b!(w));
                            go!(target!(), a!(w))
                        }
                        Op::Move2XX => {
                            x!(b!(w)) = x!(a!(w));
                            x!(word!(1) as usize) = x!(c!(w));
                            next!(2)
                        }
                        Op::Move2XY => {
                            *e.add(b!(w) & 0x3fff) = x!(a!(w));
                            *e.add(word!(1) as usize & 0x3fff) = x!(c!(w));
                            next!(2)
                        }
                        Op::Move2YX => {
                            x!(b!(w)) = *e.add(a!(w) & 0x3fff);
                            x!(word!(1) as usize) = *e.add(c!(w) & 0x3fff);
                            next!(2)
                        }
                        Op::GetNonemptyListXXX => {
                            let list = x!(a!(w));
                            if !is_list(list) {
                                branch!(word!(1))
                            }
                            let cell = address(list);
                            let (head, tail) = (*cell, *cell.add(1));
                            x!(b!(w)) = head;
                            x!(c!(w)) = tail;
                            next!(2)
                        }
                        Op::GetTupleElements2 => {
                            let tuple = address(x!(a!(w))).add(1);
                            let elements = word!(1);
                            x!(b!(w)) = *tuple.add((elements & 0xffff_ffff) as usize);
                            x!(c!(w)) = *tuple.add((elements >> 32) as usize);
                            next!(2)
                        }
                        Op::MoveReturn => {
                            *x = src!(a!(w));
                            ret!()
                        }
                        Op::GetHd => {
                            dst!(b!(w), *address(src!(a!(w))));
                            next!(1)
                        }
                        Op::GetTl => {
                            dst!(b!(w), *address(src!(a!(w))).add(1));
                            next!(1)
                        }
                        Op::GetTupleElement => {
                            dst!(b!(w), *address(src!(a!(w))).add(1 + c!(w)));
                            next!(1)
                        }
                        Op::SetTupleElement => {
                            *address(src!(b!(w))).add(1 + c!(w)) = src!(a!(w));
                            next!(1)
                        }
                        Op::PutList => {
                            let (head, tail) = (src!(a!(w)), src!(b!(w)));
                            *h = head;
                            *h.add(1) = tail;
                            dst!(c!(w), h as Word | TAG_LIST);
                            h = h.add(2);
                            next!(1)
                        }
                        Op::PutTuple => {
                            let n = word!(1) as usize;
                            let tuple = h;
                            *h = header(Kind::Tuple, n);
                            h = h.add(1);
                            let mut i = 0;
                            while i < n {
                                let o = (word!(2 + i / 4) >> (16 * (i % 4)) & 0xffff) as usize;
                                *h.add(i) = src!(o);
                                i += 1;
                            }
                            h = h.add(n);
                            dst!(a!(w), tuple as Word | TAG_BOXED);
                            next!(2 + n.div_ceil(4))
                        }
                        Op::UpdateRecord => {
                            let (size, n) =
                                ((word!(1) & 0xffff_ffff) as usize, (word!(1) >> 32) as usize);
                            let from = address(src!(a!(w)));
                            copy_words(from, h, size + 1);
                            for i in 0..n {
                                let pair = word!(2 + i);
                                *h.add((pair >> 16) as usize) = src!((pair & 0xffff) as usize);
                            }
                            dst!(b!(w), h as Word | TAG_BOXED);
                            h = h.add(size + 1);
                            next!(2 + n)
                        }

                        // Exceptions.
                        Op::Badmatch => raise_tagged!(am::BADMATCH, src!(a!(w))),
                        Op::IfEnd => raise!(Term::atom(am::IF_CLAUSE)),
                        Op::CaseEnd => raise_tagged!(am::CASE_CLAUSE, src!(a!(w))),
                        Op::TryCaseEnd => raise_tagged!(am::TRY_CLAUSE, src!(a!(w))),
                        Op::Badrecord => raise_tagged!(am::BADRECORD, src!(a!(w))),
                        Op::Catch => {
                            let handlers = &mut (*own).handlers;
                            let mark = (handlers.len() as Word) << IMM_SHIFT | IMM_CATCH;
                            // The operand shares its upper half with the label: only `a` is one.
                            let depth = (heap.stack_end() as usize - e as usize) / 8;
                            let to = pc.offset((w as i64 >> 32) as isize);
                            handlers.push(Handler { pc: to, native: 0, depth: depth as u64 });
                            dst!(a!(w), mark);
                            next!(1)
                        }
                        Op::TryEnd => {
                            let mark = src!(a!(w));
                            (*own).handlers.truncate((mark >> IMM_SHIFT) as usize);
                            dst!(a!(w), NIL);
                            next!(1)
                        }
                        Op::CatchEnd => {
                            let mark = src!(a!(w));
                            (*own).handlers.truncate((mark >> IMM_SHIFT) as usize);
                            dst!(a!(w), NIL);
                            if *x == NON_VALUE {
                                sync_out!();
                                *x = self.caught(heap).word();
                                if self.wants_collection(heap) {
                                    self.collect(exclusive!(), 1, 0, false);
                                }
                                sync_in!();
                            }
                            next!(1)
                        }
                        Op::TryCase => {
                            let mark = src!(a!(w));
                            (*own).handlers.truncate((mark >> IMM_SHIFT) as usize);
                            dst!(a!(w), NIL);
                            if *x != NON_VALUE {
                                // A call has returned of which the compiler knew that it does not.
                                raise_bad_code!(atom!("exception"), *x)
                            }
                            *x = *x.add(1);
                            *x.add(1) = *x.add(2);
                            *x.add(2) = *x.add(3);
                            next!(1)
                        }
                        Op::Raise => {
                            let (trace, reason) = (term!(src!(a!(w))), term!(src!(b!(w))));
                            sync_out!();
                            let class = class_of(trace).unwrap_or(am::ERROR);
                            resume!(self.raise(running!(), pc, class, reason, Trace::Given(trace)))
                        }
                        Op::RawRaise => {
                            let (class, reason, trace) =
                                (term!(*x), term!(*x.add(1)), term!(*x.add(2)));
                            match class.as_atom() {
                                Some(c @ (am::ERROR | am::EXIT | am::THROW)) => {
                                    sync_out!();
                                    resume!(self.raise(
                                        running!(),
                                        pc,
                                        c,
                                        reason,
                                        Trace::Given(trace)
                                    ))
                                }
                                _ => {
                                    *x = Term::atom(am::BADARG).word();
                                    next!(1)
                                }
                            }
                        }
                        Op::BuildStacktrace => {
                            sync_out!();
                            *x = build(heap, term!(*x)).word();
                            if self.wants_collection(heap) {
                                self.collect(exclusive!(), 1, 0, false);
                            }
                            sync_in!();
                            next!(1)
                        }

                        // Funs and built-ins.
                        Op::MakeFun => {
                            let n = b!(w);
                            let entry = word!(1);
                            *h = header(Kind::Fun, 2 + n);
                            *h.add(1) = entry;
                            *h.add(2) = process.pid().word();
                            for i in 0..n {
                                let o = (word!(2 + i / 4) >> (16 * (i % 4)) & 0xffff) as usize;
                                *h.add(3 + i) = src!(o);
                            }
                            dst!(a!(w), h as Word | TAG_BOXED);
                            h = h.add(3 + n);
                            next!(2 + n.div_ceil(4))
                        }
                        Op::Bif0 => guard_bif!(w, [] as [Term<'_>; 0], 2),
                        Op::Bif1 => guard_bif!(w, [term!(src!(a!(w)))], 3),
                        Op::Length => length!(w, 3, 6),
                        Op::LengthOn => length!(w, 0, 3),
                        Op::Bif2 => guard_bif!(w, [term!(src!(a!(w))), term!(src!(b!(w)))], 3),
                        Op::Bif3 => {
                            let third = (word!(2) & 0xffff) as usize;
                            guard_bif!(
                                w,
                                [term!(src!(a!(w))), term!(src!(b!(w))), term!(src!(third))],
                                4
                            )
                        }
                        Op::Add => {
                            binary_op!(
                                w,
                                |u: i64, v| u.checked_add(v).map(|r| r as Word),
                                arith::add,
                                "+"
                            )
                        }
                        Op::Sub => {
                            binary_op!(
                                w,
                                |u: i64, v| u.checked_sub(v).map(|r| r as Word),
                                arith::sub,
                                "-"
                            )
                        }
                        Op::AddXC => binary_op!(
                            w,
                            x!(a!(w)),
                            constant!(b!(w)),
                            |u: i64, v| u.checked_add(v).map(|r| r as Word),
                            arith::add,
                            "+"
                        ),
                        Op::SubXC => binary_op!(
                            w,
                            x!(a!(w)),
                            constant!(b!(w)),
                            |u: i64, v| u.checked_sub(v).map(|r| r as Word),
                            arith::sub,
                            "-"
                        ),
                        Op::AddXX => binary_op!(
                            w,
                            x!(a!(w)),
                            x!(b!(w)),
                            |u: i64, v| u.checked_add(v).map(|r| r as Word),
                            arith::add,
                            "+"
                        ),
                        Op::SubXX => binary_op!(
                            w,
                            x!(a!(w)),
                            x!(b!(w)),
                            |u: i64, v| u.checked_sub(v).map(|r| r as Word),
                            arith::sub,
                            "-"
                        ),
                        Op::Mul => {
                            binary_op!(
                                w,
                                |u: i64, v: i64| (u >> 1).checked_mul(v).map(|r| r as Word),
                                arith::mul,
                                "*"
                            )
                        }
                        Op::IntDiv => binary_op!(
                            w,
                            |u: i64, v: i64| (v != 0 && v != -2)
                                .then(|| (((u >> 1) / (v >> 1)) << 1) as Word),
                            arith::div,
                            "div"
                        ),
                        Op::Rem => binary_op!(
                            w,
                            |u: i64, v: i64| (v != 0 && v != -2)
                                .then(|| (((u >> 1) % (v >> 1)) << 1) as Word),
                            arith::rem,
                            "rem"
                        ),
                        Op::Band => {
                            binary_op!(w, |u: i64, v| Some((u & v) as Word), arith::band, "band")
                        }
                        Op::Bor => {
                            binary_op!(w, |u: i64, v| Some((u | v) as Word), arith::bor, "bor")
                        }
                        Op::Bxor => {
                            binary_op!(w, |u: i64, v| Some((u ^ v) as Word), arith::bxor, "bxor")
                        }
                        Op::Bsl => binary_op!(
                            w,
                            |u: i64, v: i64| {
                                let n = v >> 1;
                                let fits = (0..62).contains(&n) && (u << n) >> n == u;
                                fits.then(|| (u << n) as Word)
                            },
                            arith::bsl,
                            "bsl"
                        ),
                        Op::Bsr => binary_op!(
                            w,
                            |u: i64, v: i64| (0..62)
                                .contains(&(v >> 1))
                                .then(|| (u >> (v >> 1) & !1) as Word),
                            arith::bsr,
                            "bsr"
                        ),
                        Op::Hd | Op::Tl => {
                            let v = src!(a!(w));
                            if is_list(v) {
                                dst!(c!(w), *address(v).add(usize::from(op == Op::Tl)));
                                next!(2)
                            }
                            if word!(1) >> 32 != 0 {
                                branch!(word!(1))
                            }
                            sync_out!();
                            let name = if op == Op::Hd { atom!("hd") } else { atom!("tl") };
                            resume!(self.inline_failed(running!(), pc, name, &[term!(v)]))
                        }
                        Op::TupleSize => {
                            let v = src!(a!(w));
                            if is_boxed(v) && header_kind(*address(v)) == Kind::Tuple {
                                dst!(c!(w), small(header_size(*address(v)) as i64));
                                next!(2)
                            }
                            if word!(1) >> 32 != 0 {
                                branch!(word!(1))
                            }
                            sync_out!();
                            resume!(self.inline_failed(
                                running!(),
                                pc,
                                atom!("tuple_size"),
                                &[term!(v)]
                            ))
                        }
                        Op::Element => {
                            let (i, v) = (src!(a!(w)), src!(b!(w)));
                            if is_small(i) && is_boxed(v) {
                                let head = *address(v);
                                let i = small_value(i) as usize;
                                if header_kind(head) == Kind::Tuple
                                    && i.wrapping_sub(1) < header_size(head)
                                {
                                    dst!(c!(w), *address(v).add(i));
                                    next!(2)
                                }
                            }
                            if word!(1) >> 32 != 0 {
                                branch!(word!(1))
                            }
                            sync_out!();
                            resume!(self.inline_failed(
                                running!(),
                                pc,
                                atom!("element"),
                                &[term!(i), term!(v)]
                            ))
                        }
                        Op::SelfPid => {
                            dst!(c!(w), process.pid().word());
                            next!(1)
                        }

                        // Floats.
                        Op::Fmove => {
                            *f.add(c!(w)) = f64::from_bits(*address(src!(a!(w))).add(1));
                            next!(1)
                        }
                        Op::FmoveOut => {
                            *h = header(Kind::Float, 1);
                            *h.add(1) = (*f.add(a!(w))).to_bits();
                            dst!(c!(w), h as Word | TAG_BOXED);
                            h = h.add(2);
                            next!(1)
                        }
                        Op::Fconv => {
                            let v = src!(a!(w));
                            let float = if is_small(v) {
                                Ok(small_value(v) as f64)
                            } else {
                                arith::to_f64(term!(v))
                            };
                            match float {
                                Ok(r) => {
                                    *f.add(c!(w)) = r;
                                    next!(1)
                                }
                                Err(_) => raise!(Term::atom(am::BADARITH)),
                            }
                        }
                        Op::Fadd | Op::Fsub | Op::Fmul | Op::Fdiv => {
                            let (u, v) = (*f.add(a!(w)), *f.add(b!(w)));
                            let r = match op {
                                Op::Fadd => u + v,
                                Op::Fsub => u - v,
                                Op::Fmul => u * v,
                                _ => u / v,
                            };
                            if !r.is_finite() {
                                raise!(Term::atom(am::BADARITH))
                            }
                            *f.add(c!(w)) = r;
                            next!(1)
                        }
                        Op::Fneg => {
                            // As in older releases of OTP, 0.0 gives 0.0 and not -0.0.
                            let negative = -*f.add(a!(w));
                            *f.add(c!(w)) = match Difference::SignedZeros.is_on() {
                                true => negative,
                                false => 0.0 + negative,
                            };
                            next!(1)
                        }

                        // Messages.
                        Op::Send => {
                            let (to, message) = (term!(*x), term!(*x.add(1)));
                            reds -= 1;
                            sync_out!();
                            match delivery::send(running!(), to, message) {
                                Ok(_) => {
                                    if SAVES {
                                        let mfa = Mfa::new(am::ERLANG, atom!("send"), 2);
                                        save_built_in_call(exclusive!(), mfa);
                                    }
                                    *x = message.word();
                                    // A driver has used up the slice: no call follows, maybe, at
                                    // which that would be seen.
                                    if (*own).reductions_left <= 0
                                        && to.is_port()
                                        && (*own).left() <= 0
                                    {
                                        self.save(exclusive!(), pc.add(1), 1);
                                        return Some(Outcome::Yield);
                                    }
                                    sync_in!();
                                    next!(1)
                                }
                                Err(Exception::Other(other))
                                    if matches!(*other, Other::Wait(_)) =>
                                {
                                    self.save(exclusive!(), pc, 2);
                                    return Some(Outcome::Wait);
                                }
                                Err(Exception::Other(other))
                                    if matches!(*other, Other::Yield(_)) =>
                                {
                                    self.save(exclusive!(), pc, 2);
                                    return Some(Outcome::Yield);
                                }
                                Err(Exception::Other(other))
                                    if matches!(*other, Other::Trap(..)) =>
                                {
                                    let Other::Trap(export, args) = *other else { unreachable!() };
                                    let arity = args.len();
                                    self.set_args(&args);
                                    sync_in!();
                                    call_from!(1);
                                    go!(export.code.load(Ordering::Acquire), arity)
                                }
                                Err(exception) => {
                                    let args = [to, message];
                                    let mfa = Mfa::new(am::ERLANG, atom!("send"), 2);
                                    let bif =
                                        crate::bif::find(mfa).expect("erlang:send/2 is built in");
                                    resume!(self.raise_failed(
                                        running!(),
                                        pc,
                                        exception,
                                        bif,
                                        &args
                                    ))
                                }
                            }
                        }
                        Op::LoopRec => {
                            let message = match (*own).mailbox.current() {
                                Some(m) => Some(m),
                                None if process.state.bits().has_signals() => {
                                    sync_out!();
                                    if let Some(outcome) = self.heed_signals(exclusive!(), pc) {
                                        return Some(outcome);
                                    }
                                    sync_in!();
                                    (*own).mailbox.current()
                                }
                                None => None,
                            };
                            match message {
                                Some(m) => {
                                    *x = m;
                                    next!(1)
                                }
                                None => branch!(w),
                            }
                        }
                        Op::RemoveMessage => {
                            if let Some(m) = (*own).mailbox.take_current() {
                                saves!(Saved::Receive);
                                let m = watch::taken(&*running!(), m);
                                sync_out!();
                                let m = heap.adopt(m);
                                if (*own).mailbox.keeps_tokens() {
                                    let (token, lent) = (*own).mailbox.taken_token();
                                    seq::receives(running!(), token, lent.map_or(m, |m| term!(m)));
                                }
                                if heap.wants_collection() && reds > 0 {
                                    // At the next call, where the live registers are known.
                                    reds -= TO_COLLECT;
                                }
                                h = heap.top();
                            }
                            waiting::received(&mut *own);
                            next!(1)
                        }
                        Op::LoopRecEnd => {
                            (*own).mailbox.advance();
                            reds -= 1;
                            pc = pc.offset((w as i64 >> 32) as isize);
                            if reds <= 0 {
                                sync_out!();
                                self.save(exclusive!(), pc, 0);
                                return Some(Outcome::Yield);
                            }
                        }
                        Op::Wait => {
                            pc = pc.offset((w as i64 >> 32) as isize);
                            sync_out!();
                            self.save(exclusive!(), pc, 0);
                            return Some(Outcome::Wait);
                        }
                        Op::WaitTimeout => {
                            let only_waits = w as i64 >> 32 == 0;
                            let limit = term!(src!(a!(w)));
                            match waiting::begin(&mut *own, process.id, limit, only_waits) {
                                Wait::Over => next!(1),
                                Wait::On => {
                                    pc = pc.offset((w as i64 >> 32) as isize);
                                    sync_out!();
                                    self.save(exclusive!(), pc, 0);
                                    return Some(Outcome::Wait);
                                }
                                Wait::BadLimit => {
                                    // The receive is over.
                                    (*own).mailbox.rewind();
                                    raise!(Term::atom(am::TIMEOUT_VALUE))
                                }
                            }
                        }
                        Op::Timeout => {
                            saves!(Saved::Timeout);
                            if process.state.bits().is_traced() {
                                sync_out!();
                                events::timed_out(running!());
                                sync_in!();
                            }
                            waiting::end(&mut *own);
                            next!(1)
                        }
                        Op::MarkerReserve => {
                            dst!(a!(w), (*own).reserve_marker().word());
                            next!(1)
                        }
                        Op::MarkerBind => {
                            (*own).bind_marker(term!(src!(a!(w))), term!(src!(b!(w))));
                            next!(1)
                        }
                        Op::MarkerClear => {
                            (*own).clear_marker(term!(src!(a!(w))));
                            next!(1)
                        }
                        Op::MarkerUse => {
                            (*own).use_marker(term!(src!(a!(w))));
                            next!(1)
                        }

                        // Maps.
                        Op::PutMap => {
                            let n = (word!(1) & 0xffff_ffff) as usize;
                            let exact = word!(2) & 1 != 0;
                            let source = term!(src!(a!(w)));
                            if !source.is_map() {
                                if word!(1) >> 32 != 0 {
                                    branch!(word!(1))
                                }
                                raise_tagged!(am::BADMAP, source.word())
                            }
                            sync_out!();
                            let operand = |i: usize| {
                                let o = word!(3 + i / 4) >> (16 * (i % 4)) & 0xffff;
                                term!(src!(o as usize))
                            };
                            let changed = if n == 2 && exact {
                                map::update(heap, source, operand(0), operand(1)).ok_or(operand(0))
                            } else {
                                let pairs: SmallVec<[_; 8]> = (0..n)
                                    .step_by(2)
                                    .map(|i| (operand(i), operand(i + 1)))
                                    .collect();
                                map::put_many(heap, source, &pairs, exact)
                            };
                            match changed {
                                Ok(t) => {
                                    dst!(c!(w), t.word());
                                    sync_in!();
                                    next!(3 + n.div_ceil(4))
                                }
                                Err(key) => {
                                    sync_in!();
                                    if word!(1) >> 32 != 0 {
                                        branch!(word!(1))
                                    }
                                    raise_tagged!(am::BADKEY, key.word())
                                }
                            }
                        }
                        Op::HasMapFields => {
                            let n = (word!(1) & 0xffff_ffff) as usize;
                            let source = term!(src!(a!(w)));
                            if gather!(2, n).into_iter().all(|key| map::get(source, key).is_some())
                            {
                                next!(2 + n.div_ceil(4))
                            }
                            branch!(word!(1))
                        }
                        Op::GetMapElement => {
                            // The label is in w1; a, b, c are all operands.
                            match map::get(term!(src!(a!(w))), term!(src!(b!(w)))) {
                                Some(t) => {
                                    dst!(c!(w), t.word());
                                    next!(2)
                                }
                                None => branch!(word!(1)),
                            }
                        }
                        Op::GetMapElements => {
                            let n = (word!(1) & 0xffff_ffff) as usize;
                            let source = term!(src!(a!(w)));
                            let mut found = true;
                            for i in (0..n).step_by(2) {
                                let pair = word!(2 + i / 4) >> (16 * (i % 4));
                                let key = term!(src!((pair & 0xffff) as usize));
                                match map::get(source, key) {
                                    Some(t) => dst!((pair >> 16 & 0xffff) as usize, t.word()),
                                    None => {
                                        found = false;
                                        break;
                                    }
                                }
                            }
                            if found {
                                next!(2 + n.div_ceil(4))
                            }
                            branch!(word!(1))
                        }

                        // Native records.
                        Op::IsRecord => test!(w, term!(src!(a!(w))).is_record()),
                        Op::IsRecordOf => {
                            let names = [src!(b!(w)), src!(c!(w))].map(|w| term!(w).as_atom());
                            if let (Some((definition, _)), [Some(module), Some(name)]) =
                                (term!(src!(a!(w))).as_record(), names)
                                && definition.is(module, name)
                            {
                                next!(2)
                            }
                            branch!(word!(1))
                        }
                        Op::IsRecordOpen => {
                            if records::is_open(term!(src!(a!(w))), term!(src!(b!(w)))) {
                                next!(2)
                            }
                            branch!(word!(1))
                        }
                        Op::GetRecordElements => {
                            let n = (word!(1) & 0xffff_ffff) as usize;
                            let source = term!(src!(a!(w))).as_record();
                            let mut found = source.is_some();
                            for i in (0..n).step_by(2) {
                                let Some((definition, values)) = source.filter(|_| found) else {
                                    break;
                                };
                                let pair = word!(2 + i / 4) >> (16 * (i % 4));
                                let field = term!(src!((pair & 0xffff) as usize)).as_atom();
                                let place = field.and_then(|field| definition.place(field));
                                match place {
                                    Some(at) => {
                                        dst!((pair >> 16 & 0xffff) as usize, values[at].word())
                                    }
                                    None => found = false,
                                }
                            }
                            if found {
                                next!(2 + n.div_ceil(4))
                            }
                            branch!(word!(1))
                        }
                        Op::GetRecordField => {
                            sync_out!();
                            let (source, id) = (term!(src!(a!(w))), term!(src!(b!(w))));
                            match records::get(heap, source, id, term!(word!(2))) {
                                Ok(t) => {
                                    dst!(c!(w), t.word());
                                    next!(3)
                                }
                                Err((tag, value)) => {
                                    sync_in!();
                                    if word!(1) >> 32 != 0 {
                                        branch!(word!(1))
                                    }
                                    raise_tagged!(tag, value.word())
                                }
                            }
                        }
                        Op::MakeRecord => {
                            let n = word!(1) as usize;
                            *h = header(Kind::Record, n);
                            for i in 0..n {
                                let o = (word!(2 + i / 4) >> (16 * (i % 4)) & 0xffff) as usize;
                                *h.add(1 + i) = src!(o);
                            }
                            dst!(a!(w), h as Word | TAG_BOXED);
                            h = h.add(1 + n);
                            next!(2 + n.div_ceil(4))
                        }
                        Op::PutRecord => {
                            let n = (word!(1) & 0xffff_ffff) as usize;
                            sync_out!();
                            let operand = |i: usize| {
                                let o = word!(3 + i / 4) >> (16 * (i % 4)) & 0xffff;
                                term!(src!(o as usize))
                            };
                            let pairs: SmallVec<[_; 8]> =
                                (0..n).step_by(2).map(|i| (operand(i), operand(i + 1))).collect();
                            let kind = (word!(2) as *const RecordKind).as_ref();
                            let (source, id) = (term!(src!(a!(w))), term!(src!(b!(w))));
                            match records::put(heap, kind, id, source, &pairs) {
                                Ok(t) => {
                                    dst!(c!(w), t.word());
                                    sync_in!();
                                    if heap.wants_collection() && reds > 0 {
                                        // At the next call, where the live registers are known.
                                        reds -= TO_COLLECT;
                                    }
                                    next!(3 + n.div_ceil(4))
                                }
                                Err((tag, value)) => {
                                    sync_in!();
                                    if word!(1) >> 32 != 0 {
                                        branch!(word!(1))
                                    }
                                    raise_tagged!(tag, value.word())
                                }
                            }
                        }

                        // Bit strings.
                        Op::StartMatch => {
                            let v = src!(a!(w));
                            // A context is used again from where it is; code that needs its place
                            // later has asked for it.
                            if is_boxed(v) && header_kind_bits(*address(v)) == Kind::MatchCtx as u8
                            {
                                dst!(c!(w), v);
                                next!(2)
                            }
                            sync_out!();
                            match binary::start_match(heap, term!(v)) {
                                Some(t) => {
                                    h = heap.top();
                                    dst!(c!(w), t.word());
                                    next!(2)
                                }
                                None => branch!(word!(1)),
                            }
                        }
                        Op::GetInteger8 => match binary::get_byte(term!(src!(a!(w)))) {
                            Some(byte) => {
                                dst!(c!(w), small(i64::from(byte)));
                                next!(2)
                            }
                            None => branch!(word!(1)),
                        },
                        Op::GetInteger | Op::GetFloat | Op::GetBinary => {
                            let (ctx, size) = (term!(src!(a!(w))), term!(src!(b!(w))));
                            let (unit, flags) = (word!(2) & 0xffff_ffff, word!(2) >> 32);
                            sync_out!();
                            let value =
                                binary::segment_bits(size, unit).and_then(|bits| match op {
                                    Op::GetInteger => binary::get_integer(heap, ctx, bits, flags),
                                    Op::GetFloat => binary::get_float(heap, ctx, bits, flags),
                                    _ => binary::get_binary(heap, ctx, bits),
                                });
                            match value {
                                Some(t) => {
                                    h = heap.top();
                                    dst!(c!(w), t.word());
                                    next!(3)
                                }
                                None => branch!(word!(1)),
                            }
                        }
                        Op::GetBinaryAll => {
                            let ctx = term!(src!(a!(w)));
                            let rest = binary::remaining(ctx);
                            if !rest.is_multiple_of(b!(w).max(1)) {
                                branch!(word!(1))
                            }
                            sync_out!();
                            match binary::get_binary(heap, ctx, rest) {
                                Some(t) => {
                                    h = heap.top();
                                    dst!(c!(w), t.word());
                                    next!(2)
                                }
                                None => branch!(word!(1)),
                            }
                        }
                        Op::SkipBits => {
                            let (ctx, size) = (term!(src!(a!(w))), term!(src!(b!(w))));
                            let ok = if size.is(am::ALL) {
                                let rest = binary::remaining(ctx);
                                rest.is_multiple_of((word!(2) as usize).max(1))
                                    && binary::skip(ctx, rest)
                            } else {
                                let bits = binary::segment_bits(size, word!(2));
                                bits.is_some_and(|bits| binary::skip(ctx, bits))
                            };
                            if ok {
                                next!(3)
                            }
                            branch!(word!(1))
                        }
                        Op::TestTail => {
                            if binary::remaining(term!(src!(a!(w))))
                                == (word!(1) & 0xffff_ffff) as usize
                            {
                                next!(2)
                            }
                            branch!(word!(1))
                        }
                        Op::TestUnit => {
                            let unit = ((word!(1) & 0xffff_ffff) as usize).max(1);
                            if binary::remaining(term!(src!(a!(w)))).is_multiple_of(unit) {
                                next!(2)
                            }
                            branch!(word!(1))
                        }
                        Op::MatchString => {
                            let bits = word!(2) as usize;
                            let bytes =
                                std::slice::from_raw_parts(word!(3) as *const u8, bits.div_ceil(8));
                            if binary::match_string(term!(src!(a!(w))), bytes, bits) {
                                next!(4)
                            }
                            branch!(word!(1))
                        }
                        Op::GetTail => {
                            sync_out!();
                            let t = binary::get_rest(heap, term!(src!(a!(w))));
                            h = heap.top();
                            dst!(c!(w), t.word());
                            next!(1)
                        }
                        Op::GetPosition => {
                            let position = binary::position(term!(src!(a!(w))));
                            dst!(c!(w), small(position as i64));
                            next!(1)
                        }
                        Op::SetPosition => {
                            let to = src!(b!(w));
                            if !binary::set_position(term!(src!(a!(w))), term!(to)) {
                                raise_bad_code!(atom!("position"), to)
                            }
                            next!(1)
                        }
                        Op::GetUtf8 | Op::GetUtf16 | Op::GetUtf32 => {
                            let (ctx, flags) = (term!(src!(a!(w))), word!(1) & 0xff);
                            let character = match op {
                                Op::GetUtf8 => binary::get_utf8(ctx),
                                Op::GetUtf16 => binary::get_utf16(ctx, flags),
                                _ => binary::get_utf32(ctx, flags),
                            };
                            match character {
                                Some(c) => {
                                    dst!(c!(w), small(c));
                                    next!(2)
                                }
                                None => branch!(word!(1)),
                            }
                        }
                        Op::SkipUtf8 | Op::SkipUtf16 | Op::SkipUtf32 => {
                            let (ctx, flags) = (term!(src!(a!(w))), word!(1) & 0xff);
                            let character = match op {
                                Op::SkipUtf8 => binary::get_utf8(ctx),
                                Op::SkipUtf16 => binary::get_utf16(ctx, flags),
                                _ => binary::get_utf32(ctx, flags),
                            };
                            if character.is_some() {
                                next!(2)
                            }
                            branch!(word!(1))
                        }
                        Op::EnsureAtLeast => {
                            let unit = ((word!(1) & 0xffff_ffff) as usize).max(1);
                            let (rest, bits) =
                                (binary::remaining(term!(src!(a!(w)))), word!(2) as usize);
                            if rest >= bits && (rest - bits) % unit == 0 {
                                next!(3)
                            }
                            branch!(word!(1))
                        }
                        Op::EnsureExactly => {
                            if binary::remaining(term!(src!(a!(w)))) == word!(2) as usize {
                                next!(3)
                            }
                            branch!(word!(1))
                        }
                        Op::CreateBin => {
                            let n = a!(w);
                            let segments = segments(pc, x, e);
                            sync_out!();
                            match binary::create_bin(heap, &segments) {
                                Ok(t) => {
                                    dst!(c!(w), t.word());
                                    sync_in!();
                                    reds -= binary::reductions(&segments, t);
                                    next!(3 + 3 * n)
                                }
                                Err(error) => {
                                    if word!(1) >> 32 != 0 {
                                        branch!(word!(1))
                                    }
                                    sync_in!();
                                    sync_out!();
                                    let cause = error.cause();
                                    let number = word!(4 + 3 * cause.segment) as i64;
                                    let cause = cause.to_term(heap, number);
                                    let reason = Term::atom(error.reason());
                                    resume!(self.bit_syntax_failed(running!(), pc, reason, cause))
                                }
                            }
                        }
                        Op::SizeAdd => {
                            let (first, second) = (term!(src!(a!(w))), term!(src!(b!(w))));
                            match binary::add_sizes(first, second, word!(2)) {
                                Ok(sum) => {
                                    dst!(c!(w), sum.word());
                                    next!(3)
                                }
                                Err(reason) => {
                                    if word!(1) >> 32 != 0 {
                                        branch!(word!(1))
                                    }
                                    raise!(Term::atom(reason))
                                }
                            }
                        }
                        Op::UtfSize => {
                            let size = binary::utf_size(term!(src!(a!(w))), word!(1));
                            dst!(c!(w), small(size));
                            next!(2)
                        }
                        Op::InitWritable => {
                            sync_out!();
                            *x = binary::initial_writable(heap, term!(*x)).word();
                            sync_in!();
                            next!(1)
                        }
                        Op::ExecutableLine => next!(1),
                        Op::Count => {
                            profile::count(word!(1));
                            next!(2)
                        }
                        Op::Kinds => {
                            profile::note(word!(1), src!(a!(w)), src!(b!(w)));
                            next!(2)
                        }
                    }
                };
                // Native code, until it is left.
                loop {
                    let registers = native::load(self, exclusive!(), (e, h, reds));
                    native::enter(registers, address);
                    (e, h) = ((*registers).stack, (*registers).heap);
                    reds = (*registers).reductions as i32;
                    pc = (*registers).pc;
                    match (*registers).exit {
                        exit::STOP => {
                            if matches!(self.outcome, Some(Outcome::Wait)) {
                                self.resumes(exclusive!());
                            }
                            return self.outcome.take();
                        }
                        exit::WAIT => {
                            sync_out!();
                            self.save(exclusive!(), pc, 0);
                            self.resumes(exclusive!());
                            return Some(Outcome::Wait);
                        }
                        exit::RETURN if *e != bridge => address = *e,
                        exit::RETURN => {
                            pc = *e.add(1) as *const u64;
                            break;
                        }
                        exit::CALL => {
                            count_call!((*registers).arity as usize);
                            break;
                        }
                        _ => break,
                    }
                }
            }
        }
    }
}
