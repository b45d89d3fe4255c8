//! Faults: signals that tell of one and that another program has sent, and faults in libraries.
//!
//! A fault in a library is told in a line that names the library and what of it has been called, by
//! whom, with a crash dump; then the signal ends the emulator, as it would have. For example:
//! `SIGSEGV in /home/me/priv/fast.so, called as fast:parse/2 by <0.90.0>`, or `SIGABRT in
//! /home/me/priv/old_drv.so, called as driver old_drv by #Port<0.5>`. Threads that a library has
//! made are told of, too: `SIGSEGV in /home/me/priv/fast.so, in its thread worker`.

use crate::bif::Foreign;
use std::cell::{Cell, OnceCell};
use std::ffi::CStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};

/// The handlers of SIGSEGV and SIGBUS for real faults: those of the standard library. They report
/// an overflow of the stack, and otherwise return with the default effect set, to meet the fault
/// again.
static ON_FAULT: [(i32, AtomicUsize); 2] =
    [(libc::SIGSEGV, AtomicUsize::new(0)), (libc::SIGBUS, AtomicUsize::new(0))];

/// A handler that is told where a signal is from.
type FaultHandler = unsafe extern "C" fn(i32, *mut libc::siginfo_t, *mut libc::c_void);

/// Handles SIGSEGV and SIGBUS. A signal that another program has sent ends the emulator: there is
/// no fault to meet again.
unsafe extern "C" fn on_fault(number: i32, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the kernel gives a handler that was set with SA_SIGINFO a structure that is filled.
    let is_sent = unsafe { (*info).si_code } <= 0;
    if is_sent {
        // SAFETY: both functions may be called in a handler, and take plain numbers. The signal
        // comes when this handler returns.
        unsafe {
            libc::signal(number, libc::SIG_DFL);
            libc::raise(number);
        }
        return;
    }
    if is_in_library() && !is_near_stack(info, context) {
        // SAFETY: the context is the one that the kernel gave for this signal.
        return unsafe { on_fault_of(number, context) };
    }
    for (which, old) in &ON_FAULT {
        if *which == number {
            let old = std::ptr::with_exposed_provenance::<()>(old.load(Ordering::Relaxed));
            // SAFETY: `faults_from_outside` has put a handler there that takes these arguments.
            let old = unsafe { std::mem::transmute::<*const (), FaultHandler>(old) };
            // SAFETY: the arguments are those that the kernel gave for this signal.
            unsafe { old(number, info, context) };
        }
    }
}

/// Has the thread, which has met a fault in a library, go on in [`report`], on its own stack: that
/// of the handler is too small.
///
/// # Safety
/// The context is that which a handler of signals has been given.
unsafe fn on_fault_of(number: i32, context: *mut libc::c_void) {
    FAULT.store(number, Ordering::Relaxed);
    // SAFETY: the call lends what it is until it has ended, and the fault is within it.
    REPORTED.set(unsafe { CALLED.replace(std::ptr::null()).as_ref() }.copied());
    // SAFETY: the kernel gives the registers that the thread goes on with. The function does not
    // return, and begins as if it had been called: with a stack that is misaligned by the return
    // address. Below the stack pointer 128 bytes may be in use.
    unsafe {
        let registers = &mut (*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs;
        PLACE.set(registers[libc::REG_RIP as usize] as usize);
        let stack = &mut registers[libc::REG_RSP as usize];
        *stack = ((*stack - 256) & !15) - 8;
        registers[libc::REG_RIP as usize] = report as *const () as i64;
    }
}

thread_local! {
    /// The call of a library's function that this thread executes, or null.
    static CALLED: Cell<*const Called> = const { Cell::new(std::ptr::null()) };
    /// The call in which a fault is being reported.
    static REPORTED: Cell<Option<Called>> = const { Cell::new(None) };
    /// The instruction of the fault that is being reported.
    static PLACE: Cell<usize> = const { Cell::new(0) };
    /// The code of a thread that C code has had created. It stays as long as the thread.
    static THREAD: OnceCell<Called> = const { OnceCell::new() };
}

/// The signal of the fault that is being reported.
static FAULT: AtomicI32 = AtomicI32::new(0);

/// A call of a library's code.
#[derive(Copy, Clone)]
pub enum Called {
    /// Of none that is told.
    Nothing,
    /// Of a function of a module. It stays during the call.
    Function {
        /// The function.
        foreign: *const Foreign,
        /// The payload of the pid of the process that calls it.
        process: u64,
    },
    /// Of other code. The value says which, as in `./fast.so, called as load of fast`, and stays
    /// during the call.
    Other(*const dyn Fn() -> String),
    /// Of all that a thread does which was created for C code; the address of its function.
    Thread(usize),
}

/// Notes that C code has had the calling thread created, which begins with the function at this
/// address.
pub fn in_thread_of(function: usize) {
    THREAD.with(|thread| CALLED.set(thread.get_or_init(|| Called::Thread(function))));
}

/// Whether this thread executes code of a library. A thread that a library has made by itself does
/// nothing else. Each thread of the emulator's has a stack for handlers, by which the standard
/// library tells overflows of the stack; a library's has none.
fn is_in_library() -> bool {
    if !CALLED.get().is_null() {
        return true;
    }
    // SAFETY: a structure of integers and an address, all zeros being valid, which the call fills.
    // It may be called in a handler.
    unsafe {
        let mut stack: libc::stack_t = std::mem::zeroed();
        let told = libc::sigaltstack(std::ptr::null(), &raw mut stack) == 0;
        // A fault in the report of one is not told once more.
        told && stack.ss_flags & libc::SS_DISABLE != 0 && PLACE.get() == 0
    }
}

/// Notes that this thread executes a function of a library, so that faults meanwhile are reported
/// as that library's.
///
/// # Safety
/// The call stays where it is until `f` returns, and its function too.
#[inline(always)]
pub unsafe fn within_library<R>(call: *const Called, f: impl FnOnce() -> R) -> R {
    let before = CALLED.replace(call);
    let result = f();
    CALLED.set(before);
    result
}

/// As [`within_library`], for code that is called seldom; `what` says in a fault what it is: the
/// library and as what it has been called.
pub fn within_callback<R>(what: &dyn Fn() -> String, f: impl FnOnce() -> R) -> R {
    // SAFETY: only the lifetime changes. The address is not used any more when this function
    // returns.
    let what =
        unsafe { std::mem::transmute::<&dyn Fn() -> String, &'static dyn Fn() -> String>(what) };
    let called = Called::Other(what);
    // SAFETY: the call and what describes it stay until `f` returns.
    unsafe { within_library(&raw const called, f) }
}

/// The library whose code this thread executes, and what of it: `LIBRARY, called as FUNCTION by
/// PID`. None if it executes none.
pub fn called() -> Option<String> {
    // SAFETY: `within_library` has put it there, to whose caller it belongs until it returns.
    let called = unsafe { CALLED.get().as_ref() }?;
    // SAFETY: the call has not ended.
    unsafe { called.describe() }
}

impl Called {
    /// # Safety
    /// The call has not ended.
    unsafe fn describe(&self) -> Option<String> {
        match *self {
            Called::Nothing => None,
            Called::Function { foreign, process } => {
                // SAFETY: the function stays during the call, and the caller says that it goes on.
                let foreign = unsafe { &*foreign };
                let (library, pid) = (library_at(foreign.address.addr()), term::Term::pid(process));
                Some(format!("{library}, called as {} by {pid}", foreign.mfa))
            }
            // SAFETY: the value stays during the call, and the caller says that it goes on.
            Called::Other(what) => Some(unsafe { &*what }()),
            Called::Thread(function) => Some(format!(
                "{}, in its thread {}",
                library_at(function),
                crate::crash_dump::thread_name()
            )),
        }
    }
}

/// The libraries that have been loaded: their addresses.
static LIBRARIES: Mutex<Vec<usize>> = Mutex::new(Vec::new());

/// Notes that a library is one whose faults are told, by an address in it.
pub fn library_loaded(address: usize) {
    if let (Some(found), Ok(mut libraries)) = (object_at(address), LIBRARIES.lock())
        && !libraries.contains(&found.dli_fbase.addr())
    {
        libraries.push(found.dli_fbase.addr());
    }
}

/// The file of a library in a thread of which a fault has been that the library has made by itself:
/// the one whose code is innermost on the stack. It is that of the fault itself if none is.
fn library_of_thread(stack: *const usize) -> String {
    const MOST: usize = 1 << 16;
    let known = LIBRARIES.try_lock().map(|l| l.clone()).unwrap_or_default();
    let of_known =
        |at: usize| object_at(at).is_some_and(|found| known.contains(&found.dli_fbase.addr()));
    let begin = stack.expose_provenance();
    let words = (stack_end().saturating_sub(begin) / size_of::<usize>()).min(MOST);
    let word = |i| {
        let place = std::ptr::with_exposed_provenance::<usize>(begin + i * size_of::<usize>());
        // SAFETY: the word is of the calling thread's stack, between a place of the caller's and
        // its end, which the system has given. Nobody else writes there, and it is an address for a
        // question only.
        unsafe { place.read_volatile() }
    };
    let place = PLACE.get();
    let found = std::iter::once(place).chain((0..words).map(word)).find(|&at| of_known(at));
    library_at(found.unwrap_or(place))
}

/// The address behind the calling thread's stack, 0 if it is not known.
fn stack_end() -> usize {
    let mut attributes = std::mem::MaybeUninit::<libc::pthread_attr_t>::uninit();
    let attributes = attributes.as_mut_ptr();
    let (mut stack, mut size) = (std::ptr::null_mut(), 0);
    // SAFETY: the first call fills the attributes, which are read and destroyed then.
    unsafe {
        if libc::pthread_getattr_np(libc::pthread_self(), attributes) != 0 {
            return 0;
        }
        let told = libc::pthread_attr_getstack(attributes, &raw mut stack, &raw mut size) == 0;
        libc::pthread_attr_destroy(attributes);
        if told { stack.addr() + size } else { 0 }
    }
}

/// Whether a fault is at an address near the stack pointer: then the stack has overflown, and
/// nothing more can be done on it.
fn is_near_stack(info: *mut libc::siginfo_t, context: *mut libc::c_void) -> bool {
    const NEAR: u64 = 1 << 16;
    // SAFETY: the kernel gives both structures, filled.
    let (at, stack) = unsafe {
        let registers = &(*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs;
        ((*info).si_addr() as u64, registers[libc::REG_RSP as usize] as u64)
    };
    at.wrapping_sub(stack).wrapping_add(NEAR) < 2 * NEAR
}

/// Says in which function of which library a fault has been, writes a crash dump, and ends the
/// emulator by the signal.
extern "C" fn report() -> ! {
    let number = FAULT.load(Ordering::Relaxed);
    let name = match number {
        libc::SIGSEGV => "SIGSEGV",
        libc::SIGBUS => "SIGBUS",
        libc::SIGILL => "SIGILL",
        libc::SIGFPE => "SIGFPE",
        _ => "SIGABRT",
    };
    // SAFETY: the call went on when the fault came, and this is on top of it on the stack.
    let call = REPORTED.get().and_then(|call| unsafe { call.describe() });
    let call = call.unwrap_or_else(|| {
        let here = 0;
        format!("{}, in a thread of its own", library_of_thread(&raw const here))
    });
    let slogan = format!("{name} in {call}");
    crate::crash_dump::write_at_end(&slogan);
    // SAFETY: the calls take plain numbers. The signal ends the process.
    unsafe {
        libc::signal(number, libc::SIG_DFL);
        libc::raise(number);
        libc::_exit(1)
    }
}

/// The file of the library that has an address.
pub fn library_at(address: usize) -> String {
    match object_at(address).filter(|found| !found.dli_fname.is_null()) {
        // SAFETY: the name is a string of the loader's.
        Some(found) => unsafe { CStr::from_ptr(found.dli_fname) }.to_string_lossy().into_owned(),
        None => "a library".into(),
    }
}

/// The loader's facts about the file that has an address, if one has.
fn object_at(address: usize) -> Option<libc::Dl_info> {
    // SAFETY: a structure of addresses, all zeros being valid, which the call fills.
    unsafe {
        let mut found: libc::Dl_info = std::mem::zeroed();
        let address = std::ptr::without_provenance(address);
        (libc::dladdr(address, &raw mut found) != 0).then_some(found)
    }
}

/// Has faults in libraries reported: to be called before the first one is loaded.
pub fn faults_in_libraries() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        for number in [libc::SIGABRT, libc::SIGILL, libc::SIGFPE] {
            // SAFETY: a structure of integers and a mask, all zeros being valid; the handler takes
            // these arguments, and is safe for signals.
            unsafe {
                let mut s: libc::sigaction = std::mem::zeroed();
                s.sa_sigaction = on_end as *const () as libc::sighandler_t;
                s.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
                libc::sigaction(number, &raw const s, std::ptr::null_mut());
            }
        }
    });
}

/// Handles the signals by which a library ends the program, or an instruction that it should not
/// have executed. A signal that comes from elsewhere has its usual effect.
unsafe extern "C" fn on_end(number: i32, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the kernel gives a handler that was set with SA_SIGINFO a structure that is filled.
    let of_self = unsafe { (*info).si_code > 0 || (*info).si_pid() == libc::getpid() };
    if of_self && is_in_library() {
        // SAFETY: the arguments are those that the kernel gave for this signal.
        return unsafe { on_fault_of(number, context) };
    }
    if number == libc::SIGFPE && !of_self {
        return;
    }
    // SAFETY: both functions may be called in a handler, and take plain numbers. The signal comes
    // when this handler returns.
    unsafe {
        libc::signal(number, libc::SIG_DFL);
        libc::raise(number);
    }
}

/// Has SIGSEGV and SIGBUS that somebody sends end the emulator, as they do by default. To be called
/// while there is one thread.
pub fn faults_from_outside() {
    for (number, old) in &ON_FAULT {
        // SAFETY: a structure of integers and a mask, all zeros being valid, which the call fills.
        let handled = unsafe {
            let mut s: libc::sigaction = std::mem::zeroed();
            let told = libc::sigaction(*number, std::ptr::null(), &raw mut s) == 0;
            (told && s.sa_flags & libc::SA_SIGINFO != 0).then_some(s)
        };
        let Some(mut s) = handled else { continue };
        old.store(s.sa_sigaction, Ordering::Relaxed);
        s.sa_sigaction = on_fault as *const () as libc::sighandler_t;
        // SAFETY: the structure is the kernel's, with a handler that takes the same arguments and
        // is safe for signals. It may run on the small stack that the old one has asked for.
        unsafe { libc::sigaction(*number, &raw const s, std::ptr::null_mut()) };
    }
}
