//! The services of the system that C code gets through the emulator: memory, threads, locks, time,
//! printing, the environment.
//!
//! | file | what |
//! |---|---|
//! | `memory` | memory that C code takes and gives back |
//! | `locks` | mutexes, condition variables, locks for readers and writers |
//! | `threads` | threads, and values that each thread has of its own |
//! | `time` | Erlang's clock |
//! | `info` | what the emulator is |
//! | `environment` | environment variables |
//! | `dynamic` | opening shared objects |
//! | `printing` | `printf` that knows terms |
//! | `variadic` | functions that are in C |
//! | `fatal` | the end of the emulator after a call that makes no sense |
//!
//! NIFs and drivers have a family of functions each, `enif_` and `erl_drv_`, which do the same:
//! [`both`] defines two functions with one body.

pub mod dynamic;
pub mod environment;
mod fatal;
pub mod info;
pub mod locks;
pub mod memory;
pub mod printing;
pub mod threads;
pub mod time;
pub mod variadic;

/// Defines a function for NIFs and one for drivers that does the same.
macro_rules! both {
    (
        $(#[$doc:meta])*
        fn $enif:ident, $drv:ident($($arg:ident: $of:ty),*) $(-> $gives:ty)?
        $body:block
    ) => {
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub extern "C" fn $enif($($arg: $of),*) $(-> $gives)? $body

        #[doc = concat!("As [`", stringify!($enif), "`].")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $drv($($arg: $of),*) $(-> $gives)? $body
    };
}
use both;
