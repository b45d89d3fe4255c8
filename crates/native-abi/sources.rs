//! For build scripts: what images of native code and those who use them are made of.

/// Tells the program a hash of the sources that decide what images look like and whether they fit
/// an emulator, for `native_abi::set_sources`.
pub fn hash() {
    // Asked now, not when this was compiled: the checkout may have moved since.
    let own = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs this");
    let crates = std::path::Path::new(&own).join("..");
    let mut files = Vec::new();
    for name in ["beamfile", "native", "native-abi", "term", "trust", "vm"] {
        let mut todo = vec![crates.join(name).join("src")];
        println!("cargo:rerun-if-changed={}", todo[0].display());
        while let Some(directory) = todo.pop() {
            for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
                let path = entry.path();
                match path.is_dir() {
                    true => todo.push(path),
                    false => files.push(path),
                }
            }
        }
    }
    files.sort();
    // FNV-1a.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in files.iter().filter_map(|f| std::fs::read(f).ok()).flatten() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    println!("cargo:rustc-env=MASER_SOURCES={hash}");
}
