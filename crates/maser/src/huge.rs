//! Reports which memory is on huge pages: of the machine, and of a running emulator.

use crate::otp::Otp;
use crate::{Result, shadow};
use hugetext::smaps::{self, Mapping, meminfo};
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// The huge pages of the machine, and the memory of an emulator, started for this, that comes to be
/// on them.
pub(crate) fn findings(otp: &Otp, emu: &Path) -> Vec<String> {
    let mut lines = vec![machine()];
    for wanted in ["auto", "true"] {
        let found = trial(otp, emu, wanted);
        let text = found.unwrap_or_else(|why| vec![why]).join("; ");
        lines.push(format!("+huge_code_pages {wanted}: {text}"));
    }
    lines
}

fn machine() -> String {
    let read = |name| fs::read_to_string(format!("/sys/kernel/mm/transparent_hugepage/{name}"));
    let transparent = read("enabled").unwrap_or_default();
    let chosen = transparent.split(['[', ']']).nth(1).unwrap_or("not there").to_owned();
    let pages = |key| meminfo(key).unwrap_or(0);
    let mb = |key| meminfo(key).unwrap_or(0) >> 20;
    format!(
        "huge pages: {} reserved, {} of them free; transparent ones: {chosen}; \
         in use: {} MB anonymous, {} MB of files, {} MB shared",
        pages("HugePages_Total"),
        pages("HugePages_Free"),
        mb("AnonHugePages"),
        mb("FileHugePages"),
        mb("ShmemHugePages"),
    )
}

/// Starts an emulator, and looks at it while it waits.
fn trial(otp: &Otp, emu: &Path, wanted: &str) -> Result<Vec<String>> {
    let shadow = shadow::prepare(otp, emu)?;
    let program = "io:put_chars(os:getpid() ++ \"\\n\"), io:get_line(\"\"), halt().";
    let mut child = Command::new(shadow.commands().join("erl"))
        .args(["-boot", "no_dot_erlang", "-noshell", "-eval", program])
        .env("MASER_HUGE_CODE_PAGES", wanted)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| format!("the emulator does not start: {e}"))?;
    let mut number = String::new();
    if let Some(out) = &mut child.stdout {
        BufReader::new(out).read_line(&mut number).map_err(|e| e.to_string())?;
    }
    let found = of_process(number.trim()).map_err(|e| format!("the emulator says {number:?}: {e}"));
    drop(child.stdin.take());
    let _ = child.wait();
    found
}

/// The memory of a process on huge pages: its program's code, code that has been made while it
/// runs, and the rest.
pub(crate) fn of_process(process: &str) -> io::Result<Vec<String>> {
    process.parse::<u32>().map_err(|_| io::Error::other("no number of a process"))?;
    let program = fs::read_link(format!("/proc/{process}/exe")).map_err(|e| match e.kind() {
        io::ErrorKind::NotFound => io::Error::other("there is no such program"),
        _ => e,
    })?;
    let all = smaps::detailed(process)?;
    let text = program.to_string_lossy();
    // A copy of code lies between what is left of the file.
    let own: Vec<&Mapping> = all.iter().filter(|m| m.name == text).collect();
    let (from, to) = match (own.first(), own.last()) {
        (Some(first), Some(last)) => (first.from, last.to),
        _ => (0, 0),
    };
    let within = |m: &&&Mapping| m.from >= from && m.to <= to;
    let code: Vec<&Mapping> = all.iter().filter(|m| m.is_code()).collect();
    let (program, others): (Vec<&Mapping>, Vec<&Mapping>) = code.iter().partition(within);
    let (libraries, made): (Vec<&Mapping>, Vec<&Mapping>) =
        others.iter().partition(|m| m.name.contains(".so") || m.name.starts_with("[v"));
    let data: Vec<&Mapping> = all.iter().filter(|m| !m.is_code()).collect();
    let line = |what: &str, of: &[&Mapping]| {
        let sum = |f: fn(&Mapping) -> u64| of.iter().map(|m| f(m)).sum::<u64>() >> 10;
        let (huge, resident) = (sum(|m| m.huge), sum(|m| m.resident));
        let reserved = match sum(|m| m.reserved) {
            0 => String::new(),
            kb => format!(" ({kb} KB of it reserved pages)"),
        };
        let in_place = of.iter().any(|m| m.huge > 0 && m.name == text);
        let how = if in_place { ", in place" } else { "" };
        format!("{what} {huge} of {resident} KB{how}{reserved}")
    };
    Ok(vec![
        line("code of the program", &program),
        line("of libraries", &libraries),
        line("made while it runs", &made),
        line("data", &data),
    ])
}
