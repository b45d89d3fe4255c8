//! `maser-native`: compiles .beam files to images of native code.

use native_abi::cache;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
usage: maser-native FILE.beam...        compile files, unless the cache has them already
       maser-native --again FILE.beam... compile them in any case
       maser-native --ir FILE.beam       print what LLVM gets to compile";

#[derive(Copy, Clone, PartialEq)]
enum Wish {
    Missing,
    All,
    Text,
}

fn main() -> ExitCode {
    let mut words: Vec<_> = std::env::args_os().skip(1).collect();
    let wish = match words.first().and_then(|w| w.to_str()) {
        Some("--again") => Wish::All,
        Some("--ir") => Wish::Text,
        _ => Wish::Missing,
    };
    if wish != Wish::Missing {
        words.remove(0);
    }
    if words.is_empty() || words.iter().any(|w| w.to_string_lossy().starts_with('-')) {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    }
    let mut result = ExitCode::SUCCESS;
    for file in words.iter().map(Path::new) {
        if let Err(e) = compile(file, wish) {
            eprintln!("maser-native: {}: {e}", file.display());
            result = ExitCode::FAILURE;
        }
    }
    result
}

fn compile(file: &Path, wish: Wish) -> Result<(), String> {
    let bytes = std::fs::read(file).map_err(|e| e.to_string())?;
    let beam = beamfile::parse(&bytes).map_err(|e| e.to_string())?;
    if wish == Wish::Text {
        print!("{}", native::ir::module(&beam).text);
        return Ok(());
    }
    let directory = cache::directory().ok_or("there is no cache for images")?;
    let to = cache::file(&directory, &beam.md5);
    if wish == Wish::Missing && to.exists() {
        return Ok(());
    }
    let module = native::ir::module(&beam);
    for &f in &module.left {
        let f = &beam.code.functions[f as usize];
        let name = beam.atom(f.name);
        println!("{}:{name}/{} stays in the base tier", beam.module, f.arity);
    }
    let object = native::llvm::object(&module.text)?;
    let image = native::link::image(&object, beam.md5, module)?;
    write(&to, &image.to_bytes()).map_err(|e| format!("{}: {e}", to.display()))
}

/// Writes a file so that others see all of it or nothing.
fn write(to: &PathBuf, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(directory) = to.parent() {
        std::fs::create_dir_all(directory)?;
    }
    let making = to.with_extension(format!("tmp-{}", std::process::id()));
    let written = std::fs::write(&making, bytes).and_then(|()| std::fs::rename(&making, to));
    if written.is_err() {
        let _ = std::fs::remove_file(&making);
    }
    written
}
