//! The source package of an OTP, where its suites are.

use super::{Place, files, finished};
use crate::Result;
use maser::otp::Otp;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A version of Debian's source package, and the suite of Debian that has it.
struct Package {
    version: String,
    suite: String,
}

impl Package {
    /// The package of an OTP: of one in a directory of its own, as `scripts/otp-roots` unpacks
    /// them, or of the installed one.
    fn of(otp: &Otp) -> Result<Package> {
        if otp.root.starts_with("/usr/lib") {
            return Package::installed();
        }
        let doc = otp.root.join("../../share/doc/erlang-base/changelog.Debian.gz");
        let why = |e: &dyn std::fmt::Display| {
            format!("{}: {e} (set MASER_OTP_SOURCE to an unpacked source)", doc.display())
        };
        let changes = Command::new("zcat").arg(&doc).output().map_err(|e| why(&e))?;
        let changes = String::from_utf8_lossy(&changes.stdout).into_owned();
        Package::newest(&changes).ok_or_else(|| why(&"it names no version"))
    }

    /// The package that the first line names of a package's list of changes.
    fn newest(changes: &str) -> Option<Package> {
        let (_, line) = changes.lines().next()?.split_once('(')?;
        let (version, rest) = line.split_once(") ")?;
        let suite = rest.split_once(';')?.0;
        Some(Package { version: version.to_string(), suite: suite.to_string() })
    }

    fn installed() -> Result<Package> {
        let query = Command::new("dpkg-query")
            .args(["-W", "-f", "${source:Version}", "erlang-base"])
            .output()
            .map_err(|e| format!("dpkg-query: {e} (set MASER_OTP_SOURCE to an unpacked source)"))?;
        let version = String::from_utf8_lossy(&query.stdout).trim().to_string();
        let text = fs::read_to_string("/etc/os-release").unwrap_or_default();
        let name = text.lines().find_map(|l| l.strip_prefix("VERSION_CODENAME="));
        Ok(Package { version, suite: name.unwrap_or("stable").to_string() })
    }

    /// The lines for apt that name where the package is.
    fn lines(&self) -> String {
        let debian = "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] \
                      http://deb.debian.org";
        let suite = self.suite.trim_end_matches("-security");
        let mut lines = format!("{debian}/debian {suite} main\n");
        if suite == "unstable" {
            // A package that has gone on from there may be kept no more there.
            lines.push_str(&format!("{debian}/debian testing main\n"));
        } else {
            lines.push_str(&format!("{debian}/debian-security {suite}-security main\n"));
        }
        lines
    }
}

impl Place {
    /// The unpacked source of the OTP: `MASER_OTP_SOURCE`, or fetched from Debian.
    pub(super) fn source(&self, otp: &Otp) -> Result<PathBuf> {
        if let Some(dir) = std::env::var_os("MASER_OTP_SOURCE") {
            return Ok(PathBuf::from(dir));
        }
        let dir = self.dir.join("source");
        let unpacked = dir.join("otp");
        if unpacked.join("OTP_VERSION").exists() {
            return Ok(unpacked);
        }
        fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
        println!("fetching the source of OTP {}", otp.version);
        let package = Package::of(otp)?;
        let name = format!("erlang={}", package.version);
        if finished(Command::new("apt-get").args(download(&name, WHOLE)).current_dir(&dir)).is_err()
        {
            self.fetch_privately(&dir, &package, &name)?;
        }
        let _ = fs::remove_dir_all(&unpacked);
        unpack(&dir)?;
        Ok(unpacked)
    }

    /// Fetches with package lists of our own, where the system has no lines for such sources.
    fn fetch_privately(&self, dir: &Path, package: &Package, name: &str) -> Result<()> {
        let apt = self.dir.join("apt");
        fs::create_dir_all(apt.join("lists/partial"))
            .and_then(|()| fs::create_dir_all(apt.join("cache/archives/partial")))
            .and_then(|()| fs::write(apt.join("sources.list"), package.lines()))
            .map_err(|e| format!("{}: {e}", apt.display()))?;
        let options = [
            format!("-oDir::Etc::sourcelist={}", apt.join("sources.list").display()),
            "-oDir::Etc::sourceparts=/dev/null".to_string(),
            format!("-oDir::State::lists={}", apt.join("lists").display()),
            format!("-oDir::Cache={}", apt.join("cache").display()),
        ];
        let apt_get = || {
            let mut command = Command::new("apt-get");
            command.args(&options).current_dir(dir);
            command
        };
        finished(apt_get().args(["-qq", "update"]))?;
        // A mirror may have lost the changes that Debian made to what the authors have published.
        finished(apt_get().args(download(name, WHOLE)))
            .or_else(|_| finished(apt_get().args(download(name, "--tar-only"))))
    }
}

/// The option of `apt-get source` by which it fetches all of a package, which is the usual.
const WHOLE: &str = "-q";

fn download<'a>(name: &'a str, what: &'a str) -> [&'a str; 6] {
    ["-qq", "source", "--download-only", "--only-source", what, name]
}

/// Unpacks what has been fetched into a directory: as `otp` there.
fn unpack(dir: &Path) -> Result<()> {
    let mut descriptions = Vec::new();
    files(dir, "dsc", &mut descriptions);
    if let Some(description) = descriptions.first() {
        let mut unpack = Command::new("dpkg-source");
        unpack.args(["--no-check", "-x"]).arg(description).arg("otp");
        return finished(unpack.current_dir(dir));
    }
    let mut archives = Vec::new();
    files(dir, "xz", &mut archives);
    let archive = archives.first().ok_or("apt-get source left no archive")?;
    fs::create_dir(dir.join("otp")).map_err(|e| format!("{}: {e}", dir.display()))?;
    finished(
        Command::new("tar")
            .arg("-xf")
            .arg(archive)
            .args(["--strip-components=1", "-C", "otp"])
            .current_dir(dir),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_is_that_of_the_first_line() {
        let of = |text: &str| Package::newest(text).map(|p| (p.version, p.suite));
        let line = "erlang (1:27.3.4.1+dfsg-1+deb13u4) trixie-security; urgency=medium\n\n  * x";
        let both = ("1:27.3.4.1+dfsg-1+deb13u4".to_string(), "trixie-security".to_string());
        assert_eq!(of(line), Some(both));
        for none in ["", "erlang", "erlang (1", "erlang (1) trixie"] {
            assert_eq!(of(none), None);
        }
        let package = Package::newest(line).expect("a version");
        assert!(package.lines().contains("/debian trixie main\n"));
        assert!(package.lines().contains("/debian-security trixie-security main\n"));
        let line = "erlang (1:29.1.1+dfsg-1) unstable; urgency=medium";
        let package = Package::newest(line).expect("a version");
        assert!(package.lines().contains("/debian unstable main\n"));
        assert!(package.lines().contains("/debian testing main\n"));
    }
}
