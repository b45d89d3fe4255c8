//! Tells the program which sources it is made of, and the linker how it is laid out
//! and what it shows.

#[path = "../native-abi/sources.rs"]
mod sources;

/// Names of the functions that libraries with NIFs and drivers may call: all that the headers
/// declare.
const EXPORTED: &[&str] = &[
    "add_driver_entry",
    "driver_*",
    "enif_*",
    "erl_drv_*",
    "erl_errno_id",
    "get_port_flags",
    "null_func",
    "remove_driver_entry",
    "set_busy_port",
    "set_port_control_flags",
];

fn main() {
    sources::hash();
    // Code begins at a multiple of the size of huge pages, in the file and in memory, so that it
    // can be on such pages and still be the file's.
    for how in ["max-page-size=0x200000", "separate-loadable-segments"] {
        println!("cargo:rustc-link-arg-bins=-Wl,-z,{how}");
    }
    // Libraries that are opened find the functions of their interface in the program. No other
    // symbol is for them. Exported functions are kept by the linker, and by optimisation of the
    // whole program because they are `no_mangle`.
    for names in EXPORTED {
        println!("cargo:rustc-link-arg-bins=-Wl,--export-dynamic-symbol={names}");
    }
}
