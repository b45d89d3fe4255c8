//! The `maser` command: erl's command line, and a few sub-commands of its own.

use maser::otp::{self, DEPTH};
use maser::shadow::TOOLS;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// So many are a chain that would not end.
const DEPTH_MAX: u32 = 16;

fn main() -> ExitCode {
    native_abi::processor::check();
    native_abi::set_sources(env!("MASER_SOURCES"));
    // A reader of the output, such as `head`, may stop before its end: the program ends then, too.
    // SAFETY: nothing has been set up that expects another way of going.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
    let mut words = std::env::args_os();
    let name = words.next().unwrap_or_default();
    let own = Path::new(&name).file_name().and_then(OsStr::to_str).unwrap_or("maser");
    let args: Vec<OsString> = words.collect();
    if std::env::var_os(otp::ASKING).is_some() {
        eprintln!("maser: this erl is Maser, which was started to find an erl that is not");
        return ExitCode::from(otp::LEADS_BACK);
    }
    let done = deeper().and_then(|()| match own {
        // By the name of a command of OTP it is that command.
        "erl" => maser::exec::erl(&args),
        "erlexec" => Ok(maser::start::as_erlexec(Path::new(&name), &args)),
        tool if TOOLS.contains(&tool) => maser::exec::tool(&[&[tool.into()], &args[..]].concat()),
        _ => run(&args),
    });
    done.unwrap_or_else(|why| {
        // Where nobody can be told, the status does.
        let _ = writeln!(std::io::stderr(), "maser: {why}");
        ExitCode::FAILURE
    })
}

/// Counts this launcher among those that have started each other.
fn deeper() -> maser::Result<()> {
    let before = std::env::var(DEPTH).ok().and_then(|n| n.parse().ok()).unwrap_or(0u32);
    if before >= DEPTH_MAX {
        return Err(format!(
            "it has started itself {before} times: what it takes for Erlang/OTP, or for a tool of \
             it, starts maser again; set MASER_OTP_ROOT"
        ));
    }
    // SAFETY: there is one thread.
    unsafe { std::env::set_var(DEPTH, (before + 1).to_string()) };
    Ok(())
}

/// Executes `maser ARGS`.
fn run(args: &[OsString]) -> maser::Result<ExitCode> {
    match args.first().and_then(|a| a.to_str()) {
        Some("help") => {
            print!("{}", maser::HELP);
            Ok(ExitCode::SUCCESS)
        }
        Some("version") => {
            println!("maser {}", env!("CARGO_PKG_VERSION"));
            Ok(ExitCode::SUCCESS)
        }
        Some("crash") => maser::crash::main(&args[1..]),
        Some("doctor") if args.get(1).is_some_and(|word| word == "--support") => {
            maser::support::main(&args[2..])
        }
        Some("doctor") => maser::doctor::run(&args[1..]),
        Some("probe") => maser::probe::main(&args[1..]),
        Some("exec") => maser::exec::tool(&args[1..]),
        Some("use") => maser::within::main(&args[1..]),
        Some("native") => maser::native::main(&args[1..]),
        Some("top") => maser::top::main(&args[1..]),
        Some("tune") => maser::tune::main(&args[1..]),
        Some("pgo") => maser::pgo::main(&args[1..]),
        Some("lab") => maser::lab::main(&args[1..]),
        _ => maser::exec::erl(args),
    }
}
