//! The texts on the machine, its limits, and the emulators that run on it.

use super::clean;
use crate::{emulator, otp};
use std::fmt::Write;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Variables with flags: their values are cleaned.
const FLAGS: &[&str] = &["ERL_AFLAGS", "ERL_FLAGS", "ERL_ZFLAGS"];

/// Variables whose values are told as they are.
const SAFE: &[&str] = &[
    "ERL_CRASH_DUMP",
    "ERL_CRASH_DUMP_BYTES",
    "ERL_CRASH_DUMP_NICE",
    "ERL_CRASH_DUMP_SECONDS",
    "ERL_EPMD_PORT",
    "ERL_FULLSWEEP_AFTER",
    "ERL_LIBS",
    "ERL_MAX_ETS_TABLES",
    "ERL_MAX_PORTS",
    "ERL_THREAD_POOL_SIZE",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "MASER_EMU",
    "MASER_HUGE_CODE_PAGES",
    "MASER_HUGE_HEAPS",
    "MASER_NATIVE",
    "MASER_NATIVE_LIMIT",
    "MASER_NATIVE_MODE",
    "MASER_OTP_ROOT",
    "MASER_TUNE",
    "TERM",
    "TZ",
    "XDG_CACHE_HOME",
];

/// The text of a file of the system, or why there is none.
fn read(file: &str) -> String {
    fs::read_to_string(file).map_or_else(|e| e.to_string(), |text| text.trim().to_string())
}

/// The programs, the installation of OTP and the system.
pub fn versions() -> String {
    let mut out = String::new();
    let _ = writeln!(out, "maser      {}", env!("CARGO_PKG_VERSION"));
    let _ = writeln!(out, "sources    {}", env!("MASER_SOURCES"));
    let emulator = emulator::locate();
    let said = match &emulator {
        Ok(file) => match fs::metadata(file) {
            Ok(of) => format!("{}, {} bytes", file.display(), of.len()),
            Err(e) => format!("{}: {e}", file.display()),
        },
        Err(why) => why.clone(),
    };
    let _ = writeln!(out, "emulator   {said}");
    let said = match otp::locate() {
        Ok(otp) => format!("{} (erts {}) at {}", otp.version, otp.erts, otp.root.display()),
        Err(why) => why,
    };
    let _ = writeln!(out, "OTP        {said}");
    let _ = writeln!(out, "kernel     Linux {}", read("/proc/sys/kernel/osrelease"));
    let release = read("/etc/os-release");
    let pretty = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    let _ = writeln!(out, "system     {}", pretty.unwrap_or("not known").trim_matches('"'));
    let _ = writeln!(out, "machine    {}", std::env::consts::ARCH);
    out
}

/// Processors, memory and the limits of the control group.
pub fn machine() -> String {
    let mut out = String::new();
    let processors = read("/proc/cpuinfo");
    let field = |name: &str| {
        let mut lines = processors.lines().filter(|line| line.starts_with(name));
        lines.next().and_then(|line| line.split_once(':')).map_or("", |of| of.1.trim())
    };
    let count = processors.lines().filter(|line| line.starts_with("processor")).count();
    let usable = std::thread::available_parallelism().map_or(0, usize::from);
    let _ = writeln!(out, "{count} processors, {usable} of them usable: {}", field("model name"));
    let _ = writeln!(out, "flags: {}", field("flags"));
    for line in read("/proc/meminfo").lines() {
        let _ = writeln!(out, "{line}");
    }
    for file in [
        "/sys/kernel/mm/transparent_hugepage/enabled",
        "/proc/sys/vm/overcommit_memory",
        "/proc/sys/vm/max_map_count",
        "/proc/sys/kernel/pid_max",
        "/proc/sys/kernel/threads-max",
        "/sys/fs/cgroup/memory.max",
        "/sys/fs/cgroup/memory.swap.max",
        "/sys/fs/cgroup/cpu.max",
        "/sys/fs/cgroup/pids.max",
        "/proc/loadavg",
        "/proc/pressure/memory",
    ] {
        let (place, name) = file.rsplit_once('/').unwrap_or_default();
        let group = if place.ends_with("cgroup") { "cgroup " } else { "" };
        let huge = if name == "enabled" { "transparent huge pages " } else { "" };
        let _ = writeln!(out, "{group}{huge}{name}: {}", read(file).replace('\n', "; "));
    }
    out
}

/// The limits of what is started from here.
pub fn limits() -> String {
    read("/proc/self/limits") + "\n"
}

/// Variables that are known to say nothing private; `all` but secrets if that is asked for.
pub fn environment(values: bool, all: bool) -> String {
    let mut out = String::new();
    let mut variables: Vec<(String, String)> = std::env::vars_os()
        .map(|(name, value)| (name.to_string_lossy().into(), value.to_string_lossy().into()))
        .collect();
    variables.sort();
    for (name, value) in variables {
        let flags = FLAGS.contains(&name.as_str())
            || (name.starts_with("ERL_OTP") && name.ends_with("_FLAGS"));
        let value = match name.as_str() {
            _ if flags => clean::arguments(&clean::words(&value), values),
            known if SAFE.contains(&known) => value,
            other if all && !clean::is_secret(other) => value,
            _ => continue,
        };
        let _ = writeln!(out, "{name}={}", value.replace('\n', " "));
    }
    out
}

/// The emulators of this user that run here, with their flags, limits and sizes.
pub fn emulators(values: bool) -> String {
    let own = fs::metadata("/proc/self").map_or(u32::MAX, |of| of.uid());
    let mut out = String::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_own = entry.metadata().is_ok_and(|of| of.uid() == own);
        if is_own && name.parse::<u32>().is_ok() {
            out.push_str(&one(&entry.path(), &name, values).unwrap_or_default());
        }
    }
    if out.is_empty() {
        out.push_str("No emulator of this user runs here.\n");
    }
    out
}

/// The text on a process, if it is an emulator.
fn one(place: &Path, number: &str, values: bool) -> Option<String> {
    let program = fs::read_link(place.join("exe")).ok()?;
    let program = program.to_string_lossy().replace(" (deleted)", "");
    let name = program.rsplit('/').next()?;
    if !name.starts_with("maser-emu") && !name.starts_with("beam.") && name != "beam" {
        return None;
    }
    let line = fs::read(place.join("cmdline")).ok()?;
    // Before the first `--` the flags are the emulator's, which `erl` takes with a `+`.
    let mut own = true;
    let words: Vec<String> = line
        .split(|b| *b == 0)
        .skip(1)
        .filter(|word| !word.is_empty())
        .map(|word| {
            own &= word != b"--";
            let word = String::from_utf8_lossy(word);
            match word.strip_prefix('-').filter(|_| own) {
                Some(flag) => format!("+{flag}"),
                None => word.into_owned(),
            }
        })
        .collect();
    let mut out = format!("process {number}: {program} {}\n", clean::arguments(&words, values));
    let status = fs::read_to_string(place.join("status")).unwrap_or_default();
    for line in status.lines() {
        let field = line.split(':').next().unwrap_or_default();
        if matches!(field, "State" | "VmPeak" | "VmSize" | "VmHWM" | "VmRSS" | "VmSwap" | "Threads")
        {
            let _ = writeln!(out, "  {}", line.replace('\t', " "));
        }
    }
    let limits = fs::read_to_string(place.join("limits")).unwrap_or_default();
    for line in limits.lines().filter(|line| !line.contains("unlimited            unlimited")) {
        let _ = writeln!(out, "  {}", line.trim_end());
    }
    out.push('\n');
    Some(out)
}
