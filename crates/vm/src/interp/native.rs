//! Where the interpreter and native code meet: entering it, leaving it, and what it calls.
//!
//! The conventions are those of [`native_abi`].

mod bifs;
mod binaries;
mod maps;
mod messages;

use super::Machine;
use crate::bif::Bif;
use crate::process::Process;
use bifs::{call_bif, more_handlers};
use binaries::{
    append, append_bits, create, match_binary, match_bits, match_integer, match_start, match_tail,
    match_utf8,
};
use maps::{map_get, map_put, map_put_many};
use messages::{message, next_message, send, take_message};
use native_abi::{F_REGISTERS, NOT_FOUND, Registers, X_REGISTERS, exit};
use std::cmp::Ordering;
use std::mem::offset_of;
use term::code::FunCode;
use term::{Term, View, Word, compare};

unsafe extern "C" {
    fn maser_native_enter(registers: *mut Registers, address: Word);
    fn maser_native_bridge();
    fn maser_native_step();
    fn maser_native_fun();
    fn maser_native_compare();
    fn maser_native_equal();
    fn maser_native_exactly_equal();
    fn maser_native_map_get();
    fn maser_native_bif();
    fn maser_native_map_put();
    fn maser_native_match_start();
    fn maser_native_match_integer();
    fn maser_native_match_binary();
    fn maser_native_match_tail();
    fn maser_native_call_bif();
    fn maser_native_more_handlers();
    fn maser_native_append();
    fn maser_native_append_bits();
    fn maser_native_map_put_many();
    fn maser_native_message();
    fn maser_native_next_message();
    fn maser_native_take_message();
    fn maser_native_send();
    fn maser_native_create();
    fn maser_native_match_bits();
    fn maser_native_match_utf8();
}

std::arch::global_asm!(
    ".text",
    ".p2align 4",
    ".globl maser_native_enter",
    ".hidden maser_native_enter",
    "maser_native_enter:",
    "push rbx",
    "push rbp",
    "push r12",
    "push r13",
    "push r14",
    "push r15",
    "mov r12, rdi",
    "mov rax, rsi",
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
    "pop r15",
    "pop r14",
    "pop r13",
    "pop r12",
    "pop rbp",
    "pop rbx",
    "ret",
    ".p2align 4",
    ".globl maser_native_bridge",
    ".hidden maser_native_bridge",
    "maser_native_bridge:",
    "mov [r12 + {x}], rdi",
    "mov [r12 + {stack}], r13",
    "mov [r12 + {heap}], r14",
    "mov [r12 + {reductions}], r15",
    "mov qword ptr [r12 + {exit}], {returned}",
    "ret",
    stack = const offset_of!(Registers, stack),
    heap = const offset_of!(Registers, heap),
    reductions = const offset_of!(Registers, reductions),
    exit = const offset_of!(Registers, exit),
    x = const offset_of!(Registers, x),
    returned = const exit::RETURN,
);

// Native code keeps the stack aligned to words only, so what it calls aligns it first; and it keeps
// what it can in registers, which are saved here as seldom as this is called.
macro_rules! called_by_native_code {
    ($($name:literal $function:ident;)*) => { $(
        std::arch::global_asm!(
            ".text",
            ".p2align 4",
            concat!(".globl ", $name),
            concat!(".hidden ", $name),
            concat!($name, ":"),
            "push rbp",
            "mov rbp, rsp",
            "push rcx",
            "push rdx",
            "push rsi",
            "push rdi",
            "push r8",
            "push r9",
            "push r10",
            "and rsp, -16",
            "call {function}",
            "mov rcx, [rbp - 8]",
            "mov rdx, [rbp - 16]",
            "mov rsi, [rbp - 24]",
            "mov rdi, [rbp - 32]",
            "mov r8, [rbp - 40]",
            "mov r9, [rbp - 48]",
            "mov r10, [rbp - 56]",
            "mov rsp, rbp",
            "pop rbp",
            "ret",
            function = sym $function,
        );
    )* };
}

called_by_native_code! {
    "maser_native_step" step;
    "maser_native_fun" fun;
    "maser_native_compare" compare_terms;
    "maser_native_equal" equal;
    "maser_native_exactly_equal" exactly_equal;
    "maser_native_map_get" map_get;
    "maser_native_bif" bif;
    "maser_native_map_put" map_put;
    "maser_native_match_start" match_start;
    "maser_native_match_integer" match_integer;
    "maser_native_match_binary" match_binary;
    "maser_native_match_tail" match_tail;
    "maser_native_more_handlers" more_handlers;
    "maser_native_append" append;
    "maser_native_append_bits" append_bits;
    "maser_native_map_put_many" map_put_many;
    "maser_native_message" message;
    "maser_native_next_message" next_message;
    "maser_native_take_message" take_message;
    "maser_native_send" send;
    "maser_native_create" create;
    "maser_native_match_bits" match_bits;
    "maser_native_match_utf8" match_utf8;
}

// Where native code keeps nothing in registers.
macro_rules! called_as_by_c {
    ($($name:literal $function:ident;)*) => { $(
        std::arch::global_asm!(
            ".text",
            ".p2align 4",
            concat!(".globl ", $name),
            concat!(".hidden ", $name),
            concat!($name, ":"),
            "push rbp",
            "mov rbp, rsp",
            "and rsp, -16",
            "call {function}",
            "mov rsp, rbp",
            "pop rbp",
            "ret",
            function = sym $function,
        );
    )* };
}

called_as_by_c! {
    "maser_native_call_bif" call_bif;
}

/// What the interpreter's frames have for a native address: a return to it leaves native code.
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
        step: maser_native_step as *const () as Word,
        fun: maser_native_fun as *const () as Word,
        compare: maser_native_compare as *const () as Word,
        equal: maser_native_equal as *const () as Word,
        exactly_equal: maser_native_exactly_equal as *const () as Word,
        map_get: maser_native_map_get as *const () as Word,
        bif: maser_native_bif as *const () as Word,
        map_put: maser_native_map_put as *const () as Word,
        match_start: maser_native_match_start as *const () as Word,
        match_integer: maser_native_match_integer as *const () as Word,
        match_binary: maser_native_match_binary as *const () as Word,
        match_tail: maser_native_match_tail as *const () as Word,
        call_bif: maser_native_call_bif as *const () as Word,
        more_handlers: maser_native_more_handlers as *const () as Word,
        append: maser_native_append as *const () as Word,
        append_bits: maser_native_append_bits as *const () as Word,
        map_put_many: maser_native_map_put_many as *const () as Word,
        message: maser_native_message as *const () as Word,
        next_message: maser_native_next_message as *const () as Word,
        take_message: maser_native_take_message as *const () as Word,
        send: maser_native_send as *const () as Word,
        create: maser_native_create as *const () as Word,
        match_bits: maser_native_match_bits as *const () as Word,
        match_utf8: maser_native_match_utf8 as *const () as Word,
        handlers: std::ptr::null_mut(),
        stack_end: std::ptr::null(),
        resume: 0,
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
    p: &Process,
    (stack, heap, reductions): (*mut Word, *mut Word, i32),
) -> *mut Registers {
    let this = std::ptr::from_mut(machine).cast();
    let r = &mut *machine.registers;
    (r.stack, r.heap, r.reductions) = (stack, heap, reductions.into());
    (r.machine, r.process) = (this, std::ptr::from_ref(p).cast());
    r.handlers = p.with_own(|own| own.handlers.raw());
    r.stack_end = p.heap().stack_end_place();
    r.pid = p.pid().word();
    r
}

/// Executes native code from an address on, until it is left.
///
/// # Safety
/// The registers come from [`load`], and the address is an entry or return point of native code for
/// which X registers and stack are ready.
pub(super) unsafe fn enter(registers: *mut Registers, address: Word) {
    // SAFETY: as the caller says.
    unsafe { maser_native_enter(registers, address) }
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
    // SAFETY: native code runs while the machine waits in `enter`, on the process's thread, and has
    // put what is live into registers and stack.
    unsafe {
        let machine = &mut *(*r).machine.cast::<Machine>();
        let p = &*(*r).process.cast::<Process>();
        p.heap().set_top(heap);
        p.heap().set_stack(stack);
        p.with_own(|own| {
            own.reductions_left = reductions as i32;
            own.pc = from;
        });
        match machine.run::<true>(p, until) {
            None => {
                let r = &mut *machine.registers;
                (r.stack, r.heap) = (p.heap().stack(), p.heap().top());
                (r.reductions, r.pc) = p.with_own(|own| (own.reductions_left.into(), own.pc));
                r.pc as Word
            }
            Some(outcome) => {
                machine.outcome = Some(outcome);
                machine.registers.exit = exit::STOP;
                0
            }
        }
    }
}

/// Where a call of a fun goes; 0 if it cannot be called, which the interpreter is to say.
unsafe extern "C" fn fun(r: *mut Registers, fun: Word, arity: u64) -> Word {
    // SAFETY: a term of the process that runs.
    let fun: Term<'_> = unsafe { Term::from_word(fun) };
    let arity = arity as usize;
    match fun.view() {
        View::Fun(f) if usize::from(f.entry.arity) == arity => {
            let FunCode::At(target) = f.entry.code() else { return 0 };
            // SAFETY: native code waits for the answer.
            let r = unsafe { &mut *r };
            for (slot, t) in r.x[arity..].iter_mut().zip(f.free) {
                *slot = t.word();
            }
            r.arity = (arity + f.free.len()) as u64;
            target as Word
        }
        View::Export(export) if usize::from(export.mfa.arity) == arity => {
            // SAFETY: as above.
            unsafe { (*r).arity = arity as u64 };
            export.code.load(std::sync::atomic::Ordering::Acquire) as Word
        }
        _ => 0,
    }
}

unsafe extern "C" fn compare_terms(u: Word, v: Word) -> i64 {
    // SAFETY: terms of the process that runs; here and below.
    match unsafe { compare::compare(Term::from_word(u), Term::from_word(v)) } {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }
}

unsafe extern "C" fn equal(u: Word, v: Word) -> bool {
    // SAFETY: as above.
    unsafe { compare::equal(Term::from_word(u), Term::from_word(v)) }
}

unsafe extern "C" fn exactly_equal(u: Word, v: Word) -> bool {
    // SAFETY: as above.
    unsafe { compare::exactly_equal(Term::from_word(u), Term::from_word(v)) }
}

/// Runs what makes a term on the heap, of which native code has the top.
///
/// # Safety
/// Called by native code with its registers, the stack pointer among them, and the heap up to `top`
/// in order.
unsafe fn allocating(
    r: *mut Registers,
    top: *mut Word,
    make: impl FnOnce(&Process) -> Option<Word>,
) -> Word {
    // SAFETY: native code runs on the process's thread, and waits.
    unsafe {
        let p = &*(*r).process.cast::<Process>();
        p.heap().set_top(top);
        p.heap().set_stack((*r).stack);
        let made = make(p);
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
    // SAFETY: as its name says, a built-in, with its terms.
    unsafe {
        let bif = &*bif;
        allocating(r, top, |p| {
            p.with_own(|own| own.reductions_left = (*r).reductions as i32);
            let args = [a, b, c].map(|w| Term::from_word(w));
            let result = (bif.f)(p, &args[..usize::from(bif.mfa.arity)]);
            (*r).reductions = p.with_own(|own| own.reductions_left.into());
            result.ok().map(Term::word)
        })
    }
}
