//! `maser lab pgo`: what it changes that the emulator is compiled by what it has been seen to do
//! (`make prof-use`), for a program that computes, one that sends, and a server.

use super::pairs::{self, Measured, Pair, words};
use super::{Options, http};
use crate::otp::Otp;
use crate::{Result, emulator, pgo, shadow};
use std::path::Path;

/// Runs the lab and prints what has come out.
pub(super) fn run(otp: &Otp, options: &Options, dir: &Path) -> Result<Vec<Measured>> {
    pairs::make_native(otp, options, dir)?;
    let erl = |emulator: &Path| -> Result<Vec<String>> {
        let shadow = shadow::prepare(otp, emulator)?;
        let erl = shadow.commands().join("erl").display().to_string();
        Ok(vec![erl, pairs::native(options).to_string()])
    };
    let (plain, profiled) = (erl(&emulator::locate()?)?, erl(&pgo::profiled()?)?);
    let pair = |name: &str, serves: bool, rest: Vec<String>| Pair {
        name: name.into(),
        without: [&plain[..], &rest].concat(),
        with: [&profiled[..], &rest].concat(),
        serves,
    };
    let program = |rest: String| words(&format!("+S 1:1 -noshell -pa {} {rest}", dir.display()));
    let compile = program(format!("-run lab_huge main {}", options.sized(3, 1)));
    let calls = program(format!(
        "-run maser_lab main lab_messages gen_server_call:{}",
        options.sized(1_000_000, 1000)
    ));
    // Something of each kind of program that `make tuned` counts (they are in scripts/train).
    let pairs = [
        pair("compile", false, compile),
        pair("calls", false, calls),
        pair("http", true, http::arguments(dir)),
    ];
    let what = "compiling the emulator by its profile";
    pairs::compare("pgo", what, &pairs, options, dir)
}
