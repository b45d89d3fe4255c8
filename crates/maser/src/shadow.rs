//! The shadow of an OTP installation: directories of symbolic links in which `beam.smp` is ours.
//!
//! No file of the installation is touched. A shadow is named by a hash of all that it was made
//! from, so one that is stale is simply not found any more; it is made beside its place and
//! renamed into it, so that concurrent starts see a whole one or none.

use crate::Result;
use crate::otp::{MARKER, Otp};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Raised when the layout below changes, so that older shadows are not taken for current ones.
const LAYOUT: u32 = 3;

/// Programs that look for `erl` beside themselves or on PATH, and so follow the shadow.
pub const TOOLS: &[&str] = &["ct_run", "dialyzer", "erlc", "escript", "typer"];

/// A finished shadow.
#[derive(Debug, Clone)]
pub struct Shadow {
    dir: PathBuf,
    erts: String,
}

impl Shadow {
    /// Where `beam.smp` is ours; for an emulator whose root is the real installation.
    pub fn bindir(&self) -> PathBuf {
        self.dir.join("bindir")
    }

    /// A whole root: a node started as `ROOT/bin/erl` from in there is ours as well.
    pub fn root(&self) -> PathBuf {
        self.dir.join("root")
    }

    /// The commands of the shadow root.
    pub fn commands(&self) -> PathBuf {
        self.root().join("bin")
    }

    fn emulator_link(&self) -> PathBuf {
        self.root().join(format!("erts-{}/bin/beam.smp", self.erts))
    }
}

/// The directory that holds all of Maser's caches.
pub fn cache_dir() -> PathBuf {
    let absolute =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    if let Some(dir) = absolute("XDG_CACHE_HOME") {
        return dir.join("maser");
    }
    if let Some(home) = absolute("HOME") {
        return home.join(".cache/maser");
    }
    // A daemon without a home: a directory of its own user among the temporary ones.
    let uid = fs::metadata("/proc/self").map(|m| m.uid()).unwrap_or(0);
    std::env::temp_dir().join(format!("maser-cache-{uid}"))
}

/// Finds or makes the shadow of `otp` with `emulator` in place of `beam.smp`.
pub fn prepare(otp: &Otp, emulator: &Path) -> Result<Shadow> {
    prepare_in(&cache_dir(), otp, emulator)
}

/// As [`prepare`], with another cache directory than the usual one.
pub fn prepare_in(cache: &Path, otp: &Otp, emulator: &Path) -> Result<Shadow> {
    let key = key(otp, emulator);
    let place = cache.join("shadow").join(format!("otp-{}-{key:016x}", otp.version));
    let shadow = Shadow { dir: place.clone(), erts: otp.erts.clone() };
    if fs::read_link(shadow.emulator_link()).is_ok_and(|target| target == emulator) {
        return Ok(shadow);
    }
    let failed = |e: io::Error| format!("cannot make the shadow {}: {e}", place.display());
    let making = unique(&place);
    let made = fs::create_dir_all(&making)
        .and_then(|()| fill(&making, &place, otp, emulator))
        .and_then(|()| install(&making, &place, &shadow.emulator_link()));
    let _ = fs::remove_dir_all(&making);
    made.map_err(failed)?;
    Ok(shadow)
}

/// A name beside `place` that no other start uses.
fn unique(place: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    place.with_extension(format!("tmp-{}-{count}", std::process::id()))
}

/// Hashes (FNV-1a: stable from build to build) everything that the shadow depends on.
fn key(otp: &Otp, emulator: &Path) -> u64 {
    let changed = [otp.bindir(), otp.root.join("lib")]
        .map(|dir| fs::metadata(dir).map_or((0, 0), |m| (m.mtime(), m.ino())));
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let numbers = format!("{LAYOUT} {} {} {changed:?}", otp.version, otp.erts);
    for part in
        [numbers.as_bytes(), otp.root.as_os_str().as_bytes(), emulator.as_os_str().as_bytes()]
    {
        for byte in part.iter().chain(&[0]) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    hash
}

/// Writes the shadow into `dir`; `place` is where it will be, for the scripts that name it.
fn fill(dir: &Path, place: &Path, otp: &Otp, emulator: &Path) -> io::Result<()> {
    let erts = format!("erts-{}", otp.erts);

    let bindir = dir.join("bindir");
    fs::create_dir(&bindir)?;
    link_all(&otp.bindir(), &bindir, &["erl", "beam.smp"])?;
    own_emulator(&bindir, emulator)?;
    script(&bindir.join("erl"), otp, &otp.root, &place.join("bindir"))?;

    let root = dir.join("root");
    let shadow_bindir = place.join("root").join(&erts).join("bin");
    fs::create_dir(&root)?;
    link_all(&otp.root, &root, &["bin", "lib", &erts])?;
    // With Maser's own modules among the applications: those that lie beside the emulator.
    fs::create_dir(root.join("lib"))?;
    link_all(&otp.root.join("lib"), &root.join("lib"), &[])?;
    let own = root.join("lib/maser");
    let application = emulator.with_file_name("lib").join("maser");
    if application.join("ebin").is_dir() && !own.exists() {
        symlink(application, own)?;
    }
    fs::create_dir(root.join("bin"))?;
    link_all(&otp.root.join("bin"), &root.join("bin"), &["erl"])?;
    script(&root.join("bin/erl"), otp, &place.join("root"), &shadow_bindir)?;
    fs::create_dir(root.join(&erts))?;
    link_all(&otp.erts_dir(), &root.join(&erts), &["bin"])?;
    let inner = root.join(&erts).join("bin");
    fs::create_dir(&inner)?;
    link_all(&otp.bindir(), &inner, &["erl", "beam.smp"])?;
    own_emulator(&inner, emulator)?;
    script(&inner.join("erl"), otp, &place.join("root"), &shadow_bindir)
}

fn own_emulator(bindir: &Path, emulator: &Path) -> io::Result<()> {
    symlink(emulator, bindir.join("beam.smp"))?;
    symlink(emulator, bindir.join("beam.maser"))
}

/// Links every entry of `from` into `to`, but for those that get a replacement.
fn link_all(from: &Path, to: &Path, except: &[&str]) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let name = entry?.file_name();
        if except.iter().all(|e| name != *e) {
            symlink(from.join(&name), to.join(&name))?;
        }
    }
    Ok(())
}

/// Writes an `erl` that starts our emulator the way the installation's own starts its.
fn script(file: &Path, otp: &Otp, root: &Path, bindir: &Path) -> io::Result<()> {
    let text = format!(
        "#!/bin/sh\n{MARKER}{}\nROOTDIR={}\nBINDIR={}\nEMU=beam\nPROGNAME=\"${{0##*/}}\"\n\
         export ROOTDIR BINDIR EMU PROGNAME\nexec \"$BINDIR/erlexec\" ${{1+\"$@\"}}\n",
        otp.root.display(),
        quoted(root),
        quoted(bindir),
    );
    fs::write(file, text)?;
    fs::set_permissions(file, fs::Permissions::from_mode(0o755))
}

/// A path as one word of the shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', "'\\''"))
}

/// Renames the new shadow into its place, unless another start was quicker.
fn install(making: &Path, place: &Path, proof: &Path) -> io::Result<()> {
    match fs::rename(making, place) {
        Ok(()) => return Ok(()),
        Err(_) if fs::read_link(proof).is_ok() => return Ok(()),
        // Something broken is in the place (a cleaner of caches was at work): put it aside.
        Err(e) if !place.exists() => return Err(e),
        Err(_) => {}
    }
    let aside = unique(place);
    fs::rename(place, &aside)?;
    let renamed = fs::rename(making, place);
    fs::remove_dir_all(&aside)?;
    match renamed {
        Err(_) if fs::read_link(proof).is_ok() => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A made-up installation, and a directory for the caches, removed at the end.
    struct Fixture {
        dir: PathBuf,
        otp: Otp,
    }

    impl Fixture {
        fn new(name: &str) -> Fixture {
            let dir =
                std::env::temp_dir().join(format!("maser-test-{}-{name}", std::process::id()));
            let root = dir.join("otp");
            for sub in ["bin", "erts-13.1/bin", "erts-13.1/ebin", "lib", "releases/25"] {
                fs::create_dir_all(root.join(sub)).unwrap();
            }
            for file in ["bin/erl", "bin/erlc", "erts-13.1/bin/erl", "erts-13.1/bin/erlexec"] {
                fs::write(root.join(file), "stock").unwrap();
            }
            fs::write(root.join("erts-13.1/bin/beam.smp"), "stock").unwrap();
            fs::write(dir.join("emu"), "ours").unwrap();
            let otp = Otp { root, release: 25, version: "25.1".into(), erts: "13.1".into() };
            Fixture { dir, otp }
        }

        fn prepare(&self) -> Shadow {
            prepare_in(&self.dir.join("cache"), &self.otp, &self.dir.join("emu")).unwrap()
        }
    }

    impl Drop for Fixture {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.dir);
        }
    }

    fn check_whole(shadow: &Shadow) {
        for dir in [shadow.bindir(), shadow.root().join("erts-13.1/bin")] {
            assert_eq!(fs::read_to_string(dir.join("beam.smp")).unwrap(), "ours");
            assert_eq!(fs::read_to_string(dir.join("erlexec")).unwrap(), "stock");
            assert!(fs::read_to_string(dir.join("erl")).unwrap().contains(MARKER));
        }
        assert_eq!(fs::read_to_string(shadow.commands().join("erlc")).unwrap(), "stock");
        assert!(shadow.root().join("lib").is_dir());
        assert!(shadow.root().join("erts-13.1/ebin").is_dir());
    }

    #[test]
    fn made_once_and_found_again() {
        let f = Fixture::new("again");
        let first = f.prepare();
        check_whole(&first);
        let made = fs::metadata(first.root()).unwrap().ino();
        assert_eq!(fs::metadata(f.prepare().root()).unwrap().ino(), made);
        assert_eq!(fs::read_to_string(f.otp.root.join("bin/erl")).unwrap(), "stock");
    }

    #[test]
    fn an_upgrade_of_the_installation_makes_a_new_one() {
        let mut f = Fixture::new("upgrade");
        let first = f.prepare();
        f.otp.version = "25.2".into();
        let second = f.prepare();
        assert_ne!(first.root(), second.root());
        check_whole(&second);
    }

    #[test]
    fn a_damaged_one_is_repaired() {
        let f = Fixture::new("damaged");
        let shadow = f.prepare();
        fs::remove_dir_all(shadow.root()).unwrap();
        check_whole(&f.prepare());
    }

    #[test]
    fn concurrent_starts_agree() {
        let f = Fixture::new("concurrent");
        std::thread::scope(|s| {
            for _ in 0..8 {
                s.spawn(|| check_whole(&f.prepare()));
            }
        });
        check_whole(&f.prepare());
    }
}
