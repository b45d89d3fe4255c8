//! The emulator's probes: places in it that `bpftrace`, SystemTap, `perf` and gdb find by name, and
//! where they can have a look at what happens.
//!
//! A probe is one instruction that does nothing, in a function of its own, and a note in the
//! program's file that says where it is and where its arguments are. A tool that attaches to the
//! probe raises its semaphore; until then the emulator only looks at the semaphore. So the cost of
//! the arguments is paid only while somebody listens.
//!
//! Probes of the provider `erlang` have the names and arguments of OTP's own (`erlang_dtrace.d` in
//! its sources), so that scripts for OTP find them. Probes of `maser` are ours.

use std::fmt::{self, Write};
use std::sync::atomic::{AtomicU16, Ordering};

/// A probe, as the list shows it.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    /// `erlang` or `maser`.
    pub provider: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its arguments' names and types: `text` (the address of a C string) or `number`.
    pub arguments: &'static [(&'static str, &'static str)],
    /// The event that it tells, in sentences.
    pub about: &'static [&'static str],
}

/// An argument of a probe: a number, or the address of a text.
pub trait Word {
    /// The argument as the probe has it.
    fn word(&self) -> isize;
}

macro_rules! words {
    ($($type:ty)*) => {
        $(impl Word for $type {
            #[inline]
            fn word(&self) -> isize {
                *self as isize
            }
        })*
    };
}

words! { u8 u16 i32 u32 i64 u64 usize isize bool }

/// Longest text of an argument, with the zero that ends it.
const LONGEST: usize = 256;

/// A text as C has it; what is too long is cut off.
pub struct Text {
    bytes: [u8; LONGEST],
    len: usize,
}

impl Text {
    /// A text.
    #[cold]
    #[inline(never)]
    pub fn new(text: fmt::Arguments<'_>) -> Text {
        let mut new = Text { bytes: [0; LONGEST], len: 0 };
        // It ends where there is no more room, and no argument can fail.
        let _ = new.write_fmt(text);
        new
    }
}

impl Write for Text {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        let room = LONGEST - 1 - self.len;
        let taken = &s.as_bytes()[..s.len().min(room)];
        self.bytes[self.len..][..taken.len()].copy_from_slice(taken);
        self.len += taken.len();
        if taken.len() < s.len() { Err(fmt::Error) } else { Ok(()) }
    }
}

impl Word for Text {
    fn word(&self) -> isize {
        self.bytes.as_ptr() as isize
    }
}

impl Word for &std::ffi::CStr {
    fn word(&self) -> isize {
        self.as_ptr() as isize
    }
}

/// Tells those who listen to a probe: `fire!(erlang::process__exit, text!("{pid}"), …)`. The
/// arguments are evaluated only if somebody does. With `move` before the name they are not borrowed
/// from where they are used: what is borrowed is in memory, not in a register, though nobody
/// listens.
#[macro_export]
macro_rules! fire {
    ($provider:ident::$name:ident $(, $argument:expr)* $(,)?) => {
        if $crate::$provider::$name::wanted() {
            $crate::seldom(|| {
                $crate::$provider::$name::fire($($crate::Word::word(&$argument)),*);
            });
        }
    };
    (move $provider:ident::$name:ident $(, $argument:expr)* $(,)?) => {
        if $crate::$provider::$name::wanted() {
            $crate::seldom(move || {
                $crate::$provider::$name::fire($($crate::Word::word(&$argument)),*);
            });
        }
    };
}

/// A text for [`fire!`].
#[macro_export]
macro_rules! text {
    ($($format:tt)*) => {
        $crate::Text::new(format_args!($($format)*))
    };
}

/// Calls a function, far from where it is called.
#[cold]
#[inline(never)]
pub fn seldom(f: impl FnOnce()) {
    f();
}

/// Whether something in memory is not 0, in two instructions: a load of the compiler's would first
/// look up where that is, and the number would have a register. `$size` is `word` or `qword`.
macro_rules! is_set {
    ($size:literal, $place:ident $offset:literal) => {{
        #[cfg(target_arch = "x86_64")]
        'seen: {
            // SAFETY: reads what is ours; it is written by the kernel, by who attaches, and by this
            // program with single stores, and an old value does no harm.
            unsafe {
                std::arch::asm!(
                    concat!("cmp ", $size, " ptr [rip + {place} + ", $offset, "], 0"),
                    "jne {set}",
                    place = sym $place,
                    set = label { break 'seen true },
                    options(nostack, readonly),
                );
            }
            false
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            const AT: usize = $offset / 2;
            match $size {
                "word" => $place.0[AT].load(Ordering::Relaxed) != 0,
                _ => $place.0.iter().any(|n| n.load(Ordering::Relaxed) != 0),
            }
        }
    }};
}

/// How many listen to each of up to four probes: the kernel, or who attaches, counts there.
#[repr(C, align(8))]
pub struct Semaphores([AtomicU16; 4]);

impl Semaphores {
    const fn new() -> Semaphores {
        Semaphores([const { AtomicU16::new(0) }; 4])
    }
}

/// The semaphores of the probes of slices, in one word: one look tells whether any is wanted. The
/// two probes at the end of a slice share a semaphore: a tool that listens to one passes the other,
/// too.
#[unsafe(link_section = ".probes")]
static SLICES: Semaphores = Semaphores::new();

/// Whether somebody listens to a probe of slices, or [`watch_slices`] has been called.
#[inline(always)]
pub fn slices_are_watched() -> bool {
    is_set!("qword", SLICES 0)
}

/// A part of the emulator that may want to know of slices.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Watcher {
    /// `erlang:system_monitor/2`.
    Monitor = 1,
    /// `erlang:system_profile/2`.
    Profile = 2,
}

/// Says whether one of them does.
pub fn watch_slices(who: Watcher, wanted: bool) {
    let bit = who as u16;
    if wanted {
        SLICES.0[3].fetch_or(bit, Ordering::Relaxed);
    } else {
        SLICES.0[3].fetch_and(!bit, Ordering::Relaxed);
    }
}

/// The parts of a probe: the look whether somebody listens, and the place itself.
#[cfg(not(feature = "off"))]
macro_rules! place {
    ($provider:ident $name:ident($($argument:ident)*)) => {
        #[unsafe(link_section = ".probes")]
        static SEMAPHORE: crate::Semaphores = crate::Semaphores::new();

        place! { @functions $provider $name($($argument)*) "{}" 0 }
    };
    ($provider:ident $name:ident($($argument:ident)*) $group:ident $at:tt) => {
        use crate::$group as SEMAPHORE;
        place! { @at $at $provider $name($($argument)*) }
    };
    (@at 0 $($probe:tt)*) => { place! { @functions $($probe)* "{}" 0 } };
    (@at 1 $($probe:tt)*) => { place! { @functions $($probe)* "{}+2" 2 } };
    (@at 2 $($probe:tt)*) => { place! { @functions $($probe)* "{}+4" 4 } };
    (@functions $provider:ident $name:ident($($argument:ident)*) $address:literal $at:literal) => {
        /// Whether somebody listens.
        #[inline(always)]
        pub fn wanted() -> bool {
            is_set!("word", SEMAPHORE $at)
        }

        /// The place itself.
        #[cold]
        #[inline(never)]
        pub fn fire($($argument: isize),*) {
            // SAFETY: an instruction that does nothing, and a note.
            probe::sdt!([sym $address SEMAPHORE], $provider, $name, $($argument,)*);
        }
    };
}

/// Of a probe that is not there.
#[cfg(feature = "off")]
macro_rules! place {
    ($provider:ident $name:ident($($argument:ident)*) $($group:ident $at:literal)?) => {
        /// Nobody listens.
        #[inline(always)]
        pub fn wanted() -> bool {
            false
        }

        /// Nothing.
        pub fn fire($($argument: isize),*) {
            let _ = ($($argument,)*);
        }
    };
}

macro_rules! probes {
    ($($provider:ident {
        $(
            $(#[doc = $about:literal])*
            $name:ident($($argument:ident: $type:ident),*) $(in $group:ident $at:tt)?;
        )*
    })*) => {
        $(
            #[doc = concat!("The probes of the provider `", stringify!($provider), "`.")]
            pub mod $provider {
                $(
                    $(#[doc = $about])*
                    #[allow(non_snake_case)]
                    pub mod $name {
                        place! { $provider $name($($argument)*) $($group $at)? }
                    }
                )*
            }
        )*

        /// All probes, in the order of the list.
        pub const PROBES: &[Probe] = &[$($(
            Probe {
                provider: stringify!($provider),
                name: stringify!($name),
                arguments: &[$((stringify!($argument), stringify!($type))),*],
                about: &[$($about),*],
            },
        )*)*];
    };
}

probes! {
    erlang {
        /// A process sends a message to a process of this node. The size is in words. The token is
        /// that of sequential tracing, or 0; a label that is no number of 32 bits is the least of
        /// these.
        message__send(sender: text, receiver: text, size: number, token_label: number,
            token_previous: number, token_current: number);
        /// A message comes into the mailbox of a process, in which there are so many then.
        message__queued(receiver: text, size: number, queue_len: number, token_label: number,
            token_previous: number, token_current: number);
        /// A process takes a message out of its mailbox, in which so many are left. The size is
        /// that of an atom, 0, if a collection has come between looking at it and taking it.
        message__receive(receiver: text, size: number, queue_len: number, token_label: number,
            token_previous: number, token_current: number);
        /// A process sends a message to a process, an alias or a name (`{name,node}`) of another
        /// node.
        message__send__remote(sender: text, node_name: text, receiver: text, size: number,
            token_label: number, token_previous: number, token_current: number);
        /// A process has gone that was linked to a process of another node, which is told.
        process__exit_signal__remote(sender: text, node_name: text, receiver: text, reason: text,
            token_label: number, token_previous: number, token_current: number);
        /// A node has come (`nodeup`) or gone (`nodedown`), which is `visible` or `hidden`.
        dist__monitor(node: text, what: text, monitored_node: text, kind: text, reason: text);
        /// A process sleeps until less waits to be sent to another node.
        dist__port_busy(node: text, port: text, remote_node: text, pid: text);
        /// A port takes a packet for another node.
        dist__outputv(node: text, port: text, remote_node: text, bytes: number);
        /// So little waits to be sent to another node that those who slept go on.
        dist__port_not_busy(node: text, port: text, remote_node: text);
        /// A term is copied to memory of its own: a message, an element of a table.
        copy__struct(size: number);
        /// A term of a match specification is copied to a process's heap.
        copy__object(proc: text, size: number);
        /// A collection of all that a process has begins; so many words are needed.
        gc_major__start(p: text, need: number);
        /// A collection of what is new begins.
        gc_minor__start(p: text, need: number);
        /// A collection of all is over, and has freed so many words.
        gc_major__end(p: text, reclaimed: number);
        /// A collection of what was new is over.
        gc_minor__end(p: text, reclaimed: number);
        /// A process has been made, and is going to call this function.
        process__spawn(p: text, mfa: text);
        /// A process ends.
        process__exit(p: text, reason: text);
        /// A process gets an exit signal.
        process__exit_signal(sender: text, receiver: text, reason: text);
        /// A scheduler begins to execute a process, which goes on in this function.
        process__scheduled(p: text, mfa: text) in SLICES 0;
        /// It stops executing it, as it waits, has ended or has had its share.
        process__unscheduled(p: text) in SLICES 1;
        /// A process hibernates, to go on with this function.
        process__hibernate(p: text, mfa: text);
        /// A port takes output again that a process has waited to send.
        process__port_unblocked(p: text, port: text);
        /// A process's heap is larger after a collection. Sizes are in words.
        process__heap_grow(p: text, old_size: number, new_size: number);
        /// It is smaller.
        process__heap_shrink(p: text, old_size: number, new_size: number);
        /// A port has been opened.
        port__open(process: text, port_name: text, port: text);
        /// A process sends something to a port: `command`, `connect` or `close`.
        port__command(process: text, port: text, port_name: text, command_type: text);
        /// A process calls `port_control/3`.
        port__control(process: text, port: text, port_name: text, command_no: number);
        /// A port ends; the process is its owner.
        port__exit(process: text, port: text, port_name: text, reason: text);
        /// A port gets another owner.
        port__connect(process: text, port: text, port_name: text, new_process: text);
        /// From now on a process that sends to the port has to wait.
        port__busy(port: text);
        /// No sender has to wait any more.
        port__not_busy(port: text);
        /// A driver is there from now on. Drivers here are part of the emulator: the numbers are 0.
        driver__init(name: text, major: number, minor: number, flags: number);
        /// A driver begins to serve a port.
        driver__start(process: text, name: text, port: text);
        /// It stops doing so.
        driver__stop(process: text, name: text, port: text);
        /// A driver gets so many bytes to write.
        driver__output(process: text, port: text, port_name: text, bytes: number);
        /// So does one that takes them in pieces: `tcp_inet`, `fd`.
        driver__outputv(process: text, port: text, port_name: text, bytes: number);
        /// A driver is called by `port_control/3`, with so many bytes.
        driver__control(process: text, port: text, port_name: text, command: number, bytes: number);
        /// The source that a driver reads from has something, or has ended. The process is the
        /// port's owner.
        driver__ready_input(process: text, port: text, port_name: text);
        /// The target that a driver writes to takes more.
        driver__ready_output(process: text, port: text, port_name: text);
        /// A thread that writes for a driver has written something.
        driver__ready_async(process: text, port: text, port_name: text);
        /// The time is up that a driver has set for something.
        driver__timeout(process: text, port: text, port_name: text);
        /// A driver is called by `port_call/3`, with so many bytes.
        driver__call(process: text, port: text, port_name: text, command: number, bytes: number);
        /// A process that a driver watches has gone.
        driver__process_exit(process: text, port: text, port_name: text);
        /// A driver may close a descriptor.
        driver__stop_select(name: text);
        /// A driver of a library is about to be unloaded.
        driver__finish(name: text);
        /// A port is closed whose driver has not written everything yet.
        driver__flush(process: text, port: text, port_name: text);
    }
    maser {
        /// A collection has copied what the roots lead to.
        gc__copied(words: number, major: number);
        /// It has looked at what is outside of the heap: large binaries, references to others.
        gc__swept(major: number);
        /// A process can be executed, and is put into the run queue of a scheduler. The first
        /// argument is the process's number, here and below.
        sched__runnable(id: number, scheduler: number);
        /// A scheduler begins to execute a process.
        sched__running(id: number, scheduler: number) in SLICES 2;
        /// It has stopped.
        sched__stopped(id: number, scheduler: number) in SLICES 1;
        /// A scheduler takes so many processes from the run queue of another.
        sched__steal(thief: number, victim: number, count: number);
        /// A scheduler lies down, for so many microseconds at most.
        sched__park(scheduler: number, longest: number);
        /// It is up again.
        sched__up(scheduler: number);
        /// A compiler to native code is started for a module.
        native__compile__start(module: text);
        /// It has ended, well (1) or not (0).
        native__compile__end(module: text, well: number);
        /// Native code of a module is in memory: where, and how many bytes.
        native__load(module: text, address: number, size: number);
        /// `open_port/2` asks for a program. The file is what tells programs apart that are started
        /// at the same time.
        program__asked(file: text);
        /// A thread that starts programs has taken the request.
        program__taken(file: text);
        /// It calls vfork.
        program__vfork(file: text);
        /// The child's first step.
        program__child(file: text);
        /// The child has closed the emulator's descriptors.
        program__closed(file: text);
        /// The child has its descriptors, directory and signals, and executes the program.
        program__exec(file: text);
        /// The thread goes on: the program is executed with this number, or none (the number is
        /// that of the error, below zero).
        program__started(file: text, pid: number);
    }
}

/// Writes the notes of probes that are never told anything.
macro_rules! silent {
    ($($(#[doc = $about:literal])* $name:ident($($argument:ident: $type:ident),*);)*) => {
        /// OTP's probes that have nothing to tell here. They exist so that scripts that name them,
        /// too, can attach.
        pub const SILENT: &[Probe] = &[$(
            Probe {
                provider: "erlang",
                name: stringify!($name),
                arguments: &[$((stringify!($argument), stringify!($type))),*],
                about: &[$($about),*],
            },
        )*];

        /// The places of [`SILENT`]. It has to be called somewhere, though never in fact: what
        /// nobody can call is not in the program.
        #[cold]
        #[inline(never)]
        #[cfg(not(feature = "off"))]
        pub fn silent() {
            // SAFETY: instructions that do nothing, and notes.
            $(probe::sdt!([sym 0], erlang, $name, $({ let $argument = 0; $argument },)*);)*
        }

        /// Nothing.
        #[cfg(feature = "off")]
        pub fn silent() {}
    };
}

silent! {
    /// Drivers that carry connections take slices, of which `dist__outputv` tells.
    dist__output(node: text, port: text, remote_node: text, bytes: number);
    /// It would cost every call; OTP's native code has none either.
    local__function__entry(p: text, mfa: text, depth: number);
    /// It would cost every call; OTP's native code has none either.
    global__function__entry(p: text, mfa: text, depth: number);
    /// It would cost every return; OTP's native code has none either.
    function__return(p: text, mfa: text, depth: number);
    /// It would cost every call of a built-in; OTP's native code has none either.
    bif__entry(p: text, mfa: text);
    /// As its entry.
    bif__return(p: text, mfa: text);
    /// There are no NIF libraries.
    nif__entry(p: text, mfa: text);
    /// There are no NIF libraries.
    nif__return(p: text, mfa: text);
    /// OTP has no place that tells it either.
    driver__event(process: text, port: text, port_name: text);
    /// Programs tell it, by OTP's library `dyntrace`, which is a NIF library.
    trace(p: text, event: text, state: text, arg1: text, arg2: text);
    /// Programs tell it, by `dyntrace`.
    trace_seq(state: text, label: text, seq_info: text);
    /// Programs tell it, by `dyntrace`. There are no `user_trace__n0` and so on.
    user_trace__s1(message: text);
    /// Programs tell it, by `dyntrace`.
    user_trace__i4s4(process: text, user_tag: text, i1: number, i2: number, i3: number,
        i4: number, s1: text, s2: text, s3: text, s4: text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_end_with_zero_and_are_cut_off() {
        let t = text!("<0.{}.0>", 17);
        assert_eq!((t.len, &t.bytes[..9]), (8, &b"<0.17.0>\0"[..]));
        let t = text!("{}", "x".repeat(1000));
        assert_eq!((t.len, t.bytes[LONGEST - 1]), (LONGEST - 1, 0));
    }

    #[test]
    fn arguments_are_not_evaluated_for_nobody() {
        let asked = std::cell::Cell::new(0u32);
        fire!(erlang::port__busy, asked.replace(1));
        assert_eq!(asked.get(), 0);
    }

    #[test]
    fn names_are_single_and_all_are_described() {
        let all = PROBES.iter().chain(SILENT);
        let mut names: Vec<_> = all.clone().map(|p| (p.provider, p.name)).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), PROBES.len() + SILENT.len());
        assert!(all.clone().all(|p| !p.about.is_empty()));
    }
}
