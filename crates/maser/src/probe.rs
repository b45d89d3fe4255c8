//! `maser probe`: the emulator's probes, and scripts that use them.

use crate::{Result, emulator};
use object::read::elf::{ElfFile64, FileHeader};
use object::{Endianness, elf};
use probes::{PROBES, Probe, SILENT};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode};

const USAGE: &str = "\
maser probe list              the emulator's probes, with their arguments
maser probe scripts           ready bpftrace scripts
maser probe show NAME         prints one, for this emulator
maser probe run NAME [ARG...] runs it with bpftrace (as root) until Ctrl-C; ARGs are bpftrace's

";

/// The scripts: name and text.
const SCRIPTS: &[(&str, &str)] = &[
    ("program-steps", include_str!("../../../probes/program-steps.bt")),
    ("vfork", include_str!("../../../probes/vfork.bt")),
    ("descriptors", include_str!("../../../probes/descriptors.bt")),
    ("run-queue", include_str!("../../../probes/run-queue.bt")),
    ("schedulers", include_str!("../../../probes/schedulers.bt")),
    ("processes", include_str!("../../../probes/processes.bt")),
    ("message-sizes", include_str!("../../../probes/message-sizes.bt")),
    ("collections", include_str!("../../../probes/collections.bt")),
    ("busy-ports", include_str!("../../../probes/busy-ports.bt")),
    ("distribution", include_str!("../../../probes/distribution.bt")),
];

/// Stands in scripts in place of the emulator's file.
const EMULATOR: &str = "EMULATOR";

/// Does what the arguments say.
pub fn main(args: &[OsString]) -> Result<ExitCode> {
    let words: Vec<&str> = args.iter().map(|a| a.to_str().unwrap_or_default()).collect();
    match words[..] {
        ["list"] => list()?,
        ["scripts"] => {
            for (name, text) in SCRIPTS {
                let about = text.lines().map_while(|l| l.strip_prefix("// "));
                println!("{name:<14} {}", about.collect::<Vec<_>>().join(" "));
            }
        }
        ["show", name] => print!("{}", script(name)?),
        ["run", name, ..] => {
            let mut bpftrace = Command::new("bpftrace");
            let why = bpftrace.args(&args[2..]).arg("-e").arg(script(name)?).exec();
            return Err(format!("cannot run bpftrace (package bpftrace): {why}"));
        }
        [] | ["help" | "--help"] => print!("{USAGE}"),
        ["show" | "run"] => return Err("probe: which script? `maser probe scripts`".into()),
        ["list" | "scripts" | "show", ..] => {
            return Err(format!("probe {}: too many arguments", words[0]));
        }
        _ => return Err(format!("probe: {:?} is not list, scripts, show or run", args[0])),
    }
    Ok(ExitCode::SUCCESS)
}

fn script(name: &str) -> Result<String> {
    let found = SCRIPTS.iter().find(|s| s.0 == name);
    let text =
        found.ok_or_else(|| format!("no script {name}; `maser probe scripts` lists them"))?.1;
    Ok(text.replace(EMULATOR, &emulator::locate()?.display().to_string()))
}

fn list() -> Result<()> {
    let file = emulator::locate()?;
    let there = notes(&file)?;
    let all = PROBES.iter().map(|p| (p, "")).chain(SILENT.iter().map(|p| (p, "  (never told)")));
    for (probe, told) in all {
        let arguments: Vec<String> =
            probe.arguments.iter().map(|(name, kind)| format!("{name}: {kind}")).collect();
        let place = match there.get(&key(probe.provider, probe.name)) {
            Some(_) => told,
            None => "  (not in this emulator)",
        };
        println!("{}:{}({}){place}", probe.provider, probe.name, arguments.join(", "));
        println!("   {}", about(probe));
    }
    Ok(())
}

fn about(probe: &Probe) -> String {
    probe.about.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}

fn key(provider: &str, name: &str) -> (String, String) {
    (provider.to_owned(), name.to_owned())
}

/// The arguments of probes as the notes have them, by provider and name.
type Notes = BTreeMap<(String, String), String>;

/// The probes that a program's file has notes of.
fn notes(file: &Path) -> Result<Notes> {
    let wrong = |what: &str| format!("{}: {what}", file.display());
    let bytes = std::fs::read(file).map_err(|e| wrong(&e.to_string()))?;
    notes_in(&bytes).map_err(|e| wrong(&e))
}

/// The same of a file's contents.
pub fn notes_in(file: &[u8]) -> Result<Notes> {
    let parsed: ElfFile64<'_> = ElfFile64::parse(file).map_err(|e| format!("no program: {e}"))?;
    let (header, data) = (parsed.elf_header(), parsed.data());
    let endian = Endianness::Little;
    let sections = header.sections(endian, data).map_err(|e| e.to_string())?;
    let mut found = BTreeMap::new();
    for (_, section) in sections.enumerate() {
        if sections.section_name(endian, section) != Ok(b".note.stapsdt") {
            continue;
        }
        use object::read::elf::SectionHeader;
        let all = section.notes(endian, data).map_err(|e| e.to_string())?;
        let Some(mut all) = all else { continue };
        debug_assert!(section.sh_type(endian) == elf::SHT_NOTE);
        while let Ok(Some(note)) = all.next() {
            // Place, base and semaphore, then provider, name and arguments.
            let mut texts = note.desc().get(24..).unwrap_or_default().split(|b| *b == 0);
            let mut text =
                || String::from_utf8_lossy(texts.next().unwrap_or_default()).into_owned();
            found.insert((text(), text()), text());
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of a file of the project.
    fn read(name: &str) -> String {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
        std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
    }

    #[test]
    fn the_documentation_has_each_probe_and_no_other() {
        let text = read("docs/probes.md");
        let documented: Vec<&str> = text
            .lines()
            .filter_map(|l| l.strip_prefix("| `")?.split_once("` |").map(|(name, _)| name))
            .filter(|name| name.contains('('))
            .collect();
        let wanted: Vec<String> = PROBES
            .iter()
            .chain(SILENT)
            .map(|p| {
                let arguments: Vec<&str> = p.arguments.iter().map(|a| a.0).collect();
                format!("{}:{}({})", p.provider, p.name, arguments.join(", "))
            })
            .collect();
        assert_eq!(documented, wanted);
        for (name, _) in SCRIPTS {
            assert!(text.contains(&format!("| `{name}` |")), "{name}");
        }
    }

    #[test]
    fn scripts_use_probes_that_are_there() {
        for (name, text) in SCRIPTS {
            for place in text.split("usdt:EMULATOR:").skip(1) {
                let place = place.split([' ', '\n']).next().unwrap();
                let (provider, probe) = place.split_once(':').unwrap();
                let found = PROBES.iter().any(|p| (p.provider, p.name) == (provider, probe));
                assert!(found, "{name}: {place}");
            }
        }
        let files = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../probes"));
        assert_eq!(files.unwrap().count(), SCRIPTS.len());
    }
}
