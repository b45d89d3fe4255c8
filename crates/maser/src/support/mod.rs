//! `maser doctor --support FILE`: an archive for a report of a fault.

mod clean;
mod system;
mod tar;

use crate::{Result, crash, doctor, native};
use clean::Names;
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tar::Archive;

/// The directory in the archive.
const INSIDE: &str = "maser-support";

/// Things that may be added, by name.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
struct With {
    dump: bool,
    arguments: bool,
    environment: bool,
}

/// A request on the command line.
#[derive(Debug, PartialEq)]
struct Request {
    file: PathBuf,
    dump: Option<PathBuf>,
    with: With,
}

/// Does what the words behind `--support` say.
pub fn main(args: &[OsString]) -> Result<ExitCode> {
    let request = asked(args)?;
    let file = request.file.display();
    let wrong = |e: io::Error| format!("{file}: {e}");
    // Only the user may read it, and nothing that is there already is lost.
    let out = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&request.file);
    let mut archive = Archive::new(BufWriter::new(out.map_err(wrong)?));
    write(&mut archive, &request).map_err(wrong)?;
    let out = archive.finish().map_err(wrong)?;
    out.into_inner().map_err(|e| wrong(e.into_error()))?;
    println!("{file} is written. `tar xzf` it and look into it before you send it.");
    Ok(ExitCode::SUCCESS)
}

fn asked(args: &[OsString]) -> Result<Request> {
    let usage = "doctor: --support FILE [--dump FILE] [--with dump|arguments|environment]...";
    let (file, rest) = args.split_first().ok_or(usage)?;
    if file.to_str().is_some_and(|file| file.is_empty() || file.starts_with("--")) {
        return Err(usage.into());
    }
    let mut request = Request { file: file.into(), dump: None, with: With::default() };
    for pair in rest.chunks(2) {
        let [flag, value] = pair else { return Err(usage.into()) };
        match (flag.to_str(), value.to_str()) {
            (Some("--dump"), _) => request.dump = Some(value.into()),
            (Some("--with"), Some("dump")) => request.with.dump = true,
            (Some("--with"), Some("arguments")) => request.with.arguments = true,
            (Some("--with"), Some("environment")) => request.with.environment = true,
            _ => return Err(usage.into()),
        }
    }
    Ok(request)
}

fn write(archive: &mut Archive<BufWriter<File>>, request: &Request) -> io::Result<()> {
    let names = Names::here();
    let with = request.with;
    let mut add = |name: &str, text: String| -> io::Result<()> {
        let text = names.hide(&text);
        put(archive, name, text.len() as u64, &mut text.as_bytes())
    };
    add("README.txt", about(with))?;
    add("versions.txt", system::versions())?;
    let mut lines = String::new();
    doctor::findings(&mut |line| lines.push_str(&(line + "\n")));
    add("doctor.txt", lines)?;
    add("machine.txt", system::machine())?;
    add("limits.txt", system::limits())?;
    add("environment.txt", system::environment(with.arguments, with.environment))?;
    add("emulators.txt", system::emulators(with.arguments))?;
    add("native.txt", native_tier())?;
    let dump = request.dump.clone().or_else(crash::left_here);
    let Some(dump) = dump else {
        return add("dump.txt", "There is no crash dump here; --dump FILE names one.\n".into());
    };
    let summary = crash::summarised(&dump, with.dump);
    add("dump.txt", summary.unwrap_or_else(|why| why + "\n"))?;
    if with.dump {
        whole(archive, &dump)?;
    }
    Ok(())
}

/// Adds a file, and says so.
fn put(
    archive: &mut Archive<BufWriter<File>>,
    name: &str,
    size: u64,
    input: &mut dyn io::Read,
) -> io::Result<()> {
    let name = format!("{INSIDE}/{name}");
    println!("  {name:<32} {size:>9} bytes");
    archive.add(&name, size, input)
}

fn whole(archive: &mut Archive<BufWriter<File>>, dump: &Path) -> io::Result<()> {
    let mut input = File::open(dump)?;
    let size = input.metadata()?.len();
    let name = if dump.extension().is_some_and(|e| e == "gz") { "dump.gz" } else { "dump" };
    put(archive, &format!("erl_crash.{name}"), size, &mut input)
}

fn native_tier() -> String {
    let lines = native::state().unwrap_or_else(|why| vec![why]);
    // Names of modules are the user's.
    let safe = |line: String| match line.strip_prefix("profiles of ") {
        Some(rest) => format!("profiles of {}", rest.split(':').next().unwrap_or_default()),
        None => line,
    };
    lines.into_iter().map(safe).map(|line| line + "\n").collect()
}

fn about(with: With) -> String {
    let mut text = String::from(
        "An archive for a report of a fault of Maser, by `maser doctor --support`.\n\n\
         It has no values of arguments but those of + flags, no variables but some that OTP and\n\
         Maser read, no texts of programs. ~ is the home directory, USER the user's name, HOST\n\
         the machine's. Of a crash dump it has numbers, and names of functions, processes and\n\
         tables.\n",
    );
    for (is_there, what) in [
        (with.dump, "the crash dump, whole: all that the node had in memory"),
        (with.arguments, "values of arguments, but for those of secrets by their name"),
        (with.environment, "all variables, but for those of secrets by their name"),
    ] {
        if is_there {
            text.push_str(&format!("It was asked to have also {what}.\n"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests() {
        let of = |line: &str| asked(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        let request = of("a.tar.gz --with dump --dump d --with arguments").unwrap();
        assert_eq!(request.dump, Some("d".into()));
        assert_eq!(request.with, With { dump: true, arguments: true, environment: false });
        for wrong in ["--with dump", "a --with", "a --with all", "a b", ""] {
            assert!(of(wrong).is_err(), "{wrong}");
        }
    }
}
