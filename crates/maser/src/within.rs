//! Maser within an installation of OTP, or within a release that brings its own erts: the directory
//! of programs, `erts-VERSION/bin`, has a directory `.maser` with Maser's own programs, and
//! `beam.smp` and `erlexec` are links into it. Every start of a node, by whatever path, is Maser's
//! then.
//!
//! `maser exec` makes such a directory that only its command sees ([`crate::exec`]); `maser use`
//! makes one for good, from copies, and `--undo` gives the directory back what it had.

use crate::otp::{EMULATOR, Otp};
use crate::{Result, emulator, otp, roots};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::iter;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The directory with Maser's programs, in that of an installation's.
pub const OWN: &str = ".maser";
/// Programs of the installation that are links to Maser's, and which.
pub const LINKS: &[(&str, &str)] = &[("beam.smp", EMULATOR), ("erlexec", emulator::LAUNCHER)];
/// The preloaded module by which a directory of them is known.
const INIT: &str = "init.beam";
/// Where `maser use` keeps the programs that the installation had, in Maser's directory.
const STOCK: &str = "stock";

/// Maser's files, wherever it is installed, by the names that they have beside each other.
#[derive(Debug)]
pub struct Parts(pub Vec<(&'static str, PathBuf)>);

impl Parts {
    /// The files that belong to this emulator.
    pub fn of(emulator: &Path) -> Result<Parts> {
        let launcher = emulator::launcher(emulator)
            .ok_or_else(|| format!("no launcher lies beside {}", emulator.display()))?;
        let beside = |name: &str| {
            let of_emulator = emulator.with_file_name(name);
            let found = [of_emulator, launcher.with_file_name(name)];
            found.into_iter().find(|file| file.exists() && trust::named(file).is_ok())
        };
        let mut parts = vec![(EMULATOR, emulator.to_path_buf())];
        let others = ["maser-native", "lib", "libhugetext.so"].into_iter();
        parts.extend(others.filter_map(|name| Some((name, beside(name)?))));
        parts.push((emulator::LAUNCHER, launcher));
        Ok(Parts(parts))
    }

    fn emulator(&self) -> &Path {
        &self.0[0].1
    }

    /// Whether the directory of programs has these already.
    pub fn are_in(&self, bindir: &Path) -> bool {
        holds(bindir, self.emulator())
    }
}

/// Whether a directory of programs has Maser in it.
pub fn has_maser(bindir: &Path) -> bool {
    bindir.join(OWN).join(EMULATOR).exists()
}

/// Whether a directory of programs has this emulator in it.
pub fn holds(bindir: &Path, emulator: &Path) -> bool {
    let identity = |file: &Path| fs::metadata(file).map(|m| (m.dev(), m.ino())).ok();
    let inside = identity(&bindir.join(OWN).join(EMULATOR));
    inside.is_some() && inside == identity(emulator)
}

/// Maser's own Erlang modules, if this program lies within an installation.
pub fn own_modules() -> Option<PathBuf> {
    let own = trust::program().ok()?;
    own.parent().filter(|directory| directory.file_name() == Some(OsStr::new(OWN)))?;
    emulator::own_modules()
}

/// A directory with programs of OTP, and the version of erts that they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Programs {
    /// The directory `erts-VERSION/bin`, links resolved.
    pub bindir: PathBuf,
    /// Version of erts, such as `13.1.5`.
    pub erts: String,
    /// The release that has this erts.
    pub release: u32,
}

impl Programs {
    /// Whether Maser can be in its place.
    pub fn are_served(&self) -> bool {
        (otp::OLDEST..=otp::NEWEST).contains(&self.release)
    }

    /// The directory `erts-VERSION` of Maser's directory, and the preloaded modules that belong
    /// into its `ebin`: the installation's, or those of another with the same erts, or a near one.
    /// Releases have none, for stock has them in its program.
    pub fn preloaded(&self) -> Result<(String, PathBuf)> {
        let directory = format!("erts-{}", self.erts);
        let own = self.bindir.parent().and_then(Path::parent).unwrap_or(Path::new("/"));
        let ebin = own.join("lib").join(&directory).join("ebin");
        if ebin.join(INIT).exists() {
            return Ok((directory, ebin));
        }
        let mut found = Vec::new();
        for root in iter::once(own.to_path_buf()).chain(roots::all(None)) {
            for entry in fs::read_dir(root.join("lib")).into_iter().flatten().flatten() {
                let name = entry.file_name();
                let version = name.to_str().and_then(|name| name.strip_prefix("erts-"));
                let ebin = entry.path().join("ebin");
                if let Some(version) = version.filter(|_| ebin.join(INIT).exists()) {
                    found.push((version.to_string(), ebin));
                }
            }
        }
        let same = |(version, _): &&(String, PathBuf)| *version == self.erts;
        let near = |(version, _): &&(String, PathBuf)| release::of_erts(version) == self.release;
        let chosen = found.iter().find(same).or_else(|| found.iter().find(near));
        chosen.map(|(_, ebin)| (directory, ebin.clone())).ok_or_else(|| {
            format!(
                "it has no lib/erts-{}/ebin, and there is no other installation of OTP {}",
                self.erts, self.release
            )
        })
    }

    /// The release's name for people.
    pub fn name(&self) -> String {
        format!("OTP {} in {}", self.release, self.bindir.display())
    }
}

/// The directories of programs below a root directory of an installation or of a release.
pub fn programs_of(root: &Path) -> Vec<Programs> {
    let entries = fs::read_dir(root).into_iter().flatten().flatten();
    let mut found: Vec<Programs> = entries
        .filter_map(|entry| {
            let name = entry.file_name();
            let erts = name.to_str()?.strip_prefix("erts-")?.to_string();
            let bindir = fs::canonicalize(entry.path().join("bin")).ok()?;
            let release = release::of_erts(&erts);
            bindir.join("beam.smp").exists().then_some(Programs { bindir, erts, release })
        })
        .collect();
    found.sort_by(|a, b| a.bindir.cmp(&b.bindir));
    found
}

/// The directories of programs from which a command may start nodes: those of all installations,
/// and those of the release that the command belongs to.
pub fn all_programs(used: &Otp, command: &Path) -> Vec<Programs> {
    let mut found = Vec::new();
    for root in roots::all(Some(&used.root)) {
        found.extend(programs_of(&root));
    }
    found.extend(release_of(command));
    found.sort_by(|a, b| a.bindir.cmp(&b.bindir));
    found.dedup();
    found
}

/// The programs of the release that a command is part of: the directories above the command, up to
/// three, are looked at (`REL/bin/app`, `REL/releases/1/app.sh`).
pub fn release_of(command: &Path) -> Vec<Programs> {
    let Ok(real) = fs::canonicalize(command) else { return Vec::new() };
    let above = real.ancestors().skip(1).take(3);
    above.map(programs_of).find(|programs| !programs.is_empty()).unwrap_or_default()
}

const USAGE: &str = "use: which directory? (maser use DIR, maser use --undo DIR: an installation of \
                     OTP, a copy of one, or a release that brings its own erts)";

/// Runs `maser use [--undo] DIR`.
pub fn main(args: &[OsString]) -> Result<ExitCode> {
    let (undo, dir) = match args {
        [dir] if !dir.to_string_lossy().starts_with("--") => (false, dir),
        [flag, dir] | [dir, flag] if flag == "--undo" => (true, dir),
        _ => return Err(USAGE.into()),
    };
    let root = fs::canonicalize(dir)
        .map_err(|e| format!("use: {} cannot be read: {e}", Path::new(dir).display()))?;
    let found = programs_of(&root);
    if found.is_empty() {
        return Err(format!("use: {} has no erts-*/bin/beam.smp", root.display()));
    }
    for programs in found {
        let done = match undo {
            true => give_back(&programs.bindir),
            false => put(&programs),
        };
        println!("{}", done.map_err(|why| format!("use: {}: {why}", programs.bindir.display()))?);
    }
    Ok(ExitCode::SUCCESS)
}

/// Puts copies of Maser's files into a directory of programs. Where Maser is already it is changed
/// for this one. A node that runs meanwhile goes on with the files that it has open.
fn put(programs: &Programs) -> Result<String> {
    if !programs.are_served() {
        return Err(format!(
            "it is OTP {}: Maser needs OTP {} to {}",
            programs.release,
            otp::OLDEST,
            otp::NEWEST
        ));
    }
    let parts = Parts::of(&emulator::locate()?)?;
    let bindir = &programs.bindir;
    if parts.are_in(bindir) {
        return Ok(format!("{} has this Maser already", bindir.display()));
    }
    let text = |e: io::Error| e.to_string();
    let own = bindir.join(OWN);
    let making = bindir.join(format!("{OWN}.tmp-{}", trust::random_name().map_err(text)?));
    let preloaded = programs.preloaded()?;
    let made = copy_parts(&parts, &preloaded, bindir, &making);
    let placed = made.and_then(|()| {
        let old = own.exists().then(|| bindir.join(format!("{OWN}.old")));
        if let Some(old) = &old {
            fs::rename(&own, old)?;
        }
        fs::rename(&making, &own)?;
        for (name, to) in LINKS {
            replace(&bindir.join(name), &Path::new(OWN).join(to))?;
        }
        old.map_or(Ok(()), fs::remove_dir_all)
    });
    if placed.is_err() {
        let _ = fs::remove_dir_all(&making);
    }
    placed.map_err(text)?;
    Ok(format!("{} runs on Maser; undone by: maser use --undo DIR", programs.name()))
}

/// Copies Maser's files, and the installation's that they stand for, into a new directory.
fn copy_parts(
    parts: &Parts,
    (erts, ebin): &(String, PathBuf),
    bindir: &Path,
    to: &Path,
) -> io::Result<()> {
    fs::create_dir(to)?;
    fs::set_permissions(to, fs::Permissions::from_mode(0o755))?;
    for (name, from) in &parts.0 {
        copy(from, &to.join(name))?;
    }
    fs::create_dir(to.join(erts))?;
    copy(ebin, &to.join(erts).join("ebin"))?;
    let stock = to.join(STOCK);
    fs::create_dir(&stock)?;
    for (name, _) in LINKS {
        // A package's upgrade may have put a new one in the place of Maser's link.
        let from = match is_ours(&bindir.join(name)) {
            true => bindir.join(OWN).join(STOCK).join(name),
            false => bindir.join(name),
        };
        // The very file, so that it comes back as it was.
        let kept = stock.join(name);
        fs::hard_link(&from, &kept).or_else(|_| copy(&from, &kept))?;
    }
    Ok(())
}

/// Copies a file, or a directory with all that is in it; links as links.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let kind = fs::symlink_metadata(from)?.file_type();
    if kind.is_symlink() {
        return symlink(fs::read_link(from)?, to);
    }
    if !kind.is_dir() {
        return fs::copy(from, to).map(drop);
    }
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let name = entry?.file_name();
        copy(&from.join(&name), &to.join(&name))?;
    }
    Ok(())
}

/// Whether a file is a link to one of Maser's in the same directory.
fn is_ours(file: &Path) -> bool {
    fs::read_link(file).is_ok_and(|target| target.starts_with(OWN))
}

/// Makes `file` a link to `target`, at once: a start meanwhile finds the one or the other.
fn replace(file: &Path, target: &Path) -> io::Result<()> {
    let mut new = file.as_os_str().to_owned();
    new.push(format!(".tmp-{}", trust::random_name()?));
    symlink(target, &new)?;
    fs::rename(&new, file)
}

/// Puts the programs back that a directory had before `maser use`.
fn give_back(bindir: &Path) -> Result<String> {
    let own = bindir.join(OWN);
    let stock = own.join(STOCK);
    if !stock.is_dir() {
        return Err("it has no Maser that `maser use` has put there".into());
    }
    let back = || -> io::Result<()> {
        for (name, _) in LINKS.iter().filter(|(name, _)| is_ours(&bindir.join(name))) {
            fs::rename(stock.join(name), bindir.join(name))?;
        }
        fs::remove_dir_all(&own)
    };
    back().map_err(|e| e.to_string())?;
    Ok(format!("{} is as it was", bindir.display()))
}
