//! Compiles the functions that take a variable number of arguments, which only C can define.

fn main() {
    println!("cargo:rerun-if-changed=c/variadic.c");
    cc::Build::new()
        .file("c/variadic.c")
        .std("c11")
        .warnings(true)
        .extra_warnings(true)
        .compile("nif_variadic");
}
