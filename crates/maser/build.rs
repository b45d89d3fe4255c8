//! Compiles Maser's own Erlang modules, if there is an Erlang compiler, to `lib/maser/ebin` beside
//! the launcher. Without them all works but what they offer.

#[path = "../native-abi/sources.rs"]
mod sources;

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    sources::hash();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lib/maser");
    println!("cargo:rerun-if-changed={}", source.display());
    println!("cargo:rerun-if-env-changed=PATH");
    let out = std::env::var_os("OUT_DIR").map(PathBuf::from).expect("a cargo build");
    // target/PROFILE/build/maser-HASH/out.
    let profile = out.ancestors().nth(3).expect("a profile");
    links(&profile.join("lib/maser/bin"));
    let ebin = profile.join("lib/maser/ebin");
    let files = std::fs::read_dir(source.join("src")).into_iter().flatten().flatten();
    let files: Vec<PathBuf> = files.map(|f| f.path()).collect();
    let made = std::fs::create_dir_all(&ebin).and_then(|()| {
        Command::new("erlc").arg("+deterministic").arg("-o").arg(&ebin).args(&files).status()
    });
    match made {
        Ok(status) if status.success() => {}
        Ok(status) => println!("cargo:warning=erlc failed on lib/maser: {status}"),
        Err(_) => println!("cargo:warning=no erlc: the module `maser` is not compiled"),
    }
}

/// Makes the links that serve where there is no shadow: OTP's commands as other names of the
/// launcher, and the emulator as `beam.smp`. They lead to places beside the launcher, wherever all
/// of it is installed.
fn links(bin: &Path) {
    let commands = ["erl", "ct_run", "dialyzer", "erlc", "escript", "typer"];
    let commands = commands.map(|name| (name, "../../../maser"));
    let emulators = ["beam.smp", "beam.maser"].map(|name| (name, "../../../maser-emu"));
    if let Err(e) = std::fs::create_dir_all(bin) {
        println!("cargo:warning={}: {e}", bin.display());
    }
    for (name, to) in commands.into_iter().chain(emulators) {
        let link = bin.join(name);
        if std::fs::read_link(&link).is_ok_and(|there| there == Path::new(to)) {
            continue;
        }
        let _ = std::fs::remove_file(&link);
        if let Err(e) = std::os::unix::fs::symlink(to, &link) {
            println!("cargo:warning={}: {e}", link.display());
        }
    }
}
