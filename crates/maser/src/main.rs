//! The `maser` command: erl's command line, and a few sub-commands of its own.

use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    native_abi::set_sources(env!("MASER_SOURCES"));
    // Who reads what is printed may have read enough.
    // SAFETY: nothing has been set up that expects another way of going.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    let done = match args.first().and_then(|a| a.to_str()) {
        Some("help") => {
            print!("{}", maser::HELP);
            Ok(ExitCode::SUCCESS)
        }
        Some("version") => {
            println!("maser {}", env!("CARGO_PKG_VERSION"));
            Ok(ExitCode::SUCCESS)
        }
        Some("doctor") => maser::doctor::run(&args[1..]),
        Some("probe") => maser::probe::main(&args[1..]),
        Some("exec") => maser::exec::tool(&args[1..]),
        Some("native") => maser::native::main(&args[1..]),
        Some("tune") => maser::tune::main(&args[1..]),
        Some("pgo") => maser::pgo::main(&args[1..]),
        Some("lab") => maser::lab::main(&args[1..]),
        _ => maser::exec::erl(&args),
    };
    done.unwrap_or_else(|why| {
        eprintln!("maser: {why}");
        ExitCode::FAILURE
    })
}
