//! The agreement between compiled code and the emulator: the registers, how code is left, the image
//! of a module.
//!
//! # Registers
//! Native functions and return points have the calling convention `preserve_none` of LLVM and all
//! the same parameters: the [`Registers`], the stack, the heap, the reductions, X0 to X5. On x86-64
//! these are r12, r13, r14, r15, rdi, rsi, rdx, rcx, r8, r9; the first four outlive a call of C.
//! Every call of an Erlang function and every return is a jump. A native function that returns as C
//! functions do leaves native code.
//!
//! # Frames
//! A frame is `[native address][base-tier address][y0]…`, the same in both tiers. A call stores
//! both words: where native code goes on, and where the base tier would. The interpreter stores the
//! bridge's address in the first. So stack traces and purges of code know only the second word, and
//! any frame can be continued by the interpreter.

pub mod built_in;
pub mod cache;
pub mod image;
pub mod processor;
pub mod profile;
pub mod stays;

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// X registers of a machine, with some that are the loader's own.
pub const X_REGISTERS: usize = 1024 + 64;
/// Floating-point registers.
pub const F_REGISTERS: usize = 1024;
/// X registers that are passed in registers of the processor.
pub const PASSED: usize = 6;

/// A place for a message in a mailbox.
pub mod slot {
    /// Bytes of one.
    pub const SIZE: usize = 16;
    /// Where its term is.
    pub const TERM: usize = 0;
    /// Where its memory is: null if there is no message.
    pub const MEMORY: usize = 8;
}

/// The state of a scheduler's machine as native code sees it.
#[repr(C)]
pub struct Registers {
    /// The stack pointer, while native code is left.
    pub stack: *mut u64,
    /// The top of the heap, likewise.
    pub heap: *mut u64,
    /// The reductions, likewise.
    pub reductions: i64,
    /// Where the interpreter goes on.
    pub pc: *const u64,
    /// How native code was left: one of [`exit`].
    pub exit: u64,
    /// Arguments of the call that the interpreter is to make.
    pub arity: u64,
    /// Called with the registers, stack, heap, reductions, and two addresses of the base tier:
    /// interprets from the first until the second, or until it gets somewhere else. Gives
    /// where; 0 if the process stops.
    pub step: u64,
    /// Called with the registers, stack, heap, reductions, a fun and an arity: where a call of the
    /// fun goes in the base tier, with its free variables in X registers; 0 if it cannot be
    /// called.
    pub fun: u64,
    /// Called with the registers, a module, a function and an arity: where a call of that goes in
    /// the base tier; 0 if the interpreter is to make it.
    pub apply: u64,
    /// Compares two terms: below 0, 0 or above 0.
    pub compare: u64,
    /// Whether two terms are equal (`==`).
    pub equal: u64,
    /// Whether two terms are the same (`=:=`).
    pub exactly_equal: u64,
    /// `phash2/1` of a term; [`NOT_FOUND`] if it is so large that hashing it takes several turns.
    pub phash2: u64,
    /// The value of a key in a map; [`NOT_FOUND`] if it has none.
    pub map_get: u64,
    /// The helpers from here to `match_tail` may allocate: the stack pointer is in its field then.
    ///
    /// Called with the registers, the heap, a built-in of guards and three arguments, fewer if it
    /// has fewer; with the reductions in their place. The result is its value, [`NOT_FOUND`] if it
    /// fails, or [`UNFINISHED`].
    pub bif: u64,
    /// Called with the registers, the heap, a map, a key, a value, and whether the key has to be
    /// there: the map with that, or [`NOT_FOUND`].
    pub map_put: u64,
    /// Called with the registers, the heap, a match context, bits and flags: the integer, or
    /// [`NOT_FOUND`].
    pub match_integer: u64,
    /// Called with the registers, the heap, a match context and bits: these, or [`NOT_FOUND`].
    pub match_binary: u64,
    /// Called with the registers, the heap and a match context: what is left.
    pub match_tail: u64,
    /// Called with the registers, stack, heap, reductions and the address of a call of a built-in
    /// in the base tier, whose arguments are in X registers in memory: makes that call. Gives the
    /// result; if [`NOT_FOUND`], native code is to be left.
    pub call_bif: u64,
    /// Called with the registers: makes room for another handler.
    pub more_handlers: u64,
    /// The handlers of the process that runs.
    pub handlers: *mut Handlers,
    /// Where the end of its stack stands.
    pub stack_end: *const *mut u64,
    /// Where native code goes on with [`exit::RESUME`], or in the next slice; 0 if nowhere.
    pub resume: u64,
    /// Called with the registers, the heap, a bit string, a value, so many bits of it, and the
    /// unit of the bit string's size: it with these bits behind, or [`NOT_FOUND`].
    pub append: u64,
    /// Called with the registers, the heap, a bit string, the unit of its size, another one and
    /// the unit of that: both, one behind the other, or [`NOT_FOUND`].
    pub append_bits: u64,
    /// Called with the registers, the heap, and the address of an instruction that builds a bit
    /// string, whose registers are in memory: that, or [`NOT_FOUND`].
    pub create: u64,
    /// Called with the registers, the heap, and a guess at a size: an empty binary that grows.
    pub writable: u64,
    /// Called with the registers, the heap, and what an exception has left as its trace: that as a
    /// term for programs.
    pub stacktrace: u64,
    /// Called with the registers, the heap, and the address of an instruction that changes several
    /// associations of a map, whose registers are in memory: the map, or [`NOT_FOUND`].
    pub map_put_many: u64,
    /// Called with the registers: the message that is looked at, or [`NOT_FOUND`].
    pub message: u64,
    /// Called with the registers: looks at the next message: that, or [`NOT_FOUND`].
    pub next_message: u64,
    /// The [`slot`] of the message that is looked at.
    pub message_at: *const u8,
    /// Behind the last slot that follows in memory; null if native code is not to look at the next
    /// one itself.
    pub messages_end: *const u8,
    /// How many messages and gaps there are before the one that is looked at.
    pub save: *mut usize,
    /// Called with the registers, stack, heap, reductions and the address of the instruction in
    /// the base tier, when no message is left: heeds signals. The message that has come,
    /// [`NOTHING`], or [`NOT_FOUND`]: then native code is to be left.
    pub arrived: u64,
    /// Called with the registers, one of [`marker`], and up to two terms: does that with a receive
    /// marker; its number if it is new.
    pub marker: u64,
    /// Called with the registers and the heap: takes the message that is looked at. 1 if it is
    /// time to collect.
    pub take_message: u64,
    /// Called with the registers, a limit of time, and 1 if the receive looks at no messages, else
    /// 0, when none is left: 1 if the process is to wait, 0 if its time is up, [`NOT_FOUND`] if
    /// that is no limit.
    pub begin_wait: u64,
    /// Called with the registers, when the time of a receive is up. [`NOT_FOUND`] if the
    /// interpreter is to do it.
    pub end_wait: u64,
    /// Called with the registers, with the reductions in their place, the heap, a receiver and a
    /// message, which it gives back if it has been sent; else [`NOT_FOUND`].
    pub send: u64,
    /// Called with a match context and a number of bits, 64 at most, which are left: these. The
    /// context stays where it is.
    pub match_bits: u64,
    /// Called with the registers, the heap and a number of words: the address of so many,
    /// elsewhere on the heap, which are to be filled at once.
    pub room: u64,
    /// Called with a match context, the bits of the smallest part of a character, and flags: the
    /// next character in UTF-8, UTF-16 or UTF-32 as a term, or [`NOT_FOUND`].
    pub match_character: u64,
    /// Called with the registers, stack, heap, reductions, an address of the base tier, and the
    /// number of X registers that are live, which are in memory, below the words that are needed
    /// (from bit 16 on): collects.
    pub collect: u64,
    /// Where literals begin.
    pub literals: u64,
    /// Bytes of the range that literals are in.
    pub literal_bytes: u64,
    /// The pid of the process that runs.
    pub pid: u64,
    /// The emulator's own: the machine and the process.
    pub machine: *mut u8,
    /// As above.
    pub process: *const u8,
    /// Floating-point registers.
    pub f: [f64; F_REGISTERS],
    /// X registers; those passed in the processor's are kept here while native code is left.
    pub x: [u64; X_REGISTERS],
}

/// Where control goes when an exception is caught: what `catch` and `try` leave behind.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct Handler {
    /// In the base tier.
    pub pc: *const u64,
    /// In native code; 0: nowhere. It takes X0 to X3.
    pub native: u64,
    /// Words between the frame and the end of the stack.
    pub depth: u64,
}

/// The open catches of a process, the innermost last.
#[repr(C)]
pub struct Handlers {
    /// The first.
    pub at: *mut Handler,
    /// How many there are.
    pub len: usize,
    /// How many there is room for.
    pub capacity: usize,
}

/// The word for no result: no term.
pub const NOT_FOUND: u64 = 0b111;

/// With the unit of a bit string that is appended to: nobody else sees it, so it grows itself.
pub const PRIVATE: u64 = 1 << 32;

/// The word for a result that takes several turns: no term either.
pub const UNFINISHED: u64 = 0b10_0111;

/// The word for no message: no term either.
pub const NOTHING: u64 = 0b1_0111;

/// Operations on receive markers.
pub mod marker {
    /// One is made.
    pub const RESERVE: u64 = 0;
    /// The first term's is bound to the second, a reference.
    pub const BIND: u64 = 1;
    /// It is forgotten.
    pub const CLEAR: u64 = 2;
    /// The next receive begins there.
    pub const USE: u64 = 3;
}

/// How native code is left.
pub mod exit {
    /// The interpreter goes on at `pc`.
    pub const GO: u64 = 0;
    /// It calls `pc` with `arity` arguments in X registers; the frame is ready.
    pub const CALL: u64 = 1;
    /// The process stops: the interpreter has said how.
    pub const STOP: u64 = 2;
    /// It returns to the frame on top, with the value in X0.
    pub const RETURN: u64 = 3;
    /// Native code goes on at `resume`, with X registers from memory.
    pub const RESUME: u64 = 4;
    /// The process waits for a message at `pc`; native code goes on at `resume` then.
    pub const WAIT: u64 = 5;
}

/// Words of a frame before its slots.
pub const CONTROL_WORDS: usize = 2;

/// More reductions than any slice has: a call that counts so many leaves native code.
pub const TOO_MANY: u64 = 1 << 62;

/// Taken from the reductions that are left when it is time to collect, which the next call does.
pub const TO_COLLECT: i64 = 1 << 28;

/// Number of the base tier's instruction that enters native code, whose second word is the address.
pub const ENTER: u64 = 0;
/// Number of the one that a function with a breakpoint begins with for those who call it.
pub const BREAKPOINT: u64 = 1;
/// Number of the one that calls a built-in and returns, where there is no frame. A library's
/// function begins with it for those who call it, too.
pub const CALL_BUILT_IN: u64 = 17;
/// The first byte of a built-in that is called as usual; it is greater if it is not, because it
/// is traced, say.
pub const USUAL_BIF: u8 = 1;

/// The hash of the sources of the program that runs.
static SOURCES: AtomicU64 = AtomicU64::new(0);

/// Says of which sources the program that runs was made: as its build script has told it.
pub fn set_sources(hash: &str) {
    SOURCES.store(hash.parse().unwrap_or(0), Ordering::Relaxed);
}

/// A number that must be the same in an image and the emulator that loads it. It depends on the
/// sources of the compiler and of the functions that its code calls, on the release of OTP, and on
/// the processor, whose newest instructions code may use.
pub fn fingerprint() -> u64 {
    let sources = SOURCES.load(Ordering::Relaxed);
    // FNV-1a.
    let mix = |hash: u64, part: u64| (hash ^ part).wrapping_mul(0x0100_0000_01b3);
    // Asking the processor is slow where it is a virtual one's.
    static PROCESSOR: LazyLock<Vec<u64>> = LazyLock::new(processor);
    let parts = [sources, release::number().into()];
    let parts = parts.into_iter().chain(PROCESSOR.iter().copied());
    parts.fold(0xcbf2_9ce4_8422_2325, mix)
}

/// The processor's family and features.
#[cfg(target_arch = "x86_64")]
fn processor() -> Vec<u64> {
    use std::arch::x86_64::__cpuid_count;
    let (one, seven) = (__cpuid_count(1, 0), __cpuid_count(7, 0));
    // But for the number of the processor that this runs on, and what the kernel has switched on.
    let stepless = one.eax & !0xf;
    [stepless, one.ecx & !(1 << 27), one.edx, seven.ebx, seven.ecx & !(1 << 4), seven.edx]
        .map(u64::from)
        .to_vec()
}

/// There is no native code for other processors.
#[cfg(not(target_arch = "x86_64"))]
fn processor() -> Vec<u64> {
    Vec::new()
}
