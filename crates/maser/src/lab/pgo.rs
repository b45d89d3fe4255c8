//! `maser lab pgo`: what it changes that the emulator is compiled by what it has been seen to do
//! (`make prof-use`), for a program that computes, one that sends, and a server.

use super::pairs::{self, Measured, Pair, words};
use super::{Options, http};
use crate::otp::Otp;
use crate::{Result, emulator, pgo, shadow};
use std::fs;
use std::path::Path;
use std::process::Command;

const FILES: [(&str, &str); 3] = [
    ("lab_huge.erl", include_str!("../../../../labs/lab_huge.erl")),
    ("lab_messages.erl", include_str!("../../../../labs/lab_messages.erl")),
    ("maser_lab.erl", include_str!("../../../../labs/maser_lab.erl")),
];

/// Runs the lab and prints what has come out.
pub(super) fn run(otp: &Otp, options: &Options, dir: &Path) -> Result<Vec<Measured>> {
    http::build(otp, dir)?;
    let mut erlc = Command::new(otp.command("erlc"));
    erlc.env("ERLC_EMULATOR", otp.command("erl")).current_dir(dir);
    for (file, text) in FILES {
        fs::write(dir.join(file), text).map_err(|e| format!("{file}: {e}"))?;
        erlc.arg(file);
    }
    super::run::done(&mut erlc, "erlc")?;
    let erl = |emulator: &Path| -> Result<String> {
        let shadow = shadow::prepare(otp, emulator)?;
        Ok(shadow.commands().join("erl").display().to_string())
    };
    let (plain, profiled) = (erl(&emulator::locate()?)?, erl(&pgo::profiled()?)?);
    let size = |full: u64, quick: u64| options.sized(full, quick);
    let native = if options.native { "cache" } else { "off" };
    let program = |erl: &str, rest: &str| {
        words(&format!("{erl} +native{native} +S 1:1 -noshell -pa {} -run {rest}", dir.display()))
    };
    let pair = |name: &str, rest: &str| Pair {
        name: name.into(),
        without: program(&plain, rest),
        with: program(&profiled, rest),
        serves: false,
    };
    let pairs = [
        pair("compile", &format!("lab_huge main {}", size(10, 1))),
        pair(
            "calls",
            &format!("maser_lab main lab_messages gen_server_call:{}", size(1_000_000, 1000)),
        ),
        Pair {
            name: "http".into(),
            without: http::erlang(&plain, dir),
            with: http::erlang(&profiled, dir),
            serves: true,
        },
    ];
    let what = "compiling the emulator by its profile";
    pairs::compare("pgo", what, &pairs, options, dir)
}
