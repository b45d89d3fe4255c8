//! Where the interpreter and native code meet: entering it, leaving it, and what it calls.
//!
//! The conventions are those of [`native_abi`].

mod bifs;
mod binaries;
mod maps;
mod messages;

use super::{Machine, Outcome};
use crate::bif::{Bif, Exception, Other};
use crate::code::ops::Op;
use crate::process::{Exclusive, Process, Running};
use bifs::{call_bif, collect, more_handlers, room, stacktrace};
use binaries::{
    append, append_bits, create, match_binary, match_bits, match_character, match_integer,
    match_tail, writable,
};
use maps::{map_get, map_put, map_put_many};
use messages::{arrived, begin_wait, end_wait, marker, message, next_message, send, take_message};
use native_abi::{F_REGISTERS, NOT_FOUND, Registers, UNFINISHED, X_REGISTERS, exit};
use std::cmp::Ordering;
use std::mem::offset_of;
use term::code::FunCode;
use term::{Mfa, Term, View, Word, am, compare, hash, literal};

unsafe extern "C" {
    fn maser_native_enter(registers: *mut Registers, address: Word);
    fn maser_native_bridge();
}

std::arch::global_asm!(
    ".text",
    ".p2align 4",
    ".globl maser_native_enter",
    ".hidden maser_native_enter",
    ".type maser_native_enter, @function",
    "maser_native_enter:",
    "push rbx",
    "push rbp",
    "push r12",
    "push r13",
    "push r14",
    "push r15",
    "push rdi",
    "mov rax, rsi",
    "2:",
    "mov r12, [rsp]",
    "mov r13, [r12 + {stack}]",
    "mov r14, [r12 + {heap}]",
    "mov r15, [r12 + {reductions}]",
    "mov rdi, [r12 + {x}]",
    "mov rsi, [r12 + {x} + 8]",
    "mov rdx, [r12 + {x} + 16]",
    "mov rcx, [r12 + {x} + 24]",
    "mov r8, [r12 + {x} + 32]",
    "mov r9, [r12 + {x} + 40]",
    "call rax",
    // If an exception has a handler in native code, execution goes on there at once.
    "mov r12, [rsp]",
    "cmp qword ptr [r12 + {exit}], {resumed}",
    "jne 3f",
    "mov rax, [r12 + {resume}]",
    "mov qword ptr [r12 + {resume}], 0",
    "jmp 2b",
    "3:",
    "pop rdi",
    "pop r15",
    "pop r14",
    "pop r13",
    "pop r12",
    "pop rbp",
    "pop rbx",
    "ret",
    ".size maser_native_enter, . - maser_native_enter",
    ".p2align 4",
    ".globl maser_native_bridge",
    ".hidden maser_native_bridge",
    ".type maser_native_bridge, @function",
    "maser_native_bridge:",
    "mov [r12 + {x}], rdi",
    "mov [r12 + {stack}], r13",
    "mov [r12 + {heap}], r14",
    "mov [r12 + {reductions}], r15",
    "mov qword ptr [r12 + {exit}], {returned}",
    "ret",
    ".size maser_native_bridge, . - maser_native_bridge",
    stack = const offset_of!(Registers, stack),
    heap = const offset_of!(Registers, heap),
    reductions = const offset_of!(Registers, reductions),
    exit = const offset_of!(Registers, exit),
    x = const offset_of!(Registers, x),
    returned = const exit::RETURN,
    resume = const offset_of!(Registers, resume),
    resumed = const exit::RESUME,
);

/// The address of a stub for native code to call, which calls a function of this module. Native
/// code keeps the stack aligned to words only, so the stub aligns it first. The instructions given
/// save and restore registers.
macro_rules! stub {
    ($function:ident, [$($save:literal)*], [$($restore:literal)*]) => {{
        #[unsafe(naked)]
        unsafe extern "C" fn stub() {
            std::arch::naked_asm!(
                "push rbp",
                "mov rbp, rsp",
                $($save,)*
                "and rsp, -16",
                "call {function}",
                $($restore,)*
                "mov rsp, rbp",
                "pop rbp",
                "ret",
                function = sym $function,
            )
        }
        stub as *const () as Word
    }};
}

/// A stub that saves registers, for calls that are rare enough: native code keeps as much as it can
/// in registers meanwhile.
macro_rules! keeping_registers {
    ($function:ident) => {
        stub!(
            $function,
            ["push rcx" "push rdx" "push rsi" "push rdi" "push r8" "push r9" "push r10"],
            [
                "mov rcx, [rbp - 8]"
                "mov rdx, [rbp - 16]"
                "mov rsi, [rbp - 24]"
                "mov rdi, [rbp - 32]"
                "mov r8, [rbp - 40]"
                "mov r9, [rbp - 48]"
                "mov r10, [rbp - 56]"
            ]
        )
    };
}

/// A stub that saves nothing: native code keeps nothing in registers meanwhile.
macro_rules! as_from_c {
    ($function:ident) => {
        stub!($function, [], [])
    };
}

/// The native return address in frames that the interpreter makes: a return to it leaves native
/// code.
pub fn bridge() -> Word {
    maser_native_bridge as *const () as Word
}

/// Registers of a machine that has executed nothing.
pub fn registers() -> Box<Registers> {
    Box::new(Registers {
        stack: std::ptr::null_mut(),
        heap: std::ptr::null_mut(),
        reductions: 0,
        pc: std::ptr::null(),
        exit: exit::GO,
        arity: 0,
        step: keeping_registers!(step),
        fun: keeping_registers!(fun),
        apply: keeping_registers!(apply),
        compare: keeping_registers!(compare_terms),
        equal: keeping_registers!(equal),
        exactly_equal: keeping_registers!(exactly_equal),
        phash2: keeping_registers!(phash2),
        map_get: keeping_registers!(map_get),
        bif: keeping_registers!(bif),
        map_put: keeping_registers!(map_put),
        match_integer: keeping_registers!(match_integer),
        match_binary: keeping_registers!(match_binary),
        match_tail: keeping_registers!(match_tail),
        call_bif: as_from_c!(call_bif),
        more_handlers: keeping_registers!(more_handlers),
        append: keeping_registers!(append),
        append_bits: keeping_registers!(append_bits),
        map_put_many: keeping_registers!(map_put_many),
        message: keeping_registers!(message),
        next_message: keeping_registers!(next_message),
        arrived: as_from_c!(arrived),
        message_at: std::ptr::null(),
        messages_end: std::ptr::null(),
        save: std::ptr::null_mut(),
        marker: keeping_registers!(marker),
        take_message: keeping_registers!(take_message),
        begin_wait: keeping_registers!(begin_wait),
        end_wait: keeping_registers!(end_wait),
        writable: keeping_registers!(writable),
        stacktrace: keeping_registers!(stacktrace),
        send: keeping_registers!(send),
        create: keeping_registers!(create),
        match_bits: keeping_registers!(match_bits),
        room: keeping_registers!(room),
        match_character: keeping_registers!(match_character),
        handlers: std::ptr::null_mut(),
        stack_end: std::ptr::null(),
        resume: 0,
        collect: as_from_c!(collect),
        literals: 0,
        literal_bytes: 0,
        pid: 0,
        machine: std::ptr::null_mut(),
        process: std::ptr::null(),
        f: [0.0; F_REGISTERS],
        x: [Term::NIL.word(); X_REGISTERS],
    })
}

/// Prepares native code's execution of a process, with stack, heap and reductions.
pub(super) fn load(
    machine: &mut Machine,
    p: &mut Exclusive<'_>,
    (stack, heap, reductions): (*mut Word, *mut Word, i32),
) -> *mut Registers {
    let this = std::ptr::from_mut(machine).cast();
    let r = &mut *machine.registers;
    (r.stack, r.heap, r.reductions) = (stack, heap, reductions.into());
    (r.machine, r.process) = (this, std::ptr::from_ref(p.process()).cast());
    r.handlers = p.own().handlers.raw();
    r.stack_end = p.heap().stack_end_place();
    r.pid = p.pid().word();
    r.literals = literal::start();
    r.literal_bytes = literal::reserved_bytes() as u64;
    r
}

/// Executes native code from an address on, until it is left.
///
/// # Safety
/// The registers come from [`load`], and the address is an entry or return point of native code for
/// which X registers and stack are ready.
pub(super) unsafe fn enter(registers: *mut Registers, address: Word) {
    // SAFETY: `load` has filled the registers that `maser_native_enter` reads. The caller says that
    // native code may begin at the address. Native code leaves the C stack as it found it, and
    // `maser_native_enter` saves and restores all registers that belong to its caller in C.
    unsafe { maser_native_enter(registers, address) }
}

/// The process that native code executes.
///
/// # Safety
/// Called for native code with its registers, on the process's thread, while it waits, and as long
/// as the value is used nothing else is called for it.
unsafe fn process<'a>(r: *mut Registers) -> Exclusive<'a> {
    // SAFETY: `load` has put the process there, of which the scheduler's right is lent to native
    // code; the caller says that nobody else uses that now.
    unsafe { Exclusive::assume(&*(*r).process.cast::<Process>()) }
}

/// The machine and the process, at an instruction, with the stack, heap and reductions that native
/// code had in registers.
///
/// # Safety
/// Called for native code with its registers, on the process's thread, while it waits; all live
/// terms are in X registers and on the stack. As long as the values are used nothing else is called
/// for it.
unsafe fn take_over<'a>(
    r: *mut Registers,
    (stack, heap): (*mut Word, *mut Word),
    reductions: i32,
    pc: *const u64,
) -> (&'a mut Machine, Exclusive<'a>) {
    // SAFETY: `load` has put the machine into the registers, and it waits in `enter`, so no
    // reference to it is used meanwhile. The same is true of the process. The caller says that
    // native code has its heap and stack in order up to `heap` and from `stack` on, and that `pc`
    // is an instruction.
    unsafe {
        let machine = &mut *(*r).machine.cast::<Machine>();
        let mut p = process(r);
        p.heap().set_top(heap);
        p.heap().set_stack(stack);
        let own = p.own();
        (own.reductions_left, own.pc) = (reductions, pc);
        (machine, p)
    }
}

/// Gives stack, heap and reductions back to native code; the reductions that are left.
fn give_back(machine: &mut Machine, p: &Exclusive<'_>) -> i64 {
    let r = &mut *machine.registers;
    (r.stack, r.heap) = (p.heap().stack(), p.heap().top());
    let left = p.own_ref().reductions_left.into();
    r.reductions = left;
    left
}

/// Has native code left, as execution stops. Gives the answer by which native code knows it.
fn stop(machine: &mut Machine, outcome: Outcome) -> Word {
    machine.outcome = Some(outcome);
    machine.registers.exit = exit::STOP;
    NOT_FOUND
}

/// Interprets from one address of the base tier to another, for native code.
unsafe extern "C" fn step(
    r: *mut Registers,
    stack: *mut Word,
    heap: *mut Word,
    reductions: i64,
    from: *const u64,
    until: *const u64,
) -> Word {
    // SAFETY: native code calls this on the process's thread, while the machine waits in `enter`,
    // and has put all live terms into X registers and on the stack. They are ready for `from`, an
    // instruction of its module in the base tier; `until` is only compared with addresses.
    unsafe {
        let (machine, mut p) = take_over(r, (stack, heap), reductions as i32, from);
        match machine.run::<true, false>(&mut p, until) {
            None => {
                give_back(machine, &p);
                machine.registers.pc = p.own_ref().pc;
                machine.registers.pc as Word
            }
            Some(outcome) => {
                // The slice is over between two messages, and native code has noted in `resume`
                // where it goes on. In all other cases `resume` is about an exception.
                if matches!(outcome, Outcome::Yield) && *from as u16 == Op::LoopRecEnd as u16 {
                    machine.resumes(&mut p);
                }
                stop(machine, outcome)
            }
        }
    }
}

/// The address to which a call of a fun goes; 0 if it cannot be called, for which the interpreter
/// is to raise the exception.
unsafe extern "C" fn fun(r: *mut Registers, fun: Word, arity: u64) -> Word {
    // SAFETY: native code passes a term of the process that it executes. Nothing is collected
    // before this returns, so the term stays where it is.
    let fun: Term<'_> = unsafe { Term::from_word(fun) };
    let arity = arity as usize;
    match fun.view() {
        View::Fun(f) if usize::from(f.entry.arity) == arity => {
            let FunCode::At(target) = f.entry.code() else { return 0 };
            // SAFETY: native code passes its registers and waits for the answer, and the machine
            // that owns them waits in `enter`: nobody else uses them.
            let r = unsafe { &mut *r };
            for (slot, t) in r.x[arity..].iter_mut().zip(f.free) {
                *slot = t.word();
            }
            r.arity = (arity + f.free.len()) as u64;
            target as Word
        }
        View::Export(export) if usize::from(export.mfa.arity) == arity => {
            // SAFETY: native code passes its registers, which live as long as their machine, and
            // waits for the answer: nobody else uses them.
            unsafe { (*r).arity = arity as u64 };
            export.code.load(std::sync::atomic::Ordering::Acquire) as Word
        }
        _ => 0,
    }
}

/// The address to which a call of a function goes whose name is known only now; 0 if the names are
/// no atoms, or if it is a function of `erlang`, of which some are special.
unsafe extern "C" fn apply(r: *mut Registers, module: Word, function: Word, arity: u64) -> Word {
    // SAFETY: native code passes terms of the process that it executes, and nothing is collected
    // before this returns. The machine, which `load` has put into the registers, waits in `enter`.
    let (module, function, machine) = unsafe {
        let names = [module, function].map(|w| Term::from_word(w).as_atom());
        (names[0], names[1], &mut *(*r).machine.cast::<Machine>())
    };
    match (module, function) {
        (Some(module), Some(function)) if module != am::ERLANG => {
            let export = machine.export(Mfa::new(module, function, arity as u8));
            export.code.load(std::sync::atomic::Ordering::Acquire) as Word
        }
        _ => 0,
    }
}

unsafe extern "C" fn compare_terms(u: Word, v: Word) -> i64 {
    // SAFETY: native code passes terms of the process that it executes, and comparing them collects
    // nothing.
    match unsafe { compare::compare(Term::from_word(u), Term::from_word(v)) } {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }
}

unsafe extern "C" fn equal(u: Word, v: Word) -> bool {
    // SAFETY: native code passes terms of the process that it executes, and comparing them collects
    // nothing.
    unsafe { compare::equal(Term::from_word(u), Term::from_word(v)) }
}

unsafe extern "C" fn exactly_equal(u: Word, v: Word) -> bool {
    // SAFETY: native code passes terms of the process that it executes, and comparing them collects
    // nothing.
    unsafe { compare::exactly_equal(Term::from_word(u), Term::from_word(v)) }
}

unsafe extern "C" fn phash2(t: Word) -> Word {
    // SAFETY: native code passes a term of the process that it executes, and hashing it collects
    // nothing.
    let hash = unsafe { hash::phash2_of_small(Term::from_word(t)) };
    hash.map_or(NOT_FOUND, |hash| Term::small(hash.into()).word())
}

/// Runs a function that makes a term on the heap, whose top native code has in a register.
///
/// # Safety
/// Called by native code with its registers, the stack pointer among them, and the heap up to `top`
/// in order.
unsafe fn allocating(
    r: *mut Registers,
    top: *mut Word,
    make: impl FnOnce(&mut Running<'_>) -> Option<Word>,
) -> Word {
    // SAFETY: native code waits, on the process's thread, so nothing else uses the process. The
    // caller says that the heap is in order up to `top` and the stack from `stack` on. `Running`
    // forbids `make` to collect.
    unsafe {
        let mut p = process(r);
        p.heap().set_top(top);
        p.heap().set_stack((*r).stack);
        let made = make(&mut p.running());
        (*r).heap = p.heap().top();
        made.unwrap_or(NOT_FOUND)
    }
}

unsafe extern "C" fn bif(
    r: *mut Registers,
    top: *mut Word,
    bif: *const Bif,
    a: Word,
    b: Word,
    c: Word,
) -> Word {
    // SAFETY: the loader has put the address of the built-in into the code, and built-ins live for
    // ever. Native code passes its arguments, which are terms of the process, and 0 for those that
    // it does not have, which is a term, too. Native code waits, with stack and heap in order.
    unsafe {
        let bif = &*bif;
        allocating(r, top, |p| {
            p.own().reductions_left = (*r).reductions as i32;
            let args = [a, b, c].map(|w| Term::from_word(w));
            let result = bif.call(p, &args[..usize::from(bif.mfa.arity)]);
            (*r).reductions = p.own_ref().reductions_left.into();
            match result {
                Ok(t) => Some(t.word()),
                Err(Exception::Other(other)) if matches!(*other, Other::Yield(_)) => {
                    Some(UNFINISHED)
                }
                Err(_) => None,
            }
        })
    }
}
