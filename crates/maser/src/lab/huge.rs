//! `maser lab huge-pages`: what it changes that code is on pages of 2 MB, for Maser and, by the
//! preload library, for stock erl and for PHP.
//!
//! The same program runs without and with, alternately.

use super::pairs::{self, Measured, Pair, words};
use super::{Emulator, Options, http};
use crate::Result;
use crate::otp::Otp;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const FLAG: &str = "+huge_code_pages";

/// Runs the lab and prints what has come out.
pub(super) fn run(
    otp: &Otp,
    emulators: &[Emulator],
    options: &Options,
    dir: &Path,
) -> Result<Vec<Measured>> {
    pairs::make_native(otp, options, dir)?;
    let what = "code on huge pages";
    pairs::compare("huge-pages", what, &pairs(emulators, options, dir), options, dir)
}

fn pairs(emulators: &[Emulator], options: &Options, dir: &Path) -> Vec<Pair> {
    let size = |full: u64, quick: u64| options.sized(full, quick);
    let compile =
        words(&format!("+S 1:1 -noshell -pa {} -run lab_huge main {}", dir.display(), size(3, 1)));
    // Where programs begin is chosen by chance, and so how many whole pages there are: not here.
    let fixed = |preloaded: Option<&Path>| match preloaded {
        Some(file) => words(&format!("setarch -R env LD_PRELOAD={}", file.display())),
        None => words("setarch -R env"),
    };
    let library = preload_library();
    let mut pairs = Vec::new();
    for emulator in emulators {
        let erl = emulator.erl.display().to_string();
        if emulator.name == "maser" {
            let native = pairs::native(options);
            let flags = |huge: &str| words(&format!("{erl} {FLAG}{huge} {native}"));
            let side = |huge, rest: &[String]| [&flags(huge), rest].concat();
            let pair = |name, serves, rest: &[String]| {
                let (without, with) = (side("false", rest), side("true", rest));
                Pair { name: String::from(name), without, with, serves }
            };
            pairs.push(pair("compile, maser", false, &compile));
            pairs.push(pair("http, maser", true, &http::arguments(dir)));
        } else if let Some(library) = &library {
            let side = |preloaded, rest: &[String]| {
                [fixed(preloaded), vec![erl.clone()], rest.to_vec()].concat()
            };
            let pair = |name, serves, rest: &[String]| {
                let (without, with) = (side(None, rest), side(Some(library), rest));
                Pair { name: String::from(name), without, with, serves }
            };
            pairs.push(pair("compile, stock", false, &compile));
            pairs.push(pair("http, stock", true, &http::arguments(dir)));
        }
    }
    let php = Command::new("php").arg("-v").stdout(Stdio::null()).status();
    match (&library, php) {
        (Some(library), Ok(status)) if status.success() => {
            let rest = words(&format!("php lab_huge.php {}", size(30, 1)));
            let side = |preloaded| [fixed(preloaded), rest.clone()].concat();
            let (without, with) = (side(None), side(Some(library)));
            pairs.push(Pair { name: "php".into(), without, with, serves: false });
        }
        (Some(_), _) => println!("php is not installed (package php-cli): it is left out"),
        (None, _) => println!("no libhugetext.so beside maser: stock and php are left out"),
    }
    pairs
}

fn preload_library() -> Option<PathBuf> {
    let own = trust::program().ok()?;
    let file = own.with_file_name("libhugetext.so");
    file.is_file().then_some(file)
}
