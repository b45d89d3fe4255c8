//! From erl's command line to a running emulator: all that stock's `erlexec` does.
//!
//! [`words`] gathers the words, those of variables and of files among them. [`line`] reads them and
//! gives the emulator's command line. [`launch`] starts the emulator.
//!
//! Errors have the texts and the status of stock's, without the page on usage.

mod launch;
mod line;
mod words;

use crate::{otp, within};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The emulator to start, and of which installation.
#[derive(Debug, Clone)]
pub struct Origin {
    /// The root directory of the system (`code:root_dir()`).
    pub root: OsString,
    /// The directory of the installation's programs.
    pub bindir: OsString,
    /// The directory that has the emulator.
    pub emulators: PathBuf,
    /// The emulator's name there, without its flavor.
    pub emu: OsString,
    /// The name of the command that starts nodes.
    pub progname: OsString,
    /// The release's number, which is in the name of a variable with flags.
    pub release: u32,
    /// A directory that goes to the front of PATH.
    pub front: Option<PathBuf>,
    /// Variables for the emulator.
    pub env: Vec<(&'static str, OsString)>,
}

/// The value of a variable of the environment, by its name.
pub type Variables<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// A reason why nothing is started, as it is to be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault(Vec<u8>);

impl Fault {
    /// A word behind `flag` is missing, or the flag does not exist.
    fn missing(flag: &OsStr) -> Fault {
        Fault([&b"Missing argument(s) for '"[..], flag.as_bytes(), b"'."].concat())
    }

    fn told(text: &str) -> Fault {
        Fault(text.as_bytes().to_vec())
    }
}

/// Starts what erl's command line says; comes back if there is nothing to start, or that failed.
pub fn run(origin: &Origin, args: &[OsString]) -> ExitCode {
    let variables = |name: &str| std::env::var_os(name);
    words::gather(args, origin.release, &variables)
        .and_then(|words| line::read(origin, &words, &variables))
        .and_then(launch::launch)
        .unwrap_or_else(|Fault(why)| {
            use std::io::Write;
            // Where nobody can be told, the status does.
            let _ = std::io::stderr().write_all(&[&why[..], b"\n"].concat());
            ExitCode::FAILURE
        })
}

/// The command line of the emulator that erl's command line asks for, if it asks for one.
pub fn argv(
    origin: &Origin,
    args: &[OsString],
    variables: Variables<'_>,
) -> Result<Option<Vec<OsString>>, Fault> {
    let words = words::gather(args, origin.release, variables)?;
    Ok(match line::read(origin, &words, variables)? {
        line::Plan::Start(start) => Some(start.argv),
        _ => None,
    })
}

/// As `erlexec ARGS`: variables of the environment say what to start, or else the place of this
/// program does.
pub fn as_erlexec(own: &Path, args: &[OsString]) -> ExitCode {
    let variable = |name: &str| std::env::var_os(name);
    let parent = |of: &Path| of.parent().unwrap_or(Path::new("")).to_path_buf();
    let bindir = variable("BINDIR").unwrap_or_else(|| parent(own).into_os_string());
    let root =
        variable("ROOTDIR").unwrap_or_else(|| parent(&parent(Path::new(&bindir))).into_os_string());
    let origin = Origin {
        emulators: PathBuf::from(&bindir),
        emu: variable("EMU").unwrap_or_else(|| "beam".into()),
        progname: variable("PROGNAME").unwrap_or_else(|| "erl".into()),
        release: release(Path::new(&bindir), Path::new(&root)),
        front: None,
        env: Vec::new(),
        root,
        bindir,
    };
    let own = within::own_modules().into_iter();
    let mut words: Vec<OsString> = own.flat_map(|ebin| ["-pz".into(), ebin.into()]).collect();
    words.extend_from_slice(args);
    run(&origin, &words)
}

/// The release whose programs are in `bindir`; 0 if nothing tells.
fn release(bindir: &Path, root: &Path) -> u32 {
    let named = |path: &Path| {
        let mut names = path.iter().rev().filter_map(OsStr::to_str);
        names.find_map(|name| name.strip_prefix("erts-").map(release::of_erts))
    };
    let default = || {
        let data = fs::read_to_string(root.join("releases/start_erl.data")).ok()?;
        otp::started_by_default(&data).map(|(erts, _)| release::of_erts(&erts))
    };
    named(bindir).or_else(default).unwrap_or(0)
}

/// Bytes as a word.
fn word(bytes: impl Into<Vec<u8>>) -> OsString {
    OsString::from_vec(bytes.into())
}
