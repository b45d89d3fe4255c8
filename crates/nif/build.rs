//! Compiles what only C can define: functions with a variable number of arguments, and where
//! threads begin and end.

fn main() {
    let mut build = cc::Build::new();
    for file in ["c/threads.c", "c/variadic.c"] {
        println!("cargo:rerun-if-changed={file}");
        build.file(file);
    }
    build.std("c11").warnings(true).extra_warnings(true).compile("nif_c");
}
