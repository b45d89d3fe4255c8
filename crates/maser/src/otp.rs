//! Finds the installed OTP and reads its versions, without starting it where that can be avoided.

use crate::Result;
use std::fs;
use std::path::{Path, PathBuf};

/// The oldest OTP release that Maser boots.
pub const OLDEST: u32 = 25;
/// The newest OTP release that Maser boots.
pub const NEWEST: u32 = 29;

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
    /// The directory of the stock emulator and of `erlexec`.
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

/// The OTP that the environment asks for: `MASER_OTP_ROOT`, or else that of `erl` on PATH.
pub fn locate() -> Result<Otp> {
    if let Some(root) = std::env::var_os("MASER_OTP_ROOT").filter(|r| !r.is_empty()) {
        let root = fs::canonicalize(&root).map_err(|e| {
            format!("MASER_OTP_ROOT is {}, which cannot be read: {e}", Path::new(&root).display())
        })?;
        return at_root(&own_shadow(&root).unwrap_or(root));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let erl = std::env::split_paths(&path)
        .map(|dir| dir.join("erl"))
        .find(|file| is_executable(file))
        .ok_or("no Erlang/OTP: `erl` is not on PATH; install it or set MASER_OTP_ROOT")?;
    let script = fs::canonicalize(&erl).map_err(|e| format!("{}: {e}", erl.display()))?;
    at_root(&root_of(&script)?)
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
    if !is_executable(&otp.bindir().join("erlexec")) {
        return Err(missing(&format!("erts-{}/bin/erlexec", otp.erts)));
    }
    Ok(otp)
}

/// Whether `file` is a regular file that somebody may execute.
pub fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(file).is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

/// The root that an `erl` command belongs to.
fn root_of(script: &Path) -> Result<PathBuf> {
    // Maser's own scripts come first: their neighbours look like an installation too.
    let text = fs::read(script).ok().map(|b| String::from_utf8_lossy(&b).into_owned());
    if let Some(root) = text.as_deref().and_then(marked) {
        return Ok(root);
    }
    let beside = script.parent().and_then(Path::parent);
    if let Some(root) = beside.filter(|r| r.join("releases").is_dir() && r.join("lib").is_dir()) {
        return Ok(root.to_path_buf());
    }
    if let Some(root) = text.as_deref().and_then(rootdir).filter(|r| r.join("releases").is_dir()) {
        return Ok(root);
    }
    asked(script)
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

/// Runs an `erl` that hides its root (a version manager's shim) to learn it.
fn asked(erl: &Path) -> Result<PathBuf> {
    let out = std::process::Command::new(erl)
        .args(["-boot", "no_dot_erlang", "-noshell", "-eval"])
        .arg("io:put_chars(code:root_dir()), halt().")
        .stdin(std::process::Stdio::null())
        .output()
        .map_err(|e| format!("{}: {e}", erl.display()))?;
    let root = String::from_utf8_lossy(&out.stdout).trim().to_string();
    if !out.status.success() || !root.starts_with('/') {
        return Err(format!("{} does not tell its root directory", erl.display()));
    }
    Ok(PathBuf::from(root))
}

/// The erts version and the release that `releases/start_erl.data` names.
fn start_data(root: &Path) -> Option<(String, String)> {
    let text = fs::read_to_string(root.join("releases/start_erl.data")).ok()?;
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
}
