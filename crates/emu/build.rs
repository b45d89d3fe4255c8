//! Tells the program which sources it is made of, and the linker how it is laid out
//! and what it shows.

#[path = "../native-abi/sources.rs"]
mod sources;

fn main() {
    sources::hash();
    // Code begins at a multiple of the size of huge pages, in the file and in memory, so that it
    // can be on such pages and still be the file's.
    for how in ["max-page-size=0x200000", "separate-loadable-segments"] {
        println!("cargo:rustc-link-arg-bins=-Wl,-z,{how}");
    }
    // Libraries in C find the functions of their interface in the program that opens them.
    for names in ["enif_*", "driver_*", "erl_drv_*"] {
        println!("cargo:rustc-link-arg-bins=-Wl,--export-dynamic-symbol={names}");
    }
}
