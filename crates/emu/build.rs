//! Tells the program which sources it is made of, and the linker how it is laid out.

#[path = "../native-abi/sources.rs"]
mod sources;

fn main() {
    sources::hash();
    // Code begins at a multiple of the size of huge pages, in the file and in memory, so that it
    // can be on such pages and still be the file's.
    for how in ["max-page-size=0x200000", "separate-loadable-segments"] {
        println!("cargo:rustc-link-arg-bins=-Wl,-z,{how}");
    }
}
