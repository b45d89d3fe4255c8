//! The shadow of an OTP installation: directories of symbolic links in which `beam.smp` is ours,
//! and `erlexec` the launcher.
//!
//! No file of the installation is touched. A shadow is named by a hash of all that it was made
//! from, so one that is stale is simply not found any more; it is made beside its place and
//! renamed into it, so that concurrent starts see a whole one or none. Its files are executed, so
//! each start looks whether anybody but the user can have changed them.
//!
//! Where there is no place for one the links do that lie beside the emulator since it was built:
//! commands that are the launcher by other names, and `beam.smp`.

use crate::otp::{MARKER, Otp};
use crate::start::Origin;
use crate::{Result, emulator, within};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use trust::{Dir, Distrust, Make};

/// Raised when the layout below changes, so that older shadows are not taken for current ones.
const LAYOUT: u32 = 5;

/// Programs that look for `erl` beside themselves or on PATH, and so follow the shadow.
pub const TOOLS: &[&str] = &["ct_run", "dialyzer", "erlc", "escript", "typer"];

/// The links that are built: commands, and the emulator as `beam.smp`.
const BUILT: &str = "lib/maser/bin";

/// A finished shadow, or what does without.
#[derive(Debug, Clone)]
pub struct Shadow {
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    /// In a directory of its own.
    Made(PathBuf),
    /// The links that are built, the installation's root and its programs.
    Built { links: PathBuf, root: PathBuf, bindir: PathBuf },
    /// The installation at this root, which has this Maser within ([`crate::within`]).
    Within(PathBuf),
}

impl Shadow {
    /// The commands: nodes that they start are ours.
    pub fn commands(&self) -> PathBuf {
        match &self.kind {
            Kind::Made(dir) => dir.join("root/bin"),
            Kind::Built { links, .. } => links.clone(),
            Kind::Within(root) => root.join("bin"),
        }
    }

    /// Where a tool of the installation is that looks for `erl` as [`crate::exec::environment`]
    /// says.
    pub fn tools(&self) -> PathBuf {
        match &self.kind {
            Kind::Made(_) | Kind::Within(_) => self.commands(),
            Kind::Built { root, .. } => root.join("bin"),
        }
    }

    /// An emulator whose root is the real installation, and programs that start nodes on Maser.
    pub fn origin(&self, otp: &Otp) -> Origin {
        let (bindir, emulators, front) = match &self.kind {
            Kind::Made(dir) => (dir.join("bindir"), dir.join("bindir"), None),
            Kind::Built { links, bindir, .. } => (bindir.clone(), links.clone(), Some(links)),
            Kind::Within(_) => (otp.bindir(), otp.bindir(), None),
        };
        let set = [("ROOTDIR", otp.root.as_os_str()), ("BINDIR", bindir.as_os_str())];
        let set = set.into_iter().chain([("EMU", "beam".as_ref()), ("PROGNAME", "erl".as_ref())]);
        let set = set.map(|(name, value): (_, &OsStr)| (name, value.to_os_string()));
        Origin {
            root: otp.root.clone().into_os_string(),
            emu: "beam".into(),
            progname: "erl".into(),
            release: otp.release,
            front: front.cloned(),
            env: set.chain(self.for_commands()).collect(),
            emulators,
            bindir: bindir.into_os_string(),
        }
    }

    /// A variable that commands need besides those that say where things are.
    pub fn for_commands(&self) -> Option<(&'static str, OsString)> {
        match &self.kind {
            Kind::Made(_) | Kind::Within(_) => None,
            Kind::Built { root, .. } => Some(("MASER_OTP_ROOT", root.clone().into_os_string())),
        }
    }
}

/// The users who may read a shadow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    /// Its user.
    User,
    /// Everybody: the emulator may be started for another user.
    All,
}

impl Readers {
    fn mode(self) -> u32 {
        match self {
            Readers::User => 0o700,
            Readers::All => 0o755,
        }
    }
}

/// The directory that holds all of Maser's caches.
pub fn cache_dir() -> Result<PathBuf> {
    match trust::cache() {
        Ok(dir) => Ok(dir.path().to_path_buf()),
        Err(refused) => Err(nowhere("caches", &refused)),
    }
}

fn nowhere(what: &str, refused: &[Distrust]) -> String {
    let mut why: Vec<String> = refused.iter().map(Distrust::to_string).collect();
    if why.is_empty() {
        why.push("there is no home directory".to_string());
    }
    format!("there is no place for {what}: {}", why.join("; "))
}

/// Finds or makes the shadow of `otp` with `emulator` in place of `beam.smp`: in the cache or, if
/// that cannot be, where it is gone with the session. Else the links do that are built. None is
/// needed where the installation has this Maser within.
pub fn prepare(otp: &Otp, emulator: &Path) -> Result<Shadow> {
    if within::holds(&otp.bindir(), emulator) {
        return Ok(Shadow { kind: Kind::Within(otp.root.clone()) });
    }
    let mut failed = Vec::new();
    for place in trust::caches().chain(std::iter::from_fn({
        let mut session = Some(trust::session);
        move || session.take().and_then(|session| session())
    })) {
        let prepared = place.and_then(|cache| prepare_in(&cache, otp, emulator, Readers::User));
        match prepared {
            Ok(shadow) => return Ok(shadow),
            Err(why) => {
                if why.is_refusal() {
                    eprintln!("maser: the cache is not used: {why}");
                }
                failed.push(why);
            }
        }
    }
    built(otp, emulator).ok_or_else(|| nowhere("the directory of links in which Maser is", &failed))
}

/// The links that lie beside the emulator, if they do.
fn built(otp: &Otp, emulator: &Path) -> Option<Shadow> {
    let links = emulator.with_file_name(BUILT);
    let leads = |name: &str| fs::canonicalize(links.join(name)).ok();
    if leads("beam.smp")? != emulator || leads("erl")? != emulator.with_file_name("maser") {
        return None;
    }
    let kind = Kind::Built { links, root: otp.root.clone(), bindir: otp.bindir() };
    Some(Shadow { kind })
}

/// As [`prepare`], in this cache directory only.
pub fn prepare_in(
    cache: &Dir,
    otp: &Otp,
    emulator: &Path,
    readers: Readers,
) -> std::result::Result<Shadow, Distrust> {
    let all = cache.sub("shadow", Make::Yes)?;
    if readers == Readers::All {
        fs::set_permissions(all.path(), fs::Permissions::from_mode(readers.mode()))
            .map_err(|e| Distrust::io(all.path(), &e))?;
    }
    let name = format!("otp-{}-{:016x}", otp.version, key(otp, emulator));
    let place = all.path().join(&name);
    let shadow = Shadow { kind: Kind::Made(place.clone()) };
    if is_whole(&all, &name, otp, emulator)? {
        return Ok(shadow);
    }
    let failed = |e: io::Error| Distrust::io(&place, &e);
    let making = unique(&place).map_err(failed)?;
    let made = directory(&making, readers)
        .and_then(|()| fill(&making, &place, otp, emulator, readers))
        .and_then(|()| install(&making, &place, || is_whole(&all, &name, otp, emulator)));
    let _ = fs::remove_dir_all(&making);
    made.map_err(failed)?;
    Ok(shadow)
}

/// Whether there is such a shadow, in which the links that are followed at a start are as they were
/// made. It is an error if anybody else may change it.
fn is_whole(
    all: &Dir,
    name: &str,
    otp: &Otp,
    emulator: &Path,
) -> std::result::Result<bool, Distrust> {
    let look = || -> std::result::Result<bool, Distrust> {
        let place = all.sub(name, Make::No)?;
        let (bindir, root) = (place.sub("bindir", Make::No)?, place.sub("root", Make::No)?);
        let erts = root.sub(format!("erts-{}", otp.erts), Make::No)?;
        let commands = root.sub("bin", Make::No)?;
        let inner = erts.sub("bin", Make::No)?;
        let erlexec = erlexec(otp, emulator);
        for dir in [&bindir, &inner] {
            let leads = |name: &str, to: &Path| dir.link_target(name).is_some_and(|t| t == to);
            if !leads("beam.smp", emulator) || !leads("erlexec", &erlexec) {
                return Ok(false);
            }
        }
        for dir in [&bindir, &inner, &commands] {
            dir.file("erl")?;
        }
        Ok(true)
    };
    match look() {
        Err(missing) if missing.is_missing() => Ok(false),
        looked => looked,
    }
}

/// A name beside `place` that no other start uses.
fn unique(place: &Path) -> io::Result<PathBuf> {
    Ok(place.with_extension(format!("tmp-{}", trust::random_name()?)))
}

fn directory(path: &Path, readers: Readers) -> io::Result<()> {
    fs::DirBuilder::new().mode(readers.mode()).create(path)
}

/// Hashes (FNV-1a: stable from build to build) everything that the shadow depends on.
fn key(otp: &Otp, emulator: &Path) -> u64 {
    let changed = [otp.bindir(), otp.root.join("lib")]
        .map(|dir| fs::metadata(dir).map_or((0, 0), |m| (m.mtime(), m.ino())));
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let numbers = format!("{LAYOUT} {} {} {changed:?}", otp.version, otp.erts);
    let erlexec = erlexec(otp, emulator);
    let places = [&otp.root, emulator, &erlexec].map(|place: &Path| place.as_os_str().as_bytes());
    for part in [numbers.as_bytes()].into_iter().chain(places) {
        for byte in part.iter().chain(&[0]) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    hash
}

/// Writes the shadow into `dir`; `place` is where it will be, for the scripts that name it.
fn fill(dir: &Path, place: &Path, otp: &Otp, emulator: &Path, readers: Readers) -> io::Result<()> {
    let create_dir = |path: &Path| directory(path, readers);
    let script = |file: &Path, root: &Path, bindir: &Path| script(file, otp, root, bindir, readers);
    let erts = format!("erts-{}", otp.erts);

    let bindir = dir.join("bindir");
    create_dir(&bindir)?;
    link_all(&otp.bindir(), &bindir, OWN)?;
    own_programs(&bindir, otp, emulator)?;
    script(&bindir.join("erl"), &otp.root, &place.join("bindir"))?;

    let root = dir.join("root");
    let shadow_bindir = place.join("root").join(&erts).join("bin");
    create_dir(&root)?;
    link_all(&otp.root, &root, &["bin", "lib", &erts])?;
    // With Maser's own modules among the applications: those that lie beside the emulator.
    create_dir(&root.join("lib"))?;
    link_all(&otp.root.join("lib"), &root.join("lib"), &[])?;
    let own = root.join("lib/maser");
    let application = emulator.with_file_name("lib").join("maser");
    let is_ours = application.join("ebin").is_dir() && trust::named(&application).is_ok();
    if is_ours && !own.exists() {
        symlink(application, own)?;
    }
    create_dir(&root.join("bin"))?;
    link_all(&otp.root.join("bin"), &root.join("bin"), &["erl"])?;
    script(&root.join("bin/erl"), &place.join("root"), &shadow_bindir)?;
    create_dir(&root.join(&erts))?;
    link_all(&otp.erts_dir(), &root.join(&erts), &["bin"])?;
    let inner = root.join(&erts).join("bin");
    create_dir(&inner)?;
    link_all(&otp.bindir(), &inner, OWN)?;
    own_programs(&inner, otp, emulator)?;
    script(&inner.join("erl"), &place.join("root"), &shadow_bindir)
}

/// Programs of the installation that are Maser's in the shadow.
const OWN: &[&str] = &["erl", "beam.smp", "erlexec"];

/// The program that reads the command lines of nodes: the launcher, or that of the installation
/// where an emulator is without one.
fn erlexec(otp: &Otp, emulator: &Path) -> PathBuf {
    emulator::launcher(emulator).unwrap_or_else(|| otp.bindir().join("erlexec"))
}

fn own_programs(bindir: &Path, otp: &Otp, emulator: &Path) -> io::Result<()> {
    symlink(erlexec(otp, emulator), bindir.join("erlexec"))?;
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
fn script(file: &Path, otp: &Otp, root: &Path, bindir: &Path, readers: Readers) -> io::Result<()> {
    let text = format!(
        "#!/bin/sh\n{MARKER}{}\nROOTDIR={}\nBINDIR={}\nEMU=beam\nPROGNAME=\"${{0##*/}}\"\n\
         export ROOTDIR BINDIR EMU PROGNAME\nexec \"$BINDIR/erlexec\" ${{1+\"$@\"}}\n",
        otp.root.display(),
        quoted(root),
        quoted(bindir),
    );
    fs::write(file, text)?;
    fs::set_permissions(file, fs::Permissions::from_mode(readers.mode()))
}

/// A path as one word of the shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', "'\\''"))
}

/// Renames the new shadow into its place, unless another start was quicker.
fn install(
    making: &Path,
    place: &Path,
    is_whole: impl Fn() -> std::result::Result<bool, Distrust>,
) -> io::Result<()> {
    match fs::rename(making, place) {
        Ok(()) => return Ok(()),
        Err(_) if is_whole()? => return Ok(()),
        // Something broken is in the place (a cleaner of caches was at work): put it aside.
        Err(e) if !place.exists() => return Err(e),
        Err(_) => {}
    }
    let aside = unique(place)?;
    fs::rename(place, &aside)?;
    let renamed = fs::rename(making, place);
    fs::remove_dir_all(&aside)?;
    match renamed {
        Err(_) if is_whole()? => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A made-up installation, and a directory for the caches, removed at the end.
    struct Fixture {
        dir: trust::Scratch,
        otp: Otp,
    }

    impl Fixture {
        fn new() -> Fixture {
            let dir = trust::Scratch::new("shadow-test").unwrap();
            let root = dir.path().join("otp");
            for sub in ["bin", "erts-13.1/bin", "erts-13.1/ebin", "lib", "releases/25"] {
                fs::create_dir_all(root.join(sub)).unwrap();
            }
            for file in ["bin/erl", "bin/erlc", "erts-13.1/bin/erl", "erts-13.1/bin/erlexec"] {
                fs::write(root.join(file), "stock").unwrap();
            }
            fs::write(root.join("erts-13.1/bin/beam.smp"), "stock").unwrap();
            fs::write(dir.path().join("emu"), "ours").unwrap();
            let launcher = dir.path().join("maser");
            fs::write(&launcher, "the launcher").unwrap();
            fs::set_permissions(&launcher, fs::Permissions::from_mode(0o755)).unwrap();
            let otp = Otp { root, release: 25, version: "25.1".into(), erts: "13.1".into() };
            Fixture { dir, otp }
        }

        fn try_prepare(&self) -> std::result::Result<Shadow, Distrust> {
            let cache = Dir::open(&self.dir.path().join("cache"), Make::Yes)?;
            prepare_in(&cache, &self.otp, &self.dir.path().join("emu"), Readers::User)
        }

        fn prepare(&self) -> Shadow {
            self.try_prepare().unwrap()
        }
    }

    fn root(shadow: &Shadow) -> PathBuf {
        shadow.commands().parent().unwrap().to_path_buf()
    }

    fn bindir(shadow: &Shadow) -> PathBuf {
        root(shadow).with_file_name("bindir")
    }

    fn check_whole(shadow: &Shadow) {
        for dir in [bindir(shadow), root(shadow).join("erts-13.1/bin")] {
            assert_eq!(fs::read_to_string(dir.join("beam.smp")).unwrap(), "ours");
            assert_eq!(fs::read_to_string(dir.join("erlexec")).unwrap(), "the launcher");
            assert!(fs::read_to_string(dir.join("erl")).unwrap().contains(MARKER));
        }
        assert_eq!(fs::read_to_string(shadow.commands().join("erlc")).unwrap(), "stock");
        assert!(root(shadow).join("lib").is_dir());
        assert!(root(shadow).join("erts-13.1/ebin").is_dir());
    }

    /// This program is no launcher: in its place it would start itself again and again.
    #[test]
    fn without_a_launcher_the_installation_reads_command_lines() {
        let f = Fixture::new();
        fs::remove_file(f.dir.path().join("maser")).unwrap();
        let erlexec = bindir(&f.prepare()).join("erlexec");
        assert_eq!(fs::read_to_string(erlexec).unwrap(), "stock");
    }

    #[test]
    fn made_once_and_found_again() {
        let f = Fixture::new();
        let first = f.prepare();
        check_whole(&first);
        let made = fs::metadata(root(&first)).unwrap().ino();
        assert_eq!(fs::metadata(root(&f.prepare())).unwrap().ino(), made);
        assert_eq!(fs::read_to_string(f.otp.root.join("bin/erl")).unwrap(), "stock");
    }

    #[test]
    fn an_upgrade_of_the_installation_makes_a_new_one() {
        let mut f = Fixture::new();
        let first = f.prepare();
        f.otp.version = "25.2".into();
        let second = f.prepare();
        assert_ne!(root(&first), root(&second));
        check_whole(&second);
    }

    #[test]
    fn a_damaged_one_is_repaired() {
        let f = Fixture::new();
        let shadow = f.prepare();
        fs::remove_dir_all(root(&shadow)).unwrap();
        check_whole(&f.prepare());
    }

    #[test]
    fn concurrent_starts_agree() {
        let f = Fixture::new();
        std::thread::scope(|s| {
            for _ in 0..8 {
                s.spawn(|| check_whole(&f.prepare()));
            }
        });
        check_whole(&f.prepare());
    }

    #[test]
    fn one_that_others_may_change_is_not_used() {
        let f = Fixture::new();
        let shadow = f.prepare();
        for dir in [root(&shadow), bindir(&shadow), shadow.commands()] {
            let mode = |mode| fs::set_permissions(&dir, fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(fs::metadata(&dir).unwrap().mode() & 0o777, 0o700);
            mode(0o777);
            assert_eq!(f.try_prepare().unwrap_err().path, dir);
            mode(0o700);
        }
        fs::set_permissions(bindir(&shadow).join("erl"), fs::Permissions::from_mode(0o766))
            .unwrap();
        assert!(f.try_prepare().unwrap_err().is_refusal());
    }

    #[test]
    fn a_link_that_leads_elsewhere_is_made_again() {
        let f = Fixture::new();
        let shadow = f.prepare();
        for name in ["erlexec", "beam.smp"] {
            let link = bindir(&shadow).join(name);
            fs::remove_file(&link).unwrap();
            symlink("/bin/false", &link).unwrap();
            check_whole(&f.prepare());
        }
    }
}
