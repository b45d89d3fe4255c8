//! Lists the built-in functions that stock OTP has and Maser lacks.

use crate::{Result, emulator};
use maser::otp;
use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, ExitCode, Stdio};

const LIST: &str = "[io:format(\"~s~n\", [io_lib:format(\"~w:~w/~w\", [M, F, A])]) || \
                    {M, F, A} <- erlang:system_info(snifs)], halt().";

/// Prints the missing ones by module, and how many there are.
pub(crate) fn run() -> Result<ExitCode> {
    let otp = otp::locate()?;
    let mut stock = Command::new(otp.command("erl"));
    stock.args(["-noshell", "-eval", LIST]);
    let stock = names(&mut stock)?;
    let mut ours = Command::new(emulator::locate()?);
    ours.arg("--list-builtins");
    let ours = names(&mut ours)?;
    let missing: Vec<&String> = stock.difference(&ours).collect();
    let mut modules: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for name in &missing {
        let (module, function) = name.split_once(':').unwrap_or(("", name));
        modules.entry(module).or_default().push(function);
    }
    for (module, functions) in &modules {
        println!("{module} ({}): {}", functions.len(), functions.join(" "));
    }
    println!(
        "{} of OTP {}'s {} built-ins are here, {} are missing; {} are here only",
        stock.len() - missing.len(),
        otp.version,
        stock.len(),
        missing.len(),
        ours.difference(&stock).count(),
    );
    Ok(ExitCode::SUCCESS)
}

/// The lines `module:function/arity` that a command prints.
fn names(command: &mut Command) -> Result<BTreeSet<String>> {
    let out = command
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("{:?}: {e}", command.get_program()))?;
    let text = String::from_utf8_lossy(&out.stdout);
    let is_name = |line: &&str| line.contains(':') && line.contains('/');
    let names: BTreeSet<String> =
        text.lines().map(|l| l.replace('\'', "")).filter(|l| is_name(&l.as_str())).collect();
    if names.is_empty() {
        return Err(format!("{:?} lists no built-ins ({})", command.get_program(), out.status));
    }
    Ok(names)
}
