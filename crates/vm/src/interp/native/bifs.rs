//! Built-ins that native code calls.

use super::super::exceptions::build;
use super::super::{Machine, Outcome};
use super::stop;
use crate::bif::{Bif, BifKind, Exception, Other};
use crate::code::ops::Op;
use crate::process::{Exclusive, Running};
use native_abi::{NOT_FOUND, Registers, exit};
use smallvec::SmallVec;
use std::sync::atomic::Ordering;
use term::{Term, Word};

/// Calls the built-in of the instruction at `pc`, whose arguments are in X registers. The
/// interpreter makes rare kinds of calls: native code is left for them.
pub(super) unsafe extern "C" fn call_bif(
    r: *mut Registers,
    stack: *mut Word,
    heap: *mut Word,
    reductions: i64,
    pc: *const u64,
) -> Word {
    // SAFETY: native code passes its registers, stack and heap and waits, on the process's thread.
    // It has put all live terms into X registers and on the stack. `pc` is an instruction that the
    // loader has made; if it calls a built-in, its second word is the address of that, which lives
    // for ever. `running` is not used any more where something is collected.
    //
    // The call takes a reduction: it is taken in a register, since each way through memory would
    // make the next call wait for it.
    unsafe {
        let (machine, mut p) = super::take_over(r, (stack, heap), reductions as i32 - 1, pc);
        let w = *pc;
        if !Op::calls_built_in(w as u16) {
            return leave(machine, &p, pc, reductions);
        }
        let bif = &*(*pc.add(1) as *const Bif);
        if !matches!(bif.kind(), BifKind::Normal | BifKind::Guard) {
            return leave(machine, &p, pc, reductions);
        }
        // Where a library's function is called a slice that is over ends, as at any call.
        if reductions <= 0 && bif.as_foreign().is_some() {
            let args = SmallVec::<[_; 4]>::from_slice(machine.args(usize::from(bif.mfa.arity)));
            return again(machine, &mut p, pc, &args, Outcome::Yield);
        }
        let mut running = Running::assume(p.process());
        match bif.call(&mut running, machine.args(usize::from(bif.mfa.arity))) {
            Ok(t) => {
                let mut result = t.word();
                if machine.wants_collection(p.heap()) {
                    machine.registers.x[0] = result;
                    machine.collect(&mut p, 1, 0, false);
                    result = machine.registers.x[0];
                }
                // A library's function ends as any function does: the next call finds that the
                // slice is over.
                if super::give_back(machine, &p) <= 0 && bif.as_foreign().is_none() {
                    return slice_end(machine, &mut p, pc, result);
                }
                result
            }
            Err(exception) => failed(machine, &mut p, pc, bif, exception),
        }
    }
}

/// Has native code left, and the interpreter go on at `pc`. Gives the answer by which native code
/// knows it.
///
/// # Safety
/// `pc` is an instruction for which X registers and stack are ready, and native code has everything
/// there.
unsafe fn leave(machine: &mut Machine, p: &Exclusive<'_>, pc: *const u64, reductions: i64) -> Word {
    let r = &mut *machine.registers;
    (r.stack, r.heap, r.reductions) = (p.heap().stack(), p.heap().top(), reductions);
    (r.pc, r.exit) = (pc, exit::GO);
    NOT_FOUND
}

/// The words of the frame that a call drops; None if it returns to the frame.
///
/// # Safety
/// `pc` is a call of a built-in that the loader has made.
unsafe fn dropped(pc: *const u64) -> Option<usize> {
    // SAFETY: the caller says that there is an instruction.
    let w = unsafe { *pc };
    match w as u16 {
        op if op == Op::CallBif as u16 => None,
        op if op == Op::CallBifOnly as u16 => Some(0),
        _ => Some((w >> 32 & 0xffff) as usize),
    }
}

/// The slice is over with the call: other processes go on first.
///
/// # Safety
/// `pc` is a call of a built-in that the loader has made, and the stack is as it was before the
/// call.
#[cold]
unsafe fn slice_end(
    machine: &mut Machine,
    p: &mut Exclusive<'_>,
    pc: *const u64,
    result: Word,
) -> Word {
    machine.registers.x[0] = result;
    // SAFETY: the caller says that `pc` is a call of a built-in. If the call returns to its frame,
    // the next instruction is two words behind. Else the frame is dropped, whose words are within
    // the stack. Then the frame on top of the stack has the return address in its second word.
    let behind = unsafe {
        match dropped(pc) {
            None => pc.add(2),
            Some(words) => {
                p.heap().set_stack(p.heap().stack().add(words));
                *p.heap().stack().add(1) as *const u64
            }
        }
    };
    machine.slice_end(p, 1);
    machine.save(p, behind, 1);
    stop(machine, Outcome::Yield)
}

/// The built-in has given no value.
///
/// # Safety
/// `pc` is a call of this built-in that the loader has made, and the stack is as it was before the
/// call.
#[cold]
unsafe fn failed(
    machine: &mut Machine,
    p: &mut Exclusive<'_>,
    pc: *const u64,
    bif: &'static Bif,
    exception: Exception<'_>,
) -> Word {
    let exception = match exception {
        Exception::Other(other) => match *other {
            Other::Trap(export, args) => {
                machine.set_args(&args);
                // SAFETY: the caller says that `pc` is a call of a built-in. The call returns to
                // the frame on top of the stack, whose first two words are for return addresses, or
                // it drops that frame. Arguments are in X registers, and `code` is the export's
                // code.
                unsafe {
                    let e = p.heap().stack();
                    match dropped(pc) {
                        None => {
                            *e = super::bridge();
                            *e.add(1) = pc.add(2) as Word;
                        }
                        Some(words) => p.heap().set_stack(e.add(words)),
                    }
                    let left = p.own_ref().reductions_left;
                    leave(machine, p, export.code.load(Ordering::Acquire), left.into());
                }
                machine.registers.arity = args.len() as u64;
                machine.registers.exit = exit::CALL;
                return NOT_FOUND;
            }
            Other::Yield(args) => return again(machine, p, pc, &args, Outcome::Yield),
            Other::Wait(args) => return again(machine, p, pc, &args, Outcome::Wait),
            other => Exception::Other(Box::new(other)),
        },
        exception => exception,
    };
    let mut args = SmallVec::<[_; 4]>::new();
    if !bif.is_raiser() {
        args.extend_from_slice(machine.args(usize::from(bif.mfa.arity)));
    }
    // SAFETY: raising collects nothing, and `p`, the right to the process, is not used before that
    // is over.
    let mut running = unsafe { Running::assume(p.process()) };
    let to = machine.raise_failed(&mut running, pc, exception, bif, &args);
    caught(machine, p, to)
}

/// Goes on at the handler of an exception; without one the process exits.
fn caught(machine: &mut Machine, p: &mut Exclusive<'_>, to: Option<*const u64>) -> Word {
    let Some(pc) = to else {
        machine.exit(p);
        return stop(machine, Outcome::Exited);
    };
    let left = p.own_ref().reductions_left;
    let r = &mut *machine.registers;
    // The stack pointer is there already.
    (r.heap, r.reductions) = (p.heap().top(), left.into());
    (r.pc, r.exit) = (pc, if r.resume == 0 { exit::GO } else { exit::RESUME });
    NOT_FOUND
}

/// Calls the built-in again, later.
fn again(
    machine: &mut Machine,
    p: &mut Exclusive<'_>,
    pc: *const u64,
    args: &[Term<'_>],
    outcome: Outcome,
) -> Word {
    machine.set_args(args);
    machine.save(p, pc, args.len());
    stop(machine, outcome)
}

/// Makes a term of the raw trace of an exception.
pub(super) unsafe extern "C" fn stacktrace(r: *mut Registers, top: *mut Word, raw: Word) -> Word {
    // SAFETY: native code passes its registers, the top of a heap that is in order, and a term of
    // the process, and waits, on the process's thread. Nothing is collected.
    unsafe { super::allocating(r, top, |p| Some(build(p.heap(), Term::from_word(raw)).word())) }
}

/// Makes room for another handler. The answer has no meaning.
pub(super) unsafe extern "C" fn more_handlers(r: *mut Registers) -> Word {
    // SAFETY: native code passes its registers and waits, on the process's thread, so nothing else
    // uses the process.
    unsafe {
        super::process(r).own().handlers.reserve();
    }
    0
}

/// The address of so many words in a fragment of the heap, which native code fills at once.
pub(super) unsafe extern "C" fn room(r: *mut Registers, top: *mut Word, words: u64) -> Word {
    // SAFETY: native code passes its registers and the top of a heap that is in order, and waits,
    // on the process's thread. It fills the words before anything looks at them.
    unsafe {
        super::allocating(r, top, |p| Some(p.heap().alloc_in_fragment(words as usize) as Word))
    }
}

/// Collects. The answer has no meaning.
pub(super) unsafe extern "C" fn collect(
    r: *mut Registers,
    stack: *mut Word,
    heap: *mut Word,
    reductions: i64,
    pc: *const u64,
    how: u64,
) -> Word {
    // SAFETY: native code passes its registers, stack and heap and waits, on the process's thread.
    // It has put all live terms into the X registers that it counts and on the stack.
    unsafe {
        let (machine, mut p) = super::take_over(r, (stack, heap), reductions as i32, pc);
        machine.collect(&mut p, (how & 0xffff) as usize, (how >> 16) as usize, false);
        super::give_back(machine, &p);
    }
    0
}
