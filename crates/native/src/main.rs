//! `maser-native`: compiles .beam files to images of native code.

use native_abi::cache::{self, Store, Unusable};
use native_abi::profile::Profile;
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;
use trust::Make;

const USAGE: &str = "\
usage: maser-native FILE.beam...         compile files, unless the cache has them already
       maser-native --again FILE.beam... compile them in any case
       maser-native --helper             compile what stands on standard input, as an emulator's
                                         helper, no longer than that lives
       maser-native --background         the same with little priority
       maser-native --show NAME/ARITY FILE.beam
                                         print what becomes of a function
       maser-native --ir FILE.beam       print what LLVM gets to compile
       maser-native --kind               print what names images that this program makes";

#[derive(Copy, Clone, PartialEq)]
enum Wish {
    Missing,
    All,
    Helper,
    Text,
    Show,
}

fn main() -> ExitCode {
    native_abi::processor::check();
    native_abi::set_sources(env!("MASER_SOURCES"));
    release::choose_by_environment();
    let mut words: Vec<_> = std::env::args_os().skip(1).collect();
    if words == ["--kind"] {
        println!("{}", cache::kind());
        return ExitCode::SUCCESS;
    }
    let wish = match words.first().and_then(|w| w.to_str()) {
        Some("--again") => Wish::All,
        Some("--background" | "--helper") => Wish::Helper,
        Some("--show") => Wish::Show,
        Some("--ir") => Wish::Text,
        _ => Wish::Missing,
    };
    let in_background = words.first().is_some_and(|w| w == "--background");
    if wish != Wish::Missing {
        words.remove(0);
    }
    let shown = (wish == Wish::Show && words.len() == 2).then(|| words.remove(0));
    let shown = shown.unwrap_or_default().to_string_lossy().into_owned();
    if wish == Wish::Helper && words.is_empty() {
        native::host::serve(in_background);
        words.push("/dev/stdin".into());
    }
    if words.is_empty() || words.iter().any(|w| w.to_string_lossy().starts_with('-')) {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    }
    let mut result = ExitCode::SUCCESS;
    for file in words.iter().map(Path::new) {
        if let Err(e) = compile(file, wish, &shown) {
            match wish {
                Wish::Helper => eprintln!("{e}"),
                _ => eprintln!("maser-native: {}: {e}", file.display()),
            }
            result = ExitCode::FAILURE;
        }
    }
    result
}

fn read(file: &Path, wish: Wish) -> std::io::Result<Vec<u8>> {
    if wish != Wish::Helper {
        return std::fs::read(file);
    }
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn compile(file: &Path, wish: Wish, shown: &str) -> Result<(), String> {
    let begun = Instant::now();
    let bytes = read(file, wish).map_err(|e| e.to_string())?;
    let beam = beamfile::parse(&bytes).map_err(|e| e.to_string())?;
    if matches!(wish, Wish::Show | Wish::Text) {
        let profile = store(Make::No).ok().and_then(|s| s.profile(&beam.md5).ok().flatten());
        let text = match wish {
            Wish::Show => native::show::function(&beam, shown, profile.as_ref())?,
            _ => native::ir::module_by(&beam, profile.as_ref()).text,
        };
        print!("{text}");
        return Ok(());
    }
    let store = store(Make::Yes).map_err(|why| why.to_string())?;
    // The emulator that loads the module says so if its profile is damaged.
    let profile = store.profile(&beam.md5).ok().flatten();
    let digest = profile.as_ref().map(Profile::digest);
    // One that is damaged is made again.
    if wish != Wish::All && matches!(store.image(&beam.md5, digest), Ok(Some(_))) {
        return Ok(());
    }
    let module = native::ir::module_by(&beam, profile.as_ref());
    if wish != Wish::Helper {
        for &f in &module.left {
            let f = &beam.code.functions[f as usize];
            let name = beam.atom(f.name);
            println!("{}:{name}/{} stays in the base tier", beam.module, f.arity);
        }
    }
    let object = native::llvm::object(&module.text)?;
    let mut image = native::link::image(&object, &beam, module)?;
    image.milliseconds = begun.elapsed().as_millis() as u32;
    store.put(&image, digest).map_err(|why| why.to_string())
}

/// The cache.
fn store(make: Make) -> Result<Store, Unusable> {
    Store::usual(make)?.ok_or(Unusable::Nowhere)
}
