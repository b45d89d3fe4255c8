//! Finds the installed OTP and reads its versions, without starting it where that can be avoided.

use crate::Result;
use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// The oldest OTP release that Maser boots.
pub const OLDEST: u32 = release::OLDEST as u32;
/// The newest OTP release that Maser boots.
pub const NEWEST: u32 = release::NEWEST as u32;

/// The line by which Maser's own `erl` scripts name the installation that they stand for.
pub const MARKER: &str = "# maser-otp-root: ";

/// One installation of OTP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Otp {
    /// The directory that `code:root_dir()` gives on the stock emulator.
    pub root: PathBuf,
    /// The release's number, as in "25".
    pub release: u32,
    /// The full version, as in "25.2.3".
    pub version: String,
    /// The version of erts, as in "13.1.5".
    pub erts: String,
}

impl Otp {
    /// The directory of the stock emulator and of programs beside it.
    pub fn bindir(&self) -> PathBuf {
        self.erts_dir().join("bin")
    }

    /// The directory of the runtime system's own files.
    pub fn erts_dir(&self) -> PathBuf {
        self.root.join(format!("erts-{}", self.erts))
    }

    /// A stock command of the installation: `erl`, `erlc`.
    pub fn command(&self, name: &str) -> PathBuf {
        self.root.join("bin").join(name)
    }

    /// The directories with an application's code: one for each of its versions.
    pub fn code_of(&self, application: &str) -> Vec<PathBuf> {
        let all = fs::read_dir(self.root.join("lib")).into_iter().flatten().flatten();
        let is_one = |name: &str| {
            name.strip_prefix(application).is_some_and(|v| v.is_empty() || v.starts_with('-'))
        };
        all.filter(|d| d.file_name().to_str().is_some_and(is_one))
            .map(|d| d.path().join("ebin"))
            .collect()
    }
}

/// The OTP that the environment asks for: `MASER_OTP_ROOT`, or else that of `erl` on PATH. An `erl`
/// that is Maser is passed over, however it came there.
pub fn locate() -> Result<Otp> {
    if let Some(root) = std::env::var_os("MASER_OTP_ROOT").filter(|r| !r.is_empty()) {
        let root = fs::canonicalize(&root).map_err(|e| {
            format!("MASER_OTP_ROOT is {}, which cannot be read: {e}", Path::new(&root).display())
        })?;
        let otp = at_root(&own_shadow(&root).unwrap_or(root))?;
        trust::named(&otp.bindir())
            .map_err(|why| format!("the OTP that MASER_OTP_ROOT names is not used: {why}"))?;
        return Ok(otp);
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    // Files in the directory that happens to be the current one are not taken.
    let directories = std::env::split_paths(&path).filter(|dir| dir.is_absolute());
    let mut is_maser = false;
    for erl in directories.map(|dir| dir.join("erl")).filter(|file| is_executable(file)) {
        let script = fs::canonicalize(&erl).map_err(|e| format!("{}: {e}", erl.display()))?;
        match root_of(&script)? {
            Erl::Of(root) => return at_root(&root),
            Erl::Maser => is_maser = true,
        }
    }
    Err(match is_maser {
        true => "no Erlang/OTP: `erl` on PATH is Maser itself, and there is no other behind it; \
                 install Erlang/OTP or set MASER_OTP_ROOT"
            .into(),
        false => "no Erlang/OTP: `erl` is not on PATH; install it or set MASER_OTP_ROOT".into(),
    })
}

/// Reads the versions of the OTP installed at `root` and checks that Maser can boot it.
pub fn at_root(root: &Path) -> Result<Otp> {
    let missing = |what: &str| format!("no Erlang/OTP at {}: {what} is missing", root.display());
    let (erts, release) = match start_data(root) {
        Some(found) => found,
        None => newest_release(root).ok_or_else(|| missing("releases/"))?,
    };
    let version = fs::read_to_string(root.join("releases").join(&release).join("OTP_VERSION"))
        .map(|text| text.trim().to_string())
        .unwrap_or_else(|_| release.clone());
    let number = release
        .parse()
        .map_err(|_| format!("OTP at {} has the release name {release:?}", root.display()))?;
    if number < OLDEST {
        return Err(format!(
            "OTP {version} at {} is too old: Maser needs OTP {OLDEST} to {NEWEST}",
            root.display()
        ));
    }
    if number > NEWEST {
        return Err(format!(
            "OTP {version} at {} is too new: Maser knows OTP {OLDEST} to {NEWEST}",
            root.display()
        ));
    }
    let otp = Otp { root: root.to_path_buf(), release: number, version, erts };
    if !otp.bindir().is_dir() {
        return Err(missing(&format!("erts-{}/bin", otp.erts)));
    }
    Ok(otp)
}

/// The file's name, beside the launcher.
pub const EMULATOR: &str = "maser-emu";

/// Whether `file` is a regular file that somebody may execute.
pub fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(file).is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

/// The kinds of `erl` commands.
#[derive(Debug, PartialEq, Eq)]
enum Erl {
    /// The `erl` of the installation at this root.
    Of(PathBuf),
    /// Maser, or what leads to it.
    Maser,
}

/// The roots of installations whose `erl` is on PATH, as far as it need not be run to tell.
pub fn on_path() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let directories = std::env::split_paths(&path).filter(|dir| dir.is_absolute());
    let commands = directories.filter_map(|dir| fs::canonicalize(dir.join("erl")).ok());
    let kinds = commands.filter(|file| is_executable(file)).filter_map(|file| told(&file));
    kinds.filter_map(|kind| if let Erl::Of(root) = kind { Some(root) } else { None }).collect()
}

/// The kind of a command.
fn root_of(erl: &Path) -> Result<Erl> {
    told(erl).map_or_else(|| asked(erl, PATIENCE), Ok)
}

/// The kind of a command, if its file tells.
fn told(erl: &Path) -> Option<Erl> {
    if is_launcher(erl) {
        return Some(Erl::Maser);
    }
    // Maser's own scripts come first: their neighbours look like an installation too.
    let text = script(erl);
    if let Some(root) = text.as_deref().and_then(marked) {
        return Some(Erl::Of(root));
    }
    let beside = erl.parent().and_then(Path::parent);
    if let Some(root) = beside.filter(|r| r.join("releases").is_dir() && r.join("lib").is_dir()) {
        return Some(Erl::Of(root.to_path_buf()));
    }
    let named = text.as_deref().and_then(rootdir);
    named.filter(|root| root.join("releases").is_dir()).map(Erl::Of)
}

/// Whether a program is this one, or the launcher of another Maser. Copies that do not look like
/// one say so when they are asked.
fn is_launcher(program: &Path) -> bool {
    let identity = |file: &Path| fs::metadata(file).map(|m| (m.dev(), m.ino())).ok();
    let own = trust::program().ok().and_then(|own| identity(&own));
    own.is_some() && own == identity(program)
        || program.with_file_name(EMULATOR).is_file() && script(program).is_none()
}

/// The text of a script; None if a program is none.
pub fn script(program: &Path) -> Option<String> {
    let mut file = fs::File::open(program).ok()?;
    let mut bytes = vec![0; 2];
    file.read_exact(&mut bytes).ok()?;
    if bytes != *b"#!" {
        return None;
    }
    file.take(SCRIPT_MAX).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The installation named by a marker line, if the script is Maser's.
fn marked(text: &str) -> Option<PathBuf> {
    text.lines().find_map(|line| line.strip_prefix(MARKER)).map(PathBuf::from)
}

/// The installation that a root directory of Maser's own stands for.
fn own_shadow(root: &Path) -> Option<PathBuf> {
    marked(&fs::read_to_string(root.join("bin/erl")).ok()?)
}

/// The last plain `ROOTDIR=/...` of a start script.
fn rootdir(text: &str) -> Option<PathBuf> {
    text.lines()
        .filter_map(|line| line.trim().strip_prefix("ROOTDIR="))
        .map(|value| value.trim_matches(['"', '\'']))
        .rfind(|value| value.starts_with('/'))
        .map(PathBuf::from)
}

/// Tells a launcher how many launchers there are before it, without an emulator in between.
pub const DEPTH: &str = "MASER_DEPTH";
/// Tells a program that it has been started to learn where an `erl` leads.
pub const ASKING: &str = "MASER_ASKING";
/// With this status Maser answers: it leads back.
pub const LEADS_BACK: u8 = 121;
/// How long a shim may take to start OTP and end it.
const PATIENCE: Duration = Duration::from_secs(20);
/// A longer file is no start script.
const SCRIPT_MAX: u64 = 1 << 20;

/// Runs an `erl` that hides its root (a version manager's shim) to learn it. If it leads to Maser,
/// that says so at once and asks nobody else.
fn asked(erl: &Path, patience: Duration) -> Result<Erl> {
    let failed = |e: io::Error| format!("{}: {e}", erl.display());
    let mut child = std::process::Command::new(erl)
        .args(["-boot", "no_dot_erlang", "-noshell", "-eval"])
        .arg("io:put_chars(code:root_dir()), halt().")
        .env(ASKING, "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        // A group of its own, to be ended as a whole.
        .process_group(0)
        .spawn()
        .map_err(failed)?;
    let mut out = child.stdout.take();
    let text = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // Output that cannot be read is no answer.
        let _ = out.as_mut().map(|out| out.take(SCRIPT_MAX).read_to_end(&mut bytes));
        String::from_utf8_lossy(&bytes).trim().to_string()
    });
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(failed)? {
            break Some(status);
        }
        if begun.elapsed() > patience {
            break None;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    // With it goes what it has started and left behind, which may hold the pipe.
    // SAFETY: a signal to a group that this program has made; its number is taken as long as any of
    // it lives, and otherwise nobody gets the signal.
    unsafe { libc::kill(-(child.id() as i32), libc::SIGKILL) };
    let _ = child.wait();
    let root = text.join().unwrap_or_default();
    match status {
        Some(status) if status.code() == Some(LEADS_BACK.into()) => Ok(Erl::Maser),
        Some(status) if status.success() && root.starts_with('/') => Ok(Erl::Of(root.into())),
        Some(_) => Err(format!("{} does not tell its root directory", erl.display())),
        None => Err(format!(
            "{} has not told its root directory in {} s",
            erl.display(),
            patience.as_secs_f64()
        )),
    }
}

/// The erts version and the release that `releases/start_erl.data` names.
fn start_data(root: &Path) -> Option<(String, String)> {
    started_by_default(&fs::read_to_string(root.join("releases/start_erl.data")).ok()?)
}

/// The versions of erts and of the release that the text of `start_erl.data` names.
pub fn started_by_default(text: &str) -> Option<(String, String)> {
    let mut words = text.split_whitespace();
    let (erts, release) = (words.next()?, words.next()?);
    // A target system names its own release there; then the directories decide.
    release.parse::<u32>().ok()?;
    Some((erts.to_string(), release.to_string()))
}

/// The newest numbered release and the newest erts among the directories.
fn newest_release(root: &Path) -> Option<(String, String)> {
    let names = |dir: &Path| -> Vec<String> {
        let entries = fs::read_dir(dir).into_iter().flatten().flatten();
        entries.filter_map(|e| e.file_name().into_string().ok()).collect()
    };
    let release = names(&root.join("releases"))
        .into_iter()
        .filter_map(|name| name.parse::<u32>().ok())
        .max()?
        .to_string();
    let erts = names(root)
        .into_iter()
        .filter_map(|name| name.strip_prefix("erts-").map(str::to_string))
        .max_by_key(|v| v.split('.').map(|n| n.parse().unwrap_or(0)).collect::<Vec<u32>>())?;
    Some((erts, release))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_plain_rootdir_counts() {
        let text = "#!/bin/sh\nROOTDIR=\"$x\"\n  ROOTDIR=/usr/lib/erlang\nBINDIR=/x\n";
        assert_eq!(rootdir(text), Some(PathBuf::from("/usr/lib/erlang")));
        assert_eq!(rootdir("ROOTDIR='/opt/otp 27'\n"), Some(PathBuf::from("/opt/otp 27")));
        assert_eq!(rootdir("exec erl\n"), None);
    }

    #[test]
    fn own_scripts_name_their_installation() {
        let text = format!("#!/bin/sh\n{MARKER}/usr/lib/erlang\nROOTDIR=/elsewhere\n");
        assert_eq!(marked(&text), Some(PathBuf::from("/usr/lib/erlang")));
    }

    fn shim(dir: &Path, text: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let file = dir.join("erl");
        fs::write(&file, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        file
    }

    #[test]
    fn shims_are_asked() {
        let dir = trust::Scratch::new("shim-test").unwrap();
        let ask = |text: &str| asked(&shim(dir.path(), text), Duration::from_millis(300));
        assert_eq!(ask("echo /opt/otp"), Ok(Erl::Of("/opt/otp".into())));
        assert_eq!(ask(&format!("exit {LEADS_BACK}")), Ok(Erl::Maser));
        assert!(ask("echo nothing").unwrap_err().contains("does not tell"));
        assert!(ask("echo /opt/otp; exit 1").unwrap_err().contains("does not tell"));
        // One that never ends, and one that leaves something behind.
        assert!(ask("exec sleep 100").unwrap_err().contains("has not told"));
        let begun = Instant::now();
        assert_eq!(ask("sleep 100 & echo /opt/otp"), Ok(Erl::Of("/opt/otp".into())));
        assert!(begun.elapsed() < Duration::from_secs(50));
    }

    #[test]
    fn launchers_are_known() {
        let own = trust::program().unwrap();
        assert!(is_launcher(&own));
        let dir = trust::Scratch::new("launcher-test").unwrap();
        let link = dir.path().join("erl");
        std::os::unix::fs::symlink(&own, &link).unwrap();
        assert!(is_launcher(&link));
        fs::remove_file(&link).unwrap();
        fs::write(&link, "\x7fELF").unwrap();
        assert!(!is_launcher(&link));
        fs::write(dir.path().join(EMULATOR), "").unwrap();
        assert!(is_launcher(&link));
        assert!(!is_launcher(&shim(dir.path(), "exec erl")));
    }
}
